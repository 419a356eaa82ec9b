//! Which variables may be used before they are assigned.
//!
//! An indeterminate pointer leads to the environment. If every local pointer
//! counted as indeterminate, every pointer would lead there; so each function
//! is asked first, along its paths, which of its variables are surely assigned
//! as a whole before anything else is done with them.

use crate::layout::{self, Shape};
use program::{
    Cfa, Expr, ExprId, FunctionId, Id, Op, Place, PlaceId, Program, Query, VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The locals of the function that may be indeterminate when they are used, of
/// those that can hold an indeterminate pointer.
pub(crate) fn maybe_unassigned(
    program: &Program,
    function: FunctionId,
    cfa: &Cfa,
) -> FxHashSet<VarId> {
    let mut bits = FxHashMap::default();
    let mut vars = Vec::new();
    for &v in &program.functions[function].locals {
        let var = &program.vars[v];
        let matters = match layout::shape(program, var.ty) {
            Shape::Pointer | Shape::Aggregate => true,
            Shape::Number => var.addressed,
        };
        if matters && !var.kind.is_static() {
            bits.insert(v, vars.len());
            vars.push(v);
        }
    }
    let mut flow = Flow {
        program,
        bits,
        used: vec![false; vars.len()],
    };
    flow.run(cfa, &vars);
    let used = vars.iter().zip(&flow.used).filter(|(_, used)| **used);
    used.map(|(v, _)| *v).collect()
}

struct Flow<'p> {
    program: &'p Program,
    bits: FxHashMap<VarId, usize>,
    used: Vec<bool>,
}

type Row = Vec<u64>;

impl Flow<'_> {
    fn run(&mut self, cfa: &Cfa, vars: &[VarId]) {
        if vars.is_empty() {
            return;
        }
        let words = vars.len().div_ceil(64);
        // Indeterminate at each location; all rows that were reached.
        let mut rows: Vec<Option<Row>> = vec![None; cfa.location_count()];
        // Temporaries live, and blocks' variables have not begun to.
        let mut entry = vec![0; words];
        for (i, &v) in vars.iter().enumerate() {
            if self.program.vars[v].kind == VarKind::Temporary {
                entry[i / 64] |= 1 << (i % 64);
            }
        }
        rows[0] = Some(entry);
        let mut pending: std::collections::BTreeSet<usize> = [0].into();
        while let Some(at) = pending.pop_first() {
            let Some(row) = rows[at].clone() else {
                continue;
            };
            for edge in cfa.leaving(program::Location::new(at)) {
                let mut after = row.clone();
                self.step(&edge.op, &mut after);
                let to = edge.to.index();
                let changed = match &mut rows[to] {
                    Some(old) => {
                        let mut changed = false;
                        for (old, new) in old.iter_mut().zip(&after) {
                            changed |= new & !*old != 0;
                            *old |= new;
                        }
                        changed
                    }
                    slot => {
                        *slot = Some(after);
                        true
                    }
                };
                if changed {
                    pending.insert(to);
                }
            }
        }
    }

    fn step(&mut self, op: &Op, row: &mut Row) {
        match op {
            Op::Skip | Op::Unsupported { .. } => {}
            Op::Assume { condition, .. } => self.expr(*condition, row),
            Op::Assign { to, value } => {
                self.expr(*value, row);
                self.assign(*to, row);
            }
            // What is written is indeterminate again.
            Op::Havoc { place } => self.place(*place, row),
            Op::Call(call) => {
                if let program::Callee::Indirect(e) = call.callee {
                    self.expr(e, row);
                }
                for &a in &call.arguments {
                    self.expr(a, row);
                }
                if let Some(result) = call.result {
                    self.assign(result, row);
                }
            }
            Op::Return { value } => {
                if let Some(value) = value {
                    self.expr(*value, row);
                }
            }
            Op::Alloc { to, size, .. } => {
                self.expr(*size, row);
                self.assign(*to, row);
            }
            Op::Free { pointer } => self.expr(*pointer, row),
            Op::Enter { variables } => {
                for v in variables {
                    if let Some(&i) = self.bits.get(v) {
                        row[i / 64] |= 1 << (i % 64);
                    }
                }
            }
            Op::Exit { variables } => {
                for v in variables {
                    if let Some(&i) = self.bits.get(v) {
                        row[i / 64] &= !(1 << (i % 64));
                    }
                }
            }
            Op::VaStart { list } | Op::VaEnd { list } => self.place(*list, row),
            Op::VaArg { to, list } => {
                self.place(*list, row);
                self.assign(*to, row);
            }
            Op::VaCopy { to, from } => {
                self.place(*from, row);
                self.place(*to, row);
            }
        }
    }

    fn assign(&mut self, to: PlaceId, row: &mut Row) {
        match self.program.exprs.place(to) {
            Place::Var(v) => {
                if let Some(&i) = self.bits.get(&v) {
                    row[i / 64] &= !(1 << (i % 64));
                }
            }
            _ => self.place(to, row),
        }
    }

    fn place(&mut self, place: PlaceId, row: &Row) {
        match self.program.exprs.place(place) {
            Place::Var(v) => {
                if let Some(&i) = self.bits.get(&v) {
                    self.used[i] |= row[i / 64] >> (i % 64) & 1 == 1;
                }
            }
            Place::Deref(e) => self.expr(e, row),
            Place::Field(p, _) => self.place(p, row),
            Place::Index(p, i) => {
                self.place(p, row);
                self.expr(i, row);
            }
        }
    }

    fn expr(&mut self, expr: ExprId, row: &Row) {
        match self.program.exprs.get(expr) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => {}
            Expr::Load(p) | Expr::Address(p) => self.place(p, row),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a, row),
            Expr::Binary(_, a, b) => {
                self.expr(a, row);
                self.expr(b, row);
            }
            Expr::Query(query) => match query {
                Query::Readable(p) | Query::Writable(p) => self.place(p, row),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => self.expr(e, row),
                Query::Tracked | Query::Released => {}
            },
            Expr::Logical(logical) => {
                for (part, _) in logical.parts() {
                    self.expr(part, row);
                }
            }
        }
    }
}
