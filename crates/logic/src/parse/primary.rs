//! Unary operators, places, names and questions.

use super::{MAX_NESTING, Parsed, Parser, Read};
use crate::formula::FormulaId;
use crate::print::precedence;
use crate::term::Time;
use program::{BinaryOp, Expr, Place, PlaceId, QualType, Query, Type, TypeId, UnaryOp};

impl Parser<'_> {
    pub(super) fn unary(&mut self) -> Parsed<Read> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return self.fail("this is nested too deeply");
        }
        let read = self.unary_inside();
        self.nesting -= 1;
        read
    }

    fn unary_inside(&mut self) -> Parsed<Read> {
        if self.eat_alone("!", &["!="]) {
            let read = self.unary()?;
            let formula = self.formula(read)?;
            return Ok(Read::Formula(self.logic.not(self.program, formula)));
        }
        if self.eat("-") {
            if self.text[self.at..].starts_with(|c: char| c.is_ascii_digit()) {
                return self.number(true);
            }
            let read = self.unary()?;
            return self.negate(read);
        }
        if self.eat("~") {
            let read = self.unary()?;
            return self.apply(UnaryOp::Not, read);
        }
        if self.eat("*") {
            let read = self.unary()?;
            let place = self.deref(read)?;
            return self.load(place);
        }
        if self.eat_alone("&", &["&&"]) {
            let read = self.unary()?;
            let place = self.place(read)?;
            return self.address(place);
        }
        if let Some(ty) = self.type_name() {
            let read = self.unary()?;
            return self.cast(read, ty);
        }
        self.postfix()
    }

    /// A type in parentheses, if one comes next.
    fn type_name(&mut self) -> Option<TypeId> {
        let rest = self.rest();
        if !rest.starts_with('(') {
            return None;
        }
        let mut open = 0;
        let end = rest.char_indices().find(|&(_, c)| {
            open += i32::from(c == '(') - i32::from(c == ')');
            open == 0
        });
        let end = end?.0;
        let ty = self.scope.ty(&self.text[self.at + 1..self.at + end])?;
        self.at += end + 1;
        Some(ty)
    }

    pub(super) fn deref(&mut self, read: Read) -> Parsed<PlaceId> {
        let Read::Plain(pointer) = read else {
            return self.fail("what is behind a pointer has the pointer's time: (*p)@1");
        };
        let ty = self.program.exprs.ty(pointer);
        match self.program.types.pointee(ty) {
            Some(to) => Ok(self.program.exprs.deref(pointer, to.ty)),
            None => self.fail("only pointers can be followed"),
        }
    }

    /// The place that an expression is the value of.
    fn place(&mut self, read: Read) -> Parsed<PlaceId> {
        if let Read::Plain(expr) = read
            && let Expr::Load(place) = self.program.exprs.get(expr)
        {
            return Ok(place);
        }
        self.fail("only a place without a time has an address or parts")
    }

    pub(super) fn load(&mut self, place: PlaceId) -> Parsed<Read> {
        let expr = self.program.exprs.load(place);
        self.plain(expr)
    }

    fn address(&mut self, place: PlaceId) -> Parsed<Read> {
        let ty = self.program.exprs.place_ty(place);
        let pointer = Type::Pointer(QualType::plain(ty));
        let pointer = self.program.types.intern(pointer);
        let expr = self.program.exprs.address(place, pointer);
        self.plain(expr)
    }

    fn postfix(&mut self) -> Parsed<Read> {
        let mut read = self.primary()?;
        loop {
            read = if self.eat("@") {
                let time = self.time()?;
                match read {
                    Read::Plain(expr) => Read::Timed(self.logic.at(self.program, time, expr)),
                    _ => return self.fail("this has a time already"),
                }
            } else if self.eat("->") {
                let place = self.deref(read)?;
                self.field(place)?
            } else if self.eat(".") {
                let place = self.place(read)?;
                self.field(place)?
            } else if self.eat("[") {
                let index = self.binary(precedence(BinaryOp::Or))?;
                self.expect("]")?;
                self.index(read, index)?
            } else {
                return Ok(read);
            };
        }
    }

    fn time(&mut self) -> Parsed<Time> {
        let next = self.text[self.at..].chars().next();
        let Some(&time) = Time::ALL.iter().find(|t| Some(t.symbol()) == next) else {
            return self.fail("times are @0, @1, @2, @3 and @C");
        };
        self.at += 1;
        Ok(time)
    }

    pub(super) fn field(&mut self, base: PlaceId) -> Parsed<Read> {
        let ty = self.program.exprs.place_ty(base);
        let anonymous = self.eat("<");
        let (index, field_ty) = if anonymous {
            let digits = self.digits(10);
            self.expect(">")?;
            let index = digits.parse::<usize>().unwrap_or(usize::MAX);
            let field = self.program.types.fields(ty).get(index);
            (index, field.map(|f| f.ty))
        } else {
            let Some(name) = self.name() else {
                return self.fail("the name of a field is missing");
            };
            let names = &self.program.names;
            let mut fields = self.program.types.fields(ty).iter().enumerate();
            let found = fields.find(|(_, f)| f.name.is_some_and(|n| names[n] == *name));
            match found {
                Some((index, field)) => (index, Some(field.ty)),
                None => return self.fail(format!("there is no field '{name}' here")),
            }
        };
        let Some(field_ty) = field_ty else {
            return self.fail("there is no such field");
        };
        let place = Place::Field(base, index as u32);
        let place = self.program.exprs.intern_place(place, field_ty);
        self.load(place)
    }

    fn index(&mut self, base: Read, index: Read) -> Parsed<Read> {
        let index = self.cast(index, self.program.types.common.ptrdiff)?;
        let Read::Plain(index_expr) = index else {
            return self.fail("an element has one time, behind the bracket: a[i]@1");
        };
        if self.is_pointer(base) {
            let moved = self.pointer_operation(BinaryOp::Add, base, index)?;
            let place = self.deref(moved)?;
            return self.load(place);
        }
        let base = self.place(base)?;
        match self.program.types.get(self.program.exprs.place_ty(base)) {
            Type::Array { element, .. } => {
                let place = Place::Index(base, index_expr);
                let place = self.program.exprs.intern_place(place, element.ty);
                self.load(place)
            }
            _ => self.fail("only arrays and pointers have elements"),
        }
    }

    fn primary(&mut self) -> Parsed<Read> {
        if self.eat("(") {
            let read = self.iff()?;
            self.expect(")")?;
            return Ok(read);
        }
        let rest = self.rest();
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number(false);
        }
        if rest.starts_with('"') {
            return self.string();
        }
        if rest.starts_with('\\') {
            return self.keyword();
        }
        let start = self.at;
        let Some(mut name) = self.name() else {
            return self.fail("a value is missing");
        };
        if let Some(bound) = self.bound(&name) {
            return self.plain(bound);
        }
        let defined = self.defined.iter().rev().find(|(n, _)| *n == name);
        let shorthand = defined.map(|(_, s)| s).or(self.scope.shorthand(&name));
        if let Some(shorthand) = shorthand.cloned()
            && (shorthand.parameters.is_empty() || self.rest().starts_with('('))
        {
            return match self.rest().starts_with('(') {
                true => self.shorthand(&shorthand),
                false => Ok(Read::Formula(shorthand.body)),
            };
        }
        let types = &self.program.types;
        match name.as_str() {
            "true" => return Ok(Read::Formula(FormulaId::TRUE)),
            "false" => return Ok(Read::Formula(FormulaId::FALSE)),
            "NULL" => {
                let null = Expr::Int(0);
                let null = self.program.exprs.intern(null, types.common.void_ptr);
                return Ok(Read::Plain(null));
            }
            "__bits" => return self.bits(),
            "readable" | "writable" | "freeable" | "callable" | "allocated" | "tracked"
            | "released"
                if self.scope.var(&name).is_none() && self.rest().starts_with('(') =>
            {
                return self.query(&name);
            }
            _ => {}
        }
        // A variable of another function.
        if self.text[self.at..].starts_with("::") {
            self.at += 2;
            let Some(own) = self.name() else {
                return self.fail("the name of a variable is missing");
            };
            name = format!("{name}::{own}");
        }
        // Variables of the same name are told apart by a number.
        let rest = &self.text[self.at..];
        if let Some(number) = rest.strip_prefix('.')
            && number.starts_with(|c: char| c.is_ascii_digit())
        {
            self.at += 1;
            let number = self.digits(10);
            name = format!("{name}.{number}");
        }
        if let Some(var) = self.scope.var(&name) {
            let ty = self.program.vars[var].ty;
            let place = self.program.exprs.var(var, ty);
            return self.load(place);
        }
        if let Some(function) = self.scope.function(&name) {
            let ty = self.program.functions[function].ty;
            let pointer = self.program.types.pointer_to(ty);
            let expr = self.program.exprs.intern(Expr::Function(function), pointer);
            return Ok(Read::Plain(expr));
        }
        self.at = start;
        self.fail(match self.scope.leaves_open(&name) {
            true => format!("several variables are called '{name}'"),
            false => format!("there is nothing called '{name}' here"),
        })
    }

    fn query(&mut self, name: &str) -> Parsed<Read> {
        self.expect("(")?;
        let query = match name {
            "tracked" => Query::Tracked,
            "released" => Query::Released,
            _ => {
                let read = self.binary(precedence(BinaryOp::Or))?;
                match (name, read) {
                    ("freeable", Read::Plain(e)) => Query::Freeable(e),
                    ("callable", Read::Plain(e)) => Query::Callable(e),
                    ("allocated", Read::Plain(e)) => Query::Allocated(e),
                    ("readable", _) => Query::Readable(self.place(read)?),
                    ("writable", _) => Query::Writable(self.place(read)?),
                    _ => return self.fail("the time of a question is behind it"),
                }
            }
        };
        self.expect(")")?;
        let int = self.program.types.common.int;
        let expr = self.program.exprs.intern(Expr::Query(query), int);
        self.plain(expr)
    }
}
