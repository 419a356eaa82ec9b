//! Which heap predicates there are at a place, and what is known of all heaps there.
//!
//! A *scope* has the pointers that live, the unary heap predicates of which abstract objects
//! are made and the nullary ones, which are state facts. An existence fact is one of these:
//! `x` points to an object. The predicates come from the program: its pointers, what they
//! reach by each field, where fields end, the data that guards ask for; then from users and
//! from refinement.

use super::conditions::Conditions;
use super::cube::{Cube, MOST_PREDICATES};
use super::predicate::{End, Object, Predicate, Words};
use super::theory;
use crate::shapes::class::{Class, Names, Symbols, V, unary};
use crate::shapes::places::{CellId, FieldId, Named, SiteId, SiteKind};
use crate::shapes::types::Kinds;
use logic::relational::{Formula, PredicateId, Variable};
use program::Span;
use solver::{Prover, TheoryId};

/// The object that a command selects.
pub const S: Variable = Variable(9);

pub struct HeapPredicate {
    pub name: String,
    /// Over V, or closed.
    pub formula: Formula,
    /// Of the pointer that it is about.
    pub declared: Option<Span>,
}

/// Something that leads to one object: a pointer, or the name of a variable.
#[derive(Clone, Copy)]
pub struct Pin {
    /// The heap predicate that an object is it, by number, and the fact that there is one.
    pub at: usize,
    pub some: usize,
    /// The fact that the pointer is null.
    pub null: Option<usize>,
    pub cell: Option<CellId>,
}

pub struct Scope {
    pub class: Class,
    pub theory: TheoryId,
    pub unary: Vec<HeapPredicate>,
    pub facts: Vec<HeapPredicate>,
    pub pins: Vec<Pin>,
    pub paths: Vec<Path>,
    /// The cells that are told apart.
    pub cells: Vec<CellId>,
    /// The sites of variables that are told apart.
    pub variables: Vec<SiteId>,
    /// Blocks are freed somewhere.
    pub frees: bool,
    /// Conditions on numbers are among the facts.
    pub has_conditions: bool,
    /// Holds of the object that a command allocates.
    pub fresh: PredicateId,
    lost: PredicateId,
    acyclic: Vec<PredicateId>,
    /// While predicates are found: where what they are about is declared.
    declared: Option<Span>,
}

/// What more cells hold is not told apart: the cost of an entailment grows with the cube of
/// their number.
const MOST_CELLS: usize = 10;

/// Fields whose paths are followed together.
#[derive(Clone)]
pub struct Path {
    pub path: Vec<FieldId>,
    /// An object has at most one successor.
    pub is_list: bool,
}

/// What scopes are made of.
pub struct Parts<'a, 'n> {
    pub names: &'a Names<'n>,
    pub symbols: &'a mut Symbols,
    pub prover: &'a mut Prover,
    pub conditions: &'a mut Conditions,
    pub kinds: &'a Kinds,
    /// Predicates that the program does not show.
    pub more: &'a [&'a Predicate],
    /// Blocks are freed somewhere.
    pub frees: bool,
}

impl Scope {
    pub fn new(parts: Parts<'_, '_>, class: Class) -> Scope {
        let Parts {
            names,
            symbols,
            prover,
            conditions,
            kinds,
            more,
            frees,
        } = parts;
        let cells = class.cells.iter().copied().take(MOST_CELLS).collect();
        let sites = class.tracking.sites.iter().copied();
        let is_variable = |s: &SiteId| names.places.site(*s).kind != SiteKind::Block;
        let variables = sites.filter(is_variable).take(MOST_CELLS).collect();
        let paths = kinds.paths(&class.fields);
        let paths = paths.into_iter().map(|path| (path.len() == 1, path));
        let paths = paths.map(|(is_list, path)| Path { path, is_list });
        let paths = paths.collect();
        let mut scope = Scope {
            class,
            theory: prover.theory(solver::Theory::default()),
            unary: Vec::new(),
            facts: Vec::new(),
            pins: Vec::new(),
            paths,
            cells,
            variables,
            frees,
            has_conditions: more.iter().any(|p| !p.conditions().is_empty()),
            fresh: symbols.fresh(),
            lost: symbols.lost(),
            acyclic: Vec::new(),
            declared: None,
        };
        let mut words = Words {
            names,
            symbols,
            prover,
            conditions,
        };
        if !scope.class.is_trivial() {
            scope.find_predicates(&mut words);
        }
        for predicate in more {
            scope.add(&mut words, predicate);
        }
        let Words {
            symbols, prover, ..
        } = words;
        let theory = theory::of(names, symbols, &scope);
        scope.theory = prover.theory(theory);
        scope
    }

