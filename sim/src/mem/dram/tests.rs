mod order;

use super::channel::{Channel, Request};
use super::location::Location;
use super::*;
use proptest::prelude::*;

/// The timing of the presets.
fn timing() -> DramConfig {
    GpuConfig::preset("tiny").unwrap().dram
}

/// One burst: arrival, bank, row, whether it is written.
type Burst = (u64, usize, u64, bool);

/// Serves bursts in a channel, stepped in each clock or only when it asks for it. Returns the clock behind the data of
/// each, and the channel.
fn serve(t: &DramConfig, bursts: &[Burst], every_clock: bool) -> (Vec<u64>, Channel<usize>) {
    let mut channel = Channel::new(t);
    let mut ends = vec![0; bursts.len()];
    let mut coming = bursts.iter().enumerate().peekable();
    let (mut clock, mut left) = (0, bursts.len());
    while left > 0 {
        assert!(clock < 10_000_000, "a burst is not served");
        while let Some((of, &(arrival, bank, row, write))) =
            coming.next_if(|(_, burst)| burst.0 <= clock)
        {
            let location = Location { bank, group: bank % t.bank_groups as usize, row };
            channel.push(Request { arrival, location, write, of });
        }
        channel.step(clock, |request, end| {
            ends[request.of] = end;
            left -= 1;
        });
        let arrival = coming.peek().map_or(u64::MAX, |(_, burst)| burst.0);
        clock = match every_clock {
            true => clock + 1,
            false => channel.next(clock).unwrap_or(u64::MAX).min(arrival).max(clock + 1),
        };
    }
    (ends, channel)
}

fn ends(t: &DramConfig, bursts: &[Burst]) -> Vec<u64> {
    serve(t, bursts, false).0
}

#[test]
fn a_closed_bank_activates_an_open_row_is_read_at_once_and_another_row_precharges_first() {
    let t = timing();
    let (ends, channel) =
        serve(&t, &[(100, 0, 5, false), (300, 0, 5, false), (500, 0, 6, false)], false);
    let column = u64::from(t.cl + t.burst);
    let opened = column + u64::from(t.rcd);
    assert_eq!(ends, [100 + opened, 300 + column, 500 + u64::from(t.rp) + opened]);
    assert_eq!((channel.stats.row_hits, channel.stats.row_misses), (1, 2));
    assert_eq!(channel.stats.active_clocks, 2 * opened + column + u64::from(t.rp));
}

#[test]
fn a_row_stays_open_for_ras_and_a_bank_is_activated_every_rc_clocks() {
    let t = timing();
    let activations = |t: &DramConfig| {
        let ends = ends(t, &[(100, 0, 5, false), (101, 0, 6, false)]);
        ends[1] - ends[0]
    };
    assert_eq!(activations(&t), u64::from((t.ras + t.rp).max(t.rc)));
    assert_eq!(activations(&DramConfig { rc: 90, ..t.clone() }), 90);
    assert_eq!(activations(&DramConfig { ras: 80, ..t.clone() }), 80 + u64::from(t.rp));
}

#[test]
fn a_precharge_waits_for_rtp_after_a_read_and_for_wr_after_written_data() {
    let t = timing();
    let row_change = |write: bool| {
        ends(&t, &[(100, 0, 5, false), (200, 0, 5, write), (201, 0, 6, false)])[2] - 200
    };
    let open = u64::from(t.rp + t.rcd + t.cl + t.burst);
    assert_eq!(row_change(false), u64::from(t.rtp) + open);
    assert_eq!(row_change(true), u64::from(t.wl + t.burst + t.wr) + open);
}

#[test]
fn activations_of_different_banks_are_rrd_apart() {
    let t = timing();
    let bursts: Vec<Burst> = (0..4).map(|bank| (100, bank, 1, false)).collect();
    let ends = ends(&t, &bursts);
    let apart = u64::from(t.rrd);
    assert_eq!(ends, [ends[0], ends[0] + apart, ends[0] + 2 * apart, ends[0] + 3 * apart]);
}

