//! What shapes cost, and what they prove: the tables of Théoduloz 2005 (seed 003, Tables
//! 5.1 and 5.2) for any tasks, with the paper's own numbers for its six programs.

use crate::experiment::{Comparison, Configuration, Experiment, titled, verdict};
use crate::record::Record;
use crate::summary::show_seconds;
use crate::table::{Side, Table};
use std::path::Path;

pub static SHAPES: Experiment = Experiment {
    configurations: CONFIGURATIONS,
    show: tables,
};

const PREDICATES: &str = "predicates";
const EVERYWHERE: &str = "shapes everywhere";
const LAZY: &str = "lazy shapes";
const JOINED: &str = "joined";

const CONFIGURATIONS: &[Configuration] = &[
    Configuration {
        name: PREDICATES,
        strategy: "predicates",
        analyses: None,
    },
    Configuration {
        name: EVERYWHERE,
        strategy: "shapes",
        analyses: None,
    },
    Configuration {
        name: LAZY,
        strategy: "lazy-shapes",
        analyses: None,
    },
    Configuration {
        name: JOINED,
        strategy: "lazy-shapes",
        analyses: Some("predicates:memory-last+shapes:join+values"),
    },
];

/// What the paper says of one of its programs: seconds on a 3 GHz Xeon, refinements, and
/// whether there was an error that is none (a false positive).
struct Published {
    /// The task that the program became in SV-COMP.
    task: &'static str,
    /// Each a false positive.
    predicates: (f64, u32),
    /// With whether it is a proof.
    everywhere: (f64, bool),
    lazy: (f64, u32),
    joined: f64,
}

const PUBLISHED: &[Published] = &[
    Published {
        task: "simple-2",
        predicates: (0.16, 0),
        everywhere: (0.48, true),
        lazy: (0.50, 1),
        joined: 0.57,
    },
    Published {
        task: "simple_built_from_end",
        predicates: (0.36, 4),
        everywhere: (0.43, true),
        lazy: (0.60, 5),
        joined: 0.62,
    },
    Published {
        task: "list-1",
        predicates: (0.15, 0),
        everywhere: (3.74, true),
        lazy: (3.80, 3),
        joined: 6.92,
    },
    Published {
        task: "list_flag-2",
        predicates: (0.15, 0),
        everywhere: (0.26, false),
        lazy: (0.78, 4),
        joined: 1.24,
    },
    Published {
        task: "alternating_list-1",
        predicates: (0.20, 1),
        everywhere: (0.26, false),
        lazy: (1.15, 5),
        joined: 1.69,
    },
    Published {
        task: "splice-2",
        predicates: (0.68, 3),
        everywhere: (0.66, false),
        lazy: (6.98, 7),
        joined: 9.60,
    },
];

fn tables(comparison: &Comparison) -> String {
    let mut kinds = Table::new(&[
        ("program", Side::Left),
        (PREDICATES, Side::Left),
        (EVERYWHERE, Side::Left),
        (LAZY, Side::Left),
        ("paper: predicates", Side::Left),
        ("everywhere", Side::Left),
        ("lazy", Side::Left),
    ]);
    let mut joins = Table::new(&[
        ("program", Side::Left),
        ("apart", Side::Left),
        (JOINED, Side::Left),
        ("paper: apart", Side::Left),
        ("joined", Side::Left),
    ]);
    for (task, runs) in comparison.by_task() {
        let run = |name: &str| {
            let found = runs.iter().find(|(c, _)| c.name == name);
            found.map_or("–".to_owned(), |(_, record)| cell(record))
        };
        let published = runs.first().and_then(|(_, r)| published(&r.task));
        let paper = |text: &dyn Fn(&Published) -> String| published.map_or(String::new(), text);
        let lazy = |p: &Published| format!("{} ({})", show_seconds(p.lazy.0), p.lazy.1);
        kinds.row(vec![
            task.clone(),
            run(PREDICATES),
            run(EVERYWHERE),
            run(LAZY),
            paper(&|p| {
                let (seconds, refinements) = p.predicates;
                format!("FP {} ({refinements})", show_seconds(seconds))
            }),
            paper(&|p| match p.everywhere {
                (seconds, true) => show_seconds(seconds),
                (seconds, false) => format!("FP {}", show_seconds(seconds)),
            }),
            paper(&lazy),
        ]);
        joins.row(vec![
            task,
            run(LAZY),
            run(JOINED),
            paper(&lazy),
            paper(&|p| show_seconds(p.joined)),
        ]);
    }
    let kinds = titled("CPU time (refinements)", &kinds);
    let joins = titled("Shapes that are kept apart, and joined", &joins);
    format!("{kinds}\n{joins}")
}

fn published(task: &str) -> Option<&'static Published> {
    let stem = Path::new(task).file_stem()?;
    PUBLISHED.iter().find(|p| stem == p.task)
}

/// Of a run that was stopped nobody knows how often it refined.
fn cell(record: &Record) -> String {
    let time = show_seconds(record.cpu_seconds);
    let refinements = match record.statistics.get("refinements") {
        Some(number) => format!(" ({number})"),
        None => String::new(),
    };
    format!("{} {time}{refinements}", verdict(record))
}
