//! Random formulae over a small program, and random states for them.

#![allow(dead_code, reason = "not every test needs all of it")]

use logic::{FormulaId, Logic, Scope, TermId, Time};
use program::{
    BinaryOp, Expr, ExprId, FunctionId, Logical, Place, Program, Quantifier, Query, TypeId, UnaryOp,
};
use proptest::prelude::*;

const TEXT: &str = "
    struct node { struct node *next; int value; char small; _Bool flag; double weight; };
    int total; unsigned long big; short array[10]; float f;
    int use(int x, char c, struct node *p, double d) {
        { int x = 3; total = x; }
        if (p->next->value == array[x] && c != 'a') return (*p).flag + (d < 1.5);
        return p->weight + f > 0.5f && (unsigned char)(c + 1) == big && total < array[c] << 2;
    }";

fn compile() -> (Program, FunctionId) {
    let text = frontend::Text {
        path: "test.c".into(),
        bytes: TEXT.as_bytes().to_vec(),
        library: false,
    };
    let program = match frontend::compile_texts(vec![text], Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    let function = program.function_named("use").expect("defined");
    (program, function)
}

/// Texts of scalar places of the function, with their types as C has them.
const PLACES: [&str; 13] = [
    "x",
    "c",
    "p",
    "d",
    "total",
    "big",
    "f",
    "array[3]",
    "array[x]",
    "p->next",
    "p->value",
    "p->flag",
    "p->next->weight",
];

#[derive(Clone, Debug)]
pub enum Tree {
    Place(usize, usize),
    Number(i64, usize),
    Decimal(u64),
    Unary(UnaryOp, Box<Tree>),
    Binary(BinaryOp, Box<Tree>, Box<Tree>),
    Cast(usize, Box<Tree>),
    /// The variable of a binder, if there is one.
    Bound(usize),
    /// An element that a variable counts, or what is behind one; at a time.
    Below(usize, usize),
    /// The truth of another formula.
    Truth(Box<Shape>),
}

#[derive(Clone, Debug)]
pub enum Shape {
    Truth(Tree),
    Not(Box<Shape>),
    And(Vec<Shape>),
    Or(Vec<Shape>),
    Implies(Box<Shape>, Box<Shape>),
    Iff(Box<Shape>, Box<Shape>),
    /// The type is that of this number in [`World::bindable`].
    Quantified(Quantifier, usize, Box<Shape>),
    Closure(Box<Shape>, usize, Tree, Tree),
    /// Is the pointer variable allocated?
    Allocated(usize, usize),
}

fn tree() -> impl Strategy<Value = Tree> {
    trees(leaf())
}

fn leaf() -> BoxedStrategy<Tree> {
    prop_oneof![
        4 => (0..PLACES.len(), 0..5usize).prop_map(|(p, t)| Tree::Place(p, t)),
        2 => (-3i64..4, 0..14usize).prop_map(|(v, k)| Tree::Number(v, k)),
        1 => (any::<i64>(), 0..14usize).prop_map(|(v, k)| Tree::Number(v, k)),
        1 => any::<u64>().prop_map(Tree::Decimal),
        1 => (-8i32..8).prop_map(|v| Tree::Decimal((f64::from(v) / 4.0).to_bits())),
    ]
    .boxed()
}

/// Trees with variables of binders.
fn open_tree() -> impl Strategy<Value = Tree> {
    trees(
        prop_oneof![
            3 => leaf(),
            3 => (0..3usize).prop_map(Tree::Bound),
            3 => (0..3usize, 0..5usize).prop_map(|(n, t)| Tree::Below(n, t)),
        ]
        .boxed(),
    )
}

fn trees(leaf: BoxedStrategy<Tree>) -> impl Strategy<Value = Tree> {
    use BinaryOp::*;
    leaf.prop_recursive(4, 24, 2, |inner| {
        let op = prop::sample::select(vec![
            Add,
            Sub,
            Mul,
            Div,
            Rem,
            Shl,
            Shr,
            And,
            Or,
            Xor,
            Eq,
            Ne,
            Lt,
            Le,
            PointerAdd,
            PointerDiff,
        ]);
        let inner = inner.boxed();
        prop_oneof![
            1 => (prop::sample::select(vec![UnaryOp::Neg, UnaryOp::Not]), inner.clone())
                .prop_map(|(op, a)| Tree::Unary(op, Box::new(a))),
            5 => (op, inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| Tree::Binary(op, Box::new(a), Box::new(b))),
            2 => (0..18usize, inner).prop_map(|(k, a)| Tree::Cast(k, Box::new(a))),
        ]
    })
}

pub fn shape() -> impl Strategy<Value = Shape> {
    tree()
        .prop_map(Shape::Truth)
        .prop_recursive(4, 24, 3, |inner| {
            let inner = inner.boxed();
            let pair = || (inner.clone(), inner.clone());
            let list = || prop::collection::vec(inner.clone(), 0..4);
            prop_oneof![
                inner.clone().prop_map(|a| Shape::Not(Box::new(a))),
                list().prop_map(Shape::And),
                list().prop_map(Shape::Or),
                pair().prop_map(|(a, b)| Shape::Implies(Box::new(a), Box::new(b))),
                pair().prop_map(|(a, b)| Shape::Iff(Box::new(a), Box::new(b))),
            ]
        })
}

/// With quantifiers, closures and questions.
pub fn open_shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        4 => open_tree().prop_map(Shape::Truth),
        1 => (0..3usize, 0..5usize).prop_map(|(n, t)| Shape::Allocated(n, t)),
    ];
    let quantifier = || prop::sample::select(vec![Quantifier::All, Quantifier::Some]);
    leaf.prop_recursive(5, 24, 3, move |inner| {
        let inner = inner.boxed();
        let pair = || (inner.clone(), inner.clone());
        let list = || prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            1 => inner.clone().prop_map(|a| Shape::Not(Box::new(a))),
            1 => list().prop_map(Shape::And),
            1 => list().prop_map(Shape::Or),
            1 => pair().prop_map(|(a, b)| Shape::Implies(Box::new(a), Box::new(b))),
            1 => pair().prop_map(|(a, b)| Shape::Iff(Box::new(a), Box::new(b))),
            4 => (quantifier(), 0..4usize, inner.clone())
                .prop_map(|(q, ty, a)| Shape::Quantified(q, ty, Box::new(a))),
            1 => (inner.clone(), 0..4usize, open_tree(), open_tree())
                .prop_map(|(a, ty, from, to)| Shape::Closure(Box::new(a), ty, from, to)),
            1 => (inner.clone(), -1i64..2).prop_map(|(a, n)| {
                let truth = Tree::Truth(Box::new(a));
                let number = Tree::Number(n, 6);
                Shape::Truth(Tree::Binary(BinaryOp::Add, Box::new(truth), Box::new(number)))
            }),
        ]
    })
}

