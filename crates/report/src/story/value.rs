//! Values in words.

use machine::{Input, Kind, Machine, Origin, Request, Scalar};
use program::{FloatKind, Program, TypeId, VarKind, arith, float};
use std::collections::HashMap;

/// A value in words; a pointer is told by what it points to.
pub fn show(
    program: &Program,
    machine: &Machine<'_>,
    blocks: &HashMap<Origin, usize>,
    value: Scalar,
    ty: TypeId,
) -> String {
    let types = &program.types;
    if let Some(kind) = types.float_kind(ty) {
        return float::to_text(kind, value.value as u128);
    }
    if value.value == 0 && value.origin.is_none() {
        let null = types.is_pointer(ty);
        return if null { "NULL" } else { "0" }.into();
    }
    let Some((kind, base)) = machine.object(value.origin) else {
        return match types.is_pointer(ty) {
            true => format!("{:#x}", value.value),
            false => value.value.to_string(),
        };
    };
    let name = match kind {
        Kind::Static(v) | Kind::Local(v) if program.vars[v].kind == VarKind::Literal => {
            program.show(v).to_string()
        }
        Kind::Static(v) | Kind::Local(v) => format!("&{}", program.show(v)),
        Kind::Function(f) => program.show(f).to_string(),
        Kind::Heap => match blocks.get(&value.origin) {
            Some(number) => format!("block {}", number + 1),
            None => "a block".into(),
        },
        Kind::Frame => "an array".into(),
        Kind::Environment => "an object of the environment".into(),
    };
    match value.value - i128::from(base) {
        0 => name,
        offset => format!("{name} {offset:+} bytes"),
    }
}

/// The bits that the program sees.
pub fn input_bits(request: Request, input: Input) -> u128 {
    let number = match input {
        Input::Int(v) => v,
        Input::Float(v) => v as i128,
        Input::Bits(v) => v as i128,
    };
    match request {
        Request::Int { bits: 1, .. } => u128::from(number != 0),
        Request::Int { bits, .. } => arith::wrap(number, bits, false) as u128,
        Request::Float(kind) => match input {
            Input::Int(v) => float::from_int(kind, v, false),
            Input::Float(v) => float::convert(FloatKind::Double, kind, v.to_bits().into()),
            Input::Bits(v) => v,
        },
        Request::Pointer => number.max(0) as u128,
    }
}

/// An input in words.
pub fn show_input(request: Request, bits: u128) -> String {
    match request {
        Request::Int {
            bits: width,
            signed,
        } => arith::wrap(bits as i128, width, signed).to_string(),
        Request::Float(kind) => float::to_text(kind, bits),
        Request::Pointer if bits == 0 => "NULL".into(),
        Request::Pointer => format!("object {bits} of the environment"),
    }
}
