//! The lessons, one folder each, in the order of `each.rs`. They know `core` and `head`, never each other
//! but by a link.

macro_rules! modules {
    ($($slug:ident: $lesson:ident,)*) => {
        $(
            #[doc = concat!("The lesson `", stringify!($slug), "`.")]
            pub mod $slug;
        )*
    };
}

crate::each_lesson!(modules);
