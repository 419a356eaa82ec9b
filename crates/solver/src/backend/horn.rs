//! Interpolants by Z3's Spacer: a chain as Horn clauses, one predicate a cut.
//!
//! Every attempt has a context of its own, so that what it finds does not depend on
//! what was asked before.
//!
//! The transformations that would inline the predicates are off. Generalisation
//! over several lemmas (`spacer.global`) takes some chains from a minute to a fifth
//! of a second and others the other way: the second attempt has it on.

use super::integers::{Integers, Sums};
use super::session::clamp;
use super::translate::Translator;
use super::{Way, Z3, read};
use crate::interpolate::{Arithmetic, Chain, is_interpolant_chain};
use crate::session::{Answer, Budget, Core, Solver, Statistics};
use crate::term::{Sort, Term, Terms};
use rustc_hash::FxHashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use z3::ast::{Ast, BV, Bool, Dynamic, Int, forall_const};
use z3::{Config, Fixedpoint, FuncDecl, Params, SatResult, with_z3_config};

/// How a chain becomes Horn clauses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Bits,
    Integers(Sums),
}

/// What the engine says.
enum Outcome {
    Interpolants(Vec<Term>),
    /// The chain can be taken from beginning to end, as it was encoded.
    Feasible,
    Unknown,
}

struct Clause {
    /// What is quantified.
    symbols: Vec<Dynamic>,
    condition: Bool,
    /// Arguments of the predicates at the cuts before and after.
    before: Vec<Dynamic>,
    after: Vec<Dynamic>,
}

/// Checks what was found without a session: twice as fast for sums.
struct AtOnce<'a>(&'a mut Z3);

impl Solver for AtOnce<'_> {
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        self.0.ask(terms, assertions, budget, Way::AtOnce)
    }

    fn unsat_core(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Core {
        self.0.unsat_core(terms, assertions, budget)
    }

    fn statistics(&self) -> Statistics {
        self.0.statistics()
    }
}

impl Z3 {
    pub(super) fn interpolate(
        &mut self,
        terms: &mut Terms,
        chain: &Chain,
        arithmetic: Arithmetic,
        budget: &Budget,
    ) -> Option<Vec<Term>> {
        if !chain.is_well_formed(terms) {
            return None;
        }
        // Of predicates that no rule derives once Spacer has simplified it away, it
        // says nothing.
        if let Some(impossible) = self.impossible_step(terms, chain, budget) {
            let cuts = 0..chain.steps.len() - 1;
            return Some(cuts.map(|cut| terms.bool(cut < impossible)).collect());
        }
        if chain.steps.len() < 2 {
            return None;
        }
        let encodings = match arithmetic {
            Arithmetic::Bits => &[Encoding::Bits][..],
            Arithmetic::Integers => &[
                Encoding::Integers(Sums::Unbounded),
                Encoding::Integers(Sums::Wrapping),
            ],
        };
        let start = Instant::now();
        for (at, &encoding) in encodings.iter().enumerate() {
            let budget = rest(budget, start, encodings.len() - at)?;
            let start = Instant::now();
            for (global, attempts) in [(false, 2), (true, 1)] {
                let Some(share) = rest(&budget, start, attempts) else {
                    break;
                };
                match attempt(terms, chain, encoding, global, &share) {
                    Outcome::Interpolants(found) => {
                        let Some(all) = rest(&budget, start, 1) else {
                            break;
                        };
                        let mut checker = AtOnce(self);
                        if is_interpolant_chain(&mut checker, terms, chain, &found, &all) {
                            return Some(found);
                        }
                        self.counts.interpolants_discarded += found.len() as u64;
                        break;
                    }
                    // Where sums do not wrap, that says nothing.
                    Outcome::Feasible if encoding == Encoding::Integers(Sums::Unbounded) => break,
                    Outcome::Feasible => return None,
                    Outcome::Unknown => {}
                }
            }
        }
        None
    }

