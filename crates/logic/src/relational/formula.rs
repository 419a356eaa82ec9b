//! Formulae, and constructors that keep them flat.
//!
//! The constructors decide what the form alone decides and nothing else: `and` and `or`
//! are flat, without constants and repetitions; `not` is never doubled. They preserve
//! the value in Kleene's logic, not only in the two-valued one: `p | !p` stays.

use super::PredicateId;

/// A variable over individuals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(pub u8);

/// The variables in which [`Formula::closure`] writes the step of a closure.
pub const STEP_FROM: Variable = Variable(254);
pub const STEP_TO: Variable = Variable(255);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    True,
    False,
    /// The literal 1/2.
    Unknown,
    Nullary(PredicateId),
    Unary(PredicateId, Variable),
    Binary(PredicateId, Variable, Variable),
    Equal(Variable, Variable),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Exists(Variable, Box<Formula>),
    Forall(Variable, Box<Formula>),
    /// Reflexive transitive closure of `step` (over the variables a, b) between `from` and `to`.
    Closure {
        a: Variable,
        b: Variable,
        step: Box<Formula>,
        from: Variable,
        to: Variable,
    },
}

impl Formula {
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::True => {}
                Formula::False => return Formula::False,
                Formula::And(inner) => inner.into_iter().for_each(|f| push_new(&mut flat, f)),
                other => push_new(&mut flat, other),
            }
        }
        match flat.len() {
            0 => Formula::True,
            1 => flat.swap_remove(0),
            _ => Formula::And(flat),
        }
    }

    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::False => {}
                Formula::True => return Formula::True,
                Formula::Or(inner) => inner.into_iter().for_each(|f| push_new(&mut flat, f)),
                other => push_new(&mut flat, other),
            }
        }
        match flat.len() {
            0 => Formula::False,
            1 => flat.swap_remove(0),
            _ => Formula::Or(flat),
        }
    }

    #[allow(clippy::should_implement_trait)] // a constructor like its siblings
    pub fn not(f: Formula) -> Formula {
        match f {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Unknown => Formula::Unknown,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    pub fn implies(body: Formula, head: Formula) -> Formula {
        Formula::or([Formula::not(body), head])
    }

    pub fn equal(a: Variable, b: Variable) -> Formula {
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Formula::Equal(a, b),
            std::cmp::Ordering::Equal => Formula::True,
            std::cmp::Ordering::Greater => Formula::Equal(b, a),
        }
    }

    /// A constant is not quantified: what has no individuals at all is no heap, but the
    /// empty structure exists, so only the constant that the empty range has is folded.
    pub fn exists(v: Variable, f: Formula) -> Formula {
        match f {
            Formula::False => Formula::False,
            other => Formula::Exists(v, Box::new(other)),
        }
    }

    pub fn forall(v: Variable, f: Formula) -> Formula {
        match f {
            Formula::True => Formula::True,
            other => Formula::Forall(v, Box::new(other)),
        }
    }

    /// `(p | q)*(from, to)` for binary predicates.
    pub fn closure(steps: &[PredicateId], from: Variable, to: Variable) -> Formula {
        let step = Formula::or(
            steps
                .iter()
                .map(|p| Formula::Binary(*p, STEP_FROM, STEP_TO)),
        );
        Formula::Closure {
            a: STEP_FROM,
            b: STEP_TO,
            step: Box::new(step),
            from,
            to,
        }
    }

    /// The free variables, in order, each once.
    pub fn free_variables(&self) -> Vec<Variable> {
        let mut found = Vec::new();
        self.collect_free(&mut Vec::new(), &mut found);
        found.sort();
        found.dedup();
        found
    }

    pub fn has_free(&self, variable: Variable) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Unknown | Formula::Nullary(_) => false,
            Formula::Unary(_, v) => *v == variable,
            Formula::Binary(_, v, u) | Formula::Equal(v, u) => *v == variable || *u == variable,
            Formula::Not(f) => f.has_free(variable),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|f| f.has_free(variable)),
            Formula::Exists(v, f) | Formula::Forall(v, f) => *v != variable && f.has_free(variable),
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => {
                *from == variable
                    || *to == variable
                    || (*a != variable && *b != variable && step.has_free(variable))
            }
        }
    }

    fn collect_free(&self, bound: &mut Vec<Variable>, found: &mut Vec<Variable>) {
        let mut meet = |v: &Variable, bound: &[Variable]| {
            if !bound.contains(v) {
                found.push(*v);
            }
        };
        match self {
            Formula::True | Formula::False | Formula::Unknown | Formula::Nullary(_) => {}
            Formula::Unary(_, v) => meet(v, bound),
            Formula::Binary(_, v, u) | Formula::Equal(v, u) => {
                meet(v, bound);
                meet(u, bound);
            }
            Formula::Not(f) => f.collect_free(bound, found),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|f| f.collect_free(bound, found));
            }
            Formula::Exists(v, f) | Formula::Forall(v, f) => {
                bound.push(*v);
                f.collect_free(bound, found);
                bound.pop();
            }
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => {
                meet(from, bound);
                meet(to, bound);
                bound.extend([*a, *b]);
                step.collect_free(bound, found);
                bound.truncate(bound.len() - 2);
            }
        }
    }

    /// The predicates that occur, each once, in the order of their ids.
    pub fn predicates(&self) -> Vec<PredicateId> {
        let mut found = Vec::new();
        self.visit(&mut |f| match f {
            Formula::Nullary(p) | Formula::Unary(p, _) | Formula::Binary(p, _, _) => found.push(*p),
            _ => {}
        });
        found.sort();
        found.dedup();
        found
    }

    /// Calls `visit` on this formula and on all parts of it.
    pub fn visit(&self, visit: &mut impl FnMut(&Formula)) {
        visit(self);
        match self {
            Formula::Not(f) | Formula::Exists(_, f) | Formula::Forall(_, f) => f.visit(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|f| f.visit(visit)),
            Formula::Closure { step, .. } => step.visit(visit),
            Formula::True
            | Formula::False
            | Formula::Unknown
            | Formula::Nullary(_)
            | Formula::Unary(..)
            | Formula::Binary(..)
            | Formula::Equal(..) => {}
        }
    }

    /// This formula with other predicates and, for its free variables, other variables.
    /// Bound variables that would capture get a number that is not used.
    pub fn rename(
        &self,
        predicate: &dyn Fn(PredicateId) -> PredicateId,
        variables: &[(Variable, Variable)],
    ) -> Formula {
        let look = |v: &Variable| {
            variables
                .iter()
                .rev()
                .find(|(old, _)| old == v)
                .map_or(*v, |(_, new)| *new)
        };
        let under = |bound: &[Variable], f: &Formula| -> (Vec<Variable>, Formula) {
            let mut inner = variables.to_vec();
            let taken: Vec<Variable> = f
                .free_variables()
                .iter()
                .filter(|v| !bound.contains(v))
                .map(look)
                .collect();
            let mut names = Vec::new();
            for b in bound {
                let mut name = *b;
                if taken.contains(&name) {
                    name = (0..=255u8)
                        .map(Variable)
                        .find(|v| !taken.contains(v) && !names.contains(v) && !bound.contains(v))
                        .expect("a formula has fewer than 256 variables");
                }
                names.push(name);
                inner.push((*b, name));
            }
            (names, f.rename(predicate, &inner))
        };
        match self {
            Formula::True | Formula::False | Formula::Unknown => self.clone(),
            Formula::Nullary(p) => Formula::Nullary(predicate(*p)),
            Formula::Unary(p, v) => Formula::Unary(predicate(*p), look(v)),
            Formula::Binary(p, v, u) => Formula::Binary(predicate(*p), look(v), look(u)),
            Formula::Equal(v, u) => Formula::equal(look(v), look(u)),
            Formula::Not(f) => Formula::not(f.rename(predicate, variables)),
            Formula::And(parts) => {
                Formula::and(parts.iter().map(|f| f.rename(predicate, variables)))
            }
            Formula::Or(parts) => Formula::or(parts.iter().map(|f| f.rename(predicate, variables))),
            Formula::Exists(v, f) => {
                let (names, f) = under(&[*v], f);
                Formula::exists(names[0], f)
            }
            Formula::Forall(v, f) => {
                let (names, f) = under(&[*v], f);
                Formula::forall(names[0], f)
            }
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => {
                let (names, step) = under(&[*a, *b], step);
                let (from, to) = (look(from), look(to));
                Formula::Closure {
                    a: names[0],
                    b: names[1],
                    step: Box::new(step),
                    from,
                    to,
                }
            }
        }
    }
}

fn push_new(parts: &mut Vec<Formula>, f: Formula) {
    if !parts.contains(&f) {
        parts.push(f);
    }
}
