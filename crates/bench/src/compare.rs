//! A run held against an earlier one: what is solved that was not, what was solved
//! and is not any more, and how the CPU time of what both solve has changed.
//!
//! Tasks are matched by family, file and property, so that the benchmarks may have
//! moved meanwhile.

use crate::answer::Judgement;
use crate::definition::Property;
use crate::record::{Record, Results};
use crate::summary::{Look, show_seconds};
use anstyle::AnsiColor;
use std::collections::HashMap;
use std::fmt::Write;

/// Changes of CPU time below both are noise.
const RATIO: f64 = 2.0;
const SECONDS: f64 = 0.5;

/// Of changes in time, so many are told one by one.
const SHOWN: usize = 20;

struct Pair<'a> {
    before: &'a Record,
    after: &'a Record,
}

impl Pair<'_> {
    fn solved(&self) -> (bool, bool) {
        let solved = |r: &Record| r.judgement == Judgement::Correct;
        (solved(self.before), solved(self.after))
    }

    /// Above 1: slower than before. Times too short to be measured count as a
    /// millisecond.
    fn ratio(&self) -> f64 {
        self.after.cpu_seconds.max(0.001) / self.before.cpu_seconds.max(0.001)
    }

    fn is_notable(&self) -> bool {
        let difference = (self.after.cpu_seconds - self.before.cpu_seconds).abs();
        difference >= SECONDS && !(1.0 / RATIO..RATIO).contains(&self.ratio())
    }
}

pub fn compare(before: &Results, after: &Results, look: Look) -> String {
    fn key(record: &Record) -> (&str, Property) {
        (&record.task, record.property)
    }
    let mut earlier: HashMap<_, _> = before.records.iter().map(|r| (key(r), r)).collect();
    let mut pairs = Vec::new();
    let mut only_now = 0;
    for record in &after.records {
        match earlier.remove(&key(record)) {
            Some(before) => pairs.push(Pair {
                before,
                after: record,
            }),
            None => only_now += 1,
        }
    }
    let mut text = format!(
        "\ncompared with the baseline: {} tasks in both, {only_now} only now, {} only then\n",
        pairs.len(),
        earlier.len(),
    );
    let with = |solved| pairs.iter().filter(move |p| p.solved() == solved);
    changes(
        &mut text,
        "newly solved",
        ("+", AnsiColor::Green),
        with((false, true)),
        look,
    );
    changes(
        &mut text,
        "newly lost",
        ("-", AnsiColor::Red),
        with((true, false)),
        look,
    );
    let both: Vec<&Pair> = with((true, true)).collect();
    times(&mut text, &both);
    text
}

fn changes<'a>(
    text: &mut String,
    title: &str,
    (sign, colour): (&str, AnsiColor),
    pairs: impl Iterator<Item = &'a Pair<'a>> + Clone,
    look: Look,
) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{title}: {}", pairs.clone().count());
    for Pair { before, after } in pairs {
        let _ = writeln!(
            text,
            "  {} {} {}: {}, was {}",
            look.paint(sign, colour),
            after.task,
            after.property,
            after.answer,
            before.answer,
        );
    }
}

fn times(text: &mut String, both: &[&Pair]) {
    if both.is_empty() {
        return;
    }
    let sum = |of: fn(&Record) -> f64| {
        let before: f64 = both.iter().map(|p| of(p.before)).sum();
        let after: f64 = both.iter().map(|p| of(p.after)).sum();
        (before, after)
    };
    let (before, after) = sum(|r| r.cpu_seconds);
    let logs: f64 = both.iter().map(|p| p.ratio().ln()).sum();
    let mean = (logs / both.len() as f64).exp();
    let _ = writeln!(
        text,
        "solved in both: {}, CPU {} -> {} (ratio of the sums {:.2}, geometric mean of the ratios {mean:.2})",
        both.len(),
        show_seconds(before),
        show_seconds(after),
        after.max(0.001) / before.max(0.001),
    );
    let mut notable: Vec<&Pair> = both.iter().copied().filter(|p| p.is_notable()).collect();
    // The largest change first; the order of tasks among equals.
    notable.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
    let (slower, mut faster): (Vec<&Pair>, Vec<&Pair>) =
        notable.into_iter().partition(|p| p.ratio() > 1.0);
    faster.reverse();
    for (title, pairs) in [("slower", slower), ("faster", faster)] {
        for pair in pairs.iter().take(SHOWN) {
            let _ = writeln!(
                text,
                "  {title} {} {}: {} -> {} ({:.2})",
                pair.after.task,
                pair.after.property,
                show_seconds(pair.before.cpu_seconds),
                show_seconds(pair.after.cpu_seconds),
                pair.ratio(),
            );
        }
        if let more @ 1.. = pairs.len().saturating_sub(SHOWN) {
            let _ = writeln!(text, "  {title}: {more} more");
        }
    }
}
