//! The C inside of braces: statements with jokers, and assumptions.

use super::super::lex::Inner;
use super::super::{CastType, Domain, Node, Pattern, Term, Variable, When};
use super::{MAX_DEPTH, Parsed, Parser};
use program::{BinaryOp, IntKind, Span};

impl Parser<'_> {
    /// A statement to compare with those of the program.
    pub(super) fn pattern(&mut self, inner: &Inner, span: Span, when: When) -> Parsed<Pattern> {
        let read = Reader::new(inner, span, &self.variables).and_then(|mut r| r.pattern(when));
        self.said(read)
    }

    /// `a; b; …`: all of them must hold.
    pub(super) fn assumptions(&mut self, inner: &Inner, span: Span) -> Parsed<Vec<Node>> {
        let read = Reader::new(inner, span, &self.variables).and_then(|mut r| r.assumptions());
        self.said(read)
    }

    fn said<T>(&mut self, read: Read<T>) -> Parsed<T> {
        match read {
            Ok(value) => Ok(value),
            Err((span, message)) => self.fail(span, message),
        }
    }
}

type Read<T> = Result<T, (Span, String)>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Name(String),
    Int(i128),
    /// `$?`
    Any,
    /// `$n`
    Bound(u32),
    /// `$$name`
    Variable(String),
    Mark(&'static str),
    End,
}

/// Longer ones first.
const MARKS: [&str; 40] = [
    "<<=", ">>=", "...", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==",
    "!=", "<=", ">=", "&&", "||", "<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!",
    "=", "<", ">", "(", ")", "[", "]", ".",
];
const MORE_MARKS: [&str; 2] = [",", ";"];

struct Reader<'a> {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    variables: &'a [Variable],
}

impl<'a> Reader<'a> {
    fn new(inner: &Inner, span: Span, variables: &'a [Variable]) -> Read<Reader<'a>> {
        let mut tokens = Vec::new();
        let text = &inner.text;
        let place = |from: usize, to: usize| {
            let lo = inner.places[from];
            Span::new(lo, inner.places[to - 1] + 1)
        };
        let mut at = 0;
        while at < text.len() {
            let start = at;
            if text[at].is_ascii_whitespace() {
                at += 1;
                continue;
            }
            let token = match text[at] {
                b'$' => {
                    at += 1;
                    let twice = text.get(at) == Some(&b'$');
                    at += usize::from(twice);
                    let word = word(text, &mut at);
                    match (twice, word.as_str()) {
                        (true, name) if !name.is_empty() => Token::Variable(word),
                        (false, "") if text.get(at) == Some(&b'?') => {
                            at += 1;
                            Token::Any
                        }
                        (false, digits) => match digits.parse() {
                            Ok(number) => Token::Bound(number),
                            Err(_) => {
                                let message = "a joker is `$?` or `$` and a number";
                                return Err((place(start, at), message.into()));
                            }
                        },
                        (true, _) => {
                            let message = "`$$` is followed by the name of an automaton variable";
                            return Err((place(start, at), message.into()));
                        }
                    }
                }
                b'0'..=b'9' => {
                    let digits = word(text, &mut at);
                    match number(&digits) {
                        Some(value) => Token::Int(value),
                        None => {
                            let message = format!("`{digits}` is no integer");
                            return Err((place(start, at), message));
                        }
                    }
                }
                b'_' | b'a'..=b'z' | b'A'..=b'Z' => Token::Name(word(text, &mut at)),
                _ => {
                    let mut marks = MARKS.iter().chain(&MORE_MARKS);
                    let Some(mark) = marks.find(|m| text[at..].starts_with(m.as_bytes())) else {
                        let message = "this character has no meaning here";
                        return Err((place(start, start + 1), message.into()));
                    };
                    at += mark.len();
                    Token::Mark(mark)
                }
            };
            tokens.push((token, place(start, at)));
        }
        let end = Span::new(span.hi.saturating_sub(1), span.hi);
        tokens.push((Token::End, end));
        Ok(Reader {
            tokens,
            at: 0,
            depth: 0,
            variables,
        })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].1
    }

    fn takes(&mut self, mark: &str) -> bool {
        let is = matches!(self.peek(), Token::Mark(m) if *m == mark);
        self.at += usize::from(is);
        is
    }

    fn mark(&mut self, mark: &str) -> Read<()> {
        match self.takes(mark) {
            true => Ok(()),
            false => Err((self.span(), format!("expected `{mark}`"))),
        }
    }

    fn end(&mut self) -> Read<()> {
        while self.takes(";") {}
        match self.peek() {
            Token::End => Ok(()),
            _ => Err((self.span(), "nothing may follow the statement".into())),
        }
    }

