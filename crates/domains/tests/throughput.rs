//! Speed and memory of exploration on the files that `CONCORD_BENCH_FILES` lists
//! (preprocessed, ILP32, linked), with automaton × values and paths kept apart.
//!
//! `cargo test --release --package concord-domains --test throughput -- --nocapture`

use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{Prepared, Product, Settings, Task};
use peak_alloc::PeakAlloc;
use properties::{Properties, Property};
use std::path::PathBuf;
use std::time::Instant;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const LEAST_SUCCESSORS_A_SECOND: f64 = 300_000.0;
const MOST_BYTES_A_STATE: usize = 1024;

#[test]
fn exploration_is_fast_and_small() {
    let list = std::env::var("CONCORD_BENCH_FILES").unwrap_or_default();
    let files: Vec<PathBuf> = list.split_whitespace().map(PathBuf::from).collect();
    if files.is_empty() {
        println!("skipped: CONCORD_BENCH_FILES lists no files");
        return;
    }
    let options = frontend::Options {
        data_model: program::DataModel::Ilp32,
        library: machine::models(),
        ..Default::default()
    };
    let program = match frontend::compile_files(&files, &options) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics.first().map(|d| &d.message)),
    };
    let task = Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program,
        properties: Properties::NONE.with(Property::UnreachCall),
        settings: Settings::default(),
    };
    let prepared = Prepared::new(&task).expect("there is an entry");
    let cx = prepared.cx();
    let domains = ["automaton", "values"].map(|name| domains::named(name).expect("it is there"));
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let start = Instant::now();
    let components = domains.iter().map(|d| (d.make)(&cx, None)).collect();
    let setup = Setup {
        merge: Merge::Never,
        calls: Calls::Tabulated,
        order: Order::DepthFirst,
        widen_after: 3,
        limit: 1_000_000,
    };
    let mut exploration = Exploration::new(&cx, Product::new(components), setup);
    while !matches!(exploration.run(), Event::Finished | Event::Limit) {}
    let seconds = start.elapsed().as_secs_f64();
    let peak = ALLOCATED.peak_usage() - before;
    let successors = exploration.statistics.successors;
    let nodes = exploration.statistics.nodes as usize;
    let rate = successors as f64 / seconds;
    println!(
        "{successors} successors, {rate:.0} a second; {nodes} nodes, {} states, {} bytes for each node",
        exploration.state_count(),
        peak / nodes.max(1)
    );
    assert!(rate >= LEAST_SUCCESSORS_A_SECOND, "{rate:.0} a second");
    assert!(peak / nodes.max(1) <= MOST_BYTES_A_STATE);
}