    /// A step that cannot be taken from any state, if that is easy to see.
    fn impossible_step(&mut self, terms: &Terms, chain: &Chain, budget: &Budget) -> Option<usize> {
        let mut possible = FxHashSet::default();
        let easy = Budget {
            resource: match budget.resource {
                0 => EASY,
                resource => resource.min(EASY),
            },
            ..*budget
        };
        chain.steps.iter().position(|step| {
            possible.insert(step.condition)
                && self.check(terms, &[step.condition], &easy) == Answer::Unsat
        })
    }
}

/// What is easy, in units of Z3's work.
const EASY: u64 = 10_000;

/// An equal part of what is left of a budget; None if that is nothing.
fn rest(budget: &Budget, since: Instant, parts: usize) -> Option<Budget> {
    let parts = parts as u32;
    let wall = budget
        .wall
        .map(|wall| wall.saturating_sub(since.elapsed()) / parts);
    wall.is_none_or(|wall| !wall.is_zero()).then_some(Budget {
        resource: budget.resource.div_ceil(parts.into()),
        wall,
        ..*budget
    })
}

fn attempt(
    terms: &mut Terms,
    chain: &Chain,
    encoding: Encoding,
    global: bool,
    budget: &Budget,
) -> Outcome {
    let common = chain.common(terms);
    let symbols = occurring(terms, chain, &common);
    let work = || {
        // A panic must not leave the thread in this context.
        let result = catch_unwind(AssertUnwindSafe(|| {
            let clauses = match encoding {
                Encoding::Bits => clauses_over_bits(terms, chain, &common, &symbols),
                Encoding::Integers(sums) => {
                    Some(clauses_over_integers(terms, chain, &common, sums))
                }
            };
            let Some(clauses) = clauses else {
                return Outcome::Unknown;
            };
            solve(terms, chain, &common, &clauses, global, budget)
        }));
        result.unwrap_or(Outcome::Unknown)
    };
    with_z3_config(&Config::new(), work)
}

/// The symbols that each step speaks of, as far as it matters for later ones.
fn occurring(terms: &mut Terms, chain: &Chain, common: &[Vec<usize>]) -> Vec<Vec<Term>> {
    let mut all = Vec::new();
    for (at, step) in chain.steps.iter().enumerate() {
        let after = common.get(at).into_iter().flatten().map(|&v| step.after[v]);
        let before = at
            .checked_sub(1)
            .map(|at| &common[at])
            .into_iter()
            .flatten();
        let before = before.map(|&v| chain.variables[v]);
        let mut symbols = Vec::new();
        for term in [step.condition].into_iter().chain(after).chain(before) {
            symbols.extend_from_slice(&terms.symbols(term));
        }
        symbols.sort_unstable();
        symbols.dedup();
        all.push(symbols.iter().map(|&s| terms.symbol_term(s)).collect());
    }
    all
}

/// None if there are arrays.
fn clauses_over_bits(
    terms: &Terms,
    chain: &Chain,
    common: &[Vec<usize>],
    symbols: &[Vec<Term>],
) -> Option<Vec<Clause>> {
    let mut translator = Translator::default();
    let mut clauses = Vec::new();
    for (at, step) in chain.steps.iter().enumerate() {
        let symbols = symbols[at].iter().map(|&symbol| {
            Some(match terms.sort(symbol) {
                Sort::Bool => Dynamic::from_ast(&translator.formula(terms, symbol)),
                Sort::Bits(_) => Dynamic::from_ast(&translator.bit_vector(terms, symbol)),
                Sort::Array { .. } => return None,
            })
        });
        let symbols = symbols.collect::<Option<_>>()?;
        let mut bits = |term: Term| -> Dynamic {
            let bits: BV = translator.bit_vector(terms, term);
            Dynamic::from_ast(&bits)
        };
        let before = at
            .checked_sub(1)
            .map(|at| &common[at])
            .into_iter()
            .flatten();
        let before = before.map(|&v| bits(chain.variables[v])).collect();
        let after = common.get(at).into_iter().flatten();
        let after = after.map(|&v| bits(step.after[v])).collect();
        clauses.push(Clause {
            symbols,
            condition: translator.formula(terms, step.condition),
            before,
            after,
        });
    }
    Some(clauses)
}

