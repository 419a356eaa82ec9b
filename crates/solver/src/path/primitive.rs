//! Functions without a body that execution itself gives a meaning: the same as
//! the machine's.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    Size,
    End,
    Infeasible,
    Output,
    ErrorCall,
    Assertion,
    Unreachable,
    SetJump,
    LongJump,
    Alloca,
}

impl Primitive {
    pub fn named(name: &str) -> Option<Primitive> {
        Some(match name {
            "__concord_size" => Primitive::Size,
            "__concord_exit" | "__concord_abort" | "abort" | "exit" | "_exit" | "_Exit" => {
                Primitive::End
            }
            "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => {
                Primitive::Assertion
            }
            "__builtin_unreachable" => Primitive::Unreachable,
            "__concord_infeasible" => Primitive::Infeasible,
            "__concord_output" => Primitive::Output,
            "__VERIFIER_error" | "reach_error" => Primitive::ErrorCall,
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__builtin_setjmp" => {
                Primitive::SetJump
            }
            "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" | "__builtin_longjmp" => {
                Primitive::LongJump
            }
            "alloca" => Primitive::Alloca,
            _ => return None,
        })
    }
}
