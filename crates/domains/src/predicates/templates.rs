//! Guesses about loops: when a path has gone round one, the values that variables had at
//! its head suggest what holds in every round. Variables that move by the same amount
//! each time are related to each other linearly, keep on one side of where they began,
//! and of what they are compared with. A guess that is wrong does no harm: it is a
//! predicate like any other.

use super::Inner;
use super::atoms::atoms;
use super::interpolate::Segment;
use engine::{Cx, Lesson, Path};
use program::{FunctionId, Location};
use solver::block::{Block, Meaning, Unsupported};
use solver::{Node, Sort, Term};
use std::collections::BTreeSet;

/// Rounds that a guess is made from.
const VISITS: usize = 3;

/// A loop head may be come to in different ways by turns, such as by one who writes and one who
/// reads. More of them are not told apart.
const MAX_PERIOD: usize = 4;

/// Variables at one loop head that are looked at, and how far they may move at once.
const MAX_VARIABLES: usize = 16;
const MAX_STEP: i128 = 64;

struct Moving {
    variable: Term,
    begins: Term,
    by: i128,
}

impl Inner {
    /// Tracks guesses at the loop heads that a path comes to often, once for each.
    pub(super) fn guess(
        &mut self,
        cx: &Cx<'_>,
        path: &Path<'_>,
        segments: &[Segment],
    ) -> Result<Lesson, Unsupported> {
        let mut lesson = Lesson::default();
        let Some((_, cuts)) = segments.split_last() else {
            return Ok(lesson);
        };
        let mut blocks: Option<Vec<Block>> = None;
        let places: BTreeSet<_> = cuts.iter().map(|s| s.to).collect();
        for place in places {
            let visits: Vec<usize> = (0..cuts.len()).filter(|&i| cuts[i].to == place).collect();
            for period in 1..=MAX_PERIOD {
                if visits.len() < period * VISITS || !self.guessed.insert((place, period)) {
                    continue;
                }
                if blocks.is_none() {
                    blocks = Some(self.prefixes(cx, path, cuts)?);
                }
                let blocks = blocks.as_deref().unwrap_or_default();
                // The last visits of each of those that come by turns.
                let last = &visits[visits.len() - period * VISITS..];
                for turn in 0..period {
                    let visits = last.iter().skip(turn).step_by(period);
                    let chosen: Vec<&Block> = visits.filter_map(|&i| blocks.get(i)).collect();
                    if let [a, b, c] = chosen[..] {
                        self.guess_relations(cx, place, [a, b, c], &mut lesson);
                    }
                }
                for &visit in last.iter().filter(|_| period == 1) {
                    if let Some(next) = segments.get(visit + 1) {
                        self.guess_bounds(cx, place, next, &mut lesson);
                    }
                }
            }
        }
        lesson.tidy();
        Ok(lesson)
    }

    /// The whole path up to each cut, as one block.
    pub(super) fn prefixes(
        &mut self,
        cx: &Cx<'_>,
        path: &Path<'_>,
        cuts: &[Segment],
    ) -> Result<Vec<Block>, Unsupported> {
        let preset = |var| cx.preset(var);
        let mut block = self.encoder.start(super::world(cx), cx.start, &preset)?;
        let mut found = Vec::new();
        let mut ends = cuts.iter().map(|s| s.end).peekable();
        for i in 0..=path.moves.len() {
            if let Some(by) = i.checked_sub(1) {
                match self.follow(cx, std::mem::take(&mut block), path, by)? {
                    Some(next) => block = next,
                    None => break,
                }
            }
            if ends.peek() == Some(&i) {
                ends.next();
                found.push(block.clone());
            }
        }
        Ok(found)
    }

