//! What a graph means, for tests: its objects are objects of the machine, each another one,
//! and segments are lists of blocks, of some length that fits.
//!
//! Anchors are not looked at: they speak of what functions that wait hold. That there are no
//! other blocks is asked only where no function waits that could have some.

use super::graph::Graph;
use super::object::{Kind, Links, Object};
use super::value::{Address, End, ObjectId, Value};
use super::{Segments, State};
use engine::{Concrete, Cx};
use machine::{Held, Kind as MachineKind, Machine, Origin, Scalar};
use program::arith;
use std::collections::BTreeMap;

/// Which node of each segment around an object is meant.
type Within = BTreeMap<ObjectId, u64>;

/// An object, of the nodes of those that own it that these numbers say.
type Key = (ObjectId, Vec<u64>);

/// A value that has to be as the graph says.
#[derive(Clone, Debug)]
struct Claim {
    value: Value,
    held: Option<Scalar>,
    /// In memory, so many bits.
    bits: Option<u32>,
    within: Within,
    what: String,
}

/// What objects of the graph are, as far as that is decided.
#[derive(Clone, Default)]
struct Assigned {
    /// The objects of the machine that each one stands for, in order.
    objects: BTreeMap<Key, Vec<Origin>>,
    taken: Vec<Origin>,
}

struct Check<'a, 'm> {
    cx: &'a Cx<'a>,
    graph: &'a Graph,
    machine: &'a Machine<'m>,
    word: u64,
    /// Choices that may still be tried.
    budget: u32,
    why: String,
}

/// Longer lists are not looked for.
const LONGEST: usize = 400;

impl Concrete for Segments {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let mut check = Check {
            cx,
            graph: &state.0,
            machine,
            word: self.layout.word,
            budget: 20_000,
            why: String::new(),
        };
        check.all()
    }
}

impl Check<'_, '_> {
    fn all(&mut self) -> Result<(), String> {
        let mut claims = Vec::new();
        let mut assigned = Assigned::default();
        for (&var, &value) in &self.graph.registers {
            let held = match self.machine.variable(var) {
                Some(Held::Register(held)) => held,
                Some(Held::Object(_)) | None => continue,
            };
            let name = &self.cx.program.names[self.cx.program.vars[var].name];
            claims.push(Claim {
                value,
                held,
                bits: None,
                within: Within::new(),
                what: name.to_owned(),
            });
        }
        for (&var, &id) in &self.graph.named {
            let name = &self.cx.program.names[self.cx.program.vars[var].name];
            match self.machine.variable(var) {
                Some(Held::Object(origin)) if self.machine.is_live(origin) => {
                    if !self.assign(&mut assigned, &mut claims, (id, origin), &Within::new()) {
                        return Err(format!("{name}: {}", self.why));
                    }
                }
                // It is not there yet, and nothing is said about it.
                _ if self.graph.object(id).cells.is_empty() => {}
                _ => return Err(format!("{name} does not live")),
            }
        }
        match self.solve(claims, assigned) {
            true => Ok(()),
            false => Err(std::mem::take(&mut self.why)),
        }
    }

    /// Are all claims met, with some choice of what is not decided yet?
    fn solve(&mut self, mut claims: Vec<Claim>, mut assigned: Assigned) -> bool {
        while let Some(claim) = claims.pop() {
            let Some(left) = self.budget.checked_sub(1) else {
                // Who is asked too much says nothing wrong.
                return true;
            };
            self.budget = left;
            let Some(address) = self.plain(&claim, &mut assigned, &mut claims) else {
                continue;
            };
            let Ok(address) = address else {
                return false;
            };
            let object = self.graph.object(address.object);
            let key = self.key(address.object, &claim.within);
            if let Some(nodes) = assigned.objects.get(&key).cloned() {
                match self.again(&claim, address, object, &nodes) {
                    Some(Ok(())) => continue,
                    Some(Err(claim)) => {
                        claims.push(claim);
                        continue;
                    }
                    None => return false,
                }
            }
            let lists = self.lists(&claim, address, object);
            let mut found = false;
            for nodes in lists {
                let (mut claims, mut assigned) = (claims.clone(), assigned.clone());
                let chosen = self.choose(
                    (&mut claims, &mut assigned),
                    (address.object, key.clone()),
                    &nodes,
                    &claim.within,
                );
                // Now it is decided what the address is.
                claims.push(claim.clone());
                if chosen && self.solve(claims, assigned) {
                    found = true;
                    break;
                }
            }
            if !found && self.why.is_empty() {
                self.why = format!("{}: no such object", claim.what);
            }
            return found;
        }
        self.all_known(&assigned)
    }

