//! Diagnostics in the look of rustc: message, place, the line, a caret.
//!
//! Places are the ones programmers know (line markers are followed); the text
//! shown is the line as it was read, so after preprocessing a macro's expansion
//! is what the caret points into.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use program::{Diagnostic, Position, Severity, SourceMap};

/// Whether the reader is a terminal that shows colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Coloured,
}

/// Lines longer than this are cut around the caret.
const LONGEST_LINE: usize = 200;
/// How much of a cut line stays in front of the caret and after it.
const CONTEXT: (usize, usize) = (60, 100);
const CUT: &str = "...";

/// Stands for a place until the text is rendered. The renderer counts columns
/// in the text it is given, which may be a cut line; the places people know are
/// put in afterwards. Nothing else that is rendered contains this character.
const PLACE: char = '\u{f0000}';

/// The diagnostic as text, ending with a newline. Further places follow the
/// first as notes with their own lines.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(without_place(&diagnostic.message));
    let mut places = Vec::new();
    let mut with_line = |title, span| {
        let group = Group::with_title(title);
        let Some(line) = sources.line(span) else {
            return group;
        };
        places.push(line.position);
        let length = span.hi.saturating_sub(span.lo) as usize;
        let shown = Excerpt::of(line.text, line.offset, length);
        let snippet = Snippet::source(shown.text)
            .path(PLACE.to_string())
            .line_start(line.position.line as usize)
            .annotation(AnnotationKind::Primary.span(shown.start..shown.end));
        group.element(snippet)
    };
    let mut report = vec![with_line(title, diagnostic.span)];
    for (span, message) in &diagnostic.related {
        let message = normalize_untrusted_str(&without_place(message));
        report.push(with_line(Level::NOTE.secondary_title(message), *span));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    // Long lines are cut already.
    let text = renderer.term_width(2 * LONGEST_LINE).render(&report);
    let mut parts = text.split(PLACE);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for (place, rest) in places.iter().zip(parts) {
        let place = Position {
            file: &normalize_untrusted_str(place.file),
            ..*place
        };
        result.push_str(&place.to_string());
        result.push_str(rest.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit()));
    }
    result.push('\n');
    result
}

/// Warnings shown before the rest is only counted: old code has thousands.
const MAX_WARNINGS: usize = 10;

/// All of the diagnostics that are worth showing, each followed by an empty line.
pub fn render_all(sources: &SourceMap, list: &[Diagnostic], style: Style) -> String {
    let mut text = String::new();
    let mut warnings = 0;
    for diagnostic in list {
        warnings += usize::from(!diagnostic.is_error());
        if diagnostic.is_error() || warnings <= MAX_WARNINGS {
            text.push_str(&render(sources, diagnostic, style));
            text.push('\n');
        }
    }
    if let more @ 1.. = warnings.saturating_sub(MAX_WARNINGS) {
        let plural = if more == 1 { "" } else { "s" };
        text.push_str(&format!("and {more} more warning{plural}\n"));
    }
    text
}

fn without_place(text: &str) -> String {
    text.replace(PLACE, "\u{fffd}")
}

/// A line, or what is shown of it, and the marked range in it.
struct Excerpt {
    text: String,
    start: usize,
    end: usize,
}

impl Excerpt {
    /// The part of `line` around the `length` bytes from `start`.
    fn of(line: &[u8], start: usize, length: usize) -> Excerpt {
        let whole = line.len() <= LONGEST_LINE;
        let (first, last) = if whole {
            (0, line.len())
        } else {
            let first = character_start(line, start.saturating_sub(CONTEXT.0));
            let last = character_start(line, (start + CONTEXT.1).min(line.len()));
            (first.min(start), last.max(start))
        };
        let end = (start + length).min(last);
        let mut text = String::new();
        if first > 0 {
            text.push_str(CUT);
        }
        let mut push = |bytes: &[u8]| {
            text.push_str(&without_place(&String::from_utf8_lossy(bytes)));
            text.len()
        };
        let marked = push(&line[first..start])..push(&line[start..end]);
        push(&line[end..last]);
        if last < line.len() {
            text.push_str(CUT);
        }
        Excerpt {
            text,
            start: marked.start,
            end: marked.end,
        }
    }
}

