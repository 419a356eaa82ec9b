//! Which variables are followed: HECTOR's configuration of a module (thesis, section 4.2), written
//! by hand or found from paths that cannot be taken.
//!
//! Such a path is taken with all variables followed. If that shows that it cannot be, variables are
//! left out as long as it still does; what is left is followed from then on.

use super::{Number, Pointwise, State};
use engine::{Analysis, Cx, Fact, Facts, Lesson, Move, Path};
use program::VarId;
use std::collections::BTreeSet;

/// Moves of a path, and variables of which it is found out which matter: both cost.
const LONGEST: usize = 2_000;
const MOST: usize = 40;

/// The variables that the task names for an analysis; None if it names none.
pub fn named(cx: &Cx<'_>, analysis: &str) -> Option<BTreeSet<VarId>> {
    let named = cx.precision.iter().filter_map(|known| match known.fact {
        Fact::Followed(of, var) if &cx.program.names[of] == analysis => Some(var),
        Fact::Followed(..) | Fact::Holds(_) | Fact::Values(_) | Fact::Apart => None,
    });
    let named: BTreeSet<VarId> = named.collect();
    (!named.is_empty()).then_some(named)
}

impl<N: Number> Pointwise<N> {
    /// The variables that would have to be followed to exclude a path, beyond those that are;
    /// None if the path stays possible, or nothing is missing.
    pub(super) fn needed(&mut self, cx: &Cx<'_>, path: &Path<'_>) -> Option<BTreeSet<VarId>> {
        if !self.lazy || path.moves.len() > LONGEST {
            return None;
        }
        let kept = self.followed.take()?;
        let found = self.smallest(cx, path, &kept);
        self.followed = Some(kept);
        found.filter(|new| !new.is_empty())
    }

    fn smallest(
        &mut self,
        cx: &Cx<'_>,
        path: &Path<'_>,
        kept: &BTreeSet<VarId>,
    ) -> Option<BTreeSet<VarId>> {
        let mut seen = BTreeSet::new();
        if self.is_possible(cx, path, &mut seen) {
            return None;
        }
        let mut all: BTreeSet<VarId> = &seen | kept;
        let candidates: Vec<VarId> = seen.difference(kept).copied().collect();
        for var in candidates.into_iter().take(MOST) {
            all.remove(&var);
            self.followed = Some(all.clone());
            if self.is_possible(cx, path, &mut BTreeSet::new()) {
                all.insert(var);
            }
        }
        Some(&all - kept)
    }

    /// Can the path be taken, as far as this analysis alone can tell? The variables that states
    /// on the way speak about are put into `seen`.
    fn is_possible(&self, cx: &Cx<'_>, path: &Path<'_>, seen: &mut BTreeSet<VarId>) -> bool {
        let nobody = Facts::nothing();
        let Ok(initial) = self.initial(cx) else {
            return true;
        };
        let mut state = match &initial[..] {
            [state] => state.clone(),
            _ => return true,
        };
        let mut open: Vec<State<N>> = Vec::new();
        for by in path.moves {
            let roots = state.places().into_iter();
            seen.extend(roots.filter_map(|place| cx.program.exprs.root(place)));
            let next = match by {
                Move::Step(step) => self.post(cx, &state, step, &nobody),
                Move::Call(call) => {
                    let entry = self.call(cx, &state, call, &nobody);
                    open.push(state);
                    entry
                }
                Move::Return(call) => match open.pop() {
                    Some(caller) => self.ret(cx, &caller, &state, call, &nobody),
                    None => return true,
                },
            };
            state = match next {
                Ok(states) if states.is_empty() => return false,
                Ok(mut states) if states.len() == 1 => states.remove(0),
                // Where it becomes several states the question is not worth it.
                Ok(_) | Err(_) => return true,
            };
        }
        true
    }

    /// From now on these are followed, too.
    pub(super) fn follow(
        &mut self,
        cx: &Cx<'_>,
        path: &Path<'_>,
        needed: BTreeSet<VarId>,
    ) -> Lesson {
        let names = needed.iter().map(|&var| cx.program.show(var).to_string());
        let names: Vec<String> = names.collect();
        let mut lesson = Lesson {
            places: path.moves.iter().map(|by| by.to(cx.program)).collect(),
            needed: Vec::new(),
            facts: vec![format!("{} of {}", N::NAME, names.join(", "))],
        };
        lesson.tidy();
        self.followed.get_or_insert_default().extend(needed);
        lesson
    }
}
