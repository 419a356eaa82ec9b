//! What the reached states say about loops: the invariants of a witness.
//!
//! At each loop of the user's functions, the disjunction of all states there. Where
//! they are many, it is weakened to what they have in common and the bounds that all
//! of them respect. What C cannot say, or a reader of the program cannot name, is left
//! out: each conjunct alone, so what remains is weaker and still true. What C cannot say is
//! named, so that nobody takes the rest for the whole proof.

use crate::analysis::Cx;
use crate::explore::Exploration;
use crate::product::ProductState;
use logic::{Comparison, Formula, FormulaId, Logic, Term, TermId, Time};
use program::live::{Life, life};
use program::{BinaryOp, Cfa, FunctionId, Location, Program, Span, VarId, VarKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A condition that holds whenever a place is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    pub function: FunctionId,
    pub place: InvariantPlace,
    /// A C expression.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantPlace {
    /// Before each evaluation of the condition of this loop statement.
    Loop(Span),
    /// Before the statement that begins with this.
    Statement(Span),
}

impl InvariantPlace {
    fn span(self) -> Span {
        match self {
            InvariantPlace::Loop(span) | InvariantPlace::Statement(span) => span,
        }
    }
}

/// What is told of loops.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Told {
    pub invariants: Vec<Invariant>,
    /// What is known there and no expression of C says, in words.
    pub untold: BTreeSet<&'static str>,
}

impl Told {
    /// What two explorations tell.
    pub(crate) fn both(a: Option<Told>, b: Option<Told>) -> Option<Told> {
        let (mut a, b) = match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (a, b) => return a.or(b),
        };
        for invariant in b.invariants {
            if !a.invariants.contains(&invariant) {
                a.invariants.push(invariant);
            }
        }
        a.untold.extend(b.untold);
        Some(a)
    }
}

/// Formulae that C has no words for.
const MEMORY: &str = "formulae about memory behind pointers";

/// More states than these, or a longer text, are told by what they have in common.
const MAX_DISJUNCTS: usize = 64;
const MAX_LENGTH: usize = 20_000;

/// Are there loops that something could be told of?
pub(crate) fn has_loops(cx: &Cx<'_>) -> bool {
    let mut reached = cx.pointers.calls().reached().iter();
    reached.any(|&f| {
        let function = cx.function(f);
        let body = function.body.as_ref();
        body.is_some_and(|b| is_users(cx.program, function.span) && !loops(b).is_empty())
    })
}

/// The invariants that a complete exploration shows, in order of the program.
pub(crate) fn invariants(exploration: &Exploration<'_>) -> Told {
    let program = exploration.cx().program;
    let mut states: BTreeMap<(FunctionId, Location), BTreeSet<u32>> = BTreeMap::new();
    let mut places = Vec::new();
    for (function, f) in program.functions.enumerate() {
        if let Some(body) = f.body.as_ref().filter(|_| is_users(program, f.span)) {
            for (at, place) in loops(body) {
                places.push((function, at, place));
                states.insert((function, at), BTreeSet::new());
            }
        }
    }
    // One node of each state.
    let mut samples: BTreeMap<u32, &ProductState> = BTreeMap::new();
    for (id, node) in exploration.nodes() {
        let key = (exploration.function(id), node.at);
        if let Some(found) = states.get_mut(&key) {
            found.insert(node.state);
            samples.insert(node.state, exploration.state(id));
        }
    }
    let mut told = Told::default();
    for (function, at, place) in places {
        let here = &states[&(function, at)];
        let reached = here.iter().filter_map(|state| samples.get(state).copied());
        let reached: Vec<_> = reached.collect();
        for state in &reached {
            told.untold.extend(exploration.product().beyond_c(state));
        }
        let untold = &mut told.untold;
        if let Some(text) = text(exploration, (function, at), place, &reached, untold) {
            told.invariants.push(Invariant {
                function,
                place,
                text,
            });
        }
    }
    told
}

/// Is it part of the user's text, not of the library's models?
fn is_users(program: &Program, span: Span) -> bool {
    let place = program.sources.physical(span);
    place.is_some_and(|p| !p.file.starts_with(machine::MODEL_PREFIX))
}

/// Where invariants are told: loop statements, and the heads of other loops.
fn loops(body: &Cfa) -> Vec<(Location, InvariantPlace)> {
    let statements = body.loops().iter();
    let mut found: Vec<_> = statements
        .map(|&(at, span)| (at, InvariantPlace::Loop(span)))
        .collect();
    for &head in body.loop_heads() {
        let Some(first) = body.leaving(head).first() else {
            continue;
        };
        let known = body.loops().iter().any(|&(at, span)| {
            // The head of a `do` loop is where its body begins.
            let body_of =
                !body.is_loop_head(at) && span.lo <= first.span.lo && first.span.hi <= span.hi;
            at == head || body_of
        });
        if !known && !first.span.is_none() {
            found.push((head, InvariantPlace::Statement(first.span)));
        }
    }
    found
}

