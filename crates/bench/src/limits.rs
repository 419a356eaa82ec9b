//! Limits as people write them: `60s`, `15min`, `4GB`.
//!
//! The text is kept, because it goes on to the tool as it was written.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time such as `60s`, `500ms`, `15min`, `1h`; without a unit, seconds.
#[derive(Clone, PartialEq, Debug)]
pub struct Time {
    text: String,
    pub duration: Duration,
}

/// An amount of memory such as `4GB`, `512MB`, `2GiB`; without a unit, bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    text: String,
    pub bytes: u64,
}

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let wrong = || format!("'{text}' is no time (such as 60s, 500ms, 15min, 1h)");
        let (number, unit) = split(text).ok_or_else(wrong)?;
        let factor = match unit {
            "" | "s" => 1.0,
            "ms" => 1e-3,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        let duration = Duration::try_from_secs_f64(number * factor).map_err(|_| wrong())?;
        if duration.is_zero() {
            return Err(wrong());
        }
        Ok(Time {
            text: text.to_owned(),
            duration,
        })
    }
}

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Memory, String> {
        let wrong = || format!("'{text}' is no amount of memory (such as 4GB, 512MB, 2GiB)");
        let (number, unit) = split(text).ok_or_else(wrong)?;
        let factor: u64 = match unit {
            "" | "B" => 1,
            "kB" | "KB" => 1_000,
            "MB" => 1_000_000,
            "GB" => 1_000_000_000,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            _ => return Err(wrong()),
        };
        match number * factor as f64 {
            bytes if (1.0..1e18).contains(&bytes) => Ok(Memory {
                text: text.to_owned(),
                bytes: bytes as u64,
            }),
            _ => Err(wrong()),
        }
    }
}

fn split(text: &str) -> Option<(f64, &str)> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let end = text.find(|c| !is_number(c)).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    Some((number.parse().ok()?, unit.trim_start()))
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let millis = |text: &str| text.parse::<Time>().map(|t| t.duration.as_millis());
        assert_eq!(millis("60s"), Ok(60_000));
        assert_eq!(millis("60"), Ok(60_000));
        assert_eq!(millis("1.5 s"), Ok(1_500));
        assert_eq!(millis("15min"), Ok(900_000));
        assert_eq!(millis("250ms"), Ok(250));
        for wrong in ["", "s", "0s", "-1s", "1 day", "1.2.3s", "1e400s"] {
            assert!(millis(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory() {
        let bytes = |text: &str| text.parse::<Memory>().map(|m| m.bytes);
        assert_eq!(bytes("4GB"), Ok(4_000_000_000));
        assert_eq!(bytes("0.5GiB"), Ok(1 << 29));
        assert_eq!(bytes("4096"), Ok(4096));
        for wrong in ["", "GB", "0GB", "4 TB", "99999999999GB"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_text_is_kept() {
        assert_eq!("15min".parse::<Time>().unwrap().to_string(), "15min");
        assert_eq!("4GB".parse::<Memory>().unwrap().to_string(), "4GB");
    }
}
