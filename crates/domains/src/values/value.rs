//! Values: the lattice 𝕌 of the paper (section 4.1), with numbers that carry what
//! conditions taught about them.
//!
//! Joins are flat: two constants, or two pointers where one is a number, have nothing
//! in common. Pointers have: their targets ([`Pointer`]).

use super::offset::Offset;
use super::region::RegionId;
use crate::map::{Item, mix};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Anything of its type, every pointer included.
    Top,
    /// This number, which is nobody's address. Of a float, the bits.
    Int(i128),
    /// A number between bounds. It may be an address: nothing is known about that.
    Range(Rc<Range>),
    Pointer(Rc<Pointer>),
    /// A list of variable arguments: what is left of it.
    List(Rc<[Argument]>),
}

/// *Invariants*: more than one number is left; the excluded ones are in order and lie
/// between the bounds. Bounds are `i128`'s where nothing is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    pub lo: i128,
    pub hi: i128,
    pub excluded: SmallVec<[i128; 1]>,
}

/// More numbers are not excluded.
const MOST_EXCLUDED: usize = 6;

/// must(ρ) and may(v, A): a pointer to one of some addresses.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pointer {
    /// In order.
    pub addresses: SmallVec<[Address; 1]>,
    /// May it be null?
    pub null: bool,
    /// May it be another number that is nobody's address?
    pub wild: bool,
    /// What is known of the bytes at its target: the `v` of may(v, A), one for each
    /// access. In order.
    pub tags: SmallVec<[Tag; 1]>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    pub region: RegionId,
    pub offset: Offset,
}

/// The bits at some distance from where the pointer points have a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tag {
    /// In bits.
    pub by: i64,
    pub bits: u32,
    /// Without tags of its own.
    pub value: Value,
}

/// An unnamed argument, and how it was given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Argument {
    pub value: Value,
    /// None for aggregates.
    pub access: Option<super::tables::Access>,
}

/// More addresses are not told apart from any.
const MOST_ADDRESSES: usize = 24;
/// More offsets into one region are not told apart.
const MOST_OFFSETS: usize = 4;
/// More tags are not kept with a pointer.
const MOST_TAGS: usize = 8;

/// Flag of an item: it holds a pointer whose region may get another name.
pub const POINTS: u8 = 1;
/// Flag of an item: it holds a pointer with tags.
pub const TAGGED: u8 = 2;

impl Item for Value {
    fn digest(&self) -> u64 {
        match self {
            Value::Int(n) => mix(*n as u64 ^ (*n >> 64) as u64),
            _ => {
                let mut hasher = FxHasher::default();
                self.hash(&mut hasher);
                hasher.finish()
            }
        }
    }

    fn flags(&self) -> u8 {
        match self {
            Value::Top | Value::Int(_) | Value::Range(_) => 0,
            Value::Pointer(p) => p.flags(),
            Value::List(list) => list.iter().fold(0, |f, a| f | a.value.flags()),
        }
    }
}

impl Value {
    pub const ZERO: Value = Value::Int(0);

    pub fn is_top(&self) -> bool {
        matches!(self, Value::Top)
    }

    /// A range without some of its numbers; None if none is left.
    pub fn range(lo: i128, hi: i128, excluded: impl IntoIterator<Item = i128>) -> Option<Value> {
        let (mut lo, mut hi) = (lo, hi);
        let mut out: SmallVec<[i128; 1]> = excluded.into_iter().collect();
        out.sort_unstable();
        out.dedup();
        while out.first() == Some(&lo) {
            if lo == hi {
                return None;
            }
            lo += 1;
            out.remove(0);
        }
        while out.last() == Some(&hi) {
            if lo == hi {
                return None;
            }
            hi -= 1;
            out.pop();
        }
        out.retain(|n| lo < *n && *n < hi);
        if out.len() > MOST_EXCLUDED {
            // Zero is what is asked about.
            let zero = out.contains(&0);
            out.truncate(MOST_EXCLUDED - 1);
            if zero && !out.contains(&0) {
                out.push(0);
                out.sort_unstable();
            }
        }
        match lo.cmp(&hi) {
            std::cmp::Ordering::Greater => None,
            _ if lo == i128::MIN && hi == i128::MAX && out.is_empty() => Some(Value::Top),
            // One number is left, but it may be an address.
            _ => Some(Value::Range(Rc::new(Range {
                lo,
                hi,
                excluded: out,
            }))),
        }
    }

