//! The language in which users declare shape types, one declaration a line:
//!
//! ```text
//! list struct item by link.next back link.prev   # prev leads back where next came from
//! ring struct node by next
//! tree struct tree by left, right back up
//! nest struct outer by next, sub with struct inner by next
//! data struct node h == 3, h == 1
//! fine struct node
//! predicate v->next==x | next*(y, v)
//! ```
//!
//! Here is what the text says; what that means in a program is in `declared.rs`.

use program::{Diagnostic, RecordKind, Span};

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// Paths go by the fields of all parts together; with `alone`, by each one, too.
    Paths { parts: Vec<Part>, alone: bool },
    /// What is told apart about the data of nodes, wherever their shape is tracked.
    Data { record: Named, facts: Vec<Equation> },
    /// The finer variant comes first.
    Fine { record: Named },
    /// For boolean heaps, which read it.
    Predicate { text: String, span: Span },
}

/// Fields of one structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub record: Named,
    pub by: Vec<Member>,
    /// Those that lead back from where each of the others leads.
    pub back: Vec<Member>,
}

/// A structure or union, by its tag or by a typedef's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// None: a typedef.
    pub kind: Option<RecordKind>,
    pub name: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// From the outermost.
    pub steps: Vec<Step>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Name(String),
    Index(u64),
}

/// `member == value`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    pub member: Member,
    pub value: i128,
    pub value_span: Span,
}

/// The declarations of a text that begins at `base` in its source map, and what is wrong
/// with the lines that are none.
pub fn read(text: &str, base: u32) -> (Vec<Declaration>, Vec<Diagnostic>) {
    let (mut declarations, mut errors) = (Vec::new(), Vec::new());
    let mut start = base;
    for line in text.split_inclusive('\n') {
        let said = line.split('#').next().unwrap_or_default().trim_end();
        if !said.is_empty() {
            let mut reader = Reader {
                text: said,
                at: 0,
                start,
            };
            match reader.declaration() {
                Ok(declaration) => declarations.push(declaration),
                Err(error) => errors.push(error),
            }
        }
        start += line.len() as u32;
    }
    (declarations, errors)
}

struct Reader<'a> {
    /// A line without its comment.
    text: &'a str,
    at: usize,
    start: u32,
}

type Read<T> = Result<T, Diagnostic>;

impl<'a> Reader<'a> {
    fn declaration(&mut self) -> Read<Declaration> {
        let (word, span) = self.next();
        let declaration = match word {
            "list" | "ring" => {
                let part = self.part()?;
                if let [_, second, ..] = &part.by[..] {
                    let message =
                        format!("a {word} goes by one field; `tree` and `nest` go by several");
                    return Err(Diagnostic::error(second.span, message));
                }
                let (parts, alone) = (vec![part], false);
                Declaration::Paths { parts, alone }
            }
            "tree" => {
                let (parts, alone) = (vec![self.part()?], false);
                Declaration::Paths { parts, alone }
            }
            "nest" => {
                let (mut parts, alone) = (vec![self.part()?], true);
                while self.takes("with") {
                    parts.push(self.part()?);
                }
                Declaration::Paths { parts, alone }
            }
            "data" => {
                let record = self.record()?;
                let facts = self.several(Self::equation)?;
                Declaration::Data { record, facts }
            }
            "fine" => {
                let record = self.record()?;
                Declaration::Fine { record }
            }
            "predicate" => {
                let rest = &self.text[self.at..];
                let text = rest.trim_start();
                let lo = self.start + (self.text.len() - text.len()) as u32;
                self.at = self.text.len();
                Declaration::Predicate {
                    text: text.to_owned(),
                    span: Span::new(lo, lo + text.len() as u32),
                }
            }
            _ => {
                let message = "a declaration begins with `list`, `ring`, `tree`, `nest`, `data`, \
                               `fine` or `predicate`";
                return Err(Diagnostic::error(span, message));
            }
        };
        match self.peek().0.is_empty() {
            true => Ok(declaration),
            false => Err(self.expected("the end of the line")),
        }
    }

    /// `struct TAG by MEMBER, … back MEMBER, …`
    fn part(&mut self) -> Read<Part> {
        let record = self.record()?;
        if !self.takes("by") {
            return Err(self.expected("`by`"));
        }
        let by = self.several(Self::member)?;
        let back = match self.takes("back") {
            true => self.several(Self::member)?,
            false => Vec::new(),
        };
        Ok(Part { record, by, back })
    }

