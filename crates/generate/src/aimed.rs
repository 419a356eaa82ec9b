//! Small random programs, each about one topic: what a domain is proud of, and what makes
//! others stumble. A topic is data: declarations, statements, values and conditions.
//!
//! A program returns a number that says how its variables ended, as those of
//! [`states`](crate::states) do. Where that is `TARGET`, it does something forbidden.

mod topics;

use crate::Dice;
use std::fmt::Write;
use topics::TOPICS;

/// What programs may speak about.
struct Topic {
    name: &'static str,
    /// Types, variables and functions.
    head: &'static str,
    /// The first lines of `main`.
    locals: &'static str,
    /// In patterns, `$v` is a value, `$c` a condition, `$k` a small number and `$p` a place.
    statements: &'static [&'static str],
    places: &'static [&'static str],
    values: &'static [&'static str],
    conditions: &'static [&'static str],
    /// What the number at the end is made of.
    ends: &'static [&'static str],
}

const HEAD: &str = "typedef __typeof__(sizeof 0) size_t;
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);
extern void *memmove(void *, const void *, size_t);
extern int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *);
extern size_t strlen(const char *);
extern char *strcpy(char *, const char *), *strchr(const char *, int);
extern void free(void *), exit(int);
";

/// How many topics there are.
pub const COUNT: u64 = TOPICS.len() as u64;

pub struct Program {
    /// With `TARGET` in it.
    pub text: String,
    pub topic: &'static str,
}

/// A program that depends on nothing but the seed.
pub fn program(seed: u64) -> Program {
    let mut dice = Dice::new(seed ^ 0xa13ed);
    let topic = &TOPICS[(seed % COUNT) as usize];
    let inputs = 2 + dice.below(3) as u32;
    let mut writer = Writer {
        dice,
        topic,
        text: format!("{HEAD}{}", topic.head),
        inputs,
        names: 0,
        loops: 0,
    };
    writer.text.push_str("int main(void) {\n");
    for line in topic.locals.lines() {
        let line = writer.filled(line, 0);
        let _ = writeln!(writer.text, "{line}");
    }
    let count = 2 + writer.dice.below(6);
    writer.block(count, 1);
    let mut code = Vec::new();
    for number in 0..1 + writer.dice.below(2) {
        let end = writer.dice.pick(topic.ends);
        let end = writer.filled(end, 1);
        code.push(match number {
            0 => format!("({end})"),
            _ => format!("(({end}) & 3) * 8"),
        });
    }
    let _ = writeln!(writer.text, "    int code = (int)({});", code.join(" + "));
    writer
        .text
        .push_str("    if (code == TARGET)\n        reach_error();\n    return code;\n}\n");
    Program {
        text: writer.text,
        topic: topic.name,
    }
}

struct Writer {
    dice: Dice,
    topic: &'static Topic,
    text: String,
    /// Inputs that may still be asked for.
    inputs: u32,
    names: u32,
    loops: u32,
}

