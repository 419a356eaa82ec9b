//! Byte-addressed memory made of objects.
//!
//! Every object has an address of its own, so integers made from pointers
//! behave as they do on the real machine; but whether an access is valid is
//! decided by the object that the pointer came from.

use crate::input::{Cell, Class};
use crate::value::{Kind, Origin, Scalar};
use program::{DataModel, Span};
use std::collections::VecDeque;

/// Why a pointer cannot be used for an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadPointer {
    Null,
    /// A number that is no object's address.
    Wild,
    OutOfBounds,
    AfterFree,
    AfterScope,
    ReadOnly,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Live,
    Freed,
    /// The scope or frame it belonged to was left.
    Ended,
}

/// Which bytes of an object hold no value yet.
#[derive(Clone, PartialEq, Debug)]
enum Blank {
    None,
    All,
    /// One bit a byte, set where there is a value: zeros cost nothing until
    /// they are touched, however large the object.
    Some(Vec<u64>),
}

#[derive(Clone, Debug)]
pub(crate) struct Object {
    base: u64,
    bytes: Vec<u8>,
    blank: Blank,
    /// One for each byte, once a pointer was stored; see [`Origin::bits`].
    origins: Option<Vec<u64>>,
    pub state: State,
    pub kind: Kind,
    generation: u32,
    /// The object is the n-th of its class, counted from 1.
    birth: u32,
    pub read_only: bool,
    /// Where it was allocated.
    pub span: Span,
    /// Size class of the slot: it has room for `1 << class` bytes.
    class: u32,
}

impl Object {
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub fn base(&self) -> u64 {
        self.base
    }

    /// The origins of all pointers stored in the object.
    pub fn stored_origins(&self) -> impl Iterator<Item = Origin> {
        let list = self.origins.as_deref().unwrap_or_default();
        list.iter()
            .map(|&o| Origin::from_bits(o))
            .filter(|o| o.slot().is_some())
    }
}

/// Bytes on their way from one object to another, with all that is known of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunk {
    bytes: Vec<u8>,
    blank: Vec<bool>,
    /// As [`Origin::bits`].
    origins: Vec<u64>,
}

impl Chunk {
    pub fn zero(size: usize) -> Chunk {
        Chunk {
            bytes: vec![0; size],
            ..Chunk::default()
        }
    }

    pub fn truncated(mut self, size: usize) -> Chunk {
        self.bytes.truncate(size);
        self.blank.truncate(size);
        self.origins.truncate(size);
        self
    }

    pub fn origins(&self) -> impl Iterator<Item = Origin> {
        let origins = self.origins.iter().map(|&o| Origin::from_bits(o));
        origins.filter(|o| o.slot().is_some())
    }
}

#[derive(Clone)]
pub(crate) struct Memory {
    objects: Vec<Object>,
    /// Slots whose objects ended, oldest first: by size class, those of the heap
    /// apart from others, so that a slot tells what its earlier objects were.
    free: Vec<[VecDeque<usize>; 2]>,
    next_address: u64,
    limit: u64,
    /// Bytes of all live objects.
    total: u64,
    most: u64,
    /// Objects made so far, by class.
    births: [u32; 3],
}

/// The first object lies here; below is nothing, null in particular.
const FIRST_ADDRESS: u64 = 0x40_0000;

/// Larger objects are not made: the run ends at the memory limit.
const MAX_OBJECT: u64 = 1 << 30;

/// Room that an ended object keeps for the next one in its slot.
const KEPT: usize = 1 << 16;

impl Memory {
    /// An empty memory for at most `most` bytes at a time.
    pub fn new(model: DataModel, most: u64) -> Memory {
        Memory {
            most,
            objects: Vec::new(),
            free: Vec::new(),
            next_address: FIRST_ADDRESS,
            total: 0,
            births: [0; 3],
            limit: match model {
                DataModel::Ilp32 => 1 << 32,
                DataModel::Lp64 => 1 << 47,
            },
        }
    }

