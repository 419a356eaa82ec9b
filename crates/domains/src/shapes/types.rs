//! Shape types: what kind of structure fields make up, recognised from what the program
//! does with them.
//!
//! A field by which a node leads to nodes of its own site makes a list; two such fields
//! of which one is set to lead back where the other came from make a doubly linked list
//! (or a tree with parents); several others make a tree, whose paths go by any of them;
//! a field that leads to other sites makes a list of lists. Of fields that the user
//! declares something about (`declare.rs`) nothing is recognised.

use super::declared::Declared;
use super::places::{FieldId, Named, Places, Root, SiteKind, Slot, resolve};
use engine::Cx;
use program::{BinaryOp, Cfa, Expr, ExprId, Op, Place, PlaceId, Program, VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What is known of the fields of a program.
#[derive(Default, Debug)]
pub struct Kinds {
    /// Fields that lead from a node to one of the same site.
    recursive: BTreeSet<FieldId>,
    /// Fields by which programs go from node to node.
    walked: BTreeSet<FieldId>,
    /// (f, g): where f leads, g leads back.
    inverse: BTreeSet<(FieldId, FieldId)>,
    /// Fields of one node.
    together: BTreeSet<(FieldId, FieldId)>,
    pub declared: Declared,
}

/// What an operation does with a field of what a pointer points to.
enum Access {
    /// `to = from->field`
    Load(Known, Known, Vec<FieldId>),
    /// `to->field = value`
    Store(Known, Vec<FieldId>, Known),
}

/// An object that a text names: what a variable or another place points into, or a
/// variable itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Behind(PlaceId),
    Variable(VarId),
}

impl Kinds {
    pub fn new(cx: &Cx<'_>, places: &Places) -> Kinds {
        let mut kinds = Kinds {
            declared: Declared::new(cx, places),
            ..Kinds::default()
        };
        for id in places.field_ids() {
            let field = places.field(id);
            let leads_back = field.sites.iter().any(|site| {
                let mut relations = field.relations.iter();
                relations.any(|r| r.targets.contains_key(site))
            });
            if leads_back {
                kinds.recursive.insert(id);
            }
            for other in places.field_ids() {
                let shares = field
                    .sites
                    .iter()
                    .any(|s| places.field(other).sites.contains(s));
                if shares && other != id {
                    kinds.together.insert((id, other));
                }
            }
        }
        for function in cx.program.functions.iter() {
            let Some(body) = &function.body else {
                continue;
            };
            let finder = Finder {
                program: cx.program,
                places,
                temporaries: temporaries(cx.program, body),
            };
            let edges = body.edges();
            let found: Vec<Access> = edges
                .filter_map(|(_, edge)| finder.access(&edge.op))
                .collect();
            kinds.learn(&found);
        }
        kinds
    }

    fn learn(&mut self, accesses: &[Access]) {
        for access in accesses {
            if let Access::Load(_, _, fields) = access {
                self.walked.extend(fields.iter().copied());
            }
            let Access::Store(back_from, back, back_to) = access else {
                continue;
            };
            // back_from->back = back_to, and there is a way from back_to to back_from.
            for other in accesses {
                let (from, there, to) = match other {
                    Access::Load(to, from, fields) => (from, fields, to),
                    Access::Store(from, fields, to) => (from, fields, to),
                };
                if (from, to) != (back_to, back_from) {
                    continue;
                }
                for &g in there {
                    for &h in back.iter().filter(|&&h| h != g) {
                        self.inverse.insert((g, h));
                        self.inverse.insert((h, g));
                    }
                }
            }
        }
    }

    /// The sets of fields whose paths are worth following.
    pub fn paths(&self, fields: &[FieldId]) -> Vec<Vec<FieldId>> {
        let is_declared = |f: &FieldId| self.declared.fields.contains(f);
        let open: Vec<FieldId> = fields.iter().copied().filter(|f| !is_declared(f)).collect();
        let mut groups = self.recognised(&open);
        for path in &self.declared.paths {
            let path = path.iter().copied().filter(|f| fields.contains(f));
            let path: Vec<FieldId> = path.collect();
            if !path.is_empty() && !groups.contains(&path) {
                groups.push(path);
            }
        }
        groups
    }

    /// Those that the program's accesses make.
    fn recognised(&self, fields: &[FieldId]) -> Vec<Vec<FieldId>> {
        let mut groups: Vec<Vec<FieldId>> = Vec::new();
        let recursive: Vec<FieldId> = fields
            .iter()
            .copied()
            .filter(|f| self.recursive.contains(f))
            .collect();
        for &field in &recursive {
            // Branches of a tree: fields of one node of which none leads back.
            let branches: Vec<FieldId> = recursive
                .iter()
                .copied()
                .filter(|&g| {
                    g == field
                        || self.together.contains(&(field, g))
                            && !self.inverse.contains(&(field, g))
                })
                .filter(|g| self.walked.contains(g))
                .collect();
            if !branches.is_empty() && !groups.contains(&branches) {
                groups.push(branches);
            }
        }
        let covered = |f: &FieldId| {
            let mut groups = groups.iter().flatten();
            groups.any(|g| g == f || self.inverse.contains(&(*g, *f)))
        };
        let all_covered = fields.iter().all(covered);
        let families = groups.iter().enumerate().any(|(i, group)| {
            groups[..i].iter().any(|other| {
                let mut pairs = group
                    .iter()
                    .flat_map(|g| other.iter().map(move |h| (*g, *h)));
                !pairs.any(|pair| self.inverse.contains(&pair))
            })
        });
        let all = fields.to_vec();
        if (!all_covered || families) && !groups.contains(&all) {
            groups.push(all);
        }
        groups
    }

