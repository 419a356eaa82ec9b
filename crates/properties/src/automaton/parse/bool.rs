//! Truth values and integers of triggers, assertions and actions.

use super::super::lex::{Inner, Token};
use super::super::{Bool, Domain, Event, Int, Texts, When};
use super::{Failed, Parsed, Parser, bound_number};
use program::Span;
use regex::Regex;

/// Brackets do not tell which of the two they have inside.
pub(super) enum Operand {
    Bool(Bool),
    Int(Int),
}

impl Parser<'_> {
    pub(super) fn bool(&mut self) -> Parsed<Bool> {
        let start = self.span();
        match self.expression()? {
            Operand::Bool(b) => Ok(b),
            Operand::Int(_) => {
                let span = start.to(self.last());
                self.fail(span, "this is an integer, and no condition")
            }
        }
    }

    pub(super) fn int(&mut self) -> Parsed<Int> {
        let start = self.span();
        match self.sum()? {
            Operand::Int(i) => Ok(i),
            Operand::Bool(_) => {
                let span = start.to(self.last());
                self.fail(span, "this is a condition, and no integer")
            }
        }
    }

    /// `&&` and `||` bind alike and to the left, as in CPAchecker.
    pub(super) fn expression(&mut self) -> Parsed<Operand> {
        let mut left = self.nested(Parser::equality)?;
        loop {
            let span = self.span();
            let and = self.takes_mark("&&");
            if !and && !self.takes_mark("||") {
                return Ok(left);
            }
            let right = self.nested(Parser::equality)?;
            left = match (left, right) {
                (Operand::Bool(a), Operand::Bool(b)) => Operand::Bool(match and {
                    true => Bool::And(Box::new(a), Box::new(b)),
                    false => Bool::Or(Box::new(a), Box::new(b)),
                }),
                _ => return self.fail(span, "both sides must be conditions"),
            };
        }
    }

    fn equality(&mut self) -> Parsed<Operand> {
        let mut left = self.sum()?;
        loop {
            let span = self.span();
            let equal = self.takes_mark("==");
            if !equal && !self.takes_mark("!=") {
                return Ok(left);
            }
            let compared = match (left, self.sum()?) {
                (Operand::Bool(a), Operand::Bool(b)) => Bool::Same(Box::new(a), Box::new(b)),
                (Operand::Int(a), Operand::Int(b)) => Bool::Equal(a, b),
                _ => return self.fail(span, "a condition is compared with an integer"),
            };
            left = Operand::Bool(match equal {
                true => compared,
                false => Bool::Not(Box::new(compared)),
            });
        }
    }

    fn sum(&mut self) -> Parsed<Operand> {
        let mut left = self.nested(Parser::unary)?;
        loop {
            let span = self.span();
            let plus = self.takes_mark("+");
            if !plus && !self.takes_mark("-") {
                return Ok(left);
            }
            left = match (left, self.nested(Parser::unary)?) {
                (Operand::Int(a), Operand::Int(b)) => Operand::Int(match plus {
                    true => Int::Sum(Box::new(a), Box::new(b)),
                    false => Int::Difference(Box::new(a), Box::new(b)),
                }),
                _ => return self.fail(span, "both sides must be integers"),
            };
        }
    }

    fn unary(&mut self) -> Parsed<Operand> {
        let span = self.span();
        if self.takes_mark("!") {
            return match self.nested(Parser::unary)? {
                Operand::Bool(b) => Ok(Operand::Bool(Bool::Not(Box::new(b)))),
                Operand::Int(_) => self.fail(span, "`!` needs a condition"),
            };
        }
        if self.takes_mark("(") {
            let inner = self.expression()?;
            self.mark(")")?;
            return Ok(inner);
        }
        match self.next() {
            (Token::Int(_), _) => {
                self.at -= 1;
                Ok(Operand::Int(Int::Constant(self.constant()?)))
            }
            (Token::Word(word), span) => self.operand(&word, span),
            _ => {
                self.at -= 1;
                self.expected("a condition")
            }
        }
    }

    fn operand(&mut self, word: &str, span: Span) -> Parsed<Operand> {
        Ok(Operand::Bool(match word {
            "TRUE" | "true" => Bool::Constant(true),
            "FALSE" | "false" => Bool::Constant(false),
            "MATCH" => Bool::Event(self.event()?),
            "CHECK" => Bool::Event(self.query(span)?),
            "COVERS_LINES" => {
                self.mark("(")?;
                let mut lines = Vec::new();
                while !self.takes_mark(")") {
                    lines.push(self.constant()? as u32);
                }
                Bool::Event(Event::Lines(lines))
            }
            "EVAL" => return self.evaluation().map(Operand::Int),
            _ => {
                self.at -= 1;
                let (name, span) = self.name("a condition")?;
                if let Some(number) = bound_number(&name) {
                    return Ok(Operand::Int(Int::Bound(number, span)));
                }
                if let Some(option) = self.options.iter().find(|o| o.name == name) {
                    return Ok(Operand::Bool(Bool::Constant(option.asked)));
                }
                let index = self.variables.iter().position(|v| v.name == name);
                match index.map(|i| (i, &self.variables[i].domain)) {
                    Some((index, Domain::Int(_))) => {
                        return Ok(Operand::Int(Int::Variable(index)));
                    }
                    Some(_) => return self.fail(span, format!("`{name}` is a set")),
                    None => {
                        let message =
                            format!("there is no automaton variable `{name}`, and no option");
                        return self.fail(span, message);
                    }
                }
            }
        }))
    }

    // What the program does.

    fn event(&mut self) -> Parsed<Event> {
        let (token, span) = self.next();
        Ok(match token {
            Token::Braces(inner) => Event::Statement(self.pattern(&inner, span, When::Plain)?),
            Token::Text(text) if !text.ends_with(';') => {
                let message = "no statement has this text: it would end with a semicolon";
                return self.fail(span, message);
            }
            Token::Text(text) => Event::Text(Texts::Exact(text)),
            Token::Brackets(inner) => Event::Text(self.regex(&inner, span)?),
            Token::Word(word) => match word.as_str() {
                "LABEL" => Event::Label(self.texts()?),
                "FUNCTIONCALL" => Event::Call(self.texts()?),
                "CALL" => match self.peek() {
                    Token::Braces(_) => self.moment(When::Call)?,
                    _ => Event::Call(self.texts()?),
                },
                "RETURN" => self.moment(When::Return)?,
                "ENTRY" => Event::Entry,
                "EXIT" => Event::Exit(self.status()?),
                "ASSERT" => {
                    return self.fail(span, "MATCH ASSERT is for Java programs");
                }
                _ => {
                    self.at -= 1;
                    return self.expected("what to match");
                }
            },
            _ => {
                self.at -= 1;
                return self.expected("what to match");
            }
        })
    }

    fn moment(&mut self, when: When) -> Parsed<Event> {
        let (inner, span) = self.braces("a call in `{…}`")?;
        Ok(Event::Statement(self.pattern(&inner, span, when)?))
    }

    /// The `$n` for the status with which the program ends, if there is one.
    fn status(&mut self) -> Parsed<Option<(u32, Span)>> {
        let Token::Braces(inner) = self.peek().clone() else {
            return Ok(None);
        };
        let (_, span) = self.next();
        match bound_number(inner.string().trim()) {
            Some(number) => Ok(Some((number, span))),
            None => self.fail(span, "the status of the end is a `$1`, `$2` …"),
        }
    }

    fn texts(&mut self) -> Parsed<Texts> {
        match self.next() {
            (Token::Text(text), _) => Ok(Texts::Exact(text)),
            (Token::Brackets(inner), span) => self.regex(&inner, span),
            _ => {
                self.at -= 1;
                self.expected("a text in quotes or `[…]`")
            }
        }
    }

    /// The expression must match the whole text.
    fn regex(&mut self, inner: &Inner, span: Span) -> Parsed<Texts> {
        match Regex::new(&format!("^(?s:{})$", inner.string())) {
            Ok(regex) => Ok(Texts::Matching(regex)),
            Err(error) => {
                let text = error.to_string();
                let last = text.lines().last().unwrap_or_default().trim();
                self.fail(span, format!("no regular expression: {last}"))
            }
        }
    }

    /// `(analysis, "query")`, `("query")` or `(analysis("query"))`.
    fn asked(&mut self) -> Parsed<(Option<String>, String, Span)> {
        self.mark("(")?;
        let mut analysis = None;
        let mut old = false;
        if let Token::Word(_) = self.peek() {
            analysis = Some(self.name("the name of an analysis")?.0);
            old = self.takes_mark("(");
            if !old {
                self.mark(",")?;
            }
        }
        let (query, span) = self.text()?;
        if old {
            self.mark(")")?;
        }
        self.mark(")")?;
        Ok((analysis, query, span))
    }

    fn query(&mut self, span: Span) -> Parsed<Event> {
        let open = matches!(self.peek(), Token::Mark("("));
        let after = self.tokens.get(self.at + 1).map(|t| &t.0);
        if open && matches!(after, Some(Token::Word(w)) if w == "IS_TARGET_STATE") {
            return self.fail(
                span,
                "there are no other analyses here whose state this could be",
            );
        }
        let (analysis, query, place) = self.asked()?;
        let query: String = query.chars().filter(|c| !c.is_whitespace()).collect();
        if analysis.as_deref() == Some("location") {
            if let Some(name) = query.strip_prefix("functionName==") {
                return Ok(Event::Function(name.to_owned()));
            }
            if let Some(Ok(line)) = query.strip_prefix("lineno==").map(str::parse) {
                return Ok(Event::Lines(vec![line]));
            }
        }
        let message = "this cannot be asked here; CHECK(location, \"functionName==…\") and \
                       CHECK(location, \"lineno==…\") can";
        self.fail(place, message)
    }

    fn evaluation(&mut self) -> Parsed<Int> {
        let (analysis, query, place) = self.asked()?;
        match (analysis.as_deref(), query.as_str()) {
            (Some("location"), "lineno") => Ok(Int::Line),
            _ => {
                self.problems.error(
                    place,
                    "this cannot be asked here; EVAL(location, \"lineno\") can",
                );
                Err(Failed)
            }
        }
    }
}
