use super::active::Active;
use super::channel::{Channel, Request};
use super::location::Location;
use super::reference::{schedule, ReferenceRequest};
use super::*;

/// The timing of the presets.
fn timing() -> DramConfig {
    GpuConfig::preset("tiny").unwrap().dram
}

/// Reads or writes one burst at clock `at`. Returns when it has been transferred.
fn burst(channel: &mut Channel, at: u64, bank: usize, row: u64, write: bool) -> u64 {
    let location = Location { bank, group: bank % 4, row };
    channel.serve(Request { now: at, arrival: at, location, bursts: 1, write }).end.unwrap()
}

fn read(channel: &mut Channel, at: u64, bank: usize, row: u64) -> u64 {
    burst(channel, at, bank, row, false)
}

#[test]
fn a_closed_bank_activates_an_open_row_is_read_at_once_and_another_row_precharges_first() {
    let t = timing();
    let mut channel = Channel::new(&t);
    let column = u64::from(t.cl + t.burst);
    assert_eq!(read(&mut channel, 100, 0, 5), 100 + u64::from(t.rcd) + column);
    assert_eq!(read(&mut channel, 300, 0, 5), 300 + column);
    assert_eq!(read(&mut channel, 500, 0, 6), 500 + u64::from(t.rp + t.rcd) + column);
    assert_eq!((channel.stats.row_hits, channel.stats.row_misses), (1, 2));
}

#[test]
fn a_row_stays_open_for_ras_and_a_bank_is_activated_every_rc_clocks() {
    let t = timing();
    let activations = |t: &DramConfig| {
        let mut channel = Channel::new(t);
        let first = read(&mut channel, 100, 0, 5);
        read(&mut channel, 101, 0, 6) - first
    };
    assert_eq!(activations(&t), u64::from((t.ras + t.rp).max(t.rc)));
    assert_eq!(activations(&DramConfig { rc: 90, ..t.clone() }), 90);
    assert_eq!(activations(&DramConfig { ras: 80, ..t.clone() }), 80 + u64::from(t.rp));
}

#[test]
fn a_precharge_waits_for_rtp_after_a_read_and_for_wr_after_written_data() {
    let t = timing();
    let row_change = |write: bool, t: &DramConfig| {
        let mut channel = Channel::new(t);
        read(&mut channel, 100, 0, 5);
        burst(&mut channel, 200, 0, 5, write);
        read(&mut channel, 201, 0, 6) - 200
    };
    let open = u64::from(t.rp + t.rcd + t.cl + t.burst);
    assert_eq!(row_change(false, &t), u64::from(t.rtp) + open);
    assert_eq!(row_change(true, &t), u64::from(t.wl + t.burst + t.wr) + open);
}

#[test]
fn activations_of_different_banks_are_rrd_apart() {
    let t = timing();
    let mut channel = Channel::new(&t);
    let ends: Vec<u64> = (0..4).map(|bank| read(&mut channel, 100, bank, 1)).collect();
    let apart = u64::from(t.rrd);
    assert_eq!(ends, [ends[0], ends[0] + apart, ends[0] + 2 * apart, ends[0] + 3 * apart]);
}

#[test]
fn column_commands_are_a_burst_apart_and_longer_within_a_bank_group() {
    let t = timing();
    let mut channel = Channel::new(&t);
    for bank in [0, 1, 4] {
        read(&mut channel, 100, bank, 1);
    }
    let first = read(&mut channel, 300, 0, 1);
    // Bank 4 is in the group of bank 0. Bank 1 is not, so it goes first.
    assert_eq!(read(&mut channel, 300, 4, 1), first + u64::from(t.ccd_long));
    assert_eq!(read(&mut channel, 300, 1, 1), first + u64::from(t.burst));
}

#[test]
fn the_data_bus_turns_round_between_reads_and_writes() {
    let t = timing();
    let mut channel = Channel::new(&t);
    for bank in [0, 1] {
        read(&mut channel, 100, bank, 1);
    }
    let write = burst(&mut channel, 300, 0, 1, true);
    let column = u64::from(t.cl + t.burst);
    assert_eq!(read(&mut channel, 301, 1, 1), write + u64::from(t.wtr) + column);
    let read = read(&mut channel, 400, 0, 1);
    // The bus is idle for two clocks before the data of the write.
    assert_eq!(burst(&mut channel, 401, 1, 1, true), read + 2 + u64::from(t.burst));
}

#[test]
fn a_request_joins_its_row_before_the_row_is_closed_for_another() {
    let t = timing();
    let mut channel = Channel::new(&t);
    let first = read(&mut channel, 100, 0, 5);
    read(&mut channel, 101, 0, 6);
    assert_eq!(read(&mut channel, 102, 0, 5), first + u64::from(t.ccd_long));
    assert_eq!(channel.stats.row_hits, 1);
}

