//! Expressions and addresses at the end of a block.

use super::Unsupported;
use super::encode::{Meaning, Now, Told};
use crate::access;
use crate::operations;
use crate::path::Spot;
use crate::term::{Sort, Term};
use program::{BinaryOp, Expr, ExprId, FunctionId, Place, PlaceId, Query};

use std::rc::Rc;

type Built<T> = Result<T, Unsupported>;

impl Now<'_> {
    /// The value of a scalar expression.
    pub fn eval(&mut self, id: ExprId) -> Built<Term> {
        let program = self.world.program;
        let types = &program.types;
        let ty = program.exprs.ty(id);
        Ok(match program.exprs.get(id) {
            Expr::Int(value) => {
                let width = operations::width(types, ty);
                self.terms().bits(value as u128, width)
            }
            Expr::Float(bits) => {
                let width = operations::width(types, ty);
                self.terms().bits(bits, width)
            }
            Expr::Zero => {
                let width = operations::width(types, ty);
                self.terms().bits(0, width)
            }
            Expr::Function(f) => self.function(f),
            Expr::Load(place) => {
                let value = self.load(place)?;
                self.or_known(id, value)
            }
            Expr::Address(place) => {
                if let Some(var) = program.exprs.root(place) {
                    self.expose(var);
                }
                self.address(place)?
            }
            Expr::Unary(op, a) => {
                let a = self.eval(a)?;
                self.terms().c_unary(types, op, ty, a)
            }
            Expr::Binary(op, ..) if op.is_comparison() => {
                let truth = self.condition(id)?;
                self.terms().c_truth(types, truth, ty)
            }
            Expr::Binary(op, a, b) => {
                let operands = (program.exprs.ty(a), program.exprs.ty(b));
                let (x, y) = (self.eval(a)?, self.eval(b)?);
                let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                if divides && types.float_kind(operands.0).is_none() {
                    let width = self.terms().width(y);
                    let zero = self.terms().bits(0, width);
                    let divisible = self.terms().ne(y, zero);
                    self.require(divisible);
                }
                self.terms().c_binary(types, op, operands, x, y)
            }
            Expr::Cast(a) => {
                let value = self.eval(a)?;
                self.terms().c_cast(types, program.exprs.ty(a), ty, value)
            }
            Expr::Query(query) => {
                let truth = self.answer(query)?;
                self.terms().c_truth(types, truth, ty)
            }
            // Any value: terms have no quantifiers.
            Expr::Logical(_) => {
                let width = operations::width(types, ty);
                self.input(Sort::Bits(width))
            }
        })
    }

    /// The address of a variable becomes a value.
    fn expose(&mut self, var: program::VarId) {
        if self.world.program.vars[var].kind.is_static() {
            return;
        }
        // Where alternatives met, it is one of several.
        let address = self.get(Meaning::Address(var));
        for &symbol in self.encoder.terms.symbols(address).iter() {
            let address = self.encoder.terms.symbol_term(symbol);
            if !self.block.exposed.contains(&address) {
                Rc::make_mut(&mut self.block.exposed).insert(address);
            }
        }
    }

    /// The value of a load in plainer words, if somebody else knows them. That it is so
    /// becomes a condition: what a block relies on it says.
    fn or_known(&mut self, id: ExprId, value: Term) -> Term {
        let types = &self.world.program.types;
        let is_pointer = types.is_pointer(self.world.program.exprs.ty(id));
        let terms = &mut self.encoder.terms;
        let is_plain = is_pointer && terms.split_pointer(value, |_| false).is_some();
        if is_plain || terms.is_constant(value) {
            return value;
        }
        match self.known(id) {
            Some(known) if known != value => {
                let equal = self.terms().eq(value, known);
                if !self.world.is_vouched {
                    self.require(equal);
                }
                // Of a variable it need not be said again.
                let symbol = self.terms().as_symbol(value);
                let meaning = symbol.and_then(|s| self.encoder.meaning(s));
                if let Some(meaning @ Meaning::Var(_)) = meaning
                    && self.get(meaning) == value
                {
                    self.set(meaning, known);
                }
                known
            }
            _ => value,
        }
    }

    fn known(&mut self, id: ExprId) -> Option<Term> {
        let known = self.world.known?(id)?;
        let types = &self.world.program.types;
        let ty = self.world.program.exprs.ty(id);
        match known {
            Told::Int(value) => {
                let width = operations::width(types, ty);
                Some(self.terms().bits(value as u128, width))
            }
            Told::Address(var, offset) if types.is_pointer(ty) => {
                self.expose(var);
                let base = self.get(Meaning::Address(var));
                let bits = self.encoder.pointer_bits;
                let offset = self.terms().bits(offset as u128, bits);
                Some(self.terms().add(base, offset))
            }
            Told::Address(..) => None,
        }
    }

    /// The truth of an expression that is 0 or not.
    pub fn condition(&mut self, id: ExprId) -> Built<Term> {
        let program = self.world.program;
        match program.exprs.get(id) {
            Expr::Binary(op, a, b) if op.is_comparison() => {
                let ty = program.exprs.ty(a);
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                Ok(self.terms().c_compare(&program.types, op, ty, a, b))
            }
            Expr::Query(query) => self.answer(query),
            _ => {
                let value = self.eval(id)?;
                let width = self.terms().width(value);
                let zero = self.terms().bits(0, width);
                Ok(self.terms().ne(value, zero))
            }
        }
    }

    pub fn function(&mut self, function: FunctionId) -> Term {
        let f = &self.world.program.functions[function];
        if f.weak && f.body.is_none() {
            let bits = self.encoder.pointer_bits;
            return self.terms().bits(0, bits);
        }
        self.get(Meaning::Function(function))
    }

    /// Any answer, but where null makes it plain.
    fn answer(&mut self, query: Query) -> Built<Term> {
        let bits = self.encoder.pointer_bits;
        let any = self.input(Sort::Bits(1));
        let one = self.terms().bits(1, 1);
        let any = self.terms().eq(any, one);
        match query {
            Query::Readable(place) | Query::Writable(place) => {
                if self.register_place(place).is_some() {
                    return Ok(self.terms().bool(true));
                }
                if let Place::Deref(pointer) = self.world.program.exprs.place(place) {
                    let pointer = self.eval(pointer)?;
                    let null = self.terms().bits(0, bits);
                    let there = self.terms().ne(pointer, null);
                    return Ok(self.terms().and(there, any));
                }
                Ok(any)
            }
            Query::Freeable(pointer) => {
                let pointer = self.eval(pointer)?;
                let null = self.terms().bits(0, bits);
                let null = self.terms().eq(pointer, null);
                Ok(self.terms().or(null, any))
            }
            Query::Callable(_) | Query::Allocated(_) | Query::Tracked | Query::Released => Ok(any),
        }
    }

    // Places.

    pub fn address(&mut self, place: PlaceId) -> Built<Term> {
        let program = self.world.program;
        let exprs = &program.exprs;
        let bits = self.encoder.pointer_bits;
        match exprs.place(place) {
            Place::Var(var) => Ok(self.get(Meaning::Address(var))),
            Place::Deref(pointer) => self.eval(pointer),
            Place::Field(base, i) => {
                let offset = match program.types.fields(exprs.place_ty(base)).get(i as usize) {
                    Some(field) => field.offset,
                    // A part of a complex number.
                    None => {
                        let size = program.types.size_of(exprs.place_ty(place));
                        u64::from(i) * size.unwrap_or(0)
                    }
                };
                let base = self.address(base)?;
                Ok(self.moved(base, offset))
            }
            Place::Index(base, index) => {
                let stride = program.types.size_of(exprs.place_ty(place)).unwrap_or(0);
                let base = self.address(base)?;
                let signed = program.types.bits(exprs.ty(index)).is_some_and(|(_, s)| s);
                let index = self.eval(index)?;
                let terms = self.terms();
                let index = terms.resize(index, bits, signed);
                let stride = terms.bits(stride.into(), bits);
                let bytes = terms.mul(index, stride);
                Ok(terms.add(base, bytes))
            }
        }
    }

    pub fn moved(&mut self, pointer: Term, bytes: u64) -> Term {
        let bits = self.encoder.pointer_bits;
        let offset = self.terms().bits(bytes.into(), bits);
        self.terms().add(pointer, offset)
    }

    /// An access goes on only if its pointer is not null.
    pub fn require_pointer(&mut self, place: PlaceId) -> Built<()> {
        let mut place = place;
        loop {
            match self.world.program.exprs.place(place) {
                Place::Var(_) => return Ok(()),
                Place::Field(base, _) | Place::Index(base, _) => place = base,
                Place::Deref(pointer) => {
                    let pointer = self.eval(pointer)?;
                    let bits = self.encoder.pointer_bits;
                    let null = self.terms().bits(0, bits);
                    let there = self.terms().ne(pointer, null);
                    self.require(there);
                    return Ok(());
                }
            }
        }
    }

    fn load(&mut self, place: PlaceId) -> Built<Term> {
        if let Some(var) = self.register_place(place) {
            return Ok(self.get(Meaning::Var(var)));
        }
        let Some(access) = access::of_place(self.world.program, place) else {
            return self.unsupported("the value of an aggregate");
        };
        self.require_pointer(place)?;
        let pointer = self.address(place)?;
        let raw = self.read(Spot::Place(place), 0, pointer, access.size());
        Ok(access.decode(self.terms(), raw))
    }

    pub fn place_size(&self, place: PlaceId) -> u64 {
        let program = self.world.program;
        match access::of_place(program, place) {
            Some(access) => access.size(),
            None => {
                let ty = program.exprs.place_ty(place);
                program.types.size_of(ty).unwrap_or(0)
            }
        }
    }
}
