//! A program's automata as text, as a graph, as JSON, or in a few lines.
//!
//! All forms are written function by function, so that what is held in memory
//! does not grow with the program.

mod dot;
mod json;

pub use dot::dot;
pub use json::json;

use program::{FunctionId, Initial, Linkage, Op, Place, Program, Var, VarId, VarKind};
use std::io::{self, Write};

/// What to print of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Global variables and all functions.
    Whole,
    /// These functions and nothing else.
    Functions(Vec<FunctionId>),
}

impl Selection {
    /// Of the whole program: what is defined, and what that mentions.
    fn functions(&self, program: &Program) -> Vec<FunctionId> {
        match self {
            Selection::Whole => {
                let mentioned = program.mentioned_functions();
                let wanted =
                    |f: &FunctionId| program.functions[*f].body.is_some() || mentioned.contains(f);
                program.functions.ids().filter(wanted).collect()
            }
            Selection::Functions(list) => list.clone(),
        }
    }

    fn globals<'a>(&self, program: &'a Program) -> impl Iterator<Item = (VarId, &'a Var)> {
        let wanted = *self == Selection::Whole;
        let mentioned = if wanted {
            program.exprs.mentioned_vars()
        } else {
            Default::default()
        };
        let vars = program.vars.enumerate();
        vars.filter(move |(id, v)| {
            wanted && v.kind.is_static() && (v.defined || mentioned.contains(id))
        })
    }
}

/// The form for people and for expectation tests: global variables with their
/// initial values (string literals appear where they are used), then the
/// defined functions.
pub fn text(program: &Program, selection: &Selection, out: &mut dyn Write) -> io::Result<()> {
    let mut separator = "";
    for (id, var) in selection.globals(program) {
        if var.kind != VarKind::Literal {
            global(program, id, var, out)?;
            separator = "\n";
        }
    }
    for id in selection.functions(program) {
        let function = &program.functions[id];
        if function.body.is_none() && *selection == Selection::Whole {
            continue;
        }
        write!(out, "{separator}{}", program.show(function))?;
        separator = "\n";
    }
    Ok(())
}

fn global(p: &Program, id: VarId, var: &Var, out: &mut dyn Write) -> io::Result<()> {
    let storage = match var.kind {
        _ if !var.defined => "extern ",
        VarKind::Global(Linkage::Internal) | VarKind::Static => "static ",
        _ => "",
    };
    let declaration = p.declaration(var.declared, &p.names[var.name]);
    write!(out, "variable {storage}{declaration}")?;
    let mut items = &[][..];
    match &var.initial {
        Initial::Indeterminate => {}
        Initial::Zero if p.types.is_scalar(var.ty) => write!(out, " = 0")?,
        Initial::Zero => write!(out, " = {{0}}")?,
        Initial::Bytes(bytes) => write!(out, " = \"{}\"", bytes.escape_ascii())?,
        Initial::Items(list) => match list[..] {
            [(place, value)] if p.exprs.place(place) == Place::Var(id) => {
                write!(out, " = {}", p.show(value))?;
            }
            _ => items = list,
        },
    }
    match p.sources.position(var.span) {
        Some(at) => writeln!(out, "  // {}:{}", at.file, at.line)?,
        None => writeln!(out)?,
    }
    for &(place, value) in items {
        writeln!(out, "  {} = {}", p.show(place), p.show(value))?;
    }
    Ok(())
}

