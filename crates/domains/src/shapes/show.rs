//! States in words, and short answers for the other analyses.

use super::class::{U, V};
use super::value::{Reader, Value, Where};
use super::{Shapes, State};
use engine::{Cx, Question, Reply};
use logic::relational::Formula;
use std::fmt::Write;
use std::rc::Rc;
use structures::{Kleene, Structure, Vocabulary};

impl Shapes {
    /// The structures of a state, one after the other.
    pub(super) fn text(&self, _: &Cx<'_>, state: &State) -> String {
        let inner = self.inner.borrow();
        let class = &inner.classes[state.class as usize];
        if class.is_trivial() {
            return String::new();
        }
        let shapes = state.shapes.iter();
        let all: Vec<String> = shapes
            .map(|&s| {
                let structure = &inner.structures[s as usize];
                describe(structure, &class.vocabulary, &inner.symbols.signatures)
            })
            .collect();
        all.join(" | ")
    }

    pub(super) fn reply(&self, cx: &Cx<'_>, state: &State, question: &Question) -> Reply {
        let Question::Value(expr) = *question else {
            return Reply::Unknown;
        };
        let Ok(mut inner) = self.inner.try_borrow_mut() else {
            return Reply::Unknown;
        };
        let inner = &mut *inner;
        let class = Rc::clone(&inner.classes[state.class as usize]);
        if class.is_trivial() {
            return Reply::Unknown;
        }
        let names = self.names(cx);
        let mut reader = Reader {
            cx,
            names: &names,
            symbols: &mut inner.symbols,
            class: &class,
            stack: &state.stack,
            told: &|_| Reply::Unknown,
        };
        let program::Expr::Load(place) = cx.program.exprs.get(expr) else {
            return Reply::Unknown;
        };
        // A number in a node.
        let mut formulae: Vec<(Formula, i128)> = Vec::new();
        if let (super::places::Root::Pointer(pointer), offset) = reader.resolve(place)
            && let Value::Cell(cell, by) = reader.value(pointer)
            && let Some((bits, signed)) = cx.program.types.bits(cx.program.exprs.ty(expr))
        {
            let by = by.plus(offset.into());
            let width = cx.pointers.width(cx.program, place);
            for fact in class.tracking.data.clone() {
                if u64::from(fact.width) != width {
                    continue;
                }
                let p = reader.symbols.data(reader.names, fact);
                let mut parts = Vec::new();
                for (number, relation) in self.places.cell(cell).relations.iter().enumerate() {
                    for (&site, &at) in &relation.targets {
                        if reader.land(site, at, by).here() == Some(fact.offset) {
                            let (points, here) =
                                (reader.points(cell, number, V), reader.of_sites([site], V));
                            parts.push(Formula::and(vec![points, here, super::class::unary(p, V)]));
                        }
                    }
                }
                let value = program::arith::wrap(fact.value as i128, bits, signed);
                formulae.push((Formula::exists(V, Formula::or(parts)), value));
            }
        }
        let value = reader.value(expr);
        if matches!(value, Value::Cell(..) | Value::Loaded(..)) {
            formulae.push((reader.is_null(&value), 0));
        }
        let _ = (U, Where::Opaque { any: true });
        for (formula, number) in formulae {
            let holds = state.shapes.iter().all(|&s| {
                let structure = &inner.structures[s as usize];
                structure.evaluate(&class.vocabulary, &formula, &[]) == Kleene::True
            });
            if holds {
                return Reply::Int(number);
            }
        }
        Reply::Unknown
    }
}

/// A structure as text: its nodes with what holds of them, then its links.
pub fn describe(
    structure: &Structure,
    vocabulary: &Vocabulary,
    signatures: &logic::relational::Signatures,
) -> String {
    let mut text = String::new();
    let mark = |value: Kleene| match value {
        Kleene::True => Some(""),
        Kleene::Unknown => Some("?"),
        Kleene::False => None,
    };
    for p in vocabulary.predicates() {
        if vocabulary.arity(p) == Some(0)
            && let Some(mark) = mark(structure.nullary(vocabulary, p))
        {
            let _ = write!(text, "{}{mark} ", signatures.name(p));
        }
    }
    for n in 0..structure.node_count() {
        let summary = if structure.is_summary(n) { "*" } else { "" };
        let _ = write!(text, "n{n}{summary}(");
        let mut first = true;
        for p in vocabulary.predicates() {
            if vocabulary.arity(p) == Some(1)
                && let Some(mark) = mark(structure.unary(vocabulary, p, n))
            {
                let separator = if first { "" } else { ", " };
                let _ = write!(text, "{separator}{}{mark}", signatures.name(p));
                first = false;
            }
        }
        text.push_str(") ");
    }
    for p in vocabulary.predicates() {
        if vocabulary.arity(p) != Some(2) {
            continue;
        }
        for a in 0..structure.node_count() {
            for b in 0..structure.node_count() {
                if let Some(mark) = mark(structure.binary(vocabulary, p, a, b)) {
                    let _ = write!(text, "n{a}{}{mark} n{b}; ", signatures.name(p));
                }
            }
        }
    }
    text.trim_end().to_owned()
}
