//! What other analyses say, in the words of structures: HECTOR's coercion constraints
//! (thesis, section on the TVLA module).
//!
//! A formula about the state before a step becomes one over the predicates of a class that
//! is true only if the first is, and false only if that is: structures in which it is false
//! are dropped. The pointers that the formulae are about are made definite first, so that
//! `\allocated(e)` leaves a structure for each node that `e` may point to. What has no
//! translation is neither true nor false.
//!
//! A pointer is null, points to the beginning of a node that is not freed, or is *open*: of
//! what is open nothing is said. A quantified variable stands for every node and for much
//! else, so that what holds for all holds for the nodes, and no more follows.

use super::actions::Writer;
use super::class::{U, V, W, binary, unary};
use super::links::{LinkStep, link_step};
use super::places::{CellId, FieldId, Root, SiteId, resolve};
use super::value::{Reader, Shift, Targets, Value, Where};
use engine::Cx;
use logic::relational::{Formula, Variable};
use logic::{Comparison, FormulaId, Logic, Term, TermId, Time};
use program::{Expr, ExprId, Logical, Op, PlaceId, Quantifier, Query, TypeId};
use structures::Focus;

/// A node that something points to.
const AT: Variable = Variable(4);
/// The first of the nodes that quantified variables stand for.
const BOUND: u8 = 8;

impl Writer<'_, '_> {
    /// Goes on only where these formulae may hold. The pointers among `about` that they
    /// speak of become definite.
    pub fn heed(&mut self, logic: &Logic, facts: &[FormulaId], about: &[CellId]) {
        for &fact in facts {
            let mut translation = Translation::new(self.reader, logic);
            let formula = translation.formula(fact);
            let focus = translation.focus(about);
            self.focus.extend(focus);
            self.require.push(formula);
        }
    }
}

/// A condition that is more than a comparison, as a formula over the state before.
pub fn condition(cx: &Cx<'_>, op: &Op) -> Option<FormulaId> {
    let &Op::Assume { condition, taken } = op else {
        return None;
    };
    let asks = |expr: ExprId| {
        let expr = cx.program.exprs.get(expr);
        matches!(expr, Expr::Logical(_) | Expr::Query(Query::Allocated(_)))
    };
    let is_formula = match cx.program.exprs.get(condition) {
        Expr::Binary(_, a, b) => asks(a) || asks(b),
        _ => asks(condition),
    };
    is_formula.then(|| {
        let mut logic = cx.logic.borrow_mut();
        let holds = logic.truth_at(cx.program, Time::Before, condition);
        match taken {
            true => holds,
            false => logic.not(cx.program, holds),
        }
    })
}

/// A pointer as formulae: it is null; it points to the node `AT`; neither.
pub struct Pointer {
    null: Formula,
    at: Formula,
    open: Formula,
    what: What,
}

/// What a term names.
#[derive(Clone, Copy)]
enum What {
    Node(Variable),
    Cell(CellId),
    Else,
}

/// A formula in the making.
pub struct Translation<'t, 'a> {
    reader: &'t mut Reader<'a>,
    logic: &'t Logic,
    /// The nodes that variables stand for, the innermost last. None: no pointer.
    bound: Vec<Option<Variable>>,
    /// Which cells are spoken of, and where one is said to lead to another.
    cells: Vec<CellId>,
    paths: Vec<(CellId, CellId, FieldId)>,
}

impl<'t, 'a> Translation<'t, 'a> {
    pub fn new(reader: &'t mut Reader<'a>, logic: &'t Logic) -> Translation<'t, 'a> {
        Translation {
            reader,
            logic,
            bound: Vec::new(),
            cells: Vec::new(),
            paths: Vec::new(),
        }
    }

    /// What makes the formula definite, as far as it is about some cells.
    fn focus(self, about: &[CellId]) -> Vec<Focus> {
        let (reader, mut found) = (self.reader, Vec::new());
        for &cell in self.cells.iter().filter(|c| about.contains(c)) {
            let null = reader.symbols.null(reader.names, cell);
            found.push(Focus::Nullary(null));
            reader.focus(&Value::Cell(cell, Shift::NONE), &mut found);
        }
        for (from, to, field) in self.paths {
            let reached = reader.symbols.reached(reader.names, from, &[field]);
            let has = reader.class.vocabulary.arity(reached).is_some();
            for number in 0..reader.places().cell(to).relations.len() {
                if has && about.contains(&to) {
                    let of = reader.symbols.points(reader.names, to, number);
                    found.push(Focus::Value {
                        of,
                        predicate: reached,
                    });
                }
            }
        }
        found
    }

