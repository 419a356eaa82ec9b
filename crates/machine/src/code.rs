//! Functions translated for execution.
//!
//! Expressions become trees of small nodes with everything looked up that can
//! be: widths, offsets, strides, and for each variable whether it is a register
//! of its frame or lives in memory. A location becomes one instruction.

use crate::formula::element_size;
use crate::input::Request;
use crate::mathematics::Mathematics;
use program::live::Live;
use program::truth::View;
use program::{
    BinaryOp, BitField, Callee, Cfa, Expr, ExprId, FloatKind, FunctionId, Id, IntKind, Location,
    Logical, Name, Op, Place, PlaceId, Program, Query, Span, Storage, Type, TypeId, UnaryOp, VarId,
};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

pub(crate) type NodeId = u32;
pub(crate) type AddressId = u32;

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Int {
        size: u8,
        bits: u8,
        signed: bool,
    },
    Float {
        size: u8,
        kind: FloatKind,
    },
    Pointer {
        size: u8,
    },
    Bits {
        field: BitField,
        signed: bool,
        bits: u8,
    },
}

impl Access {
    pub const BYTE: Access = Access::Int {
        size: 1,
        bits: 8,
        signed: false,
    };

    pub fn request(self) -> Request {
        match self {
            Access::Int { bits, signed, .. } => Request::Int {
                bits: u32::from(bits),
                signed,
            },
            Access::Bits { field, signed, .. } => Request::Int {
                bits: u32::from(field.width),
                signed,
            },
            Access::Float { kind, .. } => Request::Float(kind),
            Access::Pointer { .. } => Request::Pointer,
        }
    }
}

/// A question about memory, with everything looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum QueryNode {
    Access {
        address: AddressId,
        size: u64,
        write: bool,
    },
    Freeable(NodeId),
    Callable(NodeId),
    Allocated {
        pointer: NodeId,
        size: u64,
    },
    Tracked,
    Released,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Query(QueryNode),
    /// A quantified formula or a closure; [`Code::terms`] has what it is made of.
    Formula(ExprId),
    /// A variable that a quantifier binds.
    Bound(u32),
    /// The value of an expression when the function was entered.
    AtEntry(NodeId),
    Const(i128),
    Register(u32),
    Load(AddressId, Access),
    Address(AddressId),
    Function(FunctionId),
    Int {
        op: BinaryOp,
        bits: u8,
        signed: bool,
        a: NodeId,
        b: NodeId,
    },
    Float {
        op: BinaryOp,
        kind: FloatKind,
        a: NodeId,
        b: NodeId,
    },
    PointerAdd {
        a: NodeId,
        b: NodeId,
        stride: u64,
    },
    PointerDiff {
        a: NodeId,
        b: NodeId,
        stride: u64,
    },
    Negate {
        bits: u8,
        signed: bool,
        a: NodeId,
    },
    Complement {
        bits: u8,
        signed: bool,
        a: NodeId,
    },
    NegateFloat {
        kind: FloatKind,
        a: NodeId,
    },
    ToInt {
        bits: u8,
        signed: bool,
        a: NodeId,
    },
    ToBool {
        a: NodeId,
    },
    FloatToBool {
        kind: FloatKind,
        a: NodeId,
    },
    IntToFloat {
        kind: FloatKind,
        wide: bool,
        a: NodeId,
    },
    FloatToInt {
        kind: FloatKind,
        bits: u8,
        signed: bool,
        a: NodeId,
    },
    FloatToFloat {
        from: FloatKind,
        to: FloatKind,
        a: NodeId,
    },
}

/// How the address of a place is found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AddressNode {
    /// A local variable in memory, by its slot in the frame.
    Local(u32),
    Static(VarId),
    Deref {
        pointer: NodeId,
        align: u64,
    },
    Offset {
        base: AddressId,
        bytes: u64,
    },
    Index {
        base: AddressId,
        index: NodeId,
        stride: u64,
    },
}

/// Where a scalar is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Register(u32, Access),
    Memory(AddressId, Access),
    /// An aggregate of so many bytes.
    Aggregate(AddressId, u64),
}

/// So many bytes of an object of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Extent {
    pub ty: TypeId,
    pub size: u64,
}

/// A value that is passed or stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    Scalar(NodeId, Access),
    Aggregate(AddressId, Extent),
    Zero(u64),
}

