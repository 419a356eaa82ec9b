//! Persistent maps from 32-bit keys: big-endian Patricia trees (Okasaki and Gill 1998).
//!
//! Updates copy a path and share the rest; join, order and equality skip what two maps
//! share, so that they cost what differs, not what there is. Each node knows a digest
//! of its contents, so that hashing a map is a field access, and the union of its
//! items' flags, so that a search for what is flagged does not look elsewhere.
//!
//! *Invariant*: the shape of a tree depends on its keys only.

use std::fmt;
use std::rc::Rc;

/// What a map can hold.
pub trait Item: Clone + PartialEq {
    /// Equal items have equal digests.
    fn digest(&self) -> u64;
    fn flags(&self) -> u8 {
        0
    }
}

enum Node<T> {
    Leaf {
        key: u32,
        digest: u64,
        value: T,
    },
    /// Keys agree above `bit`; `left` has those without it.
    Branch {
        prefix: u32,
        bit: u32,
        digest: u64,
        flags: u8,
        left: Rc<Node<T>>,
        right: Rc<Node<T>>,
    },
}

type Link<T> = Option<Rc<Node<T>>>;

#[derive(Clone)]
pub struct Map<T> {
    root: Link<T>,
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Map { root: None }
    }
}

/// What becomes of a key that only one of two maps has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Alone {
    Drop,
    Keep,
    /// The function is asked.
    Ask,
}

/// Spreads the bits of a number.
pub fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn digest_of(key: u32, value: u64) -> u64 {
    mix(value.wrapping_add(mix(u64::from(key).wrapping_add(0x9e37_79b9_7f4a_7c15))))
}

impl<T: Item> Node<T> {
    fn digest(&self) -> u64 {
        match self {
            Node::Leaf { digest, .. } | Node::Branch { digest, .. } => *digest,
        }
    }

    fn flags(&self) -> u8 {
        match self {
            Node::Leaf { value, .. } => value.flags(),
            Node::Branch { flags, .. } => *flags,
        }
    }

    /// A key of the subtree: all agree with it above the branching bit.
    fn some_key(&self) -> u32 {
        match self {
            Node::Leaf { key, .. } => *key,
            Node::Branch { prefix, .. } => *prefix,
        }
    }
}

fn leaf<T: Item>(key: u32, value: T) -> Rc<Node<T>> {
    let digest = digest_of(key, value.digest());
    Rc::new(Node::Leaf { key, digest, value })
}

fn mask(key: u32, bit: u32) -> u32 {
    key & !(bit | (bit - 1))
}

fn branch<T: Item>(prefix: u32, bit: u32, left: Rc<Node<T>>, right: Rc<Node<T>>) -> Rc<Node<T>> {
    Rc::new(Node::Branch {
        prefix,
        bit,
        digest: left.digest().wrapping_add(right.digest()),
        flags: left.flags() | right.flags(),
        left,
        right,
    })
}

/// Two subtrees whose keys differ at some bit.
fn join<T: Item>(a: Rc<Node<T>>, b: Rc<Node<T>>) -> Rc<Node<T>> {
    let (x, y) = (a.some_key(), b.some_key());
    let bit = 1 << (31 - (x ^ y).leading_zeros());
    match x & bit == 0 {
        true => branch(mask(x, bit), bit, a, b),
        false => branch(mask(x, bit), bit, b, a),
    }
}

/// A branch whose sides may have become empty.
fn rejoin<T: Item>(prefix: u32, bit: u32, left: Link<T>, right: Link<T>) -> Link<T> {
    match (left, right) {
        (None, other) | (other, None) => other,
        (Some(l), Some(r)) => Some(branch(prefix, bit, l, r)),
    }
}

/// The new subtree; None if nothing changes.
fn insert<T: Item>(node: &Rc<Node<T>>, key: u32, new: T) -> Option<Rc<Node<T>>> {
    match &**node {
        Node::Leaf { key: k, value, .. } if *k == key => (*value != new).then(|| leaf(key, new)),
        Node::Leaf { .. } => Some(join(Rc::clone(node), leaf(key, new))),
        Node::Branch { prefix, bit, .. } if mask(key, *bit) != *prefix => {
            Some(join(Rc::clone(node), leaf(key, new)))
        }
        Node::Branch {
            prefix,
            bit,
            left,
            right,
            ..
        } => Some(match key & bit == 0 {
            true => branch(*prefix, *bit, insert(left, key, new)?, Rc::clone(right)),
            false => branch(*prefix, *bit, Rc::clone(left), insert(right, key, new)?),
        }),
    }
}

