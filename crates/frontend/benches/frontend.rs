//! Text to linked automata, in bytes per second: on generated programs of
//! growing size, to see that time grows with the size and no faster, and on the
//! files that `CONCORD_BENCH_FILES` lists (preprocessed, separated by spaces).
//!
//! `cargo bench --package concord-frontend`; what memory it takes is watched by
//! the test `memory`.

#[path = "../tests/support/generate.rs"]
mod generate;

use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use frontend::Text;
use std::time::Duration;

fn measure(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, bytes: &[u8]) {
    let text = || Text {
        path: name.to_owned(),
        bytes: bytes.to_vec(),
        library: false,
    };
    let compile = |text| frontend::compile_texts(vec![text], Default::default());
    if let Err(failure) = compile(text()) {
        let first = failure.diagnostics.first().map(|d| &d.message);
        panic!("{name} is rejected: {first:?}");
    }
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    // What is returned is dropped outside the measurement.
    group.bench_function(name, |b| {
        b.iter_batched(text, compile, BatchSize::PerIteration)
    });
}

fn generated(c: &mut Criterion) {
    let mut group = c.benchmark_group("generated");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    for megabytes in [1, 4, 16] {
        let text = generate::program(megabytes << 20);
        measure(&mut group, &format!("{megabytes} MB"), text.as_bytes());
    }
    group.finish();
}

fn files(c: &mut Criterion) {
    let list = std::env::var("CONCORD_BENCH_FILES").unwrap_or_default();
    let mut group = c.benchmark_group("files");
    for path in list.split_whitespace() {
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{path}: {e}"));
        measure(&mut group, path, &bytes);
    }
    group.finish();
}

criterion_group!(benches, generated, files);
criterion_main!(benches);