    fn find_predicates(&mut self, words: &mut Words<'_, '_>) {
        let names = words.names;
        let places = names.places;
        for cell in self.cells.clone() {
            self.declared = declared(names, cell);
            let at = pointed(names, words.symbols, cell, V);
            let null = self.add(words, &Predicate::Null(cell.into()));
            self.pin(names.cell(cell), at, (null, Some(cell)));
        }
        self.declared = None;
        for site in self.variables.clone() {
            let at = unary(words.symbols.site(names, site), V);
            self.pin(names.site(site), at, (None, None));
        }
        if self.cells.iter().any(|&cell| is_parted(names, cell)) {
            for site in self.class.tracking.sites.clone() {
                if places.site(site).kind == SiteKind::Block {
                    let p = words.symbols.site(names, site);
                    self.object(format!("v in {}", names.block(site)), unary(p, V));
                }
            }
        }
        for Path { path, .. } in self.paths.clone() {
            let acyclic = words.symbols.acyclic(names, &path);
            self.acyclic.push(acyclic);
            self.add(words, &Predicate::Acyclic(path.clone()));
            let holders: Vec<SiteId> = path
                .iter()
                .flat_map(|&f| places.field(f).sites.clone())
                .collect();
            for cell in self.cells.clone() {
                let mut targets = places.cell(cell).relations.iter();
                if !targets.any(|r| r.targets.keys().any(|s| holders.contains(s))) {
                    continue;
                }
                self.declared = declared(names, cell);
                let reached = Predicate::Reaches(path.clone(), cell.into(), Object::It);
                self.add(words, &reached);
            }
        }
        self.declared = None;
        for &field in &self.class.fields.clone() {
            let link = End::link_of(Object::It, field);
            self.add(words, &Predicate::Null(link));
            self.add(words, &Predicate::Points(link));
        }
        for data in self.class.tracking.data.clone() {
            self.add(words, &Predicate::Data(End::IT, data));
        }
        if self.frees {
            self.add(words, &Predicate::Freed(Object::It));
        }
        let escaped = unary(words.symbols.escaped(), V);
        let nothing = Formula::forall(V, Formula::not(escaped));
        self.fact("nothing escaped".into(), nothing);
        let lost = words.symbols.lost();
        self.fact("lost".into(), Formula::Nullary(lost));
    }

    /// A predicate, once; its number.
    fn add(&mut self, words: &mut Words<'_, '_>, predicate: &Predicate) -> Option<usize> {
        let formula = words.formula(predicate)?;
        let is_unary = formula.has_free(V);
        let known = if is_unary { &self.unary } else { &self.facts };
        if let Some(number) = known.iter().position(|p| p.formula == formula) {
            return Some(number);
        }
        let name = predicate.text(words.names);
        match is_unary {
            true => self.object(name, formula),
            false => self.fact(name, formula),
        }
    }

    fn pin(&mut self, name: String, at: Formula, (null, cell): (Option<usize>, Option<CellId>)) {
        let some = Formula::exists(V, at.clone());
        let some = self.fact(format!("{name} points"), some);
        if let (Some(at), Some(some)) = (self.object(format!("v=={name}"), at), some) {
            self.pins.push(Pin {
                at,
                some,
                null,
                cell,
            });
        }
    }

    /// What there is no room for is not told apart.
    fn object(&mut self, name: String, formula: Formula) -> Option<usize> {
        add(&mut self.unary, name, formula, self.declared)
    }

    fn fact(&mut self, name: String, formula: Formula) -> Option<usize> {
        add(&mut self.facts, name, formula, self.declared)
    }
}

impl Scope {
    /// Whether a fact holds where there are no objects.
    pub fn in_empty_heap(&self, fact: &HeapPredicate) -> Option<bool> {
        match &fact.formula {
            Formula::Exists(..) => Some(false),
            Formula::Forall(..) => Some(true),
            Formula::Nullary(p) if self.acyclic.contains(p) => Some(true),
            Formula::Nullary(p) if *p == self.lost => Some(false),
            _ => None,
        }
    }

    pub fn pin_of(&self, cell: CellId) -> Option<&Pin> {
        self.pins.iter().find(|pin| pin.cell == Some(cell))
    }

    /// The abstract objects that have names.
    pub fn named(&self, objects: &[Cube]) -> Vec<Cube> {
        let named = |o: &&Cube| self.pins.iter().any(|pin| o.get(pin.at) != Some(false));
        objects.iter().filter(named).copied().collect()
    }
}

fn add(
    to: &mut Vec<HeapPredicate>,
    name: String,
    formula: Formula,
    declared: Option<Span>,
) -> Option<usize> {
    (to.len() < MOST_PREDICATES).then(|| {
        to.push(HeapPredicate {
            name,
            formula,
            declared,
        });
        to.len() - 1
    })
}

/// Where a cell's variable is declared.
fn declared(names: &Names<'_>, cell: CellId) -> Option<Span> {
    match names.places.cell(cell).named {
        Named::Variable(slot, _) => Some(names.cx.program.vars[slot.var].span),
        Named::Result(_) => None,
    }
}

/// Is it a cell of a function whose results are told apart by the call? There it matters
/// which site an object is of.
fn is_parted(names: &Names<'_>, cell: CellId) -> bool {
    let places = names.places;
    let function = match places.cell(cell).named {
        Named::Result(f) => Some(f),
        Named::Variable(slot, _) => names.cx.program.vars[slot.var].function,
    };
    let result = function.and_then(|f| places.find_cell(Named::Result(f)));
    result.is_some_and(|result| {
        let mut relations = places.cell(result).relations.iter();
        relations.any(|r| r.targets.len() > 1)
    })
}

/// A cell points somewhere in an object.
pub fn pointed(names: &Names<'_>, symbols: &mut Symbols, cell: CellId, at: Variable) -> Formula {
    let numbers = 0..names.places.cell(cell).relations.len();
    Formula::or(numbers.map(|n| unary(symbols.points(names, cell, n), at)))
}

/// The predicates that a field is.
pub fn links(names: &Names<'_>, symbols: &mut Symbols, field: FieldId) -> Vec<PredicateId> {
    let numbers = 0..names.places.field(field).relations.len();
    numbers.map(|n| symbols.link(names, field, n)).collect()
}
