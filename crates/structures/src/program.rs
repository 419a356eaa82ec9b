//! Programs over bit tensors: what formulae are compiled to.
//!
//! A register holds a tensor of rank 0 (a truth value), 1 (a row over the nodes) or 2
//! (a row for each node), of one plane. Instructions are array operations; nothing
//! depends on the structure but its size. The instructions are in single-assignment
//! form, and each is there once. A [`Op::Loop`] binds the third variable of formulae
//! that have three: its block runs once for each node.
//!
//! Registers lie behind the structure in the same words, in the order in which they were
//! made, so that planes of unary and binary predicates are registers themselves and an
//! operand is always before the result.

use crate::Structure;
use crate::structure::{Plane, Shape, bits, get, is_zero, ones, put};
use crate::vocabulary::Slot;
use smallvec::SmallVec;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Register(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LoopId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    Constant(bool),
    Nullary(usize, Plane),
    /// These two are no instructions: the register is the plane itself.
    Unary(usize, Plane),
    Binary(usize, Plane),
    /// The transposed plane of a predicate, which programs share as long as the structure
    /// does not change: with the place among all binary planes.
    Columns(Register, usize),
    /// Only the last node: the fresh individual.
    Last,
    Equal(Plane),
    Not(Register),
    And(Register, Register),
    Or(Register, Register),
    /// The first without the second.
    Without(Register, Register),
    /// Of a matrix and a row: the matrix's rows, or columns, at the nodes of the row.
    KeepRows(Register, Register),
    KeepColumns(Register, Register),
    /// Rank 0 to 1, or 1 to 2: the same for all nodes of the new last axis.
    Splat(Register),
    /// Rank 1 to 2: all rows are this row.
    Rows(Register),
    Transpose(Register),
    /// Rank 1 to 0, or rank 2 to 1 over the last axis.
    Any(Register),
    Product(Register, Register),
    /// Of a row and a matrix: the union of the matrix's rows at the nodes of the row.
    Image(Register, Register),
    /// Of a matrix and a row: the nodes whose row has a node in common with it.
    Meets(Register, Register),
    /// Transitive closure, not reflexive.
    Closure(Register),
    Diagonal(Register),
    /// The entry of a row, or the row of a matrix, at the node of the loop.
    At(Register, LoopId),
    /// The disjunction over all nodes of what the block computes.
    Loop(LoopId, Block),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Block {
    pub steps: Vec<(Op, Register)>,
    pub result: Option<Register>,
}

impl Op {
    /// The registers it reads, also those that a loop's own instructions do.
    fn operands(&self) -> SmallVec<[Register; 2]> {
        match self {
            Op::Constant(_)
            | Op::Nullary(..)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Last
            | Op::Equal(_) => SmallVec::new(),
            Op::Not(a)
            | Op::Splat(a)
            | Op::Rows(a)
            | Op::Transpose(a)
            | Op::Columns(a, _)
            | Op::Any(a)
            | Op::Closure(a)
            | Op::Diagonal(a)
            | Op::At(a, _) => SmallVec::from_slice(&[*a]),
            Op::And(a, b)
            | Op::Or(a, b)
            | Op::Without(a, b)
            | Op::KeepRows(a, b)
            | Op::KeepColumns(a, b)
            | Op::Product(a, b)
            | Op::Image(a, b)
            | Op::Meets(a, b) => SmallVec::from_slice(&[*a, *b]),
            Op::Loop(_, block) => {
                let inner = block.steps.iter().flat_map(|(op, _)| op.operands());
                inner.chain(block.result).collect()
            }
        }
    }

    /// The operands of which each is needed: nothing in it, nothing in the result.
    fn needs(&self) -> SmallVec<[Register; 2]> {
        match self {
            Op::And(..)
            | Op::KeepRows(..)
            | Op::KeepColumns(..)
            | Op::Splat(_)
            | Op::Rows(_)
            | Op::Transpose(_)
            | Op::Columns(..)
            | Op::Any(_)
            | Op::Product(..)
            | Op::Image(..)
            | Op::Meets(..)
            | Op::Closure(_)
            | Op::Diagonal(_) => self.operands(),
            Op::Without(a, _) => SmallVec::from_slice(&[*a]),
            Op::Constant(_)
            | Op::Nullary(..)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Last
            | Op::Equal(_)
            | Op::Not(_)
            | Op::Or(..)
            | Op::At(..)
            | Op::Loop(..) => SmallVec::new(),
        }
    }

    pub(crate) fn reads(&self) -> Touched {
        match self {
            Op::Nullary(i, plane) => Touched::plane(Slot::Nullary(*i), *plane),
            Op::Unary(i, plane) => Touched::plane(Slot::Unary(*i), *plane),
            Op::Binary(i, plane) => Touched::plane(Slot::Binary(*i), *plane),
            Op::Equal(Plane::Must) => Touched::SUMMARIES,
            Op::Last => Touched::ALL,
            Op::Constant(_)
            | Op::Equal(Plane::May)
            | Op::Not(_)
            | Op::And(..)
            | Op::Or(..)
            | Op::Without(..)
            | Op::KeepRows(..)
            | Op::KeepColumns(..)
            | Op::Splat(_)
            | Op::Rows(_)
            | Op::Transpose(_)
            | Op::Columns(..)
            | Op::Any(_)
            | Op::Product(..)
            | Op::Image(..)
            | Op::Meets(..)
            | Op::Closure(_)
            | Op::Diagonal(_)
            | Op::At(..)
            // Its instructions were emitted before it.
            | Op::Loop(..) => Touched::default(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub steps: Vec<(Op, Register)>,
    pub places: Vec<Place>,
    pub totals: Counts,
    /// What its instructions read.
    pub reads: Touched,
    /// Whether its instructions see that two nodes are not equal.
    pub tells_apart: bool,
    /// Of a program with a condition: the planes without which it cannot hold, and for each
    /// register whether it is one.
    pub required: Vec<Register>,
    pub requires: Vec<bool>,
}

/// How many scalars, rows and matrices lie before something.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    scalars: usize,
    rows: usize,
    matrices: usize,
}

impl Counts {
    /// Those of a structure.
    fn of(shape: Shape) -> Counts {
        Counts {
            scalars: 2 * shape.nullary_words(),
            rows: 1 + 2 * shape.unary,
            matrices: 2 * shape.binary,
        }
    }

    /// Those of a structure, and of the columns of its binary predicates.
    pub(crate) fn with_columns(shape: Shape) -> Counts {
        let mut counts = Counts::of(shape);
        counts.matrices *= 2;
        counts
    }

    #[inline]
    fn words(self, n: usize, w: usize) -> usize {
        self.scalars + (self.rows + self.matrices * n) * w
    }
}

/// Where a register is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub rank: u8,
    before: Counts,
}

impl Place {
    /// Of a predicate's plane in structures of a shape.
    pub(crate) fn in_structure(op: &Op, shape: Shape) -> Option<Place> {
        let mut before = Counts::of(shape);
        match op {
            Op::Unary(i, plane) => {
                before.rows = 1 + 2 * i + *plane as usize;
                before.matrices = 0;
                Some(Place { rank: 1, before })
            }
            Op::Binary(i, plane) => {
                before.matrices = 2 * i + *plane as usize;
                Some(Place { rank: 2, before })
            }
            _ => None,
        }
    }

    /// Of the columns of a predicate's plane, which are computed behind the structure.
    pub(crate) fn of_columns(plane: usize, shape: Shape) -> Place {
        let mut before = Counts::of(shape);
        before.matrices += plane;
        Place { rank: 2, before }
    }

    /// Which of the structure's binary planes it is.
    pub(crate) fn binary_plane(self, shape: Shape) -> Option<usize> {
        let plane = self.before.matrices;
        (self.rank == 2 && plane < 2 * shape.binary).then_some(plane)
    }

    /// After all others.
    pub(crate) fn next(rank: u8, totals: &mut Counts) -> Place {
        let place = Place {
            rank,
            before: *totals,
        };
        match rank {
            0 => totals.scalars += 1,
            1 => totals.rows += 1,
            _ => totals.matrices += 1,
        }
        place
    }

    #[inline]
    fn range(self, n: usize, w: usize) -> Range<usize> {
        let start = self.before.words(n, w);
        let size = match self.rank {
            0 => 1,
            1 => w,
            _ => w * n,
        };
        start..start + size
    }
}

impl Program {
    /// The instructions that lead to the results. With a condition, one is enough to know
    /// that it holds nowhere: what is cheap to compute and needed for it comes first.
    pub(crate) fn with_steps(
        mut self,
        steps: Vec<(Op, Register)>,
        condition: Option<Register>,
        results: &[Register],
    ) -> Program {
        let size = self.places.len();
        let mut of: Vec<Option<(Op, Register)>> = vec![None; size];
        for (op, r) in steps {
            of[r.0 as usize] = Some((op, r));
        }
        self.requires = vec![false; size];
        let mut needed: Vec<Register> = condition.into_iter().collect();
        let mut next = 0;
        while let Some(r) = needed.get(next).copied() {
            next += 1;
            if std::mem::replace(&mut self.requires[r.0 as usize], true) {
                continue;
            }
            if let Some((op, _)) = &of[r.0 as usize] {
                needed.extend(op.needs());
            }
        }
        needed.sort();
        needed.dedup();
        let (mut order, planes): (Vec<_>, Vec<_>) =
            needed.into_iter().partition(|r| of[r.0 as usize].is_some());
        self.required = planes;
        order.sort_by_cached_key(|r| cost(*r, &of, &self.places, &mut vec![false; size]));
        for r in order.iter().chain(results) {
            self.include(*r, &mut of);
        }
        self
    }

    /// An instruction, after those it depends on, once.
    fn include(&mut self, r: Register, of: &mut [Option<(Op, Register)>]) {
        if let Some((op, r)) = of[r.0 as usize].take() {
            op.operands().iter().for_each(|a| self.include(*a, of));
            self.steps.push((op, r));
        }
    }

    pub(crate) fn rank(&self, r: Register) -> u8 {
        self.places[r.0 as usize].rank
    }

    #[inline]
    fn range(&self, r: Register, n: usize, w: usize) -> Range<usize> {
        self.places[r.0 as usize].range(n, w)
    }
}

/// Roughly what a register costs with all that it depends on.
fn cost(r: Register, of: &[Option<(Op, Register)>], places: &[Place], seen: &mut [bool]) -> usize {
    let i = r.0 as usize;
    let Some((op, _)) = &of[i] else {
        return 0;
    };
    if std::mem::replace(&mut seen[i], true) {
        return 0;
    }
    let own = match op {
        Op::Loop(_, block) => 100 * block.steps.len(),
        Op::Product(..) | Op::Closure(_) | Op::Transpose(_) => 30,
        _ if places[i].rank == 2 => 10,
        Op::Any(_) | Op::Image(..) | Op::Meets(..) | Op::Diagonal(_) => 5,
        _ => 1,
    };
    let operands = op.operands();
    own + operands
        .iter()
        .map(|a| cost(*a, of, places, seen))
        .sum::<usize>()
}

/// Which planes of predicates a program reads or a rule changes: a set with a bit for each,
/// where predicates may share theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touched(u128);

impl Touched {
    pub(crate) const BITS: usize = 128;
    pub(crate) const ALL: Touched = Touched(!0);
    /// Which nodes are summaries.
    pub(crate) const SUMMARIES: Touched = Touched(1);

    pub(crate) fn plane(slot: Slot, plane: Plane) -> Touched {
        let place = match slot {
            Slot::Nullary(i) => i % 3,
            Slot::Unary(i) => 3 + i % 40,
            Slot::Binary(i) => 43 + i % 20,
        };
        Touched(2 << (2 * place + plane as usize))
    }

    pub(crate) fn slot(slot: Slot) -> Touched {
        Touched::plane(slot, Plane::Must).with(Touched::plane(slot, Plane::May))
    }

    /// Both planes of every predicate that has one here.
    pub(crate) fn slots(self) -> Touched {
        const MUST: u128 = (!0 / 3) << 1;
        let must = (self.0 | self.0 >> 1) & MUST;
        Touched(self.0 | must | must << 1)
    }

    pub(crate) fn with(self, other: Touched) -> Touched {
        Touched(self.0 | other.0)
    }

    /// Nothing, if not.
    pub(crate) fn when(self, so: bool) -> Touched {
        if so { self } else { Touched::default() }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of its bits.
    pub(crate) fn bits(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < Touched::BITS).then_some(bit)
        })
    }
}

