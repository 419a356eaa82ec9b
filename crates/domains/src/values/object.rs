//! What a region holds: cells of bits that were written together, and what all other
//! bits hold, which costs nothing however large the object.
//!
//! Types are not believed: a write takes bits away from the cells it overlaps, a read
//! that meets several cells puts constants together or knows nothing.

use super::offset::Offset;
use super::value::{Reads, Value};
use crate::map::{Alone, Item, Map, mix};
use std::rc::Rc;

/// Some object of the region may live.
pub const LIVE: u8 = 1;
/// Some object of the region may have ended.
pub const DEAD: u8 = 2;
/// The region may have no object.
pub const NONE: u8 = 4;

/// The size is not known.
pub const UNKNOWN_SIZE: u64 = u64::MAX;

/// Bits beyond this are not followed.
const MOST_BITS: i64 = 1 << 31;

/// So many elements are written one by one when it is not known which is meant.
const MOST_POSITIONS: i64 = 32;

/// Bits that were written together. Wider ones than 128 are zero or unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub bits: u32,
    pub value: Value,
}

impl Item for Cell {
    fn digest(&self) -> u64 {
        self.value.digest().wrapping_add(u64::from(self.bits))
    }

    fn flags(&self) -> u8 {
        self.value.flags()
    }
}

/// What bits without a cell hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fill {
    Unknown,
    Zero,
    /// These bytes, then zeros.
    Bytes(Rc<[u8]>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub life: u8,
    pub size: u64,
    pub fill: Fill,
    pub cells: Map<Cell>,
}

impl Item for Rc<Object> {
    fn digest(&self) -> u64 {
        let fill = match &self.fill {
            Fill::Unknown => 1,
            Fill::Zero => 2,
            Fill::Bytes(bytes) => 3 + bytes.len() as u64,
        };
        let plain = mix(self.size ^ fill << 48 ^ u64::from(self.life) << 56);
        self.cells.digest().wrapping_add(plain)
    }

    fn flags(&self) -> u8 {
        self.cells.flags()
    }
}

impl Object {
    pub fn new(size: u64, fill: Fill) -> Object {
        Object {
            life: LIVE,
            size,
            fill,
            cells: Map::new(),
        }
    }

    /// Bits as a number, if the fill says what they are.
    fn filled(&self, at: u32, bits: u32) -> Option<i128> {
        match &self.fill {
            Fill::Unknown => None,
            Fill::Zero => Some(0),
            Fill::Bytes(_) if bits > 128 => None,
            Fill::Bytes(bytes) => {
                let mut number = 0u128;
                for i in 0..bits {
                    let bit = at + i;
                    let byte = bytes.get((bit / 8) as usize).copied().unwrap_or(0);
                    number |= u128::from(byte >> (bit % 8) & 1) << i;
                }
                Some(number as i128)
            }
        }
    }

    /// The value of some bits, as it was stored or put together.
    pub fn read(&self, at: i64, bits: u32) -> Value {
        let Some(at) = position(at, bits) else {
            return Value::Top;
        };
        if let Some(cell) = self.cells.get(at)
            && cell.bits == bits
        {
            return cell.value.clone();
        }
        self.assemble(at, bits).map_or(Value::Top, Value::Int)
    }

    /// Constants put together, as an unsigned number.
    fn assemble(&self, at: u32, bits: u32) -> Option<i128> {
        let end = at + bits;
        let mut number = 0u128;
        let mut done = at;
        while done < end {
            let (part, until) = match self.cells.last_to(done) {
                Some((key, cell)) if key + cell.bits > done => {
                    let Value::Int(n) = cell.value else {
                        return None;
                    };
                    (shifted(n, done - key), end.min(key + cell.bits))
                }
                _ => {
                    let next = self.cells.next_from(done).map_or(end, |(key, _)| key);
                    let until = end.min(next);
                    (self.filled(done, until - done)?, until)
                }
            };
            let width = until - done;
            if bits <= 128 {
                number |= (part as u128 & ones(width)) << (done - at);
            } else if part as u128 & ones(width.min(128)) != 0 {
                return None;
            }
            done = until;
        }
        Some(number as i128)
    }