    /// A range of numbers that are no addresses.
    pub fn number(lo: i128, hi: i128) -> Value {
        match lo == hi {
            true => Value::Int(lo),
            false => Value::range(lo, hi, []).unwrap_or(Value::Top),
        }
    }

    pub fn pointer(pointer: Pointer) -> Value {
        if pointer.addresses.is_empty() && !pointer.wild && pointer.null {
            return Value::ZERO;
        }
        Value::Pointer(Rc::new(pointer))
    }

    pub fn to(region: RegionId, offset: Offset) -> Value {
        let mut pointer = Pointer::default();
        pointer.addresses.push(Address { region, offset });
        Value::Pointer(Rc::new(pointer))
    }

    /// The number, whatever else it may be.
    pub fn constant(&self) -> Option<i128> {
        match self {
            Value::Int(n) => Some(*n),
            Value::Range(r) if r.lo == r.hi => Some(r.lo),
            _ => None,
        }
    }

    /// The bounds of the number, in a type with those.
    pub fn bounds(&self, low: i128, high: i128) -> (i128, i128) {
        match self {
            Value::Int(n) => (*n, *n),
            Value::Range(r) => (r.lo.max(low), r.hi.min(high)),
            Value::Top | Value::Pointer(_) | Value::List(_) => (low, high),
        }
    }

    pub fn excludes(&self, n: i128) -> bool {
        match self {
            Value::Int(c) => *c != n,
            Value::Range(r) => n < r.lo || r.hi < n || r.excluded.contains(&n),
            Value::Pointer(p) => n == 0 && !p.null && p.addresses.iter().all(is_nonzero),
            Value::Top | Value::List(_) => false,
        }
    }

    pub fn without_tags(&self) -> Value {
        match self {
            Value::Pointer(p) if !p.tags.is_empty() => Value::pointer(Pointer {
                tags: SmallVec::new(),
                ..(**p).clone()
            }),
            Value::List(list) if self.flags() & TAGGED != 0 => {
                let list = list.iter().map(|a| Argument {
                    value: a.value.without_tags(),
                    ..a.clone()
                });
                Value::List(list.collect())
            }
            _ => self.clone(),
        }
    }

    /// Does `other` contain every concrete value that this does? A must pointer is
    /// below a tagged one if its target has the tag's value, which `read` tells.
    pub fn is_below(&self, other: &Value, read: &dyn Fn(&Pointer, &Tag) -> Value) -> bool {
        match (self, other) {
            (_, Value::Top) => true,
            (a, b) if a == b => true,
            (Value::Int(n), Value::Range(_)) => !other.excludes(*n),
            (Value::Range(a), Value::Range(b)) => {
                b.lo <= a.lo && a.hi <= b.hi && b.excluded.iter().all(|n| self.excludes(*n))
            }
            (Value::Int(0), Value::Pointer(p)) => p.null,
            (Value::Int(_), Value::Pointer(p)) => p.wild,
            (Value::Pointer(_), Value::Range(r)) => {
                (r.lo, r.hi) == (i128::MIN, i128::MAX) && r.excluded[..] == [0] && self.excludes(0)
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                (!a.null || b.null)
                    && (!a.wild || b.wild)
                    && a.addresses.iter().all(|x| b.includes(x))
                    && b.tags.iter().all(|tag| {
                        let known = a.tag(tag.by, tag.bits).cloned();
                        known
                            .unwrap_or_else(|| read(a, tag))
                            .is_below(&tag.value, read)
                    })
            }
            (Value::Top | Value::Int(_) | Value::Range(_) | Value::Pointer(_), _) => false,
            (Value::List(_), _) => false,
        }
    }

