//! Initialisers (C11 6.7.9): designators, elided braces, strings.
//!
//! An initialiser becomes a list of items, one for each part it mentions; the
//! list then becomes the initial value of static storage, or assignments.

use super::convert::Purpose;
use super::value::{Lvalue, Operand, Value};
use super::{Lowerer, Mode, deep};
use crate::ast::{self, Designator, ExprKind, InitializerItem, InitializerList};
use program::{
    ArrayLength, Expr, ExprId, Id, Initial, Place, PlaceId, QualType, RecordKind, Span, Type,
    TypeId, VarId, VarKind,
};
use rustc_hash::FxHashMap;

/// No initialiser may have more items (ranges can ask for any number).
const MAX_ITEMS: usize = 1 << 24;

struct Item {
    place: PlaceId,
    value: Value,
    span: Span,
}

/// An initialiser being read.
struct Reading {
    is_static: bool,
    items: Vec<Item>,
    /// Elements seen of arrays whose length is not known.
    lengths: FxHashMap<PlaceId, u64>,
    /// Inside a list with designators, which can come back to a part.
    designated: bool,
    /// What such lists have initialised already, with all that it is part of;
    /// true where an aggregate got its value as a whole.
    touched: FxHashMap<PlaceId, bool>,
}

/// An aggregate that is being filled, and how far it is.
struct Level {
    place: PlaceId,
    ty: QualType,
    next: u64,
    end: Option<u64>,
}

