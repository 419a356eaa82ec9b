//! Heap predicates that users declare (`predicate …` in a file of declarations), in the
//! language of `predicate.rs`. Names are those that the tool prints.

use super::conditions::variable;
use super::predicate::{End, Object, Predicate};
use crate::shapes::class::{Names, NodePredicate, main};
use crate::shapes::declare::{self, Declaration};
use crate::shapes::labels::Labels;
use crate::shapes::places::{CellId, FieldId, Places};
use crate::shapes::precision::fields_of;
use engine::Cx;
use logic::{FormulaId, Scope, Time};
use program::{Diagnostic, Id, PlaceId, Program, Span};
use std::cell::OnceCell;

/// What is wrong with the heap predicates that a task declares. Their text begins at `base`
/// in its source map.
pub fn misunderstood(cx: &Cx<'_>, base: u32) -> Vec<Diagnostic> {
    let (places, labels) = (Places::new(cx), OnceCell::new());
    let names = Names {
        cx,
        places: &places,
        labels: &labels,
    };
    declared(&names, base).1
}

/// The heap predicates that a task declares.
pub fn declared(names: &Names<'_>, base: u32) -> (Vec<Predicate>, Vec<Diagnostic>) {
    let (declarations, _) = declare::read(names.cx.declarations, base);
    let (mut predicates, mut problems) = (Vec::new(), Vec::new());
    let mut words = OnceCell::new();
    for declaration in &declarations {
        let Declaration::Predicate { text, span } = declaration else {
            continue;
        };
        words.get_or_init(|| Known::new(names));
        let known = words.get_mut().expect("it was made");
        let mut reader = Reader {
            names,
            known,
            text,
            at: 0,
            start: span.lo,
        };
        match reader.whole() {
            Ok(predicate) => predicates.push(predicate),
            Err(problem) => problems.push(problem),
        }
    }
    (predicates, problems)
}

/// What can be named.
struct Known {
    cells: Vec<(String, CellId)>,
    fields: Vec<(String, FieldId)>,
    data: Vec<(String, i64, u8)>,
    /// Texts add expressions to a program; those of this one are in it, too.
    program: Program,
    scope: Scope,
}

impl Known {
    fn new(names: &Names<'_>) -> Known {
        let (cx, places) = (names.cx, names.places);
        let cells = places.cell_ids().map(|cell| (names.cell(cell), cell));
        let fields = places.field_ids().map(|field| (names.field(field), field));
        let labels = Labels::new(cx, places);
        let mut data = Vec::new();
        for place in (0..cx.program.exprs.place_count()).map(PlaceId::new) {
            for (offset, width) in fields_of(cx, places, place) {
                let name = labels.data(offset, width).map(str::to_owned);
                let name = name.unwrap_or_else(|| format!("+{offset}:{width}"));
                data.push((name, offset, width));
            }
        }
        data.sort();
        data.dedup();
        Known {
            cells: cells.collect(),
            fields: fields.collect(),
            data,
            program: cx.program.clone(),
            scope: Scope::new(cx.program, main(cx.program)),
        }
    }
}

struct Reader<'a, 'n> {
    names: &'a Names<'n>,
    known: &'a mut Known,
    text: &'a str,
    at: usize,
    start: u32,
}

type Read<T> = Result<T, Diagnostic>;

impl Reader<'_, '_> {
    fn whole(&mut self) -> Read<Predicate> {
        let predicate = self.either()?;
        match self.rest().is_empty() {
            true => Ok(predicate),
            false => Err(self.expected("`&`, `|` or the end of the line")),
        }
    }

