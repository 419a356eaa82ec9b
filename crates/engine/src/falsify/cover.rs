//! States that were there before: a path need not go on where another one has
//! gone on from the same state with no more assumptions.
//!
//! States are compared by a fingerprint of 128 bits that does not depend on the
//! names of inputs and objects, nor on what is dead: registers that are not read
//! again, objects that nothing leads to, and constraints on inputs that the state
//! does not mention.

use super::contents::Content;
use super::executor::Executor;
use super::state::{Handed, Kind, Life, NO_OBJECT, Object, ObjectId, State};
use machine::Request;
use program::{Id, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Node, SymbolId, Term};
use std::collections::VecDeque;

type Fingerprint = u128;

/// The states seen, with the constraints under which each was.
#[derive(Default)]
pub struct Seen {
    states: FxHashMap<Fingerprint, Vec<Box<[Fingerprint]>>>,
    /// Does it matter what dead registers lead to?
    tracks: bool,
}

impl Seen {
    pub fn new(tracks: bool) -> Seen {
        Seen {
            tracks,
            ..Seen::default()
        }
    }

    /// Was this state seen before? If not, it is now, and forgets what cannot
    /// matter any more: conditions on inputs that nothing mentions.
    pub fn is_covered(
        &mut self,
        executor: &mut Executor<'_>,
        state: &mut State,
        initial: &State,
    ) -> bool {
        let mut namer = Namer::new(executor, state, initial);
        namer.frames(self);
        namer.objects();
        let store = namer.hash;
        let (constraints, path) = namer.constraints();
        let symbols = namer.symbols;
        if path.len() < state.path.len() {
            state.path = path;
            let kept: FxHashSet<SymbolId> = state
                .path
                .iter()
                .flat_map(|&t| executor.terms.symbols(t).to_vec())
                .collect();
            state.settle(|s| {
                let is_base = executor.terms.as_base(s).is_some();
                is_base || symbols.contains_key(&s) || kept.contains(&s)
            });
        }
        let known = self.states.entry(store).or_default();
        let weaker = |old: &[Fingerprint]| old.iter().all(|c| constraints.binary_search(c).is_ok());
        if known.iter().any(|old| weaker(old)) {
            return true;
        }
        // What is stronger is of no use any more.
        known.retain(|old| !constraints.iter().all(|c| old.binary_search(c).is_ok()));
        known.push(constraints.into());
        false
    }
}

/// Gives inputs and objects numbers in the order in which they are met.
struct Namer<'a, 'p> {
    executor: &'a mut Executor<'p>,
    state: &'a State,
    initial: &'a State,
    hash: Fingerprint,
    symbols: FxHashMap<SymbolId, u64>,
    numbers: FxHashMap<ObjectId, u64>,
    pending: VecDeque<ObjectId>,
    /// Fingerprints of terms under the numbering so far.
    known: FxHashMap<Term, Fingerprint>,
}

impl<'a, 'p> Namer<'a, 'p> {
    fn new(executor: &'a mut Executor<'p>, state: &'a State, initial: &'a State) -> Self {
        Namer {
            executor,
            state,
            initial,
            hash: 0x6a09_e667_f3bc_c908_bb67_ae85_84ca_a73b,
            symbols: FxHashMap::default(),
            numbers: FxHashMap::default(),
            pending: VecDeque::new(),
            known: FxHashMap::default(),
        }
    }

    fn add(&mut self, word: u64) {
        self.hash = mix(self.hash, word.into());
    }

