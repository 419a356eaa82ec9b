//! Programs over bit tensors: what formulae are compiled to.
//!
//! A register holds a tensor of rank 0 (a truth value), 1 (a row over the nodes) or 2
//! (a row for each node), of one plane. Instructions are array operations; nothing
//! depends on the structure but its size. The instructions are in single-assignment
//! form, and each is there once. A [`Op::Loop`] binds the third variable of formulae
//! that have three: its block runs once for each node.

use crate::Structure;
use crate::structure::{Plane, get, ones, put, words_for};
use crate::vocabulary::Slot;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Register(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LoopId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    Constant(bool),
    Nullary(usize, Plane),
    Unary(usize, Plane),
    Binary(usize, Plane),
    /// Only the last node: the fresh individual.
    Last,
    Equal(Plane),
    Not(Register),
    And(Register, Register),
    Or(Register, Register),
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

#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub body: Block,
    /// For each register its rank, and how many registers of each rank are before it.
    pub registers: Vec<Place>,
    pub totals: [usize; 3],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub rank: u8,
    pub before: [usize; 3],
}

/// Which predicates a program reads or a rule changes: a set with a bit for each, where
/// predicates may share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touched(u64);

impl Touched {
    pub(crate) const ALL: Touched = Touched(!0);
    /// Which nodes are summaries.
    pub(crate) const SUMMARIES: Touched = Touched(1);

    pub(crate) fn slot(slot: Slot) -> Touched {
        Touched(
            2 << match slot {
                Slot::Nullary(i) => i % 3,
                Slot::Unary(i) => 3 + i % 40,
                Slot::Binary(i) => 43 + i % 20,
            },
        )
    }

    pub(crate) fn with(self, other: Touched) -> Touched {
        Touched(self.0 | other.0)
    }

    pub(crate) fn meets(self, other: Touched) -> bool {
        self.0 & other.0 != 0
    }
}

impl Block {
    fn reads(&self) -> Touched {
        self.steps.iter().fold(Touched::default(), |all, (op, _)| {
            all.with(match op {
                Op::Nullary(i, _) => Touched::slot(Slot::Nullary(*i)),
                Op::Unary(i, _) => Touched::slot(Slot::Unary(*i)),
                Op::Binary(i, _) => Touched::slot(Slot::Binary(*i)),
                Op::Equal(Plane::Must) => Touched::SUMMARIES,
                Op::Loop(_, block) => block.reads(),
                Op::Last => Touched::ALL,
                Op::Constant(_)
                | Op::Equal(Plane::May)
                | Op::Not(_)
                | Op::And(..)
                | Op::Or(..)
                | Op::Splat(_)
                | Op::Rows(_)
                | Op::Transpose(_)
                | Op::Any(_)
                | Op::Product(..)
                | Op::Image(..)
                | Op::Meets(..)
                | Op::Closure(_)
                | Op::Diagonal(_)
                | Op::At(..) => Touched::default(),
            })
        })
    }
}

impl Program {
    pub(crate) fn reads(&self) -> Touched {
        self.body.reads()
    }
}

/// The registers of running programs. One is used again and again.
#[derive(Default, Debug)]
pub(crate) struct Machine {
    words: Vec<u64>,
    loops: Vec<(LoopId, usize)>,
    nodes: usize,
    w: usize,
}

impl Machine {
    pub(crate) fn run(&mut self, program: &Program, s: &Structure) {
        self.nodes = s.node_count();
        self.w = words_for(self.nodes);
        let size = self.offset(program.totals);
        if self.words.len() < size {
            self.words.resize(size, 0);
        }
        self.block(program, &program.body, s);
    }

    fn offset(&self, [scalars, rows, matrices]: [usize; 3]) -> usize {
        scalars + rows * self.w + matrices * self.w * self.nodes
    }

    fn range(&self, program: &Program, r: Register) -> std::ops::Range<usize> {
        let place = &program.registers[r.0 as usize];
        let start = self.offset(place.before);
        let size = match place.rank {
            0 => 1,
            1 => self.w,
            _ => self.w * self.nodes,
        };
        start..start + size
    }