impl Writer {
    fn small(&mut self) -> &'static str {
        self.dice
            .pick(&["0", "1", "2", "3", "1", "2", "(-1)", "4", "7"])
    }

    fn input(&mut self) -> &'static str {
        if self.inputs == 0 {
            return self.small();
        }
        self.inputs -= 1;
        self.dice.pick(&[
            "__VERIFIER_nondet_bool()",
            "(__VERIFIER_nondet_uchar() & 3)",
            "(__VERIFIER_nondet_uchar() & 1)",
            "__VERIFIER_nondet_int()",
        ])
    }

    fn value(&mut self, depth: u32) -> String {
        if depth > 2 {
            let place = self.dice.pick(self.topic.places);
            return self.filled(place, depth);
        }
        match self.dice.below(8) {
            0 => self.small().to_owned(),
            1 => self.input().to_owned(),
            2 => {
                let (a, b) = (self.value(depth + 1), self.value(depth + 1));
                let op = self.dice.pick(&["+", "-", "&", "|", "^", "*"]);
                format!("({a} {op} {b})")
            }
            3 | 4 => {
                let pattern = self.dice.pick(self.topic.places);
                self.filled(pattern, depth + 1)
            }
            _ => {
                let pattern = self.dice.pick(self.topic.values);
                self.filled(pattern, depth + 1)
            }
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.dice.below(6) {
            0 if self.inputs > 0 => {
                self.inputs -= 1;
                "__VERIFIER_nondet_bool()".into()
            }
            0..=2 => {
                let value = self.value(depth + 1);
                let op = self.dice.pick(&["==", "!=", "<", ">", "<=", ">="]);
                format!("{value} {op} {}", self.small())
            }
            _ => {
                let pattern = self.dice.pick(self.topic.conditions);
                self.filled(pattern, depth + 1)
            }
        }
    }

    /// A pattern with everything put in.
    fn filled(&mut self, pattern: &str, depth: u32) -> String {
        let mut text = String::new();
        let mut parts = pattern.split('$');
        text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (letter, rest) = part.split_at(1);
            let put = match letter {
                "v" => self.value(depth + 1),
                "c" => self.condition(depth + 1),
                "k" => self.small().to_owned(),
                "i" => self.input().to_owned(),
                "n" => {
                    self.names += 1;
                    format!("n{}", self.names)
                }
                "m" => format!("n{}", self.names),
                _ => {
                    let place = self.dice.pick(self.topic.places);
                    self.filled(place, depth + 1)
                }
            };
            text.push_str(&put);
            text.push_str(rest);
        }
        text
    }

    fn block(&mut self, count: u64, indent: usize) {
        for _ in 0..count {
            self.statement(indent);
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(indent));
    }

    fn statement(&mut self, indent: usize) {
        let flat = indent > 3;
        match self.dice.below(12) {
            0 | 1 if !flat => {
                let condition = self.condition(0);
                self.line(indent, &format!("if ({condition}) {{"));
                let count = 1 + self.dice.below(2);
                self.block(count, indent + 1);
                if self.dice.below(2) == 0 {
                    self.line(indent, "} else {");
                    self.block(1, indent + 1);
                }
                self.line(indent, "}");
            }
            2 | 3 if !flat && self.loops < 2 => {
                self.loops += 1;
                self.names += 1;
                let i = format!("i{}", self.names);
                let bound = 1 + self.dice.below(4);
                let head = match self.dice.below(4) {
                    0 => format!("for (int {i} = 0; {i} < {bound}; {i}++) {{"),
                    1 => format!("for (unsigned {i} = {bound}; {i}--;) {{"),
                    2 => format!("for (int {i} = 0; __VERIFIER_nondet_bool(); {i}++) {{"),
                    _ => {
                        let condition = self.condition(1);
                        format!("for (int {i} = 0; {i} < {bound} && {condition}; {i} += 2) {{")
                    }
                };
                self.line(indent, &head);
                let count = 1 + self.dice.below(2);
                self.block(count, indent + 1);
                self.line(indent, "}");
                self.loops -= 1;
            }
            4 if !flat => {
                let value = self.value(0);
                self.line(indent, &format!("switch ({value}) {{"));
                for number in 0..2 {
                    self.line(indent, &format!("case {number}:"));
                    self.statement(indent + 1);
                    let end = self.dice.pick(&["break;", ";"]);
                    self.line(indent + 1, end);
                }
                self.line(indent, "}");
            }
            5 | 6 => {
                let (place, value) = (self.filled("$p", 0), self.value(0));
                let op = self.dice.pick(&["=", "=", "=", "+=", "-=", "|=", "^="]);
                self.line(indent, &format!("{place} {op} {value};"));
            }
            _ => {
                let pattern = self.dice.pick(self.topic.statements);
                let text = self.filled(pattern, 0);
                self.line(indent, &text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_the_same_each_time() {
        for seed in 0..50 {
            assert_eq!(program(seed).text, program(seed).text);
        }
    }
}
