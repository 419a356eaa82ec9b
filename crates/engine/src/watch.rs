//! Who follows a strategy at work.

use crate::examined::Examined;
use crate::explore::Exploration;
use crate::verdict::{Unknown, Verdict};
use properties::Property;

/// Units of work that a path counts as that was looked at more closely. One unit is about an
/// operation of the search; what a successor counts as, analyses say ([`crate::Analysis::cost`]).
pub(crate) const REFINEMENT: u64 = 20_000;

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
