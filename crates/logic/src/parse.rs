//! Formulae from text.
//!
//! The text is C's expression grammar with `@time` behind what is looked up in a
//! state, and the connectives `!`, `&&`, `||`, `=>`, `<=>`. What has no time is at
//! `@C`. Operands of different types are converted as C does; operands of one type
//! stay as they are.

use crate::Logic;
use crate::formula::FormulaId;
use crate::print::precedence;
use crate::scope::Scope;
use crate::term::{Term, TermId, Time};
use program::{
    BinaryOp, Expr, ExprId, FloatKind, Fold, IntKind, Place, PlaceId, Program, QualType, Query,
    Type, TypeId, UnaryOp, float,
};
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
        let mut parser = Parser {
            logic: self,
            program,
            scope,
            text,
            at: 0,
            nesting: 0,
        };
        let read = parser.iff()?;
        let formula = parser.formula(read)?;
        parser.space();
        match parser.at == text.len() {
            true => Ok(formula),
            false => parser.fail("this is not part of a formula"),
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
}

impl Parser<'_> {
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

    /// A name as the program prints it: `x`, or `x.1` for one that is hidden.
    fn name(&mut self) -> Option<String> {
        let rest = self.rest();
        let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        if !rest.starts_with(|c: char| letter(c) && !c.is_ascii_digit()) {
            return None;
        }
        let end = rest.find(|c| !letter(c)).unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        self.at += end;
        Some(name)
    }

    // Conversions between what was read.

    fn term(&mut self, read: Read) -> Parsed<TermId> {
        match read {
            Read::Plain(expr) => Ok(self.logic.at(self.program, Time::After, expr)),
            Read::Timed(term) => Ok(term),
            Read::Formula(_) => self.fail("a formula is no value"),
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
        while self.eat("<=>") {
            let right = self.implication()?;
            let (a, b) = (self.formula(left)?, self.formula(right)?);
            left = Read::Formula(self.logic.iff(self.program, a, b));
        }
        self.nesting -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Parsed<Read> {
        let left = self.disjunction()?;
        if !self.eat("=>") {
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

    // C's operators.

    /// The operator that comes next, and whether its operands are exchanged.
    fn operator(&mut self, level: u8) -> Option<(BinaryOp, bool)> {
        use BinaryOp::*;
        let signs: &[(&str, &[&str], BinaryOp, bool)] = &[
            ("|", &["||"], Or, false),
            ("^", &[], Xor, false),
            ("&", &["&&"], And, false),
            ("==", &[], Eq, false),
            ("!=", &[], Ne, false),
            ("<<", &[], Shl, false),
            (">>", &[], Shr, false),
            ("<=", &["<=>"], Le, false),
            (">=", &[], Le, true),
            ("<", &["<<", "<="], Lt, false),
            (">", &[">>", ">="], Lt, true),
            ("+", &[], Add, false),
            ("-", &[], Sub, false),
            ("*", &[], Mul, false),
            ("/", &[], Div, false),
            ("%", &[], Rem, false),
        ];
        for &(sign, longer, op, exchanged) in signs {
            if precedence(op) == level && self.eat_alone(sign, longer) {
                return Some((op, exchanged));
            }
        }
        None
    }

    fn binary(&mut self, level: u8) -> Parsed<Read> {
        if level > precedence(BinaryOp::Mul) {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some((op, exchanged)) = self.operator(level) {
            let right = self.binary(level + 1)?;
            left = match exchanged {
                false => self.operation(op, left, right)?,
                true => self.operation(op, right, left)?,
            };
        }
        Ok(left)
    }

    fn operation(&mut self, op: BinaryOp, a: Read, b: Read) -> Parsed<Read> {
        use BinaryOp::*;
        let (op, a, b, ty) = match op {
            Add | Sub if self.is_pointer(a) || self.is_pointer(b) => {
                return self.pointer_operation(op, a, b);
            }
            Shl | Shr => {
                let (a, b) = (self.promote(a)?, self.promote(b)?);
                (op, a, b, self.ty(a))
            }
            _ => {
                let (a, b) = self.balance(a, b)?;
                let ty = match op.is_comparison() {
                    true => self.program.types.common.int,
                    false => self.ty(a),
                };
                (op, a, b, ty)
            }
        };
        let operand = self.ty(a);
        let types = &self.program.types;
        let fits = match op {
            Rem | And | Or | Xor | Shl | Shr => types.is_integer(operand),
            _ if op.is_comparison() => types.is_scalar(operand),
            _ => types.is_arithmetic(operand),
        };
        match fits {
            true => self.make(op, a, b, ty),
            false => self.fail("this operator has no meaning for these types"),
        }
    }

    fn pointer_operation(&mut self, op: BinaryOp, a: Read, b: Read) -> Parsed<Read> {
        let ptrdiff = self.program.types.common.ptrdiff;
        match (op, self.is_pointer(a), self.is_pointer(b)) {
            (BinaryOp::Sub, true, true) if self.ty(a) == self.ty(b) => {
                self.make(BinaryOp::PointerDiff, a, b, ptrdiff)
            }
            (BinaryOp::Add, false, true) => self.pointer_operation(op, b, a),
            (_, true, false) => {
                let ty = self.ty(a);
                let mut count = self.cast(b, ptrdiff)?;
                if op == BinaryOp::Sub {
                    count = self.negate(count)?;
                }
                // As the front end says it: constants go into the index.
                if let (Read::Plain(pointer), Read::Plain(count)) = (a, count) {
                    let Program { exprs, types, .. } = &mut *self.program;
                    return Ok(Read::Plain(exprs.pointer_add(types, pointer, count)));
                }
                self.make(BinaryOp::PointerAdd, a, count, ty)
            }
            _ => self.fail("this operator has no meaning for these types"),
        }
    }

    fn make(&mut self, op: BinaryOp, a: Read, b: Read, ty: TypeId) -> Parsed<Read> {
        if let (Read::Plain(a), Read::Plain(b)) = (a, b) {
            let Program { exprs, types, .. } = &mut *self.program;
            let made = exprs.binary(types, op, a, b, ty, Fold::Exact);
            return self.plain(made);
        }
        let (a, b) = (self.term(a)?, self.term(b)?);
        Ok(Read::Timed(self.logic.binary(self.program, op, a, b, ty)))
    }

    fn plain(&self, expr: ExprId) -> Parsed<Read> {
        match self.program.exprs.depth(expr) > program::Exprs::MAX_DEPTH {
            true => self.fail("this expression is too deep"),
            false => Ok(Read::Plain(expr)),
        }
    }

    fn is_pointer(&self, read: Read) -> bool {
        self.program.types.is_pointer(self.ty(read))
    }

    fn cast(&mut self, read: Read, ty: TypeId) -> Parsed<Read> {
        match read {
            Read::Plain(expr) => {
                let Program { exprs, types, .. } = &mut *self.program;
                let made = exprs.cast(types, expr, ty);
                self.plain(made)
            }
            _ => {
                let term = self.term(read)?;
                Ok(Read::Timed(self.logic.cast(self.program, term, ty)))
            }
        }
    }

    fn negate(&mut self, read: Read) -> Parsed<Read> {
        self.apply(UnaryOp::Neg, read)
    }

    fn apply(&mut self, op: UnaryOp, read: Read) -> Parsed<Read> {
        match read {
            Read::Plain(expr) => {
                let Program { exprs, types, .. } = &mut *self.program;
                let made = exprs.unary(types, op, expr, Fold::Exact);
                self.plain(made)
            }
            _ => {
                let term = self.term(read)?;
                Ok(Read::Timed(self.logic.unary(self.program, op, term)))
            }
        }
    }

    fn promote(&mut self, read: Read) -> Parsed<Read> {
        match self.program.types.int_kind(self.ty(read)) {
            Some(kind) if kind.rank() < IntKind::Int.rank() => {
                self.cast(read, self.program.types.common.int)
            }
            _ => Ok(read),
        }
    }

    /// C's usual arithmetic conversions; operands of one type stay as they are.
    fn balance(&mut self, a: Read, b: Read) -> Parsed<(Read, Read)> {
        let (x, y) = (self.ty(a), self.ty(b));
        if x == y {
            return Ok((a, b));
        }
        let types = &self.program.types;
        let common = match (types.get(x), types.get(y)) {
            (Type::Pointer(_), Type::Pointer(_)) if self.constant(a) == Some(0) => y,
            (Type::Pointer(_), Type::Pointer(_)) => x,
            (Type::Pointer(_), _) if self.constant(b) == Some(0) => x,
            (_, Type::Pointer(_)) if self.constant(a) == Some(0) => y,
            (Type::Float(k), Type::Float(l)) => {
                let rank = |k: FloatKind| match k.format() {
                    FloatKind::Float16 => 0,
                    FloatKind::Float => 1,
                    FloatKind::Double => 2,
                    FloatKind::LongDouble => 3,
                    _ => 4,
                };
                if rank(k) >= rank(l) { x } else { y }
            }
            (Type::Float(_), Type::Int(_)) => x,
            (Type::Int(_), Type::Float(_)) => y,
            (Type::Int(k), Type::Int(l)) => types.int_type(common_kind(self.program, k, l)),
            _ => return self.fail("these types cannot be combined"),
        };
        Ok((self.cast(a, common)?, self.cast(b, common)?))
    }

    // What binds tightest.

    fn unary(&mut self) -> Parsed<Read> {
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

    fn deref(&mut self, read: Read) -> Parsed<PlaceId> {
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

    fn load(&mut self, place: PlaceId) -> Parsed<Read> {
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

    fn field(&mut self, base: PlaceId) -> Parsed<Read> {
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
        let start = self.at;
        let Some(mut name) = self.name() else {
            return self.fail("a value is missing");
        };
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
            "readable" | "writable" | "freeable" | "callable" | "tracked" | "released"
                if self.scope.var(&name).is_none() && self.rest().starts_with('(') =>
            {
                return self.query(&name);
            }
            _ => {}
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
        self.fail(format!("there is nothing called '{name}' here"))
    }

    fn query(&mut self, name: &str) -> Parsed<Read> {
        self.expect("(")?;
        let query = match name {
            "tracked" => Query::Tracked,
            "released" => Query::Released,
            _ => {
                let read = self.unary()?;
                match (name, read) {
                    ("freeable", Read::Plain(e)) => Query::Freeable(e),
                    ("callable", Read::Plain(e)) => Query::Callable(e),
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

    // Constants.

    fn digits(&mut self, radix: u32) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_digit(radix));
        let digits = rest[..end.unwrap_or(rest.len())].to_owned();
        self.at += digits.len();
        digits
    }

    fn number(&mut self, negative: bool) -> Parsed<Read> {
        self.space();
        let rest = &self.text[self.at..];
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let mut end = rest.find(|c| !letter(c)).unwrap_or(rest.len());
        let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
        // 1e-5: a sign behind an exponent belongs to the number.
        let exponent = rest[..end].ends_with(['e', 'E']) && !hexadecimal;
        if exponent && rest[end..].starts_with(['-', '+']) {
            let more = rest[end + 1..].find(|c| !letter(c));
            end = more.map_or(rest.len(), |m| end + 1 + m);
        }
        let text = &rest[..end];
        let made = match !hexadecimal && text.contains(['.', 'e', 'E']) {
            true => self.decimal(text, negative),
            false => self.whole(text, negative),
        };
        let Some(read) = made else {
            return self.fail(format!("'{text}' is no number"));
        };
        self.at += end;
        Ok(read)
    }

    fn decimal(&mut self, text: &str, negative: bool) -> Option<Read> {
        let (text, kind) = match text.strip_suffix(['f', 'F']) {
            Some(text) => (text, FloatKind::Float),
            None => match text.strip_suffix(['l', 'L']) {
                Some(text) => (text, FloatKind::LongDouble),
                None => (text, FloatKind::Double),
            },
        };
        let mut bits = float::parse(kind, text)?;
        if negative {
            bits = float::negate(kind, bits);
        }
        let ty = self.program.types.float(kind);
        let expr = self.program.exprs.intern(Expr::Float(bits), ty);
        Some(Read::Plain(expr))
    }

    fn whole(&mut self, text: &str, negative: bool) -> Option<Read> {
        let (digits, radix) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) => (digits, 16),
            None => (text, 10),
        };
        let end = digits.find(|c: char| !c.is_digit(radix));
        let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
        let magnitude = u128::from_str_radix(digits, radix).ok()?;
        let value = match negative {
            true => (magnitude as i128).wrapping_neg(),
            false => magnitude as i128,
        };
        let model = self.program.model();
        let kind = match suffix.to_ascii_lowercase().as_str() {
            "u" => IntKind::UInt,
            "l" => IntKind::Long,
            "ul" | "lu" => IntKind::ULong,
            "ll" => IntKind::LongLong,
            "ull" | "llu" => IntKind::ULongLong,
            "" => {
                let kinds = [
                    IntKind::Int,
                    IntKind::Long,
                    IntKind::LongLong,
                    IntKind::Int128,
                ];
                let fits = |k: &IntKind| {
                    let limit = 1u128 << (model.int_bits(*k) - 1);
                    magnitude < limit || negative && magnitude == limit
                };
                kinds.into_iter().find(fits).unwrap_or(IntKind::UInt128)
            }
            _ => return None,
        };
        let Program { exprs, types, .. } = &mut *self.program;
        let ty = types.int_type(kind);
        Some(Read::Plain(exprs.int(types, value, ty)))
    }

    /// `__bits(type, bits)`: a float that decimals do not say.
    fn bits(&mut self) -> Parsed<Read> {
        let start = self.at;
        self.expect("(")?;
        let rest = &self.text[self.at..];
        let Some(comma) = rest.find(',') else {
            return self.fail("__bits has two arguments");
        };
        let ty = self.scope.ty(&rest[..comma]);
        let Some(ty) = ty.filter(|&t| self.program.types.float_kind(t).is_some()) else {
            return self.fail("this is no floating type");
        };
        self.at += comma + 1;
        self.space();
        let hexadecimal = self.eat("0x");
        let digits = self.digits(if hexadecimal { 16 } else { 10 });
        let bits = u128::from_str_radix(&digits, if hexadecimal { 16 } else { 10 });
        let Ok(bits) = bits else {
            self.at = start;
            return self.fail("these are no bits");
        };
        self.expect(")")?;
        let expr = self.program.exprs.intern(Expr::Float(bits), ty);
        Ok(Read::Plain(expr))
    }

    /// A string literal of the program, by its contents.
    fn string(&mut self) -> Parsed<Read> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let mut rest = self.text[self.at..].bytes();
            match rest.next() {
                None => return self.fail("the string has no end"),
                Some(b'"') => break,
                Some(b'\\') => {
                    let (byte, length) = match rest.next() {
                        Some(b'n') => (b'\n', 2),
                        Some(b't') => (b'\t', 2),
                        Some(b'r') => (b'\r', 2),
                        Some(b'x') => {
                            let digits = self.text.get(self.at + 2..self.at + 4);
                            let byte = digits.and_then(|d| u8::from_str_radix(d, 16).ok());
                            (byte.unwrap_or(0), 4)
                        }
                        Some(other) => (other, 2),
                        None => return self.fail("the string has no end"),
                    };
                    bytes.push(byte);
                    self.at += length;
                }
                Some(byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
            if !self.text.is_char_boundary(self.at) {
                return self.fail("strings are written in ASCII");
            }
        }
        self.at += 1;
        bytes.push(0);
        let Some(var) = self.scope.literal(&bytes) else {
            self.at = start;
            return self.fail("the program has no such string");
        };
        let ty = self.program.vars[var].ty;
        let place = self.program.exprs.var(var, ty);
        self.load(place)
    }
}

/// The type that C converts operands of two integer types to.
fn common_kind(program: &Program, a: IntKind, b: IntKind) -> IntKind {
    let promote = |k: IntKind| match k.rank() < IntKind::Int.rank() {
        true => IntKind::Int,
        false => k,
    };
    let (a, b) = (promote(a), promote(b));
    if a.is_signed() == b.is_signed() {
        return if a.rank() >= b.rank() { a } else { b };
    }
    let (signed, unsigned) = if a.is_signed() { (a, b) } else { (b, a) };
    let bits = |k| program.model().int_bits(k);
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if bits(signed) > bits(unsigned) {
        signed
    } else {
        signed.to_unsigned()
    }
}
