//! The truth of formulae over concrete values: exact where quantifiers are bounded,
//! otherwise unknown.
//!
//! Expressions with [`crate::Logical`] forms and the formulae of the logic are both such
//! formulae; a [`World`] says what one is made of and what its terms are worth. A
//! quantifier is decided by trying the values that could decide it: those that make its
//! body true (or false) are found from comparisons with the variable, from what is
//! allocated, and from closures; the more that are found the slower, but never the wrong
//! answer, since all of them are tried. A closure is walked.

use crate::expr::{BinaryOp, Expr, Query};
use crate::ids::{ExprId, TypeId};
use crate::logical::{Logical, Quantifier};
use crate::model::IntKind;
use crate::program::Program;
use rustc_hash::FxHashSet;

/// More values than that are not tried: the truth is unknown then.
const MAX_TRIED: usize = 1 << 16;

/// What a formula is made of.
#[derive(Clone, Debug)]
pub enum View<I> {
    And(Vec<I>),
    Or(Vec<I>),
    Not(I),
    /// Both are true or both are false.
    Iff(I, I),
    /// A comparison of numbers: integers or pointers of one type.
    Compare(BinaryOp, I, I),
    /// Is the pointer an element of what lives?
    Allocated(I),
    Quantified(Quantifier, TypeId, I),
    Closure {
        step: I,
        from: I,
        to: I,
    },
    /// What was true when the function was entered.
    AtEntry(I),
    /// Anything else: true if its value is not zero.
    Atom,
}

/// Formulae of one kind, and states in which they are true or not.
pub trait World {
    type Id: Copy;
    type Value: Copy;
    /// What ends an evaluation before it is done.
    type Stop;

    fn view(&self, id: Self::Id) -> View<Self::Id>;

    /// The variable that a term is, whose value no conversion around it changes.
    fn variable(&self, id: Self::Id) -> Option<u32>;

    /// The value of a term, given those of variables, the outermost first. None if it
    /// has none, or depends on a variable that has none.
    fn value(
        &mut self,
        id: Self::Id,
        bound: &[Option<Self::Value>],
    ) -> Result<Option<Self::Value>, Self::Stop>;

    fn number(&self, value: Self::Value) -> i128;

    /// What a variable of the type is that has this number.
    fn of_number(&mut self, number: i128, ty: TypeId) -> Self::Value;

    /// The least and the greatest number of a type.
    fn extremes(&self, ty: TypeId) -> (i128, i128);

    /// Goes to the state in which the function was entered, or comes back. False if nobody
    /// remembers it.
    fn travel(&mut self, back: bool) -> bool;

    /// All pointers of which this [`View::Allocated`] is true; None if they cannot be
    /// told.
    fn elements(&mut self, id: Self::Id) -> Result<Option<Vec<Self::Value>>, Self::Stop>;
}

/// Whether the formula is true; None if that is not known.
pub fn truth<W: World>(
    world: &mut W,
    id: W::Id,
    bound: &mut Vec<Option<W::Value>>,
) -> Result<Option<bool>, W::Stop> {
    match world.view(id) {
        View::And(parts) => kleene(world, &parts, bound, true),
        View::Or(parts) => kleene(world, &parts, bound, false),
        View::Not(a) => Ok(truth(world, a, bound)?.map(|t| !t)),
        View::Iff(a, b) => {
            let (a, b) = (truth(world, a, bound)?, truth(world, b, bound)?);
            Ok(a.zip(b).map(|(a, b)| a == b))
        }
        View::Quantified(quantifier, ty, body) => {
            let decisive = quantifier == Quantifier::Some;
            let tried = candidates(world, body, decisive, ty, bound)?;
            let Some(tried) = tried else { return Ok(None) };
            let mut result = Some(!decisive);
            for value in tried {
                bound.push(Some(value));
                let found = truth(world, body, bound);
                bound.pop();
                match found? {
                    Some(t) if t == decisive => return Ok(Some(decisive)),
                    Some(_) => {}
                    None => result = None,
                }
            }
            Ok(result)
        }
        View::Closure { step, from, to } => {
            let (from, to) = (world.value(from, bound)?, world.value(to, bound)?);
            let (Some(from), Some(to)) = (from, to) else {
                return Ok(None);
            };
            let walk = walk(world, step, from, Some(to), bound)?;
            let wanted = world.number(to);
            let found = walk.reached.iter().any(|&v| world.number(v) == wanted);
            Ok(match found {
                true => Some(true),
                false => walk.complete.then_some(false),
            })
        }
        View::AtEntry(a) => {
            if !world.travel(true) {
                return Ok(None);
            }
            let then = truth(world, a, bound);
            world.travel(false);
            then
        }
        View::Compare(..) | View::Allocated(_) | View::Atom => {
            let value = world.value(id, bound)?;
            Ok(value.map(|v| world.number(v) != 0))
        }
    }
}

