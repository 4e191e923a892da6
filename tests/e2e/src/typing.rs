//! Typing and pasting into input cells.

use fantoccini::key::Key;

use crate::{Input, Outcome, Page};

/// Puts text in the place of all that a cell holds, with the events that the browser itself sends.
const INSERT: &str = r#"
    const [selector, text] = arguments, cell = document.querySelector(selector);
    cell.focus();
    cell.select();
    document.execCommand(text === "" ? "delete" : "insertText", false, text);"#;

/// Sends the event of a paste; scripts may not touch the real clipboard. Firefox takes the text and
/// its type, all others the object.
const PASTE: &str = r#"
    const clipboardData = new DataTransfer(), data = EXPRESSION, dataType = "text/plain";
    clipboardData.setData(dataType, data);
    const options = { clipboardData, data, dataType, bubbles: true, cancelable: true };
    document.querySelector(arguments[0]).dispatchEvent(new ClipboardEvent("paste", options));"#;

impl Page {
    /// Replaces what is in an input cell and commits with Enter, as a person would.
    pub async fn enter(&self, cell: Input, text: &str) -> Outcome {
        self.type_without_commit(cell, text).await?;
        self.press(cell, Key::Enter.into()).await
    }

    /// Replaces what is in an input cell.
    pub async fn type_without_commit(&self, cell: Input, text: &str) -> Outcome {
        let element = self.reveal(&cell.selector()).await?;
        element.click().await?;
        let select_all = format!("{}a{}", char::from(Key::Control), char::from(Key::Null));
        element.send_keys(&select_all).await?;
        match text {
            "" => self.press(cell, Key::Delete.into()).await,
            text => Ok(element.send_keys(text).await?),
        }
    }

    /// Replaces what is in an input cell in one go, as pasting does, and commits with Enter.
    ///
    /// Key by key `1e999` passes through `1e99`, which is a number and may count.
    pub async fn enter_at_once(&self, cell: Input, text: &str) -> Outcome {
        self.reveal(&cell.selector()).await?.click().await?;
        self.script(INSERT, vec![cell.selector().into(), text.into()])
            .await?;
        self.press(cell, Key::Enter.into()).await
    }

    /// Pastes the text that a JavaScript expression stands for, with the focus in an input cell.
    pub async fn paste(&self, cell: Input, expression: &str) -> Outcome {
        self.reveal(&cell.selector()).await?.click().await?;
        let script = PASTE.replace("EXPRESSION", expression);
        self.script(&script, vec![cell.selector().into()])
            .await
            .map(drop)
    }

    /// Walks to the stage that shows an input cell.
    pub async fn show(&self, cell: Input) -> Outcome {
        self.reveal(&cell.selector()).await.map(drop)
    }

    /// Presses a key in an input cell.
    pub async fn press(&self, cell: Input, key: char) -> Outcome {
        let element = self.found(&cell.selector()).await?;
        Ok(element.send_keys(&key.to_string()).await?)
    }
}
