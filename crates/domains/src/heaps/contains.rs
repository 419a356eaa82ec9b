//! Is a concrete state in a boolean heap? For tests against the machine.
//!
//! Blocks do not say which site they come from: some choice of sites has to fit. What is
//! freed or indeterminate may be anything. That nothing has escaped is not looked at: what
//! comes of it is.

use super::scope::{HeapPredicate, Scope, links};
use super::{Heaps, State};
use crate::shapes::class::{Meaning, Names, Symbols, U, V, Word, binary};
use crate::shapes::contains::{Check, Image, MOST_OBJECTS, allows, stack_of};
use engine::{Concrete, Cx};
use logic::Time;
use logic::relational::{Assigned, Formula, PredicateId, Variable};
use machine::Machine;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use structures::{Kleene, Structure};

/// Choices of sites that are looked at.
const CHOICES: u32 = 500;

impl Concrete for Heaps {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        if stack_of(cx, &machine.calls()).as_ref() != Some(&state.stack) {
            return Err("other calls".into());
        }
        if self.is_idle() {
            return Ok(());
        }
        let inner = &mut *self.inner.borrow_mut();
        let scope = Rc::clone(&inner.scopes[state.scope as usize]);
        let names = self.names(cx);
        let mut defined = definitions(&names, &mut inner.symbols, &scope);
        for p in scope
            .facts
            .iter()
            .flat_map(|fact| fact.formula.predicates())
        {
            if let Some(&Meaning::Condition(formula)) = inner.symbols.meaning(p) {
                let mut values = |_: Time, expr| machine.evaluate(expr).map(|v| v.value);
                let truth = cx.logic.borrow().evaluate(cx.program, formula, &mut values);
                let truth = match truth {
                    Some(true) => Formula::True,
                    Some(false) => Formula::False,
                    None => Formula::Unknown,
                };
                defined.insert(p, (Vec::new(), truth));
            }
        }
        let check = Check::new(cx, names, &scope.class, machine);
        // What leads to a block that is gone is not seen.
        if check.objects.len() > MOST_OBJECTS || check.points_to_gone() {
            return Ok(());
        }
        let mut search = Search {
            check: &check,
            symbols: &mut inner.symbols,
            scope: &scope,
            state,
            defined: &defined,
            images: Vec::new(),
            left: CHOICES,
        };
        match search.fits() {
            true => Ok(()),
            false => Err(format!(
                "[{}] has no {}",
                scope.text(&state.heap),
                check.text()
            )),
        }
    }
}

type Definitions = FxHashMap<PredicateId, (Vec<Variable>, Formula)>;

/// What predicates mean that follow from links.
fn definitions(names: &Names<'_>, symbols: &mut Symbols, scope: &Scope) -> Definitions {
    let mut all = Definitions::default();
    for &field in &scope.class.fields {
        let steps = links(names, symbols, field).into_iter();
        let steps = Formula::or(steps.map(|link| binary(link, V, U)));
        let leads = symbols.leads(names, field);
        all.insert(leads, (vec![V], Formula::exists(U, steps)));
    }
    for path in &scope.paths {
        let fields = path.path.iter();
        let steps: Vec<PredicateId> = fields.flat_map(|&f| links(names, symbols, f)).collect();
        let star = Formula::closure(&steps, V, U);
        let step = Formula::or(steps.iter().map(|&link| binary(link, V, U)));
        let back = Formula::and([step, Formula::closure(&steps, U, V)]);
        let cycle = Formula::exists(V, Formula::exists(U, back));
        all.insert(symbols.closure(names, &path.path), (vec![V, U], star));
        let acyclic = symbols.acyclic(names, &path.path);
        all.insert(acyclic, (Vec::new(), Formula::not(cycle)));
    }
    all
}

struct Search<'a, 'c, 'm> {
    check: &'a Check<'c, 'm>,
    symbols: &'a mut Symbols,
    scope: &'a Scope,
    state: &'a State,
    defined: &'a Definitions,
    images: Vec<Image>,
    left: u32,
}

impl Search<'_, '_, '_> {
    /// Is there a choice of sites for the objects that have none?
    fn fits(&mut self) -> bool {
        if self.left == 0 {
            return true;
        }
        let Some(&object) = self.check.objects.get(self.images.len()) else {
            self.left -= 1;
            return self.agrees();
        };
        for &site in &self.scope.class.tracking.sites {
            if self.check.may_be_of(object, site) {
                self.images.push(Some((0, site)));
                let fits = self.fits();
                self.images.pop();
                if fits {
                    return true;
                }
            }
        }
        // It may be none that is told apart.
        self.images.push(None);
        let fits = self.fits();
        self.images.pop();
        fits
    }

    fn agrees(&mut self) -> bool {
        let (mut s, _) = self.check.concrete(self.symbols, &self.images);
        self.complete(&mut s);
        let heap = &self.state.heap;
        self.holds(&s, &self.scope.facts, &heap.facts, &[])
            && (0..s.node_count()).all(|node| {
                let mut objects = heap.objects.iter();
                objects.any(|cube| self.holds(&s, &self.scope.unary, cube, &[(V, node)]))
            })
    }

    /// What the class of a concrete structure leaves out.
    fn complete(&mut self, s: &mut Structure) {
        let v = &self.scope.class.vocabulary;
        let of = |so: bool| if so { Kleene::True } else { Kleene::False };
        let objects = self.check.objects.iter().zip(&self.images);
        let nodes = objects.filter_map(|(&object, image)| Some((object, (*image)?.1)));
        for (node, (object, site)) in nodes.enumerate() {
            for p in v.predicates() {
                let is_live = self.check.machine.is_live(object.origin);
                let truth = match self.symbols.meaning(p) {
                    Some(Meaning::Site(other)) => of(*other == site),
                    Some(Meaning::Word(Word::Freed)) => of(!is_live),
                    Some(Meaning::Word(Word::Escaped)) => Kleene::Unknown,
                    Some(Meaning::Data(data)) => {
                        let (offset, width) = (data.offset, data.width.into());
                        let read = self.check.bytes(object, offset, width);
                        let read = read.filter(|_| is_live);
                        read.map_or(Kleene::Unknown, |r| of(r.value as u128 == data.value))
                    }
                    _ => continue,
                };
                s.set_unary(v, p, node, truth);
            }
        }
        let lost = self.symbols.lost();
        s.set_nullary(v, lost, Kleene::Unknown);
    }

    fn holds(
        &self,
        s: &Structure,
        predicates: &[HeapPredicate],
        cube: &super::cube::Cube,
        at: &[(Variable, usize)],
    ) -> bool {
        let defined = |p: PredicateId| {
            let (parameters, value) = self.defined.get(&p)?;
            Some(Assigned { parameters, value })
        };
        cube.literals().all(|(number, so)| {
            let formula = predicates[number].formula.substitute(&defined);
            allows(s.evaluate(&self.scope.class.vocabulary, &formula, at), so)
        })
    }
}