#[test]
fn a_full_queue_lets_a_request_in_when_a_column_command_has_freed_an_entry() {
    let t = DramConfig { queue: 1, ..timing() };
    let mut channel = Channel::new(&t);
    let end = read(&mut channel, 100, 0, 5);
    let location = Location { bank: 1, group: 1, row: 5 };
    let request = Request { now: 100, arrival: 100, location, bursts: 1, write: false };
    let served = channel.serve(request);
    assert_eq!(served.entered, end - u64::from(t.cl + t.burst));
    assert_eq!(served.end, Some(served.entered + u64::from(t.rcd + t.cl + t.burst)));
    assert_eq!(channel.stats.queue_wait_clocks, served.entered - 100);
}

#[test]
fn a_write_that_waits_for_the_next_request_is_no_active_time() {
    let mut channel = Channel::new(&timing());
    read(&mut channel, 0, 0, 0);
    let location = Location { bank: 1, group: 1, row: 0 };
    let write = Request { now: 1, arrival: 1, location, bursts: 1, write: true };
    assert_eq!(channel.serve(write).end, None, "the bus is not free");
    read(&mut channel, 100_000, 0, 0);
    let active = channel.stats.active_clocks;
    assert!(active < 300, "{active} clocks for three requests");
}

#[test]
fn a_request_that_arrives_before_one_already_known_is_active_time_too() {
    let mut channel = Channel::new(&timing());
    let mut length = |arrival: u64, bank: usize| {
        let location = Location { bank, group: bank, row: 0 };
        let request = Request { now: 0, arrival, location, bursts: 1, write: false };
        channel.serve(request).end.unwrap() - arrival
    };
    let lengths = length(1000, 0) + length(100, 1);
    assert_eq!(channel.stats.active_clocks, lengths);
}

#[test]
fn a_refresh_closes_every_row_and_takes_rp_and_rfc() {
    let t = timing();
    let refresh = u64::from(t.refi);
    let over = refresh + u64::from(t.rp + t.rfc);
    let after_activation = u64::from(t.rcd + t.cl + t.burst);
    for at in [refresh, refresh + 10, over - 1] {
        let mut channel = Channel::new(&t);
        read(&mut channel, 100, 0, 5);
        assert_eq!(read(&mut channel, at, 0, 5), over + after_activation, "arrives at {at}");
    }
    let mut channel = Channel::new(&t);
    read(&mut channel, 100, 0, 5);
    // The last clock before the refresh still finds the row open. After the refresh, the row is opened again.
    let column = u64::from(t.cl + t.burst);
    assert_eq!(read(&mut channel, refresh - 1, 0, 5), refresh - 1 + column);
    assert_eq!(read(&mut channel, over, 0, 5), over + after_activation);
    assert_eq!(read(&mut channel, 2 * refresh - 1, 0, 5), 2 * refresh - 1 + column);
    // Without refresh, the row stays open.
    let mut channel = Channel::new(&DramConfig { refi: 0, ..t });
    read(&mut channel, 100, 0, 5);
    assert_eq!(read(&mut channel, refresh, 0, 5), refresh + column);
}

#[test]
fn command_clocks_are_converted_to_core_cycles() {
    let config = GpuConfig::preset("k20c").unwrap();
    let t = &config.dram;
    let transfer = Transfer { now: 0, arrival: 0, channel: 0, line: 0, bytes: 32, write: false };
    let done = Dram::new(&config).transfer(transfer);
    let clocks = f64::from(t.rcd + t.cl + t.burst);
    assert_eq!(
        done,
        Transferred { entered: 0, end: Some((clocks * 706.0 / 1300.0).ceil() as u64) }
    );
}

/// The parameters of a stream of random requests.
#[derive(Clone, Copy, Debug)]
struct Stream {
    name: &'static str,
    /// Average clocks between arrivals.
    gap: u64,
    /// Of a hundred requests: how many go to the line after the last, and how many write.
    sequential: u64,
    writes: u64,
    bursts: u32,
    /// Number of lines over which the other requests are spread.
    lines: u64,
    /// Most clocks by which a request is known before it arrives, which changes the order of scheduling.
    ahead: u64,
}