    fn record(&mut self) -> Read<Named> {
        let first = self.peek().1;
        let kind = match () {
            () if self.takes("struct") => Some(RecordKind::Struct),
            () if self.takes("union") => Some(RecordKind::Union),
            () => None,
        };
        let (word, span) = self.peek();
        if !is_name(word) {
            return Err(self.expected(match kind {
                Some(_) => "a tag",
                None => "`struct`, `union` or the name of a type",
            }));
        }
        self.next();
        Ok(Named {
            kind,
            name: word.to_owned(),
            span: first.to(span),
        })
    }

    /// `name.name[1].name`
    fn member(&mut self) -> Read<Member> {
        let (word, span) = self.peek();
        let steps = steps(word).ok_or_else(|| self.expected("a member"))?;
        self.next();
        Ok(Member { steps, span })
    }

    fn equation(&mut self) -> Read<Equation> {
        let member = self.member()?;
        if !self.takes("==") {
            return Err(self.expected("`==`"));
        }
        let (word, value_span) = self.peek();
        let value = number(word).ok_or_else(|| self.expected("a number"))?;
        self.next();
        Ok(Equation {
            member,
            value,
            value_span,
        })
    }

    fn several<T>(&mut self, one: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut list = vec![one(self)?];
        while self.takes(",") {
            list.push(one(self)?);
        }
        Ok(list)
    }

    // Words.

    /// The next word and the place after it; an empty one at the end of the line.
    fn look(&self) -> (&'a str, Span, usize) {
        let rest = &self.text[self.at..];
        let from = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.text[from..];
        let is_word = |c: char| c.is_alphanumeric() || "_.[]-".contains(c);
        let length = match rest.find(|c| !is_word(c)) {
            Some(0) if rest.starts_with("==") => 2,
            Some(0) => rest.chars().next().map_or(0, char::len_utf8),
            Some(length) => length,
            None => rest.len(),
        };
        let at = |offset: usize| self.start + offset as u32;
        let span = match length {
            // What is missing is missing after the last word.
            0 => Span::new(at(from.saturating_sub(1)), at(from)),
            _ => Span::new(at(from), at(from + length)),
        };
        (&rest[..length], span, from + length)
    }

    fn peek(&self) -> (&'a str, Span) {
        let (word, span, _) = self.look();
        (word, span)
    }

    fn next(&mut self) -> (&'a str, Span) {
        let (word, span, after) = self.look();
        self.at = after;
        (word, span)
    }

    fn takes(&mut self, word: &str) -> bool {
        let is = self.peek().0 == word;
        if is {
            self.next();
        }
        is
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let (word, span) = self.peek();
        let found = match word {
            "" => "the end of the line".to_owned(),
            word => format!("`{word}`"),
        };
        Diagnostic::error(span, format!("expected {what}, found {found}"))
    }
}

fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    let begins = letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_');
    begins && letters.all(|c| c.is_alphanumeric() || c == '_')
}

fn steps(word: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in word.split('.') {
        let mut indexes = part.split('[');
        let name = indexes.next().filter(|name| is_name(name))?;
        steps.push(Step::Name(name.to_owned()));
        for index in indexes {
            steps.push(Step::Index(index.strip_suffix(']')?.parse().ok()?));
        }
    }
    Some(steps)
}

