//! The list of lessons: one line each, in the order of the menu. All else about a lesson stands in its
//! folder, here under `lessons` and in the page under `views`.

/// Gives every lesson to `$then`: its module (which is its slug), its type, and the bundle of the page
/// that it is fetched with (`page` for what the page opens with).
#[macro_export]
macro_rules! each_lesson {
    ($then:ident) => {
        $then! {
            stepper: ByHand in page,
            training: Training in training,
            cost: Cost in labs,
            flash: Flash in labs,
        }
    };
}