    fn assumptions(&mut self) -> Read<Vec<Node>> {
        let mut list = Vec::new();
        while *self.peek() != Token::End {
            if self.takes(";") {
                continue;
            }
            list.push(self.term()?);
            if *self.peek() != Token::End {
                self.mark(";")?;
            }
        }
        Ok(list)
    }

    fn pattern(&mut self, when: When) -> Read<Pattern> {
        let start = self.span();
        if let Some(pattern) = self.call(when, None)? {
            return self.whole(pattern);
        }
        if let Token::Mark(mark @ ("++" | "--")) = *self.peek() {
            self.at += 1;
            let to = self.unary()?;
            return self.whole(stepped(to, mark, start));
        }
        let to = self.unary()?;
        let operator = self.tokens[self.at.min(self.tokens.len() - 1)].0.clone();
        let span = self.span();
        self.at += 1;
        let pattern = match operator {
            Token::Mark("=") => match self.call(when, Some(&to))? {
                Some(call) => call,
                None => Pattern::Assign {
                    to,
                    value: self.term()?,
                },
            },
            Token::Mark(mark @ ("++" | "--")) => stepped(to, mark, span),
            Token::Mark(mark) if compound(mark).is_some() => {
                let by = self.term()?;
                // Just found.
                let op = compound(mark).unwrap_or(BinaryOp::Add);
                changed(to, op, by, span)
            }
            _ => {
                let message = "only calls and assignments can be matched";
                return Err((start.to(span), message.into()));
            }
        };
        if when != When::Plain && !matches!(pattern, Pattern::Call { .. }) {
            return Err((start, "only calls can be matched so".into()));
        }
        self.whole(pattern)
    }

    /// The pattern, if nothing is wrong with it and nothing follows it.
    fn whole(&mut self, pattern: Pattern) -> Read<Pattern> {
        if let Some(span) = asks_the_automaton(&pattern) {
            let message = "a pattern looks at the program only; conditions go to ASSUME";
            return Err((span, message.into()));
        }
        self.end()?;
        Ok(pattern)
    }

    /// `f(…)`, if that is what comes.
    fn call(&mut self, when: When, result: Option<&Node>) -> Read<Option<Pattern>> {
        let after = self.tokens.get(self.at + 1).map(|t| &t.0);
        let (Token::Name(function), Some(Token::Mark("("))) = (self.peek().clone(), after) else {
            return Ok(None);
        };
        if when == When::Call && result.is_some() {
            return Err((self.span(), "before a call there is no result".into()));
        }
        self.at += 2;
        let mut arguments = Vec::new();
        let mut open = false;
        if !self.takes(")") {
            loop {
                if self.takes("...") {
                    open = true;
                    self.mark(")")?;
                    break;
                }
                arguments.push(self.term()?);
                if !self.takes(",") {
                    self.mark(")")?;
                    break;
                }
            }
        }
        // `f($?)` means any number of arguments.
        if let [
            Node {
                term: Term::Any, ..
            },
        ] = arguments[..]
        {
            arguments.clear();
            open = true;
        }
        Ok(Some(Pattern::Call {
            when,
            result: result.cloned(),
            function,
            arguments,
            open,
        }))
    }

    // Terms, by precedence.

