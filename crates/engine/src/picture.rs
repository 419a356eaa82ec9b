//! What a state looks like, where its analysis can draw it: boxes and arrows, without
//! places on paper.

/// Boxes for what there is, arrows for what leads where.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Picture {
    /// What holds of the whole.
    pub remarks: Vec<Remark>,
    pub nodes: Vec<PictureNode>,
    /// From names outside of the nodes, by the node's number.
    pub pointers: Vec<(Remark, usize)>,
    pub links: Vec<Arrow>,
}

/// A few words that hold, or may hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Remark {
    pub text: String,
    pub certain: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PictureNode {
    /// Where it comes from.
    pub origin: String,
    pub remarks: Vec<Remark>,
    /// Does it stand for several?
    pub summary: bool,
}

/// From a node to a node, by their numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Arrow {
    pub from: usize,
    pub to: usize,
    pub label: Remark,
}
