//! Z3 and the evaluator agree about what terms mean.

mod common;

use common::{Operator, Pool, Random, count};
use program::FloatKind;
use solver::*;
use std::time::Duration;

const BUDGET: Budget = Budget {
    resource: 0,
    wall: Some(Duration::from_secs(60)),
    memory: None,
};

/// `symbol == value` for all symbols.
fn fix(pool: &mut Pool, assignment: &Assignment) -> Vec<Term> {
    let t = &mut pool.terms;
    let mut fixed = Vec::new();
    for (symbol, value) in assignment.iter() {
        let term = t.symbol_term(symbol);
        match (t.symbol_sort(symbol), value) {
            (Sort::Bool, Value::Bits(0)) => fixed.push(t.not(term)),
            (Sort::Bool, _) => fixed.push(term),
            (Sort::Bits(width), Value::Bits(value)) => {
                let value = t.bits(*value, width);
                fixed.push(t.eq(term, value));
            }
            (Sort::Array { index, element }, Value::Array(array)) => {
                for at in 0..256 {
                    let (at, value) = (t.bits(at, index), t.bits(array.get(at), element));
                    let read = t.select(term, at);
                    fixed.push(t.eq(read, value));
                }
            }
            other => panic!("{other:?}"),
        }
    }
    fixed
}

/// Every expression has the evaluator's value, and no other.
fn agree(mut pool: Pool, seed: u64, z3: &mut Z3) {
    let assignment = pool.assignment();
    let mut query = fix(&mut pool, &assignment);
    let mut same = Vec::new();
    for at in 0..pool.expressions.len() {
        if matches!(
            pool.expressions[at].operator,
            Operator::Symbol(_) | Operator::Bits(_)
        ) {
            continue;
        }
        let term = pool.expressions[at].term;
        let value = pool.terms.evaluate(term, &assignment);
        let value = match pool.terms.sort(term) {
            Sort::Bits(width) => pool.terms.bits(value, width),
            _ => pool.terms.bool(value == 1),
        };
        same.push(pool.terms.eq(term, value));
    }
    let all = pool.terms.all(same.iter().copied());
    let not_all = pool.terms.not(all);
    query.push(not_all);
    match z3.check(&pool.terms, &query, &BUDGET) {
        Answer::Unsat => {}
        Answer::Sat(model) => panic!("seed {seed}: the evaluator differs from itself: {model:?}"),
        Answer::Unknown(why) if why.contains("model") => {
            for (at, one) in same.iter().enumerate() {
                query.pop();
                query.push(pool.terms.not(*one));
                let answer = z3.check(&pool.terms, &query, &BUDGET);
                if !answer.is_unsat() {
                    panic!("seed {seed}, {at}: {} {answer:?}", pool.terms.show(*one));
                }
            }
            panic!("seed {seed}: {why}");
        }
        Answer::Unknown(why) => panic!("seed {seed}: {why}"),
    }
    query.pop();
    query.push(all);
    let answer = z3.check(&pool.terms, &query, &BUDGET);
    assert!(answer.is_sat(), "seed {seed}: {answer:?}");
}

#[test]
fn integers_mean_the_same() {
    let mut z3 = Z3::new();
    for seed in 0..count(100) {
        let mut pool = Pool::new(seed);
        if seed % 3 == 0 {
            pool = pool.with_array();
        }
        pool.grow(40);
        agree(pool, seed, &mut z3);
    }
}

#[test]
fn floats_mean_the_same() {
    const KINDS: [FloatKind; 5] = [
        FloatKind::Float16,
        FloatKind::Float,
        FloatKind::Double,
        FloatKind::LongDouble,
        FloatKind::Float128,
    ];
    let mut z3 = Z3::new();
    for seed in 0..count(200) {
        let at = seed as usize % KINDS.len();
        let mut pool = Pool::new(seed).with_floats(&[KINDS[at], KINDS[(at + 1) % 5]]);
        pool.grow(60);
        agree(pool, seed, &mut z3);
    }
}

/// Random formulae over two bytes, decided by trying all values.
#[test]
fn answers_are_right() {
    let mut z3 = Z3::new();
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..count(100) {
        let mut pool = Pool::new(3 * seed + 1);
        pool.widths = vec![1, 8];
        pool.expressions.retain(|e| match e.sort {
            Sort::Bits(width) => width == 8,
            _ => false,
        });
        pool.grow(40);
        let mut random = Random::new(seed);
        let formulae: Vec<_> = pool
            .expressions
            .iter()
            .filter(|e| e.sort == Sort::Bool && !pool.terms.is_constant(e.term))
            .map(|e| e.term)
            .collect();
        if formulae.is_empty() {
            continue;
        }
        for _ in 0..5 {
            let query: Vec<_> = (0..1 + random.below(4))
                .map(|_| {
                    let formula = random.pick(&formulae);
                    match random.chance(50) {
                        true => pool.terms.not(formula),
                        false => formula,
                    }
                })
                .collect();
            let symbols: Vec<_> = pool
                .expressions
                .iter()
                .filter_map(|e| pool.terms.as_symbol(e.term))
                .collect();
            let possible = (0..1u128 << 16).any(|values| {
                let mut assignment = Assignment::new();
                for (at, &symbol) in symbols.iter().take(2).enumerate() {
                    assignment.set(symbol, values >> (8 * at) & 0xff);
                }
                let mut evaluator = Evaluator::new(&pool.terms, &assignment);
                query.iter().all(|&q| evaluator.holds(q))
            });
            match z3.check(&pool.terms, &query, &BUDGET) {
                Answer::Sat(model) => {
                    sat += 1;
                    let mut evaluator = Evaluator::new(&pool.terms, &model);
                    assert!(query.iter().all(|&q| evaluator.holds(q)), "seed {seed}");
                    assert!(possible, "seed {seed}");
                }
                Answer::Unsat => {
                    unsat += 1;
                    assert!(!possible, "seed {seed}");
                    match z3.unsat_core(&pool.terms, &query, &BUDGET) {
                        Core::Unsat(core) => {
                            let core: Vec<_> = core.iter().map(|&at| query[at]).collect();
                            assert!(z3.check(&pool.terms, &core, &BUDGET).is_unsat());
                        }
                        other => panic!("seed {seed}: {other:?}"),
                    }
                }
                Answer::Unknown(why) => panic!("seed {seed}: {why}"),
            }
        }
    }
    assert!(sat > 20 && unsat > 20, "{sat} sat, {unsat} unsat");
}

