//! Cheap search for violations: random runs first, then every path.

use engine::{Answer, Effort, Task, Watch, sample};

/// Operations after which the search for violations gives up.
const OPERATIONS: u64 = u64::MAX;

pub fn run(task: &Task, watch: &mut dyn Watch) -> Answer {
    struct Nobody;
    impl solver::Solver for Nobody {
        fn check(
            &mut self,
            _: &solver::Terms,
            _: &[solver::Term],
            _: &solver::Budget,
        ) -> solver::Answer {
            solver::Answer::Unknown(String::new())
        }
    }
    let answer = sample(task, Effort::default(), watch);
    if answer.is_decided() {
        return answer;
    }
    watch.phase("searching");
    let searched = engine::falsify::falsify(task, &mut Nobody, OPERATIONS, watch);
    answer.improved(searched)
}
