//! What a loop may modify: the variables that have to be forgotten where it is cut.
//!
//! Only a loop whose effects are all on named variables without pointers is cut. What
//! else it does (allocate, write through pointers to what has no name here, end the
//! life of something that is alive at the cut) cannot be said by forgetting values.

use crate::loops::Loop;
use machine::UnknownCalls;
use pointers::{Object, Pointers};
use program::live::{Life, life};
use program::{
    ArrayLength, Call, Callee, Cfa, EdgeId, Expr, ExprId, FunctionId, IntKind, Location, Op, Place,
    PlaceId, Program, Type, TypeId, VarId, VarKind,
};
use solver::path::Primitive;
use std::collections::BTreeSet;

/// Why a loop is not cut, in a few words.
pub type Obstacle = &'static str;

pub struct Effects<'a> {
    pub program: &'a Program,
    pub pointers: &'a Pointers,
    pub unknown_calls: UnknownCalls,
    pub function: FunctionId,
    pub body: &'a Cfa,
    /// A copy of the program, for expressions to ask about.
    pub scratch: &'a mut Program,
}

impl Effects<'_> {
    /// The variables alive at a location of the loop that a round of it may change.
    pub fn of(&mut self, of: &Loop, at: Location) -> Result<Vec<VarId>, Obstacle> {
        let mut written = BTreeSet::new();
        let mut renewed = BTreeSet::new();
        for (id, edge) in self.body.edges() {
            if !of.contains(edge.from) || !of.contains(edge.to) {
                continue;
            }
            match &edge.op {
                Op::Skip | Op::Assume { .. } | Op::Return { .. } | Op::Unsupported { .. } => {}
                Op::Assign { to, .. } => self.write(*to, &mut written)?,
                Op::Havoc { place } => self.write(*place, &mut written)?,
                Op::Call(call) => self.call(id, call, &mut written)?,
                Op::Enter { variables } | Op::Exit { variables } => renewed.extend(variables),
                Op::Alloc { .. } => return Err("it allocates memory"),
                Op::Free { .. } => return Err("it frees memory"),
                Op::VaStart { .. } | Op::VaArg { .. } | Op::VaCopy { .. } | Op::VaEnd { .. } => {
                    return Err("it uses unnamed arguments");
                }
            }
        }
        let mut found = Vec::new();
        for &var in written.union(&renewed) {
            match life(self.body, var, at) {
                Life::Never => continue,
                Life::Sometimes => return Err("a variable lives there only sometimes"),
                Life::Always => {}
            }
            if renewed.contains(&var) && self.program.vars[var].addressed {
                return Err("the life of a variable ends in it");
            }
            self.forgettable(var)?;
            found.push(var);
        }
        Ok(found)
    }

    fn write(&self, place: PlaceId, written: &mut BTreeSet<VarId>) -> Result<(), Obstacle> {
        if let Some(var) = self.program.exprs.root(place) {
            written.insert(var);
            return Ok(());
        }
        for target in self.pointers.places(self.program, place) {
            self.object(self.pointers.object(target.object), &[], written)?;
        }
        Ok(())
    }

    /// Memory that is written through a pointer, or by `callees`.
    fn object(
        &self,
        object: Object,
        callees: &[FunctionId],
        written: &mut BTreeSet<VarId>,
    ) -> Result<(), Obstacle> {
        match object {
            Object::Var(var) => {
                let v = &self.program.vars[var];
                if v.kind.is_static() {
                    written.insert(var);
                    return Ok(());
                }
                // Another frame's variable of the same name would be meant as well.
                let recursive = self.pointers.calls().is_recursive(self.function);
                match v.function {
                    _ if recursive => Err("it writes to variables of other calls"),
                    Some(f) if f == self.function => {
                        written.insert(var);
                        Ok(())
                    }
                    // A callee's own; it is gone when the callee returns.
                    Some(f) if callees.contains(&f) => Ok(()),
                    _ => Err("it writes to variables of other functions"),
                }
            }
            // Writing to a literal or a function ends the run; a result is on its way.
            Object::Literal(_) | Object::Function(_) | Object::Result(_) => Ok(()),
            // A mark, and no memory.
            Object::Outside => Ok(()),
            Object::Heap { .. } => Err("it writes to allocated memory"),
            Object::Environment => Err("it writes through a pointer of unknown origin"),
            Object::Variadic(_) => Err("it uses unnamed arguments"),
        }
    }

    fn call(
        &self,
        edge: EdgeId,
        call: &Call,
        written: &mut BTreeSet<VarId>,
    ) -> Result<(), Obstacle> {
        if let Some(result) = call.result {
            self.write(result, written)?;
        }
        let calls = self.pointers.calls();
        let mut callees: Vec<FunctionId> = match call.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(_) if calls.calls_unknown(self.function, edge) => {
                return Err("it calls what is not known");
            }
            Callee::Indirect(_) => calls.callees(self.function, edge).to_vec(),
        };
        // With all that they call.
        let mut next = 0;
        while let Some(&callee) = callees.get(next) {
            next += 1;
            self.callee(callee)?;
            for &further in calls.callees_of(callee) {
                if !callees.contains(&further) {
                    callees.push(further);
                }
            }
        }
        for &callee in &callees {
            for cell in self.pointers.mods(callee) {
                let (target, _) = self.pointers.cell(cell);
                self.object(self.pointers.object(target.object), &callees, written)?;
            }
        }
        Ok(())
    }

    /// Refuses functions that do what cannot be said by what they write.
    fn callee(&self, callee: FunctionId) -> Result<(), Obstacle> {
        let function = &self.program.functions[callee];
        let name = &self.program.names[function.name];
        let Some(body) = &function.body else {
            return match Primitive::named(name) {
                Some(
                    Primitive::Size
                    | Primitive::End
                    | Primitive::Infeasible
                    | Primitive::Output
                    | Primitive::ErrorCall
                    | Primitive::Assertion
                    | Primitive::Unreachable,
                ) => Ok(()),
                Some(Primitive::SetJump | Primitive::LongJump) => Err("it jumps between calls"),
                Some(Primitive::Alloca) => Err("it allocates memory"),
                None => match self.unknown_calls {
                    UnknownCalls::Pure | UnknownCalls::Error => Ok(()),
                    UnknownCalls::Havoc if name.starts_with("__VERIFIER_nondet") => Ok(()),
                    UnknownCalls::Havoc => Err("it calls functions that may write anything"),
                },
            };
        };
        for (id, edge) in body.edges() {
            match &edge.op {
                Op::Alloc { .. } => return Err("it allocates memory"),
                Op::Free { .. } => return Err("it frees memory"),
                Op::VaStart { .. } | Op::VaArg { .. } | Op::VaCopy { .. } | Op::VaEnd { .. } => {
                    return Err("it uses unnamed arguments");
                }
                Op::Call(call) => {
                    let indirect = matches!(call.callee, Callee::Indirect(_));
                    if indirect && self.pointers.calls().calls_unknown(callee, id) {
                        return Err("it calls what is not known");
                    }
                }
                Op::Skip
                | Op::Assume { .. }
                | Op::Assign { .. }
                | Op::Havoc { .. }
                | Op::Return { .. }
                | Op::Enter { .. }
                | Op::Exit { .. }
                | Op::Unsupported { .. } => {}
            }
        }
        Ok(())
    }

    /// Is every value of the variable a number that leads nowhere?
    fn forgettable(&mut self, var: VarId) -> Result<(), Obstacle> {
        let v = &self.program.vars[var];
        if v.kind == VarKind::Literal || v.extra_bytes > 0 {
            return Err("it writes to an object without a fixed size");
        }
        let Program { exprs, types, .. } = &mut *self.scratch;
        let place = exprs.var(var, v.ty);
        // Whatever is not a constant may be any index.
        let index = exprs.load(place);
        let index = exprs.intern(Expr::Cast(index), types.common.ptrdiff);
        self.numbers(place, v.ty, index)
    }

    fn numbers(&mut self, place: PlaceId, ty: TypeId, index: ExprId) -> Result<(), Obstacle> {
        let program = &mut *self.scratch;
        match program.types.get(ty) {
            // A forgotten truth value is 0 or 1; as bytes it may be anything.
            Type::Int(IntKind::Bool)
                if !matches!(program.exprs.place(place),
                    Place::Var(v) if !program.vars[v].addressed) =>
            {
                Err("it may write to the bytes of a _Bool")
            }
            Type::Int(_) | Type::Float(_) | Type::Enum(_) => {
                let value = program.exprs.load(place);
                match self.pointers.points_to(program, value).is_empty() {
                    true => Ok(()),
                    false => Err("it changes numbers that may be addresses"),
                }
            }
            Type::Array {
                element,
                length: ArrayLength::Fixed(_),
            } => {
                let place = Place::Index(place, index);
                let place = program.exprs.intern_place(place, element.ty);
                self.numbers(place, element.ty, index)
            }
            Type::Record(_) => {
                let fields: Vec<_> = program.types.fields(ty).iter().map(|f| f.ty).collect();
                for (i, ty) in fields.into_iter().enumerate() {
                    let field = Place::Field(place, i as u32);
                    let place = self.scratch.exprs.intern_place(field, ty);
                    self.numbers(place, ty, index)?;
                }
                Ok(())
            }
            Type::Pointer(_) => Err("it changes pointers"),
            Type::Error
            | Type::Void
            | Type::Complex(_)
            | Type::Vector { .. }
            | Type::Array { .. }
            | Type::Function(_) => Err("it changes values of unusual types"),
        }
    }
}
