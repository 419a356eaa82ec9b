//! `concord check --format sarif`: what it says, and that it is SARIF.

#![forbid(unsafe_code)]

mod schemas;
mod support;

use serde_json::Value;
use std::fs;
use std::path::Path;
use support::{concord, last_line, root, scratch};

/// What a check says of a program.
fn sarif(file: &Path, options: &[&str], verdict: &str) -> Value {
    let mut command = concord();
    command.arg("check").arg(file).args(options);
    let output = command.args(["--format", "sarif"]).output();
    let output = output.expect("the command can be started");
    assert_eq!(last_line(&output), format!("verdict: {verdict}"));
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next().unwrap_or_default();
    serde_json::from_str(line).expect("the first line is JSON")
}

#[test]
fn results_are_valid() {
    let demand_valid = |document: &Value| {
        if let Err(errors) = schemas::sarif(document) {
            panic!("{errors}\n{document:#}");
        }
    };

    // A violation, with the way to it.
    let freed = Path::new("tests/corpus/verdicts/freed_twice.c");
    let found = sarif(freed, &["--property", "valid-free"], "false(valid-free)");
    demand_valid(&found);
    let result = &found["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "valid-free");
    assert_eq!(result["kind"], "fail");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        place["artifactLocation"]["uri"],
        "tests/corpus/verdicts/freed_twice.c"
    );
    assert_eq!(place["region"]["startLine"], 15);
    let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let steps = steps.as_array().expect("there are steps");
    assert_eq!(steps.len(), 6);
    assert_eq!(steps[5]["importance"], "essential");

    // Several properties, all proved; a path with a blank; one that is undecided.
    let list = Path::new("examples/list.c");
    let proved = sarif(list, &["--strategy", "segments"], "true");
    demand_valid(&proved);
    let results = proved["runs"][0]["results"]
        .as_array()
        .expect("there are results");
    assert!(results.len() > 1 && results.iter().all(|r| r["kind"] == "pass"));
    let blank = scratch("sarif").join("a program.c");
    fs::copy(root().join(freed), &blank).expect("the scratch folder can be written");
    demand_valid(&sarif(
        &blank,
        &["--property", "valid-free"],
        "false(valid-free)",
    ));
    let late = sarif(list, &["--timeout", "1ms"], "unknown(timeout)");
    demand_valid(&late);
    assert_eq!(late["runs"][0]["results"][0]["kind"], "open");

    // What is not excluded of an automaton's values.
    let text = "#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    FILE *f = fopen(\"a\", \"r\");
    if (f == NULL) return 1;
    int n = 0;
    while (__VERIFIER_nondet_int()) n++;
    if (n * n == 2) fclose(f);
    fclose(f);
    return 0;
}
";
    let file = scratch("sarif").join("stream.c");
    fs::write(&file, text).expect("the scratch folder can be written");
    let options = ["--spec", "stdio", "--strategy", "esp"];
    let open = sarif(&file, &options, "unknown(imprecise)");
    demand_valid(&open);
    let results = open["runs"][0]["results"]
        .as_array()
        .expect("there are results");
    assert!(
        results
            .iter()
            .any(|r| r["kind"] == "open" && !r["codeFlows"].is_null())
    );
}
