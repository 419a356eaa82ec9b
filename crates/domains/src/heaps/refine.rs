//! Refinement: heap predicates whose chain of weakest preconditions refutes a path.
//!
//! The guards that contradict each other on a path that no run takes say which predicates
//! matter at its end: which pointers and links lead to the same object, which number lies in
//! an object, which conditions hold of variables. Going back, each command makes others of
//! them, by substitution (Proposition 2); those are tracked wherever what they name is. They
//! are kept if the Cartesian post with them excludes the path.

use super::conditions::{Changes, hwp, variable};
use super::predicate::{End, Object, Predicate};
use super::{Heaps, State};
use crate::paths::Contradiction;
use crate::shapes::class::NodePredicate;
use crate::shapes::conditions::{constants, stored};
use crate::shapes::places::{CellId, FieldId, Named, Places, Root, Stack, resolve};
use crate::shapes::precision::fields_of;
use crate::shapes::refine::Examiner;
use ::program::{BinaryOp, Expr, ExprId, FunctionId, Op, PlaceId, VarKind};
use engine::{Analysis, CallStep, Cx, Lesson, Move, Path, Question, Refutation};
use indexmap::IndexSet;
use logic::Time;
use rustc_hash::FxBuildHasher;

/// More at once are not tried.
const MOST_NEW: usize = 16;

/// More states along one path are not followed.
const MOST_STATES: usize = 40;

impl Heaps {
    pub(super) fn exclude(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Refutation {
        if self.is_idle() {
            return Refutation::Unable(String::new());
        }
        let examiner = self.examiner.get_or_insert_with(|| Examiner::new(cx));
        let moves = match examiner.contradiction(cx, path) {
            Ok(Contradiction::Among(moves)) => moves,
            Ok(Contradiction::None) => return Refutation::Feasible,
            Ok(Contradiction::Unknown) => {
                let why = "the solver does not know whether the path is possible";
                return Refutation::Unable(why.into());
            }
            Err(what) => return Refutation::Unable(what),
        };
        let chain = Chain::along(cx, &self.places, path, &moves);
        let before = self.used.clone();
        // The fewer the better: every one of them is asked of every object.
        for rank in 0..=MOST_RANK {
            let last = self.used.len();
            for predicate in &chain.found {
                let is_new = self.used.len() < before.len() + MOST_NEW;
                if is_new && rank_of(cx, &self.places, predicate) == rank {
                    let number = self.more.insert_full(predicate.clone()).0;
                    if !self.used.contains(&number) {
                        self.used.push(number);
                    }
                }
            }
            if self.used.len() > last && !self.takes(cx, path) {
                return Refutation::Refined(self.lesson(cx, path, before.len()));
            }
        }
        self.used = before;
        Refutation::Unable("no heap predicate excludes the path".into())
    }

    /// What is new, for all places of a path.
    fn lesson(&self, cx: &Cx<'_>, path: &Path<'_>, known: usize) -> Lesson {
        let names = self.names(cx);
        let new = self.used[known..].iter();
        let facts = new.map(|&n| self.more[n].text(&names)).collect();
        let places = path.moves.iter().map(|by| by.to(cx.program));
        let entry = cx.function(cx.start).body.as_ref().map(|b| b.entry());
        let places: Vec<_> = places
            .chain(entry.map(|entry| (cx.start, entry)))
            .filter(|&(function, at)| {
                let body = cx.function(function).body.as_ref();
                body.is_some_and(|b| b.error_at(at).is_none())
            })
            .collect();
        let mut lesson = Lesson {
            needed: places.clone(),
            places,
            facts,
        };
        lesson.tidy();
        lesson
    }

    /// Is the path possible as far as boolean heaps can tell?
    fn takes(&self, cx: &Cx<'_>, path: &Path<'_>) -> bool {
        let Ok(first) = self.initial(cx) else {
            return true;
        };
        let mut states: Vec<State> = first.into_iter().collect();
        let mut callers: Vec<State> = Vec::new();
        for (number, by) in path.moves.iter().enumerate() {
            if states.is_empty() {
                return false;
            }
            let caller = match by {
                Move::Call(_) => {
                    callers.push(states[0].clone());
                    None
                }
                Move::Return(_) => callers.pop(),
                Move::Step(_) => None,
            };
            let mut after: Vec<State> = Vec::new();
            for state in &states {
                let next = match (by, &caller) {
                    (Move::Step(step), _) => {
                        let ask = |e: ExprId| path.ask(number, &Question::Value(e));
                        self.step(cx, state, step, &ask, Vec::new())
                    }
                    (Move::Call(call), _) => self.enter(cx, state, call),
                    (Move::Return(call), Some(caller)) => self.leave(cx, caller, state, call),
                    (Move::Return(_), None) => return true,
                };
                let Ok(next) = next else {
                    return true;
                };
                for state in next {
                    if !after.contains(&state) {
                        after.push(state);
                    }
                }
                if after.len() > MOST_STATES {
                    return true;
                }
            }
            states = after;
        }
        !states.is_empty()
    }
}

/// The last of those that are tried one after the other, each with those before.
const MOST_RANK: u8 = 3;

/// What is tried first: numbers in objects and in variables; then links; then other facts; then
/// what the program does not name.
fn rank_of(cx: &Cx<'_>, places: &Places, predicate: &Predicate) -> u8 {
    let is_named = |cell: &CellId| match places.cell(*cell).named {
        Named::Variable(slot, _) => cx.program.vars[slot.var].kind != VarKind::Temporary,
        Named::Result(_) => false,
    };
    match predicate {
        _ if !predicate.cells().iter().all(is_named) => 3,
        Predicate::Data(..) | Predicate::Condition(_) => 0,
        Predicate::Same(a, b) if a.object == Object::It || b.object == Object::It => 1,
        _ => 2,
    }
}

/// What is found on the way back along a path.
struct Chain<'a, 'c> {
    cx: &'a Cx<'c>,
    places: &'a Places,
    /// What matters after the moves that were not looked at.
    wanted: Vec<Predicate>,
    found: IndexSet<Predicate, FxBuildHasher>,
}

impl<'a, 'c> Chain<'a, 'c> {
    fn along(cx: &'a Cx<'c>, places: &'a Places, path: &Path<'_>, moves: &[usize]) -> Self {
        let mut stacks = vec![Stack::new(cx.start)];
        for by in path.moves {
            let last = stacks.last().expect("it begins with one").clone();
            stacks.push(match by {
                Move::Step(_) => last,
                Move::Call(call) => last.push(cx, call.step.id, call.callee),
                Move::Return(call) => {
                    let calls = |s: &&Stack| s.function == call.step.function;
                    stacks.iter().rev().find(calls).cloned().unwrap_or(last)
                }
            });
        }
        let mut chain = Chain {
            cx,
            places,
            wanted: Vec::new(),
            found: IndexSet::default(),
        };
        for number in (0..=moves.last().copied().unwrap_or(0)).rev() {
            let stack = &stacks[number];
            match &path.moves[number] {
                Move::Step(step) => {
                    if moves.contains(&number) {
                        chain.ask(stack, step.op());
                    }
                    chain.go_back(stack, step.function, step.op());
                }
                Move::Call(call) => chain.call(&stacks[number], &stacks[number + 1], call),
                Move::Return(call) => chain.ret(&stacks[number + 1], call),
            }
            let wanted = chain.wanted.iter();
            let all: Vec<Predicate> = wanted.map(general).collect();
            chain.found.extend(all);
        }
        chain
    }

