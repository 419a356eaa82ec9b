//! No text makes the front end panic, hang or overflow the stack.
//!
//! `random_mutations` damages the programs of the corpus and of `examples/` by
//! a fixed sequence of random numbers; `CONCORD_MUTATIONS` says how many times
//! (`scripts/mutate` runs a long campaign). `nasty_inputs` are the texts that
//! break front ends: deep, long, cut off, or no text at all.
//!
//! Inputs that fail are left in the folder for temporary files, as
//! `concord-SEED-CASE-*.c`; after a stack overflow, which ends the process, as
//! `concord-running-*.c`.

#![forbid(unsafe_code)]

use frontend::Text;
use program::{DataModel, Program};
use report::diagnostics::{self, Style};
use std::cell::RefCell;
use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

/// For one text; generous, since the machine may be busy.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// What the command gives its worker.
const STACK: usize = 64 << 20;

// What is done with a text.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Accepted,
    Rejected,
}

/// Translates the texts and prints everything there is to print of the result.
fn translate(texts: Vec<Text>, model: DataModel) -> Verdict {
    let mut sink = Sink;
    match frontend::compile_commented(texts, model) {
        Ok(output) => {
            print_program(&output.program, &mut sink);
            for warning in &output.warnings {
                assert!(!warning.is_error(), "an error among the warnings");
                diagnostics::render(&output.program.sources, warning, Style::Plain);
            }
            Verdict::Accepted
        }
        Err(failure) => {
            let errors = failure.diagnostics.iter().filter(|d| d.is_error());
            assert!(errors.count() > 0, "rejected without an error");
            for diagnostic in &failure.diagnostics {
                diagnostics::render(&failure.sources, diagnostic, Style::Plain);
            }
            Verdict::Rejected
        }
    }
}

fn print_program(program: &Program, sink: &mut Sink) {
    for function in program.functions.iter() {
        write!(sink, "{}", program.show(function)).expect("a sink takes anything");
    }
}

struct Sink;

impl Write for Sink {
    fn write_str(&mut self, _: &str) -> std::fmt::Result {
        Ok(())
    }
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps what a panic says for [`guarded`], instead of printing it.
fn keep_panics() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().name() == Some(WORKER) {
            PANIC.with_borrow_mut(|p| *p = Some(info.to_string()));
        } else {
            default(info);
        }
    }));
}

const WORKER: &str = "translation";

fn guarded(texts: Vec<Text>, model: DataModel) -> Result<Verdict, String> {
    panic::catch_unwind(AssertUnwindSafe(|| translate(texts, model))).map_err(|_| {
        let said = PANIC.with_borrow_mut(Option::take);
        said.unwrap_or_else(|| "panic".into())
    })
}

fn worker<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> thread::JoinHandle<T> {
    let builder = thread::Builder::new().name(WORKER.into());
    builder
        .stack_size(STACK)
        .spawn(work)
        .expect("a thread can be started")
}

// Random mutations.

/// xorshift64*: small, fixed for ever, good enough to break things.
struct Random(u64);

impl Random {
    /// The numbers of one case: they depend on nothing but its number.
    fn of_case(seed: u64, case: u64) -> Random {
        let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ case;
        let mut random = Random(mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1);
        for _ in 0..4 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Less than `limit`; 0 if that is 0.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit.max(1)
    }
}

/// Words that are worth putting where they do not belong.
const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    "=",
    "==",
    "*",
    "&",
    "&&",
    ".",
    "->",
    "...",
    "-",
    "!",
    "~",
    "<<",
    ">>=",
    "++",
    "#",
    "\"",
    "'",
    "\\",
    "0",
    "1",
    "0x",
    "1e",
    ".5f",
    "1ull",
    "99999999999999999999",
    "-1",
    "'ab'",
    "L\"x\"",
    "\"\\x\"",
    "int",
    "char",
    "void",
    "unsigned",
    "long",
    "float",
    "double",
    "_Bool",
    "_Complex",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "inline",
    "const",
    "volatile",
    "restrict",
    "_Atomic",
    "_Alignas",
    "_Alignof",
    "_Generic",
    "_Static_assert",
    "_Noreturn",
    "_Thread_local",
    "auto",
    "register",
    "sizeof",
    "typeof",
    "__attribute__((packed))",
    "__attribute__((aligned(16)))",
    "__attribute__((vector_size(8)))",
    "__attribute__((mode(DI)))",
    "__extension__",
    "asm(\"\")",
    "__builtin_offsetof",
    "__builtin_va_arg",
    "__builtin_choose_expr",
    "__label__",
    "__int128",
    "if",
    "else",
    "while",
    "do",
    "for",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "goto",
    "return",
    "x",
    "main",
    "({",
    "})",
    "&&x",
    "/*",
    "*/",
    "//",
    "# 1 \"f.c\"\n",
    "\n",
    "\0",
    "\u{e9}",
    "??/",
];

