//! What formulae speak about: the symbols that they are made of.

use crate::access::{self, Access};
use logic::{Formula, FormulaId, Logic, Term, TermId, Time};
use program::{Expr, ExprId, Place, PlaceId, Program, Query, TypeId, VarId};

/// A kind of scalar in elements of one size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Of the elements, as pointers count them.
    pub stride: u64,
    /// From the address of the element.
    pub offset: u64,
    pub access: Access,
}

/// Something whose meaning depends on the time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// What a variable holds that is no memory.
    Var(VarId),
    Address(VarId),
    Memory(Cell),
    /// Is an address that of an element of so many bytes of a living object?
    Allocated(u64),
    /// May so many bytes be read at an offset behind an address?
    Readable(u64, u64),
    Writable(u64, u64),
    /// Of a step over `@C`.
    Closure(FormulaId),
}

impl Symbol {
    /// Does it tell what lives?
    pub fn is_life(self) -> bool {
        match self {
            Symbol::Allocated(_) | Symbol::Readable(..) | Symbol::Writable(..) => true,
            Symbol::Var(_) | Symbol::Address(_) | Symbol::Memory(_) | Symbol::Closure(_) => false,
        }
    }
}

/// Where a place is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A variable that is no memory.
    Register(VarId),
    Var(VarId),
    Pointer(ExprId),
}

/// Where a place is, and how many bytes from there; None if that is no constant.
pub fn resolve(program: &Program, place: PlaceId) -> Option<(Root, u64)> {
    let exprs = &program.exprs;
    match exprs.place(place) {
        Place::Var(var) => {
            let v = &program.vars[var];
            let is_register = !v.addressed && access::of_type(program, v.ty).is_some();
            Some(match is_register {
                true => (Root::Register(var), 0),
                false => (Root::Var(var), 0),
            })
        }
        Place::Deref(pointer) => Some((Root::Pointer(pointer), 0)),
        Place::Field(base, field) => {
            let (root, offset) = resolve(program, base)?;
            let fields = program.types.fields(exprs.place_ty(base));
            Some((root, offset + fields.get(field as usize)?.offset))
        }
        Place::Index(base, index) => {
            let (root, offset) = resolve(program, base)?;
            let index = u64::try_from(exprs.int_value(index)?).ok()?;
            let size = program.types.size_of(exprs.place_ty(place))?;
            Some((root, offset + index * size))
        }
    }
}

/// The size of the elements that a pointer type speaks of.
pub(super) fn stride(program: &Program, pointer: TypeId) -> u64 {
    let to = program.types.pointee(pointer);
    let stride = to.and_then(|to| program.types.stride_of(to.ty));
    stride.unwrap_or(1).max(1)
}

/// What is read at a place that is memory: where it is, and the kind of scalar.
pub fn cell(program: &Program, place: PlaceId) -> Option<(Root, Cell)> {
    let access = access::of_place(program, place)?;
    let (Access::Int { .. } | Access::Pointer { .. }) = access else {
        return None;
    };
    let (root, offset) = resolve(program, place)?;
    let stride = match root {
        Root::Pointer(pointer) => stride(program, program.exprs.ty(pointer)),
        // As a pointer to it would see it.
        Root::Var(var) => {
            let of = program.vars[var].ty;
            match program.types.fields(of).is_empty() {
                true => access.size(),
                false => program.types.stride_of(of)?.max(1),
            }
        }
        Root::Register(_) => access.size(),
    };
    let cell = Cell {
        stride,
        offset,
        access,
    };
    Some((root, cell))
}

impl Cell {
    pub(super) fn end(self) -> u64 {
        self.offset + self.access.size()
    }
}

/// The symbols of a formula, with their times, each once; None if something in it has no
/// meaning here.
pub fn mentions(
    program: &Program,
    logic: &mut Logic,
    formula: FormulaId,
) -> Option<Vec<(Time, Symbol)>> {
    let mut walk = Walk {
        program,
        logic,
        found: Vec::new(),
    };
    walk.formula(formula)?;
    Some(walk.found)
}

/// The same of an expression.
pub fn mentions_of(
    program: &Program,
    logic: &mut Logic,
    time: Time,
    expr: ExprId,
) -> Option<Vec<(Time, Symbol)>> {
    let term = logic.at(program, time, expr);
    let mut walk = Walk {
        program,
        logic,
        found: Vec::new(),
    };
    walk.term(term)?;
    Some(walk.found)
}

