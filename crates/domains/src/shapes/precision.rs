//! What is tracked where.

use super::class::{NodePredicate, Tracking, Variant};
use super::conditions::{constants, stored};
use super::declared::Declared;
use super::places::{Places, Root, SiteKind, resolve};
use crate::quantified::effects::Effects;
use engine::Cx;
use program::{FunctionId, Location};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

pub struct Precision {
    /// Where nothing else is said.
    everywhere: Tracking,
    local: FxHashMap<(FunctionId, Location), Tracking>,
    /// Functions in which nothing is tracked: their callers' structures wait.
    passed_over: FxHashSet<FunctionId>,
}

/// More constants of one field are not told apart without a reason.
const MOST_CONSTANTS: usize = 4;

impl Precision {
    /// Nothing is tracked.
    pub fn nothing() -> Precision {
        Precision {
            everywhere: Tracking::default(),
            local: FxHashMap::default(),
            passed_over: FxHashSet::default(),
        }
    }

    pub fn everything(
        cx: &Cx<'_>,
        places: &Places,
        declared: &Declared,
        has_data: bool,
    ) -> Precision {
        Precision {
            everywhere: everything(cx, places, declared, has_data),
            local: FxHashMap::default(),
            passed_over: match has_data {
                true => FxHashSet::default(),
                false => harmless(cx),
            },
        }
    }

    pub fn passes_over(&self, function: FunctionId) -> bool {
        self.passed_over.contains(&function)
    }

    pub fn at(&self, place: (FunctionId, Location)) -> Tracking {
        if self.passes_over(place.0) {
            return Tracking::default();
        }
        let local = self.local.get(&place);
        local.unwrap_or(&self.everywhere).clone()
    }

    pub fn place_count(&self) -> usize {
        self.local.len()
    }

    /// Tracks more at a place. False if that was tracked. The sites have to be closed
    /// ([`Places::closed`]).
    pub fn add(&mut self, place: (FunctionId, Location), more: &Tracking) -> bool {
        let before = self.at(place);
        let now = before.union(more);
        let changed = now != before;
        if changed {
            self.local.insert(place, now);
        }
        changed
    }
}

/// The functions that change no memory, allocate and free nothing, and call only such.
fn harmless(cx: &Cx<'_>) -> FxHashSet<FunctionId> {
    let effects = Effects::new(cx);
    let reached = cx.pointers.calls().reached().iter().copied();
    let is_harmless = |&f: &FunctionId| {
        let inside = effects.inside(f);
        inside.is_some_and(|touched| touched.is_local(cx.program))
    };
    reached.filter(is_harmless).collect()
}

/// All sites, with the data that the program asks for or sets, if that is wanted, and what is
/// declared.
pub fn everything(cx: &Cx<'_>, places: &Places, declared: &Declared, has_data: bool) -> Tracking {
    declared.complete(&Tracking {
        sites: places.site_ids().collect(),
        data: match has_data {
            true => data(cx, places),
            false => Default::default(),
        },
        variant: Variant::Full,
    })
}

/// The data that guards and assertions compare with constants, and constants that are
/// stored beside.
fn data(cx: &Cx<'_>, places: &Places) -> std::collections::BTreeSet<NodePredicate> {
    let program = cx.program;
    let mut found: BTreeMap<(i64, u8), (Vec<u128>, bool)> = BTreeMap::new();
    for &function in cx.pointers.calls().reached() {
        let edges = program.functions[function]
            .body
            .iter()
            .flat_map(|b| b.edges());
        for (_, edge) in edges {
            let Some((place, constant)) = constants(program, &edge.op) else {
                continue;
            };
            let is_guard = matches!(edge.op, program::Op::Assume { .. });
            for (offset, width) in fields_of(cx, places, place) {
                let entry = found.entry((offset, width)).or_default();
                let value = stored(constant, width);
                entry.1 |= is_guard;
                if !entry.0.contains(&value) {
                    entry.0.push(value);
                }
            }
        }
    }
    let asked = found
        .into_iter()
        .filter(|(_, (values, asked))| *asked && values.len() <= MOST_CONSTANTS);
    let all = asked.flat_map(|((offset, width), (values, _))| {
        values.into_iter().map(move |value| NodePredicate {
            offset,
            width,
            value,
        })
    });
    all.collect()
}

/// The bytes of nodes that an integer place may be.
pub fn fields_of(cx: &Cx<'_>, places: &Places, place: program::PlaceId) -> Vec<(i64, u8)> {
    let program = cx.program;
    let ty = program.exprs.place_ty(place);
    let Some(width) = program.types.size_of(ty).and_then(|w| u8::try_from(w).ok()) else {
        return Vec::new();
    };
    let (Root::Pointer(_), Some(_)) = resolve(program, place, &|_| None) else {
        return Vec::new();
    };
    if !program.types.is_integer(ty) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for target in cx.pointers.places(program, place) {
        let sites = places.sites_of(target.object).iter();
        let mut blocks = sites.filter(|&&s| places.site(s).kind == SiteKind::Block);
        if let Some(&block) = blocks.next()
            && let Some([at]) = places.site(block).offsets(target.offsets).as_deref()
        {
            found.push((*at, width));
        }
    }
    found.sort_unstable();
    found.dedup();
    let is_pointer = |offset: i64| places.field_at(offset).is_some();
    found.retain(|(offset, _)| !is_pointer(*offset));
    found
}
