//! The syntax tree of one external declaration.
//!
//! Trees live in an arena that is emptied after each external declaration has
//! been lowered; nothing of them leaves this crate.

use program::{FloatKind, IntKind, Name, Qualifiers, Quantifier, RecordKind, Span};

#[derive(Clone, Copy, Debug)]
pub struct Ident {
    pub name: Name,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum External<'a> {
    /// Definitions of predicates, in an annotation.
    Predicates(&'a [Predicate<'a>]),
    Declaration(&'a Declaration<'a>),
    Function(&'a FunctionDefinition<'a>),
    StaticAssert(StaticAssert<'a>),
    /// A stray `;` or file-scope `asm`.
    Nothing,
}

#[derive(Clone, Copy, Debug)]
pub struct StaticAssert<'a> {
    pub condition: &'a Expr<'a>,
    pub message: Option<StringLiteral<'a>>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Declaration<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarators: &'a [InitDeclarator<'a>],
    pub span: Span,
}

#[derive(Debug)]
pub struct InitDeclarator<'a> {
    pub declarator: Declarator<'a>,
    pub initializer: Option<Initializer<'a>>,
}

#[derive(Debug)]
pub struct FunctionDefinition<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarator: Declarator<'a>,
    /// Declarations between the declarator and the body (K&R).
    pub parameter_declarations: &'a [&'a Declaration<'a>],
    pub body: Block<'a>,
    /// Names that some `&` in the body applies to (through members and
    /// subscripts): variables of other names are changed by assignments to
    /// them only.
    pub addressed: &'a [Name],
    /// What an annotation says must hold at its start and its end.
    pub contract: &'a [Clause<'a>],
    /// From the first specifier to the end of the declarator.
    pub span: Span,
}

// Annotations.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseKind {
    Assert,
    Requires,
    Ensures,
}

/// A condition that is to be checked.
#[derive(Clone, Copy, Debug)]
pub struct Clause<'a> {
    pub kind: ClauseKind,
    pub condition: &'a Expr<'a>,
    pub span: Span,
}

/// `predicate name(parameters) = body;`
#[derive(Clone, Copy, Debug)]
pub struct Predicate<'a> {
    pub name: Ident,
    pub parameters: &'a [Binder<'a>],
    pub body: &'a Expr<'a>,
}

/// A variable of a quantifier.
#[derive(Clone, Copy, Debug)]
pub struct Binder<'a> {
    pub specifiers: &'a Specifiers<'a>,
    pub declarator: &'a Declarator<'a>,
    pub name: Ident,
}

/// What only annotations say.
#[derive(Clone, Copy, Debug)]
pub enum Formal<'a> {
    Quantified(Quantifier, &'a [Binder<'a>], &'a Expr<'a>),
    Closure {
        binders: &'a [Binder<'a>],
        step: &'a Expr<'a>,
        from: &'a Expr<'a>,
        to: &'a Expr<'a>,
    },
    /// A closure whose step is to follow a field.
    Reach(&'a Expr<'a>, &'a Expr<'a>, Ident),
    Allocated(&'a Expr<'a>),
    /// May be read, and written if so.
    Valid(&'a Expr<'a>, bool),
    AtEntry(&'a Expr<'a>),
    Result,
    Null,
    Bool(bool),
    Implies(&'a Expr<'a>, &'a Expr<'a>),
    Equivalent(&'a Expr<'a>, &'a Expr<'a>),
}

// Declarations.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StorageClass {
    #[default]
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Clone, Copy, Debug)]
pub struct Specifiers<'a> {
    pub storage: StorageClass,
    pub thread_local: bool,
    pub inline: bool,
    pub no_return: bool,
    pub quals: Qualifiers,
    pub ty: TypeSpecifier<'a>,
    pub attributes: Attributes<'a>,
    pub alignas: &'a [AlignAs<'a>],
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum AlignAs<'a> {
    Type(&'a TypeName<'a>),
    Expr(&'a Expr<'a>),
}

