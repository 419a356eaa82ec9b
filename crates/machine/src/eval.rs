//! Expressions and addresses.

use crate::Machine;
use crate::code::{Access, AddressId, AddressNode, Code, Node, NodeId, QueryNode, Quick, Target};
use crate::input::{Input, Request, Subject};
use crate::memory::{BadPointer, Fill};
use crate::outcome::Fault;
use crate::run::{Halt, Step};
use crate::value::{Kind, Origin, Scalar};
use program::{BinaryOp, arith, float};

impl Machine<'_> {
    /// The value of a quick number. None where the long way must be taken: for
    /// what is indeterminate, carries a pointer, or needs to be noticed.
    #[inline(always)]
    pub(crate) fn quick(&self, code: &Code, id: NodeId) -> Option<i64> {
        match code.nodes[id as usize] {
            Node::Const(value) => Some(value as i64),
            Node::Register(r) => {
                let scalar = &self.registers[self.registers_base + r as usize];
                scalar.origin.is_none().then_some(scalar.value as i64)
            }
            ref node => self.quick_operation(code, node),
        }
    }

    // Kept apart, so that operands that are no operations need no call.
    #[inline(never)]
    fn quick_operation(&self, code: &Code, node: &Node) -> Option<i64> {
        use BinaryOp::*;
        match *node {
            Node::Load(address, Access::Int { size, bits, signed }) => {
                let pointer = self.quick_address(code, address)?;
                let size = usize::from(size);
                let (slot, offset) = self.memory.check(pointer, size as u64, false).ok()?;
                let (value, origin) = self.memory.read(slot, offset, size)?;
                origin.is_none().then(|| wrap64(value as i64, bits, signed))
            }
            Node::Int {
                op,
                bits,
                signed,
                a,
                b,
            } => {
                let (x, y) = (self.quick(code, a)?, self.quick(code, b)?);
                let exact = match op {
                    Eq => return Some((x == y) as i64),
                    Ne => return Some((x != y) as i64),
                    Lt => return Some((x < y) as i64),
                    Le => return Some((x <= y) as i64),
                    And => return Some(x & y),
                    Or => return Some(x | y),
                    Xor => return Some(x ^ y),
                    Add => x.checked_add(y)?,
                    Sub => x.checked_sub(y)?,
                    Mul => x.checked_mul(y)?,
                    Shr if (0..i64::from(bits)).contains(&y) => return Some(x >> y),
                    Div if y > 0 => return Some(x / y),
                    Rem if y > 0 => return Some(x % y),
                    Div | Rem | Shl | Shr | PointerAdd | PointerDiff => return None,
                };
                let value = wrap64(exact, bits, signed);
                (value == exact || !signed).then_some(value)
            }
            Node::ToInt { bits, signed, a } => Some(wrap64(self.quick(code, a)?, bits, signed)),
            Node::ToBool { a } => Some((self.quick(code, a)? != 0) as i64),
            _ => None,
        }
    }

    /// The value of a quick pointer. None where the long way must be taken.
    fn quick_pointer(&self, code: &Code, id: NodeId) -> Option<Scalar> {
        match code.nodes[id as usize] {
            Node::Register(r) => {
                let scalar = self.registers[self.registers_base + r as usize];
                (!scalar.is_indeterminate()).then_some(scalar)
            }
            Node::Load(address, Access::Pointer { size }) => {
                let pointer = self.quick_address(code, address)?;
                let size = usize::from(size);
                let (slot, offset) = self.memory.check(pointer, size as u64, false).ok()?;
                let (value, origin) = self.memory.read(slot, offset, size)?;
                Some(Scalar {
                    value: value as i128,
                    origin,
                })
            }
            Node::Address(address) => self.quick_address(code, address),
            Node::PointerAdd { a, b, stride } => {
                let a = self.quick_pointer(code, a)?;
                self.moved(a, self.quick(code, b)?, stride)
            }
            _ => None,
        }
    }

    /// The address of a quick place. None where the long way must be taken.
    pub(crate) fn quick_address(&self, code: &Code, id: AddressId) -> Option<Scalar> {
        match code.addresses[id as usize] {
            AddressNode::Local(slot) => {
                let origin = self.slots[self.slots_base + slot as usize];
                Some(self.pointer(origin))
            }
            AddressNode::Static(var) => Some(self.static_pointer(var)),
            AddressNode::Deref { pointer, align } => {
                let pointer = self.quick_pointer(code, pointer)?;
                let aligned = pointer.value as u64 & align.wrapping_sub(1) == 0;
                (align <= 1 || aligned).then_some(pointer)
            }
            AddressNode::Offset { base, bytes } => {
                let base = self.quick_address(code, base)?;
                self.moved(base, bytes as i64, 1)
            }
            AddressNode::Index {
                base,
                index,
                stride,
            } => {
                let base = self.quick_address(code, base)?;
                self.moved(base, self.quick(code, index)?, stride)
            }
        }
    }

    /// A pointer moved by so many elements; None for one without an object.
    #[inline]
    fn moved(&self, pointer: Scalar, by: i64, stride: u64) -> Option<Scalar> {
        if pointer.origin.is_none() {
            return None;
        }
        // Wraps as the machine's addresses do, for they have at most 64 bits.
        let address = (pointer.value as u64).wrapping_add((by as u64).wrapping_mul(stride));
        let shift = 64 - self.pointer_bits;
        Some(Scalar {
            value: i128::from(address << shift >> shift),
            origin: pointer.origin,
        })
    }

    #[inline]
    pub(crate) fn eval(&mut self, code: &Code, id: NodeId) -> Step<Scalar> {
        let quick = match code.quick[id as usize] {
            Quick::Number => self.quick(code, id).map(|v| Scalar::int(i128::from(v))),
            Quick::Pointer => self.quick_pointer(code, id),
            Quick::No => None,
        };
        match quick {
            Some(value) => Ok(value),
            None => self.eval_slowly(code, id),
        }
    }

    fn eval_slowly(&mut self, code: &Code, id: NodeId) -> Step<Scalar> {
        Ok(match code.nodes[id as usize] {
            Node::Const(value) => Scalar::int(value),
            Node::Register(r) => {
                let index = self.registers_base + r as usize;
                let scalar = self.registers[index];
                if scalar.is_indeterminate() {
                    let drawn = self.draw(
                        code.registers[r as usize].request(),
                        Subject::Variable(code.variables[r as usize]),
                    )?;
                    self.registers[index] = drawn;
                    return Ok(drawn);
                }
                scalar
            }
            Node::Load(address, access) => {
                let pointer = self.address(code, address)?;
                self.load(pointer, access)?
            }
            Node::Address(address) => self.address(code, address)?,
            Node::Function(f) => self.function_pointer(f),
            Node::Query(query) => Scalar::int(self.answer(code, query)? as i128),
            Node::Formula(id) => self.formula(code, id)?,
            Node::Bound(n) => self.bound_value(n)?,
            Node::AtEntry(a) => self.at_entry(code, a)?,
            Node::Int {
                op,
                bits,
                signed,
                a,
                b,
            } => {
                let a = self.eval(code, a)?;
                let b = self.eval(code, b)?;
                self.int_operation(op, a, b, u32::from(bits), signed)?
            }
            Node::Float { op, kind, a, b } => {
                let a = self.eval(code, a)?.value as u128;
                let b = self.eval(code, b)?.value as u128;
                Scalar::int(float_operation(op, kind, a, b))
            }
            Node::PointerAdd { a, b, stride } => {
                let a = self.eval(code, a)?;
                let b = self.eval(code, b)?;
                let moved = a
                    .value
                    .wrapping_add(b.value.wrapping_mul(i128::from(stride)));
                Scalar {
                    value: arith::wrap(moved, self.pointer_bits, false),
                    // `n + (char *)0` keeps what the number carried.
                    origin: if a.origin.is_none() {
                        b.origin
                    } else {
                        a.origin
                    },
                }
            }
            Node::PointerDiff { a, b, stride } => {
                let a = self.eval(code, a)?;
                let b = self.eval(code, b)?;
                let bytes = arith::wrap(a.value.wrapping_sub(b.value), self.pointer_bits, true);
                Scalar::int(bytes / i128::from(stride.max(1)))
            }
            Node::Negate { bits, signed, a } => {
                let a = self.eval(code, a)?;
                let result = arith::negate(a.value, u32::from(bits), signed);
                if result.overflow {
                    self.notice(Fault::SignedOverflow)?;
                }
                Scalar::int(result.value)
            }
            Node::Complement { bits, signed, a } => {
                let a = self.eval(code, a)?;
                Scalar::int(arith::complement(a.value, u32::from(bits), signed))
            }
            Node::NegateFloat { kind, a } => {
                let a = self.eval(code, a)?;
                Scalar::int(float::negate(kind, a.value as u128) as i128)
            }
            Node::ToInt { bits, signed, a } => {
                let a = self.eval(code, a)?;
                Scalar {
                    value: arith::wrap(a.value, u32::from(bits), signed),
                    origin: a.origin,
                }
            }
            Node::ToBool { a } => {
                let a = self.eval(code, a)?;
                Scalar::int((a.value != 0) as i128)
            }
            Node::FloatToBool { kind, a } => {
                let a = self.eval(code, a)?;
                Scalar::int(!float::is_zero(kind, a.value as u128) as i128)
            }
            Node::IntToFloat { kind, wide, a } => {
                let a = self.eval(code, a)?;
                Scalar::int(float::from_int(kind, a.value, wide) as i128)
            }
            Node::FloatToInt {
                kind,
                bits,
                signed,
                a,
            } => {
                let a = self.eval(code, a)?;
                let bits = u32::from(bits);
                Scalar::int(float::to_int_anyway(kind, a.value as u128, bits, signed))
            }
            Node::FloatToFloat { from, to, a } => {
                let a = self.eval(code, a)?;
                Scalar::int(float::convert(from, to, a.value as u128) as i128)
            }
        })
    }

    #[inline]
    fn int_operation(
        &mut self,
        op: BinaryOp,
        a: Scalar,
        b: Scalar,
        bits: u32,
        signed: bool,
    ) -> Step<Scalar> {
        use BinaryOp::*;
        // Up to 32 bits, 64-bit arithmetic is exact and quick.
        if bits <= 32 {
            let (x, y) = (a.value as i64, b.value as i64);
            let exact = match op {
                Add => x + y,
                Sub => x - y,
                Mul => x * y,
                Eq => return Ok(Scalar::int((x == y) as i128)),
                Ne => return Ok(Scalar::int((x != y) as i128)),
                Lt => return Ok(Scalar::int((x < y) as i128)),
                Le => return Ok(Scalar::int((x <= y) as i128)),
                And => x & y,
                Or => x | y,
                Xor => x ^ y,
                Div | Rem | Shl | Shr | PointerAdd | PointerDiff => {
                    return self.slow_int_operation(op, a, b, bits, signed);
                }
            };
            let shift = 64 - bits;
            let value = if signed {
                (exact << shift) >> shift
            } else {
                (((exact as u64) << shift) >> shift) as i64
            };
            if signed && value != exact {
                self.notice(Fault::SignedOverflow)?;
            }
            return Ok(Scalar {
                value: i128::from(value),
                origin: self.carried(op, a, b, value as u64),
            });
        }
        self.slow_int_operation(op, a, b, bits, signed)
    }

    fn slow_int_operation(
        &mut self,
        op: BinaryOp,
        a: Scalar,
        b: Scalar,
        bits: u32,
        signed: bool,
    ) -> Step<Scalar> {
        match arith::binary(op, a.value, b.value, bits, signed) {
            Some(result) => {
                if result.overflow {
                    self.notice(Fault::SignedOverflow)?;
                }
                Ok(Scalar {
                    value: result.value,
                    origin: self.carried(op, a, b, result.value as u64),
                })
            }
            None if matches!(op, BinaryOp::Shl | BinaryOp::Shr) => {
                self.notice(Fault::ShiftRange)?;
                // All bits are shifted out; a negative number leaves its sign.
                let sign = op == BinaryOp::Shr && a.value < 0;
                Ok(Scalar::int(if sign { -1 } else { 0 }))
            }
            None => Err(self.fault(Fault::DivisionByZero)),
        }
    }

    /// Which pointer's provenance the result of an operation on integers keeps.
    #[inline]
    fn carried(&self, op: BinaryOp, a: Scalar, b: Scalar, value: u64) -> Origin {
        match carried(op, a, b) {
            // Two addresses are hidden in one another so; what comes out is a
            // number, and leads where it says.
            origin if op == BinaryOp::Xor && !self.memory.is_inside(origin, value) => Origin::NONE,
            origin => origin,
        }
    }

    /// Answers a question about memory.
    fn answer(&mut self, code: &Code, query: QueryNode) -> Step<bool> {
        Ok(match query {
            QueryNode::Access {
                address,
                size,
                write,
            } => {
                let pointer = self.address(code, address)?;
                self.check(pointer, size, write).is_ok()
            }
            QueryNode::Freeable(pointer) => {
                let pointer = self.eval(code, pointer)?;
                pointer.value == 0 && pointer.origin.is_none() || self.block(pointer).is_ok()
            }
            QueryNode::Callable(pointer) => {
                let pointer = self.eval(code, pointer)?;
                self.function_at(pointer).is_ok()
            }
            QueryNode::Allocated { pointer, size } => {
                let pointer = self.eval(code, pointer)?;
                self.is_element(pointer, size)
            }
            QueryNode::Tracked => self.find_leak().is_none(),
            QueryNode::Released => self.find_block().is_none(),
        })
    }

    /// The address of a place.
    #[inline]
    pub(crate) fn address(&mut self, code: &Code, id: AddressId) -> Step<Scalar> {
        if code.quick_addresses[id as usize]
            && let Some(pointer) = self.quick_address(code, id)
        {
            return Ok(pointer);
        }
        Ok(match code.addresses[id as usize] {
            AddressNode::Local(slot) => {
                let origin = self.slots[self.slots_base + slot as usize];
                Scalar {
                    value: i128::from(self.memory.base(origin)),
                    origin,
                }
            }
            AddressNode::Static(var) => self.static_pointer(var),
            AddressNode::Deref { pointer, align } => {
                let pointer = self.eval(code, pointer)?;
                if align > 1 && pointer.value & (i128::from(align) - 1) != 0 {
                    self.notice(Fault::Misaligned)?;
                }
                pointer
            }
            AddressNode::Offset { base, bytes } => {
                let base = self.address(code, base)?;
                Scalar {
                    value: arith::wrap(
                        base.value + i128::from(bytes as i64),
                        self.pointer_bits,
                        false,
                    ),
                    origin: base.origin,
                }
            }
            AddressNode::Index {
                base,
                index,
                stride,
            } => {
                let base = self.address(code, base)?;
                let index = self.eval(code, index)?;
                let moved = base.value + index.value * i128::from(stride);
                Scalar {
                    value: arith::wrap(moved, self.pointer_bits, false),
                    origin: base.origin,
                }
            }
        })
    }

    // Memory.

    /// Checks a pointer; the slot and offset it means.
    #[inline]
    pub(crate) fn check(
        &mut self,
        pointer: Scalar,
        size: u64,
        write: bool,
    ) -> Step<(usize, usize)> {
        match self.memory.check(pointer, size, write) {
            Ok(found) => Ok(found),
            Err(bad) => self.check_again(pointer, size, write, bad),
        }
    }

    #[cold]
    fn check_again(
        &mut self,
        pointer: Scalar,
        size: u64,
        write: bool,
        bad: BadPointer,
    ) -> Step<(usize, usize)> {
        let mut pointer = pointer;
        // A number that is the address of an object is followed.
        if bad == BadPointer::Wild
            && let Some(origin) = self.memory.find(pointer.value as u64)
        {
            pointer.origin = origin;
            if let Ok(found) = self.memory.check(pointer, size, write) {
                return Ok(found);
            }
        }
        // The environment's objects are as large as they are used.
        if bad == BadPointer::OutOfBounds {
            let end = (pointer.value as u64)
                .wrapping_sub(self.memory.base(pointer.origin))
                .saturating_add(size);
            if self.memory.grow(pointer.origin, end)
                && let Ok(found) = self.memory.check(pointer, size, write)
            {
                return Ok(found);
            }
        }
        Err(self.fault(match bad {
            BadPointer::Null => Fault::NullDereference,
            BadPointer::Wild => Fault::InvalidPointer,
            BadPointer::OutOfBounds => Fault::OutOfBounds,
            BadPointer::AfterFree => Fault::UseAfterFree,
            BadPointer::AfterScope => Fault::UseAfterScope,
            BadPointer::ReadOnly => Fault::ReadOnly,
        }))
    }

    #[inline]
    pub(crate) fn load(&mut self, pointer: Scalar, access: Access) -> Step<Scalar> {
        let (size, bits, signed) = match access {
            Access::Int { size, bits, signed } => (size, u32::from(bits), signed),
            Access::Float { size, .. } => {
                let (value, _) = self.read(pointer, usize::from(size), access)?;
                return Ok(Scalar::int(float_bits(value, access) as i128));
            }
            Access::Pointer { size } => (size, self.pointer_bits, false),
            Access::Bits { field, signed, .. } => {
                let size = (usize::from(field.shift) + usize::from(field.width)).div_ceil(8);
                let (value, _) = self.read(pointer, size, access)?;
                let value = (value >> field.shift) as i128;
                return Ok(Scalar::int(arith::wrap(
                    value,
                    u32::from(field.width),
                    signed,
                )));
            }
        };
        let (value, origin) = self.read(pointer, usize::from(size), access)?;
        Ok(Scalar {
            value: arith::wrap(value as i128, bits, signed),
            origin,
        })
    }

    /// Reads bytes; indeterminate ones become inputs first.
    #[inline]
    fn read(&mut self, pointer: Scalar, size: usize, access: Access) -> Step<(u128, Origin)> {
        let (slot, offset) = self.check(pointer, size as u64, false)?;
        match self.memory.read(slot, offset, size) {
            Some(found) => Ok(found),
            None => self.read_indeterminate(slot, offset, size, access),
        }
    }

    #[cold]
    pub(crate) fn read_indeterminate(
        &mut self,
        slot: usize,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Step<(u128, Origin)> {
        let byte = |m: &Self, i: usize| m.memory.read(slot, offset + i, 1);
        let whole =
            (0..size).all(|i| byte(self, i).is_none()) && !matches!(access, Access::Bits { .. });
        let subject = |m: &Self, i: usize| {
            let (object, kind) = m.memory.identity(slot);
            Subject::Memory {
                object,
                kind,
                cell: m.memory.cell(slot, offset + i),
            }
        };
        if whole {
            let drawn = self.draw(access.request(), subject(self, 0))?;
            self.memory
                .write(slot, offset, size, drawn.value as u128, drawn.origin);
        } else {
            for i in 0..size {
                if byte(self, i).is_none() {
                    let drawn = self.draw(Access::BYTE.request(), subject(self, i))?;
                    self.memory
                        .write(slot, offset + i, 1, drawn.value as u128, Origin::NONE);
                }
            }
        }
        Ok(self.memory.read(slot, offset, size).unwrap_or_default())
    }

    #[inline]
    pub(crate) fn store(&mut self, pointer: Scalar, access: Access, value: Scalar) -> Step<()> {
        let size = match access {
            Access::Int { size, .. } | Access::Pointer { size } | Access::Float { size, .. } => {
                usize::from(size)
            }
            Access::Bits { field, .. } => return self.store_bits(pointer, field, value),
        };
        let (slot, offset) = self.check(pointer, size as u64, true)?;
        self.memory
            .write(slot, offset, size, value.value as u128, value.origin);
        Ok(())
    }

    fn store_bits(&mut self, pointer: Scalar, field: program::BitField, value: Scalar) -> Step<()> {
        let width = usize::from(field.width);
        let size = (usize::from(field.shift) + width).div_ceil(8);
        let (slot, offset) = self.check(pointer, size as u64, true)?;
        // Neighbours that hold nothing yet are given a value: bytes are the
        // smallest things that can be indeterminate.
        let whole = usize::from(field.shift) == 0 && width == 8 * size;
        let old = match self.memory.read(slot, offset, size) {
            Some((old, _)) => old,
            None if whole => 0,
            None => {
                let access = Access::Bits {
                    field,
                    signed: false,
                    bits: 64,
                };
                self.read_indeterminate(slot, offset, size, access)?.0
            }
        };
        let mask = ((1u128 << width) - 1) << field.shift;
        let new = old & !mask | ((value.value as u128) << field.shift) & mask;
        self.memory.write(slot, offset, size, new, Origin::NONE);
        Ok(())
    }

    /// Stores a scalar where a target says.
    pub(crate) fn put(&mut self, code: &Code, target: Target, value: Scalar) -> Step<()> {
        match target {
            Target::Register(r, _) => {
                self.registers[self.registers_base + r as usize] = value;
                Ok(())
            }
            Target::Memory(address, access) => {
                let pointer = self.address(code, address)?;
                self.store(pointer, access, value)
            }
            Target::Aggregate(..) => Ok(()),
        }
    }

    // Inputs.

    pub(crate) fn draw(&mut self, request: Request, subject: Subject) -> Step<Scalar> {
        if self.probing || self.journeys > 0 {
            return Err(Halt::InputsExhausted);
        }
        let input = self.inputs.draw_for(request, subject);
        let Some(input) = input else {
            return Err(Halt::InputsExhausted);
        };
        let span = self.user_span();
        self.drawn.push((request, input, span));
        self.subjects.push(subject);
        Ok(match request {
            Request::Int { bits, signed } => {
                let value = match input {
                    Input::Int(v) => v,
                    Input::Float(v) => v as i128,
                    Input::Bits(v) => v as i128,
                };
                Scalar::int(match bits {
                    1 => (value != 0) as i128,
                    _ => arith::wrap(value, bits, signed),
                })
            }
            Request::Float(kind) => Scalar::int(match input {
                Input::Int(v) => float::from_int(kind, v, false),
                Input::Float(v) => {
                    float::convert(program::FloatKind::Double, kind, u128::from(v.to_bits()))
                }
                Input::Bits(v) => v,
            } as i128),
            Request::Pointer => {
                let number = match input {
                    Input::Int(v) => v,
                    Input::Float(v) => v as i128,
                    Input::Bits(v) => v as i128,
                };
                match usize::try_from(number) {
                    Ok(0) | Err(_) => Scalar::int(0),
                    Ok(n) if self.is_given(subject) => self.environment_pointer(n)?,
                    // Nobody's address, but the same for the same number.
                    Ok(n) => Scalar::int(WILD + 16 * n.min(1 << 16) as i128),
                }
            }
        })
    }

    /// May a pointer that is drawn for this be followed? With strict pointers only
    /// what the entry function is given, and what that leads to.
    fn is_given(&self, subject: Subject) -> bool {
        match subject {
            Subject::Argument(_) => true,
            Subject::Memory {
                kind: Kind::Environment,
                ..
            } => true,
            Subject::Memory { .. } | Subject::Variable(_) | Subject::Result => {
                !self.options.strict_pointers
            }
        }
    }

    /// The n-th object of the environment, made when first mentioned.
    fn environment_pointer(&mut self, n: usize) -> Step<Scalar> {
        // Numbers beyond the next new one mean that one.
        let n = n.min(self.environment.len() + 1);
        if n > self.environment.len() {
            let span = self.user_span();
            let kind = Kind::Environment;
            // Room to grow: nobody knows its type yet.
            let made = self.memory.create(1 << 16, kind, Fill::Indeterminate, span);
            self.environment.push(made.ok_or(Halt::MemoryLimit)?);
        }
        let origin = self.environment[n - 1];
        Ok(Scalar {
            value: i128::from(self.memory.base(origin)),
            origin,
        })
    }
}

