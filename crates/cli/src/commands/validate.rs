//! `concord validate`: check what a witness tells of.

use super::check::Asked;
use crate::Refusal;
use crate::inputs::{InputArguments, Inputs};
use crate::meaning::MeaningArguments;
use crate::specs::{SpecArguments, Specs};
use crate::terminal;
use crate::verification::{Verification, VerificationArguments};
use protocol::{Check, Exploring, Work};
use report::diagnostics::Style;
use report::witness;
use std::path::PathBuf;
use std::{fs, io};

/// Check a witness: find its violation again, or prove with its invariants
///
/// Reads a witness (SV-COMP's format 2.0). One of a violation is confirmed if a run
/// passes its waypoints in their order and ends in the violation, and refuted if
/// there is no violation at all. One of correctness is confirmed if the invariants
/// and the property are proved, and refuted if a run violates one of them. Property
/// and data model are the witness's.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    concord validate witness.yml program.c\n\n\
    Exit codes of a violation: 1 confirmed, 0 refuted; of correctness: 0 confirmed, 1 refuted.\n\
    2 unknown, 3 bad input or usage, 4 internal error.")]
pub struct Arguments {
    /// The witness
    #[arg(value_name = "WITNESS")]
    witness: PathBuf,

    #[command(flatten)]
    inputs: InputArguments,

    /// The property, if the witness does not say it
    #[arg(long, value_name = "NAME|FILE.prp")]
    property: Vec<String>,

    #[command(flatten)]
    specs: SpecArguments,

    #[command(flatten)]
    meaning: MeaningArguments,

    #[command(flatten)]
    verification: VerificationArguments,
}

impl Arguments {
    /// What is to be done; Err says what is wrong with the arguments.
    pub fn job(self) -> Result<Verification, Refusal> {
        let path = self.witness.display();
        let text = fs::read_to_string(&self.witness);
        let text = text.map_err(|e| format!("cannot read `{path}`: {e}"))?;
        let witness = witness::read(&text).map_err(|e| format!("{path}: {e}"))?;
        let said = properties::parse_file(&witness.specification).ok();
        let specs = Specs::of(&self.specs)?;
        let asked = match said.filter(|_| self.property.is_empty()) {
            Some(file) => Asked {
                properties: file.properties.union(specs.properties()),
                by_file: true,
                entry: Some(file.entry),
            },
            None => Asked::of(&self.property, &specs)?,
        };
        let mut files = Inputs::of(self.inputs)?.files();
        files.data_model = match witness.data_model {
            witness::DataModel::Lp64 => protocol::DataModel::Lp64,
            witness::DataModel::Ilp32 => protocol::DataModel::Ilp32,
        };
        let properties = asked.names();
        let check = Check {
            files,
            properties: properties.clone(),
            specs: specs.texts(),
            settings: asked.settings(self.meaning),
            strategy: "auto".into(),
            exploring: Exploring::default(),
            colour: terminal::style_of(&io::stdout()) == Style::Coloured,
            test_case: false,
            witness: None,
            page: false,
        };
        Ok(Verification {
            arguments: self.verification,
            work: Work::Validate(Box::new(check), text),
            properties,
            witness: None,
            test_case: None,
            states: None,
            model: None,
            precision: None,
            page: None,
        })
    }
}
