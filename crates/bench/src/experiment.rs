//! Experiments: the same tasks in several configurations, and a table of a paper that
//! sets these side by side.

use crate::answer::Judgement;
use crate::gather::Task;
use crate::record::{Record, Results};
use crate::schedule::{Plan, run_all};
use crate::table::Table;
use std::sync::atomic::AtomicBool;

/// Which configurations are compared, and how they are shown.
pub struct Experiment {
    pub configurations: &'static [Configuration],
    pub(crate) show: fn(&Comparison) -> String,
}

/// A way to verify that is compared with the others.
pub struct Configuration {
    pub name: &'static str,
    pub strategy: &'static str,
    /// Where they are not the strategy's own.
    pub analyses: Option<&'static str>,
}

/// What came of the tasks in each configuration, in their order.
pub struct Comparison {
    experiment: &'static Experiment,
    runs: Vec<(&'static Configuration, Results)>,
}

impl Experiment {
    /// Runs the tasks in each configuration. `plan` says the rest.
    pub fn run(
        &'static self,
        tasks: &[Task],
        plan: &Plan,
        stop: &AtomicBool,
        done: impl Fn(&Record) + Sync,
    ) -> Result<Comparison, String> {
        let mut runs = Vec::new();
        for configuration in self.configurations {
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
            runs.push((configuration, run_all(tasks, &plan, stop, &done)?));
        }
        Ok(Comparison {
            experiment: self,
            runs,
        })
    }
}

impl Comparison {
    pub fn any_wrong(&self) -> bool {
        self.runs.iter().any(|(_, results)| results.any_wrong())
    }

    pub fn interrupted(&self) -> bool {
        self.runs.iter().any(|(_, results)| results.interrupted)
    }

    pub fn table(&self) -> String {
        (self.experiment.show)(self)
    }

    /// For each task its name, with the property where there are several, and its runs.
    pub(crate) fn by_task(&self) -> Vec<(String, Vec<(&'static Configuration, &Record)>)> {
        let mut tasks: Vec<(&str, String)> = Vec::new();
        for record in self.runs.iter().flat_map(|(_, results)| &results.records) {
            let key = (record.task.as_str(), record.property.to_string());
            if !tasks.contains(&key) {
                tasks.push(key);
            }
        }
        let one_property = tasks.iter().all(|(_, property)| *property == tasks[0].1);
        let runs = |task: &str, property: &str| {
            let own = |r: &&Record| r.task == task && r.property.to_string() == property;
            let runs = self.runs.iter().filter_map(|(configuration, results)| {
                Some((*configuration, results.records.iter().find(own)?))
            });
            runs.collect()
        };
        let named = tasks.iter().map(|(task, property)| {
            let name = match one_property {
                true => (*task).to_owned(),
                false => format!("{task} {property}"),
            };
            (name, runs(task, property))
        });
        named.collect()
    }
}

/// The answer, and whether it is wrong.
pub(crate) fn verdict(record: &Record) -> String {
    let mark = match record.judgement {
        Judgement::Wrong => " (wrong)",
        Judgement::Correct | Judgement::Unknown | Judgement::Failed | Judgement::Unlabelled => "",
    };
    format!("{}{mark}", record.answer)
}

/// A table under its title.
pub(crate) fn titled(title: &str, table: &Table) -> String {
    format!("{title}\n\n{}", table.render())
}