fn remove<T: Item>(node: &Rc<Node<T>>, key: u32) -> Link<T> {
    match &**node {
        Node::Leaf { key: k, .. } => (*k != key).then(|| Rc::clone(node)),
        Node::Branch { prefix, bit, .. } if mask(key, *bit) != *prefix => Some(Rc::clone(node)),
        Node::Branch {
            prefix,
            bit,
            left,
            right,
            ..
        } => {
            let (l, r) = match key & bit == 0 {
                true => (remove(left, key), Some(Rc::clone(right))),
                false => (Some(Rc::clone(left)), remove(right, key)),
            };
            let same = |a: &Link<T>, b: &Rc<Node<T>>| a.as_ref().is_some_and(|a| Rc::ptr_eq(a, b));
            match same(&l, left) && same(&r, right) {
                true => Some(Rc::clone(node)),
                false => rejoin(*prefix, *bit, l, r),
            }
        }
    }
}

fn first<T>(node: &Node<T>) -> (u32, &T) {
    match node {
        Node::Leaf { key, value, .. } => (*key, value),
        Node::Branch { left, .. } => first(left),
    }
}

fn last<T>(node: &Node<T>) -> (u32, &T) {
    match node {
        Node::Leaf { key, value, .. } => (*key, value),
        Node::Branch { right, .. } => last(right),
    }
}

fn next_from<T>(node: &Node<T>, key: u32) -> Option<(u32, &T)> {
    match node {
        Node::Leaf { key: k, value, .. } => (*k >= key).then_some((*k, value)),
        Node::Branch {
            prefix,
            bit,
            left,
            right,
            ..
        } => match mask(key, *bit).cmp(prefix) {
            std::cmp::Ordering::Less => Some(first(node)),
            std::cmp::Ordering::Greater => None,
            std::cmp::Ordering::Equal if key & bit == 0 => {
                next_from(left, key).or_else(|| Some(first(right)))
            }
            std::cmp::Ordering::Equal => next_from(right, key),
        },
    }
}

fn last_to<T>(node: &Node<T>, key: u32) -> Option<(u32, &T)> {
    match node {
        Node::Leaf { key: k, value, .. } => (*k <= key).then_some((*k, value)),
        Node::Branch {
            prefix,
            bit,
            left,
            right,
            ..
        } => match mask(key, *bit).cmp(prefix) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Greater => Some(last(node)),
            std::cmp::Ordering::Equal if key & bit != 0 => {
                last_to(right, key).or_else(|| Some(last(left)))
            }
            std::cmp::Ordering::Equal => last_to(left, key),
        },
    }
}

fn same<T: Item>(a: &Rc<Node<T>>, b: &Rc<Node<T>>) -> bool {
    if Rc::ptr_eq(a, b) {
        return true;
    }
    if a.digest() != b.digest() {
        return false;
    }
    match (&**a, &**b) {
        (
            Node::Leaf { key, value, .. },
            Node::Leaf {
                key: k, value: v, ..
            },
        ) => key == k && value == v,
        (
            Node::Branch { left, right, .. },
            Node::Branch {
                left: l, right: r, ..
            },
        ) => same(left, l) && same(right, r),
        (Node::Leaf { .. }, Node::Branch { .. }) | (Node::Branch { .. }, Node::Leaf { .. }) => {
            false
        }
    }
}

/// A function of the items that two maps have for a key.
type Both<'f, T, R> = dyn FnMut(u32, Option<&T>, Option<&T>) -> R + 'f;

struct Merge<'f, T> {
    f: &'f mut Both<'f, T, Option<T>>,
    left: Alone,
    right: Alone,
}

