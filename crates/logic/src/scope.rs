//! The names that a formula of a function may use.

use crate::formula::FormulaId;
use crate::term::type_ids;
use program::{FunctionId, Id, Initial, Linkage, Program, TypeId, VarId, VarKind};
use rustc_hash::FxHashMap;

/// What names mean in a function: its own variables before those of the program; those
/// of others are `g::x`. Types are found by their text.
pub struct Scope {
    /// None where several variables have one name, and nothing says which is meant.
    vars: FxHashMap<String, Option<VarId>>,
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
    /// As a programmer would understand them there.
    pub fn new(program: &Program, function: Option<FunctionId>) -> Scope {
        Scope::with(program, function, false)
    }

    /// Of those only that one variable has. What was printed without regard to what hides what
    /// is read back rightly with these.
    pub fn of_single_names(program: &Program, function: Option<FunctionId>) -> Scope {
        Scope::with(program, function, true)
    }

    fn with(program: &Program, function: Option<FunctionId>, must_be_one: bool) -> Scope {
        let mut scope = Scope {
            vars: FxHashMap::default(),
            literals: FxHashMap::default(),
            functions: FxHashMap::default(),
            types: FxHashMap::default(),
            shorthands: FxHashMap::default(),
        };
        let mut candidates: FxHashMap<String, Vec<VarId>> = FxHashMap::default();
        let is_used = used(program);
        for var in program.vars.ids().filter(|var| is_used[var.index()]) {
            let v = &program.vars[var];
            if v.kind == VarKind::Literal {
                if let Initial::Bytes(bytes) = &v.initial {
                    scope.literals.entry(bytes.to_vec()).or_insert(var);
                }
                continue;
            }
            let name = program.show(var);
            let name = match v.function.filter(|_| v.function != function) {
                Some(other) => format!("{}::{name}", program.show(other)),
                None => name.to_string(),
            };
            candidates.entry(name).or_default().push(var);
        }
        let meant = candidates.into_iter().map(|(name, of)| {
            let meant = match must_be_one {
                true => only(of.iter().copied()),
                false => meant(program, &of),
            };
            (name, meant)
        });
        scope.vars = meant.collect();
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
        self.vars.get(name).copied().flatten()
    }

    /// Is a name in a text one of those that mean nothing, because several variables have it?
    pub fn leaves_open(&self, text: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || "_$%.:".contains(c);
        let mut words = text.split(|c| !is_part(c));
        words.any(|word| self.vars.get(word) == Some(&None))
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

/// The variables that something in the program means: operands that are not evaluated leave
/// temporaries behind that nobody has.
fn used(program: &Program) -> Vec<bool> {
    let mut used: Vec<bool> = program.vars.iter().map(|v| v.kind.is_static()).collect();
    for function in program.functions.iter() {
        for var in function.parameters.iter().chain(&function.locals) {
            used[var.index()] = true;
        }
    }
    used
}

/// The variable that one name means: the function's own, one that all files know, or the only
/// one of a file. Whose a static variable of a function is nobody knows here.
fn meant(program: &Program, candidates: &[VarId]) -> Option<VarId> {
    let of = |is_it: &dyn Fn(VarKind) -> bool| {
        only(
            candidates
                .iter()
                .copied()
                .filter(|&v| is_it(program.vars[v].kind)),
        )
    };
    if let Some(own) = of(&|kind| !kind.is_static()) {
        return Some(own);
    }
    if candidates
        .iter()
        .any(|&v| program.vars[v].kind == VarKind::Static)
    {
        return only(candidates.iter().copied());
    }
    let external = of(&|kind| kind == VarKind::Global(Linkage::External));
    external.or_else(|| only(candidates.iter().copied()))
}

fn only(mut of: impl Iterator<Item = VarId>) -> Option<VarId> {
    of.next().filter(|_| of.next().is_none())
}

/// Without spaces, which mean nothing in the text of a type.
fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
