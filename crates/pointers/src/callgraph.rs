//! The call graph, with calls through pointers, and its recursion.

use program::{EdgeId, FunctionId, Id, IdVec, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Who calls whom, of the functions that are reached.
pub struct CallGraph {
    reached: Vec<FunctionId>,
    callees: FxHashMap<(FunctionId, EdgeId), Vec<FunctionId>>,
    unknown: FxHashSet<(FunctionId, EdgeId)>,
    /// All callees of a function, in order.
    of_function: IdVec<FunctionId, Vec<FunctionId>>,
    components: Vec<Vec<FunctionId>>,
    component: IdVec<FunctionId, u32>,
}

impl CallGraph {
    pub(crate) fn new(
        program: &Program,
        reached: Vec<FunctionId>,
        mut callees: FxHashMap<(FunctionId, EdgeId), Vec<FunctionId>>,
        unknown: FxHashSet<(FunctionId, EdgeId)>,
    ) -> CallGraph {
        let count = program.functions.len();
        let mut of_function: IdVec<FunctionId, Vec<FunctionId>> = vec![Vec::new(); count].into();
        for (&(function, _), list) in &mut callees {
            list.sort_unstable();
            of_function[function].extend(list.iter());
        }
        for list in of_function.iter_mut() {
            list.sort_unstable();
            list.dedup();
        }
        let mut graph = CallGraph {
            reached,
            callees,
            unknown,
            of_function,
            components: Vec::new(),
            component: vec![u32::MAX; count].into(),
        };
        graph.find_components();
        graph
    }

    /// The functions that a run may call, in order of the program.
    pub fn reached(&self) -> &[FunctionId] {
        &self.reached
    }

    /// The functions that the call on an edge may call, defined or not.
    pub fn callees(&self, function: FunctionId, edge: EdgeId) -> &[FunctionId] {
        self.callees.get(&(function, edge)).map_or(&[], |v| v)
    }

    /// May the call on an edge be one of a function that the program does not
    /// define, or of one that only the environment knows?
    pub fn calls_unknown(&self, function: FunctionId, edge: EdgeId) -> bool {
        self.unknown.contains(&(function, edge))
    }

    /// The functions that have such a call.
    pub(crate) fn callers_of_unknown(&self) -> impl Iterator<Item = FunctionId> {
        self.unknown.iter().map(|u| u.0)
    }

    /// The functions that a function may call directly.
    pub fn callees_of(&self, function: FunctionId) -> &[FunctionId] {
        &self.of_function[function]
    }

    /// The strongly connected components, callees before callers.
    pub fn components(&self) -> &[Vec<FunctionId>] {
        &self.components
    }

    /// The number of the component that a function belongs to; None if it is
    /// not reached.
    pub fn component(&self, function: FunctionId) -> Option<usize> {
        Some(self.component[function] as usize).filter(|&c| c < self.components.len())
    }

    /// May a call of the function lead to another call of it?
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.callees_of(function).contains(&function)
            || self
                .component(function)
                .is_some_and(|c| self.components[c].len() > 1)
    }

    /// Tarjan's algorithm without recursion.
    fn find_components(&mut self) {
        const NEW: u32 = u32::MAX;
        let count = self.of_function.len();
        let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
        let mut open: Vec<FunctionId> = Vec::new();
        let mut next = 0;
        for &start in &self.reached {
            if index[start.index()] != NEW {
                continue;
            }
            let mut path: Vec<(FunctionId, usize)> = vec![(start, 0)];
            while let Some(&mut (f, ref mut at)) = path.last_mut() {
                let i = f.index();
                if *at == 0 {
                    index[i] = next;
                    low[i] = next;
                    next += 1;
                    open.push(f);
                }
                if let Some(&to) = self.of_function[f].get(*at) {
                    *at += 1;
                    if index[to.index()] == NEW {
                        path.push((to, 0));
                    } else if self.component[to] == NEW {
                        low[i] = low[i].min(index[to.index()]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    low[before.index()] = low[before.index()].min(low[i]);
                }
                if low[i] == index[i] {
                    let first = open.iter().rposition(|&o| o == f).unwrap_or(0);
                    let mut members = open.split_off(first);
                    members.sort_unstable();
                    for &m in &members {
                        self.component[m] = self.components.len() as u32;
                    }
                    self.components.push(members);
                }
            }
        }
    }
}
