//! Structures and unions are laid out as gcc lays them out.
//!
//! Random types go to gcc, as a program that prints sizes, alignments, offsets
//! and the bits of bit-fields, and to the front end; all must agree, for both
//! data models. What the front end says is taken twice: from the layout itself
//! and from constant expressions in initialisers. `CONCORD_LAYOUTS` says how
//! many types, `CONCORD_LAYOUTS_SEED` which.

#![forbid(unsafe_code)]

use frontend::Text;
use program::{DataModel, Expr, Initial, Place, Program, TypeId};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn layouts_are_those_of_gcc() {
    let count = number("CONCORD_LAYOUTS", 1000);
    for (model, width) in [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")] {
        let seed = number("CONCORD_LAYOUTS_SEED", 1);
        let types = Generator::new(seed, model).types(count);
        let Some(truth) = gcc(&types, width) else {
            println!("skipped: gcc {width} does not work");
            continue;
        };
        let ours = Ours::new(&types, model);
        let mut wrong = Vec::new();
        for (i, ty) in types.iter().enumerate() {
            for (what, expected, found) in compare(ty, &truth[i], &ours) {
                wrong.push(format!("{}{what}: {found} instead of {expected}", ty.text));
            }
        }
        // Small types tell more.
        wrong.sort_by_key(String::len);
        let list: Vec<_> = wrong.iter().take(20).map(String::as_str).collect();
        assert!(
            wrong.is_empty(),
            "{width}: {} differences\n{}",
            wrong.len(),
            list.join("\n")
        );
        println!("{width}: {count} types agree");
    }
}

/// All that differs: what, gcc's word, ours.
fn compare(ty: &Ty, truth: &[String], ours: &Ours) -> Vec<(String, String, String)> {
    let name = &ty.name;
    let mut wrong = Vec::new();
    let mut check = |what: String, expected: &str, found: String| {
        if expected != found {
            wrong.push((what, expected.to_owned(), found));
        }
    };
    let constants = &ours.constants[name];
    let record = ours.records[name];
    let types = &ours.program.types;
    check(
        format!("size of {name}"),
        &truth[0],
        types.size_of(record).expect("complete").to_string(),
    );
    check(
        format!("alignment of {name}"),
        &truth[1],
        types.align_of(record).to_string(),
    );
    let sizes = ["sizeof", "_Alignof", "__alignof__"];
    for (i, operator) in sizes.into_iter().enumerate() {
        check(
            format!("{operator} {name}"),
            &truth[i],
            constants[i].to_string(),
        );
    }
    let mut plain = sizes.len();
    for (member, expected) in ty.members.iter().zip(&truth[sizes.len()..]) {
        let path = &member.path;
        let (offset, shift, width) = ours.position(record, path);
        if member.is_bit_field {
            let first = 8 * offset + shift;
            check(
                format!("bits of {path}"),
                &ones(expected),
                format!("{first}..{}", first + width),
            );
        } else {
            check(format!("offset of {path}"), expected, offset.to_string());
            check(
                format!("offsetof {path}"),
                expected,
                constants[plain].to_string(),
            );
            plain += 1;
        }
    }
    wrong
}

/// Where the ones are in a dump of bytes; they stand together.
fn ones(dump: &str) -> String {
    let byte = |i| u8::from_str_radix(&dump[i..i + 2], 16).expect("a hexadecimal dump");
    let bytes: Vec<u8> = (0..dump.len()).step_by(2).map(byte).collect();
    let is_one = |bit: &usize| bytes[bit / 8] >> (bit % 8) & 1 == 1;
    let ones: Vec<usize> = (0..8 * bytes.len()).filter(is_one).collect();
    match ones.as_slice() {
        [] => "nowhere".into(),
        [first, ..] => format!("{first}..{}", first + ones.len()),
    }
}

// What gcc says.

