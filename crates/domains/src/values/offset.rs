//! Byte offsets from the beginning of a region: an arithmetic progression between
//! bounds. One offset, an element of an array, or any.

/// `lo, lo + step, …, hi`. *Invariants*: `lo <= hi`; the step is 0 exactly if the two
/// are equal, and divides their difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Offset {
    pub lo: i64,
    pub hi: i64,
    pub step: u32,
}

/// Beyond this an offset is not followed.
const FAR: i64 = 1 << 40;

impl Offset {
    pub const ZERO: Offset = Offset::exact(0);
    pub const ANY: Offset = Offset {
        lo: -FAR,
        hi: FAR,
        step: 1,
    };

    pub const fn exact(at: i64) -> Offset {
        Offset {
            lo: at,
            hi: at,
            step: 0,
        }
    }

    pub fn is_exact(self) -> bool {
        self.step == 0
    }

    pub fn is_any(self) -> bool {
        self == Offset::ANY
    }

    /// The progression through `lo`; with such a distance between neighbours if it is
    /// not too long.
    fn progression(lo: i128, hi: i128, step: u64) -> Offset {
        let step = match u32::try_from(step) {
            Ok(step) if lo < hi && step > 0 => step,
            _ if lo == hi => 0,
            _ => 1,
        };
        let far = i128::from(FAR);
        if lo < -far || hi > far {
            return Offset::unbounded(lo, step.max(1));
        }
        let (lo, hi) = (lo as i64, hi as i64);
        Offset { lo, hi, step }
    }

    /// All offsets of a residue.
    fn unbounded(residue: i128, step: u32) -> Offset {
        let step = i64::from(step);
        let residue = residue.rem_euclid(i128::from(step)) as i64;
        let rounds = FAR / step;
        if rounds < 2 {
            return Offset::ANY;
        }
        Offset {
            lo: residue - rounds * step,
            hi: residue + (rounds - 1) * step,
            step: step as u32,
        }
    }

    /// `stride` bytes for each number of a range, in addresses of so many bits.
    pub fn scaled(lo: i128, hi: i128, stride: u64, bits: u32) -> Offset {
        if stride == 0 {
            return Offset::ZERO;
        }
        let half = 1i128 << (bits - 1);
        let stride_wide = i128::from(stride);
        match (lo.checked_mul(stride_wide), hi.checked_mul(stride_wide)) {
            (Some(first), Some(last)) if -half <= first && last < half => {
                Offset::progression(first, last, stride)
            }
            // One number is that number, however far; of several that wrap around
            // only the power of two in their distance is sure.
            (Some(first), Some(last)) if first == last => {
                let wrapped = program::arith::wrap(first, bits, true);
                Offset::progression(wrapped, wrapped, 0)
            }
            _ => Offset::unbounded(0, 1 << stride.trailing_zeros().min(16)),
        }
    }

    pub fn plus(self, other: Offset, bits: u32) -> Offset {
        let lo = i128::from(self.lo) + i128::from(other.lo);
        let hi = i128::from(self.hi) + i128::from(other.hi);
        let step = gcd(self.step, other.step);
        if self.is_exact() && other.is_exact() {
            let wrapped = program::arith::wrap(lo, bits, true);
            return Offset::progression(wrapped, wrapped, 0);
        }
        let half = 1i128 << (bits - 1);
        if lo < -half || hi >= half {
            return Offset::ANY;
        }
        Offset::progression(lo, hi, u64::from(step))
    }

    /// Those that lie between two bounds.
    pub fn within(self, low: i64, high: i64) -> Option<Offset> {
        let step = i64::from(self.step.max(1));
        let lo = match self.lo < low {
            true => low + (self.lo - low).rem_euclid(step),
            false => self.lo,
        };
        let hi = match self.hi > high {
            true => high - (high - self.hi).rem_euclid(step),
            false => self.hi,
        };
        match lo.cmp(&hi) {
            std::cmp::Ordering::Less => Some(Offset { lo, hi, ..self }),
            std::cmp::Ordering::Equal => Some(Offset::exact(lo)),
            std::cmp::Ordering::Greater => None,
        }
    }

    pub fn contains(self, other: Offset) -> bool {
        if self == other || self.is_any() {
            return true;
        }
        let step = i64::from(self.step.max(1));
        self.lo <= other.lo
            && other.hi <= self.hi
            && (other.lo - self.lo) % step == 0
            && (other.is_exact() || self.step != 0 && other.step.is_multiple_of(self.step))
    }

    pub fn count(self) -> i64 {
        (self.hi - self.lo) / i64::from(self.step.max(1)) + 1
    }

    /// May an access of so many bits at one of these and one at one of the others
    /// have a bit in common? Both may begin some bits further.
    pub fn overlaps(
        self,
        by: i64,
        width: u64,
        other: Offset,
        other_by: i64,
        other_width: u64,
    ) -> bool {
        // A difference of two beginnings, in bits.
        let first = 8 * (i128::from(self.lo) - i128::from(other.lo)) + i128::from(by - other_by);
        let low = (1 - i128::from(width))
            .max(8 * (i128::from(self.lo) - i128::from(other.hi)) + i128::from(by - other_by));
        let high = (i128::from(other_width) - 1)
            .min(8 * (i128::from(self.hi) - i128::from(other.lo)) + i128::from(by - other_by));
        match i128::from(gcd(self.step, other.step)) * 8 {
            0 => low <= first && first <= high,
            step => low + (first - low).rem_euclid(step) <= high,
        }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strided(lo: i64, hi: i64, step: u32) -> Offset {
        Offset { lo, hi, step }
    }

    #[test]
    fn bounds_cut_to_elements() {
        let any = Offset::scaled(i128::from(i32::MIN), i128::from(i32::MAX), 12, 64);
        assert_eq!(any.within(0, 40), Some(strided(0, 36, 12)));
        let moved = any.plus(Offset::exact(4), 64);
        assert_eq!(moved.within(0, 20), Some(strided(4, 16, 12)));
        assert_eq!(moved.within(0, 8), Some(Offset::exact(4)));
        assert_eq!(moved.within(5, 8), None);
    }

    #[test]
    fn numbers_wrap_around() {
        let back = Offset::scaled(0xffff_ffff, 0xffff_ffff, 4, 32);
        assert_eq!(back, Offset::exact(-4));
        let wide = Offset::scaled(i128::from(i64::MIN), i128::from(i64::MAX), 12, 64);
        assert_eq!(wide.step, 4);
    }

    #[test]
    fn overlap_knows_strides() {
        let fields = strided(0, 96, 12);
        assert!(!fields.overlaps(0, 32, Offset::exact(28), 0, 32));
        assert!(fields.overlaps(0, 32, Offset::exact(26), 0, 32));
        assert!(!fields.overlaps(0, 32, Offset::exact(108), 0, 32));
        assert!(fields.contains(strided(12, 36, 24)));
        assert!(!fields.contains(Offset::exact(4)));
        assert!(Offset::exact(0).overlaps(3, 2, Offset::ZERO, 4, 1));
        assert!(!Offset::exact(0).overlaps(3, 2, Offset::ZERO, 5, 1));
    }
}
