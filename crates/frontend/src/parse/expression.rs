//! Expressions from the comma down to unary operators.

use super::{Parsed, Tree};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::token::Kind;
use program::{IntKind, Span};

impl<'a> Tree<'_, 'a, '_> {
    #[inline]
    pub(super) fn expr(&self, kind: ExprKind<'a>, span: Span, effects: bool) -> &'a Expr<'a> {
        self.arena.alloc(Expr {
            kind,
            span,
            effects,
        })
    }

    pub(super) fn int(&self, value: i128, span: Span) -> &'a Expr<'a> {
        self.expr(ExprKind::Int(value, IntKind::Int), span, false)
    }

    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parsed<&'a Expr<'a>> {
        if self.formal {
            return self.formula();
        }
        let mut left = self.assignment()?;
        while self.eat(Kind::Comma) {
            let right = self.assignment()?;
            let effects = left.effects || right.effects;
            left = self.expr(
                ExprKind::Comma(left, right),
                left.span.to(right.span),
                effects,
            );
        }
        Ok(left)
    }

    pub(super) fn assignment(&mut self) -> Parsed<&'a Expr<'a>> {
        let left = self.conditional()?;
        let Some(op) = assignment_op(self.kind()) else {
            return Ok(left);
        };
        self.bump();
        let right = self.nested(Self::assignment)?;
        let span = left.span.to(right.span);
        Ok(self.expr(ExprKind::Assign(op, left, right), span, true))
    }

    pub(super) fn conditional(&mut self) -> Parsed<&'a Expr<'a>> {
        let condition = self.binary(1)?;
        if !self.eat(Kind::Question) {
            return Ok(condition);
        }
        self.nested(|tree| {
            let middle = match tree.kind() {
                Kind::Colon => None,
                _ => Some(tree.expression()?),
            };
            tree.expect(Kind::Colon)?;
            let last = tree.conditional()?;
            let span = condition.span.to(last.span);
            let effects = condition.effects || middle.is_some_and(|m| m.effects) || last.effects;
            Ok(tree.expr(
                ExprKind::Conditional(condition, middle, last),
                span,
                effects,
            ))
        })
    }

    /// Binary operators of at least this precedence. Recurses once for each
    /// level of precedence at most; chains are built in the loop.
    fn binary(&mut self, least: u8) -> Parsed<&'a Expr<'a>> {
        let mut left = self.cast()?;
        while let Some((op, precedence)) = binary_op(self.kind()) {
            if precedence < least {
                break;
            }
            self.bump();
            let right = self.binary(precedence + 1)?;
            let span = left.span.to(right.span);
            let effects = left.effects || right.effects;
            left = self.expr(ExprKind::Binary(op, left, right), span, effects);
        }
        Ok(left)
    }

    /// A cast or unary expression.
    fn cast(&mut self) -> Parsed<&'a Expr<'a>> {
        match self.kind() {
            // The most frequent ones do not nest by themselves.
            Kind::Ident | Kind::Number | Kind::Char | Kind::String => {
                let primary = self.primary()?;
                self.postfix(primary)
            }
            _ => self.nested(Self::prefix),
        }
    }

    fn prefix(&mut self) -> Parsed<&'a Expr<'a>> {
        let op = match self.kind() {
            Kind::LParen => return self.parenthesis(),
            Kind::Plus => UnaryOp::Plus,
            Kind::Minus => UnaryOp::Neg,
            Kind::Tilde => UnaryOp::Not,
            Kind::Bang => UnaryOp::LogicalNot,
            Kind::Star => UnaryOp::Deref,
            Kind::Amp => UnaryOp::Address,
            Kind::PlusPlus => UnaryOp::PreIncrement,
            Kind::MinusMinus => UnaryOp::PreDecrement,
            Kind::Real => UnaryOp::Real,
            Kind::Imag => UnaryOp::Imag,
            Kind::AmpAmp => {
                let start = self.bump().span();
                let label = self.ident()?;
                let span = start.to(label.span);
                return Ok(self.expr(ExprKind::LabelAddress(label), span, false));
            }
            Kind::Sizeof | Kind::Alignof | Kind::PreferredAlignof => return self.sizeof(),
            Kind::Extension => {
                while self.eat(Kind::Extension) {}
                return self.cast();
            }
            _ => {
                let primary = self.primary()?;
                return self.postfix(primary);
            }
        };
        let start = self.bump().span();
        let operand = self.cast()?;
        if op == UnaryOp::Address && self.function_depth > 0 {
            self.note_addressed(operand);
        }
        let changes = matches!(op, UnaryOp::PreIncrement | UnaryOp::PreDecrement);
        let effects = changes || operand.effects;
        Ok(self.expr(
            ExprKind::Unary(op, operand),
            start.to(operand.span),
            effects,
        ))
    }

