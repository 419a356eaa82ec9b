//! A check told to people.

use super::{Report, Step, Verdict, Violation};
use std::fmt::{self, Write};

/// Everything but the verdict line. Empty, or ends with a newline.
pub fn human(report: &Report, statistics: bool) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text, report, statistics);
    text
}

fn write(out: &mut String, report: &Report, statistics: bool) -> fmt::Result {
    for finding in &report.findings {
        if let Verdict::False(violation) = &finding.verdict {
            write_violation(out, violation)?;
            writeln!(out)?;
        }
    }
    write_unknowns(out, report)?;
    if !report.notes.is_empty() {
        writeln!(out, "notes:")?;
        for note in &report.notes {
            writeln!(out, "  - {note}")?;
        }
        writeln!(out)?;
    }
    if !report.assumptions.is_empty() {
        writeln!(out, "assumed:")?;
        for assumption in &report.assumptions {
            writeln!(out, "  - {assumption}")?;
        }
        writeln!(out)?;
    }
    if statistics && !report.statistics.is_empty() {
        writeln!(out, "statistics:")?;
        let names = report.statistics.iter().map(|(name, _)| name.len());
        let width = names.max().unwrap_or(0);
        for (name, value) in &report.statistics {
            writeln!(out, "  {name:width$}  {value}")?;
        }
        writeln!(out)?;
    }
    if let Some(status) = report.witness {
        writeln!(out, "witness: {status}")?;
    }
    if report.findings.len() > 1 {
        for finding in &report.findings {
            writeln!(out, "{finding}")?;
        }
    }
    Ok(())
}

/// Deeper calls are not indented further.
const DEEPEST: usize = 16;

fn write_violation(out: &mut String, violation: &Violation) -> fmt::Result {
    out.push_str(&violation.excerpt);
    if violation.steps.is_empty() {
        return Ok(());
    }
    writeln!(out, "how it happens:")?;
    let place = |step: &Step| match &step.place {
        Some(at) => format!("{}:{}", at.file, at.line),
        None => String::new(),
    };
    let widths = violation.steps.iter().map(|step| place(step).len());
    let width = widths.max().unwrap_or(0);
    for step in &violation.steps {
        let indent = "  ".repeat((step.depth as usize).min(DEEPEST));
        writeln!(out, "  {:width$}  {indent}{}", place(step), step.text)?;
    }
    Ok(())
}

/// Each reason once, whatever number of properties it holds for.
fn write_unknowns(out: &mut String, report: &Report) -> fmt::Result {
    let mut said = Vec::new();
    for finding in &report.findings {
        let Verdict::Unknown(unknown) = &finding.verdict else {
            continue;
        };
        let line = match &unknown.place {
            Some(place) => format!("unknown: {} ({place})", unknown.what),
            None => format!("unknown: {}", unknown.what),
        };
        if !unknown.what.is_empty() && !said.contains(&line) {
            writeln!(out, "{line}")?;
            said.push(line);
        }
    }
    if !said.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}
