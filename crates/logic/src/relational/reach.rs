//! Update formulae of reachability: `n*` as a predicate of its own, with what an assignment
//! to `n` makes of it (Itzhaky, Banerjee, Immerman, Nanevski, Sagiv 2013), so that `hwp`
//! of formulae with `n*` needs no closure.
//!
//! One object `x` gets another successor. On acyclic lists, what was reached through `x` is
//! cut off, and what the new successor reaches is joined; that is exact. Where there may be
//! cycles, or objects with several successors, or more than one object may change, there
//! is a formula that is true at least and one that is true at most; in between is `1/2`.

use super::{Formula, PredicateId, Variable};

/// An assignment to links, and the closure that follows.
pub struct Reach {
    /// The closure of the links, a binary predicate.
    pub closure: PredicateId,
    /// The nullary predicate that no object is on a cycle.
    pub acyclic: PredicateId,
    /// Objects have at most one successor.
    pub is_list: bool,
    /// At most one object changes.
    pub is_single: bool,
    /// Which objects change, over the variable V.
    pub changed: Formula,
    /// The new links, over V and U.
    pub links: Formula,
}

const V: Variable = Variable(0);
const U: Variable = Variable(1);
/// Bound here.
const X: Variable = Variable(2);
const Y: Variable = Variable(3);
const Z: Variable = Variable(4);

impl Reach {
    fn star(&self, a: Variable, b: Variable) -> Formula {
        Formula::Binary(self.closure, a, b)
    }

    fn changes(&self, x: Variable) -> Formula {
        self.changed.rename(&|p| p, &[(V, x)])
    }

    fn leads(&self, x: Variable, y: Variable) -> Formula {
        self.links.rename(&|p| p, &[(V, x), (U, y)])
    }

    /// The object `a` reaches one that changes.
    fn meets_change(&self, a: Variable) -> Formula {
        let there = Formula::and([self.changes(Z), self.star(a, Z)]);
        Formula::exists(Z, there)
    }

    /// A path without the links of what changes, on acyclic lists.
    fn uncut(&self, a: Variable, b: Variable) -> Formula {
        let through = Formula::and([
            self.changes(Z),
            self.star(a, Z),
            self.star(Z, b),
            Formula::not(Formula::equal(Z, b)),
        ]);
        Formula::and([self.star(a, b), Formula::not(Formula::exists(Z, through))])
    }

    /// By the new link of an object that V reaches, and on to U.
    fn joined(&self, on: Formula) -> Formula {
        let next = Formula::exists(Y, Formula::and([self.leads(X, Y), on]));
        Formula::exists(X, Formula::and([self.changes(X), self.star(V, X), next]))
    }

    /// The closure afterwards, over V and U.
    pub fn closure(&self) -> Formula {
        let same = Formula::equal(V, U);
        let untouched = Formula::and([self.star(V, U), Formula::not(self.meets_change(V))]);
        let behind = Formula::and([self.star(Y, U), Formula::not(self.meets_change(Y))]);
        let (at_least, at_most) = match self.is_single {
            true => (
                Formula::or([same, untouched, self.joined(behind)]),
                Formula::or([self.star(V, U), self.joined(self.star(Y, U))]),
            ),
            false => (
                Formula::or([same, untouched]),
                Formula::or([self.star(V, U), self.meets_change(V)]),
            ),
        };
        let rough = Formula::or([at_least, Formula::and([Formula::Unknown, at_most])]);
        if !(self.is_list && self.is_single) {
            return rough;
        }
        let exact = Formula::or([self.uncut(V, U), self.joined(self.uncut(Y, U))]);
        let acyclic = Formula::Nullary(self.acyclic);
        Formula::or([
            Formula::and([acyclic.clone(), exact]),
            Formula::and([Formula::not(acyclic), rough]),
        ])
    }

    /// Whether no object is on a cycle afterwards.
    pub fn acyclic(&self) -> Formula {
        let closes = match self.is_single {
            true => {
                let back = Formula::and([self.leads(X, Y), self.star(Y, X)]);
                let back = Formula::exists(Y, back);
                Formula::exists(X, Formula::and([self.changes(X), back]))
            }
            false => Formula::exists(X, self.changes(X)),
        };
        let stays = Formula::and([Formula::Nullary(self.acyclic), Formula::not(closes)]);
        Formula::or([stays, Formula::Unknown])
    }
}