    /// Decides about claims that are no address of an object: None if it is met.
    fn plain(
        &mut self,
        claim: &Claim,
        assigned: &mut Assigned,
        claims: &mut Vec<Claim>,
    ) -> Option<Result<Address, ()>> {
        if claim.value == Value::Any {
            return None;
        }
        let Some(held) = claim.held else {
            self.why = format!("{} is indeterminate, not {:?}", claim.what, claim.value);
            return Some(Err(()));
        };
        let met = match claim.value {
            Value::Any => true,
            Value::Int(n) => match claim.bits {
                Some(bits) => arith::wrap(n, bits, false) == arith::wrap(held.value, bits, false),
                None => n == held.value,
            },
            Value::Gone => held.value != 0 && !self.machine.is_live(held.origin),
            Value::Function(f) => self
                .machine
                .pointee(held)
                .is_some_and(|p| p.kind == MachineKind::Function(f) && p.offset == 0),
            Value::Within(id) => {
                let key = self.key(id, &claim.within);
                match assigned.objects.get(&key) {
                    Some(nodes) => nodes[..] == [held.origin],
                    None => {
                        self.machine.is_live(held.origin)
                            && self.assign(assigned, claims, (id, held.origin), &claim.within)
                    }
                }
            }
            Value::To(address) => return Some(Ok(address)),
        };
        if met {
            return None;
        }
        self.why = format!("{} is {held:?}, not {:?}", claim.what, claim.value);
        Some(Err(()))
    }

    /// An address of something that is decided: met, or the same as another claim.
    fn again(
        &mut self,
        claim: &Claim,
        address: Address,
        object: &Object,
        nodes: &[Origin],
    ) -> Option<Result<(), Claim>> {
        let held = claim.held?;
        let node = match address.end {
            End::First => nodes.first().copied(),
            End::Last => nodes.last().copied(),
            End::Own => {
                let number = claim.within.get(&address.object)?;
                nodes.get(*number as usize).copied()
            }
        };
        let Some(node) = node else {
            // Of an empty segment it is what lies behind or before.
            let (head, link) = match object.kind {
                Kind::Segment(links) => {
                    let at = match address.end {
                        End::Last => links.prev?,
                        End::First | End::Own => links.next,
                    };
                    (links.head, object.cells.read(at, self.word))
                }
                Kind::Maybe(head) => (head, Value::ZERO),
                Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer | Kind::Block => {
                    return None;
                }
            };
            let value = link.moved(address.offset - head, 8 * self.word as u32);
            return Some(Err(Claim {
                value,
                ..claim.clone()
            }));
        };
        let base = self.machine.object(node)?.1;
        let there = arith::wrap(
            i128::from(base) + i128::from(address.offset),
            8 * self.word as u32,
            false,
        );
        let bits = 8 * self.word as u32;
        if held.origin == node && arith::wrap(held.value, bits, false) == there {
            return Some(Ok(()));
        }
        self.why = format!("{} is {held:?}, not {address:?} of {node:?}", claim.what);
        None
    }

    /// What an object of the graph may be, if an address of it is so.
    fn lists(&self, claim: &Claim, address: Address, object: &Object) -> Vec<Vec<Origin>> {
        let held = claim.held.unwrap_or(Scalar::int(0));
        let is_there = self.machine.is_live(held.origin);
        let one = || match is_there {
            true => vec![vec![held.origin]],
            false => Vec::new(),
        };
        let links = match object.kind {
            Kind::Segment(links) => links,
            Kind::Maybe(_) => {
                let mut lists = one();
                lists.push(Vec::new());
                return lists;
            }
            Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer | Kind::Block => {
                return one();
            }
        };
        let (link, backwards) = match address.end {
            End::Last => (links.prev.unwrap_or(links.next), true),
            End::First | End::Own => (links.next, false),
        };
        let mut lists = Vec::new();
        if links.least == 0 {
            lists.push(Vec::new());
        }
        let mut nodes: Vec<Origin> = Vec::new();
        let mut at = is_there.then_some(held.origin);
        while let Some(node) = at.filter(|n| !nodes.contains(n) && nodes.len() < LONGEST) {
            nodes.push(node);
            if nodes.len() >= usize::from(links.least) {
                let mut list = nodes.clone();
                if backwards {
                    list.reverse();
                }
                lists.push(list);
            }
            at = self.link(node, link, links);
        }
        lists
    }

    /// The node that a link leads to.
    fn link(&self, node: Origin, at: u64, links: Links) -> Option<Origin> {
        let held = self
            .machine
            .read_bytes(node, at as i64, self.word as usize)?;
        let pointee = self.machine.pointee(held)?;
        let fits = self.machine.is_live(held.origin) && pointee.offset == links.head;
        fits.then_some(held.origin)
    }

