//! Pictures of states, as one SVG file that needs nothing else: boxes and arrows, solid
//! for what holds and dotted for what may hold. Boxes that stand for several things have a
//! double border.
//!
//! `picture/layout.rs` puts boxes and arrows of one picture on paper.

mod layout;

use layout::{Anchor, Kind, Layout, TEXT_HEIGHT, text_width};
use std::fmt::Write;

/// Everything that is drawn.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub title: String,
    /// The line of source that it is about.
    pub source: String,
    pub panels: Vec<Panel>,
}

/// A picture with words above it.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    pub heading: String,
    /// What holds of the whole.
    pub remarks: Vec<Remark>,
    /// In another colour below.
    pub caption: Vec<String>,
    pub graph: Graph,
}

#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// Names outside of the boxes, and the numbers of the nodes that they lead to.
    pub pointers: Vec<(Remark, usize)>,
    pub links: Vec<Link>,
}

/// A box.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub remarks: Vec<Remark>,
    /// In another colour below the others.
    pub origin: String,
    pub double: bool,
}

/// From a node to a node, by their numbers.
#[derive(Clone, Debug)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub label: Remark,
}

/// Words that hold, or may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    pub text: String,
    pub certain: bool,
}

impl Remark {
    /// With a question mark where it is not certain.
    pub fn words(&self) -> String {
        let mark = if self.certain { "" } else { "?" };
        format!("{}{mark}", self.text)
    }
}

const MARGIN: i32 = 16;
/// Where the heading of a panel stands.
const FIRST_LINE: i32 = 22;
/// Panels go side by side as long as they fit.
const WIDEST: i32 = 1100;
/// Characters in a line of a caption, where the picture is not wider.
const NARROWEST: usize = 36;

