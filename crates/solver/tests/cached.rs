//! What is put around a solver changes no answer.

mod common;

use common::{Pool, Random, count};
use solver::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

const BUDGET: Budget = Budget {
    resource: 0,
    wall: Some(Duration::from_secs(60)),
    memory: None,
};

/// Conditions over small numbers, objects and an array.
fn conditions(seed: u64) -> (Terms, Vec<Term>) {
    let mut pool = Pool::new(3 * seed + 2).with_array();
    pool.widths = vec![8, 64];
    pool.grow(120);
    let formulae = pool
        .expressions
        .iter()
        .filter(|e| e.sort == Sort::Bool && !pool.terms.is_constant(e.term))
        .map(|e| e.term)
        .collect();
    (pool.terms, formulae)
}

/// A search through conditions, depth first: each one, and its negation, are
/// asked for after those on the path. Tells the queries, not to ask for those
/// that are too hard.
fn search(seed: u64, mut ask: impl FnMut(&Terms, &[Term]) -> Option<bool>) {
    let (mut terms, conditions) = conditions(seed);
    if conditions.is_empty() {
        return;
    }
    let mut random = Random::new(seed);
    for _ in 0..3 {
        let mut path = Vec::new();
        for _ in 0..8 {
            let condition = random.pick(&conditions);
            let mut possible = Vec::new();
            for condition in [condition, terms.not(condition)] {
                path.push(condition);
                if ask(&terms, &path) == Some(true) {
                    possible.push(condition);
                }
                path.pop();
            }
            if possible.is_empty() {
                break;
            }
            path.push(random.pick(&possible));
        }
    }
}

fn check_model(terms: &Terms, query: &[Term], model: &Model, seed: u64) {
    let mut evaluator = Evaluator::new(terms, model);
    let mut occurrences = Occurrences::default();
    for &conjunct in query {
        assert!(evaluator.holds(conjunct), "seed {seed}");
        for &symbol in occurrences.of(terms, conjunct).symbols.iter() {
            assert!(model.get(symbol).is_some(), "seed {seed}");
        }
        let symbols = &occurrences.of(terms, conjunct).symbols;
        assert!(terms.are_addresses(symbols, model), "seed {seed}");
    }
}

#[test]
fn remembering_changes_nothing() {
    let (mut plain, mut cached) = (Z3::new(), Cached::new(Z3::new()));
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..count(500) {
        search(seed, |terms, query| {
            let expected = plain.check(terms, query, &BUDGET);
            let answer = cached.check(terms, query, &BUDGET);
            match (&expected, &answer) {
                (Answer::Sat(_), Answer::Sat(model)) => {
                    sat += 1;
                    check_model(terms, query, model, seed);
                }
                (Answer::Unsat, Answer::Unsat) => unsat += 1,
                _ => panic!("seed {seed}: {expected:?} became {answer:?}"),
            }
            Some(expected.is_sat())
        });
    }
    assert!(sat > 200 && unsat > 50, "{sat} sat, {unsat} unsat");
    let statistics = cached.statistics();
    let number = |name: &str| {
        let found = statistics.iter().find(|(n, _)| *n == name);
        found.unwrap_or_else(|| panic!("no {name}")).1
    };
    // Most queries are answered without the solver.
    assert!(
        number("z3 queries") < number("query components") / 2,
        "{statistics:?}"
    );
}

#[test]
fn faults_make_nothing_wrong() {
    let mut plain = Z3::new();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for seed in 0..count(2000) {
        let mut random = Random::new(seed);
        let faults: Vec<_> = (0..200)
            .filter_map(|at| {
                let fault = match random.below(6) {
                    0 => Fault::Unknown,
                    1 => Fault::Panic,
                    2 => Fault::Slow(Duration::from_micros(100)),
                    _ => return None,
                };
                Some((at, fault))
            })
            .collect();
        let mut faulty = Cached::new(Faulty::new(Z3::new(), faults));
        search(seed, |terms, query| {
            let expected = plain.check(terms, query, &BUDGET);
            let answer = catch_unwind(AssertUnwindSafe(|| faulty.check(terms, query, &BUDGET)));
            match answer {
                Ok(Answer::Sat(model)) => {
                    assert!(expected.is_sat(), "seed {seed}");
                    check_model(terms, query, &model, seed);
                }
                Ok(Answer::Unsat) => assert!(expected.is_unsat(), "seed {seed}"),
                Ok(Answer::Unknown(_)) | Err(_) => {}
            }
            Some(expected.is_sat())
        });
    }
    std::panic::set_hook(hook);
}

/// A solver that knows nothing.
struct Ignorant;

impl Solver for Ignorant {
    fn check(&mut self, _: &Terms, _: &[Term], _: &Budget) -> Answer {
        Answer::Unknown("I do not know".into())
    }

    fn unsat_core(&mut self, _: &Terms, _: &[Term], _: &Budget) -> Core {
        Core::Unknown("I do not know".into())
    }

    fn statistics(&self) -> Statistics {
        Vec::new()
    }
}

