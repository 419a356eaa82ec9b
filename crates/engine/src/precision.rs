//! A precision as text: what refinement has found out, kept for another time.
//!
//! A line is about a place, by its function and the number of its location in the woven
//! automaton; the line of the source is for people:
//!
//! ```text
//! # concord precision 1
//! main 44 (file.c:99): state == 12292
//! main 44 (file.c:99): value state
//! main 61 (file.c:120): apart
//! ```
//!
//! A formula is a predicate that is tracked there; with `value` the values of a cell are
//! told apart; `apart` says that states are not merged. All of it is a hint: it decides
//! how states are told apart, never what is true.

use crate::explore::Exploration;
use crate::task::Task;
use logic::{FormulaId, Logic, Scope, Time};
use program::{Diagnostic, ExprId, FunctionId, Id, Location, Program, Span};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write;

/// The first line. The number grows when older readers would misunderstand the rest.
const HEADER: &str = "# concord precision 1";

/// A line as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    function: String,
    location: usize,
    fact: String,
    /// Of the place, and of the fact, in the file of precisions.
    place_span: Span,
    fact_span: Span,
}

/// What is to be told apart at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub place: (FunctionId, Location),
    pub fact: Fact,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// Whether a formula over `@1` holds.
    Holds(FormulaId),
    /// The values of a scalar expression.
    Values(ExprId),
    /// All states: they are not merged.
    Apart,
}

/// The lines of a text that begins at `base` in its source map. Err if it is no
/// precision.
pub fn read(text: &str, base: u32) -> Result<Vec<Given>, Diagnostic> {
    let mut given = Vec::new();
    let mut at = base;
    let mut begun = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len() as u32;
        let line = line.trim_end();
        let span = Span::new(start, start + line.len() as u32);
        if !begun && !line.is_empty() {
            if line != HEADER {
                let message = format!("a precision begins with the line `{HEADER}`");
                return Err(Diagnostic::error(span, message));
            }
            begun = true;
        } else if !line.is_empty() && !line.starts_with('#') {
            let message = "a line of a precision is FUNCTION NUMBER (PLACE): FACT";
            let read = read_line(line, start);
            given.push(read.ok_or_else(|| Diagnostic::error(span, message))?);
        }
    }
    Ok(given)
}

fn read_line(line: &str, start: u32) -> Option<Given> {
    let (function, rest) = line.split_once(' ')?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = rest.split_at(digits);
    let fact = match rest.strip_prefix(" (") {
        Some(rest) => rest.split_once("): ")?.1,
        None => rest.strip_prefix(": ")?,
    };
    let fact = fact.trim_start();
    let fact_at = start + (line.len() - fact.len()) as u32;
    let place_end = start + (function.len() + 1 + digits) as u32;
    (!fact.is_empty() && !function.is_empty()).then_some(Given {
        function: function.to_owned(),
        location: number.parse().ok()?,
        fact: fact.to_owned(),
        place_span: Span::new(start, place_end),
        fact_span: Span::new(fact_at, start + line.len() as u32),
    })
}

/// What lines mean in a woven program, to which their expressions are added; and
/// warnings about those that mean nothing there.
pub(crate) fn understand(
    program: &mut Program,
    logic: &mut Logic,
    given: &[Given],
) -> (Vec<Known>, Vec<Diagnostic>) {
    let mut scopes = BTreeMap::new();
    let (mut known, mut warnings) = (Vec::new(), Vec::new());
    for line in given {
        match understand_line(program, logic, &mut scopes, line) {
            Ok(fact) => known.push(fact),
            Err(warning) => warnings.push(warning),
        }
    }
    (known, warnings)
}

