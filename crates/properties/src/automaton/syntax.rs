//! Automata as they are written: states, transitions, triggers and terms.

use program::{BinaryOp, Span};
use regex::Regex;

/// One automaton of a specification.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub name: String,
    pub span: Span,
    pub kind: Kind,
    pub options: Vec<Choice>,
    pub variables: Vec<Variable>,
    pub states: Vec<State>,
    /// Index of a state.
    pub initial: usize,
    /// The `$n` whose value an instance belongs to, if transitions create instances.
    pub created: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Only watches: it never takes a run away.
    Observer,
    /// May end runs: where `STOP` is reached, or no assumption holds.
    Control,
}

/// Something that the user may ask for: a condition that holds if it is asked for.
#[derive(Clone, Debug)]
pub struct Choice {
    pub name: String,
    /// What it is for, in words.
    pub about: String,
    pub(crate) asked: bool,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub span: Span,
    pub(crate) domain: Domain,
}

/// Values that a set can hold at the same time.
pub(crate) const SET_CAPACITY: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Domain {
    /// Its initial value.
    Int(i32),
    /// Its initial elements.
    Set(Vec<i128>),
}

#[derive(Clone, Debug)]
pub struct State {
    pub name: String,
    pub span: Span,
    /// All transitions that match are followed (`USEALL`), not the first alone.
    pub(crate) all: bool,
    /// Coming here is an error (`TARGET`).
    pub(crate) target: bool,
    pub(crate) transitions: Vec<Transition>,
}

#[derive(Clone, Debug)]
pub(crate) struct Transition {
    pub span: Span,
    pub trigger: Bool,
    pub assertions: Vec<Bool>,
    /// All must hold, after the actions.
    pub assumptions: Vec<Node>,
    pub actions: Vec<Action>,
    /// An instance is created for this variable.
    pub create: Option<(u32, Span)>,
    pub target: Target,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Index of a state.
    State(usize),
    /// What to say.
    Error(Option<String>),
    Stop,
    Break,
}

#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// `DO x = …`
    Assign { variable: usize, value: Int },
    /// `DO set[…] = true|false`
    Member {
        set: usize,
        element: Int,
        holds: bool,
    },
}

/// An integer, as triggers and actions write it.
#[derive(Clone, Debug)]
pub(crate) enum Int {
    Constant(i128),
    /// An automaton variable.
    Variable(usize),
    /// `$n`
    Bound(u32, Span),
    Sum(Box<Int>, Box<Int>),
    Difference(Box<Int>, Box<Int>),
    /// `EVAL(location, "lineno")`
    Line,
}

#[derive(Clone, Debug)]
pub(crate) enum Bool {
    Constant(bool),
    Not(Box<Bool>),
    And(Box<Bool>, Box<Bool>),
    Or(Box<Bool>, Box<Bool>),
    /// Two truth values are the same.
    Same(Box<Bool>, Box<Bool>),
    /// Two integers are equal.
    Equal(Int, Int),
    Event(Event),
}

/// What a program may be doing.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Statement(Pattern),
    /// The text of the operation is this.
    Text(Texts),
    Label(Texts),
    /// A call of a function of this name.
    Call(Texts),
    Entry,
    /// The program ends; with a `$n`, by its own decision: that is the status.
    Exit(Option<(u32, Span)>),
    /// Inside of the function of this name.
    Function(String),
    Lines(Vec<u32>),
}

/// Texts that an exact text or a regular expression stands for.
#[derive(Clone, Debug)]
pub(crate) enum Texts {
    Exact(String),
    Matching(Regex),
}

impl Texts {
    pub fn contains(&self, text: &str) -> bool {
        match self {
            Texts::Exact(exact) => exact == text,
            Texts::Matching(regex) => regex.is_match(text),
        }
    }
}

/// A statement with jokers.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Call {
        when: When,
        result: Option<Node>,
        function: String,
        arguments: Vec<Node>,
        /// More arguments may follow.
        open: bool,
    },
    Assign {
        to: Node,
        value: Node,
    },
}

/// At which moment of a call a pattern matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// As CPAchecker has it: `f(…)` calls whose result is not used, before them;
    /// `x = f(…)` the others, after them.
    Plain,
    /// Before, whatever becomes of the result.
    Call,
    /// After, whatever becomes of the result.
    Return,
}

/// A term of C with jokers and automaton variables.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub term: Term,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Term {
    /// `$?`
    Any,
    /// `$n`
    Bound(u32),
    /// `$$x`
    Variable(usize),
    /// `$$set[…]`
    Contains(usize, Box<Node>),
    /// `$$set.empty`
    Empty(usize),
    Name(String),
    Int(i128),
    /// `!`
    Not(Box<Node>),
    Negated(Box<Node>),
    Complement(Box<Node>),
    Deref(Box<Node>),
    Address(Box<Node>),
    Field(Box<Node>, String),
    Index(Box<Node>, Box<Node>),
    Cast(CastType, Box<Node>),
    Binary(BinaryOp, Box<Node>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastType {
    Int(program::IntKind),
    /// What it points to does not matter.
    Pointer,
}

impl Node {
    /// Calls `f` with every `$n` in the term.
    pub fn bound(&self, f: &mut dyn FnMut(u32, Span)) {
        match &self.term {
            Term::Bound(n) => f(*n, self.span),
            Term::Any | Term::Variable(_) | Term::Empty(_) | Term::Name(_) | Term::Int(_) => {}
            Term::Contains(_, a)
            | Term::Not(a)
            | Term::Negated(a)
            | Term::Complement(a)
            | Term::Deref(a)
            | Term::Address(a)
            | Term::Field(a, _)
            | Term::Cast(_, a) => a.bound(f),
            Term::Index(a, b) | Term::Binary(_, a, b) | Term::And(a, b) | Term::Or(a, b) => {
                a.bound(f);
                b.bound(f);
            }
        }
    }
}

impl Int {
    /// Calls `f` with every `$n` in the integer.
    pub fn bound(&self, f: &mut dyn FnMut(u32, Span)) {
        match self {
            Int::Bound(n, span) => f(*n, *span),
            Int::Constant(_) | Int::Variable(_) | Int::Line => {}
            Int::Sum(a, b) | Int::Difference(a, b) => {
                a.bound(f);
                b.bound(f);
            }
        }
    }
}

impl Pattern {
    /// Calls `f` with every `$n` in the pattern.
    pub fn bound(&self, f: &mut dyn FnMut(u32, Span)) {
        match self {
            Pattern::Call {
                result, arguments, ..
            } => {
                for node in result.iter().chain(arguments) {
                    node.bound(f);
                }
            }
            Pattern::Assign { to, value } => {
                to.bound(f);
                value.bound(f);
            }
        }
    }
}
