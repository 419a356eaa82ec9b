//! How long constructors take: on constants, on pointers, on terms.

use criterion::{Criterion, criterion_group, criterion_main};
use solver::{Assignment, Sort, Term, Terms};
use std::hint::black_box;

fn constants(c: &mut Criterion) {
    let mut t = Terms::new();
    let (a, b) = (t.bits(1234, 32), t.bits(77, 32));
    c.bench_function("constant: make", |bench| {
        bench.iter(|| t.bits(black_box(1234), 32));
    });
    c.bench_function("constant: add", |bench| {
        bench.iter(|| t.add(black_box(a), b));
    });
    c.bench_function("constant: slt", |bench| {
        bench.iter(|| t.slt(black_box(a), b));
    });
    c.bench_function("constant: extract", |bench| {
        bench.iter(|| t.extract(black_box(a), 8, 8));
    });
    c.bench_function("constant: node", |bench| {
        bench.iter(|| t.node(black_box(a)));
    });
}

fn pointers(c: &mut Criterion) {
    let mut t = Terms::new();
    let (p, q) = (t.base(Some(400), 16, 64), t.base(Some(8), 8, 64));
    let i = t.symbol("i", Sort::Bits(32));
    let i = t.sign_extend(i, 64);
    let (four, eight) = (t.bits(4, 64), t.bits(8, 64));
    let p4 = t.add(p, four);
    let scaled = t.mul(i, four);
    let pi = t.add(p, scaled);
    c.bench_function("pointer: base + 4 + 4", |bench| {
        bench.iter(|| t.add(black_box(p4), four));
    });
    c.bench_function("pointer: base + 4*i", |bench| {
        bench.iter(|| {
            let scaled = t.mul(black_box(i), four);
            t.add(p, scaled)
        });
    });
    c.bench_function("pointer: base + 4*i + 8 - base", |bench| {
        bench.iter(|| {
            let end = t.add(black_box(pi), eight);
            t.sub(end, p)
        });
    });
    c.bench_function("pointer: base + 4 == other", |bench| {
        bench.iter(|| t.eq(black_box(p4), q));
    });
    c.bench_function("pointer: split", |bench| {
        bench.iter(|| t.split_pointer(black_box(pi), |_| false));
    });
}

fn words(c: &mut Criterion) {
    let mut t = Terms::new();
    let (x, y) = (t.symbol("x", Sort::Bits(32)), t.symbol("y", Sort::Bits(32)));
    let five = t.bits(5, 32);
    let sum = t.add(x, five);
    let less = t.slt(x, y);
    let equal = t.eq(x, five);
    let (one, zero) = (t.bits(1, 32), t.bits(0, 32));
    let number = t.ite(less, one, zero);
    c.bench_function("word: x + y", |bench| bench.iter(|| t.add(black_box(x), y)));
    c.bench_function("word: x + 5 == y", |bench| {
        bench.iter(|| t.eq(black_box(sum), y));
    });
    c.bench_function("word: x < y", |bench| bench.iter(|| t.slt(black_box(x), y)));
    c.bench_function("word: (x < y) != 0", |bench| {
        bench.iter(|| t.ne(black_box(number), zero));
    });
    c.bench_function("word: and", |bench| {
        bench.iter(|| t.and(black_box(less), equal));
    });
    c.bench_function("word: to bytes and back", |bench| {
        bench.iter(|| {
            let mut whole = t.extract(black_box(sum), 0, 8);
            for at in 1..4 {
                let byte = t.extract(sum, 8 * at, 8);
                whole = t.concat(byte, whole);
            }
            whole
        });
    });
    let many: Vec<Term> = (0..12).map(|_| t.symbol("s", Sort::Bits(32))).collect();
    let long = many.iter().fold(x, |sum, &s| t.add(sum, s));
    c.bench_function("word: sum of 13 - one of them", |bench| {
        bench.iter(|| t.sub(black_box(long), many[5]));
    });
    c.bench_function("word: a new symbol's sum", |bench| {
        bench.iter_batched(
            Terms::new,
            |mut t| {
                for _ in 0..1000 {
                    let (a, b) = (t.symbol("a", Sort::Bits(32)), t.symbol("b", Sort::Bits(32)));
                    black_box(t.add(a, b));
                }
                t
            },
            criterion::BatchSize::SmallInput,
        );
    });
    let assignment = Assignment::new();
    let formula = t.eq(long, five);
    c.bench_function("evaluate a formula of 15 terms", |bench| {
        bench.iter(|| t.evaluate(black_box(formula), &assignment));
    });
}

criterion_group!(benches, constants, pointers, words);
criterion_main!(benches);
