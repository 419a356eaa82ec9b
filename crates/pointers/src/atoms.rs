//! Where the targets of an expression come from: the places it reads and the
//! addresses it takes, each with the way that its targets are moved.

use crate::layout::{self, Root, Shape};
use crate::offsets::gcd;
use crate::{Members, Offsets};
use program::{BinaryOp, Expr, ExprId, FunctionId, PlaceId, Program, TypeId, VarId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// What a place holds; `pointer`: it is read as a pointer.
    Read {
        place: PlaceId,
        width: u32,
        pointer: bool,
    },
    Var(VarId),
    Function(FunctionId),
}

/// How targets are moved: by `first`, then any number of `walk` bytes without
/// leaving the array that the target is in, then by `then`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Way {
    pub first: Offsets,
    /// 0 if there is no such step; then `first` is not used either.
    pub walk: u64,
    pub then: Offsets,
}

impl Way {
    pub fn of(then: Offsets) -> Way {
        Way {
            first: Offsets::ZERO,
            walk: 0,
            then,
        }
    }

    pub fn apply(self, offsets: Offsets) -> Offsets {
        let offsets = match self.walk {
            0 => offsets,
            stride => walk(offsets.moved(self.first), stride),
        };
        offsets.moved(self.then)
    }

    fn after(mut self, by: Offsets) -> Way {
        match self.walk {
            0 => self.then = by.moved(self.then),
            _ => self.first = by.moved(self.first),
        }
        self
    }

    fn after_walk(mut self, stride: u64) -> Way {
        match self.walk {
            0 => self.walk = stride,
            walk if self.first == Offsets::ZERO => self.walk = gcd(walk, stride),
            walk => {
                let known = self.first.plus(Offsets::every(walk));
                self.then = self.then.plus(known);
                self.first = Offsets::ZERO;
                self.walk = stride;
            }
        }
        self
    }
}

/// Offsets any number of elements further, if arrays are not left.
pub(crate) fn walk(offsets: Offsets, stride: u64) -> Offsets {
    let step = offsets.step();
    if step != 0 && stride.is_multiple_of(step) {
        return offsets;
    }
    offsets.plus(Offsets::every(stride))
}

/// The atoms of a scalar expression.
pub(crate) fn atoms(program: &Program, members: Members, expr: ExprId) -> Vec<(Atom, Way)> {
    let mut walk = Atoms {
        program,
        members,
        found: Vec::new(),
    };
    walk.add(expr, Way::of(Offsets::ZERO));
    walk.found
}

struct Atoms<'p> {
    program: &'p Program,
    members: Members,
    found: Vec<(Atom, Way)>,
}

impl Atoms<'_> {
    fn add(&mut self, expr: ExprId, way: Way) {
        let program = self.program;
        match program.exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Query(_) | Expr::Logical(_) => {}
            Expr::Function(f) => self.found.push((Atom::Function(f), way)),
            Expr::Load(place) => {
                let shape = layout::shape(program, program.exprs.ty(expr));
                let read = Atom::Read {
                    place,
                    width: layout::place_width(program, place),
                    pointer: shape == Shape::Pointer,
                };
                self.found.push((read, way));
            }
            Expr::Address(place) => {
                let (root, offsets) = layout::resolve(program, self.members, place);
                let way = way.after(offsets);
                match root {
                    Root::Var(v) => self.found.push((Atom::Var(v), way)),
                    Root::Pointer(e) => self.add(e, way),
                }
            }
            // Whatever becomes of its bits, the number may be made a pointer again.
            Expr::Unary(_, a) => self.add(a, Way::of(Offsets::ANY)),
            Expr::Binary(op, a, b) => self.binary(expr, op, a, b, way),
            Expr::Cast(a) => {
                if self.carries(program.exprs.ty(expr)) && self.carries(program.exprs.ty(a)) {
                    self.add(a, way);
                }
            }
        }
    }

    fn carries(&self, ty: TypeId) -> bool {
        let shape = layout::shape(self.program, ty);
        matches!(shape, Shape::Number | Shape::Pointer) && ty != self.program.types.common.bool
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId, way: Way) {
        use BinaryOp::*;
        let exprs = &self.program.exprs;
        let constant = |e: ExprId| exprs.int_value(e);
        match op {
            Eq | Ne | Lt | Le | PointerDiff => {}
            PointerAdd => {
                let stride = layout::stride(self.program, exprs.ty(expr)).unwrap_or(1);
                let moved = match constant(b) {
                    Some(n) if stride == 1 => way.after(self.whole_words(n)),
                    _ if self.members == Members::Contain => way.after_walk(stride),
                    _ => way.after(Offsets::every(stride)),
                };
                self.add(a, moved);
                // A number added to a null pointer is the pointer it was made from.
                if constant(a).is_some() {
                    self.add(b, Way::of(Offsets::ANY));
                }
            }
            Add | Sub => {
                let sign = if op == Sub { -1 } else { 1 };
                match (constant(a), constant(b)) {
                    (_, Some(n)) => self.add(a, way.after(self.whole_words(sign * n))),
                    (Some(n), None) if op == Add => self.add(b, way.after(self.whole_words(n))),
                    _ => {
                        self.add(a, Way::of(Offsets::ANY));
                        self.add(b, Way::of(Offsets::ANY));
                    }
                }
            }
            And | Or | Xor | Mul | Div | Rem | Shl | Shr => {
                self.add(a, Way::of(Offsets::ANY));
                self.add(b, Way::of(Offsets::ANY));
            }
        }
    }

    /// Moves by whole words lead from member to member (`container_of`); others
    /// go through bytes, and where to is not followed.
    fn whole_words(&self, bytes: i128) -> Offsets {
        let word = i128::from(self.program.model().pointer_size());
        match i64::try_from(bytes) {
            Ok(n) if bytes % word == 0 => Offsets::exact(n),
            _ => Offsets::ANY,
        }
    }
}
