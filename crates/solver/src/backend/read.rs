//! Z3's terms to ours: formulae over bit vectors, or linear ones over integers.
//!
//! Unsafe code: the bindings have no safe functions that tell the number of a bound
//! variable, the parameters of an operator, or a numeral of more than 64 bits.

use crate::interpolate::linear::Linear;
use crate::term::{Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::CStr;
use z3::ast::{Ast, Bool, Dynamic};
use z3::{AstKind, DeclKind, SortKind};

#[derive(Clone)]
enum Read {
    /// A truth value or a bit vector.
    Term(Term),
    Integer(Linear),
}

impl Read {
    fn term(&self) -> Option<Term> {
        match self {
            Read::Term(term) => Some(*term),
            Read::Integer(_) => None,
        }
    }

    fn integer(&self) -> Option<&Linear> {
        match self {
            Read::Term(_) => None,
            Read::Integer(integer) => Some(integer),
        }
    }
}

/// A formula whose variables, by their numbers, are these bit vectors or the signed
/// numbers of their bits. None if it says what our terms cannot.
pub fn formula(terms: &mut Terms, formula: &Bool, variables: &[Term]) -> Option<Term> {
    let mut reader = Reader {
        terms,
        variables,
        limits: FxHashMap::default(),
    };
    let root = Dynamic::from_ast(formula);
    let mut known: FxHashMap<Dynamic, Read> = FxHashMap::default();
    let mut open = vec![root.clone()];
    while let Some(next) = open.last() {
        if known.contains_key(next) {
            open.pop();
            continue;
        }
        let operands = match next.kind() {
            AstKind::App | AstKind::Numeral => next.children(),
            AstKind::Var => Vec::new(),
            _ => return None,
        };
        let missing: Vec<_> = operands
            .iter()
            .filter(|operand| !known.contains_key(operand))
            .cloned()
            .collect();
        if !missing.is_empty() {
            open.extend(missing);
            continue;
        }
        let operands: Vec<_> = operands.iter().map(|o| known[o].clone()).collect();
        let read = reader.one(next, &operands)?;
        known.insert(next.clone(), read);
        open.pop();
    }
    known[&root].term()
}

struct Reader<'a> {
    terms: &'a mut Terms,
    variables: &'a [Term],
    /// Formulae that say that a sum is zero or less.
    limits: FxHashMap<Term, Linear>,
}

