//! The values domain against the machine: whatever state a run passes, one of the
//! abstract states at its location contains it.
//!
//! The programs of the corpus are explored as a dataflow analysis and with paths kept
//! apart, and run step by step on random inputs.

use domains::values::Values;
use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{Component, Concrete, Interned, Prepared, Product, Settings, Task};
use machine::{Machine, Options, Random, UnknownCalls};
use program::{DataModel, FunctionId, Location};
use properties::{Properties, Property};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Steps of a run that are looked at.
const STEPS: u64 = 1_000;

/// Runs of each program; `CONCORD_VALUES` asks for more.
fn seeds() -> u64 {
    let asked = std::env::var("CONCORD_VALUES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(1)
}

#[test]
fn features() {
    check_folder("features");
}

#[test]
fn memory() {
    check_folder("memory");
}

#[test]
fn semantics() {
    check_folder("semantics");
}

#[test]
fn verdicts() {
    check_folder("verdicts");
}

/// `CONCORD_SOUNDNESS_FILES` lists other programs, separated by spaces.
#[test]
fn listed() {
    let list = std::env::var("CONCORD_SOUNDNESS_FILES").unwrap_or_default();
    let files: Vec<PathBuf> = list.split_whitespace().map(PathBuf::from).collect();
    match files.is_empty() {
        true => println!("skipped: CONCORD_SOUNDNESS_FILES lists no files"),
        false => check_files("listed", &files),
    }
}

fn check_folder(folder: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let entries = fs::read_dir(root.join(folder)).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    check_files(folder, &files);
}

fn check_files(folder: &str, files: &[PathBuf]) {
    assert!(!files.is_empty());
    let failures = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let looks = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match check_file(file) {
                        Ok(count) => drop(looks.fetch_add(count, Ordering::Relaxed)),
                        Err(message) => {
                            let failure = format!("{}: {message}", file.display());
                            failures.lock().expect("no panic while held").push(failure);
                        }
                    }
                }
            });
        }
    });
    println!("{folder}: {} states looked at", looks.into_inner());
    let failures = failures.into_inner().expect("no panic while held");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check_file(file: &Path) -> Result<usize, String> {
    let text = fs::read(file).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&text);
    let head = |key: &str| {
        let mut lines = text.lines().take(8);
        lines.find_map(|l| l.strip_prefix(key).map(str::to_owned))
    };
    let models: &[DataModel] = match head("// data-model: ").as_deref() {
        Some("both") => &[DataModel::Lp64, DataModel::Ilp32],
        Some("ilp32") => &[DataModel::Ilp32],
        _ => &[DataModel::Lp64],
    };
    let mut count = 0;
    for &data_model in models {
        let options = frontend::Options {
            data_model,
            library: machine::models(),
            ..Default::default()
        };
        let Ok(output) = frontend::compile_files(&[file.to_owned()], &options) else {
            // Programs that are to be rejected.
            return Ok(count);
        };
        if output.program.function_named("main").is_none() {
            return Ok(count);
        }
        for (checks, unknown_calls) in [(false, UnknownCalls::Pure), (true, UnknownCalls::Havoc)] {
            let mut properties = vec![Property::Assert, Property::UnreachCall];
            if checks {
                properties.extend([Property::ValidDeref, Property::ValidFree]);
            }
            let task = Task {
                program: output.program.clone(),
                properties: properties.into_iter().collect::<Properties>(),
                observers: Default::default(),
                precision: Vec::new(),
                declarations: String::new(),
                settings: Settings {
                    unknown_calls,
                    ..Settings::default()
                },
            };
            for (merge, option) in [
                (Merge::Always, false),
                (Merge::Always, true),
                (Merge::Never, false),
            ] {
                count += check_task(&task, merge, option)?;
            }
        }
    }
    Ok(count)
}

/// A component that others can look into while it works.
struct Shared(Rc<RefCell<Interned<Values>>>);

