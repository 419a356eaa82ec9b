//! Plain tables: columns as wide as they have to be, numbers to the right.

/// Rows of text; a row that is empty becomes a rule.
pub struct Table {
    heads: Vec<(&'static str, Side)>,
    rows: Vec<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Left,
    Right,
}

impl Table {
    pub fn new(heads: &[(&'static str, Side)]) -> Table {
        Table {
            heads: heads.to_vec(),
            rows: Vec::new(),
        }
    }

    /// A row has as many cells as the table has heads.
    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.heads.len());
        self.rows.push(cells);
    }

    pub fn rule(&mut self) {
        self.rows.push(Vec::new());
    }

    pub fn render(&self) -> String {
        let heads: Vec<String> = self.heads.iter().map(|(h, _)| (*h).to_owned()).collect();
        let rule = Vec::new();
        let lines = || [&heads, &rule].into_iter().chain(&self.rows);
        let width = |i: usize| {
            let cells = lines().filter_map(move |l| l.get(i));
            cells.map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..heads.len()).map(width).collect();
        let mut text = String::new();
        for line in lines() {
            let columns = self.heads.iter().zip(&widths).enumerate();
            let cells = columns.map(|(i, ((head, side), &width))| match (line.get(i), side) {
                // Text in the last column has no end to be marked.
                (None, _) if i + 1 == heads.len() => "─".repeat(head.chars().count()),
                (None, _) => "─".repeat(width),
                (Some(cell), Side::Left) => format!("{cell:<width$}"),
                (Some(cell), Side::Right) => format!("{cell:>width$}"),
            });
            let cells: Vec<String> = cells.collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}
