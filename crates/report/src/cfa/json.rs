//! Automata as JSON, for other programs. The shape is a promise; it is
//! described in `docs/cfa.md`, and [`FORMAT`] grows when it changes.

use super::Selection;
use program::{
    Callee, Cfa, DataModel, Edge, Function, Id, Initial, Linkage, Location, Op, Program, QualType,
    Record, Span, Storage, Var, VarId, VarKind,
};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::{self, Write};

/// The version of the shape.
pub const FORMAT: u32 = 1;

pub fn json(program: &Program, selection: &Selection, out: &mut dyn Write) -> io::Result<()> {
    let shape = Shape { program };
    let model = match program.model() {
        DataModel::Ilp32 => "ilp32",
        DataModel::Lp64 => "lp64",
    };
    write!(out, "{{\"format\":{FORMAT},\"data_model\":\"{model}\"")?;
    let records = program.types.records();
    let records = records.filter_map(|(_, record)| shape.record(record));
    list("records", records, out)?;
    let globals = selection.globals(program);
    list("globals", globals.map(|(_, v)| shape.global(v)), out)?;
    let functions = selection.functions(program).into_iter();
    let functions = functions.map(|id| shape.function(&program.functions[id]));
    list("functions", functions, out)?;
    writeln!(out, "}}")
}

/// Writes a member that is a list, one item to a line.
fn list(name: &str, items: impl Iterator<Item = Value>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, ",\n\"{name}\":[")?;
    for (i, item) in items.enumerate() {
        out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &item)?;
    }
    write!(out, "]")
}

struct Shape<'a> {
    program: &'a Program,
}