    /// Records the variables whose address `&operand` takes.
    fn note_addressed(&mut self, operand: &'a Expr<'a>) {
        let mut pending = vec![operand];
        while let Some(expr) = pending.pop() {
            match expr.kind {
                ExprKind::Ident(name) => self.addressed.push(name),
                ExprKind::Member(base, _)
                | ExprKind::Index(base, _)
                | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, base) => pending.push(base),
                // These are lvalues if what they select is one.
                ExprKind::ChooseExpr(_, a, b) => pending.extend([a, b]),
                ExprKind::Generic(_, list) => pending.extend(list.iter().map(|a| a.value)),
                _ => {}
            }
        }
    }

    /// What begins with `(`: a cast, a compound literal, a statement
    /// expression, or an expression in parentheses. The next token decides.
    fn parenthesis(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.span();
        if !self.starts_type(self.peek(1)) {
            let primary = self.primary()?;
            return self.postfix(primary);
        }
        self.bump();
        let ty = self.type_name()?;
        self.expect(Kind::RParen)?;
        if self.kind() == Kind::LBrace {
            let (list, effects) = self.initializer_list()?;
            let literal = ExprKind::CompoundLiteral(ty, list);
            let literal = self.expr(literal, self.since(start), effects);
            return self.postfix(literal);
        }
        let operand = self.cast()?;
        let span = start.to(operand.span);
        Ok(self.expr(ExprKind::Cast(ty, operand), span, operand.effects))
    }

    /// `sizeof` and the two `_Alignof`s.
    fn sizeof(&mut self) -> Parsed<&'a Expr<'a>> {
        let word = self.bump();
        let preferred = word.kind == Kind::PreferredAlignof;
        let is_sizeof = word.kind == Kind::Sizeof;
        let kind = if self.kind() == Kind::LParen && self.starts_type(self.peek(1)) {
            let open = self.bump().span();
            let operand = self.type_name()?;
            self.expect(Kind::RParen)?;
            if self.kind() != Kind::LBrace {
                let kind = match is_sizeof {
                    true => ExprKind::SizeofType(operand),
                    false => ExprKind::AlignofType { operand, preferred },
                };
                return Ok(self.expr(kind, self.since(word.span()), false));
            }
            let (list, effects) = self.initializer_list()?;
            let literal = ExprKind::CompoundLiteral(operand, list);
            let literal = self.expr(literal, self.since(open), effects);
            let operand = self.postfix(literal)?;
            match is_sizeof {
                true => ExprKind::SizeofExpr(operand),
                false => ExprKind::AlignofExpr { operand, preferred },
            }
        } else {
            let operand = self.cast()?;
            match is_sizeof {
                true => ExprKind::SizeofExpr(operand),
                false => ExprKind::AlignofExpr { operand, preferred },
            }
        };
        Ok(self.expr(kind, self.since(word.span()), false))
    }
}

fn assignment_op(kind: Kind) -> Option<Option<BinaryOp>> {
    Some(match kind {
        Kind::Eq => None,
        Kind::PlusEq => Some(BinaryOp::Add),
        Kind::MinusEq => Some(BinaryOp::Sub),
        Kind::StarEq => Some(BinaryOp::Mul),
        Kind::SlashEq => Some(BinaryOp::Div),
        Kind::PercentEq => Some(BinaryOp::Rem),
        Kind::AmpEq => Some(BinaryOp::And),
        Kind::PipeEq => Some(BinaryOp::Or),
        Kind::CaretEq => Some(BinaryOp::Xor),
        Kind::LessLessEq => Some(BinaryOp::Shl),
        Kind::GreaterGreaterEq => Some(BinaryOp::Shr),
        _ => return None,
    })
}

/// A binary operator and its precedence, from 1.
#[inline]
fn binary_op(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::PipePipe => (BinaryOp::LogicalOr, 1),
        Kind::AmpAmp => (BinaryOp::LogicalAnd, 2),
        Kind::Pipe => (BinaryOp::Or, 3),
        Kind::Caret => (BinaryOp::Xor, 4),
        Kind::Amp => (BinaryOp::And, 5),
        Kind::EqEq => (BinaryOp::Eq, 6),
        Kind::BangEq => (BinaryOp::Ne, 6),
        Kind::Less => (BinaryOp::Lt, 7),
        Kind::Greater => (BinaryOp::Gt, 7),
        Kind::LessEq => (BinaryOp::Le, 7),
        Kind::GreaterEq => (BinaryOp::Ge, 7),
        Kind::LessLess => (BinaryOp::Shl, 8),
        Kind::GreaterGreater => (BinaryOp::Shr, 8),
        Kind::Plus => (BinaryOp::Add, 9),
        Kind::Minus => (BinaryOp::Sub, 9),
        Kind::Star => (BinaryOp::Mul, 10),
        Kind::Slash => (BinaryOp::Div, 10),
        Kind::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}
