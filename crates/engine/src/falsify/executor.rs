//! The symbolic executor: what does not change along a path.

use super::access::{self, Access, Drawn};
use super::contents::{Content, Contents};
use super::formula::Numbered;
use super::state::{Frame, Kind, Life, NO_OBJECT, Object, ObjectId, Objects, State};
use crate::task::Settings;
use machine::Request;
use program::live::Live;
use program::{
    BinaryOp, FunctionId, Id, Initial, Location, Name, PlaceId, Program, Span, VarId, VarKind,
};
use properties::Property;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Assignment, Sort, SymbolId, Term, Terms};
use std::rc::Rc;

/// Why a step cannot be taken as it is.
#[derive(Clone, Debug)]
pub enum Stop {
    /// Two ways: where the condition holds, and where it does not.
    Split(Term),
    /// An input pointer is followed: to each object it may mean.
    Resolve(SymbolId),
    /// The value of a term is needed: one way for each.
    Concretize(Term),
    End(End),
}

/// How a path ends.
#[derive(Clone, Debug)]
pub enum End {
    Finished,
    /// The process ended in a call.
    Exited,
    /// The process ended in a call that violates a property.
    Aborted(Property),
    /// An assumption does not hold.
    Infeasible,
    /// An error location: its violation.
    Violation(u32),
    /// Something that ends every run that does it, and the property it violates.
    /// Mostly there is a check before it, so that it is reached only if the
    /// property is not asked about.
    Invalid(&'static str, Property),
    /// No meaning here: the search is not exhaustive.
    Unsupported(String, Span),
}

pub type Step<T> = Result<T, Stop>;

pub fn unsupported<T>(what: impl Into<String>, span: Span) -> Step<T> {
    Err(Stop::End(End::Unsupported(what.into(), span)))
}

pub fn invalid<T>(what: &'static str, property: Property) -> Step<T> {
    Err(Stop::End(End::Invalid(what, property)))
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    Register(u32, Access),
    Slot(u32),
    Static(ObjectId),
}

/// What a frame of a function has.
#[derive(Clone, Default)]
pub struct Layout {
    pub registers: Vec<(VarId, Access)>,
    pub slots: Vec<VarId>,
    /// Temporaries in memory, which live as long as the frame.
    pub temporaries: Vec<VarId>,
}

/// What a pointer term means.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    Null,
    /// No object's address, as far as anyone can tell.
    Wild,
    /// Indeterminate, and not to be followed.
    Nowhere,
    Object(ObjectId, Term),
    Function(FunctionId, Term),
}

pub struct Executor<'p> {
    pub program: &'p Program,
    pub settings: &'p Settings,
    pub terms: Terms,
    pub pointer_bits: u32,
    pub homes: Vec<Home>,
    pub layouts: Vec<Layout>,
    live: FxHashMap<FunctionId, Rc<Live>>,
    /// Bases of objects by number, size and alignment: names that states share.
    bases: FxHashMap<(ObjectId, u64), Term>,
    owners: FxHashMap<SymbolId, ObjectId>,
    function_bases: FxHashMap<FunctionId, Term>,
    function_owners: FxHashMap<SymbolId, FunctionId>,
    /// What each input symbol was asked for as.
    pub inputs: FxHashMap<SymbolId, Request>,
    /// Indeterminate pointers lead nowhere, but for the entry function's arguments.
    pub strict_pointers: bool,
    /// Input pointers that lead nowhere.
    pub wild: FxHashSet<SymbolId>,
    /// Was an input pointer followed?
    pub met_environment: bool,
    /// What comparisons with addresses of ended objects were taken to say.
    pub reused: FxHashMap<(BinaryOp, Term, Term), Term>,
    /// Which comparison such a symbol is the answer to.
    pub comparisons: FxHashMap<SymbolId, (BinaryOp, Term, Term)>,
    pub steps: u64,
    /// The values of the variables that quantifiers around bind.
    pub bound: Vec<Option<Numbered>>,
}

