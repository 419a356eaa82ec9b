//! What all witnesses have: metadata, and places as witnesses name them.

use program::{DataModel, Position, Program, Span};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fmt::Write;

/// What the witness says about itself.
pub struct Metadata<'a> {
    /// Paths and contents of the program's files.
    pub files: &'a [(String, Vec<u8>)],
    pub specification: String,
    /// When it is made, in seconds since 1970.
    pub time: u64,
    pub version: &'a str,
}

/// Files that were preprocessed before they came here: their own lines count,
/// not those of the files they were made of.
pub(super) fn verbatim(files: &[(String, Vec<u8>)]) -> HashSet<String> {
    let is_marker = |line: &[u8]| match line {
        [b'#', b' ', digit, ..] => digit.is_ascii_digit(),
        _ => line.starts_with(b"#line "),
    };
    let marked = files.iter().filter(|(_, bytes)| {
        let mut lines = bytes.split(|&b| b == b'\n');
        lines.any(is_marker)
    });
    marked.map(|(path, _)| path.clone()).collect()
}

/// The place of a span's start in the input file.
pub(super) fn place<'p>(
    program: &'p Program,
    verbatim: &HashSet<String>,
    at: Span,
) -> Option<Position<'p>> {
    let sources = &program.sources;
    match sources.physical(at) {
        Some(place) if verbatim.contains(place.file) => Some(place),
        _ => sources.position(at),
    }
}

/// YAML takes JSON's strings.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A whole witness: an entry with its metadata and its content.
pub(super) fn entry(
    program: &Program,
    metadata: &Metadata<'_>,
    kind: &str,
    content: &str,
) -> String {
    let hashes = metadata.files.iter().map(|(path, bytes)| {
        let hash = hex(&Sha256::digest(bytes));
        (quoted(path), hash)
    });
    let hashes: Vec<_> = hashes.collect();
    // The same for the same witness of the same task.
    let mut identity = Sha256::new();
    identity.update(&metadata.specification);
    for (path, hash) in &hashes {
        identity.update(path);
        identity.update(hash);
    }
    identity.update(content);
    let model = match program.model() {
        DataModel::Lp64 => "LP64",
        DataModel::Ilp32 => "ILP32",
    };
    let mut out = String::new();
    let _ = writeln!(out, "- entry_type: {kind}\n  metadata:");
    let _ = writeln!(out, "    format_version: \"2.0\"");
    let _ = writeln!(out, "    uuid: {}", quoted(&uuid(&identity.finalize())));
    let _ = writeln!(
        out,
        "    creation_time: {}",
        quoted(&timestamp(metadata.time))
    );
    let _ = writeln!(out, "    producer:\n      name: Concord");
    let _ = writeln!(out, "      version: {}", quoted(metadata.version));
    let _ = writeln!(out, "    task:\n      input_files:");
    for (path, _) in &hashes {
        let _ = writeln!(out, "      - {path}");
    }
    let _ = writeln!(out, "      input_file_hashes:");
    for (path, hash) in &hashes {
        let _ = writeln!(out, "        {path}: {}", quoted(hash));
    }
    let _ = writeln!(
        out,
        "      specification: {}",
        quoted(&metadata.specification)
    );
    let _ = writeln!(out, "      data_model: {model}\n      language: C");
    match content.is_empty() {
        true => out.push_str("  content: []\n"),
        false => {
            out.push_str("  content:\n");
            out.push_str(content);
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A name-based identifier (version 8 of RFC 9562).
fn uuid(hash: &[u8]) -> String {
    let mut bytes = [0u8; 16];
    bytes.copy_from_slice(&hash[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = hex(&bytes);
    let parts = [
        &text[..8],
        &text[8..12],
        &text[12..16],
        &text[16..20],
        &text[20..],
    ];
    parts.join("-")
}

/// Seconds since 1970 as a date and time.
fn timestamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // The civil calendar, counted in eras of 400 years that begin in March.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day_of_month:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_709_251_199), "2024-02-29T23:59:59Z");
    }
}
