//! Structures as pictures, in the convention of seed 003 (Fig. 2.1): a box for a node,
//! double for a summary node, an arrow for what holds, and a doubtful one for ½.

use super::class::{Class, Meaning, Names, Symbols, Word};
use super::places::{Relation, SiteId, SiteKind};
use super::{Shapes, State};
use engine::{Arrow, Cx, Picture, PictureNode, Remark};
use structures::{Kleene, Structure};

impl Shapes {
    /// The structures of a state; with `all`, instrumentation predicates as well.
    pub(super) fn draw(&self, cx: &Cx<'_>, state: &State, all: bool) -> Vec<Picture> {
        let inner = self.inner.borrow();
        let class = &inner.classes[state.class as usize];
        if class.is_trivial() {
            return Vec::new();
        }
        let artist = Artist {
            names: &self.names(cx),
            symbols: &inner.symbols,
            class,
            all,
        };
        let shapes = state.shapes.iter();
        let structures = shapes.map(|&s| &inner.structures[s as usize]);
        structures.map(|s| artist.picture(s)).collect()
    }
}

struct Artist<'a> {
    names: &'a Names<'a>,
    symbols: &'a Symbols,
    class: &'a Class,
    all: bool,
}

impl Artist<'_> {
    fn picture(&self, structure: &Structure) -> Picture {
        let vocabulary = &self.class.vocabulary;
        let nodes = 0..structure.node_count();
        let sites: Vec<Option<SiteId>> = nodes.clone().map(|n| self.site(structure, n)).collect();
        let mut picture = Picture {
            nodes: nodes
                .clone()
                .map(|n| PictureNode {
                    origin: sites[n].map_or(String::new(), |site| self.origin(site)),
                    remarks: Vec::new(),
                    summary: structure.is_summary(n),
                })
                .collect(),
            ..Picture::default()
        };
        for p in vocabulary.predicates() {
            let Some(meaning) = self.symbols.meaning(p) else {
                continue;
            };
            if meaning.is_derived() && !self.all {
                continue;
            }
            let name = self.names.predicate(meaning).replace("==", " = ");
            let name = name.trim_start_matches("->");
            match meaning {
                Meaning::Site(_) | Meaning::Word(Word::Together | Word::Unseen) => {}
                Meaning::Null(_)
                | Meaning::Acyclic(_)
                | Meaning::Condition(_)
                | Meaning::Word(Word::Lost) => {
                    let value = structure.nullary(vocabulary, p);
                    picture.remarks.extend(remark(name, value));
                }
                Meaning::Points(cell, number) => {
                    let relations = &self.names.places.cell(*cell).relations;
                    for n in nodes.clone() {
                        let value = structure.unary(vocabulary, p, n);
                        let name = at(&self.names.cell(*cell), relations, *number, sites[n]);
                        let pointer = remark(&name, value).map(|name| (name, n));
                        picture.pointers.extend(pointer);
                    }
                }
                Meaning::NullLink(_)
                | Meaning::ValidLink(_)
                | Meaning::Leads(_)
                | Meaning::Data(_)
                | Meaning::Word(Word::Freed | Word::Escaped | Word::Fresh | Word::First)
                | Meaning::Reached(..)
                | Meaning::Behind(..)
                | Meaning::ReachedBehind(..)
                | Meaning::Shared(_)
                | Meaning::Cyclic(_)
                | Meaning::Inverse(..) => {
                    for n in nodes.clone() {
                        let value = structure.unary(vocabulary, p, n);
                        picture.nodes[n].remarks.extend(remark(name, value));
                    }
                }
                Meaning::Link(..) | Meaning::Closure(_) => {
                    for (from, to) in nodes
                        .clone()
                        .flat_map(|a| nodes.clone().map(move |b| (a, b)))
                    {
                        let value = structure.binary(vocabulary, p, from, to);
                        let name = match meaning {
                            Meaning::Link(field, number) => {
                                let relations = &self.names.places.field(*field).relations;
                                at(&self.names.field(*field), relations, *number, sites[to])
                            }
                            _ => name.to_owned(),
                        };
                        let arrow = remark(&name, value).map(|label| Arrow { from, to, label });
                        picture.links.extend(arrow);
                    }
                }
            }
        }
        picture
    }

    fn site(&self, structure: &Structure, node: usize) -> Option<SiteId> {
        let vocabulary = &self.class.vocabulary;
        vocabulary
            .predicates()
            .find_map(|p| match self.symbols.meaning(p) {
                Some(Meaning::Site(site)) => {
                    let here = structure.unary(vocabulary, p, node) == Kleene::True;
                    here.then_some(*site)
                }
                _ => None,
            })
    }

    /// Nothing, if all blocks come from one place.
    fn origin(&self, site: SiteId) -> String {
        let is_block = |site: SiteId| self.names.places.site(site).kind == SiteKind::Block;
        let mut blocks = self.class.tracking.sites.iter().filter(|&&s| is_block(s));
        match (is_block(site), self.names.line(site)) {
            (true, _) if blocks.nth(1).is_none() => String::new(),
            (true, Some(line)) => format!("line {line}"),
            (true, None) | (false, _) => self.names.site(site),
        }
    }
}

fn remark(text: &str, value: Kleene) -> Option<Remark> {
    let certain = match value {
        Kleene::False => return None,
        Kleene::Unknown => false,
        Kleene::True => true,
    };
    let text = text.to_owned();
    Some(Remark { text, certain })
}

/// A name with the offset at which it points into a node, where several are told apart.
fn at(name: &str, relations: &[Relation], number: usize, site: Option<SiteId>) -> String {
    let target = relations.get(number).zip(site);
    let offset = target.and_then(|(relation, site)| relation.targets.get(&site));
    match offset {
        _ if relations.len() < 2 => name.to_owned(),
        Some(Some(offset)) => format!("{name} to +{offset}"),
        Some(None) | None => name.to_owned(),
    }
}
