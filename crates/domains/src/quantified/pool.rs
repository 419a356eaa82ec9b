//! The predicates of functions: what their annotations and branches ask, and what was given.
//!
//! HECTOR's users wrote predicates down. Here a function that has annotations with
//! quantifiers, closures or questions about memory gets all its conditions as predicates; and
//! of everything that is said about the past, that it has not changed yet.

use super::derived;
use super::effects::Effects;
use engine::{Cx, Fact};
use indexmap::IndexMap;
use logic::{Comparison, Formula, FormulaId, Logic, Term, TermId, Time};
use program::{
    BinaryOp, Cfa, Edge, EdgeId, Expr, ExprId, FunctionId, Op, Place, PlaceId, Program, Quantifier,
    TypeId, VarId,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use solver::first_order::{Root, Said, Symbol, mentions, mentions_of, resolve};

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
    /// The branches of functions before which nothing was changed.
    early: FxHashSet<(FunctionId, EdgeId)>,
}

impl Pool {
    pub fn new(cx: &Cx<'_>, effects: &Effects) -> Pool {
        let logic = &mut *cx.logic.borrow_mut();
        let mut pool = Pool::default();
        let mut asked = Vec::new();
        for &function in cx.pointers.calls().reached() {
            let mut found = Vec::new();
            conditions(cx, logic, function, &mut found);
            given(cx, logic, function, &mut found);
            asked.push((function, found));
        }
        let mut all = asked.iter().flat_map(|(_, found)| found);
        if !all.any(|&f| is_about_memory(cx.program, logic, f)) {
            return pool;
        }
        for (function, mut found) in asked {
            let asks = |&f: &FormulaId| is_about_memory(cx.program, logic, f);
            if !is_annotated(cx, function) && !found.iter().any(asks) {
                continue;
            }
            for &condition in cx.contracts.get(&function).into_iter().flatten() {
                let formula = logic.truth_at(cx.program, Time::Before, condition);
                for part in logic.conjuncts(&formula).to_vec() {
                    insert(cx.program, logic, part, &mut found);
                }
            }
            derived::sides(cx.program, logic, &mut found);
            derived::outside(cx.program, logic, &mut found);
            between(cx, logic, function, &mut found);
            for formula in found.clone() {
                unchanged(cx.program, logic, formula, &mut Vec::new(), &mut found);
            }
            derived::same_life(cx, logic, effects.inside(function), &mut found);
            derived::but_one(cx, logic, function, &mut found);
            copies(cx, logic, function, &mut found);
            let early = derived::early(cx, function);
            derived::at_entry(cx, logic, function, &early, &mut found);
            pool.early
                .extend(early.into_iter().map(|edge| (function, edge)));
            for formula in found {
                pool.add(cx.program, logic, function, formula);
            }
            pool.before_assignments(cx, logic, function);
            pool.of_others(cx, logic, function);
        }
        pool
    }

    /// What is asked of a variable matters of what it is about to get: of what it will be a
    /// copy of, of what it will be when it is counted up, and of what annotations read.
    fn before_assignments(&mut self, cx: &Cx<'_>, logic: &mut Logic, function: FunctionId) {
        let Some(body) = &cx.function(function).body else {
            return;
        };
        let own = self.of(function).to_vec();
        for (_, edge) in body.edges() {
            let Op::Assign { to, value } = edge.op else {
                continue;
            };
            let looked_up = looked_up(cx.program, to, value);
            let counted = counted(cx.program, to, value);
            let copied = copied(cx.program, to, value);
            // Of what annotations keep it is known what it is.
            let copied = copied.filter(|(var, _)| !cx.program.vars[*var].ghost);
            let Some((var, _)) = copied.or(counted).or(looked_up) else {
                continue;
            };
            for &number in &own {
                let predicate = self.predicates[number as usize].clone();
                self.instead(cx, logic, function, &predicate, (var, value));
            }
        }
    }

    /// What is asked of where a pointer leads matters of those that go along links:
    /// `\reach(l, e, next)` of `e`, also of a `c` that begins as `l`.
    fn of_others(&mut self, cx: &Cx<'_>, logic: &mut Logic, function: FunctionId) {
        let own = self.of(function).to_vec();
        let walkers = walkers(cx, function);
        for number in own {
            let predicate = self.predicates[number as usize].clone();
            let Some(of) = asked_of(cx.program, logic, &predicate) else {
                continue;
            };
            for &walker in &walkers {
                if let Some(load) = load_of(cx.program, walker) {
                    self.instead(cx, logic, function, &predicate, (of, load));
                }
            }
        }
    }