#[derive(Clone, Copy, Debug)]
pub enum TypeSpecifier<'a> {
    /// None was given: implicit `int`.
    Missing,
    Void,
    Int(IntKind),
    Float(FloatKind),
    /// `_Complex` of a floating type.
    Complex(FloatKind),
    /// `_Complex` of an integer type (GNU).
    ComplexInt,
    Typedef(Ident),
    Record(&'a RecordSpecifier<'a>),
    Enum(&'a EnumSpecifier<'a>),
    TypeofExpr(&'a Expr<'a>),
    TypeofType(&'a TypeName<'a>),
    /// `_Atomic(type)`
    Atomic(&'a TypeName<'a>),
    /// `__auto_type`
    Auto,
    /// It is wrong, which has been reported.
    Error,
}

/// GNU attributes, with `__` around their names removed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attributes<'a> {
    pub list: &'a [Attribute<'a>],
}

#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    pub name: Ident,
    /// Arguments that are expressions; an attribute whose arguments are
    /// something else has none here.
    pub arguments: &'a [&'a Expr<'a>],
}

#[derive(Clone, Copy, Debug)]
pub struct Declarator<'a> {
    /// None in an abstract declarator.
    pub name: Option<Ident>,
    /// What surrounds the name, from the name outwards: `*a[3]` is an array,
    /// then a pointer.
    pub derived: &'a [Derived<'a>],
    pub attributes: Attributes<'a>,
    /// `asm("name")`: what the linker knows it by.
    pub asm_label: Option<StringLiteral<'a>>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum Derived<'a> {
    Pointer {
        quals: Qualifiers,
        attributes: Attributes<'a>,
    },
    Array {
        length: ArrayLength<'a>,
        /// Qualifiers inside the brackets of a parameter.
        quals: Qualifiers,
        span: Span,
    },
    Function(Parameters<'a>),
    /// It is wrong, which has been reported.
    Error,
}

#[derive(Clone, Copy, Debug)]
pub enum ArrayLength<'a> {
    Unknown,
    Expr(&'a Expr<'a>),
    /// `[*]`
    Star,
}

#[derive(Clone, Copy, Debug)]
pub enum Parameters<'a> {
    Prototype {
        list: &'a [Parameter<'a>],
        variadic: bool,
    },
    /// A K&R identifier list; empty for `f()`.
    Names(&'a [Ident]),
}

#[derive(Debug)]
pub struct Parameter<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarator: Declarator<'a>,
    pub span: Span,
}

#[derive(Debug)]
pub struct TypeName<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarator: Declarator<'a>,
}

#[derive(Debug)]
pub struct RecordSpecifier<'a> {
    pub kind: RecordKind,
    pub tag: Option<Ident>,
    pub members: Option<&'a [Member<'a>]>,
    pub attributes: Attributes<'a>,
    /// `#pragma pack` in force at the closing brace.
    pub pragma_pack: Option<u64>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Member<'a> {
    Fields {
        specifiers: Specifiers<'a>,
        /// Empty for an anonymous structure or union.
        declarators: &'a [FieldDeclarator<'a>],
    },
    StaticAssert(StaticAssert<'a>),
}

#[derive(Debug)]
pub struct FieldDeclarator<'a> {
    /// Has no name in an unnamed bit-field.
    pub declarator: Declarator<'a>,
    pub width: Option<&'a Expr<'a>>,
}

#[derive(Debug)]
pub struct EnumSpecifier<'a> {
    pub tag: Option<Ident>,
    pub enumerators: Option<&'a [Enumerator<'a>]>,
    pub attributes: Attributes<'a>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enumerator<'a> {
    pub name: Ident,
    pub value: Option<&'a Expr<'a>>,
}

// Initialisers.

#[derive(Clone, Copy, Debug)]
pub enum Initializer<'a> {
    Expr(&'a Expr<'a>),
    List(InitializerList<'a>),
}

#[derive(Clone, Copy, Debug)]
pub struct InitializerList<'a> {
    pub items: &'a [InitializerItem<'a>],
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct InitializerItem<'a> {
    pub designators: &'a [Designator<'a>],
    pub value: Initializer<'a>,
}

/// Also the path of `offsetof`.
#[derive(Clone, Copy, Debug)]
pub enum Designator<'a> {
    Field(Ident),
    Index(&'a Expr<'a>),
    /// GNU `[first ... last]`.
    Range(&'a Expr<'a>, &'a Expr<'a>),
}

