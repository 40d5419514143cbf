//! Turns the addresses of a warp's lanes into transactions: 128-byte lines for global and local memory,
//! conflict-free passes over the banks for shared memory.

/// Bytes of a cache line.
pub const LINE_BYTES: u64 = 128;
/// Bytes of a sector, the unit of transfer to and from DRAM.
pub const SECTOR_BYTES: u64 = 32;
/// Banks of shared memory, each one 4-byte word wide.
pub const SHARED_BANKS: usize = 32;

/// One line that a warp instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Address divided by 128.
    pub line: u64,
    /// Bit i: bytes 32 i .. 32 i + 31 of the line are touched.
    pub sectors: u8,
    /// Most lanes that access one address. An atomic on the line is applied this often in sequence.
    pub repeats: u8,
}

/// The range of addresses that all lanes of a warp access together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Lowest address of a lane.
    pub low: u64,
    /// Highest address of a lane.
    pub high: u64,
    /// The bits set in any lane's address.
    pub bits: u64,
}

/// Returns the extent of the lanes in `mask`, which must not be empty.
#[inline]
pub(crate) fn extent(mask: u32, addr: &[u64; 32]) -> Extent {
    let first = addr[mask.trailing_zeros() as usize % 32];
    let mut extent = Extent { low: first, high: first, bits: first };
    for (lane, &addr) in addr.iter().enumerate() {
        let addr = if mask >> lane & 1 != 0 { addr } else { first };
        extent.low = extent.low.min(addr);
        extent.high = extent.high.max(addr);
        extent.bits |= addr;
    }
    extent
}

/// Returns the mask of the sectors of a line that the bytes from `first` to `last` touch.
#[inline]
fn sectors(first: u64, last: u64) -> u8 {
    let of = |addr: u64| addr / SECTOR_BYTES % 4;
    (0b10 << of(last)) - (1 << of(first))
}

/// Whether the addresses of the lanes ascend in equal steps of at most a sector, so that they leave out none.
#[inline]
fn in_steps(addr: &[u64; 32]) -> bool {
    let step = addr[1].wrapping_sub(addr[0]);
    step <= SECTOR_BYTES
        && addr.iter().zip((0..32).map(|lane| addr[0] + lane * step)).all(|(&is, at)| is == at)
}

