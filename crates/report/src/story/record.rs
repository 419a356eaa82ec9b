//! Watching the machine run.

use super::value;
use super::{Allocation, Event, Given, Role, Story, UndefinedCall, What, library_start};
use machine::{Input, Kind, Listed, Machine, Options, Origin, Outcome, Scalar, Subject};
use program::{
    Callee, ExprId, FunctionId, Op, Place, PlaceId, Program, Span, Storage, TypeId, VarId,
};
use std::collections::HashMap;
use std::ops::Range;

/// Events at the beginning and at the end of a run that are recorded with values;
/// between them there may be millions.
const FIRST: u64 = 20_000;
const LAST: u64 = 40_000;

/// Runs the program on the inputs and records what happens.
pub fn record(program: &Program, options: &Options, inputs: &[Input]) -> Story {
    let options = Options {
        trace: false,
        ..options.clone()
    };
    // Once to see how long it is.
    let mut given = Listed::new(inputs.iter().copied());
    let mut rehearsal = Machine::new(program, options.clone(), &mut given);
    let outcome = rehearsal.run();
    let total = rehearsal.steps();

    let loads = Loads::of(program);
    let mut given = Listed::new(inputs.iter().copied());
    let machine = Machine::new(&loads.program, options, &mut given);
    let mut recorder = Recorder {
        program: &loads.program,
        loads: &loads.of_place,
        machine,
        library: library_start(program),
        calls: Vec::new(),
        serial: 0,
        quiet: FIRST.min(total)..total.saturating_sub(LAST),
        telling: true,
        untold: 0,
        blocks: HashMap::new(),
        awaited: Vec::new(),
        story: Story {
            outcome,
            events: Vec::new(),
            inputs: Vec::new(),
            undefined_calls: Vec::new(),
            blocks: 0,
            allocations: Vec::new(),
        },
    };
    recorder.run();
    recorder.story
}

/// A copy of the program in which every place that is written can also be asked
/// about: expressions cannot be made while the machine runs.
struct Loads {
    program: Program,
    of_place: HashMap<PlaceId, ExprId>,
}

impl Loads {
    fn of(program: &Program) -> Loads {
        let mut program = program.clone();
        let mut places = Vec::new();
        for function in program.functions.iter() {
            for (_, edge) in function.body.iter().flat_map(|b| b.edges()) {
                match &edge.op {
                    Op::Assign { to, .. } | Op::Alloc { to, .. } => places.push(*to),
                    Op::Call(call) => places.extend(call.result),
                    _ => {}
                }
            }
        }
        let scalar = |&p: &PlaceId| program.types.is_scalar(program.exprs.place_ty(p));
        places.retain(scalar);
        let of_place = places.into_iter().map(|p| (p, program.exprs.load(p)));
        let of_place = of_place.collect();
        Loads { program, of_place }
    }
}

/// An open call of the machine.
struct OpenCall {
    serial: u64,
    user: bool,
    function: FunctionId,
    /// What the user's text called, if this is the library at work for it.
    service: Option<Service>,
    /// Where the result goes.
    result: Option<PlaceId>,
}

struct Service {
    callee: FunctionId,
    arguments: Vec<Option<String>>,
    inputs: Vec<usize>,
    span: Span,
    /// The block that was allocated last.
    block: Option<usize>,
}

struct Recorder<'p> {
    program: &'p Program,
    loads: &'p HashMap<PlaceId, ExprId>,
    machine: Machine<'p>,
    library: u32,
    calls: Vec<OpenCall>,
    serial: u64,
    /// Steps that are not told.
    quiet: Range<u64>,
    telling: bool,
    /// Operations of the user's text in the quiet time.
    untold: usize,
    /// Numbers of the blocks on the heap.
    blocks: HashMap<Origin, usize>,
    /// Results of undefined calls that nobody has looked at yet: the call's
    /// number, the open call it happened in, and the variable it went to.
    awaited: Vec<(usize, u64, VarId)>,
    story: Story,
}

