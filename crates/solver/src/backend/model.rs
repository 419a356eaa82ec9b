//! Values of symbols, out of Z3's models.

use super::translate::{Translated, Translator};
use crate::evaluate::{ArrayValue, Assignment};
use crate::term::{SymbolId, Terms};
use z3::ast::{Array, Ast, BV};
use z3::{DeclKind, Model};

/// The values of these symbols. None if there is one that cannot be read.
pub fn extract(
    terms: &Terms,
    translator: &Translator,
    symbols: &[SymbolId],
    model: &Model,
) -> Option<Assignment> {
    let mut assignment = Assignment::new();
    for &symbol in symbols {
        match translator.symbol(terms, symbol)? {
            Translated::Bool(formula) => {
                let value = model.eval(formula, true)?.as_bool()?;
                assignment.set(symbol, value.into());
            }
            Translated::Bits(bits) => {
                assignment.set(symbol, number(&model.eval(bits, true)?)?);
            }
            Translated::Array(array) => {
                assignment.set_array(symbol, elements(model, &model.eval(array, true)?)?);
            }
        }
    }
    Some(assignment)
}

fn number(value: &BV) -> Option<u128> {
    match value.as_u64() {
        Some(value) => Some(value.into()),
        None => {
            let width = value.get_size();
            let high = value.extract(width - 1, 64).simplify().as_u64()?;
            let low = value.extract(63, 0).simplify().as_u64()?;
            Some(u128::from(high) << 64 | u128::from(low))
        }
    }
}

/// An array, which Z3 writes as stores into a constant one, or as a function.
fn elements(model: &Model, array: &Array) -> Option<ArrayValue> {
    let mut value = ArrayValue::default();
    let mut array = array.clone();
    loop {
        match array.decl().kind() {
            DeclKind::Store => {
                let parts = array.children();
                let index = number(&parts[1].as_bv()?)?;
                let element = number(&parts[2].as_bv()?)?;
                value.entries.entry(index).or_insert(element);
                array = parts[0].as_array()?;
            }
            DeclKind::ConstArray => {
                value.default = number(&array.nth_child(0)?.as_bv()?)?;
                return Some(value);
            }
            DeclKind::AsArray => {
                let function = model.get_func_interp(&array.as_array_func_decl()?)?;
                for entry in function.get_entries() {
                    let index = number(&entry.get_args().first()?.as_bv()?)?;
                    let element = number(&entry.get_value().as_bv()?)?;
                    value.entries.entry(index).or_insert(element);
                }
                value.default = number(&function.get_else()?.as_bv()?)?;
                return Some(value);
            }
            _ => return None,
        }
    }
}
