//! How the cost of exploration grows, and how fast it is.
//!
//! - `simulation`: a chain of N independent branches, states joined when their keys
//!   agree (property simulation): the cost should grow as N does.
//! - `paths`: the same chain with paths kept apart: 2^N of them.
//! - `driver`: the files that `CONCORD_BENCH_FILES` lists (preprocessed, ILP32, linked),
//!   with automaton × values, a million successors at most: time for each.
//!
//! `cargo bench --package concord-domains`; `tests/throughput.rs` measures memory.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{Prepared, Product, Settings, Task};
use frontend::Text;
use program::{DataModel, Program};
use properties::{Properties, Property};
use std::fmt::Write;
use std::path::PathBuf;

/// `if (x0) y0 = 1; else y0 = 2; if (x1) …`, all variables different.
fn chain(count: usize) -> Program {
    let mut text = String::from("int input(void);\nint main(void) {\n");
    for i in 0..count {
        let _ = writeln!(text, "int x{i} = input(), y{i};");
    }
    for i in 0..count {
        let _ = writeln!(text, "if (x{i}) y{i} = 1; else y{i} = 2;");
    }
    text.push_str("return 0; }\n");
    let mut texts = vec![Text {
        path: "chain.c".into(),
        bytes: text.into_bytes(),
        library: false,
    }];
    texts.extend(machine::models());
    match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

fn task(program: Program) -> Task {
    Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program,
        properties: Properties::NONE.with(Property::UnreachCall),
        settings: Settings::default(),
    }
}

/// Explores with automaton × values; the number of successor computations.
fn explore(prepared: &Prepared<'_>, merge: Merge, limit: u64) -> u64 {
    let cx = prepared.cx();
    let domains = ["automaton", "values"].map(|name| domains::named(name).expect("it is there"));
    let components = domains.iter().map(|d| (d.make)(&cx, None)).collect();
    let setup = Setup {
        merge,
        calls: Calls::Tabulated,
        order: match merge {
            Merge::Never => Order::DepthFirst,
            Merge::Always | Merge::WhenKeysAgree => Order::Program,
        },
        widen_after: 3,
        limit,
    };
    let mut exploration = Exploration::new(&cx, Product::new(components), setup);
    while !matches!(exploration.run(), Event::Finished | Event::Limit) {}
    exploration.statistics.successors
}

fn simulation(c: &mut Criterion) {
    let mut group = c.benchmark_group("simulation");
    group.sample_size(10);
    for count in [10, 125, 250, 500, 1000] {
        let task = task(chain(count));
        let prepared = Prepared::new(&task).expect("there is an entry");
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter(|| explore(&prepared, Merge::WhenKeysAgree, u64::MAX));
        });
    }
}

fn paths(c: &mut Criterion) {
    let mut group = c.benchmark_group("paths");
    group.sample_size(10);
    for count in [4, 8, 12, 16] {
        let task = task(chain(count));
        let prepared = Prepared::new(&task).expect("there is an entry");
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter(|| explore(&prepared, Merge::Never, u64::MAX));
        });
    }
}

fn driver(c: &mut Criterion) {
    let list = std::env::var("CONCORD_BENCH_FILES").unwrap_or_default();
    let files: Vec<PathBuf> = list.split_whitespace().map(PathBuf::from).collect();
    if files.is_empty() {
        println!("driver: skipped, CONCORD_BENCH_FILES lists no files");
        return;
    }
    let options = frontend::Options {
        data_model: DataModel::Ilp32,
        library: machine::models(),
        ..Default::default()
    };
    let program = match frontend::compile_files(&files, &options) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics.first().map(|d| &d.message)),
    };
    let task = task(program);
    let prepared = Prepared::new(&task).expect("there is an entry");
    let successors = explore(&prepared, Merge::Never, 1_000_000);
    let mut group = c.benchmark_group("driver");
    group.sample_size(10);
    group.throughput(Throughput::Elements(successors));
    group.bench_function("automaton+values", |b| {
        b.iter(|| explore(&prepared, Merge::Never, 1_000_000));
    });
}

criterion_group!(benches, simulation, paths, driver);
criterion_main!(benches);
