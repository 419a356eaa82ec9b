//! Shape classes (seed 003, section 4.1): which predicates structures have, made from a
//! *tracking definition* (section 4.3).
//!
//! A class has *core* predicates (what cells and fields point to, null, the site of a
//! node, whether it is freed, what its data is), *instrumentation* predicates, which are
//! defined by formulae over them, and says which of the unary ones are *abstraction*
//! predicates: nodes on which these agree are one.

use super::actions::rename;
use super::labels::{Labels, member};
use super::places::{CellId, FieldId, Places, SHARED, SiteId, SiteKind, Slot};
use super::types::Kinds;
use engine::Cx;
use indexmap::IndexSet;
use logic::relational::{Formula, PredicateId, Signatures, Variable};
use logic::{FormulaId, Time};
use program::{FunctionId, Program};
use rustc_hash::FxBuildHasher;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use structures::{Focus, Head, Traits, Vocabulary, VocabularyBuilder};

pub const V: Variable = Variable(0);
pub const U: Variable = Variable(1);
pub const W: Variable = Variable(2);

/// How much is said about shapes, from coarse to fine: the variants of a shape type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Variant {
    /// What points where.
    #[default]
    Links,
    /// And what is reached from where, shared, on a cycle, or the inverse of another link.
    Full,
}

/// A fact about the data of a node: the bytes at an offset are a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodePredicate {
    pub offset: i64,
    /// In bytes.
    pub width: u8,
    /// The number, without sign.
    pub value: u128,
}

/// What is tracked at a place of the program. The empty one says nothing about the heap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tracking {
    /// The tracked pointers' targets: tracked pointers are closed under aliasing, so that
    /// all cells that may point there are tracked.
    pub sites: BTreeSet<SiteId>,
    pub data: BTreeSet<NodePredicate>,
    pub variant: Variant,
}

impl Tracking {
    /// What one of two tracks.
    pub fn union(&self, other: &Tracking) -> Tracking {
        Tracking {
            sites: &self.sites | &other.sites,
            data: &self.data | &other.data,
            variant: self.variant.max(other.variant),
        }
    }
}

/// What a predicate says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Meaning {
    /// The cell points to the node, by the relation of a number.
    Points(CellId, usize),
    /// The cell is null.
    Null(CellId),
    /// The first node's field points to the second.
    Link(FieldId, usize),
    /// The node's field is null.
    NullLink(FieldId),
    /// The node's field is null or points to a node.
    ValidLink(FieldId),
    /// The node's field points to a node.
    Leads(FieldId),
    Site(SiteId),
    Data(NodePredicate),
    Word(Word),
    /// The fields lead from the first node to the second.
    Closure(Vec<FieldId>),
    Reached(CellId, Vec<FieldId>),
    /// Where the field of the cell's target leads.
    Behind(CellId, FieldId),
    /// The same, and from there by the fields.
    ReachedBehind(CellId, FieldId, Vec<FieldId>),
    /// More than one node leads there by the fields.
    Shared(Vec<FieldId>),
    Cyclic(Vec<FieldId>),
    /// No node is on a cycle.
    Acyclic(Vec<FieldId>),
    /// Where the first field leads, the second leads back.
    Inverse(FieldId, FieldId),
    /// A formula about numbers, over `@1`.
    Condition(FormulaId),
}

/// What a predicate says without the program's names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    Freed,
    /// Something that is not tracked may hold the node's address.
    Escaped,
    /// There may be a block that is not freed and no node.
    Lost,
    Fresh,
    /// The node is the first element of an array.
    First,
    /// The nodes are elements of one array.
    Together,
    /// There may be an object of a tracked site that lives and is no node, though it has
    /// an element.
    Unseen,
}

impl Word {
    fn name(self) -> &'static str {
        match self {
            Word::Freed => "freed",
            Word::Escaped => "escaped",
            Word::Lost => "lost",
            Word::Fresh => "fresh",
            Word::First => "first",
            Word::Together => "together",
            Word::Unseen => "unseen",
        }
    }
}

/// All predicates of a program, by what they mean. Names are for people: what the program
/// calls its variables decides about no predicate.
#[derive(Default)]
pub struct Symbols {
    pub signatures: Signatures,
    /// In order of their ids.
    meanings: IndexSet<Meaning, FxBuildHasher>,
}

