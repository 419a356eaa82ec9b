//! What is looked up about variables and functions at every step, found once for a program.

use engine::Cx;
use pointers::{Object, ObjectId, Offsets, Target};
use program::live::Live;
use program::{FunctionId, Id, Location, Place, PlaceId, Program, Type, TypeId, VarId, VarKind};
use rustc_hash::FxHashMap;
use solver::path::Primitive;

#[derive(Clone, Copy, Debug)]
pub struct VarInfo {
    /// A scalar of its frame that nothing points to.
    pub is_register: bool,
    pub size: Option<u64>,
    pub read_only: bool,
    /// What it holds keeps no block once it is not read any more.
    pub is_temporary: bool,
    /// What it holds keeps no block.
    pub ghost: bool,
}

#[derive(Default)]
pub struct FunctionInfo {
    pub primitive: Option<Primitive>,
    pub is_recursive: bool,
    /// Is it a model of a library function?
    pub is_library: bool,
    /// Of variables that nothing points to.
    live: Option<Live>,
    numbers: FxHashMap<VarId, usize>,
}

pub struct Layout {
    pub vars: Vec<VarInfo>,
    pub functions: Vec<FunctionInfo>,
    /// Bytes of a pointer.
    pub word: u64,
    /// Where records hold integers: offsets and sizes.
    data: FxHashMap<TypeId, Vec<(u64, u64)>>,
}

impl Layout {
    pub fn new(cx: &Cx<'_>) -> Layout {
        let program = cx.program;
        let files = program.sources.files();
        let library = files
            .filter(|(_, f)| f.path.starts_with(machine::MODEL_PREFIX))
            .map(|(_, f)| f.base())
            .min();
        let functions = program.functions.ids().map(|f| {
            let span = program.functions[f].span;
            let mut info = FunctionInfo {
                primitive: Primitive::named(&program.names[program.functions[f].name]),
                is_recursive: cx.pointers.calls().is_recursive(f),
                is_library: library.is_some_and(|from| !span.is_none() && span.lo >= from),
                ..FunctionInfo::default()
            };
            info.find_live(program, f);
            info
        });
        Layout {
            vars: program.vars.ids().map(|v| var_info(program, v)).collect(),
            functions: functions.collect(),
            word: program.model().pointer_size(),
            data: data_fields(program),
        }
    }

    /// Where an object of a type holds integers.
    pub fn data(&self, ty: TypeId) -> &[(u64, u64)] {
        self.data.get(&ty).map_or(&[], |fields| fields)
    }

    pub fn var(&self, var: VarId) -> VarInfo {
        self.vars[var.index()]
    }

    pub fn pointer_bits(&self) -> u32 {
        8 * self.word as u32
    }

    /// May a variable that nothing points to be read from a location on?
    pub fn is_live(&self, function: FunctionId, at: Location, var: VarId) -> bool {
        let info = &self.functions[function.index()];
        match (&info.live, info.numbers.get(&var)) {
            (Some(live), Some(&number)) => live.is_live(at, number),
            _ => true,
        }
    }
}

impl FunctionInfo {
    fn find_live(&mut self, program: &Program, function: FunctionId) {
        let f = &program.functions[function];
        let vars = engine::variables(f).filter(|v| !program.vars[*v].addressed);
        self.numbers = vars.enumerate().map(|(i, v)| (v, i)).collect();
        if let Some(body) = f.body.as_ref().filter(|_| !self.numbers.is_empty()) {
            let numbers = &self.numbers;
            let number = |v: VarId| numbers.get(&v).copied();
            self.live = Some(Live::of(program, body, numbers.len(), &number));
        }
    }
}

fn var_info(program: &Program, var: VarId) -> VarInfo {
    let v = &program.vars[var];
    let is_static = v.kind.is_static();
    let constant = is_static && program.types.is_const(v.declared);
    VarInfo {
        is_register: !is_static && !v.addressed && Access::of_type(program, v.ty).is_some(),
        size: program.object_size(var),
        read_only: constant || v.kind == VarKind::Literal,
        is_temporary: v.kind == VarKind::Temporary && !v.addressed,
        ghost: v.ghost,
    }
}

