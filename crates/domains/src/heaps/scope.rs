//! Which heap predicates there are at a place, and what is known of all heaps there.
//!
//! A *scope* has the pointers that live, the unary heap predicates of which abstract objects
//! are made and the nullary ones, which are state facts. An existence fact is one of these:
//! `x` points to an object. The predicates come from the program: its pointers, what they
//! reach by each field, where fields end, the data that guards ask for.

use super::cube::{Cube, MOST_PREDICATES};
use super::theory;
use crate::shapes::class::{Class, Names, Symbols, U, V, binary, unary};
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

impl Scope {
    pub fn new(
        names: &Names<'_>,
        symbols: &mut Symbols,
        prover: &mut Prover,
        kinds: &Kinds,
        class: Class,
        frees: bool,
    ) -> Scope {
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
            fresh: symbols.fresh(),
            lost: symbols.lost(),
            acyclic: Vec::new(),
            declared: None,
        };
        scope.find_predicates(names, symbols, frees);
        let theory = theory::of(names, symbols, &scope);
        scope.theory = prover.theory(theory);
        scope
    }

    fn find_predicates(&mut self, names: &Names<'_>, symbols: &mut Symbols, frees: bool) {
        let places = names.places;
        for cell in self.cells.clone() {
            self.declared = declared(names, cell);
            let at = pointed(names, symbols, cell, V);
            let name = names.cell(cell);
            let null = symbols.null(names, cell);
            let null = self.fact(format!("{name}==NULL"), Formula::Nullary(null));
            self.pin(name, at, null);
        }
        self.declared = None;
        for site in self.variables.clone() {
            let at = unary(symbols.site(names, site), V);
            self.pin(names.site(site), at, None);
        }
        if self.cells.iter().any(|&cell| is_parted(names, cell)) {
            for site in self.class.tracking.sites.clone() {
                if places.site(site).kind == SiteKind::Block {
                    let p = symbols.site(names, site);
                    self.object(format!("v in {}", names.block(site)), unary(p, V));
                }
            }
        }
        for Path { path, .. } in self.paths.clone() {
            let acyclic = symbols.acyclic(names, &path);
            let name = symbols.signatures.name(acyclic).to_owned();
            self.acyclic.push(acyclic);
            self.fact(name, Formula::Nullary(acyclic));
            let closure = symbols.closure(names, &path);
            let star = symbols.signatures.name(closure).to_owned();
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
                let from = pointed(names, symbols, cell, U);
                let reached = Formula::exists(U, Formula::and([from, binary(closure, U, V)]));
                self.object(format!("{star}({}, v)", names.cell(cell)), reached);
            }
        }
        self.declared = None;
        for &field in &self.class.fields.clone() {
            let null = unary(symbols.null_link(names, field), V);
            let leads = unary(symbols.leads(names, field), V);
            let name = format!("v->{}", names.field(field));
            self.object(format!("{name}==NULL"), null);
            self.object(format!("{name} leads on"), leads);
        }
        for data in self.class.tracking.data.clone() {
            let p = symbols.data(names, data);
            self.object(format!("v->{}", names.data(data)), unary(p, V));
        }
        if frees {
            let freed = symbols.freed();
            self.object("freed(v)".into(), unary(freed, V));
        }
        let escaped = unary(symbols.escaped(), V);
        let nothing = Formula::forall(V, Formula::not(escaped));
        self.fact("nothing escaped".into(), nothing);
        let lost = symbols.lost();
        self.fact("lost".into(), Formula::Nullary(lost));
    }

    fn pin(&mut self, name: String, at: Formula, null: Option<usize>) {
        let some = Formula::exists(V, at.clone());
        let some = self.fact(format!("{name} points"), some);
        if let (Some(at), Some(some)) = (self.object(format!("v=={name}"), at), some) {
            self.pins.push(Pin { at, some, null });
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
