//! Tokens of preprocessed C, and the spellings of keywords and punctuators.

use program::{Id, Name, Span};

/// One token. What it says beyond its kind is read from the text again.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Absolute position of its first byte.
    pub pos: u32,
    /// The name of an identifier or keyword, the length of any other token.
    payload: u32,
    /// The length of an identifier or keyword.
    short_len: u16,
    pub kind: Kind,
}

impl Token {
    pub fn word(kind: Kind, pos: u32, len: usize, name: Name) -> Token {
        Token {
            pos,
            payload: name.index() as u32,
            short_len: u16::try_from(len).unwrap_or(u16::MAX),
            kind,
        }
    }

    pub fn other(kind: Kind, pos: u32, len: usize) -> Token {
        Token {
            pos,
            payload: len as u32,
            short_len: 0,
            kind,
        }
    }

    /// The name of an identifier or keyword.
    #[inline]
    pub fn name(self) -> Option<Name> {
        (self.short_len > 0).then(|| Name::new(self.payload as usize))
    }

    #[inline]
    pub fn span(self) -> Span {
        let len = match self.short_len {
            0 => self.payload,
            len => u32::from(len),
        };
        Span::new(self.pos, self.pos + len)
    }
}

macro_rules! kinds {
    (
        { $($special:ident $description:literal,)* }
        { $($punctuator:ident $text:literal,)* }
        { $($keyword:ident $first:literal $($other:literal)*,)* }
    ) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Kind {
            $($special,)*
            $($punctuator,)*
            $($keyword,)*
        }

        impl Kind {
            /// As messages name it.
            pub fn describe(self) -> &'static str {
                match self {
                    $(Kind::$special => $description,)*
                    $(Kind::$punctuator => concat!("'", $text, "'"),)*
                    $(Kind::$keyword => concat!("'", $first, "'"),)*
                }
            }
        }

        /// Every spelling of every keyword.
        pub const KEYWORDS: &[(&str, Kind)] = &[
            $(($first, Kind::$keyword), $(($other, Kind::$keyword),)*)*
        ];
    };
}

kinds! {
    {
        Eof "end of file",
        Ident "identifier",
        Number "number",
        Char "character constant",
        String "string literal",
        Annotation "annotation",
        AnnotationEnd "end of the annotation",
        // `\\forall` and its like: the name is without the backslash.
        LogicWord "word of the logic",
    }
    {
        LParen "(", RParen ")", LBracket "[", RBracket "]", LBrace "{", RBrace "}",
        Semi ";", Comma ",", Colon ":", Question "?", Dot ".", Ellipsis "...", Arrow "->",
        Plus "+", Minus "-", Star "*", Slash "/", Percent "%",
        Amp "&", Pipe "|", Caret "^", Tilde "~", Bang "!",
        Less "<", Greater ">", LessEq "<=", GreaterEq ">=", EqEq "==", BangEq "!=",
        Implies "==>", Equivalent "<==>",
        LessLess "<<", GreaterGreater ">>", AmpAmp "&&", PipePipe "||",
        PlusPlus "++", MinusMinus "--",
        Eq "=", PlusEq "+=", MinusEq "-=", StarEq "*=", SlashEq "/=", PercentEq "%=",
        AmpEq "&=", PipeEq "|=", CaretEq "^=", LessLessEq "<<=", GreaterGreaterEq ">>=",
    }
    {
        Auto "auto",
        Break "break",
        Case "case",
        CharType "char",
        Const "const" "__const" "__const__",
        Continue "continue",
        Default "default",
        Do "do",
        Double "double",
        Else "else",
        Enum "enum",
        Extern "extern",
        Float "float",
        For "for",
        Goto "goto",
        If "if",
        Inline "inline" "__inline" "__inline__",
        Int "int",
        Long "long",
        Register "register",
        Restrict "restrict" "__restrict" "__restrict__",
        Return "return",
        Short "short",
        Signed "signed" "__signed" "__signed__",
        Sizeof "sizeof",
        Static "static",
        Struct "struct",
        Switch "switch",
        Typedef "typedef",
        Union "union",
        Unsigned "unsigned",
        Void "void",
        Volatile "volatile" "__volatile" "__volatile__",
        While "while",
        Alignas "_Alignas",
        Alignof "_Alignof",
        // gcc's word asks for the preferred alignment, the standard's for the least.
        PreferredAlignof "__alignof__" "__alignof",
        Atomic "_Atomic",
        Bool "_Bool",
        Complex "_Complex" "__complex__" "__complex",
        Generic "_Generic",
        Noreturn "_Noreturn",
        StaticAssert "_Static_assert",
        ThreadLocal "_Thread_local" "__thread",
        Asm "asm" "__asm" "__asm__",
        Attribute "__attribute__" "__attribute",
        AutoType "__auto_type",
        Extension "__extension__",
        Label "__label__",
        Real "__real__" "__real",
        Imag "__imag__" "__imag",
        Typeof "typeof" "__typeof" "__typeof__",
        Int128 "__int128",
        Float16 "_Float16",
        Float32 "_Float32",
        Float64 "_Float64",
        Float32x "_Float32x",
        Float64x "_Float64x" "__float80",
        Float128 "_Float128" "__float128",
        AddressSpace "__seg_gs" "__seg_fs",
        VaArg "__builtin_va_arg",
        Offsetof "__builtin_offsetof",
        TypesCompatible "__builtin_types_compatible_p",
        ChooseExpr "__builtin_choose_expr",
        ConvertVector "__builtin_convertvector",
        // Put into the text by `annotation`.
        LoopInvariant "__concord_loop_invariant",
        LocationInvariant "__concord_location_invariant",
        // Handled by the lexer; never reaches the parser.
        PragmaOperator "_Pragma",
    }
}