impl Symbols {
    fn symbol(&mut self, meaning: Meaning, name: impl Fn(&Meaning) -> String) -> PredicateId {
        if let Some(known) = self.meanings.get_index_of(&meaning) {
            return PredicateId(known as u32);
        }
        let mut name = name(&meaning);
        while self.signatures.find(&name).is_some() {
            name.push('~');
        }
        let id = self.signatures.intern(&name, meaning.arity());
        self.meanings.insert(meaning);
        id
    }

    fn named(&mut self, names: &Names<'_>, meaning: Meaning) -> PredicateId {
        self.symbol(meaning, |meaning| names.predicate(meaning))
    }

    fn word(&mut self, word: Word) -> PredicateId {
        self.symbol(Meaning::Word(word), |_| word.name().into())
    }

    pub fn meaning(&self, p: PredicateId) -> Option<&Meaning> {
        self.meanings.get_index(p.0 as usize)
    }

    pub fn points(&mut self, names: &Names<'_>, cell: CellId, relation: usize) -> PredicateId {
        self.named(names, Meaning::Points(cell, relation))
    }

    pub fn null(&mut self, names: &Names<'_>, cell: CellId) -> PredicateId {
        self.named(names, Meaning::Null(cell))
    }

    pub fn link(&mut self, names: &Names<'_>, field: FieldId, relation: usize) -> PredicateId {
        self.named(names, Meaning::Link(field, relation))
    }

    pub fn null_link(&mut self, names: &Names<'_>, field: FieldId) -> PredicateId {
        self.named(names, Meaning::NullLink(field))
    }

    pub fn valid_link(&mut self, names: &Names<'_>, field: FieldId) -> PredicateId {
        self.named(names, Meaning::ValidLink(field))
    }

    pub fn leads(&mut self, names: &Names<'_>, field: FieldId) -> PredicateId {
        self.named(names, Meaning::Leads(field))
    }

    pub fn site(&mut self, names: &Names<'_>, site: SiteId) -> PredicateId {
        self.named(names, Meaning::Site(site))
    }

    pub fn data(&mut self, names: &Names<'_>, data: NodePredicate) -> PredicateId {
        self.named(names, Meaning::Data(data))
    }

    pub fn condition(&mut self, names: &Names<'_>, formula: FormulaId) -> PredicateId {
        self.named(names, Meaning::Condition(formula))
    }

    pub fn freed(&mut self) -> PredicateId {
        self.word(Word::Freed)
    }

    pub fn escaped(&mut self) -> PredicateId {
        self.word(Word::Escaped)
    }

    pub fn lost(&mut self) -> PredicateId {
        self.word(Word::Lost)
    }

    pub fn fresh(&mut self) -> PredicateId {
        self.word(Word::Fresh)
    }

    pub fn first(&mut self) -> PredicateId {
        self.word(Word::First)
    }

    pub fn together(&mut self) -> PredicateId {
        self.word(Word::Together)
    }

    pub fn unseen(&mut self) -> PredicateId {
        self.word(Word::Unseen)
    }

    pub fn closure(&mut self, names: &Names<'_>, fields: &[FieldId]) -> PredicateId {
        self.named(names, Meaning::Closure(fields.to_vec()))
    }

    pub fn reached(&mut self, names: &Names<'_>, cell: CellId, fields: &[FieldId]) -> PredicateId {
        self.named(names, Meaning::Reached(cell, fields.to_vec()))
    }

    fn behind(&mut self, names: &Names<'_>, cell: CellId, field: FieldId) -> PredicateId {
        self.named(names, Meaning::Behind(cell, field))
    }

    fn reached_behind(
        &mut self,
        names: &Names<'_>,
        (cell, field): (CellId, FieldId),
        fields: &[FieldId],
    ) -> PredicateId {
        self.named(names, Meaning::ReachedBehind(cell, field, fields.to_vec()))
    }

    fn shared(&mut self, names: &Names<'_>, fields: &[FieldId]) -> PredicateId {
        self.named(names, Meaning::Shared(fields.to_vec()))
    }

    pub fn acyclic(&mut self, names: &Names<'_>, fields: &[FieldId]) -> PredicateId {
        self.named(names, Meaning::Acyclic(fields.to_vec()))
    }

    fn cyclic(&mut self, names: &Names<'_>, fields: &[FieldId]) -> PredicateId {
        self.named(names, Meaning::Cyclic(fields.to_vec()))
    }

