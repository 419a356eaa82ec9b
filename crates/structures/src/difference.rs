//! Instrumentation predicates after a change, by finite differencing.
//!
//! Reps, Sagiv, Loginov (ESOP 2003): for a formula there are two others, over the old values
//! and the changes of core predicates, that say where it *becomes* true and where it becomes
//! false. What does not change keeps a definite value that evaluation could not find again.
//! Here the two are relaxed: `plus` implies that the formula holds after, and holds wherever
//! it did not before; `minus` likewise.
//!
//! For a closure one source's edges are cut and one edge is added, with the rules of
//! functional graphs where the step is a function: what is behind the cut is lost, unless
//! the source lies on a cycle, where it is not known.

use crate::closures::steps_of;
use crate::vocabulary::{Definition, Slot};
use crate::{Update, Vocabulary};
use logic::relational::{Formula, PredicateId, Variable};
use rustc_hash::FxHashMap;

/// How a predicate changes. The predicates named here have its arity.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// Its new value.
    pub new: PredicateId,
    /// Where it becomes true, and false. `None`: only the new value is known.
    pub delta: Option<(PredicateId, PredicateId)>,
    /// Of an updated binary core predicate: `p' = (p & !cut) | add`.
    pub edges: Option<Edges>,
}

#[derive(Clone, Debug)]
pub(crate) struct Edges {
    pub parameters: [Variable; 2],
    pub cut: Formula,
    pub add: Formula,
}

pub(crate) type Changes = FxHashMap<PredicateId, Change>;

/// An update as `(p & !cut) | add`.
pub(crate) fn cut_and_add(update: &Update, slot: Slot) -> (Formula, Formula) {
    let atom = match (slot, &update.parameters[..]) {
        (Slot::Nullary(_), _) => Formula::Nullary(update.predicate),
        (Slot::Unary(_), [v]) => Formula::Unary(update.predicate, *v),
        (Slot::Binary(_), [v, u]) => Formula::Binary(update.predicate, *v, *u),
        _ => return (Formula::True, update.formula.clone()),
    };
    let parts = match &update.formula {
        Formula::Or(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let (mut kept, mut add) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            own if *own == atom => kept.push(Formula::True),
            Formula::And(conjuncts) if conjuncts.contains(&atom) => {
                kept.push(Formula::and(
                    conjuncts.iter().filter(|f| **f != atom).cloned(),
                ));
            }
            other => add.push(other.clone()),
        }
    }
    (
        crate::compile::negation(&Formula::or(kept)),
        Formula::or(add),
    )
}

/// The formula over the new values.
pub(crate) fn after(f: &Formula, changes: &Changes) -> Formula {
    f.rename(&|p| changes.get(&p).map_or(p, |change| change.new), &[])
}

/// Where the formula becomes true, and where false.
pub(crate) fn delta(f: &Formula, changes: &Changes) -> (Formula, Formula) {
    if f.predicates().iter().all(|p| !changes.contains_key(p)) {
        return (Formula::False, Formula::False);
    }
    let atom = |p: &PredicateId, apply: &dyn Fn(PredicateId) -> Formula| match &changes[p].delta {
        Some((plus, minus)) => (apply(*plus), apply(*minus)),
        None => (apply(changes[p].new), Formula::not(apply(changes[p].new))),
    };
    match f {
        Formula::True | Formula::False | Formula::Unknown | Formula::Equal(..) => {
            (Formula::False, Formula::False)
        }
        Formula::Nullary(p) => atom(p, &Formula::Nullary),
        Formula::Unary(p, v) => atom(p, &|p| Formula::Unary(p, *v)),
        Formula::Binary(p, v, u) => atom(p, &|p| Formula::Binary(p, *v, *u)),
        Formula::Not(f) => {
            let (plus, minus) = delta(f, changes);
            (minus, plus)
        }
        Formula::And(parts) => {
            let deltas: Vec<_> = parts.iter().map(|f| delta(f, changes)).collect();
            let plus = deltas.iter().enumerate().map(|(i, (plus, _))| {
                let others = parts
                    .iter()
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .map(|(_, f)| after(f, changes));
                Formula::and([plus.clone()].into_iter().chain(others))
            });
            (
                Formula::or(plus),
                Formula::or(deltas.iter().map(|(_, minus)| minus.clone())),
            )
        }
        Formula::Or(parts) => {
            let deltas: Vec<_> = parts.iter().map(|f| delta(f, changes)).collect();
            let minus = deltas.iter().enumerate().map(|(i, (_, minus))| {
                let others = parts.iter().enumerate().filter(|(j, _)| *j != i);
                let others = others.map(|(_, f)| Formula::not(after(f, changes)));
                Formula::and([minus.clone()].into_iter().chain(others))
            });
            (
                Formula::or(deltas.iter().map(|(plus, _)| plus.clone())),
                Formula::or(minus),
            )
        }
        Formula::Exists(v, body) => {
            let (plus, minus) = delta(body, changes);
            let lost = Formula::exists(*v, Formula::and([(**body).clone(), minus]));
            (
                Formula::exists(*v, plus),
                Formula::and([lost, Formula::not(after(f, changes))]),
            )
        }
        Formula::Forall(v, body) => {
            let (plus, minus) = delta(body, changes);
            let won = Formula::exists(*v, Formula::and([Formula::not((**body).clone()), plus]));
            (
                Formula::and([won, after(f, changes)]),
                Formula::exists(*v, minus),
            )
        }
        Formula::Closure { .. } => (after(f, changes), Formula::not(after(f, changes))),
    }
}

