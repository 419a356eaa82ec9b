//! What the tool answered, and what that is worth.
//!
//! The last line of the output and the exit code have to agree, as `concord check`
//! promises; everything else is a failure of the tool. Scores are SV-COMP's: 2 for a
//! proof, 1 for a violation, -32 for a wrong proof, -16 for a wrong violation.

use crate::definition::{Expected, Property};
use crate::process::{Ending, Excess};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Answer {
    True,
    /// Which property, or part of one, is violated.
    False(String),
    /// Why.
    Unknown(String),
    /// The tool did not accept the program or the options.
    BadInput,
    /// It crashed or broke its contract; how.
    Failed(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    Correct,
    Wrong,
    Unknown,
    /// The tool has a fault.
    Failed,
    /// There was an answer, but the task does not say what is right.
    Unlabelled,
}

impl Answer {
    pub fn read(ending: Ending, stdout: &str) -> Answer {
        let code = match ending {
            Ending::Killed(Excess::Time) => return Answer::Unknown("timeout (killed)".into()),
            Ending::Killed(Excess::Memory) => {
                return Answer::Unknown("out of memory (killed)".into());
            }
            Ending::Signal(number) => return Answer::Failed(format!("signal {number}")),
            Ending::Code(code) => code,
        };
        let last = stdout.lines().rfind(|l| !l.trim().is_empty());
        let verdict = last.and_then(|l| l.strip_prefix("verdict: "));
        match (code, verdict.map(str::parse)) {
            (0, Some(Ok(answer @ Answer::True))) => answer,
            (1, Some(Ok(answer @ Answer::False(_)))) => answer,
            (2, Some(Ok(answer @ Answer::Unknown(_)))) => answer,
            (3, _) => Answer::BadInput,
            (0..=2, _) => Answer::Failed(format!("exit code {code} without its verdict")),
            (code, _) => Answer::Failed(format!("exit code {code}")),
        }
    }

    pub fn judge(&self, property: Property, expected: Option<&Expected>) -> Judgement {
        let named = match self {
            Answer::Unknown(_) | Answer::BadInput => return Judgement::Unknown,
            Answer::Failed(_) => return Judgement::Failed,
            Answer::True => None,
            Answer::False(named) => Some(named),
        };
        // An answer to a question nobody asked.
        if named.is_some_and(|n| !property.parts().contains(&n.as_str())) {
            return Judgement::Failed;
        }
        let Some(expected) = expected else {
            return Judgement::Unlabelled;
        };
        let is_right = match (named, expected) {
            (None, Expected::True) => true,
            (Some(named), Expected::False(part)) => part.as_ref().is_none_or(|p| p == named),
            (None, Expected::False(_)) | (Some(_), Expected::True) => false,
        };
        match is_right {
            true => Judgement::Correct,
            false => Judgement::Wrong,
        }
    }

    pub fn score(&self, judgement: Judgement) -> i32 {
        match (judgement, self) {
            (Judgement::Correct, Answer::True) => 2,
            (Judgement::Correct, _) => 1,
            (Judgement::Wrong, Answer::True) => -32,
            (Judgement::Wrong, _) => -16,
            (Judgement::Unknown | Judgement::Failed | Judgement::Unlabelled, _) => 0,
        }
    }

    /// Why there is no verdict, without what is particular to the task: reasons are
    /// counted by kind.
    pub fn reason(&self) -> Option<&str> {
        let text = match self {
            Answer::True | Answer::False(_) => return None,
            Answer::BadInput => return Some("bad input"),
            Answer::Unknown(reason) | Answer::Failed(reason) => reason,
        };
        let ends = [": ", " (", " at ", " in "].map(|end| text.find(end));
        let end = ends.into_iter().flatten().min().unwrap_or(text.len());
        Some(&text[..end])
    }
}

impl Expected {
    /// The score of a right answer.
    pub fn worth(&self) -> i32 {
        match self {
            Expected::True => 2,
            Expected::False(_) => 1,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::True => f.write_str("true"),
            Answer::False(part) => write!(f, "false({part})"),
            Answer::Unknown(reason) => write!(f, "unknown({reason})"),
            Answer::BadInput => f.write_str("bad input"),
            Answer::Failed(how) => write!(f, "failed({how})"),
        }
    }
}

impl FromStr for Answer {
    type Err = String;

    fn from_str(text: &str) -> Result<Answer, String> {
        let text = text.trim_end();
        let inside = |word: &str| {
            let rest = text.strip_prefix(word)?.strip_prefix('(')?;
            rest.strip_suffix(')').map(str::to_owned)
        };
        match text {
            "true" => Ok(Answer::True),
            "bad input" => Ok(Answer::BadInput),
            _ => inside("false")
                .map(Answer::False)
                .or_else(|| inside("unknown").map(Answer::Unknown))
                .or_else(|| inside("failed").map(Answer::Failed))
                .ok_or_else(|| format!("'{text}' is no answer")),
        }
    }
}

impl TryFrom<String> for Answer {
    type Error = String;

    fn try_from(text: String) -> Result<Answer, String> {
        text.parse()
    }
}

impl From<Answer> for String {
    fn from(answer: Answer) -> String {
        answer.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(code: i32, stdout: &str) -> String {
        Answer::read(Ending::Code(code), stdout).to_string()
    }

    #[test]
    fn line_and_exit_code_have_to_agree() {
        assert_eq!(read(0, "listed\nverdict: true\n"), "true");
        assert_eq!(read(1, "verdict: false(valid-free)\n"), "false(valid-free)");
        let reason = "verdict: unknown(inline assembly (x86) at a.c:3)\n\n";
        assert_eq!(read(2, reason), "unknown(inline assembly (x86) at a.c:3)");
        assert_eq!(read(3, ""), "bad input");
        assert_eq!(read(4, "verdict: true\n"), "failed(exit code 4)");
        let broken = "failed(exit code 0 without its verdict)";
        assert_eq!(read(0, "verdict: true\nand more"), broken);
        assert_eq!(read(0, "verdict: false(no-overflow)"), broken);
        assert_eq!(read(0, ""), broken);
        let crash = Answer::read(Ending::Signal(11), "verdict: true");
        assert_eq!(crash.to_string(), "failed(signal 11)");
    }

    #[test]
    fn judging_and_scoring() {
        use Property::{NoOverflow, UnreachCall, ValidMemsafety};
        for (property, expected, answer, judgement, score) in [
            (UnreachCall, "true", "true", Judgement::Correct, 2),
            (
                UnreachCall,
                "false",
                "false(unreach-call)",
                Judgement::Correct,
                1,
            ),
            (UnreachCall, "false", "true", Judgement::Wrong, -32),
            (
                UnreachCall,
                "true",
                "false(unreach-call)",
                Judgement::Wrong,
                -16,
            ),
            (
                UnreachCall,
                "true",
                "unknown(timeout)",
                Judgement::Unknown,
                0,
            ),
            (UnreachCall, "true", "bad input", Judgement::Unknown, 0),
            (
                UnreachCall,
                "true",
                "failed(signal 6)",
                Judgement::Failed,
                0,
            ),
            (
                ValidMemsafety,
                "false(valid-deref)",
                "false(valid-deref)",
                Judgement::Correct,
                1,
            ),
            (
                ValidMemsafety,
                "false(valid-deref)",
                "false(valid-free)",
                Judgement::Wrong,
                -16,
            ),
            (
                ValidMemsafety,
                "false",
                "false(valid-free)",
                Judgement::Correct,
                1,
            ),
            (
                NoOverflow,
                "false",
                "false(valid-free)",
                Judgement::Failed,
                0,
            ),
        ] {
            let answer: Answer = answer.parse().unwrap();
            let expected: Expected = expected.parse().unwrap();
            let judged = answer.judge(property, Some(&expected));
            assert_eq!(judged, judgement, "{expected} {answer}");
            assert_eq!(answer.score(judged), score, "{expected} {answer}");
        }
        assert_eq!(Answer::True.judge(UnreachCall, None), Judgement::Unlabelled);
    }

    #[test]
    fn reasons_are_kinds() {
        for (answer, kind) in [
            ("unknown(timeout)", Some("timeout")),
            ("unknown(timeout (killed))", Some("timeout")),
            (
                "unknown(unsupported: inline assembly at a.c:3)",
                Some("unsupported"),
            ),
            ("unknown(inline assembly at a.c:3)", Some("inline assembly")),
            ("failed(signal 11)", Some("signal 11")),
            ("bad input", Some("bad input")),
            ("true", None),
        ] {
            assert_eq!(answer.parse::<Answer>().unwrap().reason(), kind);
        }
    }
}
