//! The value-flow graph (ESP, section 4.2 b): how values get from one variable to
//! another, by assignments, arguments and results.
//!
//! Vertices are *holders*: scalar variables without an address, and the results of
//! functions. An edge says that what the one holds may become what the other holds;
//! between functions it is labelled with the call. What goes through memory is not in
//! the graph: the points-to sets answer for that ([`Pointers::points_to`]).
//!
//! Queries are context-sensitive: a value that came into a function by one call does
//! not leave it by another (summary edges, as of Horwitz, Reps and Binkley 1990).
//! Variables that live as long as the program belong to no call.

use crate::Pointers;
use program::{EdgeId, Expr, ExprId, FunctionId, Op, Place, PlaceId, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holder {
    Var(VarId),
    /// What a function returns.
    Result(FunctionId),
}

/// How a value gets from one holder to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Passage {
    /// Within a function, on an edge of it.
    Copy(FunctionId, EdgeId),
    /// As an argument of a call.
    In(FunctionId, EdgeId),
    /// As the result of a call.
    Out(FunctionId, EdgeId),
}

pub struct ValueFlow {
    /// In order of the program.
    flows: Vec<(Holder, Passage, Holder)>,
    leaving: FxHashMap<Holder, Vec<u32>>,
    entering: FxHashMap<Holder, Vec<u32>>,
    /// From an argument to the result of the same call, through the callee.
    through: FxHashMap<Holder, Vec<Holder>>,
}

/// The variable whose value, perhaps converted, an expression is.
pub fn copied(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs.get(expr) {
        Expr::Load(place) => variable(program, place),
        Expr::Cast(inner) => copied(program, inner),
        _ => None,
    }
}

fn variable(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.exprs.place(place) {
        Place::Var(v) if is_holder(program, v) => Some(v),
        _ => None,
    }
}

/// Is the variable a scalar that nobody can reach by a pointer?
pub fn is_holder(program: &Program, var: VarId) -> bool {
    let v = &program.vars[var];
    !v.addressed && program.types.is_scalar(v.ty)
}