impl<T: Item> Merge<'_, T> {
    fn alone(&mut self, node: &Rc<Node<T>>, is_left: bool) -> Link<T> {
        match if is_left { self.left } else { self.right } {
            Alone::Drop => None,
            Alone::Keep => Some(Rc::clone(node)),
            Alone::Ask => {
                let f = &mut self.f;
                map(node, None, &mut |key, value| match is_left {
                    true => f(key, Some(value), None),
                    false => f(key, None, Some(value)),
                })
            }
        }
    }

    fn nodes(&mut self, a: &Rc<Node<T>>, b: &Rc<Node<T>>) -> Link<T> {
        if Rc::ptr_eq(a, b) {
            return Some(Rc::clone(a));
        }
        match (&**a, &**b) {
            (
                Node::Leaf { key, value, .. },
                Node::Leaf {
                    key: k, value: v, ..
                },
            ) if key == k => {
                let new = (self.f)(*key, Some(value), Some(v))?;
                Some(if new == *value {
                    Rc::clone(a)
                } else if new == *v {
                    Rc::clone(b)
                } else {
                    leaf(*key, new)
                })
            }
            (
                Node::Branch {
                    prefix,
                    bit,
                    left,
                    right,
                    ..
                },
                Node::Branch {
                    prefix: p,
                    bit: q,
                    left: l,
                    right: r,
                    ..
                },
            ) if prefix == p && bit == q => {
                let (x, y) = (self.nodes(left, l), self.nodes(right, r));
                self.rebuilt(a, b, x, y)
            }
            (
                Node::Branch {
                    prefix,
                    bit,
                    left,
                    right,
                    ..
                },
                _,
            ) if covers(*prefix, *bit, b) => {
                let (x, y) = match b.some_key() & bit == 0 {
                    true => (self.nodes(left, b), self.alone(right, true)),
                    false => (self.alone(left, true), self.nodes(right, b)),
                };
                self.rebuilt(a, a, x, y)
            }
            (
                _,
                Node::Branch {
                    prefix,
                    bit,
                    left,
                    right,
                    ..
                },
            ) if covers(*prefix, *bit, a) => {
                let (x, y) = match a.some_key() & bit == 0 {
                    true => (self.nodes(a, left), self.alone(right, false)),
                    false => (self.alone(left, false), self.nodes(a, right)),
                };
                self.rebuilt(b, b, x, y)
            }
            (Node::Leaf { .. } | Node::Branch { .. }, Node::Leaf { .. } | Node::Branch { .. }) => {
                match (self.alone(a, true), self.alone(b, false)) {
                    (None, other) | (other, None) => other,
                    (Some(x), Some(y)) => Some(join(x, y)),
                }
            }
        }
    }

    /// A branch with new sides; the old one where nothing changed.
    fn rebuilt(&self, a: &Rc<Node<T>>, b: &Rc<Node<T>>, x: Link<T>, y: Link<T>) -> Link<T> {
        for old in [a, b] {
            if let (Node::Branch { left, right, .. }, Some(x), Some(y)) = (&**old, &x, &y)
                && Rc::ptr_eq(left, x)
                && Rc::ptr_eq(right, y)
            {
                return Some(Rc::clone(old));
            }
        }
        match &**a {
            Node::Branch { prefix, bit, .. } => rejoin(*prefix, *bit, x, y),
            Node::Leaf { .. } => None,
        }
    }
}

/// Does the branch lie above the other subtree?
fn covers<T: Item>(prefix: u32, bit: u32, other: &Node<T>) -> bool {
    let below = match other {
        Node::Leaf { .. } => true,
        Node::Branch { bit: b, .. } => *b < bit,
    };
    below && mask(other.some_key(), bit) == prefix
}

fn map<T: Item>(
    node: &Rc<Node<T>>,
    flag: Option<u8>,
    f: &mut dyn FnMut(u32, &T) -> Option<T>,
) -> Link<T> {
    if flag.is_some_and(|flag| node.flags() & flag == 0) {
        return Some(Rc::clone(node));
    }
    match &**node {
        Node::Leaf { key, value, .. } => {
            let new = f(*key, value)?;
            Some(match new == *value {
                true => Rc::clone(node),
                false => leaf(*key, new),
            })
        }
        Node::Branch {
            prefix,
            bit,
            left,
            right,
            ..
        } => {
            let (l, r) = (map(left, flag, f), map(right, flag, f));
            if let (Some(x), Some(y)) = (&l, &r)
                && Rc::ptr_eq(x, left)
                && Rc::ptr_eq(y, right)
            {
                return Some(Rc::clone(node));
            }
            rejoin(*prefix, *bit, l, r)
        }
    }
}

fn each<T>(node: &Node<T>, f: &mut dyn FnMut(u32, &T) -> bool) -> bool {
    match node {
        Node::Leaf { key, value, .. } => f(*key, value),
        Node::Branch { left, right, .. } => each(left, f) && each(right, f),
    }
}

