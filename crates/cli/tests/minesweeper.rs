//! MineSweeper (examples/minesweeper): its list of conditions, seeded faults that are found on
//! small boards, and questions about its model.

#![forbid(unsafe_code)]

mod support;

use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use support::{concord, last_line, root, scratch};

const PROGRAM: &str = "examples/minesweeper/minesweeper.c";

fn program() -> String {
    fs::read_to_string(root().join(PROGRAM)).expect("the example can be read")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A check of what the annotations say, on boards of one size.
fn check(strategy: &[&str], size: u32, defines: &[&str]) -> Command {
    let mut command = concord();
    command.args(["check", "--property", "assert", "--malloc", "succeeds"]);
    command.args(strategy).arg(PROGRAM);
    command.arg("-D").arg(format!("LEAST={size}"));
    command.arg("-D").arg(format!("LARGEST={size}"));
    for define in defines {
        command.arg("-D").arg(define);
    }
    command
}

fn run(mut command: Command) -> Output {
    command.output().expect("the command can be started")
}

/// All conditions hold, for boards of all sizes, wherever mines lie and whatever the user does.
fn demand_proof(options: &[&str]) {
    let mut command = concord();
    command.args(["check", "--strategy", "cooperate", "--timeout", "900s"]);
    command.args(["--property", "assert", "--malloc", "succeeds"]);
    command
        .args(["--overflow", "error"])
        .args(options)
        .arg(PROGRAM);
    let output = run(command);
    assert_eq!(last_line(&output), "verdict: true", "{}", text(&output));
}

/// T8, with all modules: nothing is configured.
#[test]
fn requirement_7_the_program_is_proved_for_all_boards() {
    demand_proof(&[]);
}

/// T8, with shapes and quantified predicates: bounds of a counter, which intervals would know,
/// are predicates given by hand. The file stays as it is: nothing is found beside them.
#[test]
fn requirement_7_two_modules_prove_the_program_with_predicates_by_hand() {
    let given = root().join("examples/minesweeper/two-modules.precision");
    let given = fs::read_to_string(given).expect("the precision can be read");
    let items = given.lines().filter(|line| line.contains(": "));
    assert!(items.count() <= 60, "{given}");
    let copy = scratch("minesweeper-two").join("two-modules.precision");
    fs::write(&copy, &given).expect("scratch can be written");
    demand_proof(&["--precision", copy.to_str().expect("a plain path")]);
    let after = fs::read_to_string(&copy).expect("it is still there");
    assert_eq!(given, after);
}

/// A condition: the procedure, the kind of clause, and what it says.
type Condition = (String, String, String);

/// The clauses of annotations, taken apart into their top-level conjuncts.
fn conjuncts(annotation: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = annotation.split_whitespace().collect();
    let annotation = words.join(" ");
    let mut found = Vec::new();
    let mut kind = "";
    let mut clause = String::new();
    // A quantifier has a semicolon, too: a clause ends before the next one's keyword.
    for part in annotation.split(';').map(str::trim) {
        let keyword = ["requires ", "ensures ", "assert "]
            .into_iter()
            .find(|keyword| part.starts_with(keyword));
        match keyword {
            Some(keyword) => {
                take_apart(kind, &clause, &mut found);
                kind = keyword.trim_end();
                clause = part[keyword.len()..].to_owned();
            }
            None if part.is_empty() => {}
            None => clause = format!("{clause}; {part}"),
        }
    }
    take_apart(kind, &clause, &mut found);
    found
}

fn take_apart(kind: &str, clause: &str, found: &mut Vec<(String, String)>) {
    let mut depth = 0;
    let mut cuts = Vec::new();
    let mut is_one = clause.starts_with("\\forall") || clause.starts_with("\\exists");
    for (at, c) in clause.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if depth > 0 => {}
            '&' if clause[at..].starts_with("&&") => cuts.push(at),
            _ => is_one |= ["||", "==>"].iter().any(|o| clause[at..].starts_with(o)),
        }
    }
    if is_one {
        cuts.clear();
    }
    let mut from = 0;
    for cut in cuts.into_iter().chain([clause.len()]) {
        let part = clause[from..cut].trim();
        if !part.is_empty() {
            found.push((kind.to_owned(), part.to_owned()));
        }
        from = cut + 2;
    }
}

