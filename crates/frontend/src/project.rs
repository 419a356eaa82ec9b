//! Compilation databases (`compile_commands.json`): the C files of a project and how
//! each is compiled.
//!
//! Of a command only what decides about the meaning of the text is kept, for the
//! preprocessor. Relative paths in it are made to hold from where Concord runs, so that
//! places are told as the user would write them. Optimisation is left out: it changes
//! only which macros of the C library stand for the same functions.

use program::{DataModel, Diagnostic, Span};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::path::{Component, Path, PathBuf};

/// A C file and its own arguments for the preprocessor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub path: PathBuf,
    pub arguments: Vec<String>,
}

/// What a database says.
#[derive(Debug)]
pub struct Database {
    /// In its order.
    pub files: Vec<File>,
    /// What `-m32` and `-m64` select.
    pub data_model: DataModel,
    /// Files that are no C.
    pub skipped: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// Reads a database whose text begins at `base` and lies in `folder`; paths are told as
/// seen from `here`.
pub fn read(
    text: &str,
    base: u32,
    folder: &Path,
    here: &Path,
) -> Result<Database, Vec<Diagnostic>> {
    let entries: Vec<&RawValue> =
        serde_json::from_str(text).map_err(|e| vec![misread(&e, text, base)])?;
    let mut database = Database {
        files: Vec::new(),
        data_model: DataModel::default(),
        skipped: Vec::new(),
    };
    let mut errors = Vec::new();
    let mut width: Option<(DataModel, Span)> = None;
    for entry in entries {
        let entry = entry.get();
        // The entry is a part of the text.
        let start = base + (entry.as_ptr() as usize - text.as_ptr() as usize) as u32;
        let span = Span::new(start, start + 1);
        let read = match serde_json::from_str::<Entry>(entry) {
            Ok(read) => read,
            Err(e) => {
                errors.push(misread(&e, entry, start));
                continue;
            }
        };
        let command = match command(read.arguments, read.command) {
            Ok(command) => command,
            Err(message) => {
                errors.push(Diagnostic::error(span, message));
                continue;
            }
        };
        let from = Seen {
            directory: folder.join(&read.directory),
            here,
        };
        let path = from.path(&read.file);
        let said = match said(&command, &from) {
            Ok(said) => said,
            Err(message) => {
                errors.push(Diagnostic::error(span, message));
                continue;
            }
        };
        let by_name = path.extension().is_some_and(|e| e == "c" || e == "i");
        if !said.is_c.unwrap_or(by_name) {
            database.skipped.push(path);
            continue;
        }
        match width {
            Some((model, first)) if model != said.data_model => {
                let message = "this file is compiled for another machine than others";
                let error = Diagnostic::error(span, message);
                errors.push(error.with_related(first, "for one machine here"));
            }
            Some(_) => {}
            None => width = Some((said.data_model, span)),
        }
        let arguments = said.arguments;
        let file = File { path, arguments };
        if !database.files.contains(&file) {
            database.files.push(file);
        }
    }
    if errors.is_empty() && database.files.is_empty() {
        let span = Span::new(base, base + 1);
        errors.push(Diagnostic::error(span, "there is no C file in the project"));
    }
    database.data_model = width.map(|(model, _)| model).unwrap_or_default();
    match errors.is_empty() {
        true => Ok(database),
        false => Err(errors),
    }
}

/// A fault of JSON, at its place in a text that begins at `base`.
fn misread(error: &serde_json::Error, text: &str, base: u32) -> Diagnostic {
    let lines = text.split_inclusive('\n');
    let before: usize = lines.take(error.line().max(1) - 1).map(str::len).sum();
    let at = (before + error.column().max(1) - 1).min(text.len().saturating_sub(1));
    let at = base + at as u32;
    let message = error.to_string();
    // The place is shown, not told.
    let message = match message.rfind(" at line ") {
        Some(end) => &message[..end],
        None => &message,
    };
    Diagnostic::error(Span::new(at, at + 1), message)
}

fn command(arguments: Option<Vec<String>>, command: Option<String>) -> Result<Vec<String>, String> {
    match (arguments, command) {
        (Some(arguments), _) => Ok(arguments),
        (None, Some(command)) => {
            shlex::split(&command).ok_or_else(|| "the command has an open quote".to_owned())
        }
        (None, None) => Err("missing field `arguments` or `command`".to_owned()),
    }
}

/// Paths of a command, as seen from where Concord runs.
struct Seen<'a> {
    directory: PathBuf,
    here: &'a Path,
}