/// Colours for paper, then for screens that are dark.
const STYLE: &str = "\
text { font: 12px 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1b1b1b }
.title { font: bold 15px sans-serif }
.heading { font: bold 12px sans-serif }
.origin, .caption { fill: #6a6a6a }
.name { fill: #0a4f9e }
.paper { fill: #ffffff }
.panel { fill: none; stroke: #d4d4d4 }
.box { fill: #f8f8f5; stroke: #1b1b1b; stroke-width: 1.3 }
.inner { fill: none; stroke: #1b1b1b }
.arrow { fill: none; stroke: #1b1b1b; stroke-width: 1.3 }
.maybe { stroke-dasharray: 2 3.5 }
.tip { fill: #1b1b1b }
@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8 }
.origin, .caption { fill: #a6a6a6 }
.name { fill: #8dc0ff }
.paper { fill: #17191c }
.panel { stroke: #44484e }
.box { fill: #22262b; stroke: #e8e8e8 }
.inner, .arrow { stroke: #e8e8e8 }
.tip { fill: #e8e8e8 }
}
";

/// The sheet as the text of an SVG file.
pub fn svg(sheet: &Sheet) -> String {
    let panels: Vec<Placed<'_>> = place(&sheet.panels);
    let heads = [text_width(&sheet.source), 2 * text_width(&sheet.title)];
    let widths = panels.iter().map(|p| p.x + p.width).chain(heads);
    let width = widths.max().unwrap_or(0) + 2 * MARGIN;
    let heights = panels.iter().map(|p| p.y + p.height);
    let top = 72;
    let height = top + heights.max().unwrap_or(0) + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path class=\"tip\" d=\"M0 0.5 8 4 0 7.5Z\"/></marker></defs>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(&sheet.title)
    );
    text(&mut out, (MARGIN, 28), Anchor::Start, "title", &sheet.title);
    text(
        &mut out,
        (MARGIN, 50),
        Anchor::Start,
        "source",
        &sheet.source,
    );
    for panel in &panels {
        panel.write(&mut out, MARGIN, top);
    }
    out.push_str("</svg>\n");
    out
}

/// A panel and where it goes.
struct Placed<'a> {
    panel: &'a Panel,
    /// Under the heading, with their classes.
    lines: Vec<(&'static str, String)>,
    layout: Layout,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

/// Puts panels side by side, row by row.
fn place(panels: &[Panel]) -> Vec<Placed<'_>> {
    let (mut x, mut y, mut row) = (0, 0, 0);
    let mut placed: Vec<Placed<'_>> = Vec::new();
    for panel in panels {
        let layout = Layout::new(&panel.graph);
        let remarks: Vec<String> = panel.remarks.iter().map(Remark::words).collect();
        let longest = usize::try_from(layout.width / text_width("x")).unwrap_or(0);
        let longest = longest.max(NARROWEST);
        let remarks = wrapped(&remarks.join(", "), longest).into_iter();
        let caption = panel.caption.iter().flat_map(|c| wrapped(c, longest));
        let caption = caption.map(|line| ("caption", line));
        let lines: Vec<_> = remarks.map(|r| ("remark", r)).chain(caption).collect();
        let words = lines.iter().map(|(_, line)| line).chain([&panel.heading]);
        let words = words.map(|line| text_width(line)).max().unwrap_or(0);
        let width = words.max(layout.width) + 2 * MARGIN;
        let height = FIRST_LINE + TEXT_HEIGHT * lines.len() as i32 + 10 + layout.height + MARGIN;
        if x > 0 && x + width > WIDEST {
            (x, y, row) = (0, y + row + MARGIN, 0);
        }
        placed.push(Placed {
            panel,
            lines,
            layout,
            x,
            y,
            width,
            height,
        });
        x += width + MARGIN;
        row = row.max(height);
    }
    placed
}

impl Placed<'_> {
    fn write(&self, out: &mut String, left: i32, top: i32) {
        let (width, height) = (self.width, self.height);
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {})\">\n\
             <rect class=\"panel\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>",
            left + self.x,
            top + self.y
        );
        let mut y = FIRST_LINE;
        text(
            out,
            (MARGIN, y),
            Anchor::Start,
            "heading",
            &self.panel.heading,
        );
        for (class, line) in &self.lines {
            y += TEXT_HEIGHT;
            text(out, (MARGIN, y), Anchor::Start, class, line);
        }
        let _ = writeln!(out, "<g transform=\"translate({MARGIN} {})\">", y + 10);
        for arrow in &self.layout.arrows {
            let class = if arrow.certain {
                "arrow"
            } else {
                "arrow maybe"
            };
            let path = &arrow.path;
            let _ = writeln!(
                out,
                "<path class=\"{class}\" marker-end=\"url(#tip)\" d=\"{path}\"/>"
            );
        }
        for (node, at) in self.panel.graph.nodes.iter().zip(&self.layout.boxes) {
            rectangle(out, "box", at.x, at.y, at.width, at.height);
            if node.double {
                rectangle(
                    out,
                    "inner",
                    at.x + 4,
                    at.y + 4,
                    at.width - 8,
                    at.height - 8,
                );
            }
        }
        for label in &self.layout.labels {
            let class = match label.kind {
                Kind::Remark => "remark",
                Kind::Origin => "origin",
                Kind::Pointer => "name",
                Kind::Link => "link",
            };
            text(out, (label.x, label.y), label.anchor, class, &label.text);
        }
        out.push_str("</g>\n</g>\n");
    }
}

fn rectangle(out: &mut String, class: &str, x: i32, y: i32, width: i32, height: i32) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>"
    );
}

fn text(out: &mut String, (x, y): (i32, i32), anchor: Anchor, class: &str, words: &str) {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let words = escaped(words);
    let _ = writeln!(
        out,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{words}</text>"
    );
}

/// Lines that are not too long, broken at spaces.
fn wrapped(text: &str, longest: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= longest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write them.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(text: &str) -> Remark {
        match text.strip_suffix('?') {
            Some(text) => Remark {
                text: text.into(),
                certain: false,
            },
            None => Remark {
                text: text.into(),
                certain: true,
            },
        }
    }

    /// Seed 003, Fig. 2.1(b): a list of elements with 1 that ends with a 3.
    #[test]
    fn the_list_of_the_paper() {
        let node = |data: &str, double| Node {
            remarks: vec![remark(data)],
            double,
            ..Node::default()
        };
        let link = |from, to| Link {
            from,
            to,
            label: remark("n?"),
        };
        let mut last = node("h = 3", false);
        last.remarks.push(remark("n = NULL"));
        let graph = Graph {
            nodes: vec![node("h = 1", false), node("h = 1", true), last],
            pointers: vec![(remark("a"), 0), (remark("p"), 0), (remark("q?"), 2)],
            links: vec![link(0, 1), link(1, 1), link(1, 2)],
        };
        let panel = Panel {
            heading: "1 of 1".into(),
            remarks: vec![remark("r = NULL")],
            caption: vec!["flag != 0".into()],
            graph,
        };
        let sheet = Sheet {
            title: "list.c:7 — 1 shape".into(),
            source: "while (p->h == 1 && i < 3)".into(),
            panels: vec![panel],
        };
        insta::assert_snapshot!(svg(&sheet));
    }

    #[test]
    fn nothing_is_a_picture_too() {
        let sheet = Sheet {
            title: "\u{0}<&\">".into(),
            panels: vec![Panel::default()],
            ..Sheet::default()
        };
        let text = svg(&sheet);
        assert!(
            text.contains("<title> &lt;&amp;&quot;&gt;</title>"),
            "{text}"
        );
        assert!(text.ends_with("</svg>\n"));
    }
}
