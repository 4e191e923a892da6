//! The open page.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use fantoccini::Client;
use fantoccini::wd::TimeoutConfiguration;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::runtime;
use tokio::task::{LocalSet, spawn_local};

use crate::driver::Driver;
use crate::wait::until;
use crate::{Engine, Error, Outcome, Server, Site};

/// The page in a browser. Clones stand for the same browser.
#[derive(Clone)]
pub struct Page {
    pub(crate) client: Client,
    pub(crate) driver: Arc<Driver>,
    server: Arc<Server>,
}

/// The link to all that the first lesson has; without any one opens its guided walk.
const EXPLORE: &str = "level=explore";

/// Opens the page in a browser that knows nothing of it, runs `test` on it and ends that session whatever happens.
pub fn on_page<F>(test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    on_blank_page(async move |page: Page| {
        page.open(EXPLORE).await?;
        test(page).await
    })
}

/// The same for a test that begins with a link of its own: nothing is open yet.
pub fn on_blank_page<F>(test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    on_server(Server::start(Site::built()?)?, test)
}

/// The same for a test of what moves, or of what is done while it does.
pub fn on_moving_page<F>(test: impl FnOnce(Page) -> F + 'static) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    on_blank_page(async move |page: Page| {
        page.let_move().await?;
        test(page).await
    })
}

/// Runs `test` with a browser that knows nothing of what `server` serves, and ends that session whatever happens.
/// Nothing is open yet.
pub fn on_server<F>(server: Server, test: impl FnOnce(Page) -> F) -> Outcome
where
    F: Future<Output = Outcome> + 'static,
{
    run(server, Box::new(|page| Box::pin(test(page))))
}

/// A test, whichever it is: one runner for all of them is compiled once, where one for each took as long as the tests.
type Test<'a> = Box<dyn FnOnce(Page) -> Pin<Box<dyn Future<Output = Outcome>>> + 'a>;

fn run(server: Server, test: Test) -> Outcome {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(Error::io("start the test's runtime"))?;
    let driver = Arc::new(Driver::take()?);
    let lent = Arc::clone(&driver);
    let outcome = LocalSet::new().block_on(&runtime, async move {
        let client = driver.open().await?;
        let page = Page {
            client: client.clone(),
            driver: Arc::clone(&driver),
            server: Arc::new(server),
        };
        let test = test(page.clone());
        // As a task of its own a failed expectation ends only the task, and the browser is closed.
        let outcome = spawn_local(async move {
            page.begin().await?;
            test.await
        });
        let outcome = outcome.await;
        client.close().await?;
        match outcome {
            Ok(outcome) => outcome,
            Err(end) => match end.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                Err(end) => Err(Error::Setup(format!("the test was interrupted: {end}"))),
            },
        }
    });
    // Nobody knows what a failed test leaves behind.
    if let (Ok(()), Some(driver)) = (&outcome, Arc::into_inner(lent)) {
        driver.keep();
    }
    outcome
}

impl Page {
    /// Loads the page anew with a fragment (without `#`; may be empty) and waits until it works.
    pub async fn open(&self, fragment: &str) -> Outcome {
        self.load(fragment).await?;
        self.ready().await
    }

    /// Loads the page anew, without waiting for anything but its files.
    ///
    /// The blank page in between makes it a load even when only the fragment differs.
    pub async fn load(&self, fragment: &str) -> Outcome {
        self.leave().await?;
        let hash = if fragment.is_empty() {
            String::new()
        } else {
            format!("#{fragment}")
        };
        self.go(&format!("{}{hash}", self.server.url())).await
    }

    /// What a promise of the page gives.
    pub async fn promised<T: DeserializeOwned>(&self, promise: &str) -> Result<T, Error> {
        // An error is passed on in words, or the browser's own time limit would be all one hears of it.
        let script = format!(
            "const done = arguments[0]; \
             {promise}.then(result => done({{ result }}), error => done({{ error: String(error) }}))"
        );
        let mut answer = self.script_with_callback(&script).await?;
        let result = serde_json::from_value(answer["result"].take());
        result.map_err(|error| Error::Page(format!("`{promise}` gave {answer}: {error}")))
    }

    /// Goes to another page than ours.
    pub async fn visit(&self, address: &str) -> Outcome {
        self.leave().await?;
        self.go(address).await
    }

    /// Goes there, and waits until its document stands: in a tab that was just opened the driver may answer while the
    /// blank page is still there.
    async fn go(&self, address: &str) -> Outcome {
        self.client.goto(address).await?;
        let stands = "return location.href !== 'about:blank' && location.pathname !== '/blank' && document.readyState === 'complete'";
        until("the document to stand", async || self.holds(stands).await).await
    }

    /// Makes the window as large as Chromium is told to at its start, and lets scripts take their time. Where
    /// `ATTENTION_LAB_SPARE` is set, as `cargo xtask test` does, it spares what most tests are not about; whoever measures
    /// has the page as readers have it.
    async fn begin(&self) -> Outcome {
        self.be_patient(Duration::from_secs(120)).await?;
        let spares = std::env::var_os("ATTENTION_LAB_SPARE").is_some();
        if spares && !self.server.is_hosted() {
            self.keep_nothing().await?;
        }
        match self.engine() {
            Engine::Chromium if spares => self.stand_still().await,
            Engine::Chromium => Ok(()),
            Engine::Firefox | Engine::WebKit => self.resize(1440, 900).await,
        }
    }

    /// The engine that the page is in.
    pub fn engine(&self) -> Engine {
        self.driver.engine
    }

    /// Leaves the page for an empty one.
    pub async fn leave(&self) -> Outcome {
        self.keep_complaints().await?;
        let blank = self.server.blank();
        Ok(self
            .client
            .goto(blank.as_deref().unwrap_or("about:blank"))
            .await?)
    }

    /// Waits until the page has mounted: the first thing it needs is its “next” button.
    pub async fn ready(&self) -> Outcome {
        until("the page to show its “next” button", async || {
            self.is_whole("[data-action=next]").await
        })
        .await
    }

    /// The server behind the page.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The fragment in the address bar, without `#`.
    pub async fn fragment(&self) -> Result<String, Error> {
        self.text_of("return location.hash.slice(1)").await
    }

    /// Runs a script in the page; `arguments` are its `arguments`.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Result<Value, Error> {
        Ok(self.client.execute(script, arguments).await?)
    }

    /// Runs a script that gives its result to a function, its last argument.
    pub async fn script_with_callback(&self, script: &str) -> Result<Value, Error> {
        Ok(self.client.execute_async(script, vec![]).await?)
    }

    /// The same of one that takes arguments, which come before the function.
    pub async fn script_with_arguments(
        &self,
        script: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, Error> {
        Ok(self.client.execute_async(script, arguments).await?)
    }

    /// Lets scripts run for longer than the 30 seconds after which WebDriver otherwise gives up.
    pub async fn be_patient(&self, time: Duration) -> Outcome {
        let patience = TimeoutConfiguration::new(Some(time), None, None);
        Ok(self.client.update_timeouts(patience).await?)
    }

    /// What a script returns as text.
    pub async fn text_of(&self, script: &str) -> Result<String, Error> {
        match self.script(script, vec![]).await? {
            Value::String(text) => Ok(text),
            other => Err(Error::Page(format!(
                "`{script}` gave {other} instead of text"
            ))),
        }
    }

    /// Whether a script returns true.
    pub async fn holds(&self, script: &str) -> Result<bool, Error> {
        Ok(self.script(script, vec![]).await? == Value::Bool(true))
    }
}
