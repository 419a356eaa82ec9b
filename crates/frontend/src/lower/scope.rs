//! Scopes of C's name spaces: what a name means where it stands.

use program::{FunctionId, Id, Name, QualType, Span, TypeId, VarId};

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, Debug)]
pub enum Entity {
    Var(VarId),
    Function(FunctionId),
    Typedef {
        ty: QualType,
        /// Alignment given by an attribute of the typedef.
        align: Option<u64>,
        span: Span,
    },
    /// A variable of a formula, inside of so many others.
    Bound {
        level: u32,
        ty: QualType,
        span: Span,
    },
    Enumerator {
        value: i128,
        ty: TypeId,
        span: Span,
    },
}

/// A map from names with nested scopes. Looking up costs an array access;
/// leaving a scope costs what was declared in it.
pub struct ScopedMap<T> {
    current: Vec<Option<(u32, T)>>,
    shadowed: Vec<(Name, Option<(u32, T)>)>,
    marks: Vec<usize>,
}

impl<T: Copy> ScopedMap<T> {
    pub fn new() -> Self {
        ScopedMap {
            current: Vec::new(),
            shadowed: Vec::new(),
            marks: Vec::new(),
        }
    }

    pub fn enter(&mut self) {
        self.marks.push(self.shadowed.len());
    }

    pub fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.shadowed.len() > mark {
            if let Some((name, old)) = self.shadowed.pop() {
                self.current[name.index()] = old;
            }
        }
    }

    pub fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub fn get(&self, name: Name) -> Option<T> {
        self.current
            .get(name.index())
            .copied()
            .flatten()
            .map(|(_, t)| t)
    }

    /// What the name means in the innermost scope itself.
    pub fn get_here(&self, name: Name) -> Option<T> {
        match self.current.get(name.index()).copied().flatten() {
            Some((depth, t)) if depth == self.depth() => Some(t),
            _ => None,
        }
    }

    /// Binds the name in the innermost scope.
    pub fn set(&mut self, name: Name, t: T) {
        if self.current.len() <= name.index() {
            self.current.resize(name.index() + 1, None);
        }
        let depth = self.depth();
        let slot = &mut self.current[name.index()];
        let old = slot.replace((depth, t));
        // Within one scope a later binding replaces the earlier for good.
        if depth > 0 && !matches!(old, Some((d, _)) if d == depth) {
            self.shadowed.push((name, old));
        }
    }
}
