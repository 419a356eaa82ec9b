//! The text of a formula reads back as the formula; errors say where.

use super::*;
use proptest::prelude::*;

fn signatures() -> Signatures {
    let mut s = Signatures::new();
    for (name, arity) in [("flag", 0), ("x", 1), ("y", 1), ("next", 2), ("prev", 2)] {
        s.intern(name, arity);
    }
    s
}

fn formulae() -> impl Strategy<Value = Formula> {
    let v = || (0u8..4).prop_map(Variable);
    let leaf = prop_oneof![
        Just(Formula::True),
        Just(Formula::False),
        Just(Formula::Unknown),
        Just(Formula::Nullary(PredicateId(0))),
        (1u32..3, v()).prop_map(|(p, v)| Formula::Unary(PredicateId(p), v)),
        (3u32..5, v(), v()).prop_map(|(p, v, u)| Formula::Binary(PredicateId(p), v, u)),
        (v(), v()).prop_map(|(v, u)| Formula::equal(v, u)),
        (v(), v()).prop_map(|(v, u)| Formula::closure(&[PredicateId(3)], v, u)),
        (v(), v()).prop_map(|(v, u)| Formula::closure(&[PredicateId(3), PredicateId(4)], v, u)),
    ];
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let v = || (0u8..4).prop_map(Variable);
        prop_oneof![
            inner.clone().prop_map(Formula::not),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Formula::and),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Formula::or),
            (v(), inner.clone()).prop_map(|(v, f)| Formula::exists(v, f)),
            (v(), inner.clone()).prop_map(|(v, f)| Formula::forall(v, f)),
            (inner, v(), v()).prop_map(|(step, from, to)| Formula::Closure {
                a: Variable(0),
                b: Variable(1),
                step: Box::new(step),
                from,
                to
            }),
        ]
    })
}

proptest! {
    #[test]
    fn text_reads_back(f in formulae(), named in any::<bool>()) {
        let signatures = signatures();
        let mut variables = Variables::new();
        if named {
            for name in ["v", "u", "a", "b"] {
                variables.intern(name);
            }
        }
        let text = f.show(&signatures, &variables).to_string();
        prop_assert_eq!(Formula::parse(&text, &signatures, &mut variables), Ok(f), "{}", text);
    }

    #[test]
    fn no_text_makes_the_parser_fail(text in "[ a-z()&|!=,.:*>0-9/-]{0,40}") {
        let _ = Formula::parse(&text, &signatures(), &mut Variables::new());
    }
}

fn parsed(text: &str) -> String {
    let (signatures, mut variables) = (signatures(), Variables::new());
    match Formula::parse(text, &signatures, &mut variables) {
        Ok(f) => f.show(&signatures, &variables).to_string(),
        Err(e) => e.to_string(),
    }
}

#[test]
fn examples() {
    let shared = "exists a, b. next(a, v) & next(b, v) & a != b";
    assert_eq!(parsed(shared), shared);
    assert_eq!(
        parsed("(next | prev)*(u, v) & next*(u,v)"),
        "(next | prev)*(u, v) & next*(u, v)"
    );
    assert_eq!(parsed("x(v) -> y(v) -> flag"), "!x(v) | !y(v) | flag");
    assert_eq!(
        parsed("(a, b: next(a, b) & !y(b))*(u, v)"),
        "(a, b: next(a, b) & !y(b))*(u, v)"
    );
}

#[test]
fn errors_have_a_place() {
    assert_eq!(
        parsed("x(v) & z(v)"),
        "at byte 7: There is no predicate `z`."
    );
    assert_eq!(
        parsed("x(v, u)"),
        "at byte 0: `x` takes 1 arguments, not 2."
    );
    assert_eq!(
        parsed("exists v x(v)"),
        "at byte 9: `.` is expected, not `x`."
    );
    assert_eq!(
        parsed("x(v) &"),
        "at byte 6: A formula is missing at the end."
    );
    assert_eq!(parsed("x(v) # y"), "at byte 5: `#` means nothing here.");
}

#[test]
fn renaming_does_not_capture() {
    let (signatures, mut variables) = (signatures(), Variables::new());
    let f = Formula::parse("exists u. next(v, u)", &signatures, &mut variables).expect("a formula");
    let (u, v) = (
        variables.intern("u").expect("u"),
        variables.intern("v").expect("v"),
    );
    let g = f.rename(&|p| p, &[(v, u)]);
    assert_eq!(g.free_variables(), [u]);
}
