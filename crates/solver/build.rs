//! Tells the linker, and programs when they start, where the solver's library is.
//!
//! Shared by every crate whose programs or tests link the solver (`build =
//! "../solver/build.rs"`): where to link from is passed on to dependents, where to
//! load from is not.

use std::env;
use std::path::Path;
use std::process::exit;

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo says where a package is");
    let root = Path::new(&here)
        .ancestors()
        .find(|folder| folder.join("scripts/install-solver").is_file())
        .unwrap_or(Path::new(&here));
    let folder = root.join("vendor/z3/lib");
    println!("cargo::rerun-if-changed={}", folder.display());
    if !folder.join("libz3.so").exists() {
        println!("cargo::error=the SMT solver is missing; run scripts/install-solver");
        exit(1);
    }
    println!("cargo::rustc-link-search=native={}", folder.display());
    // A program that was moved finds the library beside it.
    for place in ["$ORIGIN", "$ORIGIN/../lib", &folder.display().to_string()] {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{place}");
    }
}
