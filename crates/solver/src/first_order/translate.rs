//! Formulae as Z3's.

use super::symbols::{Cell, Root, Symbol, cell, normal_step, resolve, stride};
use super::{Effect, Said, Step, Stretch};
use crate::access::Access;
use indexmap::IndexSet;
use logic::{Comparison, Formula, FormulaId, Logic, Term, TermId, Time};
use program::{
    BinaryOp, Expr, ExprId, Logical, PlaceId, Program, Quantifier, Query, TypeId, UnaryOp, VarId,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::rc::Rc;
use z3::ast::{Ast, Bool, Int, exists_const, forall_const};
use z3::{FuncDecl, Pattern, Sort};

/// A number, and bounds of it that follow from types.
#[derive(Clone)]
pub(super) struct Number {
    pub value: Int,
    pub low: i128,
    pub high: i128,
}

impl Number {
    fn constant(value: i128) -> Number {
        Number {
            value: number(value),
            low: value,
            high: value,
        }
    }
}

pub(super) fn number(value: i128) -> Int {
    Int::from_i128(value)
}

/// An array of which a formula says that its elements live.
#[derive(Clone)]
pub(super) struct Array {
    /// The formula.
    pub lives: Bool,
    pub time: Time,
    pub base: Int,
    pub length: Int,
    pub stride: u64,
}

pub(super) struct Translation<'a> {
    pub program: &'a Program,
    pub logic: &'a mut Logic,
    pub versions: super::Versions<'a>,
    pub effect: &'a Effect,
    pub written: Option<&'a [Stretch]>,
    functions: FxHashMap<(Symbol, u32), Rc<FuncDecl>>,
    /// Elements of one size behind an address, counted.
    steps: FxHashMap<u64, FuncDecl>,
    /// What occurs, in order.
    pub used: IndexSet<(Time, Symbol), FxBuildHasher>,
    pub facts: Vec<Bool>,
    instead: Option<(VarId, ExprId)>,
    /// Where chains of closures are asked from.
    pub starts: IndexSet<(FormulaId, Int), FxBuildHasher>,
    /// Closures of which it is said what their first step is.
    pub unfolded: FxHashSet<(Symbol, u32)>,
    pub arrays: Vec<Array>,
    fresh: u32,
}

