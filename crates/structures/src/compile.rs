//! Formulae to programs over bit tensors.
//!
//! The value of a formula in one plane is a tensor whose axes are its free variables.
//! Conjunction and disjunction are element-wise after the axes are made the same,
//! `exists w. A(v, w) & B(w, u)` is a product of matrices, closure is Warshall's. Before
//! a quantifier is compiled it is driven inwards; where its body still has three free
//! variables, one of them is bound by a loop. Instructions are interned, so common
//! parts are computed once, also when they differ in the names of their variables.

use crate::program::{Block, Counts, LoopId, Op, Place, Program, Register, Touched};
use crate::structure::{Plane, Shape};
use crate::vocabulary::Slot;
use logic::relational::{Formula, PredicateId, Variable};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// A variable of the formulae being compiled; each binding has its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Axis(u32);

/// A register and what its axes stand for.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    pub register: Register,
    axes: SmallVec<[Axis; 2]>,
}

/// Where a predicate's values come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// The structure.
    Slot(Slot),
    /// Registers of this program: an unchanged number of axes, must and may.
    Registers(Register, Register),
    /// The unary predicate that holds of the fresh individual.
    Last,
}

#[derive(Clone, Copy)]
enum Bound {
    Axis(Axis),
    Loop(LoopId),
}

type Scope = Vec<(Variable, Bound)>;

#[derive(Default)]
pub(crate) struct Compiler {
    sources: FxHashMap<PredicateId, Source>,
    /// The open blocks: the body of the program, then the loops that are being built.
    blocks: Vec<(Option<LoopId>, Block)>,
    known: Vec<FxHashMap<(Op, u8), Register>>,
    shape: Shape,
    registers: Vec<Place>,
    /// What the registers are.
    ops: Vec<Op>,
    depths: Vec<usize>,
    totals: Counts,
    reads: Touched,
    axes: u32,
    loops: u32,
    next_virtual: u32,
}

impl Compiler {
    /// For structures of this shape.
    pub(crate) fn new(
        shape: Shape,
        slots: impl IntoIterator<Item = (PredicateId, Slot)>,
    ) -> Compiler {
        Compiler {
            shape,
            totals: Counts::with_columns(shape),
            sources: slots
                .into_iter()
                .map(|(p, slot)| (p, Source::Slot(slot)))
                .collect(),
            blocks: vec![(None, Block::default())],
            known: vec![FxHashMap::default()],
            next_virtual: u32::MAX,
            ..Compiler::default()
        }
    }

    pub(crate) fn set_source(&mut self, p: PredicateId, source: Source) {
        self.sources.insert(p, source);
    }

    /// A predicate that is no one else's, for values that are registers of this program.
    pub(crate) fn virtual_predicate(&mut self, must: Register, may: Register) -> PredicateId {
        let p = PredicateId(self.next_virtual);
        self.next_virtual -= 1;
        self.sources.insert(p, Source::Registers(must, may));
        p
    }

    /// The program that computes these registers. Where the condition, if there is one,
    /// holds nowhere, it need not.
    pub(crate) fn finish(mut self, condition: Option<Register>, results: &[Register]) -> Program {
        let (_, body) = self.blocks.pop().expect("the body of the program");
        let tells_apart = self.known[0].contains_key(&(Op::Equal(Plane::May), 2));
        Program {
            places: self.registers,
            totals: self.totals,
            reads: self.reads,
            tells_apart,
            ..Program::default()
        }
        .with_steps(body.steps, condition, results)
    }

    /// Whether the registers are the planes of this predicate.
    pub(crate) fn is_value(&self, slot: Slot, (must, may): (Register, Register)) -> bool {
        let is = |plane, r| {
            let key = match slot {
                Slot::Nullary(i) => (Op::Nullary(i, plane), 0),
                Slot::Unary(i) => (Op::Unary(i, plane), 1),
                Slot::Binary(i) => (Op::Binary(i, plane), 2),
            };
            self.known[0].get(&key) == Some(&r)
        };
        is(Plane::Must, must) && is(Plane::May, may)
    }

