//! Tests of the lexer.

use super::*;

struct Run {
    names: Names,
    lexed: Lexed,
    diagnostics: Vec<Diagnostic>,
    text: Vec<u8>,
}

fn run(text: impl AsRef<[u8]>) -> Run {
    let text = text.as_ref().to_vec();
    let mut names = Names::new();
    let mut diagnostics = Vec::new();
    let lexed = lex(&text, 1, Comments::Skip, &mut names, &mut diagnostics);
    assert_eq!(lexed.tokens.last().map(|t| t.kind), Some(Kind::Eof));
    Run {
        names,
        lexed,
        diagnostics,
        text,
    }
}

impl Run {
    fn spelled(&self) -> Vec<&str> {
        let tokens = &self.lexed.tokens[..self.lexed.tokens.len() - 1];
        let text = |t: &Token| {
            let span = t.span();
            let bytes = &self.text[span.lo as usize - 1..span.hi as usize - 1];
            std::str::from_utf8(bytes).unwrap()
        };
        tokens.iter().map(text).collect()
    }

    fn kinds(&self) -> Vec<Kind> {
        self.lexed.tokens.iter().map(|t| t.kind).collect()
    }

    fn errors(&self) -> Vec<&str> {
        self.diagnostics
            .iter()
            .map(|d| d.message.as_str())
            .collect()
    }
}

#[test]
fn tokens_are_small() {
    assert_eq!(size_of::<Token>(), 12);
}

#[test]
fn tokens_and_spaces() {
    let r = run("\u{feff}int a/**/b;//x\\\n y\r\n\x0c a+++b<<=.5e+3 ... .. x \\\n y 0x1.8p-3f");
    assert_eq!(
        r.spelled(),
        [
            "int",
            "a",
            "b",
            ";",
            "a",
            "++",
            "+",
            "b",
            "<<=",
            ".5e+3",
            "...",
            ".",
            ".",
            "x",
            "y",
            "0x1.8p-3f"
        ]
    );
    assert_eq!(r.errors(), [""; 0]);
}

