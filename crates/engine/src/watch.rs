//! Who follows a strategy at work.

use crate::examined::Examined;
use crate::explore::Exploration;
use crate::verdict::{Unknown, Verdict};
use properties::Property;
use solver::work_done;
use std::mem;

/// Units of work that a path counts as that was looked at more closely. One unit is about an
/// operation of the search; what a successor counts as, analyses say ([`crate::Analysis::cost`]).
pub(crate) const REFINEMENT: u64 = 20_000;

/// Units of work that one of the solver's own is.
const SOLVER_UNIT: u64 = 2;

/// Counts what the solver does on a thread.
pub(crate) struct Meter(u32);

impl Meter {
    pub fn new() -> Meter {
        Meter(work_done())
    }

    /// Units of work since this was asked last.
    pub fn more(&mut self) -> u64 {
        let now = work_done();
        let before = mem::replace(&mut self.0, now);
        SOLVER_UNIT * u64::from(now.wrapping_sub(before))
    }
}

/// Told by strategies as they go. What is asked here can end the work, or a part of it that
/// nobody needs any more; it never makes something true or false.
pub trait Watch: Send {
    /// A phase begins; a few words for people.
    fn phase(&mut self, what: &str) {
        let _ = what;
    }

    /// A property is decided, true or false. Said as soon as it is known: should
    /// the rest run out of time, this stays.
    fn decided(&mut self, property: Property, verdict: &Verdict) {
        let _ = (property, verdict);
    }

    /// Which strategies there will be, and why; a sentence for people.
    fn chose(&mut self, what: &str) {
        let _ = what;
    }

    /// So many units of work were done. Is the rest still of use?
    fn spent(&mut self, units: u64) -> bool {
        let _ = units;
        true
    }

    /// Has somebody else decided this property? Then nobody need look at it.
    fn is_settled(&self, property: Property) -> bool {
        let _ = property;
        false
    }

    /// Something was learned from a path; a sentence for people.
    fn refined(&mut self, what: &str) {
        let _ = what;
    }

    /// One of an automaton's values was examined, perhaps not for the last time.
    fn examined(&mut self, value: &Examined) {
        let _ = value;
    }

    /// Is the model of an exploration wanted? Then one goes on to its end, even if nothing
    /// can be proved any more.
    fn wants_model(&self) -> bool {
        false
    }

    /// An exploration is over. `hole` says why not every run was seen.
    fn explored(&mut self, exploration: &Exploration<'_>, hole: Option<&Unknown>) {
        let _ = (exploration, hole);
    }
}

/// Nobody follows.
pub struct Unwatched;

impl Watch for Unwatched {}

/// Loses interest after so many units of work, the solver's included.
pub struct Limited<'w> {
    watch: &'w mut dyn Watch,
    left: u64,
    solver: Meter,
}

impl Limited<'_> {
    pub fn new(watch: &mut dyn Watch, units: u64) -> Limited<'_> {
        Limited {
            watch,
            left: units,
            solver: Meter::new(),
        }
    }
}

impl Watch for Limited<'_> {
    fn phase(&mut self, what: &str) {
        self.watch.phase(what);
    }

    fn decided(&mut self, property: Property, verdict: &Verdict) {
        self.watch.decided(property, verdict);
    }

    fn chose(&mut self, what: &str) {
        self.watch.chose(what);
    }

    fn spent(&mut self, units: u64) -> bool {
        let all = units + self.solver.more();
        self.left = self.left.saturating_sub(all);
        self.watch.spent(units) && self.left > 0
    }

    fn is_settled(&self, property: Property) -> bool {
        self.watch.is_settled(property)
    }

    fn refined(&mut self, what: &str) {
        self.watch.refined(what);
    }

    fn examined(&mut self, value: &Examined) {
        self.watch.examined(value);
    }

    fn wants_model(&self) -> bool {
        self.watch.wants_model()
    }

    fn explored(&mut self, exploration: &Exploration<'_>, hole: Option<&Unknown>) {
        self.watch.explored(exploration, hole);
    }
}