#[derive(Clone, Debug)]
pub(crate) struct CallCode {
    pub callee: CalleeCode,
    pub arguments: Box<[Source]>,
    /// Are all arguments scalars?
    pub plain: bool,
    pub result: Option<Target>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CalleeCode {
    Direct(FunctionId),
    Indirect(NodeId),
}

/// Where a variable of the frame lives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    Register(u32, Access, VarId),
    Slot { slot: u32, size: u64, var: VarId },
}

#[derive(Clone, Debug)]
pub(crate) enum Instr {
    Set {
        register: u32,
        value: NodeId,
    },
    Store {
        to: AddressId,
        access: Access,
        value: NodeId,
    },
    Copy {
        to: AddressId,
        from: AddressId,
        extent: Extent,
    },
    Zero {
        to: AddressId,
        size: u64,
    },
    Havoc(Target),
    Branch {
        condition: NodeId,
        yes: u32,
        no: u32,
    },
    /// Several guarded ways: the first whose condition holds is taken.
    Choose(Box<[(NodeId, bool, u32)]>),
    Jump,
    Call(Box<CallCode>),
    Return(Option<Source>),
    Alloc {
        to: Target,
        size: NodeId,
        storage: Storage,
    },
    Free(NodeId),
    Enter(Box<[Home]>),
    Exit(Box<[Home]>),
    VaStart(AddressId),
    VaArg {
        to: Target,
        list: AddressId,
    },
    VaCopy {
        to: AddressId,
        from: AddressId,
    },
    VaEnd,
    Unsupported(Name),
    Stuck,
}

/// A location: what happens there, where it leads, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub instr: Instr,
    pub next: u32,
    pub span: Span,
}

/// What a node may be taken for where everything is as usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quick {
    No,
    /// A number that 64 signed bits hold.
    Number,
    Pointer,
}

pub(crate) struct Code {
    pub lines: Vec<Line>,
    pub nodes: Vec<Node>,
    /// The terms and atoms of formulae.
    pub terms: FxHashMap<ExprId, NodeId>,
    /// Which nodes `Machine::quick` can compute.
    pub quick: Vec<Quick>,
    pub addresses: Vec<AddressNode>,
    /// Which addresses `Machine::quick_address` can compute.
    pub quick_addresses: Vec<bool>,
    pub parameters: Vec<Home>,
    /// Temporaries in memory, which live as long as the frame.
    pub temporaries: Vec<Home>,
    /// What it computes, if its body says only what is possible.
    pub mathematics: Option<Mathematics>,
    /// Does something ask for values at entry?
    pub remembers: bool,
    /// Are all parameters registers, and is nothing else to be made at a call?
    pub plain: bool,
    pub registers: Vec<Access>,
    /// The variable in each register.
    pub variables: Vec<VarId>,
    pub slots: u32,
    /// Which variables can still be read, once somebody has asked.
    pub live: OnceCell<Live>,
}

/// How a scalar type is held; None for aggregates.
pub(crate) fn access(p: &Program, ty: TypeId) -> Option<Access> {
    let model = p.model();
    Some(match p.types.get(ty) {
        Type::Int(kind) => Access::Int {
            size: model.int_size(kind) as u8,
            bits: model.int_bits(kind) as u8,
            signed: kind.is_signed(),
        },
        Type::Float(kind) => Access::Float {
            size: model.float_size(kind) as u8,
            kind,
        },
        Type::Pointer(_) => Access::Pointer {
            size: model.pointer_size() as u8,
        },
        _ => return None,
    })
}

/// Translates the body of a function.
pub(crate) fn translate(p: &Program, function: FunctionId, cfa: &Cfa) -> Code {
    let mut t = Translator::new(p);
    t.declare(function);
    for at in cfa.locations() {
        let line = t.line(cfa, at);
        t.code.lines.push(line);
    }
    t.code
}

/// An expression as the code of a function would compute it; None for aggregates, and for
/// what speaks about variables of other functions.
pub(crate) fn expression(
    p: &Program,
    function: FunctionId,
    expr: ExprId,
) -> Option<(Code, NodeId)> {
    access(p, p.exprs.ty(expr))?;
    alone(p, function, |t| t.expr(expr))
}

/// The value of a place, in the same way.
pub(crate) fn loading(p: &Program, function: FunctionId, place: PlaceId) -> Option<(Code, NodeId)> {
    access(p, p.exprs.place_ty(place))?;
    alone(p, function, |t| {
        let load = t.load(place);
        t.node(load)
    })
}

