//! Shapes exchange formulae with quantifiers and closures (HECTOR, requirement 6): what
//! others vouch for tells where a pointer leads that came from arithmetic, and what a store
//! does to who is reached is told to those who ask for it in annotations.

mod asking;

use asking::reachability;
use engine::explore::{Calls, Merge, Order, Setup};
use engine::{
    Analysis, CallStep, Component, Cx, Exchange, Facts, Interned, Prepared, Product, Step,
    Successors, Task, Unwatched, one, verify,
};
use logic::{FormulaId, Time};
use program::{Expr, ExprId, Op, Query};
use properties::{Properties, Property};
use solver::{Cached, Z3};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

const SETUP: Setup = Setup {
    merge: Merge::WhenKeysAgree,
    calls: Calls::Tabulated,
    order: Order::Program,
    widen_after: 3,
    limit: 20_000,
};

/// The last of a list gets a successor, which comes from a table.
const TEXT: &str = "
    extern void *malloc(unsigned long);
    extern int __VERIFIER_nondet_int(void);
    struct node { struct node *next; int shown; };
    /*@ ensures \\forall struct node *x; \\reach(l, x, next) <==> \\old(\\reach(l, x, next)) || x == e;
        ensures \\reach(l, \\null, next); */
    static void list_add(struct node *l, struct node *e)
    {
        struct node *c = l;
        while (c->next != 0)
            c = c->next;
        c->next = e;
    }
    int main(void)
    {
        unsigned n = __VERIFIER_nondet_int();
        struct node *table = malloc(n * sizeof(struct node));
        struct node *l = malloc(sizeof(struct node));
        l->next = 0;
        unsigned i = __VERIFIER_nondet_int();
        struct node *e = table + i;
        e->next = 0;
        list_add(l, e);
        //@ assert \\allocated(e);
        return 0;
    }";

/// Vouches for what `main` asks about what is allocated, and keeps what it hears.
struct Oracle {
    speaks: bool,
    heard: Rc<RefCell<BTreeSet<String>>>,
}

impl Oracle {
    fn hear(&self, cx: &Cx<'_>, facts: &Facts<'_>) -> Successors<()> {
        let formulae = facts.formulae();
        let logic = cx.logic.borrow();
        for formula in formulae {
            let text = logic.show_plain(cx.program, formula, Time::Before, None);
            self.heard.borrow_mut().insert(text.to_string());
        }
        one(())
    }
}

impl Analysis for Oracle {
    type State = ();

    fn initial(&self, _: &Cx<'_>) -> Successors<()> {
        one(())
    }

    fn post(&self, cx: &Cx<'_>, _: &(), _: &Step<'_>, facts: &Facts<'_>) -> Successors<()> {
        self.hear(cx, facts)
    }

    fn call(&self, cx: &Cx<'_>, _: &(), _: &CallStep<'_>, facts: &Facts<'_>) -> Successors<()> {
        self.hear(cx, facts)
    }

    fn ret(&self, _: &Cx<'_>, _: &(), _: &(), _: &CallStep<'_>, _: &Facts<'_>) -> Successors<()> {
        one(())
    }

    fn merge(&self, _: &Cx<'_>, _: &(), _: &()) -> Option<()> {
        Some(())
    }

    fn share(&self, cx: &Cx<'_>, _: &(), step: &Step<'_>) -> Option<FormulaId> {
        let (program, mut logic) = (cx.program, cx.logic.borrow_mut());
        let is_store =
            matches!(step.op(), Op::Assign { to, .. } if program.exprs.root(*to).is_none());
        if !self.speaks || &program.names[cx.function(step.function).name] != "main" || !is_store {
            return None;
        }
        let asked = (0..program.exprs.len()).map(<ExprId as program::Id>::new);
        let asked =
            asked.filter(|&e| matches!(program.exprs.get(e), Expr::Query(Query::Allocated(_))));
        let facts: Vec<FormulaId> = asked
            .map(|e| logic.truth_at(program, Time::Before, e))
            .collect();
        Some(logic.and(program, facts))
    }

    fn show(&self, _: &Cx<'_>, (): &()) -> String {
        String::new()
    }
}

/// What shapes tell the oracle, and what they use of what it says.
fn exchanged(speaks: bool) -> (BTreeSet<String>, Vec<String>) {
    let mut task: Task = reachability(TEXT);
    task.properties = Properties::NONE.with(Property::Assert);
    task.settings.malloc_may_fail = false;
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let heard = Rc::new(RefCell::new(BTreeSet::new()));
    let shapes = domains::named("shapes").expect("there is such an analysis");
    let oracle = Oracle {
        speaks,
        heard: Rc::clone(&heard),
    };
    let members: Vec<Box<dyn Component>> = vec![
        (shapes.make)(&cx, Some("all")),
        Box::new(Interned::new("oracle", oracle)),
    ];
    let exchange = Exchange {
        record: true,
        ..Exchange::default()
    };
    let product = Product::exchanging(members, exchange);
    let mut solver = Cached::new(Z3::new());
    let answer = verify(&prepared, &cx, product, SETUP, &mut solver, &mut Unwatched);
    let account = answer.exchange.expect("it was recorded");
    let used = account.entries.iter().filter(|e| e.to == "shapes");
    let used = used.map(|e| e.text.clone()).collect();
    let heard = heard.borrow().clone();
    (heard, used)
}

/// What a store does, among what was heard.
fn effects(heard: &BTreeSet<String>) -> Vec<&String> {
    let said = heard.iter();
    said.filter(|text| text.starts_with("\\forall") && text.contains("@C"))
        .collect()
}

#[test]
fn shapes_use_what_others_say_and_tell_what_a_store_does() {
    let (heard, used) = exchanged(true);
    assert_eq!(used, ["allocated(e) != 0"]);
    let effects = effects(&heard);
    assert!(
        effects.iter().any(|t| t.contains("p' == e")),
        "{effects:#?}"
    );
    assert!(heard.contains("l != e"), "{heard:#?}");
}

/// Who does not know where `e` leads cannot say who is reached afterwards.
#[test]
fn without_what_others_say_there_is_nothing_to_tell() {
    let (heard, used) = exchanged(false);
    assert!(used.is_empty(), "{used:?}");
    assert!(effects(&heard).is_empty(), "{heard:#?}");
}
