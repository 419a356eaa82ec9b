//! Random terms, and what they mean according to a second, slow and simple
//! opinion.

#![allow(dead_code)] // each test uses a part

pub mod reference;

use program::FloatKind;
use solver::*;

/// How much a test tries: 20,000 / `by`; `CONCORD_TERMS=1000000` for a campaign.
pub fn count(by: u64) -> u64 {
    let wanted = std::env::var("CONCORD_TERMS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(20_000) / by
}

/// A generator of pseudo-random numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Often a number at which something happens.
    pub fn bits(&mut self, width: u32) -> u128 {
        let all = u128::MAX >> (128 - width);
        let value = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => all,
            3 => all >> 1,
            4 => (all >> 1) + 1,
            5 => 1 << self.below(width as usize),
            6 => self.below(12) as u128,
            _ => u128::from(self.next()) << 64 | u128::from(self.next()),
        };
        let value = match self.below(6) {
            0 => value.wrapping_neg(),
            1 => value.wrapping_sub(1),
            _ => value,
        };
        value & all
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Bool(bool),
    Bits(u128),
    Symbol(SymbolId),
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
    Neg,
    Add,
    Sub,
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
    Extract(u32),
    ZeroExtend,
    SignExtend,
    Float(FloatOp, FloatKind),
    FloatCompare(FloatCmp, FloatKind),
    FloatConvert(FloatKind, FloatKind),
    FloatFromInt(FloatKind, bool),
    FloatToInt(FloatKind, bool),
    /// From an array with a chain of stores: (index, value) pairs among the
    /// operands after the index that is read.
    Read(SymbolId, usize),
}

/// An expression as it was asked for, not as it was simplified.
#[derive(Clone, Debug)]
pub struct Expression {
    pub operator: Operator,
    /// Earlier expressions of the pool.
    pub operands: Vec<usize>,
    pub sort: Sort,
    pub term: Term,
}

pub struct Pool {
    pub random: Random,
    pub terms: Terms,
    pub expressions: Vec<Expression>,
    pub widths: Vec<u32>,
    pub floats: Vec<FloatKind>,
    pub bases: Vec<Term>,
    array: Option<Term>,
}

pub const WIDTHS: [u32; 6] = [1, 8, 16, 32, 64, 128];

impl Pool {
    /// Symbols of all widths, and constants.
    pub fn new(seed: u64) -> Pool {
        let mut random = Random::new(seed);
        let widths = match random.below(3) {
            0 => WIDTHS.to_vec(),
            1 => vec![1, 8, 32],
            _ => vec![8, 64],
        };
        let mut pool = Pool {
            random,
            terms: Terms::new(),
            expressions: Vec::new(),
            widths,
            floats: Vec::new(),
            bases: Vec::new(),
            array: None,
        };
        for width in pool.widths.clone() {
            for name in ["x", "y"] {
                let term = pool.terms.symbol(name, Sort::Bits(width));
                pool.push_symbol(term);
            }
        }
        let p = pool.terms.symbol("p", Sort::Bool);
        pool.push_symbol(p);
        for (size, align) in [(Some(8), 8), (Some(0), 1), (Some(12), 4), (None, 1)] {
            if pool.widths.contains(&64) {
                let base = pool.terms.base(size, align, 64);
                pool.bases.push(base);
                pool.push_symbol(base);
            }
        }
        pool
    }

    pub fn with_floats(mut self, kinds: &[FloatKind]) -> Pool {
        for &kind in kinds {
            let width = fold::float_width(kind);
            for name in ["f", "g"] {
                let term = self.terms.symbol(name, Sort::Bits(width));
                self.push_symbol(term);
            }
            self.widths.push(width);
        }
        self.floats = kinds.to_vec();
        self
    }

    pub fn with_array(mut self) -> Pool {
        let sort = Sort::Array {
            index: 8,
            element: 8,
        };
        self.array = Some(self.terms.symbol("array", sort));
        self
    }

    fn push_symbol(&mut self, term: Term) {
        let symbol = self.terms.as_symbol(term).expect("a symbol");
        self.expressions.push(Expression {
            operator: Operator::Symbol(symbol),
            operands: Vec::new(),
            sort: self.terms.sort(term),
            term,
        });
    }

