//! Small sources and the trees they become.
//!
//! In the dumps, a declarator is its name and what surrounds it from the name
//! outwards, `'t` is a typedef name, `<…>` a type name, `@a` an attribute,
//! and `!` follows an expression that has effects.

use super::{Parser, dump};
use crate::lex::{Comments, lex};
use bumpalo::Bump;
use program::{DataModel, Diagnostic, Names, Span};

/// The dumps of a text's external declarations, and what was reported.
pub(super) fn parse(text: impl AsRef<[u8]>) -> (Vec<String>, Vec<Diagnostic>) {
    let text = text.as_ref();
    let mut names = Names::new();
    let mut diagnostics = Vec::new();
    let lexed = lex(text, 1, Comments::Skip, &mut names, &mut diagnostics);
    let mut parser = Parser::new(text, 1, &lexed, DataModel::Lp64, &mut names);
    let mut dumps = Vec::new();
    let mut arena = Bump::new();
    loop {
        arena.reset();
        match parser.next_external(&arena, &names, &mut diagnostics) {
            Some(external) => dumps.push(dump::external(&external, &names)),
            None => return (dumps, diagnostics),
        }
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let (dumps, diagnostics) = parse(text);
    let messages: Vec<_> = diagnostics.iter().map(|d| &d.message).collect();
    assert!(messages.is_empty(), "{text}\n{messages:#?}");
    assert_eq!(dumps, expected, "{text}");
}

/// The last external declaration of a text.
#[track_caller]
fn last(text: &str, expected: &str) {
    let (dumps, diagnostics) = parse(text);
    let messages: Vec<_> = diagnostics.iter().map(|d| &d.message).collect();
    assert!(messages.is_empty(), "{text}\n{messages:#?}");
    assert_eq!(dumps.last().map(String::as_str), Some(expected), "{text}");
}

/// An expression.
#[track_caller]
fn expr(text: &str, expected: &str) {
    let source = format!("typedef int T; f() {{ return {text}; }}");
    last(
        &source,
        &format!("(fn ? f (names) {{(return {expected})}})"),
    );
}

/// The statements of a function.
#[track_caller]
fn body(text: &str, expected: &str) {
    let source = format!("typedef int T; f() {{ {text} }}");
    last(&source, &format!("(fn ? f (names) {{{expected}}})"));
}

/// The messages about a text, with the texts that they point at.
#[track_caller]
fn errors(text: &str, expected: &[(&str, &str)]) {
    let (_, diagnostics) = parse(text);
    let shown = |span: Span| &text[span.lo as usize - 1..span.hi as usize - 1];
    let found: Vec<_> = diagnostics
        .iter()
        .map(|d| (d.message.as_str(), shown(d.span)))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn specifiers() {
    check(
        "unsigned long int a; long unsigned b; short c; signed d; unsigned char e; \
         long long unsigned int f; long double g; _Bool h; double _Complex i; __complex__ int j; \
         unsigned __int128 k; __float128 l; _Float32x m; char n; signed char o;",
        &[
            "(decl ULong a)",
            "(decl ULong b)",
            "(decl Short c)",
            "(decl Int d)",
            "(decl UChar e)",
            "(decl ULongLong f)",
            "(decl LongDouble g)",
            "(decl Bool h)",
            "(decl ComplexDouble i)",
            "(decl ComplexInt j)",
            "(decl UInt128 k)",
            "(decl Float128 l)",
            "(decl Float32x m)",
            "(decl Char n)",
            "(decl SChar o)",
        ],
    );
    last(
        "static const __volatile__ int x;",
        "(decl static const volatile Int x)",
    );
    last(
        "int static inline __thread y;",
        "(decl static thread inline Int y)",
    );
    last(
        "_Noreturn void f(void);",
        "(decl noreturn void f (params void))",
    );
    last(
        "_Alignas(16) _Alignas(int) char c;",
        "(decl (alignas 16) (alignas <Int>) Char c)",
    );
    last("_Atomic int a; _Atomic(int) b;", "(decl (atomic <Int>) b)");
    last("_Atomic int a;", "(decl _Atomic Int a)");
    last(
        "__extension__ typedef long long q;",
        "(decl typedef LongLong q)",
    );
    last("__auto_type x = 1;", "(decl auto x = 1)");
    last(
        "int v; typeof(v) x; __typeof__(int *) y;",
        "(decl (typeof <Int _ *>) y)",
    );
    last("__builtin_va_list ap;", "(decl '__builtin_va_list ap)");
    last("x;", "(decl ? x)");
    last("static x = 3;", "(decl static ? x = 3)");
}

#[test]
fn declarators() {
    last("int *a[3];", "(decl Int a [3] *)");
    last("int (*a)[3];", "(decl Int a * [3])");
    last(
        "int * const *volatile p;",
        "(decl Int p * volatile * const)",
    );
    last(
        "int (*(*f)(int, char))(void);",
        "(decl Int f * (params Int, Char) * (params void))",
    );
    last(
        "void (*signal(int s, void (*h)(int)))(int);",
        "(decl void signal (params Int s, void h * (params Int)) * (params Int))",
    );
    last("int a[], b[static 3];", "(decl Int a [] b [3])");
    last(
        "void f(int n, int a[const *], int b[restrict n]);",
        "(decl void f (params Int n, Int a [const *], Int b [restrict n]))",
    );
    last(
        "int printf(const char *, ...);",
        "(decl Int printf (params const Char _ * ...))",
    );
    last("int f(), g(a, b);", "(decl Int f (names) g (names a b))");
    last("int ((x));", "(decl Int x)");
    last(
        "void f(int n; int a[n]);",
        "(decl void f (params Int a [n]))",
    );
    last("char **argv, c;", "(decl Char argv * * c)");
}

#[test]
fn typedef_names() {
    last("typedef int T; T x;", "(decl 'T x)");
    last("typedef int T; T T;", "(decl 'T T)");
    // A type has been given: T is what is declared.
    last("typedef int T; unsigned T; int y = T;", "(decl Int y = T)");
    last("typedef int T; const T;", "(decl const 'T)");
    last(
        "typedef int T; void f(int (T));",
        "(decl void f (params Int _ (params 'T)))",
    );
    last(
        "typedef int T; void f(int T);",
        "(decl void f (params Int T))",
    );
    last(
        "typedef int T; void f(int ((T)));",
        "(decl void f (params Int _ (params 'T)))",
    );
    last(
        "typedef int T; void f(T), g(const T);",
        "(decl void f (params 'T) g (params const 'T))",
    );
    // In its own declarator, and again outside.
    last(
        "typedef int T; void f(int T, int a[T]); T x;",
        "(decl 'T x)",
    );
    last(
        "typedef int T; struct T { T T; } t;",
        "(decl (struct T {'T T;}) t)",
    );
    last(
        "typedef int T; enum { T }; int y = T * 2;",
        "(decl Int y = (Mul T 2))",
    );
}

#[test]
fn typedef_scopes() {
    body(
        "T *p; { int T; T *p; } T *q;",
        "(decl 'T p *) {(decl Int T) (Mul T p)} (decl 'T q *)",
    );
    body("int (T); T * x;", "(decl Int T) (Mul T x)");
    body(
        "for (int T = 0; T * 2; ) ; T *q;",
        "(for (decl Int T = 0) (Mul T 2) - ;) (decl 'T q *)",
    );
    body("T: goto T;", "T: (goto T)");
    body("typedef char U; U x;", "(decl typedef Char U) (decl 'U x)");
    body("enum { T }; T * x;", "(decl (enum {T})) (Mul T x)");
    body(
        "extern int g(int T); T x;",
        "(decl extern Int g (params Int T)) (decl 'T x)",
    );
    body(
        "({ int T; T; }); T x;",
        "(do {(decl Int T) T})! (decl 'T x)",
    );
    body("int T = sizeof(T);", "(decl Int T = (sizeof T))");
    body(
        "struct { int T; } s; s.T = 1; T y;",
        "(decl (struct {Int T;}) s) (= (. s T) 1)! (decl 'T y)",
    );
    last(
        "typedef int T; void f(int T) { T * x; }",
        "(fn void f (params Int T) {(Mul T x)})",
    );
    last(
        "typedef int T; int (*f(int T))(T *) { return T * x; }",
        "(fn Int f (params Int T) * (params 'T _ *) {(return (Mul T x))})",
    );
}

#[test]
fn control_statements_are_scopes() {
    body(
        "if (sizeof(enum { T })) T * x; else T * y; T z;",
        "(if (sizeof <(enum {T})>) (Mul T x) (Mul T y)) (decl 'T z)",
    );
    body(
        "while (1) sizeof(enum { T }); T z;",
        "(while 1 (sizeof <(enum {T})>)) (decl 'T z)",
    );
    last(
        "typedef int T; void f(struct { enum { T } a; } x) { T * x; }",
        "(fn void f (params (struct {(enum {T}) a;}) x) {(Mul T x)})",
    );
}

#[test]
fn old_style_functions() {
    last(
        "f(a, b) int a; char *b; { }",
        "(fn ? f (names a b) (decl Int a) (decl Char b *) {})",
    );
    last("main() { return 0; }", "(fn ? main (names) {(return 0)})");
    last(
        "typedef int T; int f(x) T x; {}",
        "(fn Int f (names x) (decl 'T x) {})",
    );
    last(
        "int f(a) register a; {}",
        "(fn Int f (names a) (decl register ? a) {})",
    );
    last("int f(a) {}", "(fn Int f (names a) {})");
    last("static *p() { }", "(fn static ? p (names) * {})");
}

#[test]
fn records() {
    last("struct S;", "(decl (struct S))");
    last("struct {} e;", "(decl (struct {}) e)");
    last(
        "struct S { int a, *b; ; char c : 3, : 0, d : 2 __attribute__((packed)); };",
        "(decl (struct S {Int a b *; Char c : 3 : 0 d @packed : 2;}))",
    );
    last(
        "struct S { struct { int a; }; union { int b; } u; } __attribute__((packed)) s;",
        "(decl (struct @packed S {(struct {Int a;}); (union {Int b;}) u;}) s)",
    );
    last(
        "struct __attribute__((aligned(8))) S { int a; _Static_assert(1, \"\"); };",
        "(decl (struct @aligned(8) S {Int a; (assert 1)}))",
    );
    last(
        "struct S { int a; __extension__ long long b; int f[] };",
        "(decl (struct S {Int a; LongLong b; Int f [];}))",
    );
    last(
        "enum E { A, B = 3, C __attribute__((unused)) = B + 1, } __attribute__((packed));",
        "(decl (enum @packed E {A B = 3 C = (Add B 1)}))",
    );
    check(
        "#pragma pack(push,1)\nstruct A { int x; };\n#pragma pack(pop)\nstruct B { int x; };",
        &[
            "(decl (struct pack1 A {Int x;}))",
            "(decl (struct B {Int x;}))",
        ],
    );
    last(
        "struct A { int x;\n#pragma pack(2)\n};",
        "(decl (struct pack2 A {Int x;}))",
    );
}

#[test]
fn attributes() {
    last(
        "__attribute__((noreturn)) void f(void) __attribute__((__cold__, , const));",
        "(decl @noreturn void f (params void) @cold @const)",
    );
    last(
        "int x __asm__(\"y\" \"z\") __attribute__((section(\"s\"))) = 1;",
        "(decl Int x @section(\"s\") = 1)",
    );
    last(
        "int a, __attribute__((unused)) b;",
        "(decl Int a b @unused)",
    );
    last(
        "int * __attribute__((aligned(4))) const p;",
        "(decl Int p * const @aligned(4))",
    );
    last(
        "void (__attribute__((cdecl)) *f)(int);",
        "(decl void f * (params Int) @cdecl)",
    );
    last(
        "void f(void (__attribute__((cdecl)) *)(int));",
        "(decl void f (params void _ * (params Int) @cdecl))",
    );
    last(
        "void f(int (__attribute__((unused)) int x));",
        "(decl void f (params Int _ (params @unused Int x)))",
    );
    last(
        "void f(int x __attribute__((unused)), __attribute__((x)) int);",
        "(decl void f (params Int x @unused, @x Int))",
    );
    last(
        "typedef int T; T x __attribute__((mode(T))), y __attribute__((v(int *, 1)));",
        "(decl 'T x @mode(T) y @v)",
    );
    last(
        "int f(char *, ...) __attribute__((__format__(__printf__, 1, 2)));",
        "(decl Int f (params Char _ * ...) @format(__printf__ 1 2))",
    );
    last(
        "[[nodiscard]] int f [[gnu::pure]] (void);",
        "(decl Int f (params void))",
    );
    last(
        "int f(void) __attribute__((x)) { }",
        "(fn Int f (params void) @x {})",
    );
    body(
        "__attribute__((fallthrough)); [[fallthrough]]; __attribute__((unused)) int x;",
        "; ; (decl @unused Int x)",
    );
    body(
        "l: __attribute__((unused)) ; if (1) __attribute__((fallthrough)); x = 1;",
        "l: ; (if 1 ;) (= x 1)!",
    );
}

#[test]
fn operators() {
    expr("1 + 2 * 3 - 4", "(Sub (Add 1 (Mul 2 3)) 4)");
    expr(
        "a || b && c | d ^ e & f == g < h << i",
        "(LogicalOr a (LogicalAnd b (Or c (Xor d (And e (Eq f (Lt g (Shl h i))))))))",
    );
    expr("a = b += c", "(= a (Add= b c)!)!");
    expr("a ? b, c : d ? e : f", "(? a (, b c) (? d e f))");
    expr("a ?: b", "(?: a b)");
    expr("(a, b)", "(, a b)");
    expr(
        "-a++ + !*--b",
        "(Add (Neg (PostIncrement a)!)! (LogicalNot (Deref (PreDecrement b)!)!)!)!",
    );
    expr("&a[1].b->c", "(Address (-> (. (index a 1) b) c))");
    expr("~a % +b", "(Rem (Not a) (Plus b))");
    expr("f(a, b)(c)", "(call (call f a b)! c)!");
    expr("a - -b - --c", "(Sub (Sub a (Neg b)) (PreDecrement c)!)!");
    expr(
        "__extension__ __real__ a + __imag__ b",
        "(Add (Real a) (Imag b))",
    );
}

#[test]
fn casts_and_types() {
    expr("(T)a + (T)-b", "(Add (cast <'T> a) (cast <'T> (Neg b)))");
    expr("(a)-b", "(Sub a b)");
    expr("(T *)(void *)p", "(cast <'T _ *> (cast <void _ *> p))");
    expr(
        "(int (*)(T, int [3]))f",
        "(cast <Int _ * (params 'T, Int _ [3])> f)",
    );
    expr("sizeof(T) * 2", "(Mul (sizeof <'T>) 2)");
    expr("sizeof a * 2", "(Mul (sizeof a) 2)");
    expr("sizeof (a)->b", "(sizeof (-> a b))");
    expr("sizeof (T){1}", "(sizeof (literal <'T> {1}))");
    expr(
        "sizeof f() + sizeof(int *)",
        "(Add (sizeof (call f)!) (sizeof <Int _ *>))",
    );
    expr(
        "_Alignof(T) + __alignof__ a",
        "(Add (alignof <'T>) (alignof' a))",
    );
    expr(
        "(struct s){ .a = 1, .b.c[2] = { 3 } }.a",
        "(. (literal <(struct s)> {.a = 1 .b .c [2] = {3}}) a)",
    );
    expr(
        "((T[]){ f(), 2 })[0]",
        "(index (literal <'T _ []> {(call f)! 2})! 0)!",
    );
    expr(
        "_Generic(f(), int: 1, T *: g, default: 2)",
        "(generic (call f)! <Int> 1 <'T _ *> g default 2)",
    );
    expr("__builtin_va_arg(ap, T *)", "(va_arg ap <'T _ *>)!");
    expr(
        "__builtin_offsetof(struct s, a.b[3].c)",
        "(offsetof <(struct s)> .a .b [3] .c)",
    );
    expr("__builtin_offsetof(T, T->x)", "(offsetof <'T> .T [0] .x)");
    expr(
        "__builtin_types_compatible_p(T, int *)",
        "(compatible <'T> <Int _ *>)",
    );
    expr(
        "__builtin_choose_expr(1, a, f())",
        "(choose 1 a (call f)!)!",
    );
    expr("__builtin_convertvector(a, T)", "(convert a <'T>)");
    expr("__builtin_expect(a, 0)", "(call __builtin_expect a 0)");
    expr("__func__", "__func__");
    expr("({ int x = 1; x; })", "(do {(decl Int x = 1) x})!");
    expr(
        "(__typeof__(a) const *)b",
        "(cast <const (typeof a) _ *> b)",
    );
    expr(
        "sizeof(struct { int a[sizeof(T)]; })",
        "(sizeof <(struct {Int a [(sizeof <'T>)];})>)",
    );
}

#[test]
fn literals() {
    expr("'a' + 0x10u + 1.5f", "(Add (Add 97 16UInt) 1.5)");
    expr("\"a\" \"b\\n\"", "\"ab\\n\"");
    expr("\"a\" L\"b\"", "\"a\\x00\\x00\\x00b\\x00\\x00\\x00\"");
    expr("L'x'", "120");
}

#[test]
fn initializers() {
    last("int a[] = { 1, 2, };", "(decl Int a [] = {1 2})");
    last("int a[] = { };", "(decl Int a [] = {})");
    last(
        "struct s x = { a: 1, b: { 2 } };",
        "(decl (struct s) x = {.a = 1 .b = {2}})",
    );
    last(
        "int a[9] = { [3] 4, [5] = 6, [7 ... 8] = 9 };",
        "(decl Int a [9] = {[3] = 4 [5] = 6 [7 ... 8] = 9})",
    );
    last(
        "int x = 1, *p = &x, y;",
        "(decl Int x = 1 p * = (Address x) y)",
    );
    last("char *s = \"x\";", "(decl Char s * = \"x\")");
}

#[test]
fn statements() {
    body(
        "if (a) b; else if (c) d; else { e; }",
        "(if a b (if c d {e}))",
    );
    body("if (a) if (b) c; else d;", "(if a (if b c d))");
    body("while (a) ; do b; while (c);", "(while a ;) (do-while b c)");
    body(
        "for (;;) break; for (i = 0; i < 3; i++) continue;",
        "(for ; - - break) (for (= i 0)! (Lt i 3) (PostIncrement i)! continue)",
    );
    body(
        "switch (a) { case 1: case 2 ... 3: b; default: ; }",
        "(switch a {case 1: case 2 ... 3: b default: ;})",
    );
    body("switch (a) case 1: b;", "(switch a {case 1: b})");
    body("if (a) l: b; else m: ;", "(if a {l: b} {m: ;})");
    body("l: m: n;", "l: m: n");
    body("{ a: } if (1) { b: }", "{a:} (if 1 {b:})");
    body("l: int x;", "l: (decl Int x)");
    body("goto *p; x = &&l; return;", "(goto p) (= x (&& l))! return");
    body("__label__ a, b; a: ;", "(labels a b) a: ;");
    body(
        "int g(int x) { return x; } g(1);",
        "(fn Int g (params Int x) {(return x)}) (call g 1)!",
    );
    body("__extension__ int x; __extension__ (x);", "(decl Int x) x");
    body(
        "_Static_assert(1); _Static_assert(2, \"two\");",
        "(assert 1) (assert 2)",
    );
    body(
        "static int x = 3, y; extern z;",
        "(decl static Int x = 3 y) (decl extern ? z)",
    );
}

#[test]
fn assembly() {
    body(
        "asm(\"\"); __asm__ volatile(\"\" ::: \"memory\");",
        "(asm barrier) (asm barrier)",
    );
    body(
        "asm volatile (\"x\" : [a] \"=r\" (x), \"+m\" (*p) : \"r\" (y) : \"cc\", \"memory\");",
        "(asm x (Deref p) y)",
    );
    body("asm goto (\"x\" : : \"r\" (y) : : l, m);", "(asm y l m)");
    body("asm inline volatile (\"x\" : \"=r\" (x));", "(asm x)");
    body(
        "register int r asm(\"eax\") = 1;",
        "(decl register Int r = 1)",
    );
    check(
        "asm(\"x\"); ; _Static_assert(1);",
        &["nothing", "nothing", "(assert 1)"],
    );
}

#[test]
fn addressed_names() {
    last(
        "f() { g(&a, &b.c[i].d, &p->q, &*r, &(s), &a, &__real__ z, e[&x - 1]); }",
        "(fn ? f (names) {(call g (Address a) (Address (. (index (. b c) i) d)) \
         (Address (-> p q)) (Address (Deref r)) (Address s) (Address a) (Address (Real z)) \
         (index e (Sub (Address x) 1)))!} &[a b s x z])",
    );
    last(
        "f() { int g() { &a; } &b; }",
        "(fn ? f (names) {(fn Int g (names) {(Address a)} &[a]) (Address b)} &[a b])",
    );
    check(
        "f() { &a; } g() { }",
        &["(fn ? f (names) {(Address a)} &[a])", "(fn ? g (names) {})"],
    );
}

#[test]
fn messages() {
    errors(
        "int x y;",
        &[("expected ';' after declaration, found 'y'", "")],
    );
    errors("f() { return (1; }", &[("expected ')', found ';'", ";")]);
    errors("f() { x = ); }", &[("expected expression, found ')'", ")")]);
    errors(
        "foo x; bar *y;",
        &[
            ("unknown type name 'foo'", "foo"),
            ("unknown type name 'bar'", "bar"),
        ],
    );
    errors("f(foo x);", &[("unknown type name 'foo'", "foo")]);
    errors("struct { foo x; };", &[("unknown type name 'foo'", "foo")]);
    errors("f() { foo x; g(); }", &[("unknown type name 'foo'", "foo")]);
    errors("enum {};", &[("expected an enumerator, found '}'", "}")]);
    errors(
        "int f(int a b);",
        &[("expected ',' or ')', found 'b'", "b")],
    );
    errors("int a[3;", &[("expected ']', found ';'", ";")]);
    errors(
        "typedef int T; int x = T;",
        &[("expected expression, found the type 'T'", "T")],
    );
    errors(
        "int x = 08;",
        &[("invalid digit '8' in octal constant", "8")],
    );
    errors("int x = 1 +;", &[("expected expression, found ';'", ";")]);
    errors("} int x;", &[("expected declaration, found '}'", "}")]);
    errors(
        "f() { else x; }",
        &[("'else' without a previous 'if'", "else")],
    );
    errors(
        "int x = sizeof(foo *);",
        &[("expected expression, found ')'", ")")],
    );
    errors(
        "int",
        &[("expected identifier or '(', found end of file", "")],
    );
}

#[test]
fn bad_specifiers() {
    errors(
        "long long long x;",
        &[("'long long long' is too long", "long")],
    );
    errors(
        "signed unsigned x;",
        &[("cannot combine 'signed' with 'unsigned'", "unsigned")],
    );
    errors(
        "static extern int x;",
        &[(
            "cannot combine 'extern' with another storage class",
            "extern",
        )],
    );
    errors("static static int x;", &[("duplicate 'static'", "static")]);
    errors(
        "int char x;",
        &[(
            "type specifiers 'char' and 'int' cannot be combined",
            "int char",
        )],
    );
    errors(
        "struct s int x;",
        &[("cannot combine 'int' with another type", "int")],
    );
    errors(
        "int struct s x;",
        &[("cannot combine 'struct' with another type", "struct")],
    );
    errors("int int x;", &[("duplicate 'int'", "int")]);
    errors(
        "unsigned float x;",
        &[(
            "type specifiers 'unsigned' and 'float' cannot be combined",
            "unsigned float",
        )],
    );
    errors(
        "_Complex void x;",
        &[(
            "type specifiers '_Complex' and 'void' cannot be combined",
            "_Complex void",
        )],
    );
}

#[test]
fn missing_semicolons_are_reported_where_they_are_missing() {
    let text = "int x\nint y;\nf() {\n  a = 1\n  b = 2;\n  return c\n}\n";
    let (dumps, diagnostics) = parse(text);
    let lines: Vec<_> = diagnostics
        .iter()
        .map(|d| text[..d.span.lo as usize - 1].matches('\n').count() + 1)
        .collect();
    assert_eq!(lines, [1, 4, 6]);
    assert_eq!(
        dumps,
        [
            "(decl Int x)",
            "(decl Int y)",
            "(fn ? f (names) {(= a 1)! (= b 2)! (return c)})"
        ]
    );
}

#[test]
fn recovery() {
    let (dumps, diagnostics) = parse(
        "int a b; int c; f() { x = ; y; { z z2; } int q[] = { 1 2 }; w; \
         for (i = 0 1; i < 3; i++) { v; } if (a b) { u; } else t; } int d; \
         struct s { int 3; int k; } e; int g;",
    );
    assert_eq!(diagnostics.len(), 7, "{diagnostics:#?}");
    assert_eq!(
        dumps,
        [
            "(decl Int a)",
            "(decl Int c)",
            "(fn ? f (names) {error y {(decl error z2)} (decl Int q [] = error) w \
             (for ; - - {v}) (if 0 {u} t)})",
            "(decl Int d)",
            "(decl (struct s {Int k;}) e)",
            "(decl Int g)",
        ]
    );
}

#[test]
fn a_failed_declaration_leaves_its_scopes() {
    let (dumps, diagnostics) = parse("typedef int T; void f(int T, 3); T z;");
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(dumps[1..], ["(decl void f error)", "(decl 'T z)"]);
}

#[test]
fn declarations_with_errors_declare_their_names() {
    let (dumps, diagnostics) = parse(
        "int a = 1 +, b = 2; typedef int T[3; T c; foo d; void f(bar e); \
         enum e { A, B = , C }; g() { for (int i = 0 1; i; i++) { } int h = (1 @ 2), k; }",
    );
    assert_eq!(diagnostics.len(), 7, "{diagnostics:#?}");
    assert_eq!(
        dumps,
        [
            "(decl Int a = error b = 2)",
            "(decl typedef Int T error)",
            "(decl 'T c)",
            "(decl error d)",
            "(decl void f (params error e))",
            "(decl (enum e {A}))",
            "(fn ? g (names) {(for (decl Int i = 0) i (PostIncrement i)! {}) (decl Int h = error k)})",
        ]
    );
    let (dumps, diagnostics) = parse("struct s { foo a; int b c; int d } int e; int f;");
    assert_eq!(diagnostics.len(), 3, "{diagnostics:#?}");
    assert_eq!(
        dumps,
        [
            "(decl (struct s {error a; Int b; Int d;}))",
            "(decl Int e)",
            "(decl Int f)",
        ]
    );
}

#[test]
fn a_brace_too_many_is_one_error() {
    errors(
        "int f() { } x = 1; return x; } y(1); } int g() { z }",
        &[
            ("expected declaration, found 'return'", "return"),
            ("expected ';' after expression, found '}'", ""),
        ],
    );
}

#[test]
fn unclosed_braces() {
    let text = "f() {\n  if (a) {\n  b;\n}\n";
    let (_, diagnostics) = parse(text);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].message, "expected '}', found end of file");
    assert_eq!(
        diagnostics[0].related[0],
        (Span::new(5, 6), "this '{' is not closed".to_owned())
    );
    errors(
        "struct s { int a;",
        &[("expected '}', found end of file", "")],
    );
    errors(
        "int a[] = { 1,",
        &[("expected expression, found end of file", "")],
    );
    errors("int a[] = { 1", &[("expected '}', found end of file", "")]);
}

