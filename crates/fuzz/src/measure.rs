//! What a call costs: time on the processor, and memory at its peak. Both of this thread alone.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cpu_time::ThreadTime;

/// The most memory that one input may take, beside what was there: 64 MB.
pub const MOST_BYTES: usize = 64 << 20;

/// The most memory of one run in training, of the largest model and batch that the page allows: 272 MB.
pub const LARGEST_RUN: usize = 272 << 20;

/// What a call has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Milliseconds on the processor.
    pub ms: u64,
    /// Bytes of memory at the peak, beside what was there before.
    pub bytes: usize,
}

/// Does `call`, and says what it has cost.
pub fn measured(call: impl FnOnce()) -> Cost {
    let before = HELD.get();
    PEAK.set(before);
    let begun = ThreadTime::try_now();
    call();
    let taken = begun.ok().and_then(|begun| begun.try_elapsed().ok());
    Cost {
        ms: taken.map_or(0, |taken| taken.as_millis() as u64),
        bytes: PEAK.get().saturating_sub(before),
    }
}

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

/// The system's memory, counted.
struct Counted;

#[global_allocator]
static MEMORY: Counted = Counted;

fn take(bytes: usize) {
    // A thread that ends has no counters any more.
    let held = HELD.try_with(|held| {
        held.set(held.get().saturating_add(bytes));
        held.get()
    });
    let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.unwrap_or(0))));
}

fn give(bytes: usize) {
    let _ = HELD.try_with(|held| held.set(held.get().saturating_sub(bytes)));
}

// SAFETY: every call is handed on to the system's allocator as it came; counting takes no memory.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller's promise is ours.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller's promise is ours.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: the caller's promise is ours.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While it moves both are there.
        take(size);
        give(layout.size());
        // SAFETY: the caller's promise is ours.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_at_its_peak_is_counted() {
        let cost = measured(|| {
            drop(std::hint::black_box(vec![1_u8; 3 << 20]));
            drop(std::hint::black_box(vec![1_u8; 1 << 20]));
        });
        assert!((3 << 20..4 << 20).contains(&cost.bytes), "{cost:?}");
    }

    #[test]
    fn time_on_the_processor_is_counted() {
        let spin = || {
            let mut sum = 0_u64;
            for i in 0..200_000_000_u64 {
                sum = std::hint::black_box(sum.wrapping_add(i));
            }
        };
        assert!(measured(spin).ms > 10);
        let sleep = || std::thread::sleep(std::time::Duration::from_millis(40));
        assert!(measured(sleep).ms < 20, "sleeping is no work");
    }
}
