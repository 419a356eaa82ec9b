//! Kleene's three truth values.

/// Ordered by truth: false, unknown, true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kleene {
    False,
    Unknown,
    True,
}

impl Kleene {
    pub fn and(self, other: Kleene) -> Kleene {
        self.min(other)
    }

    pub fn or(self, other: Kleene) -> Kleene {
        self.max(other)
    }

    #[allow(clippy::should_implement_trait)] // the connective, like its siblings
    pub fn not(self) -> Kleene {
        match self {
            Kleene::False => Kleene::True,
            Kleene::Unknown => Kleene::Unknown,
            Kleene::True => Kleene::False,
        }
    }

    /// The least value in the information order that is above both.
    pub fn join(self, other: Kleene) -> Kleene {
        if self == other { self } else { Kleene::Unknown }
    }

    pub fn is_definite(self) -> bool {
        self != Kleene::Unknown
    }

    pub(crate) fn of_planes(must: bool, may: bool) -> Kleene {
        match (must, may) {
            (true, _) => Kleene::True,
            (false, true) => Kleene::Unknown,
            (false, false) => Kleene::False,
        }
    }

    pub(crate) fn must(self) -> bool {
        self == Kleene::True
    }

    pub(crate) fn may(self) -> bool {
        self != Kleene::False
    }
}

impl From<bool> for Kleene {
    fn from(value: bool) -> Kleene {
        if value { Kleene::True } else { Kleene::False }
    }
}