fn alone(
    p: &Program,
    function: FunctionId,
    translate: impl FnOnce(&mut Translator<'_>) -> NodeId,
) -> Option<(Code, NodeId)> {
    let mut t = Translator::new(p);
    t.declare(function);
    let own = t.homes.len();
    let node = translate(&mut t);
    (t.homes.len() == own).then_some((t.code, node))
}

struct Translator<'p> {
    p: &'p Program,
    homes: FxHashMap<VarId, Home>,
    expr_nodes: FxHashMap<ExprId, NodeId>,
    place_nodes: FxHashMap<PlaceId, AddressId>,
    code: Code,
}

impl<'p> Translator<'p> {
    fn new(p: &'p Program) -> Self {
        Translator {
            p,
            homes: FxHashMap::default(),
            expr_nodes: FxHashMap::default(),
            place_nodes: FxHashMap::default(),
            code: Code {
                lines: Vec::new(),
                ..Code::empty()
            },
        }
    }

    /// Gives parameters and locals their homes, always in the same order.
    fn declare(&mut self, function: FunctionId) {
        let f = &self.p.functions[function];
        for &v in &f.parameters {
            let home = self.home(v);
            self.code.parameters.push(home);
        }
        for &v in &f.locals {
            let home = self.home(v);
            let temporary = self.p.vars[v].kind == program::VarKind::Temporary;
            if temporary && matches!(home, Home::Slot { .. }) {
                self.code.temporaries.push(home);
            }
        }
        let mut parameters = self.code.parameters.iter();
        self.code.plain = parameters.all(|home| matches!(home, Home::Register(..)))
            && self.code.temporaries.is_empty();
    }

    fn home(&mut self, var: VarId) -> Home {
        if let Some(&home) = self.homes.get(&var) {
            return home;
        }
        let v = &self.p.vars[var];
        let home = match access(self.p, v.ty) {
            Some(access) if !v.addressed => {
                self.code.registers.push(access);
                self.code.variables.push(var);
                Home::Register(self.code.registers.len() as u32 - 1, access, var)
            }
            _ => {
                self.code.slots += 1;
                Home::Slot {
                    slot: self.code.slots - 1,
                    size: self.p.object_size(var).unwrap_or(0),
                    var,
                }
            }
        };
        self.homes.insert(var, home);
        home
    }

    fn line(&mut self, cfa: &Cfa, at: Location) -> Line {
        let edges = cfa.leaving(at);
        let target = |e: &program::Edge| e.to.index() as u32;
        match edges {
            [] => Line {
                instr: Instr::Stuck,
                next: 0,
                span: Span::NONE,
            },
            [only] if !matches!(only.op, Op::Assume { .. }) => Line {
                instr: self.instr(&only.op),
                next: target(only),
                span: only.span,
            },
            [first, second] => match (&first.op, &second.op) {
                (
                    Op::Assume {
                        condition: a,
                        taken: s,
                    },
                    Op::Assume {
                        condition: b,
                        taken: t,
                    },
                ) if a == b && s != t => {
                    let condition = self.expr(*a);
                    let (yes, no) = if *s { (first, second) } else { (second, first) };
                    Line {
                        instr: Instr::Branch {
                            condition,
                            yes: target(yes),
                            no: target(no),
                        },
                        next: 0,
                        span: first.span,
                    }
                }
                _ => self.choose(edges),
            },
            _ => self.choose(edges),
        }
    }

    fn choose(&mut self, edges: &[program::Edge]) -> Line {
        let mut ways = Vec::new();
        for e in edges {
            let (condition, taken) = match e.op {
                Op::Assume { condition, taken } => (self.expr(condition), taken),
                // Anything else is always possible.
                _ => (self.node(Node::Const(1)), true),
            };
            ways.push((condition, taken, e.to.index() as u32));
        }
        Line {
            instr: Instr::Choose(ways.into()),
            next: 0,
            span: edges.first().map_or(Span::NONE, |e| e.span),
        }
    }

    fn homes(&mut self, list: &[VarId]) -> Box<[Home]> {
        list.iter().map(|&v| self.home(v)).collect()
    }

