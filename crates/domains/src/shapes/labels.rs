//! What the program calls the bytes of nodes: the members by which it accesses them.
//!
//! Links and data are offsets, because types are not believed. People know them by the
//! names of members; where the accesses of an offset do not agree, it stays a number.

use super::places::{Places, Root, SiteKind, resolve};
use engine::Cx;
use program::{Id, Place, PlaceId, Program, Type, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// The members on the way from a pointer to what is accessed, the innermost last.
type Way = Vec<String>;

pub struct Labels {
    links: BTreeMap<i64, String>,
    data: BTreeMap<(i64, u8), String>,
}

impl Labels {
    pub fn new(cx: &Cx<'_>, places: &Places) -> Labels {
        let program = cx.program;
        let mut links: BTreeMap<i64, BTreeSet<Way>> = BTreeMap::new();
        let mut data: BTreeMap<(i64, u8), BTreeSet<Way>> = BTreeMap::new();
        for id in (0..program.exprs.place_count()).map(PlaceId::new) {
            let ty = program.exprs.place_ty(id);
            let is_link = program.types.is_pointer(ty);
            let width = program.types.size_of(ty).and_then(|w| u8::try_from(w).ok());
            let Some(width) = width.filter(|_| is_link || program.types.is_integer(ty)) else {
                continue;
            };
            let (Root::Pointer(_), Some(_)) = resolve(program, id, &|_| None) else {
                continue;
            };
            let Some(way) = way(program, id).filter(|way| !way.is_empty()) else {
                continue;
            };
            for target in cx.pointers.places(program, id) {
                let sites = places.sites_of(target.object).iter();
                let mut blocks = sites.filter(|&&s| places.site(s).kind == SiteKind::Block);
                let offsets = blocks
                    .next()
                    .and_then(|&s| places.site(s).offsets(target.offsets));
                let Some(&[offset]) = offsets.as_deref() else {
                    continue;
                };
                let ways = match is_link {
                    true => links.entry(offset).or_default(),
                    false => data.entry((offset, width)).or_default(),
                };
                ways.insert(way.clone());
            }
        }
        let links = links.into_iter();
        let data = data.into_iter();
        Labels {
            links: told_apart(
                links.filter_map(|(at, ways)| Some((at, agreed(&ways)?))),
                |at| format!("+{at}"),
            ),
            data: told_apart(
                data.filter_map(|(at, ways)| Some((at, agreed(&ways)?))),
                |(at, width)| format!("+{at}:{width}"),
            ),
        }
    }

    pub fn link(&self, offset: i64) -> Option<&str> {
        self.links.get(&offset).map(String::as_str)
    }

    pub fn data(&self, offset: i64, width: u8) -> Option<&str> {
        self.data.get(&(offset, width)).map(String::as_str)
    }
}

/// The members by which a place is found from a pointer; None if not all have names.
fn way(program: &Program, mut place: PlaceId) -> Option<Way> {
    let mut way = Way::new();
    // What is written behind the next member.
    let mut index = String::new();
    loop {
        match program.exprs.place(place) {
            Place::Var(_) | Place::Deref(_) => break,
            Place::Field(record, number) => {
                let ty = program.exprs.place_ty(record);
                let field = program.types.fields(ty).get(number as usize)?;
                // Anonymous members are not written.
                if let Some(name) = field.name {
                    way.push(format!("{}{index}", &program.names[name]));
                    index.clear();
                }
                place = record;
            }
            Place::Index(array, element) => {
                let number = program.exprs.int_value(element)?;
                index = format!("[{number}]{index}");
                place = array;
            }
        }
    }
    way.reverse();
    Some(way)
}

/// What all accesses call it: `list.next` and `next` are both `next`.
fn agreed(ways: &BTreeSet<Way>) -> Option<String> {
    let first = ways.first()?;
    if ways.len() == 1 {
        return Some(first.join("."));
    }
    let last = first.last()?;
    let agree = ways.iter().all(|way| way.last() == Some(last));
    agree.then(|| last.clone())
}

/// Adds where it lies to names that several have.
fn told_apart<K: Ord + Copy>(
    labels: impl Iterator<Item = (K, String)>,
    place: impl Fn(K) -> String,
) -> BTreeMap<K, String> {
    let labels: Vec<(K, String)> = labels.collect();
    let shared = |name: &str| labels.iter().filter(|(_, n)| n == name).count() > 1;
    let labels = labels.iter().map(|(at, name)| match shared(name) {
        true => (*at, format!("{name}{}", place(*at))),
        false => (*at, name.clone()),
    });
    labels.collect()
}

/// The member of a variable's type at an offset, as it is written behind the variable.
pub fn member(program: &Program, mut ty: TypeId, mut offset: u64) -> Option<String> {
    let mut text = String::new();
    loop {
        if let Type::Array { element, .. } = program.types.get(ty) {
            let size = program.types.size_of(element.ty).filter(|&s| s > 0)?;
            text.push_str(&format!("[{}]", offset / size));
            (ty, offset) = (element.ty, offset % size);
            continue;
        }
        if offset == 0 && program.types.record_of(ty).is_none() {
            return Some(text);
        }
        let mut fields = program.types.fields(ty).iter();
        let field = fields.rfind(|f| f.bits.is_none() && f.offset <= offset)?;
        let size = program.types.size_of(field.ty)?;
        if offset - field.offset >= size {
            return None;
        }
        if let Some(name) = field.name {
            text.push('.');
            text.push_str(&program.names[name]);
        }
        (ty, offset) = (field.ty, offset - field.offset);
    }
}