/// A list of words for each type; None if gcc cannot build for the machine.
fn gcc(types: &[Ty], width: &str) -> Option<Vec<Vec<String>>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("layout{width}.c"));
    let program = folder.join(format!("layout{width}"));
    let build = |text: &str| {
        fs::write(&file, text).expect("the file can be written");
        let mut gcc = Command::new("gcc");
        gcc.args([
            width,
            "-std=gnu11",
            "-w",
            "-Wno-packed-bitfield-compat",
            "-O0",
            "-o",
        ])
        .args([&program, &file]);
        gcc.output()
    };
    let trivial = build("#include <stdio.h>\nint main(void) { return puts(\"\"); }\n");
    if !trivial.is_ok_and(|o| o.status.success()) {
        return None;
    }
    let built = build(&probe(types)).expect("gcc ran a moment ago");
    assert!(
        built.status.success(),
        "gcc: {}",
        String::from_utf8_lossy(&built.stderr)
    );
    let run = Command::new(&program).output().expect("the probe runs");
    assert!(run.status.success(), "the probe fails: {}", run.status);
    let output = String::from_utf8(run.stdout).expect("the probe prints ASCII");
    let lines: Vec<_> = output.lines().map(words).collect();
    assert_eq!(lines.len(), types.len(), "one line for each type");
    Some(lines)
}

/// Words between bars; that of a bit-field in an empty object is empty.
fn words(line: &str) -> Vec<String> {
    line.split('|').map(str::to_owned).collect()
}

fn probe(types: &[Ty]) -> String {
    let mut text = String::from("#include <stdio.h>\n#include <string.h>\n");
    text.push_str(PRELUDE);
    text.push_str(
        "static void dump(const unsigned char *p, int n) { while (n-- > 0) printf(\"%02x\", *p++); }\n",
    );
    for ty in types {
        text.push_str(&ty.text);
    }
    for Ty { name, members, .. } in types {
        writeln!(
            text,
            "static void probe_{}(void) {{",
            name.replace(' ', "_")
        )
        .unwrap();
        writeln!(text, "static {name} x;").unwrap();
        writeln!(
            text,
            "printf(\"%d|%d|%d\", (int)sizeof(x), (int)_Alignof({name}), (int)__alignof__({name}));"
        )
        .unwrap();
        for Member { path, is_bit_field } in members {
            if *is_bit_field {
                // All ones, whatever the width.
                writeln!(text, "memset((void *)&x, 0, sizeof x); x.{path} = -1;").unwrap();
                writeln!(text, "putchar('|'); dump((void *)&x, sizeof x);").unwrap();
            } else {
                writeln!(
                    text,
                    "printf(\"|%d\", (int)__builtin_offsetof({name}, {path}));"
                )
                .unwrap();
            }
        }
        text.push_str("puts(\"\");\n}\n");
    }
    text.push_str("int main(void) {\n");
    for ty in types {
        writeln!(text, "probe_{}();", ty.name.replace(' ', "_")).unwrap();
    }
    text.push_str("return 0;\n}\n");
    text
}

// What the front end says.

struct Ours {
    program: Program,
    /// The record types by their names in C.
    records: HashMap<String, TypeId>,
    /// The values of the initialisers that ask for sizes and offsets.
    constants: HashMap<String, Vec<i128>>,
}

impl Ours {
    fn new(types: &[Ty], model: DataModel) -> Ours {
        let mut text = String::from(PRELUDE);
        for Ty {
            name,
            text: definition,
            members,
        } in types
        {
            text.push_str(definition);
            let mut values = vec![
                format!("sizeof({name})"),
                format!("_Alignof({name})"),
                format!("__alignof__({name})"),
            ];
            let plain = members.iter().filter(|m| !m.is_bit_field);
            values.extend(plain.map(|m| format!("__builtin_offsetof({name}, {})", m.path)));
            let name = name.replace(' ', "_");
            writeln!(
                text,
                "unsigned long of_{name}[] = {{ {} }};",
                values.join(", ")
            )
            .unwrap();
            // A variable of the type leads to the type.
            writeln!(text, "{} *to_{name};", name.replace('_', " ")).unwrap();
        }
        let text = Text {
            path: "layout.c".into(),
            bytes: text.into_bytes(),
            library: false,
        };
        let program = match frontend::compile_texts(vec![text], model) {
            Ok(output) => output.program,
            Err(failure) => {
                let errors: Vec<_> = failure
                    .diagnostics
                    .iter()
                    .map(|d| d.message.as_str())
                    .collect();
                panic!("rejected: {}", errors.join("\n"));
            }
        };
        let (mut records, mut constants) = (HashMap::new(), HashMap::new());
        for var in program.vars.iter() {
            let name = &program.names[var.name];
            if let Some(name) = name.strip_prefix("to_") {
                let record = program.types.pointee(var.ty).expect("a pointer").ty;
                records.insert(name.replace('_', " "), record);
            } else if let Some(name) = name.strip_prefix("of_") {
                constants.insert(name.replace('_', " "), array(&program, &var.initial));
            }
        }
        Ours {
            program,
            records,
            constants,
        }
    }

