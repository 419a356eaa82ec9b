//! What every domain has to keep, checked against the concrete machine.
//!
//! A random program is explored with the domain, in all ways in which an exploration
//! merges states and shares calls; then the machine runs the same program, checks and
//! all, step by step on many inputs. Wherever it stops, one of the states reached at that
//! function and location must contain the concrete state ([`Concrete::contains`]); also of
//! those that are left when a model is pruned.
//!
//! On the states that were met, the laws of order and join: a state covers itself; what
//! merging or widening makes covers both, and contains what either contains; merging is
//! idempotent and commutative, up to coverage; what is covered contains no more; equal
//! states have equal keys. That widening ends chains is seen where everything is merged:
//! such an exploration must end.
//!
//! What states share before a step is true of the concrete states before and after it
//! (looked at in programs with tables, which have annotations to be of help to).
//!
//! Programs that reach something without a meaning for the domain, and explorations that
//! are too long where paths are kept apart, are skipped and counted.
//!
//! A domain whose coverage goes by form, and which may have infinitely many states, keeps
//! only a part of this ([`foresees_runs`]): what runs see, and that coverage and merging
//! lose nothing of it.

use crate::seeded::{Error, Seed, Seeded};
use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::model::{Skeleton, fates};
use engine::{
    Analysis, Component, Concrete, Cx, Interned, Prepared, Product, Settings, Step, Task,
};
use frontend::Text;
use generate::{Dice, annotated, errors, linked, lists, states, tables, values};
use logic::{FormulaId, Time, Valuation};
use machine::{Exhaustive, Inputs, Machine, Options, Random, Snapshot, UnknownCalls};
use program::{DataModel, ExprId, FunctionId, Location, Op, TypeId};
use properties::{Properties, Property};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::fmt;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Failures after which no more are looked for.
const MOST_FAILURES: usize = 3;

/// Successor computations where paths are kept apart, and where all is merged.
const APART: u64 = 2_000;
const MERGED: u64 = 60_000;

/// Runs on sequences of small inputs and on random ones; operations of each.
const SMALL: u32 = 10;
const RANDOM: u64 = 6;
const STEPS: u64 = 400;

/// The same where every look costs a question to a solver.
const FEW_APART: u64 = 600;
const FEW_SMALL: u32 = 3;
const FEW_RANDOM: u64 = 2;
const FEW_STEPS: u64 = 120;

/// States of one location that are compared with one another.
const COMPARED: usize = 5;
/// How often their meaning is looked at in a run.
const LOOKS: u32 = 2;

/// A domain that is tested: its name, how it is made, and what stands beside it in the
/// product, whose facts it may use.
pub struct Subject<A> {
    pub name: &'static str,
    /// Programs of the normal test.
    pub programs: u64,
    pub make: fn(&Cx<'_>) -> A,
    /// By their names, with their options.
    pub beside: &'static [&'static str],
}

/// The component of a name, perhaps with an option.
fn component(cx: &Cx<'_>, text: &str) -> Box<dyn Component> {
    let (name, option) = match text.split_once(':') {
        Some((name, option)) => (name, Some(option)),
        None => (text, None),
    };
    let domain = domains::named(name).expect("there is such a domain");
    (domain.make)(cx, option)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn first_seed() -> u64 {
    number("CONCORD_LAWS_SEED").unwrap_or(1)
}

/// Checks the domain on random programs. `CONCORD_LAWS=20000` makes a campaign of so many,
/// `CONCORD_LAWS_SEED=17` begins at another one, and `CONCORD_LAWS_SHOW` prints the first.
pub fn keeps_the_laws<A: Concrete + 'static>(subject: &Subject<A>) {
    if std::env::var("CONCORD_LAWS_SHOW").is_ok() {
        println!("{}", text(first_seed(), Laws::All));
        return;
    }
    let count = number("CONCORD_LAWS").unwrap_or(subject.programs);
    let tally = check_many(count, MOST_FAILURES, subject, Laws::All, None);
    println!("{}: {tally}", subject.name);
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n\n"));
    let skipped = tally.gaps + tally.limits;
    assert!(skipped < tally.explorations, "too much was given up");
    assert!(tally.states > 0, "no state was looked at");
}

/// Checks of a domain only that it contains the runs of random programs.
pub fn foresees_runs<A: Concrete + 'static>(subject: &Subject<A>) {
    foresees(subject, Laws::Runs);
}

