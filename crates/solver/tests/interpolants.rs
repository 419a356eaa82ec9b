//! Interpolants of small paths, over bit vectors and over integers.

mod common;

use common::{Expression, Operator, Pool};
use program::FloatKind;
use solver::*;
use std::time::{Duration, Instant};

const BUDGET: Budget = Budget {
    resource: 0,
    wall: Some(Duration::from_secs(20)),
    memory: None,
};

/// Writes a chain down step by step.
struct Path {
    terms: Terms,
    chain: Chain,
}

impl Path {
    fn new<const N: usize>(names: [&str; N]) -> (Path, [Term; N]) {
        let mut terms = Terms::new();
        let variables = names.map(|name| terms.symbol(name, Sort::Bits(32)));
        let chain = Chain {
            variables: variables.to_vec(),
            steps: Vec::new(),
        };
        (Path { terms, chain }, variables)
    }

    fn number(&mut self, value: i32) -> Term {
        self.terms.bits(value as u32 as u128, 32)
    }

    fn assume(&mut self, condition: Term) {
        let after = self.chain.variables.clone();
        self.chain.steps.push(ChainStep { condition, after });
    }

    fn assign<const N: usize>(&mut self, values: [(Term, Term); N]) {
        let condition = self.terms.bool(true);
        self.assume(condition);
        let step = self.chain.steps.last_mut().expect("a step");
        for (variable, value) in values {
            let at = self.chain.variables.iter().position(|&v| v == variable);
            step.after[at.expect("a variable")] = value;
        }
    }

    fn interpolants(&mut self, arithmetic: Arithmetic) -> Option<Vec<Term>> {
        self.interpolants_within(arithmetic, &BUDGET)
    }

    /// What is found, and that it is right.
    fn interpolants_within(
        &mut self,
        arithmetic: Arithmetic,
        budget: &Budget,
    ) -> Option<Vec<Term>> {
        let start = Instant::now();
        let mut solver = Cached::new(Z3::new());
        let found = solver.interpolants(&mut self.terms, &self.chain, arithmetic, budget);
        println!("{arithmetic:?}: {:?}", start.elapsed());
        for &interpolant in found.iter().flatten() {
            println!("  {}", self.terms.show(interpolant));
        }
        if let Some(found) = &found {
            let terms = &mut self.terms;
            let right = is_interpolant_chain(&mut Z3::new(), terms, &self.chain, found, &BUDGET);
            assert!(right);
            if self.chain.steps.len() < 8 {
                self.check_unrolled(found);
            }
        } else {
            println!("  none; {:?}", solver.statistics());
        }
        found
    }

    /// Each follows from all steps before it.
    fn check_unrolled(&mut self, interpolants: &[Term]) {
        let t = &mut self.terms;
        let mut solver = Z3::new();
        let mut state = self.chain.variables.clone();
        let (mut conditions, mut cuts) = (Vec::new(), Vec::new());
        for (at, step) in self.chain.steps.iter().enumerate() {
            let mut substitution = self
                .chain
                .variables
                .iter()
                .copied()
                .zip(state)
                .collect::<Vec<_>>();
            let step_terms = step.after.iter().chain([&step.condition]);
            let mut inputs: Vec<_> = step_terms.flat_map(|&a| t.symbols(a).to_vec()).collect();
            inputs.sort();
            inputs.dedup();
            for input in inputs {
                let (symbol, sort) = (t.symbol_term(input), t.symbol_sort(input));
                if !self.chain.variables.contains(&symbol) {
                    substitution.push((symbol, t.symbol("input", sort)));
                }
            }
            let mut substitution = Substitution::new(t, substitution);
            conditions.push(substitution.apply(t, step.condition));
            state = step
                .after
                .iter()
                .map(|&a| substitution.apply(t, a))
                .collect();
            if let Some(&interpolant) = interpolants.get(at) {
                let now = self
                    .chain
                    .variables
                    .iter()
                    .copied()
                    .zip(state.iter().copied());
                cuts.push(Substitution::new(t, now).apply(t, interpolant));
            }
        }
        for (at, &cut) in cuts.iter().enumerate() {
            let before = &conditions[..=at];
            assert_eq!(solver.entails(t, before, cut, &BUDGET), Some(true));
        }
    }
}

/// `i = 0, s = 0; (i < n; s += 5, i++)^count; !(i < n); s > 5*n`, the comparison in
/// 64 bits if it is `wide`.
fn sum(count: usize, wide: bool) -> Path {
    let (mut path, [i, s, n]) = Path::new(["i", "s", "n"]);
    let (zero, one, five) = (path.number(0), path.number(1), path.number(5));
    path.assign([(i, zero), (s, zero)]);
    let inside = path.terms.slt(i, n);
    for _ in 0..count {
        path.assume(inside);
        let (more, next) = (path.terms.add(s, five), path.terms.add(i, one));
        path.assign([(s, more), (i, next)]);
    }
    let outside = path.terms.not(inside);
    path.assume(outside);
    let t = &mut path.terms;
    let wrong = if wide {
        let (s, n, five) = (t.sign_extend(s, 64), t.sign_extend(n, 64), t.bits(5, 64));
        let product = t.mul(n, five);
        t.slt(product, s)
    } else {
        let product = t.mul(n, five);
        t.slt(product, s)
    };
    path.assume(wrong);
    path
}

