//! The analysis against the concrete machine: whatever happens in a run was
//! foreseen.
//!
//! The programs of the corpus run step by step on random inputs. Before each step
//! every expression of the operation that carries a pointer must point where the
//! analysis says; a write must be in the mod sets of all functions on the stack,
//! and in the class of its place; a call must go to a callee that was found.

use machine::{Kind, Machine, Origin, Outcome, Pointee, Random};
use pointers::{Members, Object, ObjectId, Options, Pointers, UnknownCalls};
use program::{
    Call, Callee, DataModel, Edge, EdgeId, Expr, ExprId, FunctionId, Id, Location, Op, Place,
    PlaceId, Program, VarId,
};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const STEPS: u64 = 40_000;
/// An expression is looked at so often in a run.
const LOOKS: u32 = 8;

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
    println!("{folder}: {} pointers looked at", looks.into_inner());
    let failures = failures.into_inner().expect("no panic while held");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check_file(file: &Path) -> Result<usize, String> {
    let text = fs::read(file).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&text);
    let models: &[DataModel] = match text
        .lines()
        .take(8)
        .find_map(|l| l.strip_prefix("// data-model: "))
    {
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
            return Err("is rejected".into());
        };
        let mut program = output.program;
        let addresses = prepare(&mut program);
        for unknown_calls in [UnknownCalls::Pure, UnknownCalls::Havoc] {
            let options = Options {
                unknown_calls,
                members: match unknown_calls {
                    UnknownCalls::Pure => Members::MayOverflow,
                    UnknownCalls::Havoc if leaves_members(file) => Members::MayOverflow,
                    UnknownCalls::Havoc => Members::Contain,
                },
                ..Options::default()
            };
            let contained = options.members == Members::Contain;
            let pointers = Pointers::analyze(&program, &options);
            for seed in 0..2 {
                let mut run = Run::new(&program, &pointers, &addresses, contained);
                run.check(seed, unknown_calls)?;
                count += run.looks.values().map(|&n| n as usize).sum::<usize>();
            }
        }
    }
    Ok(count)
}

/// Is the program about leaving an array that is a member?
fn leaves_members(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default();
    name == "ok_within_object.c" || name == "oob_nested_struct_array.c"
}

/// For each written place its address as an expression, and for each place that
/// an allocation goes to its value.
struct Addresses {
    of: HashMap<PlaceId, ExprId>,
    value: HashMap<PlaceId, ExprId>,
}

fn prepare(program: &mut Program) -> Addresses {
    let mut addresses = Addresses {
        of: HashMap::new(),
        value: HashMap::new(),
    };
    let ty = program.types.common.char_ptr;
    let mut written = Vec::new();
    for f in program.functions.iter() {
        let edges = f.body.iter().flat_map(|b| b.edges());
        written.extend(edges.filter_map(|(_, e)| written_place(&e.op)));
    }
    for place in written {
        let is_register = match program.exprs.place(place) {
            Place::Var(v) => is_register(program, v),
            _ => false,
        };
        if !is_register {
            let address = program.exprs.intern(Expr::Address(place), ty);
            addresses.of.insert(place, address);
        }
        let value = program.exprs.load(place);
        addresses.value.insert(place, value);
    }
    addresses
}

fn is_register(program: &Program, var: VarId) -> bool {
    let v = &program.vars[var];
    !v.addressed && !v.kind.is_static() && program.types.is_scalar(v.ty)
}

fn written_place(op: &Op) -> Option<PlaceId> {
    match op {
        Op::Assign { to, .. } | Op::Alloc { to, .. } | Op::VaArg { to, .. } => Some(*to),
        Op::Havoc { place } => Some(*place),
        Op::Call(call) => call.result,
        _ => None,
    }
}

struct Run<'a> {
    program: &'a Program,
    pointers: &'a Pointers,
    addresses: &'a Addresses,
    looks: HashMap<ExprId, u32>,
    /// Where each block was allocated: the operation, then the calls around it.
    blocks: HashMap<Origin, Vec<(FunctionId, Location)>>,
    /// The calls that are open.
    stack: Vec<(FunctionId, Location)>,
    environment: ObjectId,
    contained: bool,
}

