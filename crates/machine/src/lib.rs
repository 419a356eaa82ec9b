//! The concrete machine: an exact, executable meaning of programs.
//!
//! It runs a [`Program`] step by step over byte-addressed memory made of
//! objects, on inputs from a list, a seed or all of a range, and stops with a
//! precise reason. Counterexamples are replayed on it, and abstract domains are
//! tested against it.
//!
//! One meaning, here and in every analysis: signed arithmetic wraps (or ends the
//! run, on request); a shift by too much shifts all bits out; indeterminate bytes
//! are inputs when they are first read; pointers keep the object they came from,
//! also as integers.

#![forbid(unsafe_code)]

mod code;
mod eval;
mod formula;
pub mod input;
mod mathematics;
mod memory;
mod models;
pub mod outcome;
mod primitive;
mod run;
mod state;
mod value;

pub use input::{Cell, Class, Exhaustive, Input, Inputs, Listed, Random, Request, Subject};
pub use models::models;
pub use outcome::{Fault, Incident, Outcome};
pub use primitive::is_primitive;
pub use state::{Held, Pointee, Snapshot};
pub use value::{Kind, Origin, Scalar};

use code::{Access, Code, Extent};
use mathematics::Mathematics;
use memory::{Fill, Memory};
use primitive::Primitive;
use program::{FunctionId, Id, Initial, Leaf, Location, Program, Span, VarId};
use run::{Frame, Halt, Handed, JumpPoint, Step, VaList};
use rustc_hash::FxHashMap;
use state::Probes;
use std::rc::Rc;

/// What a call of an undefined function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownCalls {
    /// Returns anything and changes nothing.
    #[default]
    Pure,
    /// Returns anything and writes anything reachable from its arguments.
    Havoc,
    /// Is an error.
    Error,
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Operations after which a run is given up.
    pub steps: u64,
    /// Bytes of live objects with which a run is given up.
    pub memory: u64,
    pub overflow_is_fatal: bool,
    pub shift_is_fatal: bool,
    pub misalignment_is_fatal: bool,
    pub unknown_calls: UnknownCalls,
    pub malloc_may_fail: bool,
    /// Calls of `reach_error` or `__VERIFIER_error` are faults; otherwise they abort.
    pub error_calls_are_faults: bool,
    /// Failed assertions are faults; otherwise they abort.
    pub assertions_are_faults: bool,
    /// Blocks that nothing points to are faults: at the end, and at loop heads.
    pub check_leaks: bool,
    /// Blocks not freed at the end are faults.
    pub check_cleanup: bool,
    /// Indeterminate pointers lead nowhere, but for the entry function's arguments.
    pub strict_pointers: bool,
    /// Keep every step.
    pub trace: bool,
    /// What `main` is called with; the first is the program's name.
    pub arguments: Vec<String>,
    /// The function that is run.
    pub entry: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            steps: u64::MAX,
            memory: 1 << 32,
            overflow_is_fatal: false,
            shift_is_fatal: false,
            misalignment_is_fatal: false,
            unknown_calls: UnknownCalls::Pure,
            malloc_may_fail: true,
            error_calls_are_faults: true,
            assertions_are_faults: true,
            check_leaks: false,
            check_cleanup: false,
            strict_pointers: false,
            trace: false,
            arguments: vec!["program".into()],
            entry: "main".into(),
        }
    }
}

/// One step of a run: the operation leaving a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceStep {
    pub function: FunctionId,
    at: u32,
    /// Number of open calls.
    pub depth: u32,
}

impl TraceStep {
    pub fn location(&self) -> Location {
        Location::new(self.at as usize)
    }
}

