//! gcc's opinion about the machine: a run in which nothing is wrong and nothing left to
//! chance ends the same way when the program is compiled, and no sanitizer complains.

use crate::oracle::{End, Sample};
use crate::question::Question;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What the program asks for, and how its faults end it.
const HARNESS: &str = r#"
extern void _exit(int);
extern char *getenv(const char *);
extern long long strtoll(const char *, char **, int);
static long long campaign_next(void) {
    static char *at;
    if (!at) at = getenv("CAMPAIGN_INPUTS");
    char *end;
    long long n = strtoll(at, &end, 10);
    if (end == at) _exit(99);
    at = end;
    return n;
}
_Bool __VERIFIER_nondet_bool(void) { return campaign_next() & 1; }
char __VERIFIER_nondet_char(void) { return campaign_next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return campaign_next(); }
short __VERIFIER_nondet_short(void) { return campaign_next(); }
unsigned short __VERIFIER_nondet_ushort(void) { return campaign_next(); }
int __VERIFIER_nondet_int(void) { return campaign_next(); }
unsigned __VERIFIER_nondet_uint(void) { return campaign_next(); }
long __VERIFIER_nondet_long(void) { return campaign_next(); }
unsigned long __VERIFIER_nondet_ulong(void) { return campaign_next(); }
void __VERIFIER_assume(int c) { if (!c) _exit(98); }
void reach_error(void) { _exit(97); }
void __VERIFIER_error(void) { _exit(97); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { _exit(96); }
"#;

const WARNED: &[&str] = &["Sanitizer", "runtime error"];

const LIMIT: Duration = Duration::from_secs(10);

/// What is different where the program is compiled; None if nothing is, or if gcc cannot
/// say anything about it.
pub fn disagreement(question: &Question, samples: &[Sample], folder: &Path) -> Option<String> {
    let (source, harness) = (folder.join("opinion.c"), folder.join("harness.c"));
    let program = folder.join("opinion");
    fs::write(&source, question.file()).ok()?;
    fs::write(&harness, HARNESS).ok()?;
    let mut gcc = Command::new("gcc");
    // What is not defined is not for gcc.
    gcc.args(["-w", "-O1", "-fno-strict-aliasing", "-fno-builtin"]);
    gcc.args(["-fsanitize=address,undefined", "-fno-sanitize=vptr"]);
    gcc.arg(match question.ilp32 {
        true => "-m32",
        false => "-m64",
    });
    gcc.arg(&source).arg(&harness).arg("-o").arg(&program);
    let built = gcc.stdin(Stdio::null()).output().ok()?;
    if !built.status.success() {
        return None;
    }
    samples.iter().find_map(|sample| differs(&program, sample))
}

fn differs(program: &Path, sample: &Sample) -> Option<String> {
    let inputs: Vec<String> = sample.inputs.iter().map(i64::to_string).collect();
    let mut command = Command::new(program);
    command.env("CAMPAIGN_INPUTS", inputs.join(" "));
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    command.env("UBSAN_OPTIONS", "print_stacktrace=0");
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().ok()?;
    let begun = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        if begun.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return Some(format!("{:?}: the compiled program does not end", sample));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().ok()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if let Some(line) = said.lines().find(|l| WARNED.iter().any(|w| l.contains(w))) {
        return Some(format!("{sample:?}: {line}"));
    }
    let expected = match sample.end {
        End::Exit(code) => code & 255,
        End::Error => 97,
        End::Assertion => 96,
    };
    let found = output.status.code();
    (found != Some(expected)).then(|| format!("{sample:?}: it ends with {found:?}"))
}
