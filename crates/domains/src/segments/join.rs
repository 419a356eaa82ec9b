//! The join of graphs: walks two graphs from values that correspond, pairs the objects that
//! are met, and makes a graph that contains both (Dudka, Peringer, Vojnar 2013, section 4).
//!
//! A node is paired with a node or a segment; a segment also with nothing, where the other
//! graph goes on with what lies behind. What a node owns is met the same way, so that nodes
//! whose own lists differ in length have a join.
//!
//! Two neighbours of a list are joined by the same walk, in one graph: see `fold.rs`.

use super::graph::{Graph, Handed};
use super::object::{Cells, Kind, Links, Object};
use super::value::{Address, End, ObjectId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What may be given up where two graphs differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Segments may be paired with nothing, and nodes with segments.
    pub lengths: bool,
    /// Numbers that differ may become anything.
    pub numbers: bool,
    /// Also those that are kept apart for being small.
    pub small: bool,
}

/// What an object of one graph corresponds to in the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    /// This object; the two are this one of the result.
    Pair(ObjectId, ObjectId),
    /// Nothing: these values stand where the links into the segment are.
    Nothing {
        result: ObjectId,
        first: Option<Value>,
        last: Option<Value>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
}

#[derive(Clone)]
pub struct Join<'a> {
    left: &'a Graph,
    right: &'a Graph,
    pub out: Graph,
    met_left: BTreeMap<ObjectId, Met>,
    met_right: BTreeMap<ObjectId, Met>,
    pub(super) policy: Policy,
    /// The two neighbours, and the segment that they become, where one graph is joined with
    /// itself.
    pub(super) fold: Option<(ObjectId, ObjectId, ObjectId)>,
    /// The result is more general than the left graph, or the right one.
    pub gives_up: (bool, bool),
    pub gives_up_numbers: bool,
    pub(super) word: u64,
    /// Pairs that may still be tried.
    pub(super) budget: u32,
}

const BUDGET: u32 = 2000;

/// Numbers that are told apart where graphs meet: flags, colours, a few steps.
pub fn is_small(n: i128) -> bool {
    (-1..=16).contains(&n)
}

