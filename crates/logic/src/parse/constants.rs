//! Numbers and strings.

use super::{Parsed, Parser, Read};
use program::{Expr, FloatKind, IntKind, Program, float};

impl Parser<'_> {
    pub(super) fn digits(&mut self, radix: u32) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_digit(radix));
        let digits = rest[..end.unwrap_or(rest.len())].to_owned();
        self.at += digits.len();
        digits
    }

    pub(super) fn number(&mut self, negative: bool) -> Parsed<Read> {
        self.space();
        let rest = &self.text[self.at..];
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let mut end = rest.find(|c| !letter(c)).unwrap_or(rest.len());
        let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
        // 1e-5: a sign behind an exponent belongs to the number.
        let exponent = rest[..end].ends_with(['e', 'E']) && !hexadecimal;
        if exponent && rest[end..].starts_with(['-', '+']) {
            let more = rest[end + 1..].find(|c| !letter(c));
            end = more.map_or(rest.len(), |m| end + 1 + m);
        }
        let text = &rest[..end];
        let made = match !hexadecimal && text.contains(['.', 'e', 'E']) {
            true => self.decimal(text, negative),
            false => self.whole(text, negative),
        };
        let Some(read) = made else {
            return self.fail(format!("'{text}' is no number"));
        };
        self.at += end;
        Ok(read)
    }

    fn decimal(&mut self, text: &str, negative: bool) -> Option<Read> {
        let (text, kind) = match text.strip_suffix(['f', 'F']) {
            Some(text) => (text, FloatKind::Float),
            None => match text.strip_suffix(['l', 'L']) {
                Some(text) => (text, FloatKind::LongDouble),
                None => (text, FloatKind::Double),
            },
        };
        let mut bits = float::parse(kind, text)?;
        if negative {
            bits = float::negate(kind, bits);
        }
        let ty = self.program.types.float(kind);
        let expr = self.program.exprs.intern(Expr::Float(bits), ty);
        Some(Read::Plain(expr))
    }

    fn whole(&mut self, text: &str, negative: bool) -> Option<Read> {
        let (digits, radix) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) => (digits, 16),
            None => (text, 10),
        };
        let end = digits.find(|c: char| !c.is_digit(radix));
        let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
        let magnitude = u128::from_str_radix(digits, radix).ok()?;
        let value = match negative {
            true => (magnitude as i128).wrapping_neg(),
            false => magnitude as i128,
        };
        let model = self.program.model();
        let kind = match suffix.to_ascii_lowercase().as_str() {
            "u" => IntKind::UInt,
            "l" => IntKind::Long,
            "ul" | "lu" => IntKind::ULong,
            "ll" => IntKind::LongLong,
            "ull" | "llu" => IntKind::ULongLong,
            "" => {
                let kinds = [
                    IntKind::Int,
                    IntKind::Long,
                    IntKind::LongLong,
                    IntKind::Int128,
                ];
                let fits = |k: &IntKind| {
                    let limit = 1u128 << (model.int_bits(*k) - 1);
                    magnitude < limit || negative && magnitude == limit
                };
                kinds.into_iter().find(fits).unwrap_or(IntKind::UInt128)
            }
            _ => return None,
        };
        let Program { exprs, types, .. } = &mut *self.program;
        let ty = types.int_type(kind);
        Some(Read::Plain(exprs.int(types, value, ty)))
    }

    /// `__bits(type, bits)`: a float that decimals do not say.
    pub(super) fn bits(&mut self) -> Parsed<Read> {
        let start = self.at;
        self.expect("(")?;
        let rest = &self.text[self.at..];
        let Some(comma) = rest.find(',') else {
            return self.fail("__bits has two arguments");
        };
        let ty = self.scope.ty(&rest[..comma]);
        let Some(ty) = ty.filter(|&t| self.program.types.float_kind(t).is_some()) else {
            return self.fail("this is no floating type");
        };
        self.at += comma + 1;
        self.space();
        let hexadecimal = self.eat("0x");
        let digits = self.digits(if hexadecimal { 16 } else { 10 });
        let bits = u128::from_str_radix(&digits, if hexadecimal { 16 } else { 10 });
        let Ok(bits) = bits else {
            self.at = start;
            return self.fail("these are no bits");
        };
        self.expect(")")?;
        let expr = self.program.exprs.intern(Expr::Float(bits), ty);
        Ok(Read::Plain(expr))
    }

    /// A string literal of the program, by its contents.
    pub(super) fn string(&mut self) -> Parsed<Read> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let mut rest = self.text[self.at..].bytes();
            match rest.next() {
                None => return self.fail("the string has no end"),
                Some(b'"') => break,
                Some(b'\\') => {
                    let (byte, length) = match rest.next() {
                        Some(b'n') => (b'\n', 2),
                        Some(b't') => (b'\t', 2),
                        Some(b'r') => (b'\r', 2),
                        Some(b'x') => {
                            let digits = self.text.get(self.at + 2..self.at + 4);
                            let byte = digits.and_then(|d| u8::from_str_radix(d, 16).ok());
                            (byte.unwrap_or(0), 4)
                        }
                        Some(other) => (other, 2),
                        None => return self.fail("the string has no end"),
                    };
                    bytes.push(byte);
                    self.at += length;
                }
                Some(byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
            if !self.text.is_char_boundary(self.at) {
                return self.fail("strings are written in ASCII");
            }
        }
        self.at += 1;
        bytes.push(0);
        let Some(var) = self.scope.literal(&bytes) else {
            self.at = start;
            return self.fail("the program has no such string");
        };
        let ty = self.program.vars[var].ty;
        let place = self.program.exprs.var(var, ty);
        self.load(place)
    }
}
