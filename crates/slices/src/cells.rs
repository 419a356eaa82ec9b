//! Loads from cells, and stores to them, in a slice.

use crate::calls::product;
use crate::draft::Act;
use crate::handles::{Number, WATCHED};
use crate::memory::{Hit, Written, is_bit_field};
use crate::plan::Plan;
use crate::translate::{Copy, Slicer, Ways, nothing};
use pointers::{Object, Offsets, Target};
use program::{Expr, ExprId, FunctionId, PlaceId, VarId};
use std::rc::Rc;

/// A store with more ways than this may do anything to the cells that it meets.
const MOST_WAYS: usize = 16;

/// What is stored.
#[derive(Clone, Copy)]
pub(crate) enum Stored {
    Value(ExprId),
    Number(Number),
    /// The aggregate that a function returned.
    Returned(FunctionId),
    Unknown,
}

/// What a load may read: a cell for each place that it may mean, none for one that is not
/// followed.
pub(crate) type Places = Rc<[Option<usize>]>;

/// A number, and what is so if it is that.
pub(crate) type Choice = (Vec<Act>, Number);

impl Plan<'_> {
    /// The cells that a load may read, as [`crate::memory::Memory::read_at`] says.
    fn read(&self, copy: Copy, place: PlaceId) -> Option<Places> {
        if self.memory.cells.is_empty() || !self.memory.is_pointer(self.input, place) {
            return None;
        }
        let key = (copy.1, place);
        if let Some(known) = self.reads.borrow().get(&key) {
            return known.clone();
        }
        let (program, pointers) = (self.input.program, self.input.pointers);
        let has_cells = |object| !self.memory.of_object(object).is_empty();
        let found: Option<Places> = match pointers.may_lie_in(program, place, has_cells) {
            true => {
                let cells = self.memory.read_at(&self.places(copy, place), 0);
                cells.map(Rc::from)
            }
            false => None,
        };
        self.reads.borrow_mut().insert(key, found.clone());
        found
    }
}

impl Slicer<'_, '_> {
    /// What an expression may be: one of these.
    pub(crate) fn numbers(&mut self, copy: Copy, expr: ExprId) -> Vec<Choice> {
        let plan = self.plan;
        if let Expr::Load(place) = plan.input.program.exprs.get(plan.converted(expr))
            && let Some(cells) = plan.read(copy, place)
        {
            return self.loaded(&cells, plan.unknown(self.focus, expr));
        }
        // A place in a variable leads into it, as a pointer to it does.
        if plan.members.is_some()
            && self.focus.is_some()
            && let Expr::Address(place) = plan.input.program.exprs.get(plan.converted(expr))
            && let Some((base, _)) = plan.input.pointers.through(plan.input.program, place)
        {
            return self.numbers(copy, base);
        }
        let number = match plan.number(self.focus, expr) {
            Number::Of(v) if self.foreign.contains(&v) => Number::Foreign,
            number => number,
        };
        vec![(Vec::new(), number)]
    }

    /// What is in one of some cells. `unknown` is what is elsewhere.
    fn loaded(&mut self, cells: &[Option<usize>], unknown: Number) -> Vec<Choice> {
        let plan = self.plan;
        let mut choices: Vec<Choice> = Vec::new();
        for cell in cells {
            let Some(cell) = cell.map(|c| &plan.memory.cells[c]) else {
                choices.push((Vec::new(), unknown));
                continue;
            };
            if !plan.follows(self.focus, cell.var) {
                choices.push((Vec::new(), Number::Foreign));
            } else if cell.is_one {
                choices.push((Vec::new(), Number::Of(cell.var)));
            } else if self.focus.is_none() {
                let number = plan.unknown_in(self.focus, cell.var);
                choices.push((Vec::new(), number));
            } else {
                let (never, once) = (self.test(cell.var, 0, true), self.test(cell.var, 0, false));
                choices.push((vec![never], Number::Unwatched));
                choices.push((vec![once], Number::Any));
            }
        }
        without_repetition(choices)
    }

