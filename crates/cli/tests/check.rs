//! `concord check`: what it promises about its last line, its exit code and its
//! limits, whatever the worker does.

#![forbid(unsafe_code)]

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{concord, last_line, root, scratch};

const BRANCHES: &str = "extern int __VERIFIER_nondet_int(void);\n\
    extern void reach_error(void);\n\
    int main(void) {\n\
        int x = __VERIFIER_nondet_int();\n\
        if (x == 1) reach_error();\n\
        return 0;\n\
    }\n";

fn program(name: &str, text: &str) -> PathBuf {
    let path = scratch("check").join(name);
    fs::write(&path, text).expect("the scratch folder can be written");
    path
}

fn check(file: &PathBuf, options: &[&str]) -> Command {
    let mut command = concord();
    command.arg("check").args(options).arg(file);
    command.stdin(Stdio::null());
    command
}

fn run(mut command: Command) -> Output {
    command.output().expect("the command can be started")
}

fn demand(output: &Output, code: i32, line: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(last_line(output), line, "{stderr}");
    assert_eq!(output.status.code(), Some(code), "{stderr}");
}

#[test]
fn the_three_verdicts_have_their_exit_codes() {
    let bad = program("false.c", BRANCHES);
    demand(
        &run(check(&bad, &["--property", "unreach-call"])),
        1,
        "verdict: false(unreach-call)",
    );
    demand(&run(check(&bad, &[])), 1, "verdict: false(unreach-call)");
    let good = program(
        "true.c",
        "int main(void) { int a[3] = {1}; return a[2]; }\n",
    );
    demand(&run(check(&good, &[])), 0, "verdict: true");
    let odd = "int main(void) { __asm__(\"cli\"); return 0; }\n";
    let open = program("open.c", odd);
    demand(&run(check(&open, &[])), 2, "verdict: unknown(unsupported)");
}

#[test]
fn bad_input_and_usage_are_3() {
    let broken = program("broken.c", "int main(void) { return 1 +; }\n");
    let good = program("true.c", "int main(void) { return 0; }\n");
    let cases: [(&PathBuf, &[&str], &str); 7] = [
        (&broken, &[], "broken.c:1:28"),
        (&good, &["--property", "beauty"], "beauty"),
        (&good, &["--property", "missing.prp"], "missing.prp"),
        (&good, &["--strategy", "prayer"], "prayer"),
        (&good, &["--entry", "start"], "start"),
        (&good, &["--timeout", "soon"], "--timeout"),
        (&PathBuf::from("missing.c"), &[], "missing.c"),
    ];
    for (file, options, said) in cases {
        let output = run(check(file, options));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{options:?}: {stderr}");
        assert!(stderr.contains(said), "{options:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{options:?}");
    }
}

#[test]
fn a_property_file_brings_the_rules_of_the_competition() {
    let file = program(
        "start.c",
        "void *malloc(unsigned long);\n\
         void reach_error(void);\n\
         int start(void) { int *p = malloc(4); if (!p) reach_error(); return 0; }\n",
    );
    let property = scratch("check").join("start.prp");
    let text = "CHECK( init(start()), LTL(G ! call(reach_error())) )\n";
    fs::write(&property, text).expect("the scratch folder can be written");
    let property = property.to_str().expect("a plain path");
    let output = run(check(&file, &["--property", property]));
    demand(&output, 0, "verdict: true");
    let output = run(check(
        &file,
        &["--property", property, "--malloc", "may-fail"],
    ));
    demand(&output, 1, "verdict: false(unreach-call)");
}

/// Runs go on behind a lost block, and so does the check.
#[test]
fn what_is_lost_hides_nothing() {
    let file = root().join("tests/corpus/verdicts/lost_list.c");
    let output = run(check(
        &file,
        &["--property", "valid-memsafety", "--malloc", "succeeds"],
    ));
    demand(&output, 1, "verdict: false(valid-memtrack)");
    let lines = String::from_utf8_lossy(&output.stdout);
    for line in ["valid-deref: true", "valid-free: true"] {
        assert!(lines.lines().any(|l| l == line), "{lines}");
    }
}

#[test]
fn a_small_program_takes_little_time() {
    let file = program("quick.c", BRANCHES);
    let best = (0..10).map(|_| {
        let start = Instant::now();
        run(check(&file, &["--property", "unreach-call"]));
        start.elapsed()
    });
    let best = best.min().unwrap_or_default();
    assert!(best < Duration::from_millis(60), "{best:?}");
}

// Limits and failures.

/// What the worker does when `CONCORD_TEST_FAULT` says so.
fn faulty(fault: &str, options: &[&str]) -> Command {
    let file = program(&format!("{fault}.c"), BRANCHES);
    let mut command = check(&file, options);
    command.env("CONCORD_TEST_FAULT", fault);
    command
}

