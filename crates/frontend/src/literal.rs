//! The values of numbers, character constants and strings.
//!
//! Every function here gives a value even for a wrong literal, and says at
//! most one thing that is wrong with it.

use crate::ast::StringKind;
use crate::lex::hex_value;
use program::{DataModel, FloatKind, IntKind, Severity, float};
use std::ops::Range;

/// What is wrong with a literal, and where in it.
#[derive(Debug)]
pub struct Problem {
    pub severity: Severity,
    pub range: Range<usize>,
    pub message: String,
}

/// The first error, or else the first warning, about a literal.
#[derive(Default)]
pub struct Problems(pub Option<Problem>);

impl Problems {
    fn add(&mut self, severity: Severity, range: Range<usize>, message: impl Into<String>) {
        let worse = match &self.0 {
            None => true,
            Some(p) => p.severity == Severity::Warning && severity == Severity::Error,
        };
        if worse {
            let message = message.into();
            self.0 = Some(Problem {
                severity,
                range,
                message,
            });
        }
    }

    fn error(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Error, range, message);
    }

    fn warn(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Warning, range, message);
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Int(i128, IntKind),
    Float {
        bits: u128,
        kind: FloatKind,
        imaginary: bool,
    },
}

/// The value of a preprocessing number.
pub fn number(text: &[u8], model: DataModel, problems: &mut Problems) -> Number {
    // Most numbers are small and plain.
    if let [digit @ b'0'..=b'9'] = text {
        return Number::Int(i128::from(digit - b'0'), IntKind::Int);
    }
    if text.contains(&b'\'') {
        // C23's separators are nothing but that.
        let plain: Vec<u8> = text.iter().copied().filter(|b| *b != b'\'').collect();
        return number(&plain, model, problems);
    }
    let hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let is_float = |b: &u8| match b {
        b'.' => true,
        b'e' | b'E' => !hex,
        b'p' | b'P' => hex,
        _ => false,
    };
    if text.iter().any(is_float) {
        floating(text, hex, problems)
    } else {
        integer(text, hex, model, problems)
    }
}

fn integer(text: &[u8], hex: bool, model: DataModel, problems: &mut Problems) -> Number {
    let (radix, start) = match text {
        _ if hex => (16, 2),
        [b'0', b'b' | b'B', ..] => (2, 2),
        [b'0', ..] => (8, 0),
        _ => (10, 0),
    };
    let digits = text[start..].iter();
    let digits = digits.take_while(|b| match radix {
        16 => b.is_ascii_hexdigit(),
        _ => b.is_ascii_digit(),
    });
    let end = start + digits.count();
    let whole = 0..text.len();
    let mut value: u128 = 0;
    let mut too_large = false;
    for (i, &b) in text[start..end].iter().enumerate() {
        let digit = char::from(b).to_digit(radix).unwrap_or_else(|| {
            let name = if radix == 8 { "octal" } else { "binary" };
            let at = start + i..start + i + 1;
            problems.error(
                at,
                format!("invalid digit '{}' in {name} constant", char::from(b)),
            );
            0
        });
        value = value.wrapping_mul(radix.into()).wrapping_add(digit.into());
        too_large |= value > u64::MAX.into();
        // As gcc, go on with the low 64 bits.
        value &= u128::from(u64::MAX);
    }
    if end == start {
        let prefix = String::from_utf8_lossy(&text[..start]).into_owned();
        problems.error(
            whole.clone(),
            format!("invalid integer constant: '{prefix}' is followed by no digits"),
        );
    }
    let Some(suffix) = integer_suffix(&text[end..]) else {
        let suffix = String::from_utf8_lossy(&text[end..]);
        let message = format!("invalid suffix '{suffix}' on integer constant");
        problems.error(end..text.len(), message);
        return Number::Int(value as i128, IntKind::Int);
    };
    if too_large {
        problems.warn(whole.clone(), "integer constant is too large for its type");
    }
    if suffix.imaginary {
        // The tree has imaginary constants of floating types only; the value
        // is the same.
        let bits = float::from_int(FloatKind::Double, value as i128, false);
        return Number::Float {
            bits,
            kind: FloatKind::Double,
            imaginary: true,
        };
    }
    use IntKind::*;
    let fits = |kind: IntKind| {
        let bits = model.int_bits(kind) - u32::from(kind.is_signed());
        bits >= 128 || value >> bits == 0
    };
    let candidates = [Int, UInt, Long, ULong, LongLong, ULongLong];
    let least = [Int, Long, LongLong][suffix.longs];
    let fitting = candidates.into_iter().find(|&kind| {
        let allowed = if kind.is_signed() {
            !suffix.unsigned
        } else {
            suffix.unsigned || radix != 10
        };
        allowed && kind.rank() >= least.rank() && fits(kind)
    });
    if let Some(kind) = fitting {
        return Number::Int(value as i128, kind);
    }
    problems.warn(whole, "integer constant is so large that it is unsigned");
    // Only a decimal constant without `u` comes here. This is what gcc does.
    match model {
        DataModel::Lp64 => Number::Int(value as i128, Int128),
        DataModel::Ilp32 => Number::Int(i128::from(value as u64 as i64), LongLong),
    }
}