/// Pieces of a text: words, numbers, single signs and stretches of space.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let class = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80.. => 0,
        b' ' | b'\t' | b'\r' => 1,
        _ => 2,
    };
    text.chunk_by(|&a, &b| class(a) == class(b) && class(a) != 2)
        .collect()
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&b| b == b'\n').collect()
}

/// Deletes, doubles, exchanges or moves a few neighbouring pieces.
fn shuffle(mut pieces: Vec<&[u8]>, random: &mut Random) -> Vec<u8> {
    if pieces.is_empty() {
        return Vec::new();
    }
    let at = random.below(pieces.len());
    let end = (at + 1 + random.below(6)).min(pieces.len());
    match random.below(4) {
        0 => drop(pieces.drain(at..end)),
        1 => {
            let copy = pieces[at..end].to_vec();
            pieces.splice(at..at, copy);
        }
        2 => {
            let other = random.below(pieces.len());
            pieces.swap(at, other);
        }
        _ => {
            let moved: Vec<_> = pieces.drain(at..end).collect();
            let to = random.below(pieces.len() + 1);
            pieces.splice(to..to, moved);
        }
    }
    pieces.concat()
}

fn mutate(mut text: Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let at = random.below(text.len());
    match random.below(9) {
        0 if !text.is_empty() => {
            text[at] ^= 1 << random.below(8);
            text
        }
        1 if !text.is_empty() => {
            text[at] = random.next() as u8;
            text
        }
        2 => {
            text.truncate(at);
            text
        }
        3 => {
            // The beginning of this text and the end of another.
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len());
            text.truncate(at);
            text.extend_from_slice(&other[from..]);
            text
        }
        4 => shuffle(lines(&text), random),
        5 | 6 => shuffle(tokens(&text), random),
        _ => {
            let mut pieces = tokens(&text);
            let at = random.below(pieces.len());
            let word = WORDS[random.below(WORDS.len())].as_bytes();
            match random.below(2) {
                0 if at < pieces.len() => pieces[at] = word,
                _ => pieces.insert(at, word),
            }
            pieces.concat()
        }
    }
}

/// The texts of one case, and under which data model they are read.
fn case(seeds: &[Vec<u8>], seed: u64, number: u64) -> (Vec<Text>, DataModel) {
    let random = &mut Random::of_case(seed, number);
    let model = [DataModel::Lp64, DataModel::Ilp32][random.below(2)];
    // Now and then a second file, so that linking sees damaged programs too.
    let files = 1 + (random.below(8) == 0) as usize;
    let texts = (0..files).map(|i| {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..1 + random.below(4) {
            bytes = mutate(bytes, seeds, random);
        }
        let path = format!("mutation{i}.c");
        Text {
            path,
            bytes,
            library: false,
        }
    });
    (texts.collect(), model)
}

