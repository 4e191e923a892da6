//! The losses of steps of descent, which the curve is drawn of.

/// So many runs that other numbers ended are kept, for undo to lead back into.
const KEPT: usize = 8;

/// A loss, and the rate of the step that led to it; none where a run begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// The loss after the step.
    pub loss: f32,
    /// How far the step went.
    pub rate: Option<f32>,
}

/// A run: the losses of steps that led here, and of those that were undone and may be done again.
#[derive(Clone, Default)]
pub struct Losses {
    run: Vec<Taken>,
    /// How many steps led here.
    steps: usize,
    /// Runs that other numbers ended, the latest last.
    earlier: Vec<Vec<Taken>>,
}

impl Losses {
    /// All steps that led here, the one to the loss of now last.
    pub fn led_here(&self) -> &[Taken] {
        self.run.get(..=self.steps).unwrap_or_default()
    }

    /// Steps of that rate are taken from here; what was undone cannot be done again any more.
    pub fn go(&mut self, losses: impl Iterator<Item = f32>, rate: f32) {
        let rate = Some(rate);
        self.run.truncate(self.steps + 1);
        self.run.extend(losses.map(|loss| Taken { loss, rate }));
        self.steps = self.run.len().saturating_sub(1);
    }

    /// The loss is that one now. Undone steps leave their run until they are done again; other numbers begin a new
    /// one, unless undo leads back into one that was left.
    pub fn meet(&mut self, loss: f32) {
        let place = |run: &[Taken]| run.iter().rposition(|own| own.loss == loss);
        if place(&self.run).is_none() {
            let found = self.earlier.iter().rposition(|run| place(run).is_some());
            let begun = || vec![Taken { loss, rate: None }];
            let next = found.map_or_else(begun, |index| self.earlier.remove(index));
            self.leave_for(next);
        }
        self.steps = place(&self.run).unwrap_or(0);
    }

    fn leave_for(&mut self, next: Vec<Taken>) {
        let left = std::mem::replace(&mut self.run, next);
        if left.len() > 1 {
            self.earlier.push(left);
        }
        if self.earlier.len() > KEPT {
            self.earlier.remove(0);
        }
    }
}

/// The rate of the first of these steps that went up.
pub fn rate_of_rise(steps: &[Taken]) -> Option<f32> {
    let rose = |pair: &&[Taken]| matches!(pair, [before, after] if after.loss > before.loss);
    steps.windows(2).find(rose)?.last()?.rate
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Losses, rate_of_rise};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// A run from 4 to 3, 2, 1.
    fn descended() -> Losses {
        let mut losses = Losses::default();
        losses.meet(4.0);
        losses.go([3.0, 2.0, 1.0].into_iter(), 0.5);
        losses.meet(1.0);
        losses
    }

    fn led_here(losses: &Losses) -> Vec<f32> {
        losses.led_here().iter().map(|own| own.loss).collect()
    }

    #[test]
    fn undone_steps_may_be_done_again_until_others_are_taken() {
        let mut losses = descended();
        losses.meet(3.0);
        assert_eq!(led_here(&losses), [4.0, 3.0]);
        losses.meet(1.0);
        assert_eq!(led_here(&losses), [4.0, 3.0, 2.0, 1.0]);
        losses.meet(3.0);
        losses.go([2.5].into_iter(), 0.1);
        assert_eq!(led_here(&losses), [4.0, 3.0, 2.5]);
    }

    #[test]
    fn undo_leads_back_into_a_run_that_other_numbers_ended() {
        let mut losses = descended();
        losses.meet(9.0);
        assert_eq!(led_here(&losses), [9.0]);
        losses.meet(1.0);
        assert_eq!(led_here(&losses), [4.0, 3.0, 2.0, 1.0]);
    }

    #[test]
    fn only_a_few_runs_are_kept() {
        let mut losses = descended();
        for run in 1..=KEPT {
            losses.meet(run as f32 * 10.0);
            losses.go([run as f32 * 10.0 - 1.0].into_iter(), 0.5);
        }
        losses.meet(100.0);
        assert_eq!(losses.earlier.len(), KEPT);
        losses.meet(1.0);
        assert_eq!(led_here(&losses), [1.0], "the first is forgotten");
    }

    #[test]
    fn a_rise_is_told_with_the_rate_of_its_step() {
        let mut losses = descended();
        assert_eq!(rate_of_rise(losses.led_here()), None);
        losses.go([5.0].into_iter(), 3.0);
        losses.go([4.5].into_iter(), 0.1);
        assert_eq!(rate_of_rise(losses.led_here()), Some(3.0));
    }
}
