//! A check as one JSON document. `docs/check.md` describes it.

use super::{Finding, Report, Verdict};
use serde_json::{Map, Value, json};

/// The document on one line, without a newline.
pub fn json(report: &Report, statistics: bool) -> String {
    let mut document = Map::new();
    document.insert("verdict".into(), report.verdict().to_string().into());
    if let Some(status) = report.witness {
        document.insert("witness".into(), status.to_string().into());
    }
    let findings: Vec<Value> = report.findings.iter().map(finding).collect();
    document.insert("properties".into(), findings.into());
    document.insert("assumptions".into(), json!(report.assumptions));
    if !report.notes.is_empty() {
        document.insert("notes".into(), json!(report.notes));
    }
    if statistics {
        let numbers = report.statistics.iter();
        let numbers: Map<_, _> = numbers.map(|(k, v)| (k.clone(), json!(v))).collect();
        document.insert("statistics".into(), numbers.into());
    }
    Value::from(document).to_string()
}

fn finding(finding: &Finding) -> Value {
    let property = &finding.property;
    match &finding.verdict {
        Verdict::True => json!({"property": property, "verdict": "true"}),
        Verdict::Unknown(unknown) => json!({
            "property": property,
            "verdict": "unknown",
            "reason": unknown.reason,
            "message": unknown.what,
            "place": unknown.place,
        }),
        Verdict::False(violation) => json!({
            "property": property,
            "verdict": "false",
            "fault": violation.fault,
            "message": violation.message,
            "place": violation.place,
            "inputs": violation.inputs,
            "steps": violation.steps,
        }),
    }
}
