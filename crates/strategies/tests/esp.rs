//! `esp` and `typestate` against the search on random programs: what they prove, no run
//! violates; what they say to be violated, no search proves.
//!
//! `CONCORD_ESP=2000 cargo test --release --package concord-strategies` for a campaign.

mod asking;

use asking::{STDIO, asked};
use engine::{Task, Unwatched, Verdict};
use generate::handles::{memory_program, program, with_locks};
use strategies::Configuration;

const LOCK: &str = include_str!("../../../specs/lock.spc");

#[test]
fn what_is_proved_does_not_happen() {
    holds(|seed| asked(&program(seed, &[]), "stdio", STDIO, &[]));
}

#[test]
fn what_is_proved_does_not_leak() {
    let options = &["leaks"];
    holds(|seed| asked(&program(seed, options), "stdio", STDIO, options));
}

#[test]
fn locks_that_are_proved_are_in_turn() {
    holds(|seed| asked(&with_locks(seed), "lock", LOCK, &[]));
}

#[test]
fn what_is_proved_of_memory_does_not_happen() {
    holds(|seed| asked(&memory_program(seed), "stdio", STDIO, &[]));
}

fn holds(made: impl Fn(u64) -> Task) {
    let count = std::env::var("CONCORD_ESP")
        .ok()
        .and_then(|n| n.parse().ok());
    let count = count.unwrap_or(60);
    let mut decided = [0; 3];
    let mut refuted = 0;
    let predicates = Configuration::read(Some("predicates+values"), None, None, None, false);
    let predicates = predicates.expect("there are such analyses");
    let ways = [
        ("esp", Configuration::default()),
        ("esp", predicates),
        ("typestate", Configuration::default()),
    ];
    for seed in 0..count {
        let task = made(seed);
        let searched = strategies::search(&task, 30_000, &mut Unwatched);
        let is_violated = searched.is_violated();
        let is_proved = searched.is_decided() && !is_violated;
        refuted += u64::from(is_violated);
        for (way, (name, configuration)) in ways.iter().enumerate() {
            let strategy = strategies::named(name).expect("it is there");
            let answer = (strategy.run)(&task, configuration, &mut Unwatched);
            let is_wrong = match answer.verdicts[..] {
                [(_, Verdict::True)] => is_violated,
                [(_, Verdict::False(_))] => *name == "esp" || is_proved,
                _ => continue,
            };
            let mut texts = task.program.sources.files();
            let text = texts
                .next()
                .map(|(_, file)| String::from_utf8_lossy(&file.text));
            assert!(
                !is_wrong,
                "{name}, seed {seed}:\n{}",
                text.unwrap_or_default()
            );
            decided[way] += 1;
        }
    }
    println!("{decided:?} decided, {refuted} violated, of {count}");
    // Otherwise the programs are not worth looking at.
    let [esp, _, typestate] = decided;
    assert!(100 * esp >= count && refuted > 0);
    assert!(typestate >= esp + refuted / 2);
}
