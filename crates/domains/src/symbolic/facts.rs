//! Sets of facts, and what each of them speaks about.

use super::is_plain;
use engine::Cx;
use logic::{Comparison, Formula, FormulaId, Logic, Term, TermId, Time};
use program::{Expr, ExprId, Id, Place, PlaceId, Program};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Facts of one state at the most: the first come.
const MOST: usize = 24;
/// Places that one fact speaks about at the most.
const MOST_PLACES: usize = 8;

/// What is known, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kept(Rc<Vec<FormulaId>>);

impl Kept {
    pub fn iter(&self) -> impl Iterator<Item = &FormulaId> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, fact: FormulaId) -> bool {
        self.0.binary_search(&fact).is_ok()
    }

    pub fn has_all(&self, others: &Kept) -> bool {
        Rc::ptr_eq(&self.0, &others.0) || others.iter().all(|&fact| self.contains(fact))
    }

    pub fn common(&self, other: &Kept) -> Kept {
        if Rc::ptr_eq(&self.0, &other.0) {
            return self.clone();
        }
        let both = self.iter().copied().filter(|&fact| other.contains(fact));
        Kept(Rc::new(both.collect()))
    }

    pub fn clear(&mut self) {
        self.0 = Rc::default();
    }
}

/// What is known about formulae.
#[derive(Default)]
pub struct Facts {
    /// The places that a formula reads; None if it asks for more than places hold.
    places: RefCell<FxHashMap<FormulaId, Option<Rc<[PlaceId]>>>>,
    loads: OnceCell<FxHashMap<PlaceId, ExprId>>,
}

impl Facts {
    /// The expression that reads a place, if the program has one.
    pub fn load(&self, cx: &Cx<'_>, place: PlaceId) -> Option<ExprId> {
        let loads = self.loads.get_or_init(|| {
            let exprs = (0..cx.program.exprs.len()).map(ExprId::new);
            let loads = exprs.filter_map(|expr| match cx.program.exprs.get(expr) {
                Expr::Load(place) => Some((place, expr)),
                _ => None,
            });
            loads.collect()
        });
        loads.get(&place).copied()
    }

    /// The places that a fact speaks about, and those that say where these are.
    pub fn places(&self, cx: &Cx<'_>, logic: &Logic, fact: FormulaId) -> Rc<[PlaceId]> {
        self.known_places(cx, logic, fact).unwrap_or_default()
    }

    fn known_places(&self, cx: &Cx<'_>, logic: &Logic, fact: FormulaId) -> Option<Rc<[PlaceId]>> {
        let mut known = self.places.borrow_mut();
        let found = known.entry(fact).or_insert_with(|| {
            let exprs = logic.expressions(fact);
            read(cx.program, exprs.into_iter().map(|(_, expr)| expr)).map(Rc::from)
        });
        found.clone()
    }

    /// The same of a term; of one that asks for more than places hold it is as if it read
    /// nothing, but no fact is made of it.
    pub fn places_of_term(&self, cx: &Cx<'_>, logic: &Logic, term: TermId) -> Vec<PlaceId> {
        let mut found = Vec::new();
        terms(logic, term, &mut |expr| found.push(expr));
        read(cx.program, found.into_iter()).unwrap_or_default()
    }

    /// Keeps a fact, if it is one that can be forgotten again in time.
    pub fn add(&self, cx: &Cx<'_>, logic: &Logic, kept: &mut Kept, fact: FormulaId) {
        if matches!(logic.formula(fact), Formula::True | Formula::False)
            || !is_plain_fact(logic, fact)
        {
            return;
        }
        let Err(at) = kept.0.binary_search(&fact) else {
            return;
        };
        let places = self.known_places(cx, logic, fact);
        let fits = places.is_some_and(|p| !p.is_empty() && p.len() <= MOST_PLACES);
        if fits && kept.0.len() < MOST {
            Rc::make_mut(&mut kept.0).insert(at, fact);
        }
    }

    /// Forgets the facts that speak about one of some places.
    pub fn forget(&self, cx: &Cx<'_>, kept: &mut Kept, is_gone: impl Fn(PlaceId) -> bool) {
        if kept.is_empty() {
            return;
        }
        let logic = cx.logic.borrow();
        let stays = |fact: &FormulaId| {
            let places = self.places(cx, &logic, *fact);
            !places.iter().any(|&place| is_gone(place))
        };
        if !kept.iter().all(stays) {
            let left = kept.iter().copied().filter(stays).collect();
            kept.0 = Rc::new(left);
        }
    }

