//! Weaving: what the properties forbid becomes edges to error locations.
//!
//! A check stands before the operation it guards: two edges that assume its
//! condition or the opposite, the latter to an error location of its own. What
//! cannot go wrong gets no check. Memory is asked about with [`Query`]s; all
//! other conditions are plain expressions, in wider types where the question is
//! whether a result fits.
//!
//! The whole program gets a function of its own that calls constructors and the
//! entry function, so that its end is a location like any other.

use crate::checks::{Check, Checks};
use crate::property::{Properties, Property};
use program::{
    Call, Callee, Cfa, CfaBuilder, Expr, Function, FunctionId, INLINE_ASSEMBLY, Id, Linkage,
    Location, Op, Program, QualType, Query, Signature, Span, Type, Var, VarId, VarKind,
};

/// One check that failed if its error location is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub property: Property,
    /// The operation that goes wrong.
    pub span: Span,
    pub function: FunctionId,
    /// The function that an automaton calls there ([`Program::alarm`]).
    pub alarm: Option<FunctionId>,
    /// Runs do not end here, in spite of the violation.
    pub goes_on: bool,
}

/// A program with its checks.
pub struct Woven {
    pub program: Program,
    /// What the numbers of error locations mean ([`Cfa::errors`]).
    pub violations: Vec<Violation>,
    /// The function in which execution begins. Its parameters are the entry
    /// function's.
    pub start: FunctionId,
}

/// What weaving has to know beside the properties.
pub struct Weaving<'a> {
    pub properties: Properties,
    /// The function the program begins with.
    pub entry: FunctionId,
    /// Calls of functions that are only declared are violations of
    /// [`Property::UnreachCall`], unless the predicate knows a meaning for them.
    pub undefined_calls: Option<&'a dyn Fn(&str) -> bool>,
}

/// What a call of a function without (relevant) body means for properties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Error,
    Assertion,
    /// The process ends: `exit`, `abort`.
    End,
}

impl Ending {
    pub(crate) fn named(name: &str) -> Option<Ending> {
        Some(match name {
            "reach_error" | "__VERIFIER_error" => Ending::Error,
            "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => {
                Ending::Assertion
            }
            "exit" | "_exit" | "_Exit" | "abort" | "__concord_exit" | "__concord_abort" => {
                Ending::End
            }
            _ => return None,
        })
    }

    /// Does the function of this name end the process with the status that it is given?
    pub(crate) fn has_status(name: &str) -> bool {
        matches!(name, "exit" | "_exit" | "_Exit" | "__concord_exit")
    }
}

/// Weaves the checks of the properties into a copy of the program.
pub fn weave(program: &Program, weaving: &Weaving<'_>) -> Woven {
    let mut woven = Weaver {
        program: program.clone(),
        weaving,
        endings: Vec::new(),
        violations: Vec::new(),
    };
    let names = program.functions.iter().map(|f| {
        let ending = Ending::named(&program.names[f.name])?;
        // An error call is one even if the program defines the function.
        (f.body.is_none() || ending == Ending::Error).then_some(ending)
    });
    woven.endings = names.collect();
    for function in program.functions.ids() {
        if let Some(body) = &program.functions[function].body {
            let body = woven.body(function, body);
            woven.program.functions[function].body = Some(body);
        }
    }
    let start = woven.start();
    Woven {
        program: woven.program,
        violations: woven.violations,
        start,
    }
}

struct Weaver<'a> {
    program: Program,
    weaving: &'a Weaving<'a>,
    /// By function.
    endings: Vec<Option<Ending>>,
    violations: Vec<Violation>,
}

