//! Checks of what annotations say: ghost edges, and calls of `__assert_fail`.
//!
//! Connectives outside of quantifiers become branches, and what is read outside of them is
//! asked about before: what has no value is a violation.

use super::scope::Entity;
use super::{Lowerer, Mode};
use crate::ast::{Clause, ClauseKind};
use program::{
    BinaryOp, Call, Callee, Expr, ExprId, Function, FunctionId, Linkage, Location, Op, Place,
    PlaceId, QualType, Query, Signature, Span,
};

/// Where control goes from a formula.
#[derive(Clone, Copy)]
struct Ways {
    yes: Location,
    no: Location,
    /// Something has no value.
    neither: Location,
}

impl Lowerer<'_> {
    pub(super) fn assertions(&mut self, clauses: &[Clause<'_>]) {
        for clause in clauses {
            if let Some(condition) = self.formula(clause.condition, false) {
                self.check(condition, clause.span);
            }
        }
    }

    /// What must hold at the start of a function is checked there, what must hold at its
    /// end is kept for its returns.
    pub(super) fn contract(&mut self, clauses: &[Clause<'_>]) {
        for clause in clauses {
            let at_end = clause.kind == ClauseKind::Ensures;
            let Some(condition) = self.formula(clause.condition, at_end) else {
                continue;
            };
            match clause.kind {
                ClauseKind::Requires | ClauseKind::Assert => self.check(condition, clause.span),
                ClauseKind::Ensures => {
                    if let Some(body) = &mut self.body {
                        body.ensures.push((condition, clause.span));
                    }
                }
            }
        }
    }

    /// Checks what must hold when the function returns the value; gives the value, which
    /// is kept meanwhile.
    pub(super) fn ensured(&mut self, value: Option<ExprId>, span: Span) -> Option<ExprId> {
        let ensures = self.body.as_ref().map(|b| b.ensures.clone());
        let ensures = ensures.unwrap_or_default();
        if ensures.is_empty() {
            return value;
        }
        let kept = value.map(|value| {
            let to = self.result_place();
            self.emit(Op::Assign { to, value }, span);
            self.p.exprs.load(to)
        });
        for (condition, span) in ensures {
            self.check(condition, span);
        }
        kept
    }

    /// The variable that holds the result while what is ensured is checked.
    pub(super) fn result_place(&mut self) -> PlaceId {
        let known = self.body.as_ref().map(|b| (b.result_kept, b.result.ty));
        let var = match known {
            Some((Some(var), _)) => var,
            Some((None, ty)) => {
                let (var, _) = self.in_mode(Mode::Evaluate, |s| s.temporary(ty));
                if let Some(body) = &mut self.body {
                    body.result_kept = Some(var);
                }
                var
            }
            None => self.temporary(self.int_ty()),
        };
        self.var_place(var)
    }

    /// Saves what formulae ask for of the past: in the beginning, from `entry` on.
    pub(super) fn save_past(&mut self) {
        let saved = self.body.as_mut().map(|b| std::mem::take(&mut b.saved));
        for (expr, var, span) in saved.unwrap_or_default() {
            let to = self.var_place(var);
            let (Some(yes), Some(no), Some(next)) = (
                self.new_location(),
                self.new_location(),
                self.new_location(),
            ) else {
                return;
            };
            let neither = next;
            if self.p.exprs.is_truth(expr) {
                self.decide(expr, Ways { yes, no, neither }, span);
                for (at, truth) in [(yes, 1), (no, 0)] {
                    self.go_on_at(at);
                    let value = self.int_value(truth, self.int_ty()).expr;
                    self.ghost(Op::Assign { to, value }, Some(next), span);
                }
            } else {
                let value = self.settled(expr, neither, span, true);
                self.ghost(Op::Assign { to, value }, Some(next), span);
            }
            self.go_on_at(next);
        }
    }

    fn check(&mut self, condition: ExprId, span: Span) {
        let (Some(holds), Some(fails)) = (self.new_location(), self.new_location()) else {
            return;
        };
        let ways = Ways {
            yes: holds,
            no: fails,
            neither: fails,
        };
        self.decide(condition, ways, span);
        self.go_on_at(fails);
        self.fail_assertion(span);
        self.go_on_at(holds);
    }

    /// Branches on a formula. Connectives outside of quantifiers become branches.
    fn decide(&mut self, id: ExprId, ways: Ways, span: Span) {
        let exprs = &self.p.exprs;
        let truths = |a, b| exprs.is_truth(a) && exprs.is_truth(b);
        let Ways { yes, no, neither } = ways;
        match exprs.get(id) {
            Expr::Int(value) => {
                let to = if value != 0 { yes } else { no };
                self.ghost(Op::Skip, Some(to), span);
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if truths(a, b) => {
                let Some(next) = self.new_location() else {
                    return;
                };
                let first = match op {
                    BinaryOp::And => Ways { yes: next, ..ways },
                    _ => Ways { no: next, ..ways },
                };
                self.decide(a, first, span);
                self.go_on_at(next);
                self.decide(b, ways, span);
            }
            Expr::Binary(BinaryOp::Eq, a, b) if truths(a, b) => {
                let opposite = Ways {
                    yes: no,
                    no: yes,
                    neither,
                };
                match exprs.int_value(b) {
                    Some(0) => return self.decide(a, opposite, span),
                    Some(_) => return self.decide(a, ways, span),
                    None => {}
                }
                let (Some(both), Some(none)) = (self.new_location(), self.new_location()) else {
                    return;
                };
                let first = Ways {
                    yes: both,
                    no: none,
                    neither,
                };
                self.decide(a, first, span);
                self.go_on_at(both);
                self.decide(b, ways, span);
                self.go_on_at(none);
                self.decide(b, opposite, span);
            }
            _ => {
                let condition = self.settled(id, neither, span, true);
                for (to, taken) in [(yes, true), (no, false)] {
                    self.ghost_to(Op::Assume { condition, taken }, to, span);
                }
                if let Some(body) = &mut self.body {
                    body.dead_end();
                }
            }
        }
    }

    /// The expression with at most one access: others come first, into variables of
    /// their own. Whatever can go wrong is asked about, and leads elsewhere. `last` says
    /// that nothing else of the operation accesses memory.
    fn settled(&mut self, id: ExprId, neither: Location, span: Span, last: bool) -> ExprId {
        let ty = self.p.exprs.ty(id);
        let made = match self.p.exprs.get(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) | Expr::Logical(_) => {
                return id;
            }
            Expr::Load(place) => {
                let place = self.settled_place(place, neither, span);
                let load = self.p.exprs.load(place);
                if self.is_static(place) {
                    return load;
                }
                self.guard(Expr::Query(Query::Readable(place)), neither, span);
                if last {
                    return load;
                }
                let (to, _) = self.in_mode(Mode::Evaluate, |s| s.temporary(ty));
                self.p.vars[to].ghost = true;
                let to = self.var_place(to);
                self.ghost(Op::Assign { to, value: load }, None, span);
                return self.p.exprs.load(to);
            }
            Expr::Address(place) => {
                let place = self.settled_place(place, neither, span);
                return self.p.exprs.address(place, ty);
            }
            Expr::Unary(op, a) => Expr::Unary(op, self.settled(a, neither, span, last)),
            Expr::Cast(a) => Expr::Cast(self.settled(a, neither, span, last)),
            Expr::Binary(op, a, b) => {
                let last = last && self.is_quiet(b);
                let a = self.settled(a, neither, span, last);
                let b = self.settled(b, neither, span, last && self.is_quiet(a));
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                if divides && self.p.types.is_integer(ty) {
                    let zero = self.int_value(0, self.p.exprs.ty(b)).expr;
                    self.guard(Expr::Binary(BinaryOp::Ne, b, zero), neither, span);
                }
                Expr::Binary(op, a, b)
            }
            Expr::Query(query) => Expr::Query(match query {
                Query::Readable(p) => Query::Readable(self.settled_place(p, neither, span)),
                Query::Writable(p) => Query::Writable(self.settled_place(p, neither, span)),
                Query::Freeable(e) => Query::Freeable(self.settled(e, neither, span, false)),
                Query::Callable(e) => Query::Callable(self.settled(e, neither, span, false)),
                Query::Allocated(e) => Query::Allocated(self.settled(e, neither, span, false)),
                Query::Tracked | Query::Released => query,
            }),
        };
        self.p.exprs.intern(made, ty)
    }

    fn settled_place(&mut self, place: PlaceId, neither: Location, span: Span) -> PlaceId {
        let ty = self.p.exprs.place_ty(place);
        let made = match self.p.exprs.place(place) {
            Place::Var(_) => return place,
            Place::Deref(e) => {
                let pointer = self.settled(e, neither, span, false);
                return self.p.exprs.deref(pointer, ty);
            }
            Place::Field(base, i) => Place::Field(self.settled_place(base, neither, span), i),
            Place::Index(base, i) => {
                let base = self.settled_place(base, neither, span);
                Place::Index(base, self.settled(i, neither, span, false))
            }
        };
        self.p.exprs.intern_place(made, ty)
    }

    /// Does the expression access no memory that could be invalid?
    fn is_quiet(&self, id: ExprId) -> bool {
        match self.p.exprs.get(id) {
            Expr::Load(place) => self.is_static(place),
            Expr::Unary(_, a) | Expr::Cast(a) => self.is_quiet(a),
            Expr::Binary(_, a, b) => self.is_quiet(a) && self.is_quiet(b),
            Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Function(_)
            | Expr::Address(_)
            | Expr::Query(_)
            | Expr::Logical(_) => true,
        }
    }

    /// Goes on only if the condition holds.
    fn guard(&mut self, condition: Expr, otherwise: Location, span: Span) {
        let int = self.int_ty();
        let condition = self.p.exprs.intern(condition, int);
        if self.p.exprs.int_value(condition) == Some(1) {
            return;
        }
        let Some(next) = self.new_location() else {
            return;
        };
        for (to, taken) in [(next, true), (otherwise, false)] {
            self.ghost_to(Op::Assume { condition, taken }, to, span);
        }
        self.go_on_at(next);
    }

    /// An operation that only keeps account; to a location, or the next one.
    fn ghost(&mut self, op: Op, to: Option<Location>, span: Span) {
        let next = to.or_else(|| self.new_location());
        let Some(next) = next else { return };
        self.ghost_to(op, next, span);
        match to {
            Some(_) => {
                if let Some(body) = &mut self.body {
                    body.dead_end();
                }
            }
            None => self.go_on_at(next),
        }
    }

    fn ghost_to(&mut self, op: Op, to: Location, span: Span) {
        if let Some(body) = &mut self.body {
            let at = body.at;
            body.builder.ghost_edge(at, to, op, span);
        }
    }

    /// What a failed assertion does.
    fn fail_assertion(&mut self, span: Span) {
        let function = self.assertion_function();
        let ty = self.p.functions[function].ty;
        let signature = self.p.types.signature_of(ty).cloned();
        let parameters = signature.map(|s| s.parameters).unwrap_or_default();
        let arguments = parameters.iter().map(|p| {
            let ty = self.p.types.canonical(p.ty);
            match self.p.types.bits(ty) {
                Some(_) => self.p.exprs.int(&self.p.types, 0, ty),
                None => self.p.exprs.intern(Expr::Zero, ty),
            }
        });
        let call = Call {
            callee: Callee::Direct(function),
            arguments: arguments.collect(),
            result: None,
        };
        self.emit(Op::Call(Box::new(call)), span);
        if let Some(body) = &mut self.body {
            body.dead_end();
        }
    }

    fn assertion_function(&mut self) -> FunctionId {
        let name = self.p.names.intern("__assert_fail");
        if let Some(&Entity::Function(f)) = self.linked.get(&name) {
            return f;
        }
        let common = self.p.types.common;
        let text = QualType::plain(common.char_ptr);
        let line = QualType::plain(common.unsigned);
        let ty = self.p.types.function(Signature {
            result: QualType::plain(common.void),
            parameters: [text, text, line, text].into(),
            variadic: false,
            prototype: true,
        });
        let function = self.p.functions.push(Function {
            name,
            ty,
            declared: ty,
            linkage: Linkage::External,
            parameters: Vec::new(),
            locals: Vec::new(),
            body: None,
            no_return: true,
            weak: false,
            constructor: None,
            destructor: false,
            span: Span::NONE,
        });
        self.linked.insert(name, Entity::Function(function));
        function
    }
}
