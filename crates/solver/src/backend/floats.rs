//! Floating-point numbers as Z3's: conversions from and to bits.
//!
//! Here and in `read.rs` is all of the house's unsafe code: the bindings have no
//! safe functions that make floats of bits or of integers.

use crate::fold;
use program::FloatKind;
use z3::ast::{Ast, BV, Bool, Float, RoundingMode};
use z3::{Context, Sort};
use z3_sys::{Z3_ast, Z3_context, Z3_sort};

/// Widths of exponent and significand, the significand's leading bit included.
fn sizes(kind: FloatKind) -> (u32, u32) {
    match kind.format() {
        FloatKind::Float16 => (5, 11),
        FloatKind::Float => (8, 24),
        FloatKind::Double => (11, 53),
        FloatKind::LongDouble => (15, 64),
        _ => (15, 113),
    }
}

pub fn sort(kind: FloatKind) -> Sort {
    let (exponent, significand) = sizes(kind);
    Sort::float(exponent, significand)
}

pub fn nearest() -> RoundingMode {
    RoundingMode::round_nearest_ties_to_even()
}

/// A float made by a function of Z3 that the bindings do not wrap.
fn wrap(make: impl FnOnce(Z3_context) -> Option<Z3_ast>) -> Float {
    let context = Context::thread_local();
    let made = make(context.get_z3_context()).expect("operands of the right sorts");
    // Safety: a term of this context, which is counted from here on. That it is
    // a float is what the functions below promise.
    unsafe { Float::wrap(&context, made) }
}

fn raw(sort: &Sort) -> Z3_sort {
    sort.get_z3_sort()
}

fn of_ieee_bits(bits: &BV, sort: &Sort) -> Float {
    // Safety: the context is that of both, the widths agree.
    wrap(|c| unsafe { z3_sys::Z3_mk_fpa_to_fp_bv(c, bits.get_z3_ast(), raw(sort)) })
}

/// The float nearest to an integer.
pub fn of_int(value: &BV, signed: bool, kind: FloatKind) -> Float {
    let (sort, rounding) = (sort(kind), nearest());
    let (rounding, value) = (rounding.get_z3_ast(), value.get_z3_ast());
    // Safety: the context is that of all three.
    wrap(|c| unsafe {
        match signed {
            true => z3_sys::Z3_mk_fpa_to_fp_signed(c, rounding, value, raw(&sort)),
            false => z3_sys::Z3_mk_fpa_to_fp_unsigned(c, rounding, value, raw(&sort)),
        }
    })
}

/// The float with these bits.
pub fn of_bits(bits: &BV, kind: FloatKind) -> Float {
    let sort = sort(kind);
    if kind.format() != FloatKind::LongDouble {
        return of_ieee_bits(bits, &sort);
    }
    // x87 writes the leading bit, and so knows numbers that others do not: those
    // with a leading bit though their exponent is the least count with the next
    // exponent, those without one though they should have it count as NaN.
    let (sign, exponent) = (bits.extract(79, 79), bits.extract(78, 64));
    let (leading, fraction) = (bits.extract(63, 63), bits.extract(62, 0));
    let least = exponent.eq(BV::from_u64(0, 15));
    let leads = leading.eq(BV::from_u64(1, 1));
    let next = Bool::and(&[least.clone(), leads.clone()]);
    let exponent = next.ite(&BV::from_u64(1, 15), &exponent);
    let number = of_ieee_bits(&sign.concat(exponent).concat(fraction), &sort);
    Bool::or(&[least, leads]).ite(&number, &Float::nan(&sort))
}

/// The bits of a float; those of [`fold::nan`] if it is not a number.
pub fn to_bits(value: &Float, kind: FloatKind) -> BV {
    let mut bits = value.to_ieee_bv();
    if kind.format() == FloatKind::LongDouble {
        let (head, exponent) = (bits.extract(78, 63), bits.extract(77, 63));
        let leads = exponent.ne(BV::from_u64(0, 15));
        let leading = leads.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1));
        bits = head.concat(leading).concat(bits.extract(62, 0));
    }
    let nan = super::translate::constant(fold::nan(kind), fold::float_width(kind));
    value.is_nan().ite(&nan, &bits)
}

/// The integer part, as [`fold::float_to_int`] defines it.
pub fn to_int(value: &Float, kind: FloatKind, signed: bool, width: u32) -> BV {
    let zero = RoundingMode::round_towards_zero();
    let convert = |width, signed| match signed {
        true => value.to_sbv_with_rounding_mode(&zero, width),
        false => value.to_ubv_with_rounding_mode(&zero, width),
    };
    let whole = value.round_to_integral_with_rounding_mode(&zero);
    let through = fold::through_width(width, signed);
    let least = super::translate::constant(1 << (through - 1), through);
    let narrow = match width == through && signed {
        true => least,
        false => fits(&whole, kind, through, true).ite(&convert(through, true), &least),
    };
    let otherwise = narrow.sign_ext(width - through);
    fits(&whole, kind, width, signed).ite(&convert(width, signed), &otherwise)
}

/// Whether a whole number is a value of the integer type.
fn fits(whole: &Float, kind: FloatKind, width: u32, signed: bool) -> Bool {
    let mut conditions = vec![whole.is_nan().not(), whole.is_infinite().not()];
    if signed {
        let low = power_of_two(width - 1, kind).map(|power| power.unary_neg());
        conditions.extend(low.map(|low| whole.ge(low)));
    } else {
        let zero = of_int(&BV::from_u64(0, 1), false, kind);
        conditions.push(whole.ge(zero));
    }
    let high = power_of_two(if signed { width - 1 } else { width }, kind);
    conditions.extend(high.map(|high| whole.lt(high)));
    Bool::and(&conditions)
}

/// None if it is greater than all numbers of the format.
fn power_of_two(exponent: u32, kind: FloatKind) -> Option<Float> {
    let (exponent_width, significand_width) = sizes(kind);
    let bias = (1 << (exponent_width - 1)) - 1;
    (exponent <= bias).then(|| {
        let bits = u128::from(exponent + bias) << (significand_width - 1);
        let bits = super::translate::constant(bits, exponent_width + significand_width);
        of_ieee_bits(&bits, &sort(kind))
    })
}
