//! Answers that need no search: a model that is nearly right, put right by
//! changing one symbol; and conjunctions about one symbol and constants.

use crate::evaluate::{Assignment, Evaluator};
use crate::linear::inverse;
use crate::session::Answer;
use crate::term::{Node, Sort, SymbolId, Term, Terms, mask};

/// How many comparisons of a conjunct are looked at.
const MOST_ATOMS: usize = 8;
/// How many values are tried.
const MOST_CANDIDATES: usize = 40;

/// Decides the conjunction, or gives up soon. `near` has values of the symbols,
/// which are those that occur, and are not all right.
pub fn guess(
    terms: &Terms,
    conjunction: &[Term],
    symbols: &[SymbolId],
    near: &Assignment,
) -> Option<Answer> {
    let satisfied = |assignment: &Assignment| {
        let mut evaluator = Evaluator::new(terms, assignment);
        conjunction.iter().rev().all(|&c| evaluator.holds(c))
            && terms.are_addresses(symbols, assignment)
    };
    if let [symbol] = symbols
        && let Sort::Bits(width) = terms.symbol_sort(*symbol)
        && terms.as_base(*symbol).is_none()
        && let Some(values) = turning_points(terms, conjunction, *symbol, width)
    {
        // Between two turning points nothing changes.
        let mut assignment = Assignment::new();
        for value in values {
            assignment.set(*symbol, value);
            if satisfied(&assignment) {
                return Some(Answer::Sat(assignment));
            }
        }
        return Some(Answer::Unsat);
    }
    let mut assignment = near.clone();
    for (symbol, value) in repairs(terms, conjunction, near) {
        let old = near.bits(symbol);
        assignment.set(symbol, value);
        if satisfied(&assignment) {
            return Some(Answer::Sat(assignment));
        }
        assignment.set(symbol, old);
    }
    None
}

/// The comparisons that formulae are made of; None if there are other things, or
/// more than `most`.
fn atoms(terms: &Terms, formulae: &[Term], most: usize) -> Option<Vec<Term>> {
    let mut atoms = Vec::new();
    let mut open = formulae.to_vec();
    let mut steps = 0;
    while let Some(term) = open.pop() {
        steps += 1;
        if steps > 4 * most {
            return None;
        }
        match terms.node(term) {
            Node::Not(_) | Node::And(..) | Node::Or(..) => open.extend(terms.operands(term)),
            Node::Ite(..) => open.extend(terms.operands(term)),
            Node::Eq(a, _) if terms.sort(a) == Sort::Bool => open.extend(terms.operands(term)),
            Node::Eq(..) | Node::Ult(..) | Node::Ule(..) | Node::Slt(..) | Node::Sle(..) => {
                atoms.push(term);
            }
            Node::Bool(_) => {}
            _ => return None,
        }
    }
    (atoms.len() <= most).then_some(atoms)
}

/// If all comparisons are between one symbol and constants: one value of each
/// interval in which none of them changes.
fn turning_points(
    terms: &Terms,
    conjunction: &[Term],
    symbol: SymbolId,
    width: u32,
) -> Option<Vec<u128>> {
    let atoms = atoms(terms, conjunction, 100)?;
    let term = terms.symbol_term(symbol);
    let all = mask(width);
    let mut points = vec![0, all, all >> 1, (all >> 1) + 1];
    for atom in atoms {
        let mut operands = terms.operands(atom);
        let (a, b) = (operands.next()?, operands.next()?);
        let value = match (a == term, b == term) {
            (true, false) => terms.as_bits(b)?,
            (false, true) => terms.as_bits(a)?,
            _ => return None,
        };
        points.extend([
            value.wrapping_sub(1) & all,
            value,
            value.wrapping_add(1) & all,
        ]);
    }
    points.sort_unstable();
    points.dedup();
    Some(points)
}

/// Values of single symbols that make the two sides of a comparison equal, or
/// different by one, in the youngest conjunct that is not satisfied.
fn repairs(terms: &Terms, conjunction: &[Term], near: &Assignment) -> Vec<(SymbolId, u128)> {
    let mut evaluator = Evaluator::new(terms, near);
    let wrong = conjunction.iter().rev().find(|&&c| !evaluator.holds(c));
    let Some(atoms) = wrong.and_then(|&wrong| atoms(terms, &[wrong], MOST_ATOMS)) else {
        return Vec::new();
    };
    let mut repairs = Vec::new();
    for atom in atoms {
        let mut operands = terms.operands(atom);
        let (Some(a), Some(b)) = (operands.next(), operands.next()) else {
            continue;
        };
        let width = terms.width(a);
        let difference = evaluator.value(a).wrapping_sub(evaluator.value(b));
        for (side, sign) in [(a, 1), (b, mask(width))] {
            for (summand, coefficient) in terms.monomials(side).0 {
                if coefficient % 2 == 0 {
                    continue;
                }
                let Some((symbol, inner)) = symbol_within(terms, summand) else {
                    continue;
                };
                let factor = inverse(coefficient.wrapping_mul(sign));
                let old = evaluator.value(summand);
                for wanted in [0, 1, mask(width)] {
                    let change = difference.wrapping_sub(wanted).wrapping_mul(factor);
                    let new = old.wrapping_sub(change) & mask(inner);
                    if new != near.bits(symbol) && repairs.len() < MOST_CANDIDATES {
                        repairs.push((symbol, new));
                    }
                }
            }
        }
    }
    repairs
}

/// A symbol, perhaps extended, and its width.
fn symbol_within(terms: &Terms, term: Term) -> Option<(SymbolId, u32)> {
    let inner = match terms.node(term) {
        Node::ZeroExtend(inner) | Node::SignExtend(inner) => inner,
        _ => term,
    };
    let symbol = terms.as_symbol(inner)?;
    Some((symbol, terms.width(inner)))
}
