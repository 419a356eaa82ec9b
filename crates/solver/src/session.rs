use crate::{Assignment, Term, Terms};
#[derive(Clone, Copy)]
pub struct Budget {
    pub resource: u64,
}
impl Budget {
    pub fn new(resource: u64) -> Budget {
        Budget { resource }
    }
}
pub enum Answer {
    Sat(Assignment),
    Unsat,
    Unknown(String),
}
pub trait Solver {
    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer;
}
