//! What annotations say with quantifiers and closures, along a path: as on the machine,
//! value by value. Where a truth or a bound is open, the path splits.

use super::executor::{End, Executor, Step, Stop, Target};
use super::state::{Kind, Life, ObjectId, State};
use program::truth::{self, View, World};
use program::{Expr, ExprId, Query, TypeId};
use solver::Term;

/// More elements than that are not enumerated.
const MAX_ELEMENTS: u64 = 1 << 12;

/// A value and its number. Pointers have numbers, too: that of their object comes before
/// their offset, so that places in one object are in order.
#[derive(Clone, Copy)]
pub struct Numbered {
    term: Term,
    number: i128,
}

/// Where the number of an object begins in that of a pointer.
const OBJECT: u32 = 67;

/// Added to offsets, which may be negative.
const OFFSET: i128 = 1 << 65;

impl Executor<'_> {
    /// The truth of a quantified formula or a closure.
    pub fn formula(&mut self, state: &mut State, id: ExprId) -> Step<Term> {
        let mut bound = self.bound.clone();
        let mut path = Path {
            executor: self,
            state,
        };
        match truth::truth(&mut path, id, &mut bound)? {
            Some(truth) => Ok(self.terms.bool(truth)),
            None => self.span_unsupported(state, "a formula whose truth is not found out"),
        }
    }

    /// The value of a variable that a quantifier binds.
    pub fn bound_value(&self, n: u32) -> Step<Term> {
        let index = self.bound.len().checked_sub(n as usize + 1);
        match index.and_then(|i| self.bound[i]) {
            Some(value) => Ok(value.term),
            None => Err(no_value()),
        }
    }

    /// Is the pointer an element of a living object, seen as an array of such elements?
    pub fn is_element(&mut self, state: &State, target: Target, size: u64) -> Term {
        let size = size.max(1);
        let Target::Object(id, offset) = target else {
            return self.terms.bool(false);
        };
        let object = state.objects.get(id);
        let room = object.contents.size();
        if object.life != Life::Live || size > room {
            return self.terms.bool(false);
        }
        let bits = self.pointer_bits;
        let last = self.terms.bits(u128::from(room - size), bits);
        let inside = self.terms.ule(offset, last);
        let size = self.terms.bits(u128::from(size), bits);
        let rest = self.terms.urem(offset, size);
        let zero = self.terms.bits(0, bits);
        let aligned = self.terms.eq(rest, zero);
        self.terms.and(inside, aligned)
    }

    /// The size of what a pointer type says there is.
    pub fn element_size(&self, pointer: TypeId) -> u64 {
        let types = &self.program.types;
        let to = types.pointee(pointer);
        to.and_then(|t| types.stride_of(t.ty)).unwrap_or(1)
    }
}

/// What nobody can read has no value. It ends no path: whoever evaluates formulae goes on.
fn no_value() -> Stop {
    let property = properties::Property::ValidDeref;
    Stop::End(End::Invalid(
        "a value that a formula does not have",
        property,
    ))
}

/// A path of the search. A quantifier may have thousands of values: each of them counts as an
/// operation, and so does each look at a term.
struct Path<'a, 'p> {
    executor: &'a mut Executor<'p>,
    state: &'a mut State,
}

impl Path<'_, '_> {
    /// The number of a value: where it is open, there is one way for each.
    fn numbered(&mut self, term: Term, ty: TypeId) -> Step<Option<Numbered>> {
        let types = &self.executor.program.types;
        if types.is_pointer(ty) {
            return self.numbered_pointer(term);
        }
        let Some((bits, signed)) = types.bits(ty) else {
            return Ok(None);
        };
        let number = self.executor.number(self.state, term)? as i128;
        let number = program::arith::wrap(number, bits, signed);
        let term = self.executor.terms.bits(number as u128, bits);
        Ok(Some(Numbered { term, number }))
    }

