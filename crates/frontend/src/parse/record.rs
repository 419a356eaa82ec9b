//! Structures, unions and enumerations.

use super::declarator::Mode;
use super::{Failed, Parsed, Tree};
use crate::ast::{
    Attributes, Declarator, EnumSpecifier, Enumerator, FieldDeclarator, Ident, Member,
    RecordSpecifier, TypeSpecifier,
};
use crate::token::Kind;
use program::RecordKind;

impl<'a> Tree<'_, 'a, '_> {
    pub(super) fn record(&mut self) -> Parsed<&'a RecordSpecifier<'a>> {
        let start = self.span();
        let kind = match self.bump().kind {
            Kind::Union => RecordKind::Union,
            _ => RecordKind::Struct,
        };
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.tag()?;
        let mut members = None;
        let mut pragma_pack = None;
        if self.kind() == Kind::LBrace {
            members = Some(self.members()?);
            pragma_pack = self.pack_at(self.previous().lo);
            self.attributes(&mut attributes)?;
        }
        let span = self.since(start);
        let attributes = self.finish_attributes(attributes);
        Ok(self.arena.alloc(RecordSpecifier {
            kind,
            tag,
            members,
            attributes,
            pragma_pack,
            span,
        }))
    }

    fn tag(&mut self) -> Parsed<Option<Ident>> {
        match self.kind() {
            Kind::Ident => self.ident().map(Some),
            Kind::LBrace => Ok(None),
            _ => Err(self.expected("a tag or '{'")),
        }
    }

    /// The `#pragma pack` in force at a position.
    fn pack_at(&self, position: u32) -> Option<u64> {
        let index = self
            .p
            .packs
            .partition_point(|p| p.0 <= position)
            .checked_sub(1)?;
        self.p.packs[index].1
    }

    fn members(&mut self) -> Parsed<&'a [Member<'a>]> {
        let open = self.bump().span();
        let mut members = Vec::new();
        loop {
            match self.kind() {
                Kind::RBrace => break,
                Kind::Eof => return Err(self.unclosed(open)),
                Kind::Semi => {
                    self.bump();
                }
                Kind::StaticAssert => members.push(Member::StaticAssert(self.static_assert()?)),
                _ => {
                    let start = self.p.at;
                    match self.fields() {
                        Ok(fields) => members.push(fields),
                        // The brace that closes the structure may be missing.
                        Err(Failed) if self.kind() == Kind::LBrace => return Err(Failed),
                        Err(Failed) => self.recover(start),
                    }
                }
            }
        }
        self.bump();
        Ok(self.slice(members))
    }

    fn fields(&mut self) -> Parsed<Member<'a>> {
        let first = self.p.at;
        let mut specifiers = self.specifiers(Vec::new())?;
        self.unknown_type(&mut specifiers);
        if self.p.at == first {
            return Err(match self.kind() {
                Kind::Ident => self.unknown_type_name(),
                _ => self.expected("a member declaration or '}'"),
            });
        }
        self.reject_storage(&specifiers, &[], "on a member");
        if self.misses_semi(specifiers.ty) {
            return Ok(Member::Fields {
                specifiers,
                declarators: &[],
            });
        }
        let mut declarators = Vec::new();
        if !matches!(self.kind(), Kind::Semi | Kind::RBrace) {
            loop {
                declarators.push(self.field()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        // gcc lets the last one go without.
        if self.kind() != Kind::RBrace
            && let Err(Failed) = self.expect_semi("member declaration")
        {
            if self.kind() == Kind::LBrace {
                return Err(Failed);
            }
            self.recover(first);
        }
        let declarators = self.slice(declarators);
        Ok(Member::Fields {
            specifiers,
            declarators,
        })
    }

    fn field(&mut self) -> Parsed<FieldDeclarator<'a>> {
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let declarator = if self.kind() == Kind::Colon {
            Declarator {
                name: None,
                derived: &[],
                attributes: self.finish_attributes(attributes),
                asm_label: None,
                span: self.span().start(),
            }
        } else {
            self.declarator(Mode::Named, attributes)?
        };
        if !self.eat(Kind::Colon) {
            return Ok(FieldDeclarator {
                declarator,
                width: None,
            });
        }
        let width = Some(self.conditional()?);
        let mut after = Vec::new();
        self.attributes(&mut after)?;
        let attributes = if after.is_empty() {
            declarator.attributes
        } else {
            let before = declarator.attributes.list.iter().copied();
            Attributes {
                list: self.slice(before.chain(after).collect()),
            }
        };
        let declarator = Declarator {
            attributes,
            ..declarator
        };
        Ok(FieldDeclarator { declarator, width })
    }

    pub(super) fn enumeration(&mut self) -> Parsed<&'a EnumSpecifier<'a>> {
        let start = self.bump().span();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.tag()?;
        let mut enumerators = None;
        if self.kind() == Kind::LBrace {
            enumerators = Some(self.enumerators()?);
            self.attributes(&mut attributes)?;
        }
        let span = self.since(start);
        let attributes = self.finish_attributes(attributes);
        Ok(self.arena.alloc(EnumSpecifier {
            tag,
            enumerators,
            attributes,
            span,
        }))
    }

    /// Those before an error count.
    fn enumerators(&mut self) -> Parsed<&'a [Enumerator<'a>]> {
        let mut enumerators = Vec::new();
        self.bump();
        if let Err(Failed) = self.enumerator_list(&mut enumerators) {
            while self.kind() != Kind::RBrace {
                if matches!(self.kind(), Kind::LBrace | Kind::Semi | Kind::Eof) {
                    return Err(Failed);
                }
                self.bump();
            }
            self.bump();
        }
        Ok(self.slice(enumerators))
    }

    fn enumerator_list(&mut self, enumerators: &mut Vec<Enumerator<'a>>) -> Parsed<()> {
        loop {
            if self.kind() != Kind::Ident {
                return Err(self.expected("an enumerator"));
            }
            let name = self.ident()?;
            self.attributes(&mut Vec::new())?;
            let value = if self.eat(Kind::Eq) {
                Some(self.conditional()?)
            } else {
                None
            };
            self.p.typedefs.declare(name.name, false);
            enumerators.push(Enumerator { name, value });
            if !self.eat(Kind::Comma) || self.kind() == Kind::RBrace {
                break;
            }
        }
        self.expect(Kind::RBrace)?;
        Ok(())
    }

    /// Does an identifier stand here that can only have been meant as a type?
    pub(super) fn at_unknown_type(&self, ty: TypeSpecifier<'a>) -> bool {
        matches!(ty, TypeSpecifier::Missing)
            && self.kind() == Kind::Ident
            && match self.peek(1).kind {
                Kind::Ident => true,
                Kind::Star => matches!(self.peek(2).kind, Kind::Ident | Kind::Star),
                _ => false,
            }
    }
}
