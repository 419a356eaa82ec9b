//! An abstract path to a violation in the words of its automaton: the transitions, and the
//! branches on which the path depends.

use crate::explore::{Exploration, NodeId};
use crate::refine::Move;
use crate::verify::Prepared;
use program::{BinaryOp, Cfa, Expr, ExprId, FunctionId, Op, Place, Program, Span};
use properties::{Observer, Property, Violation};

/// Branches that are told between two transitions: the last ones.
const MOST_BRANCHES: usize = 8;

/// Something that is worth telling of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passage {
    pub span: Span,
    /// The name of the function it happens in.
    pub function: String,
    /// Number of open calls below the entry function.
    pub depth: u32,
    pub what: Happening,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// The function of this name is called.
    Call(String),
    Branch {
        condition: String,
        taken: bool,
    },
    /// The automaton comes from a state to another.
    Transition {
        from: String,
        to: String,
    },
    /// What must not happen, in the automaton's words.
    Violation(String),
    /// So many branches are not told.
    Omitted(usize),
}

/// What happens on a path to a node, as far as it concerns the automaton.
pub(crate) fn explain(
    prepared: &Prepared<'_>,
    exploration: &Exploration<'_>,
    (to, violation): (NodeId, &Violation),
) -> Vec<Passage> {
    let (program, asked) = (&prepared.woven.program, &prepared.task.properties);
    let mut observers = prepared.task.observers.iter();
    let observer = observers.find(|o| asked.contains(Property::automaton(&o.name)));
    let teller = Teller { program, observer };
    let mut state = observer.map_or(0, |o| o.initial);
    let mut told = Vec::new();
    for by in exploration.outline(to) {
        match by {
            Move::Call(call) if call.step.function != prepared.woven.start => {
                let name = program.show(call.callee).to_string();
                let what = Happening::Call(name);
                told.push(Some(teller.passage(
                    call.step.function,
                    call.step.span(),
                    what,
                )));
            }
            Move::Return(call) if call.step.function != prepared.woven.start => told.push(None),
            Move::Call(_) | Move::Return(_) => {}
            Move::Step(step) => {
                let what = match step.op() {
                    Op::Assign { to, value } => teller.transition(&mut state, *to, *value),
                    Op::Assume { condition, taken } if !step.edge.ghost => {
                        let body = program.functions[step.function].body.as_ref();
                        let leads = body.is_some_and(|b: &Cfa| b.leaving(step.edge.from).len() > 1);
                        let span = step.span();
                        leads
                            .then(|| teller.branch(*condition, *taken, span))
                            .flatten()
                    }
                    _ => None,
                };
                told.extend(what.map(|w| Some(teller.passage(step.function, step.span(), w))));
            }
        }
    }
    let message = message(prepared, violation).map(str::to_owned);
    let otherwise = || format!("{} is violated", violation.property.name());
    let what = Happening::Violation(message.unwrap_or_else(otherwise));
    told.push(Some(teller.passage(
        violation.function,
        violation.span,
        what,
    )));
    shortened(told)
}

/// What an automaton says about a violation.
pub(crate) fn message<'p>(prepared: &'p Prepared<'_>, violation: &Violation) -> Option<&'p str> {
    let program = &prepared.woven.program;
    let alarm = program.alarm(violation.alarm?)?;
    Some(&program.names[alarm.message])
}

struct Teller<'a> {
    program: &'a Program,
    observer: Option<&'a Observer>,
}

impl Teller<'_> {
    fn passage(&self, function: FunctionId, span: Span, what: Happening) -> Passage {
        Passage {
            span,
            function: self.program.show(function).to_string(),
            depth: 0,
            what,
        }
    }

    fn transition(
        &self,
        state: &mut usize,
        to: program::PlaceId,
        value: ExprId,
    ) -> Option<Happening> {
        let observer = self.observer?;
        if self.program.exprs.place(to) != Place::Var(observer.state) {
            return None;
        }
        let next = self.program.exprs.int_value(value)? as usize;
        let name = |number: usize| observer.states.get(number).cloned();
        let (from, to) = (name(*state)?, name(next)?);
        *state = next;
        (from != to).then_some(Happening::Transition { from, to })
    }

    /// A branch of the user's text.
    fn branch(&self, condition: ExprId, taken: bool, span: Span) -> Option<Happening> {
        let program = self.program;
        let place = program.sources.position(span)?;
        if place.file.starts_with(machine::MODEL_PREFIX)
            || program.exprs.int_value(condition).is_some()
        {
            return None;
        }
        // What stands for a value is a number in slices: only null is the user's.
        let shown = program.show(condition).to_string();
        let condition = match self.is_about_ghost(condition) {
            true => self.is_null_test(condition).then_some(shown)?,
            false => program
                .sources
                .short_text(span)
                .map_or(shown, str::to_owned),
        };
        Some(Happening::Branch { condition, taken })
    }

    fn is_about_ghost(&self, expr: ExprId) -> bool {
        let program = self.program;
        match program.exprs.get(expr) {
            Expr::Load(place) => match program.exprs.place(place) {
                Place::Var(v) => program.vars[v].ghost,
                Place::Deref(_) | Place::Field(..) | Place::Index(..) => false,
            },
            Expr::Unary(_, a) | Expr::Cast(a) => self.is_about_ghost(a),
            Expr::Binary(_, a, b) => self.is_about_ghost(a) || self.is_about_ghost(b),
            Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => false,
        }
    }

    fn is_null_test(&self, condition: ExprId) -> bool {
        let exprs = &self.program.exprs;
        match exprs.get(condition) {
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, _, b) => exprs.int_value(b) == Some(0),
            _ => false,
        }
    }
}

/// The same with few branches between two transitions, and without calls in which nothing
/// happens. None is a return.
fn shortened(told: Vec<Option<Passage>>) -> Vec<Passage> {
    let is_branch = |p: &Passage| matches!(p.what, Happening::Branch { .. });
    let is_transition = |p: &Passage| matches!(p.what, Happening::Transition { .. });
    // Backwards: which branches are near enough to what comes next, and not told already.
    let mut kept = vec![true; told.len()];
    let mut near: Vec<&Passage> = Vec::new();
    for (i, passage) in told.iter().enumerate().rev() {
        match passage {
            Some(p) if is_transition(p) => near.clear(),
            Some(p) if is_branch(p) => match near.len() < MOST_BRANCHES && !near.contains(&p) {
                true => near.push(p),
                false => kept[i] = false,
            },
            Some(_) | None => {}
        }
    }
    let mut short: Vec<Passage> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (passage, kept) in told.into_iter().zip(kept) {
        match passage {
            None => {
                // Of a call with nothing in it nobody wants to know.
                let call = open.pop();
                if call.is_some_and(|at| at + 1 == short.len()) {
                    short.pop();
                }
            }
            Some(mut passage) => {
                passage.depth = open.len() as u32;
                match (&passage.what, short.last_mut().map(|p| &mut p.what)) {
                    (Happening::Call(_), _) => {
                        open.push(short.len());
                        short.push(passage);
                    }
                    (Happening::Branch { .. }, Some(Happening::Omitted(count))) if !kept => {
                        *count += 1;
                    }
                    (Happening::Branch { .. }, _) if !kept => short.push(Passage {
                        what: Happening::Omitted(1),
                        ..passage
                    }),
                    _ => short.push(passage),
                }
            }
        }
    }
    short
}
