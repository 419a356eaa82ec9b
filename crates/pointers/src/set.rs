//! Sparse sets of small numbers: sorted blocks of 64 bits.

/// A set of numbers, ordered.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Set {
    /// Number of the block and its bits, never empty; by number.
    blocks: Vec<(u32, u64)>,
}

impl Set {
    pub const EMPTY: Set = Set { blocks: Vec::new() };

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn len(&self) -> usize {
        self.blocks.iter().map(|b| b.1.count_ones() as usize).sum()
    }

    pub fn contains(&self, item: u32) -> bool {
        match self.find(item / 64) {
            Ok(i) => self.blocks[i].1 >> (item % 64) & 1 == 1,
            Err(_) => false,
        }
    }

    fn find(&self, block: u32) -> Result<usize, usize> {
        self.blocks.binary_search_by_key(&block, |b| b.0)
    }

    /// Is the item new?
    pub fn insert(&mut self, item: u32) -> bool {
        let bit = 1 << (item % 64);
        match self.find(item / 64) {
            Ok(i) => {
                let new = self.blocks[i].1 & bit == 0;
                self.blocks[i].1 |= bit;
                new
            }
            Err(i) => {
                self.blocks.insert(i, (item / 64, bit));
                true
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.blocks.iter().flat_map(|&(block, bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(block * 64 + bit)
            })
        })
    }

    /// Adds the items of `other`; those that are new go to `fresh` as well.
    pub fn absorb(&mut self, other: &Set, fresh: &mut Set) {
        if other.is_empty() {
            return;
        }
        if self.is_empty() {
            self.blocks.clone_from(&other.blocks);
            fresh.union(other);
            return;
        }
        let mut new: Vec<(u32, u64)> = Vec::new();
        let mut missing = 0;
        let mut at = 0;
        for &(block, bits) in &other.blocks {
            at = self.seek(at, block);
            match self.blocks.get(at) {
                Some(&(b, old)) if b == block => {
                    if bits & !old != 0 {
                        new.push((block, bits & !old));
                        self.blocks[at].1 |= bits;
                    }
                }
                _ => {
                    new.push((block, bits));
                    missing += 1;
                }
            }
        }
        if missing > 0 {
            self.merge(&new);
        }
        if !new.is_empty() {
            fresh.merge_or_take(new);
        }
    }

    /// The first index from `at` on whose block is not before `block`.
    fn seek(&self, at: usize, block: u32) -> usize {
        let mut step = 1;
        let mut low = at;
        // Galloping: neighbours are found at once, far ones by halving.
        while low + step < self.blocks.len() && self.blocks[low + step].0 < block {
            low += step;
            step *= 2;
        }
        let high = (low + step + 1).min(self.blocks.len());
        low + self.blocks[low.min(high)..high].partition_point(|b| b.0 < block)
    }

    fn merge_or_take(&mut self, blocks: Vec<(u32, u64)>) {
        if self.is_empty() {
            self.blocks = blocks;
        } else {
            self.merge(&blocks);
        }
    }

    pub fn union(&mut self, other: &Set) {
        if self.is_empty() {
            self.blocks.clone_from(&other.blocks);
        } else {
            self.merge(&other.blocks);
        }
    }

    fn merge(&mut self, other: &[(u32, u64)]) {
        let missing = {
            let mut at = 0;
            let mut missing = 0;
            for &(block, bits) in other {
                at = self.seek(at, block);
                match self.blocks.get_mut(at) {
                    Some(b) if b.0 == block => b.1 |= bits,
                    _ => missing += 1,
                }
            }
            missing
        };
        if missing == 0 {
            return;
        }
        // Room at the end, then both from behind: nothing is copied twice.
        let mut from = self.blocks.len();
        let mut to = from + missing;
        self.blocks.resize(to, (0, 0));
        let mut rest = other;
        while let Some((&last, before)) = rest.split_last() {
            if from > 0 && self.blocks[from - 1].0 >= last.0 {
                if self.blocks[from - 1].0 == last.0 {
                    rest = before;
                }
                self.blocks[to - 1] = self.blocks[from - 1];
                from -= 1;
            } else {
                self.blocks[to - 1] = last;
                rest = before;
            }
            to -= 1;
        }
    }

    /// The items that are in exactly one of the two.
    pub fn symmetric_difference(&self, other: &Set) -> Set {
        let mut blocks = Vec::new();
        let (mut a, mut b) = (
            self.blocks.iter().peekable(),
            other.blocks.iter().peekable(),
        );
        loop {
            let next = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(x), Some(y)) if x.0 == y.0 => (x.0, x.1 ^ y.1),
                (Some(x), Some(y)) if x.0 < y.0 => **x,
                (Some(x), None) => **x,
                (_, Some(y)) => **y,
            };
            a.next_if(|x| x.0 == next.0);
            b.next_if(|y| y.0 == next.0);
            if next.1 != 0 {
                blocks.push(next);
            }
        }
        Set { blocks }
    }

    pub fn shrink(&mut self) {
        self.blocks.shrink_to_fit();
    }
}

impl FromIterator<u32> for Set {
    fn from_iter<I: IntoIterator<Item = u32>>(items: I) -> Set {
        let mut set = Set::default();
        for item in items {
            set.insert(item);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn they_are_sets(
            a in btree_set(0u32..2000, 0..60),
            b in btree_set(0u32..2000, 0..60),
            c in btree_set(0u32..2000, 0..9),
        ) {
            let set = |s: &BTreeSet<u32>| s.iter().copied().collect::<Set>();
            let list = |s: &Set| s.iter().collect::<Vec<_>>();
            let sorted = |s: BTreeSet<u32>| s.into_iter().collect::<Vec<_>>();
            let (mut x, y, mut fresh) = (set(&a), set(&b), set(&c));
            prop_assert_eq!(list(&x), sorted(a.clone()));
            prop_assert_eq!(list(&x.symmetric_difference(&y)), sorted(&a ^ &b));
            x.absorb(&y, &mut fresh);
            prop_assert_eq!(list(&x), sorted(&a | &b));
            prop_assert_eq!(list(&fresh), sorted(&c | &(&b - &a)));
            let mut z = set(&a);
            z.union(&y);
            prop_assert_eq!(&z, &x);
            prop_assert_eq!(z.len(), (&a | &b).len());
            prop_assert!((0..2000).all(|i| z.contains(i) == (a.contains(&i) || b.contains(&i))));
        }
    }
}
