//! A test case: a C file that, compiled and linked with the program, makes it
//! fail in the same way.
//!
//! The file needs no types of the program. Functions that the program only
//! declares are defined here under their linker names, with their results as
//! plain scalars; variables likewise, as bytes. Allocating functions are wrapped
//! by the linker (`--wrap`), so that blocks begin with the recorded contents and
//! allocation fails where it did. This relies on the calling conventions of x86.

mod heap;

use crate::story::{Given, Role, Story};
use crate::{fault, story};
use machine::{Fault, Incident, Request};
use program::{DataModel, FunctionId, INLINE_ASSEMBLY, Linkage, Program, Type, TypeId, VarId};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// What the header of the file speaks of.
pub struct About<'a> {
    /// The program's files.
    pub files: &'a [String],
    pub entry: &'a str,
    pub incident: Incident,
}

/// The text of the file.
pub fn test_case(program: &Program, story: &Story, about: &About<'_>) -> String {
    let mut case = Case {
        program,
        story,
        about,
        flags: vec!["-g".into(), "-w".into()],
        missing: Vec::new(),
        objects: 0,
        body: String::new(),
    };
    // Writing to a string does not fail.
    let _ = case.write();
    case.finished()
}

struct Case<'a> {
    program: &'a Program,
    story: &'a Story,
    about: &'a About<'a>,
    flags: Vec<String>,
    /// What cannot be reproduced.
    missing: Vec<String>,
    /// Objects that pointers from the environment point to.
    objects: u128,
    body: String,
}

