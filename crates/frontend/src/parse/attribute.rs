//! `__attribute__((…))`, and C23's `[[…]]`, which is skipped.

use super::{Parsed, Tree};
use crate::ast::{Attribute, Attributes, Expr, ExprKind, Ident};
use crate::token::Kind;
use program::Name;

impl<'a> Tree<'_, 'a, '_> {
    pub(super) fn at_attribute(&self) -> bool {
        self.kind() == Kind::Attribute || self.at_brackets()
    }

    /// Attributes, if there are any here, are added to `list`.
    pub(super) fn attributes(&mut self, list: &mut Vec<Attribute<'a>>) -> Parsed<()> {
        loop {
            if self.eat(Kind::Attribute) {
                self.expect(Kind::LParen)?;
                self.expect(Kind::LParen)?;
                while self.kind() != Kind::RParen {
                    if !self.eat(Kind::Comma) {
                        list.push(self.attribute()?);
                        if self.kind() != Kind::RParen {
                            self.expect(Kind::Comma)?;
                        }
                    }
                }
                self.bump();
                self.expect(Kind::RParen)?;
            } else if self.at_brackets() {
                self.skip_balanced()?;
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn finish_attributes(&self, list: Vec<Attribute<'a>>) -> Attributes<'a> {
        Attributes {
            list: self.slice(list),
        }
    }

    fn attribute(&mut self) -> Parsed<Attribute<'a>> {
        let token = self.token();
        // Any word will do: `const` is an attribute, too.
        let Some(name) = token.name() else {
            return Err(self.expected("attribute name"));
        };
        self.bump();
        let name = Ident {
            name: self.without_underscores(name),
            span: token.span(),
        };
        let mut arguments = &[][..];
        if self.kind() == Kind::LParen {
            arguments = self.nested(Self::attribute_arguments)?;
        }
        Ok(Attribute { name, arguments })
    }

    fn without_underscores(&self, name: Name) -> Name {
        let inner = self.names[name]
            .strip_prefix("__")
            .and_then(|n| n.strip_suffix("__"));
        inner.and_then(|n| self.names.get(n)).unwrap_or(name)
    }

    fn attribute_arguments(&mut self) -> Parsed<&'a [&'a Expr<'a>]> {
        let next = self.peek(1);
        let is_word = matches!(self.peek(2).kind, Kind::Comma | Kind::RParen);
        if self.starts_type(next) && !is_word {
            self.skip_balanced()?;
            return Ok(&[]);
        }
        self.bump();
        let mut arguments = Vec::new();
        if let (true, Some(name)) = (is_word, next.name()) {
            // An identifier, whatever else it may name; also a keyword.
            self.bump();
            arguments.push(self.expr(ExprKind::Ident(name), next.span(), false));
        } else if self.kind() != Kind::RParen {
            arguments.push(self.assignment()?);
        }
        while self.eat(Kind::Comma) {
            arguments.push(self.assignment()?);
        }
        self.expect(Kind::RParen)?;
        Ok(self.slice(arguments))
    }
}
