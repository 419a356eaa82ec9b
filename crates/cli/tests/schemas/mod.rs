//! The schemas that results are held against: SARIF's own, and that of witnesses in `docs`.

use crate::support::root;
use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The standard's own schema; the crate `serde-sarif` comes with it.
fn sarif_schema() -> Value {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(root());
    cargo.args(["metadata", "--format-version", "1", "--locked", "--offline"]);
    // Packages for other platforms need not be here.
    cargo.args(["--filter-platform", "x86_64-unknown-linux-gnu"]);
    let output = cargo.output().expect("cargo can be started");
    let known: Value = serde_json::from_slice(&output.stdout).expect("cargo tells JSON");
    let packages = known["packages"].as_array().expect("there are packages");
    let package = packages.iter().find(|p| p["name"] == "serde-sarif");
    let manifest = package.and_then(|p| p["manifest_path"].as_str());
    let manifest = Path::new(manifest.expect("the tests depend on it"));
    let text = fs::read(manifest.with_file_name("src").join("schema.json"));
    let text = text.expect("the schema comes with the crate");
    let mut schema: Value = serde_json::from_slice(&text).expect("a schema is JSON");
    // The pattern of languages, of which nothing here speaks, has a bracket too many.
    for kind in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][kind]["properties"]["language"];
        let language = language.as_object_mut().expect("there are languages");
        language.remove("pattern");
    }
    schema
}

fn errors(validator: &Validator, document: &Value) -> Result<(), String> {
    let errors = validator.iter_errors(document);
    let errors: Vec<String> = errors
        .map(|e| format!("{}: {e}", e.instance_path()))
        .collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors.join("\n")),
    }
}

/// Is it SARIF? What is wrong otherwise.
#[allow(dead_code, reason = "not every test writes it")]
pub fn sarif(document: &Value) -> Result<(), String> {
    static VALIDATOR: OnceLock<Validator> = OnceLock::new();
    let validator = VALIDATOR.get_or_init(|| {
        let options = jsonschema::options().should_validate_formats(true);
        options.build(&sarif_schema()).expect("the schema is one")
    });
    errors(validator, document)
}

/// Is it a witness? What is wrong otherwise.
#[allow(dead_code, reason = "not every test writes it")]
pub fn witness(text: &str) -> Result<(), String> {
    static VALIDATOR: OnceLock<Validator> = OnceLock::new();
    let validator = VALIDATOR.get_or_init(|| {
        let schema = fs::read(root().join("docs/witness.schema.json"));
        let schema = schema.expect("the schema is there");
        let schema: Value = serde_json::from_slice(&schema).expect("a schema is JSON");
        jsonschema::validator_for(&schema).expect("the schema is one")
    });
    let document: Value = serde_saphyr::from_str(text).map_err(|e| e.to_string())?;
    errors(validator, &document)
}