fn clauses_over_integers(
    terms: &Terms,
    chain: &Chain,
    common: &[Vec<usize>],
    sums: Sums,
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for (at, step) in chain.steps.iter().enumerate() {
        let mut integers = Integers::new(terms, sums);
        let condition = integers.formula(step.condition);
        let mut number = |term: Term| -> Dynamic {
            let number: Int = integers.number(term);
            Dynamic::from_ast(&number)
        };
        let before = at
            .checked_sub(1)
            .map(|at| &common[at])
            .into_iter()
            .flatten();
        let before = before.map(|&v| number(chain.variables[v])).collect();
        let after = common.get(at).into_iter().flatten();
        let after = after.map(|&v| number(step.after[v])).collect();
        let mut conditions = vec![condition];
        conditions.append(&mut integers.facts);
        clauses.push(Clause {
            symbols: integers.symbols,
            condition: Bool::and(&conditions),
            before,
            after,
        });
    }
    clauses
}

fn solve(
    terms: &mut Terms,
    chain: &Chain,
    common: &[Vec<usize>],
    clauses: &[Clause],
    global: bool,
    budget: &Budget,
) -> Outcome {
    let engine = Fixedpoint::new();
    engine.set_params(&parameters(global, budget));
    let mut predicates = Vec::new();
    for (at, clause) in clauses.iter().enumerate() {
        let sorts: Vec<_> = clause.after.iter().map(Ast::get_sort).collect();
        let sorts: Vec<_> = sorts.iter().collect();
        // The last one is that the chain was taken to its end.
        let predicate = FuncDecl::new(format!("cut{at}"), &sorts, &z3::Sort::bool());
        engine.register_relation(&predicate);
        predicates.push(predicate);
    }
    for (at, clause) in clauses.iter().enumerate() {
        let mut body = vec![clause.condition.clone()];
        if let Some(before) = at.checked_sub(1) {
            body.push(apply(&predicates[before], &clause.before));
        }
        let head = apply(&predicates[at], &clause.after);
        let rule = Bool::and(&body).implies(head);
        let symbols: Vec<_> = clause.symbols.iter().map(|s| s as &dyn Ast).collect();
        engine.add_rule(&forall_const(&symbols, &[], &rule), None);
    }
    let Some((end, cuts)) = predicates.split_last() else {
        return Outcome::Unknown;
    };
    match engine.query(&apply(end, &[])) {
        SatResult::Sat => return Outcome::Feasible,
        SatResult::Unknown => return Outcome::Unknown,
        SatResult::Unsat => {}
    }
    let mut interpolants = Vec::new();
    for (predicate, common) in cuts.iter().zip(common) {
        let variables: Vec<_> = common.iter().map(|&v| chain.variables[v]).collect();
        let found = engine.get_cover_delta(-1, predicate);
        match found.and_then(|found| read::formula(terms, &found, &variables)) {
            Some(interpolant) => interpolants.push(interpolant),
            None => return Outcome::Unknown,
        }
    }
    Outcome::Interpolants(interpolants)
}

fn apply(predicate: &FuncDecl, arguments: &[Dynamic]) -> Bool {
    let arguments: Vec<_> = arguments.iter().map(|a| a as &dyn Ast).collect();
    let applied = predicate.apply(&arguments);
    applied.as_bool().expect("a predicate is true or false")
}

fn parameters(global: bool, budget: &Budget) -> Params {
    let mut parameters = Params::new();
    parameters.set_symbol("engine", "spacer");
    for transformation in ["inline_eager", "inline_linear", "slice"] {
        parameters.set_bool(format!("xform.{transformation}"), false);
    }
    parameters.set_bool("spacer.global", global);
    if budget.resource > 0 {
        parameters.set_u32("rlimit", clamp(budget.resource));
    }
    if let Some(wall) = budget.wall {
        parameters.set_u32("timeout", clamp(wall.as_millis() as u64).max(1));
    }
    parameters
}
