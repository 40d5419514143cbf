//! Ratings with the long tails of the MovieLens data sets, which may not be redistributed.
//!
//! The original is a table of users, movies and ratings; [`MOVIELENS_100K`] has its numbers.
//! `movielens:943:1682:106` represents it.
//!
//! A generated user has 20 items and a random number more. One user in five is much more active than the others
//! (two geometric distributions). Items are drawn without replacement with weights 1 / (rank + c), and then
//! renamed by a random permutation. There are no ratings, no times, and no tastes. Users of the original who share
//! one movie share more movies than by chance; generated ones do not.
//!
//! The same parameters give the same table on every machine: no floating-point number is involved.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::draw::{below, permutation};
use super::ratings::MAX_ITEMS;
use super::table::MAX_ROWS;
use super::Ratings;

/// The published numbers of a data set of ratings.
#[derive(Clone, Copy, Debug)]
pub struct PublishedRatings {
    /// Its name.
    pub name: &'static str,
    /// Users.
    pub users: u32,
    /// Items.
    pub items: u32,
    /// Ratings.
    pub ratings: u32,
    /// Ratings of the least active user.
    pub user_least: u32,
    /// Ratings of the median user.
    pub user_median: u32,
    /// Ratings of the most active user.
    pub user_most: u32,
    /// Ratings of the median item.
    pub item_median: u32,
    /// Ratings of the most popular item.
    pub item_most: u32,
}

/// The MovieLens data set of 100,000 ratings.
pub const MOVIELENS_100K: PublishedRatings = PublishedRatings {
    name: "MovieLens 100K",
    users: 943,
    items: 1682,
    ratings: 100_000,
    user_least: 20,
    user_median: 65,
    user_most: 737,
    item_median: 27,
    item_most: 583,
};

/// Least items of a user, because MovieLens leaves out users with fewer ratings.
const LEAST: u32 = 20;

/// The ratio of items to the constant in the weights, chosen for the popularity of the top movie.
const ITEMS_PER_FLATTENED_RANK: u32 = 56;

/// Parameters of a table of ratings, within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovieLens {
    users: u32,
    items: u32,
    mean: u32,
    seed: u64,
}

impl MovieLens {
    /// Describes `mean` items for each of `users` users, out of `items`. The error says which limit is broken.
    pub fn new(users: u32, items: u32, mean: u32, seed: u64) -> Result<Self, String> {
        let fewest = 2 * LEAST;
        if !(fewest..=MAX_ITEMS).contains(&items) {
            return Err(format!("items {items} is not in {fewest}..={MAX_ITEMS}"));
        }
        let most = items / 2;
        if !(LEAST..=most).contains(&mean) {
            return Err(format!(
                "mean {mean} is not in {LEAST}..={most} (at most half of {items} items)"
            ));
        }
        let most = MAX_ROWS as u32 / mean;
        if !(1..=most).contains(&users) {
            return Err(format!("users {users} is not in 1..={most} (of {mean} items each)"));
        }
        Ok(Self { users, items, mean, seed })
    }
}

/// Generates the table.
pub fn movielens(parameters: MovieLens) -> Ratings {
    let MovieLens { users, items, mean, seed } = parameters;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let names = permutation(items, &mut rng);
    let popularity = Popularity::new(items);
    let mut chosen_by = vec![u32::MAX; items as usize];
    let users = (0..users).map(|user| {
        let count = activity(mean, items, &mut rng);
        let mut chosen = Vec::with_capacity(count as usize);
        while chosen.len() < count as usize {
            let item = popularity.draw(&mut rng);
            if std::mem::replace(&mut chosen_by[item], user) != user {
                chosen.push(names[item]);
            }
        }
        chosen.sort_unstable();
        chosen
    });
    Ratings::from_users(items, users)
}

