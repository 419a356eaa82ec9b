//! Reads the text of a formula.
//!
//! ```text
//! formula     = disjunction [ "->" formula ]
//! disjunction = conjunction { "|" conjunction }
//! conjunction = literal { "&" literal }
//! literal     = "!" literal | ("exists" | "forall") names "." formula | primary
//! primary     = "0" | "1" | "1/2" | "(" formula ")" | name "=" name | name "!=" name
//!             | predicate [ "(" names ")" ] | closure "(" name "," name ")"
//! closure     = predicate "*" | "(" predicate { "|" predicate } ")" "*"
//!             | "(" name "," name ":" formula ")" "*"
//! ```

use super::{Formula, PredicateId, Signatures, Variable, Variables};
use std::fmt;

/// Why a text is no formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The byte at which it went wrong.
    pub position: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "at byte {}: {}", self.position, self.message)
    }
}

impl std::error::Error for ParseError {}

impl Formula {
    /// Predicates must be known; variables are made as they are met.
    pub fn parse(
        text: &str,
        signatures: &Signatures,
        variables: &mut Variables,
    ) -> Result<Formula, ParseError> {
        let tokens = lex(text)?;
        let mut parser = Parser {
            tokens,
            next: 0,
            end: text.len(),
            signatures,
            variables,
            depth: 0,
        };
        let formula = parser.formula()?;
        match parser.tokens.get(parser.next) {
            None => Ok(formula),
            Some((token, _)) => parser.error(format!("`{token}` is left over after the formula.")),
        }
    }
}

fn lex(text: &str) -> Result<Vec<(&str, usize)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let rest = &text[at..];
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' || c == '$';
        let length = if rest.starts_with("1/2") {
            3
        } else if word(c) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("->") || rest.starts_with("!=") {
            2
        } else if "()&|!=,.:*".contains(c) {
            1
        } else {
            return Err(ParseError {
                position: at,
                message: format!("`{c}` means nothing here."),
            });
        };
        tokens.push((&rest[..length], at));
        at += length;
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: Vec<(&'a str, usize)>,
    next: usize,
    end: usize,
    signatures: &'a Signatures,
    variables: &'a mut Variables,
    depth: usize,
}

/// Deeper formulae are refused, so that recursion over them is safe.
const DEPTH: usize = 200;

