//! The list of lessons: one line each, in the order of the menu. All else about a lesson stands in its
//! folder, here under `lessons` and in the page under `views`.

/// Gives every lesson to `$then`: its module (which is its slug) and its type. The page opens with the first;
/// the others are fetched when they are opened.
#[macro_export]
macro_rules! each_lesson {
    ($then:ident) => {
        $then! {
            stepper: ByHand,
            geometry: Geometry,
            scale: Scale,
            heads: Heads,
            positions: Positions,
            mlp: Mlp,
            training: Training,
            backward: Backward,
            cost: Cost,
            flash: Flash,
            models: Models,
        }
    };
}
