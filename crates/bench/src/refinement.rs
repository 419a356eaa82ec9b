//! What refinement costs, with and without a lattice: the table of Fischer, Jhala and
//! Majumdar 2005 (Table 4) for any tasks.
//!
//! Each task is run in each of the paper's configurations, whose blocks are single
//! steps, and in those that have large blocks. The numbers are the statistics that the
//! tool tells; a run that was stopped has none.

use crate::answer::Answer;
use crate::experiment::{Comparison, Configuration, Experiment, verdict};
use crate::record::Record;
use crate::summary::show_seconds;
use crate::table::{Side, Table};

pub static REFINEMENTS: Experiment = Experiment {
    configurations: CONFIGURATIONS,
    show: table,
};

const CONFIGURATIONS: &[Configuration] = &[
    Configuration {
        name: "no lattice",
        strategy: "predicates",
        analyses: Some("predicates:single"),
    },
    Configuration {
        name: "lattice",
        strategy: "predicated",
        analyses: Some("predicates:single+values"),
    },
    Configuration {
        name: "spec",
        strategy: "predicated",
        analyses: Some("predicates:spec+values"),
    },
    Configuration {
        name: "large blocks, no lattice",
        strategy: "predicates",
        analyses: None,
    },
    Configuration {
        name: "large blocks, lattice",
        strategy: "predicated",
        analyses: None,
    },
];

/// A group of rows for each task.
fn table(comparison: &Comparison) -> String {
    let mut table = Table::new(&[
        ("program", Side::Left),
        ("nodes", Side::Right),
        ("configuration", Side::Left),
        ("iterations", Side::Right),
        ("refinements", Side::Right),
        ("predicates", Side::Right),
        ("time", Side::Right),
        ("verdict", Side::Left),
    ]);
    for (i, (task, runs)) in comparison.by_task().into_iter().enumerate() {
        if i > 0 {
            table.rule();
        }
        // Some run may have been stopped before it could say.
        let nodes = runs.iter().find_map(|(_, r)| r.statistics.get("locations"));
        for (row, (configuration, record)) in runs.iter().enumerate() {
            let first = |text: String| if row == 0 { text } else { String::new() };
            let number = |name: &str| show(record.statistics.get(name));
            table.row(vec![
                first(task.clone()),
                first(show(nodes)),
                configuration.name.to_owned(),
                number("successors"),
                number("refinements"),
                number("predicates"),
                time(record),
                verdict(record),
            ]);
        }
    }
    table.render()
}

fn show(number: Option<&u64>) -> String {
    number.map_or("–".to_owned(), u64::to_string)
}

/// A run that was stopped took longer than its limit.
fn time(record: &Record) -> String {
    let stopped = matches!(&record.answer, Answer::Unknown(_)) && record.statistics.is_empty();
    let seconds = show_seconds(record.wall_seconds);
    match stopped {
        true => format!("> {seconds}"),
        false => seconds,
    }
}
