//! A small program built by hand, for tests of what is printed.

use program::{
    BinaryOp, Call, Callee, CfaBuilder, Fold, Function, Initial, Linkage, Op, Program, QualType,
    Signature, Span, TypeId, Var, VarId, VarKind,
};

struct Sample {
    program: Program,
}

impl Sample {
    fn var(&mut self, name: &str, ty: TypeId, kind: VarKind, initial: Initial) -> VarId {
        let name = self.program.names.intern(name);
        self.program.vars.push(Var {
            name,
            ty,
            declared: QualType::plain(ty),
            kind,
            function: None,
            initial,
            extra_bytes: 0,
            align: None,
            thread_local: false,
            defined: true,
            addressed: false,
            weak: false,
            shadow: 0,
            ghost: false,
            span: Span::NONE,
        })
    }

    fn function(&mut self, name: &str, result: TypeId, parameters: &[VarId]) -> Function {
        let p = &mut self.program;
        let types = parameters.iter().map(|&v| p.vars[v].declared).collect();
        let ty = p.types.function(Signature {
            result: QualType::plain(result),
            parameters: types,
            variadic: false,
            prototype: true,
        });
        Function {
            name: p.names.intern(name),
            ty,
            declared: ty,
            linkage: Linkage::External,
            parameters: parameters.to_vec(),
            locals: Vec::new(),
            body: None,
            no_return: false,
            weak: false,
            constructor: None,
            destructor: false,
            span: Span::NONE,
        }
    }
}

/// ```c
/// extern int limit; static int table[2] = {0, 7}; void put(char *);
/// int count(int n) { while (n < limit) { again: put("a\"b"); n = n + 1; } return n; }
/// ```
pub fn program() -> Program {
    let mut s = Sample {
        program: Program::new(Default::default()),
    };
    let text = "int count(int n) {\n  while (n < limit) {\n    again: put(\"a\\\"b\");\n    \
                n = n + 1;\n  }\n  return n;\n}\n";
    let sources = &mut s.program.sources;
    sources.add("count.c".into(), text.into()).unwrap();
    let at = |what: &str| {
        let lo = 1 + text.find(what).expect("the sample contains it") as u32;
        Span::new(lo, lo + what.len() as u32)
    };
    let common = s.program.types.common;
    let (int, char) = (common.int, common.char);

    let global = VarKind::Global(Linkage::External);
    let limit = s.var("limit", int, global, Initial::Indeterminate);
    s.program.vars[limit].defined = false;
    let array = s.program.types.array_of(QualType::plain(int), 2);
    let table = s.var(
        "table",
        array,
        VarKind::Global(Linkage::Internal),
        Initial::Zero,
    );
    let string = s.program.types.array_of(QualType::plain(char), 4);
    let bytes = Initial::Bytes(b"a\"b\0"[..].into());
    let literal = s.var("str.0", string, VarKind::Literal, bytes);
    let n = s.var("n", int, VarKind::Parameter, Initial::Indeterminate);
    let text_parameter = s.var("", common.char_ptr, VarKind::Parameter, Initial::Zero);

    let put = s.function("put", common.void, &[text_parameter]);
    let put = s.program.functions.push(put);
    let mut count = s.function("count", int, &[n]);
    count.span = at("count");
    let (again, p) = (s.program.names.intern("again"), &mut s.program);

    let (one, seven) = (p.exprs.int(&p.types, 1, int), p.exprs.int(&p.types, 7, int));
    let index = p.exprs.int(&p.types, 1, common.ptrdiff);
    let table_place = p.exprs.var(table, array);
    let element = program::Place::Index(table_place, index);
    let element = p.exprs.intern_place(element, int);
    p.vars[table].initial = Initial::Items(Box::new([(element, seven)]));

    let n_place = p.exprs.var(n, int);
    let limit_place = p.exprs.var(limit, int);
    let (n_value, limit_value) = (p.exprs.load(n_place), p.exprs.load(limit_place));
    let mut binary = |op, a, b| p.exprs.binary(&p.types, op, a, b, int, Fold::Exact);
    let condition = binary(BinaryOp::Lt, n_value, limit_value);
    let next = binary(BinaryOp::Add, n_value, one);
    let literal_place = p.exprs.var(literal, string);
    let zero = p.exprs.int(&p.types, 0, common.ptrdiff);
    let first = program::Place::Index(literal_place, zero);
    let first = p.exprs.intern_place(first, char);
    let address = p.exprs.address(first, common.char_ptr);

    let mut b = CfaBuilder::new();
    let l: Vec<_> = (0..5).map(|_| b.location()).collect();
    let assume = |taken| Op::Assume { condition, taken };
    b.edge(l[0], l[1], assume(true), at("n < limit"));
    b.edge(l[0], l[3], assume(false), at("n < limit"));
    b.label(l[1], again);
    let call = Call {
        callee: Callee::Direct(put),
        arguments: Box::new([address]),
        result: None,
    };
    b.edge(l[1], l[2], Op::Call(Box::new(call)), at("put"));
    let step = Op::Assign {
        to: n_place,
        value: next,
    };
    b.edge(l[2], l[0], step, at("n = n + 1"));
    let value = Some(n_value);
    b.edge(l[3], l[4], Op::Return { value }, at("return"));
    count.body = Some(b.finish(l[0], l[4]));
    p.functions.push(count);
    s.program
}
