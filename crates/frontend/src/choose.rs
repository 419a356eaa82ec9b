//! Which units of a project make up a program.
//!
//! A project may build several programs: with a `main` each, with functions of the same
//! name, and with libraries that are linked for what the rest needs. As a linker takes
//! members of an archive, units are taken because they define what others mention,
//! beginning with the one that defines the entry function. A name that several units
//! define brings none of them: it has to be defined by a unit that is taken for
//! something else, or the user has to say which one is meant.

use crate::Choice;
use crate::link::Unit;
use crate::mention;
use program::{Diagnostic, Initial, Linkage, Program, Span, VarKind};
use rustc_hash::FxHashMap;
use std::path::Path;

/// Which of the units, whose files are `paths`, are to be linked. Notices are about what
/// is left out; Err says what is not clear.
pub(crate) fn choose(
    units: &[Unit],
    paths: &[String],
    choice: &Choice,
    notices: &mut Vec<Diagnostic>,
) -> Result<Vec<bool>, Vec<Diagnostic>> {
    let mut chooser = Chooser {
        units,
        paths,
        definitions: FxHashMap::default(),
        taken: vec![false; units.len()],
        next: Vec::new(),
    };
    for (i, unit) in units.iter().enumerate() {
        for (name, kind) in definitions(&unit.program) {
            let list = chooser.definitions.entry(name).or_default();
            list.push(Definition { unit: i, kind });
        }
    }
    for named in &choice.units {
        let unit = chooser.named(named).map_err(|e| vec![e])?;
        chooser.take(unit);
    }
    if !chooser.begin(&choice.entry).map_err(|e| vec![e])? {
        return Ok(vec![true; units.len()]);
    }
    chooser.complete(&choice.entry)?;
    chooser.tell(notices);
    Ok(chooser.taken)
}

struct Definition {
    unit: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Gives way to others.
    Weak,
    /// Of a variable, without a value.
    Tentative,
    Full,
}

struct Chooser<'a> {
    units: &'a [Unit],
    paths: &'a [String],
    /// Of external names.
    definitions: FxHashMap<&'a str, Vec<Definition>>,
    taken: Vec<bool>,
    /// Taken, and what they need was not looked at.
    next: Vec<usize>,
}

impl<'a> Chooser<'a> {
    fn take(&mut self, unit: usize) {
        if !std::mem::replace(&mut self.taken[unit], true) {
            self.next.push(unit);
        }
    }

    /// The unit whose path ends in this.
    fn named(&self, path: &Path) -> Result<usize, Diagnostic> {
        let plain = path.strip_prefix(".").unwrap_or(path);
        let ends = |i: &usize| Path::new(&self.paths[*i]).ends_with(plain);
        let found: Vec<usize> = (0..self.units.len()).filter(ends).collect();
        let exact = found.iter().find(|i| Path::new(&self.paths[**i]) == plain);
        match (found.as_slice(), exact) {
            (_, Some(&unit)) | (&[unit], None) => Ok(unit),
            ([], None) => {
                let message = format!("the project has no unit '{}'", path.display());
                Err(Diagnostic::error(Span::NONE, message))
            }
            (several, None) => {
                let (path, list) = (path.display(), self.list(several));
                let message = format!("'{path}' may be each of {list}");
                Err(Diagnostic::error(Span::NONE, message))
            }
        }
    }

    /// Takes the unit with the entry function; false if there is nothing to begin with.
    fn begin(&mut self, entry: &str) -> Result<bool, Diagnostic> {
        let defines = |i: &usize| self.units[*i].program.function_named(entry).is_some();
        let found: Vec<usize> = (0..self.units.len()).filter(defines).collect();
        if found.iter().any(|i| self.taken[*i]) {
            return Ok(true);
        }
        match found.as_slice() {
            [] => Ok(!self.next.is_empty()),
            &[unit] => {
                self.take(unit);
                Ok(true)
            }
            several => Err(self.unclear(&[entry], several)),
        }
    }