impl Reader<'_> {
    fn one(&mut self, ast: &Dynamic, operands: &[Read]) -> Option<Read> {
        if ast.as_bv().is_some_and(|bits| bits.get_size() > 128) {
            return None;
        }
        if ast.kind() == AstKind::Var {
            let variable = *self.variables.get(variable_number(ast))?;
            return Some(match ast.sort_kind() {
                SortKind::Int => Read::Integer(Linear::variable(variable)),
                _ => Read::Term(variable),
            });
        }
        let kind = ast.decl().kind();
        if ast.sort_kind() == SortKind::Int {
            return integer(kind, ast, operands).map(Read::Integer);
        }
        let is_about_integers = operands.iter().any(|o| o.integer().is_some());
        let read = match is_about_integers {
            true => self.comparison(kind, operands),
            false => self.term(kind, ast, operands),
        };
        read.map(Read::Term)
    }

    fn comparison(&mut self, kind: DeclKind, operands: &[Read]) -> Option<Term> {
        let [a, b] = operands else {
            return None;
        };
        let (a, b) = (a.integer()?.clone(), b.integer()?.clone());
        let one = Linear::constant(1);
        match kind {
            DeclKind::Eq => a.sub(&b)?.is_zero(self.terms),
            DeclKind::Distinct => {
                let equal = a.sub(&b)?.is_zero(self.terms)?;
                Some(self.terms.not(equal))
            }
            DeclKind::Le => self.at_most_zero(a.sub(&b)?),
            DeclKind::Ge => self.at_most_zero(b.sub(&a)?),
            DeclKind::Lt => self.at_most_zero(a.add(&one)?.sub(&b)?),
            DeclKind::Gt => self.at_most_zero(b.add(&one)?.sub(&a)?),
            _ => None,
        }
    }

    fn at_most_zero(&mut self, sum: Linear) -> Option<Term> {
        let sum = sum.tightened()?;
        let formula = sum.is_at_most_zero(self.terms)?;
        self.limits.insert(formula, sum);
        Some(formula)
    }

    fn not(&mut self, formula: Term) -> Option<Term> {
        match self.limits.get(&formula) {
            // 1 - sum <= 0
            Some(sum) => self.at_most_zero(Linear::constant(1).sub(sum)?),
            None => Some(self.terms.not(formula)),
        }
    }

    /// A conjunction, in which two limits that meet are an equation.
    fn all(&mut self, conjuncts: &[Term]) -> Option<Term> {
        let limits = conjuncts.iter().filter_map(|c| self.limits.get(c));
        let limits: FxHashSet<_> = limits.cloned().collect();
        let mut formula = self.terms.bool(true);
        for conjunct in conjuncts {
            let conjunct = match self.limits.get(conjunct) {
                Some(sum) if limits.contains(&sum.clone().scale(-1)?) => sum.is_zero(self.terms)?,
                _ => *conjunct,
            };
            formula = self.terms.and(formula, conjunct);
        }
        Some(formula)
    }

    fn term(&mut self, kind: DeclKind, ast: &Dynamic, operands: &[Read]) -> Option<Term> {
        let terms = &mut *self.terms;
        let operands: Vec<_> = operands.iter().map(Read::term).collect::<Option<_>>()?;
        let width = || ast.as_bv().map(|bits| bits.get_size());
        use DeclKind as K;
        Some(match (kind, &operands[..]) {
            (K::True, []) => terms.bool(true),
            (K::False, []) => terms.bool(false),
            (K::And, all) => self.all(all)?,
            (K::Or, all) => terms.any(all.iter().copied()),
            (K::Not, &[a]) => self.not(a)?,
            (K::Implies, &[a, b]) => terms.implies(a, b),
            (K::Eq | K::Iff, &[a, b]) => terms.eq(a, b),
            (K::Distinct | K::Xor, &[a, b]) => terms.ne(a, b),
            (K::Ite, &[c, a, b]) => terms.ite(c, a, b),
            (K::Uleq, &[a, b]) => terms.ule(a, b),
            (K::Ult, &[a, b]) => terms.ult(a, b),
            (K::Ugeq, &[a, b]) => terms.ule(b, a),
            (K::Ugt, &[a, b]) => terms.ult(b, a),
            (K::Sleq, &[a, b]) => terms.sle(a, b),
            (K::Slt, &[a, b]) => terms.slt(a, b),
            (K::Sgeq, &[a, b]) => terms.sle(b, a),
            (K::Sgt, &[a, b]) => terms.slt(b, a),
            (K::Bnum, []) => terms.bits(numeral(ast)?.parse().ok()?, width()?),
            (K::Bneg, &[a]) => terms.neg(a),
            (K::Bnot, &[a]) => terms.complement(a),
            (K::Badd, &[first, ref rest @ ..]) => rest.iter().fold(first, |a, &b| terms.add(a, b)),
            (K::Bmul, &[first, ref rest @ ..]) => rest.iter().fold(first, |a, &b| terms.mul(a, b)),
            (K::Band, &[first, ref rest @ ..]) => {
                rest.iter().fold(first, |a, &b| terms.bit_and(a, b))
            }
            (K::Bor, &[first, ref rest @ ..]) => {
                rest.iter().fold(first, |a, &b| terms.bit_or(a, b))
            }
            (K::Bxor, &[first, ref rest @ ..]) => {
                rest.iter().fold(first, |a, &b| terms.bit_xor(a, b))
            }
            (K::Concat, &[first, ref rest @ ..]) => {
                rest.iter().fold(first, |a, &b| terms.concat(a, b))
            }
            (K::Bsub, &[a, b]) => terms.sub(a, b),
            (K::Budiv | K::BudivI, &[a, b]) => terms.udiv(a, b),
            (K::Burem | K::BuremI, &[a, b]) => terms.urem(a, b),
            (K::Bsdiv | K::BsdivI, &[a, b]) => terms.sdiv(a, b),
            (K::Bsrem | K::BsremI, &[a, b]) => terms.srem(a, b),
            (K::Bshl, &[a, b]) => terms.shl(a, b),
            (K::Blshr, &[a, b]) => terms.lshr(a, b),
            (K::Bashr, &[a, b]) => terms.ashr(a, b),
            (K::Extract, &[a]) => terms.extract(a, parameter(ast, 1)?, width()?),
            (K::ZeroExt, &[a]) => terms.zero_extend(a, width()?),
            (K::SignExt, &[a]) => terms.sign_extend(a, width()?),
            (K::Repeat, &[a]) => {
                let times = parameter(ast, 0)?;
                (1..times).fold(a, |many, _| terms.concat(many, a))
            }
            (K::Bcomp, &[a, b]) => {
                let equal = terms.eq(a, b);
                let (one, zero) = (terms.bits(1, 1), terms.bits(0, 1));
                terms.ite(equal, one, zero)
            }
            (K::Bit2bool, &[a]) => {
                let bit = terms.extract(a, parameter(ast, 0)?, 1);
                let one = terms.bits(1, 1);
                terms.eq(bit, one)
            }
            _ => return None,
        })
    }
}

