//! The texts that places name, as the programmer knows them.

use super::{File, Spot};
use program::{SourceMap, Span};
use std::collections::{BTreeMap, HashMap};

/// Numbers the files that spans lead to.
pub struct Sources<'a> {
    map: &'a SourceMap,
    numbers: HashMap<&'a str, u32>,
    paths: Vec<&'a str>,
}

impl<'a> Sources<'a> {
    pub fn new(map: &'a SourceMap) -> Sources<'a> {
        Sources {
            map,
            numbers: HashMap::new(),
            paths: Vec::new(),
        }
    }

    pub fn spot(&mut self, span: Span) -> Option<Spot> {
        let at = self.map.position(span)?;
        let number = *self.numbers.entry(at.file).or_insert_with(|| {
            self.paths.push(at.file);
            self.paths.len() as u32 - 1
        });
        Some(Spot(number, at.line, at.column))
    }

    /// The files in the order of their numbers. `read` has the text that the programmer
    /// wrote; where it has none, lines are what the preprocessor made of them.
    pub fn files(self, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Vec<File> {
        let written: Vec<Option<Vec<u8>>> = self.paths.iter().map(|path| read(path)).collect();
        let missing = self.paths.iter().zip(&written);
        let missing = missing.filter(|(_, text)| text.is_none());
        let mut lines: BTreeMap<&str, BTreeMap<u32, &[u8]>> =
            missing.map(|(path, _)| (*path, BTreeMap::new())).collect();
        if !lines.is_empty() {
            self.gather(&mut lines);
        }
        let files = self.paths.iter().zip(written);
        let files = files.map(|(path, written)| {
            let text = written.unwrap_or_else(|| joined(&lines[path]));
            File {
                path: (*path).to_owned(),
                text: String::from_utf8_lossy(&text).into_owned(),
            }
        });
        files.collect()
    }

    fn gather(&self, lines: &mut BTreeMap<&'a str, BTreeMap<u32, &'a [u8]>>) {
        for (_, file) in self.map.files() {
            let mut at = file.base();
            let text = file.text.strip_suffix(b"\n").unwrap_or(&file.text);
            for text in text.split(|&b| b == b'\n') {
                let line = self.map.line(Span::new(at, at));
                at += text.len() as u32 + 1;
                let Some(line) = line.filter(|l| !l.text.starts_with(b"#")) else {
                    continue;
                };
                if let Some(known) = lines.get_mut(line.position.file) {
                    known.entry(line.position.line).or_insert(line.text);
                }
            }
        }
    }
}

/// Lines that nobody knows are empty.
fn joined(lines: &BTreeMap<u32, &[u8]>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut next = 1;
    for (&number, line) in lines {
        while next < number {
            text.push(b'\n');
            next += 1;
        }
        text.extend_from_slice(line);
        text.push(b'\n');
        next += 1;
    }
    text
}