    pub(crate) fn rank(&self, r: Register) -> u8 {
        self.registers[r.0 as usize].rank
    }

    /// The plane of a formula as a tensor over exactly these variables, in this order.
    pub(crate) fn plane(&mut self, f: &Formula, over: &[Variable], plane: Plane) -> Register {
        let mut scope = Scope::new();
        let mut axes: SmallVec<[Axis; 2]> = smallvec![];
        for v in over {
            let axis = self.axis();
            axes.push(axis);
            scope.push((*v, Bound::Axis(axis)));
        }
        let tensor = self.formula(f, plane, &mut scope);
        self.expand(tensor, &axes)
    }

    fn axis(&mut self) -> Axis {
        self.axes += 1;
        Axis(self.axes)
    }

    /// Appends an operation to the innermost block it depends on, or finds it there.
    pub(crate) fn emit(&mut self, op: Op, rank: u8) -> Register {
        let depth = match &op {
            Op::Constant(_)
            | Op::Nullary(..)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Last
            | Op::Equal(_) => 0,
            Op::Not(a)
            | Op::Splat(a)
            | Op::Rows(a)
            | Op::Transpose(a)
            | Op::Columns(a, _)
            | Op::Any(a)
            | Op::Closure(a)
            | Op::Diagonal(a) => self.depth(*a),
            Op::And(a, b)
            | Op::Or(a, b)
            | Op::Without(a, b)
            | Op::KeepRows(a, b)
            | Op::KeepColumns(a, b)
            | Op::Product(a, b)
            | Op::Image(a, b)
            | Op::Meets(a, b) => self.depth(*a).max(self.depth(*b)),
            Op::At(a, id) => {
                let own = self.blocks.iter().position(|(open, _)| *open == Some(*id));
                self.depth(*a).max(own.expect("the loop is open"))
            }
            Op::Loop(..) => self.blocks.len() - 1,
        };
        // Only a constant does not say its rank itself.
        let key = (op, rank);
        if let Some(known) = self.known[depth].get(&key) {
            return *known;
        }
        let r = Register(self.registers.len() as u32);
        self.reads = self.reads.with(key.0.reads());
        self.depths.push(depth);
        self.ops.push(key.0.clone());
        if let Some(place) = Place::in_structure(&key.0, self.shape) {
            self.registers.push(place);
        } else {
            self.registers.push(match key.0 {
                Op::Columns(_, plane) => Place::of_columns(plane, self.shape),
                _ => Place::next(rank, &mut self.totals),
            });
            self.blocks[depth].1.steps.push((key.0.clone(), r));
        }
        self.known[depth].insert(key, r);
        r
    }

    fn depth(&self, r: Register) -> usize {
        self.depths[r.0 as usize]
    }

    fn constant(&mut self, value: bool) -> Tensor {
        Tensor {
            register: self.emit(Op::Constant(value), 0),
            axes: smallvec![],
        }
    }

    pub(crate) fn not(&mut self, r: Register) -> Register {
        self.emit(Op::Not(r), self.rank(r))
    }

    /// Where one of the two is only there to be combined with another, it is left out.
    pub(crate) fn and(&mut self, a: Register, b: Register) -> Register {
        if a == b {
            return a;
        }
        let rank = self.rank(a);
        let (a, b) = (a.min(b), a.max(b));
        for (a, b) in [(a, b), (b, a)] {
            let op = match self.ops[b.0 as usize] {
                Op::Not(b) => Op::Without(a, b),
                Op::Splat(row) if rank == 2 => Op::KeepRows(a, row),
                Op::Rows(row) => Op::KeepColumns(a, row),
                _ => continue,
            };
            return self.emit(op, rank);
        }
        self.emit(Op::And(a, b), rank)
    }

    pub(crate) fn or(&mut self, a: Register, b: Register) -> Register {
        if a == b {
            a
        } else {
            self.emit(Op::Or(a.min(b), a.max(b)), self.rank(a))
        }
    }

