//! Copies of functions for what their parameters point to.
//!
//! A helper that is given the address of a variable, or of a structure with a handle in it,
//! does something else to the value for each of them. Where the argument of a call leads to
//! one place, the slice calls a copy of the function in which the parameter does.

use crate::Input;
use crate::memory::{Memory, without_casts};
use crate::plan::Plan;
use crate::sets::Members;
use crate::translate::Copy;
use pointers::{Target, is_holder};
use program::{Cfa, EdgeId, Expr, ExprId, FunctionId, Op, Place, PlaceId, Program, VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// With more copies than this there are no others.
const MOST_COPIES: usize = 96;
/// The numbers of these copies; below are those of the places on the path to the creation.
const FIRST: usize = 1 << 16;

#[derive(Default)]
pub(crate) struct Copies {
    /// The functions, and where parameters of them point.
    made: Vec<(FunctionId, Vec<(VarId, Target)>)>,
    /// What calls mean: the copy that the call is in, its edge, and the function.
    calls: FxHashMap<(Copy, EdgeId, FunctionId), Copy>,
}

/// The place of the copy on the path to the creation.
pub(crate) fn level(copy: Copy) -> usize {
    match copy.1 >= FIRST {
        true => 0,
        false => copy.1,
    }
}

impl Copies {
    pub fn new(
        input: &Input<'_>,
        memory: &Memory,
        members: Option<&Members>,
        writers: &FxHashMap<VarId, Vec<FunctionId>>,
    ) -> Copies {
        let mut copies = Copies::default();
        if memory.cells.is_empty() && members.is_none() {
            return copies;
        }
        let calls = input.pointers.calls();
        let reached = calls.reached().iter().copied();
        let own: Vec<FunctionId> = reached.filter(|&f| !input.is_library(f)).collect();
        let parameters = own.iter().filter(|&&f| !calls.is_recursive(f));
        let parameters = parameters.flat_map(|&f| &input.program.functions[f].parameters);
        let wanted = |v: &VarId| !writers.contains_key(v) && leads_on(input, memory, members, *v);
        let wanted: FxHashSet<VarId> = parameters.copied().filter(wanted).collect();
        let mut pending: Vec<Copy> = own.iter().map(|&f| (f, 0)).collect();
        while let Some(copy) = pending.pop() {
            let body = input.program.functions[copy.0].body.as_ref();
            for (id, edge) in body.into_iter().flat_map(Cfa::edges) {
                let Op::Call(call) = &edge.op else {
                    continue;
                };
                for &callee in calls.callees(copy.0, id) {
                    let mut leading = Vec::new();
                    let parameters = &input.program.functions[callee].parameters;
                    for (&parameter, &argument) in parameters.iter().zip(&call.arguments) {
                        if wanted.contains(&parameter)
                            && let Some(target) = copies.only_target(input, copy, argument)
                        {
                            leading.push((parameter, target));
                        }
                    }
                    if leading.is_empty() {
                        continue;
                    }
                    let new = (callee, leading);
                    let known = copies.made.iter().position(|c| *c == new);
                    let at = known.unwrap_or(copies.made.len());
                    if at >= MOST_COPIES {
                        continue;
                    }
                    let target = (callee, FIRST + at);
                    if known.is_none() {
                        copies.made.push(new);
                        pending.push(target);
                    }
                    copies.calls.insert((copy, id, callee), target);
                }
            }
        }
        copies
    }

    pub fn all(&self) -> impl Iterator<Item = Copy> {
        let made = self.made.iter().enumerate();
        made.map(|(i, (function, _))| (*function, FIRST + i))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.made.len()
    }

    /// The number of a copy, from 1 on; 0 for one that is not for what it is called with.
    pub fn number(&self, copy: Copy) -> usize {
        (copy.1 + 1).saturating_sub(FIRST)
    }

    pub fn of(&self, function: FunctionId) -> impl Iterator<Item = Copy> {
        self.all().filter(move |copy| copy.0 == function)
    }

    /// The copy that a call means, if there is one for what it is called with.
    pub fn meant(&self, copy: Copy, edge: EdgeId, callee: FunctionId) -> Option<Copy> {
        let caller = match level(copy) {
            0 => copy,
            _ => (copy.0, 0),
        };
        self.calls.get(&(caller, edge, callee)).copied()
    }

    /// Where a place lies that is found through a parameter of the copy.
    pub fn target(&self, input: &Input<'_>, copy: Copy, place: PlaceId) -> Option<Target> {
        let (_, leading) = self.made.get(copy.1.checked_sub(FIRST)?)?;
        let (pointer, by) = input.pointers.through(input.program, place)?;
        let var = loaded(input.program, pointer)?;
        let (_, target) = leading.iter().find(|(parameter, _)| *parameter == var)?;
        let offsets = target.offsets.plus(by);
        Some(Target { offsets, ..*target })
    }

    /// Where an argument points, if that is one place.
    pub fn only_target(&self, input: &Input<'_>, copy: Copy, argument: ExprId) -> Option<Target> {
        let program = input.program;
        let argument = without_casts(program, argument);
        if let Expr::Address(place) = program.exprs.get(argument)
            && let Some(target) = self.target(input, copy, place)
        {
            return Some(target).filter(|t| t.offsets.is_exact());
        }
        if let Some(var) = loaded(program, argument)
            && let Some((_, leading)) = copy.1.checked_sub(FIRST).and_then(|i| self.made.get(i))
            && let Some((_, target)) = leading.iter().find(|(parameter, _)| *parameter == var)
        {
            return Some(*target);
        }
        match input.pointers.points_to(program, argument)[..] {
            [target] if target.offsets.is_exact() => Some(target),
            _ => None,
        }
    }
}

impl Plan<'_> {
    /// Where a place of a copy may lie.
    pub(crate) fn places(&self, copy: Copy, place: PlaceId) -> Vec<Target> {
        match self.copies.target(self.input, copy, place) {
            Some(target) => vec![target],
            None => self.input.pointers.places(self.input.program, place),
        }
    }
}

/// The variable that an expression loads.
fn loaded(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs.get(without_casts(program, expr)) {
        Expr::Load(place) => match program.exprs.place(place) {
            Place::Var(v) => Some(v),
            Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
        },
        _ => None,
    }
}

/// Is it a parameter that may point to several places, and to cells or to places in variables
/// with members of a set among them?
fn leads_on(input: &Input<'_>, memory: &Memory, members: Option<&Members>, var: VarId) -> bool {
    let program = input.program;
    let v = &program.vars[var];
    if v.kind != VarKind::Parameter || !is_holder(program, var) || !program.types.is_pointer(v.ty) {
        return false;
    }
    let place = program.exprs.find_var(var, v.ty);
    let targets = place.map_or(Vec::new(), |p| input.pointers.contents(program, p));
    let has_cells = |t: &Target| !memory.of_object(t.object).is_empty();
    let has_members = |t: &Target| members.is_some_and(|m| m.is_in(t.object));
    targets.len() > 1 && targets.iter().any(|t| has_cells(t) || has_members(t))
}
