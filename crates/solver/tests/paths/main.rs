//! Path formulas against the machine.
//!
//! Programs are run on random inputs. The formula of the path that the run took
//! must be satisfied by the inputs of that run; and inputs from any model of the
//! formula must lead the machine along the same path.
//!
//! `CONCORD_PATHS=1000` runs so many generated programs instead of a few,
//! `CONCORD_PATHS_FROM=5000` others.

mod examples;
mod generator;
mod harness;

use harness::{Regioned, Report, check_program};
use program::DataModel;
use std::path::Path;

fn main_thread(what: impl FnOnce() + Send + 'static) {
    // The solver recurses on terms.
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let done = thread.spawn(what).expect("a thread").join();
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}

fn programs() -> u64 {
    let asked = std::env::var("CONCORD_PATHS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(9)
}

#[test]
fn generated_programs() {
    main_thread(|| {
        let mut report = Report::default();
        let mut runs = 0;
        let first = std::env::var("CONCORD_PATHS_FROM").ok();
        let first = first.and_then(|n| n.parse().ok()).unwrap_or(0);
        for seed in first..first + programs() {
            let text = generator::program(seed);
            let model = match seed % 4 {
                0 => DataModel::Ilp32,
                _ => DataModel::Lp64,
            };
            // All of memory in one array of bytes is hard for the solver.
            let kinds: &[Regioned] = match seed % 3 {
                0 => &[Regioned::OneClass, Regioned::PointsTo],
                1 => &[Regioned::PointsTo, Regioned::Woven],
                _ => &[Regioned::PointsTo],
            };
            for &regions in kinds {
                runs += 1;
                let name = format!("seed {seed} ({model:?}, {regions:?})");
                let start = std::time::Instant::now();
                check_program(&name, &text, model, seed, 250, regions, &mut report);
                if programs() > 100 {
                    println!("{name}: {:.1?}", start.elapsed());
                }
            }
        }
        report.finish("generated", runs);
    });
}

fn corpus(folder: &'static str) {
    main_thread(move || {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
        let entries = std::fs::read_dir(root.join(folder)).expect("the corpus is there");
        let mut files: Vec<_> = entries.map(|e| e.expect("readable").path()).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "c"));
        files.sort();
        let mut report = Report::default();
        let every = if programs() > 100 { 1 } else { 3 };
        for (i, file) in files.iter().enumerate() {
            if i % every != 0 {
                continue;
            }
            let bytes = std::fs::read(file).expect("readable");
            let name = file.file_name().map(|n| n.to_string_lossy().into_owned());
            let name = name.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let head: String = text.lines().take(5).collect();
            let model = match head.contains("ilp32") {
                true => DataModel::Ilp32,
                false => DataModel::Lp64,
            };
            let regions = match i / every % 2 {
                0 => Regioned::OneClass,
                _ => Regioned::PointsTo,
            };
            check_program(&name, &text, model, i as u64, 300, regions, &mut report);
        }
        report.finish(folder, (files.len() / every) as u64);
    });
}

#[test]
fn features() {
    corpus("features");
}

#[test]
fn semantics() {
    corpus("semantics");
}
