//! How values lie in memory: widths of accesses, offsets of places, and the
//! parts an aggregate is copied by.

use crate::{Members, Offsets};
use program::{
    ArrayLength, Expr, ExprId, Place, PlaceId, Program, RecordKind, Type, TypeId, VarId,
};
use rustc_hash::FxHashSet;

/// A part of an aggregate: bytes that are copied together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Part {
    pub offsets: Offsets,
    pub width: u32,
    pub ty: TypeId,
}

/// An aggregate of more parts is copied as a heap of bytes.
const MOST_PARTS: usize = 96;

/// Shorter arrays have their elements told apart where the index is constant.
const SHORT_ARRAY: u64 = 8;

/// What kind of value an expression or place of some type holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A number, also one with a fraction: may carry a pointer that was converted, or its
    /// bytes.
    Number,
    Pointer,
    Aggregate,
}

pub(crate) fn shape(program: &Program, ty: TypeId) -> Shape {
    match program.types.get(ty) {
        Type::Int(_) | Type::Enum(_) | Type::Float(_) => Shape::Number,
        Type::Pointer(_) => Shape::Pointer,
        Type::Error
        | Type::Void
        | Type::Complex(_)
        | Type::Vector { .. }
        | Type::Array { .. }
        | Type::Record(_)
        | Type::Function(_) => Shape::Aggregate,
    }
}

/// Is the variable never anything but its value: no pointer leads to it?
pub(crate) fn is_register(program: &Program, var: VarId) -> bool {
    let v = &program.vars[var];
    !v.addressed && !v.kind.is_static() && shape(program, v.ty) != Shape::Aggregate
}

pub(crate) fn width(program: &Program, ty: TypeId) -> u32 {
    let size = program.types.size_of(ty).unwrap_or(0);
    u32::try_from(size.max(1)).unwrap_or(u32::MAX)
}

/// Bytes that reading or writing a place touches.
pub(crate) fn place_width(program: &Program, place: PlaceId) -> u32 {
    if let Place::Field(record, index) = program.exprs.place(place)
        && let fields = program.types.fields(program.exprs.place_ty(record))
        && let Some(field) = fields.get(index as usize)
        && let Some(bits) = field.bits
    {
        let touched = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
        return touched.max(1);
    }
    width(program, program.exprs.place_ty(place))
}

/// What a place is found from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Root {
    Var(VarId),
    Pointer(ExprId),
}

/// The root of a place, and the way from there.
pub(crate) fn resolve(program: &Program, members: Members, mut place: PlaceId) -> (Root, Offsets) {
    let mut offsets = Offsets::ZERO;
    loop {
        match program.exprs.place(place) {
            Place::Var(v) => return (Root::Var(v), offsets),
            Place::Deref(e) => return (Root::Pointer(e), offsets),
            Place::Field(record, index) => {
                let at = field_offset(program, program.exprs.place_ty(record), index);
                offsets = offsets.plus(Offsets::exact(at));
                place = record;
            }
            Place::Index(array, index) => {
                let ty = program.exprs.place_ty(array);
                offsets = offsets.plus(element_offsets(program, members, ty, index));
                place = array;
            }
        }
    }
}

fn field_offset(program: &Program, record: TypeId, index: u32) -> i64 {
    match program.types.get(record) {
        // Real and imaginary part.
        Type::Complex(k) => (u64::from(index) * program.model().float_size(k)) as i64,
        _ => {
            let field = program.types.fields(record).get(index as usize);
            field.map_or(0, |f| f.offset as i64)
        }
    }
}

fn element_offsets(program: &Program, members: Members, array: TypeId, index: ExprId) -> Offsets {
    let (element, length) = match program.types.get(array) {
        Type::Array { element, length } => (element.ty, length),
        Type::Vector { element, length } => (element, ArrayLength::Fixed(length)),
        _ => return Offsets::ANY,
    };
    let Some(stride) = program.types.stride_of(element) else {
        return Offsets::ANY;
    };
    let length = match length {
        ArrayLength::Fixed(n) => n,
        ArrayLength::Unknown | ArrayLength::Variable(_) => 0,
    };
    match program.exprs.get(index) {
        Expr::Int(i) if (0..i128::from(length)).contains(&i) => {
            // Within members, pointers step through what they were made for.
            if length <= SHORT_ARRAY && members == Members::MayOverflow {
                Offsets::exact(i as i64 * stride as i64)
            } else {
                Offsets::array(stride, length)
            }
        }
        Expr::Int(i) if length > 0 => match i64::try_from(i * i128::from(stride)) {
            Ok(at) => Offsets::exact(at),
            Err(_) => Offsets::ANY,
        },
        // An array of one element at the end of a structure has as many as
        // there is room for.
        _ if members == Members::Contain && length > 1 => Offsets::array(stride, length),
        _ => Offsets::every(stride),
    }
}