/// The nearest position at or after `at` where no character is cut in two.
fn character_start(line: &[u8], at: usize) -> usize {
    let is_inside = |b: &&u8| (0x80..0xc0).contains(*b);
    // Bytes that are no UTF-8 at all may be cut anywhere.
    at + line[at..].iter().take(3).take_while(is_inside).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;
    use program::Span;
    use program::source::LineMarker;

    /// Renders a diagnostic about the bytes between the two `@` of `text`.
    fn shown(text: &[u8], severity: Severity, message: &str) -> String {
        let mut parts = text.split(|&b| b == b'@');
        let mut next = || parts.next().unwrap_or_default().to_vec();
        let (before, marked, after) = (next(), next(), next());
        let mut sources = SourceMap::new();
        let lo = 1 + before.len() as u32;
        let span = Span::new(lo, lo + marked.len() as u32);
        let text = [before, marked, after].concat();
        sources.add("a.c".into(), text).unwrap();
        let diagnostic = Diagnostic {
            severity,
            ..Diagnostic::error(span, message)
        };
        render(&sources, &diagnostic, Style::Plain)
    }

    #[test]
    fn a_span_gets_its_line_and_carets() {
        let text = shown(
            b"int x;\nint @main@(void) {}\n",
            Severity::Error,
            "wrong `main`",
        );
        assert_snapshot!(text, @"
        error: wrong `main`
         --> a.c:2:5
          |
        2 | int main(void) {}
          |     ^^^^
        ");
    }

    #[test]
    fn a_span_of_several_lines_is_clipped_to_the_first() {
        let text = shown(
            b"f(a,@ b,\n c@);\n",
            Severity::Warning,
            "too many arguments",
        );
        assert_snapshot!(text, @"
        warning: too many arguments
         --> a.c:1:5
          |
        1 | f(a, b,
          |     ^^^
        ");
    }

    #[test]
    fn an_empty_span_at_the_end_of_the_text_has_a_caret() {
        let text = shown(b"int x\n@@", Severity::Error, "expected `;`");
        assert_snapshot!(text, @"
        error: expected `;`
         --> a.c:2:1
          |
        2 |
          | ^
        ");
        let text = shown(b"@@", Severity::Error, "empty file");
        assert_snapshot!(text, @"
        error: empty file
         --> a.c:1:1
          |
        1 |
          | ^
        ");
    }

    #[test]
    fn tabs_controls_and_stray_bytes_do_not_shift_the_caret() {
        let text = shown(
            b"\tchar\t*s = \"\xff\xc3\xa4\x00\"@ + y@;",
            Severity::Error,
            "no `y` here",
        );
        assert_snapshot!(text, @r#"
        error: no `y` here
         --> a.c:1:18
          |
        1 |     char    *s = "�ä␀" + y;
          |                       ^^^^
        "#);
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let mut text = b"x = ".to_vec();
        text.extend(b"1 + ".repeat(1000));
        text.extend(b"@yy@");
        text.extend(b" + 1".repeat(1000));
        assert_snapshot!(shown(&text, Severity::Error, "no `yy`"), @"
        error: no `yy`
         --> a.c:1:4005
          |
        1 | ...1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + yy + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 +...
          |                                                                ^^
        ");
        let mut text = b"@".to_vec();
        text.extend("ä".repeat(300).as_bytes());
        text.extend(b"@;");
        assert_snapshot!(shown(&text, Severity::Error, "long name"), @"
        error: long name
         --> a.c:1:1
          |
        1 | ääääääääääääääääääääääääääääääääääääääääääääääääää...
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        ");
    }

    #[test]
    fn related_places_are_notes_and_line_markers_are_followed() {
        let mut sources = SourceMap::new();
        let text = b"int f(void);\n# 40 \"x.h\" 3\nchar f(void);\n".to_vec();
        let id = sources.add("t.i".into(), text).unwrap();
        let marker = LineMarker {
            offset: 26,
            line: 40,
            file: 0,
        };
        sources.set_markers(id, vec![marker], vec!["x.h".into()]);
        let diagnostic = Diagnostic::error(Span::new(32, 33), "conflicting types for `f`")
            .with_related(Span::new(5, 6), "first declared here")
            .with_related(Span::NONE, "and nowhere");
        assert_snapshot!(render(&sources, &diagnostic, Style::Plain), @"
        error: conflicting types for `f`
          --> x.h:40:6
           |
        40 | char f(void);
           |      ^
           |
        note: first declared here
          --> t.i:1:5
           |
         1 | int f(void);
           |     ^
        note: and nowhere
        ");
    }

    #[test]
    fn a_diagnostic_without_a_place_is_one_line() {
        let sources = SourceMap::new();
        let diagnostic = Diagnostic::error(Span::NONE, "cannot read `a.c`");
        let text = render(&sources, &diagnostic, Style::Plain);
        assert_eq!(text, "error: cannot read `a.c`\n");
        let coloured = render(&sources, &diagnostic, Style::Coloured);
        assert!(coloured.contains("\u{1b}["));
    }
}
