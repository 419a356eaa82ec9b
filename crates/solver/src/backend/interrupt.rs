//! Work that can be told to hurry: what the solver is at is given up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use z3::Context;

/// How often it is looked whether somebody has lost patience.
const INTERVAL: Duration = Duration::from_millis(5);

/// Does some work. As soon as `hurry` says so, questions to this thread's solver have no
/// answer any more; what comes of that must be of no interest.
pub fn interruptible<T>(hurry: impl Fn() -> bool + Send, work: impl FnOnce() -> T) -> T {
    let context = Context::thread_local();
    let (handle, done) = (context.handle(), AtomicBool::new(false));
    thread::scope(|scope| {
        let look = || {
            let (handle, hurry) = (handle, hurry);
            while !done.load(Ordering::Relaxed) {
                if hurry() {
                    handle.interrupt();
                }
                thread::park_timeout(INTERVAL);
            }
        };
        // Without a thread the work takes its time.
        let looker = thread::Builder::new().spawn_scoped(scope, look);
        let result = work();
        done.store(true, Ordering::Relaxed);
        if let Ok(looker) = looker {
            looker.thread().unpark();
        }
        result
    })
}
