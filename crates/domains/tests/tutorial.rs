//! The excerpts of the tutorial are what the files say.

#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;

/// A code block that follows a comment with the path of a file: its parts, between lines
/// that leave something out, occur in the file in this order.
#[test]
fn excerpts_are_verbatim() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/domains.md")).expect("the page is there");
    let mut lines = page.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let marked = line.strip_prefix("<!-- ");
        let Some(path) = marked.and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        assert_eq!(lines.next(), Some("```rust"), "after {line}");
        let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
        let file = fs::read_to_string(root.join(path)).expect("the file is there");
        let mut rest = &file[..];
        for part in block.split(|l| l.trim() == "// …") {
            let part = part.join("\n");
            let Some(at) = rest.find(&part) else {
                panic!("not in {path}, or not in this order:\n{part}");
            };
            rest = &rest[at + part.len()..];
        }
        count += 1;
    }
    assert!(count >= 10, "only {count} excerpts");
}
