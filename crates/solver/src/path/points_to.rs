//! Regions from the points-to analysis: its classes of memory.

use super::regions::{Region, Regions, Spot};
use pointers::{Object, ObjectId, Offsets, Options, Pointers, Target};
use program::{Id, Program};

/// One region for each class: of words where its cells are the same words.
pub struct PointsTo {
    pointers: Pointers,
    classes: PointsToClasses,
}

/// The regions of an analysis that is kept elsewhere.
pub struct PointsToClasses {
    /// By class.
    words: Vec<Option<u32>>,
    environment: Option<ObjectId>,
}

impl PointsTo {
    pub fn new(program: &Program, options: &Options) -> PointsTo {
        PointsTo::from(Pointers::analyze(program, options))
    }
}

impl From<Pointers> for PointsTo {
    fn from(pointers: Pointers) -> PointsTo {
        let classes = PointsToClasses::new(&pointers);
        PointsTo { pointers, classes }
    }
}

impl Regions for PointsTo {
    fn region(&self, program: &Program, spot: Spot, offset: u64, size: u64) -> Option<Region> {
        self.classes
            .region(&self.pointers, program, spot, offset, size)
    }
}

impl PointsToClasses {
    pub fn new(pointers: &Pointers) -> PointsToClasses {
        let word = |class: &pointers::Class| {
            let mut widths = class.cells.iter().map(|&c| pointers.cell(c).1);
            let first = widths.next()?;
            let same = !class.punned && widths.all(|width| width == first);
            same.then_some(first)
        };
        let environment = pointers
            .objects()
            .find(|(_, object)| *object == Object::Environment)
            .map(|(id, _)| id);
        PointsToClasses {
            words: pointers.classes().iter().map(|(_, c)| word(c)).collect(),
            environment,
        }
    }

    pub fn regions(&self) -> impl Iterator<Item = Region> {
        let words = self.words.iter().enumerate();
        words.map(|(id, &word)| Region {
            id: id as u32,
            word,
        })
    }

    /// As [`Regions::region`].
    pub fn region(
        &self,
        pointers: &Pointers,
        program: &Program,
        spot: Spot,
        offset: u64,
        size: u64,
    ) -> Option<Region> {
        let at = |object| Target {
            object,
            offsets: Offsets::ZERO,
        };
        let targets: Vec<Target> = match spot {
            Spot::Place(place) => pointers.places(program, place),
            Spot::Var(var) => {
                let object = pointers.object_of_var(program, var);
                object.map(at).into_iter().collect()
            }
            Spot::Environment => self.environment.map(at).into_iter().collect(),
        };
        let by = Offsets::exact(offset as i64);
        let mut cells = targets.into_iter().flat_map(|Target { object, offsets }| {
            let offsets = offsets.plus(by);
            pointers.cells_at(Target { object, offsets }, size)
        });
        let class = pointers.classes().of(cells.next()?);
        Some(Region {
            id: class.index() as u32,
            word: self.words[class.index()],
        })
    }
}
