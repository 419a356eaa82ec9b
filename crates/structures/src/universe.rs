//! Instrumentation predicates when individuals come or go.
//!
//! A value can only change where a quantifier ranges over the individuals in question and
//! they matter there, or where a closure has a path through them. Elsewhere it is kept.

use logic::relational::{Formula, PredicateId, Variable};
use rustc_hash::FxHashMap;

/// Which individuals come or go, and what is known of predicates by then.
pub(crate) struct Coming<'a> {
    pub these: PredicateId,
    /// For a predicate whose value may depend on them: the one that says where.
    pub affected: &'a FxHashMap<PredicateId, PredicateId>,
    /// For a predicate: the one that has its values in the larger structure.
    pub values: &'a dyn Fn(PredicateId) -> PredicateId,
}

/// Where the value of a formula may depend on whether the individuals are there. Of the
/// result only the "may" plane means anything.
pub(crate) fn affected(f: &Formula, coming: &Coming<'_>) -> Formula {
    let inner = |f: &Formula| affected(f, coming);
    let atom =
        |p: &PredicateId, apply: &dyn Fn(PredicateId) -> Formula| match coming.affected.get(p) {
            Some(q) => apply(*q),
            None => Formula::False,
        };
    // One of them decides; or one of the others, whose own value is affected.
    let quantified = |v: &Variable, body: &Formula, decides: Formula| {
        let one = Formula::Unary(coming.these, *v);
        let there = Formula::and([one.clone(), decides.rename(coming.values, &[])]);
        let other = Formula::and([Formula::not(one), inner(body)]);
        Formula::or([Formula::exists(*v, there), Formula::exists(*v, other)])
    };
    match f {
        Formula::True | Formula::False | Formula::Unknown | Formula::Equal(..) => Formula::False,
        Formula::Nullary(p) => atom(p, &Formula::Nullary),
        Formula::Unary(p, v) => atom(p, &|p| Formula::Unary(p, *v)),
        Formula::Binary(p, v, u) => atom(p, &|p| Formula::Binary(p, *v, *u)),
        Formula::Not(f) => inner(f),
        Formula::And(parts) | Formula::Or(parts) => Formula::or(parts.iter().map(inner)),
        Formula::Exists(v, body) => quantified(v, body, (**body).clone()),
        Formula::Forall(v, body) => quantified(v, body, Formula::not((**body).clone())),
        Formula::Closure {
            a,
            b,
            step,
            from,
            to,
        } => {
            if inner(step) != Formula::False {
                return Formula::True;
            }
            let step = Box::new(step.rename(coming.values, &[]));
            let path = |from, to| Formula::Closure {
                a: *a,
                b: *b,
                step: step.clone(),
                from,
                to,
            };
            let free = step.free_variables();
            let middle = (0..=255)
                .map(Variable)
                .find(|v| !free.contains(v) && ![a, b, from, to].contains(&v))
                .expect("a formula has fewer than 256 variables");
            through(coming.these, middle, path(*from, middle), path(middle, *to))
        }
    }
}

/// A path by way of one of them.
pub(crate) fn through(these: PredicateId, middle: Variable, to: Formula, from: Formula) -> Formula {
    Formula::exists(
        middle,
        Formula::and([Formula::Unary(these, middle), to, from]),
    )
}

/// The formula in the structure without the individuals of `these`.
pub(crate) fn without(f: &Formula, these: PredicateId) -> Formula {
    let inner = |f: &Formula| without(f, these);
    let stays = |v: Variable| Formula::not(Formula::Unary(these, v));
    match f {
        Formula::Not(f) => Formula::not(inner(f)),
        Formula::And(parts) => Formula::and(parts.iter().map(inner)),
        Formula::Or(parts) => Formula::or(parts.iter().map(inner)),
        Formula::Exists(v, body) => Formula::exists(*v, Formula::and([stays(*v), inner(body)])),
        Formula::Forall(v, body) => {
            Formula::forall(*v, Formula::or([Formula::Unary(these, *v), inner(body)]))
        }
        Formula::Closure {
            a,
            b,
            step,
            from,
            to,
        } => {
            let step = Box::new(Formula::and([stays(*a), stays(*b), inner(step)]));
            Formula::Closure {
                a: *a,
                b: *b,
                step,
                from: *from,
                to: *to,
            }
        }
        Formula::True
        | Formula::False
        | Formula::Unknown
        | Formula::Nullary(_)
        | Formula::Unary(..)
        | Formula::Binary(..)
        | Formula::Equal(..) => f.clone(),
    }
}
