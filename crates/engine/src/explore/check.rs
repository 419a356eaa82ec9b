//! What makes a finished exploration mean something, checked from scratch: for tests.

use super::{Caller, ContextId, Exploration, Link, NodeId, called_by_name};
use crate::analysis::{CallStep, Step};
use crate::product::ProductState;
use program::{Callee, FunctionId, Location, Op};
use rustc_hash::FxHashMap;

/// The nodes of each location of a context.
type Places = FxHashMap<(ContextId, Location), Vec<NodeId>>;

impl Exploration<'_> {
    /// What was covered when it was reached: by which node, and how it was reached.
    pub fn covering(&self) -> impl Iterator<Item = (NodeId, Link)> {
        self.covered.iter().copied()
    }

    /// Is every successor of every node contained in a node? If not, says which one is
    /// missing. Only of an exploration that has finished; gaps are no successors.
    pub fn check(&mut self) -> Result<(), String> {
        let mut places = Places::default();
        let mut nodes = Vec::new();
        for (id, node) in self.nodes() {
            places.entry((node.context, node.at)).or_default().push(id);
            nodes.push((id, node.context, node.at));
        }
        let mut initial = Vec::new();
        if self.product.initial(self.cx, &mut initial).is_ok() {
            for state in initial {
                self.check_entry(&places, self.cx.start, None, state)?;
            }
        }
        for (id, context, at) in nodes {
            let Some(body) = self.body(context) else {
                continue;
            };
            if body.error_at(at).is_some() {
                continue;
            }
            if body.exit() == Some(at) && !self.contexts[context].exits.contains(&id) {
                return Err(format!("{id:?} is no exit of its context"));
            }
            for edge in body.leaving_ids(at) {
                let step = Step {
                    function: self.contexts[context].function,
                    id: edge,
                    edge: body.edge(edge),
                };
                self.check_step(&places, id, step)?;
            }
        }
        Ok(())
    }

    fn check_step(&mut self, places: &Places, id: NodeId, step: Step<'_>) -> Result<(), String> {
        let cx = self.cx;
        let Op::Call(call) = &step.edge.op else {
            return self.check_post(places, id, step);
        };
        let callees = match call.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(pointer) => self.callees(id, pointer, step).0,
        };
        for callee in callees {
            if cx.program.functions[callee].body.is_none() {
                let edge = &called_by_name(call, callee, step);
                self.check_post(places, id, Step { edge, ..step })?;
                continue;
            }
            let call = CallStep { step, call, callee };
            let state = self.state(id).clone();
            let mut entries = Vec::new();
            if self.product.call(cx, &state, &call, &mut entries).is_err() {
                continue;
            }
            for entry in entries {
                let caller = Some((id, step.id));
                let context = self.check_entry(places, callee, caller, entry)?;
                let caller = Caller {
                    node: id,
                    edge: step.id,
                };
                if !self.contexts[context].callers.contains(&caller) {
                    return Err(format!("{id:?} is not registered as a caller"));
                }
                for exit in self.contexts[context].exits.clone() {
                    if self.graph[exit].is_dropped() {
                        continue;
                    }
                    let mut out = Vec::new();
                    let after = self.state(exit).clone();
                    let returned = self.product.ret(cx, &state, &after, &call, &mut out);
                    if returned.is_ok() {
                        self.check_states(places, id, step, out)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn check_post(&mut self, places: &Places, id: NodeId, step: Step<'_>) -> Result<(), String> {
        let state = self.state(id).clone();
        let mut out = Vec::new();
        if self.product.post(self.cx, &state, &step, &mut out).is_err() {
            return Ok(());
        }
        self.check_states(places, id, step, out)
    }

    fn check_states(
        &mut self,
        places: &Places,
        from: NodeId,
        step: Step<'_>,
        states: Vec<ProductState>,
    ) -> Result<(), String> {
        let context = self.graph[from].context;
        for state in states {
            if !self.is_contained(places, context, step.edge.to, &state) {
                let shown = self.product.show(self.cx, &state);
                return Err(format!("{from:?}, {:?}: {shown} is missing", step.id));
            }
        }
        Ok(())
    }

    fn check_entry(
        &mut self,
        places: &Places,
        function: FunctionId,
        caller: Option<(NodeId, program::EdgeId)>,
        state: ProductState,
    ) -> Result<ContextId, String> {
        let group = self.group(caller, &state);
        let context = self.contexts.find(function, group);
        let context = context.ok_or_else(|| format!("{caller:?} has no context"))?;
        let entry = self.body(context).map(|body| body.entry());
        match entry.is_none_or(|at| self.is_contained(places, context, at, &state)) {
            true => Ok(context),
            false => Err(format!("{caller:?}: the entry state is missing")),
        }
    }

    fn is_contained(
        &mut self,
        places: &Places,
        context: ContextId,
        at: Location,
        state: &ProductState,
    ) -> bool {
        let nodes = places.get(&(context, at)).map_or(&[][..], |nodes| nodes);
        nodes.iter().any(|&id| {
            let by = self.graph.state(self.graph[id].state);
            by == state || self.product.covered(self.cx, state, by)
        })
    }
}
