//! Sets of byte offsets into an object: arithmetic progressions.
//!
//! A pointer into a structure has one offset; one into an array has any of
//! `start, start + step, …`, either `count` of them or without end in both
//! directions. The sum of two progressions is (or lies in) a progression, so
//! that fields, elements and pointer arithmetic are one operation, and it says
//! nothing about types: casts and unions need no rule of their own.

use std::fmt;

/// Offsets in bytes. *Invariants*: one offset has step 0 and count 1; endless
/// progressions (count 0) have a positive step and `0 <= start < step`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Offsets {
    start: i64,
    step: u64,
    count: u64,
}

/// Beyond this an offset is no longer followed exactly.
const FAR: i64 = 1 << 40;

impl Offsets {
    pub const ZERO: Offsets = Offsets {
        start: 0,
        step: 0,
        count: 1,
    };

    /// Every byte.
    pub const ANY: Offsets = Offsets {
        start: 0,
        step: 1,
        count: 0,
    };

    pub fn exact(offset: i64) -> Offsets {
        Offsets::progression(i128::from(offset), 0, 1)
    }

    /// `count` elements of `step` bytes, the first at offset 0.
    pub fn array(step: u64, count: u64) -> Offsets {
        Offsets::progression(0, step, count.max(1))
    }

    /// All multiples of `step`, negative ones too.
    pub fn every(step: u64) -> Offsets {
        match step {
            0 => Offsets::ZERO,
            step => Offsets {
                start: 0,
                step,
                count: 0,
            },
        }
    }

    fn progression(start: i128, step: u64, count: u64) -> Offsets {
        let last = start + i128::from(step) * i128::from(count.saturating_sub(1));
        if start.abs() > i128::from(FAR) || last > i128::from(FAR) {
            return Offsets::ANY;
        }
        let start = start as i64;
        match count {
            _ if step == 0 || count == 1 => Offsets {
                start,
                step: 0,
                count: 1,
            },
            count => Offsets { start, step, count },
        }
    }

    pub fn is_exact(self) -> bool {
        self.count == 1
    }

    pub fn is_endless(self) -> bool {
        self.count == 0
    }

    pub fn start(self) -> i64 {
        self.start
    }

    /// Bytes between neighbours; 0 if there is one offset.
    pub fn step(self) -> u64 {
        self.step
    }

    /// How many there are; 0 if there is no end.
    pub fn count(self) -> u64 {
        self.count
    }

    fn last(self) -> i64 {
        self.start + (self.step * (self.count - 1)) as i64
    }

    /// All sums of an offset of each.
    pub fn plus(self, other: Offsets) -> Offsets {
        let start = i128::from(self.start) + i128::from(other.start);
        if other.count == 1 && self.count > 0 {
            return Offsets::progression(start, self.step, self.count);
        }
        if self.count == 1 && other.count > 0 {
            return Offsets::progression(start, other.step, other.count);
        }
        let step = gcd(self.step, other.step);
        if self.is_endless() || other.is_endless() {
            return Offsets {
                start: start.rem_euclid(i128::from(step)) as i64,
                step,
                count: 0,
            };
        }
        let span = u128::from(self.step) * u128::from(self.count - 1)
            + u128::from(other.step) * u128::from(other.count - 1);
        match u64::try_from(span / u128::from(step) + 1) {
            Ok(count) => Offsets::progression(start, step, count),
            Err(_) => Offsets::ANY,
        }
    }

    /// Where pointers to these offsets point after such a move. Moving beyond the
    /// neighbour leaves it open which elements are meant, so that an array's
    /// offsets are never taken for those of an array beside it.
    pub(crate) fn moved(self, by: Offsets) -> Offsets {
        if self.count > 1 && by.count == 1 && by.start.unsigned_abs() >= self.step {
            return self.plus(by).plus(Offsets::every(self.step));
        }
        self.plus(by)
    }

    pub fn contains(self, offset: i64) -> bool {
        self.overlaps(1, Offsets::exact(offset), 1)
    }

    /// Can `width` bytes at one of these offsets and `other_width` bytes at one
    /// of the others have a byte in common?
    pub fn overlaps(self, width: u64, other: Offsets, other_width: u64) -> bool {
        // Is there a difference d of two offsets with -width < d < other_width?
        let first = self.start as i128 - other.start as i128;
        let mut low = 1 - width as i128;
        let mut high = other_width as i128 - 1;
        if !self.is_endless() && !other.is_endless() {
            low = low.max(self.start as i128 - other.last() as i128);
            high = high.min(self.last() as i128 - other.start as i128);
        }
        match gcd(self.step, other.step) as i128 {
            0 => low <= first && first <= high,
            // The least difference of the right residue that is not too low.
            step => low + (first - low).rem_euclid(step) <= high,
        }
    }
}

impl fmt::Display for Offsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.count, self.step) {
            (1, _) => write!(f, "{}", self.start),
            (0, 1) => f.write_str("*"),
            (0, step) => write!(f, "{}+{step}*", self.start),
            (count, step) => write!(f, "{}+{step}*{count}", self.start),
        }
    }
}

pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn members(o: Offsets) -> Vec<i64> {
        match o.count {
            0 => (-40..40).map(|k| o.start + k * o.step as i64).collect(),
            n => (0..n).map(|k| o.start + (k * o.step) as i64).collect(),
        }
    }

    fn any() -> impl Strategy<Value = Offsets> {
        prop_oneof![
            (-20i64..20).prop_map(Offsets::exact),
            (1u64..9).prop_map(Offsets::every),
            (1u64..9, 1u64..5, -9i64..9)
                .prop_map(|(s, n, at)| Offsets::array(s, n).plus(Offsets::exact(at))),
        ]
    }

    proptest! {
        #[test]
        fn a_sum_contains_every_sum(a in any(), b in any()) {
            let sum = a.plus(b);
            for x in members(a) {
                for y in members(b) {
                    prop_assert!(sum.contains(x + y), "{a} + {b} = {sum} lacks {}", x + y);
                }
            }
        }

        #[test]
        fn overlap_is_never_missed(a in any(), b in any(), v in 1u64..9, w in 1u64..9) {
            let meet = members(a).iter().any(|x| members(b).iter().any(|y| {
                *x < y + w as i64 && *y < x + v as i64
            }));
            let found = a.overlaps(v, b, w);
            prop_assert!(found || !meet, "{a} ({v}) and {b} ({w})");
            if a.is_exact() && b.is_exact() {
                prop_assert_eq!(found, meet);
            }
            prop_assert_eq!(found, b.overlaps(w, a, v));
        }
    }

    #[test]
    fn they_print_shortly() {
        let field = Offsets::every(12).plus(Offsets::exact(16));
        assert_eq!(field.to_string(), "4+12*");
        assert_eq!(Offsets::ANY.to_string(), "*");
        assert_eq!(Offsets::array(4, 3).to_string(), "0+4*3");
        assert_eq!(Offsets::array(4, 1).to_string(), "0");
    }
}
