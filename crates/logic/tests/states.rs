//! The truth of formulae in states of the machine: the evaluator of the logic, the machine
//! itself and a plain second opinion say the same about random formulae with quantifiers
//! and closures over a small heap.

use logic::{Logic, Scope, Time, Valuation};
use machine::{Listed, Machine, Options};
use program::{ExprId, Program, TypeId};

const TEXT: &str = "
    struct node { struct node *next; int value; };
    struct node nodes[4];
    struct node *head, *lost, *none;
    int array[4] = {2, 0, 3, 1};
    int n = 3;
    void stop(void) {}
    int main(void) {
        nodes[0].next = &nodes[2]; nodes[0].value = 1;
        nodes[2].next = &nodes[3]; nodes[2].value = 3;
        nodes[3].next = 0; nodes[3].value = 0;
        nodes[1].next = &nodes[1]; nodes[1].value = 2;
        head = &nodes[0]; lost = &nodes[1];
        stop();
        return 0;
    }";

/// The same heap: the next and the value of each node.
const NEXT: [Option<usize>; 4] = [Some(2), Some(1), Some(3), None];
const VALUE: [i64; 4] = [1, 2, 3, 0];
const ARRAY: [i64; 4] = [2, 0, 3, 1];

#[derive(Clone, Debug)]
enum Number {
    Constant(i64),
    N,
    /// A variable, by its name's number.
    Variable(usize),
    Element(Box<Number>),
    Value(Pointer),
    Sum(Box<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
enum Pointer {
    Null,
    Head,
    Lost,
    Variable(usize),
    Next(Box<Pointer>),
}

#[derive(Clone, Debug)]
enum Shape {
    Less(Number, Number),
    Same(Number, Number),
    Is(Pointer, Pointer),
    Reach(Pointer, Pointer),
    Valid(Pointer),
    Allocated(Pointer),
    Not(Box<Shape>),
    And(Box<Shape>, Box<Shape>),
    Or(Box<Shape>, Box<Shape>),
    Iff(Box<Shape>, Box<Shape>),
    /// Over integers from -1 up to a number, or over elements; all, or some.
    Integers(bool, Number, Box<Shape>),
    Elements(bool, Box<Shape>),
    /// Over what is reached from a pointer.
    Reached(bool, Pointer, Box<Shape>),
}

/// A simple source of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Which variables there are: integers, or pointers.
type Around = Vec<bool>;

fn variable(random: &mut Random, around: &Around, pointer: bool) -> Option<usize> {
    let fit: Vec<usize> = (0..around.len())
        .filter(|&i| around[i] == pointer)
        .collect();
    (!fit.is_empty()).then(|| fit[random.below(fit.len() as u64) as usize])
}

fn number(random: &mut Random, around: &Around, depth: u32) -> Number {
    let simple = depth == 0;
    match random.below(if simple { 4 } else { 7 }) {
        0 => Number::Constant(random.below(5) as i64 - 1),
        1 => Number::N,
        2 | 3 => match variable(random, around, false) {
            Some(i) => Number::Variable(i),
            None => Number::Constant(2),
        },
        4 => Number::Element(Box::new(number(random, around, depth - 1))),
        5 => Number::Value(pointer(random, around, depth - 1)),
        _ => {
            let a = number(random, around, depth - 1);
            Number::Sum(Box::new(a), Box::new(number(random, around, depth - 1)))
        }
    }
}

fn pointer(random: &mut Random, around: &Around, depth: u32) -> Pointer {
    match random.below(if depth == 0 { 5 } else { 7 }) {
        0 => Pointer::Null,
        1 => Pointer::Lost,
        2 => Pointer::Head,
        3 | 4 => match variable(random, around, true) {
            Some(i) => Pointer::Variable(i),
            None => Pointer::Head,
        },
        _ => Pointer::Next(Box::new(pointer(random, around, depth - 1))),
    }
}

fn shape(random: &mut Random, around: &Around, depth: u32) -> Shape {
    let inner = |random: &mut Random, new: Option<bool>| {
        let mut around = around.clone();
        around.extend(new);
        Box::new(shape(random, &around, depth - 1))
    };
    match random.below(if depth == 0 { 6 } else { 16 }) {
        0 => Shape::Less(number(random, around, 2), number(random, around, 2)),
        1 => Shape::Same(number(random, around, 2), number(random, around, 2)),
        2 => Shape::Is(pointer(random, around, 1), pointer(random, around, 1)),
        3 => Shape::Reach(pointer(random, around, 1), pointer(random, around, 1)),
        4 => Shape::Valid(pointer(random, around, 1)),
        5 => Shape::Allocated(pointer(random, around, 1)),
        6 => Shape::Not(inner(random, None)),
        7 | 8 => Shape::And(inner(random, None), inner(random, None)),
        9 | 10 => Shape::Or(inner(random, None), inner(random, None)),
        11 => Shape::Iff(inner(random, None), inner(random, None)),
        12 | 13 => {
            let end = number(random, around, 0);
            Shape::Integers(random.below(2) == 0, end, inner(random, Some(false)))
        }
        14 => Shape::Elements(random.below(2) == 0, inner(random, Some(true))),
        _ => {
            let from = pointer(random, around, 1);
            Shape::Reached(random.below(2) == 0, from, inner(random, Some(true)))
        }
    }
}

// As text.

fn number_text(of: &Number) -> String {
    match of {
        Number::Constant(n) => format!("({n})"),
        Number::N => "n".into(),
        Number::Variable(i) => format!("v{i}"),
        Number::Element(i) => format!("array[{}]", number_text(i)),
        Number::Value(p) => format!("({})->value", pointer_text(p)),
        Number::Sum(a, b) => format!("({} + {})", number_text(a), number_text(b)),
    }
}

fn pointer_text(of: &Pointer) -> String {
    match of {
        Pointer::Null => "none".into(),
        Pointer::Head => "head".into(),
        Pointer::Lost => "lost".into(),
        Pointer::Variable(i) => format!("v{i}"),
        Pointer::Next(p) => format!("({})->next", pointer_text(p)),
    }
}

/// With connectives that make one expression of it.
fn text(of: &Shape, depth: usize) -> String {
    let quantified = |all: bool, ty: &str, guard: String, body: &Shape| {
        let body = text(body, depth + 1);
        match all {
            true => format!("(\\forall {ty}v{depth}; (({guard}) == 0) | {body})"),
            false => format!("(\\exists {ty}v{depth}; ({guard}) & {body})"),
        }
    };
    match of {
        Shape::Less(a, b) => format!("({} < {})", number_text(a), number_text(b)),
        Shape::Same(a, b) => format!("({} == {})", number_text(a), number_text(b)),
        Shape::Is(a, b) => format!("({} == {})", pointer_text(a), pointer_text(b)),
        Shape::Reach(a, b) => format!("\\reach({}, {}, next)", pointer_text(a), pointer_text(b)),
        Shape::Valid(p) => format!("\\valid_read({})", pointer_text(p)),
        Shape::Allocated(p) => format!("\\allocated({})", pointer_text(p)),
        Shape::Not(a) => format!("({} == 0)", text(a, depth)),
        Shape::And(a, b) => format!("({} & {})", text(a, depth), text(b, depth)),
        Shape::Or(a, b) => format!("({} | {})", text(a, depth), text(b, depth)),
        Shape::Iff(a, b) => format!("({} == {})", text(a, depth), text(b, depth)),
        Shape::Integers(all, end, body) => {
            let guard = format!("(-1 <= v{depth}) & (v{depth} < {})", number_text(end));
            quantified(*all, "int ", guard, body)
        }
        // Other objects are no nodes: the table is between its ends.
        Shape::Elements(all, body) => {
            let guard =
                format!("\\allocated(v{depth}) & (nodes <= v{depth}) & (v{depth} < nodes + 4)");
            let guard = guard
                .replace("nodes <=", "&nodes[0] <=")
                .replace("< nodes + 4", "< &nodes[0] + 4");
            quantified(*all, "struct node *", guard, body)
        }
        Shape::Reached(all, from, body) => {
            let guard = format!("\\reach({}, v{depth}, next)", pointer_text(from));
            quantified(*all, "struct node *", guard, body)
        }
    }
}

// A plain opinion. A pointer is a node, or null; what is no value is None.

#[derive(Clone, Copy, PartialEq, Debug)]
enum Val {
    Int(i64),
    Node(Option<usize>),
}

fn eval_number(of: &Number, at: &[Val]) -> Option<i64> {
    Some(match of {
        Number::Constant(n) => *n,
        Number::N => 3,
        Number::Variable(i) => match at[*i] {
            Val::Int(n) => n,
            Val::Node(_) => return None,
        },
        Number::Element(i) => {
            let i = eval_number(i, at)?;
            *ARRAY.get(usize::try_from(i).ok()?)?
        }
        Number::Value(p) => VALUE[eval_pointer(p, at)??],
        Number::Sum(a, b) => eval_number(a, at)? + eval_number(b, at)?,
    })
}

fn eval_pointer(of: &Pointer, at: &[Val]) -> Option<Option<usize>> {
    Some(match of {
        Pointer::Null => None,
        Pointer::Head => Some(0),
        Pointer::Lost => Some(1),
        Pointer::Variable(i) => match at[*i] {
            Val::Node(node) => node,
            Val::Int(_) => return None,
        },
        Pointer::Next(p) => NEXT[eval_pointer(p, at)??],
    })
}

fn reached(from: Option<usize>) -> Vec<Option<usize>> {
    let mut all = vec![from];
    let mut now = from;
    while let Some(node) = now {
        now = NEXT[node];
        if all.contains(&now) {
            break;
        }
        all.push(now);
    }
    all
}

fn judge(of: &Shape, at: &[Val]) -> Option<bool> {
    let all_of = |all: bool, values: Vec<Val>, body: &Shape| {
        let mut result = Some(all);
        for value in values {
            let mut inner = at.to_vec();
            inner.push(value);
            match judge(body, &inner) {
                Some(t) if t != all => return Some(t),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    };
    Some(match of {
        Shape::Less(a, b) => eval_number(a, at)? < eval_number(b, at)?,
        Shape::Same(a, b) => eval_number(a, at)? == eval_number(b, at)?,
        Shape::Is(a, b) => eval_pointer(a, at)? == eval_pointer(b, at)?,
        Shape::Reach(a, b) => reached(eval_pointer(a, at)?).contains(&eval_pointer(b, at)?),
        Shape::Valid(p) | Shape::Allocated(p) => eval_pointer(p, at)?.is_some(),
        Shape::Not(a) => !judge(a, at)?,
        Shape::And(a, b) => match (judge(a, at), judge(b, at)) {
            (Some(false), _) | (_, Some(false)) => false,
            (a, b) => a? && b?,
        },
        Shape::Or(a, b) => match (judge(a, at), judge(b, at)) {
            (Some(true), _) | (_, Some(true)) => true,
            (a, b) => a? || b?,
        },
        Shape::Iff(a, b) => judge(a, at)? == judge(b, at)?,
        Shape::Integers(all, end, body) => {
            let end = eval_number(end, at)?;
            return all_of(*all, (-1..end).map(Val::Int).collect(), body);
        }
        Shape::Elements(all, body) => {
            return all_of(*all, (0..4).map(|i| Val::Node(Some(i))).collect(), body);
        }
        Shape::Reached(all, from, body) => {
            let nodes = reached(eval_pointer(from, at)?);
            return all_of(*all, nodes.into_iter().map(Val::Node).collect(), body);
        }
    })
}

/// One state of the machine, for all times.
struct Now<'m, 'p>(&'m mut Machine<'p>);

impl Valuation for Now<'_, '_> {
    fn value(&mut self, _: Time, expr: ExprId) -> Option<i128> {
        self.0.evaluate(expr).map(|v| v.value)
    }

    fn value_inside(&mut self, _: Time, expr: ExprId, bound: &[Option<i128>]) -> Option<i128> {
        self.0.evaluate_inside(expr, bound).map(|v| v.value)
    }

    fn elements(&mut self, _: Time, pointer: TypeId) -> Option<Vec<i128>> {
        self.0.elements(pointer)
    }
}

fn compile() -> Program {
    let text = frontend::Text {
        path: "test.c".into(),
        bytes: TEXT.as_bytes().to_vec(),
        library: false,
    };
    match frontend::compile_texts(vec![text], Default::default()) {
        Ok(output) => output.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

#[test]
fn the_machine_the_logic_and_plain_sense_agree() {
    let mut program = compile();
    let mut logic = Logic::new();
    let scope = Scope::new(&program, None);
    let mut random = Random(20);
    let mut asked = Vec::new();
    for _ in 0..4000 {
        let shape = shape(&mut random, &Vec::new(), 3);
        let text = text(&shape, 0);
        let expr = logic.parse_expression(&mut program, &scope, &text);
        let expr = expr.unwrap_or_else(|e| panic!("{text}: {e}"));
        let formula = logic.truth_at(&program, Time::After, expr);
        let shown = logic.show(&program, formula).to_string();
        let read = logic.parse(&mut program, &scope, &shown);
        assert_eq!(read, Ok(formula), "{shown}");
        asked.push((shape, text, expr, formula));
    }
    let stop = program.function_named("stop").expect("defined");
    let mut inputs = Listed::new([]);
    let mut machine = Machine::new(&program, Options::default(), &mut inputs);
    assert_eq!(machine.begin(), None);
    while machine
        .position()
        .is_some_and(|(function, _)| function != stop)
    {
        assert_eq!(machine.step(), None);
    }
    let (mut known, mut all) = (0, 0);
    for (shape, text, expr, formula) in asked {
        let plain = judge(&shape, &[]);
        let by_machine = machine.evaluate(expr).map(|v| v.value != 0);
        let by_logic = logic.evaluate(&program, formula, &mut Now(&mut machine));
        all += 1;
        if let Some(truth) = plain {
            known += 1;
            assert_eq!(by_machine.unwrap_or(truth), truth, "{text}");
            assert_eq!(by_logic, Some(truth), "{text}");
        }
    }
    assert!(known * 3 > all, "only {known} of {all} have a truth");
}
