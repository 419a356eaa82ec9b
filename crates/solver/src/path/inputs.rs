//! Inputs: what is indeterminate when it is read.

use super::expressions::number;
use super::pristine::Fill;
use super::state::{Class, Origin, Value};
use super::{Builder, Built, Input, Source};
use crate::access::Access;
use crate::fold;
use crate::term::{Sort, Term};

/// The environment's objects are as large as they are used, up to this.
const ENVIRONMENT_SIZE: u64 = 1 << 16;

impl Builder<'_> {
    /// A new input.
    pub(super) fn draw(&mut self, access: Access, source: Source) -> Built<Value> {
        if self.probing {
            return self.unsupported("what is indeterminate");
        }
        let width = match access {
            Access::Int { bits, .. } => bits,
            Access::Bits { field, .. } => u32::from(field.width),
            Access::Float { kind, .. } => fold::float_width(kind),
            Access::Pointer { .. } => self.pointer_bits,
        };
        let symbol = self.terms.symbol("input", Sort::Bits(width));
        self.inputs.push(Input {
            step: self.step,
            access,
            symbol,
            source,
            environment: None,
        });
        let term = self.terms.zero_extend(symbol, access.width().max(width));
        if !matches!(access, Access::Pointer { .. }) {
            return Ok(number(term));
        }
        let given = match source {
            Source::Next => self.opening,
            Source::Cell { object, .. } => self.state.object(object).class == Class::Environment,
        };
        if self.options.strict_pointers && !given {
            return Ok(self.wild(term));
        }
        // Null, or an object of the environment: one already there, or a new one.
        let new = self.create(Class::Environment, None, ENVIRONMENT_SIZE, Fill::Blank);
        self.environment.push(new);
        if let Some(input) = self.inputs.last_mut() {
            input.environment = Some(new);
        }
        let zero = self.terms.bits(0, self.pointer_bits);
        let mut known = self.terms.eq(symbol, zero);
        for i in 0..self.environment.len() {
            let base = self.state.object(self.environment[i]).base;
            let here = self.terms.eq(symbol, base);
            known = self.terms.or(known, here);
        }
        self.require(known);
        Ok(Value {
            term,
            origin: Origin::Any,
        })
    }

    /// Null, or an address where nothing is: the machine has some between.
    fn wild(&mut self, term: Term) -> Value {
        const FIRST: u128 = 0x2000;
        const LAST: u128 = FIRST + (16 << 16);
        let zero = self.terms.bits(0, self.pointer_bits);
        let null = self.terms.eq(term, zero);
        let first = self.terms.bits(FIRST, self.pointer_bits);
        let last = self.terms.bits(LAST, self.pointer_bits);
        let (low, high) = (self.terms.ult(first, term), self.terms.ule(term, last));
        let between = self.terms.and(low, high);
        let digit = self.terms.extract(term, 0, 4);
        let zero = self.terms.bits(0, 4);
        let aligned = self.terms.eq(digit, zero);
        let nowhere = self.terms.and(between, aligned);
        let known = self.terms.or(null, nowhere);
        self.require(known);
        Value {
            term,
            origin: Origin::Wild,
        }
    }
}
