//! Which program a number means.

use crate::corpus::Corpus;
use crate::question::Question;
use crate::{csmith, oracle};
use generate::{
    Dice, aimed, annotated, errors, handles, linked, lists, mutate, states, tables, values,
};
use std::fs;
use std::path::Path;

/// A kind of programs. Their names are those in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Aimed,
    Errors,
    States,
    Values,
    Linked,
    Lists,
    Tables,
    Annotated,
    Handles,
    Mutants,
    Csmith,
}

impl Family {
    pub fn name(self) -> &'static str {
        match self {
            Family::Aimed => "aimed",
            Family::Errors => "errors",
            Family::States => "states",
            Family::Values => "values",
            Family::Linked => "linked",
            Family::Lists => "lists",
            Family::Tables => "tables",
            Family::Annotated => "annotated",
            Family::Handles => "handles",
            Family::Mutants => "mutants",
            Family::Csmith => "csmith",
        }
    }
}

/// Twenty programs in a row; every fiftieth is csmith's besides.
const ROUND: [Family; 20] = [
    Family::Aimed,
    Family::Mutants,
    Family::Aimed,
    Family::Errors,
    Family::Aimed,
    Family::Handles,
    Family::Aimed,
    Family::Mutants,
    Family::Lists,
    Family::Aimed,
    Family::States,
    Family::Aimed,
    Family::Mutants,
    Family::Linked,
    Family::Aimed,
    Family::Values,
    Family::Aimed,
    Family::Annotated,
    Family::Aimed,
    Family::Tables,
];

pub fn family(number: u64) -> Family {
    match number % 50 {
        49 => Family::Csmith,
        _ => ROUND[(number % 20) as usize],
    }
}

/// What memory is asked about.
const MEMORY: [&str; 3] = ["valid-deref", "valid-free", "valid-memtrack"];

/// A question, and what it is about.
pub struct Made {
    pub question: Question,
    /// The topic, the program that was changed, or nothing.
    pub about: String,
}

/// Makes programs. The folder is for files that the preprocessor has to see.
pub struct Maker<'a> {
    pub corpus: &'a Corpus,
    pub folder: &'a Path,
}

