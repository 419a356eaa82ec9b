//! HECTOR's requirement 2: every construct of the common logic, with its five times, is read,
//! printed and evaluated over five states of the machine.

use logic::{Logic, Scope, Time, Valuation};
use machine::{Listed, Machine, Options};
use program::{ExprId, TypeId};

/// `stop` is called in five states: @0, @1, @2, @3 and @C.
const TEXT: &str = "
    struct node { struct node *next; int value; };
    extern void *malloc(unsigned long size);
    extern void free(void *block);
    struct node *list, *first;
    int array[3] = {2, 0, 1};
    int x;
    void stop(void) {}
    int main(void) {
        stop();
        x = 1; first = malloc(sizeof *first); first->next = 0; first->value = 5; list = first;
        stop();
        x = 2; list = malloc(sizeof *list); list->next = first; list->value = 6;
        stop();
        x = 3; list->next = 0; free(first); first = 0;
        stop();
        x = 4; list->next = list; array[1] = 9;
        stop();
        return 0;
    }";

/// What is so, what is not, and what cannot be found out.
const TRUE: &[&str] = &[
    "\\true",
    "x@0 == 0 && x@1 == 1 && x@2 == 2 && x@3 == 3 && x@C == 4 && x == 4",
    "x == x@0 + x@1 + x@3",
    "x@3 - x@1 * 2 < x@2",
    "x@1 <= x@1 && x@2 != x@1 && x > x@3 && x >= 4",
    "!(x@1 == x@2) || \\false",
    "x@0 == 1 ==> x == 7",
    "x@0 == 0 <==> x == 4",
    "list@0 == \\null && list@1 == first@1 && list@2 != list@1 && list@3 == list@2",
    "first->value@1 == 5 && list->value@2 == list->next->value@2 + 1",
    "array[1]@0 == 0 && array[1] == 9",
    // Fields of what another time points to.
    "list->next@2 == list@1",
    // Blocks come and go.
    "!\\allocated(list)@0 && \\allocated(list)@1 && \\allocated(list)@3",
    // Quantifiers: bounded by comparisons, and by what is allocated.
    "\\forall int i; 0 <= i && i < 3 ==> array[i]@1 < 3",
    "\\exists int i; 0 <= i && i < 3 && array[i] == 9",
    "\\forall int i, j; 0 <= i && i < j && j < 3 ==> array[i]@0 != array[j]@0",
    // Closures are reflexive.
    "\\closure(struct node *a, b; \\false)(list, list)",
    "\\closure(struct node *a, b; \\valid_read(a)@2 && a->next@2 == b)(list@2, list@1)",
    "\\closure(struct node *a, b; \\valid_read(a)@2 && a->next@2 == b)(list@2, \\null)",
    "!\\closure(struct node *a, b; \\valid_read(a) && a->next == b)(list, \\null)",
    "\\reach(list, list->next, next)",
    "\\closure(int i, j; i + 2 == j)(x@0, x)",
];

const FALSE: &[&str] = &[
    "\\false",
    "x@2 <= x@1",
    "x == x@3",
    "\\reach(list, \\null, next)",
    "\\exists int i; 0 <= i && i < 3 && array[i] == 0",
    "\\closure(int i, j; i + 2 == j && i < 9)(x@1, x)",
];

const UNKNOWN: &[&str] = &[
    // Nothing bounds it.
    "\\forall int i; array[0] + i != 77",
    // There is nothing behind null.
    "list->value@0 == 1",
];

/// The five states, by their times.
struct Five<'a, 'p>(&'a mut [Machine<'p>]);

impl<'p> Five<'_, 'p> {
    fn at(&mut self, time: Time) -> &mut Machine<'p> {
        let number = match time {
            Time::Entry => 0,
            Time::Before => 1,
            Time::CalleeEntry => 2,
            Time::CalleeExit => 3,
            Time::After => 4,
        };
        &mut self.0[number]
    }
}

impl Valuation for Five<'_, '_> {
    fn value(&mut self, time: Time, expr: ExprId) -> Option<i128> {
        self.at(time).evaluate(expr).map(|v| v.value)
    }

    fn value_inside(&mut self, time: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        self.at(time).evaluate_inside(expr, bound).map(|v| v.value)
    }

    fn elements(&mut self, time: Time, pointer: TypeId) -> Option<Vec<i128>> {
        self.at(time).elements(pointer)
    }
}

#[test]
fn requirement_2_formulae_over_five_states() {
    let mut texts = machine::models();
    texts.push(frontend::Text {
        path: "test.c".into(),
        bytes: TEXT.as_bytes().to_vec(),
        library: false,
    });
    let mut program = match frontend::compile_texts(texts, Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    let mut logic = Logic::new();
    let scope = Scope::new(&program, None);
    let mut asked = Vec::new();
    for (texts, truth) in [(TRUE, Some(true)), (FALSE, Some(false)), (UNKNOWN, None)] {
        for &text in texts {
            let formula = logic.parse(&mut program, &scope, text);
            let formula = formula.unwrap_or_else(|e| panic!("{text}: {e}"));
            // What is printed is read as the same.
            let shown = logic.show(&program, formula).to_string();
            let read = logic.parse(&mut program, &scope, &shown);
            assert_eq!(read, Ok(formula), "{text}: {shown}");
            asked.push((text, formula, truth));
        }
    }
    let stop = program.function_named("stop").expect("defined");
    let mut inputs: Vec<Listed> = (0..5).map(|_| Listed::new([])).collect();
    let mut machines = Vec::new();
    let options = Options {
        malloc_may_fail: false,
        ..Options::default()
    };
    for (number, inputs) in inputs.iter_mut().enumerate() {
        let mut machine = Machine::new(&program, options.clone(), inputs);
        assert_eq!(machine.begin(), None);
        let mut stops = 0;
        let mut was_there = false;
        loop {
            let is_there = machine.position().is_some_and(|(f, _)| f == stop);
            stops += usize::from(is_there && !was_there);
            if stops > number {
                break;
            }
            was_there = is_there;
            assert_eq!(machine.step(), None);
        }
        machines.push(machine);
    }
    let mut five = Five(&mut machines);
    for (text, formula, truth) in asked {
        assert_eq!(
            logic.evaluate(&program, formula, &mut five),
            truth,
            "{text}"
        );
    }
}