struct IntegerSuffix {
    unsigned: bool,
    longs: usize,
    imaginary: bool,
}

fn integer_suffix(text: &[u8]) -> Option<IntegerSuffix> {
    let mut suffix = IntegerSuffix {
        unsigned: false,
        longs: 0,
        imaginary: false,
    };
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return Some(suffix),
            [b'u' | b'U', rest @ ..] if !suffix.unsigned => {
                suffix.unsigned = true;
                rest
            }
            [b'l', b'l', rest @ ..] | [b'L', b'L', rest @ ..] if suffix.longs == 0 => {
                suffix.longs = 2;
                rest
            }
            [b'l' | b'L', rest @ ..] if suffix.longs == 0 => {
                suffix.longs = 1;
                rest
            }
            [b'i' | b'I' | b'j' | b'J', rest @ ..] if !suffix.imaginary => {
                suffix.imaginary = true;
                rest
            }
            _ => return None,
        };
    }
}

/// Longer constants of the types that the standard library does not read take
/// quadratic time.
const LONGEST_EXTENDED: usize = 5_000;

fn floating(text: &[u8], hex: bool, problems: &mut Problems) -> Number {
    let end = floating_digits(text, hex);
    let (kind, imaginary) = floating_suffix(&text[end..]).unwrap_or_else(|| {
        let suffix = String::from_utf8_lossy(&text[end..]);
        let message = format!("invalid suffix '{suffix}' on floating constant");
        problems.error(end..text.len(), message);
        (FloatKind::Double, false)
    });
    let number = &text[..end];
    let whole = 0..text.len();
    if hex && !number.iter().any(|b| matches!(b, b'p' | b'P')) {
        problems.error(
            whole.clone(),
            "hexadecimal floating constant requires an exponent",
        );
        return Number::Float {
            bits: 0,
            kind,
            imaginary,
        };
    }
    if matches!(number.last(), Some(b'e' | b'E' | b'p' | b'P' | b'+' | b'-')) {
        problems.error(whole.clone(), "exponent has no digits");
    } else if number.iter().filter(|b| **b == b'.').count() > 1 {
        problems.error(whole.clone(), "too many decimal points in number");
    }
    let native = !hex && matches!(kind, FloatKind::Float | FloatKind::Double);
    let number = std::str::from_utf8(number).ok();
    let number = number.filter(|n| native || n.len() <= LONGEST_EXTENDED);
    let bits = number
        .and_then(|n| float::parse(kind, n))
        .unwrap_or_else(|| {
            problems.error(whole, "invalid floating constant");
            0
        });
    Number::Float {
        bits,
        kind,
        imaginary,
    }
}

/// Where the digits, point and exponent end.
fn floating_digits(text: &[u8], hex: bool) -> usize {
    let is_digit = |b: u8| {
        if hex {
            b.is_ascii_hexdigit()
        } else {
            b.is_ascii_digit()
        }
    };
    let mut i = if hex { 2 } else { 0 };
    while i < text.len() && (is_digit(text[i]) || text[i] == b'.') {
        i += 1;
    }
    let exponent = if hex { [b'p', b'P'] } else { [b'e', b'E'] };
    if text.get(i).is_some_and(|b| exponent.contains(b)) {
        let sign = usize::from(matches!(text.get(i + 1), Some(b'+' | b'-')));
        i += 1 + sign;
        while text.get(i).is_some_and(u8::is_ascii_digit) {
            i += 1;
        }
    }
    i
}

