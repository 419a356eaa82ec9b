//! Mutants of C programs: a constant, an operator or a name becomes another one, a
//! statement is dropped, a condition is negated. What was proved of the program may be
//! false of its mutant.

use crate::Dice;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Name,
    Number,
    Punctuation,
    /// Strings, characters, comments and lines of the preprocessor.
    Other,
}

struct Token {
    kind: Kind,
    range: Range<usize>,
}

/// Operators that are exchanged for one another.
const CLASSES: &[&[&str]] = &[
    &["==", "!=", "<=", ">=", "<", ">"],
    &["+", "-"],
    &["&&", "||"],
    &["&", "|", "^"],
    &["++", "--"],
    &["+=", "-=", "="],
    &["<<", ">>"],
];

const NUMBERS: &[&str] = &["0", "1", "2", "-1", "3", "255"];

/// Words that are no names of things.
const WORDS: &[&str] = &[
    "if", "else", "while", "for", "do", "return", "break", "continue", "goto", "switch", "case",
    "default", "sizeof", "struct", "union", "enum", "typedef", "static", "extern", "const",
    "volatile", "int", "char", "short", "long", "unsigned", "signed", "void", "float", "double",
    "_Bool", "inline", "main", "register",
];

/// The text with one change; None if there is nothing to change.
pub fn mutant(text: &str, dice: &mut Dice) -> Option<String> {
    let tokens = tokens(text);
    for _ in 0..20 {
        let changed = match dice.below(10) {
            0 | 1 => number(text, &tokens, dice),
            2 | 3 => operator(text, &tokens, dice),
            4 | 5 => dropped(text, &tokens, dice),
            6 | 7 => negated(text, &tokens, dice),
            _ => name(text, &tokens, dice),
        };
        if changed.as_deref().is_some_and(|c| c != text) {
            return changed;
        }
    }
    None
}

fn replaced(text: &str, range: Range<usize>, with: &str) -> String {
    format!("{}{with}{}", &text[..range.start], &text[range.end..])
}

/// One of the tokens that are as wanted.
fn one<'t>(
    tokens: &'t [Token],
    dice: &mut Dice,
    wanted: impl Fn(&Token) -> bool,
) -> Option<(usize, &'t Token)> {
    let all: Vec<usize> = (0..tokens.len()).filter(|&i| wanted(&tokens[i])).collect();
    if all.is_empty() {
        return None;
    }
    let index = all[dice.below(all.len() as u64) as usize];
    Some((index, &tokens[index]))
}

fn number(text: &str, tokens: &[Token], dice: &mut Dice) -> Option<String> {
    let (_, token) = one(tokens, dice, |t| t.kind == Kind::Number)?;
    let old = &text[token.range.clone()];
    let new = match (dice.below(3), old.parse::<u64>()) {
        (0, Ok(n)) => n.wrapping_add(1).to_string(),
        (1, Ok(n)) => n.saturating_sub(1).to_string(),
        _ => dice.pick(NUMBERS).to_owned(),
    };
    Some(replaced(text, token.range.clone(), &new))
}

fn operator(text: &str, tokens: &[Token], dice: &mut Dice) -> Option<String> {
    let class = |token: &Token| {
        let old = &text[token.range.clone()];
        let is_punctuation = token.kind == Kind::Punctuation;
        CLASSES.iter().find(|c| is_punctuation && c.contains(&old))
    };
    let (_, token) = one(tokens, dice, |t| class(t).is_some())?;
    let new = dice.pick(class(token)?);
    Some(replaced(text, token.range.clone(), new))
}

/// Without one simple statement.
fn dropped(text: &str, tokens: &[Token], dice: &mut Dice) -> Option<String> {
    let is = |token: &Token, what: &str| &text[token.range.clone()] == what;
    let (end, _) = one(tokens, dice, |t| t.kind == Kind::Punctuation && is(t, ";"))?;
    let begin = (0..end).rev().find(|&i| {
        let ends = [";", "{", "}", ")", "else"];
        ends.iter().any(|e| is(&tokens[i], e))
            && (!is(&tokens[i], ")") || tokens.get(i + 1).is_some_and(|t| t.kind == Kind::Name))
    })?;
    let range = tokens[begin + 1].range.start..tokens[end].range.start;
    Some(replaced(text, range, ""))
}

