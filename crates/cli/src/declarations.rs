//! What the user declares about a program in files of its own.

use clap::Args;
use protocol::Declarations;
use std::fs;
use std::path::PathBuf;

#[derive(Args)]
pub struct ShapeArguments {
    /// What kinds of lists and trees the structures make up, and heap predicates, declared in
    /// this file
    #[arg(long, value_name = "FILE", long_help = SHAPES_HELP)]
    pub shapes: Option<PathBuf>,
}

const SHAPES_HELP: &str = "What kinds of lists and trees the structures make up, and heap \
    predicates, declared in this file\n\n\
    A declaration a line, in place of what is recognised for the fields it names:\n\n  \
    list struct item by link.next back link.prev\n  \
    ring struct node by next\n  \
    tree struct tree by left, right back up\n  \
    nest struct outer by next, sub with struct inner by next\n  \
    data struct node h == 3, h == 1\n  \
    fine struct node\n  \
    predicate next*(x, v) & v->h==3\n  \
    predicate n > 0\n\n\
    Predicates are for boolean heaps, in the words of `concord heap-program`.\n\
    It decides what is told apart, and never what is true.";

impl ShapeArguments {
    pub fn declarations(self) -> Result<Option<Declarations>, String> {
        let Some(path) = self.shapes else {
            return Ok(None);
        };
        let text = fs::read_to_string(&path);
        let path = path.display().to_string();
        match text {
            Ok(text) => Ok(Some(Declarations { path, text })),
            Err(e) => Err(format!("cannot read `{path}`: {e}")),
        }
    }
}
