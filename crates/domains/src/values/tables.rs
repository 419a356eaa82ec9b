//! What is looked up about variables, places and functions at every step, computed
//! once for a program.

use super::object::{Fill, Object, UNKNOWN_SIZE};
use super::region::RegionId;
use super::value::Value;
use pointers::{Object as Target, Pointers};
use program::{
    BitField, EdgeId, Expr, FloatKind, FunctionId, Id, Initial, IntKind, Op, Place, PlaceId,
    Program, Storage, Type, TypeId, VarId, VarKind, arith,
};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::path::Primitive;
use std::rc::Rc;

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// `bits` is 1 for `_Bool`.
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
    },
}

impl Access {
    pub fn of_type(program: &Program, ty: TypeId) -> Option<Access> {
        let model = program.model();
        Some(match program.types.get(ty) {
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
            Type::Error
            | Type::Void
            | Type::Complex(_)
            | Type::Vector { .. }
            | Type::Array { .. }
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => return None,
        })
    }

    fn of_place(program: &Program, place: PlaceId) -> Option<Access> {
        let exprs = &program.exprs;
        let scalar = Access::of_type(program, exprs.place_ty(place))?;
        if let Place::Field(base, i) = exprs.place(place)
            && let Some(field) = program.types.fields(exprs.place_ty(base)).get(i as usize)
            && let (Some(field), Access::Int { signed, .. }) = (field.bits, scalar)
        {
            return Some(Access::Bits { field, signed });
        }
        Some(scalar)
    }

    /// Bytes that an access touches.
    pub fn size(self) -> u64 {
        match self {
            Access::Int { size, .. } | Access::Float { size, .. } | Access::Pointer { size } => {
                u64::from(size)
            }
            Access::Bits { field, .. } => {
                (u64::from(field.shift) + u64::from(field.width)).div_ceil(8)
            }
        }
    }

    /// Where its bits begin, from the first byte.
    pub fn shift(self) -> u32 {
        match self {
            Access::Int { .. } | Access::Float { .. } | Access::Pointer { .. } => 0,
            Access::Bits { field, .. } => u32::from(field.shift),
        }
    }

    /// Bits in memory.
    pub fn width(self) -> u32 {
        match self {
            Access::Int { size, .. } | Access::Float { size, .. } | Access::Pointer { size } => {
                8 * u32::from(size)
            }
            Access::Bits { field, .. } => u32::from(field.width),
        }
    }

    /// The bounds of its numbers; None for floats and what is too wide.
    pub fn bounds(self) -> Option<(i128, i128)> {
        let (bits, signed) = match self {
            Access::Int { bits, signed, .. } => (u32::from(bits), signed),
            Access::Pointer { size } => (8 * u32::from(size), false),
            Access::Bits { field, signed } => (u32::from(field.width), signed),
            Access::Float { .. } => return None,
        };
        bounds(bits, signed)
    }

    /// What was stored, as it is read so.
    pub fn decode(self, stored: Value) -> Value {
        match stored {
            Value::Top => Value::Top,
            Value::Int(n) => Value::Int(match self {
                Access::Int { bits, signed, .. } => arith::wrap(n, u32::from(bits), signed),
                Access::Pointer { size } => arith::wrap(n, 8 * u32::from(size), false),
                Access::Bits { field, signed } => arith::wrap(n, u32::from(field.width), signed),
                // `long double` has padding.
                Access::Float {
                    kind: FloatKind::LongDouble,
                    ..
                } => arith::wrap(n, 80, false),
                Access::Float { size, .. } => arith::wrap(n, 8 * u32::from(size), false),
            }),
            Value::Range(ref r) => match self.bounds() {
                Some((lo, hi)) if lo <= r.lo && r.hi <= hi => stored,
                // All but some numbers that are the same bits, signed and unsigned.
                Some((_, hi))
                    if (r.lo, r.hi) == (i128::MIN, i128::MAX)
                        && r.excluded.iter().all(|n| (0..=hi / 2).contains(n))
                        && hi > 1 =>
                {
                    stored
                }
                _ => Value::Top,
            },
            Value::Pointer(_) => match self {
                Access::Pointer { .. } => stored,
                Access::Int { size, bits, .. } if u32::from(bits) == 8 * u32::from(size) => stored,
                Access::Int { .. } | Access::Float { .. } | Access::Bits { .. } => Value::Top,
            },
            // Only who takes arguments can read it.
            Value::List(_) => Value::Top,
        }
    }

