//! Commands as transformers of heap predicates (seed 004, sections 5 and 7): for each heap
//! predicate of the scope after a command, its weakest precondition `hwp`, over the
//! predicates of the scope before.

use super::conditions::Changes;
use super::predicate::Words;
use super::scope::{HeapPredicate, Scope, links};
use crate::shapes::actions::Writer;
use crate::shapes::class::{Meaning, Names, Symbols, U, V, binary, unary};
use crate::shapes::places::FieldId;
use logic::relational::{Assigned, Formula, PredicateId, Reach, Variable};
use program::{ExprId, Op};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use structures::{Action, Focus};

/// What a command does.
pub struct Command<'a> {
    pub action: Action,
    /// By field, the objects V whose link may change.
    pub touched: BTreeMap<FieldId, Vec<Formula>>,
    /// The objects V that end.
    pub ended: Formula,
    /// What becomes of numbers, and guards about them that hold before.
    pub changes: Changes<'a>,
    pub guards: Vec<(ExprId, bool)>,
}

impl<'a> Command<'a> {
    pub fn new(
        mut writer: Writer<'_, '_>,
        to: &Scope,
        (changes, guards): (Changes<'a>, Vec<(ExprId, bool)>),
    ) -> Command<'a> {
        Command {
            touched: writer.touched(),
            ended: writer.ending(),
            action: writer.finish(&to.class.cells),
            changes,
            guards,
        }
    }
}

/// What a heap predicate is before a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Before {
    Constant(bool),
    /// One of the predicates of the scope before.
    Same(usize),
    Formula(Formula),
}

#[derive(Clone)]
pub struct Transformer {
    /// What must hold, if anything.
    pub require: Option<Formula>,
    /// True in the state before, whatever it is: what paths begin with.
    pub known: Vec<Formula>,
    pub allocates: bool,
    /// The objects V that end.
    pub ended: Formula,
    /// `hwp` of the unary heap predicates and of the facts.
    pub unary: Vec<Before>,
    pub facts: Vec<Before>,
}

/// New values, over parameters.
type Updates = FxHashMap<PredicateId, (Vec<Variable>, Formula)>;

impl Transformer {
    pub fn new(
        words: &mut Words<'_, '_>,
        command: &Command<'_>,
        (from, to): (&Scope, &Scope),
    ) -> Transformer {
        let Command {
            action,
            touched,
            ended,
            changes,
            guards,
        } = command;
        let Words {
            names,
            symbols,
            prover,
            conditions,
        } = words;
        let mut updates: Updates = FxHashMap::default();
        for update in &action.updates {
            let parameters = update.parameters.to_vec();
            updates.insert(update.predicate, (parameters, update.formula.clone()));
        }
        derive(names, symbols, from, touched, &mut updates);
        let (mut required, mut guarded) = (action.require.clone(), Vec::new());
        if from.has_conditions || to.has_conditions {
            for fact in &to.facts {
                let new = conditions.before(names, symbols, prover, &fact.formula, *changes);
                updates.extend(new.into_iter().map(|(p, f)| (p, (Vec::new(), f))));
            }
            if let Changes::Step(&Op::Assume { condition, taken }) = *changes {
                let guard = conditions.guard(names, symbols, prover, (condition, taken));
                if guard != Formula::True {
                    required = Some(Formula::and(required.into_iter().chain([guard])));
                }
            }
            for &guard in guards {
                guarded.push(conditions.guard(names, symbols, prover, guard));
            }
        }
        let assigned = |p: PredicateId| {
            let (parameters, value) = updates.get(&p)?;
            Some(Assigned { parameters, value })
        };
        let before = |after: &HeapPredicate, known: &[HeapPredicate]| {
            let formula = still(&after.formula, ended).substitute(&assigned);
            match formula {
                Formula::True => Before::Constant(true),
                Formula::False => Before::Constant(false),
                formula => match known.iter().position(|p| p.formula == formula) {
                    Some(same) => Before::Same(same),
                    None => Before::Formula(formula),
                },
            }
        };
        let defined = definitions(from, symbols);
        let by_definition = |p: PredicateId| {
            let (parameters, value) = defined.get(&p)?;
            Some(Assigned { parameters, value })
        };
        let mut known = first_steps(names, symbols, action);
        known.extend(guarded.into_iter().filter(|guard| *guard != Formula::True));
        let unary = to.unary.iter().map(|p| before(p, &from.unary)).collect();
        let facts = to.facts.iter().map(|p| before(p, &from.facts)).collect();
        Transformer {
            unary,
            facts,
            require: required.map(|f| f.substitute(&by_definition)),
            known,
            allocates: action.fresh.is_some(),
            ended: ended.clone(),
        }
    }

    /// Is every state the same afterwards?
    pub fn is_identity(&self) -> bool {
        let same = |all: &[Before]| {
            let mut all = all.iter().enumerate();
            all.all(|(n, before)| *before == Before::Same(n))
        };
        self.require.is_none() && !self.allocates && same(&self.unary) && same(&self.facts)
    }
}

