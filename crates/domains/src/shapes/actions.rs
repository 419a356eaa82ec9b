//! Operations as actions on structures: what has to be definite, what must hold, and how
//! predicates change.

use super::class::{NodePredicate, U, V, binary, unary};
use super::operations::Extent;
use super::places::{CellId, FieldId, Named, Root, SiteId, SiteKind, Slot};
use super::value::{Landing, Reader, Shift, Targets, Value, Where};
use logic::relational::{Formula, PredicateId, Variable};
use program::{ExprId, PlaceId};
use std::collections::BTreeMap;
use structures::{Action, Collect, Focus, Update};

/// An action in the making. What it writes goes together at the end, so that a predicate
/// is updated once.
pub struct Writer<'r, 'a> {
    pub reader: &'r mut Reader<'a>,
    pub focus: Vec<Focus>,
    pub require: Vec<Formula>,
    fresh: bool,
    /// By cell: under which (closed) conditions it gets which values.
    cells: BTreeMap<CellId, Vec<(Formula, Given)>>,
    /// By field: for which nodes V.
    fields: BTreeMap<FieldId, Vec<(Formula, Given)>>,
    data: BTreeMap<NodePredicate, Vec<(Formula, Formula)>>,
    /// Nodes U whose address something untracked gets.
    escaping: Vec<Formula>,
    /// Nodes V that are freed.
    freed: Vec<Formula>,
    /// Sites whose objects end, and with them the nodes.
    ended: Vec<SiteId>,
    created: Vec<SiteId>,
    /// More than the fresh node comes into being.
    others: bool,
    lost: bool,
    unseen: bool,
    /// Cells that go on to what lies behind a pointer.
    pub loaded: Vec<CellId>,
}

/// What is written.
#[derive(Clone)]
enum Given {
    Value(Value),
    /// Some bytes of a pointer: what is there may stay, become anything, or be lost.
    Partly,
    /// No value: nothing is there.
    Nothing,
    /// What was there; where that is no node it may be one of a site.
    Found(SiteId),
}

impl Given {
    /// Is it null afterwards? `before` says whether it was.
    fn is_null(&self, reader: &mut Reader<'_>, before: Formula) -> Formula {
        match self {
            Given::Value(value) => reader.is_null(value),
            Given::Partly => Formula::Unknown,
            Given::Nothing => Formula::False,
            Given::Found(_) => before,
        }
    }

    /// Does it point to U afterwards, where a relation with these targets does?
    fn reaches(
        &self,
        reader: &mut Reader<'_>,
        targets: &Targets,
        before: Formula,
        is_null: Formula,
    ) -> Formula {
        match self {
            Given::Value(value) => reader.reaches(value, targets),
            Given::Partly => reader.reaches(&Value::Unknown { any: true }, targets),
            Given::Nothing => Formula::False,
            Given::Found(site) if targets.contains_key(site) => {
                let here = reader.of_sites([*site], U);
                let may = vec![Formula::Unknown, here, Formula::not(is_null)];
                Formula::or(vec![before, Formula::and(may)])
            }
            Given::Found(_) => before,
        }
    }
}

impl<'r, 'a> Writer<'r, 'a> {
    pub fn new(reader: &'r mut Reader<'a>) -> Writer<'r, 'a> {
        Writer {
            reader,
            focus: Vec::new(),
            require: Vec::new(),
            fresh: false,
            cells: BTreeMap::new(),
            fields: BTreeMap::new(),
            data: BTreeMap::new(),
            escaping: Vec::new(),
            freed: Vec::new(),
            ended: Vec::new(),
            created: Vec::new(),
            others: false,
            lost: false,
            unseen: false,
            loaded: Vec::new(),
        }
    }

    /// The value of an expression, made definite.
    pub fn read(&mut self, expr: ExprId) -> Value {
        let value = self.reader.value(expr);
        self.use_value(&value);
        value
    }

    fn use_value(&mut self, value: &Value) {
        self.reader.focus(value, &mut self.focus);
        if let Value::Loaded(cell, ..) = *value {
            self.follow(cell);
        }
    }

