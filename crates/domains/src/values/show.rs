//! States as text, in the notation of the paper's figures.
//!
//! ```text
//! x ↦ 1                      a constant
//! n ↦ 0..9, n ↦ 1.., n ↦ ≠0  what conditions taught
//! p ↦ must(y), must(s+4)     a must pointer: to a variable or block, bytes into it
//! q ↦ may(1, {ρ̂3, null})     a may pointer with the value at its target
//! q ↦ may(+8: 1, {…})        the value eight bytes further
//! ρ3 ↦ 1, ρ3+8 ↦ 2           a block, named by the line of its allocation: the latest
//! ρ̂3                         all earlier ones
//! ```
//!
//! Facts are in order of names; what is ⊤ and what has no name is left out. After a
//! name, `[2]` is an element and `.f` a field; `env` is the environment, `errp` what
//! does not live any more.

use super::Values;
use super::object::{DEAD, Fill, LIVE, Object};
use super::offset::Offset;
use super::region::{Region, RegionId};
use super::state::{Handed, State};
use super::tables::Home;
use super::value::{Pointer, Value};
use engine::Cx;
use program::{ArrayLength, Id, Type, TypeId, VarId, VarKind};

impl Values {
    pub fn text(&self, cx: &Cx<'_>, state: &State) -> String {
        let mut facts: Vec<(String, String)> = Vec::new();
        state.registers.each(|key, value| {
            let var = VarId::new(key as usize);
            if self.is_named(cx, var) {
                facts.push((self.var_name(cx, var), self.value_text(cx, var, value)));
            }
            true
        });
        state.memory.each(|key, object| {
            let region = RegionId::from_key(key);
            let var = match region.get() {
                Region::Var(v) => Some(v),
                Region::EarlierVar(v) => Some(v),
                Region::Error
                | Region::Environment
                | Region::Function(_)
                | Region::Latest(_)
                | Region::EarlierSite(_) => None,
            };
            if var.is_none_or(|v| self.is_named(cx, v) && self.is_own(cx, v)) {
                self.object_facts(cx, region, object, &mut facts);
            }
            true
        });
        if let Some(result) = &state.result
            && let Handed::Scalar(value, _) = &**result
            && !value.is_top()
        {
            facts.push(("result".into(), self.plain_text(cx, value)));
        }
        facts.sort();
        let facts = facts.iter().map(|(name, text)| format!("{name} ↦ {text}"));
        facts.collect::<Vec<_>>().join(", ")
    }

    /// The states of automata have names of their own, elsewhere.
    fn is_named(&self, cx: &Cx<'_>, var: VarId) -> bool {
        if cx.observers.iter().any(|o| o.state == var) {
            return false;
        }
        match cx.program.vars[var].kind {
            VarKind::Temporary | VarKind::Literal => false,
            VarKind::Global(_) | VarKind::Static | VarKind::Parameter | VarKind::Local => {
                !cx.program.names[cx.program.vars[var].name].starts_with("__")
            }
        }
    }

    /// Is the variable the user's own?
    fn is_own(&self, cx: &Cx<'_>, var: VarId) -> bool {
        let span = cx.program.vars[var].span;
        let library = super::tables::library_from(cx.program);
        library.is_none_or(|from| span.is_none() || span.lo < from)
    }

    fn var_name(&self, cx: &Cx<'_>, var: VarId) -> String {
        cx.program.names[cx.program.vars[var].name].to_owned()
    }

    fn region_name(&self, cx: &Cx<'_>, region: RegionId) -> String {
        match region.get() {
            Region::Error => "errp".into(),
            Region::Environment => "env".into(),
            Region::Var(v) if cx.program.vars[v].kind == VarKind::Literal => "literal".into(),
            Region::Var(v) => self.var_name(cx, v),
            Region::EarlierVar(v) => format!("{}̂", self.var_name(cx, v)),
            Region::Function(f) => cx.program.names[cx.program.functions[f].name].to_owned(),
            Region::Latest(site) | Region::EarlierSite(site) => {
                let site = self.sites.get(site);
                let call = self.sites.call_of(site.context);
                let (function, edge) = call.unwrap_or((site.function, site.edge));
                let body = cx.program.functions[function].body.as_ref();
                let span = body.map(|b| b.edge(edge).span);
                let line = span.and_then(|s| cx.program.sources.position(s));
                let line = line.map_or(0, |p| p.line);
                let hat = if region.is_summary() { "\u{302}" } else { "" };
                format!("ρ{hat}{line}")
            }
        }
    }

