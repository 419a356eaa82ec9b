//! What formulae of others say: evaluated in Kleene's logic (thesis, section 4.2, `check`),
//! and learned from where they compare what the state speaks about.

use super::Number;
use super::now::{Now, is_bool, opposite, truth};
use logic::{Comparison, Formula, FormulaId, Logic, Term, TermId, Time};
use program::{BinaryOp, Expr};

/// How often formulae are heard: what one says may help with another one.
const MOST_PASSES: usize = 3;

impl<N: Number> Now<'_, N> {
    /// Learns what the others share. False if it cannot be.
    pub fn is_told(&mut self) -> bool {
        // Who looks at formulae does not ask for answers: others would look, too.
        let Some(facts) = self.facts.take() else {
            return true;
        };
        let possible = self.hears(&facts.formulae());
        self.facts = Some(facts);
        possible
    }

    /// Learns formulae about the state. False if they cannot be.
    pub fn hears(&mut self, formulae: &[FormulaId]) -> bool {
        for _ in 0..MOST_PASSES {
            let before = self.state.clone();
            if !formulae.iter().all(|&formula| self.hear(formula)) {
                return false;
            }
            if self.state == before {
                break;
            }
        }
        true
    }

    /// Learns a formula about the state. False if it cannot be.
    fn hear(&mut self, formula: FormulaId) -> bool {
        let cx = self.cx;
        let conjuncts = cx.logic.borrow().conjuncts(&formula).to_vec();
        conjuncts.into_iter().all(|part| {
            let truth = self.truth(&cx.logic.borrow(), part);
            truth != Some(false) && (truth == Some(true) || self.learn_from(part))
        })
    }

    /// None if it is not known.
    fn truth(&self, logic: &Logic, id: FormulaId) -> Option<bool> {
        match logic.formula(id) {
            Formula::True => Some(true),
            Formula::False => Some(false),
            &Formula::Compare(op, a, b) => {
                let (a, b) = (self.term(logic, a)?, self.term(logic, b)?);
                N::compare(op.operator(), a, b)
            }
            Formula::Not(inner) => self.truth(logic, *inner).map(|truth| !truth),
            Formula::And(parts) => self.all(logic, parts, true),
            Formula::Or(parts) => self.all(logic, parts, false),
            Formula::Iff(a, b) => Some(self.truth(logic, *a)? == self.truth(logic, *b)?),
            // Its variable may be anything: what is so then is so for all and for some.
            Formula::Quantified(_, _, inner) => self.truth(logic, *inner),
            Formula::Closure { .. } => None,
        }
    }

    fn all(&self, logic: &Logic, parts: &[FormulaId], unit: bool) -> Option<bool> {
        let mut result = Some(unit);
        for &part in parts {
            match self.truth(logic, part) {
                Some(truth) if truth == unit => {}
                Some(truth) => return Some(truth),
                None => result = None,
            }
        }
        result
    }

    /// What is known of a term; None if its type is not followed, or it is of another time.
    fn term(&self, logic: &Logic, id: TermId) -> Option<N> {
        let program = self.cx.program;
        let ty = logic.ty(id);
        let of = N::width(program, ty)?;
        // Nobody has checked whether what a formula computes leaves its type.
        Some(match logic.term(id) {
            Term::At(Time::Before, expr) => self.number(expr)?,
            Term::At(..) | Term::Bound(_) => N::any(of),
            Term::Truth(formula) => truth(self.truth(logic, formula)),
            Term::Int(value) => N::exact(value),
            Term::Float(_) => return None,
            Term::Function(_) => N::any(of),
            Term::Unary(op, a) => N::unary(op, self.term(logic, a)?, of, false),
            Term::Binary(op, a, b) => {
                let sides = self.term(logic, a).zip(self.term(logic, b));
                match (op.is_comparison(), sides) {
                    (true, sides) => truth(sides.and_then(|(a, b)| N::compare(op, a, b))),
                    (false, Some((a, b))) => N::binary(op, a, b, of, false),
                    (false, None) => N::any(of),
                }
            }
            Term::Cast(a) => {
                let from = N::width(program, logic.ty(a));
                match self.term(logic, a).zip(from) {
                    Some((a, _)) if is_bool(program, ty) => {
                        truth(N::compare(BinaryOp::Ne, a, N::exact(0)))
                    }
                    Some((a, from)) => a.converted(from, of),
                    None => N::any(of),
                }
            }
        })
    }

    /// What a comparison says of the places in it.
    fn learn_from(&mut self, part: FormulaId) -> bool {
        let (holds, op, a, b) = {
            let logic = self.cx.logic.borrow();
            let (holds, compared) = match logic.formula(part) {
                Formula::Not(inner) => (false, logic.formula(*inner)),
                other => (true, other),
            };
            match *compared {
                Formula::Compare(op, a, b) => (holds, op, a, b),
                _ => return true,
            }
        };
        let (op, exchanged) = match (holds, op) {
            (true, op) => (op.operator(), false),
            (false, Comparison::Eq) => (BinaryOp::Ne, false),
            (false, Comparison::Lt | Comparison::Le) => opposite(op.operator()),
        };
        let (a, b) = if exchanged { (b, a) } else { (a, b) };
        let sides = {
            let logic = self.cx.logic.borrow();
            self.term(&logic, a).zip(self.term(&logic, b))
        };
        let Some((x, y)) = sides else {
            return true;
        };
        let Some((x, y)) = N::given(op, x, y) else {
            return false;
        };
        self.learn_term(a, x) && self.learn_term(b, y)
    }

    /// A term is a number: then so is the place that it reads.
    fn learn_term(&mut self, id: TermId, number: N) -> bool {
        let program = self.cx.program;
        let (term, ty) = {
            let logic = self.cx.logic.borrow();
            (logic.term(id), logic.ty(id))
        };
        match term {
            Term::At(Time::Before, expr) => match program.exprs.get(expr) {
                Expr::Load(_) => self.learn(expr, number),
                _ => true,
            },
            Term::Cast(a) if !is_bool(program, ty) => {
                let from = N::width(program, self.cx.logic.borrow().ty(a));
                match from.zip(N::width(program, ty)) {
                    Some((from, to)) => self.learn_term(a, number.unconverted(from, to)),
                    None => true,
                }
            }
            Term::At(..)
            | Term::Cast(_)
            | Term::Int(_)
            | Term::Float(_)
            | Term::Function(_)
            | Term::Unary(..)
            | Term::Binary(..)
            | Term::Bound(_)
            | Term::Truth(_) => true,
        }
    }
}
