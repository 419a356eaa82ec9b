//! Misbehaviour on demand, for the tests of the supervisor only.

use std::time::Duration;
use std::{env, process, thread};

/// Does what `CONCORD_TEST_FAULT` says, if it says anything. It can only make
/// this process fail, never change a verdict.
pub fn perhaps() {
    match env::var("CONCORD_TEST_FAULT").as_deref() {
        Ok("hang") => hang(),
        Ok("spin") => loop {
            std::hint::spin_loop();
        },
        Ok("allocate") => allocate(1 << 20),
        Ok("allocate-at-once") => allocate(1 << 40),
        Ok("abort") => process::abort(),
        Ok("panic") => panic!("on purpose"),
        Ok("exit") => process::exit(0),
        _ => {}
    }
}

/// The same behind the strategy's answer.
pub fn perhaps_late() {
    if env::var("CONCORD_TEST_FAULT").as_deref() == Ok("hang-late") {
        hang();
    }
}

fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

fn allocate(step: usize) {
    let mut blocks = Vec::new();
    loop {
        blocks.push(vec![1u8; step]);
    }
}
