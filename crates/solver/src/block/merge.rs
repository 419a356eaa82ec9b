//! Alternatives: two blocks with one start become one.

use super::encode::Encoder;
use super::{Block, Handed};
use crate::term::{Node, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Encoder {
    /// The block that is taken if one of two is; None if they cannot be told apart by
    /// what they know. Both start in the same states.
    ///
    /// Both end at one location, and no loop was closed on the way. Then given a start
    /// and inputs at most one of them is taken: programs are deterministic, and in the
    /// same calls a run does not come back. So what holds after the first one's
    /// conditions decides which.
    pub fn merge(&mut self, a: &Block, b: &Block) -> Option<Block> {
        if a == b {
            return Some(a.clone());
        }
        if a.stack != b.stack {
            return None;
        }
        let (a, b) = (&self.with_ended(a, b), &self.with_ended(b, a));
        let common = a.conditions.iter().zip(&*b.conditions);
        let common = common.take_while(|(x, y)| x == y).count();
        let (only_a, only_b) = (&a.conditions[common..], &b.conditions[common..]);
        let taken = self.terms.all(only_a.iter().copied());
        let other = self.terms.all(only_b.iter().copied());
        let mut merged = Block {
            conditions: Rc::new(a.conditions[..common].to_vec()),
            inputs: a.inputs.max(b.inputs),
            objects: a.objects.max(b.objects),
            stack: a.stack.clone(),
            ..Block::default()
        };
        let either = self.terms.or(taken, other);
        if self.terms.as_bool(either) != Some(true) {
            Rc::make_mut(&mut merged.conditions).push(either);
        }
        let symbols: BTreeSet<Term> = a.cells.keys().chain(b.cells.keys()).copied().collect();
        let cells = Rc::make_mut(&mut merged.cells);
        for symbol in symbols {
            let x = a.cells.get(&symbol).copied().unwrap_or(symbol);
            let y = b.cells.get(&symbol).copied().unwrap_or(symbol);
            let value = self.choice(taken, x, y);
            if value != symbol {
                cells.insert(symbol, value);
            }
        }
        merged.returned = match (&a.returned, &b.returned) {
            (None, None) => None,
            (Some(x), Some(y)) => Some(Rc::new(self.either(taken, x, y)?)),
            // One returns without a value, which is any.
            (Some(x), None) => Some(Rc::new(self.or_any(&mut merged, taken, x))),
            (None, Some(y)) => {
                let other = self.terms.not(taken);
                Some(Rc::new(self.or_any(&mut merged, other, y)))
            }
        };
        merged.ended = a.ended.clone();
        let mut heap = a.heap.to_vec();
        heap.extend(b.heap.iter().filter(|h| !a.heap.contains(h)));
        merged.heap = Rc::new(heap);
        let exposed = a.exposed.union(&b.exposed);
        merged.exposed = Rc::new(exposed.copied().collect());
        Some(merged)
    }

    /// The block, in which what has ended in another one has ended too.
    fn with_ended(&mut self, block: &Block, other: &Block) -> Block {
        let mut block = block.clone();
        for &(address, plain) in other.ended.iter() {
            if block.ended.contains(&(address, plain)) {
                continue;
            }
            self.replace(&mut block, address, plain);
            Rc::make_mut(&mut block.ended).push((address, plain));
            // Where it lives on, that number is its address.
            Rc::make_mut(&mut block.cells)
                .entry(address)
                .or_insert(plain);
        }
        Rc::make_mut(&mut block.ended).sort_unstable();
        block
    }

    fn or_any(&mut self, block: &mut Block, taken: Term, value: &Handed) -> Handed {
        match value {
            &Handed::Scalar(x, access) => {
                let any = self.input(block, self.terms.sort(x));
                Handed::Scalar(self.terms.ite(taken, x, any), access)
            }
            Handed::Aggregate(parts, size) => {
                let mut either = Vec::with_capacity(parts.len());
                for &(offset, length, x) in parts {
                    let any = self.input(block, self.terms.sort(x));
                    either.push((offset, length, self.terms.ite(taken, x, any)));
                }
                Handed::Aggregate(either, *size)
            }
        }
    }

    fn either(&mut self, taken: Term, a: &Handed, b: &Handed) -> Option<Handed> {
        match (a, b) {
            (&Handed::Scalar(x, access), &Handed::Scalar(y, other)) if access == other => {
                Some(Handed::Scalar(self.choice(taken, x, y), access))
            }
            (Handed::Aggregate(x, size), Handed::Aggregate(y, other))
                if size == other && x.len() == y.len() =>
            {
                let mut parts = Vec::with_capacity(x.len());
                for (p, q) in x.iter().zip(y) {
                    if (p.0, p.1) != (q.0, q.1) {
                        return None;
                    }
                    parts.push((p.0, p.1, self.choice(taken, p.2, q.2)));
                }
                Some(Handed::Aggregate(parts, *size))
            }
            _ => None,
        }
    }

    /// One of two values. Of arrays that were written from a common one on, the
    /// elements that were written are chosen: reads see through that.
    fn choice(&mut self, taken: Term, a: Term, b: Term) -> Term {
        if a == b {
            return a;
        }
        let (root, x) = self.stores(a);
        let (other, y) = self.stores(b);
        if root != other {
            return self.terms.ite(taken, a, b);
        }
        // The common beginning of the two.
        let same = x.iter().rev().zip(y.iter().rev());
        let same = same.take_while(|(p, q)| p == q).count();
        let mut indices: Vec<Term> = Vec::new();
        let written = x[..x.len() - same].iter().chain(&y[..y.len() - same]);
        for &array in written {
            if let Node::Store(_, index, _) = self.terms.node(array)
                && !indices.contains(&index)
            {
                indices.push(index);
            }
        }
        let mut merged = match same {
            0 => root,
            _ => x[x.len() - same],
        };
        for index in indices {
            let (p, q) = (self.terms.select(a, index), self.terms.select(b, index));
            let value = self.terms.ite(taken, p, q);
            merged = self.terms.store(merged, index, value);
        }
        merged
    }

    /// The array that stores began with, and the arrays after each of them, the last
    /// first.
    fn stores(&self, mut array: Term) -> (Term, Vec<Term>) {
        let mut chain = Vec::new();
        while let Node::Store(before, _, _) = self.terms.node(array) {
            chain.push(array);
            array = before;
        }
        (array, chain)
    }
}