    /// A value of the access's type, which may have fewer numbers than its bytes.
    pub fn typed(self, value: Value) -> Value {
        match (self, self.bounds()) {
            (Access::Int { size, bits, .. }, Some((low, high)))
                if u32::from(bits) < 8 * u32::from(size) && value.is_top() =>
            {
                Value::number(low, high)
            }
            _ => value,
        }
    }

    /// Does a number that is read so say what all of the stored bits are? Bytes of a
    /// `_Bool` may hold more than it has.
    pub fn tells_all(self, stored: &Value) -> bool {
        match (self, self.bounds()) {
            (Access::Int { size, bits, .. }, Some((low, high)))
                if u32::from(bits) < 8 * u32::from(size) =>
            {
                let (lo, hi) = stored.bounds(i128::MIN, i128::MAX);
                low <= lo && hi <= high
            }
            _ => true,
        }
    }

    /// What is stored of a value of the access's type.
    pub fn encode(self, value: Value) -> Value {
        match self {
            Access::Int { .. } | Access::Float { .. } | Access::Pointer { .. } => value,
            // The low bits are kept.
            Access::Bits { field, signed } => match value {
                Value::Int(n) => Value::Int(arith::wrap(n, u32::from(field.width), signed)),
                Value::Range(ref r) => match self.bounds() {
                    Some((lo, hi)) if lo <= r.lo && r.hi <= hi => value,
                    _ => Value::Top,
                },
                Value::Top | Value::Pointer(_) | Value::List(_) => Value::Top,
            },
        }
    }
}

/// Bounds of a type's numbers; None for 128 bits, whose numbers are not bounded here.
pub fn bounds(bits: u32, signed: bool) -> Option<(i128, i128)> {
    match (bits, signed) {
        (0 | 128.., _) => None,
        (bits, true) => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        (bits, false) => Some((0, (1 << bits) - 1)),
    }
}

/// Where a place lies, as far as that does not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A scalar that nothing points to.
    Register(VarId),
    /// In a variable, at a constant offset.
    Fixed(RegionId, i64),
    /// What must be computed.
    Computed,
}

#[derive(Clone, Copy, Debug)]
pub struct PlaceInfo {
    pub root: Root,
    /// None for aggregates.
    pub access: Option<Access>,
    /// Bytes that an access touches.
    pub size: u64,
}

/// How a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// A scalar of the frame that nothing points to.
    Register,
    /// An aggregate of the frame that nothing points to.
    Own,
    /// A local variable that pointers may lead to.
    Addressed,
    Static,
}

#[derive(Clone, Copy, Debug)]
pub struct VarInfo {
    pub home: Home,
    pub access: Option<Access>,
    pub size: u64,
    pub read_only: bool,
    pub region: RegionId,
}

#[derive(Clone, Default, Debug)]
pub struct FunctionInfo {
    /// Variables in memory that begin to live with the frame: parameters and
    /// temporaries.
    pub entered: Vec<VarId>,
    /// All variables in memory.
    pub in_memory: Vec<VarId>,
    /// Those that nothing points to.
    pub own: Vec<VarId>,
    /// Allocations that end with the frame.
    pub frame_sites: Vec<EdgeId>,
    /// Allocations that end with a variable's scope.
    pub scope_sites: Vec<(VarId, EdgeId)>,
    /// Is it library code that allocates or frees, or does it return what it has
    /// allocated?
    /// Then blocks are told apart by who calls it.
    pub is_wrapper: bool,
    /// Is it a model of a library function?
    pub is_library: bool,
    pub is_recursive: bool,
    pub primitive: Option<Primitive>,
}

/// A region by what it is to the points-to analysis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Thing {
    Var(VarId),
    Site(FunctionId, EdgeId),
    Environment,
    Function(FunctionId),
}

pub struct Tables {
    pub vars: Vec<VarInfo>,
    pub places: Vec<PlaceInfo>,
    pub functions: Vec<FunctionInfo>,
    pub pointer_bits: u32,
    /// Storage that ends with its frame: cannot be freed.
    pub frame_storage: FxHashSet<(FunctionId, EdgeId)>,
}