    fn frames(&mut self, seen: &mut Seen) {
        let state = self.state;
        let last = state.frames.len() - 1;
        for (depth, frame) in state.frames.iter().enumerate() {
            self.add(frame.function.index() as u64);
            self.add(frame.at.index() as u64);
            let live = self.executor.live(frame.function);
            // A caller waits at its call: what it reads is what is live after.
            let body = self.executor.program.functions[frame.function]
                .body
                .as_ref();
            let after = match depth == last {
                true => Some(frame.at),
                false => body.and_then(|b| b.leaving(frame.at).first()).map(|e| e.to),
            };
            // `longjmp` may lead back behind any `setjmp` of the call.
            let jumps = state.jump_points.iter();
            let jumps = jumps.filter(|p| p.serial == frame.serial).filter_map(|p| {
                let edge = body.and_then(|b| b.leaving(p.at).first());
                edge.map(|e| e.to)
            });
            let after: Vec<Location> = after.into_iter().chain(jumps).collect();
            for (i, register) in frame.registers.iter().enumerate() {
                if after.iter().any(|&at| live.is_live(at, i)) {
                    self.add(i as u64);
                    match register {
                        Some(term) => self.term(*term),
                        None => self.add(u64::MAX),
                    }
                } else if let Some(term) = register
                    && seen.tracks
                {
                    self.kept(i, *term);
                }
            }
            for &slot in &frame.slots {
                self.object(slot);
            }
            for &(owner, object) in &frame.allocated {
                self.add(owner.map_or(u64::MAX, |v| v.index() as u64));
                self.object(object);
            }
            for handed in &frame.unnamed {
                match handed {
                    Handed::Scalar(term, _) => self.term(*term),
                    Handed::Aggregate(pieces, size) => {
                        self.add(*size);
                        let ends = pieces.iter().skip(1).map(|p| p.0).chain([*size]);
                        for ((at, content), end) in pieces.iter().zip(ends) {
                            self.add(*at);
                            self.content(content, end.saturating_sub(*at));
                        }
                    }
                }
            }
        }
        let depth_of = |serial: u64| state.frames.iter().position(|f| f.serial == serial);
        for list in &state.va_lists {
            self.add(depth_of(list.serial).map_or(u64::MAX, |d| d as u64));
            self.add(list.next as u64);
        }
        for point in &state.jump_points {
            self.add(depth_of(point.serial).map_or(u64::MAX, |d| d as u64));
            self.add(point.at.index() as u64);
        }
    }

    /// A dead register still keeps the blocks it leads to from being lost.
    fn kept(&mut self, register: usize, term: Term) {
        if self.executor.terms.is_constant(term) {
            return;
        }
        for symbol in self.executor.terms.symbols(term).to_vec() {
            if self.executor.pointed(self.state, symbol).is_some() {
                self.add(register as u64);
                self.term(term);
                return;
            }
        }
    }

    fn objects(&mut self) {
        let state = self.state;
        // Static objects that still are as they were need not be looked at.
        let given = self.initial.objects.len() as ObjectId;
        for id in 0..given {
            if !state.objects.is_same(&self.initial.objects, id) {
                self.add(u64::from(id));
                let object = state.objects.get(id);
                self.inside(object);
            }
        }
        for &object in &state.environment {
            self.object(object);
        }
        while let Some(id) = self.pending.pop_front() {
            let object = state.objects.get(id);
            self.add(object.kind.class() as u64);
            self.add(object.life as u64);
            self.add(object.contents.size());
            if object.life == Life::Live {
                self.inside(object);
            }
        }
        self.places_left();
        // Blocks that nothing leads to can only be missed at the end.
        let lost = state.objects.iter().any(|(id, o)| {
            o.kind == Kind::Heap && o.life == Life::Live && !self.numbers.contains_key(&id)
        });
        self.add(lost as u64);
    }

    /// Which of the objects that the state knows can be where others were.
    fn places_left(&mut self) {
        let mut known: Vec<(u64, ObjectId)> =
            self.numbers.iter().map(|(&id, &n)| (n, id)).collect();
        known.sort_unstable();
        for &(number, id) in &known {
            let object = self.state.objects.get(id);
            if object.life == Life::Live {
                continue;
            }
            for &(other, later) in &known {
                if later > id && object.leaves_room_for(later) {
                    self.add(number);
                    self.add(other);
                }
            }
        }
    }

    fn inside(&mut self, object: &Object) {
        self.add(object.contents.pieces().count() as u64);
        for (piece, size) in object.contents.pieces() {
            self.add(piece.offset);
            self.content(&piece.content, size);
        }
    }

    fn content(&mut self, content: &Content, size: u64) {
        match content {
            Content::Blank => self.add(1),
            Content::Zero => self.add(2),
            Content::Bytes(bytes, from) => {
                self.add(3);
                for chunk in bytes[*from..].chunks(8).take(size.div_ceil(8) as usize) {
                    let mut word = [0; 8];
                    word[..chunk.len()].copy_from_slice(chunk);
                    self.add(u64::from_le_bytes(word));
                }
            }
            Content::Value(term) => {
                self.add(4);
                self.term(*term);
            }
        }
    }

