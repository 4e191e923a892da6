//! The numbers of one tensor, piece by piece.

use super::source::Source;
use super::stack::Stack;
use crate::kernels::BLOCK;
use crate::load::error::{LoadError, short};
use half::{bf16, f16};
use safetensors::Dtype;

/// How many numbers are read at a time: enough that a piece costs more than asking for it.
const PIECE: usize = 1 << 18;

/// One tensor: its numbers still in their file, as many as `shape` asks for.
#[derive(Clone, Debug)]
pub(in crate::load) struct Tensor<'a> {
    pub(in crate::load) name: String,
    pub(in crate::load) shape: Vec<usize>,
    /// Which of the archive's files it is in, and where its first byte stands: the order to read in.
    pub(in crate::load) place: (usize, u64),
    /// How long it is, in bytes.
    pub(in crate::load) bytes: u64,
    numbers: Numbers,
    /// One factor for each row of whole numbers.
    scale: Option<Box<Tensor<'a>>>,
    source: Source<'a>,
}

/// How a number is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbers {
    F32,
    F16,
    Bf16,
    /// A whole number, times the scale of its row.
    I8,
}

/// Called with the number of the first line of a piece and the numbers of its lines.
pub(in crate::load) type See<'a> = dyn FnMut(usize, &[f32]) -> Result<(), LoadError> + 'a;

impl<'a> Tensor<'a> {
    /// What stands under `name`: numbers of this kind and shape, from `place` on. Rows of whole numbers have their
    /// factors in `scale`.
    ///
    /// # Errors
    /// [`LoadError::Dtype`], and [`LoadError::Shape`] for a scale that has not one number a row.
    pub(super) fn new(
        name: &str,
        source: Source<'a>,
        (dtype, shape): (Dtype, Vec<usize>),
        place: (usize, u64),
        bytes: u64,
        scale: Option<Self>,
    ) -> Result<Self, LoadError> {
        if let Some(scale) = &scale {
            scale.has_one_of(&shape)?;
        }
        Ok(Self {
            numbers: Numbers::of(name, dtype, scale.is_some())?,
            name: name.to_owned(),
            shape,
            place,
            bytes,
            scale: scale.map(Box::new),
            source,
        })
    }

    /// Errs unless there is one number for each row of that shape.
    fn has_one_of(&self, shape: &[usize]) -> Result<(), LoadError> {
        let rows = shape.first().copied().unwrap_or(1);
        if self.shape == [rows] || self.shape == [rows, 1] {
            return Ok(());
        }
        Err(LoadError::Shape {
            tensor: short(&self.name),
            found: self.shape.clone(),
            wanted: vec![rows, 1],
        })
    }

    /// The name of the scale beside it, where it has one.
    pub(in crate::load) fn scale_name(&self) -> Option<&str> {
        self.scale.as_ref().map(|scale| scale.name.as_str())
    }

    /// The factor of each row, where rows have factors.
    fn scales(&self) -> Result<Vec<f32>, LoadError> {
        let mut scales = Vec::new();
        if let Some(scale) = &self.scale {
            scale.lines(1, &mut |_, numbers| {
                scales.extend_from_slice(numbers);
                Ok(())
            })?;
        }
        Ok(scales)
    }

    /// How many bytes so many of its numbers are.
    pub(in crate::load) fn share(&self, numbers: usize) -> u64 {
        (numbers * self.numbers.width()) as u64
    }

    /// All of it, as it is written.
    pub(super) fn stack(&self, progress: &mut dyn FnMut(u64)) -> Result<Stack, LoadError> {
        if self.scale.is_some() {
            return Err(LoadError::Dtype {
                tensor: short(&self.name),
                found: "whole numbers with a scale".to_owned(),
            });
        }
        let mut bytes = self.source.room(self.bytes)?;
        let mut numbers = Vec::new();
        let mut at = self.place.1;
        for piece in bytes.chunks_mut(PIECE * self.numbers.width()) {
            self.source.read(at, piece)?;
            self.numbers.read(piece, &mut numbers);
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(LoadError::NotFinite {
                    tensor: self.name.clone(),
                });
            }
            at += piece.len() as u64;
            progress(piece.len() as u64);
        }
        Ok(Stack::new(self.shape.clone(), bytes, self.numbers))
    }

    /// Reads all numbers in the order of the file, cut into lines of `width` numbers, some lines at a
    /// time: a multiple of 32, but for the last.
    ///
    /// # Errors
    /// [`LoadError::NotFinite`], [`LoadError::File`], and what `see` errs on.
    pub(in crate::load) fn lines(&self, width: usize, see: &mut See<'_>) -> Result<(), LoadError> {
        let all = self.shape.iter().product::<usize>();
        let scales = self.scales()?;
        let row = all.checked_div(scales.len()).unwrap_or(1).max(1);
        let line = width.max(1);
        let lines = (PIECE / line / BLOCK).max(1) * BLOCK;
        let piece = line.saturating_mul(lines);
        let mut bytes = self
            .source
            .room((piece.min(all) * self.numbers.width()) as u64)?;
        let mut numbers = Vec::new();
        for first in (0..all).step_by(piece) {
            let count = piece.min(all - first) * self.numbers.width();
            let here = bytes.get_mut(..count).unwrap_or_default();
            let at = (first * self.numbers.width()) as u64;
            self.source.read(self.place.1 + at, here)?;
            self.numbers.read(here, &mut numbers);
            if !scales.is_empty() {
                let factors = (first..).map(|place| scales.get(place / row).copied());
                let scaled = numbers.iter_mut().zip(factors);
                scaled.for_each(|(number, factor)| *number *= factor.unwrap_or(1.0));
            }
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(LoadError::NotFinite {
                    tensor: self.name.clone(),
                });
            }
            see(first / line, &numbers)?;
        }
        Ok(())
    }
}

impl Numbers {
    fn of(tensor: &str, dtype: Dtype, scaled: bool) -> Result<Self, LoadError> {
        match dtype {
            Dtype::I8 if scaled => Ok(Self::I8),
            Dtype::F32 => Ok(Self::F32),
            Dtype::F16 => Ok(Self::F16),
            Dtype::BF16 => Ok(Self::Bf16),
            other => Err(LoadError::Dtype {
                tensor: short(tensor),
                found: format!("{other:?}"),
            }),
        }
    }

    /// Bytes of one number.
    pub(super) fn width(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::I8 => 1,
        }
    }

    /// Replaces `numbers` by those that `bytes` spell.
    pub(super) fn read(self, bytes: &[u8], numbers: &mut Vec<f32>) {
        match self {
            Self::F32 => replace(bytes, numbers, f32::from_le_bytes),
            Self::F16 => replace(bytes, numbers, |x| f16::from_le_bytes(x).to_f32()),
            Self::Bf16 => replace(bytes, numbers, |x| bf16::from_le_bytes(x).to_f32()),
            Self::I8 => replace(bytes, numbers, |x| f32::from(i8::from_le_bytes(x))),
        }
    }
}

fn replace<const WIDTH: usize>(
    bytes: &[u8],
    numbers: &mut Vec<f32>,
    number: impl Fn([u8; WIDTH]) -> f32,
) {
    numbers.clear();
    let (chunks, _) = bytes.as_chunks();
    numbers.extend(chunks.iter().map(|chunk| number(*chunk)));
}
