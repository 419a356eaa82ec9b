//! What Concord tells people and other programs.
//!
//! [`diagnostics`] renders messages about places in the source; [`cfa`] prints
//! a program's automata as text, as a Graphviz graph, as JSON, or in a few
//! lines of counts; [`check`] is what a verification came to, [`model`] what an
//! exploration has reached. Nothing here decides anything, and nothing here opens a
//! file or looks at the terminal: the command does, and says what it wants.

#![forbid(unsafe_code)]

pub mod cfa;
pub mod check;
pub mod diagnostics;
pub mod fault;
pub mod model;
pub mod page;
pub mod picture;
pub mod story;
pub mod test_case;
pub mod witness;

#[cfg(test)]
mod sample;