impl Tables {
    pub fn new(program: &Program, pointers: &Pointers) -> Tables {
        let mut tables = Tables {
            vars: program.vars.ids().map(|v| var_info(program, v)).collect(),
            places: Vec::with_capacity(program.exprs.place_count()),
            functions: Vec::with_capacity(program.functions.len()),
            pointer_bits: 8 * program.model().pointer_size() as u32,
            frame_storage: FxHashSet::default(),
        };
        for i in 0..program.exprs.place_count() {
            let info = tables.place_info(program, PlaceId::new(i));
            tables.places.push(info);
        }
        let library = library_from(program);
        let wrappers = wrappers(program, pointers, library);
        for function in program.functions.ids() {
            let mut info = tables.function_info(program, function);
            info.is_wrapper = wrappers.contains(&function);
            info.is_library = is_library(program, library, function);
            info.is_recursive = pointers.calls().is_recursive(function);
            let mut sites = info.frame_sites.clone();
            sites.extend(info.scope_sites.iter().map(|(_, edge)| *edge));
            let sites = sites.into_iter().map(|edge| (function, edge));
            tables.frame_storage.extend(sites);
            tables.functions.push(info);
        }
        tables
    }

    /// Places that a place is made of have smaller numbers.
    fn place_info(&self, program: &Program, place: PlaceId) -> PlaceInfo {
        let exprs = &program.exprs;
        let access = Access::of_place(program, place);
        let size = match access {
            Some(access) => access.size(),
            None => program.types.size_of(exprs.place_ty(place)).unwrap_or(0),
        };
        let root = match exprs.place(place) {
            Place::Var(v) => match self.vars[v.index()].home {
                Home::Register => Root::Register(v),
                Home::Own | Home::Addressed | Home::Static => {
                    Root::Fixed(self.vars[v.index()].region, 0)
                }
            },
            Place::Deref(_) => Root::Computed,
            Place::Field(base, _) => self.moved(base, field_offset(program, place)),
            Place::Index(base, index) => match exprs.int_value(index) {
                Some(n) => {
                    let stride = program.types.size_of(exprs.place_ty(place)).unwrap_or(0);
                    let by = i64::try_from(n).ok().and_then(|n| {
                        n.checked_mul(i64::try_from(stride).ok()?)
                            .filter(|by| by.unsigned_abs() < 1 << 40)
                    });
                    by.map_or(Root::Computed, |by| self.moved(base, by))
                }
                None => Root::Computed,
            },
        };
        PlaceInfo { root, access, size }
    }

    fn moved(&self, base: PlaceId, by: i64) -> Root {
        match self.places.get(base.index()).map(|p| p.root) {
            Some(Root::Fixed(region, at)) => Root::Fixed(region, at + by),
            _ => Root::Computed,
        }
    }

    fn function_info(&self, program: &Program, id: FunctionId) -> FunctionInfo {
        let function = &program.functions[id];
        let name = &program.names[function.name];
        let mut info = FunctionInfo {
            primitive: Primitive::named(name),
            ..FunctionInfo::default()
        };
        for &var in function.parameters.iter().chain(&function.locals) {
            let kept = self.vars[var.index()];
            if kept.home == Home::Register {
                continue;
            }
            info.in_memory.push(var);
            if kept.home == Home::Own {
                info.own.push(var);
            }
            match program.vars[var].kind {
                VarKind::Parameter | VarKind::Temporary => info.entered.push(var),
                VarKind::Local | VarKind::Global(_) | VarKind::Static | VarKind::Literal => {}
            }
        }
        let Some(body) = &function.body else {
            return info;
        };
        for (id, edge) in body.edges() {
            match &edge.op {
                Op::Alloc { storage, .. } => match storage {
                    Storage::Heap => {}
                    Storage::Frame => info.frame_sites.push(id),
                    Storage::Scope(var) => info.scope_sites.push((*var, id)),
                },
                Op::Call(call) => {
                    let direct = match call.callee {
                        program::Callee::Direct(f) => Some(f),
                        program::Callee::Indirect(_) => None,
                    };
                    let is_alloca = direct.is_some_and(|f| {
                        let f = &program.functions[f];
                        f.body.is_none()
                            && Primitive::named(&program.names[f.name]) == Some(Primitive::Alloca)
                    });
                    if is_alloca || direct.is_none() {
                        info.frame_sites.push(id);
                    }
                }
                Op::Skip
                | Op::Assume { .. }
                | Op::Assign { .. }
                | Op::Havoc { .. }
                | Op::Return { .. }
                | Op::Free { .. }
                | Op::Enter { .. }
                | Op::Exit { .. }
                | Op::VaStart { .. }
                | Op::VaArg { .. }
                | Op::VaCopy { .. }
                | Op::VaEnd { .. }
                | Op::Unsupported { .. } => {}
            }
        }
        info
    }
}