    /// Removes what is known of some bits; what lies around them stays.
    fn clear(&mut self, at: u32, bits: u32) {
        let end = at + bits;
        let mut from = match self.cells.last_to(at) {
            Some((key, cell)) if key + cell.bits > at => key,
            _ => at,
        };
        while let Some((key, cell)) = self.cells.next_from(from) {
            if key >= end {
                break;
            }
            let cell = cell.clone();
            let cell_end = key + cell.bits;
            self.cells.remove(key);
            if key < at {
                self.keep_part(key, at - key, &cell, 0);
            }
            if cell_end > end {
                self.keep_part(end, cell_end - end, &cell, end - key);
            }
            from = cell_end;
        }
    }

    /// A part of a cell that goes on without the rest.
    fn keep_part(&mut self, at: u32, bits: u32, of: &Cell, skipped: u32) {
        let value = match of.value {
            Value::Int(n) => Value::Int((shifted(n, skipped) as u128 & ones(bits)) as i128),
            _ => Value::Top,
        };
        self.put(at, bits, value);
    }

    /// A cell where there is none.
    fn put(&mut self, at: u32, bits: u32, value: Value) {
        if value.is_top() && self.fill == Fill::Unknown {
            return;
        }
        self.cells.insert(at, Cell { bits, value });
    }

    pub fn write(&mut self, at: i64, bits: u32, value: Value) {
        match position(at, bits) {
            Some(0) if u64::from(bits) == self.size.saturating_mul(8) => {
                // All of it: what was there does not matter.
                self.forget();
                self.put(0, bits, value);
            }
            Some(at) => {
                let exact = self.cells.get(at).is_some_and(|c| c.bits == bits);
                if !exact {
                    self.clear(at, bits);
                } else if value.is_top() && self.fill == Fill::Unknown {
                    self.cells.remove(at);
                }
                self.put(at, bits, value);
            }
            None => self.forget(),
        }
    }

    /// Nothing is known of the contents.
    pub fn forget(&mut self) {
        self.fill = Fill::Unknown;
        self.cells = Map::new();
    }

    /// What may be read at one of some offsets, `by` bits further.
    pub fn read_at(&self, offset: Offset, by: u32, bits: u32) -> Value {
        if offset.is_exact() {
            return self.read(8 * offset.lo + i64::from(by), bits);
        }
        let mut found: Option<Value> = None;
        let mut matched = 0;
        let sure = self.each_touched(offset, by, bits, |_, cell, exact| {
            if !exact {
                return false;
            }
            matched += 1;
            found = Some(match found.take() {
                None => cell.value.without_tags(),
                Some(v) => v.join(&cell.value.without_tags(), &Reads::NONE),
            });
            !found.as_ref().is_some_and(Value::is_top)
        });
        if !sure {
            return Value::Top;
        }
        if matched < offset.count() {
            let rest = match (&self.fill, bits) {
                (Fill::Zero, _) => Value::ZERO,
                // A character of a string.
                (Fill::Bytes(bytes), 8) if by == 0 => bytes_range(bytes, offset),
                (Fill::Bytes(_) | Fill::Unknown, _) => return Value::Top,
            };
            found = Some(match found {
                None => rest,
                Some(v) => v.join(&rest, &Reads::NONE),
            });
        }
        found.unwrap_or(Value::Top)
    }

    /// Goes through the cells that an access at one of some offsets may touch, and
    /// tells of each whether it could be just that cell. False if `f` ever was.
    fn each_touched(
        &self,
        offset: Offset,
        by: u32,
        bits: u32,
        mut f: impl FnMut(u32, &Cell, bool) -> bool,
    ) -> bool {
        let first = (8 * offset.lo + i64::from(by)).clamp(0, MOST_BITS) as u32;
        let end = (8 * offset.hi + i64::from(by) + i64::from(bits)).clamp(0, MOST_BITS) as u32;
        let mut from = match self.cells.last_to(first) {
            Some((key, cell)) if key + cell.bits > first => key,
            _ => first,
        };
        while let Some((key, cell)) = self.cells.next_from(from) {
            if key >= end {
                break;
            }
            let here = Offset::exact(0);
            let at = i64::from(key);
            if offset.overlaps(
                i64::from(by),
                u64::from(bits),
                here,
                at,
                u64::from(cell.bits),
            ) {
                let distance = at - i64::from(by) - 8 * offset.lo;
                let step = 8 * i64::from(offset.step.max(1));
                let exact = cell.bits == bits && distance >= 0 && distance % step == 0;
                if !f(key, cell, exact) {
                    return false;
                }
            }
            from = key + cell.bits;
        }
        true
    }