impl Weaver<'_> {
    fn checks(&self, property: Property) -> bool {
        self.weaving.properties.contains(property)
    }

    fn body(&mut self, function: FunctionId, cfa: &Cfa) -> Cfa {
        let mut b = CfaBuilder::like(cfa);
        for at in cfa.locations() {
            let mut from = at;
            if self.checks(Property::ValidMemtrack) && cfa.is_loop_head(at) {
                let span = cfa.leaving(at).first().map_or(Span::NONE, |e| e.span);
                from = self.query(&mut b, from, Query::Tracked, span, function);
                if let Some(leak) = self.violations.last_mut() {
                    leak.goes_on = true;
                }
            }
            // Edges that leave one location share most of their checks.
            let mut done: Vec<Check> = Vec::new();
            for edge in cfa.leaving(at) {
                let mut checks = Checks::new(&mut self.program, &self.weaving.properties);
                checks.operation(&edge.op);
                for check in checks.found {
                    if !done.contains(&check) {
                        from = self.guard(&mut b, from, &check, edge.span, function);
                        done.push(check);
                    }
                }
            }
            for edge in cfa.leaving(at) {
                self.edge(&mut b, from, edge, function);
            }
        }
        // The exit survives renumbering through the builder.
        let exit = cfa.exit().unwrap_or_else(|| b.location());
        b.finish(cfa.entry(), exit)
    }

    /// One edge of the program; calls that are violations lead to an error.
    fn edge(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        edge: &program::Edge,
        function: FunctionId,
    ) {
        let mut from = from;
        if let Op::Call(call) = &edge.op
            && let Callee::Direct(callee) = call.callee
        {
            let ending = self.endings[callee.index()];
            if let Some(alarm) = self.program.alarm(callee) {
                let property = Property::automaton(&self.program.names[alarm.automaton]);
                let error = self.error(b, property, edge.span, function);
                if let Some(added) = self.violations.last_mut() {
                    added.alarm = Some(callee);
                }
                b.edge(from, error, Op::Skip, edge.span);
                return;
            }
            let property = match ending {
                Some(Ending::Error) => Some(Property::UnreachCall),
                Some(Ending::Assertion) => Some(Property::Assert),
                Some(Ending::End) => None,
                None => {
                    let f = &self.program.functions[callee];
                    let name = &self.program.names[f.name];
                    let undefined = f.body.is_none()
                        && name != INLINE_ASSEMBLY
                        && self
                            .weaving
                            .undefined_calls
                            .is_some_and(|known| !known(name));
                    undefined.then_some(Property::UnreachCall)
                }
            };
            if let Some(property) = property
                && self.checks(property)
            {
                let error = self.error(b, property, edge.span, function);
                b.edge(from, error, Op::Skip, edge.span);
                return;
            }
            let f = &self.program.functions[callee];
            if ending.is_some() || f.no_return && f.body.is_none() {
                from = self.end_checks(b, from, edge.span, function);
            }
        }
        b.copy_edge(from, edge.to, edge);
    }

    fn error(
        &mut self,
        b: &mut CfaBuilder,
        property: Property,
        span: Span,
        function: FunctionId,
    ) -> Location {
        let error = b.location();
        b.error(error, self.violations.len() as u32);
        self.violations.push(Violation {
            property,
            span,
            function,
            alarm: None,
            goes_on: false,
        });
        error
    }

    /// A check before what follows; gives the location where it has passed.
    fn guard(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        check: &Check,
        span: Span,
        function: FunctionId,
    ) -> Location {
        let error = self.error(b, check.property, span, function);
        let passed = b.location();
        for (to, taken) in [(passed, true), (error, false)] {
            let condition = check.condition;
            b.edge(from, to, Op::Assume { condition, taken }, span);
        }
        passed
    }

    fn query(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        query: Query,
        span: Span,
        function: FunctionId,
    ) -> Location {
        let int = self.program.types.common.int;
        let check = Check {
            property: match query {
                Query::Released => Property::ValidMemcleanup,
                _ => Property::ValidMemtrack,
            },
            condition: self.program.exprs.intern(Expr::Query(query), int),
        };
        self.guard(b, from, &check, span, function)
    }

    /// What must hold when the program ends.
    fn end_checks(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        span: Span,
        function: FunctionId,
    ) -> Location {
        let mut from = from;
        if self.checks(Property::ValidMemcleanup) {
            from = self.query(b, from, Query::Released, span, function);
        }
        if self.checks(Property::ValidMemtrack) {
            from = self.query(b, from, Query::Tracked, span, function);
        }
        from
    }

    /// The function in which execution begins: constructors, the entry function,
    /// `exit` with its result if the program has one, and the end.
    fn start(&mut self) -> FunctionId {
        let start = self.program.functions.next_id();
        let entry = self.weaving.entry;
        let span = self.program.functions[entry].span;
        let parameters: Vec<VarId> = self.program.functions[entry].parameters.clone();
        let parameters: Vec<VarId> = parameters
            .into_iter()
            .map(|v| self.variable(self.program.vars[v].ty, VarKind::Parameter, start, span))
            .collect();
        let mut b = CfaBuilder::new();
        let first = b.location();
        let mut at = first;
        for constructor in self.program.constructors() {
            at = call(&mut b, at, constructor, Box::new([]), None, span);
        }
        let arguments = parameters.iter().map(|&v| self.value(v)).collect();
        let result = self.result_variable(start, span);
        let place = result.map(|v| {
            let ty = self.program.vars[v].ty;
            self.program.exprs.var(v, ty)
        });
        at = call(&mut b, at, entry, arguments, place, span);
        if let Some(exit) = self.program.function_named("exit") {
            let status = match result {
                Some(v) => self.value(v),
                None => {
                    let int = self.program.types.common.int;
                    self.program.exprs.int(&self.program.types, 0, int)
                }
            };
            at = call(&mut b, at, exit, Box::new([status]), None, span);
        }
        at = self.end_checks(&mut b, at, span, start);
        let exit = b.location();
        b.edge(at, exit, Op::Return { value: None }, span);
        let void = QualType::plain(self.program.types.common.void);
        let types = parameters.iter().map(|&v| self.program.vars[v].declared);
        let signature = Signature {
            result: void,
            parameters: types.collect(),
            variadic: false,
            prototype: true,
        };
        let ty = self.program.types.function(signature);
        let name = self.program.names.intern("__concord_start");
        self.program.functions.push(Function {
            name,
            ty,
            declared: ty,
            linkage: Linkage::Internal,
            parameters,
            locals: result.into_iter().collect(),
            body: Some(b.finish(first, exit)),
            no_return: false,
            weak: false,
            constructor: None,
            destructor: false,
            span,
        })
    }

    /// Where the entry function's result goes, if it is an `int`.
    fn result_variable(&mut self, start: FunctionId, span: Span) -> Option<VarId> {
        let ty = self.program.functions[self.weaving.entry].ty;
        let result = self.program.types.signature_of(ty)?.result.ty;
        let is_int = matches!(self.program.types.get(result), Type::Int(_));
        is_int.then(|| {
            self.variable(
                self.program.types.common.int,
                VarKind::Temporary,
                start,
                span,
            )
        })
    }

    fn value(&mut self, var: VarId) -> program::ExprId {
        let place = self.program.exprs.var(var, self.program.vars[var].ty);
        self.program.exprs.load(place)
    }

    fn variable(
        &mut self,
        ty: program::TypeId,
        kind: VarKind,
        function: FunctionId,
        span: Span,
    ) -> VarId {
        let name = self.program.names.intern("__concord_start");
        let var = Var::plain(name, ty, kind, function, span);
        self.program.vars.push(var)
    }
}

fn call(
    b: &mut CfaBuilder,
    from: Location,
    function: FunctionId,
    arguments: Box<[program::ExprId]>,
    result: Option<program::PlaceId>,
    span: Span,
) -> Location {
    let to = b.location();
    let op = Op::Call(Box::new(Call {
        callee: Callee::Direct(function),
        arguments,
        result,
    }));
    b.edge(from, to, op, span);
    to
}
