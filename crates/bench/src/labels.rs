//! Expected verdicts that are known to be wrong.
//!
//! A line of the file has the end of the definition's path, the property, the
//! verdict that is right, and the reason:
//!
//! ```text
//! # comments and empty lines are skipped
//! loops/example.yml unreach-call false the loop overflows, see line 12
//! ```

use crate::definition::{Expected, Property};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub struct Labels {
    entries: Vec<Label>,
}

pub struct Label {
    suffix: PathBuf,
    property: Property,
    pub expected: Expected,
    pub reason: String,
}

impl Labels {
    pub fn read(path: &Path) -> Result<Labels, String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Labels::parse(&text).map_err(|e| format!("{}:{e}", path.display()))
    }

    fn parse(text: &str) -> Result<Labels, String> {
        let mut entries = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            entries.push(Label::parse(line).map_err(|e| format!("{number}: {e}"))?);
        }
        Ok(Labels { entries })
    }

    pub fn find(&self, definition: &Path, property: Property) -> Option<&Label> {
        let fits = |l: &&Label| l.property == property && definition.ends_with(&l.suffix);
        self.entries.iter().find(fits)
    }
}

impl Label {
    fn parse(line: &str) -> Result<Label, String> {
        let mut rest = line;
        let mut word = |what: &str| {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            match word {
                "" => Err(format!("there is no {what}")),
                word => Ok(word),
            }
        };
        let suffix = word("task")?.into();
        let property = word("property")?.parse()?;
        let expected = word("verdict")?.parse()?;
        if rest.is_empty() {
            return Err("there is no reason".into());
        }
        Ok(Label {
            suffix,
            property,
            expected,
            reason: rest.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_belong_to_the_end_of_a_path_and_a_property() {
        let labels = Labels::parse(
            "# wrong\n\nloops/a.yml unreach-call false  it loops\n\
             b.yml valid-memsafety false(valid-free) freed twice",
        )
        .unwrap();
        let find = |path: &str, property| labels.find(Path::new(path), property);
        let label = find("/c/loops/a.yml", Property::UnreachCall).unwrap();
        assert_eq!(label.expected, Expected::False(None));
        assert_eq!(label.reason, "it loops");
        assert!(find("/c/loops/a.yml", Property::NoOverflow).is_none());
        assert!(find("/c/more-loops/a.yml", Property::UnreachCall).is_none());
        assert!(find("x/b.yml", Property::ValidMemsafety).is_some());
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, said) in [
            ("\na.yml unreach-call false", "2: there is no reason"),
            ("a.yml", "1: there is no property"),
            (
                "a.yml termination true because",
                "1: there is no property 'termination'",
            ),
            (
                "a.yml no-overflow maybe because",
                "1: 'maybe' is no verdict",
            ),
        ] {
            let error = Labels::parse(text).err().unwrap();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