    /// The run ends where a pointer that is followed is null or leads to a freed block.
    fn follow(&mut self, cell: CellId) {
        let null = self.reader.null(cell);
        self.require.push(Formula::not(null));
        let (node, freed) = (self.reader.points_into(cell, V), self.reader.freed(V));
        let dangling = Formula::exists(V, Formula::and(vec![node, freed]));
        self.require.push(Formula::not(dangling));
    }

    /// A register or another named cell gets a value.
    pub fn set(&mut self, cell: CellId, value: Value) {
        if let Value::Loaded(..) = value {
            self.loaded.push(cell);
        }
        self.write_cell(cell, Formula::True, Given::Value(value));
    }

    /// A cell ends, or begins: there is nothing in it.
    pub fn clear(&mut self, cell: CellId) {
        self.write_cell(cell, Formula::True, Given::Nothing);
    }

    fn write_cell(&mut self, cell: CellId, when: Formula, given: Given) {
        self.cells.entry(cell).or_default().push((when, given));
    }

    /// A place gets a value; `number` if it is known to be one.
    pub fn store(&mut self, place: PlaceId, value: Value, number: Option<i128>) {
        let width = self.reader.cx.pointers.width(self.reader.cx.program, place);
        let (root, offset) = self.reader.resolve(place);
        match root {
            Root::Variable(v) => {
                let slot = self.reader.slot(v);
                self.store_variable(slot, offset, width, value);
            }
            Root::Pointer(e) => {
                let pointer = self.reader.value(e);
                self.store_through(e, pointer, offset, width, value, number);
            }
        }
    }

    pub fn store_variable(&mut self, var: Slot, offset: Option<i64>, width: u64, value: Value) {
        let places = self.reader.places();
        let size = places.pointer_size as i64;
        let mut kept = false;
        for cell in places.cell_ids() {
            let Named::Variable(v, at) = places.cell(cell).named else {
                continue;
            };
            let whole = places.cell(cell).is_register || width == places.pointer_size;
            match offset {
                _ if v != var => {}
                Some(offset) if offset == at && whole => {
                    self.set(cell, value.clone());
                    kept = true;
                }
                Some(offset) if at < offset + width as i64 && offset < at + size => {
                    self.write_cell(cell, Formula::True, Given::Partly);
                }
                Some(_) => {}
                None => {
                    self.write_cell(cell, Formula::Unknown, Given::Value(value.clone()));
                }
            }
        }
        if !kept {
            self.escape(&value);
        }
    }

    /// Something untracked gets the value.
    pub fn escape(&mut self, value: &Value) {
        let nodes = self.reader.reaches_into(value);
        self.escaping.push(nodes);
    }

    fn store_through(
        &mut self,
        pointer_expr: ExprId,
        pointer: Value,
        offset: Option<i64>,
        width: u64,
        value: Value,
        number: Option<i128>,
    ) {
        match pointer {
            Value::Null => self.require.push(Formula::False),
            Value::Address(site, at) => {
                if let SiteKind::Variable(v) = self.reader.places().site(site).kind {
                    let at = offset.and_then(|o| o.checked_add(at));
                    self.store_variable(v, at, width, value);
                }
            }
            Value::Cell(cell, at) => {
                self.reader
                    .focus(&Value::Cell(cell, Shift::NONE), &mut self.focus);
                self.follow(cell);
                if self.reader.comes_back(cell, at) {
                    self.store_anywhere(pointer_expr, offset, width, value.clone());
                }
                let by = at.plus(offset.into());
                let mut elsewhere = vec![self.reader.is_other(cell)];
                for part in self.reader.parts(cell, by, width) {
                    let guard = self.reader.guard(cell, &part, V);
                    let relation = self.reader.relation(cell, part.relation);
                    let sites: Vec<(SiteId, Option<i64>)> = relation
                        .targets
                        .iter()
                        .filter(|(s, _)| part.sites.as_ref().is_none_or(|list| list.contains(s)))
                        .map(|(&s, &o)| match self.reader.land(s, o, by) {
                            Landing::Here(at) | Landing::Element(at) => (s, at),
                        })
                        .collect();
                    if part.elsewhere || !matches!(part.to, Where::Field(_) | Where::Cell(_)) {
                        elsewhere.push(Formula::exists(V, guard.clone()));
                    }
                    self.write_part(&guard, &part.to, &sites, width, &value, number);
                }
                let nodes = self.reader.reaches_into(&value);
                let elsewhere = Formula::or(elsewhere);
                self.escaping.push(Formula::and(vec![elsewhere, nodes]));
            }
            Value::Other { .. } => self.escape(&value),
            Value::Fresh(_) | Value::Loaded(..) | Value::Unknown { .. } => {
                self.store_anywhere(pointer_expr, offset, width, value);
            }
        }
    }