fn text(
    exploration: &Exploration<'_>,
    (function, at): (FunctionId, Location),
    place: InvariantPlace,
    states: &[&ProductState],
    untold: &mut BTreeSet<&'static str>,
) -> Option<String> {
    let cx = exploration.cx();
    let program = cx.program;
    let names = Names::of(program, function, at, place.span());
    let mut disjuncts: BTreeSet<BTreeSet<FormulaId>> = BTreeSet::new();
    for state in states {
        let formula = exploration.product().invariant(cx, state, function, at);
        let logic = &mut *cx.logic.borrow_mut();
        let said = names.sayable(logic, program, formula, untold);
        let said = logic.conjuncts(&said).iter().copied();
        disjuncts.insert(said.filter(|&part| part != FormulaId::TRUE).collect());
    }
    if disjuncts.is_empty() {
        // The loop is not reached; nobody needs to hear about it.
        return None;
    }
    let disjuncts = least(disjuncts);
    let mut logic = cx.logic.borrow_mut();
    let common = common(&disjuncts);
    if disjuncts.len() <= MAX_DISJUNCTS {
        let rests = disjuncts.iter().map(|d| d.difference(&common).copied());
        let rests: Vec<_> = rests.map(|rest| logic.and(program, rest)).collect();
        let either = logic.or(program, rests);
        let whole = common.iter().copied().chain([either]);
        let whole = logic.and(program, whole);
        let said = names.say(&logic, program, whole);
        match said {
            _ if whole == FormulaId::TRUE => return None,
            Some(text) if text.len() <= MAX_LENGTH => return Some(text),
            _ => {}
        }
    }
    let mut parts: Vec<FormulaId> = common.into_iter().collect();
    parts.extend(hull(&mut logic, program, &disjuncts));
    let weaker = logic.and(program, parts);
    let text = names.say(&logic, program, weaker);
    text.filter(|t| weaker != FormulaId::TRUE && t.len() <= MAX_LENGTH)
}

/// Could C say it, if all variables had names?
fn has_words(logic: &Logic, program: &Program, formula: FormulaId) -> bool {
    let any = |_| Some(String::new());
    let said = logic.to_c(program, formula, Time::Before, &any);
    said.is_some()
}

/// Without the conjunctions that say more than another one.
fn least(disjuncts: BTreeSet<BTreeSet<FormulaId>>) -> Vec<BTreeSet<FormulaId>> {
    let all: Vec<_> = disjuncts.into_iter().collect();
    let says_more = |d: &BTreeSet<FormulaId>| {
        let mut others = all.iter();
        all.len() <= MAX_DISJUNCTS && others.any(|other| other != d && other.is_subset(d))
    };
    let least = all.iter().filter(|d| !says_more(d));
    least.cloned().collect()
}

fn common(disjuncts: &[BTreeSet<FormulaId>]) -> BTreeSet<FormulaId> {
    let Some((first, others)) = disjuncts.split_first() else {
        return BTreeSet::new();
    };
    let shared = first.iter().copied();
    shared
        .filter(|part| others.iter().all(|other| other.contains(part)))
        .collect()
}

type Bounds = BTreeMap<TermId, (Option<i128>, Option<i128>)>;

/// The bounds that all disjuncts have for a term.
fn hull(logic: &mut Logic, program: &Program, disjuncts: &[BTreeSet<FormulaId>]) -> Vec<FormulaId> {
    let mut all: Option<Bounds> = None;
    for disjunct in disjuncts {
        let here = bounds(logic, program, disjunct);
        all = Some(match all {
            None => here,
            Some(known) => {
                let both = known.into_iter().filter_map(|(term, (lo, hi))| {
                    let &(low, high) = here.get(&term)?;
                    let low = lo.zip(low).map(|(a, b)| a.min(b));
                    let high = hi.zip(high).map(|(a, b)| a.max(b));
                    Some((term, (low, high)))
                });
                both.collect()
            }
        });
    }
    let mut found = Vec::new();
    for (term, (low, high)) in all.unwrap_or_default() {
        let ty = logic.ty(term);
        if let Some(low) = low {
            let low = logic.int(program, low, ty);
            found.push(logic.compare(program, BinaryOp::Le, low, term));
        }
        if let Some(high) = high {
            let high = logic.int(program, high, ty);
            found.push(logic.compare(program, BinaryOp::Le, term, high));
        }
    }
    found
}

