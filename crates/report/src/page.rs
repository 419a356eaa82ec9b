//! A check as one HTML page that needs nothing else and asks nobody: source, automata, reached
//! states, the way to a violation, what analyses told each other.
//!
//! The page is `page/page.html` with its style, its scripts (in the order of [`SCRIPTS`]) and
//! its data, one JSON document: what [`crate::check::json`] says of the result, [`Code`] and
//! [`Model`]. Everything that is drawn is laid out in the browser when it is looked at:
//! nobody looks at all of ten thousand states.

mod sources;

pub use sources::Sources;

use crate::check::{self, Report, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::json;

const FRAME: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");

/// One scope; each uses only what those before it declare, or declares what runs later.
const SCRIPTS: [&str; 10] = [
    include_str!("page/elements.js"),
    include_str!("page/data.js"),
    include_str!("page/list.js"),
    include_str!("page/layout.js"),
    include_str!("page/graph.js"),
    include_str!("page/source.js"),
    include_str!("page/walk.js"),
    include_str!("page/states.js"),
    include_str!("page/functions.js"),
    include_str!("page/main.js"),
];

/// The program, as it was explored.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Code {
    pub files: Vec<File>,
    pub functions: Vec<Function>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct File {
    pub path: String,
    pub text: String,
}

/// The number of a file, line and column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spot(pub u32, pub u32, pub u32);

/// A function and its automaton. It begins at location 0.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub spot: Option<Spot>,
    pub locations: u32,
    pub exit: Option<u32>,
    pub loop_heads: Vec<u32>,
    pub edges: Vec<Edge>,
    /// Functions that it may call, by number.
    pub calls: Vec<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    pub text: String,
    pub spot: Option<Spot>,
}

/// Something that must not happen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Check {
    pub property: String,
    /// The operation, in a few words.
    pub text: String,
    pub spot: Option<Spot>,
    pub function: u32,
    /// The location that is reached if it happens.
    pub at: u32,
}

/// States that were reached, and how one leads to another.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Model {
    /// Why there are runs that the states do not cover.
    pub hole: Option<String>,
    pub analyses: Vec<String>,
    /// What analyses say of states, each text once.
    pub words: Vec<String>,
    pub pictures: Vec<Picture>,
    pub states: Vec<State>,
    pub moves: Vec<Move>,
    /// States that are not here, being too many.
    pub omitted: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    pub function: u32,
    pub at: u32,
    /// What each analysis says: the numbers of its words.
    pub words: Vec<u32>,
    /// The numbers of its pictures, with that of the analysis that draws them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<(u32, u32)>,
}

/// From a state to a state, by the number of the function's edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move(pub u32, pub u32, pub MoveKind, pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    Step,
    /// To the entry of a function.
    Call,
    /// From the exit of a function.
    Return,
}

/// Boxes and arrows ([`crate::picture::Graph`]), and words about the whole.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Picture {
    pub remarks: Vec<Remark>,
    pub nodes: Vec<Node>,
    pub pointers: Vec<(Remark, u32)>,
    pub links: Vec<(u32, u32, Remark)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Node {
    pub origin: String,
    pub remarks: Vec<Remark>,
    pub double: bool,
}

/// Words, and whether they are certain.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Remark(pub String, pub bool);

/// What the page is about.
pub struct Subject<'a> {
    /// The names of the files.
    pub name: &'a str,
    pub strategy: &'a str,
    pub report: &'a Report,
    pub code: Option<&'a Code>,
    pub model: Option<&'a Model>,
}

/// What is known of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Proved,
    Violated,
    /// Not excluded.
    Possible,
    /// Not decided: no state was seen in which it fails, but not all runs were.
    Open,
}