/// The same, of programs that link nodes.
pub fn foresees_linked<A: Concrete + 'static>(subject: &Subject<A>) {
    foresees(subject, Laws::Linked);
}

/// The same with small programs.
pub fn foresees_lists<A: Concrete + 'static>(subject: &Subject<A>) {
    foresees(subject, Laws::Lists);
}

/// The same with programs that have annotations.
pub fn foresees_annotated<A: Concrete + 'static>(subject: &Subject<A>) {
    foresees(subject, Laws::Annotated);
}

/// The same, of programs with tables of nodes.
pub fn foresees_tables<A: Concrete + 'static>(subject: &Subject<A>) {
    foresees(subject, Laws::Tables);
}

fn foresees<A: Concrete + 'static>(subject: &Subject<A>, laws: Laws) {
    if std::env::var("CONCORD_LAWS_SHOW").is_ok() {
        println!("{}", text(first_seed(), laws));
        return;
    }
    let count = number("CONCORD_LAWS").unwrap_or(subject.programs);
    let tally = check_many(count, MOST_FAILURES, subject, laws, None);
    println!("{}: {tally}", subject.name);
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n\n"));
    assert!(tally.states > 0, "no state was looked at");
    assert!(
        laws != Laws::Tables || tally.true_words > 0,
        "nothing was shared"
    );
}

/// What is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Laws {
    All,
    Runs,
    /// As `Runs`, of programs that link nodes.
    Linked,
    /// As `Linked`, of small ones.
    Lists,
    /// As `Lists`, of programs with annotations.
    Annotated,
    /// As `Linked`, of programs with tables of nodes.
    Tables,
}

/// Checks that the programs of the normal test find every seeded error; see
/// [`crate::seeded`].
pub fn catches<A: Concrete + 'static>(subject: &Subject<A>, seeds: &[Seed<A>]) {
    catches_with(subject, Laws::All, seeds);
}

/// The same with [`foresees_runs`].
pub fn runs_catch<A: Concrete + 'static>(subject: &Subject<A>, seeds: &[Seed<A>]) {
    catches_with(subject, Laws::Runs, seeds);
}

/// The same with [`foresees_annotated`].
pub fn annotated_catch<A: Concrete + 'static>(subject: &Subject<A>, seeds: &[Seed<A>]) {
    catches_with(subject, Laws::Annotated, seeds);
}

/// The same with [`foresees_lists`].
pub fn lists_catch<A: Concrete + 'static>(subject: &Subject<A>, seeds: &[Seed<A>]) {
    catches_with(subject, Laws::Lists, seeds);
}

fn catches_with<A: Concrete + 'static>(subject: &Subject<A>, laws: Laws, seeds: &[Seed<A>]) {
    let mut missed = Vec::new();
    for seed in seeds {
        let tally = check_many(subject.programs, 1, subject, laws, Some(seed.error));
        match tally.failures.first() {
            Some(failure) => {
                let first = failure.lines().next().unwrap_or_default();
                println!("{}: {}: {first} ({tally})", subject.name, seed.name);
            }
            None => missed.push(seed.name),
        }
    }
    assert!(missed.is_empty(), "not caught: {missed:?}");
}

/// What became of the programs.
#[derive(Default)]
struct Tally {
    programs: u64,
    explorations: u64,
    /// Explorations that were not used: a gap was reached, or too much.
    gaps: u64,
    limits: u64,
    /// States of explorations that are of no run, as pruning says.
    pruned: u64,
    runs: u64,
    /// Concrete states that were looked for in the reached ones.
    states: u64,
    /// Pairs of states that laws were checked on.
    pairs: u64,
    /// Shared formulae that were found true.
    true_words: u64,
    failures: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs, {} explorations ({} with gaps, {} too long), {} states pruned; {} runs, \
             {} concrete states; {} pairs of states; {} true formulae",
            self.programs,
            self.explorations,
            self.gaps,
            self.limits,
            self.pruned,
            self.runs,
            self.states,
            self.pairs,
            self.true_words
        )
    }
}

