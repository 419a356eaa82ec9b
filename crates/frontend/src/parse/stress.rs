//! Inputs that nobody writes: very deep, very long, or no C at all.

use super::Parser;
use crate::ast::External;
use crate::lex::{Comments, lex};
use bumpalo::Bump;
use program::{DataModel, Names};

/// Parses without looking at the trees; the messages.
fn messages(text: &[u8]) -> Vec<String> {
    let mut names = Names::new();
    let mut diagnostics = Vec::new();
    let lexed = lex(text, 1, Comments::Skip, &mut names, &mut diagnostics);
    let mut parser = Parser::new(text, 1, &lexed, DataModel::Ilp32, &mut names);
    let mut arena = Bump::new();
    loop {
        arena.reset();
        let external: Option<External<'_>> = parser.next_external(&arena, &names, &mut diagnostics);
        if external.is_none() {
            break;
        }
    }
    for d in &diagnostics {
        assert!(
            d.span.lo <= d.span.hi && d.span.hi as usize <= text.len() + 1,
            "{d:?}"
        );
    }
    diagnostics.into_iter().map(|d| d.message).collect()
}

#[track_caller]
fn fine(text: String) {
    let messages = messages(text.as_bytes());
    assert_eq!(messages, [""; 0], "{}", &text[..text.len().min(80)]);
}

/// `open` and `close` around `inner`, `n` times.
fn nest(n: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(n), close.repeat(n))
}

#[test]
fn deep_nesting() {
    let n = 10_000;
    fine(format!("int x = {};", nest(n, "(", "1", ")")));
    fine(format!(
        "int x = {};",
        nest(n, "-", " 1", "").replace("--", "- -")
    ));
    fine(format!("int x = {};", nest(n, "(int)", "1", "")));
    fine(format!("int x = {};", nest(n, "sizeof(", "1", ")")));
    fine(format!("int x = {};", nest(n, "a[", "1", "]")));
    fine(format!("int x = {};", nest(n, "f(", "1", ")")));
    fine(format!("int x = {};", nest(n, "a = ", "1", "")));
    fine(format!("int x = {};", nest(n, "a ? b : ", "1", "")));
    fine(format!("int x = {};", nest(n, "a ? ", "1", " : b")));
    fine(format!("int x = {};", nest(n, "{", "1", "}")));
    fine(format!("int x = {};", nest(n, "({", "1", ";})")));
    fine(format!("void f() {}", nest(n, "{", ";", "}")));
    fine(format!("void f() {{ {} }}", nest(n, "if (a) ", ";", "")));
    fine(format!(
        "void f() {{ {} }}",
        nest(n, "if (a) b; else ", ";", "")
    ));
    fine(format!(
        "void f() {{ {} }}",
        nest(n / 2, "while (a) do ", ";", " while (b);")
    ));
    fine(format!("void f() {{ {} }}", nest(n, "for (;;) ", ";", "")));
    fine(format!(
        "{} x;",
        nest(n, "struct { ", "int a;", " } b;").trim_end_matches(" b;")
    ));
    fine(format!("int {};", nest(n, "(", "x", ")")));
    fine(format!("{} x;", nest(n, "typeof(", "int", ")")));
    fine(format!("void f({});", nest(n / 2, "int (", "int", ")")));
}

#[test]
fn too_deep_nesting_is_an_error() {
    let n = 300_000;
    for text in [
        format!("int x = {};", nest(n, "(", "1", ")")),
        format!("int x = {};", nest(n, "- ", "1", "")),
        format!("int x = {};", nest(n, "{", "1", "}")),
        format!("int x = {}", "(".repeat(n)),
        format!("int x = {}", "f(".repeat(n)),
        format!("int x = {}", "a[".repeat(n)),
        format!("int x = {}", "(int)".repeat(n)),
        format!("int x = {}", "({".repeat(n)),
        format!("int x = {}", "sizeof ".repeat(n)),
        format!("int x = {}", "a=".repeat(n)),
        format!("int x = {}", "a?".repeat(n)),
        format!("void f() {}", "{".repeat(n)),
        format!("void f() {{ {}", "if(a)".repeat(n)),
        format!("void f() {{ {}", "do ".repeat(n)),
        format!("void f() {{ {}", "int f() {".repeat(n)),
        format!("int {}", "(".repeat(n)),
        format!("int x = {}", "_Generic(".repeat(n)),
        "struct {".repeat(n),
        "typeof(".repeat(n),
        "int f(".repeat(n),
        format!("int x[{}", "sizeof(int[".repeat(n)),
    ] {
        let messages = messages(text.as_bytes());
        let found = messages.iter().any(|m| m.contains("nested too deeply"));
        assert!(found, "{}: {messages:?}", &text[..40]);
    }
    for part in ["*", "* const ", "(*"] {
        let text = format!("int {}x;", part.repeat(2_000));
        assert_eq!(
            messages(text.as_bytes()),
            ["declarator is nested too deeply"]
        );
    }
    for part in ["[1]", "()"] {
        let text = format!("int x{};", part.repeat(2_000));
        assert_eq!(
            messages(text.as_bytes()),
            ["declarator is nested too deeply"]
        );
    }
}

