//! Function calls (C11 6.5.2.2).

use super::Lowerer;
use super::convert::Purpose;
use super::scope::Entity;
use super::value::{Lvalue, Operand, Value};
use crate::ast::{self, BinaryOp as Ast, ExprKind, UnaryOp as AstUnary};
use program::{
    Call, Callee, Diagnostic, Expr, Function, FunctionId, Linkage, Name, Op, QualType, Signature,
    Span, Type, TypeId,
};

/// What becomes of a call's result.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Value,
    Nothing,
    /// It may be left there right away, if the types agree.
    Place(Lvalue),
}

impl Lowerer<'_> {
    pub(super) fn call(
        &mut self,
        callee: &ast::Expr<'_>,
        arguments: &[&ast::Expr<'_>],
        span: Span,
        target: Target,
    ) -> Value {
        if let ExprKind::Ident(name) = callee.kind {
            let entity = self.names.get(name);
            if self.name(name).starts_with("__") && !matches!(entity, Some(Entity::Var(_))) {
                let defined = matches!(entity, Some(Entity::Function(f)) if self.p.functions[f].body.is_some());
                if !defined && let Some(value) = self.builtin_call(name, arguments, span, target) {
                    return value;
                }
                if !defined && self.name(name).starts_with("__builtin_") {
                    let what = format!("builtin function '{}'", self.name(name));
                    self.unsupported(&what, span);
                }
            }
            if entity.is_none() && !self.known.func.contains(&name) {
                self.declare_implicitly(name, callee.span);
            }
        }
        let operand = self.operand(callee);
        let (mut pointer, callee_ty) = match operand {
            Operand::Function(f) => {
                let ty = self.p.functions[f].declared;
                return self.call_function(Callee::Direct(f), ty, arguments, span, target);
            }
            Operand::FunctionPointer { pointer, ty } => (pointer, ty),
            other => {
                let value = self.rvalue(other, callee.span);
                if self.is_error(value.ty) {
                    for a in arguments {
                        self.value(a);
                    }
                    return value;
                }
                match self.p.types.pointee(value.ty) {
                    Some(to) if matches!(self.ty(to.ty), Type::Function(_)) => (value, to.ty),
                    _ => {
                        let message = format!(
                            "called object of type {} is not a function",
                            self.quoted(value.ty)
                        );
                        self.error(callee.span, message);
                        return self.error_value();
                    }
                }
            }
        };
        if pointer.access || arguments.iter().any(|a| a.effects) {
            pointer = self.stabilize(pointer, callee.span);
        }
        let callee = match self.p.exprs.get(pointer.expr) {
            Expr::Function(f) => Callee::Direct(f),
            _ => Callee::Indirect(pointer.expr),
        };
        self.call_function(callee, callee_ty, arguments, span, target)
    }

    /// `f(a && b);`: the call stands on two ways, one for each truth, so that wherever `f` returns
    /// it is known what `a` and `b` said (`assume(a && b);`). False if this is no such call.
    pub(super) fn call_on_truth(
        &mut self,
        callee: &ast::Expr<'_>,
        argument: &ast::Expr<'_>,
        span: Span,
    ) -> bool {
        let (ExprKind::Ident(name), true) = (callee.kind, is_connective(argument)) else {
            return false;
        };
        let Some(Entity::Function(f)) = self.names.get(name) else {
            return false;
        };
        let function = &self.p.functions[f];
        let text = self.name(name);
        let may_be_builtin = text.starts_with("__") && !text.starts_with("__VERIFIER_");
        if function.body.is_none() && may_be_builtin {
            return false;
        }
        let signature = self.p.types.signature_of(function.declared).cloned();
        let Some(signature) = signature.filter(|s| s.prototype && !s.variadic) else {
            return false;
        };
        let &[parameter] = &*signature.parameters else {
            return false;
        };
        if !self.p.types.is_integer(parameter.ty) {
            return false;
        }
        let (Some(yes), Some(no), Some(end)) = (
            self.new_location(),
            self.new_location(),
            self.new_location(),
        ) else {
            return false;
        };
        self.branch(argument, yes, no);
        for (at, truth) in [(yes, 1), (no, 0)] {
            self.go_on_at(at);
            let value = self.int_value(truth, self.p.types.common.int);
            let value = self.convert_for(Purpose::Passing, value, parameter.ty, argument.span);
            self.emit_call(
                Callee::Direct(f),
                &signature,
                vec![value],
                span,
                Target::Nothing,
            );
            self.go_to(end, span);
        }
        self.go_on_at(end);
        true
    }

    pub(super) fn call_function(
        &mut self,
        callee: Callee,
        ty: TypeId,
        arguments: &[&ast::Expr<'_>],
        span: Span,
        target: Target,
    ) -> Value {
        let Some(signature) = self.p.types.signature_of(ty).cloned() else {
            return self.error_value();
        };
        let Some(values) = self.arguments(callee, &signature, arguments, span) else {
            return self.error_value();
        };
        self.emit_call(callee, &signature, values, span, target)
    }

    fn arguments(
        &mut self,
        callee: Callee,
        signature: &Signature,
        arguments: &[&ast::Expr<'_>],
        span: Span,
    ) -> Option<Vec<Value>> {
        let expected = signature.parameters.len();
        if signature.prototype {
            let problem = if arguments.len() < expected {
                Some("few")
            } else if arguments.len() > expected && !signature.variadic {
                Some("many")
            } else {
                None
            };
            if let Some(problem) = problem {
                let message = format!(
                    "too {problem} arguments: expected {expected}, found {}",
                    arguments.len()
                );
                let mut diagnostic = Diagnostic::error(span, message);
                if let Callee::Direct(f) = callee {
                    diagnostic = diagnostic.with_related(self.p.functions[f].span, "declared here");
                }
                self.diagnose(diagnostic);
                return None;
            }
        }
        let mut values = Vec::with_capacity(arguments.len());
        let last_effect = arguments.iter().rposition(|a| a.effects).unwrap_or(0);
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            let value = match signature.parameters.get(i) {
                Some(parameter) if signature.prototype => {
                    if !self.p.types.is_complete(parameter.ty) {
                        let message =
                            format!("argument has incomplete type {}", self.quoted(parameter.ty));
                        self.error(argument.span, message);
                        return None;
                    }
                    self.convert_for(Purpose::Passing, value, parameter.ty, argument.span)
                }
                _ => {
                    if value.ty == self.p.types.common.void {
                        self.error(argument.span, "void value not ignored as it ought to be");
                        return None;
                    }
                    self.promote_argument(value)
                }
            };
            let value = if value.access {
                self.spill(value, argument.span)
            } else if i < last_effect {
                self.stabilize(value, argument.span)
            } else {
                value
            };
            values.push(value);
        }
        if values.iter().any(|v| self.is_error(v.ty)) {
            return None;
        }
        Some(values)
    }

    fn emit_call(
        &mut self,
        callee: Callee,
        signature: &Signature,
        arguments: Vec<Value>,
        span: Span,
        target: Target,
    ) -> Value {
        let result_ty = signature.result.ty;
        if result_ty != self.p.types.common.void && !self.p.types.is_complete(result_ty) {
            let message = format!("call returns incomplete type {}", self.quoted(result_ty));
            self.error(span, message);
            return self.error_value();
        }
        let canonical = self.p.types.canonical(result_ty);
        let result = match target {
            _ if result_ty == self.p.types.common.void => None,
            Target::Nothing => None,
            Target::Place(l) if self.p.exprs.place_ty(l.place) == canonical => Some(l.place),
            Target::Place(_) | Target::Value => Some(self.temporary_place(result_ty)),
        };
        let call = Call {
            callee,
            arguments: arguments.iter().map(|v| v.expr).collect(),
            result,
        };
        self.emit(Op::Call(Box::new(call)), span);
        if let Callee::Direct(f) = callee
            && self.p.functions[f].no_return
            && self.mode == super::Mode::Evaluate
            && let Some(body) = &mut self.body
        {
            body.dead_end();
        }
        match result {
            Some(place) => Value::new(self.p.exprs.load(place), result_ty),
            None if result_ty == self.p.types.common.void => self.void_value(),
            // Nobody looks at the value, but it keeps its type.
            None => {
                let place = self.unevaluated(|s| s.temporary_place(result_ty));
                Value::new(self.p.exprs.load(place), result_ty)
            }
        }
    }

    /// A call of a library function with values already converted.
    pub(super) fn call_library(
        &mut self,
        name: &str,
        arguments: Vec<Value>,
        span: Span,
        target: Target,
    ) -> Value {
        let Some(f) = self.library_function(name) else {
            return self.error_value();
        };
        let declared = self.p.functions[f].declared;
        let Some(signature) = self.p.types.signature_of(declared).cloned() else {
            return self.error_value();
        };
        self.emit_call(Callee::Direct(f), &signature, arguments, span, target)
    }

    /// The library function of that name, declared now if it was not yet.
    pub(super) fn library_function(&mut self, name: &str) -> Option<FunctionId> {
        let interned = self.p.names.intern(name);
        if let Some(Entity::Function(f)) = self.linked.get(&interned) {
            return Some(*f);
        }
        let signature = super::builtin::library_signature(&mut self.p.types, name)?;
        let ty = self.p.types.function(signature);
        Some(self.add_function(interned, ty, Span::NONE))
    }

    /// C89's implicit declaration `int f();`, except that library functions
    /// have the type everybody knows.
    fn declare_implicitly(&mut self, name: Name, span: Span) {
        let message = format!("implicit declaration of function '{}'", self.name(name));
        self.warn(span, message);
        let text = self.name(name).to_owned();
        if let Some(Entity::Function(f)) = self.linked.get(&name) {
            let entity = Entity::Function(*f);
            self.names.set(name, entity);
            return;
        }
        let known = super::builtin::library_signature(&mut self.p.types, &text);
        // A declaration may still say otherwise about a library function.
        let span = if known.is_some() { Span::NONE } else { span };
        let signature = known.unwrap_or(Signature {
            result: QualType::plain(self.p.types.common.int),
            parameters: Box::new([]),
            variadic: false,
            prototype: false,
        });
        let ty = self.p.types.function(signature);
        let f = self.add_function(name, ty, span);
        self.implicit.insert(f);
        self.names.set(name, Entity::Function(f));
    }

    /// A function with external linkage that is only declared so far.
    pub(super) fn add_function(&mut self, name: Name, declared: TypeId, span: Span) -> FunctionId {
        let f = self.new_function(name, declared, Linkage::External, span);
        self.linked.insert(name, Entity::Function(f));
        f
    }

    pub(super) fn new_function(
        &mut self,
        name: Name,
        declared: TypeId,
        linkage: Linkage,
        span: Span,
    ) -> FunctionId {
        self.p.functions.push(Function {
            name,
            ty: self.p.types.canonical(declared),
            declared,
            linkage,
            parameters: Vec::new(),
            locals: Vec::new(),
            body: None,
            no_return: false,
            weak: false,
            constructor: None,
            destructor: false,
            span,
        })
    }
}

/// `a && b`, `a || b`, or the negation of one.
fn is_connective(mut e: &ast::Expr<'_>) -> bool {
    while let ExprKind::Unary(AstUnary::LogicalNot, a) = e.kind {
        e = a;
    }
    matches!(
        e.kind,
        ExprKind::Binary(Ast::LogicalAnd | Ast::LogicalOr, ..)
    )
}