    fn negated(&mut self, t: Tensor) -> Tensor {
        Tensor {
            register: self.not(t.register),
            axes: t.axes,
        }
    }

    /// The same tensor over more axes, or in another order.
    fn expand(&mut self, t: Tensor, axes: &[Axis]) -> Register {
        if t.axes[..] == *axes {
            return t.register;
        }
        match (&t.axes[..], axes) {
            ([], [_]) => self.emit(Op::Splat(t.register), 1),
            ([], [_, _]) => {
                let row = self.emit(Op::Splat(t.register), 1);
                self.emit(Op::Rows(row), 2)
            }
            ([own], [first, _]) if own == first => self.emit(Op::Splat(t.register), 2),
            ([_], [_, _]) => self.emit(Op::Rows(t.register), 2),
            ([_, _], [_, _]) => self.transpose(t.register),
            _ => unreachable!("a tensor's axes are among those it is expanded to"),
        }
    }

    fn transpose(&mut self, matrix: Register) -> Register {
        let plane = self.registers[matrix.0 as usize].binary_plane(self.shape);
        match plane {
            Some(plane) => self.emit(Op::Columns(matrix, plane), 2),
            None => self.emit(Op::Transpose(matrix), 2),
        }
    }

    fn combine(&mut self, parts: Vec<Tensor>, and: bool) -> Tensor {
        let mut parts = parts;
        // Small ranks first: they are cheap, and are expanded once.
        parts.sort_by_key(|t| t.axes.len());
        // One that is a matrix already is not transposed.
        let order = parts
            .iter()
            .find(|t| t.axes.len() == 2)
            .map(|t| t.axes.clone());
        let mut parts = parts.into_iter();
        let Some(mut all) = parts.next() else {
            return self.constant(and);
        };
        for t in parts {
            let mut axes = all.axes.clone();
            axes.extend(
                t.axes
                    .iter()
                    .copied()
                    .filter(|axis| !all.axes.contains(axis)),
            );
            axes.sort();
            assert!(axes.len() <= 2, "three variables are bound by a loop");
            if let Some(order) = order
                .as_ref()
                .filter(|order| axes.len() == 2 && order.contains(&axes[0]))
            {
                axes.clone_from(order);
            }
            let (a, b) = (self.expand(all, &axes), self.expand(t, &axes));
            let register = if and { self.and(a, b) } else { self.or(a, b) };
            all = Tensor { register, axes };
        }
        all
    }

    fn formula(&mut self, f: &Formula, plane: Plane, scope: &mut Scope) -> Tensor {
        match f {
            Formula::True => self.constant(true),
            Formula::False => self.constant(false),
            Formula::Unknown => self.constant(plane == Plane::May),
            Formula::Nullary(p) => self.atom(*p, &[], plane, scope),
            Formula::Unary(p, v) => self.atom(*p, &[*v], plane, scope),
            Formula::Binary(p, v, u) => self.atom(*p, &[*v, *u], plane, scope),
            Formula::Equal(v, u) => {
                let register = self.emit(Op::Equal(plane), 2);
                self.applied(register, &[*v, *u], scope)
            }
            Formula::Not(f) => {
                let t = self.formula(f, plane.dual(), scope);
                self.negated(t)
            }
            Formula::And(parts) => {
                let parts = parts
                    .iter()
                    .map(|f| self.formula(f, plane, scope))
                    .collect();
                self.combine(parts, true)
            }
            Formula::Or(parts) => {
                let parts = parts
                    .iter()
                    .map(|f| self.formula(f, plane, scope))
                    .collect();
                self.combine(parts, false)
            }
            Formula::Exists(v, body) => self.exists(*v, body, plane, scope),
            Formula::Forall(v, body) => {
                let t = self.exists(*v, &negation(body), plane.dual(), scope);
                self.negated(t)
            }
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => {
                // Three axes at once, and no quantifier to make a loop of.
                if step
                    .free_variables()
                    .iter()
                    .any(|v| v != a && v != b && self.is_axis(*v, scope))
                {
                    return self.constant(plane == Plane::May);
                }
                let (first, second) = (self.axis(), self.axis());
                scope.extend([(*a, Bound::Axis(first)), (*b, Bound::Axis(second))]);
                let step = self.formula(step, plane, scope);
                scope.truncate(scope.len() - 2);
                let step = self.expand(step, &[first, second]);
                let path = self.emit(Op::Closure(step), 2);
                let equal = self.emit(Op::Equal(plane), 2);
                let closure = self.or(path, equal);
                self.applied(closure, &[*from, *to], scope)
            }
        }
    }

