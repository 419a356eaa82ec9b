//! Durations and sizes as people write them.

use std::time::Duration;

/// `90`, `90s`, `1.5m`, `200ms`, `2h`. A number alone means seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let scale = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("'{unit}' is no unit of time (ms, s, m, h)")),
    };
    let seconds = Duration::try_from_secs_f64(number * scale);
    match seconds {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        Ok(_) => Err("there is no verifying in no time".into()),
        Err(_) => Err("too long".into()),
    }
}

/// `4GB`, `500MB`, `2GiB`. A number alone means bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" | "k" => 1e3,
        "mb" | "m" => 1e6,
        "gb" | "g" => 1e9,
        "tb" | "t" => 1e12,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => {
            return Err(format!(
                "'{unit}' is no unit of memory (kB, MB, GB, MiB, GiB)"
            ));
        }
    };
    let bytes = number * scale;
    match bytes {
        _ if bytes < SMALLEST => Err("less than 20MB is not enough for anything".into()),
        _ if bytes > 1e18 => Err("too much".into()),
        _ => Ok(bytes as u64),
    }
}

const SMALLEST: f64 = 20e6;

/// The number and what follows it.
fn split(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    match number.parse() {
        Ok(number) => Ok((number, unit.trim())),
        Err(_) => Err("expected a number and a unit".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_read_with_their_units() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(bytes("4GB"), Ok(4_000_000_000));
        assert_eq!(bytes("64MiB"), Ok(64 << 20));
        for wrong in ["", "s", "0", "1x", "-1s", "1e3", "1.2.3s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
