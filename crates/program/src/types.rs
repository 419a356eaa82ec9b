//! C types, interned.
//!
//! Equal ids are equal types. Records and enumerations are nominal. Types as
//! the programmer declared them carry qualifiers and enumerations; the types of
//! expressions and places are *canonical*: no qualifiers, enumerations replaced
//! by their integer type, pointers to variable-length arrays replaced by
//! pointers to the element. [`Types::canonical`] maps one to the other.

use crate::ids::{EnumId, Id, IdVec, Name, RecordId, SignatureId, TypeId, VarId};
use crate::layout::{self, FieldDeclaration, LayoutError, RecordAttributes};
use crate::model::{DataModel, FloatKind, IntKind};
use crate::source::Span;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A set of type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Qualifiers(u8);

impl Qualifiers {
    pub const NONE: Qualifiers = Qualifiers(0);
    pub const CONST: Qualifiers = Qualifiers(1);
    pub const VOLATILE: Qualifiers = Qualifiers(2);
    pub const RESTRICT: Qualifiers = Qualifiers(4);
    pub const ATOMIC: Qualifiers = Qualifiers(8);

    pub fn union(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 | other.0)
    }

    pub fn contains(self, other: Qualifiers) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn without(self, other: Qualifiers) -> Qualifiers {
        Qualifiers(self.0 & !other.0)
    }

    /// The qualifiers' C spellings, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        [
            (Self::CONST, "const"),
            (Self::VOLATILE, "volatile"),
            (Self::RESTRICT, "restrict"),
            (Self::ATOMIC, "_Atomic"),
        ]
        .into_iter()
        .filter(move |(q, _)| self.contains(*q))
        .map(|(_, n)| n)
    }
}

/// A type with the qualifiers of the object it describes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct QualType {
    pub ty: TypeId,
    pub quals: Qualifiers,
}

impl QualType {
    pub fn plain(ty: TypeId) -> QualType {
        QualType {
            ty,
            quals: Qualifiers::NONE,
        }
    }