    /// The predicates of a guard.
    fn ask(&mut self, stack: &Stack, op: &Op) {
        let &Op::Assume { condition, .. } = op else {
            return;
        };
        for (of, data) in self.data(stack, op) {
            self.want(Predicate::Data(of, data));
        }
        self.compared(stack, condition);
        let program = self.cx.program;
        let mut logic = self.cx.logic.borrow_mut();
        let formula = logic.truth_at(program, Time::Before, condition);
        let all = logic.expressions(formula);
        let mut plain = all.iter();
        if !all.is_empty() && plain.all(|&(_, expr)| variable(program, expr).is_some()) {
            drop(logic);
            self.want(Predicate::Condition(formula));
        }
    }

    /// The numbers that an operation compares or stores, and in which object.
    fn data(&self, stack: &Stack, op: &Op) -> Vec<(End, NodePredicate)> {
        let Some((place, number)) = constants(self.cx.program, op) else {
            return Vec::new();
        };
        let of = self.holder(stack, place).unwrap_or(End::IT);
        let fields = fields_of(self.cx, self.places, place).into_iter();
        let data = fields.map(|(offset, width)| {
            let value = stored(number, width);
            let data = NodePredicate {
                offset,
                width,
                value,
            };
            (of, data)
        });
        data.collect()
    }

    /// What leads to the object in which a place lies.
    fn holder(&self, stack: &Stack, place: PlaceId) -> Option<End> {
        let (Root::Pointer(pointer), Some(_)) = resolve(self.cx.program, place, &|_| None) else {
            return None;
        };
        match self.given(stack, pointer) {
            Given::End(end) => Some(end),
            Given::Null | Given::Other => None,
        }
    }