    /// Byte offset, shift and width (0 if it is no bit-field) of a member.
    fn position(&self, mut record: TypeId, path: &str) -> (u64, u64, u64) {
        let mut position = (0, 0, 0);
        for name in path.split('.') {
            let (ty, step) = self
                .member(record, name)
                .unwrap_or_else(|| panic!("no member {name}"));
            position = (position.0 + step.0, step.1, step.2);
            record = ty;
        }
        position
    }

    /// A member, perhaps of an anonymous member.
    fn member(&self, record: TypeId, name: &str) -> Option<(TypeId, (u64, u64, u64))> {
        self.program
            .types
            .fields(record)
            .iter()
            .find_map(|f| match f.name {
                Some(n) if self.program.names[n] == *name => {
                    let (shift, width) =
                        f.bits.map_or((0, 0), |b| (b.shift.into(), b.width.into()));
                    Some((f.ty, (f.offset, shift, width)))
                }
                Some(_) => None,
                None => {
                    let (ty, inner) = self.member(f.ty, name)?;
                    Some((ty, (f.offset + inner.0, inner.1, inner.2)))
                }
            })
    }
}

/// The numbers that an array is initialised with.
fn array(program: &Program, initial: &Initial) -> Vec<i128> {
    let Initial::Items(items) = initial else {
        panic!("an array without items");
    };
    let mut values = vec![None; items.len()];
    for &(place, value) in items {
        let Place::Index(_, index) = program.exprs.place(place) else {
            panic!("not an element");
        };
        let Expr::Int(value) = program.exprs.get(value) else {
            panic!("not a number");
        };
        let index = program.exprs.int_value(index).expect("a constant index");
        values[index as usize] = Some(value);
    }
    values
        .into_iter()
        .map(|v| v.expect("every element has a value"))
        .collect()
}

// Random types.

/// Scalar types whose alignment a typedef changes, and others with a name.
const PRELUDE: &str = "\
typedef char char_4 __attribute__((aligned(4)));
typedef short short_1 __attribute__((aligned(1)));
typedef int int_2 __attribute__((aligned(2)));
typedef int int_8 __attribute__((aligned(8)));
typedef long long long_1 __attribute__((aligned(1)));
typedef long long long_8 __attribute__((aligned(8)));
typedef double double_2 __attribute__((aligned(2)));
typedef double double_16 __attribute__((aligned(16)));
typedef int vector __attribute__((vector_size(16)));
enum plain { one = 1, two };
enum minus { less = -1, more = 1 };
enum big { huge = 0x123456789LL };
enum __attribute__((packed)) small { little = 3 };
";

struct Ty {
    /// `struct s12`
    name: String,
    /// The definition, with all that stands around it.
    text: String,
    members: Vec<Member>,
}

struct Member {
    path: String,
    is_bit_field: bool,
}

struct Generator {
    state: u64,
    model: DataModel,
    /// Types made so far that are small enough to be members.
    made: Vec<String>,
    names: usize,
}

impl Generator {
    fn new(seed: u64, model: DataModel) -> Generator {
        Generator {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            model,
            made: Vec::new(),
            names: 0,
        }
    }

    /// xorshift64*
    fn below(&mut self, n: u64) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    fn types(mut self, count: u64) -> Vec<Ty> {
        (0..count).map(|i| self.ty(i)).collect()
    }