    pub fn grow(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    fn push(&mut self, operator: Operator, operands: Vec<usize>, sort: Sort) -> usize {
        let terms: Vec<_> = operands.iter().map(|&o| self.expressions[o].term).collect();
        let term = self.build(operator, &terms, sort);
        assert_eq!(self.terms.sort(term), sort, "{operator:?}");
        self.expressions.push(Expression {
            operator,
            operands,
            sort,
            term,
        });
        self.expressions.len() - 1
    }

    /// An expression of the pool, rather a young one, or a new constant.
    fn operand(&mut self, sort: Sort) -> usize {
        if let Sort::Bits(width) = sort
            && self.random.chance(25)
        {
            let value = self.random.bits(width);
            return self.push(Operator::Bits(value), Vec::new(), sort);
        }
        let found: Vec<_> = (0..self.expressions.len())
            .filter(|&at| self.expressions[at].sort == sort)
            .collect();
        match found.len() {
            0 => match sort {
                Sort::Bits(width) => {
                    let value = self.random.bits(width);
                    self.push(Operator::Bits(value), Vec::new(), sort)
                }
                _ => self.push(Operator::Bool(true), Vec::new(), sort),
            },
            n => {
                let back = self.random.below(n).min(self.random.below(n));
                found[n - 1 - back]
            }
        }
    }

    fn step(&mut self) {
        use Operator::*;
        let width = {
            let widths = self.widths.clone();
            self.random.pick(&widths)
        };
        let sort = Sort::Bits(width);
        match self.random.below(14) {
            0 => {
                let a = self.operand(Sort::Bool);
                self.push(Not, vec![a], Sort::Bool);
            }
            1 => {
                let operator = self.random.pick(&[And, Or, Eq]);
                let (a, b) = (self.operand(Sort::Bool), self.operand(Sort::Bool));
                self.push(operator, vec![a, b], Sort::Bool);
            }
            2 | 3 => {
                let operator = self.random.pick(&[Eq, Ult, Ule, Slt, Sle]);
                let (a, b) = (self.operand(sort), self.operand(sort));
                self.push(operator, vec![a, b], Sort::Bool);
            }
            4 => {
                let sort = if self.random.chance(20) {
                    Sort::Bool
                } else {
                    sort
                };
                let c = self.operand(Sort::Bool);
                let (a, b) = (self.operand(sort), self.operand(sort));
                self.push(Ite, vec![c, a, b], sort);
            }
            5 => {
                let operator = self.random.pick(&[Complement, Neg]);
                let a = self.operand(sort);
                self.push(operator, vec![a], sort);
            }
            6 | 7 => {
                let operator = self.random.pick(&[Add, Add, Sub, Mul]);
                let (a, b) = (self.operand(sort), self.operand(sort));
                self.push(operator, vec![a, b], sort);
            }
            8 | 9 => {
                let operator = self.random.pick(&[
                    UDiv, SDiv, URem, SRem, BitAnd, BitOr, BitXor, Shl, LShr, AShr,
                ]);
                let (a, b) = (self.operand(sort), self.operand(sort));
                self.push(operator, vec![a, b], sort);
            }
            10 | 11 => self.restructure(width),
            12 => self.float(),
            _ => self.read(),
        }
    }

    fn restructure(&mut self, width: u32) {
        use Operator::*;
        match self.random.below(3) {
            0 => {
                let low = self.random.below(width as usize) as u32;
                let narrow =
                    match self.random.chance(60) && low.is_multiple_of(8) && width > low + 8 {
                        true => 8,
                        false => 1 + self.random.below((width - low) as usize) as u32,
                    };
                let a = self.operand(Sort::Bits(width));
                let part = self.push(Extract(low), vec![a], Sort::Bits(narrow));
                // So that it is used again, at a width that occurs.
                let operator = self.random.pick(&[ZeroExtend, SignExtend]);
                self.push(operator, vec![part], Sort::Bits(width));
                if low > 0 && self.random.chance(70) {
                    let rest = self.push(Extract(0), vec![a], Sort::Bits(low));
                    let joined = self.push(Concat, vec![part, rest], Sort::Bits(narrow + low));
                    self.push(operator, vec![joined], Sort::Bits(width));
                }
            }
            1 => {
                let widths = self.widths.clone();
                let wide = self.random.pick(&widths);
                if wide >= width {
                    let operator = self.random.pick(&[ZeroExtend, SignExtend]);
                    let a = self.operand(Sort::Bits(width));
                    self.push(operator, vec![a], Sort::Bits(wide));
                }
            }
            _ => {
                let half = width / 2;
                if half > 0 {
                    let (a, b) = (
                        self.operand(Sort::Bits(width - half)),
                        self.operand(Sort::Bits(half)),
                    );
                    self.push(Concat, vec![a, b], Sort::Bits(width));
                }
            }
        }
    }

    fn float(&mut self) {
        use Operator::*;
        if self.floats.is_empty() {
            return;
        }
        let kinds = self.floats.clone();
        let (kind, other) = (self.random.pick(&kinds), self.random.pick(&kinds));
        let sort = Sort::Bits(fold::float_width(kind));
        let signed = self.random.chance(50);
        match self.random.below(5) {
            0 => {
                let op = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div];
                let op = self.random.pick(&op);
                let (a, b) = (self.operand(sort), self.operand(sort));
                self.push(Float(op, kind), vec![a, b], sort);
            }
            1 => {
                let op = [FloatCmp::Eq, FloatCmp::Lt, FloatCmp::Le];
                let op = self.random.pick(&op);
                let (a, b) = (self.operand(sort), self.operand(sort));
                self.push(FloatCompare(op, kind), vec![a, b], Sort::Bool);
            }
            2 => {
                let a = self.operand(sort);
                let to = Sort::Bits(fold::float_width(other));
                self.push(FloatConvert(kind, other), vec![a], to);
            }
            3 => {
                let widths = self.widths.clone();
                let width = self.random.pick(&widths);
                let a = self.operand(Sort::Bits(width));
                self.push(FloatFromInt(kind, signed), vec![a], sort);
            }
            _ => {
                let width = self.random.pick(&[8, 16, 32, 64, 128]);
                let a = self.operand(sort);
                self.push(FloatToInt(kind, signed), vec![a], Sort::Bits(width));
            }
        }
    }