#[test]
fn objects_are_apart() {
    let mut t = Terms::new();
    let mut z3 = Z3::new();
    let i = t.symbol("i", Sort::Bits(64));
    let (a, b) = (t.base(Some(8), 8, 64), t.base(Some(16), 4, 64));
    let (eight, sixteen) = (t.bits(8, 64), t.bits(16, 64));
    let at = t.add(a, i);
    let equal = t.eq(at, b);
    let inside = t.ult(i, eight);
    assert!(z3.check(&t, &[equal, inside], &BUDGET).is_unsat());
    let end = t.ule(i, eight);
    assert!(z3.check(&t, &[equal, end], &BUDGET).is_sat());
    // No room for both below 24.
    let small = t.bits(24, 64);
    let (low_a, low_b) = (t.ult(a, small), t.ult(b, small));
    assert!(z3.check(&t, &[low_a, low_b], &BUDGET).is_sat());
    let (low_a, low_b) = (t.ult(a, sixteen), t.ult(b, sixteen));
    let before = t.ult(b, a);
    assert!(z3.check(&t, &[low_a, low_b, before], &BUDGET).is_unsat());
    assert!(z3.check(&t, &[low_a], &BUDGET).is_sat());
    // Not wrapping.
    let zero = t.bits(0, 64);
    let past = t.eq(at, zero);
    assert!(z3.check(&t, &[past, end], &BUDGET).is_unsat());
    let mask = t.bits(7, 64);
    let low = t.bit_and(at, mask);
    let three = t.bits(3, 64);
    let odd = t.eq(low, three);
    let aligned = t.bit_and(i, mask);
    let even = t.eq(aligned, zero);
    assert!(z3.check(&t, &[odd, even], &BUDGET).is_unsat());
}

#[test]
fn budgets_end_queries() {
    let mut t = Terms::new();
    let mut z3 = Z3::new();
    let (x, y) = (t.symbol("x", Sort::Bits(64)), t.symbol("y", Sort::Bits(64)));
    let product = t.mul(x, y);
    let number = t.bits((1 << 62) - 57, 64); // a prime
    let equal = t.eq(product, number);
    let limit = t.bits(1 << 32, 64);
    let one = t.bits(1, 64);
    let query = [
        equal,
        t.ult(x, limit),
        t.ult(y, limit),
        t.ult(one, x),
        t.ult(one, y),
    ];
    let little = Budget {
        resource: 200_000,
        ..BUDGET
    };
    let start = std::time::Instant::now();
    let answer = z3.check(&t, &query, &little);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
    let short = Budget {
        wall: Some(Duration::from_millis(200)),
        ..Budget::UNLIMITED
    };
    let start = std::time::Instant::now();
    let answer = z3.check(&t, &query, &short);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(5));
    // And it goes on.
    assert!(z3.check(&t, &query[1..], &BUDGET).is_sat());
}

/// Terms as deep as a long run makes them.
#[test]
fn deep_terms() {
    let work = || {
        let mut t = Terms::new();
        let mut z3 = Z3::new();
        let x = t.symbol("x", Sort::Bits(32));
        let mut value = x;
        for at in 0..10_000 {
            let bound = t.bits(at, 32);
            let (less, next) = (t.slt(value, bound), t.bit_xor(value, bound));
            let more = t.add(next, x);
            value = t.ite(less, more, next);
        }
        let few = t.bits(7, 32);
        let (low, zero) = (t.ult(x, few), t.bits(0, 32));
        let negative = t.slt(value, zero);
        let symbol = t.symbols(negative)[0];
        let possible = (0..7).any(|value| {
            let mut assignment = Assignment::new();
            assignment.set(symbol, value);
            t.evaluate(negative, &assignment) == 1
        });
        assert!(t.show(negative).to_string().len() > 1000);
        let budget = Budget {
            resource: 1_000_000,
            ..BUDGET
        };
        match z3.check(&t, &[low, negative], &budget) {
            Answer::Sat(_) => assert!(possible),
            Answer::Unsat => assert!(!possible),
            Answer::Unknown(_) => {}
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    thread
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
}
