//! What boolean heaps cost, counted.

#![forbid(unsafe_code)]

#[path = "heaps/construction.rs"]
mod construction;

use construction::{bound, entailments};

/// The offline construction asks at most c n^(k+1) entailments; `cargo bench` has longer
/// conjunctions of more predicates.
#[test]
fn construction_grows_as_the_length_says() {
    for (length, most) in [(1, 24), (2, 8)] {
        for n in (4..=most).step_by(4) {
            let asked = entailments(n, length);
            let most = bound(n.into(), length as u32);
            println!("n = {n}, k = {length}: {asked} of at most {most}");
            assert!(asked <= most, "n = {n}, k = {length}: {asked} > {most}");
        }
    }
}
