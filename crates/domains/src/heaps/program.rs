//! The boolean heap program (seed 004, Fig. 2): for every command of the program and every
//! heap predicate that it may change, under which conditions it holds afterwards and under
//! which it does not; else it is open. What it shows is the transformers that exploration
//! runs on; there abstract objects of any length are held against `hwp`, here only
//! conjunctions of a few literals.

use super::abstraction::{Abstraction, Conjunction};
use super::conditions::Changes;
use super::scope::{HeapPredicate, Scope};
use super::transformer::{Before, Transformer};
use super::{Heaps, Inner, Key, Link};
use crate::shapes::actions::Writer;
use crate::shapes::class::{Meaning, V, unary};
use crate::shapes::operations::What;
use crate::shapes::places::Stack;
use ::program::{Callee, FunctionId, Id, Op, Span};
use engine::{CallStep, Cx, Reply, Step};
use indexmap::IndexMap;
use logic::relational::{Formula, PredicateId, Variables};
use rustc_hash::FxBuildHasher;
use std::fmt::Write;
use std::rc::Rc;

impl Heaps {
    /// The program's text, with conjunctions of at most so many literals.
    pub fn program(&self, cx: &Cx<'_>, length: usize) -> String {
        let mut commands = String::new();
        for &function in cx.pointers.calls().reached() {
            self.function(cx, function, length, &mut commands);
        }
        format!("{}\n{commands}", self.legend(cx))
    }

    /// The heap predicates, with what they mean.
    fn legend(&self, cx: &Cx<'_>) -> String {
        let inner = self.inner.borrow();
        let mut variables = Variables::new();
        for name in ["v", "u", "w"] {
            variables.intern(name);
        }
        let mut all: IndexMap<&str, &HeapPredicate, FxBuildHasher> = IndexMap::default();
        for scope in inner.scopes.values() {
            for predicate in scope.facts.iter().chain(&scope.unary) {
                all.entry(&predicate.name).or_insert(predicate);
            }
        }
        let mut text = String::from("heap predicates\n");
        for (name, predicate) in all {
            let formula = predicate
                .formula
                .show(&inner.symbols.signatures, &variables);
            let place = predicate.declared.and_then(|span| self.line(cx, span));
            let place = place.map_or(String::new(), |line| format!("    ({line})"));
            let _ = writeln!(text, "  {name}  :=  {formula}{place}");
        }
        for path in inner.scopes.values().flat_map(|s| &s.paths) {
            let names: Vec<String> = path.path.iter().map(|&f| self.names(cx).field(f)).collect();
            let how = match path.is_list {
                true => "decided (lists)",
                false => "by an incomplete axiomatisation (branches)",
            };
            let line = format!("  entailments about {}*: {how}\n", names.join("|"));
            if !text.contains(&line) {
                text.push_str(&line);
            }
        }
        text
    }

    fn line(&self, cx: &Cx<'_>, span: Span) -> Option<String> {
        let at = cx.program.sources.position(span)?;
        Some(format!("line {}", at.line))
    }

    fn function(&self, cx: &Cx<'_>, function: FunctionId, length: usize, out: &mut String) {
        let Some(body) = &cx.function(function).body else {
            return;
        };
        let _ = writeln!(out, "function {}", cx.program.show(function));
        let stack = Stack::new(function);
        for (id, edge) in body.edges() {
            let step = Step { function, id, edge };
            let op = cx.program.show(&edge.op).to_string();
            let place = self.line(cx, edge.span).unwrap_or_default();
            let _ = writeln!(
                out,
                "  {} -> {}: {op}    {place}",
                edge.from.index(),
                edge.to.index()
            );
            let inner = &mut *self.inner.borrow_mut();
            if let Some(chain) = self.offline(cx, inner, &step, &stack) {
                let links = Rc::clone(&inner.transformers[chain]);
                for link in links.iter() {
                    describe(inner, link, length, out);
                }
            }
        }
    }

