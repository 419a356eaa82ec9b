//! Safety formulae of temporal logic as automata for their bad prefixes.
//!
//! A formula is kept as a conjunction of *clauses*; a clause is a set of *parts*, one of which
//! has to hold: a literal, `X f`, `G f` or `f W g`, whose operands are conjunctions again. What
//! has to hold from the next state on is found by *progression* (Bacchus and Kabanza):
//!
//! - a literal is true or false now;
//! - `X f` is `f` from the next state on;
//! - `G f` is `f` now and `G f` from the next state on;
//! - `f W g` is `g` now, or `f` now and `f W g` from the next state on.
//!
//! A run violates a conjunction if it violates one of its clauses. So clauses are the states
//! of an automaton that guesses which one that will be; the empty clause is violated. There
//! are finitely many: parts are parts of the formula.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;

/// A formula as it was written, negations at the atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Temporal {
    /// The atom of a number holds, or does not.
    Literal(u32, bool),
    And(Vec<Temporal>),
    Or(Vec<Temporal>),
    Next(Box<Temporal>),
    Always(Box<Temporal>),
    Unless(Box<Temporal>, Box<Temporal>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Part {
    Literal(u32, bool),
    Next(Conjunction),
    Always(Conjunction),
    Unless(Conjunction, Conjunction),
}

/// The numbers of parts, in order.
type Clause = Vec<u32>;
/// In order, none a part of another.
type Conjunction = Vec<Clause>;

/// The number of a clause.
pub type ClauseId = u32;

/// A formula has grown too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Clauses of one conjunction.
const MOST_CLAUSES: usize = 500;

#[derive(Clone, Default, Debug)]
pub struct Clauses {
    parts: IndexSet<Part, FxBuildHasher>,
    clauses: IndexSet<Clause, FxBuildHasher>,
}

impl Clauses {
    /// The clauses of a formula.
    pub fn of(&mut self, formula: &Temporal) -> Result<Vec<ClauseId>, TooLarge> {
        let conjunction = self.conjunction(formula)?;
        Ok(self.numbers(conjunction))
    }

    /// Is the clause violated?
    pub fn is_violated(&self, clause: ClauseId) -> bool {
        self.clauses[clause as usize].is_empty()
    }

    fn numbers(&mut self, conjunction: Conjunction) -> Vec<ClauseId> {
        let numbers = conjunction.into_iter();
        numbers
            .map(|clause| self.clauses.insert_full(clause).0 as ClauseId)
            .collect()
    }

    fn part(&mut self, part: Part) -> Conjunction {
        vec![vec![self.parts.insert_full(part).0 as u32]]
    }

    fn conjunction(&mut self, formula: &Temporal) -> Result<Conjunction, TooLarge> {
        Ok(match formula {
            Temporal::Literal(atom, holds) => self.part(Part::Literal(*atom, *holds)),
            Temporal::And(all) => {
                let mut clauses = Vec::new();
                for one in all {
                    clauses.extend(self.conjunction(one)?);
                }
                tidy(clauses)?
            }
            Temporal::Or(any) => {
                let mut either = vec![Vec::new()];
                for one in any {
                    either = or(&either, &self.conjunction(one)?)?;
                }
                either
            }
            // Both distribute over conjunctions.
            Temporal::Next(of) => self.each(of, |clause| Part::Next(vec![clause]))?,
            Temporal::Always(of) => self.each(of, |clause| Part::Always(vec![clause]))?,
            Temporal::Unless(a, b) => {
                let part = Part::Unless(self.conjunction(a)?, self.conjunction(b)?);
                self.part(part)
            }
        })
    }

    fn each(
        &mut self,
        of: &Temporal,
        make: impl Fn(Clause) -> Part,
    ) -> Result<Conjunction, TooLarge> {
        let mut clauses = Vec::new();
        for clause in self.conjunction(of)? {
            clauses.extend(self.part(make(clause)));
        }
        tidy(clauses)
    }

    /// The atoms whose truth decides about the next clauses, in order.
    pub fn atoms(&self, clause: ClauseId) -> Vec<u32> {
        let mut atoms = BTreeSet::new();
        self.collect(&self.clauses[clause as usize], &mut atoms);
        atoms.into_iter().collect()
    }

    fn collect(&self, clause: &Clause, atoms: &mut BTreeSet<u32>) {
        for &part in clause {
            let inside = match &self.parts[part as usize] {
                Part::Literal(atom, _) => {
                    atoms.insert(*atom);
                    continue;
                }
                Part::Next(_) => continue,
                Part::Always(of) => [&of[..], &[]],
                Part::Unless(a, b) => [&a[..], &b[..]],
            };
            for clause in inside.into_iter().flatten() {
                self.collect(clause, atoms);
            }
        }
    }

    /// The clauses that have to hold from the next state on, if the clause has to hold now;
    /// `holds` says which atoms do.
    pub fn progress(
        &mut self,
        clause: ClauseId,
        holds: &dyn Fn(u32) -> bool,
    ) -> Result<Vec<ClauseId>, TooLarge> {
        let clause = self.clauses[clause as usize].clone();
        let next = self.clause_after(&clause, holds)?;
        Ok(self.numbers(next))
    }

    fn clause_after(
        &mut self,
        clause: &Clause,
        holds: &dyn Fn(u32) -> bool,
    ) -> Result<Conjunction, TooLarge> {
        let mut either = vec![Vec::new()];
        for &part in clause {
            let next = self.part_after(part, holds)?;
            either = or(&either, &next)?;
        }
        Ok(either)
    }

    fn after(
        &mut self,
        conjunction: &Conjunction,
        holds: &dyn Fn(u32) -> bool,
    ) -> Result<Conjunction, TooLarge> {
        let mut all = Vec::new();
        for clause in conjunction {
            all.extend(self.clause_after(clause, holds)?);
        }
        tidy(all)
    }

    fn part_after(
        &mut self,
        number: u32,
        holds: &dyn Fn(u32) -> bool,
    ) -> Result<Conjunction, TooLarge> {
        Ok(match self.parts[number as usize].clone() {
            Part::Literal(atom, wanted) => match holds(atom) == wanted {
                true => Vec::new(),
                false => vec![Vec::new()],
            },
            Part::Next(of) => of,
            Part::Always(of) => {
                let mut all = self.after(&of, holds)?;
                all.push(vec![number]);
                tidy(all)?
            }
            Part::Unless(a, b) => {
                let mut first = self.after(&a, holds)?;
                first.push(vec![number]);
                let second = self.after(&b, holds)?;
                or(&tidy(first)?, &second)?
            }
        })
    }
}

/// A conjunction that holds where one of two does.
fn or(a: &Conjunction, b: &Conjunction) -> Result<Conjunction, TooLarge> {
    if a.len() * b.len() > MOST_CLAUSES {
        return Err(TooLarge);
    }
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    let clauses = pairs.map(|(x, y)| {
        let both: BTreeSet<u32> = x.iter().chain(y).copied().collect();
        both.into_iter().collect()
    });
    tidy(clauses.collect())
}

/// In order, without clauses that follow from others.
fn tidy(mut clauses: Vec<Clause>) -> Result<Conjunction, TooLarge> {
    clauses.sort_unstable();
    clauses.dedup();
    if clauses.len() > MOST_CLAUSES {
        return Err(TooLarge);
    }
    let within = |small: &Clause, large: &Clause| small.iter().all(|part| large.contains(part));
    let needed = |clause: &&Clause| {
        let mut others = clauses.iter().filter(|other| *other != *clause);
        !others.any(|other| within(other, clause))
    };
    Ok(clauses.iter().filter(needed).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(atom: u32) -> Temporal {
        Temporal::Literal(atom, true)
    }

    /// Is a word of sets of atoms a bad prefix?
    fn is_bad(formula: &Temporal, word: &[&[u32]]) -> bool {
        let mut clauses = Clauses::default();
        let mut now: BTreeSet<ClauseId> = clauses.of(formula).unwrap().into_iter().collect();
        for letter in word {
            if now.iter().any(|&c| clauses.is_violated(c)) {
                return true;
            }
            let mut next = BTreeSet::new();
            for clause in now {
                next.extend(
                    clauses
                        .progress(clause, &|atom| letter.contains(&atom))
                        .unwrap(),
                );
            }
            now = next;
        }
        now.iter().any(|&c| clauses.is_violated(c))
    }

    #[test]
    fn always() {
        let always = Temporal::Always(Box::new(literal(0)));
        assert!(!is_bad(&always, &[&[0], &[0]]));
        assert!(is_bad(&always, &[&[0], &[]]));
    }

    #[test]
    fn the_thesis_s_shape() {
        // G (!0 || X 1)
        let shape = Temporal::Always(Box::new(Temporal::Or(vec![
            Temporal::Literal(0, false),
            Temporal::Next(Box::new(literal(1))),
        ])));
        assert!(!is_bad(&shape, &[&[], &[0], &[1, 0], &[1]]));
        assert!(is_bad(&shape, &[&[], &[0], &[1, 0], &[]]));
        assert!(!is_bad(&shape, &[&[0]]), "there is no next state yet");
    }

    #[test]
    fn unless_within_always() {
        // G (!0 || (1 W 2)): after a 0 there is 1 until 2.
        let formula = Temporal::Always(Box::new(Temporal::Or(vec![
            Temporal::Literal(0, false),
            Temporal::Unless(Box::new(literal(1)), Box::new(literal(2))),
        ])));
        assert!(!is_bad(&formula, &[&[], &[0, 1], &[1], &[2], &[]]));
        assert!(is_bad(&formula, &[&[], &[0, 1], &[1], &[], &[2]]));
        assert!(!is_bad(&formula, &[&[0, 2], &[]]));
    }

    /// Progression against the meaning of formulae on all short words.
    #[test]
    fn agrees_with_the_meaning() {
        let g = |f: Temporal| Temporal::Always(Box::new(f));
        let x = |f: Temporal| Temporal::Next(Box::new(f));
        let w = |a: Temporal, b: Temporal| Temporal::Unless(Box::new(a), Box::new(b));
        let not = |a: u32| Temporal::Literal(a, false);
        let formulae = [
            w(g(literal(0)), literal(1)),
            w(w(literal(0), literal(1)), x(literal(0))),
            g(Temporal::Or(vec![g(literal(0)), x(not(1)), literal(1)])),
            Temporal::And(vec![x(x(literal(0))), w(not(0), literal(1))]),
            w(Temporal::Or(vec![not(0), x(literal(1))]), g(literal(1))),
        ];
        for formula in &formulae {
            for length in 0..5u32 {
                for code in 0..4u32.pow(length) {
                    let letters: Vec<Vec<u32>> = (0..length)
                        .map(|i| (0..2).filter(|a| code >> (2 * i + a) & 1 == 1).collect())
                        .collect();
                    let word: Vec<&[u32]> = letters.iter().map(|l| &l[..]).collect();
                    let expected = !may_hold(formula, &word, 0);
                    // Progression may notice a bad prefix late, never early.
                    if is_bad(formula, &word) {
                        assert!(expected, "{formula:?} {word:?}");
                    }
                    if expected {
                        let all: [&[u32]; 4] = [&[], &[0], &[1], &[0, 1]];
                        let later = extended(formula, &word, &all, 3);
                        assert!(later, "{formula:?} {word:?}");
                    }
                }
            }
        }
    }

    /// Is every extension by so many letters a bad prefix?
    fn extended(formula: &Temporal, word: &[&[u32]], all: &[&[u32]], more: u32) -> bool {
        is_bad(formula, word)
            || more > 0
                && all.iter().all(|letter| {
                    let longer: Vec<&[u32]> = word.iter().copied().chain([*letter]).collect();
                    extended(formula, &longer, all, more - 1)
                })
    }

    /// Does the formula hold on a word if its end is taken for true?
    fn may_hold(formula: &Temporal, word: &[&[u32]], at: usize) -> bool {
        let Some(letter) = word.get(at) else {
            return true;
        };
        match formula {
            Temporal::Literal(atom, holds) => letter.contains(atom) == *holds,
            Temporal::And(all) => all.iter().all(|f| may_hold(f, word, at)),
            Temporal::Or(any) => any.iter().any(|f| may_hold(f, word, at)),
            Temporal::Next(of) => may_hold(of, word, at + 1),
            Temporal::Always(of) => (at..word.len()).all(|i| may_hold(of, word, i)),
            Temporal::Unless(a, b) => {
                for i in at..word.len() {
                    if may_hold(b, word, i) {
                        return true;
                    }
                    if !may_hold(a, word, i) {
                        return false;
                    }
                }
                true
            }
        }
    }
}
