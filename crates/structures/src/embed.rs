//! Canonical abstraction, and the order between structures.
//!
//! Canonical abstraction merges the nodes on which all abstraction predicates have the
//! same values (TOPLAS 2002, section 4.4). A node's vector of these values is its
//! canonical name; nodes are sorted by it, so isomorphic abstractions are equal.

use crate::coerce::Coerced;
use crate::structure::{PLANES, Plane, Words, get, ones, put, same};
use crate::{Structure, Vocabulary};
use smallvec::SmallVec;
use std::hash::Hasher;

/// How many steps the search for an embedding may take. Canonical names decide almost
/// always; what they leave open is not worth more.
const STEPS: usize = 10_000;

type Indices = SmallVec<[usize; 64]>;

#[cfg(test)]
thread_local! {
    /// How often an embedding was looked for.
    pub(crate) static SEARCHES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The canonical names of a structure's nodes.
struct Names {
    nodes: usize,
    /// Words for each node.
    size: usize,
    words: Words,
}

impl Names {
    fn new(s: &Structure, v: &Vocabulary) -> Names {
        // Two bits for each abstraction predicate, the first ones most significant.
        let size = v.abstraction().len().div_ceil(32);
        let mut words = Words::from_elem(0, s.node_count() * size);
        let names = &mut words[..];
        for (i, p) in v.abstraction().iter().enumerate() {
            let one = 1 << (62 - 2 * (i % 32));
            for plane in PLANES {
                for n in ones(s.unary_plane(*p, plane)) {
                    names[n * size + i / 32] += one;
                }
            }
        }
        let nodes = s.node_count();
        Names { nodes, size, words }
    }

    fn of(&self, n: usize) -> &[u64] {
        &self.words[n * self.size..(n + 1) * self.size]
    }

    /// Whether they are in order, and different: those of a canonical structure are.
    fn are_sorted(&self) -> bool {
        (1..self.nodes).all(|n| self.of(n - 1) < self.of(n))
    }
}

impl Structure {
    /// The canonical abstraction, nodes sorted by canonical name.
    pub fn canonical(self, v: &Vocabulary) -> Structure {
        let names = Names::new(&self, v);
        if names.are_sorted() {
            return self;
        }
        let nodes = self.node_count();
        let name = |n: usize| names.of(n);
        let mut order: Indices = (0..nodes).collect();
        order.sort_unstable_by(|a, b| name(*a).cmp(name(*b)).then(a.cmp(b)));
        let mut group = Indices::from_elem(0, nodes);
        let mut groups = 1;
        for pair in order.windows(2) {
            groups += usize::from(name(pair[0]) != name(pair[1]));
            group[pair[1]] = groups - 1;
        }
        if groups == nodes {
            return self.select(&order.into_iter().map(Some).collect::<SmallVec<[_; 64]>>());
        }
        self.merge(&group, groups)
    }

    /// Nodes of one group become one summary node.
    fn merge(&self, group: &[usize], groups: usize) -> Structure {
        let mut new = Structure::with_nodes(self.shape(), groups);
        for p in 0..self.shape().nullary {
            for plane in PLANES {
                new.put_nullary(p, plane, self.nullary_bit(p, plane));
            }
        }
        let w = self.words_per_row();
        let mut members = Words::from_elem(0, groups * w);
        for (n, g) in group.iter().enumerate() {
            put(&mut members[g * w..(g + 1) * w], n, true);
        }
        let members = |g: usize| &members[g * w..(g + 1) * w];
        for g in 0..groups {
            let several = ones(members(g)).nth(1).is_some();
            new.set_summary(g, several || ones(members(g)).any(|n| self.is_summary(n)));
        }
        // Of a row over the old nodes: groups with a member in it, and those that are in it.
        let some = |row: &[u64], to: &mut [u64]| ones(row).for_each(|n| put(to, group[n], true));
        let all = |row: &[u64], to: &mut [u64]| {
            for n in ones(row) {
                let inside = members(group[n]).iter().zip(row).all(|(a, b)| a & !b == 0);
                put(to, group[n], inside);
            }
        };
        for p in 0..self.shape().unary {
            some(
                self.unary_plane(p, Plane::May),
                new.unary_plane_mut(p, Plane::May),
            );
            all(
                self.unary_plane(p, Plane::Must),
                new.unary_plane_mut(p, Plane::Must),
            );
        }
        let mut row: SmallVec<[u64; 1]> = SmallVec::from_elem(0, w);
        for p in 0..self.shape().binary {
            for g in 0..groups {
                row.fill(0);
                for n in ones(members(g)) {
                    let own = self.binary_row(p, Plane::May, n);
                    row.iter_mut().zip(own).for_each(|(a, b)| *a |= b);
                }
                some(&row, new.binary_row_mut(p, Plane::May, g));
                // What must also may.
                for n in ones(members(g)) {
                    let own = self.binary_row(p, Plane::Must, n);
                    row.iter_mut().zip(own).for_each(|(a, b)| *a &= b);
                }
                all(&row, new.binary_row_mut(p, Plane::Must, g));
            }
        }
        new
    }

    /// Whether there is an embedding (a map onto the nodes of `other` that only loses
    /// information). A "no" may only mean that the search was given up.
    pub fn embeds_in(&self, other: &Structure, v: &Vocabulary) -> bool {
        debug_assert_eq!(self.shape(), v.shape());
        // Where canonical structures have the same names only the identity can be one: along
        // an embedding names lose information, and here there is none to lose.
        if self.has_names_of(other, v) && Names::new(self, v).are_sorted() {
            return self.is_below(other);
        }
        self.embeds(other)
    }

    /// Whether nodes have the same names, in the same order.
    fn has_names_of(&self, other: &Structure, v: &Vocabulary) -> bool {
        let same_plane = |p, plane| same(self.unary_plane(p, plane), other.unary_plane(p, plane));
        self.shape() == other.shape()
            && self.node_count() == other.node_count()
            && v.abstraction()
                .iter()
                .all(|p| PLANES.iter().all(|plane| same_plane(*p, *plane)))
    }

    /// Whether the identity is an embedding, into a structure of the same size.
    fn is_below(&self, other: &Structure) -> bool {
        let within = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(a, b)| a & !b == 0);
        self.planes()
            .zip(other.planes())
            .all(|((plane, a), (_, b))| match plane {
                Plane::Must => within(b, a),
                Plane::May => within(a, b),
            })
    }

    pub(crate) fn embeds(&self, other: &Structure) -> bool {
        #[cfg(test)]
        SEARCHES.set(SEARCHES.get() + 1);
        if self.shape() != other.shape() || other.node_count() > self.node_count() {
            return false;
        }
        if self == other {
            return true;
        }
        let below = |(must, may): (bool, bool), (must2, may2): (bool, bool)| {
            (must || !must2) && (!may || may2)
        };
        let nullary_below = (0..self.shape().nullary).all(|p| {
            below(
                (
                    self.nullary_bit(p, Plane::Must),
                    self.nullary_bit(p, Plane::May),
                ),
                (
                    other.nullary_bit(p, Plane::Must),
                    other.nullary_bit(p, Plane::May),
                ),
            )
        });
        if !nullary_below {
            return false;
        }
        let mut candidates: Vec<(usize, Vec<usize>)> = Vec::new();
        for a in 0..self.node_count() {
            let fits = |b: &usize| {
                (!self.is_summary(a) || other.is_summary(*b))
                    && (0..self.shape().unary).all(|p| {
                        below(
                            (
                                get(self.unary_plane(p, Plane::Must), a),
                                get(self.unary_plane(p, Plane::May), a),
                            ),
                            (
                                get(other.unary_plane(p, Plane::Must), *b),
                                get(other.unary_plane(p, Plane::May), *b),
                            ),
                        )
                    })
            };
            let fitting: Vec<usize> = (0..other.node_count()).filter(fits).collect();
            if fitting.is_empty() {
                return false;
            }
            candidates.push((a, fitting));
        }
        candidates.sort_by_key(|(_, fitting)| fitting.len());
        let mut map = vec![usize::MAX; self.node_count()];
        let mut steps = STEPS;
        self.search(other, &candidates, 0, &mut map, &mut steps)
    }

    fn search(
        &self,
        other: &Structure,
        candidates: &[(usize, Vec<usize>)],
        next: usize,
        map: &mut [usize],
        steps: &mut usize,
    ) -> bool {
        let Some((a, fitting)) = candidates.get(next) else {
            return (0..other.node_count()).all(|b| map.contains(&b));
        };
        for b in fitting {
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let alone = other.is_summary(*b) || !map.contains(b);
            map[*a] = *b;
            if alone
                && candidates[..=next]
                    .iter()
                    .all(|(c, _)| self.pair_below(other, (*a, *c), (*b, map[*c])))
                && self.search(other, candidates, next + 1, map, steps)
            {
                return true;
            }
            map[*a] = usize::MAX;
        }
        false
    }

    fn pair_below(
        &self,
        other: &Structure,
        (a, c): (usize, usize),
        (b, d): (usize, usize),
    ) -> bool {
        (0..self.shape().binary).all(|p| {
            [(a, c, b, d), (c, a, d, b)]
                .into_iter()
                .all(|(from, to, from2, to2)| {
                    (get(self.binary_row(p, Plane::Must, from), to)
                        || !get(other.binary_row(p, Plane::Must, from2), to2))
                        && (!get(self.binary_row(p, Plane::May, from), to)
                            || get(other.binary_row(p, Plane::May, from2), to2))
                })
        })
    }

    /// Hashes what structures with a join have in common: the names of the nodes of a
    /// canonical structure, and its nullary predicates.
    pub fn hash_names(&self, v: &Vocabulary, state: &mut impl Hasher) {
        state.write_usize(self.node_count());
        for plane in PLANES {
            let words = |words: &[u64], state: &mut _| {
                words
                    .iter()
                    .for_each(|word| Hasher::write_u64(state, *word));
            };
            for p in v.abstraction() {
                words(self.unary_plane(*p, plane), state);
            }
            words(self.nullary_plane(plane), state);
        }
    }

    /// The join of two canonical structures whose nodes have the same names and nullary
    /// predicates the same values; others have none that is worth having.
    pub fn join(&self, other: &Structure, v: &Vocabulary) -> Option<Structure> {
        let nullary = |plane| self.nullary_plane(plane) == other.nullary_plane(plane);
        if !self.has_names_of(other, v) || !PLANES.into_iter().all(nullary) {
            return None;
        }
        let mut joined = self.clone();
        joined.coerced = Coerced::unknown();
        for ((plane, words), (_, others)) in joined.planes_mut().zip(other.planes()) {
            words.iter_mut().zip(others).for_each(|(a, b)| match plane {
                Plane::Must => *a &= b,
                Plane::May => *a |= b,
            });
        }
        Some(joined)
    }
}
