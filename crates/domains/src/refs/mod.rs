//! Which pointers are null and which lead to an object that lives: HECTOR's `refs` (thesis,
//! section 4.8), where memory can be freed.

use crate::pointwise::{Number, Pointwise, Width};
use logic::{FormulaId, Logic, TermId};
use machine::{Machine, Scalar};
use program::{BinaryOp, Program, TypeId, UnaryOp};

/// The analysis.
pub type Refs = Pointwise<Ref>;

/// A set of what a pointer may be; not empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ref(u8);

impl Ref {
    pub const NULL: Ref = Ref(1);
    /// It came from the address of an object that lives, and is not null.
    pub const REFERENCE: Ref = Ref(2);
    pub const OTHER: Ref = Ref(4);
    const ANY: Ref = Ref(7);
}

impl Number for Ref {
    const NAME: &'static str = "refs";

    fn width(program: &Program, ty: TypeId) -> Option<Width> {
        match program.types.is_pointer(ty) {
            true => program.types.bits(ty),
            false => None,
        }
    }

    fn any(_: Width) -> Ref {
        Ref::ANY
    }

    fn exact(value: i128) -> Ref {
        match value {
            0 => Ref::NULL,
            _ => Ref::OTHER,
        }
    }

    fn address(_: Width) -> Ref {
        Ref::REFERENCE
    }

    fn contains(self, value: Scalar, machine: &Machine<'_>) -> bool {
        let is = match value.value {
            0 => Ref::NULL,
            _ if machine.object(value.origin).is_some() => Ref::REFERENCE,
            _ => Ref::OTHER,
        };
        is.0 & self.0 != 0
    }

    fn only(self) -> Option<i128> {
        (self == Ref::NULL).then_some(0)
    }

    // Order and join.

    fn join(self, other: Ref) -> Ref {
        Ref(self.0 | other.0)
    }

    fn meet(self, other: Ref) -> Option<Ref> {
        let both = self.0 & other.0;
        (both != 0).then_some(Ref(both))
    }

    // Arithmetic: none of it keeps a pointer what it is.

    fn unary(_: UnaryOp, _: Ref, _: Width, _: bool) -> Ref {
        Ref::ANY
    }

    fn binary(_: BinaryOp, _: Ref, _: Ref, _: Width, _: bool) -> Ref {
        Ref::ANY
    }

    fn compare(op: BinaryOp, a: Ref, b: Ref) -> Option<bool> {
        let equal = match (a, b) {
            (Ref::NULL, Ref::NULL) => Some(true),
            // A freed block may have the address of a new one.
            (Ref::NULL, other) | (other, Ref::NULL) if other.0 & 1 == 0 => Some(false),
            _ => None,
        };
        match op {
            BinaryOp::Eq => equal,
            BinaryOp::Ne => equal.map(|equal| !equal),
            _ => None,
        }
    }

    fn converted(self, _: Width, _: Width) -> Ref {
        self
    }

    fn given(op: BinaryOp, a: Ref, b: Ref) -> Option<(Ref, Ref)> {
        let without_null = |a: Ref| a.meet(Ref(6));
        match op {
            BinaryOp::Eq if a == Ref::NULL => Some((a, b.meet(a)?)),
            BinaryOp::Eq if b == Ref::NULL => Some((a.meet(b)?, b)),
            BinaryOp::Eq => {
                let (x, y) = (a.0 & 1 == 0, b.0 & 1 == 0);
                let a_known = if y { without_null(a)? } else { a };
                let b_known = if x { without_null(b)? } else { b };
                Some((a_known, b_known))
            }
            BinaryOp::Ne if a == Ref::NULL => Some((a, without_null(b)?)),
            BinaryOp::Ne if b == Ref::NULL => Some((without_null(a)?, b)),
            _ => Some((a, b)),
        }
    }

    fn unconverted(self, _: Width, _: Width) -> Ref {
        self
    }

    fn after_an_end(self) -> Ref {
        match self.0 & Ref::REFERENCE.0 {
            0 => self,
            _ => self.join(Ref::OTHER),
        }
    }

    // Words.

    fn say(self, program: &Program, logic: &mut Logic, term: TermId) -> Option<FormulaId> {
        let op = match self {
            Ref::NULL => BinaryOp::Eq,
            _ if self.0 & Ref::NULL.0 == 0 => BinaryOp::Ne,
            _ => return None,
        };
        let null = logic.int(program, 0, logic.ty(term));
        Some(logic.compare(program, op, term, null))
    }

    fn show(self) -> String {
        let names = [(1, "null"), (2, "reference"), (4, "other")];
        let mine = names.iter().filter(|(bit, _)| self.0 & bit != 0);
        mine.map(|(_, name)| *name).collect::<Vec<_>>().join("|")
    }
}
