//! Models of library functions: C, compiled with the user's program.

use crate::MODEL_PREFIX;
use frontend::Text;

macro_rules! embedded {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../../models/", $name)) as &[u8])),*]
    };
}

const MODELS: &[(&str, &[u8])] = embedded! {
    "alloc.c"
    "bits.c"
    "convert.c"
    "convert_float.c"
    "ctype.c"
    "ctype_tables.c"
    "format.c"
    "format_float.c"
    "integer.c"
    "kernel.c"
    "kernel_alloc.c"
    "kernel_lock.c"
    "math.c"
    "math_any.c"
    "math_any_float.c"
    "math_any_long.c"
    "math_exact.c"
    "math_exponent.c"
    "math_round.c"
    "memory.c"
    "posix_file.c"
    "posix_name.c"
    "posix_process.c"
    "posix_socket.c"
    "print.c"
    "process.c"
    "random.c"
    "scan.c"
    "scan_input.c"
    "signal.c"
    "signal_set.c"
    "sort.c"
    "stdio.c"
    "stdio_read.c"
    "stdio_write.c"
    "string.c"
    "thread.c"
    "time.c"
    "verifier.c"
    "wide.c"
};

/// The models that come with Concord, to be linked where the program needs them.
pub fn models() -> Vec<Text> {
    let text = |&(name, bytes): &(&str, &[u8])| Text {
        path: format!("{MODEL_PREFIX}{name}"),
        bytes: bytes.to_vec(),
        library: true,
    };
    MODELS.iter().map(text).collect()
}