/// The whole file.
pub fn html(subject: &Subject<'_>) -> String {
    let verdict = subject.report.verdict().to_string();
    let data = json!({
        "name": subject.name,
        "strategy": subject.strategy,
        "check": check::document(subject.report, true),
        "code": subject.code,
        "status": subject.code.map(|code| statuses(subject, code)),
        "model": subject.model,
    });
    // In a script element nothing but `</script` and `<!--` means anything to HTML.
    let data = data.to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(data.len() + 100_000);
    // What is put in is not searched again.
    let mut rest = FRAME;
    let parts: [(&str, &str); 5] = [
        ("{{title}}", &escaped(subject.name)),
        ("{{verdict}}", &escaped(&verdict)),
        ("{{style}}", STYLE),
        ("{{data}}", &data),
        ("{{scripts}}", &SCRIPTS.concat()),
    ];
    for (mark, text) in parts {
        if let Some((before, after)) = rest.split_once(mark) {
            page.push_str(before);
            page.push_str(text);
            rest = after;
        }
    }
    page.push_str(rest);
    page
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

/// What is known of each check, in their order.
fn statuses(subject: &Subject<'_>, code: &Code) -> Vec<Status> {
    let states = subject.model.map_or(&[][..], |m| &m.states);
    let reached: std::collections::HashSet<(u32, u32)> =
        states.iter().map(|s| (s.function, s.at)).collect();
    let covers_all = subject
        .model
        .is_some_and(|m| m.hole.is_none() && m.omitted == 0);
    let mut list = Vec::with_capacity(code.checks.len());
    for check in &code.checks {
        let findings = &subject.report.findings;
        let finding = findings.iter().find(|f| f.property == check.property);
        let is_here = |place: &Option<check::Place>| {
            let (Some(place), Some(Spot(file, line, column))) = (place, check.spot) else {
                return false;
            };
            let path = &code.files[file as usize].path;
            *path == place.file && (line, column) == (place.line, place.column)
        };
        list.push(match finding.map(|f| &f.verdict) {
            Some(Verdict::True) => Status::Proved,
            Some(Verdict::False(violation)) if is_here(&violation.place) => Status::Violated,
            Some(Verdict::Unknown(unknown)) if is_here(&unknown.place) => Status::Possible,
            _ if reached.contains(&(check.function, check.at)) => Status::Possible,
            _ if covers_all => Status::Proved,
            _ => Status::Open,
        });
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::SourceMap;
    use program::Span;
    use program::source::LineMarker;

    #[test]
    fn data_stays_data() {
        let code = Code {
            files: vec![File {
                path: "</script>{{scripts}}".into(),
                text: "<!-- {{data}} --><script>alert(1)</script>".into(),
            }],
            ..Code::default()
        };
        let subject = Subject {
            name: "<b>.c {{verdict}}",
            strategy: "falsify",
            report: &Report::default(),
            code: Some(&code),
            model: None,
        };
        let page = html(&subject);
        let start = "<script id=\"data\" type=\"application/json\">";
        let (_, rest) = page.split_once(start).expect("the page has its data");
        let (data, scripts) = rest.split_once("</script>").expect("the data ends");
        let data: serde_json::Value = serde_json::from_str(data).expect("the data is JSON");
        assert_eq!(data["code"]["files"][0]["path"], code.files[0].path);
        assert_eq!(data["code"]["files"][0]["text"], code.files[0].text);
        assert!(scripts.contains("start();"), "the scripts are whole");
        assert!(page.contains("<title>&lt;b&gt;.c {{verdict}}: true</title>"));
        assert_eq!(page.matches("<script").count(), 2);
    }

    #[test]
    fn lines_of_what_nobody_has_are_those_that_were_read() {
        let mut map = SourceMap::new();
        let text = b"# 7 \"lost.c\"\nint a;\n\nint b;\n".to_vec();
        let file = map.add("lost.i".into(), text).expect("it is short");
        let marker = LineMarker {
            offset: 13,
            line: 7,
            file: 0,
        };
        map.set_markers(file, vec![marker], vec!["lost.c".into()]);
        let base = map.file(file).base();
        let mut sources = Sources::new(&map);
        let spot = sources.spot(Span::new(base + 21, base + 24));
        assert_eq!(spot, Some(Spot(0, 9, 1)));
        let files = sources.files(&|_| None);
        assert_eq!(files[0].path, "lost.c");
        assert_eq!(files[0].text, "\n\n\n\n\n\nint a;\n\nint b;\n");
    }
}
