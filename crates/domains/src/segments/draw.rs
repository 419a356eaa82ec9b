//! Graphs as pictures: a box for an object, double for a segment, an arrow for an address.

use super::Segments;
use super::graph::Graph;
use super::object::{Kind, Object};
use super::value::{End, ObjectId, Value};
use engine::{Arrow, Cx, Picture, PictureNode, Remark};
use std::collections::BTreeMap;

impl Segments {
    /// None if there is nothing that addresses lead to.
    pub(super) fn draw(&self, cx: &Cx<'_>, graph: &Graph) -> Option<Picture> {
        let drawn = drawn(graph);
        if drawn.is_empty() {
            return None;
        }
        let mut picture = Picture::default();
        for (id, object) in &graph.objects {
            if !drawn.contains_key(id) {
                continue;
            }
            let mut remarks: Vec<Remark> = kind_words(cx, graph, object)
                .map(certain)
                .into_iter()
                .collect();
            for cell in object.cells.iter() {
                let name = field(cx, object, cell.at);
                match cell.value.object().and_then(|to| drawn.get(&to)) {
                    Some(&to) => picture.links.push(Arrow {
                        from: drawn[id],
                        to,
                        label: certain(name + &where_in(graph, cell.value)),
                    }),
                    None => {
                        let value = self.value_text(cx, graph, cell.value);
                        remarks.push(certain(format!("{name} = {value}")));
                    }
                }
            }
            picture.nodes.push(PictureNode {
                origin: match object.kind {
                    Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer => {
                        super::show::object_name(cx, graph, *id)
                    }
                    Kind::Block | Kind::Maybe(_) | Kind::Segment(_) => String::new(),
                },
                remarks,
                summary: matches!(object.kind, Kind::Segment(_)),
            });
        }
        let named = graph.registers.iter().map(|(&var, &value)| {
            let name = cx.program.names[cx.program.vars[var].name].to_owned();
            (name, value)
        });
        let anchors = graph.anchors.iter().enumerate();
        let anchors = anchors.map(|(i, &value)| (format!("anchor {i}"), value));
        for (name, value) in named.chain(anchors) {
            match value.object().and_then(|to| drawn.get(&to)) {
                Some(&to) => {
                    let name = name + &where_in(graph, value);
                    picture.pointers.push((certain(name), to));
                }
                None => {
                    let value = self.value_text(cx, graph, value);
                    picture.remarks.push(certain(format!("{name} = {value}")));
                }
            }
        }
        for (holds, word) in [(graph.lost, "lost"), (graph.wild, "wild")] {
            picture
                .remarks
                .extend(holds.then(|| certain(word.to_owned())));
        }
        Some(picture)
    }
}

/// The objects with a box, and their numbers: those that addresses lead to, and those that
/// hold such addresses.
fn drawn(graph: &Graph) -> BTreeMap<ObjectId, usize> {
    let mut found: BTreeMap<ObjectId, usize> = BTreeMap::new();
    let registers = graph.registers.values().chain(&graph.anchors);
    for to in registers.filter_map(|value| value.object()) {
        found.insert(to, 0);
    }
    for (&id, object) in &graph.objects {
        for to in object.cells.iter().filter_map(|cell| cell.value.object()) {
            found.insert(to, 0);
            found.insert(id, 0);
        }
        if matches!(object.kind, Kind::Block | Kind::Maybe(_) | Kind::Segment(_)) {
            found.insert(id, 0);
        }
    }
    found.retain(|id, _| graph.objects.contains_key(id));
    for (number, place) in found.values_mut().enumerate() {
        *place = number;
    }
    found
}

fn certain(text: String) -> Remark {
    Remark {
        text,
        certain: true,
    }
}

fn kind_words(cx: &Cx<'_>, graph: &Graph, object: &Object) -> Option<String> {
    let kind = match object.kind {
        Kind::Segment(links) => Some(match links.prev {
            Some(_) => format!("{} or more, both ways", links.least),
            None => format!("{} or more", links.least),
        }),
        Kind::Maybe(_) => Some("or null".to_owned()),
        Kind::Static(_) | Kind::Local(_) | Kind::Frame(_) | Kind::Outer | Kind::Block => None,
    };
    let owner = object.owner.map(|owner| {
        let name = super::show::object_name(cx, graph, owner);
        format!("one for each of {name}")
    });
    match (kind, owner) {
        (Some(kind), Some(owner)) => Some(format!("{kind}, {owner}")),
        (kind, owner) => kind.or(owner),
    }
}

/// Where in its object an address leads, if not to the beginning of the first node.
fn where_in(graph: &Graph, value: Value) -> String {
    let Value::To(to) = value else {
        return " somewhere".to_owned();
    };
    let object = graph.objects.get(&to.object);
    let is_segment = object.is_some_and(|o| matches!(o.kind, Kind::Segment(_)));
    let end = match to.end {
        End::Last if is_segment => " last",
        End::Own if is_segment => " own",
        End::First | End::Last | End::Own => "",
    };
    match to.offset {
        0 => end.to_owned(),
        offset => format!("{end} {offset:+}"),
    }
}

/// The name of what lies so far into an object.
fn field(cx: &Cx<'_>, object: &Object, at: u64) -> String {
    let record = object.ty.and_then(|ty| cx.program.types.record_of(ty));
    let body = record.and_then(|(_, record)| record.body.as_ref());
    let field = body.and_then(|body| body.fields.iter().find(|f| f.offset == at));
    let name = field.and_then(|field| field.name);
    match name {
        Some(name) => cx.program.names[name].to_owned(),
        None => format!("+{at}"),
    }
}
