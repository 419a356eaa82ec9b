//! Runs of a tool whose answers are known: scheduling, the table, the files and the
//! comparison with an earlier run.

#![forbid(unsafe_code)]

mod fixture;

use bench::{Answer, Judgement, Labels, Look, Plan, Record, Results, Selection};
use bench::{compare, gather, run_all, summary};
use fixture::Fixture;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn plan(f: &Fixture) -> Plan {
    Plan {
        tool: f.path("tool"),
        timeout: "20s".parse().unwrap(),
        memory: "1GB".parse().unwrap(),
        strategy: Some("auto".into()),
        options: vec!["--stats".into()],
        jobs: 3.try_into().unwrap(),
    }
}

fn run(f: &Fixture, plan: &Plan, stop: &AtomicBool) -> Results {
    let labels = f.path("labels");
    let labels = labels.exists().then(|| Labels::read(&labels).unwrap());
    let selection = Selection {
        properties: Vec::new(),
        expected: None,
        every: 1,
        data_model: None,
        labels: labels.unwrap_or_default(),
    };
    let tasks = gather(&[f.path("c")], &selection).unwrap();
    let seen = Mutex::new(0);
    let results = run_all(&tasks, plan, stop, |_| *seen.lock().unwrap() += 1).unwrap();
    assert_eq!(seen.into_inner().unwrap(), results.records.len());
    results
}

fn benchmarks() -> Fixture {
    let f = Fixture::new();
    f.set("c/ReachSafety-All", "*/*.yml\n", "32");
    f.set("c/MemSafety-All", "*/*.yml\n", "64");
    f.file("c/properties/unreach-call.prp", "");
    f.file("c/properties/valid-memsafety.prp", "");
    let reach = |verdict| [("unreach-call", verdict)];
    // The first one is the last to finish.
    f.task(
        "c/lists/a",
        &reach("true"),
        "// !sleep 0.2; echo verdict: true; exit 0",
    );
    f.task(
        "c/lists/b",
        &reach("true"),
        "// 1 verdict: false(unreach-call)",
    );
    f.task("c/lists/c", &reach("false"), "// 0 verdict: true");
    f.task("c/lists/d", &reach(""), "// 0 verdict: true");
    let deref = [("valid-memsafety", "false valid-deref")];
    f.task("c/lists/e", &deref, "// 1 verdict: false(valid-deref)");
    f.task("c/lists/f", &deref, "// 1 verdict: false(valid-free)");
    f.task(
        "c/loops/a",
        &reach("true"),
        "// 2 verdict: unknown(timeout)",
    );
    f.task(
        "c/loops/b",
        &reach("true"),
        "// 2 verdict: unknown(unsupported: asm at b.c:3)",
    );
    f.task(
        "c/loops/c",
        &reach("true"),
        "// 2 verdict: unknown(timeout)",
    );
    f.task(
        "c/loops/d",
        &reach("true"),
        "// !echo internal error: oops >&2; exit 4",
    );
    f.task("c/loops/e", &reach("true"), "// !kill -ABRT $$");
    f.task(
        "c/loops/f",
        &reach("true"),
        "// !echo 'error: no type' >&2; exit 3",
    );
    f.task(
        "c/loops/g",
        &reach("true"),
        "// 1 verdict: false(unreach-call)",
    );
    f.file(
        "labels",
        "loops/g.yml unreach-call false the loop runs once more\n",
    );
    f
}

/// What cannot be foreseen becomes round; folders become `/`.
fn steady(f: &Fixture, mut results: Results) -> Results {
    let root = format!("{}/", f.root().display());
    results.tool = results.tool.replace(&root, "/");
    for (i, record) in results.records.iter_mut().enumerate() {
        assert!(record.wall_seconds > 0.0 && record.memory_bytes > 0);
        record.wall_seconds = 1.0;
        record.cpu_seconds = i as f64;
        record.memory_bytes = (i as u64 + 1) * 1_000_000;
        record.command = record.command.replace(&root, "/");
    }
    results
}