    fn object_facts(
        &self,
        cx: &Cx<'_>,
        region: RegionId,
        object: &Object,
        facts: &mut Vec<(String, String)>,
    ) {
        let name = self.region_name(cx, region);
        if object.life & DEAD != 0 {
            let life = if object.life & LIVE != 0 {
                "may be freed"
            } else {
                "freed"
            };
            facts.push((name.clone(), life.into()));
        }
        let ty = match region.get() {
            Region::Var(v) | Region::EarlierVar(v) => Some(cx.program.vars[v].ty),
            Region::Error
            | Region::Environment
            | Region::Function(_)
            | Region::Latest(_)
            | Region::EarlierSite(_) => None,
        };
        let scalar = ty.and_then(|ty| super::tables::Access::of_type(cx.program, ty));
        if let (Some(access), true) = (scalar, object.cells.is_empty()) {
            let value = access.decode(object.read(0, access.width()));
            if !value.is_top() {
                facts.push((name, self.plain_text(cx, &value)));
            }
            return;
        }
        let mut covered = 0;
        object.cells.each(|_, cell| {
            covered += u64::from(cell.bits);
            true
        });
        let fill = match covered == 8 * object.size {
            true => &Fill::Unknown,
            false => &object.fill,
        };
        match fill {
            Fill::Unknown => {}
            Fill::Zero => facts.push((format!("{name}[..]"), "0".into())),
            Fill::Bytes(_) => facts.push((format!("{name}[..]"), "bytes".into())),
        }
        object.cells.each(|key, cell| {
            if cell.value.is_top() && *fill == Fill::Unknown {
                return true;
            }
            let path = ty.and_then(|ty| path(cx, ty, u64::from(key), cell.bits));
            let place = match (path, key) {
                (Some(path), _) => format!("{name}{path}"),
                (None, 0) => name.clone(),
                (None, key) => format!("{name}+{}", key / 8),
            };
            // What was stored is a number of the type it is read as.
            facts.push((place, self.plain_text(cx, &cell.value)));
            true
        });
    }

    fn value_text(&self, cx: &Cx<'_>, var: VarId, value: &Value) -> String {
        debug_assert!(self.tables.vars[var.index()].home == Home::Register);
        self.plain_text(cx, value)
    }

    pub fn plain_text(&self, cx: &Cx<'_>, value: &Value) -> String {
        match value {
            Value::Top => "⊤".into(),
            Value::Int(n) => n.to_string(),
            Value::Range(r) => {
                let mut text = match (r.lo, r.hi) {
                    (i128::MIN, i128::MAX) => String::new(),
                    (lo, i128::MAX) => format!("{lo}.."),
                    (i128::MIN, hi) => format!("..{hi}"),
                    (lo, hi) => format!("{lo}..{hi}"),
                };
                for n in &r.excluded {
                    text.push_str(&format!("≠{n}"));
                }
                text
            }
            Value::Pointer(p) => self.pointer_text(cx, p),
            Value::List(list) => format!("{} arguments", list.len()),
        }
    }

    fn pointer_text(&self, cx: &Cx<'_>, pointer: &Pointer) -> String {
        let mut names: Vec<String> = pointer
            .addresses
            .iter()
            .map(|a| {
                format!(
                    "{}{}",
                    self.region_name(cx, a.region),
                    offset_text(a.offset)
                )
            })
            .collect();
        if pointer.must().is_some() {
            return format!("must({})", names.concat());
        }
        names.sort();
        names.extend(pointer.null.then(|| "null".to_owned()));
        names.extend(pointer.wild.then(|| "a number".to_owned()));
        let tags: Vec<String> = pointer
            .tags
            .iter()
            .map(|tag| {
                let value = self.plain_text(cx, &tag.value);
                match tag.by {
                    0 => value,
                    by if by % 8 == 0 => format!("+{}: {value}", by / 8),
                    by => format!("+{}.{}: {value}", by / 8, by % 8),
                }
            })
            .collect();
        let tags = if tags.is_empty() {
            "⊤".to_owned()
        } else {
            tags.join(", ")
        };
        format!("may({tags}, {{{}}})", names.join(", "))
    }
}

fn offset_text(offset: Offset) -> String {
    match offset {
        Offset::ZERO => String::new(),
        o if o.is_exact() => format!("+{}", o.lo),
        o if o.count() > 1 << 20 => "+?".into(),
        o => format!("+{}..{}/{}", o.lo, o.hi, o.step),
    }
}

/// How bits of a variable are written in C, if they are a field or an element.
fn path(cx: &Cx<'_>, ty: TypeId, at: u64, bits: u32) -> Option<String> {
    let types = &cx.program.types;
    let mut text = String::new();
    let (mut ty, mut at) = (ty, at);
    loop {
        match types.get(ty) {
            Type::Record(_) => {
                let field = types.fields(ty).iter().find(|f| {
                    let size = types.size_of(f.ty).unwrap_or(0);
                    match f.bits {
                        Some(b) => {
                            8 * f.offset + u64::from(b.shift) == at && u32::from(b.width) == bits
                        }
                        None => 8 * f.offset <= at && at + u64::from(bits) <= 8 * (f.offset + size),
                    }
                })?;
                if let Some(name) = field.name {
                    text.push('.');
                    text.push_str(&cx.program.names[name]);
                }
                if field.bits.is_some() {
                    return Some(text);
                }
                at -= 8 * field.offset;
                ty = field.ty;
            }
            Type::Array {
                element,
                length: ArrayLength::Fixed(_),
            } => {
                let size = 8 * types.size_of(element.ty).filter(|s| *s > 0)?;
                text.push_str(&format!("[{}]", at / size));
                at %= size;
                ty = element.ty;
                if at + u64::from(bits) > size {
                    return None;
                }
            }
            Type::Error
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Complex(_)
            | Type::Vector { .. }
            | Type::Pointer(_)
            | Type::Array { .. }
            | Type::Enum(_)
            | Type::Function(_) => {
                let size = 8 * types.size_of(ty)?;
                return (at == 0 && size == u64::from(bits)).then_some(text);
            }
        }
    }
}