    pub fn with(self, quals: Qualifiers) -> QualType {
        QualType {
            ty: self.ty,
            quals: self.quals.union(quals),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLength {
    Fixed(u64),
    /// `[]`: an incomplete array, or a flexible array member.
    Unknown,
    /// The variable holds the number of elements.
    Variable(VarId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// The type of what was wrong; exists only while errors are reported.
    Error,
    Void,
    Int(IntKind),
    Float(FloatKind),
    /// Two floats, real part first.
    Complex(FloatKind),
    /// GNU vector: `length` elements side by side.
    Vector {
        element: TypeId,
        length: u64,
    },
    Pointer(QualType),
    Array {
        element: QualType,
        length: ArrayLength,
    },
    Record(RecordId),
    Enum(EnumId),
    Function(SignatureId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    pub result: QualType,
    pub parameters: Box<[QualType]>,
    pub variadic: bool,
    /// False for `f()` and K&R definitions: arguments are promoted, not converted.
    pub prototype: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

impl RecordKind {
    pub fn keyword(self) -> &'static str {
        match self {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        }
    }
}

/// Where a bit-field's bits lie: `width` bits that begin `shift` bits into the
/// byte at the field's offset, counted from the least significant bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitField {
    pub shift: u8,
    pub width: u8,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// None for an anonymous structure or union.
    pub name: Option<Name>,
    /// Canonical.
    pub ty: TypeId,
    pub declared: QualType,
    /// Offset in bytes.
    pub offset: u64,
    pub bits: Option<BitField>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct RecordBody {
    /// Named fields and anonymous members; unnamed bit-fields are padding.
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<Name>,
    /// What typedefs call it.
    pub aliases: Vec<Name>,
    pub span: Span,
    /// None while the type is incomplete.
    pub body: Option<RecordBody>,
    /// `__attribute__((transparent_union))`.
    pub transparent: bool,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Name>,
    pub span: Span,
    pub kind: IntKind,
    pub complete: bool,
    pub enumerators: Vec<(Name, i128)>,
}

/// The types that the house itself needs by name.
#[derive(Clone, Copy, Debug)]
pub struct CommonTypes {
    pub error: TypeId,
    pub void: TypeId,
    pub void_ptr: TypeId,
    pub char: TypeId,
    pub char_ptr: TypeId,
    pub bool: TypeId,
    pub int: TypeId,
    pub unsigned: TypeId,
    pub size: TypeId,
    pub ptrdiff: TypeId,
    pub float: TypeId,
    pub double: TypeId,
}

#[derive(Clone)]
pub struct Types {
    model: DataModel,
    types: IndexSet<Type, FxBuildHasher>,
    canonical: Vec<Option<TypeId>>,
    signatures: IndexSet<Signature, FxBuildHasher>,
    records: IdVec<RecordId, Record>,
    enums: IdVec<EnumId, Enum>,
    pub common: CommonTypes,
    /// In the order of [`IntKind::ALL`].
    ints: [TypeId; IntKind::ALL.len()],
}

impl Types {
    pub fn new(model: DataModel) -> Types {
        let nothing = TypeId::new(0);
        let mut types = Types {
            model,
            types: IndexSet::default(),
            canonical: Vec::new(),
            signatures: IndexSet::default(),
            records: IdVec::new(),
            enums: IdVec::new(),
            common: CommonTypes {
                error: nothing,
                void: nothing,
                void_ptr: nothing,
                char: nothing,
                char_ptr: nothing,
                bool: nothing,
                int: nothing,
                unsigned: nothing,
                size: nothing,
                ptrdiff: nothing,
                float: nothing,
                double: nothing,
            },
            ints: [nothing; IntKind::ALL.len()],
        };
        let error = types.intern(Type::Error);
        let void = types.intern(Type::Void);
        let char = types.int(IntKind::Char);
        types.common = CommonTypes {
            error,
            void,
            void_ptr: types.pointer_to(void),
            char,
            char_ptr: types.pointer_to(char),
            bool: types.int(IntKind::Bool),
            int: types.int(IntKind::Int),
            unsigned: types.int(IntKind::UInt),
            size: types.int(model.size_kind()),
            ptrdiff: types.int(model.ptrdiff_kind()),
            float: types.intern(Type::Float(FloatKind::Float)),
            double: types.intern(Type::Float(FloatKind::Double)),
        };
        types.ints = IntKind::ALL.map(|kind| types.int(kind));
        types
    }

    pub fn model(&self) -> DataModel {
        self.model
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        let (index, new) = self.types.insert_full(ty);
        if new {
            self.canonical.push(None);
        }
        TypeId::new(index)
    }

    #[inline]
    pub fn get(&self, id: TypeId) -> Type {
        self.types[id.index()]
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }

    /// The type of that kind, which every program has.
    pub fn int_type(&self, kind: IntKind) -> TypeId {
        self.ints[kind as usize]
    }

    pub fn float(&mut self, kind: FloatKind) -> TypeId {
        self.intern(Type::Float(kind))
    }

    pub fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        self.intern(Type::Pointer(QualType::plain(ty)))
    }

    pub fn array_of(&mut self, element: QualType, length: u64) -> TypeId {
        self.intern(Type::Array {
            element,
            length: ArrayLength::Fixed(length),
        })
    }

    pub fn function(&mut self, signature: Signature) -> TypeId {
        let (index, _) = self.signatures.insert_full(signature);
        self.intern(Type::Function(SignatureId::new(index)))
    }

    pub fn signature(&self, id: SignatureId) -> &Signature {
        &self.signatures[id.index()]
    }

    /// The signature of a function type.
    pub fn signature_of(&self, ty: TypeId) -> Option<&Signature> {
        match self.get(ty) {
            Type::Function(id) => Some(self.signature(id)),
            _ => None,
        }
    }

    // Records and enumerations.

    pub fn add_record(&mut self, kind: RecordKind, tag: Option<Name>, span: Span) -> RecordId {
        self.records.push(Record {
            kind,
            tag,
            aliases: Vec::new(),
            span,
            body: None,
            transparent: false,
        })
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id]
    }

    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        self.records.enumerate()
    }

    /// Lays out the fields and makes the record complete.
    pub fn complete_record(
        &mut self,
        id: RecordId,
        fields: &[FieldDeclaration],
        attributes: &RecordAttributes,
    ) -> Result<(), LayoutError> {
        let kind = self.records[id].kind;
        let body = layout::record(self, kind, fields, attributes)?;
        self.records[id].body = Some(body);
        Ok(())
    }

    /// The record of a record type, with its fields if it is complete.
    pub fn record_of(&self, ty: TypeId) -> Option<(RecordId, &Record)> {
        match self.get(ty) {
            Type::Record(id) => Some((id, &self.records[id])),
            _ => None,
        }
    }

    /// The fields of a complete record type.
    pub fn fields(&self, ty: TypeId) -> &[Field] {
        match self.record_of(ty) {
            Some((_, Record { body: Some(b), .. })) => &b.fields,
            _ => &[],
        }
    }

    pub fn add_enum(&mut self, tag: Option<Name>, span: Span) -> EnumId {
        self.enums.push(Enum {
            tag,
            span,
            kind: IntKind::UInt,
            complete: false,
            enumerators: Vec::new(),
        })
    }

    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id]
    }