impl Maker<'_> {
    /// The question of a number; None if it has none: csmith is missing, or what it made
    /// does not end.
    pub fn make(&self, number: u64) -> Option<Made> {
        let mut dice = Dice::new(number ^ 0xca3b);
        let plain = |question: Question| {
            Some(Made {
                question,
                about: String::new(),
            })
        };
        // Generators number their programs as they like.
        let seed = dice.number() >> 16;
        match family(number) {
            Family::Aimed => self.aimed(number, &mut dice),
            Family::Errors => {
                let property = dice.pick(&[
                    "unreach-call",
                    "valid-deref",
                    "valid-free",
                    "valid-memtrack",
                    "no-overflow",
                    "valid-memcleanup",
                    "assert",
                ]);
                let mut question = Question::new(errors::program(seed), property);
                vary(&mut question, &mut dice);
                plain(question)
            }
            Family::States => {
                let program = states::program(seed);
                let question = Question::new(program.text, program.property.name());
                plain(self.aim(question, &mut dice)?)
            }
            Family::Values => {
                let text = values::program(seed);
                let end = dice.pick(&[
                    "(g0 & 3) | (s0.x & 3) << 2 | (table[1] & 3) << 4",
                    "(gc & 3) | (u.c[1] & 7) << 2 | (s0.f & 7) << 5",
                    "(gu & 15) | (*gp & 3) << 4 | (s0.in.a & 3) << 6",
                    "(g1 & 7) | (int)(gw & 3) << 3 | (s0.g & 7) << 5",
                    "(gb & 1) | (gh & 7) << 1 | (u.h[1] & 7) << 4",
                ]);
                plain(self.ending(text, end, &mut dice)?)
            }
            Family::Linked => {
                let text = linked::program(seed);
                match dice.below(2) {
                    0 => plain(memory(text, &mut dice)),
                    _ => {
                        let end = dice.pick(&[
                            "(a != 0) | (b == c) << 1 | (a && a->v == 2) << 2",
                            "(a && a->next == b) | (g != 0) << 1 | (*at == a) << 2",
                            "(b && b->v == 1) | (b && b->prev == a) << 1 | (i == 1) << 2",
                            "(first.next != 0) | (head.to == &head) << 1 | (a == g) << 2",
                        ]);
                        plain(self.ending(text, end, &mut dice)?)
                    }
                }
            }
            Family::Lists => {
                let text = lists::program(seed);
                match dice.below(3) {
                    0 => plain(memory(text, &mut dice)),
                    _ => {
                        let end = dice.pick(&[
                            "(x != 0) | (x == y) << 1 | (y == z) << 2",
                            "(x && x->next == y) | (y && y->next == 0) << 1",
                            "(z && z->data == 1) | (x == z) << 1",
                            "(x && x->next && x->next->next == x) | (y != 0) << 1",
                        ]);
                        plain(self.ending(text, end, &mut dice)?)
                    }
                }
            }
            Family::Tables => plain(memory(tables::program(seed), &mut dice)),
            Family::Annotated => {
                let property = dice.pick(&["assert", "assert", "valid-deref"]);
                plain(Question::new(annotated::program(seed), property))
            }
            Family::Handles => plain(with_automaton(seed, &mut dice)),
            Family::Mutants => self.mutant(&mut dice),
            Family::Csmith => {
                let text = csmith::program(number, self.folder)?;
                let question = Question::new(text, "unreach-call");
                plain(self.aim(question, &mut dice)?)
            }
        }
    }

    fn aimed(&self, number: u64, dice: &mut Dice) -> Option<Made> {
        let seed = dice.number() >> 16;
        let seed = seed - seed % aimed::COUNT + number / 20 * 9 % aimed::COUNT;
        let program = aimed::program(seed + number % 20 % aimed::COUNT);
        let question = match dice.below(5) {
            0 => memory(program.text.replace("TARGET", "-77"), dice),
            1 if dice.below(3) == 0 => {
                let text = program.text.replace("TARGET", "-77");
                Question::new(text, "no-overflow")
            }
            _ => {
                let mut question = Question::new(program.text, "unreach-call");
                question.ilp32 = dice.below(4) == 0;
                self.aim(question, dice)?
            }
        };
        Some(Made {
            question,
            about: program.topic.to_owned(),
        })
    }

    /// A program of `main` whose end returns a number that is forbidden or not.
    fn ending(&self, text: String, end: &str, dice: &mut Dice) -> Option<Question> {
        let (before, _) = text.rsplit_once("    return 0;")?;
        let text = format!(
            "{before}    int code = (int)({end});\n    if (code == TARGET)\n        reach_error();\n    \
             return code;\n}}\n"
        );
        let text = match text.contains("void reach_error(void)") {
            true => text,
            false => format!("extern void reach_error(void);\n{text}"),
        };
        let mut question = Question::new(text, "unreach-call");
        question.ilp32 = dice.below(4) == 0;
        self.aim(question, dice)
    }

    /// Says which end is forbidden: one that few runs come to, or one that none of those
    /// comes to that were tried.
    fn aim(&self, mut question: Question, dice: &mut Dice) -> Option<Question> {
        question.malloc_succeeds |= dice.below(2) == 0;
        let with = |target: i32| Question {
            text: question.text.replace("TARGET", &target.to_string()),
            ..question.clone()
        };
        let unaimed = with(-77_777);
        let file = self.folder.join("aimed.c");
        fs::write(&file, unaimed.file()).ok()?;
        let Ok(task) = unaimed.task(&file) else {
            // Let the report count it.
            return Some(unaimed);
        };
        let ends = oracle::ends(&task);
        let rarest = ends.iter().min_by_key(|(end, count)| (**count, **end));
        Some(match (dice.below(2), rarest) {
            (0, Some((end, _))) => with(*end),
            _ => {
                let near = ends
                    .keys()
                    .nth(dice.below(ends.len().max(1) as u64) as usize);
                let near = near.copied().unwrap_or(0);
                let free = (0..).flat_map(|d| [near.wrapping_add(d), near.wrapping_sub(d)]);
                with(free.into_iter().find(|end| !ends.contains_key(end))?)
            }
        })
    }

    fn mutant(&self, dice: &mut Dice) -> Option<Made> {
        let programs = &self.corpus.programs;
        for _ in 0..8 {
            let count = programs.len() as u64;
            let original = programs.get(dice.below(count.max(1)) as usize)?;
            let mut question = original.question.clone();
            for _ in 0..1 + dice.below(2) {
                question.text = mutate::mutant(&question.text, dice)?;
            }
            let file = self.folder.join("mutant.c");
            fs::write(&file, question.file()).ok()?;
            // Many changes make no program.
            if question.task(&file).is_ok() {
                return Some(Made {
                    question,
                    about: original.name.clone(),
                });
            }
        }
        None
    }
}

/// The question about memory.
fn memory(text: String, dice: &mut Dice) -> Question {
    let property = MEMORY[dice.below(3) as usize];
    let mut question = Question::new(text, property);
    if dice.below(3) == 0 {
        question.properties = MEMORY.iter().map(|&p| p.to_owned()).collect();
    }
    vary(&mut question, dice);
    question
}

/// What C means, where that is a choice.
fn vary(question: &mut Question, dice: &mut Dice) {
    question.ilp32 = dice.below(4) == 0;
    question.malloc_succeeds = dice.below(2) == 0;
    question.overflow_is_error = dice.below(6) == 0;
    question.unknown_calls_havoc = dice.below(6) == 0;
}

fn with_automaton(seed: u64, dice: &mut Dice) -> Question {
    let (text, spec) = match dice.below(4) {
        0 => (handles::program(seed, &[]), "stdio"),
        1 => (handles::program(seed, &["leaks"]), "stdio:leaks"),
        2 => (handles::with_locks(seed), "lock"),
        _ => (handles::memory_program(seed), "stdio"),
    };
    Question {
        properties: Vec::new(),
        spec: Some(spec.to_owned()),
        ..Question::new(text, "")
    }
}