impl Lowerer<'_> {
    /// Initialises a new variable, whose type it completes if the length of an
    /// array was left open. `reused`: the object may hold an earlier value that
    /// its own initialiser reads (a compound literal in a loop).
    pub(super) fn initialize_var(
        &mut self,
        var: VarId,
        initializer: ast::Initializer<'_>,
        reused: bool,
        span: Span,
    ) {
        let is_static = self.p.vars[var].kind.is_static();
        let root = self.var_place(var);
        let declared = self.p.vars[var].declared;
        let mut reading = Reading {
            is_static,
            items: Vec::new(),
            lengths: FxHashMap::default(),
            designated: false,
            touched: FxHashMap::default(),
        };
        self.read(&mut reading, root, declared, initializer);
        let new_root = self.complete_array(var, &reading, root);
        if new_root != root {
            for item in &mut reading.items {
                item.place = self.rebase(item.place, root, new_root);
            }
        }
        if is_static {
            self.set_initial(var, reading, new_root);
        } else {
            if reused {
                for item in &mut reading.items {
                    item.value = self.stabilize(item.value, item.span);
                }
            }
            self.assign_items(initializer, reading, new_root, span);
        }
    }

    /// Gives an array of open length the length that its initialiser has.
    fn complete_array(&mut self, var: VarId, reading: &Reading, root: PlaceId) -> PlaceId {
        let declared = self.p.vars[var].declared;
        if let Type::Array {
            element,
            length: ArrayLength::Unknown,
        } = self.ty(declared.ty)
        {
            let length = reading.lengths.get(&root).copied().unwrap_or(0);
            let ty = self.p.types.array_of(element, length);
            self.p.vars[var].declared = QualType {
                ty,
                quals: declared.quals,
            };
            self.p.vars[var].ty = self.p.types.canonical(ty);
            return self.var_place(var);
        }
        // A flexible array member makes the object longer than its type.
        let mut end = 0;
        for (&place, &length) in &reading.lengths {
            let Place::Field(..) = self.p.exprs.place(place) else {
                continue;
            };
            let address = self
                .p
                .exprs
                .intern(Expr::Address(place), self.p.types.common.void_ptr);
            let Some((_, offset)) = self.static_address(address) else {
                continue;
            };
            if let Type::Array { element, .. } = self.ty(self.p.exprs.place_ty(place)) {
                let size = self.p.types.size_of(element.ty).unwrap_or(0);
                end = end.max(offset as u64 + length * size);
            }
        }
        let size = self.p.types.size_of(declared.ty).unwrap_or(0);
        self.p.vars[var].extra_bytes = end.saturating_sub(size);
        root
    }

    fn set_initial(&mut self, var: VarId, reading: Reading, root: PlaceId) {
        let initial = match reading.items.as_slice() {
            // A string for a whole array needs no second object.
            [only] if only.place == root => match self.literal_bytes(only.value.expr) {
                Some(bytes) => Initial::Bytes(bytes),
                None => Initial::Items([(root, only.value.expr)].into()),
            },
            items => Initial::Items(items.iter().map(|i| (i.place, i.value.expr)).collect()),
        };
        self.p.vars[var].initial = initial;
    }

    /// The bytes of a string literal that is loaded as a whole; the literal is
    /// emptied, for nothing else can refer to it.
    fn literal_bytes(&mut self, expr: ExprId) -> Option<Box<[u8]>> {
        let Expr::Load(place) = self.p.exprs.get(expr) else {
            return None;
        };
        let Place::Var(v) = self.p.exprs.place(place) else {
            return None;
        };
        if self.p.vars[v].kind != VarKind::Literal || v.index() + 1 != self.p.vars.len() {
            return None;
        }
        match std::mem::replace(&mut self.p.vars[v].initial, Initial::Zero) {
            Initial::Bytes(bytes) => {
                // It was the last variable made; unmake it.
                self.p.vars.truncate(v.index());
                Some(bytes)
            }
            other => {
                self.p.vars[v].initial = other;
                None
            }
        }
    }

    fn assign_items(
        &mut self,
        initializer: ast::Initializer<'_>,
        reading: Reading,
        root: PlaceId,
        span: Span,
    ) {
        let ty = self.p.exprs.place_ty(root);
        let is_list = matches!(initializer, ast::Initializer::List(_));
        let whole = matches!(reading.items.as_slice(), [only] if only.place == root);
        if is_list && !whole {
            let zero = if self.p.types.is_scalar(ty) {
                let int = self.int_ty();
                let zero = self.int_value(0, int);
                self.cast(zero, ty)
            } else {
                Value::new(self.p.exprs.intern(Expr::Zero, ty), ty)
            };
            self.assign(root, zero, span);
        }
        for Item { place, value, span } in reading.items {
            self.assign(place, value, span);
        }
    }

    /// `(type){ … }`
    pub(super) fn compound_literal(
        &mut self,
        name: &ast::TypeName<'_>,
        list: InitializerList<'_>,
        span: Span,
    ) -> Operand {
        let declared = self.type_name(name).ty;
        if self.is_error(declared.ty) {
            return Operand::Value(self.error_value());
        }
        let open_array = matches!(
            self.ty(declared.ty),
            Type::Array {
                length: ArrayLength::Unknown,
                ..
            }
        );
        if (!self.p.types.is_complete(declared.ty) && !open_array)
            || self.p.types.is_variable(declared.ty)
        {
            let message = format!(
                "compound literal of incomplete type {}",
                self.quoted(declared.ty)
            );
            self.error(span, message);
            return Operand::Value(self.error_value());
        }
        let automatic = self.body.is_some() && !matches!(self.mode, Mode::Constant { .. });
        let kind = if automatic {
            VarKind::Local
        } else {
            VarKind::Static
        };
        let name = self.p.names.intern("<literal>");
        let var = self.add_var(name, declared, kind, span);
        if automatic && self.mode == Mode::Evaluate {
            self.shadow_number(var);
            if let Some(body) = &mut self.body {
                body.declare(var, false);
            }
        }
        self.initialize_var(var, ast::Initializer::List(list), true, span);
        Operand::Place(Lvalue {
            place: self.var_place(var),
            ty: self.p.vars[var].declared,
            bit_width: None,
        })
    }

    // Reading.

    fn read(
        &mut self,
        r: &mut Reading,
        place: PlaceId,
        ty: QualType,
        initializer: ast::Initializer<'_>,
    ) {
        deep(|| match initializer {
            ast::Initializer::Expr(e) => self.read_expression(r, place, ty, e),
            ast::Initializer::List(list) => self.read_list(r, place, ty, list),
        })
    }

    fn push(&mut self, r: &mut Reading, place: PlaceId, value: Value, span: Span) {
        if r.items.len() >= MAX_ITEMS {
            if r.items.len() == MAX_ITEMS {
                self.error(span, "initializer is too large");
            }
            return;
        }
        r.items.push(Item { place, value, span });
        if r.designated {
            let whole =
                !self.p.types.is_scalar(value.ty) && self.p.exprs.get(value.expr) != Expr::Zero;
            r.touched.insert(place, whole);
            let mut part = place;
            while let Place::Field(base, _) | Place::Index(base, _) = self.p.exprs.place(part)
                && !r.touched.contains_key(&base)
            {
                r.touched.insert(base, false);
                part = base;
            }
        }
    }

    /// Takes back what was said about an aggregate.
    fn clear(&mut self, r: &mut Reading, place: PlaceId, span: Span) {
        let ty = self.p.exprs.place_ty(place);
        for index in 0..self.p.types.fields(ty).len() {
            let member = self.field_place(place, index as u32);
            r.touched.remove(&member);
        }
        let zero = self.p.exprs.intern(Expr::Zero, ty);
        self.push(r, place, Value::new(zero, ty), span);
    }

    /// Lowers the value of one item.
    fn item_value(&mut self, r: &Reading, e: &ast::Expr<'_>) -> Value {
        if r.is_static {
            self.static_value(e)
        } else {
            self.value(e)
        }
    }

    fn read_expression(
        &mut self,
        r: &mut Reading,
        place: PlaceId,
        ty: QualType,
        e: &ast::Expr<'_>,
    ) {
        if let Type::Array { element, length } = self.ty(ty.ty) {
            if self.read_string(r, place, element, length, e) {
                return;
            }
            // GNU: an array may be initialised by a compound literal.
            if let ExprKind::CompoundLiteral(_, list) = e.kind {
                return self.read_list(r, place, ty, list);
            }
            if let ExprKind::Error = e.kind {
                // Nothing is known about the length.
                r.lengths.insert(place, 1);
            } else {
                self.error(e.span, "array initializer is not a list or string literal");
            }
            return;
        }
        if r.is_static
            && let ExprKind::CompoundLiteral(name, list) = e.kind
            && matches!(self.ty(ty.ty), Type::Record(_))
        {
            let literal = self.type_name(name).ty.ty;
            if literal == ty.ty {
                return self.read_list(r, place, ty, list);
            }
        }
        let value = self.item_value(r, e);
        let value = self.convert_for(Purpose::Initializing, value, ty.ty, e.span);
        self.push_converted(r, place, value, e.span);
    }

    fn push_converted(&mut self, r: &mut Reading, place: PlaceId, value: Value, span: Span) {
        if self.is_error(value.ty) {
            return;
        }
        // A conversion of an address may leave nothing to compute at run time.
        if r.is_static && !self.is_address_constant(value.expr) {
            self.error(span, "initializer is not constant");
            return;
        }
        self.push(r, place, value, span);
    }

    /// Initialises a character array by a string literal, if that is what it is.
    fn read_string(
        &mut self,
        r: &mut Reading,
        place: PlaceId,
        element: QualType,
        length: ArrayLength,
        e: &ast::Expr<'_>,
    ) -> bool {
        let Some(s) = self.as_string(e) else {
            return false;
        };
        let Some(kind) = self.p.types.int_kind(element.ty) else {
            return false;
        };
        let (unit, width) = self.string_element(s.kind);
        let narrow = matches!(s.kind, ast::StringKind::Narrow);
        let fits = match narrow {
            true => self.p.model().int_size(kind) == 1,
            false => self.p.types.size_of(element.ty) == self.p.types.size_of(unit),
        };
        if !fits {
            return false;
        }
        let count = match length {
            ArrayLength::Fixed(n) => n,
            _ => (s.bytes.len() / width) as u64 + 1,
        };
        if length == ArrayLength::Unknown {
            r.lengths.insert(place, count);
        }
        let mut bytes = s.bytes.to_vec();
        let wanted = usize::try_from(count)
            .unwrap_or(usize::MAX)
            .saturating_mul(width);
        bytes.truncate(wanted);
        // The rest of a longer array is zero without saying so.
        let terminated = bytes.len().saturating_add(width).min(wanted);
        bytes.resize(terminated, 0);
        let canonical = self.p.types.canonical(element.ty);
        let ty = self.p.types.array_of(QualType::plain(canonical), count);
        let literal = self.literal(&bytes, ty, s.span);
        let literal = self.var_place(literal);
        let value = Value::new(self.p.exprs.load(literal), ty);
        self.push(r, place, value, s.span);
        true
    }

    fn read_list(
        &mut self,
        r: &mut Reading,
        place: PlaceId,
        ty: QualType,
        list: InitializerList<'_>,
    ) {
        if self.is_error(ty.ty) {
            return;
        }
        // Braces around a lone string.
        if let (Type::Array { element, length }, [item]) = (self.ty(ty.ty), list.items)
            && item.designators.is_empty()
            && let ast::Initializer::Expr(e) = item.value
            && self.read_string(r, place, element, length, e)
        {
            return;
        }
        let Some(base) = self.level(place, ty) else {
            return self.read_scalar_list(r, place, ty, list);
        };
        let outer = r.designated;
        r.designated |= list.items.iter().any(|i| !i.designators.is_empty());
        let open = base.end.is_none();
        let mut levels = vec![base];
        let mut excess = false;
        for item in list.items {
            let mark = r.items.len();
            let mut ranges = Vec::new();
            if !item.designators.is_empty() {
                levels.truncate(1);
                if !self.designate(r, &mut levels, item, &mut ranges) {
                    continue;
                }
            }
            while levels.len() > 1 && levels.last().is_some_and(Level::is_full) {
                levels.pop();
            }
            if levels[0].is_full() && levels.len() == 1 {
                if !excess {
                    self.warn(item_span(item), "excess elements in initializer");
                }
                excess = true;
                continue;
            }
            self.read_item(r, &mut levels, item);
            for (array, ty, first, last) in ranges.into_iter().rev() {
                self.repeat(r, mark, array, ty, first, last);
                // What follows goes on after the range.
                if let Some(level) = levels.iter_mut().find(|l| l.place == array) {
                    level.next = last + 1;
                }
            }
        }
        r.designated = outer;
        if open {
            r.lengths.entry(place).or_insert(0);
        }
    }

    /// `{ value }` for a scalar.
    fn read_scalar_list(
        &mut self,
        r: &mut Reading,
        place: PlaceId,
        ty: QualType,
        list: InitializerList<'_>,
    ) {
        if !self.p.types.is_complete(ty.ty) {
            let message = format!("initializer for incomplete type {}", self.quoted(ty.ty));
            self.error(list.span, message);
            return;
        }
        match list.items {
            [] => self.error(
                list.span,
                format!(
                    "empty initializer for {}, which is a scalar type",
                    self.quoted(ty.ty)
                ),
            ),
            [first, rest @ ..] => {
                if let Some(d) = first.designators.first() {
                    let span = designator_span(d).unwrap_or(list.span);
                    self.error(span, "designator in an initializer for a scalar");
                    return;
                }
                if let Some(second) = rest.first() {
                    self.warn(item_span(second), "excess elements in initializer");
                }
                self.read(r, place, ty, first.value);
            }
        }
    }

    /// An aggregate to be filled from its start; None for scalars.
    fn level(&self, place: PlaceId, ty: QualType) -> Option<Level> {
        let end = match self.ty(ty.ty) {
            Type::Array { length, .. } => match length {
                ArrayLength::Fixed(n) => Some(n),
                ArrayLength::Unknown | ArrayLength::Variable(_) => None,
            },
            Type::Vector { length, .. } => Some(length),
            Type::Record(id) => {
                let record = self.p.types.record(id);
                let fields = record.body.as_ref()?.fields.len() as u64;
                Some(match record.kind {
                    RecordKind::Struct => fields,
                    RecordKind::Union => fields.min(1),
                })
            }
            _ => return None,
        };
        Some(Level {
            place,
            ty,
            next: 0,
            end,
        })
    }

    /// The part of an aggregate with the given index.
    fn part_of(&mut self, r: &mut Reading, level: &Level, index: u64) -> (PlaceId, QualType) {
        match self.ty(level.ty.ty) {
            Type::Record(_) => {
                let declared = self.p.types.fields(level.ty.ty)[index as usize].declared;
                (self.field_place(level.place, index as u32), declared)
            }
            Type::Vector { element, .. } => (
                self.array_part(level.place, element, index),
                QualType::plain(element),
            ),
            Type::Array { element, length } => {
                if length == ArrayLength::Unknown {
                    let known = r.lengths.entry(level.place).or_insert(0);
                    *known = (*known).max(index + 1);
                }
                (self.array_part(level.place, element.ty, index), element)
            }
            _ => (level.place, level.ty),
        }
    }

    fn array_part(&mut self, array: PlaceId, element: TypeId, index: u64) -> PlaceId {
        let ptrdiff = self.p.types.common.ptrdiff;
        let index = self.p.exprs.int(&self.p.types, i128::from(index), ptrdiff);
        let canonical = self.p.types.canonical(element);
        self.p
            .exprs
            .intern_place(Place::Index(array, index), canonical)
    }

    /// Reads one item into the current part of the innermost level, descending
    /// where braces were elided.
    fn read_item(&mut self, r: &mut Reading, levels: &mut Vec<Level>, item: &InitializerItem<'_>) {
        let mut value: Option<Value> = None;
        loop {
            let depth = levels.len();
            let Some(level) = levels.last_mut() else {
                return;
            };
            if level.is_full() {
                // An empty aggregate takes nothing; the list's own level stays.
                if depth == 1 {
                    self.warn(item_span(item), "excess elements in initializer");
                    return;
                }
                levels.pop();
                continue;
            }
            let index = level.next;
            level.next += 1;
            let level = Level { ..*level };
            let (place, ty) = self.part_of(r, &level, index);
            let e = match item.value {
                ast::Initializer::List(list) => {
                    if r.touched.contains_key(&place) && !self.p.types.is_scalar(ty.ty) {
                        self.clear(r, place, list.span);
                    }
                    return self.read(r, place, ty, item.value);
                }
                ast::Initializer::Expr(e) => e,
            };
            match self.ty(ty.ty) {
                Type::Array { element, length } => {
                    if self.read_string(r, place, element, length, e) {
                        return;
                    }
                    if matches!(e.kind, ExprKind::CompoundLiteral(..)) && value.is_none() {
                        let literal = self.unevaluated_type(e);
                        if matches!(self.ty(literal), Type::Array { .. }) {
                            return self.read_expression(r, place, ty, e);
                        }
                    }
                }
                Type::Record(_) => {
                    if r.is_static
                        && matches!(e.kind, ExprKind::CompoundLiteral(..))
                        && value.is_none()
                    {
                        let literal = self.unevaluated_type(e);
                        if literal == ty.ty {
                            return self.read_expression(r, place, ty, e);
                        }
                    }
                    let v = match value {
                        Some(v) => v,
                        None => self.item_value(r, e),
                    };
                    value = Some(v);
                    if self.is_error(v.ty) {
                        return;
                    }
                    if v.ty == ty.ty {
                        return self.push_converted(r, place, v, e.span);
                    }
                }
                Type::Vector { .. } => {
                    let v = match value {
                        Some(v) => v,
                        None => self.item_value(r, e),
                    };
                    value = Some(v);
                    if matches!(self.ty(v.ty), Type::Vector { .. }) {
                        let v = self.convert_for(Purpose::Initializing, v, ty.ty, e.span);
                        return self.push_converted(r, place, v, e.span);
                    }
                }
                _ => {
                    let v = match value {
                        Some(v) => v,
                        None => self.item_value(r, e),
                    };
                    let v = self.convert_for(Purpose::Initializing, v, ty.ty, e.span);
                    return self.push_converted(r, place, v, e.span);
                }
            }
            match self.level(place, ty) {
                Some(inner) => levels.push(inner),
                None => return self.error(e.span, "invalid initializer"),
            }
        }
    }

    /// The type named by a compound literal, whose items are not looked at.
    fn unevaluated_type(&mut self, e: &ast::Expr<'_>) -> TypeId {
        match e.kind {
            ExprKind::CompoundLiteral(name, _) => self.unevaluated(|s| s.type_name(name)).ty.ty,
            _ => self.p.types.common.error,
        }
    }

    /// Follows an item's designators; false after an error.
    fn designate(
        &mut self,
        r: &mut Reading,
        levels: &mut Vec<Level>,
        item: &InitializerItem<'_>,
        ranges: &mut Vec<(PlaceId, TypeId, u64, u64)>,
    ) -> bool {
        let count = item.designators.len();
        for (i, designator) in item.designators.iter().enumerate() {
            let Some(level) = levels.last() else {
                return false;
            };
            let Some(path) = self.designated_path(level, designator, ranges) else {
                return false;
            };
            let steps = path.len();
            for (j, index) in path.into_iter().enumerate() {
                let Some(level) = levels.last_mut() else {
                    return false;
                };
                level.next = index;
                if let Type::Record(id) = self.p.types.get(level.ty.ty)
                    && self.p.types.record(id).kind == RecordKind::Union
                {
                    level.end = Some(index + 1);
                    // Another member takes the place of the one before.
                    let union = level.place;
                    let member = self.field_place(union, index as u32);
                    if r.touched.contains_key(&union) && !r.touched.contains_key(&member) {
                        self.clear(r, union, item_span(item));
                    }
                }
                if i + 1 == count && j + 1 == steps {
                    return true;
                }
                level.next = index + 1;
                let level = Level { ..*level };
                let (place, ty) = self.part_of(r, &level, index);
                // As gcc has it, a value for the whole does not outlive one for a part.
                if r.touched.get(&place) == Some(&true) {
                    self.clear(r, place, item_span(item));
                }
                match self.level(place, ty) {
                    Some(inner) => levels.push(inner),
                    None => {
                        let span = designator_span(&item.designators[i])
                            .unwrap_or_else(|| item_span(item));
                        self.error(span, "designator into what has no parts");
                        return false;
                    }
                }
            }
        }
        false
    }

    /// The indices that one designator means at a level.
    fn designated_path(
        &mut self,
        level: &Level,
        designator: &Designator<'_>,
        ranges: &mut Vec<(PlaceId, TypeId, u64, u64)>,
    ) -> Option<Vec<u64>> {
        match *designator {
            Designator::Field(field) => {
                let path = match self.p.types.record_of(level.ty.ty) {
                    Some(_) => self.find_member(level.ty.ty, field.name),
                    None => None,
                };
                match path {
                    Some(path) => Some(path.into_iter().map(u64::from).collect()),
                    None if self.p.types.record_of(level.ty.ty).is_none() => {
                        let message = format!(
                            "designator '.{}' in the initializer of {}, which is not a structure or union",
                            self.name(field.name),
                            self.quoted(level.ty.ty)
                        );
                        self.error(field.span, message);
                        None
                    }
                    None => {
                        self.report_no_member(level.ty.ty, field);
                        None
                    }
                }
            }
            Designator::Index(e) => Some(vec![self.designated_index(level, e)?]),
            Designator::Range(first, last) => {
                let (a, b) = (
                    self.designated_index(level, first)?,
                    self.designated_index(level, last)?,
                );
                if b < a {
                    self.error(last.span, "empty range in initializer");
                    return None;
                }
                if b - a > MAX_ITEMS as u64 {
                    self.error(last.span, "initializer is too large");
                    return None;
                }
                if let Type::Array { element, .. } = self.ty(level.ty.ty)
                    && b > a
                {
                    ranges.push((level.place, element.ty, a, b));
                }
                Some(vec![a])
            }
        }
    }

    fn designated_index(&mut self, level: &Level, e: &ast::Expr<'_>) -> Option<u64> {
        if !matches!(
            self.ty(level.ty.ty),
            Type::Array { .. } | Type::Vector { .. }
        ) {
            self.error(
                e.span,
                "array index in an initializer for what is not an array",
            );
            return None;
        }
        let index = self.constant_int(e)?;
        let limit = level.end.map_or(1 << 60, i128::from);
        if index < 0 || index >= limit {
            self.error(
                e.span,
                "array index in initializer exceeds the array's bounds",
            );
            return None;
        }
        Some(index as u64)
    }

    /// Repeats the items made since `mark` for the other elements of a range.
    fn repeat(
        &mut self,
        r: &mut Reading,
        mark: usize,
        array: PlaceId,
        element: TypeId,
        first: u64,
        last: u64,
    ) {
        let from = self.array_part(array, element, first);
        let made = r.items.len();
        for index in first + 1..=last {
            let to = self.array_part(array, element, index);
            for i in mark..made {
                let Item { place, value, span } = r.items[i];
                let place = self.rebase(place, from, to);
                self.push(r, place, value, span);
                if r.items.len() > MAX_ITEMS {
                    return;
                }
            }
        }
        if let Some(length) = r.lengths.get_mut(&array) {
            *length = (*length).max(last + 1);
        }
    }

    /// The place that lies in `to` as `place` lies in `from`.
    fn rebase(&mut self, place: PlaceId, from: PlaceId, to: PlaceId) -> PlaceId {
        if place == from {
            return to;
        }
        let ty = self.p.exprs.place_ty(place);
        match self.p.exprs.place(place) {
            Place::Var(_) | Place::Deref(_) => place,
            Place::Field(base, i) => {
                let base = self.rebase(base, from, to);
                self.p.exprs.intern_place(Place::Field(base, i), ty)
            }
            Place::Index(base, i) => {
                let base = self.rebase(base, from, to);
                self.p.exprs.intern_place(Place::Index(base, i), ty)
            }
        }
    }
}

impl Level {
    fn is_full(&self) -> bool {
        self.end.is_some_and(|end| self.next >= end)
    }
}

fn item_span(item: &InitializerItem<'_>) -> Span {
    match item.value {
        ast::Initializer::Expr(e) => e.span,
        ast::Initializer::List(l) => l.span,
    }
}

fn designator_span(designator: &Designator<'_>) -> Option<Span> {
    match designator {
        Designator::Field(name) => Some(name.span),
        Designator::Index(e) | Designator::Range(e, _) => Some(e.span),
    }
}
