//! Finds the types: the least that every operation of the program respects.
//!
//! Only variables are looked at that no pointer leads to and that are set before they are
//! read. Everything is taken for as little as possible at first, and for more as long as an
//! operation gives it more.

use super::Type;
use engine::{Cx, variables};
use program::{
    BinaryOp, Callee, Cfa, EdgeId, Expr, ExprId, FunctionId, Id, Initial, Op, Place, PlaceId,
    Program, TypeId, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub fn infer(cx: &Cx<'_>) -> FxHashMap<VarId, Type> {
    let mut finder = Finder {
        cx,
        known: FxHashMap::default(),
        results: FxHashMap::default(),
        changed: false,
    };
    finder.begin();
    loop {
        finder.changed = false;
        for &function in cx.pointers.calls().reached() {
            if let Some(body) = &cx.function(function).body {
                for (id, edge) in body.edges() {
                    finder.operation(function, id, &edge.op);
                }
            }
        }
        if !finder.changed {
            break;
        }
    }
    finder.known.retain(|_, ty| *ty != Type::Any);
    finder.known
}

struct Finder<'a> {
    cx: &'a Cx<'a>,
    known: FxHashMap<VarId, Type>,
    results: FxHashMap<FunctionId, Type>,
    changed: bool,
}

/// Is the type one of numbers or pointers that is spoken of?
fn is_followed(program: &Program, ty: TypeId) -> bool {
    let is_number = program.types.int_kind(ty).is_some() || program.types.is_pointer(ty);
    is_number && program.types.bits(ty).is_some_and(|(bits, _)| bits <= 64)
}

impl Finder<'_> {
    /// All variables that can be followed, with what they hold when the program begins.
    fn begin(&mut self) {
        let cx = self.cx;
        let program = cx.program;
        let mut early: FxHashSet<VarId> = FxHashSet::default();
        for &function in cx.pointers.calls().reached() {
            if let Some(body) = &cx.function(function).body {
                read_before_set(program, &cx.function(function).parameters, body, &mut early);
            }
        }
        let followed = |var: VarId| {
            let v = &program.vars[var];
            !v.addressed && !early.contains(&var) && is_followed(program, v.ty)
        };
        for (var, v) in program.vars.enumerate() {
            if !v.kind.is_static() || !followed(var) {
                continue;
            }
            let ty = match (&v.initial, cx.preset(var)) {
                (_, Some(value)) => Type::of(value),
                (Initial::Zero, None) => Type::Null,
                (Initial::Items(items), None) => match **items {
                    [(_, value)] => program.exprs.int_value(value).map_or(Type::Any, Type::of),
                    _ => Type::Any,
                },
                (Initial::Indeterminate | Initial::Bytes(_), None) => Type::Any,
            };
            self.known.insert(var, ty);
        }
        let reached = cx.pointers.calls().reached();
        for &function in reached {
            let own = variables(cx.function(function));
            let own = own.filter(|&var| followed(var));
            self.known.extend(own.map(|var| (var, Type::Null)));
        }
        // The first function is given anything.
        for parameter in &cx.function(cx.start).parameters {
            self.known.remove(parameter);
        }
    }

    fn operation(&mut self, function: FunctionId, id: EdgeId, op: &Op) {
        match op {
            &Op::Assign { to, value } => {
                let ty = self.of(value);
                self.set(to, ty);
            }
            Op::Call(call) => {
                let callees = match &call.callee {
                    Callee::Direct(callee) => std::slice::from_ref(callee),
                    Callee::Indirect(_) => self.cx.pointers.calls().callees(function, id),
                };
                for &callee in callees {
                    let result = self.called(callee, &call.arguments);
                    if let Some(to) = call.result {
                        self.set(to, result);
                    }
                }
            }
            &Op::Return { value } => {
                let ty = value.map_or(Type::Any, |value| self.of(value));
                let known = self.results.entry(function).or_insert(Type::Null);
                if ty > *known {
                    *known = ty;
                    self.changed = true;
                }
            }
            &(Op::Havoc { place: to }
            | Op::Alloc { to, .. }
            | Op::VaStart { list: to }
            | Op::VaCopy { to, .. }) => self.set(to, Type::Any),
            &Op::VaArg { to, list } => {
                self.set(to, Type::Any);
                self.set(list, Type::Any);
            }
            Op::Skip
            | Op::Assume { .. }
            | Op::Free { .. }
            | Op::Enter { .. }
            | Op::Exit { .. }
            | Op::VaEnd { .. }
            | Op::Unsupported { .. } => {}
        }
    }

    /// A function is called. What it returns.
    fn called(&mut self, callee: FunctionId, arguments: &[ExprId]) -> Type {
        let f = self.cx.function(callee);
        for (&parameter, &argument) in f.parameters.iter().zip(arguments) {
            let ty = self.of(argument);
            self.join(parameter, ty);
        }
        // One that is given too little has the rest from nowhere.
        for &parameter in f.parameters.iter().skip(arguments.len()) {
            self.join(parameter, Type::Any);
        }
        match f.body.is_some() {
            true => self.results.get(&callee).copied().unwrap_or(Type::Null),
            false => Type::Any,
        }
    }

    /// Something is stored. Into parts of variables, nothing is followed.
    fn set(&mut self, to: PlaceId, ty: Type) {
        let exprs = &self.cx.program.exprs;
        match exprs.place(to) {
            Place::Var(var) => {
                let own = self.cx.program.vars[var].ty;
                let fits = exprs.place_ty(to) == own;
                self.join(var, if fits { ty } else { Type::Any });
            }
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => {
                if let Some(var) = exprs.root(to) {
                    self.join(var, Type::Any);
                }
            }
        }
    }

    fn join(&mut self, var: VarId, ty: Type) {
        if let Some(known) = self.known.get_mut(&var)
            && ty > *known
        {
            *known = ty;
            self.changed = true;
        }
    }

    /// What an expression is.
    fn of(&self, expr: ExprId) -> Type {
        let program = self.cx.program;
        let ty = program.exprs.ty(expr);
        if !is_followed(program, ty) {
            return Type::Any;
        }
        match program.exprs.get(expr) {
            Expr::Int(value) => Type::of(value),
            Expr::Load(place) => match program.exprs.place(place) {
                Place::Var(var) => {
                    let known = self.known.get(&var).copied().unwrap_or(Type::Any);
                    known.min(self.of_type(ty))
                }
                Place::Deref(_) | Place::Field(..) | Place::Index(..) => self.of_type(ty),
            },
            Expr::Binary(op, a, b) => self.of_two(op, a, b).min(self.of_type(ty)),
            Expr::Cast(a) => {
                let from = program.exprs.ty(a);
                let (Some(of), Some(to)) = (program.types.bits(from), program.types.bits(ty))
                else {
                    return self.of_type(ty);
                };
                let fits = of.0 < to.0 || of.0 == to.0 && of.1 == to.1;
                let known = self.of(a);
                match known <= Type::Boolean || fits {
                    true => known.min(self.of_type(ty)),
                    false => self.of_type(ty),
                }
            }
            Expr::Query(_) => Type::Boolean,
            Expr::Unary(..)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Logical(_) => self.of_type(ty),
        }
    }

    fn of_two(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Type {
        use BinaryOp::*;
        if op.is_comparison() {
            return Type::Boolean;
        }
        let (x, y) = (self.of(a), self.of(b));
        let natural = Type::NonNegative;
        match op {
            And if x == Type::Null || y == Type::Null => Type::Null,
            And if x <= natural || y <= natural => natural.min(x.min(y).max(Type::Boolean)),
            Or | Xor => x.max(y),
            Mul if x == Type::Null || y == Type::Null => Type::Null,
            Mul if x <= Type::Boolean && y <= Type::Boolean => Type::Boolean,
            // A quotient of numbers that are not negative is no greater than the dividend.
            Div | Rem | Shr if x <= natural && y <= natural => x,
            _ => Type::Any,
        }
    }

    /// What is known of all numbers of a type.
    fn of_type(&self, ty: TypeId) -> Type {
        match self.cx.program.types.bits(ty) {
            Some((1, false)) => Type::Boolean,
            Some((_, false)) if self.cx.program.types.int_kind(ty).is_some() => Type::NonNegative,
            _ => Type::Any,
        }
    }
}

