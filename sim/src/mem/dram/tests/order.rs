//! The order in which a channel serves requests, first ready, first come, and how long one may wait.
//!
//! Nothing bounds how often requests to the open row of a bank go before an older one to another row, as in
//! GPGPU-Sim's scheduler of that name. What bounds the wait of a request is the number of those that come before its
//! bank has changed its row.

use super::*;

/// The bursts in the order in which they are served, with the clock behind the data of each.
fn service(t: &DramConfig, bursts: &[Burst]) -> Vec<(usize, u64)> {
    let mut channel = Channel::new(t);
    let mut served = Vec::new();
    let mut coming = bursts.iter().enumerate().peekable();
    let mut clock = 0;
    while served.len() < bursts.len() {
        assert!(clock < 10_000_000, "a burst is not served");
        while let Some((of, &(arrival, bank, row, write))) =
            coming.next_if(|(_, burst)| burst.0 <= clock)
        {
            let location = Location { bank, group: bank % t.bank_groups as usize, row };
            channel.push(Request { arrival, location, write, of });
        }
        channel.step(clock, |request, end| served.push((request.of, end)));
        clock += 1;
    }
    served
}

/// Most clocks that one request takes alone in a channel in which nothing else is served.
fn longest(t: &DramConfig) -> u64 {
    let row = t.rp + t.rcd + t.ras.max(t.rc) + t.rrd + t.rtp + t.wr;
    let column = t.cl + t.wl + t.burst + t.ccd_long + t.wtr + 2;
    u64::from(row + column) + 1
}

proptest! {
    #[test]
    fn requests_to_one_row_keep_their_order_and_only_hits_go_before_older_requests_to_their_bank(
        bursts in streams(), preset in prop::sample::select(vec!["tiny", "gtx480", "k20c", "lax8"]),
    ) {
        let t = GpuConfig::preset(preset).unwrap().dram;
        let order: Vec<usize> = service(&t, &bursts).into_iter().map(|(of, _)| of).collect();
        let mut position = vec![0; bursts.len()];
        order.iter().enumerate().for_each(|(at, &of)| position[of] = at);
        for (older, &(_, bank, row, _)) in bursts.iter().enumerate() {
            for younger in (older + 1..bursts.len()).filter(|&other| bursts[other].1 == bank) {
                if position[younger] > position[older] {
                    continue;
                }
                prop_assert_ne!(bursts[younger].2, row, "{} goes before {} of its row", younger, older);
                let before = order[..position[younger]].iter().rev().find(|&&other| bursts[other].1 == bank);
                let open = before.map(|&other| bursts[other].2);
                prop_assert_eq!(open, Some(bursts[younger].2), "{} goes before {}", younger, older);
            }
        }
    }

    #[test]
    fn whatever_comes_is_served_within_the_time_of_all_requests_one_after_the_other(
        bursts in streams(), preset in prop::sample::select(vec!["tiny", "gtx480", "k20c", "lax8"]),
    ) {
        let t = GpuConfig::preset(preset).unwrap().dram;
        let arrival = bursts.last().map_or(0, |burst| burst.0);
        let end = service(&t, &bursts).into_iter().map(|(_, end)| end).max().unwrap_or(0);
        let work = bursts.len() as u64 * longest(&t);
        // All banks refresh at the same time.
        let refresh = u64::from(t.rp + t.rfc);
        let refreshes = if t.refi == 0 { 0 } else { 2 + (arrival + work) / u64::from(t.refi) };
        prop_assert!(end <= arrival + work + refreshes * (refresh + longest(&t)), "{} {} {}", end, arrival, work);
    }
}

#[test]
fn a_request_to_another_row_waits_as_long_as_hits_come_and_no_longer() {
    let t = DramConfig { refi: 0, ..timing() };
    let gap = u64::from(t.ccd_long.max(t.burst));
    for hits in [10, 100, 1000] {
        let mut bursts: Vec<Burst> = vec![(100, 0, 5, false), (101, 0, 6, false)];
        bursts.extend((0..hits).map(|i| (102 + i * gap, 0, 5, false)));
        let served = service(&t, &bursts);
        let (last, end) = served[served.len() - 1];
        assert_eq!(last, 1, "{hits} hits go before it");
        let change = u64::from(t.rp + t.rcd + t.cl + t.burst + t.rtp.max(t.ras)) + longest(&t);
        assert!(end < 102 + hits * gap + change, "{hits} hits, served in {end}");
    }
}