    /// Mentions an object by its number; its contents follow later.
    fn object(&mut self, id: ObjectId) {
        let number = self.number(id);
        self.add(number);
    }

    fn number(&mut self, id: ObjectId) -> u64 {
        if id == NO_OBJECT {
            return u64::MAX;
        }
        // Static objects have their own numbers.
        if (id as usize) < self.initial.objects.len() {
            return u64::from(id) | 1 << 62;
        }
        let next = self.numbers.len() as u64;
        let pending = &mut self.pending;
        *self.numbers.entry(id).or_insert_with(|| {
            pending.push_back(id);
            next
        })
    }

    fn term(&mut self, term: Term) {
        let print = self.print(term);
        self.hash = mix(self.hash, print);
    }

    /// The fingerprint of a term.
    fn print(&mut self, term: Term) -> Fingerprint {
        let mut open = vec![term];
        while let Some(&t) = open.last() {
            if self.known.contains_key(&t) {
                open.pop();
                continue;
            }
            let node = self.executor.terms.node(t);
            let width = u128::from(self.executor.terms.width(t));
            let print = match node {
                Node::Bool(b) => mix(width, b as u128 + 11),
                Node::Bits(value) => mix(width + 1000, value),
                Node::Symbol(symbol) => self.symbol(symbol),
                _ => {
                    let terms = &self.executor.terms;
                    let missing = terms.operands(t).filter(|o| !self.known.contains_key(o));
                    let before = open.len();
                    open.extend(missing);
                    if open.len() > before {
                        // The first operand is to be met first.
                        open[before..].reverse();
                        continue;
                    }
                    let mut print = mix(width + 2000, tag(node));
                    for operand in self.executor.terms.operands(t) {
                        print = mix(print, self.known[&operand]);
                    }
                    print
                }
            };
            self.known.insert(t, print);
            open.pop();
        }
        self.known[&term]
    }

    fn symbol(&mut self, symbol: SymbolId) -> Fingerprint {
        let state = self.state;
        if let Some(&(_, object)) = state.resolved.iter().find(|(s, _)| *s == symbol) {
            let number = self.number(object);
            return mix(5, number.into());
        }
        if let Some(object) = self.executor.owner(symbol) {
            let number = self.number(object);
            return mix(5, number.into());
        }
        if self.executor.terms.as_base(symbol).is_some() {
            // A function: the same in all states.
            return mix(6, symbol.index() as u128);
        }
        if let Some(&(op, x, y)) = self.executor.comparisons.get(&symbol) {
            let print = mix(mix(8, op as u128), self.print(x));
            return mix(print, self.print(y));
        }
        let next = self.symbols.len() as u64;
        let number = *self.symbols.entry(symbol).or_insert(next);
        // An input pointer may lead to the environment, a number does not.
        let is_pointer = self.executor.inputs.get(&symbol) == Some(&Request::Pointer)
            && !self.executor.wild.contains(&symbol);
        let term = self.executor.terms.symbol_term(symbol);
        let width = self.executor.terms.width(term);
        let sort = u128::from(width) << 1 | u128::from(is_pointer);
        mix(mix(7, number.into()), sort)
    }

    /// The fingerprints of the constraints on inputs that the state mentions,
    /// sorted; and the part of the path condition that can still matter.
    fn constraints(&mut self) -> (Vec<Fingerprint>, Vec<Term>) {
        let path = &self.state.path;
        let mut taken = vec![false; path.len()];
        let mut prints = Vec::new();
        loop {
            let before = prints.len();
            for (i, &conjunct) in path.iter().enumerate() {
                if !taken[i] && self.is_relevant(conjunct) {
                    taken[i] = true;
                    prints.push(self.print(conjunct));
                }
            }
            if prints.len() == before {
                break;
            }
        }
        prints.sort_unstable();
        prints.dedup();
        let kept = path.iter().zip(taken);
        let kept = kept.filter(|(c, taken)| *taken || self.is_resolution(**c));
        (prints, kept.map(|(c, _)| *c).collect())
    }

