//! Compiled programs agree with the plain evaluator, in Kleene's logic, exactly.

mod common;
use common::{Random, rounds};
use logic::relational::{Formula, PredicateId, Variable};
use structures::*;

const NULLARY: u32 = 2;
const UNARY: u32 = 3;
const BINARY: u32 = 2;

fn vocabulary() -> Vocabulary {
    let mut b = VocabularyBuilder::new();
    for p in 0..NULLARY + UNARY + BINARY {
        let arity = if p < NULLARY {
            0
        } else if p < NULLARY + UNARY {
            1
        } else {
            2
        };
        b.core(PredicateId(p), arity, Traits::default());
    }
    // Where the updates go.
    b.core(PredicateId(100), 0, Traits::default());
    b.core(PredicateId(101), 1, Traits::default());
    b.core(PredicateId(102), 2, Traits::default());
    // Tells all nodes apart, so that canonical abstraction merges none.
    (0..7).for_each(|i| {
        b.core(
            PredicateId(200 + i),
            1,
            Traits {
                abstraction: true,
                unique: false,
            },
        );
    });
    b.finish()
}

fn formula(random: &mut Random, depth: usize, scope: &mut Vec<Variable>) -> Formula {
    let pick = |random: &mut Random, scope: &[Variable]| scope[random.below(scope.len())];
    if depth == 0 || random.chance(10) {
        return match (random.below(9), scope.is_empty()) {
            (0, _) => [Formula::True, Formula::False, Formula::Unknown][random.below(3)].clone(),
            (1, _) | (_, true) => {
                Formula::Nullary(PredicateId(random.below(NULLARY as usize) as u32))
            }
            (2..=4, _) => Formula::Unary(
                PredicateId(NULLARY + random.below(UNARY as usize) as u32),
                pick(random, scope),
            ),
            (5..=7, _) => Formula::Binary(
                PredicateId(NULLARY + UNARY + random.below(BINARY as usize) as u32),
                pick(random, scope),
                pick(random, scope),
            ),
            _ => Formula::Equal(pick(random, scope), pick(random, scope)),
        };
    }
    match random.below(10) {
        0 | 1 => Formula::not(formula(random, depth - 1, scope)),
        2..=4 => Formula::and((0..2 + random.below(2)).map(|_| formula(random, depth - 1, scope))),
        5 => Formula::or((0..2 + random.below(2)).map(|_| formula(random, depth - 1, scope))),
        6 if scope.len() >= 2 => {
            // A closure's step with variables from outside has three axes at once.
            let (from, to) = (pick(random, scope), pick(random, scope));
            let (a, b) = (Variable(20), Variable(21));
            let step = Box::new(formula(random, depth - 1, &mut vec![a, b]));
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            }
        }
        n => {
            let v = Variable(random.below(4) as u8);
            let hidden = scope.contains(&v);
            if scope.len() >= 3 && !hidden {
                return formula(random, depth - 1, scope);
            }
            if !hidden {
                scope.push(v);
            }
            let body = formula(random, depth - 1, scope);
            if !hidden {
                scope.pop();
            }
            if n % 2 == 0 {
                Formula::exists(v, body)
            } else {
                Formula::forall(v, body)
            }
        }
    }
}

fn structure(random: &mut Random, v: &Vocabulary, most: usize) -> Structure {
    let mut s = Structure::empty(v);
    let n = random.below(most);
    let value = |random: &mut Random| {
        [Kleene::False, Kleene::False, Kleene::Unknown, Kleene::True][random.below(4)]
    };
    for i in 0..n {
        s.add_node();
        s.set_summary(i, random.chance(40));
        (0..7)
            .filter(|bit| i >> bit & 1 != 0)
            .for_each(|bit| s.set_unary(v, PredicateId(200 + bit), i, Kleene::True));
    }
    for p in 0..NULLARY {
        s.set_nullary(v, PredicateId(p), value(random));
    }
    for a in 0..n {
        for p in 0..UNARY {
            s.set_unary(v, PredicateId(NULLARY + p), a, value(random));
        }
        for b in 0..n {
            for p in 0..BINARY {
                s.set_binary(v, PredicateId(NULLARY + UNARY + p), a, b, value(random));
            }
        }
    }
    s.canonical(v)
}