    fn atom(
        &mut self,
        p: PredicateId,
        arguments: &[Variable],
        plane: Plane,
        scope: &mut Scope,
    ) -> Tensor {
        let register = match self.sources.get(&p) {
            Some(Source::Slot(Slot::Nullary(i))) => self.emit(Op::Nullary(*i, plane), 0),
            Some(Source::Slot(Slot::Unary(i))) => self.emit(Op::Unary(*i, plane), 1),
            Some(Source::Slot(Slot::Binary(i))) => self.emit(Op::Binary(*i, plane), 2),
            Some(Source::Last) => self.emit(Op::Last, 1),
            Some(Source::Registers(must, may)) => match plane {
                Plane::Must => *must,
                Plane::May => *may,
            },
            None => return self.constant(plane == Plane::May),
        };
        if usize::from(self.rank(register)) != arguments.len() {
            return self.constant(plane == Plane::May);
        }
        self.applied(register, arguments, scope)
    }

    /// A predicate's tensor, applied to variables of the scope.
    fn applied(&mut self, register: Register, arguments: &[Variable], scope: &Scope) -> Tensor {
        let find = |v: &Variable| {
            let found = scope.iter().rev().find(|(own, _)| own == v);
            found
                .expect("free variables of a compiled formula are among its parameters")
                .1
        };
        match arguments {
            [] => Tensor {
                register,
                axes: smallvec![],
            },
            [v] => match find(v) {
                Bound::Axis(axis) => Tensor {
                    register,
                    axes: smallvec![axis],
                },
                Bound::Loop(id) => Tensor {
                    register: self.emit(Op::At(register, id), 0),
                    axes: smallvec![],
                },
            },
            [v, u] => match (find(v), find(u)) {
                (Bound::Axis(a), Bound::Axis(b)) if a == b => Tensor {
                    register: self.emit(Op::Diagonal(register), 1),
                    axes: smallvec![a],
                },
                (Bound::Axis(a), Bound::Axis(b)) => Tensor {
                    register,
                    axes: smallvec![a, b],
                },
                (Bound::Loop(id), Bound::Axis(b)) => Tensor {
                    register: self.emit(Op::At(register, id), 1),
                    axes: smallvec![b],
                },
                (Bound::Axis(a), Bound::Loop(id)) => {
                    let columns = self.transpose(register);
                    Tensor {
                        register: self.emit(Op::At(columns, id), 1),
                        axes: smallvec![a],
                    }
                }
                (Bound::Loop(a), Bound::Loop(b)) => {
                    let row = self.emit(Op::At(register, a), 1);
                    Tensor {
                        register: self.emit(Op::At(row, b), 0),
                        axes: smallvec![],
                    }
                }
            },
            _ => unreachable!("predicates have at most two arguments"),
        }
    }

    /// The axes (not loops) that a formula's value has in this scope.
    fn open_axes(&self, f: &Formula, scope: &Scope) -> Vec<Axis> {
        let mut axes: Vec<Axis> = f
            .free_variables()
            .iter()
            .filter_map(|v| scope.iter().rev().find(|(own, _)| own == v))
            .filter_map(|(_, bound)| match bound {
                Bound::Axis(axis) => Some(*axis),
                Bound::Loop(..) => None,
            })
            .collect();
        axes.sort();
        axes.dedup();
        axes
    }

