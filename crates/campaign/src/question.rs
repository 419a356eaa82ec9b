//! A program and what is asked about it, in the form of the corpus: a C file whose first
//! lines say what is verified.

use engine::{Settings, Task};
use machine::UnknownCalls;
use program::DataModel;
use properties::automaton::{self, SpecText};
use properties::{Observing, Properties, Property};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What is asked about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Without the lines that say what is asked.
    pub text: String,
    /// Names of properties; those of automata come from `spec`.
    pub properties: Vec<String>,
    /// The name of an automaton of `specs/`, perhaps with options behind a colon.
    pub spec: Option<String>,
    pub ilp32: bool,
    pub malloc_succeeds: bool,
    pub overflow_is_error: bool,
    pub unknown_calls_havoc: bool,
}

/// Where the corpus and the automata are.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// What is verified where nothing is said.
const USUAL: [&str; 4] = ["unreach-call", "assert", "valid-deref", "valid-free"];

/// Lines of a file that may say something.
const LINES: usize = 8;

/// What the lines are called that say what is asked.
const FIELDS: [&str; 5] = ["property", "spec", "data-model", "options", "expect"];

/// The value of `// name: value` among the first lines.
pub fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = text.lines().take(LINES);
    lines.find_map(|line| {
        let rest = line.strip_prefix("// ")?.strip_prefix(name)?;
        Some(rest.strip_prefix(':')?.trim())
    })
}

impl Question {
    pub fn new(text: String, property: &str) -> Question {
        Question {
            text,
            properties: vec![property.to_owned()],
            spec: None,
            ilp32: false,
            malloc_succeeds: false,
            overflow_is_error: false,
            unknown_calls_havoc: false,
        }
    }

    /// Reads a file; None if it asks for something that is not of use here.
    pub fn read(text: &str) -> Option<Question> {
        let spec = field(text, "spec").map(str::to_owned);
        let said = field(text, "property").map(|p| p.split_whitespace().map(str::to_owned));
        let properties = match (said, &spec) {
            (Some(said), _) => said.collect(),
            (None, Some(_)) => Vec::new(),
            (None, None) => USUAL.iter().map(|&p| p.to_owned()).collect(),
        };
        let mut question = Question {
            text: String::new(),
            properties,
            spec,
            ilp32: field(text, "data-model") == Some("ilp32"),
            malloc_succeeds: false,
            overflow_is_error: false,
            unknown_calls_havoc: false,
        };
        let mut options = field(text, "options")
            .unwrap_or_default()
            .split_whitespace();
        while let Some(option) = options.next() {
            match (option, options.next()?) {
                ("--property", name) => question.properties.push(name.to_owned()),
                ("--malloc", "succeeds") => question.malloc_succeeds = true,
                ("--malloc", "may-fail") => question.malloc_succeeds = false,
                ("--overflow", "error") => question.overflow_is_error = true,
                ("--overflow", "wrap") => question.overflow_is_error = false,
                ("--unknown-calls", "havoc") => question.unknown_calls_havoc = true,
                ("--unknown-calls", "pure") => question.unknown_calls_havoc = false,
                _ => return None,
            }
        }
        let asks = |line: &str| {
            let rest = line.strip_prefix("// ");
            FIELDS.iter().any(|name| {
                let rest = rest.and_then(|r| r.strip_prefix(name));
                rest.is_some_and(|r| r.starts_with(':'))
            })
        };
        for (number, line) in text.lines().enumerate() {
            if number >= LINES || !asks(line) {
                let _ = writeln!(question.text, "{line}");
            }
        }
        Some(question)
    }

