//! Machine models: the widths that C leaves to the implementation.
//!
//! Both are gcc's on x86: ILP32 is i386, LP64 is x86-64. `char` is signed,
//! bytes are little-endian, integers are two's complement.

/// Which of the two data models a program is read under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    Ilp32,
    #[default]
    Lp64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    Float16,
    Float,
    Float32,
    Double,
    Float32x,
    Float64,
    LongDouble,
    Float64x,
    Float128,
}

impl IntKind {
    /// Every kind, in the order of conversion rank.
    pub const ALL: [IntKind; 14] = [
        IntKind::Bool,
        IntKind::Char,
        IntKind::SChar,
        IntKind::UChar,
        IntKind::Short,
        IntKind::UShort,
        IntKind::Int,
        IntKind::UInt,
        IntKind::Long,
        IntKind::ULong,
        IntKind::LongLong,
        IntKind::ULongLong,
        IntKind::Int128,
        IntKind::UInt128,
    ];

    pub fn is_signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128)
    }

    /// The unsigned kind of the same rank.
    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            Int128 => UInt128,
            Bool | UChar | UShort | UInt | ULong | ULongLong | UInt128 => self,
        }
    }

    /// The signed kind of the same rank.
    pub fn to_signed(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | UChar => SChar,
            UShort => Short,
            UInt => Int,
            ULong => Long,
            ULongLong => LongLong,
            UInt128 => Int128,
            Bool | SChar | Short | Int | Long | LongLong | Int128 => self,
        }
    }

    /// Integer conversion rank (C11 6.3.1.1).
    pub fn rank(self) -> u8 {
        use IntKind::*;
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }

    /// The C spelling.
    pub fn name(self) -> &'static str {
        use IntKind::*;
        match self {
            Bool => "_Bool",
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
        }
    }
}

impl FloatKind {
    /// The kind of the same format that canonical types use: `_Float32` is
    /// another type than `float`, but not another kind of number.
    pub fn format(self) -> FloatKind {
        match self {
            FloatKind::Float32 => FloatKind::Float,
            FloatKind::Float32x | FloatKind::Float64 => FloatKind::Double,
            FloatKind::Float64x => FloatKind::LongDouble,
            FloatKind::Float16
            | FloatKind::Float
            | FloatKind::Double
            | FloatKind::LongDouble
            | FloatKind::Float128 => self,
        }
    }

    /// The C spelling.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Float16 => "_Float16",
            FloatKind::Float => "float",
            FloatKind::Float32 => "_Float32",
            FloatKind::Float32x => "_Float32x",
            FloatKind::Float64 => "_Float64",
            FloatKind::Float64x => "_Float64x",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
            FloatKind::Float128 => "_Float128",
        }
    }
}

impl DataModel {
    pub fn pointer_size(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    pub fn int_size(self, kind: IntKind) -> u64 {
        use IntKind::*;
        match kind {
            Bool | Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 4,
            Long | ULong => self.pointer_size(),
            LongLong | ULongLong => 8,
            Int128 | UInt128 => 16,
        }
    }

    /// Number of value bits, sign included. `_Bool` holds one bit in its byte.
    pub fn int_bits(self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Bool => 1,
            _ => 8 * self.int_size(kind) as u32,
        }
    }

    pub fn float_size(self, kind: FloatKind) -> u64 {
        match (kind.format(), self) {
            (FloatKind::Float16, _) => 2,
            (FloatKind::Float, _) => 4,
            (FloatKind::Double, _) => 8,
            (FloatKind::LongDouble, DataModel::Ilp32) => 12,
            (FloatKind::LongDouble, DataModel::Lp64) => 16,
            (_, _) => 16,
        }
    }

    /// Alignment that the ABI demands, which is what structures use.
    ///
    /// i386 aligns 8-byte scalars and `long double` to four bytes.
    pub fn int_align(self, kind: IntKind) -> u64 {
        match self {
            DataModel::Ilp32 if kind.rank() == IntKind::LongLong.rank() => 4,
            _ => self.int_size(kind),
        }
    }

    pub fn float_align(self, kind: FloatKind) -> u64 {
        match (kind.format(), self) {
            (FloatKind::Double | FloatKind::LongDouble, DataModel::Ilp32) => 4,
            _ => self.float_size(kind),
        }
    }

    /// The type of `sizeof`.
    pub fn size_kind(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::UInt,
            DataModel::Lp64 => IntKind::ULong,
        }
    }

    /// The type of a pointer difference.
    pub fn ptrdiff_kind(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        }
    }

    /// The type of a wide character, `L'x'`.
    pub fn wchar_kind(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::Long,
            DataModel::Lp64 => IntKind::Int,
        }
    }
}