impl Recorder<'_> {
    fn run(&mut self) {
        let mut outcome = self.machine.begin();
        self.inputs_since(0, None);
        let mut steps = 0;
        while outcome.is_none() {
            self.follow_calls();
            self.telling = !self.quiet.contains(&steps);
            let Some((function, at)) = self.machine.position() else {
                break;
            };
            let program = self.program;
            let body = program.functions[function].body.as_ref();
            let edges = body.map_or(&[][..], |b| b.leaving(at));
            let Some(edge) = edges.first() else {
                outcome = self.machine.step();
                continue;
            };
            // What keeps account of the run is no part of it.
            let user = self.is_user(edge.span) && !edge.ghost;
            if user && body.is_some_and(|b| b.is_loop_head(at)) {
                let call = self.calls.last().map_or(0, |c| c.serial);
                self.tell(edge.span, What::Round { head: at, call });
            }
            let before = Before {
                depth: self.machine.depth(),
                inputs: self.machine.drawn().len(),
                span: edge.span,
                user,
            };
            let prepared = match &edge.op {
                Op::Call(call) if !edge.ghost => Some(self.prepare(call)),
                _ => None,
            };
            outcome = self.machine.step();
            steps += 1;
            self.inputs_since(before.inputs, prepared.as_ref());
            self.untold += usize::from(user && !self.telling);
            if outcome.is_none() || matches!(edge.op, Op::Assume { .. }) {
                self.after(&before, edges, prepared);
            }
            if steps == self.quiet.end && self.untold > 0 {
                self.telling = true;
                self.tell(before.span, What::Gap(self.untold));
            }
        }
        if let Outcome::Fault(incident) = self.story.outcome {
            self.tell(incident.span, What::Fault(incident));
        }
    }

    fn is_user(&self, span: Span) -> bool {
        !span.is_none() && span.lo < self.library
    }

    fn depth(&self) -> u32 {
        let users = self.calls.iter().filter(|c| c.user).count();
        users.saturating_sub(1) as u32
    }

    fn tell(&mut self, span: Span, what: What) {
        if !self.telling {
            return;
        }
        let function = self.calls.iter().rev().find(|c| c.user);
        let Some(function) = function.or(self.calls.last()).map(|c| c.function) else {
            return;
        };
        let depth = self.depth();
        self.story.events.push(Event {
            function,
            span,
            depth,
            what,
        });
    }

    /// Opens and closes calls that the machine opened or closed by other means
    /// than calls and returns: the first one, constructors, `longjmp`.
    fn follow_calls(&mut self) {
        let depth = self.machine.depth();
        self.calls.truncate(depth);
        while self.calls.len() < depth {
            let Some((function, _)) = self.machine.position() else {
                return;
            };
            self.open(function, None, None);
        }
    }

    fn open(&mut self, function: FunctionId, result: Option<PlaceId>, service: Option<Service>) {
        self.serial += 1;
        let user = self.is_user(self.program.functions[function].span);
        self.calls.push(OpenCall {
            serial: self.serial,
            user,
            function,
            service,
            result,
        });
    }

    // Calls.

    /// What is known before a call is made.
    fn prepare(&mut self, call: &program::Call) -> Prepared {
        let callee = match call.callee {
            Callee::Direct(f) => Some(f),
            Callee::Indirect(pointer) => {
                self.machine
                    .evaluate(pointer)
                    .and_then(|p| match self.machine.object(p.origin) {
                        Some((Kind::Function(f), _)) => Some(f),
                        _ => None,
                    })
            }
        };
        let telling = self.telling;
        let arguments = call.arguments.iter().filter(|_| telling).map(|&a| {
            let ty = self.program.exprs.ty(a);
            let value = self.machine.evaluate(a)?;
            Some(self.show(value, ty))
        });
        Prepared {
            arguments: arguments.collect(),
            callee,
            result: call.result,
        }
    }

    fn after(&mut self, before: &Before, edges: &[program::Edge], prepared: Option<Prepared>) {
        let edge = &edges[0];
        match &edge.op {
            Op::Assume { condition, .. } if before.user && self.telling => {
                if let Some(value) = self.machine.evaluate(*condition) {
                    let (condition, taken) = (*condition, value.value != 0);
                    self.tell(before.span, What::Branch { condition, taken });
                }
            }
            Op::Assign { to, .. } if before.user && self.telling => {
                let value = self.value_of(*to);
                self.tell(before.span, What::Assign { to: *to, value });
            }
            Op::Alloc {
                to,
                storage: Storage::Heap,
                ..
            } => self.allocated(*to),
            Op::Call(_) => {
                if let Some(prepared) = prepared {
                    self.called(before, prepared);
                }
            }
            Op::Return { .. } => self.returned(before),
            _ => {}
        }
    }

    fn allocated(&mut self, to: PlaceId) {
        let number = self.story.blocks;
        self.story.blocks += 1;
        let load = self.loads.get(&to).copied();
        if let Some(pointer) = load.and_then(|load| self.machine.evaluate(load)) {
            self.blocks.insert(pointer.origin, number);
        }
        if let Some(service) = self.service() {
            service.block = Some(number);
        }
    }

    /// The library call of the user's text that is at work, if one is.
    fn service(&mut self) -> Option<&mut Service> {
        let users = self.calls.iter().rposition(|c| c.user);
        let after = users.map_or(0, |at| at + 1);
        self.calls[after..].first_mut()?.service.as_mut()
    }

    fn called(&mut self, before: &Before, prepared: Prepared) {
        let Some(callee) = prepared.callee else {
            return;
        };
        let entered = self.machine.depth() > before.depth;
        let user = self.is_user(self.program.functions[callee].span);
        let defined = self.program.functions[callee].body.is_some()
            || machine::is_primitive(&self.program.names[self.function_name(callee)]);
        let Prepared {
            arguments, result, ..
        } = prepared;
        match (entered, before.user) {
            (true, _) if user => {
                self.tell(before.span, What::Call { callee, arguments });
                self.open(callee, result, None);
            }
            (true, true) => {
                let service = Service {
                    callee,
                    arguments,
                    inputs: Vec::new(),
                    span: before.span,
                    block: None,
                };
                self.open(callee, result, Some(service));
            }
            (true, false) => self.open(callee, result, None),
            (false, true) if !defined => {
                let number = self.story.undefined_calls.len();
                let value = result.and_then(|place| self.value_of(place));
                // Put into memory, it was drawn at once.
                let last = self.story.inputs.len().checked_sub(1);
                let drawn = last.filter(|&i| self.story.inputs[i].role == Role::Result(number));
                self.story.undefined_calls.push(UndefinedCall {
                    function: callee,
                    result: drawn,
                });
                let serial = self.calls.last().map_or(0, |c| c.serial);
                if let (Some(place), None) = (result, drawn)
                    && let Place::Var(variable) = self.program.exprs.place(place)
                {
                    self.awaited.push((number, serial, variable));
                }
                let what = What::Service {
                    callee,
                    arguments,
                    result,
                    value,
                    inputs: Vec::new(),
                    undefined: Some(number),
                };
                self.tell(before.span, what);
            }
            (false, _) => {}
        }
    }

    fn returned(&mut self, before: &Before) {
        let Some(call) = self.calls.pop() else {
            return;
        };
        let value = call.result.and_then(|place| self.value_of(place));
        if let Some(service) = call.service {
            let allocates = call.result.is_some_and(|place| {
                let ty = self.program.exprs.place_ty(place);
                self.program.types.is_pointer(ty)
            });
            if allocates && is_allocator(&self.program.names[self.function_name(service.callee)]) {
                self.story.allocations.push(Allocation {
                    function: service.callee,
                    block: service.block,
                });
            }
            let what = What::Service {
                callee: service.callee,
                arguments: service.arguments,
                result: call.result,
                value,
                inputs: service.inputs,
                undefined: None,
            };
            self.tell(service.span, what);
        } else if before.user && call.user && !self.calls.is_empty() {
            // Told as part of the call that returns.
            let to = call.result;
            self.calls.push(call);
            self.tell(before.span, What::Return { value, to });
            self.calls.pop();
        }
    }

    fn function_name(&self, function: FunctionId) -> program::Name {
        self.program.functions[function].name
    }

    // Inputs.

    /// Notes the inputs drawn in the last step.
    fn inputs_since(&mut self, from: usize, call: Option<&Prepared>) {
        for i in from..self.machine.drawn().len() {
            let (request, input, span) = self.machine.drawn()[i];
            let subject = self.machine.subjects()[i];
            let mut role = match subject {
                Subject::Variable(v) => Role::Variable(v),
                Subject::Argument(n) => Role::Argument(n),
                Subject::Result => match call {
                    Some(_) => Role::Result(self.story.undefined_calls.len()),
                    None => Role::Other,
                },
                Subject::Memory { kind, cell, .. } => match kind {
                    Kind::Heap => Role::Block {
                        number: (cell.birth as usize).saturating_sub(1),
                        offset: cell.offset,
                    },
                    Kind::Static(variable) | Kind::Local(variable) => Role::Part {
                        variable,
                        offset: cell.offset,
                    },
                    Kind::Environment => Role::Environment {
                        offset: cell.offset,
                    },
                    Kind::Frame | Kind::Function(_) => Role::Other,
                },
            };
            let number = self.story.inputs.len();
            let bits = value::input_bits(request, input);
            let in_library = match role {
                Role::Variable(v) | Role::Part { variable: v, .. } => !self.is_users(v),
                _ => false,
            };
            if in_library && let Some(service) = self.service() {
                service.inputs.push(number);
                role = Role::Library(service.callee);
            } else if let Some(at) = self.awaited_result(subject, number) {
                role = Role::Result(at);
            } else if let Role::Variable(v) | Role::Part { variable: v, .. } = role
                && self.program.vars[v].ghost
            {
                role = Role::Choice;
            }
            let tell = !in_library && !matches!(role, Role::Result(_) | Role::Choice);
            self.story.inputs.push(Given {
                request,
                input,
                text: value::show_input(request, bits),
                bits,
                span,
                role,
            });
            if tell {
                self.tell(span, What::Input(number));
            }
        }
    }

    /// Does the variable belong to the user's text?
    fn is_users(&self, variable: VarId) -> bool {
        let var = &self.program.vars[variable];
        match var.function {
            Some(function) => self.is_user(self.program.functions[function].span),
            None => self.is_user(var.span),
        }
    }

    /// The undefined call whose result a drawn variable is; it is known now.
    fn awaited_result(&mut self, subject: Subject, input: usize) -> Option<usize> {
        let Subject::Variable(variable) = subject else {
            return None;
        };
        let serial = self.calls.last()?.serial;
        let is_it = |(_, of, var): &(usize, u64, VarId)| *of == serial && *var == variable;
        let at = self.awaited.iter().position(is_it)?;
        let (number, ..) = self.awaited.swap_remove(at);
        self.story.undefined_calls[number].result = Some(input);
        Some(number)
    }

    // Values.

    fn show(&self, value: Scalar, ty: TypeId) -> String {
        value::show(self.program, &self.machine, &self.blocks, value, ty)
    }

    fn value_of(&mut self, place: PlaceId) -> Option<String> {
        let load = *self.loads.get(&place)?;
        let value = self.machine.evaluate(load)?;
        Some(self.show(value, self.program.exprs.place_ty(place)))
    }
}

struct Before {
    depth: usize,
    inputs: usize,
    span: Span,
    user: bool,
}

struct Prepared {
    callee: Option<FunctionId>,
    arguments: Vec<Option<String>>,
    result: Option<PlaceId>,
}

fn is_allocator(name: &str) -> bool {
    matches!(name, "malloc" | "calloc" | "realloc")
}
