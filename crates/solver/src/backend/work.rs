//! How much the solver has done on a thread.

use z3::{Solver, StatisticsValue};

thread_local! {
    /// One of the solvers of the thread: they have one count.
    static ANY: Solver = Solver::new();
}

/// What the solver has done on this thread, in units of its own: the same questions always need
/// the same. The count begins again when it is full.
pub fn work_done() -> u32 {
    let count = ANY.with(|solver| solver.get_statistics().value("rlimit count"));
    match count {
        Some(StatisticsValue::UInt(count)) => count,
        Some(StatisticsValue::Double(count)) => count as u64 as u32,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::SatResult;
    use z3::ast::BV;

    #[test]
    fn questions_are_work() {
        let before = work_done();
        assert_eq!(work_done(), before);
        let question = |bits| {
            let solver = Solver::new();
            let (x, y) = (BV::new_const("x", bits), BV::new_const("y", bits));
            solver.assert(x.bvmul(&y).eq(BV::from_u64(251 * 241, bits)));
            solver.assert(x.bvugt(BV::from_u64(1, bits)));
            solver.assert(y.bvugt(BV::from_u64(1, bits)));
            assert_eq!(solver.check(), SatResult::Sat);
        };
        question(16);
        let first = work_done();
        assert!(first > before);
        question(24);
        assert!(work_done() - first > first - before);
    }
}
