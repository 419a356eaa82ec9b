//! What is known of a state: which term is the value of what.

use super::pristine::Pristine;
use super::regions::Region;
use crate::access::Access;
use crate::term::Term;
use program::{FunctionId, Location, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An object of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub(crate) u32);

impl ObjectId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the machine counts objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    Heap,
    Environment,
    /// Static objects, variables, and what else lives as long as a frame.
    Other,
}

#[derive(Clone, Debug)]
pub struct Object {
    /// Its address.
    pub base: Term,
    /// In bytes, as wide as a pointer.
    pub size: Term,
    /// Whether it lives.
    pub alive: Term,
    pub class: Class,
    /// The object is the n-th of its class that the machine makes, counted from 1;
    /// of the environment's, the n-th that a pointer may be taken to point to.
    pub birth: u32,
    /// The variable it belongs to.
    pub var: Option<VarId>,
    pub read_only: bool,
    pub(crate) pristine: Pristine,
}

/// Where the machine knows a value to come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A number.
    None,
    Object(ObjectId),
    /// No object's address.
    Wild,
    /// Perhaps an object.
    Any,
}

/// The value of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub term: Term,
    pub origin: Origin,
}

/// A value handed over at a call or return.
#[derive(Clone, Debug)]
pub(crate) enum Handed {
    Scalar(Value, Access),
    /// The bytes that lay there then.
    Aggregate(Vec<Piece>, u64),
}

/// Bytes of an aggregate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub offset: u64,
    pub size: u64,
    /// None: indeterminate.
    pub raw: Option<Term>,
}

/// An open call.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub function: FunctionId,
    pub at: Location,
    /// What is not there is indeterminate.
    pub registers: FxHashMap<VarId, Value>,
    pub slots: FxHashMap<VarId, ObjectId>,
    pub allocated: Vec<(Option<VarId>, ObjectId)>,
}

/// A state on a path.
#[derive(Clone, Default, Debug)]
pub struct State {
    pub(crate) frames: Vec<Rc<Frame>>,
    /// Static scalars whose address is never taken, None if indeterminate; the
    /// others hold what they were initialised with.
    pub(crate) globals: Rc<FxHashMap<VarId, Option<Value>>>,
    /// Where nothing is, memory is as at the beginning.
    pub(crate) memory: Rc<FxHashMap<Region, Term>>,
    pub(crate) objects: Rc<Vec<Rc<Object>>>,
}

impl State {
    /// The function and location where the next operation leaves, if it is known.
    pub fn position(&self) -> Option<(FunctionId, Location)> {
        let frame = self.frames.last()?;
        Some((frame.function, frame.at))
    }

    /// Number of open calls.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The objects made so far, in order.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let all = self.objects.iter().enumerate();
        all.map(|(i, o)| (ObjectId(i as u32), &**o))
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut Rc::make_mut(&mut self.objects)[id.index()])
    }

    pub(crate) fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut().map(Rc::make_mut)
    }
}
