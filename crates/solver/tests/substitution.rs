//! A term in which symbols are replaced has the value that the term has where the
//! symbols have the values of what replaced them.

mod common;

use common::{Pool, count};
use program::FloatKind;
use rustc_hash::FxHashMap;
use solver::*;

fn check(mut pool: Pool, seed: u64) {
    let mut replacements = Vec::new();
    for at in 0..pool.expressions.len() {
        let (symbol, sort) = (pool.expressions[at].term, pool.expressions[at].sort);
        if pool.terms.as_symbol(symbol).is_none() || pool.bases.contains(&symbol) {
            continue;
        }
        let by = pool.random.below(pool.expressions.len());
        if pool.expressions[by].sort == sort {
            replacements.push((symbol, pool.expressions[by].term));
        }
    }
    let mut substitution = Substitution::new(&pool.terms, replacements.clone());
    let originals: Vec<_> = pool.expressions.iter().map(|e| e.term).collect();
    let replaced: Vec<_> = originals
        .iter()
        .map(|&term| substitution.apply(&mut pool.terms, term))
        .collect();
    let inner = pool.assignment();
    let mut outer = inner.clone();
    for &(symbol, by) in &replacements {
        let symbol = pool.terms.as_symbol(symbol).expect("a symbol");
        outer.set(symbol, pool.terms.evaluate(by, &inner));
    }
    let mut inner = Evaluator::new(&pool.terms, &inner);
    let mut outer = Evaluator::new(&pool.terms, &outer);
    for (&original, &replaced) in originals.iter().zip(&replaced) {
        let (expected, found) = (outer.value(original), inner.value(replaced));
        assert_eq!(
            expected,
            found,
            "seed {seed}: {} became {}",
            pool.terms.show(original),
            pool.terms.show(replaced)
        );
    }
}

#[test]
fn integers() {
    for seed in 0..count(4) {
        let mut pool = Pool::new(seed).with_array();
        pool.grow(60);
        check(pool, seed);
    }
}

#[test]
fn floats() {
    for seed in 0..count(20) {
        let mut pool = Pool::new(seed).with_floats(&[FloatKind::Float, FloatKind::Double]);
        pool.grow(100);
        check(pool, seed);
    }
}

#[test]
fn all_at_once() {
    let mut t = Terms::new();
    let x = t.symbol("x", Sort::Bits(32));
    let y = t.symbol("y", Sort::Bits(32));
    let less = t.slt(x, y);
    let [a, b] = [x, y].map(|symbol| t.as_symbol(symbol).expect("a symbol"));
    let swapped = t.substitute(less, &FxHashMap::from_iter([(a, y), (b, x)]));
    assert_eq!(swapped, t.slt(y, x));
    let equal = t.substitute(less, &FxHashMap::from_iter([(a, y)]));
    assert_eq!(equal, t.bool(false));
}

#[test]
fn deep_terms() {
    let mut t = Terms::new();
    let x = t.symbol("x", Sort::Bits(32));
    let y = t.symbol("y", Sort::Bits(32));
    let mut deep = x;
    for _ in 0..100_000 {
        deep = t.udiv(y, deep);
    }
    let mut substitution = Substitution::new(&t, [(x, y)]);
    let replaced = substitution.apply(&mut t, deep);
    assert_eq!(t.symbols(replaced).len(), 1);
}