#[test]
fn column_commands_are_a_burst_apart_and_longer_within_a_bank_group() {
    let t = timing();
    let open = [0, 4, 1].map(|bank| (100, bank, 1, false));
    let again = [0, 4, 1].map(|bank| (300, bank, 1, false));
    let mut ends = ends(&t, &[open, again].concat()).split_off(3);
    ends.sort_unstable();
    // Bank 4 is in the group of bank 0. Bank 1 is not, so it goes between them.
    let first = 300 + u64::from(t.cl + t.burst);
    let long = u64::from(t.ccd_long.max(2 * t.burst));
    assert_eq!(ends, [first, first + u64::from(t.burst), first + long]);
}

#[test]
fn the_data_bus_turns_round_between_reads_and_writes() {
    let t = timing();
    let open = [(100, 0, 1, false), (100, 1, 1, false)];
    let turned = |first: bool, second: bool| {
        let ends = ends(&t, &[open, [(300, 0, 1, first), (301, 1, 1, second)]].concat());
        ends[3] - ends[2]
    };
    assert_eq!(turned(true, false), u64::from(t.wtr + t.cl + t.burst));
    // The bus is idle for two clocks before the data of the write.
    assert_eq!(turned(false, true), 2 + u64::from(t.burst));
}

#[test]
fn a_request_to_the_open_row_goes_before_an_older_one_to_another() {
    let t = timing();
    let bursts = [(100, 0, 5, false), (101, 0, 6, false), (102, 0, 5, false)];
    let (ends, channel) = serve(&t, &bursts, false);
    assert_eq!(ends[2], ends[0] + u64::from(t.ccd_long));
    assert!(ends[1] > ends[2]);
    assert_eq!(channel.stats.row_hits, 1);
}

#[test]
fn a_full_queue_lets_a_request_in_when_a_bank_has_taken_one() {
    let t = DramConfig { queue: 1, backlog: 2, ..timing() };
    let bursts = [(100, 0, 5, false), (100, 0, 6, false), (100, 1, 5, false)];
    let (ends, channel) = serve(&t, &bursts, false);
    // The second waits in the queue until the first has its column command, and the third outside.
    let column = ends[0] - u64::from(t.cl + t.burst);
    assert_eq!(ends[2], column + 2 + u64::from(t.rcd + t.cl + t.burst));
    // The second enters in the clock after the first, which a bank takes at once; the third when a bank has the second.
    assert_eq!(channel.stats.queue_wait_clocks, 1 + column + 2 - 100);
    assert!(!channel_is_full(&t, 1) && channel_is_full(&t, 3));
}

/// Whether a channel into which so many requests have come at once has no room for another.
fn channel_is_full(t: &DramConfig, requests: usize) -> bool {
    let mut channel = Channel::new(t);
    for of in 0..requests {
        let location = Location { bank: 0, group: 0, row: of as u64 };
        channel.push(Request { arrival: 0, location, write: false, of });
    }
    channel.step(0, |_, _| {});
    !channel.has_room()
}

#[test]
fn a_refresh_closes_every_row_and_takes_rp_and_rfc() {
    let t = timing();
    let refresh = u64::from(t.refi);
    let over = refresh + u64::from(t.rp + t.rfc);
    let opened = u64::from(t.rcd + t.cl + t.burst);
    let column = u64::from(t.cl + t.burst);
    let second = |t: &DramConfig, at: u64| ends(t, &[(100, 0, 5, false), (at, 0, 5, false)])[1];
    for at in [refresh, refresh + 10, over - 1] {
        assert_eq!(second(&t, at), over + opened, "arrives at {at}");
    }
    assert_eq!(second(&t, refresh - 1), refresh - 1 + column, "the last clock before it");
    assert_eq!(second(&t, over), over + opened);
    assert_eq!(second(&DramConfig { refi: 0, ..t.clone() }, refresh), refresh + column);
}

