//! What automata may do at one moment of a program.

use super::matching::{Literal, Sight};
use super::terms::Deed;
use super::{Made, Scribe, problem};
use crate::automaton::{Kind, Target, Transition};
use program::{BinaryOp, Edge, Expr, ExprId, FunctionId, Name, Op, Program, Span, VarKind};
use std::collections::BTreeMap;

/// A moment at which automata may move.
pub(super) enum Moment<'m> {
    /// An operation is about to happen (a branch: has just been decided).
    Operation {
        edge: &'m Edge,
    },
    /// A call has come back.
    Return {
        edge: &'m Edge,
        /// As they were before the call.
        arguments: &'m [ExprId],
        result: Option<ExprId>,
    },
    Label {
        name: Name,
        span: Span,
    },
    Entry {
        span: Span,
    },
}

impl Moment<'_> {
    pub fn span(&self) -> Span {
        match self {
            Moment::Operation { edge } | Moment::Return { edge, .. } => edge.span,
            Moment::Label { span, .. } | Moment::Entry { span } => *span,
        }
    }

    pub fn operation(&self) -> Option<&Op> {
        match self {
            Moment::Operation { edge } => Some(&edge.op),
            Moment::Return { .. } | Moment::Label { .. } | Moment::Entry { .. } => None,
        }
    }
}

/// What one automaton may do.
pub(super) struct Plan<'s> {
    pub automaton: usize,
    /// For each state what may happen in it, in order.
    pub states: Vec<(usize, Vec<Candidate<'s>>)>,
    /// Conditions under which the value that is watched is created anew.
    pub renewals: Vec<Vec<Literal>>,
}

/// A transition that may be taken.
pub(super) struct Candidate<'s> {
    pub transition: &'s Transition,
    /// The trigger's.
    pub conditions: Vec<Literal>,
    /// For each assertion the ways in which it holds.
    pub assertions: Vec<Vec<Vec<Literal>>>,
    pub assumptions: Vec<Literal>,
    pub deeds: Vec<Deed>,
    /// The value whose instance is created.
    pub created: Option<ExprId>,
    pub bound: BTreeMap<u32, ExprId>,
}

impl Candidate<'_> {
    /// Does nothing happen if it is taken?
    fn is_idle(&self, state: usize, kind: Kind) -> bool {
        self.transition.target == Target::State(state)
            && self.deeds.is_empty()
            && self.assertions.is_empty()
            && self.created.is_none()
            && (kind == Kind::Observer || self.assumptions.is_empty())
    }

    /// Does the same happen if the other is taken?
    pub fn does_the_same(&self, other: &Candidate<'_>) -> bool {
        self.transition.target == other.transition.target
            && self.created.is_none()
            && other.created.is_none()
            && self.deeds.is_empty()
            && other.deeds.is_empty()
    }

    /// Can it not be taken together with the other?
    pub fn excludes(&self, other: &Candidate<'_>, program: &Program) -> bool {
        let mine = self.conditions.iter().chain(&self.assumptions);
        let mut mine = mine.copied();
        mine.any(|a| {
            let mut theirs = other.conditions.iter().chain(&other.assumptions);
            theirs.any(|&b| exclusive(program, a, b))
        })
    }
}

/// Are the two never true together?
fn exclusive(p: &Program, (a, a_truth): Literal, (b, b_truth): Literal) -> bool {
    if a == b {
        return a_truth != b_truth;
    }
    let (Expr::Binary(op, x, y), Expr::Binary(other, z, w)) = (p.exprs.get(a), p.exprs.get(b))
    else {
        return false;
    };
    if !a_truth || !b_truth {
        return false;
    }
    match (op, other) {
        (BinaryOp::Eq, BinaryOp::Lt) | (BinaryOp::Lt, BinaryOp::Eq) => {
            (x, y) == (z, w) || (x, y) == (w, z)
        }
        (BinaryOp::Lt, BinaryOp::Lt) => (x, y) == (w, z),
        (BinaryOp::Eq, BinaryOp::Eq) => {
            let values = (p.exprs.int_value(y), p.exprs.int_value(w));
            x == z && matches!(values, (Some(v), Some(u)) if v != u)
        }
        _ => false,
    }
}

