//! What is true of symbols: of all of them, and of those that a step changes.

use super::Effect;
use super::symbols::{Cell, Symbol};
use super::translate::{Translation, number};
use indexmap::IndexSet;
use logic::{Comparison, Formula, FormulaId, Term, TermId, Time};
use program::{Expr, Query};
use rustc_hash::FxBuildHasher;
use z3::Pattern;
use z3::ast::{Ast, Bool, Int, forall_const};

/// For all values of variables, wherever one of some terms occurs.
fn for_all(variables: &[&Int], at: &[&[&dyn Ast]], body: &Bool) -> Bool {
    let patterns: Vec<Pattern> = at.iter().map(|terms| Pattern::new(terms)).collect();
    let patterns: Vec<&Pattern> = patterns.iter().collect();
    let variables: Vec<&dyn Ast> = variables.iter().map(|&v| v as &dyn Ast).collect();
    forall_const(&variables, &patterns, body)
}

fn x() -> Int {
    Int::new_const("x")
}

fn y() -> Int {
    Int::new_const("y")
}

/// Do so many bytes at an address have none in common with so many at another?
fn apart(a: &Int, a_size: &Int, b: &Int, b_size: &Int) -> Bool {
    Bool::or(&[(a + a_size).le(b), (b + b_size).le(a)])
}

