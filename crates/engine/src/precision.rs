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
//!
//! People can write it, too: what they say without a number is so everywhere in a function,
//! and they can say which analyses there are and which variables one of them follows.
//!
//! ```text
//! # concord precision 1
//! analyses predicates:trivectors+signs
//! square_root: x * x <= n
//! square_root: follow signs n, x
//! ```

use crate::explore::Exploration;
use crate::task::Task;
use logic::{FormulaId, Logic, Scope, Time};
use program::{Diagnostic, ExprId, FunctionId, Id, Location, Name, Program, Span, VarId};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write;

/// The first line. The number grows when older readers would misunderstand the rest.
const HEADER: &str = "# concord precision 1";

/// A text as it was read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Written {
    /// The analyses that it names, and where.
    pub analyses: Option<(String, Span)>,
    pub given: Vec<Given>,
}

/// A line as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    function: String,
    /// None for all of them.
    location: Option<usize>,
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
    /// An analysis follows this variable, and no others but those that are named for it.
    Followed(Name, VarId),
}

/// The lines of a text that begins at `base` in its source map. Err if it is no
/// precision.
pub fn read(text: &str, base: u32) -> Result<Written, Diagnostic> {
    let mut written = Written::default();
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
        } else if let Some(names) = line.strip_prefix(ANALYSES) {
            let span = Span::new(start + ANALYSES.len() as u32, span.hi);
            written.analyses = Some((names.trim().to_owned(), span));
        } else if !line.is_empty() && !line.starts_with('#') {
            let message = "a line of a precision is FUNCTION NUMBER (PLACE): FACT, \
                           FUNCTION: FACT or analyses A+B+C";
            let read = read_line(line, start);
            let given = read.ok_or_else(|| Diagnostic::error(span, message))?;
            written.given.push(given);
        }
    }
    Ok(written)
}

/// What the line with the analyses begins with.
const ANALYSES: &str = "analyses ";

fn read_line(line: &str, start: u32) -> Option<Given> {
    let (function, rest) = line.split_once(' ')?;
    if let Some(function) = function.strip_suffix(':') {
        let fact = rest.trim_start();
        let fact_at = start + (line.len() - fact.len()) as u32;
        return (!fact.is_empty() && !function.is_empty()).then(|| Given {
            function: function.to_owned(),
            location: None,
            fact: fact.to_owned(),
            place_span: Span::new(start, start + function.len() as u32),
            fact_span: Span::new(fact_at, start + line.len() as u32),
        });
    }
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
        location: Some(number.parse().ok()?),
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
            Ok(facts) => known.extend(facts),
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
) -> Result<Vec<Known>, Diagnostic> {
    let nowhere = |message: String| Diagnostic::warning(line.place_span, message);
    let name = &line.function;
    let function = program
        .functions
        .ids()
        .find(|&f| program.functions[f].body.is_some() && program.show(f).to_string() == *name)
        .ok_or_else(|| nowhere(format!("there is no function '{name}'")))?;
    let body = program.functions[function].body.as_ref();
    let places: Vec<Location> = match (line.location, body) {
        (Some(number), Some(body)) if number < body.location_count() => vec![Location::new(number)],
        (None, Some(body)) => {
            let all = body.locations();
            all.filter(|&at| body.error_at(at).is_none()).collect()
        }
        _ => return Err(nowhere(format!("'{name}' has no location of this number"))),
    };
    let everywhere = |fact: Fact| {
        let known = places.iter().map(|&at| Known {
            place: (function, at),
            fact,
        });
        known.collect::<Vec<_>>()
    };
    if line.fact == "apart" {
        return Ok(everywhere(Fact::Apart));
    }
    if let Some(text) = line.fact.strip_prefix("follow ") {
        return followed(program, line, function, text);
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
    Ok(everywhere(fact))
}

/// `follow ANALYSIS x, y`.
fn followed(
    program: &mut Program,
    line: &Given,
    function: FunctionId,
    text: &str,
) -> Result<Vec<Known>, Diagnostic> {
    let start = line.fact_span.hi - text.len() as u32;
    let wrong = |part: &str, message: String| {
        // A part of the text.
        let at = start + (part.as_ptr() as usize - text.as_ptr() as usize) as u32;
        Diagnostic::warning(Span::new(at, at + part.len().max(1) as u32), message)
    };
    let Some((analysis, names)) = text.split_once(' ') else {
        let message = "which variables it follows is missing".to_owned();
        return Err(wrong(text, message));
    };
    let analysis = program.names.intern(analysis);
    let entry = program.functions[function].body.as_ref().map(|b| b.entry());
    let mut known = Vec::new();
    for part in names.split(',') {
        let name = part.trim();
        let f = &program.functions[function];
        let own = f.parameters.iter().chain(&f.locals).copied();
        let statics = program
            .vars
            .ids()
            .filter(|&v| program.vars[v].kind.is_static());
        let mut all = own.chain(statics);
        let found = all.find(|&v| &program.names[program.vars[v].name] == name);
        let Some(var) = found else {
            return Err(wrong(name, format!("there is no variable '{name}'")));
        };
        known.extend(entry.map(|at| Known {
            place: (function, at),
            fact: Fact::Followed(analysis, var),
        }));
    }
    Ok(known)
}

/// The lines that people wrote, as they stand; those with places are found again.
pub fn by_hand(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().skip(1);
    lines.filter(|line| {
        let has_place = read_line(line.trim_end(), 0).is_some_and(|given| given.location.is_some());
        !has_place && !line.trim().is_empty()
    })
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
    /// What is told apart, as text, behind the lines that people wrote; None if nothing here
    /// can become more precise.
    pub fn precision(&self, by_hand: &str) -> Option<String> {
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
                Fact::Followed(analysis, var) => {
                    let (analysis, var) = (&program.names[analysis], program.vars[var].name);
                    format!("follow {analysis} {}", &program.names[var])
                }
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
        let mut text = format!("{HEADER}\n{by_hand}");
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
        let text = format!("{text}analyses signs+types\nmain: follow signs x, y\n");
        let Written { given, analyses } = read(&text, 100).expect("a precision");
        let facts: Vec<_> = given
            .iter()
            .map(|g| (g.function.as_str(), g.location, g.fact.as_str()))
            .collect();
        let expected = [
            ("main", Some(44), "x == (int)y"),
            ("f", Some(0), "value p->x"),
            ("main", None, "follow signs x, y"),
        ];
        assert_eq!(facts, expected);
        assert_eq!(analyses.map(|(names, _)| names), Some("signs+types".into()));
        let kept: Vec<_> = by_hand(&text).collect();
        assert_eq!(
            kept,
            ["# why", "analyses signs+types", "main: follow signs x, y"]
        );
        for line in &given {
            let (lo, hi) = (line.fact_span.lo - 100, line.fact_span.hi - 100);
            assert_eq!(&text[lo as usize..hi as usize], line.fact);
        }
        assert!(read("", 0).is_ok_and(|written| written.given.is_empty()));
        for wrong in [
            "x == 0\n",
            "# concord precision 2\n",
            "# concord precision 1\nmain:\n",
            "# concord precision 1\nmain 4 x == 0\n",
            "# concord precision 1\nmain 4 (a.c:3) x == 0\n",
            "# concord precision 1\nmain 4 (a.c:3):\n",
            "# concord precision 1\nmain 99999999999999999999: x == 0\n",
        ] {
            assert!(read(wrong, 0).is_err(), "{wrong}");
        }
    }
}
