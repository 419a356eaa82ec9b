//! Interned identifiers.

use crate::ids::{Id, Name};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// All identifiers of a program, stored once, in one buffer.
#[derive(Clone, Default)]
pub struct Names {
    text: String,
    /// Where each name ends in `text`; it begins where the one before ends.
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Names {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&mut self, name: &str) -> Name {
        let hash = hash(name);
        let Names { text, ends, table } = self;
        let entry = table.entry(
            hash,
            |&id| slice(text, ends, id) == name,
            |&id| self::hash(slice(text, ends, id)),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(e) => Name::new(*e.get() as usize),
            hashbrown::hash_table::Entry::Vacant(e) => {
                let id = ends.len() as u32;
                e.insert(id);
                text.push_str(name);
                ends.push(text.len() as u32);
                Name::new(id as usize)
            }
        }
    }

    /// The name, if it was ever interned.
    pub fn get(&self, name: &str) -> Option<Name> {
        self.table
            .find(hash(name), |&id| slice(&self.text, &self.ends, id) == name)
            .map(|&id| Name::new(id as usize))
    }

    pub fn text(&self, name: Name) -> &str {
        slice(&self.text, &self.ends, name.index() as u32)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl std::ops::Index<Name> for Names {
    type Output = str;
    fn index(&self, name: Name) -> &str {
        self.text(name)
    }
}

fn slice<'a>(text: &'a str, ends: &[u32], id: u32) -> &'a str {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &text[start..ends[id] as usize]
}

fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_name() {
        let mut names = Names::new();
        let a = names.intern("alpha");
        let b = names.intern("beta");
        assert_eq!(a, names.intern("alpha"));
        assert_ne!(a, b);
        assert_eq!(&names[b], "beta");
        assert_eq!(names.get("gamma"), None);
        assert_eq!(names.intern(""), names.intern(""));
    }
}
