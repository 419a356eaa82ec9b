//! SV-COMP's property files: lines `CHECK( init(main()), LTL(G …) )`.

use crate::property::{Properties, Property};
use std::fmt;

/// What a property file asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFile {
    pub properties: Properties,
    /// The function named by `init`.
    pub entry: String,
}

/// What is wrong with a property file, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Reads the text of a property file.
pub fn parse_file(text: &str) -> Result<PropertyFile, FileError> {
    let mut properties = Properties::NONE;
    let mut entry: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        let fail = |message: String| FileError {
            line: number + 1,
            message,
        };
        // Spaces mean nothing in this language.
        let check: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        if check.is_empty() || check.starts_with("//") || check.starts_with('#') {
            continue;
        }
        let inner = check
            .strip_prefix("CHECK(init(")
            .and_then(|rest| rest.strip_suffix(')'))
            .and_then(|rest| rest.split_once("()),"));
        let Some((function, formula)) = inner else {
            return Err(fail("expected 'CHECK( init(FUNCTION()), LTL(…) )'".into()));
        };
        if entry.as_deref().is_some_and(|e| e != function) {
            return Err(fail("all checks must begin in the same function".into()));
        }
        entry = Some(function.to_owned());
        let formula = formula
            .strip_prefix("LTL(")
            .and_then(|f| f.strip_suffix(')'));
        let found = formula.and_then(formula_property);
        match found {
            Some(property) => properties = properties.with(property),
            None => {
                return Err(fail(format!(
                    "this property is not one that Concord checks: {}",
                    line.trim()
                )));
            }
        }
    }
    match entry {
        Some(entry) => Ok(PropertyFile { properties, entry }),
        None => Err(FileError {
            line: 1,
            message: "no property in this file".into(),
        }),
    }
}

/// The property that a formula without spaces states.
fn formula_property(formula: &str) -> Option<Property> {
    Some(match formula {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Property::UnreachCall,
        "G!call(__assert_fail())" | "Gassert" => Property::Assert,
        "Gvalid-deref" => Property::ValidDeref,
        "Gvalid-free" => Property::ValidFree,
        "Gvalid-memtrack" => Property::ValidMemtrack,
        "Gvalid-memcleanup" => Property::ValidMemcleanup,
        "G!overflow" => Property::NoOverflow,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_competition_s_files_are_read() {
        let file = parse_file(
            "CHECK( init(main()), LTL(G valid-free) )\n\
             CHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
        );
        let file = file.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(Some(file.properties), Properties::named("valid-memsafety"));
        assert_eq!(file.entry, "main");
        let calls = parse_file("CHECK( init(start()), LTL(G ! call(__VERIFIER_error())) )");
        let calls = calls.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(Some(calls.properties), Properties::named("unreach-call"));
        assert_eq!(calls.entry, "start");
    }

    #[test]
    fn formulae_are_read_as_they_are_written() {
        for property in Property::ALL {
            if let Some(formula) = property.formula() {
                let file = parse_file(&format!("CHECK( init(main()), LTL({formula}) )"));
                let file = file.unwrap_or_else(|e| panic!("{e}"));
                assert_eq!(file.properties, Properties::NONE.with(property));
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_line() {
        for (text, line) in [
            ("", 1),
            ("\nCHECK( init(main()), LTL(F end) )", 2),
            ("hello", 1),
            (
                "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(f()), LTL(G valid-deref) )",
                2,
            ),
        ] {
            assert_eq!(parse_file(text).map_err(|e| e.line), Err(line), "{text}");
        }
    }
}