impl Shape<'_> {
    /// None if the record is incomplete.
    fn record(&self, record: &Record) -> Option<Value> {
        let p = self.program;
        let body = record.body.as_ref()?;
        let fields = body.fields.iter().map(|f| {
            json!({
                "name": f.name.map(|n| &p.names[n]),
                "type": self.ty(f.declared),
                "offset": f.offset,
                "bits": f.bits.map(|b| json!({"shift": b.shift, "width": b.width})),
            })
        });
        Some(json!({
            "kind": record.kind.keyword(),
            "tag": record.tag.map(|t| &p.names[t]),
            "size": body.size,
            "align": body.align,
            "fields": fields.collect::<Vec<_>>(),
        }))
    }

    fn global(&self, var: &Var) -> Value {
        let p = self.program;
        let kind = match var.kind {
            VarKind::Literal => "literal",
            _ => "variable",
        };
        let linkage = match var.kind {
            VarKind::Global(linkage) => Some(linkage_name(linkage)),
            _ => None,
        };
        let size = p.types.size_of(var.ty).map(|n| n + var.extra_bytes);
        let mut value = json!({
            "name": &p.names[var.name],
            "type": self.ty(var.declared),
            "kind": kind,
            "linkage": linkage,
            "defined": var.defined,
            "thread_local": var.thread_local,
            "size": size,
            "initial": self.initial(&var.initial),
        });
        self.place(&mut value, var.span);
        value
    }

    fn initial(&self, initial: &Initial) -> Value {
        match initial {
            Initial::Indeterminate => json!({"kind": "indeterminate"}),
            Initial::Zero => json!({"kind": "zero"}),
            Initial::Bytes(bytes) => json!({"kind": "bytes", "bytes": bytes}),
            Initial::Items(items) => {
                let items = items.iter();
                let items = items.map(|&(place, value)| {
                    json!({
                        "place": self.shown(place),
                        "value": self.shown(value),
                    })
                });
                json!({"kind": "items", "items": items.collect::<Vec<_>>()})
            }
        }
    }

    fn function(&self, function: &Function) -> Value {
        let p = self.program;
        let variables = |list: &[VarId]| {
            let list = list.iter().map(|&id| self.variable(&p.vars[id]));
            list.collect::<Vec<_>>()
        };
        let mut value = json!({
            "name": &p.names[function.name],
            "type": self.shown(function.declared),
            "linkage": linkage_name(function.linkage),
            "defined": function.body.is_some(),
            "no_return": function.no_return,
            "parameters": variables(&function.parameters),
            "locals": variables(&function.locals),
            "entry": function.body.as_ref().map(|b| b.entry().index()),
            "exit": function.body.as_ref().and_then(|b| b.exit()).map(Location::index),
            "locations": function.body.as_ref().map_or(Vec::new(), |b| self.locations(b)),
            "edges": function.body.as_ref().map_or(Vec::new(), |b| {
                b.edges().map(|(_, e)| self.edge(e)).collect()
            }),
        });
        self.place(&mut value, function.span);
        value
    }

    fn variable(&self, var: &Var) -> Value {
        let kind = match var.kind {
            VarKind::Parameter => "parameter",
            VarKind::Temporary => "temporary",
            VarKind::Local => "local",
            VarKind::Global(_) | VarKind::Static | VarKind::Literal => "static",
        };
        let name = &self.program.names[var.name];
        json!({"name": name, "type": self.ty(var.declared), "kind": kind})
    }

    fn locations(&self, cfa: &Cfa) -> Vec<Value> {
        let mut labels = cfa.labels().iter().peekable();
        let locations = cfa.locations().map(|at| {
            let mut names = Vec::new();
            while let Some((_, name)) = labels.next_if(|(l, _)| *l == at) {
                names.push(&self.program.names[*name]);
            }
            json!({
                "id": at.index(),
                "loop_head": cfa.is_loop_head(at),
                "labels": names,
            })
        });
        locations.collect()
    }

    fn edge(&self, edge: &Edge) -> Value {
        let mut value = json!({
            "from": edge.from.index(),
            "to": edge.to.index(),
            "op": self.op(&edge.op),
            "text": self.shown(&edge.op),
        });
        self.place(&mut value, edge.span);
        value
    }

    fn op(&self, op: &Op) -> Value {
        let names = |list: &[VarId]| {
            let names = list.iter().map(|&v| self.shown(v));
            names.collect::<Vec<_>>()
        };
        match op {
            Op::Skip => json!({"kind": "skip"}),
            Op::Assume { condition, taken } => json!({
                "kind": "assume",
                "condition": self.shown(*condition),
                "taken": taken,
            }),
            Op::Assign { to, value } => json!({
                "kind": "assign",
                "to": self.shown(*to),
                "value": self.shown(*value),
            }),
            Op::Havoc { place } => json!({"kind": "havoc", "place": self.shown(*place)}),
            Op::Call(call) => {
                let (function, pointer) = match call.callee {
                    Callee::Direct(f) => (Some(self.shown(f)), None),
                    Callee::Indirect(e) => (None, Some(self.shown(e))),
                };
                let arguments = call.arguments.iter().map(|&a| self.shown(a));
                json!({
                    "kind": "call",
                    "function": function,
                    "pointer": pointer,
                    "arguments": arguments.collect::<Vec<_>>(),
                    "result": call.result.map(|r| self.shown(r)),
                })
            }
            Op::Return { value } => json!({
                "kind": "return",
                "value": value.map(|v| self.shown(v)),
            }),
            Op::Alloc { to, size, storage } => json!({
                "kind": "alloc",
                "to": self.shown(*to),
                "size": self.shown(*size),
                "storage": match storage {
                    Storage::Heap => "heap",
                    Storage::Frame => "frame",
                    Storage::Scope(_) => "scope",
                },
            }),
            Op::Free { pointer } => json!({"kind": "free", "pointer": self.shown(*pointer)}),
            Op::Enter { variables } => json!({"kind": "enter", "variables": names(variables)}),
            Op::Exit { variables } => json!({"kind": "exit", "variables": names(variables)}),
            Op::VaStart { list } => json!({"kind": "va_start", "list": self.shown(*list)}),
            Op::VaArg { to, list } => json!({
                "kind": "va_arg",
                "to": self.shown(*to),
                "list": self.shown(*list),
            }),
            Op::VaCopy { to, from } => json!({
                "kind": "va_copy",
                "to": self.shown(*to),
                "from": self.shown(*from),
            }),
            Op::VaEnd { list } => json!({"kind": "va_end", "list": self.shown(*list)}),
            Op::Unsupported { what } => json!({
                "kind": "unsupported",
                "what": &self.program.names[*what],
            }),
        }
    }

    /// Adds the members `file`, `line` and `column`; null where there is none.
    fn place(&self, value: &mut Value, span: Span) {
        let at = self.program.sources.position(span);
        value["file"] = at.map(|at| at.file).into();
        value["line"] = at.map(|at| at.line).into();
        value["column"] = at.map(|at| at.column).into();
    }

    fn ty(&self, ty: QualType) -> String {
        self.program.declaration(ty, "")
    }

    fn shown<T>(&self, item: T) -> String
    where
        for<'a> program::display::Shown<'a, T>: Display,
    {
        self.program.show(item).to_string()
    }
}

fn linkage_name(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "external",
        Linkage::Internal => "internal",
    }
}
