//! The predicates of functions: what their annotations and branches ask.
//!
//! HECTOR's users wrote predicates down. Here a function that has annotations with
//! quantifiers, closures or questions about memory gets all its conditions as predicates; and
//! of everything that is said about the past, that it has not changed yet.

use engine::Cx;
use logic::{Formula, FormulaId, Logic, Term, TermId, Time};
use program::{
    BinaryOp, Expr, ExprId, FunctionId, Op, Place, PlaceId, Program, Quantifier, TypeId, VarId,
};
use rustc_hash::FxHashMap;
use solver::first_order::{Root, Said, Symbol, mentions, resolve};

/// Predicates of one function at the most: each of them is a question at many steps.
const MOST: usize = 96;

/// A formula over `@0` and `@1`, perhaps about another variable.
#[derive(Clone, Debug)]
pub struct Predicate {
    pub said: Said,
    pub symbols: Vec<(Time, Symbol)>,
}

#[derive(Default)]
pub struct Pool {
    pub predicates: Vec<Predicate>,
    functions: FxHashMap<FunctionId, Vec<u32>>,
}

impl Pool {
    pub fn new(cx: &Cx<'_>) -> Pool {
        let logic = &mut *cx.logic.borrow_mut();
        let mut pool = Pool::default();
        for &function in cx.pointers.calls().reached() {
            let mut found = Vec::new();
            conditions(cx, logic, function, &mut found);
            let asks = |&f: &FormulaId| is_about_memory(cx.program, logic, f);
            if !found.iter().any(asks) {
                continue;
            }
            for formula in found.clone() {
                unchanged(cx.program, logic, formula, &mut Vec::new(), &mut found);
            }
            copies(cx, logic, function, &mut found);
            for formula in found {
                pool.add(cx.program, logic, function, formula);
            }
            pool.before_copies(cx, function);
            pool.of_others(cx, logic, function);
        }
        pool
    }

    /// What is asked of a variable matters of what it will be a copy of.
    fn before_copies(&mut self, cx: &Cx<'_>, function: FunctionId) {
        let Some(body) = &cx.function(function).body else {
            return;
        };
        let own = self.of(function).to_vec();
        for (_, edge) in body.edges() {
            let Op::Assign { to, value } = edge.op else {
                continue;
            };
            let Some((var, from)) = copied(cx.program, to, value) else {
                continue;
            };
            for &number in &own {
                let predicate = self.predicates[number as usize].clone();
                self.instead(function, &predicate, var, from);
            }
        }
    }

    /// What is asked of where a pointer leads matters of those that go along links:
    /// `\reach(l, e, next)` of `e`, also of a `c` that begins as `l`.
    fn of_others(&mut self, cx: &Cx<'_>, logic: &Logic, function: FunctionId) {
        let own = self.of(function).to_vec();
        let walkers = walkers(cx, function);
        for number in own {
            let predicate = self.predicates[number as usize].clone();
            let Some(of) = asked_of(cx.program, logic, &predicate) else {
                continue;
            };
            for &walker in &walkers {
                self.instead(function, &predicate, of, walker);
            }
        }
    }

    /// The same about another variable, unless it speaks of that already.
    fn instead(&mut self, function: FunctionId, predicate: &Predicate, of: VarId, by: VarId) {
        let now = (Time::Before, Symbol::Var(of));
        let has_other = |(_, s): &(Time, Symbol)| *s == Symbol::Var(by);
        if !predicate.symbols.contains(&now) || predicate.symbols.iter().any(has_other) {
            return;
        }
        let symbols = predicate.symbols.iter().map(|&symbol| match symbol == now {
            true => (Time::Before, Symbol::Var(by)),
            false => symbol,
        });
        let made = Predicate {
            said: Said {
                instead: Some((of, by)),
                ..predicate.said
            },
            symbols: symbols.collect(),
        };
        self.push(function, made);
    }

    fn push(&mut self, function: FunctionId, predicate: Predicate) {
        let all = self.functions.entry(function).or_default();
        let mut known = all.iter().map(|&n| &self.predicates[n as usize]);
        if all.len() < MOST && !known.any(|p| p.said == predicate.said) {
            all.push(self.predicates.len() as u32);
            self.predicates.push(predicate);
        }
    }

    /// The numbers of a function's predicates.
    pub fn of(&self, function: FunctionId) -> &[u32] {
        self.functions.get(&function).map_or(&[], |all| all)
    }

    fn add(
        &mut self,
        program: &Program,
        logic: &mut Logic,
        function: FunctionId,
        formula: FormulaId,
    ) {
        // What has no meaning here is left to others.
        if let Some(symbols) = mentions(program, logic, formula) {
            let said = Said::from(formula);
            self.push(function, Predicate { said, symbols });
        }
    }
}

