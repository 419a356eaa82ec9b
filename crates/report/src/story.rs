//! The story of a run: what a program does on given inputs, step by step, as far
//! as it is worth telling.
//!
//! The machine runs once more and is watched. What happens inside library models
//! is not told: only the calls in the user's own text are. Human output, JSON,
//! witnesses and test cases are all made from this.

mod compress;
mod record;
mod tell;
mod value;

pub use record::record;
pub use tell::{branch, tell};

use machine::{Incident, Input, Outcome, Request};
use program::{ExprId, FunctionId, Location, Place, PlaceId, Program, Span, VarId, VarKind};

/// What happened on a run.
pub struct Story {
    pub outcome: Outcome,
    /// In the order of time. If there were very many, some in the middle are
    /// left out.
    pub events: Vec<Event>,
    /// Every input, in the order in which they were asked for.
    pub inputs: Vec<Given>,
    /// The calls of functions that are only declared, in the order of time.
    pub undefined_calls: Vec<UndefinedCall>,
    /// Number of blocks allocated on the heap.
    pub blocks: usize,
    /// The results of calls of allocating functions by the user's text.
    pub allocations: Vec<Allocation>,
}

/// An input and what it is the value of.
#[derive(Clone, Debug)]
pub struct Given {
    pub request: Request,
    pub input: Input,
    /// As C writes it.
    pub text: String,
    /// The bits of the value; of a pointer, the number of the object.
    pub bits: u128,
    /// In the user's text.
    pub span: Span,
    pub role: Role,
}

/// What an input is the value of, as a reader of the program sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// Something a library function chose, such as `__VERIFIER_nondet_int`; the
    /// function that the user's text calls.
    Library(FunctionId),
    /// A variable that was not initialised, or got an indeterminate value.
    Variable(VarId),
    /// Bytes of the n-th block on the heap, counted from 0.
    Block {
        number: usize,
        offset: u64,
    },
    /// Bytes of an object that the environment owns.
    Environment {
        offset: u64,
    },
    /// Bytes of a variable.
    Part {
        variable: VarId,
        offset: u64,
    },
    /// The result of the n-th call of a function that is only declared.
    Result(usize),
    /// A parameter of the entry function.
    Argument(u32),
    /// What an automaton chose to watch: nothing that the program can see.
    Choice,
    Other,
}

/// A call of a function that is only declared.
#[derive(Clone, Debug)]
pub struct UndefinedCall {
    pub function: FunctionId,
    /// The number of the input, if the result was ever looked at.
    pub result: Option<usize>,
}

/// A library call in the user's text that allocated, or failed to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allocation {
    pub function: FunctionId,
    /// The number of the block; None if the call failed.
    pub block: Option<usize>,
}

/// Something worth telling.
#[derive(Clone, Debug)]
pub struct Event {
    pub function: FunctionId,
    pub span: Span,
    /// Number of open calls in the user's text, the entry function not counted.
    pub depth: u32,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    /// An input was read that no call stands for; its number.
    Input(usize),
    Branch {
        condition: ExprId,
        taken: bool,
    },
    Assign {
        to: PlaceId,
        value: Option<String>,
    },
    /// A function of the program begins.
    Call {
        callee: FunctionId,
        arguments: Vec<Option<String>>,
    },
    /// A library function, or one that is only declared, did its work. Inputs
    /// that it chose, by number.
    Service {
        callee: FunctionId,
        arguments: Vec<Option<String>>,
        result: Option<PlaceId>,
        value: Option<String>,
        inputs: Vec<usize>,
        /// Its number among the calls of undefined functions, if it is one.
        undefined: Option<usize>,
    },
    /// A function of the program ends; the caller's place that gets the value.
    Return {
        value: Option<String>,
        to: Option<PlaceId>,
    },
    /// A round of a loop begins: the loop's head, and the call it belongs to.
    Round {
        head: Location,
        call: u64,
    },
    /// So many rounds of the loop are not told.
    Rounds(usize),
    /// So many events are not told.
    Gap(usize),
    Fault(Incident),
}

/// Where the texts of library models begin.
pub(crate) fn library_start(program: &Program) -> u32 {
    let mut files = program.sources.files();
    let first = files.find(|(_, f)| f.path.starts_with(machine::MODEL_PREFIX));
    first.map_or(u32::MAX, |(_, f)| f.base())
}

/// The events, with each result that goes to a temporary and from there to a
/// variable going to the variable.
pub(crate) fn joined(program: &Program, events: &[Event]) -> Vec<Event> {
    let mut joined: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        if let What::Assign { to, value } = &event.what
            && let Some(last) = joined.last_mut()
            && last.depth == event.depth
            && let What::Service {
                result: result @ Some(_),
                value: given,
                ..
            } = &mut last.what
            && result.is_some_and(|place| is_temporary(program, place))
            && !is_temporary(program, *to)
            && given == value
        {
            *result = Some(*to);
            continue;
        }
        joined.push(event.clone());
    }
    joined
}

/// Is the place one that lowering made?
pub(crate) fn is_temporary(program: &Program, place: PlaceId) -> bool {
    match program.exprs.place(place) {
        Place::Var(v) => program.vars[v].kind == VarKind::Temporary,
        Place::Field(base, _) | Place::Index(base, _) => is_temporary(program, base),
        Place::Deref(_) => false,
    }
}
