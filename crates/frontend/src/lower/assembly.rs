//! Inline assembly, by what its operands promise (GCC's manual, "Extended Asm").
//!
//! A template that does nothing itself (an empty one, a fence) moves values about as the constraints
//! say. Any other is a call of a function without a body, [`program::INLINE_ASSEMBLY`], after which
//! its outputs hold any value. The machine and the search do not know what it computes, and end
//! there; a proof that covers everything it may compute stands, and says on what that relies. What
//! may write memory that is no output, make a pointer out of another one, or lead out of the
//! statement has no meaning here, nor has what names no operands.

use super::value::{Operand, Value};
use super::{Lowerer, Mode};
use crate::ast::{Asm, AsmOperand};
use program::{
    Call, Callee, Expr, FunctionId, INLINE_ASSEMBLY, Linkage, Op, Place, PlaceId, QualType,
    Signature, Span, Type, TypeId,
};

/// An operand, evaluated.
enum Evaluated {
    /// The template has the place itself.
    Memory(PlaceId),
    Value(Value),
}

impl Evaluated {
    fn is_place(&self, place: PlaceId) -> bool {
        matches!(self, Evaluated::Memory(own) if *own == place)
    }
}

impl Lowerer<'_> {
    pub(super) fn inline_assembly(&mut self, asm: &Asm<'_>, span: Span) {
        let is_unknown = asm.is_basic || asm.clobbers_memory || leaves(asm.template);
        let means_nothing = !asm.labels.is_empty() || is_unknown && !is_idle(asm.template);
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
        let mut inputs: Vec<Evaluated> = asm.inputs.iter().map(|i| self.asm_input(i)).collect();
        if outputs.len() > 1 {
            // In which order they are written nobody says, nor when it is seen where they lie.
            if !outputs.iter().all(|&place| self.is_fixed(place)) {
                return self.no_meaning(span);
            }
            for input in &mut inputs {
                if let Evaluated::Value(value) = input {
                    *value = self.spill(*value, span);
                }
            }
        }
        if is_idle(asm.template) {
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

    /// Is it the same place, whatever is written into variables?
    fn is_fixed(&self, place: PlaceId) -> bool {
        let exprs = &self.p.exprs;
        match exprs.place(place) {
            Place::Var(_) => true,
            Place::Deref(_) => false,
            Place::Field(base, _) => self.is_fixed(base),
            Place::Index(base, i) => matches!(exprs.get(i), Expr::Int(_)) && self.is_fixed(base),
        }
    }

    /// Nothing happens between inputs and outputs: an output that shares a register with an input
    /// has its value, one in memory that is an input, too, stays as it is, and other ones hold
    /// anything, unless they were there before (`+`).
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
                Some(&Evaluated::Value(value)) if self.is_same_word(value.ty, ty) => value,
                None if is_memory(output) && inputs.iter().any(|i| i.is_place(place)) => continue,
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

    /// Is a value of one type in a register the same one as a value of the other type?
    fn is_same_word(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.p.types;
        let is_word = |ty| types.is_integer(ty) || types.is_pointer(ty);
        self.size(a) == self.size(b) && (is_word(a) && is_word(b) || a == b && types.is_scalar(a))
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
        let written: Vec<TypeId> = outputs.iter().map(|&p| self.p.exprs.place_ty(p)).collect();
        let kept = asm.outputs.iter().zip(&written);
        let kept = kept.filter(|(output, _)| is_kept(output));
        // What it can compute with.
        let mut known: Vec<TypeId> = kept.map(|(_, ty)| *ty).collect();
        let mut handed = Vec::new();
        for input in inputs {
            match *input {
                Evaluated::Value(value) => {
                    known.push(value.ty);
                    handed.push(value);
                }
                Evaluated::Memory(place) => {
                    known.push(self.p.exprs.place_ty(place));
                    handed.push(self.pointer_to(place));
                }
            }
        }
        let types = &self.p.types;
        let is_scalar = written.iter().all(|&ty| types.is_scalar(ty));
        // A number, too, may be made of an address, and become one later.
        let has_address = known
            .iter()
            .any(|&ty| types.is_pointer(ty) || !types.is_scalar(ty));
        let derives_pointer = written.iter().any(|&ty| match has_address {
            true => self.may_be_address(ty),
            false => types.is_pointer(ty) && !known.is_empty(),
        });
        if derives_pointer || !is_scalar {
            return self.no_meaning(span);
        }
        let call = Call {
            callee: Callee::Direct(self.assembly_function()),
            arguments: handed.iter().map(|value| value.expr).collect(),
            result: None,
        };
        self.emit(Op::Call(Box::new(call)), span);
        for place in outputs {
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

/// Instructions of which a program sees nothing.
const IDLE: &[&str] = &[
    "",
    "nop",
    "pause",
    "rep",
    "mfence",
    "lfence",
    "sfence",
    "lock",
    "addl $0,0(%%esp)",
    "addl $0,0(%%rsp)",
];

/// What instructions begin with after which the program need not go on behind the statement.
const LEAVING: &[&str] = &["sys", "int", "ud2", "hlt", "call", "jmp", "ret"];

fn instructions(template: &[u8]) -> impl Iterator<Item = &str> {
    let lines = template.split(|c| matches!(c, b';' | b'\n'));
    // What is no text is no instruction that is known.
    lines.map(|line| str::from_utf8(line).unwrap_or("?").trim())
}

/// Does a template do nothing but what the constraints say?
fn is_idle(template: &[u8]) -> bool {
    instructions(template).all(|i| IDLE.contains(&i))
}

/// May control leave the statement, other than to behind it?
fn leaves(template: &[u8]) -> bool {
    let mut words = instructions(template).flat_map(str::split_whitespace);
    words.any(|word| LEAVING.iter().any(|leaving| word.starts_with(leaving)))
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