#[test]
fn sums_over_integers() {
    for (count, wide) in [(4, true), (8, false)] {
        let mut path = sum(count, wide);
        assert!(path.interpolants(Arithmetic::Integers).is_some());
    }
}

/// `x = 0; (x = x + 1)^5; x > 5`
fn count() -> Path {
    let (mut path, [x]) = Path::new(["x"]);
    let (zero, one, five) = (path.number(0), path.number(1), path.number(5));
    path.assign([(x, zero)]);
    for _ in 0..5 {
        let next = path.terms.add(x, one);
        path.assign([(x, next)]);
    }
    let wrong = path.terms.slt(five, x);
    path.assume(wrong);
    path
}

#[test]
fn counting() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        assert!(count().interpolants(arithmetic).is_some());
    }
}

/// `x = nondet, y = 2*x; (x++, y += 2)^3; y != 2*x`
#[test]
fn twice() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        let (mut path, [x, y]) = Path::new(["x", "y"]);
        let (one, two) = (path.number(1), path.number(2));
        let input = path.terms.symbol("input", Sort::Bits(32));
        let double = path.terms.mul(input, two);
        path.assign([(x, input), (y, double)]);
        for _ in 0..3 {
            let (next, more) = (path.terms.add(x, one), path.terms.add(y, two));
            path.assign([(x, next), (y, more)]);
        }
        let double = path.terms.mul(x, two);
        let wrong = path.terms.ne(y, double);
        path.assume(wrong);
        let found = path.interpolants(arithmetic);
        assert!(found.is_some() || arithmetic == Arithmetic::Integers);
    }
}

/// What does not matter is not spoken of: `flag = 0; x = x * y; z = z + 1; flag != 0`
#[test]
fn a_flag() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        let (mut path, [flag, x, y, z]) = Path::new(["flag", "x", "y", "z"]);
        let (zero, one) = (path.number(0), path.number(1));
        path.assign([(flag, zero)]);
        let product = path.terms.mul(x, y);
        path.assign([(x, product)]);
        let next = path.terms.add(z, one);
        path.assign([(z, next)]);
        let wrong = path.terms.ne(flag, zero);
        path.assume(wrong);
        let found = path.interpolants(arithmetic).expect("interpolants");
        let right = path.terms.eq(flag, zero);
        assert_eq!(found, [right; 3]);
    }
}

#[test]
fn feasible_paths_have_none() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        let (mut path, [x, y]) = Path::new(["x", "y"]);
        let one = path.number(1);
        let next = path.terms.add(x, one);
        path.assign([(y, next)]);
        let less = path.terms.slt(x, y);
        path.assume(less);
        assert_eq!(path.interpolants(arithmetic), None);
        // Over integers x cannot be greater than y, but x + 1 wraps.
        path.chain.steps.pop();
        let greater = path.terms.slt(y, x);
        path.assume(greater);
        assert_eq!(path.interpolants(arithmetic), None);
    }
}

/// `x = x & 12; x = x | 1; x == 2`
#[test]
fn bitwise() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        let (mut path, [x]) = Path::new(["x"]);
        let (mask, one, two) = (path.number(12), path.number(1), path.number(2));
        let masked = path.terms.bit_and(x, mask);
        path.assign([(x, masked)]);
        let odd = path.terms.bit_or(x, one);
        path.assign([(x, odd)]);
        let wrong = path.terms.eq(x, two);
        path.assume(wrong);
        let found = path.interpolants(arithmetic);
        assert!(found.is_some() || arithmetic == Arithmetic::Integers);
    }
}

/// `x = nondet() with 0 <= input < 10; y = x % 7 (unsigned); y >= x + 1 || y > 6`
#[test]
fn inputs() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        let (mut path, [x, y]) = Path::new(["x", "y"]);
        let (ten, seven) = (path.number(10), path.number(7));
        let input = path.terms.symbol("input", Sort::Bits(32));
        path.assign([(x, input)]);
        path.chain.steps[0].condition = path.terms.ult(input, ten);
        let rest = path.terms.urem(x, seven);
        path.assign([(y, rest)]);
        let difference = path.terms.add(x, y);
        path.assign([(x, difference)]);
        let twenty = path.number(20);
        let wrong = path.terms.slt(twenty, x);
        path.assume(wrong);
        assert!(path.interpolants(arithmetic).is_some());
    }
}