// Expressions.

#[derive(Clone, Copy, Debug)]
pub struct Expr<'a> {
    pub kind: ExprKind<'a>,
    pub span: Span,
    /// Does evaluating it assign, call, or otherwise change something?
    pub effects: bool,
}

impl<'a> Expr<'a> {
    /// Is there a statement expression in it, types aside?
    pub fn contains_statement(&self) -> bool {
        if !self.effects {
            return false;
        }
        let mut pending: Vec<&Expr<'a>> = vec![self];
        while let Some(e) = pending.pop() {
            match e.kind {
                ExprKind::Statement(_) => return true,
                ExprKind::Unary(_, a)
                | ExprKind::Cast(_, a)
                | ExprKind::Member(a, _)
                | ExprKind::Arrow(a, _)
                | ExprKind::VaArg(a, _)
                | ExprKind::ConvertVector(a, _) => pending.push(a),
                ExprKind::Binary(_, a, b)
                | ExprKind::Assign(_, a, b)
                | ExprKind::Comma(a, b)
                | ExprKind::Index(a, b) => pending.extend([a, b]),
                ExprKind::Conditional(a, b, c) => {
                    pending.extend([a, c]);
                    pending.extend(b);
                }
                ExprKind::ChooseExpr(a, b, c) => pending.extend([a, b, c]),
                ExprKind::Call(a, list) => {
                    pending.push(a);
                    pending.extend(list);
                }
                ExprKind::Generic(_, list) => pending.extend(list.iter().map(|a| a.value)),
                // Items of a literal are not constant by themselves.
                ExprKind::CompoundLiteral(..) => return true,
                ExprKind::Int(..)
                | ExprKind::Float { .. }
                | ExprKind::String(_)
                | ExprKind::Ident(_)
                | ExprKind::SizeofExpr(_)
                | ExprKind::SizeofType(_)
                | ExprKind::AlignofExpr { .. }
                | ExprKind::AlignofType { .. }
                | ExprKind::LabelAddress(_)
                | ExprKind::Offsetof(..)
                | ExprKind::TypesCompatible(..)
                | ExprKind::Formal(_)
                | ExprKind::Error => {}
            }
        }
        false
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Neg,
    Not,
    LogicalNot,
    Deref,
    Address,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imag,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StringKind {
    /// `"…"` and `u8"…"`: `char`
    Narrow,
    /// `L"…"`: `wchar_t`
    Wide,
    /// `u"…"`: `char16_t`
    Utf16,
    /// `U"…"`: `char32_t`
    Utf32,
}

#[derive(Clone, Copy, Debug)]
pub struct StringLiteral<'a> {
    pub kind: StringKind,
    /// The elements' bytes, little-endian, without the terminating zero;
    /// adjacent literals are joined.
    pub bytes: &'a [u8],
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub enum ExprKind<'a> {
    /// Also character constants. The value is that of the type.
    Int(i128, IntKind),
    Float {
        bits: u128,
        kind: FloatKind,
        imaginary: bool,
    },
    String(StringLiteral<'a>),
    Ident(Name),
    Unary(UnaryOp, &'a Expr<'a>),
    Binary(BinaryOp, &'a Expr<'a>, &'a Expr<'a>),
    /// `a = b`, or `a op= b`.
    Assign(Option<BinaryOp>, &'a Expr<'a>, &'a Expr<'a>),
    /// The middle may be omitted (GNU).
    Conditional(&'a Expr<'a>, Option<&'a Expr<'a>>, &'a Expr<'a>),
    Comma(&'a Expr<'a>, &'a Expr<'a>),
    Cast(&'a TypeName<'a>, &'a Expr<'a>),
    CompoundLiteral(&'a TypeName<'a>, InitializerList<'a>),
    Call(&'a Expr<'a>, &'a [&'a Expr<'a>]),
    /// `a.field`
    Member(&'a Expr<'a>, Ident),
    /// `a->field`
    Arrow(&'a Expr<'a>, Ident),
    Index(&'a Expr<'a>, &'a Expr<'a>),
    SizeofExpr(&'a Expr<'a>),
    SizeofType(&'a TypeName<'a>),
    /// `preferred`: spelled `__alignof__` rather than `_Alignof`.
    AlignofExpr {
        operand: &'a Expr<'a>,
        preferred: bool,
    },
    AlignofType {
        operand: &'a TypeName<'a>,
        preferred: bool,
    },
    /// `({ … })`
    Statement(&'a Block<'a>),
    /// `&&label`
    LabelAddress(Ident),
    Generic(&'a Expr<'a>, &'a [GenericAssociation<'a>]),
    VaArg(&'a Expr<'a>, &'a TypeName<'a>),
    /// The path begins with a `Field`.
    Offsetof(&'a TypeName<'a>, &'a [Designator<'a>]),
    TypesCompatible(&'a TypeName<'a>, &'a TypeName<'a>),
    ChooseExpr(&'a Expr<'a>, &'a Expr<'a>, &'a Expr<'a>),
    /// `__builtin_convertvector`
    ConvertVector(&'a Expr<'a>, &'a TypeName<'a>),
    /// It is wrong, which has been reported.
    Formal(&'a Formal<'a>),
    Error,
}

#[derive(Clone, Copy, Debug)]
pub struct GenericAssociation<'a> {
    /// None for `default`.
    pub ty: Option<&'a TypeName<'a>>,
    pub value: &'a Expr<'a>,
    pub span: Span,
}

// Statements.

#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    pub statements: &'a [Statement<'a>],
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    pub kind: StatementKind<'a>,
    pub span: Span,
}