impl Seen<'_> {
    fn path(&self, path: &Path) -> PathBuf {
        // Components have no `.` but the first.
        let whole: PathBuf = self.directory.join(path).components().collect();
        let plain = without_parents(whole);
        match plain.strip_prefix(self.here) {
            Ok(inside) if inside.as_os_str().is_empty() => PathBuf::from("."),
            Ok(inside) => inside.to_owned(),
            Err(_) => plain,
        }
    }

    fn text(&self, path: &str) -> String {
        self.path(Path::new(path)).to_string_lossy().into_owned()
    }
}

/// The path without `..`, where that is the same file: a folder may be a link.
fn without_parents(path: PathBuf) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                short.pop();
            }
            part => short.push(part),
        }
    }
    match (path.canonicalize(), short.canonicalize()) {
        (Ok(one), Ok(other)) if one == other => short,
        _ => path,
    }
}

/// What a command says about the meaning of its file.
#[derive(Default)]
struct Said {
    arguments: Vec<String>,
    data_model: DataModel,
    /// By `-x`.
    is_c: Option<bool>,
}

/// Options with a folder, joined or as the next argument.
const FOLDERS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter", "-isysroot"];
/// Options with a file, which is looked for like an included one.
const FILES: &[&str] = &["-include", "-imacros"];
/// Options with a text.
const TEXTS: &[&str] = &["-D", "-U"];
/// Options with an argument that means nothing here. It could look like an option.
const OTHERS: &[&str] = &[
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "--param",
    "-aux-info",
    "-dumpbase",
    "-arch",
    "-target",
];
/// Options that give C a meaning that it does not have here.
const REFUSED: &[&str] = &[
    "-funsigned-char",
    "-fno-signed-char",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-fopenmp",
    "-fopenacc",
    "-mx32",
    "-m16",
    "-mms-bitfields",
];