    /// The same about something else, unless it speaks of that already.
    fn instead(
        &mut self,
        cx: &Cx<'_>,
        logic: &mut Logic,
        function: FunctionId,
        predicate: &Predicate,
        (of, by): (VarId, ExprId),
    ) {
        let now = (Time::Before, Symbol::Var(of));
        let Some(others) = mentions_of(cx.program, logic, Time::Before, by) else {
            return;
        };
        let has_other = |symbol: &(Time, Symbol)| *symbol != now && others.contains(symbol);
        if predicate.said.instead.is_some()
            || !predicate.symbols.contains(&now)
            || predicate.symbols.iter().any(has_other)
        {
            return;
        }
        let kept = predicate.symbols.iter().filter(|symbol| **symbol != now);
        let made = Predicate {
            said: Said {
                instead: Some((of, by)),
                ..predicate.said
            },
            symbols: kept.chain(&others).copied().collect(),
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

    /// Is what a branch asks asked of the function's beginning, too?
    pub fn is_early(&self, function: FunctionId, branch: EdgeId) -> bool {
        self.early.contains(&(function, branch))
    }

    /// The functions that have predicates, with their numbers.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &[u32])> {
        self.functions.iter().map(|(&f, all)| (f, &all[..]))
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

/// Do annotations say something of a function?
fn is_annotated(cx: &Cx<'_>, function: FunctionId) -> bool {
    let body = cx.function(function).body.iter();
    let mut edges = body.flat_map(|body| body.edges());
    edges.any(|(_, edge)| edge.ghost && matches!(edge.op, Op::Assume { .. }))
}

/// What counts up to a bound does not pass it, and where it begins it is not below: of `k < n`
/// also `k <= n`, of `k = 0` also `0 <= k`.
fn between(cx: &Cx<'_>, logic: &mut Logic, function: FunctionId, found: &mut Vec<FormulaId>) {
    let body = cx.function(function).body.iter();
    let edges = body.flat_map(|body| body.edges());
    let given = edges.filter_map(|(_, edge)| match edge.op {
        Op::Assign { to, value } => Some((to, value)),
        _ => None,
    });
    let given: Vec<(PlaceId, ExprId)> = given.collect();
    let counters = given
        .iter()
        .filter_map(|&(to, value)| counted(cx.program, to, value));
    let counters: Vec<VarId> = counters.map(|(var, _)| var).collect();
    for formula in found.clone() {
        let (low, high) = match *logic.formula(formula) {
            Formula::Compare(Comparison::Lt, a, b) => (a, b),
            Formula::Compare(Comparison::Le, b, a) => (a, b),
            _ => continue,
        };
        if let Term::At(Time::Before, load) = logic.term(low)
            && variable(cx.program, load).is_some_and(|var| counters.contains(&var))
        {
            let bounded = logic.compare(cx.program, BinaryOp::Le, low, high);
            insert(cx.program, logic, bounded, found);
        }
    }
    for (to, value) in given {
        if let Some((Root::Register(var), _)) = resolve(cx.program, to)
            && counters.contains(&var)
            && cx.program.exprs.int_value(value).is_some()
            && cx.program.types.is_integer(cx.program.vars[var].ty)
            && let Some(load) = load_of(cx.program, var)
        {
            let first = logic.at(cx.program, Time::Before, value);
            let now = logic.at(cx.program, Time::Before, load);
            let bounded = logic.compare(cx.program, BinaryOp::Le, first, now);
            insert(cx.program, logic, bounded, found);
        }
    }
}

/// If a variable that is no memory is moved by a constant: it, and what it gets.
fn counted(program: &Program, to: PlaceId, value: ExprId) -> Option<(VarId, ExprId)> {
    let (Root::Register(var), _) = resolve(program, to)? else {
        return None;
    };
    let Expr::Binary(BinaryOp::Add | BinaryOp::PointerAdd, a, b) = program.exprs.get(value) else {
        return None;
    };
    let is_moved = variable(program, a) == Some(var) && program.exprs.int_value(b).is_some();
    is_moved.then_some((var, value))
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
            && !is_foreign_check(cx, body, edge)
        {
            let formula = logic.truth_at(cx.program, Time::Before, condition);
            for part in logic.conjuncts(&formula).to_vec() {
                insert(cx.program, logic, part, found);
            }
        }
    }
}

/// What was written by hand for a function (`--precision`).
fn given(cx: &Cx<'_>, logic: &mut Logic, function: FunctionId, found: &mut Vec<FormulaId>) {
    for known in cx.precision {
        if let Fact::Holds(formula) = known.fact
            && known.place.0 == function
        {
            insert(cx.program, logic, formula, found);
        }
    }
}

/// Does it lead past a violation that is not asked about? (Runs end where arithmetic
/// overflows.)
fn is_foreign_check(cx: &Cx<'_>, body: &Cfa, edge: &Edge) -> bool {
    let mut ways = body.leaving(edge.from).iter();
    ways.any(|way| {
        let violation = body.error_at(way.to).map(|n| &cx.violations[n as usize]);
        violation.is_some_and(|v| !cx.properties.contains(v.property))
    })
}

/// Of a formula and its negation one.
pub(super) fn insert(
    program: &Program,
    logic: &mut Logic,
    formula: FormulaId,
    found: &mut Vec<FormulaId>,
) {
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

/// Variables that are given one value, in one place, or in two steps: that they have it. Where
/// the value is a parameter, it is the one that the caller gave.
fn copies(cx: &Cx<'_>, logic: &mut Logic, function: FunctionId, found: &mut Vec<FormulaId>) {
    let Some(body) = &cx.function(function).body else {
        return;
    };
    // What each variable is given, in order; None: anything.
    let mut given: IndexMap<VarId, Vec<Option<ExprId>>, FxBuildHasher> = IndexMap::default();
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
            let known = given.entry(var).or_default();
            if !known.contains(&value) {
                known.push(value);
            }
        }
    }
    for (var, values) in given {
        let ty = cx.program.vars[var].ty;
        let is_scalar = cx.program.types.is_pointer(ty) || cx.program.types.is_integer(ty);
        let Some(load) = load_of(cx.program, var).filter(|_| is_scalar) else {
            continue;
        };
        let now = logic.at(cx.program, Time::Before, load);
        let value = |logic: &mut Logic, value: ExprId| {
            let time = match parameter(cx, function, value) {
                true => Time::Entry,
                false => Time::Before,
            };
            logic.at(cx.program, time, value)
        };
        let all: Vec<TermId> = match values[..] {
            [Some(only)] => vec![value(logic, only)],
            // What is computed in two steps.
            [Some(first), Some(second)] if reads(cx.program, second, var) => {
                let begun = value(logic, first);
                let done = value(logic, second);
                let is_own = |expr: ExprId| variable(cx.program, expr) == Some(var);
                let done = logic.substitute_term(cx.program, done, &mut |_, _, expr| {
                    is_own(expr).then_some(begun)
                });
                match reads(cx.program, first, var) {
                    true => continue,
                    false => vec![begun, done],
                }
            }
            _ => continue,
        };
        for value in all {
            if logic.ty(value) == logic.ty(now) {
                let same = logic.compare(cx.program, BinaryOp::Eq, now, value);
                insert(cx.program, logic, same, found);
            }
        }
    }
}

/// Does an expression read a variable?
fn reads(program: &Program, expr: ExprId, var: VarId) -> bool {
    let mut read = Vec::new();
    crate::reads::of_expr(program, expr, &mut read);
    let mut places = read.into_iter().map(|(_, place)| place);
    places.any(|place| program.exprs.place(place) == Place::Var(var))
}

/// If an annotation reads memory: the variable that keeps it, and what it keeps.
fn looked_up(program: &Program, to: PlaceId, value: ExprId) -> Option<(VarId, ExprId)> {
    let (Root::Register(var), _) = resolve(program, to)? else {
        return None;
    };
    let Expr::Load(from) = program.exprs.get(value) else {
        return None;
    };
    let is_memory = !matches!(resolve(program, from)?, (Root::Register(_), _));
    (program.vars[var].ghost && is_memory).then_some((var, value))
}

/// If one variable that is no memory gets what another holds: it, and what it gets.
pub(super) fn copied(program: &Program, to: PlaceId, value: ExprId) -> Option<(VarId, ExprId)> {
    let mut from = value;
    let exprs = &program.exprs;
    while let Expr::Cast(inner) = exprs.get(from) {
        let (a, b) = (exprs.ty(from), exprs.ty(inner));
        if !program.types.is_pointer(a) || !program.types.is_pointer(b) {
            return None;
        }
        from = inner;
    }
    let Expr::Load(place) = exprs.get(from) else {
        return None;
    };
    match (resolve(program, to)?, resolve(program, place)?) {
        ((Root::Register(a), _), (Root::Register(_), _)) => Some((a, value)),
        _ => None,
    }
}

/// The variable that an expression reads, if it is no memory.
pub(super) fn variable(program: &Program, load: ExprId) -> Option<VarId> {
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
