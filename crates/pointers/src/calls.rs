//! Calls: arguments and results, unnamed arguments, undefined functions.

use crate::build::{Analysis, Site, Source};
use crate::cells::Unwritten;
use crate::graph::Use;
use crate::layout::{self, Shape};
use crate::object::{Context, Object};
use crate::{ContextId, Offsets, UnknownCalls};
use program::{Call, Callee, EdgeId, ExprId, FunctionId, Op, PlaceId, TypeId, VarId};

/// Wrappers of wrappers are followed so deep, and so many instances are made.
const DEEPEST_CONTEXT: u32 = 4;
const MOST_INSTANCES: usize = 20_000;

impl<'p> Analysis<'p> {
    /// The functions that run without being called.
    pub fn call_roots(&mut self) {
        let program = self.program;
        let mut roots: Vec<FunctionId> = Vec::new();
        match program.function_named(&self.options.entry) {
            Some(entry) => roots.push(entry),
            // A library: whatever can be called from outside may be.
            None => {
                let external = |f: &program::Function| f.linkage == program::Linkage::External;
                let all = program.functions.enumerate();
                let callable = all.filter(|(_, f)| external(f) && f.body.is_some());
                roots.extend(callable.map(|(id, _)| id));
            }
        }
        for &root in &roots {
            for &parameter in &program.functions[root].parameters {
                let how = self.given(program.vars[parameter].ty);
                self.make_unassigned(ContextId::ROOT, parameter, how);
            }
        }
        let others = program.functions.enumerate();
        let others =
            others.filter(|(_, f)| (f.constructor.is_some() || f.destructor) && f.body.is_some());
        roots.extend(others.map(|(id, _)| id));
        // `main` returns to it.
        roots.extend(program.function_named("exit"));
        for root in roots {
            self.reach(root, ContextId::ROOT);
        }
    }

    fn reach(&mut self, function: FunctionId, context: ContextId) {
        if self.known.insert((function, context)) {
            self.pending.push_back((function, context));
        }
    }

    pub(crate) fn call(
        &mut self,
        function: FunctionId,
        context: ContextId,
        edge: EdgeId,
        call: &'p Call,
    ) {
        let site = self.sites.len() as u32;
        self.sites.push(Site {
            function,
            edge,
            context,
        });
        match call.callee {
            Callee::Direct(f) => self.bind(site, Some(f)),
            Callee::Indirect(e) => {
                self.callees.entry((function, edge)).or_default();
                for source in self.sources(context, e) {
                    match source {
                        Source::Node(n, _) => {
                            let n = self.graph.find(n) as usize;
                            self.graph.calls[n].push(site);
                            let targets = self.graph.points[n].clone();
                            self.call_targets(&targets, site);
                        }
                        Source::Target(t) => {
                            let targets = [t].into_iter().collect();
                            self.call_targets(&targets, site);
                        }
                    }
                }
            }
        }
    }

    /// The call may be one of this function.
    pub(crate) fn bind(&mut self, site: u32, callee: Option<FunctionId>) {
        if !self.bound.insert((site, callee)) {
            return;
        }
        let Site {
            function,
            edge,
            context,
        } = self.sites[site as usize];
        let program = self.program;
        let body = program.functions[function].body.as_ref();
        let Some(Op::Call(call)) = body.map(|b| &b.edge(edge).op) else {
            return;
        };
        let Some(callee) = callee else {
            self.unknown.insert((function, edge));
            return self.call_unknown(context, call);
        };
        let list = self.callees.entry((function, edge)).or_default();
        if !list.contains(&callee) {
            list.push(callee);
        }
        if program.functions[callee].body.is_none() {
            return match &program.names[program.functions[callee].name] {
                "alloca" | "__builtin_alloca" => {
                    if let Some(result) = call.result {
                        self.allocate(function, context, edge, result);
                    }
                }
                _ => {
                    self.unknown.insert((function, edge));
                    self.call_unknown(context, call);
                }
            };
        }
        let inner = self.context_of(site, callee, matches!(call.callee, Callee::Direct(_)));
        self.reach(callee, inner);
        self.pass_arguments(context, call, callee, inner);
        if let Some(result) = call.result {
            self.take_result(context, result, callee, inner);
        }
    }