    /// Makes a new object; None if there is no room.
    pub fn create(&mut self, size: u64, kind: Kind, initial: Fill, span: Span) -> Option<Origin> {
        let class = size.max(16).next_power_of_two().trailing_zeros();
        if size > MAX_OBJECT || self.total.checked_add(size)? > self.most {
            return None;
        }
        let lists = self.free.get_mut(class as usize);
        let reusable = lists.and_then(|l| l[is_heap(kind)].pop_front());
        let slot = match reusable {
            Some(slot) => slot,
            None => {
                let base = self.next_address;
                let room = 1u64 << class;
                // A gap, so that one past the end is nobody else's address.
                self.next_address = base.checked_add(room + 16).filter(|&a| a < self.limit)?;
                self.objects.push(Object {
                    base,
                    bytes: Vec::new(),
                    blank: Blank::None,
                    origins: None,
                    state: State::Ended,
                    kind,
                    generation: 0,
                    birth: 0,
                    read_only: false,
                    span,
                    class,
                });
                self.objects.len() - 1
            }
        };
        let object = &mut self.objects[slot];
        self.total += size;
        if object.bytes.capacity() < size as usize {
            // Fresh zeros from the system cost nothing until they are touched.
            object.bytes = vec![0; size as usize];
        } else {
            object.bytes.clear();
            object.bytes.resize(size as usize, 0);
        }
        object.blank = match initial {
            Fill::Zero => Blank::None,
            Fill::Indeterminate if size == 0 => Blank::None,
            Fill::Indeterminate => Blank::All,
        };
        object.origins = None;
        object.state = State::Live;
        object.kind = kind;
        object.generation = object.generation.wrapping_add(1);
        object.read_only = false;
        object.span = span;
        object.birth = match class_of(kind) {
            Some(class) => {
                self.births[class as usize] += 1;
                self.births[class as usize]
            }
            None => 0,
        };
        Some(Origin::new(slot, object.generation))
    }

    /// Ends an object's life.
    pub fn end(&mut self, origin: Origin, state: State) {
        if let Some(slot) = origin.slot()
            && self.objects[slot].generation == origin.generation()
            && self.objects[slot].state == State::Live
        {
            let object = &mut self.objects[slot];
            object.state = state;
            self.total -= object.size();
            if object.bytes.capacity() > KEPT {
                object.bytes = Vec::new();
            }
            object.origins = None;
            let (class, heap) = (object.class as usize, is_heap(object.kind));
            if self.free.len() <= class {
                self.free.resize(class + 1, Default::default());
            }
            self.free[class][heap].push_back(slot);
        }
    }

    /// The object a pointer came from, if that is still (or was last) there. In the memory of an
    /// earlier moment it may not be there yet.
    pub fn object(&self, origin: Origin) -> Option<&Object> {
        let object = self.objects.get(origin.slot()?)?;
        (object.generation == origin.generation()).then_some(object)
    }

    pub fn object_mut(&mut self, origin: Origin) -> Option<&mut Object> {
        let object = self.objects.get_mut(origin.slot()?)?;
        (object.generation == origin.generation()).then_some(object)
    }

    /// What is in a slot.
    pub fn identity(&self, slot: usize) -> (Origin, Kind) {
        let object = &self.objects[slot];
        (Origin::new(slot, object.generation), object.kind)
    }

    pub fn base(&self, origin: Origin) -> u64 {
        let object = origin.slot().and_then(|s| self.objects.get(s));
        object.map_or(0, |o| o.base)
    }

    /// What a byte of an object is called by those who supply inputs.
    pub fn cell(&self, slot: usize, offset: usize) -> Cell {
        let object = &self.objects[slot];
        Cell {
            class: class_of(object.kind).unwrap_or(Class::Other),
            birth: object.birth,
            offset: offset as u64,
        }
    }

    /// Do the same objects live in both, with the same contents?
    pub fn same_contents(&self, other: &Memory) -> bool {
        let plain = |o: &Object| {
            let list = o.origins.as_deref().unwrap_or_default();
            list.iter().all(|&o| o == 0)
        };
        self.live().count() == other.live().count()
            && self.live().zip(other.live()).all(|((a, x), (b, y))| {
                a == b
                    && x.kind == y.kind
                    && x.bytes == y.bytes
                    && x.blank == y.blank
                    && (x.origins == y.origins || plain(x) && plain(y))
            })
    }

    /// Did the pointer's object lie on the heap?
    pub fn is_heap_slot(&self, origin: Origin) -> bool {
        let object = origin.slot().and_then(|s| self.objects.get(s));
        object.is_some_and(|o| is_heap(o.kind) == 1)
    }

    /// The live objects, oldest slot first.
    pub fn live(&self) -> impl Iterator<Item = (Origin, &Object)> {
        let live = self
            .objects
            .iter()
            .enumerate()
            .filter(|(_, o)| o.state == State::Live);
        live.map(|(slot, o)| (Origin::new(slot, o.generation), o))
    }

