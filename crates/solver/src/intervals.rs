//! Contradictions that intervals show: conjuncts bound symbols, the bounds bound
//! terms, and a conjunct may turn out to be false.
//!
//! Every term has an interval as an unsigned number and one as a signed number;
//! each knows what the other can tell it.

use crate::fold;
use crate::term::{Node, Sort, SymbolId, Term, Terms, mask};
use rustc_hash::FxHashMap;

/// How often bounds are passed on between symbols.
const ROUNDS: usize = 3;
/// How many terms are looked at.
const MOST_TERMS: usize = 2000;

/// Whether intervals show that the conjuncts contradict each other.
pub fn contradictory(terms: &Terms, conjunction: &[Term]) -> bool {
    let mut intervals = Intervals {
        terms,
        symbols: FxHashMap::default(),
        known: FxHashMap::default(),
    };
    for _ in 0..ROUNDS {
        let mut changed = false;
        for &conjunct in conjunction {
            match intervals.interval(conjunct) {
                None => return false,
                Some(interval) if interval.high == 0 => return true,
                Some(_) => match intervals.assume(conjunct) {
                    Learnt::Nothing => {}
                    Learnt::Bounds => changed = true,
                    Learnt::Contradiction => return true,
                },
            }
        }
        if !changed {
            return false;
        }
        intervals.known.clear();
    }
    false
}

/// The values that a bit vector may have. Of truth values, 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    low: u128,
    high: u128,
    signed_low: i128,
    signed_high: i128,
}

struct Intervals<'a> {
    terms: &'a Terms,
    symbols: FxHashMap<SymbolId, Interval>,
    known: FxHashMap<Term, Interval>,
}

enum Learnt {
    Nothing,
    Bounds,
    Contradiction,
}

fn least(width: u32) -> i128 {
    -1 << (width - 1)
}

fn greatest(width: u32) -> i128 {
    (mask(width) >> 1) as i128
}

impl Interval {
    fn full(width: u32) -> Interval {
        Interval {
            low: 0,
            high: mask(width),
            signed_low: least(width),
            signed_high: greatest(width),
        }
    }

    fn unsigned(low: u128, high: u128, width: u32) -> Interval {
        let full = Interval::full(width);
        Interval { low, high, ..full }.reduced(width)
    }

    fn signed(low: i128, high: i128, width: u32) -> Interval {
        let full = Interval::full(width);
        Interval {
            signed_low: low,
            signed_high: high,
            ..full
        }
        .reduced(width)
    }

    fn truth(value: Option<bool>) -> Interval {
        match value {
            Some(value) => Interval::unsigned(value.into(), value.into(), 2),
            None => Interval::unsigned(0, 1, 2),
        }
    }

    fn as_truth(self) -> Option<bool> {
        match (self.low, self.high) {
            (0, 0) => Some(false),
            (1, 1) => Some(true),
            _ => None,
        }
    }

    fn is_empty(self) -> bool {
        self.low > self.high || self.signed_low > self.signed_high
    }

    /// What both know of the other's: an interval on one side of the sign is one
    /// in both orders.
    fn reduced(mut self, width: u32) -> Interval {
        let half = mask(width) >> 1;
        for _ in 0..2 {
            if self.is_empty() {
                return self;
            }
            if self.high <= half || self.low > half {
                let (low, high) = (
                    fold::signed(self.low, width),
                    fold::signed(self.high, width),
                );
                self.signed_low = self.signed_low.max(low);
                self.signed_high = self.signed_high.min(high);
            }
            if self.is_empty() {
                return self;
            }
            if self.signed_low >= 0 || self.signed_high < 0 {
                let low = fold::unsigned(self.signed_low, width);
                let high = fold::unsigned(self.signed_high, width);
                self.low = self.low.max(low);
                self.high = self.high.min(high);
            }
        }
        self
    }

