//! A lesson while it is open: its document with the history, where one stands, whether it plays, and
//! what the link has locked. Whatever all lessons can do is done here, once.

use std::sync::Arc;

use super::command::{Command, Edit};
use super::control::{Control, Limits};
use super::fragment::{Entries, Fragment, VERSION};
use super::history::History;
use super::lesson::{Lesson, Look, State};
use super::playback::Playback;
use super::problem::{Problem, quoted};
use super::standing::Viewed;
use super::steps::{self, Place};
use super::table::Cell;

/// An open lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Player<L: Lesson> {
    /// The document and its history.
    pub history: History<L::Document>,
    /// Where one stands.
    pub view: L::View,
    /// Whether it plays.
    pub playback: Playback,
    /// What is locked, and the steps one may walk to.
    pub limits: Limits,
}

/// The state that a link of the lesson holds. Any bytes are safe to pass.
///
/// # Errors
/// [`Problem`] for the first entry that cannot be taken.
pub fn read<L: Lesson>(link: &str) -> Result<State<L>, Problem> {
    let link = Fragment::checked(link)?;
    if let Some(other) = link.get("lesson").filter(|slug| *slug != L::META.slug) {
        let own = vec![L::META.slug];
        return Err(Problem::LinkUnknown("lesson".into(), quoted(other), own));
    }
    let slug = match link.get("preset") {
        None if L::stands_alone(link) => None,
        None => L::META.presets.first().map(|preset| preset.slug),
        named => named,
    };
    let base = slug.map(preset::<L>).transpose()?;
    L::read(link, base)
}

/// The state of that preset.
///
/// # Errors
/// [`Problem::LinkUnknown`] when there is none of that slug.
pub fn preset<L: Lesson>(slug: &str) -> Result<State<L>, Problem> {
    L::read(Fragment(L::META.preset(slug)?.fragment), None)
}

/// The link that [`read`] reads as that state.
#[must_use]
pub fn write<L: Lesson>(document: &L::Document, view: &L::View) -> String {
    let mut entries = Entries::default();
    entries.push("ver", VERSION.to_string());
    entries.push("lesson", L::META.slug);
    L::write(document, view, &mut entries);
    entries.text()
}

impl<L: Lesson> Player<L> {
    /// A lesson that opens with this state.
    #[must_use]
    pub fn new(document: L::Document, view: L::View) -> Self {
        let mut player = Self {
            history: History::new(document),
            view,
            playback: Playback::default(),
            limits: Limits::default(),
        };
        player.tidy();
        player
    }

    /// Opens what a link holds.
    ///
    /// # Errors
    /// [`Problem`], as [`read`].
    pub fn open(link: &str) -> Result<Self, Problem> {
        let (document, view) = read::<L>(link)?;
        Ok(Self::new(document, view))
    }

    /// Opens what is to be seen beside the reason why a link cannot be read: all of the link but the entry that is
    /// wrong, else what whoever asks for nothing gets.
    ///
    /// # Errors
    /// [`Problem`], as [`open`](Player::open): where the lesson itself is wrong.
    pub fn mended(link: &str, problem: &Problem) -> Result<Self, Problem> {
        let rest = Fragment(link).only(|key| Some(key) != problem.entry());
        let rest = L::META.for_newcomers(&rest);
        Self::open(&rest).or_else(|_| Self::open(L::META.newcomers))
    }