/// Checks so many programs, unless there are so many failures before.
fn check_many<A: Concrete + 'static>(
    count: u64,
    most_failures: usize,
    subject: &Subject<A>,
    laws: Laws,
    error: Option<Error<A>>,
) -> Tally {
    let first = first_seed();
    let next = AtomicU64::new(first);
    let all = Mutex::new(Tally::default());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let failed = all.lock().expect("no panic while held").failures.len();
            if seed >= first + count || failed >= most_failures {
                break;
            }
            let tally = check(seed, subject, laws, error);
            all.lock().expect("no panic while held").add(tally);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let mut tally = all.into_inner().expect("no panic while held");
    tally.failures.sort_unstable();
    tally
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.explorations += other.explorations;
        self.gaps += other.gaps;
        self.limits += other.limits;
        self.pruned += other.pruned;
        self.runs += other.runs;
        self.states += other.states;
        self.pairs += other.pairs;
        self.true_words += other.true_words;
        self.failures.extend(other.failures);
    }
}

/// Checks one program.
fn check<A: Concrete + 'static>(
    seed: u64,
    subject: &Subject<A>,
    laws: Laws,
    error: Option<Error<A>>,
) -> Tally {
    let mut tally = Tally {
        programs: 1,
        ..Tally::default()
    };
    let task = task(seed, laws);
    let Some(prepared) = Prepared::new(&task) else {
        tally.failures.push(format!("seed {seed}: no entry"));
        return tally;
    };
    let cx = prepared.cx();
    let check = Check {
        cx: &cx,
        analysis: Seeded {
            analysis: Rc::new((subject.make)(&cx)),
            error,
        },
        seed,
        laws,
    };
    let found = check.explore_all(subject.beside, &mut tally);
    let found = found.and_then(|reached| {
        if laws == Laws::All {
            for place in reached.places.values() {
                check.laws(&place.states, &mut tally)?;
            }
        }
        check.runs(&task, &reached, &mut tally)
    });
    if let Err(failure) = found {
        tally.failures.push(format!("seed {seed}: {failure}"));
    }
    tally
}

type At = (FunctionId, Location);

/// The states that several explorations reached.
struct Reached<S> {
    /// The explorations that came to their end, in words.
    setups: Vec<String>,
    places: FxHashMap<At, States<S>>,
}

/// The states at one location, without repetition.
struct States<S> {
    states: Vec<S>,
    /// Which of them each exploration reached.
    of: Vec<Vec<usize>>,
}

impl<S: Clone + Eq> Reached<S> {
    /// Another exploration has reached these.
    fn add(&mut self, setup: String, found: impl Iterator<Item = (At, S)>) {
        let number = self.setups.len();
        self.setups.push(setup);
        for (at, state) in found {
            let place = self.places.entry(at).or_insert_with(|| States {
                states: Vec::new(),
                of: Vec::new(),
            });
            let known = place.states.iter().position(|s| *s == state);
            let index = known.unwrap_or_else(|| {
                place.states.push(state);
                place.states.len() - 1
            });
            place.of.resize(number + 1, Vec::new());
            if !place.of[number].contains(&index) {
                place.of[number].push(index);
            }
        }
    }
}

struct Check<'a, A> {
    cx: &'a Cx<'a>,
    analysis: A,
    seed: u64,
    laws: Laws,
}

impl<A: Concrete + Clone + 'static> Check<'_, A> {
    fn explore_all(&self, beside: &[&str], tally: &mut Tally) -> Result<Reached<A::State>, String> {
        let mut all = Reached {
            setups: Vec::new(),
            places: FxHashMap::default(),
        };
        for merge in [Merge::Never, Merge::Always, Merge::WhenKeysAgree] {
            for calls in [Calls::Tabulated, Calls::Unrolled] {
                let is_bounded = merge == Merge::Always && calls == Calls::Tabulated;
                let orders = [Order::DepthFirst, Order::BreadthFirst, Order::Program];
                let setup = Setup {
                    merge,
                    calls,
                    order: orders[(self.seed % 3) as usize],
                    widen_after: (self.seed % 4) as u32,
                    limit: match self.laws {
                        Laws::All if is_bounded => MERGED,
                        Laws::All => APART,
                        Laws::Runs
                        | Laws::Linked
                        | Laws::Lists
                        | Laws::Annotated
                        | Laws::Tables => FEW_APART,
                    },
                };
                let mut components: Vec<Box<dyn Component>> =
                    vec![Box::new(Interned::new("tested", self.analysis.clone()))];
                components.extend(beside.iter().map(|name| component(self.cx, name)));
                let text = format!("{merge:?}, {calls:?}, {:?}", setup.order);
                let mut exploration = Exploration::new(self.cx, Product::new(components), setup);
                tally.explorations += 1;
                match finish(&mut exploration) {
                    Event::Gap(_) => tally.gaps += 1,
                    Event::Limit if is_bounded && self.laws == Laws::All => {
                        return Err(format!("{text}: the exploration does not end"));
                    }
                    Event::Limit => tally.limits += 1,
                    Event::Finished | Event::Violation(..) => {
                        let skeleton = Skeleton::of(&exploration, None);
                        let fates = fates(self.cx, &skeleton, |_| false);
                        tally.pruned += fates.iter().filter(|f| f.is_hopeless()).count() as u64;
                        let states = states_of::<A>(&exploration).zip(fates);
                        let stay = states.filter(|(_, fate)| !fate.is_hopeless());
                        all.add(format!("{text}, pruned"), stay.map(|(state, _)| state));
                        all.add(text, states_of::<A>(&exploration));
                    }
                }
            }
        }
        Ok(all)
    }

