//! Walking over all weights: by name, and in step with gradients and moments.

use crate::matrix::Matrix;

/// Something made of weights.
pub trait Tensors {
    /// Calls `see` with the path of each weight matrix, such as `blocks.0.attention.query.weight`,
    /// in one fixed order. Those that are laid out for reading ([`Form`](super::Form)) are passed over.
    fn each<'a>(&'a self, path: &str, see: &mut dyn FnMut(&str, &'a Matrix));

    /// As [`Tensors::each`], to write.
    fn each_mut(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut Matrix));

    /// Calls `see` with the path and the shape of each, those too that are laid out for reading.
    fn each_shape(&self, path: &str, see: &mut dyn FnMut(&str, (usize, usize)));

    /// Sets every number to 0.
    fn set_to_zero(&mut self);

    /// Calls `see` with each weight matrix and those that stand in the same place of three others
    /// of the same configuration: gradient, first and second moment.
    fn in_step(
        &mut self,
        gradient: &Self,
        moments: [&mut Self; 2],
        see: &mut dyn FnMut(&mut Matrix, &Matrix, [&mut Matrix; 2]),
    );
}

impl Tensors for Matrix {
    fn set_to_zero(&mut self) {
        self.data_mut().fill(0.0);
    }
    fn each<'a>(&'a self, path: &str, see: &mut dyn FnMut(&str, &'a Matrix)) {
        see(path, self);
    }
    fn each_mut(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut Matrix)) {
        see(path, self);
    }
    fn each_shape(&self, path: &str, see: &mut dyn FnMut(&str, (usize, usize))) {
        see(path, self.shape());
    }
    fn in_step(
        &mut self,
        gradient: &Self,
        moments: [&mut Self; 2],
        see: &mut dyn FnMut(&mut Matrix, &Matrix, [&mut Matrix; 2]),
    ) {
        see(self, gradient, moments);
    }
}

impl<T: Tensors> Tensors for Option<T> {
    fn set_to_zero(&mut self) {
        self.iter_mut().for_each(T::set_to_zero);
    }
    fn each<'a>(&'a self, path: &str, see: &mut dyn FnMut(&str, &'a Matrix)) {
        if let Some(part) = self {
            part.each(path, see);
        }
    }
    fn each_mut(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut Matrix)) {
        if let Some(part) = self {
            part.each_mut(path, see);
        }
    }
    fn each_shape(&self, path: &str, see: &mut dyn FnMut(&str, (usize, usize))) {
        if let Some(part) = self {
            part.each_shape(path, see);
        }
    }
    fn in_step(
        &mut self,
        gradient: &Self,
        [first, second]: [&mut Self; 2],
        see: &mut dyn FnMut(&mut Matrix, &Matrix, [&mut Matrix; 2]),
    ) {
        if let (Some(part), Some(gradient), Some(first), Some(second)) =
            (self, gradient, first, second)
        {
            part.in_step(gradient, [first, second], see);
        }
    }
}

impl<T: Tensors> Tensors for Vec<T> {
    fn set_to_zero(&mut self) {
        self.iter_mut().for_each(T::set_to_zero);
    }
    fn each<'a>(&'a self, path: &str, see: &mut dyn FnMut(&str, &'a Matrix)) {
        for (i, part) in self.iter().enumerate() {
            part.each(&format!("{path}.{i}"), see);
        }
    }
    fn each_mut(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut Matrix)) {
        for (i, part) in self.iter_mut().enumerate() {
            part.each_mut(&format!("{path}.{i}"), see);
        }
    }
    fn each_shape(&self, path: &str, see: &mut dyn FnMut(&str, (usize, usize))) {
        for (i, part) in self.iter().enumerate() {
            part.each_shape(&format!("{path}.{i}"), see);
        }
    }
    fn in_step(
        &mut self,
        gradient: &Self,
        [first, second]: [&mut Self; 2],
        see: &mut dyn FnMut(&mut Matrix, &Matrix, [&mut Matrix; 2]),
    ) {
        let parts = self.iter_mut().zip(gradient).zip(first).zip(second);
        for (((part, gradient), first), second) in parts {
            part.in_step(gradient, [first, second], see);
        }
    }
}

/// Implements [`Tensors`] for a struct by going through the fields named.
macro_rules! tensors {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::model::Tensors for $name {
            fn each<'a>(&'a self, path: &str, see: &mut dyn FnMut(&str, &'a $crate::Matrix)) {
                $(self.$field.each(&$crate::model::tensors::join(path, stringify!($field)), see);)*
            }
            fn each_mut(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut $crate::Matrix)) {
                $(self.$field.each_mut(&$crate::model::tensors::join(path, stringify!($field)), see);)*
            }
            fn each_shape(&self, path: &str, see: &mut dyn FnMut(&str, (usize, usize))) {
                $(self.$field.each_shape(&$crate::model::tensors::join(path, stringify!($field)), see);)*
            }
            fn set_to_zero(&mut self) {
                $(self.$field.set_to_zero();)*
            }
            fn in_step(
                &mut self,
                gradient: &Self,
                [first, second]: [&mut Self; 2],
                see: &mut dyn FnMut(&mut $crate::Matrix, &$crate::Matrix, [&mut $crate::Matrix; 2]),
            ) {
                $(self.$field.in_step(
                    &gradient.$field,
                    [&mut first.$field, &mut second.$field],
                    see,
                );)*
            }
        }
    };
}
pub(super) use tensors;

/// `path.field`, or `field` at the top.
pub(super) fn join(path: &str, field: &str) -> String {
    if path.is_empty() {
        field.to_owned()
    } else {
        format!("{path}.{field}")
    }
}
