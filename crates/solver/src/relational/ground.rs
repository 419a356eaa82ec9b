//! Formulae of relational logic as propositions over finitely many objects: the decision
//! procedure of effectively propositional logic.
//!
//! The objects are constants: what the free variables stand for, what *pinned* predicates
//! (which hold of at most one object) hold of, and witnesses of existential quantifiers.
//! Universal quantifiers range over these. Where all existential quantifiers have
//! witnesses, nothing is lost (Herbrand); where one has none, the formula gets weaker.
//!
//! Quantifiers of formulae range over objects that *exist*; a constant need not. Axioms
//! hold of all constants.

use crate::term::{Sort, Term, Terms};
use logic::relational::{Formula, PredicateId, Variable};
use rustc_hash::FxHashMap;

/// What is known of objects, whatever the state.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Theory {
    /// Unary predicates that hold of at most one object, with the number of that object.
    /// Several may share it.
    pub pins: Vec<(PredicateId, u8)>,
    /// The variables that may be free in facts and goals.
    pub free: Vec<Variable>,
    /// The predicates of arity 1 and 2 that are not pinned.
    pub predicates: Vec<(PredicateId, u8)>,
    /// Their free variables are universally quantified.
    pub axioms: Vec<Formula>,
    /// Witnesses for facts, and for goals.
    pub witnesses: (u8, u8),
}

/// One of the objects, by number.
type Object = u8;

/// A theory over its constants.
pub struct Grounded {
    pins: FxHashMap<PredicateId, Object>,
    free: Vec<Variable>,
    count: Object,
    atoms: FxHashMap<(PredicateId, Object, Object), Term>,
    equalities: FxHashMap<(Object, Object), Term>,
    exists: Vec<Term>,
    /// True in every state.
    pub base: Vec<Term>,
    /// Where the witnesses of facts and goals begin.
    witnesses: [Object; 2],
}

/// Witnesses that are not used.
#[derive(Clone)]
pub struct Pool {
    next: Object,
    end: Object,
}

/// Is a term to follow from the formula, or the formula from it?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Weaker,
    Stronger,
}

impl Bound {
    fn other(self) -> Bound {
        match self {
            Bound::Weaker => Bound::Stronger,
            Bound::Stronger => Bound::Weaker,
        }
    }
}

const NONE: Object = Object::MAX;

impl Grounded {
    pub fn new(terms: &mut Terms, theory: &Theory) -> Grounded {
        let free = theory.free.len() as Object;
        let pinned = theory.pins.iter().map(|p| p.1 + 1).max().unwrap_or(0);
        let (facts, goals) = theory.witnesses;
        let count = free + pinned + facts + goals;
        let pins = theory.pins.iter().map(|&(p, o)| (p, free + o));
        let mut grounded = Grounded {
            pins: pins.collect(),
            free: theory.free.clone(),
            count,
            atoms: FxHashMap::default(),
            equalities: FxHashMap::default(),
            exists: Vec::new(),
            base: Vec::new(),
            witnesses: [free + pinned, free + pinned + facts],
        };
        for object in 0..count {
            let symbol = terms.symbol(format!("exists({object})"), Sort::Bool);
            grounded.exists.push(symbol);
        }
        grounded.equality(terms, theory);
        for &(p, _) in &theory.pins {
            let (has, exists) = (
                grounded.atom(terms, p, NONE, NONE),
                grounded.exists[usize::from(grounded.pins[&p])],
            );
            let there = terms.implies(has, exists);
            grounded.base.push(there);
        }
        for axiom in &theory.axioms {
            let closed = axiom.free_variables();
            let mut all = Vec::new();
            grounded.instances(terms, axiom, &closed, &mut Vec::new(), &mut all);
            grounded.base.extend(all);
        }
        let truth = terms.bool(true);
        grounded.base.retain(|&term| term != truth);
        grounded
    }

    fn instances(
        &mut self,
        terms: &mut Terms,
        axiom: &Formula,
        open: &[Variable],
        at: &mut Vec<(Variable, Object)>,
        all: &mut Vec<Term>,
    ) {
        let Some((&first, rest)) = open.split_first() else {
            let mut none = Pool { next: 0, end: 0 };
            all.push(self.ground(terms, axiom, at, Bound::Weaker, &mut none));
            return;
        };
        for object in 0..self.count {
            at.push((first, object));
            self.instances(terms, axiom, rest, at, all);
            at.pop();
        }
    }

