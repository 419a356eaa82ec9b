//! Heap predicates in words: what they say of the object `v`, or of the state. One language
//! for what the tool prints and for what users write (`read.rs`):
//!
//! ```text
//! v==x                 the pointer x leads to v
//! v->next==y           v's link leads where y does
//! x->next==NULL
//! x points             there is an object to which x leads
//! next*(x, v)          v is reached from x
//! v->data==1, x->next->data==1
//! freed(v)
//! acyclic next
//! n > 0                a condition on numbers
//! ! & | ( )
//! ```

use super::conditions::Conditions;
use super::scope::{links, pointed};
use crate::shapes::class::{Names, NodePredicate, Symbols, U, V, W, binary, unary};
use crate::shapes::places::{CellId, FieldId};
use logic::FormulaId;
use logic::relational::{Formula, Variable};
use solver::Prover;

/// Something that is or leads to an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    It,
    Cell(CellId),
}

/// An object, or where one of its links leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct End {
    pub object: Object,
    pub field: Option<FieldId>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Predicate {
    Same(End, End),
    Null(End),
    Points(End),
    Reaches(Vec<FieldId>, End, Object),
    Acyclic(Vec<FieldId>),
    Data(End, NodePredicate),
    Freed(Object),
    Condition(FormulaId),
    Not(Box<Predicate>),
    And(Vec<Predicate>),
    Or(Vec<Predicate>),
}

impl From<CellId> for End {
    fn from(cell: CellId) -> End {
        End {
            object: Object::Cell(cell),
            field: None,
        }
    }
}

impl End {
    pub const IT: End = End {
        object: Object::It,
        field: None,
    };

    pub fn link_of(object: Object, field: FieldId) -> End {
        let field = Some(field);
        End { object, field }
    }
}

/// What formulae are made with.
pub struct Words<'a, 'n> {
    pub names: &'a Names<'n>,
    pub symbols: &'a mut Symbols,
    pub prover: &'a mut Prover,
    pub conditions: &'a mut Conditions,
}

/// Bound where an object is looked up whose link is followed.
const A: Variable = Variable(3);

impl Words<'_, '_> {
    /// The formula over V, or a closed one; None if it says nothing that is decided.
    pub fn formula(&mut self, predicate: &Predicate) -> Option<Formula> {
        let (names, symbols) = (self.names, &mut *self.symbols);
        Some(match predicate {
            Predicate::Same(a, b) => {
                let same = match (*a, *b) {
                    (End::IT, other) | (other, End::IT) => return Some(self.leads(other, V)),
                    (a, b) => [self.leads(a, U), self.leads(b, U)],
                };
                let nulls = [*a, *b].map(|end| self.null(end));
                let same = Formula::exists(U, Formula::and(same));
                Formula::or([same, Formula::and(nulls)])
            }
            Predicate::Null(end) => self.null(*end),
            Predicate::Points(End {
                object,
                field: None,
            }) => {
                let at = self.is(*object, V);
                Formula::exists(V, at)
            }
            Predicate::Points(End {
                object,
                field: Some(field),
            }) => {
                let leads = symbols.leads(names, *field);
                self.of(*object, &|at| unary(leads, at))
            }
            Predicate::Reaches(fields, from, to) => {
                let closure = symbols.closure(names, fields);
                match *from {
                    End::IT => self.of(*to, &|at| binary(closure, V, at)),
                    from => {
                        let first = self.leads(from, U);
                        let rest = match to {
                            Object::It => binary(closure, U, V),
                            Object::Cell(_) => {
                                let last = self.is(*to, W);
                                let both = Formula::and([last, binary(closure, U, W)]);
                                Formula::exists(W, both)
                            }
                        };
                        Formula::exists(U, Formula::and([first, rest]))
                    }
                }
            }
            Predicate::Acyclic(fields) => Formula::Nullary(symbols.acyclic(names, fields)),
            Predicate::Data(end, data) => {
                let p = symbols.data(names, *data);
                match end.field {
                    None => self.of(end.object, &|at| unary(p, at)),
                    Some(_) => {
                        let there = self.leads(*end, U);
                        Formula::exists(U, Formula::and([there, unary(p, U)]))
                    }
                }
            }
            Predicate::Freed(object) => {
                let p = symbols.freed();
                self.of(*object, &|at| unary(p, at))
            }
            Predicate::Condition(formula) => {
                let Words {
                    names,
                    symbols,
                    prover,
                    conditions,
                } = self;
                conditions.formula(names, symbols, prover, *formula)?
            }
            Predicate::Not(p) => Formula::not(self.formula(p)?),
            Predicate::And(parts) => Formula::and(self.formulae(parts)?),
            Predicate::Or(parts) => Formula::or(self.formulae(parts)?),
        })
    }