    /// Allocation wrappers have a context for each call.
    fn context_of(&mut self, site: u32, callee: FunctionId, direct: bool) -> ContextId {
        let Site {
            function,
            edge,
            context,
        } = self.sites[site as usize];
        let mut depth = 1;
        let mut at = context;
        while let Some(outer) = self.objects.context(at) {
            if outer.function == callee {
                return ContextId::ROOT;
            }
            depth += 1;
            at = outer.parent;
        }
        let room = depth <= DEEPEST_CONTEXT && self.known.len() < MOST_INSTANCES;
        if !direct || !self.wrappers[callee] || function == callee || !room {
            return ContextId::ROOT;
        }
        self.objects.add_context(Context {
            parent: context,
            function,
            edge,
        })
    }

    fn pass_arguments(
        &mut self,
        context: ContextId,
        call: &Call,
        callee: FunctionId,
        inner: ContextId,
    ) {
        let parameters = &self.program.functions[callee].parameters;
        for (i, &argument) in call.arguments.iter().enumerate() {
            match parameters.get(i) {
                Some(&parameter) => self.pass(context, argument, parameter, inner),
                None => self.pass_unnamed(context, argument, callee),
            }
        }
        // What a call without prototype forgot.
        for &missing in parameters.iter().skip(call.arguments.len()) {
            self.make_unassigned(inner, missing, Unwritten::Unset);
        }
    }

    fn pass(&mut self, context: ContextId, argument: ExprId, to: VarId, inner: ContextId) {
        let program = self.program;
        let ty = program.vars[to].ty;
        match layout::shape(program, program.exprs.ty(argument)) {
            Shape::Number | Shape::Pointer => {
                let values = self.sources(context, argument);
                if values.is_empty() {
                } else if layout::is_register(program, to) {
                    let node = self.register(inner, to);
                    self.flow(&values, node);
                } else {
                    let object = self.objects.add_var(program, to);
                    let width = layout::width(program, ty);
                    self.write_object(object, Offsets::ZERO, width, &values);
                }
            }
            Shape::Aggregate => {
                if layout::is_register(program, to) {
                    return;
                }
                let object = self.objects.add_var(program, to);
                for (by, width, values) in self.aggregate(context, argument) {
                    self.write_object(object, by, width, &values);
                }
            }
        }
    }

    fn pass_unnamed(&mut self, context: ContextId, argument: ExprId, callee: FunctionId) {
        let object = self.objects.add(Object::Variadic(callee));
        let ty = self.program.exprs.ty(argument);
        match layout::shape(self.program, ty) {
            Shape::Number | Shape::Pointer => {
                let values = self.sources(context, argument);
                let width = layout::width(self.program, ty);
                self.write_object(object, Offsets::ANY, width, &values);
            }
            Shape::Aggregate => {
                for (_, width, values) in self.aggregate(context, argument) {
                    self.write_object(object, Offsets::ANY, width, &values);
                }
            }
        }
    }

    pub(crate) fn variable_argument(&mut self, context: ContextId, to: PlaceId, list: PlaceId) {
        let program = self.program;
        let ty = program.exprs.place_ty(to);
        let parts = self.layouts.parts(program, ty);
        let lists = self.read(context, list, Offsets::ZERO, self.word(), false);
        for part in parts.iter() {
            let how = Use::Load {
                by: Offsets::ANY,
                width: part.width,
                pointer: true,
            };
            let values = lists.iter().filter_map(|&source| match source {
                Source::Node(n, _) => Some(Source::Node(self.use_of(n, how), Offsets::ZERO)),
                Source::Target(_) => None,
            });
            let values: Vec<Source> = values.collect();
            self.write_at(context, to, part.offsets, part.width, &values);
        }
    }

