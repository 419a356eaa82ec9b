//! The properties that Concord knows, and sets of them.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// One thing that a program is to be free of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    /// Neither `reach_error` nor `__VERIFIER_error` is called.
    UnreachCall,
    /// No assertion fails.
    Assert,
    /// No access outside of living objects, no call of what is no function.
    ValidDeref,
    /// Only blocks are freed, and only once.
    ValidFree,
    /// Every block not freed can be reached from a live variable.
    ValidMemtrack,
    /// Every block is freed when the program ends.
    ValidMemcleanup,
    /// No signed arithmetic leaves its type.
    NoOverflow,
    /// No integer is divided by zero.
    NoDivisionByZero,
    /// An automaton never comes to an error; its name.
    Automaton(AutomatonName),
}

/// The name of an automaton, as small to copy as any other property. Names are few
/// and are kept as long as the process lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AutomatonName(&'static str);

impl AutomatonName {
    fn of(name: &str) -> AutomatonName {
        static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        AutomatonName(known.get(name).copied().unwrap_or_else(|| {
            let kept: &'static str = Box::leak(name.into());
            known.insert(kept);
            kept
        }))
    }
}

impl Property {
    /// The properties that need no automaton.
    pub const ALL: [Property; 8] = [
        Property::UnreachCall,
        Property::Assert,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::NoOverflow,
        Property::NoDivisionByZero,
    ];

    /// That the automaton of this name is not violated.
    pub fn automaton(name: &str) -> Property {
        Property::Automaton(AutomatonName::of(name))
    }

    pub fn name(self) -> &'static str {
        match self {
            Property::Automaton(AutomatonName(name)) => name,
            Property::UnreachCall => "unreach-call",
            Property::Assert => "assert",
            Property::ValidDeref => "valid-deref",
            Property::ValidFree => "valid-free",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::NoOverflow => "no-overflow",
            Property::NoDivisionByZero => "no-division-by-zero",
        }
    }
}

impl Property {
    /// The property as SV-COMP's property files state it; None where they do not.
    pub fn formula(self) -> Option<&'static str> {
        Some(match self {
            Property::UnreachCall => "G ! call(reach_error())",
            Property::Assert => "G assert",
            Property::ValidDeref => "G valid-deref",
            Property::ValidFree => "G valid-free",
            Property::ValidMemtrack => "G valid-memtrack",
            Property::ValidMemcleanup => "G valid-memcleanup",
            Property::NoOverflow => "G ! overflow",
            Property::NoDivisionByZero | Property::Automaton(_) => return None,
        })
    }
}

impl Property {
    /// Its place in a set; automata have none.
    fn bit(self) -> u8 {
        let index = Property::ALL.iter().position(|&p| p == self);
        index.map_or(0, |i| 1 << i)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of properties, in a fixed order: those of [`Property::ALL`], then automata
/// in the order in which they were asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Properties {
    plain: u8,
    automata: Vec<AutomatonName>,
}

impl Properties {
    pub const NONE: Properties = Properties {
        plain: 0,
        automata: Vec::new(),
    };

    /// What is checked if nothing is asked for.
    pub fn default_set() -> Properties {
        Properties::NONE
            .with(Property::Assert)
            .with(Property::UnreachCall)
            .with(Property::ValidDeref)
            .with(Property::ValidFree)
    }

    /// The properties a name stands for: one, or a group such as `valid-memsafety`.
    pub fn named(name: &str) -> Option<Properties> {
        if name == "valid-memsafety" {
            let three = [
                Property::ValidDeref,
                Property::ValidFree,
                Property::ValidMemtrack,
            ];
            return Some(three.into_iter().collect());
        }
        let one = Property::ALL.into_iter().find(|p| p.name() == name)?;
        Some(Properties::NONE.with(one))
    }

    /// Every name that [`Properties::named`] knows.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<_> = Property::ALL.iter().map(|p| p.name()).collect();
        names.push("valid-memsafety");
        names
    }

    #[must_use]
    pub fn with(mut self, property: Property) -> Properties {
        match property {
            Property::Automaton(name) if !self.automata.contains(&name) => self.automata.push(name),
            property => self.plain |= property.bit(),
        }
        self
    }

    #[must_use]
    pub fn union(self, other: Properties) -> Properties {
        other.iter().fold(self, Properties::with)
    }

    pub fn contains(&self, property: Property) -> bool {
        match property {
            Property::Automaton(name) => self.automata.contains(&name),
            property => self.plain & property.bit() != 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.plain == 0 && self.automata.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Property> {
        let plain = Property::ALL.into_iter().filter(|&p| self.contains(p));
        plain.chain(self.automata.iter().copied().map(Property::Automaton))
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(iter: I) -> Properties {
        iter.into_iter().fold(Properties::NONE, Properties::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known() {
        for name in Properties::names() {
            assert!(Properties::named(name).is_some_and(|p| !p.is_empty()));
        }
        assert_eq!(Properties::named("termination"), None);
        let memsafety = Properties::named("valid-memsafety").unwrap_or_default();
        let names: Vec<_> = memsafety.iter().map(Property::name).collect();
        assert_eq!(names, ["valid-deref", "valid-free", "valid-memtrack"]);
    }
}
