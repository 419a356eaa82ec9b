//! The abstract program offline (seed 004, section 7) for n heap predicates: where n/4 pointers
//! lead, what they reach, what reaches and what leads to their objects, under the command
//! `x0->next = x1`.

use domains::heaps::Abstraction;
use logic::relational::{Assigned, Formula, PredicateId, Reach, Variable};
use solver::{Prover, Theory};

const V: Variable = Variable(0);
const U: Variable = Variable(1);
const W: Variable = Variable(2);

const NEXT: PredicateId = PredicateId(0);
const STAR: PredicateId = PredicateId(1);
const ACYCLIC: PredicateId = PredicateId(2);

fn pointer(number: u32) -> PredicateId {
    PredicateId(10 + number)
}

fn theory(pointers: u32) -> Theory {
    let link = |a, b| Formula::Binary(NEXT, a, b);
    let star = |a, b| Formula::Binary(STAR, a, b);
    let not = Formula::not;
    let rule = |body: &[Formula], head| {
        let body = body.iter().cloned().map(not);
        Formula::or(body.chain([head]))
    };
    let either = Formula::or([star(U, W), star(W, U)]);
    let on = Formula::or([Formula::equal(V, W), star(U, W)]);
    Theory {
        pins: (0..pointers).map(|n| (pointer(n), n as u8)).collect(),
        free: vec![V],
        predicates: vec![(NEXT, 2), (STAR, 2)],
        axioms: vec![
            rule(&[link(V, U), link(V, W)], Formula::equal(U, W)),
            star(V, V),
            rule(&[star(V, U), star(U, W)], star(V, W)),
            rule(&[star(V, U), star(V, W)], either),
            rule(&[star(V, U), star(U, V)], Formula::equal(V, U)),
            rule(&[link(V, U)], star(V, U)),
            rule(&[link(V, U), star(V, W)], on),
            Formula::Nullary(ACYCLIC),
        ],
        witnesses: (1, 1),
    }
}

/// How many entailments are asked for the whole command, with conjunctions of at most
/// `length` literals.
pub fn entailments(n: u32, length: usize) -> u64 {
    let pointers = n / 4;
    let mut prover = Prover::new(2_000_000);
    let theory = prover.theory(theory(pointers));
    let at = |number| Formula::Unary(pointer(number), V);
    let reached = |number| {
        let from = Formula::Unary(pointer(number), U);
        Formula::exists(U, Formula::and([from, Formula::Binary(STAR, U, V)]))
    };
    let to = |number, link: PredicateId| {
        let there = Formula::Unary(pointer(number), U);
        Formula::exists(U, Formula::and([there, Formula::Binary(link, V, U)]))
    };
    let predicates: Vec<Formula> = (0..pointers)
        .flat_map(|n| [at(n), reached(n), to(n, STAR), to(n, NEXT)])
        .collect();
    let there = |number| Formula::exists(V, at(number));
    let mut known: Vec<Formula> = (0..pointers).map(there).collect();
    known.push(Formula::exists(W, Formula::equal(W, V)));
    let new = Formula::Unary(pointer(pointers.min(2) - 1), U);
    let link = Formula::or([
        Formula::and([at(0), new]),
        Formula::and([Formula::not(at(0)), Formula::Binary(NEXT, V, U)]),
    ]);
    let reach = Reach {
        closure: STAR,
        acyclic: ACYCLIC,
        is_list: true,
        is_single: true,
        changed: at(0),
        links: link,
    };
    let (parameters, closure) = ([V, U], reach.closure());
    let assigned = |p: PredicateId| {
        let value = match p {
            STAR => &closure,
            NEXT => &reach.links,
            _ => return None,
        };
        Some(Assigned {
            parameters: &parameters,
            value,
        })
    };
    let mut abstraction = Abstraction {
        prover: &mut prover,
        theory,
        known: &known,
        predicates: &predicates,
        length,
    };
    for predicate in &predicates {
        let hwp = predicate.substitute(&assigned);
        abstraction.conditions(&hwp);
        abstraction.conditions(&Formula::not(hwp));
    }
    let statistics = prover.statistics().into_iter();
    let mut asked = statistics.filter(|(name, _)| *name == "heap entailments");
    asked.next().map_or(0, |(_, count)| count)
}

/// Each of the n predicates and its negation has at most so many conjunctions of k literals
/// and fewer as the second factor says: 2 n (1 + 2n + … + (2n)^k / k!).
pub fn bound(n: u64, length: u32) -> u64 {
    2u64.pow(length + 2) * n.pow(length + 1)
}
