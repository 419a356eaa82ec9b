//! Which memory chains of links go through, by what pointers may lead to.
//!
//! A closure is only ever asked about from where the program's own formulae ask. What lies
//! on a way from there is found from the whole program's points-to sets, so that a step which
//! writes elsewhere leaves the closure as it is.

use engine::Cx;
use logic::{Formula, FormulaId, Logic, Term, TermId, Time};
use pointers::{Offsets, Target};
use program::{Expr, ExprId, Logical};
use rustc_hash::FxHashMap;
use solver::first_order::{Root, resolve};
use std::collections::BTreeSet;

#[derive(Default)]
pub struct Closures {
    /// By the step over `@C`: the links that chains go through. None: any memory.
    known: FxHashMap<FormulaId, Option<BTreeSet<(Target, u64)>>>,
    /// The offset of the one field that a step reads.
    fields: FxHashMap<FormulaId, u64>,
}

impl Closures {
    /// Learns of the closures in a formula.
    pub fn add(&mut self, cx: &Cx<'_>, logic: &mut Logic, formula: FormulaId) {
        let mut open = vec![formula];
        while let Some(id) = open.pop() {
            match logic.formula(id).clone() {
                Formula::Not(a) | Formula::Quantified(_, _, a) => open.push(a),
                Formula::And(parts) | Formula::Or(parts) => open.extend(parts.iter()),
                Formula::Iff(a, b) => open.extend([a, b]),
                Formula::Closure { step, from, .. } => self.closure(cx, logic, step, from),
                Formula::True | Formula::False | Formula::Compare(..) => {}
            }
        }
    }

    fn closure(&mut self, cx: &Cx<'_>, logic: &mut Logic, step: FormulaId, from: TermId) {
        let links = links(cx, logic, step);
        let start = start(cx, logic, from);
        let step = logic.rename(cx.program, step, |_| Time::After);
        let found = links
            .zip(start)
            .map(|(links, start)| walk(cx, &links, start));
        let known = self
            .known
            .entry(step)
            .or_insert_with(|| Some(BTreeSet::new()));
        *known = known.take().zip(found).map(|(mut known, found)| {
            known.extend(found);
            known
        });
    }

    /// May a write of so many bytes there change a chain?
    pub fn reads(&self, step: FormulaId, target: Target, size: u64) -> bool {
        let Some(Some(links)) = self.known.get(&step) else {
            return true;
        };
        links.iter().any(|(link, width)| {
            link.object == target.object && link.offsets.overlaps(*width, target.offsets, size)
        })
    }

    /// The closures of which a write to memory touches one link, and nothing of others. A
    /// link is as far from its pointer as what is written is from its own.
    pub fn linked(&self, memory: &BTreeSet<(Target, u64)>, offset: u64) -> Vec<FormulaId> {
        let is_one = |links: &BTreeSet<(Target, u64)>, own: u64| {
            links.iter().all(|&(link, width)| {
                memory.iter().all(|&(target, size)| {
                    let is_same = link.offsets == target.offsets
                        && width == size
                        && own == offset
                        && (link.offsets.is_exact() || link.offsets.step() >= width);
                    let overlaps = link.object == target.object
                        && link.offsets.overlaps(width, target.offsets, size);
                    is_same || !overlaps
                })
            })
        };
        let known = self.known.iter().filter_map(|(&step, links)| {
            let own = *self.fields.get(&step)?;
            links.as_ref().filter(|links| is_one(links, own))?;
            Some(step)
        });
        let mut known: Vec<FormulaId> = known.collect();
        known.sort_unstable();
        known
    }
}

/// The fields that a step reads at its former end: their offsets and sizes.
fn links(cx: &Cx<'_>, logic: &Logic, step: FormulaId) -> Option<Vec<(u64, u64)>> {
    let mut links = Vec::new();
    for (_, expr) in logic.expressions(step) {
        match cx.program.exprs.get(expr) {
            Expr::Load(place) => {
                let (Root::Pointer(pointer), offset) = resolve(cx.program, place)? else {
                    return None;
                };
                let former = Expr::Logical(Logical::Bound(1));
                if cx.program.exprs.get(pointer) != former {
                    return None;
                }
                links.push((offset, cx.pointers.width(cx.program, place)));
            }
            // What lives is looked at by others.
            Expr::Query(_) => {}
            _ => return None,
        }
    }
    Some(links)
}

/// Where chains from a term begin.
fn start(cx: &Cx<'_>, logic: &Logic, from: TermId) -> Option<Vec<Target>> {
    let expr: ExprId = match logic.term(from) {
        Term::At(_, expr) if cx.program.exprs.free(expr) == 0 => expr,
        Term::Int(_) => return Some(Vec::new()),
        _ => return None,
    };
    Some(cx.pointers.points_to(cx.program, expr))
}

fn walk(cx: &Cx<'_>, links: &[(u64, u64)], start: Vec<Target>) -> BTreeSet<(Target, u64)> {
    let mut seen: BTreeSet<Target> = start.iter().copied().collect();
    let mut open = start;
    let mut found = BTreeSet::new();
    while let Some(target) = open.pop() {
        for &(offset, size) in links {
            let link = Target {
                object: target.object,
                offsets: target.offsets.plus(Offsets::exact(offset as i64)),
            };
            found.insert((link, size));
            for next in cx.pointers.contents_at(link, size) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    found
}
