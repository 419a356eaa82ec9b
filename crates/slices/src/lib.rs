//! The program as one stateful value sees it (ESP, section 4).
//!
//! An automaton that creates instances says what may be done with *one* value: a stream
//! that `fopen` gave, say. A large program has few operations that matter to one such
//! value. A [`Plan`] finds the values by the objects that the points-to analysis tells
//! apart, one for each call path to a creation where creation sits in a helper;
//! [`Plan::cut`] finds, for one of them, what matters to it, and makes small programs of
//! that ([`Cut::slices`]), one for each part of its life. Together they do everything the
//! program can do to it, and perhaps more. If no slice can violate the automaton,
//! the program cannot.
//!
//! In a slice, a variable that may hold the value holds a small number instead:
//!
//! | number | means |
//! |---|---|
//! | 0 | null |
//! | 1 | the value that is watched |
//! | not 0, 1, 3 | another value, and not null |
//! | not 0, 1 | what another slice answers for: neither watched nor, to the automaton, null |
//!
//! Kept beside it are the automaton's state, and *flags*: integer variables that decide
//! about it (`flags`). All of these are variables without an address, so that nothing
//! but the operations that name them can change them: what a slice leaves out has no
//! effect on it. Memory is kept in *cells* (`memory`), and every store that may have a byte
//! in common with a cell is kept with it. Conditions that are not over kept variables are
//! choices; functions in which nothing is left are not called (`draft`), nor those that at
//! this call get other values alone (`foreign`).
//!
//! *Null.* A null that reaches a use has come by copies from where it was made. Going
//! back along copies, points-to sets shrink; so all holders on its way, variables and
//! cells, may hold the values that the first may, and the slices of those values see it.
//! If the first can hold none, the slice without a value sees it. Whether a place is
//! followed is therefore decided for all slices alike.
//!
//! *Cells.* Of a cell of which there is one at a time, a slice keeps the number. A store
//! means one of the places that the points-to analysis allows, and a way of the slice is for
//! each; a store of other bytes, or to part of the cell, leaves any number there. A run that
//! stores through a null or a dangling pointer ends. Of cells of which there may be many, a
//! slice remembers whether the value was stored in one of them: before, none of them holds
//! it; afterwards, what is loaded may be it, or not.
//!
//! *Sets.* An automaton that keeps a set of addresses, like that of the locks that are held,
//! has a slice for each address that may be in it (`sets`).
//!
//! *Addresses used again.* Automata compare numbers; slices follow where a value came
//! from. On the machine every object has an address of its own, so that the two agree.
//! Elsewhere they differ if an event of the automaton gets the address of freed storage
//! that was allocated anew, by a pointer from before that. Handing such a pointer to a
//! function of the library is the end of what a program means; handing it to another is
//! not. So where the automaton looks at a call of another function, and accepts that it
//! gets the value after its storage was freed, the slice says so (`unsupported`).
//! Comparisons of two values are choices.
//!
//! What this crate does not do: explore anything. A slice is a program like any other, but
//! that it is not deterministic before its choices are decided (`choices`).

#![forbid(unsafe_code)]

mod build;
mod calls;
mod cells;
mod choices;
mod copies;
mod draft;
mod facts;
mod flags;
mod foreign;
mod handles;
mod jumps;
mod memory;
mod phase;
mod plan;
mod sets;
mod translate;

pub use build::Cut;
pub use choices::decide;
pub use plan::{Plan, Refusal, Subject};

use pointers::Pointers;
use program::{Call, Callee, EdgeId, FunctionId, Program, Span};
use properties::Observer;

/// What is sliced.
pub struct Input<'a> {
    /// With the automaton in it.
    pub program: &'a Program,
    /// Of this program.
    pub pointers: &'a Pointers,
    pub observer: &'a Observer,
    pub entry: FunctionId,
    /// Texts whose paths begin so are the library's.
    pub library: &'a str,
}

/// How much of what decides about the value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Flags that decide about operations on the value where they stand.
    Local,
    /// Also those that decide about calls of functions with such operations.
    Calls,
}

/// What of a run a slice is about. A value that is created under a guard has a life
/// before that: its variables are null, or nobody should look at them. What happens
/// then and what happens later are questions apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Whole,
    /// Until the value is created or the place of its creation was passed.
    Before,
    /// From then on: violations before that are not told.
    After,
}

/// A small program that can do to a value whatever the program can.
pub struct Slice {
    pub subject: Subject,
    pub program: Program,
    /// The automaton, and what else keeps states of the slice apart: was the value
    /// created, was its creation passed, was its storage freed?
    pub observers: Vec<Observer>,
    /// Functions, and edges in them, that are left.
    pub functions: usize,
    pub edges: usize,
}

/// Does a run end with a call of a function without a body?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ends {
    No,
    Yes,
    /// It goes on elsewhere: `longjmp`.
    Jumps,
}

impl Input<'_> {
    fn is_library(&self, function: FunctionId) -> bool {
        self.is_in_library(self.program.functions[function].span)
    }

    fn is_in_library(&self, span: Span) -> bool {
        let place = self.program.sources.position(span);
        place.is_some_and(|p| p.file.starts_with(self.library))
    }

    fn name(&self, function: FunctionId) -> &str {
        &self.program.names[self.program.functions[function].name]
    }

    /// The functions that a call may mean.
    fn callees(&self, function: FunctionId, edge: EdgeId, call: &Call) -> Vec<FunctionId> {
        match call.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(_) => self.pointers.calls().callees(function, edge).to_vec(),
        }
    }

    /// As the machine has it.
    fn end_of(&self, function: FunctionId) -> Ends {
        if self.program.functions[function].body.is_some() {
            return Ends::No;
        }
        match self.name(function) {
            "__concord_exit"
            | "__concord_abort"
            | "abort"
            | "exit"
            | "_exit"
            | "_Exit"
            | "__assert_fail"
            | "__assert"
            | "__assert_rtn"
            | "__assert_perror_fail"
            | "__builtin_unreachable"
            | "__concord_infeasible"
            | "__VERIFIER_error"
            | "reach_error" => Ends::Yes,
            "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" | "__builtin_longjmp" => {
                Ends::Jumps
            }
            _ => match self.program.alarm(function) {
                Some(_) => Ends::Yes,
                None => Ends::No,
            },
        }
    }
}
