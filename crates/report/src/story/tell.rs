//! A story in words.

use super::compress::compress;
use super::{Event, Given, Role, Story, What, is_temporary, joined};
use crate::check::{Place, Step, StepKind};
use crate::fault;
use program::{Program, VarKind};

/// The steps of a story that people want to know, in few words each.
pub fn tell(program: &Program, story: &Story) -> Vec<Step> {
    let teller = Teller { program, story };
    let events = joined(program, &story.events);
    let events = events.into_iter().filter(|e| teller.is_worth_it(e));
    let events = compress(events.collect());
    events.iter().map(|event| teller.step(event)).collect()
}

struct Teller<'a> {
    program: &'a Program,
    story: &'a Story,
}

impl Teller<'_> {
    fn is_worth_it(&self, event: &Event) -> bool {
        let p = self.program;
        match &event.what {
            // Temporaries are nothing that the reader ever wrote.
            What::Assign { to, value } => value.is_some() && !is_temporary(p, *to),
            What::Return { value, .. } => value.is_some(),
            What::Input(_)
            | What::Service { .. }
            | What::Branch { .. }
            | What::Call { .. }
            | What::Round { .. }
            | What::Rounds(_)
            | What::Gap(_)
            | What::Fault(_) => true,
        }
    }

    fn step(&self, event: &Event) -> Step {
        let p = self.program;
        let mut subject = None;
        let mut told = None;
        let (kind, text) = match &event.what {
            What::Input(number) => {
                let given = &self.story.inputs[*number];
                told = Some(given.text.clone());
                (StepKind::Input, self.input(given))
            }
            What::Branch { condition, taken } => {
                let written = p.sources.short_text(event.span).map(str::to_owned);
                let text = written.unwrap_or_else(|| p.show(*condition).to_string());
                subject = Some(text.clone());
                told = Some(taken.to_string());
                (StepKind::Branch, branch(&text, *taken))
            }
            What::Assign { to, value } => {
                let place = p.show(*to).to_string();
                let value = value.clone().unwrap_or_else(|| "?".into());
                let text = format!("{place} = {value}");
                (subject, told) = (Some(place), Some(value));
                (StepKind::Assign, text)
            }
            What::Call { callee, arguments } => {
                let call = call(&p.show(*callee).to_string(), arguments);
                (StepKind::Call, format!("call {call}"))
            }
            What::Service {
                callee,
                arguments,
                result,
                value,
                inputs,
                undefined,
            } => {
                // What an undefined function returned is often known only later.
                let later = undefined.and_then(|n| self.story.undefined_calls.get(n));
                let later = later.and_then(|call| self.story.inputs.get(call.result?));
                let value = value.as_ref().or(later.map(|given| &given.text));
                let call = call(&p.show(*callee).to_string(), arguments);
                let kind = match inputs.is_empty() && undefined.is_none() {
                    true => StepKind::Call,
                    false => StepKind::Input,
                };
                let place = result.filter(|r| !is_temporary(p, *r));
                subject = place.map(|r| p.show(r).to_string());
                told = value.cloned();
                let text = match (&subject, value) {
                    (Some(place), Some(value)) => format!("{place} = {value}, from {call}"),
                    (None, Some(value)) => format!("{call} gives {value}"),
                    (_, None) => call,
                };
                (kind, text)
            }
            What::Return { value, to } => {
                let place = to.filter(|to| !is_temporary(p, *to));
                subject = place.map(|to| p.show(to).to_string());
                told = value.clone();
                let value = value.as_deref().unwrap_or("?");
                (StepKind::Return, format!("return {value}"))
            }
            What::Round { .. } | What::Rounds(_) => {
                let rounds = match event.what {
                    What::Rounds(n) => n,
                    _ => 1,
                };
                let plural = if rounds == 1 { "" } else { "s" };
                let text = format!("({rounds} more round{plural} of this loop)");
                (StepKind::Omitted, text)
            }
            What::Gap(steps) => (StepKind::Omitted, format!("({steps} more steps)")),
            What::Fault(incident) => (StepKind::Fault, fault::message(p, incident.fault)),
        };
        Step {
            kind,
            function: p.show(event.function).to_string(),
            place: p.sources.position(event.span).map(Place::from),
            depth: event.depth,
            text,
            subject,
            value: told,
        }
    }

    fn input(&self, given: &Given) -> String {
        let p = self.program;
        let value = &given.text;
        match &given.role {
            Role::Library(f) => format!("{}() gives {value}", p.show(*f)),
            Role::Variable(v) if p.vars[*v].kind == VarKind::Temporary => {
                format!("an indeterminate value is {value}")
            }
            Role::Variable(v) => format!("{} is {value} (never set)", p.show(*v)),
            Role::Part { variable, offset } => {
                let var = &p.vars[*variable];
                let name = p.show(*variable);
                let why = match var.kind.is_static() {
                    true => "set elsewhere",
                    false => "never set",
                };
                match p.types.is_scalar(var.ty) {
                    true => format!("{name} is {value} ({why})"),
                    false => format!("{name}, byte {offset}: {value} ({why})"),
                }
            }
            Role::Block { number, offset } => {
                format!("block {}, byte {offset}: {value} (never set)", number + 1)
            }
            Role::Environment { offset } => {
                format!("an object of the environment, byte {offset}: {value}")
            }
            Role::Result(call) => match self.story.undefined_calls.get(*call) {
                Some(call) => format!("{}() gives {value}", p.show(call.function)),
                None => format!("a call gives {value}"),
            },
            Role::Argument(n) => format!("argument {} is {value}", n + 1),
            Role::Choice => format!("an automaton chooses {value}"),
            Role::Other => format!("an indeterminate value is {value}"),
        }
    }
}

/// Which way a branch goes.
pub fn branch(condition: &str, taken: bool) -> String {
    match (condition.strip_suffix(':'), taken) {
        (Some(case), true) => format!("{case} is taken"),
        (Some(case), false) => format!("{case} is not taken"),
        (None, _) => format!("{condition} is {taken}"),
    }
}

fn call(name: &str, arguments: &[Option<String>]) -> String {
    let list = arguments.iter().map(|a| a.as_deref().unwrap_or("?"));
    let list: Vec<_> = list.collect();
    format!("{name}({})", list.join(", "))
}