fn kleene<W: World>(
    world: &mut W,
    parts: &[W::Id],
    bound: &mut Vec<Option<W::Value>>,
    unit: bool,
) -> Result<Option<bool>, W::Stop> {
    let mut result = Some(unit);
    for &part in parts {
        match truth(world, part, bound)? {
            Some(t) if t == unit => {}
            Some(_) => return Ok(Some(!unit)),
            None => result = None,
        }
    }
    Ok(result)
}

/// What steps lead to from a value.
struct Walk<V> {
    reached: Vec<V>,
    /// Nothing else can be reached.
    complete: bool,
}

/// Follows the steps from a value, at most until another is found.
fn walk<W: World>(
    world: &mut W,
    step: W::Id,
    from: W::Value,
    until: Option<W::Value>,
    bound: &mut Vec<Option<W::Value>>,
) -> Result<Walk<W::Value>, W::Stop> {
    let until = until.map(|v| world.number(v));
    let mut seen = FxHashSet::default();
    seen.insert(world.number(from));
    let mut walk = Walk {
        reached: vec![from],
        complete: true,
    };
    let mut next = 0;
    while let Some(&at) = walk.reached.get(next) {
        next += 1;
        if until == Some(world.number(at)) {
            return Ok(walk);
        }
        if walk.reached.len() > MAX_TRIED {
            walk.complete = false;
            return Ok(walk);
        }
        bound.push(Some(at));
        let after = successors(world, step, &seen, bound);
        bound.pop();
        let after = after?;
        walk.complete &= after.complete;
        for value in after.reached {
            seen.insert(world.number(value));
            walk.reached.push(value);
        }
    }
    Ok(walk)
}

/// Where one step leads from the value that was bound last, but for what was seen.
fn successors<W: World>(
    world: &mut W,
    step: W::Id,
    seen: &FxHashSet<i128>,
    bound: &mut Vec<Option<W::Value>>,
) -> Result<Walk<W::Value>, W::Stop> {
    let mut found = Walk {
        reached: Vec::new(),
        complete: true,
    };
    // The latter end of the step is what is looked for.
    bound.push(None);
    let tried = Search::new(0).cover(world, step, true, bound);
    bound.pop();
    let Some(tried) = tried?.values(world, None) else {
        found.complete = false;
        return Ok(found);
    };
    for value in tried {
        if seen.contains(&world.number(value)) {
            continue;
        }
        bound.push(Some(value));
        let leads = truth(world, step, bound);
        bound.pop();
        match leads? {
            Some(true) => found.reached.push(value),
            Some(false) => {}
            None => found.complete = false,
        }
    }
    Ok(found)
}

/// Values of a variable of the type among which are all that give the body this truth;
/// in order, without repetition. None if they are too many.
pub fn candidates<W: World>(
    world: &mut W,
    body: W::Id,
    wanted: bool,
    ty: TypeId,
    bound: &mut Vec<Option<W::Value>>,
) -> Result<Option<Vec<W::Value>>, W::Stop> {
    bound.push(None);
    let cover = Search::new(0).cover(world, body, wanted, bound);
    bound.pop();
    Ok(cover?.values(world, Some(ty)))
}

