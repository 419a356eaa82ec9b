//! Sets of tasks: SV-COMP's `.set` files, and the `.cfg` files beside them.
//!
//! A set is a list of patterns, relative to its file. Its `.cfg` has a line
//! `Architecture: 32 bit` or `64 bit`, which is where the data model of tasks in
//! format 1.0 comes from. One family may be in several sets, each made for one
//! property, and they need not agree: `termination-crafted` is 64 bit for overflows.
//! So the property decides; SV-COMP has it in the name of the set.

use crate::definition::Property;
use glob::{MatchOptions, Pattern};
use program::DataModel;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

pub struct TaskSet {
    name: String,
    /// Where the file is, without symbolic links.
    folder: PathBuf,
    patterns: Vec<Pattern>,
    data_model: Option<DataModel>,
}

impl TaskSet {
    pub fn read(path: &Path) -> Result<TaskSet, String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let absolute = fs::canonicalize(path).map_err(|e| format!("{}: {e}", path.display()))?;
        // A set without configuration is fine: format 2.0 does not need it.
        let configuration = fs::read_to_string(absolute.with_extension("cfg")).unwrap_or_default();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = absolute.parent().unwrap_or(Path::new("/"));
        TaskSet::parse(&name, folder, &text, &configuration)
            .map_err(|e| format!("{}: {e}", path.display()))
    }

    fn parse(
        name: &str,
        folder: &Path,
        text: &str,
        configuration: &str,
    ) -> Result<TaskSet, String> {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|l| !l.is_empty() && !l.starts_with('#'));
        let patterns = lines.map(|l| Pattern::new(l).map_err(|e| format!("'{l}': {e}")));
        Ok(TaskSet {
            name: name.to_owned(),
            folder: folder.to_owned(),
            patterns: patterns.collect::<Result<_, _>>()?,
            data_model: architecture(configuration),
        })
    }

    /// The task definitions of the set that exist, under the folder as the user
    /// wrote it. Checkouts are often partial, so a line without files is no mistake.
    pub fn members(&self, folder: &Path) -> Vec<PathBuf> {
        let prefix = Pattern::escape(&folder.to_string_lossy());
        let mut members = Vec::new();
        for pattern in &self.patterns {
            let full = Path::new(&prefix).join(pattern.as_str());
            // Only the prefix is new, and it is escaped.
            let found = glob::glob_with(&full.to_string_lossy(), MATCH);
            members.extend(found.into_iter().flatten().flatten());
        }
        members
    }

    fn contains(&self, definition: &Path) -> bool {
        let Ok(relative) = definition.strip_prefix(&self.folder) else {
            return false;
        };
        let mut patterns = self.patterns.iter();
        patterns.any(|p| p.matches_path_with(relative, MATCH))
    }

    fn is_for(&self, property: Property) -> bool {
        match property {
            Property::UnreachCall => self.name.contains("ReachSafety"),
            Property::ValidMemsafety => {
                self.name.contains("MemSafety") && !self.name.contains("MemCleanup")
            }
            Property::ValidMemcleanup => self.name.contains("MemCleanup"),
            Property::NoOverflow => self.name.contains("NoOverflows"),
        }
    }
}

const MATCH: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