impl Translation<'_> {
    /// All that is known of the symbols that occur.
    pub fn axioms(&mut self) -> Vec<Bool> {
        let mut next = 0;
        let mut all = Vec::new();
        while let Some(&(time, symbol)) = self.used.get_index(next) {
            next += 1;
            self.symbol(time, symbol, &mut all);
            if time == Time::After && self.is_changed(symbol) {
                self.change(symbol, &mut all);
            }
        }
        for (time, symbol) in self.used.clone() {
            if let Symbol::Readable(offset, size) = symbol {
                self.readable(time, offset, size, &mut all);
            }
        }
        all.append(&mut self.facts);
        all
    }

    /// What can be read is no null pointer; it can be, if it lies within something that can,
    /// or within an element that lives.
    fn readable(&mut self, time: Time, offset: u64, size: u64, all: &mut Vec<Bool>) {
        let x = x();
        let readable = self.holds(time, Symbol::Readable(offset, size), &[&x]);
        let body = readable.implies(x.gt(number(0)));
        all.push(for_all(&[&x], &[&[&readable]], &body));
        for whole in self.around(offset, size) {
            let whole = self.holds(time, whole, &[&x]);
            let body = whole.implies(&readable);
            all.push(for_all(&[&x], &[&[&readable], &[&whole]], &body));
        }
    }

    fn is_changed(&self, symbol: Symbol) -> bool {
        let version = |time| (self.versions)(time, &symbol);
        version(Time::Before) != version(Time::After)
    }

    fn symbol(&mut self, time: Time, symbol: Symbol, all: &mut Vec<Bool>) {
        let x = x();
        match symbol {
            Symbol::Var(var) => {
                let (low, high) = self.range(self.program.vars[var].ty);
                let value = self.value(time, symbol, &[]);
                all.push(value.ge(number(low)));
                all.push(value.le(number(high)));
            }
            Symbol::Address(_) => {
                let value = self.value(time, symbol, &[]);
                all.push(value.gt(number(0)));
            }
            Symbol::Memory(cell) => {
                let (low, high) = Self::range_of(cell.access);
                let value = self.value(time, symbol, &[&x]);
                let body = Bool::and(&[value.ge(number(low)), value.le(number(high))]);
                all.push(for_all(&[&x], &[&[&value]], &body));
            }
            Symbol::Allocated(stride) => {
                let lives = self.holds(time, symbol, &[&x]);
                let end = &x + number(stride.into());
                // One past the end is an address, too.
                let body = Bool::and(&[x.gt(number(0)), end.lt(number(1 << 64))]);
                all.push(for_all(&[&x], &[&[&lives]], &lives.implies(&body)));
                // Two elements are apart.
                let y = y();
                let other = self.holds(time, symbol, &[&y]);
                let size = number(stride.into());
                let both = Bool::and(&[lives.clone(), other.clone()]);
                let body = Bool::or(&[x.eq(&y), apart(&x, &size, &y, &size)]);
                all.push(for_all(
                    &[&x, &y],
                    &[&[&lives, &other]],
                    &both.implies(body),
                ));
            }
            Symbol::Writable(offset, size) => {
                // What can be written can be read.
                let writable = self.holds(time, symbol, &[&x]);
                let readable = self.holds(time, Symbol::Readable(offset, size), &[&x]);
                all.push(for_all(
                    &[&x],
                    &[&[&writable]],
                    &writable.implies(&readable),
                ));
            }
            // A version that several times see is that of one of them: of what no formula asks
            // from, the others may see something else.
            Symbol::Closure(step) => {
                let version = (self.versions)(time, &symbol);
                let is_now = (self.versions)(Time::Before, &symbol) == version;
                let time = if is_now { Time::Before } else { time };
                if self.unfolded.insert((symbol, version)) {
                    self.closure(time, step, all);
                }
            }
            Symbol::Readable(..) => {}
        }
    }

    /// What is spoken of that says of more bytes that they can be read: of elements that live,
    /// and of larger parts.
    fn around(&self, offset: u64, size: u64) -> IndexSet<Symbol, FxBuildHasher> {
        let all = self.used.iter().map(|(_, symbol)| *symbol);
        all.filter(|&other| match other {
            Symbol::Allocated(stride) => offset + size <= stride,
            Symbol::Readable(from, more) => {
                let is_within = from <= offset && offset + size <= from + more;
                is_within && (from, more) != (offset, size)
            }
            _ => false,
        })
        .collect()
    }

    /// A chain has no steps, or a first one.
    fn closure(&mut self, time: Time, step: FormulaId, all: &mut Vec<Bool>) {
        let (x, y) = (x(), y());
        let reaches = self.holds(time, Symbol::Closure(step), &[&x, &y]);
        all.push(for_all(
            &[&x, &y],
            &[&[&reaches]],
            &x.eq(&y).implies(&reaches),
        ));
        let Some((guards, next)) = self.field_of(step) else {
            return;
        };
        let guards: Vec<Bool> = guards
            .into_iter()
            .map(|guard| {
                let guard = self.logic.rename(self.program, guard, |_| time);
                // The step's variables: 1 is the former end.
                self.inside(guard, &[x.clone(), y.clone()])
            })
            .collect();
        let next = self.logic.at(self.program, time, next);
        let next = self.term(next, &[x.clone(), y.clone()]).value;
        let rest = self.holds(time, Symbol::Closure(step), &[&next, &y]);
        let goes_on = Bool::and(&guards);
        let leaves = Bool::and(&[reaches.clone(), x.ne(&y)]);
        all.push(for_all(
            &[&x, &y],
            &[&[&reaches]],
            &leaves.implies(&goes_on),
        ));
        let on = Bool::and(&[goes_on.clone(), rest]);
        let body = reaches.iff(Bool::or(&[x.eq(&y), on]));
        all.push(for_all(&[&x, &y], &[&[&reaches, &next]], &body));
        // From what is reached it goes on: `x` is the latter end here.
        let symbol = Symbol::Closure(step);
        let here = self.holds(time, symbol, &[&y, &x]);
        let there = self.holds(time, symbol, &[&y, &next]);
        let both = Bool::and(&[here.clone(), goes_on]);
        all.push(for_all(&[&x, &y], &[&[&here, &next]], &both.implies(there)));
        // All that is reached from somewhere lies on one way.
        let z = Int::new_const("z");
        let first = self.holds(time, symbol, &[&x, &y]);
        let second = self.holds(time, symbol, &[&x, &z]);
        let either = Bool::or(&[
            self.holds(time, symbol, &[&y, &z]),
            self.holds(time, symbol, &[&z, &y]),
        ]);
        let both = Bool::and(&[first.clone(), second.clone()]);
        all.push(for_all(
            &[&x, &y, &z],
            &[&[&first, &second]],
            &both.implies(either),
        ));
    }

    /// Do so many bytes behind a pointer lie in something that lives, by what is spoken of?
    pub fn lives(&mut self, (pointer, cell): (TermId, Cell)) -> Bool {
        let pointer = self.term(pointer, &[]).value;
        let ways: Vec<Symbol> = self
            .used
            .iter()
            .filter(|(time, symbol)| {
                *time == Time::Before
                    && match *symbol {
                        Symbol::Allocated(stride) => cell.end() <= stride,
                        Symbol::Readable(from, size) | Symbol::Writable(from, size) => {
                            from <= cell.offset && cell.end() <= from + size
                        }
                        _ => false,
                    }
            })
            .map(|(_, symbol)| *symbol)
            .collect();
        let ways = ways.into_iter();
        let ways: Vec<Bool> = ways
            .map(|symbol| self.holds(Time::Before, symbol, &[&pointer]))
            .collect();
        Bool::or(&ways)
    }

    /// If a step follows a field: what must hold of its former end, and what is read there.
    fn field_of(&mut self, step: FormulaId) -> Option<(Vec<FormulaId>, program::ExprId)> {
        let parts = self.logic.conjuncts(&step).to_vec();
        let mut guards = Vec::new();
        let mut next = None;
        for part in parts {
            match *self.logic.formula(part) {
                Formula::Compare(Comparison::Eq, a, b) if next.is_none() => {
                    let sides = [(a, b), (b, a)].into_iter();
                    let found = sides.into_iter().find_map(|(a, b)| {
                        match (self.logic.term(a), self.logic.term(b)) {
                            (Term::At(_, load), Term::Bound(0))
                                if matches!(self.program.exprs.get(load), Expr::Load(_)) =>
                            {
                                Some(load)
                            }
                            _ => None,
                        }
                    });
                    match found {
                        Some(load) => next = Some(load),
                        None => guards.push(part),
                    }
                }
                _ => guards.push(part),
            }
        }
        // What is asked of the former end only.
        let is_guard = |&guard: &FormulaId| {
            let all = self.logic.expressions(guard);
            all.iter().all(|&(_, e)| {
                matches!(
                    self.program.exprs.get(e),
                    Expr::Query(Query::Readable(_) | Query::Writable(_) | Query::Allocated(_))
                )
            })
        };
        let fits = guards.iter().all(is_guard);
        next.filter(|_| fits).map(|next| (guards, next))
    }

    // What a step changes.

    fn change(&mut self, symbol: Symbol, all: &mut Vec<Bool>) {
        match symbol {
            Symbol::Memory(cell) => self.memory(cell, all),
            Symbol::Allocated(stride) => self.life(stride, all),
            Symbol::Var(_) | Symbol::Address(_) | Symbol::Readable(..) | Symbol::Writable(..) => {}
            Symbol::Closure(step) => self.chains(step, all),
        }
    }

    /// A chain that does not come where is written stays.
    fn chains(&mut self, step: FormulaId, all: &mut Vec<Bool>) {
        let Effect::Write { pointer, links, .. } = self.effect.clone() else {
            return;
        };
        if !links.contains(&step) {
            return;
        }
        let y = y();
        let symbol = Symbol::Closure(step);
        let pointer = self.term(pointer, &[]).value;
        for (of, from) in self.starts.clone() {
            if of != step {
                continue;
            }
            let comes = self.holds(Time::Before, symbol, &[&from, &pointer]);
            let before = self.holds(Time::Before, symbol, &[&from, &y]);
            let after = self.holds(Time::After, symbol, &[&from, &y]);
            let body = comes.not().implies(after.iff(&before));
            all.push(for_all(&[&y], &[&[&before], &[&after]], &body));
        }
    }

    fn memory(&mut self, cell: Cell, all: &mut Vec<Bool>) {
        let written = self.written;
        if written.is_some_and(|all| all.iter().all(|stretch| stretch.spares(cell))) {
            self.spared(cell, all);
        }
        let x = x();
        let symbol = Symbol::Memory(cell);
        let before = self.value(Time::Before, symbol, &[&x]);
        let after = self.value(Time::After, symbol, &[&x]);
        let size = |cell: Cell| number(cell.access.size().into());
        let at = |base: &Int, cell: Cell| base + number(cell.offset.into());
        let same = match self.effect.clone() {
            Effect::Any | Effect::Free | Effect::More | Effect::Begin(_) => return,
            Effect::Write {
                pointer,
                cell: written,
                value,
                largest,
                ..
            } => {
                let pointer = self.term(pointer, &[]).value;
                if written == cell {
                    let value = self.term(value, &[]).value;
                    let now = self.value(Time::After, symbol, &[&pointer]);
                    all.push(now.eq(&value));
                }
                let mut ways = vec![apart(
                    &at(&x, cell),
                    &size(cell),
                    &at(&pointer, written),
                    &size(written),
                )];
                if largest.is_some_and(|largest| largest < cell.stride) {
                    ways.push(self.holds(Time::Before, Symbol::Allocated(cell.stride), &[&x]));
                }
                if cell.stride == written.stride {
                    // Two elements are apart, and so are two fields of one.
                    let lives = Symbol::Allocated(cell.stride);
                    let mut both = vec![
                        self.holds(Time::Before, lives, &[&x]),
                        self.holds(Time::Before, lives, &[&pointer]),
                    ];
                    if cell.offset < written.end() && written.offset < cell.end() {
                        both.push(x.ne(&pointer));
                    }
                    ways.push(Bool::and(&both));
                }
                Bool::or(&ways)
            }
            Effect::Objects(largest) if largest < cell.stride => {
                self.holds(Time::Before, Symbol::Allocated(cell.stride), &[&x])
            }
            Effect::Objects(_) => return,
            Effect::Allocate {
                block,
                bytes,
                may_fail,
                largest,
            } => {
                // Where it fails, it says so in a variable.
                if may_fail && largest.is_none_or(|largest| cell.stride <= largest) {
                    return;
                }
                let block = self.term(block, &[]).value;
                let bytes = self.term(bytes, &[]).value;
                let lives = self.holds(Time::Before, Symbol::Allocated(cell.stride), &[&x]);
                Bool::or(&[
                    block.eq(number(0)),
                    lives,
                    apart(&at(&x, cell), &size(cell), &block, &bytes),
                ])
            }
        };
        let body = same.implies(after.eq(&before));
        all.push(for_all(&[&x], &[&[&after], &[&before]], &body));
    }

    /// Of elements that lived before, nothing is written there.
    fn spared(&mut self, cell: Cell, all: &mut Vec<Bool>) {
        let x = x();
        let symbol = Symbol::Memory(cell);
        let before = self.value(Time::Before, symbol, &[&x]);
        let after = self.value(Time::After, symbol, &[&x]);
        let lives = self.holds(Time::Before, Symbol::Allocated(cell.stride), &[&x]);
        let body = lives.implies(after.eq(&before));
        all.push(for_all(&[&x], &[&[&after], &[&before]], &body));
    }

    fn life(&mut self, stride: u64, all: &mut Vec<Bool>) {
        let x = x();
        let symbol = Symbol::Allocated(stride);
        let before = self.holds(Time::Before, symbol, &[&x]);
        let after = self.holds(Time::After, symbol, &[&x]);
        match self.effect.clone() {
            Effect::Any | Effect::Write { .. } | Effect::Objects(_) => {}
            Effect::More => {
                let body = before.implies(&after);
                all.push(for_all(&[&x], &[&[&before], &[&after]], &body));
            }
            Effect::Begin(variables) => {
                for var in variables {
                    let size = self.program.types.size_of(self.program.vars[var].ty);
                    if size == Some(stride) {
                        let address = self.value(Time::After, Symbol::Address(var), &[]);
                        all.push(self.holds(Time::After, symbol, &[&address]));
                    }
                }
            }
            Effect::Free => {
                all.push(for_all(
                    &[&x],
                    &[&[&before], &[&after]],
                    &after.implies(&before),
                ));
            }
            Effect::Allocate {
                block,
                bytes,
                may_fail,
                ..
            } => {
                let block = self.term(block, &[]).value;
                let bytes = self.term(bytes, &[]).value;
                if !may_fail {
                    all.push(block.ne(number(0)));
                }
                let size = number(stride.into());
                let fails = block.eq(number(0));
                let end = &block + &bytes;
                all.push(fails.clone().not().implies(end.lt(number(1 << 64))));
                let distance = &x - &block;
                let inside = Bool::and(&[
                    fails.clone().not(),
                    block.le(&x),
                    (&x + &size).le(&end),
                    distance.modulo(&size).eq(number(0)),
                ]);
                let now = after.iff(Bool::or(&[before.clone(), inside]));
                all.push(for_all(&[&x], &[&[&before], &[&after]], &now));
                let free = Bool::or(&[fails.clone(), apart(&x, &size, &block, &bytes)]);
                all.push(for_all(&[&x], &[&[&before]], &before.implies(&free)));
                for array in self.arrays.clone() {
                    if array.time == Time::Before && array.stride == stride {
                        let of = &array.length * &size;
                        let apart = apart(&array.base, &of, &block, &bytes);
                        let none = array.length.le(number(0));
                        let way = Bool::or(&[fails.clone(), none, apart]);
                        all.push(array.lives.implies(way));
                    }
                }
                // Its elements, counted.
                let moved = self.moved(stride, &block, &x);
                let lives = self.holds(Time::After, symbol, &[&moved]);
                let within = Bool::and(&[
                    fails.not(),
                    x.ge(number(0)),
                    ((&x + number(1)) * &size).le(&bytes),
                ]);
                all.push(for_all(&[&x], &[&[&moved]], &within.implies(&lives)));
            }
        }
    }
}