impl<'a> Parser<'a> {
    fn error<T>(&self, message: String) -> Result<T, ParseError> {
        let position = self.tokens.get(self.next).map_or(self.end, |(_, at)| *at);
        Err(ParseError { position, message })
    }

    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens
            .get(self.next + ahead)
            .map_or("", |(token, _)| token)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek(0) == token;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), ParseError> {
        if self.take(token) {
            return Ok(());
        }
        match self.peek(0) {
            "" => self.error(format!("`{token}` is missing at the end.")),
            other => self.error(format!("`{token}` is expected, not `{other}`.")),
        }
    }

    fn formula(&mut self) -> Result<Formula, ParseError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.error("The formula is nested too deeply.".to_owned());
        }
        let mut parts = vec![self.conjunction()?];
        while self.take("|") {
            parts.push(self.conjunction()?);
        }
        let mut formula = Formula::or(parts);
        if self.take("->") {
            formula = Formula::implies(formula, self.formula()?);
        }
        self.depth -= 1;
        Ok(formula)
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let mut parts = vec![self.literal()?];
        while self.take("&") {
            parts.push(self.literal()?);
        }
        Ok(Formula::and(parts))
    }

    fn literal(&mut self) -> Result<Formula, ParseError> {
        let mut negations = 0;
        while self.take("!") {
            negations += 1;
        }
        let formula = match self.peek(0) {
            "exists" | "forall" => self.quantified()?,
            _ => self.primary()?,
        };
        Ok(if negations % 2 == 1 {
            Formula::not(formula)
        } else {
            formula
        })
    }

    fn quantified(&mut self) -> Result<Formula, ParseError> {
        let existential = self.peek(0) == "exists";
        self.next += 1;
        let mut names = vec![self.variable()?];
        while self.take(",") {
            names.push(self.variable()?);
        }
        self.expect(".")?;
        let body = self.formula()?;
        Ok(names.into_iter().rev().fold(body, |body, v| {
            if existential {
                Formula::exists(v, body)
            } else {
                Formula::forall(v, body)
            }
        }))
    }

    fn primary(&mut self) -> Result<Formula, ParseError> {
        match self.peek(0) {
            "" => self.error("A formula is missing at the end.".to_owned()),
            "1" => self.constant(Formula::True),
            "0" => self.constant(Formula::False),
            "1/2" => self.constant(Formula::Unknown),
            "(" => self.parenthesis(),
            token if is_name(token) => match self.peek(1) {
                "=" | "!=" => {
                    let a = self.variable()?;
                    let equal = self.take("=") || !self.take("!=");
                    let b = self.variable()?;
                    let formula = Formula::equal(a, b);
                    Ok(if equal {
                        formula
                    } else {
                        Formula::not(formula)
                    })
                }
                "*" => {
                    let step = self.predicate(2)?;
                    self.closure(Formula::closure(&[step], Variable(0), Variable(0)))
                }
                "(" => self.atom(),
                _ => Ok(Formula::Nullary(self.predicate(0)?)),
            },
            token => self.error(format!("A formula is expected, not `{token}`.")),
        }
    }

    fn constant(&mut self, value: Formula) -> Result<Formula, ParseError> {
        self.next += 1;
        Ok(value)
    }

    fn parenthesis(&mut self) -> Result<Formula, ParseError> {
        let start = self.next;
        self.next += 1;
        if is_name(self.peek(0)) && self.peek(1) == "," {
            let a = self.variable()?;
            self.expect(",")?;
            let b = self.variable()?;
            self.expect(":")?;
            let step = Box::new(self.formula()?);
            self.expect(")")?;
            let (from, to) = (Variable(0), Variable(0));
            return self.closure(Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            });
        }
        // `(p | q)*`: looked at ahead, because `(p | q)` alone is a formula too.
        let mut names = 0;
        while is_name(self.peek(2 * names)) && self.peek(2 * names + 1) == "|" {
            names += 1;
        }
        if is_name(self.peek(2 * names))
            && self.peek(2 * names + 1) == ")"
            && self.peek(2 * names + 2) == "*"
        {
            let mut steps = vec![self.predicate(2)?];
            while self.take("|") {
                steps.push(self.predicate(2)?);
            }
            self.expect(")")?;
            return self.closure(Formula::closure(&steps, Variable(0), Variable(0)));
        }
        self.next = start + 1;
        let formula = self.formula()?;
        self.expect(")")?;
        Ok(formula)
    }

    /// `*(v, u)` after the step.
    fn closure(&mut self, formula: Formula) -> Result<Formula, ParseError> {
        self.expect("*")?;
        self.expect("(")?;
        let start = self.variable()?;
        self.expect(",")?;
        let end = self.variable()?;
        self.expect(")")?;
        match formula {
            Formula::Closure { a, b, step, .. } => Ok(Formula::Closure {
                a,
                b,
                step,
                from: start,
                to: end,
            }),
            other => Ok(other),
        }
    }

    fn atom(&mut self) -> Result<Formula, ParseError> {
        let start = self.next;
        let name = self.peek(0);
        self.next += 2;
        let mut arguments = vec![self.variable()?];
        while self.take(",") {
            arguments.push(self.variable()?);
        }
        self.expect(")")?;
        let after = self.next;
        self.next = start;
        let predicate = match arguments.len() {
            1 | 2 => self.predicate(arguments.len() as u8)?,
            n => return self.error(format!("`{name}` has {n} arguments; two are the most.")),
        };
        self.next = after;
        Ok(match arguments[..] {
            [v] => Formula::Unary(predicate, v),
            _ => Formula::Binary(predicate, arguments[0], arguments[1]),
        })
    }

    fn predicate(&mut self, arity: u8) -> Result<PredicateId, ParseError> {
        let name = self.peek(0);
        let Some(id) = self.signatures.find(name) else {
            return self.error(format!("There is no predicate `{name}`."));
        };
        let own = self.signatures.arity(id);
        if own != arity {
            return self.error(format!("`{name}` takes {own} arguments, not {arity}."));
        }
        self.next += 1;
        Ok(id)
    }

    fn variable(&mut self) -> Result<Variable, ParseError> {
        let name = self.peek(0);
        if !is_name(name) {
            return self.error("A variable is expected.".to_owned());
        }
        match self.variables.intern(name) {
            Some(v) => {
                self.next += 1;
                Ok(v)
            }
            None => self.error(format!("`{name}` is no variable, or one too many.")),
        }
    }
}

fn is_name(token: &str) -> bool {
    token
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
        && !matches!(token, "exists" | "forall")
}