fn var_info(program: &Program, var: VarId) -> VarInfo {
    let v = &program.vars[var];
    let access = Access::of_type(program, v.ty);
    let home = match (v.kind.is_static(), v.addressed, access) {
        (true, ..) => Home::Static,
        (false, true, _) => Home::Addressed,
        (false, false, Some(_)) => Home::Register,
        (false, false, None) => Home::Own,
    };
    let constant = v.kind.is_static() && program.types.is_const(v.declared);
    VarInfo {
        home,
        access,
        size: program.object_size(var).unwrap_or(0),
        read_only: constant || v.kind == VarKind::Literal,
        region: match home {
            Home::Static => RegionId::global(var),
            Home::Register | Home::Own | Home::Addressed => RegionId::local(var),
        },
    }
}

/// Bytes from a record (or complex number) to the field that a place is.
pub fn field_offset(program: &Program, place: PlaceId) -> i64 {
    let exprs = &program.exprs;
    let Place::Field(base, i) = exprs.place(place) else {
        return 0;
    };
    match program.types.fields(exprs.place_ty(base)).get(i as usize) {
        Some(field) => field.offset as i64,
        None => {
            let size = program.types.size_of(exprs.place_ty(place)).unwrap_or(0);
            (u64::from(i) * size) as i64
        }
    }
}

/// The functions whose blocks are told apart by their callers: those for which the
/// points-to analysis does so, and library code that may allocate or free.
fn wrappers(program: &Program, pointers: &Pointers, library: Option<u32>) -> FxHashSet<FunctionId> {
    let mut found = FxHashSet::default();
    for (_, object) in pointers.objects() {
        let Target::Heap { context, .. } = object else {
            continue;
        };
        let mut context = pointers.context(context);
        while let Some(at) = context {
            found.extend(pointers.calls().callees(at.function, at.edge));
            context = pointers.context(at.parent);
        }
    }
    let allocates = |f: FunctionId| {
        let body = program.functions[f].body.as_ref();
        body.is_some_and(|b| {
            b.edges().any(|(_, e)| match e.op {
                Op::Alloc { storage, .. } => storage == Storage::Heap,
                Op::Free { .. } => true,
                _ => false,
            })
        })
    };
    let mut allocating: FxHashMap<FunctionId, bool> = FxHashMap::default();
    // Callees come first.
    for component in pointers.calls().components() {
        let calls = |f: &FunctionId| {
            let callees = pointers.calls().callees_of(*f);
            allocates(*f) || callees.iter().any(|c| allocating.get(c) == Some(&true))
        };
        let any = component.iter().any(calls);
        for &f in component {
            allocating.insert(f, any);
        }
    }
    found.extend(
        program
            .functions
            .ids()
            .filter(|f| is_library(program, library, *f) && allocating.get(f) == Some(&true)),
    );
    found.retain(|f| allocating.get(f) == Some(&true));
    found
}

/// Where the texts of library models begin.
pub fn library_from(program: &Program) -> Option<u32> {
    let files = program.sources.files();
    files
        .filter(|(_, f)| f.path.starts_with(machine::MODEL_PREFIX))
        .map(|(_, f)| f.base())
        .min()
}

fn is_library(program: &Program, library: Option<u32>, function: FunctionId) -> bool {
    let span = program.functions[function].span;
    library.is_some_and(|from| !span.is_none() && span.lo >= from)
}

/// What a static variable begins with, but for single items.
pub fn initial_object(program: &Program, var: VarId, size: u64) -> Object {
    let fill = match &program.vars[var].initial {
        Initial::Indeterminate => Fill::Unknown,
        Initial::Zero | Initial::Items(_) => Fill::Zero,
        Initial::Bytes(bytes) => {
            let n = (bytes.len() as u64).min(size) as usize;
            Fill::Bytes(Rc::from(&bytes[..n]))
        }
    };
    Object::new(size.min(UNKNOWN_SIZE - 1), fill)
}

/// Is the conversion one to `_Bool`?
pub fn is_bool(program: &Program, ty: TypeId) -> bool {
    program.types.int_kind(ty) == Some(IntKind::Bool)
}

/// The expression below conversions between pointer types, which change nothing.
pub fn uncast(program: &Program, mut expr: program::ExprId) -> program::ExprId {
    while let Expr::Cast(inner) = program.exprs.get(expr) {
        let types = &program.types;
        let same =
            types.is_pointer(program.exprs.ty(expr)) && (types.is_pointer(program.exprs.ty(inner)));
        if !same {
            break;
        }
        expr = inner;
    }
    expr
}
