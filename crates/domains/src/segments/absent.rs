//! Joins where only one graph has a segment, or a block that a node owns: the other goes on
//! with what lies behind, and the result may have nothing there.

use super::join::{Join, Met, Side};
use super::object::{Cells, Kind, Links, Object};
use super::value::{Address, End, ObjectId, Value};

impl Join<'_> {
    pub(super) fn may_be_absent(&self, side: Side, id: ObjectId) -> bool {
        let object = self.graph(side).object(id);
        let is_free = !self.met(side).contains_key(&id);
        is_free
            && match object.kind {
                Kind::Segment(links) => self.policy.lengths || links.least == 0,
                Kind::Maybe(_) => true,
                // What a node owns may be there or not; other blocks are kept apart.
                Kind::Block => self.fold.is_some() || object.owner.is_some(),
                Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer => false,
            }
    }

    /// A segment of one graph stands where the other has a value already.
    pub(super) fn absent(&mut self, side: Side, a: Address, other: Value) -> Option<Value> {
        let bits = 8 * self.word as u32;
        let graph = self.graph(side);
        let links = match graph.object(a.object).kind {
            Kind::Segment(links) => links,
            Kind::Maybe(head) => return self.absent_block(side, a, other, head),
            Kind::Block => return self.absent_block(side, a, other, a.offset),
            Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer => return None,
        };
        let here = other.moved(links.head - a.offset, bits);
        if other != Value::Any && here == Value::Any
            || matches!(other, Value::Any | Value::Within(_))
        {
            return None;
        }
        let known = self.met(side).get(&a.object).copied();
        let (result, first, last) = match known {
            Some(Met::Pair(..)) => return None,
            Some(Met::Nothing {
                result,
                first,
                last,
            }) => (result, first, last),
            None => {
                if !self.may_be_absent(side, a.object) {
                    return None;
                }
                if links.least > 0 {
                    self.give_up(side);
                }
                let kind = Kind::Segment(Links { least: 0, ..links });
                let skipped = [Some(links.next), links.prev];
                let result = self.begin_absent(side, a.object, kind, &skipped)?;
                (result, None, None)
            }
        };
        if result == ObjectId::MAX {
            return None;
        }
        let (first, last, link) = match a.end {
            End::First => match first {
                Some(first) => return (first == here).then(|| Value::at(result, a.end, a.offset)),
                None => (Some(here), last, links.next),
            },
            End::Last => match last {
                Some(last) => return (last == here).then(|| Value::at(result, a.end, a.offset)),
                None => (first, Some(here), links.prev?),
            },
            End::Own => return None,
        };
        let met = Met::Nothing {
            result,
            first,
            last,
        };
        self.met_mut(side).insert(a.object, met);
        let mine = graph.object(a.object).cells.read(link, self.word);
        let value = self.value_on(side, mine, here)?;
        let cells = &mut self.out.object_mut(result).cells;
        cells.write(link, self.word, value);
        Some(Value::at(result, a.end, a.offset))
    }

    /// A block of one graph stands where the other has null.
    fn absent_block(&mut self, side: Side, a: Address, other: Value, head: i64) -> Option<Value> {
        let bits = 8 * self.word as u32;
        if other.moved(head - a.offset, bits) != Value::ZERO {
            return None;
        }
        let result = match self.met(side).get(&a.object) {
            Some(Met::Pair(..)) => return None,
            Some(Met::Nothing { result, .. }) => *result,
            None => {
                if !self.may_be_absent(side, a.object) {
                    return None;
                }
                if self.graph(side).object(a.object).kind == Kind::Block {
                    self.give_up(side);
                }
                self.begin_absent(side, a.object, Kind::Maybe(head), &[])?
            }
        };
        let known = self.out.objects.get(&result).map(|o| o.kind);
        (known == Some(Kind::Maybe(head))).then(|| Value::at(result, End::First, a.offset))
    }

    /// Puts an object that only one graph has into the result, without its links.
    fn begin_absent(
        &mut self,
        side: Side,
        id: ObjectId,
        kind: Kind,
        links: &[Option<u64>],
    ) -> Option<ObjectId> {
        self.budget = self.budget.checked_sub(1)?;
        let graph = self.graph(side);
        let object = graph.object(id);
        // The other graph knows that there is nothing.
        match side {
            Side::Left => self.gives_up.1 = true,
            Side::Right => self.gives_up.0 = true,
        }
        let owner = match object.owner {
            Some(owner) if Some(owner) != self.around() => match self.met(side).get(&owner) {
                Some(&Met::Pair(_, id)) => Some(id),
                _ => return None,
            },
            Some(_) | None => self.fold.map(|(.., id)| id),
        };
        let mut cells = object.cells.clone();
        for link in links.iter().flatten() {
            cells.forget(*link, self.word);
        }
        let result = self.out.add(Object {
            kind,
            owner,
            cells: Cells::default(),
            ..object.clone()
        });
        let met = Met::Nothing {
            result,
            first: None,
            last: None,
        };
        self.met_mut(side).insert(id, met);
        let cells = self.carried_cells(side, &cells)?;
        self.out.object_mut(result).cells = cells;
        Some(result)
    }

    fn carried_cells(&mut self, side: Side, cells: &Cells) -> Option<Cells> {
        let mut carried = Cells::default();
        for cell in cells.iter() {
            let value = self.carried(side, cell.value)?;
            carried.write(cell.at, cell.size, value);
        }
        Some(carried)
    }

    /// A value of one graph as one of the result.
    pub(super) fn carried(&mut self, side: Side, value: Value) -> Option<Value> {
        let (object, address) = match value {
            Value::To(a) => (a.object, Some(a)),
            Value::Within(object) => (object, None),
            Value::Any | Value::Int(_) | Value::Gone | Value::Function(_) => return Some(value),
        };
        let graph = self.graph(side);
        let id = match self.met(side).get(&object) {
            Some(&(Met::Pair(_, id) | Met::Nothing { result: id, .. })) => id,
            None => match graph.object(object).owner {
                owner if self.fold.is_some() && owner == self.around() => return Some(value),
                // What an absent node owns is absent, too.
                Some(owner) => self.carried_object(side, object, owner)?,
                None => return None,
            },
        };
        if id == ObjectId::MAX {
            return None;
        }
        Some(match address {
            Some(a) => Value::at(id, a.end, a.offset),
            None => Value::Within(id),
        })
    }

    fn carried_object(&mut self, side: Side, id: ObjectId, owner: ObjectId) -> Option<ObjectId> {
        self.budget = self.budget.checked_sub(1)?;
        let owner = match self.met(side).get(&owner) {
            Some(&(Met::Nothing { result, .. } | Met::Pair(_, result))) => result,
            None => return None,
        };
        let object = self.graph(side).object(id);
        let result = self.out.add(Object {
            cells: Cells::default(),
            owner: Some(owner),
            ..object.clone()
        });
        let met = Met::Nothing {
            result,
            first: None,
            last: None,
        };
        self.met_mut(side).insert(id, met);
        let cells = self.carried_cells(side, &object.cells)?;
        self.out.object_mut(result).cells = cells;
        Some(result)
    }
}
