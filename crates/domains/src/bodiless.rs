//! What a call of a function without a body does, for domains that know nothing of what the
//! function returns.

use engine::{Cx, Gap};
use machine::UnknownCalls;
use program::{Call, Callee, Span};
use solver::path::Primitive;

/// What is left after the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// It does not return.
    Nothing,
    /// Everything but the result is as it was.
    TheSame,
    /// All that has an address may have changed.
    NoMemory,
}

pub fn after(cx: &Cx<'_>, call: &Call, span: Span) -> Result<After, Gap> {
    let name = match call.callee {
        Callee::Direct(f) => &cx.program.names[cx.function(f).name],
        // A step names the function: the exploration looks where the pointer leads.
        Callee::Indirect(_) => "",
    };
    match Primitive::named(name) {
        Some(
            Primitive::End
            | Primitive::Infeasible
            | Primitive::ErrorCall
            | Primitive::Assertion
            | Primitive::Unreachable,
        ) => Ok(After::Nothing),
        Some(Primitive::SetJump | Primitive::LongJump) => {
            let what = name.to_owned();
            Err(Gap { what, span })
        }
        Some(Primitive::Size | Primitive::Output | Primitive::Alloca) => Ok(After::TheSame),
        None => Ok(match cx.settings.unknown_calls {
            UnknownCalls::Pure => After::TheSame,
            UnknownCalls::Havoc => After::NoMemory,
            UnknownCalls::Error => After::Nothing,
        }),
    }
}