    fn formulae(&mut self, parts: &[Predicate]) -> Option<Vec<Formula>> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn is(&mut self, object: Object, at: Variable) -> Formula {
        match object {
            Object::It => Formula::equal(V, at),
            Object::Cell(cell) => pointed(self.names, self.symbols, cell, at),
        }
    }

    /// Something holds of an object, which is there.
    fn of(&mut self, object: Object, what: &dyn Fn(Variable) -> Formula) -> Formula {
        match object {
            Object::It => what(V),
            Object::Cell(_) => {
                let is = self.is(object, A);
                Formula::exists(A, Formula::and([is, what(A)]))
            }
        }
    }

    fn leads(&mut self, End { object, field }: End, to: Variable) -> Formula {
        let Some(field) = field else {
            return self.is(object, to);
        };
        let links = links(self.names, self.symbols, field);
        self.of(object, &|at| {
            Formula::or(links.iter().map(|&link| binary(link, at, to)))
        })
    }

    fn null(&mut self, End { object, field }: End) -> Formula {
        match (object, field) {
            (Object::It, None) => Formula::False,
            (Object::Cell(cell), None) => Formula::Nullary(self.symbols.null(self.names, cell)),
            (object, Some(field)) => {
                let null = self.symbols.null_link(self.names, field);
                self.of(object, &|at| unary(null, at))
            }
        }
    }
}

impl Predicate {
    /// Calls `each` with all parts that have none.
    pub fn atoms<'a>(&'a self, each: &mut dyn FnMut(&'a Predicate)) {
        match self {
            Predicate::Not(p) => p.atoms(each),
            Predicate::And(parts) | Predicate::Or(parts) => {
                parts.iter().for_each(|part| part.atoms(each));
            }
            Predicate::Same(..)
            | Predicate::Null(_)
            | Predicate::Points(_)
            | Predicate::Reaches(..)
            | Predicate::Acyclic(_)
            | Predicate::Data(..)
            | Predicate::Freed(_)
            | Predicate::Condition(_) => each(self),
        }
    }

    fn objects(&self) -> Vec<Object> {
        let mut found = Vec::new();
        self.atoms(&mut |atom| match atom {
            Predicate::Same(a, b) => found.extend([a.object, b.object]),
            Predicate::Null(end) | Predicate::Points(end) | Predicate::Data(end, _) => {
                found.push(end.object);
            }
            Predicate::Reaches(_, from, to) => found.extend([from.object, *to]),
            Predicate::Freed(object) => found.push(*object),
            _ => {}
        });
        found
    }

    pub fn cells(&self) -> Vec<CellId> {
        let cell = |object| match object {
            Object::Cell(cell) => Some(cell),
            Object::It => None,
        };
        self.objects().into_iter().filter_map(cell).collect()
    }

    pub fn data(&self) -> Vec<NodePredicate> {
        let mut found = Vec::new();
        self.atoms(&mut |atom| {
            if let Predicate::Data(_, data) = atom {
                found.push(*data);
            }
        });
        found
    }

    pub fn conditions(&self) -> Vec<FormulaId> {
        let mut found = Vec::new();
        self.atoms(&mut |atom| {
            if let Predicate::Condition(formula) = atom {
                found.push(*formula);
            }
        });
        found
    }

    pub fn text(&self, names: &Names<'_>) -> String {
        let object = |object: &Object| match object {
            Object::It => "v".to_owned(),
            Object::Cell(cell) => names.cell(*cell),
        };
        let end = |end: &End| match end.field {
            None => object(&end.object),
            Some(field) => format!("{}->{}", object(&end.object), names.field(field)),
        };
        let list = |parts: &[Predicate], between: &str| {
            let texts: Vec<String> = parts.iter().map(|part| part.inner(names)).collect();
            texts.join(between)
        };
        match self {
            Predicate::Same(a, b) => format!("{}=={}", end(a), end(b)),
            Predicate::Null(a) => format!("{}==NULL", end(a)),
            Predicate::Points(a) => format!("{} points", end(a)),
            Predicate::Reaches(fields, from, to) => {
                format!("{}*({}, {})", names.fields(fields), end(from), object(to))
            }
            Predicate::Acyclic(fields) => format!("acyclic {}", names.fields(fields)),
            Predicate::Data(of, data) => format!("{}->{}", end(of), names.data(*data)),
            Predicate::Freed(of) => format!("freed({})", object(of)),
            Predicate::Condition(formula) => names.condition(*formula),
            Predicate::Not(p) => format!("!({})", p.text(names)),
            Predicate::And(parts) => list(parts, " & "),
            Predicate::Or(parts) => list(parts, " | "),
        }
    }

    /// As a part of others.
    fn inner(&self, names: &Names<'_>) -> String {
        match self {
            Predicate::And(_) | Predicate::Or(_) => format!("({})", self.text(names)),
            _ => self.text(names),
        }
    }
}
