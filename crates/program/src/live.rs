//! Which variables can still be read: what a dead one holds tells no states apart,
//! and a dead temporary keeps no block from being lost. And which exist.

use crate::cfa::{Callee, Cfa, Op};
use crate::expr::{Expr, Place, Query};
use crate::ids::{ExprId, Id, Location, PlaceId, VarId};
use crate::program::Program;

/// For each location of a function, the variables that may be read from there on.
/// They are numbered by whoever asks; those without a number are not followed. The
/// address of a variable is taken for a use, so only variables whose address goes
/// nowhere should have one.
#[derive(Default)]
pub struct Live {
    words: usize,
    /// `words` for each location.
    bits: Vec<u64>,
    /// Locations that more than one edge leads to.
    joins: Vec<bool>,
}

impl Live {
    pub fn of(
        program: &Program,
        cfa: &Cfa,
        numbers: usize,
        number: &dyn Fn(VarId) -> Option<usize>,
    ) -> Live {
        let words = numbers.div_ceil(64);
        let count = cfa.location_count();
        let mut live = Live {
            words,
            bits: vec![0; words * count],
            joins: vec![false; count],
        };
        let mut entered = vec![false; count];
        for (_, edge) in cfa.edges() {
            let to = edge.to.index();
            live.joins[to] |= entered[to];
            entered[to] = true;
        }
        // Backwards until nothing changes; locations are in reverse postorder.
        let mut row = vec![0u64; words];
        loop {
            let mut changed = false;
            for at in cfa.locations().rev() {
                let mut union = vec![0u64; words];
                for edge in cfa.leaving(at) {
                    row.copy_from_slice(live.row(edge.to));
                    transfer(program, number, &edge.op, &mut row);
                    for (u, r) in union.iter_mut().zip(&row) {
                        *u |= r;
                    }
                }
                let from = at.index() * words;
                let old = &mut live.bits[from..from + words];
                if old != union {
                    old.copy_from_slice(&union);
                    changed = true;
                }
            }
            if !changed {
                return live;
            }
        }
    }

    fn row(&self, at: Location) -> &[u64] {
        let from = at.index() * self.words;
        &self.bits[from..from + self.words]
    }

    pub fn is_live(&self, at: Location, number: usize) -> bool {
        self.row(at)[number / 64] >> (number % 64) & 1 != 0
    }

    pub fn is_join(&self, at: Location) -> bool {
        self.joins[at.index()]
    }
}

/// Whether a variable lives whenever a location is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    Always,
    Never,
    Sometimes,
}

/// Whether a variable of the function, or of the program, exists at a location.
pub fn life(body: &Cfa, var: VarId, at: Location) -> Life {
    let entered = body
        .edges()
        .any(|(_, e)| matches!(&e.op, Op::Enter { variables } if variables.contains(&var)));
    if !entered {
        // Parameters and temporaries live as long as the call; so does what no
        // block has.
        return Life::Always;
    }
    // [dead, alive] by location.
    let mut reached = vec![[false; 2]; body.location_count()];
    let mut pending = vec![(body.entry(), false)];
    reached[body.entry().index()][0] = true;
    while let Some((from, alive)) = pending.pop() {
        for edge in body.leaving(from) {
            let alive = match &edge.op {
                Op::Enter { variables } if variables.contains(&var) => true,
                Op::Exit { variables } if variables.contains(&var) => false,
                _ => alive,
            };
            let seen = &mut reached[edge.to.index()][usize::from(alive)];
            if !std::mem::replace(seen, true) {
                pending.push((edge.to, alive));
            }
        }
    }
    match reached[at.index()] {
        [false, true] => Life::Always,
        [_, false] => Life::Never,
        [true, true] => Life::Sometimes,
    }
}

/// From the variables live after an operation to those live before it.
fn transfer(program: &Program, number: &dyn Fn(VarId) -> Option<usize>, op: &Op, row: &mut [u64]) {
    let mut uses = Uses {
        program,
        number,
        row,
    };
    match op {
        Op::Skip | Op::Unsupported { .. } => {}
        Op::Assume { condition, .. } => uses.expr(*condition),
        Op::Assign { to, value } => {
            uses.written(*to);
            uses.expr(*value);
        }
        Op::Havoc { place } => uses.written(*place),
        Op::Call(call) => {
            if let Some(result) = call.result {
                uses.written(result);
            }
            if let Callee::Indirect(callee) = call.callee {
                uses.expr(callee);
            }
            for &argument in &call.arguments {
                uses.expr(argument);
            }
        }
        Op::Return { value } => {
            uses.row.fill(0);
            if let Some(value) = value {
                uses.expr(*value);
            }
        }
        Op::Alloc { to, size, .. } => {
            uses.written(*to);
            uses.expr(*size);
        }
        Op::Free { pointer } => uses.expr(*pointer),
        Op::Enter { variables } | Op::Exit { variables } => {
            for &var in variables {
                uses.clear(var);
            }
        }
        Op::VaStart { list } | Op::VaEnd { list } => uses.place(*list),
        Op::VaArg { to, list } => {
            uses.written(*to);
            uses.place(*list);
        }
        Op::VaCopy { to, from } => {
            uses.place(*to);
            uses.place(*from);
        }
    }
}

struct Uses<'a> {
    program: &'a Program,
    number: &'a dyn Fn(VarId) -> Option<usize>,
    row: &'a mut [u64],
}

impl Uses<'_> {
    fn clear(&mut self, var: VarId) {
        if let Some(n) = (self.number)(var) {
            self.row[n / 64] &= !(1 << (n % 64));
        }
    }

    fn written(&mut self, place: PlaceId) {
        match self.program.exprs.place(place) {
            Place::Var(var) => self.clear(var),
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => self.place(place),
        }
    }

    fn place(&mut self, place: PlaceId) {
        match self.program.exprs.place(place) {
            Place::Var(var) => {
                if let Some(n) = (self.number)(var) {
                    self.row[n / 64] |= 1 << (n % 64);
                }
            }
            Place::Deref(e) => self.expr(e),
            Place::Field(base, _) => self.place(base),
            Place::Index(base, e) => {
                self.place(base);
                self.expr(e);
            }
        }
    }

    fn expr(&mut self, expr: ExprId) {
        match self.program.exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => {}
            Expr::Load(place) | Expr::Address(place) => self.place(place),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Query(query) => match query {
                Query::Readable(place) | Query::Writable(place) => self.place(place),
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
}