#[test]
fn literals_with_prefixes() {
    let r = run(r#"L"a" u8"b" U'c' u'd' "\"" '\'' '\\' L x"#);
    use Kind::*;
    assert_eq!(
        r.kinds(),
        [
            String, String, Char, Char, String, Char, Char, Ident, Ident, Eof
        ]
    );
    assert_eq!(run("\"a\\\r\nb\\\nc\" 'x'").kinds(), [String, Char, Eof]);
}

#[test]
fn keywords_have_spellings() {
    use Kind::*;
    let r = run("__const const __alignof__ _Alignof __thread constx");
    assert_eq!(
        r.kinds(),
        [
            Const,
            Const,
            PreferredAlignof,
            Alignof,
            ThreadLocal,
            Ident,
            Eof
        ]
    );
}

#[test]
fn keywords_are_known_in_a_second_text() {
    let mut names = Names::new();
    names.intern("while");
    names.intern("x");
    let mut diagnostics = Vec::new();
    let first = lex(
        b"while y int",
        1,
        Comments::Skip,
        &mut names,
        &mut diagnostics,
    );
    let second = lex(
        b"int while y",
        20,
        Comments::Skip,
        &mut names,
        &mut diagnostics,
    );
    let kinds = |l: &Lexed| l.tokens.iter().map(|t| t.kind).collect::<Vec<_>>();
    assert_eq!(
        kinds(&first),
        [Kind::While, Kind::Ident, Kind::Int, Kind::Eof]
    );
    assert_eq!(
        kinds(&second),
        [Kind::Int, Kind::While, Kind::Ident, Kind::Eof]
    );
    assert_eq!(second.tokens[0].pos, 20);
}

#[test]
fn digraphs() {
    use Kind::*;
    assert_eq!(
        run("<: :> <% %>").kinds(),
        [LBracket, RBracket, LBrace, RBrace, Eof]
    );
    assert_eq!(run("%: 3 \"f.c\"\nx").lexed.markers[0].line, 3);
}

#[test]
fn identifiers_beyond_ascii() {
    let r = run("é \\u00e9 a$b x\\U000000e9y");
    let names: Vec<_> = r.lexed.tokens.iter().filter_map(|t| t.name()).collect();
    assert_eq!(names[0], names[1]);
    assert_eq!(&r.names[names[2]], "a$b");
    assert_eq!(&r.names[names[3]], "xéy");
    assert_eq!(
        run("\\u12 x").errors(),
        ["invalid universal character name"]
    );
    assert_eq!(
        run(b"ab\xff\xfe c").errors(),
        ["stray bytes that are no text"]
    );
}

#[test]
fn attribute_names_are_interned_without_underscores() {
    assert!(run("__packed__").names.get("packed").is_some());
}

#[test]
fn line_markers() {
    let r = run(
        "int\n# 5 \"a\\\"b\\\\.c\" 1 3\nx\n#line 7\ny # 1\n#line 9 \"c.h\"\n# 0 \"a\\\"b\\\\.c\"",
    );
    let markers: Vec<_> = r
        .lexed
        .markers
        .iter()
        .map(|m| (m.offset, m.line, m.file))
        .collect();
    assert_eq!(markers, [(23, 5, 0), (33, 7, 0), (53, 9, 1), (67, 0, 0)]);
    assert_eq!(r.lexed.marked_files, ["a\"b\\.c", "c.h"]);
    assert_eq!(r.errors(), ["stray '#'"]);
    assert_eq!(run("#line 5\n").lexed.marked_files, [""]);
}

#[test]
fn other_directives() {
    let r = run("#\n# \n#pragma GCC diagnostic push\n#ident \"x\"\n  #define X \\\n 1\ny");
    assert_eq!(r.errors(), ["unexpected preprocessing directive '#define'"]);
    assert_eq!(r.spelled(), ["y"]);
}

#[test]
fn pack_is_a_stack() {
    let values = |t: &str| run(t).lexed.packs.iter().map(|p| p.1).collect::<Vec<_>>();
    assert_eq!(
        values(
            "#pragma pack(1)\n#pragma pack(push, 2)\n#pragma pack(push)\n#pragma pack(4)\n\
                #pragma pack(pop)\n#pragma pack ( pop )\n#pragma pack()\n"
        ),
        [Some(1), Some(2), Some(4), Some(2), Some(1), None]
    );
    assert_eq!(
        values("#pragma pack(push,a,1)\n#pragma pack(push,b,2)\n#pragma pack(pop,a)"),
        [Some(1), Some(2), None]
    );
    assert_eq!(
        values("#pragma pack(3)\n#pragma pack(x\n#pragma pack(pop)\n"),
        []
    );
    assert_eq!(values("_Pragma ( \"pack(8)\" ) x"), [Some(8)]);
    assert_eq!(run("#pragma pack(1)\nx").lexed.packs, [(17, Some(1))]);
}

#[test]
fn errors() {
    assert_eq!(run("a \"bc\nd").errors(), ["unterminated string literal"]);
    assert_eq!(run("a 'bc").errors(), ["unterminated character constant"]);
    assert_eq!(run("a \"bc\\").errors(), ["unterminated string literal"]);
    assert_eq!(run("a /* bc").errors(), ["unterminated comment"]);
    assert_eq!(
        run("a @@` b \\ c").errors(),
        ["stray characters '@@`'", "stray '\\\\'"]
    );
    assert_eq!(run("_Pragma x").errors().len(), 1);
    assert_eq!(run("_Pragma(").errors().len(), 1);
}

#[test]
fn garbage_is_cut_off() {
    let r = run("@ x ".repeat(1000));
    assert_eq!(r.errors().len(), MAX_ERRORS + 1);
    assert_eq!(r.errors()[MAX_ERRORS], "too many errors");
}
