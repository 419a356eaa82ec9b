//! The engine: what turns analyses into verdicts.

#![forbid(unsafe_code)]

mod analysis;
mod component;
pub mod falsify;
mod sample;
mod task;
mod verdict;
mod watch;

pub use analysis::{
    Analysis, CallStep, Cx, Facts, Gap, Question, Reply, Step, Successors, none, one, variables,
};
pub use component::{Component, Interned, StateId};
pub use sample::{Effort, sample};
pub use task::{Settings, Task};
pub use verdict::{Answer, Counterexample, Reason, Unknown, Verdict, fault_property};
pub use watch::{Unwatched, Watch};
