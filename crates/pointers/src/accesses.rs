//! The memory accesses of an operation: which places it reads and writes.

use program::{Callee, Expr, ExprId, Op, Place, PlaceId, Program, Query};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Calls `found` for every place that the operation reads or writes, in order
/// of evaluation. Places that a written or read place is found through count
/// as read; the memory of variables that begin or cease to live does not.
pub(crate) fn each(program: &Program, op: &Op, found: &mut dyn FnMut(PlaceId, Access)) {
    let mut walk = Walk { program, found };
    match op {
        Op::Skip | Op::Unsupported { .. } | Op::Enter { .. } | Op::Exit { .. } => {}
        Op::Assume { condition, .. } => walk.expr(*condition),
        Op::Assign { to, value } => {
            walk.expr(*value);
            walk.write(*to);
        }
        Op::Havoc { place } => walk.write(*place),
        Op::Call(call) => {
            match call.callee {
                Callee::Direct(_) => {}
                Callee::Indirect(e) => walk.expr(e),
            }
            for &argument in &call.arguments {
                walk.expr(argument);
            }
            if let Some(result) = call.result {
                walk.write(result);
            }
        }
        Op::Return { value } => {
            if let Some(value) = value {
                walk.expr(*value);
            }
        }
        Op::Alloc { to, size, .. } => {
            walk.expr(*size);
            walk.write(*to);
        }
        Op::Free { pointer } => walk.expr(*pointer),
        Op::VaStart { list } => walk.write(*list),
        Op::VaArg { to, list } => {
            walk.read(*list);
            walk.write(*list);
            walk.write(*to);
        }
        Op::VaCopy { to, from } => {
            walk.read(*from);
            walk.write(*to);
        }
        Op::VaEnd { list } => walk.read(*list),
    }
}

struct Walk<'a> {
    program: &'a Program,
    found: &'a mut dyn FnMut(PlaceId, Access),
}

impl Walk<'_> {
    fn expr(&mut self, expr: ExprId) {
        match self.program.exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => {}
            Expr::Load(place) => self.read(place),
            Expr::Address(place) => self.inside(place),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            // Asking about a place does not read it.
            Expr::Query(query) => match query {
                Query::Readable(place) | Query::Writable(place) => self.inside(place),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => self.expr(e),
                Query::Tracked | Query::Released => {}
            },
            Expr::Logical(logical) => {
                for (part, _) in logical.parts() {
                    self.expr(part);
                }
            }
        }
    }

    fn read(&mut self, place: PlaceId) {
        self.inside(place);
        (self.found)(place, Access::Read);
    }

    fn write(&mut self, place: PlaceId) {
        self.inside(place);
        (self.found)(place, Access::Write);
    }

    /// What finding a place reads.
    fn inside(&mut self, place: PlaceId) {
        match self.program.exprs.place(place) {
            Place::Var(_) => {}
            Place::Deref(e) => self.expr(e),
            Place::Field(p, _) => self.inside(p),
            Place::Index(p, i) => {
                self.inside(p);
                self.expr(i);
            }
        }
    }
}
