//! Where the boxes and arrows of a picture go.
//!
//! Boxes stand in columns, from left to right by how far they are from those that names
//! lead to. Arrows between neighbouring columns go through the gap between these; others
//! leave the gap for a track above all boxes. Above a box are its arrows to itself, below
//! it the names that lead there. Each arrow has a place of its own at a box's side and its
//! label above its beginning, so that no text is covered.

use super::{Graph, Remark};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub const TEXT_HEIGHT: i32 = 16;
/// Between neighbouring arrows at a box's side: room for a label.
const PORT: i32 = 18;
/// Between vertical parts of arrows in a gap.
const LANE: i32 = 10;
/// Between horizontal parts of arrows above the boxes.
const TRACK: i32 = 9;
/// Room for an arrow from a box to itself, with its label.
const LOOP: i32 = 44;
/// Room for names below a box.
const NAMES: i32 = 42;
const BETWEEN_ROWS: i32 = 20;
/// For curves between neighbouring columns.
const BEND: i32 = 30;
const PADDING: i32 = 10;
/// Characters; who writes more is not afraid of what it looks like.
const LONGEST_TEXT: usize = 10_000;

pub struct Layout {
    pub width: i32,
    pub height: i32,
    /// In order of the nodes.
    pub boxes: Vec<Rectangle>,
    pub arrows: Vec<Arrow>,
    pub labels: Vec<Label>,
}

#[derive(Clone, Copy, Default)]
pub struct Rectangle {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

pub struct Arrow {
    /// In SVG's language.
    pub path: String,
    pub certain: bool,
}

pub struct Label {
    pub x: i32,
    pub y: i32,
    pub anchor: Anchor,
    pub kind: Kind,
    pub text: String,
}

#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy)]
pub enum Kind {
    Remark,
    Origin,
    Pointer,
    Link,
}

/// About what a text takes in a monospaced font of 12 pixels.
pub fn text_width(text: &str) -> i32 {
    let count = text.chars().count().min(LONGEST_TEXT) as i32;
    count * 73 / 10 + 1
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Left,
    Right,
}

/// Links that have their ends and their certainty in common: one arrow.
struct Bundle {
    from: usize,
    to: usize,
    label: Remark,
}

impl Layout {
    pub fn new(graph: &Graph) -> Layout {
        let bundles = bundles(graph);
        let layers = layers(graph, &bundles);
        let columns = columns(&layers, &bundles);
        let mut planner = Planner {
            graph,
            layers,
            columns,
            loops: Vec::new(),
            ports: BTreeMap::new(),
            bundles,
            boxes: vec![Rectangle::default(); graph.nodes.len()],
        };
        planner.assign_ports();
        planner.measure();
        planner.draw()
    }
}

fn bundles(graph: &Graph) -> Vec<Bundle> {
    let count = graph.nodes.len();
    let mut bundles: Vec<Bundle> = Vec::new();
    for link in &graph.links {
        if link.from >= count || link.to >= count {
            continue;
        }
        let known = bundles
            .iter_mut()
            .find(|b| (b.from, b.to, b.label.certain) == (link.from, link.to, link.label.certain));
        match known {
            Some(bundle) => {
                bundle.label.text.push_str(", ");
                bundle.label.text.push_str(&link.label.text);
            }
            None => bundles.push(Bundle {
                from: link.from,
                to: link.to,
                label: link.label.clone(),
            }),
        }
    }
    bundles
}

/// The column of each node: behind all that lead there, but for arrows that close a cycle.
/// What a name leads to comes first, and of these what leads to most: a list begins at its
/// head, whatever else points into it.
fn layers(graph: &Graph, bundles: &[Bundle]) -> Vec<usize> {
    let count = graph.nodes.len();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    for bundle in bundles.iter().filter(|b| b.from != b.to) {
        next[bundle.from].push(bundle.to);
    }
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_cached_key(|&node| {
        let mut pointers = graph.pointers.iter();
        let name = pointers.position(|(_, to)| *to == node);
        (name.is_none(), Reverse(reached(&next, node)), name, node)
    });
    let (order, closing) = depth_first(&next, &starts);
    let mut layers: Vec<usize> = vec![0; count];
    let mut is_led_to = vec![false; count];
    for &node in &order {
        for &to in next[node]
            .iter()
            .filter(|&&to| !closing.contains(&(node, to)))
        {
            layers[to] = layers[to].max(layers[node] + 1);
            is_led_to[to] = true;
        }
    }
    // What comes first stands close to what it leads to.
    for &node in order.iter().filter(|&&node| !is_led_to[node]) {
        let first = next[node].iter().map(|&to| layers[to]).min();
        layers[node] = first.map_or(0, |first| first.saturating_sub(1));
    }
    layers
}

/// How many nodes there are on ways from one.
fn reached(next: &[Vec<usize>], start: usize) -> usize {
    let mut seen = BTreeSet::from([start]);
    let mut list = vec![start];
    while let Some(node) = list.pop() {
        list.extend(next[node].iter().filter(|&&to| seen.insert(to)));
    }
    seen.len()
}

/// The nodes in an order in which arrows go forward, and those that do not, because they
/// close a cycle.
fn depth_first(next: &[Vec<usize>], starts: &[usize]) -> (Vec<usize>, BTreeSet<(usize, usize)>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; next.len()];
    let (mut order, mut closing) = (Vec::new(), BTreeSet::new());
    for &start in starts {
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        // With the number of its arrows that were followed.
        let mut stack = vec![(start, 0)];
        while let Some((node, followed)) = stack.last_mut() {
            let node = *node;
            let Some(&to) = next[node].get(*followed) else {
                marks[node] = Mark::Done;
                order.push(node);
                stack.pop();
                continue;
            };
            *followed += 1;
            match marks[to] {
                Mark::New => {
                    marks[to] = Mark::Open;
                    stack.push((to, 0));
                }
                Mark::Open => {
                    closing.insert((node, to));
                }
                Mark::Done => {}
            }
        }
    }
    order.reverse();
    (order, closing)
}

