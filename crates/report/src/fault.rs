//! Faults in words.

use machine::Fault;
use program::Program;

/// What happened, in a few words.
pub fn message(program: &Program, fault: Fault) -> String {
    let text = match fault {
        Fault::OutOfBounds => "access outside of an object",
        Fault::UseAfterFree => "use of a block after it was freed",
        Fault::UseAfterScope => "use of a variable after the end of its life",
        Fault::NullDereference => "a null pointer is dereferenced",
        Fault::InvalidPointer => "a pointer that points to nothing is dereferenced",
        Fault::ReadOnly => "a constant is written to",
        Fault::DoubleFree => "a block is freed twice",
        Fault::InvalidFree => "what is freed is no block from the heap",
        Fault::Misaligned => "a misaligned access",
        Fault::DivisionByZero => "division by zero",
        Fault::SignedOverflow => "signed overflow",
        Fault::ShiftRange => "shift by too much",
        Fault::InvalidCall => "what is called is no function",
        Fault::UndefinedCall(f) => {
            return format!("`{}` is called, which is not defined", program.show(f));
        }
        Fault::Assertion => "an assertion fails",
        Fault::ErrorCall(f) => return format!("`{}` is called", program.show(f)),
        Fault::Automaton(f) => {
            let alarm = program.alarm(f);
            return alarm.map_or_else(String::new, |a| program.names[a.message].to_owned());
        }
        Fault::Leak => "a block allocated here is lost",
        Fault::Cleanup => "a block allocated here is not freed when the program ends",
        Fault::VariableArguments => "a variable argument is taken that is not there",
        Fault::InvalidJump => "a jump into a function that has returned",
    };
    text.to_owned()
}
