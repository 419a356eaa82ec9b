//! The boolean heap program of a task, as text.

use crate::channel::Channel;
use crate::check;
use domains::heaps::Heaps;
use engine::Prepared;
use protocol::{Check, Event};

pub fn run(check: &Check, length: u8, channel: &Channel) {
    let mut check = check.clone();
    let task = match check::task(&mut check, Vec::new(), channel) {
        Ok((task, _)) => task,
        Err(messages) => return channel.send(&Event::Rejected(messages)),
    };
    channel.send(&Event::Phase("abstracting".into()));
    let text = Prepared::new(&task).map(|prepared| {
        let cx = prepared.cx();
        Heaps::new(&cx).program(&cx, length.into())
    });
    channel.send(&Event::Written(text.unwrap_or_default()));
}
