//! Boolean heaps in words.

use super::cube::Cube;
use super::post::Heap;
use super::scope::{HeapPredicate, Scope};

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
