//! Programs whose results are the predicates of a new structure.

use crate::closures::steps_of;
use crate::coerce::Coerced;
use crate::compile::{Compiler, Source};
use crate::difference::{Change, Changes, ClosureDelta, Edges, after, cut_and_add, delta};
use crate::program::{Machine, Program, Register, Touched};
use crate::structure::{PLANES, Plane, Shape, same};
use crate::universe::{Coming, affected, through, without};
use crate::vocabulary::{Predicate, Slot};
use crate::{Action, Collect, Structure, Vocabulary};
use logic::relational::{Formula, PredicateId, Variable};
use rustc_hash::FxHashMap;

#[derive(Debug)]
pub(crate) struct Store {
    program: Program,
    /// Predicates that keep their values, where they were and where they are.
    kept: Vec<(Slot, Slot)>,
    others: Vec<New>,
    /// All predicates are where they were.
    in_place: bool,
}

/// A predicate's new value, and where it was before, if it was.
#[derive(Clone, Copy, Debug)]
struct New {
    slot: Slot,
    value: Value,
    old: Option<Slot>,
}

pub(crate) fn compiler(v: &Vocabulary) -> Compiler {
    Compiler::new(v.shape(), v.declared().iter().map(|p| (p.id, p.slot)))
}

/// Must and may of one predicate.
type Value = (Register, Register);

impl Store {
    fn new(compiler: Compiler, from: Shape, to: Shape, all: &[New]) -> Store {
        let in_place = from == to && all.iter().all(|new| new.old == Some(new.slot));
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for new in all {
            match new.old {
                Some(old) if compiler.is_value(old, new.value) => kept.push((old, new.slot)),
                _ => others.push(*new),
            }
        }
        let results: Vec<_> = others
            .iter()
            .flat_map(|new| [new.value.0, new.value.1])
            .collect();
        Store {
            program: compiler.finish(None, &results),
            kept,
            others,
            in_place,
        }
    }

    /// `None`: the values contradict each other; the structure stands for nothing.
    pub(crate) fn run(
        &self,
        s: &Structure,
        shape: Shape,
        machine: &mut Machine,
    ) -> Option<Structure> {
        machine.load(s);
        machine.run(&self.program);
        let mut result = if self.in_place {
            s.clone()
        } else {
            let mut new = Structure::with_nodes(shape, s.node_count());
            new.summaries_mut().copy_from_slice(s.summaries());
            for (old, slot) in &self.kept {
                for plane in PLANES {
                    match (*old, *slot) {
                        (Slot::Nullary(i), slot) => {
                            new.put(slot, plane, &[u64::from(s.nullary_bit(i, plane))]);
                        }
                        (Slot::Unary(i), slot) => new.put(slot, plane, s.unary_plane(i, plane)),
                        (Slot::Binary(i), slot) => new.put(slot, plane, s.binary_plane(i, plane)),
                    }
                }
            }
            new
        };
        result.coerced = Coerced::default();
        for new in &self.others {
            let must = machine.value(&self.program, new.value.0);
            let may = machine.value(&self.program, new.value.1);
            if must.iter().zip(may).any(|(must, may)| must & !may != 0) {
                return None;
            }
            result.put(new.slot, Plane::Must, must);
            result.put(new.slot, Plane::May, may);
        }
        Some(result)
    }

    /// The predicates whose values are not what they were.
    pub(crate) fn changed(&self, old: &Structure, new: &Structure) -> Touched {
        let differs = |from: Option<Slot>, slot: Slot, plane| match (from, slot) {
            (Some(Slot::Nullary(a)), Slot::Nullary(b)) => {
                old.nullary_bit(a, plane) != new.nullary_bit(b, plane)
            }
            (Some(Slot::Unary(a)), Slot::Unary(b)) => {
                !same(old.unary_plane(a, plane), new.unary_plane(b, plane))
            }
            (Some(Slot::Binary(a)), Slot::Binary(b)) => {
                !same(old.binary_plane(a, plane), new.binary_plane(b, plane))
            }
            _ => true,
        };
        let planes = |new: &New| PLANES.map(|plane| (new.old, new.slot, plane));
        self.others
            .iter()
            .flat_map(planes)
            .map(|(old, slot, plane)| Touched::plane(slot, plane).when(differs(old, slot, plane)))
            .fold(Touched::default(), Touched::with)
    }

    /// The structure with a new last node, on which instrumentation predicates get values.
    pub(crate) fn fresh(v: &Vocabulary) -> Store {
        let mut compiler = compiler(v);
        let last = compiler.emit(crate::program::Op::Last, 1);
        let these = compiler.virtual_predicate(last, last);
        universe(v, compiler, these, false)
    }

