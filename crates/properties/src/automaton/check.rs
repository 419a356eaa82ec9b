//! What is wrong with automata that are well-formed.

use super::{Action, Automaton, Bool, Event, Kind, Pattern, Problems, Target, Transition};
use crate::property::Properties;
use program::{Diagnostic, Span};
use std::collections::BTreeSet;

pub(super) fn check(automata: &[Automaton], problems: &mut Problems) {
    for (i, automaton) in automata.iter().enumerate() {
        let earlier = automata[..i].iter().find(|a| a.name == automaton.name);
        if let Some(earlier) = earlier {
            let message = format!("there are two automata `{}`", automaton.name);
            let error = Diagnostic::error(automaton.span, message);
            let error = error.with_related(earlier.span, "the first one is here");
            problems.errors.push(error);
        }
        if Properties::named(&automaton.name).is_some() {
            let message = format!("`{}` is the name of another property", automaton.name);
            problems.error(automaton.span, message);
        }
        reachable(automaton, problems);
        for (number, state) in automaton.states.iter().enumerate() {
            for transition in &state.transitions {
                bindings(transition, problems);
                if automaton.kind == Kind::Observer && transition.target == Target::Stop {
                    let message = "an OBSERVER takes no run away; STOP needs a CONTROL automaton";
                    problems.error(transition.span, message);
                }
                instances(automaton, number, transition, problems);
            }
        }
    }
}

/// Every state can be reached along transitions.
fn reachable(automaton: &Automaton, problems: &mut Problems) {
    let mut reached = BTreeSet::from([automaton.initial]);
    let mut pending = vec![automaton.initial];
    while let Some(state) = pending.pop() {
        for transition in &automaton.states[state].transitions {
            if let Target::State(to) = transition.target
                && reached.insert(to)
            {
                pending.push(to);
            }
        }
    }
    for (number, state) in automaton.states.iter().enumerate() {
        if !reached.contains(&number) {
            let message = format!("no transition leads to the state `{}`", state.name);
            problems.error(state.span, message);
        }
    }
}

/// What a transition uses, its trigger binds, whichever way it matches.
fn bindings(transition: &Transition, problems: &mut Problems) {
    let known = bound_by(&transition.trigger);
    let mut unknown: Vec<(u32, Span)> = Vec::new();
    let mut used = |number: u32, span: Span| {
        if !known.contains(&number) {
            unknown.push((number, span));
        }
    };
    uses_of(&transition.trigger, &mut used);
    for assertion in &transition.assertions {
        uses_of(assertion, &mut used);
    }
    for assumption in &transition.assumptions {
        assumption.bound(&mut used);
    }
    for action in &transition.actions {
        match action {
            Action::Assign { value, .. } => value.bound(&mut used),
            Action::Member { element, .. } => element.bound(&mut used),
        }
    }
    if let Some((number, span)) = transition.create {
        used(number, span);
    }
    for (number, span) in unknown {
        let message = format!("nothing in the trigger binds `${number}`");
        problems.error(span, message);
    }
}

/// The variables that a trigger binds whenever it matches.
fn bound_by(trigger: &Bool) -> BTreeSet<u32> {
    match trigger {
        Bool::And(a, b) => &bound_by(a) | &bound_by(b),
        Bool::Or(a, b) => &bound_by(a) & &bound_by(b),
        Bool::Event(Event::Statement(pattern)) => pattern_binds(pattern),
        Bool::Event(Event::Exit(Some((number, _)))) => BTreeSet::from([*number]),
        // Whatever is wanted may be found in what never matches.
        Bool::Constant(_) | Bool::Not(_) | Bool::Same(..) | Bool::Equal(..) | Bool::Event(_) => {
            BTreeSet::new()
        }
    }
}

fn pattern_binds(pattern: &Pattern) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    pattern.bound(&mut |number, _| {
        found.insert(number);
    });
    found
}

/// The `$n` that integers of a condition use.
fn uses_of(condition: &Bool, used: &mut dyn FnMut(u32, Span)) {
    match condition {
        Bool::Constant(_) | Bool::Event(_) => {}
        Bool::Not(a) => uses_of(a, used),
        Bool::And(a, b) | Bool::Or(a, b) | Bool::Same(a, b) => {
            uses_of(a, used);
            uses_of(b, used);
        }
        Bool::Equal(a, b) => {
            a.bound(used);
            b.bound(used);
        }
    }
}

/// The rules of automata that create instances.
fn instances(
    automaton: &Automaton,
    state: usize,
    transition: &Transition,
    problems: &mut Problems,
) {
    let Some(created) = automaton.created else {
        return;
    };
    if let Some(span) = ends_as(&transition.trigger, created) {
        let message = format!("`${created}` is the value of an instance, and no status");
        problems.error(span, message);
    }
    match transition.create {
        Some((number, span)) if number != created => {
            let message = format!("the instances of this automaton belong to `${created}`");
            problems.error(span, message);
        }
        Some((_, span)) if state != automaton.initial => {
            let message = "instances are created in the initial state: in the others there is one";
            problems.error(span, message);
        }
        Some((_, span)) if !matches!(transition.target, Target::State(_)) => {
            problems.error(span, "an instance begins in a state: GOTO is missing");
        }
        Some(_) => {}
        None if state == automaton.initial && mentions(&transition.trigger, created) => {
            let message =
                format!("in the initial state there is no instance yet that `${created}` could be");
            problems.error(transition.span, message);
        }
        None => {}
    }
}

/// Where the trigger binds the number to the status of an end.
fn ends_as(trigger: &Bool, number: u32) -> Option<Span> {
    match trigger {
        Bool::And(a, b) | Bool::Or(a, b) | Bool::Same(a, b) => {
            ends_as(a, number).or_else(|| ends_as(b, number))
        }
        Bool::Not(a) => ends_as(a, number),
        Bool::Event(Event::Exit(Some((status, span)))) => (*status == number).then_some(*span),
        Bool::Constant(_) | Bool::Equal(..) | Bool::Event(_) => None,
    }
}

fn mentions(trigger: &Bool, number: u32) -> bool {
    match trigger {
        Bool::And(a, b) | Bool::Or(a, b) | Bool::Same(a, b) => {
            mentions(a, number) || mentions(b, number)
        }
        Bool::Not(a) => mentions(a, number),
        Bool::Event(Event::Statement(pattern)) => pattern_binds(pattern).contains(&number),
        Bool::Event(Event::Exit(Some((status, _)))) => *status == number,
        Bool::Constant(_) | Bool::Equal(..) | Bool::Event(_) => false,
    }
}