    fn instr(&mut self, op: &Op) -> Instr {
        match op {
            Op::Skip | Op::Assume { .. } => Instr::Jump,
            Op::Assign { to, value } => self.assign(*to, *value),
            Op::Havoc { place } => Instr::Havoc(self.target(*place)),
            Op::Call(call) => {
                let arguments: Box<[Source]> =
                    call.arguments.iter().map(|&a| self.source(a)).collect();
                let mut sources = arguments.iter();
                Instr::Call(Box::new(CallCode {
                    callee: match call.callee {
                        Callee::Direct(f) => CalleeCode::Direct(f),
                        Callee::Indirect(e) => CalleeCode::Indirect(self.expr(e)),
                    },
                    plain: sources.all(|s| matches!(s, Source::Scalar(..))),
                    arguments,
                    result: call.result.map(|place| self.target(place)),
                }))
            }
            Op::Return { value } => Instr::Return(value.map(|e| self.source(e))),
            Op::Alloc { to, size, storage } => Instr::Alloc {
                to: self.target(*to),
                size: self.expr(*size),
                storage: *storage,
            },
            Op::Free { pointer } => Instr::Free(self.expr(*pointer)),
            Op::Enter { variables } => Instr::Enter(self.homes(variables)),
            Op::Exit { variables } => Instr::Exit(self.homes(variables)),
            Op::VaStart { list } => Instr::VaStart(self.address(*list)),
            Op::VaArg { to, list } => Instr::VaArg {
                to: self.target(*to),
                list: self.address(*list),
            },
            Op::VaCopy { to, from } => Instr::VaCopy {
                to: self.address(*to),
                from: self.address(*from),
            },
            Op::VaEnd { .. } => Instr::VaEnd,
            Op::Unsupported { what } => Instr::Unsupported(*what),
        }
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) -> Instr {
        match (self.target(place), self.source(value)) {
            (Target::Register(register, _), Source::Scalar(value, _)) => {
                Instr::Set { register, value }
            }
            (Target::Memory(to, access), Source::Scalar(value, _)) => {
                Instr::Store { to, access, value }
            }
            (Target::Aggregate(to, _), Source::Aggregate(from, given)) => {
                // A flexible array member is as large as the literal it holds.
                let known = self.p.types.size_of(self.p.exprs.place_ty(place));
                let size = known.unwrap_or(given.size);
                let extent = Extent { size, ..given };
                Instr::Copy { to, from, extent }
            }
            (Target::Aggregate(to, size), Source::Zero(_) | Source::Scalar(..)) => {
                Instr::Zero { to, size }
            }
            (Target::Register(register, _), _) => {
                let value = self.node(Node::Const(0));
                Instr::Set { register, value }
            }
            (Target::Memory(to, access), _) => {
                let value = self.node(Node::Const(0));
                Instr::Store { to, access, value }
            }
        }
    }

    fn source(&mut self, value: ExprId) -> Source {
        let ty = self.p.exprs.ty(value);
        match access(self.p, ty) {
            Some(access) => Source::Scalar(self.expr(value), access),
            None => {
                let size = self.p.types.size_of(ty).unwrap_or(0);
                match self.p.exprs.get(value) {
                    Expr::Load(place) => {
                        Source::Aggregate(self.address(place), Extent { ty, size })
                    }
                    _ => Source::Zero(size),
                }
            }
        }
    }

    fn target(&mut self, place: PlaceId) -> Target {
        if let Place::Var(v) = self.p.exprs.place(place)
            && !self.p.vars[v].kind.is_static()
            && let Home::Register(register, access, _) = self.home(v)
        {
            return Target::Register(register, access);
        }
        match self.place_access(place) {
            Some(access) => Target::Memory(self.address(place), access),
            None => {
                let size = self
                    .p
                    .types
                    .size_of(self.p.exprs.place_ty(place))
                    .unwrap_or(0);
                Target::Aggregate(self.address(place), size)
            }
        }
    }

    fn place_access(&self, place: PlaceId) -> Option<Access> {
        let exprs = &self.p.exprs;
        let scalar = access(self.p, exprs.place_ty(place))?;
        if let Place::Field(base, i) = exprs.place(place)
            && let Some(field) = self.p.types.fields(exprs.place_ty(base)).get(i as usize)
            && let (Some(field), Access::Int { bits, signed, .. }) = (field.bits, scalar)
        {
            return Some(Access::Bits {
                field,
                signed,
                bits,
            });
        }
        Some(scalar)
    }