/// The locals of a function that may be read before they are set.
fn read_before_set(
    program: &Program,
    parameters: &[VarId],
    body: &Cfa,
    early: &mut FxHashSet<VarId>,
) {
    // At each location, what has been set on every way there; None until it is reached.
    let mut set: Vec<Option<FxHashSet<VarId>>> = vec![None; body.location_count()];
    set[body.entry().index()] = Some(parameters.iter().copied().collect());
    let mut open = vec![body.entry()];
    let mut reads = Vec::new();
    while let Some(at) = open.pop() {
        let Some(before) = set[at.index()].clone() else {
            continue;
        };
        for edge in body.leaving(at) {
            reads.clear();
            crate::reads::of_step(program, &edge.op, &mut reads);
            for &(_, place) in &reads {
                if let Place::Var(var) = program.exprs.place(place)
                    && !program.vars[var].kind.is_static()
                    && !before.contains(&var)
                {
                    early.insert(var);
                }
            }
            let mut after = before.clone();
            match &edge.op {
                Op::Enter { variables } | Op::Exit { variables } => {
                    variables.iter().for_each(|var| {
                        after.remove(var);
                    });
                }
                &(Op::Assign { to, .. } | Op::Alloc { to, .. } | Op::VaArg { to, .. }) => {
                    after.extend(whole(program, to));
                }
                Op::Call(call) => after.extend(call.result.and_then(|to| whole(program, to))),
                // What is forgotten has not been set.
                &Op::Havoc { place } => {
                    if let Some(var) = whole(program, place) {
                        after.remove(&var);
                    }
                }
                Op::Skip
                | Op::Assume { .. }
                | Op::Return { .. }
                | Op::Free { .. }
                | Op::VaStart { .. }
                | Op::VaCopy { .. }
                | Op::VaEnd { .. }
                | Op::Unsupported { .. } => {}
            }
            let there = &mut set[edge.to.index()];
            let changed = match there {
                None => {
                    *there = Some(after);
                    true
                }
                Some(known) => {
                    let count = known.len();
                    known.retain(|var| after.contains(var));
                    known.len() < count
                }
            };
            if changed {
                open.push(edge.to);
            }
        }
    }
}

fn whole(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.exprs.place(place) {
        Place::Var(var) => Some(var),
        Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
    }
}
