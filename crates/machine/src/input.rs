//! Where indeterminate values come from.

use crate::value::{Kind, Origin};

/// What kind of value is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// An integer of so many bits.
    Int {
        bits: u32,
        signed: bool,
    },
    Float(program::FloatKind),
    /// Null is 0; `n` is the n-th environment object.
    Pointer,
}

/// What a drawn input is the value of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A variable or temporary without an address.
    Variable(program::VarId),
    /// Bytes of an object, from this cell on.
    Memory {
        object: Origin,
        kind: Kind,
        cell: Cell,
    },
    /// The result of a function that is only declared, put into memory at once.
    Result,
    /// A parameter of the entry function.
    Argument(u32),
}

/// A value given to the program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Input {
    Int(i128),
    Float(f64),
    /// The very bits of a floating value.
    Bits(u128),
}

/// Indeterminate bytes of an object that are read for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    pub class: Class,
    /// The object is the n-th of its class that was made, counted from 1.
    pub birth: u32,
    pub offset: u64,
}

/// Objects that are counted together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    Heap,
    Environment,
    /// Static objects, variables, and what else lives as long as a frame.
    Other,
}

/// A supply of inputs. None ends the run: there are no more.
pub trait Inputs {
    fn draw(&mut self, request: Request) -> Option<Input>;

    /// The same, if the supply cares for what the value is of.
    fn draw_for(&mut self, request: Request, subject: Subject) -> Option<Input> {
        let _ = subject;
        self.draw(request)
    }
}

/// A list of inputs, in the order they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    list: std::collections::VecDeque<Input>,
}

impl Listed {
    pub fn new(list: impl IntoIterator<Item = Input>) -> Listed {
        Listed {
            list: list.into_iter().collect(),
        }
    }
}

impl Inputs for Listed {
    fn draw(&mut self, _: Request) -> Option<Input> {
        self.list.pop_front()
    }
}

/// Pseudo-random inputs: small numbers and extremes more often than others.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd1b5_4a32_d192_ed03,
        }
    }

    /// splitmix64
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Inputs for Random {
    fn draw(&mut self, request: Request) -> Option<Input> {
        let choice = self.next();
        let small = (self.next() % 21) as i128 - 10;
        Some(match request {
            Request::Pointer => Input::Int(i128::from(choice % 4)),
            Request::Float(_) => match choice % 8 {
                0 => Input::Float(0.0),
                1..=4 => Input::Float(small as f64 / 4.0),
                _ => Input::Float(f64::from_bits(self.next())),
            },
            Request::Int { bits, signed } => Input::Int(match choice % 8 {
                0 => 0,
                1 => 1,
                2..=4 => small,
                5 => {
                    let high = bits - signed as u32;
                    let extreme = if high >= 127 {
                        i128::MAX
                    } else {
                        (1i128 << high) - 1
                    };
                    if self.next() & 1 == 0 {
                        extreme
                    } else {
                        -extreme - 1
                    }
                }
                _ => i128::from(self.next()),
            }),
        })
    }
}

/// All sequences of inputs from a range, one run after the other.
#[derive(Clone, Debug)]
pub struct Exhaustive {
    low: i128,
    high: i128,
    /// The choices of the current run, each with the number of its alternatives.
    path: Vec<(i128, i128)>,
    at: usize,
    /// Longer sequences end a run instead.
    depth: usize,
}

impl Exhaustive {
    pub fn new(low: i128, high: i128, depth: usize) -> Exhaustive {
        Exhaustive {
            low,
            high: high.max(low),
            path: Vec::new(),
            at: 0,
            depth,
        }
    }

    /// Goes on to the next sequence; false if all have been tried.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((value, last)) = self.path.pop() {
            if value < last {
                self.path.push((value + 1, last));
                return true;
            }
        }
        false
    }
}

impl Inputs for Exhaustive {
    fn draw(&mut self, request: Request) -> Option<Input> {
        if self.at == self.path.len() {
            if self.path.len() >= self.depth {
                return None;
            }
            let (low, high) = match request {
                // A truth value has two; a pointer is null or not.
                Request::Int { bits: 1, .. } | Request::Pointer => (0, 1),
                Request::Int { signed: false, .. } => (self.low.max(0), self.high.max(0)),
                Request::Int { .. } | Request::Float(_) => (self.low, self.high),
            };
            self.path.push((low, high));
        }
        let (value, _) = self.path[self.at];
        self.at += 1;
        Some(Input::Int(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exhaustive_inputs_try_every_sequence_once() {
        let mut inputs = Exhaustive::new(0, 2, 9);
        let mut seen = Vec::new();
        let request = Request::Int {
            bits: 32,
            signed: true,
        };
        loop {
            let mut draw = || match inputs.draw(request) {
                Some(Input::Int(v)) => v,
                other => panic!("{other:?}"),
            };
            // The second value is asked for only after a zero.
            let first = draw();
            seen.push((first, if first == 0 { draw() } else { -1 }));
            if !inputs.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, -1), (2, -1)]);
    }
}
