//! Formulae from text.
//!
//! The text is C's expression grammar with `@time` behind what is looked up in a
//! state, the connectives `!`, `&&`, `||`, `=>`, `<=>` (`==>` and `<==>` to users of ACSL),
//! quantifiers `\forall int i; …`, closures and questions ([`binders`]), and
//! shorthands. What has no time is at `@C`. Operands of different types are converted as C does; operands of one type
//! stay as they are.

mod binders;
mod constants;
mod operators;
mod primary;

use crate::Logic;
use crate::formula::FormulaId;
use crate::print::precedence;
use crate::scope::{Scope, Shorthand};
use crate::term::{Term, TermId, Time};
use program::{BinaryOp, ExprId, Program, TypeId};
use std::fmt;

/// What is wrong with a text, and at which byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub at: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.message, self.at)
    }
}

impl std::error::Error for ParseError {}

type Parsed<T> = Result<T, ParseError>;

/// What was read so far: without a time, with one, or not a value at all.
#[derive(Clone, Copy, Debug)]
enum Read {
    Plain(ExprId),
    Timed(TermId),
    Formula(FormulaId),
}

/// Deeper nesting is not read.
const MAX_NESTING: u32 = 100;

impl Logic {
    /// Reads a formula. Expressions that the program does not have yet are added.
    pub fn parse(
        &mut self,
        program: &mut Program,
        scope: &Scope,
        text: &str,
    ) -> Result<FormulaId, ParseError> {
        let mut parser = Parser::new(self, program, scope, text);
        let read = parser.iff()?;
        let formula = parser.formula(read)?;
        parser.space();
        match parser.at == text.len() {
            true => Ok(formula),
            false => parser.fail("this is not part of a formula"),
        }
    }

    /// Reads definitions `predicate name(T x, …) = formula;`, which formulae of the scope
    /// can use from now on.
    pub fn define(
        &mut self,
        program: &mut Program,
        scope: &mut Scope,
        text: &str,
    ) -> Result<(), ParseError> {
        let mut parser = Parser::new(self, program, scope, text);
        parser.definitions()?;
        let defined = parser.defined;
        scope.define(defined);
        Ok(())
    }

    /// Reads an expression, which has no time.
    pub fn parse_expression(
        &mut self,
        program: &mut Program,
        scope: &Scope,
        text: &str,
    ) -> Result<ExprId, ParseError> {
        let mut parser = Parser::new(self, program, scope, text);
        let read = parser.binary(precedence(BinaryOp::Or))?;
        parser.space();
        match read {
            Read::Plain(expr) if parser.at == text.len() => Ok(expr),
            _ => parser.fail("this is not part of an expression"),
        }
    }
}

struct Parser<'a> {
    logic: &'a mut Logic,
    program: &'a mut Program,
    scope: &'a Scope,
    text: &'a str,
    at: usize,
    nesting: u32,
    /// The variables bound around, the outermost first.
    binders: Vec<(String, TypeId)>,
    /// Shorthands that this text defined.
    defined: Vec<(String, Shorthand)>,
}