#[test]
fn long_inputs() {
    let size = 2 << 20;
    let repeat = |part: &str| part.repeat(size / part.len());
    fine(format!("int x = {}1;", repeat("1+")));
    fine(format!("int x = {}1;", repeat("1*2-")));
    fine(format!("int x = {}1;", repeat("a&&b||")));
    fine(format!("int x = ({}1);", repeat("1,")));
    fine(format!("int x = a{};", repeat("[1]")));
    fine(format!("int x = a{};", repeat(".b->c")));
    fine(format!("int x = a{};", repeat("(1)")));
    fine(format!("int x = a{};", repeat("++")));
    fine(format!("int x = f({}1);", repeat("1,")));
    fine(format!("int x[] = {{ {} }};", repeat("1,")));
    fine(format!("int x[] = {{ {} }};", repeat("[1].b = {2},")));
    fine(format!("char *x = {};", repeat("\"ab\" ")));
    fine(format!("char *x = \"{}\";", repeat("ab\\n")));
    fine(format!("void f() {{ {} }}", repeat("a: ")));
    fine(format!(
        "void f() {{ switch (a) {{ {} }} }}",
        repeat("case 1: ")
    ));
    fine(format!("void f() {{ {}; }}", repeat("if (a) b; else ")));
    fine(format!("void f() {{ {} }}", repeat("int a;")));
    fine(format!("enum {{ {} }};", repeat("A = 1,")));
    fine(format!("struct {{ {} }} x;", repeat("int a;")));
    fine(format!("int {}x;", repeat("a,")));
    fine(format!("void f({}int);", repeat("int a,")));
    fine(format!("int {} x;", repeat("const ")));
    fine(format!("int x {};", repeat("__attribute__((a(1),b))")));
    fine(repeat("int f(int a) { return a; }"));
    fine(repeat("__extension__ ") + ";");
    fine(format!("void f() {{ {}1; }}", repeat("__extension__ ")));
    fine(format!("int {};", "x".repeat(size)));
    fine(repeat("# 1 \"a\"\n"));
    fine((0..size / 16).map(|i| format!("# 1 \"{i}.h\"\n")).collect());
    fine(format!("double x = 0.{};", "3".repeat(size)));
    let number = format!("int x = {};", "1".repeat(size));
    assert_eq!(
        messages(number.as_bytes()),
        ["integer constant is too large for its type"]
    );
}

/// A small generator of numbers (xorshift), always the same.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2_000 {
        let len = random.next(200);
        let text: Vec<u8> = (0..len).map(|_| random.next(256) as u8).collect();
        messages(&text);
    }
    let text: Vec<u8> = (0..1 << 20).map(|_| random.next(256) as u8).collect();
    assert!(messages(&text).len() <= 42);
}

#[test]
fn random_tokens() {
    const PARTS: &[&str] = &[
        "int",
        "T",
        "x",
        "y",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ";",
        ",",
        "*",
        "&",
        "=",
        ":",
        "?",
        "struct",
        "enum",
        "union",
        "typedef",
        "static",
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "default",
        "return",
        "goto",
        "sizeof",
        "typeof",
        "_Generic",
        "asm",
        "__attribute__",
        "((",
        "))",
        "1",
        "'a'",
        "\"s\"",
        "->",
        ".",
        "...",
        "++",
        "-",
        "&&",
        "__extension__",
        "_Static_assert",
        "_Alignas",
        "_Atomic",
        "({",
        "})",
        "__label__",
        "long",
        "unsigned",
        "__builtin_offsetof",
        "__builtin_va_arg",
        "\n",
        "\\u00e9",
        "0x",
        "1.5e",
        "'",
        "\"",
        "#pragma pack(1)\n",
        "\n# 1 \"f\"\n",
        "/*",
        "*/",
        "[[",
        "]]",
    ];
    let mut random = Random(88_172_645_463_325_252);
    for _ in 0..20_000 {
        let len = random.next(60);
        let mut text = String::from("typedef int T; int f() { ");
        for _ in 0..len {
            text.push_str(PARTS[random.next(PARTS.len())]);
            text.push(' ');
        }
        messages(text.as_bytes());
        // And at file scope.
        messages(&text.as_bytes()[24..]);
    }
}

#[test]
fn every_prefix_of_a_program() {
    let text = br#"
        typedef struct s { int a : 3, b[2]; } T; enum e { A = 1, B };
        static int f(T *x, int (*g)(int, ...)) __attribute__((noinline));
        int f(T *x, int (*g)(int, ...)) {
            __label__ l; T y = { .a = 1, .b = { [0 ... 1] = 2 } };
            for (int i = 0; i < 3; i++) if (g(i, "s" "t")) goto l; else switch (i) case 1: break;
            asm volatile ("nop" : "=r" (x->a) : [n] "r" (y.b[1]) : "memory");
            return ({ (T){ 1 }; }).a + sizeof(T *) + _Generic(1, int: 2, default: 3);
            l: return __builtin_offsetof(T, b[1]) ? 1 : 'c';
        }
    "#;
    assert_eq!(messages(text), [""; 0]);
    for end in 0..text.len() {
        messages(&text[..end]);
    }
}