impl<'a> Run<'a> {
    fn new(
        program: &'a Program,
        pointers: &'a Pointers,
        addresses: &'a Addresses,
        contained: bool,
    ) -> Run<'a> {
        let mut objects = pointers.objects();
        let environment = objects.find(|(_, o)| *o == Object::Environment);
        Run {
            program,
            pointers,
            addresses,
            looks: HashMap::new(),
            blocks: HashMap::new(),
            stack: Vec::new(),
            environment: environment.expect("there is always one").0,
            contained,
        }
    }

    fn check(&mut self, seed: u64, unknown_calls: UnknownCalls) -> Result<Outcome, String> {
        let mut inputs = Random::new(seed);
        let options = machine::Options {
            steps: STEPS,
            unknown_calls: match unknown_calls {
                UnknownCalls::Pure => machine::UnknownCalls::Pure,
                UnknownCalls::Havoc => machine::UnknownCalls::Havoc,
            },
            ..Default::default()
        };
        let mut machine = Machine::new(self.program, options, &mut inputs);
        if let Some(outcome) = machine.begin() {
            return Ok(outcome);
        }
        loop {
            let Some((function, at)) = machine.position() else {
                return Ok(Outcome::Exit(0));
            };
            self.stack.truncate(machine.depth() - 1);
            let body = self.program.functions[function].body.as_ref();
            let body = body.expect("the machine is inside");
            if !self.pointers.calls().reached().contains(&function) {
                let name = &self.program.names[self.program.functions[function].name];
                return Err(format!("{name} was not reached"));
            }
            for (id, edge) in body.leaving_ids(at).zip(body.leaving(at)) {
                self.check_edge(&mut machine, function, id, edge)?;
            }
            self.stack.resize(machine.depth() - 1, (function, at));
            self.stack.push((function, at));
            let depth = machine.depth();
            let ended = machine.step();
            if let [edge] = body.leaving(at)
                && machine.depth() == depth
            {
                self.record_block(&mut machine, edge);
            }
            if let Some(outcome) = ended {
                return Ok(outcome);
            }
        }
    }

    fn record_block(&mut self, machine: &mut Machine<'_>, edge: &Edge) {
        let to = match &edge.op {
            Op::Alloc { to, .. } => *to,
            Op::Call(call) => match **call {
                Call {
                    callee: Callee::Direct(f),
                    result: Some(to),
                    ..
                } if &self.program.names[self.program.functions[f].name] == "alloca" => to,
                _ => return,
            },
            _ => return,
        };
        let value = machine.evaluate(self.addresses.value[&to]);
        if let Some(value) = value {
            let stack = self.stack.iter().rev().copied().collect();
            self.blocks.insert(value.origin, stack);
        }
    }

    fn check_edge(
        &mut self,
        machine: &mut Machine<'_>,
        function: FunctionId,
        id: EdgeId,
        edge: &Edge,
    ) -> Result<(), String> {
        for expr in expressions(self.program, &edge.op) {
            let looks = self.looks.entry(expr).or_default();
            if *looks >= LOOKS {
                continue;
            }
            let Some(value) = machine.evaluate(expr) else {
                continue;
            };
            let Some(pointee) = machine.pointee(value) else {
                continue;
            };
            // Parts of an address, and sums of two, are no pointers.
            if pointee.offset < 0 || pointee.offset as u64 > pointee.size {
                continue;
            }
            if self.contained && pointee.offset as u64 == pointee.size {
                // The end of an array is not followed if nothing leaves arrays.
                continue;
            }
            *looks += 1;
            self.check_pointer(expr, value.origin, pointee)
                .map_err(|m| format!("{}: {m}", self.program.show(edge.span)))?;
        }
        if let Op::Call(call) = &edge.op
            && let Callee::Indirect(e) = call.callee
            && let Some(value) = machine.evaluate(e)
            && let Some(Pointee {
                kind: Kind::Function(callee),
                ..
            }) = machine.pointee(value)
            && !self
                .pointers
                .calls()
                .callees(function, id)
                .contains(&callee)
        {
            return Err(format!("{} lacks a callee", self.program.show(&edge.op)));
        }
        match written_place(&edge.op) {
            Some(place) => self.check_write(machine, function, place),
            None => Ok(()),
        }
    }

    fn check_pointer(&self, expr: ExprId, origin: Origin, p: Pointee) -> Result<(), String> {
        let targets = self.pointers.points_to(self.program, expr);
        let found = targets
            .iter()
            .any(|t| t.offsets.contains(p.offset) && self.is_object(t.object, origin, p.kind));
        if found {
            return Ok(());
        }
        let names = targets
            .iter()
            .map(|t| self.pointers.target_name(self.program, *t));
        let names: Vec<_> = names.collect();
        let text = self.program.show(expr);
        Err(format!(
            "{text} points to {p:?}, not to {}",
            names.join(", ")
        ))
    }

    fn is_object(&self, id: ObjectId, origin: Origin, kind: Kind) -> bool {
        let object = self.pointers.object(id);
        match kind {
            Kind::Static(v) | Kind::Local(v) => {
                self.pointers.object_of_var(self.program, v) == Some(id)
            }
            Kind::Function(f) => object == Object::Function(f),
            Kind::Environment => id == self.environment,
            Kind::Heap | Kind::Frame => {
                let Object::Heap {
                    function,
                    edge,
                    mut context,
                } = object
                else {
                    return false;
                };
                let Some(stack) = self.blocks.get(&origin) else {
                    return true;
                };
                let from = |f: FunctionId, e: EdgeId| {
                    let body = self.program.functions[f].body.as_ref();
                    (f, body.map_or(Location::new(0), |b| b.edge(e).from))
                };
                let mut stack = stack.iter();
                if stack.next() != Some(&from(function, edge)) {
                    return false;
                }
                while let Some(outer) = self.pointers.context(context) {
                    if stack.next() != Some(&from(outer.function, outer.edge)) {
                        return false;
                    }
                    context = outer.parent;
                }
                true
            }
        }
    }

    fn check_write(
        &mut self,
        machine: &mut Machine<'_>,
        function: FunctionId,
        place: PlaceId,
    ) -> Result<(), String> {
        let Some(&address) = self.addresses.of.get(&place) else {
            return Ok(());
        };
        let looks = self.looks.entry(address).or_default();
        if *looks >= LOOKS {
            return Ok(());
        }
        *looks += 1;
        let Some(value) = machine.evaluate(address) else {
            return Ok(());
        };
        let Some(p) = machine.pointee(value) else {
            return Ok(());
        };
        let ty = self.program.exprs.place_ty(place);
        let width = self.program.types.size_of(ty).unwrap_or(1).max(1);
        let inside = p.offset >= 0 && p.offset as u64 + width <= p.size;
        if !inside || matches!(p.kind, Kind::Function(_)) {
            return Ok(());
        }
        let here = self.pointers.cells(self.program, place);
        let mut touched = here.into_iter().filter(|&cell| {
            let (target, cell_width) = self.pointers.cell(cell);
            let at = pointers::Offsets::exact(p.offset);
            self.is_object(target.object, value.origin, p.kind)
                && target.offsets.overlaps(u64::from(cell_width), at, width)
        });
        let show = || self.program.show(place);
        let Some(cell) = touched.next() else {
            return Err(format!("{} has no cell at {p:?}", show()));
        };
        if self.program.types.is_scalar(ty)
            && self.pointers.class_of(self.program, place) != Some(self.pointers.classes().of(cell))
        {
            return Err(format!("{} is in another class", show()));
        }
        // Cells that overlap it are what callers see as changed.
        let callers = self.stack.iter().map(|s| s.0);
        for f in callers.chain([function]) {
            if !self.pointers.modifies(self.program, f, place) {
                let name = &self.program.names[self.program.functions[f].name];
                return Err(format!("{name} does not write {}", show()));
            }
        }
        Ok(())
    }
}

