//! Where triggers match: at which moments of a program, under which conditions, and
//! with which values for `$1`, `$2` …

use super::plan::Moment;
use super::shape::{self, Bindings, Shapes};
use super::{Exit, Made, Scribe, problem};
use crate::automaton::{Bool, Event, Node, Pattern, Term, Texts, When};
use crate::weave::Ending;
use program::{BinaryOp, Call, Callee, ExprId, FunctionId, Op, PlaceId, Span, VarKind};
use std::collections::BTreeMap;

/// A comparison, and what it must yield.
pub(super) type Literal = (ExprId, bool);

/// One way in which a trigger matches: if all conditions hold.
#[derive(Clone, Default)]
pub(super) struct Case {
    pub conditions: Vec<Literal>,
    pub bound: BTreeMap<u32, ExprId>,
    /// It speaks of this moment, not of any.
    pub specific: bool,
}

/// More ways than this are refused.
const MAX_CASES: usize = 64;

/// Where an automaton looks at the program.
#[derive(Clone, Copy)]
pub(super) struct Sight<'m> {
    pub automaton: usize,
    pub function: FunctionId,
    pub moment: &'m Moment<'m>,
    /// The transition, for messages.
    pub span: Span,
}

impl Scribe<'_> {
    /// The ways in which a condition has this truth value, in order; it may use what
    /// was bound before.
    pub(super) fn cases(
        &mut self,
        at: Sight<'_>,
        b: &Bool,
        truth: bool,
        known: &BTreeMap<u32, ExprId>,
    ) -> Made<Vec<Case>> {
        let cases = match b {
            Bool::Constant(value) => match *value == truth {
                true => vec![Case::default()],
                false => Vec::new(),
            },
            Bool::Not(a) => self.cases(at, a, !truth, known)?,
            Bool::And(x, y) if truth => self.both(at, (x, true), (y, true), known)?,
            Bool::Or(x, y) if !truth => self.both(at, (x, false), (y, false), known)?,
            Bool::And(x, y) | Bool::Or(x, y) => {
                let mut cases = self.cases(at, x, truth, known)?;
                // What surely matches needs no other way.
                if !cases.iter().any(|c| c.conditions.is_empty()) {
                    cases.extend(self.cases(at, y, truth, known)?);
                }
                cases
            }
            Bool::Same(x, y) => {
                let mut cases = self.both(at, (x, true), (y, truth), known)?;
                cases.extend(self.both(at, (x, false), (y, !truth), known)?);
                cases
            }
            Bool::Equal(x, y) => {
                let x = self.integer(at, x, known)?;
                let y = self.integer(at, y, known)?;
                let equal = self.binary(BinaryOp::Eq, x, y);
                self.literal_case((equal, truth))
            }
            Bool::Event(event) => {
                let found = self.event(at, event)?;
                match truth {
                    true => found,
                    false => none_of(&found),
                }
            }
        };
        match cases.len() > MAX_CASES {
            true => Err(problem(
                &self.program,
                at.span,
                Span::NONE,
                "this trigger can match in too many ways",
            )),
            false => Ok(cases),
        }
    }

    /// The literal alone, unless its truth is known.
    fn literal_case(&mut self, literal: Literal) -> Vec<Case> {
        match self.program.exprs.int_value(literal.0) {
            Some(value) if (value != 0) == literal.1 => vec![Case::default()],
            Some(_) => Vec::new(),
            None => vec![Case {
                conditions: vec![literal],
                ..Case::default()
            }],
        }
    }

    fn both(
        &mut self,
        at: Sight<'_>,
        (x, x_truth): (&Bool, bool),
        (y, y_truth): (&Bool, bool),
        known: &BTreeMap<u32, ExprId>,
    ) -> Made<Vec<Case>> {
        let mut cases = Vec::new();
        for a in self.cases(at, x, x_truth, known)? {
            let mut both = known.clone();
            both.extend(&a.bound);
            for b in self.cases(at, y, y_truth, &both)? {
                let mut case = a.clone();
                case.specific |= b.specific;
                case.conditions.extend(&b.conditions);
                let bound = b.bound.into_iter().collect();
                if self.bind(&mut case, bound) {
                    cases.push(case);
                }
            }
        }
        Ok(cases)
    }

    /// Adds bindings; a number bound twice must be the same value. False if it
    /// cannot be.
    fn bind(&mut self, case: &mut Case, bound: Bindings) -> bool {
        for (number, value) in bound {
            let Some(&known) = case.bound.get(&number) else {
                case.bound.insert(number, value);
                continue;
            };
            if known == value {
                continue;
            }
            let (Some(a), Some(b)) = (self.as_value(known), self.as_value(value)) else {
                return false;
            };
            let same = self.binary(BinaryOp::Eq, a, b);
            match self.program.exprs.int_value(same) {
                Some(0) => return false,
                Some(_) => {}
                None => case.conditions.push((same, true)),
            }
        }
        true
    }

    // Events.

    fn event(&mut self, at: Sight<'_>, event: &Event) -> Made<Vec<Case>> {
        let found = match event {
            Event::Exit(status) => self.exit(at, *status)?,
            _ if self.is_library(at.function) => Vec::new(),
            Event::Statement(Pattern::Call { function, .. })
                if self.calls_another(at.moment, function) =>
            {
                Vec::new()
            }
            Event::Statement(Pattern::Call {
                when,
                result,
                function,
                arguments,
                open,
            }) => {
                let texts = Texts::Exact(function.clone());
                self.call_pattern(at, *when, result.as_ref(), &texts, arguments, *open)
            }
            Event::Statement(Pattern::Assign { to, value }) => self.assignment(at, to, value)?,
            Event::Call(texts) => match at.moment.operation() {
                Some(Op::Call(call)) => self.callee(call, texts),
                _ => Vec::new(),
            },
            Event::Text(texts) => {
                let text = self.statement_text(at);
                certain(text.is_some_and(|t| texts.contains(&t)))
            }
            Event::Label(texts) => match at.moment {
                Moment::Label { name, .. } => certain(texts.contains(&self.program.names[*name])),
                _ => Vec::new(),
            },
            Event::Entry => certain(matches!(at.moment, Moment::Entry { .. })),
            Event::Function(name) => {
                let is = self.name_of(at.function) == name;
                return Ok(match is {
                    true => vec![Case::default()],
                    false => Vec::new(),
                });
            }
            Event::Lines(lines) => {
                let place = self.program.sources.position(at.moment.span());
                let is = place.is_some_and(|p| lines.contains(&p.line));
                certain(is && at.moment.operation().is_some())
            }
        };
        Ok(found)
    }

    /// The program ends: a call that does not come back, or the entry function's
    /// return, if nothing follows it. With a number for its status, the program
    /// decides to end: it does not abort.
    fn exit(&mut self, at: Sight<'_>, status: Option<(u32, Span)>) -> Made<Vec<Case>> {
        let mut value = None;
        let mut cases = match at.moment.operation() {
            Some(Op::Call(call)) => {
                value = call.arguments.first().copied();
                let ends = |scribe: &Self, f: FunctionId| {
                    if status.is_some() && !Ending::has_status(scribe.name_of(f)) {
                        return false;
                    }
                    let function = &scribe.program.functions[f];
                    let ending = Ending::named(scribe.name_of(f));
                    match function.body {
                        Some(_) => ending == Some(Ending::Error),
                        None => ending.is_some() || function.no_return,
                    }
                };
                match call.callee {
                    Callee::Direct(f) => certain(ends(self, f)),
                    Callee::Indirect(pointer) => {
                        let candidates: Vec<FunctionId> = self.addressed.iter().copied().collect();
                        let ending = candidates.into_iter().filter(|&f| ends(self, f));
                        let ending: Vec<FunctionId> = ending.collect();
                        self.pointed(pointer, &ending)
                    }
                }
            }
            Some(Op::Return { value: returned }) if self.entry == Some(at.function) => {
                let zero = self.int(0, self.program.types.common.int);
                value = Some(returned.unwrap_or(zero));
                match self.exit {
                    Exit::Model => Vec::new(),
                    Exit::None if !self.entry_is_called => certain(true),
                    Exit::None | Exit::Own => {
                        let message = match self.exit {
                            Exit::Own => "MATCH EXIT: the program defines `exit` itself",
                            _ => "MATCH EXIT: the entry function is called by the program",
                        };
                        return Err(problem(&self.program, at.span, at.moment.span(), message));
                    }
                }
            }
            _ => Vec::new(),
        };
        if let Some((number, span)) = status
            && !cases.is_empty()
        {
            let Some(value) = value else {
                let message = "MATCH EXIT: the program ends without a status";
                return Err(problem(&self.program, span, at.moment.span(), message));
            };
            for case in &mut cases {
                case.bound.insert(number, value);
            }
        }
        Ok(cases)
    }

    /// Is it no call, or surely one of another function? Most are.
    fn calls_another(&self, moment: &Moment<'_>, name: &str) -> bool {
        let (Moment::Operation { edge } | Moment::Return { edge, .. }) = moment else {
            return true;
        };
        match &edge.op {
            Op::Call(call) => match call.callee {
                Callee::Direct(f) => self.name_of(f) != name,
                Callee::Indirect(_) => false,
            },
            _ => true,
        }
    }

    /// Is the callee's name one of these?
    fn callee(&mut self, call: &Call, names: &Texts) -> Vec<Case> {
        match call.callee {
            Callee::Direct(f) => certain(names.contains(self.name_of(f))),
            Callee::Indirect(pointer) => {
                let named = |f: &FunctionId| names.contains(self.name_of(*f));
                let named: Vec<FunctionId> = self.addressed.iter().copied().filter(named).collect();
                self.pointed(pointer, &named)
            }
        }
    }

    /// Does the pointer point to one of the functions?
    fn pointed(&mut self, pointer: ExprId, functions: &[FunctionId]) -> Vec<Case> {
        let ty = self.program.exprs.ty(pointer);
        let mut cases = Vec::new();
        for &f in functions {
            let of = self.program.functions[f].ty;
            let of = self.program.types.pointer_to(of);
            let of = self.program.types.canonical(of);
            let address = self.program.exprs.intern(program::Expr::Function(f), of);
            let address = self.program.exprs.cast(&self.program.types, address, ty);
            let same = self.binary(BinaryOp::Eq, pointer, address);
            cases.push(Case {
                conditions: vec![(same, true)],
                specific: true,
                ..Case::default()
            });
        }
        cases
    }

    fn call_pattern(
        &mut self,
        at: Sight<'_>,
        when: When,
        result: Option<&Node>,
        names: &Texts,
        arguments: &[Node],
        open: bool,
    ) -> Vec<Case> {
        let (call, given, value): (&Call, &[ExprId], Option<ExprId>) = match at.moment {
            Moment::Operation { edge } => match &edge.op {
                Op::Call(call) => (call, &call.arguments, None),
                _ => return Vec::new(),
            },
            Moment::Return {
                edge,
                arguments,
                result,
            } => match &edge.op {
                Op::Call(call) => (call, arguments, *result),
                _ => return Vec::new(),
            },
            Moment::Label { .. } | Moment::Entry { .. } => return Vec::new(),
        };
        let before = at.moment.operation().is_some();
        let now = match when {
            When::Plain if result.is_none() => before && call.result.is_none(),
            When::Plain => !before,
            When::Call => before,
            When::Return => !before,
        };
        let enough = match open {
            true => given.len() >= arguments.len(),
            false => given.len() == arguments.len(),
        };
        if !now || !enough || result.is_some() && call.result.is_none() {
            return Vec::new();
        }
        let mut bound = Bindings::new();
        let mut pairs = arguments.iter().zip(given);
        let s = self.shapes();
        if !pairs.all(|(node, &argument)| shape::expr(s, node, argument, &mut bound)) {
            return Vec::new();
        }
        if let (Some(node), Some(place)) = (result, call.result)
            && !result_matches(s, node, place, value, &mut bound)
        {
            return Vec::new();
        }
        let mut cases = self.callee(call, names);
        cases.retain_mut(|case| self.bind(case, bound.clone()));
        cases
    }

    fn assignment(&mut self, at: Sight<'_>, to: &Node, value: &Node) -> Made<Vec<Case>> {
        let mut bound = Bindings::new();
        let (p, s) = (&self.program, self.shapes());
        let matched = match at.moment {
            Moment::Operation { edge } => match &edge.op {
                Op::Assign {
                    to: place,
                    value: e,
                } => {
                    !is_temporary(p, *place)
                        && result_matches(s, to, *place, Some(*e), &mut bound)
                        && shape::expr(s, value, *e, &mut bound)
                }
                Op::Alloc { to: place, .. } | Op::VaArg { to: place, .. } => {
                    let found = matches!(value.term, Term::Any | Term::Bound(_))
                        && !is_temporary(p, *place)
                        && (matches!(to.term, Term::Any | Term::Bound(_))
                            || shape::place(s, to, *place, &mut bound));
                    let named = [to, value].iter().any(|n| matches!(n.term, Term::Bound(_)));
                    if found && named {
                        let message = "the value of this assignment cannot be bound";
                        return Err(problem(p, at.span, at.moment.span(), message));
                    }
                    found
                }
                _ => false,
            },
            Moment::Return { edge, result, .. } => match (&edge.op, value.term.clone()) {
                (Op::Call(call), term @ (Term::Any | Term::Bound(_))) => {
                    if let (Term::Bound(number), Some(result)) = (term, result) {
                        bound.push((number, *result));
                    }
                    let place = call.result.filter(|&place| !is_temporary(p, place));
                    place.is_some_and(|place| result_matches(s, to, place, *result, &mut bound))
                }
                _ => false,
            },
            Moment::Label { .. } | Moment::Entry { .. } => false,
        };
        let mut cases = certain(matched);
        cases.retain_mut(|case| self.bind(case, bound.clone()));
        Ok(cases)
    }

    fn shapes(&self) -> Shapes<'_> {
        Shapes {
            program: &self.program,
            definitions: &self.definitions,
        }
    }

    /// The text that the operation comes from, with single blanks and a semicolon.
    fn statement_text(&self, at: Sight<'_>) -> Option<String> {
        match at.moment.operation()? {
            Op::Call(_) | Op::Return { .. } => {}
            Op::Assign { to, .. } if !is_temporary(&self.program, *to) => {}
            _ => return None,
        }
        Some(self.source_text(at.moment.span()) + ";")
    }

    pub(super) fn source_text(&self, span: Span) -> String {
        let text = String::from_utf8_lossy(self.program.sources.text(span));
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").trim_end_matches(';').to_owned()
    }
}

/// A joker for a place stands for the value that comes there.
fn result_matches(
    s: Shapes<'_>,
    node: &Node,
    place: PlaceId,
    value: Option<ExprId>,
    bound: &mut Bindings,
) -> bool {
    match node.term {
        Term::Any => true,
        Term::Bound(number) => {
            bound.extend(value.map(|v| (number, v)));
            value.is_some()
        }
        _ => shape::place(s, node, place, bound),
    }
}

fn is_temporary(p: &program::Program, place: PlaceId) -> bool {
    let root = p.exprs.root(place);
    root.is_some_and(|v| p.vars[v].kind == VarKind::Temporary)
}

fn certain(matched: bool) -> Vec<Case> {
    match matched {
        true => vec![Case {
            specific: true,
            ..Case::default()
        }],
        false => Vec::new(),
    }
}

/// The ways in which none of the cases matches.
fn none_of(cases: &[Case]) -> Vec<Case> {
    let mut ways = vec![Case::default()];
    for case in cases {
        let mut next = Vec::new();
        for way in &ways {
            for &(condition, truth) in &case.conditions {
                let mut way = way.clone();
                way.conditions.push((condition, !truth));
                next.push(way);
            }
        }
        ways = next;
    }
    ways
}
