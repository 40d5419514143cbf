//! Things that are told by a number while they last.

/// A list whose places are used again.
#[derive(Clone, Debug)]
pub(crate) struct Slab<T> {
    places: Vec<Option<T>>,
    unused: Vec<u32>,
}

impl<T> Slab<T> {
    pub fn new() -> Self {
        Self { places: Vec::new(), unused: Vec::new() }
    }

    /// Adds a thing. Returns its number.
    pub fn insert(&mut self, thing: T) -> u32 {
        if let Some(number) = self.unused.pop() {
            self.places[number as usize] = Some(thing);
            return number;
        }
        self.places.push(Some(thing));
        self.places.len() as u32 - 1
    }

    /// Returns the thing with this number.
    #[inline]
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.places.get_mut(number as usize)?.as_mut()
    }

    /// Takes out the thing with this number.
    pub fn remove(&mut self, number: u32) -> Option<T> {
        let thing = self.places.get_mut(number as usize)?.take()?;
        self.unused.push(number);
        Some(thing)
    }

    /// Returns all things with their numbers, in the order of these.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &T)> {
        let numbered = (0..).zip(&self.places);
        numbered.filter_map(|(number, place)| Some((number, place.as_ref()?)))
    }

    /// Returns all things, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.places.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_tells_a_thing_until_it_is_taken_out() {
        let mut slab = Slab::new();
        assert_eq!([slab.insert('a'), slab.insert('b')], [0, 1]);
        assert_eq!([slab.remove(0), slab.remove(0), slab.remove(7)], [Some('a'), None, None]);
        assert_eq!([slab.insert('c'), slab.insert('d')], [0, 2]);
        assert_eq!(slab.get_mut(0), Some(&mut 'c'));
        assert!(slab.iter().eq(&['c', 'b', 'd']));
    }
}
