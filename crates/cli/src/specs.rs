//! The `--spec` options: automata that come with Concord, or files of automata.

use crate::{Refusal, terminal};
use clap::Args;
use program::Program;
use properties::automaton::{self, SHIPPED, SpecText, Specification};
use properties::{Observed, Observing, Properties, Property};
use std::fs;
use std::path::Path;

#[derive(Args)]
pub struct SpecArguments {
    /// An automaton to watch the program: a name (`concord specs` lists them, with their
    /// options: `stdio:leaks`) or a file in CPAchecker's language (may be repeated)
    #[arg(long, value_name = "NAME|FILE.spc[:OPTION,…]")]
    pub spec: Vec<String>,
}

/// The automata that were asked for.
pub struct Specs {
    specification: Specification,
    /// What they were read from; the first ones were named by options.
    texts: Vec<SpecText>,
    roots: usize,
}

impl Specs {
    /// Reads what the options name, and says what is to be warned of.
    pub fn of(options: &SpecArguments) -> Result<Specs, Refusal> {
        let roots: Result<Vec<SpecText>, String> = options.spec.iter().map(|s| text(s)).collect();
        let roots = roots?;
        let mut texts = roots.clone();
        let mut include = |path: &str| {
            let bytes = fs::read(path)?;
            texts.push(SpecText {
                path: path.to_owned(),
                bytes: bytes.clone(),
                options: Vec::new(),
            });
            Ok(bytes)
        };
        let count = roots.len();
        match automaton::read(roots, &mut include) {
            Ok(specification) => {
                terminal::say_all(&specification.sources, &specification.warnings);
                Ok(Specs {
                    specification,
                    texts,
                    roots: count,
                })
            }
            Err(rejection) => Err(Refusal::Texts(rejection.sources, rejection.diagnostics)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.specification.automata.is_empty()
    }

    pub fn properties(&self) -> Properties {
        let automata = self.specification.automata.iter();
        automata.map(|a| Property::automaton(&a.name)).collect()
    }

    /// The same for a worker.
    pub fn texts(&self) -> Vec<protocol::Spec> {
        let texts = self.texts.iter().enumerate();
        let texts = texts.map(|(i, text)| protocol::Spec {
            path: text.path.clone(),
            text: String::from_utf8_lossy(&text.bytes).into_owned(),
            included: i >= self.roots,
            options: text.options.clone(),
        });
        texts.collect()
    }

    /// The program with its automata, as analyses see it.
    pub fn observe(&self, program: Program, entry: &str) -> Result<Program, Refusal> {
        let observing = Observing {
            entry,
            library: machine::MODEL_PREFIX,
        };
        match properties::observe(program, &self.specification, &observing) {
            Ok(Observed { mut program, .. }) => {
                properties::assign_copies(&mut program, machine::MODEL_PREFIX);
                Ok(program)
            }
            Err(problems) => Err(Refusal::Texts(self.specification.sources.clone(), problems)),
        }
    }
}

/// The text that an argument names, with the options after its colon.
fn text(argument: &str) -> Result<SpecText, String> {
    // The name of a file may have a colon.
    let (name, options) = match argument.rsplit_once(':') {
        Some((name, options)) if !Path::new(argument).exists() => (name, options),
        _ => (argument, ""),
    };
    let mut text = named(name)?;
    let options = options.split(',').map(str::trim).filter(|o| !o.is_empty());
    text.options = options.map(str::to_owned).collect();
    Ok(text)
}

fn named(name: &str) -> Result<SpecText, String> {
    if let Some(shipped) = automaton::shipped(name) {
        return Ok(shipped.text());
    }
    let bytes = fs::read(name).map_err(|error| {
        let names: Vec<_> = SHIPPED.iter().map(|s| s.name).collect();
        let names = names.join(", ");
        format!("cannot read the specification `{name}`: {error} (names: {names})")
    })?;
    Ok(SpecText {
        path: name.to_owned(),
        bytes,
        options: Vec::new(),
    })
}
