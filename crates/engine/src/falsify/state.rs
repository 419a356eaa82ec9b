//! Symbolic states: what the machine's state is, with terms for numbers.
//!
//! States are copied when a path forks, so everything large is shared until it
//! is written.

use super::contents::{Content, Contents};
use machine::{Cell, Class, Request};
use program::{FunctionId, Location, Span, VarId};
use solver::{Assignment, SymbolId, Term};
use std::rc::Rc;

/// An object of a state, by its number there.
pub type ObjectId = u32;

pub const NO_OBJECT: ObjectId = ObjectId::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Static(VarId),
    Local(VarId),
    Heap,
    /// `alloca` or a variable-length array.
    Frame,
    Environment,
}

impl Kind {
    /// How the machine counts such objects.
    pub fn class(self) -> Class {
        match self {
            Kind::Heap => Class::Heap,
            Kind::Environment => Class::Environment,
            Kind::Static(_) | Kind::Local(_) | Kind::Frame => Class::Other,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    Live,
    Freed,
    Ended,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub base: Term,
    pub kind: Kind,
    pub life: Life,
    /// How many objects there were when it ended: where it was, only later ones can
    /// be.
    pub ended: u32,
    pub read_only: bool,
    /// Which object this is for the machine: the n-th of its kind.
    pub birth: u32,
    pub contents: Contents,
}

impl Object {
    /// Can another object, that came later, be where this one was?
    pub fn leaves_room_for(&self, later: ObjectId) -> bool {
        self.life != Life::Live && later >= self.ended
    }

    /// Can it be freed?
    pub fn is_block(&self) -> bool {
        self.kind == Kind::Heap && self.life == Life::Live
    }
}

/// All objects of a state; in chunks, so that copying is cheap.
#[derive(Clone, Default, Debug)]
pub struct Objects {
    chunks: Vec<Rc<Vec<Rc<Object>>>>,
    count: usize,
}

const CHUNK: usize = 32;

impl Objects {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn get(&self, id: ObjectId) -> &Object {
        &self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        let chunk = Rc::make_mut(&mut self.chunks[id as usize / CHUNK]);
        Rc::make_mut(&mut chunk[id as usize % CHUNK])
    }

    pub fn push(&mut self, object: Object) -> ObjectId {
        if self.count.is_multiple_of(CHUNK) {
            self.chunks.push(Rc::new(Vec::with_capacity(CHUNK)));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            Rc::make_mut(chunk).push(Rc::new(object));
        }
        self.count += 1;
        (self.count - 1) as ObjectId
    }

    /// Is the object as it is in another state that this one began as?
    pub fn is_same(&self, other: &Objects, id: ObjectId) -> bool {
        let (chunk, at) = (id as usize / CHUNK, id as usize % CHUNK);
        Rc::ptr_eq(&self.chunks[chunk], &other.chunks[chunk])
            || Rc::ptr_eq(&self.chunks[chunk][at], &other.chunks[chunk][at])
    }

    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let all = self.chunks.iter().flat_map(|c| c.iter());
        all.enumerate().map(|(i, o)| (i as ObjectId, &**o))
    }
}

/// A value handed over at a call or return.
#[derive(Clone, Debug)]
pub enum Handed {
    Scalar(Term, super::access::Access),
    Aggregate(Vec<(u64, Content)>, u64),
}

/// An open call.
#[derive(Clone, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub at: Location,
    /// None is indeterminate.
    pub registers: Vec<Option<Term>>,
    pub slots: Vec<ObjectId>,
    /// Tells this call from others at the same depth.
    pub serial: u64,
    pub unnamed: Vec<Handed>,
    pub allocated: Vec<(Option<VarId>, ObjectId)>,
    /// The loops that are open here, outermost first.
    pub rounds: Vec<Round>,
    /// How many calls of this function are open below, counting only those with
    /// a choice between one and the next; and the choices made before this one.
    pub recursion: u32,
    pub choices_before: u32,
}

/// How often the head of a loop was passed with a choice since the last time.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    pub head: Location,
    pub count: u32,
    /// Choices on the path when the head was passed last.
    pub choices: u32,
    /// Times the head was passed at all.
    pub passes: u32,
}

/// A `va_list` in use.
#[derive(Clone, Copy, Debug)]
pub struct VaList {
    pub serial: u64,
    pub next: usize,
}