/// The nodes of each column from top to bottom: beside those that lead there.
fn columns(layers: &[usize], bundles: &[Bundle]) -> Vec<Vec<usize>> {
    let count = layers.iter().max().map_or(0, |last| last + 1);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (node, &layer) in layers.iter().enumerate() {
        columns[layer].push(node);
    }
    for layer in 1..count {
        let before = columns[layer - 1].clone();
        columns[layer].sort_by_cached_key(|&node| {
            let leading = bundles.iter().enumerate().filter(|(_, b)| b.to == node);
            let rows = leading.filter_map(|(number, b)| {
                let row = before.iter().position(|&n| n == b.from)?;
                Some((row, number))
            });
            rows.min().unwrap_or((usize::MAX, node))
        });
    }
    columns
}

struct Planner<'a> {
    graph: &'a Graph,
    bundles: Vec<Bundle>,
    layers: Vec<usize>,
    columns: Vec<Vec<usize>>,
    /// Of each node: its arrows to itself.
    loops: Vec<Vec<usize>>,
    /// The ends of arrows at the sides of nodes, from top to bottom: the number of the
    /// bundle, and whether it begins there.
    ports: BTreeMap<(usize, Side), Vec<(usize, bool)>>,
    boxes: Vec<Rectangle>,
}

impl Planner<'_> {
    /// The sides at which an arrow begins and ends.
    fn sides(&self, bundle: &Bundle) -> (Side, Side) {
        let (from, to) = (self.layers[bundle.from], self.layers[bundle.to]);
        match from.cmp(&to) {
            std::cmp::Ordering::Less => (Side::Right, Side::Left),
            std::cmp::Ordering::Equal => (Side::Right, Side::Right),
            std::cmp::Ordering::Greater => (Side::Left, Side::Right),
        }
    }

    fn is_long(&self, bundle: &Bundle) -> bool {
        self.layers[bundle.from].abs_diff(self.layers[bundle.to]) > 1
    }

    fn row(&self, node: usize) -> usize {
        let column = &self.columns[self.layers[node]];
        column.iter().position(|&n| n == node).unwrap_or(0)
    }

    fn assign_ports(&mut self) {
        self.loops = vec![Vec::new(); self.graph.nodes.len()];
        let mut ports: BTreeMap<(usize, Side), Vec<(usize, bool)>> = BTreeMap::new();
        for (number, bundle) in self.bundles.iter().enumerate() {
            if bundle.from == bundle.to {
                self.loops[bundle.from].push(number);
                continue;
            }
            let (out, into) = self.sides(bundle);
            ports
                .entry((bundle.from, out))
                .or_default()
                .push((number, true));
            ports
                .entry((bundle.to, into))
                .or_default()
                .push((number, false));
        }
        for list in ports.values_mut() {
            // Those that go up are above, the others do not cross.
            list.sort_by_cached_key(|&(number, begins)| {
                let bundle = &self.bundles[number];
                let other = if begins { bundle.to } else { bundle.from };
                let below = !self.is_long(bundle);
                (below, self.row(other), other, number)
            });
        }
        self.ports = ports;
    }

    fn ports_at(&self, node: usize, side: Side) -> &[(usize, bool)] {
        self.ports.get(&(node, side)).map_or(&[], |list| list)
    }

    /// Sizes of boxes, then their places.
    fn measure(&mut self) {
        for (number, node) in self.graph.nodes.iter().enumerate() {
            let words = node.remarks.iter().map(|r| text_width(&r.words()));
            let words = words.chain([text_width(&node.origin)]).max().unwrap_or(0);
            let loops: i32 = self.loops[number].iter().map(|&l| self.loop_width(l)).sum();
            let lines = node.remarks.len() + usize::from(!node.origin.is_empty());
            let sides = [Side::Left, Side::Right].map(|s| self.ports_at(number, s).len());
            let ports = sides.into_iter().max().unwrap_or(0) as i32;
            let place = &mut self.boxes[number];
            place.width = (words + 24).max(loops + 8).max(44);
            place.height = (lines as i32 * TEXT_HEIGHT + 18)
                .max(ports * PORT + 10)
                .max(34);
        }
        let mut x = 0;
        for column in 0..self.columns.len() {
            let cells = self.columns[column].iter().map(|&n| self.cell_width(n));
            let width = cells.max().unwrap_or(0);
            for &node in &self.columns[column] {
                let place = &mut self.boxes[node];
                place.x = x + (width - place.width) / 2;
            }
            x += width + self.gap(column).width();
            self.stack(column);
        }
        let tops = (0..self.boxes.len()).map(|n| self.boxes[n].y - self.above(n));
        let top = tops.min().unwrap_or(0);
        let tracks = self.bundles.iter().filter(|b| self.is_long(b)).count() as i32;
        // A label stands above the first arrow of a box.
        let down = tracks * TRACK + 8 - top;
        for place in &mut self.boxes {
            place.y += down;
        }
    }

    /// Puts a column's boxes one below the other, around 0.
    fn stack(&mut self, column: usize) {
        let mut y = 0;
        let nodes = &self.columns[column];
        let mut centres = 0;
        for &node in nodes {
            y += self.above(node);
            self.boxes[node].y = y;
            centres += y + self.boxes[node].height / 2;
            y += self.boxes[node].height + self.below(node) + BETWEEN_ROWS;
        }
        let centre = centres / (nodes.len() as i32).max(1);
        for &node in nodes {
            self.boxes[node].y -= centre;
        }
    }

    fn above(&self, node: usize) -> i32 {
        match self.loops[node].is_empty() {
            true => 0,
            false => LOOP,
        }
    }

    fn names(&self, node: usize) -> impl Iterator<Item = &Remark> {
        let pointers = self.graph.pointers.iter();
        pointers.filter(move |(_, to)| *to == node).map(|(r, _)| r)
    }

    fn below(&self, node: usize) -> i32 {
        match self.names(node).next() {
            None => 0,
            Some(_) => NAMES,
        }
    }

    fn names_width(&self, node: usize) -> i32 {
        self.names(node).map(|r| text_width(&r.text) + 14).sum()
    }

    fn cell_width(&self, node: usize) -> i32 {
        self.boxes[node].width.max(self.names_width(node))
    }

    fn loop_width(&self, bundle: usize) -> i32 {
        (text_width(&self.bundles[bundle].label.text) + 8).max(30)
    }

    /// What lies between a column and the next.
    fn gap(&self, column: usize) -> Gap {
        let labels = |at: usize, side: Side| {
            let nodes = self.columns.get(at).into_iter().flatten();
            let ports = nodes.flat_map(move |&n| self.ports_at(n, side));
            let begin = ports.filter(|(_, begins)| *begins);
            let widths = begin.map(|&(b, _)| text_width(&self.bundles[b].label.text) + PADDING);
            widths.max().unwrap_or(0)
        };
        let is_used = |at: usize, side: Side| {
            let mut nodes = self.columns.get(at).into_iter().flatten();
            nodes.any(|&n| !self.ports_at(n, side).is_empty())
        };
        let is_last = column + 1 == self.columns.len();
        let used = is_used(column, Side::Right) || is_used(column + 1, Side::Left);
        Gap {
            left: labels(column, Side::Right),
            right: labels(column + 1, Side::Left),
            lanes: self.lanes(column).len() as i32,
            bend: match (used, is_last) {
                (true, false) => BEND,
                (true, true) => PADDING,
                (false, _) => 0,
            },
            is_last,
        }
    }

    /// The vertical parts of arrows in the gap behind a column: the bundle, and whether it
    /// begins there.
    fn lanes(&self, column: usize) -> Vec<(usize, bool)> {
        let mut lanes = Vec::new();
        for (number, bundle) in self.bundles.iter().enumerate() {
            let (from, to) = (self.layers[bundle.from], self.layers[bundle.to]);
            if from == to && bundle.from != bundle.to && from == column {
                lanes.push((number, true));
            }
            if self.is_long(bundle) {
                let (first, last) = match from < to {
                    true => (from, to - 1),
                    false => (from - 1, to),
                };
                lanes.extend((first == column).then_some((number, true)));
                lanes.extend((last == column).then_some((number, false)));
            }
        }
        lanes
    }

    fn port_y(&self, node: usize, side: Side, bundle: usize, begins: bool) -> i32 {
        let list = self.ports_at(node, side);
        let position = list.iter().position(|p| *p == (bundle, begins));
        let place = &self.boxes[node];
        let offset = position.unwrap_or(0) as i32 * PORT - (list.len() as i32 - 1) * PORT / 2;
        place.y + place.height / 2 + offset
    }

    /// The right border of a column's widest cell.
    fn border(&self, column: usize) -> i32 {
        let nodes = self.columns[column].iter();
        let ends = nodes.map(|&n| {
            let place = &self.boxes[n];
            place.x + place.width / 2 + (self.cell_width(n) + 1) / 2
        });
        ends.max().unwrap_or(0)
    }

    fn lane_x(&self, column: usize, bundle: usize, begins: bool) -> i32 {
        let gap = self.gap(column);
        let mut lanes = self.lanes(column).into_iter();
        let position = lanes.position(|l| l == (bundle, begins));
        let position = position.unwrap_or(0) as i32;
        self.border(column) + PADDING + gap.left + gap.bend / 2 + position * LANE
    }

    fn draw(self) -> Layout {
        let (mut arrows, mut labels) = (Vec::new(), Vec::new());
        let long = self.bundles.iter().enumerate();
        let long = long.filter(|(_, b)| self.is_long(b));
        let mut long: Vec<usize> = long.map(|(number, _)| number).collect();
        // The shortest lie closest to the boxes.
        long.sort_by_key(|&number| {
            let bundle = &self.bundles[number];
            Reverse(self.layers[bundle.from].abs_diff(self.layers[bundle.to]))
        });
        for (number, bundle) in self.bundles.iter().enumerate() {
            if bundle.from == bundle.to {
                continue;
            }
            let (out, into) = self.sides(bundle);
            let start = (
                self.edge(bundle.from, out),
                self.port_y(bundle.from, out, number, true),
            );
            let end = (
                self.edge(bundle.to, into),
                self.port_y(bundle.to, into, number, false),
            );
            let (from, to) = (self.layers[bundle.from], self.layers[bundle.to]);
            let path = if self.is_long(bundle) {
                let (first, last) = match from < to {
                    true => (from, to - 1),
                    false => (from - 1, to),
                };
                let track = long.iter().position(|&n| n == number).unwrap_or(0) as i32;
                let (a, b) = (
                    self.lane_x(first, number, true),
                    self.lane_x(last, number, false),
                );
                let y = track * TRACK + 2;
                rounded(&[start, (a, start.1), (a, y), (b, y), (b, end.1), end])
            } else if from == to {
                let x = self.lane_x(from, number, true);
                rounded(&[start, (x, start.1), (x, end.1), end])
            } else {
                self.curve(from.min(to), start, end)
            };
            arrows.push(Arrow {
                path,
                certain: bundle.label.certain,
            });
            let (x, anchor) = match out {
                Side::Left => (start.0 - 6, Anchor::End),
                Side::Right => (start.0 + 6, Anchor::Start),
            };
            labels.push(Label {
                x,
                y: start.1 - 4,
                anchor,
                kind: Kind::Link,
                text: bundle.label.text.clone(),
            });
        }
        for node in 0..self.graph.nodes.len() {
            self.draw_loops(node, &mut arrows, &mut labels);
            self.draw_names(node, &mut arrows, &mut labels);
            self.write(node, &mut labels);
        }
        let rights = (0..self.columns.len()).map(|c| self.border(c) + self.gap(c).width());
        let boxes = self.boxes.iter().enumerate();
        let bottoms = boxes.map(|(n, b)| b.y + b.height + self.below(n));
        Layout {
            width: rights.max().unwrap_or(0),
            height: bottoms.max().unwrap_or(0),
            boxes: self.boxes,
            arrows,
            labels,
        }
    }

    fn edge(&self, node: usize, side: Side) -> i32 {
        let place = &self.boxes[node];
        match side {
            Side::Left => place.x,
            Side::Right => place.x + place.width,
        }
    }

    /// Between neighbouring columns, of which the left one is given: straight where labels
    /// are.
    fn curve(&self, column: usize, start: (i32, i32), end: (i32, i32)) -> String {
        let gap = self.gap(column);
        let left = self.border(column) + gap.left;
        let right = self.border(column) + gap.width() - gap.right;
        let (a, b) = match start.0 < end.0 {
            true => (left, right),
            false => (right, left),
        };
        let middle = (a + b) / 2;
        let ((x, y), (u, v)) = (start, end);
        match y == v {
            true => format!("M{x} {y}H{u}"),
            false => format!("M{x} {y}H{a}C{middle} {y} {middle} {v} {b} {v}H{u}"),
        }
    }

    fn draw_loops(&self, node: usize, arrows: &mut Vec<Arrow>, labels: &mut Vec<Label>) {
        let place = &self.boxes[node];
        let total: i32 = self.loops[node].iter().map(|&l| self.loop_width(l)).sum();
        let mut x = place.x + (place.width - total) / 2;
        for &number in &self.loops[node] {
            let width = self.loop_width(number);
            let (middle, y) = (x + width / 2, place.y);
            let (a, b, c, d) = (middle - 8, middle - 18, middle + 18, middle + 8);
            let high = y - 34;
            arrows.push(Arrow {
                path: format!("M{a} {y}C{b} {high} {c} {high} {d} {y}"),
                certain: self.bundles[number].label.certain,
            });
            labels.push(Label {
                x: middle,
                y: y - 30,
                anchor: Anchor::Middle,
                kind: Kind::Link,
                text: self.bundles[number].label.text.clone(),
            });
            x += width;
        }
    }

    fn draw_names(&self, node: usize, arrows: &mut Vec<Arrow>, labels: &mut Vec<Label>) {
        let place = &self.boxes[node];
        let mut x = place.x + (place.width - self.names_width(node)) / 2;
        let bottom = place.y + place.height;
        let count = self.names(node).count() as i32;
        for (number, name) in (1..).zip(self.names(node)) {
            let width = text_width(&name.text) + 14;
            let middle = x + width / 2;
            // Below the box if all names fit there, else spread.
            let tip = match self.names_width(node) <= place.width {
                true => middle,
                false => place.x + place.width * number / (count + 1),
            };
            arrows.push(Arrow {
                path: format!("M{middle} {}L{tip} {bottom}", bottom + 24),
                certain: name.certain,
            });
            labels.push(Label {
                x: middle,
                y: bottom + 36,
                anchor: Anchor::Middle,
                kind: Kind::Pointer,
                text: name.text.clone(),
            });
            x += width;
        }
    }

    /// What is written in a box.
    fn write(&self, node: usize, labels: &mut Vec<Label>) {
        let place = &self.boxes[node];
        let what = &self.graph.nodes[node];
        let remarks = what.remarks.iter().map(|r| (Kind::Remark, r.words()));
        let origin = (!what.origin.is_empty()).then(|| (Kind::Origin, what.origin.clone()));
        let lines: Vec<(Kind, String)> = remarks.chain(origin).collect();
        let mut y = place.y + (place.height - lines.len() as i32 * TEXT_HEIGHT) / 2 - 4;
        for (kind, text) in lines {
            y += TEXT_HEIGHT;
            labels.push(Label {
                x: place.x + place.width / 2,
                y,
                anchor: Anchor::Middle,
                kind,
                text,
            });
        }
    }
}

