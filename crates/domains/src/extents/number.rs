//! What expressions are: numbers as polynomials, pointers as leads; and what the others say
//! of numbers.

use super::{Extents, Lead, Pointer, State, register, unknown};
use engine::{Cx, Facts};
use logic::{Formula, FormulaId, Logic, Term, TermId, Time};
use program::{BinaryOp, Expr, ExprId, Place, PlaceId, Query, TypeId, UnaryOp};
use solver::access::{self, Access};
use solver::polynomial::{Polynomial, is_natural};
use std::cell::OnceCell;

/// What a question may cost.
const RESOURCE: u64 = 400_000;

/// Formulae of others that are looked at.
const MOST_PREMISES: usize = 60;

/// A number: what it is, and between which numbers it lies.
#[derive(Clone)]
pub struct Number {
    pub sum: Polynomial,
    lo: i128,
    hi: i128,
}

/// A state before a step.
pub struct Now<'a> {
    extents: &'a Extents,
    cx: &'a Cx<'a>,
    state: &'a State,
    facts: &'a Facts<'a>,
    /// What the others say is at least zero, once somebody asks.
    premises: OnceCell<Vec<Polynomial>>,
}

impl<'a> Now<'a> {
    pub fn new(
        extents: &'a Extents,
        cx: &'a Cx<'_>,
        state: &'a State,
        facts: &'a Facts<'_>,
    ) -> Now<'a> {
        Now {
            extents,
            cx,
            state,
            facts,
            premises: OnceCell::new(),
        }
    }

    // Numbers.

    /// The numbers of a type.
    fn range(&self, ty: TypeId) -> Option<(i128, i128)> {
        self.cx.program.types.int_kind(ty)?;
        let (bits, signed) = self.cx.program.types.bits(ty)?;
        match (bits, signed) {
            (65.., _) => None,
            (bits, true) => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            (bits, false) => Some((0, (1 << bits) - 1)),
        }
    }

    /// What an expression of the program is.
    pub fn number(&self, expr: ExprId) -> Option<Number> {
        self.read(expr, self.extents.exact)
    }

    /// If `exact`, the program computes it here: signed arithmetic stays within its type.
    fn read(&self, expr: ExprId, exact: bool) -> Option<Number> {
        let program = self.cx.program;
        let ty = program.exprs.ty(expr);
        let range = self.range(ty)?;
        let stays = exact && range.0 < 0;
        match program.exprs.get(expr) {
            Expr::Int(value) => self.constant(value),
            Expr::Load(place) => {
                let var = register(program, place)?;
                // A type as wide as the variable's reads all of it.
                (program.vars[var].ty == ty).then(|| Number {
                    sum: Polynomial::unknown(unknown(var)),
                    lo: range.0,
                    hi: range.1,
                })
            }
            Expr::Unary(UnaryOp::Neg, a) => {
                let a = self.read(a, exact)?;
                self.operation(BinaryOp::Sub, &self.constant(0)?, &a, range, stays)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.read(a, exact)?, self.read(b, exact)?);
                self.operation(op, &a, &b, range, stays)
            }
            Expr::Cast(a) => self.converted(self.read(a, exact)?, range),
            Expr::Unary(UnaryOp::Not, _)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => None,
        }
    }

    fn constant(&self, value: i128) -> Option<Number> {
        Some(Number {
            sum: Polynomial::constant(value),
            lo: value,
            hi: value,
        })
    }

    fn operation(
        &self,
        op: BinaryOp,
        a: &Number,
        b: &Number,
        range: (i128, i128),
        exact: bool,
    ) -> Option<Number> {
        let (sum, lo, hi) = match op {
            BinaryOp::Add => (a.sum.plus(&b.sum)?, a.lo + b.lo, a.hi + b.hi),
            BinaryOp::Sub => (a.sum.minus(&b.sum)?, a.lo - b.hi, a.hi - b.lo),
            BinaryOp::Mul => {
                let corner = |x: i128, y: i128| x.checked_mul(y);
                let corners = [
                    corner(a.lo, b.lo)?,
                    corner(a.lo, b.hi)?,
                    corner(a.hi, b.lo)?,
                    corner(a.hi, b.hi)?,
                ];
                let lo = corners.iter().copied().fold(i128::MAX, i128::min);
                let hi = corners.iter().copied().fold(i128::MIN, i128::max);
                (a.sum.times(&b.sum)?, lo, hi)
            }
            _ => return None,
        };
        let number = Number { sum, lo, hi };
        match exact {
            true => Some(Number {
                lo: lo.max(range.0),
                hi: hi.min(range.1),
                ..number
            }),
            false => fits(&number, range).then_some(number),
        }
    }

    /// The same number in another type, if it is the same.
    fn converted(&self, mut number: Number, range: (i128, i128)) -> Option<Number> {
        if number.lo < 0 && range.0 == 0 && number.hi <= range.1 && self.follows(&number.sum) {
            number.lo = 0;
        }
        fits(&number, range).then_some(number)
    }

    // What follows.

    /// Is it at least zero, given what the others say?
    fn follows(&self, goal: &Polynomial) -> bool {
        if goal
            .terms()
            .all(|(product, n)| n >= 0 && is_square(product))
        {
            return true;
        }
        let premises = self.premises.get_or_init(|| self.told());
        let about = premises.iter().filter(|p| p.is_about(goal));
        // What is said of large numbers rarely helps, and often hinders.
        let small = about.clone().filter(|p| p.constant_term().abs() <= 1);
        let (small, all) = (small.cloned().collect(), about.cloned().collect());
        self.asks(small, goal) || self.asks(all, goal)
    }

    /// Asks the solver, once.
    fn asks(&self, premises: Vec<Polynomial>, goal: &Polynomial) -> bool {
        let question = (premises, goal.clone());
        if let Some(&known) = self.extents.known.borrow().get(&question) {
            return known;
        }
        let follows = is_natural(&question.0, goal, RESOURCE);
        self.extents.known.borrow_mut().insert(question, follows);
        follows
    }

    /// What the others share, as far as it compares numbers.
    fn told(&self) -> Vec<Polynomial> {
        let formulae = self.facts.formulae();
        let logic = self.cx.logic.borrow();
        let mut found = Vec::new();
        for formula in formulae.iter().flat_map(|f| logic.conjuncts(f)) {
            self.hear(&logic, *formula, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_PREMISES);
        found
    }

    fn hear(&self, logic: &Logic, formula: FormulaId, found: &mut Vec<Polynomial>) {
        let (holds, compared) = match logic.formula(formula) {
            Formula::Not(inner) => (false, logic.formula(*inner)),
            other => (true, other),
        };
        let &Formula::Compare(op, a, b) = compared else {
            return;
        };
        let sides = self.term(logic, a).zip(self.term(logic, b));
        let Some((a, b)) = sides.map(|(a, b)| (a.sum, b.sum)) else {
            return;
        };
        // How much the right side is larger, at least.
        let mut add = |small: &Polynomial, large: &Polynomial, by: i128| {
            let gap = large.minus(small);
            found.extend(gap.and_then(|gap| gap.minus(&Polynomial::constant(by))));
        };
        match (op.operator(), holds) {
            (BinaryOp::Eq, true) => {
                add(&a, &b, 0);
                add(&b, &a, 0);
            }
            (BinaryOp::Lt, true) => add(&a, &b, 1),
            (BinaryOp::Lt, false) => add(&b, &a, 0),
            (BinaryOp::Le, true) => add(&a, &b, 0),
            (BinaryOp::Le, false) => add(&b, &a, 1),
            _ => {}
        }
    }

    /// Nobody has checked whether what a formula computes leaves its type.
    fn term(&self, logic: &Logic, id: TermId) -> Option<Number> {
        let range = self.range(logic.ty(id))?;
        match logic.term(id) {
            Term::At(Time::Before, expr) => self.read(expr, false),
            Term::Int(value) => self.constant(value),
            Term::Binary(op, a, b) => {
                let (a, b) = (self.term(logic, a)?, self.term(logic, b)?);
                self.operation(op, &a, &b, range, false)
            }
            Term::Cast(a) => {
                let number = self.term(logic, a)?;
                fits(&number, range).then_some(number)
            }
            Term::At(..)
            | Term::Bound(_)
            | Term::Truth(_)
            | Term::Float(_)
            | Term::Function(_)
            | Term::Unary(..) => None,
        }
    }

    // Pointers.

    pub fn pointer(&self, expr: ExprId) -> Option<Pointer> {
        let program = self.cx.program;
        let ty = program.exprs.ty(expr);
        if !program.types.is_pointer(ty) {
            return None;
        }
        match program.exprs.get(expr) {
            Expr::Int(0) => Some(Pointer::Null),
            Expr::Load(place) => self.state.known.get(&register(program, place)?).cloned(),
            Expr::Cast(a) => match program.exprs.int_value(a) {
                Some(0) => Some(Pointer::Null),
                _ => self.pointer(a),
            },
            Expr::Binary(BinaryOp::PointerAdd, a, count) => {
                let to = program.types.pointee(program.exprs.ty(a))?;
                let stride = program.types.stride_of(to.ty)?;
                self.moved(self.lead(a)?, self.number(count)?, stride)
            }
            Expr::Address(place) => self.address(place).map(Pointer::Into),
            Expr::Binary(..)
            | Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Query(_)
            | Expr::Logical(_) => None,
        }
    }

    /// A pointer that is not null.
    fn lead(&self, expr: ExprId) -> Option<Lead> {
        match self.pointer(expr)? {
            Pointer::Into(lead) if !lead.or_null => Some(lead),
            Pointer::Into(_) | Pointer::Null => None,
        }
    }

    fn moved(&self, lead: Lead, count: Number, stride: u64) -> Option<Pointer> {
        let by = count.sum.times(&Polynomial::constant(stride.into()))?;
        let offset = lead.offset.plus(&by)?;
        Some(Pointer::Into(Lead { offset, ..lead }))
    }

    /// Where a place lies, if that is in a block.
    fn address(&self, place: PlaceId) -> Option<Lead> {
        let program = self.cx.program;
        let moved = |base: PlaceId, by: Polynomial| {
            let lead = self.address(base)?;
            let offset = lead.offset.plus(&by)?;
            Some(Lead { offset, ..lead })
        };
        match program.exprs.place(place) {
            Place::Var(_) => None,
            Place::Deref(pointer) => self.lead(pointer),
            Place::Field(base, field) => {
                let fields = program.types.fields(program.exprs.place_ty(base));
                let offset = fields.get(field as usize)?.offset;
                moved(base, Polynomial::constant(offset.into()))
            }
            Place::Index(base, index) => {
                let size = program.types.size_of(program.exprs.place_ty(place))?;
                let count = self.number(index)?.sum;
                moved(base, count.times(&Polynomial::constant(size.into()))?)
            }
        }
    }

    // Questions.

    /// The truth of a condition that asks for an access; None if it is not known.
    pub fn is_true(&self, condition: ExprId) -> Option<bool> {
        let valid = match self.cx.program.exprs.get(condition) {
            Expr::Query(Query::Readable(place) | Query::Writable(place)) => self.is_valid(place),
            Expr::Query(Query::Freeable(pointer)) => match self.pointer(pointer) {
                Some(Pointer::Null) => true,
                Some(Pointer::Into(lead)) => lead.offset == Polynomial::default(),
                None => false,
            },
            _ => false,
        };
        let proved = &self.extents.proved;
        proved.set(proved.get() + u64::from(valid));
        valid.then_some(true)
    }

    /// Does an access lie within its block?
    fn is_valid(&self, place: PlaceId) -> bool {
        let program = self.cx.program;
        let is_whole = !matches!(access::of_place(program, place), Some(Access::Bits { .. }));
        let size = program.types.size_of(program.exprs.place_ty(place));
        let Some((lead, size)) = self.address(place).zip(size.filter(|_| is_whole)) else {
            return false;
        };
        let behind = lead.size.minus(&lead.offset);
        let behind = behind.and_then(|b| b.minus(&Polynomial::constant(size.into())));
        behind.is_some_and(|behind| self.follows(&lead.offset) && self.follows(&behind))
    }
}

fn fits(number: &Number, (lo, hi): (i128, i128)) -> bool {
    lo <= number.lo && number.hi <= hi
}

/// Does every unknown occur an even number of times?
fn is_square(product: &[u32]) -> bool {
    // They are in order.
    product
        .chunk_by(|a, b| a == b)
        .all(|same| same.len() % 2 == 0)
}
