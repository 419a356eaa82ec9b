//! Functions without a body that the machine itself gives a meaning.

use crate::Machine;
use crate::code::{Access, CallCode, Code};
use crate::outcome::{Fault, Outcome};
use crate::run::{Halt, Handed, Step};
use crate::value::Scalar;
use program::FunctionId;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Primitive {
    /// A function of the program.
    Defined,
    /// Only declared.
    Unknown,
    Size,
    Exit,
    Abort,
    Infeasible,
    Output,
    ErrorCall,
    Assertion,
    /// An alarm of an automaton.
    Alarm,
    SetJump,
    LongJump,
    Unreachable,
    /// `alloca` called by its own name.
    Alloca,
}

impl Primitive {
    /// What a call of a function is. An error call is one even if the program
    /// defines the function.
    pub fn of(name: &str, has_body: bool) -> Primitive {
        match Primitive::named(name) {
            Primitive::ErrorCall => Primitive::ErrorCall,
            _ if has_body => Primitive::Defined,
            primitive => primitive,
        }
    }

    fn named(name: &str) -> Primitive {
        match name {
            "__concord_size" => Primitive::Size,
            "__concord_exit" => Primitive::Exit,
            "__concord_abort" | "abort" => Primitive::Abort,
            "__concord_infeasible" => Primitive::Infeasible,
            "__concord_output" => Primitive::Output,
            "exit" | "_exit" | "_Exit" => Primitive::Exit,
            "__VERIFIER_error" | "reach_error" => Primitive::ErrorCall,
            "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => {
                Primitive::Assertion
            }
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__builtin_setjmp" => {
                Primitive::SetJump
            }
            "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" | "__builtin_longjmp" => {
                Primitive::LongJump
            }
            "__builtin_unreachable" => Primitive::Unreachable,
            "alloca" => Primitive::Alloca,
            _ => Primitive::Unknown,
        }
    }
}

/// Does the machine itself give the function a meaning?
pub fn is_primitive(name: &str) -> bool {
    Primitive::named(name) != Primitive::Unknown
}

impl Machine<'_> {
    pub(crate) fn primitive(
        &mut self,
        code: &Code,
        call: &CallCode,
        function: FunctionId,
        arguments: Vec<Handed>,
    ) -> Step<()> {
        let argument = |i: usize| match arguments.get(i) {
            Some(Handed::Scalar(s, _)) => *s,
            _ => Scalar::int(0),
        };
        let word = Access::Pointer {
            size: (self.pointer_bits / 8) as u8,
        };
        match self.primitives[program::Id::index(function)] {
            Primitive::Defined => self.enter_function(function, arguments),
            Primitive::Unknown => self.unknown_call(code, call, function, &arguments),
            Primitive::Exit => Err(self.end_program(Outcome::Exit(argument(0).value as i32))),
            Primitive::Abort => Err(self.end_program(Outcome::Abort)),
            Primitive::Infeasible => Err(Halt::ended(Outcome::Infeasible)),
            Primitive::ErrorCall if self.options.error_calls_are_faults => {
                Err(self.fault(Fault::ErrorCall(function)))
            }
            Primitive::Assertion if self.options.assertions_are_faults => {
                Err(self.fault(Fault::Assertion))
            }
            Primitive::ErrorCall | Primitive::Assertion => Err(self.end_program(Outcome::Abort)),
            Primitive::Alarm => Err(self.fault(Fault::Automaton(function))),
            Primitive::Unreachable => {
                let span = self.user_span();
                Err(Halt::ended(Outcome::Stuck(span)))
            }
            Primitive::SetJump => self.set_jump(code, call, argument(0)),
            Primitive::LongJump => self.long_jump(argument(0), argument(1).value),
            Primitive::Size => {
                let block = self.block(argument(0))?;
                let size = self.memory.object(block).map_or(0, |o| o.size());
                let size = Handed::Scalar(Scalar::int(i128::from(size)), word);
                self.finish_call(code, call, Some(size))
            }
            Primitive::Alloca => {
                let pointer = self.frame_allocation(argument(0).value as u64)?;
                self.finish_call(code, call, Some(Handed::Scalar(pointer, word)))
            }
            Primitive::Output => {
                self.write_out(argument(0).value, argument(1), argument(2).value as u64)?;
                self.finish_call(code, call, None)
            }
        }
    }

    fn write_out(&mut self, stream: i128, from: Scalar, size: u64) -> Step<()> {
        let byte = Access::Int {
            size: 1,
            bits: 8,
            signed: false,
        };
        for i in 0..size {
            let at = Scalar {
                value: from.value + i128::from(i),
                origin: from.origin,
            };
            let value = self.load(at, byte)?.value as u8;
            if stream == 1 {
                self.output.push(value);
            }
        }
        Ok(())
    }
}