    fn guess_relations(
        &mut self,
        cx: &Cx<'_>,
        place: (FunctionId, Location),
        visits: [&Block; 3],
        lesson: &mut Lesson,
    ) {
        let mut moving: Vec<Moving> = Vec::new();
        let mut fixed: Vec<(Term, Term)> = Vec::new();
        for variable in self.variables(cx, place.0, visits) {
            let [a, b, c] = visits.map(|block| self.encoder.at_end(block, variable));
            let terms = &mut self.encoder.terms;
            let (first, second) = (terms.sub(b, a), terms.sub(c, b));
            let width = terms.width(variable);
            let (Some(x), Some(y)) = (terms.as_bits(first), terms.as_bits(second)) else {
                continue;
            };
            let by = program::arith::wrap(x as i128, width, true);
            match by {
                _ if x != y => {}
                0 => fixed.push((variable, a)),
                _ if by.abs() <= MAX_STEP => moving.push(Moving {
                    variable,
                    begins: a,
                    by,
                }),
                _ => {}
            }
        }
        for i in 0..moving.len() {
            for j in i + 1..moving.len() {
                if let Some(guess) = self.relation(&moving[i], &moving[j], &fixed) {
                    self.track(cx, place, guess, lesson);
                }
            }
        }
        for one in &moving {
            let mut limits: Vec<Term> = fixed
                .iter()
                .filter(|(_, value)| *value == one.begins)
                .map(|(variable, _)| *variable)
                .collect();
            let terms = &mut self.encoder.terms;
            if terms.is_constant(one.begins) {
                // Where it was two rounds before it was looked at first, or at zero.
                let width = terms.width(one.begins);
                limits.push(terms.bits(0, width));
            }
            for limit in limits {
                let terms = &mut self.encoder.terms;
                let beyond = match one.by > 0 {
                    true => terms.slt(one.variable, limit),
                    false => terms.slt(limit, one.variable),
                };
                self.track(cx, place, beyond, lesson);
            }
        }
    }

    /// `x * dy - y * dx` is what it was.
    fn relation(&mut self, x: &Moving, y: &Moving, fixed: &[(Term, Term)]) -> Option<Term> {
        let terms = &mut self.encoder.terms;
        let width = terms.width(x.variable);
        if width != terms.width(y.variable) {
            return None;
        }
        let common = gcd(x.by, y.by);
        let (dx, dy) = (x.by / common, y.by / common);
        let mut combine = |a: Term, b: Term| {
            let p = terms.bits(dy as u128, width);
            let q = terms.bits(-dx as u128, width);
            let (a, b) = (terms.mul(a, p), terms.mul(b, q));
            terms.add(a, b)
        };
        let (left, right) = (combine(x.variable, y.variable), combine(x.begins, y.begins));
        if terms.is_constant(right) {
            return Some(terms.eq(left, right));
        }
        for &(variable, value) in fixed {
            if terms.width(variable) != width {
                continue;
            }
            for factor in [1, -1, dx, dy, -dx, -dy] {
                let factor = terms.bits(factor as u128, width);
                let scaled = terms.mul(value, factor);
                let rest = terms.sub(right, scaled);
                if terms.is_constant(rest) {
                    let scaled = terms.mul(variable, factor);
                    let right = terms.add(scaled, rest);
                    return Some(terms.eq(left, right));
                }
            }
        }
        None
    }

    /// What is compared with something at a loop head comes no further than that.
    fn guess_bounds(
        &mut self,
        cx: &Cx<'_>,
        place: (FunctionId, Location),
        next: &Segment,
        lesson: &mut Lesson,
    ) {
        let mut found = Vec::new();
        for &condition in next.block.conditions.iter().take(4) {
            atoms(&mut self.encoder.terms, condition, &mut found);
        }
        for atom in found {
            let terms = &mut self.encoder.terms;
            let guess = match terms.node(atom) {
                Node::Slt(a, b) => terms.slt(b, a),
                Node::Ult(a, b) => terms.ult(b, a),
                Node::Sle(a, b) => terms.slt(a, b),
                Node::Ule(a, b) => terms.ult(a, b),
                Node::Eq(a, b) if terms.sort(a) != Sort::Bool => {
                    let less = terms.slt(a, b);
                    self.track(cx, place, less, lesson);
                    self.encoder.terms.slt(b, a)
                }
                _ => continue,
            };
            self.track(cx, place, guess, lesson);
        }
    }

    /// Variables that the function can see and that the path has set.
    fn variables(&self, cx: &Cx<'_>, function: FunctionId, visits: [&Block; 3]) -> Vec<Term> {
        let mut found: Vec<Term> = visits[2]
            .changed()
            .filter(|&term| {
                let symbol = self.encoder.terms.as_symbol(term);
                let Some(Meaning::Var(var)) = symbol.and_then(|s| self.encoder.meaning(s)) else {
                    return false;
                };
                let v = &cx.program.vars[var];
                v.kind.is_static() || v.function == Some(function)
            })
            .collect();
        found.truncate(MAX_VARIABLES);
        found
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
