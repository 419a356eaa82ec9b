//! Is a concrete state in an abstract one? For tests against the machine.
//!
//! Blocks have no names on the machine. Each may be whatever region is not excluded by
//! a pointer to it; that two blocks cannot be one region, and no block none, is part of
//! the question.

use super::Values;
use super::object::{DEAD, Fill, LIVE, NONE, Object};
use super::region::{Region, RegionId};
use super::state::State;
use super::tables::Home;
use super::value::{Address, Pointer, Value};
use engine::{Concrete, Cx};
use machine::{Held, Kind, Machine, Origin, Scalar};
use program::{Id, VarId};
use rustc_hash::FxHashMap;

/// What a fact says and what is the case.
type Violation = String;

struct Check<'a, 'm> {
    values: &'a Values,
    cx: &'a Cx<'a>,
    state: &'a State,
    machine: &'a Machine<'m>,
    /// The regions that each block may be.
    blocks: FxHashMap<Origin, Vec<RegionId>>,
}

impl Concrete for Values {
    fn contains(
        &self,
        cx: &Cx<'_>,
        state: &State,
        machine: &mut Machine<'_>,
    ) -> Result<(), String> {
        let mut check = Check {
            values: self,
            cx,
            state,
            machine,
            blocks: FxHashMap::default(),
        };
        check.find_blocks();
        check.registers()?;
        check.objects()?;
        check.blocks_are_apart()
    }
}

impl Check<'_, '_> {
    fn find_blocks(&mut self) {
        let mut regions = Vec::new();
        self.state.memory.each(|key, object| {
            let region = RegionId::from_key(key);
            if region.is_site() && object.life & LIVE != 0 {
                regions.push(region);
            }
            true
        });
        for (origin, kind, _) in self.machine.live_objects() {
            if matches!(kind, Kind::Heap | Kind::Frame) {
                self.blocks.insert(origin, regions.clone());
            }
        }
    }

    fn name(&self, var: VarId) -> &str {
        &self.cx.program.names[self.cx.program.vars[var].name]
    }

    /// Does the object belong to the newest call of its function?
    fn is_newest(&self, var: VarId, origin: Origin) -> bool {
        self.machine.activations(var).first() == Some(&Some(origin))
    }

    fn registers(&mut self) -> Result<(), Violation> {
        let mut facts = Vec::new();
        self.state.registers.each(|key, value| {
            facts.push((VarId::new(key as usize), value.clone()));
            true
        });
        for (var, value) in facts {
            let held = match self.machine.variable(var) {
                Some(Held::Register(Some(scalar))) => scalar,
                Some(Held::Register(None)) => {
                    let text = self.values.plain_text(self.cx, &value);
                    let name = self.name(var);
                    return Err(format!("{name} ↦ {text}, but it is indeterminate"));
                }
                Some(Held::Object(_)) | None => continue,
            };
            self.value(&value, held, None).map_err(|why| {
                let text = self.values.plain_text(self.cx, &value);
                format!("{} ↦ {text}, but it is {held:?}: {why}", self.name(var))
            })?;
        }
        Ok(())
    }

    /// Is a scalar one of those that a value contains? What comes from memory has so
    /// many bits.
    fn value(&mut self, value: &Value, held: Scalar, bits: Option<u32>) -> Result<(), Violation> {
        let no = |why: &str| Err(why.to_owned());
        // As it is, and as the other signedness has it.
        let readings = match bits {
            None => [held.value, held.value],
            Some(bits) => [true, false].map(|s| program::arith::wrap(held.value, bits, s)),
        };
        match value {
            Value::Top | Value::List(_) => Ok(()),
            Value::Int(n) => {
                let same = |r: i128| match bits {
                    None => r == *n,
                    Some(bits) => {
                        let low = |x| program::arith::wrap(x, bits, false);
                        low(r) == low(*n)
                    }
                };
                match same(readings[0]) {
                    true => Ok(()),
                    false => no("another number"),
                }
            }
            Value::Range(_) => match readings.iter().any(|r| !value.excludes(*r)) {
                true => Ok(()),
                false => no("outside the range"),
            },
            Value::Pointer(p) => self.pointer(p, held),
        }
    }