#[test]
fn a_worker_that_fails_leaves_a_verdict() {
    for (fault, verdict) in [
        ("abort", "verdict: unknown(crash)"),
        ("panic", "verdict: unknown(crash)"),
        ("exit", "verdict: unknown(crash)"),
        ("allocate-at-once", "verdict: unknown(memory)"),
    ] {
        let output = run(faulty(fault, &["--memory", "300MB"]));
        demand(&output, 2, verdict);
    }
}

#[test]
fn time_is_kept() {
    for fault in ["hang", "spin"] {
        let start = Instant::now();
        let output = run(faulty(fault, &["--timeout", "1s"]));
        demand(&output, 2, "verdict: unknown(timeout)");
        let taken = start.elapsed();
        let range = Duration::from_millis(1000)..Duration::from_millis(2000);
        assert!(range.contains(&taken), "{fault}: {taken:?}");
    }
}

/// A proof comes with a witness, even if there is no time for what it says of loops.
#[test]
fn what_is_decided_is_not_lost() {
    let file = program("late.c", &BRANCHES.replace("x == 1", "x - x"));
    let witness = scratch("check").join("late.yml");
    let _ = fs::remove_file(&witness);
    let to = witness.to_str().expect("a plain path");
    let options = ["--property", "unreach-call", "--timeout", "2s"];
    let mut command = check(&file, &[&options[..], &["--witness", to]].concat());
    command.env("CONCORD_TEST_FAULT", "hang-late");
    let output = run(command);
    demand(&output, 0, "verdict: true");
    let text = String::from_utf8_lossy(&output.stdout);
    let note = "the witness has no invariants: the time given was not enough";
    assert!(text.contains(note), "{text}");
    let text = fs::read_to_string(&witness).expect("there is a witness");
    assert!(text.contains("invariant_set"), "{text}");
}

#[test]
fn memory_is_kept() {
    let mut command = faulty("allocate", &["--memory", "300MB"]);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().expect("the command can be started");
    let supervisor = child.id();
    let watcher = thread::spawn(move || {
        let mut peak = resident(wait_for_worker(supervisor));
        while let Some(worker) = worker_of(supervisor) {
            peak = peak.max(resident(worker));
            thread::sleep(Duration::from_millis(1));
        }
        peak
    });
    let output = child.wait_with_output().expect("the command ends");
    demand(&output, 2, "verdict: unknown(memory)");
    let peak = watcher.join().expect("the watcher does not panic");
    assert!(peak < 330_000_000, "{peak} bytes");
}