    pub fn formula(&mut self, id: FormulaId) -> Formula {
        use logic::Formula as Said;
        let logic = self.logic;
        match logic.formula(id) {
            Said::True => Formula::True,
            Said::False => Formula::False,
            Said::Compare(Comparison::Eq, a, b) => self.equality(*a, *b),
            Said::Compare(Comparison::Lt | Comparison::Le, ..) => Formula::Unknown,
            Said::Not(inner) => Formula::not(self.formula(*inner)),
            Said::And(parts) => Formula::and(parts.iter().map(|&p| self.formula(p))),
            Said::Or(parts) => Formula::or(parts.iter().map(|&p| self.formula(p))),
            Said::Iff(a, b) => {
                let (a, b) = (self.formula(*a), self.formula(*b));
                let neither = [Formula::not(a.clone()), Formula::not(b.clone())];
                Formula::or([Formula::and([a, b]), Formula::and(neither)])
            }
            Said::Quantified(quantifier, ty, body) => self.quantified(*quantifier, *ty, *body),
            Said::Closure { step, from, to } => {
                match link_step(self.reader.cx.program, logic, *step) {
                    Some(step) if step.time == Time::Before => {
                        let (from, to) = (self.pointer(*from), self.pointer(*to));
                        self.reach(&from, &to, &step)
                    }
                    Some(_) | None => Formula::Unknown,
                }
            }
        }
    }

    fn quantified(&mut self, quantifier: Quantifier, ty: TypeId, body: FormulaId) -> Formula {
        let is_pointer = self.reader.cx.program.types.is_pointer(ty);
        let node = Variable(BOUND + self.bound.len() as u8);
        self.bound.push(is_pointer.then_some(node));
        let body = self.formula(body);
        self.bound.pop();
        match quantifier {
            _ if !is_pointer => Formula::Unknown,
            Quantifier::All => Formula::and([Formula::forall(node, body), Formula::Unknown]),
            Quantifier::Some => Formula::or([Formula::exists(node, body), Formula::Unknown]),
        }
    }

    fn equality(&mut self, a: TermId, b: TermId) -> Formula {
        let (program, logic) = (self.reader.cx.program, self.logic);
        if program.types.is_pointer(logic.ty(a)) {
            let (a, b) = (self.pointer(a), self.pointer(b));
            return self.equal(&a, &b);
        }
        // A question that is answered with yes or no.
        match (logic.term(a), logic.constant(b)) {
            (Term::At(Time::Before, expr), Some(value @ 0..=1)) => match program.exprs.get(expr) {
                Expr::Query(query) => {
                    let yes = self.query(query);
                    match value {
                        0 => Formula::not(yes),
                        _ => yes,
                    }
                }
                _ => Formula::Unknown,
            },
            _ => Formula::Unknown,
        }
    }

    fn query(&mut self, query: Query) -> Formula {
        let program = self.reader.cx.program;
        let (expr, size) = match query {
            Query::Allocated(expr) => (expr, self.size_behind(expr)),
            Query::Readable(place) | Query::Writable(place) => match program.exprs.place(place) {
                program::Place::Deref(expr) => (expr, self.size_behind(expr)),
                _ => return Formula::Unknown,
            },
            Query::Freeable(_) | Query::Callable(_) | Query::Tracked | Query::Released => {
                return Formula::Unknown;
            }
        };
        let pointer = self.pointer_of(expr);
        let large = self.large(size, AT);
        let there = |sites: Formula| Formula::exists(AT, Formula::and([pointer.at.clone(), sites]));
        let outside = match (query, pointer.what) {
            (Query::Allocated(_), What::Cell(cell)) => self.outside(cell, expr, size),
            _ => Formula::True,
        };
        let vague = Formula::and([Formula::Unknown, pointer.open.clone(), outside]);
        let small = Formula::and([Formula::Unknown, there(Formula::not(large.clone()))]);
        Formula::or([there(large), small, vague])
    }