/// The conditions of the program, in their order; those of faults are left out.
fn of_the_program() -> Vec<Condition> {
    let mut found = Vec::new();
    let mut contract = Vec::new();
    let mut open: Option<String> = None;
    let mut procedure = String::new();
    let mut is_fault = false;
    for line in program().lines() {
        match line {
            _ if line.starts_with("#ifdef") => is_fault = true,
            _ if line.starts_with("#else") || line.starts_with("#endif") => is_fault = false,
            _ => {}
        }
        if is_fault {
            continue;
        }
        let begins = line.trim_start().strip_prefix("/*@");
        if let Some(rest) = begins.or(open.as_ref().map(|_| line)) {
            let mut annotation = open.take().unwrap_or_default();
            annotation.push_str(rest.trim_end_matches("*/"));
            annotation.push(' ');
            match rest.ends_with("*/") {
                true if annotation.trim_start().starts_with("predicate") => {}
                true => contract.extend(conjuncts(&annotation)),
                false => open = Some(annotation),
            }
        } else if let Some(assertion) = line.trim_start().strip_prefix("//@") {
            for (kind, says) in conjuncts(assertion) {
                found.push((procedure.clone(), kind, says));
            }
        } else if line.ends_with(')') && line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let head = line.split('(').next().unwrap_or_default();
            let name = head.rsplit([' ', '*']).next().unwrap_or_default();
            procedure = name.to_owned();
            for (kind, says) in contract.drain(..) {
                found.push((procedure.clone(), kind, says));
            }
        }
    }
    found
}

/// Those of CONDITIONS.md, whose numbers are looked at here.
fn of_the_list() -> Vec<Condition> {
    let path = root().join("examples/minesweeper/CONDITIONS.md");
    let list = fs::read_to_string(path).expect("the list can be read");
    let mut found: Vec<Condition> = Vec::new();
    let mut procedure = "";
    for line in list.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            procedure = name;
        }
        let begins = line.split_once(". ");
        let Some((Ok(number), rest)) = begins.map(|(n, rest)| (n.parse::<usize>(), rest)) else {
            continue;
        };
        assert_eq!(number, found.len() + 1, "{line}");
        let parts: Vec<&str> = rest.splitn(3, '`').collect();
        let [kind, says, words] = parts[..] else {
            panic!("{line}");
        };
        assert!(words.len() > 10, "{line}: what does it say in words?");
        found.push((
            procedure.to_owned(),
            kind.trim().to_owned(),
            says.to_owned(),
        ));
    }
    found
}

#[test]
fn the_list_has_the_conditions_of_the_program() {
    let (program, list) = (of_the_program(), of_the_list());
    for (ours, theirs) in program.iter().zip(&list) {
        assert_eq!(ours, theirs, "the program, and CONDITIONS.md");
    }
    assert_eq!(program.len(), list.len());
    assert!(list.len() >= 43, "{}", list.len());
    let loops = [
        "gameover == 1 <==> exploded(board, size)",
        "match(board, size, explist)",
    ];
    for says in loops {
        let wanted = ("main".to_owned(), "assert".to_owned(), says.to_owned());
        assert!(list.contains(&wanted), "{says}");
    }
}

/// A fault is found, and the machine comes to a condition of this text; the way there goes
/// through this procedure. By every one of the strategies.
fn demand_found(fault: &str, size: u32, strategies: &[&str], condition: &str, through: &str) {
    for strategy in strategies {
        let output = run(check(&["--strategy", strategy], size, &["MINES=0", fault]));
        let told = text(&output);
        let what = format!("{fault} by {strategy}\n{told}");
        assert_eq!(last_line(&output), "verdict: false(assert)", "{what}");
        assert_eq!(output.status.code(), Some(1), "{what}");
        let place = told
            .lines()
            .find_map(|line| line.trim_start().strip_prefix("--> "));
        let place = place.expect("a violation has a place");
        let line = place
            .split(':')
            .nth(1)
            .and_then(|n| n.parse::<usize>().ok());
        let line = line.expect("a place has a line");
        let source = program();
        let source = source.lines().nth(line - 1).expect("it is in the file");
        assert!(source.contains(condition), "{source}\n{what}");
        assert!(told.contains("how it happens:"), "{what}");
        assert!(told.contains(&format!("call {through}(")), "{what}");
    }
}

