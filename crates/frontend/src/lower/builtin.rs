//! gcc's built-in functions.
//!
//! Those with a meaning of their own are lowered here; those that only name a
//! library function (`__builtin_memcpy`) become calls of it; bit counting and
//! the like stay calls, for which the machine has models.

use super::Lowerer;
use super::call::Target;
use super::value::{Operand, Value};
use crate::ast::{self, BinaryOp as Ast, ExprKind};
use program::{
    BinaryOp, Expr, FloatKind, IntKind, Name, Op, PlaceId, QualType, Qualifiers, Signature, Span,
    Storage, Type, TypeId, Types,
};

/// Library functions that gcc knows without a declaration: result, then
/// parameters. `v` void, `i` int, `u` unsigned, `l` long, `m` unsigned long,
/// `q` long long, `Q` unsigned long long, `z` size_t, `f` float, `d` double,
/// `e` long double, `p` void pointer, `c` pointer to const void, `s` char
/// pointer, `S` pointer to const char, `.` variable arguments.
const LIBRARY: &[(&str, &str)] = &[
    ("abort", "v"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("_Exit", "vi"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("free", "vp"),
    ("aligned_alloc", "pzz"),
    ("posix_memalign", "ipzz"),
    ("memalign", "pzz"),
    ("memcpy", "ppcz"),
    ("memmove", "ppcz"),
    ("memset", "ppiz"),
    ("memcmp", "iccz"),
    ("memchr", "pciz"),
    ("mempcpy", "ppcz"),
    ("bcopy", "vcpz"),
    ("bzero", "vpz"),
    ("bcmp", "iccz"),
    ("strlen", "zS"),
    ("strnlen", "zSz"),
    ("strcpy", "ssS"),
    ("strncpy", "ssSz"),
    ("stpcpy", "ssS"),
    ("stpncpy", "ssSz"),
    ("strcat", "ssS"),
    ("strncat", "ssSz"),
    ("strcmp", "iSS"),
    ("strncmp", "iSSz"),
    ("strcasecmp", "iSS"),
    ("strncasecmp", "iSSz"),
    ("strchr", "sSi"),
    ("strrchr", "sSi"),
    ("strstr", "sSS"),
    ("strspn", "zSS"),
    ("strcspn", "zSS"),
    ("strpbrk", "sSS"),
    ("strdup", "sS"),
    ("strndup", "sSz"),
    ("index", "sSi"),
    ("rindex", "sSi"),
    ("strtok", "ssS"),
    ("strerror", "si"),
    ("__memcpy_chk", "ppczz"),
    ("__memmove_chk", "ppczz"),
    ("__memset_chk", "ppizz"),
    ("__mempcpy_chk", "ppczz"),
    ("__strcpy_chk", "ssSz"),
    ("__strncpy_chk", "ssSzz"),
    ("__strcat_chk", "ssSz"),
    ("__strncat_chk", "ssSzz"),
    ("__stpcpy_chk", "ssSz"),
    ("__sprintf_chk", "isizS."),
    ("__snprintf_chk", "iszizS."),
    ("__vsprintf_chk", "isizSp"),
    ("__vsnprintf_chk", "iszizSp"),
    ("__printf_chk", "iiS."),
    ("__fprintf_chk", "ipiS."),
    ("printf", "iS."),
    ("fprintf", "ipS."),
    ("sprintf", "isS."),
    ("snprintf", "iszS."),
    ("scanf", "iS."),
    ("sscanf", "iSS."),
    ("fscanf", "ipS."),
    ("puts", "iS"),
    ("putchar", "ii"),
    ("fputs", "iSp"),
    ("fputc", "iip"),
    ("fwrite", "zczzp"),
    ("printf_unlocked", "iS."),
    ("puts_unlocked", "iS"),
    ("putchar_unlocked", "ii"),
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "qq"),
    ("toupper", "ii"),
    ("tolower", "ii"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isdigit", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("islower", "ii"),
    ("isxdigit", "ii"),
    ("ispunct", "ii"),
    ("isprint", "ii"),
    ("iscntrl", "ii"),
    ("isgraph", "ii"),
    ("isblank", "ii"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("fabsl", "ee"),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("sqrtl", "ee"),
    ("sin", "dd"),
    ("cos", "dd"),
    ("tan", "dd"),
    ("asin", "dd"),
    ("acos", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("sinh", "dd"),
    ("cosh", "dd"),
    ("tanh", "dd"),
    ("exp", "dd"),
    ("exp2", "dd"),
    ("log", "dd"),
    ("log2", "dd"),
    ("log10", "dd"),
    ("pow", "ddd"),
    ("powf", "fff"),
    ("powi", "ddi"),
    ("fmod", "ddd"),
    ("fmodf", "fff"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("ceil", "dd"),
    ("ceilf", "ff"),
    ("trunc", "dd"),
    ("truncf", "ff"),
    ("round", "dd"),
    ("roundf", "ff"),
    ("rint", "dd"),
    ("nearbyint", "dd"),
    ("lrint", "ld"),
    ("lround", "ld"),
    ("fmin", "ddd"),
    ("fmax", "ddd"),
    ("fminf", "fff"),
    ("fmaxf", "fff"),
    ("fdim", "ddd"),
    ("hypot", "ddd"),
    ("cbrt", "dd"),
    ("copysign", "ddd"),
    ("copysignf", "fff"),
    ("copysignl", "eee"),
    ("ldexp", "ddi"),
    ("frexp", "ddp"),
    ("modf", "ddp"),
    ("fma", "dddd"),
    ("remainder", "ddd"),
    ("logb", "dd"),
    ("ilogb", "id"),
    ("scalbn", "ddi"),
    ("scalbln", "ddl"),
    ("sinf", "ff"),
    ("cosf", "ff"),
    ("tanf", "ff"),
    ("expf", "ff"),
    ("logf", "ff"),
    ("log10f", "ff"),
    ("__builtin_signbit", "id"),
    ("__builtin_signbitf", "if"),
    ("__builtin_signbitl", "ie"),
    ("__builtin_clz", "iu"),
    ("__builtin_clzl", "im"),
    ("__builtin_clzll", "iQ"),
    ("__builtin_ctz", "iu"),
    ("__builtin_ctzl", "im"),
    ("__builtin_ctzll", "iQ"),
    ("__builtin_clrsb", "ii"),
    ("__builtin_clrsbl", "il"),
    ("__builtin_clrsbll", "iq"),
    ("__builtin_popcount", "iu"),
    ("__builtin_popcountl", "im"),
    ("__builtin_popcountll", "iQ"),
    ("__builtin_parity", "iu"),
    ("__builtin_parityl", "im"),
    ("__builtin_parityll", "iQ"),
    ("__builtin_ffs", "ii"),
    ("__builtin_ffsl", "il"),
    ("__builtin_ffsll", "iq"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "iq"),
    ("__builtin_bswap16", "hh"),
    ("__builtin_bswap32", "uu"),
    ("__builtin_bswap64", "QQ"),
    ("__builtin_return_address", "pu"),
    ("__builtin_frame_address", "pu"),
    ("__builtin_extract_return_addr", "pp"),
    ("__builtin_setjmp", "ip"),
    ("__builtin_longjmp", "vpi"),
    ("__builtin_unreachable", "v"),
    ("__builtin_thread_pointer", "p"),
    ("__builtin___clear_cache", "vpp"),
];

/// The type of a library function that gcc knows.
pub(super) fn library_signature(types: &mut Types, name: &str) -> Option<Signature> {
    let (_, code) = LIBRARY.iter().find(|(n, _)| *n == name)?;
    let mut list = Vec::new();
    let mut variadic = false;
    for letter in code.chars() {
        let constant = |types: &mut Types, to: TypeId| {
            types.intern(Type::Pointer(QualType::plain(to).with(Qualifiers::CONST)))
        };
        let common = types.common;
        let ty = match letter {
            'v' => common.void,
            'i' => common.int,
            'u' => common.unsigned,
            'h' => types.int(IntKind::UShort),
            'l' => types.int(IntKind::Long),
            'm' => types.int(IntKind::ULong),
            'q' => types.int(IntKind::LongLong),
            'Q' => types.int(IntKind::ULongLong),
            'z' => common.size,
            'f' => common.float,
            'd' => common.double,
            'e' => types.float(FloatKind::LongDouble),
            'p' => common.void_ptr,
            'c' => constant(types, common.void),
            's' => common.char_ptr,
            'S' => constant(types, common.char),
            _ => {
                variadic = true;
                continue;
            }
        };
        list.push(QualType::plain(ty));
    }
    let result = list.remove(0);
    Some(Signature {
        result,
        parameters: list.into(),
        variadic,
        prototype: true,
    })
}

pub(super) type Arguments<'x, 'a> = &'x [&'x ast::Expr<'a>];

impl Lowerer<'_> {
    /// Lowers a call of a built-in function; None if the name is none.
    pub(super) fn builtin_call(
        &mut self,
        name: Name,
        arguments: Arguments<'_, '_>,
        span: Span,
        target: Target,
    ) -> Option<Value> {
        let text = self.name(name).to_owned();
        if let Some(rest) = text
            .strip_prefix("__sync_")
            .or_else(|| text.strip_prefix("__atomic_"))
        {
            return Some(self.atomic(&text, rest, arguments, span));
        }
        if let Some(rest) = text.strip_prefix("__concord_") {
            return self.intrinsic(rest, arguments, span);
        }
        let rest = text.strip_prefix("__builtin_")?;
        if rest.ends_with("_overflow") || rest.ends_with("_overflow_p") {
            return Some(self.overflow(rest, arguments, span));
        }
        // The forms for one type convert their argument to it.
        let (rest, float) = match rest {
            "isnanf" | "isinff" | "finitef" => (&rest[..rest.len() - 1], Some(FloatKind::Float)),
            "isnanl" | "isinfl" | "finitel" => {
                (&rest[..rest.len() - 1], Some(FloatKind::LongDouble))
            }
            _ => (rest, None),
        };
        let needed = match rest {
            "expect"
            | "va_copy"
            | "complex"
            | "isgreater"
            | "isgreaterequal"
            | "isless"
            | "islessequal"
            | "islessgreater"
            | "isunordered"
            | "object_size"
            | "dynamic_object_size" => 2,
            "fpclassify" => 6,
            "expect_with_probability" => 3,
            "constant_p" | "va_end" | "alloca" | "isnan" | "isinf" | "isinf_sign" | "isfinite"
            | "finite" | "isnormal" | "classify_type" | "assume_aligned" | "va_start"
            | "prefetch" | "stdarg_start" => 1,
            _ => 0,
        };
        if arguments.len() < needed {
            self.error(span, format!("too few arguments to '{text}'"));
            return Some(self.error_value());
        }
        let int = self.int_ty();
        Some(match rest {
            "expect" | "expect_with_probability" => {
                let value = self.value(arguments[0]);
                for a in &arguments[1..] {
                    self.effects(a);
                }
                let long = self.p.types.int(IntKind::Long);
                self.convert(value, long, arguments[0].span)
            }
            "constant_p" => {
                let (value, constant) = self.constant_value(arguments[0]);
                let known = match self.p.exprs.get(value.expr) {
                    Expr::Int(_) | Expr::Float(_) => constant,
                    // A string literal counts, another address does not.
                    Expr::Address(_) => {
                        constant
                            && self.static_address(value.expr).is_some_and(|(v, _)| {
                                self.p.vars[v].kind == program::VarKind::Literal
                            })
                    }
                    _ => false,
                };
                self.int_value(known as i128, int)
            }
            "object_size" | "dynamic_object_size" => {
                // What gcc answers when it does not know.
                let kind = self.constant_int(arguments[1]).unwrap_or(0);
                self.effects(arguments[0]);
                let size = self.size_ty();
                self.int_value(if kind & 2 == 0 { -1 } else { 0 }, size)
            }
            "classify_type" => {
                let value = self.unevaluated(|s| s.value(arguments[0]));
                let class = match self.ty(value.ty) {
                    Type::Void => 0,
                    Type::Int(_) | Type::Enum(_) => 1,
                    Type::Pointer(_) => 5,
                    Type::Float(_) => 8,
                    Type::Complex(_) => 9,
                    Type::Record(r)
                        if self.p.types.record(r).kind == program::RecordKind::Struct =>
                    {
                        12
                    }
                    Type::Record(_) => 13,
                    _ => -1,
                };
                self.int_value(class, int)
            }
            "va_start" | "stdarg_start" | "va_end" => {
                // The second argument of va_start only names a parameter.
                if let Some(list) = self.va_list(arguments[0]) {
                    let op = if rest == "va_end" {
                        Op::VaEnd { list }
                    } else {
                        Op::VaStart { list }
                    };
                    self.emit(op, span);
                }
                self.void_value()
            }
            "va_copy" => {
                if let (Some(to), Some(from)) =
                    (self.va_list(arguments[0]), self.va_list(arguments[1]))
                {
                    self.emit(Op::VaCopy { to, from }, span);
                }
                self.void_value()
            }
            "alloca" | "alloca_with_align" => {
                let size = self.value(arguments[0]);
                let size_ty = self.size_ty();
                let size = self.convert(size, size_ty, arguments[0].span);
                let ty = self.p.types.common.void_ptr;
                self.allocate(size, ty, Storage::Frame, span)
            }
            "trap" => self.call_library("abort", Vec::new(), span, Target::Nothing),
            "unreachable" => {
                let value =
                    self.call_library("__builtin_unreachable", Vec::new(), span, Target::Nothing);
                if self.mode == super::Mode::Evaluate
                    && let Some(body) = &mut self.body
                {
                    body.dead_end();
                }
                value
            }
            "prefetch" => {
                for a in arguments {
                    self.effects(a);
                }
                self.void_value()
            }
            "assume_aligned" => {
                let value = self.value(arguments[0]);
                let ty = self.p.types.common.void_ptr;
                self.convert(value, ty, span)
            }
            "huge_val" | "inf" => self.float_constant(FloatKind::Double, "inf"),
            "huge_valf" | "inff" => self.float_constant(FloatKind::Float, "inf"),
            "huge_vall" | "infl" => self.float_constant(FloatKind::LongDouble, "inf"),
            "nan" | "nans" => self.float_constant(FloatKind::Double, "nan"),
            "nanf" | "nansf" => self.float_constant(FloatKind::Float, "nan"),
            "nanl" | "nansl" => self.float_constant(FloatKind::LongDouble, "nan"),
            "isnan" | "isinf" | "isinf_sign" | "isfinite" | "finite" | "isnormal" => {
                self.classify(rest, arguments[0], float, span)
            }
            "fpclassify" => self.fpclassify(arguments, span),
            "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater"
            | "isunordered" => self.float_comparison(rest, arguments, span),
            "complex" => {
                let (re, im) = (self.value(arguments[0]), self.value(arguments[1]));
                self.complex_from(re, im, span)
            }
            "signbit" => {
                let value = self.value(arguments.first()?);
                let name = match self.ty(value.ty) {
                    Type::Float(FloatKind::Float) => "__builtin_signbitf",
                    Type::Float(FloatKind::LongDouble) => "__builtin_signbitl",
                    _ => "__builtin_signbit",
                };
                let value = if value.access {
                    self.spill(value, span)
                } else {
                    value
                };
                self.call_library(name, vec![value], span, target)
            }
            _ => {
                if let Some(value) = self.fold_bits(rest, arguments) {
                    return Some(value);
                }
                // A library function by another name, or one with a model.
                let f = self
                    .library_function(rest)
                    .or_else(|| self.library_function(&text))?;
                let declared = self.p.functions[f].declared;
                self.call_function(
                    program::Callee::Direct(f),
                    declared,
                    arguments,
                    span,
                    target,
                )
            }
        })
    }

    /// Counting bits of a constant gives a constant.
    fn fold_bits(&mut self, name: &str, arguments: Arguments<'_, '_>) -> Option<Value> {
        let base = name.trim_end_matches('l');
        if !matches!(
            base,
            "clz" | "ctz" | "popcount" | "parity" | "ffs" | "bswap16" | "bswap32" | "bswap64"
        ) {
            return None;
        }
        let [argument] = arguments else { return None };
        if argument.effects {
            return None;
        }
        let (value, constant) = self.constant_value(argument);
        let v = self.constant_of(value).filter(|_| constant)?;
        let model = self.p.model();
        let kind = match name.len() - base.len() {
            0 => IntKind::UInt,
            1 => IntKind::ULong,
            _ => IntKind::ULongLong,
        };
        let bits = model.int_bits(kind);
        let x = program::arith::wrap(v, bits, false) as u64;
        let result = match base {
            "clz" if x != 0 => i128::from(x.leading_zeros() + bits - 64),
            "ctz" if x != 0 => i128::from(x.trailing_zeros()),
            "popcount" => i128::from(x.count_ones()),
            "parity" => i128::from(x.count_ones() % 2),
            "ffs" => i128::from(if x == 0 { 0 } else { x.trailing_zeros() + 1 }),
            "bswap16" => i128::from((v as u16).swap_bytes()),
            "bswap32" => i128::from((v as u32).swap_bytes()),
            "bswap64" => i128::from((v as u64).swap_bytes()),
            _ => return None,
        };
        let kind = match base {
            "bswap16" => IntKind::UShort,
            "bswap32" => IntKind::UInt,
            "bswap64" => IntKind::ULongLong,
            _ => IntKind::Int,
        };
        let ty = self.p.types.int(kind);
        Some(self.int_value(result, ty))
    }

    /// Primitives for library models: memory, and what has no meaning.
    fn intrinsic(&mut self, name: &str, arguments: Arguments<'_, '_>, span: Span) -> Option<Value> {
        match (name, arguments) {
            ("alloc", [size]) => {
                let value = self.value(size);
                let size_ty = self.size_ty();
                let value = self.convert(value, size_ty, size.span);
                let ty = self.p.types.common.void_ptr;
                Some(self.allocate(value, ty, Storage::Heap, span))
            }
            ("free", [pointer]) => {
                let value = self.value(pointer);
                let ty = self.p.types.common.void_ptr;
                let value = self.convert(value, ty, pointer.span);
                let value = if value.access {
                    self.spill(value, span)
                } else {
                    value
                };
                self.emit(
                    Op::Free {
                        pointer: value.expr,
                    },
                    span,
                );
                Some(self.void_value())
            }
            ("havoc", [pointer]) => {
                let value = self.value(pointer);
                if let Operand::Place(l) = self.deref(value, span) {
                    self.emit(Op::Havoc { place: l.place }, span);
                }
                Some(self.void_value())
            }
            ("unsupported", [what]) => {
                let ast::ExprKind::String(text) = what.kind else {
                    return None;
                };
                let what = String::from_utf8_lossy(text.bytes);
                self.unsupported(&what, span);
                Some(self.void_value())
            }
            _ => None,
        }
    }

    /// Allocates storage; the value is its address.
    fn allocate(&mut self, size: Value, ty: TypeId, storage: Storage, span: Span) -> Value {
        let size = if size.access {
            self.spill(size, span)
        } else {
            size
        };
        let to = self.temporary_place(ty);
        self.emit(
            Op::Alloc {
                to,
                size: size.expr,
                storage,
            },
            span,
        );
        Value::new(self.p.exprs.load(to), ty)
    }

    // Variable arguments.

    /// The place of a `va_list`: the structure, or the pointer on ILP32.
    pub(super) fn va_list(&mut self, e: &ast::Expr<'_>) -> Option<PlaceId> {
        let operand = self.operand(e);
        if let Operand::Place(l) = operand
            && self.p.types.is_pointer(l.ty.ty)
            && self.p.model() == program::DataModel::Ilp32
        {
            // Operations on the list change it in its place.
            if let Some(var) = self.p.exprs.root(l.place) {
                self.p.vars[var].addressed = true;
            }
            return Some(l.place);
        }
        let pointer = self.rvalue(operand, e.span);
        if self.is_error(pointer.ty) {
            return None;
        }
        if !self.p.types.is_pointer(pointer.ty) {
            let message = format!("expected a 'va_list', found {}", self.quoted(pointer.ty));
            self.error(e.span, message);
            return None;
        }
        match self.deref(pointer, e.span) {
            Operand::Place(l) => Some(l.place),
            _ => None,
        }
    }

    pub(super) fn va_arg(
        &mut self,
        list: &ast::Expr<'_>,
        name: &ast::TypeName<'_>,
        span: Span,
    ) -> Value {
        let ty = self.type_name(name).ty.ty;
        let Some(list) = self.va_list(list) else {
            return self.error_value();
        };
        if !self.p.types.is_complete(ty) {
            self.error(
                span,
                format!("'va_arg' of incomplete type {}", self.quoted(ty)),
            );
            return self.error_value();
        }
        let to = self.temporary_place(ty);
        self.emit(Op::VaArg { to, list }, span);
        Value::new(self.p.exprs.load(to), ty)
    }

    // Arithmetic that tells whether it overflowed.

    fn overflow(&mut self, name: &str, arguments: Arguments<'_, '_>, span: Span) -> Value {
        let op = if name.contains("add") {
            Ast::Add
        } else if name.contains("sub") {
            Ast::Sub
        } else if name.contains("mul") {
            Ast::Mul
        } else {
            self.error(span, format!("unknown builtin '__builtin_{name}'"));
            return self.error_value();
        };
        let [a, b, result] = arguments else {
            self.error(span, "too few arguments: three are needed");
            return self.error_value();
        };
        let (mut x, mut y) = (self.value(a), self.value(b));
        // The type-specific forms convert their operands first.
        if let Some(kind) = overflow_kind(name) {
            let ty = self.p.types.int(kind);
            x = self.convert(x, ty, a.span);
            y = self.convert(y, ty, b.span);
        }
        let predicate = name.ends_with("_p");
        let third = self.value(result);
        let to = if predicate {
            Some(QualType::plain(third.ty))
        } else {
            self.p.types.pointee(third.ty)
        };
        let kinds = (
            self.p.types.int_kind(x.ty),
            self.p.types.int_kind(y.ty),
            to.and_then(|t| self.p.types.int_kind(t.ty)),
        );
        let (Some(kx), Some(ky), Some(kr), Some(to)) = (kinds.0, kinds.1, kinds.2, to) else {
            if !(self.is_error(x.ty) || self.is_error(y.ty) || self.is_error(third.ty)) {
                self.error(
                    span,
                    "overflow arithmetic needs integers and a place for the result",
                );
            }
            return self.error_value();
        };
        // 128 bits hold every result of 64-bit operands, of one sign or another.
        let unsigned = !kx.is_signed() && !ky.is_signed() && op != Ast::Sub;
        let wide = self.p.types.int(if unsigned {
            IntKind::UInt128
        } else {
            IntKind::Int128
        });
        if [kx, ky, kr]
            .iter()
            .any(|k| k.rank() == IntKind::Int128.rank())
        {
            self.unsupported("128-bit overflow arithmetic", span);
        }
        let (x, y) = (self.stabilize(x, span), self.stabilize(y, span));
        let (x, y) = (self.cast(x, wide), self.cast(y, wide));
        let exact = self.binary_operator(op, x, y, span);
        let exact = self.stabilize(exact, span);
        let narrow = self.cast(exact, to.ty);
        let narrow = self.stabilize(narrow, span);
        if !predicate && let Operand::Place(l) = self.deref(third, result.span) {
            self.assign(l.place, narrow, span);
        }
        let again = self.cast(narrow, wide);
        let differs = self.compare(BinaryOp::Ne, again, exact, span);
        let bool_ty = self.p.types.common.bool;
        self.cast(differs, bool_ty)
    }

    /// Is the expression a string literal, perhaps parenthesised?
    pub(super) fn as_string<'a>(&self, e: &ast::Expr<'a>) -> Option<ast::StringLiteral<'a>> {
        match e.kind {
            ExprKind::String(s) => Some(s),
            _ => None,
        }
    }
}

/// `sadd`, `umull` …: the type that the type-specific forms work in.
fn overflow_kind(name: &str) -> Option<IntKind> {
    let name = name.strip_suffix("_overflow")?;
    let (signed, rest) = match name.as_bytes().first()? {
        b's' if name != "sub" => (true, &name[1..]),
        b'u' => (false, &name[1..]),
        _ => return None,
    };
    let kind = match rest.get(3..)? {
        "" => IntKind::Int,
        "l" => IntKind::Long,
        "ll" => IntKind::LongLong,
        _ => return None,
    };
    Some(if signed { kind } else { kind.to_unsigned() })
}
