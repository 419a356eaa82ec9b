//! Long stories made short: rounds of loops and long stretches that are left out.

use super::{Event, What};
use program::Location;
use std::collections::HashMap;

/// Rounds of a loop that are told, from its beginning and before its end.
const FIRST_ROUNDS: usize = 2;
const LAST_ROUNDS: usize = 2;

/// Events told, from the beginning and before the end.
const FIRST: usize = 60;
const LAST: usize = 90;

/// Leaves out the middle rounds of long loops, outer loops first, and the middle
/// of what is still too long.
pub fn compress(events: Vec<Event>) -> Vec<Event> {
    let mut short = Vec::new();
    rounds(&events, &mut short);
    if short.len() <= FIRST + LAST + 1 {
        return short;
    }
    let end = short.len() - LAST;
    let gap = Event {
        what: What::Gap(end - FIRST),
        ..short[FIRST].clone()
    };
    short.splice(FIRST..end, [gap]);
    short
}

fn rounds(events: &[Event], out: &mut Vec<Event>) {
    // The first loop that has too many rounds; what is before it stays.
    let mut starts: HashMap<(Location, u64), Vec<usize>> = HashMap::new();
    let mut order = Vec::new();
    for (i, event) in events.iter().enumerate() {
        if let What::Round { head, call } = event.what {
            let list = starts.entry((head, call)).or_default();
            if list.is_empty() {
                order.push((head, call));
            }
            list.push(i);
        }
    }
    let long = order.iter().map(|key| &starts[key]);
    let mut long = long.filter(|list| list.len() > FIRST_ROUNDS + LAST_ROUNDS + 1);
    let Some(list) = long.next() else {
        out.extend(events.iter().filter(|e| !is_round(e)).cloned());
        return;
    };
    let from = list[FIRST_ROUNDS];
    let to = list[list.len() - LAST_ROUNDS];
    let left_out = list.len() - FIRST_ROUNDS - LAST_ROUNDS;
    rounds(&events[..from], out);
    out.push(Event {
        what: What::Rounds(left_out),
        ..events[from].clone()
    });
    rounds(&events[to..], out);
}

fn is_round(event: &Event) -> bool {
    matches!(event.what, What::Round { .. })
}