    /// Do programs go by all of these fields?
    pub fn are_walked(&self, fields: &[FieldId]) -> bool {
        fields.iter().all(|f| self.walked.contains(f))
    }

    /// (f, g): where f leads, g is to lead back.
    pub fn inverses(&self, fields: &[FieldId]) -> Vec<(FieldId, FieldId)> {
        let has = |f: &FieldId| fields.contains(f);
        let is_open = |f: &FieldId| !self.declared.fields.contains(f);
        let recognised = self.inverse.iter();
        let recognised = recognised.filter(|(f, g)| is_open(f) && is_open(g));
        let pairs = recognised.chain(&self.declared.inverse).copied();
        pairs.filter(|(f, g)| has(f) && has(g)).collect()
    }
}

/// Temporaries that are set once, and what to.
type Temporaries = FxHashMap<VarId, ExprId>;

fn temporaries(program: &Program, body: &Cfa) -> Temporaries {
    let mut found = Temporaries::default();
    let mut again: FxHashSet<VarId> = FxHashSet::default();
    for (_, edge) in body.edges() {
        if let Op::Assign { to, value } = edge.op
            && let Place::Var(v) = program.exprs.place(to)
            && program.vars[v].kind == VarKind::Temporary
            && found.insert(v, value).is_some()
        {
            again.insert(v);
        }
    }
    found.retain(|v, _| !again.contains(v));
    found
}

/// What finds the accesses of a function.
struct Finder<'a> {
    program: &'a Program,
    places: &'a Places,
    temporaries: Temporaries,
}

impl Finder<'_> {
    fn access(&self, op: &Op) -> Option<Access> {
        let Op::Assign { to, value } = *op else {
            return None;
        };
        if let (Root::Pointer(pointer), offset) = resolve(self.program, to, &|_| None) {
            let fields = self.fields_of(pointer, offset)?;
            return Some(Access::Store(
                self.known(pointer)?,
                fields,
                self.known(value)?,
            ));
        }
        let Place::Var(_) = self.program.exprs.place(to) else {
            return None;
        };
        let place = loaded(self.program, value)?;
        if let (Root::Pointer(pointer), offset) = resolve(self.program, place, &|_| None) {
            let fields = self.fields_of(pointer, offset)?;
            return Some(Access::Load(
                Known::Behind(to),
                self.known(pointer)?,
                fields,
            ));
        }
        None
    }

    /// The fields of blocks that lie so many bytes behind a pointer's target.
    fn fields_of(&self, pointer: ExprId, offset: Option<i64>) -> Option<Vec<FieldId>> {
        let var = variable(self.program, pointer)?;
        let named = Named::Variable(Slot { var, level: 0 }, 0);
        let cell = self.places.find_cell(named)?;
        let mut found = Vec::new();
        for relation in &self.places.cell(cell).relations {
            for (&site, &at) in &relation.targets {
                let at = at.zip(offset).map(|(a, b)| a + b);
                if self.places.site(site).kind == SiteKind::Block {
                    found.extend(at.and_then(|at| self.places.field_at(at)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found).filter(|found| !found.is_empty())
    }

    /// The object that an expression points into.
    fn known(&self, mut expr: ExprId) -> Option<Known> {
        let program = self.program;
        // What temporaries stand for is read at once.
        for _ in 0..DEEPEST {
            match program.exprs.get(expr) {
                Expr::Cast(inner) => expr = inner,
                Expr::Binary(BinaryOp::PointerAdd, pointer, _) => expr = pointer,
                Expr::Address(place) => match resolve(program, place, &|_| None).0 {
                    Root::Variable(v) => return Some(Known::Variable(v)),
                    Root::Pointer(pointer) => expr = pointer,
                },
                Expr::Load(place) => match program.exprs.place(place) {
                    Place::Var(v) if self.temporaries.contains_key(&v) => {
                        expr = self.temporaries[&v];
                    }
                    _ => return Some(Known::Behind(place)),
                },
                _ => return None,
            }
        }
        None
    }
}

/// Steps from an expression to what it stands for.
const DEEPEST: usize = 8;

fn loaded(program: &Program, mut expr: ExprId) -> Option<program::PlaceId> {
    loop {
        match program.exprs.get(expr) {
            Expr::Cast(inner) => expr = inner,
            Expr::Load(place) => return Some(place),
            _ => return None,
        }
    }
}

/// The variable that an expression is the value of.
fn variable(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs.place(loaded(program, expr)?) {
        Place::Var(v) => Some(v),
        _ => None,
    }
}