/// Labels stand before the statement they label in the same block; where C
/// allows a labelled statement alone (`if (x) l: f();`), it becomes a block.
#[derive(Clone, Copy, Debug)]
pub enum StatementKind<'a> {
    Empty,
    Expr(&'a Expr<'a>),
    Block(Block<'a>),
    Declaration(&'a Declaration<'a>),
    StaticAssert(StaticAssert<'a>),
    /// A nested function (GNU).
    Function(&'a FunctionDefinition<'a>),
    /// `__label__ a, b;`
    LocalLabels(&'a [Ident]),
    Label(Ident),
    /// `case first:` or `case first ... last:`
    Case(&'a Expr<'a>, Option<&'a Expr<'a>>),
    Default,
    If(&'a Expr<'a>, &'a Statement<'a>, Option<&'a Statement<'a>>),
    Switch(&'a Expr<'a>, &'a Statement<'a>),
    While(&'a Expr<'a>, &'a Statement<'a>),
    DoWhile(&'a Statement<'a>, &'a Expr<'a>),
    For {
        /// A declaration or expression statement, or empty.
        init: &'a Statement<'a>,
        condition: Option<&'a Expr<'a>>,
        step: Option<&'a Expr<'a>>,
        body: &'a Statement<'a>,
    },
    /// A loop of one of the three kinds above, and what a witness says about it.
    Annotated(&'a [Invariant<'a>], &'a Statement<'a>),
    /// What an annotation says about the place before the next statement.
    Assertions(&'a [Clause<'a>]),
    /// What a witness says about the place before the next statement.
    Invariant(Invariant<'a>),
    Goto(Ident),
    /// `goto *e;`
    ComputedGoto(&'a Expr<'a>),
    Continue,
    Break,
    Return(Option<&'a Expr<'a>>),
    Asm(&'a Asm<'a>),
}

/// A condition that is to hold whenever a place is reached.
#[derive(Clone, Copy, Debug)]
pub struct Invariant<'a> {
    /// Which of the annotations it is.
    pub number: u32,
    pub condition: &'a Expr<'a>,
}

#[derive(Debug)]
pub struct Asm<'a> {
    pub template: &'a [u8],
    /// No operands are named, not even in empty lists: nothing is said about what it does.
    pub is_basic: bool,
    pub outputs: &'a [AsmOperand<'a>],
    pub inputs: &'a [AsmOperand<'a>],
    /// It may write memory that is no operand.
    pub clobbers_memory: bool,
    /// Labels of `asm goto`.
    pub labels: &'a [Ident],
}

/// `[name] "constraint" (value)`
#[derive(Clone, Copy, Debug)]
pub struct AsmOperand<'a> {
    pub name: Option<Name>,
    pub constraint: &'a [u8],
    pub value: &'a Expr<'a>,
}