    fn pointer(&mut self, p: &Pointer, mut held: Scalar) -> Result<(), Violation> {
        let no = |why: &str| Err(why.to_owned());
        // A number that is an address leads where it says.
        if held.origin.is_none()
            && !p.wild
            && let Some(origin) = self.machine.object_at(held.value as u64)
        {
            held.origin = origin;
        }
        // What ended is the error address, or in a region of which some have.
        let dead = |a: &Address| match a.region.get() {
            Region::Error => true,
            Region::Latest(_) | Region::EarlierSite(_) => {
                let object = self.state.object(a.region);
                object.is_some_and(|o| o.life & DEAD != 0)
            }
            Region::Environment | Region::Var(_) | Region::EarlierVar(_) | Region::Function(_) => {
                false
            }
        };
        if held.origin.is_none() {
            return match held.value {
                0 if p.null => Ok(()),
                0 => no("it is null"),
                _ if p.wild => Ok(()),
                // A number that was an address, until what was there ended.
                _ if p.addresses.iter().any(dead) => Ok(()),
                _ => no("it is a number"),
            };
        }
        let Some(pointee) = self
            .machine
            .pointee(held)
            .filter(|_| self.machine.is_live(held.origin))
        else {
            return match p.addresses.iter().any(dead) {
                true => Ok(()),
                false => no("its target does not live"),
            };
        };
        let mut possible: Vec<RegionId> = Vec::new();
        for a in &p.addresses {
            let offset = super::offset::Offset::exact(pointee.offset);
            if a.offset.contains(offset) && self.may_be(a.region, held.origin, pointee.kind) {
                possible.push(a.region);
            }
        }
        if possible.is_empty() {
            return no(&format!(
                "it points to {:?} at {}",
                pointee.kind, pointee.offset
            ));
        }
        if let Some(known) = self.blocks.get_mut(&held.origin) {
            known.retain(|r| possible.contains(r));
            if known.is_empty() {
                return no("the block is called otherwise elsewhere");
            }
        }
        for tag in &p.tags {
            let at = 8 * pointee.offset + tag.by;
            if at % 8 != 0 || tag.bits % 8 != 0 {
                continue;
            }
            let size = (tag.bits / 8) as usize;
            // Nothing can be read beyond the object, so nothing is said about it.
            if at < 0 || at / 8 + size as i64 > pointee.size as i64 {
                continue;
            }
            let Some(found) = self.machine.read_bytes(held.origin, at / 8, size) else {
                return no("a tag of what is indeterminate");
            };
            self.value(&tag.value, found, Some(tag.bits))
                .map_err(|why| format!("tag at {}: {why}", tag.by / 8))?;
        }
        Ok(())
    }

    /// May the object be called so?
    fn may_be(&self, region: RegionId, origin: Origin, kind: Kind) -> bool {
        match (region.get(), kind) {
            (Region::Function(f), Kind::Function(g)) => f == g,
            (Region::Environment, Kind::Environment) => true,
            (Region::Environment, Kind::Static(v)) => {
                self.cx.program.vars[v].kind == program::VarKind::Literal
            }
            (Region::Var(v), Kind::Static(w)) => v == w,
            (Region::Var(v), Kind::Local(w)) => v == w && self.is_newest(v, origin),
            (Region::EarlierVar(v), Kind::Local(w)) => v == w && !self.is_newest(v, origin),
            (Region::Latest(_) | Region::EarlierSite(_), Kind::Heap | Kind::Frame) => {
                let known = self.blocks.get(&origin);
                known.is_some_and(|regions| regions.contains(&region))
            }
            _ => false,
        }
    }

    fn objects(&mut self) -> Result<(), Violation> {
        let live: Vec<(Origin, Kind, u64)> = self.machine.live_objects().collect();
        let current = self.machine.position().map(|(f, _)| f);
        for &(origin, kind, size) in &live {
            let region = match kind {
                Kind::Static(v) => self.values.tables.vars[v.index()].region,
                Kind::Local(v) => {
                    let info = self.values.tables.vars[v.index()];
                    // What nothing points to is known in its own frame only.
                    let newest = self.is_newest(v, origin);
                    let mine = self.cx.program.vars[v].function == current && newest;
                    if info.home == Home::Own && !mine {
                        continue;
                    }
                    if newest {
                        info.region
                    } else {
                        info.region.earlier()
                    }
                }
                Kind::Heap | Kind::Frame => {
                    if self.blocks.get(&origin).is_none_or(Vec::is_empty) {
                        return Err("a block lives that has no name".into());
                    }
                    continue;
                }
                Kind::Function(_) | Kind::Environment => continue,
            };
            let Some(object) = self.state.object(region).cloned() else {
                return Err(format!("{kind:?} lives, but it has no region"));
            };
            if object.life & LIVE == 0 {
                return Err(format!("{kind:?} lives, but not here"));
            }
            self.contents(&object, origin, size)
                .map_err(|why| format!("{kind:?}: {why}"))?;
        }
        // Blocks whose names are known by now.
        let known: Vec<(Origin, RegionId)> = self
            .blocks
            .iter()
            .filter_map(|(origin, regions)| match regions[..] {
                [region] => Some((*origin, region)),
                _ => None,
            })
            .collect();
        for (origin, region) in known {
            if let Some(object) = self.state.object(region).cloned() {
                let size = live
                    .iter()
                    .find(|(o, ..)| *o == origin)
                    .map_or(0, |(_, _, s)| *s);
                self.contents(&object, origin, size)
                    .map_err(|why| format!("block {region:?}: {why}"))?;
            }
        }
        self.all_exist()
    }

