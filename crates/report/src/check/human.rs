//! A check told to people.

use super::{Exchange, Fate, Passed, Report, Step, Subject, Suspicion, Value, Verdict, Violation};
use std::collections::BTreeSet;
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
    write_path(out, &report.path)?;
    write_suspicions(out, report)?;
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
    if let Some(exchange) = &report.exchange {
        write_exchange(out, exchange)?;
    }
    if let Some(status) = report.witness {
        writeln!(out, "witness: {status}")?;
    }
    if let Some(chosen) = &report.chosen {
        writeln!(out, "chosen: {chosen}")?;
    }
    if report.findings.len() > 1 {
        for finding in &report.findings {
            writeln!(out, "{finding}")?;
        }
    }
    Ok(())
}

/// Facts that are named; the others are counted.
const MOST_USED: usize = 20;

/// Who told how much and who used it, and what that was.
fn write_exchange(out: &mut String, exchange: &Exchange) -> fmt::Result {
    let speakers = &exchange.speakers;
    let names = speakers.iter().map(|s| s.name.len());
    let width = names.max().unwrap_or(0).max("all".len());
    write!(
        out,
        "exchange:\n  {:width$}  {:>8}  {:>8}  {:>6}",
        "", "shared", "used", "%"
    )?;
    let column = |name: &str| name.len().max(6);
    for speaker in speakers {
        write!(out, "  {:>1$}", speaker.name, column(&speaker.name))?;
    }
    writeln!(out)?;
    let mut row = |name: &str, shared: u64, used: &[u64]| {
        let all: u64 = used.iter().sum();
        let share = 100.0 * all as f64 / shared.max(1) as f64;
        write!(out, "  {name:width$}  {shared:>8}  {all:>8}  {share:>6.2}")?;
        for (speaker, used) in speakers.iter().zip(used) {
            let used = match used {
                0 => "-".to_owned(),
                n => n.to_string(),
            };
            write!(out, "  {used:>0$}", column(&speaker.name))?;
        }
        writeln!(out)
    };
    for speaker in speakers {
        row(&speaker.name, speaker.shared, &speaker.used)?;
    }
    let shared = speakers.iter().map(|s| s.shared).sum();
    let by_each = (0..speakers.len()).map(|to| speakers.iter().map(|s| s.used[to]).sum());
    row("all", shared, &by_each.collect::<Vec<u64>>())?;
    if !exchange.used.is_empty() {
        writeln!(out, "used (first place, number of times):")?;
    }
    for used in exchange.used.iter().take(MOST_USED) {
        let place = used.place.as_ref().map(ToString::to_string);
        let (from, to, formula) = (&used.from, &used.to, &used.formula);
        let place = place.unwrap_or_default();
        writeln!(
            out,
            "  {place}  {from} to {to}: {formula}  ({})",
            used.count
        )?;
    }
    let more = exchange.used.len().saturating_sub(MOST_USED);
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    writeln!(out)
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

/// The states of a path, each with what is known of it.
fn write_path(out: &mut String, path: &[Passed]) -> fmt::Result {
    if path.is_empty() {
        return Ok(());
    }
    let place = |state: &Passed| match &state.place {
        Some(at) => format!("{}:{}", at.file, at.line),
        None => String::new(),
    };
    let width = path.iter().map(|state| place(state).len()).max();
    let width = width.unwrap_or(0);
    writeln!(out, "the path:")?;
    for state in path {
        let (function, location) = (&state.function, state.location);
        let (place, operation) = (place(state), &state.operation);
        writeln!(out, "  {place:width$}  {function} L{location}: {operation}")?;
        let mut more = |text: String| writeln!(out, "  {:width$}      {text}", "");
        for (module, words) in state.parts.iter().filter(|(_, words)| !words.is_empty()) {
            more(format!("{module}: {words}"))?;
        }
        for used in &state.used {
            more(format!("used: {used}"))?;
        }
        for atom in &state.atoms {
            more(atom.clone())?;
        }
    }
    writeln!(out)
}

/// What is not excluded, each place and sentence once, whatever number of values it holds
/// for.
fn write_suspicions(out: &mut String, report: &Report) -> fmt::Result {
    let mut groups: Vec<(String, Vec<&Value>)> = Vec::new();
    for fate in [Fate::Possible, Fate::Early] {
        for value in report.values.iter().filter(|v| v.fate == fate) {
            let Some(first) = value.errors.first().map(sentence) else {
                continue;
            };
            match groups.iter_mut().find(|(known, _)| *known == first) {
                Some((_, alike)) => alike.push(value),
                None => groups.push((first, vec![value])),
            }
        }
    }
    let mut told = Told {
        sentences: groups.iter().map(|(first, _)| first.clone()).collect(),
        ways: Vec::new(),
    };
    for (_, alike) in &groups {
        write_possible(out, alike, &mut told)?;
    }
    Ok(())
}

/// What need not be said again.
struct Told<'r> {
    sentences: BTreeSet<String>,
    ways: Vec<(&'r Subject, &'r [Step])>,
}

