//! Answers: what a strategy concludes about each property.

use crate::examined::{Examined, settle};
use crate::exchange::Account;
use crate::invariants::Invariant;
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
    /// What is known about loops, if every run was seen.
    pub invariants: Vec<Invariant>,
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

    /// What is known after a later strategy answered the same question too.
    #[must_use]
    pub fn improved(self, later: Answer) -> Answer {
        let verdicts = later.verdicts.into_iter().map(|(property, verdict)| {
            let earlier = self.verdicts.iter().find(|(p, _)| *p == property);
            match earlier {
                Some((_, known @ (Verdict::True | Verdict::False(_)))) => (property, known.clone()),
                Some((_, Verdict::Unknown(known))) => match verdict {
                    Verdict::Unknown(later) if known.reason.weight() >= later.reason.weight() => {
                        (property, Verdict::Unknown(known.clone()))
                    }
                    verdict => (property, verdict),
                },
                None => (property, verdict),
            }
        });
        let verdicts: Vec<_> = verdicts.collect();
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
            invariants: match later.invariants.is_empty() {
                true => self.invariants,
                false => later.invariants,
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
