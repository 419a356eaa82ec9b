//! Operations, calls and returns, and the beginning of the program.

use super::encode::{Encoder, Meaning, Now, World};
use super::{Activation, Block, Encoded, Handed, Unsupported};
use crate::access::{self, Access};
use crate::path::{Primitive, Region, Spot};
use crate::term::{Sort, Term};
use program::{
    Call, Callee, Edge, EdgeId, ExprId, FunctionId, Initial, Op, PlaceId, Span, Storage, VarId,
    VarKind,
};
use std::rc::Rc;

type Built<T> = Result<T, Unsupported>;

impl Encoder {
    /// The block that has the program's start behind it: statics are initialised.
    /// `preset` says the values of statics that settings decide.
    pub fn start(
        &mut self,
        world: World<'_>,
        start: FunctionId,
        preset: &dyn Fn(VarId) -> Option<i128>,
    ) -> Result<Block, Unsupported> {
        let mut now = self.now(world, Block::default(), Span::NONE);
        Rc::make_mut(&mut now.block.stack).push(Activation {
            function: start,
            site: None,
        });
        let mentioned = world.program.exprs.mentioned_vars();
        for (var, v) in world.program.vars.enumerate() {
            if v.kind.is_static() && mentioned.contains(&var) {
                now.initialise(var, preset(var))?;
            }
        }
        Ok(now.block)
    }

    fn now<'a>(&'a mut self, world: World<'a>, block: Block, span: Span) -> Now<'a> {
        Now {
            encoder: self,
            world,
            block,
            span,
        }
    }

    /// The block and one more step, which is no call of a function with a body.
    pub fn step(
        &mut self,
        world: World<'_>,
        block: Block,
        function: FunctionId,
        id: EdgeId,
        edge: &Edge,
    ) -> Encoded {
        let mut now = self.now(world, block, edge.span);
        if let Op::Assume { condition, taken } = edge.op {
            now.choose(function, id, edge, condition, taken)?;
        } else if !now.execute(function, &edge.op)? {
            return Ok(None);
        }
        Ok(now.finish())
    }

    /// The block and the entry of a function, called at a site.
    pub fn call(
        &mut self,
        world: World<'_>,
        block: Block,
        call: &Call,
        callee: FunctionId,
        site: (FunctionId, EdgeId),
        span: Span,
    ) -> Encoded {
        let mut now = self.now(world, block, span);
        if let Callee::Indirect(pointer) = call.callee {
            let pointer = now.eval(pointer)?;
            let base = now.function(callee);
            let here = now.terms().eq(pointer, base);
            now.require(here);
        }
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for &argument in &call.arguments {
            arguments.push(now.hand(argument)?);
        }
        let f = &world.program.functions[callee];
        // The variables of a function that is running already are others now.
        for &var in f.locals.iter().chain(&f.parameters) {
            let is_temporary = world.program.vars[var].kind == VarKind::Temporary;
            if is_temporary && !now.is_register(var) || f.parameters.contains(&var) {
                now.begin(var);
            } else if now.block.open_calls(callee) > 0 {
                now.forget(var);
            }
        }
        let mut arguments = arguments.iter();
        for &parameter in &f.parameters {
            if let Some(argument) = arguments.next() {
                now.give(parameter, argument);
            }
        }
        Rc::make_mut(&mut now.block.stack).push(Activation {
            function: callee,
            site: Some(site),
        });
        Ok(now.finish())
    }

    /// The block, which ends with a function's `Return`, and the return to its caller.
    /// A call that was made elsewhere does not return here.
    pub fn ret(
        &mut self,
        world: World<'_>,
        block: Block,
        call: &Call,
        callee: FunctionId,
        site: (FunctionId, EdgeId),
        span: Span,
    ) -> Encoded {
        let mut now = self.now(world, block, span);
        let ended = Rc::make_mut(&mut now.block.stack).pop();
        if ended.is_none_or(|call| call.site != Some(site)) {
            return Ok(None);
        }
        let returned = now.block.returned.take();
        if now.block.open_calls(callee) > 0 {
            // The variables are those of an earlier call again.
            let f = &world.program.functions[callee];
            for &var in f.locals.iter().chain(&f.parameters) {
                now.forget(var);
            }
        }
        if let Some(result) = call.result {
            now.deliver(result, returned.as_deref())?;
        }
        Ok(now.finish())
    }