fn integer(kind: DeclKind, ast: &Dynamic, operands: &[Read]) -> Option<Linear> {
    let operands: Vec<_> = operands.iter().map(Read::integer).collect::<Option<_>>()?;
    let add = |sum: Linear, other: &&Linear| sum.add(other);
    match (kind, &operands[..]) {
        (DeclKind::Anum, []) => Some(Linear::constant(numeral(ast)?.parse().ok()?)),
        (DeclKind::Add, all) => all.iter().try_fold(Linear::default(), add),
        (DeclKind::Sub, [first, rest @ ..]) => {
            let mut rest = rest.iter();
            rest.try_fold((*first).clone(), |sum, other| sum.sub(other))
        }
        (DeclKind::Uminus, [a]) => (*a).clone().scale(-1),
        (DeclKind::Mul, [a, b]) => match (a.as_constant(), b.as_constant()) {
            (Some(by), _) => (*b).clone().scale(by),
            (_, Some(by)) => (*a).clone().scale(by),
            (None, None) => None,
        },
        _ => None,
    }
}

/// The number of a bound variable.
fn variable_number(ast: &Dynamic) -> usize {
    let context = ast.get_ctx().get_z3_context();
    // Safety: a term of this context; the caller saw that it is a variable.
    unsafe { z3_sys::Z3_get_index_value(context, ast.get_z3_ast()) as usize }
}

/// A numeral, in decimal.
fn numeral(ast: &Dynamic) -> Option<String> {
    if ast.kind() != AstKind::Numeral {
        return None;
    }
    let context = ast.get_ctx().get_z3_context();
    // Safety: a numeral of this context; the text lives until the next call of Z3,
    // and is copied before.
    let text = unsafe {
        let text = z3_sys::Z3_get_numeral_string(context, ast.get_z3_ast());
        if text.is_null() {
            return None;
        }
        CStr::from_ptr(text)
    };
    text.to_str().ok().map(str::to_owned)
}

/// A parameter of the operator, which is a number.
fn parameter(ast: &Dynamic, at: u32) -> Option<u32> {
    let context = ast.get_ctx().get_z3_context();
    // Safety: an application of this context, whose operator lives as long as it.
    // Z3 checks that there is such a parameter.
    let number = unsafe {
        let application = z3_sys::Z3_to_app(context, ast.get_z3_ast())?;
        let operator = z3_sys::Z3_get_app_decl(context, application)?;
        z3_sys::Z3_get_decl_int_parameter(context, operator, at)
    };
    number.try_into().ok()
}
