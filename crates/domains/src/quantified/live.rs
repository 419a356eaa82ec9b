//! Which predicates can still matter: those about variables that are read later.
//!
//! What a state says of a variable that nobody reads any more, and that gets another value, is
//! known by a copy or is a temporary, tells no states apart. Before it is forgotten, it is asked
//! what follows from it of others. What else keeps its value is not forgotten: others are
//! compared with it.

use super::effects::Touched;
use super::pool::{Pool, Predicate, copied, variable};
use engine::Cx;
use logic::Time;
use program::live::Live;
use program::{Cfa, FunctionId, Id, Location, Op, VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::first_order::Symbol;

#[derive(Default)]
pub struct Lasting {
    functions: FxHashMap<FunctionId, Local>,
}

/// The local variables of a function that predicates speak of.
struct Local {
    numbers: FxHashMap<VarId, usize>,
    live: Live,
    /// Parameters that keep what the caller gave: as good as what annotations keep of it.
    constant: FxHashSet<VarId>,
    /// By location: what gets another value from there on, and what has a copy.
    passing: Vec<FxHashSet<usize>>,
}

impl Local {
    fn is_live(&self, var: VarId, at: Location) -> bool {
        let number = self.numbers.get(&var);
        let is_kept = |&number: &usize| {
            self.live.is_live(at, number) || !self.passing[at.index()].contains(&number)
        };
        number.is_none_or(is_kept) || self.constant.contains(&var)
    }
}

impl Lasting {
    pub fn new(cx: &Cx<'_>, pool: &Pool) -> Lasting {
        let mut lasting = Lasting::default();
        for (function, predicates) in pool.functions() {
            let Some(body) = &cx.function(function).body else {
                continue;
            };
            let mut numbers = FxHashMap::default();
            let all = predicates
                .iter()
                .flat_map(|&n| &pool.predicates[n as usize].symbols);
            for (_, symbol) in all {
                // What annotations keep of the past is read by callers.
                if let Symbol::Var(var) = *symbol
                    && !cx.program.vars[var].ghost
                    && !cx.program.vars[var].kind.is_static()
                {
                    let next = numbers.len();
                    numbers.entry(var).or_insert(next);
                }
            }
            let live = Live::of(cx.program, body, numbers.len(), &|v| {
                numbers.get(&v).copied()
            });
            let mut constant: FxHashSet<VarId> =
                cx.function(function).parameters.iter().copied().collect();
            for (_, edge) in body.edges() {
                let touched = Touched::of(cx, &edge.op);
                constant.retain(|var| !touched.registers.contains(var));
            }
            let local = Local {
                passing: passing(cx, body, &numbers),
                numbers,
                live,
                constant,
            };
            lasting.functions.insert(function, local);
        }
        lasting
    }

    /// Does a predicate speak of nothing that is forgotten at a location?
    pub fn is_live(&self, function: FunctionId, predicate: &Predicate, at: Location) -> bool {
        let Some(local) = self.functions.get(&function) else {
            return true;
        };
        speaks_of(predicate).all(|var| local.is_live(var, at))
    }

    /// Is a predicate to be kept after an operation? What is no longer read is forgotten where
    /// states meet: at joins, after calls, which may return from several exits, and at the end,
    /// but for what is returned. Elsewhere it can still be of use for others.
    pub fn outlives(
        &self,
        cx: &Cx<'_>,
        function: FunctionId,
        predicate: &Predicate,
        (op, to): (&Op, Location),
    ) -> bool {
        let Some(local) = self.functions.get(&function) else {
            return true;
        };
        match op {
            Op::Return { value } => {
                let mut read = Vec::new();
                if let Some(value) = value {
                    crate::reads::of_expr(cx.program, *value, &mut read);
                }
                speaks_of(predicate).all(|var| {
                    let is_var = |place| cx.program.exprs.root(place) == Some(var);
                    !local.numbers.contains_key(&var)
                        || read.iter().any(|&(_, place)| is_var(place))
                })
            }
            Op::Call(_) => self.is_live(function, predicate, to),
            _ => !local.live.is_join(to) || self.is_live(function, predicate, to),
        }
    }
}

/// By location, the variables that get another value from there on, those with copies, and
/// temporaries.
fn passing(cx: &Cx<'_>, body: &Cfa, numbers: &FxHashMap<VarId, usize>) -> Vec<FxHashSet<usize>> {
    let number = |var: VarId| numbers.get(&var).copied();
    let mut copies = FxHashSet::default();
    for (_, edge) in body.edges() {
        if let Op::Assign { to, value } = edge.op
            && copied(cx.program, to, value).is_some()
        {
            let mut read = Vec::new();
            crate::reads::of_expr(cx.program, value, &mut read);
            let of = read
                .into_iter()
                .filter_map(|(e, _)| variable(cx.program, e));
            copies.extend(of.filter_map(number));
        }
    }
    // Nobody compares anything with what is in between.
    let is_between = |var: &&VarId| cx.program.vars[**var].kind == VarKind::Temporary;
    copies.extend(numbers.keys().filter(is_between).filter_map(|&v| number(v)));
    let mut all = vec![copies; body.location_count()];
    loop {
        let mut is_more = false;
        for (_, edge) in body.edges() {
            let touched = Touched::of(cx, &edge.op);
            let mut passing = all[edge.to.index()].clone();
            passing.extend(touched.registers.into_iter().filter_map(number));
            let known = &mut all[edge.from.index()];
            let before = known.len();
            known.extend(passing);
            is_more |= known.len() > before;
        }
        if !is_more {
            return all;
        }
    }
}

/// The variables of which something is said now.
fn speaks_of(predicate: &Predicate) -> impl Iterator<Item = VarId> {
    predicate
        .symbols
        .iter()
        .filter_map(|(time, symbol)| match symbol {
            Symbol::Var(var) if *time == Time::Before => Some(*var),
            _ => None,
        })
}
