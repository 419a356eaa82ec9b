//! What became of an automaton's values, where they are followed one at a time.

use crate::explain::Passage;
use crate::verdict::{Unknown, Verdict};
use machine::Fault;
use program::{FunctionId, Span};
use properties::Property;

/// One value of an automaton, and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examined {
    pub property: Property,
    /// Tells it from the other values of the automaton.
    pub number: usize,
    pub subject: Subject,
    pub fate: Fate,
}

/// What was followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The value created here.
    Created(Span),
    /// Null, where no value can come from.
    Null,
    /// All values at once.
    All,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Nothing that the automaton forbids happens to it.
    Proved,
    /// The machine showed a violation.
    Violated,
    /// Some violations are not excluded; and what came of a closer look, in sentences.
    Possible(Vec<Suspicion>, Vec<String>),
}

/// A violation that is not excluded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspicion {
    pub what: Unknown,
    /// The function that the automaton would call ([`program::Program::alarm`]).
    pub alarm: Option<FunctionId>,
    /// How it would come to that.
    pub path: Vec<Passage>,
}

impl Suspicion {
    pub fn without_path(what: Unknown) -> Suspicion {
        Suspicion {
            what,
            alarm: None,
            path: Vec::new(),
        }
    }
}

impl Examined {
    /// Why it is not proved.
    pub fn open(&self) -> Option<&Unknown> {
        match &self.fate {
            Fate::Possible(list, _) => list.first().map(|suspicion| &suspicion.what),
            Fate::Proved | Fate::Violated => None,
        }
    }
}

/// What the verdicts say about the values. A violation is that of a value if no other
/// one may be at fault.
pub(crate) fn settle(values: &mut [Examined], verdicts: &[(Property, Verdict)]) {
    for (property, verdict) in verdicts {
        let own = values.iter_mut().filter(|v| v.property == *property);
        match verdict {
            Verdict::True => own.for_each(|value| value.fate = Fate::Proved),
            Verdict::False(found) => {
                let incident = found.incident;
                let is_it = |s: &Suspicion| {
                    let fault = s.alarm.map(Fault::Automaton);
                    s.what.span == incident.span && fault == Some(incident.fault)
                };
                let mut suspects: Vec<_> = own
                    .filter(|value| match &value.fate {
                        Fate::Possible(list, _) => list.iter().any(is_it),
                        Fate::Proved | Fate::Violated => false,
                    })
                    .collect();
                if let [only] = &mut suspects[..] {
                    only.fate = Fate::Violated;
                }
            }
            Verdict::Unknown(_) => {}
        }
    }
}
