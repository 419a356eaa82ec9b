//! Boolean heaps in words and pictures.

use super::cube::Cube;
use super::post::Heap;
use super::scope::{HeapPredicate, Scope};
use engine::{Picture, PictureNode, Remark};

impl Scope {
    /// The facts, then the abstract objects.
    pub fn text(&self, heap: &Heap) -> String {
        let facts = shown(&self.facts, &heap.facts, ", ");
        let objects = heap.objects.iter();
        let objects: Vec<String> = objects
            .map(|o| format!("[{}]", shown(&self.unary, o, " ")))
            .collect();
        [facts, objects.join(", ")].join(", ")
    }

    /// A box for each abstract object, which may stand for any number; with the predicates
    /// that hold there. None if there are no objects.
    pub fn picture(&self, heap: &Heap) -> Option<Picture> {
        let nodes: Vec<PictureNode> = heap
            .objects
            .iter()
            .map(|object| PictureNode {
                remarks: holding(&self.unary, object),
                summary: true,
                ..PictureNode::default()
            })
            .collect();
        (!nodes.is_empty()).then(|| Picture {
            remarks: holding(&self.facts, &heap.facts),
            nodes,
            ..Picture::default()
        })
    }
}

fn holding(predicates: &[HeapPredicate], cube: &Cube) -> Vec<Remark> {
    let held = cube.literals().filter(|(_, holds)| *holds);
    let remarks = held.map(|(number, _)| Remark {
        text: predicates[number].name.clone(),
        certain: true,
    });
    remarks.collect()
}

fn shown(predicates: &[HeapPredicate], cube: &Cube, between: &str) -> String {
    let literals = cube.literals().map(|(number, holds)| {
        let name = &predicates[number].name;
        match holds {
            true => name.clone(),
            false => format!("!({name})"),
        }
    });
    literals.collect::<Vec<_>>().join(between)
}
