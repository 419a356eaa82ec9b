//! What declarations of shape types (`declare.rs`) mean in a program.
//!
//! Fields of nodes are offsets in blocks, whatever types lie there. A structure is looked
//! for where the program accesses blocks as one: that may be at several offsets (a
//! `struct list_head` in an item), and a declaration is then one for each.
//!
//! Declarations decide which instrumentation predicates there are, and from when on data
//! is told apart. All of these are defined by what memory holds, so nothing that is
//! declared makes a wrong state, and no verdict relies on it.

use super::class::{NodePredicate, Tracking, Variant};
use super::conditions::stored;
use super::declare::{Declaration, Equation, Member, Named, Part, Step, read};
use super::places::{FieldId, Places, SiteId, SiteKind};
use engine::Cx;
use program::{Diagnostic, Id, PlaceId, Program, RecordId, RecordKind, Type, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// What is declared of the fields of blocks.
#[derive(Default, Debug)]
pub struct Declared {
    /// All that declarations name: nothing is recognised of them.
    pub fields: BTreeSet<FieldId>,
    /// Each in order: the sets of fields whose paths are followed.
    pub paths: Vec<Vec<FieldId>>,
    /// (f, g): where f leads, g leads back.
    pub inverse: BTreeSet<(FieldId, FieldId)>,
    pub beginnings: Vec<Tracking>,
}

impl Declared {
    /// What a task declares; what is wrong with that is told at the rim.
    pub fn new(cx: &Cx<'_>, places: &Places) -> Declared {
        understand(cx, places, 0).0
    }

    /// What is tracked from the start where a tracking definition has one of the
    /// structures that it is declared of.
    pub fn complete(&self, tracking: &Tracking) -> Tracking {
        let mut whole = tracking.clone();
        for beginning in &self.beginnings {
            if !beginning.sites.is_disjoint(&tracking.sites) {
                whole.data.extend(&beginning.data);
                whole.variant = whole.variant.max(beginning.variant);
            }
        }
        whole
    }
}

/// What is wrong with a task's declarations, or of no use. Their text begins at `base` in
/// its source map.
pub fn misunderstood(cx: &Cx<'_>, base: u32) -> Vec<Diagnostic> {
    understand(cx, &Places::with_elements(cx), base).1
}

fn understand(cx: &Cx<'_>, places: &Places, base: u32) -> (Declared, Vec<Diagnostic>) {
    let (declarations, problems) = read(cx.declarations, base);
    let mut reader = Reader {
        cx,
        places,
        held: BTreeMap::new(),
        declared: Declared::default(),
        problems,
    };
    if !declarations.is_empty() {
        reader.find_records();
    }
    for declaration in &declarations {
        if let Err(error) = reader.add(declaration) {
            reader.problems.push(error);
        }
    }
    reader.problems.sort_by_key(|problem| problem.span.lo);
    (reader.declared, reader.problems)
}

struct Reader<'a> {
    cx: &'a Cx<'a>,
    places: &'a Places,
    /// The blocks that the program accesses as a record.
    held: BTreeMap<Base, BTreeSet<SiteId>>,
    declared: Declared,
    problems: Vec<Diagnostic>,
}

/// A record at an offset of blocks.
type Base = (RecordId, i64);

/// A member of a record.
#[derive(Clone, Copy)]
struct Found {
    offset: i64,
    ty: TypeId,
    is_bits: bool,
}

type Meant<T> = Result<T, Diagnostic>;