fn floating_suffix(text: &[u8]) -> Option<(FloatKind, bool)> {
    let is_imaginary = |b: &u8| matches!(b, b'i' | b'I' | b'j' | b'J');
    let (rest, imaginary) = match text {
        [rest @ .., last] if is_imaginary(last) => (rest, true),
        [first, rest @ ..] if is_imaginary(first) => (rest, true),
        _ => (text, false),
    };
    let kind = match rest.to_ascii_lowercase().as_slice() {
        b"" | b"d" => FloatKind::Double,
        b"f" => FloatKind::Float,
        b"l" | b"w" => FloatKind::LongDouble,
        b"f32" => FloatKind::Float32,
        b"f32x" => FloatKind::Float32x,
        b"f64" => FloatKind::Float64,
        b"f64x" => FloatKind::Float64x,
        b"f16" => FloatKind::Float16,
        b"q" | b"f128" => FloatKind::Float128,
        _ => return None,
    };
    Some((kind, imaginary))
}

/// The kind of a string or character literal, and where its quote is.
pub fn prefix(text: &[u8]) -> (StringKind, usize) {
    match text {
        [b'L', ..] => (StringKind::Wide, 1),
        [b'U', ..] => (StringKind::Utf32, 1),
        [b'u', b'8', ..] => (StringKind::Narrow, 2),
        [b'u', ..] => (StringKind::Utf16, 1),
        _ => (StringKind::Narrow, 0),
    }
}

/// Is there no string of two literals with these prefixes?
pub fn are_incompatible(a: &[u8], b: &[u8]) -> bool {
    !a.is_empty() && !b.is_empty() && a != b
}

/// The kind of two literals joined.
pub fn join(a: StringKind, b: StringKind) -> StringKind {
    let width = |kind| match kind {
        StringKind::Narrow => 0,
        StringKind::Utf16 => 1,
        StringKind::Utf32 | StringKind::Wide => 2,
    };
    if width(b) > width(a) { b } else { a }
}

/// Appends the elements of a string literal to `out`, as those of a string of
/// `kind`, which may be another than its own.
pub fn string(text: &[u8], kind: StringKind, out: &mut Vec<u8>, problems: &mut Problems) {
    let (_, open) = prefix(text);
    let mut body = Body::new(text, open, kind, problems);
    if kind == StringKind::Narrow && !body.text[open + 1..].contains(&b'\\') {
        out.extend_from_slice(&body.text[open + 1..]);
        return;
    }
    while let Some(unit) = body.next() {
        match (unit, kind) {
            (Unit::Char(c), StringKind::Narrow) => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            (Unit::Char(c), StringKind::Utf16) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.extend_from_slice(&unit.to_le_bytes());
                }
            }
            (Unit::Char(c), StringKind::Wide | StringKind::Utf32) => {
                out.extend_from_slice(&u32::from(c).to_le_bytes());
            }
            (Unit::Value(v), _) => out.extend_from_slice(&v.to_le_bytes()[..element_size(kind)]),
        }
    }
}

/// The value and type of a character constant.
pub fn character(text: &[u8], model: DataModel, problems: &mut Problems) -> (i128, IntKind) {
    let (kind, open) = prefix(text);
    let mut body = Body::new(text, open, kind, problems);
    let mut count = 0;
    let mut value = 0u32;
    while let Some(unit) = body.next() {
        match (unit, kind) {
            (Unit::Char(c), StringKind::Narrow) => {
                for b in c.encode_utf8(&mut [0; 4]).bytes() {
                    value = value << 8 | u32::from(b);
                    count += 1;
                }
            }
            (Unit::Value(v), StringKind::Narrow) => {
                value = value << 8 | (v & 0xff);
                count += 1;
            }
            // The last of several wide ones, as in gcc.
            (Unit::Char(c), _) => (value, count) = (u32::from(c), count + 1),
            (Unit::Value(v), _) => (value, count) = (v, count + 1),
        }
    }
    let whole = 0..text.len();
    let most = if kind == StringKind::Narrow { 4 } else { 1 };
    if count == 0 {
        problems.error(whole, "empty character constant");
    } else if count > most {
        problems.warn(whole, "character constant is too long for its type");
    }
    match kind {
        StringKind::Narrow if open == 2 => (i128::from(value as u8), IntKind::UChar),
        StringKind::Narrow if count == 1 => (i128::from(value as u8 as i8), IntKind::Int),
        StringKind::Narrow => (i128::from(value as i32), IntKind::Int),
        StringKind::Wide => (i128::from(value as i32), model.wchar_kind()),
        StringKind::Utf16 => (i128::from(value as u16), IntKind::UShort),
        StringKind::Utf32 => (i128::from(value), IntKind::UInt),
    }
}