    /// The lines that say what is asked.
    pub fn header(&self) -> String {
        let mut header = String::new();
        let mut options = String::new();
        if let Some((first, more)) = self.properties.split_first() {
            let _ = writeln!(header, "// property: {first}");
            for name in more {
                let _ = write!(options, " --property {name}");
            }
        }
        if let Some(spec) = &self.spec {
            let _ = writeln!(header, "// spec: {spec}");
        }
        if self.ilp32 {
            header.push_str("// data-model: ilp32\n");
        }
        for (is_set, option) in [
            (self.malloc_succeeds, " --malloc succeeds"),
            (self.overflow_is_error, " --overflow error"),
            (self.unknown_calls_havoc, " --unknown-calls havoc"),
        ] {
            if is_set {
                options.push_str(option);
            }
        }
        if !options.is_empty() {
            let _ = writeln!(header, "// options:{options}");
        }
        header
    }

    /// As a file.
    pub fn file(&self) -> String {
        self.header() + &self.text
    }

    /// The question for the strategies; the program is read from a file, for the
    /// preprocessor's sake. Err says what is wrong.
    pub fn task(&self, file: &Path) -> Result<Task, String> {
        let options = frontend::Options {
            data_model: match self.ilp32 {
                true => DataModel::Ilp32,
                false => DataModel::Lp64,
            },
            library: machine::models(),
            comments: self.properties.iter().any(|p| p == Property::Assert.name()),
            ..frontend::Options::default()
        };
        let compiled = frontend::compile_files(&[file.to_owned()], &options);
        let mut program = match compiled {
            Ok(output) => output.program,
            Err(failure) => {
                let first = failure.diagnostics.first();
                return Err(first.map_or_else(String::new, |d| d.message.clone()));
            }
        };
        program
            .function_named("main")
            .ok_or("there is no function main")?;
        let mut properties = Properties::NONE;
        for name in &self.properties {
            let known = Properties::named(name).ok_or("there is no such property")?;
            properties = properties.union(known);
        }
        let mut observers = Vec::new();
        if let Some(spec) = &self.spec {
            let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
            let options = options.split(',').filter(|o| !o.is_empty());
            let folder = match name.ends_with(".spc") {
                true => "tests/corpus/specs",
                false => "specs",
            };
            let path = root().join(folder).join(name).with_extension("spc");
            let text = SpecText {
                path: format!("{name}.spc"),
                bytes: fs::read(&path).map_err(|e| e.to_string())?,
                options: options.map(str::to_owned).collect(),
            };
            let mut include = |_: &str| Err(std::io::ErrorKind::NotFound.into());
            let specification = automaton::read(vec![text], &mut include)
                .map_err(|_| "the automaton is not read".to_owned())?;
            for automaton in &specification.automata {
                properties = properties.with(Property::automaton(&automaton.name));
            }
            let observing = Observing {
                entry: "main",
                library: machine::MODEL_PREFIX,
            };
            let observed = properties::observe(program, &specification, &observing)
                .map_err(|_| "the automaton does not fit".to_owned())?;
            (program, observers) = (observed.program, observed.observers);
        }
        properties::assign_copies(&mut program, machine::MODEL_PREFIX);
        Ok(Task {
            program,
            observers,
            precision: Vec::new(),
            declarations: String::new(),
            properties,
            settings: Settings {
                entry: "main".into(),
                overflow_is_fatal: self.overflow_is_error,
                malloc_may_fail: !self.malloc_succeeds,
                unknown_calls: match self.unknown_calls_havoc {
                    true => UnknownCalls::Havoc,
                    false => UnknownCalls::Pure,
                },
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_read_again() {
        let mut question = Question::new("int main(void) { return 0; }\n".into(), "valid-deref");
        for step in 0..5 {
            match step {
                0 => question.properties.push("valid-free".into()),
                1 => question.ilp32 = true,
                2 => question.malloc_succeeds = true,
                3 => question.overflow_is_error = true,
                _ => question.unknown_calls_havoc = true,
            }
            assert_eq!(Question::read(&question.file()), Some(question.clone()));
        }
        let text = "// spec: stdio:leaks\nint main(void) { return 0; }\n";
        let question = Question::read(text).expect("it is read");
        assert_eq!(question.file(), text);
    }
}