fn number(word: &str) -> Option<i128> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    Some(sign * value.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Declaration {
        let (found, errors) = read(line, 0);
        assert!(errors.is_empty(), "{line}: {errors:?}");
        found.into_iter().next().expect("a declaration")
    }

    fn text(member: &Member) -> String {
        let mut text = String::new();
        for step in &member.steps {
            match step {
                Step::Name(name) if text.is_empty() => text.push_str(name),
                Step::Name(name) => text.push_str(&format!(".{name}")),
                Step::Index(number) => text.push_str(&format!("[{number}]")),
            }
        }
        text
    }

    /// Of each part: the record, and the members.
    fn paths(line: &str) -> (Vec<(String, String, String)>, bool) {
        let Declaration::Paths { parts, alone } = one(line) else {
            panic!("{line} declares no paths");
        };
        let list = |members: &[Member]| members.iter().map(text).collect::<Vec<_>>().join(" ");
        let parts = parts.iter().map(|part| {
            let name = part.record.name.clone();
            (name, list(&part.by), list(&part.back))
        });
        (parts.collect(), alone)
    }

    #[test]
    fn paths_of_all_kinds() {
        let part = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        for (line, parts, alone) in [
            (
                "list struct node by next",
                vec![part("node", "next", "")],
                false,
            ),
            (
                "ring  node_t  by next # it has no end",
                vec![part("node_t", "next", "")],
                false,
            ),
            (
                "list struct item by link.next back link.prev\n",
                vec![part("item", "link.next", "link.prev")],
                false,
            ),
            (
                "\ttree union tree by child[0],child[1] back up",
                vec![part("tree", "child[0] child[1]", "up")],
                false,
            ),
            (
                "nest struct outer by next, sub with struct inner by next back prev",
                vec![part("outer", "next sub", ""), part("inner", "next", "prev")],
                true,
            ),
        ] {
            assert_eq!(paths(line), (parts, alone), "{line}");
        }
    }

    #[test]
    fn data_and_variants() {
        let Declaration::Data { record, facts } = one("data struct node a.h == -3, k==0x10") else {
            panic!("no data");
        };
        assert_eq!(
            (record.kind, &record.name[..]),
            (Some(RecordKind::Struct), "node")
        );
        let facts: Vec<_> = facts.iter().map(|f| (text(&f.member), f.value)).collect();
        assert_eq!(facts, [("a.h".to_owned(), -3), ("k".to_owned(), 16)]);
        assert!(matches!(one("fine node"), Declaration::Fine { record } if record.kind.is_none()));
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "# first\n\nlist struct node by next\ndata struct node h == 3\n";
        let (found, errors) = read(text, 100);
        assert!(errors.is_empty());
        let at = |span: Span| &text[span.lo as usize - 100..span.hi as usize - 100];
        let [
            Declaration::Paths { parts, .. },
            Declaration::Data { facts, .. },
        ] = &found[..]
        else {
            panic!("{found:?}");
        };
        assert_eq!(at(parts[0].record.span), "struct node");
        assert_eq!(at(parts[0].by[0].span), "next");
        assert_eq!(at(facts[0].value_span), "3");
    }

    /// Every error has its place; other lines are read all the same.
    #[test]
    fn errors() {
        for (line, place, message) in [
            ("lists struct node by next", "lists", "begins with `list`"),
            // The tag is `by`.
            ("list struct by next", "next", "expected `by`, found `next`"),
            (
                "list struct",
                "t",
                "expected a tag, found the end of the line",
            ),
            ("list 3 by next", "3", "`struct`, `union` or the name"),
            (
                "list struct node next",
                "next",
                "expected `by`, found `next`",
            ),
            (
                "list struct node by",
                "y",
                "expected a member, found the end",
            ),
            ("list struct node by n-1", "n-1", "expected a member"),
            ("list struct node by .n", ".n", "expected a member"),
            ("list struct node by n[x]", "n[x]", "expected a member"),
            ("list struct node by a, b", "b", "a list goes by one field"),
            ("ring struct node by a, b", "b", "a ring goes by one field"),
            ("tree struct node by a,", ",", "expected a member"),
            (
                "tree struct node by a b",
                "b",
                "expected the end of the line",
            ),
            (
                "list struct a by n with struct b by n",
                "with",
                "expected the end",
            ),
            ("data struct node h", "h", "expected `==`, found the end"),
            ("data struct node h = 3", "=", "expected `==`, found `=`"),
            ("data struct node h == x", "x", "expected a number"),
            ("data struct node h == 3x", "3x", "expected a number"),
            ("data struct node h == --3", "--3", "expected a number"),
            ("fine struct node by n", "by", "expected the end"),
            ("fine struct é!", "!", "expected the end"),
        ] {
            let text = format!("fine struct a\n{line}\nfine struct b\n");
            let (found, errors) = read(&text, 0);
            assert_eq!(found.len(), 2, "{line}");
            let [error] = &errors[..] else {
                panic!("{line}: {errors:?}");
            };
            assert!(error.is_error());
            let said = &error.message;
            assert!(said.contains(message), "{line}: {said}");
            let span = error.span.lo as usize..error.span.hi as usize;
            assert_eq!(&text[span], place, "{line}");
        }
    }
}