/// How a closure changes: first what is lost when edges are cut, then, over the closure
/// without it, what is won by new ones.
pub(crate) struct ClosureDelta {
    pub parameters: [Variable; 2],
    pub lost: Formula,
    edge: Formula,
    /// At most one edge is added.
    one: bool,
}

const SOURCE: Variable = Variable(250);
const TARGET: Variable = Variable(251);

impl ClosureDelta {
    pub(crate) fn new(
        closure: PredicateId,
        definition: &Definition,
        v: &Vocabulary,
        changes: &Changes,
        fresh: Option<PredicateId>,
    ) -> Option<ClosureDelta> {
        let steps = steps_of(definition)?;
        let [from, to] = definition.parameters[..] else {
            return None;
        };
        let functional = steps.len() == 1 && v.predicate(steps[0])?.traits.unique;
        let (a, b) = (SOURCE, TARGET);
        let reach = |v, u| Formula::Binary(closure, v, u);
        let (mut lost, mut added) = (Vec::new(), Vec::new());
        for step in &steps {
            let Some(change) = changes.get(step) else {
                continue;
            };
            let edges = change.edges.as_ref()?;
            let at = [(edges.parameters[0], a), (edges.parameters[1], b)];
            let (cut, add) = (edges.cut.rename(&|p| p, &at), edges.add.rename(&|p| p, &at));
            let certain = match functional {
                true => Formula::or([
                    Formula::not(on_cycle(a, closure, *step, v)),
                    Formula::Unknown,
                ]),
                false => Formula::Unknown,
            };
            let whole_source = !cut.has_free(b);
            let behind = match (whole_source, functional) {
                // All that is after the source is behind its one edge.
                (true, true) => Formula::and([reach(a, to), Formula::not(Formula::equal(a, to))]),
                (_, _) => {
                    let edge = Formula::Binary(*step, a, b);
                    Formula::exists(b, Formula::and([cut.clone(), edge, reach(b, to)]))
                }
            };
            let mut parts = vec![reach(from, a), behind, certain];
            if whole_source {
                parts.push(cut);
                // The first visit of the source needs no edge of it. With several sources the
                // way to one may lead through another.
                if !functional && one_individual(parts.last()?, a, v, fresh) {
                    parts.push(Formula::not(Formula::equal(a, to)));
                }
            }
            lost.push(Formula::exists(a, Formula::and(parts)));
            if add != Formula::False {
                added.push(add);
            }
        }
        let lost = Formula::and([Formula::or(lost), Formula::not(Formula::equal(from, to))]);
        let one = added.len() <= 1
            && added
                .iter()
                .all(|f| one_individual(f, a, v, fresh) && one_individual(f, b, v, fresh));
        Some(ClosureDelta {
            parameters: [from, to],
            lost,
            edge: Formula::or(added),
            one,
        })
    }

    /// The paths through new edges, when `kept` is the closure after the cut.
    pub(crate) fn won(&self, kept: PredicateId) -> Formula {
        let [from, to] = self.parameters;
        let (a, b) = (SOURCE, TARGET);
        if self.edge == Formula::False {
            return Formula::False;
        }
        if self.one {
            let rest = Formula::exists(
                b,
                Formula::and([self.edge.clone(), Formula::Binary(kept, b, to)]),
            );
            return Formula::exists(a, Formula::and([Formula::Binary(kept, from, a), rest]));
        }
        let step = Formula::or([Formula::Binary(kept, a, b), self.edge.clone()]);
        Formula::Closure {
            a,
            b,
            step: Box::new(step),
            from,
            to,
        }
    }
}

/// Whether the formula holds for one value of the variable at most.
fn one_individual(f: &Formula, x: Variable, v: &Vocabulary, fresh: Option<PredicateId>) -> bool {
    match f {
        Formula::Unary(p, y) => {
            *y == x && (Some(*p) == fresh || v.predicate(*p).is_some_and(|p| p.traits.unique))
        }
        Formula::And(parts) => parts.iter().any(|f| one_individual(f, x, v, fresh)),
        Formula::False => true,
        _ => false,
    }
}

/// Whether the individual lies on a cycle: by a predicate that says so, if there is one.
fn on_cycle(a: Variable, closure: PredicateId, step: PredicateId, v: &Vocabulary) -> Formula {
    let body = |a, b| [Formula::Binary(step, a, b), Formula::Binary(closure, b, a)];
    let known = v.declared().iter().find(|p| match &p.definition {
        Some(Definition {
            parameters,
            formula: Formula::Exists(u, inner),
        }) => match (&parameters[..], &**inner) {
            ([v], Formula::And(parts)) => {
                parts.len() == 2 && body(*v, *u).iter().all(|f| parts.contains(f))
            }
            _ => false,
        },
        _ => false,
    });
    match known {
        Some(p) => Formula::Unary(p.id, a),
        None => Formula::exists(TARGET, Formula::and(body(a, TARGET))),
    }
}