    /// A term with equals for equals: places by what they are known to be equal to.
    pub fn replaced(&self, cx: &Cx<'_>, logic: &mut Logic, kept: &Kept, term: TermId) -> TermId {
        if kept.is_empty() {
            return term;
        }
        let equals: Vec<(ExprId, TermId)> = kept
            .iter()
            .filter_map(|&fact| match *logic.formula(fact) {
                Formula::Compare(Comparison::Eq, a, b) => match logic.term(a) {
                    // Floats that are equal are not always the same.
                    Term::At(Time::Before, expr)
                        if is_plain(cx.program, expr)
                            && cx.program.types.float_kind(logic.ty(a)).is_none() =>
                    {
                        Some((expr, b))
                    }
                    _ => None,
                },
                _ => None,
            })
            .collect();
        logic.substitute_term(cx.program, term, &mut |_, time, expr| {
            let known = equals.iter().find(|(e, _)| *e == expr);
            known
                .filter(|_| time == Time::Before)
                .map(|(_, term)| *term)
        })
    }
}

/// Does a formula speak about nothing but the state before the step, and only about places
/// that it names?
fn is_plain_fact(logic: &Logic, fact: FormulaId) -> bool {
    match logic.formula(fact) {
        Formula::True | Formula::False => true,
        Formula::Compare(_, a, b) => is_plain_term(logic, *a) && is_plain_term(logic, *b),
        Formula::Not(a) => is_plain_fact(logic, *a),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().all(|&part| is_plain_fact(logic, part))
        }
        Formula::Iff(a, b) => is_plain_fact(logic, *a) && is_plain_fact(logic, *b),
        Formula::Quantified(..) | Formula::Closure { .. } => false,
    }
}

pub fn is_plain_term(logic: &Logic, id: TermId) -> bool {
    match logic.term(id) {
        Term::At(time, _) => time == Time::Before,
        Term::Int(_) | Term::Float(_) | Term::Function(_) => true,
        Term::Bound(_) | Term::Truth(_) => false,
        Term::Unary(_, a) | Term::Cast(a) => is_plain_term(logic, a),
        Term::Binary(_, a, b) => is_plain_term(logic, a) && is_plain_term(logic, b),
    }
}

/// What a term looks up.
fn terms(logic: &Logic, id: TermId, each: &mut dyn FnMut(ExprId)) {
    match logic.term(id) {
        Term::At(_, expr) => each(expr),
        Term::Int(_) | Term::Float(_) | Term::Function(_) | Term::Bound(_) => {}
        Term::Truth(formula) => {
            let asked = logic.expressions(formula);
            asked.into_iter().for_each(|(_, expr)| each(expr));
        }
        Term::Unary(_, a) | Term::Cast(a) => terms(logic, a, each),
        Term::Binary(_, a, b) => {
            terms(logic, a, each);
            terms(logic, b, each);
        }
    }
}

/// The places that expressions read; None if they ask for more than places hold.
fn read(program: &Program, exprs: impl Iterator<Item = ExprId>) -> Option<Vec<PlaceId>> {
    let mut found = Vec::new();
    for expr in exprs {
        if !is_of_places(program, expr) {
            return None;
        }
        crate::reads::of_expr(program, expr, &mut found);
    }
    let mut places: Vec<PlaceId> = found.into_iter().map(|(_, place)| place).collect();
    places.sort_unstable();
    places.dedup();
    Some(places)
}

/// Does the value depend on nothing but what places hold and where static ones are?
fn is_of_places(program: &Program, expr: ExprId) -> bool {
    match program.exprs.get(expr) {
        Expr::Int(_) | Expr::Float(_) | Expr::Function(_) => true,
        Expr::Load(place) => is_found_by_places(program, place),
        Expr::Address(place) => {
            // A local is another one in each activation.
            let root = program.exprs.root(place);
            root.is_none_or(|var| program.vars[var].kind.is_static())
                && is_found_by_places(program, place)
        }
        Expr::Unary(_, a) | Expr::Cast(a) => is_of_places(program, a),
        Expr::Binary(_, a, b) => is_of_places(program, a) && is_of_places(program, b),
        Expr::Zero | Expr::Query(_) | Expr::Logical(_) => false,
    }
}

/// The same of where a place is.
fn is_found_by_places(program: &Program, place: PlaceId) -> bool {
    match program.exprs.place(place) {
        Place::Var(_) => true,
        Place::Deref(pointer) => is_of_places(program, pointer),
        Place::Field(base, _) => is_found_by_places(program, base),
        Place::Index(base, index) => {
            is_found_by_places(program, base) && is_of_places(program, index)
        }
    }
}