    /// Equality is an equivalence, and nothing tells equal objects apart.
    fn equality(&mut self, terms: &mut Terms, theory: &Theory) {
        let mut all = Vec::new();
        let objects = || 0..self.count;
        for a in objects() {
            for b in objects().filter(|&b| b != a) {
                let same = equal(&mut self.equalities, terms, a, b);
                for c in objects().filter(|&c| c > a && c != b) {
                    let x = equal(&mut self.equalities, terms, a, c);
                    let y = equal(&mut self.equalities, terms, b, c);
                    let both = terms.and(x, same);
                    all.push(terms.implies(both, y));
                }
                let both = terms.and(same, self.exists[usize::from(a)]);
                all.push(terms.implies(both, self.exists[usize::from(b)]));
            }
        }
        for &(p, arity) in &theory.predicates {
            for a in 0..self.count {
                for b in (0..self.count).filter(|&b| b != a) {
                    let same = equal(&mut self.equalities, terms, a, b);
                    if arity == 1 {
                        let (x, y) = (self.atom(terms, p, a, NONE), self.atom(terms, p, b, NONE));
                        let both = terms.and(same, x);
                        all.push(terms.implies(both, y));
                        continue;
                    }
                    for c in 0..self.count {
                        let (x, y) = (self.atom(terms, p, a, c), self.atom(terms, p, b, c));
                        let both = terms.and(same, x);
                        all.push(terms.implies(both, y));
                        let (x, y) = (self.atom(terms, p, c, a), self.atom(terms, p, c, b));
                        let both = terms.and(same, x);
                        all.push(terms.implies(both, y));
                    }
                }
            }
        }
        self.base.extend(all);
    }

    /// What nullary predicates say.
    pub fn define(&mut self, conditions: &[(PredicateId, Term)]) {
        let conditions = conditions.iter();
        self.atoms
            .extend(conditions.map(|&(p, term)| ((p, NONE, NONE), term)));
    }

    pub fn pool_of_facts(&self) -> Pool {
        Pool {
            next: self.witnesses[0],
            end: self.witnesses[1],
        }
    }

    pub fn pool_of_goals(&self) -> Pool {
        Pool {
            next: self.witnesses[1],
            end: self.count,
        }
    }

    /// A term that follows from the formula.
    pub fn weakened(&mut self, terms: &mut Terms, formula: &Formula, pool: &mut Pool) -> Term {
        let free = self.free.clone().into_iter();
        let mut at: Vec<(Variable, Object)> = free.zip(0..).collect();
        self.ground(terms, formula, &mut at, Bound::Weaker, pool)
    }

    fn atom(&mut self, terms: &mut Terms, p: PredicateId, a: Object, b: Object) -> Term {
        let name = || match (a, b) {
            (NONE, _) => format!("p{}", p.0),
            (a, NONE) => format!("p{}({a})", p.0),
            (a, b) => format!("p{}({a},{b})", p.0),
        };
        *self
            .atoms
            .entry((p, a, b))
            .or_insert_with(|| terms.symbol(name(), Sort::Bool))
    }

