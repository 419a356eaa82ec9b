//! The work of `esp` grows with what matters to a value, not with the program. Work is
//! counted, so that the machine's load does not matter; `benches/growth.rs` takes times.

#[path = "../benches/generated/mod.rs"]
mod generated;

/// Edges in slices, and successors that were computed.
fn work(text: &str) -> [u64; 2] {
    let answer = generated::prove(&generated::task(text));
    ["edges in slices", "successors"].map(|name| {
        let found = answer.statistics.iter().find(|(n, _)| n == name);
        found.expect("it is counted").1
    })
}

#[test]
fn twice_the_handles_are_at_most_three_times_the_work() {
    let work = [10, 20, 40].map(|count| work(&generated::handles(count)));
    println!("{work:?}");
    for pair in work.windows(2) {
        for (before, after) in pair[0].iter().zip(pair[1]) {
            assert!(after <= 3 * before, "{work:?}");
        }
    }
}

#[test]
fn functions_that_do_not_matter_cost_nothing() {
    let [few, many] = [250, 1000].map(|count| work(&generated::functions(count)));
    println!("{few:?} {many:?}");
    // The tree is deeper, so the ways to the functions that touch the handle are longer.
    for (few, many) in few.iter().zip(many) {
        assert!(many <= 2 * few, "{few:?} {many:?}");
    }
}
