//! The speed of plans and regions.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Kind, Random, Template};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use structures::{Kleene, Plan, Region, Structure};

/// Ten nodes: variables along a list, summary nodes between them.
fn list(t: &Template) -> Structure {
    let v = &t.vocabulary;
    let mut s = Structure::empty(v);
    let heads = ["x", "y", "z", "w"];
    // head, two more, each: 12 individuals; canonical abstraction merges the pairs.
    let size = 15;
    (0..size).for_each(|_| {
        s.add_node();
    });
    for (i, x) in heads.iter().enumerate() {
        s.set_unary(v, t.id(x), 1 + i * 3, Kleene::True);
    }
    for i in 0..size - 1 {
        s.set_binary(v, t.id("n"), i, i + 1, Kleene::True);
        if t.kind == Kind::Double {
            s.set_binary(v, t.id("p"), i + 1, i, Kleene::True);
        }
    }
    t.define(&mut s);
    s.canonical(v)
}

/// As many predicates as programs have, and a structure that is what a plan made, as almost
/// all are.
fn large(c: &mut Criterion) {
    let variables = ["x", "y", "z", "w", "a1", "a2", "a3", "a4"];
    let t = Template::new(Kind::Double, &variables);
    let v = &t.vocabulary;
    let mut region = Region::new();
    Plan::new(v, v, &t.action("x = x")).apply(&list(&t), v, v, &mut region);
    let s = region.iter().next().expect("a heap stays one");
    let mut group = c.benchmark_group("large");
    for text in STATEMENTS {
        let plan = Plan::new(v, v, &t.action(text));
        group.bench_function(text, |b| {
            b.iter(|| {
                let mut out = Region::new();
                plan.apply(black_box(s), v, v, &mut out);
                out
            });
        });
    }
}

const STATEMENTS: [&str; 4] = ["x = x->n", "x->n = null", "x = y", "x = new"];

fn plans(c: &mut Criterion) {
    let t = Template::new(Kind::Single, &["x", "y", "z", "w"]);
    let s = list(&t);
    println!("{} nodes\n{}", s.node_count(), t.show(&s));
    let v = &t.vocabulary;
    for text in STATEMENTS {
        let plan = Plan::new(v, v, &t.action(text));
        c.bench_function(text, |b| {
            b.iter(|| {
                let mut out = Region::new();
                plan.apply(black_box(&s), v, v, &mut out);
                out
            });
        });
    }
    let action = t.action("x = x->n");
    c.bench_function("Plan::new", |b| {
        b.iter(|| Plan::new(v, v, black_box(&action)))
    });
}

fn regions(c: &mut Criterion) {
    let t = Template::new(Kind::Single, &["x", "y", "z"]);
    let mut region = Region::new();
    let random = &mut Random(7);
    while region.len() < 1000 {
        let heap = t.random_heap(random);
        region.insert(heap.canonical(&t.vocabulary));
    }
    let mut copy = Region::new();
    region.iter().for_each(|s| {
        copy.insert(s.clone());
    });
    c.bench_function("union of 1000", |b| {
        b.iter(|| black_box(&region).union(black_box(&copy)))
    });
    c.bench_function("subset of 1000", |b| {
        b.iter(|| black_box(&region).is_subset(black_box(&copy)))
    });
}

criterion_group!(benches, plans, large, regions);
criterion_main!(benches);
