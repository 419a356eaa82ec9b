//! Layout of structures and unions, as gcc does it on x86 (System V ABI, with
//! the GNU attributes `packed` and `aligned` and `#pragma pack`).

use crate::ids::Name;
use crate::source::Span;
use crate::types::{ArrayLength, BitField, Field, QualType, RecordBody, RecordKind, Type, Types};

/// A member as declared, before it has a place.
#[derive(Clone, Debug)]
pub struct FieldDeclaration {
    pub name: Option<Name>,
    pub declared: QualType,
    pub bit_width: Option<u32>,
    /// `__attribute__((packed))` on this member.
    pub packed: bool,
    /// Alignment of the type where a typedef changes it.
    pub type_align: Option<u64>,
    /// `aligned` attribute or `_Alignas` on this member.
    pub aligned: Option<u64>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct RecordAttributes {
    pub packed: bool,
    pub aligned: Option<u64>,
    /// The value of `#pragma pack` in force.
    pub pragma_pack: Option<u64>,
}

/// The record, or one of its fields, exceeds what the machine can address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutError;

pub(crate) fn record(
    types: &mut Types,
    kind: RecordKind,
    declarations: &[FieldDeclaration],
    attributes: &RecordAttributes,
) -> Result<RecordBody, LayoutError> {
    let limit = 8u64.saturating_mul(1 << (8 * types.model().pointer_size() - 1).min(60));
    // Positions are in bits.
    let mut end = 0u64;
    let mut record_align = 8u64;
    let mut fields = Vec::with_capacity(declarations.len());
    for d in declarations {
        let packed = d.packed || attributes.packed;
        let position = match kind {
            RecordKind::Union => 0,
            RecordKind::Struct => end,
        };
        let placed = place(types, d, packed, attributes.pragma_pack, position)?;
        record_align = record_align.max(placed.record_align);
        let start = match kind {
            RecordKind::Union => 0,
            RecordKind::Struct => {
                let start = end.next_multiple_of(placed.align);
                match placed.unit {
                    Some(u) if u.is_exceeded_by(start, placed.size) => {
                        start.next_multiple_of(u.align)
                    }
                    _ => start,
                }
            }
        };
        end = end.max(start.checked_add(placed.size).ok_or(LayoutError)?);
        if end > limit {
            return Err(LayoutError);
        }
        if d.name.is_none() && d.bit_width.is_some() {
            continue;
        }
        fields.push(Field {
            name: d.name,
            ty: types.canonical(d.declared.ty),
            declared: d.declared,
            offset: start / 8,
            bits: d.bit_width.map(|w| BitField {
                shift: (start % 8) as u8,
                width: w as u8,
            }),
            span: d.span,
        });
    }
    let align = (record_align / 8).max(attributes.aligned.unwrap_or(1));
    Ok(RecordBody {
        fields,
        size: end.div_ceil(8).next_multiple_of(align),
        align,
    })
}

/// What one member asks for, in bits.
struct Placed {
    size: u64,
    align: u64,
    record_align: u64,
    unit: Option<Unit>,
}

/// A bit-field may not touch more units of its type's alignment than an object
/// of the type would.
struct Unit {
    align: u64,
    size: u64,
}

impl Unit {
    fn is_exceeded_by(&self, start: u64, size: u64) -> bool {
        (start % self.align + size).div_ceil(self.align) > self.size / self.align
    }
}

fn place(
    types: &Types,
    d: &FieldDeclaration,
    packed: bool,
    pragma_pack: Option<u64>,
    position: u64,
) -> Result<Placed, LayoutError> {
    let ty = d.declared.ty;
    let bytes = match types.get(ty) {
        // A flexible array member takes no room of its own.
        Type::Array {
            length: ArrayLength::Unknown,
            ..
        } => 0,
        _ => types.size_of(ty).unwrap_or(0),
    };
    let type_bits = bytes.checked_mul(8).ok_or(LayoutError)?;
    let type_align = 8 * d.type_align.unwrap_or_else(|| types.align_of(ty));
    let user_align = d.aligned.map_or(1, |a| 8 * a);
    let pack = pragma_pack.map(|p| 8 * p);
    let clamp = |align: u64| pack.map_or(align, |p| align.min(p));
    Ok(match d.bit_width {
        None => {
            let natural = if packed { 8 } else { type_align };
            let align = clamp(natural.max(user_align));
            Placed {
                size: type_bits,
                align,
                record_align: align,
                unit: None,
            }
        }
        // A zero width only moves what follows to the type's boundary.
        Some(0) => Placed {
            size: 0,
            align: type_align.max(user_align),
            record_align: 8,
            unit: None,
        },
        Some(width) => {
            let whole = whole_align(types, width, packed, d.aligned.is_some(), position);
            let align = clamp(user_align.max(whole.unwrap_or(1)));
            let unit_align = match pack {
                Some(p) => type_align.min(p),
                None if packed => 8,
                None => type_align,
            };
            Placed {
                size: u64::from(width),
                align,
                // An unnamed bit-field does not align the record.
                record_align: if d.name.is_some() {
                    align.max(unit_align)
                } else {
                    8
                },
                unit: (pack.is_none() && !packed && whole.is_none()).then_some(Unit {
                    align: type_align,
                    size: type_bits,
                }),
            }
        }
    })
}

/// The alignment in bits of a bit-field that gcc takes for an ordinary integer
/// because it has the size of one and begins where one could.
fn whole_align(
    types: &Types,
    width: u32,
    packed: bool,
    user_aligned: bool,
    position: u64,
) -> Option<u64> {
    let pointer = types.model().pointer_size();
    let bits = u64::from(width);
    let aligned = position.is_multiple_of(bits) && (bits == 8 || !packed);
    if !bits.is_power_of_two() || !(8..=16 * pointer).contains(&bits) || !aligned {
        return None;
    }
    // i386 aligns no integer member to more than four bytes of itself.
    Some(if user_aligned {
        bits
    } else {
        bits.min(if pointer == 4 { 32 } else { 128 })
    })
}