    /// Writes to the nodes V of which a guard holds, at a part of them.
    fn write_part(
        &mut self,
        guard: &Formula,
        to: &Where,
        sites: &[(SiteId, Option<i64>)],
        width: u64,
        value: &Value,
        number: Option<i128>,
    ) {
        match to {
            Where::Cell(cell) => {
                let when = Formula::exists(V, guard.clone());
                self.write_cell(*cell, when, Given::Value(value.clone()));
            }
            Where::Field(field) => {
                let list = self.fields.entry(*field).or_default();
                list.push((guard.clone(), Given::Value(value.clone())));
            }
            Where::Opaque { .. } => {}
        }
        let alike = sites.windows(2).all(|two| two[0].1 == two[1].1);
        for &(site, at) in sites {
            let site_here = self.reader.of_sites([site], V);
            let here = Formula::and(vec![guard.clone(), site_here]);
            self.spoil(&here, site, at, width, to);
            let hit = if alike { guard } else { &here };
            self.write_data(hit, &here, site, at, width, number);
        }
    }

    /// Pointers that share bytes with what is written.
    fn spoil(&mut self, here: &Formula, site: SiteId, at: Option<i64>, width: u64, but: &Where) {
        let places = self.reader.places();
        match (places.site(site).kind, at) {
            (SiteKind::Block, Some(at)) => {
                let fields: Vec<FieldId> = self.reader.overlapped(site, at, width).collect();
                for field in fields {
                    if *but != Where::Field(field) {
                        let list = self.fields.entry(field).or_default();
                        list.push((here.clone(), Given::Partly));
                    }
                }
            }
            (SiteKind::Block, None) => {
                for field in self.reader.class.fields.clone() {
                    if places.field(field).sites.contains(&site) {
                        let list = self.fields.entry(field).or_default();
                        list.push((here.clone(), Given::Partly));
                    }
                }
            }
            (SiteKind::Variable(v), at) => {
                let size = places.pointer_size as i64;
                for cell in places.cell_ids() {
                    let Named::Variable(w, offset) = places.cell(cell).named else {
                        continue;
                    };
                    let touched =
                        at.is_none_or(|at| offset < at + width as i64 && at < offset + size);
                    if v == w && touched && *but != Where::Cell(cell) {
                        let when = Formula::exists(V, here.clone());
                        self.write_cell(cell, when, Given::Partly);
                    }
                }
            }
        }
    }

    fn write_data(
        &mut self,
        guard: &Formula,
        here: &Formula,
        site: SiteId,
        at: Option<i64>,
        width: u64,
        number: Option<i128>,
    ) {
        if self.reader.places().site(site).kind != SiteKind::Block {
            return;
        }
        for data in self.reader.class.tracking.data.clone() {
            let end = data.offset + i64::from(data.width);
            let exact = at == Some(data.offset) && width == u64::from(data.width);
            let touched = at.is_none_or(|at| data.offset < at + width as i64 && at < end);
            let truth = match number {
                _ if !exact => Formula::Unknown,
                Some(n) => match raw(n, data.width) == data.value {
                    true => Formula::True,
                    false => Formula::False,
                },
                None => Formula::Unknown,
            };
            if touched {
                // Where all sites are hit alike, the site need not be asked for.
                let when = if exact { guard } else { here };
                let list = self.data.entry(data).or_default();
                list.push((when.clone(), truth));
            }
        }
    }