fn compare(random: &mut Random, v: &Vocabulary, s: &Structure, depth: usize, seed: u64) {
    let (a, b) = (Variable(0), Variable(1));
    let over = [vec![], vec![a], vec![a, b]][random.below(3)].clone();
    let f = formula(random, depth, &mut over.clone());
    let target = PredicateId(100 + over.len() as u32);
    let update = Update {
        predicate: target,
        parameters: over.iter().copied().collect(),
        formula: f.clone(),
    };
    let plan = Plan::new(
        v,
        v,
        &Action {
            updates: vec![update],
            ..Action::default()
        },
    );
    let mut region = Region::new();
    plan.apply(s, v, v, &mut region);
    let new = region.iter().next().expect("nothing is inconsistent here");
    assert_eq!(new.node_count(), s.node_count());
    let n = s.node_count();
    match over.len() {
        0 => assert_eq!(
            new.nullary(v, target),
            s.evaluate(v, &f, &[]),
            "seed {seed}: {f:?}"
        ),
        1 => (0..n).for_each(|x| {
            assert_eq!(
                new.unary(v, target, x),
                s.evaluate(v, &f, &[(a, x)]),
                "seed {seed}: {f:?}"
            );
        }),
        _ => (0..n).for_each(|x| {
            (0..n).for_each(|y| {
                assert_eq!(
                    new.binary(v, target, x, y),
                    s.evaluate(v, &f, &[(a, x), (b, y)]),
                    "seed {seed}: {f:?}"
                );
            });
        }),
    }
}

#[test]
fn programs_are_the_evaluator() {
    let v = vocabulary();
    for seed in 0..rounds(3000) {
        let random = &mut Random(seed);
        let s = structure(random, &v, 6);
        let depth = 1 + random.below(5);
        compare(random, &v, &s, depth, seed);
    }
}

/// More nodes than bits in a word.
#[test]
fn large_structures() {
    let v = vocabulary();
    for seed in 0..rounds(3000) / 150 {
        let random = &mut Random(seed);
        let s = structure(random, &v, 100);
        compare(random, &v, &s, 2, seed);
    }
}

/// A new individual, and one or more others beside it: which of them an update means it says
/// by what held before.
#[test]
fn others_come_with_a_new_individual() {
    let (first, here, reach) = (PredicateId(0), PredicateId(1), PredicateId(2));
    let (v, u) = (Variable(0), Variable(1));
    let mut b = VocabularyBuilder::new();
    let tells_apart = Traits {
        abstraction: true,
        unique: false,
    };
    b.core(first, 1, tells_apart);
    b.core(here, 1, tells_apart);
    b.instrumentation(reach, &[v, u], Formula::Equal(v, u), Traits::default());
    let vocabulary = b.finish();
    let new = PredicateId(9);
    let update = |predicate, formula| Update {
        predicate,
        parameters: [v].into_iter().collect(),
        formula,
    };
    let action = Action {
        fresh: Some(new),
        others: true,
        updates: vec![
            update(first, Formula::Unary(new, v)),
            update(here, Formula::True),
        ],
        ..Action::default()
    };
    let mut region = Region::new();
    let plan = Plan::new(&vocabulary, &vocabulary, &action);
    plan.apply(
        &Structure::empty(&vocabulary),
        &vocabulary,
        &vocabulary,
        &mut region,
    );
    let s = region.iter().next().expect("it is possible");
    assert_eq!((region.len(), s.node_count()), (1, 2));
    for node in 0..2 {
        let is_first = s.unary(&vocabulary, first, node) == Kleene::True;
        assert_eq!(s.is_summary(node), !is_first);
        assert_eq!(s.unary(&vocabulary, here, node), Kleene::True);
        let itself = s.binary(&vocabulary, reach, node, node);
        let expected = if is_first {
            Kleene::True
        } else {
            Kleene::Unknown
        };
        assert_eq!(itself, expected);
    }
}