    /// Does a conjunct say which object a pointer was resolved to? That is in the
    /// fingerprint of the state.
    fn is_resolution(&self, conjunct: Term) -> bool {
        let terms = &self.executor.terms;
        let is_resolved = |s: SymbolId| self.state.resolved.iter().any(|(r, _)| *r == s);
        match terms.node(conjunct) {
            Node::Eq(a, b) => match (terms.as_symbol(a), terms.as_symbol(b)) {
                (Some(a), Some(b)) => {
                    is_resolved(a) && terms.as_base(b).is_some()
                        || is_resolved(b) && terms.as_base(a).is_some()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Does a conjunct say something about what the state mentions? Where objects
    /// lie matters to all who know their addresses.
    fn is_relevant(&mut self, conjunct: Term) -> bool {
        if self.is_resolution(conjunct) {
            return false;
        }
        let symbols = self.executor.terms.symbols(conjunct).to_vec();
        if symbols.iter().any(|s| self.is_repeatable(*s)) {
            return true;
        }
        let terms = &self.executor.terms;
        let resolved = |s: &SymbolId| self.state.resolved.iter().any(|(r, _)| r == s);
        let known = |s: &SymbolId| {
            self.symbols.contains_key(s) || terms.as_base(*s).is_some() || resolved(s)
        };
        symbols.iter().any(known)
    }
}

impl Namer<'_, '_> {
    /// Is it the answer to a comparison that can be made again, because the state
    /// still has both addresses?
    fn is_repeatable(&mut self, symbol: SymbolId) -> bool {
        let Some(&(_, x, y)) = self.executor.comparisons.get(&symbol) else {
            return false;
        };
        let state = self.state;
        [x, y].into_iter().all(|term| {
            let symbols = self.executor.terms.symbols(term).to_vec();
            symbols.iter().all(|&s| {
                let object = self.executor.pointed(state, s);
                let mentioned = |id: ObjectId| {
                    (id as usize) < self.initial.objects.len() || self.numbers.contains_key(&id)
                };
                object.map_or(self.symbols.contains_key(&s), mentioned)
            })
        })
    }
}

/// What kind of term this is, beside its operands.
fn tag(node: Node) -> u128 {
    let extra = match node {
        Node::Extract { low, .. } => u128::from(low),
        Node::Float(op, kind, ..) => op as u128 * 64 + kind as u128,
        Node::FloatCompare(op, kind, ..) => op as u128 * 64 + kind as u128,
        Node::FloatConvert { from, to, .. } => from as u128 * 64 + to as u128,
        Node::FloatFromInt { kind, signed, .. } | Node::FloatToInt { kind, signed, .. } => {
            kind as u128 * 2 + signed as u128
        }
        _ => 0,
    };
    let kind = match node {
        Node::Bool(_) | Node::Bits(_) | Node::Symbol(_) => 0,
        Node::Not(_) => 1,
        Node::And(..) => 2,
        Node::Or(..) => 3,
        Node::Eq(..) => 4,
        Node::Ult(..) => 5,
        Node::Ule(..) => 6,
        Node::Slt(..) => 7,
        Node::Sle(..) => 8,
        Node::Ite(..) => 9,
        Node::Complement(_) => 10,
        Node::Add(..) => 11,
        Node::Mul(..) => 12,
        Node::UDiv(..) => 13,
        Node::SDiv(..) => 14,
        Node::URem(..) => 15,
        Node::SRem(..) => 16,
        Node::BitAnd(..) => 17,
        Node::BitOr(..) => 18,
        Node::BitXor(..) => 19,
        Node::Shl(..) => 20,
        Node::LShr(..) => 21,
        Node::AShr(..) => 22,
        Node::Concat(..) => 23,
        Node::Extract { .. } => 24,
        Node::ZeroExtend(_) => 25,
        Node::SignExtend(_) => 26,
        Node::Float(..) => 27,
        Node::FloatCompare(..) => 28,
        Node::FloatConvert { .. } => 29,
        Node::FloatFromInt { .. } => 30,
        Node::FloatToInt { .. } => 31,
        Node::Select(..) => 32,
        Node::Store(..) => 33,
        Node::ConstArray(_) => 34,
    };
    extra << 8 | kind
}

/// Mixes a number into a fingerprint.
fn mix(hash: Fingerprint, word: u128) -> Fingerprint {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let h = (hash ^ word).wrapping_mul(ODD);
    let h = (h ^ (h >> 61)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f_1656_67b1_9e37_79f9);
    h ^ (h >> 67)
}