    fn node(&mut self, node: Node) -> NodeId {
        let quick = self.quick(node);
        self.code.nodes.push(node);
        self.code.quick.push(quick);
        self.code.nodes.len() as NodeId - 1
    }

    fn quick(&self, node: Node) -> Quick {
        let number = |n: NodeId| self.code.quick[n as usize] == Quick::Number;
        let pointer = |n: NodeId| self.code.quick[n as usize] == Quick::Pointer;
        let address = |a: AddressId| self.code.quick_addresses[a as usize];
        // Unsigned 64 bits do not fit.
        let fits = |bits: u8, signed: bool| bits < 64 || bits == 64 && signed;
        let held = |access: Access| match access {
            Access::Int { bits, signed, .. } if fits(bits, signed) => Quick::Number,
            Access::Pointer { .. } => Quick::Pointer,
            _ => Quick::No,
        };
        let is_number = match node {
            Node::Register(r) => return held(self.code.registers[r as usize]),
            Node::Load(a, access) if address(a) => return held(access),
            Node::Address(a) if address(a) => return Quick::Pointer,
            Node::PointerAdd { a, b, .. } if pointer(a) && number(b) => return Quick::Pointer,
            Node::Const(value) => i64::try_from(value).is_ok(),
            Node::Int {
                bits, signed, a, b, ..
            } => fits(bits, signed) && number(a) && number(b),
            Node::ToInt { bits, signed, a } => fits(bits, signed) && number(a),
            Node::ToBool { a } => number(a),
            _ => false,
        };
        match is_number {
            true => Quick::Number,
            false => Quick::No,
        }
    }

    fn is_quick_address(&self, node: AddressNode) -> bool {
        let address = |a: AddressId| self.code.quick_addresses[a as usize];
        match node {
            AddressNode::Local(_) | AddressNode::Static(_) => true,
            AddressNode::Deref { pointer, .. } => {
                self.code.quick[pointer as usize] == Quick::Pointer
            }
            AddressNode::Offset { base, .. } => address(base),
            AddressNode::Index { base, index, .. } => {
                address(base) && self.code.quick[index as usize] == Quick::Number
            }
        }
    }

    fn address(&mut self, place: PlaceId) -> AddressId {
        if let Some(&a) = self.place_nodes.get(&place) {
            return a;
        }
        let exprs = &self.p.exprs;
        let ty = exprs.place_ty(place);
        let node = match exprs.place(place) {
            Place::Var(v) if self.p.vars[v].kind.is_static() => AddressNode::Static(v),
            Place::Var(v) => match self.home(v) {
                Home::Slot { slot, .. } => AddressNode::Local(slot),
                // A register has no address; the front end never asks for it.
                Home::Register(..) => AddressNode::Local(u32::MAX),
            },
            Place::Deref(e) => AddressNode::Deref {
                pointer: self.expr(e),
                align: self.p.types.align_of(ty),
            },
            Place::Field(base, i) => {
                let base_ty = exprs.place_ty(base);
                let bytes = match self.p.types.fields(base_ty).get(i as usize) {
                    Some(field) => field.offset,
                    // A part of a complex number.
                    None => u64::from(i) * self.p.types.size_of(ty).unwrap_or(0),
                };
                AddressNode::Offset {
                    base: self.address(base),
                    bytes,
                }
            }
            Place::Index(base, i) => {
                let stride = self.p.types.size_of(ty).unwrap_or(0);
                let base = self.address(base);
                match exprs.int_value(i) {
                    Some(n) => AddressNode::Offset {
                        base,
                        bytes: (n as u64).wrapping_mul(stride),
                    },
                    None => AddressNode::Index {
                        base,
                        index: self.expr(i),
                        stride,
                    },
                }
            }
        };
        let quick = self.is_quick_address(node);
        self.code.addresses.push(node);
        self.code.quick_addresses.push(quick);
        let id = self.code.addresses.len() as AddressId - 1;
        self.place_nodes.insert(place, id);
        id
    }

    fn int_type(&self, ty: TypeId) -> (u8, bool) {
        let (bits, signed) = self.p.types.bits(ty).unwrap_or((32, true));
        (bits as u8, signed)
    }

    fn stride(&self, pointer: TypeId) -> u64 {
        let to = self.p.types.pointee(pointer);
        to.and_then(|t| self.p.types.stride_of(t.ty)).unwrap_or(1)
    }