    /// May a cell that points to the beginning of no node point to an object that lives, and
    /// that has elements of a size?
    fn outside(&mut self, cell: CellId, expr: ExprId, size: u64) -> Formula {
        let places = self.reader.places();
        let targets = self
            .reader
            .cx
            .pointers
            .points_to(self.reader.cx.program, expr);
        let is_seen = |site: &SiteId| {
            let element = places.site(*site).element;
            self.reader.class.tracking.sites.contains(site) && element.is_none_or(|e| e == size)
        };
        let mut objects = targets.iter().map(|t| places.sites_of(t.object));
        let seen = objects.all(|sites| !sites.is_empty() && sites.iter().all(is_seen));
        if !seen || places.forges || !self.reader.class.has_elements {
            return Formula::True;
        }
        let unseen = Formula::Nullary(self.reader.symbols.unseen());
        // Elsewhere in a node that lives.
        let (node, freed) = (self.reader.points_into(cell, V), self.reader.freed(V));
        let inside = Formula::exists(V, Formula::and([node, Formula::not(freed)]));
        Formula::or([unseen, inside])
    }

    fn size_behind(&self, pointer: ExprId) -> u64 {
        let types = &self.reader.cx.program.types;
        let to = types.pointee(self.reader.cx.program.exprs.ty(pointer));
        to.and_then(|t| types.stride_of(t.ty)).unwrap_or(u64::MAX)
    }

    /// The node has an element of so many bytes at its beginning.
    fn large(&mut self, size: u64, at: Variable) -> Formula {
        let places = self.reader.places();
        let sites = self.reader.class.tracking.sites.iter().copied();
        let fitting = sites.filter(|&s| places.site(s).node_size().is_some_and(|n| size <= n));
        let fitting: Vec<SiteId> = fitting.collect();
        self.reader.of_sites(fitting, at)
    }

    // Pointers.

    pub fn pointer(&mut self, term: TermId) -> Pointer {
        match self.logic.term(term) {
            Term::Int(0) => self.value(Value::Null),
            Term::Bound(n) => self.variable(n),
            Term::At(Time::Before, expr) => self.pointer_of(expr),
            Term::Cast(inner) => {
                let types = &self.reader.cx.program.types;
                match types.is_pointer(self.logic.ty(inner)) {
                    true => self.pointer(inner),
                    false => unknown(),
                }
            }
            Term::At(..)
            | Term::Int(_)
            | Term::Float(_)
            | Term::Function(_)
            | Term::Unary(..)
            | Term::Binary(..)
            | Term::Truth(_) => unknown(),
        }
    }

    fn variable(&mut self, n: u32) -> Pointer {
        let number = self.bound.len().checked_sub(1 + n as usize);
        let Some(node) = number.and_then(|i| self.bound[i]) else {
            return unknown();
        };
        let lives = Formula::not(self.reader.freed(AT));
        Pointer {
            null: Formula::False,
            at: Formula::and([Formula::equal(AT, node), lives]),
            open: self.reader.freed(node),
            what: What::Node(node),
        }
    }

    fn pointer_of(&mut self, expr: ExprId) -> Pointer {
        let program = self.reader.cx.program;
        if program.exprs.free(expr) == 0 {
            let value = self.reader.value(expr);
            return self.value(value);
        }
        match program.exprs.get(expr) {
            Expr::Logical(Logical::Bound(n)) => self.variable(n),
            Expr::Load(place) => self.loaded(place),
            _ => unknown(),
        }
    }

    /// A field of what a variable points to.
    fn loaded(&mut self, place: PlaceId) -> Pointer {
        let program = self.reader.cx.program;
        let (Root::Pointer(root), Some(offset)) = resolve(program, place, &|_| None) else {
            return unknown();
        };
        let Expr::Logical(Logical::Bound(n)) = program.exprs.get(root) else {
            return unknown();
        };
        let What::Node(node) = self.variable(n).what else {
            return unknown();
        };
        let width = self.reader.cx.pointers.width(program, place);
        let sites = self.reader.class.tracking.sites.clone();
        let (names, mut null, mut at) = (self.reader.names, Vec::new(), Vec::new());
        for site in sites {
            let Where::Field(field) = self.reader.within(site, Some(offset), width) else {
                continue;
            };
            let here = self.reader.of_sites([site], node);
            let is_null = unary(self.reader.symbols.null_link(names, field), node);
            null.push(Formula::and([here.clone(), is_null]));
            for (number, relation) in self
                .reader
                .places()
                .field(field)
                .relations
                .iter()
                .enumerate()
            {
                let link = binary(self.reader.symbols.link(names, field, number), node, AT);
                let first = self.beginnings(&relation.targets, AT);
                at.push(Formula::and([here.clone(), link, first]));
            }
        }
        self.neither(Formula::or(null), Formula::or(at), What::Else)
    }