impl Component for Shared {
    fn name(&self) -> &'static str {
        "values"
    }
    fn initial(&mut self, cx: &engine::Cx<'_>, out: &mut Vec<u32>) -> Result<(), engine::Gap> {
        self.0.borrow_mut().initial(cx, out)
    }
    fn post(
        &mut self,
        cx: &engine::Cx<'_>,
        state: u32,
        step: &engine::Step<'_>,
        facts: &engine::Facts<'_>,
        out: &mut Vec<u32>,
    ) -> Result<(), engine::Gap> {
        self.0.borrow_mut().post(cx, state, step, facts, out)
    }
    fn call(
        &mut self,
        cx: &engine::Cx<'_>,
        state: u32,
        call: &engine::CallStep<'_>,
        facts: &engine::Facts<'_>,
        out: &mut Vec<u32>,
    ) -> Result<(), engine::Gap> {
        self.0.borrow_mut().call(cx, state, call, facts, out)
    }
    fn ret(
        &mut self,
        cx: &engine::Cx<'_>,
        caller: u32,
        exit: u32,
        call: &engine::CallStep<'_>,
        facts: &engine::Facts<'_>,
        out: &mut Vec<u32>,
    ) -> Result<(), engine::Gap> {
        self.0.borrow_mut().ret(cx, caller, exit, call, facts, out)
    }
    fn merge(&mut self, cx: &engine::Cx<'_>, new: u32, old: u32) -> Option<u32> {
        self.0.borrow_mut().merge(cx, new, old)
    }
    fn widen(&mut self, cx: &engine::Cx<'_>, new: u32, old: u32) -> Option<u32> {
        self.0.borrow_mut().widen(cx, new, old)
    }
    fn covered(&mut self, cx: &engine::Cx<'_>, state: u32, by: u32) -> bool {
        self.0.borrow_mut().covered(cx, state, by)
    }
    fn partition(&self, state: u32) -> u64 {
        self.0.borrow().partition(state)
    }
    fn merge_key(&self, state: u32) -> u64 {
        self.0.borrow().merge_key(state)
    }
    fn share(
        &self,
        cx: &engine::Cx<'_>,
        state: u32,
        step: &engine::Step<'_>,
    ) -> Option<logic::FormulaId> {
        self.0.borrow().share(cx, state, step)
    }
    fn deduces(&self) -> bool {
        self.0.borrow().deduces()
    }
    fn deduce(
        &self,
        cx: &engine::Cx<'_>,
        state: u32,
        step: &engine::Step<'_>,
        told: &[logic::FormulaId],
    ) -> Option<logic::FormulaId> {
        self.0.borrow().deduce(cx, state, step, told)
    }
    fn answer(
        &self,
        cx: &engine::Cx<'_>,
        state: u32,
        question: &engine::Question,
    ) -> engine::Reply {
        self.0.borrow().answer(cx, state, question)
    }
    fn beyond_c(&self, state: u32) -> Option<&'static str> {
        self.0.borrow().beyond_c(state)
    }
    fn cost(&self) -> u64 {
        self.0.borrow().cost()
    }
    fn invariant(
        &self,
        cx: &engine::Cx<'_>,
        state: u32,
        function: FunctionId,
        at: Location,
    ) -> Option<logic::FormulaId> {
        self.0.borrow().invariant(cx, state, function, at)
    }
    fn refines(&self) -> bool {
        self.0.borrow().refines()
    }
    fn retrace(
        &mut self,
        cx: &engine::Cx<'_>,
        first: bool,
        state: u32,
        ways: &[engine::Way<'_, u32>],
    ) -> Option<usize> {
        self.0.borrow_mut().retrace(cx, first, state, ways)
    }
    fn offer(&mut self, cx: &engine::Cx<'_>, path: &engine::Path<'_>) -> Option<u64> {
        self.0.borrow_mut().offer(cx, path)
    }
    fn refute(&mut self, cx: &engine::Cx<'_>, path: &engine::Path<'_>) -> engine::Refutation {
        self.0.borrow_mut().refute(cx, path)
    }
    fn separate(
        &mut self,
        cx: &engine::Cx<'_>,
        a: &[engine::Move<'_>],
        b: &[engine::Move<'_>],
        rest: &[engine::Move<'_>],
    ) -> Option<engine::Lesson> {
        self.0.borrow_mut().separate(cx, a, b, rest)
    }
    fn precision(&self, cx: &engine::Cx<'_>) -> Vec<engine::Known> {
        self.0.borrow().precision(cx)
    }
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.0.borrow().statistics()
    }
    fn show(&self, cx: &engine::Cx<'_>, state: u32) -> String {
        self.0.borrow().show(cx, state)
    }
    fn pictures(&self, cx: &engine::Cx<'_>, state: u32, all: bool) -> Vec<engine::Picture> {
        self.0.borrow().pictures(cx, state, all)
    }
    fn count(&self) -> usize {
        self.0.borrow().count()
    }
}

fn check_task(task: &Task, merge: Merge, option: bool) -> Result<usize, String> {
    let Some(prepared) = Prepared::new(task) else {
        return Ok(0);
    };
    let cx = prepared.cx();
    // The machine gives them to the entry function only, or calls them itself.
    let constructors = cx.program.functions.iter().any(|f| f.constructor.is_some());
    if constructors || !cx.function(cx.start).parameters.is_empty() {
        return Ok(0);
    }
    let values = Rc::new(RefCell::new(Interned::new(
        "values",
        Values::new(&cx, option),
    )));
    let product = Product::new(vec![Box::new(Shared(Rc::clone(&values)))]);
    let setup = Setup {
        merge,
        calls: Calls::Tabulated,
        order: Order::Program,
        widen_after: 5,
        limit: 10_000,
    };
    let mut exploration = Exploration::new(&cx, product, setup);
    let mut complete = true;
    loop {
        match exploration.run() {
            Event::Violation(..) => {}
            Event::Gap(_) => complete = false,
            Event::Limit => {
                complete = false;
                break;
            }
            Event::Finished => break,
        }
    }
    // What lies beyond a gap is not known.
    if !complete {
        return Ok(0);
    }
    let mut states: HashMap<(FunctionId, Location), Vec<u32>> = HashMap::new();
    for (id, node) in exploration.nodes() {
        let at = (exploration.function(id), node.at);
        let list = states.entry(at).or_default();
        let state = exploration.state(id)[0];
        if !list.contains(&state) {
            list.push(state);
        }
    }
    let mut looks = 0;
    for seed in 0..seeds() {
        let mut inputs = Random::new(seed);
        let options = Options {
            entry: cx.program.names[cx.function(cx.start).name].to_owned(),
            steps: STEPS,
            check_leaks: false,
            check_cleanup: false,
            ..task.machine_options()
        };
        let mut machine = Machine::new(cx.program, options, &mut inputs);
        if machine.begin().is_some() {
            continue;
        }
        let mut trail: Vec<String> = Vec::new();
        while let Some(at) = machine.position() {
            let here = states.get(&at).map_or(&[][..], |s| s);
            let values = values.borrow();
            let mut why = String::new();
            let found = here.iter().any(|&state| {
                let state = values.state(state);
                match values.analysis().contains(&cx, state, &mut machine) {
                    Ok(()) => true,
                    Err(violated) => {
                        why = violated;
                        false
                    }
                }
            });
            let name = &cx.program.names[cx.program.functions[at.0].name];
            trail.push(format!("{name}:{:?}", at.1));
            if !found {
                let shown = here.iter().map(|s| values.show(&cx, *s));
                let shown: Vec<String> = shown.take(3).collect();
                let from = trail.len().saturating_sub(6);
                return Err(format!(
                    "{merge:?} {option} seed {seed}: {why}\n  at {}\n  in {}",
                    trail[from..].join(" "),
                    shown.join("\n     ")
                ));
            }
            looks += 1;
            drop(values);
            if machine.step().is_some() {
                break;
            }
        }
    }
    Ok(looks)
}