/// The environment's objects are as large as they are used, up to this.
pub const ENVIRONMENT_SIZE: u64 = 1 << 16;

/// Larger objects are not made.
const MAX_OBJECT: u64 = 1 << 30;

impl<'p> Executor<'p> {
    pub fn new(
        program: &'p Program,
        settings: &'p Settings,
        strict_pointers: bool,
    ) -> Executor<'p> {
        let mut executor = Executor {
            program,
            settings,
            terms: Terms::new(),
            pointer_bits: 8 * program.model().pointer_size() as u32,
            homes: vec![Home::Static(NO_OBJECT); program.vars.len()],
            layouts: vec![Layout::default(); program.functions.len()],
            live: FxHashMap::default(),
            bases: FxHashMap::default(),
            owners: FxHashMap::default(),
            function_bases: FxHashMap::default(),
            function_owners: FxHashMap::default(),
            inputs: FxHashMap::default(),
            strict_pointers,
            wild: FxHashSet::default(),
            met_environment: false,
            reused: FxHashMap::default(),
            comparisons: FxHashMap::default(),
            steps: 0,
            bound: Vec::new(),
        };
        for (id, function) in program.functions.enumerate() {
            let mut layout = Layout::default();
            for &var in function.parameters.iter().chain(&function.locals) {
                let v = &program.vars[var];
                let home = match access::of_type(program, v.ty) {
                    Some(access) if !v.addressed => {
                        layout.registers.push((var, access));
                        Home::Register(layout.registers.len() as u32 - 1, access)
                    }
                    _ => {
                        layout.slots.push(var);
                        if v.kind == VarKind::Temporary {
                            layout.temporaries.push(var);
                        }
                        Home::Slot(layout.slots.len() as u32 - 1)
                    }
                };
                executor.homes[var.index()] = home;
            }
            executor.layouts[id.index()] = layout;
        }
        executor
    }

    /// Which variables of a function can still be read, by their numbers: those of
    /// registers, then those of temporaries in memory by slot.
    pub fn live(&mut self, function: FunctionId) -> Rc<Live> {
        if let Some(live) = self.live.get(&function) {
            return Rc::clone(live);
        }
        let program = self.program;
        let layout = &self.layouts[function.index()];
        let registers = layout.registers.len();
        let number = |var: VarId| match self.homes[var.index()] {
            Home::Register(r, _) => Some(r as usize),
            Home::Slot(slot) if is_followed_temporary(program, var) => {
                Some(registers + slot as usize)
            }
            Home::Slot(_) | Home::Static(_) => None,
        };
        // Only functions with a body are ever entered.
        let body = program.functions[function].body.as_ref();
        let numbers = registers + layout.slots.len();
        let live = body.map(|cfa| Live::of(program, cfa, numbers, &number));
        let live = Rc::new(live.unwrap_or_default());
        self.live.insert(function, Rc::clone(&live));
        live
    }

    pub fn span_unsupported<T>(&self, state: &State, what: impl Into<String>) -> Step<T> {
        unsupported(what, state.span)
    }

    pub fn name(&self, name: Name) -> &str {
        &self.program.names[name]
    }

    // Objects.

    fn base(&mut self, id: ObjectId, size: u64, align: u64) -> Term {
        if let Some(&base) = self.bases.get(&(id, size)) {
            return base;
        }
        let base = self.terms.base(Some(size), align, self.pointer_bits);
        self.bases.insert((id, size), base);
        if let Some(symbol) = self.terms.as_symbol(base) {
            self.owners.insert(symbol, id);
        }
        base
    }

    /// Makes a new object.
    pub fn create(
        &mut self,
        state: &mut State,
        kind: Kind,
        size: u64,
        content: Content,
    ) -> Step<ObjectId> {
        if size > MAX_OBJECT {
            return self.span_unsupported(state, "an object of more than a gigabyte");
        }
        let id = state.objects.len() as ObjectId;
        let base = self.base(id, size, 1);
        let births = &mut state.births[kind.class() as usize];
        *births += 1;
        let birth = *births;
        let object = Object {
            base,
            kind,
            life: Life::Live,
            ended: 0,
            read_only: false,
            birth,
            contents: Contents::new(size, content),
        };
        Ok(state.objects.push(object))
    }

    pub fn end_object(&self, state: &mut State, id: ObjectId, life: Life) {
        if id != NO_OBJECT && state.objects.get(id).life == Life::Live {
            let count = state.objects.len() as u32;
            let object = state.objects.get_mut(id);
            object.life = life;
            object.ended = count;
            // Nobody can read it any more.
            object.contents = Contents::new(object.contents.size(), Content::Blank);
        }
    }

    pub fn function_base(&mut self, function: FunctionId) -> Term {
        if self.program.functions[function].is_absent() {
            return self.terms.bits(0, self.pointer_bits);
        }
        if let Some(&base) = self.function_bases.get(&function) {
            return base;
        }
        let base = self.terms.base(Some(1), 1, self.pointer_bits);
        self.function_bases.insert(function, base);
        if let Some(symbol) = self.terms.as_symbol(base) {
            self.function_owners.insert(symbol, function);
        }
        base
    }

    pub fn owner(&self, symbol: SymbolId) -> Option<ObjectId> {
        self.owners.get(&symbol).copied()
    }

    /// What a pointer means.
    pub fn resolve(&mut self, state: &State, pointer: Term) -> Step<Target> {
        if let Some(value) = self.terms.as_bits(pointer) {
            return Ok(match value {
                0..=0xfff => Target::Null,
                _ => Target::Wild,
            });
        }
        let inputs = &self.inputs;
        let is_root = |s: SymbolId| matches!(inputs.get(&s), Some(Request::Pointer));
        if let Some((root, offset)) = self.terms.split_pointer(pointer, is_root)
            && let Some(symbol) = self.terms.as_symbol(root)
        {
            if let Some(&object) = self.owners.get(&symbol) {
                return Ok(Target::Object(object, offset));
            }
            if let Some(&function) = self.function_owners.get(&symbol) {
                return Ok(Target::Function(function, offset));
            }
            if self.wild.contains(&symbol) {
                return Ok(Target::Nowhere);
            }
            let known = state.resolved.iter().find(|(s, _)| *s == symbol);
            return match known {
                Some(&(_, NO_OBJECT)) => Ok(Target::Null),
                Some(&(_, object)) => Ok(Target::Object(object, offset)),
                None => Err(Stop::Resolve(symbol)),
            };
        }
        // A choice between pointers: one way for each, unless it was made already
        // and did not help.
        if let Some(condition) = self.choice_in(pointer) {
            let negated = self.terms.not(condition);
            let made = |c| state.assumed.contains(c);
            if !made(&condition) && !made(&negated) {
                return Err(Stop::Split(condition));
            }
        }
        Ok(Target::Wild)
    }

    /// The condition of a choice somewhere in a term.
    fn choice_in(&self, term: Term) -> Option<Term> {
        let mut pending = vec![term];
        let mut looked = 0;
        while let Some(t) = pending.pop() {
            looked += 1;
            if looked > 64 {
                return None;
            }
            match self.terms.node(t) {
                solver::Node::Ite(condition, ..) => return Some(condition),
                _ => pending.extend(self.terms.operands(t)),
            }
        }
        None
    }

    /// Makes the choices that the step has split on already, so that it does not
    /// split again when it is taken again.
    pub fn under_assumptions(&mut self, state: &State, term: Term) -> Term {
        let mut term = term;
        for _ in 0..64 {
            let Some(condition) = self.choice_in(term) else {
                return term;
            };
            let negated = self.terms.not(condition);
            let truth = if state.assumed.contains(&condition) {
                true
            } else if state.assumed.contains(&negated) {
                false
            } else {
                return term;
            };
            term = self.assume_in(term, condition, truth);
        }
        term
    }

    /// The term with every choice by the condition made.
    fn assume_in(&mut self, term: Term, condition: Term, truth: bool) -> Term {
        match self.terms.node(term) {
            solver::Node::Ite(c, yes, no) if c == condition => {
                let way = if truth { yes } else { no };
                self.assume_in(way, condition, truth)
            }
            solver::Node::Ite(c, yes, no) => {
                let yes = self.assume_in(yes, condition, truth);
                let no = self.assume_in(no, condition, truth);
                self.terms.ite(c, yes, no)
            }
            solver::Node::Add(a, b) => {
                let a = self.assume_in(a, condition, truth);
                let b = self.assume_in(b, condition, truth);
                self.terms.add(a, b)
            }
            _ => term,
        }
    }

    /// The value of a term; where it can have several, one way is taken for each.
    pub fn number(&self, state: &State, term: Term) -> Step<u128> {
        let chosen = state.chosen(term);
        match self.terms.as_bits(chosen) {
            Some(value) => Ok(value),
            None => Err(Stop::Concretize(term)),
        }
    }

    // The beginning.

    /// The state in which execution begins.
    pub fn initial(&mut self, start: FunctionId) -> Step<State> {
        let mut state = State {
            objects: Objects::default(),
            frames: Vec::new(),
            path: Vec::new(),
            model: Rc::new(Assignment::default()),
            settled: Default::default(),
            resolved: Vec::new(),
            draws: Default::default(),
            environment: Vec::new(),
            va_lists: Vec::new(),
            jump_points: Vec::new(),
            serial: 0,
            births: [0; 3],
            choices: 0,
            compared: 0,
            level: 0,
            assumed: Vec::new(),
            arrived: false,
            chosen: Vec::new(),
            values: 0,
            steps: 0,
            passed: 0,
            span: Span::NONE,
        };
        self.create_statics(&mut state)?;
        let program = self.program;
        let parameters = &program.functions[start].parameters;
        let mut arguments = Vec::new();
        for (i, &var) in parameters.iter().enumerate() {
            let Some(access) = access::of_type(program, program.vars[var].ty) else {
                return self
                    .span_unsupported(&state, "a structure as parameter of the entry function");
            };
            let value = match (self.settings.entry == "main", i) {
                (true, 0) => self.terms.bits(1, access.width()),
                (true, 1) => self.argument_vector(&mut state, &["program"])?,
                (true, 2) => self.argument_vector(&mut state, &[])?,
                _ => self.draw_given(&mut state, access.request()),
            };
            arguments.push(super::state::Handed::Scalar(value, access));
        }
        self.enter_function(&mut state, start, arguments)?;
        Ok(state)
    }

    fn create_statics(&mut self, state: &mut State) -> Step<()> {
        let program = self.program;
        for (id, var) in program.vars.enumerate() {
            if !var.kind.is_static() {
                continue;
            }
            let content = match &var.initial {
                Initial::Indeterminate => Content::Blank,
                Initial::Zero | Initial::Items(_) => Content::Zero,
                Initial::Bytes(_) => Content::Zero,
            };
            let size = program.object_size(id).unwrap_or(0);
            let object = self.create(state, Kind::Static(id), size, content)?;
            if let Initial::Bytes(bytes) = &var.initial {
                let n = (bytes.len() as u64).min(size);
                let content = Content::Bytes(bytes[..].into(), 0);
                let contents = &mut state.objects.get_mut(object).contents;
                contents.fill(&mut self.terms, 0, n, content);
            }
            self.homes[id.index()] = Home::Static(object);
        }
        // A frame for nobody, so that expressions can be evaluated.
        state.frames.push(Rc::new(Frame {
            function: FunctionId::new(0),
            at: Location::new(0),
            registers: Vec::new(),
            slots: Vec::new(),
            serial: 0,
            unnamed: Vec::new(),
            allocated: Vec::new(),
            rounds: Vec::new(),
            recursion: 0,
            choices_before: 0,
        }));
        for (id, var) in program.vars.enumerate() {
            if let Initial::Items(items) = &var.initial
                && var.kind.is_static()
            {
                for &(place, value) in items {
                    self.assign(state, place, value)?;
                }
            }
            if &program.names[var.name] == "__concord_malloc_may_fail"
                && let Home::Static(object) = self.homes[id.index()]
            {
                let value = self.terms.bits(self.settings.malloc_may_fail as u128, 32);
                let contents = &mut state.objects.get_mut(object).contents;
                contents.write(&mut self.terms, 0, value);
            }
        }
        state.frames.clear();
        for (id, var) in program.vars.enumerate() {
            let constant = program.types.is_const(var.declared);
            let literal = var.kind == VarKind::Literal;
            if (literal || constant && var.kind.is_static())
                && let Home::Static(object) = self.homes[id.index()]
            {
                state.objects.get_mut(object).read_only = true;
            }
        }
        Ok(())
    }

    /// An array of strings with a null pointer at its end.
    fn argument_vector(&mut self, state: &mut State, strings: &[&str]) -> Step<Term> {
        let width = u64::from(self.pointer_bits / 8);
        let size = width * (strings.len() as u64 + 1);
        let vector = self.create(state, Kind::Environment, size, Content::Zero)?;
        for (i, text) in strings.iter().enumerate() {
            let mut bytes = text.as_bytes().to_vec();
            bytes.push(0);
            let size = bytes.len() as u64;
            let content = Content::Bytes(bytes.into(), 0);
            let string = self.create(state, Kind::Environment, size, content)?;
            let pointer = state.objects.get(string).base;
            let contents = &mut state.objects.get_mut(vector).contents;
            contents.write(&mut self.terms, i as u64 * width, pointer);
        }
        Ok(state.objects.get(vector).base)
    }

    // Inputs.

    /// A new input symbol; it is in the state's list of inputs.
    pub fn draw(&mut self, state: &mut State, request: Request) -> Term {
        let term = self.fresh(request, false);
        state.draws.push(super::state::Draw::Next { term, request });
        term
    }

    /// The same, for what the entry function is given, or what that leads to.
    pub fn draw_given(&mut self, state: &mut State, request: Request) -> Term {
        let term = self.fresh(request, true);
        state.draws.push(super::state::Draw::Next { term, request });
        term
    }

    /// A new symbol for an input, as a value of its type.
    pub fn fresh(&mut self, request: Request, given: bool) -> Term {
        let (width, widened) = match request {
            Request::Int { bits: 1, .. } => (1, 8),
            Request::Int { bits, .. } => (bits, bits),
            Request::Float(kind) => (
                solver::fold::float_width(kind),
                solver::fold::float_width(kind),
            ),
            Request::Pointer => (self.pointer_bits, self.pointer_bits),
        };
        let symbol = self.terms.symbol("input", Sort::Bits(width));
        if let Some(id) = self.terms.as_symbol(symbol) {
            self.inputs.insert(id, request);
            if request == Request::Pointer && self.strict_pointers && !given {
                self.wild.insert(id);
            }
        }
        // Bit-fields ask for fewer bits than a byte.
        self.terms.zero_extend(symbol, widened.max(width))
    }

    pub fn place_size(&self, place: PlaceId) -> u64 {
        match access::of_place(self.program, place) {
            Some(access) => access.size(),
            None => {
                let ty = self.program.exprs.place_ty(place);
                self.program.types.size_of(ty).unwrap_or(0)
            }
        }
    }
}

/// Is the variable made by lowering, and does its address go nowhere? Then it holds
/// nothing that the program could still get at once it is dead.
pub fn is_followed_temporary(program: &Program, var: VarId) -> bool {
    let v = &program.vars[var];
    v.kind == VarKind::Temporary && !v.addressed
}
