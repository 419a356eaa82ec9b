//! The names that a formula of a function may use.

use crate::formula::FormulaId;
use crate::term::type_ids;
use program::{FunctionId, Initial, Linkage, Program, TypeId, VarId, VarKind};
use rustc_hash::FxHashMap;

/// What names mean in a function: its own variables before those of the program; those
/// of others are `g::x`. Types are found by their text.
pub struct Scope {
    vars: FxHashMap<String, VarId>,
    literals: FxHashMap<Vec<u8>, VarId>,
    functions: FxHashMap<String, FunctionId>,
    /// None where several types have one text.
    types: FxHashMap<String, Option<TypeId>>,
    shorthands: FxHashMap<String, Shorthand>,
}

/// A formula with a name. It binds its parameters, the first outermost.
#[derive(Clone, Debug)]
pub(crate) struct Shorthand {
    pub parameters: Vec<TypeId>,
    pub body: FormulaId,
}

impl Scope {
    pub fn new(program: &Program, function: Option<FunctionId>) -> Scope {
        let mut scope = Scope {
            vars: FxHashMap::default(),
            literals: FxHashMap::default(),
            functions: FxHashMap::default(),
            types: FxHashMap::default(),
            shorthands: FxHashMap::default(),
        };
        // Who comes last stays: what is nearer hides what is farther.
        let rank = |var: VarId| {
            let v = &program.vars[var];
            match v.kind {
                VarKind::Global(Linkage::Internal) => 0,
                VarKind::Global(Linkage::External) => 1,
                _ => 2,
            }
        };
        let mut vars: Vec<VarId> = program.vars.ids().collect();
        vars.sort_by_key(|&v| (rank(v), std::cmp::Reverse(v)));
        for var in vars {
            let v = &program.vars[var];
            if v.kind == VarKind::Literal {
                if let Initial::Bytes(bytes) = &v.initial {
                    scope.literals.insert(bytes.to_vec(), var);
                }
                continue;
            }
            let name = program.show(var);
            let name = match v.function.filter(|_| v.function != function) {
                Some(other) => format!("{}::{name}", program.show(other)),
                None => name.to_string(),
            };
            scope.vars.insert(name, var);
        }
        for id in program.functions.ids().rev() {
            let name = program.show(id).to_string();
            scope.functions.insert(name, id);
        }
        for ty in type_ids(program) {
            let text = squeeze(&program.show(ty).to_string());
            let entry = scope.types.entry(text).or_insert(Some(ty));
            if *entry != Some(ty) {
                *entry = None;
            }
        }
        scope
    }

    pub(crate) fn var(&self, name: &str) -> Option<VarId> {
        self.vars.get(name).copied()
    }

    pub(crate) fn literal(&self, bytes: &[u8]) -> Option<VarId> {
        self.literals.get(bytes).copied()
    }

    pub(crate) fn function(&self, name: &str) -> Option<FunctionId> {
        self.functions.get(name).copied()
    }

    pub(crate) fn define(&mut self, shorthands: Vec<(String, Shorthand)>) {
        self.shorthands.extend(shorthands);
    }

    pub(crate) fn shorthand(&self, name: &str) -> Option<&Shorthand> {
        self.shorthands.get(name)
    }

    pub(crate) fn ty(&self, text: &str) -> Option<TypeId> {
        self.types.get(&squeeze(text)).copied().flatten()
    }
}

/// Without spaces, which mean nothing in the text of a type.
fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
