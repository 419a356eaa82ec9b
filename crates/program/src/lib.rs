//! The program as the analyses see it.
//!
//! A [`Program`] holds types, expressions, variables and functions in tables;
//! everything refers to everything else by small ids. A function's body is a
//! control-flow automaton ([`Cfa`]): locations, and edges that carry one
//! operation ([`Op`]) each. Operations speak about [`Expr`]essions, which have
//! no side effects and no implicit conversions, and [`Place`]s, which can be
//! assigned to.
//!
//! What C calls promotions, short-circuit evaluation, initialisers, `switch` or
//! `goto` does not exist here; the front end has lowered it. This crate knows
//! no C grammar and no analysis, and does no input or output.

#![forbid(unsafe_code)]

pub mod arith;
pub mod cfa;
pub mod contracts;
pub mod display;
pub mod expr;
pub mod float;
pub mod ids;
pub mod layout;
mod leaves;
pub mod live;
pub mod logical;
pub mod model;
pub mod names;
pub mod program;
pub mod source;
pub mod truth;
pub mod types;

pub use cfa::{Call, Callee, Cfa, CfaBuilder, Edge, Op, Storage};
pub use contracts::{Contracts, contracts};
pub use expr::{BinaryOp, Expr, Exprs, Fold, Place, Query, UnaryOp};
pub use ids::*;
pub use leaves::Leaf;
pub use logical::{Logical, Quantifier};
pub use model::{DataModel, FloatKind, IntKind};
pub use names::Names;
pub use program::{Alarm, Function, INLINE_ASSEMBLY, Initial, Linkage, Program, Var, VarKind};
pub use source::{Diagnostic, Position, Severity, SourceMap, Span};
pub use types::{
    ArrayLength, BitField, Enum, Field, QualType, Qualifiers, Record, RecordBody, RecordKind,
    Signature, Type, Types,
};
