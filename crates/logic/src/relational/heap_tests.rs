//! `hwp` is the weakest precondition: what it says of a heap is what the formula says of the
//! heap after the command, on all heaps of up to four objects.

use super::*;

const V: Variable = Variable(0);
const U: Variable = Variable(1);

/// Pointers x, y, z and the link of each object, each to an object or to none.
struct Heap {
    pointers: [Option<usize>; 3],
    next: Vec<Option<usize>>,
}

struct Symbols {
    names: Signatures,
    pointers: [PredicateId; 3],
    next: PredicateId,
    star: PredicateId,
    acyclic: PredicateId,
}

fn symbols() -> Symbols {
    let mut names = Signatures::new();
    Symbols {
        pointers: ["x", "y", "z"].map(|p| names.intern(p, 1)),
        next: names.intern("next", 2),
        star: names.intern("next*", 2),
        acyclic: names.intern("acyclic", 0),
        names,
    }
}

impl Heap {
    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut at = Some(from);
        for _ in 0..=self.next.len() {
            match at {
                Some(object) if object == to => return true,
                Some(object) => at = self.next[object],
                None => return false,
            }
        }
        false
    }

    fn is_acyclic(&self) -> bool {
        let back = |o: usize| self.next[o].is_some_and(|n| self.reaches(n, o));
        !(0..self.next.len()).any(back)
    }

    /// None where it is 1/2.
    fn value(&self, s: &Symbols, f: &Formula, at: &[(Variable, usize)]) -> Option<bool> {
        let look = |v: &Variable| {
            let found = at.iter().rev().find(|(w, _)| w == v);
            found.expect("the formula is closed").1
        };
        let over = |v: &Variable, f: &Formula, neutral: bool| {
            let values = (0..self.next.len()).map(|object| {
                let mut at = at.to_vec();
                at.push((*v, object));
                self.value(s, f, &at)
            });
            fold(values, neutral)
        };
        match f {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Unknown => None,
            Formula::Nullary(p) if *p == s.acyclic => Some(self.is_acyclic()),
            Formula::Unary(p, v) => {
                let pointer = s.pointers.iter().position(|x| x == p)?;
                Some(self.pointers[pointer] == Some(look(v)))
            }
            Formula::Binary(p, v, u) if *p == s.star => Some(self.reaches(look(v), look(u))),
            Formula::Binary(_, v, u) => Some(self.next[look(v)] == Some(look(u))),
            Formula::Equal(v, u) => Some(look(v) == look(u)),
            Formula::Not(f) => self.value(s, f, at).map(|value| !value),
            Formula::And(parts) => fold(parts.iter().map(|f| self.value(s, f, at)), true),
            Formula::Or(parts) => fold(parts.iter().map(|f| self.value(s, f, at)), false),
            Formula::Exists(v, f) => over(v, f, false),
            Formula::Forall(v, f) => over(v, f, true),
            Formula::Nullary(_) | Formula::Closure { .. } => None,
        }
    }
}

/// A conjunction in Kleene's logic if true is neutral, else a disjunction.
fn fold(values: impl Iterator<Item = Option<bool>>, neutral: bool) -> Option<bool> {
    let mut all = Some(neutral);
    for value in values {
        match value {
            Some(value) if value != neutral => return Some(value),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

/// All heaps with so many objects.
fn heaps(objects: usize) -> impl Iterator<Item = Heap> {
    let places = 3 + objects;
    let count = (objects + 1).pow(places as u32);
    (0..count).map(move |mut number| {
        let mut digit = || {
            let digit = number % (objects + 1);
            number /= objects + 1;
            digit.checked_sub(1)
        };
        Heap {
            pointers: [digit(), digit(), digit()],
            next: (0..objects).map(|_| digit()).collect(),
        }
    })
}

/// The link of x's object becomes y.
fn store(heap: &Heap) -> Option<Heap> {
    let mut next = heap.next.clone();
    next[heap.pointers[0]?] = heap.pointers[1];
    let pointers = heap.pointers;
    Some(Heap { pointers, next })
}

/// What `x->next = y` assigns to `next`.
fn assigned(s: &Symbols) -> Formula {
    let (x, y) = (
        Formula::Unary(s.pointers[0], V),
        Formula::Unary(s.pointers[1], U),
    );
    let old = Formula::Binary(s.next, V, U);
    Formula::or([
        Formula::and([x.clone(), y]),
        Formula::and([Formula::not(x), old]),
    ])
}

#[test]
fn hwp_of_the_running_example_is_the_formula_of_section_5() {
    let s = symbols();
    // f(v) = z
    let z = Formula::Unary(s.pointers[2], U);
    let link = Formula::Binary(s.next, V, U);
    let formula = Formula::exists(U, Formula::and([link, z]));
    let value = assigned(&s);
    let next = |p: PredicateId| {
        let parameters = &[V, U][..];
        (p == s.next).then_some(Assigned {
            parameters,
            value: &value,
        })
    };
    let hwp = formula.hwp(&Formula::True, &next);
    let mut variables = Variables::new();
    for name in ["v", "u"] {
        variables.intern(name);
    }
    assert_eq!(
        hwp.show(&s.names, &variables).to_string(),
        "exists u. (x(v) & y(u) | !x(v) & next(v, u)) & z(u)"
    );
}

#[test]
fn hwp_says_before_what_the_formula_says_after() {
    let s = symbols();
    let value = assigned(&s);
    let reach = |is_single: bool| Reach {
        closure: s.star,
        acyclic: s.acyclic,
        is_list: true,
        is_single,
        changed: Formula::Unary(s.pointers[0], V),
        links: value.clone(),
    };
    let exact = reach(true);
    let (star, acyclic) = (exact.closure(), exact.acyclic());
    let (rough_star, rough_acyclic) = (reach(false).closure(), reach(false).acyclic());
    let z_next = Formula::exists(
        U,
        Formula::and([
            Formula::Binary(s.next, V, U),
            Formula::Unary(s.pointers[2], U),
        ]),
    );
    let next = |p: PredicateId| {
        let parameters = &[V, U][..];
        (p == s.next).then_some(Assigned {
            parameters,
            value: &value,
        })
    };
    let z_next_before = z_next.substitute(&next);
    let agrees = |said: Option<bool>, so: bool| said.is_none_or(|said| said == so);
    for before in (1..=4).flat_map(heaps) {
        let Some(after) = store(&before) else {
            continue;
        };
        let is_acyclic = after.is_acyclic();
        assert!(agrees(before.value(&s, &acyclic, &[]), is_acyclic));
        assert!(agrees(before.value(&s, &rough_acyclic, &[]), is_acyclic));
        if before.is_acyclic() && is_acyclic {
            assert_eq!(before.value(&s, &acyclic, &[]), Some(true));
        }
        for v in 0..before.next.len() {
            let so = after.value(&s, &z_next, &[(V, v)]);
            assert_eq!(before.value(&s, &z_next_before, &[(V, v)]), so);
            for u in 0..before.next.len() {
                let at = [(V, v), (U, u)];
                let so = after.reaches(v, u);
                let said = before.value(&s, &star, &at);
                assert!(agrees(said, so));
                assert!(said.is_some() || !before.is_acyclic(), "exact on lists");
                assert!(agrees(before.value(&s, &rough_star, &at), so));
            }
        }
    }
}