/// What a shape is built with, or evaluated: what is bound around.
#[derive(Clone, Default)]
pub struct Around {
    types: Vec<TypeId>,
    /// A value for each variable, when evaluating.
    values: Vec<i128>,
}

impl Around {
    fn with(&self, ty: TypeId, value: i128) -> Around {
        let mut inner = self.clone();
        inner.types.push(ty);
        inner.values.push(value);
        inner
    }
}

pub type Values<'a> = &'a dyn Fn(Time, ExprId, &[i128]) -> i128;

pub struct World {
    pub logic: Logic,
    pub program: Program,
    places: Vec<ExprId>,
    types: Vec<TypeId>,
}

impl World {
    pub fn new() -> (World, Scope) {
        let (mut program, function) = compile();
        let mut logic = Logic::new();
        let float = program.types.float(program::FloatKind::LongDouble);
        let scope = Scope::new(&program, Some(function));
        let places = PLACES.map(|text| {
            let formula = format!("{text}@1 == {text}@0");
            let formula = logic
                .parse(&mut program, &scope, &formula)
                .expect("a formula");
            logic.expressions(formula)[0].1
        });
        let mut types: Vec<_> = program::IntKind::ALL
            .iter()
            .map(|&k| program.types.int_type(k))
            .collect();
        types.extend([
            program.types.common.float,
            program.types.common.double,
            float,
        ]);
        types.push(program.exprs.ty(places[2]));
        let world = World {
            logic,
            program,
            places: places.to_vec(),
            types,
        };
        (world, scope)
    }