    /// A write that may or may not happen, at one of some offsets.
    pub fn write_weakly(&mut self, offset: Offset, by: u32, bits: u32, value: &Value) {
        let old = self.clone();
        let mut after = self.clone();
        self.scatter(offset, by, bits, value, &mut after);
        *self = old.join(&after, &Reads::NONE);
        self.life = old.life;
    }

    /// Writes to each of the offsets in turn, weakly but for the last.
    fn scatter(&self, offset: Offset, by: u32, bits: u32, value: &Value, after: &mut Object) {
        if offset.is_exact() {
            after.write(8 * offset.lo + i64::from(by), bits, value.clone());
            return;
        }
        if offset.count() <= MOST_POSITIONS {
            let mut at = offset.lo;
            while at <= offset.hi {
                let mut one = after.clone();
                one.write(8 * at + i64::from(by), bits, value.clone());
                *after = after.join(&one, &Reads::NONE);
                at += i64::from(offset.step.max(1));
            }
            return;
        }
        // Too many to write out: what it may touch takes the value in; what no cell
        // speaks of does so too.
        let same = match (&self.fill, value) {
            (Fill::Unknown, _) => true,
            (Fill::Zero, Value::Int(0)) => true,
            (Fill::Zero | Fill::Bytes(_), _) => false,
        };
        let mut touched = Vec::new();
        self.each_touched(offset, by, bits, |key, cell, exact| {
            let joined = match exact {
                true => cell.value.join(value, &Reads::NONE),
                false => Value::Top,
            };
            touched.push((key, cell.bits, joined));
            true
        });
        if !same {
            after.fill = Fill::Unknown;
        }
        for (key, bits, value) in touched {
            after.cells.remove(key);
            after.put(key, bits, value);
        }
    }

    /// Some bits of the object, as an object of their own.
    pub fn cut(&self, at: i64, bits: u32) -> Object {
        let mut part = Object::new(u64::from(bits / 8), Fill::Unknown);
        let Some(at) = position(at, bits) else {
            return part;
        };
        let end = at + bits;
        part.fill = match &self.fill {
            Fill::Unknown => Fill::Unknown,
            Fill::Zero => Fill::Zero,
            Fill::Bytes(bytes) => {
                let (from, to) = ((at / 8) as usize, (end / 8) as usize);
                let rest = bytes.get(from..to.min(bytes.len()).max(from));
                Fill::Bytes(rest.unwrap_or(&[]).into())
            }
        };
        let mut from = match self.cells.last_to(at) {
            Some((key, cell)) if key + cell.bits > at => key,
            _ => at,
        };
        while let Some((key, cell)) = self.cells.next_from(from) {
            if key >= end {
                break;
            }
            let (lo, hi) = (key.max(at), (key + cell.bits).min(end));
            if (lo, hi) == (key, key + cell.bits) {
                part.put(key - at, cell.bits, cell.value.clone());
            } else {
                part.keep_part(lo - at, hi - lo, cell, lo - key);
            }
            from = key + cell.bits;
        }
        part
    }

    /// Puts a part where it belongs.
    pub fn paste(&mut self, at: i64, bits: u32, part: &Object) {
        let Some(at) = position(at, bits) else {
            self.forget();
            return;
        };
        if at == 0 && u64::from(bits) == self.size.saturating_mul(8) && part.size == self.size {
            self.fill = part.fill.clone();
            self.cells = part.cells.clone();
            return;
        }
        self.clear(at, bits);
        let fill = match &part.fill {
            Fill::Unknown => Value::Top,
            Fill::Zero => Value::ZERO,
            Fill::Bytes(bytes) => {
                for (i, byte) in bytes.iter().enumerate().take((bits / 8) as usize) {
                    self.put(at + 8 * i as u32, 8, Value::Int(i128::from(*byte)));
                }
                Value::ZERO
            }
        };
        let filled = match &part.fill {
            Fill::Bytes(bytes) => (8 * bytes.len() as u32).min(bits),
            Fill::Unknown | Fill::Zero => 0,
        };
        if filled < bits && !(fill == Value::ZERO && self.fill == Fill::Zero) {
            self.put(at + filled, bits - filled, fill);
        }
        part.cells.each(|key, cell| {
            if key < bits {
                let width = cell.bits.min(bits - key);
                match width == cell.bits {
                    true => self.write(i64::from(at + key), width, cell.value.clone()),
                    false => {
                        self.clear(at + key, width);
                        self.keep_part(at + key, width, cell, 0);
                    }
                }
            }
            true
        });
    }