    pub fn enum_mut(&mut self, id: EnumId) -> &mut Enum {
        &mut self.enums[id]
    }

    pub fn enums(&self) -> impl Iterator<Item = (EnumId, &Enum)> {
        self.enums.enumerate()
    }

    // Questions.

    pub fn canonical(&mut self, id: TypeId) -> TypeId {
        if let Some(c) = self.canonical[id.index()] {
            return c;
        }
        let c = match self.get(id) {
            Type::Pointer(to) => {
                let mut target = to.ty;
                while let Type::Array {
                    element,
                    length: ArrayLength::Variable(_),
                } = self.get(target)
                {
                    target = element.ty;
                }
                let target = self.canonical(target);
                self.pointer_to(target)
            }
            Type::Array { element, length } => {
                let element = QualType::plain(self.canonical(element.ty));
                self.intern(Type::Array { element, length })
            }
            Type::Enum(e) => self.int(self.enums[e].kind),
            Type::Function(s) => {
                let Signature {
                    result,
                    parameters,
                    variadic,
                    prototype,
                } = self.signature(s).clone();
                let signature = Signature {
                    result: QualType::plain(self.canonical(result.ty)),
                    parameters: parameters
                        .iter()
                        .map(|p| QualType::plain(self.canonical(p.ty)))
                        .collect(),
                    variadic,
                    prototype,
                };
                self.function(signature)
            }
            Type::Vector { element, length } => {
                let element = self.canonical(element);
                self.intern(Type::Vector { element, length })
            }
            Type::Float(k) => self.float(k.format()),
            Type::Complex(k) => self.intern(Type::Complex(k.format())),
            Type::Error | Type::Void | Type::Int(_) | Type::Record(_) => id,
        };
        // Inside the type there may be an enumeration still incomplete.
        if !self.mentions_incomplete_enum(id) {
            self.canonical[id.index()] = Some(c);
        }
        c
    }