    fn meet(self, other: Interval, width: u32) -> Interval {
        Interval {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            signed_low: self.signed_low.max(other.signed_low),
            signed_high: self.signed_high.min(other.signed_high),
        }
        .reduced(width)
    }

    fn join(self, other: Interval) -> Interval {
        Interval {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            signed_low: self.signed_low.min(other.signed_low),
            signed_high: self.signed_high.max(other.signed_high),
        }
    }

    fn add(self, other: Interval, width: u32) -> Interval {
        let mut sum = Interval::full(width);
        let wrapped = |a: u128, b: u128| {
            let all = mask(width);
            let total = a.wrapping_add(b) & all;
            (total, total < a)
        };
        let ((low, low_wraps), (high, high_wraps)) =
            (wrapped(self.low, other.low), wrapped(self.high, other.high));
        if low_wraps == high_wraps {
            (sum.low, sum.high) = (low, high);
        }
        let low = self.signed_low.checked_add(other.signed_low);
        let high = self.signed_high.checked_add(other.signed_high);
        sum.take_signed(low, high, width);
        sum.reduced(width)
    }

    fn mul(self, other: Interval, width: u32) -> Interval {
        let mut product = Interval::full(width);
        if let Some(high) = self.high.checked_mul(other.high)
            && high <= mask(width)
        {
            (product.low, product.high) = (self.low * other.low, high);
        }
        let corners = [
            self.signed_low.checked_mul(other.signed_low),
            self.signed_low.checked_mul(other.signed_high),
            self.signed_high.checked_mul(other.signed_low),
            self.signed_high.checked_mul(other.signed_high),
        ];
        if corners.iter().all(Option::is_some) {
            let low = corners.iter().copied().flatten().min();
            let high = corners.iter().copied().flatten().max();
            product.take_signed(low, high, width);
        }
        product.reduced(width)
    }

    /// Takes signed bounds if nothing overflows.
    fn take_signed(&mut self, low: Option<i128>, high: Option<i128>, width: u32) {
        if let (Some(low), Some(high)) = (low, high)
            && low >= least(width)
            && high <= greatest(width)
        {
            (self.signed_low, self.signed_high) = (low, high);
        }
    }
}