    /// The laws of order and join, on the states of one location.
    fn laws(&self, states: &[A::State], tally: &mut Tally) -> Result<(), String> {
        let states = &states[..states.len().min(COMPARED)];
        let covered = |a: &A::State, b: &A::State| self.analysis.covered(self.cx, a, b);
        let law = |holds: bool, what: &str, list: [&A::State; 3]| match holds {
            true => Ok(()),
            false => {
                let [a, b, c] = list.map(|s| self.analysis.show(self.cx, s));
                Err(format!("{what}\n  [{a}]\n  [{b}]\n  [{c}]"))
            }
        };
        for a in states {
            law(covered(a, a), "a state does not cover itself", [a, a, a])?;
            let copy = a.clone();
            let same = self.analysis.partition(&copy) == self.analysis.partition(a)
                && self.analysis.merge_key(&copy) == self.analysis.merge_key(a);
            law(same, "equal states have different keys", [a, a, a])?;
            for b in states {
                tally.pairs += 1;
                let merged = self.analysis.merge(self.cx, a, b);
                if let Some(m) = &merged {
                    let both = covered(a, m) && covered(b, m);
                    law(both, "merging does not cover both", [a, b, m])?;
                }
                if a == b
                    && let Some(m) = &merged
                {
                    law(covered(m, a), "merging is not idempotent", [a, b, m])?;
                }
                match (&merged, &self.analysis.merge(self.cx, b, a)) {
                    (Some(m), Some(n)) => {
                        let same = covered(m, n) && covered(n, m);
                        law(same, "merging is not commutative", [a, m, n])?;
                    }
                    (None, None) => {}
                    (m, n) => {
                        let m = m.as_ref().or(n.as_ref()).unwrap_or(a);
                        law(false, "merging depends on the order", [a, b, m])?;
                    }
                }
                if let Some(w) = self.analysis.widen(self.cx, a, b) {
                    let both = covered(a, &w) && covered(b, &w);
                    law(both, "widening does not cover both", [a, b, &w])?;
                }
            }
        }
        Ok(())
    }

    /// Runs the program on many inputs.
    fn runs(
        &self,
        task: &Task,
        reached: &Reached<A::State>,
        tally: &mut Tally,
    ) -> Result<(), String> {
        if reached.setups.is_empty() {
            return Ok(());
        }
        let start = &self.cx.program.functions[self.cx.start];
        let (small_runs, random_runs, steps) = match self.laws {
            Laws::All => (SMALL, RANDOM, STEPS),
            Laws::Runs => (FEW_SMALL, FEW_RANDOM, FEW_STEPS),
            Laws::Linked | Laws::Lists | Laws::Annotated | Laws::Tables => (SMALL, RANDOM, STEPS),
        };
        let options = Options {
            entry: self.cx.program.names[start.name].to_owned(),
            steps,
            ..task.machine_options()
        };
        let mut small = Exhaustive::new(-1, 2, 12);
        for _ in 0..small_runs {
            self.one_run(&options, &mut small, reached, tally)?;
            if !small.advance() {
                break;
            }
        }
        for run in 0..random_runs {
            let mut random = Random::new(self.seed * 1000 + run);
            self.one_run(&options, &mut random, reached, tally)?;
        }
        Ok(())
    }

