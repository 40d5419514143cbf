//! Counts the bits that units store, and compares them with published figures.

use heddle_hw::kit::unit::Storage;
use heddle_hw::kit::Unit;
use serde::Serialize;

/// Published storage figures and their bytes.
///
/// * `dtbl.registers`: DTBL section 4.4, "1096 Bytes of on-chip SRAM": AGEI of 13 x 16 TBCRs, NAGEI
///   and LAGEI of 32 KDEs, 32 FCFS bits, AGEI of the SSCR.
/// * `dtbl.agt`: the same section, 1024 entries of 20 bytes.
/// * `wireframe.dgb`: Wireframe section 5, 2304 bytes: 128 nodes of 8 bytes, 512 edges of 2, and 256
///   bytes of PUB and NIB. Its entry of "58 bits" adds up to 59, and its PUB of 32 entries of 2
///   bytes would leave 64 bytes too many: 64 entries do.
/// * `laperm.queues`: thesis section 5.2.5, "3K bytes SRAM for each SMX": 128 entries of 24 bytes.
/// * `laperm.level0`: the same section, 32 entries of 24 bytes.
/// * `laser.filter`: LASER, section 6, one Bloom filter of 1000 lines.
/// * `laser.sst`: the same section, 13 x 16 pairs of a kernel and a work-group, of 8 bytes.
/// * `darsie.skip_table`: DARSIE, section 7.7.4, 256 entries of 82 bits. Its "20092 bits (2624 bytes)" are 20992.
/// * `darsie.mask`: the same section, 32 masks of 32 bits.
/// * `darsie.rename`: the same section, 32 entries of 21 bits for each of 32 TBs.
pub const FIGURES: [(&str, u64); 10] = [
    ("dtbl.registers", 1096),
    ("dtbl.agt", 20_480),
    ("wireframe.dgb", 2304),
    ("laperm.queues", 3072),
    ("laperm.level0", 768),
    ("laser.filter", 605),
    ("laser.sst", 1664),
    ("darsie.skip_table", 2624),
    ("darsie.mask", 128),
    ("darsie.rename", 2688),
];

/// One field of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Name of the unit.
    pub unit: &'static str,
    /// What is stored.
    pub field: &'static str,
    /// Bits of one entry.
    pub bits: u64,
    /// Number of entries.
    pub entries: u64,
    /// Bytes of all entries, rounded up.
    pub bytes: u64,
    /// The published figure the field belongs to, if any; with `.beyond` behind it, what its mechanism needs beyond it.
    pub figure: Option<&'static str>,
    /// Whether the circuit stores it; else only the published figure counts it.
    #[serde(skip)]
    pub is_stored: bool,
}

/// A published figure beside the fields that it consists of here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reconciled {
    /// Name of the figure.
    pub figure: String,
    /// Bytes here, counted as the publication counts.
    pub ours_bytes: u64,
    /// Bytes of these that no circuit stores: the publication rounds entries up.
    pub padding_bytes: u64,
    /// Bytes as published.
    pub published_bytes: u64,
    /// The fields summed, as `unit.field`.
    pub fields: Vec<String>,
    /// Bytes that the mechanism needs beyond the figure.
    pub beyond_bytes: u64,
    /// Their fields.
    pub beyond_fields: Vec<String>,
}

/// Storage of a set of units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accounting {
    /// All fields, in the order the units were added.
    pub rows: Vec<Row>,
}

impl Accounting {
    /// Adds unit `R` at the given sizes.
    pub fn add<R: Unit>(&mut self, params: &R::Params) {
        self.rows.extend(R::storage(params).into_iter().map(|storage| Row {
            unit: R::NAME,
            field: storage.field,
            bits: storage.bits,
            entries: storage.entries,
            bytes: storage.bytes(),
            figure: storage.figure,
            is_stored: storage.is_stored(),
        }));
    }

    /// Returns the fields that are stored.
    pub fn stored(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.is_stored)
    }

    /// Returns the bytes of all fields that are stored.
    pub fn total_bytes(&self) -> u64 {
        self.stored().map(|row| row.bytes).sum()
    }

    /// Sums the fields tagged with each figure, beside its published bytes.
    pub fn reconcile(&self, published: &[(&str, u64)]) -> Vec<Reconciled> {
        let one = |&(figure, published_bytes): &(&str, u64)| {
            let tagged = |tag: &str| {
                self.rows.iter().filter(|row| row.figure == Some(tag)).collect::<Vec<_>>()
            };
            let bytes = |rows: &[&Row]| rows.iter().map(|row| row.bytes).sum();
            let names = |rows: &[&Row]| {
                rows.iter().map(|row| format!("{}.{}", row.unit, row.field)).collect()
            };
            let (ours, beyond) = (tagged(figure), tagged(&format!("{figure}{}", Storage::BEYOND)));
            let padding: Vec<&Row> = ours.iter().copied().filter(|row| !row.is_stored).collect();
            Reconciled {
                figure: figure.to_string(),
                published_bytes,
                ours_bytes: bytes(&ours),
                padding_bytes: bytes(&padding),
                fields: names(&ours),
                beyond_bytes: bytes(&beyond),
                beyond_fields: names(&beyond),
            }
        };
        published.iter().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_hw::kit::fifo::Fifo;
    use heddle_hw::kit::register::Register;

    #[test]
    fn totals_are_the_sums_of_the_rows() {
        let (mut fifo, mut register) = (Accounting::default(), Accounting::default());
        fifo.add::<Fifo>(&Fifo::paper());
        register.add::<Register>(&Register::paper());
        assert_eq!((fifo.total_bytes(), register.total_bytes()), (131, 4));
        fifo.rows.extend(register.rows);
        assert_eq!(fifo.total_bytes(), 135);
    }

    #[test]
    fn a_figure_is_the_sum_of_the_fields_that_name_it() {
        let row = |field, bytes, figure| Row {
            unit: "table",
            field,
            bits: 8,
            entries: bytes,
            bytes,
            figure,
            is_stored: field != "p",
        };
        let accounting = Accounting {
            rows: vec![
                row("a", 3, Some("x")),
                row("b", 4, Some("x")),
                row("c", 9, None),
                row("p", 2, Some("y")),
                row("d", 5, Some("y.beyond")),
            ],
        };
        let [x, y] = &accounting.reconcile(&[("x", 8), ("y", 1)])[..] else {
            panic!("two figures")
        };
        assert_eq!((x.ours_bytes, x.published_bytes), (7, 8));
        assert_eq!(x.fields, ["table.a", "table.b"]);
        assert_eq!((y.ours_bytes, y.padding_bytes, y.beyond_bytes), (2, 2, 5));
        assert_eq!((x.beyond_bytes, &y.beyond_fields[..]), (0, &["table.d".to_string()][..]));
        assert_eq!(accounting.total_bytes(), 3 + 4 + 9 + 5, "padding is not stored");
    }
}