fn element_size(kind: StringKind) -> usize {
    match kind {
        StringKind::Narrow => 1,
        StringKind::Utf16 => 2,
        StringKind::Wide | StringKind::Utf32 => 4,
    }
}

/// A part of a string or character constant.
enum Unit {
    /// The value of one element: a byte, or a numeric escape.
    Value(u32),
    /// A character, which may take several elements.
    Char(char),
}

struct Body<'t, 'p> {
    /// The literal without its closing quote.
    text: &'t [u8],
    at: usize,
    kind: StringKind,
    problems: &'p mut Problems,
}

impl<'t, 'p> Body<'t, 'p> {
    fn new(text: &'t [u8], open: usize, kind: StringKind, problems: &'p mut Problems) -> Self {
        let closed = text.len() > open + 1 && text[text.len() - 1] == text[open];
        Body {
            text: &text[..text.len() - usize::from(closed)],
            at: open + 1,
            kind,
            problems,
        }
    }

    fn next(&mut self) -> Option<Unit> {
        loop {
            let rest = &self.text[self.at..];
            let (&first, rest) = rest.split_first()?;
            if first == b'\\' {
                let blank = rest
                    .iter()
                    .take_while(|b| matches!(b, b' ' | b'\t' | b'\r'))
                    .count();
                if rest.get(blank) == Some(&b'\n') {
                    self.at += blank + 2;
                    continue;
                }
                return Some(self.escape());
            }
            if first < 0x80 || self.kind == StringKind::Narrow {
                self.at += 1;
                return Some(Unit::Value(first.into()));
            }
            let bytes = &self.text[self.at..self.text.len().min(self.at + 4)];
            let c = bytes
                .utf8_chunks()
                .next()
                .and_then(|chunk| chunk.valid().chars().next());
            let Some(c) = c else {
                self.problems
                    .error(self.at..self.at + 1, "invalid UTF-8 in a wide literal");
                self.at += 1;
                return Some(Unit::Value(first.into()));
            };
            self.at += c.len_utf8();
            return Some(Unit::Char(c));
        }
    }

    /// The escape sequence whose backslash is at `self.at`.
    fn escape(&mut self) -> Unit {
        let start = self.at;
        let Some(&letter) = self.text.get(start + 1) else {
            // Only an unterminated literal ends in a backslash.
            self.at += 1;
            return Unit::Value(b'\\'.into());
        };
        self.at += 2;
        let value = match letter {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' | b'E' => 27,
            b'\\' | b'\'' | b'"' | b'?' => letter,
            b'0'..=b'7' => return self.octal(start),
            b'x' => return self.hex(start),
            b'u' => return self.universal(start, 4),
            b'U' => return self.universal(start, 8),
            _ => {
                let shown = char::from(letter).escape_debug();
                let message = format!("unknown escape sequence '\\{shown}'");
                self.problems.warn(start..start + 2, message);
                letter
            }
        };
        Unit::Value(value.into())
    }

    fn octal(&mut self, start: usize) -> Unit {
        let digits = self.text[start + 1..].iter().take(3);
        let digits = digits.take_while(|b| matches!(b, b'0'..=b'7'));
        let (mut value, mut count) = (0, 0);
        for b in digits {
            value = value * 8 + u32::from(b - b'0');
            count += 1;
        }
        self.at = start + 1 + count;
        self.in_range(start, value)
    }

    fn hex(&mut self, start: usize) -> Unit {
        let digits = self.text[start + 2..]
            .iter()
            .take_while(|b| b.is_ascii_hexdigit());
        let end = start + 2 + digits.count();
        self.at = end;
        let digits = &self.text[start + 2..end];
        if digits.is_empty() {
            self.problems
                .error(start..end, "'\\x' is followed by no hexadecimal digits");
        }
        let (high, low) = digits.split_at(digits.len().saturating_sub(8));
        if high.iter().any(|b| *b != b'0') {
            self.problems
                .warn(start..end, "escape sequence is out of range");
        }
        let value = hex_value(low).unwrap_or(0);
        self.in_range(start, value)
    }