    /// Sets what the link has locked. Nobody can undo to what was before a lock.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
        self.forget_before_locks();
        self.tidy();
    }

    fn forget_before_locks(&mut self) {
        if !self.limits.lock.is_empty() {
            self.history = History::new(L::Document::clone(self.document()));
        }
    }

    /// The document as it is.
    pub fn document(&self) -> &Arc<L::Document> {
        self.history.document()
    }

    /// The link of the state as it is, without `#`.
    pub fn link(&self) -> String {
        write::<L>(self.document(), &self.view)
    }

    /// Opens what a followed link holds: a new beginning, though it can be undone. What the one before
    /// had locked is not to be had back.
    pub fn load(&mut self, state: State<L>) {
        self.replace(state);
        self.forget_before_locks();
        self.tidy();
    }

    /// Does `command` for whoever reads the lesson: nothing that the link has locked changes.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    pub fn apply(&mut self, command: Command<L::Change>) -> Result<(), Problem> {
        self.allows(&command)?;
        let before = (!self.limits.lock.is_empty()).then(|| self.clone());
        self.host_applies(command)?;
        let Some(before) = before else {
            return Ok(());
        };
        let locked = self.limits.lock.iter();
        let Some(changed) = locked.copied().find(|own| self.changed(&before, *own)) else {
            return Ok(());
        };
        *self = before;
        Err(Problem::Locked(changed.name))
    }

    /// Whether something that the control owns is other than it was.
    fn changed(&self, before: &Self, control: Control) -> bool {
        let mut owned = control.all_owned(L::META.controls);
        owned.any(|key| before.owned(key) != self.owned(key))
    }

    /// What a control owns, as text.
    fn owned(&self, key: &str) -> Option<String> {
        L::owned(self.document(), &self.view, key).or_else(|| {
            let mut entries = Entries::default();
            L::write(self.document(), &self.view, &mut entries);
            entries.get(key).map(str::to_owned)
        })
    }

    /// Does `command` for whoever made the link: locks do not bind the page around the lesson, the
    /// steps do.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    pub fn host_applies(&mut self, command: Command<L::Change>) -> Result<(), Problem> {
        match command {
            Command::Next => self.step(self.place_index() + 1),
            Command::Back => self.step(self.place_index().saturating_sub(1)),
            Command::Goto(name) => self.goto(name),
            Command::Reset => self.rewind(),
            Command::Play => self.play(),
            Command::Scrub(place) => self.step(place),
            Command::Pin(cell) => L::pin(&mut self.view, cell),
            Command::Speed(speed) => self.look(|look| look.speed = speed),
            Command::Digits(digits) => self.look(|look| look.digits = digits),
            Command::Settle => self.history.settle(),
            Command::Cancel(cell) => self.history.cancel(cell),
            Command::Undo => drop(self.history.undo()),
            Command::Redo => drop(self.history.redo()),
            Command::Preset(slug) => self.example(&slug)?,
            Command::Edit(edit) => self.edit(edit)?,
            Command::Own(change) => self.change(change)?,
        }
        self.tidy();
        Ok(())
    }

    /// Opens another example at the step one stands at, unless it is about a step of its own.
    fn example(&mut self, slug: &str) -> Result<(), Problem> {
        let (document, mut view) = preset::<L>(slug)?;
        let own_step = Fragment(L::META.preset(slug)?.fragment).has("stage");
        if let (Some(before), Some(after), false) =
            (self.view.standing(), view.standing_mut(), own_step)
        {
            after.step = before.step;
        }
        L::carry(&self.view, &mut view);
        self.replace((document, view));
        Ok(())
    }

    /// Whether a command may be tried at all.
    ///
    /// # Errors
    /// [`Problem::Locked`] where the control it belongs to is locked, [`Problem::StepClosed`] where it
    /// leads to a step that the link leaves out.
    pub fn allows(&self, command: &Command<L::Change>) -> Result<(), Problem> {
        if let (Command::Goto(name), Some(limit)) = (command, self.limits.steps)
            && let Some(step) = steps::named(L::META.steps, name)
            && !limit.has(step)
        {
            return Err(Problem::StepClosed(L::META.steps[step]));
        }
        let locked = control::<L>(command).and_then(|name| self.limits.locked(name));
        locked.map_or(Ok(()), |control| Err(Problem::Locked(control.name)))
    }

    /// Lets `seconds` pass; true when something moved.
    pub fn tick(&mut self, seconds: f32) -> bool {
        if !self.playback.playing {
            return false;
        }
        let passed = seconds * L::look(&self.view).speed;
        let (place, places) = (self.place_index(), self.places().len());
        let stay = L::stay(&self.view);
        let next = self.playback.tick(passed, stay, place, places);
        if let Some(place) = next {
            self.step(place);
            self.tidy();
        }
        next.is_some()
    }

    /// Stands where a cell is seen. Nobody has gone there, so what is pinned stays.
    pub fn show(&mut self, cell: Cell) {
        let document = Arc::clone(self.document());
        let there = L::shown_at(&document, &self.view, cell);
        let here = L::place(&document, &self.view);
        if let Some(place) = there.filter(|place| *place != here) {
            L::stand(&document, &mut self.view, place);
            self.tidy();
        }
    }

    /// Every place of the scrub bar that one may go to.
    pub fn places(&self) -> Vec<Place> {
        let all = L::places(self.document(), &self.view);
        match self.limits.steps {
            Some(limit) => limit.of(all),
            None => all,
        }
    }

    /// Where on the scrub bar one stands, from 0.
    pub fn place_index(&self) -> usize {
        let (places, here) = (self.places(), L::place(self.document(), &self.view));
        let here = steps::nearest(&places, here);
        places.iter().position(|place| *place == here).unwrap_or(0)
    }

    /// The names of the steps that one may go to, in order.
    pub fn walk(&self) -> Vec<&'static str> {
        let mut steps: Vec<usize> = self.places().iter().map(|place| place.step).collect();
        steps.dedup();
        let name = |step: usize| L::META.steps.get(step).copied();
        steps.into_iter().filter_map(name).collect()
    }

    fn step(&mut self, index: usize) {
        let places = self.places();
        let Some(place) = places.get(index.min(places.len().saturating_sub(1))) else {
            return;
        };
        let document = Arc::clone(self.document());
        L::go(&document, &mut self.view, *place);
    }

    fn goto(&mut self, name: &str) {
        if let Some(step) = steps::named(L::META.steps, name) {
            let here = L::place(self.document(), &self.view);
            let first = Place { step, part: 0 };
            let there = self.places().into_iter().find(|place| place.step == step);
            let place = if here.step == step {
                here
            } else {
                there.unwrap_or(first)
            };
            let document = Arc::clone(self.document());
            L::go(&document, &mut self.view, place);
        }
    }

    fn rewind(&mut self) {
        self.playback.playing = false;
        if let Some(first) = self.places().first().copied() {
            let document = Arc::clone(self.document());
            L::rewind(&document, &mut self.view, first);
        }
    }

    /// Play at the end starts over.
    fn play(&mut self) {
        let (place, places) = (self.place_index(), self.places().len());
        if let Some(first) = self.playback.toggle(place, places) {
            self.step(first);
        }
    }

    fn look(&mut self, change: impl FnOnce(&mut Look)) {
        let mut look = L::look(&self.view);
        change(&mut look);
        L::set_look(&mut self.view, look);
    }

    fn replace(&mut self, (document, view): State<L>) {
        self.history.push(document, None);
        self.view = view;
        self.playback.playing = false;
    }

    fn edit(&mut self, edit: Edit) -> Result<(), Problem> {
        let typing = match edit {
            Edit::Set(cell, _) | Edit::Drag(cell, _) | Edit::Paint(cell, ..) => Some(cell),
            _ => None,
        };
        let mut document = L::Document::clone(self.document());
        L::edit(&mut document, edit)?;
        self.history.push(document, typing);
        Ok(())
    }

    fn change(&mut self, change: L::Change) -> Result<(), Problem> {
        let mut document = L::Document::clone(self.document());
        let mut view = self.view.clone();
        let dragged = L::dragged(&change);
        L::change(&mut document, &mut view, change)?;
        self.history.push(document, dragged);
        self.view = view;
        Ok(())
    }

    /// After any change: what is looked at exists, and is a step that one may go to.
    fn tidy(&mut self) {
        let document = Arc::clone(self.document());
        let look = L::look(&self.view).clamped();
        L::set_look(&mut self.view, look);
        L::tidy(&document, &mut self.view);
        if self.limits.steps.is_some() {
            let here = L::place(&document, &self.view);
            let there = steps::nearest(&self.places(), here);
            if there.step != here.step {
                L::stand(&document, &mut self.view, there);
            }
        }
    }
}

/// The control that a command belongs to; `None` where there is none to be locked.
fn control<L: Lesson>(command: &Command<L::Change>) -> Option<&'static str> {
    Some(match command {
        Command::Next => "next",
        Command::Back => "back",
        Command::Goto(_) => "goto",
        Command::Reset => "reset",
        Command::Play => "play",
        Command::Speed(_) => "speed",
        Command::Scrub(_) => "scrub",
        Command::Digits(_) => "digits",
        Command::Preset(_) => "preset",
        Command::Undo => "undo",
        Command::Redo => "redo",
        Command::Edit(Edit::Clear(_) | Edit::ClearBlock(..)) => "clear",
        Command::Edit(Edit::ClearAll) => "clear-all",
        Command::Edit(edit) => L::META.of(edit.table()?)?.control,
        Command::Own(change) => return L::control(change),
        Command::Pin(_) | Command::Settle | Command::Cancel(_) => return None,
    })
}
