//! Results, one a line in a file, and what they amount to.

use crate::drive::{Ended, Examination, Failure};
use crate::worker::Word;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What came of one number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub number: u64,
    pub family: String,
    pub about: String,
    pub property: String,
    /// Did gcc repeat runs?
    pub compiled: bool,
    pub examination: Examination,
    pub failures: Vec<Failure>,
}

/// Those that a file has.
pub fn read(file: &Path) -> Vec<Record> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines();
    // The last line may be half of one.
    lines.filter_map(|l| serde_json::from_str(l).ok()).collect()
}

#[derive(Default)]
struct Counts {
    programs: u64,
    proved: u64,
    violated: u64,
    unknown: u64,
    timeout: u64,
    died: u64,
    wrong: u64,
    milliseconds: u64,
}

/// A report in Markdown.
pub fn report(records: &[Record]) -> String {
    let mut strategies: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    let mut families: BTreeMap<&str, [u64; 5]> = BTreeMap::new();
    let mut compiled = 0;
    for record in records {
        compiled += u64::from(record.compiled);
        let examination = &record.examination;
        let family = families.entry(&record.family).or_default();
        if examination.rejected.is_some() {
            family[4] += 1;
            continue;
        }
        family[0] += 1;
        let says = |word: &Word| {
            let mut answers = examination.answers.iter();
            answers.any(|a| a.words.values().any(|w| w == word))
        };
        family[1] += u64::from(!examination.violated.is_empty());
        family[2] += u64::from(says(&Word::True));
        family[3] += u64::from(says(&Word::False));
        for answer in &examination.answers {
            if !order.contains(&answer.strategy.as_str()) {
                order.push(&answer.strategy);
            }
            let counts = strategies.entry(&answer.strategy).or_default();
            counts.programs += 1;
            counts.milliseconds += answer.milliseconds;
            for word in answer.words.values() {
                match word {
                    Word::True => counts.proved += 1,
                    Word::False => counts.violated += 1,
                    Word::Unconfirmed => {}
                    Word::Unknown(_) => counts.unknown += 1,
                }
            }
            match answer.ended {
                Ended::Answered => {}
                Ended::Timeout => counts.timeout += 1,
                Ended::Died => counts.died += 1,
            }
        }
        let blamed: BTreeSet<&str> = record
            .failures
            .iter()
            .filter_map(|f| f.strategy())
            .collect();
        for name in blamed {
            strategies.entry(name).or_default().wrong += 1;
        }
    }
    let programs: u64 = families.values().map(|f| f[0]).sum();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{programs} programs, {compiled} of them compiled with gcc and run beside the machine.\n"
    );
    text.push_str("| family | programs | a run has a fault | some strategy proves | some strategy refutes | no program |\n");
    text.push_str("|---|---:|---:|---:|---:|---:|\n");
    for (name, [all, violated, proved, refuted, rejected]) in &families {
        let _ = writeln!(
            text,
            "| {name} | {all} | {violated} | {proved} | {refuted} | {rejected} |"
        );
    }
    text.push_str("\n| strategy | programs | true | false | unknown | stopped | died | failures | mean ms |\n");
    text.push_str("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for name in order {
        let c = &strategies[name];
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
            c.programs,
            c.proved,
            c.violated,
            c.unknown,
            c.timeout,
            c.died,
            c.wrong,
            c.milliseconds / c.programs.max(1)
        );
    }
    text.push_str("\n## Failures\n\n");
    let mut none = true;
    for record in records {
        for failure in &record.failures {
            none = false;
            let about = match record.about.is_empty() {
                true => String::new(),
                false => format!(", {}", record.about),
            };
            let _ = writeln!(
                text,
                "- {} ({}{about}): {}",
                record.number,
                record.family,
                failure.text()
            );
        }
    }
    if none {
        text.push_str("None.\n");
    }
    text
}