    /// A store through a pointer that is not tracked.
    fn store_anywhere(&mut self, pointer: ExprId, offset: Option<i64>, width: u64, value: Value) {
        let targets = self
            .reader
            .cx
            .pointers
            .points_to(self.reader.cx.program, pointer);
        for target in targets {
            for &site in self.reader.places().sites_of(target.object) {
                if !self.reader.class.tracking.sites.contains(&site) {
                    continue;
                }
                let at = match self
                    .reader
                    .places()
                    .site(site)
                    .offsets(target.offsets)
                    .as_deref()
                {
                    Some(&[start]) => match self.reader.land(site, Some(start), offset.into()) {
                        Landing::Here(at) | Landing::Element(at) => at,
                    },
                    Some(_) | None => None,
                };
                let place = self.reader.of_sites([site], V);
                let guard = Formula::and(vec![Formula::Unknown, place]);
                let to = self.reader.within(site, at, width);
                self.write_part(&guard, &to, &[(site, at)], width, &value, None);
            }
        }
        self.escape(&value);
    }

    /// Stores an aggregate through a pointer; `word` says what lies at an offset of it.
    pub fn store_words_through(
        &mut self,
        pointer: ExprId,
        base: i64,
        size: u64,
        word: &dyn Fn(i64) -> Value,
    ) {
        let value = self.reader.value(pointer);
        let places = self.reader.places();
        let width = places.pointer_size;
        let Value::Cell(cell, at) = value else {
            return match value {
                Value::Null => self.require.push(Formula::False),
                Value::Other { .. } => {}
                _ => self.forget(),
            };
        };
        let by = at.plus(Shift::By(base));
        let is_here = |(&site, &at): (&SiteId, &Option<i64>)| {
            let Landing::Here(at) = self.reader.land(site, at, by) else {
                return false;
            };
            let element = self.reader.places().site(site).element;
            element
                .zip(at)
                .is_none_or(|(end, at)| at as u64 + size <= end)
        };
        let mut targets = places.cell(cell).relations.iter().flat_map(|r| &r.targets);
        let comes_back = self.reader.comes_back(cell, at);
        if comes_back || by.exact().is_none() || !targets.all(is_here) {
            return self.forget();
        }
        self.reader
            .focus(&Value::Cell(cell, Shift::NONE), &mut self.focus);
        self.follow(cell);
        for number in 0..places.cell(cell).relations.len() {
            for (&site, &at) in &self.reader.relation(cell, number).targets {
                let points = self.reader.points(cell, number, V);
                let here = self.reader.of_sites([site], V);
                let guard = Formula::and(vec![points, here]);
                let Some(start) = self.reader.land(site, at, by).here() else {
                    self.spoil(&guard, site, None, size, &Where::Opaque { any: true });
                    continue;
                };
                let inside = |offset: i64| offset >= start && ((offset - start) as u64) < size;
                let offsets: Vec<i64> = match places.site(site).kind {
                    SiteKind::Block => places.fields.iter().map(|f| f.offset).collect(),
                    SiteKind::Variable(v) => places
                        .cells
                        .keys()
                        .filter_map(|named| match named {
                            Named::Variable(w, at) if *w == v => Some(*at),
                            _ => None,
                        })
                        .collect(),
                };
                for offset in offsets.into_iter().filter(|&o| inside(o)) {
                    let to = self.reader.within(site, Some(offset), width);
                    let value = word(offset - start);
                    self.write_part(&guard, &to, &[], width, &value, None);
                }
                self.write_data(&guard, &guard, site, Some(start), size, None);
            }
        }
    }

    /// A block of a site that is not tracked, or one that a leak check has to know of.
    pub fn allocate_untracked(&mut self) {
        self.lost = true;
        self.unseen = true;
    }

    /// An object that nobody saw has become a node: what is no node may point to it.
    pub fn found(&mut self, site: SiteId) {
        for cell in self.reader.class.cells.clone() {
            self.write_cell(cell, Formula::True, Given::Found(site));
        }
        for field in self.reader.class.fields.clone() {
            let list = self.fields.entry(field).or_default();
            list.push((Formula::True, Given::Found(site)));
        }
        let here = self.reader.of_sites([site], U);
        self.escaping
            .push(Formula::and(vec![Formula::Unknown, here]));
    }

