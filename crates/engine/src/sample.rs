//! Sampling: a bounded number of runs of the concrete machine.
//!
//! The cheapest search for violations: some runs with uniform inputs, then runs
//! with random ones. Runs are counted in machine steps, never in time, so the
//! result is always the same. It proves something in one case only: a program
//! that ends without ever asking for an input has no other run.

use crate::task::Task;
use crate::verdict::{Answer, Counterexample, Reason, Unknown, Verdict, fault_property};
use crate::watch::Watch;
use machine::{Incident, Input, Inputs, Machine, Outcome, Random, Request};
use program::Span;
use properties::Property;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub runs: u64,
    /// Operations after which a run is given up.
    pub steps_of_a_run: u64,
    /// Operations of all runs together.
    pub steps: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            runs: 400,
            steps_of_a_run: 200_000,
            steps: 4_000_000,
        }
    }
}

/// Runs the program on sampled inputs.
pub fn sample(task: &Task, effort: Effort, watch: &mut dyn Watch) -> Answer {
    watch.phase("sampling runs");
    let mut search = Search {
        task,
        open: task.properties.iter().collect(),
        decided: Vec::new(),
        obstacle: None,
        runs: 0,
        steps: 0,
    };
    while search.runs < effort.runs && search.steps < effort.steps && !search.open.is_empty() {
        let steps = effort.steps_of_a_run.min(effort.steps - search.steps);
        if search.run(steps, watch) {
            search.prove(watch);
        }
    }
    search.answer()
}

struct Search<'t> {
    task: &'t Task,
    /// Not decided yet.
    open: Vec<Property>,
    decided: Vec<(Property, Verdict)>,
    /// The first thing without a meaning that was reached.
    obstacle: Option<Unknown>,
    runs: u64,
    steps: u64,
}

impl Search<'_> {
    /// One more run. Is it the only one that the program has?
    fn run(&mut self, steps: u64, watch: &mut dyn Watch) -> bool {
        let task = self.task;
        let mut options = task.machine_options();
        options.steps = steps;
        let mut inputs = Supply::numbered(self.runs);
        let mut machine = Machine::new(&task.program, options, &mut inputs);
        let outcome = machine.run();
        self.runs += 1;
        self.steps += machine.steps().max(1);
        let alone = machine.drawn().is_empty() && !has_arguments(task);
        match outcome {
            Outcome::Exit(_) | Outcome::Abort | Outcome::Infeasible => alone,
            Outcome::Fault(incident) => {
                let inputs = machine.drawn().iter().map(|d| d.1).collect();
                self.violation(incident, inputs, watch);
                false
            }
            Outcome::Unsupported(what, span) => {
                let what = &task.program.names[what];
                self.obstacle(format!("{what} has no meaning here"), span);
                false
            }
            Outcome::Stuck(span) => {
                self.obstacle("no operation is possible here".into(), span);
                false
            }
            Outcome::StepLimit | Outcome::MemoryLimit | Outcome::InputsExhausted => false,
        }
    }

    fn violation(&mut self, incident: Incident, inputs: Vec<Input>, watch: &mut dyn Watch) {
        let Some(property) = fault_property(incident.fault) else {
            return;
        };
        if let Some(at) = self.open.iter().position(|&p| p == property) {
            self.open.remove(at);
            let verdict = Verdict::False(Box::new(Counterexample {
                property,
                inputs,
                incident,
            }));
            watch.decided(property, &verdict);
            self.decided.push((property, verdict));
        }
    }

    fn obstacle(&mut self, what: String, span: Span) {
        self.obstacle.get_or_insert(Unknown {
            reason: Reason::Unsupported,
            what,
            span,
        });
    }

    /// The only run has been seen, and it was clean.
    fn prove(&mut self, watch: &mut dyn Watch) {
        for property in std::mem::take(&mut self.open) {
            watch.decided(property, &Verdict::True);
            self.decided.push((property, Verdict::True));
        }
    }

    fn answer(self) -> Answer {
        let bound = Unknown {
            reason: Reason::Bound,
            what: format!("no violation in {} sampled runs", self.runs),
            span: Span::NONE,
        };
        let unknown = self.obstacle.unwrap_or(bound);
        let verdict = |property: Property| {
            let found = self.decided.iter().find(|d| d.0 == property);
            found.map_or(Verdict::Unknown(unknown.clone()), |d| d.1.clone())
        };
        let verdicts = self.task.properties.iter().map(|p| (p, verdict(p)));
        Answer {
            verdicts: verdicts.collect(),
            assumptions: Vec::new(),
            statistics: vec![("sampled-runs", self.runs), ("sampled-steps", self.steps)],
        }
    }
}

/// Parameters of the entry function are given by the environment, even where
/// the machine does not draw them.
fn has_arguments(task: &Task) -> bool {
    let entry = task.program.function_named(&task.settings.entry);
    entry.is_none_or(|f| !task.program.functions[f].parameters.is_empty())
}

/// The inputs of one run.
enum Supply {
    /// Always the same number.
    Uniform(i128),
    Random(Random),
}

impl Supply {
    /// Uniform ones first: much goes wrong with nothing but zeros or ones.
    fn numbered(run: u64) -> Supply {
        const UNIFORM: [i128; 4] = [0, 1, -1, 2];
        match UNIFORM.get(run as usize) {
            Some(&value) => Supply::Uniform(value),
            None => Supply::Random(Random::new(run)),
        }
    }
}

impl Inputs for Supply {
    fn draw(&mut self, request: Request) -> Option<Input> {
        match (self, request) {
            // No object has a negative number; the first one will do.
            (Supply::Uniform(value), Request::Pointer) => Some(Input::Int(value.abs())),
            (Supply::Uniform(value), _) => Some(Input::Int(*value)),
            (Supply::Random(random), _) => random.draw(request),
        }
    }
}