    /// What surely lives does.
    fn all_exist(&self) -> Result<(), Violation> {
        let mut missing = None;
        self.state.memory.each(|key, object| {
            let region = RegionId::from_key(key);
            if object.life & (DEAD | NONE) == 0
                && let Region::Var(v) = region.get()
                && !self.cx.program.vars[v].kind.is_static()
                && self
                    .machine
                    .activations(v)
                    .first()
                    .is_none_or(Option::is_none)
            {
                missing = Some(v);
            }
            missing.is_none()
        });
        match missing {
            Some(var) => Err(format!("{} does not live", self.name(var))),
            None => Ok(()),
        }
    }

    fn contents(&mut self, object: &Object, origin: Origin, size: u64) -> Result<(), Violation> {
        if object.size != super::object::UNKNOWN_SIZE && object.size != size {
            return Err(format!("{} bytes, not {}", size, object.size));
        }
        let mut cells = Vec::new();
        object.cells.each(|key, cell| {
            cells.push((key, cell.clone()));
            true
        });
        let mut covered = 0u64;
        for (key, cell) in &cells {
            self.fill(&object.fill, origin, covered, u64::from(*key))?;
            covered = u64::from(key + cell.bits);
            if cell.value.is_top() || cell.bits > 128 {
                continue;
            }
            let (first, last) = (key / 8, (key + cell.bits).div_ceil(8));
            if u64::from(last) > size {
                continue;
            }
            let found = self
                .machine
                .read_bytes(origin, i64::from(first), (last - first) as usize);
            let Some(mut found) = found else {
                if matches!(cell.value, Value::List(_)) {
                    continue;
                }
                let text = self.values.plain_text(self.cx, &cell.value);
                return Err(format!("byte {first} ↦ {text}, but it is indeterminate"));
            };
            if key % 8 != 0 {
                found = Scalar::int(((found.value as u128) >> (key % 8)) as i128);
            }
            self.value(&cell.value, found, Some(cell.bits))
                .map_err(|why| {
                    let text = self.values.plain_text(self.cx, &cell.value);
                    format!("byte {first} ↦ {text}, but it is {found:?}: {why}")
                })?;
        }
        self.fill(&object.fill, origin, covered, 8 * size)
    }

    /// Do bits without a cell hold what they should?
    fn fill(&self, fill: &Fill, origin: Origin, from: u64, to: u64) -> Result<(), Violation> {
        const MOST: u64 = 4096;
        let bytes: &[u8] = match fill {
            Fill::Unknown => return Ok(()),
            Fill::Zero => &[],
            Fill::Bytes(bytes) => bytes,
        };
        let end = (to / 8).min(from / 8 + MOST);
        let mut at = from.div_ceil(8);
        while at < end {
            // As many as a number holds at once.
            let count = (end - at).min(8);
            let byte = |i: u64| bytes.get((at + i) as usize).copied().unwrap_or(0);
            let expected = (0..count).fold(0, |n, i| n | i128::from(byte(i)) << (8 * i));
            let found = self.machine.read_bytes(origin, at as i64, count as usize);
            if found.map(|s| s.value) != Some(expected) {
                return Err(format!("{count} bytes at {at} are not {expected}"));
            }
            at += count;
        }
        Ok(())
    }

    /// A name that stands for one block is not that of two.
    fn blocks_are_apart(&self) -> Result<(), Violation> {
        let mut taken: FxHashMap<RegionId, Origin> = FxHashMap::default();
        for (origin, regions) in &self.blocks {
            if let [region] = regions[..]
                && !region.is_summary()
                && taken.insert(region, *origin).is_some()
            {
                return Err(format!("two blocks are {region:?}"));
            }
        }
        Ok(())
    }
}