    fn compared(&mut self, stack: &Stack, condition: ExprId) {
        let program = self.cx.program;
        let Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) = program.exprs.get(condition) else {
            return;
        };
        match (self.given(stack, a), self.given(stack, b)) {
            (Given::End(a), Given::End(b)) => self.want(Predicate::Same(a, b)),
            (Given::End(a), Given::Null) | (Given::Null, Given::End(a)) => {
                self.want(Predicate::Null(a));
            }
            (Given::Other, Given::Null) => self.compared(stack, a),
            _ => {}
        }
    }

    fn want(&mut self, predicate: Predicate) {
        if !self.wanted.contains(&predicate) {
            self.wanted.push(predicate);
        }
    }

    fn cell(&self, stack: &Stack, place: PlaceId) -> Option<CellId> {
        let (Root::Variable(var), Some(offset)) = resolve(self.cx.program, place, &|_| None) else {
            return None;
        };
        let slot = stack.slot(self.cx.program, var);
        self.places.find_cell(Named::Variable(slot, offset))
    }

    /// What an expression leads to.
    fn given(&self, stack: &Stack, expr: ExprId) -> Given {
        let program = self.cx.program;
        if program.exprs.int_value(expr) == Some(0) {
            return Given::Null;
        }
        match program.exprs.get(expr) {
            Expr::Cast(inner) => self.given(stack, inner),
            Expr::Zero => Given::Null,
            Expr::Load(place) => {
                if let Some(cell) = self.cell(stack, place) {
                    return Given::End(cell.into());
                }
                match self.link(stack, place) {
                    Some((object, field)) => Given::End(End::link_of(object, field)),
                    None => Given::Other,
                }
            }
            _ => Given::Other,
        }
    }

    /// The link that a place is.
    fn link(&self, stack: &Stack, place: PlaceId) -> Option<(Object, FieldId)> {
        let (_, offset) = resolve(self.cx.program, place, &|_| None);
        let holder = self.holder(stack, place)?;
        let field = self.places.field_at(offset?)?;
        holder.field.is_none().then_some((holder.object, field))
    }

    fn go_back(&mut self, stack: &Stack, function: FunctionId, op: &Op) {
        self.numbers(Changes::Step(op));
        let program = self.cx.program;
        match *op {
            Op::Assign { to, value } => {
                let given = self.given(stack, value);
                if let Some(cell) = self.cell(stack, to) {
                    self.replace(cell, given);
                } else if let Some((object, field)) = self.link(stack, to) {
                    self.store(object, field, given);
                }
                self.store_data(stack, op, to);
            }
            Op::Return { value } => {
                if let Some(result) = self.places.find_cell(Named::Result(function)) {
                    let given = value.map_or(Given::Other, |value| self.given(stack, value));
                    self.replace(result, given);
                }
            }
            Op::Alloc { to, .. } | Op::Havoc { place: to } | Op::VaArg { to, .. } => {
                if let Some(cell) = self.cell(stack, to) {
                    self.replace(cell, Given::Other);
                }
            }
            Op::Enter { ref variables } => {
                let vars = variables.iter();
                let slots: Vec<_> = vars.map(|&var| stack.slot(program, var)).collect();
                let is_new = |cell: &CellId| match self.places.cell(*cell).named {
                    Named::Variable(slot, _) => slots.contains(&slot),
                    Named::Result(_) => false,
                };
                self.wanted.retain(|p| !p.cells().iter().any(is_new));
            }
            _ => {}
        }
    }

    /// A number is stored: which one matters, and whether it is in the object that a link
    /// leads to.
    fn store_data(&mut self, stack: &Stack, op: &Op, to: PlaceId) {
        let wanted = self.wanted.iter();
        let ends = wanted.filter_map(|p| match p {
            Predicate::Data(end, _) => Some(*end),
            _ => None,
        });
        let ends: Vec<End> = ends.collect();
        let holder = self.holder(stack, to);
        for (_, data) in self.data(stack, op) {
            if !ends.is_empty() {
                self.want(Predicate::Data(End::IT, data));
            }
        }
        let fields = fields_of(self.cx, self.places, to);
        if let Some(holder @ End { field: None, .. }) = holder
            && !fields.is_empty()
        {
            let links = ends.into_iter().filter(|end| end.field.is_some());
            links.for_each(|link| self.want(Predicate::Same(link, holder)));
        }
    }

