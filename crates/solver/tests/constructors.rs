//! The constructors keep the meaning of what they simplify: random terms have
//! the values that a simple evaluator gives to the expressions as asked for.

mod common;

use common::{Pool, count, reference};
use program::FloatKind;

fn check(mut pool: Pool, seed: u64) {
    for _ in 0..4 {
        let assignment = pool.assignment();
        let expected = reference::evaluate(&pool.expressions, &assignment);
        let mut evaluator = solver::Evaluator::new(&pool.terms, &assignment);
        for (expression, expected) in pool.expressions.iter().zip(expected) {
            let value = evaluator.value(expression.term);
            if value != expected {
                let operands: Vec<_> = expression
                    .operands
                    .iter()
                    .map(|&o| pool.terms.show(pool.expressions[o].term).to_string())
                    .collect();
                let symbols: Vec<_> = assignment
                    .iter()
                    .map(|(s, v)| format!("{}#{} = {v:x?}", pool.terms.symbol_name(s), s.index()))
                    .collect();
                panic!(
                    "seed {seed}: {:?} of {operands:#?} gave {} = {value:#x}, not {expected:#x}, \
                     under {symbols:#?}",
                    expression.operator,
                    pool.terms.show(expression.term),
                );
            }
        }
    }
}

#[test]
fn integers() {
    for seed in 0..count(1) {
        let mut pool = Pool::new(seed).with_array();
        pool.grow(60);
        check(pool, seed);
    }
}

#[test]
fn floats() {
    const KINDS: [FloatKind; 5] = [
        FloatKind::Float16,
        FloatKind::Float,
        FloatKind::Double,
        FloatKind::LongDouble,
        FloatKind::Float128,
    ];
    for seed in 0..count(10) {
        let at = seed as usize % KINDS.len();
        let kinds = [FloatKind::Float, FloatKind::Double, KINDS[at]];
        let kinds = if at == 1 || at == 2 {
            &kinds[..2]
        } else {
            &kinds
        };
        let mut pool = Pool::new(seed).with_floats(kinds);
        pool.grow(100);
        check(pool, seed);
    }
}
