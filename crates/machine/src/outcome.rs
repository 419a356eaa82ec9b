//! How a run ends, and what was noticed on the way.

use program::{FunctionId, Name, Span};

/// Something that a program must not do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    OutOfBounds,
    UseAfterFree,
    UseAfterScope,
    NullDereference,
    /// A pointer that was never one: a number, or indeterminate.
    InvalidPointer,
    ReadOnly,
    DoubleFree,
    InvalidFree,
    Misaligned,
    DivisionByZero,
    SignedOverflow,
    ShiftRange,
    /// A call through what is no function's address.
    InvalidCall,
    /// A call of a function that is only declared.
    UndefinedCall(FunctionId),
    Assertion,
    ErrorCall(FunctionId),
    /// An automaton is violated; the alarm.
    Automaton(FunctionId),
    /// A block that nothing points to any more (memtrack).
    Leak,
    /// A block not freed at the end (memcleanup).
    Cleanup,
    /// Variable arguments taken that are not there, or of another type.
    VariableArguments,
    /// `longjmp` to a function that has returned.
    InvalidJump,
}

impl Fault {
    /// The name that reports and the corpus use.
    pub fn name(self) -> &'static str {
        match self {
            Fault::OutOfBounds => "out-of-bounds",
            Fault::UseAfterFree => "use-after-free",
            Fault::UseAfterScope => "use-after-scope",
            Fault::NullDereference => "null-dereference",
            Fault::InvalidPointer => "invalid-pointer",
            Fault::ReadOnly => "read-only",
            Fault::DoubleFree => "double-free",
            Fault::InvalidFree => "invalid-free",
            Fault::Misaligned => "misaligned",
            Fault::DivisionByZero => "division-by-zero",
            Fault::SignedOverflow => "signed-overflow",
            Fault::ShiftRange => "shift-range",
            Fault::InvalidCall => "invalid-call",
            Fault::UndefinedCall(_) => "undefined-call",
            Fault::Assertion => "assertion",
            Fault::ErrorCall(_) => "error-call",
            Fault::Automaton(_) => "automaton",
            Fault::Leak => "leak",
            Fault::Cleanup => "cleanup",
            Fault::VariableArguments => "variable-arguments",
            Fault::InvalidJump => "invalid-jump",
        }
    }
}

/// A fault, and where it happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incident {
    pub fault: Fault,
    /// In the user's program: where it called the library, if it happened there.
    pub span: Span,
    /// The operation itself.
    pub inner: Span,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Exit(i32),
    Abort,
    Fault(Incident),
    /// An assumption did not hold: this run does not exist.
    Infeasible,
    StepLimit,
    /// Too many calls are open, or memory is used up.
    MemoryLimit,
    InputsExhausted,
    /// Something without a meaning here was reached.
    Unsupported(Name, Span),
    /// The truth of what an annotation says could not be found out.
    Undecided(Span),
    /// No operation is possible at the place reached.
    Stuck(Span),
}