/// Fewer steps that a way has in common with one that was told are told again.
const FEW_STEPS: usize = 6;

impl<'r> Told<'r> {
    /// The steps of a way, without those that it has in common with one that was told.
    fn write_way(&mut self, out: &mut String, who: &'r Subject, steps: &'r [Step]) -> fmt::Result {
        let common = |(other, known): &(&'r Subject, &'r [Step])| {
            let pairs = known.iter().zip(steps);
            (pairs.take_while(|(a, b)| a == b).count(), *other)
        };
        let known = self.ways.iter().map(common).max_by_key(|(count, _)| *count);
        self.ways.push((who, steps));
        match known.filter(|(count, _)| *count > FEW_STEPS) {
            Some((count, other)) => {
                writeln!(out, "  (the first {count} steps are those of {other})")?;
                write_steps(out, &steps[count..])
            }
            None => write_steps(out, steps),
        }
    }
}

fn sentence(suspicion: &Suspicion) -> String {
    match &suspicion.what.place {
        Some(place) => format!("{} ({place})", suspicion.what.what),
        None => suspicion.what.what.clone(),
    }
}

/// More values are counted.
const MOST_NAMED: usize = 5;

/// The first violation that is not excluded with the way to it, of which other values it
/// is not either, and where there are others.
fn write_possible<'r>(out: &mut String, alike: &[&'r Value], told: &mut Told<'r>) -> fmt::Result {
    let Some((value, same)) = alike.split_first() else {
        return Ok(());
    };
    let Some(first) = value.errors.first() else {
        return Ok(());
    };
    out.push_str(&first.excerpt);
    if !first.steps.is_empty() {
        match &value.subject {
            Subject::Created(at) => writeln!(out, "how it would happen to the value of {at}:")?,
            Subject::Null => writeln!(out, "how it would happen to null:")?,
            Subject::All => writeln!(out, "how it would happen:")?,
        }
        told.write_way(out, &value.subject, &first.steps)?;
    }
    if !same.is_empty() {
        let mut names: Vec<String> = same.iter().map(|v| v.subject.to_string()).collect();
        names.dedup();
        let more = names.len().saturating_sub(MOST_NAMED);
        names.truncate(MOST_NAMED);
        let names = names.join(", ");
        match more {
            0 => writeln!(out, "the same of {names}")?,
            _ => writeln!(out, "the same of {names} and {more} more")?,
        }
    }
    for other in alike.iter().flat_map(|v| v.errors.iter().skip(1)) {
        let other = sentence(other);
        if !told.sentences.contains(&other) {
            writeln!(out, "also: {other}")?;
            told.sentences.insert(other);
        }
    }
    let mut notes: Vec<&String> = Vec::new();
    for note in alike.iter().flat_map(|v| &v.tried) {
        if !notes.contains(&note) {
            writeln!(out, "note: {note}")?;
            notes.push(note);
        }
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
