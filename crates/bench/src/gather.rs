//! From paths to tasks: reads definitions, sets and folders and selects.
//!
//! Tasks come out sorted by family, name and property, each once, however they were
//! reached.

use crate::definition::{Definition, Expected, Goal, Property};
use crate::labels::Labels;
use crate::sets::{Catalogue, TaskSet};
use glob::Pattern;
use program::DataModel;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Which tasks are wanted.
pub struct Selection {
    /// Empty: all that Concord knows.
    pub properties: Vec<Property>,
    /// Only tasks expected to hold, or not to hold.
    pub expected: Option<bool>,
    /// Every n-th task of those left; not 0.
    pub every: usize,
    /// For tasks whose data model is said nowhere.
    pub data_model: Option<DataModel>,
    pub labels: Labels,
}

/// A program and one property of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// Family (the folder) and file: what the task is called wherever the benchmarks
    /// are.
    pub name: String,
    pub definition: PathBuf,
    pub files: Vec<PathBuf>,
    pub property: Property,
    pub property_file: PathBuf,
    pub data_model: DataModel,
    pub expected: Option<Expected>,
    pub relabelled: Option<Relabelled>,
}

/// Why a task expects something else than its definition says.
#[derive(Clone, PartialEq, Debug)]
pub struct Relabelled {
    pub official: Option<Expected>,
    pub reason: String,
}

impl Task {
    fn name(absolute: &Path) -> String {
        let part = |p: Option<&Path>| {
            let name = p.and_then(Path::file_name).unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        format!("{}/{}", part(absolute.parent()), part(Some(absolute)))
    }
}

/// The tasks at the paths. Err says what is wrong with one of them.
pub fn gather(paths: &[PathBuf], selection: &Selection) -> Result<Vec<Task>, String> {
    let mut catalogue = Catalogue::default();
    let mut definitions = Vec::new();
    for path in paths {
        definitions.extend(definitions_at(path, &mut catalogue)?);
    }
    let mut seen = HashSet::new();
    let mut tasks = Vec::new();
    for path in definitions {
        let explain = |e: String| format!("{}: {e}", path.display());
        let absolute = fs::canonicalize(&path).map_err(|e| explain(e.to_string()))?;
        if !seen.insert(absolute.clone()) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|e| explain(e.to_string()))?;
        let definition: Definition = text.parse().map_err(explain)?;
        let wanted = |g: &&Goal| {
            selection.properties.is_empty() || selection.properties.contains(&g.property)
        };
        for goal in definition.goals.iter().filter(wanted) {
            let task = task(
                &path,
                &absolute,
                &definition,
                goal,
                selection,
                &mut catalogue,
            );
            tasks.extend(task.map_err(explain)?);
        }
    }
    tasks.sort_by_cached_key(|t| (t.name.clone(), t.property, t.definition.clone()));
    Ok(tasks.into_iter().step_by(selection.every).collect())
}

fn definitions_at(path: &Path, catalogue: &mut Catalogue) -> Result<Vec<PathBuf>, String> {
    let explain = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    if path.is_dir() {
        let mut found = Vec::new();
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|e| explain(&e))?;
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if is_definition(entry.path()) && !is_hidden {
                found.push(entry.into_path());
            }
        }
        return Ok(found);
    }
    if path.extension().is_some_and(|e| e == "set") {
        let set = TaskSet::read(path)?;
        catalogue.give(&set);
        return Ok(set.members(path.parent().unwrap_or(Path::new(""))));
    }
    match is_definition(path) {
        true => Ok(vec![path.to_owned()]),
        false => Err(explain(&"neither a folder, a .set nor a .yml file")),
    }
}

fn is_definition(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "yml")
}

/// None if the expected verdict is not one that is wanted.
fn task(
    path: &Path,
    absolute: &Path,
    definition: &Definition,
    goal: &Goal,
    selection: &Selection,
    catalogue: &mut Catalogue,
) -> Result<Option<Task>, String> {
    let label = selection.labels.find(absolute, goal.property);
    let expected = label.map(|l| &l.expected).or(goal.expected.as_ref());
    let holds = expected.map(Expected::holds);
    if selection.expected.is_some() && selection.expected != holds {
        return Ok(None);
    }
    let data_model = definition
        .data_model
        .or_else(|| catalogue.data_model(absolute, goal.property))
        .or(selection.data_model)
        .ok_or_else(|| {
            let property = goal.property;
            format!("neither the task nor a set says the data model for {property}; say it with --data-model")
        })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(Some(Task {
        name: Task::name(absolute),
        definition: path.to_owned(),
        files: input_files(folder, &definition.input_files)?,
        property: goal.property,
        property_file: tidy(&folder.join(&goal.file)),
        data_model,
        expected: expected.cloned(),
        relabelled: label.map(|l| Relabelled {
            official: goal.expected.clone(),
            reason: l.reason.clone(),
        }),
    }))
}

fn input_files(folder: &Path, patterns: &[String]) -> Result<Vec<PathBuf>, String> {
    let prefix = Pattern::escape(&folder.to_string_lossy());
    let mut files = Vec::new();
    for pattern in patterns {
        // Names with brackets are more often names than patterns.
        let literal = folder.join(pattern);
        if literal.exists() {
            files.push(literal);
            continue;
        }
        let full = Path::new(&prefix).join(pattern);
        let found = glob::glob(&full.to_string_lossy()).map_err(|e| format!("'{pattern}': {e}"))?;
        let before = files.len();
        files.extend(found.flatten());
        if files.len() == before {
            return Err(format!("there is no input file '{pattern}'"));
        }
    }
    match files.is_empty() {
        true => Err("there are no input files".into()),
        false => Ok(files),
    }
}

/// `c/loops/../properties/p.prp` is harder to read than `c/properties/p.prp`.
fn tidy(path: &Path) -> PathBuf {
    let Some(name) = path.file_name() else {
        return path.to_owned();
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut parts: Vec<_> = folder.components().collect();
    while let Some(i) = parts.windows(2).position(|w| {
        matches!(w[0], std::path::Component::Normal(_)) && w[1] == std::path::Component::ParentDir
    }) {
        parts.drain(i..i + 2);
    }
    let shorter = parts.iter().collect::<PathBuf>().join(name);
    // A symbolic link on the way gives `..` another meaning.
    match (fs::canonicalize(&shorter), fs::canonicalize(path)) {
        (Ok(a), Ok(b)) if a == b => shorter,
        _ => path.to_owned(),
    }
}
