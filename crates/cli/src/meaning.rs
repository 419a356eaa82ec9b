//! What C is to mean where it leaves a choice: options of every command that
//! gives programs a meaning.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct MeaningArguments {
    /// The function that the program begins in [default: main]
    #[arg(long, value_name = "NAME", help_heading = "Meaning of C")]
    pub entry: Option<String>,

    /// What a signed overflow does
    #[arg(long, value_enum, value_name = "WHAT", default_value = "wrap")]
    #[arg(help_heading = "Meaning of C")]
    pub overflow: Overflow,

    /// Whether `malloc` and the like may give null [default: may-fail]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Meaning of C")]
    pub malloc: Option<Malloc>,

    /// What a call of an undefined function does [default: pure]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Meaning of C")]
    pub unknown_calls: Option<UnknownCalls>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Overflow {
    /// The value wraps around
    Wrap,
    /// It is an error, and the run ends
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Malloc {
    MayFail,
    Succeeds,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UnknownCalls {
    /// Returns anything and changes nothing
    Pure,
    /// Returns anything and writes anything reachable from its arguments
    Havoc,
    /// Is an error
    Error,
}