    /// Brings operands to types that the operator can have.
    fn fit(&mut self, op: BinaryOp, a: TermId, b: TermId) -> (BinaryOp, TermId, TermId, TypeId) {
        use BinaryOp::*;
        let common = self.program.types.common;
        let (logic, program) = (&mut self.logic, &self.program);
        let pointer = *self.types.last().expect("a pointer");
        match op {
            PointerAdd => {
                let a = cast(logic, program, a, pointer);
                let b = cast(logic, program, b, common.ptrdiff);
                (op, a, b, pointer)
            }
            PointerDiff => {
                let a = cast(logic, program, a, pointer);
                let b = cast(logic, program, b, pointer);
                (op, a, b, common.ptrdiff)
            }
            Shl | Shr | Rem | And | Or | Xor => {
                let ty = wide(program, logic.ty(a));
                let a = cast(logic, program, a, ty);
                let other = match op {
                    Shl | Shr => wide(program, logic.ty(b)),
                    _ => ty,
                };
                let b = cast(logic, program, b, other);
                (op, a, b, ty)
            }
            _ => {
                let ty = match (op.is_comparison(), program.types.get(logic.ty(a))) {
                    (true, _) | (_, program::Type::Float(_)) => logic.ty(a),
                    _ => wide(program, logic.ty(a)),
                };
                let a = cast(logic, program, a, ty);
                let b = cast(logic, program, b, ty);
                let result = if op.is_comparison() { common.int } else { ty };
                (op, a, b, result)
            }
        }
    }

    /// Types of variables.
    fn bindable(&self, n: usize) -> TypeId {
        let kinds = [
            program::IntKind::Bool,
            program::IntKind::Int,
            program::IntKind::Char,
        ];
        match kinds.get(n) {
            Some(&kind) => self.program.types.int_type(kind),
            None => *self.types.last().expect("a pointer"),
        }
    }

    fn constant(&mut self, value: i128, ty: TypeId) -> TermId {
        match self.program.types.float_kind(ty) {
            Some(_) => self.logic.float(value as u128, ty),
            None => self.logic.int(&self.program, value, ty),
        }
    }

    /// The variable of this number from inside, as an expression.
    fn variable(&mut self, n: usize, around: &Around) -> Option<ExprId> {
        let index = around.types.len().checked_sub(n + 1)?;
        let bound = Expr::Logical(Logical::Bound(n as u32));
        Some(self.program.exprs.intern(bound, around.types[index]))
    }

    /// `array[i]`, or `p->value`.
    fn below(&mut self, variable: ExprId) -> ExprId {
        let Program { exprs, types, .. } = &mut self.program;
        let ty = exprs.ty(variable);
        if types.is_pointer(ty) {
            let node = types.pointee(ty).expect("a pointer").ty;
            let place = exprs.deref(variable, node);
            let value = exprs.intern_place(Place::Field(place, 1), types.common.int);
            return exprs.load(value);
        }
        let Expr::Load(element) = exprs.get(self.places[8]) else {
            panic!("an element");
        };
        let Place::Index(array, _) = exprs.place(element) else {
            panic!("an element");
        };
        let index = exprs.cast(types, variable, types.common.ptrdiff);
        let element_ty = exprs.place_ty(element);
        let place = exprs.intern_place(Place::Index(array, index), element_ty);
        exprs.load(place)
    }

    fn looked_up(
        &mut self,
        time: usize,
        expr: ExprId,
        around: &Around,
        value: Option<Values>,
    ) -> TermId {
        let time = Time::ALL[time];
        match value {
            None => self.logic.at(&self.program, time, expr),
            Some(value) => {
                let ty = self.program.exprs.ty(expr);
                let value = value(time, expr, &around.values);
                self.constant(value, ty)
            }
        }
    }

