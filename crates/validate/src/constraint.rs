//! Constraints of waypoints: C expressions over integers and variables.

/// An expression. Values are mathematical integers: near the limits of C's types
/// it may differ from C, which costs a confirmation and never makes a false one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    Number(i128),
    /// A variable, or `\result`.
    Name(String),
    Unary(char, Box<Constraint>),
    Binary(&'static str, Box<Constraint>, Box<Constraint>),
}

/// Operators, loosest first.
const LEVELS: [&[&str]; 6] = [
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["+", "-"],
    &["*", "/", "%"],
];

const MAX_DEPTH: u32 = 100;

impl Constraint {
    /// None if it is more than is understood here.
    pub fn parse(text: &str) -> Option<Constraint> {
        let mut parser = Parser {
            rest: text,
            depth: 0,
        };
        let constraint = parser.level(0)?;
        parser.rest.trim_start().is_empty().then_some(constraint)
    }

    /// The value, if all variables have one.
    pub fn value(&self, lookup: &mut dyn FnMut(&str) -> Option<i128>) -> Option<i128> {
        Some(match self {
            Constraint::Number(value) => *value,
            Constraint::Name(name) => lookup(name)?,
            Constraint::Unary(op, a) => {
                let a = a.value(lookup)?;
                match op {
                    '-' => a.checked_neg()?,
                    '!' => i128::from(a == 0),
                    _ => !a,
                }
            }
            Constraint::Binary(op, a, b) => {
                let a = a.value(lookup)?;
                // The second operand need not have a value.
                match (*op, a != 0) {
                    ("||", true) => return Some(1),
                    ("&&", false) => return Some(0),
                    _ => {}
                }
                let b = b.value(lookup)?;
                match *op {
                    "||" | "&&" => i128::from(b != 0),
                    "==" => i128::from(a == b),
                    "!=" => i128::from(a != b),
                    "<" => i128::from(a < b),
                    "<=" => i128::from(a <= b),
                    ">" => i128::from(a > b),
                    ">=" => i128::from(a >= b),
                    "+" => a.checked_add(b)?,
                    "-" => a.checked_sub(b)?,
                    "*" => a.checked_mul(b)?,
                    "/" => a.checked_div(b)?,
                    _ => a.checked_rem(b)?,
                }
            }
        })
    }

    /// What it says about a name: the number it is equal to, if it says one.
    pub fn equal_to(&self, name: &str) -> Option<i128> {
        match self {
            Constraint::Binary("&&", a, b) => a.equal_to(name).or_else(|| b.equal_to(name)),
            Constraint::Binary("==", a, b) => {
                let is_name = |c: &Constraint| matches!(c, Constraint::Name(n) if n == name);
                let number = match (is_name(a), is_name(b)) {
                    (true, _) => b,
                    (_, true) => a,
                    _ => return None,
                };
                number.value(&mut |_| None)
            }
            _ => None,
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    depth: u32,
}

impl Parser<'_> {
    fn level(&mut self, level: usize) -> Option<Constraint> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.level(level + 1)?;
        loop {
            let rest = self.rest.trim_start();
            let Some(op) = operators.iter().find(|op| rest.starts_with(**op)) else {
                return Some(left);
            };
            // Not the beginning of a longer operator (`<<`, `&` …).
            self.rest = &rest[op.len()..];
            let right = self.level(level + 1)?;
            left = Constraint::Binary(op, Box::new(left), Box::new(right));
        }
    }

    fn unary(&mut self) -> Option<Constraint> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let rest = self.rest.trim_start();
        let first = rest.chars().next()?;
        let result = match first {
            '-' | '!' | '~' => {
                self.rest = &rest[1..];
                let operand = self.unary()?;
                Constraint::Unary(first, Box::new(operand))
            }
            '+' => {
                self.rest = &rest[1..];
                self.unary()?
            }
            '(' => {
                self.rest = &rest[1..];
                let inner = self.level(0)?;
                self.rest = self.rest.trim_start().strip_prefix(')')?;
                inner
            }
            '0'..='9' => self.number(rest)?,
            _ => {
                let length = rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '\\')
                    .unwrap_or(rest.len());
                let (name, after) = rest.split_at(length);
                self.rest = after;
                if name.is_empty() || after.trim_start().starts_with(['(', '[', '.']) {
                    return None;
                }
                // One word for the result, whatever the tool that wrote it says.
                let name = if name == "\\return" { "\\result" } else { name };
                Constraint::Name(name.to_owned())
            }
        };
        self.depth -= 1;
        Some(result)
    }

    fn number(&mut self, rest: &str) -> Option<Constraint> {
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
            .unwrap_or(rest.len());
        let text = rest[..length].trim_end_matches(['u', 'U', 'l', 'L']);
        let value = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse(),
        };
        // The length counts bytes of `rest`, of which `self.rest` is the end.
        self.rest = &self.rest[self.rest.len() - rest.len() + length..];
        value.ok().map(Constraint::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<i128> {
        let constraint = Constraint::parse(text)?;
        constraint.value(&mut |name| match name {
            "x" => Some(5),
            "\\result" => Some(-1),
            _ => None,
        })
    }

    #[test]
    fn expressions_are_evaluated_as_in_c() {
        assert_eq!(value("(x >= 1024U) || x == 5"), Some(1));
        assert_eq!(value("x * 2 + 1 == 0xb && !(x < -3)"), Some(1));
        assert_eq!(value("\\result == (-0 - 1)"), Some(1));
        assert_eq!(value("\\return == -1"), Some(1));
        assert_eq!(value("1"), Some(1));
        for unknown in [
            "y == 1",
            "f(x)",
            "a[1] == 2",
            "x == 1.5",
            "x +",
            "x / 0",
            "*p == 1",
        ] {
            assert_eq!(value(unknown), None, "{unknown}");
        }
        assert_eq!(Constraint::parse(&"(".repeat(10_000)), None);
    }

    #[test]
    fn equations_say_values() {
        let constraint = Constraint::parse("y < 3 && 7LL == x").unwrap();
        assert_eq!(constraint.equal_to("x"), Some(7));
        assert_eq!(constraint.equal_to("y"), None);
    }
}
