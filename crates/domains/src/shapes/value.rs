//! What an expression means to shapes: where its value points, said with the cells and
//! fields that are tracked.

use super::actions::rename;
use super::class::{Class, Names, NodePredicate, Symbols, U, V, W, binary, unary};
use super::places::{
    CellId, FieldId, Named, Places, Relation, Root, SiteId, SiteKind, Slot, Stack, resolve,
};
use engine::{Cx, Reply};
use logic::relational::{Formula, Variable};
use program::{BinaryOp, Expr, ExprId, PlaceId, Type, UnaryOp, VarId};
use std::collections::BTreeMap;
use structures::Focus;

/// The value of a scalar expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Null,
    /// What a cell holds, moved.
    Cell(CellId, Shift),
    /// What lies so far behind where a cell points, and how wide it is.
    Loaded(CellId, Shift, u64),
    /// The address of a variable that is a node, and bytes beyond it.
    Address(SiteId, i64),
    /// A block that was allocated just now.
    Fresh(SiteId),
    /// No address of a node. Is it known not to be null?
    Other {
        nonzero: bool,
    },
    /// Anything: the address of a node only if something untracked may hold that. With
    /// `any`, the address of any node.
    Unknown {
        any: bool,
    },
}

/// How far a pointer is moved, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    By(i64),
    /// By so much and a multiple of the other.
    Steps(i64, u64),
    Any,
}

impl Shift {
    pub const NONE: Shift = Shift::By(0);

    pub fn plus(self, other: Shift) -> Shift {
        let sum = |a: i64, b: i64| a.checked_add(b);
        let moved = match (self, other) {
            (Shift::By(a), Shift::By(b)) => sum(a, b).map(Shift::By),
            (Shift::By(a), Shift::Steps(b, of)) | (Shift::Steps(a, of), Shift::By(b)) => {
                sum(a, b).map(|by| Shift::Steps(by, of))
            }
            (Shift::Steps(a, of), Shift::Steps(b, by)) if of == by => {
                sum(a, b).map(|by| Shift::Steps(by, of))
            }
            (Shift::Any | Shift::Steps(..), _) | (_, Shift::Any) => None,
        };
        moved.unwrap_or(Shift::Any)
    }

    /// The number of bytes, if it is one.
    pub fn exact(self) -> Option<i64> {
        match self {
            Shift::By(by) => Some(by),
            Shift::Steps(..) | Shift::Any => None,
        }
    }
}

impl From<Option<i64>> for Shift {
    fn from(by: Option<i64>) -> Shift {
        by.map_or(Shift::Any, Shift::By)
    }
}

/// Where a pointer into a node lands that is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// In the same node, at an offset; None: at any.
    Here(Option<i64>),
    /// In any element of the array that the node is an element of, or outside of it.
    Element(Option<i64>),
}

impl Landing {
    /// The offset in the same node.
    pub fn here(self) -> Option<i64> {
        match self {
            Landing::Here(at) => at,
            Landing::Element(_) => None,
        }
    }
}

/// Where a pointer that is followed leads, for some sites of one of its relations.
pub struct Part {
    pub relation: usize,
    /// Not to the node that it points to, but to any element of the same array.
    pub elsewhere: bool,
    /// All of the relation's sites that are tracked, if None.
    pub sites: Option<Vec<SiteId>>,
    pub to: Where,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Where {
    Field(FieldId),
    Cell(CellId),
    /// Bytes that no predicate is about. May they be a part of some that are?
    Opaque {
        any: bool,
    },
}

/// Reads expressions in structures of one class.
pub struct Reader<'a> {
    pub cx: &'a Cx<'a>,
    pub names: &'a Names<'a>,
    pub symbols: &'a mut Symbols,
    pub class: &'a Class,
    pub stack: &'a Stack,
    /// What others say of the values of expressions.
    pub told: &'a dyn Fn(ExprId) -> Reply,
}

pub type Targets = BTreeMap<SiteId, Option<i64>>;