impl<'a> Translation<'a> {
    pub fn new(step: Step<'a>) -> Translation<'a> {
        Translation {
            program: step.program,
            logic: step.logic,
            versions: step.versions,
            effect: step.effect,
            written: step.written,
            functions: FxHashMap::default(),
            steps: FxHashMap::default(),
            used: IndexSet::default(),
            facts: Vec::new(),
            instead: None,
            starts: IndexSet::default(),
            unfolded: FxHashSet::default(),
            arrays: Vec::new(),
            fresh: 0,
        }
    }

    // Symbols.

    pub fn function(&mut self, time: Time, symbol: Symbol) -> Rc<FuncDecl> {
        self.used.insert((time, symbol));
        let version = (self.versions)(time, &symbol);
        let name = format!("s{}", self.functions.len());
        let function = self.functions.entry((symbol, version)).or_insert_with(|| {
            let (int, bool) = (Sort::int(), Sort::bool());
            Rc::new(match symbol {
                Symbol::Var(_) | Symbol::Address(_) => FuncDecl::new(name, &[], &int),
                Symbol::Memory(_) => FuncDecl::new(name, &[&int], &int),
                Symbol::Allocated(_) | Symbol::Readable(..) | Symbol::Writable(..) => {
                    FuncDecl::new(name, &[&int], &bool)
                }
                Symbol::Closure(_) => FuncDecl::new(name, &[&int, &int], &bool),
            })
        });
        Rc::clone(function)
    }

    pub fn holds(&mut self, time: Time, symbol: Symbol, of: &[&Int]) -> Bool {
        let of: Vec<&dyn Ast> = of.iter().map(|&i| i as &dyn Ast).collect();
        let applied = self.function(time, symbol).apply(&of);
        applied.as_bool().expect("a predicate")
    }

    pub fn value(&mut self, time: Time, symbol: Symbol, of: &[&Int]) -> Int {
        let of: Vec<&dyn Ast> = of.iter().map(|&i| i as &dyn Ast).collect();
        let applied = self.function(time, symbol).apply(&of);
        applied.as_int().expect("a number")
    }

    /// The element so many elements behind an address.
    pub fn moved(&mut self, stride: u64, from: &Int, by: &Int) -> Int {
        let end = number(1 << (8 * self.program.model().pointer_size()));
        let (steps, facts) = (&mut self.steps, &mut self.facts);
        let function = steps.entry(stride).or_insert_with(|| {
            let int = Sort::int();
            let function = FuncDecl::new(format!("moved{stride}"), &[&int, &int], &int);
            let (p, i) = (Int::new_const("p"), Int::new_const("i"));
            let moved = function.apply(&[&p, &i]).as_int().expect("a number");
            let sum = &p + &i * number(stride.into());
            let fits = Bool::and(&[number(0).le(&sum), sum.lt(&end)]);
            // Where it comes round once, it is farther back.
            let (zero, by) = (number(0), &i * number(stride.into()));
            let is_on = [zero.le(&p), zero.le(&by), by.lt(&end), p.le(&moved)];
            let fits = Bool::or(&[fits, Bool::and(&is_on)]);
            let body = fits.implies(moved.eq(&sum));
            facts.push(forall_const(&[&p, &i], &[&Pattern::new(&[&moved])], &body));
            function
        });
        let moved = function.apply(&[from, by]);
        moved.as_int().expect("a number")
    }

    /// Something of which nothing is known; it depends on the variables around it.
    fn opaque(&mut self, range: &Sort, bound: &[Int]) -> z3::ast::Dynamic {
        let int = Sort::int();
        let domain: Vec<&Sort> = bound.iter().map(|_| &int).collect();
        let name = format!("opaque{}", self.fresh);
        self.fresh += 1;
        let function = FuncDecl::new(name, &domain, range);
        let of: Vec<&dyn Ast> = bound.iter().map(|i| i as &dyn Ast).collect();
        function.apply(&of)
    }

    fn opaque_truth(&mut self, bound: &[Int]) -> Bool {
        let made = self.opaque(&Sort::bool(), bound);
        made.as_bool().expect("a truth")
    }

    fn opaque_number(&mut self, ty: TypeId, bound: &[Int]) -> Number {
        let value = self.opaque(&Sort::int(), bound).as_int().expect("a number");
        let (low, high) = self.range(ty);
        if bound.is_empty() {
            self.bounded(&value, low, high);
        }
        Number { value, low, high }
    }

    fn bounded(&mut self, value: &Int, low: i128, high: i128) {
        self.facts.push(value.ge(number(low)));
        self.facts.push(value.le(number(high)));
    }

    // Types.

    /// The least and the greatest value.
    pub fn range(&self, ty: TypeId) -> (i128, i128) {
        match self.program.types.bits(ty) {
            Some((bits, true)) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Some((bits, false)) => (0, (1i128 << bits) - 1),
            None => (0, (1 << 64) - 1),
        }
    }

    pub fn range_of(access: Access) -> (i128, i128) {
        match access {
            Access::Int {
                bits, signed: true, ..
            } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Access::Int { bits, .. } => (0, (1i128 << bits) - 1),
            _ => (0, (1 << (8 * access.size())) - 1),
        }
    }

    /// A sum, as a value of its type: if it is too large for it, something else.
    fn fit(
        &mut self,
        value: Int,
        bounds: Option<(i128, i128)>,
        ty: TypeId,
        bound: &[Int],
    ) -> Number {
        let (low, high) = self.range(ty);
        if let Some((from, to)) = bounds
            && low <= from
            && to <= high
        {
            return Number {
                value,
                low: from,
                high: to,
            };
        }
        let otherwise = self.opaque_number(ty, bound).value;
        let fits = Bool::and(&[value.ge(number(low)), value.le(number(high))]);
        Number {
            value: fits.ite(&value, &otherwise),
            low,
            high,
        }
    }

    // Formulae.

    pub fn said(&mut self, said: Said) -> Bool {
        self.instead = said.instead;
        let truth = self.truth(said.formula, &[]);
        self.instead = None;
        truth
    }

    /// With values for the variables of binders around it, the outermost first.
    pub fn inside(&mut self, id: FormulaId, bound: &[Int]) -> Bool {
        self.truth(id, bound)
    }

    fn truth(&mut self, id: FormulaId, bound: &[Int]) -> Bool {
        match self.logic.formula(id).clone() {
            Formula::True => Bool::from_bool(true),
            Formula::False => Bool::from_bool(false),
            Formula::Compare(comparison, a, b) => {
                let ty = self.logic.ty(a);
                let types = &self.program.types;
                if !types.is_integer(ty) && !types.is_pointer(ty) {
                    return self.opaque_truth(bound);
                }
                let (a, b) = (self.term(a, bound).value, self.term(b, bound).value);
                match comparison {
                    Comparison::Eq => a.eq(&b),
                    Comparison::Lt => a.lt(&b),
                    Comparison::Le => a.le(&b),
                }
            }
            Formula::Not(a) => self.truth(a, bound).not(),
            Formula::And(parts) => {
                let parts: Vec<Bool> = parts.iter().map(|&p| self.truth(p, bound)).collect();
                Bool::and(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Bool> = parts.iter().map(|&p| self.truth(p, bound)).collect();
                Bool::or(&parts)
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.truth(a, bound), self.truth(b, bound));
                a.iff(&b)
            }
            Formula::Quantified(quantifier, ty, body) => {
                let variable = Int::fresh_const("x");
                let mut inner = bound.to_vec();
                inner.push(variable.clone());
                let body = self.truth(body, &inner);
                let (low, high) = self.range(ty);
                let fits = Bool::and(&[variable.ge(number(low)), variable.le(number(high))]);
                match quantifier {
                    Quantifier::All => {
                        let all = forall_const(&[&variable], &[], &fits.implies(&body));
                        if bound.is_empty() {
                            self.array(id, &all);
                        }
                        all
                    }
                    Quantifier::Some => exists_const(&[&variable], &[], &Bool::and(&[fits, body])),
                }
            }
            Formula::Closure { step, from, to } => {
                match normal_step(self.program, self.logic, step) {
                    Some((time, normal)) => {
                        let is_ground = matches!(self.logic.term(from), Term::At(_, e) if self.program.exprs.free(e) == 0);
                        let (from, to) = (self.term(from, bound), self.term(to, bound));
                        if is_ground {
                            self.starts.insert((normal, from.value.clone()));
                        }
                        self.holds(time, Symbol::Closure(normal), &[&from.value, &to.value])
                    }
                    None => self.opaque_truth(bound),
                }
            }
        }
    }

    /// If a formula says of all elements of an array that they live: they lie one behind the
    /// other, and the last one is as far from the first as it seems. (By induction: none of
    /// them lies at the end of all addresses.)
    fn array(&mut self, formula: FormulaId, lives: &Bool) {
        let Some((time, base, length)) = self.array_of(formula) else {
            return;
        };
        let stride = stride(self.program, self.program.exprs.ty(base));
        let base = self.sub(time, base, &[]).value;
        let length = self.term(length, &[]).value;
        let end = &base + &length * number(stride.into());
        let fits = Bool::and(&[base.gt(number(0)), end.lt(number(1 << 64))]);
        let body = Bool::or(&[length.le(number(0)), fits]);
        self.facts.push(lives.implies(body));
        self.arrays.push(Array {
            lives: lives.clone(),
            time,
            base,
            length,
            stride,
        });
    }

    /// Of `for all k, 0 <= k and k < n: base + k lives` the time, the base and the length.
    fn array_of(&self, formula: FormulaId) -> Option<(Time, ExprId, TermId)> {
        let Formula::Quantified(Quantifier::All, _, body) = *self.logic.formula(formula) else {
            return None;
        };
        let is_counter = |term: TermId| matches!(self.logic.term(term), Term::Bound(0));
        let (mut found, mut length, mut begins) = (None, None, false);
        let mut assumed = |part: &Formula| match *part {
            Formula::Compare(Comparison::Le, a, k) if is_counter(k) => {
                begins |= self.logic.constant(a) == Some(0);
                begins
            }
            Formula::Compare(Comparison::Lt, k, n) if is_counter(k) => {
                length.replace(n).is_none() && self.is_closed(n)
            }
            _ => false,
        };
        let Formula::Or(parts) = self.logic.formula(body) else {
            return None;
        };
        for &part in parts.iter() {
            let fits = match *self.logic.formula(part) {
                Formula::Not(of) => match self.logic.formula(of) {
                    Formula::And(parts) => {
                        parts.iter().all(|&part| assumed(self.logic.formula(part)))
                    }
                    &Formula::Compare(Comparison::Eq, a, b) => {
                        let sides = [(a, b), (b, a)];
                        let zero = sides
                            .into_iter()
                            .find(|(_, b)| self.logic.constant(*b) == Some(0));
                        found = zero.and_then(|(a, _)| self.element_of(a));
                        found.is_some()
                    }
                    _ => false,
                },
                Formula::Compare(Comparison::Lt, k, zero) => {
                    assumed(&Formula::Compare(Comparison::Le, zero, k))
                }
                Formula::Compare(Comparison::Le, n, k) => {
                    assumed(&Formula::Compare(Comparison::Lt, k, n))
                }
                _ => false,
            };
            if !fits {
                return None;
            }
        }
        let (time, base) = found?;
        Some((time, base, length?)).filter(|_| begins)
    }

    /// The base of an element, of which it is asked whether it lives.
    fn element_of(&self, asked: TermId) -> Option<(Time, ExprId)> {
        let exprs = &self.program.exprs;
        let Term::At(time, query) = self.logic.term(asked) else {
            return None;
        };
        let Expr::Query(Query::Allocated(pointer)) = exprs.get(query) else {
            return None;
        };
        let Expr::Binary(BinaryOp::PointerAdd, base, index) = exprs.get(pointer) else {
            return None;
        };
        let is_counter = exprs.get(index) == Expr::Logical(Logical::Bound(0));
        (is_counter && exprs.free(base) == 0).then_some((time, base))
    }

    /// Does a term speak about no variable that is bound?
    fn is_closed(&self, term: TermId) -> bool {
        match self.logic.term(term) {
            Term::Int(_) | Term::Float(_) | Term::Function(_) => true,
            Term::At(_, expr) => self.program.exprs.free(expr) == 0,
            Term::Unary(_, a) | Term::Cast(a) => self.is_closed(a),
            Term::Binary(_, a, b) => self.is_closed(a) && self.is_closed(b),
            Term::Bound(_) | Term::Truth(_) => false,
        }
    }

    // Terms.

    pub fn term(&mut self, id: TermId, bound: &[Int]) -> Number {
        let ty = self.logic.ty(id);
        match self.logic.term(id) {
            Term::Int(value) => Number::constant(value),
            Term::Bound(n) => {
                let (low, high) = self.range(ty);
                let index = bound.len().checked_sub(n as usize + 1);
                match index {
                    Some(index) => Number {
                        value: bound[index].clone(),
                        low,
                        high,
                    },
                    None => self.opaque_number(ty, bound),
                }
            }
            Term::At(time, expr) => self.expr(time, expr, bound),
            Term::Unary(UnaryOp::Neg, a) => {
                let a = self.term(a, bound);
                let value = a.value.unary_minus();
                self.fit(value, Some((-a.high, -a.low)), ty, bound)
            }
            Term::Binary(op, a, b) => self.binary(op, a, b, ty, bound),
            Term::Cast(a) => {
                let from = self.logic.ty(a);
                let types = &self.program.types;
                if !types.is_integer(from) && !types.is_pointer(from) {
                    return self.opaque_number(ty, bound);
                }
                let a = self.term(a, bound);
                // The truth of a number.
                if self
                    .program
                    .types
                    .bits(ty)
                    .is_some_and(|(bits, _)| bits == 1)
                {
                    let one = a.value.ne(number(0)).ite(&number(1), &number(0));
                    return self.fit(one, Some((0, 1)), ty, bound);
                }
                self.fit(a.value, Some((a.low, a.high)), ty, bound)
            }
            Term::Truth(formula) => {
                let truth = self.truth(formula, bound);
                self.of_truth(&truth)
            }
            Term::Unary(UnaryOp::Not, _) | Term::Float(_) | Term::Function(_) => {
                self.opaque_number(ty, bound)
            }
        }
    }

    fn of_truth(&mut self, truth: &Bool) -> Number {
        Number {
            value: truth.ite(&number(1), &number(0)),
            low: 0,
            high: 1,
        }
    }

    fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId, ty: TypeId, bound: &[Int]) -> Number {
        let operand = self.logic.ty(a);
        let types = &self.program.types;
        if !types.is_integer(operand) && !types.is_pointer(operand) {
            return self.opaque_number(ty, bound);
        }
        if op == BinaryOp::PointerAdd {
            return self.element(a, b, ty, bound);
        }
        let (a, b) = (self.term(a, bound), self.term(b, bound));
        let both = |f: fn(i128, i128) -> Option<i128>| {
            let ends = [
                (a.low, b.low),
                (a.low, b.high),
                (a.high, b.low),
                (a.high, b.high),
            ];
            let all: Option<Vec<i128>> = ends.into_iter().map(|(x, y)| f(x, y)).collect();
            all.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)))
        };
        let (value, bounds) = match op {
            BinaryOp::Add => (&a.value + &b.value, both(i128::checked_add)),
            BinaryOp::Sub => (&a.value - &b.value, both(i128::checked_sub)),
            BinaryOp::Mul => (&a.value * &b.value, both(i128::checked_mul)),
            BinaryOp::Eq => return self.of_truth(&a.value.eq(&b.value)),
            BinaryOp::Ne => return self.of_truth(&a.value.ne(&b.value)),
            BinaryOp::Lt => return self.of_truth(&a.value.lt(&b.value)),
            BinaryOp::Le => return self.of_truth(&a.value.le(&b.value)),
            _ => return self.opaque_number(ty, bound),
        };
        self.fit(value, bounds, ty, bound)
    }

    /// A pointer some elements farther on. Steps that follow each other are one.
    fn element(&mut self, a: TermId, b: TermId, ty: TypeId, bound: &[Int]) -> Number {
        let stride = stride(self.program, ty);
        let mut by = self.term(b, bound).value;
        let mut from = a;
        while let Term::Binary(BinaryOp::PointerAdd, earlier, more) = self.logic.term(from)
            && self.logic.ty(from) == ty
        {
            by = self.term(more, bound).value + by;
            from = earlier;
        }
        let from = self.term(from, bound).value;
        let value = self.moved(stride, &from, &by);
        let (low, high) = self.range(ty);
        Number { value, low, high }
    }

    // Expressions.

    fn sub(&mut self, time: Time, expr: ExprId, bound: &[Int]) -> Number {
        let term = self.logic.at(self.program, time, expr);
        self.term(term, bound)
    }

    fn expr(&mut self, time: Time, expr: ExprId, bound: &[Int]) -> Number {
        let ty = self.program.exprs.ty(expr);
        match self.program.exprs.get(expr) {
            Expr::Load(place) => match cell(self.program, place) {
                Some((root, cell)) => self.load(time, root, cell, bound),
                None => self.opaque_number(ty, bound),
            },
            Expr::Address(place) => match resolve(self.program, place) {
                Some((root, offset)) => {
                    let Some(base) = self.base(time, root, bound) else {
                        return self.opaque_number(ty, bound);
                    };
                    let bounds = (
                        base.low + i128::from(offset),
                        base.high + i128::from(offset),
                    );
                    let value = base.value + number(offset.into());
                    self.fit(value, Some(bounds), ty, bound)
                }
                None => self.opaque_number(ty, bound),
            },
            Expr::Query(query) => {
                let truth = match query {
                    Query::Allocated(pointer) => {
                        let stride = stride(self.program, self.program.exprs.ty(pointer));
                        let pointer = self.sub(time, pointer, bound).value;
                        self.holds(time, Symbol::Allocated(stride), &[&pointer])
                    }
                    Query::Readable(place) => self.access(time, place, Symbol::Readable, bound),
                    Query::Writable(place) => self.access(time, place, Symbol::Writable, bound),
                    Query::Freeable(_) | Query::Callable(_) | Query::Tracked | Query::Released => {
                        self.opaque_truth(bound)
                    }
                };
                self.of_truth(&truth)
            }
            _ => self.opaque_number(ty, bound),
        }
    }

    fn access(
        &mut self,
        time: Time,
        place: PlaceId,
        make: fn(u64, u64) -> Symbol,
        bound: &[Int],
    ) -> Bool {
        let size = self
            .program
            .types
            .size_of(self.program.exprs.place_ty(place));
        match (resolve(self.program, place), size) {
            (Some((Root::Pointer(pointer), offset)), Some(size)) => {
                let pointer = self.sub(time, pointer, bound).value;
                self.holds(time, make(offset, size), &[&pointer])
            }
            _ => self.opaque_truth(bound),
        }
    }

    /// Where a place that is memory is found from.
    fn base(&mut self, time: Time, root: Root, bound: &[Int]) -> Option<Number> {
        match root {
            Root::Register(_) => None,
            Root::Var(var) => Some(Number {
                value: self.value(time, Symbol::Address(var), &[]),
                low: 1,
                high: (1 << 64) - 1,
            }),
            Root::Pointer(pointer) => Some(self.sub(time, pointer, bound)),
        }
    }

    fn load(&mut self, time: Time, root: Root, cell: Cell, bound: &[Int]) -> Number {
        let (low, high) = Self::range_of(cell.access);
        let value = match root {
            Root::Register(var) => {
                let is_past = matches!(time, Time::Entry | Time::CalleeEntry);
                if let Some((of, instead)) = self.instead
                    && of == var
                    && !is_past
                {
                    self.instead = None;
                    let number = self.sub(time, instead, &[]);
                    self.instead = Some((of, instead));
                    return number;
                }
                self.value(time, Symbol::Var(var), &[])
            }
            Root::Var(var) => {
                let base = self.value(time, Symbol::Address(var), &[]);
                self.value(time, Symbol::Memory(cell), &[&base])
            }
            Root::Pointer(pointer) => {
                let base = self.sub(time, pointer, bound).value;
                self.value(time, Symbol::Memory(cell), &[&base])
            }
        };
        Number { value, low, high }
    }
}