    fn expr(&mut self, id: ExprId) -> NodeId {
        if let Some(&n) = self.expr_nodes.get(&id) {
            return n;
        }
        let p = self.p;
        let ty = p.exprs.ty(id);
        let node = match p.exprs.get(id) {
            Expr::Int(v) => Node::Const(v),
            Expr::Float(bits) => Node::Const(bits as i128),
            Expr::Zero => Node::Const(0),
            Expr::Function(f) => Node::Function(f),
            Expr::Query(query) => Node::Query(self.query(query)),
            Expr::Logical(logical) => match logical {
                Logical::Bound(n) => Node::Bound(n),
                Logical::Quantified(..) | Logical::Closure { .. } => {
                    self.terms(id);
                    Node::Formula(id)
                }
                Logical::AtEntry(e) => {
                    self.remember();
                    Node::AtEntry(self.expr(e))
                }
            },
            Expr::Load(place) => self.load(place),
            Expr::Address(place) => Node::Address(self.address(place)),
            Expr::Unary(op, a) => {
                let operand = self.expr(a);
                let (bits, signed) = self.int_type(ty);
                match (op, p.types.float_kind(ty)) {
                    (UnaryOp::Neg, Some(kind)) => Node::NegateFloat { kind, a: operand },
                    (UnaryOp::Neg, None) => Node::Negate {
                        bits,
                        signed,
                        a: operand,
                    },
                    (UnaryOp::Not, _) => Node::Complement {
                        bits,
                        signed,
                        a: operand,
                    },
                }
            }
            Expr::Binary(op, a, b) => {
                let operand = p.exprs.ty(a);
                let (a, b) = (self.expr(a), self.expr(b));
                let (bits, signed) = self.int_type(operand);
                match (op, p.types.float_kind(operand)) {
                    (BinaryOp::PointerAdd, _) => Node::PointerAdd {
                        a,
                        b,
                        stride: self.stride(operand),
                    },
                    (BinaryOp::PointerDiff, _) => Node::PointerDiff {
                        a,
                        b,
                        stride: self.stride(operand),
                    },
                    (op, Some(kind)) => Node::Float { op, kind, a, b },
                    (op, None) => Node::Int {
                        op,
                        bits,
                        signed,
                        a,
                        b,
                    },
                }
            }
            Expr::Cast(a) => {
                let from = p.exprs.ty(a);
                let a = self.expr(a);
                self.cast(from, ty, a)
            }
        };
        let n = self.node(node);
        self.expr_nodes.insert(id, n);
        n
    }

    /// Translates what a formula is made of.
    fn terms(&mut self, id: ExprId) {
        match self.p.formula_view(id) {
            View::And(parts) | View::Or(parts) => parts.into_iter().for_each(|p| self.terms(p)),
            View::Not(a) => self.terms(a),
            View::AtEntry(a) => {
                self.remember();
                self.terms(a);
            }
            View::Iff(a, b) => {
                self.terms(a);
                self.terms(b);
            }
            View::Quantified(_, _, body) => self.terms(body),
            View::Closure { step, from, to } => {
                self.terms(step);
                self.translated(from);
                self.translated(to);
            }
            // What the variable is compared with may bound it.
            View::Compare(_, a, b) => [a, b, id].into_iter().for_each(|t| self.translated(t)),
            View::Allocated(_) | View::Atom => self.translated(id),
        }
    }

    /// Something asks for values at entry.
    fn remember(&mut self) {
        self.code.remembers = true;
        self.code.plain = false;
    }

    fn translated(&mut self, id: ExprId) {
        let node = self.expr(id);
        self.code.terms.insert(id, node);
    }

    fn load(&mut self, place: PlaceId) -> Node {
        match self.target(place) {
            Target::Register(r, _) => Node::Register(r),
            Target::Memory(a, access) => Node::Load(a, access),
            Target::Aggregate(..) => Node::Const(0),
        }
    }

