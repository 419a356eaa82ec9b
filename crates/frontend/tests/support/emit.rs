//! A lowered program printed as C again, so that gcc can run it.
//!
//! The C is made of bytes: a variable is an array of `char`, a place is an
//! address computed from our own layout, and a load or store goes through an
//! unaligned type. Control flow is a label for each location and a `goto` for
//! each edge. Nothing of the original types is left, so a run that agrees with
//! the original program speaks for types, layout, conversions and automata.
//!
//! What is indeterminate holds the bytes 0xAA. `Unsupported`, and any place
//! where an automaton does not go on, stops the program with SIGILL.

use program::{
    BinaryOp, BitField, Call, Callee, DataModel, Edge, Expr, ExprId, FloatKind, Function,
    FunctionId, Id, Initial, IntKind, Location, Op, Place, PlaceId, Program, Signature, Storage,
    Type, TypeId, UnaryOp, VarId,
};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

const RUNTIME: &str = include_str!("runtime.h");
const POISON: &str = "0xAA";

/// The program as one C file. Panics where the program is not well formed.
pub fn emit(program: &Program) -> String {
    let mut emitter = Emitter {
        p: program,
        frame: HashMap::new(),
        functions: BTreeSet::new(),
        variables: BTreeSet::new(),
        aggregates: BTreeSet::new(),
    };
    let mut bodies = String::new();
    for (id, function) in program.functions.enumerate() {
        if function.body.is_some() {
            bodies.push_str(&emitter.function(id, function));
        }
    }
    let initialisation = emitter.initialisation();
    let main = emitter.main();
    let mut text = emitter.declarations();
    for part in [bodies, initialisation, main] {
        text.push_str(&part);
    }
    text
}

struct Emitter<'p> {
    p: &'p Program,
    /// Where the variables of the current function lie in its frame.
    frame: HashMap<VarId, u64>,
    /// Functions and variables that are used, and sizes of aggregates.
    functions: BTreeSet<FunctionId>,
    variables: BTreeSet<VarId>,
    aggregates: BTreeSet<u64>,
}

/// How a value of a type is held in the emitted C.
enum Held {
    /// By a C type, loaded and stored through the second one.
    Scalar(String, String),
    /// A structure of so many bytes.
    Bytes(u64),
    Void,
}

