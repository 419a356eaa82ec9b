//! Assumptions: which structures a condition lets through.
//!
//! A condition becomes a formula that is true, false or neither in a structure in which
//! the pointers it reads are definite. What it cannot say lets everything through.

use super::actions::{Writer, raw};
use super::class::{U, V, unary};
use super::places::{Root, SiteKind};
use super::value::{Landing, Shift, Targets, Value, Where};
use engine::Reply;
use logic::relational::Formula;
use program::{BinaryOp, Expr, ExprId, Op, PlaceId, Program, Query, arith};
use structures::Focus;

impl Writer<'_, '_> {
    /// Only what makes the condition `taken` goes on.
    pub fn assume(&mut self, condition: ExprId, taken: bool) {
        let program = self.reader.cx.program;
        match program.exprs.get(condition) {
            Expr::Query(query) => {
                let (holds, fails) = self.query(query);
                let excluded = if taken { fails } else { holds };
                self.require.push(Formula::not(excluded));
            }
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                let is_equal = (op == BinaryOp::Eq) == taken;
                let truth = program.exprs.int_value(b) == Some(0) && is_condition(program, a);
                if truth {
                    return self.assume(a, !is_equal);
                }
                let data = self.data(condition);
                let equal = match data {
                    Some(data) => {
                        let wanted = if taken { data } else { Formula::not(data) };
                        self.require.push(wanted);
                        return;
                    }
                    None => self.equal(a, b),
                };
                let wanted = if is_equal { equal } else { Formula::not(equal) };
                self.require.push(wanted);
            }
            _ => {
                if let Some(data) = self.data(condition) {
                    let wanted = if taken { data } else { Formula::not(data) };
                    self.require.push(wanted);
                }
            }
        }
    }

    /// Whether two values are equal.
    fn equal(&mut self, a: ExprId, b: ExprId) -> Formula {
        let (mut a, mut b) = (self.read(a), self.read(b));
        // Null last, and what is loaded behind what is at hand.
        let is_loaded = matches!(a, Value::Loaded(..)) && b != Value::Null;
        if a == Value::Null || is_loaded {
            std::mem::swap(&mut a, &mut b);
        }
        for value in [&a, &b] {
            self.focus_null(value);
        }
        if b == Value::Null {
            return self.reader.is_null(&a);
        }
        let mut same: Vec<Formula> = Vec::new();
        let mut vague = false;
        match &a {
            Value::Cell(cell, by) => {
                for number in 0..self.reader.places().cell(*cell).relations.len() {
                    let relation = self.reader.relation(*cell, number);
                    let moved: Targets = relation
                        .targets
                        .iter()
                        .map(|(&site, &at)| (site, self.reader.land(site, at, *by).here()))
                        .collect();
                    vague |= self.is_vague(&moved);
                    // Two pointers to any place of an object need not be equal.
                    let moved: Targets = moved.into_iter().filter(|(_, at)| at.is_some()).collect();
                    let (x, y) = (
                        self.reader.points(*cell, number, U),
                        self.reader.reaches(&b, &moved),
                    );
                    same.push(Formula::exists(U, Formula::and(vec![x, y])));
                }
            }
            Value::Address(site, at) => {
                let targets: Targets = [(*site, Some(*at))].into();
                vague |= self.is_vague(&targets);
                let (x, y) = (
                    self.reader.of_sites([*site], U),
                    self.reader.reaches(&b, &targets),
                );
                same.push(Formula::exists(U, Formula::and(vec![x, y])));
            }
            Value::Null
            | Value::Loaded(..)
            | Value::Fresh(_)
            | Value::Other { .. }
            | Value::Unknown { .. } => return Formula::Unknown,
        }
        vague |= match &b {
            Value::Cell(cell, by) => {
                let relations = self.reader.places().cell(*cell).relations.iter();
                let moved: Vec<Targets> = relations
                    .map(|r| {
                        let targets = r.targets.iter();
                        targets
                            .map(|(&s, &at)| (s, self.reader.land(s, at, *by).here()))
                            .collect()
                    })
                    .collect();
                moved.iter().any(|targets| self.is_vague(targets))
            }
            Value::Loaded(cell, offset, width) => {
                let parts = self.reader.parts(*cell, *offset, *width);
                parts.iter().any(|part| match &part.to {
                    _ if part.elsewhere => true,
                    Where::Field(field) => {
                        let mut relations = self.reader.places().field(*field).relations.iter();
                        relations.any(|r| self.is_vague(&r.targets))
                    }
                    Where::Cell(inner) => {
                        let mut relations = self.reader.places().cell(*inner).relations.iter();
                        relations.any(|r| self.is_vague(&r.targets))
                    }
                    Where::Opaque { .. } => true,
                })
            }
            Value::Address(site, at) => self.is_vague(&[(*site, Some(*at))].into()),
            Value::Null | Value::Fresh(_) | Value::Other { .. } | Value::Unknown { .. } => true,
        };
        let (null_a, null_b) = (self.reader.is_null(&a), self.reader.is_null(&b));
        same.push(Formula::and(vec![null_a.clone(), null_b.clone()]));
        // What is no node, and what was freed, may have any address.
        let mut open = Vec::new();
        for (value, null) in [(&a, null_a), (&b, null_b)] {
            let (node, freed) = (self.reader.reaches_into(value), self.reader.freed(U));
            let dangling = Formula::exists(U, Formula::and(vec![node.clone(), freed]));
            let other = Formula::and(vec![
                Formula::not(null),
                Formula::not(Formula::exists(U, node)),
            ]);
            open.extend([dangling, other]);
        }
        if vague {
            open.push(Formula::True);
        }
        same.push(Formula::and(vec![Formula::Unknown, Formula::or(open)]));
        Formula::or(same)
    }

    /// May pointers there have the address of another object?
    fn is_vague(&self, targets: &Targets) -> bool {
        let sites = &self.reader.class.tracking.sites;
        let tracked = targets.iter().filter(|(s, _)| sites.contains(s));
        tracked.into_iter().any(|(&site, at)| match *at {
            None => true,
            Some(0) => false,
            Some(at) => {
                let size = self.reader.places().site(site).node_size();
                at < 0 || size.is_none_or(|size| at as u64 >= size)
            }
        })
    }

    fn focus_null(&mut self, value: &Value) {
        match *value {
            Value::Cell(cell, Shift::NONE) => {
                let null = self.reader.symbols.null(self.reader.names, cell);
                self.focus.push(Focus::Nullary(null));
            }
            Value::Loaded(cell, offset, width) => {
                for part in self.reader.parts(cell, offset, width) {
                    let names = self.reader.names;
                    let of = self.reader.symbols.points(names, cell, part.relation);
                    match part.to {
                        _ if part.elsewhere => {}
                        Where::Field(field) => {
                            let predicate = self.reader.symbols.null_link(names, field);
                            self.focus.push(Focus::Value { of, predicate });
                        }
                        Where::Cell(inner) => {
                            let null = self.reader.symbols.null(names, inner);
                            self.focus.push(Focus::Nullary(null));
                        }
                        Where::Opaque { .. } => {}
                    }
                }
            }
            _ => {}
        }
    }

    // Data.

    /// A condition about the data of one node, if that is tracked.
    fn data(&mut self, condition: ExprId) -> Option<Formula> {
        let program = self.reader.cx.program;
        let (load, place) = pointer_load(program, condition)?;
        let (Root::Pointer(pointer), offset) = self.reader.resolve(place) else {
            return None;
        };
        let Value::Cell(cell, by) = self.reader.value(pointer) else {
            return None;
        };
        let by = by.plus(offset.into());
        let width = self.reader.cx.pointers.width(program, place);
        let value = Value::Loaded(cell, by, width);
        let ty = program.exprs.ty(load);
        let (bits, signed) = program.types.bits(ty)?;
        // By offset in the node: for which tracked numbers the condition is true.
        let mut known = Vec::new();
        for number in 0..self.reader.places().cell(cell).relations.len() {
            let relation = self.reader.relation(cell, number);
            for (&site, &at) in &relation.targets {
                let at = self.reader.land(site, at, by).here();
                let tracked = self.reader.class.tracking.sites.contains(&site);
                if let Some(at) = at
                    && tracked
                    && self.reader.places().site(site).kind == SiteKind::Block
                    && !self.reader.data_at(at, width).is_empty()
                {
                    known.push((number, site, at));
                }
            }
        }
        if known.is_empty() || !program.types.is_integer(ty) {
            return None;
        }
        self.use_loaded(&value);
        let mut parts = Vec::new();
        let mut somewhere = Vec::new();
        for (number, site, at) in known {
            let points = self.reader.points(cell, number, V);
            let here = self.reader.of_sites([site], V);
            let guard = Formula::and(vec![points, here]);
            let (mut yes, mut any) = (Vec::new(), Vec::new());
            let mut is_exact = false;
            for fact in self.reader.data_at(at, width) {
                let raw_value = arith::wrap(fact.value as i128, bits, signed);
                let told = |e: ExprId| match (self.reader.told)(e) {
                    Reply::Int(value) => Some(value),
                    _ => None,
                };
                let truth = evaluate(program, condition, load, raw_value, &told)?;
                let p = self.reader.symbols.data(self.reader.names, fact);
                let of = self.reader.symbols.points(self.reader.names, cell, number);
                any.push(unary(p, V));
                let equality = decides(program, condition, load);
                if let Some(op) = equality
                    && (truth != 0) == (op == BinaryOp::Eq)
                {
                    // The number that the condition asks for: all others decide it, too.
                    is_exact = true;
                    self.focus.push(Focus::Value { of, predicate: p });
                    parts.push(Formula::exists(
                        V,
                        Formula::and(vec![
                            guard.clone(),
                            match op {
                                BinaryOp::Eq => unary(p, V),
                                _ => Formula::not(unary(p, V)),
                            },
                        ]),
                    ));
                } else if truth != 0 {
                    yes.push(unary(p, V));
                }
            }
            if !is_exact {
                let yes = Formula::and(vec![guard.clone(), Formula::or(yes)]);
                let open = Formula::and(vec![
                    guard.clone(),
                    Formula::Unknown,
                    Formula::not(Formula::or(any)),
                ]);
                parts.push(Formula::exists(V, Formula::or(vec![yes, open])));
            }
            somewhere.push(guard);
        }
        // Elsewhere nothing is known.
        let elsewhere = Formula::not(Formula::exists(V, Formula::or(somewhere)));
        parts.push(Formula::and(vec![Formula::Unknown, elsewhere]));
        Some(Formula::or(parts))
    }

    fn use_loaded(&mut self, value: &Value) {
        if let Value::Loaded(cell, ..) = *value {
            self.reader
                .focus(&Value::Cell(cell, Shift::NONE), &mut self.focus);
        }
    }

    // Questions about memory.

    /// When a question has the answer yes, and when no; where neither is sure, neither.
    fn query(&mut self, query: Query) -> (Formula, Formula) {
        match query {
            Query::Readable(place) | Query::Writable(place) => self.accessible(place),
            Query::Freeable(pointer) => self.freeable(pointer),
            Query::Callable(_) | Query::Allocated(_) => (Formula::False, Formula::False),
            Query::Tracked => {
                let mut reached: Vec<Formula> = self
                    .reader
                    .class
                    .reached
                    .iter()
                    .map(|&p| unary(p, V))
                    .collect();
                for cell in self.reader.class.cells.clone() {
                    if !self.reader.places().cell(cell).is_ghost {
                        reached.push(self.reader.points_into(cell, V));
                    }
                }
                (self.all_blocks(Formula::or(reached)), Formula::False)
            }
            Query::Released => (self.all_blocks(Formula::False), Formula::False),
        }
    }

    /// Every block is freed, or what is asked for.
    fn all_blocks(&mut self, or: Formula) -> Formula {
        let places = self.reader.places();
        let sites: Vec<_> = self.reader.class.tracking.sites.iter().copied().collect();
        let variables = sites
            .iter()
            .copied()
            .filter(|&s| places.site(s).kind != SiteKind::Block);
        let variables: Vec<_> = variables.collect();
        let is_variable = self.reader.of_sites(variables, V);
        let fine = Formula::or(vec![is_variable, self.reader.freed(V), or]);
        let lost = Formula::Nullary(self.reader.symbols.lost());
        Formula::and(vec![Formula::not(lost), Formula::forall(V, fine)])
    }

    fn accessible(&mut self, place: PlaceId) -> (Formula, Formula) {
        let width = self.reader.cx.pointers.width(self.reader.cx.program, place);
        let (root, offset) = self.reader.resolve(place);
        let Root::Pointer(pointer) = root else {
            return (Formula::False, Formula::False);
        };
        let value = self.read(pointer);
        match value {
            Value::Null => (Formula::False, Formula::True),
            Value::Cell(cell, shift) => {
                let by = shift.plus(offset.into());
                self.focus_null(&Value::Cell(cell, Shift::NONE));
                let mut good = Vec::new();
                for number in 0..self.reader.places().cell(cell).relations.len() {
                    let relation = self.reader.relation(cell, number);
                    let fits: Vec<_> = relation
                        .targets
                        .iter()
                        .filter(|&(&site, &at)| {
                            let at = self.reader.land(site, at, by).here();
                            let size = self.reader.places().site(site).node_size();
                            at.zip(size)
                                .is_some_and(|(at, size)| at >= 0 && at as u64 + width <= size)
                        })
                        .map(|(&site, _)| site)
                        .collect();
                    let (points, sites) = (
                        self.reader.points(cell, number, V),
                        self.reader.of_sites(fits, V),
                    );
                    good.push(Formula::and(vec![points, sites]));
                }
                let freed = self.reader.freed(V);
                let good = Formula::and(vec![Formula::or(good), Formula::not(freed.clone())]);
                let node = self.reader.points_into(cell, V);
                let dangling = Formula::exists(V, Formula::and(vec![node, freed]));
                let null = match shift {
                    Shift::NONE => self.reader.null(cell),
                    _ => Formula::False,
                };
                (Formula::exists(V, good), Formula::or(vec![null, dangling]))
            }
            Value::Loaded(..)
            | Value::Address(..)
            | Value::Fresh(_)
            | Value::Other { .. }
            | Value::Unknown { .. } => (Formula::False, Formula::False),
        }
    }

    fn freeable(&mut self, pointer: ExprId) -> (Formula, Formula) {
        let value = self.read(pointer);
        match value {
            Value::Null => (Formula::True, Formula::False),
            Value::Cell(cell, shift @ Shift::By(_)) => {
                self.focus_null(&Value::Cell(cell, Shift::NONE));
                let mut good = Vec::new();
                for number in 0..self.reader.places().cell(cell).relations.len() {
                    let relation = self.reader.relation(cell, number);
                    let first: Vec<_> = relation
                        .targets
                        .iter()
                        .filter(|&(&site, &at)| {
                            let is_block = self.reader.places().site(site).kind == SiteKind::Block;
                            is_block && self.reader.land(site, at, shift) == Landing::Here(Some(0))
                        })
                        .map(|(&site, _)| site)
                        .collect();
                    let (elements, blocks): (Vec<_>, Vec<_>) = first
                        .into_iter()
                        .partition(|&s| self.reader.places().site(s).element.is_some());
                    // A block is freed by its first element.
                    let elements = self.reader.of_sites(elements, V);
                    let first = unary(self.reader.symbols.first(), V);
                    let sites = Formula::or(vec![
                        self.reader.of_sites(blocks, V),
                        Formula::and(vec![elements, first]),
                    ]);
                    let points = self.reader.points(cell, number, V);
                    good.push(Formula::and(vec![points, sites]));
                }
                let freed = self.reader.freed(V);
                let good = Formula::and(vec![Formula::or(good), Formula::not(freed.clone())]);
                let mut holds = vec![Formula::exists(V, good)];
                if shift == Shift::NONE {
                    holds.push(self.reader.null(cell));
                }
                let node = self.reader.points_into(cell, V);
                let dangling = Formula::exists(V, Formula::and(vec![node, freed]));
                (Formula::or(holds), dangling)
            }
            Value::Cell(_, Shift::Steps(..) | Shift::Any)
            | Value::Loaded(..)
            | Value::Address(..)
            | Value::Fresh(_)
            | Value::Other { .. }
            | Value::Unknown { .. } => (Formula::False, Formula::False),
        }
    }
}

