//! `concord shapes`: draw the shapes of linked structures at a line.

use super::check::{Asked, property_help};
use crate::declarations::ShapeArguments;
use crate::inputs::{InputArguments, Inputs};
use crate::meaning::MeaningArguments;
use crate::specs::{SpecArguments, Specs};
use crate::supervisor::End;
use crate::verification::{LimitArguments, result_of};
use crate::{Exit, Refusal, terminal};
use clap::ValueEnum;
use protocol::{Check, Drawing, Drawn, Exploring, Work};
use report::diagnostics::Style;
use std::path::PathBuf;
use std::str::FromStr;
use std::{fs, io};

/// Draw the shapes that linked structures may have at a line
///
/// Verifies the program as `concord check` does and draws, as SVG, the shape graphs of all
/// states that it found before the operations of a line: a box for each node, a double one
/// for a node that stands for several; an arrow for where a variable or field points,
/// dotted if it may or may not.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord shapes list.c --at 24 --output list.svg\n  \
    concord shapes --strategy shapes --property valid-memsafety main.c queue.c --at queue.c:31 > queue.svg\n\n\
    Exit codes: 0 drawn, 2 no states or no shapes there, 3 bad input or usage, 4 internal error.")]
pub struct Arguments {
    #[command(flatten)]
    inputs: InputArguments,

    /// The line, and its file if several files have operations there
    #[arg(long, value_name = "[FILE:]LINE")]
    at: At,

    /// Draw what follows from the rest as well: what is reached from where, shared, or on a
    /// cycle
    #[arg(long)]
    all: bool,

    /// Write the picture into this file [default: standard output]
    #[arg(long, value_name = "FILE.svg")]
    output: Option<PathBuf>,

    /// Where shapes are tracked
    #[arg(long, value_enum, value_name = "NAME", default_value = "lazy-shapes")]
    strategy: Strategy,

    #[command(flatten)]
    shapes: ShapeArguments,

    /// What to verify: a name or an SV-COMP property file (may be repeated); with --spec
    /// and without this, only the automata
    #[arg(long, value_name = "NAME|FILE.prp", long_help = property_help())]
    property: Vec<String>,

    #[command(flatten)]
    specs: SpecArguments,

    #[command(flatten)]
    meaning: MeaningArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum Strategy {
    /// Where the proof needs them
    LazyShapes,
    /// Everywhere, of all structures
    Shapes,
}

#[derive(Clone)]
struct At {
    file: Option<String>,
    line: u32,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<At, String> {
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) => (Some(file), line),
            None => (None, text),
        };
        let line = line.parse().ok().filter(|line| *line > 0);
        match (file, line) {
            (Some(""), _) | (_, None) => {
                Err("expected a line, as in `24`, or a file and a line, as in `list.c:24`".into())
            }
            (file, Some(line)) => Ok(At {
                file: file.map(str::to_owned),
                line,
            }),
        }
    }
}

pub struct Job {
    work: Work,
    output: Option<PathBuf>,
    limits: LimitArguments,
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Job, Refusal> {
        let specs = Specs::of(&self.specs)?;
        let asked = Asked::of(&self.property, &specs)?;
        let check = Check {
            files: Inputs::of(self.inputs)?.files(),
            properties: asked.names(),
            specs: specs.texts(),
            settings: asked.settings(self.meaning),
            strategy: match self.strategy {
                Strategy::LazyShapes => "lazy-shapes".into(),
                Strategy::Shapes => "shapes".into(),
            },
            exploring: Exploring {
                shapes: self.shapes.declarations()?,
                ..Exploring::default()
            },
            colour: terminal::style_of(&io::stderr()) == Style::Coloured,
            test_case: false,
            witness: None,
        };
        let drawing = Drawing {
            file: self.at.file,
            line: self.at.line,
            all: self.all,
        };
        Ok(Job {
            work: Work::Draw(Box::new(check), drawing),
            output: self.output,
            limits: self.limits,
        })
    }
}

impl Job {
    pub fn run(self) -> Exit {
        match result_of(self.work, &self.limits) {
            Ok(End::Drawn(drawn)) => write(drawn, self.output),
            Ok(_) => Exit::InternalError,
            Err(exit) => exit,
        }
    }
}

fn write(drawn: Drawn, output: Option<PathBuf>) -> Exit {
    drawn.remarks.iter().for_each(|r| terminal::say_warning(r));
    let Some(picture) = drawn.picture else {
        return Exit::Unknown;
    };
    let Some(path) = output else {
        return terminal::print(|out| out.write_all(picture.as_bytes()));
    };
    match fs::write(&path, picture) {
        Ok(()) => Exit::Success,
        Err(e) => {
            terminal::say_error(&format!("cannot write `{}`: {e}", path.display()));
            Exit::BadInput
        }
    }
}