impl Emitter<'_> {
    // Types.

    fn held(&mut self, ty: TypeId) -> Held {
        let types = &self.p.types;
        let scalar = |name: &str, unaligned: String| Held::Scalar(name.to_owned(), unaligned);
        match types.get(ty) {
            Type::Void => Held::Void,
            Type::Int(_) | Type::Enum(_) if self.is_wide(ty) && self.is_narrow_machine() => {
                scalar("wide", "u_wide".into())
            }
            Type::Int(kind) => scalar(kind.name(), format!("u_{}", int_word(kind))),
            Type::Enum(e) => {
                let kind = types.enumeration(e).kind;
                scalar(kind.name(), format!("u_{}", int_word(kind)))
            }
            Type::Float(kind) => scalar(kind.name(), format!("u_{}", float_word(kind))),
            Type::Complex(kind) => scalar(
                &format!("_Complex {}", kind.name()),
                format!("u_complex_{}", float_word(kind)),
            ),
            Type::Pointer(_) => scalar("char *", "u_pointer".into()),
            Type::Vector { .. } | Type::Array { .. } | Type::Record(_) => {
                let size = self.size(ty);
                self.aggregates.insert(size);
                Held::Bytes(size)
            }
            Type::Error | Type::Function(_) => panic!("a value of type {}", self.p.show(ty)),
        }
    }

    /// The C type that values are held in.
    fn c_type(&mut self, ty: TypeId) -> String {
        match self.held(ty) {
            Held::Scalar(name, _) => name,
            Held::Bytes(size) => format!("struct bytes_{size}"),
            Held::Void => "void".into(),
        }
    }

    /// The C type that lies at any address.
    fn stored_type(&mut self, ty: TypeId) -> String {
        match self.held(ty) {
            Held::Scalar(_, name) => name,
            Held::Bytes(size) => format!("struct bytes_{size}"),
            Held::Void => "char".into(),
        }
    }

    fn size(&self, ty: TypeId) -> u64 {
        let size = self.p.types.size_of(ty);
        size.unwrap_or_else(|| panic!("no size: {}", self.p.show(ty)))
    }

    fn is_narrow_machine(&self) -> bool {
        self.p.model() == DataModel::Ilp32
    }

    fn is_wide(&self, ty: TypeId) -> bool {
        let kind = self.p.types.int_kind(ty);
        matches!(kind, Some(IntKind::Int128 | IntKind::UInt128))
    }

    /// A 128-bit integer for which gcc has no type.
    fn is_emulated(&self, ty: TypeId) -> bool {
        self.is_narrow_machine() && self.is_wide(ty)
    }

    fn is_signed(&self, ty: TypeId) -> bool {
        self.p.types.int_kind(ty).is_some_and(IntKind::is_signed)
    }

    // Places: addresses of type `char *`.

    fn place(&mut self, id: PlaceId) -> String {
        let exprs = &self.p.exprs;
        match exprs.place(id) {
            Place::Var(var) => self.variable(var),
            Place::Deref(pointer) => self.expr(pointer),
            Place::Field(base, index) => {
                let ty = exprs.place_ty(base);
                let offset = match self.p.types.get(ty) {
                    Type::Complex(kind) => u64::from(index) * self.p.model().float_size(kind),
                    _ => self.p.types.fields(ty)[index as usize].offset,
                };
                format!("({} + {offset}l)", self.place(base))
            }
            Place::Index(base, index) => {
                let size = self.size(exprs.place_ty(id));
                let index = self.expr(index);
                format!("({} + (long){index} * {size}l)", self.place(base))
            }
        }
    }

    fn variable(&mut self, var: VarId) -> String {
        let v = &self.p.vars[var];
        if v.kind.is_static() {
            if v.defined {
                return static_name(var);
            }
            self.variables.insert(var);
            return format!("((char *){})", &self.p.names[v.name]);
        }
        match self.frame.get(&var) {
            Some(offset) => format!("(frame + {offset})"),
            // Of an enclosing function, which stops before it gets here.
            None => "((char *)0)".into(),
        }
    }

    fn bit_field(&self, place: PlaceId) -> Option<BitField> {
        let Place::Field(base, index) = self.p.exprs.place(place) else {
            return None;
        };
        let fields = self.p.types.fields(self.p.exprs.place_ty(base));
        fields.get(index as usize)?.bits
    }

    fn load(&mut self, place: PlaceId) -> String {
        let ty = self.p.exprs.place_ty(place);
        let at = self.place(place);
        let Some(BitField { shift, width }) = self.bit_field(place) else {
            let stored = self.stored_type(ty);
            return format!("(*({stored} *){at})");
        };
        let wide = if self.is_wide(ty) { "_wide" } else { "" };
        let get = if self.is_signed(ty) { "signed" } else { "get" };
        let value = format!("rt{wide}_bits_{get}({at}, {shift}, {width})");
        format!("(({}){value})", self.c_type(ty))
    }

    fn store(&mut self, place: PlaceId, value: &str) -> String {
        let ty = self.p.exprs.place_ty(place);
        let at = self.place(place);
        match self.bit_field(place) {
            Some(BitField { shift, width }) => {
                let wide = if self.is_wide(ty) { "_wide" } else { "" };
                format!("rt{wide}_bits_set({at}, {shift}, {width}, {value});")
            }
            None => {
                let stored = self.stored_type(ty);
                format!("*({stored} *){at} = {value};")
            }
        }
    }

    // Expressions: fully parenthesised, of the C type of their own type.

    fn expr(&mut self, id: ExprId) -> String {
        let exprs = &self.p.exprs;
        let ty = exprs.ty(id);
        match exprs.get(id) {
            Expr::Int(value) => self.int(value, ty),
            Expr::Float(bits) => self.float(bits, ty),
            Expr::Zero => match self.held(ty) {
                Held::Scalar(name, _) => format!("(({name})0)"),
                _ => format!("(({}){{{{0}}}})", self.c_type(ty)),
            },
            Expr::Load(place) => self.load(place),
            Expr::Address(place) => self.place(place),
            Expr::Function(f) => format!("((char *){})", self.function_name(f)),
            Expr::Unary(op, a) => {
                let a = self.expr(a);
                if self.is_emulated(ty) {
                    let name = match op {
                        UnaryOp::Neg => "neg",
                        UnaryOp::Not => "not",
                    };
                    return format!("w_{name}({a})");
                }
                let sign = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::Not => "~",
                };
                format!("(({})({sign}{a}))", self.c_type(ty))
            }
            Expr::Binary(op, a, b) => self.binary(op, a, b, ty),
            Expr::Cast(a) => self.cast(a, ty),
            Expr::Query(_) | Expr::Logical(_) => {
                unreachable!("only weaving and annotations ask about memory")
            }
        }
    }

    fn int(&mut self, value: i128, ty: TypeId) -> String {
        let (high, low) = ((value >> 64) as u64, value as u64);
        if self.is_emulated(ty) {
            return format!("w_make({high}ull, {low}ull)");
        }
        let name = self.c_type(ty);
        if self.is_wide(ty) {
            return format!("(({name})((unsigned __int128){high}ull << 64 | {low}ull))");
        }
        match self.p.types.is_pointer(ty) {
            true => format!("(({name})(unsigned long){low}ull)"),
            false => format!("(({name}){low}ull)"),
        }
    }

    fn float(&mut self, bits: u128, ty: TypeId) -> String {
        let (high, low) = ((bits >> 64) as u64, bits as u64);
        match self.p.types.float_kind(ty) {
            Some(kind @ (FloatKind::LongDouble | FloatKind::Float64x | FloatKind::Float128)) => {
                format!("rt_{}({high}ull, {low}ull)", float_word(kind))
            }
            Some(kind) => format!("rt_{}({low}ull)", float_word(kind)),
            None => panic!("a floating constant of type {}", self.p.show(ty)),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) -> String {
        let operands = self.p.exprs.ty(a);
        let right = self.p.exprs.ty(b);
        let (x, mut y) = (self.expr(a), self.expr(b));
        if matches!(op, BinaryOp::PointerAdd | BinaryOp::PointerDiff) {
            let to = self.p.types.pointee(operands).expect("a pointer");
            let stride = self.p.types.stride_of(to.ty);
            let stride = stride.unwrap_or_else(|| panic!("no stride: {}", self.p.show(operands)));
            return match op {
                BinaryOp::PointerAdd => format!("({x} + (long){y} * {stride}l)"),
                _ => format!("(({})(({x} - {y}) / {stride}l))", self.c_type(ty)),
            };
        }
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        if shift && self.is_emulated(right) {
            y = format!("((int){y}.low)");
        }
        if self.is_emulated(operands) {
            let sign = if self.is_signed(operands) {
                "signed"
            } else {
                "unsigned"
            };
            return match op {
                BinaryOp::Add => format!("w_add({x}, {y})"),
                BinaryOp::Sub => format!("w_sub({x}, {y})"),
                BinaryOp::Mul => format!("w_mul({x}, {y})"),
                BinaryOp::Div => format!("w_div_{sign}({x}, {y})"),
                BinaryOp::Rem => format!("w_rem_{sign}({x}, {y})"),
                BinaryOp::Shl => format!("w_shl({x}, {y})"),
                BinaryOp::Shr => format!("w_shr_{sign}({x}, {y})"),
                BinaryOp::And => format!("w_and({x}, {y})"),
                BinaryOp::Or => format!("w_or({x}, {y})"),
                BinaryOp::Xor => format!("w_xor({x}, {y})"),
                BinaryOp::Eq => format!("w_eq({x}, {y})"),
                BinaryOp::Ne => format!("(!w_eq({x}, {y}))"),
                BinaryOp::Lt => format!("w_lt_{sign}({x}, {y})"),
                BinaryOp::Le => format!("(!w_lt_{sign}({y}, {x}))"),
                BinaryOp::PointerAdd | BinaryOp::PointerDiff => panic!("pointers are no integers"),
            };
        }
        if self.p.types.is_pointer(operands) {
            // As numbers, for gcc thinks it knows where objects lie.
            return format!(
                "((int)((unsigned long){x} {} (unsigned long){y}))",
                op.symbol()
            );
        }
        if !shift {
            assert_eq!(
                operands,
                right,
                "operands of one type: {x} {} {y}",
                op.symbol()
            );
        }
        format!("(({})({x} {} {y}))", self.c_type(ty), op.symbol())
    }

    fn cast(&mut self, a: ExprId, ty: TypeId) -> String {
        let from = self.p.exprs.ty(a);
        let x = self.expr(a);
        let name = self.c_type(ty);
        match (self.is_emulated(from), self.is_emulated(ty)) {
            (true, true) => x,
            (true, false) if self.p.types.int_kind(ty) == Some(IntKind::Bool) => {
                format!("(!w_eq({x}, w_make(0, 0)))")
            }
            (true, false) if self.p.types.bits(ty).is_some() => format!("(({name}){x}.low)"),
            (false, true) if self.p.types.bits(from).is_some() => match self.is_signed(from) {
                true => format!("w_signed({x})"),
                false => format!("w_unsigned((word){x})"),
            },
            (false, false) => match self.held(ty) {
                Held::Bytes(_) => x,
                _ => format!("(({name}){x})"),
            },
            _ => panic!("a conversion between 128-bit integers and floating types"),
        }
    }

    // Operations.

    fn assign(&mut self, to: PlaceId, value: ExprId) -> String {
        let ty = self.p.exprs.ty(value);
        if let Held::Bytes(size) = self.held(ty) {
            let at = self.place(to);
            let mut value = value;
            while let Expr::Cast(inner) = self.p.exprs.get(value) {
                value = inner;
            }
            return match self.p.exprs.get(value) {
                Expr::Load(from) => {
                    let from = self.place(from);
                    format!("__builtin_memmove({at}, {from}, {size});")
                }
                Expr::Zero => format!("__builtin_memset({at}, 0, {size});"),
                _ => panic!("an aggregate that is neither loaded nor zero"),
            };
        }
        let value = self.expr(value);
        self.store(to, &value)
    }

    fn call(&mut self, call: &Call) -> String {
        let (name, ty) = match call.callee {
            Callee::Direct(f) => (self.function_name(f), self.p.functions[f].ty),
            Callee::Indirect(pointer) => {
                let to = self.p.types.pointee(self.p.exprs.ty(pointer));
                (self.expr(pointer), to.expect("a pointer to a function").ty)
            }
        };
        let signature = self.p.types.signature_of(ty).expect("a function").clone();
        let arguments: Vec<_> = call.arguments.iter().map(|&a| self.expr(a)).collect();
        let types = call.arguments.iter().map(|&a| self.p.exprs.ty(a));
        let parameters = signature.parameters.iter().map(|t| t.ty);
        // An old-style call says by its arguments what it calls.
        let fits = signature.prototype
            && if signature.variadic {
                parameters.len() <= types.len()
            } else {
                parameters.eq(types)
            };
        let is_builtin = name.starts_with("__builtin_");
        let callee = match call.callee {
            Callee::Direct(_) if fits || is_builtin => name,
            Callee::Direct(_) | Callee::Indirect(_) => {
                let result = self.c_type(signature.result.ty);
                let parameters = if fits {
                    self.parameters(&signature)
                } else {
                    String::new()
                };
                format!("(({result} (*)({parameters})){name})")
            }
        };
        let value = format!("{callee}({})", arguments.join(", "));
        match call.result {
            Some(place) => self.store(place, &value),
            None => format!("{value};"),
        }
    }

    fn op(&mut self, op: &Op, signature: &Signature) -> String {
        match op {
            Op::Skip | Op::Exit { .. } => String::new(),
            Op::Assume { .. } => panic!("a branch beside another operation"),
            Op::Assign { to, value } => self.assign(*to, *value),
            Op::Havoc { place } => {
                let at = self.place(*place);
                match self.bit_field(*place) {
                    Some(BitField { shift, width }) => {
                        format!("rt_bits_set({at}, {shift}, {width}, 0xAAAAAAAAAAAAAAAAull);")
                    }
                    None => {
                        let size = self.size(self.p.exprs.place_ty(*place));
                        format!("__builtin_memset({at}, {POISON}, {size});")
                    }
                }
            }
            Op::Call(call) => self.call(call),
            Op::Return { value: Some(value) } => format!("return {};", self.expr(*value)),
            Op::Return { value: None } => match self.held(signature.result.ty) {
                Held::Void => "return;".into(),
                _ => {
                    let ty = self.c_type(signature.result.ty);
                    format!("{{ {ty} r; __builtin_memset(&r, {POISON}, sizeof r); return r; }}")
                }
            },
            Op::Alloc { to, size, storage } => {
                let allocate = match storage {
                    Storage::Frame => "__builtin_alloca",
                    // Storage of a scope is left behind.
                    Storage::Heap | Storage::Scope(_) => "__builtin_malloc",
                };
                let size = self.expr(*size);
                let store = self.store(*to, "block");
                let fill = format!("__builtin_memset(block, {POISON}, {size});");
                format!("{{ char *block = {allocate}({size}); {fill} {store} }}")
            }
            Op::Free { pointer } => format!("__builtin_free({});", self.expr(*pointer)),
            Op::Enter { variables } => {
                let mut text = String::new();
                for &var in variables {
                    let size = self.p.object_size(var).unwrap_or(0);
                    let at = self.variable(var);
                    write!(text, "__builtin_memset({at}, {POISON}, {size}); ").unwrap();
                }
                text
            }
            Op::VaStart { list } => {
                let last = signature.parameters.len() - 1;
                format!("__builtin_va_start({}, a{last});", self.va_list(*list))
            }
            Op::VaArg { to, list } => {
                let list = self.va_list(*list);
                let ty = self.c_type(self.p.exprs.place_ty(*to));
                self.store(*to, &format!("__builtin_va_arg({list}, {ty})"))
            }
            Op::VaCopy { to, from } => {
                format!(
                    "__builtin_va_copy({}, {});",
                    self.va_list(*to),
                    self.va_list(*from)
                )
            }
            Op::VaEnd { list } => format!("__builtin_va_end({});", self.va_list(*list)),
            Op::Unsupported { what } => format!("rt_stop({:?});", &self.p.names[*what]),
        }
    }

    fn va_list(&mut self, place: PlaceId) -> String {
        format!("(*(__builtin_va_list *){})", self.place(place))
    }

    // Functions.

    fn function_name(&mut self, f: FunctionId) -> String {
        let function = &self.p.functions[f];
        let name = &self.p.names[function.name];
        if function.body.is_some() {
            // Libraries do not get to see the program's own names.
            let ascii = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            return format!("f{}_{ascii}", f.index());
        }
        if name == "alloca" {
            // Not a library's: its storage belongs to the frame it is called in.
            return "__builtin_alloca".into();
        }
        self.functions.insert(f);
        name.to_owned()
    }

    fn parameters(&mut self, signature: &Signature) -> String {
        let types = signature.parameters.iter();
        let mut list: Vec<_> = types.map(|t| self.c_type(t.ty)).collect();
        if signature.variadic {
            list.push("...".into());
        } else if list.is_empty() {
            list.push("void".into());
        }
        list.join(", ")
    }

    /// The head of a function whose parameters are `a0`, `a1` and so on.
    fn head(&mut self, id: FunctionId, function: &Function) -> String {
        let signature = self.signature(function);
        let mut list = Vec::new();
        for (i, &var) in function.parameters.iter().enumerate() {
            list.push(format!("{} a{i}", self.c_type(self.p.vars[var].ty)));
        }
        if signature.variadic {
            list.push("...".into());
        } else if list.is_empty() {
            list.push("void".into());
        }
        let result = self.c_type(signature.result.ty);
        format!(
            "static {result} {}({})",
            self.function_name(id),
            list.join(", ")
        )
    }

    fn signature(&self, function: &Function) -> Signature {
        let signature = self.p.types.signature_of(function.ty);
        signature.expect("a function has a function type").clone()
    }

    fn function(&mut self, id: FunctionId, function: &Function) -> String {
        let mut text = format!("{} {{\n", self.head(id, function));
        self.frame.clear();
        let (mut size, mut align) = (0u64, 16);
        for &var in function.parameters.iter().chain(&function.locals) {
            let own = self.alignment(var);
            size = size.next_multiple_of(own);
            align = align.max(own);
            self.frame.insert(var, size);
            size += self.p.object_size(var).unwrap_or(0).max(1);
        }
        let bytes = size.max(1);
        writeln!(
            text,
            "char frame[{bytes}] __attribute__((aligned({align})));"
        )
        .unwrap();
        writeln!(text, "__builtin_memset(frame, {POISON}, {bytes});").unwrap();
        for (i, &var) in function.parameters.iter().enumerate() {
            let (ty, at) = (self.p.vars[var].ty, self.variable(var));
            writeln!(text, "*({} *){at} = a{i};", self.stored_type(ty)).unwrap();
        }
        let signature = self.signature(function);
        let cfa = function.body.as_ref().expect("the function is defined");
        for at in cfa.locations() {
            writeln!(text, "{}: ;", label(at)).unwrap();
            self.leaving(cfa.leaving(at), &signature, &mut text);
        }
        text.push_str("}\n\n");
        text
    }

    fn leaving(&mut self, edges: &[Edge], signature: &Signature, text: &mut String) {
        match edges {
            [] => text.push_str("rt_stop(\"nothing leads on\");\n"),
            [Edge { op, to, .. }] if !matches!(op, Op::Assume { .. }) => {
                let step = self.op(op, signature);
                writeln!(text, "{step} goto {};", label(*to)).unwrap();
            }
            _ => {
                for Edge { op, to, .. } in edges {
                    let Op::Assume { condition, taken } = op else {
                        panic!("several edges, and not all of them assume something");
                    };
                    let condition = self.expr(*condition);
                    writeln!(
                        text,
                        "if ({condition} == {}) goto {};",
                        *taken as i32,
                        label(*to)
                    )
                    .unwrap();
                }
                text.push_str("rt_stop(\"no branch is taken\");\n");
            }
        }
    }

    fn alignment(&self, var: VarId) -> u64 {
        let v = &self.p.vars[var];
        v.align
            .unwrap_or(1)
            .max(self.p.types.align_of(v.ty))
            .max(16)
    }

    // The file.

    fn initialisation(&mut self) -> String {
        let mut text = String::from("static void initialise(void) {\n");
        for (_, var) in self.p.vars.enumerate() {
            if let (true, Initial::Items(items)) = (var.kind.is_static(), &var.initial) {
                for &(place, value) in items {
                    let step = self.assign(place, value);
                    writeln!(text, "{step}").unwrap();
                }
            }
        }
        text.push_str("}\n\n");
        text
    }

    fn main(&mut self) -> String {
        let mut text =
            String::from("int main(int argc, char **argv, char **envp) {\ninitialise();\n");
        for id in self.p.constructors() {
            writeln!(text, "{}();", self.function_name(id)).unwrap();
        }
        let main = self.p.function_named("main").expect("a main function");
        let count = self.p.functions[main].parameters.len();
        let arguments = ["argc", "(char *)argv", "(char *)envp"][..count].join(", ");
        writeln!(
            text,
            "return {}({arguments});\n}}",
            self.function_name(main)
        )
        .unwrap();
        for (id, function) in self.p.functions.enumerate() {
            if function.destructor {
                let name = self.function_name(id);
                writeln!(
                    text,
                    "static void __attribute__((destructor)) end_{name}(void) {{ {name}(); }}"
                )
                .unwrap();
            }
        }
        text
    }

    /// All that stands before the functions.
    fn declarations(&mut self) -> String {
        let mut later = String::new();
        for (id, var) in self.p.vars.enumerate() {
            if !var.kind.is_static() || !var.defined {
                continue;
            }
            let size = self.p.object_size(id).unwrap_or(0).max(1);
            let (name, align) = (static_name(id), self.alignment(id));
            let value = match &var.initial {
                Initial::Bytes(bytes) if !bytes.is_empty() => {
                    let bytes: Vec<_> = bytes.iter().map(u8::to_string).collect();
                    format!(" = {{{}}}", bytes.join(","))
                }
                _ => String::new(),
            };
            writeln!(
                later,
                "static char {name}[{size}] __attribute__((aligned({align}))){value};"
            )
            .unwrap();
        }
        for var in std::mem::take(&mut self.variables) {
            let name = &self.p.names[self.p.vars[var].name];
            let thread = if self.p.vars[var].thread_local {
                "__thread "
            } else {
                ""
            };
            writeln!(later, "extern {thread}char {name}[];").unwrap();
        }
        for (id, function) in self.p.functions.enumerate() {
            if function.body.is_some() {
                writeln!(later, "{};", self.head(id, function)).unwrap();
            }
        }
        for f in std::mem::take(&mut self.functions) {
            self.library_function(f, &mut later);
        }
        let mut text = RUNTIME.to_owned();
        for size in &self.aggregates {
            writeln!(
                text,
                "struct bytes_{size} {{ char b[{size}]; }} __attribute__((may_alias));"
            )
            .unwrap();
        }
        text.push_str(&later);
        text
    }

    fn library_function(&mut self, f: FunctionId, text: &mut String) {
        let function = &self.p.functions[f];
        let name = &self.p.names[function.name];
        if name.starts_with("__builtin_") {
            return;
        }
        let signature = self.signature(function);
        let result = self.c_type(signature.result.ty);
        let parameters = if signature.prototype {
            self.parameters(&signature)
        } else {
            String::new()
        };
        let attributes = match name {
            "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => " __attribute__((returns_twice))",
            _ if function.weak => " __attribute__((weak))",
            _ => "",
        };
        writeln!(text, "extern {result} {name}({parameters}){attributes};").unwrap();
    }
}

fn static_name(var: VarId) -> String {
    format!("s{}", var.index())
}

fn label(at: Location) -> String {
    format!("L{}", at.index())
}

fn int_word(kind: IntKind) -> &'static str {
    use IntKind::*;
    match kind {
        Bool => "bool",
        Char => "char",
        SChar => "schar",
        UChar => "uchar",
        Short => "short",
        UShort => "ushort",
        Int => "int",
        UInt => "uint",
        Long => "long",
        ULong => "ulong",
        LongLong => "longlong",
        ULongLong => "ulonglong",
        Int128 => "int128",
        UInt128 => "uint128",
    }
}

fn float_word(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float16 => "float16",
        FloatKind::Float => "float",
        FloatKind::Float32 => "float32",
        FloatKind::Double => "double",
        FloatKind::Float32x => "float32x",
        FloatKind::Float64 => "float64",
        FloatKind::LongDouble => "longdouble",
        FloatKind::Float64x => "float64x",
        FloatKind::Float128 => "float128",
    }
}
