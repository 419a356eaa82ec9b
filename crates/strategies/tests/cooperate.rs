//! Cooperation matters: each program of `tests/corpus/cooperate` that names a product is
//! proved by it and by none of its members alone, nor without one of the formulae that are
//! passed on (HECTOR, requirements 5 and 6). What must not matter does not: the order of the
//! modules, whether they hear themselves, and whether it is recorded who used what
//! (requirement 10).

mod asking;

use asking::{component, reachability};
use domains::consistency::Consistency;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{
    Account, Answer, Blocked, Component, Exchange, Interned, Prepared, Product, Task, Unwatched,
    verify,
};
use properties::{Properties, Property};
use solver::{Cached, Z3};
use std::fs;
use std::path::Path;
use strategies::Configuration;

const SETUP: Setup = Setup {
    merge: Merge::WhenKeysAgree,
    calls: Calls::Tabulated,
    order: Order::Program,
    widen_after: 3,
    limit: 20_000,
};

/// A program of the corpus.
struct Case {
    name: String,
    text: String,
    task: Task,
}

impl Case {
    fn all() -> Vec<Case> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/cooperate");
        let entries = fs::read_dir(folder).expect("the corpus is there");
        let paths = entries.map(|e| e.expect("it can be listed").path());
        let mut paths: Vec<_> = paths
            .filter(|p| p.extension().is_some_and(|e| e == "c"))
            .collect();
        paths.sort();
        let cases = paths.into_iter().map(|path| {
            let text = fs::read_to_string(&path).expect("it can be read");
            let mut task = reachability(&text);
            task.settings.overflow_is_fatal =
                text.contains("overflow error") || text.contains("// overflow: error\n");
            if text.contains("// property: assert\n") {
                task.properties = Properties::NONE.with(Property::Assert);
            }
            task.settings.malloc_may_fail = !text.contains("--malloc succeeds");
            if text.contains("// property: valid-deref\n") {
                task.properties = Properties::NONE.with(Property::ValidDeref);
            }
            Case {
                name: path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into(),
                text,
                task,
            }
        });
        cases.collect()
    }

    /// What a line at the top says.
    fn field(&self, name: &str) -> Option<&str> {
        let lines = self.text.lines().take(7);
        let mut lines = lines.filter_map(|line| line.strip_prefix("// "));
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    fn ask(&self, analyses: &[&str], exchange: Exchange) -> Answer {
        self.ask_with(analyses, exchange, SETUP)
    }

    fn ask_with(&self, analyses: &[&str], exchange: Exchange, setup: Setup) -> Answer {
        let prepared = Prepared::new(&self.task).expect("there is a main");
        let cx = prepared.cx();
        let made = analyses.iter().map(|text| component(&cx, text));
        let product = Product::exchanging(made.collect(), exchange);
        let mut solver = Cached::new(Z3::new());
        verify(&prepared, &cx, product, setup, &mut solver, &mut Unwatched)
    }

    /// With solvers that remember nothing.
    fn ask_uncached(&self, analyses: &[&str]) -> Answer {
        let prepared = Prepared::new(&self.task).expect("there is a main");
        let cx = prepared.cx();
        let made = analyses.iter().map(|&name| match name {
            "consistency" => {
                let consistency = Consistency::new(Box::new(Z3::new()));
                Box::new(Interned::new("consistency", consistency)) as Box<dyn Component>
            }
            name => component(&cx, name),
        });
        let product = Product::new(made.collect());
        verify(
            &prepared,
            &cx,
            product,
            SETUP,
            &mut Z3::new(),
            &mut Unwatched,
        )
    }

    fn is_proved(&self, analyses: &[&str], exchange: Exchange) -> bool {
        let answer = self.ask(analyses, exchange);
        assert!(
            !answer.is_violated() || self.field("expect") != Some("true"),
            "{}",
            self.name
        );
        answer.is_decided() && !answer.is_violated()
    }
}

fn members(product: &str) -> Vec<&str> {
    product.split('+').collect()
}

fn recorded() -> Exchange {
    Exchange {
        record: true,
        ..Exchange::default()
    }
}

#[test]
fn what_one_module_proves() {
    for case in Case::all() {
        if let Some(by) = case.field("proved-by") {
            assert!(
                case.is_proved(&[by], Exchange::default()),
                "{} by {by}",
                case.name
            );
        }
    }
}

