//! Inequalities between polynomials, as Z3's integers.

use super::session::clamp;
use crate::polynomial::Polynomial;
use std::panic::{AssertUnwindSafe, catch_unwind};
use z3::ast::Int;
use z3::{Params, SatResult, Solver};

/// Is the goal at least zero wherever all premises are, as far as Z3 finds out with so much
/// work?
pub fn follows(premises: &[Polynomial], goal: &Polynomial, resource: u64) -> bool {
    // The bindings panic where Z3 fails.
    let found = catch_unwind(AssertUnwindSafe(|| {
        let solver = Solver::new();
        let mut parameters = Params::new();
        parameters.set_u32("rlimit", clamp(resource));
        solver.set_params(&parameters);
        for premise in premises {
            solver.assert(sum(premise).ge(Int::from_i64(0)));
        }
        solver.assert(sum(goal).lt(Int::from_i64(0)));
        solver.check() == SatResult::Unsat
    }));
    found.unwrap_or(false)
}

fn sum(polynomial: &Polynomial) -> Int {
    let terms = polynomial.terms().map(|(product, n)| {
        let factors = product.iter().map(|&unknown| Int::new_const(unknown));
        factors.fold(Int::from_i128(n), |so_far, factor| so_far * factor)
    });
    terms.fold(Int::from_i64(0), |so_far, term| so_far + term)
}
