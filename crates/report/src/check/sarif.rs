//! A check as SARIF 2.1.0 (OASIS), for tools that show the results of others.
//!
//! A property is a rule, and what is known of it a result: `fail` where it is violated, with
//! the way to it as a code flow; `pass` where it is proved; `open` where nothing is known, or
//! a violation of an automaton is not excluded.

use super::{Place, Report, Step, StepKind, Verdict};
use serde_json::{Value as Json, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The document on one line, without a newline.
pub fn sarif(report: &Report, version: &str) -> String {
    let rules: Vec<Json> = report
        .findings
        .iter()
        .map(|f| json!({"id": f.property}))
        .collect();
    let mut results = Vec::new();
    for (index, finding) in report.findings.iter().enumerate() {
        let mut result = match &finding.verdict {
            Verdict::True => known("pass", "proved for every input and every path", None),
            Verdict::Unknown(unknown) => {
                let what = match unknown.what.is_empty() {
                    true => &unknown.reason,
                    false => &unknown.what,
                };
                known("open", what, unknown.place.as_ref())
            }
            Verdict::False(violation) => {
                let mut result = known("fail", &violation.message, violation.place.as_ref());
                result["codeFlows"] = json!([flow(&violation.steps)]);
                result
            }
        };
        result["ruleId"] = json!(finding.property);
        result["ruleIndex"] = json!(index);
        results.push(result);
    }
    for value in &report.values {
        for error in &value.errors {
            let mut result = known("open", &error.what.what, error.what.place.as_ref());
            result["ruleId"] = json!(value.property);
            if !error.steps.is_empty() {
                result["codeFlows"] = json!([flow(&error.steps)]);
            }
            results.push(result);
        }
    }
    let notes = report.assumptions.iter().chain(&report.notes);
    let notes: Vec<Json> = notes
        .map(|note| json!({"level": "note", "message": {"text": note}}))
        .collect();
    let crashed = report.findings.iter().any(|f| match &f.verdict {
        Verdict::Unknown(unknown) => unknown.reason == "crash",
        Verdict::True | Verdict::False(_) => false,
    });
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "Concord", "version": version, "rules": rules}},
            "invocations": [{
                "executionSuccessful": !crashed,
                "toolExecutionNotifications": notes,
            }],
            "results": results,
            "properties": {"verdict": report.verdict().to_string()},
        }],
    });
    document.to_string()
}

/// What is known of a rule. Only what fails has a level, says the standard.
fn known(kind: &str, message: &str, place: Option<&Place>) -> Json {
    let level = if kind == "fail" { "error" } else { "none" };
    let mut result = json!({"kind": kind, "level": level, "message": {"text": message}});
    if let Some(place) = place {
        result["locations"] = json!([{"physicalLocation": physical(place)}]);
    }
    result
}

fn physical(place: &Place) -> Json {
    json!({
        "artifactLocation": {"uri": uri(&place.file)},
        "region": {"startLine": place.line.max(1), "startColumn": place.column.max(1)},
    })
}

fn flow(steps: &[Step]) -> Json {
    let locations = steps.iter().enumerate().map(|(number, step)| {
        let mut location = json!({
            "message": {"text": step.text},
            "logicalLocations": [{"name": step.function, "kind": "function"}],
        });
        if let Some(place) = &step.place {
            location["physicalLocation"] = physical(place);
        }
        let importance = match step.kind {
            StepKind::Fault => "essential",
            StepKind::Omitted => "unimportant",
            StepKind::Input
            | StepKind::Branch
            | StepKind::Assign
            | StepKind::Call
            | StepKind::Return
            | StepKind::Transition => "important",
        };
        json!({
            "location": location,
            "nestingLevel": step.depth,
            "executionOrder": number + 1,
            "importance": importance,
        })
    });
    json!({"threadFlows": [{"locations": locations.collect::<Vec<_>>()}]})
}

/// A path as a URI: relative ones stay relative.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/tmp/ü.c"), "file:///tmp/%C3%BC.c");
        assert_eq!(uri("<models>/alloc.c"), "%3Cmodels%3E/alloc.c");
    }
}