impl ValueFlow {
    pub fn new(program: &Program, pointers: &Pointers) -> ValueFlow {
        let mut flows = Vec::new();
        for &f in pointers.calls().reached() {
            let Some(body) = &program.functions[f].body else {
                continue;
            };
            for (id, edge) in body.edges() {
                match &edge.op {
                    Op::Assign { to, value } => {
                        if let (Some(to), Some(from)) =
                            (variable(program, *to), copied(program, *value))
                        {
                            let passage = Passage::Copy(f, id);
                            flows.push((Holder::Var(from), passage, Holder::Var(to)));
                        }
                    }
                    Op::Return { value: Some(value) } => {
                        if let Some(from) = copied(program, *value) {
                            let passage = Passage::Copy(f, id);
                            flows.push((Holder::Var(from), passage, Holder::Result(f)));
                        }
                    }
                    Op::Call(call) => {
                        for &callee in pointers.calls().callees(f, id) {
                            let parameters = &program.functions[callee].parameters;
                            for (&parameter, &argument) in parameters.iter().zip(&call.arguments) {
                                if let Some(from) = copied(program, argument)
                                    && is_holder(program, parameter)
                                {
                                    let to = Holder::Var(parameter);
                                    flows.push((Holder::Var(from), Passage::In(f, id), to));
                                }
                            }
                            if let Some(to) = call.result.and_then(|p| variable(program, p)) {
                                let from = Holder::Result(callee);
                                flows.push((from, Passage::Out(f, id), Holder::Var(to)));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        let (mut leaving, mut entering) = (FxHashMap::default(), FxHashMap::default());
        for (i, &(from, _, to)) in flows.iter().enumerate() {
            let out: &mut Vec<u32> = leaving.entry(from).or_default();
            out.push(i as u32);
            let into: &mut Vec<u32> = entering.entry(to).or_default();
            into.push(i as u32);
        }
        let mut graph = ValueFlow {
            flows,
            leaving,
            entering,
            through: FxHashMap::default(),
        };
        graph.summarize(program);
        graph
    }

    pub fn flows(&self) -> &[(Holder, Passage, Holder)] {
        &self.flows
    }

    /// How values get into a holder.
    pub fn entering(&self, to: Holder) -> impl Iterator<Item = (Holder, Passage)> {
        let flows = self.entering.get(&to).into_iter().flatten();
        flows.map(|&i| (self.flows[i as usize].0, self.flows[i as usize].1))
    }

    fn leaving(&self, from: Holder) -> impl Iterator<Item = (Passage, Holder)> {
        let flows = self.leaving.get(&from).into_iter().flatten();
        flows.map(|&i| (self.flows[i as usize].1, self.flows[i as usize].2))
    }

    /// All holders from which values flow to one of these, whatever the calls; not
    /// through those that `stops` names.
    pub fn sources(
        &self,
        to: impl IntoIterator<Item = Holder>,
        stops: impl Fn(Holder) -> bool,
    ) -> BTreeSet<Holder> {
        let mut found: BTreeSet<Holder> = BTreeSet::new();
        let mut pending: Vec<Holder> = to.into_iter().collect();
        while let Some(holder) = pending.pop() {
            if !stops(holder) && found.insert(holder) {
                pending.extend(self.entering(holder).map(|(from, _)| from));
            }
        }
        found
    }

    /// The holders that the value of a holder may flow to, itself among them: first up
    /// to callers, then down into callees, and never into a function by one call and
    /// out by another. What a variable that belongs to no call holds may be anywhere.
    pub fn reached_from(&self, program: &Program, from: Holder) -> BTreeSet<Holder> {
        let mut found: FxHashSet<(Holder, bool)> = FxHashSet::default();
        let mut pending = vec![(from, true)];
        while let Some((holder, up)) = pending.pop() {
            let up = up || is_static(program, holder);
            if !found.insert((holder, up)) {
                continue;
            }
            for (passage, to) in self.leaving(holder) {
                match passage {
                    Passage::Copy(..) => pending.push((to, up)),
                    Passage::In(..) => pending.push((to, false)),
                    Passage::Out(..) if up => pending.push((to, true)),
                    Passage::Out(..) => {}
                }
            }
            let through = self.through.get(&holder).into_iter().flatten();
            pending.extend(through.map(|&to| (to, up)));
        }
        found.into_iter().map(|(holder, _)| holder).collect()
    }

    /// Finds what flows from arguments to results of the same call.
    fn summarize(&mut self, program: &Program) {
        // From which parameters something reaches the result of their function.
        let mut pending: Vec<(Holder, FunctionId)> = Vec::new();
        let results = self.flows.iter().filter_map(|f| match f.2 {
            Holder::Result(function) => Some((f.0, function)),
            Holder::Var(_) => None,
        });
        pending.extend(results);
        let mut into: FxHashMap<Holder, Vec<Holder>> = FxHashMap::default();
        let mut seen: FxHashSet<(Holder, FunctionId)> = FxHashSet::default();
        while let Some((holder, function)) = pending.pop() {
            if is_static(program, holder) || !seen.insert((holder, function)) {
                continue;
            }
            let entering: Vec<_> = self.entering(holder).collect();
            for (from, passage) in entering {
                match passage {
                    Passage::Copy(..) => pending.push((from, function)),
                    // A parameter reaches the result: so does what it is called with.
                    Passage::In(caller, edge) => {
                        let out = Passage::Out(caller, edge);
                        let result = Holder::Result(function);
                        let results: Vec<Holder> = self
                            .leaving(result)
                            .filter(|(p, _)| *p == out)
                            .map(|(_, to)| to)
                            .collect();
                        for to in results {
                            let known = into.entry(to).or_default();
                            if !known.contains(&from) {
                                known.push(from);
                                self.through.entry(from).or_default().push(to);
                                let again: Vec<_> = seen
                                    .iter()
                                    .filter(|(h, _)| *h == to)
                                    .map(|(_, f)| (from, *f))
                                    .collect();
                                pending.extend(again);
                            }
                        }
                    }
                    Passage::Out(..) => {}
                }
            }
            let summarized = into.get(&holder).into_iter().flatten();
            pending.extend(summarized.map(|&from| (from, function)));
        }
    }

    /// The flows as text, in order of the program: one on each line.
    pub fn show(&self, program: &Program) -> String {
        let mut text = String::new();
        for (from, passage, to) in &self.flows {
            let (how, function, edge) = match passage {
                Passage::Copy(f, e) => ("copied", f, e),
                Passage::In(f, e) => ("argument", f, e),
                Passage::Out(f, e) => ("result", f, e),
            };
            let name = &program.names[program.functions[*function].name];
            let body = program.functions[*function].body.as_ref();
            let span = body.map(|b| b.edge(*edge).span);
            let place = span.and_then(|s| program.sources.position(s));
            let line = place.map(|p| format!(":{}", p.line)).unwrap_or_default();
            let (from, to) = (holder_name(program, *from), holder_name(program, *to));
            // A text in memory takes everything.
            let _ = writeln!(text, "{from} -> {to} ({how} in {name}{line})");
        }
        text
    }
}

fn is_static(program: &Program, holder: Holder) -> bool {
    match holder {
        Holder::Var(v) => program.vars[v].kind.is_static(),
        Holder::Result(_) => false,
    }
}

/// `f.x` for a variable of a function, `x` for others, `f()` for a result.
pub fn holder_name(program: &Program, holder: Holder) -> String {
    let of = |f: FunctionId| program.names[program.functions[f].name].to_owned();
    match holder {
        Holder::Result(f) => format!("{}()", of(f)),
        Holder::Var(v) => {
            let name = &program.names[program.vars[v].name];
            match program.vars[v].function {
                Some(f) => format!("{}.{name}", of(f)),
                None => name.to_owned(),
            }
        }
    }
}
