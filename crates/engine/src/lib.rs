//! The engine: what turns analyses into verdicts.

#![forbid(unsafe_code)]

pub mod falsify;
mod task;
mod verdict;

pub use task::{Settings, Task};
pub use verdict::{Answer, Counterexample, Reason, Unknown, Verdict, fault_property};