    fn inverse(&mut self, names: &Names<'_>, there: FieldId, back: FieldId) -> PredicateId {
        self.named(names, Meaning::Inverse(there, back))
    }
}

impl Meaning {
    fn arity(&self) -> u8 {
        match self {
            Meaning::Null(_)
            | Meaning::Acyclic(_)
            | Meaning::Condition(_)
            | Meaning::Word(Word::Lost | Word::Unseen) => 0,
            Meaning::Points(..)
            | Meaning::NullLink(_)
            | Meaning::ValidLink(_)
            | Meaning::Leads(_)
            | Meaning::Site(_)
            | Meaning::Data(_)
            | Meaning::Word(Word::Freed | Word::Escaped | Word::Fresh | Word::First)
            | Meaning::Reached(..)
            | Meaning::Behind(..)
            | Meaning::ReachedBehind(..)
            | Meaning::Shared(_)
            | Meaning::Cyclic(_)
            | Meaning::Inverse(..) => 1,
            Meaning::Link(..) | Meaning::Closure(_) | Meaning::Word(Word::Together) => 2,
        }
    }

    /// Does it follow from others, by a definition?
    pub fn is_derived(&self) -> bool {
        match self {
            Meaning::ValidLink(_)
            | Meaning::Leads(_)
            | Meaning::Closure(_)
            | Meaning::Reached(..)
            | Meaning::Behind(..)
            | Meaning::ReachedBehind(..)
            | Meaning::Shared(_)
            | Meaning::Cyclic(_)
            | Meaning::Acyclic(_)
            | Meaning::Inverse(..) => true,
            Meaning::Points(..)
            | Meaning::Null(_)
            | Meaning::Link(..)
            | Meaning::NullLink(_)
            | Meaning::Site(_)
            | Meaning::Data(_)
            | Meaning::Condition(_)
            | Meaning::Word(_) => false,
        }
    }
}

/// How things are called.
pub struct Names<'a> {
    pub cx: &'a Cx<'a>,
    pub places: &'a Places,
    /// Made when the first is asked for: most programs are verified without shapes.
    pub labels: &'a OnceCell<Labels>,
}