const ALL: &[&str] = &["falsify", "cooperate", "auto"];

#[test]
fn requirement_8_a_list_that_is_not_extended_is_found() {
    demand_found(
        "SKIP_LIST",
        1,
        ALL,
        "match(board, size, explist)",
        "handle_left_click",
    );
}

#[test]
fn requirement_8_a_cell_that_is_not_marked_exposed_is_found() {
    demand_found(
        "SKIP_EXPOSED",
        1,
        ALL,
        "match(board, size, explist)",
        "list_add",
    );
}

#[test]
fn requirement_8_a_neighbour_beyond_the_edge_is_found() {
    demand_found("OFF_BY_ONE", 1, ALL, "x < size", "east_neighbour");
}

#[test]
fn requirement_8_a_marked_cell_that_is_exposed_is_found() {
    let strategies = &["falsify"];
    demand_found(
        "EXPOSE_MARKED",
        1,
        strategies,
        "c->marked != 1",
        "handle_right_click",
    );
}

/// The thesis's false property (section 5.6): spaces are cleared through marks. On a board of
/// one cell there is nothing to clear.
#[test]
fn requirement_8_t9_a_cell_may_be_exposed_and_marked() {
    let strategies = &["falsify"];
    let says = "x->exposed == 1 && x->marked == 1";
    demand_found("MARKED_STAYS_HIDDEN", 2, strategies, says, "clear_spaces");
}

/// T8: the same search finds nothing in the program as it is, and does not call that a proof.
#[test]
fn requirement_8_no_fault_is_found_in_the_program_itself() {
    for size in [1, 2] {
        let strategy = ["--strategy", "falsify", "--timeout", "10s"];
        let output = run(check(&strategy, size, &["MINES=0"]));
        let told = text(&output);
        assert!(
            last_line(&output).starts_with("verdict: unknown("),
            "{told}"
        );
        assert!(!told.contains("not-replayed"), "{told}");
    }
}

/// Small modules cannot exclude violations; they say where, and what each knew.
#[test]
fn requirement_8_what_is_not_excluded_is_told_with_what_modules_know() {
    let folder = scratch("minesweeper-honest");
    let model = folder.join("model.json");
    let _ = fs::remove_file(&model);
    let analyses = "signs+types+consistency";
    let options = ["--analyses", analyses, "--merge", "always", "--exchange"];
    let mut command = check(&options, 2, &["MINES=0"]);
    command.arg("--model").arg(&model);
    let output = run(command);
    assert_eq!(last_line(&output), "verdict: unknown(imprecise)");
    assert_eq!(output.status.code(), Some(2));
    let mut command = concord();
    command.arg("query").arg(&model).arg("G !error");
    let told = text(&run(command));
    for part in ["minesweeper.c:", "signs: ", "used: ", "assert is violated"] {
        assert!(told.contains(part), "{part} is missing:\n{told}");
    }
    assert!(!told.contains("verdict: true"), "{told}");
}

/// The thesis's question (section 6.1.1): does a click end the game? The next state of a run is
/// that of a callee, too, which has no `gameover`, so that it is asked of `main`.
#[test]
fn requirement_9_a_left_click_may_end_the_game() {
    let model = scratch("minesweeper-model").join("model.json");
    let _ = fs::remove_file(&model);
    let mut command = concord();
    command.args(["check", "--property", "assert", "--malloc", "succeeds"]);
    command.args(["--analyses", "signs", "--merge", "always"]);
    command.arg("--model").arg(&model).arg(PROGRAM);
    let checked = run(command);
    assert!(model.exists(), "{}", text(&checked));
    let questions = [
        (
            "G (!in(handle_left_click) || !(gameover == 0) || X (!in(main) || gameover == 0))",
            "verdict: false(query)",
        ),
        ("G (in(clear_spaces) => size >= 1)", "verdict: true"),
    ];
    for (question, answer) in questions {
        let begun = Instant::now();
        let mut command = concord();
        command.arg("query").arg(&model).arg(question);
        let output = run(command);
        assert_eq!(last_line(&output), answer, "{question}\n{}", text(&output));
        assert!(begun.elapsed() < Duration::from_secs(10), "{question}");
    }
}
