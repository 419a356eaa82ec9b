//! What a statement does to structures.

use logic::relational::{Formula, PredicateId, Variable};
use smallvec::SmallVec;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Action {
    pub focus: Vec<Focus>,
    /// Structures in which it is false are dropped.
    pub require: Option<Formula>,
    /// A new individual, on which alone this unary predicate (one that the vocabulary need
    /// not have) holds in the update formulae.
    pub fresh: Option<PredicateId>,
    /// Beside the new individual there are one or more others, of which no core predicate
    /// holds.
    pub others: bool,
    /// Simultaneous; formulae over the old values. A predicate that is not mentioned keeps
    /// its value (a fresh node has false).
    pub updates: Vec<Update>,
    /// After the updates.
    pub collect: Option<Collect>,
}

/// How to make something definite before the updates.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Focus {
    /// Makes a nullary predicate definite.
    Nullary(PredicateId),
    /// Makes a unique unary predicate definite everywhere: which node, if any, it holds of
    /// (splitting a summary node).
    Unary(PredicateId),
    /// Makes definite which individual the (unique) binary predicate leads to from the
    /// individual on which the unique unary predicate holds.
    Image {
        of: PredicateId,
        through: PredicateId,
    },
    /// Makes a unary predicate definite on the individual on which the unique predicate `of` holds.
    Value {
        of: PredicateId,
        predicate: PredicateId,
    },
    /// Makes a unary predicate definite on all nodes, splitting summary nodes; as far as
    /// that does not make too many cases.
    Every(PredicateId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Update {
    pub predicate: PredicateId,
    pub parameters: SmallVec<[Variable; 2]>,
    pub formula: Formula,
}

/// Individuals on which `garbage` (over the new values) is definitely true are removed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Collect {
    pub variable: Variable,
    pub garbage: Formula,
    /// The nullary predicate becomes true if a removed individual satisfies the condition
    /// (over the same variable).
    pub note: Option<(PredicateId, Formula)>,
}