    fn read(&mut self) {
        let Some(array) = self.array else { return };
        let symbol = self.terms.as_symbol(array).expect("a symbol");
        let stores = self.random.below(4);
        let operands = (0..1 + 2 * stores)
            .map(|_| self.operand(Sort::Bits(8)))
            .collect();
        self.push(Operator::Read(symbol, stores), operands, Sort::Bits(8));
    }

    fn build(&mut self, operator: Operator, operands: &[Term], sort: Sort) -> Term {
        use Operator::*;
        let t = &mut self.terms;
        let a = || operands[0];
        let b = || operands[1];
        let width = match sort {
            Sort::Bits(width) => width,
            _ => 0,
        };
        match operator {
            Bool(value) => t.bool(value),
            Bits(value) => t.bits(value, width),
            Symbol(_) => unreachable!("symbols are pushed ready-made"),
            Not => t.not(a()),
            And => t.and(a(), b()),
            Or => t.or(a(), b()),
            Eq => t.eq(a(), b()),
            Ult => t.ult(a(), b()),
            Ule => t.ule(a(), b()),
            Slt => t.slt(a(), b()),
            Sle => t.sle(a(), b()),
            Ite => t.ite(a(), b(), operands[2]),
            Complement => t.complement(a()),
            Neg => t.neg(a()),
            Add => t.add(a(), b()),
            Sub => t.sub(a(), b()),
            Mul => t.mul(a(), b()),
            UDiv => t.udiv(a(), b()),
            SDiv => t.sdiv(a(), b()),
            URem => t.urem(a(), b()),
            SRem => t.srem(a(), b()),
            BitAnd => t.bit_and(a(), b()),
            BitOr => t.bit_or(a(), b()),
            BitXor => t.bit_xor(a(), b()),
            Shl => t.shl(a(), b()),
            LShr => t.lshr(a(), b()),
            AShr => t.ashr(a(), b()),
            Concat => t.concat(a(), b()),
            Extract(low) => t.extract(a(), low, width),
            ZeroExtend => t.zero_extend(a(), width),
            SignExtend => t.sign_extend(a(), width),
            Float(op, kind) => t.float(op, kind, a(), b()),
            FloatCompare(op, kind) => t.float_compare(op, kind, a(), b()),
            FloatConvert(from, to) => t.float_convert(from, to, a()),
            FloatFromInt(kind, signed) => t.float_from_int(kind, signed, a()),
            FloatToInt(kind, signed) => t.float_to_int(kind, signed, a(), width),
            Read(symbol, stores) => {
                let mut array = t.symbol_term(symbol);
                for at in 0..stores {
                    array = t.store(array, operands[1 + 2 * at], operands[2 + 2 * at]);
                }
                t.select(array, a())
            }
        }
    }

    /// Values of all symbols; those of bases as they must be.
    pub fn assignment(&mut self) -> Assignment {
        let mut assignment = Assignment::new();
        for at in 0..self.expressions.len() {
            let Expression { operator, sort, .. } = self.expressions[at];
            if let Operator::Symbol(symbol) = operator {
                let value = match sort {
                    Sort::Bits(width) => self.random.bits(width),
                    _ => self.random.below(2) as u128,
                };
                assignment.set(symbol, value);
            }
        }
        if let Some(array) = self.array {
            let symbol = self.terms.as_symbol(array).expect("a symbol");
            let mut value = ArrayValue {
                default: self.random.bits(8),
                ..ArrayValue::default()
            };
            for _ in 0..3 {
                let (index, element) = (self.random.bits(8), self.random.bits(8));
                value.entries.insert(index, element);
            }
            assignment.set_array(symbol, value);
        }
        // Objects side by side, somewhere, in any order.
        let mut bases = self.bases.clone();
        for at in (1..bases.len()).rev() {
            bases.swap(at, self.random.below(at + 1));
        }
        let mut next = match self.random.below(3) {
            0 => 1,
            1 => (1 << 63) - 8,
            _ => 0x1000 + u128::from(self.random.next() >> 1),
        };
        for base in bases {
            let symbol = self.terms.as_symbol(base).expect("a symbol");
            let id = self.terms.as_base(symbol).expect("a base");
            let info = self.terms.base_info(id);
            let align = u128::from(info.align);
            next = next.div_ceil(align) * align;
            assignment.set(symbol, next);
            next += u128::from(info.extent()) + self.random.pick(&[0, 0, 1, 8]);
        }
        assignment
    }
}