fn said(command: &[String], from: &Seen<'_>) -> Result<Said, String> {
    let mut said = Said::default();
    // The first is the compiler.
    let arguments = command.iter().skip(1);
    let mut rest = arguments.flat_map(|a| match a.strip_prefix("-Wp,") {
        Some(list) => list.split(',').collect(),
        None => vec![a.as_str()],
    });
    while let Some(argument) = rest.next() {
        let next = |option: &str, rest: &mut dyn Iterator<Item = &str>| {
            let joined = argument.strip_prefix(option)?;
            match joined.is_empty() {
                true => rest.next().map(str::to_owned),
                false => Some(joined.to_owned()),
            }
        };
        let first = |options: &[&'static str]| {
            let mut found = options.iter().filter(|o| argument.starts_with(**o));
            found.next().copied()
        };
        if REFUSED.iter().any(|r| argument.starts_with(r)) {
            return Err(format!("{argument} has no meaning here"));
        } else if argument.starts_with('@') {
            return Err(format!("{argument}: files of arguments are not read"));
        } else if let Some(option) = first(FOLDERS) {
            if let Some(folder) = next(option, &mut rest) {
                said.arguments.push(option.to_owned());
                said.arguments.push(from.text(&folder));
            }
        } else if let Some(option) = first(FILES) {
            if let Some(file) = next(option, &mut rest) {
                let near = from.path(Path::new(&file));
                let file = match near.exists() {
                    true => near.to_string_lossy().into_owned(),
                    false => file,
                };
                said.arguments.extend([option.to_owned(), file]);
            }
        } else if let Some(option) = first(TEXTS) {
            if let Some(text) = next(option, &mut rest) {
                said.arguments.push(format!("{option}{text}"));
            }
        } else if let Some(root) = argument.strip_prefix("--sysroot=") {
            said.arguments
                .push(format!("--sysroot={}", from.text(root)));
        } else if argument.starts_with("-x") {
            said.is_c = next("-x", &mut rest).map(|l| l == "c" || l == "cpp-output");
        } else if argument == "-m32" {
            said.data_model = DataModel::Ilp32;
        } else if argument == "-m64" {
            said.data_model = DataModel::Lp64;
        } else if argument.starts_with("-std=")
            // Kinds of processors, which have macros.
            || argument.starts_with("-m")
            || matches!(
                argument,
                "-ansi" | "-nostdinc" | "-undef" | "-pthread" | "-ffreestanding" | "-trigraphs"
            )
        {
            said.arguments.push(argument.to_owned());
        } else if OTHERS.contains(&argument) {
            rest.next();
        }
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(text: &str) -> Result<Database, Vec<Diagnostic>> {
        read(text, 0, Path::new("/p"), Path::new("/p"))
    }

    fn arguments(command: &str) -> Vec<String> {
        let entry = serde_json::json!([{"directory": "/p/d", "file": "a.c", "command": command}]);
        database(&entry.to_string()).unwrap().files[0]
            .arguments
            .clone()
    }

    #[test]
    fn what_matters_of_a_command_is_kept() {
        assert_eq!(
            arguments(
                r#"cc -c -O2 -Wall -I. -I ../i -DA="b c" -D 'S="x"' -UB -std=gnu99 -o a.o a.c"#
            ),
            [
                "-I",
                "d",
                "-I",
                "d/../i",
                "-DA=b c",
                "-DS=\"x\"",
                "-UB",
                "-std=gnu99"
            ]
        );
        assert_eq!(
            arguments("cc -MF -Iq -isystem /s -include stdio.h -m64 -Wp,-MD,x,-DA -mavx a.c"),
            ["-isystem", "/s", "-include", "stdio.h", "-DA", "-mavx"]
        );
    }

    #[test]
    fn files_are_told_from_others_and_seen_from_here() {
        let read = database(
            r#"[{"directory": "/p", "file": "a.c", "arguments": ["cc", "-m32", "a.c"]},
                {"directory": "d", "file": "../a.c", "arguments": ["cc", "-m32", "a.c"]},
                {"directory": "/p", "file": "a.c", "arguments": ["cc", "-O2", "-m32", "a.c"]},
                {"directory": "/q", "file": "b.cc", "command": "c++ b.cc"},
                {"directory": "/q", "file": "c.x", "command": "cc -m32 -x c c.x"}]"#,
        );
        let read = read.unwrap();
        let paths: Vec<_> = read
            .files
            .iter()
            .map(|f| f.path.to_str().unwrap())
            .collect();
        assert_eq!(paths, ["a.c", "d/../a.c", "/q/c.x"]);
        assert_eq!(read.data_model, DataModel::Ilp32);
        assert_eq!(read.skipped, [PathBuf::from("/q/b.cc")]);
    }

    #[test]
    fn faults_have_a_place() {
        for (text, at, message) in [
            ("[\n{]", 3, "key must be a string"),
            ("", 0, "EOF while parsing a value"),
            ("[] x", 3, "trailing characters"),
            ("{}", 0, "invalid type: map, expected a sequence"),
            ("[{\"file\": \"a.c\"}]", 15, "missing field `directory`"),
            ("[]", 0, "there is no C file in the project"),
            (
                r#"[{"directory": "", "file": "a.c"}]"#,
                1,
                "missing field `arguments` or `command`",
            ),
            (
                r#"[{"directory": "", "file": "a.c", "command": "cc -m32"},
{"directory": "", "file": "b.c", "command": "cc"}]"#,
                57,
                "this file is compiled for another machine than others",
            ),
            (
                r#"[{"directory": "", "file": "a.c", "command": "cc '"}]"#,
                1,
                "the command has an open quote",
            ),
            (
                r#"[{"directory": "", "file": "a.c", "command": "cc -fopenmp a.c"}]"#,
                1,
                "-fopenmp has no meaning here",
            ),
        ] {
            let errors = database(text).unwrap_err();
            assert_eq!(
                (errors[0].span.lo, &*errors[0].message),
                (at, message),
                "{text}"
            );
        }
    }
}
