//! From an exploration to an answer: what no analysis reaches is proved; what one
//! reaches is a violation only if the machine shows it.

use crate::analysis::Cx;
use crate::explore::{Event, Exploration, NodeId, Setup};
use crate::falsify::falsify_along;
use crate::invariants::invariants;
use crate::lazy::{Outcome, Refiner};
use crate::model::{Promise, Skeleton, promise};
use crate::precision::{Fact, Known, understand};
use crate::product::Product;
use crate::task::Task;
use crate::verdict::{Answer, Counterexample, Reason, Unknown, Verdict};
use crate::watch::{REFINEMENT, Watch};
use logic::Logic;
use pointers::{Options, Pointers, UnknownCalls};
use program::{Contracts, FunctionId, Op, Span};
use properties::{Property, Woven};
use solver::Solver;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Abstract paths to violations of one property that are looked at more closely.
const MAX_ATTEMPTS: u32 = 10;

/// Operations of the search along one of them.
const ATTEMPT: u64 = 1_000_000;

/// Successor computations after which the one who watches is told of them.
const PAUSE: u64 = 500;

/// What is said of a violation that every run comes to, as far as the model says.
const HOPELESS: &str = "; as far as the states say, runs come to a violation whatever they do, \
                        but none was found";

/// A task with what all analyses look at.
pub struct Prepared<'t> {
    pub task: &'t Task,
    pub woven: Woven,
    pub pointers: Pointers,
    /// What the task's precision means, with the logic of its formulae.
    precision: Vec<Known>,
    contracts: Contracts,
    logic: Logic,
}

impl<'t> Prepared<'t> {
    /// None if there is no entry function.
    pub fn new(task: &'t Task) -> Option<Prepared<'t>> {
        let mut woven = task.woven()?;
        let mut logic = Logic::new();
        let (precision, _) = understand(&mut woven.program, &mut logic, &task.precision);
        let contracts = program::contracts(&mut woven.program);
        let start = &woven.program.functions[woven.start];
        let options = Options {
            entry: woven.program.names[start.name].to_owned(),
            unknown_calls: match task.settings.unknown_calls {
                machine::UnknownCalls::Havoc => UnknownCalls::Havoc,
                machine::UnknownCalls::Pure | machine::UnknownCalls::Error => UnknownCalls::Pure,
            },
            ..Options::default()
        };
        let pointers = Pointers::analyze(&woven.program, &options);
        Some(Prepared {
            task,
            woven,
            pointers,
            precision,
            contracts,
            logic,
        })
    }

    pub fn cx(&self) -> Cx<'_> {
        Cx {
            program: &self.woven.program,
            violations: &self.woven.violations,
            pointers: &self.pointers,
            settings: &self.task.settings,
            properties: &self.task.properties,
            observers: &self.task.observers,
            precision: &self.precision,
            contracts: &self.contracts,
            declarations: &self.task.declarations,
            strict_pointers: self.task.properties.contains(Property::ValidDeref),
            start: self.woven.start,
            logic: RefCell::new(self.logic.clone()),
        }
    }
}

/// Explores and answers.
pub fn verify(
    prepared: &Prepared<'_>,
    cx: &Cx<'_>,
    product: Product,
    setup: Setup,
    solver: &mut dyn Solver,
    watch: &mut dyn Watch,
) -> Answer {
    let mut judge = Judge {
        prepared,
        solver,
        watch,
        violated: BTreeMap::new(),
        alarms: BTreeMap::new(),
        attempts: BTreeMap::new(),
        hole: destructors(prepared),
        refiner: product_refines(&product).then(Refiner::default),
    };
    let cost: u64 = product.components().iter().map(|c| c.cost()).sum();
    let mut exploration = Exploration::new(cx, product, setup);
    if judge.refiner.is_some() {
        let apart = cx.precision.iter().filter(|k| k.fact == Fact::Apart);
        apart.for_each(|k| exploration.keep_apart(k.place.0, k.place.1));
    }
    loop {
        let before = exploration.statistics.successors;
        let event = exploration.run_for(PAUSE);
        let looked = matches!(event, Some(Event::Violation(..)));
        match event {
            None => {}
            Some(Event::Violation(node, number)) => {
                judge.violation(&mut exploration, node, number);
            }
            Some(Event::Gap(gap)) => judge.hole(Reason::Unsupported, &gap.what, gap.span),
            Some(Event::Limit) => {
                let what = "the exploration has used up its steps";
                judge.hole(Reason::Bound, what, Span::NONE);
                break;
            }
            Some(Event::Finished) => break,
        }
        let successors = exploration.statistics.successors - before;
        let units = cost * successors + if looked { REFINEMENT } else { 0 };
        if !judge.watch.spent(units) {
            judge.hole(Reason::Bound, "the answer is no longer needed", Span::NONE);
            break;
        }
        if judge.is_hopeless() && !judge.watch.wants_model() {
            break;
        }
    }
    judge.watch.explored(&exploration, judge.hole.as_ref());
    judge.drive(&exploration);
    judge.answer(&exploration)
}