/// A set of values that contains those which matter.
#[derive(Clone, Debug)]
struct Cover<V> {
    /// From the first to the last of each.
    ranges: Vec<(i128, i128)>,
    values: Vec<V>,
}

impl<V: Copy> Cover<V> {
    fn everything() -> Cover<V> {
        Cover::range(i128::MIN, i128::MAX)
    }

    fn nothing() -> Cover<V> {
        Cover::list(Vec::new())
    }

    fn list(values: Vec<V>) -> Cover<V> {
        let ranges = Vec::new();
        Cover { ranges, values }
    }

    fn range(first: i128, last: i128) -> Cover<V> {
        Cover {
            ranges: vec![(first, last)],
            values: Vec::new(),
        }
    }

    fn size(&self) -> u128 {
        let ranges = self.ranges.iter().map(|&(a, b)| match a <= b {
            true => b.abs_diff(a).saturating_add(1),
            false => 0,
        });
        ranges.fold(self.values.len() as u128, u128::saturating_add)
    }

    /// Contains what both contain.
    fn and(self, other: Cover<V>) -> Cover<V> {
        if let ([(a, b)], [(c, d)]) = (&self.ranges[..], &other.ranges[..])
            && self.values.is_empty()
            && other.values.is_empty()
        {
            return Cover::range(*a.max(c), *b.min(d));
        }
        match self.size() <= other.size() {
            true => self,
            false => other,
        }
    }

    /// Contains what one of them contains.
    fn or(mut self, other: Cover<V>) -> Cover<V> {
        self.ranges.extend(other.ranges);
        self.values.extend(other.values);
        self
    }

    /// The least and the greatest number.
    fn hull<W: World<Value = V>>(&self, world: &W) -> (i128, i128) {
        let values = self
            .values
            .iter()
            .map(|&v| (world.number(v), world.number(v)));
        let all = self
            .ranges
            .iter()
            .copied()
            .filter(|(a, b)| a <= b)
            .chain(values);
        all.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
            .unwrap_or((i128::MAX, i128::MIN))
    }

    /// All of them, as values of a type. A value that was found as one stays what it is.
    fn values<W: World<Value = V>>(self, world: &mut W, ty: Option<TypeId>) -> Option<Vec<V>> {
        let (least, most) = match ty {
            Some(ty) => world.extremes(ty),
            None => (i128::MIN, i128::MAX),
        };
        let mut this = self;
        for (first, last) in &mut this.ranges {
            (*first, *last) = ((*first).max(least), (*last).min(most));
        }
        if this.size() > MAX_TRIED as u128 {
            return None;
        }
        let mut list: Vec<(i128, V)> = Vec::new();
        for &value in &this.values {
            let number = world.number(value);
            if (least..=most).contains(&number) {
                list.push((number, value));
            }
        }
        // Only variables of a type are numbered; ends of steps are found as values.
        match ty {
            Some(ty) => {
                for (first, last) in this.ranges {
                    for number in first..=last {
                        list.push((number, world.of_number(number, ty)));
                    }
                }
            }
            None if this.ranges.iter().any(|(a, b)| a <= b) => return None,
            None => {}
        }
        // A stable sort: what was found as a value comes before what was numbered.
        list.sort_by_key(|(number, _)| *number);
        list.dedup_by_key(|(number, _)| *number);
        Some(list.into_iter().map(|(_, value)| value).collect())
    }
}

/// Looks for the values of a variable.
struct Search {
    /// Its number, as seen from where we are.
    variable: u32,
    /// The bounds of the variables that are bound farther inside, the innermost last.
    inner: Vec<(i128, i128)>,
}

impl Search {
    fn new(variable: u32) -> Search {
        Search {
            variable,
            inner: Vec::new(),
        }
    }

