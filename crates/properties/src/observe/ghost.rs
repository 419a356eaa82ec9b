//! Ghost variables: what automata remember.

use super::{Scribe, Set};
use crate::automaton::{Automaton, Domain, SET_CAPACITY};
use program::{
    BinaryOp, CfaBuilder, ExprId, Fold, FunctionId, Initial, IntKind, Linkage, Location, Op, Place,
    PlaceId, QualType, Span, TypeId, Var, VarId, VarKind,
};

/// The variables of one automaton.
pub(super) struct Ghost {
    pub state: VarId,
    pub tracked: Option<VarId>,
    pub variables: Vec<GhostVariable>,
}

#[derive(Clone, Copy)]
pub(super) enum GhostVariable {
    Int(VarId),
    /// Which slots are used, and what is in them.
    Set {
        used: VarId,
        values: VarId,
    },
}

impl Ghost {
    pub fn integers(&self) -> impl Iterator<Item = VarId> {
        self.variables.iter().filter_map(|v| match v {
            GhostVariable::Int(var) => Some(*var),
            GhostVariable::Set { .. } => None,
        })
    }

    pub fn sets(&self) -> impl Iterator<Item = Set> {
        self.variables.iter().filter_map(|v| match *v {
            GhostVariable::Int(_) => None,
            GhostVariable::Set { used, values } => Some(Set { used, values }),
        })
    }
}

