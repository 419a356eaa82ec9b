//! Arrays: total maps from bit vectors to bit vectors.

use crate::term::{Op, PackedSort, Sort, Term, Terms, mask};

/// How many stores a read looks through.
const LOOK_BACK: usize = 1000;

/// What the form of two indices tells about them.
enum Indices {
    Same,
    Different,
    Unknown,
}

impl Terms {
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let Sort::Array {
            index: width,
            element,
        } = self.sort(array)
        else {
            panic!("select from {:?}", self.sort(array))
        };
        debug_assert_eq!(self.width(index), width);
        let mut array = array;
        for _ in 0..LOOK_BACK {
            let repr = self.repr(array);
            match repr.op {
                Op::ConstArray => return Term(repr.a),
                Op::Store => match self.compare_indices(Term(repr.b), index) {
                    Indices::Same => return Term(repr.c),
                    Indices::Different => array = Term(repr.a),
                    Indices::Unknown => break,
                },
                _ => break,
            }
        }
        let sort = PackedSort::bits(element);
        self.intern(Op::Select, sort, [array.0, index.0, 0])
    }

    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        debug_assert_eq!(
            self.sort(array),
            Sort::Array {
                index: self.width(index),
                element: self.width(value)
            }
        );
        let repr = self.repr(array);
        if repr.op == Op::Store && repr.b == index.0 {
            return self.store(Term(repr.a), index, value);
        }
        // What is there already.
        let read = self.repr(value);
        if read.op == Op::Select && read.b == index.0 && self.select(array, index) == value {
            return array;
        }
        self.intern(Op::Store, repr.sort, [array.0, index.0, value.0])
    }

    /// The array that holds `value` everywhere.
    pub fn const_array(&mut self, value: Term, index: u32) -> Term {
        let element = self.width(value);
        let sort = PackedSort::pack(Sort::Array { index, element });
        self.intern(Op::ConstArray, sort, [value.0, 0, 0])
    }

    fn compare_indices(&self, a: Term, b: Term) -> Indices {
        if a == b {
            return Indices::Same;
        }
        let ((a, x), (b, y)) = match (self.as_bits(a), self.as_bits(b)) {
            (Some(_), Some(_)) => return Indices::Different,
            _ => (self.split_constant(a), self.split_constant(b)),
        };
        let distance = y.wrapping_sub(x) & mask(self.width(a));
        match a == b && x != y || self.bases_apart(a, b, distance) {
            true => Indices::Different,
            false => Indices::Unknown,
        }
    }
}
