//! Counts what each thread has allocated, so that a test can say how much a call took at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(bytes: isize) {
    // A thread that is ending has no counters any more.
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(live.get())));
    });
}

// SAFETY: all is left to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as the caller promised.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both are there while one is copied into the other.
        count(size as isize);
        count(-(layout.size() as isize));
        // SAFETY: as the caller promised.
        unsafe { System.realloc(old, layout, size) }
    }
    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(old, layout) }
    }
}

/// How many bytes `act` had allocated on this thread at its fullest.
pub fn most<T>(act: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    MOST.set(before);
    let result = act();
    (result, usize::try_from(MOST.get() - before).unwrap_or(0))
}

#[test]
fn what_is_taken_is_counted() {
    let (_, most) = most(|| drop(vec![1_u8; 1 << 20]));
    assert!((1 << 20..2 << 20).contains(&most), "{most}");
}
