//! Stepping, looking at states, keeping and comparing them.

use frontend::Text;
use machine::{Input, Listed, Machine, Options, Outcome};
use program::{Expr, Id, Place, Program};

fn compile(text: &str) -> Program {
    let text = Text {
        path: "test.c".into(),
        bytes: text.as_bytes().to_vec(),
        library: false,
    };
    match frontend::compile_texts(vec![text], Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

/// The expression that reads the variable of that name.
fn load(program: &mut Program, name: &str) -> program::ExprId {
    let mut vars = program.vars.enumerate();
    let (var, v) = vars
        .find(|(_, v)| &program.names[v.name] == name)
        .expect("declared");
    let place = program.exprs.intern_place(Place::Var(var), v.ty);
    program.exprs.intern(Expr::Load(place), v.ty)
}

const COUNTING: &str = "
    int total;
    int main(void) {
        int n; /* an input */
        for (int i = 0; i < n; i++) total += i;
        return total;
    }";

#[test]
fn values_can_be_watched_step_by_step() {
    let mut program = compile(COUNTING);
    let (total, i, n) = (
        load(&mut program, "total"),
        load(&mut program, "i"),
        load(&mut program, "n"),
    );
    let mut inputs = Listed::new([Input::Int(4)]);
    let mut machine = Machine::new(&program, Options::default(), &mut inputs);
    assert_eq!(machine.begin(), None);
    // Looking draws no input.
    assert_eq!(machine.evaluate(n), None);
    let mut seen = Vec::new();
    let outcome = loop {
        if let (Some(i), Some(t)) = (machine.evaluate(i), machine.evaluate(total)) {
            seen.push((i.value, t.value));
        }
        if let Some(outcome) = machine.step() {
            break outcome;
        }
    };
    seen.dedup();
    assert_eq!(outcome, Outcome::Exit(6));
    let states = [
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 1),
        (2, 3),
        (3, 3),
        (3, 6),
        (4, 6),
    ];
    assert_eq!(seen, states);
}

#[test]
fn a_snapshot_brings_the_same_end_again() {
    let program = compile(COUNTING);
    let mut inputs = Listed::new([Input::Int(5)]);
    let mut machine = Machine::new(&program, Options::default(), &mut inputs);
    assert_eq!(machine.begin(), None);
    for _ in 0..8 {
        assert_eq!(machine.step(), None);
    }
    let kept = machine.snapshot();
    let position = machine.position();
    assert!(position.is_some_and(|(_, l)| l.index() > 0));
    assert!(machine.snapshot() == kept);
    machine.step();
    machine.step();
    assert!(machine.snapshot() != kept);
    let finish = |machine: &mut Machine<'_>| {
        loop {
            if let Some(outcome) = machine.step() {
                return outcome;
            }
        }
    };
    let first = finish(&mut machine);
    machine.restore(&kept);
    assert_eq!(machine.position(), position);
    assert_eq!(finish(&mut machine), first);
    assert_eq!(first, Outcome::Exit(10));
}
