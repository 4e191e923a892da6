//! What is heard: names from the accessibility tree, and live regions.

use std::collections::HashMap;
use std::time::Duration;

use e2e::{Error, Outcome, Page};
use serde_json::{Value, json};

/// Notes what is said in live regions, once it has stood for a moment.
pub const LISTEN: &str = r#"
    window.said = [];
    const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output:not([aria-live=off])";
    const told = new WeakMap();
    const words = region => region.innerText?.replace(/\s+/g, " ").trim() ?? "";
    const look = () => document.querySelectorAll(LIVE).forEach(region => {
        if (region.closest("[hidden], [inert], [aria-hidden=true]")) return;
        const now = words(region), kind = region.role ?? region.getAttribute("aria-live") ?? "status";
        if (now === (told.get(region) ?? "")) return;
        told.set(region, now);
        if (now) said.push([kind, now]);
    });
    let coming;
    new MutationObserver(() => { clearTimeout(coming); coming = setTimeout(look, 150); })
        .observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"] });
"#;

/// So long a page is left alone before what it says is read.
const REST: Duration = Duration::from_millis(900);

/// Who listens.
#[derive(Default)]
pub struct Ear {
    /// What was read of the page before.
    read: Vec<String>,
}

impl Ear {
    /// Says what live regions have said meanwhile.
    pub async fn says(&mut self, page: &Page) -> Outcome {
        let said = page.script("return said.splice(0)", vec![]).await?;
        for one in said.as_array().into_iter().flatten() {
            println!("   says ({}): {}", text(&one[0]), text(&one[1]));
        }
        Ok(())
    }

    /// The same after a moment.
    pub async fn settles(&mut self, page: &Page) -> Outcome {
        tokio::time::sleep(REST).await;
        self.says(page).await
    }

    /// Reads what stands in the figure from top to bottom, as a reader who walks through it line by line; what was
    /// there at the beat before is left out.
    pub async fn reads(&mut self, page: &Page) -> Outcome {
        let tree = page
            .devtools("Accessibility.getFullAXTree", json!({}))
            .await?;
        let lines = lines(&tree);
        // Of a table all is said, or nobody would know which row a number is of.
        let of_table = |line: &&String| line.starts_with("cell") || line.contains("header: ");
        let fresh = |line: &&String| of_table(line) || !self.read.contains(line);
        for line in lines.iter().filter(fresh) {
            println!("{line}");
        }
        self.read = lines;
        Ok(())
    }
}

/// What has the focus: name, role, value, state, description.
pub async fn focused(page: &Page) -> Result<String, Error> {
    let element = "document.activeElement";
    let found = page
        .devtools("Runtime.evaluate", json!({ "expression": element }))
        .await?;
    let id = &found["result"]["objectId"];
    let part = json!({ "objectId": id, "fetchRelatives": false });
    let tree = page
        .devtools("Accessibility.getPartialAXTree", part)
        .await?;
    // What stands for a value is not in that tree.
    let words = "return document.activeElement.getAttribute('aria-valuetext') ?? ''";
    let words = page.text_of(words).await?;
    let mut node = tree["nodes"][0].clone();
    if !words.is_empty() {
        node["value"] = json!({ "value": words });
    }
    Ok(heard(&node))
}

/// A node in the order in which it is said.
fn heard(node: &Value) -> String {
    let mut said = vec![format!("“{}”", text(&node["name"]["value"]))];
    said.push(text(&node["role"]["value"]));
    if let value @ (Value::String(_) | Value::Number(_)) = &node["value"]["value"] {
        said.push(format!("value {}", text(value)));
    }
    for own in node["properties"].as_array().into_iter().flatten() {
        let (name, value) = (text(&own["name"]), &own["value"]["value"]);
        match (&*name, value) {
            ("checked" | "expanded" | "pressed" | "selected", value) => {
                said.push(format!("{name} {}", text(value)))
            }
            ("invalid", value) if text(value) != "false" => {
                said.push(format!("invalid {}", text(value)))
            }
            ("disabled", Value::Bool(true)) => said.push(name),
            _ => {}
        }
    }
    let description = text(&node["description"]["value"]);
    if !description.is_empty() {
        said.push(format!("— {description}"));
    }
    said.join(" ")
}

/// What is read line by line: headings, paragraphs, figures, cells; a text that is part of a name is not said twice.
fn lines(tree: &Value) -> Vec<String> {
    let nodes = tree["nodes"].as_array().into_iter().flatten();
    let nodes: HashMap<&str, &Value> = nodes
        .filter_map(|node| Some((node["nodeId"].as_str()?, node)))
        .collect();
    let root = tree["nodes"][0]["nodeId"].as_str().unwrap_or_default();
    let mut lines = Vec::new();
    read(&nodes, root, &mut lines);
    lines
}

/// A node and all below it, in the order of reading.
fn read(nodes: &HashMap<&str, &Value>, id: &str, lines: &mut Vec<String>) {
    const NAMED: [&str; 9] = [
        "heading",
        "image",
        "img",
        "cell",
        "gridcell",
        "rowheader",
        "columnheader",
        "button",
        "link",
    ];
    let Some(node) = nodes.get(id) else { return };
    let (role, name) = (text(&node["role"]["value"]), text(&node["name"]["value"]));
    if node["ignored"] != true && !name.trim().is_empty() {
        if NAMED.contains(&&*role) {
            lines.push(format!("{role}: {name}"));
            return;
        }
        if role == "StaticText" {
            lines.push(format!("text: {}", name.trim()));
        }
    }
    for child in node["childIds"].as_array().into_iter().flatten() {
        read(nodes, child.as_str().unwrap_or_default(), lines);
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
