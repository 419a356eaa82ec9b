//! What pointers point to: abstract objects, and targets inside of them.

use crate::cells::Unwritten;
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
    /// No memory, and no answer of a query: what a pointer leads to besides the environment
    /// if it came from outside. Only such a pointer may be the address of a function that
    /// nobody knows; to call what nobody set ends the run.
    Outside,
    Var(VarId),
    /// A string literal; in programs with very many, the first stands for all.
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
    /// The sizes of objects in bytes, where they are known.
    sizes: Vec<Option<u64>>,
    /// The objects whose contents are kept together, see `blob`.
    blobs: Vec<bool>,
    shifted: FxHashMap<(u32, Offsets), u32>,
    contexts: Vec<Context>,
    /// The literal that stands for all, where there are very many.
    all_literals: Option<VarId>,
}

pub(crate) const ENVIRONMENT: ObjectId = ObjectId(0);
pub(crate) const OUTSIDE: ObjectId = ObjectId(1);

/// An object with more targets gets no new ones but that of any offset: pointers
/// that go on and on through an object (`p = &p->inner`) must come to an end.
const MOST_TARGETS: u32 = 128;

/// With more literals they are one object: sets of messages are large, and no
/// pointer is ever found in them.
const MOST_LITERALS: usize = 256;

impl Objects {
    pub fn new(program: &Program) -> Objects {
        let literals = program.vars.enumerate();
        let mut literals = literals.filter(|(_, v)| v.kind == VarKind::Literal);
        let first = literals.next().map(|(id, _)| id);
        let many = literals.count() >= MOST_LITERALS;
        let mut objects = Objects {
            objects: IndexSet::default(),
            targets: IndexSet::default(),
            counts: Vec::new(),
            sizes: Vec::new(),
            blobs: Vec::new(),
            shifted: FxHashMap::default(),
            all_literals: first.filter(|_| many),
            contexts: vec![Context {
                parent: ContextId::ROOT,
                function: FunctionId::new(0),
                edge: EdgeId::new(0),
            }],
        };
        objects.add(Object::Environment);
        objects.add(Object::Outside);
        objects
    }

    pub fn add(&mut self, object: Object) -> ObjectId {
        let (index, new) = self.objects.insert_full(object);
        if new {
            self.counts.push(0);
            self.sizes.push(None);
            self.blobs.push(false);
        }
        ObjectId(index as u32)
    }

    pub fn add_var(&mut self, program: &Program, var: VarId) -> ObjectId {
        let object = self.add(self.var_object(program, var));
        // An array of no length may be longer in the file that defines it.
        if self.all_literals.is_none() || program.vars[var].kind != VarKind::Literal {
            self.sizes[object.index()] = program.object_size(var);
        }
        object
    }

    pub fn find_var(&self, program: &Program, var: VarId) -> Option<ObjectId> {
        self.find(self.var_object(program, var))
    }

    fn var_object(&self, program: &Program, var: VarId) -> Object {
        match program.vars[var].kind {
            VarKind::Literal => Object::Literal(self.all_literals.unwrap_or(var)),
            _ => Object::Var(var),
        }
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
        if self.blobs[object.index()] || object == OUTSIDE {
            target.offsets = Offsets::ANY;
        }
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

    /// What a pointer leads to that the program did not write.
    pub fn indeterminate(&mut self, how: Unwritten) -> Vec<u32> {
        let environment = self.target(ENVIRONMENT, Offsets::ZERO);
        match how {
            Unwritten::Unset => vec![environment],
            Unwritten::Given => vec![environment, self.target(OUTSIDE, Offsets::ANY)],
        }
    }

    /// From now on the object is not divided any more. False if it was not.
    pub fn make_blob(&mut self, object: ObjectId) -> bool {
        !std::mem::replace(&mut self.blobs[object.index()], true)
    }

    pub fn is_blob(&self, object: ObjectId) -> bool {
        self.blobs[object.index()]
    }

    /// The target itself, or what it became when its object was made a blob.
    pub fn canonical(&mut self, target: u32) -> u32 {
        let Target { object, offsets } = self.get_target(target);
        match self.blobs[object.index()] {
            true if offsets != Offsets::ANY => self.target(object, Offsets::ANY),
            _ => target,
        }
    }

    /// Does an access of so many bytes there touch the object?
    pub fn is_inside(&self, target: u32, width: u32) -> bool {
        let Target { object, offsets } = self.get_target(target);
        match self.sizes[object.index()] {
            Some(size) if !self.is_blob(object) => {
                offsets.overlaps(u64::from(width), Offsets::ZERO, size)
            }
            _ => true,
        }
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
            return self.canonical(found);
        }
        let Target { object, offsets } = self.get_target(target);
        let moved = self.target(object, offsets.moved(by));
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