/// The space behind a column.
struct Gap {
    /// For labels of arrows that begin in the column.
    left: i32,
    /// For those of arrows that begin in the next one.
    right: i32,
    lanes: i32,
    bend: i32,
    is_last: bool,
}

impl Gap {
    fn width(&self) -> i32 {
        let used = self.left + self.right + self.bend + self.lanes * LANE;
        match self.is_last {
            true => used,
            false => (used + 2 * PADDING).max(40),
        }
    }
}

/// A line with round corners.
fn rounded(points: &[(i32, i32)]) -> String {
    let toward = |from: (i32, i32), to: (i32, i32)| {
        let step = |a: i32, b: i32| {
            (b - a).clamp(-6, 6) * i32::from((b - a).abs() > 12)
                + (b - a) / 2 * i32::from((b - a).abs() <= 12)
        };
        (from.0 + step(from.0, to.0), from.1 + step(from.1, to.1))
    };
    let mut path = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        let neighbours = i
            .checked_sub(1)
            .and_then(|b| points.get(b))
            .zip(points.get(i + 1));
        let _ = match neighbours {
            None if i == 0 => write!(path, "M{x} {y}"),
            None => write!(path, "L{x} {y}"),
            Some((&before, &after)) => {
                let (a, b) = (toward((x, y), before), toward((x, y), after));
                write!(path, "L{} {}Q{x} {y} {} {}", a.0, a.1, b.0, b.1)
            }
        };
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Link, Node};

    /// Numbers that look random and are the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
            (self.0 >> 33) as usize % limit
        }

        fn remark(&mut self) -> Remark {
            Remark {
                text: "a_long_name"[..1 + self.below(11)].into(),
                certain: self.below(2) == 0,
            }
        }
    }

    fn graph(numbers: &mut Numbers) -> Graph {
        let count = 1 + numbers.below(9);
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(Node {
                remarks: (0..numbers.below(4)).map(|_| numbers.remark()).collect(),
                origin: "line 12"[..numbers.below(8)].into(),
                double: numbers.below(3) == 0,
            });
        }
        let mut pointers = Vec::new();
        for _ in 0..numbers.below(5) {
            pointers.push((numbers.remark(), numbers.below(count)));
        }
        let mut links = Vec::new();
        for _ in 0..numbers.below(2 * count + 1) {
            links.push(Link {
                from: numbers.below(count),
                to: numbers.below(count),
                label: numbers.remark(),
            });
        }
        Graph {
            nodes,
            pointers,
            links,
        }
    }

    fn area(label: &Label) -> Rectangle {
        let width = text_width(&label.text);
        let x = match label.anchor {
            Anchor::Start => label.x,
            Anchor::Middle => label.x - width / 2,
            Anchor::End => label.x - width,
        };
        Rectangle {
            x,
            y: label.y - 10,
            width,
            height: 12,
        }
    }

    fn meet(a: &Rectangle, b: &Rectangle) -> bool {
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }

    #[test]
    fn nothing_covers_a_text() {
        let mut numbers = Numbers(1);
        for round in 0..3000 {
            let graph = graph(&mut numbers);
            let layout = Layout::new(&graph);
            for (i, a) in layout.boxes.iter().enumerate() {
                let mut others = layout.boxes[..i].iter();
                assert!(!others.any(|b| meet(a, b)), "boxes, round {round}");
            }
            let (inside, outside): (Vec<&Label>, Vec<&Label>) = layout
                .labels
                .iter()
                .partition(|l| matches!(l.kind, Kind::Remark | Kind::Origin));
            for (i, label) in outside.iter().enumerate() {
                let here = area(label);
                let text = &label.text;
                let mut boxes = layout.boxes.iter();
                assert!(!boxes.any(|b| meet(&here, b)), "{text}, round {round}");
                let mut others = outside[..i].iter();
                let covered = others.any(|other| meet(&here, &area(other)));
                assert!(!covered, "{text}, round {round}");
                let fits = here.x >= 0 && here.x + here.width <= layout.width;
                let fits = fits && here.y >= -12 && here.y + here.height <= layout.height;
                assert!(fits, "{text} is outside, round {round}");
            }
            for label in inside {
                let here = area(label);
                let holds = |b: &Rectangle| {
                    let wide = b.x <= here.x && here.x + here.width <= b.x + b.width;
                    wide && b.y <= here.y && here.y + here.height <= b.y + b.height
                };
                assert!(
                    layout.boxes.iter().any(holds),
                    "{}, round {round}",
                    label.text
                );
            }
        }
    }

    #[test]
    fn a_list_begins_at_its_head() {
        let certain = |text: &str| Remark {
            text: text.into(),
            certain: true,
        };
        let link = |from, to| Link {
            from,
            to,
            label: certain("next"),
        };
        let graph = Graph {
            nodes: vec![Node::default(); 4],
            pointers: vec![(certain("p"), 1), (certain("head"), 3)],
            links: vec![link(0, 2), link(1, 0), link(3, 1), link(2, 3)],
        };
        let mut bundles = bundles(&graph);
        assert_eq!(layers(&graph, &bundles), [1, 0, 2, 3]);
        // Without the cycle there is a first one.
        bundles.pop();
        assert_eq!(layers(&graph, &bundles), [2, 1, 3, 0]);
    }
}
