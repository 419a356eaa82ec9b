//! Copies of constant length become assignments.
//!
//! The library's models of `memcpy` and its like go byte by byte. Where the length is a
//! constant, a call of one means the assignment of an aggregate: one step in place of a
//! loop, and words that stay words. A temporary between the two makes it right for blocks
//! that overlap.

use program::{
    Call, Callee, Cfa, CfaBuilder, Expr, ExprId, Field, FunctionId, IntKind, Location, Op, Place,
    PlaceId, Program, QualType, RecordBody, RecordKind, Span, Type, TypeId, Var, VarId, VarKind,
};
use rustc_hash::FxHashMap;

/// Longer blocks are left to the loop.
const MAX_LENGTH: i128 = 1024;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Copy,
    Zero,
}

/// A call that means an assignment.
struct Found {
    kind: Kind,
    to: ExprId,
    from: ExprId,
    /// What is copied.
    ty: TypeId,
}

/// Makes assignments of the calls in a program that copy blocks, or set them to zero, by
/// the models of a library, whose texts have names with a prefix.
pub fn assign_copies(program: &mut Program, library: &str) {
    let mut copying: FxHashMap<FunctionId, Kind> = FxHashMap::default();
    for (id, function) in program.functions.enumerate() {
        let kind = match &program.names[function.name] {
            "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" => Kind::Copy,
            "memset" | "__memset_chk" => Kind::Zero,
            _ => continue,
        };
        let place = program.sources.position(function.span);
        if function.body.is_some() && place.is_some_and(|p| p.file.starts_with(library)) {
            copying.insert(id, kind);
        }
    }
    if copying.is_empty() {
        return;
    }
    let mut maker = Maker {
        program,
        copying,
        prefixes: FxHashMap::default(),
    };
    for id in maker.program.functions.ids().collect::<Vec<_>>() {
        let Some(body) = maker.program.functions[id].body.take() else {
            continue;
        };
        let body = maker.body(id, body);
        maker.program.functions[id].body = Some(body);
    }
}

struct Maker<'a> {
    program: &'a mut Program,
    copying: FxHashMap<FunctionId, Kind>,
    /// The first so many bytes of objects of a type.
    prefixes: FxHashMap<(TypeId, u64), TypeId>,
}

