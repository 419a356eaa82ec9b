//! What boolean heaps cost.
//!
//! - `construction`: the abstract program of a command offline, for n heap predicates and
//!   conjunctions of at most k literals. How many entailments are asked is printed, and held
//!   against c n^(k+1).
//! - `sets`: boolean heaps as sets of conjunctions, and as decision diagrams: union and
//!   inclusion of as many abstract objects as programs have.

#[path = "../tests/heaps/construction.rs"]
mod construction;

use biodivine_lib_bdd::{Bdd, BddPartialValuation, BddVariableSet};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use domains::heaps::cube::{Cube, covered, normal};

fn construction(c: &mut Criterion) {
    let mut group = c.benchmark_group("construction");
    group.sample_size(10);
    for length in [1, 2] {
        for n in (4..=24).step_by(4) {
            let asked = construction::entailments(n, length);
            let most = construction::bound(n.into(), length as u32);
            println!("n = {n}, k = {length}: {asked} entailments of at most {most}");
            assert!(asked <= most);
            if length == 1 {
                group.bench_function(BenchmarkId::new("k=1", n), |b| {
                    b.iter(|| construction::entailments(n, length));
                });
            }
        }
    }
    group.finish();
}

/// Predicates of an abstract object.
const PREDICATES: u16 = 24;

/// Some abstract objects, most of whose predicates are known.
fn objects(count: u64, seed: u64) -> Vec<Cube> {
    let mut state = seed * 2 + 1;
    let mut next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        state >> 33
    };
    let mut object = || {
        let mut cube = Cube::default();
        for number in 0..usize::from(PREDICATES) {
            cube.set(
                number,
                match next() % 8 {
                    0 => None,
                    other => Some(other % 2 == 0),
                },
            );
        }
        cube
    };
    (0..count).map(|_| object()).collect()
}

fn sets(c: &mut Criterion) {
    let mut group = c.benchmark_group("sets");
    for count in [4, 8, 16, 64] {
        let (a, b) = (normal(objects(count, 1)), normal(objects(count, 2)));
        group.bench_function(BenchmarkId::new("conjunctions", count), |bench| {
            bench.iter(|| {
                let both = normal(a.iter().chain(b.iter()).copied().collect());
                covered(&a, &both)
            });
        });
        let variables = BddVariableSet::new_anonymous(PREDICATES);
        let all = variables.variables();
        let diagram = |cubes: &[Cube]| {
            let one = |cube: &Cube| {
                let literals = cube.literals().map(|(n, holds)| (all[n], holds));
                let literals: Vec<_> = literals.collect();
                variables.mk_conjunctive_clause(&BddPartialValuation::from_values(&literals))
            };
            let none: Bdd = variables.mk_false();
            cubes.iter().fold(none, |set, cube| set.or(&one(cube)))
        };
        let (x, y) = (diagram(&a), diagram(&b));
        group.bench_function(BenchmarkId::new("diagrams", count), |bench| {
            bench.iter(|| {
                let both = x.or(&y);
                x.and_not(&both).is_false()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, construction, sets);
criterion_main!(benches);