fn architecture(configuration: &str) -> Option<DataModel> {
    let mut values = configuration.lines().filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim()
            .eq_ignore_ascii_case("architecture")
            .then(|| value.trim())
    });
    match values.next()?.split_whitespace().next()? {
        "32" => Some(DataModel::Ilp32),
        "64" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// The sets of the folders looked at so far.
#[derive(Default)]
pub struct Catalogue {
    folders: HashMap<PathBuf, Vec<TaskSet>>,
    /// Names of the sets the user asked for, with their folders.
    given: Vec<(PathBuf, String)>,
}

/// Sets are in the folder of the families; some families have folders inside.
const LEVELS: usize = 3;

impl Catalogue {
    pub fn give(&mut self, set: &TaskSet) {
        self.given.push((set.folder.clone(), set.name.clone()));
    }

    /// The data model of a definition that has none itself. `definition` is absolute.
    ///
    /// Sets made for the property count most, then the sets the user gave. If the
    /// best of them disagree, nobody knows.
    pub fn data_model(&mut self, definition: &Path, property: Property) -> Option<DataModel> {
        for folder in definition.ancestors().skip(1).take(LEVELS) {
            let sets = self.folders.entry(folder.to_owned());
            let sets = sets.or_insert_with(|| sets_in(folder));
            let rank = |set: &TaskSet| {
                let mut given = self.given.iter();
                let given = given.any(|(f, name)| *f == set.folder && *name == set.name);
                (set.is_for(property), given)
            };
            let candidates = sets.iter().filter(|s| s.contains(definition));
            let candidates: Vec<_> = candidates
                .filter_map(|s| Some((rank(s), s.data_model?)))
                .collect();
            let Some(best) = candidates.iter().map(|(rank, _)| *rank).max() else {
                continue;
            };
            let mut models = candidates.iter().filter(|(rank, _)| *rank == best);
            let (_, first) = models.next()?;
            return models.all(|(_, model)| model == first).then_some(*first);
        }
        None
    }
}

/// Sets nobody asked for help only where they can be read.
fn sets_in(folder: &Path) -> Vec<TaskSet> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|e| e.path());
    let sets = paths.filter(|p| p.extension().is_some_and(|e| e == "set"));
    let mut sets: Vec<TaskSet> = sets.filter_map(|p| TaskSet::read(&p).ok()).collect();
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use DataModel::{Ilp32, Lp64};

    fn set(name: &str, text: &str, bits: &str) -> TaskSet {
        let configuration = format!("Description: Contains tasks.\nArchitecture: {bits} bit\n\n");
        TaskSet::parse(name, Path::new("/c"), text, &configuration).unwrap()
    }

    fn catalogue(sets: Vec<TaskSet>) -> Catalogue {
        Catalogue {
            folders: [("/c".into(), sets), ("/c/a".into(), Vec::new())].into(),
            given: Vec::new(),
        }
    }

    #[test]
    fn the_property_decides_between_sets() {
        let mut sets = catalogue(vec![
            set("ReachSafety-A", "a/*.yml", "32"),
            set("NoOverflows-A", "a/*.yml\nb/*.yml", "64"),
            set("MemSafety-A", "a/*.yml", "64"),
            set("MemSafety-MemCleanup", "a/*.yml", "32"),
        ]);
        let mut model = |path: &str, property| sets.data_model(Path::new(path), property);
        assert_eq!(model("/c/a/x.yml", Property::UnreachCall), Some(Ilp32));
        assert_eq!(model("/c/a/x.yml", Property::NoOverflow), Some(Lp64));
        assert_eq!(model("/c/a/x.yml", Property::ValidMemsafety), Some(Lp64));
        assert_eq!(model("/c/a/x.yml", Property::ValidMemcleanup), Some(Ilp32));
        assert_eq!(model("/c/a/deeper/x.yml", Property::UnreachCall), None);
        assert_eq!(model("/c/b/x.yml", Property::UnreachCall), Some(Lp64));
        assert_eq!(model("/c/d/x.yml", Property::UnreachCall), None);
    }

    #[test]
    fn sets_that_disagree_say_nothing_unless_one_was_given() {
        let wide = set("Termination-B", "a/*.yml", "64");
        let given = (wide.folder.clone(), wide.name.clone());
        let mut sets = catalogue(vec![set("Termination-A", "a/*.yml", "32"), wide]);
        let path = Path::new("/c/a/x.yml");
        assert_eq!(sets.data_model(path, Property::UnreachCall), None);
        sets.given.push(given);
        assert_eq!(sets.data_model(path, Property::UnreachCall), Some(Lp64));
    }

    #[test]
    fn architectures_are_read_from_configurations() {
        assert_eq!(architecture("Architecture: 32 bit"), Some(Ilp32));
        assert_eq!(architecture("architecture : 64 bit\n"), Some(Lp64));
        assert_eq!(architecture("Description: 64 bit"), None);
        assert_eq!(architecture(""), None);
    }

    #[test]
    fn bad_patterns_and_comments() {
        let parse = |text| TaskSet::parse("A", Path::new("/c"), text, "");
        assert!(parse("a/[.yml").is_err());
        assert!(
            parse("# a/[.yml\n\n  a/x.yml  ")
                .unwrap()
                .contains(Path::new("/c/a/x.yml"))
        );
    }
}
