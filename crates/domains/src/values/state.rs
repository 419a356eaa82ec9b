//! Abstract states: θ of the paper, what a frame's registers and all memory hold.

use super::object::{DEAD, LIVE, NONE, Object};
use super::region::{ContextId, RegionId};
use super::tables::Access;
use super::value::{Address, Argument, POINTS, Pointer, Reads, TAGGED, Tag, Value};
use crate::map::{Alone, Item, Map, mix};
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A state within one function. What its callers' registers hold is theirs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Scalars of the frame that nothing points to; absent is ⊤.
    pub registers: Map<Value>,
    /// All objects that there may be; an absent region has none. The environment's
    /// are not here: they may hold anything.
    pub memory: Map<Rc<Object>>,
    /// What has become of blocks since the function was entered, by the name they had
    /// then; absent ones have kept it.
    pub destiny: Map<Destiny>,
    /// Who called the library, while in it.
    pub context: ContextId,
    /// In library code, the string literals that the function was called with, by a
    /// number; else 0. Formats are read with as little doubt as possible.
    pub literals: u64,
    /// What the function returns, after its return.
    pub result: Option<Rc<Handed>>,
    /// The unnamed arguments of the frame.
    pub unnamed: Option<Rc<[Argument]>>,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let more = self.result.is_some() as u64 + 2 * self.unnamed.is_some() as u64;
        let all = mix(self.registers.digest())
            .wrapping_add(self.memory.digest())
            .wrapping_add(mix(self.destiny.digest()).rotate_left(17))
            .wrapping_add(self.place())
            .wrapping_add(more);
        hasher.write_u64(mix(all));
    }
}

/// A value handed over at a call or return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Handed {
    Scalar(Value, Access),
    Aggregate(Object, u64),
}

/// What a block may be called now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Destiny(pub u8);

impl Destiny {
    pub const STAYS: u8 = 1;
    pub const EARLIER: u8 = 2;
    pub const ENDED: u8 = 4;
    /// The site's one name has got another block beside. This must not be covered by
    /// states in which it has not: returns would keep what the others held.
    pub const JOINED: u8 = 8;

    /// This, and then that.
    pub fn then(self, next: Destiny) -> Destiny {
        match self.0 & Destiny::STAYS {
            0 => self,
            _ => Destiny(self.0 & !Destiny::STAYS | next.0),
        }
    }
}

impl Item for Destiny {
    fn digest(&self) -> u64 {
        u64::from(self.0)
    }
}

const KEPT: Destiny = Destiny(Destiny::STAYS);

impl State {
    /// What keeps states apart: who called, and with which literals.
    pub fn place(&self) -> u64 {
        mix(self.context.digest() ^ self.literals)
    }

    pub fn object(&self, region: RegionId) -> Option<&Rc<Object>> {
        self.memory.get(region.key())
    }

    pub fn register(&self, var: program::VarId) -> Value {
        let known = self.registers.get(program::Id::index(var) as u32);
        known.cloned().unwrap_or(Value::Top)
    }

    pub fn set_register(&mut self, var: program::VarId, value: Value) {
        let key = program::Id::index(var) as u32;
        match value {
            Value::Top => self.registers.remove(key),
            value => self.registers.insert(key, value),
        }
    }

    pub fn set_object(&mut self, region: RegionId, object: Object) {
        self.memory.insert(region.key(), Rc::new(object));
    }

    /// Renames regions wherever their addresses are kept.
    pub fn rename(&mut self, to: &dyn Fn(RegionId) -> Option<SmallVec<[RegionId; 2]>>) {
        self.registers
            .map_flagged(POINTS, |_, value| known(value.rename(to)));
        self.memory
            .map_flagged(POINTS, |_, object| Some(renamed(object, to)));
        if let Some(result) = &self.result {
            let result = match &**result {
                Handed::Scalar(value, access) => Handed::Scalar(value.rename(to), *access),
                Handed::Aggregate(object, size) => {
                    let object = renamed(&Rc::new(object.clone()), to);
                    Handed::Aggregate((*object).clone(), *size)
                }
            };
            self.result = Some(Rc::new(result));
        }
        if let Some(unnamed) = &self.unnamed {
            let list = unnamed.iter().map(|a| Argument {
                value: a.value.rename(to),
                ..a.clone()
            });
            self.unnamed = Some(list.collect());
        }
    }

    fn rename_one(&mut self, from: RegionId, to: RegionId) {
        self.rename(&|region| (region == from).then(|| smallvec![to]));
    }

