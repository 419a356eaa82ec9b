//! The specifications that come with Concord: the files of `specs/`.

use super::SpecText;

/// A specification that is known by its name.
pub struct Shipped {
    pub name: &'static str,
    /// One sentence: the first line of the file.
    pub about: &'static str,
    text: &'static str,
}

impl Shipped {
    pub fn text(&self) -> SpecText {
        SpecText {
            path: format!("<specs>/{}.spc", self.name),
            bytes: self.text.as_bytes().to_vec(),
        }
    }
}

macro_rules! embedded {
    ($($name:literal $about:literal)*) => {
        &[$(Shipped {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../../specs/", $name, ".spc")),
        }),*]
    };
}

pub const SHIPPED: &[Shipped] = embedded! {
    "fd" "File descriptors are not used after close, closed only once, and never negative."
    "lock" "Locks are taken and released in turn, and none is held at the end."
    "malloc" "A block is freed only once, and not resized after that."
    "pthread-mutex" "POSIX mutexes are locked and unlocked in turn, and none is held at the end."
    "stdio" "Streams are not used after fclose, closed only once, and never null."
};

/// The specification of that name.
pub fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|s| s.name == name)
}