    /// `open` formulae are under no universal quantifier: witnesses can be named.
    fn ground(
        &mut self,
        terms: &mut Terms,
        formula: &Formula,
        at: &mut Vec<(Variable, Object)>,
        bound: Bound,
        pool: &mut Pool,
    ) -> Term {
        let look = |at: &[(Variable, Object)], v: Variable| {
            let found = at.iter().rev().find(|(w, _)| *w == v);
            found.map(|(_, object)| *object)
        };
        let open = terms.bool(bound == Bound::Weaker);
        match formula {
            Formula::True => terms.bool(true),
            Formula::False => terms.bool(false),
            Formula::Unknown => open,
            Formula::Nullary(p) => self.atom(terms, *p, NONE, NONE),
            Formula::Unary(p, v) => match (look(at, *v), self.pins.get(p).copied()) {
                (None, _) => open,
                (Some(object), None) => self.atom(terms, *p, object, NONE),
                (Some(object), Some(pin)) => {
                    let has = self.atom(terms, *p, NONE, NONE);
                    let same = equal(&mut self.equalities, terms, object, pin);
                    terms.and(has, same)
                }
            },
            Formula::Binary(p, v, u) => match (look(at, *v), look(at, *u)) {
                (Some(a), Some(b)) => self.atom(terms, *p, a, b),
                _ => open,
            },
            Formula::Equal(v, u) => match (look(at, *v), look(at, *u)) {
                (Some(a), Some(b)) => equal(&mut self.equalities, terms, a, b),
                _ => open,
            },
            Formula::Not(f) => {
                let f = self.ground(terms, f, at, bound.other(), pool);
                terms.not(f)
            }
            Formula::And(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.push(self.ground(terms, part, at, bound, pool));
                }
                terms.all(all)
            }
            Formula::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.push(self.ground(terms, part, at, bound, pool));
                }
                terms.any(all)
            }
            Formula::Exists(v, f) => self.exists(terms, *v, f, at, bound, pool),
            Formula::Forall(v, f) => {
                let some = Formula::not((**f).clone());
                let some = self.exists(terms, *v, &some, at, bound.other(), pool);
                terms.not(some)
            }
            // Closures are predicates of their own.
            Formula::Closure { .. } => open,
        }
    }

    fn exists(
        &mut self,
        terms: &mut Terms,
        v: Variable,
        body: &Formula,
        at: &mut Vec<(Variable, Object)>,
        bound: Bound,
        pool: &mut Pool,
    ) -> Term {
        let pushed = pushed(body);
        if let Formula::Or(parts) = &pushed {
            let mut all = Vec::new();
            for part in parts {
                all.push(self.exists(terms, v, part, at, bound, pool));
            }
            return terms.any(all);
        }
        let with = |grounded: &mut Grounded,
                    terms: &mut Terms,
                    at: &mut Vec<(Variable, Object)>,
                    object: Object,
                    pool: &mut Pool| {
            at.push((v, object));
            let body = grounded.ground(terms, &pushed, at, bound, pool);
            at.pop();
            terms.and(body, grounded.exists[usize::from(object)])
        };
        if let Some(object) = self.pinned(&pushed, v, at) {
            return with(self, terms, at, object, pool);
        }
        match bound {
            Bound::Weaker if pool.next < pool.end => {
                pool.next += 1;
                with(self, terms, at, pool.next - 1, pool)
            }
            Bound::Weaker => terms.bool(true),
            Bound::Stronger => {
                let mut all = Vec::new();
                // Under a universal quantifier a witness would depend on the instance.
                let mut none = Pool { next: 0, end: 0 };
                for object in 0..self.count {
                    all.push(with(self, terms, at, object, &mut none));
                }
                terms.any(all)
            }
        }
    }

    /// The one object of which a formula can hold in a variable, if its form says so.
    fn pinned(&self, body: &Formula, v: Variable, at: &[(Variable, Object)]) -> Option<Object> {
        match body {
            Formula::Unary(p, u) if *u == v => self.pins.get(p).copied(),
            Formula::Equal(a, b) if (*a == v) != (*b == v) => {
                let other = if *a == v { *b } else { *a };
                let found = at.iter().rev().find(|(w, _)| *w == other);
                found.map(|(_, object)| *object)
            }
            Formula::And(parts) => parts.iter().find_map(|part| self.pinned(part, v, at)),
            Formula::Or(parts) => {
                let mut objects = parts.iter().map(|part| self.pinned(part, v, at));
                let first = objects.next()??;
                objects.all(|o| o == Some(first)).then_some(first)
            }
            _ => None,
        }
    }
}

fn equal(
    known: &mut FxHashMap<(Object, Object), Term>,
    terms: &mut Terms,
    a: Object,
    b: Object,
) -> Term {
    if a == b {
        return terms.bool(true);
    }
    let key = (a.min(b), a.max(b));
    *known
        .entry(key)
        .or_insert_with(|| terms.symbol(format!("{}=={}", key.0, key.1), Sort::Bool))
}

/// The same formula without a negated conjunction or disjunction at its top.
fn pushed(formula: &Formula) -> Formula {
    match formula {
        Formula::Not(f) => match &**f {
            Formula::And(parts) => Formula::or(parts.iter().cloned().map(Formula::not)),
            Formula::Or(parts) => {
                Formula::and(parts.iter().map(|f| pushed(&Formula::not(f.clone()))))
            }
            _ => formula.clone(),
        },
        Formula::And(parts) => Formula::and(parts.iter().map(pushed)),
        _ => formula.clone(),
    }
}
