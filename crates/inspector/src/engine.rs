//! The model that is open, and the answers to what is asked of it.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Waker};

use attention::load::Files;
use lesson::lessons::models::changed::Changed;
use lesson::lessons::models::hub::HubTrouble;
use lesson::lessons::models::messages::{Ask, Head, How, Place, Reply, Trouble};

use crate::archive::archive;
use crate::compared::compare;
use crate::notebook::{Notebook, is_notebook};
use crate::opening::Opened;
use crate::place::place;
use crate::program::program;
use crate::reading::Read;
use crate::sharing::{Alone, Source};
use crate::sweep::sweep;
use crate::writing::written;

/// One model at most, and the text that it read last; or what a notebook has written of one.
#[derive(Default)]
pub struct Engine {
    opened: Option<Opened>,
    read: Option<Read>,
    notebook: Option<Notebook>,
}

impl Engine {
    /// As [`Engine::answer`] with nobody to help, and so with nobody to wait for.
    pub fn handle(&mut self, ask: Ask, files: &dyn Files, tell: &mut dyn FnMut(Reply)) {
        let alone = Alone(files);
        let answer = pin!(self.answer(ask, &alone, tell));
        let _done = answer.poll(&mut Context::from_waker(Waker::noop()));
    }

    /// Does what the page asks for; `source` has the files that came with the message. Each answer goes to `tell` as soon
    /// as it is there.
    pub async fn answer(&mut self, ask: Ask, source: &dyn Source, tell: &mut dyn FnMut(Reply)) {
        let (number, answer) = match ask {
            Ask::Open(number, how) => {
                let mut progress = |done, all| tell(Reply::Progress(number, done, all));
                (
                    number,
                    self.open((number, how), source, &mut progress).await,
                )
            }
            Ask::Read(number, text, changed) => (number, self.read(number, &text, &changed).await),
            Ask::Head(number, at) => {
                let head = self
                    .head(at)
                    .map(|head| Reply::Head(number, Box::new(head)));
                (number, head)
            }
            Ask::Place(number, at, of) => {
                let told = self.place(at, of).await;
                (number, told.map(|own| Reply::Place(number, Box::new(own))))
            }
            Ask::Archive(number) => {
                let bytes = self.both().and_then(|(opened, read)| archive(opened, read));
                (number, bytes.map(|bytes| Reply::Archive(number, bytes)))
            }
            Ask::Program(number, asked) => {
                let place = self.place(asked.place, None).await;
                let text = place.and_then(|place| {
                    let (opened, read) = self.both()?;
                    Ok(program(opened, read, &place, &asked))
                });
                (number, text.map(|text| Reply::Program(number, text)))
            }
            Ask::Sweep(number, asked) => {
                let both = self.opened.as_ref().zip(self.read.as_mut());
                let swept = match both {
                    Some((opened, read)) => sweep(opened, read, asked).await,
                    None => Err(Trouble::Absent),
                };
                (number, swept.map(|own| Reply::Swept(number, Box::new(own))))
            }
            Ask::Write(number, drawing) => {
                let text = match self.both() {
                    Ok((opened, read)) => written(opened, read, &drawing).await,
                    Err(trouble) => Err(trouble),
                };
                (number, text.map(|text| Reply::Written(number, text)))
            }
            // What needs a network and a place to keep files is done by whoever has these.
            Ask::Look(number, ..)
            | Ask::Fetch(number, ..)
            | Ask::Kept(number)
            | Ask::OpenKept(number, ..)
            | Ask::Delete(number, _) => (number, Err(Trouble::Hub(HubTrouble::Closed))),
            Ask::Halt => return,
        };
        tell(answer.unwrap_or_else(|trouble| Reply::Refused(number, trouble)));
    }

    /// The model that is open goes only when the new one is whole.
    async fn open(
        &mut self,
        (number, how): (u32, How),
        source: &dyn Source,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Reply, Trouble> {
        let card = match is_notebook(source.files()) {
            true => {
                let notebook = Notebook::of(source.files(), progress)?;
                let card = notebook.card.clone();
                (self.opened, self.notebook) = (None, Some(notebook));
                card
            }
            false => {
                let mut opened = Opened::of(source, how, progress).await?;
                if how.again {
                    let before = self.opened.as_ref().zip(self.read.as_ref());
                    compare(before, &mut opened).await;
                }
                let card = opened.card.clone();
                (self.opened, self.notebook) = (Some(opened), None);
                card
            }
        };
        self.read = None;
        Ok(Reply::Opened(number, Box::new(card)))
    }

    async fn read(&mut self, number: u32, text: &str, changed: &Changed) -> Result<Reply, Trouble> {
        if let Some(notebook) = &self.notebook {
            return Ok(Reply::Read(number, Box::new(notebook.told())));
        }
        let opened = self.opened.as_ref().ok_or(Trouble::Absent)?;
        let read = Read::of(opened, text, changed, self.read.as_ref()).await?;
        let told = Box::new(read.told(opened));
        self.read = Some(read);
        Ok(Reply::Read(number, told))
    }

    fn head(&self, at: (usize, usize)) -> Result<Head, Trouble> {
        let head = match &self.notebook {
            Some(notebook) => notebook.head(at),
            None => {
                let (opened, read) = self.both()?;
                read.head(opened, at)
            }
        };
        head.ok_or(Trouble::Absent)
    }

    async fn place(&self, at: Option<usize>, of: Option<u32>) -> Result<Place, Trouble> {
        let (opened, read) = self.both()?;
        let last = read.ids.len().saturating_sub(1);
        place(opened, read, at.unwrap_or(read.usual(opened)).min(last), of).await
    }

    fn both(&self) -> Result<(&Opened, &Read), Trouble> {
        let both = self.opened.as_ref().zip(self.read.as_ref());
        both.ok_or(Trouble::Absent)
    }
}
