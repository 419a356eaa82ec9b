//! Inline assembly, by what its operands promise (GCC's manual, "Extended Asm").
//!
//! An empty template moves values about as the constraints say, and nothing else. Any other is a
//! call of a function without a body, [`program::INLINE_ASSEMBLY`], after which what it may write
//! holds any value: its outputs, and with the clobber `memory` its operands in memory. The machine
//! and the search do not know what it computes, and end there; a proof that covers everything it
//! may compute stands, and says on what that relies. What could make a pointer out of another one
//! or write where one leads has no meaning here, nor has `asm goto` or what names no operands.

use super::value::{Operand, Value};
use super::{Lowerer, Mode};
use crate::ast::{Asm, AsmOperand};
use program::{
    Call, Callee, Expr, FunctionId, INLINE_ASSEMBLY, Linkage, Op, PlaceId, QualType, Signature,
    Span, Type, TypeId,
};

/// An operand, evaluated.
enum Evaluated {
    /// The template has the place itself.
    Memory(PlaceId),
    Value(Value),
}

impl Lowerer<'_> {
    pub(super) fn inline_assembly(&mut self, asm: &Asm<'_>, span: Span) {
        let means_nothing = !asm.labels.is_empty() || asm.is_basic && !asm.is_empty;
        if means_nothing || self.mode != Mode::Evaluate {
            for operand in asm.outputs.iter().chain(asm.inputs) {
                self.unevaluated(|l| l.operand(operand.value));
            }
            self.no_meaning(span);
        } else {
            self.extended(asm, span);
        }
        if let Some(body) = &mut self.body {
            for &label in asm.labels {
                body.label_address(label);
            }
        }
    }

    fn no_meaning(&mut self, span: Span) {
        self.unsupported(INLINE_ASSEMBLY, span);
    }

    fn extended(&mut self, asm: &Asm<'_>, span: Span) {
        let mut outputs = Vec::new();
        for output in asm.outputs {
            let Some(lvalue) = self.lvalue(output.value, "as output of inline assembly") else {
                return;
            };
            outputs.push(self.stabilize_place(lvalue.place, output.value.span));
        }
        let inputs: Vec<Evaluated> = asm.inputs.iter().map(|i| self.asm_input(i)).collect();
        if asm.is_empty {
            self.tie(asm, &outputs, &inputs, span);
        } else {
            self.execute(asm, outputs, &inputs, span);
        }
    }

    fn asm_input(&mut self, input: &AsmOperand<'_>) -> Evaluated {
        let span = input.value.span;
        match self.operand(input.value) {
            Operand::Place(lvalue) if is_memory(input) && lvalue.bit_width.is_none() => {
                Evaluated::Memory(self.stabilize_place(lvalue.place, span))
            }
            operand => {
                let value = self.rvalue(operand, span);
                let value = match value.access {
                    true => self.spill(value, span),
                    false => self.stabilize(value, span),
                };
                Evaluated::Value(value)
            }
        }
    }

    /// Nothing happens between inputs and outputs: an output that shares a register with an input
    /// has its value, and other ones hold anything, unless they were there before (`+`).
    fn tie(&mut self, asm: &Asm<'_>, outputs: &[PlaceId], inputs: &[Evaluated], span: Span) {
        let shared: Vec<Option<usize>> = asm.inputs.iter().map(|i| self.shared(asm, i)).collect();
        let names_output = |input: &AsmOperand<'_>| {
            let mut letters = input.constraint.iter();
            letters.any(|c| c.is_ascii_digit() || *c == b'[')
        };
        let mut all = asm.inputs.iter().zip(&shared);
        if all.any(|(input, shared)| names_output(input) && shared.is_none()) {
            return self.no_meaning(span);
        }
        for (number, (output, &place)) in asm.outputs.iter().zip(outputs).enumerate() {
            if is_kept(output) {
                continue;
            }
            let tied = shared.iter().position(|s| *s == Some(number));
            let ty = self.p.exprs.place_ty(place);
            let value = match tied.map(|at| &inputs[at]) {
                Some(&Evaluated::Value(value)) if self.size(value.ty) == self.size(ty) => value,
                None if self.p.types.is_scalar(ty) => {
                    self.emit(Op::Havoc { place }, span);
                    continue;
                }
                _ => return self.no_meaning(span),
            };
            let value = self.convert(value, ty, span);
            self.assign(place, value, span);
        }
    }

    /// The number of the output whose register an input shares: `"0"`, `"[name]"`.
    fn shared(&self, asm: &Asm<'_>, input: &AsmOperand<'_>) -> Option<usize> {
        match input.constraint {
            [b'[', name @ .., b']'] => asm.outputs.iter().position(|output| {
                let own = output.name.map(|own| self.p.names[own].as_bytes());
                own == Some(name)
            }),
            digits => {
                let number = str::from_utf8(digits).ok()?.parse().ok()?;
                (number < asm.outputs.len()).then_some(number)
            }
        }
    }

    fn execute(&mut self, asm: &Asm<'_>, outputs: Vec<PlaceId>, inputs: &[Evaluated], span: Span) {
        let types = |places: &[PlaceId]| -> Vec<TypeId> {
            places.iter().map(|&p| self.p.exprs.place_ty(p)).collect()
        };
        let kept = asm.outputs.iter().zip(types(&outputs));
        let kept: Vec<_> = kept.filter(|(output, _)| is_kept(output)).collect();
        let in_registers = kept.iter().filter(|(output, _)| !is_memory(output));
        let mut known: Vec<TypeId> = in_registers.map(|(_, ty)| *ty).collect();
        let mut written = outputs;
        let mut handed = Vec::new();
        for input in inputs {
            match *input {
                Evaluated::Value(value) => {
                    if !matches!(self.p.exprs.get(value.expr), Expr::Int(_)) {
                        known.push(value.ty);
                    }
                    handed.push(value);
                }
                Evaluated::Memory(place) => {
                    handed.push(self.pointer_to(place));
                    if asm.clobbers_memory {
                        written.push(place);
                    }
                }
            }
        }
        let (types, exprs) = (&self.p.types, &self.p.exprs);
        let written_types = || written.iter().map(|&place| exprs.place_ty(place));
        let writes_elsewhere =
            asm.clobbers_memory && known.iter().any(|&ty| self.may_be_address(ty));
        let derives_pointer = (!inputs.is_empty() || !kept.is_empty())
            && written_types().any(|ty| types.is_pointer(ty));
        let is_scalar = written_types().all(|ty| types.is_scalar(ty));
        if writes_elsewhere || derives_pointer || !is_scalar {
            return self.no_meaning(span);
        }
        let call = Call {
            callee: Callee::Direct(self.assembly_function()),
            arguments: handed.iter().map(|value| value.expr).collect(),
            result: None,
        };
        self.emit(Op::Call(Box::new(call)), span);
        for place in written {
            self.emit(Op::Havoc { place }, span);
        }
    }

    fn pointer_to(&mut self, place: PlaceId) -> Value {
        let ty = QualType::plain(self.p.exprs.place_ty(place));
        let pointer = self.p.types.intern(Type::Pointer(ty));
        self.address_of(place, pointer)
    }

    fn size(&self, ty: TypeId) -> Option<u64> {
        self.p.types.size_of(ty)
    }

    /// Can a value of the type be a pointer, perhaps as a number?
    fn may_be_address(&self, ty: TypeId) -> bool {
        let is_wide = self.size(ty) >= self.size(self.p.types.common.void_ptr);
        !self.p.types.is_scalar(ty)
            || self.p.types.is_pointer(ty)
            || self.p.types.is_integer(ty) && is_wide
    }

    fn assembly_function(&mut self) -> FunctionId {
        if let Some(function) = self.assembly {
            return function;
        }
        let name = self.p.names.intern(INLINE_ASSEMBLY);
        let ty = self.p.types.function(Signature {
            result: QualType::plain(self.p.types.common.void),
            parameters: Box::new([]),
            variadic: true,
            prototype: false,
        });
        let function = self.new_function(name, ty, Linkage::Internal, Span::NONE);
        self.assembly = Some(function);
        function
    }
}

/// Does the output hold something before?
fn is_kept(output: &AsmOperand<'_>) -> bool {
    output.constraint.starts_with(b"+")
}

/// Does the template have the operand's place, not its value?
fn is_memory(operand: &AsmOperand<'_>) -> bool {
    let constraint = operand.constraint;
    let is_place = |c: &u8| matches!(c, b'm' | b'o' | b'V' | b'Q');
    let is_value = |c: &u8| c.is_ascii_lowercase() && !is_place(c);
    constraint.iter().any(is_place) && !constraint.iter().any(is_value)
}