/// The parts that a value of a type is copied by; together they cover it.
pub(crate) fn parts(program: &Program, ty: TypeId) -> Vec<Part> {
    let mut list = Vec::new();
    let size = u64::from(width(program, ty));
    let complete = collect(program, ty, Offsets::ZERO, &mut list);
    if !complete || list.len() > MOST_PARTS {
        let bytes = Offsets::array(1, size);
        return vec![Part {
            offsets: bytes,
            width: 1,
            ty: program.types.common.char,
        }];
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// False if there are too many.
fn collect(program: &Program, ty: TypeId, at: Offsets, list: &mut Vec<Part>) -> bool {
    let types = &program.types;
    if list.len() > MOST_PARTS {
        return false;
    }
    let part = |list: &mut Vec<Part>, ty: TypeId, at: Offsets, width: u64| {
        let width = width as u32;
        list.push(Part {
            offsets: at,
            width,
            ty,
        });
        true
    };
    match types.get(ty) {
        Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) => {
            part(list, ty, at, u64::from(width(program, ty)))
        }
        Type::Complex(_) | Type::Vector { .. } => part(
            list,
            types.common.char,
            at.plus(Offsets::array(1, u64::from(width(program, ty)))),
            1,
        ),
        Type::Array {
            element,
            length: ArrayLength::Fixed(n),
        } => {
            let Some(stride) = types.size_of(element.ty) else {
                return false;
            };
            match n {
                0 => true,
                n => collect(
                    program,
                    element.ty,
                    at.plus(Offsets::array(stride, n)),
                    list,
                ),
            }
        }
        Type::Record(id) => {
            let record = types.record(id);
            let Some(body) = &record.body else {
                return false;
            };
            // Padding is copied too; between bit-fields all is one part.
            let mut covered = 0;
            let padding = |list: &mut Vec<Part>, from: u64, to: u64| {
                if from < to {
                    let bytes = Offsets::array(1, to - from).plus(Offsets::exact(from as i64));
                    part(list, types.common.char, at.plus(bytes), 1);
                }
            };
            for field in &body.fields {
                let size = match field.bits {
                    Some(bits) => u64::from((bits.shift + bits.width).div_ceil(8)),
                    None => types.size_of(field.ty).unwrap_or(0),
                };
                if record.kind == RecordKind::Struct {
                    padding(list, covered, field.offset);
                }
                let inner = at.plus(Offsets::exact(field.offset as i64));
                let fine = match field.bits {
                    Some(_) => part(list, field.ty, inner, size.max(1)),
                    None => collect(program, field.ty, inner, list),
                };
                if !fine {
                    return false;
                }
                covered = covered.max(field.offset + size);
            }
            padding(list, covered, body.size);
            true
        }
        Type::Array { .. } => true,
        Type::Error | Type::Void | Type::Function(_) => false,
    }
}

/// Bytes that pointer arithmetic on this type of pointer moves by.
pub(crate) fn stride(program: &Program, pointer: TypeId) -> Option<u64> {
    let pointee = program.types.pointee(pointer)?;
    program.types.stride_of(pointee.ty)
}

/// A table with one entry for each part of the types asked about.
#[derive(Default)]
pub(crate) struct Layouts {
    parts: rustc_hash::FxHashMap<TypeId, std::rc::Rc<[Part]>>,
}

impl Layouts {
    pub fn parts(&mut self, program: &Program, ty: TypeId) -> std::rc::Rc<[Part]> {
        let made = self.parts.entry(ty);
        made.or_insert_with(|| parts(program, ty).into()).clone()
    }
}

/// May a value of the type be the address of a function, or lead to one?
pub(crate) fn leads_to_function(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    let mut seen = FxHashSet::default();
    let mut pending = vec![ty];
    while let Some(ty) = pending.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match types.get(ty) {
            Type::Int(_) | Type::Float(_) | Type::Complex(_) | Type::Enum(_) => {}
            Type::Vector { element, .. } => pending.push(element),
            Type::Array { element, .. } => pending.push(element.ty),
            Type::Pointer(to) => pending.push(to.ty),
            // Nobody knows what is in it.
            Type::Record(_) if !types.is_complete(ty) => return true,
            Type::Record(_) => pending.extend(types.fields(ty).iter().map(|f| f.ty)),
            Type::Function(_) | Type::Void | Type::Error => return true,
        }
    }
    false
}
