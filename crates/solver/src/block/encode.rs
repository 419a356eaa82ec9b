//! The encoder: state symbols and what they mean, and the values at a block's end.

use super::{Block, Handed, Unsupported};
use crate::path::{PointsToClasses, Region, Spot};
use crate::substitute::Substitution;
use crate::term::{Node, Sort, SymbolId, Term, Terms};
use pointers::Pointers;
use program::{ExprId, FunctionId, IntKind, Place, PlaceId, Program, Span, Type, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the encoder may look at.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub program: &'a Program,
    pub pointers: &'a Pointers,
    /// Functions without a body write anywhere their arguments lead.
    pub havoc_unknown_calls: bool,
    /// What somebody else knows about the state before a step.
    pub known: Option<&'a dyn Fn(ExprId) -> Option<Told>>,
    /// What is known goes without saying: the block is used nowhere else.
    pub is_vouched: bool,
}

/// The value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    Int(i128),
    /// So many bytes beyond the address of a variable.
    Address(VarId, i64),
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Meaning {
    /// The value of a variable whose address is never taken.
    Var(VarId),
    /// Where the variable lies.
    Address(VarId),
    Memory(Region),
    Function(FunctionId),
}

/// Makes blocks. Owns the terms they are made of.
pub struct Encoder {
    pub terms: Terms,
    classes: PointsToClasses,
    pub(super) pointer_bits: u32,
    symbols: FxHashMap<Meaning, Term>,
    meanings: FxHashMap<SymbolId, Meaning>,
    inputs: FxHashMap<(u32, Sort), Term>,
    objects: FxHashMap<(u32, Option<u64>), Term>,
    ended: FxHashMap<Term, Term>,
    regions: FxHashMap<(Spot, u64, u64), Option<Region>>,
}

impl Encoder {
    pub fn new(program: &Program, pointers: &Pointers) -> Encoder {
        Encoder {
            terms: Terms::new(),
            classes: PointsToClasses::new(pointers),
            pointer_bits: 8 * program.model().pointer_size() as u32,
            symbols: FxHashMap::default(),
            meanings: FxHashMap::default(),
            inputs: FxHashMap::default(),
            objects: FxHashMap::default(),
            ended: FxHashMap::default(),
            regions: FxHashMap::default(),
        }
    }

    /// What a state symbol stands for; None for inputs and objects made on the way.
    pub fn meaning(&self, symbol: SymbolId) -> Option<Meaning> {
        self.meanings.get(&symbol).copied()
    }

    /// Does a term speak about states only, not about inputs?
    pub fn is_predicate(&mut self, term: Term) -> bool {
        let symbols = self.terms.symbols(term);
        symbols.iter().all(|s| self.meanings.contains_key(s))
    }

    /// The symbol that stands for something at the start of a block.
    pub(super) fn symbol(&mut self, program: &Program, meaning: Meaning) -> Term {
        if let Some(&known) = self.symbols.get(&meaning) {
            return known;
        }
        let bits = self.pointer_bits;
        let term = match meaning {
            Meaning::Var(var) => {
                let width = match is_bool(program, var) {
                    true => 1,
                    false => crate::operations::width(&program.types, program.vars[var].ty),
                };
                let name = program.show(var).to_string();
                self.terms.symbol(name, Sort::Bits(width))
            }
            Meaning::Address(var) => {
                let size = program.object_size(var);
                self.terms.base(size, 16, bits)
            }
            Meaning::Memory(region) => {
                let element = 8 * region.word.unwrap_or(1);
                let sort = Sort::Array {
                    index: bits,
                    element,
                };
                self.terms.symbol(format!("memory{}", region.id), sort)
            }
            Meaning::Function(_) => self.terms.base(Some(1), 16, bits),
        };
        self.symbols.insert(meaning, term);
        if let Some(symbol) = self.terms.as_symbol(term) {
            self.meanings.insert(symbol, meaning);
        }
        term
    }

    /// What something is at the end of a block.
    pub(super) fn value(&mut self, program: &Program, block: &Block, meaning: Meaning) -> Term {
        let term = self.symbol(program, meaning);
        let value = block.cells.get(&term).copied().unwrap_or(term);
        match meaning {
            Meaning::Var(var) if is_bool(program, var) => self.terms.zero_extend(value, 8),
            _ => value,
        }
    }