    /// A part that may or may not be put there.
    pub fn paste_weakly(&mut self, offset: Offset, bits: u32, part: &Object) {
        let life = self.life;
        if offset.is_exact() {
            let mut after = self.clone();
            after.paste(8 * offset.lo, bits, part);
            *self = self.join(&after, &Reads::NONE);
        } else {
            let end = (offset.hi.saturating_mul(8)).saturating_add(i64::from(bits));
            let first = (8 * offset.lo).clamp(0, MOST_BITS);
            let end = end.clamp(first, MOST_BITS);
            if self.fill != Fill::Unknown {
                self.forget();
            } else if end > first {
                self.clear(first as u32, (end - first) as u32);
            }
        }
        self.life = life;
    }

    /// Contains both. What ended holds nothing.
    pub fn join(&self, other: &Object, reads: &Reads<'_>) -> Object {
        let life = self.life | other.life;
        let size = match self.size == other.size {
            true => self.size,
            false => UNKNOWN_SIZE,
        };
        if self.life & LIVE == 0 || other.life & LIVE == 0 {
            let living = if self.life & LIVE == 0 { other } else { self };
            return Object {
                life,
                size,
                ..living.clone()
            };
        }
        let fill = match self.fill == other.fill {
            true => self.fill.clone(),
            false => Fill::Unknown,
        };
        let cells = self
            .cells
            .merge(&other.cells, (Alone::Ask, Alone::Ask), |key, a, b| {
                match (a, b) {
                    (Some(a), Some(b)) if a.bits == b.bits => Some(Cell {
                        bits: a.bits,
                        value: a.value.join(&b.value, reads),
                    }),
                    // Not the same bits: they are gone through below.
                    (Some(a), None) => {
                        let value = other.read_wide(key, a.bits);
                        value.map(|b| Cell {
                            bits: a.bits,
                            value: a.value.join(&b, reads),
                        })
                    }
                    (None, Some(b)) => {
                        let value = self.read_wide(key, b.bits);
                        value.map(|a| Cell {
                            bits: b.bits,
                            value: a.join(&b.value, reads),
                        })
                    }
                    (Some(_), Some(_)) | (None, None) => None,
                }
            });
        let mut joined = Object {
            life,
            size,
            fill,
            cells,
        };
        if joined.fill == Fill::Unknown {
            joined.drop_tops();
        }
        joined.mend(self, other);
        joined
    }

    /// The value of bits that another object has a cell for: None if cells here
    /// overlap them otherwise.
    fn read_wide(&self, at: u32, bits: u32) -> Option<Value> {
        let end = at + bits;
        let before = self.cells.last_to(at);
        let overlapped = before.is_some_and(|(key, cell)| key + cell.bits > at)
            || self.cells.next_from(at).is_some_and(|(key, _)| key < end);
        match overlapped {
            true => None,
            false => Some(self.filled(at, bits).map_or(Value::Top, Value::Int)),
        }
    }

    fn drop_tops(&mut self) {
        let mut tops = Vec::new();
        self.cells.each(|key, cell| {
            if cell.value.is_top() {
                tops.push(key);
            }
            true
        });
        for key in tops {
            self.cells.remove(key);
        }
    }

    /// Where the two had overlapping cells that were not the same, nothing was kept:
    /// unless the fill is right there, the bits become unknown.
    fn mend(&mut self, a: &Object, b: &Object) {
        let mut odd: Vec<(u32, u32)> = Vec::new();
        for (x, y) in [(a, b), (b, a)] {
            x.cells.all(&y.cells, |key, mine, theirs| {
                if let (Some(mine), None) = (mine, theirs) {
                    if y.read_wide(key, mine.bits).is_none() {
                        odd.push((key, mine.bits));
                    }
                } else if let (Some(mine), Some(theirs)) = (mine, theirs)
                    && mine.bits != theirs.bits
                {
                    odd.push((key, mine.bits));
                }
                true
            });
        }
        // Wide ones first: what is known of a part is not lost to the whole, whichever of
        // the two objects had it.
        odd.sort_unstable_by_key(|&(key, bits)| (std::cmp::Reverse(bits), key));
        odd.dedup();
        for (key, bits) in odd {
            let value = match bits {
                0..=128 => match (a.assemble(key, bits), b.assemble(key, bits)) {
                    (Some(x), Some(y)) if x == y => Value::Int(x),
                    _ => Value::Top,
                },
                _ => Value::Top,
            };
            if value.is_top() {
                self.clear(key, bits);
                self.put(key, bits, Value::Top);
            } else if self.cells.get(key).is_none_or(|c| c.bits != bits) {
                self.clear(key, bits);
                self.put(key, bits, value);
            }
        }
    }

