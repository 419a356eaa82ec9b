//! Laws of the logic on random formulae: what is printed can be read, and the
//! constructors' simplifications keep the meaning.

mod common;

use common::{World, shape, valuation};
use logic::Time;
use program::ExprId;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_as_the_same(shape in shape()) {
        let (mut world, scope) = World::new();
        let formula = world.formula(&shape);
        let text = world.logic.show(&world.program, formula).to_string();
        let read = world.logic.parse(&mut world.program, &scope, &text);
        let again = read.clone().map(|f| world.logic.show(&world.program, f).to_string());
        prop_assert_eq!(read, Ok(formula), "{} became {:?}", text, again);
    }

    #[test]
    fn plain_words_of_one_time_are_read_as_the_same(shape in shape()) {
        let (mut world, scope) = World::new();
        let formula = world.formula(&shape);
        let formula = world.logic.rename(&world.program, formula, |_| Time::After);
        let shown = world.logic.show_plain(&world.program, formula, Time::After, None);
        let text = shown.to_string();
        prop_assert!(!text.contains('@'), "{}", text);
        let read = world.logic.parse(&mut world.program, &scope, &text);
        prop_assert_eq!(read, Ok(formula), "{}", text);
    }

    #[test]
    fn simplification_keeps_the_meaning(shape in shape(), seed in any::<u64>()) {
        let (mut world, _) = World::new();
        let formula = world.formula(&shape);
        let program = world.program.clone();
        let value = valuation(&program, seed);
        let mut states = |t: Time, e: ExprId| Some(value(t, e));
        let simplified = world.logic.evaluate(&world.program, formula, &mut states);
        // What has no value may get one: it did not matter.
        if let Some(truth) = world.truth(&shape, &value) {
            prop_assert_eq!(simplified, Some(truth));
        }
        let there = world.logic.rename(&program, formula, |t| match t {
            Time::After => Time::Before,
            Time::Before => Time::After,
            other => other,
        });
        let mut exchanged = |t: Time, e: ExprId| Some(value(match t {
            Time::After => Time::Before,
            Time::Before => Time::After,
            other => other,
        }, e));
        prop_assert_eq!(world.logic.evaluate(&program, there, &mut exchanged), simplified);
        // Truth of something unknown is never wrong.
        let mut blind = |t: Time, e: ExprId| (t != Time::After).then(|| value(t, e));
        let partial = world.logic.evaluate(&world.program, formula, &mut blind);
        prop_assert!(partial.is_none() || partial == simplified);
    }
}

#[test]
fn texts_mean_what_they_say() {
    let (mut world, scope) = World::new();
    let mut same = |a: &str, b: &str| {
        let a = world.logic.parse(&mut world.program, &scope, a).expect(a);
        let b = world.logic.parse(&mut world.program, &scope, b).expect(b);
        assert_eq!(a, b, "{}", world.logic.show(&world.program, a));
        world.logic.show(&world.program, a).to_string()
    };
    assert_eq!(same("x == x@1 + 1", "(x@1 + 1)==x@C"), "x@C == x@1 + 1");
    assert_eq!(same("!(x < 3)", "x >= 3"), "3 <= x@C");
    assert_eq!(
        same(
            "p@1 == 0 || p->next@1 != p@1",
            "p@1 != NULL => p->next@1 != p@1"
        ),
        "p@1 == (struct node *)0 || p@1 != p->next@1"
    );
    same("x && (total || true)", "x != 0");
    same("x && !x", "false");
    same("c@1 + 1 == 2", "(int)c@1 + 1 == 2");
    assert_eq!(
        same("(*p).value@1 == 3", "p->value@1 == 3"),
        "p->value@1 == 3"
    );
}

#[test]
fn mistakes_are_told() {
    let (mut world, scope) = World::new();
    for text in [
        "",
        "x +",
        "y == 1",
        "x@7",
        "p->nothing",
        "x@1@1",
        "(x",
        "d % 2",
        "*x",
        "1 == 2 3",
    ] {
        let read = world.logic.parse(&mut world.program, &scope, text);
        assert!(read.is_err(), "{text}");
    }
    let deep = "(".repeat(100_000);
    assert!(
        world
            .logic
            .parse(&mut world.program, &scope, &deep)
            .is_err()
    );
}
