//! A check as one JSON document. `docs/check.md` describes it.

use super::{Finding, Report, Subject, Suspicion, Value, Verdict};
use serde_json::{Map, Value as Json, json};

/// The document on one line, without a newline.
pub fn json(report: &Report, statistics: bool) -> String {
    document(report, statistics).to_string()
}

/// The document as a value.
pub(crate) fn document(report: &Report, statistics: bool) -> Json {
    let mut document = Map::new();
    document.insert("verdict".into(), report.verdict().to_string().into());
    if let Some(status) = report.witness {
        document.insert("witness".into(), status.to_string().into());
    }
    let findings: Vec<Json> = report.findings.iter().map(finding).collect();
    document.insert("properties".into(), findings.into());
    if !report.values.is_empty() {
        let values: Vec<Json> = report.values.iter().map(value).collect();
        document.insert("values".into(), values.into());
    }
    if let Some(chosen) = &report.chosen {
        document.insert("chosen".into(), json!(chosen));
    }
    document.insert("assumptions".into(), json!(report.assumptions));
    if !report.notes.is_empty() {
        document.insert("notes".into(), json!(report.notes));
    }
    if statistics {
        let numbers = report.statistics.iter();
        let numbers: Map<_, _> = numbers.map(|(k, v)| (k.clone(), json!(v))).collect();
        document.insert("statistics".into(), numbers.into());
    }
    if !report.invariants.is_empty() {
        document.insert("invariants".into(), json!(report.invariants));
    }
    if !report.path.is_empty() {
        document.insert("path".into(), json!(report.path));
    }
    if let Some(exchange) = &report.exchange {
        document.insert("exchange".into(), json!(exchange));
    }
    document.into()
}

fn finding(finding: &Finding) -> Json {
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

fn value(value: &Value) -> Json {
    let (subject, created) = match &value.subject {
        Subject::Created(place) => ("created", Some(place)),
        Subject::Null => ("null", None),
        Subject::All => ("all", None),
    };
    let errors: Vec<Json> = value.errors.iter().map(suspicion).collect();
    json!({
        "property": value.property,
        "subject": subject,
        "created": created,
        "fate": value.fate,
        "errors": errors,
        "tried": value.tried,
    })
}

fn suspicion(suspicion: &Suspicion) -> Json {
    json!({
        "reason": suspicion.what.reason,
        "message": suspicion.what.what,
        "place": suspicion.what.place,
        "steps": suspicion.steps,
    })
}