fn is_condition(program: &Program, expr: ExprId) -> bool {
    match program.exprs.get(expr) {
        Expr::Query(_) => true,
        Expr::Binary(op, ..) => op.is_comparison(),
        _ => false,
    }
}

/// The one load through a pointer in an expression.
fn pointer_load(program: &Program, expr: ExprId) -> Option<(ExprId, PlaceId)> {
    match program.exprs.get(expr) {
        Expr::Load(place) => {
            let is_static = program.exprs.root(place).is_some();
            (!is_static).then_some((expr, place))
        }
        Expr::Unary(_, a) | Expr::Cast(a) => pointer_load(program, a),
        Expr::Binary(_, a, b) => pointer_load(program, a).or_else(|| pointer_load(program, b)),
        Expr::Int(_)
        | Expr::Float(_)
        | Expr::Zero
        | Expr::Address(_)
        | Expr::Function(_)
        | Expr::Query(_)
        | Expr::Logical(_) => None,
    }
}

/// The loads through pointers that conditions compare with constants, and the constants;
/// and the constants that are stored.
pub fn constants(program: &Program, op: &Op) -> Option<(PlaceId, i128)> {
    match *op {
        Op::Assume { condition, .. } => {
            let (load, place) = pointer_load(program, condition)?;
            let Expr::Binary(op, a, b) = program.exprs.get(condition) else {
                return None;
            };
            let constant = program.exprs.int_value(a).or(program.exprs.int_value(b))?;
            let plain = op.is_comparison() && widened(program, condition, load);
            plain.then_some((place, constant))
        }
        Op::Assign { to, value } => {
            let constant = program.exprs.int_value(value)?;
            program.exprs.root(to).is_none().then_some((to, constant))
        }
        _ => None,
    }
}

