//! Who follows a strategy at work.

use crate::examined::Examined;
use crate::explore::Exploration;
use crate::verdict::{Unknown, Verdict};
use properties::Property;

/// Told by strategies as they go. Nothing said here influences a verdict.
pub trait Watch {
    /// A phase begins; a few words for people.
    fn phase(&mut self, what: &str) {
        let _ = what;
    }

    /// A property is decided, true or false. Said as soon as it is known: should
    /// the rest run out of time, this stays.
    fn decided(&mut self, property: Property, verdict: &Verdict) {
        let _ = (property, verdict);
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