/// Where `longjmp` leads.
#[derive(Clone, Copy, Debug)]
pub struct JumpPoint {
    pub depth: usize,
    pub serial: u64,
    pub at: Location,
}

/// An input that was read.
#[derive(Clone, Debug)]
pub enum Draw {
    /// In the order in which the machine asks.
    Next { term: Term, request: Request },
    /// Bytes of an object that were indeterminate when something not known
    /// exactly was read or written there.
    Cell { cell: Cell, term: Term },
}

/// A list that grows at its end and shares its beginning.
#[derive(Debug)]
pub struct Chain<T>(Option<Rc<Link<T>>>);

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Chain<T>,
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Self {
        Chain(self.0.clone())
    }
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Chain(None)
    }
}

impl<T> Chain<T> {
    pub fn push(&mut self, item: T) {
        let before = std::mem::take(self);
        self.0 = Some(Rc::new(Link { item, before }));
    }

    /// The items, first to last.
    pub fn items(&self) -> Vec<&T> {
        let mut items = Vec::new();
        let mut at = &self.0;
        while let Some(link) = at {
            items.push(&link.item);
            at = &link.before.0;
        }
        items.reverse();
        items
    }
}

impl<T> Drop for Link<T> {
    fn drop(&mut self) {
        // Without recursion: chains are as long as paths.
        let mut next = self.before.0.take();
        while let Some(mut link) = next.and_then(|l| Rc::try_unwrap(l).ok()) {
            next = link.before.0.take();
        }
    }
}

/// A symbolic state.
#[derive(Clone)]
pub struct State {
    pub objects: Objects,
    pub frames: Vec<Rc<Frame>>,
    /// The path condition, one conjunct each.
    pub path: Vec<Term>,
    /// Satisfies the path condition.
    pub model: Rc<Assignment>,
    /// Earlier models, for inputs that nothing mentions any more.
    pub settled: Chain<Rc<Assignment>>,
    /// Input pointers that were followed, and where they lead.
    pub resolved: Vec<(SymbolId, ObjectId)>,
    pub draws: Chain<Draw>,
    pub environment: Vec<ObjectId>,
    pub va_lists: Vec<VaList>,
    pub jump_points: Vec<JumpPoint>,
    pub serial: u64,
    /// Objects made so far, by the machine's classes.
    pub births: [u32; 3],
    /// Choices made so far on the path.
    pub choices: u32,
    /// Choices when the state was last compared with others.
    pub compared: u32,
    /// The largest number of rounds with a choice of any loop or recursion.
    pub level: u32,
    /// What the step being taken may rely on: conditions that it split on.
    pub assumed: Vec<Term>,
    /// It waited where it had arrived: that is no new arrival.
    pub arrived: bool,
    /// The values it has chosen for terms, and how many others were chosen before.
    pub chosen: Vec<(Term, Term)>,
    pub values: u32,
    /// Operations on the path so far.
    pub steps: u64,
    /// Positions of a given path that have been passed.
    pub passed: usize,
    pub span: Span,
}

impl State {
    /// Keeps only those values of the model that are still needed at hand.
    pub fn settle(&mut self, needed: impl Fn(SymbolId) -> bool) {
        let resolved = &self.resolved;
        let is_resolved = |s: SymbolId| resolved.iter().any(|(r, _)| *r == s);
        let mut model = Assignment::default();
        for (symbol, value) in self.model.iter() {
            if needed(symbol) || is_resolved(symbol) {
                model.put(symbol, value.clone());
            }
        }
        if model.len() < self.model.len() {
            self.settled.push(Rc::clone(&self.model));
            self.model = Rc::new(model);
        }
    }

    /// Values for all inputs of the path.
    pub fn whole_model(&self) -> Assignment {
        let mut whole = Assignment::default();
        for model in self.settled.items() {
            whole.extend(model);
        }
        whole.extend(&self.model);
        whole
    }

    /// The value that the step has chosen for a term, or the term itself.
    pub fn chosen(&self, term: Term) -> Term {
        let found = self.chosen.iter().find(|(t, _)| *t == term);
        found.map_or(term, |(_, value)| *value)
    }

    pub fn frame(&self) -> &Frame {
        // A path ends when the last call does, so there is one.
        &self.frames[self.frames.len() - 1]
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        Rc::make_mut(&mut self.frames[last])
    }
}