    /// The least value above both, as far as chains stay short: a range grows only
    /// from a constant.
    pub fn join(&self, other: &Value, reads: &Reads<'_>) -> Value {
        if self == other {
            return self.clone();
        }
        match (self, other) {
            (Value::Int(n), Value::Range(r)) | (Value::Range(r), Value::Int(n))
                if (r.lo..=r.hi).contains(n) =>
            {
                let excluded = r.excluded.iter().filter(|x| *x != n);
                Value::range(r.lo, r.hi, excluded.copied()).unwrap_or(Value::Top)
            }
            (Value::Range(a), Value::Range(b)) if (a.lo, a.hi) == (b.lo, b.hi) => {
                let both = a.excluded.iter().filter(|n| b.excluded.contains(n));
                Value::range(a.lo, a.hi, both.copied()).unwrap_or(Value::Top)
            }
            (Value::Int(n), Value::Pointer(p)) | (Value::Pointer(p), Value::Int(n)) => {
                let mut p = (**p).clone();
                match n {
                    0 => p.null = true,
                    _ => p.wild = true,
                }
                Value::pointer(p)
            }
            (Value::Pointer(a), Value::Pointer(b)) => a.join(b, reads),
            (Value::Int(_), Value::Int(_)) => Value::Top,
            (Value::Top, _) | (_, Value::Top) => Value::Top,
            (Value::List(_), _) | (_, Value::List(_)) => Value::Top,
            (Value::Range(_), _) | (_, Value::Range(_)) => {
                match self.excludes(0) && other.excludes(0) {
                    true => Value::range(i128::MIN, i128::MAX, [0]).unwrap_or(Value::Top),
                    false => Value::Top,
                }
            }
        }
    }

    /// The value with the addresses of regions renamed; None if one of them leads to
    /// too many.
    pub fn rename(&self, to: &dyn Fn(RegionId) -> Option<SmallVec<[RegionId; 2]>>) -> Value {
        match self {
            Value::Pointer(p) if p.flags() & POINTS != 0 => {
                let mut renamed = Pointer {
                    addresses: SmallVec::new(),
                    null: p.null,
                    wild: p.wild,
                    tags: SmallVec::new(),
                };
                let mut changed = false;
                for &address in &p.addresses {
                    match to(address.region) {
                        None => renamed.addresses.push(address),
                        Some(regions) => {
                            changed = true;
                            for region in regions {
                                renamed.addresses.push(Address { region, ..address });
                            }
                        }
                    }
                }
                for tag in &p.tags {
                    let value = tag.value.rename(to);
                    changed |= value != tag.value;
                    renamed.tags.push(Tag {
                        value,
                        ..tag.clone()
                    });
                }
                match changed {
                    true => renamed.normal(),
                    false => self.clone(),
                }
            }
            Value::List(list) if self.flags() & POINTS != 0 => {
                let list = list.iter().map(|a| Argument {
                    value: a.value.rename(to),
                    ..a.clone()
                });
                Value::List(list.collect())
            }
            _ => self.clone(),
        }
    }
}

/// What a must pointer's target holds in each of two states that are joined.
pub struct Reads<'a> {
    pub left: &'a dyn Fn(&Pointer, &Tag) -> Value,
    pub right: &'a dyn Fn(&Pointer, &Tag) -> Value,
}

impl Reads<'_> {
    /// Nothing is known of targets.
    pub const NONE: Reads<'static> = Reads {
        left: &|_, _| Value::Top,
        right: &|_, _| Value::Top,
    };
}

/// Is the address surely not 0? Objects lie well above it, and end below the top.
fn is_nonzero(address: &Address) -> bool {
    let Offset { lo, hi, .. } = address.offset;
    address.region != RegionId::ERROR && -0x1000 < lo && hi <= 16
        || address.region != RegionId::ERROR && 0 <= lo && hi < 1 << 30
}

impl Pointer {
    pub fn flags(&self) -> u8 {
        let moves = self.addresses.iter().any(|a| a.region.is_renamable());
        let inner = self.tags.iter().fold(0, |f, tag| f | tag.value.flags());
        (moves as u8 * POINTS) | (!self.tags.is_empty() as u8 * TAGGED) | inner
    }

    /// The one address, if it is one byte of one object: must(ρ).
    pub fn must(&self) -> Option<Address> {
        match self.addresses[..] {
            [address]
                if !self.null
                    && !self.wild
                    && address.offset.is_exact()
                    && !address.region.is_summary() =>
            {
                Some(address)
            }
            _ => None,
        }
    }

    pub fn tag(&self, by: i64, bits: u32) -> Option<&Value> {
        let tag = self.tags.iter().find(|t| (t.by, t.bits) == (by, bits));
        tag.map(|t| &t.value)
    }

    /// The pointer with this known of its target, and nothing else about those bits.
    pub fn set_tag(&mut self, by: i64, bits: u32, value: &Value) {
        self.tags
            .retain(|t| t.by + i64::from(t.bits) <= by || by + i64::from(bits) <= t.by);
        if !value.is_top() && self.tags.len() < MOST_TAGS {
            let value = value.without_tags();
            let at = self.tags.partition_point(|t| t.by < by);
            self.tags.insert(at, Tag { by, bits, value });
        }
    }