    fn ty(&mut self, number: u64) -> Ty {
        let keyword = if self.chance(25) { "union" } else { "struct" };
        let name = format!("{keyword} s{number}");
        let pack = self
            .chance(25)
            .then(|| self.pick(&["1", "2", "4", "8", "16"]));
        let mut members = Vec::new();
        self.names = 0;
        let body = self.body(keyword, 0, "", &mut members);
        let (before, after) = self.record_attributes();
        let mut text = String::new();
        if let Some(pack) = pack {
            writeln!(text, "#pragma pack(push, {pack})").unwrap();
        }
        writeln!(text, "{keyword}{before} s{number} {{\n{body}}}{after};").unwrap();
        if pack.is_some() {
            text.push_str("#pragma pack(pop)\n");
        }
        // Types made of types made of types would grow without end.
        if !body.contains("struct s") && !body.contains("union s") {
            self.made.push(name.clone());
        }
        Ty {
            name,
            text,
            members,
        }
    }

    /// Attributes of a record, before its tag or after its brace.
    fn record_attributes(&mut self) -> (String, String) {
        let mut list = Vec::new();
        if self.chance(20) {
            list.push("packed".to_owned());
        }
        if self.chance(15) {
            list.push(format!(
                "aligned({})",
                self.pick(&["1", "2", "4", "8", "16", "32"])
            ));
        } else if self.chance(3) {
            list.push("aligned".to_owned());
        }
        if list.is_empty() {
            return (String::new(), String::new());
        }
        let text = format!(" __attribute__(({}))", list.join(", "));
        match self.chance(50) {
            true => (text, String::new()),
            false => (String::new(), text),
        }
    }

    fn body(
        &mut self,
        keyword: &str,
        depth: u32,
        prefix: &str,
        members: &mut Vec<Member>,
    ) -> String {
        let mut text = String::new();
        let most = if depth == 0 { 7 } else { 4 };
        for _ in 0..self.below(most) + u64::from(!self.chance(10)) {
            self.member(depth, prefix, &mut text, members);
        }
        if keyword == "struct" && depth == 0 && !members.is_empty() && self.chance(8) {
            let name = self.name();
            let element = self.pick(&[
                "char",
                "short",
                "double",
                "void *",
                "short_1",
                "enum small",
                "long double",
            ]);
            writeln!(text, "    {element} {name}[];").unwrap();
            members.push(Member {
                path: format!("{prefix}{name}"),
                is_bit_field: false,
            });
        }
        text
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("m{}", self.names)
    }

    fn member(&mut self, depth: u32, prefix: &str, text: &mut String, members: &mut Vec<Member>) {
        let indent = "    ".repeat(depth as usize + 1);
        text.push_str(&indent);
        match self.below(100) {
            0..45 => self.bit_field(prefix, text, members),
            45..60 if depth < 2 => self.nested(depth, prefix, text, members),
            60..68 if !self.made.is_empty() => {
                let at = self.below(self.made.len() as u64) as usize;
                let ty = self.made[at].clone();
                self.plain(&ty, prefix, text, members);
            }
            _ => {
                let ty = self.scalar();
                self.plain(&ty, prefix, text, members);
            }
        }
        text.push('\n');
    }

    fn scalar(&mut self) -> String {
        let ty = self.pick(&[
            "char",
            "signed char",
            "unsigned char",
            "short",
            "unsigned short",
            "int",
            "unsigned",
            "long",
            "unsigned long",
            "long long",
            "unsigned long long",
            "_Bool",
            "float",
            "double",
            "long double",
            "void *",
            "int (*",
            "enum plain",
            "enum minus",
            "enum big",
            "enum small",
            "char_4",
            "short_1",
            "int_2",
            "int_8",
            "long_1",
            "long_8",
            "double_2",
            "double_16",
            "vector",
            "_Float128",
            "_Complex double",
            "_Complex float",
            "_Atomic int",
            "_Atomic long long",
            "_Atomic char",
            "const volatile short",
            "__int128",
        ]);
        match ty {
            "__int128" if self.model == DataModel::Ilp32 => "long long".to_owned(),
            // gcc for i386 aligns records of eight bytes to four as members and
            // for `_Alignof`, to eight for `__alignof__`, if there is one inside.
            "_Atomic long long" if self.model == DataModel::Ilp32 => "_Atomic short".to_owned(),
            other => other.to_owned(),
        }
    }