/// What programs run on: a structure, and the registers behind it. One is used again and
/// again.
#[derive(Debug)]
pub(crate) struct Machine {
    pub s: Structure,
    loops: Vec<(LoopId, usize)>,
    /// Of which binary planes the columns are known.
    columns: u64,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine {
            s: Structure::with_nodes(Shape::default(), 0),
            loops: Vec::new(),
            columns: 0,
        }
    }
}

impl Machine {
    pub(crate) fn load(&mut self, s: &Structure) {
        self.s.load(s);
        self.columns = 0;
    }

    /// The structure was changed.
    pub(crate) fn changed(&mut self) {
        self.columns = 0;
    }

    /// On the structure that is loaded, which is of the program's vocabulary. Whether the
    /// program's condition may hold somewhere; if not, registers are not as they should be.
    pub(crate) fn run(&mut self, program: &Program) -> bool {
        let (n, w) = (self.s.node_count(), self.s.words_per_row());
        let size = program.totals.words(n, w);
        if self.s.words().len() < size {
            self.s.words_mut().resize(size, 0);
        }
        // Almost all structures have rows of one word.
        if w == 1 {
            self.steps::<true>(program)
        } else {
            self.steps::<false>(program)
        }
    }

    pub(crate) fn range(&self, program: &Program, r: Register) -> Range<usize> {
        program.range(r, self.s.node_count(), self.s.words_per_row())
    }

