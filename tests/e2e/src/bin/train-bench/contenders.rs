//! Those who compute the same thing, each in its own way.

use std::path::Path;

use contender::Question;
use e2e::{Error, Outcome, Page, until};
use serde_json::Value;

use crate::program::Program;

/// Where a contender stands in [`Contenders`], and in all lists of their times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Ours in the browser.
    Wasm,
    /// Ours on the machine itself.
    Native,
    /// transformers' GPT-2 with its own attention.
    Eager,
    /// transformers' GPT-2 with PyTorch's fused attention.
    Sdpa,
}

impl Who {
    /// All of them, in the order of the lists.
    pub const ALL: [Self; 4] = [Self::Wasm, Self::Native, Self::Eager, Self::Sdpa];

    /// As it is called in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wasm => "ours in WASM",
            Self::Native => "ours, native",
            Self::Eager => "PyTorch, eager attention",
            Self::Sdpa => "PyTorch, sdpa attention",
        }
    }
}

/// All of them, ready to be asked one after the other.
pub struct Contenders {
    page: Page,
    native: Program,
    eager: Program,
    sdpa: Program,
}

impl Contenders {
    /// Opens the page and starts the programs. PyTorch finds its first weights in `folder`.
    pub async fn start(page: &Page, folder: &Path) -> Result<Self, Error> {
        open(page).await?;
        Ok(Self {
            page: page.clone(),
            native: Program::native()?,
            eager: Program::torch("eager", folder)?,
            sdpa: Program::torch("sdpa", folder)?,
        })
    }

    /// What one of them answers.
    pub async fn ask(&mut self, who: Who, question: Question) -> Result<Value, Error> {
        let line = question.to_string();
        match who {
            Who::Wasm => ask_page(&self.page, &line).await,
            Who::Native => self.native.ask(&line),
            Who::Eager => self.eager.ask(&line),
            Who::Sdpa => self.sdpa.ask(&line),
        }
    }

    /// The versions of PyTorch and transformers.
    pub fn versions(&mut self) -> Result<String, Error> {
        match self.sdpa.ask("versions")? {
            Value::String(versions) => Ok(versions),
            other => Err(Error::Setup(format!("PyTorch's version is {other}"))),
        }
    }
}

/// Opens the page, waits until its module is there, and makes the contender.
async fn open(page: &Page) -> Outcome {
    page.load("").await?;
    until("the contender's module", async || {
        page.holds("return window.wasmBindings !== undefined").await
    })
    .await?;
    if !page.holds("return crossOriginIsolated").await? {
        return Err(Error::Page("the page has only a coarse timer".into()));
    }
    let make = "window.contender = new wasmBindings.Contender()";
    page.script(make, vec![]).await.map(drop)
}

async fn ask_page(page: &Page, line: &str) -> Result<Value, Error> {
    let script = "return JSON.parse(contender.answer(arguments[0]))";
    page.script(script, vec![line.into()]).await
}