fn all<T: Item>(a: &Rc<Node<T>>, b: &Rc<Node<T>>, f: &mut Both<'_, T, bool>) -> bool {
    if Rc::ptr_eq(a, b) {
        return true;
    }
    match (&**a, &**b) {
        (
            Node::Leaf { key, value, .. },
            Node::Leaf {
                key: k, value: v, ..
            },
        ) if key == k => f(*key, Some(value), Some(v)),
        (
            Node::Branch {
                prefix,
                bit,
                left,
                right,
                ..
            },
            Node::Branch {
                prefix: p,
                bit: q,
                left: l,
                right: r,
                ..
            },
        ) if prefix == p && bit == q => all(left, l, f) && all(right, r, f),
        (
            Node::Branch {
                prefix,
                bit,
                left,
                right,
                ..
            },
            _,
        ) if covers(*prefix, *bit, b) => match b.some_key() & bit == 0 {
            true => all(left, b, f) && each(right, &mut |k, v| f(k, Some(v), None)),
            false => each(left, &mut |k, v| f(k, Some(v), None)) && all(right, b, f),
        },
        (
            _,
            Node::Branch {
                prefix,
                bit,
                left,
                right,
                ..
            },
        ) if covers(*prefix, *bit, a) => match a.some_key() & bit == 0 {
            true => all(a, left, f) && each(right, &mut |k, v| f(k, None, Some(v))),
            false => each(left, &mut |k, v| f(k, None, Some(v))) && all(a, right, f),
        },
        (Node::Leaf { .. } | Node::Branch { .. }, Node::Leaf { .. } | Node::Branch { .. }) => {
            each(a, &mut |k, v| f(k, Some(v), None)) && each(b, &mut |k, v| f(k, None, Some(v)))
        }
    }
}

impl<T: Item> Map<T> {
    pub fn new() -> Map<T> {
        Map { root: None }
    }

    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    pub fn digest(&self) -> u64 {
        self.root.as_ref().map_or(0, |n| n.digest())
    }

    /// The union of the items' flags.
    pub fn flags(&self) -> u8 {
        self.root.as_ref().map_or(0, |n| n.flags())
    }

    pub fn get(&self, key: u32) -> Option<&T> {
        let mut node = self.root.as_deref()?;
        loop {
            match node {
                Node::Leaf { key: k, value, .. } => return (*k == key).then_some(value),
                Node::Branch {
                    bit, left, right, ..
                } => node = if key & bit == 0 { left } else { right },
            }
        }
    }

    pub fn insert(&mut self, key: u32, value: T) {
        match &self.root {
            None => self.root = Some(leaf(key, value)),
            Some(node) => {
                if let Some(new) = insert(node, key, value) {
                    self.root = Some(new);
                }
            }
        }
    }

    pub fn remove(&mut self, key: u32) {
        if let Some(node) = &self.root {
            self.root = remove(node, key);
        }
    }

    /// The first entry whose key is not less.
    pub fn next_from(&self, key: u32) -> Option<(u32, &T)> {
        next_from(self.root.as_deref()?, key)
    }

    /// The last entry whose key is not greater.
    pub fn last_to(&self, key: u32) -> Option<(u32, &T)> {
        last_to(self.root.as_deref()?, key)
    }

    /// Entries in order of keys, until `f` says false. Was that never?
    pub fn each(&self, mut f: impl FnMut(u32, &T) -> bool) -> bool {
        self.root.as_deref().is_none_or(|node| each(node, &mut f))
    }

    /// Applies `f` to the items that have one of the flags; None removes.
    pub fn map_flagged(&mut self, flag: u8, mut f: impl FnMut(u32, &T) -> Option<T>) {
        if let Some(node) = &self.root {
            self.root = map(node, Some(flag), &mut f);
        }
    }

    /// A map made of two. `f` must give what both agree on; what they share is not
    /// asked about.
    pub fn merge(
        &self,
        other: &Map<T>,
        (left, right): (Alone, Alone),
        mut f: impl FnMut(u32, Option<&T>, Option<&T>) -> Option<T>,
    ) -> Map<T> {
        let mut merge = Merge {
            f: &mut f,
            left,
            right,
        };
        let root = match (&self.root, &other.root) {
            (None, None) => None,
            (Some(a), None) => merge.alone(a, true),
            (None, Some(b)) => merge.alone(b, false),
            (Some(a), Some(b)) => merge.nodes(a, b),
        };
        Map { root }
    }