/// What a function's branches ask, the parts of conjunctions one by one.
fn conditions(cx: &Cx<'_>, logic: &mut Logic, function: FunctionId, found: &mut Vec<FormulaId>) {
    let Some(body) = &cx.function(function).body else {
        return;
    };
    for (_, edge) in body.edges() {
        if let Op::Assume {
            condition,
            taken: true,
        } = edge.op
        {
            let formula = logic.truth_at(cx.program, Time::Before, condition);
            for part in logic.conjuncts(&formula).to_vec() {
                insert(cx.program, logic, part, found);
            }
        }
    }
}

/// Of a formula and its negation one.
fn insert(program: &Program, logic: &mut Logic, formula: FormulaId, found: &mut Vec<FormulaId>) {
    let opposite = logic.not(program, formula);
    let is_constant = matches!(logic.formula(formula), Formula::True | Formula::False);
    if !is_constant && !found.contains(&formula) && !found.contains(&opposite) {
        found.push(formula);
    }
}

/// Does it have quantifiers or closures, or does it ask what lives?
fn is_about_memory(program: &Program, logic: &Logic, formula: FormulaId) -> bool {
    let mut open = vec![formula];
    while let Some(id) = open.pop() {
        match logic.formula(id) {
            Formula::Quantified(..) | Formula::Closure { .. } => return true,
            Formula::Not(a) => open.push(*a),
            Formula::And(parts) | Formula::Or(parts) => open.extend(parts.iter()),
            Formula::Iff(a, b) => open.extend([*a, *b]),
            Formula::True | Formula::False | Formula::Compare(..) => {}
        }
    }
    let all = logic.expressions(formula);
    all.into_iter().any(|(_, e)| {
        use program::Query::Allocated;
        matches!(program.exprs.get(e), Expr::Query(Allocated(_)))
    })
}

/// For each part of a formula that is all about the past: that the same is true now. Registers
/// stay what they were then.
fn unchanged(
    program: &Program,
    logic: &mut Logic,
    formula: FormulaId,
    around: &mut Vec<TypeId>,
    found: &mut Vec<FormulaId>,
) {
    if is_past(logic, formula) {
        let now = logic.substitute(program, formula, &mut |logic, time, expr| {
            let is_register = matches!(
                program.exprs.get(expr),
                Expr::Load(place) if matches!(program.exprs.place(place), Place::Var(_))
            );
            (!is_register)
                .then(|| logic.at(program, Time::Before, expr))
                .filter(|_| time == Time::Entry)
        });
        let same = logic.iff(program, formula, now);
        add_for_all(program, logic, same, around, found);
        return;
    }
    match logic.formula(formula).clone() {
        Formula::Not(a) => unchanged(program, logic, a, around, found),
        Formula::And(parts) | Formula::Or(parts) => {
            for &part in &parts {
                unchanged(program, logic, part, around, found);
            }
        }
        Formula::Iff(a, b) => {
            unchanged(program, logic, a, around, found);
            unchanged(program, logic, b, around, found);
        }
        Formula::Quantified(_, ty, body) => {
            around.push(ty);
            unchanged(program, logic, body, around, found);
            around.pop();
        }
        Formula::Compare(_, a, b) => {
            for term in [a, b] {
                if let Term::At(Time::Entry, expr) = logic.term(term) {
                    let now = logic.at(program, Time::Before, expr);
                    let same = logic.compare(program, BinaryOp::Eq, term, now);
                    add_for_all(program, logic, same, around, found);
                }
            }
        }
        Formula::True | Formula::False | Formula::Closure { .. } => {}
    }
}

fn is_past(logic: &Logic, formula: FormulaId) -> bool {
    let all = logic.expressions(formula);
    !all.is_empty() && all.iter().all(|&(time, _)| time == Time::Entry)
}

fn add_for_all(
    program: &Program,
    logic: &mut Logic,
    mut formula: FormulaId,
    around: &[TypeId],
    found: &mut Vec<FormulaId>,
) {
    for &ty in around.iter().rev() {
        formula = logic.quantified(program, Quantifier::All, ty, formula);
    }
    insert(program, logic, formula, found);
}