impl Names<'_> {
    /// What a predicate says, in a few words.
    pub fn predicate(&self, meaning: &Meaning) -> String {
        let numbered = |name: String, number: usize| match number {
            0 => name,
            n => format!("{name}#{n}"),
        };
        match meaning {
            Meaning::Points(cell, relation) => numbered(self.cell(*cell), *relation),
            Meaning::Null(cell) => format!("{}==NULL", self.cell(*cell)),
            Meaning::Link(field, relation) => {
                numbered(format!("->{}", self.field(*field)), *relation)
            }
            Meaning::NullLink(field) => format!("->{}==NULL", self.field(*field)),
            Meaning::ValidLink(field) => format!("valid {}", self.field(*field)),
            Meaning::Leads(field) => format!("{} leads on", self.field(*field)),
            Meaning::Site(site) => self.site(*site),
            Meaning::Data(data) => self.data(*data),
            Meaning::Word(word) => word.name().into(),
            Meaning::Closure(fields) => format!("{}*", self.fields(fields)),
            Meaning::Behind(cell, field) => {
                format!("behind {}->{}", self.cell(*cell), self.field(*field))
            }
            Meaning::ReachedBehind(cell, field, fields) => {
                let first = format!("{}->{}", self.cell(*cell), self.field(*field));
                format!("reached from {first} by {}", self.fields(fields))
            }
            Meaning::Reached(cell, fields) => {
                format!(
                    "reached from {} by {}",
                    self.cell(*cell),
                    self.fields(fields)
                )
            }
            Meaning::Shared(fields) => format!("shared {}", self.fields(fields)),
            Meaning::Cyclic(fields) => format!("cyclic {}", self.fields(fields)),
            Meaning::Acyclic(fields) => format!("acyclic {}", self.fields(fields)),
            Meaning::Inverse(there, back) => {
                format!("{} then {}", self.field(*there), self.field(*back))
            }
            Meaning::Condition(formula) => self.condition(*formula),
        }
    }

    /// A formula about numbers; what belongs to functions beside `main` says so.
    pub fn condition(&self, formula: FormulaId) -> String {
        let (program, logic) = (self.cx.program, self.cx.logic.borrow());
        let shown = logic.show_plain(program, formula, Time::Before, main(program));
        shown.to_string()
    }

    pub fn cell(&self, cell: CellId) -> String {
        use super::places::Named;
        match self.places.cell(cell).named {
            Named::Variable(slot, offset) => {
                let (program, variable) = (self.cx.program, self.variable(slot));
                let at = u64::try_from(offset).ok();
                let member = at.and_then(|at| member(program, program.vars[slot.var].ty, at));
                match member {
                    Some(member) => format!("{variable}{member}"),
                    None => format!("{variable}+{offset}"),
                }
            }
            Named::Result(f) => format!("result of {}", self.cx.program.show(f)),
        }
    }

    fn variable(&self, Slot { var, level }: Slot) -> String {
        let program = self.cx.program;
        let v = &program.vars[var];
        let name = match v.function {
            Some(f) if v.function != main(program) => {
                format!("{}::{}", program.show(f), program.show(var))
            }
            _ => program.show(var).to_string(),
        };
        match level {
            0 => name,
            SHARED => format!("{name}'*"),
            level => format!("{name}{}", "'".repeat(level.into())),
        }
    }

    fn labels(&self) -> &Labels {
        self.labels
            .get_or_init(|| Labels::new(self.cx, self.places))
    }

    /// The field's name in the records that lie there, if they have one; else its offset.
    pub fn field(&self, field: FieldId) -> String {
        let offset = self.places.field(field).offset;
        match self.labels().link(offset) {
            Some(name) => name.to_owned(),
            None => format!("+{offset}"),
        }
    }

    /// Where blocks are allocated.
    pub fn block(&self, site: SiteId) -> String {
        match self.line(site) {
            Some(line) => format!("the blocks of line {line}"),
            None => self.site(site),
        }
    }

    /// The line of the program's own call that allocates blocks.
    pub fn line(&self, site: SiteId) -> Option<u32> {
        let Cx {
            program, pointers, ..
        } = self.cx;
        let pointers::Object::Heap {
            mut function,
            mut edge,
            mut context,
        } = pointers.object(self.places.site(site).object)
        else {
            return None;
        };
        loop {
            let body = program.functions[function].body.as_ref();
            let span = body.map_or(program::Span::NONE, |b| b.edge(edge).span);
            let at = program.sources.position(span)?;
            match pointers.context(context) {
                Some(call) if at.file.starts_with(machine::MODEL_PREFIX) => {
                    (function, edge, context) = (call.function, call.edge, call.parent);
                }
                _ => return Some(at.line),
            }
        }
    }

    pub fn fields(&self, fields: &[FieldId]) -> String {
        let names: Vec<String> = fields.iter().map(|&f| self.field(f)).collect();
        names.join("|")
    }

    pub fn site(&self, site: SiteId) -> String {
        match self.places.site(site).kind {
            SiteKind::Variable(slot) => format!("&{}", self.variable(slot)),
            SiteKind::Block => format!("block {}", site.0),
        }
    }

    pub fn data(&self, data: NodePredicate) -> String {
        let NodePredicate {
            offset,
            width,
            value,
        } = data;
        match self.labels().data(offset, width) {
            Some(name) => format!("{name}=={value}"),
            None => format!("+{offset}:{width}=={value}"),
        }
    }
}

/// The function whose variables need no more words.
pub fn main(program: &Program) -> Option<FunctionId> {
    let is_main = |f: &FunctionId| &program.names[program.functions[*f].name] == "main";
    program.functions.ids().find(is_main)
}

pub struct Class {
    pub tracking: Tracking,
    /// The cells that it has predicates for, in order.
    pub cells: Vec<CellId>,
    pub fields: Vec<FieldId>,
    pub vocabulary: Vocabulary,
    /// Everything that shows that a node is reached from a cell of the program.
    pub reached: Vec<PredicateId>,
    /// Some of its nodes are elements of arrays.
    pub has_elements: bool,
    /// By which field a node is reached from a cell, where paths part.
    parting: Vec<(CellId, PredicateId)>,
}

impl Class {
    pub fn is_trivial(&self) -> bool {
        self.tracking.sites.is_empty()
    }

