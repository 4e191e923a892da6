//! Pages of another origin with figures of ours in them: the examples of `tests/embed`.

use std::env;
use std::fs;
use std::future::Future;
use std::path::PathBuf;

use fantoccini::elements::{Element, ElementRef};
use pulldown_cmark::{Parser, html};
use serde_json::Value;

use crate::site::workspace;
use crate::wait::until;
use crate::{Error, Outcome, Page, Server, Site, on_server};

/// Where the examples say that our page is.
const ELSEWHERE: &str = "https://lab.example/";

/// The key that WebDriver gives an element under.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What the page around allows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Everything.
    Open,
    /// Its own scripts and styles, our script and our frames.
    Strict,
    /// Its own scripts and our script, no frames.
    NoFrames,
}

impl Policy {
    fn headers(self, lab: &str) -> String {
        let frames = match self {
            Self::Open => return String::new(),
            Self::Strict => format!("frame-src {lab}; "),
            Self::NoFrames => String::new(),
        };
        format!(
            "Content-Security-Policy: default-src 'none'; script-src 'self' {lab}; {frames}\
             style-src 'self'; img-src data:; font-src data:\r\n"
        )
    }
}

/// An example as the page it becomes: HTML as it is; Markdown and MDX as CommonMark renders them; of
/// a notebook the saved output of its cell, put in as Jupyter does.
pub fn example(name: &str) -> Result<String, Error> {
    let text = fs::read_to_string(folder().join(name)).map_err(Error::io("read an example"))?;
    let body = match name.rsplit('.').next() {
        Some("md" | "mdx") => {
            let mut rendered = String::new();
            html::push_html(&mut rendered, Parser::new(&text));
            rendered
        }
        Some("ipynb") => {
            let output = notebook_output(&text)?
                .replace('&', "&amp;")
                .replace('"', "&quot;");
            format!(
                "<div id=\"output\" data-html=\"{output}\"></div><script src=\"notebook.js\"></script>"
            )
        }
        _ => return Ok(text),
    };
    Ok(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title></head>\
         <body><main>{body}</main></body></html>"
    ))
}

fn notebook_output(text: &str) -> Result<String, Error> {
    let broken = |what: String| Error::Setup(format!("the notebook: {what}"));
    let notebook: Value = serde_json::from_str(text).map_err(|error| broken(error.to_string()))?;
    let lines = |value: &Value| -> String {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    };
    let cells = notebook["cells"].as_array().into_iter().flatten();
    let mut codes = cells.filter(|cell| cell["cell_type"] == "code");
    let cell = codes
        .next()
        .ok_or_else(|| broken("it has no code".into()))?;
    let output = lines(&cell["outputs"][0]["data"]["text/html"]);
    if output.is_empty() || !lines(&cell["source"]).contains(&output) {
        return Err(broken("what its code shows is not what it saved".into()));
    }
    Ok(output)
}

/// Runs `test` on an example, opened in a page of another origin than ours.
pub fn on_host<F>(name: &str, policy: Policy, test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    on_host_of(&example(name)?, policy, test)
}

/// The same of any page; `https://lab.example/` in it stands for our page, and
/// `https://stranger.example/` for a third origin, which serves the same files.
pub fn on_host_of<F>(index: &str, policy: Policy, test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    let lab = Server::start(Site::built()?)?;
    let stranger = Server::start(around(index, &lab.url(), "")?)?;
    let site = around(index, &lab.url(), &stranger.url())?;
    let host = Server::beside(&lab, site, &policy.headers(&lab.origin()))?;
    on_server(host, async move |page: Page| {
        page.load("").await?;
        test(page).await
    })
}

/// The examples around a first page, with our address in them.
fn around(index: &str, lab: &str, stranger: &str) -> Result<Site, Error> {
    let mut folders = vec![("", folder())];
    if index.contains("reveal/") {
        folders.push(("reveal/", reveal()?));
    }
    let mut site = Site::of(&folders)?;
    site.put("index.html", index.as_bytes().to_vec());
    // Of another release, to stand beside the first.
    let script = fs::read_to_string(workspace().join("assets/embed/attention-lab.js"))
        .map_err(Error::io("read the element's script"))?;
    let other = script.replace("RELEASE = \"0.1.0\"", "RELEASE = \"0.0.9\"");
    site.put("other/attention-lab.js", other.into_bytes());
    site.replace(ELSEWHERE, lab);
    site.replace("https://stranger.example/", stranger);
    Ok(site)
}

fn folder() -> PathBuf {
    workspace().join("tests/embed")
}

/// reveal.js as npm brings it; only the tests serve it, it is no part of the page.
fn reveal() -> Result<PathBuf, Error> {
    let default = || workspace().join(".tools/npm/node_modules/reveal.js/dist");
    let folder = env::var_os("REVEAL_PATH").map_or_else(default, PathBuf::from);
    if folder.join("reveal.js").is_file() {
        return Ok(folder);
    }
    Err(Error::Setup(format!(
        "reveal.js is not at {}; `cargo xtask test` gets it",
        folder.display()
    )))
}

/// Does something with figure number `arguments[0]`, and gives what its promise came to, or its words.
const ASK: &str = r#"
    const [index, method, argument, done] = arguments;
    const figure = document.querySelectorAll("attention-lab")[index];
    figure[method](argument ?? undefined).then(done, error => done(`refused: ${error.message}`));"#;

/// The frame in a figure's shadow.
const FRAME: &str = "return document.querySelectorAll('attention-lab')[arguments[0]]?.shadowRoot?.querySelector('iframe') ?? null";

impl Page {
    /// Calls `set`, `step` or `get` of a figure of the page; a refusal comes as `"refused: …"`.
    pub async fn ask(&self, figure: usize, method: &str, argument: &str) -> Result<Value, Error> {
        let argument = if argument.is_empty() {
            Value::Null
        } else {
            argument.into()
        };
        let arguments = vec![figure.into(), method.into(), argument];
        Ok(self.client.execute_async(ASK, arguments).await?)
    }

    /// From now on this page is the lesson in the frame of a figure.
    pub async fn enter_figure(&self, figure: usize) -> Outcome {
        self.enter_frame(figure).await?;
        self.ready().await
    }

    /// The same of whatever stands in the frame.
    pub async fn enter_frame(&self, figure: usize) -> Outcome {
        until(&format!("a frame in figure {figure}"), async || {
            Ok(!self.script(FRAME, vec![figure.into()]).await?.is_null())
        })
        .await?;
        let frame = self.script(FRAME, vec![figure.into()]).await?;
        let id = frame[ELEMENT].as_str().unwrap_or_default().to_owned();
        let frame = Element::from_element_id(self.client.clone(), ElementRef::from(id));
        Ok(frame.enter_frame().await?)
    }

    /// From now on this page is the page around again.
    pub async fn leave_figure(&self) -> Outcome {
        Ok(self.client.enter_parent_frame().await?)
    }
}