/// Variables that are given one value, in one place: that they have it. Where the value is
/// a parameter, it is the one that the caller gave.
fn copies(cx: &Cx<'_>, logic: &mut Logic, function: FunctionId, found: &mut Vec<FormulaId>) {
    let Some(body) = &cx.function(function).body else {
        return;
    };
    let mut given: FxHashMap<VarId, Option<ExprId>> = FxHashMap::default();
    let mut order = Vec::new();
    for (_, edge) in body.edges() {
        let (to, value) = match &edge.op {
            &Op::Assign { to, value } => (to, Some(value)),
            &Op::Havoc { place } => (place, None),
            Op::Call(call) => match call.result {
                Some(to) => (to, None),
                None => continue,
            },
            _ => continue,
        };
        if let Place::Var(var) = cx.program.exprs.place(to) {
            let known = given.entry(var).or_insert_with(|| {
                order.push(var);
                value
            });
            if *known != value {
                *known = None;
            }
        }
    }
    for var in order {
        let is_scalar = |ty| cx.program.types.is_pointer(ty) || cx.program.types.is_integer(ty);
        let Some(Some(value)) = given.get(&var).copied() else {
            continue;
        };
        if let Some(load) = load_of(cx.program, var)
            && is_scalar(cx.program.vars[var].ty)
        {
            let time = match parameter(cx, function, value) {
                true => Time::Entry,
                false => Time::Before,
            };
            let (a, b): (TermId, TermId) = (
                logic.at(cx.program, Time::Before, load),
                logic.at(cx.program, time, value),
            );
            let same = logic.compare(cx.program, BinaryOp::Eq, a, b);
            insert(cx.program, logic, same, found);
        }
    }
}

/// If one variable that is no memory gets what another holds: the two.
fn copied(program: &Program, to: PlaceId, mut value: ExprId) -> Option<(VarId, VarId)> {
    let exprs = &program.exprs;
    while let Expr::Cast(inner) = exprs.get(value) {
        let (a, b) = (exprs.ty(value), exprs.ty(inner));
        if !program.types.is_pointer(a) || !program.types.is_pointer(b) {
            return None;
        }
        value = inner;
    }
    let Expr::Load(from) = exprs.get(value) else {
        return None;
    };
    match (resolve(program, to)?, resolve(program, from)?) {
        ((Root::Register(a), _), (Root::Register(b), _)) => Some((a, b)),
        _ => None,
    }
}

/// The variable that an expression reads, if it is no memory.
fn variable(program: &Program, load: ExprId) -> Option<VarId> {
    let Expr::Load(place) = program.exprs.get(load) else {
        return None;
    };
    match resolve(program, place)? {
        (Root::Register(var), _) => Some(var),
        _ => None,
    }
}

/// The variable of which a plain predicate asks whether it leads to what lives, or to the
/// end of a chain.
fn asked_of(program: &Program, logic: &Logic, predicate: &Predicate) -> Option<VarId> {
    let Said {
        formula,
        instead: None,
    } = predicate.said
    else {
        return None;
    };
    match *logic.formula(formula) {
        Formula::Closure { to, .. } => match logic.term(to) {
            Term::At(Time::Before, load) => variable(program, load),
            _ => None,
        },
        Formula::Compare(..) | Formula::Not(_) => {
            let mut vars = predicate.symbols.iter().filter_map(|(_, s)| match s {
                Symbol::Var(var) => Some(*var),
                _ => None,
            });
            let is_life = predicate.symbols.iter().any(|(_, s)| s.is_life());
            let only = vars.next().filter(|_| vars.next().is_none());
            only.filter(|_| is_life)
        }
        _ => None,
    }
}

/// Pointers that a function lets go from one object to the next: `c = c->next`.
fn walkers(cx: &Cx<'_>, function: FunctionId) -> Vec<VarId> {
    let mut found = Vec::new();
    let edges = cx
        .function(function)
        .body
        .iter()
        .flat_map(|body| body.edges());
    for (_, edge) in edges {
        if let Op::Assign { to, value } = edge.op
            && let Some((Root::Register(var), _)) = resolve(cx.program, to)
            && let Expr::Load(from) = cx.program.exprs.get(value)
            && let Some((Root::Pointer(pointer), _)) = resolve(cx.program, from)
            && variable(cx.program, pointer) == Some(var)
            && !found.contains(&var)
        {
            found.push(var);
        }
    }
    found
}

/// Is it what a parameter holds?
fn parameter(cx: &Cx<'_>, function: FunctionId, value: ExprId) -> bool {
    let exprs = &cx.program.exprs;
    match exprs.get(value) {
        Expr::Load(place) => match exprs.place(place) {
            Place::Var(var) => cx.function(function).parameters.contains(&var),
            _ => false,
        },
        _ => false,
    }
}

/// The expression that reads a variable, if the program has one.
pub fn load_of(program: &Program, var: VarId) -> Option<ExprId> {
    let place = program.exprs.find_var(var, program.vars[var].ty)?;
    program.exprs.find_load(place)
}