    /// The term for the truth of an expression of the program at the end of a block,
    /// over its start; None if it has no meaning, or depends on inputs.
    pub fn truth(&mut self, world: World<'_>, block: &Block, expr: ExprId) -> Option<Term> {
        let mut now = self.now(world, block.clone(), Span::NONE);
        let truth = now.condition(expr).ok()?;
        (now.block.inputs == block.inputs).then_some(truth)
    }

    /// The contents of a variable in memory at the end of a block: offset, size and bytes
    /// of each scalar in it. What nobody accesses is any value.
    pub fn contents(
        &mut self,
        world: World<'_>,
        block: &Block,
        var: VarId,
    ) -> Vec<(u64, u64, Term)> {
        let mut now = self.now(world, block.clone(), Span::NONE);
        let size = world.program.object_size(var).unwrap_or(0);
        let address = now.get(Meaning::Address(var));
        let ty = world.program.vars[var].ty;
        now.take(Spot::Var(var), ty, address, size)
            .unwrap_or_default()
    }

    /// Is a region the one that holds so many bytes at an offset of a variable?
    pub fn is_home(
        &mut self,
        world: World<'_>,
        region: Region,
        var: VarId,
        offset: u64,
        size: u64,
    ) -> bool {
        self.region(world, Spot::Var(var), offset, size) == Some(region)
    }

    /// The same for the value of a scalar expression.
    pub fn term(&mut self, world: World<'_>, block: &Block, expr: ExprId) -> Option<Term> {
        let mut now = self.now(world, block.clone(), Span::NONE);
        let value = now.eval(expr).ok()?;
        (now.block.inputs == block.inputs).then_some(value)
    }
}