#[test]
fn the_table_and_what_went_wrong() {
    let f = benchmarks();
    let results = steady(&f, run(&f, &plan(&f), &AtomicBool::new(false)));
    assert!(results.any_wrong() && !results.interrupted);
    insta::assert_snapshot!(summary(&results, Look::Plain));
    let coloured = summary(&results, Look::Coloured);
    assert!(
        coloured.contains("\u{1b}[1m\u{1b}[31mwrong\u{1b}[0m: lists/b.yml"),
        "{coloured}"
    );
}

#[test]
fn results_are_written_and_read_again() {
    let f = benchmarks();
    let results = steady(&f, run(&f, &plan(&f), &AtomicBool::new(false)));
    let (json, csv) = (f.path("r.json"), f.path("r.csv"));
    results.write_json(&json).unwrap();
    results.write_csv(&csv).unwrap();
    let again = Results::read_json(&json).unwrap();
    assert_eq!(format!("{results:?}"), format!("{again:?}"));
    let csv = std::fs::read_to_string(csv).unwrap();
    let lines: Vec<&str> = csv.lines().take(3).collect();
    insta::assert_snapshot!(lines.join("\n"));
    f.file("r.json", r#"{"format": 2}"#);
    assert!(Results::read_json(&json).is_err());
}

#[test]
fn a_comparison_tells_what_changed() {
    let f = benchmarks();
    let before = steady(&f, run(&f, &plan(&f), &AtomicBool::new(false)));
    let mut after = before.clone();
    let set = |record: &mut Record, answer: &str, judgement| {
        record.answer = answer.parse::<Answer>().unwrap();
        record.judgement = judgement;
    };
    // a is lost, loops/a and loops/b are solved, e and g take another time.
    set(
        &mut after.records[0],
        "unknown(timeout)",
        Judgement::Unknown,
    );
    set(&mut after.records[6], "true", Judgement::Correct);
    set(&mut after.records[7], "true", Judgement::Correct);
    after.records[4].cpu_seconds *= 3.0;
    after.records[12].cpu_seconds /= 4.0;
    after.records.remove(1);
    insta::assert_snapshot!(compare(&before, &after, Look::Plain));
}

#[test]
fn a_tool_that_ignores_its_limits_is_killed() {
    let f = Fixture::new();
    f.set("c/ReachSafety-All", "*/*.yml\n", "32");
    f.task("c/loops/a", &[("unreach-call", "true")], "// !sleep 60");
    let mut plan = plan(&f);
    plan.timeout = "10ms".parse().unwrap();
    let results = run(&f, &plan, &AtomicBool::new(false));
    let record = &results.records[0];
    assert_eq!(record.answer.to_string(), "unknown(timeout (killed))");
    assert!(record.wall_seconds < 30.0);
}

#[test]
fn a_stopped_run_keeps_what_is_done() {
    let f = Fixture::new();
    f.set("c/ReachSafety-All", "*/*.yml\n", "32");
    f.task(
        "c/loops/a",
        &[("unreach-call", "true")],
        "// 0 verdict: true",
    );
    f.task("c/loops/b", &[("unreach-call", "true")], "// !sleep 60");
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let results = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_secs(1));
            stop.store(true, Ordering::Relaxed);
        });
        run(&f, &plan(&f), &stop)
    });
    assert!(begin.elapsed() < Duration::from_secs(30));
    assert!(results.interrupted);
    let names: Vec<&str> = results.records.iter().map(|r| &*r.task).collect();
    assert_eq!(names, ["loops/a.yml"]);
    assert!(summary(&results, Look::Plain).ends_with("not all tasks were run\n"));
}

#[test]
fn a_tool_that_is_not_there_is_an_error() {
    let f = benchmarks();
    let mut plan = plan(&f);
    plan.tool = f.path("nowhere");
    let selection = Selection {
        properties: Vec::new(),
        expected: None,
        every: 1,
        data_model: None,
        labels: Labels::default(),
    };
    let tasks = gather(&[f.path("c")], &selection).unwrap();
    let error = run_all(&tasks, &plan, &AtomicBool::new(false), |_| ()).unwrap_err();
    assert!(
        error.contains("cannot run") && error.contains("nowhere"),
        "{error}"
    );
}
