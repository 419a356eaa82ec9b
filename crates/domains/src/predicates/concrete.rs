//! Is a concrete state in an abstract one? For tests against the machine.
//!
//! Where a block begins, the region must hold of the machine's state, and so must the
//! values that were put into the block. Within a block there must be a state of the
//! region from which the block leads to what the machine sees now: the solver is asked,
//! and what it cannot tell is contained. Variables that do not live, memory that cannot
//! be read, and bytes that are indeterminate are anything: what is said about them
//! claims nothing.

use super::abstraction::QUESTION;
use super::{Inner, Predicates, State, atoms, world};
use engine::{Concrete, Cx};
use machine::{Held, Kind, Machine};
use program::{ExprId, FunctionId, Location, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::block::{Block, Meaning};
use solver::{Core, Node, Sort, Substitution, SymbolId, Term};

impl Concrete for Predicates {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let mut check = Check {
            cx,
            inner: &mut self.inner.borrow_mut(),
            machine,
            functions: FxHashMap::default(),
        };
        check.find_functions();
        match state.fresh {
            true => check.at_start(state),
            false => check.within(state),
        }
    }
}

impl Predicates {
    /// Tracks what a condition of the program speaks about, at a place, before anything
    /// is known to need it.
    pub fn track(&self, cx: &Cx<'_>, place: (FunctionId, Location), condition: ExprId) {
        let inner = &mut *self.inner.borrow_mut();
        let truth = inner.encoder.truth(world(cx), &Block::default(), condition);
        let mut found = Vec::new();
        if let Some(truth) = truth {
            atoms::atoms(&mut inner.encoder.terms, truth, &mut found);
        }
        for atom in found {
            inner.track(cx, place, atom, &mut engine::Lesson::default());
        }
    }

    /// The same for the values of a scalar expression: whether it is this number.
    pub fn track_value(&self, cx: &Cx<'_>, place: (FunctionId, Location), of: ExprId, value: i128) {
        let inner = &mut *self.inner.borrow_mut();
        let Some(term) = inner.encoder.term(world(cx), &Block::default(), of) else {
            return;
        };
        let terms = &mut inner.encoder.terms;
        let value = terms.bits(value as u128, terms.width(term));
        let equal = terms.eq(term, value);
        inner.track(cx, place, equal, &mut engine::Lesson::default());
    }
}

struct Check<'a, 'm, 'p> {
    cx: &'a Cx<'a>,
    inner: &'a mut Inner,
    machine: &'m mut Machine<'p>,
    /// Where they lie.
    functions: FxHashMap<FunctionId, u64>,
}

