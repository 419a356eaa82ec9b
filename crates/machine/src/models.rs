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
    "getopt.c"
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
    "math_next.c"
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

#[cfg(test)]
mod tests {
    use super::*;
    use program::{DataModel, Linkage};

    /// Models are found by the names they seem to define, before they are
    /// translated; so what they define must be found by asking for it alone.
    #[test]
    fn every_model_is_found_by_each_of_its_names() {
        for model in models() {
            let path = model.path.clone();
            let alone = Text {
                library: false,
                ..model
            };
            let compiled = frontend::compile_texts(vec![alone], DataModel::Lp64);
            let Ok(compiled) = compiled else {
                panic!("{path} is not valid");
            };
            let program = compiled.program;
            let functions = program
                .functions
                .iter()
                .filter(|f| f.body.is_some() && f.linkage == Linkage::External);
            for f in functions {
                let name = &program.names[f.name];
                if name.starts_with("__builtin_") {
                    // Their arguments are checked.
                    continue;
                }
                let user = Text {
                    path: "user.c".into(),
                    bytes: format!("void {name}(); int main(void) {{ {name}(); return 0; }}")
                        .into(),
                    library: false,
                };
                let mut texts = models();
                texts.push(user);
                let linked = frontend::compile_texts(texts, DataModel::Lp64);
                let found = linked.is_ok_and(|l| l.program.function_named(name).is_some());
                assert!(found, "{path}: {name}");
            }
        }
    }
}