/// Writes to `out` the lines that the lanes of `mask` touch, with `bytes` bytes, at most 32, per lane from `addr[lane]`
/// on. The lines are in the order of the first lane that touches each. Replaces the content of `out`.
pub fn coalesce(mask: u32, addr: &[u64; 32], bytes: u32, out: &mut Vec<Transaction>) {
    out.clear();
    if mask == 0 {
        return;
    }
    let size = u64::from(bytes.max(1));
    if mask == !0 && in_steps(addr) {
        let last = addr[31] + size - 1;
        for line in addr[0] / LINE_BYTES..=last / LINE_BYTES {
            let (from, to) = (line * LINE_BYTES, line * LINE_BYTES + LINE_BYTES - 1);
            let sectors = sectors(addr[0].max(from), last.min(to));
            out.push(Transaction { line, sectors, repeats: 1 });
        }
        return;
    }
    let Extent { low, high, .. } = extent(mask, addr);
    if low / LINE_BYTES == (high + size - 1) / LINE_BYTES {
        let touched = (0..32).filter(|lane| mask >> lane & 1 != 0).map(|lane| addr[lane]);
        let sectors = touched.fold(0, |found, at| found | sectors(at, at + size - 1));
        out.push(Transaction { line: low / LINE_BYTES, sectors, repeats: 1 });
        return;
    }
    let mut places = [0; PLACES];
    let mut rest = mask;
    while rest != 0 {
        let first = addr[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        let last = first + size - 1;
        for sector in first / SECTOR_BYTES..=last / SECTOR_BYTES {
            touch(sector, &mut places, out);
        }
    }
}

/// Places of a hash table of lines: twice as many as 32 lanes with up to 32 bytes each can touch.
const PLACES: usize = 128;

/// Adds a sector to the lines in `out`. `places` has, at the hash of each line or behind it, its position in `out` plus 1.
#[inline]
fn touch(sector: u64, places: &mut [u8; PLACES], out: &mut Vec<Transaction>) {
    let (line, bit) = (sector / 4, 1 << (sector % 4));
    let mut hash = (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize;
    loop {
        let place = &mut places[hash % PLACES];
        match out.get_mut(usize::from(*place).wrapping_sub(1)) {
            Some(found) if found.line == line => {
                found.sectors |= bit;
                return;
            }
            Some(_) => hash += 1,
            None => {
                out.push(Transaction { line, sectors: bit, repeats: 1 });
                *place = out.len() as u8;
                return;
            }
        }
    }
}

/// Sets `repeats` of each transaction of an atomic: how many lanes share an address.
pub fn count_repeats(mask: u32, addr: &[u64; 32], transactions: &mut [Transaction]) {
    let mut rest = mask;
    while rest != 0 {
        let target = addr[rest.trailing_zeros() as usize];
        let mut same = 0;
        let mut others = rest;
        while others != 0 {
            let lane = others.trailing_zeros();
            others &= others - 1;
            if addr[lane as usize] == target {
                same += 1;
                rest &= !(1 << lane);
            }
        }
        let line = target / LINE_BYTES;
        if let Some(transaction) = transactions.iter_mut().find(|t| t.line == line) {
            transaction.repeats = transaction.repeats.max(same);
        }
    }
}

/// Returns the passes that a shared-memory access takes: the most distinct words in one bank, summed over groups
/// of lanes. The data of one group fit one pass: all 32 lanes for up to 4 bytes per lane, halves for 8, quarters
/// for 16. One pass is conflict-free; lanes reading the same word share a pass.
pub fn shared_passes(mask: u32, addr: &[u64; 32], bytes: u32) -> u32 {
    let words = bytes.div_ceil(4).max(1);
    let group_lanes = (32 / words).max(1);
    let mut passes = 0;
    for group in 0..32 / group_lanes {
        let lanes = (u32::MAX >> (32 - group_lanes)) << (group * group_lanes);
        passes += most_words_in_a_bank(mask & lanes, addr, words);
    }
    passes.max(1)
}

fn most_words_in_a_bank(mask: u32, addr: &[u64; 32], words: u32) -> u32 {
    if mask == 0 {
        return 0;
    }
    let Extent { low, high, .. } = extent(mask, addr);
    // Neighbouring words are in different banks.
    if high / 4 - low / 4 + u64::from(words) <= SHARED_BANKS as u64 {
        return 1;
    }
    // The distinct words of each bank form a chain. 0 ends a chain; entry e is stored at index e - 1.
    let mut head = [0u8; SHARED_BANKS];
    let mut depth = [0u8; SHARED_BANKS];
    let mut chain = [(0u64, 0u8); 64];
    let (mut used, mut most) = (0, 0);
    let mut rest = mask;
    while rest != 0 {
        let first = addr[rest.trailing_zeros() as usize] / 4;
        rest &= rest - 1;
        for word in first..first + u64::from(words) {
            let bank = word as usize % SHARED_BANKS;
            let mut entry = head[bank];
            while entry != 0 && chain[usize::from(entry) - 1].0 != word {
                entry = chain[usize::from(entry) - 1].1;
            }
            if entry == 0 {
                chain[used] = (word, head[bank]);
                used += 1;
                head[bank] = used as u8;
                depth[bank] += 1;
                most = most.max(depth[bank]);
            }
        }
    }
    u32::from(most)
}

/// Returns the numbers of the set bits of a mask of sectors.
pub(super) fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |&i| mask >> i & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(f: impl Fn(u64) -> u64) -> [u64; 32] {
        std::array::from_fn(|lane| f(lane as u64))
    }

    fn lines(mask: u32, addr: &[u64; 32], bytes: u32) -> Vec<(u64, u8)> {
        let mut out = Vec::new();
        coalesce(mask, addr, bytes, &mut out);
        out.iter().map(|t| (t.line, t.sectors)).collect()
    }

    #[test]
    fn consecutive_words_are_one_line() {
        assert_eq!(lines(!0, &lanes(|l| 0x1000 + 4 * l), 4), [(32, 0b1111)]);
        assert_eq!(lines(0xff, &lanes(|l| 0x1000 + 4 * l), 4), [(32, 0b0001)]);
    }

    #[test]
    fn misaligned_rows_touch_two_lines_and_wide_ones_four() {
        assert_eq!(lines(!0, &lanes(|l| 0x1040 + 4 * l), 4), [(32, 0b1100), (33, 0b0011)]);
        let wide = lines(!0, &lanes(|l| 0x1000 + 16 * l), 16);
        assert_eq!(wide, [(32, 15), (33, 15), (34, 15), (35, 15)]);
    }

    #[test]
    fn lanes_in_equal_steps_touch_what_each_of_them_touches() {
        for (step, bytes, from) in [(0, 4, 0x1004), (4, 4, 0x103c), (8, 8, 0x1000), (16, 4, 0x1010)]
            .into_iter()
            .chain([(32, 4, 0x1000), (32, 8, 0x101c), (36, 4, 0x1000), (12, 16, 0x10f4)])
        {
            let addr = lanes(|l| from + step * l);
            let all = lines(!0, &addr, bytes);
            let mut one_by_one: Vec<(u64, u8)> = Vec::new();
            for (line, sectors) in (0..32).flat_map(|lane| lines(1 << lane, &addr, bytes)) {
                match one_by_one.iter_mut().find(|found| found.0 == line) {
                    Some(found) => found.1 |= sectors,
                    None => one_by_one.push((line, sectors)),
                }
            }
            assert_eq!(all, one_by_one, "step {step}, {bytes} bytes from {from:#x}");
        }
    }

    #[test]
    fn scattered_lanes_keep_the_order_of_the_lanes() {
        let far = lines(0b1011, &lanes(|l| 0x8000 - 0x400 * l), 4);
        assert_eq!(far, [(256, 1), (248, 1), (232, 1)]);
        assert_eq!(lines(0, &lanes(|_| 0), 4), []);
    }

    #[test]
    fn lanes_that_share_an_address_are_counted_per_line() {
        let addr = lanes(|l| if l < 5 { 0x1000 } else { 0x2000 + 4 * (l / 2) });
        let mut out = Vec::new();
        coalesce(!0, &addr, 4, &mut out);
        count_repeats(!0, &addr, &mut out);
        assert_eq!(out.iter().map(|t| t.repeats).collect::<Vec<_>>(), [5, 2]);
    }

    #[test]
    fn the_stride_in_words_decides_the_bank_conflict() {
        for (stride, passes) in
            [(0, 1), (1, 1), (2, 2), (3, 1), (4, 4), (16, 16), (32, 32), (33, 1)]
        {
            assert_eq!(shared_passes(!0, &lanes(|l| 4 * stride * l), 4), passes, "stride {stride}");
        }
    }

    #[test]
    fn wide_accesses_take_a_pass_per_half_or_quarter_warp() {
        assert_eq!(shared_passes(!0, &lanes(|l| 8 * l), 8), 2);
        assert_eq!(shared_passes(!0, &lanes(|l| 16 * l), 16), 4);
        assert_eq!(shared_passes(!0, &lanes(|l| l), 1), 1);
        assert_eq!(shared_passes(0, &lanes(|l| l), 4), 1);
    }
}
