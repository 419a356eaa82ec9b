//! Choices as programs make them: by a value.
//!
//! What a slice does not follow is a choice: several edges leave a location, and a run takes
//! any of them. Analyses that tell paths apart by their conditions, and the machine, are made
//! for programs, which are deterministic.

use crate::translate::variable;
use program::{
    BinaryOp, Cfa, CfaBuilder, Edge, Fold, FunctionId, Initial, Linkage, Op, Program, Span, VarId,
    VarKind,
};

/// Lets an input decide each choice.
pub fn decide(program: &mut Program) {
    let int = program.types.common.int;
    let kind = VarKind::Global(Linkage::Internal);
    let choice = variable(program, "choice", int, (kind, None), Span::NONE);
    program.vars[choice].initial = Initial::Zero;
    let functions: Vec<FunctionId> = program.functions.ids().collect();
    for function in functions {
        if let Some(body) = program.functions[function].body.take() {
            program.functions[function].body = Some(decided(program, choice, &body));
        }
    }
}

fn decided(program: &mut Program, choice: VarId, body: &Cfa) -> Cfa {
    let int = program.types.common.int;
    let place = program.exprs.var(choice, int);
    let chosen = program.exprs.load(place);
    let mut b = CfaBuilder::like(body);
    for at in body.locations() {
        let edges = body.leaving(at);
        let Some((last, others)) = edges.split_last() else {
            continue;
        };
        if is_decided(edges) {
            edges.iter().for_each(|e| b.copy_edge(at, e.to, e));
            continue;
        }
        let mut from = b.location();
        b.ghost_edge(at, from, Op::Havoc { place }, last.span);
        for (number, edge) in others.iter().enumerate() {
            let (types, exprs) = (&program.types, &mut program.exprs);
            let number = exprs.int(types, number as i128, int);
            let condition = exprs.binary(types, BinaryOp::Eq, chosen, number, int, Fold::Exact);
            let (own, rest) = (b.location(), b.location());
            for (to, taken) in [(own, true), (rest, false)] {
                b.ghost_edge(from, to, Op::Assume { condition, taken }, edge.span);
            }
            b.copy_edge(own, edge.to, edge);
            from = rest;
        }
        b.copy_edge(from, last.to, last);
    }
    let exit = body.exit().unwrap_or_else(|| b.location());
    b.finish(body.entry(), exit)
}

/// Does a run take at most one of the edges?
fn is_decided(edges: &[Edge]) -> bool {
    match edges {
        [] | [_] => true,
        [a, b] => match (&a.op, &b.op) {
            (
                Op::Assume { condition, taken },
                Op::Assume {
                    condition: other,
                    taken: otherwise,
                },
            ) => condition == other && taken != otherwise,
            _ => false,
        },
        _ => false,
    }
}
