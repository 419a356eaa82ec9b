//! Atomic built-in functions: there is one thread, so plain steps do.

use super::Lowerer;
use super::builtin::Arguments;
use super::value::{Operand, Value};
use crate::ast::BinaryOp as Ast;
use program::{BinaryOp, Op, Span, Type, UnaryOp};

impl Lowerer<'_> {
    pub(super) fn atomic(
        &mut self,
        full: &str,
        name: &str,
        arguments: Arguments<'_, '_>,
        span: Span,
    ) -> Value {
        let base = name
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .trim_end_matches('_');
        let bool_ty = self.p.types.common.bool;
        match base {
            "synchronize" | "thread_fence" | "signal_fence" => {
                for a in arguments {
                    self.effects(a);
                }
                return self.void_value();
            }
            "always_lock_free" | "is_lock_free" => return self.int_value(1, bool_ty),
            _ => {}
        }
        let Some((first, rest)) = arguments.split_first() else {
            self.error(span, format!("too few arguments to '{full}'"));
            return self.error_value();
        };
        let pointer = self.value(first);
        let pointer = self.spill(pointer, span);
        let Operand::Place(target) = self.deref(pointer, first.span) else {
            if !self.is_error(pointer.ty) {
                self.error(
                    first.span,
                    "an atomic operation needs a pointer to an object",
                );
            }
            return self.error_value();
        };
        let ty = target.ty.ty;
        let argument = |s: &mut Self, i: usize| match rest.get(i) {
            Some(e) => {
                let v = s.value(e);
                let v = s.convert(v, ty, e.span);
                s.spill(v, span)
            }
            None => {
                s.error(span, format!("too few arguments to '{full}'"));
                s.error_value()
            }
        };
        let pointed = |s: &mut Self, i: usize| match rest.get(i) {
            Some(e) => {
                let p = s.value(e);
                let p = s.spill(p, span);
                match s.deref(p, e.span) {
                    Operand::Place(l) => Some(l),
                    _ => None,
                }
            }
            None => None,
        };
        let old = self.rvalue(Operand::Place(target), span);
        match base {
            "load_n" => return self.spill(old, span),
            "load" => {
                if let Some(to) = pointed(self, 0) {
                    let old = self.spill(old, span);
                    self.assign(to.place, old, span);
                }
                return self.void_value();
            }
            "store_n" => {
                let new = argument(self, 0);
                self.assign(target.place, new, span);
                return self.void_value();
            }
            "store" => {
                if let Some(from) = pointed(self, 0) {
                    let new = self.rvalue(Operand::Place(from), span);
                    self.assign(target.place, new, span);
                }
                return self.void_value();
            }
            "lock_release" | "clear" => {
                let int = self.int_ty();
                let zero = self.int_value(0, int);
                let zero = self.convert(zero, ty, span);
                self.assign(target.place, zero, span);
                return self.void_value();
            }
            "exchange_n" | "lock_test_and_set" => {
                let old = self.spill(old, span);
                let new = argument(self, 0);
                self.assign(target.place, new, span);
                return old;
            }
            "exchange" => {
                let old = self.spill(old, span);
                if let Some(from) = pointed(self, 0) {
                    let new = self.rvalue(Operand::Place(from), span);
                    self.assign(target.place, new, span);
                }
                if let Some(to) = pointed(self, 1) {
                    self.assign(to.place, old, span);
                }
                return self.void_value();
            }
            "test_and_set" => {
                let old = self.spill(old, span);
                let int = self.int_ty();
                let one = self.int_value(1, int);
                let one = self.convert(one, ty, span);
                self.assign(target.place, one, span);
                return self.cast(old, bool_ty);
            }
            "val_compare_and_swap" | "bool_compare_and_swap" => {
                let old = self.spill(old, span);
                let (expected, new) = (argument(self, 0), argument(self, 1));
                let same = self.compare_values(old, expected, span);
                self.when(same, span, |s| s.assign(target.place, new, span), |_| {});
                return if base.starts_with("val") {
                    old
                } else {
                    self.cast(same, bool_ty)
                };
            }
            "compare_exchange_n" | "compare_exchange" => {
                let old = self.spill(old, span);
                let Some(expected) = pointed(self, 0) else {
                    self.error(span, format!("too few arguments to '{full}'"));
                    return self.error_value();
                };
                let new = if base == "compare_exchange_n" {
                    argument(self, 1)
                } else {
                    match pointed(self, 1) {
                        Some(l) => {
                            let v = self.rvalue(Operand::Place(l), span);
                            self.spill(v, span)
                        }
                        None => self.error_value(),
                    }
                };
                let wanted = self.rvalue(Operand::Place(expected), span);
                let wanted = self.spill(wanted, span);
                let same = self.compare_values(old, wanted, span);
                let same = self.spill(same, span);
                self.when(
                    same,
                    span,
                    |s| s.assign(target.place, new, span),
                    |s| s.assign(expected.place, old, span),
                );
                return self.cast(same, bool_ty);
            }
            _ => {}
        }
        let operation = base
            .trim_start_matches("fetch_and_")
            .trim_start_matches("fetch_");
        let operation = operation
            .trim_end_matches("_and_fetch")
            .trim_end_matches("_fetch");
        let op = match operation {
            "add" => Ast::Add,
            "sub" => Ast::Sub,
            "or" => Ast::Or,
            "and" => Ast::And,
            "xor" => Ast::Xor,
            "nand" => Ast::And,
            _ => {
                self.error(span, format!("unknown atomic operation '{full}'"));
                return self.error_value();
            }
        };
        let old = self.spill(old, span);
        let Some(right) = rest.first() else {
            self.error(span, format!("too few arguments to '{full}'"));
            return self.error_value();
        };
        // A pointer is moved by bytes here, not by elements.
        let int_ty = match self.ty(ty) {
            Type::Pointer(_) => self.p.types.common.ptrdiff,
            _ => ty,
        };
        let right_value = self.value(right);
        let operand = self.convert(right_value, int_ty, right.span);
        let left = self.cast(old, int_ty);
        let mut new = self.binary_operator(op, left, operand, span);
        if operation == "nand" {
            new = self.unary(UnaryOp::Not, new);
        }
        let new = self.convert(new, ty, span);
        let new = self.spill(new, span);
        self.assign(target.place, new, span);
        if base.starts_with("fetch") { old } else { new }
    }

    fn compare_values(&mut self, a: Value, b: Value, span: Span) -> Value {
        if self.is_error(a.ty) || self.is_error(b.ty) {
            return self.error_value();
        }
        let b = self.cast(b, a.ty);
        self.compare(BinaryOp::Eq, a, b, span)
    }

    /// Runs one of two pieces of code, as the condition says.
    pub(super) fn when(
        &mut self,
        condition: Value,
        span: Span,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        let (Some(then), Some(other), Some(end)) = (
            self.new_location(),
            self.new_location(),
            self.new_location(),
        ) else {
            return;
        };
        if self.mode != super::Mode::Evaluate {
            return self.emit(Op::Skip, span);
        }
        self.branch_on(condition, then, other, span);
        self.go_on_at(then);
        yes(self);
        self.go_to(end, span);
        self.go_on_at(other);
        no(self);
        self.go_to(end, span);
        self.go_on_at(end);
    }
}
