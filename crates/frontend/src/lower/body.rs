//! One function's automaton under construction: the current location, scopes,
//! and jumps.
//!
//! The variables of a block live from its start, however late they are
//! declared, so what a jump leaves and enters is known only when all blocks
//! are complete: jumps between scopes are recorded and resolved at the end.

use crate::ast::Ident;
use program::{
    Cfa, CfaBuilder, Diagnostic, ExprId, Exprs, FunctionId, Id, Location, Name, Op, Program,
    QualType, Span, Types, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Index into [`Body::scopes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScopeIndex(usize);

struct Scope {
    parent: Option<ScopeIndex>,
    depth: u32,
    variables: Vec<VarId>,
    /// How many variable-length arrays were declared so far.
    pub variable_arrays: u32,
    /// A label was seen in it, so its declarations can be reached again.
    has_label: bool,
}

/// A point that can be jumped to, or from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub at: Location,
    pub scope: ScopeIndex,
    pub variable_arrays: u32,
}

struct Jump {
    from: Point,
    to: Point,
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LabelIndex(usize);

struct Label {
    name: Ident,
    /// Where a `goto` first mentioned it.
    used: Option<Span>,
    point: Option<Point>,
    /// Its number as a value, if its address is taken.
    number: Option<u32>,
}

/// A `switch` being lowered.
pub(super) struct Switch {
    /// Type that case values are converted to.
    pub ty: program::TypeId,
    pub cases: Vec<Case>,
    pub default: Option<(Point, Span)>,
}

pub(super) struct Case {
    pub first: i128,
    pub last: i128,
    pub to: Point,
    pub span: Span,
}

pub(super) struct Body {
    pub function: FunctionId,
    pub result: QualType,
    pub builder: CfaBuilder,
    pub entry: Location,
    pub at: Location,
    pub exit: Location,
    pub locals: Vec<VarId>,
    pub temporaries: usize,
    pub addressed: FxHashSet<Name>,
    pub name_uses: FxHashMap<Name, u32>,
    /// `__func__`, once it is used.
    pub function_name: Option<VarId>,
    pub breaks: Vec<Point>,
    pub continues: Vec<Point>,
    pub switches: Vec<Switch>,
    /// Uses a variable of an enclosing function (GNU nested functions).
    pub captures: bool,
    /// What is checked at returns.
    pub ensures: Vec<(ExprId, Span)>,
    /// Holds the result meanwhile.
    pub result_kept: Option<VarId>,
    /// Expressions whose values at entry are kept, and where.
    pub saved: Vec<(ExprId, VarId, Span)>,
    scopes: Vec<Scope>,
    scope: ScopeIndex,
    jumps: Vec<Jump>,
    labels: Vec<Label>,
    label_names: FxHashMap<Name, LabelIndex>,
    /// Labels shadowed by `__label__`, to be restored at block ends.
    local_labels: Vec<Vec<(Name, Option<LabelIndex>)>>,
    computed: Vec<(Point, ExprId, Span)>,
    /// Local labels of enclosing functions, which a nested function may jump to.
    pub outer_labels: FxHashSet<Name>,
}

impl Body {
    pub fn new(function: FunctionId, result: QualType, addressed: &[Name]) -> Body {
        let mut builder = CfaBuilder::new();
        let entry = builder.location();
        let exit = builder.location();
        Body {
            function,
            result,
            builder,
            entry,
            at: entry,
            exit,
            locals: Vec::new(),
            temporaries: 0,
            addressed: addressed.iter().copied().collect(),
            name_uses: FxHashMap::default(),
            function_name: None,
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            captures: false,
            ensures: Vec::new(),
            result_kept: None,
            saved: Vec::new(),
            scopes: vec![Scope {
                parent: None,
                depth: 0,
                variables: Vec::new(),
                variable_arrays: 0,
                has_label: false,
            }],
            scope: ScopeIndex(0),
            jumps: Vec::new(),
            labels: Vec::new(),
            label_names: FxHashMap::default(),
            local_labels: vec![Vec::new()],
            computed: Vec::new(),
            outer_labels: FxHashSet::default(),
        }
    }

    pub fn emit(&mut self, op: Op, span: Span) {
        let to = self.builder.location();
        self.builder.edge(self.at, to, op, span);
        self.at = to;
    }

    /// Goes on at a location that nothing leads to yet.
    pub fn dead_end(&mut self) {
        self.at = self.builder.location();
    }

    // Scopes.

    /// Opens a scope, which [`Body::close`] closes.
    pub fn open(&mut self, span: Span) {
        let entrance = self.at;
        self.at = self.builder.location();
        self.scopes.push(Scope {
            parent: Some(self.scope),
            depth: self.scopes[self.scope.0].depth + 1,
            variables: Vec::new(),
            variable_arrays: 0,
            has_label: false,
        });
        self.scope = ScopeIndex(self.scopes.len() - 1);
        self.local_labels.push(Vec::new());
        // The entering edge is made when the variables are known; until then
        // the first location of the block is the one after it.
        self.jumps.push(Jump {
            from: Point {
                at: entrance,
                scope: self.scopes[self.scope.0].parent.unwrap_or(ScopeIndex(0)),
                variable_arrays: u32::MAX,
            },
            to: Point {
                at: self.at,
                scope: self.scope,
                variable_arrays: 0,
            },
            span,
        });
    }

    pub fn close(&mut self, span: Span) {
        let inner = self.here();
        for (name, old) in self.local_labels.pop().unwrap_or_default() {
            match old {
                Some(label) => self.label_names.insert(name, label),
                None => self.label_names.remove(&name),
            };
        }
        let scope = &self.scopes[self.scope.0];
        let labelled = scope.has_label;
        self.scope = scope.parent.unwrap_or(ScopeIndex(0));
        self.scopes[self.scope.0].has_label |= labelled;
        self.at = self.builder.location();
        let outer = self.here();
        self.jump(inner, outer, span);
    }

    /// Makes a variable part of the current scope.
    pub fn declare(&mut self, var: VarId, is_variable_array: bool) {
        self.locals.push(var);
        let scope = &mut self.scopes[self.scope.0];
        scope.variables.push(var);
        scope.variable_arrays += is_variable_array as u32;
    }

    /// Could control come back to a declaration here without leaving the scope?
    pub fn may_repeat(&self) -> bool {
        self.scopes[self.scope.0].has_label
    }

    // Jumps.

    pub fn here(&self) -> Point {
        self.point(self.at)
    }

    pub fn point(&self, at: Location) -> Point {
        Point {
            at,
            scope: self.scope,
            variable_arrays: self.scopes[self.scope.0].variable_arrays,
        }
    }

    /// A new point in the current scope.
    pub fn new_point(&mut self) -> Point {
        let at = self.builder.location();
        self.point(at)
    }

    pub fn jump(&mut self, from: Point, to: Point, span: Span) {
        if from.scope == to.scope {
            self.builder.edge(from.at, to.at, Op::Skip, span);
        } else {
            self.jumps.push(Jump { from, to, span });
        }
    }

    /// Jumps from here; what follows is unreachable until a label.
    pub fn jump_to(&mut self, to: Point, span: Span) {
        let from = self.here();
        self.jump(from, to, span);
        self.dead_end();
    }

    // Labels.

    /// `__label__ name;`
    pub fn declare_local_label(&mut self, name: Ident) {
        let label = self.new_label(name);
        let old = self.label_names.insert(name.name, label);
        if let Some(names) = self.local_labels.last_mut() {
            names.push((name.name, old));
        }
    }

    /// Names that nested functions may jump to.
    pub fn local_label_names(&self) -> FxHashSet<Name> {
        let declared = self.local_labels.iter().flatten().map(|(n, _)| *n);
        declared.chain(self.outer_labels.iter().copied()).collect()
    }

    fn new_label(&mut self, name: Ident) -> LabelIndex {
        self.labels.push(Label {
            name,
            used: None,
            point: None,
            number: None,
        });
        LabelIndex(self.labels.len() - 1)
    }

    fn label_named(&mut self, name: Ident) -> LabelIndex {
        match self.label_names.get(&name.name) {
            Some(&label) => label,
            None => {
                let label = self.new_label(name);
                self.label_names.insert(name.name, label);
                label
            }
        }
    }

    /// Places a label here; Err is where it already stands.
    pub fn define_label(&mut self, name: Ident) -> Result<(), Span> {
        let label = self.label_named(name);
        if self.labels[label.0].point.is_some() {
            return Err(self.labels[label.0].name.span);
        }
        let to = self.new_point();
        let from = self.here();
        self.jump(from, to, name.span);
        self.at = to.at;
        self.builder.label(to.at, name.name);
        self.scopes[self.scope.0].has_label = true;
        let here = self.here();
        let label = &mut self.labels[label.0];
        label.point = Some(here);
        label.name = name;
        Ok(())
    }

    pub fn goto(&mut self, name: Ident, span: Span) {
        let label = self.label_named(name);
        self.labels[label.0].used.get_or_insert(name.span);
        let from = self.here();
        self.gotos_push(from, label, span);
        self.dead_end();
    }

    fn gotos_push(&mut self, from: Point, label: LabelIndex, span: Span) {
        // The target is not known yet: the label's index stands in its place.
        self.jumps.push(Jump {
            from,
            to: Point {
                at: Location::new(label.0),
                scope: ScopeIndex(usize::MAX),
                variable_arrays: 0,
            },
            span,
        });
    }

    /// The number that stands for the label's address.
    pub fn label_address(&mut self, name: Ident) -> u32 {
        let label = self.label_named(name);
        let next = 1 + self.labels.iter().filter(|l| l.number.is_some()).count() as u32;
        let label = &mut self.labels[label.0];
        label.used.get_or_insert(name.span);
        *label.number.get_or_insert(next)
    }

    pub fn computed_goto(&mut self, target: ExprId, span: Span) {
        let from = self.here();
        self.computed.push((from, target, span));
        self.dead_end();
    }

    // Completion.

    /// Resolves computed gotos into comparisons with every label whose address
    /// is taken, and all jumps; then finishes the automaton.
    pub fn finish(
        mut self,
        p: &mut Program,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Cfa, Vec<VarId>) {
        let unknown = p
            .names
            .intern("computed goto to what is no label of the function");
        let outward = p.names.intern("goto out of a nested function");
        self.resolve_computed(&p.types, &mut p.exprs, unknown);
        for jump in std::mem::take(&mut self.jumps) {
            let Jump { from, mut to, span } = jump;
            if to.scope.0 == usize::MAX {
                let label = &self.labels[to.at.index()];
                match label.point {
                    Some(point) => to = point,
                    None => {
                        let stop = self.builder.location();
                        self.builder
                            .edge(from.at, stop, Op::Unsupported { what: outward }, span);
                        continue;
                    }
                }
            }
            if !self.transfer(from, to, span) {
                diagnostics.push(Diagnostic::error(
                    span,
                    "jump into the scope of a variable-length array",
                ));
            }
        }
        for label in &self.labels {
            if let (None, Some(span)) = (label.point, label.used)
                && !self.outer_labels.contains(&label.name.name)
            {
                let message = format!(
                    "label '{}' is used but not defined",
                    &p.names[label.name.name]
                );
                diagnostics.push(Diagnostic::error(span, message));
            }
        }
        (self.builder.finish(self.entry, self.exit), self.locals)
    }

    fn resolve_computed(&mut self, types: &Types, exprs: &mut Exprs, unknown_label: Name) {
        let numbered: Vec<_> = self
            .labels
            .iter()
            .filter_map(|l| Some((l.number?, l.point?)))
            .collect();
        for (from, target, span) in std::mem::take(&mut self.computed) {
            let mut at = from.at;
            for &(number, point) in &numbered {
                let ty = exprs.ty(target);
                let address = exprs.int(types, i128::from(number), ty);
                let int = types.common.int;
                let condition = exprs.binary(
                    types,
                    program::BinaryOp::Eq,
                    target,
                    address,
                    int,
                    program::Fold::Exact,
                );
                let (hit, miss) = (self.builder.location(), self.builder.location());
                for (to, taken) in [(hit, true), (miss, false)] {
                    self.builder
                        .edge(at, to, Op::Assume { condition, taken }, span);
                }
                self.jump(Point { at: hit, ..from }, point, span);
                at = miss;
            }
            let stop = self.builder.location();
            let what = unknown_label;
            self.builder.edge(at, stop, Op::Unsupported { what }, span);
        }
    }

    /// Adds the edges of a jump: scopes left are exited innermost first, scopes
    /// entered outermost first. False if a variable-length array is skipped.
    fn transfer(&mut self, from: Point, to: Point, span: Span) -> bool {
        let (mut up, mut down) = (from.scope, to.scope);
        let mut left = Vec::new();
        let mut entered = Vec::new();
        let mut allowed = true;
        while up != down {
            let (u, d) = (&self.scopes[up.0], &self.scopes[down.0]);
            if u.depth >= d.depth {
                left.push(up);
                up = u.parent.unwrap_or(ScopeIndex(0));
            } else {
                entered.push(down);
                // Arrays that come after the label are not skipped.
                let skipped = if down == to.scope {
                    to.variable_arrays
                } else {
                    d.variable_arrays
                };
                allowed &= skipped == 0;
                down = d.parent.unwrap_or(ScopeIndex(0));
            }
        }
        if from.scope == to.scope {
            allowed &= from.variable_arrays >= to.variable_arrays;
        }
        let mut steps: Vec<Op> = Vec::new();
        for scope in left {
            let variables = &self.scopes[scope.0].variables;
            if !variables.is_empty() {
                let variables = variables.iter().rev().copied().collect();
                steps.push(Op::Exit { variables });
            }
        }
        for scope in entered.into_iter().rev() {
            let variables = &self.scopes[scope.0].variables;
            if !variables.is_empty() {
                let variables = variables.as_slice().into();
                steps.push(Op::Enter { variables });
            }
        }
        if steps.is_empty() {
            steps.push(Op::Skip);
        }
        let mut at = from.at;
        let count = steps.len();
        for (i, op) in steps.into_iter().enumerate() {
            let next = if i + 1 == count {
                to.at
            } else {
                self.builder.location()
            };
            self.builder.edge(at, next, op, span);
            at = next;
        }
        allowed
    }
}