    fn query(&mut self, query: Query) -> QueryNode {
        let (place, write) = match query {
            Query::Readable(place) => (place, false),
            Query::Writable(place) => (place, true),
            Query::Freeable(e) => return QueryNode::Freeable(self.expr(e)),
            Query::Callable(e) => return QueryNode::Callable(self.expr(e)),
            Query::Allocated(e) => {
                return QueryNode::Allocated {
                    pointer: self.expr(e),
                    size: element_size(self.p, self.p.exprs.ty(e)),
                };
            }
            Query::Tracked => return QueryNode::Tracked,
            Query::Released => return QueryNode::Released,
        };
        let size = match self.place_access(place) {
            Some(Access::Bits { field, .. }) => {
                (u64::from(field.shift) + u64::from(field.width)).div_ceil(8)
            }
            _ => {
                let ty = self.p.exprs.place_ty(place);
                self.p.types.size_of(ty).unwrap_or(0)
            }
        };
        QueryNode::Access {
            address: self.address(place),
            size,
            write,
        }
    }

    fn cast(&self, from: TypeId, to: TypeId, a: NodeId) -> Node {
        let types = &self.p.types;
        let (bits, signed) = self.int_type(to);
        match (types.get(from), types.get(to)) {
            (Type::Float(kind), Type::Int(IntKind::Bool)) => Node::FloatToBool { kind, a },
            (_, Type::Int(IntKind::Bool)) => Node::ToBool { a },
            (Type::Float(from), Type::Float(to)) => Node::FloatToFloat { from, to, a },
            (Type::Float(kind), _) => Node::FloatToInt {
                kind,
                bits,
                signed,
                a,
            },
            (_, Type::Float(kind)) => Node::IntToFloat {
                kind,
                wide: types.int_kind(from) == Some(IntKind::UInt128),
                a,
            },
            _ => Node::ToInt { bits, signed, a },
        }
    }
}

impl Code {
    /// Can a temporary never be read again from a line on? At a call that means
    /// after it. What has a name is never dead here: it is the programmer's.
    pub fn is_dead(&self, p: &Program, function: FunctionId, line: u32, home: Home) -> bool {
        let (Home::Register(_, _, var) | Home::Slot { var, .. }) = home;
        let v = &p.vars[var];
        if v.kind != program::VarKind::Temporary || v.addressed {
            return false;
        }
        let Some(cfa) = &p.functions[function].body else {
            return false;
        };
        let slots = self.registers.len();
        let live = self.live.get_or_init(|| {
            let registers = self.variables.iter().enumerate();
            let mut numbers: FxHashMap<VarId, usize> = registers.map(|(i, v)| (*v, i)).collect();
            for home in &self.temporaries {
                if let Home::Slot { slot, var, .. } = *home {
                    numbers.insert(var, slots + slot as usize);
                }
            }
            let number = |var: VarId| numbers.get(&var).copied();
            Live::of(p, cfa, slots + self.slots as usize, &number)
        });
        let at = match self.lines[line as usize].instr {
            Instr::Call(_) => self.lines[line as usize].next,
            _ => line,
        };
        let number = match home {
            Home::Register(register, ..) => register as usize,
            Home::Slot { slot, .. } => slots + slot as usize,
        };
        !live.is_live(Location::new(at as usize), number)
    }

    pub fn empty() -> Code {
        Code {
            lines: vec![Line {
                instr: Instr::Stuck,
                next: 0,
                span: Span::NONE,
            }],
            nodes: Vec::new(),
            terms: FxHashMap::default(),
            quick: Vec::new(),
            addresses: Vec::new(),
            quick_addresses: Vec::new(),
            parameters: Vec::new(),
            temporaries: Vec::new(),
            mathematics: None,
            remembers: false,
            plain: true,
            registers: Vec::new(),
            variables: Vec::new(),
            slots: 0,
            live: OnceCell::new(),
        }
    }
}

/// Translates the initial values of static storage.
pub(crate) struct Initializers<'p> {
    translator: Translator<'p>,
    stores: Vec<Instr>,
}

impl<'p> Initializers<'p> {
    pub fn new(p: &'p Program) -> Self {
        Initializers {
            translator: Translator::new(p),
            stores: Vec::new(),
        }
    }

    pub fn add(&mut self, place: PlaceId, value: ExprId) {
        let instr = self.translator.assign(place, value);
        self.stores.push(instr);
    }

    /// What was added since the last time.
    pub fn take(&mut self) -> (Code, Vec<Instr>) {
        self.translator.expr_nodes.clear();
        self.translator.place_nodes.clear();
        let code = std::mem::replace(&mut self.translator.code, Code::empty());
        (code, std::mem::take(&mut self.stores))
    }
}