    pub(crate) fn store_to(&mut self, copy: Copy, place: PlaceId, stored: Stored) -> Ways {
        let plan = self.plan;
        let Some(written) = plan.memory.written(place) else {
            return nothing();
        };
        // Some bits of a cell that keeps the others.
        let stored = match is_bit_field(plan.input.program, place) {
            true => Stored::Unknown,
            false => stored,
        };
        match plan.copies.target(plan.input, copy, place) {
            Some(target) => {
                let width = plan.input.pointers.width(plan.input.program, place);
                let written = plan.memory.hits(&[target], width);
                self.store(copy, &written, stored)
            }
            None => self.store(copy, written, stored),
        }
    }

    /// Gives a parameter that lies in memory what it is called with.
    pub(crate) fn store_argument(&mut self, copy: Copy, to: VarId, given: Option<ExprId>) -> Ways {
        let (plan, program) = (self.plan, self.plan.input.program);
        let Some(object) = plan.input.pointers.object_of_var(program, to) else {
            return nothing();
        };
        if plan.memory.of_object(object).is_empty() {
            return nothing();
        }
        let same = |e: &ExprId| program.exprs.ty(*e) == program.vars[to].ty;
        let width = program.object_size(to).unwrap_or(0);
        let written = plan.memory.written_whole(object, width);
        // What has another type is converted.
        let stored =
            match given.filter(|e| same(e) || program.types.is_scalar(program.exprs.ty(*e))) {
                Some(given) => Stored::Value(given),
                None => Stored::Unknown,
            };
        self.store(copy, &written, stored)
    }

    /// Keeps an aggregate that is returned until the caller takes it.
    pub(crate) fn store_result(&mut self, copy: Copy, value: ExprId) -> Ways {
        let (plan, program) = (self.plan, self.plan.input.program);
        let ty = program.exprs.ty(value);
        let object = plan.input.pointers.find_object(Object::Result(copy.0));
        match object {
            Some(object) if !program.types.is_scalar(ty) => {
                let width = program.types.size_of(ty).unwrap_or(0);
                let written = plan.memory.written_whole(object, width);
                self.store(copy, &written, Stored::Value(value))
            }
            _ => nothing(),
        }
    }

    /// A variable begins to live: nobody knows what is in it.
    pub(crate) fn begin(&mut self, copy: Copy, var: VarId) -> Vec<Act> {
        let (plan, program) = (self.plan, self.plan.input.program);
        let Some(object) = plan.input.pointers.object_of_var(program, var) else {
            return Vec::new();
        };
        let mut acts = Vec::new();
        for &cell in plan.memory.of_object(object) {
            let cell = &plan.memory.cells[cell];
            if cell.is_one && plan.follows(self.focus, cell.var) {
                let number = plan.unknown_in(self.focus, cell.var);
                acts.extend(self.give(copy, cell.var, number));
            }
        }
        acts
    }

    fn store(&mut self, copy: Copy, written: &Written, stored: Stored) -> Ways {
        let plan = self.plan;
        let mut ways = match written.misses {
            true => nothing(),
            false => Vec::new(),
        };
        let mut met: Vec<&Hit> = Vec::new();
        for hits in &written.places {
            let follows = |h: &&Hit| plan.follows(self.focus, plan.memory.cells[h.cell].var);
            let hits: Vec<&Hit> = hits.iter().filter(follows).collect();
            ways.extend(self.store_in(copy, &hits, stored));
            met.extend(hits);
        }
        let mut ways = without_repetition(ways);
        if ways.is_empty() {
            // Nothing that could be written.
            return nothing();
        }
        if ways.len() > MOST_WAYS {
            let mut acts = Vec::new();
            for hit in met {
                let cell = &plan.memory.cells[hit.cell];
                match cell.is_one {
                    true => acts.extend(self.give(copy, cell.var, Number::Any)),
                    false => acts.push(self.set(cell.var, 1)),
                }
            }
            ways = vec![acts];
        }
        ways
    }

