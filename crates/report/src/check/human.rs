//! A check told to people.

use super::{Fate, Report, Step, Subject, Value, Verdict, Violation};
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
    for value in report.values.iter().filter(|v| v.fate == Fate::Possible) {
        write_possible(out, value)?;
    }
    write_values(out, report)?;
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
    write_steps(out, &violation.steps)
}

fn write_steps(out: &mut String, steps: &[Step]) -> fmt::Result {
    let place = |step: &Step| match &step.place {
        Some(at) => format!("{}:{}", at.file, at.line),
        None => String::new(),
    };
    let widths = steps.iter().map(|step| place(step).len());
    let width = widths.max().unwrap_or(0);
    for step in steps {
        let indent = "  ".repeat((step.depth as usize).min(DEEPEST));
        writeln!(out, "  {:width$}  {indent}{}", place(step), step.text)?;
    }
    Ok(())
}

/// The first violation that is not excluded with the way to it, and where the others are.
fn write_possible(out: &mut String, value: &Value) -> fmt::Result {
    let Some((first, others)) = value.errors.split_first() else {
        return Ok(());
    };
    out.push_str(&first.excerpt);
    if !first.steps.is_empty() {
        match &value.subject {
            Subject::Created(at) => writeln!(out, "how it would happen to the value of {at}:")?,
            Subject::Null => writeln!(out, "how it would happen to null:")?,
            Subject::All => writeln!(out, "how it would happen:")?,
        }
        write_steps(out, &first.steps)?;
    }
    for other in others {
        match &other.what.place {
            Some(place) => writeln!(out, "also: {} ({place})", other.what.what)?,
            None => writeln!(out, "also: {}", other.what.what)?,
        }
    }
    for sentence in &value.tried {
        writeln!(out, "note: {sentence}")?;
    }
    writeln!(out)
}

/// What became of each value, where they were told apart.
fn write_values(out: &mut String, report: &Report) -> fmt::Result {
    let mut of = None;
    let values = report.values.iter();
    for value in values.filter(|v| v.subject != Subject::All) {
        if of != Some(&value.property) {
            writeln!(out, "values of {}:", value.property)?;
            of = Some(&value.property);
        }
        writeln!(out, "  - {}: {}", value.subject, value.fate)?;
    }
    match of {
        Some(_) => writeln!(out),
        None => Ok(()),
    }
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
