//! Sampling: a bounded number of runs of the concrete machine.
//!
//! The cheapest search for violations: some runs with uniform inputs, then runs
//! with random ones: of any size, and of one size each, which come to where a loop has to
//! go round some thousand times. Runs are counted in machine steps, never in time, so the
//! result is always the same. It proves nothing: even a program without inputs may depend
//! on where its objects lie.

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

/// Operations of the machine that take as long as one of the search.
const MACHINE: u64 = 50;

impl Effort {
    /// A few milliseconds.
    pub const GLANCE: Effort = Effort {
        runs: 12,
        steps_of_a_run: 20_000,
        steps: 100_000,
    };

    /// Some tenths of a second, where runs do not end.
    pub const LONG: Effort = Effort {
        runs: 60,
        steps_of_a_run: 2_000_000,
        steps: 16_000_000,
    };

    pub const THOROUGH: Effort = Effort {
        runs: 2_000,
        steps_of_a_run: 1_000_000,
        steps: 50_000_000,
    };
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
        let before = search.steps;
        let go_on = search.run(steps, watch);
        // The machine is faster than the search.
        if !watch.spent((search.steps - before) / MACHINE) || !go_on {
            break;
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
    /// One more run. False if it asked for no input: then all others are the same.
    fn run(&mut self, steps: u64, watch: &mut dyn Watch) -> bool {
        let task = self.task;
        let mut options = task.machine_options();
        options.steps = steps;
        let mut inputs = Supply::numbered(self.runs);
        let mut machine = Machine::new(&task.program, options, &mut inputs);
        let outcome = machine.run();
        let asked = !machine.drawn().is_empty();
        self.runs += 1;
        self.steps += machine.steps().max(1);
        match outcome {
            Outcome::Fault(incident) => {
                let inputs = machine.drawn().iter().map(|d| d.1).collect();
                self.violation(incident, inputs, watch);
            }
            Outcome::Unsupported(what, span) => {
                let what = &task.program.names[what];
                self.obstacle(format!("{what} has no meaning here"), span);
            }
            Outcome::Undecided(span) => {
                self.obstacle("it is not found out whether this is true".into(), span);
            }
            Outcome::Stuck(span) => self.obstacle("no operation is possible here".into(), span),
            Outcome::Exit(_)
            | Outcome::Abort
            | Outcome::Infeasible
            | Outcome::StepLimit
            | Outcome::MemoryLimit
            | Outcome::InputsExhausted => {}
        }
        asked
    }

    fn violation(&mut self, incident: Incident, inputs: Vec<Input>, watch: &mut dyn Watch) {
        let Some(property) = fault_property(&self.task.program, incident.fault) else {
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
            statistics: vec![
                ("sampled-runs".into(), self.runs),
                ("sampled-steps".into(), self.steps),
            ],
            ..Answer::default()
        }
    }
}

/// The inputs of one run.
pub(crate) enum Supply {
    /// Always the same number.
    Uniform(i128),
    Random(Random),
    /// Of each number only so many of the lowest bits.
    Sized(Random, u32),
}

impl Supply {
    /// Uniform ones first: much goes wrong with nothing but zeros or ones.
    pub fn numbered(run: u64) -> Supply {
        const UNIFORM: [i128; 4] = [0, 1, -1, 2];
        match UNIFORM.get(run as usize) {
            Some(&value) => Supply::Uniform(value),
            // 4, 5 … 19, in an order in which neighbours differ much.
            None if (Effort::GLANCE.runs..Effort::LONG.runs).contains(&run) => {
                Supply::Sized(Random::new(run), 4 + (run * 7 % 16) as u32)
            }
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
            (Supply::Sized(random, bits), Request::Int { .. }) => match random.draw(request)? {
                Input::Int(value) => {
                    // Odd ones have all of the size.
                    let top = (value & 1) << (*bits - 1);
                    Some(Input::Int(value & ((1 << *bits) - 1) | top))
                }
                other => Some(other),
            },
            (Supply::Sized(random, _), _) => random.draw(request),
        }
    }
}
