//! Structures, unions and enumerations (C11 6.7.2.1, 6.7.2.2).

use super::declared::{Context, Declared};
use super::scope::Entity;
use super::{Lowerer, Tag};
use crate::ast::{self, EnumSpecifier, Member, RecordSpecifier, Specifiers, TypeSpecifier};
use program::layout::{FieldDeclaration, RecordAttributes};
use program::{ArrayLength, Diagnostic, IntKind, Name, QualType, RecordKind, Span, Type, TypeId};
use rustc_hash::FxHashMap;

impl Lowerer<'_> {
    pub(super) fn record_specifier(&mut self, r: &RecordSpecifier<'_>) -> TypeId {
        let id = match (r.tag, r.members) {
            (Some(tag), None) => match self.tags.get(tag.name) {
                Some(Tag::Record(id)) if self.p.types.record(id).kind == r.kind => id,
                Some(_) => {
                    let message = format!(
                        "tag '{}' was declared as a different kind of type",
                        self.name(tag.name)
                    );
                    self.error(tag.span, message);
                    return self.p.types.common.error;
                }
                None => {
                    let id = self.p.types.add_record(r.kind, Some(tag.name), r.span);
                    self.tags.set(tag.name, Tag::Record(id));
                    id
                }
            },
            (tag, _) => {
                let here = tag.and_then(|t| self.tags.get_here(t.name));
                let id = match here {
                    Some(Tag::Record(id))
                        if self.p.types.record(id).kind == r.kind
                            && self.p.types.record(id).body.is_none() =>
                    {
                        id
                    }
                    Some(other) => {
                        let first = match other {
                            Tag::Record(id) => self.p.types.record(id).span,
                            Tag::Enum(id) => self.p.types.enumeration(id).span,
                        };
                        let name = tag.map_or("", |t| self.name(t.name));
                        let message = format!("redefinition of '{} {name}'", r.kind.keyword());
                        let at = tag.map_or(r.span, |t| t.span);
                        self.diagnose(
                            Diagnostic::error(at, message)
                                .with_related(first, "first defined here"),
                        );
                        return self.p.types.common.error;
                    }
                    None => {
                        let id = self.p.types.add_record(r.kind, tag.map(|t| t.name), r.span);
                        if let Some(tag) = tag {
                            self.tags.set(tag.name, Tag::Record(id));
                        }
                        id
                    }
                };
                self.p.types.record_mut(id).span = tag.map_or(r.span, |t| t.span);
                self.complete_record(id, r);
                id
            }
        };
        self.p.types.intern(Type::Record(id))
    }

    pub(super) fn complete_record(&mut self, id: program::RecordId, r: &RecordSpecifier<'_>) {
        let mut fields = Vec::new();
        for member in r.members.unwrap_or_default() {
            match member {
                Member::StaticAssert(a) => self.static_assert(*a),
                Member::Fields {
                    specifiers,
                    declarators,
                } => self.member(specifiers, declarators, &mut fields),
            }
        }
        self.check_duplicate_members(&fields);
        self.check_flexible_member(&fields, r.kind);
        if self.p.types.record(id).body.is_some() {
            // A member's type defined the record again.
            self.error(r.span, "redefinition inside its own definition");
            return;
        }
        let attributes = RecordAttributes {
            packed: self.has_attribute(r.attributes, "packed"),
            aligned: self.aligned(&[r.attributes]),
            pragma_pack: r.pragma_pack,
        };
        if self
            .p
            .types
            .complete_record(id, &fields, &attributes)
            .is_err()
        {
            self.error(r.span, "type is too large");
            let empty = self.p.types.complete_record(id, &[], &attributes);
            debug_assert!(empty.is_ok(), "an empty record has a layout");
        }
        if self.has_attribute(r.attributes, "transparent_union") {
            self.p.types.record_mut(id).transparent = true;
        }
    }

    pub(super) fn member(
        &mut self,
        specifiers: &Specifiers<'_>,
        declarators: &[ast::FieldDeclarator<'_>],
        fields: &mut Vec<FieldDeclaration>,
    ) {
        let base = self.specified(specifiers);
        let packed = self.has_attribute(specifiers.attributes, "packed");
        let alignas = self.alignas(specifiers);
        if declarators.is_empty() {
            // An anonymous structure or union; anything else declares nothing.
            if let TypeSpecifier::Record(r) = specifiers.ty
                && r.members.is_some()
                && r.tag.is_none()
            {
                fields.push(FieldDeclaration {
                    name: None,
                    declared: base.ty,
                    bit_width: None,
                    packed,
                    type_align: base.align,
                    aligned: alignas,
                    span: r.span,
                });
            }
            return;
        }
        for d in declarators {
            let declarator = &d.declarator;
            let span = declarator.name.map_or(declarator.span, |n| n.span);
            // Lengths must be constant even where a block surrounds the type.
            let mut ty = self.declarator(base.ty, declarator, Context::Constant);
            let flexible = matches!(
                self.ty(ty.ty),
                Type::Array {
                    length: ArrayLength::Unknown,
                    ..
                }
            );
            if matches!(self.ty(ty.ty), Type::Function(_)) {
                self.error(span, "member is a function");
                ty = QualType::plain(self.p.types.common.error);
            } else if !flexible && !self.p.types.is_complete(ty.ty) {
                let message = format!("member has incomplete type {}", self.quoted(ty.ty));
                self.error(span, message);
                ty = QualType::plain(self.p.types.common.error);
            }
            let bit_width = match d.width {
                Some(e) => match self.bit_width(e, ty.ty, declarator.name.is_some()) {
                    Some(w) => Some(w),
                    None => continue,
                },
                None => None,
            };
            let attributes = [specifiers.attributes, declarator.attributes];
            let type_align = self.carried_align(base, declarator);
            self.check_alignas(alignas, ty.ty, type_align, span);
            fields.push(FieldDeclaration {
                name: declarator.name.map(|n| n.name),
                declared: ty,
                bit_width,
                packed: packed || self.has_attribute(declarator.attributes, "packed"),
                type_align,
                aligned: self.aligned(&attributes).max(alignas),
                span,
            });
        }
    }

    /// Where a member may be an array of unknown length.
    fn check_flexible_member(&mut self, fields: &[FieldDeclaration], kind: RecordKind) {
        let mut named = false;
        for (i, field) in fields.iter().enumerate() {
            if let Type::Array {
                length: ArrayLength::Unknown,
                ..
            } = self.ty(field.declared.ty)
            {
                let problem = match kind {
                    RecordKind::Union => Some("flexible array member in a union"),
                    RecordKind::Struct if i + 1 < fields.len() => {
                        Some("flexible array member is not the last of its struct")
                    }
                    RecordKind::Struct if !named => {
                        Some("flexible array member in a struct without other named members")
                    }
                    RecordKind::Struct => None,
                };
                if let Some(problem) = problem {
                    self.error(field.span, problem);
                }
            }
            named |= field.name.is_some() || self.p.types.record_of(field.declared.ty).is_some();
        }
    }

    pub(super) fn bit_width(&mut self, e: &ast::Expr<'_>, ty: TypeId, named: bool) -> Option<u32> {
        let width = self.constant_int(e)?;
        if self.is_error(ty) {
            return None;
        }
        let Some(kind) = self.p.types.int_kind(ty) else {
            self.error(e.span, "bit-field does not have an integer type");
            return None;
        };
        let bits = self.p.model().int_bits(kind);
        if width < 0 || width > i128::from(bits) {
            let message = if width < 0 {
                "bit-field width is negative".to_owned()
            } else {
                format!(
                    "bit-field width exceeds the {bits} bits of {}",
                    self.quoted(ty)
                )
            };
            self.error(e.span, message);
            return None;
        }
        if width == 0 && named {
            self.error(e.span, "zero width for a named bit-field");
            return None;
        }
        Some(width as u32)
    }

    fn check_duplicate_members(&mut self, fields: &[FieldDeclaration]) {
        let mut seen: FxHashMap<Name, Span> = FxHashMap::default();
        let mut pending: Vec<(Option<Name>, TypeId, Span)> = fields
            .iter()
            .rev()
            .map(|f| (f.name, f.declared.ty, f.span))
            .collect();
        while let Some((name, ty, span)) = pending.pop() {
            match name {
                Some(name) => {
                    if let Some(first) = seen.insert(name, span) {
                        let message = format!("duplicate member '{}'", self.name(name));
                        self.diagnose(
                            Diagnostic::error(span, message)
                                .with_related(first, "first declared here"),
                        );
                    }
                }
                None => {
                    let inner = self.p.types.fields(ty);
                    pending.extend(inner.iter().rev().map(|f| (f.name, f.declared.ty, span)));
                }
            }
        }
    }

    /// The path of field indices to a member, through anonymous members.
    pub(super) fn find_member(&self, ty: TypeId, name: Name) -> Option<Vec<u32>> {
        let fields = self.p.types.fields(ty);
        if let Some(i) = fields.iter().position(|f| f.name == Some(name)) {
            return Some(vec![i as u32]);
        }
        fields.iter().enumerate().find_map(|(i, f)| {
            if f.name.is_some() {
                return None;
            }
            let mut path = self.find_member(f.declared.ty, name)?;
            path.insert(0, i as u32);
            Some(path)
        })
    }

    // Enumerations.

    pub(super) fn enum_specifier(&mut self, e: &EnumSpecifier<'_>) -> TypeId {
        let Some(enumerators) = e.enumerators else {
            let Some(tag) = e.tag else {
                return self.int_ty();
            };
            let id = match self.tags.get(tag.name) {
                Some(Tag::Enum(id)) => id,
                Some(Tag::Record(_)) => {
                    let message = format!(
                        "tag '{}' was declared as a different kind of type",
                        self.name(tag.name)
                    );
                    self.error(tag.span, message);
                    return self.p.types.common.error;
                }
                None => {
                    let id = self.p.types.add_enum(Some(tag.name), e.span);
                    self.tags.set(tag.name, Tag::Enum(id));
                    id
                }
            };
            return self.p.types.intern(Type::Enum(id));
        };
        let here = e.tag.and_then(|t| self.tags.get_here(t.name));
        let id = match here {
            Some(Tag::Enum(id)) if !self.p.types.enumeration(id).complete => id,
            Some(_) => {
                let name = e.tag.map_or("", |t| self.name(t.name));
                let message = format!("redefinition of 'enum {name}'");
                self.error(e.tag.map_or(e.span, |t| t.span), message);
                return self.p.types.common.error;
            }
            None => {
                let id = self.p.types.add_enum(e.tag.map(|t| t.name), e.span);
                if let Some(tag) = e.tag {
                    self.tags.set(tag.name, Tag::Enum(id));
                }
                id
            }
        };
        let mut values: Vec<(Name, i128)> = Vec::with_capacity(enumerators.len());
        let mut next = 0i128;
        for enumerator in enumerators {
            if let Some(value) = enumerator.value {
                next = self.constant_int(value).unwrap_or(next);
            }
            let name = enumerator.name;
            if self.check_redeclared(name, "enumerator") {
                next += 1;
                continue;
            }
            let ty = self.enumerator_type(next);
            let entity = Entity::Enumerator {
                value: next,
                ty,
                span: name.span,
            };
            self.names.set(name.name, entity);
            values.push((name.name, next));
            next += 1;
        }
        let packed = self.has_attribute(e.attributes, "packed");
        let kind = self.enum_kind(&values, packed);
        let definition = self.p.types.enum_mut(id);
        definition.kind = kind;
        definition.complete = true;
        definition.enumerators = values;
        definition.span = e.tag.map_or(e.span, |t| t.span);
        let ty = self.p.types.intern(Type::Enum(id));
        let align = Declared {
            ty: QualType::plain(ty),
            align: None,
        };
        self.apply_type_attributes(align, e.attributes).ty.ty
    }

    /// `int` if it fits, else the first wider kind that holds the value.
    fn enumerator_type(&mut self, value: i128) -> TypeId {
        let kind = self.first_fitting(
            &[
                IntKind::Int,
                IntKind::UInt,
                IntKind::Long,
                IntKind::ULong,
                IntKind::LongLong,
                IntKind::ULongLong,
            ],
            value,
            value,
        );
        self.p.types.int(kind)
    }

    fn enum_kind(&self, values: &[(Name, i128)], packed: bool) -> IntKind {
        use IntKind::*;
        let low = values.iter().map(|v| v.1).min().unwrap_or(0).min(0);
        let high = values.iter().map(|v| v.1).max().unwrap_or(0).max(0);
        let small: &[IntKind] = if packed {
            &[UChar, SChar, UShort, Short]
        } else {
            &[]
        };
        let kinds = [small, &[UInt, Int, ULong, Long, ULongLong, LongLong]].concat();
        self.first_fitting(&kinds, low, high)
    }

    fn first_fitting(&self, kinds: &[IntKind], low: i128, high: i128) -> IntKind {
        let fits = |k: &IntKind| {
            let bits = self.p.model().int_bits(*k);
            let wrap = |v| program::arith::wrap(v, bits, k.is_signed());
            wrap(low) == low && wrap(high) == high
        };
        kinds
            .iter()
            .copied()
            .find(fits)
            .unwrap_or(IntKind::LongLong)
    }
}