impl Reader<'_> {
    /// Types are not believed: what counts is how the program accesses its blocks.
    fn find_records(&mut self) {
        let Cx {
            program, pointers, ..
        } = self.cx;
        for place in (0..program.exprs.place_count()).map(PlaceId::new) {
            let Some((record, _)) = program.types.record_of(program.exprs.place_ty(place)) else {
                continue;
            };
            for target in pointers.places(program, place) {
                let sites = self.places.sites_of(target.object).iter().copied();
                let blocks = sites.filter(|&s| self.places.site(s).kind == SiteKind::Block);
                if target.offsets.is_exact() {
                    let base = (record, target.offsets.start());
                    self.held.entry(base).or_default().extend(blocks);
                }
            }
        }
        self.held.retain(|_, sites| !sites.is_empty());
    }

    fn add(&mut self, declaration: &Declaration) -> Meant<()> {
        match declaration {
            Declaration::Paths { parts, alone } => {
                let mut paths = Vec::new();
                for part in parts {
                    paths.extend(self.part(part)?);
                }
                if *alone {
                    let all: BTreeSet<FieldId> = paths.into_iter().flatten().collect();
                    paths = all.iter().map(|&field| BTreeSet::from([field])).collect();
                    paths.push(all);
                }
                for path in paths {
                    let path: Vec<FieldId> = path.into_iter().collect();
                    if !path.is_empty() && !self.declared.paths.contains(&path) {
                        self.declared.paths.push(path);
                    }
                }
            }
            Declaration::Data { record, facts } => {
                let mut beginning = self.beginning(record)?;
                for fact in facts {
                    beginning.data.extend(self.fact(record, fact)?);
                }
                self.declared.beginnings.push(beginning);
            }
            Declaration::Fine { record } => {
                let mut beginning = self.beginning(record)?;
                beginning.variant = Variant::Full;
                self.declared.beginnings.push(beginning);
            }
            Declaration::Predicate { .. } => {}
        }
        Ok(())
    }

    /// The paths by the fields of a part, one for each place at which blocks hold its
    /// structure.
    fn part(&mut self, part: &Part) -> Meant<Vec<BTreeSet<FieldId>>> {
        self.beginning(&part.record)?;
        let (mut by, mut back) = (Vec::new(), Vec::new());
        for member in &part.by {
            by.extend(self.links(&part.record, member)?);
        }
        for member in &part.back {
            back.extend(self.links(&part.record, member)?);
        }
        let mut paths: BTreeMap<Base, BTreeSet<FieldId>> = BTreeMap::new();
        for &(base, there) in &by {
            paths.entry(base).or_default().insert(there);
            for &(_, back) in back.iter().filter(|(other, _)| *other == base) {
                self.declared.inverse.insert((there, back));
                self.declared.inverse.insert((back, there));
            }
        }
        let named = by.iter().chain(&back).map(|&(_, field)| field);
        self.declared.fields.extend(named);
        Ok(paths.into_values().collect())
    }

    /// The blocks that hold a structure, of which nothing is tracked yet.
    fn beginning(&mut self, record: &Named) -> Meant<Tracking> {
        let records = self.records(record)?;
        let held = self.held.iter().filter(|((r, _), _)| records.contains(r));
        let sites: BTreeSet<SiteId> = held.flat_map(|(_, sites)| sites).copied().collect();
        if sites.is_empty() {
            let message = "the program accesses no block as one of these";
            self.problems
                .push(Diagnostic::warning(record.span, message));
        }
        Ok(Tracking {
            sites,
            ..Tracking::default()
        })
    }

    /// The fields of blocks that a member is.
    fn links(&mut self, record: &Named, member: &Member) -> Meant<Vec<(Base, FieldId)>> {
        let is_link = |program: &Program, found: &Found| program.types.is_pointer(found.ty);
        let bases = self.bases(record, member, "a pointer", &is_link)?;
        let mut fields = Vec::new();
        for &(base, at, _) in &bases {
            fields.extend(self.places.field_at(at).map(|field| (base, field)));
        }
        if !bases.is_empty() && fields.is_empty() {
            let message = "no block has a pointer to another one there";
            self.problems
                .push(Diagnostic::warning(member.span, message));
        }
        Ok(fields)
    }

    fn fact(&mut self, record: &Named, fact: &Equation) -> Meant<Vec<NodePredicate>> {
        let Equation { member, value, .. } = fact;
        let is_data =
            |program: &Program, found: &Found| !found.is_bits && program.types.is_integer(found.ty);
        let what = "an integer of whole bytes";
        let bases = self.bases(record, member, what, &is_data)?;
        let mut facts = Vec::new();
        for (_, offset, ty) in bases {
            let types = &self.cx.program.types;
            let (bits, signed) = types.bits(ty).unwrap_or_default();
            let highest = 1i128 << (bits - u32::from(signed)).min(126);
            let lowest = if signed { -highest } else { 0 };
            if !(lowest..highest).contains(value) {
                let message = format!("{value} is no value of this member");
                return Err(Diagnostic::error(fact.value_span, message));
            }
            let width = types.size_of(ty).and_then(|w| u8::try_from(w).ok());
            // What bytes of links hold is known otherwise.
            if let Some(width) = width.filter(|_| self.places.field_at(offset).is_none()) {
                facts.push(NodePredicate {
                    offset,
                    width,
                    value: stored(*value, width),
                });
            }
        }
        Ok(facts)
    }

    // Names.

    /// Where blocks have a member, and its type.
    fn bases(
        &self,
        record: &Named,
        member: &Member,
        what: &str,
        is_what: &dyn Fn(&Program, &Found) -> bool,
    ) -> Meant<Vec<(Base, i64, TypeId)>> {
        let program = self.cx.program;
        let mut bases = Vec::new();
        let mut wrong = None;
        let mut fits = false;
        for id in self.records(record)? {
            match find(program, id, member) {
                Ok(found) if is_what(program, &found) => {
                    fits = true;
                    let held = self.held.keys().filter(|(r, _)| *r == id);
                    bases.extend(held.filter_map(|&base| {
                        let at = base.1.checked_add(found.offset)?;
                        Some((base, at, found.ty))
                    }));
                }
                Ok(_) => wrong = Some(format!("this member is not {what}")),
                Err(message) => wrong = Some(message),
            }
        }
        match wrong {
            // Of several records with one name some may do.
            Some(message) if !fits => Err(Diagnostic::error(member.span, message)),
            _ => Ok(bases),
        }
    }

    /// The records that a name means: different files may have different ones.
    fn records(&self, named: &Named) -> Meant<Vec<RecordId>> {
        let program = self.cx.program;
        let error = |message: String| Err(Diagnostic::error(named.span, message));
        let is = |name: program::Name| program.names[name] == *named.name;
        let tagged = |kind| {
            let mut records = program.types.records();
            records.any(|(_, r)| r.kind == kind && r.tag.is_some_and(is))
        };
        let records = program
            .types
            .records()
            .filter(|(_, record)| match named.kind {
                Some(kind) => record.kind == kind && record.tag.is_some_and(is),
                None => record.aliases.iter().any(|&alias| is(alias)),
            });
        let (complete, other): (Vec<_>, Vec<_>) =
            records.partition(|(_, record)| record.body.is_some());
        if !complete.is_empty() {
            return Ok(complete.into_iter().map(|(id, _)| id).collect());
        }
        if !other.is_empty() {
            return error("this type is declared, but never defined".into());
        }
        let mut kinds = [RecordKind::Struct, RecordKind::Union].into_iter();
        match kinds.find(|&kind| tagged(kind)) {
            Some(kind) => error(format!(
                "there is no such type, but a `{} {}`",
                kind.keyword(),
                named.name
            )),
            None => error("the program has no such structure or union".into()),
        }
    }
}