/// All C files of the corpus and the examples, in a fixed order.
fn seeds() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let mut folders = vec![root.join("tests/corpus"), root.join("examples")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.filter_map(|e| e.ok().map(|e| e.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: &PathBuf| fs::read(path).expect("a file of the tree can be read");
    let texts = files.iter().map(read).map(|text| without_directives(&text));
    texts.filter(|text| !text.is_empty()).collect()
}

/// Texts are compiled without a preprocessor. Without its directives most of a
/// program is still there, which is enough to be damaged.
fn without_directives(text: &[u8]) -> Vec<u8> {
    let lines = lines(text).into_iter();
    let kept = lines.filter(|l| !l.trim_ascii_start().starts_with(b"#"));
    kept.collect::<Vec<_>>().concat()
}

/// What one worker is at: the case and since when.
type Slot = Arc<Mutex<Option<(u64, Instant)>>>;

#[derive(Default)]
struct Tally {
    accepted: usize,
    rejected: usize,
    slowest: Duration,
    failures: Vec<(u64, String)>,
}

fn number(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => default,
    }
}

#[test]
fn random_mutations() {
    let count = number("CONCORD_MUTATIONS", 3_000);
    let seed = number("CONCORD_MUTATION_SEED", 0);
    let seeds = Arc::new(seeds());
    assert!(!seeds.is_empty(), "there are no programs to mutate");
    keep_panics();

    let start = Instant::now();
    let next = Arc::new(AtomicUsize::new(0));
    let tally = Arc::new(Mutex::new(Tally::default()));
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    let mut slots = Vec::new();
    let mut workers = Vec::new();
    for index in 0..threads {
        let slot = Slot::default();
        slots.push(slot.clone());
        let (seeds, next, tally) = (seeds.clone(), next.clone(), tally.clone());
        workers.push(worker(move || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed) as u64;
                if number >= count {
                    for file in ["mutation0.c", "mutation1.c"] {
                        let _ = fs::remove_file(running(index, file));
                    }
                    return;
                }
                let (texts, model) = case(&seeds, seed, number);
                // A stack overflow ends the process; then these files tell of it.
                for text in &texts {
                    let _ = fs::write(running(index, &text.path), &text.bytes);
                }
                let begun = Instant::now();
                *slot.lock().unwrap() = Some((number, begun));
                let result = guarded(texts, model);
                *slot.lock().unwrap() = None;
                let mut tally = tally.lock().unwrap();
                tally.slowest = tally.slowest.max(begun.elapsed());
                match result {
                    Ok(Verdict::Accepted) => tally.accepted += 1,
                    Ok(Verdict::Rejected) => tally.rejected += 1,
                    Err(why) => tally.failures.push((number, why)),
                }
            }
        }));
    }

    // The watchdog. A worker that hangs cannot be stopped; the test ends without it.
    let mut hung = Vec::new();
    while hung.is_empty() && workers.iter().any(|w| !w.is_finished()) {
        thread::sleep(Duration::from_millis(20));
        let running = slots.iter().filter_map(|s| *s.lock().unwrap());
        hung.extend(running.filter(|(_, since)| since.elapsed() > TIME_LIMIT));
    }
    let tally = tally.lock().unwrap();
    let mut failures = tally.failures.clone();
    let panics = failures.len();
    failures.extend(
        hung.iter()
            .map(|h| (h.0, format!("runs longer than {TIME_LIMIT:?}"))),
    );
    println!(
        "{} mutations of {} programs: {} accepted, {} rejected, {panics} panics, {} hangs; \
         {:.1} s, slowest {:.3} s",
        tally.accepted + tally.rejected + failures.len(),
        seeds.len(),
        tally.accepted,
        tally.rejected,
        hung.len(),
        start.elapsed().as_secs_f64(),
        tally.slowest.as_secs_f64(),
    );
    // One of each kind is enough to work with.
    failures.sort();
    failures.dedup_by(|a, b| a.1 == b.1);
    let mut list = String::new();
    for (number, why) in failures.iter().take(20) {
        let (texts, model) = case(&seeds, seed, *number);
        let files: Vec<_> = texts
            .iter()
            .map(|t| keep(&t.bytes, seed, *number, &t.path))
            .collect();
        let files = files.join(" ");
        writeln!(
            list,
            "seed {seed}, case {number} ({model:?}): {why}\n    {files}"
        )
        .unwrap();
    }
    assert!(failures.is_empty(), "the front end failed:\n{list}");
}

/// What a worker is translating right now.
fn running(worker: usize, name: &str) -> PathBuf {
    env::temp_dir().join(format!("concord-running-{worker}-{name}"))
}

/// Writes an input that made the front end fail; gives its path.
fn keep(bytes: &[u8], seed: u64, number: u64, name: &str) -> String {
    let path = env::temp_dir().join(format!("concord-{seed}-{number}-{name}"));
    match fs::write(&path, bytes) {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("(cannot write {}: {error})", path.display()),
    }
}