    /// The transformers of a step, whatever others know; None if it has no successors or
    /// nothing is known of it.
    pub(super) fn offline(
        &self,
        cx: &Cx<'_>,
        inner: &mut Inner,
        step: &Step<'_>,
        stack: &Stack,
    ) -> Option<usize> {
        if self.is_idle() {
            return None;
        }
        let operations = self.operations();
        let from = self.scope_at(cx, inner, (step.function, step.edge.from), stack);
        let nothing = |_| Reply::Unknown;
        let key = |to, what| Key {
            from,
            to,
            what,
            levels: (0, 0),
            told: Vec::new(),
        };
        if let Op::Call(call) = step.op()
            && let Callee::Direct(callee) = call.callee
            && let Some(body) = &cx.function(callee).body
        {
            let inside = stack.push(cx, step.id, callee);
            let to = self.scope_at(cx, inner, (callee, body.entry()), &inside);
            let call = CallStep {
                step: *step,
                call,
                callee,
            };
            let key = key(to, What::Call(step.function, step.id, callee));
            let changes = Changes::Call(&call);
            let mut write =
                |writer: &mut Writer<'_, '_>, n| operations.begin(cx, writer, &call, &inside, n);
            let chain = self.transformers(cx, inner, key, (stack, changes), &nothing, &mut write);
            return Some(chain);
        }
        let ending = operations.ending(cx, step).ok()?;
        if ending == Some(true) {
            return None;
        }
        let to = self.scope_at(cx, inner, (step.function, step.edge.to), stack);
        let allocated = match step.op() {
            Op::Alloc { .. } => operations.block_at(cx, step, stack),
            _ => None,
        };
        let key = key(to, What::Step(step.function, step.id, allocated));
        let chain = self.transformers(
            cx,
            inner,
            key,
            (stack, Changes::Step(step.op())),
            &nothing,
            &mut |writer, n| match ending {
                Some(_) => {
                    operations.declared(cx, step, writer);
                    false
                }
                None => operations.write(cx, step, allocated, writer, n),
            },
        );
        Some(chain)
    }
}

/// What one command does to predicates.
fn describe(inner: &mut Inner, link: &Link, length: usize, out: &mut String) {
    let from = Rc::clone(&inner.scopes[link.from as usize]);
    let to = Rc::clone(&inner.scopes[link.to as usize]);
    let known = known(&from, &link.by);
    let facts = link.by.facts.iter().zip(&to.facts);
    for (before, after) in facts {
        update(inner, &from, &known, (before, after), length, out);
    }
    let here = Formula::exists(super::scope::S, Formula::equal(super::scope::S, V));
    let mut of_object = known;
    of_object.push(here);
    let unary = link.by.unary.iter().zip(&to.unary);
    for (before, after) in unary {
        update(inner, &from, &of_object, (before, after), length, out);
    }
}

/// What holds before a command goes on.
fn known(from: &Scope, by: &Transformer) -> Vec<Formula> {
    let mut known = by.known.clone();
    known.extend(by.require.clone());
    let fresh = Formula::exists(V, unary(from.fresh, V));
    known.push(match by.allocates {
        true => fresh,
        false => Formula::not(fresh),
    });
    known
}

fn update(
    inner: &mut Inner,
    from: &Scope,
    known: &[Formula],
    (before, after): (&Before, &HeapPredicate),
    length: usize,
    out: &mut String,
) {
    let is_unary = after.formula.has_free(V);
    let scope = if is_unary { &from.unary } else { &from.facts };
    let name = &after.name;
    let formula = match before {
        Before::Same(old) if scope[*old].name == *name => return,
        Before::Same(old) => {
            let _ = writeln!(out, "      {name} := {}", scope[*old].name);
            return;
        }
        Before::Constant(value) => {
            let _ = writeln!(out, "      {name} := {value}");
            return;
        }
        Before::Formula(formula) => formula,
    };
    // Only predicates that speak of the same can matter; numbers may have to do with any.
    let is_condition = |s: &PredicateId| {
        let meaning = inner.symbols.meaning(*s);
        matches!(meaning, Some(Meaning::Condition(_)))
    };
    let symbols = formula.predicates();
    let numbers = symbols.iter().any(is_condition);
    let speaks = |p: &&HeapPredicate| {
        let mut own = p.formula.predicates().into_iter();
        own.any(|s| symbols.contains(&s) || numbers && is_condition(&s))
    };
    let facts = from.facts.iter();
    let objects = from.unary.iter().filter(|_| is_unary);
    let relevant: Vec<&HeapPredicate> = facts.chain(objects).filter(speaks).collect();
    let predicates: Vec<Formula> = relevant.iter().map(|p| p.formula.clone()).collect();
    let mut abstraction = Abstraction {
        prover: &mut inner.prover,
        theory: from.theory,
        known,
        predicates: &predicates,
        length,
    };
    let yes = abstraction.conditions(formula);
    let no = abstraction.conditions(&Formula::not(formula.clone()));
    let (yes, no) = (shown(&relevant, &yes), shown(&relevant, &no));
    let _ = writeln!(out, "      {name} := true if {yes}; false if {no}; else *");
}

/// A disjunction of conjunctions.
fn shown(predicates: &[&HeapPredicate], conditions: &[Conjunction]) -> String {
    let literal = |&(number, holds): &(usize, bool)| {
        let name = &predicates[number].name;
        match holds {
            true => name.clone(),
            false => format!("!({name})"),
        }
    };
    let all = conditions.iter().map(|conjunction| {
        let literals: Vec<String> = conjunction.iter().map(literal).collect();
        match literals.is_empty() {
            true => "true".to_owned(),
            false => literals.join(" & "),
        }
    });
    let all: Vec<String> = all.collect();
    match all.is_empty() {
        true => "false".into(),
        false => all.join(" | "),
    }
}
