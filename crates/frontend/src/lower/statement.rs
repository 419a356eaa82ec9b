//! Statements (C11 6.8).

use super::body::{Case, Point, Switch};
use super::convert::Purpose;
use super::value::Value;
use super::{Lowerer, deep};
use crate::annotation::Mark;
use crate::ast::{self, ExprKind, Statement, StatementKind};
use program::{BinaryOp, Expr, Place, Span, VarKind, arith};

/// A loop, as far as its head is concerned.
struct Head<'s> {
    statement: Span,
    invariants: &'s [ast::Invariant<'s>],
}

impl Lowerer<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement<'_>]) {
        for s in statements {
            if self.has_too_many_errors() {
                return;
            }
            self.statement(s);
        }
    }

    fn statement(&mut self, s: &Statement<'_>) {
        deep(|| self.statement_inner(s))
    }

    fn statement_inner(&mut self, s: &Statement<'_>) {
        let span = s.span;
        self.statement_span = span;
        match s.kind {
            StatementKind::Empty => {}
            StatementKind::Expr(e) => {
                if !self.is_unknown_pointer(e) {
                    self.effects(e);
                }
            }
            StatementKind::Block(block) => {
                self.scoped(block.span, |l| l.statements(block.statements))
            }
            StatementKind::Declaration(d) => self.block_declaration(d),
            StatementKind::StaticAssert(a) => self.static_assert(a),
            StatementKind::Function(f) => self.function_definition(f),
            StatementKind::LocalLabels(names) => {
                if let Some(body) = &mut self.body {
                    for &name in names {
                        body.declare_local_label(name);
                    }
                }
            }
            StatementKind::Label(name) => {
                let defined = self.body.as_mut().map_or(Ok(()), |b| b.define_label(name));
                if let Err(first) = defined {
                    let message = format!("redefinition of label '{}'", self.name(name.name));
                    let diagnostic = program::Diagnostic::error(name.span, message);
                    self.diagnose(diagnostic.with_related(first, "first defined here"));
                }
            }
            StatementKind::Case(first, last) => self.case(first, last, span),
            StatementKind::Default => self.default(span),
            StatementKind::If(condition, yes, no) => self.if_statement(condition, yes, no),
            StatementKind::Switch(e, body) => self.switch(e, body),
            StatementKind::While(..) | StatementKind::DoWhile(..) | StatementKind::For { .. } => {
                self.loop_statement(s, &[]);
            }
            StatementKind::Annotated(invariants, s) => self.loop_statement(s, invariants),
            StatementKind::Assertions(clauses) => self.assertions(clauses),
            StatementKind::Invariant(invariant) => self.invariants(&[invariant], span),
            StatementKind::Goto(label) => {
                if let Some(body) = &mut self.body {
                    body.goto(label, span);
                }
            }
            StatementKind::ComputedGoto(e) => {
                let value = self.value(e);
                let void_ptr = self.p.types.common.void_ptr;
                let value = self.convert(value, void_ptr, e.span);
                let value = self.spill(value, span);
                if let Some(body) = &mut self.body {
                    body.computed_goto(value.expr, span);
                }
            }
            StatementKind::Continue => self.leave_loop(true, span),
            StatementKind::Break => self.leave_loop(false, span),
            StatementKind::Return(e) => self.return_statement(e, span),
            StatementKind::Asm(asm) => self.inline_assembly(asm, span),
        }
    }

    /// Runs `f` in a scope of its own.
    fn scoped<R>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> R) -> R {
        if let Some(body) = &mut self.body {
            body.open(span.start());
        }
        self.names.enter();
        self.tags.enter();
        let result = f(self);
        self.names.leave();
        self.tags.leave();
        if let Some(body) = &mut self.body {
            body.close(span);
        }
        result
    }

    /// The substatement of `if` and loops is a block even without braces.
    fn substatement(&mut self, s: &Statement<'_>) {
        match s.kind {
            StatementKind::Block(_) | StatementKind::Empty => self.statement(s),
            _ => self.scoped(s.span, |l| l.statement(s)),
        }
    }

    /// The value of `({ … })`: that of its last statement, if an expression.
    pub(super) fn block_value(&mut self, block: &ast::Block<'_>) -> Value {
        let Some((last, before)) = block.statements.split_last() else {
            return self.void_value();
        };
        self.scoped(block.span, |l| {
            l.statements(before);
            match last.kind {
                StatementKind::Expr(e) => {
                    let operand = l.operand(e);
                    let value = l.rvalue(operand, e.span);
                    let is_void = value.ty == l.p.types.common.void;
                    // What it reads may cease to live at the end of the block.
                    if is_void || l.outlives_blocks(value) {
                        value
                    } else {
                        l.spill(value, e.span)
                    }
                }
                _ => {
                    l.statement(last);
                    l.void_value()
                }
            }
        })
    }

    /// Is the value a constant or in a temporary?
    fn outlives_blocks(&self, value: Value) -> bool {
        match self.p.exprs.get(value.expr) {
            Expr::Int(_) | Expr::Float(_) => true,
            Expr::Load(place) => match self.p.exprs.place(place) {
                Place::Var(v) => self.p.vars[v].kind == VarKind::Temporary,
                _ => false,
            },
            _ => false,
        }
    }

    fn if_statement(
        &mut self,
        condition: &ast::Expr<'_>,
        yes: &Statement<'_>,
        no: Option<&Statement<'_>>,
    ) {
        let (Some(then), Some(other), Some(end)) = (
            self.new_location(),
            self.new_location(),
            self.new_location(),
        ) else {
            return;
        };
        self.branch(condition, then, other);
        self.go_on_at(then);
        self.substatement(yes);
        self.go_to(end, yes.span);
        self.go_on_at(other);
        if let Some(no) = no {
            self.substatement(no);
        }
        self.go_to(end, yes.span);
        self.go_on_at(end);
    }

    // Loops.

    fn loop_statement(&mut self, s: &Statement<'_>, invariants: &[ast::Invariant<'_>]) {
        let head = Head {
            statement: s.span,
            invariants,
        };
        match s.kind {
            StatementKind::While(condition, body) => self.while_loop(&head, condition, body),
            StatementKind::DoWhile(body, condition) => self.do_while(&head, body, condition),
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => self.scoped(s.span, |l| {
                l.statement(init);
                l.for_loop(&head, condition, step, body);
            }),
            // The parser annotates nothing else.
            _ => self.statement(s),
        }
    }

    /// The condition of a loop is about to be evaluated.
    fn at_head(&mut self, head: &Head<'_>) {
        if let Some(body) = &mut self.body {
            let at = body.at;
            body.builder.loop_statement(at, head.statement);
        }
        if !head.invariants.is_empty() {
            self.invariants(head.invariants, head.statement.start());
        }
    }

    /// What a witness says about this place: all of it is checked, and after what may
    /// be put there to forget the past, all of it is assumed ([`Mark`]).
    fn invariants(&mut self, invariants: &[ast::Invariant<'_>], span: Span) {
        for (mark, otherwise) in [
            (Mark::Check, Mark::Violated as fn(u32) -> Mark),
            (Mark::Cut, |_| Mark::Excluded),
        ] {
            self.mark(mark, span);
            for invariant in invariants {
                let (Some(holds), Some(fails)) = (self.new_location(), self.new_location()) else {
                    return;
                };
                self.branch(invariant.condition, holds, fails);
                self.go_on_at(fails);
                self.mark(otherwise(invariant.number), invariant.condition.span);
                self.go_on_at(holds);
            }
        }
        self.mark(Mark::GoOn, span);
    }

    fn mark(&mut self, mark: Mark, span: Span) {
        self.unsupported(&mark.to_string(), span);
    }

    fn loop_body(&mut self, body: &Statement<'_>, exit: Point, next: Point) {
        if let Some(b) = &mut self.body {
            b.breaks.push(exit);
            b.continues.push(next);
        }
        self.substatement(body);
        if let Some(b) = &mut self.body {
            b.breaks.pop();
            b.continues.pop();
        }
    }

    fn new_point(&mut self) -> Option<Point> {
        self.body.as_mut().map(|b| b.new_point())
    }

    fn while_loop(
        &mut self,
        loop_head: &Head<'_>,
        condition: &ast::Expr<'_>,
        body: &Statement<'_>,
    ) {
        let (Some(head), Some(inside), Some(exit)) =
            (self.new_point(), self.new_location(), self.new_point())
        else {
            return;
        };
        self.go_to(head.at, condition.span);
        self.go_on_at(head.at);
        self.at_head(loop_head);
        self.branch(condition, inside, exit.at);
        self.go_on_at(inside);
        self.loop_body(body, exit, head);
        self.go_to(head.at, body.span);
        self.go_on_at(exit.at);
    }

    fn do_while(&mut self, head: &Head<'_>, body: &Statement<'_>, condition: &ast::Expr<'_>) {
        let (Some(inside), Some(test), Some(exit)) =
            (self.new_location(), self.new_point(), self.new_point())
        else {
            return;
        };
        self.go_to(inside, body.span);
        self.go_on_at(inside);
        self.loop_body(body, exit, test);
        self.go_to(test.at, body.span);
        self.go_on_at(test.at);
        self.at_head(head);
        self.branch(condition, inside, exit.at);
        self.go_on_at(exit.at);
    }

    fn for_loop(
        &mut self,
        loop_head: &Head<'_>,
        condition: Option<&ast::Expr<'_>>,
        step: Option<&ast::Expr<'_>>,
        body: &Statement<'_>,
    ) {
        let (Some(head), Some(inside)) = (self.new_location(), self.new_location()) else {
            return;
        };
        let (Some(next), Some(exit)) = (self.new_point(), self.new_point()) else {
            return;
        };
        self.go_to(head, body.span);
        self.go_on_at(head);
        self.at_head(loop_head);
        match condition {
            Some(c) => self.branch(c, inside, exit.at),
            None => self.go_to(inside, body.span),
        }
        self.go_on_at(inside);
        self.loop_body(body, exit, next);
        self.go_to(next.at, body.span);
        self.go_on_at(next.at);
        if let Some(step) = step {
            self.effects(step);
        }
        self.go_to(head, body.span);
        self.go_on_at(exit.at);
    }

    fn leave_loop(&mut self, next: bool, span: Span) {
        let Some(body) = &mut self.body else { return };
        let target = if next {
            body.continues.last()
        } else {
            body.breaks.last()
        };
        match target {
            Some(&to) => body.jump_to(to, span),
            None if next => self.error(span, "'continue' outside of a loop"),
            None => self.error(span, "'break' outside of a loop or switch"),
        }
    }

    fn return_statement(&mut self, e: Option<&ast::Expr<'_>>, span: Span) {
        let Some(result) = self.body.as_ref().map(|b| b.result.ty) else {
            return;
        };
        let value = match e {
            None => None,
            Some(e) if result == self.p.types.common.void => {
                self.effects(e);
                None
            }
            Some(e) => {
                let value = self.value(e);
                let value = self.convert_for(Purpose::Returning, value, result, e.span);
                Some(value.expr)
            }
        };
        self.return_value(value, span);
    }

    /// Reports `unknown *name …;`, which is a product for the parser.
    fn is_unknown_pointer(&mut self, e: &ast::Expr<'_>) -> bool {
        let product = match e.kind {
            ExprKind::Assign(None, product, _) => product,
            _ => e,
        };
        let ExprKind::Binary(ast::BinaryOp::Mul, left, mut right) = product.kind else {
            return false;
        };
        while let ExprKind::Unary(ast::UnaryOp::Deref, inner) = right.kind {
            right = inner;
        }
        let (ExprKind::Ident(ty), ExprKind::Ident(name)) = (left.kind, right.kind) else {
            return false;
        };
        let is_unknown = self.names.get(ty).is_none();
        if is_unknown {
            let message = format!("unknown type name '{}'", self.name(ty));
            self.error(left.span, message);
            self.declare_erroneous(ast::Ident {
                name,
                span: right.span,
            });
        }
        is_unknown
    }

    // switch

    fn switch(&mut self, e: &ast::Expr<'_>, body: &Statement<'_>) {
        let value = self.value(e);
        if self.is_error(value.ty) {
            return;
        }
        if !self.p.types.is_integer(value.ty) {
            let message = format!(
                "switch on {}, which is not an integer",
                self.quoted(value.ty)
            );
            self.error(e.span, message);
            return;
        }
        let value = self.promote(value);
        // A variable can be compared again and again; all else is computed once.
        let simple = matches!(self.p.exprs.get(value.expr), Expr::Load(p) if matches!(self.p.exprs.place(p), Place::Var(_)));
        let value = if simple || self.constant_of(value).is_some() {
            value
        } else {
            self.spill(value, e.span)
        };
        let Some(exit) = self.new_point() else { return };
        let Some(b) = &mut self.body else { return };
        let dispatch = b.here();
        b.dead_end();
        b.breaks.push(exit);
        b.switches.push(Switch {
            ty: value.ty,
            cases: Vec::new(),
            default: None,
        });
        self.substatement(body);
        let Some(b) = &mut self.body else { return };
        b.breaks.pop();
        b.jump_to(exit, body.span);
        if let Some(switch) = b.switches.pop() {
            self.check_cases(&switch);
            self.dispatch(dispatch, value, switch, exit, e.span);
        }
        self.go_on_at(exit.at);
    }

    fn check_cases(&mut self, switch: &Switch) {
        let mut order: Vec<_> = switch.cases.iter().collect();
        order.sort_by_key(|c| (c.first, c.span.lo));
        for pair in order.windows(2) {
            if pair[1].first <= pair[0].last {
                let message = "duplicate case value";
                let (earlier, later) = if pair[0].span.lo < pair[1].span.lo {
                    (pair[0].span, pair[1].span)
                } else {
                    (pair[1].span, pair[0].span)
                };
                let diagnostic = program::Diagnostic::error(later, message);
                self.diagnose(diagnostic.with_related(earlier, "first used here"));
            }
        }
    }

    /// One comparison a case, in the order of the source; then the default.
    fn dispatch(&mut self, from: Point, value: Value, switch: Switch, exit: Point, span: Span) {
        self.go_on_at(from.at);
        for case in switch.cases {
            let (Some(hit), Some(miss)) = (self.new_location(), self.new_location()) else {
                return;
            };
            let first = self.int_value(case.first, value.ty);
            if case.first == case.last {
                let same = self.compare(BinaryOp::Eq, value, first, case.span);
                self.branch_on(same, hit, miss, case.span);
            } else {
                let last = self.int_value(case.last, value.ty);
                let Some(middle) = self.new_location() else {
                    return;
                };
                let low = self.compare(BinaryOp::Le, first, value, case.span);
                self.branch_on(low, middle, miss, case.span);
                self.go_on_at(middle);
                let high = self.compare(BinaryOp::Le, value, last, case.span);
                self.branch_on(high, hit, miss, case.span);
            }
            if let Some(b) = &mut self.body {
                b.jump(Point { at: hit, ..from }, case.to, case.span);
            }
            self.go_on_at(miss);
        }
        if let Some(b) = &mut self.body {
            let at = b.at;
            let to = switch.default.map_or(exit, |(to, _)| to);
            b.jump(Point { at, ..from }, to, span);
        }
    }

    /// A point that falls through from here and can be jumped to.
    fn labelled_point(&mut self, span: Span) -> Option<Point> {
        let body = self.body.as_mut()?;
        let to = body.new_point();
        let from = body.here();
        body.jump(from, to, span);
        body.at = to.at;
        Some(to)
    }

    fn case(&mut self, first: &ast::Expr<'_>, last: Option<&ast::Expr<'_>>, span: Span) {
        let low = self.constant_int(first);
        let high = match last {
            Some(e) => self.constant_int(e),
            None => low,
        };
        let Some(ty) = self
            .body
            .as_ref()
            .and_then(|b| b.switches.last())
            .map(|s| s.ty)
        else {
            self.error(span, "'case' outside of a switch");
            return;
        };
        let Some(to) = self.labelled_point(span) else {
            return;
        };
        let (Some(low), Some(high)) = (low, high) else {
            return;
        };
        let Some(kind) = self.p.types.int_kind(ty) else {
            return;
        };
        let (bits, signed) = (self.p.model().int_bits(kind), kind.is_signed());
        let (first, last) = (
            arith::wrap(low, bits, signed),
            arith::wrap(high, bits, signed),
        );
        if last < first {
            self.warn(span, "empty case range");
            return;
        }
        if let Some(switch) = self.body.as_mut().and_then(|b| b.switches.last_mut()) {
            switch.cases.push(Case {
                first,
                last,
                to,
                span,
            });
        }
    }

    fn default(&mut self, span: Span) {
        let Some(switch) = self.body.as_ref().and_then(|b| b.switches.last()) else {
            self.error(span, "'default' outside of a switch");
            return;
        };
        if let Some((_, first)) = switch.default {
            let diagnostic = program::Diagnostic::error(span, "duplicate default in one switch");
            self.diagnose(diagnostic.with_related(first, "first used here"));
            return;
        }
        let Some(to) = self.labelled_point(span) else {
            return;
        };
        if let Some(switch) = self.body.as_mut().and_then(|b| b.switches.last_mut()) {
            switch.default = Some((to, span));
        }
    }
}
