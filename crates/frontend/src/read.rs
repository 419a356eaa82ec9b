//! Reading files: the only input this crate does.
//!
//! A file is read as it is if it holds nothing for a preprocessor to do;
//! otherwise it goes through the system's `cc -E`.

use crate::project::File;
use crate::{Options, Text};
use program::{DataModel, Diagnostic, SourceMap, Span};
use std::process::{Command, Stdio};

pub struct Read {
    pub text: Text,
    /// Did it go through the preprocessor?
    pub preprocessed: bool,
}

/// The text of a C file, preprocessed if it needs to be. Errors of the
/// preprocessor are placed in the original file, which joins `sources`.
pub fn read(
    file: &File,
    options: &Options,
    sources: &mut SourceMap,
) -> Result<Read, Vec<Diagnostic>> {
    let path = file.path.as_path();
    let name = path.to_string_lossy().into_owned();
    let bytes = std::fs::read(path).map_err(|e| {
        vec![Diagnostic::error(
            Span::NONE,
            format!("cannot read {name}: {e}"),
        )]
    })?;
    let preprocessed = path.extension().is_some_and(|e| e == "i");
    let plain = options.preprocessor.is_empty() && file.arguments.is_empty();
    if preprocessed || plain && !needs_preprocessing(&bytes) {
        let text = Text {
            path: name,
            bytes,
            library: false,
        };
        return Ok(Read {
            text,
            preprocessed: false,
        });
    }
    let text = preprocess(file, name, bytes, options, sources)?;
    Ok(Read {
        text,
        preprocessed: true,
    })
}

fn preprocess(
    file: &File,
    name: String,
    original: Vec<u8>,
    options: &Options,
    sources: &mut SourceMap,
) -> Result<Text, Vec<Diagnostic>> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let width = match options.data_model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let keeps_comments = options.comments && has_annotations(&original);
    let output = Command::new(&compiler)
        .args(["-E", "-w", "-std=gnu17", width, "-x", "c"])
        .args(keeps_comments.then_some("-C"))
        .args(&file.arguments)
        .args(&options.preprocessor)
        .arg(&file.path)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output();
    let output = match output {
        Ok(output) => output,
        Err(e) => {
            let message = format!("cannot preprocess {name} with '{compiler}': {e}");
            return Err(vec![Diagnostic::error(Span::NONE, message)]);
        }
    };
    if output.status.success() {
        return Ok(Text {
            path: name,
            bytes: output.stdout,
            library: false,
        });
    }
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut diagnostics = located_errors(&name, original, &messages, sources);
    if diagnostics.is_empty() {
        let message = format!(
            "preprocessing {name} with '{compiler}' failed: {}",
            messages.trim()
        );
        diagnostics.push(Diagnostic::error(Span::NONE, message));
    }
    Err(diagnostics)
}

/// Turns the preprocessor's errors into diagnostics.
fn located_errors(
    name: &str,
    original: Vec<u8>,
    messages: &str,
    sources: &mut SourceMap,
) -> Vec<Diagnostic> {
    let Ok(file) = sources.add(name.to_owned(), original) else {
        return Vec::new();
    };
    let file = sources.file(file);
    let mut diagnostics = Vec::new();
    for error in messages.lines().filter_map(LocatedError::parse) {
        diagnostics.push(if error.path == name {
            let before = file
                .text
                .split_inclusive(|b| *b == b'\n')
                .take(error.line - 1);
            let start = before.map(<[u8]>::len).sum::<usize>() + error.column - 1;
            let at = file.base() + start.min(file.text.len()) as u32;
            Diagnostic::error(Span::new(at, at + 1), error.message)
        } else {
            let message = format!("{}:{}: {}", error.path, error.line, error.message);
            Diagnostic::error(Span::NONE, message)
        });
    }
    diagnostics
}

/// `FILE:LINE:COLUMN: error: MESSAGE`, where the column may be missing and the
/// error be fatal. Lines from one.
#[derive(PartialEq, Debug)]
struct LocatedError<'m> {
    path: &'m str,
    line: usize,
    column: usize,
    message: &'m str,
}

impl LocatedError<'_> {
    /// None for any other line: notes, and the lines of the source that are shown.
    fn parse(line: &str) -> Option<LocatedError<'_>> {
        let split = |mark| line.split_once(mark);
        let (place, message) = split(": error: ").or_else(|| split(": fatal error: "))?;
        let number = |s: &str| s.parse::<usize>().ok().filter(|n| *n > 0);
        let (before, last) = place.rsplit_once(':')?;
        let last = number(last)?;
        let with_column = before
            .rsplit_once(':')
            .and_then(|(path, line)| Some((path, number(line)?)));
        let (path, line, column) = match with_column {
            Some((path, line)) => (path, line, last),
            None => (before, last, 1),
        };
        Some(LocatedError {
            path,
            line,
            column,
            message,
        })
    }
}

/// Does a comment look like an annotation?
fn has_annotations(text: &[u8]) -> bool {
    text.windows(3).any(|w| w == b"//@" || w == b"/*@")
}

