//! Automata for Graphviz: one cluster for each function, loop heads shaded,
//! the exit with a double circle.

use super::Selection;
use program::{Cfa, Program};
use std::io::{self, Write};

pub fn dot(program: &Program, selection: &Selection, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph cfa {{")?;
    writeln!(out, "  node [shape=circle, fontname=\"monospace\"];")?;
    writeln!(out, "  edge [fontname=\"monospace\"];")?;
    for (number, id) in selection.functions(program).into_iter().enumerate() {
        let function = &program.functions[id];
        if let Some(cfa) = &function.body {
            let name = &program.names[function.name];
            writeln!(out, "  subgraph cluster_{number} {{")?;
            writeln!(out, "    label={};", quoted(name))?;
            body(program, cfa, number, out)?;
            writeln!(out, "  }}")?;
        }
    }
    writeln!(out, "}}")
}

fn body(program: &Program, cfa: &Cfa, cluster: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut labels = cfa.labels().iter().peekable();
    for at in cfa.locations() {
        let mut label = format!("{at:?}");
        while let Some((_, name)) = labels.next_if(|(l, _)| *l == at) {
            label.push('\n');
            label.push_str(&program.names[*name]);
        }
        write!(out, "    f{cluster}_{at:?} [label={}", quoted(&label))?;
        if cfa.is_loop_head(at) {
            write!(out, ", style=filled, fillcolor=lightgrey")?;
        }
        if cfa.exit() == Some(at) {
            write!(out, ", shape=doublecircle")?;
        }
        writeln!(out, "];")?;
    }
    for (_, edge) in cfa.edges() {
        let label = quoted(&program.show(&edge.op).to_string());
        let (from, to) = (edge.from, edge.to);
        writeln!(
            out,
            "    f{cluster}_{from:?} -> f{cluster}_{to:?} [label={label}];"
        )?;
    }
    Ok(())
}

/// A quoted string of the dot language; its line breaks are centred.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}