impl<'a> Parser<'a> {
    fn new(
        logic: &'a mut Logic,
        program: &'a mut Program,
        scope: &'a Scope,
        text: &'a str,
    ) -> Parser<'a> {
        Parser {
            logic,
            program,
            scope,
            text,
            at: 0,
            nesting: 0,
            binders: Vec::new(),
            defined: Vec::new(),
        }
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(ParseError {
            at: self.at,
            message: message.into(),
        })
    }

    // Letters.

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn rest(&mut self) -> &str {
        self.space();
        &self.text[self.at..]
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Eats a sign that is not the beginning of a longer one.
    fn eat_alone(&mut self, sign: &str, longer: &[&str]) -> bool {
        let rest = self.rest();
        !longer.iter().any(|l| rest.starts_with(l)) && self.eat(sign)
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        match self.eat(sign) {
            true => Ok(()),
            false => self.fail(format!("'{sign}' is missing")),
        }
    }

    /// A word of letters and digits; `%` begins that of a temporary.
    fn name(&mut self) -> Option<String> {
        let rest = self.rest();
        let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        if let Some(number) = rest.strip_prefix('%') {
            let end = number.find(|c: char| !c.is_ascii_digit());
            let end = end.unwrap_or(number.len());
            let name = format!("%{}", &number[..end]);
            self.at += name.len();
            return (end > 0).then_some(name);
        }
        if !rest.starts_with(|c: char| letter(c) && !c.is_ascii_digit()) {
            return None;
        }
        let mut end = rest.find(|c| !letter(c)).unwrap_or(rest.len());
        // As variables of quantifiers are printed.
        if let Some(number) = rest[end..].strip_prefix('\'') {
            let digits = number.find(|c: char| !c.is_ascii_digit());
            end += 1 + digits.unwrap_or(number.len());
        }
        let name = rest[..end].to_owned();
        self.at += end;
        Some(name)
    }

    // Conversions between what was read.

    fn term(&mut self, read: Read) -> Parsed<TermId> {
        match read {
            Read::Plain(expr) => Ok(self.logic.at(self.program, Time::After, expr)),
            Read::Timed(term) => Ok(term),
            Read::Formula(formula) => Ok(self.logic.truth_value(self.program, formula)),
        }
    }

    fn formula(&mut self, read: Read) -> Parsed<FormulaId> {
        if let Read::Formula(formula) = read {
            return Ok(formula);
        }
        let term = self.term(read)?;
        if !self.program.types.is_scalar(self.logic.ty(term)) {
            return self.fail("an aggregate has no truth");
        }
        Ok(self.logic.truth(self.program, term))
    }

    fn ty(&self, read: Read) -> TypeId {
        match read {
            Read::Plain(expr) => self.program.exprs.ty(expr),
            Read::Timed(term) => self.logic.ty(term),
            Read::Formula(_) => self.program.types.common.int,
        }
    }

    fn constant(&self, read: Read) -> Option<i128> {
        match read {
            Read::Plain(expr) => self.program.exprs.int_value(expr),
            Read::Timed(term) => match self.logic.term(term) {
                Term::Int(value) => Some(value),
                _ => None,
            },
            Read::Formula(_) => None,
        }
    }

    // Connectives.

    fn iff(&mut self) -> Parsed<Read> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return self.fail("this is nested too deeply");
        }
        let mut left = self.implication()?;
        while self.eat("<=>") || self.eat("<==>") {
            let right = self.implication()?;
            let (a, b) = (self.formula(left)?, self.formula(right)?);
            left = Read::Formula(self.logic.iff(self.program, a, b));
        }
        self.nesting -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Parsed<Read> {
        let left = self.disjunction()?;
        if !self.eat("=>") && !self.eat("==>") {
            return Ok(left);
        }
        let right = self.implication()?;
        let (a, b) = (self.formula(left)?, self.formula(right)?);
        Ok(Read::Formula(self.logic.implies(self.program, a, b)))
    }

    fn disjunction(&mut self) -> Parsed<Read> {
        let first = self.conjunction()?;
        if !self.rest().starts_with("||") {
            return Ok(first);
        }
        let mut parts = vec![self.formula(first)?];
        while self.eat("||") {
            let next = self.conjunction()?;
            parts.push(self.formula(next)?);
        }
        Ok(Read::Formula(self.logic.or(self.program, parts)))
    }

    fn conjunction(&mut self) -> Parsed<Read> {
        let first = self.binary(precedence(BinaryOp::Or))?;
        if !self.rest().starts_with("&&") {
            return Ok(first);
        }
        let mut parts = vec![self.formula(first)?];
        while self.eat("&&") {
            let next = self.binary(precedence(BinaryOp::Or))?;
            parts.push(self.formula(next)?);
        }
        Ok(Read::Formula(self.logic.and(self.program, parts)))
    }
}