fn understand_line(
    program: &mut Program,
    logic: &mut Logic,
    scopes: &mut BTreeMap<FunctionId, Scope>,
    line: &Given,
) -> Result<Known, Diagnostic> {
    let nowhere = |message: String| Diagnostic::warning(line.place_span, message);
    let name = &line.function;
    let function = program
        .functions
        .ids()
        .find(|&f| program.functions[f].body.is_some() && program.show(f).to_string() == *name)
        .ok_or_else(|| nowhere(format!("there is no function '{name}'")))?;
    let body = program.functions[function].body.as_ref();
    if body.is_none_or(|b| line.location >= b.location_count()) {
        return Err(nowhere(format!("'{name}' has no location of this number")));
    }
    let place = (function, Location::new(line.location));
    if line.fact == "apart" {
        let fact = Fact::Apart;
        return Ok(Known { place, fact });
    }
    let scope: &Scope = match scopes.entry(function) {
        Entry::Occupied(made) => made.into_mut(),
        Entry::Vacant(none) => none.insert(Scope::new(program, Some(function))),
    };
    let (text, is_value) = match line.fact.strip_prefix("value ") {
        Some(text) => (text.trim_start(), true),
        None => (line.fact.as_str(), false),
    };
    let start = line.fact_span.hi - text.len() as u32;
    let wrong = |at: usize, message: String| {
        let at = (start + at as u32).min(line.fact_span.hi.saturating_sub(1));
        Diagnostic::warning(Span::new(at, line.fact_span.hi), message)
    };
    let fact = match is_value {
        true => {
            let expr = logic.parse_expression(program, scope, text);
            let expr = expr.map_err(|e| wrong(e.at, e.message))?;
            if !program.types.is_scalar(program.exprs.ty(expr)) {
                return Err(wrong(0, "only scalars have values".to_owned()));
            }
            Fact::Values(expr)
        }
        false => {
            let formula = logic.parse(program, scope, text);
            let formula = formula.map_err(|e| wrong(e.at, e.message))?;
            // A text has no times, and may have any.
            Fact::Holds(logic.rename(program, formula, |_| Time::Before))
        }
    };
    Ok(Known { place, fact })
}

/// Warnings about the lines that mean nothing in the task's program.
pub fn misunderstood(task: &Task) -> Vec<Diagnostic> {
    if task.precision.is_empty() {
        return Vec::new();
    }
    let Some(mut woven) = task.woven() else {
        return Vec::new();
    };
    understand(&mut woven.program, &mut Logic::new(), &task.precision).1
}

impl Exploration<'_> {
    /// What is told apart, as text; None if nothing here can become more precise.
    pub fn precision(&self) -> Option<String> {
        let components = self.product().components().iter();
        let refining: Vec<_> = components.filter(|c| c.refines()).collect();
        if refining.is_empty() {
            return None;
        }
        let cx = self.cx();
        let mut lines: BTreeMap<(FunctionId, Location), Vec<String>> = BTreeMap::new();
        let mut add = |known: Known| {
            let program = cx.program;
            let text = match known.fact {
                Fact::Holds(formula) => {
                    let logic = cx.logic.borrow();
                    let home = Some(known.place.0);
                    let shown = logic.show_plain(program, formula, Time::Before, home);
                    shown.to_string()
                }
                Fact::Values(expr) => format!("value {}", program.show((known.place.0, expr))),
                Fact::Apart => "apart".to_owned(),
            };
            lines.entry(known.place).or_default().push(text);
        };
        for place in self.kept_apart() {
            let fact = Fact::Apart;
            add(Known { place, fact });
        }
        for component in refining {
            component.precision(cx).into_iter().for_each(&mut add);
        }
        let mut text = format!("{HEADER}\n");
        for ((function, at), mut facts) in lines {
            facts.sort();
            facts.dedup();
            let place = show_place(cx.program, function, at);
            for fact in facts {
                let _ = writeln!(text, "{place}: {fact}");
            }
        }
        Some(text)
    }
}

fn show_place(program: &Program, function: FunctionId, at: Location) -> String {
    let body = program.functions[function].body.as_ref();
    let edge = body.and_then(|b| b.leaving(at).first());
    let span = edge.map_or(Span::NONE, |e| e.span);
    let source = match program.sources.position(span) {
        Some(at) => format!(" ({}:{})", at.file, at.line),
        None => String::new(),
    };
    format!("{} {}{source}", program.show(function), at.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let text =
            "# concord precision 1\n\n# why\nmain 44 (a (1).c:9): x == (int)y\nf 0: value p->x\n";
        let given = read(text, 100).expect("a precision");
        let facts: Vec<_> = given
            .iter()
            .map(|g| (g.function.as_str(), g.location, g.fact.as_str()))
            .collect();
        let expected = [("main", 44, "x == (int)y"), ("f", 0, "value p->x")];
        assert_eq!(facts, expected);
        for line in &given {
            let (lo, hi) = (line.fact_span.lo - 100, line.fact_span.hi - 100);
            assert_eq!(&text[lo as usize..hi as usize], line.fact);
        }
        assert!(read("", 0).is_ok_and(|given| given.is_empty()));
        for wrong in [
            "x == 0\n",
            "# concord precision 2\n",
            "# concord precision 1\nmain: x == 0\n",
            "# concord precision 1\nmain 4 x == 0\n",
            "# concord precision 1\nmain 4 (a.c:3) x == 0\n",
            "# concord precision 1\nmain 4 (a.c:3):\n",
            "# concord precision 1\nmain 99999999999999999999: x == 0\n",
        ] {
            assert!(read(wrong, 0).is_err(), "{wrong}");
        }
    }
}