    /// Does `f` hold for all keys of the two? It must hold of equal items, which are
    /// not always asked about.
    pub fn all(
        &self,
        other: &Map<T>,
        mut f: impl FnMut(u32, Option<&T>, Option<&T>) -> bool,
    ) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), None) => each(a, &mut |k, v| f(k, Some(v), None)),
            (None, Some(b)) => each(b, &mut |k, v| f(k, None, Some(v))),
            (Some(a), Some(b)) => all(a, b, &mut f),
        }
    }

    /// Do the two share all they have?
    pub fn is_same(&self, other: &Map<T>) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }
}

impl<T: Item> PartialEq for Map<T> {
    fn eq(&self, other: &Map<T>) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => same(a, b),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }
}

impl<T: Item> Eq for Map<T> {}

impl<T: Item + fmt::Debug> fmt::Debug for Map<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        self.each(|k, v| {
            map.entry(&k, v);
            true
        });
        map.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    impl Item for u64 {
        fn digest(&self) -> u64 {
            *self
        }
        fn flags(&self) -> u8 {
            self.is_multiple_of(7) as u8
        }
    }

    fn random(seed: &mut u64) -> u32 {
        *seed = mix(seed.wrapping_add(0x1234_5678_9abc_def1));
        // Few different keys, at both ends of the range.
        let key = (*seed as u32) % 40;
        if *seed >> 40 & 1 == 0 { key } else { key << 26 }
    }

    fn built(seed: u64) -> (Map<u64>, BTreeMap<u32, u64>) {
        let (mut map, mut model) = (Map::new(), BTreeMap::new());
        let mut seed = mix(seed);
        for i in 0..60 {
            let key = random(&mut seed);
            if i % 4 == 3 {
                map.remove(key);
                model.remove(&key);
            } else {
                map.insert(key, u64::from(key) % 5 + i % 3);
                model.insert(key, u64::from(key) % 5 + i % 3);
            }
        }
        (map, model)
    }

    fn entries(map: &Map<u64>) -> BTreeMap<u32, u64> {
        let mut found = BTreeMap::new();
        map.each(|k, v| {
            found.insert(k, *v);
            true
        });
        found
    }

    #[test]
    fn behaves_as_an_ordered_map() {
        for seed in 0..200 {
            let (map, model) = built(seed);
            assert_eq!(entries(&map), model);
            for key in (0..41).chain((0..41).map(|k| k << 26)) {
                assert_eq!(map.get(key), model.get(&key));
                let next = model.range(key..).next().map(|(k, v)| (*k, v));
                assert_eq!(map.next_from(key), next);
                let last = model.range(..=key).next_back().map(|(k, v)| (*k, v));
                assert_eq!(map.last_to(key), last);
            }
            assert_eq!(map.flags() != 0, model.values().any(|v| v % 7 == 0));
        }
    }

    #[test]
    fn equal_maps_are_equal_however_made() {
        for seed in 0..100 {
            let (map, model) = built(seed);
            let mut again = Map::new();
            for (k, v) in model.iter().rev() {
                again.insert(*k, *v);
            }
            assert!(map == again);
            assert_eq!(map.digest(), again.digest());
        }
    }

    #[test]
    fn merges_key_by_key() {
        for seed in 0..200 {
            let (a, x) = built(seed);
            let (b, y) = built(seed + 1000);
            let f = |_: u32, a: Option<&u64>, b: Option<&u64>| match (a, b) {
                (Some(a), Some(b)) => (*a != b + 1).then(|| *a.max(b)),
                (one, other) => one.or(other).filter(|v| **v > 2).copied(),
            };
            let keys = x.keys().chain(y.keys());
            let expected: BTreeMap<u32, u64> = keys
                .filter_map(|k| Some((*k, f(*k, x.get(k), y.get(k))?)))
                .collect();
            let merged = a.merge(&b, (Alone::Ask, Alone::Ask), f);
            assert_eq!(entries(&merged), expected);
            let kept = a.merge(&b, (Alone::Keep, Alone::Drop), f);
            let expected: BTreeMap<u32, u64> = x
                .iter()
                .filter_map(|(k, v)| match y.get(k) {
                    None => Some((*k, *v)),
                    Some(w) => Some((*k, f(*k, Some(v), Some(w))?)),
                })
                .collect();
            assert_eq!(entries(&kept), expected);
            assert_eq!(a.all(&b, |_, a, b| a == b), x == y);
        }
    }
}