    fn one_run(
        &self,
        options: &Options,
        inputs: &mut dyn Inputs,
        reached: &Reached<A::State>,
        tally: &mut Tally,
    ) -> Result<(), String> {
        tally.runs += 1;
        let mut looks: FxHashMap<At, u32> = FxHashMap::default();
        let mut machine = Machine::new(self.cx.program, options.clone(), inputs);
        let mut ended = machine.begin();
        while ended.is_none()
            && let Some(at) = machine.position()
        {
            tally.states += 1;
            let looks = looks.entry(at).or_default();
            *looks += 1;
            self.is_foreseen(at, reached, &mut machine)?;
            if let Some(place) = reached.places.get(&at)
                && *looks <= LOOKS
            {
                self.is_kept(&place.states, &mut machine)?;
            }
            let before = (self.laws == Laws::Tables).then(|| machine.snapshot());
            let held = before
                .as_ref()
                .map(|_| self.containing(at, reached, &mut machine));
            ended = machine.step();
            if let (Some(before), Some(held), None) = (before, held, &ended) {
                tally.true_words += self.tells_the_truth(at, &held, &before, &mut machine)?;
            }
        }
        Ok(())
    }

    /// The states at a place that contain the concrete one.
    fn containing(
        &self,
        at: At,
        reached: &Reached<A::State>,
        machine: &mut Machine<'_>,
    ) -> Vec<A::State> {
        let place = reached.places.get(&at);
        let states = place.map_or(&[][..], |p| &p.states).iter();
        let contained = states.filter(|s| self.analysis.contains(self.cx, s, machine).is_ok());
        contained.cloned().collect()
    }

    /// Was what states shared before a step true, of the states before and after it? How many
    /// formulae were.
    fn tells_the_truth(
        &self,
        at: At,
        held: &[A::State],
        before: &Snapshot,
        machine: &mut Machine<'_>,
    ) -> Result<u64, String> {
        let program = self.cx.program;
        let body = program.functions[at.0].body.as_ref();
        let edges = body.into_iter().flat_map(|b| b.edges());
        let taken = edges.filter(|(_, e)| {
            e.from == at.1
                && (machine.position() == Some((at.0, e.to)) || matches!(e.op, Op::Call(_)))
        });
        let taken: Vec<_> = taken.collect();
        let &[(id, edge)] = &taken[..] else {
            return Ok(0);
        };
        let step = Step {
            function: at.0,
            id,
            edge,
        };
        let after = machine.snapshot();
        let said: Vec<FormulaId> = held
            .iter()
            .filter_map(|state| self.analysis.share(self.cx, state, &step))
            .collect();
        let logic = self.cx.logic.borrow();
        let mut found = 0;
        for formula in said.iter().flat_map(|f| logic.conjuncts(f)) {
            let mut moments = Moments {
                machine,
                before,
                after: &after,
            };
            match logic.evaluate(program, *formula, &mut moments) {
                Some(true) => found += 1,
                None => {}
                Some(false) => {
                    let text = logic.show_plain(program, *formula, Time::Before, None);
                    return Err(format!("{:?}: shared in vain: {text}", at.1));
                }
            }
        }
        machine.restore(&after);
        Ok(found)
    }

    /// Has every exploration reached a state that contains the concrete one?
    fn is_foreseen(
        &self,
        at: At,
        reached: &Reached<A::State>,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let place = reached.places.get(&at);
        let states = place.map_or(&[][..], |p| &p.states);
        let mut contained: Vec<Option<Result<(), String>>> = vec![None; states.len()];
        for (number, setup) in reached.setups.iter().enumerate() {
            let mut found = place.and_then(|p| p.of.get(number)).into_iter().flatten();
            let is_there = found.any(|&i| {
                let known = contained[i]
                    .get_or_insert_with(|| self.analysis.contains(self.cx, &states[i], machine));
                known.is_ok()
            });
            if !is_there {
                let function = self.cx.program.show(at.0);
                let of = place.and_then(|p| p.of.get(number)).into_iter().flatten();
                let reasons: Vec<String> = of
                    .filter_map(|&i| {
                        let reason = contained[i].as_ref()?.as_ref().err()?;
                        let state = self.analysis.show(self.cx, &states[i]);
                        Some(format!("\n  {reason}: [{state}]"))
                    })
                    .collect();
                return Err(format!(
                    "{setup}: {function} {:?}: not in what was reached: {}",
                    at.1,
                    reasons.concat()
                ));
            }
        }
        Ok(())
    }

