//! Declarators and parameter lists.

use super::{Failed, Parsed, Tree};
use crate::ast::{
    ArrayLength, Attribute, Declarator, Derived, EnumSpecifier, Ident, Member, Parameter,
    Parameters, RecordSpecifier, StorageClass, TypeSpecifier,
};
use crate::token::Kind;
use program::Qualifiers;

/// What a declarator may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// It has a name.
    Named,
    /// It has none: a type name.
    Abstract,
    /// A parameter's.
    Either,
}

/// No type that anybody writes has as many parts.
const MAX_DERIVED: usize = 1_000;

struct Partial<'a> {
    name: Option<Ident>,
    derived: Vec<Derived<'a>>,
    attributes: Vec<Attribute<'a>>,
}

impl<'a> Tree<'_, 'a, '_> {
    /// A declarator with the `asm` label and attributes after it. `attributes`
    /// are those before it.
    pub(super) fn declarator(
        &mut self,
        mode: Mode,
        attributes: Vec<Attribute<'a>>,
    ) -> Parsed<Declarator<'a>> {
        let start = self.span();
        let first = self.p.at;
        let mut partial = Partial {
            name: None,
            derived: Vec::new(),
            attributes,
        };
        if let Err(Failed) = self.declarator_parts(mode, &mut partial) {
            self.broken = partial.name;
            return Err(Failed);
        }
        let span = if self.p.at == first {
            start.start()
        } else {
            self.since(start)
        };
        let mut asm_label = None;
        if self.eat(Kind::Asm) {
            self.expect(Kind::LParen)?;
            asm_label = Some(self.string_literal()?);
            self.expect(Kind::RParen)?;
        }
        self.attributes(&mut partial.attributes)?;
        Ok(Declarator {
            name: partial.name,
            derived: self.slice(partial.derived),
            attributes: self.finish_attributes(partial.attributes),
            asm_label,
            span,
        })
    }

    fn declarator_parts(&mut self, mode: Mode, partial: &mut Partial<'a>) -> Parsed<()> {
        let first = partial.derived.len();
        while self.kind() == Kind::Star {
            self.bump();
            let pointer = self.pointer()?;
            self.derive(partial, pointer)?;
        }
        let pointers = partial.derived.len() - first;
        self.direct_declarator(mode, partial)?;
        // Pointers are read first but bind last, the right one before the left.
        if pointers > 0 {
            let parts = &mut partial.derived[first..];
            parts.rotate_left(pointers);
            let outer = parts.len() - pointers;
            parts[outer..].reverse();
        }
        Ok(())
    }

    fn derive(&mut self, partial: &mut Partial<'a>, derived: Derived<'a>) -> Parsed<()> {
        if partial.derived.len() == MAX_DERIVED {
            return Err(self.error(self.previous(), "declarator is nested too deeply"));
        }
        partial.derived.push(derived);
        Ok(())
    }

    /// What follows a `*`.
    fn pointer(&mut self) -> Parsed<Derived<'a>> {
        let mut quals = Qualifiers::NONE;
        let mut attributes = Vec::new();
        loop {
            match self.kind() {
                Kind::Const
                | Kind::Volatile
                | Kind::Restrict
                | Kind::Atomic
                | Kind::AddressSpace => quals = quals.union(self.qualifier()),
                _ if self.at_attribute() => self.attributes(&mut attributes)?,
                _ => break,
            }
        }
        let attributes = self.finish_attributes(attributes);
        Ok(Derived::Pointer { quals, attributes })
    }

    fn direct_declarator(&mut self, mode: Mode, partial: &mut Partial<'a>) -> Parsed<()> {
        match self.kind() {
            Kind::Ident if mode != Mode::Abstract => partial.name = Some(self.ident()?),
            Kind::LParen if mode == Mode::Named || !self.at_parameters() => {
                self.bump();
                let mut attributes = Vec::new();
                self.attributes(&mut attributes)?;
                if mode != Mode::Named && self.starts_declaration(self.token()) {
                    // The attributes were a parameter's.
                    let parameters = self.nested(|tree| tree.parameters(attributes))?;
                    self.derive(partial, Derived::Function(parameters))?;
                } else {
                    partial.attributes.extend(attributes);
                    self.nested(|tree| tree.declarator_parts(mode, partial))?;
                    self.expect(Kind::RParen)?;
                }
            }
            _ if mode == Mode::Named => return Err(self.expected("identifier or '('")),
            _ => {}
        }
        loop {
            if self.at_brackets() {
                self.attributes(&mut partial.attributes)?;
            } else if self.kind() == Kind::LBracket {
                let array = self.nested(Self::array)?;
                self.derive(partial, array)?;
            } else if self.eat(Kind::LParen) {
                let parameters = self.nested(|tree| tree.parameters(Vec::new()))?;
                self.derive(partial, Derived::Function(parameters))?;
            } else {
                return Ok(());
            }
        }
    }

    /// Where a declarator need not have a name: does this `(` begin parameters?
    fn at_parameters(&self) -> bool {
        let next = self.peek(1);
        match next.kind {
            Kind::RParen | Kind::Ellipsis => true,
            // What follows them decides.
            Kind::Attribute => false,
            _ => self.starts_declaration(next),
        }
    }

    fn array(&mut self) -> Parsed<Derived<'a>> {
        let start = self.bump().span();
        let mut quals = Qualifiers::NONE;
        loop {
            match self.kind() {
                Kind::Const | Kind::Volatile | Kind::Restrict | Kind::Atomic => {
                    quals = quals.union(self.qualifier());
                }
                Kind::Static => {
                    self.bump();
                }
                Kind::Attribute => self.attributes(&mut Vec::new())?,
                _ => break,
            }
        }
        let length = match self.kind() {
            Kind::RBracket => ArrayLength::Unknown,
            Kind::Star if self.peek(1).kind == Kind::RBracket => {
                self.bump();
                ArrayLength::Star
            }
            _ => ArrayLength::Expr(self.assignment()?),
        };
        self.expect(Kind::RBracket)?;
        let span = self.since(start);
        Ok(Derived::Array {
            length,
            quals,
            span,
        })
    }

    /// What follows the `(` of a function declarator, with its `)`.
    /// `attributes` are those before the first parameter.
    fn parameters(&mut self, attributes: Vec<Attribute<'a>>) -> Parsed<Parameters<'a>> {
        if attributes.is_empty() {
            if self.eat(Kind::RParen) {
                return Ok(Parameters::Names(&[]));
            }
            let is_name = self.kind() == Kind::Ident && !self.is_typedef(self.token());
            if is_name && matches!(self.peek(1).kind, Kind::Comma | Kind::RParen) {
                return self.parameter_names();
            }
        }
        let scope = self.p.typedefs.depth();
        self.p.typedefs.open();
        let mut first = Some(attributes);
        let mut list = Vec::new();
        let mut variadic = false;
        loop {
            if self.eat(Kind::Ellipsis) {
                variadic = true;
                break;
            }
            list.push(self.parameter(first.take().unwrap_or_default())?);
            if self.eat(Kind::Semi) {
                // GNU: so far they were only announced.
                list.clear();
            } else if !self.eat(Kind::Comma) {
                break;
            }
        }
        if self.kind() != Kind::RParen {
            return Err(self.expected("',' or ')'"));
        }
        self.bump();
        self.p.typedefs.close_to(scope);
        let list = self.slice(list);
        Ok(Parameters::Prototype { list, variadic })
    }

    fn parameter_names(&mut self) -> Parsed<Parameters<'a>> {
        let mut names = Vec::new();
        loop {
            names.push(self.ident()?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::RParen)?;
        Ok(Parameters::Names(self.slice(names)))
    }

    fn parameter(&mut self, attributes: Vec<Attribute<'a>>) -> Parsed<Parameter<'a>> {
        let start = self.span();
        let first = self.p.at;
        let mut specifiers = self.specifiers(attributes)?;
        self.unknown_type(&mut specifiers);
        if self.p.at == first && matches!(specifiers.ty, TypeSpecifier::Missing) {
            return Err(match self.kind() {
                Kind::Ident => self.unknown_type_name(),
                _ => self.expected("parameter declaration"),
            });
        }
        self.reject_storage(&specifiers, &[StorageClass::Register], "on a parameter");
        let declarator = self.declarator(Mode::Either, Vec::new())?;
        if let Some(name) = declarator.name {
            self.p.typedefs.declare(name.name, false);
        }
        let span = self.since(start);
        Ok(Parameter {
            specifiers,
            declarator,
            span,
        })
    }

    /// Declares again what the parameters of a function declared, for its body.
    pub(super) fn declare_parameters(&mut self, declarator: &Declarator<'a>) {
        let parameters = match declarator.derived.first() {
            Some(Derived::Function(parameters)) => parameters,
            _ => return,
        };
        let list = match parameters {
            Parameters::Prototype { list, .. } => list,
            Parameters::Names(names) => {
                for ident in *names {
                    self.p.typedefs.declare(ident.name, false);
                }
                return;
            }
        };
        for parameter in *list {
            if let Some(ident) = parameter.declarator.name {
                self.p.typedefs.declare(ident.name, false);
            }
        }
        // Their types may define enumerators.
        let mut pending: Vec<_> = list.iter().map(|p| p.specifiers.ty).collect();
        while let Some(ty) = pending.pop() {
            match ty {
                TypeSpecifier::Enum(EnumSpecifier {
                    enumerators: Some(enumerators),
                    ..
                }) => {
                    for enumerator in *enumerators {
                        self.p.typedefs.declare(enumerator.name.name, false);
                    }
                }
                TypeSpecifier::Record(RecordSpecifier {
                    members: Some(members),
                    ..
                }) => {
                    pending.extend(members.iter().filter_map(|member| match member {
                        Member::Fields { specifiers, .. } => Some(specifiers.ty),
                        Member::StaticAssert(_) => None,
                    }));
                }
                _ => {}
            }
        }
    }
}
