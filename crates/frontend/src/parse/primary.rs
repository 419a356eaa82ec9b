//! Primary and postfix expressions, literals, and the builtins that take
//! types.

use super::{Parsed, Tree};
use crate::ast::{Expr, ExprKind, GenericAssociation, StringLiteral, UnaryOp};
use crate::literal::{self, Number, Problems};
use crate::token::Kind;

impl<'a> Tree<'_, 'a, '_> {
    pub(super) fn primary(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token();
        match token.kind {
            Kind::Ident => {
                if self.is_typedef(token) {
                    let found = self.found();
                    let message = format!("expected expression, found the type {found}");
                    return Err(self.error(token.span(), message));
                }
                let ident = self.ident()?;
                Ok(self.expr(ExprKind::Ident(ident.name), ident.span, false))
            }
            Kind::Number => {
                let mut problems = Problems::default();
                let number = literal::number(self.text(token), self.p.model, &mut problems);
                self.problem(token, problems.0);
                self.bump();
                let kind = match number {
                    Number::Int(value, kind) => ExprKind::Int(value, kind),
                    Number::Float {
                        bits,
                        kind,
                        imaginary,
                    } => ExprKind::Float {
                        bits,
                        kind,
                        imaginary,
                    },
                };
                Ok(self.expr(kind, token.span(), false))
            }
            Kind::Char => {
                let mut problems = Problems::default();
                let text = self.text(token);
                let (value, kind) = literal::character(text, self.p.model, &mut problems);
                self.problem(token, problems.0);
                self.bump();
                Ok(self.expr(ExprKind::Int(value, kind), token.span(), false))
            }
            Kind::String => {
                let string = self.string_literal()?;
                Ok(self.expr(ExprKind::String(string), string.span, false))
            }
            Kind::LParen => self.parenthesised(),
            Kind::LogicWord => self.logic_word(),
            Kind::Generic => self.generic(),
            Kind::VaArg
            | Kind::Offsetof
            | Kind::TypesCompatible
            | Kind::ChooseExpr
            | Kind::ConvertVector => self.builtin(),
            _ => Err(self.expected("expression")),
        }
    }

    /// `( expression )` or `({ … })`
    fn parenthesised(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.bump().span();
        if self.kind() == Kind::LBrace {
            let block = self.block()?;
            self.expect(Kind::RParen)?;
            let block = self.arena.alloc(block);
            return Ok(self.expr(ExprKind::Statement(block), self.since(start), true));
        }
        let inner = self.expression()?;
        self.expect(Kind::RParen)?;
        // Parentheses leave nothing but a wider span.
        Ok(self.expr(inner.kind, self.since(start), inner.effects))
    }

    /// Built-in functions that may stand in constant expressions.
    fn is_pure_builtin(&self, callee: &Expr<'_>) -> bool {
        let ExprKind::Ident(name) = callee.kind else {
            return false;
        };
        self.names[name]
            .strip_prefix("__builtin_")
            .is_some_and(|rest| {
                let pure = [
                    "bswap",
                    "classify_type",
                    "clz",
                    "constant_p",
                    "ctz",
                    "expect",
                    "ffs",
                    "huge_val",
                    "inf",
                    "isfinite",
                    "isinf",
                    "isnan",
                    "nan",
                    "object_size",
                    "parity",
                    "popcount",
                ];
                pure.iter().any(|p| rest.starts_with(p)) || rest.ends_with("_overflow_p")
            })
    }

    /// The operators after a primary expression.
    pub(super) fn postfix(&mut self, primary: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let mut left = primary;
        loop {
            let (kind, effects) = match self.kind() {
                Kind::LParen => {
                    self.bump();
                    let arguments = self.nested(Self::arguments)?;
                    let pure = self.is_pure_builtin(left);
                    let effects = !pure || arguments.iter().any(|a| a.effects);
                    (ExprKind::Call(left, arguments), effects)
                }
                Kind::LBracket => {
                    self.bump();
                    let index = self.nested(Self::expression)?;
                    self.expect(Kind::RBracket)?;
                    (ExprKind::Index(left, index), left.effects || index.effects)
                }
                Kind::Dot => {
                    self.bump();
                    (ExprKind::Member(left, self.ident()?), left.effects)
                }
                Kind::Arrow => {
                    self.bump();
                    (ExprKind::Arrow(left, self.ident()?), left.effects)
                }
                Kind::PlusPlus => {
                    self.bump();
                    (ExprKind::Unary(UnaryOp::PostIncrement, left), true)
                }
                Kind::MinusMinus => {
                    self.bump();
                    (ExprKind::Unary(UnaryOp::PostDecrement, left), true)
                }
                _ => return Ok(left),
            };
            left = self.expr(kind, self.since(left.span), effects);
        }
    }

