//! The value of a formula, node by node: slow and plain, the oracle for compiled programs.

use crate::{Kleene, Structure, Vocabulary};
use logic::relational::{Formula, Variable};

impl Structure {
    /// Free variables that the assignment leaves out make an atom unknown.
    pub fn evaluate(
        &self,
        v: &Vocabulary,
        f: &Formula,
        assignment: &[(Variable, usize)],
    ) -> Kleene {
        let mut assignment = assignment.to_vec();
        self.value(v, f, &mut assignment)
    }

    fn value(&self, v: &Vocabulary, f: &Formula, at: &mut Vec<(Variable, usize)>) -> Kleene {
        let look = |at: &[(Variable, usize)], x: Variable| {
            at.iter()
                .rev()
                .find(|(y, _)| *y == x)
                .map(|(_, node)| *node)
        };
        match f {
            Formula::True => Kleene::True,
            Formula::False => Kleene::False,
            Formula::Unknown => Kleene::Unknown,
            Formula::Nullary(p) => self.nullary(v, *p),
            Formula::Unary(p, x) => match look(at, *x) {
                Some(node) => self.unary(v, *p, node),
                None => Kleene::Unknown,
            },
            Formula::Binary(p, x, y) => match (look(at, *x), look(at, *y)) {
                (Some(a), Some(b)) => self.binary(v, *p, a, b),
                _ => Kleene::Unknown,
            },
            Formula::Equal(x, y) => match (look(at, *x), look(at, *y)) {
                (Some(a), Some(b)) => self.same(a, b),
                _ => Kleene::Unknown,
            },
            Formula::Not(f) => self.value(v, f, at).not(),
            Formula::And(parts) => parts
                .iter()
                .fold(Kleene::True, |all, f| all.and(self.value(v, f, at))),
            Formula::Or(parts) => parts
                .iter()
                .fold(Kleene::False, |all, f| all.or(self.value(v, f, at))),
            Formula::Exists(x, f) => {
                self.over_nodes(*x, at, |at| self.value(v, f, at), Kleene::False, Kleene::or)
            }
            Formula::Forall(x, f) => {
                self.over_nodes(*x, at, |at| self.value(v, f, at), Kleene::True, Kleene::and)
            }
            Formula::Closure {
                a,
                b,
                step,
                from,
                to,
            } => match (look(at, *from), look(at, *to)) {
                (Some(start), Some(end)) => self.path(v, (*a, *b), step, start, end, at),
                _ => Kleene::Unknown,
            },
        }
    }

    /// Whether two individuals of these nodes are the same one.
    pub(crate) fn same(&self, a: usize, b: usize) -> Kleene {
        if a != b {
            Kleene::False
        } else if self.is_summary(a) {
            Kleene::Unknown
        } else {
            Kleene::True
        }
    }

    fn over_nodes(
        &self,
        x: Variable,
        at: &mut Vec<(Variable, usize)>,
        mut value: impl FnMut(&mut Vec<(Variable, usize)>) -> Kleene,
        start: Kleene,
        combine: fn(Kleene, Kleene) -> Kleene,
    ) -> Kleene {
        (0..self.node_count()).fold(start, |all, node| {
            at.push((x, node));
            let one = value(at);
            at.pop();
            combine(all, one)
        })
    }

    /// The best path: the greatest over all paths of the least value on a path.
    fn path(
        &self,
        v: &Vocabulary,
        (a, b): (Variable, Variable),
        step: &Formula,
        start: usize,
        end: usize,
        at: &mut Vec<(Variable, usize)>,
    ) -> Kleene {
        let n = self.node_count();
        let mut best = vec![Kleene::False; n];
        let mut edges = vec![Kleene::False; n * n];
        for from in 0..n {
            for to in 0..n {
                at.extend([(a, from), (b, to)]);
                edges[from * n + to] = self.value(v, step, at);
                at.truncate(at.len() - 2);
            }
        }
        best.copy_from_slice(&edges[start * n..(start + 1) * n]);
        for _ in 0..n {
            for from in 0..n {
                for to in 0..n {
                    best[to] = best[to].or(best[from].and(edges[from * n + to]));
                }
            }
        }
        best[end].or(self.same(start, end))
    }
}
