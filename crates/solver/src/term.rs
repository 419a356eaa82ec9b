//! Terms: hash-consed formulae over bit vectors, arrays of bit vectors, and
//! floating-point numbers kept as their bits.
//!
//! [`Terms`] owns all terms; a [`Term`] is an index into it. Equal indices mean
//! equal terms, and the constructors (in `boolean.rs`, `linear.rs`,
//! `compare.rs`, `bitwise.rs`, `structure.rs`, `floats.rs`, `arrays.rs`)
//! simplify so eagerly that terms which are equal for simple reasons usually
//! have one index. All operations are total and mean what SMT-LIB says.
//!
//! A term takes 16 bytes. Nothing walks terms by unbounded recursion.

use crate::bases::{BaseId, BaseInfo};
use crate::occurrences::Occurrences;
use hashbrown::HashTable;
use indexmap::IndexSet;
use program::FloatKind;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A term of one [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

/// A free variable of terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub(crate) u32);

impl Term {
    /// Small and dense: terms are numbered in the order of their making.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl SymbolId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bool,
    /// Bit vectors of 1 to 128 bits.
    Bits(u32),
    /// Total functions from bit vectors to bit vectors.
    Array {
        index: u32,
        element: u32,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
}

/// IEEE comparisons: false if an operand is not a number; zeros are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatCmp {
    Eq,
    Lt,
    Le,
}

/// What a term is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Bool(bool),
    /// A constant; the bits above the width are zero.
    Bits(u128),
    Symbol(SymbolId),
    Not(Term),
    And(Term, Term),
    Or(Term, Term),
    /// Operands of any one sort but arrays.
    Eq(Term, Term),
    Ult(Term, Term),
    Ule(Term, Term),
    Slt(Term, Term),
    Sle(Term, Term),
    Ite(Term, Term, Term),
    Complement(Term),
    Add(Term, Term),
    Mul(Term, Term),
    UDiv(Term, Term),
    SDiv(Term, Term),
    URem(Term, Term),
    SRem(Term, Term),
    BitAnd(Term, Term),
    BitOr(Term, Term),
    BitXor(Term, Term),
    Shl(Term, Term),
    LShr(Term, Term),
    AShr(Term, Term),
    /// High part, low part.
    Concat(Term, Term),
    /// As many bits as the sort has, from bit `low` up.
    Extract {
        of: Term,
        low: u32,
    },
    ZeroExtend(Term),
    SignExtend(Term),
    Float(FloatOp, FloatKind, Term, Term),
    FloatCompare(FloatCmp, FloatKind, Term, Term),
    FloatConvert {
        from: FloatKind,
        to: FloatKind,
        of: Term,
    },
    FloatFromInt {
        kind: FloatKind,
        signed: bool,
        of: Term,
    },
    /// Truncates. See [`crate::fold::float_to_int`] for what is out of range.
    FloatToInt {
        kind: FloatKind,
        signed: bool,
        of: Term,
    },
    Select(Term, Term),
    Store(Term, Term, Term),
    ConstArray(Term),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Op {
    Bool,
    /// A constant of up to 64 bits, in `a` and `b`.
    Bits,
    /// A constant of more than 64 bits, `a` of the table.
    Wide,
    Symbol,
    Not,
    And,
    Or,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    Ite,
    Complement,
    Add,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    LShr,
    AShr,
    Concat,
    Extract,
    ZeroExtend,
    SignExtend,
    Float,
    FloatCompare,
    FloatConvert,
    FloatFromInt,
    FloatToInt,
    Select,
    Store,
    ConstArray,
}

/// A term as it is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repr {
    pub op: Op,
    /// Of floats, operator and formats. Of sums, the number of summands; 0 if
    /// the last one is a constant.
    pub aux: u8,
    pub sort: PackedSort,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

/// The element's width below, the index's above; no width at all is `Bool`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedSort(u16);

impl PackedSort {
    pub const BOOL: PackedSort = PackedSort(0);

    #[inline]
    pub fn bits(width: u32) -> PackedSort {
        debug_assert!((1..=128).contains(&width), "width {width}");
        PackedSort(width as u16)
    }

    pub fn pack(sort: Sort) -> PackedSort {
        match sort {
            Sort::Bool => PackedSort::BOOL,
            Sort::Bits(width) => PackedSort::bits(width),
            Sort::Array { index, element } => {
                let (index, element) = (PackedSort::bits(index), PackedSort::bits(element));
                PackedSort(index.0 << 8 | element.0)
            }
        }
    }

    fn unpack(self) -> Sort {
        match (self.0 >> 8, self.0 & 0xff) {
            (0, 0) => Sort::Bool,
            (0, width) => Sort::Bits(width.into()),
            (index, element) => Sort::Array {
                index: index.into(),
                element: element.into(),
            },
        }
    }
}

impl Repr {
    #[inline]
    fn hash(&self) -> u64 {
        const K: u64 = 0xf1357aea2e62a9c5;
        let first = (self.op as u64)
            | (self.aux as u64) << 8
            | (self.sort.0 as u64) << 16
            | (self.a as u64) << 32;
        let second = self.b as u64 | (self.c as u64) << 32;
        let mixed = first.wrapping_mul(K).rotate_left(26) ^ second;
        let mixed = mixed.wrapping_mul(K);
        mixed ^ mixed >> 29
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    name: Box<str>,
    term: Term,
    sort: Sort,
    pub base: Option<BaseId>,
}

/// All terms of a task.
pub struct Terms {
    identity: u64,
    reprs: Vec<Repr>,
    table: HashTable<u32>,
    wide: IndexSet<u128, FxBuildHasher>,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) bases: Vec<BaseInfo>,
    /// How many constructors are at work below one another because of a rule
    /// that looks into its operands.
    nesting: u32,
    /// How many more of them there may be.
    steps: u32,
    pub(crate) scratch: crate::linear::Scratch,
    occurrences: Occurrences,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

pub(crate) const FALSE: Term = Term(0);
pub(crate) const TRUE: Term = Term(1);

/// The bits below `width` set.
#[inline]
pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl Terms {
    pub fn new() -> Terms {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut terms = Terms {
            identity: NEXT.fetch_add(1, Ordering::Relaxed),
            reprs: Vec::new(),
            table: HashTable::new(),
            wide: IndexSet::default(),
            symbols: Vec::new(),
            bases: Vec::new(),
            nesting: 0,
            steps: 0,
            scratch: Default::default(),
            occurrences: Occurrences::default(),
        };
        for value in [0, 1] {
            terms.intern(Op::Bool, PackedSort::BOOL, [value, 0, 0]);
        }
        terms
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.reprs.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// Which of all `Terms` this is: what remembers terms can tell whether they
    /// are the same.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    #[inline]
    pub(crate) fn repr(&self, term: Term) -> Repr {
        self.reprs[term.0 as usize]
    }

    pub fn node(&self, term: Term) -> Node {
        let Repr {
            op, aux, a, b, c, ..
        } = self.repr(term);
        let signed = aux & 1 != 0;
        let (a, b, c, number) = (Term(a), Term(b), Term(c), b);
        match op {
            Op::Bool => Node::Bool(a.0 != 0),
            Op::Bits => Node::Bits(u128::from(a.0) | u128::from(b.0) << 32),
            Op::Wide => Node::Bits(self.wide[a.index()]),
            Op::Symbol => Node::Symbol(SymbolId(a.0)),
            Op::Not => Node::Not(a),
            Op::And => Node::And(a, b),
            Op::Or => Node::Or(a, b),
            Op::Eq => Node::Eq(a, b),
            Op::Ult => Node::Ult(a, b),
            Op::Ule => Node::Ule(a, b),
            Op::Slt => Node::Slt(a, b),
            Op::Sle => Node::Sle(a, b),
            Op::Ite => Node::Ite(a, b, c),
            Op::Complement => Node::Complement(a),
            Op::Add => Node::Add(a, b),
            Op::Mul => Node::Mul(a, b),
            Op::UDiv => Node::UDiv(a, b),
            Op::SDiv => Node::SDiv(a, b),
            Op::URem => Node::URem(a, b),
            Op::SRem => Node::SRem(a, b),
            Op::BitAnd => Node::BitAnd(a, b),
            Op::BitOr => Node::BitOr(a, b),
            Op::BitXor => Node::BitXor(a, b),
            Op::Shl => Node::Shl(a, b),
            Op::LShr => Node::LShr(a, b),
            Op::AShr => Node::AShr(a, b),
            Op::Concat => Node::Concat(a, b),
            Op::Extract => Node::Extract { of: a, low: number },
            Op::ZeroExtend => Node::ZeroExtend(a),
            Op::SignExtend => Node::SignExtend(a),
            Op::Float => Node::Float(
                FLOAT_OPS[aux as usize & 3],
                FORMATS[aux as usize >> 2],
                a,
                b,
            ),
            Op::FloatCompare => Node::FloatCompare(
                FLOAT_COMPARISONS[aux as usize & 3],
                FORMATS[aux as usize >> 2],
                a,
                b,
            ),
            Op::FloatConvert => Node::FloatConvert {
                from: FORMATS[aux as usize >> 4],
                to: FORMATS[aux as usize & 15],
                of: a,
            },
            Op::FloatFromInt => Node::FloatFromInt {
                kind: FORMATS[aux as usize >> 1],
                signed,
                of: a,
            },
            Op::FloatToInt => Node::FloatToInt {
                kind: FORMATS[aux as usize >> 1],
                signed,
                of: a,
            },
            Op::Select => Node::Select(a, b),
            Op::Store => Node::Store(a, b, c),
            Op::ConstArray => Node::ConstArray(a),
        }
    }

    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.repr(term).sort.unpack()
    }

    /// The width of a bit vector.
    #[inline]
    pub fn width(&self, term: Term) -> u32 {
        let sort = self.repr(term).sort;
        debug_assert!((1..=128).contains(&sort.0), "not a bit vector: {term:?}");
        u32::from(sort.0)
    }

    /// A new symbol. Names are for people and need not be distinct.
    pub fn symbol(&mut self, name: impl Into<Box<str>>, sort: Sort) -> Term {
        let id = self.symbols.len() as u32;
        let term = self.intern(Op::Symbol, PackedSort::pack(sort), [id, 0, 0]);
        self.symbols.push(Symbol {
            name: name.into(),
            term,
            sort,
            base: None,
        });
        term
    }

    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()].name
    }

    pub fn symbol_sort(&self, symbol: SymbolId) -> Sort {
        self.symbols[symbol.index()].sort
    }

    pub fn symbol_term(&self, symbol: SymbolId) -> Term {
        self.symbols[symbol.index()].term
    }

    /// How many symbols there are.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// All symbols, in order of their making.
    pub fn all_symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.len() as u32).map(SymbolId)
    }

    pub fn as_symbol(&self, term: Term) -> Option<SymbolId> {
        let repr = self.repr(term);
        (repr.op == Op::Symbol).then_some(SymbolId(repr.a))
    }

    #[inline]
    pub fn bool(&self, value: bool) -> Term {
        if value { TRUE } else { FALSE }
    }

    /// The constant of `width` bits congruent to `value`.
    #[inline]
    pub fn bits(&mut self, value: u128, width: u32) -> Term {
        let sort = PackedSort::bits(width);
        let value = value & mask(width);
        if width <= 64 {
            return self.intern(Op::Bits, sort, [value as u32, (value >> 32) as u32, 0]);
        }
        let at = self.wide.insert_full(value).0 as u32;
        self.intern(Op::Wide, sort, [at, 0, 0])
    }

    #[inline]
    pub fn as_bits(&self, term: Term) -> Option<u128> {
        let repr = self.repr(term);
        match repr.op {
            Op::Bits => Some(u128::from(repr.a) | u128::from(repr.b) << 32),
            Op::Wide => Some(self.wide[repr.a as usize]),
            _ => None,
        }
    }

    #[inline]
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match term {
            FALSE => Some(false),
            TRUE => Some(true),
            _ => None,
        }
    }

    /// A constant, of either sort.
    #[inline]
    pub fn is_constant(&self, term: Term) -> bool {
        matches!(self.repr(term).op, Op::Bool | Op::Bits | Op::Wide)
    }

    /// The symbols that occur, in order.
    pub fn symbols(&mut self, term: Term) -> Arc<[SymbolId]> {
        let mut occurrences = std::mem::take(&mut self.occurrences);
        let symbols = occurrences.of(self, term).symbols.clone();
        self.occurrences = occurrences;
        symbols
    }

    /// The operands of a term, in order.
    pub fn operands(&self, term: Term) -> impl Iterator<Item = Term> + use<> {
        let repr = self.repr(term);
        let count = match repr.op {
            Op::Bool | Op::Bits | Op::Wide | Op::Symbol => 0,
            Op::Not
            | Op::Complement
            | Op::Extract
            | Op::ZeroExtend
            | Op::SignExtend
            | Op::FloatConvert
            | Op::FloatFromInt
            | Op::FloatToInt
            | Op::ConstArray => 1,
            Op::And
            | Op::Or
            | Op::Eq
            | Op::Ult
            | Op::Ule
            | Op::Slt
            | Op::Sle
            | Op::Add
            | Op::Mul
            | Op::UDiv
            | Op::SDiv
            | Op::URem
            | Op::SRem
            | Op::BitAnd
            | Op::BitOr
            | Op::BitXor
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::Concat
            | Op::Float
            | Op::FloatCompare
            | Op::Select => 2,
            Op::Ite | Op::Store => 3,
        };
        [repr.a, repr.b, repr.c].into_iter().take(count).map(Term)
    }

    #[inline]
    pub(crate) fn intern(&mut self, op: Op, sort: PackedSort, operands: [u32; 3]) -> Term {
        self.intern_with(op, 0, sort, operands)
    }

    pub(crate) fn intern_with(
        &mut self,
        op: Op,
        aux: u8,
        sort: PackedSort,
        [a, b, c]: [u32; 3],
    ) -> Term {
        let repr = Repr {
            op,
            aux,
            sort,
            a,
            b,
            c,
        };
        let reprs = &self.reprs;
        let entry = self.table.entry(
            repr.hash(),
            |&at| reprs[at as usize] == repr,
            |&at| reprs[at as usize].hash(),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => Term(*found.get()),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let at = u32::try_from(reprs.len()).expect("fewer than 2^32 terms");
                place.insert(at);
                self.reprs.push(repr);
                Term(at)
            }
        }
    }

    /// A term of two operands whose sort is that of the first.
    #[inline]
    pub(crate) fn intern_binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        let sort = self.repr(a).sort;
        self.intern(op, sort, [a.0, b.0, 0])
    }

    /// A predicate of two operands.
    #[inline]
    pub(crate) fn intern_predicate(&mut self, op: Op, a: Term, b: Term) -> Term {
        self.intern(op, PackedSort::BOOL, [a.0, b.0, 0])
    }

    /// Whether a rule may look into operands with constructors of its own. If
    /// so, [`Terms::ascend`] must follow. Beyond a depth, and a number of such
    /// steps in all, terms stay as they are told: terms can be as deep as a
    /// program's run is long, and trees have many branches.
    #[inline]
    pub(crate) fn descend(&mut self) -> bool {
        const DEEPEST: u32 = 16;
        const STEPS: u32 = 64;
        if self.nesting == 0 {
            self.steps = STEPS;
        }
        let may = self.nesting < DEEPEST && self.steps > 0;
        self.nesting += u32::from(may);
        self.steps -= u32::from(may);
        may
    }

    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.nesting -= 1;
    }
}

const FLOAT_OPS: [FloatOp; 4] = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div];
const FLOAT_COMPARISONS: [FloatCmp; 4] = [FloatCmp::Eq, FloatCmp::Lt, FloatCmp::Le, FloatCmp::Le];
pub(crate) const FORMATS: [FloatKind; 5] = [
    FloatKind::Float16,
    FloatKind::Float,
    FloatKind::Double,
    FloatKind::LongDouble,
    FloatKind::Float128,
];