    fn in_range(&mut self, start: usize, value: u32) -> Unit {
        let bits = 8 * element_size(self.kind) as u32;
        if bits < 32 && value >> bits != 0 {
            self.problems
                .warn(start..self.at, "escape sequence is out of range");
            return Unit::Value(value & ((1 << bits) - 1));
        }
        Unit::Value(value)
    }

    fn universal(&mut self, start: usize, digits: usize) -> Unit {
        let hex = self.text.get(start + 2..start + 2 + digits);
        match hex.and_then(hex_value).and_then(char::from_u32) {
            Some(c) => {
                self.at = start + 2 + digits;
                Unit::Char(c)
            }
            None => {
                self.problems
                    .error(start..start + 2, "invalid universal character name");
                Unit::Value(self.text[start + 1].into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use IntKind::*;

    fn num(text: &str, model: DataModel) -> (Number, String) {
        let mut problems = Problems::default();
        let number = number(text.as_bytes(), model, &mut problems);
        (number, problems.0.map_or(String::new(), |p| p.message))
    }

    fn int(text: &str, model: DataModel) -> (i128, IntKind) {
        match num(text, model) {
            (Number::Int(v, k), problem) => {
                assert_eq!(problem, "", "{text}");
                (v, k)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn integers_take_the_first_type_that_fits() {
        for (text, value, long, short) in [
            ("0", 0, Int, Int),
            ("00", 0, Int, Int),
            ("017", 15, Int, Int),
            ("0x7fffffff", 0x7fff_ffff, Int, Int),
            ("0xffffffff", 0xffff_ffff, UInt, UInt),
            ("0b101", 5, Int, Int),
            ("2147483648", 0x8000_0000, Long, LongLong),
            ("4294967296u", 1 << 32, ULong, ULongLong),
            ("0xffffffffffffffff", u64::MAX.into(), ULong, ULongLong),
            ("3000000000l", 3_000_000_000, Long, LongLong),
            ("5Lu", 5, ULong, ULong),
            ("5uLL", 5, ULongLong, ULongLong),
            ("1'000", 1000, Int, Int),
        ] {
            assert_eq!(int(text, DataModel::Lp64), (value, long), "{text}");
            assert_eq!(int(text, DataModel::Ilp32), (value, short), "{text}");
        }
        let (max, problem) = num("18446744073709551615", DataModel::Lp64);
        assert_eq!(max, Number::Int(u64::MAX.into(), Int128));
        assert_eq!(problem, "integer constant is so large that it is unsigned");
        assert_eq!(
            num("18446744073709551615", DataModel::Ilp32).0,
            Number::Int(-1, LongLong)
        );
        assert_eq!(
            num("0x1ffffffffffffffff", DataModel::Lp64),
            (
                Number::Int(u64::MAX.into(), ULong),
                "integer constant is too large for its type".to_owned()
            )
        );
    }

    #[test]
    fn floats() {
        let float = |text: &str| match num(text, DataModel::Lp64) {
            (
                Number::Float {
                    bits,
                    kind,
                    imaginary,
                },
                problem,
            ) => {
                assert_eq!(problem, "", "{text}");
                (float::to_text(kind, bits), kind, imaginary)
            }
            other => panic!("{text}: {other:?}"),
        };
        use FloatKind::*;
        for (text, value, kind, imaginary) in [
            ("1.", "1.0", Double, false),
            (".5", "0.5", Double, false),
            ("1e3", "1000.0", Double, false),
            ("1.5E-1f", "0.15", Float, false),
            ("0x1.8p3", "12.0", Double, false),
            ("0x.8P1F", "1.0", Float, false),
            ("0XAp0", "10.0", Double, false),
            ("1.0L", "1", LongDouble, false),
            (".5q", "0.5", Float128, false),
            ("2.0f64x", "2", Float64x, false),
            ("2.0f32x", "2.0", Float32x, false),
            ("2.0F16", "2", Float16, false),
            ("1.0i", "1.0", Double, true),
            ("1.0if", "1.0", Float, true),
            ("1.0fj", "1.0", Float, true),
            ("3i", "3.0", Double, true),
            ("1e999", "inf", Double, false),
            ("1.l", "1", LongDouble, false),
        ] {
            assert_eq!(float(text), (value.to_owned(), kind, imaginary), "{text}");
        }
    }

    #[test]
    fn wrong_numbers() {
        for (text, problem) in [
            ("08", "invalid digit '8' in octal constant"),
            ("0b12", "invalid digit '2' in binary constant"),
            (
                "0x",
                "invalid integer constant: '0x' is followed by no digits",
            ),
            ("12abc", "invalid suffix 'abc' on integer constant"),
            ("1lul", "invalid suffix 'lul' on integer constant"),
            ("1lL", "invalid suffix 'lL' on integer constant"),
            ("1.5x", "invalid suffix 'x' on floating constant"),
            (
                "0x1.8",
                "hexadecimal floating constant requires an exponent",
            ),
            ("1.2.3", "too many decimal points in number"),
            ("1e", "exponent has no digits"),
            ("1e+", "exponent has no digits"),
            ("0x.p1", "invalid floating constant"),
            ("0xe+1", "invalid suffix '+1' on integer constant"),
        ] {
            assert_eq!(num(text, DataModel::Lp64).1, problem, "{text}");
        }
        let long = format!("1.{}L", "0".repeat(1 << 20));
        assert_eq!(num(&long, DataModel::Lp64).1, "invalid floating constant");
        assert_eq!(num("1e99999999999999999999L", DataModel::Lp64).1, "");
    }

    fn chr(text: &str) -> (i128, IntKind, String) {
        let mut problems = Problems::default();
        let (value, kind) = character(text.as_bytes(), DataModel::Ilp32, &mut problems);
        (value, kind, problems.0.map_or(String::new(), |p| p.message))
    }

    #[test]
    fn characters() {
        for (text, value, kind) in [
            ("'a'", 97, Int),
            ("'\\n'", 10, Int),
            ("'\\e'", 27, Int),
            ("'\\377'", -1, Int),
            ("'\\x80'", -128, Int),
            ("'\\0'", 0, Int),
            ("'ab'", 0x6162, Int),
            ("'\\377\\377'", 0xffff, Int),
            ("'\"'", 34, Int),
            ("L'é'", 0xe9, Long),
            ("u'\\u00e9'", 0xe9, UShort),
            ("U'\\U0001F600'", 0x1f600, UInt),
            ("u8'a'", 97, UChar),
            ("L'\\xffffffff'", -1, Long),
        ] {
            assert_eq!(chr(text), (value, kind, String::new()), "{text}");
        }
        assert_eq!(chr("'abcde'").0, 0x6263_6465);
        assert_eq!(chr("''").2, "empty character constant");
        assert_eq!(chr("'\\q'").2, "unknown escape sequence '\\q'");
        assert_eq!(chr("'\\x'").2, "'\\x' is followed by no hexadecimal digits");
        assert_eq!(chr("'\\x100'").2, "escape sequence is out of range");
        assert_eq!(chr("'\\u12'").2, "invalid universal character name");
        for unterminated in ["'", "'\\", "L'", "'\\'", "'\\x", "'\\u"] {
            chr(unterminated);
        }
    }

    #[test]
    fn strings() {
        let decode = |text: &[u8], kind| {
            let mut out = Vec::new();
            let mut problems = Problems::default();
            string(text, kind, &mut out, &mut problems);
            assert!(problems.0.is_none(), "{:?}", problems.0);
            out
        };
        use StringKind::*;
        assert_eq!(decode(b"\"a\xff\\0b\"", Narrow), b"a\xff\0b");
        assert_eq!(decode(b"\"a\xff\"", Narrow), b"a\xff");
        assert_eq!(decode(b"\"\\1234\\x41\\\n\\?\"", Narrow), b"S4A?");
        assert_eq!(decode("\"\\u00e9é\"".as_bytes(), Narrow), "éé".as_bytes());
        assert_eq!(decode("L\"é\"".as_bytes(), Wide), [0xe9, 0, 0, 0]);
        assert_eq!(
            decode("u\"a\u{1f600}\"".as_bytes(), Utf16),
            [0x61, 0, 0x3d, 0xd8, 0, 0xde]
        );
        assert_eq!(decode(b"\"\\xff\"", Utf32), [0xff, 0, 0, 0]);
        assert_eq!(join(Narrow, Utf16), Utf16);
        assert_eq!(join(Wide, Narrow), Wide);
    }
}
