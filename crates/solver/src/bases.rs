//! Base addresses of objects: symbols about which more is known.
//!
//! Every object occupies the addresses `base .. base + size` (at least one).
//! These intervals are pairwise disjoint, do not contain zero and do not wrap:
//! not even one past the end does, though it may be the start of another object.
//! Addresses never change and are never used again.

use crate::evaluate::Assignment;
use crate::term::{Sort, SymbolId, Term, Terms, mask};

/// An object whose base address occurs in terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BaseId(u32);

impl BaseId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaseInfo {
    pub symbol: SymbolId,
    /// In bytes. None: at least one; the rest is for the caller to say.
    pub size: Option<u64>,
    /// A power of two.
    pub align: u64,
}

impl BaseInfo {
    /// How many addresses are certainly the object's own.
    pub fn extent(&self) -> u64 {
        self.size.unwrap_or(1).max(1)
    }
}

impl Terms {
    /// The address of a new object.
    pub fn base(&mut self, size: Option<u64>, align: u64, width: u32) -> Term {
        assert!(align.is_power_of_two(), "alignment {align}");
        let id = BaseId(self.bases.len() as u32);
        let term = self.symbol(format!("object{}", id.0), Sort::Bits(width));
        let symbol = self.as_symbol(term).expect("just made");
        self.symbols[symbol.index()].base = Some(id);
        self.bases.push(BaseInfo {
            symbol,
            size,
            align,
        });
        term
    }

    pub fn as_base(&self, symbol: SymbolId) -> Option<BaseId> {
        self.symbols[symbol.index()].base
    }

    pub fn base_info(&self, base: BaseId) -> BaseInfo {
        self.bases[base.index()]
    }

    #[inline]
    pub(crate) fn base_of(&self, term: Term) -> Option<BaseInfo> {
        let base = self.symbols[self.as_symbol(term)?.index()].base?;
        Some(self.bases[base.index()])
    }

    /// A pointer as a root and an offset: the root is the only summand that is
    /// the base of an object, or a symbol of which the caller says that it is a
    /// pointer (`is_root`).
    pub fn split_pointer(
        &mut self,
        pointer: Term,
        is_root: impl Fn(SymbolId) -> bool,
    ) -> Option<(Term, Term)> {
        let root = |terms: &Terms, term: Term| {
            terms.as_symbol(term).is_some_and(|s| {
                let symbol = &terms.symbols[s.index()];
                symbol.base.is_some() || is_root(s)
            })
        };
        // Mostly a pointer is `root + constant`.
        let width = self.width(pointer);
        let (body, constant) = self.split_constant(pointer);
        if root(self, body) {
            return Some((body, self.bits(constant, width)));
        }
        let (monomials, constant) = self.monomials(pointer);
        let mut roots = monomials
            .iter()
            .filter(|&&(atom, coefficient)| coefficient == 1 && root(self, atom));
        let &(found, _) = roots.next()?;
        if roots.next().is_some() {
            return None;
        }
        let rest: Vec<_> = monomials
            .iter()
            .copied()
            .filter(|&(atom, _)| atom != found)
            .collect();
        Some((found, self.sum(&rest, constant, width)))
    }

    /// Whether those of the symbols that are bases have values as bases must.
    pub fn are_addresses(&self, symbols: &[SymbolId], assignment: &Assignment) -> bool {
        let mut intervals = Vec::new();
        for &symbol in symbols {
            if let Some(base) = self.as_base(symbol) {
                let info = self.base_info(base);
                let width = self.width(self.symbol_term(symbol));
                let start = assignment.bits(symbol);
                let end = start.saturating_add(info.extent().into());
                if start == 0 || start & u128::from(info.align - 1) != 0 || end > mask(width) {
                    return false;
                }
                intervals.push((start, end));
            }
        }
        intervals.sort_unstable();
        intervals.windows(2).all(|pair| pair[0].1 <= pair[1].0)
    }

    /// Whether `a == b + distance` is impossible for the addresses of objects.
    pub(crate) fn bases_apart(&self, a: Term, b: Term, distance: u128) -> bool {
        let (Some(first), Some(second)) = (self.base_of(a), self.base_of(b)) else {
            return false;
        };
        let back = distance.wrapping_neg() & mask(self.width(a));
        a != b && (distance < second.extent().into() || back < first.extent().into())
    }

    /// Whether `term == value` is impossible for an address in an object, or
    /// just past its end.
    pub(crate) fn is_not_address(&self, term: Term, value: u128) -> bool {
        let (body, offset) = self.split_constant(term);
        let Some(base) = self.base_of(body) else {
            return false;
        };
        let all = mask(self.width(term));
        let address = value.wrapping_sub(offset) & all;
        let last = all - u128::from(base.extent()).min(all);
        address == 0 || address & u128::from(base.align - 1) != 0 || address > last
    }

    /// The order of two addresses in one object (or just past its end), by their
    /// offsets.
    pub(crate) fn offsets_in_object(&self, a: Term, b: Term) -> Option<(u128, u128)> {
        let ((a, x), (b, y)) = (self.split_constant(a), self.split_constant(b));
        let base = self.base_of(a)?;
        let size = u128::from(base.extent());
        (a == b && x <= size && y <= size).then_some((x, y))
    }
}
