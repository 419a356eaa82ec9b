//! An action, compiled: from one structure to those after it.

use crate::coerce::{Coerced, Waiting};
use crate::program::{Machine, Program, Register, Touched};
use crate::store::{Store, compiler};
use crate::structure::{Plane, Words, get};
use crate::{Action, Focus, Kleene, Region, Structure, Vocabulary};
use logic::relational::PredicateId;
use std::cell::RefCell;

/// An action compiled for structures of one vocabulary that become structures of another.
/// Predicates are matched by id; core predicates that only the second has begin as unknown,
/// instrumentation predicates are evaluated.
#[derive(Debug)]
pub struct Plan {
    /// The two vocabularies are one.
    same: bool,
    /// The second's rules that are not the first's.
    beyond: Waiting,
    focus: Vec<Focus>,
    /// Its condition may hold.
    require: Option<Program>,
    fresh: Option<Store>,
    /// A summary node comes before the fresh one.
    others: bool,
    update: Store,
    collect: Option<Removal>,
    machine: RefCell<Machine>,
}

#[derive(Debug)]
struct Removal {
    program: Program,
    garbage: Register,
    note: Option<(PredicateId, Register, Register)>,
    store: Store,
}

impl Plan {
    pub fn new(from: &Vocabulary, to: &Vocabulary, action: &Action) -> Plan {
        let mut focus = Vec::new();
        for step in &action.focus {
            if let Some(before) = step.before()
                && !focus.contains(&before)
            {
                focus.push(before);
            }
            focus.push(step.clone());
        }
        let require = action.require.as_ref().map(|f| {
            let mut compiler = compiler(from);
            let may = compiler.plane(f, &[], Plane::May);
            compiler.finish(Some(may), &[])
        });
        let fresh = action.fresh.map(|_| Store::fresh(from));
        let update = Store::updated(from, to, action);
        let collect = action.collect.as_ref().map(|collect| {
            let mut compiler = compiler(to);
            let over = [collect.variable];
            let garbage = compiler.plane(&collect.garbage, &over, Plane::Must);
            let store = Store::left(to, collect);
            let note = collect.note.as_ref().map(|(p, f)| {
                (
                    *p,
                    compiler.plane(f, &over, Plane::Must),
                    compiler.plane(f, &over, Plane::May),
                )
            });
            let noted = note.iter();
            let results: Vec<_> = noted.flat_map(|(_, must, may)| [*must, *may]).collect();
            Removal {
                program: compiler.finish(Some(garbage), &results),
                garbage,
                note,
                store,
            }
        });
        Plan {
            same: from == to,
            beyond: to.rules().beyond(from.rules()),
            focus,
            require,
            fresh,
            others: action.others,
            update,
            collect,
            machine: RefCell::default(),
        }
    }

    /// Adds to `out` the canonical structures of `to` that the action makes of `s`.
    pub fn apply(&self, s: &Structure, from: &Vocabulary, to: &Vocabulary, out: &mut Region) {
        let machine = &mut *self.machine.borrow_mut();
        let mut cases = vec![s.clone()];
        cases.retain_mut(|case| from.rules().coerce_all(case, machine).is_ok());
        for focus in &self.focus {
            cases = split(cases, focus, from, machine);
            // One node after the other.
            while cases.len() < MOST_CASES && cases.iter().any(|case| focus.is_open(case, from)) {
                cases = split(cases, focus, from, machine);
            }
        }
        for case in cases {
            let split = case.node_count() != s.node_count();
            if let Some((new, all)) = self.after(case, to, machine) {
                let nodes = new.node_count();
                let mut new = new.canonical(to);
                // Nodes that are merged lose what rules may find again.
                new.coerced = if new.node_count() == nodes {
                    to.rules().applied(split && !all)
                } else {
                    Coerced::unknown()
                };
                out.insert(new);
            }
        }
    }

    /// The structure after the action, and whether all rules were applied to it.
    fn after(
        &self,
        mut s: Structure,
        to: &Vocabulary,
        machine: &mut Machine,
    ) -> Option<(Structure, bool)> {
        if let Some(program) = &self.require {
            machine.load(&s);
            if !machine.run(program) {
                return None;
            }
        }
        if let Some(fresh) = &self.fresh {
            if self.others {
                let node = s.add_node();
                s.set_summary(node, true);
                s = fresh.run(&s, s.shape(), machine)?;
            }
            s.add_node();
            s = fresh.run(&s, s.shape(), machine)?;
        }
        let old = s;
        let mut s = self.update.run(&old, to.shape(), machine)?;
        let rules = to.rules();
        if self.fresh.is_some() {
            rules.coerce_all(&mut s, machine).ok()?;
        } else {
            let changed = self.update.changed(&old, &s);
            let coerced = if self.same {
                rules.coerce(&mut s, machine, changed, changed)
            } else {
                rules.coerce_some(&mut s, machine, &self.beyond, changed)
            };
            coerced.ok()?;
        }
        let mut all = !self.same || self.fresh.is_some();
        if let Some(removal) = &self.collect {
            let nodes = s.node_count();
            s = removal.run(s, to, machine)?;
            if s.node_count() != nodes {
                rules.coerce_all(&mut s, machine).ok()?;
                all = true;
            }
        }
        Some((s, all))
    }
}

/// More cases are not made of one structure for the sake of precision.
const MOST_CASES: usize = 64;

/// The cases of some structures that are heaps.
fn split(
    cases: Vec<Structure>,
    focus: &Focus,
    from: &Vocabulary,
    machine: &mut Machine,
) -> Vec<Structure> {
    let own = focus.touched(from);
    let may_change = own.with(Touched::SUMMARIES);
    let mut split = Vec::new();
    for case in cases {
        let before = split.len();
        let (nodes, summaries) = (case.node_count(), Words::from_slice(case.summaries()));
        focus.cases(case, from, &mut split);
        // One case is the structure itself.
        if split.len() == before + 1 {
            continue;
        }
        let mut at = 0;
        split.retain_mut(|case| {
            at += 1;
            if at <= before {
                return true;
            }
            let same = case.node_count() == nodes && case.summaries() == &summaries[..];
            let changed = if same { own } else { may_change };
            let rules = from.rules();
            rules.coerce(case, machine, changed, may_change).is_ok()
        });
    }
    split
}

impl Removal {
    fn run(&self, mut s: Structure, v: &Vocabulary, machine: &mut Machine) -> Option<Structure> {
        machine.load(&s);
        if !machine.run(&self.program) {
            return Some(s);
        }
        let garbage = machine.value(&self.program, self.garbage);
        if let Some((p, must, may)) = &self.note {
            let some = |r: &Register| {
                machine
                    .value(&self.program, *r)
                    .iter()
                    .zip(garbage)
                    .any(|(a, b)| a & b != 0)
            };
            let noted = Kleene::of_planes(some(must), some(may));
            s.set_nullary(v, *p, s.nullary(v, *p).or(noted));
        }
        let left: Vec<_> = (0..s.node_count())
            .filter(|n| !get(garbage, *n))
            .map(Some)
            .collect();
        let s = self.store.run(&s, s.shape(), machine)?;
        Some(s.select(&left))
    }
}
