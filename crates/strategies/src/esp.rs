//! ESP (Das, Lerner, Seigle 2002): property simulation, one stateful value at a time, on
//! the part of the program that matters to it.
//!
//! Proves or says what it cannot exclude. An automaton whose values cannot be followed
//! one at a time is simulated on the whole program.

use crate::look::{Looked, Looker};
use crate::{Configuration, predicated};
use engine::{Answer, Examined, Fate, Reason, Subject, Task, Unknown, Verdict, Watch};
use pointers::{Options, Pointers, UnknownCalls};
use program::Span;
use properties::{Observer, Property};
use slices::{Detail, Input, Part, Plan};
use std::borrow::Cow;

/// What the points-to analysis takes for granted.
const NUMBERS: &str = "no address is rebuilt from digits or conditions, or read back from outside";

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    examine(task, configuration, &Effort::ALONE, watch)
}

/// How far to go.
pub struct Effort {
    /// Successor computations for each slice.
    pub simulation: u64,
    /// Successor computations of predicated lattices on the slice of a value that
    /// simulation does not prove.
    pub refinement: Option<u64>,
    /// Does nothing else come after it? Then no value is left out because another one
    /// stays open, and no automaton because its values cannot be followed.
    pub alone: bool,
}

impl Effort {
    /// The supervisor's limits come first.
    const ALONE: Effort = Effort {
        simulation: u64::MAX,
        refinement: None,
        alone: true,
    };
}

/// Examines all values of all automata.
pub fn examine(
    task: &Task,
    configuration: &Configuration,
    effort: &Effort,
    watch: &mut dyn Watch,
) -> Answer {
    let mut answer = Answer::default();
    for property in task.properties.iter() {
        let looker = Looker {
            task,
            configuration,
            property,
            effort,
        };
        let mut follower = Follower {
            looker,
            watch,
            totals: Totals::default(),
            values: Vec::new(),
        };
        let mut observers = task.observers.iter();
        let observer = observers.find(|o| Property::automaton(&o.name) == property);
        let followed = observer.and_then(|o| follower.one_by_one(o));
        if followed.is_none() && effort.alone {
            follower.whole();
        }
        let Follower { totals, values, .. } = follower;
        let verdict = match values.iter().find_map(Examined::open) {
            None if values.is_empty() => Verdict::Unknown(Unknown {
                reason: Reason::Bound,
                what: "its values cannot be followed one at a time".to_owned(),
                span: Span::NONE,
            }),
            None => Verdict::True,
            Some(open) => Verdict::Unknown(open.clone()),
        };
        if let Verdict::True = verdict {
            watch.decided(property, &verdict);
            if !answer.assumptions.iter().any(|a| a == NUMBERS) {
                answer.assumptions.push(NUMBERS.to_owned());
            }
        }
        answer.statistics.extend(totals.statistics());
        answer.verdicts.push((property, verdict));
        answer.values.extend(values);
    }
    answer
}

/// Follows the values of one automaton.
struct Follower<'a> {
    looker: Looker<'a>,
    watch: &'a mut dyn Watch,
    totals: Totals,
    values: Vec<Examined>,
}

