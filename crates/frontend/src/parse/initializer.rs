//! Initialisers and designators.

use super::{Parsed, Tree};
use crate::ast::{Designator, Ident, Initializer, InitializerItem, InitializerList};
use crate::token::Kind;

impl<'a> Tree<'_, 'a, '_> {
    /// An initialiser, and whether evaluating it has effects.
    pub(super) fn initializer(&mut self) -> Parsed<(Initializer<'a>, bool)> {
        if self.kind() == Kind::LBrace {
            let (list, effects) = self.nested(Self::initializer_list)?;
            return Ok((Initializer::List(list), effects));
        }
        let value = self.assignment()?;
        Ok((Initializer::Expr(value), value.effects))
    }

    /// `{ … }`, and whether evaluating it has effects.
    pub(super) fn initializer_list(&mut self) -> Parsed<(InitializerList<'a>, bool)> {
        let start = self.expect(Kind::LBrace)?.span();
        let mut items = Vec::new();
        let mut effects = false;
        while self.kind() != Kind::RBrace {
            let designators = self.designators()?;
            let (value, value_effects) = self.initializer()?;
            effects |= value_effects;
            items.push(InitializerItem { designators, value });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        match self.kind() {
            Kind::RBrace => self.bump(),
            Kind::Eof => return Err(self.unclosed(start)),
            _ => return Err(self.expected("',' or '}'")),
        };
        let span = self.since(start);
        Ok((
            InitializerList {
                items: self.slice(items),
                span,
            },
            effects,
        ))
    }

    /// The designators before a value, with their `=`; none is the usual case.
    fn designators(&mut self) -> Parsed<&'a [Designator<'a>]> {
        match self.kind() {
            Kind::Dot | Kind::LBracket => {}
            Kind::Ident if self.peek(1).kind == Kind::Colon => {
                // GNU's `field: value`.
                let field = self.ident()?;
                self.bump();
                return Ok(self.slice(vec![Designator::Field(field)]));
            }
            _ => return Ok(&[]),
        }
        let mut list = Vec::new();
        loop {
            match self.kind() {
                Kind::Dot => {
                    self.bump();
                    list.push(Designator::Field(self.ident()?));
                }
                Kind::LBracket => list.push(self.index_designator()?),
                _ => break,
            }
        }
        // GNU's `[3] value` has no `=`.
        let old_style = matches!(list[..], [Designator::Index(_) | Designator::Range(..)]);
        if !self.eat(Kind::Eq) && !old_style {
            return Err(self.expected("'='"));
        }
        Ok(self.slice(list))
    }

    /// `[index]` or `[first ... last]`
    fn index_designator(&mut self) -> Parsed<Designator<'a>> {
        self.expect(Kind::LBracket)?;
        let first = self.assignment()?;
        let designator = if self.eat(Kind::Ellipsis) {
            Designator::Range(first, self.assignment()?)
        } else {
            Designator::Index(first)
        };
        self.expect(Kind::RBracket)?;
        Ok(designator)
    }

    /// The path of `offsetof`.
    pub(super) fn offsetof_path(&mut self) -> Parsed<&'a [Designator<'a>]> {
        let mut path = vec![Designator::Field(self.ident()?)];
        loop {
            match self.kind() {
                Kind::Dot => {
                    self.bump();
                    path.push(Designator::Field(self.ident()?));
                }
                Kind::Arrow => {
                    // `a->b` is `a[0].b` here.
                    let span = self.bump().span();
                    let zero = self.int(0, span);
                    path.push(Designator::Index(zero));
                    let field: Ident = self.ident()?;
                    path.push(Designator::Field(field));
                }
                Kind::LBracket => {
                    self.bump();
                    let index = self.expression()?;
                    self.expect(Kind::RBracket)?;
                    path.push(Designator::Index(index));
                }
                _ => return Ok(self.slice(path)),
            }
        }
    }
}
