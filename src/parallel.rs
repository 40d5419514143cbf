//! Processes several items at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

/// Runs `work` on `items`, `jobs` at a time, and returns the results in the order of `items`. After
/// an error no new item is begun, but running ones are finished. Returns the first error in the
/// order of `items`.
pub fn each<T: Sync, R: Send, E: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done = Mutex::new(Vec::new());
    let worker = || {
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            let outcome = work(item);
            failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
            done.lock().expect("no worker panics while it holds this").push((index, outcome));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(items.len()) {
            scope.spawn(worker);
        }
        worker();
    });
    let mut done = done.into_inner().expect("no worker panics while it holds this");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        let doubled = each(&items, 4, |&item| Ok::<_, ()>(2 * item));
        assert_eq!(doubled, Ok((0..100).map(|item| 2 * item).collect()));
    }

    #[test]
    fn the_first_error_is_returned() {
        let outcome = each(&[1, 2, 3, 4], 1, |&item| if item > 2 { Err(item) } else { Ok(()) });
        assert_eq!(outcome, Err(3));
    }
}