impl Follower<'_> {
    /// Follows each value that the automaton creates; None if that is not possible.
    fn one_by_one(&mut self, observer: &Observer) -> Option<()> {
        let task = self.looker.task;
        if observer.tracked.is_none() && observer.sets.is_empty() {
            return None;
        }
        self.watch.phase("following pointers");
        let options = Options {
            entry: task.settings.entry.clone(),
            unknown_calls: match task.settings.unknown_calls {
                machine::UnknownCalls::Havoc => UnknownCalls::Havoc,
                machine::UnknownCalls::Pure | machine::UnknownCalls::Error => UnknownCalls::Pure,
            },
            ..Options::default()
        };
        let pointers = Pointers::analyze(&task.program, &options);
        let input = Input {
            program: &task.program,
            pointers: &pointers,
            observer,
            entry: task.program.function_named(&task.settings.entry)?,
            library: machine::MODEL_PREFIX,
        };
        let plan = Plan::new(&input).ok()?;
        self.watch.phase("following values");
        let looker = self.looker;
        looker.everywhere(&input, &plan, |plan, looked| {
            let subject = looked.subject;
            self.totals.add(&looked.totals);
            let fate = match looked.open.is_empty() {
                true => Fate::Proved,
                false => self.refine(plan, looked),
            };
            self.note(subject, fate);
        });
        Some(())
    }

    /// All values at once, in the program as it is.
    fn whole(&mut self) {
        self.watch.phase("simulating the whole program");
        let open = self.looker.whole(&mut self.totals);
        let fate = match open.is_empty() {
            true => Fate::Proved,
            false => Fate::Possible(open, Vec::new()),
        };
        self.note(Subject::All, fate);
    }

    fn note(&mut self, subject: Subject, fate: Fate) {
        let value = Examined {
            property: self.looker.property,
            number: self.values.len(),
            subject,
            fate,
        };
        self.watch.examined(&value);
        self.values.push(value);
    }

    /// What predicates make of what simulation left open. A slice can do more than the
    /// program: a proof counts, a violation does not.
    fn refine(&mut self, plan: &Plan<'_>, looked: Looked) -> Fate {
        let stays_open = self.values.iter().any(|v| v.open().is_some());
        let effort = self.looker.effort;
        let limit = match effort.refinement {
            Some(limit) if effort.alone || !stays_open => limit,
            _ => {
                let open = looked.open.into_iter().flat_map(|(_, found)| found);
                return Fate::Possible(open.collect(), Vec::new());
            }
        };
        let cut = plan.cut(looked.focus, Detail::Calls);
        let (mut open, mut tried) = (Vec::new(), Vec::new());
        let parts: Vec<Part> = looked.open.iter().map(|(part, _)| *part).collect();
        let slices = self.looker.slices(cut, &parts, &mut self.totals);
        for ((_, found), mut slice) in looked.open.into_iter().zip(slices) {
            self.totals.refined += 1;
            slices::decide(&mut slice.program);
            let answer = predicated::limited(&slice, limit, &mut Aside(self.watch));
            tried.push(match answer.verdicts.into_iter().next() {
                Some((_, Verdict::True)) => {
                    self.totals.refuted += 1;
                    continue;
                }
                Some((_, Verdict::False(_))) => {
                    "on its slice it happens; what was left out of it may exclude that".to_owned()
                }
                Some((_, Verdict::Unknown(unknown))) => {
                    format!("on its slice, predicates do not decide: {}", unknown.what)
                }
                None => "on its slice, predicates do not decide".to_owned(),
            });
            open.extend(found);
        }
        match open.is_empty() {
            true => Fate::Proved,
            false => Fate::Possible(open, tried),
        }
    }
}

/// Tells what is learned about a slice. What is decided there is not decided.
struct Aside<'a>(&'a mut dyn Watch);

impl Watch for Aside<'_> {
    fn refined(&mut self, what: &str) {
        self.0.refined(what);
    }
}

/// What following all values took.
#[derive(Default)]
pub struct Totals {
    pub slices: u64,
    pub functions: u64,
    pub edges: u64,
    pub successors: u64,
    pub contexts: u64,
    refined: u64,
    refuted: u64,
}

impl Totals {
    fn add(&mut self, more: &Totals) {
        self.slices += more.slices;
        self.functions += more.functions;
        self.edges += more.edges;
        self.successors += more.successors;
        self.contexts += more.contexts;
        self.refined += more.refined;
        self.refuted += more.refuted;
    }

    fn statistics(&self) -> Vec<(Cow<'static, str>, u64)> {
        vec![
            ("slices".into(), self.slices),
            ("functions in slices".into(), self.functions),
            ("edges in slices".into(), self.edges),
            ("successors".into(), self.successors),
            ("contexts".into(), self.contexts),
            ("slices refined".into(), self.refined),
            ("slices proved by that".into(), self.refuted),
        ]
    }
}
