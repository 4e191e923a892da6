//! The figure that a link describes, and one matrix of it.

use attention::ShapeError;

use super::chart::ChartProblem;
use super::format::Format;
use super::sheet::Sheet;
use super::{code, formula, numbers};
use crate::core::player;
use crate::core::problem::{Problem, quoted};
use crate::head::document::{Document, Source};
use crate::head::name::Name;
use crate::head::stage::Stage;
use crate::head::trace::Trace;
use crate::lessons::flash::{self, Flash, Part, Walk};
use crate::lessons::stepper;
use crate::registry;

/// Why a figure cannot be exported.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportError {
    /// The link, or the matrix that was asked for.
    Link(Problem),
    /// The link's matrices do not fit each other.
    Shape(ShapeError),
    /// A chart that is none.
    Chart(ChartProblem),
    /// A table with other numbers than its rows and columns ask for, or with too many.
    Table,
    /// The app draws this format; there is no text of it here.
    Drawn(Format),
    /// A form that makes no sense of what was asked for.
    NotOffered(Format),
}

impl From<Problem> for ExportError {
    fn from(problem: Problem) -> Self {
        ExportError::Link(problem)
    }
}

impl From<ChartProblem> for ExportError {
    fn from(problem: ChartProblem) -> Self {
        ExportError::Chart(problem)
    }
}

impl From<ShapeError> for ExportError {
    fn from(error: ShapeError) -> Self {
        ExportError::Shape(error)
    }
}

/// A document with its numbers, and the matrix of it that is exported.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The link it was made from.
    pub fragment: String,
    /// All that decides the numbers.
    pub document: Document,
    /// The numbers.
    pub trace: Trace,
    /// What is exported.
    pub matrix: Which,
}

/// The matrix that is exported.
#[derive(Clone, Debug)]
pub enum Which {
    /// One of the stepper's.
    Named(Name),
    /// One of flash attention's figure, at a step.
    Part(Box<Walk>, usize, Part),
}

impl Figure {
    /// The figure of a lesson's link, and the matrix `key` of it.
    ///
    /// # Errors
    /// [`ExportError`] when the link cannot be read, or has no such matrix.
    pub fn of(fragment: &str, key: &str) -> Result<Figure, ExportError> {
        let known = || Name::ALL.iter().map(|name| name.key()).collect();
        let unknown = || Problem::LinkUnknown("matrix".into(), quoted(key), known());
        let (document, matrix) = if registry::lesson_of(fragment) == flash::META.slug {
            let (flash, view) = player::read::<Flash>(fragment)?;
            let mut document = flash.head;
            // The walk leaves all others out, and so does what is taken along.
            document.overrides.retain(|cell| cell.name == Name::Mask);
            let walk = Walk::of(&document, flash.tile)?;
            let step = view.at.min(walk.steps.len().saturating_sub(1));
            let matrix = match Part::from_key(key) {
                Some(part) => Which::Part(Box::new(walk), step, part),
                None => Which::Named(Name::from_key(key).ok_or_else(unknown)?),
            };
            (document, matrix)
        } else {
            let (document, _) = stepper::decode(fragment)?;
            let name = Name::from_key(key).ok_or_else(unknown)?;
            (document, Which::Named(name))
        };
        Ok(Figure {
            fragment: fragment.to_owned(),
            trace: Trace::of(&document)?,
            document,
            matrix,
        })
    }

    /// The key of its matrix: the file's name.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match &self.matrix {
            Which::Named(name) => name.key(),
            Which::Part(_, _, part) => part.key(),
        }
    }

    /// The matrix.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        match &self.matrix {
            Which::Named(name) => Sheet::of(&self.document, &self.trace, *name),
            Which::Part(walk, step, part) => Sheet::of_step(&self.document, walk, *step, *part),
        }
    }

    /// Every matrix of the figure, in the order of the computation.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        let named = |names: &[Name]| {
            let sheet = |name: &Name| Sheet::of(&self.document, &self.trace, *name);
            names.iter().map(sheet).collect::<Vec<_>>()
        };
        match &self.matrix {
            Which::Named(_) => named(&matrices(&self.document)),
            Which::Part(walk, step, _) => {
                let part = |part| Sheet::of_step(&self.document, walk, *step, part);
                let inputs = named(&[Name::Q, Name::K, Name::V]);
                inputs.into_iter().chain(Part::ALL.map(part)).collect()
            }
        }
    }

    /// The file in a format that is text or numbers.
    ///
    /// # Errors
    /// [`ExportError::Drawn`] for pictures and MathML, which the app makes.
    pub fn bytes(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        Ok(match format {
            Format::Csv => numbers::csv(&self.sheet()).into_bytes(),
            Format::Json => numbers::json(self).into_bytes(),
            Format::Npy => numbers::npy(&self.sheet()),
            Format::Code(language) => code::program(language, &self.document).into_bytes(),
            Format::Latex => formula::written(self).into_bytes(),
            Format::Png | Format::Svg | Format::MathMl => return Err(ExportError::Drawn(format)),
        })
    }
}

/// The matrices that this document's computation has: what is projected from only where it is.
#[must_use]
pub fn matrices(document: &Document) -> Vec<Name> {
    let projected = document.source == Source::Projected;
    let there = |name: &Name| match *name {
        Name::X | Name::Wq | Name::Wk | Name::Wv => projected,
        Name::Xkv => projected && document.keys.is_some(),
        _ => true,
    };
    Name::ALL.into_iter().filter(there).collect()
}

/// The stage that computes a matrix, whose formula is exported with it.
pub(super) fn stage(document: &Document, name: Name) -> Stage {
    match name {
        Name::Q | Name::K | Name::V if document.source == Source::Projected => Stage::Project,
        name => Stage::of(name),
    }
}
