//! What an object holds: pieces side by side that cover it without gaps.
//!
//! A piece is a term of a scalar's width, or a run of indeterminate bytes, of
//! zeros or of constant bytes, however long. Scalars that are read as they were
//! written cost one lookup; what is read differently is put together from bytes.

use solver::{Term, Terms};
use std::rc::Rc;

/// What one piece holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Indeterminate: becomes an input when it is read.
    Blank,
    Zero,
    /// These bytes, from the given one on.
    Bytes(Rc<[u8]>, usize),
    /// A scalar, least significant byte first.
    Value(Term),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub offset: u64,
    pub content: Content,
}

/// The contents of an object of a fixed size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    size: u64,
    /// Sorted; the first begins at 0, each reaches to the next or the end.
    pieces: Vec<Piece>,
}

/// What reading a scalar finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Value(Term),
    /// All bytes are indeterminate.
    Blank,
    /// Some bytes are.
    Partial,
}

impl Contents {
    pub fn new(size: u64, content: Content) -> Contents {
        Contents {
            size,
            pieces: vec![Piece { offset: 0, content }],
        }
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    /// The pieces with their sizes.
    pub fn pieces(&self) -> impl Iterator<Item = (&Piece, u64)> {
        let ends = self.pieces.iter().skip(1).map(|p| p.offset);
        let ends = ends.chain([self.size]);
        self.pieces
            .iter()
            .zip(ends)
            .map(|(p, end)| (p, end - p.offset))
    }

    /// Index of the piece that holds the byte.
    fn at(&self, offset: u64) -> usize {
        self.pieces.partition_point(|p| p.offset <= offset) - 1
    }

    fn end(&self, index: usize) -> u64 {
        self.pieces.get(index + 1).map_or(self.size, |p| p.offset)
    }

    /// Is nothing in a range indeterminate?
    pub fn is_determined(&self, offset: u64, size: u64) -> bool {
        let last = offset + size.saturating_sub(1);
        let pieces = &self.pieces[self.at(offset)..=self.at(last)];
        pieces.iter().all(|p| p.content != Content::Blank)
    }

    /// Reads `size` (at most 16) bytes inside the object.
    pub fn read(&self, terms: &mut Terms, offset: u64, size: u64) -> Found {
        let first = self.at(offset);
        let piece = &self.pieces[first];
        let end = offset + size;
        if end <= self.end(first) {
            return match &piece.content {
                Content::Blank => Found::Blank,
                Content::Zero => Found::Value(terms.bits(0, 8 * size as u32)),
                Content::Bytes(bytes, from) => {
                    let at = from + (offset - piece.offset) as usize;
                    let mut wide = [0u8; 16];
                    wide[..size as usize].copy_from_slice(&bytes[at..at + size as usize]);
                    Found::Value(terms.bits(u128::from_le_bytes(wide), 8 * size as u32))
                }
                Content::Value(term) => {
                    let low = 8 * (offset - piece.offset) as u32;
                    Found::Value(terms.extract(*term, low, 8 * size as u32))
                }
            };
        }
        // Several pieces: from the least significant byte up.
        let mut value: Option<Term> = None;
        let (mut blank, mut known) = (false, false);
        let mut at = offset;
        let mut index = first;
        while at < end {
            let part = self.end(index).min(end) - at;
            if part > 0 {
                match self.read(terms, at, part) {
                    Found::Value(high) => {
                        known = true;
                        value = Some(match value {
                            Some(low) => terms.concat(high, low),
                            None => high,
                        });
                    }
                    Found::Blank | Found::Partial => blank = true,
                }
            }
            at += part;
            index += 1;
        }
        match (value, blank, known) {
            (Some(value), false, _) => Found::Value(value),
            (_, _, true) => Found::Partial,
            _ => Found::Blank,
        }
    }

    /// Writes a scalar inside the object.
    pub fn write(&mut self, terms: &mut Terms, offset: u64, value: Term) {
        let size = u64::from(terms.width(value) / 8);
        let index = self.at(offset);
        if self.pieces[index].offset == offset && self.end(index) == offset + size {
            self.pieces[index].content = Content::Value(value);
            return;
        }
        self.put(terms, offset, size, vec![(0, Content::Value(value))]);
    }

    /// Makes a range hold one content.
    pub fn fill(&mut self, terms: &mut Terms, offset: u64, size: u64, content: Content) {
        if size > 0 {
            self.put(terms, offset, size, vec![(0, content)]);
        }
    }

    /// The pieces of a range, with offsets relative to its beginning.
    pub fn take(&self, terms: &mut Terms, offset: u64, size: u64) -> Vec<(u64, Content)> {
        let mut taken = Vec::new();
        let mut at = offset;
        while at < offset + size {
            let index = self.at(at);
            let end = self.end(index).min(offset + size);
            taken.push((at - offset, self.part(terms, index, at, end)));
            at = end;
        }
        taken
    }

    /// A part of one piece, as a content of its own.
    fn part(&self, terms: &mut Terms, index: usize, from: u64, to: u64) -> Content {
        let piece = &self.pieces[index];
        match &piece.content {
            Content::Blank => Content::Blank,
            Content::Zero => Content::Zero,
            Content::Bytes(bytes, start) => {
                Content::Bytes(Rc::clone(bytes), start + (from - piece.offset) as usize)
            }
            Content::Value(term) => {
                let low = 8 * (from - piece.offset) as u32;
                Content::Value(terms.extract(*term, low, 8 * (to - from) as u32))
            }
        }
    }

    /// Replaces a range by pieces with relative offsets that cover it.
    pub fn put(&mut self, terms: &mut Terms, offset: u64, size: u64, new: Vec<(u64, Content)>) {
        if size == 0 {
            return;
        }
        let end = offset + size;
        let (first, last) = (self.at(offset), self.at(end - 1));
        let mut pieces = Vec::with_capacity(new.len() + 2);
        if self.pieces[first].offset < offset {
            let start = self.pieces[first].offset;
            let content = self.part(terms, first, start, offset);
            pieces.push(Piece {
                offset: start,
                content,
            });
        }
        pieces.extend(new.into_iter().map(|(at, content)| Piece {
            offset: offset + at,
            content,
        }));
        let last_end = self.end(last);
        if end < last_end {
            let content = self.part(terms, last, end, last_end);
            pieces.push(Piece {
                offset: end,
                content,
            });
        }
        self.pieces.splice(first..=last, pieces);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_taken_apart_are_put_together() {
        let mut terms = Terms::new();
        let word = terms.symbol("w", solver::Sort::Bits(32));
        let mut c = Contents::new(12, Content::Zero);
        c.write(&mut terms, 4, word);
        assert_eq!(c.read(&mut terms, 4, 4), Found::Value(word));
        let halves: Vec<_> = c.take(&mut terms, 6, 4);
        assert_eq!(halves.len(), 2);
        // Copy the word byte by byte.
        let mut d = Contents::new(4, Content::Blank);
        assert_eq!(d.read(&mut terms, 0, 4), Found::Blank);
        for i in 0..4 {
            let Found::Value(byte) = c.read(&mut terms, 4 + i, 1) else {
                panic!("a byte is missing");
            };
            d.write(&mut terms, i, byte);
            let whole = d.read(&mut terms, 0, 4);
            assert_eq!(whole == Found::Partial, i < 3);
        }
        assert_eq!(d.read(&mut terms, 0, 4), Found::Value(word));
        let zero = terms.bits(0, 32);
        assert_eq!(c.read(&mut terms, 8, 4), Found::Value(zero));
    }
}