    fn call(&mut self, outside: &Stack, inside: &Stack, call: &CallStep<'_>) {
        self.numbers(Changes::Call(call));
        let parameters = &self.cx.function(call.callee).parameters;
        for (&parameter, &argument) in parameters.iter().zip(&call.call.arguments) {
            let slot = inside.slot(self.cx.program, parameter);
            if let Some(cell) = self.places.find_cell(Named::Variable(slot, 0)) {
                self.replace(cell, self.given(outside, argument));
            }
        }
    }

    fn ret(&mut self, outside: &Stack, call: &CallStep<'_>) {
        self.numbers(Changes::Return(call));
        if let Some(cell) = call.call.result.and_then(|to| self.cell(outside, to)) {
            let result = self.places.find_cell(Named::Result(call.callee));
            let given = result.map_or(Given::Other, |result| Given::End(result.into()));
            self.replace(cell, given);
        }
    }

    fn numbers(&mut self, changes: Changes<'_>) {
        let wanted = std::mem::take(&mut self.wanted).into_iter();
        let before = wanted.filter_map(|p| match p {
            Predicate::Condition(formula) => {
                hwp(self.cx, formula, changes).map(Predicate::Condition)
            }
            other => Some(other),
        });
        self.wanted = before.collect();
    }

    /// A cell gets a value: it is put in where the cell was named.
    fn replace(&mut self, cell: CellId, by: Given) {
        let it = Object::Cell(cell);
        let put = |end: End| match by {
            _ if end.object != it => Given::End(end),
            Given::End(new) if end.field.is_none() => Given::End(new),
            Given::End(End {
                object,
                field: None,
            }) => Given::End(End { object, ..end }),
            Given::Null if end.field.is_none() => Given::Null,
            _ => Given::Other,
        };
        self.rewrite(&put);
    }

    fn rewrite(&mut self, put: &dyn Fn(End) -> Given) {
        let wanted = std::mem::take(&mut self.wanted);
        for predicate in wanted {
            let before = match predicate {
                Predicate::Same(a, b) => match (put(a), put(b)) {
                    (Given::End(a), Given::End(b)) if a != b => Predicate::Same(a, b),
                    (Given::End(a), Given::Null) | (Given::Null, Given::End(a)) => {
                        Predicate::Null(a)
                    }
                    _ => continue,
                },
                Predicate::Null(end) => match put(end) {
                    Given::End(end) => Predicate::Null(end),
                    _ => continue,
                },
                Predicate::Data(end, data) => match put(end) {
                    Given::End(end) => Predicate::Data(end, data),
                    _ => continue,
                },
                other => other,
            };
            self.want(before);
        }
    }

    /// A link gets a value: if it is the one that is named, the value is put in; whether it is
    /// matters.
    fn store(&mut self, object: Object, field: FieldId, by: Given) {
        let same_field: Vec<Object> = self
            .wanted
            .iter()
            .flat_map(|p| match p {
                Predicate::Same(a, b) => vec![*a, *b],
                Predicate::Null(end) | Predicate::Data(end, _) => vec![*end],
                _ => Vec::new(),
            })
            .filter(|end| end.field == Some(field) && end.object != object)
            .map(|end| end.object)
            .collect();
        let kept: Vec<Predicate> = self.wanted.clone();
        let it = End::link_of(object, field);
        self.rewrite(&|end| match end == it {
            true => by,
            false => Given::End(end),
        });
        for other in same_field {
            let (a, b) = (
                End {
                    object,
                    field: None,
                },
                End {
                    object: other,
                    field: None,
                },
            );
            self.want(Predicate::Same(a, b));
        }
        for predicate in kept {
            let names_it = |end: &End| *end == it;
            let is_changed = match &predicate {
                Predicate::Same(a, b) => names_it(a) || names_it(b),
                Predicate::Null(end) | Predicate::Data(end, _) => names_it(end),
                _ => false,
            };
            if !is_changed {
                self.want(predicate);
            }
        }
    }
}

/// A value that pointers have.
#[derive(Clone, Copy)]
enum Given {
    End(End),
    Null,
    Other,
}

/// What a predicate says of one object, asked of every object: abstract objects say which
/// pointers lead to them.
fn general(predicate: &Predicate) -> Predicate {
    let it = |end: End| End {
        object: Object::It,
        ..end
    };
    match *predicate {
        Predicate::Data(end, data) => Predicate::Data(it(end), data),
        Predicate::Same(a, b) if a.field.is_some() && b.field.is_none() => {
            Predicate::Same(it(a), b)
        }
        Predicate::Same(a, b) if a.field.is_none() && b.field.is_some() => {
            Predicate::Same(it(b), a)
        }
        ref other => other.clone(),
    }
}