    /// Takes units until nothing is missing that one of them defines.
    fn complete(&mut self, entry: &str) -> Result<(), Vec<Diagnostic>> {
        // By name, what several units define and none that is taken.
        let mut open: Vec<&'a str> = Vec::new();
        loop {
            while let Some(unit) = self.next.pop() {
                for name in mention::needed(&self.units[unit].program, entry) {
                    match self.definers(name).as_slice() {
                        &[only] => self.take(only),
                        [] => {}
                        _ => open.push(name),
                    }
                }
            }
            open.sort_unstable();
            open.dedup();
            open.retain(|name| {
                let definers = self.definers(name);
                !definers.iter().any(|unit| self.taken[*unit])
            });
            // Those that give way to each other are equally good.
            let weak = open
                .iter()
                .find(|name| self.definitions[*name].iter().all(|d| d.kind == Kind::Weak));
            match weak {
                Some(name) => self.take(self.definitions[name][0].unit),
                None => break,
            }
        }
        let mut sets: Vec<(Vec<usize>, Vec<&str>)> = Vec::new();
        for name in open {
            let units = self.definers(name);
            match sets.iter_mut().find(|(others, _)| *others == units) {
                Some((_, names)) => names.push(name),
                None => sets.push((units, vec![name])),
            }
        }
        let errors: Vec<_> = sets
            .iter()
            .map(|(units, names)| self.unclear(names, units))
            .collect();
        match errors.is_empty() {
            true => Ok(()),
            false => Err(errors),
        }
    }

    /// The units that define a name; those that give way only if there are no others.
    fn definers(&self, name: &str) -> Vec<usize> {
        let list = self.definitions.get(name).map_or(&[][..], Vec::as_slice);
        let strong: Vec<usize> = list
            .iter()
            .filter(|d| d.kind != Kind::Weak)
            .map(|d| d.unit)
            .collect();
        match strong.is_empty() {
            true => list.iter().map(|d| d.unit).collect(),
            false => strong,
        }
    }

    fn unclear(&self, names: &[&str], units: &[usize]) -> Diagnostic {
        let list = self.list(units);
        let names: Vec<_> = names.iter().map(|n| format!("'{n}'")).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let names = shortened(&names);
        let message = format!("{names} {verb} defined by {list}; say with --unit which is meant");
        Diagnostic::error(Span::NONE, message)
    }

    fn list(&self, units: &[usize]) -> String {
        let paths: Vec<_> = units.iter().map(|i| self.paths[*i].clone()).collect();
        shortened(&paths)
    }

    /// Tells what is left out.
    fn tell(&self, notices: &mut Vec<Diagnostic>) {
        let left: Vec<usize> = (0..self.units.len()).filter(|i| !self.taken[*i]).collect();
        if left.is_empty() {
            return;
        }
        let count = left.len();
        let units = if count == 1 { "unit" } else { "units" };
        let message = format!(
            "left out {count} {units} of the project that the program does not need: {}",
            self.list(&left)
        );
        notices.push(Diagnostic::warning(Span::NONE, message));
        // Old C: one file gives a value to what all define.
        for unit in left {
            let u = &self.units[unit].program;
            for var in u
                .vars
                .iter()
                .filter(|v| is_external(v) && has_value(&v.initial))
            {
                let others = self.definitions.get(&u.names[var.name]);
                let mut others = others.into_iter().flatten();
                if others.any(|d| d.kind == Kind::Tentative && self.taken[d.unit]) {
                    let (name, path) = (&u.names[var.name], &self.paths[unit]);
                    let message = format!("'{name}' has a value in {path}, which is left out");
                    notices.push(Diagnostic::warning(var.span, message));
                }
            }
        }
    }
}

/// A few of many.
fn shortened(list: &[String]) -> String {
    const SHOWN: usize = 6;
    match list.len() {
        0..=SHOWN => list.join(", "),
        many => format!("{} and {} more", list[..SHOWN].join(", "), many - SHOWN),
    }
}

/// The external names that a unit defines.
fn definitions(u: &Program) -> impl Iterator<Item = (&str, Kind)> {
    let functions = u.functions.iter();
    let functions = functions.filter(|f| f.body.is_some() && f.linkage == Linkage::External);
    let functions = functions.map(|f| match f.weak {
        true => (&u.names[f.name], Kind::Weak),
        false => (&u.names[f.name], Kind::Full),
    });
    let vars = u.vars.iter().filter(|v| v.defined && is_external(v));
    let vars = vars.map(|v| match has_value(&v.initial) {
        _ if v.weak => (&u.names[v.name], Kind::Weak),
        true => (&u.names[v.name], Kind::Full),
        false => (&u.names[v.name], Kind::Tentative),
    });
    functions.chain(vars)
}

fn is_external(var: &program::Var) -> bool {
    var.kind == VarKind::Global(Linkage::External)
}

fn has_value(initial: &Initial) -> bool {
    matches!(initial, Initial::Bytes(_) | Initial::Items(_))
}