#[test]
fn errors_are_cut_off() {
    let (_, diagnostics) = parse("int a b; ".repeat(100));
    assert_eq!(diagnostics.len(), 21);
    assert_eq!(diagnostics[20].message, "too many errors");
}

#[test]
fn spans() {
    let text = "x = (a) + (int)b[1];";
    let source = format!("f() {{ {text} }}");
    let mut names = Names::new();
    let mut diagnostics = Vec::new();
    let lexed = lex(
        source.as_bytes(),
        100,
        Comments::Skip,
        &mut names,
        &mut diagnostics,
    );
    let mut parser = Parser::new(source.as_bytes(), 100, &lexed, DataModel::Lp64, &mut names);
    let arena = Bump::new();
    let external = parser.next_external(&arena, &names, &mut diagnostics);
    let Some(crate::ast::External::Function(f)) = external else {
        panic!()
    };
    let shown = |span: Span| &source[span.lo as usize - 100..span.hi as usize - 100];
    assert_eq!(shown(f.span), "f()");
    let statement = &f.body.statements[0];
    assert_eq!(shown(statement.span), text);
    let crate::ast::StatementKind::Expr(e) = statement.kind else {
        panic!()
    };
    let crate::ast::ExprKind::Assign(_, _, sum) = e.kind else {
        panic!()
    };
    assert_eq!(shown(sum.span), "(a) + (int)b[1]");
}