#[test]
fn command_clocks_are_converted_to_core_cycles() {
    let config = GpuConfig::preset("k20c").unwrap();
    let t = &config.dram;
    let mut dram = Dram::new(&config);
    let (mut next, mut there) = (dram.read(0, 0, 0, 1, (0, 3)), Vec::new());
    while let Some(at) = next {
        (next, _) = dram.step(at, 0, |read, at| there.push((read, at)));
    }
    let clocks = f64::from(t.rcd + t.cl + t.burst);
    let read = Read { slice: 0, entry: 3, sectors: 1 };
    assert_eq!(there, [(read, (clocks * 706.0 / 1300.0).ceil() as u64)]);
}

/// Random bursts: clocks since the one before, bank, row, whether it is written.
fn streams() -> impl Strategy<Value = Vec<Burst>> {
    let burst = (0u64..40, 0usize..16, 0u64..4, prop::bool::weighted(0.3));
    prop::collection::vec(burst, 1..300).prop_map(|bursts| {
        let mut now = 0;
        let arrives = |(wait, bank, row, write)| {
            now += wait;
            (now, bank, row, write)
        };
        bursts.into_iter().map(arrives).collect()
    })
}

/// Clocks between the arrival of a burst and the end of its data, each counted once however many bursts are there.
fn clocks_with_a_request(bursts: &[Burst], ends: &[u64]) -> u64 {
    let mut spans: Vec<(u64, u64)> =
        bursts.iter().map(|burst| burst.0).zip(ends.iter().copied()).collect();
    spans.sort_unstable();
    let (mut clocks, mut counted) = (0, 0);
    for (from, to) in spans {
        clocks += to.saturating_sub(from.max(counted));
        counted = counted.max(to);
    }
    clocks
}

proptest! {
    #[test]
    fn a_channel_that_is_stepped_only_when_it_asks_for_it_does_what_it_does_in_each_clock(
        bursts in streams(), preset in prop::sample::select(vec!["tiny", "gtx480", "k20c", "lax8"]),
    ) {
        let t = GpuConfig::preset(preset).unwrap().dram;
        let (ends, channel) = serve(&t, &bursts, false);
        let (every, stepped) = serve(&t, &bursts, true);
        prop_assert_eq!(ends, every);
        prop_assert_eq!(channel.stats, stepped.stats);
    }

    #[test]
    fn data_never_overlap_and_come_no_sooner_than_a_column_command_allows(
        bursts in streams(), preset in prop::sample::select(vec!["tiny", "gtx480", "k20c", "lax8"]),
    ) {
        let t = GpuConfig::preset(preset).unwrap().dram;
        let (ends, channel) = serve(&t, &bursts, false);
        let mut by_time: Vec<(u64, Burst)> = ends.iter().copied().zip(bursts.clone()).collect();
        by_time.sort_unstable();
        for pair in by_time.windows(2) {
            let [(first, one), (second, other)] = [pair[0], pair[1]];
            let same_group = one.1 % t.bank_groups as usize == other.1 % t.bank_groups as usize;
            let distance = match (one.3, other.3) {
                (false, true) => t.burst + 2,
                (true, false) => t.wtr + t.cl + t.burst,
                _ if same_group => t.burst.max(t.ccd_long),
                _ => t.burst,
            };
            prop_assert!(second >= first + u64::from(distance), "{one:?} {first}, {other:?} {second}");
        }
        for (end, (arrival, _, _, write)) in by_time {
            let latency = if write { t.wl } else { t.cl };
            prop_assert!(end >= arrival + u64::from(latency + t.burst));
        }
        let stats = channel.stats;
        prop_assert_eq!(stats.row_hits + stats.row_misses, bursts.len() as u64);
        let active = clocks_with_a_request(&bursts, &ends);
        prop_assert_eq!(stats.active_clocks, active, "clocks with a request, each counted once");
        prop_assert!(stats.efficiency() <= 1.0);
    }
}
