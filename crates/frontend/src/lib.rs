#![forbid(unsafe_code)]
mod ast;