    /// The sites at whose beginning a relation points.
    fn beginnings(&mut self, targets: &Targets, at: Variable) -> Formula {
        let first = targets.iter().filter(|(_, offset)| **offset == Some(0));
        let sites: Vec<SiteId> = first.map(|(&site, _)| site).collect();
        self.reader.of_sites(sites, at)
    }

    fn value(&mut self, value: Value) -> Pointer {
        match value {
            Value::Cell(cell, Shift::NONE) => {
                if !self.cells.contains(&cell) {
                    self.cells.push(cell);
                }
                let mut at = Vec::new();
                for number in 0..self.reader.places().cell(cell).relations.len() {
                    let targets = &self.reader.relation(cell, number).targets;
                    let first = self.beginnings(targets, AT);
                    at.push(Formula::and([self.reader.points(cell, number, AT), first]));
                }
                let null = self.reader.null(cell);
                self.neither(null, Formula::or(at), What::Cell(cell))
            }
            Value::Loaded(cell, ..) => {
                // What cannot be read is nothing that is known.
                let (node, freed) = (self.reader.points_into(cell, V), self.reader.freed(V));
                let defined = Formula::exists(V, Formula::and([node, Formula::not(freed)]));
                let null = self.reader.is_null(&value);
                let all = self.reader.class.tracking.sites.iter();
                let first: Targets = all.map(|&site| (site, Some(0))).collect();
                let at = self.reader.reaches(&value, &first);
                let at = super::actions::rename(at, U, AT);
                let null = Formula::and([null, defined.clone()]);
                self.neither(null, Formula::and([at, defined]), What::Else)
            }
            Value::Address(site, 0) => {
                let at = self.reader.of_sites([site], AT);
                self.neither(Formula::False, at, What::Else)
            }
            Value::Null | Value::Other { .. } => {
                let null = self.reader.is_null(&value);
                self.neither(null, Formula::False, What::Else)
            }
            Value::Cell(..) | Value::Address(..) | Value::Fresh(_) | Value::Unknown { .. } => {
                unknown()
            }
        }
    }

    fn neither(&mut self, null: Formula, at: Formula, what: What) -> Pointer {
        let lives = Formula::not(self.reader.freed(AT));
        let at = Formula::and([at, lives]);
        let somewhere = Formula::exists(AT, at.clone());
        let open = Formula::and([Formula::not(null.clone()), Formula::not(somewhere)]);
        Pointer {
            null,
            at,
            open,
            what,
        }
    }

    pub fn equal(&mut self, a: &Pointer, b: &Pointer) -> Formula {
        // A variable's node is asked itself: that some node is it, and something else, is
        // less.
        let same = match (a.what, b.what) {
            (What::Node(node), _) => at(b, node),
            (_, What::Node(node)) => at(a, node),
            _ => Formula::exists(AT, Formula::and([a.at.clone(), b.at.clone()])),
        };
        let open = Formula::or([a.open.clone(), b.open.clone()]);
        Formula::or([
            Formula::and([a.null.clone(), b.null.clone()]),
            same,
            Formula::and([Formula::Unknown, open]),
        ])
    }