    pub(super) fn set(&mut self, program: &Program, block: &mut Block, what: Meaning, to: Term) {
        let term = self.symbol(program, what);
        let to = match what {
            Meaning::Var(var) if is_bool(program, var) => self.terms.extract(to, 0, 1),
            _ => to,
        };
        let cells = Rc::make_mut(&mut block.cells);
        match to == term {
            true => cells.remove(&term),
            false => cells.insert(term, to),
        };
    }

    /// It is as at the start.
    pub(super) fn reset(&mut self, program: &Program, block: &mut Block, what: Meaning) {
        let term = self.symbol(program, what);
        Rc::make_mut(&mut block.cells).remove(&term);
    }

    /// Any value, the same for every block that draws as many before it.
    pub(super) fn input(&mut self, block: &mut Block, sort: Sort) -> Term {
        let number = block.inputs;
        block.inputs += 1;
        let terms = &mut self.terms;
        let made = self.inputs.entry((number, sort));
        *made.or_insert_with(|| terms.symbol(format!("input{number}"), sort))
    }

    /// The address of a new object.
    pub(super) fn object(&mut self, block: &mut Block, size: Option<u64>) -> Term {
        let number = block.objects;
        block.objects += 1;
        let (terms, bits) = (&mut self.terms, self.pointer_bits);
        let made = self.objects.entry((number, size));
        *made.or_insert_with(|| terms.base(size, 16, bits))
    }

    pub(super) fn region(
        &mut self,
        world: World<'_>,
        spot: Spot,
        offset: u64,
        size: u64,
    ) -> Option<Region> {
        let classes = &self.classes;
        let known = self.regions.entry((spot, offset, size));
        *known.or_insert_with(|| classes.region(world.pointers, world.program, spot, offset, size))
    }

    /// Does its form alone say that no run can come through?
    pub fn is_impossible(&self, block: &Block) -> bool {
        let mut conditions = block.conditions.iter().rev();
        conditions.any(|&c| self.terms.as_bool(c) == Some(false))
    }

    pub(super) fn memory_regions(&self) -> Vec<Region> {
        self.classes.regions().collect()
    }

    /// A term over state symbols at the end of a block, as a term over its start.
    pub fn at_end(&mut self, block: &Block, term: Term) -> Term {
        if block.cells.is_empty() {
            return term;
        }
        let cells = block.cells.iter().map(|(&symbol, &value)| (symbol, value));
        let mut substitution = Substitution::new(&self.terms, cells);
        substitution.apply(&mut self.terms, term)
    }

    /// Says values of cells at the start of a block, where nothing else is said yet: a
    /// cell is a state symbol, or what memory holds at an address.
    pub fn put(&mut self, block: &mut Block, values: &[(Term, Term)]) {
        for &(cell, value) in values {
            let cells = Rc::make_mut(&mut block.cells);
            match self.terms.node(cell) {
                Node::Symbol(_) => {
                    cells.insert(cell, value);
                }
                Node::Select(memory, index) if self.terms.as_symbol(memory).is_some() => {
                    let before = cells.get(&memory).copied().unwrap_or(memory);
                    cells.insert(memory, self.terms.store(before, index, value));
                }
                _ => {}
            }
        }
    }

