//! Declaration specifiers and type names.

use super::{Failed, Parsed, Tree};
use crate::ast::{AlignAs, Attribute, Ident, Specifiers, StorageClass, TypeName, TypeSpecifier};
use crate::parse::declarator::Mode;
use crate::token::{Kind, Token};
use program::{FloatKind, IntKind, Qualifiers, RecordKind, Span};

/// The words of a type that is a set of words, as in `long unsigned int`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Words(u16);

impl Words {
    const NONE: Words = Words(0);
    const VOID: Words = Words(1);
    const BOOL: Words = Words(1 << 1);
    const CHAR: Words = Words(1 << 2);
    const SHORT: Words = Words(1 << 3);
    const INT: Words = Words(1 << 4);
    const LONG: Words = Words(1 << 5);
    const LONG_LONG: Words = Words(1 << 6);
    const INT128: Words = Words(1 << 7);
    const FLOAT: Words = Words(1 << 8);
    const DOUBLE: Words = Words(1 << 9);
    const SIGNED: Words = Words(1 << 10);
    const UNSIGNED: Words = Words(1 << 11);
    const COMPLEX: Words = Words(1 << 12);
    /// One of the types that are a single word: kept beside.
    const OTHER_FLOAT: Words = Words(1 << 13);

    fn has(self, other: Words) -> bool {
        self.0 & other.0 != 0
    }

    fn with(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    fn without(self, other: Words) -> Words {
        Words(self.0 & !other.0)
    }

    /// `'short', 'long' and 'int'`
    fn describe(self) -> String {
        const TEXTS: [(Words, &str); 14] = [
            (Words::COMPLEX, "'_Complex'"),
            (Words::SIGNED, "'signed'"),
            (Words::UNSIGNED, "'unsigned'"),
            (Words::SHORT, "'short'"),
            (Words::LONG, "'long'"),
            (Words::LONG_LONG, "'long long'"),
            (Words::VOID, "'void'"),
            (Words::BOOL, "'_Bool'"),
            (Words::CHAR, "'char'"),
            (Words::INT, "'int'"),
            (Words::INT128, "'__int128'"),
            (Words::FLOAT, "'float'"),
            (Words::DOUBLE, "'double'"),
            (Words::OTHER_FLOAT, "another floating type"),
        ];
        let texts: Vec<_> = TEXTS
            .iter()
            .filter(|t| self.has(t.0))
            .map(|t| t.1)
            .collect();
        match texts.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => texts.concat(),
        }
    }
}

/// Specifiers as they come in.
struct Partial<'a> {
    storage: StorageClass,
    thread_local: bool,
    inline: bool,
    no_return: bool,
    quals: Qualifiers,
    words: Words,
    /// The type of `Words::OTHER_FLOAT`.
    float: FloatKind,
    /// A type that is not made of words.
    ty: Option<TypeSpecifier<'a>>,
    alignas: Vec<AlignAs<'a>>,
    failed: bool,
}

impl Partial<'_> {
    fn has_type(&self) -> bool {
        self.ty.is_some() || self.words != Words::NONE
    }

    /// Has a structure, union or enumeration been defined?
    fn defines(&self) -> bool {
        self.ty.is_some_and(|ty| definition(ty).is_some())
    }
}