    pub(crate) fn value(&self, program: &Program, r: Register) -> &[u64] {
        &self.s.words()[self.range(program, r)]
    }

    fn steps<const ONE: bool>(&mut self, program: &Program) -> bool {
        let n = self.s.node_count();
        let w = if ONE { 1 } else { self.s.words_per_row() };
        let empty = |s: &Structure, r: Register| is_zero(&s.words()[program.range(r, n, w)]);
        if program.required.iter().any(|r| empty(&self.s, *r)) {
            return false;
        }
        for (op, target) in &program.steps {
            self.step::<ONE>(program, op, *target);
            if program.requires[target.0 as usize] && empty(&self.s, *target) {
                return false;
            }
        }
        true
    }

    fn step<const ONE: bool>(&mut self, program: &Program, op: &Op, target: Register) {
        let n = self.s.node_count();
        let w = if ONE { 1 } else { self.s.words_per_row() };
        let place = &program.places[target.0 as usize];
        let (rank, out) = (place.rank, place.range(n, w));
        match op {
            Op::Nullary(p, plane) => {
                let value = whole(self.s.nullary_bit(*p, *plane));
                self.s.words_mut()[out.start] = value;
                return;
            }
            Op::Loop(id, block) => {
                self.s.words_mut()[out.clone()].fill(0);
                let Some(result) = block.result else { return };
                let from = program.range(result, n, w).start;
                for node in 0..n {
                    self.loops.push((*id, node));
                    for (op, target) in &block.steps {
                        self.step::<ONE>(program, op, *target);
                    }
                    self.loops.pop();
                    let words = self.s.words_mut();
                    for i in 0..out.len() {
                        words[out.start + i] |= words[from + i];
                    }
                }
                return;
            }
            _ => {}
        }
        let at = match op {
            Op::At(_, id) => self.node_of(*id),
            _ => 0,
        };
        if let Op::Columns(_, plane) = op {
            // Beyond 64 planes they are computed each time.
            let known = 1u64.checked_shl(*plane as u32).unwrap_or(0);
            if self.columns & known != 0 {
                return;
            }
            self.columns |= known;
        }
        let summaries = self.s.summaries_range();
        let (before, after) = self.s.words_mut().split_at_mut(out.start);
        let to = &mut after[..out.len()];
        let operands = Operands {
            program,
            before,
            summaries,
            rank,
            n,
            w,
            at,
        };
        if ONE {
            operands.one_word(op, to);
        } else {
            operands.words(op, to);
        }
    }