/// All scalar expressions inside of an operation.
fn expressions(program: &Program, op: &Op) -> Vec<ExprId> {
    let mut list = Vec::new();
    let add = &mut |e| expression(program, e, &mut list);
    match op {
        Op::Assume { condition, .. } => add(*condition),
        Op::Assign { value, .. } => add(*value),
        Op::Call(call) => {
            if let Callee::Indirect(e) = call.callee {
                add(e);
            }
            call.arguments.iter().for_each(|&a| add(a));
        }
        Op::Return { value: Some(value) } => add(*value),
        Op::Free { pointer } => add(*pointer),
        _ => {}
    }
    if let Some(to) = written_place(op) {
        place(program, to, &mut list);
    }
    list
}

fn expression(program: &Program, expr: ExprId, list: &mut Vec<ExprId>) {
    if program.types.is_scalar(program.exprs.ty(expr)) {
        list.push(expr);
    }
    match program.exprs.get(expr) {
        Expr::Load(p) | Expr::Address(p) => place(program, p, list),
        Expr::Unary(_, a) | Expr::Cast(a) => expression(program, a, list),
        Expr::Binary(_, a, b) => {
            expression(program, a, list);
            expression(program, b, list);
        }
        Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => {}
        Expr::Query(_) | Expr::Logical(_) => {}
    }
}

fn place(program: &Program, of: PlaceId, list: &mut Vec<ExprId>) {
    match program.exprs.place(of) {
        Place::Var(_) => {}
        Place::Deref(e) => expression(program, e, list),
        Place::Field(p, _) => place(program, p, list),
        Place::Index(p, i) => {
            place(program, p, list);
            expression(program, i, list);
        }
    }
}
