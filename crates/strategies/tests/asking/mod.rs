//! From a text to a question.

#![allow(dead_code, reason = "each test asks its own")]

use engine::{Component, Cx, Settings, Task};
use frontend::Text;
use program::Program;
use properties::automaton::{self, SpecText};
use properties::{Observing, Properties, Property, observe};

pub const STDIO: &str = include_str!("../../../../specs/stdio.spc");

fn compiled(text: &str) -> Program {
    // Headers are not looked for.
    let text: String = text
        .lines()
        .filter(|l| !l.starts_with("#include"))
        .map(|l| format!("{l}\n"))
        .collect();
    let mut texts = vec![Text {
        path: "test.c".into(),
        bytes: text.clone().into_bytes(),
        library: false,
    }];
    texts.extend(machine::models());
    match frontend::compile_commented(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}\n{text}", failure.diagnostics),
    }
}

/// The question whether a program violates an automaton, with options.
pub fn asked(text: &str, name: &str, spec: &str, options: &[&str]) -> Task {
    let program = compiled(text);
    let spec = SpecText {
        path: format!("{name}.spc"),
        bytes: spec.into(),
        options: options.iter().map(|&o| o.to_owned()).collect(),
    };
    let mut include = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let Ok(specification) = automaton::read(vec![spec], &mut include) else {
        panic!("the automaton is read");
    };
    let observing = Observing {
        entry: "main",
        library: machine::MODEL_PREFIX,
    };
    let observed = observe(program, &specification, &observing).expect("it is understood");
    Task {
        program: observed.program,
        observers: observed.observers,
        precision: Vec::new(),
        declarations: String::new(),
        properties: Properties::NONE.with(Property::automaton(name)),
        settings: Settings::default(),
    }
}

/// The question whether an error call of a program is reached.
pub fn reachability(text: &str) -> Task {
    let program = compiled(text);
    Task {
        program,
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        properties: Properties::NONE.with(Property::UnreachCall),
        settings: Settings::default(),
    }
}

/// The analysis of a name, perhaps with an option behind a colon.
pub fn component(cx: &Cx<'_>, text: &str) -> Box<dyn Component> {
    let (name, option) = match text.split_once(':') {
        Some((name, option)) => (name, Some(option)),
        None => (text, None),
    };
    let domain = domains::named(name).expect("there is such an analysis");
    (domain.make)(cx, option)
}
