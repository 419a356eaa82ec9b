//! The specifications that come with Concord: the files of `specs/`.

use super::{Choice, SpecText, read};

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
            options: Vec::new(),
        }
    }

    /// The options that its automata have.
    pub fn options(&self) -> Vec<Choice> {
        let read = read(vec![self.text()], &mut |_| {
            Err(std::io::ErrorKind::NotFound.into())
        });
        let automata = read.map_or_else(|_| Vec::new(), |s| s.automata);
        automata.into_iter().flat_map(|a| a.options).collect()
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
    "dir" "Directory streams are not used after closedir, closed only once, and never null."
    "fd" "File descriptors are not used after close, closed only once, and never negative."
    "lock" "Locks are taken and released in turn, and none is held at the end."
    "malloc" "A block is freed only once, and not resized after that."
    "pthread-mutex" "POSIX mutexes are locked and unlocked in turn, and none is held at the end."
    "socket" "Sockets are used in the order that POSIX demands, and not after close."
    "stdio" "Streams are not used after fclose, closed only once, and never null."
};

/// The specification of that name.
pub fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|s| s.name == name)
}
