//! All weights in one row, as they are sent from thread to thread and kept between visits.

use super::{Config, ModelError, Params, Tensors, memory};

impl Params {
    /// All weights, one after the other in the order of [`Tensors`], each matrix row by row.
    #[must_use]
    pub fn to_flat(&self) -> Vec<f32> {
        let mut flat = Vec::new();
        self.each("", &mut |_, matrix| flat.extend_from_slice(matrix.data()));
        flat
    }

    /// The weights of a model of these settings out of what [`Params::to_flat`] gave.
    ///
    /// # Errors
    /// [`ModelError::Config`] when the settings make no model, [`ModelError::Count`] unless `flat`
    /// has [`Config::count`] numbers, [`ModelError::Memory`].
    pub fn from_flat(config: &Config, flat: &[f32]) -> Result<Self, ModelError> {
        config.check()?;
        if config.count() != Some(flat.len()) {
            return Err(ModelError::Count {
                what: "weights",
                found: flat.len(),
                wanted: config.count().unwrap_or(usize::MAX),
            });
        }
        memory::check(Some(flat.len()))?;
        let (mut params, mut numbers) = (Self::zeros(config), flat.iter());
        params.each_mut("", &mut |_, matrix| {
            for (weight, number) in matrix.data_mut().iter_mut().zip(&mut numbers) {
                *weight = *number;
            }
        });
        Ok(params)
    }
}
