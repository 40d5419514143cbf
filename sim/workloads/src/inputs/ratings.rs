//! The purchases of many users, from which recommendation systems learn.

use std::io::Read;

use super::generator::Source;
use super::lines::Lines;
use super::{movielens, table, InputError, MovieLens};

/// The accepted forms for ratings, as shown in errors and help.
pub const RATINGS: &str = "movielens:USERS:ITEMS:MEAN[:SEED]";

/// Most different items, so that a square matrix of counts stays within 4 GiB.
pub const MAX_ITEMS: u32 = 1 << 15;

/// The items of each user. Users and items are numbered from 0 without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratings {
    items: u32,
    offsets: Vec<u32>,
    purchases: Vec<u32>,
}

impl Ratings {
    /// Returns the ratings that `text` names: the generator, as in movielens:943:1682:106:1, or a file.
    pub fn load(text: &str) -> Result<Self, InputError> {
        match Source::of(text, &[(RATINGS, ())], RATINGS)? {
            Source::Generator((), parameters) => parameters
                .make(["users", "items", "mean"], |[users, items, mean], seed| {
                    MovieLens::new(users, items, mean, seed)
                })
                .map(movielens),
            Source::File(path) => match heddle_files::open(path) {
                Ok(file) => Self::read(path, file),
                Err(reason) => Err(InputError::Open {
                    path: path.to_owned(),
                    known: RATINGS.to_owned(),
                    reason,
                }),
            },
        }
    }

    /// Reads a table whose first columns are a user and an item, as MovieLens distributes its ratings (`u.data`,
    /// `ratings.dat`, `ratings.csv`), gzipped or not. `name` is the file's name in errors. The numbers may have
    /// gaps, which are closed in ascending order. Rating and time are ignored: a user who rated an item bought it,
    /// once.
    pub fn read(name: &str, source: impl Read) -> Result<Self, InputError> {
        let mut rows = table::read(Lines::new(name, source)?, ["user", "item"])?;
        let mut items: Vec<u32> = rows.iter().map(|&[_, item]| item).collect();
        items.sort_unstable();
        items.dedup();
        if items.len() > MAX_ITEMS as usize {
            let what = format!("{} different items; the limit is {MAX_ITEMS}", items.len());
            return Err(InputError::Malformed { path: name.to_owned(), line: 1, what });
        }
        rows.sort_unstable();
        rows.dedup();
        let users = rows.chunk_by(|a, b| a[0] == b[0]).map(|user| {
            let number = |&[_, item]: &[u32; 2]| items.partition_point(|&known| known < item);
            user.iter().map(|row| number(row) as u32).collect()
        });
        Ok(Self::from_users(items.len() as u32, users))
    }

    /// Joins the items of user after user, each ascending and below `items`.
    pub(super) fn from_users(items: u32, users: impl Iterator<Item = Vec<u32>>) -> Self {
        let (mut offsets, mut purchases) = (vec![0], Vec::new());
        for user in users {
            purchases.extend(user);
            offsets.push(purchases.len() as u32);
        }
        Self { items, offsets, purchases }
    }

    /// Returns the number of users; at least one.
    pub fn users(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Returns the number of different items.
    pub fn items(&self) -> u32 {
        self.items
    }

    /// Returns the offsets: the purchases of user `u` are `offsets()[u] .. offsets()[u + 1]` of
    /// [`Ratings::purchases`].
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// Returns the items bought, user after user.
    pub fn purchases(&self) -> &[u32] {
        &self.purchases
    }

    /// Returns the items of each user, ascending and without duplicates.
    pub fn by_user(&self) -> impl Iterator<Item = &[u32]> {
        self.offsets.windows(2).map(|ends| &self.purchases[ends[0] as usize..ends[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_in_the_numbers_close_and_a_second_rating_of_an_item_is_none() {
        let ratings = Ratings::read("u.data", &b"9 50 3\n4 7 1\n9 7 5\n9 50 2\n4 900 1\n"[..]);
        let ratings = ratings.unwrap();
        assert_eq!((ratings.users(), ratings.items()), (2, 3));
        assert_eq!(ratings.by_user().collect::<Vec<_>>(), [[0, 2], [0, 1]]);
        assert_eq!((ratings.offsets(), ratings.purchases()), (&[0, 2, 4][..], &[0, 2, 0, 1][..]));
    }

    #[test]
    fn more_items_than_a_matrix_can_have_are_refused() {
        let text: String = (0..=MAX_ITEMS).map(|item| format!("1 {item}\n")).collect();
        let error = Ratings::read("many", text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error, "many:1: 32769 different items; the limit is 32768");
    }

    #[test]
    fn a_text_names_the_generator_or_a_file() {
        assert_eq!(Ratings::load("movielens:8:100:25").unwrap().users(), 8);
        let message = |text| Ratings::load(text).unwrap_err().to_string();
        assert!(message("/no/such/u.data")
            .ends_with("to generate an input instead, write movielens:USERS:ITEMS:MEAN[:SEED]"));
        assert_eq!(
            message("netflix:1:2:3"),
            "no input generator is called `netflix`; known: movielens:USERS:ITEMS:MEAN[:SEED]; \
             a file whose name contains a colon can be given as ./netflix:..."
        );
        assert_eq!(
            message("movielens:8:100:10"),
            "input `movielens:8:100:10`: mean 10 is not in 20..=50 (at most half of 100 items); \
             write movielens:USERS:ITEMS:MEAN[:SEED]"
        );
    }
}
