//! Formulae become terms and terms formulae, and mean the same.

#[path = "../../logic/tests/common/mod.rs"]
mod common;

use common::{Shape, World, shape, valuation};
use logic::Time;
use program::ExprId;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rustc_hash::FxHashMap;
use solver::translate::{ToLogic, to_term};
use solver::{Assignment, Sort, Term, Terms, operations};

/// Checks one formula in one pair of states; was it said as a formula again?
fn round_trip(shape: &Shape, seed: u64) -> Result<bool, TestCaseError> {
    let (mut world, _) = World::new();
    let formula = world.formula(shape);
    let program = world.program.clone();
    let mut terms = Terms::new();
    let mut known: FxHashMap<(Time, ExprId), Term> = FxHashMap::default();
    let mut meaning = |terms: &mut Terms, time: Time, expr: ExprId| {
        let width = operations::width(&program.types, program.exprs.ty(expr));
        let symbol = known
            .entry((time, expr))
            .or_insert_with(|| terms.symbol("v", Sort::Bits(width)));
        Some(*symbol)
    };
    let term = to_term(&world.logic, &program, &mut terms, formula, &mut meaning);
    let term = term.expect("everything has a meaning");
    let value = valuation(&program, seed);
    let mut values = Assignment::new();
    let mut symbols = FxHashMap::default();
    for (&(time, expr), &symbol) in &known {
        let symbol = terms.as_symbol(symbol).expect("a symbol");
        let width = operations::width(&program.types, program.exprs.ty(expr));
        values.set(
            symbol,
            value(time, expr) as u128 & (u128::MAX >> (128 - width)),
        );
        symbols.insert(symbol, world.logic.at(&program, time, expr));
    }
    let mut states = |t: Time, e: ExprId| Some(value(t, e));
    let meant = world.logic.evaluate(&program, formula, &mut states);
    let truth = terms.evaluate(term, &values) != 0;
    // Division by zero has a value only there.
    if let Some(meant) = meant {
        let text = world.logic.show(&program, formula).to_string();
        prop_assert_eq!(truth, meant, "{} as {}", text, terms.show(term));
    }
    let back = ToLogic::new(&mut world.logic, &program, &terms, &symbols).formula(term);
    let Some(back) = back else {
        return Ok(false);
    };
    if let Some(again) = world.logic.evaluate(&program, back, &mut states) {
        let text = world.logic.show(&program, back).to_string();
        // Where the divisor is zero, both may be anything.
        if meant.is_some() {
            prop_assert_eq!(again, truth, "{} as {}", terms.show(term), text);
        }
    }
    Ok(true)
}

#[test]
fn formulae_survive_both_ways() {
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 1500,
        ..ProptestConfig::default()
    });
    let (said, all) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let result = runner.run(&(shape(), any::<u64>()), |(shape, seed)| {
        all.set(all.get() + 1);
        said.set(said.get() + u32::from(round_trip(&shape, seed)?));
        Ok(())
    });
    println!("{} of {} formulae were said again", said.get(), all.get());
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(said.get() * 10 > all.get() * 8, "too few are said again");
}

#[test]
fn what_is_said_is_what_people_write() {
    for text in [
        "x@C == x@1 + 1",
        "x@1 < total@1",
        "2 < x@1",
        "p@1 == (struct node *)0",
        "p@1 != p->next@1",
        "(int)c@1 == 97",
        "d@1 < 1.5",
        "big@C == big@1 - 2ul",
        "total@C == x@1 * 2 || x@1 < 0",
    ] {
        let (mut world, scope) = World::new();
        let formula = world.logic.parse(&mut world.program, &scope, text);
        let formula = formula.expect("a formula");
        let program = world.program.clone();
        let mut terms = Terms::new();
        let mut symbols = FxHashMap::default();
        let mut known = FxHashMap::default();
        for (time, expr) in world.logic.expressions(formula) {
            let width = operations::width(&program.types, program.exprs.ty(expr));
            let symbol = terms.symbol("v", Sort::Bits(width));
            known.insert((time, expr), symbol);
            let id = terms.as_symbol(symbol).expect("a symbol");
            symbols.insert(id, world.logic.at(&program, time, expr));
        }
        let mut meaning =
            |_: &mut Terms, time: Time, expr: ExprId| known.get(&(time, expr)).copied();
        let term = to_term(&world.logic, &program, &mut terms, formula, &mut meaning);
        let term = term.expect("everything has a meaning");
        let back = ToLogic::new(&mut world.logic, &program, &terms, &symbols).formula(term);
        let back = back.map(|b| world.logic.show(&program, b).to_string());
        assert_eq!(back.as_deref(), Some(text), "{}", terms.show(term));
    }
}
