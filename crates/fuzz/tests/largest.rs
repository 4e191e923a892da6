//! The largest runs that messages can ask the training worker for, both sides at once.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use fuzz::{LARGEST_RUN, measured};
use lesson::engine::Engine;
use lesson::lessons::training::settings::{Family, Settings, limits};
use lesson::lessons::training::task::Task;
use lesson::protocol::{Request, Side, Start};

fn largest(task: Task, family: Family) -> Settings {
    let settings = Settings {
        n_layers: *limits::LAYERS.end(),
        n_heads: *limits::HEADS.end(),
        d_model: *limits::D_MODEL.end(),
        batch: *limits::BATCH.end(),
        mlp: true,
        family,
        ..Settings::of(task)
    };
    settings.check().unwrap();
    settings
}

#[test]
fn the_largest_runs_take_no_more_memory_than_is_said() {
    for task in Task::ALL {
        for family in Family::ALL {
            let mut engine = Engine::new(|| 0.0);
            let mut ask = |request| measured(|| drop(engine.handle(request))).bytes;
            let open = |side| Request::Open(side, Start::Fresh(largest(task, family)));
            let taken = [ask(open(Side::A)), ask(Request::Step), ask(open(Side::B))];
            let most = taken.iter().max().unwrap();
            assert!(*most <= LARGEST_RUN, "{task:?} {family:?}: {taken:?}");
        }
    }
}
