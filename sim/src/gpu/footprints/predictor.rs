//! What the reuse monitors predicted of child kernels at their launch, beside what these turned out to reuse. LASER,
//! sections 6 and 7.

/// A relation reuses if its ratio is above this, as for the monitor.
const THRESHOLD: f64 = 0.5;

/// Classes: of none, parent-child, sibling and own reuse, as the monitor's pin tells them.
pub const CLASSES: usize = 4;

/// Child kernels and groups by what was predicted of them, and by what they reused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predictor {
    /// By predicted, then by exact class: none, parent-child, sibling, own.
    pub counts: [[u64; CLASSES]; CLASSES],
}

impl Predictor {
    /// Adds a child of which a class was predicted and whose exact ratios are those of parent-child, sibling and own
    /// reuse. Its class is that of the greatest ratio above the threshold; of equal ones, the first.
    pub(super) fn add(&mut self, predicted: u32, exact: [Option<f64>; CLASSES - 1]) {
        let mut best = (0, THRESHOLD);
        for (class, ratio) in (1..).zip(exact) {
            best = ratio.filter(|&ratio| ratio > best.1).map_or(best, |ratio| (class, ratio));
        }
        self.counts[predicted as usize][best.0] += 1;
    }

    /// All children.
    pub fn children(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Children of which the right class was predicted.
    pub fn right(&self) -> u64 {
        (0..CLASSES).map(|class| self.counts[class][class]).sum()
    }

    /// Children whose priority is that of their right class: high if it is parent-child or sibling, else low.
    pub fn right_priority(&self) -> u64 {
        let high = |class: usize| class == 1 || class == 2;
        let right = |(class, row): (usize, &[u64; CLASSES])| {
            let same = row.iter().enumerate().filter(move |&(exact, _)| high(exact) == high(class));
            same.map(|(_, count)| count).sum::<u64>()
        };
        self.counts.iter().enumerate().map(right).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_has_the_class_of_its_greatest_ratio_above_a_half_and_of_equal_ones_the_first() {
        let mut predictor = Predictor::default();
        for (predicted, exact) in [
            (1, [Some(0.6), Some(0.9), None]),
            (2, [Some(0.6), Some(0.9), Some(0.8)]),
            (0, [Some(0.5), None, Some(0.1)]),
            (3, [Some(1.0), Some(1.0), Some(0.5)]),
            (3, [None, None, Some(0.51)]),
            (0, [None, None, None]),
        ] {
            predictor.add(predicted, exact);
        }
        assert_eq!(predictor.counts, [[2, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 0, 1]]);
        assert_eq!((predictor.children(), predictor.right()), (6, 4));
        // Parent-child for sibling gives the same priority, own for parent-child another.
        assert_eq!(predictor.right_priority(), 5);
    }
}