    fn includes(&self, address: &Address) -> bool {
        let same = self.addresses.iter().filter(|a| a.region == address.region);
        same.into_iter().any(|a| a.offset.contains(address.offset))
    }

    /// In order, without repetition, and not too much of it.
    pub fn normal(mut self) -> Value {
        self.addresses.sort_unstable();
        self.addresses.dedup();
        if self.addresses.len() > 1 {
            let mut kept: SmallVec<[Address; 1]> = SmallVec::new();
            let mut from = 0;
            while from < self.addresses.len() {
                let region = self.addresses[from].region;
                let rest = &self.addresses[from..];
                let count = rest.iter().take_while(|a| a.region == region).count();
                let group = &rest[..count];
                if count > MOST_OFFSETS {
                    let offset = Offset::ANY;
                    kept.push(Address { region, offset });
                } else {
                    // What another contains says nothing.
                    let inner = |a: &Address| {
                        let mut others = group.iter().filter(|b| *b != a);
                        others.any(|b| b.offset.contains(a.offset))
                    };
                    kept.extend(group.iter().filter(|a| !inner(a)).copied());
                }
                from += count;
            }
            self.addresses = kept;
            if self.addresses.len() > MOST_ADDRESSES {
                return match self.null {
                    true => Value::Top,
                    false => Value::range(i128::MIN, i128::MAX, [0])
                        .filter(|_| !self.wild && self.addresses.iter().all(is_nonzero))
                        .unwrap_or(Value::Top),
                };
            }
        }
        Value::pointer(self)
    }

    fn join(&self, other: &Pointer, reads: &Reads<'_>) -> Value {
        let mut joined = Pointer {
            addresses: SmallVec::new(),
            null: self.null || other.null,
            wild: self.wild || other.wild,
            tags: SmallVec::new(),
        };
        let mut regions: SmallVec<[RegionId; 4]> = SmallVec::new();
        for address in self.addresses.iter().chain(&other.addresses) {
            if !regions.contains(&address.region) {
                regions.push(address.region);
            }
        }
        for region in regions {
            let offsets = |p: &Pointer| -> SmallVec<[Offset; 2]> {
                let here = p.addresses.iter().filter(|a| a.region == region);
                here.map(|a| a.offset).collect()
            };
            let together = join_offsets(offsets(self), offsets(other));
            let together = together
                .into_iter()
                .map(|offset| Address { region, offset });
            joined.addresses.extend(together);
        }
        // Narrow ones first, whichever of the two has them: they exclude each other.
        let mut known: SmallVec<[(u32, i64); 4]> = SmallVec::new();
        known.extend(self.tags.iter().chain(&other.tags).map(|t| (t.bits, t.by)));
        known.sort_unstable();
        known.dedup();
        for (bits, by) in known {
            let of = |p: &Pointer, read: &dyn Fn(&Pointer, &Tag) -> Value| {
                let wanted = Tag {
                    by,
                    bits,
                    value: Value::Top,
                };
                p.tag(by, bits).cloned().unwrap_or_else(|| read(p, &wanted))
            };
            let (a, b) = (of(self, reads.left), of(other, reads.right));
            let both = a.without_tags().join(&b.without_tags(), &Reads::NONE);
            if !both.is_top() {
                joined.set_tag(by, bits, &both);
            }
        }
        joined.normal()
    }
}

/// The offsets of two pointers into one region. A progression takes in what it contains,
/// but does not grow: chains stay short.
fn join_offsets(a: SmallVec<[Offset; 2]>, b: SmallVec<[Offset; 2]>) -> SmallVec<[Offset; 2]> {
    if b.iter().all(|x| a.contains(x)) {
        return a;
    }
    if a.iter().all(|x| b.contains(x)) {
        return b;
    }
    let mut all = a;
    all.extend(b);
    all.sort_unstable();
    all.dedup();
    let mut wide = all.iter().filter(|x| !x.is_exact());
    match (wide.next().copied(), wide.next()) {
        (None, _) => all,
        (Some(one), None) if all.iter().all(|x| one.contains(*x)) => smallvec::smallvec![one],
        _ => smallvec::smallvec![Offset::ANY],
    }
}