impl<'a> Join<'a> {
    fn new(left: &'a Graph, right: &'a Graph, policy: Policy, word: u64) -> Join<'a> {
        Join {
            left,
            right,
            out: Graph::default(),
            met_left: BTreeMap::new(),
            met_right: BTreeMap::new(),
            policy,
            fold: None,
            gives_up: (false, false),
            gives_up_numbers: false,
            word,
            budget: BUDGET,
        }
    }

    /// The join of two graphs, and whether it is more general than each of them.
    pub fn of(
        left: &'a Graph,
        right: &'a Graph,
        policy: Policy,
        word: u64,
    ) -> Option<(Graph, (bool, bool))> {
        if left.entry != right.entry || left.anchors.len() != right.anchors.len() {
            return None;
        }
        let mut join = Join::new(left, right, policy, word);
        join.flags();
        join.variables()?;
        join.registers()?;
        for (&x, &y) in left.anchors.iter().zip(&right.anchors) {
            let value = join.value(x, y)?;
            join.out.anchors.push(value);
        }
        join.result()?;
        join.finish()?;
        join.all_met()?;
        join.out.owns_alone().then_some((join.out, join.gives_up))
    }

    fn flags(&mut self) {
        let (a, b) = (self.left, self.right);
        for (x, y) in [(a.lost, b.lost), (a.hidden, b.hidden), (a.wild, b.wild)] {
            self.gives_up.0 |= y && !x;
            self.gives_up.1 |= x && !y;
        }
        self.out.lost = a.lost || b.lost;
        self.out.hidden = a.hidden || b.hidden;
        self.out.wild = a.wild || b.wild;
        self.out.entry = a.entry;
        self.out.head = a.head && b.head;
    }

    fn variables(&mut self) -> Option<()> {
        // A variable of which one graph knows nothing holds anything there.
        for (&var, &x) in &self.left.named {
            match self.right.named.get(&var) {
                Some(&y) => {
                    let id = self.pair(x, y)?;
                    self.out.named.insert(var, id);
                }
                None => self.unknown(Side::Left, x)?,
            }
        }
        for (var, &y) in &self.right.named {
            if !self.left.named.contains_key(var) {
                self.unknown(Side::Right, y)?;
            }
        }
        Some(())
    }

    /// Nothing is known of a variable in the other graph: it must not be needed in this.
    fn unknown(&mut self, side: Side, id: ObjectId) -> Option<()> {
        let graph = self.graph(side);
        let needed = graph.values().any(|(_, v)| v.object() == Some(id));
        let cells = &graph.object(id).cells;
        let leads = cells.iter().any(|c| c.value.object().is_some());
        if needed || leads {
            return None;
        }
        if !cells.is_empty() {
            if !self.policy.numbers {
                return None;
            }
            self.give_up(side);
        }
        // It stays unknown in the result.
        let met = Met::Nothing {
            result: ObjectId::MAX,
            first: None,
            last: None,
        };
        self.met_mut(side).insert(id, met);
        Some(())
    }

    fn registers(&mut self) -> Option<()> {
        let (a, b) = (self.left, self.right);
        let vars: BTreeSet<_> = a.registers.keys().chain(b.registers.keys()).collect();
        for &var in vars {
            let value = self.value(a.register(var), b.register(var))?;
            self.out.set_register(var, value);
        }
        Some(())
    }

    fn result(&mut self) -> Option<()> {
        self.out.result = match (&self.left.result, &self.right.result) {
            (None, None) => None,
            (Some(Handed::Scalar(x, t)), Some(Handed::Scalar(y, u))) if t == u => {
                Some(Handed::Scalar(self.value(*x, *y)?, *t))
            }
            (Some(Handed::Aggregate(x, m)), Some(Handed::Aggregate(y, n))) if m == n => {
                Some(Handed::Aggregate(self.cells(x, y)?, *m))
            }
            _ => return None,
        };
        Some(())
    }

    /// What nobody leads to has to be there in both: variables of functions that wait.
    fn all_met(&mut self) -> Option<()> {
        for side in [Side::Left, Side::Right] {
            let met = self.met(side);
            let all = self
                .graph(side)
                .objects
                .keys()
                .all(|id| met.contains_key(id));
            if !all {
                return None;
            }
        }
        Some(())
    }

    // Sides.

    pub(super) fn graph(&self, side: Side) -> &'a Graph {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    pub(super) fn met(&self, side: Side) -> &BTreeMap<ObjectId, Met> {
        match side {
            Side::Left => &self.met_left,
            Side::Right => &self.met_right,
        }
    }

    pub(super) fn met_mut(&mut self, side: Side) -> &mut BTreeMap<ObjectId, Met> {
        match side {
            Side::Left => &mut self.met_left,
            Side::Right => &mut self.met_right,
        }
    }

    pub(super) fn give_up(&mut self, side: Side) {
        match side {
            Side::Left => self.gives_up.0 = true,
            Side::Right => self.gives_up.1 = true,
        }
    }

    pub(super) fn value_on(&mut self, side: Side, mine: Value, other: Value) -> Option<Value> {
        match side {
            Side::Left => self.value(mine, other),
            Side::Right => self.value(other, mine),
        }
    }

    // Values.

    fn value(&mut self, x: Value, y: Value) -> Option<Value> {
        match (x, y) {
            (Value::To(p), Value::To(q)) => self.addresses(p, q),
            (Value::To(p), _) => self.absent(Side::Left, p, y),
            (_, Value::To(q)) => self.absent(Side::Right, q, x),
            (Value::Within(p), Value::Within(q)) => {
                let id = self.object(p, q)?;
                Some(Value::Within(id))
            }
            (Value::Within(_), _) | (_, Value::Within(_)) => None,
            (x, y) if x == y => Some(x),
            (x, y) => {
                let kept = |v: Value| matches!(v, Value::Int(n) if is_small(n));
                if !self.policy.numbers || kept(x) && kept(y) && !self.policy.small {
                    return None;
                }
                self.gives_up.0 |= x != Value::Any;
                self.gives_up.1 |= y != Value::Any;
                self.gives_up_numbers = true;
                Some(Value::Any)
            }
        }
    }

    fn addresses(&mut self, p: Address, q: Address) -> Option<Value> {
        if let Some((a, b, _)) = self.fold
            && p == q
            && ![a, b].contains(&p.object)
            && !self.met_left.contains_key(&p.object)
            && !self.met_right.contains_key(&p.object)
        {
            return Some(Value::To(p));
        }
        let (x, y) = (
            self.met_left.get(&p.object).copied(),
            self.met_right.get(&q.object).copied(),
        );
        match (x, y) {
            (Some(Met::Pair(other, id)), _) if other == q.object => self.ends(p, q, id),
            (Some(Met::Nothing { .. }), _) => self.absent(Side::Left, p, Value::To(q)),
            (_, Some(Met::Nothing { .. })) => self.absent(Side::Right, q, Value::To(p)),
            (None, None) => {
                let may_be_absent = self.may_be_absent(Side::Left, p.object)
                    || self.may_be_absent(Side::Right, q.object);
                if !may_be_absent {
                    let id = self.pair(p.object, q.object)?;
                    return self.ends(p, q, id);
                }
                let before = self.clone();
                let paired = self.pair(p.object, q.object);
                if let Some(value) = paired.and_then(|id| self.ends(p, q, id)) {
                    return Some(value);
                }
                let budget = self.budget;
                *self = before.clone();
                self.budget = budget;
                if let Some(value) = self.absent(Side::Left, p, Value::To(q)) {
                    return Some(value);
                }
                let budget = self.budget;
                *self = before;
                self.budget = budget;
                self.absent(Side::Right, q, Value::To(p))
            }
            (None, Some(Met::Pair(..))) => self.absent(Side::Left, p, Value::To(q)),
            (Some(Met::Pair(..)), None) => self.absent(Side::Right, q, Value::To(p)),
            (Some(Met::Pair(..)), Some(Met::Pair(..))) => None,
        }
    }

    /// Two addresses of objects that were paired.
    fn ends(&self, p: Address, q: Address, id: ObjectId) -> Option<Value> {
        if p.offset != q.offset {
            return None;
        }
        if let Some((a, b, _)) = self.fold
            && (p.object, q.object) == (a, b)
        {
            return Some(Value::at(id, End::Own, p.offset));
        }
        let is_segment = |graph: &Graph, a: Address| graph.object(a.object).links().is_some();
        let end = match (is_segment(self.left, p), is_segment(self.right, q)) {
            (false, false) => End::First,
            (true, false) => p.end,
            (false, true) => q.end,
            (true, true) if p.end == q.end => p.end,
            (true, true) => return None,
        };
        Some(Value::at(id, end, p.offset))
    }

    // Objects.

    /// Two objects that may have been paired.
    fn object(&mut self, x: ObjectId, y: ObjectId) -> Option<ObjectId> {
        if self.fold.is_some() && x == y {
            return None;
        }
        match (self.met_left.get(&x), self.met_right.get(&y)) {
            (Some(&Met::Pair(other, id)), _) if other == y => Some(id),
            (None, None) => self.pair(x, y),
            _ => None,
        }
    }

    /// Makes one object of two, with what they lead to.
    fn pair(&mut self, x: ObjectId, y: ObjectId) -> Option<ObjectId> {
        self.budget = self.budget.checked_sub(1)?;
        if self.met_left.contains_key(&x) || self.met_right.contains_key(&y) {
            return None;
        }
        let (a, b) = (self.left.object(x), self.right.object(y));
        let kind = self.kind(a, b)?;
        if a.size != b.size || a.ty != b.ty {
            return None;
        }
        let owner = self.owner(a, b)?;
        let id = self.out.add(Object {
            kind,
            size: a.size,
            cells: Cells::default(),
            owner,
            ty: a.ty,
        });
        self.met_left.insert(x, Met::Pair(y, id));
        self.met_right.insert(y, Met::Pair(x, id));
        let cells = self.cells(&a.cells, &b.cells)?;
        let is_maybe = |o: &Object| matches!(o.kind, Kind::Maybe(_));
        if let Kind::Segment(links) = kind
            && (is_maybe(a) || is_maybe(b))
            && cells.read(links.next, self.word) != Value::ZERO
        {
            return None;
        }
        self.out.object_mut(id).cells = cells;
        Some(id)
    }

    fn kind(&mut self, a: &Object, b: &Object) -> Option<Kind> {
        let (x, y) = match (a.kind, b.kind) {
            (Kind::Segment(x), Kind::Segment(y)) => (x, y),
            (Kind::Segment(x), Kind::Block) => {
                self.gives_up.1 = true;
                (x, Links { least: 1, ..x })
            }
            (Kind::Block, Kind::Segment(y)) => {
                self.gives_up.0 = true;
                (Links { least: 1, ..y }, y)
            }
            (Kind::Block, Kind::Maybe(head)) => {
                self.gives_up.0 = true;
                return Some(Kind::Maybe(head));
            }
            (Kind::Maybe(head), Kind::Block) => {
                self.gives_up.1 = true;
                return Some(Kind::Maybe(head));
            }
            // What ends with null is a list.
            (Kind::Maybe(head), Kind::Segment(y)) if head == y.head => {
                self.gives_up.0 = true;
                (Links { least: 0, ..y }, y)
            }
            (Kind::Segment(x), Kind::Maybe(head)) if head == x.head => {
                self.gives_up.1 = true;
                (x, Links { least: 0, ..x })
            }
            (x, y) => return (x == y).then_some(x),
        };
        let least = x.least.min(y.least);
        self.gives_up.0 |= least < x.least;
        self.gives_up.1 |= least < y.least;
        let same = Links { least, ..x } == Links { least, ..y };
        same.then_some(Kind::Segment(Links { least, ..x }))
    }

    /// Whose node the two belong to.
    fn owner(&self, a: &Object, b: &Object) -> Option<Option<ObjectId>> {
        let of = |met: &BTreeMap<ObjectId, Met>, owner: ObjectId| match met.get(&owner) {
            Some(&Met::Pair(other, id)) => Some((other, id)),
            _ => None,
        };
        let is_node = |graph: &Graph, id: ObjectId| graph.object(id).kind == Kind::Block;
        let within = self.around();
        match (
            a.owner.filter(|o| Some(*o) != within),
            b.owner.filter(|o| Some(*o) != within),
        ) {
            (None, None) => match self.fold {
                None => Some(None),
                // What differs from node to node is the node's own.
                Some((.., id)) if a.is_heap() && b.is_heap() => Some(Some(id)),
                Some(_) => None,
            },
            (Some(x), Some(y)) => {
                let (other, id) = of(&self.met_left, x)?;
                (other == y).then_some(Some(id))
            }
            (Some(x), None) => {
                let (other, id) = of(&self.met_left, x)?;
                is_node(self.right, other).then_some(Some(id))
            }
            (None, Some(y)) => {
                let (other, id) = of(&self.met_right, y)?;
                is_node(self.left, other).then_some(Some(id))
            }
        }
    }

    fn cells(&mut self, a: &Cells, b: &Cells) -> Option<Cells> {
        let mut joined = Cells::default();
        let mut spans: BTreeSet<(u64, u64)> = BTreeSet::new();
        for cell in a.iter().chain(b.iter()) {
            if cell.value != Value::ZERO {
                spans.insert((cell.at, cell.size));
            }
        }
        // Zeros that both have, but for what else lies there.
        for cell in a.iter().filter(|c| c.value == Value::ZERO) {
            for other in b.iter().filter(|c| c.value == Value::ZERO) {
                let from = cell.at.max(other.at);
                let to = (cell.at + cell.size).min(other.at + other.size);
                if from < to {
                    joined.write(from, to - from, Value::ZERO);
                }
            }
        }
        let zeros = joined.clone();
        for &(at, size) in &spans {
            let value = self.value(a.read(at, size), b.read(at, size))?;
            joined.write(at, size, value);
        }
        // What only one of the two knows to be zero.
        let is_alone = |cells: &Cells| {
            let mut rest = cells.clone();
            for cell in zeros.iter() {
                rest.forget(cell.at, cell.size);
            }
            // Zeros that are a whole value were joined as one; those that are a part of
            // what the other has there were not.
            for &(at, size) in &spans {
                if cells.read(at, size) == Value::ZERO {
                    rest.forget(at, size);
                }
            }
            rest.iter().any(|c| c.value == Value::ZERO)
        };
        let only = (is_alone(a), is_alone(b));
        if only.0 || only.1 {
            if !self.policy.numbers {
                return None;
            }
            self.gives_up.0 |= only.0;
            self.gives_up.1 |= only.1;
            self.gives_up_numbers = true;
        }
        Some(joined)
    }

    /// Links of absent segments that the other graph says nothing about, and whether what
    /// nodes own is theirs alone.
    fn finish(&mut self) -> Option<()> {
        for side in [Side::Left, Side::Right] {
            let met: Vec<(ObjectId, Met)> = self.met(side).iter().map(|(k, v)| (*k, *v)).collect();
            for (id, met) in met {
                let Met::Nothing {
                    result,
                    first,
                    last,
                } = met
                else {
                    continue;
                };
                let object = self.graph(side).object(id);
                let Some(links) = object.links().filter(|_| result != ObjectId::MAX) else {
                    continue;
                };
                // What an absent node owns was carried as it is.
                if first.is_none() && last.is_none() {
                    continue;
                }
                let open = [(first, Some(links.next)), (last, links.prev)];
                for (known, link) in open {
                    if let (None, Some(at)) = (known, link) {
                        let mine = object.cells.read(at, self.word);
                        let value = self.carried(side, mine)?;
                        let cells = &mut self.out.object_mut(result).cells;
                        cells.write(at, self.word, value);
                    }
                }
            }
            self.is_private(side).then_some(())?;
        }
        Some(())
    }

    /// Does nothing else lead to what became a node's own?
    fn is_private(&self, side: Side) -> bool {
        let graph = self.graph(side);
        let met = self.met(side);
        let within = self.around();
        let out = |id: ObjectId| {
            let met = met.get(&id);
            met.map(|&(Met::Pair(_, result) | Met::Nothing { result, .. })| result)
        };
        let root = |mut id: ObjectId| {
            let owner = |id: ObjectId| self.out.objects.get(&id).and_then(|o| o.owner);
            while let Some(owner) = owner(id).filter(|o| Some(*o) != within) {
                id = owner;
            }
            id
        };
        graph.values().all(|(holder, value)| {
            let Some(target) = value.object() else {
                return true;
            };
            let became_own = |id: ObjectId| {
                let result = out(id).and_then(|r| self.out.objects.get(&r));
                result.and_then(|o| o.owner).filter(|o| Some(*o) != within)
            };
            let was_own = graph.object(target).owner.filter(|o| Some(*o) != within);
            let (Some(owner), None) = (became_own(target), was_own) else {
                return true;
            };
            // The holder is the owner's node, or belongs to it.
            let Some(holder) = holder.and_then(out) else {
                return false;
            };
            root(holder) == root(owner)
        })
    }

    // Folding.

    /// The segment whose nodes own both neighbours. What else these own is as outside to them
    /// as the rest of the graph.
    pub(super) fn around(&self) -> Option<ObjectId> {
        let (a, ..) = self.fold?;
        self.left.object(a).owner
    }

    /// Two neighbours of a list as one segment, in a copy of their graph. Their links are
    /// left out.
    pub fn neighbours(
        graph: &'a Graph,
        (a, b): (ObjectId, ObjectId),
        links: Links,
        policy: Policy,
        word: u64,
    ) -> Option<(Graph, ObjectId, bool)> {
        let mut join = Join::new(graph, graph, policy, word);
        join.out = graph.clone();
        let x = graph.object(a);
        let id = join.out.add(Object {
            kind: Kind::Segment(links),
            size: x.size,
            cells: Cells::default(),
            owner: x.owner,
            ty: x.ty,
        });
        join.fold = Some((a, b, id));
        join.met_left.insert(a, Met::Pair(b, id));
        join.met_right.insert(b, Met::Pair(a, id));
        let inner = |object: &Rc<Object>| {
            let mut cells = object.cells.clone();
            for link in [Some(links.next), links.prev].into_iter().flatten() {
                cells.forget(link, word);
            }
            cells
        };
        let cells = join.cells(&inner(&graph.objects[&a]), &inner(&graph.objects[&b]))?;
        join.out.object_mut(id).cells = cells;
        join.finish()?;
        // What lies behind and before them is none of what they own.
        let outer = [(b, Some(links.next)), (a, links.prev)];
        for (node, link) in outer {
            let value = link.map_or(Value::Any, |at| graph.object(node).cells.read(at, word));
            let is_own = |met: &BTreeMap<ObjectId, Met>| {
                value
                    .object()
                    .is_some_and(|o| o != a && o != b && met.contains_key(&o))
            };
            if is_own(&join.met_left) || is_own(&join.met_right) {
                return None;
            }
        }
        // The two and what they owned are gone.
        for met in [&join.met_left, &join.met_right] {
            for gone in met.keys() {
                join.out.objects.remove(gone);
            }
        }
        // What was shared by both must not have become a node's own meanwhile.
        let out = &join.out;
        let is_there = |o: ObjectId| out.objects.contains_key(&o);
        let leads = |v: Value| v.object().is_none_or(|o| o == a || o == b || is_there(o));
        let complete = out.values().all(|(_, v)| leads(v))
            && out.objects.values().all(|o| o.owner.is_none_or(is_there))
            && out.owns_alone();
        complete.then_some((join.out, id, join.gives_up_numbers))
    }
}
