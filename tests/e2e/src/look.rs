//! Screenshots, and the accessibility faults that axe-core sees.

use std::env;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::site::workspace;
use crate::{Engine, Error, Outcome, Page, Scheme};

/// Runs axe-core and gives one line per fault of any weight, with the elements it is about. What moves is first where
/// it was going: half faded in it has no contrast yet.
const AXE: &str = r#"
    const [rules, done] = arguments, runOnly = rules.length > 0 ? { runOnly: rules } : {};
    for (const moving of document.getAnimations()) try { moving.finish() } catch { /* one without an end */ }
    axe.run(document, { resultTypes: ["violations"], ...runOnly }).then(results => done(results.violations
        .map(fault => `${fault.impact} ${fault.id}: ` + fault.nodes.slice(0, 4)
            .map(node => node.target.join(" ") + " — " + (node.any[0] ?? node.all[0] ?? node.none[0])?.message)
            .join(" | "))),
        error => done([`axe-core failed: ${error}`]));"#;

impl Page {
    /// Saves a picture of the whole page as `target/screenshots/NAME-SCHEME-WIDTH.png`; other engines
    /// than Chromium have folders of their own in there.
    pub async fn picture(&self, name: &str, scheme: Scheme, width: u32) -> Outcome {
        self.prefer(scheme).await?;
        self.resize(width, if width < 600 { 844 } else { 900 })
            .await?;
        let png = self.client.screenshot().await?;
        let folder = match self.engine() {
            Engine::Chromium => screenshots(),
            engine => screenshots().join(engine.name()),
        };
        fs::create_dir_all(&folder).map_err(Error::io("create the folder for screenshots"))?;
        let file = folder.join(format!("{name}-{}-{width}.png", scheme.name()));
        fs::write(file, png).map_err(Error::io("save a screenshot"))
    }

    /// The accessibility faults of the page as it stands.
    pub async fn accessibility_faults(&self) -> Result<Vec<String>, Error> {
        self.faults_by(&[]).await
    }

    /// Those alone that depend on colours: all that may differ where a page was looked at in another scheme.
    pub async fn colour_faults(&self) -> Result<Vec<String>, Error> {
        self.faults_by(&["color-contrast", "link-in-text-block"])
            .await
    }

    /// By some rules of axe-core; by all that it has where none is named.
    async fn faults_by(&self, rules: &[&str]) -> Result<Vec<String>, Error> {
        if !self.holds("return 'axe' in window").await? {
            self.script(&axe_source()?, vec![]).await?;
        }
        let found = self.script_with_arguments(AXE, vec![rules.into()]).await?;
        Ok(found
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(Into::into)
            .collect())
    }
}

/// axe-core as npm brings it; only tests inject it, it is no part of the page.
fn axe_source() -> Result<String, Error> {
    let default = || workspace().join(".tools/npm/node_modules/axe-core/axe.min.js");
    let file = env::var_os("AXE_PATH").map_or_else(default, PathBuf::from);
    fs::read_to_string(&file).map_err(|error| {
        Error::Setup(format!(
            "axe-core is not at {} ({error}); `cargo xtask test` gets it",
            file.display()
        ))
    })
}

fn screenshots() -> PathBuf {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    target.join("screenshots")
}