/// Below the first object.
const WILD: i128 = 0x2000;

#[inline]
fn wrap64(value: i64, bits: u8, signed: bool) -> i64 {
    let shift = 64 - u32::from(bits);
    if signed {
        (value << shift) >> shift
    } else {
        ((value as u64) << shift >> shift) as i64
    }
}

/// Which pointer's provenance may go through an operation on integers.
fn carried(op: BinaryOp, a: Scalar, b: Scalar) -> Origin {
    use BinaryOp::*;
    match op {
        Add | Sub | And | Or | Xor => match (a.origin.is_none(), b.origin.is_none()) {
            (true, _) => b.origin,
            (false, true) => a.origin,
            // Two pointers: their difference is a number. So is what else is made
            // of two objects' addresses; it leads where it says.
            (false, false) if op == Sub || a.origin != b.origin => Origin::NONE,
            (false, false) => a.origin,
        },
        _ => Origin::NONE,
    }
}

fn float_operation(op: BinaryOp, kind: program::FloatKind, a: u128, b: u128) -> i128 {
    use BinaryOp::*;
    let order = || float::compare(kind, a, b);
    match op {
        Eq => order().is_some_and(|o| o.is_eq()) as i128,
        Ne => order().is_none_or(|o| o.is_ne()) as i128,
        Lt => order().is_some_and(|o| o.is_lt()) as i128,
        Le => order().is_some_and(|o| o.is_le()) as i128,
        _ => float::binary(kind, op, a, b).unwrap_or(0) as i128,
    }
}

/// The bits that belong to a floating value: `long double` has padding.
fn float_bits(value: u128, access: Access) -> u128 {
    match access {
        Access::Float {
            kind: program::FloatKind::LongDouble,
            ..
        } => value & ((1 << 80) - 1),
        _ => value,
    }
}
