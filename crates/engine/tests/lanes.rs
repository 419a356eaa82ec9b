//! Strategies side by side: who answers does not depend on who is fast.

#![forbid(unsafe_code)]

use engine::lanes::{Lane, Stage, side_by_side};
use engine::{Answer, Effort, Reason, Settings, Task, Unknown, Unwatched, Verdict, Watch, sample};
use frontend::Text;
use program::Span;
use properties::{Properties, Property};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// More than enough units to end a round.
const ROUND: u64 = 1_000_000;

fn task() -> Task {
    let text = Text {
        path: "test.c".into(),
        bytes: b"void reach_error(void); int main(void) { reach_error(); }".to_vec(),
        library: false,
    };
    let program = match frontend::compile_texts(vec![text], Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    let properties = Properties::NONE.with(Property::UnreachCall);
    Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program,
        properties: properties.with(Property::NoOverflow),
        settings: Settings::default(),
    }
}

/// Proves some properties, and says who it was.
fn answer(who: &'static str, proved: &[Property]) -> Answer {
    let open = Unknown {
        reason: Reason::Bound,
        what: String::new(),
        span: Span::NONE,
    };
    let verdict = |property: Property| match proved.contains(&property) {
        true => Verdict::True,
        false => Verdict::Unknown(open.clone()),
    };
    let both = [Property::UnreachCall, Property::NoOverflow];
    Answer {
        verdicts: both.into_iter().map(|p| (p, verdict(p))).collect(),
        statistics: vec![(who.into(), 1)],
        ..Answer::default()
    }
}

/// Shows a violation, decides the rest, and says who it was.
fn violation(task: &Task, who: &'static str) -> Answer {
    let proved = answer(who, BOTH);
    let found = sample(task, Effort::GLANCE, &mut Unwatched);
    assert!(found.is_violated());
    let rest = proved
        .verdicts
        .into_iter()
        .filter(|(p, _)| !found.decides(*p));
    let violated = found.verdicts.iter().filter(|(p, _)| found.decides(*p));
    Answer {
        verdicts: violated.cloned().chain(rest).collect(),
        ..proved
    }
}

fn stage<'a>(run: impl Fn(&mut dyn Watch) -> Answer + Sync + 'a) -> Lane<'a> {
    vec![Stage {
        name: "test",
        run: Box::new(move |_, watch| run(watch)),
        refines: false,
    }]
}

const BOTH: &[Property] = &[Property::UnreachCall, Property::NoOverflow];

fn heard(answer: &Answer) -> Vec<&str> {
    let names = answer.statistics.iter();
    names.map(|(name, _)| name.as_ref()).collect()
}

#[test]
fn of_one_round_the_first_lane_wins() {
    let task = task();
    for slow in [0, 1] {
        let wait = |lane: usize| {
            if lane == slow {
                thread::sleep(Duration::from_millis(30));
            }
        };
        let first = stage(|_| {
            wait(0);
            violation(&task, "first")
        });
        let second = stage(|_| {
            wait(1);
            violation(&task, "second")
        });
        let found = side_by_side(
            &task,
            Answer::default(),
            &[first, second],
            0,
            &mut Unwatched,
        );
        assert!(found.is_decided());
        assert_eq!(heard(&found), ["first"]);
    }
}

#[test]
fn nobody_waits_for_a_second_proof() {
    let task = task();
    let slow = stage(|_| {
        thread::sleep(Duration::from_millis(500));
        answer("slow", BOTH)
    });
    let quick = stage(|_| answer("quick", BOTH));
    let lanes = [slow, quick];
    let found = side_by_side(&task, Answer::default(), &lanes, 0, &mut Unwatched);
    assert_eq!(heard(&found), ["quick"]);
}

#[test]
fn an_earlier_round_wins_and_the_others_stop() {
    let task = task();
    let stopped = AtomicBool::new(false);
    let endless = stage(|watch| {
        // Slow or not: it is in the first round until the other one has ended it.
        while watch.spent(ROUND) {}
        stopped.store(true, Ordering::Relaxed);
        answer("endless", &[])
    });
    let other = stage(|watch| {
        thread::sleep(Duration::from_millis(10));
        watch.spent(ROUND);
        violation(&task, "other")
    });
    let found = side_by_side(
        &task,
        Answer::default(),
        &[endless, other],
        0,
        &mut Unwatched,
    );
    assert!(found.is_decided());
    assert!(stopped.load(Ordering::Relaxed));
    assert_eq!(heard(&found).last(), Some(&"other"));
}

#[test]
fn lanes_hear_what_others_have_decided() {
    let task = task();
    let rounds = AtomicU64::new(0);
    let first = stage(|watch| {
        // Decided by the other one; it becomes known at the end of a round.
        while !watch.is_settled(Property::UnreachCall) {
            rounds.fetch_add(1, Ordering::Relaxed);
            watch.spent(ROUND);
        }
        answer("first", &[Property::NoOverflow])
    });
    let second = stage(|_| answer("second", &[Property::UnreachCall]));
    let found = side_by_side(
        &task,
        Answer::default(),
        &[first, second],
        0,
        &mut Unwatched,
    );
    assert!(found.is_decided());
    assert_eq!(rounds.load(Ordering::Relaxed), 1);
    assert_eq!(heard(&found), ["second", "first"]);
}

#[test]
fn lanes_without_an_answer_end() {
    let task = task();
    let lanes = [
        stage(|_| answer("first", &[])),
        stage(|_| answer("second", &[])),
    ];
    let found = side_by_side(&task, Answer::default(), &lanes, 0, &mut Unwatched);
    assert!(!found.is_decided());
    assert_eq!(heard(&found), ["first", "second"]);
}