    fn either(&mut self) -> Read<Predicate> {
        let mut parts = vec![self.both()?];
        while self.takes("|") {
            parts.push(self.both()?);
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => Predicate::Or(parts),
        })
    }

    fn both(&mut self) -> Read<Predicate> {
        let mut parts = vec![self.one()?];
        while self.takes("&") {
            parts.push(self.one()?);
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => Predicate::And(parts),
        })
    }

    fn one(&mut self) -> Read<Predicate> {
        if self.takes("!") {
            return Ok(Predicate::Not(Box::new(self.one()?)));
        }
        let begin = self.at;
        if self.takes("(") {
            let inner = self.either();
            let ends = inner.is_ok() && self.takes(")") && self.is_end();
            match inner {
                Ok(inner) if ends => return Ok(inner),
                _ => self.at = begin,
            }
        }
        if self.takes_word("acyclic") {
            let fields = self.fields()?;
            return Ok(Predicate::Acyclic(fields));
        }
        if self.takes_word("freed") {
            self.must("(")?;
            let object = self.object()?;
            self.must(")")?;
            return Ok(Predicate::Freed(object));
        }
        if let Ok(fields) = self.fields()
            && self.takes("*(")
        {
            let from = self.end()?;
            self.must(",")?;
            let to = self.object()?;
            self.must(")")?;
            return Ok(Predicate::Reaches(fields, from, to));
        }
        self.at = begin;
        match self.find_object() {
            Some(object) => self.about(object),
            None => self.condition(),
        }
    }

    /// Behind an object.
    fn about(&mut self, object: Object) -> Read<Predicate> {
        let mut end = End {
            object,
            field: None,
        };
        while self.takes("->") {
            let begin = self.at;
            match self.find_field() {
                Some(field) if end.field.is_none() => end.field = Some(field),
                Some(_) => {
                    self.at = begin;
                    return Err(self.expected("data behind the link"));
                }
                None => return self.data(end),
            }
        }
        if end != End::IT && self.takes_word("points") {
            return Ok(Predicate::Points(end));
        }
        let is_equal = match () {
            () if self.takes("==") => true,
            () if self.takes("!=") => false,
            () => return Err(self.expected("`points`, `==` or `!=`")),
        };
        let same = match end != End::IT && (self.takes_word("NULL") || self.takes_word("0")) {
            true => Predicate::Null(end),
            false => Predicate::Same(end, self.end()?),
        };
        Ok(negated(same, !is_equal))
    }

    fn data(&mut self, of: End) -> Read<Predicate> {
        let known = self.known.data.iter();
        let named = longest(self.rest(), known.map(|(name, o, w)| (name, (*o, *w))));
        let Some((length, (offset, width))) = named else {
            return Err(self.expected("a field of linked structures"));
        };
        self.skip(length);
        let is_equal = match () {
            () if self.takes("==") => true,
            () if self.takes("!=") => false,
            () => return Err(self.expected("`==` or `!=`")),
        };
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let value: u128 = match rest[..digits].parse() {
            Ok(value) => value,
            Err(_) => return Err(self.expected("a number without sign, as it lies in memory")),
        };
        if width < 16 && value >> (8 * u32::from(width)) != 0 {
            return Err(self.expected("a number that fits"));
        }
        self.skip(digits);
        let data = NodePredicate {
            offset,
            width,
            value,
        };
        Ok(negated(Predicate::Data(of, data), !is_equal))
    }

    fn end(&mut self) -> Read<End> {
        let object = self.object()?;
        let field = match self.takes("->") {
            true => Some(
                self.find_field()
                    .ok_or_else(|| self.expected("a field that is a link"))?,
            ),
            false => None,
        };
        Ok(End { object, field })
    }

    fn object(&mut self) -> Read<Object> {
        let found = self.find_object();
        found.ok_or_else(|| self.expected("`v` or a pointer to linked structures"))
    }

    fn find_object(&mut self) -> Option<Object> {
        if self.takes_word("v") {
            return Some(Object::It);
        }
        let cells = self.known.cells.iter();
        let found = longest(self.rest(), cells.map(|(name, cell)| (name, *cell)));
        found.map(|(length, cell)| {
            self.skip(length);
            Object::Cell(cell)
        })
    }

    fn find_field(&mut self) -> Option<FieldId> {
        let fields = self.known.fields.iter();
        let found = longest(self.rest(), fields.map(|(name, field)| (name, *field)));
        found.map(|(length, field)| {
            self.skip(length);
            field
        })
    }

    /// `next`, `left|right`
    fn fields(&mut self) -> Read<Vec<FieldId>> {
        let mut all = Vec::new();
        loop {
            let field = self.find_field();
            all.push(field.ok_or_else(|| self.expected("a field that is a link"))?);
            // Another one must follow, or it is an "or".
            let begin = self.at;
            if !(self.takes("|") && self.find_field().is_some()) {
                self.at = begin;
                break;
            }
            self.at = begin;
            self.takes("|");
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// A condition on numbers: up to what is no part of it.
    fn condition(&mut self) -> Read<Predicate> {
        let rest = self.rest().to_owned();
        let mut depth = 0;
        let mut length = rest.len();
        let bytes = rest.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            let two = bytes.get(i..i + 2);
            match bytes[i] {
                _ if two == Some(b"&&") || two == Some(b"||") => i += 1,
                b'(' => depth += 1,
                b')' if depth == 0 => length = length.min(i),
                b')' => depth -= 1,
                b'&' | b'|' if depth == 0 => length = length.min(i),
                _ => {}
            }
            if length < rest.len() {
                break;
            }
            i += 1;
        }
        let text = rest[..length].trim_end();
        if text.is_empty() {
            return Err(self.expected("a heap predicate"));
        }
        let formula = self.parsed(text)?;
        self.skip(text.len());
        Ok(Predicate::Condition(formula))
    }

    fn parsed(&mut self, text: &str) -> Read<FormulaId> {
        let (cx, begin) = (self.names.cx, self.begin());
        let end = begin + text.len() as u32;
        let wrong = |message: &str| Diagnostic::error(Span::new(begin, end), message);
        let Known { program, scope, .. } = &mut *self.known;
        let types = program.types.len();
        let mut logic = cx.logic.borrow_mut();
        let formula = logic.parse(program, scope, text).map_err(|e| {
            let at = (begin + e.at as u32).min(end.saturating_sub(1));
            Diagnostic::error(Span::new(at, end), e.message)
        })?;
        let formula = logic.rename(program, formula, |_| Time::Before);
        if program.types.len() > types {
            return Err(wrong("the program has no such type"));
        }
        for (_, expr) in logic.expressions(formula) {
            if variable(program, expr).is_none() {
                let message = "only integer variables whose address is not taken are told apart";
                return Err(wrong(message));
            }
            if expr.index() >= cx.program.exprs.len() {
                return Err(wrong("the program does not read this"));
            }
        }
        Ok(formula)
    }

    // Words.

    fn rest(&self) -> &str {
        self.text[self.at..].trim_start()
    }

    /// Where the rest begins in the source map.
    fn begin(&self) -> u32 {
        self.start + (self.text.len() - self.rest().len()) as u32
    }

    fn skip(&mut self, length: usize) {
        self.at = self.text.len() - self.rest().len() + length;
    }

    fn is_end(&self) -> bool {
        let rest = self.rest();
        rest.is_empty() || rest.starts_with(['&', '|', ')'])
    }

    fn takes(&mut self, word: &str) -> bool {
        let is = self.rest().starts_with(word);
        if is {
            self.skip(word.len());
        }
        is
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let is = rest
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(is_letter));
        if is {
            self.skip(word.len());
        }
        is
    }

    fn must(&mut self, word: &str) -> Read<()> {
        match self.takes(word) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{word}`"))),
        }
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !is_letter(c))
            .unwrap_or(rest.len())
            .max(rest.chars().next().map_or(0, char::len_utf8));
        let found = match &rest[..length] {
            "" => "the end of the line".to_owned(),
            word => format!("`{word}`"),
        };
        let begin = self.begin();
        let span = match length {
            // What is missing is missing after the last word.
            0 => Span::new(begin.saturating_sub(1), begin),
            length => Span::new(begin, begin + length as u32),
        };
        Diagnostic::error(span, format!("expected {what}, found {found}"))
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn negated(predicate: Predicate, negated: bool) -> Predicate {
    match negated {
        true => Predicate::Not(Box::new(predicate)),
        false => predicate,
    }
}

/// The longest of some names with which a text begins.
fn longest<'n, T>(text: &str, names: impl Iterator<Item = (&'n String, T)>) -> Option<(usize, T)> {
    let fits = names.filter(|(name, _)| {
        let rest = text.strip_prefix(name.as_str());
        rest.is_some_and(|rest| !rest.starts_with(is_letter))
    });
    let found = fits.max_by_key(|(name, _)| name.len());
    found.map(|(name, what)| (name.len(), what))
}
