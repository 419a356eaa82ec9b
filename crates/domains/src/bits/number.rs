//! Numbers of which some bits are known (Miné 2012, section 4; Vishwanathan et al. 2022
//! for sums).
//!
//! A number is the 128 bits of its mathematical value: above the bits of its type come
//! zeros or copies of the sign. So a conversion is [`Bits::wrap`], and sums, products and
//! connectives need no type: they are right for the bits below any width.

use crate::pointwise::Width;
use program::{BinaryOp, arith};

/// The bits of `known` are as in `value`, whose other bits are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    known: u128,
    value: u128,
}

/// The lowest `n` bits.
fn low(n: u32) -> u128 {
    match n {
        0 => 0,
        n => u128::MAX >> (128 - n.min(128)),
    }
}

const SIGN: u128 = 1 << 127;

impl Bits {
    pub const ANY: Bits = Bits { known: 0, value: 0 };

    pub fn exact(number: i128) -> Bits {
        Bits {
            known: u128::MAX,
            value: number as u128,
        }
    }

    pub fn new(known: u128, value: u128) -> Bits {
        Bits {
            known,
            value: value & known,
        }
    }

    /// A truth value.
    fn truth(value: Option<bool>) -> Bits {
        match value {
            Some(value) => Bits::exact(value.into()),
            None => Bits::new(!1, 0),
        }
    }

    pub fn known(self) -> u128 {
        self.known
    }

    pub fn value(self) -> u128 {
        self.value
    }

    pub fn as_exact(self) -> Option<i128> {
        (self.known == u128::MAX).then_some(self.value as i128)
    }

    pub fn contains(self, number: i128) -> bool {
        number as u128 & self.known == self.value
    }

    fn unknown(self) -> u128 {
        !self.known
    }

    /// How many of the lowest bits are known, without a gap.
    fn run(self) -> u32 {
        self.known.trailing_ones()
    }

    fn is_negative(self) -> Option<bool> {
        (self.known & SIGN != 0).then_some(self.value & SIGN != 0)
    }

    /// The least and the greatest number it may be.
    fn bounds(self) -> (i128, i128) {
        let rest = self.unknown() & !SIGN;
        let sign = self.unknown() & SIGN;
        ((self.value | sign) as i128, (self.value | rest) as i128)
    }

    // Order and join.

    /// Is everything that it may be one of the other's?
    pub fn is_below(self, other: Bits) -> bool {
        other.known & !self.known == 0 && self.value & other.known == other.value
    }

    pub fn join(self, other: Bits) -> Bits {
        let known = self.known & other.known & !(self.value ^ other.value);
        Bits::new(known, self.value)
    }

    /// The lowest bits, up to the first that is not known.
    pub fn lowest(self) -> Bits {
        Bits::new(low(self.run()), self.value)
    }

    /// None if it cannot be both.
    pub fn meet(self, other: Bits) -> Option<Bits> {
        let both = self.known & other.known;
        let agree = (self.value ^ other.value) & both == 0;
        agree.then_some(Bits {
            known: self.known | other.known,
            value: self.value | other.value,
        })
    }

    /// If there are two numbers that it may be, and this is one, the other.
    pub fn without(self, number: i128) -> Option<Bits> {
        let two = self.unknown().is_power_of_two() && self.contains(number);
        two.then(|| Bits::exact(number ^ self.unknown() as i128))
    }

    // Arithmetic.

    /// Converted to a type.
    pub fn wrap(self, (bits, signed): Width) -> Bits {
        if bits >= 128 {
            return self;
        }
        let below = low(bits);
        let (known, value) = (self.known & below, self.value & below);
        if !signed {
            return Bits::new(known | !below, value);
        }
        let sign = 1u128 << (bits - 1);
        match (known & sign != 0, value & sign != 0) {
            (false, _) => Bits::new(known, value),
            (true, false) => Bits::new(known | !below, value),
            (true, true) => Bits::new(known | !below, value | !below),
        }
    }

    /// Only the bits below a width, of a number that was converted and so may have had
    /// others above.
    pub fn below(self, bits: u32) -> Bits {
        Bits::new(self.known & low(bits), self.value)
    }