impl Intervals<'_> {
    /// The interval of a term; None if it is too big a term.
    fn interval(&mut self, term: Term) -> Option<Interval> {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            if self.known.len() > MOST_TERMS {
                return None;
            }
            let before = open.len();
            let is_array = |&operand: &Term| matches!(self.terms.sort(operand), Sort::Array { .. });
            let missing = self
                .terms
                .operands(next)
                .filter(|operand| !self.known.contains_key(operand) && !is_array(operand));
            open.extend(missing);
            if open.len() == before {
                let interval = self.compute(next);
                self.known.insert(next, interval);
                open.pop();
            }
        }
        Some(self.known[&term])
    }

    /// The interval of a term whose operands' are known.
    fn compute(&self, term: Term) -> Interval {
        let terms = self.terms;
        let of = |operand: Term| self.known[&operand];
        let truth = |operand: Term| of(operand).as_truth();
        let node = terms.node(term);
        let Sort::Bits(width) = terms.sort(term) else {
            return Interval::truth(match node {
                Node::Bool(value) => Some(value),
                Node::Not(a) => truth(a).map(|value| !value),
                Node::And(a, b) => match (truth(a), truth(b)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                },
                Node::Or(a, b) => match (truth(a), truth(b)) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                },
                Node::Eq(a, b) => equal(of(a), of(b)),
                Node::Ult(a, b) => less(of(a).low, of(a).high, of(b).low, of(b).high),
                Node::Ule(a, b) => {
                    less(of(b).low, of(b).high, of(a).low, of(a).high).map(|value| !value)
                }
                Node::Slt(a, b) => signed_less(of(a), of(b)),
                Node::Sle(a, b) => signed_less(of(b), of(a)).map(|value| !value),
                _ => None,
            });
        };
        let full = Interval::full(width);
        let unsigned = |low, high| Interval::unsigned(low, high, width);
        match node {
            Node::Bits(value) => unsigned(value, value),
            Node::Symbol(symbol) => self.symbol(symbol, term, width),
            Node::Ite(c, a, b) => match truth(c) {
                Some(true) => of(a),
                Some(false) => of(b),
                None => of(a).join(of(b)),
            },
            Node::Add(a, b) => of(a).add(of(b), width),
            Node::Mul(a, b) => of(a).mul(of(b), width),
            Node::Complement(a) => unsigned(mask(width) - of(a).high, mask(width) - of(a).low),
            Node::UDiv(a, b) => match terms.as_bits(b) {
                Some(n) if n > 0 => unsigned(of(a).low / n, of(a).high / n),
                _ => full,
            },
            Node::URem(a, b) if of(b).low > 0 => unsigned(0, of(a).high.min(of(b).high - 1)),
            Node::URem(a, _) => unsigned(0, of(a).high),
            Node::SDiv(a, b) => match terms.as_bits(b).map(|n| fold::signed(n, width)) {
                Some(n) if n > 0 => {
                    Interval::signed(of(a).signed_low / n, of(a).signed_high / n, width)
                }
                _ => full,
            },
            Node::SRem(a, b) => match terms.as_bits(b).map(|n| fold::signed(n, width)) {
                Some(n) if n > 0 => {
                    let (low, high) = (of(a).signed_low, of(a).signed_high);
                    let low = if low >= 0 { 0 } else { low.max(1 - n) };
                    let high = if high <= 0 { 0 } else { high.min(n - 1) };
                    Interval::signed(low, high, width)
                }
                _ => full,
            },
            Node::BitAnd(a, b) => unsigned(0, of(a).high.min(of(b).high)),
            Node::BitOr(a, b) => {
                let high = ones_up_to(of(a).high | of(b).high);
                unsigned(of(a).low.max(of(b).low), high)
            }
            Node::BitXor(a, b) => unsigned(0, ones_up_to(of(a).high | of(b).high)),
            Node::LShr(a, _) => unsigned(0, of(a).high),
            Node::Concat(a, b) => {
                let shift = terms.width(b);
                unsigned(
                    of(a).low << shift | of(b).low,
                    of(a).high << shift | of(b).high,
                )
            }
            Node::Extract { of: whole, low } => {
                let whole_interval = of(whole);
                let (least, greatest) = (whole_interval.low >> low, whole_interval.high >> low);
                match greatest <= mask(width) {
                    true => unsigned(least, greatest),
                    false => full,
                }
            }
            Node::ZeroExtend(a) => unsigned(of(a).low, of(a).high),
            Node::SignExtend(a) => Interval::signed(of(a).signed_low, of(a).signed_high, width),
            _ => full,
        }
    }

    fn symbol(&self, symbol: SymbolId, term: Term, width: u32) -> Interval {
        self.symbols.get(&symbol).copied().unwrap_or_else(|| {
            let (low, high) = self.terms.range(term);
            Interval::unsigned(low, high, width)
        })
    }

    /// Learns from a conjunct what symbols can be.
    fn assume(&mut self, conjunct: Term) -> Learnt {
        let (node, holds) = match self.terms.node(conjunct) {
            Node::Not(inner) => (self.terms.node(inner), false),
            node => (node, true),
        };
        let (a, b) = match node {
            Node::Eq(a, _) if self.terms.sort(a) == Sort::Bool => return Learnt::Nothing,
            Node::Eq(a, b) => (a, b),
            Node::Ult(a, b) | Node::Ule(a, b) if holds => (a, b),
            Node::Slt(a, b) | Node::Sle(a, b) if holds => (a, b),
            _ => return Learnt::Nothing,
        };
        let width = self.terms.width(a);
        let (Some(x), Some(y)) = (self.interval(a), self.interval(b)) else {
            return Learnt::Nothing;
        };
        let (mut left, mut right) = (x, y);
        match node {
            Node::Eq(..) if holds => {
                left = x.meet(y, width);
                right = left;
            }
            Node::Eq(..) => {
                left = x.without_end(y, width);
                right = y.without_end(x, width);
            }
            Node::Ult(..) | Node::Ule(..) => {
                let gap = u128::from(matches!(node, Node::Ult(..)));
                left.high = left.high.min(y.high.saturating_sub(gap));
                right.low = right.low.max(x.low.saturating_add(gap));
            }
            _ => {
                let gap = i128::from(matches!(node, Node::Slt(..)));
                left.signed_high = left.signed_high.min(y.signed_high.saturating_sub(gap));
                right.signed_low = right.signed_low.max(x.signed_low.saturating_add(gap));
            }
        }
        let (left, right) = (left.reduced(width), right.reduced(width));
        if left.is_empty() || right.is_empty() {
            return Learnt::Contradiction;
        }
        let changed = [self.narrow(a, left), self.narrow(b, right)];
        match changed.contains(&true) {
            true => Learnt::Bounds,
            false => Learnt::Nothing,
        }
    }

    /// Takes an interval for a symbol, looking for it in the term that is said to
    /// have it.
    fn narrow(&mut self, term: Term, interval: Interval) -> bool {
        let (mut term, mut interval) = (term, interval);
        loop {
            let width = self.terms.width(term);
            match self.terms.node(term) {
                Node::Symbol(symbol) => {
                    let old = self.symbol(symbol, term, width);
                    let new = old.meet(interval, width);
                    self.symbols.insert(symbol, new);
                    return new != old;
                }
                Node::ZeroExtend(inner) => {
                    let narrow = mask(self.terms.width(inner));
                    let (low, high) = (interval.low.min(narrow), interval.high.min(narrow));
                    interval = Interval::unsigned(low, high, self.terms.width(inner));
                    term = inner;
                }
                Node::SignExtend(inner) => {
                    let width = self.terms.width(inner);
                    let clamp = |value: i128| value.clamp(least(width), greatest(width));
                    let (low, high) = (interval.signed_low, interval.signed_high);
                    interval = Interval::signed(clamp(low), clamp(high), width);
                    term = inner;
                }
                Node::Add(body, constant) => {
                    let Some(value) = self.terms.as_bits(constant) else {
                        return false;
                    };
                    let minus = value.wrapping_neg() & mask(width);
                    interval = interval.add(Interval::unsigned(minus, minus, width), width);
                    term = body;
                }
                _ => return false,
            }
        }
    }
}