    /// The objects of a site are nodes no longer: what they point to is held by something
    /// that is not tracked.
    pub fn drop_site(&mut self, site: SiteId) {
        self.end(site);
        self.unseen = true;
        for field in self.reader.class.fields.clone() {
            let relations = self.reader.places().field(field).relations.len();
            for number in 0..relations {
                let names = self.reader.names;
                let link = binary(self.reader.symbols.link(names, field, number), V, U);
                let here = self.reader.of_sites([site], V);
                let held = Formula::exists(V, Formula::and(vec![here, link]));
                self.escaping.push(held);
            }
        }
    }

    /// An object of the site comes into being.
    pub fn create(&mut self, site: SiteId) {
        self.fresh = true;
        self.created.push(site);
    }

    /// A block of the site comes into being. The fresh node is the first that it makes.
    pub fn allocate(&mut self, site: SiteId, extent: Extent) -> Value {
        match extent {
            Extent::Nothing => {
                self.lost = true;
                return Value::Other { nonzero: true };
            }
            Extent::One => {}
            Extent::Several => self.others = true,
        }
        self.create(site);
        Value::Fresh(site)
    }

    /// The variable's object ends.
    pub fn end(&mut self, site: SiteId) {
        self.ended.push(site);
    }

    pub fn free(&mut self, pointer: ExprId) {
        let value = self.read(pointer);
        match value {
            Value::Cell(cell, by) => {
                let (node, freed) = (self.reader.points_into(cell, V), self.reader.freed(V));
                let again = Formula::exists(V, Formula::and(vec![node, freed]));
                self.require.push(Formula::not(again));
                let node = match self.reader.comes_back(cell, by) {
                    false => self.reader.points_into(cell, U),
                    true => self.reader.reaches_into(&value),
                };
                let nodes = self.reader.with_others(node);
                self.freed.push(rename(nodes, U, V));
            }
            Value::Null | Value::Other { .. } => {}
            Value::Address(..) => self.require.push(Formula::False),
            Value::Loaded(..) | Value::Fresh(_) | Value::Unknown { .. } => {
                let nodes = self.reader.reaches_into(&value);
                let nodes = self.reader.with_others(nodes);
                self.freed.push(rename(nodes, U, V));
            }
        }
    }

    /// Nothing is known of nodes any more, but which there may be.
    pub fn forget(&mut self) {
        for cell in self.reader.class.cells.clone() {
            self.write_cell(
                cell,
                Formula::Unknown,
                Given::Value(Value::Unknown { any: true }),
            );
        }
        for field in self.reader.class.fields.clone() {
            let list = self.fields.entry(field).or_default();
            list.push((Formula::Unknown, Given::Value(Value::Unknown { any: true })));
        }
        for data in self.reader.class.tracking.data.clone() {
            let list = self.data.entry(data).or_default();
            list.push((Formula::Unknown, Formula::Unknown));
        }
        self.escaping.push(Formula::Unknown);
        self.freed.push(Formula::Unknown);
        self.allocate_untracked();
    }

    /// By field, the nodes V whose link may change, as far as the action says now.
    pub fn touched(&mut self) -> BTreeMap<FieldId, Vec<Formula>> {
        let mut touched: BTreeMap<FieldId, Vec<Formula>> = BTreeMap::new();
        for (&field, writes) in &self.fields {
            let guards = writes.iter().map(|(when, _)| when.clone());
            touched.entry(field).or_default().extend(guards);
        }
        let fresh = unary(self.reader.symbols.fresh(), V);
        let created = self.created.iter().map(|_| fresh.clone());
        let everywhere: Vec<Formula> = created.chain(self.freed.iter().cloned()).collect();
        if !everywhere.is_empty() {
            for &field in &self.reader.class.fields {
                let guards = touched.entry(field).or_default();
                guards.extend(everywhere.iter().cloned());
            }
        }
        touched
    }

