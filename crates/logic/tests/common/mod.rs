//! Random formulae over a small program, and random states for them.

#![allow(dead_code, reason = "not every test needs all of it")]

use logic::{FormulaId, Logic, Scope, TermId, Time};
use program::{BinaryOp, ExprId, FunctionId, Program, TypeId, UnaryOp};
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
}

#[derive(Clone, Debug)]
pub enum Shape {
    Truth(Tree),
    Not(Box<Shape>),
    And(Vec<Shape>),
    Or(Vec<Shape>),
    Implies(Box<Shape>, Box<Shape>),
    Iff(Box<Shape>, Box<Shape>),
}

fn tree() -> impl Strategy<Value = Tree> {
    use BinaryOp::*;
    let leaf = prop_oneof![
        4 => (0..PLACES.len(), 0..5usize).prop_map(|(p, t)| Tree::Place(p, t)),
        2 => (-3i64..4, 0..14usize).prop_map(|(v, k)| Tree::Number(v, k)),
        1 => (any::<i64>(), 0..14usize).prop_map(|(v, k)| Tree::Number(v, k)),
        1 => any::<u64>().prop_map(Tree::Decimal),
        1 => (-8i32..8).prop_map(|v| Tree::Decimal((f64::from(v) / 4.0).to_bits())),
    ];
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

    /// `value` tells the value of a place, and makes the whole term a constant.
    fn term(&mut self, tree: &Tree, value: Option<&dyn Fn(Time, ExprId) -> i128>) -> TermId {
        match tree {
            Tree::Place(place, time) => {
                let (time, expr) = (Time::ALL[*time], self.places[*place]);
                match value {
                    None => self.logic.at(&self.program, time, expr),
                    Some(value) => {
                        let ty = self.program.exprs.ty(expr);
                        let value = value(time, expr);
                        match self.program.types.float_kind(ty) {
                            Some(_) => self.logic.float(value as u128, ty),
                            None => self.logic.int(&self.program, value, ty),
                        }
                    }
                }
            }
            Tree::Number(n, kind) => self
                .logic
                .int(&self.program, (*n).into(), self.types[*kind]),
            Tree::Decimal(bits) => {
                let double = self.program.types.common.double;
                self.logic.float((*bits).into(), double)
            }
            Tree::Unary(op, a) => {
                let a = self.term(a, value);
                let ty = self.logic.ty(a);
                let ty = match op {
                    UnaryOp::Neg if self.program.types.float_kind(ty).is_some() => ty,
                    _ => wide(&self.program, ty),
                };
                let a = cast(&mut self.logic, &self.program, a, ty);
                self.logic.unary(&self.program, *op, a)
            }
            Tree::Binary(op, a, b) => {
                let (a, b) = (self.term(a, value), self.term(b, value));
                let (op, a, b, ty) = self.fit(*op, a, b);
                self.logic.binary(&self.program, op, a, b, ty)
            }
            Tree::Cast(kind, a) => {
                let a = self.term(a, value);
                let ty = self.types[*kind];
                cast(&mut self.logic, &self.program, a, ty)
            }
        }
    }

    pub fn formula(&mut self, shape: &Shape) -> FormulaId {
        match shape {
            Shape::Truth(tree) => {
                let term = self.term(tree, None);
                self.logic.truth(&self.program, term)
            }
            Shape::Not(a) => {
                let a = self.formula(a);
                self.logic.not(&self.program, a)
            }
            Shape::And(list) => {
                let list: Vec<_> = list.iter().map(|s| self.formula(s)).collect();
                self.logic.and(&self.program, list)
            }
            Shape::Or(list) => {
                let list: Vec<_> = list.iter().map(|s| self.formula(s)).collect();
                self.logic.or(&self.program, list)
            }
            Shape::Implies(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                self.logic.implies(&self.program, a, b)
            }
            Shape::Iff(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                self.logic.iff(&self.program, a, b)
            }
        }
    }

    /// The truth of a shape, without the formula: None where a term has no value.
    pub fn truth(&mut self, shape: &Shape, value: &dyn Fn(Time, ExprId) -> i128) -> Option<bool> {
        Some(match shape {
            Shape::Truth(tree) => {
                let term = self.term(tree, Some(value));
                let ty = self.logic.ty(term);
                let constant = self.logic.constant(term)?;
                match self.program.types.float_kind(ty) {
                    Some(kind) => !program::float::is_zero(kind, constant as u128),
                    None => constant != 0,
                }
            }
            Shape::Not(a) => !self.truth(a, value)?,
            Shape::And(list) => self.fold(list, value, true)?,
            Shape::Or(list) => self.fold(list, value, false)?,
            Shape::Implies(a, b) => match (self.truth(a, value), self.truth(b, value)) {
                (Some(false), _) | (_, Some(true)) => true,
                (Some(true), Some(false)) => false,
                _ => return None,
            },
            Shape::Iff(a, b) => self.truth(a, value)? == self.truth(b, value)?,
        })
    }

    fn fold(
        &mut self,
        list: &[Shape],
        value: &dyn Fn(Time, ExprId) -> i128,
        unit: bool,
    ) -> Option<bool> {
        let truths: Vec<_> = list.iter().map(|s| self.truth(s, value)).collect();
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
    move |time, expr| {
        let mut n = seed ^ (program::Id::index(expr) as u64) << 8 ^ time as u64;
        n = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        n ^= n >> 29;
        let n = if n & 1 == 0 { n >> 1 } else { (n >> 1) % 5 };
        let ty = program.exprs.ty(expr);
        match (program.types.bits(ty), program.types.float_kind(ty)) {
            (Some((bits, signed)), _) => program::arith::wrap(n.into(), bits, signed),
            (None, Some(kind)) => program::float::from_int(kind, i128::from(n) - 2, false) as i128,
            (None, None) => 0,
        }
    }
}
