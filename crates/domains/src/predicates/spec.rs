//! The specification's own states as predicates: what ESP keeps states apart by, and
//! where seed 000 begins in the column "Spec" of its Table 4.
//!
//! An automaton is part of the program: its state is in variables that are compared right
//! before an error. All conditions of the program about these alone are its predicates.

use super::atoms::atoms;
use super::{Inner, reads, world};
use engine::Cx;
use program::{Callee, FunctionId, Id, Op, Program, VarId};
use rustc_hash::FxHashSet;
use solver::block::Block;

impl Inner {
    /// Tracks the specification's predicates at every place.
    pub(super) fn track_specification(&mut self, cx: &Cx<'_>) {
        let program = cx.program;
        let state = state_variables(program);
        let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
        for (_, edge) in bodies.flat_map(|b| b.edges()) {
            let Op::Assume { condition, .. } = edge.op else {
                continue;
            };
            let mut read = FxHashSet::default();
            reads(program, condition, &mut |var| {
                read.insert(var);
            });
            let global = read.iter().all(|&v| program.vars[v].kind.is_static());
            if !global || read.is_disjoint(&state) {
                continue;
            }
            let truth = self.encoder.truth(world(cx), &Block::default(), condition);
            let mut found = Vec::new();
            if let Some(truth) = truth {
                atoms(&mut self.encoder.terms, truth, &mut found);
            }
            for atom in found {
                self.precision
                    .track_everywhere(&mut self.encoder.terms, atom);
            }
        }
    }
}

/// The static variables that are read right before an error.
fn state_variables(program: &Program) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    let mut failing: FxHashSet<FunctionId> = FxHashSet::default();
    loop {
        let before = failing.len();
        for (function, f) in program.functions.enumerate() {
            let Some(body) = &f.body else {
                continue;
            };
            // From errors, and calls that always lead to one, back to what was assumed.
            let fails = |op: &Op| match op {
                Op::Call(call) => match call.callee {
                    Callee::Direct(callee) => failing.contains(&callee),
                    Callee::Indirect(_) => false,
                },
                _ => false,
            };
            let mut doomed = vec![false; body.location_count()];
            for &(at, _) in body.errors() {
                doomed[at.index()] = true;
            }
            for (_, edge) in body.edges().filter(|(_, e)| fails(&e.op)) {
                doomed[edge.from.index()] = true;
            }
            let mut changed = true;
            while changed {
                changed = false;
                for (_, edge) in body.edges() {
                    if !doomed[edge.to.index()] {
                        continue;
                    }
                    match edge.op {
                        Op::Assume { condition, .. } => {
                            reads(program, condition, &mut |var| {
                                found.insert(var);
                            });
                        }
                        _ if !doomed[edge.from.index()] => {
                            doomed[edge.from.index()] = true;
                            changed = true;
                        }
                        _ => {}
                    }
                }
            }
            if doomed[body.entry().index()] {
                failing.insert(function);
            }
        }
        if failing.len() == before {
            break;
        }
    }
    found.retain(|&v| program.vars[v].kind.is_static());
    found
}
