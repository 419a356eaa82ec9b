//! The engine: what turns analyses into verdicts.

#![forbid(unsafe_code)]

mod analysis;
mod component;
mod examined;
mod exchange;
mod explain;
pub mod explore;
pub mod falsify;
mod invariants;
pub mod lanes;
mod lazy;
pub mod model;
mod picture;
pub mod precision;
mod product;
pub mod query;
mod refine;
mod sample;
mod simulate;
mod survey;
mod task;
mod verdict;
mod verify;
mod watch;

pub use analysis::{
    Analysis, CallStep, Concrete, Cx, Facts, Gap, Question, Reply, Step, Successors, none, one,
    variables,
};
pub use component::{Component, Interned, StateId};
pub use examined::{Examined, Fate, Subject, Suspicion};
pub use exchange::{Account, Blocked, Entry, Exchange, Ledger};
pub use explain::{Happening, Passage};
pub use invariants::{Invariant, InvariantPlace, Told};
pub use picture::{Arrow, Picture, PictureNode, Remark};
pub use precision::{Fact, Known};
pub use product::{Product, ProductState};
pub use refine::{Lesson, Move, Path, Refutation, Way};
pub use sample::{Effort, sample};
pub use simulate::{Simulation, simulate};
pub use survey::survey;
pub use task::{Settings, Task};
pub use verdict::{Answer, Counterexample, Reason, Unknown, Verdict, fault_property};
pub use verify::{Prepared, verify};
pub use watch::{Limited, Unwatched, Watch};