/// A formula in which quantifiers are about objects that do not end.
fn still(formula: &Formula, ended: &Formula) -> Formula {
    if *ended == Formula::False {
        return formula.clone();
    }
    let here = |v: Variable| ended.rename(&|p| p, &[(V, v)]);
    match formula {
        Formula::Not(f) => Formula::not(still(f, ended)),
        Formula::And(parts) => Formula::and(parts.iter().map(|f| still(f, ended))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|f| still(f, ended))),
        Formula::Exists(v, f) => {
            let stays = Formula::not(here(*v));
            Formula::exists(*v, Formula::and([stays, still(f, ended)]))
        }
        Formula::Forall(v, f) => Formula::forall(*v, Formula::or([here(*v), still(f, ended)])),
        Formula::True
        | Formula::False
        | Formula::Unknown
        | Formula::Nullary(_)
        | Formula::Unary(..)
        | Formula::Binary(..)
        | Formula::Equal(..)
        | Formula::Closure { .. } => formula.clone(),
    }
}

/// What shape classes define by reachability, so that questions can be about it.
fn definitions(scope: &Scope, symbols: &Symbols) -> Updates {
    let all = scope.class.vocabulary.definitions();
    let reached = all.filter(|(p, ..)| matches!(symbols.meaning(*p), Some(Meaning::Reached(..))));
    let reached = reached.map(|(p, parameters, f)| (p, (parameters.to_vec(), f.clone())));
    reached.collect()
}

/// What becomes of predicates that follow from links.
fn derive(
    names: &Names<'_>,
    symbols: &mut Symbols,
    scope: &Scope,
    touched: &BTreeMap<FieldId, Vec<Formula>>,
    updates: &mut Updates,
) {
    for (&field, guards) in touched {
        let changed = Formula::or(guards.iter().cloned());
        let leads = symbols.leads(names, field);
        let links = new_links(names, symbols, &[field], updates);
        let formula = Formula::or([
            Formula::and([changed.clone(), Formula::exists(U, links)]),
            Formula::and([Formula::not(changed), unary(leads, V)]),
        ]);
        updates.insert(leads, (vec![V], formula));
    }
    for path in &scope.paths {
        let fields = path.path.iter().filter_map(|f| touched.get(f));
        let guards: Vec<Formula> = fields.flatten().cloned().collect();
        if guards.is_empty() {
            continue;
        }
        let reach = Reach {
            closure: symbols.closure(names, &path.path),
            acyclic: symbols.acyclic(names, &path.path),
            is_list: path.is_list,
            is_single: is_single(symbols, &guards),
            changed: Formula::or(guards),
            links: new_links(names, symbols, &path.path, updates),
        };
        updates.insert(reach.closure, (vec![V, U], reach.closure()));
        updates.insert(reach.acyclic, (Vec::new(), reach.acyclic()));
    }
}

/// The links of some fields after an action, over V and U.
fn new_links(
    names: &Names<'_>,
    symbols: &mut Symbols,
    fields: &[FieldId],
    updates: &Updates,
) -> Formula {
    let mut all = Vec::new();
    for &field in fields {
        for link in links(names, symbols, field) {
            all.push(match updates.get(&link) {
                Some((parameters, formula)) => {
                    let pairs = [(parameters[0], V), (parameters[1], U)];
                    formula.rename(&|p| p, &pairs)
                }
                None => binary(link, V, U),
            });
        }
    }
    Formula::or(all)
}

/// Do guards hold of one object at most, the same for all?
fn is_single(symbols: &Symbols, guards: &[Formula]) -> bool {
    let mut pins = guards.iter().map(|guard| pin(symbols, guard));
    let Some(Some(first)) = pins.next() else {
        return false;
    };
    pins.all(|p| p == Some(first))
}

/// The cell whose object alone a guard can hold of; None in it: the fresh one.
fn pin(symbols: &Symbols, guard: &Formula) -> Option<Option<u32>> {
    match guard {
        Formula::Unary(p, V) => match symbols.meaning(*p)? {
            Meaning::Points(cell, _) => Some(Some(cell.0)),
            Meaning::Word(crate::shapes::class::Word::Fresh) => Some(None),
            _ => None,
        },
        Formula::And(parts) => parts.iter().find_map(|part| pin(symbols, part)),
        Formula::Or(parts) => {
            let mut pins = parts.iter().map(|part| pin(symbols, part));
            let first = pins.next()??;
            pins.all(|p| p == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// Where a command follows a field of a pointer's object that leads on, there is an object
/// to which it leads.
fn first_steps(names: &Names<'_>, symbols: &mut Symbols, action: &Action) -> Vec<Formula> {
    let mut known: Vec<Formula> = Vec::new();
    for focus in &action.focus {
        let Focus::Image { of, through } = *focus else {
            continue;
        };
        let Some(&Meaning::Link(field, _)) = symbols.meaning(through) else {
            continue;
        };
        let leads = unary(symbols.leads(names, field), V);
        let steps = links(names, symbols, field).into_iter();
        let steps = Formula::or(steps.map(|link| binary(link, V, U)));
        let here = |f: Formula| Formula::exists(V, Formula::and([unary(of, V), f]));
        let formula = Formula::implies(here(leads), here(Formula::exists(U, steps)));
        if !known.contains(&formula) {
            known.push(formula);
        }
    }
    known
}
