//! A three-valued structure, packed into words.
//!
//! A predicate has two bit planes: where it *must* hold and where it *may*. True is both,
//! unknown only the second, false none; what must also may. Kleene's connectives, the
//! quantifiers and closure then work on each plane alone, and negation exchanges them.
//! A row over the nodes takes `words_per_row` words, of which the bits past the last node
//! are zero. All of a structure lies in one vector: nullary predicates, the summary bits,
//! unary predicates, binary predicates row by row.

use crate::coerce::Coerced;
use crate::{Kleene, Vocabulary, vocabulary::Slot};
use logic::relational::PredicateId;
use smallvec::SmallVec;

/// Three-valued logical structure. Nodes are `0..node_count()`. Equality is plain comparison;
/// the canonical form makes isomorphic abstractions equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Structure {
    shape: Shape,
    nodes: usize,
    words_per_row: usize,
    words: Vec<u64>,
    /// Nothing, once a value is set.
    pub(crate) coerced: Coerced,
}

/// How many predicates of each arity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Shape {
    pub nullary: usize,
    pub unary: usize,
    pub binary: usize,
}

impl Shape {
    pub(crate) fn nullary_words(self) -> usize {
        self.nullary.div_ceil(64)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Plane {
    Must,
    May,
}

impl Plane {
    pub(crate) fn dual(self) -> Plane {
        match self {
            Plane::Must => Plane::May,
            Plane::May => Plane::Must,
        }
    }
}

pub(crate) const PLANES: [Plane; 2] = [Plane::Must, Plane::May];

pub(crate) fn words_for(nodes: usize) -> usize {
    nodes.div_ceil(64).max(1)
}

/// The nodes of a row.
#[inline]
pub(crate) fn ones(row: &[u64]) -> Ones<'_> {
    let (first, others) = row.split_first().map_or((0, row), |(f, o)| (*f, o));
    Ones {
        base: 0,
        rest: first,
        others,
    }
}

pub(crate) struct Ones<'a> {
    base: usize,
    rest: u64,
    others: &'a [u64],
}

impl Iterator for Ones<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            let (next, others) = self.others.split_first()?;
            (self.rest, self.others) = (*next, others);
            self.base += 64;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(self.base + bit)
    }
}

/// The nodes of a row that is one word.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// A plane of a predicate or of the nodes, outside of structures. Most have few nodes.
pub(crate) type Words = SmallVec<[u64; 64]>;

/// Whether nothing is in it.
#[inline]
pub(crate) fn is_zero(words: &[u64]) -> bool {
    words.iter().all(|word| *word == 0)
}

pub(crate) fn get(row: &[u64], node: usize) -> bool {
    row[node / 64] >> (node % 64) & 1 != 0
}

pub(crate) fn put(row: &mut [u64], node: usize, value: bool) {
    let bit = 1 << (node % 64);
    if value {
        row[node / 64] |= bit;
    } else {
        row[node / 64] &= !bit;
    }
}

