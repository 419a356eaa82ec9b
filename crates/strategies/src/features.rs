//! What a program has that decides which strategies are worth their time.

use domains::{segments, shapes};
use engine::{Prepared, Task};
use program::{Program, Type, VarId};
use properties::Property;
use std::fmt;

/// The properties that are about memory.
const MEMORY: [Property; 4] = [
    Property::ValidDeref,
    Property::ValidFree,
    Property::ValidMemtrack,
    Property::ValidMemcleanup,
];

/// What is seen at a look at a program and at what is asked about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// Of the functions that a run may come to.
    pub locations: usize,
    pub loops: usize,
    /// Functions call themselves, perhaps by way of others.
    pub recursion: bool,
    /// Blocks lead to blocks.
    pub links: bool,
    pub floats: bool,
    pub arrays: bool,
    /// Automata watch the program.
    pub automata: usize,
    /// It is asked whether memory is used well.
    pub memory: bool,
}

impl Features {
    /// None if there is no entry function.
    pub fn of(task: &Task) -> Option<Features> {
        let prepared = Prepared::new(task)?;
        let cx = prepared.cx();
        let (program, calls) = (cx.program, prepared.pointers.calls());
        let (mut locations, mut loops) = (0, 0);
        let (mut floats, mut arrays) = (false, false);
        for &function in calls.reached() {
            let function = &program.functions[function];
            if let Some(body) = &function.body {
                locations += body.location_count();
                loops += body.locations().filter(|&at| body.is_loop_head(at)).count();
            }
            if !is_library(program, function.span) {
                let variables = || function.parameters.iter().chain(&function.locals);
                floats |= variables().any(|&v| is_float(program, v));
                arrays |= variables().any(|&v| is_array(program, v));
            }
        }
        let links = segments::has_links(&cx) || shapes::Places::new(&cx).has_links();
        Some(Features {
            locations,
            loops,
            recursion: calls.reached().iter().any(|&f| calls.is_recursive(f)),
            links,
            floats,
            arrays,
            automata: task.observers.len(),
            memory: MEMORY.iter().any(|&p| task.properties.contains(p)),
        })
    }
}

/// Do functions call themselves?
pub fn is_recursive(task: &Task) -> bool {
    let prepared = Prepared::new(task);
    prepared.is_some_and(|prepared| {
        let calls = prepared.pointers.calls();
        calls.reached().iter().any(|&f| calls.is_recursive(f))
    })
}

/// The library's functions say nothing of the program.
fn is_library(program: &Program, span: program::Span) -> bool {
    let place = program.sources.position(span);
    place.is_some_and(|p| p.file.starts_with(machine::MODEL_PREFIX))
}

fn is_float(program: &Program, var: VarId) -> bool {
    matches!(program.types.get(program.vars[var].ty), Type::Float(_))
}

fn is_array(program: &Program, var: VarId) -> bool {
    matches!(program.types.get(program.vars[var].ty), Type::Array { .. })
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} locations", self.locations)?;
        match self.loops {
            0 => {}
            1 => write!(f, ", 1 loop")?,
            n => write!(f, ", {n} loops")?,
        }
        match self.automata {
            0 => {}
            1 => write!(f, ", 1 automaton")?,
            n => write!(f, ", {n} automata")?,
        }
        let marks = [
            (self.recursion, "recursion"),
            (self.links, "linked structures"),
            (self.floats, "floats"),
            (self.arrays, "arrays"),
            (self.memory, "memory to be safe"),
        ];
        for (_, what) in marks.iter().filter(|(is, _)| *is) {
            write!(f, ", {what}")?;
        }
        Ok(())
    }
}