    /// What is left when garbage goes; its nodes are still there.
    pub(crate) fn left(v: &Vocabulary, collect: &Collect) -> Store {
        let mut compiler = compiler(v);
        let garbage = compiler.plane(&collect.garbage, &[collect.variable], Plane::Must);
        let these = compiler.virtual_predicate(garbage, garbage);
        universe(v, compiler, these, true)
    }

    /// The updates, and what follows for instrumentation predicates.
    pub(crate) fn updated(from: &Vocabulary, to: &Vocabulary, action: &Action) -> Store {
        let mut compiler = compiler(from);
        // Read before the name means the fresh individual.
        let kept: FxHashMap<PredicateId, Value> = from
            .declared()
            .iter()
            .map(|p| (p.id, planes(&mut compiler, &atom(p).1, &atom(p).0)))
            .collect();
        if let Some(p) = action.fresh {
            compiler.set_source(p, Source::Last);
        }
        let mut changes = Changes::default();
        let mut all = Vec::new();
        for p in to.declared() {
            let old = kept
                .get(&p.id)
                .copied()
                .filter(|_| from.slot(p.id).is_some_and(|s| same_arity(s, p.slot)));
            let value = match &p.definition {
                None => core(&mut compiler, p, old, action, &mut changes),
                Some(_) => instrumentation(&mut compiler, from, p, old, action, &mut changes),
            };
            let old = from.slot(p.id).filter(|old| same_arity(*old, p.slot));
            all.push(New {
                slot: p.slot,
                value,
                old,
            });
        }
        Store::new(compiler, from.shape(), to.shape(), &all)
    }
}

fn same_arity(a: Slot, b: Slot) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// A predicate applied to the first variables, and these.
fn atom(p: &Predicate) -> (Vec<Variable>, Formula) {
    let (a, b) = (Variable(0), Variable(1));
    match p.slot {
        Slot::Nullary(_) => (vec![], Formula::Nullary(p.id)),
        Slot::Unary(_) => (vec![a], Formula::Unary(p.id, a)),
        Slot::Binary(_) => (vec![a, b], Formula::Binary(p.id, a, b)),
    }
}

fn planes(compiler: &mut Compiler, f: &Formula, over: &[Variable]) -> Value {
    (
        compiler.plane(f, over, Plane::Must),
        compiler.plane(f, over, Plane::May),
    )
}

fn named(compiler: &mut Compiler, f: &Formula, over: &[Variable]) -> PredicateId {
    let (must, may) = planes(compiler, f, over);
    compiler.virtual_predicate(must, may)
}

fn core(
    compiler: &mut Compiler,
    p: &Predicate,
    old: Option<Value>,
    action: &Action,
    changes: &mut Changes,
) -> Value {
    let update = action.updates.iter().find(|u| u.predicate == p.id);
    let (value, delta, edges) = match (update, old) {
        (None, Some(old)) => {
            // The name of the fresh individual, in a vocabulary that has it: after the
            // statement it is what it was.
            if action.fresh == Some(p.id) {
                let new = compiler.virtual_predicate(old.0, old.1);
                changes.insert(
                    p.id,
                    Change {
                        new,
                        delta: None,
                        edges: None,
                    },
                );
            }
            return old;
        }
        (None, None) => {
            let (parameters, _) = atom(p);
            (planes(compiler, &Formula::Unknown, &parameters), None, None)
        }
        (Some(update), _) => {
            let value = planes(compiler, &update.formula, &update.parameters);
            let (cut, add) = cut_and_add(update, p.slot);
            let plus = named(compiler, &add, &update.parameters);
            let cut_only = Formula::and([cut.clone(), Formula::not(add.clone())]);
            let minus = named(compiler, &cut_only, &update.parameters);
            let edges = match update.parameters[..] {
                [v, u] => Some(Edges {
                    parameters: [v, u],
                    cut,
                    add,
                }),
                _ => None,
            };
            (
                value,
                old.map(|_| (plus, minus)),
                edges.filter(|_| old.is_some()),
            )
        }
    };
    let new = compiler.virtual_predicate(value.0, value.1);
    changes.insert(p.id, Change { new, delta, edges });
    value
}

