//! The properties that Concord knows, and sets of them.

use std::fmt;

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
}

impl Property {
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

    pub fn name(self) -> &'static str {
        match self {
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
            Property::NoDivisionByZero => return None,
        })
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of properties, in a fixed order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Properties(u8);

impl Properties {
    pub const NONE: Properties = Properties(0);

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
    pub fn with(self, property: Property) -> Properties {
        Properties(self.0 | 1 << property as u8)
    }

    #[must_use]
    pub fn union(self, other: Properties) -> Properties {
        Properties(self.0 | other.0)
    }

    pub fn contains(self, property: Property) -> bool {
        self.0 & (1 << property as u8) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of [`Property::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |&p| self.contains(p))
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
