//! Runs SV-COMP's verification tasks and judges the answers.
//!
//! A *task* is a program, a property and the verdict that is expected. Tasks are
//! gathered from task definitions, sets and folders ([`gather`]), run as child
//! processes with hard limits, several at once ([`run_all`]), and their answers
//! judged by SV-COMP's rules. What comes out are [`Results`], which can be written,
//! read again, shown as a table ([`summary`]) and compared with those of an earlier
//! run ([`compare`]). An [`Experiment`] runs the same tasks in several configurations.
//!
//! The tool that is run is any executable with the contract of `concord check`; this
//! crate knows nothing of how it works.

#![forbid(unsafe_code)]

mod answer;
mod compare;
mod definition;
mod experiment;
mod gather;
mod labels;
mod limits;
mod process;
mod record;
mod refinement;
mod schedule;
mod sets;
mod shapes;
mod summary;
mod table;

pub use answer::{Answer, Judgement};
pub use compare::compare;
pub use definition::{Expected, Property};
pub use experiment::{Comparison, Configuration, Experiment};
pub use gather::{Relabelled, Selection, Task, gather};
pub use labels::Labels;
pub use limits::{Memory, Time};
pub use record::{Record, Results};
pub use refinement::REFINEMENTS;
pub use schedule::{Plan, run_all};
pub use shapes::SHAPES;
pub use summary::{Look, summary};
