//! The page asks nobody but its own host for anything, and lies in any folder.

use e2e::{Outcome, on_page};

#[test]
fn no_request_goes_to_another_host() -> Outcome {
    on_page(async |page| {
        page.click_and_wait("next").await?;
        let script = "return performance.getEntriesByType('resource')
            .map(entry => entry.name)
            .filter(name => new URL(name).origin !== location.origin)
            .join(' ')";
        assert_eq!(page.text_of(script).await?, "", "requests to other hosts");
        page.console_is_clean().await
    })
}

/// The harness serves the page from a subfolder only; an absolute path would find nothing there.
#[test]
fn everything_is_found_in_a_subfolder() -> Outcome {
    on_page(async |page| {
        let script = "return performance.getEntriesByType('resource')
            .filter(entry => (entry.responseStatus ?? 200) !== 200)
            .map(entry => `${entry.responseStatus} ${entry.name}`)
            .join(' ')";
        assert_eq!(page.text_of(script).await?, "", "files that were not found");
        // Not every engine has the status, but the server knows.
        assert_eq!(page.server().missing(), [""; 0], "files that are not there");
        let requested = page.server().requested();
        assert!(
            requested.iter().any(|path| path.ends_with(".wasm")),
            "among {requested:?}"
        );
        Ok(())
    })
}

#[test]
fn a_message_for_browsers_without_simd_waits_hidden() -> Outcome {
    on_page(async |page| {
        assert_eq!(
            page.count("#no-simd").await?,
            1,
            "the message is in the page"
        );
        let hidden = "const message = document.querySelector('#no-simd');
            return message.getClientRects().length === 0 && message.textContent.trim() !== ''";
        assert!(
            page.holds(hidden).await?,
            "it has words and is not shown here"
        );
        Ok(())
    })
}