    /// Notes what becomes of a block that had its name on entry.
    pub fn note(&mut self, region: RegionId, what: u8) {
        if region.is_site() && !region.is_summary() {
            let old = self.destiny.get(region.key()).copied().unwrap_or(KEPT);
            self.destiny.insert(region.key(), old.then(Destiny(what)));
        }
    }

    /// The region's name is needed for a new object: the old one joins the earlier
    /// ones.
    pub fn fold(&mut self, region: RegionId) {
        let Some(object) = self.object(region).cloned() else {
            return;
        };
        let earlier = region.earlier();
        self.memory.remove(region.key());
        self.rename_one(region, earlier);
        let mut object = (*object).clone();
        // Its own contents may have been renamed as well.
        let to = |r: RegionId| (r == region).then(|| smallvec![earlier]);
        object = (*renamed(&Rc::new(object), &to)).clone();
        if let Some(others) = self.object(earlier) {
            object = others.join(&object, &Reads::NONE);
        }
        object.cells.map_flagged(TAGGED, |_, cell| {
            let mut cell = cell.clone();
            cell.value = cell.value.without_tags();
            Some(cell)
        });
        self.set_object(earlier, object);
        self.note(region, Destiny::EARLIER);
    }

    /// The region's object ends, for sure.
    pub fn end(&mut self, region: RegionId) {
        self.memory.remove(region.key());
        self.rename_one(region, RegionId::ERROR);
        self.note(region, Destiny::ENDED);
    }

    /// An object of the region may end.
    pub fn may_end(&mut self, region: RegionId) {
        if let Some(object) = self.object(region) {
            let mut object = (**object).clone();
            object.life |= DEAD;
            self.set_object(region, object);
        }
    }

    /// Forgets what tags say about bits that may have been written.
    pub fn untag(&mut self, written: &[Address], by: u32, bits: u64) {
        if (self.registers.flags() | self.memory.flags()) & TAGGED == 0 {
            return;
        }
        let survives = |pointer: &Pointer, tag: &Tag| {
            !pointer.addresses.iter().any(|a| {
                let same = written.iter().filter(|w| w.region == a.region);
                same.into_iter().any(|w| {
                    let width = u64::from(tag.bits);
                    a.offset
                        .overlaps(tag.by, width, w.offset, i64::from(by), bits)
                })
            })
        };
        self.keep_tags(&survives);
    }

    /// Keeps only the tags that a predicate lets pass.
    pub fn keep_tags(&mut self, survives: &dyn Fn(&Pointer, &Tag) -> bool) {
        self.registers
            .map_flagged(TAGGED, |_, value| known(with_tags(value, survives)));
        self.memory.map_flagged(TAGGED, |_, object| {
            let mut new = (**object).clone();
            new.cells.map_flagged(TAGGED, |_, cell| {
                let mut cell = cell.clone();
                cell.value = with_tags(&cell.value, survives);
                Some(cell)
            });
            Some(Rc::new(new))
        });
    }

    /// What a must pointer's target holds, for tags of others.
    pub fn read_for(&self, pointer: &Pointer, tag: &Tag) -> Value {
        let Some(address) = pointer.must() else {
            return Value::Top;
        };
        let Some(object) = self.object(address.region) else {
            return Value::Top;
        };
        object.read(8 * address.offset.lo + tag.by, tag.bits)
    }