    fn mentions_incomplete_enum(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Enum(e) => !self.enums[e].complete,
            Type::Pointer(t) => self.canonical[t.ty.index()].is_none(),
            Type::Array { element, .. } => self.canonical[element.ty.index()].is_none(),
            Type::Vector { element, .. } => self.canonical[element.index()].is_none(),
            Type::Function(s) => {
                let s = self.signature(s);
                std::iter::once(&s.result)
                    .chain(&s.parameters)
                    .any(|t| self.canonical[t.ty.index()].is_none())
            }
            Type::Error
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Complex(_)
            | Type::Record(_) => false,
        }
    }

    /// The integer kind of an integer or enumeration type.
    pub fn int_kind(&self, id: TypeId) -> Option<IntKind> {
        match self.get(id) {
            Type::Int(k) => Some(k),
            Type::Enum(e) => Some(self.enums[e].kind),
            _ => None,
        }
    }

    pub fn float_kind(&self, id: TypeId) -> Option<FloatKind> {
        match self.get(id) {
            Type::Float(k) => Some(k),
            _ => None,
        }
    }

    /// The float type of that format, if the program has one.
    pub fn float_type(&self, kind: FloatKind) -> Option<TypeId> {
        let index = self.types.get_index_of(&Type::Float(kind));
        index.map(TypeId::new)
    }

    /// What a pointer type points to.
    pub fn pointee(&self, id: TypeId) -> Option<QualType> {
        match self.get(id) {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    pub fn is_integer(&self, id: TypeId) -> bool {
        self.int_kind(id).is_some()
    }

    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        matches!(
            self.get(id),
            Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Complex(_)
        )
    }

    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.is_pointer(id)
    }

    /// Bits and signedness of an integer or pointer type, as arithmetic sees it.
    pub fn bits(&self, id: TypeId) -> Option<(u32, bool)> {
        match self.get(id) {
            Type::Pointer(_) => Some((8 * self.model.pointer_size() as u32, false)),
            _ => self
                .int_kind(id)
                .map(|k| (self.model.int_bits(k), k.is_signed())),
        }
    }

    /// Size in bytes; None if the type is incomplete, a function, or variable.
    /// `void` and functions have no size here; GNU's 1 is the frontend's affair.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Int(k) => Some(self.model.int_size(k)),
            Type::Float(k) => Some(self.model.float_size(k)),
            Type::Complex(k) => Some(2 * self.model.float_size(k)),
            Type::Vector { element, length } => self.size_of(element)?.checked_mul(length),
            Type::Pointer(_) => Some(self.model.pointer_size()),
            Type::Array {
                element,
                length: ArrayLength::Fixed(n),
            } => self.size_of(element.ty)?.checked_mul(n),
            Type::Record(r) => self.records[r].body.as_ref().map(|b| b.size),
            Type::Enum(e) => {
                let e = &self.enums[e];
                e.complete.then(|| self.model.int_size(e.kind))
            }
            Type::Array { .. } | Type::Error | Type::Void | Type::Function(_) => None,
        }
    }

    /// Bytes between neighbours in pointer arithmetic: the size, or 1 for
    /// `void` and functions (GNU).
    pub fn stride_of(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function(_) => Some(1),
            _ => self.size_of(id),
        }
    }

    /// Alignment in bytes as the ABI demands it (`_Alignof`).
    pub fn align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Int(k) => self.model.int_align(k),
            Type::Float(k) | Type::Complex(k) => self.model.float_align(k),
            Type::Vector { .. } => self.size_of(id).unwrap_or(1).next_power_of_two(),
            Type::Pointer(_) => self.model.pointer_size(),
            Type::Array { element, .. } => self.align_of(element.ty),
            Type::Record(r) => self.records[r].body.as_ref().map_or(1, |b| b.align),
            Type::Enum(e) => self.model.int_align(self.enums[e].kind),
            Type::Error | Type::Void | Type::Function(_) => 1,
        }
    }

    /// Alignment that gcc prefers for a lone object (`__alignof__`), which on
    /// i386 exceeds what the ABI demands of 8-byte scalars.
    pub fn preferred_align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Int(_) | Type::Enum(_) => self.size_of(id).unwrap_or(1),
            Type::Float(k) | Type::Complex(k) if k.format() == FloatKind::Double => 8,
            Type::Array { element, .. } => self.preferred_align_of(element.ty),
            _ => self.align_of(id),
        }
    }

    /// Is the type complete, so that an object of it can exist?
    pub fn is_complete(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Error => true,
            Type::Void | Type::Function(_) => false,
            Type::Array { element, length } => {
                length != ArrayLength::Unknown && self.is_complete(element.ty)
            }
            Type::Record(r) => self.records[r].body.is_some(),
            Type::Enum(e) => self.enums[e].complete,
            Type::Int(_)
            | Type::Float(_)
            | Type::Complex(_)
            | Type::Vector { .. }
            | Type::Pointer(_) => true,
        }
    }

    /// Is an object of the type constant, as a whole or by its elements?
    pub fn is_const(&self, ty: QualType) -> bool {
        ty.quals.contains(Qualifiers::CONST)
            || matches!(self.get(ty.ty), Type::Array { element, .. } if self.is_const(element))
    }

    /// Is the type, or what it points to, of variable size?
    pub fn is_variably_modified(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Pointer(to) => self.is_variably_modified(to.ty),
            Type::Array { element, length } => {
                matches!(length, ArrayLength::Variable(_)) || self.is_variably_modified(element.ty)
            }
            _ => false,
        }
    }

    /// Does the size of the type depend on a variable?
    pub fn is_variable(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Array { element, length } => {
                matches!(length, ArrayLength::Variable(_)) || self.is_variable(element.ty)
            }
            _ => false,
        }
    }
}
