//! What holds of all heaps: the axioms that make reachability in lists decidable.
//!
//! `n*` is reflexive and transitive, what is reached from one object lies on one path, and a
//! link is the first step of a path. Where nothing is on a cycle, `n*` is antisymmetric. All
//! of it is universally quantified, so that entailments about lists are decided (effectively
//! propositional logic). Where fields branch, what is reached need not lie on one path: that
//! axiom is left out, and entailments may be missed.

use super::scope::{Path, S, Scope, links};
use crate::shapes::class::{Class, Names, Symbols, U, V, W, binary, unary};
use logic::relational::{Formula, PredicateId};
use solver::Theory;
use structures::Head;

/// Objects that facts and goals may speak of beside those that have names.
const WITNESSES: (u8, u8) = (1, 1);

struct Maker<'a, 'n> {
    names: &'a Names<'n>,
    symbols: &'a mut Symbols,
    class: &'a Class,
    theory: Theory,
    objects: u8,
}

pub fn of(names: &Names<'_>, symbols: &mut Symbols, scope: &Scope) -> Theory {
    let (class, paths) = (&scope.class, &scope.paths);
    let mut maker = Maker {
        names,
        symbols,
        class,
        theory: Theory {
            free: vec![V, S],
            witnesses: WITNESSES,
            ..Theory::default()
        },
        objects: 0,
    };
    if !class.is_trivial() {
        maker.pointers(scope);
        maker.constraints();
        maker.fields();
        paths.iter().for_each(|path| maker.path(path));
        maker.fresh(paths);
    }
    maker.theory
}

impl Maker<'_, '_> {
    fn axiom(&mut self, body: impl IntoIterator<Item = Formula>, head: Formula) {
        let axiom = Formula::implies(Formula::and(body), head);
        self.theory.axioms.push(axiom);
    }

    /// These predicates hold of one object, or of none.
    fn pin(&mut self, all: impl IntoIterator<Item = PredicateId>) {
        let pins = all.into_iter().map(|p| (p, self.objects));
        self.theory.pins.extend(pins);
        self.objects += 1;
    }

    fn pointers(&mut self, scope: &Scope) {
        let places = self.names.places;
        for &cell in &scope.cells {
            let numbers = 0..places.cell(cell).relations.len();
            let all = numbers.map(|n| self.symbols.points(self.names, cell, n));
            let all: Vec<PredicateId> = all.collect();
            self.pin(all);
        }
        for &site in &self.class.tracking.sites {
            let p = self.symbols.site(self.names, site);
            match scope.variables.contains(&site) {
                true => self.pin([p]),
                false => self.theory.predicates.push((p, 1)),
            }
        }
        let fresh = self.symbols.fresh();
        self.pin([fresh]);
        if !scope.frees {
            let freed = unary(self.symbols.freed(), V);
            self.axiom([freed], Formula::False);
        }
        let words = [self.symbols.freed(), self.symbols.escaped()];
        let data = self.class.tracking.data.iter();
        let data: Vec<_> = data.map(|&d| self.symbols.data(self.names, d)).collect();
        let all = words.into_iter().chain(data);
        self.theory.predicates.extend(all.map(|p| (p, 1)));
    }

    /// What shape classes know of core predicates, and that every object is of a site.
    fn constraints(&mut self) {
        let sites = self.class.tracking.sites.iter();
        let sites = sites.map(|&s| unary(self.symbols.site(self.names, s), V));
        let sites: Vec<Formula> = sites.collect();
        let fresh = unary(self.symbols.fresh(), V);
        self.axiom([Formula::not(fresh)], Formula::or(sites));
        for (body, head) in self.class.vocabulary.constraints() {
            let head = match head {
                Head::False => Formula::False,
                Head::Holds(f) => f.clone(),
                Head::Equal(a, b) => Formula::equal(*a, *b),
            };
            let symbols = &*self.symbols;
            let is_core = |f: &Formula| {
                let mut all = f.predicates().into_iter();
                all.all(|p| symbols.meaning(p).is_some_and(|m| !m.is_derived()))
            };
            if is_core(body) && is_core(&head) {
                self.axiom([body.clone()], head);
            }
        }
    }

    /// Links are partial functions, and a field that is null is none.
    fn fields(&mut self) {
        for &field in &self.class.fields {
            let null = self.symbols.null_link(self.names, field);
            let leads = self.symbols.leads(self.names, field);
            self.theory.predicates.extend([(null, 1), (leads, 1)]);
            self.axiom([unary(null, V)], Formula::not(unary(leads, V)));
            for link in links(self.names, self.symbols, field) {
                self.theory.predicates.push((link, 2));
                self.axiom([binary(link, V, U)], unary(leads, V));
                let two = [binary(link, V, U), binary(link, V, W)];
                self.axiom(two, Formula::equal(U, W));
            }
        }
    }

    fn path(&mut self, Path { path, is_list }: &Path) {
        let (names, symbols) = (self.names, &mut *self.symbols);
        let star = symbols.closure(names, path);
        let acyclic = Formula::Nullary(symbols.acyclic(names, path));
        let mut steps = Vec::new();
        let mut leads = Vec::new();
        for &field in path {
            steps.extend(links(names, symbols, field));
            leads.push(unary(symbols.leads(names, field), V));
        }
        let star = |a, b| binary(star, a, b);
        // With transitivity, nothing that is reached tells equal objects apart.
        self.axiom([Formula::equal(V, U)], star(V, U));
        self.axiom([], star(V, V));
        self.axiom([star(V, U), star(U, W)], star(V, W));
        self.axiom(
            [acyclic.clone(), star(V, U), star(U, V)],
            Formula::equal(V, U),
        );
        for step in steps {
            let step = binary(step, V, U);
            self.axiom([step.clone()], star(V, U));
            self.axiom([acyclic.clone(), step.clone()], Formula::not(star(U, V)));
            if *is_list {
                // It is the first one.
                let on = Formula::or([Formula::equal(V, W), star(U, W)]);
                self.axiom([step, star(V, W)], on);
            }
        }
        // Who gets somewhere has a link.
        let away = [star(V, U), Formula::not(Formula::equal(V, U))];
        self.axiom(away, Formula::or(leads));
        if *is_list {
            let either = Formula::or([star(U, W), star(W, U)]);
            self.axiom([star(V, U), star(V, W)], either);
        }
    }

    /// An object that is about to be allocated: nothing holds of it, nothing leads there.
    fn fresh(&mut self, paths: &[Path]) {
        let fresh = unary(self.symbols.fresh(), V);
        let pins: Vec<PredicateId> = self.theory.pins.iter().map(|p| p.0).collect();
        for p in pins {
            if unary(p, V) != fresh {
                self.axiom([fresh.clone(), unary(p, V)], Formula::False);
            }
        }
        for (p, arity) in self.theory.predicates.clone() {
            if arity == 1 {
                self.axiom([fresh.clone(), unary(p, V)], Formula::False);
            } else {
                self.axiom([fresh.clone(), binary(p, V, U)], Formula::False);
                self.axiom([fresh.clone(), binary(p, U, V)], Formula::False);
            }
        }
        for Path { path, .. } in paths {
            let star = self.symbols.closure(self.names, path);
            for way in [binary(star, V, U), binary(star, U, V)] {
                self.axiom([fresh.clone(), way], Formula::equal(V, U));
            }
        }
    }
}