    fn term(&mut self) -> Read<Node> {
        self.binary(0)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err((self.span(), "this is nested too deeply".into()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn binary(&mut self, level: u8) -> Read<Node> {
        let mut left = self.deeper(Reader::unary)?;
        while let Token::Mark(mark) = *self.peek()
            && let Some((of, operator)) = operator(mark)
            && of >= level
        {
            self.at += 1;
            let right = self.deeper(|r| r.binary(of + 1))?;
            let span = left.span.to(right.span);
            let (a, b) = (Box::new(left), Box::new(right));
            let term = match operator {
                Operator::Plain(op) => Term::Binary(op, a, b),
                Operator::Swapped(op) => Term::Binary(op, b, a),
                Operator::And => Term::And(a, b),
                Operator::Or => Term::Or(a, b),
            };
            left = Node { term, span };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<Node> {
        let start = self.span();
        let make: Option<fn(Box<Node>) -> Term> = match self.peek() {
            Token::Mark("!") => Some(Term::Not),
            Token::Mark("-") => Some(Term::Negated),
            Token::Mark("~") => Some(Term::Complement),
            Token::Mark("*") => Some(Term::Deref),
            Token::Mark("&") => Some(Term::Address),
            _ => None,
        };
        if let Some(make) = make {
            self.at += 1;
            let operand = self.deeper(Reader::unary)?;
            let span = start.to(operand.span);
            return Ok(Node {
                term: make(Box::new(operand)),
                span,
            });
        }
        if self.takes("(") {
            if let Some(ty) = self.cast_type()? {
                self.mark(")")?;
                let operand = self.deeper(Reader::unary)?;
                let span = start.to(operand.span);
                let term = Term::Cast(ty, Box::new(operand));
                return Ok(Node { term, span });
            }
            let inner = self.deeper(|r| r.binary(0))?;
            self.mark(")")?;
            return self.postfix(inner);
        }
        let token = self.peek().clone();
        self.at += 1;
        let term = match token {
            Token::Any => Term::Any,
            Token::Bound(number) => Term::Bound(number),
            Token::Int(value) => Term::Int(value),
            Token::Name(name) => Term::Name(name),
            Token::Variable(name) => return self.variable(&name, start),
            Token::Mark(_) | Token::End => return Err((start, "expected an expression".into())),
        };
        self.postfix(Node { term, span: start })
    }

    /// `$$x`, `$$set[…]` or `$$set.empty`.
    fn variable(&mut self, name: &str, span: Span) -> Read<Node> {
        let Some(index) = self.variables.iter().position(|v| v.name == name) else {
            return Err((span, format!("there is no automaton variable `{name}`")));
        };
        let is_set = matches!(self.variables[index].domain, Domain::Set(_));
        let term = if !is_set {
            Term::Variable(index)
        } else if self.takes("[") {
            let element = self.deeper(|r| r.binary(0))?;
            self.mark("]")?;
            Term::Contains(index, Box::new(element))
        } else if self.takes(".") {
            match self.field()?.as_str() {
                "empty" => Term::Empty(index),
                _ => return Err((span, "a set can only be asked for `.empty`".into())),
            }
        } else {
            let message = format!("`{name}` is a set: ask for `[…]` or `.empty`");
            return Err((span, message));
        };
        Ok(Node { term, span })
    }

    fn postfix(&mut self, mut node: Node) -> Read<Node> {
        loop {
            let start = node.span;
            let term = if self.takes("[") {
                let index = self.deeper(|r| r.binary(0))?;
                self.mark("]")?;
                Term::Index(Box::new(node), Box::new(index))
            } else if self.takes(".") {
                Term::Field(Box::new(node), self.field()?)
            } else if self.takes("->") {
                let target = Node {
                    span: start,
                    term: Term::Deref(Box::new(node)),
                };
                Term::Field(Box::new(target), self.field()?)
            } else {
                return Ok(node);
            };
            let last = self.tokens[self.at.saturating_sub(1)].1;
            node = Node {
                term,
                span: start.to(last),
            };
        }
    }

    fn field(&mut self) -> Read<String> {
        match self.peek().clone() {
            Token::Name(name) => {
                self.at += 1;
                Ok(name)
            }
            _ => Err((self.span(), "expected the name of a member".into())),
        }
    }

    /// A type in brackets, if that is what comes after the opening one.
    fn cast_type(&mut self) -> Read<Option<CastType>> {
        let start = self.span();
        let mut words: Vec<String> = Vec::new();
        while let Token::Name(word) = self.peek().clone() {
            if words.is_empty() && !is_type_word(&word) {
                return Ok(None);
            }
            self.at += 1;
            if matches!(word.as_str(), "struct" | "union" | "enum") {
                self.field()?;
            }
            words.push(word);
        }
        if words.is_empty() {
            return Ok(None);
        }
        let mut pointer = false;
        while self.takes("*") {
            pointer = true;
        }
        if pointer {
            return Ok(Some(CastType::Pointer));
        }
        words.retain(|w| w != "const" && w != "volatile");
        words.sort_unstable();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match int_kind(&words) {
            Some(kind) => Ok(Some(CastType::Int(kind))),
            None => Err((
                start,
                "only integers and pointers can be cast to here".into(),
            )),
        }
    }
}

/// Where a pattern mentions an automaton variable.
fn asks_the_automaton(pattern: &Pattern) -> Option<Span> {
    fn inside(node: &Node) -> Option<Span> {
        match &node.term {
            Term::Variable(_) | Term::Contains(..) | Term::Empty(_) => Some(node.span),
            Term::Any | Term::Bound(_) | Term::Name(_) | Term::Int(_) => None,
            Term::Not(a)
            | Term::Negated(a)
            | Term::Complement(a)
            | Term::Deref(a)
            | Term::Address(a)
            | Term::Field(a, _)
            | Term::Cast(_, a) => inside(a),
            Term::Index(a, b) | Term::Binary(_, a, b) | Term::And(a, b) | Term::Or(a, b) => {
                inside(a).or_else(|| inside(b))
            }
        }
    }
    match pattern {
        Pattern::Call {
            result, arguments, ..
        } => result.iter().chain(arguments).find_map(inside),
        Pattern::Assign { to, value } => inside(to).or_else(|| inside(value)),
    }
}

/// `to++` or `to--`
fn stepped(to: Node, mark: &str, span: Span) -> Pattern {
    let op = match mark {
        "++" => BinaryOp::Add,
        _ => BinaryOp::Sub,
    };
    let one = Node {
        term: Term::Int(1),
        span,
    };
    changed(to, op, one, span)
}

/// `to op= by`
fn changed(to: Node, op: BinaryOp, by: Node, span: Span) -> Pattern {
    let value = Node {
        term: Term::Binary(op, Box::new(to.clone()), Box::new(by)),
        span,
    };
    Pattern::Assign { to, value }
}

fn word(text: &[u8], at: &mut usize) -> String {
    let rest = &text[*at..];
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let end = rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
    *at += end;
    String::from_utf8_lossy(&rest[..end]).into_owned()
}

fn number(text: &str) -> Option<i128> {
    let text = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16),
        None if text.len() > 1 && text.starts_with('0') => i128::from_str_radix(text, 8),
        None => text.parse(),
    };
    value.ok().filter(|&v| v <= i128::from(u64::MAX))
}

enum Operator {
    Plain(BinaryOp),
    /// `>` is `<` with its operands exchanged.
    Swapped(BinaryOp),
    And,
    Or,
}

fn operator(mark: &str) -> Option<(u8, Operator)> {
    use BinaryOp::*;
    Some(match mark {
        "||" => (0, Operator::Or),
        "&&" => (1, Operator::And),
        "|" => (2, Operator::Plain(Or)),
        "^" => (3, Operator::Plain(Xor)),
        "&" => (4, Operator::Plain(And)),
        "==" => (5, Operator::Plain(Eq)),
        "!=" => (5, Operator::Plain(Ne)),
        "<" => (6, Operator::Plain(Lt)),
        "<=" => (6, Operator::Plain(Le)),
        ">" => (6, Operator::Swapped(Lt)),
        ">=" => (6, Operator::Swapped(Le)),
        "<<" => (7, Operator::Plain(Shl)),
        ">>" => (7, Operator::Plain(Shr)),
        "+" => (8, Operator::Plain(Add)),
        "-" => (8, Operator::Plain(Sub)),
        "*" => (9, Operator::Plain(Mul)),
        "/" => (9, Operator::Plain(Div)),
        "%" => (9, Operator::Plain(Rem)),
        _ => return None,
    })
}

/// The operation of `+=` and its like.
fn compound(mark: &str) -> Option<BinaryOp> {
    let mark = mark.strip_suffix('=')?;
    match operator(mark)? {
        (2..=4 | 7..=9, Operator::Plain(op)) => Some(op),
        _ => None,
    }
}

fn is_type_word(word: &str) -> bool {
    const WORDS: [&str; 15] = [
        "void", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "_Bool",
        "const", "volatile", "struct", "union", "enum",
    ];
    WORDS.contains(&word) || int_kind(&[word]).is_some()
}

/// The type of sorted specifiers.
fn int_kind(words: &[&str]) -> Option<IntKind> {
    Some(match words {
        ["_Bool"] => IntKind::Bool,
        ["char"] => IntKind::Char,
        ["char", "signed"] | ["int8_t"] => IntKind::SChar,
        ["char", "unsigned"] | ["uint8_t"] => IntKind::UChar,
        ["short"] | ["int", "short"] | ["int16_t"] => IntKind::Short,
        ["short", "unsigned"] | ["int", "short", "unsigned"] | ["uint16_t"] => IntKind::UShort,
        ["int"] | ["signed"] | ["int", "signed"] | ["int32_t"] => IntKind::Int,
        ["unsigned"] | ["int", "unsigned"] | ["uint32_t"] => IntKind::UInt,
        ["long"] | ["int", "long"] | ["ssize_t"] | ["ptrdiff_t"] | ["intptr_t"] => IntKind::Long,
        ["long", "unsigned"] | ["int", "long", "unsigned"] | ["size_t"] | ["uintptr_t"] => {
            IntKind::ULong
        }
        ["long", "long"] | ["int", "long", "long"] | ["int64_t"] => IntKind::LongLong,
        ["long", "long", "unsigned"] | ["int", "long", "long", "unsigned"] | ["uint64_t"] => {
            IntKind::ULongLong
        }
        _ => return None,
    })
}