/// What a type specifier defines, if it does.
pub(super) fn definition(ty: TypeSpecifier<'_>) -> Option<&'static str> {
    match ty {
        TypeSpecifier::Record(r) if r.members.is_some() => Some(match r.kind {
            RecordKind::Struct => "struct definition",
            RecordKind::Union => "union definition",
        }),
        TypeSpecifier::Enum(e) if e.enumerators.is_some() => Some("enum definition"),
        _ => None,
    }
}

impl<'a> Tree<'_, 'a, '_> {
    /// May a type name begin with this token?
    #[inline]
    pub(super) fn starts_type(&self, token: Token) -> bool {
        match token.kind {
            Kind::Ident => self.is_typedef(token),
            Kind::Void
            | Kind::CharType
            | Kind::Short
            | Kind::Int
            | Kind::Long
            | Kind::Float
            | Kind::Double
            | Kind::Signed
            | Kind::Unsigned
            | Kind::Bool
            | Kind::Complex
            | Kind::Int128
            | Kind::Float16
            | Kind::Float32
            | Kind::Float64
            | Kind::Float32x
            | Kind::Float64x
            | Kind::Float128
            | Kind::Struct
            | Kind::Union
            | Kind::Enum
            | Kind::Typeof
            | Kind::AutoType
            | Kind::Const
            | Kind::Volatile
            | Kind::Restrict
            | Kind::Atomic
            | Kind::AddressSpace
            | Kind::Attribute
            | Kind::Alignas => true,
            _ => false,
        }
    }

    /// Is it a keyword that makes a type, not one that only qualifies it?
    fn is_another_type(&self, token: Token) -> bool {
        let qualifies = matches!(
            token.kind,
            Kind::Const
                | Kind::Volatile
                | Kind::Restrict
                | Kind::Atomic
                | Kind::AddressSpace
                | Kind::Attribute
                | Kind::Alignas
        );
        token.kind != Kind::Ident && !qualifies && self.starts_type(token)
    }

    /// Reports the missing `;` between the definition of a type and a declaration
    /// that follows; false if nothing is missing.
    pub(super) fn misses_semi(&mut self, ty: TypeSpecifier<'a>) -> bool {
        match definition(ty) {
            Some(what) if self.is_another_type(self.token()) => {
                // The next declaration is understood, wherever it stands.
                let _reported = self.expect_semi(what);
                true
            }
            _ => false,
        }
    }

    /// Reports a storage class other than those allowed at a place.
    pub(super) fn reject_storage(
        &mut self,
        specifiers: &Specifiers<'a>,
        allowed: &[StorageClass],
        place: &str,
    ) {
        let word = match specifiers.storage {
            class if allowed.contains(&class) => return,
            StorageClass::None if specifiers.thread_local => "_Thread_local",
            StorageClass::None => return,
            StorageClass::Typedef => "typedef",
            StorageClass::Extern => "extern",
            StorageClass::Static => "static",
            StorageClass::Auto => "auto",
            StorageClass::Register => "register",
        };
        self.error(specifiers.span, format!("storage class '{word}' {place}"));
    }

    /// May a declaration begin with this token?
    #[inline]
    pub(super) fn starts_declaration(&self, token: Token) -> bool {
        self.starts_type(token)
            || matches!(
                token.kind,
                Kind::Typedef
                    | Kind::Extern
                    | Kind::Static
                    | Kind::Auto
                    | Kind::Register
                    | Kind::ThreadLocal
                    | Kind::Inline
                    | Kind::Noreturn
            )
    }

    /// `prefix` holds the attributes that have been read already.
    pub(super) fn specifiers(&mut self, prefix: Vec<Attribute<'a>>) -> Parsed<Specifiers<'a>> {
        let start = self.span();
        let first = self.p.at;
        let mut attributes = prefix;
        let mut partial = Partial {
            storage: StorageClass::None,
            thread_local: false,
            inline: false,
            no_return: false,
            quals: Qualifiers::NONE,
            words: Words::NONE,
            float: FloatKind::Double,
            ty: None,
            alignas: Vec::new(),
            failed: false,
        };
        loop {
            let token = self.token();
            if self.at_attribute() {
                self.attributes(&mut attributes)?;
            } else if token.kind == Kind::Ident {
                // A typedef name is a type only where none has been given.
                match token.name() {
                    Some(name) if !partial.has_type() && self.is_typedef(token) => {
                        self.bump();
                        let ident = Ident {
                            name,
                            span: token.span(),
                        };
                        partial.ty = Some(TypeSpecifier::Typedef(ident));
                    }
                    _ => break,
                }
            } else if !self.specifier(&mut partial, token)? {
                break;
            }
        }
        let span = if self.p.at == first {
            start.start()
        } else {
            self.since(start)
        };
        let ty = match partial.ty {
            Some(ty) => ty,
            None => self.type_of_words(&mut partial, span),
        };
        Ok(Specifiers {
            storage: partial.storage,
            thread_local: partial.thread_local,
            inline: partial.inline,
            no_return: partial.no_return,
            quals: partial.quals,
            ty,
            attributes: self.finish_attributes(attributes),
            alignas: self.slice(partial.alignas),
            span,
        })
    }

    /// Takes one specifier; false if the next token is none.
    fn specifier(&mut self, partial: &mut Partial<'a>, token: Token) -> Parsed<bool> {
        if partial.defines() && self.is_another_type(token) {
            // The `;` after the definition is missing.
            return Ok(false);
        }
        let float = |kind: FloatKind| (Words::OTHER_FLOAT, kind);
        let (word, kind) = match token.kind {
            Kind::Typedef => return Ok(self.storage(partial, StorageClass::Typedef)),
            Kind::Extern => return Ok(self.storage(partial, StorageClass::Extern)),
            Kind::Static => return Ok(self.storage(partial, StorageClass::Static)),
            Kind::Auto => return Ok(self.storage(partial, StorageClass::Auto)),
            Kind::Register => return Ok(self.storage(partial, StorageClass::Register)),
            Kind::ThreadLocal => {
                partial.thread_local = true;
                self.bump();
                return Ok(true);
            }
            Kind::Inline => {
                partial.inline = true;
                self.bump();
                return Ok(true);
            }
            Kind::Noreturn => {
                partial.no_return = true;
                self.bump();
                return Ok(true);
            }
            Kind::Extension => {
                self.bump();
                return Ok(true);
            }
            Kind::Alignas => {
                let alignas = self.alignas()?;
                partial.alignas.push(alignas);
                return Ok(true);
            }
            Kind::Atomic if self.peek(1).kind == Kind::LParen => {
                self.bump();
                self.bump();
                let name = self.type_name()?;
                self.expect(Kind::RParen)?;
                self.set_type(partial, token, TypeSpecifier::Atomic(name));
                return Ok(true);
            }
            Kind::Const | Kind::Volatile | Kind::Restrict | Kind::Atomic | Kind::AddressSpace => {
                partial.quals = partial.quals.union(self.qualifier());
                return Ok(true);
            }
            Kind::Struct | Kind::Union => {
                let record = self.nested(Self::record)?;
                self.set_type(partial, token, TypeSpecifier::Record(record));
                return Ok(true);
            }
            Kind::Enum => {
                let enumeration = self.nested(Self::enumeration)?;
                self.set_type(partial, token, TypeSpecifier::Enum(enumeration));
                return Ok(true);
            }
            Kind::Typeof => {
                let ty = self.nested(Self::typeof_specifier)?;
                self.set_type(partial, token, ty);
                return Ok(true);
            }
            Kind::AutoType => {
                self.bump();
                self.set_type(partial, token, TypeSpecifier::Auto);
                return Ok(true);
            }
            Kind::Void => (Words::VOID, FloatKind::Double),
            Kind::Bool => (Words::BOOL, FloatKind::Double),
            Kind::CharType => (Words::CHAR, FloatKind::Double),
            Kind::Short => (Words::SHORT, FloatKind::Double),
            Kind::Int => (Words::INT, FloatKind::Double),
            Kind::Long => (Words::LONG, FloatKind::Double),
            Kind::Int128 => (Words::INT128, FloatKind::Double),
            Kind::Float => (Words::FLOAT, FloatKind::Double),
            Kind::Double => (Words::DOUBLE, FloatKind::Double),
            Kind::Signed => (Words::SIGNED, FloatKind::Double),
            Kind::Unsigned => (Words::UNSIGNED, FloatKind::Double),
            Kind::Complex => (Words::COMPLEX, FloatKind::Double),
            Kind::Float16 => float(FloatKind::Float16),
            Kind::Float32 => float(FloatKind::Float32),
            Kind::Float32x => float(FloatKind::Float32x),
            Kind::Float64 => float(FloatKind::Float64),
            Kind::Float64x => float(FloatKind::Float64x),
            Kind::Float128 => float(FloatKind::Float128),
            _ => return Ok(false),
        };
        self.add_word(partial, word, token);
        if word == Words::OTHER_FLOAT {
            partial.float = kind;
        }
        self.bump();
        Ok(true)
    }

    fn storage(&mut self, partial: &mut Partial<'a>, class: StorageClass) -> bool {
        if partial.storage != StorageClass::None {
            let found = self.found();
            let message = if partial.storage == class {
                format!("duplicate {found}")
            } else {
                format!("cannot combine {found} with another storage class")
            };
            self.bad_specifier(partial, self.span(), message);
        }
        partial.storage = class;
        self.bump();
        true
    }

    /// Says what is wrong with specifiers, once.
    fn bad_specifier(&mut self, partial: &mut Partial<'a>, span: Span, message: String) {
        if !partial.failed {
            partial.failed = true;
            let Failed = self.error(span, message);
        }
    }

    fn set_type(&mut self, partial: &mut Partial<'a>, token: Token, ty: TypeSpecifier<'a>) {
        if partial.has_type() {
            let text = String::from_utf8_lossy(self.text(token));
            let message = format!("cannot combine '{text}' with another type");
            self.bad_specifier(partial, token.span(), message);
        }
        partial.ty = Some(ty);
    }

    fn add_word(&mut self, partial: &mut Partial<'a>, word: Words, token: Token) {
        let message = if word == Words::LONG && partial.words.has(Words::LONG_LONG) {
            Some("'long long long' is too long".to_owned())
        } else if word == Words::SIGNED && partial.words.has(Words::UNSIGNED)
            || word == Words::UNSIGNED && partial.words.has(Words::SIGNED)
        {
            Some("cannot combine 'signed' with 'unsigned'".to_owned())
        } else if word == Words::LONG && partial.words.has(Words::LONG) {
            partial.words = partial.words.without(Words::LONG).with(Words::LONG_LONG);
            return;
        } else if partial.words.has(word) {
            Some(format!(
                "duplicate '{}'",
                String::from_utf8_lossy(self.text(token))
            ))
        } else if partial.ty.is_some() {
            let text = String::from_utf8_lossy(self.text(token));
            Some(format!("cannot combine '{text}' with another type"))
        } else {
            None
        };
        if let Some(message) = message {
            self.bad_specifier(partial, token.span(), message);
        }
        partial.words = partial.words.with(word);
    }

    fn type_of_words(&mut self, partial: &mut Partial<'a>, span: Span) -> TypeSpecifier<'a> {
        let is_complex = partial.words.has(Words::COMPLEX);
        let base = match partial.words.without(Words::COMPLEX) {
            Words::NONE if is_complex => Some(TypeSpecifier::Float(FloatKind::Double)),
            words => simple_type(words, partial.float),
        };
        let ty = match base {
            Some(TypeSpecifier::Float(kind)) if is_complex => Some(TypeSpecifier::Complex(kind)),
            Some(TypeSpecifier::Int(IntKind::Bool)) if is_complex => None,
            Some(TypeSpecifier::Int(_)) if is_complex => Some(TypeSpecifier::ComplexInt),
            Some(_) if is_complex => None,
            other => other,
        };
        ty.unwrap_or_else(|| {
            let words = partial.words.describe();
            let message = format!("type specifiers {words} cannot be combined");
            self.bad_specifier(partial, span, message);
            TypeSpecifier::Error
        })
    }

    /// Takes a qualifier.
    pub(super) fn qualifier(&mut self) -> Qualifiers {
        match self.bump().kind {
            Kind::Const => Qualifiers::CONST,
            Kind::Volatile => Qualifiers::VOLATILE,
            Kind::Restrict => Qualifiers::RESTRICT,
            Kind::Atomic => Qualifiers::ATOMIC,
            // An address space says where, not how.
            _ => Qualifiers::NONE,
        }
    }

    fn alignas(&mut self) -> Parsed<AlignAs<'a>> {
        self.bump();
        self.expect(Kind::LParen)?;
        let alignas = if self.starts_type(self.token()) {
            AlignAs::Type(self.type_name()?)
        } else {
            AlignAs::Expr(self.conditional()?)
        };
        self.expect(Kind::RParen)?;
        Ok(alignas)
    }

    fn typeof_specifier(&mut self) -> Parsed<TypeSpecifier<'a>> {
        self.bump();
        self.expect(Kind::LParen)?;
        self.eat(Kind::Extension);
        let ty = if self.starts_type(self.token()) {
            TypeSpecifier::TypeofType(self.type_name()?)
        } else {
            TypeSpecifier::TypeofExpr(self.expression()?)
        };
        self.expect(Kind::RParen)?;
        Ok(ty)
    }

    /// A type name, as in a cast.
    pub(super) fn type_name(&mut self) -> Parsed<&'a TypeName<'a>> {
        self.nested(|tree| {
            let first = tree.p.at;
            let specifiers = tree.specifiers(Vec::new())?;
            if tree.p.at == first {
                return Err(tree.expected("type name"));
            }
            tree.reject_storage(&specifiers, &[], "in a type name");
            let declarator = tree.declarator(Mode::Abstract, Vec::new())?;
            Ok(&*tree.arena.alloc(TypeName {
                specifiers,
                declarator,
            }))
        })
    }

    /// Takes a word after specifiers without a type that must have been meant as
    /// one, and reports it.
    pub(super) fn unknown_type(&mut self, specifiers: &mut Specifiers<'a>) {
        if self.at_unknown_type(specifiers.ty) {
            self.unknown_type_name();
            self.bump();
            specifiers.ty = TypeSpecifier::Error;
        }
    }

    pub(super) fn unknown_type_name(&mut self) -> Failed {
        let found = self.found();
        self.error(self.span(), format!("unknown type name {found}"))
    }
}

/// The type that a set of words means.
fn simple_type<'a>(words: Words, other: FloatKind) -> Option<TypeSpecifier<'a>> {
    use IntKind::*;
    let int = |kind: IntKind| TypeSpecifier::Int(kind);
    let signedness = words.without(words.without(Words::SIGNED.with(Words::UNSIGNED)));
    let base = words.without(signedness);
    let is_unsigned = signedness == Words::UNSIGNED;
    let sign = |kind: IntKind| {
        Some(int(if is_unsigned {
            kind.to_unsigned()
        } else {
            kind
        }))
    };
    let short = Words::SHORT.with(Words::INT);
    let long = Words::LONG.with(Words::INT);
    let long_long = Words::LONG_LONG.with(Words::INT);
    if base == Words::CHAR {
        return match signedness {
            Words::NONE => Some(int(Char)),
            Words::SIGNED => Some(int(SChar)),
            _ => Some(int(UChar)),
        };
    }
    if base == Words::INT || (base == Words::NONE && signedness != Words::NONE) {
        return sign(Int);
    }
    if base == Words::SHORT || base == short {
        return sign(Short);
    }
    if base == Words::LONG || base == long {
        return sign(Long);
    }
    if base == Words::LONG_LONG || base == long_long {
        return sign(LongLong);
    }
    if base == Words::INT128 {
        return sign(Int128);
    }
    if signedness != Words::NONE {
        return None;
    }
    match base {
        Words::NONE => Some(TypeSpecifier::Missing),
        Words::VOID => Some(TypeSpecifier::Void),
        Words::BOOL => Some(int(Bool)),
        Words::FLOAT => Some(TypeSpecifier::Float(FloatKind::Float)),
        Words::DOUBLE => Some(TypeSpecifier::Float(FloatKind::Double)),
        Words::OTHER_FLOAT => Some(TypeSpecifier::Float(other)),
        _ if base == Words::LONG.with(Words::DOUBLE) => {
            Some(TypeSpecifier::Float(FloatKind::LongDouble))
        }
        _ => None,
    }
}