    pub(crate) fn value(&self, program: &Program, r: Register) -> &[u64] {
        &self.words[self.range(program, r)]
    }

    pub(crate) fn rank(&self, program: &Program, r: Register) -> u8 {
        program.registers[r.0 as usize].rank
    }

    fn block(&mut self, program: &Program, block: &Block, s: &Structure) {
        for (op, target) in &block.steps {
            self.step(program, op, *target, s);
        }
    }

    /// Ones for all nodes in word `i` of a row.
    fn mask(&self, i: usize) -> u64 {
        let rest = self.nodes.saturating_sub(i * 64);
        if rest >= 64 { !0 } else { (1 << rest) - 1 }
    }

    fn step(&mut self, program: &Program, op: &Op, target: Register, s: &Structure) {
        let out = self.range(program, target);
        let rank = program.registers[target.0 as usize].rank;
        let (w, n) = (self.w, self.nodes);
        match op {
            Op::Constant(value) => {
                for (i, at) in out.enumerate() {
                    self.words[at] = match (value, rank) {
                        (false, _) => 0,
                        (true, 0) => !0,
                        (true, _) => self.mask(i % w),
                    };
                }
            }
            Op::Nullary(p, plane) => {
                self.words[out.start] = if s.nullary_bit(*p, *plane) { !0 } else { 0 };
            }
            Op::Unary(p, plane) => self.words[out].copy_from_slice(s.unary_plane(*p, *plane)),
            Op::Binary(p, plane) => self.words[out].copy_from_slice(s.binary_plane(*p, *plane)),
            Op::Last => {
                let row = &mut self.words[out];
                row.fill(0);
                if n > 0 {
                    put(row, n - 1, true);
                }
            }
            Op::Equal(plane) => {
                let matrix = &mut self.words[out];
                matrix.fill(0);
                for node in 0..n {
                    if *plane == Plane::May || !s.is_summary(node) {
                        put(&mut matrix[node * w..], node, true);
                    }
                }
            }
            Op::Not(a) => {
                let a = self.range(program, *a);
                let last = if rank == 0 { !0 } else { self.mask(w - 1) };
                let (before, after) = self.words.split_at_mut(out.start);
                after
                    .iter_mut()
                    .zip(&before[a])
                    .for_each(|(to, a)| *to = !a);
                // Only the last word of a row has bits past the last node.
                let step = if rank == 0 { 1 } else { w };
                after[..out.len()]
                    .iter_mut()
                    .skip(step - 1)
                    .step_by(step)
                    .for_each(|word| *word &= last);
            }
            Op::And(a, b) => {
                let (a, b) = (self.range(program, *a), self.range(program, *b));
                let (before, after) = self.words.split_at_mut(out.start);
                let operands = before[a].iter().zip(&before[b]);
                after
                    .iter_mut()
                    .zip(operands)
                    .for_each(|(to, (a, b))| *to = a & b);
            }
            Op::Or(a, b) => {
                let (a, b) = (self.range(program, *a), self.range(program, *b));
                let (before, after) = self.words.split_at_mut(out.start);
                let operands = before[a].iter().zip(&before[b]);
                after
                    .iter_mut()
                    .zip(operands)
                    .for_each(|(to, (a, b))| *to = a | b);
            }
            Op::Splat(a) => {
                let a = self.range(program, *a);
                if rank == 1 {
                    let value = self.words[a.start];
                    for i in 0..w {
                        self.words[out.start + i] = value & self.mask(i);
                    }
                } else {
                    for node in 0..n {
                        let on = get(&self.words[a.clone()], node);
                        for i in 0..w {
                            self.words[out.start + node * w + i] =
                                if on { self.mask(i) } else { 0 };
                        }
                    }
                }
            }
            Op::Rows(a) => {
                let a = self.range(program, *a);
                for node in 0..n {
                    self.words.copy_within(a.clone(), out.start + node * w);
                }
            }
            Op::Transpose(a) => {
                let a = self.range(program, *a);
                let (before, after) = self.words.split_at_mut(out.start);
                let after = &mut after[..out.len()];
                after.fill(0);
                for (node, row) in before[a].chunks_exact(w).enumerate() {
                    ones(row).for_each(|other| put(&mut after[other * w..], node, true));
                }
            }
            Op::Any(a) => {
                let a = self.range(program, *a);
                if rank == 0 {
                    let any = self.words[a].iter().any(|word| *word != 0);
                    self.words[out.start] = if any { !0 } else { 0 };
                } else {
                    let (before, after) = self.words.split_at_mut(out.start);
                    after[..w].fill(0);
                    for (node, row) in before[a].chunks_exact(w).enumerate() {
                        if row.iter().any(|word| *word != 0) {
                            put(after, node, true);
                        }
                    }
                }
            }
            Op::Product(a, b) => {
                let (a, b) = (self.range(program, *a), self.range(program, *b));
                let (before, after) = self.words.split_at_mut(out.start);
                let (a, b) = (&before[a], &before[b]);
                for (row, to) in a.chunks_exact(w).zip(after.chunks_exact_mut(w)) {
                    to.fill(0);
                    for middle in ones(row) {
                        to.iter_mut()
                            .zip(&b[middle * w..])
                            .for_each(|(to, b)| *to |= b);
                    }
                }
            }
            Op::Image(row, matrix) => {
                let (row, matrix) = (self.range(program, *row), self.range(program, *matrix));
                let (before, after) = self.words.split_at_mut(out.start);
                let matrix = &before[matrix];
                let to = &mut after[..w];
                to.fill(0);
                for node in ones(&before[row]) {
                    to.iter_mut()
                        .zip(&matrix[node * w..])
                        .for_each(|(to, from)| *to |= from);
                }
            }
            Op::Meets(matrix, row) => {
                let (matrix, row) = (self.range(program, *matrix), self.range(program, *row));
                let (before, after) = self.words.split_at_mut(out.start);
                after[..w].fill(0);
                for (node, own) in before[matrix].chunks_exact(w).enumerate() {
                    if own
                        .iter()
                        .zip(&before[row.clone()])
                        .any(|(a, b)| a & b != 0)
                    {
                        put(after, node, true);
                    }
                }
            }
            Op::Closure(a) => {
                let a = self.range(program, *a);
                self.words.copy_within(a, out.start);
                close(&mut self.words[out], n, w);
            }
            Op::Diagonal(a) => {
                let a = self.range(program, *a);
                self.words[out.clone()].fill(0);
                for node in 0..n {
                    if get(&self.words[a.start + node * w..], node) {
                        put(&mut self.words[out.start..], node, true);
                    }
                }
            }
            Op::At(a, id) => {
                let a = self.range(program, *a);
                let node = self.node_of(*id);
                if rank == 0 {
                    self.words[out.start] = if get(&self.words[a], node) { !0 } else { 0 };
                } else {
                    self.words
                        .copy_within(a.start + node * w..a.start + (node + 1) * w, out.start);
                }
            }
            Op::Loop(id, block) => {
                self.words[out.clone()].fill(0);
                let Some(result) = block.result else { return };
                for node in 0..n {
                    self.loops.push((*id, node));
                    self.block(program, block, s);
                    self.loops.pop();
                    let from = self.range(program, result).start;
                    for i in 0..out.len() {
                        self.words[out.start + i] |= self.words[from + i];
                    }
                }
            }
        }
    }

    fn node_of(&self, id: LoopId) -> usize {
        let found = self.loops.iter().rev().find(|(own, _)| *own == id);
        found.expect("a loop's registers are only read inside it").1
    }
}

/// Warshall's algorithm on rows.
pub(crate) fn close(matrix: &mut [u64], n: usize, w: usize) {
    let mut row = vec![0; w];
    for middle in 0..n {
        row.copy_from_slice(&matrix[middle * w..(middle + 1) * w]);
        if ones(&row).next().is_none() {
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