impl<'a> Reader<'a> {
    pub fn places(&self) -> &'a Places {
        self.names.places
    }

    fn is_tracked(&self, site: SiteId) -> bool {
        self.class.tracking.sites.contains(&site)
    }

    /// May the value of an expression be the address of a node?
    pub fn may_point(&self, expr: ExprId) -> bool {
        let targets = self.cx.pointers.points_to(self.cx.program, expr);
        targets.iter().any(|t| {
            let mut sites = self.places().sites_of(t.object).iter();
            sites.any(|&s| self.is_tracked(s))
        })
    }

    pub fn index(&self, expr: ExprId) -> Option<i128> {
        match (self.told)(expr) {
            Reply::Int(value) => Some(value),
            _ => None,
        }
    }

    pub fn resolve(&self, place: PlaceId) -> (Root, Option<i64>) {
        resolve(self.cx.program, place, &|e| self.index(e))
    }

    pub fn value(&self, expr: ExprId) -> Value {
        let program = self.cx.program;
        match program.exprs.get(expr) {
            Expr::Int(0) => return Value::Null,
            Expr::Int(_) => return Value::Other { nonzero: true },
            Expr::Function(f) if program.functions[f].is_absent() => return Value::Null,
            Expr::Function(_) => return Value::Other { nonzero: true },
            _ => {}
        }
        match (self.told)(expr) {
            Reply::Int(0) => return Value::Null,
            Reply::Int(_) => return Value::Other { nonzero: true },
            Reply::Address(var, offset) => return self.address(var, Some(offset)),
            Reply::Unknown | Reply::Functions(_) => {}
        }
        if !self.may_point(expr) {
            // What cannot be the address of a node can still be null, and be kept as such.
            return match program.exprs.get(expr) {
                Expr::Load(place) => self.load(place, false),
                Expr::Cast(inner) if self.keeps(inner, expr) => self.value(inner),
                Expr::Address(place) => match self.resolve(place).0 {
                    Root::Variable(_) => Value::Other { nonzero: true },
                    Root::Pointer(_) => Value::Other { nonzero: false },
                },
                _ => Value::Other { nonzero: false },
            };
        }
        match program.exprs.get(expr) {
            Expr::Load(place) => self.load(place, true),
            Expr::Address(place) => match self.resolve(place) {
                (Root::Variable(v), offset) => self.address(v, offset),
                (Root::Pointer(e), offset) => self.moved(self.value(e), offset.into()),
            },
            Expr::Cast(inner) if self.keeps(inner, expr) => self.value(inner),
            Expr::Binary(BinaryOp::PointerAdd, pointer, count) => {
                let stride = program
                    .types
                    .pointee(program.exprs.ty(expr))
                    .and_then(|t| program.types.stride_of(t.ty));
                let count = program.exprs.int_value(count).or_else(|| self.index(count));
                let by = match (count, stride) {
                    (Some(n), Some(s)) => n
                        .checked_mul(i128::from(s))
                        .and_then(|by| i64::try_from(by).ok())
                        .into(),
                    (None, Some(s)) => Shift::Steps(0, s),
                    (_, None) => Shift::Any,
                };
                self.moved(self.value(pointer), by)
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                let number = |e| program.exprs.int_value(e).or_else(|| self.index(e));
                let by = |n: i128| {
                    let by = i64::try_from(if op == BinaryOp::Sub { -n } else { n });
                    Shift::from(by.ok())
                };
                match (number(a), number(b)) {
                    (_, Some(n)) => self.moved(self.value(a), by(n)),
                    (Some(n), _) if op == BinaryOp::Add => self.moved(self.value(b), by(n)),
                    _ => Value::Unknown { any: true },
                }
            }
            Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Function(_)
            | Expr::Unary(UnaryOp::Neg | UnaryOp::Not, _)
            | Expr::Binary(..)
            | Expr::Cast(_)
            | Expr::Query(_)
            | Expr::Logical(_) => Value::Unknown { any: true },
        }
    }

    /// Does a conversion keep what a pointer holds?
    fn keeps(&self, from: ExprId, to: ExprId) -> bool {
        let program = self.cx.program;
        let is_word = |e: ExprId| {
            let ty = program.exprs.ty(e);
            let plain = matches!(program.types.get(ty), Type::Int(_) | Type::Pointer(_));
            plain && program.types.size_of(ty) == Some(self.places().pointer_size)
        };
        is_word(from) && is_word(to)
    }

    fn moved(&self, value: Value, by: Shift) -> Value {
        match (value, by) {
            (value, Shift::NONE) => value,
            (Value::Cell(cell, at), by) => Value::Cell(cell, at.plus(by)),
            (Value::Address(site, at), Shift::By(by)) => match at.checked_add(by) {
                Some(at) => Value::Address(site, at),
                None => Value::Unknown { any: true },
            },
            (Value::Null | Value::Other { .. }, _) => Value::Other { nonzero: false },
            (
                Value::Loaded(..) | Value::Address(..) | Value::Fresh(_) | Value::Unknown { .. },
                _,
            ) => Value::Unknown { any: true },
        }
    }

    /// May a cell point to no node, and lead to one when it is moved?
    pub fn comes_back(&self, cell: CellId, by: Shift) -> bool {
        by != Shift::NONE && self.places().cell(cell).strays
    }

    /// Where a pointer lands that points to an offset of a site's nodes and is moved.
    pub fn land(&self, site: SiteId, at: Option<i64>, by: Shift) -> Landing {
        let moved = Shift::from(at).plus(by);
        let Some(size) = self.places().site(site).element else {
            return Landing::Here(moved.exact());
        };
        match moved {
            Shift::By(at) if at >= 0 && (at as u64) < size => Landing::Here(Some(at)),
            Shift::By(at) => Landing::Element(Some(at.rem_euclid(size as i64))),
            Shift::Steps(at, of) if of.is_multiple_of(size) => {
                Landing::Element(Some(at.rem_euclid(size as i64)))
            }
            Shift::Steps(..) | Shift::Any => Landing::Element(None),
        }
    }

    /// The newest activation of a variable.
    pub fn slot(&self, var: VarId) -> Slot {
        self.stack.slot(self.cx.program, var)
    }

    fn address(&self, var: VarId, offset: Option<i64>) -> Value {
        let site = self.places().site_of_variable(self.cx, self.slot(var));
        match (site.filter(|&s| self.is_tracked(s)), offset) {
            (Some(site), Some(offset)) => Value::Address(site, offset),
            (Some(_), None) => Value::Unknown { any: true },
            (None, _) => Value::Other { nonzero: true },
        }
    }

    fn load(&self, place: PlaceId, may_point: bool) -> Value {
        let program = self.cx.program;
        let width = self.cx.pointers.width(program, place);
        let unknown = |any| match may_point {
            true => Value::Unknown { any },
            false => Value::Other { nonzero: false },
        };
        match self.resolve(place) {
            (Root::Variable(v), Some(offset)) => {
                let slot = self.slot(v);
                let cell = self.places().find_cell(Named::Variable(slot, offset));
                match cell.filter(|&c| self.class.has_cell(c)) {
                    Some(cell) if self.is_whole(cell, width) => Value::Cell(cell, Shift::NONE),
                    // Bytes of other cells.
                    Some(_) => unknown(true),
                    None => unknown(self.overlaps_cell(slot, offset, width)),
                }
            }
            (Root::Variable(_), None) => unknown(true),
            (Root::Pointer(e), offset) => match self.value(e) {
                Value::Cell(cell, at) if self.comes_back(cell, at) => unknown(true),
                Value::Cell(cell, at) => Value::Loaded(cell, at.plus(offset.into()), width),
                Value::Address(site, at) => match self.places().site(site).kind {
                    SiteKind::Variable(v) => {
                        let at = offset.and_then(|o| o.checked_add(at));
                        let cell =
                            at.and_then(|at| self.places().find_cell(Named::Variable(v, at)));
                        match cell.filter(|&c| self.class.has_cell(c)) {
                            Some(cell) if self.is_whole(cell, width) => {
                                Value::Cell(cell, Shift::NONE)
                            }
                            Some(_) => unknown(true),
                            None => unknown(at.is_none_or(|at| self.overlaps_cell(v, at, width))),
                        }
                    }
                    SiteKind::Block => unknown(true),
                },
                _ => unknown(false),
            },
        }
    }

    fn is_whole(&self, cell: CellId, width: u64) -> bool {
        self.places().cell(cell).is_register || width == self.places().pointer_size
    }

    fn overlaps_cell(&self, slot: Slot, offset: i64, width: u64) -> bool {
        let size = self.places().pointer_size as i64;
        let mut around = (offset - size + 1)..(offset + width as i64);
        around.any(|at| self.places().find_cell(Named::Variable(slot, at)).is_some())
    }

    // Formulae. They are about U where they have a free variable.

    pub fn relation(&self, cell: CellId, number: usize) -> &'a Relation {
        &self.places().cell(cell).relations[number]
    }

    pub fn points(&mut self, cell: CellId, relation: usize, at: Variable) -> Formula {
        unary(self.symbols.points(self.names, cell, relation), at)
    }

    /// The cell points somewhere in the node.
    pub fn points_into(&mut self, cell: CellId, at: Variable) -> Formula {
        let count = self.places().cell(cell).relations.len();
        let parts: Vec<Formula> = (0..count).map(|i| self.points(cell, i, at)).collect();
        Formula::or(parts)
    }

    pub fn null(&mut self, cell: CellId) -> Formula {
        Formula::Nullary(self.symbols.null(self.names, cell))
    }

    /// The cell holds neither null nor the address of a node.
    pub fn is_other(&mut self, cell: CellId) -> Formula {
        let (null, node) = (self.null(cell), self.points_into(cell, V));
        Formula::and(vec![
            Formula::not(null),
            Formula::not(Formula::exists(V, node)),
        ])
    }

    pub fn of_sites(&mut self, sites: impl IntoIterator<Item = SiteId>, at: Variable) -> Formula {
        let mut parts = Vec::new();
        for site in sites {
            if self.is_tracked(site) {
                parts.push(unary(self.symbols.site(self.names, site), at));
            }
        }
        Formula::or(parts)
    }

    pub fn escaped(&mut self, at: Variable) -> Formula {
        unary(self.symbols.escaped(), at)
    }

    pub fn freed(&mut self, at: Variable) -> Formula {
        unary(self.symbols.freed(), at)
    }

    /// Those of a relation's targets that lie, moved, where others are: as a formula that
    /// says which sites those are; None if there is none.
    fn matching(&mut self, from: &Targets, by: Shift, to: &Targets) -> Option<Formula> {
        let (mut sure, mut vague, mut rest) = (Vec::new(), Vec::new(), false);
        for (&site, &at) in from {
            if !self.is_tracked(site) {
                continue;
            }
            let Landing::Here(moved) = self.land(site, at, by) else {
                rest = true;
                continue;
            };
            match (moved, to.get(&site)) {
                (Some(a), Some(&Some(b))) if a == b => sure.push(site),
                (_, Some(None)) => sure.push(site),
                (None, Some(Some(_))) => vague.push(site),
                (Some(_), Some(Some(_))) | (_, None) => rest = true,
            }
        }
        if sure.is_empty() && vague.is_empty() {
            return None;
        }
        if !rest && vague.is_empty() {
            return Some(Formula::True);
        }
        let sure = self.of_sites(sure, U);
        let vague = self.of_sites(vague, U);
        Some(Formula::or(vec![
            sure,
            Formula::and(vec![Formula::Unknown, vague]),
        ]))
    }

    /// A pointer that points somewhere in W, moved, may point to U, another element of the
    /// same array, where a relation with these targets does.
    fn beside(&mut self, from: &Targets, by: Shift, to: &Targets) -> Option<Formula> {
        let meets = |at: Option<i64>, to: Option<i64>| at.zip(to).is_none_or(|(a, b)| a == b);
        let sites: Vec<SiteId> = from
            .iter()
            .filter(|(site, at)| match self.land(**site, **at, by) {
                Landing::Here(_) => false,
                Landing::Element(at) => {
                    self.is_tracked(**site) && to.get(site).is_some_and(|&to| meets(at, to))
                }
            })
            .map(|(&site, _)| site)
            .collect();
        if sites.is_empty() {
            return None;
        }
        let (here, together) = (self.of_sites(sites, U), self.together(W, U));
        Some(Formula::and(vec![Formula::Unknown, here, together]))
    }

    /// Two nodes are elements of one array.
    pub fn together(&mut self, a: Variable, b: Variable) -> Formula {
        match self.class.has_elements {
            true => binary(self.symbols.together(), a, b),
            false => Formula::False,
        }
    }

    /// Some nodes U, and the other elements of their arrays.
    pub fn with_others(&mut self, nodes: Formula) -> Formula {
        if !self.class.has_elements {
            return nodes;
        }
        let one = rename(nodes.clone(), U, W);
        let other = Formula::and(vec![one, self.together(W, U)]);
        Formula::or(vec![nodes, Formula::exists(W, other)])
    }

    /// The parts of memory that lie behind where a cell points.
    pub fn parts(&self, cell: CellId, offset: Shift, width: u64) -> Vec<Part> {
        let mut parts = Vec::new();
        for (relation, r) in self.places().cell(cell).relations.iter().enumerate() {
            let mut by_place: BTreeMap<(Where, bool), Vec<SiteId>> = BTreeMap::new();
            for (&site, &at) in &r.targets {
                if self.is_tracked(site) {
                    let (at, elsewhere) = match self.land(site, at, offset) {
                        Landing::Here(at) => (at, false),
                        Landing::Element(at) => (at, true),
                    };
                    let to = self.within(site, at, width);
                    by_place.entry((to, elsewhere)).or_default().push(site);
                }
            }
            let whole = by_place.len() == 1;
            for ((to, elsewhere), sites) in by_place {
                parts.push(Part {
                    relation,
                    elsewhere,
                    sites: (!whole).then_some(sites),
                    to,
                });
            }
        }
        parts
    }

    /// What lies at an offset of the objects of a site.
    pub fn within(&self, site: SiteId, at: Option<i64>, width: u64) -> Where {
        let (Some(at), places) = (at, self.places()) else {
            return Where::Opaque { any: true };
        };
        let is_word = width == places.pointer_size;
        match places.site(site).kind {
            SiteKind::Variable(v) => {
                let cell = places.find_cell(Named::Variable(v, at));
                match cell.filter(|&c| is_word && self.class.has_cell(c)) {
                    Some(cell) => Where::Cell(cell),
                    None => Where::Opaque {
                        any: self.overlaps_cell(v, at, width),
                    },
                }
            }
            SiteKind::Block => {
                let field = places.field_at(at).filter(|&f| self.has_field(f, site));
                match field.filter(|_| is_word) {
                    Some(field) => Where::Field(field),
                    None => Where::Opaque {
                        any: self.overlapped(site, at, width).next().is_some(),
                    },
                }
            }
        }
    }

    fn has_field(&self, field: FieldId, site: SiteId) -> bool {
        self.class.fields.contains(&field) && self.places().field(field).sites.contains(&site)
    }

    /// The tracked fields of a block that have a byte in common with some bytes.
    pub fn overlapped(
        &self,
        site: SiteId,
        at: i64,
        width: u64,
    ) -> impl Iterator<Item = FieldId> + use<'a> {
        let places = self.places();
        let fields = self.class.fields.iter().copied();
        fields.filter(move |&f| {
            let field = places.field(f);
            let size = places.pointer_size as i64;
            field.sites.contains(&site)
                && field.offset < at + width as i64
                && at < field.offset + size
        })
    }

    /// A pointer leads to a part, from the node at a variable.
    pub fn guard(&mut self, cell: CellId, part: &Part, at: Variable) -> Formula {
        let from = if part.elsewhere { W } else { at };
        let points = self.points(cell, part.relation, from);
        let guard = match &part.sites {
            None => points,
            Some(sites) => {
                let sites = self.of_sites(sites.iter().copied(), from);
                Formula::and(vec![points, sites])
            }
        };
        match part.elsewhere {
            false => guard,
            true => {
                let both = Formula::and(vec![guard, self.together(W, at)]);
                Formula::and(vec![Formula::Unknown, Formula::exists(W, both)])
            }
        }
    }

    /// The value points to U where a relation with these targets does.
    pub fn reaches(&mut self, value: &Value, to: &Targets) -> Formula {
        match *value {
            Value::Null | Value::Other { .. } => Formula::False,
            Value::Unknown { any } => self.unknown(any, to),
            Value::Fresh(site) => match to.get(&site) {
                Some(None | Some(0)) => unary(self.symbols.fresh(), U),
                Some(Some(_)) | None => Formula::False,
            },
            Value::Address(site, at) => {
                let from: Targets = [(site, Some(at))].into();
                match self.matching(&from, Shift::NONE, to) {
                    Some(_) => self.of_sites([site], U),
                    None => Formula::False,
                }
            }
            Value::Cell(cell, by) => {
                let mut parts = Vec::new();
                for number in 0..self.places().cell(cell).relations.len() {
                    let relation = self.relation(cell, number);
                    if let Some(sites) = self.matching(&relation.targets, by, to) {
                        let points = self.points(cell, number, U);
                        parts.push(Formula::and(vec![points, sites]));
                    }
                    if self.comes_back(cell, by) {
                        let known = relation.targets.keys();
                        let sites: Vec<SiteId> =
                            known.copied().filter(|s| to.contains_key(s)).collect();
                        let (other, here) = (self.is_other(cell), self.of_sites(sites, U));
                        parts.push(Formula::and(vec![Formula::Unknown, other, here]));
                    }
                    if let Some(other) = self.beside(&relation.targets, by, to) {
                        let points = self.points(cell, number, W);
                        parts.push(Formula::exists(W, Formula::and(vec![points, other])));
                    }
                }
                Formula::or(parts)
            }
            Value::Loaded(cell, offset, width) => {
                let mut parts = Vec::new();
                for part in self.parts(cell, offset, width) {
                    let guard = self.guard(cell, &part, V);
                    let behind = match part.to {
                        Where::Field(field) => {
                            let mut links = Vec::new();
                            let relations = &self.places().field(field).relations;
                            for (number, r) in relations.iter().enumerate() {
                                if let Some(sites) = self.matching(&r.targets, Shift::NONE, to) {
                                    let link = self.symbols.link(self.names, field, number);
                                    links.push(Formula::and(vec![binary(link, V, U), sites]));
                                }
                            }
                            Formula::or(links)
                        }
                        Where::Cell(inner) => self.reaches(&Value::Cell(inner, Shift::NONE), to),
                        Where::Opaque { any } => self.unknown(any, to),
                    };
                    parts.push(Formula::exists(V, Formula::and(vec![guard, behind])));
                    // What lies behind the last element is no node.
                    if part.elsewhere {
                        parts.push(self.unknown(false, to));
                    }
                }
                let other = self.is_other(cell);
                let unknown = self.unknown(false, to);
                parts.push(Formula::and(vec![other, unknown]));
                Formula::or(parts)
            }
        }
    }

    fn unknown(&mut self, any: bool, to: &Targets) -> Formula {
        let sites = self.of_sites(to.keys().copied(), U);
        let escaped = match any {
            true => Formula::True,
            false => self.escaped(U),
        };
        Formula::and(vec![Formula::Unknown, sites, escaped])
    }

    /// The value points somewhere in U.
    pub fn reaches_into(&mut self, value: &Value) -> Formula {
        let anywhere: Targets = self
            .class
            .tracking
            .sites
            .iter()
            .map(|&s| (s, None))
            .collect();
        self.reaches(value, &anywhere)
    }

    pub fn is_null(&mut self, value: &Value) -> Formula {
        match *value {
            Value::Null => Formula::True,
            Value::Address(..) | Value::Fresh(_) | Value::Other { nonzero: true } => Formula::False,
            Value::Other { nonzero: false } | Value::Unknown { .. } => Formula::Unknown,
            Value::Cell(cell, Shift::NONE) => self.null(cell),
            Value::Cell(cell, _) => {
                // Null is a number that moves; where it came from a node it is none.
                let node = self.points_into(cell, V);
                let node = Formula::exists(V, node);
                Formula::and(vec![Formula::Unknown, Formula::not(node)])
            }
            Value::Loaded(cell, offset, width) => {
                let mut parts = Vec::new();
                for part in self.parts(cell, offset, width) {
                    let guard = self.guard(cell, &part, V);
                    let null = match part.to {
                        Where::Field(field) => unary(self.symbols.null_link(self.names, field), V),
                        Where::Cell(inner) => self.null(inner),
                        Where::Opaque { .. } => Formula::Unknown,
                    };
                    parts.push(Formula::exists(V, Formula::and(vec![guard, null])));
                    if part.elsewhere {
                        parts.push(Formula::Unknown);
                    }
                }
                let other = self.is_other(cell);
                parts.push(Formula::and(vec![other, Formula::Unknown]));
                Formula::or(parts)
            }
        }
    }

    /// What has to be definite to read a value.
    pub fn focus(&mut self, value: &Value, out: &mut Vec<Focus>) {
        match *value {
            Value::Cell(cell, _) => {
                for number in 0..self.places().cell(cell).relations.len() {
                    out.push(Focus::Unary(self.symbols.points(self.names, cell, number)));
                }
            }
            Value::Loaded(cell, offset, width) => {
                self.focus(&Value::Cell(cell, Shift::NONE), out);
                for part in self.parts(cell, offset, width) {
                    let of = self.symbols.points(self.names, cell, part.relation);
                    match part.to {
                        _ if part.elsewhere => {}
                        Where::Field(field) => {
                            for number in 0..self.places().field(field).relations.len() {
                                let through = self.symbols.link(self.names, field, number);
                                out.push(Focus::Image { of, through });
                            }
                        }
                        Where::Cell(inner) => self.focus(&Value::Cell(inner, Shift::NONE), out),
                        Where::Opaque { .. } => {}
                    }
                }
            }
            Value::Null
            | Value::Address(..)
            | Value::Fresh(_)
            | Value::Other { .. }
            | Value::Unknown { .. } => {}
        }
    }

    /// The tracked data at some bytes of a block.
    pub fn data_at(&self, at: i64, width: u64) -> Vec<NodePredicate> {
        let data = self.class.tracking.data.iter().copied();
        data.filter(|d| d.offset == at && u64::from(d.width) == width)
            .collect()
    }
}
