//! Pages that mean harm: one that floods a figure with messages, one that opened the page and talks to it, and messages of
//! every shape. The figure answers, or refuses in words, and never hangs.

use std::time::Duration;

use e2e::{Error, Outcome, Page, Policy, on_blank_page, on_host_of, until_within};

use super::{link, page as around};

const FIGURE: &str = "<iframe src=\"https://lab.example/#preset=worked&amp;embed\"></iframe>";

/// Keeps the answers, and how many of each kind there were.
const HEAR: &str = "window.answers = new Map(); window.kinds = {};
    addEventListener('message', ({ data }) => {
        if (data?.['attention-lab'] !== 1) return;
        kinds[data.type] = (kinds[data.type] ?? 0) + 1;
        if ('id' in data) answers.set(data.id, data);
    });";

/// Asks once more and more until there is an answer.
async fn answers(page: &Page, id: &str) -> Result<String, Error> {
    let ask = "frames[0].postMessage({ 'attention-lab': 1, type: 'get', id: arguments[0] }, '*')";
    let heard = "return answers.get(arguments[0])?.fragment ?? ''";
    page.script(ask, vec![id.into()]).await?;
    until_within(Duration::from_secs(60), "an answer", async || {
        Ok(page.script(heard, vec![id.into()]).await? != "")
    })
    .await?;
    let found = page.script(heard, vec![id.into()]).await?;
    Ok(found.as_str().unwrap_or_default().to_owned())
}

async fn begins(page: &Page) -> Outcome {
    page.script(HEAR, vec![]).await?;
    until_within(Duration::from_secs(60), "the figure", async || {
        page.script(
            "frames[0].postMessage({ 'attention-lab': 1, type: 'get', id: 'first' }, '*')",
            vec![],
        )
        .await?;
        page.holds("return answers.has('first')").await
    })
    .await
}

/// Ten thousand messages at once, of all kinds: each that is one of ours is answered, and the figure stands afterwards.
#[test]
fn a_flood_of_messages_is_answered_and_the_figure_goes_on() -> Outcome {
    const MANY: usize = 10_000;
    let flood = format!(
        "const kinds = [
            {{ type: 'get' }}, {{ type: 'get', matrix: 'weights' }}, {{ type: 'step', to: 'next' }}, {{ type: 'step', to: 'reset' }},
            {{ type: 'set', fragment: 'q=9,9;9,9;9,9' }}, {{ type: 'set', fragment: 'q=' + '1,'.repeat(500) }},
            {{ type: 'set', fragment: 'lesson=nonsense' }}, {{ type: 'fly' }}, {{ type: {{}} }}, {{}},
        ];
        for (let id = 0; id < {MANY}; id++) frames[0].postMessage({{ 'attention-lab': 1, id, ...kinds[id % kinds.length] }}, '*');"
    );
    on_host_of(&around(FIGURE), Policy::Open, async move |page| {
        begins(&page).await?;
        page.script(&flood, vec![]).await?;
        let heard = format!("return [...Array({MANY}).keys()].every(id => answers.has(id))");
        until_within(Duration::from_secs(900), "every answer", async || {
            page.holds(&heard).await
        })
        .await?;
        let refused = "return answers.get(7).type === 'error' && answers.get(7).message.includes('fly')
            && answers.get(6).type === 'error' && answers.get(5).type === 'error' && answers.get(4).type === 'reply'";
        assert!(
            page.holds(refused).await?,
            "what cannot be done is refused in words"
        );
        assert!(answers(&page, "last").await?.contains("q=9,9;9,9;9,9"));
        page.console_is_clean().await
    })
}

/// What is no message of ours, of every shape that can be sent.
#[test]
fn messages_of_every_shape_change_nothing() -> Outcome {
    const SHAPES: &str = "const deep = {}; let at = deep; for (let i = 0; i < 500; i++) at = at.a = {};
        const round = {}; round.self = round;
        const ours = { 'attention-lab': 1, id: 'odd' };
        for (const own of [undefined, null, 0, -0, NaN, 1n, '', 'x'.repeat(1e6), [], [[]], {}, deep, round, new Map([['type', 'set']]),
            new Date(), /x/, new Error('x'), new Uint8Array(1e6), new ArrayBuffer(8), new Blob(['x']), new ImageData(1, 1),
            { ...ours, type: 'set', fragment: deep }, { ...ours, type: 'set', fragment: new Array(1e5).fill('q') },
            { ...ours, type: ['set'], fragment: 'q=1' }, { ...ours, type: 'step', to: 1e308 }, { ...ours, type: 'step', to: -1 },
            { ...ours, type: 'get', matrix: '__proto__' }, { ...ours, id: deep, type: 'get' }, { 'attention-lab': NaN, type: 'get' },
            { 'attention-lab': '1', type: 'set', fragment: 'q=1' }, { ...ours, type: 'set', fragment: 'javascript:hacked=1' },
        ]) frames[0].postMessage(own, '*');";
    on_host_of(&around(FIGURE), Policy::Open, async |page| {
        begins(&page).await?;
        let before = answers(&page, "before").await?;
        page.script(SHAPES, vec![]).await?;
        assert_eq!(answers(&page, "after").await?, before);
        page.console_is_clean().await
    })
}

/// A figure that is put away and back while it is talked to.
#[test]
fn a_host_that_takes_its_figure_away_while_it_asks_is_told_so() -> Outcome {
    const TORTURE: &str = "const done = arguments[0], figure = document.querySelector('attention-lab'), place = figure.parentNode;
        (async () => {
            const said = [];
            for (let round = 0; round < 20; round++) {
                const asked = [figure.get(), figure.set('stage=weights'), figure.step('next')];
                figure.remove();
                said.push(...(await Promise.allSettled(asked)).map(own => own.status === 'rejected' ? own.reason.message : 'done'));
                place.append(figure);
            }
            done(said);
        })();";
    let body = "<div><attention-lab preset=\"worked\"></attention-lab></div>";
    on_host_of(&around(body), Policy::Strict, async |page| {
        link(&page, 0).await?;
        let said = page.script_with_callback(TORTURE).await?;
        let said = said.as_array().cloned().unwrap_or_default();
        assert_eq!(said.len(), 60);
        assert!(
            said.iter()
                .all(|own| own.as_str().is_some_and(|own| !own.is_empty())),
            "{said:?}"
        );
        assert!(link(&page, 0).await?.contains("q=1,0;0,1;1,1"));
        page.console_is_clean().await
    })
}

/// A page by itself has nobody around it: who opened it commands nothing, and neither does it itself.
#[test]
fn who_opened_the_page_commands_nothing() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&level=explore").await?;
        let before = page.settled_fragment().await?;
        page.script(
            "window.answered = 0; addEventListener('message', ({ data }) => { if (data?.type === 'reply') answered += 1; });
             for (let i = 0; i < 100; i++) postMessage({ 'attention-lab': 1, type: 'set', id: i, fragment: 'preset=animal' }, '*');
             const frame = document.createElement('iframe'); document.body.append(frame);
             for (let i = 0; i < 100; i++) frame.contentWindow.parent.postMessage({ 'attention-lab': 1, type: 'step', id: i, to: 'next' }, '*');",
            vec![],
        )
        .await?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(page.settled_fragment().await?, before);
        assert!(page.holds("return answered === 0").await?, "it answered");
        page.console_is_clean().await
    })
}
