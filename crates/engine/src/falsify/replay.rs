//! From a model to inputs: does the machine do what the path says?

use super::executor::Executor;
use super::state::{Draw, NO_OBJECT, State};
use crate::task::Task;
use machine::{Cell, Class, Input, Inputs, Machine, Outcome, Request, Subject};
use rustc_hash::FxHashMap;
use solver::{Assignment, Node};
use std::collections::VecDeque;

/// Runs of the machine that take longer are given up.
const REPLAY_STEPS: u64 = 200_000_000;

/// A value for the machine.
#[derive(Clone, Copy, Debug)]
enum Value {
    Plain(Input),
    /// A pointer to the environment; equal keys mean the same object.
    Object(u128),
}

/// Inputs as a path and its model say.
struct Guided {
    next: VecDeque<Value>,
    cells: FxHashMap<Cell, (u64, Value)>,
    /// Keys of the environment's objects in the order of their numbers.
    numbers: Vec<u128>,
    /// Objects of the environment that are there from the beginning.
    given: u32,
    /// Which object of the path a key means.
    births: FxHashMap<u128, u32>,
}

impl Guided {
    fn input(&mut self, value: Value) -> Input {
        match value {
            Value::Plain(input) => input,
            Value::Object(key) => {
                let known = self.numbers.iter().position(|&k| k == key);
                let index = known.unwrap_or_else(|| {
                    self.numbers.push(key);
                    self.numbers.len() - 1
                });
                Input::Int(index as i128 + 1)
            }
        }
    }

    fn bytes(&self, cell: Cell, size: u64) -> Option<u128> {
        let mut value = 0u128;
        for i in 0..size {
            let (bits, from) = (0..16).find_map(|back| {
                let offset = (cell.offset + i).checked_sub(back)?;
                let (size, value) = self.cells.get(&Cell { offset, ..cell })?;
                match value {
                    Value::Plain(Input::Int(v)) if back < *size => Some((*v as u128, back)),
                    Value::Plain(Input::Bits(v)) if back < *size => Some((*v, back)),
                    _ => None,
                }
            })?;
            value |= (bits >> (8 * from) & 0xff) << (8 * i);
        }
        Some(value)
    }
}

impl Inputs for Guided {
    fn draw(&mut self, request: Request) -> Option<Input> {
        // Beyond what the path knows, anything will do.
        let value = self.next.pop_front();
        Some(match value {
            Some(value) => self.input(value),
            None => match request {
                Request::Float(_) => Input::Bits(0),
                Request::Int { .. } | Request::Pointer => Input::Int(0),
            },
        })
    }

    fn draw_for(&mut self, request: Request, subject: Subject) -> Option<Input> {
        let Subject::Memory { mut cell, .. } = subject else {
            return self.draw(request);
        };
        if cell.class == Class::Environment {
            // The machine counts objects as they are mentioned.
            let number = cell.birth.checked_sub(self.given + 1)?;
            let key = self.numbers.get(number as usize);
            match key.and_then(|k| self.births.get(k)) {
                Some(&birth) => cell.birth = birth,
                None => return self.draw(request),
            }
        }
        if let Some(&(_, value @ Value::Object(_))) = self.cells.get(&cell) {
            return Some(self.input(value));
        }
        let size = match request {
            Request::Int { bits, .. } => u64::from(bits.div_ceil(8)),
            Request::Float(kind) => u64::from(solver::fold::float_width(kind) / 8),
            Request::Pointer => 4,
        };
        match self.bytes(cell, size) {
            Some(bits) => Some(match request {
                Request::Float(_) => Input::Bits(bits),
                Request::Int { .. } | Request::Pointer => Input::Int(bits as i128),
            }),
            None => self.draw(request),
        }
    }
}

/// Runs the machine on the inputs of a path; its outcome, and the inputs as a
/// plain list.
pub fn replay(
    executor: &mut Executor<'_>,
    task: &Task,
    state: &State,
    given: u32,
) -> (Outcome, Vec<Input>) {
    let mut guided = Guided {
        next: VecDeque::new(),
        cells: FxHashMap::default(),
        numbers: Vec::new(),
        given,
        births: FxHashMap::default(),
    };
    let model = state.whole_model();
    for draw in state.draws.items() {
        match draw {
            Draw::Next { term, request } => {
                let value = value(executor, state, &model, *term, *request, &mut guided.births);
                guided.next.push_back(value);
            }
            Draw::Cell { cell, term } => {
                let size = u64::from(executor.terms.width(*term) / 8);
                let is_pointer = executor
                    .terms
                    .as_symbol(*term)
                    .is_some_and(|s| executor.inputs.get(&s) == Some(&Request::Pointer));
                let request = match is_pointer {
                    true => Request::Pointer,
                    false => Request::Int {
                        bits: 8 * size as u32,
                        signed: false,
                    },
                };
                let value = value(executor, state, &model, *term, request, &mut guided.births);
                guided.cells.insert(*cell, (size, value));
            }
        }
    }
    let mut options = task.machine_options();
    options.steps = REPLAY_STEPS;
    let mut machine = Machine::new(&task.program, options, &mut guided);
    let outcome = machine.run();
    let inputs = machine.drawn().iter().map(|(_, input, _)| *input).collect();
    (outcome, inputs)
}

fn value(
    executor: &mut Executor<'_>,
    state: &State,
    model: &Assignment,
    term: solver::Term,
    request: Request,
    births: &mut FxHashMap<u128, u32>,
) -> Value {
    let bits = executor.terms.evaluate(term, model);
    match request {
        Request::Float(_) => Value::Plain(Input::Bits(bits)),
        Request::Int { .. } => Value::Plain(Input::Int(bits as i128)),
        Request::Pointer => {
            let symbol = match executor.terms.node(term) {
                Node::Symbol(symbol) => Some(symbol),
                _ => None,
            };
            let known = state.resolved.iter().find(|(s, _)| Some(*s) == symbol);
            match known {
                Some(&(_, NO_OBJECT)) => Value::Plain(Input::Int(0)),
                Some(&(_, object)) => {
                    let object = state.objects.get(object);
                    // Its address is as good a key as any.
                    let key = executor.terms.evaluate(object.base, model);
                    births.insert(key, object.birth);
                    Value::Object(key)
                }
                None if bits == 0 => Value::Plain(Input::Int(0)),
                None => Value::Object(bits),
            }
        }
    }
}