#[test]
fn mutations_depend_on_the_seed_alone() {
    let seeds = [
        b"int main(void) { return 0; }\n".to_vec(),
        b"int x;\n".to_vec(),
    ];
    let bytes = |seed, number| {
        let (texts, _) = case(&seeds, seed, number);
        texts.into_iter().map(|t| t.bytes).collect::<Vec<_>>()
    };
    assert_eq!(bytes(1, 2), bytes(1, 2));
    let different = (0..100).filter(|&n| bytes(0, n) != bytes(1, n));
    assert!(different.count() > 50);
}

// Nasty inputs.

fn in_main(body: &str) -> Vec<u8> {
    let start = "int f(int i); int main(void) { int a, b, x; ";
    [start, body, " }\n"].concat().into()
}

/// `unit` until there are two megabytes.
fn long(unit: &str) -> String {
    unit.repeat((2 << 20) / unit.len())
}

fn nested(open: &str, inside: &str, close: &str, depth: usize) -> String {
    [&open.repeat(depth), inside, &close.repeat(depth)].concat()
}

fn nasty() -> Vec<(&'static str, Vec<u8>)> {
    let deep = 10_000;
    let mut list = vec![
        (
            "parentheses",
            in_main(&format!("x = {};", nested("(", "1", ")", deep))),
        ),
        (
            "open parentheses",
            in_main(&format!("x = {}", "(".repeat(deep))),
        ),
        ("sum", in_main(&format!("x = {}1;", long("1+")))),
        (
            "sum of variables",
            in_main(&format!("x = {}x;", long("a+"))),
        ),
        (
            "sum to the right",
            in_main(&format!("x = {};", nested("a+(", "1", ")", 500_000))),
        ),
        ("assignments", in_main(&format!("{}1;", long("x=")))),
        ("negations", in_main(&format!("x = {}x;", long("!")))),
        ("complements", in_main(&format!("x = {}x;", long("~ ")))),
        ("stars", in_main(&format!("x = {}x;", long("*")))),
        ("casts", in_main(&format!("x = {}x;", long("(int)")))),
        ("sizeofs", in_main(&format!("x = {}x;", long("sizeof ")))),
        (
            "calls",
            in_main(&format!("x = {};", nested("f(", "1", ")", 700_000))),
        ),
        ("conditionals", in_main(&format!("x = {}1;", long("a?b:")))),
        (
            "conditionals inside",
            in_main(&format!("x = {};", nested("a?", "1", ":b", 500_000))),
        ),
        ("conjunctions", in_main(&format!("x = {}b;", long("a&&")))),
        (
            "disjunctions of conjunctions",
            in_main(&format!("x = {}b;", long("a&&b||"))),
        ),
        ("commas", in_main(&format!("{}x;", long("a,")))),
        ("indices", in_main(&format!("x = x{};", long("[1]")))),
        (
            "nested indices",
            in_main(&format!("x = {};", nested("x[", "0", "]", 500_000))),
        ),
        ("members", in_main(&format!("x = x{};", long(".x")))),
        ("increments", in_main(&format!("x{};", long("++")))),
        ("blocks", in_main(&nested("{", "", "}", deep))),
        ("ifs", in_main(&format!("{};", "if (a) ".repeat(100_000)))),
        (
            "else-ifs",
            in_main(&format!("{}a = 1;", "if (a) b = 1; else ".repeat(100_000))),
        ),
        (
            "whiles",
            in_main(&format!("{};", "while (a) ".repeat(deep))),
        ),
        (
            "dos",
            in_main(&nested("do ", "a = 1;", " while (a);", deep)),
        ),
        (
            "switches",
            in_main(&format!("{};", "switch (a) case 1: ".repeat(deep))),
        ),
        (
            "labels",
            in_main(&format!("{};", numbered(100_000, |i| format!("l{i}: ")))),
        ),
        (
            "cases",
            in_main(&format!(
                "switch (a) {{ {} }}",
                numbered(100_000, |i| format!("case {i}: b++; "))
            )),
        ),
        (
            "case range",
            in_main("switch (a) { case 0 ... 2147483647: b = 1; }"),
        ),
        (
            "gotos",
            in_main(&numbered(50_000, |i| {
                format!("l{i}: if (a) goto l{}; ", 49_999 - i)
            })),
        ),
        (
            "statement expressions",
            in_main(&format!("x = {};", nested("({ ", "1", "; })", deep))),
        ),
        (
            "declarations",
            in_main(&numbered(200_000, |i| format!("int v{i} = {i}; "))),
        ),
        (
            "initialiser braces",
            format!("int x = {};\n", nested("{", "1", "}", 20_000)).into(),
        ),
        (
            "nested arrays",
            format!(
                "int x{} = {};\n",
                "[1]".repeat(20_000),
                nested("{", "1", "}", 20_000)
            )
            .into(),
        ),
        (
            "elided braces",
            format!(
                "int x{} = {{ {} }};\n",
                "[2]".repeat(16),
                "1, ".repeat(1 << 16)
            )
            .into(),
        ),
        (
            "huge array",
            b"char x[1ull << 62]; int y[] = { [2000000000] = 1 };\n".into(),
        ),
        (
            "huge designator range",
            b"int y[] = { [0 ... 2000000000] = 1 };\n".into(),
        ),
        ("pointer stars", format!("int {}p;\n", long("*")).into()),
        (
            "array dimensions",
            format!("int a{};\n", long("[1]")).into(),
        ),
        (
            "function declarators",
            format!("int {};\n", nested("(*", "f", ")(void)", deep)).into(),
        ),
        (
            "parameter lists",
            format!("int f{};\n", nested("(int g", "(void)", ")", deep)).into(),
        ),
        (
            "many parameters",
            format!(
                "int f({}int z);\n",
                numbered(100_000, |i| format!("int p{i}, "))
            )
            .into(),
        ),
        (
            "nested structures",
            format!("{};\n", nested("struct { ", "int i;", " } s;", deep)).into(),
        ),
        (
            "many fields",
            format!(
                "struct s {{ {} }} x;\n",
                numbered(100_000, |i| format!("int f{i}; "))
            )
            .into(),
        ),
        (
            "many enumerators",
            format!(
                "enum e {{ {} }};\n",
                numbered(200_000, |i| format!("e{i}, "))
            )
            .into(),
        ),
        (
            "typedef chain",
            numbered(50_000, |i| format!("typedef t{i} t{};\n", i + 1))
                .replacen("t0", "int", 1)
                .into(),
        ),
        ("growing pointer types", growing_types("*x")),
        ("growing array types", growing_types("x[2]")),
        (
            "typeofs",
            format!("int x; {} y;\n", nested("typeof(", "x", ")", deep)).into(),
        ),
        (
            "attributes",
            format!("int x {};\n", long("__attribute__((unused)) ")).into(),
        ),
        (
            "attribute parentheses",
            format!("int x __attribute__(({}));\n", nested("a(", "", ")", deep)).into(),
        ),
        (
            "generic selections",
            in_main(&format!(
                "x = {};",
                nested("_Generic(1, default: ", "1", ")", deep)
            )),
        ),
        (
            "compound literals",
            in_main(&format!("x = {};", nested("(int){", "1", "}", deep))),
        ),
        ("qualifiers", format!("{}int x;\n", long("const ")).into()),
        ("semicolons", long(";").into()),
        (
            "strings",
            format!("char s[] = {};\n", long("\"a\" ")).into(),
        ),
        (
            "one string",
            format!("char s[] = \"{}\";\n", long("a")).into(),
        ),
        (
            "escapes",
            format!("char s[] = \"{}\";\n", long("\\x")).into(),
        ),
        (
            "hexadecimal escape",
            format!("char s[] = \"\\x{}\";\n", long("f")).into(),
        ),
        ("long number", format!("int x = {};\n", long("9")).into()),
        (
            "long fraction",
            format!("double x = 0.{};\n", long("3")).into(),
        ),
        (
            "long exponent",
            format!(
                "double x = 1e{}; double y = 0x1p{};\n",
                long("9"),
                long("9")
            )
            .into(),
        ),
        (
            "long identifier",
            format!("int {};\n", "a".repeat(1 << 20)).into(),
        ),
        (
            "long comment",
            format!("/*{}*/ int x;\n", long("* /")).into(),
        ),
        ("line splices", format!("int x;{}\n", long("\\\n")).into()),
        (
            "line markers",
            numbered(100_000, |i| format!("# {i} \"f{i}.h\"\nint v{i};\n")).into(),
        ),
        (
            "wrong line markers",
            b"# 99999999999999999999 \"f\"\nint x\n# 4294967295 \"g\"\n\n\nint y\n# 1 \"\nint"
                .into(),
        ),
        (
            "unknown directives",
            b"#include <x.h>\n#define X 1\n#if X\nint x;\n#endif\n#pragma once\n".into(),
        ),
        ("empty file", Vec::new()),
        ("byte order mark", b"\xef\xbb\xbf".into()),
        ("newlines", long("\n").into()),
        ("zero bytes", vec![0; 100_000]),
        (
            "zero bytes inside",
            b"int\0x; int main(void) { return '\0'; } char s[] = \"a\0b\";\0\n".into(),
        ),
        ("high bytes", vec![0xff; 100_000]),
        ("garbage", garbage()),
        (
            "errors on every line",
            "int x = y; foo bar; }\n".repeat(50_000).into(),
        ),
    ];
    let unterminated = [
        "/*",
        "//",
        "\"",
        "'",
        "'\\",
        "\"\\",
        "L'",
        "u8\"",
        "\"\\x",
        "\\",
        "#",
        "# 1",
        "# 1 \"x",
        "0x",
        "1e+",
        "1.",
        "...",
        "..",
        "int",
        "int x",
        "int x =",
        "int x = {",
        "int x[",
        "int x[3",
        "int f(",
        "int f(int",
        "int f(void) {",
        "int f(void) { return",
        "int f(void) { if",
        "int f(void) { if (1",
        "int f(void) { do",
        "int f(void) { for (",
        "int f(void) { for (;;",
        "int f(void) { switch (1) { case",
        "int f(void) { goto",
        "int f(void) { x:",
        "int f(void) { ({",
        "int f(void) { asm(",
        "int f(void) { (int) {",
        "int f(a, b) int a",
        "struct",
        "struct {",
        "struct s { int x",
        "struct s { int x :",
        "enum",
        "enum {",
        "enum { a =",
        "typedef",
        "typedef int",
        "union u {",
        "_Static_assert(",
        "_Alignas(",
        "typeof(",
        "__attribute__",
        "__attribute__((",
        "__attribute__((aligned(",
        "int x = sizeof",
        "int x = (",
        "int x = 1 ?",
        "int x = 1 ? 2 :",
        "int x = _Generic(",
        "int x = __builtin_offsetof(",
        "int x = __builtin_va_arg(",
        "int x = &&",
        "int a[] = { [",
        "struct s a = { .",
        "asm(",
        "asm(\"\" :",
        "extern \"C\"",
        "__extension__",
        "int *",
        "int (*",
        "int (*f)(",
        "int x,",
    ];
    list.extend(unterminated.map(|text| (text, text.as_bytes().to_vec())));
    list
}