    /// The live object that holds an address.
    pub fn find(&self, address: u64) -> Option<Origin> {
        let index = self
            .objects
            .partition_point(|o| o.base <= address)
            .checked_sub(1)?;
        let o = &self.objects[index];
        let inside = o.state == State::Live && address - o.base <= o.size();
        inside.then(|| Origin::new(index, o.generation))
    }

    /// Is the address that of a byte of the object, or just past its end?
    pub fn is_inside(&self, origin: Origin, address: u64) -> bool {
        self.object(origin)
            .is_some_and(|o| address.wrapping_sub(o.base) <= o.size())
    }

    /// Checks an access of `size` bytes; the result is the slot and offset.
    #[inline]
    pub fn check(
        &self,
        pointer: Scalar,
        size: u64,
        write: bool,
    ) -> Result<(usize, usize), BadPointer> {
        let Some(slot) = pointer.origin.slot() else {
            return match pointer.value {
                0..=0xfff => Err(BadPointer::Null),
                _ => Err(BadPointer::Wild),
            };
        };
        let Some(object) = self.objects.get(slot) else {
            return Err(BadPointer::Wild);
        };
        if object.generation != pointer.origin.generation() || object.state != State::Live {
            return Err(match object.state {
                State::Freed => BadPointer::AfterFree,
                State::Ended => BadPointer::AfterScope,
                // The slot has a new object, of the same sort as the old one.
                State::Live if is_heap(object.kind) == 1 => BadPointer::AfterFree,
                State::Live => BadPointer::AfterScope,
            });
        }
        let offset = (pointer.value as u64).wrapping_sub(object.base);
        if offset > object.size() || size > object.size() - offset {
            return Err(BadPointer::OutOfBounds);
        }
        if matches!(object.kind, Kind::Function(_)) {
            return Err(BadPointer::OutOfBounds);
        }
        if write && object.read_only {
            return Err(BadPointer::ReadOnly);
        }
        Ok((slot, offset as usize))
    }

    /// Is no byte of a checked range indeterminate?
    pub fn is_determined(&self, slot: usize, offset: usize, size: usize) -> bool {
        self.objects[slot].is_determined(offset, size)
    }

    /// The bytes of a checked range, least significant first; None if one of
    /// them is indeterminate.
    #[inline]
    pub fn read(&self, slot: usize, offset: usize, size: usize) -> Option<(u128, Origin)> {
        let object = &self.objects[slot];
        if !object.is_determined(offset, size) {
            return None;
        }
        let bytes = &object.bytes[offset..offset + size];
        let value = match size {
            1 => u128::from(bytes[0]),
            2 => u128::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            4 => u128::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            _ => {
                let mut wide = [0u8; 16];
                let n = size.min(16);
                wide[..n].copy_from_slice(&bytes[..n]);
                u128::from_le_bytes(wide)
            }
        };
        let origin = match &object.origins {
            None => Origin::NONE,
            Some(list) => {
                let first = list[offset];
                let all = list[offset..offset + size].iter().all(|&o| o == first);
                if all {
                    Origin::from_bits(first)
                } else {
                    Origin::NONE
                }
            }
        };
        Some((value, origin))
    }

    /// Stores bytes into a checked range.
    #[inline]
    pub fn write(&mut self, slot: usize, offset: usize, size: usize, value: u128, origin: Origin) {
        let object = &mut self.objects[slot];
        object.fill_in(offset, size);
        let bytes = value.to_le_bytes();
        let n = size.min(16);
        object.bytes[offset..offset + n].copy_from_slice(&bytes[..n]);
        if object.origins.is_none() {
            if origin.is_none() {
                return;
            }
            object.origins = Some(vec![0; object.bytes.len()]);
        }
        if let Some(list) = &mut object.origins {
            list[offset..offset + size].fill(origin.bits());
        }
    }

    /// Makes a checked range zero.
    pub fn zero(&mut self, slot: usize, offset: usize, size: usize) {
        let object = &mut self.objects[slot];
        object.fill_in(offset, size);
        object.bytes[offset..offset + size].fill(0);
        if let Some(list) = &mut object.origins {
            list[offset..offset + size].fill(0);
        }
    }

    /// Makes a checked range indeterminate.
    pub fn blank(&mut self, slot: usize, offset: usize, size: usize) {
        let object = &mut self.objects[slot];
        if size == object.bytes.len() {
            object.blank = Blank::All;
        } else {
            let bits = object.filled_bits();
            for i in offset..offset + size {
                bits[i / 64] &= !(1 << (i % 64));
            }
        }
        if let Some(list) = &mut object.origins {
            list[offset..offset + size].fill(0);
        }
    }

