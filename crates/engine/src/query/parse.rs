//! The text of queries: temporal connectives around atoms.
//!
//! ```text
//! formula  ::= either [=> formula]            ==> and → are the same
//! either   ::= both {|| both}                 ∨
//! both     ::= unless {&& unless}             ∧
//! unless   ::= unary [W unary]
//! unary    ::= ! unary | X unary | G unary | (formula) | atom          ¬
//! atom     ::= in(f) | at(f, line) | at(f, Llocation) | call(f) | error | error(property)
//!            | {formula of the common logic} | formula of the common logic
//! ```
//!
//! A formula of the common logic without braces ends where a connective of this language
//! begins. Parentheses belong to it if an operator of C follows them. A negation of `G` or `W`
//! is no safety property.

use super::atoms::{Atom, Reader};
use super::clauses::Temporal;
use logic::ParseError;

/// What is read before negations are pushed to the atoms; each with where it stands.
enum Tree {
    Atom(u32),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Next(Box<Tree>),
    Always(usize, Box<Tree>),
    Unless(usize, Box<Tree>, Box<Tree>),
}

/// Deeper nesting is not read.
const MAX_NESTING: u32 = 100;

/// Different atoms of a query.
const MOST_ATOMS: usize = 12;

const OR: &[&str] = &["||", "∨"];
const AND: &[&str] = &["&&", "∧"];
const IMPLIES: &[&str] = &["==>", "=>", "→"];
const NOT: &[&str] = &["!", "¬"];

type Parsed<T> = Result<T, ParseError>;

/// Reads a query: its formula, and what its atoms are.
pub fn parse(text: &str, reader: &mut Reader<'_>) -> Parsed<(Temporal, Vec<Atom>)> {
    let mut parser = Parser {
        text,
        at: 0,
        nesting: 0,
        reader,
        atoms: Vec::new(),
    };
    let tree = parser.formula()?;
    if !parser.rest().is_empty() {
        return parser.fail("this is not part of a query");
    }
    let formula = pushed(&tree, false)?;
    Ok((formula, parser.atoms))
}

struct Parser<'a, 'r> {
    text: &'a str,
    at: usize,
    nesting: u32,
    reader: &'a mut Reader<'r>,
    atoms: Vec<Atom>,
}

impl Parser<'_, '_> {
    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        fail(self.at, message)
    }

    fn rest(&mut self) -> &str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn eat(&mut self, signs: &[&str]) -> bool {
        let rest = self.rest();
        let found = signs.iter().find(|sign| rest.starts_with(*sign));
        let length = found.map_or(0, |sign| sign.len());
        self.at += length;
        length > 0
    }

    /// Eats a word if it is not the beginning of a longer one.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = starts_with_word(self.rest(), word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        match self.eat(&[sign]) {
            true => Ok(()),
            false => self.fail(format!("'{sign}' is missing")),
        }
    }

    fn formula(&mut self) -> Parsed<Tree> {
        let left = self.either()?;
        if !self.eat(IMPLIES) {
            return Ok(left);
        }
        let right = self.formula()?;
        Ok(Tree::Or(vec![Tree::Not(Box::new(left)), right]))
    }

    fn either(&mut self) -> Parsed<Tree> {
        let mut any = vec![self.both()?];
        while self.eat(OR) {
            any.push(self.both()?);
        }
        Ok(Tree::Or(any))
    }

    fn both(&mut self) -> Parsed<Tree> {
        let mut all = vec![self.unless()?];
        while self.eat(AND) {
            all.push(self.unless()?);
        }
        Ok(Tree::And(all))
    }

    fn unless(&mut self) -> Parsed<Tree> {
        let left = self.unary()?;
        let at = self.at;
        if !self.eat_word("W") {
            return Ok(left);
        }
        let right = self.unary()?;
        Ok(Tree::Unless(at, Box::new(left), Box::new(right)))
    }

    fn unary(&mut self) -> Parsed<Tree> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return self.fail("this is nested too deeply");
        }
        let read = self.unary_inside();
        self.nesting -= 1;
        read
    }

    fn unary_inside(&mut self) -> Parsed<Tree> {
        if negation(self.rest()).is_some_and(is_operand) {
            self.eat(NOT);
            return Ok(Tree::Not(Box::new(self.unary()?)));
        }
        let at = self.at;
        if self.eat_word("X") {
            return Ok(Tree::Next(Box::new(self.unary()?)));
        }
        if self.eat_word("G") {
            return Ok(Tree::Always(at, Box::new(self.unary()?)));
        }
        if is_group(self.rest()) {
            self.expect("(")?;
            let inside = self.formula()?;
            self.expect(")")?;
            return Ok(inside);
        }
        self.atom()
    }

    fn atom(&mut self) -> Parsed<Tree> {
        let at = self.at;
        let rest = &self.text[at..];
        let atom = match special(rest) {
            Some(word) => {
                self.at += word.len();
                self.special(at, word)?
            }
            None => {
                let (text, start, end) = match rest.starts_with('{') {
                    true => match rest.find('}') {
                        Some(end) => (&rest[1..end], at + 1, at + end + 1),
                        None => return self.fail("'}' is missing"),
                    },
                    false => {
                        let end = atom_end(rest);
                        (&rest[..end], at, at + end)
                    }
                };
                if text.trim().is_empty() {
                    return self.fail("an atom is missing");
                }
                let inside = self.reader.formula(text.trim_end());
                self.at = end;
                inside.map_err(|e| ParseError {
                    at: start + e.at,
                    message: e.message,
                })?
            }
        };
        let known = self.atoms.iter().position(|a| *a == atom);
        let number = known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        match number < MOST_ATOMS {
            true => Ok(Tree::Atom(number as u32)),
            false => fail(at, "there are too many different atoms"),
        }
    }

    /// What is in parentheses behind a word.
    fn special(&mut self, start: usize, word: &str) -> Parsed<Atom> {
        if word == "error" && !self.rest().starts_with('(') {
            return Ok(Atom::error(None));
        }
        self.expect("(")?;
        self.rest();
        let at = self.at;
        let rest = &self.text[at..];
        let Some(end) = rest.find([',', ')']) else {
            return self.fail("')' is missing");
        };
        let first = rest[..end].trim_end();
        self.at += end;
        let wrong = |message: String| ParseError { at, message };
        let atom = match word {
            "at" => {
                let place_expected = "at(function, line) or at(function, Llocation)";
                if !self.eat(&[","]) {
                    return self.fail(format!("a line is missing: {place_expected}"));
                }
                self.rest();
                let place_at = self.at;
                let place = &self.text[place_at..];
                let Some(end) = place.find(')') else {
                    return self.fail("')' is missing");
                };
                self.at += end;
                let function = self.reader.function(first).map_err(wrong)?;
                let place = place[..end].trim_end();
                let found = self.reader.place(function, place);
                found.map_err(|message| ParseError {
                    at: place_at,
                    message,
                })?
            }
            "in" => Atom::inside(self.reader.function(first).map_err(wrong)?, first),
            "call" => self.reader.callee(first).map_err(wrong)?,
            _ => self.reader.error(first).map_err(wrong)?,
        };
        match self.eat(&[")"]) {
            true => Ok(atom),
            false => fail(start, format!("'{word}' has too many arguments")),
        }
    }
}

