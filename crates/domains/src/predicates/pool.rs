//! The first pool of predicates, where formulae are exchanged: what the program itself asks.
//! HECTOR's users wrote predicates down procedure by procedure; here the conditions of a
//! function's branches, its assertions among them, are tracked everywhere in it, and the
//! constants of variables that are given one and no other.

use super::atoms::atoms;
use super::{Inner, world};
use engine::{Cx, Lesson};
use program::{Cfa, Expr, ExprId, FunctionId, Location, Op, Place, VarId};
use solver::Term;
use solver::block::Block;
use std::collections::BTreeMap;

/// Predicates of one function at the most: each of them is a question at every step.
const MOST: usize = 16;

impl Inner {
    pub(super) fn track_conditions(&mut self, cx: &Cx<'_>) {
        for &function in cx.pointers.calls().reached() {
            let Some(body) = &cx.function(function).body else {
                continue;
            };
            let mut pool: Vec<Term> = Vec::new();
            // What the program asks comes before what checks ask, of which there are many.
            for checks in [false, true] {
                for (_, edge) in body.edges() {
                    if let Op::Assume { condition, .. } = edge.op
                        && is_check(body, edge.from) == checks
                    {
                        self.ask(cx, condition, &mut pool);
                    }
                }
            }
            pool.truncate(MOST);
            let constants = constants(cx, function, body);
            for (var, value) in constants {
                let load = cx.program.exprs.find_var(var, cx.program.vars[var].ty);
                let term = load.and_then(|place| self.contents_of(cx, place));
                let value = self.encoder.term(world(cx), &Block::default(), value);
                if let Some((term, value)) = term.zip(value) {
                    pool.push(self.encoder.terms.eq(term, value));
                }
            }
            for at in body.locations().filter(|&at| body.error_at(at).is_none()) {
                for &atom in &pool {
                    self.track(cx, (function, at), atom, &mut Lesson::default());
                }
            }
        }
    }

    fn ask(&mut self, cx: &Cx<'_>, condition: ExprId, pool: &mut Vec<Term>) {
        let truth = self.encoder.truth(world(cx), &Block::default(), condition);
        let mut found = Vec::new();
        if let Some(truth) = truth {
            atoms(&mut self.encoder.terms, truth, &mut found);
        }
        for atom in found {
            if !pool.contains(&atom) && self.encoder.is_predicate(atom) {
                pool.push(atom);
            }
        }
    }

    /// What a place holds, if the program reads it somewhere.
    fn contents_of(&mut self, cx: &Cx<'_>, place: program::PlaceId) -> Option<Term> {
        let exprs = &cx.program.exprs;
        let mut all = (0..exprs.len()).map(<ExprId as program::Id>::new);
        let load = all.find(|&e| exprs.get(e) == Expr::Load(place))?;
        self.encoder.term(world(cx), &Block::default(), load)
    }
}

/// Does one of the ways from a location lead to an error at once?
fn is_check(body: &Cfa, from: Location) -> bool {
    let mut edges = body.leaving(from).iter();
    edges.any(|edge| body.error_at(edge.to).is_some())
}

/// The local numbers that are set to one constant and to nothing else.
fn constants(cx: &Cx<'_>, function: FunctionId, body: &Cfa) -> Vec<(VarId, ExprId)> {
    let program = cx.program;
    let mut set: BTreeMap<VarId, Option<ExprId>> = BTreeMap::new();
    for (_, edge) in body.edges() {
        let (to, value) = match edge.op {
            Op::Assign { to, value } => (to, Some(value)),
            Op::Havoc { place } => (place, None),
            Op::Call(ref call) => match call.result {
                Some(to) => (to, None),
                None => continue,
            },
            _ => continue,
        };
        if let Place::Var(var) = program.exprs.place(to)
            && program.vars[var].function == Some(function)
            && !program.vars[var].addressed
        {
            let constant = value.filter(|&v| program.exprs.int_value(v).is_some());
            let known = set.entry(var).or_insert(constant);
            if *known != constant {
                *known = None;
            }
        }
    }
    let found = set
        .into_iter()
        .filter_map(|(var, value)| Some((var, value?)));
    found
        .filter(|(var, _)| program.types.int_kind(program.vars[*var].ty).is_some())
        .collect()
}