impl Case<'_> {
    fn write(&mut self) -> fmt::Result {
        self.choose_flags();
        let pointers = self.story.inputs.iter();
        let pointers = pointers.filter(|given| given.request == Request::Pointer);
        self.objects = pointers.map(|given| given.bits).max().unwrap_or(0).min(64);
        if self.objects > 0 {
            let count = self.objects;
            writeln!(
                self.body,
                "static _Alignas(16) char objects[{count}][65536];\n"
            )?;
        }
        self.write_functions()?;
        self.write_variables()?;
        self.write_allocation()?;
        self.write_error()?;
        self.write_entry()?;
        self.note_locals();
        self.note_others();
        if let Fault::Automaton(_) = self.about.incident.fault {
            self.missing
                .push("what an automaton forbids need not be a crash".into());
            // What is called behind that is not in the program any more.
            let flag = "-Wl,--unresolved-symbols=ignore-in-object-files";
            self.flags.push(flag.into());
        }
        Ok(())
    }

    fn choose_flags(&mut self) {
        self.flags.push(match self.program.model() {
            DataModel::Lp64 => "-m64".into(),
            DataModel::Ilp32 => "-m32".into(),
        });
        match self.about.incident.fault {
            Fault::ErrorCall(_)
            | Fault::UndefinedCall(_)
            | Fault::Assertion
            | Fault::Automaton(_)
            | Fault::Cleanup => {}
            Fault::SignedOverflow | Fault::DivisionByZero | Fault::ShiftRange => {
                self.flags.push("-fsanitize=undefined".into());
                self.flags.push("-fno-sanitize-recover=all".into());
            }
            Fault::OutOfBounds
            | Fault::UseAfterFree
            | Fault::UseAfterScope
            | Fault::NullDereference
            | Fault::InvalidPointer
            | Fault::ReadOnly
            | Fault::DoubleFree
            | Fault::InvalidFree
            | Fault::Misaligned
            | Fault::InvalidCall
            | Fault::Leak
            | Fault::VariableArguments
            | Fault::InvalidJump => {
                self.flags.push("-fsanitize=address,undefined".into());
                self.flags.push("-fno-sanitize-recover=all".into());
            }
        }
    }

    // Functions that are only declared.

    fn write_functions(&mut self) -> fmt::Result {
        let program = self.program;
        let library = story::library_start(program);
        let mentioned = program.mentioned_functions();
        for (id, function) in program.functions.enumerate() {
            let name = &program.names[function.name];
            let modelled = function.body.is_some() && function.span.lo >= library;
            let of_kernel = modelled && self.is_kernels(id);
            let wanted = match modelled {
                // What a C library does not have.
                true => name.starts_with("__VERIFIER_") || of_kernel,
                false => function.body.is_none() && !machine::is_primitive(name),
            };
            let internal = name.starts_with("__concord_")
                || name.starts_with("__builtin_")
                || name == INLINE_ASSEMBLY;
            if wanted && !internal && mentioned.contains(&id) {
                if of_kernel {
                    self.missing
                        .push(format!("what the kernel's `{name}` does"));
                }
                self.write_function(id, name)?;
            }
        }
        Ok(())
    }

    /// Is it one that only programs in the Linux kernel can call?
    fn is_kernels(&self, id: FunctionId) -> bool {
        let function = &self.program.functions[id];
        let place = self.program.sources.position(function.span);
        let model = place.and_then(|at| at.file.strip_prefix(machine::MODEL_PREFIX));
        function.linkage == Linkage::External && model.is_some_and(|m| m.starts_with("kernel"))
    }

    fn write_function(&mut self, id: FunctionId, name: &str) -> fmt::Result {
        let n = program::Id::index(id);
        if name == "__VERIFIER_assume" {
            return writeln!(
                self.body,
                "void f{n}(int c) __asm__(\"{name}\");\n\
                 void f{n}(int c) {{ if (!c) __builtin_exit(0); }}\n"
            );
        }
        if name == "__VERIFIER_nondet_memory" {
            self.missing.push(format!("what `{name}` wrote"));
        }
        let program = self.program;
        let result = program.types.signature_of(program.functions[id].ty);
        let result = result.map(|s| s.result.ty);
        let values = self.results(id);
        let Some(ty) = result.and_then(|ty| self.scalar(ty)) else {
            let void = result.is_none_or(|ty| program.types.get(ty) == Type::Void);
            if !void {
                self.missing.push(format!("results of `{name}`"));
            }
            return writeln!(
                self.body,
                "void f{n}(void) __asm__(\"{name}\");\nvoid f{n}(void) {{}}\n"
            );
        };
        let list: Vec<String> = values.iter().map(|given| self.value(given)).collect();
        // A truth value is the lowest bit of what was drawn for it.
        let list: Vec<String> = match ty == "_Bool" {
            true => list.into_iter().map(|v| format!("{v} & 1")).collect(),
            false => list,
        };
        let list = if list.is_empty() {
            "0".into()
        } else {
            list.join(", ")
        };
        writeln!(
            self.body,
            "{ty} f{n}(void) __asm__(\"{name}\");\n\
             {ty} f{n}(void) {{\n    \
             unsigned long long values[] = {{{list}}};\n    \
             static unsigned next;\n    \
             unsigned at = next < sizeof values / sizeof *values ? next++ : 0;\n    \
             {ty} result;\n    \
             __builtin_memcpy(&result, &values[at], sizeof result);\n    \
             return result;\n}}\n"
        )
    }

    /// The inputs that calls of the function returned, in order.
    fn results(&self, function: FunctionId) -> Vec<&Given> {
        let inputs = &self.story.inputs;
        let library = inputs.iter().filter(|g| g.role == Role::Library(function));
        let undefined = self.story.undefined_calls.iter();
        let undefined = undefined.filter(|call| call.function == function);
        // A result that nobody looked at may be anything, but it takes its turn.
        let anything = &ANYTHING;
        let undefined = undefined.map(|call| call.result.map_or(anything, |n| &inputs[n]));
        library.chain(undefined).collect()
    }

    /// The name of a scalar type that eight bytes can hold.
    fn scalar(&self, ty: TypeId) -> Option<String> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Pointer(_) => Some("void *".into()),
            Type::Int(_) | Type::Float(_) if types.size_of(ty)? <= 8 => {
                Some(self.program.show(ty).to_string())
            }
            _ => None,
        }
    }

    fn value(&self, given: &Given) -> String {
        match (given.request, given.bits) {
            (Request::Pointer, 0) => "0".into(),
            (Request::Pointer, n) => {
                format!("(unsigned long)&objects[{}]", (n.min(self.objects) - 1))
            }
            (_, bits) => format!("{:#x}", bits as u64),
        }
    }

    // Variables that are only declared.

    fn write_variables(&mut self) -> fmt::Result {
        let program = self.program;
        let mentioned = program.exprs.mentioned_vars();
        let mut parts: BTreeMap<VarId, Vec<&Given>> = BTreeMap::new();
        for given in &self.story.inputs {
            if let Role::Part { variable, .. } = given.role {
                parts.entry(variable).or_default().push(given);
            }
        }
        for (id, var) in program.vars.enumerate() {
            let external = var.kind == program::VarKind::Global(Linkage::External);
            let name = &program.names[var.name];
            let system = ["stdin", "stdout", "stderr", "environ", "errno"].contains(&name);
            if !external || var.defined || system || !mentioned.contains(&id) {
                continue;
            }
            let n = program::Id::index(id);
            let size = program.object_size(id).filter(|&s| s > 0).unwrap_or(65536);
            writeln!(
                self.body,
                "_Alignas(16) char v{n}[{size}] __asm__(\"{name}\") = {{0}};"
            )?;
            let parts = parts.get(&id).map_or(&[][..], Vec::as_slice);
            if !parts.is_empty() {
                writeln!(
                    self.body,
                    "__attribute__((constructor)) static void set{n}(void) {{"
                )?;
                for given in parts {
                    if let Role::Part { offset, .. } = given.role {
                        let patch = self.patch(given, &format!("v{n} + {offset}"));
                        writeln!(self.body, "    {patch}")?;
                    }
                }
                writeln!(self.body, "}}")?;
            }
            writeln!(self.body)?;
        }
        Ok(())
    }

    /// A statement that puts an input into memory.
    fn patch(&self, given: &Given, to: &str) -> String {
        let size = match given.request {
            Request::Int { bits, .. } => u64::from(bits.div_ceil(8)),
            Request::Float(kind) => match kind {
                program::FloatKind::Float => 4,
                _ => 8,
            },
            Request::Pointer => self.program.model().pointer_size(),
        };
        let value = self.value(given);
        format!("__builtin_memcpy({to}, &(unsigned long long){{{value}}}, {size});")
    }

    // Where it fails, and where it begins.

    fn write_error(&mut self) -> fmt::Result {
        let program = self.program;
        for name in ["reach_error", "__VERIFIER_error"] {
            let Some(&function) = program.functions_named(name).first() else {
                continue;
            };
            let fail = "__builtin_puts(\"the error was reached\");\n    __builtin_abort();";
            match program.functions[function].body.is_some() {
                false => writeln!(self.body, "void {name}(void) {{\n    {fail}\n}}\n")?,
                // The program's own function may do nothing at all.
                true if self.about.incident.fault == Fault::ErrorCall(function)
                    && program.functions[function].linkage == Linkage::External =>
                {
                    self.flags.push("-finstrument-functions".into());
                    writeln!(
                        self.body,
                        "extern char error[] __asm__(\"{name}\");\n\
                         __attribute__((no_instrument_function))\n\
                         void __cyg_profile_func_enter(void *function, void *site) {{\n    \
                         if (function != error) return;\n    {fail}\n}}\n\
                         __attribute__((no_instrument_function))\n\
                         void __cyg_profile_func_exit(void *function, void *site) {{}}\n"
                    )?;
                }
                true => {}
            }
        }
        if self.flags.iter().any(|flag| flag.contains("address")) {
            writeln!(
                self.body,
                "const char *__asan_default_options(void) {{\n    \
                 return \"detect_stack_use_after_return=1:detect_leaks=1\";\n}}\n"
            )?;
        }
        Ok(())
    }

    fn write_entry(&mut self) -> fmt::Result {
        if self.about.entry == "main" {
            return Ok(());
        }
        if self.program.function_named("main").is_some() {
            self.flags.push("-Dmain=original_main".into());
        }
        let arguments = self.story.inputs.iter();
        let arguments = arguments.filter(|g| matches!(g.role, Role::Argument(_)));
        let arguments: Vec<String> = arguments
            .map(|given| match given.request {
                Request::Pointer => format!("(void *){}", self.value(given)),
                Request::Int { bits, .. } if bits > 32 => format!("{}LL", given.text),
                Request::Int { .. } | Request::Float(_) => given.text.clone(),
            })
            .collect();
        writeln!(
            self.body,
            "#undef main\nlong entry() __asm__(\"{}\");\n\
             int main(void) {{\n    entry({});\n    return 0;\n}}\n",
            self.about.entry,
            arguments.join(", ")
        )
    }

    // What is left.

    /// Variables on the stack cannot be set from outside; but gcc can make them
    /// all zero, or all not zero.
    fn note_locals(&mut self) {
        let program = self.program;
        let local = |given: &&Given| match given.role {
            Role::Variable(v) | Role::Part { variable: v, .. } => !program.vars[v].kind.is_static(),
            _ => false,
        };
        let locals: Vec<&Given> = self.story.inputs.iter().filter(local).collect();
        if locals.is_empty() {
            return;
        }
        let how = match locals.iter().all(|given| given.bits != 0) {
            true => "pattern",
            false => "zero",
        };
        self.flags.push(format!("-ftrivial-auto-var-init={how}"));
        for given in locals.iter().filter(|given| given.bits != 0) {
            if let Role::Variable(v) | Role::Part { variable: v, .. } = given.role {
                let text = format!("`{}`, never set, is {}", program.show(v), given.text);
                if !self.missing.contains(&text) {
                    self.missing.push(text);
                }
            }
        }
    }

    fn note_others(&mut self) {
        let program = self.program;
        for given in &self.story.inputs {
            let text = match &given.role {
                Role::Library(f) => {
                    let name = program.show(*f).to_string();
                    let known = ["malloc", "calloc", "realloc"].contains(&name.as_str());
                    match known || name.starts_with("__VERIFIER_") {
                        true => continue,
                        false => format!("what `{name}` chose: {}", given.text),
                    }
                }
                Role::Environment { offset } if given.bits != 0 => {
                    format!(
                        "byte {offset} of an object of the environment: {}",
                        given.text
                    )
                }
                Role::Other if given.bits != 0 => format!("an indeterminate {}", given.text),
                _ => continue,
            };
            if !self.missing.contains(&text) {
                self.missing.push(text);
            }
        }
    }

    fn finished(self) -> String {
        let mut text =
            String::from("// Made by Concord. Linked with the program, this makes it fail.\n//\n");
        let at = self.program.show(self.about.incident.span);
        let message = fault::message(self.program, self.about.incident.fault);
        let files: Vec<String> = self.about.files.iter().map(|f| quoted(f)).collect();
        let _ = writeln!(text, "// What happens: {message} ({at})\n// To see it:");
        let _ = writeln!(
            text,
            "//     gcc {} -o test THIS_FILE {} && ./test",
            self.flags.join(" "),
            files.join(" ")
        );
        if !self.missing.is_empty() {
            text.push_str(
                "//\n// It may not fail, because this cannot be brought about from outside:\n",
            );
            for item in &self.missing {
                let _ = writeln!(text, "//   - {item}");
            }
        }
        text.push('\n');
        text.push_str(&self.body);
        text
    }
}

static ANYTHING: Given = Given {
    request: Request::Int {
        bits: 32,
        signed: true,
    },
    input: machine::Input::Int(0),
    text: String::new(),
    bits: 0,
    span: program::Span::NONE,
    role: Role::Other,
};

fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=".contains(c);
    match path.chars().all(plain) {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}
