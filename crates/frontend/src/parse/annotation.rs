//! Annotations: clauses, definitions of predicates, and formulae.
//!
//! A formula is an expression of C with `\forall`, `==>` and their like. After an error
//! the rest of the annotation is skipped.

use super::declarator::Mode;
use super::{Failed, Parsed, Tree};
use crate::ast::{Binder, Clause, ClauseKind, Expr, ExprKind, Formal, Predicate};
use crate::token::Kind;
use program::Quantifier;

/// What an annotation is made of.
#[derive(Default)]
pub(super) struct Annotation<'a> {
    pub clauses: Vec<Clause<'a>>,
    pub predicates: Vec<Predicate<'a>>,
}

impl<'a> Tree<'_, 'a, '_> {
    /// The annotation that begins here.
    pub(super) fn annotation(&mut self) -> Annotation<'a> {
        let mut annotation = Annotation::default();
        self.bump();
        let outer = std::mem::replace(&mut self.formal, true);
        while !matches!(self.kind(), Kind::AnnotationEnd | Kind::Eof) {
            let scope = self.p.typedefs.depth();
            if let Err(Failed) = self.clause(&mut annotation) {
                self.p.typedefs.close_to(scope);
                while !matches!(self.kind(), Kind::AnnotationEnd | Kind::Eof) {
                    self.bump();
                }
            }
        }
        self.formal = outer;
        self.eat(Kind::AnnotationEnd);
        annotation
    }

    fn clause(&mut self, annotation: &mut Annotation<'a>) -> Parsed<()> {
        let start = self.span();
        let word = self.token().name().map(|n| &self.names[n]);
        let kind = match word {
            Some("assert") => ClauseKind::Assert,
            Some("requires") => ClauseKind::Requires,
            Some("ensures") => ClauseKind::Ensures,
            Some("predicate") => {
                self.bump();
                let predicate = self.predicate()?;
                annotation.predicates.push(predicate);
                return Ok(());
            }
            _ => return Err(self.expected("assert, requires, ensures or predicate")),
        };
        self.bump();
        let condition = self.formula()?;
        let span = self.since(start);
        self.end_of_clause()?;
        annotation.clauses.push(Clause {
            kind,
            condition,
            span,
        });
        Ok(())
    }

    /// A `;`, which may be missing at the end of the annotation.
    fn end_of_clause(&mut self) -> Parsed<()> {
        match self.kind() {
            Kind::AnnotationEnd => Ok(()),
            _ => self.expect(Kind::Semi).map(|_| ()),
        }
    }

    fn predicate(&mut self) -> Parsed<Predicate<'a>> {
        let name = self.ident()?;
        let scope = self.p.typedefs.depth();
        self.p.typedefs.open();
        let mut parameters: &[Binder<'a>] = &[];
        if self.eat(Kind::LParen) && !self.eat(Kind::RParen) {
            parameters = self.binders()?;
            self.expect(Kind::RParen)?;
        }
        self.expect(Kind::Eq)?;
        let body = self.formula()?;
        self.p.typedefs.close_to(scope);
        self.end_of_clause()?;
        Ok(Predicate {
            name,
            parameters,
            body,
        })
    }

    /// Connectives that C does not have.
    pub(super) fn formula(&mut self) -> Parsed<&'a Expr<'a>> {
        self.nested(|tree| {
            let mut left = tree.implication()?;
            while tree.eat(Kind::Equivalent) {
                let right = tree.implication()?;
                left = tree.both(Formal::Equivalent(left, right), left, right);
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Parsed<&'a Expr<'a>> {
        let left = self.conditional()?;
        if !self.eat(Kind::Implies) {
            return Ok(left);
        }
        let right = self.nested(Self::implication)?;
        Ok(self.both(Formal::Implies(left, right), left, right))
    }

    fn both(&mut self, formal: Formal<'a>, a: &Expr<'a>, b: &Expr<'a>) -> &'a Expr<'a> {
        let formal = self.arena.alloc(formal);
        let effects = a.effects || b.effects;
        self.expr(ExprKind::Formal(formal), a.span.to(b.span), effects)
    }

    /// What begins with a backslash.
    pub(super) fn logic_word(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.bump();
        let start = token.span();
        let word = token.name().map_or("", |n| &self.names[n]);
        let formal = match word {
            "forall" => self.quantifier(Quantifier::All)?,
            "exists" => self.quantifier(Quantifier::Some)?,
            "closure" => self.closure()?,
            "reach" => {
                self.expect(Kind::LParen)?;
                let from = self.assignment()?;
                self.expect(Kind::Comma)?;
                let to = self.assignment()?;
                self.expect(Kind::Comma)?;
                let field = self.ident()?;
                self.expect(Kind::RParen)?;
                Formal::Reach(from, to, field)
            }
            "allocated" => Formal::Allocated(self.argument()?),
            "valid" => Formal::Valid(self.argument()?, true),
            "valid_read" => Formal::Valid(self.argument()?, false),
            "old" => Formal::AtEntry(self.argument()?),
            "at" => return self.at_label_of_state(),
            "result" => Formal::Result,
            "null" => Formal::Null,
            "true" => Formal::Bool(true),
            "false" => Formal::Bool(false),
            _ => {
                let message = format!("'\\{word}' means nothing here");
                return Err(self.error(start, message));
            }
        };
        let formal = self.arena.alloc(formal);
        Ok(self.expr(ExprKind::Formal(formal), self.since(start), false))
    }

    fn argument(&mut self) -> Parsed<&'a Expr<'a>> {
        self.expect(Kind::LParen)?;
        let argument = self.formula()?;
        self.expect(Kind::RParen)?;
        Ok(argument)
    }

    /// `\at(e, Pre)`
    fn at_label_of_state(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.previous();
        self.expect(Kind::LParen)?;
        let inner = self.formula()?;
        self.expect(Kind::Comma)?;
        let label = self.ident()?;
        self.expect(Kind::RParen)?;
        match &self.names[label.name] {
            "Pre" | "Old" => {
                let formal = self.arena.alloc(Formal::AtEntry(inner));
                Ok(self.expr(ExprKind::Formal(formal), self.since(start), inner.effects))
            }
            "Here" => Ok(inner),
            _ => Err(self.error(label.span, "the labels are Pre, Old and Here")),
        }
    }

    fn quantifier(&mut self, quantifier: Quantifier) -> Parsed<Formal<'a>> {
        let scope = self.p.typedefs.depth();
        self.p.typedefs.open();
        let binders = self.binders()?;
        self.expect(Kind::Semi)?;
        let body = self.formula()?;
        self.p.typedefs.close_to(scope);
        Ok(Formal::Quantified(quantifier, binders, body))
    }

    /// `\closure(T a, T b; step)(from, to)`
    fn closure(&mut self) -> Parsed<Formal<'a>> {
        self.expect(Kind::LParen)?;
        let scope = self.p.typedefs.depth();
        self.p.typedefs.open();
        let binders = self.binders()?;
        self.expect(Kind::Semi)?;
        let step = self.formula()?;
        self.p.typedefs.close_to(scope);
        self.expect(Kind::RParen)?;
        self.expect(Kind::LParen)?;
        let from = self.assignment()?;
        self.expect(Kind::Comma)?;
        let to = self.assignment()?;
        self.expect(Kind::RParen)?;
        Ok(Formal::Closure {
            binders,
            step,
            from,
            to,
        })
    }

    /// Declarations of variables: `int i, j` or `int i, struct node *p`.
    fn binders(&mut self) -> Parsed<&'a [Binder<'a>]> {
        let mut binders: Vec<Binder<'a>> = Vec::new();
        loop {
            let specifiers = match binders.last() {
                Some(last) if !self.starts_declaration(self.token()) => last.specifiers,
                _ => {
                    let first = self.p.at;
                    let specifiers = self.specifiers(Vec::new())?;
                    if self.p.at == first {
                        return Err(self.expected("a type"));
                    }
                    self.arena.alloc(specifiers)
                }
            };
            let declarator = self.declarator(Mode::Named, Vec::new())?;
            let Some(name) = declarator.name else {
                return Err(self.expected("identifier"));
            };
            self.p.typedefs.declare(name.name, false);
            binders.push(Binder {
                specifiers,
                declarator: self.arena.alloc(declarator),
                name,
            });
            if !self.eat(Kind::Comma) {
                return Ok(self.slice(binders));
            }
        }
    }
}