impl Check<'_, '_, '_> {
    fn find_functions(&mut self) {
        for (origin, kind, _) in self.machine.live_objects() {
            if let (Kind::Function(f), Some((_, base))) = (kind, self.machine.object(origin)) {
                self.functions.insert(f, base);
            }
        }
    }

    fn show(&self, term: Term) -> String {
        self.inner.encoder.terms.show(term).to_string()
    }

    /// A block begins here.
    fn at_start(&mut self, state: &State) -> Result<(), String> {
        let inner = &mut *self.inner;
        let terms = &mut inner.encoder.terms;
        let predicates = inner.precision.terms();
        let mut claims = vec![inner.regions.term(terms, state.region, predicates)];
        for (symbol, value) in state.block.changes() {
            let mut value = value;
            while let Node::Store(before, index, stored) = terms.node(value) {
                let read = terms.select(symbol, index);
                claims.push(terms.eq(read, stored));
                value = before;
            }
            if value != symbol {
                claims.push(terms.eq(symbol, value));
            }
        }
        for claim in claims {
            let now = self.now(claim);
            if self.inner.encoder.terms.as_bool(now) == Some(false) {
                return Err(format!("{} does not hold", self.show(claim)));
            }
        }
        Ok(())
    }

    /// A block leads here.
    fn within(&mut self, state: &State) -> Result<(), String> {
        let block = &state.block;
        let inner = &mut *self.inner;
        let mut claims = inner.abstractor.premises(
            &mut inner.encoder,
            &mut inner.regions,
            inner.precision.terms(),
            state.region,
            block,
        );
        let mut symbols: FxHashSet<SymbolId> = FxHashSet::default();
        let terms = &mut inner.encoder.terms;
        let said = block.changes().flat_map(|(a, b)| [a, b]);
        for term in said.chain(claims.iter().copied()) {
            symbols.extend(terms.symbols(term).iter());
        }
        let mut symbols: Vec<SymbolId> = symbols.into_iter().collect();
        symbols.sort_unstable();
        for symbol in symbols {
            let Some(meaning) = self.inner.encoder.meaning(symbol) else {
                continue;
            };
            if let Some(value) = self.value(symbol, meaning) {
                let term = self.inner.encoder.terms.symbol_term(symbol);
                let end = self.inner.encoder.at_end(block, term);
                claims.push(self.inner.encoder.terms.eq(end, value));
            }
            if let Meaning::Address(var) = meaning {
                self.contents(block, var, &mut claims);
            }
        }
        let inner = &mut *self.inner;
        if claims
            .iter()
            .all(|&c| inner.encoder.terms.as_bool(c) == Some(true))
        {
            return Ok(());
        }
        if !inner.abstractor.check(&inner.encoder, &claims).is_unsat() {
            return Ok(());
        }
        let solver = &mut inner.abstractor.solver;
        let core = solver.unsat_core(&inner.encoder.terms, &claims, &QUESTION);
        let all: Vec<usize> = (0..claims.len()).collect();
        let core = match core {
            Core::Unsat(core) => core,
            Core::Sat(_) | Core::Unknown(_) => all,
        };
        let parts: Vec<String> = core.iter().map(|&i| self.show(claims[i])).collect();
        Err(format!("no way here: {}", parts.join(" && ")))
    }

    /// What a variable in memory holds is what the block left there.
    fn contents(&mut self, block: &Block, var: VarId, claims: &mut Vec<Term>) {
        let Some(origin) = self.origin(var) else {
            return;
        };
        let parts = self.inner.encoder.contents(world(self.cx), block, var);
        for (offset, size, end) in parts {
            if let Some(held) = self
                .machine
                .read_bytes(origin, offset as i64, size as usize)
            {
                let terms = &mut self.inner.encoder.terms;
                let held = terms.bits(held.value as u128, 8 * size as u32);
                claims.push(terms.eq(end, held));
            }
        }
    }

    /// The object of a variable in memory, while it lives.
    fn origin(&self, var: VarId) -> Option<machine::Origin> {
        let origin = match self.cx.program.vars[var].kind.is_static() {
            true => match self.machine.variable(var)? {
                Held::Object(origin) => origin,
                Held::Register(_) => return None,
            },
            false => self.machine.activations(var).first().copied()??,
        };
        self.machine.is_live(origin).then_some(origin)
    }

    /// What a symbol means at the moment, if that is certain.
    fn value(&mut self, symbol: SymbolId, meaning: Meaning) -> Option<Term> {
        let Sort::Bits(width) = self.inner.encoder.terms.symbol_sort(symbol) else {
            return None;
        };
        let number = match meaning {
            Meaning::Var(var) => match self.machine.variable(var)? {
                Held::Register(scalar) => scalar?.value as u128,
                Held::Object(origin) => {
                    let size = width.div_ceil(8) as usize;
                    self.machine.read_bytes(origin, 0, size)?.value as u128
                }
            },
            Meaning::Address(var) => self.machine.object(self.origin(var)?)?.1.into(),
            Meaning::Function(function) => (*self.functions.get(&function)?).into(),
            Meaning::Memory(_) => return None,
        };
        Some(self.inner.encoder.terms.bits(number, width))
    }

    /// A term over the machine's state, as far as it has a value.
    fn now(&mut self, term: Term) -> Term {
        let mut known = Vec::new();
        for &symbol in self.inner.encoder.terms.symbols(term).iter() {
            let meaning = self.inner.encoder.meaning(symbol);
            if let Some(value) = meaning.and_then(|m| self.value(symbol, m)) {
                known.push((self.inner.encoder.terms.symbol_term(symbol), value));
            }
        }
        let mut term = self.put(known, term);
        // What is read decides where the next reads are.
        loop {
            let reads = self.reads(term);
            if reads.is_empty() {
                return term;
            }
            term = self.put(reads, term);
        }
    }

    fn put(&mut self, known: Vec<(Term, Term)>, term: Term) -> Term {
        let terms = &mut self.inner.encoder.terms;
        Substitution::new(terms, known).apply(terms, term)
    }

    /// The reads of memory at plain addresses within a term, with what is there.
    fn reads(&mut self, term: Term) -> Vec<(Term, Term)> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(value) = self.read(term) {
                found.push((term, value));
            }
            open.extend(self.inner.encoder.terms.operands(term));
        }
        found
    }

    fn read(&mut self, term: Term) -> Option<Term> {
        let encoder = &mut self.inner.encoder;
        let Node::Select(memory, index) = encoder.terms.node(term) else {
            return None;
        };
        let address = encoder.terms.as_bits(index)? as u64;
        let symbol = encoder.terms.as_symbol(memory)?;
        let Some(Meaning::Memory(region)) = encoder.meaning(symbol) else {
            return None;
        };
        let size = region.word.unwrap_or(1);
        let origin = self.machine.object_at(address)?;
        let (kind, base) = self.machine.object(origin)?;
        let offset = address - base;
        if let Kind::Static(var) | Kind::Local(var) = kind
            && !encoder.is_home(world(self.cx), region, var, offset, size.into())
        {
            return None;
        }
        let held = self
            .machine
            .read_bytes(origin, offset as i64, size as usize)?;
        Some(encoder.terms.bits(held.value as u128, 8 * size))
    }
}
