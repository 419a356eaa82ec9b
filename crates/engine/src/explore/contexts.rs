//! Contexts: one analysis of a function from what enters it.

use super::NodeId;
use program::{EdgeId, FunctionId};
use rustc_hash::FxHashMap;
use std::ops::Index;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContextId(u32);

impl ContextId {
    /// In order of their making.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// What calls have to have in common to share a context of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Group {
    /// The entry state, by its number.
    Entry(u32),
    /// The very call.
    Caller(Option<(NodeId, EdgeId)>),
    /// The merge key of the entry state.
    Key(u64),
    /// The calling context, the call and the merge key of the entry state: together,
    /// the call stack.
    Stack(Option<(ContextId, EdgeId)>, u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Caller {
    pub node: NodeId,
    pub edge: EdgeId,
}

#[derive(Clone, Debug)]
pub struct Context {
    pub function: FunctionId,
    /// Calls on the way to it when it was first entered.
    pub depth: u32,
    pub(super) callers: Vec<Caller>,
    pub(super) exits: Vec<NodeId>,
}

#[derive(Default)]
pub(super) struct Contexts {
    all: Vec<Context>,
    known: FxHashMap<(FunctionId, Group), ContextId>,
}

impl Index<ContextId> for Contexts {
    type Output = Context;

    fn index(&self, id: ContextId) -> &Context {
        &self.all[id.0 as usize]
    }
}

impl Contexts {
    /// The context of a group, and whether it is new.
    pub fn get(&mut self, function: FunctionId, group: Group, depth: u32) -> (ContextId, bool) {
        let count = self.all.len();
        let id = *self
            .known
            .entry((function, group))
            .or_insert(ContextId(count as u32));
        let is_new = id.0 as usize == count;
        if is_new {
            self.all.push(Context {
                function,
                depth,
                callers: Vec::new(),
                exits: Vec::new(),
            });
        }
        (id, is_new)
    }

    pub fn add_caller(&mut self, context: ContextId, caller: Caller) {
        self.all[context.0 as usize].callers.push(caller);
    }

    pub fn add_exit(&mut self, context: ContextId, exit: NodeId) {
        self.all[context.0 as usize].exits.push(exit);
    }

    /// Keeps the callers and exits that are asked for.
    pub fn retain(&mut self, caller: impl Fn(NodeId) -> bool, exit: impl Fn(NodeId) -> bool) {
        for context in &mut self.all {
            context.callers.retain(|c| caller(c.node));
            context.exits.retain(|&id| exit(id));
        }
    }

    pub fn find(&self, function: FunctionId, group: Group) -> Option<ContextId> {
        self.known.get(&(function, group)).copied()
    }
}
