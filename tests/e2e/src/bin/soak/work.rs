//! What is done for so long.

use e2e::{Outcome, Page};

/// What a page is occupied with.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Two runs that train side by side.
    Training,
    /// A model that writes on, again and again.
    Writing,
    /// The guided walk, played over and over.
    Playing,
}

/// Large enough that they have not converged after half an hour.
const RUNS: &str =
    "a=copy,layers:2,heads:4,d_model:64,batch:32&b=copy,layers:1,heads:2,d_model:64,batch:32";

/// Writes on, and begins anew where the text has become long or is refused. What was written before is waited for.
const WRITE: &str = "const lesson = document.querySelector('#models'), text = lesson.querySelector('[data-control=text]');
    if (lesson.querySelector('[aria-busy=true], [data-action=write-on][data-state=writing]')) return;
    window.done = (window.done ?? 0) + (text.value !== window.before);
    window.before = text.value;
    if (text.value.length > 400 || lesson.querySelector('[data-problem]')) {
        text.value = 'The Dog and the ';
        text.dispatchEvent(new Event('input', { bubbles: true }));
    } else lesson.querySelector('[data-action=write-on]')?.click();";

/// Begins anew at the end of the walk, and plays.
const PLAY: &str = "const play = document.querySelector('[data-action=play]');
    window.done = (window.done ?? 0) + !!document.querySelector('[data-beat=mix]');
    if (document.querySelector('[data-beat=mix]')) location.hash = '#level=walk&stage=project';
    if (play && play.getAttribute('data-on') !== 'true') play.click();";

impl Work {
    /// One after the other.
    pub const ALL: [Self; 3] = [Self::Training, Self::Writing, Self::Playing];

    /// Opens the page there and begins.
    pub async fn begin(self, page: &Page) -> Outcome {
        match self {
            Self::Training => {
                page.open_training(RUNS).await?;
                page.train_to(1, 1).await
            }
            Self::Writing => {
                page.load("lesson=models&model=reader").await?;
                page.element_is_there("#models table[data-matrix=next] tbody tr")
                    .await?;
                self.go_on(page).await
            }
            Self::Playing => {
                page.open("level=walk&stage=project").await?;
                page.element_is_there("[data-beat=ask] .g-drawn").await?;
                self.go_on(page).await
            }
        }
    }

    /// Does it once more, where it does not go on by itself.
    pub async fn go_on(self, page: &Page) -> Outcome {
        match self {
            Self::Training => Ok(()),
            Self::Writing => page.script(WRITE, vec![]).await.map(drop),
            Self::Playing => page.script(PLAY, vec![]).await.map(drop),
        }
    }
}
