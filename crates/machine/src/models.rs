//! Models of library functions: C, compiled with the user's program.

use crate::MODEL_PREFIX;
use frontend::Text;

macro_rules! embedded {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../../models/", $name)) as &[u8])),*]
    };
}

const MODELS: &[(&str, &[u8])] = embedded! {
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
