//! The whole result as text, for people and expectation tests.

use crate::layout;
use crate::object::{Object, Target};
use crate::{ContextId, ObjectId, Offsets, Pointers};
use program::{Callee, EdgeId, FunctionId, Op, Program};
use std::fmt::{self, Display, Formatter};

/// A result and the program it speaks of.
pub struct Shown<'a> {
    pointers: &'a Pointers,
    program: &'a Program,
}

impl Pointers {
    /// The result, ready to be printed: for each pointer what it points to, then
    /// calls through pointers, recursion, mod sets and classes.
    pub fn show<'a>(&'a self, program: &'a Program) -> Shown<'a> {
        Shown {
            pointers: self,
            program,
        }
    }

    /// The name of an object.
    pub fn object_name(&self, program: &Program, id: ObjectId) -> String {
        let name = |f: FunctionId| &program.names[program.functions[f].name];
        match self.object(id) {
            Object::Environment => "environment".into(),
            Object::Outside => "outside".into(),
            Object::Var(v) => match program.vars[v].function {
                Some(f) => format!("{}.{}", name(f), program.show(v)),
                None => program.show(v).to_string(),
            },
            Object::Literal(v) => program.show(v).to_string(),
            Object::Function(f) => format!("{}()", name(f)),
            Object::Heap {
                function,
                edge,
                context,
            } => format!("heap({})", self.site(program, function, edge, context)),
            Object::Variadic(f) => format!("arguments of {}", name(f)),
            Object::Result(f) => format!("result of {}", name(f)),
        }
    }

    /// Where something happened, outermost call first.
    fn site(
        &self,
        program: &Program,
        function: FunctionId,
        edge: EdgeId,
        mut context: ContextId,
    ) -> String {
        let place = |function: FunctionId, edge: EdgeId| {
            let f = &program.functions[function];
            let line = f.body.as_ref().map(|b| program.show(b.edge(edge).span));
            let line = line.map_or(String::new(), |l| l.to_string());
            let line = line.rsplit(':').next().unwrap_or_default().to_owned();
            format!("{}:{line}", &program.names[f.name])
        };
        let mut text = place(function, edge);
        while let Some(outer) = self.context(context) {
            text = format!("{} > {text}", place(outer.function, outer.edge));
            context = outer.parent;
        }
        text
    }

    /// A target as text: the object, and its offsets where they are not 0.
    pub fn target_name(&self, program: &Program, target: Target) -> String {
        let name = self.object_name(program, target.object);
        match target.offsets {
            Offsets::ZERO => name,
            offsets => format!("{name}+{offsets}"),
        }
    }

    fn target_names(&self, program: &Program, targets: &[Target]) -> String {
        let names = targets.iter().map(|t| self.target_name(program, *t));
        format!("{{{}}}", names.collect::<Vec<_>>().join(", "))
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.registers(f)?;
        self.memory(f)?;
        self.calls(f)?;
        self.mods(f)?;
        self.classes(f)
    }
}

impl Shown<'_> {
    fn registers(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, var) in self.program.vars.enumerate() {
            if !layout::is_register(self.program, id) {
                continue;
            }
            let mut found: Vec<Target> = Vec::new();
            for &node in self.pointers.register_nodes(id) {
                found.extend(self.pointers.targets(node));
            }
            found.sort_unstable();
            found.dedup();
            if !found.is_empty() {
                let function = var.function.map(|f| self.program.functions[f].name);
                let function = function.map_or("", |n| &self.program.names[n]);
                let targets = self.pointers.target_names(self.program, &found);
                writeln!(f, "{function}.{} -> {targets}", self.program.show(id))?;
            }
        }
        Ok(())
    }

    fn memory(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (object, _) in self.pointers.objects() {
            let mut cells: Vec<_> = self.pointers.cells.of(object).to_vec();
            cells.sort_unstable_by_key(|&c| {
                let cell = self.pointers.cells.get(c);
                (cell.offsets, cell.width)
            });
            for id in cells {
                let cell = self.pointers.cells.get(id);
                let Some(stored) = cell.stored else {
                    continue;
                };
                let mut found: Vec<Target> = self.pointers.targets(stored).collect();
                found.sort_unstable();
                if !found.is_empty() {
                    let name = self.pointers.object_name(self.program, object);
                    let targets = self.pointers.target_names(self.program, &found);
                    let (offsets, width) = (cell.offsets, cell.width);
                    writeln!(f, "{name}[{offsets}:{width}] -> {targets}")?;
                }
            }
        }
        Ok(())
    }

    fn calls(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let calls = self.pointers.calls();
        let name = |id: FunctionId| &self.program.names[self.program.functions[id].name];
        for &function in calls.reached() {
            let Some(body) = &self.program.functions[function].body else {
                continue;
            };
            for (id, edge) in body.edges() {
                if let Op::Call(call) = &edge.op
                    && let Callee::Indirect(_) = call.callee
                {
                    let callees: Vec<_> = calls.callees(function, id).iter().collect();
                    let callees: Vec<_> = callees.into_iter().map(|&c| name(c)).collect();
                    let call = self.program.show(&edge.op);
                    writeln!(f, "{}: {call} calls {}", name(function), callees.join(", "))?;
                }
            }
            if calls.is_recursive(function) {
                writeln!(f, "{} is recursive", name(function))?;
            }
        }
        Ok(())
    }

    fn mods(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for &function in self.pointers.calls().reached() {
            let mods = self.pointers.mods(function).map(|c| self.cell_name(c));
            let mut mods: Vec<_> = mods.collect();
            if mods.is_empty() {
                continue;
            }
            mods.sort_unstable();
            let name = &self.program.names[self.program.functions[function].name];
            writeln!(f, "{name} writes {}", mods.join(", "))?;
        }
        Ok(())
    }

    fn classes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, class) in self.pointers.classes().iter() {
            let cells = class.cells.iter().map(|&c| self.cell_name(c));
            let cells = cells.collect::<Vec<_>>().join(", ");
            let types = class
                .types
                .iter()
                .map(|&t| self.program.show(t).to_string());
            let types = types.collect::<Vec<_>>().join(", ");
            let punned = if class.punned { ", punned" } else { "" };
            writeln!(f, "{id:?}: {cells} as {types}{punned}")?;
        }
        Ok(())
    }

    fn cell_name(&self, id: crate::CellId) -> String {
        let (target, width) = self.pointers.cell(id);
        let name = self.pointers.object_name(self.program, target.object);
        format!("{name}[{}:{width}]", target.offsets)
    }
}
