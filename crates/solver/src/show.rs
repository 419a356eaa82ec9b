//! Terms as text, in the way of C, for people who debug.

use crate::fold;
use crate::term::{FloatCmp, FloatOp, Node, Term, Terms};
use std::fmt;

/// A term that can be printed.
pub struct Show<'a> {
    terms: &'a Terms,
    term: Term,
}

impl Terms {
    pub fn show(&self, term: Term) -> Show<'_> {
        Show { terms: self, term }
    }
}

/// A piece of text still to come.
enum Piece {
    Text(&'static str),
    Owned(String),
    Term(Term),
}

use Piece::{Owned, Text};

/// Text beyond this is left out: terms are graphs, and their texts trees.
const LONGEST: usize = 20_000;

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open = vec![Piece::Term(self.term)];
        let mut written = 0;
        while let Some(piece) = open.pop() {
            if written > LONGEST {
                return f.write_str(" ...");
            }
            match piece {
                Text(text) => {
                    f.write_str(text)?;
                    written += text.len();
                }
                Owned(text) => {
                    f.write_str(&text)?;
                    written += text.len();
                }
                Piece::Term(term) => open.extend(self.terms.pieces(term).into_iter().rev()),
            }
        }
        Ok(())
    }
}

impl Terms {
    fn pieces(&self, term: Term) -> Vec<Piece> {
        use Piece::Term as T;
        let infix = |a, op, b| vec![Text("("), T(a), Text(op), T(b), Text(")")];
        let call = |name, of: &[Term]| {
            let mut pieces = vec![Owned(name), Text("(")];
            for (at, &operand) in of.iter().enumerate() {
                if at > 0 {
                    pieces.push(Text(", "));
                }
                pieces.push(T(operand));
            }
            pieces.push(Text(")"));
            pieces
        };
        let width = || self.width(term);
        match self.node(term) {
            Node::Bool(value) => vec![Owned(value.to_string())],
            Node::Bits(value) => vec![Owned(number(value, width()))],
            Node::Symbol(symbol) => vec![Owned(format!(
                "{}#{}",
                self.symbol_name(symbol),
                symbol.index()
            ))],
            Node::Not(a) => vec![Text("!"), T(a)],
            Node::And(a, b) => infix(a, " && ", b),
            Node::Or(a, b) => infix(a, " || ", b),
            Node::Eq(a, b) => infix(a, " == ", b),
            Node::Ult(a, b) => infix(a, " <u ", b),
            Node::Ule(a, b) => infix(a, " <=u ", b),
            Node::Slt(a, b) => infix(a, " < ", b),
            Node::Sle(a, b) => infix(a, " <= ", b),
            Node::Ite(c, a, b) => {
                vec![
                    Text("("),
                    T(c),
                    Text(" ? "),
                    T(a),
                    Text(" : "),
                    T(b),
                    Text(")"),
                ]
            }
            Node::Complement(a) => vec![Text("~"), T(a)],
            Node::Add(a, b) => infix(a, " + ", b),
            Node::Mul(a, b) => infix(a, " * ", b),
            Node::UDiv(a, b) => infix(a, " /u ", b),
            Node::SDiv(a, b) => infix(a, " / ", b),
            Node::URem(a, b) => infix(a, " %u ", b),
            Node::SRem(a, b) => infix(a, " % ", b),
            Node::BitAnd(a, b) => infix(a, " & ", b),
            Node::BitOr(a, b) => infix(a, " | ", b),
            Node::BitXor(a, b) => infix(a, " ^ ", b),
            Node::Shl(a, b) => infix(a, " << ", b),
            Node::LShr(a, b) => infix(a, " >>u ", b),
            Node::AShr(a, b) => infix(a, " >> ", b),
            Node::Concat(a, b) => infix(a, " ++ ", b),
            Node::Extract { of, low } => {
                vec![T(of), Owned(format!("[{}..{low}]", low + width() - 1))]
            }
            Node::ZeroExtend(a) => call(format!("u{}", width()), &[a]),
            Node::SignExtend(a) => call(format!("i{}", width()), &[a]),
            Node::Float(op, _, a, b) => {
                let op = match op {
                    FloatOp::Add => " +f ",
                    FloatOp::Sub => " -f ",
                    FloatOp::Mul => " *f ",
                    FloatOp::Div => " /f ",
                };
                infix(a, op, b)
            }
            Node::FloatCompare(op, _, a, b) => {
                let op = match op {
                    FloatCmp::Eq => " ==f ",
                    FloatCmp::Lt => " <f ",
                    FloatCmp::Le => " <=f ",
                };
                infix(a, op, b)
            }
            Node::FloatConvert { to, of, .. } => call(format!("({})", to.name()), &[of]),
            Node::FloatFromInt { kind, signed, of } => {
                let from = if signed { "int" } else { "unsigned" };
                call(format!("({} of {from})", kind.name()), &[of])
            }
            Node::FloatToInt { signed, of, .. } => {
                let to = if signed { 'i' } else { 'u' };
                call(format!("({to}{} of float)", width()), &[of])
            }
            Node::Select(a, i) => vec![T(a), Text("["), T(i), Text("]")],
            Node::Store(a, i, v) => vec![T(a), Text("{"), T(i), Text(": "), T(v), Text("}")],
            Node::ConstArray(v) => vec![Text("{"), T(v), Text("}")],
        }
    }
}

/// Small negative numbers as such, others with their digits; a width only where
/// it is not that of an `int` or pointer.
fn number(value: u128, width: u32) -> String {
    let signed = fold::signed(value, width);
    let text = match signed {
        -1024..=-1 => signed.to_string(),
        _ if value < 1 << 16 => value.to_string(),
        _ => format!("{value:#x}"),
    };
    match width {
        32 | 64 => text,
        _ => format!("{text}:{width}"),
    }
}
