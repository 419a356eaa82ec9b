//! From syntax trees to a unit: names and types resolved, conversions made
//! explicit, expressions and statements turned into automata, in one pass.
//!
//! The state is one [`Lowerer`]; its methods are grouped by subject:
//!
//! | file | subject |
//! |---|---|
//! | `scope` | what names mean |
//! | `declared` | specifiers, declarators and attributes to types |
//! | `record` | structures, unions, enumerations |
//! | `declaration` | variables and typedefs |
//! | `function` | function declarations and definitions |
//! | `initializer` | initialisers, static and automatic |
//! | `convert` | promotions, conversions, compatibility |
//! | `value` | operands, loads, stores, temporaries |
//! | `expression` | expressions: names, places |
//! | `operator` | operators and assignments |
//! | `condition` | truth, branches, `?:` |
//! | `size` | casts, sizes, offsets |
//! | `constant` | constant expressions |
//! | `call`, `builtin` | calls |
//! | `atomic`, `complex`, `float_class` | families of built-in functions |
//! | `body` | one function's automaton under construction: scopes and jumps |
//! | `statement` | statements |
//! | `annotation`, `check` | formulae, and their checks |

mod annotation;
mod assembly;
mod atomic;
mod body;
mod builtin;
mod call;
mod check;
mod complex;
mod condition;
mod constant;
mod convert;
mod declaration;
mod declared;
mod expression;
mod float_class;
mod function;
mod initializer;
mod operator;
mod record;
mod scope;
mod size;
mod statement;
mod value;

use crate::ast;
use body::Body;
use program::{Diagnostic, Name, Program, QualType, RecordId, Span, Type, TypeId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Entity, ScopedMap};

/// Errors after which a file is given up.
pub const MAX_ERRORS: usize = 20;

/// What happens to the operations that lowering an expression would emit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// They become edges.
    Evaluate,
    /// They are dropped: operands of `sizeof`, dead branches.
    Unevaluated,
    /// There must be none; `emitted` remembers that there was one.
    Constant { emitted: bool },
    /// There must be none, and there is no limit to memory accesses: annotations.
    Formula,
}

#[derive(Clone, Copy, Debug)]
enum Tag {
    Record(RecordId),
    Enum(program::EnumId),
}

pub struct Lowerer<'d> {
    pub p: Program,
    diagnostics: &'d mut Vec<Diagnostic>,
    names: ScopedMap<Entity>,
    tags: ScopedMap<Tag>,
    /// Variables and functions with linkage, wherever they were declared.
    linked: FxHashMap<Name, Entity>,
    mode: Mode,
    /// Where what has no place of its own comes from.
    statement_span: Span,
    body: Option<Body>,
    /// Names of temporaries, `%0`, `%1` …
    temporary_names: Vec<Name>,
    /// One variable per type to stand for values that are never computed.
    scratch: FxHashMap<TypeId, VarId>,
    known: KnownNames,
    /// Variable-length arrays: the type of the array whose address the variable holds.
    variable_arrays: FxHashMap<VarId, QualType>,
    aliases: Vec<(program::FunctionId, Name, Span)>,
    /// Variables that stand for names of other ones as something else: nobody may use them.
    other_views: FxHashSet<VarId>,
    /// Functions with an `asm` label, which may be another function's name.
    asm_aliases: Vec<(program::FunctionId, Name, Span)>,
    /// The function that stands for inline assembly.
    assembly: Option<program::FunctionId>,
    /// Functions that a call has declared.
    implicit: FxHashSet<program::FunctionId>,
    /// Variables that are `register`.
    registers: FxHashSet<VarId>,
    predicates: FxHashMap<Name, annotation::Predicate>,
    /// How many variables are bound around, in a formula.
    binders: u32,
    /// The formula is about the end of the function.
    at_end: bool,
    /// A variable's type was completed after places with its old type were made.
    pub retyped: bool,
}

/// Names that the language itself gives a meaning.
struct KnownNames {
    func: [Name; 3],
    anonymous: Name,
}

impl<'d> Lowerer<'d> {
    pub fn new(mut p: Program, diagnostics: &'d mut Vec<Diagnostic>) -> Self {
        let known = KnownNames {
            func: ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"].map(|n| p.names.intern(n)),
            anonymous: p.names.intern(""),
        };
        let mut lowerer = Lowerer {
            p,
            diagnostics,
            names: ScopedMap::new(),
            tags: ScopedMap::new(),
            linked: FxHashMap::default(),
            mode: Mode::Evaluate,
            statement_span: Span::NONE,
            body: None,
            temporary_names: Vec::new(),
            scratch: FxHashMap::default(),
            known,
            variable_arrays: FxHashMap::default(),
            aliases: Vec::new(),
            other_views: FxHashSet::default(),
            asm_aliases: Vec::new(),
            assembly: None,
            implicit: FxHashSet::default(),
            registers: FxHashSet::default(),
            predicates: FxHashMap::default(),
            binders: 0,
            at_end: false,
            retyped: false,
        };
        lowerer.declare_builtin_types();
        lowerer
    }

