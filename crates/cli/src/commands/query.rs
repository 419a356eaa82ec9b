//! `concord query`: ask a finished model.

use crate::terminal;
use crate::verification::{Verification, VerificationArguments};
use protocol::{Query, Work};
use report::diagnostics::Style;
use std::io;
use std::path::PathBuf;

/// Ask a model that `concord check --model` wrote
///
/// A query is a formula of linear temporal logic that a finite run can violate: `X` (in the
/// next state), `G` (in every state from here on) and `W` (the left until the right, or for
/// ever), with `&&`, `||`, `=>` and `!`. Its atoms are in(f), at(f, line), call(f), error,
/// error(property), and formulae as in annotations about the variables of the function that
/// a run is in. True: proved, for every path of the model. False: a run of the machine
/// violates it. Nothing is explored again; the program's files have to be as they were.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord check --analyses values --model model.json program.c\n  \
    concord query model.json 'G !error'\n  \
    concord query model.json 'G (in(main) && n > 0 => X n >= 0)'\n  \
    concord query model.json '!call(use) W call(open)'\n\n\
    Exit codes: 0 true, 1 false, 2 unknown, 3 bad input or usage, 4 internal error.")]
pub struct Arguments {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// The query
    #[arg(value_name = "QUERY")]
    query: String,

    /// How many states of a path are told: the last ones
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    last: usize,

    #[command(flatten)]
    verification: VerificationArguments,
}

impl Arguments {
    /// What is to be done.
    pub fn job(self) -> Verification {
        let query = Query {
            path: self.model.display().to_string(),
            text: self.query,
            last: self.last,
            colour: terminal::style_of(&io::stdout()) == Style::Coloured,
        };
        Verification {
            arguments: self.verification,
            work: Work::Query(Box::new(query)),
            properties: vec!["query".to_owned()],
            witness: None,
            test_case: None,
            states: None,
            model: None,
            precision: None,
            page: None,
        }
    }
}
