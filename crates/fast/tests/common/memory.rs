//! How often memory is asked for: the tests of `fast` and of `attention` include this file.

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How often `f` asks for memory: the least of a few times, as the test runner's own thread may
/// ask for some meanwhile.
fn counted(f: &mut impl FnMut()) -> usize {
    let once = |_| {
        let region = Region::new(MEMORY);
        f();
        let change = region.change();
        change.allocations + change.reallocations
    };
    (0..5).map(once).min().unwrap()
}

/// The same, once it is sure that requests are counted at all.
pub fn requests(mut f: impl FnMut()) -> usize {
    assert_ne!(counted(&mut || drop(vec![1.0f32; 3])), 0);
    counted(&mut f)
}
