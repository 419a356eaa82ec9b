//! Vocabularies of lists and trees, their heaps and their statements, and the meaning of
//! statements on two-valued structures, by the plain evaluator.
#![allow(dead_code)] // each test file uses its part

use logic::relational::{Formula, PredicateId, Signatures, Variable, Variables};
use structures::*;

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// How many rounds a campaign has.
pub fn rounds(usual: u64) -> u64 {
    std::env::var("CONCORD_STRUCTURES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(usual)
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    Single,
    Double,
    Tree,
}

pub struct Template {
    pub kind: Kind,
    pub signatures: Signatures,
    pub names: Variables,
    pub variables: Vec<String>,
    pub links: Vec<&'static str>,
    pub vocabulary: Vocabulary,
    /// Name, parameters, definition; in order.
    pub definitions: Vec<(PredicateId, Vec<Variable>, Formula)>,
}

const ABSTRACTION: Traits = Traits {
    abstraction: true,
    unique: false,
};
const UNIQUE: Traits = Traits {
    abstraction: true,
    unique: true,
};
const LINK: Traits = Traits {
    abstraction: false,
    unique: true,
};
const PLAIN: Traits = Traits {
    abstraction: false,
    unique: false,
};

impl Template {
    /// Signatures are the same for all sets of variables among these.
    pub fn new(kind: Kind, variables: &[&str]) -> Template {
        let mut signatures = Signatures::new();
        let mut names = Variables::new();
        let mut b = VocabularyBuilder::new();
        let links: Vec<&'static str> = match kind {
            Kind::Single => vec!["n"],
            Kind::Double => vec!["n", "p"],
            Kind::Tree => vec!["l", "r"],
        };
        for (name, arity) in [
            ("new", 1),
            ("lost", 0),
            ("n", 2),
            ("p", 2),
            ("l", 2),
            ("r", 2),
            ("t", 2),
        ] {
            signatures.intern(name, arity);
        }
        for name in ["w", "x", "y", "z"] {
            signatures.intern(name, 1);
            signatures.intern(&format!("r_{name}"), 1);
        }
        b.core(signatures.intern("new", 1), 1, PLAIN);
        b.core(signatures.intern("lost", 0), 0, PLAIN);
        for x in variables {
            b.core(signatures.intern(x, 1), 1, UNIQUE);
        }
        for link in &links {
            b.core(signatures.intern(link, 2), 2, LINK);
        }
        let mut texts: Vec<(String, &[&str], String, Traits)> = Vec::new();
        let step = if kind == Kind::Tree { "(l | r)" } else { "n" };
        texts.push(("t".into(), &["v", "u"], format!("{step}*(v, u)"), PLAIN));
        for x in variables {
            texts.push((
                format!("r_{x}"),
                &["v"],
                format!("exists u. {x}(u) & t(u, v)"),
                ABSTRACTION,
            ));
        }
        match kind {
            Kind::Single => {
                texts.push((
                    "is".into(),
                    &["v"],
                    "exists a, b. n(a, v) & n(b, v) & a != b".into(),
                    ABSTRACTION,
                ));
                texts.push((
                    "c".into(),
                    &["v"],
                    "exists u. n(v, u) & t(u, v)".into(),
                    ABSTRACTION,
                ));
            }
            Kind::Double => {
                texts.push((
                    "c".into(),
                    &["v"],
                    "exists u. n(v, u) & t(u, v)".into(),
                    ABSTRACTION,
                ));
                texts.push((
                    "is".into(),
                    &["v"],
                    "exists a, b. n(a, v) & n(b, v) & a != b".into(),
                    ABSTRACTION,
                ));
                texts.push((
                    "fb".into(),
                    &["v"],
                    "forall u. n(v, u) -> p(u, v)".into(),
                    ABSTRACTION,
                ));
                let other = "forall u. p(v, u) -> u != v".into();
                texts.push(("po".into(), &["v"], other, PLAIN));
                texts.push((
                    "bf".into(),
                    &["v"],
                    "exists u. p(v, u) & n(u, v)".into(),
                    ABSTRACTION,
                ));
            }
            Kind::Tree => {
                let shared = "(exists a, b. l(a, v) & l(b, v) & a != b) | (exists a, b. r(a, v) & r(b, v) & a != b) \
                              | (exists a, b. l(a, v) & r(b, v))";
                texts.push(("is".into(), &["v"], shared.into(), ABSTRACTION));
                texts.push((
                    "c".into(),
                    &["v"],
                    "exists u. (l(v, u) | r(v, u)) & t(u, v)".into(),
                    ABSTRACTION,
                ));
                // Speaks of the diagonal only.
                texts.push(("own".into(), &["v"], "l(v, v)".into(), PLAIN));
            }
        }
        let mut definitions = Vec::new();
        for (name, parameters, text, traits) in texts {
            let id = signatures.intern(&name, parameters.len() as u8);
            let f = Formula::parse(&text, &signatures, &mut names).expect("a template's formula");
            let parameters: Vec<Variable> = parameters
                .iter()
                .map(|p| names.intern(p).expect("a name"))
                .collect();
            b.instrumentation(id, &parameters, f.clone(), traits);
            definitions.push((id, parameters, f));
        }
        let variables = variables.iter().map(|x| x.to_string()).collect();
        Template {
            kind,
            signatures,
            names,
            variables,
            links,
            vocabulary: b.finish(),
            definitions,
        }
    }

    pub fn id(&self, name: &str) -> PredicateId {
        self.signatures
            .find(name)
            .unwrap_or_else(|| panic!("no predicate {name}"))
    }

    pub fn formula(&self, text: &str) -> Formula {
        Formula::parse(text, &self.signatures, &mut self.names.clone()).expect("a test's formula")
    }

    pub fn variable(&self, name: &str) -> Variable {
        self.names.clone().intern(name).expect("a name")
    }

    /// Gives instrumentation predicates the values of their definitions.
    pub fn define(&self, s: &mut Structure) {
        let v = &self.vocabulary;
        for (p, parameters, f) in &self.definitions {
            for a in 0..s.node_count() {
                match parameters[..] {
                    [x] => {
                        let value = s.evaluate(v, f, &[(x, a)]);
                        s.set_unary(v, *p, a, value);
                    }
                    [x, y] => {
                        for b in 0..s.node_count() {
                            let value = s.evaluate(v, f, &[(x, a), (y, b)]);
                            s.set_binary(v, *p, a, b, value);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    pub fn random_heap(&self, random: &mut Random) -> Structure {
        let v = &self.vocabulary;
        let mut s = Structure::empty(v);
        let size = random.below(7);
        (0..size).for_each(|_| {
            s.add_node();
        });
        if size > 0 {
            let order = random.chance(60);
            for x in &self.variables {
                if random.chance(75) {
                    s.set_unary(v, self.id(x), random.below(size), Kleene::True);
                }
            }
            for a in 0..size {
                for link in &self.links {
                    // Mostly lists and trees that are none too wild.
                    let b = match (order, *link) {
                        (true, "n") => a + 1,
                        (true, "p") => a.wrapping_sub(1),
                        (true, "l") => 2 * a + 1,
                        (true, "r") => 2 * a + 2,
                        _ => random.below(size + size / 2),
                    };
                    let b = if random.chance(8) {
                        random.below(size)
                    } else {
                        b
                    };
                    if b < size && !random.chance(8) {
                        s.set_binary(v, self.id(link), a, b, Kleene::True);
                    }
                }
            }
        }
        self.define(&mut s);
        s
    }

    pub fn update(&self, predicate: &str, parameters: &[&str], text: &str) -> Update {
        Update {
            predicate: self.id(predicate),
            parameters: parameters.iter().map(|p| self.variable(p)).collect(),
            formula: self.formula(text),
        }
    }

    fn exists(&self, x: &str) -> Option<Formula> {
        Some(self.formula(&format!("exists v. {x}(v)")))
    }

    /// A statement in C's words: `x = y->n`, `x->n = y`, `x = null`, `x = y`, `x = new`,
    /// `free x`, `chain x y`, `x == y`, `x != y`, `x == null`, `x != null`, `collect`.
    pub fn action(&self, text: &str) -> Action {
        let words: Vec<&str> = text
            .split([' ', '-', '>'])
            .filter(|w| !w.is_empty())
            .collect();
        let arrow = text.find("->");
        let equals = text.find(" = ");
        let mut action = Action::default();
        match (&words[..], arrow, equals) {
            (["collect"], ..) => {
                let garbage = self
                    .variables
                    .iter()
                    .map(|x| format!("!r_{x}(v)"))
                    .collect::<Vec<_>>()
                    .join(" & ");
                action.collect = Some(Collect {
                    variable: self.variable("v"),
                    garbage: self.formula(&garbage),
                    note: Some((self.id("lost"), self.formula("exists u. n(v, u)"))),
                });
            }
            // Two edges at once, one after the other.
            (["chain", x, y], ..) => {
                let n = self.links[0];
                let text = format!(
                    "({n}(v, u) & !{x}(v) & !{y}(v)) | ({x}(v) & !{y}(v) & {y}(u))  \
                     | ({y}(v) & new(u))"
                );
                action.fresh = Some(self.id("new"));
                action.focus = vec![Focus::Unary(self.id(x)), Focus::Unary(self.id(y))];
                action.updates = vec![self.update(n, &["v", "u"], &text)];
            }
            (["free", x], ..) => {
                action.focus = vec![Focus::Unary(self.id(x))];
                action.require = self.exists(x);
                for y in &self.variables {
                    action
                        .updates
                        .push(self.update(y, &["v"], &format!("{y}(v) & !{x}(v)")));
                }
                for n in &self.links {
                    let text = format!("{n}(v, u) & !{x}(v) & !{x}(u)");
                    action.updates.push(self.update(n, &["v", "u"], &text));
                }
            }
            ([x, "=", y, n], Some(at), Some(eq)) if at > eq => {
                action.focus = vec![Focus::Image {
                    of: self.id(y),
                    through: self.id(n),
                }];
                action.require = self.exists(y);
                action.updates =
                    vec![self.update(x, &["v"], &format!("exists u. {y}(u) & {n}(u, v)"))];
            }
            ([x, n, "=", y], Some(_), Some(_)) => {
                action.focus = vec![Focus::Unary(self.id(x))];
                action.require = self.exists(x);
                let text = match *y {
                    "null" => format!("{n}(v, u) & !{x}(v)"),
                    y => format!("({n}(v, u) & !{x}(v)) | ({x}(v) & {y}(u))"),
                };
                action.updates = vec![self.update(n, &["v", "u"], &text)];
            }
            ([x, "=", "null"], None, _) => action.updates = vec![self.update(x, &["v"], "0")],
            ([x, "=", "new"], None, _) => {
                action.fresh = Some(self.id("new"));
                action.updates = vec![self.update(x, &["v"], "new(v)")];
            }
            ([x, "=", y], None, _) => {
                action.updates = vec![self.update(x, &["v"], &format!("{y}(v)"))]
            }
            ([x, relation, y], None, None) => {
                let equal = match *y {
                    "null" => format!("!(exists v. {x}(v))"),
                    y => format!("forall v. ({x}(v) -> {y}(v)) & ({y}(v) -> {x}(v))"),
                };
                action.focus = vec![Focus::Unary(self.id(x))];
                if *y != "null" {
                    action.focus.push(Focus::Unary(self.id(y)));
                }
                let equal = self.formula(&equal);
                action.require = Some(if *relation == "==" {
                    equal
                } else {
                    Formula::not(equal)
                });
            }
            _ => panic!("no statement: {text}"),
        }
        action
    }

    pub fn random_statement(&self, random: &mut Random) -> String {
        let x = &self.variables[random.below(self.variables.len())];
        let y = &self.variables[random.below(self.variables.len())];
        let n = self.links[random.below(self.links.len())];
        match random.below(15) {
            14 => format!("chain {x} {y}"),
            0 => format!("{x} = {y}"),
            1..=3 => format!("{x} = {y}->{n}"),
            4..=6 => format!("{x}->{n} = {y}"),
            7 => format!("{x}->{n} = null"),
            8 => format!("{x} = new"),
            9 => format!("{x} = null"),
            10 => format!("free {x}"),
            11 => format!("{x} {} {y}", ["==", "!="][random.below(2)]),
            12 => format!("{x} {} null", ["==", "!="][random.below(2)]),
            _ if self.kind != Kind::Tree => "collect".to_owned(),
            _ => format!("{x} = {y}->{n}"),
        }
    }

    /// The two-valued heaps after an action: garbage may stay or go, each on its own.
    pub fn successors(&self, heap: &Structure, action: &Action, to: &Template) -> Vec<Structure> {
        let v = &self.vocabulary;
        if let Some(f) = &action.require
            && heap.evaluate(v, f, &[]) == Kleene::False
        {
            return vec![];
        }
        let mut old = heap.clone();
        if action.fresh.is_some() {
            let node = old.add_node();
            self.define(&mut old);
            old.set_unary(v, self.id("new"), node, Kleene::True);
        }
        let w = &to.vocabulary;
        let mut new = Structure::empty(w);
        (0..old.node_count()).for_each(|_| {
            new.add_node();
        });
        for p in w.predicates() {
            let defined = to.definitions.iter().any(|(q, ..)| *q == p);
            if defined || v.arity(p).is_none() {
                continue;
            }
            let update = action.updates.iter().find(|u| u.predicate == p);
            if Some(p) == action.fresh && update.is_none() {
                continue;
            }
            match w.arity(p) {
                Some(0) => new.set_nullary(w, p, old.nullary(v, p)),
                Some(1) => {
                    for a in 0..old.node_count() {
                        let value = match update {
                            Some(u) => old.evaluate(v, &u.formula, &[(u.parameters[0], a)]),
                            None => old.unary(v, p, a),
                        };
                        new.set_unary(w, p, a, value);
                    }
                }
                _ => {
                    for a in 0..old.node_count() {
                        for b in 0..old.node_count() {
                            let value = match update {
                                Some(u) => old.evaluate(
                                    v,
                                    &u.formula,
                                    &[(u.parameters[0], a), (u.parameters[1], b)],
                                ),
                                None => old.binary(v, p, a, b),
                            };
                            new.set_binary(w, p, a, b, value);
                        }
                    }
                }
            }
        }
        to.define(&mut new);
        let Some(collect) = &action.collect else {
            return vec![new];
        };
        let garbage: Vec<usize> = (0..new.node_count())
            .filter(|n| {
                new.evaluate(w, &collect.garbage, &[(collect.variable, *n)]) == Kleene::True
            })
            .collect();
        (0..1u32 << garbage.len())
            .map(|subset| {
                let gone = |n: &usize| {
                    garbage
                        .iter()
                        .position(|g| g == n)
                        .is_some_and(|i| subset >> i & 1 != 0)
                };
                to.without(&new, &gone, collect)
            })
            .collect()
    }

    fn without(
        &self,
        s: &Structure,
        gone: &dyn Fn(&usize) -> bool,
        collect: &Collect,
    ) -> Structure {
        let v = &self.vocabulary;
        let left: Vec<usize> = (0..s.node_count()).filter(|n| !gone(n)).collect();
        let mut new = Structure::empty(v);
        left.iter().for_each(|_| {
            new.add_node();
        });
        for p in v.predicates() {
            match v.arity(p) {
                Some(0) => new.set_nullary(v, p, s.nullary(v, p)),
                Some(1) => left
                    .iter()
                    .enumerate()
                    .for_each(|(i, a)| new.set_unary(v, p, i, s.unary(v, p, *a))),
                _ => {
                    for (i, a) in left.iter().enumerate() {
                        for (j, b) in left.iter().enumerate() {
                            new.set_binary(v, p, i, j, s.binary(v, p, *a, *b));
                        }
                    }
                }
            }
        }
        if let Some((p, f)) = &collect.note {
            let noted = (0..s.node_count())
                .filter(gone)
                .any(|n| s.evaluate(v, f, &[(collect.variable, n)]) == Kleene::True);
            if noted {
                new.set_nullary(v, *p, Kleene::True);
            }
        }
        self.define(&mut new);
        new
    }

    /// Some values become unknown; then the canonical abstraction.
    pub fn blur(&self, s: &Structure, random: &mut Random) -> Structure {
        let v = &self.vocabulary;
        let mut s = s.clone();
        let percent = [0, 0, 5, 20, 50][random.below(5)];
        for p in v.predicates() {
            let all = random.chance(percent / 3);
            for a in 0..s.node_count() {
                match v.arity(p) {
                    Some(1) if all || random.chance(percent) => {
                        s.set_unary(v, p, a, Kleene::Unknown)
                    }
                    Some(2) => {
                        for b in 0..s.node_count() {
                            if all || random.chance(percent) {
                                s.set_binary(v, p, a, b, Kleene::Unknown);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        s.canonical(v)
    }

    pub fn show(&self, s: &Structure) -> String {
        use std::fmt::Write;
        let v = &self.vocabulary;
        let mut out = String::new();
        let mark = |k: Kleene| match k {
            Kleene::False => None,
            Kleene::Unknown => Some("?"),
            Kleene::True => Some(""),
        };
        for p in v.predicates().filter(|p| v.arity(*p) == Some(0)) {
            if let Some(m) = mark(s.nullary(v, p)) {
                let _ = writeln!(out, "{}{m}", self.signatures.name(p));
            }
        }
        for a in 0..s.node_count() {
            let _ = write!(out, "{a}{}:", if s.is_summary(a) { "+" } else { "" });
            for p in v.predicates() {
                let name = self.signatures.name(p);
                match v.arity(p) {
                    Some(1) => {
                        if let Some(m) = mark(s.unary(v, p, a)) {
                            let _ = write!(out, " {name}{m}");
                        }
                    }
                    Some(2) => {
                        for b in 0..s.node_count() {
                            if let Some(m) = mark(s.binary(v, p, a, b)) {
                                let _ = write!(out, " {name}{m}->{b}");
                            }
                        }
                    }
                    _ => {}
                }
            }
            out.push('\n');
        }
        out
    }
}
