//! A solver for tests: tries all values of symbols of few bits.
//!
//! Values of a symbol that no largest part of the assertions with that symbol alone
//! tells apart are tried once.

use solver::{Answer, Assignment, Budget, Node, Solver, Sort, SymbolId, Term, Terms};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Symbols of more bits are not decided.
const MAX_BITS: u32 = 8;
/// Combinations of values that are tried.
const MAX_TRIED: usize = 4_000;

/// Larger assertions are not decided.
const MAX_TERMS: usize = 400;

pub struct Brute;

impl Solver for Brute {
    fn check(&mut self, terms: &Terms, assertions: &[Term], _: &Budget) -> Answer {
        decide(terms, assertions).unwrap_or_else(|| Answer::Unknown("too large".into()))
    }
}

fn decide(terms: &Terms, assertions: &[Term]) -> Option<Answer> {
    let mut symbols: HashMap<Term, BTreeSet<SymbolId>> = HashMap::new();
    for &assertion in assertions {
        collect(terms, assertion, &mut symbols);
    }
    if symbols.len() > MAX_TERMS {
        return None;
    }
    let mut all: BTreeSet<SymbolId> = BTreeSet::new();
    for &assertion in assertions {
        all.extend(&symbols[&assertion]);
    }
    // The largest parts with one symbol.
    let mut parts: HashMap<SymbolId, HashSet<Term>> = HashMap::new();
    let mut pending = assertions.to_vec();
    let mut looked = HashSet::new();
    while let Some(term) = pending.pop() {
        if !looked.insert(term) {
            continue;
        }
        match symbols[&term].len() {
            0 => {}
            1 => {
                let symbol = symbols[&term].iter().next().copied()?;
                parts.entry(symbol).or_default().insert(term);
            }
            _ => pending.extend(terms.operands(term)),
        }
    }
    let mut choices: Vec<(SymbolId, Vec<u128>)> = Vec::new();
    let mut combinations = 1usize;
    for symbol in all {
        let bits = match terms.symbol_sort(symbol) {
            Sort::Bits(bits) if bits <= MAX_BITS && terms.as_base(symbol).is_none() => bits,
            Sort::Bool => 1,
            Sort::Bits(_) | Sort::Array { .. } => return None,
        };
        let parts: Vec<Term> = parts.remove(&symbol)?.into_iter().collect();
        let mut seen = HashSet::new();
        let mut values = Vec::new();
        for value in 0..1u128 << bits {
            let mut assignment = Assignment::new();
            assignment.set(symbol, value);
            let look: Vec<u128> = parts
                .iter()
                .map(|&p| terms.evaluate(p, &assignment))
                .collect();
            if seen.insert(look) {
                values.push(value);
            }
        }
        combinations = combinations.checked_mul(values.len())?;
        choices.push((symbol, values));
    }
    if combinations > MAX_TRIED {
        return None;
    }
    for number in 0..combinations {
        let mut assignment = Assignment::new();
        let mut rest = number;
        for (symbol, values) in &choices {
            assignment.set(*symbol, values[rest % values.len()]);
            rest /= values.len();
        }
        if assertions
            .iter()
            .all(|&a| terms.evaluate(a, &assignment) == 1)
        {
            return Some(Answer::Sat(assignment));
        }
    }
    Some(Answer::Unsat)
}

fn collect(terms: &Terms, root: Term, known: &mut HashMap<Term, BTreeSet<SymbolId>>) {
    let mut open = vec![root];
    while let Some(&term) = open.last() {
        if known.contains_key(&term) {
            open.pop();
            continue;
        }
        let missing: Vec<Term> = terms
            .operands(term)
            .filter(|o| !known.contains_key(o))
            .collect();
        if !missing.is_empty() {
            open.extend(missing);
            continue;
        }
        let mut found: BTreeSet<SymbolId> = BTreeSet::new();
        if let Node::Symbol(symbol) = terms.node(term) {
            found.insert(symbol);
        }
        for operand in terms.operands(term) {
            found.extend(&known[&operand]);
        }
        known.insert(term, found);
        open.pop();
    }
}