    fn node_of(&self, id: LoopId) -> usize {
        let found = self.loops.iter().rev().find(|(own, _)| *own == id);
        found.expect("a loop's registers are only read inside it").1
    }
}

/// What an instruction is applied to.
struct Operands<'a> {
    program: &'a Program,
    /// All words before the result.
    before: &'a [u64],
    summaries: Range<usize>,
    /// Of the result.
    rank: u8,
    n: usize,
    w: usize,
    /// The node of the loop.
    at: usize,
}

fn whole(on: bool) -> u64 {
    if on { !0 } else { 0 }
}

impl Operands<'_> {
    /// Ones for all nodes in word `i` of a row.
    fn mask(&self, i: usize) -> u64 {
        let rest = self.n.saturating_sub(i * 64);
        if rest >= 64 { !0 } else { (1 << rest) - 1 }
    }

    /// Where rows are words.
    fn one_word(&self, op: &Op, to: &mut [u64]) {
        let (before, all) = (self.before, self.mask(0));
        let matrix = |r: &Register| &before[self.program.range(*r, self.n, 1)];
        let word = |r: &Register| before[self.program.range(*r, self.n, 1).start];
        let bit = |word: u64, node: usize| word >> node & 1;
        let union = |row: u64, matrix: &[u64]| bits(row).fold(0, |to, node| to | matrix[node]);
        let where_row = |r: &Register, holds: &dyn Fn(u64) -> bool| {
            let rows = matrix(r).iter().enumerate();
            rows.fold(0, |to, (node, row)| to | u64::from(holds(*row)) << node)
        };
        let each = |to: &mut [u64], f: &dyn Fn(usize) -> u64| {
            to.iter_mut().enumerate().for_each(|(i, to)| *to = f(i));
        };
        match op {
            // Seen to by the machine, or no instructions.
            Op::Nullary(..) | Op::Loop(..) | Op::Unary(..) | Op::Binary(..) => {}
            Op::Constant(false) => to.fill(0),
            Op::Constant(true) => to.fill(if self.rank == 0 { !0 } else { all }),
            Op::Last => to[0] = all & !(all >> 1),
            Op::Equal(plane) => {
                let summaries = before[self.summaries.start];
                let there = if *plane == Plane::May { !0 } else { !summaries };
                each(to, &|node| there & 1 << node);
            }
            Op::Not(a) if self.rank == 0 => to[0] = !word(a),
            Op::Not(a) if self.rank == 1 => to[0] = !word(a) & all,
            Op::Not(a) => {
                let words = to.iter_mut().zip(matrix(a));
                words.for_each(|(to, a)| *to = !a & all);
            }
            Op::And(a, b) if self.rank < 2 => to[0] = word(a) & word(b),
            Op::And(a, b) => {
                let words = to.iter_mut().zip(matrix(a)).zip(matrix(b));
                words.for_each(|((to, a), b)| *to = a & b);
            }
            Op::Or(a, b) if self.rank < 2 => to[0] = word(a) | word(b),
            Op::Or(a, b) => {
                let words = to.iter_mut().zip(matrix(a)).zip(matrix(b));
                words.for_each(|((to, a), b)| *to = a | b);
            }
            Op::Without(a, b) if self.rank < 2 => to[0] = word(a) & !word(b),
            Op::Without(a, b) => {
                let words = to.iter_mut().zip(matrix(a)).zip(matrix(b));
                words.for_each(|((to, a), b)| *to = a & !b);
            }
            Op::KeepRows(a, row) => {
                let row = word(row);
                let rows = to.iter_mut().zip(matrix(a)).enumerate();
                rows.for_each(|(node, (to, a))| *to = a & bit(row, node).wrapping_neg());
            }
            Op::KeepColumns(a, row) => {
                let row = word(row);
                let rows = to.iter_mut().zip(matrix(a));
                rows.for_each(|(to, a)| *to = a & row);
            }
            Op::Splat(a) if self.rank == 1 => to[0] = word(a) & all,
            Op::Splat(a) => {
                let row = word(a);
                each(to, &|node| bit(row, node).wrapping_neg() & all);
            }
            Op::Rows(a) => to.fill(word(a)),
            Op::Columns(a, _) | Op::Transpose(a) => {
                to.fill(0);
                transpose(matrix(a), to, self.n, 1);
            }
            Op::Any(a) if self.rank == 0 => to[0] = whole(!is_zero(matrix(a))),
            Op::Any(a) => to[0] = where_row(a, &|row| row != 0),
            Op::Product(a, b) => {
                let b = matrix(b);
                let rows = to.iter_mut().zip(matrix(a));
                rows.for_each(|(to, row)| *to = union(*row, b));
            }
            Op::Image(row, b) => to[0] = union(word(row), matrix(b)),
            Op::Meets(a, row) => {
                let row = word(row);
                to[0] = where_row(a, &|own| own & row != 0);
            }
            Op::Closure(a) => {
                to.copy_from_slice(matrix(a));
                close(to, self.n, 1);
            }
            Op::Diagonal(a) => {
                let rows = matrix(a).iter().enumerate();
                to[0] = rows.fold(0, |to, (node, row)| to | row & 1 << node);
            }
            Op::At(a, _) if self.rank == 0 => to[0] = bit(word(a), self.at).wrapping_neg(),
            Op::At(a, _) => to[0] = matrix(a)[self.at],
        }
    }

    fn words(&self, op: &Op, to: &mut [u64]) {
        let (before, rank, n, w, at) = (self.before, self.rank, self.n, self.w, self.at);
        let range = |r: &Register| self.program.range(*r, n, w);
        let mask = |i| self.mask(i);
        match op {
            // Seen to above, or no instructions.
            Op::Nullary(..) | Op::Loop(..) | Op::Unary(..) | Op::Binary(..) => {}
            Op::Constant(value) => {
                for (i, word) in to.iter_mut().enumerate() {
                    *word = match (value, rank) {
                        (false, _) => 0,
                        (true, 0) => !0,
                        (true, _) => mask(i % w),
                    };
                }
            }
            Op::Last => {
                to.fill(0);
                if n > 0 {
                    put(to, n - 1, true);
                }
            }
            Op::Equal(plane) => {
                let summaries = &before[self.summaries.clone()];
                to.fill(0);
                for node in 0..n {
                    if *plane == Plane::May || !get(summaries, node) {
                        put(&mut to[node * w..], node, true);
                    }
                }
            }
            Op::Not(a) => {
                let last = if rank == 0 { !0 } else { mask(w - 1) };
                let operand = &before[range(a)];
                to.iter_mut().zip(operand).for_each(|(to, a)| *to = !a);
                // Only the last word of a row has bits past the last node.
                let step = if rank == 0 { 1 } else { w };
                let ends = to.iter_mut().skip(step - 1).step_by(step);
                ends.for_each(|word| *word &= last);
            }
            Op::And(a, b) => {
                let operands = before[range(a)].iter().zip(&before[range(b)]);
                to.iter_mut()
                    .zip(operands)
                    .for_each(|(to, (a, b))| *to = a & b);
            }
            Op::Or(a, b) => {
                let operands = before[range(a)].iter().zip(&before[range(b)]);
                to.iter_mut()
                    .zip(operands)
                    .for_each(|(to, (a, b))| *to = a | b);
            }
            Op::Without(a, b) => {
                let operands = before[range(a)].iter().zip(&before[range(b)]);
                to.iter_mut()
                    .zip(operands)
                    .for_each(|(to, (a, b))| *to = a & !b);
            }
            Op::KeepRows(a, row) => {
                let row = &before[range(row)];
                let rows = to.chunks_exact_mut(w).zip(before[range(a)].chunks_exact(w));
                for (node, (to, a)) in rows.enumerate() {
                    let on = whole(get(row, node));
                    to.iter_mut().zip(a).for_each(|(to, a)| *to = a & on);
                }
            }
            Op::KeepColumns(a, row) => {
                let row = &before[range(row)];
                let rows = to.chunks_exact_mut(w).zip(before[range(a)].chunks_exact(w));
                for (to, a) in rows {
                    let words = to.iter_mut().zip(a).zip(row);
                    words.for_each(|((to, a), row)| *to = a & row);
                }
            }
            Op::Splat(a) => {
                let a = &before[range(a)];
                if rank == 1 {
                    let words = to.iter_mut().enumerate();
                    words.for_each(|(i, word)| *word = a[0] & mask(i));
                } else {
                    for (node, row) in to.chunks_exact_mut(w).enumerate() {
                        let on = whole(get(a, node));
                        let words = row.iter_mut().enumerate();
                        words.for_each(|(i, word)| *word = on & mask(i));
                    }
                }
            }
            Op::Rows(a) => {
                let a = &before[range(a)];
                to.chunks_exact_mut(w)
                    .for_each(|row| row.copy_from_slice(a));
            }
            Op::Columns(a, _) | Op::Transpose(a) => {
                to.fill(0);
                transpose(&before[range(a)], to, n, w);
            }
            Op::Any(a) if rank == 0 => to[0] = whole(!is_zero(&before[range(a)])),
            Op::Any(a) => {
                to.fill(0);
                for (node, row) in before[range(a)].chunks_exact(w).enumerate() {
                    to[node / 64] |= u64::from(!is_zero(row)) << (node % 64);
                }
            }
            Op::Product(a, b) => {
                let b = &before[range(b)];
                let rows = before[range(a)].chunks_exact(w);
                for (row, to) in rows.zip(to.chunks_exact_mut(w)) {
                    union(row, b, to);
                }
            }
            Op::Image(row, matrix) => {
                union(&before[range(row)], &before[range(matrix)], to);
            }
            Op::Meets(matrix, row) => {
                let row = &before[range(row)];
                to.fill(0);
                for (node, own) in before[range(matrix)].chunks_exact(w).enumerate() {
                    let meets = own.iter().zip(row).any(|(a, b)| a & b != 0);
                    to[node / 64] |= u64::from(meets) << (node % 64);
                }
            }
            Op::Closure(a) => {
                to.copy_from_slice(&before[range(a)]);
                close(to, n, w);
            }
            Op::Diagonal(a) => {
                to.fill(0);
                for (node, row) in before[range(a)].chunks_exact(w).enumerate() {
                    put(to, node, get(row, node));
                }
            }
            Op::At(a, _) => {
                let a = &before[range(a)];
                if rank == 0 {
                    to[0] = whole(get(a, at));
                } else {
                    to.copy_from_slice(&a[at * w..(at + 1) * w]);
                }
            }
        }
    }
}