impl<'s> Scribe<'s> {
    /// What the automata may do, in their order.
    pub(super) fn plans(
        &mut self,
        function: FunctionId,
        moment: &Moment<'_>,
    ) -> Made<Vec<Plan<'s>>> {
        let mut plans = Vec::new();
        for automaton in 0..self.specification.automata.len() {
            plans.extend(self.plan(automaton, function, moment)?);
        }
        Ok(plans)
    }

    /// May an automaton look at what a call gave, or at the time after it?
    pub(super) fn returns_matter(&mut self, function: FunctionId, edge: &Edge) -> bool {
        (0..self.specification.automata.len()).any(|a| self.return_matters(a, function, edge))
    }

    fn return_matters(&mut self, automaton: usize, function: FunctionId, edge: &Edge) -> bool {
        let Op::Call(call) = &edge.op else {
            return false;
        };
        let result = call.result.map(|place| self.program.exprs.load(place));
        let moment = Moment::Return {
            edge,
            arguments: &call.arguments,
            result,
        };
        // A problem will be met again, and reported.
        !matches!(self.plan(automaton, function, &moment), Ok(None))
    }

    fn plan(
        &mut self,
        number: usize,
        function: FunctionId,
        moment: &Moment<'_>,
    ) -> Made<Option<Plan<'s>>> {
        if let Some(op) = moment.operation()
            && !is_step(&self.program, op)
        {
            return Ok(None);
        }
        let automaton = &self.specification.automata[number];
        let mut states = Vec::new();
        let mut specific = false;
        for (index, state) in automaton.states.iter().enumerate() {
            let mut candidates = Vec::new();
            for transition in &state.transitions {
                let sight = Sight {
                    automaton: number,
                    function,
                    moment,
                    span: transition.span,
                };
                let cases = self.cases(sight, &transition.trigger, true, &BTreeMap::new())?;
                for case in cases {
                    specific |= case.specific;
                    candidates.push((sight, transition, case));
                }
            }
            if !candidates.is_empty() {
                states.push((index, candidates));
            }
        }
        // What matches always, matches at operations; with others it is only
        // looked at together with what speaks of them.
        let general = match moment {
            Moment::Operation { edge } => {
                !self.is_library(function) && !self.return_matters(number, function, edge)
            }
            Moment::Return { .. } | Moment::Label { .. } | Moment::Entry { .. } => false,
        };
        if states.is_empty() || !specific && !general {
            return Ok(None);
        }
        let mut plan = Plan {
            automaton: number,
            states: Vec::new(),
            renewals: Vec::new(),
        };
        for (index, found) in states {
            let mut candidates = Vec::new();
            for (sight, transition, case) in found {
                candidates.push(self.candidate(sight, transition, case)?);
            }
            self.renewals(number, &candidates, &mut plan.renewals);
            let idle = |c: &Candidate<'_>| c.is_idle(index, automaton.kind);
            while candidates.last().is_some_and(idle) && !automaton.states[index].all {
                candidates.pop();
            }
            if !candidates.iter().all(idle) {
                plan.states.push((index, candidates));
            }
        }
        Ok((!plan.states.is_empty()).then_some(plan))
    }

    fn candidate(
        &mut self,
        at: Sight<'_>,
        transition: &'s Transition,
        case: super::matching::Case,
    ) -> Made<Candidate<'s>> {
        let bound = case.bound;
        let mut conditions = case.conditions;
        let mut created = None;
        let instance = self.specification.automata[at.automaton].created;
        if let Some((number, span)) = transition.create {
            let value = bound.get(&number).copied();
            created = value.and_then(|v| self.as_value(v));
            if created.is_none() {
                let message = "an instance belongs to an integer or a pointer";
                return Err(problem(&self.program, span, at.moment.span(), message));
            }
        } else if let Some(number) = instance
            && let Some(&value) = bound.get(&number)
            && let Some(tracked) = self.ghosts[at.automaton].tracked
        {
            let Some(value) = self.as_value(value) else {
                let message = format!("`${number}` is neither an integer nor a pointer");
                let place = at.moment.span();
                return Err(problem(&self.program, at.span, place, &message));
            };
            let tracked = self.load(tracked);
            conditions.push((self.binary(BinaryOp::Eq, value, tracked), true));
        }
        let mut assertions = Vec::new();
        for assertion in &transition.assertions {
            let ways = self.cases(at, assertion, true, &bound)?;
            assertions.push(ways.into_iter().map(|c| c.conditions).collect());
        }
        let (deeds, after) = self.deeds(at, &transition.actions, &bound)?;
        let mut assumptions = Vec::new();
        for node in &transition.assumptions {
            self.conditions(at, node, &bound, &after, true, &mut assumptions)?;
        }
        Ok(Candidate {
            transition,
            conditions,
            assertions,
            assumptions,
            deeds,
            created,
            bound,
        })
    }

    /// A value that is created again is another one: the address was used anew.
    fn renewals(
        &mut self,
        automaton: usize,
        candidates: &[Candidate<'_>],
        renewals: &mut Vec<Vec<Literal>>,
    ) {
        let Some(tracked) = self.ghosts[automaton].tracked else {
            return;
        };
        for candidate in candidates {
            if let Some(value) = candidate.created {
                let tracked = self.load(tracked);
                let same = self.binary(BinaryOp::Eq, value, tracked);
                let mut conditions = candidate.conditions.clone();
                conditions.extend(&candidate.assumptions);
                conditions.push((same, true));
                renewals.push(conditions);
            }
        }
    }
}

/// Is it something that the programmer wrote to be done?
fn is_step(program: &Program, op: &Op) -> bool {
    match op {
        Op::Skip | Op::Enter { .. } | Op::Exit { .. } | Op::Unsupported { .. } => false,
        Op::Assign { to, .. } => {
            let root = program.exprs.root(*to);
            root.is_none_or(|v| program.vars[v].kind != VarKind::Temporary)
        }
        Op::Assume { .. }
        | Op::Havoc { .. }
        | Op::Call(_)
        | Op::Return { .. }
        | Op::Alloc { .. }
        | Op::Free { .. }
        | Op::VaStart { .. }
        | Op::VaArg { .. }
        | Op::VaCopy { .. }
        | Op::VaEnd { .. } => true,
    }
}
