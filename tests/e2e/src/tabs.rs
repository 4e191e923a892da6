//! Several tabs of one browser.

use crate::{Engine, Error, Outcome, Page};

/// A tab of the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab(fantoccini::wd::WindowHandle);

impl Page {
    /// The tab that is driven now.
    pub async fn tab(&self) -> Result<Tab, Error> {
        Ok(Tab(self.client.window().await?))
    }

    /// All tabs that are open.
    pub async fn tabs(&self) -> Result<Vec<Tab>, Error> {
        Ok(self.client.windows().await?.into_iter().map(Tab).collect())
    }

    /// Opens another tab, which is driven from now on; in WebKit, whose driver brings no tab to the front, another window.
    pub async fn open_tab(&self) -> Result<Tab, Error> {
        let opened = self
            .client
            .new_window(self.engine() != Engine::WebKit)
            .await?;
        let tab = Tab(opened.handle);
        self.to_tab(&tab).await?;
        Ok(tab)
    }

    /// Drives that tab from now on.
    pub async fn to_tab(&self, tab: &Tab) -> Outcome {
        Ok(self.client.switch_to_window(tab.0.clone()).await?)
    }

    /// Closes the tab that is driven, and drives another.
    pub async fn close_tab(&self, then: &Tab) -> Outcome {
        self.client.close_window().await?;
        self.to_tab(then).await
    }
}