/// Returns the differences of the model from the reference, in percent: total time, active time.
fn difference(t: &DramConfig, stream: Stream, seed: u64) -> (f64, f64) {
    let mut random = Random(seed);
    let mapping = Mapping::new(t);
    let (mut arrival, mut line) = (0, 0);
    let asked: Vec<ReferenceRequest> = (0..4000)
        .map(|_| {
            arrival += random.below(2 * stream.gap + 1);
            line = if random.below(100) < stream.sequential {
                line + 1
            } else {
                random.below(stream.lines)
            };
            let write = random.below(100) < stream.writes;
            ReferenceRequest {
                arrival,
                location: mapping.locate(line),
                bursts: stream.bursts,
                write,
            }
        })
        .collect();
    let expected = schedule(t, &asked);
    let mut channel = Channel::new(t);
    let mut model = 0.0;
    let known = |asked: ReferenceRequest, ahead: u64| (asked.arrival.saturating_sub(ahead), asked);
    let mut in_order: Vec<(u64, ReferenceRequest)> =
        asked.iter().map(|&asked| known(asked, random.below(stream.ahead + 1))).collect();
    in_order.sort_by_key(|&(now, _)| now);
    for (now, ReferenceRequest { arrival, location, bursts, write }) in in_order {
        let served = channel.serve(Request { now, arrival, location, bursts, write });
        model += if write { 0.0 } else { (served.end.unwrap() - arrival) as f64 };
    }
    channel.schedule_writes(arrival);
    let reads = asked.iter().zip(&expected).filter(|(asked, _)| !asked.write);
    let exact: f64 = reads.map(|(asked, end)| (end - asked.arrival) as f64).sum();
    let total = *expected.iter().max().unwrap() as f64;
    let percent = |model: f64, exact: f64| 100.0 * (model / exact - 1.0);
    let mut active = Active::default();
    let in_hand: u64 =
        asked.iter().zip(&expected).map(|(asked, &end)| active.add(0, asked.arrival, end)).sum();
    let differences = (
        percent(channel.active.until() as f64, total),
        percent(channel.stats.active_clocks as f64, in_hand as f64),
    );
    println!(
        "{:<24} seed {seed}: {total:>6} clocks, total {:+.1} %, active {:+.1} %, mean read latency {:+.1} %",
        stream.name,
        differences.0,
        differences.1,
        percent(model, exact)
    );
    differences
}

#[test]
fn streams_take_as_long_as_under_clock_by_clock_scheduling_give_or_take_ten_percent() {
    let t = timing();
    let base =
        Stream { name: "", gap: 2, sequential: 0, writes: 0, bursts: 1, lines: 1 << 16, ahead: 0 };
    let streams = [
        Stream { name: "random reads, light", gap: 30, ..base },
        Stream { name: "random reads, dense", ..base },
        Stream { name: "random lines, dense", bursts: 4, gap: 8, ..base },
        Stream { name: "sequential lines", sequential: 97, bursts: 4, gap: 6, ..base },
        Stream { name: "half sequential", sequential: 50, bursts: 4, gap: 12, ..base },
        Stream { name: "few rows", lines: 256, ..base },
        Stream { name: "few rows, light", lines: 256, gap: 20, ..base },
        Stream { name: "random, 30 % writes", writes: 30, gap: 4, ..base },
        Stream { name: "lines, 30 % writes", writes: 30, bursts: 4, gap: 16, ..base },
        Stream { name: "sequential, 30 % writes", writes: 30, sequential: 97, bursts: 4, ..base },
        Stream { name: "random, out of order", gap: 6, writes: 10, ahead: 60, ..base },
        Stream { name: "lines, out of order", bursts: 4, gap: 16, writes: 10, ahead: 60, ..base },
        Stream { name: "few rows, 10 % writes", writes: 10, lines: 256, gap: 8, ..base },
    ];
    for stream in streams {
        for seed in [1, 2] {
            let (total, active) = difference(&t, stream, seed);
            assert!(total.abs() <= 10.0, "{} (seed {seed}): {total:+.1} %", stream.name);
            assert!(active.abs() <= 10.0, "{} (seed {seed}): {active:+.1} %", stream.name);
        }
    }
}

#[test]
fn streams_of_lines_whose_bursts_are_one_and_a_half_apart_take_as_long_give_or_take_three_percent()
{
    let t = GpuConfig::preset("gtx480").unwrap().dram;
    let base =
        Stream { name: "", gap: 2, sequential: 97, writes: 0, bursts: 2, lines: 1 << 16, ahead: 0 };
    let streams = [
        Stream { name: "sequential, dense", ..base },
        Stream { name: "sequential", gap: 5, ..base },
        Stream { name: "sequential, light", gap: 20, ..base },
        Stream { name: "half sequential", sequential: 50, gap: 6, ..base },
        Stream { name: "sequential, 30 % writes", writes: 30, gap: 6, ..base },
        Stream { name: "random lines", sequential: 0, gap: 8, ..base },
        Stream { name: "out of order", gap: 6, writes: 10, ahead: 60, ..base },
    ];
    for stream in streams {
        for seed in [1, 2] {
            let (total, active) = difference(&t, stream, seed);
            assert!(total.abs() <= 3.0, "{} (seed {seed}): {total:+.1} %", stream.name);
            assert!(active.abs() <= 3.0, "{} (seed {seed}): {active:+.1} %", stream.name);
        }
    }
}

/// Knuth's MMIX generator, which is good enough for streams of requests.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}
