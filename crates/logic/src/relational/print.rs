//! The text of a formula, which [`Formula::parse`] reads back.

use super::{Formula, STEP_FROM, STEP_TO, Signatures, Variables};
use std::fmt::{Display, Formatter, Result};

/// A formula with what is needed to print it.
pub struct Shown<'a> {
    formula: &'a Formula,
    signatures: &'a Signatures,
    variables: &'a Variables,
}

impl Formula {
    pub fn show<'a>(&'a self, signatures: &'a Signatures, variables: &'a Variables) -> Shown<'a> {
        Shown {
            formula: self,
            signatures,
            variables,
        }
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        self.write(self.formula, Level::Whole, out)
    }
}

/// How tightly the surroundings bind.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Whole,
    Disjunct,
    Conjunct,
    Negated,
}

impl Shown<'_> {
    fn write(&self, f: &Formula, level: Level, out: &mut Formatter<'_>) -> Result {
        let name = |v| self.variables.name(v);
        match f {
            Formula::True => out.write_str("1"),
            Formula::False => out.write_str("0"),
            Formula::Unknown => out.write_str("1/2"),
            Formula::Nullary(p) => out.write_str(self.signatures.name(*p)),
            Formula::Unary(p, v) => write!(out, "{}({})", self.signatures.name(*p), name(*v)),
            Formula::Binary(p, v, u) => {
                write!(
                    out,
                    "{}({}, {})",
                    self.signatures.name(*p),
                    name(*v),
                    name(*u)
                )
            }
            Formula::Equal(v, u) if level == Level::Negated => {
                write!(out, "({} = {})", name(*v), name(*u))
            }
            Formula::Equal(v, u) => write!(out, "{} = {}", name(*v), name(*u)),
            Formula::Not(inner) => match &**inner {
                Formula::Equal(v, u) => write!(out, "{} != {}", name(*v), name(*u)),
                other => {
                    out.write_str("!")?;
                    self.write(other, Level::Negated, out)
                }
            },
            Formula::And(parts) => self.list(parts, " & ", Level::Conjunct, level, out),
            Formula::Or(parts) => self.list(parts, " | ", Level::Disjunct, level, out),
            Formula::Exists(v, body) => self.quantified("exists", *v, body, level, out),
            Formula::Forall(v, body) => self.quantified("forall", *v, body, level, out),
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => {
                match self.step_names(*a, *b, step) {
                    Some(names) if names.len() == 1 => write!(out, "{}", names[0])?,
                    Some(names) => write!(out, "({})", names.join(" | "))?,
                    None => {
                        write!(out, "({}, {}: ", name(*a), name(*b))?;
                        self.write(step, Level::Whole, out)?;
                        out.write_str(")")?;
                    }
                }
                write!(out, "*({}, {})", name(*from), name(*to))
            }
        }
    }

    fn list(
        &self,
        parts: &[Formula],
        between: &str,
        own: Level,
        level: Level,
        out: &mut Formatter<'_>,
    ) -> Result {
        let wrapped = level >= own;
        if wrapped {
            out.write_str("(")?;
        }
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                out.write_str(between)?;
            }
            self.write(part, own, out)?;
        }
        if wrapped {
            out.write_str(")")?;
        }
        Ok(())
    }

    fn quantified(
        &self,
        word: &str,
        first: super::Variable,
        body: &Formula,
        level: Level,
        out: &mut Formatter<'_>,
    ) -> Result {
        // A quantifier reaches to the end of what surrounds it.
        let wrapped = level != Level::Whole;
        if wrapped {
            out.write_str("(")?;
        }
        write!(out, "{word} {}", self.variables.name(first))?;
        let mut body = body;
        loop {
            match body {
                Formula::Exists(v, inner) if word == "exists" => {
                    write!(out, ", {}", self.variables.name(*v))?;
                    body = inner;
                }
                Formula::Forall(v, inner) if word == "forall" => {
                    write!(out, ", {}", self.variables.name(*v))?;
                    body = inner;
                }
                _ => break,
            }
        }
        out.write_str(". ")?;
        self.write(body, Level::Whole, out)?;
        if wrapped {
            out.write_str(")")?;
        }
        Ok(())
    }

    fn step_names(
        &self,
        a: super::Variable,
        b: super::Variable,
        step: &Formula,
    ) -> Option<Vec<&str>> {
        if (a, b) != (STEP_FROM, STEP_TO) {
            return None;
        }
        let parts = match step {
            Formula::Or(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        parts
            .iter()
            .map(|part| match part {
                Formula::Binary(p, v, u) if (*v, *u) == (a, b) => Some(self.signatures.name(*p)),
                _ => None,
            })
            .collect()
    }
}
