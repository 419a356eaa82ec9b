//! Names of regions: the set ℕ of the paper, with its summaries 𝕊 (section 4.3).
//!
//! A variable's name means its newest activation, a site's the block allocated last;
//! all earlier ones share another name. Of a block that ended nothing but the name of
//! the error address is left.

use crate::map::mix;
use program::{EdgeId, FunctionId, Id, VarId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The name of a region, in a form in which what matters is a bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId(u32);

/// The region may get another name: it is a local's or a block's.
const RENAMABLE: u32 = 1 << 31;
/// The name stands for any number of objects.
const SUMMARY: u32 = 1 << 30;
const KIND: u32 = 3 << 28;
const VARIABLE: u32 = 0;
const FUNCTION: u32 = 1 << 28;
const SITE: u32 = 2 << 28;
const SPECIAL: u32 = 3 << 28;
const INDEX: u32 = (1 << 28) - 1;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// `errp`: what does not live any more.
    Error,
    /// What the entry function's pointers lead to, and other indeterminate ones.
    Environment,
    /// The newest activation of a variable.
    Var(VarId),
    EarlierVar(VarId),
    Function(FunctionId),
    /// The block allocated last at a site.
    Latest(SiteId),
    EarlierSite(SiteId),
}

/// Where storage is allocated: an operation, and what the user's code called to get
/// there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u32);

impl RegionId {
    pub const ERROR: RegionId = RegionId(SPECIAL);
    pub const ENVIRONMENT: RegionId = RegionId(SPECIAL | SUMMARY | 1);

    pub fn local(var: VarId) -> RegionId {
        RegionId(RENAMABLE | VARIABLE | var.index() as u32)
    }

    pub fn global(var: VarId) -> RegionId {
        RegionId(VARIABLE | var.index() as u32)
    }

    pub fn function(function: FunctionId) -> RegionId {
        RegionId(FUNCTION | function.index() as u32)
    }

    pub fn site(site: SiteId) -> RegionId {
        RegionId(RENAMABLE | SITE | site.0)
    }

    /// The summary that takes the region in when its name is needed again.
    pub fn earlier(self) -> RegionId {
        RegionId(self.0 | SUMMARY)
    }

    /// The region of a summary's newest object.
    pub fn latest(self) -> RegionId {
        RegionId(self.0 & !SUMMARY)
    }

    pub fn is_renamable(self) -> bool {
        self.0 & RENAMABLE != 0
    }

    pub fn is_summary(self) -> bool {
        self.0 & SUMMARY != 0
    }

    pub fn is_site(self) -> bool {
        self.0 & KIND == SITE
    }

    pub fn key(self) -> u32 {
        self.0
    }

    pub fn from_key(key: u32) -> RegionId {
        RegionId(key)
    }

    pub fn get(self) -> Region {
        let index = self.0 & INDEX;
        match (self.0 & KIND, self.is_summary()) {
            (VARIABLE, false) => Region::Var(VarId::new(index as usize)),
            (VARIABLE, true) => Region::EarlierVar(VarId::new(index as usize)),
            (FUNCTION, _) => Region::Function(FunctionId::new(index as usize)),
            (SITE, false) => Region::Latest(SiteId(index)),
            (SITE, true) => Region::EarlierSite(SiteId(index)),
            _ => match self {
                RegionId::ENVIRONMENT => Region::Environment,
                _ => Region::Error,
            },
        }
    }
}

/// A call in the user's code that leads to an allocation in a library; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ContextId(pub u32);

impl ContextId {
    pub const NONE: ContextId = ContextId(0);

    pub fn digest(self) -> u64 {
        mix(u64::from(self.0))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    pub function: FunctionId,
    pub edge: EdgeId,
    pub context: ContextId,
}

/// The sites and contexts met so far.
#[derive(Default)]
pub struct Sites {
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    sites: Vec<Site>,
    numbers: FxHashMap<Site, SiteId>,
    of_edge: FxHashMap<(FunctionId, EdgeId), Vec<SiteId>>,
    contexts: Vec<(FunctionId, EdgeId)>,
    context_numbers: FxHashMap<(FunctionId, EdgeId), ContextId>,
}

impl Sites {
    pub fn site(&self, site: Site) -> SiteId {
        let inner = &mut *self.inner.borrow_mut();
        if let Some(&id) = inner.numbers.get(&site) {
            return id;
        }
        let id = SiteId(inner.sites.len() as u32);
        inner.sites.push(site);
        inner.numbers.insert(site, id);
        let edge = (site.function, site.edge);
        inner.of_edge.entry(edge).or_default().push(id);
        id
    }

    pub fn get(&self, id: SiteId) -> Site {
        self.inner.borrow().sites[id.0 as usize]
    }

    /// All sites of one operation.
    pub fn of_edge(&self, function: FunctionId, edge: EdgeId) -> Vec<SiteId> {
        let inner = self.inner.borrow();
        let found = inner.of_edge.get(&(function, edge));
        found.cloned().unwrap_or_default()
    }

    pub fn context(&self, function: FunctionId, edge: EdgeId) -> ContextId {
        let inner = &mut *self.inner.borrow_mut();
        if let Some(&id) = inner.context_numbers.get(&(function, edge)) {
            return id;
        }
        inner.contexts.push((function, edge));
        let id = ContextId(inner.contexts.len() as u32);
        inner.context_numbers.insert((function, edge), id);
        id
    }

    /// The call of a context.
    pub fn call_of(&self, id: ContextId) -> Option<(FunctionId, EdgeId)> {
        let index = (id.0 as usize).checked_sub(1)?;
        self.inner.borrow().contexts.get(index).copied()
    }
}