    /// The nodes V that end.
    pub fn ending(&mut self) -> Formula {
        self.reader.of_sites(self.ended.iter().copied(), V)
    }

    // Putting it together.

    /// The action, for structures that have these cells afterwards.
    pub fn finish(self, after: &[CellId]) -> Action {
        let Writer {
            reader,
            mut focus,
            require,
            fresh,
            cells,
            fields,
            data,
            escaping,
            freed,
            ended,
            created,
            others,
            lost,
            unseen,
            loaded: _,
        } = self;
        let names = reader.names;
        let mut updates = Vec::new();
        let mut update = |predicate: PredicateId, parameters: &[Variable], formula: Formula| {
            updates.push(Update {
                predicate,
                parameters: parameters.iter().copied().collect(),
                formula,
            });
        };
        for (cell, writes) in cells {
            let null = reader.symbols.null(names, cell);
            let nulls: Vec<(Formula, Formula)> = writes
                .iter()
                .map(|(when, given)| {
                    let now = given.is_null(reader, Formula::Nullary(null));
                    (when.clone(), now)
                })
                .collect();
            update(null, &[], chosen(&nulls, Formula::Nullary(null)));
            for number in 0..reader.places().cell(cell).relations.len() {
                let p = reader.symbols.points(names, cell, number);
                let targets = &reader.relation(cell, number).targets;
                let points: Vec<(Formula, Formula)> = writes
                    .iter()
                    .map(|(when, given)| {
                        let is_null = Formula::Nullary(null);
                        let now = given.reaches(reader, targets, unary(p, U), is_null);
                        (when.clone(), now)
                    })
                    .collect();
                update(p, &[U], chosen(&points, unary(p, U)));
            }
        }
        // Of other new nodes than the fresh one nothing holds, not even a site.
        let created_here = |reader: &mut Reader<'a>| match others {
            false => unary(reader.symbols.fresh(), V),
            true => {
                let all = reader.class.tracking.sites.iter().copied();
                Formula::not(reader.of_sites(all.collect::<Vec<_>>(), V))
            }
        };
        // A fresh block holds what happens to be there.
        let mut fields = fields;
        let mut data = data;
        for &site in &created {
            if reader.places().site(site).kind == SiteKind::Block {
                let here = created_here(reader);
                for &field in &reader.class.fields {
                    if reader.places().field(field).sites.contains(&site) {
                        let list = fields.entry(field).or_default();
                        list.push((here.clone(), Given::Value(Value::Other { nonzero: false })));
                    }
                }
                for &fact in &reader.class.tracking.data {
                    let list = data.entry(fact).or_default();
                    list.push((here.clone(), Formula::Unknown));
                }
            }
            let p = reader.symbols.site(names, site);
            let here = created_here(reader);
            if reader.places().site(site).element.is_some() {
                let (first, together) = (reader.symbols.first(), reader.symbols.together());
                let fresh = unary(reader.symbols.fresh(), V);
                update(first, &[V], Formula::or(vec![unary(first, V), fresh]));
                let both = Formula::and(vec![here.clone(), rename(here.clone(), V, U)]);
                let before = binary(together, V, U);
                update(together, &[V, U], Formula::or(vec![before, both]));
            }
            update(p, &[V], Formula::or(vec![unary(p, V), here]));
        }
        let dead = Formula::or(freed.clone());
        if !freed.is_empty() {
            for &field in &reader.class.fields {
                let list = fields.entry(field).or_default();
                list.push((dead.clone(), Given::Nothing));
            }
            let p = reader.symbols.freed();
            update(p, &[V], Formula::or(vec![unary(p, V), dead]));
        }
        for (field, writes) in fields {
            let null = reader.symbols.null_link(names, field);
            let nulls: Vec<(Formula, Formula)> = writes
                .iter()
                .map(|(when, given)| {
                    let now = given.is_null(reader, unary(null, V));
                    (when.clone(), now)
                })
                .collect();
            update(null, &[V], chosen(&nulls, unary(null, V)));
            for number in 0..reader.places().field(field).relations.len() {
                let p = reader.symbols.link(names, field, number);
                let targets = &reader.places().field(field).relations[number].targets;
                let links: Vec<(Formula, Formula)> = writes
                    .iter()
                    .map(|(when, given)| {
                        let now = given.reaches(reader, targets, binary(p, V, U), unary(null, V));
                        (when.clone(), now)
                    })
                    .collect();
                update(p, &[V, U], chosen(&links, binary(p, V, U)));
            }
        }
        for (fact, writes) in data {
            let p = reader.symbols.data(names, fact);
            update(p, &[V], chosen(&writes, unary(p, V)));
        }
        let escaping = reader.with_others(Formula::or(escaping));
        if escaping != Formula::False {
            let p = reader.symbols.escaped();
            update(p, &[U], Formula::or(vec![unary(p, U), escaping]));
        }
        let unseen = unseen && reader.class.has_elements;
        let words = [
            lost.then(|| reader.symbols.lost()),
            unseen.then(|| reader.symbols.unseen()),
        ];
        for p in words.into_iter().flatten() {
            let now = Formula::or(vec![Formula::Nullary(p), Formula::Unknown]);
            update(p, &[], now);
        }
        focus.dedup();
        let require = Formula::and(require);
        Action {
            focus,
            require: (require != Formula::True).then_some(require),
            fresh: fresh.then(|| reader.symbols.fresh()),
            others,
            updates,
            collect: collect(reader, &ended, after),
        }
    }
}

