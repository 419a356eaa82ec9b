//! Quantifiers, closures, the past, and shorthands with arguments.

use super::{Parsed, Parser, Read};
use crate::formula::FormulaId;
use crate::print::precedence;
use crate::scope::Shorthand;
use program::{BinaryOp, Expr, ExprId, Fold, Logical, Program, Quantifier, Query, TypeId};

impl Parser<'_> {
    /// What begins with a backslash, as in ACSL.
    pub(super) fn keyword(&mut self) -> Parsed<Read> {
        let start = self.at;
        self.at += 1;
        let name = match self.text[self.at..].starts_with(|c: char| c.is_alphabetic()) {
            true => self.name().unwrap_or_default(),
            false => String::new(),
        };
        match name.as_str() {
            "forall" => self.quantifier(Quantifier::All),
            "exists" => self.quantifier(Quantifier::Some),
            "closure" => self.closure(),
            "reach" => self.reach(),
            "allocated" => {
                let pointer = self.argument()?;
                match pointer {
                    Read::Plain(e) => self.question(Query::Allocated(e)),
                    _ => self.fail("the time of a question is behind it"),
                }
            }
            "valid" | "valid_read" => {
                let pointer = self.argument()?;
                let place = self.deref(pointer)?;
                self.question(match name.as_str() {
                    "valid" => Query::Writable(place),
                    _ => Query::Readable(place),
                })
            }
            "null" => self.null(),
            "true" => Ok(Read::Formula(FormulaId::TRUE)),
            "false" => Ok(Read::Formula(FormulaId::FALSE)),
            "old" => {
                let read = self.argument()?;
                self.past(read)
            }
            "at" => self.at_label(),
            _ => {
                self.at = start;
                self.fail(format!("'\\{name}' means nothing here"))
            }
        }
    }

    /// One expression in parentheses.
    fn argument(&mut self) -> Parsed<Read> {
        self.expect("(")?;
        let read = self.iff()?;
        self.expect(")")?;
        Ok(read)
    }

    fn question(&mut self, query: Query) -> Parsed<Read> {
        let int = self.program.types.common.int;
        let expr = self.program.exprs.intern(Expr::Query(query), int);
        self.plain(expr)
    }

    fn past(&mut self, read: Read) -> Parsed<Read> {
        let Read::Plain(expr) = read else {
            return self.fail("what has a time cannot be given another");
        };
        let ty = self.program.exprs.ty(expr);
        let past = Expr::Logical(Logical::AtEntry(expr));
        let past = self.program.exprs.intern(past, ty);
        self.plain(past)
    }

    /// `\at(e, Pre)`
    fn at_label(&mut self) -> Parsed<Read> {
        self.expect("(")?;
        let read = self.iff()?;
        self.expect(",")?;
        self.space();
        let start = self.at;
        let label = self.name().unwrap_or_default();
        self.expect(")")?;
        match label.as_str() {
            "Pre" | "Old" => self.past(read),
            "Here" | "Post" => Ok(read),
            _ => {
                self.at = start;
                self.fail("the labels are Pre and Here")
            }
        }
    }

    // Binders.

    /// Declarations of variables, up to `end`; they are bound from here on.
    fn declarations(&mut self, end: &str) -> Parsed<Vec<TypeId>> {
        let mut types: Vec<TypeId> = Vec::new();
        loop {
            let start = self.at;
            let rest = &self.text[self.at..];
            let mut depth = 0i32;
            let stop = rest.char_indices().find(|&(_, c)| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0 && (c == ',' || end.starts_with(c)) || depth < 0
            });
            let Some((length, stop)) = stop else {
                return self.fail(format!("'{end}' is missing"));
            };
            let declared = rest[..length].to_owned();
            let (ty, name) = self.declaration(&declared, types.last().copied())?;
            if self.binders.len() >= 64 {
                return self.fail("this binds too many variables");
            }
            types.push(ty);
            self.binders.push((name, ty));
            self.at = start + length + stop.len_utf8();
            if end.starts_with(stop) {
                return Ok(types);
            }
            if stop != ',' {
                self.at = start + length;
                return self.fail(format!("'{end}' is missing"));
            }
        }
    }

    /// The type and name of `struct node *p`. A name alone has the type of the one before.
    fn declaration(&mut self, text: &str, before: Option<TypeId>) -> Parsed<(TypeId, String)> {
        let letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\'');
        let end = text.rfind(letter).map_or(0, |i| {
            i + text[i..].chars().next().map_or(0, char::len_utf8)
        });
        let begin = text[..end]
            .char_indices()
            .rev()
            .take_while(|&(_, c)| letter(c))
            .last()
            .map_or(end, |(i, _)| i);
        let name = text[begin..end].to_owned();
        let rest = format!("{}{}", &text[..begin], &text[end..]);
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return self.fail("a variable has a type and a name");
        }
        let ty = match (rest.trim(), before) {
            ("", Some(ty)) => Some(ty),
            (text, _) => self.type_of(text),
        };
        let types = &self.program.types;
        match ty.filter(|&t| types.bits(t).is_some()) {
            Some(ty) => Ok((ty, name)),
            None => self.fail("variables have integer or pointer types of the program"),
        }
    }

    fn type_of(&mut self, text: &str) -> Option<TypeId> {
        let text = text.trim();
        if let Some(ty) = self.scope.ty(text) {
            return Some(ty);
        }
        let to = self.type_of(text.strip_suffix('*')?)?;
        Some(self.program.types.pointer_to(to))
    }

    fn unbind(&mut self, count: usize) {
        self.binders.truncate(self.binders.len() - count);
    }

    fn quantifier(&mut self, quantifier: Quantifier) -> Parsed<Read> {
        let types = self.declarations(";")?;
        let body = self.iff();
        self.unbind(types.len());
        let mut read = body?;
        for ty in types.into_iter().rev() {
            read = match read {
                Read::Plain(body) => {
                    let body = self.truth_of(body)?;
                    let made = Logical::Quantified(quantifier, ty, body);
                    self.logical(made)?
                }
                _ => {
                    let body = self.formula(read)?;
                    Read::Formula(self.logic.quantified(self.program, quantifier, ty, body))
                }
            };
        }
        Ok(read)
    }

    /// The expression as a truth value.
    fn truth_of(&mut self, expr: ExprId) -> Parsed<ExprId> {
        let ty = self.program.exprs.ty(expr);
        if self.program.exprs.is_truth(expr) {
            return Ok(expr);
        }
        if !self.program.types.is_scalar(ty) {
            return self.fail("an aggregate has no truth");
        }
        let int = self.program.types.common.int;
        let Program { exprs, types, .. } = &mut *self.program;
        let zero = match types.float_kind(ty) {
            Some(_) => exprs.intern(Expr::Float(0), ty),
            None => exprs.int(types, 0, ty),
        };
        Ok(exprs.binary(types, BinaryOp::Ne, expr, zero, int, Fold::Exact))
    }

    fn logical(&mut self, logical: Logical) -> Parsed<Read> {
        let int = self.program.types.common.int;
        let made = self.program.exprs.intern(Expr::Logical(logical), int);
        self.plain(made)
    }

    /// `\closure(T a, T b; step)(from, to)`
    fn closure(&mut self) -> Parsed<Read> {
        self.expect("(")?;
        let types = self.declarations(";")?;
        let step = self.iff();
        self.unbind(types.len());
        let step = step?;
        let &[ty, other] = &types[..] else {
            return self.fail("the step of a closure has two variables");
        };
        if ty != other {
            return self.fail("both ends of a step have one type");
        }
        self.expect(")")?;
        let (from, to) = self.ends()?;
        let (from, to) = (self.cast(from, ty)?, self.cast(to, ty)?);
        self.closed(step, from, to)
    }

    fn closed(&mut self, step: Read, from: Read, to: Read) -> Parsed<Read> {
        if let (Read::Plain(step), Read::Plain(from), Read::Plain(to)) = (step, from, to) {
            let step = self.truth_of(step)?;
            return self.logical(Logical::Closure { step, from, to });
        }
        let step = self.formula(step)?;
        let (from, to) = (self.term(from)?, self.term(to)?);
        let closure = self.logic.closure(self.program, step, from, to);
        Ok(Read::Formula(closure))
    }

    fn ends(&mut self) -> Parsed<(Read, Read)> {
        self.expect("(")?;
        let from = self.binary(precedence(BinaryOp::Or))?;
        self.expect(",")?;
        let to = self.binary(precedence(BinaryOp::Or))?;
        self.expect(")")?;
        Ok((from, to))
    }

    /// `\reach(from, to, field)`: each is valid, and its field is the next.
    fn reach(&mut self) -> Parsed<Read> {
        self.expect("(")?;
        let from = self.binary(precedence(BinaryOp::Or))?;
        self.expect(",")?;
        let to = self.binary(precedence(BinaryOp::Or))?;
        self.expect(",")?;
        let ty = self.ty(from);
        if self.program.types.pointee(ty).is_none() {
            return self.fail("what is reached is reached from a pointer");
        }
        let former = self
            .program
            .exprs
            .intern(Expr::Logical(Logical::Bound(1)), ty);
        let latter = self
            .program
            .exprs
            .intern(Expr::Logical(Logical::Bound(0)), ty);
        let place = self.deref(Read::Plain(former))?;
        self.space();
        let Read::Plain(next) = self.field(place)? else {
            return self.fail("this is no field");
        };
        self.expect(")")?;
        let to = self.cast(to, ty)?;
        let int = self.program.types.common.int;
        let Program { exprs, types, .. } = &mut *self.program;
        let valid = exprs.intern(Expr::Query(Query::Readable(place)), int);
        let next = exprs.cast(types, next, ty);
        let leads = exprs.binary(types, BinaryOp::Eq, next, latter, int, Fold::Exact);
        let step = exprs.binary(types, BinaryOp::And, valid, leads, int, Fold::Exact);
        self.closed(Read::Plain(step), from, to)
    }

    // Shorthands.

    /// The variable of this name that is bound around, if any.
    pub(super) fn bound(&mut self, name: &str) -> Option<ExprId> {
        let index = self.binders.iter().rposition(|(n, _)| n == name)?;
        let n = (self.binders.len() - 1 - index) as u32;
        let ty = self.binders[index].1;
        let bound = Expr::Logical(Logical::Bound(n));
        Some(self.program.exprs.intern(bound, ty))
    }

    /// `name(argument, …)`, where the name is a shorthand's.
    pub(super) fn shorthand(&mut self, shorthand: &Shorthand) -> Parsed<Read> {
        let mut values = Vec::new();
        self.expect("(")?;
        if !self.eat(")") {
            loop {
                let read = self.binary(precedence(BinaryOp::Or))?;
                let Some(&ty) = shorthand.parameters.get(values.len()) else {
                    return self.fail("there are more arguments than parameters");
                };
                let Read::Plain(value) = self.cast(read, ty)? else {
                    return self.fail("an argument of a shorthand has no time");
                };
                values.push(value);
                if self.eat(")") {
                    break;
                }
                self.expect(",")?;
            }
        }
        if values.len() < shorthand.parameters.len() {
            return self.fail("there are fewer arguments than parameters");
        }
        values.reverse();
        let formula = self
            .logic
            .instantiate(self.program, shorthand.body, &values);
        match formula {
            Some(formula) => Ok(Read::Formula(formula)),
            None => self.fail("what this shorthand says is too long"),
        }
    }

    /// `predicate name(T x, …) = formula;`, as often as it is there.
    pub(super) fn definitions(&mut self) -> Parsed<()> {
        loop {
            self.comments()?;
            if self.at == self.text.len() {
                return Ok(());
            }
            let start = self.at;
            if !matches!(self.name().as_deref(), Some("predicate" | "shorthand")) {
                self.at = start;
                return self.fail("a definition begins with 'predicate'");
            }
            let Some(name) = self.name() else {
                return self.fail("the name of the predicate is missing");
            };
            let mut parameters = Vec::new();
            if self.eat("(") && !self.eat(")") {
                parameters = self.declarations(")")?;
            }
            self.expect("=")?;
            let body = self.iff()?;
            let body = self.formula(body)?;
            self.expect(";")?;
            self.unbind(parameters.len());
            let shorthand = Shorthand { parameters, body };
            self.defined.push((name, shorthand));
        }
    }

    /// Spaces, and comments as in C.
    fn comments(&mut self) -> Parsed<()> {
        loop {
            self.space();
            let rest = &self.text[self.at..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(end) => self.at += end + 2,
                    None => return self.fail("the comment has no end"),
                }
            } else {
                return Ok(());
            }
        }
    }

    fn null(&mut self) -> Parsed<Read> {
        let ty = self.program.types.common.void_ptr;
        let null = self.program.exprs.intern(Expr::Int(0), ty);
        Ok(Read::Plain(null))
    }
}
