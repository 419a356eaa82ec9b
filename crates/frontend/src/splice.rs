//! Continued lines: a backslash before a line end joins two lines (C11 5.1.1.2).
//!
//! The line end moves to the end of the joined line, so that the lines after
//! it keep their numbers.

/// The text with continued lines joined.
pub fn splice(text: Vec<u8>) -> Vec<u8> {
    if !text.windows(2).any(|w| w[0] == b'\\' && is_line_end(w[1])) {
        return text;
    }
    let mut out = Vec::with_capacity(text.len());
    let mut pending = 0;
    let mut i = 0;
    while i < text.len() {
        if let Some(length) = continuation(&text[i..]) {
            pending += 1;
            i += length;
            continue;
        }
        out.push(text[i]);
        if text[i] == b'\n' {
            out.extend(std::iter::repeat_n(b'\n', std::mem::take(&mut pending)));
        }
        i += 1;
    }
    out.extend(std::iter::repeat_n(b'\n', pending));
    out
}

fn is_line_end(b: u8) -> bool {
    b == b'\n' || b == b'\r'
}

/// Length of a backslash and the line end after it.
fn continuation(text: &[u8]) -> Option<usize> {
    match text {
        [b'\\', b'\n', ..] => Some(2),
        [b'\\', b'\r', b'\n', ..] => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spliced(text: &str) -> String {
        String::from_utf8(splice(text.as_bytes().to_vec())).unwrap()
    }

    #[test]
    fn joined_lines_keep_later_line_numbers() {
        assert_eq!(spliced("in\\\nt x;\nint y;"), "int x;\n\nint y;");
        assert_eq!(spliced("a\\\r\nb\r\nc"), "ab\r\n\nc");
        assert_eq!(spliced("end\\\n"), "end\n");
        assert_eq!(spliced("\"no\\n\""), "\"no\\n\"");
    }
}
