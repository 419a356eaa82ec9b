//! The reached states as people can look at them: as text, location by location, or
//! as the graph that exploration made.

use super::{Exploration, Node, NodeId};
use crate::model::{Skeleton, fates};
use crate::picture::Picture;
use crate::verdict::Unknown;
use indexmap::IndexMap;
use program::{Edge, FunctionId, Id, Location};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Nodes of a graph; nobody can look at more.
const MAX_NODES: usize = 10_000;

/// A picture of states.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub picture: Picture,
    /// Of each state: what each of the other analyses says.
    pub beside: Vec<Vec<String>>,
}

impl Exploration<'_> {
    /// The states at each location of a function, in words, in order.
    pub fn show(&self, function: FunctionId) -> BTreeMap<Location, Vec<String>> {
        let mut shown: BTreeMap<Location, Vec<String>> = BTreeMap::new();
        for (id, node) in self.nodes() {
            if self.function(id) == function {
                shown.entry(node.at).or_default().push(self.words(node));
            }
        }
        for texts in shown.values_mut() {
            texts.sort();
            texts.dedup();
        }
        shown
    }

    fn words(&self, node: &Node) -> String {
        self.product.show(self.cx, self.graph.state(node.state))
    }

    /// Every function that was reached: its locations with where they lead, and the
    /// states there.
    pub fn text(&self) -> String {
        let program = self.cx.program;
        let mut functions: Vec<FunctionId> = Vec::new();
        functions.extend(self.nodes().map(|(id, _)| self.function(id)));
        functions.sort_unstable();
        functions.dedup();
        let mut text = String::new();
        for function in functions {
            let f = &program.functions[function];
            let _ = writeln!(text, "{}:", &program.names[f.name]);
            for (at, states) in self.show(function) {
                let span = f.body.as_ref().and_then(|b| b.leaving(at).first());
                let place = span.map(|edge| format!("  {}", program.show(edge.span)));
                let _ = writeln!(text, "  {}{}", at.index(), place.unwrap_or_default());
                for state in states {
                    let _ = writeln!(text, "    {state}");
                }
            }
        }
        text
    }

    /// The pictures of the states at locations that an operation leaves of which `wanted` is
    /// true, in the order in which they were reached, each once; without those that are of no
    /// run, if every run was seen. None if no state was reached.
    pub fn pictures(
        &self,
        hole: Option<&Unknown>,
        wanted: &dyn Fn(&Edge) -> bool,
        all: bool,
    ) -> Option<Vec<Drawn>> {
        let mut is_reached = false;
        let mut drawn: IndexMap<Picture, Vec<Vec<String>>, FxBuildHasher> = IndexMap::default();
        let fates = fates(self.cx, &Skeleton::of(self, hole), |_| false);
        let stay = self.nodes().zip(fates).filter(|(_, f)| !f.is_hopeless());
        for ((id, node), _) in stay {
            let body = self.cx.program.functions[self.function(id)].body.as_ref();
            let is_wanted = body.is_some_and(|b| b.leaving(node.at).iter().any(wanted));
            if !is_wanted {
                continue;
            }
            is_reached = true;
            let state = self.graph.state(node.state);
            for (picture, words) in self.product.pictures(self.cx, state, all) {
                let beside = drawn.entry(picture).or_default();
                if !beside.contains(&words) {
                    beside.push(words);
                }
            }
        }
        let drawn = drawn.into_iter();
        let drawn = drawn.map(|(picture, beside)| Drawn { picture, beside });
        is_reached.then(|| drawn.collect())
    }

    /// The graph in Graphviz's language.
    pub fn dot(&self) -> String {
        let program = self.cx.program;
        let mut text = String::from(
            "digraph states {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n",
        );
        let total = self.nodes().count();
        for (id, node) in self.nodes().take(MAX_NODES) {
            let function = self.function(id);
            let f = &program.functions[function];
            let body = f.body.as_ref();
            let is_error = body.is_some_and(|b| b.error_at(node.at).is_some());
            let name = &program.names[f.name];
            let label = format!("{name} {}\n{}", node.at.index(), self.words(node));
            let colour = if is_error { ", color=red" } else { "" };
            let label = escaped(&label);
            let _ = writeln!(text, "  n{} [label=\"{label}\"{colour}];", number(id));
            let Some(parent) = node.parent() else {
                continue;
            };
            let from = &self.graph[parent];
            let caller = &program.functions[self.contexts[from.context].function];
            let edge = caller.body.as_ref().zip(node.edge());
            let op = edge.map_or(String::new(), |(body, edge)| {
                program.show(&body.edge(edge).op).to_string()
            });
            let (style, from) = match (node.exit(), node.is_entry()) {
                (Some(exit), _) => ("style=dashed, ", exit),
                (None, true) => ("style=bold, ", parent),
                (None, false) => ("", parent),
            };
            let (from, to, op) = (number(from), number(id), escaped(&op));
            let _ = writeln!(text, "  n{from} -> n{to} [{style}label=\"{op}\"];");
        }
        if total > MAX_NODES {
            let rest = total - MAX_NODES;
            let _ = writeln!(text, "  more [shape=plaintext, label=\"and {rest} more\"];");
        }
        text.push_str("}\n");
        text
    }
}

fn number(id: NodeId) -> usize {
    id.index()
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    text.replace('\n', "\\l") + "\\l"
}
