//! Whole-program points-to analysis.
//!
//! [`Pointers::analyze`] computes, for a whole program and without regard to the
//! order of its operations, what every pointer may point to: inclusion-based
//! (Andersen 1994), solved in waves with cycles of inclusions made one node
//! (Pereira and Berlin 2009). From it come the call graph, what each function may
//! write, and a partition of memory into classes that accesses cannot tell apart.
//!
//! - Targets are an object and [`Offsets`] in bytes, an arithmetic progression:
//!   fields are told apart, elements of long arrays are not.
//! - Memory is read and written by overlap of bytes, whatever the types; numbers
//!   carry the pointers they were made from, single bytes as well. Copying byte by
//!   byte copies pointers.
//! - Blocks are told apart by where they were allocated; functions that return a
//!   fresh block are analysed once for each call.
//! - What is indeterminate and read as a pointer leads to one
//!   [`Object::Environment`], which holds what was stored into it and itself. To call
//!   what nobody set ends a run; what came from outside (arguments of the entry
//!   function, extern objects, results of undefined functions) may be a function.
//! - Only what the entry function reaches is analysed.
//!
//! *What it assumes*: a number that was not computed from a pointer (an input, say, or
//! the outcome of a comparison) is not an address. Undefined functions do not call back.
//!
//! ```text
//! statics, entry ──build──▶ graph ──solve (reaches functions, builds more)──▶ sets
//!                                                          ──effects──▶ mods, classes
//! ```

#![forbid(unsafe_code)]

mod accesses;
mod assigned;
mod atoms;
mod build;
mod callgraph;
mod calls;
mod cells;
mod classes;
mod display;
mod effects;
mod flow;
mod graph;
mod layout;
mod object;
mod offsets;
mod query;
mod set;
mod solve;
mod values;
mod wrappers;

pub use callgraph::CallGraph;
pub use classes::{Class, Classes};
pub use flow::{Holder, Passage, ValueFlow, copied, holder_name, is_holder};
pub use object::{CellId, ClassId, Context, ContextId, Object, ObjectId, Target};
pub use offsets::Offsets;

use build::Analysis;
use cells::Cells;
use graph::{Graph, Node};
use object::Objects;
use program::{FunctionId, Id, IdVec, Program, VarId};
use set::Set;

/// What a call of an undefined function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownCalls {
    /// Returns anything and changes nothing.
    #[default]
    Pure,
    /// Returns anything and writes anything reachable from its arguments.
    Havoc,
}

/// What a pointer is that was never written: an uninitialised variable, or in a
/// fresh block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Uninitialized {
    /// It leads to the environment, as on the machine.
    #[default]
    Environment,
    /// It is not followed: where a violation is reported anyway.
    Ignored,
}

/// How far indexing an array that is a member of a structure leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Members {
    /// Through the whole object, as on the machine.
    #[default]
    MayOverflow,
    /// Not beyond the array: where that is checked elsewhere.
    Contain,
}

#[derive(Clone, Debug)]
pub struct Options {
    /// The function that is run; if there is none, all external ones may be.
    pub entry: String,
    pub unknown_calls: UnknownCalls,
    pub uninitialized: Uninitialized,
    pub members: Members,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            entry: "main".into(),
            unknown_calls: UnknownCalls::Pure,
            uninitialized: Uninitialized::Environment,
            members: Members::MayOverflow,
        }
    }
}

/// What pointers may point to, and what follows from it.
pub struct Pointers {
    members: Members,
    objects: Objects,
    graph: Graph,
    cells: Cells,
    /// The nodes of each variable that is a register, one for each context.
    registers: Vec<Vec<Node>>,
    /// What undefined functions have got hold of, if they may write it.
    escaped: Option<Node>,
    calls: CallGraph,
    /// The cells that each function may write, itself or by calls.
    mods: IdVec<FunctionId, Set>,
    classes: Classes,
}

impl Pointers {
    pub fn analyze(program: &Program, options: &Options) -> Pointers {
        let mut analysis = Analysis::new(program, options);
        analysis.build_statics();
        analysis.call_roots();
        analysis.solve();
        let reached = analysis.reached();
        let callees = std::mem::take(&mut analysis.callees);
        let unknown = std::mem::take(&mut analysis.unknown);
        let mut registers: Vec<Vec<Node>> = vec![Vec::new(); program.vars.len()];
        for (var, node) in analysis.registers.iter().enumerate() {
            registers[var].extend(node);
        }
        let mut cloned: Vec<_> = analysis.cloned.iter().collect();
        cloned.sort_unstable();
        for (&(var, _), &node) in cloned {
            registers[var.index()].push(node);
        }
        let Analysis {
            mut objects,
            mut graph,
            escaped,
            cells,
            ..
        } = analysis;
        graph.forget();
        objects.forget_shifts();
        let mut pointers = Pointers {
            members: options.members,
            objects,
            graph,
            cells,
            registers,
            escaped,
            calls: CallGraph::new(program, reached, callees, unknown),
            mods: vec![Set::EMPTY; program.functions.len()].into(),
            classes: Classes::default(),
        };
        effects::compute(&mut pointers, program);
        pointers
    }

    /// The call graph of the functions that are reached.
    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }

    /// The classes of memory.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    fn register_nodes(&self, var: VarId) -> &[Node] {
        &self.registers[var.index()]
    }
}
