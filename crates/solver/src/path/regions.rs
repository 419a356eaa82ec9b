//! Which accesses of memory may touch the same bytes.

use program::{PlaceId, Program, VarId};

/// A part of memory that no access to another part touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Region {
    pub id: u32,
    /// The size in bytes of the words that all accesses read and write whole; None
    /// if accesses of other sizes, or at other distances, overlap.
    pub word: Option<u32>,
}

/// Where something is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    Place(PlaceId),
    Var(VarId),
    /// The strings and vectors that `main` is called with, or what a function
    /// without a body reads.
    Environment,
}

/// A partition of memory.
pub trait Regions {
    /// The memory that an access of `size` bytes touches which lie `offset` bytes
    /// behind the beginning of the spot; None if nobody ever accesses them.
    fn region(&self, program: &Program, spot: Spot, offset: u64, size: u64) -> Option<Region>;
}

/// All of memory in one region of bytes.
#[derive(Clone, Copy, Default, Debug)]
pub struct OneClass;

impl Regions for OneClass {
    fn region(&self, _: &Program, _: Spot, _: u64, _: u64) -> Option<Region> {
        Some(Region { id: 0, word: None })
    }
}
