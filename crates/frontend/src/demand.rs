//! Which library texts a program needs, found out without translating them.

use program::{Program, VarKind};
use rustc_hash::FxHashSet;

/// The names that a text may define at file scope: functions with a body, and
/// variables that are not only declared. Texts with unusual syntax may seem to
/// define more than they do; what they define is always among it.
pub(crate) fn definitions(text: &[u8]) -> FxHashSet<&[u8]> {
    let mut found = FxHashSet::default();
    // Of the declaration being read: the names outside of parentheses and braces,
    // whether it has a body or an initialiser, and whether it begins with `extern`.
    let mut names: Vec<&[u8]> = Vec::new();
    let (mut braces, mut parentheses) = (0u32, 0u32);
    let (mut is_extern, mut has_parameters, mut has_body) = (false, false, false);
    let mut is_pointer = false;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let byte = rest[0];
        let length = match byte {
            b'/' if rest.starts_with(b"//") => line_length(rest),
            b'/' if rest.starts_with(b"/*") => comment_length(rest),
            b'#' => line_length(rest),
            b'"' | b'\'' => literal_length(rest),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let word = |b: &u8| !b.is_ascii_alphanumeric() && *b != b'_';
                rest.iter().position(word).unwrap_or(rest.len())
            }
            _ => 1,
        };
        match byte {
            b'{' => {
                has_body |= braces == 0 && parentheses == 0;
                braces += 1;
            }
            b'}' => {
                braces = braces.saturating_sub(1);
                // A body ends a function, but not an initialiser or a record.
                if braces == 0 && parentheses == 0 && has_parameters && has_body {
                    found.extend(names.drain(..));
                    (is_extern, has_parameters, has_body) = (false, false, false);
                    is_pointer = false;
                }
            }
            b'(' if braces == 0 => {
                // `(*` begins the declarator of a pointer to a function.
                let inner = rest[1..].iter().find(|b| !b.is_ascii_whitespace());
                is_pointer |= !has_parameters && inner == Some(&b'*');
                has_parameters |= parentheses == 0;
                parentheses += 1;
            }
            b')' if braces == 0 => parentheses = parentheses.saturating_sub(1),
            b';' if braces == 0 && parentheses == 0 => {
                let prototype = has_parameters && !is_pointer && !has_body;
                if !is_extern && !prototype {
                    found.extend(names.drain(..));
                }
                names.clear();
                (is_extern, has_parameters, has_body) = (false, false, false);
                is_pointer = false;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' if braces == 0 => {
                let word = &rest[..length];
                if word == b"extern" || word == b"typedef" {
                    is_extern = true;
                } else if parentheses == 0 || parentheses == 1 && is_pointer {
                    names.push(word);
                }
            }
            _ => {}
        }
        at += length.max(1);
    }
    found
}

fn line_length(text: &[u8]) -> usize {
    text.iter().position(|b| *b == b'\n').unwrap_or(text.len())
}

fn comment_length(text: &[u8]) -> usize {
    let end = text[2..].windows(2).position(|w| w == b"*/");
    end.map_or(text.len(), |n| n + 4)
}

fn literal_length(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != text[0] {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// The external names that a unit uses and does not define.
pub(crate) fn undefined(program: &Program) -> impl Iterator<Item = &str> {
    let mentioned = program.mentioned_functions();
    let functions = program
        .functions
        .enumerate()
        .filter(move |(id, f)| f.body.is_none() && mentioned.contains(id));
    let functions = functions.map(|(_, f)| &program.names[f.name]);
    let vars = program.vars.iter();
    let vars = vars.filter(|v| !v.defined && matches!(v.kind, VarKind::Global(_)));
    functions.chain(vars.map(|v| &program.names[v.name]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_told_from_declarations() {
        let text = b"// comment { f( \n\
            extern int a; int b; static const char *c[] = {\"}\", \"x\"};\n\
            void d(int x); int e(int y) { return y; }\n\
            void (*g)(int); struct s { int h; }; typedef int i;\n\
            struct s *j(void) { struct s k; }";
        let found = definitions(text);
        for (name, is_there) in [
            ("a", false),
            ("b", true),
            ("c", true),
            ("d", false),
            ("e", true),
            ("g", true),
            ("h", false),
            ("i", false),
            ("j", true),
            ("k", false),
        ] {
            assert_eq!(found.contains(name.as_bytes()), is_there, "{name}");
        }
    }
}