fn instrumentation(
    compiler: &mut Compiler,
    from: &Vocabulary,
    p: &Predicate,
    old: Option<Value>,
    action: &Action,
    changes: &mut Changes,
) -> Value {
    let definition = p
        .definition
        .as_ref()
        .expect("only instrumentation predicates come here");
    let over = &definition.parameters[..];
    let known = from
        .predicate(p.id)
        .is_some_and(|own| own.definition == p.definition);
    let old = old.filter(|_| known);
    let unchanged = |q: &PredicateId| !changes.contains_key(q) && from.slot(*q).is_some();
    if let Some(old) = old
        && definition.formula.predicates().iter().all(unchanged)
    {
        return old;
    }
    let evaluated = planes(compiler, &after(&definition.formula, changes), over);
    let Some(old) = old else {
        let new = compiler.virtual_predicate(evaluated.0, evaluated.1);
        changes.insert(
            p.id,
            Change {
                new,
                delta: None,
                edges: None,
            },
        );
        return evaluated;
    };
    let before = compiler.virtual_predicate(old.0, old.1);
    let here = |q: PredicateId| match over {
        [] => Formula::Nullary(q),
        [v] => Formula::Unary(q, *v),
        [v, u, ..] => Formula::Binary(q, *v, *u),
    };
    let (plus, minus, value) =
        match ClosureDelta::new(p.id, definition, from, changes, action.fresh) {
            Some(closure) => {
                let lost = named(compiler, &closure.lost, over);
                let left = Formula::and([here(before), Formula::not(here(lost))]);
                let left = named(compiler, &left, over);
                let won = named(compiler, &closure.won(left), over);
                let value = Formula::or([here(left), here(won)]);
                (
                    here(won),
                    Formula::and([here(lost), Formula::not(here(won))]),
                    value,
                )
            }
            None => {
                let (plus, minus) = delta(&definition.formula, changes);
                let value = Formula::or([
                    Formula::and([here(before), Formula::not(minus.clone())]),
                    plus.clone(),
                ]);
                (plus, minus, value)
            }
        };
    let followed = planes(compiler, &value, over);
    // Both are sound: what one of them knows is known.
    let value = (
        compiler.or(evaluated.0, followed.0),
        compiler.and(evaluated.1, followed.1),
    );
    let delta = (named(compiler, &plus, over), named(compiler, &minus, over));
    let new = compiler.virtual_predicate(value.0, value.1);
    changes.insert(
        p.id,
        Change {
            new,
            delta: Some(delta),
            edges: None,
        },
    );
    value
}

/// Individuals come (they are there, with core values only) or go.
fn universe(v: &Vocabulary, mut compiler: Compiler, these: PredicateId, go: bool) -> Store {
    let mut new: FxHashMap<PredicateId, PredicateId> = FxHashMap::default();
    let mut touched: FxHashMap<PredicateId, PredicateId> = FxHashMap::default();
    let mut all = Vec::new();
    let new_value = |p: &Predicate, value| New {
        slot: p.slot,
        value,
        old: Some(p.slot),
    };
    for p in v.declared() {
        let (parameters, own) = atom(p);
        let old = planes(&mut compiler, &own, &parameters);
        let Some(definition) = &p.definition else {
            all.push(new_value(p, old));
            continue;
        };
        let over = &definition.parameters[..];
        let renamed = definition
            .formula
            .rename(&|q| new.get(&q).copied().unwrap_or(q), &[]);
        let evaluated = if go {
            without(&renamed, these)
        } else {
            renamed
        };
        // Who goes has values until then; who comes has only the new ones.
        let values = |q| {
            if go {
                q
            } else {
                new.get(&q).copied().unwrap_or(q)
            }
        };
        let coming = Coming {
            these,
            affected: &touched,
            values: &values,
        };
        let mut changed = vec![match (steps_of(definition), over) {
            // The predicate itself knows its paths better than its definition.
            (Some(steps), [v, u]) if go && steps.iter().all(|p| !touched.contains_key(p)) => {
                let middle = Variable(250);
                through(
                    these,
                    middle,
                    Formula::Binary(p.id, *v, middle),
                    Formula::Binary(p.id, middle, *u),
                )
            }
            _ => affected(&definition.formula, &coming),
        }];
        changed.extend(over.iter().map(|v| Formula::Unary(these, *v)));
        let changed = compiler.plane(&Formula::or(changed), over, Plane::May);
        let evaluated = planes(&mut compiler, &evaluated, over);
        let fixed = compiler.not(changed);
        let kept = compiler.and(old.0, fixed);
        let must = compiler.or(kept, evaluated.0);
        let open = compiler.or(old.1, changed);
        let may = compiler.and(open, evaluated.1);
        new.insert(p.id, compiler.virtual_predicate(must, may));
        touched.insert(p.id, compiler.virtual_predicate(changed, changed));
        all.push(new_value(p, (must, may)));
    }
    Store::new(compiler, v.shape(), v.shape(), &all)
}
