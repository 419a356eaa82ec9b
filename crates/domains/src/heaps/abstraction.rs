//! `hwp#` (seed 004, section 7): the best under-approximation of a weakest precondition by
//! heap predicates, as the conjunctions of at most so many literals that entail it. This is
//! the construction offline, whatever states are reached: with n predicates and conjunctions
//! of length k it takes some n^k entailments for each weakest precondition.

use logic::relational::Formula;
use solver::{Consequences, Prover, TheoryId};

/// Literals, as (number of the predicate, whether it holds).
pub type Conjunction = Vec<(usize, bool)>;

/// What conditions are looked for in.
pub struct Abstraction<'a> {
    pub prover: &'a mut Prover,
    pub theory: TheoryId,
    /// True in every state before the command from which it goes on.
    pub known: &'a [Formula],
    pub predicates: &'a [Formula],
    /// The most literals of a conjunction.
    pub length: usize,
}

impl Abstraction<'_> {
    /// The shortest conjunctions that entail a formula. An empty one: it always holds.
    pub fn conditions(&mut self, of: &Formula) -> Vec<Conjunction> {
        let mut found: Vec<Conjunction> = Vec::new();
        // Those that nothing satisfies, so that whatever has them is left out, too.
        let mut empty: Vec<Conjunction> = Vec::new();
        let mut last: Vec<Conjunction> = vec![Vec::new()];
        for length in 0..=self.length {
            let mut open = Vec::new();
            for conjunction in last {
                let has = |part: &Conjunction| part.iter().all(|l| conjunction.contains(l));
                if found.iter().any(has) || empty.iter().any(has) {
                    continue;
                }
                let literals = conjunction.iter().map(|&(number, holds)| {
                    let formula = self.predicates[number].clone();
                    if holds {
                        formula
                    } else {
                        Formula::not(formula)
                    }
                });
                let mut known = self.known.to_vec();
                known.extend(literals);
                let goal = std::slice::from_ref(of);
                match self.prover.consequences(self.theory, &known, goal) {
                    Consequences::Impossible => empty.push(conjunction),
                    Consequences::Of(follows) if follows == [true] => found.push(conjunction),
                    Consequences::Of(_) => open.push(conjunction),
                }
            }
            if length == self.length {
                break;
            }
            last = Vec::new();
            for conjunction in &open {
                let first = conjunction.last().map_or(0, |&(number, _)| number + 1);
                for number in first..self.predicates.len() {
                    for holds in [true, false] {
                        let mut longer = conjunction.clone();
                        longer.push((number, holds));
                        last.push(longer);
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::relational::{Assigned, PredicateId, Variable};
    use solver::Theory;

    /// Fig. 2: `x.next := y` with the heap predicates `x = v`, `y = z` and `next(v) = z`.
    /// Every object has a successor there, and there is no null.
    #[test]
    fn the_boolean_heap_program_of_figure_2() {
        let (v, u, w) = (Variable(0), Variable(1), Variable(2));
        let [x, y, z, next] = [0, 1, 2, 3].map(PredicateId);
        let at = |p, v| Formula::Unary(p, v);
        let link = |a, b| Formula::Binary(next, a, b);
        let is_link = Formula::or([
            Formula::not(Formula::and([link(v, u), link(v, w)])),
            Formula::equal(u, w),
        ]);
        let mut prover = Prover::new(0);
        let theory = prover.theory(Theory {
            pins: vec![(x, 0), (y, 1), (z, 2)],
            free: vec![v],
            predicates: vec![(next, 2)],
            axioms: vec![is_link],
            witnesses: (0, 1),
        });
        let known = [
            Formula::exists(u, at(x, u)),
            Formula::exists(u, at(y, u)),
            Formula::exists(u, at(z, u)),
            Formula::exists(u, Formula::equal(u, v)),
        ];
        let predicates = [
            at(x, v),
            Formula::exists(u, Formula::and([at(y, u), at(z, u)])),
            Formula::exists(u, Formula::and([at(z, u), link(v, u)])),
        ];
        let value = Formula::or([
            Formula::and([at(x, v), at(y, u)]),
            Formula::and([Formula::not(at(x, v)), link(v, u)]),
        ]);
        let parameters = [v, u];
        let assigned = |p: PredicateId| {
            (p == next).then_some(Assigned {
                parameters: &parameters,
                value: &value,
            })
        };
        let mut conditions = |of: Formula| {
            let mut abstraction = Abstraction {
                prover: &mut prover,
                theory,
                known: &known,
                predicates: &predicates,
                length: 2,
            };
            abstraction.conditions(&of)
        };
        let mut shown = |number: usize| {
            let hwp = predicates[number].substitute(&assigned);
            let (yes, no) = (conditions(hwp.clone()), conditions(Formula::not(hwp)));
            (yes, no)
        };
        let (yes, no) = (|n| vec![(n, true)], |n| vec![(n, false)]);
        assert_eq!(shown(0), (vec![yes(0)], vec![no(0)]));
        assert_eq!(shown(1), (vec![yes(1)], vec![no(1)]));
        let both = |a, b| vec![a, b];
        assert_eq!(
            shown(2),
            (
                vec![
                    both((0, true), (1, true)),
                    both((0, false), (2, true)),
                    both((1, true), (2, true)),
                ],
                vec![
                    both((0, true), (1, false)),
                    both((0, false), (2, false)),
                    both((1, false), (2, false)),
                ],
            )
        );
    }
}