fn numbered(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect()
}

/// Each type is made of the one before, so printing the last would be long.
fn growing_types(declarator: &str) -> Vec<u8> {
    let typedefs = numbered(2_000, |i| {
        let declarator = declarator.replace('x', &format!("t{}", i + 1));
        format!("typedef t{i} {declarator};\n")
    });
    format!("typedef int t0;\n{typedefs}t2000 *x; int *y = x;\n").into()
}

fn garbage() -> Vec<u8> {
    let mut random = Random::of_case(0, 0);
    (0..500_000).map(|_| random.next() as u8).collect()
}

#[test]
fn nasty_inputs() {
    keep_panics();
    let mut failures = String::new();
    for (name, bytes) in nasty() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let (sender, receiver) = mpsc::channel();
            let path = "nasty.c".to_owned();
            let texts = vec![Text {
                path,
                bytes: bytes.clone(),
                library: false,
            }];
            // A stack overflow would end the process: say before what was tried.
            println!("{name} ({model:?})");
            worker(move || {
                // Nobody is waiting any more if the time was up.
                let _ = sender.send(guarded(texts, model));
            });
            let why = match receiver.recv_timeout(TIME_LIMIT) {
                Ok(Ok(_)) => continue,
                Ok(Err(why)) => why,
                Err(_) => format!("runs longer than {TIME_LIMIT:?}"),
            };
            writeln!(failures, "{name} ({model:?}): {why}").unwrap();
        }
    }
    assert!(failures.is_empty(), "the front end failed:\n{failures}");
}