    fn exists(&mut self, v: Variable, body: &Formula, plane: Plane, scope: &mut Scope) -> Tensor {
        match body {
            Formula::Or(parts) => {
                let parts = parts
                    .iter()
                    .map(|f| self.exists(v, f, plane, scope))
                    .collect();
                return self.combine(parts, false);
            }
            Formula::Not(inner)
                if matches!(
                    **inner,
                    Formula::And(_) | Formula::Or(_) | Formula::Forall(..)
                ) =>
            {
                return self.exists(v, &negation(inner), plane, scope);
            }
            // An inner quantifier over something that this one does not reach goes first.
            Formula::Exists(u, inner) if *u != v => {
                if let Some((inside, outside)) = split(inner, v) {
                    let rest = Formula::exists(*u, Formula::and(outside));
                    if inside.iter().all(|f| !f.has_free(*u)) {
                        let parts = [Formula::exists(v, Formula::and(inside)), rest];
                        return self.formula(&Formula::and(parts), plane, scope);
                    }
                }
            }
            Formula::And(_) => {
                if let Some((inside, outside)) = split(body, v)
                    && !outside.is_empty()
                {
                    let inside = self.exists(v, &Formula::and(inside), plane, scope);
                    let mut parts: Vec<Tensor> = outside
                        .iter()
                        .map(|f| self.formula(f, plane, scope))
                        .collect();
                    parts.push(inside);
                    return self.combine(parts, true);
                }
            }
            _ => {}
        }
        let axis = self.axis();
        scope.push((v, Bound::Axis(axis)));
        let tensor = if self.needs_loop(body, scope) {
            self.product(axis, body, plane, scope)
        } else {
            Some(self.reduced(axis, body, plane, scope))
        };
        scope.pop();
        match tensor {
            Some(tensor) => tensor,
            None => self.looped(v, body, plane, scope),
        }
    }

    /// `exists w. A(v, w) & b(w)` without the matrix of the conjunction.
    fn reduced(&mut self, axis: Axis, body: &Formula, plane: Plane, scope: &mut Scope) -> Tensor {
        let Formula::And(parts) = body else {
            let t = self.formula(body, plane, scope);
            return self.any(t, axis);
        };
        let parts: Vec<Tensor> = parts
            .iter()
            .map(|f| self.formula(f, plane, scope))
            .collect();
        let (rows, others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|t| t.axes[..] == [axis]);
        if rows.is_empty() || others.is_empty() {
            let t = self.combine([rows, others].concat(), true);
            return self.any(t, axis);
        }
        let (row, matrix) = (self.combine(rows, true), self.combine(others, true));
        let op = match matrix.axes[..] {
            [first, other] if first == axis => (Op::Image(row.register, matrix.register), other),
            [other, second] if second == axis => (Op::Meets(matrix.register, row.register), other),
            _ => {
                let t = self.combine(vec![row, matrix], true);
                return self.any(t, axis);
            }
        };
        Tensor {
            register: self.emit(op.0, 1),
            axes: smallvec![op.1],
        }
    }

    /// Whether some part of the formula has three open axes at once.
    fn needs_loop(&self, f: &Formula, scope: &Scope) -> bool {
        self.open_axes(f, scope).len() > 2
            || match f {
                Formula::Not(f) => self.needs_loop(f, scope),
                Formula::And(parts) | Formula::Or(parts) => {
                    parts.iter().any(|f| self.needs_loop(f, scope))
                }
                // Their own variables are looked at when it is their turn.
                Formula::Closure { a, b, step, .. } => step
                    .free_variables()
                    .iter()
                    .any(|v| v != a && v != b && self.is_axis(*v, scope)),
                _ => false,
            }
    }

    fn is_axis(&self, v: Variable, scope: &Scope) -> bool {
        scope
            .iter()
            .rev()
            .find(|(own, _)| *own == v)
            .is_some_and(|(_, b)| matches!(b, Bound::Axis(_)))
    }

