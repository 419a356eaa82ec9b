//! Invariants for proofs that came without states of the program: of a search that has seen
//! every path, and of values that were followed one at a time on slices.
//!
//! The loops are told of by an exploration of their own: paths apart, which is what a search
//! has seen; or joined, if there are too many. It proves nothing and need not.

use crate::Configuration;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{Answer, Prepared, Task, Watch, survey};

const ANALYSES: &[&str] = &["automaton", "values"];

/// Successor computations with paths apart, and joined.
const APART: u64 = 3_000;
const JOINED: u64 = 20_000;

/// What a format of invariants cannot say of such a proof.
const OTHERWISE: &str = "how all paths were searched, or values followed one at a time";

/// The answer with something to tell of loops, if it proves all and has nothing of that.
#[must_use]
pub fn with_invariants(task: &Task, answer: Answer, watch: &mut dyn Watch) -> Answer {
    if !answer.is_proved() || answer.told.is_some() {
        return answer;
    }
    let Some(prepared) = Prepared::new(task) else {
        return answer;
    };
    watch.phase("finding invariants");
    let explored = |merge, calls, limit| {
        let cx = prepared.cx();
        let product = Configuration::default().product(&cx, ANALYSES);
        let setup = Setup {
            merge,
            calls,
            order: Order::Program,
            widen_after: 3,
            limit,
        };
        survey(&prepared, &cx, product, setup)
    };
    let told = explored(Merge::Never, Calls::Unrolled, APART)
        .or_else(|| explored(Merge::Always, Calls::Tabulated, JOINED));
    let Some(mut told) = told else {
        return answer;
    };
    told.untold.insert(OTHERWISE);
    Answer {
        told: Some(told),
        ..answer
    }
}
