//! Cut loops against the loops themselves: random programs with random invariants,
//! most of them wrong. If everything is proved where loops are cut, a complete search
//! of the program with the same checks finds nothing.
//!
//! `CONCORD_CUTS=2000` makes a campaign of so many programs, `CONCORD_CUTS_SEED=17`
//! begins at another one.

#![forbid(unsafe_code)]

use engine::falsify::falsify;
use engine::{Answer, Settings, Task, Unwatched, Verdict};
use frontend::Text;
use frontend::annotation::{Annotation, AnnotationKind};
use program::DataModel;
use properties::{Properties, Property};
use solver::{Cached, Z3};

/// Operations of one search.
const SEARCHED: u64 = 20_000;

/// A small generator: what is random need not be good.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    fn place(&mut self) -> &'static str {
        self.pick(&["x", "y", "g", "a[1]", "s.f", "c"])
    }

    fn value(&mut self) -> String {
        match self.below(6) {
            0 => self.below(4).to_string(),
            1 => format!("{} + 1", self.place()),
            2 => format!("{} - {}", self.place(), self.place()),
            3 => "input()".into(),
            _ => self.place().into(),
        }
    }

    fn condition(&mut self) -> String {
        let op = self.pick(&["==", "!=", "<", "<="]);
        let right = match self.below(2) {
            0 => self.below(4).to_string(),
            _ => self.place().into(),
        };
        let one = format!("{} {op} {right}", self.place());
        match self.below(4) {
            0 => format!("{one} && {}", self.condition()),
            1 => format!("({one} || {})", self.condition()),
            _ => one,
        }
    }

    /// A condition that is rather true.
    fn weak(&mut self) -> String {
        let place = self.place();
        match self.below(4) {
            0 => self.condition(),
            1 => format!("{place} >= 0 && {place} <= 7"),
            2 => format!("({place} <= {} || {})", 2 + self.below(6), self.condition()),
            _ => format!("{place} != {} && {place} >= -1", 3 + self.below(6)),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 6 } else { 10 }) {
            0 => "bump();".into(),
            1 => format!("put(&x, {});", self.value()),
            2 => format!("*p = {};", self.value()),
            3 => format!("a[k & 1] = {};", self.value()),
            4 | 5 => format!("{} = {};", self.place(), self.value()),
            6 => {
                let (yes, no) = (self.statement(depth - 1), self.statement(depth - 1));
                format!("if ({}) {{ {yes} }} else {{ {no} }}", self.condition())
            }
            _ => self.loop_(depth - 1),
        }
    }

    /// A loop with few rounds, so that a search can see all of them.
    fn loop_(&mut self, depth: u32) -> String {
        let body = format!("{} {}", self.statement(depth), self.statement(depth));
        let (n, v) = (1 + self.below(3), self.below(1000));
        match self.below(5) {
            0 => format!("{{ int k{v} = {n};\n@do {{ k{v}--; {body} }}\nwhile (k{v} > 0); }}"),
            1 => format!(
                "{{ int k{v} = 0;\nagain{v}: ;\n@if (k{v} < {n}) {{ k{v}++; {body} goto again{v}; }} }}"
            ),
            2 => format!(
                "{{ int k{v} = 0;\n@while (k{v} < {n}) {{ k{v}++; int x2 = x; {body} y = x2; }} }}"
            ),
            _ => format!("\n@for (int k{v} = 0; k{v} < {n}; k{v}++) {{ {body} }}"),
        }
    }
}

const BEGIN: &str = "void reach_error(void);
int __VERIFIER_nondet_int(void);
int g;
static int input(void) { return __VERIFIER_nondet_int() & 3; }
static void bump(void) { g = (g + 1) & 7; }
static void put(int *to, int value) { *to = value; }
int main(void) {
  int x = 0, y = 1, k = input();
  unsigned char c = 2;
  int a[2] = {0, 0};
  struct { int f; int h; } s = {1, 2};
  int *p = &y;
";

/// The program and its invariants.
fn generate(seed: u64) -> (String, Vec<Annotation>) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1);
    let mut text = BEGIN.to_owned();
    for _ in 0..1 + dice.below(2) {
        let body = match dice.below(3) {
            0 => dice.statement(2),
            _ => dice.loop_(1),
        };
        text.push_str(&body);
        text.push('\n');
    }
    let condition = dice.weak();
    text.push_str(&format!(
        "if (!({condition})) reach_error();\nreturn 0;\n}}\n"
    ));
    let mut annotations = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some(marked) = line.strip_prefix('@') else {
            continue;
        };
        let kind = match marked.starts_with("if") {
            true => AnnotationKind::Location,
            false => AnnotationKind::Loop,
        };
        // A loop without one is entered, and with it those inside, again and again.
        if dice.below(3) == 0 {
            continue;
        }
        annotations.push(Annotation {
            kind,
            file: "random.c".into(),
            line: i as u32 + 1,
            column: Some(1),
            condition: dice.weak(),
        });
    }
    (text.replace('@', ""), annotations)
}

fn is_true(answer: &Answer) -> bool {
    let mut verdicts = answer.verdicts.iter();
    verdicts.all(|(_, v)| matches!(v, Verdict::True))
}

fn is_false(answer: &Answer) -> bool {
    let mut verdicts = answer.verdicts.iter();
    verdicts.any(|(_, v)| matches!(v, Verdict::False(_)))
}

fn search(task: &Task) -> Answer {
    falsify(task, &mut Cached::new(Z3::new()), SEARCHED, &mut Unwatched)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn what_is_proved_with_cuts_is_true() {
    let count = number("CONCORD_CUTS").unwrap_or(150);
    let first = number("CONCORD_CUTS_SEED").unwrap_or(0);
    let (mut proved, mut cuts, mut refuted) = (0, 0, 0);
    for seed in first..first + count {
        let (text, annotations) = generate(seed);
        let texts = vec![Text {
            path: "random.c".into(),
            bytes: text.clone().into_bytes(),
            library: false,
        }];
        let model = DataModel::Lp64;
        let program = match frontend::compile_annotated(texts, model, &annotations) {
            Ok(output) => output.program,
            Err(failure) => panic!("seed {seed}: {:?}\n{text}", failure.diagnostics),
        };
        let task = Task {
            program,
            properties: Properties::NONE.with(Property::UnreachCall),
            observers: Vec::new(),
            precision: Vec::new(),
            declarations: String::new(),
            settings: Settings::default(),
        };
        let instrument = |cut| match validate::instrument(&task, cut) {
            Ok(made) => made,
            Err(refusal) => panic!("seed {seed}: {}\n{text}", refusal.message),
        };
        let cut = instrument(true);
        cuts += cut.cuts;
        let shown = is_true(&search(&cut.task));
        let plain = search(&instrument(false).task);
        refuted += u32::from(is_false(&plain));
        proved += u32::from(shown && cut.cuts > 0);
        let conditions: Vec<_> = annotations.iter().map(|a| &a.condition).collect();
        assert!(
            !(shown && is_false(&plain)),
            "seed {seed}: proved with cuts, but false\n{conditions:?}\n{text}"
        );
    }
    eprintln!("{count} programs, {cuts} cuts, {proved} proved with them, {refuted} violated");
    assert!(proved > 0 && refuted > 0);
}
