//! Declarations, function definitions and what else stands at file scope.

use super::declarator::Mode;
use super::{Failed, Parsed, Tree};
use crate::ast::{
    Attribute, Attributes, ClauseKind, Declaration, Declarator, Derived, ExprKind, External,
    FunctionDefinition, InitDeclarator, Initializer, Parameters, Specifiers, StaticAssert,
    StorageClass,
};
use crate::token::Kind;
use program::{Diagnostic, Span};

/// A declaration or a function definition.
pub(super) enum Declared<'a> {
    Declaration(&'a Declaration<'a>),
    Function(&'a FunctionDefinition<'a>),
}

impl<'a> Tree<'_, 'a, '_> {
    /// Does something begin here that is an external declaration beyond doubt?
    pub(super) fn starts_external(&self) -> bool {
        let word = matches!(
            self.kind(),
            Kind::Asm | Kind::StaticAssert | Kind::Extension | Kind::Annotation
        );
        word || self.starts_declaration(self.token())
    }

    pub(super) fn external(&mut self) -> Parsed<External<'a>> {
        while self.kind() == Kind::Extension {
            self.bump();
        }
        match self.kind() {
            Kind::Annotation => self.annotated(),
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
            _ => {
                let start = self.p.at;
                Ok(match self.declaration(Vec::new())? {
                    Declared::Declaration(declaration) => {
                        self.reject_file_storage(&declaration.specifiers, start);
                        External::Declaration(declaration)
                    }
                    Declared::Function(function) => External::Function(function),
                })
            }
        }
    }

    /// Annotations, and the function that their contract is about.
    fn annotated(&mut self) -> Parsed<External<'a>> {
        let mut contract = Vec::new();
        while self.kind() == Kind::Annotation {
            let annotation = self.annotation();
            for clause in annotation.clauses {
                match clause.kind {
                    ClauseKind::Requires | ClauseKind::Ensures => contract.push(clause),
                    ClauseKind::Assert => {
                        let message = "assertions stand inside of functions";
                        self.diagnostics
                            .push(Diagnostic::error(clause.span, message));
                    }
                }
            }
            if !annotation.predicates.is_empty() {
                if let Some(clause) = contract.first() {
                    let message = "what is required stands right before the function";
                    self.diagnostics
                        .push(Diagnostic::error(clause.span, message));
                }
                return Ok(External::Predicates(self.slice(annotation.predicates)));
            }
        }
        let Some(first) = contract.first().map(|c| c.span) else {
            return Ok(External::Nothing);
        };
        self.contract = self.slice(contract);
        let external = self.external();
        self.contract = &[];
        if !matches!(external, Ok(External::Function(_)) | Err(_)) {
            let message = "requires and ensures stand before the definition of a function";
            self.diagnostics.push(Diagnostic::error(first, message));
        }
        external
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

    /// Variables at file scope are neither automatic nor, unless `asm` names
    /// one, in a register. The declaration began with token `start`.
    fn reject_file_storage(&mut self, specifiers: &Specifiers<'a>, start: usize) {
        use StorageClass::*;
        let mut tokens = self.p.tokens[start..self.p.at].iter();
        if specifiers.storage != Register || !tokens.any(|t| t.kind == Kind::Asm) {
            self.reject_storage(
                specifiers,
                &[None, Typedef, Extern, Static],
                "at file scope",
            );
        }
    }

    /// A declaration; `prefix` holds attributes that have been read already.
    /// One with an error still declares the names that could be read.
    pub(super) fn declaration(&mut self, prefix: Vec<Attribute<'a>>) -> Parsed<Declared<'a>> {
        let start = self.p.at;
        let (declared, ended) = self.unended_declaration(prefix)?;
        if let Err(Failed) = ended {
            self.recover(start);
        }
        Ok(declared)
    }

    /// A declaration, and whether its `;` was found; after an error in it we are
    /// where the error is.
    pub(super) fn unended_declaration(
        &mut self,
        prefix: Vec<Attribute<'a>>,
    ) -> Parsed<(Declared<'a>, Parsed<()>)> {
        let start = self.span();
        let first = self.p.at;
        let scope = self.p.typedefs.depth();
        let mut specifiers = self.specifiers(prefix)?;
        self.unknown_type(&mut specifiers);
        if self.misses_semi(specifiers.ty) {
            let span = self.since(start);
            return Ok((
                self.finish_declaration(specifiers, Vec::new(), span),
                Ok(()),
            ));
        }
        let implicit = matches!(self.kind(), Kind::Ident | Kind::Star | Kind::LParen);
        if self.p.at == first && !implicit {
            return Err(self.expected("declaration"));
        }
        let mut declarators = Vec::new();
        if self.kind() != Kind::Semi {
            loop {
                let (declarator, fine) = match self.attributed_declarator() {
                    Ok(declarator) => (declarator, true),
                    Err(Failed) if self.p.at == first => return Err(Failed),
                    Err(Failed) => {
                        self.p.typedefs.close_to(scope);
                        (self.broken_declarator(), false)
                    }
                };
                if let Some(name) = declarator.name {
                    let is_typedef = specifiers.storage == StorageClass::Typedef;
                    self.p.typedefs.declare(name.name, is_typedef);
                }
                if !fine {
                    declarators.push(InitDeclarator {
                        declarator,
                        initializer: None,
                    });
                    let span = self.since(start);
                    let declared = self.finish_declaration(specifiers, declarators, span);
                    return Ok((declared, Err(Failed)));
                }
                if declarators.is_empty() && self.at_body(&specifiers, &declarator) {
                    let span = start.to(declarator.span);
                    let function = self.nested(|t| t.function(specifiers, declarator, span))?;
                    return Ok((Declared::Function(function), Ok(())));
                }
                let initializer = if self.eat(Kind::Eq) {
                    Some(self.initializer_or_error())
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
        let ended = self.expect_semi("declaration");
        Ok((
            self.finish_declaration(specifiers, declarators, span),
            ended,
        ))
    }

    fn finish_declaration(
        &mut self,
        specifiers: Specifiers<'a>,
        declarators: Vec<InitDeclarator<'a>>,
        span: Span,
    ) -> Declared<'a> {
        let declarators = self.slice(declarators);
        let declaration = self.arena.alloc(Declaration {
            specifiers,
            declarators,
            span,
        });
        Declared::Declaration(declaration)
    }

    fn attributed_declarator(&mut self) -> Parsed<Declarator<'a>> {
        let mut attributes = Vec::new();
        self.broken = None;
        self.attributes(&mut attributes)?;
        self.declarator(Mode::Named, attributes)
    }

    /// What stands for a declarator with an error in it.
    fn broken_declarator(&self) -> Declarator<'a> {
        Declarator {
            name: self.broken,
            derived: &[Derived::Error],
            attributes: Attributes::default(),
            asm_label: None,
            span: self.broken.map_or(self.span(), |name| name.span),
        }
    }

    /// After an error in an initialiser, something stands for it.
    fn initializer_or_error(&mut self) -> Initializer<'a> {
        let (start, span) = (self.p.at, self.span());
        let scope = self.p.typedefs.depth();
        match self.initializer() {
            Ok((initializer, _)) => initializer,
            Err(Failed) => {
                self.p.typedefs.close_to(scope);
                self.recover_part(start);
                Initializer::Expr(self.expr(ExprKind::Error, span, false))
            }
        }
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
                Declared::Declaration(declaration) => {
                    let allowed = [StorageClass::Register];
                    self.reject_storage(&declaration.specifiers, &allowed, "on a parameter");
                    parameter_declarations.push(declaration);
                }
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
            contract: match self.function_depth {
                0 => self.contract,
                _ => &[],
            },
            span,
        };
        Ok(self.arena.alloc(function))
    }
}