/// Draws how many items a user has. Beyond the least, four users in five have 3/4 of what the mean user has, the
/// fifth twice as much, both geometrically distributed. The mean of both is once as much.
fn activity(mean: u32, items: u32, rng: &mut ChaCha8Rng) -> u32 {
    let beyond = u64::from(mean - LEAST);
    let quarters = if below(5_u64, rng) < 4 { 3 * beyond } else { 8 * beyond };
    let goes_on = (quarters << 32) / (quarters + 4);
    let mut count = LEAST;
    while count < items / 2 && u64::from(rng.next_u32()) < goes_on {
        count += 1;
    }
    count
}

/// Draws items, the popular ones more often.
struct Popularity {
    /// Weight of an item plus those of all more popular ones.
    cumulative: Vec<u64>,
}

impl Popularity {
    fn new(items: u32) -> Self {
        let flattening = u64::from(1 + items / ITEMS_PER_FLATTENED_RANK);
        let weights = (0..u64::from(items)).map(|rank| (1 << 32) / (rank + flattening));
        let sums = weights.scan(0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Self { cumulative: sums.collect() }
    }

    fn draw(&self, rng: &mut ChaCha8Rng) -> usize {
        let total = self.cumulative[self.cumulative.len() - 1];
        let place = below(total, rng);
        self.cumulative.partition_point(|&sum| sum <= place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(users: u32, items: u32, mean: u32, seed: u64) -> Ratings {
        movielens(MovieLens::new(users, items, mean, seed).unwrap())
    }

    #[test]
    fn the_same_parameters_give_the_same_table_and_another_seed_another() {
        assert_eq!(table(9, 90, 30, 1), table(9, 90, 30, 1));
        assert_ne!(table(9, 90, 30, 1), table(9, 90, 30, 2));
    }

    #[test]
    fn the_table_of_seed_1_is_pinned() {
        let table = table(3, 40, 20, 1);
        assert_eq!(table.offsets(), [0, 20, 40, 60]);
        assert_eq!(
            table.purchases()[..20],
            [0, 4, 7, 11, 12, 13, 16, 19, 20, 21, 22, 23, 26, 29, 32, 33, 35, 36, 38, 39]
        );
    }

    #[test]
    fn every_user_has_different_items_and_at_least_twenty() {
        for user in table(300, 200, 45, 7).by_user() {
            assert!((20..=100).contains(&user.len()));
            assert!(user.windows(2).all(|pair| pair[0] < pair[1]), "{user:?}");
            assert!(user.iter().all(|&item| item < 200));
        }
    }

    #[test]
    fn the_tails_are_those_of_the_data_set_of_100_000_ratings() {
        let table = table(943, 1682, 106, 1);
        let mut activity: Vec<u32> = table.by_user().map(|user| user.len() as u32).collect();
        activity.sort_unstable();
        let mut popularity = vec![0; 1682];
        table.purchases().iter().for_each(|&item| popularity[item as usize] += 1);
        popularity.sort_unstable();
        assert_eq!(table.purchases().len(), 99_993);
        let of_users = [activity[0], activity[471], activity[942]];
        assert_eq!((of_users, popularity[841], popularity[1681]), ([20, 70, 841], 34, 489));
    }

    #[test]
    fn parameters_beyond_the_limits_are_refused() {
        let error = |users, items, mean| MovieLens::new(users, items, mean, 1).unwrap_err();
        assert_eq!(error(1, 39, 20), "items 39 is not in 40..=32768");
        assert_eq!(error(1, 32769, 20), "items 32769 is not in 40..=32768");
        assert_eq!(error(1, 100, 19), "mean 19 is not in 20..=50 (at most half of 100 items)");
        assert_eq!(error(1, 100, 51), "mean 51 is not in 20..=50 (at most half of 100 items)");
        assert_eq!(error(0, 99, 32), "users 0 is not in 1..=2097152 (of 32 items each)");
        assert_eq!(
            error(2097153, 99, 32),
            "users 2097153 is not in 1..=2097152 (of 32 items each)"
        );
        assert!(MovieLens::new(69_878, 10_677, 143, 1).is_ok());
    }
}
