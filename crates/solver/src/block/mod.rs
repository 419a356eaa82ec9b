//! Block formulas: what a piece of a program does to *any* state.
//!
//! Where a path formula ([`crate::path`]) begins where the program does and follows
//! the machine exactly, a block begins anywhere. Its start is a state of which
//! nothing is known: every variable, the address of every variable and every class
//! of memory is a *state symbol*. A [`Block`] says what must hold of them for a run to
//! come through (`conditions`), and what the same symbols stand for at its end, as
//! terms over those at its start and over inputs. So composing blocks, evaluating a
//! predicate at the end of one, and weakest preconditions are one operation:
//! substitution ([`Encoder::at_end`]). Blocks with one start can be merged into one
//! that is taken if one of them is: large blocks (Beyer et al. 2009).
//!
//! A block contains every run of the machine and may contain more. It is coarser in
//! this: which objects live is not followed, and accesses need only not to be by null;
//! questions about memory have any answer; variable arguments are anything; the contents of large static arrays at the
//! beginning are not known; and addresses of what has ended are any numbers.

mod encode;
mod expressions;
mod memory;
mod merge;
mod operations;

pub use encode::{Encoder, Meaning, Told, World};

use crate::access::Access;
use crate::term::Term;
use program::{EdgeId, FunctionId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What some steps do, one after the other or as alternatives.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Block {
    /// What must hold, in order of the steps.
    pub conditions: Rc<Vec<Term>>,
    /// What state symbols stand for at the end; those not here stand for themselves.
    cells: Rc<BTreeMap<Term, Term>>,
    /// What the function that just ended hands to its caller.
    returned: Option<Rc<Handed>>,
    /// How many inputs were drawn on the way.
    inputs: u32,
    /// How many objects were made on the way.
    objects: u32,
    /// Addresses at the start of objects that have ended since, and the plain symbols
    /// that stand for their numbers.
    ended: Rc<Vec<(Term, Term)>>,
    /// Addresses of the heap blocks made on the way.
    heap: Rc<Vec<Term>>,
    /// Addresses that became values on the way.
    exposed: Rc<BTreeSet<Term>>,
    /// The calls that have not returned, outermost first.
    stack: Rc<Vec<Activation>>,
}

/// An open call. Where it was made is part of it: between the cuts of loops a run comes
/// to a location at most once in the same calls, but twice in a function that is called
/// twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Activation {
    pub function: FunctionId,
    /// None for the function that the program begins with.
    pub site: Option<(FunctionId, EdgeId)>,
}

/// A value on its way from one function to another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Handed {
    Scalar(Term, Access),
    /// Offset, size and bytes of each part, and the size of all.
    Aggregate(Vec<(u64, u64, Term)>, u64),
}

impl Block {
    /// How many calls of a function are open.
    fn open_calls(&self, function: FunctionId) -> usize {
        let calls = self.stack.iter();
        calls.filter(|call| call.function == function).count()
    }

    /// Is nothing between its start and its end?
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
            && self.cells.is_empty()
            && self.returned.is_none()
            && self.ended.is_empty()
    }

    /// A block that starts where this one ends. What is being returned goes on being
    /// so: it must be handed over first.
    pub fn next(&self) -> Block {
        debug_assert!(self.returned.is_none());
        Block {
            stack: self.stack.clone(),
            ..Block::default()
        }
    }

    /// Like [`Block::next`], with other inputs than the steps before.
    pub fn next_of_path(&self) -> Block {
        Block {
            inputs: self.inputs,
            objects: self.objects,
            ..self.next()
        }
    }

    /// The state symbols that stand for something else at the end, in order.
    pub fn changed(&self) -> impl Iterator<Item = Term> {
        self.cells.keys().copied()
    }

    pub fn is_returning(&self) -> bool {
        self.returned.is_some()
    }

    pub fn stack(&self) -> &[Activation] {
        &self.stack
    }

    /// The state symbols that stand for something else at the end, with what that is.
    pub fn changes(&self) -> impl Iterator<Item = (Term, Term)> {
        self.cells.iter().map(|(&symbol, &value)| (symbol, value))
    }
}

/// Something that has no meaning in blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    pub what: String,
    pub span: Span,
}

/// What comes after a step: a block, or nothing if the step is impossible.
pub type Encoded = Result<Option<Block>, Unsupported>;
