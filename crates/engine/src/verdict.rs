//! Answers: what a strategy concludes about each property.

use crate::examined::{Examined, settle};
use crate::exchange::Account;
use crate::invariants::Told;
use machine::{Fault, Incident, Input};
use program::{Program, Span};
use properties::Property;
use std::borrow::Cow;
use std::fmt;

/// What was concluded about one property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Holds on every path, for every input.
    True,
    /// The machine reproduced a violation.
    False(Box<Counterexample>),
    Unknown(Unknown),
}

/// A violation that happened: run the machine on these inputs and see.
#[derive(Clone, Debug)]
pub struct Counterexample {
    pub property: Property,
    /// In the order in which the machine asks for them.
    pub inputs: Vec<Input>,
    pub incident: Incident,
}

/// Why a property was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    pub reason: Reason,
    /// One sentence for people.
    pub what: String,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    Timeout,
    Memory,
    Interrupted,
    /// The worker ended without an answer.
    Crash,
    /// Something without a meaning here can be reached.
    Unsupported,
    /// The search was cut off.
    Bound,
    /// The solver did not answer.
    Solver,
    /// A violation was found that the machine did not reproduce.
    NotReplayed,
    /// An abstraction cannot exclude a violation, and it may be at fault.
    Imprecise,
}

impl Reason {
    const ALL: [Reason; 9] = [
        Reason::Timeout,
        Reason::Memory,
        Reason::Interrupted,
        Reason::Crash,
        Reason::Unsupported,
        Reason::Bound,
        Reason::Solver,
        Reason::NotReplayed,
        Reason::Imprecise,
    ];

    pub fn named(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Reason::Timeout => "timeout",
            Reason::Memory => "memory",
            Reason::Interrupted => "interrupted",
            Reason::Crash => "crash",
            Reason::Unsupported => "unsupported",
            Reason::Bound => "bound",
            Reason::Solver => "solver",
            Reason::NotReplayed => "not-replayed",
            Reason::Imprecise => "imprecise",
        }
    }
}

impl Reason {
    /// How much a reason says: more than that bounds were reached.
    fn weight(self) -> u32 {
        match self {
            Reason::Bound => 0,
            Reason::Imprecise => 1,
            Reason::Timeout
            | Reason::Memory
            | Reason::Interrupted
            | Reason::Crash
            | Reason::Unsupported
            | Reason::Solver
            | Reason::NotReplayed => 2,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Everything that a strategy has to say.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// One for each property asked about, in their order.
    pub verdicts: Vec<(Property, Verdict)>,
    /// What the verdicts rely on, beyond the program and its options.
    pub assumptions: Vec<String>,
    /// Names and numbers for `--stats`.
    pub statistics: Vec<(Cow<'static, str>, u64)>,
    /// What is known about loops in all runs that violate nothing, if states were found that
    /// cover every run.
    pub told: Option<Told>,
    /// What became of the values of automata, where they were followed one at a time.
    pub values: Vec<Examined>,
    /// What the analyses told each other, if that was recorded.
    pub exchange: Option<Account>,
}

impl Answer {
    /// Is some property violated?
    pub fn is_violated(&self) -> bool {
        let mut verdicts = self.verdicts.iter();
        verdicts.any(|(_, v)| matches!(v, Verdict::False(_)))
    }

    /// Is every property true or false?
    pub fn is_decided(&self) -> bool {
        let open = |v: &Verdict| matches!(v, Verdict::Unknown(_));
        !self.verdicts.is_empty() && !self.verdicts.iter().any(|(_, v)| open(v))
    }

    /// Is a property true or false?
    pub fn decides(&self, property: Property) -> bool {
        let mut verdicts = self.verdicts.iter();
        verdicts.any(|(p, v)| *p == property && !matches!(v, Verdict::Unknown(_)))
    }

    /// Is every property true?
    pub fn is_proved(&self) -> bool {
        let proved = |v: &Verdict| matches!(v, Verdict::True);
        !self.verdicts.is_empty() && self.verdicts.iter().all(|(_, v)| proved(v))
    }

    /// What is known after a later strategy answered the same question too, or a part of it.
    #[must_use]
    pub fn improved(self, later: Answer) -> Answer {
        if later.verdicts.is_empty() {
            return self;
        }
        let has = |answer: &Answer, property| answer.verdicts.iter().any(|(p, _)| *p == property);
        let answers_all = self.verdicts.iter().all(|(p, _)| has(&later, *p));
        let proves_all = answers_all && later.is_proved();
        let mut verdicts = self.verdicts;
        for (property, verdict) in later.verdicts {
            let Some((_, known)) = verdicts.iter_mut().find(|(p, _)| *p == property) else {
                verdicts.push((property, verdict));
                continue;
            };
            let is_better = match (&*known, &verdict) {
                (Verdict::True | Verdict::False(_), _) => false,
                (Verdict::Unknown(known), Verdict::Unknown(later)) => {
                    known.reason.weight() < later.reason.weight()
                }
                (Verdict::Unknown(_), _) => true,
            };
            if is_better {
                *known = verdict;
            }
        }
        let mut values = match later.values.is_empty() {
            true => self.values,
            false => later.values,
        };
        settle(&mut values, &verdicts);
        let mut assumptions = self.assumptions;
        for assumption in later.assumptions {
            if !assumptions.contains(&assumption) {
                assumptions.push(assumption);
            }
        }
        let mut statistics = self.statistics;
        statistics.extend(later.statistics);
        Answer {
            verdicts,
            assumptions,
            statistics,
            told: match proves_all {
                true => later.told,
                false => Told::both(self.told, later.told),
            },
            values,
            exchange: later.exchange.or(self.exchange),
        }
    }
}

/// The property that a fault violates; None if it merely ends a run.
pub fn fault_property(program: &Program, fault: Fault) -> Option<Property> {
    Some(match fault {
        Fault::ErrorCall(_) | Fault::UndefinedCall(_) => Property::UnreachCall,
        Fault::Assertion => Property::Assert,
        Fault::Automaton(f) => Property::automaton(&program.names[program.alarm(f)?.automaton]),
        Fault::OutOfBounds
        | Fault::UseAfterFree
        | Fault::UseAfterScope
        | Fault::NullDereference
        | Fault::InvalidPointer
        | Fault::ReadOnly
        | Fault::InvalidCall
        | Fault::VariableArguments
        | Fault::InvalidJump => Property::ValidDeref,
        Fault::DoubleFree | Fault::InvalidFree => Property::ValidFree,
        Fault::Leak => Property::ValidMemtrack,
        Fault::Cleanup => Property::ValidMemcleanup,
        Fault::SignedOverflow => Property::NoOverflow,
        Fault::DivisionByZero => Property::NoDivisionByZero,
        Fault::Misaligned | Fault::ShiftRange => return None,
    })
}
