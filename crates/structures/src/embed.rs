//! Canonical abstraction, and the order between structures.
//!
//! Canonical abstraction merges the nodes on which all abstraction predicates have the
//! same values (TOPLAS 2002, section 4.4). A node's vector of these values is its
//! canonical name; nodes are sorted by it, so isomorphic abstractions are equal.

use crate::coerce::Coerced;
use crate::structure::{PLANES, Plane, get, ones, put, words_for};
use crate::{Structure, Vocabulary};
use std::hash::{Hash, Hasher};

/// How many steps the search for an embedding may take. Canonical names decide almost
/// always; what they leave open is not worth more.
const STEPS: usize = 10_000;

#[cfg(test)]
thread_local! {
    /// How often an embedding was looked for.
    pub(crate) static SEARCHES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Structure {
    /// The canonical abstraction, nodes sorted by canonical name.
    pub fn canonical(self, v: &Vocabulary) -> Structure {
        let name = |node: usize| -> Vec<u8> {
            let value = |p: &usize| {
                u8::from(get(self.unary_plane(*p, Plane::Must), node))
                    + u8::from(get(self.unary_plane(*p, Plane::May), node))
            };
            v.abstraction().iter().map(value).collect()
        };
        let mut order: Vec<(Vec<u8>, usize)> =
            (0..self.node_count()).map(|n| (name(n), n)).collect();
        order.sort();
        let mut group = vec![0; self.node_count()];
        let mut groups = 0;
        let mut first = Vec::new();
        for i in 0..order.len() {
            if i == 0 || order[i].0 != order[i - 1].0 {
                groups += 1;
                first.push(order[i].1);
            }
            group[order[i].1] = groups - 1;
        }
        if groups == self.node_count() {
            if first.iter().enumerate().all(|(i, n)| i == *n) {
                return self;
            }
            return self.select(&first.into_iter().map(Some).collect::<Vec<_>>());
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
        let mut size = vec![0usize; groups];
        for (n, g) in group.iter().enumerate() {
            size[*g] += 1;
            if size[*g] > 1 || self.is_summary(n) {
                new.set_summary(*g, true);
            }
        }
        let w = words_for(groups);
        let mut everywhere = vec![0u64; w];
        (0..groups).for_each(|g| put(&mut everywhere, g, true));
        // Must: the bits of all members; computed as the complement of "some member has not".
        let spread =
            |row: &[u64], any: &mut [u64]| ones(row).for_each(|n| put(any, group[n], true));
        let spread_not = |row: &[u64], any: &mut [u64]| {
            (0..self.node_count())
                .filter(|n| !get(row, *n))
                .for_each(|n| put(any, group[n], true));
        };
        for p in 0..self.shape().unary {
            spread(
                self.unary_plane(p, Plane::May),
                new.unary_plane_mut(p, Plane::May),
            );
            let must = new.unary_plane_mut(p, Plane::Must);
            spread_not(self.unary_plane(p, Plane::Must), must);
            must.iter_mut()
                .zip(&everywhere)
                .for_each(|(word, all)| *word = !*word & all);
        }
        for p in 0..self.shape().binary {
            for (n, g) in group.iter().enumerate() {
                spread(
                    self.binary_row(p, Plane::May, n),
                    new.binary_row_mut(p, Plane::May, *g),
                );
                spread_not(
                    self.binary_row(p, Plane::Must, n),
                    new.binary_row_mut(p, Plane::Must, *g),
                );
            }
            for g in 0..groups {
                let must = new.binary_row_mut(p, Plane::Must, g);
                must.iter_mut()
                    .zip(&everywhere)
                    .for_each(|(word, all)| *word = !*word & all);
            }
        }
        new
    }

    /// Whether there is an embedding (a map onto the nodes of `other` that only loses
    /// information). A "no" may only mean that the search was given up.
    pub fn embeds_in(&self, other: &Structure, v: &Vocabulary) -> bool {
        debug_assert_eq!(self.shape(), v.shape());
        self.embeds(other)
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
        self.node_count().hash(state);
        for plane in PLANES {
            for p in v.abstraction() {
                self.unary_plane(*p, plane).hash(state);
            }
            for p in 0..self.shape().nullary {
                self.nullary_bit(p, plane).hash(state);
            }
        }
    }

    /// The join of two canonical structures whose nodes have the same names and nullary
    /// predicates the same values; others have none that is worth having.
    pub fn join(&self, other: &Structure, v: &Vocabulary) -> Option<Structure> {
        let same = |p: &usize| {
            PLANES
                .iter()
                .all(|plane| self.unary_plane(*p, *plane) == other.unary_plane(*p, *plane))
        };
        let nullary = |p| {
            PLANES
                .iter()
                .all(|plane| self.nullary_bit(p, *plane) == other.nullary_bit(p, *plane))
        };
        if self.shape() != other.shape()
            || self.node_count() != other.node_count()
            || !v.abstraction().iter().all(same)
            || !(0..self.shape().nullary).all(nullary)
        {
            return None;
        }
        let mut joined = self.clone();
        joined.coerced = Coerced::default();
        let both = |a: &mut [u64], b: &[u64], plane: Plane| {
            a.iter_mut().zip(b).for_each(|(a, b)| match plane {
                Plane::Must => *a &= b,
                Plane::May => *a |= b,
            });
        };
        both(joined.summaries_mut(), other.summaries(), Plane::May);
        for plane in PLANES {
            for p in 0..self.shape().unary {
                both(
                    joined.unary_plane_mut(p, plane),
                    other.unary_plane(p, plane),
                    plane,
                );
            }
            for p in 0..self.shape().binary {
                both(
                    joined.binary_plane_mut(p, plane),
                    other.binary_plane(p, plane),
                    plane,
                );
            }
        }
        Some(joined)
    }
}