#[test]
fn an_interrupted_check_ends_at_once() {
    for signal in ["INT", "TERM"] {
        let mut command = faulty("hang", &[]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().expect("the command can be started");
        let worker = wait_for_worker(child.id());
        let start = Instant::now();
        send(signal, child.id());
        let output = child.wait_with_output().expect("the command ends");
        assert!(start.elapsed() < Duration::from_secs(1));
        demand(&output, 2, "verdict: unknown(interrupted)");
        assert!(!is_alive(worker), "the worker was left behind");
    }
}

#[test]
fn a_worker_killed_at_any_moment_leaves_a_verdict() {
    let file = program("killed.c", BRANCHES);
    for delay in 0..12 {
        let mut command = check(&file, &["--property", "unreach-call"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().expect("the command can be started");
        let supervisor = child.id();
        thread::sleep(Duration::from_millis(2 * delay));
        if let Some(worker) = worker_of(supervisor) {
            send("KILL", worker);
        }
        let output = child.wait_with_output().expect("the command ends");
        let line = last_line(&output);
        let expected = ["verdict: unknown(crash)", "verdict: false(unreach-call)"];
        assert!(expected.contains(&line.as_str()), "{line}");
    }
}

#[test]
fn no_worker_outlives_the_command() {
    let mut command = faulty("hang", &[]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command can be started");
    let worker = wait_for_worker(child.id());
    // Long enough for the worker to have said whom it follows.
    thread::sleep(Duration::from_millis(200));
    child.kill().expect("the command can be killed");
    child.wait().expect("the command ends");
    let start = Instant::now();
    while is_alive(worker) {
        assert!(start.elapsed() < Duration::from_secs(2), "still there");
        thread::sleep(Duration::from_millis(5));
    }
}

// Processes.

fn worker_of(supervisor: u32) -> Option<u32> {
    // Threads have children of their own.
    let tasks = fs::read_dir(format!("/proc/{supervisor}/task")).ok()?;
    let mut tasks = tasks.flatten();
    tasks.find_map(|task| {
        let text = fs::read_to_string(task.path().join("children")).ok()?;
        text.split(' ').next()?.parse().ok()
    })
}

fn wait_for_worker(supervisor: u32) -> u32 {
    let start = Instant::now();
    loop {
        if let Some(worker) = worker_of(supervisor) {
            return worker;
        }
        assert!(start.elapsed() < Duration::from_secs(5), "no worker");
        thread::sleep(Duration::from_millis(1));
    }
}

fn resident(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|p| p.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// A process that ended but was not waited for is not alive.
fn is_alive(process: u32) -> bool {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = text
        .rsplit(") ")
        .next()
        .and_then(|rest| rest.chars().next());
    state.is_some_and(|s| s != 'Z' && s != 'X')
}

fn send(signal: &str, process: u32) {
    let status = Command::new("kill")
        .args(["-s", signal, &process.to_string()])
        .stderr(Stdio::null())
        .status();
    let _ = status;
}

/// A loop that is proved with a predicate, and only with one.
const ORDERED: &str = "extern int __VERIFIER_nondet_int(void);\n\
    extern void reach_error(void);\n\
    static int open;\n\
    int main(void) {\n\
        int n = __VERIFIER_nondet_int();\n\
        open = 1;\n\
        while (__VERIFIER_nondet_int()) {\n\
            if (n < 3) n = n + 1;\n\
            if (open == 0) reach_error();\n\
        }\n\
        return 0;\n\
    }\n";

const PREDICATES: [&str; 4] = ["--strategy", "predicates", "--property", "unreach-call"];

/// The number after a name in what `--stats` tells.
fn statistic(output: &Output, name: &str) -> u64 {
    let stdout = String::from_utf8_lossy(&output.stdout);
    let found = stdout.lines().find_map(|line| {
        let number = line.strip_prefix("  ")?.strip_prefix(name)?;
        number.trim().parse().ok()
    });
    found.unwrap_or_else(|| panic!("{name} is not told: {stdout}"))
}

#[test]
fn the_log_says_what_refinement_learns() {
    let file = program("log.c", ORDERED);
    let mut command = check(&file, &PREDICATES);
    let silent = command.output().expect("the command can be started");
    demand(&silent, 0, "verdict: true");
    assert!(silent.stderr.is_empty());
    let output = command.arg("--log").output();
    let output = output.expect("the command can be started");
    demand(&output, 0, "verdict: true");
    let log = String::from_utf8_lossy(&output.stderr);
    let expected = format!("excluded a path by open == 0 at {}:7\n", file.display());
    assert_eq!(log, expected);
}

/// The running example of seed 003 (section 3.2). Its refinements come in another order
/// there: the list and `h == 3`, `h == 2`, the flag, `h == 1`.
#[test]
fn shapes_and_predicates_are_learned_as_in_the_paper() {
    let file = root().join("tests/corpus/shapes/true_list_flag.c");
    let mut command = check(&file, &["--strategy", "lazy-shapes", "--log"]);
    command.args(["--property", "unreach-call", "--malloc", "succeeds"]);
    let output = run(command);
    demand(&output, 0, "verdict: true");
    let log = String::from_utf8_lossy(&output.stderr);
    // Where each is tracked depends on how the models are written.
    let learned: Vec<&str> = log
        .lines()
        .map(|line| line.split_once(" at ").map_or(line, |(what, _)| what))
        .collect();
    insta::assert_snapshot!(learned.join("\n"), @"
    excluded a path by shapes of the blocks of line 18, shapes of the blocks of line 27, h==3 in their nodes
    excluded a path by flag == 0
    excluded a path by shapes of the blocks of line 18, shapes of the blocks of line 27, h==1 in their nodes, h==3 in their nodes
    excluded a path by shapes of the blocks of line 18, shapes of the blocks of line 27, h==2 in their nodes, h==3 in their nodes
    ");
}

#[test]
fn a_precision_saves_the_refinements() {
    let file = program("precision.c", ORDERED);
    let kept = scratch("check").join("precision.txt");
    let _ = fs::remove_file(&kept);
    let path = kept.to_str().expect("a plain name");
    let options = [&PREDICATES[..], &["--stats", "--precision", path]].concat();
    let first = run(check(&file, &options));
    demand(&first, 0, "verdict: true");
    assert!(statistic(&first, "refinements") > 0);
    let text = fs::read_to_string(&kept).expect("a precision was written");
    assert!(text.starts_with("# concord precision 1\nmain "), "{text}");
    assert!(text.contains(": open == 0\n"), "{text}");
    let second = run(check(&file, &options));
    demand(&second, 0, "verdict: true");
    assert_eq!(statistic(&second, "refinements"), 0);
    assert!(second.stderr.is_empty());
    let again = fs::read_to_string(&kept).expect("a precision was written");
    assert_eq!(again, text);
}

/// What is written by hand: the analyses, a predicate for a whole function, and variables to
/// follow. It stays in the file.
#[test]
fn a_configuration_by_hand() {
    let text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n    int n = __VERIFIER_nondet_int(), m = 1;\n    if (n <= 0) return 0;\n\
        \x20   if (n == 0 || m == 0) reach_error();\n    return 0;\n}\n";
    let file = program("by_hand.c", text);
    let kept = scratch("check").join("by_hand.txt");
    let path = kept.to_str().expect("a plain name");
    let options = [
        "--property",
        "unreach-call",
        "--strategy",
        "cooperate",
        "--precision",
        path,
    ];
    let asked = |lines: &str| {
        let text = format!("# concord precision 1\n{lines}");
        fs::write(&kept, text).expect("the scratch folder can be written");
        run(check(&file, &options))
    };
    demand(&asked("analyses signs\n"), 0, "verdict: true");
    demand(
        &asked("analyses signs\nmain: follow signs n, m\n"),
        0,
        "verdict: true",
    );
    // What is not named is not followed.
    let output = asked("analyses signs\nmain: follow signs n\n");
    demand(&output, 2, "verdict: unknown(imprecise)");
    let lines = "analyses predicates:trivectors\nmain: n <= 0\nmain: m == 1\n";
    demand(&asked(lines), 0, "verdict: true");
    let left = fs::read_to_string(&kept).expect("a precision was written");
    assert!(
        left.starts_with(&format!("# concord precision 1\n{lines}main ")),
        "{left}"
    );
    // What is wrong is shown with its place.
    let output = asked("analyses signs+nobody\n");
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is no analysis 'nobody'"), "{said}");
    assert!(said.contains(&format!("{path}:2:10")), "{said}");
    let output = asked("analyses signs\nmain: follow signs n, k\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is no variable 'k'"), "{said}");
    assert!(said.contains(&format!("{path}:3:23")), "{said}");
}

/// Predicates by hand for annotated functions: nothing in the program says how far a sum of
/// three truth values has come.
#[test]
fn predicates_by_hand_beside_annotations() {
    let text = r"extern int __VERIFIER_nondet_int(void);
/*@ ensures 0 <= \result && \result <= 1; */
static int truth(int c) { return c == 7; }
/*@ ensures 0 <= \result && \result <= 3;
    ensures \forall int *p; \allocated(p) ==> *p == \old(*p); */
static int count(int c)
{
    int n = truth(c);
    n = n + truth(c);
    n = n + truth(c);
    return n;
}
int main(void) { return count(__VERIFIER_nondet_int()); }
";
    let file = program("by_hand_sum.c", text);
    let kept = scratch("check").join("by_hand_sum.txt");
    let path = kept.to_str().expect("a plain name");
    let options = [
        "--property",
        "assert",
        "--overflow",
        "error",
        "--precision",
        path,
    ];
    let options = [&options[..], &["--strategy", "cooperate"]].concat();
    let asked = |lines: &str| {
        let text = format!("# concord precision 1\nanalyses quantified\n{lines}");
        fs::write(&kept, text).expect("the scratch folder can be written");
        run(check(&file, &options))
    };
    demand(&asked(""), 2, "verdict: unknown(imprecise)");
    demand(
        &asked("count: 0 <= n\ncount: n <= 1\ncount: n <= 2\n"),
        0,
        "verdict: true",
    );
}

#[test]
fn a_precision_is_only_a_hint() {
    let file = program("hint.c", ORDERED);
    let kept = scratch("check").join("hint.txt");
    let path = kept.to_str().expect("a plain name");
    let options = [&PREDICATES[..], &["--precision", path]].concat();
    let odd = "# concord precision 1\n\
        main 3: nothing == 0\n\
        main 99: n == 0\n\
        nobody 3: n == 0\n\
        main 3: n / 0 == 1\n\
        main 3: &n == NULL || readable(n)\n\
        main 3: value n + 1\n\
        main 3: apart\n";
    fs::write(&kept, odd).expect("the scratch folder can be written");
    let output = run(check(&file, &options));
    demand(&output, 0, "verdict: true");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.matches("warning: ").count(), 3, "{said}");
    let place = format!("{path}:2:9\n  |\n2 | main 3: nothing == 0\n  |         ^");
    assert!(said.contains(&place), "{said}");
    fs::write(&kept, "n == 0\n").expect("the scratch folder can be written");
    let output = run(check(&file, &options));
    assert_eq!(output.status.code(), Some(3));
    let left = fs::read_to_string(&kept).expect("the file is still there");
    assert_eq!(left, "n == 0\n");
}