/// What is found without a solver is right: conditions that some assignment
/// makes true are never contradictory.
#[test]
fn what_holds_is_no_contradiction() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..count(5) {
        let mut pool = Pool::new(seed);
        pool.grow(80);
        let mut cached = Cached::new(Ignorant);
        let formulae: Vec<_> = pool
            .expressions
            .iter()
            .filter(|e| e.sort == Sort::Bool)
            .map(|e| e.term)
            .collect();
        for _ in 0..8 {
            let assignment = pool.assignment();
            let count = 1 + pool.random.below(8);
            let mut query = Vec::new();
            for _ in 0..count {
                let formula = pool.random.pick(&formulae);
                query.push(match pool.terms.evaluate(formula, &assignment) {
                    0 => pool.terms.not(formula),
                    _ => formula,
                });
            }
            match cached.check(&pool.terms, &query, &BUDGET) {
                Answer::Sat(model) => {
                    sat += 1;
                    check_model(&pool.terms, &query, &model, seed);
                }
                Answer::Unsat => {
                    let query: Vec<_> = query
                        .iter()
                        .map(|&q| pool.terms.show(q).to_string())
                        .collect();
                    panic!("seed {seed}: {query:#?} under {assignment:x?}");
                }
                Answer::Unknown(_) => {}
            }
            // And the other way round, contradictions are seen.
            let wrong = pool.terms.not(query[0]);
            query.push(wrong);
            unsat += usize::from(cached.check(&pool.terms, &query, &BUDGET).is_unsat());
        }
    }
    assert!(sat > 10_000 && unsat > 10_000, "{sat} sat, {unsat} unsat");
}

/// Bounds of several symbols, tried out.
#[test]
fn intervals_agree_with_trying() {
    let (mut found, mut missed) = (0, 0);
    for seed in 0..count(5) {
        let mut random = Random::new(seed);
        let mut t = Terms::new();
        let (x, y) = (t.symbol("x", Sort::Bits(4)), t.symbol("y", Sort::Bits(4)));
        let mut terms = vec![x, y];
        for _ in 0..5 {
            let (a, b) = (random.pick(&terms), random.pick(&terms));
            let c = t.bits(random.bits(4), 4);
            let term = match random.below(12) {
                0 | 1 => t.add(a, c),
                2 => t.add(a, b),
                3 => t.sub(a, b),
                4 => t.mul(a, c),
                5 => t.urem(a, c),
                6 => t.sdiv(a, c),
                7 => t.srem(a, c),
                8 => t.bit_or(a, b),
                9 => t.complement(a),
                10 => {
                    let low = t.extract(a, 1, 3);
                    t.sign_extend(low, 4)
                }
                _ => {
                    let low = t.extract(a, 0, 3);
                    t.zero_extend(low, 4)
                }
            };
            terms.push(term);
        }
        let query: Vec<_> = (0..1 + random.below(5))
            .map(|_| {
                let a = random.pick(&terms);
                let b = match random.chance(60) {
                    true => t.bits(random.bits(4), 4),
                    false => random.pick(&terms),
                };
                match random.below(6) {
                    0 => t.eq(a, b),
                    1 => t.ne(a, b),
                    2 => t.ult(a, b),
                    3 => t.ult(b, a),
                    4 => t.slt(a, b),
                    _ => t.sle(b, a),
                }
            })
            .collect();
        let symbols = [t.as_symbol(x).unwrap(), t.as_symbol(y).unwrap()];
        let possible = (0..256).any(|values| {
            let mut assignment = Assignment::new();
            assignment.set(symbols[0], values & 15);
            assignment.set(symbols[1], values >> 4);
            let mut evaluator = Evaluator::new(&t, &assignment);
            query.iter().all(|&q| evaluator.holds(q))
        });
        match Cached::new(Ignorant).check(&t, &query, &BUDGET) {
            Answer::Sat(_) => assert!(possible, "seed {seed}"),
            Answer::Unsat => {
                found += 1;
                assert!(!possible, "seed {seed}");
            }
            Answer::Unknown(_) => missed += usize::from(!possible),
        }
    }
    assert!(
        found > missed,
        "{found} contradictions found, {missed} missed"
    );
}

#[test]
fn components_are_independent() {
    let mut t = Terms::new();
    let mut cached = Cached::new(Z3::new());
    let names: Vec<_> = (0..40).map(|_| t.symbol("x", Sort::Bits(32))).collect();
    let mut query = Vec::new();
    for &x in &names {
        let (low, high) = (t.bits(10, 32), t.bits(20, 32));
        query.push(t.ult(low, x));
        query.push(t.ult(x, high));
        assert!(cached.check(&t, &query, &BUDGET).is_sat());
    }
    let asked = |cached: &Cached<Z3>| cached.inner().statistics()[0].1;
    let before = asked(&cached);
    let five = t.bits(5, 32);
    query.push(t.ult(names[3], five));
    assert!(cached.check(&t, &query, &BUDGET).is_unsat());
    assert!(asked(&cached) <= before + 1);
    // A set that contains a contradictory one needs no solver at all.
    let more = t.bits(15, 32);
    query.push(t.ult(more, names[3]));
    query.remove(0);
    assert!(cached.check(&t, &query, &BUDGET).is_unsat());
    assert!(asked(&cached) <= before + 1);
}

#[test]
fn entailment() {
    let mut t = Terms::new();
    let mut z3 = Cached::new(Z3::new());
    let (x, y) = (t.symbol("x", Sort::Bits(32)), t.symbol("y", Sort::Bits(32)));
    let (ten, twenty) = (t.bits(10, 32), t.bits(20, 32));
    let facts = [t.ult(x, ten), t.ult(y, ten)];
    let sum = t.add(x, y);
    let goal = t.ult(sum, twenty);
    assert_eq!(z3.entails(&mut t, &facts, goal, &BUDGET), Some(true));
    let goal = t.ult(sum, ten);
    assert_eq!(z3.entails(&mut t, &facts, goal, &BUDGET), Some(false));
}