    /// Is it something that [`Encoder::put`] can say a value of?
    pub fn is_cell(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Symbol(symbol) => matches!(self.meaning(symbol), Some(Meaning::Var(_))),
            Node::Select(memory, _) => self.terms.as_symbol(memory).is_some(),
            _ => false,
        }
    }

    /// The same for several terms.
    pub fn all_at_end(&mut self, block: &Block, of: &[Term]) -> Vec<Term> {
        if block.cells.is_empty() {
            return of.to_vec();
        }
        let cells = block.cells.iter().map(|(&symbol, &value)| (symbol, value));
        let mut substitution = Substitution::new(&self.terms, cells);
        let apply = |&term| substitution.apply(&mut self.terms, term);
        of.iter().map(apply).collect()
    }

    /// A fact about the start of a block, in the words of its conditions and values.
    pub fn at_start(&mut self, block: &Block, fact: Term) -> Term {
        if block.ended.is_empty() {
            return fact;
        }
        let mut substitution = Substitution::new(&self.terms, block.ended.iter().copied());
        substitution.apply(&mut self.terms, fact)
    }

    /// The object at an address has ended: others may be there now. Its address is any
    /// number, which pointers to it keep. Where alternatives met, it is any of theirs.
    pub(super) fn end(&mut self, block: &mut Block, address: Term) {
        for &symbol in self.terms.symbols(address).iter() {
            if self.terms.as_base(symbol).is_some() {
                self.end_symbol(block, symbol);
            }
        }
    }

    fn end_symbol(&mut self, block: &mut Block, symbol: SymbolId) {
        let address = self.terms.symbol_term(symbol);
        let is_start = self.meanings.contains_key(&symbol);
        self.drop_stores(block, address);
        let plain = self.ended(address);
        if block.exposed.contains(&address) {
            self.replace(block, address, plain);
            Rc::make_mut(&mut block.exposed).remove(&address);
        }
        if is_start && !block.ended.contains(&(address, plain)) {
            Rc::make_mut(&mut block.ended).push((address, plain));
        }
    }

    /// What was stored in an object that has ended is not read any more.
    fn drop_stores(&mut self, block: &mut Block, address: Term) {
        let mut changed = Vec::new();
        for (&symbol, &memory) in block.cells.iter() {
            if !matches!(self.terms.node(memory), Node::Store(..)) {
                continue;
            }
            let mut stores = Vec::new();
            let mut array = memory;
            let mut found = false;
            while let Node::Store(before, index, value) = self.terms.node(array) {
                match self.terms.split_pointer(index, |_| false) {
                    Some((root, _)) if root == address => found = true,
                    _ => stores.push((index, value)),
                }
                array = before;
            }
            if found {
                for (index, value) in stores.into_iter().rev() {
                    array = self.terms.store(array, index, value);
                }
                changed.push((symbol, array));
            }
        }
        let cells = Rc::make_mut(&mut block.cells);
        for (symbol, memory) in changed {
            match memory == symbol {
                true => cells.remove(&symbol),
                false => cells.insert(symbol, memory),
            };
        }
    }

    /// The number that is left of the address of an object that has ended.
    fn ended(&mut self, address: Term) -> Term {
        let sort = Sort::Bits(self.pointer_bits);
        let terms = &mut self.terms;
        let made = self.ended.entry(address);
        *made.or_insert_with(|| terms.symbol("ended", sort))
    }

    /// Puts a term in the place of a symbol, in all that a block says.
    pub(super) fn replace(&mut self, block: &mut Block, symbol: Term, by: Term) {
        let mut substitution = Substitution::new(&self.terms, [(symbol, by)]);
        let terms = &mut self.terms;
        for condition in Rc::make_mut(&mut block.conditions) {
            *condition = substitution.apply(terms, *condition);
        }
        for value in Rc::make_mut(&mut block.cells).values_mut() {
            *value = substitution.apply(terms, *value);
        }
        if let Some(returned) = &mut block.returned {
            match Rc::make_mut(returned) {
                Handed::Scalar(term, _) => *term = substitution.apply(terms, *term),
                Handed::Aggregate(parts, _) => {
                    for part in parts {
                        part.2 = substitution.apply(terms, part.2);
                    }
                }
            }
        }
    }
}

/// Of a `_Bool` there is one bit; the other seven are zero.
fn is_bool(program: &Program, var: VarId) -> bool {
    program.types.get(program.vars[var].ty) == Type::Int(IntKind::Bool)
}

/// One block while a step changes it.
pub(super) struct Now<'a> {
    pub encoder: &'a mut Encoder,
    pub world: World<'a>,
    pub block: Block,
    pub span: Span,
}

impl Now<'_> {
    pub fn require(&mut self, condition: Term) {
        if self.encoder.terms.as_bool(condition) != Some(true)
            && !self.block.conditions.contains(&condition)
        {
            Rc::make_mut(&mut self.block.conditions).push(condition);
        }
    }

    pub fn unsupported<T>(&self, what: impl Into<String>) -> Result<T, Unsupported> {
        Err(Unsupported {
            what: what.into(),
            span: self.span,
        })
    }

    pub fn get(&mut self, what: Meaning) -> Term {
        self.encoder.value(self.world.program, &self.block, what)
    }

    pub fn set(&mut self, what: Meaning, to: Term) {
        let program = self.world.program;
        self.encoder.set(program, &mut self.block, what, to);
    }

    pub fn input(&mut self, sort: Sort) -> Term {
        self.encoder.input(&mut self.block, sort)
    }

    pub fn terms(&mut self) -> &mut Terms {
        &mut self.encoder.terms
    }

    pub fn is_register(&self, var: VarId) -> bool {
        let program = self.world.program;
        let v = &program.vars[var];
        !v.addressed && crate::access::of_type(program, v.ty).is_some()
    }

    pub fn register_place(&self, place: PlaceId) -> Option<VarId> {
        match self.world.program.exprs.place(place) {
            Place::Var(var) if self.is_register(var) => Some(var),
            _ => None,
        }
    }
}
