//! One state while a step changes it: what expressions are in it, what is learned from
//! assumptions, what writes do.

use super::{ADDRESSED, Number, Pointwise, State, is_global};
use engine::{Cx, Facts, Question, Reply};
use program::{BinaryOp, Expr, ExprId, Id, IntKind, PlaceId, Program, TypeId, VarId};
use smallvec::SmallVec;

pub struct Now<'a, N: Number> {
    pub cx: &'a Cx<'a>,
    analysis: &'a Pointwise<N>,
    pub(super) facts: Option<&'a Facts<'a>>,
    pub state: State<N>,
    /// What was written, where that may make several states.
    pub written: SmallVec<[PlaceId; 2]>,
    /// Arithmetic does not leave its type.
    exact: bool,
}

impl<'a, N: Number> Now<'a, N> {
    pub fn new(analysis: &'a Pointwise<N>, cx: &'a Cx<'_>, state: State<N>) -> Now<'a, N> {
        Now {
            cx,
            analysis,
            facts: None,
            state,
            written: SmallVec::new(),
            exact: analysis.exact,
        }
    }

    /// With what others say.
    pub fn hearing(mut self, facts: &'a Facts<'_>) -> Now<'a, N> {
        self.facts = Some(facts);
        self
    }

    /// For expressions that the program may not compute here, so that nobody has checked
    /// whether they leave their types.
    pub fn anywhere(mut self) -> Now<'a, N> {
        self.exact = false;
        self
    }

    // Reading.

    /// What is known of an expression; None if its type is not followed.
    pub fn number(&self, expr: ExprId) -> Option<N> {
        let program = self.cx.program;
        let ty = program.exprs.ty(expr);
        let of = N::width(program, ty)?;
        let number = match program.exprs.get(expr) {
            Expr::Int(value) => N::exact(value),
            Expr::Load(place) => {
                let known = self.state.get(place).unwrap_or(N::any(of));
                match known.only() {
                    Some(_) => known,
                    None => self.told(expr).unwrap_or(known),
                }
            }
            Expr::Unary(op, a) => N::unary(op, self.number(a)?, of, self.exact && of.1),
            Expr::Binary(op, a, b) if op.is_comparison() => self.comparison(op, a, b),
            Expr::Binary(op, a, b) => match (self.number(a), self.number(b)) {
                (Some(a), Some(b)) => N::binary(op, a, b, of, self.exact && of.1),
                _ => N::any(of),
            },
            Expr::Cast(a) => {
                let from = N::width(program, program.exprs.ty(a));
                match self.number(a).zip(from) {
                    Some((a, _)) if is_bool(program, ty) => truth(self.is_nonzero(a)),
                    Some((a, from)) => a.converted(from, of),
                    None => N::any(of),
                }
            }
            Expr::Query(_) => truth(None),
            Expr::Address(place) if program.exprs.is_static(&program.types, place) => {
                N::address(of)
            }
            Expr::Address(_)
            | Expr::Function(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Logical(_) => N::any(of),
        };
        Some(number.meet(N::any(of)).unwrap_or(number))
    }

    fn comparison(&self, op: BinaryOp, a: ExprId, b: ExprId) -> N {
        let sides = self.number(a).zip(self.number(b));
        truth(sides.and_then(|(a, b)| N::compare(op, a, b)))
    }

    fn is_nonzero(&self, number: N) -> Option<bool> {
        N::compare(BinaryOp::Ne, number, N::exact(0))
    }

    /// What others say.
    fn told(&self, expr: ExprId) -> Option<N> {
        match self.facts?.ask(&Question::Value(expr)) {
            Reply::Int(value) => Some(N::exact(value)),
            Reply::Address(..) => {
                let program = self.cx.program;
                N::width(program, program.exprs.ty(expr)).map(N::address)
            }
            Reply::Unknown | Reply::Functions(_) => None,
        }
    }

    // Learning. All of these are false if what is learned cannot be.

    pub fn assume(&mut self, condition: ExprId, taken: bool) -> bool {
        match self.cx.program.exprs.get(condition) {
            Expr::Binary(op, a, b) if op.is_comparison() => {
                let (Some(x), Some(y)) = (self.number(a), self.number(b)) else {
                    return true;
                };
                if N::compare(op, x, y) == Some(!taken) {
                    return false;
                }
                let (op, exchanged) = match taken {
                    true => (op, false),
                    false => opposite(op),
                };
                let given = match exchanged {
                    false => N::given(op, x, y),
                    true => N::given(op, y, x).map(|(y, x)| (x, y)),
                };
                given.is_some_and(|(x, y)| self.learn(a, x) && self.learn(b, y))
            }
            // The truth of a pointer is one of a number.
            Expr::Cast(a) if self.is_truth_of(condition, a) => self.assume(a, taken),
            _ => {
                let Some(number) = self.number(condition) else {
                    return true;
                };
                let op = if taken { BinaryOp::Ne } else { BinaryOp::Eq };
                let given = N::given(op, number, N::exact(0));
                self.is_nonzero(number) != Some(!taken)
                    && given.is_some_and(|(x, _)| self.learn(condition, x))
            }
        }
    }

    /// Is a conversion zero just where its operand is?
    fn is_truth_of(&self, cast: ExprId, of: ExprId) -> bool {
        let program = self.cx.program;
        let bits = |expr| program.types.bits(program.exprs.ty(expr));
        let is_float = program.types.float_kind(program.exprs.ty(of)).is_some();
        let is_wider = bits(cast)
            .zip(bits(of))
            .is_some_and(|(to, from)| to.0 >= from.0);
        !is_float && (is_bool(program, program.exprs.ty(cast)) || is_wider)
    }

    /// An expression is a number: then so are the places that it is made of.
    pub fn learn(&mut self, expr: ExprId, number: N) -> bool {
        let program = self.cx.program;
        let ty = program.exprs.ty(expr);
        let Some(known) = self.number(expr) else {
            return true;
        };
        let Some(all) = known.meet(number) else {
            return false;
        };
        if all == known && !matches!(program.exprs.get(expr), Expr::Load(_)) {
            return true;
        }
        match program.exprs.get(expr) {
            Expr::Load(place) => {
                self.state.set(program, place, all);
                true
            }
            Expr::Cast(a) if is_bool(program, ty) => match all.only() {
                Some(truth) => self.assume(a, truth != 0),
                None => true,
            },
            Expr::Cast(a) => {
                let from = N::width(program, program.exprs.ty(a));
                match from.zip(N::width(program, ty)) {
                    Some((from, to)) => self.learn(a, all.unconverted(from, to)),
                    None => true,
                }
            }
            Expr::Binary(op, ..) if op.is_comparison() => match all.only() {
                Some(truth) => self.assume(expr, truth != 0),
                None => true,
            },
            Expr::Binary(op, a, b) => match self.number(a).zip(self.number(b)) {
                Some((x, y)) => {
                    let (x, y) = N::operands(op, x, y, all);
                    self.learn(a, x) && self.learn(b, y)
                }
                None => true,
            },
            Expr::Unary(..)
            | Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Query(_)
            | Expr::Logical(_) => true,
        }
    }

    // Writing.

    /// A place gets a new value; None if nothing is known of it. What may overlap the place
    /// is not known any more.
    pub fn write(&mut self, to: PlaceId, number: Option<N>) {
        let Cx {
            program, pointers, ..
        } = self.cx;
        match program.exprs.root(to) {
            Some(root) => {
                for &place in self.analysis.parts.get(&root).into_iter().flatten() {
                    if self.state.get(place).is_some() && pointers.may_alias(program, place, to) {
                        self.state.forget(place);
                    }
                }
            }
            None => self.state.known.map_flagged(ADDRESSED, |key, held| {
                let place = PlaceId::new(key as usize);
                (!pointers.may_alias(program, place, to)).then_some(*held)
            }),
        }
        if let Some(number) = number {
            self.state.set(program, to, number);
        }
        // What was never set may be copied, and has no value to tell apart.
        if self.state.get(to).is_some() {
            self.tell_apart(to);
        }
    }

    /// What was written has a value: where states are split, there is one for each case.
    pub fn tell_apart(&mut self, to: PlaceId) {
        if super::is_tracked::<N>(self.cx.program, to) && !self.written.contains(&to) {
            self.written.push(to);
        }
    }

    /// Variables begin or cease to live.
    pub fn forget(&mut self, variables: &[VarId]) {
        for var in variables {
            for &place in self.analysis.parts.get(var).into_iter().flatten() {
                self.state.forget(place);
            }
        }
    }

    /// All that lives as long as the program is left.
    pub fn leave(&mut self) {
        for place in self.state.places() {
            if !is_global(self.cx.program, place) {
                self.state.forget(place);
            }
        }
        self.something_ended();
    }

    /// All that has an address may have changed.
    pub fn forget_memory(&mut self) {
        let program = self.cx.program;
        for place in self.state.places() {
            if !super::is_register(program, place) || is_global(program, place) {
                self.state.forget(place);
            }
        }
    }

    /// An object's life has ended.
    pub fn something_ended(&mut self) {
        let program = self.cx.program;
        for place in self.state.places() {
            if let Some(number) = self.state.get(place) {
                let after = number.after_an_end();
                if after != number {
                    self.state.set(program, place, after);
                }
            }
        }
    }
}

/// A truth value.
pub fn truth<N: Number>(value: Option<bool>) -> N {
    match value {
        Some(value) => N::exact(value.into()),
        None => N::exact(0).join(N::exact(1)),
    }
}

/// The comparison that holds if another one does not, and whether its sides are exchanged.
pub fn opposite(op: BinaryOp) -> (BinaryOp, bool) {
    match op {
        BinaryOp::Eq => (BinaryOp::Ne, false),
        BinaryOp::Ne => (BinaryOp::Eq, false),
        BinaryOp::Lt => (BinaryOp::Le, true),
        _ => (BinaryOp::Lt, true),
    }
}

pub fn is_bool(program: &Program, ty: TypeId) -> bool {
    program.types.int_kind(ty) == Some(IntKind::Bool)
}
