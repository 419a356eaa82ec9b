//! The whole program: variables, functions, and the tables they refer to.

use crate::cfa::{Callee, Cfa, Op};
use crate::expr::Exprs;
use crate::ids::{ExprId, FunctionId, IdVec, Name, PlaceId, TypeId, VarId};
use crate::model::DataModel;
use crate::names::Names;
use crate::source::{SourceMap, Span};
use crate::types::{QualType, Types};
use rustc_hash::FxHashSet;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    External,
    /// `static`: known in its own file only.
    Internal,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VarKind {
    Global(Linkage),
    /// A `static` variable or file-scope compound literal without a linker name.
    Static,
    /// A string literal.
    Literal,
    Parameter,
    Local,
    /// Made by lowering; lives as long as its function's frame.
    Temporary,
}

impl VarKind {
    /// Does the variable live as long as the program?
    pub fn is_static(self) -> bool {
        match self {
            VarKind::Global(_) | VarKind::Static | VarKind::Literal => true,
            VarKind::Parameter | VarKind::Local | VarKind::Temporary => false,
        }
    }
}

/// What a variable holds when it begins to live.
#[derive(Clone, PartialEq, Debug)]
pub enum Initial {
    /// Any value: locals, and objects that are only declared.
    Indeterminate,
    /// All bytes zero: static storage that no initialiser mentions.
    Zero,
    /// These bytes, then zeros.
    Bytes(Box<[u8]>),
    /// Zeros, then these assignments in order; all values are constants.
    Items(Box<[(PlaceId, ExprId)]>),
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: Name,
    /// Canonical.
    pub ty: TypeId,
    pub declared: QualType,
    pub kind: VarKind,
    /// The function a local, parameter or temporary belongs to.
    pub function: Option<FunctionId>,
    pub initial: Initial,
    /// Bytes beyond the type's size: an initialised flexible array member.
    pub extra_bytes: u64,
    /// Alignment demanded beyond the type's.
    pub align: Option<u64>,
    pub thread_local: bool,
    /// Is there a definition in the program?
    pub defined: bool,
    /// Is its address taken anywhere (arrays by any use that decays)?
    pub addressed: bool,
    /// Gives way to another definition: `__attribute__((weak))`.
    pub weak: bool,
    /// How many variables of the function before it have the same name.
    pub shadow: u32,
    /// No variable of the program: it remembers something about the run, and what
    /// it holds keeps no block alive.
    pub ghost: bool,
    pub span: Span,
}

impl Var {
    /// A variable of a function that the text does not have.
    pub fn plain(name: Name, ty: TypeId, kind: VarKind, function: FunctionId, span: Span) -> Var {
        Var {
            name,
            ty,
            declared: QualType::plain(ty),
            kind,
            function: Some(function),
            initial: Initial::Indeterminate,
            extra_bytes: 0,
            align: None,
            thread_local: false,
            defined: true,
            addressed: false,
            weak: false,
            shadow: 0,
            ghost: false,
            span,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    /// Canonical.
    pub ty: TypeId,
    pub declared: TypeId,
    pub linkage: Linkage,
    pub parameters: Vec<VarId>,
    /// Locals and temporaries, in order of declaration.
    pub locals: Vec<VarId>,
    /// None if the function is only declared.
    pub body: Option<Cfa>,
    pub no_return: bool,
    /// Gives way to another definition: `inline` or `__attribute__((weak))`.
    pub weak: bool,
    /// `__attribute__((constructor(priority)))`: runs before `main`, least numbers first.
    pub constructor: Option<u16>,
    pub destructor: bool,
    pub span: Span,
}

impl Function {
    /// Does it not exist at all? Then its address is null.
    pub fn is_absent(&self) -> bool {
        self.weak && self.body.is_none()
    }
}

/// The function without a body that is called where inline assembly stands which nobody
/// understands. What it may write is forgotten behind the call. Its name is none in C.
pub const INLINE_ASSEMBLY: &str = "inline assembly";

/// A function without a body whose call says that an automaton is violated. It is
/// called from ghost edges only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alarm {
    pub function: FunctionId,
    pub automaton: Name,
    /// What happened, for people.
    pub message: Name,
}

/// Of objects that others define and that no type tells the size of.
const UNKNOWN_SIZE: u64 = 1 << 16;

/// A linked program.
#[derive(Clone)]
pub struct Program {
    pub names: Names,
    pub types: Types,
    pub exprs: Exprs,
    pub vars: IdVec<VarId, Var>,
    pub functions: IdVec<FunctionId, Function>,
    /// In order of their functions.
    pub alarms: Vec<Alarm>,
    pub sources: SourceMap,
}

impl Program {
    pub fn new(model: DataModel) -> Program {
        Program {
            names: Names::new(),
            types: Types::new(model),
            exprs: Exprs::new(),
            vars: IdVec::new(),
            functions: IdVec::new(),
            alarms: Vec::new(),
            sources: SourceMap::new(),
        }
    }

    pub fn model(&self) -> DataModel {
        self.types.model()
    }

    /// The functions of that name: one with external linkage comes first.
    pub fn functions_named(&self, name: &str) -> Vec<FunctionId> {
        let Some(name) = self.names.get(name) else {
            return Vec::new();
        };
        let mut found: Vec<_> = self
            .functions
            .enumerate()
            .filter(|(_, f)| f.name == name)
            .map(|(id, _)| id)
            .collect();
        found.sort_by_key(|&id| self.functions[id].linkage == Linkage::Internal);
        found
    }

    /// The defined function of that name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions_named(name)
            .into_iter()
            .find(|&id| self.functions[id].body.is_some())
    }

    /// The constructors, in the order in which they run.
    pub fn constructors(&self) -> Vec<FunctionId> {
        let defined = self.functions.enumerate().filter(|(_, f)| f.body.is_some());
        let in_order = defined.filter_map(|(id, f)| Some((f.constructor?, f.span.lo, id)));
        let mut all: Vec<(u16, u32, FunctionId)> = in_order.collect();
        all.sort_unstable();
        all.into_iter().map(|(_, _, id)| id).collect()
    }

    /// The functions that are called or have their address taken somewhere.
    pub fn mentioned_functions(&self) -> FxHashSet<FunctionId> {
        let bodies = self.functions.iter().filter_map(|f| f.body.as_ref());
        let calls = bodies
            .flat_map(|b| b.edges())
            .filter_map(|(_, e)| match &e.op {
                Op::Call(call) => match call.callee {
                    Callee::Direct(f) => Some(f),
                    Callee::Indirect(_) => None,
                },
                _ => None,
            });
        calls.chain(self.exprs.mentioned_functions()).collect()
    }

    /// What a call of the function says, if it is an alarm.
    pub fn alarm(&self, function: FunctionId) -> Option<&Alarm> {
        let found = self.alarms.binary_search_by_key(&function, |a| a.function);
        found.ok().map(|i| &self.alarms[i])
    }

    /// Size in bytes of a variable's object, if its type has a size. What is only
    /// declared, and without a length, may be long.
    pub fn object_size(&self, var: VarId) -> Option<u64> {
        let v = &self.vars[var];
        match self.types.size_of(v.ty) {
            None | Some(0) if !v.defined => Some(UNKNOWN_SIZE),
            size => Some(size? + v.extra_bytes),
        }
    }
}