impl Now<'_> {
    fn finish(self) -> Option<Block> {
        Some(self.block)
    }

    /// What must hold for an edge to be the one that is taken: its own assumption,
    /// and that those before it do not hold.
    fn choose(
        &mut self,
        function: FunctionId,
        id: EdgeId,
        edge: &Edge,
        condition: ExprId,
        taken: bool,
    ) -> Built<()> {
        let program = self.world.program;
        // The same inputs answer the same question, whichever edge is taken; others
        // answer another one.
        let mut asked: Vec<(ExprId, u32)> = Vec::new();
        let mut next = self.block.inputs;
        let body = program.functions[function].body.as_ref();
        let siblings = body.into_iter().flat_map(|b| {
            let before = b.leaving_ids(edge.from).take_while(move |&s| s < id);
            before.map(|s| &b.edge(s).op)
        });
        for op in siblings {
            let &Op::Assume {
                condition: other,
                taken: sense,
            } = op
            else {
                continue;
            };
            let known = asked.iter().find(|(c, _)| *c == other);
            let first = known.map_or(next, |&(_, first)| first);
            asked.push((other, first));
            self.block.inputs = first;
            let holds = self.condition(other)?;
            next = next.max(self.block.inputs);
            if (other, sense) != (condition, !taken) {
                let fails = match sense {
                    true => self.terms().not(holds),
                    false => holds,
                };
                self.require(fails);
            }
        }
        let known = asked.iter().find(|(c, _)| *c == condition);
        self.block.inputs = known.map_or(next, |&(_, first)| first);
        let holds = self.condition(condition)?;
        self.block.inputs = self.block.inputs.max(next);
        let holds = match taken {
            true => holds,
            false => self.terms().not(holds),
        };
        self.require(holds);
        Ok(())
    }

    /// False if the operation ends the run.
    fn execute(&mut self, function: FunctionId, op: &Op) -> Built<bool> {
        match op {
            Op::Skip | Op::Assume { .. } | Op::VaEnd { .. } => {}
            &Op::Assign { to, value } => self.assign(to, value)?,
            &Op::Havoc { place } => self.fill(place, None)?,
            Op::Call(call) => return self.call_declared(call),
            Op::Return { value } => self.leave(function, *value)?,
            &Op::Alloc { to, size, storage } => self.alloc(to, size, storage)?,
            &Op::Free { pointer } => {
                let pointer = self.eval(pointer)?;
                self.end_heap(pointer);
            }
            Op::Enter { variables } => {
                for &var in variables {
                    self.begin(var);
                }
            }
            Op::Exit { variables } => {
                for &var in variables {
                    self.end(var);
                }
            }
            // Which arguments there are is not followed.
            &(Op::VaStart { list: to } | Op::VaCopy { to, .. }) => self.fill(to, None)?,
            &Op::VaArg { to, list } => {
                self.fill(list, None)?;
                self.fill(to, None)?;
            }
            Op::Unsupported { what } => {
                let what = self.world.program.names[*what].to_owned();
                return self.unsupported(what);
            }
        }
        Ok(true)
    }

    // Lives of variables.

    /// A variable begins to live: it holds anything, and lies somewhere else.
    fn begin(&mut self, var: VarId) {
        let program = self.world.program;
        if program.vars[var].kind.is_static() {
            return;
        }
        match access::of_type(program, program.vars[var].ty) {
            Some(access) if self.is_register(var) => {
                let any = self.any(access);
                self.set(Meaning::Var(var), any);
            }
            _ => {
                if !self.is_outer(var) {
                    self.end(var);
                }
                let size = program.object_size(var);
                let address = self.encoder.object(&mut self.block, size);
                self.set(Meaning::Address(var), address);
            }
        }
    }

    /// Is the variable that is there one of an earlier call, and lives on?
    fn is_outer(&self, var: VarId) -> bool {
        let function = self.world.program.vars[var].function;
        function.is_some_and(|f| self.block.open_calls(f) > 1)
    }

    /// A variable ceases to live: what was known of its address is over.
    fn end(&mut self, var: VarId) {
        if self.world.program.vars[var].kind.is_static() || self.is_register(var) {
            return;
        }
        let address = self.get(Meaning::Address(var));
        self.encoder.end(&mut self.block, address);
    }

    /// Nothing is known of a variable: it is that of another call.
    fn forget(&mut self, var: VarId) {
        let program = self.world.program;
        match access::of_type(program, program.vars[var].ty) {
            Some(access) if self.is_register(var) => {
                let any = self.any(access);
                self.set(Meaning::Var(var), any);
            }
            _ => {
                let any = self.input(Sort::Bits(self.encoder.pointer_bits));
                self.set(Meaning::Address(var), any);
            }
        }
    }

    /// A block of the heap has ended; if nobody knows which, it may be any.
    fn end_heap(&mut self, pointer: Term) {
        let all = std::mem::take(Rc::make_mut(&mut self.block.heap));
        let (ended, left): (Vec<Term>, Vec<Term>) = match all.contains(&pointer) {
            true => all.into_iter().partition(|&address| address == pointer),
            false => (all, Vec::new()),
        };
        self.block.heap = Rc::new(left);
        for address in ended {
            self.encoder.end(&mut self.block, address);
        }
    }

    fn alloc(&mut self, to: PlaceId, size: ExprId, storage: Storage) -> Built<()> {
        let size = self.eval(size)?;
        let pointer = match storage {
            Storage::Heap => {
                let bytes = self
                    .terms()
                    .as_bits(size)
                    .and_then(|s| u64::try_from(s).ok());
                let address = self.encoder.object(&mut self.block, bytes);
                Rc::make_mut(&mut self.block.heap).push(address);
                Rc::make_mut(&mut self.block.exposed).insert(address);
                address
            }
            // It ends with the function or a scope: its address is any number.
            Storage::Frame | Storage::Scope(_) => self.any_object(),
        };
        let size = self.encoder.pointer_bits / 8;
        self.store(to, Access::Pointer { size }, pointer)
    }

    fn any_object(&mut self) -> Term {
        let bits = self.encoder.pointer_bits;
        let pointer = self.input(Sort::Bits(bits));
        let null = self.terms().bits(0, bits);
        let there = self.terms().ne(pointer, null);
        self.require(there);
        pointer
    }

    // Calls.

    fn leave(&mut self, function: FunctionId, value: Option<ExprId>) -> Built<()> {
        let value = match value {
            Some(value) => Some(self.hand(value)?),
            None => None,
        };
        self.block.returned = value.map(Rc::new);
        let program = self.world.program;
        let f = &program.functions[function];
        let outer = self.block.open_calls(function) > 1;
        for &var in f.locals.iter().chain(&f.parameters) {
            if program.vars[var].kind.is_static() {
                continue;
            }
            self.end(var);
            // What is over need not be remembered.
            if !outer {
                let meaning = match self.is_register(var) {
                    true => Meaning::Var(var),
                    false => Meaning::Address(var),
                };
                self.encoder.reset(program, &mut self.block, meaning);
            }
        }
        Ok(())
    }

    /// A call of a function without a body. False if it does not return.
    fn call_declared(&mut self, call: &Call) -> Built<bool> {
        let program = self.world.program;
        for &argument in &call.arguments {
            if access::of_type(program, program.exprs.ty(argument)).is_some() {
                self.eval(argument)?;
            }
        }
        let primitive = match call.callee {
            Callee::Direct(f) => Primitive::named(&program.names[program.functions[f].name]),
            Callee::Indirect(_) => None,
        };
        match primitive {
            Some(
                Primitive::End
                | Primitive::ErrorCall
                | Primitive::Assertion
                | Primitive::Unreachable
                | Primitive::Infeasible,
            ) => return Ok(false),
            Some(Primitive::SetJump | Primitive::LongJump) => {
                return self.unsupported("a jump between functions");
            }
            Some(Primitive::Alloca) => {
                let pointer = self.any_object();
                let size = self.encoder.pointer_bits / 8;
                let pointer = Handed::Scalar(pointer, Access::Pointer { size });
                if let Some(result) = call.result {
                    self.deliver(result, Some(&pointer))?;
                }
                return Ok(true);
            }
            Some(Primitive::Output | Primitive::Size) => {}
            None if self.world.havoc_unknown_calls => self.forget_memory(),
            None => {}
        }
        if let Some(result) = call.result {
            self.deliver(result, None)?;
        }
        Ok(true)
    }

    // The beginning.

    fn initialise(&mut self, var: VarId, preset: Option<i128>) -> Built<()> {
        let program = self.world.program;
        let v = &program.vars[var];
        let ty = v.ty;
        if self.is_register(var) {
            let width = crate::operations::width(&program.types, ty);
            let number = |now: &mut Self, value: u128| now.terms().bits(value, width);
            let value = match (&v.initial, preset) {
                (_, Some(value)) => number(self, value as u128),
                (Initial::Zero, _) => number(self, 0),
                (Initial::Bytes(bytes), _) => {
                    let value = bytes
                        .iter()
                        .rev()
                        .fold(0u128, |n, &b| n << 8 | u128::from(b));
                    number(self, value)
                }
                (Initial::Items(items), _) => match items.last() {
                    Some(&(_, value)) => self.eval(value)?,
                    None => number(self, 0),
                },
                // As it is at the start.
                (Initial::Indeterminate, _) => return Ok(()),
            };
            self.set(Meaning::Var(var), value);
            return Ok(());
        }
        let size = program.object_size(var).unwrap_or(0);
        if matches!(v.initial, Initial::Indeterminate) || size > 8 * MAX_STATIC {
            return Ok(());
        }
        let leaves = self.leaves(Some(ty), size)?;
        if leaves.len() as u64 > MAX_STATIC {
            return Ok(());
        }
        let address = self.get(Meaning::Address(var));
        for (offset, length) in leaves {
            let value = match &v.initial {
                Initial::Bytes(bytes) => (0..length).rev().fold(0u128, |n, i| {
                    let byte = bytes.get((offset + i) as usize).copied().unwrap_or(0);
                    n << 8 | u128::from(byte)
                }),
                Initial::Zero | Initial::Items(_) | Initial::Indeterminate => 0,
            };
            let raw = self.terms().bits(value, 8 * length as u32);
            let at = self.moved(address, offset);
            self.write(Spot::Var(var), offset, at, raw);
        }
        if let Initial::Items(items) = &v.initial {
            for &(place, value) in items {
                self.assign(place, value)?;
            }
        }
        Ok(())
    }
}

/// Of larger static objects the initial contents are not followed.
const MAX_STATIC: u64 = 256;
