//! Which predicates structures have, and what is known of them.

use crate::coerce::Rules;
use crate::structure::Shape;
use logic::relational::{Formula, PredicateId, Variable};
use rustc_hash::FxHashMap;

/// What a predicate is used for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Traits {
    /// Of a unary predicate: it tells nodes apart.
    pub abstraction: bool,
    /// A unary predicate holds of at most one individual; a binary one is a partial
    /// function of its first argument.
    pub unique: bool,
}

/// What a constraint says where its body holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    False,
    /// An atom or a negated atom.
    Holds(Formula),
    Equal(Variable, Variable),
}

/// Where a structure keeps a predicate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Slot {
    Nullary(usize),
    Unary(usize),
    Binary(usize),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Predicate {
    pub id: PredicateId,
    pub slot: Slot,
    pub traits: Traits,
    pub definition: Option<Definition>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Definition {
    pub parameters: Vec<Variable>,
    pub formula: Formula,
}

/// The predicates of structures, and the rules that hold of them, compiled once.
#[derive(Debug)]
pub struct Vocabulary {
    declarations: Declarations,
    slots: FxHashMap<PredicateId, usize>,
    abstraction: Vec<usize>,
    rules: Rules,
}

/// Everything from which a vocabulary is made: equal declarations, equal vocabularies.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Declarations {
    pub predicates: Vec<Predicate>,
    pub constraints: Vec<(Formula, Head)>,
    pub shape: Shape,
}

impl PartialEq for Vocabulary {
    fn eq(&self, other: &Vocabulary) -> bool {
        std::ptr::eq(self, other) || self.declarations == other.declarations
    }
}

impl Eq for Vocabulary {}

impl Vocabulary {
    pub(crate) fn slot(&self, p: PredicateId) -> Option<Slot> {
        self.predicate(p).map(|p| p.slot)
    }

    pub(crate) fn predicate(&self, p: PredicateId) -> Option<&Predicate> {
        self.slots
            .get(&p)
            .map(|i| &self.declarations.predicates[*i])
    }

    /// All predicates, in the order in which they were declared.
    pub(crate) fn declared(&self) -> &[Predicate] {
        &self.declarations.predicates
    }

    pub fn predicates(&self) -> impl Iterator<Item = PredicateId> + '_ {
        self.declared().iter().map(|p| p.id)
    }

    /// The arity of a predicate that the vocabulary has.
    pub fn arity(&self, p: PredicateId) -> Option<u8> {
        self.slot(p).map(|slot| match slot {
            Slot::Nullary(_) => 0,
            Slot::Unary(_) => 1,
            Slot::Binary(_) => 2,
        })
    }

    /// The instrumentation predicates with their parameters and what they mean, in the
    /// order in which they were declared.
    pub fn definitions(&self) -> impl Iterator<Item = (PredicateId, &[Variable], &Formula)> {
        self.declared().iter().filter_map(|p| {
            let d = p.definition.as_ref()?;
            Some((p.id, &d.parameters[..], &d.formula))
        })
    }

    /// What holds of all structures: where the body does, so does the head.
    pub fn constraints(&self) -> impl Iterator<Item = (&Formula, &Head)> {
        self.declarations.constraints.iter().map(|(b, h)| (b, h))
    }

    pub(crate) fn shape(&self) -> Shape {
        self.declarations.shape
    }

    /// The unary slots that tell nodes apart.
    pub(crate) fn abstraction(&self) -> &[usize] {
        &self.abstraction
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }
}

#[derive(Clone, Default, Debug)]
pub struct VocabularyBuilder {
    declarations: Declarations,
}

impl VocabularyBuilder {
    pub fn new() -> VocabularyBuilder {
        VocabularyBuilder::default()
    }

    pub fn core(&mut self, p: PredicateId, arity: u8, traits: Traits) -> &mut Self {
        self.add(p, arity, traits, None)
    }

    /// Defined by a formula over the parameters (in order) and core or earlier
    /// instrumentation predicates.
    pub fn instrumentation(
        &mut self,
        p: PredicateId,
        parameters: &[Variable],
        definition: Formula,
        traits: Traits,
    ) -> &mut Self {
        let definition = Definition {
            parameters: parameters.to_vec(),
            formula: definition,
        };
        self.add(p, parameters.len() as u8, traits, Some(definition))
    }

    /// For all assignments of the free variables (at most 3): the body implies the head.
    pub fn constraint(&mut self, body: Formula, head: Head) -> &mut Self {
        self.declarations.constraints.push((body, head));
        self
    }

    fn add(
        &mut self,
        id: PredicateId,
        arity: u8,
        traits: Traits,
        definition: Option<Definition>,
    ) -> &mut Self {
        assert!(arity <= 2, "predicates have at most two arguments");
        assert!(
            self.declarations.predicates.iter().all(|p| p.id != id),
            "a predicate is declared once"
        );
        let shape = &mut self.declarations.shape;
        let take = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        let slot = match arity {
            0 => Slot::Nullary(take(&mut shape.nullary)),
            1 => Slot::Unary(take(&mut shape.unary)),
            _ => Slot::Binary(take(&mut shape.binary)),
        };
        self.declarations.predicates.push(Predicate {
            id,
            slot,
            traits,
            definition,
        });
        self
    }

    pub fn finish(self) -> Vocabulary {
        let declarations = self.declarations;
        let slots = declarations
            .predicates
            .iter()
            .enumerate()
            .map(|(i, p)| (p.id, i))
            .collect();
        let abstraction = declarations
            .predicates
            .iter()
            .filter(|p| p.traits.abstraction)
            .filter_map(|p| match p.slot {
                Slot::Unary(i) => Some(i),
                Slot::Nullary(_) | Slot::Binary(_) => None,
            })
            .collect();
        let rules = Rules::new(&declarations);
        Vocabulary {
            declarations,
            slots,
            abstraction,
            rules,
        }
    }
}
