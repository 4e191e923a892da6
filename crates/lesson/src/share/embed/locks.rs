//! What a lock refuses: by the control that a command belongs to, and by what the command would
//! change, whichever way it came.

use super::{Control, Framing};
use crate::core::problem::Problem;
use crate::head::document::Document;
use crate::head::name::{Cell, Name};
use crate::head::view::View;
use crate::lessons::stepper::command::Command;

impl Framing {
    /// Whether a command may be tried at all.
    ///
    /// # Errors
    /// [`Problem::Locked`] where the control it belongs to is locked, [`Problem::StepClosed`] where it
    /// leads to a stage that the link leaves out.
    pub fn allows(&self, command: &Command) -> Result<(), Problem> {
        if let (Command::Goto(stage), Some(steps)) = (command, self.steps)
            && !steps.has(*stage)
        {
            return Err(Problem::StepClosed(*stage));
        }
        let locked = name_of(command).and_then(|name| self.locked(name));
        locked.map_or(Ok(()), |control| Err(Problem::Locked(control.name)))
    }

    /// Whether what was done left everything locked as it was. Undo, an example and a pasted block
    /// change many things at once; here it does not matter which way a change came.
    ///
    /// # Errors
    /// [`Problem::Locked`] with the first locked thing that changed.
    pub fn keeps(
        &self,
        before: (&Document, &View),
        after: (&Document, &View),
    ) -> Result<(), Problem> {
        let is_changed = |own: &&Control| names_in(own).any(|name| changed(name, before, after));
        match self.lock.iter().find(is_changed) {
            Some(control) => Err(Problem::Locked(control.name)),
            None => Ok(()),
        }
    }
}

/// The control and all its parts.
fn names_in(control: &Control) -> impl Iterator<Item = &'static str> + use<> {
    let parts = control.parts.iter().copied();
    std::iter::once(control.name).chain(parts)
}

/// The control that a command belongs to; `None` where there is none to be locked.
fn name_of(command: &Command) -> Option<&'static str> {
    Some(match command {
        Command::Next => "next",
        Command::Back => "back",
        Command::Goto(_) => "goto",
        Command::Reset => "reset",
        Command::Play => "play",
        Command::Speed(_) => "speed",
        Command::Scrub(_) => "scrub",
        Command::Mode(_) => "mode",
        Command::Row(_) => "query",
        Command::OpenSoftmax(_) => "fold",
        Command::Digits(_) => "digits",
        Command::Difference(_) => "difference",
        Command::Edit(cell, _) | Command::Paste(cell, _) => matrix(cell.name),
        Command::Fill(name, _) | Command::Replace(name, _) => matrix(*name),
        Command::Clear(_) | Command::ClearBlock(..) => "clear",
        Command::ClearAll => "clear-all",
        Command::Source(_) => "source",
        Command::Cross(_) => "kind",
        Command::Mask(..) => "mask",
        Command::Scale(_) => "scale",
        Command::Preset(_) => "preset",
        Command::AddToken(..) => "add-token",
        Command::RemoveToken(..)
        | Command::RenameToken(..)
        | Command::MoveToken(..)
        | Command::Resize(..) => "shape",
        Command::Undo => "undo",
        Command::Redo => "redo",
        Command::Pin(_) | Command::Settle | Command::Cancel(_) | Command::Load(_) => return None,
    })
}

/// What one types into: a typed matrix has the name of its control, a computed one is overridden.
fn matrix(name: Name) -> &'static str {
    match name {
        Name::Mask => "toggle-mask",
        name if Name::TYPED.contains(&name) => name.key(),
        _ => "override",
    }
}

fn changed(name: &str, (d, v): (&Document, &View), (d2, v2): (&Document, &View)) -> bool {
    if let Some(typed) = Name::from_key(name).filter(|name| Name::TYPED.contains(name)) {
        return d.input(typed) != d2.input(typed);
    }
    match name {
        "source" => d.source != d2.source,
        "kind" => d.keys.is_some() != d2.keys.is_some(),
        "mask" => d.mask != d2.mask || !painted(d).eq(painted(d2)),
        "scale" => d.scale != d2.scale,
        "shape" => (&d.queries, &d.keys) != (&d2.queries, &d2.keys) || sizes(d) != sizes(d2),
        "override" => d.overrides != d2.overrides,
        "mode" => v.mode != v2.mode,
        "digits" => v.digits != v2.digits,
        "speed" => v.speed != v2.speed,
        "fold" => v.softmax_open != v2.softmax_open,
        _ => false,
    }
}

/// The cells painted over the chosen mask.
fn painted(d: &Document) -> impl Iterator<Item = (Cell, f32)> {
    d.overridden(Name::Mask)
}

fn sizes(d: &Document) -> (usize, usize) {
    (d.d_k(), d.d_v())
}