    pub fn complement(self) -> Bits {
        Bits::new(self.known, !self.value)
    }

    pub fn negate(self) -> Bits {
        Bits::exact(0).minus(self)
    }

    /// Where no carry can differ, the sum's bits are known.
    fn plus(self, other: Bits) -> Bits {
        let (x, y) = (self.unknown(), other.unknown());
        let least = self.value.wrapping_add(other.value);
        let most = least.wrapping_add(x.wrapping_add(y));
        Bits::new(!(most ^ least | x | y), least)
    }

    fn minus(self, other: Bits) -> Bits {
        let (x, y) = (self.unknown(), other.unknown());
        let middle = self.value.wrapping_sub(other.value);
        let (most, least) = (middle.wrapping_add(x), middle.wrapping_sub(y));
        Bits::new(!(most ^ least | x | y), middle)
    }

    /// With `a = A + 2^m p` and `b = B + 2^n q`, where the lowest m and n bits are known,
    /// what is not known of the product are multiples of `2^m B` and of `2^n A`.
    fn times(self, other: Bits) -> Bits {
        let (m, n) = (self.run(), other.run());
        let (a, b) = (self.value & low(m), other.value & low(n));
        let zeros = |x: u128, most: u32| x.trailing_zeros().min(most);
        let sure = (m + zeros(b, n)).min(n + zeros(a, m));
        Bits::new(low(sure), a.wrapping_mul(b))
    }

    fn left(self, by: u32) -> Bits {
        Bits::new(self.known << by | low(by), self.value << by)
    }

    /// The sign comes in from above.
    fn right(self, by: u32) -> Bits {
        let unknown = (self.unknown() as i128 >> by) as u128;
        Bits::new(!unknown, (self.value as i128 >> by) as u128)
    }

    fn and(self, other: Bits) -> Bits {
        let zero = self.known & !self.value | other.known & !other.value;
        let one = self.value & other.value;
        Bits::new(zero | one, one)
    }
}

/// `a op b` for operands of a type, the amount of a shift aside. A division by zero has
/// no result, so that any will do; a shift by too much shifts all bits out.
pub fn binary(op: BinaryOp, a: Bits, b: Bits, width: Width) -> Bits {
    use BinaryOp::*;
    let (bits, signed) = width;
    // Its numbers are kept as if they had a sign.
    if bits >= 128 && !signed {
        return Bits::ANY;
    }
    if let (Some(x), Some(y)) = (a.as_exact(), b.as_exact())
        && let Some(outcome) = arith::binary(op, x, y, bits, signed)
    {
        return Bits::exact(outcome.value);
    }
    let amount = b.as_exact();
    let within = amount.and_then(|n| u32::try_from(n).ok().filter(|n| *n < bits));
    let power = amount.filter(|n| *n > 0 && n & (n - 1) == 0);
    let power = power.map(|n| n.trailing_zeros());
    let result = match op {
        Add => a.plus(b),
        Sub => a.minus(b),
        Mul => a.times(b),
        And => a.and(b),
        Or => a.complement().and(b.complement()).complement(),
        Xor => Bits::new(a.known & b.known, a.value ^ b.value),
        Shl => match (within, amount) {
            (Some(by), _) => a.left(by),
            (None, Some(_)) => Bits::exact(0),
            // Zeros below stay zeros.
            (None, None) => Bits::new(low((a.known & !a.value).trailing_ones()), 0),
        },
        Shr => match (within, a.is_negative()) {
            (Some(by), _) => a.right(by),
            (None, Some(negative)) if amount.is_some() => Bits::exact(-i128::from(negative)),
            // It becomes no longer than it is.
            (None, Some(false)) => Bits::new(!low(128 - a.bounds().1.leading_zeros()), 0),
            (None, _) => Bits::ANY,
        },
        Div => match (power, a.is_negative()) {
            (Some(by), Some(false)) => a.right(by),
            _ => Bits::ANY,
        },
        Rem => match (power, a.is_negative()) {
            (Some(by), Some(false)) => a.and(Bits::exact(low(by) as i128)),
            // Below zero it is as far from a multiple, but on the other side.
            (Some(by), _) => a.below(by),
            (None, _) => Bits::ANY,
        },
        Eq => Bits::truth(equal(a, b)),
        Ne => Bits::truth(equal(a, b).map(|e| !e)),
        Lt | Le => {
            let ((al, ah), (bl, bh)) = (a.bounds(), b.bounds());
            let (sure, never) = match op {
                Lt => (ah < bl, al >= bh),
                _ => (ah <= bl, al > bh),
            };
            Bits::truth((sure || never).then_some(sure))
        }
        PointerAdd | PointerDiff => Bits::ANY,
    };
    match op.is_comparison() {
        true => result,
        false => result.wrap(width),
    }
}