fn fail<T>(at: usize, message: impl Into<String>) -> Parsed<T> {
    let message = message.into();
    Err(ParseError { at, message })
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn starts_with_word(text: &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    rest.is_some_and(|rest| !rest.starts_with(is_letter))
}

/// What follows a negation.
fn negation(text: &str) -> Option<&str> {
    if text.starts_with("!=") {
        return None;
    }
    let rest = NOT.iter().find_map(|sign| text.strip_prefix(sign));
    rest.map(str::trim_start)
}

/// The word of an atom that is not of the common logic.
fn special(text: &str) -> Option<&'static str> {
    let called = |word: &&&str| {
        let rest = text.strip_prefix(**word).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with('('))
    };
    let word = ["in", "at", "call"].iter().find(called).copied();
    word.or(starts_with_word(text, "error").then_some("error"))
}

/// Does a connective of this language begin here, or what is around end?
fn is_end(text: &str) -> bool {
    let text = text.trim_start();
    let signs = [OR, AND, IMPLIES].concat();
    text.is_empty()
        || text.starts_with(')')
        || starts_with_word(text, "W")
        || signs.iter().any(|sign| text.starts_with(sign))
}

/// Do parentheses begin here that are of this language: no operator of C follows them?
fn is_group(text: &str) -> bool {
    let mut open = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at > 0 && is_end(&text[at + 1..]);
        }
    }
    // What is missing is found out inside.
    text.starts_with('(')
}

/// Is what begins here negated as a whole? Otherwise the negation is one of C.
fn is_operand(text: &str) -> bool {
    negation(text).is_some_and(is_operand)
        || text.starts_with(['(', '{']) && (text.starts_with('{') || is_group(text))
        || starts_with_word(text, "X")
        || starts_with_word(text, "G")
        || special(text).is_some()
}

/// Where a formula of the common logic ends that begins here.
fn atom_end(text: &str) -> usize {
    // Quantifiers reach as far as they can.
    let reaches = text.starts_with('\\');
    let mut open = 0u32;
    let mut word_before = false;
    for (at, c) in text.char_indices() {
        let here = &text[at..];
        match c {
            '(' | '[' => open += 1,
            ')' | ']' if open == 0 => return at,
            ')' | ']' => open -= 1,
            _ if open > 0 || reaches => {}
            _ => {
                let is_word = starts_with_word(here, "W") && !word_before;
                let signs = [OR, AND, IMPLIES].concat();
                // `<=>` and `<==>` are of the common logic.
                let is_sign = signs.iter().any(|sign| here.starts_with(sign));
                if is_word || is_sign && !text[..at].ends_with('<') {
                    return at;
                }
            }
        }
        word_before = is_letter(c);
    }
    text.len()
}

/// Negations at the atoms.
fn pushed(tree: &Tree, negated: bool) -> Parsed<Temporal> {
    let all = |trees: &[Tree]| -> Parsed<Vec<Temporal>> {
        trees.iter().map(|tree| pushed(tree, negated)).collect()
    };
    let refused = |at: usize, what: &str| {
        fail(
            at,
            format!("a negated {what} is no safety property: no finite run violates it"),
        )
    };
    Ok(match tree {
        Tree::Atom(number) => Temporal::Literal(*number, !negated),
        Tree::Not(of) => pushed(of, !negated)?,
        Tree::And(trees) if negated => Temporal::Or(all(trees)?),
        Tree::Or(trees) if negated => Temporal::And(all(trees)?),
        Tree::And(trees) => Temporal::And(all(trees)?),
        Tree::Or(trees) => Temporal::Or(all(trees)?),
        Tree::Next(of) => Temporal::Next(Box::new(pushed(of, negated)?)),
        Tree::Always(at, _) if negated => return refused(*at, "G"),
        Tree::Unless(at, ..) if negated => return refused(*at, "W"),
        Tree::Always(_, of) => Temporal::Always(Box::new(pushed(of, false)?)),
        Tree::Unless(_, a, b) => {
            Temporal::Unless(Box::new(pushed(a, false)?), Box::new(pushed(b, false)?))
        }
    })
}