fn product_refines(product: &Product) -> bool {
    product.components().iter().any(|c| c.refines())
}

/// What runs after the program's end is not followed.
pub(crate) fn destructors(prepared: &Prepared<'_>) -> Option<Unknown> {
    let mut functions = prepared.woven.program.functions.iter();
    let found = functions.find(|f| f.destructor && f.body.is_some())?;
    Some(Unknown {
        reason: Reason::Unsupported,
        what: "a function that runs after the program's end".into(),
        span: found.span,
    })
}

/// Is the check that leads to an error node one that always fails?
pub(crate) fn is_unconditional(exploration: &Exploration<'_>, node: NodeId) -> bool {
    let program = exploration.cx().program;
    let body = program.functions[exploration.function(node)].body.as_ref();
    let edge = exploration.node(node).edge();
    body.zip(edge)
        .is_none_or(|(body, edge)| match body.edge(edge).op {
            Op::Assume { condition, .. } => program.exprs.int_value(condition).is_some(),
            _ => true,
        })
}

struct Judge<'a> {
    prepared: &'a Prepared<'a>,
    solver: &'a mut dyn Solver,
    watch: &'a mut dyn Watch,
    violated: BTreeMap<Property, Counterexample>,
    /// Where a property may be violated.
    alarms: BTreeMap<Property, Unknown>,
    attempts: BTreeMap<Property, u32>,
    /// Why not every run was seen.
    hole: Option<Unknown>,
    /// If there is an analysis that can become more precise.
    refiner: Option<Refiner>,
}