/// Counts, and what the program uses but does not contain.
pub fn summary(program: &Program, selection: &Selection, out: &mut dyn Write) -> io::Result<()> {
    let functions = selection.functions(program);
    let functions = functions.iter().map(|&id| &program.functions[id]);
    let bodies = || functions.clone().filter_map(|f| f.body.as_ref());
    let count = |n: usize, what: &str| {
        let plural = if n == 1 { "" } else { "s" };
        format!("{n} {what}{plural}")
    };
    let mut counts = vec![
        count(bodies().count(), "function"),
        count(bodies().map(|b| b.location_count()).sum(), "location"),
        count(bodies().map(|b| b.edge_count()).sum(), "edge"),
        count(bodies().map(|b| b.loop_heads().len()).sum(), "loop"),
    ];
    if *selection == Selection::Whole {
        let globals = selection.globals(program);
        let globals = globals.filter(|(_, v)| v.kind != VarKind::Literal);
        counts.push(count(globals.count(), "global variable"));
        counts.push(count(program.exprs.len(), "expression"));
    }
    writeln!(out, "{}", counts.join(", "))?;

    let mut list = |title: &str, mut names: Vec<&str>| {
        names.sort_unstable();
        names.dedup();
        match names.is_empty() {
            true => Ok(()),
            false => writeln!(out, "{title}: {}", names.join(", ")),
        }
    };
    let undefined = functions.clone().filter(|f| f.body.is_none());
    let names = undefined.map(|f| &program.names[f.name]).collect();
    list("functions declared but not defined", names)?;
    let undefined = selection.globals(program).filter(|(_, v)| !v.defined);
    let names = undefined.map(|(_, v)| &program.names[v.name]).collect();
    list("variables declared but not defined", names)?;
    let operations = bodies().flat_map(|b| b.edges()).map(|(_, e)| &e.op);
    let unsupported = operations.filter_map(|op| match op {
        Op::Unsupported { what } => Some(&program.names[*what]),
        _ => None,
    });
    list("not supported", unsupported.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use insta::assert_snapshot;

    type Form = fn(&Program, &Selection, &mut dyn Write) -> io::Result<()>;

    fn printed(form: Form, selection: &Selection) -> String {
        let mut out = Vec::new();
        form(&sample::program(), selection, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn text_form() {
        assert_snapshot!(printed(text, &Selection::Whole), @r#"
        variable extern int limit
        variable static int table[2]
          table[1] = 7

        function int count(int n)  // count.c:1
        L0: (loop)
          assume n < limit -> L1  // 2
          assume !(n < limit) -> L3  // 2
        L1: again:
          put(&"a\"b"[0]) -> L2  // 3
        L2:
          n = n + 1 -> L0  // 4
        L3:
          return n -> L4  // 6
        L4: (exit)
        "#);
        let declared = sample::program().functions_named("put");
        assert_snapshot!(printed(text, &Selection::Functions(declared)), @"
        function void put(char *);
        ");
    }

    #[test]
    fn summary_form() {
        assert_snapshot!(printed(summary, &Selection::Whole), @"
        1 function, 5 locations, 5 edges, 1 loop, 2 global variables, 9 expressions
        functions declared but not defined: put
        variables declared but not defined: limit
        ");
    }

    #[test]
    fn dot_form() {
        assert_snapshot!(printed(dot, &Selection::Whole), @r#"
        digraph cfa {
          node [shape=circle, fontname="monospace"];
          edge [fontname="monospace"];
          subgraph cluster_1 {
            label="count";
            f1_L0 [label="L0", style=filled, fillcolor=lightgrey];
            f1_L1 [label="L1\nagain"];
            f1_L2 [label="L2"];
            f1_L3 [label="L3"];
            f1_L4 [label="L4", shape=doublecircle];
            f1_L0 -> f1_L1 [label="assume n < limit"];
            f1_L0 -> f1_L3 [label="assume !(n < limit)"];
            f1_L1 -> f1_L2 [label="put(&\"a\\\"b\"[0])"];
            f1_L2 -> f1_L0 [label="n = n + 1"];
            f1_L3 -> f1_L4 [label="return n"];
          }
        }
        "#);
    }

    #[test]
    fn json_form() {
        let json = printed(json, &Selection::Whole);
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_snapshot!(serde_json::to_string_pretty(&value).unwrap(), @r#"
        {
          "format": 1,
          "data_model": "lp64",
          "records": [],
          "globals": [
            {
              "name": "limit",
              "type": "int",
              "kind": "variable",
              "linkage": "external",
              "defined": false,
              "thread_local": false,
              "size": 4,
              "initial": {
                "kind": "indeterminate"
              },
              "file": null,
              "line": null,
              "column": null
            },
            {
              "name": "table",
              "type": "int [2]",
              "kind": "variable",
              "linkage": "internal",
              "defined": true,
              "thread_local": false,
              "size": 8,
              "initial": {
                "kind": "items",
                "items": [
                  {
                    "place": "table[1]",
                    "value": "7"
                  }
                ]
              },
              "file": null,
              "line": null,
              "column": null
            },
            {
              "name": "str.0",
              "type": "char [4]",
              "kind": "literal",
              "linkage": null,
              "defined": true,
              "thread_local": false,
              "size": 4,
              "initial": {
                "kind": "bytes",
                "bytes": [
                  97,
                  34,
                  98,
                  0
                ]
              },
              "file": null,
              "line": null,
              "column": null
            }
          ],
          "functions": [
            {
              "name": "put",
              "type": "void (char *)",
              "linkage": "external",
              "defined": false,
              "no_return": false,
              "parameters": [
                {
                  "name": "",
                  "type": "char *",
                  "kind": "parameter"
                }
              ],
              "locals": [],
              "entry": null,
              "exit": null,
              "locations": [],
              "edges": [],
              "file": null,
              "line": null,
              "column": null
            },
            {
              "name": "count",
              "type": "int (int)",
              "linkage": "external",
              "defined": true,
              "no_return": false,
              "parameters": [
                {
                  "name": "n",
                  "type": "int",
                  "kind": "parameter"
                }
              ],
              "locals": [],
              "entry": 0,
              "exit": 4,
              "locations": [
                {
                  "id": 0,
                  "loop_head": true,
                  "labels": []
                },
                {
                  "id": 1,
                  "loop_head": false,
                  "labels": [
                    "again"
                  ]
                },
                {
                  "id": 2,
                  "loop_head": false,
                  "labels": []
                },
                {
                  "id": 3,
                  "loop_head": false,
                  "labels": []
                },
                {
                  "id": 4,
                  "loop_head": false,
                  "labels": []
                }
              ],
              "edges": [
                {
                  "from": 0,
                  "to": 1,
                  "op": {
                    "kind": "assume",
                    "condition": "n < limit",
                    "taken": true
                  },
                  "text": "assume n < limit",
                  "file": "count.c",
                  "line": 2,
                  "column": 10
                },
                {
                  "from": 0,
                  "to": 3,
                  "op": {
                    "kind": "assume",
                    "condition": "n < limit",
                    "taken": false
                  },
                  "text": "assume !(n < limit)",
                  "file": "count.c",
                  "line": 2,
                  "column": 10
                },
                {
                  "from": 1,
                  "to": 2,
                  "op": {
                    "kind": "call",
                    "function": "put",
                    "pointer": null,
                    "arguments": [
                      "&\"a\\\"b\"[0]"
                    ],
                    "result": null
                  },
                  "text": "put(&\"a\\\"b\"[0])",
                  "file": "count.c",
                  "line": 3,
                  "column": 12
                },
                {
                  "from": 2,
                  "to": 0,
                  "op": {
                    "kind": "assign",
                    "to": "n",
                    "value": "n + 1"
                  },
                  "text": "n = n + 1",
                  "file": "count.c",
                  "line": 4,
                  "column": 5
                },
                {
                  "from": 3,
                  "to": 4,
                  "op": {
                    "kind": "return",
                    "value": "n"
                  },
                  "text": "return n",
                  "file": "count.c",
                  "line": 6,
                  "column": 3
                }
              ],
              "file": "count.c",
              "line": 1,
              "column": 5
            }
          ]
        }
        "#);
    }
}
