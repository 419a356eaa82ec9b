//! Allocation in a test case: which allocations fail, what fresh blocks hold.

use super::Case;
use crate::story::{Given, Role};
use machine::Fault;
use std::fmt::{self, Write};

impl Case<'_> {
    pub(super) fn write_allocation(&mut self) -> fmt::Result {
        let contents: Vec<&Given> = self.story.inputs.iter().collect();
        let contents: Vec<_> = contents
            .into_iter()
            .filter_map(|given| match given.role {
                Role::Block { number, offset } => Some((number, offset, given)),
                _ => None,
            })
            .collect();
        let allocations = &self.story.allocations;
        let fails = allocations.iter().any(|a| a.block.is_none());
        let cleanup = self.about.incident.fault == Fault::Cleanup;
        if contents.is_empty() && !fails && !cleanup {
            return Ok(());
        }
        self.flags
            .push("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free".into());
        let list: Vec<&str> = allocations
            .iter()
            .map(|a| if a.block.is_none() { "1" } else { "0" })
            .collect();
        let list = if list.is_empty() {
            "0".into()
        } else {
            list.join(", ")
        };
        writeln!(
            self.body,
            "typedef __SIZE_TYPE__ size;\n\
             void *__real_malloc(size), *__real_calloc(size, size), *__real_realloc(void *, size);\n\
             void __real_free(void *);\n\
             // Which allocations fail, and how many blocks there are.\n\
             static const char fails[] = {{{list}}};\n\
             static unsigned allocation;\n\
             static long blocks;\n\
             static int failing(void) {{\n    \
             unsigned at = allocation++;\n    \
             return at < sizeof fails && fails[at];\n}}\n\
             static void fill(unsigned at, char *block, size length) {{\n    \
             __builtin_memset(block, 0, length);\n    \
             switch (at) {{"
        )?;
        for (at, allocation) in self.story.allocations.iter().enumerate() {
            let mut patches = Vec::new();
            for (number, offset, given) in &contents {
                if Some(*number) == allocation.block {
                    patches.push(self.patch(given, &format!("block + {offset}")));
                }
            }
            if !patches.is_empty() {
                writeln!(self.body, "    case {at}:")?;
                for patch in patches {
                    writeln!(self.body, "        {patch}")?;
                }
                writeln!(self.body, "        break;")?;
            }
        }
        writeln!(
            self.body,
            "    }}\n}}\n\
             void *__wrap_malloc(size n) {{\n    \
             if (failing()) return 0;\n    \
             char *block = __real_malloc(n);\n    \
             if (block) fill(allocation - 1, block, n), blocks++;\n    \
             return block;\n}}\n\
             void *__wrap_calloc(size n, size m) {{\n    \
             if (failing()) return 0;\n    \
             blocks++;\n    \
             return __real_calloc(n, m);\n}}\n\
             void *__wrap_realloc(void *old, size n) {{\n    \
             if (failing()) return 0;\n    \
             if (!old) blocks++;\n    \
             return __real_realloc(old, n);\n}}\n\
             void __wrap_free(void *block) {{\n    \
             if (block) blocks--;\n    \
             __real_free(block);\n}}\n"
        )?;
        if cleanup {
            writeln!(
                self.body,
                "__attribute__((destructor)) static void cleaned(void) {{\n    \
                 if (blocks) {{\n        \
                 __builtin_puts(\"a block was not freed\");\n        \
                 __builtin_abort();\n    }}\n}}\n"
            )?;
        }
        Ok(())
    }
}