    /// `value` tells the value of a place, and makes the whole term a constant.
    fn term(&mut self, tree: &Tree, around: &Around, value: Option<Values>) -> TermId {
        let int = self.program.types.common.int;
        match tree {
            Tree::Place(place, time) => {
                let expr = self.places[*place];
                self.looked_up(*time, expr, around, value)
            }
            Tree::Bound(n) => match (self.variable(*n, around), value) {
                (None, _) => self.constant(7, int),
                (Some(variable), None) => self.logic.at(&self.program, Time::After, variable),
                (Some(variable), Some(_)) => {
                    let ty = self.program.exprs.ty(variable);
                    let number = around.values[around.values.len() - 1 - n];
                    self.constant(number, ty)
                }
            },
            Tree::Below(n, time) => match self.variable(*n, around) {
                None => self.constant(8, int),
                Some(variable) => {
                    let expr = self.below(variable);
                    self.looked_up(*time, expr, around, value)
                }
            },
            Tree::Truth(shape) => match value {
                None => {
                    let formula = self.build(shape, around);
                    self.logic.truth_value(&self.program, formula)
                }
                // Division by zero, where there is no value.
                Some(value) => match self.judge(shape, around, value) {
                    Some(truth) => self.constant(truth.into(), int),
                    None => {
                        let zero = self.constant(0, int);
                        self.logic
                            .binary(&self.program, BinaryOp::Div, zero, zero, int)
                    }
                },
            },
            Tree::Number(n, kind) => self
                .logic
                .int(&self.program, (*n).into(), self.types[*kind]),
            Tree::Decimal(bits) => {
                let double = self.program.types.common.double;
                self.logic.float((*bits).into(), double)
            }
            Tree::Unary(op, a) => {
                let a = self.term(a, around, value);
                let ty = self.logic.ty(a);
                let ty = match op {
                    UnaryOp::Neg if self.program.types.float_kind(ty).is_some() => ty,
                    _ => wide(&self.program, ty),
                };
                let a = cast(&mut self.logic, &self.program, a, ty);
                self.logic.unary(&self.program, *op, a)
            }
            Tree::Binary(op, a, b) => {
                let (a, b) = (self.term(a, around, value), self.term(b, around, value));
                let (op, a, b, ty) = self.fit(*op, a, b);
                self.logic.binary(&self.program, op, a, b, ty)
            }
            Tree::Cast(kind, a) => {
                let a = self.term(a, around, value);
                let ty = self.types[*kind];
                cast(&mut self.logic, &self.program, a, ty)
            }
        }
    }

    pub fn formula(&mut self, shape: &Shape) -> FormulaId {
        self.build(shape, &Around::default())
    }

    fn build(&mut self, shape: &Shape, around: &Around) -> FormulaId {
        match shape {
            Shape::Truth(tree) => {
                let term = self.term(tree, around, None);
                self.logic.truth(&self.program, term)
            }
            Shape::Not(a) => {
                let a = self.build(a, around);
                self.logic.not(&self.program, a)
            }
            Shape::And(list) => {
                let list: Vec<_> = list.iter().map(|s| self.build(s, around)).collect();
                self.logic.and(&self.program, list)
            }
            Shape::Or(list) => {
                let list: Vec<_> = list.iter().map(|s| self.build(s, around)).collect();
                self.logic.or(&self.program, list)
            }
            Shape::Implies(a, b) => {
                let (a, b) = (self.build(a, around), self.build(b, around));
                self.logic.implies(&self.program, a, b)
            }
            Shape::Iff(a, b) => {
                let (a, b) = (self.build(a, around), self.build(b, around));
                self.logic.iff(&self.program, a, b)
            }
            Shape::Quantified(quantifier, ty, body) => {
                let ty = self.bindable(*ty);
                let body = self.build(body, &around.with(ty, 0));
                self.logic.quantified(&self.program, *quantifier, ty, body)
            }
            Shape::Closure(step, ty, from, to) => {
                let ty = self.bindable(*ty);
                let step = self.build(step, &around.with(ty, 0).with(ty, 0));
                let (from, to) = (self.term(from, around, None), self.term(to, around, None));
                let from = cast(&mut self.logic, &self.program, from, ty);
                let to = cast(&mut self.logic, &self.program, to, ty);
                self.logic.closure(&self.program, step, from, to)
            }
            Shape::Allocated(n, time) => match self.allocated(*n, around) {
                Some(question) => {
                    let time = Time::ALL[*time];
                    self.logic.truth_at(&self.program, time, question)
                }
                None => self.logic.bool(false),
            },
        }
    }

    fn allocated(&mut self, n: usize, around: &Around) -> Option<ExprId> {
        let variable = self.variable(n, around)?;
        let is_pointer = self
            .program
            .types
            .is_pointer(self.program.exprs.ty(variable));
        let int = self.program.types.common.int;
        let question = Expr::Query(Query::Allocated(variable));
        is_pointer.then(|| self.program.exprs.intern(question, int))
    }

    /// The truth of a shape, without the formula: None where a term has no value.
    pub fn truth(&mut self, shape: &Shape, value: Values) -> Option<bool> {
        self.judge(shape, &Around::default(), value)
    }

