//! ESP (Das, Lerner, Seigle 2002): property simulation, one stateful value at a time, on
//! the part of the program that matters to it.
//!
//! Proves or says what it cannot exclude. An automaton whose values cannot be followed
//! one at a time is simulated on the whole program.

use crate::Configuration;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Answer, Prepared, Reason, Task, Unknown, Verdict, Watch, simulate};
use pointers::{Options, Pointers, UnknownCalls};
use program::{Program, Span};
use properties::{Observer, Properties, Property};
use slices::{Detail, Input, Plan, Subject};
use std::borrow::Cow;

const ANALYSES: &[&str] = &["automaton", "values"];

pub fn run(task: &Task, configuration: &Configuration, watch: &mut dyn Watch) -> Answer {
    let mut answer = Answer::default();
    for property in task.properties.iter() {
        let mut observers = task.observers.iter();
        let observer = observers.find(|o| Property::automaton(&o.name) == property);
        let mut totals = Totals::default();
        let found =
            observer.map(|o| one_by_one(task, configuration, &property, o, &mut totals, watch));
        let open = found.flatten().unwrap_or_else(|| {
            watch.phase("simulating the whole program");
            let (program, observers) = (task.program.clone(), task.observers.clone());
            let whole = restricted(task, &property, program, observers);
            explore(&whole, configuration, &mut totals)
        });
        let verdict = match open {
            None => Verdict::True,
            Some(open) => Verdict::Unknown(open),
        };
        answer.statistics.extend(totals.statistics());
        watch.decided(property, &verdict);
        answer.verdicts.push((property, verdict));
    }
    answer
}

/// Follows each value that the automaton creates, and says what cannot be excluded of the
/// first that is not proved; None if that is not possible.
fn one_by_one(
    task: &Task,
    configuration: &Configuration,
    property: &Property,
    observer: &Observer,
    totals: &mut Totals,
    watch: &mut dyn Watch,
) -> Option<Option<Unknown>> {
    watch.phase("following pointers");
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
    watch.phase("slicing");
    let plan = Plan::new(&input).ok()?;
    let mut open: Option<Unknown> = None;
    for focus in plan.subjects() {
        let mut found = None;
        for detail in [Detail::Local, Detail::Calls] {
            let slice = plan.slice(focus, detail);
            let subject = slice.subject;
            let name = match subject {
                Subject::Created(span) => task.program.show(span).to_string(),
                Subject::Nothing => "null".to_owned(),
            };
            watch.phase(&format!("following the value of {name}"));
            totals.slices += 1;
            totals.functions += slice.functions as u64;
            totals.edges += slice.edges as u64;
            let small = restricted(task, property, slice.program, slice.observers);
            found = explore(&small, configuration, totals);
            if let Some(found) = &mut found {
                at_creation(task, subject, found);
            } else {
                break;
            }
        }
        if let Some(found) = &found {
            watch.refined(&format!(
                "{}: {}",
                task.program.show(found.span),
                found.what
            ));
        }
        open = open.or(found);
    }
    Some(open)
}

/// The end of a program is in the library: nothing that the user could look at. What is
/// wrong there is the value's.
fn at_creation(task: &Task, subject: Subject, found: &mut Unknown) {
    let place = task.program.sources.position(found.span);
    let is_library = place.is_some_and(|p| p.file.starts_with(machine::MODEL_PREFIX));
    if let Subject::Created(span) = subject
        && is_library
        && found.reason == Reason::Imprecise
    {
        found.span = span;
        found.what = "a violation by the value made here cannot be excluded".to_owned();
    }
}

/// The question about one property of another program.
fn restricted(
    task: &Task,
    property: &Property,
    program: Program,
    observers: Vec<Observer>,
) -> Task {
    Task {
        program,
        properties: Properties::NONE.with(*property),
        observers,
        precision: Vec::new(),
        settings: task.settings.clone(),
    }
}

/// What property simulation cannot exclude.
fn explore(task: &Task, configuration: &Configuration, totals: &mut Totals) -> Option<Unknown> {
    let Some(prepared) = Prepared::new(task) else {
        return Some(Unknown {
            reason: Reason::Unsupported,
            what: "there is no entry function".to_owned(),
            span: Span::NONE,
        });
    };
    let cx = prepared.cx();
    let product = configuration.product(&cx, ANALYSES);
    let setup = configuration.setup(Setup {
        merge: Merge::WhenKeysAgree,
        calls: Calls::Tabulated,
        order: Order::Program,
        widen_after: 3,
        // The supervisor's limits come first.
        limit: u64::MAX,
        refinements: u64::MAX,
    });
    let simulation = simulate(&prepared, &cx, product, setup);
    totals.successors += simulation.statistics.successors;
    totals.contexts += simulation.statistics.contexts;
    simulation.open
}

/// What following all values took.
#[derive(Default)]
struct Totals {
    slices: u64,
    functions: u64,
    edges: u64,
    successors: u64,
    contexts: u64,
}

impl Totals {
    fn statistics(&self) -> Vec<(Cow<'static, str>, u64)> {
        vec![
            ("slices".into(), self.slices),
            ("functions in slices".into(), self.functions),
            ("edges in slices".into(), self.edges),
            ("successors".into(), self.successors),
            ("contexts".into(), self.contexts),
        ]
    }
}
