//! Bytes of an object that still hold what they held when it was made: they need
//! no stores, and indeterminate ones are known to be so.

use std::rc::Rc;

/// What untouched bytes hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    /// Indeterminate: an input when it is read.
    Blank,
    Zero,
    /// These bytes, by their offset in the object; zeros beyond.
    Bytes(Rc<[u8]>),
}

/// Ranges without overlap, in order, with what they hold.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pristine {
    ranges: Vec<(u64, u64, Fill)>,
}

/// What is known of some bytes.
pub(crate) enum Held {
    /// All hold this.
    Fill(Fill),
    /// Some of them are indeterminate.
    PartlyBlank,
    /// Something that memory knows, for all of them.
    Written,
    /// Constants and what memory knows.
    Mixed,
}

impl Pristine {
    pub fn new(size: u64, fill: Fill) -> Pristine {
        let mut ranges = Vec::new();
        if size > 0 {
            ranges.push((0, size, fill));
        }
        Pristine { ranges }
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub fn ranges(&self) -> &[(u64, u64, Fill)] {
        &self.ranges
    }

    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    pub fn held(&self, offset: u64, size: u64) -> Held {
        let end = offset + size;
        let mut touched = self
            .ranges
            .iter()
            .filter(|(from, to, _)| *from < end && offset < *to);
        let Some((from, to, fill)) = touched.next() else {
            return Held::Written;
        };
        if *from <= offset && end <= *to {
            return Held::Fill(fill.clone());
        }
        let mut all = std::iter::once(fill).chain(touched.map(|(_, _, fill)| fill));
        match all.any(|fill| *fill == Fill::Blank) {
            true => Held::PartlyBlank,
            false => Held::Mixed,
        }
    }

    /// The bytes are written.
    pub fn remove(&mut self, offset: u64, size: u64) {
        let end = offset + size;
        if !self.ranges.iter().any(|(f, t, _)| *f < end && offset < *t) {
            return;
        }
        let old = std::mem::take(&mut self.ranges);
        for (from, to, fill) in old {
            if from < offset.min(to) {
                self.ranges.push((from, offset.min(to), fill.clone()));
            }
            if end.max(from) < to {
                self.ranges.push((end.max(from), to, fill));
            }
        }
    }

    /// The bytes hold this as if the object had been made so.
    pub fn fill(&mut self, offset: u64, size: u64, fill: Fill) {
        if size == 0 {
            return;
        }
        self.remove(offset, size);
        let at = self.ranges.partition_point(|(from, _, _)| *from < offset);
        self.ranges.insert(at, (offset, offset + size, fill));
    }
}

impl Fill {
    /// The number in `size` bytes at an offset; None if indeterminate.
    pub fn number(&self, offset: u64, size: u64) -> Option<u128> {
        match self {
            Fill::Blank => None,
            Fill::Zero => Some(0),
            Fill::Bytes(bytes) => Some((0..size).rev().fold(0, |n, i| {
                let byte = bytes.get((offset + i) as usize).copied().unwrap_or(0);
                n << 8 | u128::from(byte)
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_cut_and_joined() {
        let mut p = Pristine::new(16, Fill::Blank);
        p.remove(4, 4);
        assert!(matches!(p.held(0, 4), Held::Fill(Fill::Blank)));
        assert!(matches!(p.held(4, 4), Held::Written));
        assert!(matches!(p.held(2, 4), Held::PartlyBlank));
        p.fill(6, 4, Fill::Zero);
        assert!(matches!(p.held(6, 4), Held::Fill(Fill::Zero)));
        assert!(matches!(p.held(4, 4), Held::Mixed));
        assert!(matches!(p.held(8, 8), Held::PartlyBlank));
        let bytes = Fill::Bytes([1, 2, 3][..].into());
        assert_eq!(bytes.number(1, 4), Some(0x0302));
    }
}