    /// Where paths part that begin at some cells, it is to be known which one a node is on:
    /// what lies on one and on another are different nodes from now on.
    pub fn parting(&self, cells: &[CellId]) -> Vec<Focus> {
        let parting = self.parting.iter().filter(|(cell, _)| cells.contains(cell));
        parting.map(|(_, p)| Focus::Every(*p)).collect()
    }

    pub fn has_cell(&self, cell: CellId) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }

    pub fn new(
        names: &Names<'_>,
        symbols: &mut Symbols,
        kinds: &Kinds,
        tracking: &Tracking,
        cells: &[CellId],
    ) -> Class {
        let places = names.places;
        let is_tracked = |site: &SiteId| tracking.sites.contains(site);
        let mut b = VocabularyBuilder::new();
        let core = |abstraction, unique| Traits {
            abstraction,
            unique,
        };
        if tracking.sites.is_empty() {
            return Class {
                tracking: tracking.clone(),
                cells: Vec::new(),
                fields: Vec::new(),
                vocabulary: b.finish(),
                reached: Vec::new(),
                has_elements: false,
                parting: Vec::new(),
            };
        }
        b.core(symbols.lost(), 0, core(false, false));
        let mut sites = Vec::new();
        for &site in &tracking.sites {
            let p = symbols.site(names, site);
            let unique = matches!(places.site(site).kind, SiteKind::Variable(_));
            b.core(p, 1, core(true, unique));
            sites.push((site, p));
        }
        for i in 0..sites.len() {
            for j in 0..sites.len() {
                if i != j {
                    let no = Formula::not(unary(sites[j].1, V));
                    b.constraint(unary(sites[i].1, V), Head::Holds(no));
                }
            }
        }
        let elements = tracking.sites.iter().copied();
        let elements: Vec<SiteId> = elements
            .filter(|&s| places.site(s).element.is_some())
            .collect();
        let has_elements = !elements.is_empty();
        if has_elements {
            let (first, together) = (symbols.first(), symbols.together());
            b.core(symbols.unseen(), 0, core(false, false));
            b.core(first, 1, core(true, false));
            b.core(together, 2, core(false, false));
            let found = sites.iter().filter(|(s, _)| elements.contains(s));
            let is_element = Formula::or(found.map(|(_, p)| unary(*p, V)));
            let none = Formula::not(is_element);
            let no = |atom: Formula| Head::Holds(Formula::not(atom));
            b.constraint(none.clone(), no(unary(first, V)));
            b.constraint(none.clone(), no(binary(together, V, U)));
            b.constraint(none, no(binary(together, U, V)));
        }
        b.core(symbols.freed(), 1, core(true, false));
        b.core(symbols.escaped(), 1, core(true, false));
        for &data in &tracking.data {
            b.core(symbols.data(names, data), 1, core(true, false));
        }
        for &a in &tracking.data {
            for &c in &tracking.data {
                if a != c && (a.offset, a.width) == (c.offset, c.width) {
                    let other = Formula::not(unary(symbols.data(names, c), V));
                    b.constraint(unary(symbols.data(names, a), V), Head::Holds(other));
                }
            }
        }
        // Cells.
        let cells: Vec<CellId> = cells
            .iter()
            .copied()
            .filter(|&cell| {
                let mut relations = places.cell(cell).relations.iter();
                relations.any(|r| r.targets.keys().any(is_tracked))
            })
            .collect();
        let site_in = |targets: Vec<SiteId>, at: Variable| {
            let found = sites.iter().filter(|(s, _)| targets.contains(s));
            Formula::or(found.map(|(_, p)| unary(*p, at)))
        };
        let mut pointed: Vec<(CellId, Formula)> = Vec::new();
        for &cell in &cells {
            let null = symbols.null(names, cell);
            b.core(null, 0, core(false, false));
            let relations = &places.cell(cell).relations;
            let mut all = Vec::new();
            for (number, relation) in relations.iter().enumerate() {
                let p = symbols.points(names, cell, number);
                b.core(p, 1, core(true, true));
                all.push(p);
                b.constraint(
                    unary(p, V),
                    Head::Holds(Formula::not(Formula::Nullary(null))),
                );
                let targets: Vec<SiteId> = relation
                    .targets
                    .keys()
                    .copied()
                    .filter(is_tracked)
                    .collect();
                if targets.len() < sites.len() {
                    let elsewhere = Formula::not(site_in(targets, V));
                    b.constraint(elsewhere, Head::Holds(Formula::not(unary(p, V))));
                }
            }
            for &p in &all {
                for &q in &all {
                    if p != q {
                        let both = Formula::and(vec![unary(p, V), unary(q, U)]);
                        b.constraint(both, Head::False);
                    }
                }
            }
            pointed.push((cell, Formula::or(all.iter().map(|&p| unary(p, U)))));
        }
        // Fields.
        let fields: Vec<FieldId> = places
            .field_ids()
            .filter(|&f| {
                let field = places.field(f);
                let mut relations = field.relations.iter();
                field.sites.iter().any(is_tracked)
                    && relations.any(|r| r.targets.keys().any(is_tracked))
            })
            .collect();
        let paths: Vec<Vec<FieldId>> = match tracking.variant {
            Variant::Links => Vec::new(),
            Variant::Full => kinds.paths(&fields),
        };
        // Where lists end tells nodes apart; where paths part there are too many ends.
        let parts = |path: &Vec<FieldId>| path.len() > 1 && kinds.are_walked(path);
        let ends = tracking.variant == Variant::Full && !paths.iter().any(parts);
        for &field in &fields {
            let null = symbols.null_link(names, field);
            b.core(null, 1, core(ends, false));
            let holders: Vec<SiteId> = places
                .field(field)
                .sites
                .iter()
                .copied()
                .filter(is_tracked)
                .collect();
            let relations = &places.field(field).relations;
            let mut links = Vec::new();
            for (number, relation) in relations.iter().enumerate() {
                let p = symbols.link(names, field, number);
                b.core(p, 2, core(false, true));
                links.push(p);
                b.constraint(binary(p, V, U), Head::Holds(Formula::not(unary(null, V))));
                let targets: Vec<SiteId> = relation
                    .targets
                    .keys()
                    .copied()
                    .filter(is_tracked)
                    .collect();
                if targets.len() < sites.len() {
                    let elsewhere = Formula::not(site_in(targets, U));
                    b.constraint(elsewhere, Head::Holds(Formula::not(binary(p, V, U))));
                }
                if holders.len() < sites.len() {
                    let elsewhere = Formula::not(site_in(holders.clone(), V));
                    b.constraint(elsewhere, Head::Holds(Formula::not(binary(p, V, U))));
                }
            }
            for &p in &links {
                for &q in &links {
                    if p != q {
                        let both = Formula::and(vec![binary(p, V, U), binary(q, V, W)]);
                        b.constraint(both, Head::False);
                    }
                }
            }
            let somewhere = Formula::or(links.iter().map(|&p| binary(p, V, U)));
            let valid = Formula::or(vec![unary(null, V), Formula::exists(U, somewhere)]);
            b.instrumentation(
                symbols.valid_link(names, field),
                &[V],
                valid,
                core(true, false),
            );
        }
        // Reachability.
        let mut reached = Vec::new();
        let mut parting = Vec::new();
        let mut behinds: Vec<PredicateId> = Vec::new();
        let step = |symbols: &mut Symbols, over: &[FieldId], a, c| {
            let mut links = Vec::new();
            for &field in over {
                for number in 0..places.field(field).relations.len() {
                    links.push(binary(symbols.link(names, field, number), a, c));
                }
            }
            Formula::or(links)
        };
        for over in &paths {
            let closure = symbols.closure(names, over);
            let definition = Formula::Closure {
                a: V,
                b: U,
                step: Box::new(step(symbols, over, V, U)),
                from: V,
                to: U,
            };
            b.instrumentation(closure, &[V, U], definition, core(false, false));
            for (cell, points) in &pointed {
                let reached_by = symbols.reached(names, *cell, over);
                let both = Formula::and(vec![points.clone(), binary(closure, U, V)]);
                let definition = Formula::exists(U, both);
                b.instrumentation(reached_by, &[V], definition, core(true, false));
                if !places.cell(*cell).is_ghost {
                    reached.push(reached_by);
                }
                // Where paths part: by which field a node is reached.
                let targets = |field: &FieldId| {
                    let holders = &places.field(*field).sites;
                    let mut relations = places.cell(*cell).relations.iter();
                    relations.any(|r| {
                        r.targets
                            .keys()
                            .any(|s| is_tracked(s) && holders.contains(s))
                    })
                };
                let parts: Vec<FieldId> = match kinds.are_walked(over) {
                    true => over.iter().copied().filter(targets).collect(),
                    false => Vec::new(),
                };
                let mut ways: Vec<PredicateId> = Vec::new();
                for &field in parts.iter().filter(|_| parts.len() > 1) {
                    let behind = symbols.behind(names, *cell, field);
                    if !behinds.contains(&behind) {
                        behinds.push(behind);
                        let leads = step(symbols, &[field], U, V);
                        let first = Formula::exists(U, Formula::and(vec![points.clone(), leads]));
                        b.instrumentation(behind, &[V], first, core(false, true));
                    }
                    let r = symbols.reached_behind(names, (*cell, field), over);
                    let both = Formula::and(vec![unary(behind, U), binary(closure, U, V)]);
                    b.instrumentation(r, &[V], Formula::exists(U, both), core(true, false));
                    parting.push((*cell, r));
                    ways.push(r);
                }
                // A node that is reached, but not first, is reached by one of the fields; and by
                // one only, unless paths meet again on the way.
                let meets = Formula::or(vec![
                    unary(symbols.shared(names, over), U),
                    unary(symbols.cyclic(names, over), U),
                ]);
                let again = Formula::and(vec![meets, binary(closure, U, V)]);
                for (i, &way) in ways.iter().enumerate() {
                    let others = ways.iter().filter(|&&other| other != way);
                    let not_others = others.map(|&other| Formula::not(unary(other, V)));
                    let here = rename(points.clone(), U, V);
                    let mut body = vec![unary(reached_by, V), Formula::not(here)];
                    body.extend(not_others);
                    b.constraint(Formula::and(body), Head::Holds(unary(way, V)));
                    for &other in &ways[..i] {
                        let body = vec![
                            unary(way, V),
                            unary(other, V),
                            Formula::not(Formula::exists(U, again.clone())),
                        ];
                        b.constraint(Formula::and(body), Head::False);
                    }
                }
            }
            if tracking.variant == Variant::Full {
                let cyclic = symbols.cyclic(names, over);
                let back = Formula::and(vec![step(symbols, over, V, U), binary(closure, U, V)]);
                b.instrumentation(cyclic, &[V], Formula::exists(U, back), core(true, false));
                // Who reach each other are one, or on a cycle.
                let both = Formula::and(vec![
                    binary(closure, V, U),
                    binary(closure, U, V),
                    Formula::not(unary(cyclic, V)),
                ]);
                b.constraint(both, Head::Equal(V, U));
            }
        }
        if tracking.variant == Variant::Full {
            // Who leads to a node by the fields of one path: that it is only one tells lists
            // of lists and trees from graphs.
            let alone = fields.iter().map(|&f| vec![f]);
            let alone = alone.filter(|f| !paths.iter().any(|path| path.contains(&f[0])));
            let together: Vec<Vec<FieldId>> = paths.iter().cloned().chain(alone).collect();
            for over in together {
                let shared = symbols.shared(names, &over);
                let (x, y) = (step(symbols, &over, U, V), step(symbols, &over, W, V));
                let two = Formula::and(vec![x, y, Formula::not(Formula::Equal(U, W))]);
                let mut ways = vec![Formula::exists(U, Formula::exists(W, two))];
                for (i, &f) in over.iter().enumerate() {
                    for &g in &over[..i] {
                        let (x, y) = (step(symbols, &[f], U, V), step(symbols, &[g], U, V));
                        ways.push(Formula::exists(U, Formula::and(vec![x, y])));
                    }
                }
                b.instrumentation(shared, &[V], Formula::or(ways), core(true, false));
            }
            for (there, back) in kinds.inverses(&fields) {
                let inverse = symbols.inverse(names, there, back);
                let (x, y) = (step(symbols, &[there], V, U), step(symbols, &[back], U, V));
                let both = Formula::exists(U, Formula::and(vec![x, y]));
                b.instrumentation(inverse, &[V], both, core(true, false));
            }
        }
        Class {
            tracking: tracking.clone(),
            cells,
            fields,
            vocabulary: b.finish(),
            reached,
            has_elements,
            parting,
        }
    }
}

pub fn unary(p: PredicateId, at: Variable) -> Formula {
    Formula::Unary(p, at)
}

pub fn binary(p: PredicateId, from: Variable, to: Variable) -> Formula {
    Formula::Binary(p, from, to)
}
