//! Rules 9 to 11, of the lists of clusters.

use super::*;

#[test]
fn rule_10_clusters_take_turns_and_the_highest_level_of_each_goes_first() {
    both(300, 99, |mut bench| {
        // A head keeps the dispatch busy until all have joined.
        bench.host(0, 0x20);
        bench.step(|_| {});
        for (cluster, level, desc) in
            [(0, 1, 0x40), (0, 1, 0x60), (0, 2, 0x80), (2, 1, 0xA0), (0, 2, 0xC0)]
        {
            bench.launch(cluster, level, desc);
        }
        bench.until(|out| out.pending == 5);
        let order: Vec<u32> = (0..6).map(|_| bench.take().disp_desc).collect();
        assert_eq!(order, [0x20, 0x80, 0xA0, 0xC0, 0x40, 0x60]);
    });
}

#[test]
fn rule_10_level_0_and_the_clusters_take_turns() {
    both(300, 99, |mut bench| {
        bench.host(0, 0x20);
        bench.step(|_| {});
        for (level, desc) in [(1, 0x40), (1, 0x60), (0, 0x80), (0, 0xA0), (1, 0xC0)] {
            bench.launch(1, level, desc);
        }
        bench.until(|out| out.pending == 5);
        let order: Vec<u32> = (0..6).map(|_| bench.take().disp_desc).collect();
        assert_eq!(order, [0x20, 0x80, 0x40, 0xA0, 0x60, 0xC0]);
    });
}

#[test]
fn rule_9_a_unit_without_clusters_has_one_list_whatever_commands_say() {
    both_with(&Params { hwqs: 2, clusters: 0, levels: 1 }, 300, 99, |mut bench| {
        bench.host(0, 0x20);
        bench.step(|_| {});
        for (level, desc) in [(1, 0x40), (0, 0x60), (7, 0x80)] {
            bench.launch(31, level, desc);
        }
        bench.until(|out| out.pending == 3);
        let order: Vec<u32> = (0..4).map(|_| bench.take().disp_desc).collect();
        assert_eq!(order, [0x20, 0x40, 0x60, 0x80]);
    });
}

#[test]
fn rule_11_a_list_of_a_cluster_takes_one_cycle_more() {
    both(0, 99, |mut bench| {
        bench.launch(2, 1, 0x40);
        // Decided in cycle 1, looked at in 2, in the list and chosen in 3.
        assert_eq!(bench.until(|out| out.pending == 1), 3);
        assert_eq!(bench.until(|out| out.mem_req_valid), 6);
        assert_eq!(bench.until(|out| out.disp_valid), 15);
        assert_eq!(bench.out().disp_desc, 0x40);
    });
}

#[test]
fn rule_9_every_cluster_and_level_has_a_list_of_its_own() {
    for (clusters, levels) in [(1, 1), (3, 7), (13, 3), (144, 1)] {
        both_with(&Params { hwqs: 2, clusters, levels }, 0, 2000, |mut bench| {
            // The offered head is taken when all have joined.
            bench.host(0, 0x20);
            bench.step(|_| {});
            let desc = |cluster, level| (level * 0x100 + cluster) * 0x20;
            for level in 1..=levels {
                for cluster in (0..clusters).rev() {
                    bench.launch(cluster, level, desc(cluster, level));
                }
            }
            bench.until(|out| out.pending == clusters * levels);
            assert_eq!(bench.take().disp_desc, 0x20);
            for level in (1..=levels).rev() {
                for cluster in 0..clusters {
                    assert_eq!(bench.take().disp_desc, desc(cluster, level));
                }
            }
            assert_eq!(bench.out().pending, 0);
        });
    }
}

#[test]
fn rule_9_a_resumed_kernel_joins_the_list_of_its_command() {
    both(0, 99, |mut bench| {
        bench.host(1, 0x20);
        assert_eq!(bench.take().disp_desc, 0x20);
        bench.command(SUSPEND, 0x20);
        bench.host(0, 0x40);
        bench.until(|out| out.suspended == 1 && out.disp_valid);
        bench.launch(1, 1, 0x60);
        bench.until(|out| out.cmd_ready);
        bench.step(|i| {
            (i.cmd_valid, i.cmd_kind, i.cmd_desc) = (true, RESUME, 0x20);
            (i.cmd_level, i.cmd_cluster) = (2, 1);
        });
        bench.until(|out| out.pending == 2);
        let order: Vec<u32> = (0..3).map(|_| bench.take().disp_desc).collect();
        assert_eq!(order, [0x40, 0x20, 0x60]);
    });
}

#[test]
fn rule_4_the_limit_counts_the_kernels_of_all_lists() {
    both(0, 3, |mut bench| {
        bench.host(0, 0x20);
        bench.step(|_| {});
        for (cluster, level, desc) in [(0, 0, 0x40), (1, 1, 0x60), (2, 2, 0x80)] {
            bench.launch(cluster, level, desc);
        }
        bench.until(|out| out.pending == 3);
        bench.launch(1, 2, 0xA0);
        let decided = bench.now;
        // A refusal takes no cycle for the list (rule 11).
        assert_eq!(bench.until(|out| out.overflow), decided + 1);
        assert_eq!((bench.out().pending, bench.out().cmd_ready), (3, true));
    });
}