/// The time that a closure's step is about, and the step over `@C`; None if it is about
/// several, or about variables that are bound outside of it.
pub(super) fn normal_step(
    program: &Program,
    logic: &mut Logic,
    step: FormulaId,
) -> Option<(Time, FormulaId)> {
    let all = logic.expressions(step);
    let (time, _) = *all.first()?;
    let is_closed = all
        .iter()
        .all(|&(t, e)| t == time && program.exprs.free(e) <= 2);
    let normal = logic.rename(program, step, |_| Time::After);
    is_closed.then_some((time, normal))
}

struct Walk<'a> {
    program: &'a Program,
    logic: &'a mut Logic,
    found: Vec<(Time, Symbol)>,
}

impl Walk<'_> {
    fn add(&mut self, time: Time, symbol: Symbol) {
        if !self.found.contains(&(time, symbol)) {
            self.found.push((time, symbol));
        }
    }

    fn formula(&mut self, id: FormulaId) -> Option<()> {
        match self.logic.formula(id).clone() {
            Formula::True | Formula::False => {}
            Formula::Compare(_, a, b) => {
                self.term(a)?;
                self.term(b)?;
            }
            Formula::Not(a) | Formula::Quantified(_, _, a) => self.formula(a)?,
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().try_for_each(|&part| self.formula(part))?;
            }
            Formula::Iff(a, b) => {
                self.formula(a)?;
                self.formula(b)?;
            }
            Formula::Closure { step, from, to } => {
                let (time, normal) = normal_step(self.program, self.logic, step)?;
                self.formula(step)?;
                self.add(time, Symbol::Closure(normal));
                self.term(from)?;
                self.term(to)?;
            }
        }
        Some(())
    }

    fn term(&mut self, id: TermId) -> Option<()> {
        let ty = self.logic.ty(id);
        if !self.program.types.is_integer(ty) && !self.program.types.is_pointer(ty) {
            return None;
        }
        match self.logic.term(id) {
            Term::At(time, expr) => self.expr(time, expr),
            Term::Int(_) | Term::Bound(_) => Some(()),
            Term::Float(_) | Term::Function(_) => None,
            Term::Unary(_, a) | Term::Cast(a) => self.term(a),
            Term::Binary(_, a, b) => {
                self.term(a)?;
                self.term(b)
            }
            Term::Truth(formula) => self.formula(formula),
        }
    }

    fn sub(&mut self, time: Time, expr: ExprId) -> Option<()> {
        let term = self.logic.at(self.program, time, expr);
        self.term(term)
    }

    fn root(&mut self, time: Time, root: Root) -> Option<()> {
        match root {
            Root::Register(var) => self.add(time, Symbol::Var(var)),
            Root::Var(var) => self.add(time, Symbol::Address(var)),
            Root::Pointer(pointer) => self.sub(time, pointer)?,
        }
        Some(())
    }

    fn expr(&mut self, time: Time, expr: ExprId) -> Option<()> {
        match self.program.exprs.get(expr) {
            Expr::Load(place) => {
                let (root, cell) = cell(self.program, place)?;
                if !matches!(root, Root::Register(_)) {
                    self.add(time, Symbol::Memory(cell));
                }
                self.root(time, root)
            }
            Expr::Address(place) => {
                let (root, _) = resolve(self.program, place)?;
                self.root(time, root)
            }
            Expr::Query(Query::Allocated(pointer)) => {
                let stride = stride(self.program, self.program.exprs.ty(pointer));
                self.add(time, Symbol::Allocated(stride));
                self.sub(time, pointer)
            }
            Expr::Query(Query::Readable(place)) => self.access(time, place, Symbol::Readable),
            Expr::Query(Query::Writable(place)) => self.access(time, place, Symbol::Writable),
            _ => None,
        }
    }

    fn access(&mut self, time: Time, place: PlaceId, make: fn(u64, u64) -> Symbol) -> Option<()> {
        let (root, offset) = resolve(self.program, place)?;
        let size = self
            .program
            .types
            .size_of(self.program.exprs.place_ty(place))?;
        let Root::Pointer(pointer) = root else {
            return None;
        };
        self.add(time, make(offset, size));
        self.sub(time, pointer)
    }
}