    fn numbered_pointer(&mut self, term: Term) -> Step<Option<Numbered>> {
        let bits = self.executor.pointer_bits;
        let number = match self.executor.target(self.state, term)? {
            Target::Null => {
                let number = self.executor.number(self.state, term)? as i128;
                let term = self.executor.terms.bits(number as u128, bits);
                return Ok(Some(Numbered { term, number }));
            }
            Target::Object(object, offset) => {
                let offset = self.executor.number(self.state, offset)?;
                let offset = program::arith::wrap(offset as i128, bits, true);
                return Ok(Some(self.pointer(object, offset)));
            }
            Target::Wild => self.executor.number(self.state, term)?,
            Target::Nowhere | Target::Function(..) => return Ok(None),
        };
        // Below all objects.
        let number = number as i128;
        Ok(Some(Numbered { term, number }))
    }

    fn pointer(&mut self, object: ObjectId, offset: i128) -> Numbered {
        let base = self.state.objects.get(object).base;
        let bits = self.executor.pointer_bits;
        let by = self.executor.terms.bits(offset as u128, bits);
        Numbered {
            term: self.executor.terms.add(base, by),
            number: ((i128::from(object) + 1) << OBJECT) + OFFSET + offset,
        }
    }
}

impl World for Path<'_, '_> {
    type Id = ExprId;
    type Value = Numbered;
    type Stop = Stop;

    fn view(&self, id: ExprId) -> View<ExprId> {
        self.executor.program.formula_view(id)
    }

    fn variable(&self, id: ExprId) -> Option<u32> {
        self.executor.program.bound_variable(id)
    }

    fn value(&mut self, id: ExprId, bound: &[Option<Numbered>]) -> Step<Option<Numbered>> {
        self.executor.steps += 1;
        let program = self.executor.program;
        let outer = std::mem::replace(&mut self.executor.bound, bound.to_vec());
        let value = match program.exprs.is_truth(id) {
            true => self.executor.condition(self.state, id),
            false => self.executor.eval(self.state, id),
        };
        self.executor.bound = outer;
        let value = match value {
            Ok(value) => value,
            Err(Stop::End(End::Invalid(..))) => return Ok(None),
            Err(stop) => return Err(stop),
        };
        if program.exprs.is_truth(id) {
            let truth = self.executor.holds(self.state, value)?;
            let ty = program.exprs.ty(id);
            let term = self
                .executor
                .terms
                .bits(truth.into(), self.executor.width(ty));
            let number = truth.into();
            return Ok(Some(Numbered { term, number }));
        }
        self.numbered(value, program.exprs.ty(id))
    }

    fn number(&self, value: Numbered) -> i128 {
        value.number
    }

    fn of_number(&mut self, number: i128, ty: TypeId) -> Numbered {
        self.executor.steps += 1;
        if self.executor.program.types.is_pointer(ty) {
            let object = (number >> OBJECT) - 1;
            let offset = (number & ((1 << OBJECT) - 1)) - OFFSET;
            let count = self.state.objects.len() as i128;
            if (0..count).contains(&object) {
                return self.pointer(object as ObjectId, offset);
            }
        }
        let width = self.executor.width(ty);
        Numbered {
            term: self.executor.terms.bits(number as u128, width),
            number,
        }
    }

    fn extremes(&self, ty: TypeId) -> (i128, i128) {
        match self.executor.program.types.is_pointer(ty) {
            true => (i128::MIN, i128::MAX),
            false => self.executor.program.extremes(ty),
        }
    }

    /// Paths do not remember it.
    fn travel(&mut self, _: bool) -> bool {
        false
    }

    fn elements(&mut self, id: ExprId) -> Step<Option<Vec<Numbered>>> {
        let program = self.executor.program;
        let Expr::Query(Query::Allocated(pointer)) = program.exprs.get(id) else {
            return Ok(None);
        };
        let size = self.executor.element_size(program.exprs.ty(pointer)).max(1);
        let mut places = Vec::new();
        for (id, object) in self.state.objects.iter() {
            if object.life != Life::Live {
                continue;
            }
            let count = object.contents.size() / size;
            // The environment's objects are as large as they are used.
            if object.kind == Kind::Environment || places.len() as u64 + count > MAX_ELEMENTS {
                return Ok(None);
            }
            places.extend((0..count).map(|i| (id, i128::from(i * size))));
        }
        let elements = places
            .into_iter()
            .map(|(o, offset)| self.pointer(o, offset));
        Ok(Some(elements.collect()))
    }
}
