//! Which variables of the program are kept: flags that decide about the value. They are
//! integers, and pointers of which it is asked whether they are null.
//!
//! A branch matters if its arms do different things to the value (ESP, section 2). What
//! its condition compares is kept, and so, in turn, is what decides about assignments to
//! that. Which variables these are is a matter of precision alone: whatever is not kept
//! is a choice.

use crate::Detail;
use crate::draft::Draft;
use crate::facts::without_pointer_casts;
use crate::plan::compared_with_null;
use crate::translate::{Copy, Slicer};
use program::{Expr, ExprId, FunctionId, Op, Place, Qualifiers, VarId, VarKind};
use rustc_hash::FxHashSet;

/// A variable that is assigned more often is no flag.
const MOST_WRITES: usize = 24;
/// How often one looks for what decides about flags.
const ROUNDS: usize = 4;
/// With more flags than this nobody looks for others.
const MOST_FLAGS: usize = 64;
const MOST_STATIC_FLAGS: usize = 512;

impl Slicer<'_, '_> {
    /// Finds the flags. `copies` are the functions there are.
    pub(crate) fn find_flags(&mut self, copies: &[Copy], detail: Detail) {
        if detail == Detail::Calls {
            self.find_flags(copies, Detail::Local);
        }
        for _ in 0..ROUNDS {
            let mut found: FxHashSet<VarId> = FxHashSet::default();
            self.find_effective(copies);
            let mut looked_at = self.effective.clone();
            if detail == Detail::Calls {
                self.find_relevant(copies);
                looked_at.extend(self.relevant.iter().flatten());
            }
            for copy in looked_at {
                if self.plan.library[copy.0] {
                    self.statuses(copy.0, &mut found);
                    continue;
                }
                let known = match self.relevant {
                    None => self.drafts.remove(&copy),
                    Some(_) => None,
                };
                let draft = known.or_else(|| self.draft(copy));
                let choices = draft.iter().flat_map(Draft::open_choices);
                for condition in choices {
                    self.compared(condition, &mut found);
                }
            }
            self.handed_over(&mut found);
            if detail == Detail::Calls {
                // There are calls everywhere; what decides about them far away is static.
                found.retain(|v| self.plan.input.program.vars[*v].kind.is_static());
            }
            self.relevant = None;
            found.retain(|v| !self.flags.contains(v));
            let most = match detail {
                Detail::Local => MOST_FLAGS,
                Detail::Calls => MOST_STATIC_FLAGS,
            };
            if found.is_empty() || self.flags.len() > most {
                break;
            }
            self.keep(found);
        }
    }

    /// Keeps flags: from now on, something happens where they are assigned.
    fn keep(&mut self, found: FxHashSet<VarId>) {
        for &var in &found {
            for &writer in self.plan.writers.get(&var).into_iter().flatten() {
                self.unknown.insert((writer, 0));
                self.unknown.extend(self.plan.copies.of(writer));
            }
        }
        self.flags.extend(found);
        self.drafts.clear();
    }

    /// The variables of a condition, if it is over flags alone.
    fn compared(&self, condition: ExprId, found: &mut FxHashSet<VarId>) {
        let program = self.plan.input.program;
        if let Some(pointer) = compared_with_null(program, condition) {
            let pointer = without_pointer_casts(program, pointer);
            if let Expr::Load(place) = program.exprs.get(pointer)
                && let Place::Var(v) = program.exprs.place(place)
                && self.is_flag(v)
            {
                found.insert(v);
            }
            return;
        }
        self.flags_of(condition, found);
    }

    /// Collects the variables of an expression; false if it is over more than integer
    /// variables.
    fn integers(&self, expr: ExprId, found: &mut Vec<VarId>) -> bool {
        let program = self.plan.input.program;
        match program.exprs.get(expr) {
            Expr::Int(_) => true,
            Expr::Load(place) => match program.exprs.place(place) {
                Place::Var(v) => {
                    found.push(v);
                    program.types.is_integer(program.vars[v].ty)
                }
                Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
            },
            Expr::Unary(_, a) | Expr::Cast(a) => self.integers(a, found),
            Expr::Binary(_, a, b) => self.integers(a, found) && self.integers(b, found),
            Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => false,
        }
    }

    /// All that automata ask of in the library is the status with which a run ends.
    fn statuses(&self, function: FunctionId, found: &mut FxHashSet<VarId>) {
        let program = self.plan.input.program;
        let body = program.functions[function].body.as_ref();
        let ghosts = body.into_iter().flat_map(|b| b.edges());
        for (_, edge) in ghosts.filter(|(_, e)| e.ghost) {
            let mut variables = Vec::new();
            if let Op::Assume { condition, .. } = edge.op
                && self.integers(condition, &mut variables)
            {
                let vars = &program.vars;
                variables.retain(|&v| vars[v].kind == VarKind::Parameter && !vars[v].addressed);
                found.extend(variables);
            }
        }
    }

    /// What comes to a status decides as much as the status.
    fn handed_over(&self, found: &mut FxHashSet<VarId>) {
        let program = self.plan.input.program;
        let is_status = |v: &VarId| self.flags.contains(v) || found.contains(v);
        let mut ends: Vec<(FunctionId, usize)> = Vec::new();
        for (f, function) in program.functions.enumerate() {
            if self.plan.library[f] {
                let statuses = function.parameters.iter().enumerate();
                let statuses = statuses.filter(|(_, v)| is_status(v));
                ends.extend(statuses.map(|(i, _)| (f, i)));
            }
        }
        if ends.is_empty() {
            return;
        }
        let entry = self.plan.input.entry;
        for &f in self.plan.input.pointers.calls().reached() {
            let Some(body) = &program.functions[f].body else {
                continue;
            };
            for (id, edge) in body.edges() {
                match &edge.op {
                    Op::Return { value: Some(value) } if f == entry => {
                        self.flags_of(*value, found);
                    }
                    Op::Call(call) => {
                        let callees = self.plan.input.pointers.calls().callees(f, id);
                        for &(_, i) in ends.iter().filter(|(end, _)| callees.contains(end)) {
                            if let Some(&given) = call.arguments.get(i) {
                                self.flags_of(given, found);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The variables of an expression, if it is over flags alone.
    fn flags_of(&self, expr: ExprId, found: &mut FxHashSet<VarId>) {
        let mut variables = Vec::new();
        if self.integers(expr, &mut variables) && variables.iter().all(|&v| self.is_flag(v)) {
            found.extend(variables);
        }
    }

    fn is_flag(&self, var: VarId) -> bool {
        let plan = self.plan;
        let v = &plan.input.program.vars[var];
        let written = plan.writers.get(&var).map_or(0, Vec::len);
        !v.ghost
            && !v.addressed
            && !v.thread_local
            && !v.declared.quals.contains(Qualifiers::VOLATILE)
            && v.function.is_none_or(|f| !plan.library[f])
            && (plan.input.program.types.is_integer(v.ty)
                || plan.input.program.types.is_pointer(v.ty))
            && !plan.follows(self.focus, var)
            && written <= MOST_WRITES
    }
}