/// Narrow and wide variables, unsigned: `c = (unsigned char)x; y = c + 1; y > 256`
#[test]
fn widths() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        let (mut path, [x, y]) = Path::new(["x", "y"]);
        let c = path.terms.symbol("c", Sort::Bits(8));
        path.chain.variables.push(c);
        let narrow = path.terms.extract(x, 0, 8);
        path.assign([(c, narrow)]);
        let wide = path.terms.zero_extend(c, 32);
        let one = path.number(1);
        let next = path.terms.add(wide, one);
        path.assign([(y, next)]);
        let limit = path.number(256);
        let wrong = path.terms.slt(limit, y);
        path.assume(wrong);
        assert!(path.interpolants(arithmetic).is_some());
    }
}

#[test]
fn one_step_and_none() {
    let (mut path, [x]) = Path::new(["x"]);
    assert_eq!(path.interpolants(Arithmetic::Bits), None);
    let never = path.terms.bool(false);
    path.assume(never);
    assert_eq!(path.interpolants(Arithmetic::Bits), Some(Vec::new()));
    path.assume(never);
    assert!(path.interpolants(Arithmetic::Bits).is_some());
    let zero = path.number(0);
    path.chain.steps[0].condition = path.terms.eq(x, zero);
    assert!(path.interpolants(Arithmetic::Integers).is_some());
}

#[test]
fn the_same_each_time() {
    for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
        let found = [(); 2].map(|_| count().interpolants(arithmetic));
        assert_eq!(found[0], found[1]);
    }
}

/// Whatever a chain is made of, what is found is right, and nothing crashes.
#[test]
fn random_chains() {
    let budget = Budget {
        wall: Some(Duration::from_millis(400)),
        ..BUDGET
    };
    let mut successes = 0;
    for seed in 0..common::count(400) {
        let mut pool = match seed % 4 {
            0 => Pool::new(seed).with_array(),
            1 => Pool::new(seed).with_floats(&[FloatKind::Float]),
            _ => Pool::new(seed),
        };
        pool.grow(30);
        let is_variable = |e: &&Expression| {
            matches!(e.operator, Operator::Symbol(_)) && matches!(e.sort, Sort::Bits(..=64))
        };
        let symbols = pool.expressions.iter().filter(is_variable);
        let variables: Vec<_> = symbols.map(|e| e.term).take(4).collect();
        let mut chain = Chain {
            variables,
            steps: Vec::new(),
        };
        for _ in 0..3 {
            let mut pick = |sort: Sort| {
                let of_sort = pool.expressions.iter().filter(|e| e.sort == sort);
                let all: Vec<_> = of_sort.map(|e| e.term).collect();
                pool.random.pick(&all)
            };
            let condition = pick(Sort::Bool);
            let variables = chain.variables.iter();
            let after = variables.map(|&v| pick(pool.terms.sort(v))).collect();
            chain.steps.push(ChainStep { condition, after });
        }
        let terms = &mut pool.terms;
        for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
            let found = Z3::new().interpolants(terms, &chain, arithmetic, &budget);
            if let Some(found) = found {
                let checker = &mut Cached::new(Z3::new());
                assert!(
                    is_interpolant_chain(checker, terms, &chain, &found, &BUDGET),
                    "{seed}"
                );
                successes += 1;
            }
        }
    }
    assert!(successes > 0);
}

#[test]
fn limits_are_kept() {
    for (resource, wall) in [(0, Some(Duration::from_millis(300))), (100_000, None)] {
        let mut path = sum(12, false);
        let budget = Budget {
            resource,
            wall,
            memory: None,
        };
        let start = Instant::now();
        path.interpolants_within(Arithmetic::Bits, &budget);
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn faults_give_none() {
    let mut path = count();
    let chain = path.chain.clone();
    let found = path
        .interpolants(Arithmetic::Integers)
        .expect("interpolants");
    let t = &mut path.terms;
    let mut faulty = Faulty::new(Z3::new(), [(0, Fault::Unknown)]);
    let solver: &mut dyn Solver = &mut faulty;
    assert_eq!(
        solver.interpolants(t, &chain, Arithmetic::Integers, &BUDGET),
        None
    );
    assert!(
        solver
            .interpolants(t, &chain, Arithmetic::Integers, &BUDGET)
            .is_some()
    );
    // The checker believes only what it is told.
    for at in 0..3 {
        let mut faulty = Faulty::new(Z3::new(), [(at, Fault::Unknown)]);
        assert!(!is_interpolant_chain(
            &mut faulty,
            t,
            &chain,
            &found,
            &BUDGET
        ));
    }
    // Nor does it believe what is wrong.
    for at in 0..found.len() {
        for wrong in [t.bool(true), t.bool(false)] {
            let mut altered = found.clone();
            altered[at] = wrong;
            assert!(!is_interpolant_chain(
                &mut Z3::new(),
                t,
                &chain,
                &altered,
                &BUDGET
            ));
        }
    }
    assert!(!is_interpolant_chain(
        &mut Z3::new(),
        t,
        &chain,
        &found[1..],
        &BUDGET
    ));
}