    pub fn take(&self, slot: usize, offset: usize, size: usize) -> Chunk {
        let object = &self.objects[slot];
        let range = offset..offset + size;
        Chunk {
            bytes: object.bytes[range.clone()].to_vec(),
            blank: match &object.blank {
                Blank::None => Vec::new(),
                Blank::All => vec![true; size],
                Blank::Some(bits) => range
                    .clone()
                    .map(|i| bits[i / 64] >> (i % 64) & 1 == 0)
                    .collect(),
            },
            origins: match &object.origins {
                None => Vec::new(),
                Some(list) => list[range].to_vec(),
            },
        }
    }

    pub fn put(&mut self, slot: usize, offset: usize, chunk: &Chunk) {
        let size = chunk.bytes.len();
        if size == 0 {
            return;
        }
        let object = &mut self.objects[slot];
        object.fill_in(offset, size);
        object.bytes[offset..offset + size].copy_from_slice(&chunk.bytes);
        if chunk.blank.iter().any(|b| *b) {
            let bits = object.filled_bits();
            for (i, _) in chunk.blank.iter().enumerate().filter(|(_, b)| **b) {
                bits[(offset + i) / 64] &= !(1 << ((offset + i) % 64));
            }
        }
        if chunk.origins.is_empty() {
            if let Some(list) = &mut object.origins {
                list[offset..offset + size].fill(0);
            }
        } else {
            let length = object.bytes.len();
            let list = object.origins.get_or_insert_with(|| vec![0; length]);
            list[offset..offset + size].copy_from_slice(&chunk.origins);
        }
    }

    /// Fills a new static object with the bytes it begins with.
    pub fn fill(&mut self, origin: Origin, bytes: &[u8]) {
        if let Some(object) = self.object_mut(origin) {
            let n = bytes.len().min(object.bytes.len());
            object.bytes[..n].copy_from_slice(&bytes[..n]);
        }
    }

    /// Makes an environment object reach to `size` bytes; the new ones are
    /// indeterminate. Only so far as its slot has room.
    pub fn grow(&mut self, origin: Origin, size: u64) -> bool {
        let Some(object) = self.object_mut(origin) else {
            return false;
        };
        if object.kind != Kind::Environment || size > 1 << object.class {
            return false;
        }
        let old = object.bytes.len();
        object.filled_bits();
        object.bytes.resize(size as usize, 0);
        if let Blank::Some(bits) = &mut object.blank {
            bits.resize((size as usize).div_ceil(64), 0);
            for i in old..size as usize {
                bits[i / 64] &= !(1 << (i % 64));
            }
        }
        if let Some(list) = &mut object.origins {
            list.resize(size as usize, 0);
        }
        true
    }
}

/// The class in which objects are counted; functions are not.
fn class_of(kind: Kind) -> Option<Class> {
    match kind {
        Kind::Heap => Some(Class::Heap),
        Kind::Environment => Some(Class::Environment),
        Kind::Static(_) | Kind::Local(_) | Kind::Frame => Some(Class::Other),
        Kind::Function(_) => None,
    }
}

fn is_heap(kind: Kind) -> usize {
    (kind == Kind::Heap) as usize
}

/// What a new object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    Zero,
    Indeterminate,
}

impl Object {
    /// Is no byte of a range indeterminate?
    #[inline]
    fn is_determined(&self, offset: usize, size: usize) -> bool {
        match &self.blank {
            Blank::None => true,
            Blank::All => size == 0,
            Blank::Some(bits) => (offset..offset + size).all(|i| bits[i / 64] >> (i % 64) & 1 == 1),
        }
    }

    /// The bytes of a range are no longer indeterminate.
    #[inline]
    fn fill_in(&mut self, offset: usize, size: usize) {
        match &mut self.blank {
            Blank::None => {}
            Blank::All if size == self.bytes.len() => self.blank = Blank::None,
            _ => {
                let bits = self.filled_bits();
                for i in offset..offset + size {
                    bits[i / 64] |= 1 << (i % 64);
                }
            }
        }
    }

    fn filled_bits(&mut self) -> &mut [u64] {
        let words = self.bytes.len().div_ceil(64);
        match self.blank {
            Blank::None => self.blank = Blank::Some(vec![u64::MAX; words]),
            Blank::All => self.blank = Blank::Some(vec![0; words]),
            Blank::Some(_) => {}
        }
        match &mut self.blank {
            Blank::Some(bits) => bits,
            Blank::None | Blank::All => &mut [],
        }
    }
}