/// Is a load used as it is, or in a wider type?
fn widened(program: &Program, condition: ExprId, load: ExprId) -> bool {
    let Expr::Binary(_, a, b) = program.exprs.get(condition) else {
        return false;
    };
    let bits = |e| {
        program
            .types
            .bits(program.exprs.ty(e))
            .map_or(0, |(bits, _)| bits)
    };
    let only_widens = |mut e: ExprId| {
        while let Expr::Cast(inner) = program.exprs.get(e) {
            if bits(inner) > bits(e) {
                return false;
            }
            e = inner;
        }
        e == load
    };
    only_widens(a) || only_widens(b)
}

/// If a condition asks whether a load is one constant or not: `==` or `!=`.
fn decides(program: &Program, condition: ExprId, load: ExprId) -> Option<BinaryOp> {
    let Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) = program.exprs.get(condition)
    else {
        return None;
    };
    let constant = program.exprs.int_value(a).or(program.exprs.int_value(b));
    (constant.is_some() && widened(program, condition, load)).then_some(op)
}

/// The value of an expression if a load in it gives a number.
pub fn evaluate(
    program: &Program,
    expr: ExprId,
    load: ExprId,
    number: i128,
    told: &dyn Fn(ExprId) -> Option<i128>,
) -> Option<i128> {
    if expr == load {
        return Some(number);
    }
    let ty = program.exprs.ty(expr);
    match program.exprs.get(expr) {
        Expr::Int(value) => Some(value),
        Expr::Load(_) => told(expr),
        Expr::Cast(a) => {
            let value = evaluate(program, a, load, number, told)?;
            let (bits, signed) = program.types.bits(ty)?;
            program
                .types
                .is_integer(program.exprs.ty(a))
                .then(|| arith::wrap(value, bits, signed))
        }
        Expr::Binary(op, a, b) => {
            let (x, y) = (
                evaluate(program, a, load, number, told)?,
                evaluate(program, b, load, number, told)?,
            );
            let (bits, signed) = program.types.bits(program.exprs.ty(a))?;
            arith::binary(op, x, y, bits, signed).map(|r| r.value)
        }
        Expr::Float(_)
        | Expr::Zero
        | Expr::Address(_)
        | Expr::Function(_)
        | Expr::Unary(..)
        | Expr::Query(_)
        | Expr::Logical(_) => None,
    }
}

/// A constant as the bytes of a place hold it.
pub fn stored(number: i128, width: u8) -> u128 {
    raw(number, width)
}