impl Judge<'_> {
    fn hole(&mut self, reason: Reason, what: &str, span: Span) {
        self.hole.get_or_insert_with(|| Unknown {
            reason,
            what: what.to_owned(),
            span,
        });
    }

    /// Is there nothing left that going on could prove or refute?
    fn is_hopeless(&self) -> bool {
        let mut properties = self.prepared.task.properties.iter();
        properties.all(|p| {
            let tried = self.attempts.get(&p).copied().unwrap_or(0) >= MAX_ATTEMPTS;
            self.violated.contains_key(&p)
                || self.watch.is_settled(p)
                || self.alarms.contains_key(&p) && tried
        })
    }

    fn violation(&mut self, exploration: &mut Exploration<'_>, node: NodeId, number: u32) {
        let violation = &self.prepared.woven.violations[number as usize];
        let property = violation.property;
        if !self.prepared.task.properties.contains(property) {
            // Runs are not to go on after an overflow; but nobody can say of the
            // widest type whether it is one.
            if is_unconditional(exploration, node) {
                let what = "arithmetic that may overflow";
                self.hole(Reason::Unsupported, what, violation.span);
            }
            return;
        }
        if self.watch.is_settled(property) {
            return self.left_open(number);
        }
        if self.violated.contains_key(&property) || self.is_hopeless() {
            return self.left_open(number);
        }
        let mut why = String::new();
        let mut trace = None;
        if let Some(refiner) = &mut self.refiner {
            let found = exploration.trace(node);
            let to = self.prepared.woven.program.show(violation.span);
            match refiner.examine(exploration, &found, self.watch) {
                Outcome::Refined => return,
                Outcome::Possible => {
                    let what = format!("a path to {to} may be possible");
                    self.watch.refined(&what);
                }
                Outcome::Stuck(reason) => {
                    let what = format!("a path to {to} is not excluded: {reason}");
                    self.watch.refined(&what);
                    why = reason;
                }
            }
            trace = Some(found);
        }
        let path = match &trace {
            Some(trace) => trace.nodes.clone(),
            None => exploration.path(node),
        };
        let attempts = self.attempts.entry(property).or_default();
        *attempts += 1;
        if *attempts <= MAX_ATTEMPTS && self.confirm(exploration, &path) {
            return self.left_open(number);
        }
        if let (Some(refiner), Some(trace)) = (&mut self.refiner, &trace)
            && refiner.blame_join(exploration, trace, self.watch)
        {
            return;
        }
        let why = match why.is_empty() {
            true => String::new(),
            false => format!(": {why}"),
        };
        self.alarms.entry(property).or_insert_with(|| Unknown {
            reason: Reason::Imprecise,
            what: format!("a violation cannot be excluded here{why}"),
            span: violation.span,
        });
        self.left_open(number);
    }

    /// After a check that is not excluded: runs may go on behind it.
    fn left_open(&mut self, number: u32) {
        let violation = &self.prepared.woven.violations[number as usize];
        if violation.goes_on {
            let what = "what comes after a lost block was not examined";
            self.hole(Reason::Bound, what, violation.span);
        }
    }

    /// Follows a path exactly. True if the machine shows its violation.
    fn confirm(&mut self, exploration: &Exploration<'_>, path: &[NodeId]) -> bool {
        // A return leads from the function at once.
        let program = exploration.cx().program;
        let is_exit = |function: FunctionId, at| {
            let body = program.functions[function].body.as_ref();
            body.is_some_and(|b| b.exit() == Some(at))
        };
        let path: Vec<_> = path
            .iter()
            .map(|&id| (exploration.function(id), exploration.node(id).at))
            .filter(|&(function, at)| !is_exit(function, at))
            .collect();
        let limit = ATTEMPT.max(2 * path.len() as u64);
        let (task, woven) = (self.prepared.task, &self.prepared.woven);
        let answer = falsify_along(task, woven, &path, self.solver, limit, self.watch);
        let mut confirmed = false;
        for (property, verdict) in answer.verdicts {
            if let Verdict::False(found) = verdict {
                confirmed = true;
                self.violated.entry(property).or_insert(*found);
            }
        }
        confirmed
    }

    /// Where a violation is not excluded, perhaps every run comes to one: then the model
    /// says how to choose inputs, and the machine what comes of it.
    fn drive(&mut self, exploration: &Exploration<'_>) {
        if self.alarms.is_empty() || self.hole.is_some() {
            return;
        }
        let model = Skeleton::of(exploration, None);
        for (&property, alarm) in &mut self.alarms {
            if self.watch.is_settled(property) {
                continue;
            }
            match promise(self.prepared.task, exploration.cx(), &model, property) {
                Promise::None => {}
                Promise::Hint => alarm.what.push_str(HOPELESS),
                Promise::Kept(found) => {
                    let verdict = Verdict::False(found.clone());
                    self.watch.decided(property, &verdict);
                    self.violated.insert(property, *found);
                }
            }
        }
    }

    fn answer(mut self, exploration: &Exploration<'_>) -> Answer {
        let mut verdicts = Vec::new();
        for property in self.prepared.task.properties.iter() {
            let verdict = if let Some(found) = self.violated.remove(&property) {
                Verdict::False(Box::new(found))
            } else if self.watch.is_settled(property) {
                // Its checks were passed over.
                Verdict::Unknown(Unknown {
                    reason: Reason::Bound,
                    what: "another strategy has decided it".into(),
                    span: Span::NONE,
                })
            } else if let Some(alarm) = self.alarms.remove(&property) {
                Verdict::Unknown(alarm)
            } else if let Some(hole) = &self.hole {
                Verdict::Unknown(hole.clone())
            } else {
                self.watch.decided(property, &Verdict::True);
                Verdict::True
            };
            verdicts.push((property, verdict));
        }
        let known = exploration.statistics;
        let pointers = &self.prepared.pointers;
        let reached = pointers.calls().reached().iter();
        let bodies = reached.filter_map(|&f| exploration.cx().function(f).body.as_ref());
        let locations: usize = bodies.map(|b| b.location_count()).sum();
        let mut statistics: Vec<(Cow<'static, str>, u64)> = vec![
            ("locations".into(), locations as u64),
            ("successors".into(), known.successors),
            ("nodes".into(), known.nodes),
            ("nodes covered".into(), known.covered),
            ("nodes merged".into(), known.merged),
            ("nodes widened".into(), known.widened),
            ("contexts".into(), known.contexts),
            (
                "states of the product".into(),
                exploration.state_count() as u64,
            ),
        ];
        for component in exploration.product().components() {
            let name = format!("states of {}", component.name());
            statistics.push((name.into(), component.count() as u64));
            let own = component.statistics().into_iter();
            statistics.extend(own.map(|(name, number)| (name.into(), number)));
        }
        if let Some(refiner) = &self.refiner {
            statistics.extend([
                ("refinements".into(), refiner.refinements),
                ("joins separated".into(), refiner.separations),
                ("joins kept apart".into(), refiner.kept_apart),
            ]);
        }
        // Then every run was seen, as far as it violates nothing.
        let proves = verdicts.iter().any(|(_, v)| matches!(v, Verdict::True));
        Answer {
            verdicts,
            assumptions: Vec::new(),
            statistics,
            told: proves.then(|| invariants(exploration)),
            values: Vec::new(),
            exchange: exploration.account(),
        }
    }
}