#[test]
fn requirement_5_products_prove_what_no_member_does() {
    let mut count = 0;
    for case in Case::all() {
        let Some(product) = case.field("product") else {
            continue;
        };
        count += 1;
        let members = members(product);
        assert!(
            case.is_proved(&members, Exchange::default()),
            "{}",
            case.name
        );
        // Neither with one member less.
        for left_out in &members {
            let rest: Vec<&str> = members.iter().copied().filter(|m| m != left_out).collect();
            let proved = case.is_proved(&rest, Exchange::default());
            assert!(!proved, "{} without {left_out}", case.name);
        }
        // Nor if they are there and do not speak.
        let silent = Exchange {
            blocked: vec![Blocked::default()],
            ..Exchange::default()
        };
        assert!(
            !case.is_proved(&members, silent),
            "{} in silence",
            case.name
        );
    }
    assert!(count >= 5, "only {count} products");
}

#[test]
fn requirement_5_single_formulae_are_necessary() {
    for case in Case::all() {
        let Some(product) = case.field("product") else {
            continue;
        };
        let members = members(product);
        let account: Account = case
            .ask(&members, recorded())
            .exchange
            .expect("it was recorded");
        assert!(
            !account.entries.is_empty(),
            "{}: nothing was used",
            case.name
        );
        let necessary = account.entries.iter().filter(|entry| {
            let blocked = Blocked {
                from: Some(entry.from.into()),
                to: Some(entry.to.into()),
                formula: Some(entry.text.clone()),
            };
            let exchange = Exchange {
                blocked: vec![blocked],
                ..Exchange::default()
            };
            !case.is_proved(&members, exchange)
        });
        assert!(necessary.count() > 0, "{}: no formula is needed", case.name);
    }
}

/// T7: without what the others say, the place of a cell may be anywhere. That nothing less
/// does is not tried: what is left open there are long questions about products.
#[test]
fn t7_the_table_needs_several() {
    let mut cases = Case::all().into_iter();
    let case = cases.find(|c| c.field("together").is_some());
    let case = case.expect("it is there");
    let product = members(case.field("together").expect("it is said"));
    assert!(case.is_proved(&product, Exchange::default()));
    let silent = Exchange {
        blocked: vec![Blocked::default()],
        ..Exchange::default()
    };
    assert!(!case.is_proved(&product, silent));
}

/// T6, for one element and for lists of any length: what is known of numbers and tables tells
/// shapes where arithmetic leads.
#[test]
fn t6_shapes_and_quantified_predicates_prove_together() {
    let mut count = 0;
    for case in Case::all() {
        let Some(product) = case.field("deep") else {
            continue;
        };
        count += 1;
        let product = members(product);
        let answer = case.ask(&product, recorded());
        assert!(answer.is_decided(), "{} is not proved", case.name);
        for &left in &product {
            let mut others = product.clone();
            others.retain(|&member| member != left);
            let is_proved = case.is_proved(&others, Exchange::default());
            assert!(!is_proved, "{} without {left}", case.name);
        }
        // The other direction is needed for lists of any length: requirement 6.
        let account = answer.exchange.expect("it was recorded");
        let mut used = account.entries.iter();
        let is_used = used
            .any(|e| e.from == "quantified" && e.to == "shapes" && e.text.contains("allocated("));
        assert!(is_used, "{}: quantified says nothing to shapes", case.name);
    }
    assert!(count > 0, "there is no such program");
}

/// T6 and T7 together (the thesis's (5.2)): what is exposed is in the list, and nothing else is.
#[test]
fn t6_and_t7_exposing_and_appending_needs_both() {
    let mut cases = Case::all().into_iter();
    let case = cases.find(|case| case.field("both").is_some());
    let case = case.expect("it is there");
    let product = members(case.field("both").expect("it is said"));
    assert!(case.is_proved(&product, Exchange::default()));
    for member in product {
        assert!(!case.is_proved(&[member], Exchange::default()), "{member}");
    }
}