    /// Do coverage, merging and widening keep what states contain?
    fn is_kept(&self, states: &[A::State], machine: &mut Machine<'_>) -> Result<(), String> {
        let states = &states[..states.len().min(COMPARED)];
        for a in states {
            if self.analysis.contains(self.cx, a, machine).is_err() {
                continue;
            }
            for b in states.iter().filter(|&b| b != a) {
                let covers = self.analysis.covered(self.cx, a, b);
                let bigger = [
                    ("coverage", covers.then(|| b.clone())),
                    ("merging", self.analysis.merge(self.cx, a, b)),
                    ("merging", self.analysis.merge(self.cx, b, a)),
                    ("widening", self.analysis.widen(self.cx, a, b)),
                    ("widening", self.analysis.widen(self.cx, b, a)),
                ];
                for (what, state) in bigger {
                    let Some(state) = state else { continue };
                    if let Err(reason) = self.analysis.contains(self.cx, &state, machine) {
                        let state = self.analysis.show(self.cx, &state);
                        return Err(format!("{what} loses: {reason}: [{state}]"));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The state before a step, and that after it.
struct Moments<'a, 'm> {
    machine: &'a mut Machine<'m>,
    before: &'a Snapshot,
    after: &'a Snapshot,
}

impl Moments<'_, '_> {
    fn go_to(&mut self, time: Time) -> Option<()> {
        match time {
            Time::Before => self.machine.restore(self.before),
            Time::After => self.machine.restore(self.after),
            Time::Entry | Time::CalleeEntry | Time::CalleeExit => return None,
        }
        Some(())
    }
}

impl Valuation for Moments<'_, '_> {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128> {
        self.go_to(time)?;
        self.machine.evaluate(expr).map(|v| v.value)
    }

    fn value_inside(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        self.go_to(time)?;
        self.machine.evaluate_inside(expr, bound).map(|v| v.value)
    }

    fn elements(&mut self, time: Time, pointer: TypeId) -> Option<Vec<i128>> {
        self.go_to(time)?;
        self.machine.elements(pointer)
    }
}

/// Goes on to the end, past violations.
fn finish(exploration: &mut Exploration<'_>) -> Event {
    loop {
        match exploration.run() {
            Event::Violation(..) => {}
            event => return event,
        }
    }
}

/// The states of the first component, and where they are.
fn states_of<A: Analysis + 'static>(
    exploration: &Exploration<'_>,
) -> impl Iterator<Item = (At, A::State)> {
    let component: &dyn Any = exploration.product().components()[0].as_ref();
    let tested = component.downcast_ref::<Interned<A>>();
    let tested = tested.expect("it was put there");
    exploration.nodes().map(|(id, node)| {
        let state = tested.state(exploration.state(id)[0]);
        ((exploration.function(id), node.at), state.clone())
    })
}

/// A random program with random properties and settings.
fn task(seed: u64, laws: Laws) -> Task {
    let mut dice = Dice::new(seed ^ 0x1a35);
    let all = [
        Property::UnreachCall,
        Property::Assert,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::NoOverflow,
    ];
    let mut properties = Properties::NONE;
    if laws == Laws::Runs {
        properties = properties.with(states::program(seed).property);
    }
    for _ in 0..dice.below(3) {
        properties = properties.with(all[dice.below(all.len() as u64) as usize]);
    }
    Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program: compile(seed, text(seed, laws)),
        properties,
        settings: Settings {
            entry: "main".into(),
            overflow_is_fatal: dice.below(8) == 0,
            malloc_may_fail: dice.below(3) == 0,
            unknown_calls: match dice.below(3) {
                0 => UnknownCalls::Havoc,
                _ => UnknownCalls::Pure,
            },
        },
    }
}

fn compile(seed: u64, text: String) -> program::Program {
    let model = match seed % 4 {
        0 => DataModel::Ilp32,
        _ => DataModel::Lp64,
    };
    let mut texts = machine::models();
    texts.push(Text {
        path: "random.c".into(),
        bytes: text.into_bytes(),
        library: false,
    });
    match frontend::compile_commented(texts, model) {
        Ok(output) => output.program,
        Err(failure) => panic!("seed {seed}: {:?}", failure.diagnostics),
    }
}

/// Every third program is full of errors, after which runs end. Where looks are dear,
/// most programs have few variables of few values.
fn text(seed: u64, laws: Laws) -> String {
    match (laws, seed % 3) {
        (Laws::All, 0) => errors::program(seed),
        (Laws::Runs, 0 | 1) => states::program(seed).text.replace("TARGET", "-1"),
        (Laws::Linked, _) => linked::program(seed),
        (Laws::Lists, _) => lists::program(seed),
        (Laws::Annotated, _) => annotated::program(seed),
        (Laws::Tables, _) => tables::program(seed),
        (Laws::All | Laws::Runs, _) => values::program(seed),
    }
}
