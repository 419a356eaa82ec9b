//! Declarations, function definitions and what else stands at file scope.

use super::declarator::Mode;
use super::{Parsed, Tree};
use crate::ast::{
    Attribute, Declaration, Declarator, Derived, External, FunctionDefinition, InitDeclarator,
    Parameters, Specifiers, StaticAssert, StorageClass,
};
use crate::token::Kind;
use program::Span;

/// A declaration or a function definition.
pub(super) enum Declared<'a> {
    Declaration(&'a Declaration<'a>),
    Function(&'a FunctionDefinition<'a>),
}

impl<'a> Tree<'_, 'a, '_> {
    pub(super) fn external(&mut self) -> Parsed<External<'a>> {
        while self.kind() == Kind::Extension {
            self.bump();
        }
        match self.kind() {
            Kind::Semi => {
                self.bump();
                Ok(External::Nothing)
            }
            Kind::Asm => {
                self.asm()?;
                self.expect_semi("asm")?;
                Ok(External::Nothing)
            }
            Kind::StaticAssert => Ok(External::StaticAssert(self.static_assert()?)),
            _ => Ok(match self.declaration(Vec::new())? {
                Declared::Declaration(declaration) => External::Declaration(declaration),
                Declared::Function(function) => External::Function(function),
            }),
        }
    }

    /// `_Static_assert(…);`
    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert<'a>> {
        let start = self.bump().span();
        self.expect(Kind::LParen)?;
        let condition = self.conditional()?;
        let message = if self.eat(Kind::Comma) {
            Some(self.string_literal()?)
        } else {
            None
        };
        self.expect(Kind::RParen)?;
        let span = self.since(start);
        self.expect_semi("static assertion")?;
        Ok(StaticAssert {
            condition,
            message,
            span,
        })
    }

    /// A declaration; `prefix` holds attributes that have been read already.
    pub(super) fn declaration(&mut self, prefix: Vec<Attribute<'a>>) -> Parsed<Declared<'a>> {
        let start = self.span();
        let first = self.p.at;
        let specifiers = self.specifiers(prefix)?;
        if self.at_unknown_type(specifiers.ty) {
            return Err(self.unknown_type("declaration"));
        }
        let implicit = matches!(self.kind(), Kind::Ident | Kind::Star | Kind::LParen);
        if self.p.at == first && !implicit {
            return Err(self.expected("declaration"));
        }
        let mut declarators = Vec::new();
        if self.kind() != Kind::Semi {
            loop {
                let mut attributes = Vec::new();
                self.attributes(&mut attributes)?;
                let declarator = self.declarator(Mode::Named, attributes)?;
                if let Some(name) = declarator.name {
                    let is_typedef = specifiers.storage == StorageClass::Typedef;
                    self.p.typedefs.declare(name.name, is_typedef);
                }
                if declarators.is_empty() && self.at_body(&specifiers, &declarator) {
                    let span = start.to(declarator.span);
                    let function = self.nested(|t| t.function(specifiers, declarator, span))?;
                    return Ok(Declared::Function(function));
                }
                let initializer = if self.eat(Kind::Eq) {
                    Some(self.initializer()?.0)
                } else {
                    None
                };
                declarators.push(InitDeclarator {
                    declarator,
                    initializer,
                });
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        let span = self.since(start);
        self.expect_semi("declaration")?;
        let declarators = self.slice(declarators);
        let declaration = self.arena.alloc(Declaration {
            specifiers,
            declarators,
            span,
        });
        Ok(Declared::Declaration(declaration))
    }

    /// After a function declarator: does its body follow, or the declarations
    /// of its K&R parameters?
    fn at_body(&self, specifiers: &Specifiers<'a>, declarator: &Declarator<'a>) -> bool {
        if specifiers.storage == StorageClass::Typedef {
            return false;
        }
        match declarator.derived.first() {
            Some(Derived::Function(Parameters::Names(names))) if !names.is_empty() => {
                self.kind() == Kind::LBrace || self.starts_declaration(self.token())
            }
            Some(Derived::Function(_)) => self.kind() == Kind::LBrace,
            _ => false,
        }
    }

    fn function(
        &mut self,
        specifiers: Specifiers<'a>,
        declarator: Declarator<'a>,
        span: Span,
    ) -> Parsed<&'a FunctionDefinition<'a>> {
        let scope = self.p.typedefs.depth();
        self.p.typedefs.open();
        self.declare_parameters(&declarator);
        let mut parameter_declarations = Vec::new();
        while self.kind() != Kind::LBrace {
            let first = self.p.at;
            match self.declaration(Vec::new())? {
                Declared::Declaration(declaration) => parameter_declarations.push(declaration),
                Declared::Function(function) => {
                    let message = "expected the body of the function before this one";
                    return Err(self.error(function.span, message));
                }
            }
            if self.p.at == first || self.kind() == Kind::Eof {
                return Err(self.expected("function body"));
            }
        }
        let before = self.addressed.len();
        self.function_depth += 1;
        let body = self.block();
        self.function_depth -= 1;
        let body = body?;
        self.p.typedefs.close_to(scope);
        let mut addressed = self.addressed[before..].to_vec();
        addressed.sort_unstable();
        addressed.dedup();
        if self.function_depth == 0 {
            self.addressed.clear();
        }
        let function = FunctionDefinition {
            specifiers,
            declarator,
            parameter_declarations: self.slice(parameter_declarations),
            body,
            addressed: self.slice(addressed),
            span,
        };
        Ok(self.arena.alloc(function))
    }
}
