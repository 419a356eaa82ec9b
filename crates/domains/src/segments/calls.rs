//! Calls: a function is entered with the part of the graph that its arguments and static
//! variables lead to; the rest waits in the caller's state. Where the rest leads to objects
//! that were handed over, *anchors* remember them: they tell where to put the two together
//! again. So a function called with lists that look alike is looked at once, and functions
//! that call themselves meet their own entries.
//!
//! A callee's states have the number of their entry, so that a caller goes on only from the
//! exits that its own entry led to.

use super::Segments;
use super::eval::{Eval, Now};
use super::graph::{Graph, Handed};
use super::layout::Access;
use super::object::{Cells, Kind};
use super::step::in_all_cases;
use super::value::{End, ObjectId, Value};
use engine::{CallStep, Cx, Gap};
use program::{PlaceId, TypeId, VarId, arith};
use std::collections::{BTreeMap, BTreeSet};

/// A caller's graph about to enter a function.
struct Cut {
    caller: Graph,
    /// What the callee gets.
    given: BTreeSet<ObjectId>,
    /// The objects that the caller will ask for, in order of anchors.
    anchors: Vec<(ObjectId, End)>,
    entry: Graph,
}

impl Segments {
    /// The graphs in which a function begins.
    pub fn enter(
        &self,
        cx: &Cx<'_>,
        caller: &Graph,
        call: &CallStep<'_>,
    ) -> Result<Vec<Graph>, Gap> {
        let cuts = self.cuts(cx, caller, call)?;
        Ok(cuts
            .into_iter()
            .map(|cut| self.numbered(cut.entry))
            .collect())
    }

    /// The graphs after a call.
    pub fn come_back(
        &self,
        cx: &Cx<'_>,
        caller: &Graph,
        exit: &Graph,
        call: &CallStep<'_>,
    ) -> Result<Vec<Graph>, Gap> {
        let mut found = Vec::new();
        for cut in self.cuts(cx, caller, call)? {
            if self.numbered(cut.entry.clone()).entry != exit.entry {
                continue;
            }
            let (graph, result) = self.put_together(cut, exit);
            let bits = self.layout.pointer_bits();
            found.extend(in_all_cases(graph, bits, |graph| {
                let mut now = Now {
                    segments: self,
                    cx,
                    graph,
                    facts: None,
                };
                now.deliver(call.call.result, result.as_ref())?;
                Ok(now.graph)
            })?);
        }
        Ok(found)
    }

    /// An entry with its number.
    fn numbered(&self, mut entry: Graph) -> Graph {
        let mut entries = self.entries.borrow_mut();
        let number = match entries.get_index_of(&entry) {
            Some(number) => number,
            None => entries.insert_full(entry.clone()).0,
        };
        entry.entry = number as u32 + 1;
        entry
    }

    fn cuts(&self, cx: &Cx<'_>, caller: &Graph, call: &CallStep<'_>) -> Result<Vec<Cut>, Gap> {
        let bits = self.layout.pointer_bits();
        in_all_cases(caller.clone(), bits, |graph| {
            let now = Now {
                segments: self,
                cx,
                graph,
                facts: None,
            };
            now.cut(call)
        })
    }

