//! Shape types: what kind of structure fields make up, recognised from what the program
//! does with them.
//!
//! A field by which a node leads to nodes of its own site makes a list; two such fields
//! of which one is set to lead back where the other came from make a doubly linked list
//! (or a tree with parents); several others make a tree, whose paths go by any of them;
//! a field that leads to other sites makes a list of lists.

use super::places::{FieldId, Named, Places, Root, SiteKind, Slot, resolve};
use engine::Cx;
use program::{Expr, ExprId, Op, Place, Program, VarId};
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
}

/// What an operation does with a field of what a variable points to.
enum Access {
    /// `to = from->field`
    Load(VarId, VarId, Vec<FieldId>),
    /// `to->field = value`
    Store(VarId, Vec<FieldId>, VarId),
}

impl Kinds {
    pub fn new(cx: &Cx<'_>, places: &Places) -> Kinds {
        let mut kinds = Kinds::default();
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
            let edges = function.body.iter().flat_map(|b| b.edges());
            let found: Vec<Access> = edges
                .filter_map(|(_, edge)| access(cx.program, places, &edge.op))
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

    /// (f, g): where f leads, g is to lead back.
    pub fn inverses(&self, fields: &[FieldId]) -> Vec<(FieldId, FieldId)> {
        let has = |f: &FieldId| fields.contains(f);
        let pairs = self.inverse.iter().copied();
        pairs.filter(|(f, g)| has(f) && has(g)).collect()
    }
}

fn access(program: &Program, places: &Places, op: &Op) -> Option<Access> {
    let Op::Assign { to, value } = *op else {
        return None;
    };
    let nothing = |_: ExprId| None;
    let fields_of = |pointer: ExprId, offset: Option<i64>| {
        let var = variable(program, pointer)?;
        let cell = places.find_cell(Named::Variable(Slot { var, level: 0 }, 0))?;
        let mut found = Vec::new();
        for relation in &places.cell(cell).relations {
            for (&site, &at) in &relation.targets {
                let at = at.zip(offset).map(|(a, b)| a + b);
                if places.site(site).kind == SiteKind::Block {
                    found.extend(at.and_then(|at| places.field_at(at)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some((var, found)).filter(|(_, found)| !found.is_empty())
    };
    if let (Root::Pointer(pointer), offset) = resolve(program, to, &nothing) {
        let (base, fields) = fields_of(pointer, offset)?;
        return Some(Access::Store(base, fields, variable(program, value)?));
    }
    let Place::Var(to) = program.exprs.place(to) else {
        return None;
    };
    let place = loaded(program, value)?;
    if let (Root::Pointer(pointer), offset) = resolve(program, place, &nothing) {
        let (base, fields) = fields_of(pointer, offset)?;
        return Some(Access::Load(to, base, fields));
    }
    None
}

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