/// Nodes that nothing leads to, and those of variables that end.
fn collect(reader: &mut Reader<'_>, ended: &[SiteId], after: &[CellId]) -> Option<Collect> {
    if reader.class.is_trivial() {
        return None;
    }
    let variables: Vec<SiteId> = reader
        .class
        .tracking
        .sites
        .iter()
        .copied()
        .filter(|&s| matches!(reader.places().site(s).kind, SiteKind::Variable(_)))
        .collect();
    let mut roots = vec![reader.escaped(U)];
    for &cell in after {
        roots.push(reader.points_into(cell, U));
    }
    roots.push(reader.of_sites(variables, U));
    let mut links = Vec::new();
    for &field in &reader.class.fields {
        for number in 0..reader.places().field(field).relations.len() {
            links.push(binary(
                reader.symbols.link(reader.names, field, number),
                U,
                V,
            ));
        }
    }
    links.push(reader.together(U, V));
    let closure = Formula::Closure {
        a: U,
        b: V,
        step: Box::new(Formula::or(links)),
        from: U,
        to: V,
    };
    let kept = Formula::exists(U, Formula::and(vec![Formula::or(roots), closure]));
    let ended = reader.of_sites(ended.iter().copied(), V);
    let garbage = Formula::or(vec![ended, Formula::not(kept)]);
    let blocks: Vec<SiteId> = reader
        .class
        .tracking
        .sites
        .iter()
        .copied()
        .filter(|&s| reader.places().site(s).kind == SiteKind::Block)
        .collect();
    let is_block = reader.of_sites(blocks, V);
    let freed = reader.freed(V);
    let leaked = Formula::and(vec![is_block, Formula::not(freed)]);
    Some(Collect {
        variable: V,
        garbage,
        note: Some((reader.symbols.lost(), leaked)),
    })
}

/// The last of some conditional values, or what was there before.
fn chosen(writes: &[(Formula, Formula)], before: Formula) -> Formula {
    let mut now = before;
    for (when, value) in writes {
        now = match when {
            Formula::True => value.clone(),
            when => Formula::or(vec![
                Formula::and(vec![when.clone(), value.clone()]),
                Formula::and(vec![Formula::not(when.clone()), now]),
            ]),
        };
    }
    now
}

/// A number as the bytes hold it.
pub fn raw(number: i128, width: u8) -> u128 {
    let bits = 8 * u32::from(width);
    match bits {
        0..=127 => number as u128 & ((1u128 << bits) - 1),
        _ => number as u128,
    }
}

pub fn rename(formula: Formula, from: Variable, to: Variable) -> Formula {
    formula.rename(&|p| p, &[(from, to)])
}