impl Maker<'_> {
    fn body(&mut self, function: FunctionId, body: Cfa) -> Cfa {
        let copies = |op: &Op| match op {
            Op::Call(call) => {
                matches!(call.callee, Callee::Direct(f) if self.copying.contains_key(&f))
            }
            _ => false,
        };
        if !body.edges().any(|(_, edge)| copies(&edge.op)) {
            return body;
        }
        let mut b = CfaBuilder::like(&body);
        for (_, edge) in body.edges() {
            let found = match &edge.op {
                Op::Call(call) => self.find(call).map(|found| (found, call)),
                _ => None,
            };
            match found {
                Some((found, call)) => {
                    let ends = (edge.from, edge.to);
                    self.assign(&mut b, ends, found, call, (function, edge.span));
                }
                None => b.copy_edge(edge.from, edge.to, edge),
            }
        }
        let exit = body.exit().unwrap_or_else(|| b.location());
        b.finish(body.entry(), exit)
    }

    fn find(&mut self, call: &Call) -> Option<Found> {
        let Callee::Direct(callee) = call.callee else {
            return None;
        };
        let kind = *self.copying.get(&callee)?;
        let &[to, from, length, ..] = &*call.arguments else {
            return None;
        };
        let length = self.program.exprs.int_value(length)?;
        if !(1..=MAX_LENGTH).contains(&length) {
            return None;
        }
        if kind == Kind::Zero && self.program.exprs.int_value(from) != Some(0) {
            return None;
        }
        let mut types = vec![self.pointee(to)];
        if kind == Kind::Copy {
            types.insert(0, self.pointee(from));
        }
        let is_coarse = |ty: &TypeId| self.program.types.size_of(*ty).is_some_and(|size| size > 1);
        let ty = types.into_iter().flatten().find(is_coarse);
        let ty = self.prefix(ty, length as u64);
        Some(Found { kind, to, from, ty })
    }

    /// What a pointer points to, before it became a plain one.
    fn pointee(&self, mut pointer: ExprId) -> Option<TypeId> {
        let Program { exprs, types, .. } = &*self.program;
        while let Expr::Cast(inner) = exprs.get(pointer)
            && types.is_pointer(exprs.ty(inner))
        {
            pointer = inner;
        }
        Some(types.pointee(exprs.ty(pointer))?.ty)
    }

    /// The type of the first `length` bytes where objects of a type lie, one after the
    /// other.
    fn prefix(&mut self, ty: Option<TypeId>, length: u64) -> TypeId {
        let types = &mut self.program.types;
        let byte = types.int(IntKind::UChar);
        let ty = ty.map_or(byte, |ty| types.canonical(ty));
        let size = types.size_of(ty).unwrap_or(0);
        if size == length && types.record_of(ty).is_some() {
            return ty;
        }
        if let Some(&known) = self.prefixes.get(&(ty, length)) {
            return known;
        }
        let fields = match size {
            0 => None,
            _ if length.is_multiple_of(size) => None,
            _ => first_fields(self.program, ty, length),
        };
        let types = &mut self.program.types;
        let fields = fields.unwrap_or_else(|| {
            let (element, count) = match size > 0 && length.is_multiple_of(size) {
                true => (ty, length / size),
                false => (byte, length),
            };
            let ty = types.array_of(QualType::plain(element), count);
            vec![Field {
                name: None,
                ty,
                declared: QualType::plain(ty),
                offset: 0,
                bits: None,
                span: Span::NONE,
            }]
        });
        let record = types.add_record(RecordKind::Struct, None, Span::NONE);
        types.record_mut(record).body = Some(RecordBody {
            fields,
            size: length,
            align: 1,
        });
        let made = types.intern(Type::Record(record));
        self.prefixes.insert((ty, length), made);
        made
    }

    fn assign(
        &mut self,
        b: &mut CfaBuilder,
        (mut from, end): (Location, Location),
        found: Found,
        call: &Call,
        (function, span): (FunctionId, Span),
    ) {
        let owner = (function, span);
        // What is returned is read before the copy, which may overwrite it.
        let target;
        (from, target) = match call.result {
            Some(_) => self.kept(b, from, found.to, owner),
            None => self.settled(b, from, found.to, owner),
        };
        let source = match found.kind {
            Kind::Copy => {
                let pointer;
                (from, pointer) = self.settled(b, from, found.from, owner);
                Some(self.at(pointer, found.ty))
            }
            Kind::Zero => None,
        };
        let value = match source {
            Some(source) => {
                let temporary = self.temporary(found.ty, owner);
                let exprs = &mut self.program.exprs;
                let to = exprs.var(temporary, found.ty);
                let value = exprs.load(source);
                let next = b.location();
                b.edge(from, next, Op::Assign { to, value }, span);
                from = next;
                exprs.load(to)
            }
            None => self.program.exprs.intern(Expr::Zero, found.ty),
        };
        let to = self.at(target, found.ty);
        let next = match call.result {
            Some(_) => b.location(),
            None => end,
        };
        b.edge(from, next, Op::Assign { to, value }, span);
        if let Some(result) = call.result {
            let Program { exprs, types, .. } = &mut *self.program;
            let ty = exprs.place_ty(result);
            let value = exprs.cast(types, target, ty);
            b.edge(next, end, Op::Assign { to: result, value }, span);
        }
    }

    /// The place of a type that a pointer points to.
    fn at(&mut self, pointer: ExprId, ty: TypeId) -> PlaceId {
        let Program { exprs, types, .. } = &mut *self.program;
        let wanted = types.pointer_to(ty);
        let pointer = exprs.cast(types, pointer, wanted);
        exprs.deref(pointer, ty)
    }

    /// A pointer that can be read without an access that could go wrong: an operation has
    /// at most one of them.
    fn settled(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        pointer: ExprId,
        owner: (FunctionId, Span),
    ) -> (Location, ExprId) {
        match is_settled(self.program, pointer) {
            true => (from, pointer),
            false => self.kept(b, from, pointer, owner),
        }
    }

    /// The value of a pointer, in a temporary.
    fn kept(
        &mut self,
        b: &mut CfaBuilder,
        from: Location,
        pointer: ExprId,
        owner: (FunctionId, Span),
    ) -> (Location, ExprId) {
        let ty = self.program.exprs.ty(pointer);
        let temporary = self.temporary(ty, owner);
        let to = self.program.exprs.var(temporary, ty);
        let next = b.location();
        let value = pointer;
        b.edge(from, next, Op::Assign { to, value }, owner.1);
        (next, self.program.exprs.load(to))
    }

    fn temporary(&mut self, ty: TypeId, (function, span): (FunctionId, Span)) -> VarId {
        let name = self.program.names.intern("%copied");
        let mut var = Var::plain(name, ty, VarKind::Temporary, function, span);
        let locals = self.program.functions[function].locals.iter();
        let same = locals.filter(|&&v| self.program.vars[v].name == name);
        var.shadow = same.count() as u32;
        let var = self.program.vars.push(var);
        self.program.functions[function].locals.push(var);
        var
    }
}

/// Does an expression read nothing but whole variables?
fn is_settled(program: &Program, expr: ExprId) -> bool {
    let place_is = |mut place: PlaceId| loop {
        match program.exprs.place(place) {
            Place::Var(_) => return true,
            Place::Field(base, _) => place = base,
            Place::Index(base, index) if is_settled(program, index) => place = base,
            Place::Index(..) => return false,
            Place::Deref(pointer) => return is_settled(program, pointer),
        }
    };
    match program.exprs.get(expr) {
        Expr::Int(_) | Expr::Float(_) | Expr::Zero | Expr::Function(_) => true,
        Expr::Load(place) => matches!(program.exprs.place(place), Place::Var(_)),
        Expr::Address(place) => place_is(place),
        Expr::Unary(_, a) | Expr::Cast(a) => is_settled(program, a),
        Expr::Binary(_, a, b) => is_settled(program, a) && is_settled(program, b),
        Expr::Query(_) | Expr::Logical(_) => false,
    }
}

/// The fields of a structure that lie in its first bytes; None if one lies only partly
/// there.
fn first_fields(program: &Program, ty: TypeId, length: u64) -> Option<Vec<Field>> {
    let types = &program.types;
    let (_, record) = types.record_of(ty)?;
    if record.kind != RecordKind::Struct {
        return None;
    }
    let mut first = Vec::new();
    for field in types.fields(ty) {
        let size = match field.bits {
            Some(bits) => (u64::from(bits.shift) + u64::from(bits.width)).div_ceil(8),
            None => types.size_of(field.ty)?,
        };
        if field.offset + size <= length {
            first.push(field.clone());
        } else if field.offset < length {
            return None;
        }
    }
    (!first.is_empty()).then_some(first)
}