    /// One place is written, and these cells in it.
    fn store_in(&mut self, copy: Copy, hits: &[&Hit], stored: Stored) -> Ways {
        let program = self.plan.input.program;
        let mut ways = Vec::new();
        let scalar = match stored {
            Stored::Value(value) if program.types.is_scalar(program.exprs.ty(value)) => {
                let size = program.types.size_of(program.exprs.ty(value));
                let is_whole = size == Some(program.model().pointer_size());
                Some((self.numbers(copy, value), is_whole))
            }
            Stored::Number(number) => Some((vec![(Vec::new(), number)], true)),
            Stored::Value(_) | Stored::Returned(_) | Stored::Unknown => None,
        };
        if let Some((choices, is_whole)) = scalar {
            for (guards, number) in choices {
                let mut list = vec![guards];
                for hit in hits {
                    let fits = is_whole && hit.at == Some(0);
                    list = product(list, self.update(copy, hit, Some(number), fits));
                }
                ways.extend(list);
            }
            return ways;
        }
        ways = nothing();
        for hit in hits {
            let mut list = Vec::new();
            match hit.at.and_then(|at| self.part(copy, stored, at, hit)) {
                Some(choices) => {
                    for (guards, number) in choices {
                        let updates = self.update(copy, hit, Some(number), true);
                        list.extend(product(vec![guards], updates));
                    }
                }
                None => list = self.update(copy, hit, None, false),
            }
            ways = without_repetition(product(ways, list));
            if ways.len() > MOST_WAYS {
                break;
            }
        }
        ways
    }

    /// What lies so many bytes into an aggregate; None if that is not known.
    fn part(&mut self, copy: Copy, stored: Stored, at: i64, hit: &Hit) -> Option<Vec<Choice>> {
        let (plan, program) = (self.plan, self.plan.input.program);
        let targets = match stored {
            Stored::Value(value) => match program.exprs.get(value) {
                Expr::Zero => return Some(vec![(Vec::new(), Number::Null)]),
                Expr::Load(place) => plan.places(copy, place),
                _ => return None,
            },
            Stored::Returned(f) => {
                let object = plan.input.pointers.find_object(Object::Result(f))?;
                let offsets = Offsets::ZERO;
                vec![Target { object, offsets }]
            }
            Stored::Number(_) | Stored::Unknown => return None,
        };
        let cells = plan.memory.read_at(&targets, at)?;
        let unknown = plan.unknown_in(self.focus, plan.memory.cells[hit.cell].var);
        Some(self.loaded(&cells, unknown))
    }

    /// A cell is written; with this number if it is known and fits.
    fn update(&mut self, copy: Copy, hit: &Hit, number: Option<Number>, fits: bool) -> Ways {
        let plan = self.plan;
        let cell = &plan.memory.cells[hit.cell];
        if cell.is_one {
            let number = match number {
                Some(number) if fits => self.assigned(cell.var, number),
                _ => plan.unknown_in(self.focus, cell.var),
            };
            let written = self.give(copy, cell.var, number);
            return match hit.is_sure {
                true => vec![written],
                false => vec![Vec::new(), written],
            };
        }
        if self.focus.is_none() {
            return nothing();
        }
        let stored = self.set(cell.var, 1);
        match number {
            None | Some(Number::Any | Number::Watched) => vec![vec![stored]],
            Some(Number::Of(v)) => {
                let own = self.number_of(copy, v);
                let is = self.test(own, WATCHED, true);
                let is_not = self.test(own, WATCHED, false);
                vec![vec![is, stored], vec![is_not]]
            }
            Some(Number::Null | Number::Other | Number::Foreign | Number::Unwatched) => nothing(),
        }
    }
}

fn without_repetition<T: PartialEq>(list: Vec<T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for item in list {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}