    /// Does `other` contain every object that this does?
    pub fn is_below(
        &self,
        other: &Object,
        read: &dyn Fn(&super::value::Pointer, &super::value::Tag) -> Value,
    ) -> bool {
        if self.life & !other.life != 0 || other.size != UNKNOWN_SIZE && self.size != other.size {
            return false;
        }
        if self.life & LIVE == 0 {
            return true;
        }
        if other.fill != Fill::Unknown && self.fill != other.fill {
            return false;
        }
        self.cells.all(&other.cells, |key, a, b| match (a, b) {
            (Some(a), Some(b)) if a.bits == b.bits => a.value.is_below(&b.value, read),
            // What lies beyond the other's cell is compared as well; its cells there are
            // met on their own.
            (Some(a), Some(b)) if a.bits > b.bits && !other.fills_with(key, a) => false,
            (_, Some(b)) => {
                let known = match b.bits {
                    0..=128 => self.read(i64::from(key), b.bits),
                    _ => self.assemble(key, b.bits).map_or(Value::Top, Value::Int),
                };
                known.is_below(&b.value, read)
            }
            // The other may know these bits by its fill, or by cells that say so.
            (Some(a), None) => match other.read_wide(key, a.bits) {
                Some(v) => a.value.is_below(&v, read),
                None => other.fills_with(key, a),
            },
            (None, None) => true,
        })
    }

    /// Where a cell of another object meets none here, does the fill contain it?
    fn fills_with(&self, at: u32, cell: &Cell) -> bool {
        if self.fill == Fill::Unknown {
            return true;
        }
        let end = at + cell.bits;
        let mut done = at;
        while done < end {
            if let Some((key, mine)) = self.cells.last_to(done)
                && key + mine.bits > done
            {
                done = key + mine.bits;
                continue;
            }
            let next = self.cells.next_from(done).map_or(end, |(key, _)| key);
            let until = end.min(next);
            let Value::Int(n) = cell.value else {
                return false;
            };
            let part = shifted(n, done - at) as u128 & ones(until - done);
            if self.filled(done, until - done) != Some(part as i128) {
                return false;
            }
            done = until;
        }
        true
    }
}

/// A place of bits, if it is one that is followed.
fn position(at: i64, bits: u32) -> Option<u32> {
    (0 <= at && at + i64::from(bits) <= MOST_BITS).then_some(at as u32)
}

fn ones(bits: u32) -> u128 {
    match bits {
        0 => 0,
        bits => u128::MAX >> (128 - bits.min(128)),
    }
}

/// The number without its low bits. Wider cells hold nothing but zero.
fn shifted(n: i128, by: u32) -> i128 {
    match by < 128 {
        true => n >> by,
        false => 0,
    }
}

/// What the bytes at some offsets lie between.
fn bytes_range(bytes: &[u8], offset: Offset) -> Value {
    const MOST: i64 = 256;
    if offset.count() > MOST {
        return Value::Top;
    }
    let step = i64::from(offset.step.max(1));
    let mut at = offset.lo;
    let mut bounds: Option<(u8, u8)> = None;
    while at <= offset.hi {
        let index = usize::try_from(at).ok();
        let byte = index.and_then(|i| bytes.get(i)).copied().unwrap_or(0);
        bounds = Some(match bounds {
            None => (byte, byte),
            Some((lo, hi)) => (lo.min(byte), hi.max(byte)),
        });
        at += step;
    }
    match bounds {
        Some((lo, hi)) if hi < 0x80 => Value::number(i128::from(lo), i128::from(hi)),
        _ => Value::Top,
    }
}
