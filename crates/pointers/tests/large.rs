//! Time and memory on a large program: the files that `CONCORD_BENCH_FILES` lists
//! (preprocessed, separated by spaces), linked with the models of the library.
//!
//! `cargo test --release --package concord-pointers --test large -- --nocapture`

use peak_alloc::PeakAlloc;
use pointers::{Options, Pointers};
use std::path::PathBuf;
use std::time::Instant;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const MOST_SECONDS: f64 = 10.0;
const MOST_BYTES: usize = 1 << 30;

#[test]
fn a_large_program_is_analysed_quickly() {
    let list = std::env::var("CONCORD_BENCH_FILES").unwrap_or_default();
    let files: Vec<PathBuf> = list.split_whitespace().map(PathBuf::from).collect();
    if files.is_empty() {
        println!("skipped: CONCORD_BENCH_FILES lists no files");
        return;
    }
    let data_model = match std::env::var("CONCORD_BENCH_MODEL").as_deref() {
        Ok("lp64") => program::DataModel::Lp64,
        _ => program::DataModel::Ilp32,
    };
    let options = frontend::Options {
        data_model,
        library: machine::models(),
        ..Default::default()
    };
    let program = match frontend::compile_files(&files, &options) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics.first().map(|d| &d.message)),
    };
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let start = Instant::now();
    let pointers = Pointers::analyze(&program, &Options::default());
    let seconds = start.elapsed().as_secs_f64();
    let kept = ALLOCATED.current_usage() - before;
    let peak = ALLOCATED.peak_usage() - before;
    println!(
        "{} functions reached, {} objects, {} classes; {seconds:.2} s, {} MB at the peak, {} MB kept",
        pointers.calls().reached().len(),
        pointers.objects().count(),
        pointers.classes().len(),
        peak >> 20,
        kept >> 20,
    );
    assert!(seconds <= MOST_SECONDS);
    assert!(peak <= MOST_BYTES);
}