    fn plain(&mut self, ty: &str, prefix: &str, text: &mut String, members: &mut Vec<Member>) {
        let name = self.name();
        let alignas = match self.below(100) {
            // Less than the type has anyway would be an error.
            0..5 if !ty.starts_with("struct") && !ty.starts_with("union") => "_Alignas(16) ",
            5..7 => "_Alignas(32) ",
            7..8 => "_Alignas(0) ",
            8..10 if matches!(ty, "char" | "short" | "int" | "_Bool") => "_Alignas(double) ",
            _ => "",
        };
        // gcc has no arrays of what is aligned to more than its size.
        let overaligned = matches!(ty, "char_4" | "int_8" | "double_16");
        let array = match self.below(100) {
            0..8 if !overaligned => "[3]",
            8..11 if !overaligned => "[0]",
            11..14 if !overaligned => "[2][3]",
            _ => "",
        };
        let declarator = match ty.strip_suffix("(*") {
            Some(_) => format!("int (*{name}{array})(void)"),
            None => format!("{ty} {name}{array}"),
        };
        let attributes = self.field_attributes();
        write!(text, "{alignas}{declarator}{attributes};").unwrap();
        members.push(Member {
            path: format!("{prefix}{name}"),
            is_bit_field: false,
        });
    }

    fn field_attributes(&mut self) -> String {
        match self.below(100) {
            0..10 => " __attribute__((packed))".to_owned(),
            10..18 => format!(
                " __attribute__((aligned({})))",
                self.pick(&["1", "2", "4", "8", "16"])
            ),
            18..21 => format!(
                " __attribute__((packed, aligned({})))",
                self.pick(&["1", "2", "4", "8"])
            ),
            _ => String::new(),
        }
    }

    fn bit_field(&mut self, prefix: &str, text: &mut String, members: &mut Vec<Member>) {
        let (ty, bits) = match self.below(21) {
            0 => ("char", 8),
            1 => ("signed char", 8),
            2 => ("unsigned char", 8),
            3 => ("short", 16),
            4 => ("unsigned short", 16),
            5 | 6 => ("int", 32),
            7 | 8 => ("unsigned", 32),
            9 => ("long", 8 * self.model.pointer_size()),
            10 => ("unsigned long", 8 * self.model.pointer_size()),
            11 => ("long long", 64),
            12 => ("unsigned long long", 64),
            13 => ("_Bool", 1),
            14 => ("enum plain", 32),
            15 => ("enum big", 64),
            16 => ("enum small", 8),
            17 => ("int_2", 32),
            18 => ("int_8", 32),
            19 => ("long_1", 64),
            _ if self.model == DataModel::Lp64 => ("unsigned __int128", 128),
            _ => ("short_1", 16),
        };
        match self.below(100) {
            0..12 => write!(text, "{ty} : 0;").unwrap(),
            12..22 => write!(text, "{ty} : {};", 1 + self.below(bits)).unwrap(),
            _ => {
                let width = match self.chance(60) {
                    true => 1 + self.below(bits.min(12)),
                    false => 1 + self.below(bits),
                };
                let name = self.name();
                let attributes = self.field_attributes();
                write!(text, "{ty} {name} : {width}{attributes};").unwrap();
                members.push(Member {
                    path: format!("{prefix}{name}"),
                    is_bit_field: true,
                });
            }
        }
    }

    /// A structure or union defined inside, perhaps without a name.
    fn nested(&mut self, depth: u32, prefix: &str, text: &mut String, members: &mut Vec<Member>) {
        let keyword = if self.chance(40) { "union" } else { "struct" };
        let (before, after) = self.record_attributes();
        let anonymous = self.chance(50);
        let name = if anonymous {
            String::new()
        } else {
            self.name()
        };
        let path = match anonymous {
            true => prefix.to_owned(),
            false => format!("{prefix}{name}."),
        };
        let body = self.body(keyword, depth + 1, &path, members);
        let attributes = if anonymous {
            String::new()
        } else {
            self.field_attributes()
        };
        let close = "    ".repeat(depth as usize + 1);
        write!(
            text,
            "{keyword}{before} {{\n{body}{close}}}{after} {name}{attributes};"
        )
        .unwrap();
        if !anonymous {
            members.push(Member {
                path: format!("{prefix}{name}"),
                is_bit_field: false,
            });
        }
    }
}

fn number(variable: &str, default: u64) -> u64 {
    let value = env::var(variable).ok();
    value.map_or(default, |v| {
        v.parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {v}"))
    })
}