/// With the contrary of the condition of an `if` or `while`.
fn negated(text: &str, tokens: &[Token], dice: &mut Dice) -> Option<String> {
    let is = |token: &Token, what: &str| &text[token.range.clone()] == what;
    let (at, _) = one(tokens, dice, |t| is(t, "if") || is(t, "while"))?;
    let mut open = 0;
    for token in &tokens[at + 1..] {
        open += i32::from(is(token, "(")) - i32::from(is(token, ")"));
        if open == 0 {
            let (begin, end) = (tokens[at + 1].range.start, token.range.end);
            let condition = &text[begin..end];
            return Some(replaced(text, begin..end, &format!("(!{condition})")));
        }
    }
    None
}

/// With one name in the place of another.
fn name(text: &str, tokens: &[Token], dice: &mut Dice) -> Option<String> {
    let is_name = |t: &Token| t.kind == Kind::Name && !WORDS.contains(&&text[t.range.clone()]);
    let (at, token) = one(tokens, dice, is_name)?;
    // Names nearby are rather of the same kind.
    let near = &tokens[at.saturating_sub(40)..(at + 40).min(tokens.len())];
    let (_, other) = one(near, dice, is_name)?;
    Some(replaced(
        text,
        token.range.clone(),
        &text[other.range.clone()],
    ))
}

fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while at < bytes.len() {
        let (begin, byte) = (at, bytes[at]);
        let kind = match byte {
            b'\n' => {
                fresh = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'#' if fresh => {
                at = until(text, at, "\n");
                Kind::Other
            }
            b'/' if text[at..].starts_with("//") => {
                at = until(text, at, "\n");
                Kind::Other
            }
            b'/' if text[at..].starts_with("/*") => {
                at = until(text, at + 2, "*/") + 2;
                Kind::Other
            }
            b'"' | b'\'' => {
                at += 1;
                while at < bytes.len() && bytes[at] != byte {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at += 1;
                Kind::Other
            }
            _ if byte.is_ascii_digit() => {
                at = run(bytes, at, |b| b.is_ascii_alphanumeric() || b == b'.');
                Kind::Number
            }
            _ if byte.is_ascii_alphabetic() || byte == b'_' => {
                at = run(bytes, at, |b| b.is_ascii_alphanumeric() || b == b'_');
                Kind::Name
            }
            _ => {
                let long = ["->", "..."]
                    .iter()
                    .chain(CLASSES.iter().copied().flatten());
                let long = long.filter(|o| text.get(at..).is_some_and(|t| t.starts_with(**o)));
                at += long.map(|o| o.len()).max().unwrap_or(1);
                Kind::Punctuation
            }
        };
        fresh = false;
        at = at.min(bytes.len());
        while !text.is_char_boundary(at) {
            at += 1;
        }
        tokens.push(Token {
            kind,
            range: begin..at,
        });
    }
    tokens.retain(|t| t.kind != Kind::Other);
    tokens
}

fn until(text: &str, at: usize, end: &str) -> usize {
    text.get(at..)
        .and_then(|rest| rest.find(end))
        .map_or(text.len(), |n| at + n)
}

fn run(bytes: &[u8], at: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let rest = bytes[at..].iter();
    at + rest.take_while(|b| belongs(**b)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_differ_in_one_place() {
        let text = "// a = 1;\nint main(void) { int a = 1; if (a < 2) a++; return a; }\n";
        let mut dice = Dice::new(1);
        for _ in 0..200 {
            let mutant = mutant(text, &mut dice).expect("there is much to change");
            assert!(mutant != text && mutant.starts_with("// a = 1;\n"));
        }
    }

    #[test]
    fn whatever_the_text_nothing_breaks() {
        let mut dice = Dice::new(2);
        for text in ["", "\"", "'\\", "/*", "if (", "ä = ü;", "# 1", "1;"] {
            mutant(text, &mut dice);
        }
    }
}