/// The union of the matrix's rows at the nodes of a row.
fn union(row: &[u64], matrix: &[u64], to: &mut [u64]) {
    to.fill(0);
    let w = to.len();
    for node in ones(row) {
        to.iter_mut()
            .zip(&matrix[node * w..])
            .for_each(|(to, from)| *to |= from);
    }
}

/// Adds the transposed matrix to one that is empty.
#[inline]
pub(crate) fn transpose(matrix: &[u64], to: &mut [u64], n: usize, w: usize) {
    if w > 1 {
        for (node, row) in matrix.chunks_exact(w).enumerate() {
            ones(row).for_each(|other| put(&mut to[other * w..], node, true));
        }
        return;
    }
    // In blocks of eight times eight bits: one word each.
    for (rows, first) in matrix.chunks(8).zip((0..n).step_by(8)) {
        for (columns, column) in to.chunks_mut(8).zip((0..n).step_by(8)) {
            let bytes = rows.iter().rev();
            let block = bytes.fold(0, |all, row| all << 8 | (row >> column & 0xff));
            if block == 0 {
                continue;
            }
            let mut block = transposed_block(block);
            for to in columns {
                *to |= (block & 0xff) << first;
                block >>= 8;
            }
        }
    }
}

/// Eight rows of eight bits (Warren, Hacker's Delight, section 7-3).
#[inline]
fn transposed_block(mut x: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let swapped = (x ^ (x >> shift)) & mask;
        x ^= swapped ^ (swapped << shift);
    }
    x
}

/// Warshall's algorithm on rows.
pub(crate) fn close(matrix: &mut [u64], n: usize, w: usize) {
    if w == 1 {
        for middle in 0..n {
            let row = matrix[middle];
            if row != 0 {
                // All ones where there is a step to the middle, by arithmetic: no branches.
                let all = |word: u64| (word >> middle & 1).wrapping_neg();
                matrix.iter_mut().for_each(|to| *to |= row & all(*to));
            }
        }
        return;
    }
    let mut row = vec![0; w];
    for middle in 0..n {
        row.copy_from_slice(&matrix[middle * w..(middle + 1) * w]);
        if is_zero(&row) {
            continue;
        }
        for node in 0..n {
            if get(&matrix[node * w..], middle) {
                matrix[node * w..(node + 1) * w]
                    .iter_mut()
                    .zip(&row)
                    .for_each(|(to, from)| *to |= from);
            }
        }
    }
}