impl Interval {
    /// Without a single value, if it is at an end.
    fn without_end(mut self, other: Interval, width: u32) -> Interval {
        if other.low == other.high && self.low < self.high {
            let value = other.low;
            let signed = fold::signed(value, width);
            self.low += u128::from(self.low == value);
            self.high -= u128::from(self.high == value);
            if self.signed_low < self.signed_high {
                self.signed_low += i128::from(self.signed_low == signed);
                self.signed_high -= i128::from(self.signed_high == signed);
            }
        }
        self
    }
}

fn equal(a: Interval, b: Interval) -> Option<bool> {
    let apart = a.high < b.low
        || b.high < a.low
        || a.signed_high < b.signed_low
        || b.signed_high < a.signed_low;
    match apart {
        true => Some(false),
        false if a.low == a.high && b.low == b.high => Some(true),
        false => None,
    }
}

fn less<T: PartialOrd>(a_low: T, a_high: T, b_low: T, b_high: T) -> Option<bool> {
    match () {
        _ if a_high < b_low => Some(true),
        _ if a_low >= b_high => Some(false),
        _ => None,
    }
}

fn signed_less(a: Interval, b: Interval) -> Option<bool> {
    less(a.signed_low, a.signed_high, b.signed_low, b.signed_high)
}

fn ones_up_to(value: u128) -> u128 {
    match value {
        0 => 0,
        _ => u128::MAX >> value.leading_zeros(),
    }
}
