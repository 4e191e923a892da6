//! Which browser the tests run in.

use std::env;

use crate::Error;

/// The variable that names it; without it, it is Chromium.
const VARIABLE: &str = "ATTENTION_LAB_ENGINE";

/// A browser engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Chromium or Chrome, by chromedriver.
    Chromium,
    /// Firefox, by geckodriver.
    Firefox,
    /// WebKitGTK's MiniBrowser, by WebKitWebDriver.
    WebKit,
}

impl Engine {
    /// The one that the environment asks for.
    pub fn chosen() -> Result<Self, Error> {
        let Ok(name) = env::var(VARIABLE) else {
            return Ok(Self::Chromium);
        };
        Self::called(&name).ok_or_else(|| {
            Error::Setup(format!(
                "{VARIABLE} is “{name}”; there are chromium, firefox and webkit"
            ))
        })
    }

    fn called(name: &str) -> Option<Self> {
        let all = [Self::Chromium, Self::Firefox, Self::WebKit];
        let mut all = all.into_iter();
        all.find(|engine| engine.name().eq_ignore_ascii_case(name))
    }

    /// As people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKit",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Engine;

    #[test]
    fn names_are_known_in_small_letters_and_others_are_not() {
        assert_eq!(Engine::called("firefox"), Some(Engine::Firefox));
        assert_eq!(Engine::called("webkit"), Some(Engine::WebKit));
        assert_eq!(Engine::called("chromium"), Some(Engine::Chromium));
        assert_eq!(Engine::called("lynx"), None);
    }
}