    /// The caller's graph with what became of what it gave away, and the callee's result.
    fn put_together(&self, cut: Cut, exit: &Graph) -> (Graph, Option<Handed>) {
        let Cut {
            mut caller,
            given,
            anchors,
            ..
        } = cut;
        let mut exit = exit.clone();
        if exit.wild {
            exit.forget_all();
            caller.forget_all();
            return (caller, exit.result);
        }
        let bits = self.layout.pointer_bits();
        // The numbers of the two do not meet.
        let shift = caller.objects.last_key_value().map_or(0, |(id, _)| id + 1);
        exit.rename(|id| id + shift);
        let now: BTreeMap<(ObjectId, End), Value> = anchors
            .iter()
            .copied()
            .zip(exit.anchors.iter().copied())
            .collect();
        for id in &given {
            if let Kind::Local(_) | Kind::Frame(_) = caller.object(*id).kind
                && let Some(Value::To(a)) = now.get(&(*id, End::First))
            {
                let kind = caller.object(*id).kind;
                exit.object_mut(a.object).kind = kind;
                if let Kind::Local(var) = kind {
                    caller.named.insert(var, a.object);
                }
            }
        }
        caller.objects.retain(|id, _| !given.contains(id));
        caller.map(|_, value| match value {
            Value::To(a) if given.contains(&a.object) => match now.get(&(a.object, a.end)) {
                Some(Value::Gone) if a.offset != 0 => Value::Any,
                Some(base) => base.moved(a.offset, bits),
                None => Value::Any,
            },
            Value::Within(object) if given.contains(&object) => {
                match now.get(&(object, End::First)) {
                    Some(Value::To(a)) => Value::Within(a.object),
                    _ => Value::Any,
                }
            }
            value => value,
        });
        caller.named.retain(|_, id| !given.contains(id));
        caller.named.extend(exit.named);
        caller.objects.extend(exit.objects);
        caller.lost |= exit.lost;
        (caller, exit.result)
    }
}