    pub fn join(&self, other: &State) -> Option<State> {
        if self.place() != other.place() {
            return None;
        }
        let reads = Reads {
            left: &|pointer, tag| self.read_for(pointer, tag),
            right: &|pointer, tag| other.read_for(pointer, tag),
        };
        let registers =
            self.registers
                .merge(&other.registers, (Alone::Drop, Alone::Drop), |_, a, b| {
                    known(a?.join(b?, &reads))
                });
        let memory = self
            .memory
            .merge(&other.memory, (Alone::Ask, Alone::Ask), |_, a, b| {
                match (a, b) {
                    (Some(a), Some(b)) => Some(Rc::new(a.join(b, &reads))),
                    (Some(one), None) | (None, Some(one)) => {
                        if one.life & NONE != 0 {
                            return Some(Rc::clone(one));
                        }
                        let mut object = (**one).clone();
                        object.life |= NONE;
                        Some(Rc::new(object))
                    }
                    (None, None) => None,
                }
            });
        let destiny = self
            .destiny
            .merge(&other.destiny, (Alone::Ask, Alone::Ask), |_, a, b| {
                Some(Destiny(a.unwrap_or(&KEPT).0 | b.unwrap_or(&KEPT).0))
            });
        let result = match (&self.result, &other.result) {
            (Some(a), Some(b)) => match (&**a, &**b) {
                (Handed::Scalar(x, access), Handed::Scalar(y, other)) if access == other => {
                    Some(Rc::new(Handed::Scalar(x.join(y, &reads), *access)))
                }
                (Handed::Aggregate(x, size), Handed::Aggregate(y, other)) if size == other => {
                    Some(Rc::new(Handed::Aggregate(x.join(y, &reads), *size)))
                }
                _ => None,
            },
            _ => None,
        };
        let unnamed = match (&self.unnamed, &other.unnamed) {
            (Some(a), Some(b)) if a == b => Some(Rc::clone(a)),
            (Some(a), Some(b)) if a.len() == b.len() => {
                let pairs = a.iter().zip(&**b);
                pairs
                    .map(|(a, b)| {
                        let value = a.value.join(&b.value, &reads);
                        (a.access == b.access).then_some(Argument { value, ..a.clone() })
                    })
                    .collect::<Option<Rc<[Argument]>>>()
            }
            _ => None,
        };
        Some(State {
            registers,
            memory,
            destiny,
            context: self.context,
            literals: self.literals,
            result,
            unnamed,
        })
    }

    pub fn is_below(&self, other: &State) -> bool {
        if self.place() != other.place() {
            return false;
        }
        let read = |pointer: &Pointer, tag: &Tag| self.read_for(pointer, tag);
        self.registers
            .all(&other.registers, |_, a, b| match (a, b) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(a), Some(b)) => a.is_below(b, &read),
            })
            && self.memory.all(&other.memory, |_, a, b| match (a, b) {
                (Some(a), Some(b)) => a.is_below(b, &read),
                (Some(a), None) => a.life == NONE,
                (None, Some(b)) => b.life & NONE != 0,
                (None, None) => true,
            })
            && self.destiny.all(&other.destiny, |_, a, b| {
                a.unwrap_or(&KEPT).0 & !b.unwrap_or(&KEPT).0 == 0
            })
            && match (&self.result, &other.result) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(a), Some(b)) => match (&**a, &**b) {
                    (Handed::Scalar(x, m), Handed::Scalar(y, n)) => m == n && x.is_below(y, &read),
                    (Handed::Aggregate(x, m), Handed::Aggregate(y, n)) => {
                        m == n && x.is_below(y, &read)
                    }
                    (Handed::Scalar(..), Handed::Aggregate(..))
                    | (Handed::Aggregate(..), Handed::Scalar(..)) => false,
                },
            }
            && match (&self.unnamed, &other.unnamed) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(a), Some(b)) => {
                    a.len() == b.len()
                        && a.iter()
                            .zip(&**b)
                            .all(|(a, b)| a.access == b.access && a.value.is_below(&b.value, &read))
                }
            }
    }

    /// May some object of the region live?
    pub fn may_live(&self, region: RegionId) -> bool {
        self.object(region).is_some_and(|o| o.life & LIVE != 0)
    }
}

fn known(value: Value) -> Option<Value> {
    (!value.is_top()).then_some(value)
}

/// An object with the addresses it holds renamed.
pub fn renamed(
    object: &Rc<Object>,
    to: &dyn Fn(RegionId) -> Option<SmallVec<[RegionId; 2]>>,
) -> Rc<Object> {
    if object.cells.flags() & POINTS == 0 {
        return Rc::clone(object);
    }
    let mut new = (**object).clone();
    new.cells.map_flagged(POINTS, |_, cell| {
        let mut cell = cell.clone();
        cell.value = cell.value.rename(to);
        Some(cell)
    });
    Rc::new(new)
}

/// A value with those of its tags that a predicate lets pass.
pub fn with_tags(value: &Value, survives: &dyn Fn(&Pointer, &Tag) -> bool) -> Value {
    match value {
        Value::Pointer(p) if p.tags.iter().any(|t| !survives(p, t)) => {
            let mut new = (**p).clone();
            new.tags.retain(|t| survives(p, t));
            Value::pointer(new)
        }
        Value::List(list) => {
            let list = list.iter().map(|a| Argument {
                value: with_tags(&a.value, survives),
                ..a.clone()
            });
            Value::List(list.collect())
        }
        _ => value.clone(),
    }
}
