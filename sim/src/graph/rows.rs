//! Rows of numbers stored one after the other: the children, or the parents, of every node.

/// For every node, a row of other nodes, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    /// Row `v` is `entries[starts[v] .. starts[v + 1]]`.
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Rows {
    /// Collects (row, entry) pairs of numbers below `nodes`. Entries of a row keep the order of the pairs. There
    /// may be at most `u32::MAX` pairs.
    fn gather(nodes: u32, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; nodes as usize + 1];
        for (row, _) in pairs.clone() {
            starts[row as usize + 1] += 1;
        }
        for row in 0..nodes as usize {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut entries = vec![0; starts[nodes as usize] as usize];
        for (row, entry) in pairs {
            let place = &mut next[row as usize];
            entries[*place as usize] = entry;
            *place += 1;
        }
        Self { starts, entries }
    }

    /// Collects pairs in any order into ascending rows without duplicates, in linear time. After gathering twice,
    /// the entries of every row are in the order of their own rows.
    pub fn sorted(nodes: u32, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut rows = Self::gather(nodes, pairs).transposed().transposed();
        let mut kept = 0;
        for row in 0..nodes as usize {
            let (first, range) = (kept, rows.starts[row] as usize..rows.starts[row + 1] as usize);
            for index in range {
                let entry = rows.entries[index];
                if kept == first || rows.entries[kept - 1] != entry {
                    rows.entries[kept] = entry;
                    kept += 1;
                }
            }
            rows.starts[row] = first as u32;
        }
        rows.starts[nodes as usize] = kept as u32;
        rows.entries.truncate(kept);
        rows
    }

    /// Returns, for each node, the rows that contain it.
    pub fn transposed(&self) -> Self {
        Self::gather(self.nodes(), self.pairs().map(|(row, entry)| (entry, row)))
    }

    /// Returns all (row, entry) pairs, row after row.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
        (0..self.nodes()).flat_map(move |row| self.row(row).iter().map(move |&entry| (row, entry)))
    }

    pub fn nodes(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    /// Returns the number of entries of all rows.
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    pub fn row(&self, row: u32) -> &[u32] {
        let row = row as usize;
        &self.entries[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// Returns how often each node is an entry.
    pub fn entry_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.nodes() as usize];
        for &entry in &self.entries {
            counts[entry as usize] += 1;
        }
        counts
    }
}