    /// The values of the variable that can give the formula this truth. Neither it nor
    /// those inside of it have values in `bound`.
    fn cover<W: World>(
        &mut self,
        world: &mut W,
        id: W::Id,
        wanted: bool,
        bound: &mut Vec<Option<W::Value>>,
    ) -> Result<Cover<W::Value>, W::Stop> {
        let is_sought = |world: &W, id| world.variable(id) == Some(self.variable);
        match (world.view(id), wanted) {
            (View::Not(a), _) => self.cover(world, a, !wanted, bound),
            (View::And(parts), true) | (View::Or(parts), false) => {
                let parts = parts.into_iter().map(|p| (p, wanted));
                self.all(world, parts, bound)
            }
            (View::And(parts), false) | (View::Or(parts), true) => {
                let mut any = Cover::nothing();
                for part in parts {
                    any = any.or(self.cover(world, part, wanted, bound)?);
                }
                Ok(any)
            }
            (View::Iff(a, b), _) => {
                let first = self.all(world, [(a, true), (b, wanted)], bound)?;
                let second = self.all(world, [(a, false), (b, !wanted)], bound)?;
                Ok(first.or(second))
            }
            (View::Compare(op, a, b), _) if is_sought(world, a) != is_sought(world, b) => {
                self.comparison(world, (op, a, b), wanted, bound)
            }
            (View::Allocated(pointer), true) if is_sought(world, pointer) => {
                let elements = world.elements(id)?;
                Ok(elements.map_or(Cover::everything(), Cover::list))
            }
            (View::Closure { step, from, to }, true) if is_sought(world, to) => {
                let Some(from) = world.value(from, bound)? else {
                    return Ok(Cover::everything());
                };
                let walk = walk(world, step, from, None, bound)?;
                Ok(match walk.complete {
                    true => Cover::list(walk.reached),
                    false => Cover::everything(),
                })
            }
            // A body that is true for some values of its variable, or all, is true for one.
            (View::Quantified(_, _, body), _) => {
                bound.push(None);
                let inner = Search::new(0).cover(world, body, wanted, bound);
                let found = inner.and_then(|inner| {
                    self.inner.push(inner.hull(world));
                    self.variable += 1;
                    let found = self.cover(world, body, wanted, bound);
                    self.variable -= 1;
                    self.inner.pop();
                    found
                });
                bound.pop();
                found
            }
            (View::AtEntry(a), _) => {
                if !world.travel(true) {
                    return Ok(Cover::everything());
                }
                let then = self.cover(world, a, wanted, bound);
                world.travel(false);
                then
            }
            (View::Closure { .. }, _) => Ok(Cover::everything()),
            // What has another truth, whatever the variable is, leaves no value for it.
            (View::Allocated(_) | View::Compare(..) | View::Atom, _) => {
                let value = world.value(id, bound)?;
                Ok(match value.map(|v| world.number(v) != 0) {
                    Some(truth) if truth != wanted => Cover::nothing(),
                    _ => Cover::everything(),
                })
            }
        }
    }

    /// The values that can give each of the formulae its truth.
    fn all<W: World>(
        &mut self,
        world: &mut W,
        parts: impl IntoIterator<Item = (W::Id, bool)>,
        bound: &mut Vec<Option<W::Value>>,
    ) -> Result<Cover<W::Value>, W::Stop> {
        let mut all = Cover::everything();
        for (part, wanted) in parts {
            all = all.and(self.cover(world, part, wanted, bound)?);
        }
        Ok(all)
    }

