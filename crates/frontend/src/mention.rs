//! What a unit needs of others: the external names that it mentions and does not define.
//! Functions of its own that nothing leads to mention nothing; headers have many.

use program::{
    Callee, Expr, ExprId, FunctionId, Initial, Linkage, Op, Place, PlaceId, Program, Query,
    Storage, VarId, VarKind,
};
use rustc_hash::FxHashSet;

/// The names that a unit needs if others can use all that it defines, and `entry`.
pub(crate) fn needed<'u>(u: &'u Program, entry: &str) -> Vec<&'u str> {
    let mut found = Mentioned {
        u,
        functions: FxHashSet::default(),
        vars: FxHashSet::default(),
        exprs: FxHashSet::default(),
        pending: Vec::new(),
    };
    for (id, f) in u.functions.enumerate() {
        let external = f.linkage == Linkage::External || f.constructor.is_some() || f.destructor;
        if f.body.is_some() && (external || u.names[f.name] == *entry) {
            found.function(id);
        }
    }
    for (id, v) in u.vars.enumerate() {
        if v.defined && v.kind == VarKind::Global(Linkage::External) {
            found.var(id);
        }
    }
    while let Some(next) = found.pending.pop() {
        match next {
            Pending::Function(id) => {
                let edges = u.functions[id].body.iter().flat_map(|b| b.edges());
                edges.for_each(|(_, edge)| found.op(&edge.op));
            }
            Pending::Var(id) => {
                if let Initial::Items(items) = &u.vars[id].initial {
                    for &(place, value) in items {
                        found.place(place);
                        found.expr(value);
                    }
                }
            }
        }
    }
    let functions = u.functions.enumerate();
    let functions = functions.filter(|(id, f)| f.body.is_none() && found.functions.contains(id));
    let vars = u.vars.enumerate();
    let vars = vars.filter(|(id, v)| !v.defined && found.vars.contains(id));
    let names = functions
        .map(|(_, f)| f.name)
        .chain(vars.map(|(_, v)| v.name));
    names.map(|name| &u.names[name]).collect()
}

enum Pending {
    Function(FunctionId),
    Var(VarId),
}

struct Mentioned<'a> {
    u: &'a Program,
    functions: FxHashSet<FunctionId>,
    vars: FxHashSet<VarId>,
    exprs: FxHashSet<ExprId>,
    /// Mentioned, and not looked into.
    pending: Vec<Pending>,
}

impl Mentioned<'_> {
    fn function(&mut self, id: FunctionId) {
        if self.functions.insert(id) {
            self.pending.push(Pending::Function(id));
        }
    }

    fn var(&mut self, id: VarId) {
        if self.vars.insert(id) {
            self.pending.push(Pending::Var(id));
        }
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Skip | Op::Enter { .. } | Op::Exit { .. } | Op::Unsupported { .. } => {}
            Op::Assume { condition, .. } => self.expr(*condition),
            Op::Assign { to, value } => {
                self.place(*to);
                self.expr(*value);
            }
            Op::Havoc { place } => self.place(*place),
            Op::Call(call) => {
                match call.callee {
                    Callee::Direct(f) => self.function(f),
                    Callee::Indirect(e) => self.expr(e),
                }
                call.arguments.iter().for_each(|a| self.expr(*a));
                call.result.iter().for_each(|p| self.place(*p));
            }
            Op::Return { value } => value.iter().for_each(|e| self.expr(*e)),
            Op::Alloc { to, size, storage } => {
                self.place(*to);
                self.expr(*size);
                if let Storage::Scope(v) = storage {
                    self.var(*v);
                }
            }
            Op::Free { pointer } => self.expr(*pointer),
            Op::VaStart { list } | Op::VaEnd { list } => self.place(*list),
            Op::VaArg { to, list: from } | Op::VaCopy { to, from } => {
                self.place(*to);
                self.place(*from);
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        if !self.exprs.insert(id) {
            return;
        }
        match self.u.exprs.get(id) {
            Expr::Int(_) | Expr::Float(_) | Expr::Zero => {}
            Expr::Load(p) | Expr::Address(p) => self.place(p),
            Expr::Function(f) => self.function(f),
            Expr::Unary(_, a) | Expr::Cast(a) => self.expr(a),
            Expr::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Expr::Query(q) => match q {
                Query::Readable(p) | Query::Writable(p) => self.place(p),
                Query::Freeable(e) | Query::Callable(e) | Query::Allocated(e) => self.expr(e),
                Query::Tracked | Query::Released => {}
            },
            Expr::Logical(logical) => {
                for (part, _) in logical.parts() {
                    self.expr(part);
                }
            }
        }
    }

    fn place(&mut self, id: PlaceId) {
        match self.u.exprs.place(id) {
            Place::Var(v) => self.var(v),
            Place::Deref(e) => self.expr(e),
            Place::Field(base, _) => self.place(base),
            Place::Index(base, i) => {
                self.place(base);
                self.expr(i);
            }
        }
    }
}
