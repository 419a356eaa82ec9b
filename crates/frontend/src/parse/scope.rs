//! Which names are typedef names, block by block.
//!
//! This is all that the grammar of C needs to know about declarations.

use program::{Id, Name};

pub struct TypedefNames {
    /// Indexed by name.
    current: Vec<bool>,
    /// What inner scopes have changed, to be undone at their ends.
    log: Vec<(Name, bool)>,
    /// How long the log was when each open scope began.
    scopes: Vec<usize>,
}

impl TypedefNames {
    pub fn new(names: usize) -> TypedefNames {
        TypedefNames {
            current: vec![false; names],
            log: Vec::new(),
            scopes: Vec::new(),
        }
    }

    #[inline]
    pub fn contains(&self, name: Name) -> bool {
        self.current.get(name.index()).copied().unwrap_or(false)
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: Name, is_typedef: bool) {
        let old = self.contains(name);
        if old == is_typedef {
            return;
        }
        if name.index() >= self.current.len() {
            self.current.resize(name.index() + 1, false);
        }
        self.current[name.index()] = is_typedef;
        if !self.scopes.is_empty() {
            self.log.push((name, old));
        }
    }

    pub fn open(&mut self) {
        self.scopes.push(self.log.len());
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Closes scopes until `depth` are open.
    pub fn close_to(&mut self, depth: usize) {
        while self.scopes.len() > depth {
            let start = self.scopes.pop().unwrap_or(0);
            while self.log.len() > start {
                if let Some((name, old)) = self.log.pop() {
                    self.current[name.index()] = old;
                }
            }
        }
    }
}