    fn arguments(&mut self) -> Parsed<&'a [&'a Expr<'a>]> {
        let mut arguments = Vec::new();
        if self.eat(Kind::RParen) {
            return Ok(&[]);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        if self.kind() != Kind::RParen {
            return Err(self.expected("',' or ')'"));
        }
        self.bump();
        Ok(self.slice(arguments))
    }

    /// A string literal and those that follow it.
    pub(super) fn string_literal(&mut self) -> Parsed<StringLiteral<'a>> {
        let first = self.p.at;
        if self.kind() != Kind::String {
            return Err(self.expected("string literal"));
        }
        let start = self.span();
        let (mut kind, open) = literal::prefix(self.text(self.token()));
        let mut prefix = &self.text(self.token())[..open];
        while self.peek(1).kind == Kind::String {
            self.bump();
            let text = self.text(self.token());
            let (next, open) = literal::prefix(text);
            kind = literal::join(kind, next);
            if literal::are_incompatible(prefix, &text[..open]) {
                let shown = String::from_utf8_lossy(prefix);
                let found = String::from_utf8_lossy(&text[..open]);
                let message =
                    format!("cannot concatenate strings of the kinds '{shown}' and '{found}'");
                return Err(self.error(self.span(), message));
            } else if prefix.is_empty() {
                prefix = &text[..open];
            }
        }
        self.bump();
        let mut bytes = Vec::new();
        for &token in &self.p.tokens[first..self.p.at] {
            let mut problems = Problems::default();
            literal::string(self.text(token), kind, &mut bytes, &mut problems);
            self.problem(token, problems.0);
        }
        let bytes = self.arena.alloc_slice_copy(&bytes);
        Ok(StringLiteral {
            kind,
            bytes,
            span: self.since(start),
        })
    }

    fn generic(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.bump().span();
        self.expect(Kind::LParen)?;
        let control = self.assignment()?;
        let mut associations = Vec::new();
        let mut effects = false;
        while self.eat(Kind::Comma) {
            let first = self.span();
            let ty = if self.eat(Kind::Default) {
                None
            } else {
                Some(self.type_name()?)
            };
            self.expect(Kind::Colon)?;
            let value = self.assignment()?;
            effects |= value.effects;
            let span = first.to(value.span);
            associations.push(GenericAssociation { ty, value, span });
        }
        if associations.is_empty() {
            return Err(self.expected("','"));
        }
        self.expect(Kind::RParen)?;
        let associations = self.slice(associations);
        Ok(self.expr(
            ExprKind::Generic(control, associations),
            self.since(start),
            effects,
        ))
    }

    /// The builtins whose arguments are not all expressions.
    fn builtin(&mut self) -> Parsed<&'a Expr<'a>> {
        let word = self.bump();
        self.expect(Kind::LParen)?;
        let (kind, effects) = match word.kind {
            Kind::VaArg => {
                let list = self.assignment()?;
                self.expect(Kind::Comma)?;
                (ExprKind::VaArg(list, self.type_name()?), true)
            }
            Kind::Offsetof => {
                let ty = self.type_name()?;
                self.expect(Kind::Comma)?;
                (ExprKind::Offsetof(ty, self.offsetof_path()?), false)
            }
            Kind::TypesCompatible => {
                let first = self.type_name()?;
                self.expect(Kind::Comma)?;
                (ExprKind::TypesCompatible(first, self.type_name()?), false)
            }
            Kind::ChooseExpr => {
                let condition = self.assignment()?;
                self.expect(Kind::Comma)?;
                let first = self.assignment()?;
                self.expect(Kind::Comma)?;
                let second = self.assignment()?;
                let effects = first.effects || second.effects;
                (ExprKind::ChooseExpr(condition, first, second), effects)
            }
            _ => {
                let vector = self.assignment()?;
                self.expect(Kind::Comma)?;
                (
                    ExprKind::ConvertVector(vector, self.type_name()?),
                    vector.effects,
                )
            }
        };
        self.expect(Kind::RParen)?;
        Ok(self.expr(kind, self.since(word.span()), effects))
    }
}