    fn any(&mut self, t: Tensor, axis: Axis) -> Tensor {
        match &t.axes[..] {
            // A formula that does not speak of the variable: true if there is a node at all.
            axes if !axes.contains(&axis) => {
                let one = self.emit(Op::Constant(true), 1);
                let some = self.emit(Op::Any(one), 0);
                let some = Tensor {
                    register: some,
                    axes: smallvec![],
                };
                self.combine(vec![some, t], true)
            }
            [_] => Tensor {
                register: self.emit(Op::Any(t.register), 0),
                axes: smallvec![],
            },
            [first, second] => {
                let other = if *first == axis { *second } else { *first };
                let matrix = self.expand(t, &[other, axis]);
                Tensor {
                    register: self.emit(Op::Any(matrix), 1),
                    axes: smallvec![other],
                }
            }
            _ => unreachable!("an axis that is there"),
        }
    }

    /// `exists w. A(v, w) & B(w, u)`.
    fn product(
        &mut self,
        axis: Axis,
        body: &Formula,
        plane: Plane,
        scope: &mut Scope,
    ) -> Option<Tensor> {
        let Formula::And(parts) = body else {
            return None;
        };
        let mut others: Vec<Axis> = self.open_axes(body, scope);
        others.retain(|a| *a != axis);
        let [first, second] = others[..] else {
            return None;
        };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for part in parts {
            if self.needs_loop(part, scope) {
                return None;
            }
            let axes = self.open_axes(part, scope);
            match (axes.contains(&first), axes.contains(&second)) {
                (true, true) => return None,
                (_, false) => left.push(part),
                (false, true) => right.push(part),
            }
        }
        let left = left
            .into_iter()
            .map(|f| self.formula(f, plane, scope))
            .collect();
        let right = right
            .into_iter()
            .map(|f| self.formula(f, plane, scope))
            .collect();
        let (left, right) = (self.combine(left, true), self.combine(right, true));
        let (a, b) = (
            self.expand(left, &[first, axis]),
            self.expand(right, &[axis, second]),
        );
        Some(Tensor {
            register: self.emit(Op::Product(a, b), 2),
            axes: smallvec![first, second],
        })
    }

    /// The quantified variable is bound by a loop; the body has one axis fewer.
    fn looped(&mut self, v: Variable, body: &Formula, plane: Plane, scope: &mut Scope) -> Tensor {
        let id = LoopId(self.loops);
        self.loops += 1;
        self.blocks.push((Some(id), Block::default()));
        self.known.push(FxHashMap::default());
        scope.push((v, Bound::Loop(id)));
        let inner = self.formula(body, plane, scope);
        scope.pop();
        self.known.pop();
        let (_, mut block) = self.blocks.pop().expect("the loop's own block");
        block.result = Some(inner.register);
        let rank = inner.axes.len() as u8;
        Tensor {
            register: self.emit(Op::Loop(id, block), rank),
            axes: inner.axes,
        }
    }
}

/// The conjuncts with the variable and those without.
fn split(f: &Formula, v: Variable) -> Option<(Vec<Formula>, Vec<Formula>)> {
    let parts = match f {
        Formula::And(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let (inside, outside): (Vec<_>, Vec<_>) = parts.into_iter().partition(|f| f.has_free(v));
    (!inside.is_empty()).then_some((inside, outside))
}

/// The negation with the `!` driven inwards as far as connectives and quantifiers go.
pub(crate) fn negation(f: &Formula) -> Formula {
    match f {
        Formula::And(parts) => Formula::or(parts.iter().map(negation)),
        Formula::Or(parts) => Formula::and(parts.iter().map(negation)),
        Formula::Exists(v, f) => Formula::forall(*v, negation(f)),
        Formula::Forall(v, f) => Formula::exists(*v, negation(f)),
        Formula::Not(f) => positive(f),
        other => Formula::not(other.clone()),
    }
}

/// The formula itself in that form.
pub(crate) fn positive(f: &Formula) -> Formula {
    match f {
        Formula::And(parts) => Formula::and(parts.iter().map(positive)),
        Formula::Or(parts) => Formula::or(parts.iter().map(positive)),
        Formula::Exists(v, f) => Formula::exists(*v, positive(f)),
        Formula::Forall(v, f) => Formula::forall(*v, positive(f)),
        Formula::Not(f) => negation(f),
        other => other.clone(),
    }
}
