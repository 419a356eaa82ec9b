//! Graphs in words.

use super::Segments;
use super::graph::Graph;
use super::object::{Kind, Object};
use super::value::{End, ObjectId, Value};
use engine::Cx;
use program::VarId;

impl Segments {
    pub fn text(&self, cx: &Cx<'_>, graph: &Graph) -> String {
        let mut facts: Vec<String> = Vec::new();
        let name = |var: VarId| cx.program.names[cx.program.vars[var].name].to_owned();
        for (&var, &value) in &graph.registers {
            facts.push(format!(
                "{} = {}",
                name(var),
                self.value_text(cx, graph, value)
            ));
        }
        for (i, &value) in graph.anchors.iter().enumerate() {
            facts.push(format!(
                "anchor {i} = {}",
                self.value_text(cx, graph, value)
            ));
        }
        for (&id, object) in &graph.objects {
            let named = matches!(object.kind, Kind::Static(_) | Kind::Local(_));
            if named && object.cells.is_empty() {
                continue;
            }
            facts.push(self.object_text(cx, graph, id, object));
        }
        for (holds, word) in [(graph.lost, "lost"), (graph.wild, "wild")] {
            if holds {
                facts.push(word.to_owned());
            }
        }
        facts.join(", ")
    }

    fn object_text(&self, cx: &Cx<'_>, graph: &Graph, id: ObjectId, object: &Object) -> String {
        let cells: Vec<String> = object
            .cells
            .iter()
            .map(|c| format!("{}: {}", c.at, self.value_text(cx, graph, c.value)))
            .collect();
        let kind = match object.kind {
            Kind::Segment(links) => match links.prev {
                Some(_) => format!(" list both ways {}+", links.least),
                None => format!(" list {}+", links.least),
            },
            Kind::Static(_)
            | Kind::Local(_)
            | Kind::Frame(_)
            | Kind::Outer
            | Kind::Block
            | Kind::Maybe(_) => String::new(),
        };
        let owner = match object.owner {
            Some(owner) => format!(" of {}", object_name(cx, graph, owner)),
            None => String::new(),
        };
        let name = object_name(cx, graph, id);
        format!("{name}{kind}{owner} {{{}}}", cells.join("; "))
    }

    pub(super) fn value_text(&self, cx: &Cx<'_>, graph: &Graph, value: Value) -> String {
        match value {
            Value::Any => "?".to_owned(),
            Value::Int(n) => n.to_string(),
            Value::To(a) => {
                let end = match (graph.object(a.object).kind, a.end) {
                    (Kind::Segment(_), End::First) => "first of ",
                    (Kind::Segment(_), End::Last) => "last of ",
                    (Kind::Segment(_), End::Own) => "own of ",
                    _ => "",
                };
                let offset = match a.offset {
                    0 => String::new(),
                    n => format!("{n:+}"),
                };
                format!("&{end}{}{offset}", object_name(cx, graph, a.object))
            }
            Value::Within(object) => format!("in {}", object_name(cx, graph, object)),
            Value::Gone => "gone".to_owned(),
            Value::Function(f) => cx.program.names[cx.program.functions[f].name].to_owned(),
        }
    }
}

pub(super) fn object_name(cx: &Cx<'_>, graph: &Graph, id: ObjectId) -> String {
    match graph.object(id).kind {
        Kind::Static(var) | Kind::Local(var) => {
            cx.program.names[cx.program.vars[var].name].to_owned()
        }
        Kind::Frame(_) => format!("frame{id}"),
        Kind::Outer => format!("outer{id}"),
        Kind::Block => format!("block{id}"),
        Kind::Maybe(_) => format!("maybe{id}"),
        Kind::Segment(_) => format!("segment{id}"),
    }
}
