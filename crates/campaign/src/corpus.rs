//! The programs of the corpus that are changed.

use crate::question::{Question, field, root};
use std::fs;

/// Folders in which programs state their verdict.
const FOLDERS: &[&str] = &[
    "verdicts",
    "shapes",
    "heaps",
    "cooperate",
    "predicates",
    "annotations",
    "specs",
    "esp",
    "campaign",
];

pub struct Original {
    /// From the folder of the corpus.
    pub name: String,
    pub question: Question,
    /// The verdict that it states.
    pub expect: String,
}

pub struct Corpus {
    /// In order of their names.
    pub programs: Vec<Original>,
}

impl Corpus {
    pub fn read() -> Corpus {
        Corpus::of(FOLDERS)
    }

    /// Those of some folders; those that ask for something else are left out.
    pub fn of(folders: &[&str]) -> Corpus {
        let mut programs = Vec::new();
        for folder in folders {
            let path = root().join("tests/corpus").join(folder);
            let Ok(entries) = fs::read_dir(&path) else {
                continue;
            };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if !name.ends_with(".c") {
                    continue;
                }
                let Ok(text) = fs::read_to_string(entry.path()) else {
                    continue;
                };
                if let Some(question) = Question::read(&text)
                    && let Some(expect) = field(&text, "expect")
                {
                    programs.push(Original {
                        name: format!("{folder}/{name}"),
                        question,
                        expect: expect.to_owned(),
                    });
                }
            }
        }
        programs.sort_by(|a, b| a.name.cmp(&b.name));
        Corpus { programs }
    }
}
