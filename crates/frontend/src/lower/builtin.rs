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
    Storage, Type, TypeId, Types, UnaryOp,
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

type Arguments<'x, 'a> = &'x [&'x ast::Expr<'a>];

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
                self.classify(rest, arguments[0], span)
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

    /// Memory primitives for library models.
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
            _ => None,
        }
    }

    /// Allocates storage; the value is its address.
    pub(super) fn allocate(
        &mut self,
        size: Value,
        ty: TypeId,
        storage: Storage,
        span: Span,
    ) -> Value {
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
    fn va_list(&mut self, e: &ast::Expr<'_>) -> Option<PlaceId> {
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

    // Floating-point classification.

    fn float_constant(&mut self, kind: FloatKind, text: &str) -> Value {
        let bits = program::float::parse(kind, text).unwrap_or(0);
        let ty = self.p.types.float(kind);
        Value::new(self.p.exprs.intern(Expr::Float(bits), ty), ty)
    }

    fn float_argument(&mut self, e: &ast::Expr<'_>) -> Option<(Value, FloatKind)> {
        let value = self.value(e);
        let double = self.p.types.common.double;
        let value = match self.ty(value.ty) {
            Type::Float(_) => value,
            _ => self.convert(value, double, e.span),
        };
        let value = self.spill(value, e.span);
        let kind = self.p.types.float_kind(value.ty)?;
        Some((value, kind))
    }

    fn classify(&mut self, name: &str, e: &ast::Expr<'_>, span: Span) -> Value {
        let Some((x, kind)) = self.float_argument(e) else {
            return self.error_value();
        };
        self.classified(name, x, kind, span)
    }

    fn classified(&mut self, name: &str, x: Value, kind: FloatKind, span: Span) -> Value {
        let int = self.int_ty();
        let inf = self.float_constant(kind, "inf");
        let minus_inf = self.unary(UnaryOp::Neg, inf);
        match name {
            "isnan" => self.compare(BinaryOp::Ne, x, x, span),
            "isinf" => {
                let a = self.compare(BinaryOp::Eq, x, inf, span);
                let b = self.compare(BinaryOp::Eq, x, minus_inf, span);
                self.binary(BinaryOp::Or, a, b, int, span)
            }
            "isinf_sign" => {
                let a = self.compare(BinaryOp::Eq, x, inf, span);
                let b = self.compare(BinaryOp::Eq, x, minus_inf, span);
                self.binary(BinaryOp::Sub, a, b, int, span)
            }
            "isnormal" => {
                let finite = self.classified("isfinite", x, kind, span);
                let smallest = match kind {
                    FloatKind::Float16 => "0x1p-14",
                    FloatKind::Float => "0x1p-126",
                    FloatKind::Double => "0x1p-1022",
                    FloatKind::LongDouble | FloatKind::Float128 => "0x1p-16382",
                };
                let least = self.float_constant(kind, smallest);
                let minus = self.unary(UnaryOp::Neg, least);
                let a = self.compare(BinaryOp::Le, least, x, span);
                let b = self.compare(BinaryOp::Le, x, minus, span);
                let large = self.binary(BinaryOp::Or, a, b, int, span);
                self.binary(BinaryOp::And, finite, large, int, span)
            }
            // Finite: strictly between the infinities.
            _ => {
                let a = self.compare(BinaryOp::Lt, minus_inf, x, span);
                let b = self.compare(BinaryOp::Lt, x, inf, span);
                self.binary(BinaryOp::And, a, b, int, span)
            }
        }
    }

    /// `fpclassify(nan, infinite, normal, subnormal, zero, x)`: the classes
    /// exclude each other, so their values can be added up.
    fn fpclassify(&mut self, arguments: Arguments<'_, '_>, span: Span) -> Value {
        let int = self.int_ty();
        let mut classes = Vec::new();
        for a in &arguments[..5] {
            let value = self.value(a);
            let value = self.convert(value, int, a.span);
            classes.push(self.spill(value, a.span));
        }
        let Some((x, kind)) = self.float_argument(arguments[5]) else {
            return self.error_value();
        };
        let zero = self.float_constant(kind, "0");
        let is_zero = self.compare(BinaryOp::Eq, x, zero, span);
        let finite = self.classified("isfinite", x, kind, span);
        let normal = self.classified("isnormal", x, kind, span);
        let special = self.binary(BinaryOp::Or, normal, is_zero, int, span);
        let subnormal = self.compare(BinaryOp::Lt, special, finite, span);
        let nan = self.classified("isnan", x, kind, span);
        let infinite = self.classified("isinf", x, kind, span);
        let mut sum = self.int_value(0, int);
        for (truth, class) in [nan, infinite, normal, subnormal, is_zero]
            .into_iter()
            .zip(classes)
        {
            let term = self.binary(BinaryOp::Mul, truth, class, int, span);
            sum = self.binary(BinaryOp::Add, sum, term, int, span);
        }
        sum
    }

    fn float_comparison(&mut self, name: &str, arguments: Arguments<'_, '_>, span: Span) -> Value {
        let (Some((a, _)), Some((b, _))) = (
            self.float_argument(arguments[0]),
            self.float_argument(arguments[1]),
        ) else {
            return self.error_value();
        };
        let (a, b) = self.usual_conversions(a, b);
        let int = self.int_ty();
        match name {
            "isgreater" => self.compare(BinaryOp::Lt, b, a, span),
            "isgreaterequal" => self.compare(BinaryOp::Le, b, a, span),
            "isless" => self.compare(BinaryOp::Lt, a, b, span),
            "islessequal" => self.compare(BinaryOp::Le, a, b, span),
            "islessgreater" => {
                let less = self.compare(BinaryOp::Lt, a, b, span);
                let greater = self.compare(BinaryOp::Lt, b, a, span);
                self.binary(BinaryOp::Or, less, greater, int, span)
            }
            _ => {
                let x = self.compare(BinaryOp::Ne, a, a, span);
                let y = self.compare(BinaryOp::Ne, b, b, span);
                self.binary(BinaryOp::Or, x, y, int, span)
            }
        }
    }

    // Atomic operations: there is one thread, so plain steps do.

    fn atomic(
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
    fn when(
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

    // Complex numbers: copied, taken apart, added; the rest is not modelled.

    fn complex_place(&mut self, value: Value, span: Span) -> PlaceId {
        match self.p.exprs.get(value.expr) {
            Expr::Load(place) if self.is_static(place) => place,
            _ => {
                let place = self.temporary_place(value.ty);
                self.assign(place, value, span);
                place
            }
        }
    }

    fn part(&mut self, place: PlaceId, index: u32) -> (PlaceId, TypeId) {
        let kind = match self.ty(self.p.exprs.place_ty(place)) {
            Type::Complex(kind) => kind,
            _ => FloatKind::Double,
        };
        let ty = self.p.types.float(kind);
        let part = self
            .p
            .exprs
            .intern_place(program::Place::Field(place, index), ty);
        (part, ty)
    }

    fn complex_parts(&mut self, value: Value, span: Span) -> (Value, Value) {
        match self.ty(value.ty) {
            Type::Complex(_) => {
                let place = self.complex_place(value, span);
                let ((re, ty), (im, _)) = (self.part(place, 0), self.part(place, 1));
                (
                    Value::new(self.p.exprs.load(re), ty),
                    Value::new(self.p.exprs.load(im), ty),
                )
            }
            _ => {
                let ty = match self.ty(value.ty) {
                    Type::Float(_) => value.ty,
                    _ => self.p.types.common.double,
                };
                let zero = Value::new(self.p.exprs.intern(Expr::Float(0), ty), ty);
                (self.cast(value, ty), zero)
            }
        }
    }

    pub(super) fn complex_from(&mut self, re: Value, im: Value, span: Span) -> Value {
        if self.is_error(re.ty) || self.is_error(im.ty) {
            return self.error_value();
        }
        let common = self.common_type(re.ty, im.ty);
        let kind = self.p.types.float_kind(common).unwrap_or(FloatKind::Double);
        let float = self.p.types.float(kind);
        let ty = self.p.types.intern(Type::Complex(kind));
        let place = self.temporary_place(ty);
        for (index, value) in [(0, re), (1, im)] {
            let value = self.cast(value, float);
            let (part, _) = self.part(place, index);
            self.assign(part, value, span);
        }
        Value::new(self.p.exprs.load(place), ty)
    }

    pub(super) fn imaginary(&mut self, value: Value, span: Span) -> Value {
        let zero = Value::new(self.p.exprs.intern(Expr::Float(0), value.ty), value.ty);
        self.complex_from(zero, value, span)
    }

    /// `__real__ a` and `__imag__ a`
    pub(super) fn complex_part(&mut self, op: ast::UnaryOp, a: &ast::Expr<'_>) -> Operand {
        let index = (op == ast::UnaryOp::Imag) as u32;
        let operand = self.operand(a);
        if let Operand::Place(l) = operand
            && let Type::Complex(_) = self.ty(l.ty.ty)
        {
            let (place, ty) = self.part(l.place, index);
            return Operand::Place(super::value::Lvalue {
                place,
                ty: QualType::plain(ty).with(l.ty.quals),
                bit_width: None,
            });
        }
        let value = self.rvalue(operand, a.span);
        if self.is_error(value.ty) {
            return Operand::Value(value);
        }
        if !self.p.types.is_arithmetic(value.ty) {
            self.error(
                a.span,
                "operand of '__real__' or '__imag__' is not a number",
            );
            return Operand::Value(self.error_value());
        }
        if !matches!(self.ty(value.ty), Type::Complex(_)) && index == 0 {
            return Operand::Value(value);
        }
        let (re, im) = self.complex_parts(value, a.span);
        Operand::Value(if index == 0 { re } else { im })
    }

    pub(super) fn complex_sign(&mut self, op: ast::UnaryOp, value: Value, span: Span) -> Value {
        if op == ast::UnaryOp::Plus {
            return value;
        }
        let (re, im) = self.complex_parts(value, span);
        let (re, im) = (self.unary(UnaryOp::Neg, re), self.unary(UnaryOp::Neg, im));
        self.complex_from(re, im, span)
    }

    pub(super) fn complex_operator(&mut self, op: Ast, a: Value, b: Value, span: Span) -> Value {
        let ty = self.common_type(a.ty, b.ty);
        let ((ar, ai), (br, bi)) = (self.complex_parts(a, span), self.complex_parts(b, span));
        let int = self.int_ty();
        match op {
            Ast::Add | Ast::Sub => {
                let re = self.binary_operator(op, ar, br, span);
                let im = self.binary_operator(op, ai, bi, span);
                let sum = self.complex_from(re, im, span);
                self.cast(sum, ty)
            }
            Ast::Eq | Ast::Ne => {
                let re = self.binary_operator(op, ar, br, span);
                let im = self.binary_operator(op, ai, bi, span);
                let combine = if op == Ast::Eq {
                    BinaryOp::And
                } else {
                    BinaryOp::Or
                };
                self.binary(combine, re, im, int, span)
            }
            Ast::Mul | Ast::Div => {
                self.unsupported("complex multiplication or division", span);
                let place = self.temporary_place(ty);
                Value::new(self.p.exprs.load(place), ty)
            }
            _ => {
                self.error(span, "invalid operands: complex numbers have no order");
                self.error_value()
            }
        }
    }

    /// A complex number is true if one of its parts is.
    pub(super) fn complex_truth(&mut self, value: Value, span: Span) -> Value {
        if !matches!(self.ty(value.ty), Type::Complex(_)) {
            return value;
        }
        let (re, im) = self.complex_parts(value, span);
        let (re, im) = (self.truth(re, span), self.truth(im, span));
        let int = self.int_ty();
        self.binary(BinaryOp::Or, re, im, int, span)
    }

    /// Conversions from and to complex numbers and vectors.
    pub(super) fn cast_complex(&mut self, value: Value, ty: TypeId) -> Value {
        let span = Span::NONE;
        match (self.ty(value.ty), self.ty(ty)) {
            (_, Type::Complex(kind)) => {
                let float = self.p.types.float(kind);
                let (re, im) = self.complex_parts(value, span);
                let (re, im) = (self.cast(re, float), self.cast(im, float));
                self.complex_from(re, im, span)
            }
            (Type::Complex(_), Type::Int(IntKind::Bool)) => {
                let truth = self.complex_truth(value, span);
                self.cast(truth, ty)
            }
            (Type::Complex(_), _) => {
                let (re, _) = self.complex_parts(value, span);
                self.cast(re, ty)
            }
            // Vectors keep their bytes.
            _ => {
                let from = self.temporary_place(value.ty);
                self.assign(from, value, span);
                let pointer_ty = self.p.types.pointer_to(ty);
                let address = self.address_of(from, pointer_ty);
                match self.deref(address, span) {
                    Operand::Place(l) => {
                        let value = self.rvalue(Operand::Place(l), span);
                        self.spill(value, span)
                    }
                    _ => self.error_value(),
                }
            }
        }
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
