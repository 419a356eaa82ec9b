//! What refinement speaks about: paths through the program that the abstraction
//! thinks possible, and what analyses can do about them.

use crate::analysis::{CallStep, Question, Reply, Step};
use program::{FunctionId, Location, Op, Program};

/// One move of a run.
#[derive(Clone, Copy)]
pub enum Move<'a> {
    Step(Step<'a>),
    /// Into a function.
    Call(CallStep<'a>),
    /// Out of it, behind the call.
    Return(CallStep<'a>),
}

impl Move<'_> {
    /// Where the run is after it.
    pub fn to(&self, program: &Program) -> (FunctionId, Location) {
        match self {
            Move::Step(step) => (step.function, step.edge.to),
            Move::Call(call) => {
                let body = program.functions[call.callee].body.as_ref();
                let entry = body.map_or(call.step.edge.from, |b| b.entry());
                (call.callee, entry)
            }
            Move::Return(call) => (call.step.function, call.step.edge.to),
        }
    }

    /// A number that tells it from the others.
    pub(crate) fn number(&self) -> (u8, FunctionId, program::EdgeId, FunctionId) {
        match self {
            Move::Step(step) => (0, step.function, step.id, step.function),
            Move::Call(call) => (1, call.step.function, call.step.id, call.callee),
            Move::Return(call) => (2, call.step.function, call.step.id, call.callee),
        }
    }

    pub fn is_assume(&self) -> bool {
        matches!(self, Move::Step(step) if matches!(step.op(), Op::Assume { .. }))
    }
}

/// A path from where the program begins.
#[derive(Clone, Copy)]
pub struct Path<'a> {
    pub moves: &'a [Move<'a>],
    /// Nobody else has excluded it.
    pub insist: bool,
    /// What the other analyses know before each move.
    facts: &'a dyn Fn(usize, &Question) -> Reply,
}

impl<'a> Path<'a> {
    /// A path of which nobody else knows anything.
    pub fn new(moves: &'a [Move<'a>]) -> Path<'a> {
        Path {
            moves,
            insist: false,
            facts: &|_, _| Reply::Unknown,
        }
    }

    pub(crate) fn with(
        moves: &'a [Move<'a>],
        insist: bool,
        facts: &'a dyn Fn(usize, &Question) -> Reply,
    ) -> Path<'a> {
        Path {
            moves,
            insist,
            facts,
        }
    }

    /// Its first moves.
    pub fn up_to(&self, count: usize) -> Path<'a> {
        let moves = &self.moves[..count];
        Path { moves, ..*self }
    }

    /// Asks the other analyses about the state before a move. It is true of the runs that
    /// take the path.
    pub fn ask(&self, by: usize, question: &Question) -> Reply {
        (self.facts)(by, question)
    }
}

/// How a state came from another one, for [`crate::Analysis::retrace`].
pub struct Way<'a, S> {
    pub from: &'a S,
    /// Of a return: the caller's state before the call.
    pub caller: Option<&'a S>,
    pub by: Move<'a>,
}

/// What an analysis made of a path to an error, or of two paths that met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    /// It cannot exclude the path; a few words why.
    Unable(String),
    /// Others may know a better way; if none does, it is asked again ([`Path::insist`]).
    Later,
    /// As far as the analysis can tell, a run can take the path.
    Feasible,
    /// It knows more now.
    Refined(Lesson),
}

/// What an analysis has learned; tidy when it is handed over.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lesson {
    /// Where it was not known before: states there have to be made anew to profit.
    pub places: Vec<(FunctionId, Location)>,
    /// All places where it matters. States there may be older than what other paths
    /// taught about them.
    pub needed: Vec<(FunctionId, Location)>,
    /// What, for people.
    pub facts: Vec<String>,
}

impl Lesson {
    pub fn add(&mut self, more: Lesson) {
        self.places.extend(more.places);
        self.needed.extend(more.needed);
        self.facts.extend(more.facts);
    }

    /// Every place once, in order.
    pub fn tidy(&mut self) {
        for places in [&mut self.places, &mut self.needed] {
            places.sort_unstable();
            places.dedup();
        }
        self.facts.dedup();
    }
}