    fn judge(&mut self, shape: &Shape, around: &Around, value: Values) -> Option<bool> {
        Some(match shape {
            Shape::Truth(tree) => {
                let term = self.term(tree, around, Some(value));
                let ty = self.logic.ty(term);
                let constant = self.logic.constant(term)?;
                match self.program.types.float_kind(ty) {
                    Some(kind) => !program::float::is_zero(kind, constant as u128),
                    None => constant != 0,
                }
            }
            Shape::Not(a) => !self.judge(a, around, value)?,
            Shape::And(list) => self.fold(list, around, value, true)?,
            Shape::Or(list) => self.fold(list, around, value, false)?,
            Shape::Implies(a, b) => {
                let (a, b) = (self.judge(a, around, value), self.judge(b, around, value));
                match (a, b) {
                    (Some(false), _) | (_, Some(true)) => true,
                    (Some(true), Some(false)) => false,
                    _ => return None,
                }
            }
            Shape::Iff(a, b) => self.judge(a, around, value)? == self.judge(b, around, value)?,
            Shape::Quantified(quantifier, ty, body) => {
                let ty = self.bindable(*ty);
                // All values of small types; the rest is for others to test.
                let (least, most) = self.program.extremes(ty);
                if most - least > 255 || around.values.len() > 1 && most > 1 {
                    return None;
                }
                let decisive = *quantifier == Quantifier::Some;
                let mut result = Some(!decisive);
                for number in least..=most {
                    match self.judge(body, &around.with(ty, number), value) {
                        Some(t) if t == decisive => return Some(decisive),
                        Some(_) => {}
                        None => result = None,
                    }
                }
                result?
            }
            Shape::Closure(..) => return None,
            Shape::Allocated(n, time) => {
                let Some(question) = self.allocated(*n, around) else {
                    return Some(false);
                };
                value(Time::ALL[*time], question, &around.values) != 0
            }
        })
    }

    fn fold(&mut self, list: &[Shape], around: &Around, value: Values, unit: bool) -> Option<bool> {
        let truths: Vec<_> = list.iter().map(|s| self.judge(s, around, value)).collect();
        match truths.contains(&Some(!unit)) {
            true => Some(!unit),
            false if truths.contains(&None) => None,
            false => Some(unit),
        }
    }
}

fn cast(logic: &mut Logic, program: &Program, term: TermId, ty: TypeId) -> TermId {
    let is_float = |t| program.types.float_kind(t).is_some();
    // C has no conversion between floats and pointers.
    let term = match (logic.ty(term), ty) {
        (from, to) if is_float(from) && program.types.is_pointer(to) => {
            logic.cast(program, term, program.types.common.size)
        }
        (from, to) if program.types.is_pointer(from) && is_float(to) => {
            logic.cast(program, term, program.types.common.size)
        }
        _ => term,
    };
    logic.cast(program, term, ty)
}

/// An integer type that arithmetic can have.
fn wide(program: &Program, ty: TypeId) -> TypeId {
    match program.types.int_kind(ty) {
        Some(kind) if kind.rank() >= program::IntKind::Int.rank() => ty,
        _ => program.types.common.int,
    }
}

/// A value for each place and time that fits its type.
pub fn valuation<'a>(program: &'a Program, seed: u64) -> impl Fn(Time, ExprId) -> i128 + 'a {
    let value = open_valuation(program, seed);
    move |time, expr| value(time, expr, &[])
}

/// The same where variables have values, on which what is behind them depends.
pub fn open_valuation<'a>(
    program: &'a Program,
    seed: u64,
) -> impl Fn(Time, ExprId, &[i128]) -> i128 + 'a {
    move |time, expr, bound| {
        let free = usize::from(program.exprs.free(expr)).min(bound.len());
        let inner = bound[bound.len() - free..].iter();
        let seed = inner.fold(seed, |seed, b| {
            seed.wrapping_mul(31).wrapping_add(*b as u64)
        });
        let mut n = seed ^ (program::Id::index(expr) as u64) << 8 ^ time as u64;
        n = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        n ^= n >> 29;
        let n = if n & 1 == 0 { n >> 1 } else { (n >> 1) % 5 };
        let ty = program.exprs.ty(expr);
        if matches!(program.exprs.get(expr), Expr::Query(_)) {
            return (n & 1).into();
        }
        match (program.types.bits(ty), program.types.float_kind(ty)) {
            (Some((bits, signed)), _) => program::arith::wrap(n.into(), bits, signed),
            (None, Some(kind)) => program::float::from_int(kind, i128::from(n) - 2, false) as i128,
            (None, None) => 0,
        }
    }
}