fn equal(a: Bits, b: Bits) -> Option<bool> {
    match a.meet(b) {
        None => Some(false),
        Some(_) => a.as_exact().and(b.as_exact()).map(|_| true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOp::*;

    const OPS: [BinaryOp; 14] = [
        Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Eq, Ne, Lt, Le,
    ];

    /// All numbers of a type with some bits known, and those that they may be.
    fn all(width: Width) -> Vec<(Bits, Vec<i128>)> {
        let (bits, signed) = width;
        let count = 1u128 << bits;
        let masks = (0..count).flat_map(|known| (0..count).map(move |value| (known, value)));
        let masks = masks.filter(|(known, value)| value & !known == 0);
        let numbers = (0..count).map(|n| arith::wrap(n as i128, bits, signed));
        masks
            .map(|(known, value)| {
                let some = Bits::new(known, value).wrap(width);
                let numbers = numbers.clone().filter(|&n| some.contains(n));
                (some, numbers.collect())
            })
            .collect()
    }

    /// What the machine computes.
    fn computed(op: BinaryOp, x: i128, y: i128, (bits, signed): Width) -> Option<i128> {
        match arith::binary(op, x, y, bits, signed) {
            Some(outcome) => Some(outcome.value),
            None if op == Shl => Some(0),
            None if op == Shr => Some(if x < 0 { -1 } else { 0 }),
            None => None,
        }
    }

    #[test]
    fn operations_contain_what_the_machine_computes() {
        for width in [(4, false), (4, true)] {
            let all = all(width);
            for op in OPS {
                for (a, xs) in &all {
                    for (b, ys) in &all {
                        let result = binary(op, *a, *b, width);
                        for &x in xs {
                            for &y in ys {
                                let value = computed(op, x, y, width);
                                let right = value.is_none_or(|value| result.contains(value));
                                assert!(right, "{x} {op:?} {y} is {value:?}, not {result:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn conversions_contain_what_the_machine_computes() {
        for from in [(4, false), (4, true)] {
            for (bits, numbers) in all(from) {
                for to in [(2, false), (2, true), (6, false), (6, true)] {
                    for &n in &numbers {
                        assert!(bits.wrap(to).contains(arith::wrap(n, to.0, to.1)));
                    }
                }
                for &n in &numbers {
                    let negative = arith::negate(n, from.0, from.1).value;
                    assert!(bits.negate().wrap(from).contains(negative));
                    let complement = arith::complement(n, from.0, from.1);
                    assert!(bits.complement().wrap(from).contains(complement));
                    let (least, most) = bits.bounds();
                    assert!(least <= n && n <= most);
                    for m in numbers.iter().filter(|&&m| m != n) {
                        assert!(bits.without(n).is_none_or(|rest| rest.contains(*m)));
                    }
                }
            }
        }
    }

    #[test]
    fn joins_and_meets_are_those_of_sets() {
        let all = all((3, true));
        for (a, xs) in &all {
            for (b, ys) in &all {
                let join = a.join(*b);
                assert!(a.is_below(join) && b.is_below(join));
                assert!(join.is_below(join.lowest()));
                let common: Vec<_> = xs.iter().filter(|x| ys.contains(x)).collect();
                match a.meet(*b) {
                    None => assert!(common.is_empty()),
                    Some(meet) => assert!(common.iter().all(|&&n| meet.contains(n))),
                }
            }
        }
    }
}