    /// Decides that an object is a list of nodes.
    fn choose(
        &mut self,
        (claims, assigned): (&mut Vec<Claim>, &mut Assigned),
        (id, key): (ObjectId, Key),
        nodes: &[Origin],
        within: &Within,
    ) -> bool {
        let object = self.graph.object(id);
        let Kind::Segment(links) = object.kind else {
            return match nodes {
                [] => {
                    assigned.objects.insert(key, Vec::new());
                    true
                }
                [one, ..] => self.assign(assigned, claims, (id, *one), within),
            };
        };
        assigned.objects.insert(key, nodes.to_vec());
        for (i, &node) in nodes.iter().enumerate() {
            if !self.takes(assigned, object, node) {
                return false;
            }
            let ahead = nodes.get(i + 1);
            let back = i.checked_sub(1).and_then(|i| nodes.get(i));
            let others = [(Some(links.next), ahead), (links.prev, back)];
            for (at, neighbour) in others {
                if let (Some(at), Some(&neighbour)) = (at, neighbour)
                    && self.link(node, at, links) != Some(neighbour)
                {
                    self.why = "nodes of a list are not linked".into();
                    return false;
                }
            }
            let inner = {
                let mut inner = within.clone();
                inner.insert(id, i as u64);
                inner
            };
            let skip = |at: u64| {
                at == links.next && i + 1 < nodes.len() || Some(at) == links.prev && i > 0
            };
            let mut cells = object.cells.clone();
            for at in [Some(links.next), links.prev].into_iter().flatten() {
                if skip(at) {
                    cells.forget(at, self.word);
                }
            }
            if !self.contents(claims, &cells, object, node, &inner) {
                return false;
            }
        }
        true
    }

    /// Decides that an object is one of the machine.
    fn assign(
        &mut self,
        assigned: &mut Assigned,
        claims: &mut Vec<Claim>,
        (id, origin): (ObjectId, Origin),
        within: &Within,
    ) -> bool {
        let object = self.graph.object(id);
        assigned.objects.insert(self.key(id, within), vec![origin]);
        self.takes(assigned, object, origin)
            && self.contents(claims, &object.cells, object, origin, within)
    }

    /// Is an object of the machine of the right kind, and free?
    fn takes(&mut self, assigned: &mut Assigned, object: &Object, origin: Origin) -> bool {
        let kind = self.machine.object(origin).map(|(kind, _)| kind);
        let fits = match (object.kind, kind) {
            (Kind::Static(v), Some(MachineKind::Static(w)))
            | (Kind::Local(v), Some(MachineKind::Local(w))) => v == w,
            (Kind::Frame(_), Some(MachineKind::Frame)) => true,
            (Kind::Outer, Some(MachineKind::Local(_) | MachineKind::Frame)) => true,
            (Kind::Block | Kind::Maybe(_) | Kind::Segment(_), Some(MachineKind::Heap)) => true,
            (
                Kind::Static(_)
                | Kind::Local(_)
                | Kind::Frame(_)
                | Kind::Outer
                | Kind::Block
                | Kind::Maybe(_)
                | Kind::Segment(_),
                _,
            ) => false,
        };
        let size = self
            .machine
            .live_objects()
            .find(|o| o.0 == origin)
            .map(|o| o.2);
        let sized = object.size.is_none() || object.size == size;
        if !fits || !sized || assigned.taken.contains(&origin) {
            self.why = format!(
                "{:?} of {:?} bytes is no {kind:?} of {size:?}",
                object.kind, object.size
            );
            return false;
        }
        assigned.taken.push(origin);
        true
    }

    fn contents(
        &mut self,
        claims: &mut Vec<Claim>,
        cells: &super::object::Cells,
        object: &Object,
        origin: Origin,
        within: &Within,
    ) -> bool {
        for cell in cells.iter() {
            let mut at = cell.at;
            // Zeros may be many.
            let end = cell.at + cell.size.min(4096);
            while at < end {
                let size = match cell.value {
                    Value::ZERO => (end - at).min(8),
                    _ => cell.size,
                };
                let held = self.machine.read_bytes(origin, at as i64, size as usize);
                claims.push(Claim {
                    value: cell.value,
                    held,
                    bits: Some(8 * size as u32),
                    within: within.clone(),
                    what: format!("byte {at} of {:?}", object.kind),
                });
                at += size;
            }
        }
        true
    }

    /// Are all blocks known, where nobody else can have some?
    fn all_known(&mut self, assigned: &Assigned) -> bool {
        if self.graph.lost || self.machine.depth() > 2 || self.budget == 0 {
            return true;
        }
        let mut blocks = self.machine.live_objects();
        let unknown = blocks.find(|(origin, kind, _)| {
            *kind == MachineKind::Heap && !assigned.taken.contains(origin)
        });
        if let Some((origin, ..)) = unknown {
            self.why = format!("{origin:?} is no block of the graph");
            return false;
        }
        true
    }

    fn key(&self, id: ObjectId, within: &Within) -> Key {
        let mut nodes = Vec::new();
        let mut owner = self.graph.object(id).owner;
        while let Some(id) = owner {
            nodes.extend(within.get(&id));
            owner = self.graph.object(id).owner;
        }
        (id, nodes)
    }
}
