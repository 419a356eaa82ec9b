//! How long queries take in a search, depth first, through a program that adds,
//! compares, masks and now and then multiplies.

use criterion::{Criterion, criterion_group, criterion_main};
use solver::{Answer, Budget, Cached, Solver, Sort, Term, Terms, Z3};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// What a path assumes about inputs that it reads on the way, and the two
/// directions of its branches.
struct Program {
    terms: Terms,
    random: Random,
    variables: Vec<Term>,
    path: Vec<Term>,
}

impl Program {
    fn new(seed: u64) -> Program {
        let mut terms = Terms::new();
        let variables = (0..6).map(|_| terms.bits(0, 32)).collect();
        Program {
            terms,
            random: Random(seed * 7919 + 13),
            variables,
            path: Vec::new(),
        }
    }

    /// A few assignments, then a condition that is none yet.
    fn condition(&mut self) -> Term {
        loop {
            for _ in 0..2 {
                self.assign();
            }
            let (t, count) = (&mut self.terms, self.variables.len());
            let a = self.variables[self.random.below(count)];
            let b = self.variables[self.random.below(count)];
            let c = t.bits(self.random.below(1000) as u128, 32);
            let condition = match self.random.below(6) {
                0 => t.eq(a, c),
                1 => t.slt(a, c),
                2 => t.slt(c, a),
                3 => t.slt(a, b),
                4 => t.ult(a, c),
                _ => t.sle(a, b),
            };
            if t.as_bool(condition).is_none() {
                return condition;
            }
        }
    }

    fn assign(&mut self) {
        let (t, count) = (&mut self.terms, self.variables.len());
        let target = self.random.below(count);
        let (a, b) = (
            self.variables[target],
            self.variables[self.random.below(count)],
        );
        let number = self.random.below(20) as u128;
        let c = t.bits(number, 32);
        self.variables[target] = match self.random.below(30) {
            0..=10 => t.add(a, c),
            11..=17 => {
                let input = t.symbol("input", Sort::Bits(32));
                let limit = t.bits(1000, 32);
                self.path.push(t.ult(input, limit));
                input
            }
            18..=20 => t.add(a, b),
            21..=22 => t.sub(a, b),
            23..=24 => c,
            25 => {
                let mask = t.bits(0xff, 32);
                t.bit_and(a, mask)
            }
            26 => {
                let divisor = t.bits(2 + number, 32);
                t.urem(a, divisor)
            }
            27 => t.bit_xor(a, b),
            28 => {
                let byte = t.extract(a, 0, 8);
                t.sign_extend(byte, 32)
            }
            _ => {
                let factor = t.bits(3 + number, 32);
                t.mul(a, factor)
            }
        };
    }
}

/// Searches to a depth; the number of queries.
fn search(seed: u64, depth: usize, solver: &mut impl Solver) -> usize {
    let budget = Budget {
        resource: 20_000_000,
        ..Budget::UNLIMITED
    };
    let mut program = Program::new(seed);
    let mut queries = 0;
    while program.path.len() < depth {
        let condition = program.condition();
        let mut possible = Vec::new();
        for condition in [condition, program.terms.not(condition)] {
            program.path.push(condition);
            queries += 1;
            if let Answer::Sat(_) = solver.check(&program.terms, &program.path, &budget) {
                possible.push(condition);
            }
            program.path.pop();
        }
        if possible.is_empty() {
            break;
        }
        let taken = possible[program.random.below(possible.len())];
        program.path.push(taken);
    }
    queries
}

fn searches(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    for depth in [20, 50, 100, 200] {
        let queries: usize = (0..4)
            .map(|seed| search(seed, depth, &mut Cached::new(Z3::new())))
            .sum();
        group.throughput(criterion::Throughput::Elements(queries as u64));
        group.bench_function(format!("Z3, depth {depth}"), |bench| {
            bench.iter(|| {
                (0..4)
                    .map(|seed| search(seed, depth, &mut Z3::new()))
                    .sum::<usize>()
            });
        });
        group.bench_function(format!("cached, depth {depth}"), |bench| {
            bench.iter(|| {
                (0..4)
                    .map(|seed| search(seed, depth, &mut Cached::new(Z3::new())))
                    .sum::<usize>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