/// On T6, what numbers say to shapes and what shapes say of chains to the others are both used,
/// and the proof is lost where either is not said.
#[test]
fn requirement_6_exchange_is_deep_in_both_directions() {
    let mut cases = Case::all().into_iter();
    let case = cases.find(|case| case.name == "true_append_to_any.c");
    let case = case.expect("it is there");
    let product = members(case.field("deep").expect("it is said"));
    for (from, to, about) in [
        // `e` is `table + i`: that it lives follows from `0 <= i && i < n`.
        ("quantified", "shapes", "allocated(e) != 0"),
        ("shapes", "quantified", "\\closure("),
    ] {
        // What says the same in other words is kept back, too.
        let mut exchange = recorded();
        loop {
            let answer = case.ask(&product, exchange.clone());
            let before = exchange.blocked.len();
            if !answer.is_decided() {
                assert!(before > 0, "it is not proved");
                break;
            }
            let account = answer.exchange.expect("it was recorded");
            let used = account.entries.iter();
            let used = used.filter(|e| e.from == from && e.to == to && e.text.contains(about));
            exchange.blocked.extend(used.map(|entry| Blocked {
                from: Some(from.into()),
                to: Some(to.into()),
                formula: Some(entry.text.clone()),
            }));
            let is_used = exchange.blocked.len() > before;
            assert!(is_used, "{about} from {from} to {to} is not needed");
        }
    }
}

/// T1: predicates that the program asks itself, and signs (thesis, section 4.3).
#[test]
fn the_square_root_needs_signs_and_predicates() {
    // Predicates follow calls as they come.
    let setup = Setup {
        calls: Calls::Unrolled,
        limit: 150,
        ..SETUP
    };
    let mut cases = Case::all().into_iter();
    let case = cases.find(|c| c.field("beside").is_some());
    let case = case.expect("it is there");
    let proved = |analyses: &[&str]| {
        let answer = case.ask_with(analyses, Exchange::default(), setup.clone());
        answer.is_decided() && !answer.is_violated()
    };
    let product = members(case.field("beside").expect("it is said"));
    assert!(proved(&product));
    for member in product {
        assert!(!proved(&[member]), "{member}");
    }
}

/// All orders of a few names.
fn orders<'a>(names: &[&'a str]) -> Vec<Vec<&'a str>> {
    if names.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, first) in names.iter().enumerate() {
        let mut rest = names.to_vec();
        rest.remove(i);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

#[test]
fn requirement_10_what_must_not_matter_does_not() {
    let modules = ["signs", "symbolic", "values"];
    // Of programs that are for quantified predicates these modules say nothing, and late.
    let is_for_others = |case: &Case| {
        let is_deep = case.field("both").or(case.field("deep")).is_some();
        is_deep || case.field("proved-by") == Some("quantified")
    };
    for case in Case::all().into_iter().filter(|case| !is_for_others(case)) {
        let product = case.field("product").map(members);
        let names = product.as_deref().unwrap_or(&modules);
        let proved = case.is_proved(names, Exchange::default());
        for order in orders(names) {
            assert_eq!(
                case.is_proved(&order, Exchange::default()),
                proved,
                "{} {order:?}",
                case.name
            );
        }
        let echo = Exchange {
            echo: true,
            ..Exchange::default()
        };
        assert_eq!(case.is_proved(names, echo), proved, "{}: echo", case.name);
        assert_eq!(
            case.is_proved(names, recorded()),
            proved,
            "{}: recorded",
            case.name
        );
        // One round more says nothing new; without the rounds that a program needs, it is
        // not proved.
        let needed: u32 = match case.field("rounds") {
            Some(rounds) => rounds.parse().expect("a number"),
            None => 0,
        };
        for rounds in [needed, needed + 3] {
            let exchange = Exchange {
                rounds,
                ..Exchange::default()
            };
            let with = case.is_proved(names, exchange);
            assert_eq!(with, proved, "{}: {rounds} rounds", case.name);
        }
        if let Some(rounds) = needed.checked_sub(1) {
            let exchange = Exchange {
                rounds,
                ..Exchange::default()
            };
            assert!(!case.is_proved(names, exchange), "{}: {rounds}", case.name);
        }
        let uncached = case.ask_uncached(names);
        let is_proved = uncached.is_decided() && !uncached.is_violated();
        assert_eq!(is_proved, proved, "{}: no caches", case.name);
    }
}

#[test]
fn the_strategy_says_what_is_so() {
    let strategy = strategies::named("cooperate").expect("it is there");
    // What takes long is proved above; annotations are another question.
    let quick = Case::all()
        .into_iter()
        .filter(|c| c.field("beside").is_none() && c.field("property").is_none());
    for case in quick {
        let answer = (strategy.run)(&case.task, &Configuration::default(), &mut Unwatched);
        let expected = case
            .field("expect")
            .expect("it is said")
            .starts_with("false");
        assert!(answer.is_decided(), "{}", case.name);
        assert_eq!(answer.is_violated(), expected, "{}", case.name);
    }
}
