//! What refinement costs, with and without a lattice: the table of Fischer, Jhala and
//! Majumdar 2005 (Table 4) for any tasks.
//!
//! Each task is run in each of the paper's configurations, whose blocks are single
//! steps, and in those that have large blocks. The numbers are the statistics that the
//! tool tells; a run that was stopped has none.

use crate::answer::{Answer, Judgement};
use crate::gather::Task;
use crate::record::{Record, Results};
use crate::schedule::{Plan, run_all};
use crate::summary::show_seconds;
use crate::table::{Side, Table};
use std::sync::atomic::AtomicBool;

/// A way to verify that is compared with the others.
pub struct Configuration {
    pub name: &'static str,
    pub strategy: &'static str,
    /// Where they are not the strategy's own.
    pub analyses: Option<&'static str>,
}

pub const CONFIGURATIONS: &[Configuration] = &[
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

/// What came of the tasks in each configuration, in their order.
pub struct Refinements(Vec<(&'static Configuration, Results)>);

/// Runs the tasks in each configuration. `plan` says the rest.
pub fn run_refinements(
    tasks: &[Task],
    plan: &Plan,
    stop: &AtomicBool,
    done: impl Fn(&Record) + Sync,
) -> Result<Refinements, String> {
    let mut all = Vec::new();
    for configuration in CONFIGURATIONS {
        let mut options: Vec<String> = ["--stats", "--format", "json"].map(Into::into).into();
        if let Some(analyses) = configuration.analyses {
            options.extend(["--analyses".to_owned(), analyses.to_owned()]);
        }
        options.extend(plan.options.iter().cloned());
        let plan = Plan {
            strategy: Some(configuration.strategy.to_owned()),
            options,
            ..plan.clone()
        };
        all.push((configuration, run_all(tasks, &plan, stop, &done)?));
    }
    Ok(Refinements(all))
}

impl Refinements {
    pub fn any_wrong(&self) -> bool {
        self.0.iter().any(|(_, results)| results.any_wrong())
    }

    pub fn interrupted(&self) -> bool {
        self.0.iter().any(|(_, results)| results.interrupted)
    }

    /// The table, a group of rows for each task.
    pub fn table(&self) -> String {
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
        let mut tasks: Vec<(&str, String)> = Vec::new();
        for record in self.0.iter().flat_map(|(_, results)| &results.records) {
            let key = (record.task.as_str(), record.property.to_string());
            if !tasks.contains(&key) {
                tasks.push(key);
            }
        }
        let one_property = tasks.iter().all(|(_, property)| *property == tasks[0].1);
        for (i, (task, property)) in tasks.iter().enumerate() {
            if i > 0 {
                table.rule();
            }
            let runs = self.0.iter().filter_map(|(configuration, results)| {
                let mut records = results.records.iter();
                let own = |r: &&Record| r.task == *task && r.property.to_string() == *property;
                Some((*configuration, records.find(own)?))
            });
            let runs: Vec<_> = runs.collect();
            // Some run may have been stopped before it could say.
            let nodes = runs.iter().find_map(|(_, r)| r.statistics.get("locations"));
            for (row, (configuration, record)) in runs.iter().enumerate() {
                let first = |text: String| if row == 0 { text } else { String::new() };
                let number = |name: &str| show(record.statistics.get(name));
                let mark = match record.judgement {
                    Judgement::Wrong => " (wrong)",
                    _ => "",
                };
                table.row(vec![
                    first(match one_property {
                        true => (*task).to_owned(),
                        false => format!("{task} {property}"),
                    }),
                    first(show(nodes)),
                    configuration.name.to_owned(),
                    number("successors"),
                    number("refinements"),
                    number("predicates"),
                    time(record),
                    format!("{}{mark}", record.answer),
                ]);
            }
        }
        table.render()
    }
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