fn bounds(logic: &Logic, program: &Program, disjunct: &BTreeSet<FormulaId>) -> Bounds {
    let mut found = Bounds::new();
    for &part in disjunct {
        let Formula::Compare(op, a, b) = *logic.formula(part) else {
            continue;
        };
        if program.types.int_kind(logic.ty(a)).is_none() {
            continue;
        }
        let constant = |t| match logic.term(t) {
            Term::Int(value) => Some(value),
            _ => None,
        };
        // A strict bound is one less wide; it is a number of the type, for the
        // comparison would be false otherwise.
        let strict = i128::from(op == Comparison::Lt);
        let (term, low, high) = match (constant(a), constant(b), op) {
            (None, Some(value), Comparison::Eq) => (a, Some(value), Some(value)),
            (None, Some(value), Comparison::Lt | Comparison::Le) => {
                (a, None, value.checked_sub(strict))
            }
            (Some(value), None, Comparison::Lt | Comparison::Le) => {
                (b, value.checked_add(strict), None)
            }
            _ => continue,
        };
        let known = found.entry(term).or_insert((None, None));
        let tighter = |a: Option<i128>, b: Option<i128>, pick: fn(i128, i128) -> i128| match (a, b)
        {
            (Some(a), Some(b)) => Some(pick(a, b)),
            (a, b) => a.or(b),
        };
        known.0 = tighter(known.0, low, i128::max);
        known.1 = tighter(known.1, high, i128::min);
    }
    found
}

/// The variables that the programmer could name at a place.
struct Names<'a> {
    known: BTreeMap<VarId, &'a str>,
    /// The variables of each of these names that could be meant.
    by_name: BTreeMap<&'a str, Vec<VarId>>,
    body: Option<&'a Cfa>,
    at: Location,
    /// What was asked about before.
    lives: RefCell<BTreeMap<VarId, Life>>,
}

impl<'a> Names<'a> {
    /// Those that live there and are declared before, in the same file, under a name
    /// that no other variable has that may live there.
    fn of(program: &'a Program, function: FunctionId, at: Location, span: Span) -> Names<'a> {
        let mut files = program.sources.files().map(|(_, f)| f.span());
        let own = files.find(|f| f.lo <= span.lo && span.lo < f.hi);
        let mut by_name: BTreeMap<&str, Vec<VarId>> = BTreeMap::new();
        for (id, var) in program.vars.enumerate() {
            let visible = match var.kind {
                VarKind::Temporary | VarKind::Literal => false,
                VarKind::Parameter | VarKind::Local => var.function == Some(function),
                // A function's own static variable is among them.
                VarKind::Static | VarKind::Global(_) => true,
            };
            if visible {
                by_name
                    .entry(&program.names[var.name])
                    .or_default()
                    .push(id);
            }
        }
        let named = by_name.iter();
        let named = named.flat_map(|(&name, vars)| vars.iter().map(move |&id| (id, name)));
        let known = named.filter(|(id, name)| {
            let var = &program.vars[*id];
            let here = own.is_some_and(|f| f.lo <= var.span.lo && var.span.lo < f.hi);
            let plain = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
            let named = !matches!(var.kind, VarKind::Static);
            // What is declared in a loop and lives at its head is a `for`'s.
            named && plain && here && var.span.lo < span.hi
        });
        Names {
            known: known.collect(),
            by_name,
            body: program.functions[function].body.as_ref(),
            at,
            lives: RefCell::default(),
        }
    }

    fn name(&self, var: VarId) -> Option<String> {
        let name = *self.known.get(&var)?;
        let namesakes = self.by_name.get(name)?.iter();
        let mut others = namesakes.filter(|other| **other != var);
        let is_meant =
            self.life(var)? == Life::Always && others.all(|o| self.life(*o) == Some(Life::Never));
        is_meant.then(|| name.to_owned())
    }

    fn life(&self, var: VarId) -> Option<Life> {
        let body = self.body?;
        let mut lives = self.lives.borrow_mut();
        Some(*lives.entry(var).or_insert_with(|| life(body, var, self.at)))
    }

    /// What of a formula can be said; what is left out is noted if C has no words for it.
    fn sayable(
        &self,
        logic: &mut Logic,
        program: &Program,
        formula: FormulaId,
        untold: &mut BTreeSet<&'static str>,
    ) -> FormulaId {
        let (parts, all) = match logic.formula(formula) {
            Formula::And(parts) => (parts.to_vec(), true),
            Formula::Or(parts) => (parts.to_vec(), false),
            _ if self.say(logic, program, formula).is_some() => return formula,
            _ => {
                if !has_words(logic, program, formula) {
                    untold.insert(MEMORY);
                }
                return FormulaId::TRUE;
            }
        };
        let parts = parts.into_iter();
        let parts = parts.map(|part| self.sayable(logic, program, part, untold));
        let parts: Vec<FormulaId> = parts.collect();
        match all {
            true => logic.and(program, parts),
            false => {
                let parts = parts.iter().map(|part| {
                    let parts = logic.conjuncts(part).iter();
                    parts.copied().collect()
                });
                let parts = least(parts.collect());
                let parts = parts.into_iter().map(|part| logic.and(program, part));
                let parts: Vec<FormulaId> = parts.collect();
                logic.or(program, parts)
            }
        }
    }

    fn say(&self, logic: &Logic, program: &Program, formula: FormulaId) -> Option<String> {
        logic.to_c(program, formula, Time::Before, &|var| self.name(var))
    }
}