/// A program being run.
pub struct Machine<'p> {
    program: &'p Program,
    options: Options,
    inputs: &'p mut dyn Inputs,
    memory: Memory,
    codes: Vec<Option<Rc<Code>>>,
    /// What aggregates are made of that were copied before they were written.
    leaves: FxHashMap<Extent, Rc<[Leaf]>>,
    primitives: Vec<Primitive>,
    statics: Vec<Origin>,
    functions: Vec<Origin>,
    environment: Vec<Origin>,
    registers: Vec<Scalar>,
    registers_base: usize,
    slots: Vec<Origin>,
    slots_base: usize,
    frames: Vec<Frame>,
    /// What is still to be called when a function without a caller returns.
    pending: Vec<(FunctionId, Vec<Handed>)>,
    exiting: bool,
    serial: u64,
    va_lists: Vec<VaList>,
    jump_points: Vec<JumpPoint>,
    steps: u64,
    /// Looking only: nothing may be drawn.
    probing: bool,
    /// How many formulae are being evaluated, one in the other.
    formal: u32,
    /// Is it the state at entry that is looked at, and how many have asked for it?
    journeys: u32,
    /// The values of the variables that quantifiers around bind.
    bound: Vec<Option<Scalar>>,
    /// The code of what was looked at.
    probes: Probes,
    span: Span,
    pointer_bits: u32,
    /// Texts from here on are library models.
    library_from: u32,
    notices: Vec<Incident>,
    drawn: Vec<(Request, Input, Span)>,
    subjects: Vec<Subject>,
    output: Vec<u8>,
    trace: Vec<TraceStep>,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, options: Options, inputs: &'p mut dyn Inputs) -> Machine<'p> {
        let primitive = |(id, f): (FunctionId, &program::Function)| match program.alarm(id) {
            Some(_) => Primitive::Alarm,
            None => Primitive::of(&program.names[f.name], f.body.is_some()),
        };
        let library = program
            .sources
            .files()
            .find(|(_, f)| f.path.starts_with(MODEL_PREFIX));
        Machine {
            program,
            steps: options.steps,
            memory: Memory::new(program.model(), options.memory),
            options,
            inputs,
            codes: vec![None; program.functions.len()],
            leaves: FxHashMap::default(),
            primitives: program.functions.enumerate().map(primitive).collect(),
            statics: vec![Origin::NONE; program.vars.len()],
            functions: vec![Origin::NONE; program.functions.len()],
            environment: Vec::new(),
            registers: Vec::new(),
            registers_base: 0,
            slots: Vec::new(),
            slots_base: 0,
            frames: Vec::new(),
            pending: Vec::new(),
            exiting: false,
            serial: 0,
            va_lists: Vec::new(),
            jump_points: Vec::new(),
            probing: false,
            formal: 0,
            journeys: 0,
            bound: Vec::new(),
            probes: Probes::default(),
            span: Span::NONE,
            pointer_bits: 8 * program.model().pointer_size() as u32,
            library_from: library.map_or(u32::MAX, |(_, f)| f.base()),
            notices: Vec::new(),
            drawn: Vec::new(),
            subjects: Vec::new(),
            output: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// What did not end the run, the first of it.
    pub fn notices(&self) -> &[Incident] {
        &self.notices
    }

    /// The inputs that were used, and where.
    pub fn drawn(&self) -> &[(Request, Input, Span)] {
        &self.drawn
    }

    /// What the inputs that were used are the values of.
    pub fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    /// What the program wrote to its standard output.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// The steps of the run, if they were to be kept.
    pub fn trace(&self) -> &[TraceStep] {
        &self.trace
    }

    /// Operations executed.
    pub fn steps(&self) -> u64 {
        self.options.steps - self.steps
    }

    fn code(&mut self, function: FunctionId) -> Rc<Code> {
        if let Some(code) = &self.codes[function.index()] {
            return Rc::clone(code);
        }
        let code = match &self.program.functions[function].body {
            Some(body) => {
                let mut code = code::translate(self.program, function, body);
                let f = &self.program.functions[function];
                if !self.is_user_text(f.span) {
                    code.mathematics = Mathematics::named(self.program, f.name);
                }
                Rc::new(code)
            }
            None => Rc::new(Code::empty()),
        };
        self.codes[function.index()] = Some(Rc::clone(&code));
        code
    }

    fn function_pointer(&mut self, function: FunctionId) -> Scalar {
        let index = function.index();
        if self.program.functions[function].is_absent() {
            return Scalar::int(0);
        }
        if self.functions[index].is_none() {
            let span = self.program.functions[function].span;
            let made = self
                .memory
                .create(1, Kind::Function(function), Fill::Zero, span);
            self.functions[index] = made.unwrap_or(Origin::NONE);
        }
        self.pointer(self.functions[index])
    }

    fn pointer(&self, origin: Origin) -> Scalar {
        Scalar {
            value: i128::from(self.memory.base(origin)),
            origin,
        }
    }

    fn static_pointer(&self, var: VarId) -> Scalar {
        self.pointer(self.statics[var.index()])
    }

    /// Storage that lasts as long as the current call.
    fn frame_allocation(&mut self, size: u64) -> Step<Scalar> {
        let span = self.user_span();
        let made = self
            .memory
            .create(size, Kind::Frame, Fill::Indeterminate, span);
        let origin = made.ok_or(Halt::MemoryLimit)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.own(origin);
        }
        Ok(self.pointer(origin))
    }

    // The beginning.

    /// Makes the static objects and opens the first call.
    fn start(&mut self) -> Step<()> {
        self.create_statics()?;
        self.initialize_statics()?;
        let Some(entry) = self.program.function_named(&self.options.entry) else {
            return Ok(());
        };
        let arguments = self.entry_arguments(entry)?;
        self.pending.push((entry, arguments));
        for f in self.program.constructors().into_iter().rev() {
            self.pending.push((f, Vec::new()));
        }
        match self.pending.pop() {
            Some((f, arguments)) => self.enter_function(f, arguments),
            None => Ok(()),
        }
    }

    fn create_statics(&mut self) -> Step<()> {
        let program = self.program;
        for (id, var) in program.vars.enumerate() {
            if !var.kind.is_static() {
                continue;
            }
            let fill = match var.initial {
                Initial::Indeterminate => Fill::Indeterminate,
                Initial::Zero | Initial::Bytes(_) | Initial::Items(_) => Fill::Zero,
            };
            let size = program.object_size(id).unwrap_or(0);
            let made = self.memory.create(size, Kind::Static(id), fill, var.span);
            let origin = made.ok_or(Halt::MemoryLimit)?;
            if let Initial::Bytes(bytes) = &var.initial {
                self.memory.fill(origin, bytes);
            }
            self.statics[id.index()] = origin;
        }
        Ok(())
    }

    fn initialize_statics(&mut self) -> Step<()> {
        let program = self.program;
        let mut initializer = code::Initializers::new(program);
        for (id, var) in program.vars.enumerate() {
            if let Initial::Items(items) = &var.initial
                && var.kind.is_static()
            {
                for &(place, value) in items {
                    initializer.add(place, value);
                }
                let (code, stores) = initializer.take();
                for instr in stores {
                    self.initialize(&code, instr)?;
                }
            }
            if &program.names[var.name] == "__concord_malloc_may_fail" && var.kind.is_static() {
                let value = Scalar::int(self.options.malloc_may_fail as i128);
                let access = Access::Int {
                    size: 4,
                    bits: 32,
                    signed: true,
                };
                let pointer = self.static_pointer(id);
                self.store(pointer, access, value)?;
            }
        }
        // Only now: initialising is not writing.
        for (id, var) in program.vars.enumerate() {
            let constant = program.types.is_const(var.declared);
            let literal = var.kind == program::VarKind::Literal;
            if (literal || constant && var.kind.is_static())
                && let Some(object) = self.memory.object_mut(self.statics[id.index()])
            {
                object.read_only = true;
            }
        }
        Ok(())
    }

    /// Arguments of the entry function: `main` gets its strings, others inputs.
    fn entry_arguments(&mut self, entry: FunctionId) -> Step<Vec<Handed>> {
        let program = self.program;
        let parameters = &program.functions[entry].parameters;
        let is_main = self.options.entry == "main";
        let count = self.options.arguments.len();
        let mut arguments = Vec::new();
        for (i, &v) in parameters.iter().enumerate() {
            let ty = program.vars[v].ty;
            let Some(access) = code::access(program, ty) else {
                break;
            };
            let value = match (is_main, i) {
                (true, 0) => Scalar::int(count as i128),
                (true, 1) => self.argument_vector(self.options.arguments.clone())?,
                (true, 2) => self.argument_vector(Vec::new())?,
                _ => self.draw(access.request(), Subject::Argument(i as u32))?,
            };
            arguments.push(Handed::Scalar(value, access));
        }
        Ok(arguments)
    }

    /// An array of strings with a null pointer at its end.
    fn argument_vector(&mut self, strings: Vec<String>) -> Step<Scalar> {
        let width = u64::from(self.pointer_bits / 8);
        let access = Access::Pointer { size: width as u8 };
        let size = width * (strings.len() as u64 + 1);
        let made = self
            .memory
            .create(size, Kind::Environment, Fill::Zero, Span::NONE);
        let vector = self.pointer(made.ok_or(Halt::MemoryLimit)?);
        for (i, text) in strings.iter().enumerate() {
            let length = text.len() as u64 + 1;
            let made = self
                .memory
                .create(length, Kind::Environment, Fill::Zero, Span::NONE);
            let origin = made.ok_or(Halt::MemoryLimit)?;
            self.memory.fill(origin, text.as_bytes());
            let at = Scalar {
                value: vector.value + i128::from(i as u64 * width),
                origin: vector.origin,
            };
            let string = self.pointer(origin);
            self.store(at, access, string)?;
        }
        Ok(vector)
    }
}

/// Paths of the texts that are library models begin so.
pub const MODEL_PREFIX: &str = "<models>/";
