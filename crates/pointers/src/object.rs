//! What pointers point to: abstract objects, and targets inside of them.

use crate::{Offsets, atoms};
use indexmap::IndexSet;
use program::{EdgeId, FunctionId, Id, Program, VarId, VarKind};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl Id for $name {
            fn new(index: usize) -> Self {
                $name(index as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// An abstract object.
    ObjectId, "o";
    /// The call sites through which an allocating function was reached.
    ContextId, "c";
    /// Bytes of an object that are read or written together.
    CellId, "m";
    /// Cells that one memory access may not tell apart.
    ClassId, "class";
}

impl ContextId {
    /// No call site in particular.
    pub const ROOT: ContextId = ContextId(0);
}

/// All concrete objects of one kind or origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// What an indeterminate pointer points to, and everything that it leads to.
    Environment,
    Var(VarId),
    /// A string literal.
    Literal(VarId),
    Function(FunctionId),
    /// What an `Alloc` operation (or a call of `alloca`) made.
    Heap {
        function: FunctionId,
        edge: EdgeId,
        context: ContextId,
    },
    /// The unnamed arguments of a function's calls.
    Variadic(FunctionId),
    /// The aggregate that a function returns, on its way to the caller.
    Result(FunctionId),
}

/// A call site, and the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context {
    pub parent: ContextId,
    pub function: FunctionId,
    pub edge: EdgeId,
}

/// Where a pointer may point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    pub object: ObjectId,
    pub offsets: Offsets,
}

/// The objects and targets that are known so far, in order of their making.
pub(crate) struct Objects {
    objects: IndexSet<Object, FxBuildHasher>,
    targets: IndexSet<Target, FxBuildHasher>,
    /// How many targets each object has.
    counts: Vec<u32>,
    shifted: FxHashMap<(u32, Offsets), u32>,
    contexts: Vec<Context>,
}

pub(crate) const ENVIRONMENT: ObjectId = ObjectId(0);

/// An object with more targets gets no new ones but that of any offset: pointers
/// that go on and on through an object (`p = &p->inner`) must come to an end.
const MOST_TARGETS: u32 = 128;

impl Objects {
    pub fn new() -> Objects {
        let mut objects = Objects {
            objects: IndexSet::default(),
            targets: IndexSet::default(),
            counts: Vec::new(),
            shifted: FxHashMap::default(),
            contexts: vec![Context {
                parent: ContextId::ROOT,
                function: FunctionId::new(0),
                edge: EdgeId::new(0),
            }],
        };
        objects.add(Object::Environment);
        objects
    }

    pub fn add(&mut self, object: Object) -> ObjectId {
        let (index, new) = self.objects.insert_full(object);
        if new {
            self.counts.push(0);
        }
        ObjectId(index as u32)
    }

    pub fn add_var(&mut self, program: &Program, var: VarId) -> ObjectId {
        self.add(var_object(program, var))
    }

    pub fn find(&self, object: Object) -> Option<ObjectId> {
        self.objects.get_index_of(&object).map(ObjectId::new)
    }

    pub fn len(&self) -> usize {
        self.objects.len()
    }

    pub fn get(&self, id: ObjectId) -> Object {
        self.objects[id.index()]
    }

    /// The number of a target, with less precise offsets where there are too many.
    pub fn target(&mut self, object: ObjectId, offsets: Offsets) -> u32 {
        let mut target = Target { object, offsets };
        if let Some(index) = self.targets.get_index_of(&target) {
            return index as u32;
        }
        let count = &mut self.counts[object.index()];
        if *count >= MOST_TARGETS {
            target.offsets = Offsets::ANY;
        }
        let (index, new) = self.targets.insert_full(target);
        *count += u32::from(new);
        index as u32
    }

    pub fn find_target(&self, target: Target) -> Option<u32> {
        self.targets.get_index_of(&target).map(|i| i as u32)
    }

    pub fn get_target(&self, id: u32) -> Target {
        self.targets[id as usize]
    }

    pub fn target_count(&self) -> usize {
        self.targets.len()
    }

    /// The target `by` bytes further.
    pub fn shift(&mut self, target: u32, by: Offsets) -> u32 {
        if by == Offsets::ZERO {
            return target;
        }
        if let Some(&found) = self.shifted.get(&(target, by)) {
            return found;
        }
        let Target { object, offsets } = self.get_target(target);
        let moved = self.target(object, offsets.plus(by));
        self.shifted.insert((target, by), moved);
        moved
    }

    /// The target that stepping through an array of such elements leads to, if
    /// pointers do not leave the arrays that are members of a structure.
    pub fn walk(&mut self, target: u32, stride: u64) -> u32 {
        let Target { object, offsets } = self.get_target(target);
        self.target(object, atoms::walk(offsets, stride))
    }

    pub fn add_context(&mut self, context: Context) -> ContextId {
        self.contexts.push(context);
        ContextId(self.contexts.len() as u32 - 1)
    }

    pub fn context(&self, id: ContextId) -> Option<Context> {
        (id != ContextId::ROOT).then(|| self.contexts[id.index()])
    }

    /// What only the making of targets needed.
    pub fn forget_shifts(&mut self) {
        self.shifted = FxHashMap::default();
    }
}

pub(crate) fn var_object(program: &Program, var: VarId) -> Object {
    match program.vars[var].kind {
        VarKind::Literal => Object::Literal(var),
        _ => Object::Var(var),
    }
}