    /// For the parser, which needs the names, and its diagnostics.
    pub fn parts(&mut self) -> (&program::Names, &mut Vec<Diagnostic>) {
        (&self.p.names, self.diagnostics)
    }

    pub fn external(&mut self, external: ast::External<'_>) {
        match external {
            ast::External::Declaration(d) => self.file_declaration(d),
            ast::External::Function(f) => self.function_definition(f),
            ast::External::StaticAssert(a) => self.static_assert(a),
            ast::External::Predicates(list) => self.define_predicates(list),
            ast::External::Nothing => {}
        }
    }

    /// The unit, when all its declarations have been seen.
    pub fn finish(mut self) -> Program {
        self.resolve_aliases();
        self.complete_tentative();
        self.p
    }

    // Diagnostics.

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnose(Diagnostic::error(span, message));
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.diagnose(Diagnostic::warning(span, message));
    }

    fn diagnose(&mut self, diagnostic: Diagnostic) {
        // The parameters of a function definition, for one, are lowered twice.
        let same = |d: &Diagnostic| d.span == diagnostic.span && d.message == diagnostic.message;
        if self.diagnostics.iter().rev().take(16).any(same) {
            return;
        }
        self.diagnostics.push(diagnostic);
    }

    fn error_count(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    pub fn has_too_many_errors(&self) -> bool {
        self.diagnostics.len() >= MAX_ERRORS && self.error_count() >= MAX_ERRORS
    }

    /// `'char *'`
    fn quoted(&self, ty: TypeId) -> String {
        format!("'{}'", self.p.show(ty))
    }

    fn name(&self, name: Name) -> &str {
        &self.p.names[name]
    }

    // Shorthands for types.

    fn ty(&self, id: TypeId) -> Type {
        self.p.types.get(id)
    }

    fn is_error(&self, ty: TypeId) -> bool {
        ty == self.p.types.common.error
    }

    fn int_ty(&self) -> TypeId {
        self.p.types.common.int
    }

    fn size_ty(&self) -> TypeId {
        self.p.types.common.size
    }

    fn declare_builtin_types(&mut self) {
        use program::{DataModel, IntKind, RecordKind};
        let types = &mut self.p.types;
        let int128 = types.int(IntKind::Int128);
        let uint128 = types.int(IntKind::UInt128);
        let va_list = match types.model() {
            DataModel::Ilp32 => types.common.char_ptr,
            // The System V ABI's array of one structure.
            DataModel::Lp64 => {
                let tag = self.p.names.intern("__va_list_tag");
                let record = types.add_record(RecordKind::Struct, Some(tag), Span::NONE);
                let mut fields = Vec::new();
                for (name, ty) in [
                    ("gp_offset", types.common.unsigned),
                    ("fp_offset", types.common.unsigned),
                    ("overflow_arg_area", types.common.void_ptr),
                    ("reg_save_area", types.common.void_ptr),
                ] {
                    fields.push(program::layout::FieldDeclaration {
                        name: Some(self.p.names.intern(name)),
                        declared: QualType::plain(ty),
                        bit_width: None,
                        packed: false,
                        type_align: None,
                        aligned: None,
                        span: Span::NONE,
                    });
                }
                let laid_out = types.complete_record(record, &fields, &Default::default());
                debug_assert!(laid_out.is_ok(), "four words fit any machine");
                let ty = types.intern(Type::Record(record));
                types.array_of(QualType::plain(ty), 1)
            }
        };
        for (name, ty) in [
            ("__builtin_va_list", va_list),
            ("__builtin_ms_va_list", self.p.types.common.char_ptr),
            ("__int128_t", int128),
            ("__uint128_t", uint128),
        ] {
            let name = self.p.names.intern(name);
            let typedef = Entity::Typedef {
                ty: QualType::plain(ty),
                align: None,
                span: Span::NONE,
            };
            self.names.set(name, typedef);
        }
    }

    /// The name of the `n`-th temporary of a function.
    fn temporary_name(&mut self, n: usize) -> Name {
        while self.temporary_names.len() <= n {
            let text = format!("%{}", self.temporary_names.len());
            self.temporary_names.push(self.p.names.intern(&text));
        }
        self.temporary_names[n]
    }

    /// Runs `f` in another mode.
    fn in_mode<R>(&mut self, mode: Mode, f: impl FnOnce(&mut Self) -> R) -> (R, Mode) {
        let outer = std::mem::replace(&mut self.mode, mode);
        let result = f(self);
        let inner = std::mem::replace(&mut self.mode, outer);
        (result, inner)
    }

    /// Runs `f` without emitting anything.
    fn unevaluated<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.in_mode(Mode::Unevaluated, f).0
    }
}

/// Grows the stack where recursion follows the nesting of the source.
fn deep<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, f)
}