    /// What a comparison with the variable says about it.
    fn comparison<W: World>(
        &self,
        world: &mut W,
        (op, a, b): (BinaryOp, W::Id, W::Id),
        wanted: bool,
        bound: &[Option<W::Value>],
    ) -> Result<Cover<W::Value>, W::Stop> {
        use BinaryOp::*;
        let is_left = world.variable(a) == Some(self.variable);
        let other = if is_left { b } else { a };
        let value = world.value(other, bound)?;
        // Between which numbers the other side is.
        let (low, high) = match (value, world.variable(other)) {
            (Some(value), _) => (world.number(value), world.number(value)),
            (None, Some(n)) if n < self.variable => {
                let index = self.inner.len().checked_sub(n as usize + 1);
                index.map_or((i128::MIN, i128::MAX), |i| self.inner[i])
            }
            (None, _) => return Ok(Cover::everything()),
        };
        let up_to = |last: Option<i128>| match last {
            Some(last) => Cover::range(i128::MIN, last),
            None => Cover::nothing(),
        };
        let from = |first: Option<i128>| match first {
            Some(first) => Cover::range(first, i128::MAX),
            None => Cover::nothing(),
        };
        Ok(match (op, wanted, is_left) {
            (Eq, true, _) | (Ne, false, _) => match value {
                Some(value) => Cover::list(vec![value]),
                None => Cover::range(low, high),
            },
            (Lt, true, true) | (Le, false, false) => up_to(high.checked_sub(1)),
            (Lt, true, false) | (Le, false, true) => from(low.checked_add(1)),
            (Le, true, true) | (Lt, false, false) => up_to(Some(high)),
            (Le, true, false) | (Lt, false, true) => from(Some(low)),
            _ => Cover::everything(),
        })
    }
}

impl Program {
    /// What an expression is made of, as a formula.
    pub fn formula_view(&self, id: ExprId) -> View<ExprId> {
        let exprs = &self.exprs;
        match exprs.get(id) {
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if exprs.is_truth(id) => {
                match op {
                    BinaryOp::And => View::And(vec![a, b]),
                    _ => View::Or(vec![a, b]),
                }
            }
            Expr::Binary(BinaryOp::Eq, a, b) if exprs.is_truth(a) && exprs.is_truth(b) => {
                match exprs.int_value(b) {
                    Some(0) => View::Not(a),
                    _ => View::Iff(a, b),
                }
            }
            Expr::Binary(op, a, b) if op.is_comparison() && self.has_order(exprs.ty(a)) => {
                View::Compare(op, a, b)
            }
            Expr::Query(Query::Allocated(pointer)) => View::Allocated(pointer),
            Expr::Logical(Logical::Quantified(quantifier, ty, body)) => {
                View::Quantified(quantifier, ty, body)
            }
            Expr::Logical(Logical::Closure { step, from, to }) => View::Closure { step, from, to },
            Expr::Logical(Logical::AtEntry(a)) if exprs.is_truth(a) => View::AtEntry(a),
            Expr::Int(_)
            | Expr::Float(_)
            | Expr::Zero
            | Expr::Load(_)
            | Expr::Address(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_)
            | Expr::Query(_)
            | Expr::Logical(Logical::Bound(_) | Logical::AtEntry(_)) => View::Atom,
        }
    }

    /// The variable that an expression is, whose value no conversion around it changes.
    pub fn bound_variable(&self, id: ExprId) -> Option<u32> {
        match self.exprs.get(id) {
            Expr::Logical(Logical::Bound(n)) => Some(n),
            Expr::Cast(a) if self.keeps_values(self.exprs.ty(a), self.exprs.ty(id)) => {
                self.bound_variable(a)
            }
            _ => None,
        }
    }

    /// Are the values of the type ordered as their numbers are?
    pub fn has_order(&self, ty: TypeId) -> bool {
        self.types.int_kind(ty) != Some(IntKind::UInt128) && self.types.bits(ty).is_some()
    }

    /// Is every value of the first type the same number in the second?
    pub fn keeps_values(&self, from: TypeId, to: TypeId) -> bool {
        let ((least, most), (lowest, highest)) = (self.extremes(from), self.extremes(to));
        let is_number = self.has_order(from) && self.has_order(to);
        let is_bool = self.types.int_kind(to) == Some(IntKind::Bool);
        is_number && !is_bool && lowest <= least && most <= highest
    }

    /// The least and the greatest number of a type.
    pub fn extremes(&self, ty: TypeId) -> (i128, i128) {
        match self.types.bits(ty) {
            Some((bits @ 0..=127, false)) => (0, (1 << bits) - 1),
            Some((bits @ 1..=127, true)) => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
            _ => (i128::MIN, i128::MAX),
        }
    }
}