/// A member of a record, with those of anonymous members. Err says what there is none of.
fn find(program: &Program, record: RecordId, member: &Member) -> Result<Found, String> {
    let types = &program.types;
    let mut found: Option<Found> = None;
    for step in &member.steps {
        let offset = found.map_or(0, |found| found.offset);
        found = Some(match step {
            Step::Name(name) => {
                let id = match found.map(|found| types.get(found.ty)) {
                    None => Some(record),
                    Some(Type::Record(id)) => Some(id),
                    Some(_) => None,
                };
                let inner = id.and_then(|id| find_name(program, id, name));
                let inner = inner.ok_or_else(|| format!("there is no member `{name}`"))?;
                Found {
                    offset: offset + inner.offset,
                    ..inner
                }
            }
            Step::Index(number) => match found.map(|found| types.get(found.ty)) {
                Some(Type::Array { element, .. }) => {
                    let size = types.size_of(element.ty).unwrap_or(0);
                    let at = size
                        .checked_mul(*number)
                        .and_then(|by| i64::try_from(by).ok());
                    let at = at.and_then(|by| by.checked_add(offset));
                    Found {
                        offset: at.ok_or("this element is out of reach")?,
                        ty: element.ty,
                        is_bits: false,
                    }
                }
                _ => return Err("only arrays have elements".into()),
            },
        });
    }
    found.ok_or_else(|| "there is no member".into())
}

fn find_name(program: &Program, record: RecordId, name: &str) -> Option<Found> {
    let body = program.types.record(record).body.as_ref()?;
    body.fields.iter().find_map(|field| {
        let offset = i64::try_from(field.offset).ok()?;
        match (field.name, program.types.get(field.ty)) {
            (Some(own), _) => (program.names[own] == *name).then_some(Found {
                offset,
                ty: field.ty,
                is_bits: field.bits.is_some(),
            }),
            (None, Type::Record(inner)) => {
                let found = find_name(program, inner, name)?;
                Some(Found {
                    offset: offset + found.offset,
                    ..found
                })
            }
            (None, _) => None,
        }
    })
}