    fn take_result(
        &mut self,
        context: ContextId,
        to: PlaceId,
        callee: FunctionId,
        inner: ContextId,
    ) {
        let program = self.program;
        let ty = program.exprs.place_ty(to);
        match layout::shape(program, ty) {
            Shape::Number | Shape::Pointer => {
                let width = layout::place_width(program, to);
                let node = self.result(callee, inner);
                self.write(context, to, width, &[Source::Node(node, Offsets::ZERO)]);
            }
            Shape::Aggregate => {
                let object = self.objects.add(Object::Result(callee));
                for part in self.layouts.parts(program, ty).iter() {
                    let mut values = Vec::new();
                    self.read_object(object, part.offsets, part.width, true, &mut values);
                    self.write_at(context, to, part.offsets, part.width, &values);
                }
            }
        }
    }

    fn result(&mut self, function: FunctionId, context: ContextId) -> u32 {
        let made = self.results.entry((function, context));
        *made.or_insert_with(|| self.graph.node())
    }

    pub(crate) fn return_value(
        &mut self,
        function: FunctionId,
        context: ContextId,
        value: Option<ExprId>,
    ) {
        let program = self.program;
        let Some(value) = value else {
            return self.return_nothing(function, context);
        };
        match layout::shape(program, program.exprs.ty(value)) {
            Shape::Number | Shape::Pointer => {
                let values = self.sources(context, value);
                let node = self.result(function, context);
                self.flow(&values, node);
            }
            Shape::Aggregate => {
                let object = self.objects.add(Object::Result(function));
                for (by, width, values) in self.aggregate(context, value) {
                    self.write_object(object, by, width, &values);
                }
            }
        }
    }

    /// A result that nobody gave is indeterminate.
    fn return_nothing(&mut self, function: FunctionId, context: ContextId) {
        let program = self.program;
        let signature = program.types.signature_of(program.functions[function].ty);
        let Some(signature) = signature else {
            return;
        };
        match layout::shape(program, signature.result.ty) {
            Shape::Number => {}
            Shape::Pointer => {
                let node = self.result(function, context);
                self.lead_anywhere(node, Unwritten::Unset);
            }
            Shape::Aggregate => {
                let object = self.objects.add(Object::Result(function));
                self.make_indeterminate(object, Unwritten::Unset);
            }
        }
    }

    /// A function that nobody knows: returns anything, and as the options say
    /// writes what it can get hold of.
    fn call_unknown(&mut self, context: ContextId, call: &Call) {
        if let Some(result) = call.result {
            let how = self.given(self.program.exprs.place_ty(result));
            self.havoc(context, result, how);
        }
        if self.options.unknown_calls == UnknownCalls::Pure {
            return;
        }
        let escaped = self.escaped();
        for &argument in &call.arguments {
            match layout::shape(self.program, self.program.exprs.ty(argument)) {
                Shape::Number | Shape::Pointer => {
                    let values = self.sources(context, argument);
                    self.flow(&values, escaped);
                }
                Shape::Aggregate => {
                    for (_, _, values) in self.aggregate(context, argument) {
                        self.flow(&values, escaped);
                    }
                }
            }
        }
        if let Some(result) = call.result {
            let width = layout::place_width(self.program, result);
            self.write(
                context,
                result,
                width,
                &[Source::Node(escaped, Offsets::ZERO)],
            );
        }
    }

    /// What comes from outside as such a value. There are no functions where types have
    /// none.
    pub(crate) fn given(&self, ty: TypeId) -> Unwritten {
        match layout::leads_to_function(self.program, ty) {
            true => Unwritten::Given,
            false => Unwritten::Unset,
        }
    }

    /// All that the environment has got hold of: it reads and writes all of it.
    fn escaped(&mut self) -> u32 {
        if let Some(node) = self.escaped {
            return node;
        }
        let node = self.graph.node();
        self.escaped = Some(node);
        self.lead_anywhere(node, Unwritten::Given);
        let (by, width) = (Offsets::ANY, 1);
        let read = self.use_of(
            node,
            Use::Load {
                by,
                width,
                pointer: true,
            },
        );
        self.graph.copy(read, node);
        let written = self.use_of(node, Use::Store { by, width });
        self.graph.copy(node, written);
        self.use_of(node, Use::Havoc(Unwritten::Given));
        node
    }
}
