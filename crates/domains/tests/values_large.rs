//! Speed of the values domain on given files: `CONCORD_LARGE` lists them, separated by
//! spaces; `CONCORD_MERGE=never` keeps paths apart.

use domains::named;
use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{Prepared, Product, Settings, Task};
use program::DataModel;
use properties::Property;
use std::path::PathBuf;
use std::time::Instant;

#[test]
fn speed() {
    let list = std::env::var("CONCORD_LARGE").unwrap_or_default();
    let files: Vec<PathBuf> = list.split_whitespace().map(PathBuf::from).collect();
    if files.is_empty() {
        println!("skipped: CONCORD_LARGE lists no files");
    }
    let merge = match std::env::var("CONCORD_MERGE").as_deref() {
        Ok("never") => Merge::Never,
        _ => Merge::Always,
    };
    for file in files {
        let options = frontend::Options {
            data_model: DataModel::Ilp32,
            library: machine::models(),
            ..Default::default()
        };
        let Ok(output) = frontend::compile_files(std::slice::from_ref(&file), &options) else {
            println!("{}: rejected", file.display());
            continue;
        };
        let task = Task {
            program: output.program,
            properties: [Property::UnreachCall].into_iter().collect(),
            observers: Default::default(),
            settings: Settings {
                malloc_may_fail: false,
                ..Settings::default()
            },
        };
        let Some(prepared) = Prepared::new(&task) else {
            continue;
        };
        let cx = prepared.cx();
        let Some(domain) = named("values") else {
            continue;
        };
        let started = Instant::now();
        let product = Product::new(vec![(domain.make)(&cx, None)]);
        let tables = started.elapsed();
        let setup = Setup {
            merge,
            calls: Calls::Tabulated,
            order: Order::Program,
            widen_after: 3,
            limit: 1_000_000,
        };
        let started = Instant::now();
        let mut exploration = Exploration::new(&cx, product, setup);
        let (mut alarms, mut gaps) = (0, 0);
        let end = loop {
            match exploration.run() {
                Event::Violation(..) => alarms += 1,
                Event::Gap(gap) => {
                    println!("gap: {}", gap.what);
                    gaps += 1;
                }
                end @ (Event::Finished | Event::Limit) => break end,
            }
        };
        let time = started.elapsed();
        let count = exploration.statistics.successors;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name}: {end:?}, {count} successors in {time:.2?} ({:.0}/s), tables {tables:.2?}, \
             {} states, {alarms} alarms, {gaps} gaps",
            count as f64 / time.as_secs_f64(),
            exploration.state_count(),
        );
    }
}
