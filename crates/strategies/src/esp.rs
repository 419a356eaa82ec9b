//! ESP (Das, Lerner, Seigle 2002): property simulation, one stateful value at a time, on
//! the part of the program that matters to it.
//!
//! Proves or says what it cannot exclude. An automaton whose values cannot be followed
//! one at a time is simulated on the whole program.

use crate::{Configuration, predicated};
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{
    Answer, Examined, Fate, Prepared, Reason, Subject, Suspicion, Task, Unknown, Verdict, Watch,
    simulate,
};
use pointers::{Options, Pointers, UnknownCalls};
use program::{Program, Span};
use properties::{Observer, Properties, Property};
use slices::{Detail, Input, Plan};
use std::borrow::Cow;

const ANALYSES: &[&str] = &["automaton", "values"];

/// Violations of one value that are told.
const MOST: usize = 10;

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    examine(task, configuration, &Effort::ALONE, watch)
}

/// How far to go.
pub struct Effort {
    /// Successor computations for each slice.
    pub simulation: u64,
    /// Successor computations and refinements of predicated lattices on the slice of a
    /// value that simulation does not prove.
    pub refinement: Option<(u64, u64)>,
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
        let mut follower = Follower {
            task,
            configuration,
            property,
            effort,
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
        }
        answer.statistics.extend(totals.statistics());
        answer.verdicts.push((property, verdict));
        answer.values.extend(values);
    }
    answer
}

/// Follows the values of one automaton.
struct Follower<'a> {
    task: &'a Task,
    configuration: &'a Configuration,
    property: Property,
    effort: &'a Effort,
    watch: &'a mut dyn Watch,
    totals: Totals,
    values: Vec<Examined>,
}

impl Follower<'_> {
    /// Follows each value that the automaton creates; None if that is not possible.
    fn one_by_one(&mut self, observer: &Observer) -> Option<()> {
        let task = self.task;
        observer.tracked?;
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
        self.watch.phase("slicing");
        let plan = Plan::new(&input).ok()?;
        for focus in plan.subjects() {
            let (subject, fate) = self.follow(&plan, focus);
            self.note(subject, fate);
        }
        Some(())
    }

    /// The program as one value sees it: at first with little detail, then with more.
    fn follow(&mut self, plan: &Plan<'_>, focus: Option<usize>) -> (Subject, Fate) {
        let (subject, small) = self.slice(plan, focus, Detail::Local);
        if self.simulate(&small, 1).is_empty() {
            return (subject, Fate::Proved);
        }
        let (_, small) = self.slice(plan, focus, Detail::Calls);
        let open = self.simulate(&small, MOST);
        let fate = match open.is_empty() {
            true => Fate::Proved,
            false => self.refine(small, open),
        };
        (subject, fate)
    }

    fn slice(&mut self, plan: &Plan<'_>, focus: Option<usize>, detail: Detail) -> (Subject, Task) {
        let mut slice = plan.slice(focus, detail);
        if self.configuration.analyses.is_some() {
            // They may tell paths apart by what decides about them.
            slices::decide(&mut slice.program);
        }
        self.totals.slices += 1;
        self.totals.functions += slice.functions as u64;
        self.totals.edges += slice.edges as u64;
        let (subject, name) = match slice.subject {
            slices::Subject::Created(span) => {
                let place = self.task.program.show(span).to_string();
                (Subject::Created(span), place)
            }
            slices::Subject::Nothing => (Subject::Null, "null".to_owned()),
        };
        self.watch.phase(&format!("following the value of {name}"));
        (subject, self.restricted(slice.program, slice.observers))
    }

    /// All values at once, in the program as it is.
    fn whole(&mut self) {
        self.watch.phase("simulating the whole program");
        let (program, observers) = (self.task.program.clone(), self.task.observers.clone());
        let whole = self.restricted(program, observers);
        let open = self.simulate(&whole, MOST);
        let fate = match open.is_empty() {
            true => Fate::Proved,
            false => Fate::Possible(open, Vec::new()),
        };
        self.note(Subject::All, fate);
    }

    fn note(&mut self, subject: Subject, fate: Fate) {
        let value = Examined {
            property: self.property,
            number: self.values.len(),
            subject,
            fate,
        };
        self.watch.examined(&value);
        self.values.push(value);
    }

    /// The question about the property of another program.
    fn restricted(&self, program: Program, observers: Vec<Observer>) -> Task {
        Task {
            program,
            properties: Properties::NONE.with(self.property),
            observers,
            precision: Vec::new(),
            settings: self.task.settings.clone(),
        }
    }

    /// What property simulation cannot exclude, up to a number.
    fn simulate(&mut self, task: &Task, most: usize) -> Vec<Suspicion> {
        let Some(prepared) = Prepared::new(task) else {
            return vec![Suspicion::without_path(Unknown {
                reason: Reason::Unsupported,
                what: "there is no entry function".to_owned(),
                span: Span::NONE,
            })];
        };
        let cx = prepared.cx();
        let product = self.configuration.product(&cx, ANALYSES);
        let setup = self.configuration.setup(Setup {
            merge: Merge::WhenKeysAgree,
            calls: Calls::Tabulated,
            order: Order::Program,
            widen_after: 3,
            limit: self.effort.simulation,
            refinements: u64::MAX,
        });
        let simulation = simulate(&prepared, &cx, product, setup, most);
        self.totals.successors += simulation.statistics.successors;
        self.totals.contexts += simulation.statistics.contexts;
        simulation.open
    }

    /// What predicates make of what simulation left open. A slice can do more than the
    /// program: a proof counts, a violation does not.
    fn refine(&mut self, mut slice: Task, open: Vec<Suspicion>) -> Fate {
        let stays_open = self.values.iter().any(|v| v.open().is_some());
        let limits = match self.effort.refinement {
            Some(limits) if self.effort.alone || !stays_open => limits,
            _ => return Fate::Possible(open, Vec::new()),
        };
        self.totals.refined += 1;
        slices::decide(&mut slice.program);
        let answer = predicated::limited(&slice, limits, &mut Aside(self.watch));
        let why = match answer.verdicts.into_iter().next() {
            Some((_, Verdict::True)) => {
                self.totals.refuted += 1;
                return Fate::Proved;
            }
            Some((_, Verdict::False(_))) => {
                "on its slice it happens; what was left out of it may exclude that".to_owned()
            }
            Some((_, Verdict::Unknown(unknown))) => {
                format!("on its slice, predicates do not decide: {}", unknown.what)
            }
            None => "on its slice, predicates do not decide".to_owned(),
        };
        Fate::Possible(open, vec![why])
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
struct Totals {
    slices: u64,
    functions: u64,
    edges: u64,
    successors: u64,
    contexts: u64,
    refined: u64,
    refuted: u64,
}

impl Totals {
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
