//! Path formulas: what must hold for a run to take a given path.
//!
//! A path is a sequence of edges through automata, with calls inlined: the edge of
//! a call is followed by the edges of the callee, up to and with its return. Its
//! formula is the machine's run on terms instead of numbers, in single-assignment
//! form: each step gives conjuncts, and each state says which term is the value of
//! what, so that any expression can be evaluated at any step.
//!
//! - Scalar variables whose address is never taken are terms of their own; with
//!   [`Versions::Named`] each assignment makes a new symbol and an equation.
//! - All else is memory: arrays indexed by address, one for each class of memory
//!   that [`Regions`] tells apart, of words where all accesses to the class are to
//!   the same words, else of bytes. Addresses are symbols ([`crate::Terms::base`]):
//!   objects are disjoint, and more is not known of them.
//! - What lives is a term for each object: scopes end where the path leaves them,
//!   blocks where they are freed, which may depend on values.
//! - A run that goes on had no fault: valid accesses, divisors that are not zero and
//!   functions behind pointers are conjuncts of the steps that need them.
//! - Inputs are symbols, in the order in which the machine draws them
//!   ([`Source::Next`]), or belong to bytes of an object ([`Source::Cell`]).
//!
//! What a path does that has no meaning here is an honest [`PathError::Unsupported`]:
//! variable arguments, `setjmp`, the question whether all blocks are tracked, and
//! unknown elements of very large objects. Three things are coarser than the machine:
//! a pointer read from an unknown place is valid by its number, not by the object it
//! came from; what was indeterminate there may be any number; and what only annotations
//! say (quantifiers, closures, what is allocated) may be true or not. And only variables
//! have versions with names: what is stored in memory is part of the terms that later
//! steps read, so an unsatisfiable core may leave out the step that stored it.

mod aggregates;
mod builder;
mod calls;
mod expressions;
mod inputs;
mod memory;
mod objects;
mod points_to;
mod primitive;
mod pristine;
mod regions;
mod state;
mod statics;
mod steps;

pub(crate) use aggregates::leaves;
pub use builder::Builder;
pub use points_to::{PointsTo, PointsToClasses};
pub use primitive::Primitive;
pub use regions::{OneClass, Region, Regions, Spot};
pub use state::{Class, Object, ObjectId, State};

use crate::access::Access;
use crate::term::Term;
use program::{EdgeId, FunctionId, Span};
use std::fmt;

/// An edge of a function's automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathStep {
    pub function: FunctionId,
    pub edge: EdgeId,
}

/// What becomes of an assigned value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Versions {
    /// A new symbol, and an equation among the step's conjuncts: every step can be
    /// told from the others.
    #[default]
    Named,
    /// The variable stands for the value's term: what can be computed is.
    Inlined,
}

#[derive(Clone, Debug)]
pub struct PathOptions {
    /// The function whose parameters are the program's inputs.
    pub entry: FunctionId,
    /// The entry is `main`, and called with these: `argc`, `argv`, no environment.
    pub arguments: Option<Vec<String>>,
    pub malloc_may_fail: bool,
    /// Indeterminate pointers lead nowhere, but for the entry function's arguments
    /// and what they lead to.
    pub strict_pointers: bool,
    pub versions: Versions,
}

/// Where an input comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The next one that the machine asks for.
    Next,
    /// Indeterminate bytes of an object, read for the first time.
    Cell { object: ObjectId, offset: u64 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    /// The step that reads it; as in [`PathFormula::steps`].
    pub step: usize,
    pub access: Access,
    /// A symbol, of as many bits as are asked for.
    pub symbol: Term,
    pub source: Source,
    /// The object that a pointer leads to which is neither null nor leads to one
    /// that was there before.
    pub environment: Option<ObjectId>,
}

/// A scalar read from memory of which it is not known whether it is indeterminate:
/// where it is, the value is an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// As in [`PathFormula::steps`].
    pub step: usize,
    pub pointer: Term,
    /// The bytes, least significant first.
    pub raw: Term,
}

/// What a step adds to a path's formula.
#[derive(Clone, Default, Debug)]
pub struct StepFormula {
    pub conjuncts: Vec<Term>,
    /// The versions of variables that the step made, and what they are equal to,
    /// in order; the equations are among the conjuncts.
    pub definitions: Vec<(Term, Term)>,
}

/// The formula of a path.
pub struct PathFormula {
    /// The beginning, and then one for each step of the path.
    pub steps: Vec<StepFormula>,
    /// The state after each of `steps`.
    pub states: Vec<State>,
    pub inputs: Vec<Input>,
    pub reads: Vec<Read>,
}

impl PathFormula {
    /// All conjuncts, in order.
    pub fn conjuncts(&self) -> impl Iterator<Item = Term> {
        self.steps.iter().flat_map(|s| s.conjuncts.iter().copied())
    }

    /// The step that a conjunct of [`PathFormula::conjuncts`] belongs to.
    pub fn step_of(&self, mut conjunct: usize) -> Option<usize> {
        self.steps.iter().position(|step| {
            let here = conjunct < step.conjuncts.len();
            conjunct = conjunct.wrapping_sub(step.conjuncts.len());
            here
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PathError {
    /// The path does something that has no meaning here.
    Unsupported(String, Span),
    /// The steps do not follow one another; the first that does not.
    Broken(usize),
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathError::Unsupported(what, _) => write!(f, "no formula for {what}"),
            PathError::Broken(step) => write!(f, "step {step} does not follow the one before"),
        }
    }
}

impl std::error::Error for PathError {}

/// The result of building something of a formula.
pub(crate) type Built<T> = Result<T, PathError>;
