//! What parity knows in small functions: the states at the labels, and what it shares.

#![forbid(unsafe_code)]

use engine::explore::{Calls, Event, Exploration, Merge, Order, Setup};
use engine::{
    Analysis, CallStep, Component, Cx, Facts, Interned, Prepared, Product, Question, Reply,
    Settings, Step, Successors, Task, one,
};
use frontend::Text;
use logic::{FormulaId, Time};
use program::{BinaryOp, Expr, ExprId, Op, Place, Program};
use properties::Properties;

/// The states at the labels of a program, where everything that meets is merged.
fn shown(text: &str) -> String {
    shown_beside(text, Vec::new())
}

fn shown_beside(text: &str, others: Vec<Box<dyn Component>>) -> String {
    let text = Text {
        path: "test.c".into(),
        bytes: text.as_bytes().to_vec(),
        library: false,
    };
    let program = match frontend::compile_texts(vec![text], Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    let task = Task {
        observers: Vec::new(),
        precision: Vec::new(),
        declarations: String::new(),
        program,
        properties: Properties::NONE,
        settings: Settings::default(),
    };
    let prepared = Prepared::new(&task).expect("there is a main");
    let cx = prepared.cx();
    let parity = domains::named("parity").expect("it is registered");
    let mut components = vec![(parity.make)(&cx, None)];
    components.extend(others);
    let setup = Setup {
        merge: Merge::Always,
        calls: Calls::Tabulated,
        order: Order::Program,
        widen_after: 2,
        limit: 10_000,
    };
    let mut exploration = Exploration::new(&cx, Product::new(components), setup);
    assert_eq!(exploration.run(), Event::Finished);
    let mut lines = Vec::new();
    for (id, function) in cx.program.functions.enumerate() {
        let states = exploration.show(id);
        for (at, label) in function.body.iter().flat_map(|body| body.labels()) {
            let states = states.get(at).map_or("not reached".into(), |s| s.join(" "));
            lines.push(format!("{}: {states}", &cx.program.names[*label]));
        }
    }
    lines.join("\n")
}

#[test]
fn arithmetic_wraps_and_keeps_parity() {
    let text = "
        unsigned char g = 255;
        int main(void) {
            int x = 3, y;
            g += 2;
        sums: x = x * 5 + 1;
        unknown: y = 2 * y - x;
        product: x = y << 1 | 1;
        bits: y /= 2;
        quotient: return 0;
        }";
    insta::assert_snapshot!(shown(text), @r"
    sums: [g odd, x odd]
    unknown: [g odd, x even]
    product: [g odd, x even, y even]
    bits: [g odd, x odd, y even]
    quotient: [g odd, x odd]
    ");
}

#[test]
fn branches_tell() {
    let text = "
        int main(void) {
            int x, y = 4, n, m, e = 0;
            unsigned u;
            if (x % 2 == 0) { even: y = 5; } else { odd: y = 7; }
        both:
            if (n & 1) { bit: e = 2; }
            if (u % 2 != 1) { unsigned_even: e = 2; }
            if (m % 2 != 1) { may_be_minus_one: e = 2; }
            if (x == y && x != 7) { equal: e = 2; }
            if (y == 2) { never: e = 2; }
            return 0;
        }";
    insta::assert_snapshot!(shown(text), @r"
    even: [y even, e even, x even]
    odd: [y even, e even, x odd]
    both: [y odd, e even]
    bit: [y odd, e even, n odd]
    unsigned_even: [y odd, e even, u even]
    may_be_minus_one: [y odd, e even]
    equal: [y odd, e even, x odd]
    never: not reached
    ");
}

#[test]
fn pointers_and_unions_may_change_it() {
    let text = "
        union { int i; unsigned char c[4]; } u;
        int a = 2, b = 4, *p;
        int main(void) {
            int own = 6, other = 8;
            if (other == 8) p = &a; else p = &own;
        before: *p = 1;
        after: u.c[1] = 3;
        end: return u.i;
        }";
    insta::assert_snapshot!(shown(text), @r"
    before: [a even, b even, own even, other even, u.c[1] even, u.i even]
    after: [b even, other even, u.c[1] even, u.i even]
    end: [b even, other even, u.c[1] odd]
    ");
}

#[test]
fn calls_are_followed() {
    let text = "
        int g;
        int twice(int n) { return n + n; }
        void set(int *to, int v) { *to = v; g++; }
        int down(int n) { int own = 1; if (n > 0) { n = down(n - 1); back: n++; } return own + 2; }
        int main(void) {
            int x = 3, y = 2, z = 0;
            y = twice(y + 1);
        called: set(&x, 4);
        changed: z = down(5);
        recursion: return 0;
        }";
    insta::assert_snapshot!(shown(text), @r"
    back: [g odd, own odd, n odd]
    called: [g even, x odd, y even, z even]
    changed: [g odd, y even, z even]
    recursion: [g odd, y even, z odd]
    ");
}

// What others say, and what they are told.

/// An analysis that says what the variable `told` holds, in one way or the other.
struct Teller {
    by_formula: bool,
}

/// The variable that an expression reads.
fn name(program: &Program, expr: ExprId) -> &str {
    match program.exprs.get(expr) {
        Expr::Load(place) => match program.exprs.place(place) {
            Place::Var(var) => &program.names[program.vars[var].name],
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => "",
        },
        _ => "",
    }
}

/// The formulae that were heard so far.
type Heard = std::collections::BTreeSet<String>;

impl Analysis for Teller {
    type State = Heard;

    fn initial(&self, _: &Cx<'_>) -> Successors<Heard> {
        one(Heard::new())
    }

    fn post(
        &self,
        cx: &Cx<'_>,
        heard: &Heard,
        _: &Step<'_>,
        facts: &Facts<'_>,
    ) -> Successors<Heard> {
        let mut heard = heard.clone();
        let formulae = facts.formulae();
        let logic = cx.logic.borrow();
        let texts = formulae.into_iter();
        heard.extend(texts.map(|f| logic.show(cx.program, f).to_string()));
        one(heard)
    }

    fn call(
        &self,
        _: &Cx<'_>,
        heard: &Heard,
        _: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<Heard> {
        one(heard.clone())
    }

    fn ret(
        &self,
        _: &Cx<'_>,
        _: &Heard,
        exit: &Heard,
        _: &CallStep<'_>,
        _: &Facts<'_>,
    ) -> Successors<Heard> {
        one(exit.clone())
    }

    fn merge(&self, _: &Cx<'_>, new: &Heard, old: &Heard) -> Option<Heard> {
        Some(new | old)
    }

    fn share(&self, cx: &Cx<'_>, _: &Heard, step: &Step<'_>) -> Option<FormulaId> {
        let &Op::Assign { value, .. } = step.op() else {
            return None;
        };
        (self.by_formula && name(cx.program, value) == "told").then(|| {
            let mut logic = cx.logic.borrow_mut();
            let told = logic.at(cx.program, Time::Before, value);
            let four = logic.int(cx.program, 4, cx.program.exprs.ty(value));
            logic.compare(cx.program, BinaryOp::Eq, told, four)
        })
    }

    fn answer(&self, cx: &Cx<'_>, _: &Heard, question: &Question) -> Reply {
        match *question {
            Question::Value(e) if !self.by_formula && name(cx.program, e) == "told" => {
                Reply::Int(4)
            }
            Question::Value(_) | Question::Callees(_) => Reply::Unknown,
        }
    }

    fn show(&self, _: &Cx<'_>, heard: &Heard) -> String {
        heard.iter().cloned().collect::<Vec<_>>().join(" and ")
    }
}

const TOLD: &str = "
    int told;
    int main(void) {
        int *p = &told, x, y;
        *p = 4;
        x = told;
        y = x + 1;
    end: return 0;
    }";

#[test]
fn formulae_are_used_and_shared() {
    let teller = Interned::new("teller", Teller { by_formula: true });
    insta::assert_snapshot!(
        shown_beside(TOLD, vec![Box::new(teller)]),
        @"end: [told even, x even, y odd; (x@1 & 1) == 0]"
    );
}

#[test]
fn answers_are_used() {
    let teller = Interned::new("teller", Teller { by_formula: false });
    insta::assert_snapshot!(
        shown_beside(TOLD, vec![Box::new(teller)]),
        @"end: [x even, y odd; (x@1 & 1) == 0]"
    );
}

#[test]
fn nobody_else_knows() {
    insta::assert_snapshot!(shown(TOLD), @"end: []");
}
