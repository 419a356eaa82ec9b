//! A headless Chromium, spoken to in its debugging protocol over two pipes.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// How long a page may take to come to something.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: String,
    sent: u64,
    /// What the page complained of.
    pub complaints: Vec<String>,
    /// What it asked for.
    pub requests: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// None, with a note, if there is no browser here.
    pub fn start() -> Option<Browser> {
        if Command::new("chromium").arg("--version").output().is_err() {
            eprintln!("skipped: there is no chromium (Debian: chromium)");
            return None;
        }
        let profile = tempfile::tempdir().expect("there is room for a folder");
        // The protocol is spoken on the descriptors 3 and 4.
        let script = "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
        let mut child = Command::new("sh")
            .args([
                "-c",
                script,
                "sh",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
            ])
            .args(["--disable-quic", "--no-first-run", "--disable-sync"])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
            ])
            .args(["--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let input = child.stdin.take().expect("it is a pipe");
        let output = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let mut browser = Browser {
            child,
            input,
            output,
            session: String::new(),
            sent: 0,
            complaints: Vec::new(),
            requests: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", target);
        browser.session = text(&attached["sessionId"]);
        for part in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{part}.enable"), json!({}));
        }
        browser.size(1280, 800);
        Some(browser)
    }

    pub fn size(&mut self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Says something and waits for the answer; events on the way are noted.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let mut message = json!({"id": self.sent, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).expect("the browser listens");
        loop {
            let mut bytes = Vec::new();
            let count = self.output.read_until(0, &mut bytes);
            assert!(count.is_ok_and(|n| n > 0), "the browser has ended");
            bytes.pop();
            let answer: Value = serde_json::from_slice(&bytes).expect("it speaks JSON");
            if answer["id"] == json!(self.sent) {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let what = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.complaints.push(what.to_string()),
            Some("Runtime.consoleAPICalled") => self.complaints.push(what.to_string()),
            Some("Log.entryAdded") => self.complaints.push(what["entry"].to_string()),
            Some("Network.requestWillBeSent") => {
                self.requests.push(text(&what["request"]["url"]));
            }
            _ => {}
        }
    }

    pub fn open(&mut self, page: &Path, address: &str) {
        let page = page.canonicalize().expect("the page is there");
        let url = format!("file://{}{address}", page.display());
        // An address that differs behind `#` only would not load the page again.
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.call("Page.navigate", json!({"url": url}));
        self.wait(
            "document.readyState === 'complete' && document.querySelector('[role=tab]') !== null",
        );
    }

    pub fn evaluate(&mut self, script: &str) -> Value {
        let parameters = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{script}: {answer}");
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, script: &str) -> String {
        text(&self.evaluate(script))
    }

    pub fn number(&mut self, script: &str) -> f64 {
        let value = self.evaluate(script);
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{script} is {value}"))
    }

    /// Waits until a condition holds.
    pub fn wait(&mut self, condition: &str) {
        let start = Instant::now();
        while self.evaluate(condition) != json!(true) {
            assert!(start.elapsed() < PATIENCE, "it never came to {condition}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks in the middle of an element with the mouse.
    pub fn click(&mut self, selector: &str) {
        let quoted = json!(selector);
        let place = self.evaluate(&format!(
            "(() => {{ const e = document.querySelector({quoted}); \
             e.scrollIntoView({{ block: 'center' }}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({
                "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "/" => 191,
            _ => panic!("which key is {key}?"),
        };
        let mut event =
            json!({"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code});
        match key {
            "Enter" => event["text"] = json!("\r"),
            "/" => event["text"] = json!("/"),
            _ => {}
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", event);
    }

    pub fn write(&mut self, words: &str) {
        self.call("Input.insertText", json!({"text": words}));
    }

    /// Goes by Tab until a condition holds of what has the focus.
    pub fn tab_to(&mut self, condition: &str) {
        for _ in 0..200 {
            self.key("Tab");
            let there = format!("(e => {condition})(document.activeElement)");
            if self.evaluate(&there) == json!(true) {
                return;
            }
        }
        panic!("Tab never leads to {condition}");
    }

    /// What assistive programs can focus and find no name for.
    pub fn nameless(&mut self) -> Vec<String> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        assert!(nodes.len() > 10, "there is nothing to read");
        let focusable = |node: &&Value| {
            let properties = node["properties"].as_array();
            properties.is_some_and(|list| {
                list.iter()
                    .any(|p| p["name"] == "focusable" && p["value"]["value"] == json!(true))
            })
        };
        let unnamed = |node: &&Value| node["name"]["value"].as_str().is_none_or(str::is_empty);
        let found = nodes.iter().filter(focusable).filter(unnamed);
        let found = found.filter(|node| node["role"]["value"] != "RootWebArea");
        found.map(|node| node["role"].to_string()).collect()
    }

    pub fn screenshot(&mut self, path: &Path) {
        let answer = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let image = decoded(&text(&answer["data"]));
        fs::write(path, image).expect("the picture can be written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self
            .input
            .write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.wait();
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Base 64.
fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter(|b| *b != b'=');
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in digits {
        let digit = DIGITS.iter().position(|d| *d == byte);
        held = held << 6 | digit.expect("it is base 64") as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    bytes
}
