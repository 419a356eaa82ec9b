//! Laws of the logic on random formulae: what is printed can be read, and the
//! constructors' simplifications keep the meaning.

mod common;

use common::{World, open_shape, open_valuation, shape, valuation};
use logic::{Time, Valuation};
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
        if let Some(truth) = world.truth(&shape, &|t, e, _: &[i128]| value(t, e)) {
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

/// States in which variables of quantifiers have values, too.
struct Open<F>(F);

impl<F: Fn(Time, ExprId, &[i128]) -> i128> Valuation for Open<F> {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128> {
        Some((self.0)(time, expr, &[]))
    }

    fn value_inside(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        let bound: Option<Vec<i128>> = bound.iter().copied().collect();
        Some((self.0)(time, expr, &bound?))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn quantified_formulae_are_read_as_they_are_printed(shape in open_shape()) {
        let (mut world, scope) = World::new();
        let formula = world.formula(&shape);
        prop_assert_eq!(world.logic.free(&world.program, formula), 0);
        let text = world.logic.show(&world.program, formula).to_string();
        let read = world.logic.parse(&mut world.program, &scope, &text);
        let again = read.clone().map(|f| world.logic.show(&world.program, f).to_string());
        prop_assert_eq!(read, Ok(formula), "{} became {:?}", text, again);
    }

    #[test]
    fn quantifiers_mean_what_trying_all_values_says(shape in open_shape(), seed in any::<u64>()) {
        let (mut world, _) = World::new();
        let formula = world.formula(&shape);
        let program = world.program.clone();
        let value = open_valuation(&program, seed);
        let truth = world.truth(&shape, &value);
        let evaluated = world.logic.evaluate(&program, formula, &mut Open(&value));
        if let (Some(truth), Some(evaluated)) = (truth, evaluated) {
            let text = world.logic.show(&program, formula).to_string();
            prop_assert_eq!(evaluated, truth, "{}", text);
        }
        let negated = world.logic.not(&program, formula);
        let negated = world.logic.evaluate(&program, negated, &mut Open(&value));
        prop_assert_eq!(negated, evaluated.map(|t| !t));
        // Other times are about the other states, nothing else.
        let there = world.logic.rename(&program, formula, |t| match t {
            Time::After => Time::Before,
            Time::Before => Time::After,
            other => other,
        });
        let exchanged = |t: Time, e: ExprId, b: &[i128]| value(match t {
            Time::After => Time::Before,
            Time::Before => Time::After,
            other => other,
        }, e, b);
        let there = world.logic.evaluate(&program, there, &mut Open(exchanged));
        prop_assert_eq!(there, evaluated);
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
    // Names of variables make no difference, and hide those of the program.
    assert_eq!(
        same(
            "\\forall int i; 0 <= i && i < x ==> array[i] == 0",
            "\\forall int x'; 0 <= x' && x' < x => array[x'] == 0"
        ),
        "\\forall int i'; (int)array[(long)i']@C == 0 || !(0 <= i' && i' < x@C)"
    );
    same(
        "!(\\exists char c; c == x)",
        "\\forall char x'; !((int)x' == x)",
    );
    same("\\forall int i; x == 1", "x == 1");
    same("\\old(x) == x", "x@0 == x@C");
    same("\\at(p->value + x, Pre) == 1", "p->value@0 + x@0 == 1");
    assert_eq!(
        same(
            "\\reach(p, NULL, next)",
            "\\closure(struct node *a, b; readable(*a) && a->next == b)(p, NULL)"
        ),
        "\\closure(struct node *p', struct node *q'; \
         readable(*p')@C != 0 && p'->next@C == q')(p@C, (struct node *)0)"
    );
    same("\\closure(int i, int j; i + 1 == j)(x, x)", "true");
    same(
        "\\allocated(p) ==> \\valid(p)",
        "allocated(p)@C => writable(*p)",
    );
    same("(\\forall int i; i == x) == 1", "\\forall int i; i == x");
}

#[test]
fn shorthands_are_formulae_with_names() {
    let (mut world, mut scope) = World::new();
    let text = "
        // Everything up to n is zero.
        predicate zero(int n) = \\forall int i; 0 <= i && i < n ==> array[i] == 0;
        predicate list(struct node *first) = \\reach(first, NULL, next);
        predicate unchanged(int value) = value == value@0;
        shorthand both = zero(x) && list(p);";
    let defined = world.logic.define(&mut world.program, &mut scope, text);
    assert_eq!(defined, Ok(()));
    let mut same = |a: &str, b: &str| {
        let a = world.logic.parse(&mut world.program, &scope, a).expect(a);
        let b = world.logic.parse(&mut world.program, &scope, b).expect(b);
        assert_eq!(a, b, "{}", world.logic.show(&world.program, a));
    };
    same(
        "both && zero(3)",
        "(\\forall int i; 0 <= i && i < 3 ==> array[i] == 0) && \\reach(p, NULL, next) && \
         (\\forall int i; 0 <= i && i < x ==> array[i] == 0)",
    );
    // The argument's variable is not taken for the shorthand's.
    same(
        "\\exists int i; zero(i + 1)",
        "\\exists int k; \\forall int i; 0 <= i && i < k + 1 ==> array[i] == 0",
    );
    same("list(p->next)", "\\reach(p->next, NULL, next)");
    for wrong in ["zero()", "zero(1, 2)", "zero(x@1)", "list(", "nobody(x)"] {
        assert!(
            world
                .logic
                .parse(&mut world.program, &scope, wrong)
                .is_err(),
            "{wrong}"
        );
    }
    for wrong in [
        "predicate",
        "predicate p = x",
        "zero(x);",
        "predicate p(int) = 1;",
        "/*",
    ] {
        let defined = world.logic.define(&mut world.program, &mut scope, wrong);
        assert!(defined.is_err(), "{wrong}");
    }
}

/// A list of two nodes at 16 and 48, whose words are numbers; nothing else lives.
struct Nodes(program::Program);

impl Valuation for Nodes {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128> {
        self.value_inside(time, expr, &[])
    }

    fn value_inside(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        let text = self.0.show(expr).to_string();
        let behind = |n: usize| bound.len().checked_sub(n + 1).and_then(|i| bound[i]);
        // The program shows variables that are bound outside as numbers.
        let pointer = match text.contains("\\bound(1)") {
            true => behind(1),
            false => behind(0),
        };
        match text.as_str() {
            "p" => Some(16),
            "p->next" => Some(48),
            "x" => Some(2),
            _ if text.starts_with("readable") => Some(matches!(pointer?, 16 | 48).into()),
            _ if text.starts_with("allocated") => Some(matches!(pointer?, 16 | 48).into()),
            _ if text.ends_with("->next") => match (pointer?, time) {
                (16, _) => Some(48),
                (48, Time::Before) => Some(16),
                (48, _) => Some(0),
                _ => None,
            },
            _ if text.ends_with("->value") => match pointer? {
                16 => Some(1),
                48 => Some(2),
                _ => None,
            },
            _ if text.starts_with("array[") => pointer.map(|i| i * i),
            _ => None,
        }
    }

    fn elements(&mut self, _: Time, _: program::TypeId) -> Option<Vec<i128>> {
        Some(vec![16, 48])
    }
}

#[test]
fn truth_is_exact_where_quantifiers_are_bounded() {
    let (mut world, scope) = World::new();
    let mut judge = |text: &str| {
        let formula = world
            .logic
            .parse(&mut world.program, &scope, text)
            .expect(text);
        let mut states = Nodes(world.program.clone());
        world.logic.evaluate(&world.program, formula, &mut states)
    };
    assert_eq!(
        judge("\\forall int i; 0 <= i && i < 5 ==> array[i] == i * i"),
        Some(true)
    );
    assert_eq!(
        judge("\\forall int i; 0 <= i && i <= x ==> array[i] <= 3"),
        Some(false)
    );
    assert_eq!(
        judge("\\exists int i; 0 < i && i < 5 && array[i] == 9"),
        Some(true)
    );
    assert_eq!(judge("\\exists int i; i == x && array[i] == 4"), Some(true));
    assert_eq!(judge("\\exists int i; array[i] == 9"), None);
    assert_eq!(judge("\\forall int i; i < 5 ==> array[i] < 9"), None);
    assert_eq!(judge("\\forall char c; c <= 127"), Some(true));
    assert_eq!(
        judge("\\forall int i, j; 0 <= i && i < j && j < 4 ==> array[i] < array[j]"),
        Some(true)
    );
    assert_eq!(judge("\\reach(p, NULL, next)"), Some(true));
    assert_eq!(
        judge("\\closure(struct node *a, b; \\valid_read(a) && a->next@1 == b)(p, NULL)"),
        Some(false)
    );
    assert_eq!(
        judge("\\forall struct node *n; \\allocated(n) ==> n->value > 0"),
        Some(true)
    );
    assert_eq!(
        judge("\\forall struct node *n; \\allocated(n) <==> n != NULL && \\reach(p, n, next)"),
        Some(true)
    );
    assert_eq!(
        judge("\\forall struct node *n; \\allocated(n) <==> n == p || n == p->next"),
        Some(true)
    );
    assert_eq!(
        judge("\\forall struct node *n; \\reach(p, n, next) && n != NULL ==> n->value < 2"),
        Some(false)
    );
    assert_eq!(judge("\\forall struct node *n; n->value > 0"), None);
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
        "\\forall i; i",
        "\\forall int i",
        "\\forall double d; d > 0.0",
        "\\closure(int i; i)(1, 2)",
        "\\closure(int i, char j; i == j)(1, 2)",
        "\\reach(x, 1, next)",
        "\\something(x)",
        "\\old(x@1)",
        "\\at(x, There)",
        "\\",
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