impl Scribe<'_> {
    pub(super) fn ghost(&mut self, automaton: &Automaton) -> Ghost {
        let int = self.program.types.common.int;
        let name = &automaton.name;
        let state = self.ghost_static(&format!("{name}::state"), int);
        self.begin_with(state, automaton.initial as i128);
        let tracked = automaton.created.map(|_| {
            let value = self.value_type();
            self.ghost_static(&format!("{name}::tracked"), value)
        });
        let mut variables = Vec::new();
        for variable in &automaton.variables {
            let full = format!("{name}::{}", variable.name);
            variables.push(match &variable.domain {
                Domain::Int(value) => {
                    let var = self.ghost_static(&full, int);
                    self.begin_with(var, i128::from(*value));
                    GhostVariable::Int(var)
                }
                Domain::Set(elements) => self.ghost_set(&full, elements),
            });
        }
        Ghost {
            state,
            tracked,
            variables,
        }
    }

    fn ghost_set(&mut self, name: &str, elements: &[i128]) -> GhostVariable {
        let (int, value) = (self.program.types.common.int, self.value_type());
        let length = SET_CAPACITY as u64;
        let flags = self.program.types.array_of(QualType::plain(int), length);
        let slots = self.program.types.array_of(QualType::plain(value), length);
        let used = self.ghost_static(&format!("{name}::used"), flags);
        let values = self.ghost_static(name, slots);
        let mut distinct: Vec<i128> = elements.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let mut marks = Vec::new();
        let mut items = Vec::new();
        for (i, &element) in distinct.iter().take(SET_CAPACITY).enumerate() {
            let element = self.int(element, value);
            items.push((self.slot(values, i), element));
            let one = self.int(1, int);
            marks.push((self.slot(used, i), one));
        }
        if !items.is_empty() {
            self.program.vars[values].initial = Initial::Items(items.into());
            self.program.vars[used].initial = Initial::Items(marks.into());
        }
        GhostVariable::Set { used, values }
    }

    fn ghost_static(&mut self, name: &str, ty: TypeId) -> VarId {
        let kind = VarKind::Global(Linkage::Internal);
        self.ghost_var(name, ty, kind, None, Initial::Zero)
    }

    fn begin_with(&mut self, var: VarId, value: i128) {
        if value != 0 {
            let place = self.place(var);
            let value = self.int(value, self.program.vars[var].ty);
            self.program.vars[var].initial = Initial::Items(Box::new([(place, value)]));
        }
    }

    /// A variable of a call, for what is needed only around one operation.
    pub(super) fn ghost_local(&mut self, name: &str, ty: TypeId, function: FunctionId) -> VarId {
        let kind = VarKind::Temporary;
        let var = self.ghost_var(name, ty, kind, Some(function), Initial::Indeterminate);
        let names = &self.program.functions[function].locals;
        let named = |v: &&VarId| self.program.vars[**v].name == self.program.vars[var].name;
        self.program.vars[var].shadow = names.iter().filter(named).count() as u32;
        self.program.functions[function].locals.push(var);
        var
    }

    fn ghost_var(
        &mut self,
        name: &str,
        ty: TypeId,
        kind: VarKind,
        function: Option<FunctionId>,
        initial: Initial,
    ) -> VarId {
        let name = self.program.names.intern(name);
        self.program.vars.push(Var {
            name,
            ty,
            declared: QualType::plain(ty),
            kind,
            function,
            initial,
            extra_bytes: 0,
            align: None,
            thread_local: false,
            defined: true,
            addressed: false,
            weak: false,
            shadow: 0,
            ghost: true,
            span: Span::NONE,
        })
    }

    // Expressions over them.

    /// Wide enough for every pointer and every integer of 64 bits.
    pub(super) fn value_type(&self) -> TypeId {
        self.program.types.int_type(IntKind::ULongLong)
    }

    pub(super) fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.program.exprs.int(&self.program.types, value, ty)
    }

    pub(super) fn place(&mut self, var: VarId) -> PlaceId {
        let ty = self.program.vars[var].ty;
        self.program.exprs.var(var, ty)
    }

    pub(super) fn load(&mut self, var: VarId) -> ExprId {
        let place = self.place(var);
        self.program.exprs.load(place)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = match op.is_comparison() {
            true => self.program.types.common.int,
            false => self.program.exprs.ty(a),
        };
        let types = &self.program.types;
        self.program.exprs.binary(types, op, a, b, ty, Fold::Wrap)
    }

    fn slot(&mut self, array: VarId, index: usize) -> PlaceId {
        let place = self.place(array);
        let element = match self.program.types.get(self.program.vars[array].ty) {
            program::Type::Array { element, .. } => element.ty,
            _ => self.program.types.common.int,
        };
        let index = self.int(index as i128, self.program.types.common.ptrdiff);
        self.program
            .exprs
            .intern_place(Place::Index(place, index), element)
    }

    fn in_slot(&mut self, array: VarId, index: usize) -> ExprId {
        let place = self.slot(array, index);
        self.program.exprs.load(place)
    }

    /// 0 or 1: is the slot used, and for an element that is not this one?
    fn used_for(&mut self, set: GhostVariable, i: usize, op: BinaryOp, element: ExprId) -> ExprId {
        let GhostVariable::Set { used, values } = set else {
            return element;
        };
        let used = self.in_slot(used, i);
        let value = self.in_slot(values, i);
        let compared = self.binary(op, value, element);
        self.binary(BinaryOp::And, used, compared)
    }

    /// Is the element in the set? Nought if it is not.
    pub(super) fn contains(&mut self, set: GhostVariable, element: ExprId) -> ExprId {
        let mut found = self.used_for(set, 0, BinaryOp::Eq, element);
        for i in 1..SET_CAPACITY {
            let next = self.used_for(set, i, BinaryOp::Eq, element);
            found = self.binary(BinaryOp::Or, found, next);
        }
        found
    }

    /// Is there an element other than these? Nought if there is none.
    pub(super) fn has_others(&mut self, set: GhostVariable, removed: &[ExprId]) -> ExprId {
        let GhostVariable::Set { used, .. } = set else {
            return self.int(0, self.program.types.common.int);
        };
        let mut found = self.int(0, self.program.types.common.int);
        for i in 0..SET_CAPACITY {
            let mut next = self.in_slot(used, i);
            for &element in removed {
                let other = self.used_for(set, i, BinaryOp::Ne, element);
                next = self.binary(BinaryOp::And, next, other);
            }
            found = self.binary(BinaryOp::Or, found, next);
        }
        found
    }

    // Operations on sets.

    /// Puts an element into a set, in which it may be already.
    pub(super) fn add(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        set: GhostVariable,
        element: ExprId,
        span: Span,
    ) -> Location {
        let GhostVariable::Set { used, values } = set else {
            return from;
        };
        let int = self.program.types.common.int;
        let out = b.location();
        let there = self.contains(set, element);
        let zero = self.int(0, int);
        let there = self.binary(BinaryOp::Ne, there, zero);
        let mut at = self.test(b, from, out, (there, true), span);
        for i in 0..SET_CAPACITY {
            let (free, next) = (b.location(), b.location());
            let mark = self.in_slot(used, i);
            let is_used = self.binary(BinaryOp::Ne, mark, zero);
            let condition = is_used;
            for (to, taken) in [(free, false), (next, true)] {
                b.ghost_edge(at, to, Op::Assume { condition, taken }, span);
            }
            let filled = b.location();
            let to = self.slot(values, i);
            b.ghost_edge(free, filled, Op::Assign { to, value: element }, span);
            let to = self.slot(used, i);
            let value = self.int(1, int);
            b.ghost_edge(filled, out, Op::Assign { to, value }, span);
            at = next;
        }
        let what = format!("a set of an automaton with more than {SET_CAPACITY} values");
        self.unsupported(b, at, &what, span);
        out
    }

    /// Takes an element out of a set, in which it may not be.
    pub(super) fn remove(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        set: GhostVariable,
        element: ExprId,
        span: Span,
    ) -> Location {
        let GhostVariable::Set { used, .. } = set else {
            return from;
        };
        let mut at = from;
        for i in 0..SET_CAPACITY {
            let to = self.slot(used, i);
            let value = self.used_for(set, i, BinaryOp::Ne, element);
            let next = b.location();
            b.ghost_edge(at, next, Op::Assign { to, value }, span);
            at = next;
        }
        at
    }
}