/// Equality of short slices, without a call.
#[inline]
pub(crate) fn same(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

impl Structure {
    /// No nodes; everything is false.
    pub fn empty(v: &Vocabulary) -> Structure {
        Structure::with_nodes(v.shape(), 0)
    }

    pub(crate) fn with_nodes(shape: Shape, nodes: usize) -> Structure {
        let mut s = Structure {
            shape,
            nodes,
            words_per_row: words_for(nodes),
            words: Vec::new(),
            coerced: Coerced::default(),
        };
        s.words = vec![0; s.binary_offset(shape.binary, Plane::Must)];
        s
    }

    pub fn node_count(&self) -> usize {
        self.nodes
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// All values, and what may follow them: see [`Structure::load`].
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn words_mut(&mut self) -> &mut Vec<u64> {
        &mut self.words
    }

    /// Becomes a copy of the structure, but keeps further words of its own behind it, for a
    /// machine's registers. Such a structure is not compared with others.
    pub(crate) fn load(&mut self, s: &Structure) {
        (self.shape, self.nodes, self.words_per_row) = (s.shape, s.nodes, s.words_per_row);
        if self.words.len() < s.words.len() {
            self.words.resize(s.words.len(), 0);
        }
        self.words[..s.words.len()].copy_from_slice(&s.words);
    }

    /// The other direction, to a structure of the same size.
    pub(crate) fn unload(&self, s: &mut Structure) {
        let size = s.words.len();
        s.words.copy_from_slice(&self.words[..size]);
    }

    fn nullary_words(&self) -> usize {
        self.shape.nullary_words()
    }

    pub(crate) fn unary_offset(&self, index: usize, plane: Plane) -> usize {
        let w = self.words_per_row();
        2 * self.nullary_words() + w + (2 * index + plane as usize) * w
    }

    pub(crate) fn binary_offset(&self, index: usize, plane: Plane) -> usize {
        self.unary_offset(self.shape.unary, Plane::Must)
            + (2 * index + plane as usize) * self.nodes * self.words_per_row()
    }

    /// How many words each plane has, one after another. What must be single may be many, so
    /// that the summary nodes are a "may".
    fn plane_sizes(&self) -> impl Iterator<Item = (Plane, usize)> + use<> {
        let (nullary, w) = (self.nullary_words(), self.words_per_row);
        let (unary, binary) = (self.shape.unary, self.shape.binary);
        let matrix = w * self.nodes;
        let pair = |size: usize| [(Plane::Must, size), (Plane::May, size)];
        let before = pair(nullary).into_iter().chain([(Plane::May, w)]);
        before
            .chain((0..unary).flat_map(move |_| pair(w)))
            .chain((0..binary).flat_map(move |_| pair(matrix)))
    }

    /// All values, in an order that structures of one shape and size share.
    pub(crate) fn planes(&self) -> impl Iterator<Item = (Plane, &[u64])> {
        let mut rest = &self.words[..];
        self.plane_sizes().map(move |(plane, size)| {
            let (words, others) = rest.split_at(size);
            rest = others;
            (plane, words)
        })
    }

    pub(crate) fn planes_mut(&mut self) -> impl Iterator<Item = (Plane, &mut [u64])> {
        let sizes = self.plane_sizes();
        let mut rest = &mut self.words[..];
        sizes.map(move |(plane, size)| {
            let (words, others) = std::mem::take(&mut rest).split_at_mut(size);
            rest = others;
            (plane, words)
        })
    }

    pub(crate) fn nullary_plane(&self, plane: Plane) -> &[u64] {
        let size = self.nullary_words();
        &self.words[plane as usize * size..][..size]
    }

    pub(crate) fn nullary_bit(&self, index: usize, plane: Plane) -> bool {
        let start = plane as usize * self.nullary_words();
        get(&self.words[start..], index)
    }

    pub(crate) fn put_nullary(&mut self, index: usize, plane: Plane, value: bool) {
        let start = plane as usize * self.nullary_words();
        put(&mut self.words[start..], index, value);
    }

    /// All values of a predicate in one plane; of a nullary one, whether the word is not zero.
    pub(crate) fn put(&mut self, slot: Slot, plane: Plane, words: &[u64]) {
        match slot {
            Slot::Nullary(i) => self.put_nullary(i, plane, words[0] != 0),
            Slot::Unary(i) => self.unary_plane_mut(i, plane).copy_from_slice(words),
            Slot::Binary(i) => self.binary_plane_mut(i, plane).copy_from_slice(words),
        }
    }

    /// Where they are among the words.
    pub(crate) fn summaries_range(&self) -> std::ops::Range<usize> {
        let start = 2 * self.nullary_words();
        start..start + self.words_per_row()
    }

    pub(crate) fn summaries(&self) -> &[u64] {
        &self.words[self.summaries_range()]
    }

    pub(crate) fn summaries_mut(&mut self) -> &mut [u64] {
        let range = self.summaries_range();
        &mut self.words[range]
    }

    pub(crate) fn unary_plane(&self, index: usize, plane: Plane) -> &[u64] {
        let start = self.unary_offset(index, plane);
        &self.words[start..start + self.words_per_row()]
    }

    pub(crate) fn unary_plane_mut(&mut self, index: usize, plane: Plane) -> &mut [u64] {
        let (start, w) = (self.unary_offset(index, plane), self.words_per_row());
        &mut self.words[start..start + w]
    }

    /// All rows, one after another.
    pub(crate) fn binary_plane(&self, index: usize, plane: Plane) -> &[u64] {
        let start = self.binary_offset(index, plane);
        &self.words[start..start + self.nodes * self.words_per_row()]
    }

    pub(crate) fn binary_plane_mut(&mut self, index: usize, plane: Plane) -> &mut [u64] {
        let (start, size) = (
            self.binary_offset(index, plane),
            self.nodes * self.words_per_row(),
        );
        &mut self.words[start..start + size]
    }

    pub(crate) fn binary_row(&self, index: usize, plane: Plane, node: usize) -> &[u64] {
        let w = self.words_per_row();
        &self.binary_plane(index, plane)[node * w..(node + 1) * w]
    }

    pub(crate) fn binary_row_mut(&mut self, index: usize, plane: Plane, node: usize) -> &mut [u64] {
        let w = self.words_per_row();
        &mut self.binary_plane_mut(index, plane)[node * w..(node + 1) * w]
    }

    /// A new node, not a summary, on which everything is false.
    pub fn add_node(&mut self) -> usize {
        let mut from: Vec<Option<usize>> = (0..self.nodes).map(Some).collect();
        from.push(None);
        *self = self.select(&from);
        self.nodes - 1
    }

    /// The structure whose node i is a copy of the node `from[i]`, or a new one.
    pub(crate) fn select(&self, from: &[Option<usize>]) -> Structure {
        let mut new = Structure::with_nodes(self.shape, from.len());
        let copied = 2 * self.nullary_words();
        new.words[..copied].copy_from_slice(&self.words[..copied]);
        // For each old node the row of its copies.
        let w = new.words_per_row;
        let mut copies = Words::from_elem(0, self.nodes * w);
        for (i, source) in from.iter().enumerate() {
            if let Some(node) = source {
                put(&mut copies[node * w..(node + 1) * w], i, true);
            }
        }
        let copies = &copies[..];
        let gather = |old: &[u64], new: &mut [u64]| {
            if w == 1 {
                new[0] = ones(old).fold(0, |all, node| all | copies[node]);
                return;
            }
            for node in ones(old) {
                let own = &copies[node * w..(node + 1) * w];
                new.iter_mut().zip(own).for_each(|(a, b)| *a |= b);
            }
        };
        gather(self.summaries(), new.summaries_mut());
        for plane in PLANES {
            for p in 0..self.shape.unary {
                gather(self.unary_plane(p, plane), new.unary_plane_mut(p, plane));
            }
            for p in 0..self.shape.binary {
                let (old, own) = (self.binary_plane(p, plane), self.words_per_row);
                let rows = new.binary_plane_mut(p, plane).chunks_exact_mut(w);
                for (row, source) in rows.zip(from) {
                    if let Some(node) = source {
                        gather(&old[node * own..(node + 1) * own], row);
                    }
                }
            }
        }
        new
    }

    pub fn is_summary(&self, n: usize) -> bool {
        get(self.summaries(), n)
    }

    pub fn set_summary(&mut self, n: usize, summary: bool) {
        self.coerced = Coerced::default();
        put(self.summaries_mut(), n, summary);
    }

    /// The value of a predicate that the vocabulary does not have is unknown.
    pub fn nullary(&self, v: &Vocabulary, p: PredicateId) -> Kleene {
        match v.slot(p) {
            Some(Slot::Nullary(i)) => Kleene::of_planes(
                self.nullary_bit(i, Plane::Must),
                self.nullary_bit(i, Plane::May),
            ),
            _ => Kleene::Unknown,
        }
    }

    pub fn unary(&self, v: &Vocabulary, p: PredicateId, n: usize) -> Kleene {
        match v.slot(p) {
            Some(Slot::Unary(i)) => Kleene::of_planes(
                get(self.unary_plane(i, Plane::Must), n),
                get(self.unary_plane(i, Plane::May), n),
            ),
            _ => Kleene::Unknown,
        }
    }

    pub fn binary(&self, v: &Vocabulary, p: PredicateId, a: usize, b: usize) -> Kleene {
        match v.slot(p) {
            Some(Slot::Binary(i)) => Kleene::of_planes(
                get(self.binary_row(i, Plane::Must, a), b),
                get(self.binary_row(i, Plane::May, a), b),
            ),
            _ => Kleene::Unknown,
        }
    }

    /// Setting a predicate that the vocabulary does not have has no effect.
    pub fn set_nullary(&mut self, v: &Vocabulary, p: PredicateId, value: Kleene) {
        if let Some(Slot::Nullary(i)) = v.slot(p) {
            self.coerced = Coerced::default();
            self.put_nullary(i, Plane::Must, value.must());
            self.put_nullary(i, Plane::May, value.may());
        }
    }

    pub fn set_unary(&mut self, v: &Vocabulary, p: PredicateId, n: usize, value: Kleene) {
        if let Some(Slot::Unary(i)) = v.slot(p) {
            self.coerced = Coerced::default();
            put(self.unary_plane_mut(i, Plane::Must), n, value.must());
            put(self.unary_plane_mut(i, Plane::May), n, value.may());
        }
    }

    pub fn set_binary(
        &mut self,
        v: &Vocabulary,
        p: PredicateId,
        a: usize,
        b: usize,
        value: Kleene,
    ) {
        if let Some(Slot::Binary(i)) = v.slot(p) {
            self.coerced = Coerced::default();
            put(self.binary_row_mut(i, Plane::Must, a), b, value.must());
            put(self.binary_row_mut(i, Plane::May, a), b, value.may());
        }
    }
}