impl Now<'_> {
    /// Cuts the graph where a function is called.
    fn cut(mut self, call: &CallStep<'_>) -> Eval<Cut> {
        let program = self.cx.program;
        let callee = self.cx.function(call.callee);
        let mut handed = Vec::new();
        for &argument in &call.call.arguments {
            handed.push(self.hand(argument)?);
        }
        // Temporaries that nobody reads after the call are gone while it runs.
        let (function, back) = (call.step.function, call.step.edge.to);
        let layout = &self.segments.layout;
        let is_kept = |var: VarId| {
            let temporary = layout.var(var).is_temporary;
            !temporary || layout.is_live(function, back, var)
        };
        self.graph.registers.retain(|var, _| is_kept(*var));
        let mut caller = self.graph;
        let statics: BTreeMap<VarId, ObjectId> = caller
            .named
            .iter()
            .filter(|(v, _)| program.vars[**v].kind.is_static())
            .map(|(v, id)| (*v, *id))
            .collect();
        let given: BTreeSet<ObjectId> = {
            let arguments = handed.iter().flat_map(|h| match h {
                Handed::Scalar(value, _) => vec![*value],
                Handed::Aggregate(cells, _) => cells.iter().map(|c| c.value).collect(),
            });
            let statics = statics.values().map(|&id| Value::to(id));
            caller.reached(arguments.chain(statics))
        };
        let anchors = anchors(&caller, &given);
        let mut entry = Graph {
            named: statics,
            objects: caller
                .objects
                .iter()
                .filter(|(id, _)| given.contains(id))
                .map(|(id, object)| (*id, object.clone()))
                .collect(),
            anchors: anchors
                .iter()
                .map(|&(id, end)| Value::at(id, end, 0))
                .collect(),
            lost: caller.lost,
            wild: false,
            ..Graph::default()
        };
        caller.lost |= caller.wild;
        let cleanup = properties::Property::ValidMemcleanup;
        if self.cx.properties.contains(cleanup) {
            let keeps = |(id, o): (&ObjectId, &std::rc::Rc<super::object::Object>)| {
                o.is_heap() && !given.contains(id)
            };
            entry.hidden = caller.hidden || caller.objects.iter().any(keeps);
        }
        let stack: Vec<ObjectId> = given
            .iter()
            .copied()
            .filter(|id| matches!(caller.object(*id).kind, Kind::Local(_) | Kind::Frame(_)))
            .collect();
        for id in stack {
            entry.object_mut(id).kind = Kind::Outer;
        }
        let mut inside = Now {
            segments: self.segments,
            cx: self.cx,
            graph: entry,
            facts: None,
        };
        let mut rest = handed.into_iter();
        for &parameter in &callee.parameters {
            match rest.next() {
                Some(argument) => inside.give(parameter, argument),
                None => break,
            }
        }
        let mut entry = inside.graph;
        self.segments.tidy_entry(self.cx, &mut entry, call.callee);
        Ok(Cut {
            caller,
            given,
            anchors,
            entry,
        })
    }

    /// What a call hands over.
    fn hand(&mut self, argument: program::ExprId) -> Eval<Handed> {
        let program = self.cx.program;
        let ty = program.exprs.ty(argument);
        Ok(match Access::of_type(program, ty) {
            Some(_) => Handed::Scalar(self.eval(argument)?, program.types.bits(ty)),
            None => {
                let size = program.types.size_of(ty).unwrap_or(0);
                Handed::Aggregate(self.aggregate(argument, size)?, size)
            }
        })
    }

    /// Puts an argument into its parameter, converted where call and callee disagree.
    fn give(&mut self, parameter: VarId, argument: Handed) {
        let info = self.segments.layout.var(parameter);
        let ty = self.cx.program.vars[parameter].ty;
        match argument {
            Handed::Scalar(value, given) => {
                let value = self.converted(value, given, ty);
                if info.is_register {
                    return self.graph.set_register(parameter, value);
                }
                let id = self.variable(parameter);
                if let Some(access) = Access::of_type(self.cx.program, ty) {
                    let value = super::eval::encode(access, value);
                    let cells = &mut self.graph.object_mut(id).cells;
                    cells.write(0, access.size(), value);
                }
            }
            Handed::Aggregate(part, size) if !info.is_register => {
                let room = info.size.unwrap_or(0).min(size);
                let id = self.variable(parameter);
                self.graph.object_mut(id).cells.paste(0, room, &part);
            }
            Handed::Aggregate(..) => {}
        }
    }

    /// A value as it arrives where another type is expected.
    fn converted(&self, value: Value, given: Option<(u32, bool)>, ty: TypeId) -> Value {
        let wanted = self.cx.program.types.bits(ty);
        match (value, wanted) {
            (_, None) => Value::Any,
            (Value::Int(n), Some((bits, signed))) if given.is_some() && bits > 1 => {
                Value::Int(arith::wrap(n, bits, signed))
            }
            (value, wanted) if given == wanted => value,
            (value, Some((bits, _))) if given.is_some_and(|g| g.0 == bits) => value,
            _ => Value::Any,
        }
    }

    /// Hands the result of a call to where it goes; nothing is indeterminate.
    fn deliver(&mut self, to: Option<PlaceId>, result: Option<&Handed>) -> Eval<()> {
        let Some(to) = to else {
            return Ok(());
        };
        let program = self.cx.program;
        let ty = program.exprs.place_ty(to);
        match (Access::of_place(program, to), result) {
            (Some(_), Some(Handed::Scalar(value, given))) => {
                let value = self.converted(*value, *given, ty);
                self.store(to, value)
            }
            (None, Some(Handed::Aggregate(part, given))) => {
                let size = program.types.size_of(ty).unwrap_or(0).min(*given);
                self.store_aggregate(to, size, part)
            }
            (Some(_), _) => self.store(to, Value::Any),
            (None, _) => {
                let size = program.types.size_of(ty).unwrap_or(0);
                self.store_aggregate(to, size, &Cells::default())
            }
        }
    }
}

/// The ends of given objects that the rest of a caller's graph leads to, and the caller's
/// own variables among them.
fn anchors(caller: &Graph, given: &BTreeSet<ObjectId>) -> Vec<(ObjectId, End)> {
    let mut found: Vec<(ObjectId, End)> = Vec::new();
    let mut note = |id: ObjectId, end: End| {
        if given.contains(&id) && !found.contains(&(id, end)) {
            found.push((id, end));
        }
    };
    for (holder, value) in caller.values() {
        if holder.is_none_or(|id| !given.contains(&id)) {
            match value {
                Value::To(a) => note(a.object, a.end),
                Value::Within(object) => note(object, End::First),
                Value::Any | Value::Int(_) | Value::Gone | Value::Function(_) => {}
            }
        }
    }
    for (&id, object) in &caller.objects {
        if let Kind::Local(_) | Kind::Frame(_) = object.kind {
            note(id, End::First);
        }
    }
    found
}
