//! What property simulation makes of an automaton's values, one at a time; several
//! values side by side.

use crate::Configuration;
use crate::esp::{Effort, Totals};
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Prepared, Reason, Subject, Suspicion, Task, Unknown, simulate};
use program::{Program, Span};
use properties::{Observer, Properties, Property};
use slices::{Cut, Detail, Input, Part, Plan};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

const ANALYSES: &[&str] = &["automaton", "values"];

/// Violations of one part of a value's life that are told.
const MOST: usize = 10;

/// As deep as the worker's own.
const STACK: usize = 64 << 20;

/// What was asked, of all values.
#[derive(Clone, Copy)]
pub struct Looker<'a> {
    pub task: &'a Task,
    pub configuration: &'a Configuration,
    pub property: Property,
    pub effort: &'a Effort,
}

/// What simulation leaves open of a value.
pub struct Looked {
    pub focus: Option<usize>,
    pub subject: Subject,
    /// The parts of its life in which something is not excluded.
    pub open: Vec<(Part, Vec<Suspicion>)>,
    pub totals: Totals,
}

impl Looker<'_> {
    /// Looks at each value, with as many threads as there are processors, and tells in
    /// order of the values.
    pub fn everywhere(
        &self,
        input: &Input<'_>,
        plan: &Plan<'_>,
        mut tell: impl FnMut(&Plan<'_>, Looked),
    ) {
        let subjects: Vec<Option<usize>> = plan.subjects().collect();
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let helpers = processors.min(subjects.len()).saturating_sub(1);
        let next = AtomicUsize::new(0);
        let take = || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            subjects.get(number).map(|&focus| (number, focus))
        };
        let (said, heard) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..helpers {
                let said = said.clone();
                let work = || {
                    let said = said;
                    // Plans remember what they were asked, each for itself.
                    let Ok(plan) = Plan::new(input) else {
                        return;
                    };
                    while let Some((number, focus)) = take() {
                        let looked = self.look(&plan, focus);
                        if said.send((number, looked)).is_err() {
                            break;
                        }
                    }
                };
                // Without a thread the others do its work.
                let builder = thread::Builder::new().stack_size(STACK);
                let _ = builder.spawn_scoped(scope, work);
            }
            drop(said);
            let mut done: Vec<Option<Looked>> = subjects.iter().map(|_| None).collect();
            let mut told = 0;
            let mut put = |number: usize, looked: Looked| {
                done[number] = Some(looked);
                while let Some(looked) = done.get_mut(told).and_then(Option::take) {
                    tell(plan, looked);
                    told += 1;
                }
            };
            while let Some((number, focus)) = take() {
                put(number, self.look(plan, focus));
                while let Ok((number, looked)) = heard.try_recv() {
                    put(number, looked);
                }
            }
            for (number, looked) in heard {
                put(number, looked);
            }
            // A value of which nothing was told would pass for proved.
            assert_eq!(told, subjects.len(), "each value is looked at");
        });
    }

    /// The program as one value sees it: at first with little detail, then with more
    /// where that is needed.
    fn look(&self, plan: &Plan<'_>, focus: Option<usize>) -> Looked {
        let mut totals = Totals::default();
        let mut open = Vec::new();
        let cut = plan.cut(focus, Detail::Local);
        let parts = cut.parts();
        for (&part, slice) in parts.iter().zip(self.slices(cut, parts, &mut totals)) {
            if !self.simulate(&slice, 1, &mut totals).is_empty() {
                open.push(part);
            }
        }
        let subject = match plan.subject(focus) {
            slices::Subject::Created(span) => Subject::Created(span),
            slices::Subject::Nothing => Subject::Null,
        };
        let mut left = Vec::new();
        if !open.is_empty() {
            let cut = plan.cut(focus, Detail::Calls);
            let slices = self.slices(cut, &open, &mut totals);
            for (part, slice) in open.into_iter().zip(slices) {
                let mut found = self.simulate(&slice, MOST, &mut totals);
                for suspicion in &mut found {
                    suspicion.early = part == Part::Before;
                    self.tell_of(subject, suspicion);
                }
                if !found.is_empty() {
                    left.push((part, found));
                }
            }
        }
        Looked {
            focus,
            subject,
            open: left,
            totals,
        }
    }
    /// Puts what is not excluded into words that speak of the value.
    fn tell_of(&self, subject: Subject, suspicion: &mut Suspicion) {
        let found = &mut suspicion.what;
        if suspicion.early {
            found.what = format!("before the value is created, {}", found.what);
        }
        // The end of a program is in the library: nothing that the user could look at.
        let place = self.task.program.sources.position(found.span);
        let is_library = place.is_some_and(|p| p.file.starts_with(machine::MODEL_PREFIX));
        if let Subject::Created(span) = subject
            && is_library
            && found.reason == Reason::Imprecise
        {
            found.span = span;
        }
    }

    /// Parts of the program as a value sees it.
    pub fn slices(&self, cut: Cut<'_, '_>, parts: &[Part], totals: &mut Totals) -> Vec<Task> {
        let mut tasks = Vec::new();
        for mut slice in cut.slices(parts) {
            if self.configuration.analyses.is_some() {
                // They may tell paths apart by what decides about them.
                slices::decide(&mut slice.program);
            }
            totals.slices += 1;
            totals.functions += slice.functions as u64;
            totals.edges += slice.edges as u64;
            tasks.push(self.restricted(slice.program, slice.observers));
        }
        tasks
    }

    /// All values at once, in the program as it is.
    pub fn whole(&self, totals: &mut Totals) -> Vec<Suspicion> {
        let (program, observers) = (self.task.program.clone(), self.task.observers.clone());
        self.simulate(&self.restricted(program, observers), MOST, totals)
    }

    /// The question about the property of another program.
    fn restricted(&self, program: Program, observers: Vec<Observer>) -> Task {
        Task {
            program,
            properties: Properties::NONE.with(self.property),
            observers,
            precision: Vec::new(),
            declarations: String::new(),
            settings: self.task.settings.clone(),
        }
    }

    /// What property simulation cannot exclude, up to a number.
    fn simulate(&self, task: &Task, most: usize, totals: &mut Totals) -> Vec<Suspicion> {
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
        });
        let simulation = simulate(&prepared, &cx, product, setup, most);
        totals.successors += simulation.statistics.successors;
        totals.contexts += simulation.statistics.contexts;
        simulation.open
    }
}