/// Do blocks of the heap lead to blocks, wherever in them?
pub fn has_links(cx: &Cx<'_>) -> bool {
    let is_block = |object: ObjectId| matches!(cx.pointers.object(object), Object::Heap { .. });
    let blocks = cx.pointers.objects().filter(|(id, _)| is_block(*id));
    let mut everywhere = blocks.map(|(object, _)| Target {
        object,
        offsets: Offsets::ANY,
    });
    everywhere.any(|block| {
        cx.pointers.cells_at(block, 1).into_iter().any(|cell| {
            let (at, size) = cx.pointers.cell(cell);
            let targets = cx.pointers.contents_at(at, u64::from(size));
            targets.iter().any(|target| is_block(target.object))
        })
    })
}

/// Of the records that places are.
fn data_fields(program: &Program) -> FxHashMap<TypeId, Vec<(u64, u64)>> {
    let mut found: FxHashMap<TypeId, Vec<(u64, u64)>> = FxHashMap::default();
    for i in 0..program.exprs.place_count() {
        let ty = program.exprs.place_ty(PlaceId::new(i));
        if program.types.record_of(ty).is_some() && !found.contains_key(&ty) {
            let mut fields = Vec::new();
            integers(program, ty, 0, &mut fields);
            found.insert(ty, fields);
        }
    }
    found
}

fn integers(program: &Program, ty: TypeId, at: u64, found: &mut Vec<(u64, u64)>) {
    let is_union = program
        .types
        .record_of(ty)
        .is_some_and(|(_, r)| r.kind == program::RecordKind::Union);
    if is_union {
        return;
    }
    for field in program.types.fields(ty) {
        let at = at + field.offset;
        match (program.types.get(field.ty), program.types.size_of(field.ty)) {
            (Type::Int(_) | Type::Float(_), Some(size)) => found.push((at, size)),
            (Type::Record(_), _) => integers(program, field.ty, at, found),
            _ => {}
        }
    }
}

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// An integer or a pointer: its bytes, and what of them is its value.
    Number { size: u64, bits: u32, signed: bool },
    /// Bytes that nobody counts: floats and bit-fields.
    Bytes { size: u64 },
}

impl Access {
    pub fn size(self) -> u64 {
        match self {
            Access::Number { size, .. } | Access::Bytes { size } => size,
        }
    }

    pub fn of_type(program: &Program, ty: TypeId) -> Option<Access> {
        let types = &program.types;
        let size = types.size_of(ty)?;
        match types.get(ty) {
            Type::Int(_) | Type::Pointer(_) => {
                let (bits, signed) = types.bits(ty)?;
                Some(Access::Number { size, bits, signed })
            }
            Type::Float(_) => Some(Access::Bytes { size }),
            Type::Error
            | Type::Void
            | Type::Complex(_)
            | Type::Vector { .. }
            | Type::Array { .. }
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => None,
        }
    }

    /// None for aggregates.
    pub fn of_place(program: &Program, place: PlaceId) -> Option<Access> {
        let exprs = &program.exprs;
        let access = Access::of_type(program, exprs.place_ty(place))?;
        if let Place::Field(base, i) = exprs.place(place)
            && let Some(field) = program.types.fields(exprs.place_ty(base)).get(i as usize)
            && let Some(bits) = field.bits
        {
            let size = (u64::from(bits.shift) + u64::from(bits.width)).div_ceil(8);
            return Some(Access::Bytes { size });
        }
        Some(access)
    }
}

/// Bytes from a record (or complex number) to the field that a place is.
pub fn field_offset(program: &Program, base: PlaceId, field: u32, place: PlaceId) -> i64 {
    let exprs = &program.exprs;
    let fields = program.types.fields(exprs.place_ty(base));
    match fields.get(field as usize) {
        Some(field) => field.offset as i64,
        None => {
            let size = program.types.size_of(exprs.place_ty(place)).unwrap_or(0);
            (u64::from(field) * size) as i64
        }
    }
}
