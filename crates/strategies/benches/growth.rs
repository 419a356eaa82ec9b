//! How the cost of `esp` grows.
//!
//! - `handles`: k independent handles, each behind a flag: where paths are kept apart the
//!   cost doubles with each; the goal is t(2k)/t(k) ≤ 3.
//! - `functions`: n functions of which ten touch the handle.
//!
//! Each ends with the growth of its least times. `cargo bench --package
//! concord-strategies`; `tests/growth.rs` counts work instead of time.

mod generated;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::time::{Duration, Instant};

fn handles(c: &mut Criterion) {
    measure(c, "handles", &[5, 10, 20, 40, 80], generated::handles);
}

fn functions(c: &mut Criterion) {
    let sizes = [1_000, 5_000, 20_000];
    measure(c, "functions", &sizes, generated::functions);
}

/// Proves programs of several sizes: all but reading them.
fn measure(c: &mut Criterion, name: &str, sizes: &[usize], program: fn(usize) -> String) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    let mut least: Vec<(usize, Duration)> = Vec::new();
    for &size in sizes {
        let task = generated::task(&program(size));
        let mut best = Duration::MAX;
        group.bench_function(BenchmarkId::from_parameter(size), |b| {
            b.iter(|| {
                let start = Instant::now();
                generated::prove(&task);
                best = best.min(start.elapsed());
            });
        });
        if best < Duration::MAX {
            least.push((size, best));
        }
    }
    group.finish();
    for pair in least.windows(2) {
        let [(small, before), (large, after)] = [pair[0], pair[1]];
        let growth = after.as_secs_f64() / before.as_secs_f64();
        println!("{name}: t({large})/t({small}) = {growth:.2}");
    }
}

criterion_group!(benches, handles, functions);
criterion_main!(benches);
