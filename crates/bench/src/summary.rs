//! What people see of the results: a table for families and properties, then every
//! verdict that is wrong and every failure, with the command that repeats it.

use crate::answer::{Answer, Judgement};
use crate::record::{Record, Results};
use crate::table::{Side, Table};
use anstyle::{AnsiColor, Style};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Whether the reader understands colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Plain,
    Coloured,
}

impl Look {
    pub(crate) fn paint(self, text: &str, colour: AnsiColor) -> String {
        match self {
            Look::Plain => text.to_owned(),
            Look::Coloured => {
                let style = Style::new().bold().fg_color(Some(colour.into()));
                format!("{style}{text}{style:#}")
            }
        }
    }
}

pub fn summary(results: &Results, look: Look) -> String {
    let mut text = table(&results.records);
    let chosen = |judgement| {
        let records = results.records.iter();
        records.filter(move |r| r.judgement == judgement)
    };
    for record in chosen(Judgement::Wrong) {
        let title = look.paint("wrong", AnsiColor::Red);
        incident(&mut text, &title, record);
    }
    for record in chosen(Judgement::Failed) {
        let title = look.paint("internal error", AnsiColor::Yellow);
        incident(&mut text, &title, record);
    }
    refused(&mut text, &results.records);
    relabelled(&mut text, &results.records);
    if results.interrupted {
        text.push_str("\ninterrupted: not all tasks were run\n");
    }
    text
}

fn incident(text: &mut String, title: &str, record: &Record) {
    let Record {
        task,
        property,
        answer,
        ..
    } = record;
    let expected = match &record.expected {
        Some(expected) => format!(", expected {expected}"),
        None => String::new(),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{title}: {task} {property}: {answer}{expected}");
    if let Some(detail) = &record.detail {
        let _ = writeln!(text, "  {detail}");
    }
    let _ = writeln!(text, "  {}", record.command);
}

/// Of inputs that were refused, so many are told one by one.
const REFUSED: usize = 10;

fn refused(text: &mut String, records: &[Record]) {
    let refused = records.iter().filter(|r| r.answer == Answer::BadInput);
    let refused: Vec<&Record> = refused.collect();
    for (i, record) in refused.iter().take(REFUSED).enumerate() {
        let detail = record.detail.as_deref().unwrap_or("no message");
        let start = if i == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{start}bad input: {}: {detail}", record.task);
    }
    if let more @ 1.. = refused.len().saturating_sub(REFUSED) {
        let _ = writeln!(text, "and {more} more");
    }
}

fn relabelled(text: &mut String, records: &[Record]) {
    let relabelled = records.iter().filter_map(|r| Some((r, r.reason.as_ref()?)));
    for (i, (record, reason)) in relabelled.enumerate() {
        let start = if i == 0 { "\n" } else { "" };
        let official = record.official.as_ref();
        let official = official.map_or("nothing".to_owned(), ToString::to_string);
        let right = record.expected.as_ref().map(ToString::to_string);
        let _ = writeln!(
            text,
            "{start}label known to be wrong: {} {}: {official} should be {}: {reason}",
            record.task,
            record.property,
            right.unwrap_or_default(),
        );
    }
}

fn table(records: &[Record]) -> String {
    use Side::{Left, Right};
    let mut table = Table::new(&[
        ("family", Left),
        ("property", Left),
        ("tasks", Right),
        ("true", Right),
        ("false", Right),
        ("wrong", Right),
        ("failed", Right),
        ("unknown", Right),
        ("score", Right),
        ("of", Right),
        ("CPU median", Right),
        ("CPU sum", Right),
        ("memory", Right),
        ("no verdict because", Left),
    ]);
    let mut groups: BTreeMap<_, Vec<&Record>> = BTreeMap::new();
    for record in records {
        let key = (record.family(), record.property);
        groups.entry(key).or_default().push(record);
    }
    for ((family, property), group) in &groups {
        table.row(row(family, property.name(), group));
    }
    table.rule();
    let properties: BTreeSet<_> = records.iter().map(|r| r.property).collect();
    if properties.len() > 1 {
        for property in properties {
            let group = records.iter().filter(|r| r.property == property);
            table.row(row("total", property.name(), &group.collect::<Vec<_>>()));
        }
    }
    table.row(row("total", "", &records.iter().collect::<Vec<_>>()));
    table.render()
}

fn row(family: &str, property: &str, group: &[&Record]) -> Vec<String> {
    let count = |fits: &dyn Fn(&Record) -> bool| {
        let number = group.iter().filter(|r| fits(r)).count();
        number.to_string()
    };
    let correct = |r: &Record, proof: bool| {
        r.judgement == Judgement::Correct && (r.answer == Answer::True) == proof
    };
    let score: i32 = group.iter().map(|r| r.score).sum();
    let best = group.iter().filter_map(|r| r.expected.as_ref());
    let best: i32 = best.map(|e| e.worth()).sum();
    let cpu: Vec<f64> = group.iter().map(|r| r.cpu_seconds).collect();
    let memory = group.iter().map(|r| r.memory_bytes).max().unwrap_or(0);
    vec![
        family.to_owned(),
        property.to_owned(),
        group.len().to_string(),
        count(&|r| correct(r, true)),
        count(&|r| correct(r, false)),
        count(&|r| r.judgement == Judgement::Wrong),
        count(&|r| r.judgement == Judgement::Failed),
        count(&|r| r.judgement == Judgement::Unknown),
        score.to_string(),
        best.to_string(),
        show_seconds(median(&cpu)),
        show_seconds(cpu.iter().sum()),
        format!("{} MB", memory.div_ceil(1_000_000)),
        reasons(group),
    ]
}

/// The most frequent first, then by name.
fn reasons(group: &[&Record]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for record in group {
        let reason = match (record.judgement, record.answer.reason()) {
            (Judgement::Unlabelled, _) => "unlabelled",
            (Judgement::Failed, None) => "another property",
            (_, Some(reason)) => reason,
            (Judgement::Correct | Judgement::Wrong | Judgement::Unknown, None) => continue,
        };
        *counts.entry(reason).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let texts = counts
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"));
    texts.collect::<Vec<_>>().join(", ")
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}

/// Three digits are enough.
pub fn show_seconds(seconds: f64) -> String {
    let places = match seconds {
        s if s < 9.995 => 2,
        s if s < 99.95 => 1,
        _ => 0,
    };
    format!("{seconds:.places$} s")
}