/// Is there anything in the text that a preprocessor would change: a directive
/// other than a line marker or pragma, or a predefined macro?
fn needs_preprocessing(text: &[u8]) -> bool {
    let mut at_line_start = true;
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            b'\n' => at_line_start = true,
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
            0xef | 0xbb | 0xbf => {}
            b'#' if at_line_start => {
                if is_active_directive(&text[i + 1..]) {
                    return true;
                }
                at_line_start = false;
            }
            b'"' | b'\'' => {
                i = end_of_literal(text, i);
                at_line_start = false;
            }
            b'/' if text.get(i + 1) == Some(&b'/') => {
                while i + 1 < text.len() && text[i + 1] != b'\n' {
                    i += 1;
                }
            }
            b'/' if text.get(i + 1) == Some(&b'*') => {
                let rest = &text[i + 2..];
                let end = rest.windows(2).position(|w| w == b"*/");
                i += end.map_or(rest.len(), |e| e + 2) + 1;
            }
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                let start = i;
                while i + 1 < text.len()
                    && (text[i + 1].is_ascii_alphanumeric() || text[i + 1] == b'_')
                {
                    i += 1;
                }
                if text[start] == b'_' && is_predefined(&text[start..=i]) {
                    return true;
                }
                at_line_start = false;
            }
            _ => at_line_start = false,
        }
        i += 1;
    }
    false
}

/// Offset of the closing quote (or of the end of the line) of a literal.
fn end_of_literal(text: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while i < text.len() && text[i] != text[start] && text[i] != b'\n' {
        i += if text[i] == b'\\' { 2 } else { 1 };
    }
    i.min(text.len())
}

fn is_active_directive(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    let word = rest.iter().take_while(|b| b.is_ascii_alphanumeric());
    match &rest[..word.count()] {
        b"pragma" | b"line" | b"ident" | b"sccs" => false,
        b"" => false,
        word => !word[0].is_ascii_digit(),
    }
}

/// Macros that gcc defines by itself. The list is by shape: better to run the
/// preprocessor once too often.
fn is_predefined(name: &[u8]) -> bool {
    const NAMES: &[&[u8]] = &[
        b"__FILE__",
        b"__LINE__",
        b"__BASE_FILE__",
        b"__FILE_NAME__",
        b"__DATE__",
        b"__TIME__",
        b"__TIMESTAMP__",
        b"__COUNTER__",
        b"__INCLUDE_LEVEL__",
        b"__VERSION__",
        b"__OPTIMIZE__",
        b"__NO_INLINE__",
        b"__x86_64__",
        b"__x86_64",
        b"__i386__",
        b"__i386",
        b"__amd64__",
        b"__linux__",
        b"__linux",
        b"__unix__",
        b"__unix",
        b"__ELF__",
        b"_LP64",
        b"__LP64__",
        b"__BYTE_ORDER__",
        b"__CHAR_BIT__",
        b"__REGISTER_PREFIX__",
        b"__USER_LABEL_PREFIX__",
        b"_Pragma",
    ];
    const PREFIXES: &[&[u8]] = &[
        b"__GNUC",
        b"__STDC",
        b"__SIZEOF_",
        b"__ORDER_",
        b"__FLT",
        b"__DBL",
        b"__LDBL",
        b"__DEC",
        b"__GCC_",
        b"__has_",
    ];
    const SUFFIXES: &[&[u8]] = &[b"_TYPE__", b"_MAX__", b"_MIN__", b"_WIDTH__"];
    NAMES.contains(&name)
        || PREFIXES.iter().any(|p| name.starts_with(p))
        || name.starts_with(b"__") && SUFFIXES.iter().any(|s| name.ends_with(s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_preprocessor_would_change_needs_one() {
        let needs = |t: &str| needs_preprocessing(t.as_bytes());
        assert!(!needs("int x;\n# 3 \"a.h\"\nint y;\n#pragma pack(1)\n"));
        assert!(needs("int x;\n  #define A 1\n"));
        assert!(needs("# include <stdio.h>\n"));
        assert!(!needs("/* \n#define */ int x; // #if\n"));
        assert!(needs("int f(void) { return __LINE__; }"));
        assert!(!needs(
            "char *s = \"__LINE__ /*\"; int __builtin_x; char c = '\"';\n"
        ));
        assert!(needs("/* a */ #if 1\n#endif\n"));
        assert!(needs("unsigned __INT_MAX__;"));
    }

    #[test]
    fn errors_of_the_preprocessor_are_told_from_what_they_show() {
        let parse = |line| LocatedError::parse(line).map(|e| (e.path, e.line, e.column, e.message));
        assert_eq!(
            parse("d/a.c:3:10: fatal error: b.h: No such file"),
            Some(("d/a.c", 3, 10, "b.h: No such file"))
        );
        assert_eq!(
            parse("a.c:6: error: unterminated #if"),
            Some(("a.c", 6, 1, "unterminated #if"))
        );
        assert_eq!(parse("    5 | #error x // error: y"), None);
        assert_eq!(parse("    5 | #error x: error: y"), None);
        assert_eq!(parse("a.c:3:10: warning: x"), None);
        assert_eq!(parse("compilation terminated."), None);
    }
}