    /// There is a chain from one pointer to another.
    pub fn reach(&mut self, from: &Pointer, to: &Pointer, step: &LinkStep) -> Formula {
        let same = self.equal(from, to);
        let Some(links) = Links::of(self.reader, step) else {
            let distinct = Formula::and([Formula::Unknown, Formula::not(same.clone())]);
            return Formula::or([same, distinct]);
        };
        if let (What::Cell(from), What::Cell(to)) = (from.what, to.what) {
            self.paths.push((from, to, links.field));
        }
        let started = |inner: Formula, at: Variable| {
            let start = super::actions::rename(from.at.clone(), AT, at);
            Formula::exists(at, Formula::and([start, inner]))
        };
        // Nodes that are reached: by the predicate that keeps that, if there is one.
        let reached = match from.what {
            What::Cell(cell) => links.reached(self.reader, cell, AT),
            What::Node(_) | What::Else => None,
        };
        let reached = reached.unwrap_or_else(|| started(links.closure(self.reader, U, AT), U));
        let reached = Formula::and([reached, started(Formula::True, U)]);
        let large = self.large(step.size, U);
        let sure = match links.holders_are_large {
            true => Formula::True,
            false => Formula::or([started(large, U), Formula::Unknown]),
        };
        let there = Formula::exists(AT, Formula::and([to.at.clone(), reached.clone()]));
        let ends = {
            let null = links.null(self.reader, AT);
            Formula::exists(AT, Formula::and([reached.clone(), null]))
        };
        let lost = {
            let goes_on = links.valid(self.reader, AT);
            Formula::exists(AT, Formula::and([reached, Formula::not(goes_on)]))
        };
        // Beyond the nodes the chain may come back to what something else knows of.
        let back = {
            let (escaped, leads) = (self.reader.escaped(W), links.closure(self.reader, W, AT));
            let entered = Formula::exists(W, Formula::and([escaped, leads]));
            Formula::exists(AT, Formula::and([to.at.clone(), entered]))
        };
        let beyond = Formula::or([back, to.null.clone(), to.open.clone()]);
        Formula::or([
            same,
            Formula::and([sure.clone(), there]),
            Formula::and([sure, to.null.clone(), ends]),
            Formula::and([Formula::Unknown, lost, beyond]),
            Formula::and([Formula::Unknown, from.open.clone()]),
        ])
    }
}

/// The pointer points to the node.
fn at(pointer: &Pointer, node: Variable) -> Formula {
    super::actions::rename(pointer.at.clone(), AT, node)
}

fn unknown() -> Pointer {
    Pointer {
        null: Formula::Unknown,
        at: Formula::Unknown,
        open: Formula::Unknown,
        what: What::Else,
    }
}

/// The links of one field, all of which lead to beginnings of nodes.
pub struct Links {
    pub field: FieldId,
    /// A chain may go by every node that has the field.
    pub holders_are_large: bool,
}

impl Links {
    pub fn of(reader: &mut Reader<'_>, step: &LinkStep) -> Option<Links> {
        let places = reader.places();
        let field = places.field_at(step.offset)?;
        let f = places.field(field);
        let begins = |r: &super::places::Relation| r.targets.values().all(|at| *at == Some(0));
        if !reader.class.fields.contains(&field) || !f.relations.iter().all(begins) {
            return None;
        }
        let mut holders = f.sites.iter();
        Some(Links {
            field,
            holders_are_large: holders.all(|&s| {
                let size = places.site(s).node_size();
                size.is_some_and(|size| step.size <= size)
            }),
        })
    }

    /// A way by links from one node to another.
    pub fn closure(&self, reader: &mut Reader<'_>, from: Variable, to: Variable) -> Formula {
        let kept = reader.symbols.closure(reader.names, &[self.field]);
        if reader.class.vocabulary.arity(kept).is_some() {
            return binary(kept, from, to);
        }
        let (a, b) = (Variable(5), Variable(6));
        Formula::Closure {
            a,
            b,
            step: Box::new(self.link(reader, a, b)),
            from,
            to,
        }
    }

    pub fn link(&self, reader: &mut Reader<'_>, from: Variable, to: Variable) -> Formula {
        let numbers = 0..reader.places().field(self.field).relations.len();
        let links: Vec<Formula> = numbers
            .map(|n| binary(reader.symbols.link(reader.names, self.field, n), from, to))
            .collect();
        Formula::or(links)
    }

    /// The predicate that says what is reached from a cell.
    pub fn reached(&self, reader: &mut Reader<'_>, cell: CellId, at: Variable) -> Option<Formula> {
        let p = reader.symbols.reached(reader.names, cell, &[self.field]);
        let has = reader.class.vocabulary.arity(p).is_some();
        has.then(|| unary(p, at))
    }

    pub fn null(&self, reader: &mut Reader<'_>, at: Variable) -> Formula {
        unary(reader.symbols.null_link(reader.names, self.field), at)
    }

    /// Null, or leads to a node.
    pub fn valid(&self, reader: &mut Reader<'_>, at: Variable) -> Formula {
        unary(reader.symbols.valid_link(reader.names, self.field), at)
    }
}
