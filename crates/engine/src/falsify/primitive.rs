//! Functions without a body that execution itself gives a meaning: the same as
//! the machine's.

use super::access::Access;
use super::contents::Content;
use super::executor::{End, Executor, Step, Stop, Target, invalid};
use super::state::{Handed, Kind, Life, State};
use program::{Call, Edge};
use properties::Property;
use solver::Term;
pub use solver::path::Primitive;

impl Executor<'_> {
    pub fn primitive(
        &mut self,
        state: &mut State,
        primitive: Primitive,
        call: &Call,
        edge: &Edge,
        arguments: &[Handed],
    ) -> Step<()> {
        let zero = self.terms.bits(0, self.pointer_bits);
        let argument = |i: usize| match arguments.get(i) {
            Some(Handed::Scalar(term, _)) => *term,
            _ => zero,
        };
        let word = Access::Pointer {
            size: self.pointer_bits / 8,
        };
        match primitive {
            Primitive::End => Err(Stop::End(End::Exited)),
            // An error edge stands here instead, unless the call is indirect.
            Primitive::ErrorCall => Err(Stop::End(End::Aborted(Property::UnreachCall))),
            Primitive::Assertion => Err(Stop::End(End::Aborted(Property::Assert))),
            Primitive::Unreachable => Err(Stop::End(End::Finished)),
            Primitive::Infeasible => Err(Stop::End(End::Infeasible)),
            Primitive::Output => {
                self.read_output(state, argument(1), argument(2))?;
                self.finish_call(state, call, edge.to, None)
            }
            Primitive::SetJump => self.set_jump(state, call, edge, argument(0)),
            Primitive::LongJump => self.long_jump(state, argument(0), argument(1)),
            Primitive::Size => {
                let pointer = self.under_assumptions(state, argument(0));
                let Target::Object(id, _) = self.resolve(state, pointer)? else {
                    return invalid("an invalid block", Property::ValidFree);
                };
                let object = state.objects.get(id);
                if object.kind != Kind::Heap || object.life != Life::Live {
                    return invalid("an invalid block", Property::ValidFree);
                }
                let size = u128::from(object.contents.size());
                let size = self.terms.bits(size, self.pointer_bits);
                self.finish_call(state, call, edge.to, Some(Handed::Scalar(size, word)))
            }
            Primitive::Alloca => {
                let size = self.number(state, argument(0))?;
                let size = u64::try_from(size).unwrap_or(u64::MAX);
                let object = self.create(state, Kind::Frame, size, Content::Blank)?;
                state.frame_mut().allocated.push((None, object));
                let pointer = state.objects.get(object).base;
                self.finish_call(state, call, edge.to, Some(Handed::Scalar(pointer, word)))
            }
        }
    }

    /// What is written out must be readable; where it goes nobody sees.
    fn read_output(&mut self, state: &mut State, from: Term, size: Term) -> Step<()> {
        let size = self.number(state, size)?;
        let byte = Access::Int {
            size: 1,
            bits: 8,
            signed: false,
        };
        for i in 0..size {
            let offset = self.terms.bits(i, self.pointer_bits);
            let at = self.terms.add(from, offset);
            self.load_at(state, at, byte)?;
        }
        Ok(())
    }
}
