//! How the points of a study are shared out over the tasks of a job array.

use std::ops::Range;

/// The tasks of an array that have anything to do.
#[derive(Debug, PartialEq)]
pub struct Array {
    /// Points of a task; the last one may have fewer.
    pub points_per_task: usize,
    /// The indices of the tasks, from low to high.
    pub tasks: Vec<usize>,
}

/// Returns the points of a task among `points`.
pub fn points_of(task: usize, points_per_task: usize, points: usize) -> Range<usize> {
    let first = task.saturating_mul(points_per_task).min(points);
    first..first.saturating_add(points_per_task).min(points)
}

impl Array {
    /// Gives a task as few points as an array of `most` tasks allows. A task whose points are all done is left out.
    pub fn new(done: &[bool], most: usize) -> Self {
        let points_per_task = done.len().div_ceil(most.max(1)).max(1);
        let is_missing = |task: &usize| {
            !done[points_of(*task, points_per_task, done.len())].iter().all(|it| *it)
        };
        let tasks = (0..done.len().div_ceil(points_per_task)).filter(is_missing).collect();
        Self { points_per_task, tasks }
    }

    /// Returns the indices as `sbatch --array` takes them, such as 0-3,7.
    pub fn indices(&self) -> String {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for &task in &self.tasks {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == task => *last = task,
                _ => ranges.push((task, task)),
            }
        }
        let text = |(first, last): &(usize, usize)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        ranges.iter().map(text).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_of_one_task_and_no_array_is_longer_than_it_may_be() {
        for (points, most) in [(1, 1), (6, 6), (7, 6), (10_000, 1001), (10, 3), (5, 4)] {
            let array = Array::new(&vec![false; points], most);
            assert!(array.tasks.iter().all(|task| *task < most), "{points} points, {most} tasks");
            let of = |task: &usize| points_of(*task, array.points_per_task, points);
            assert!(array.tasks.iter().flat_map(of).eq(0..points), "{points} points, {most} tasks");
        }
    }

    #[test]
    fn a_task_whose_points_are_done_is_left_out() {
        let mut done = [false; 10];
        [0, 1, 4, 6, 7].into_iter().for_each(|point| done[point] = true);
        let array = Array::new(&done, 5);
        assert_eq!(array, Array { points_per_task: 2, tasks: vec![1, 2, 4] });
        assert_eq!(array.indices(), "1-2,4");
        assert_eq!(Array::new(&[true; 3], 5).tasks, [0; 0]);
        assert_eq!(points_of(usize::MAX, 7, 3), 3..3, "no task of this study");
    }
}
