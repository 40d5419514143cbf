//! Every promise of a neighbour, kept and broken: the rule must be named.

use heddle_hw::kit::{Class, Mask, Unit};
use heddle_hw::{
    agt, dats, dgb, fcfs, kernel_distributor, kmu, laperm, placement_rr, residency, shifting_queue,
};

/// Shows a tiny unit's neighbours these cycles. Returns what is broken in the last one; all before keep every promise.
fn last<R: Unit>(cycles: &[(R::In, R::Out)]) -> Result<(), String> {
    let mut neighbours = R::neighbours(&R::tiny(), Class::Narrow);
    let ((input, output), before) = cycles.split_last().expect("there is a cycle");
    for (input, output) in before {
        neighbours.cycle(input, output).expect("the promises are kept until the last cycle");
    }
    neighbours.cycle(input, output)
}

fn breaks<R: Unit>(rule: &str, cycles: &[(R::In, R::Out)]) {
    let broken = last::<R>(cycles).expect_err(rule);
    assert!(broken.contains(rule), "{broken}, and not {rule}");
}

fn keeps<R: Unit>(cycles: &[(R::In, R::Out)]) {
    last::<R>(cycles).expect("the promises are kept");
}

/// Pins of a cycle; those that are not named are zero.
macro_rules! pins {
    ($unit:ident; $($input:ident = $value:expr),*; $($output:ident = $out:expr),*) => {
        (
            $unit::pins::In { $($input: $value,)* ..Default::default() },
            $unit::pins::Out { $($output: $out,)* ..Default::default() },
        )
    };
}

#[test]
fn residency_names_a_grant_without_room_two_grants_a_lost_tb_and_an_end_of_nothing() {
    use residency::Residency as R;
    let both = Mask::first(2);
    breaks::<R>(
        "rule 3: SMX 1",
        &[pins!(residency; grant_smxs = Mask::bit(1); room_smxs = Mask::bit(0))],
    );
    breaks::<R>("rule 3: 2 SMXs", &[pins!(residency; grant_smxs = both; room_smxs = both)]);
    let asks = pins!(residency; grant_smxs = Mask::bit(0), ask_valid = true; room_smxs = both);
    breaks::<R>("cycle of an ask", &[asks]);
    breaks::<R>("rule 4: no TB", &[pins!(residency; ; start_valid = true)]);
    breaks::<R>("rule 4: a TB", &[pins!(residency; tb_valid = true; )]);
    let start =
        pins!(residency; tb_valid = true; start_valid = true, start_smx = 1, start_slot = 1);
    let end = pins!(residency; end_valid = true, end_smx = 1, end_slot = 1; end_ready = true);
    keeps::<R>(&[start, end]);
    breaks::<R>("rule 5", std::slice::from_ref(&end));
    breaks::<R>("rule 5", &[start, end, end]);
}

#[test]
fn the_shifting_queue_names_an_item_of_no_level_and_a_head_that_is_not_on_the_pins() {
    use shifting_queue::ShiftingQueue as S;
    let item = |level| pins!(shifting_queue; insert_valid = true, insert_level = level; );
    keeps::<S>(&[item(1), item(3)]);
    breaks::<S>("rule 1: an item is of level 0", &[item(0)]);
    breaks::<S>("rule 1: an item is of level 4", &[item(4)]);
    keeps::<S>(&[pins!(shifting_queue; take = true; head_valid = true)]);
    breaks::<S>("rule 3: a head is taken", &[pins!(shifting_queue; take = true; )]);
}

#[test]
fn laperm_names_kernels_and_groups_of_clusters_and_levels_that_are_not_there() {
    use laperm::Laperm as L;
    let yz = 1 | 1 << 16;
    let kernel = |level, cluster| pins!(laperm; enter_valid = true, enter_level = level, enter_cluster = cluster; );
    keeps::<L>(&[kernel(0, 31)]);
    keeps::<L>(&[kernel(2, 2)]);
    breaks::<L>("rule 2: a kernel is of cluster 3", &[kernel(1, 3)]);
    breaks::<L>("rule 2: a kernel is of level 3", &[kernel(3, 2)]);
    let group = |level, cluster| {
        pins!(laperm; alloc_valid = true, alloc_level = level, alloc_cluster = cluster,
            alloc_grid_x = 1, alloc_grid_yz = yz; )
    };
    keeps::<L>(&[group(2, 2)]);
    breaks::<L>("rule 3: a group is of cluster 3", &[group(1, 3)]);
    breaks::<L>("rule 3: a group is of level 0", &[group(0, 2)]);
    breaks::<L>("rule 3: a group is of level 3", &[group(3, 2)]);
}

#[test]
fn placement_names_a_grant_out_of_turn() {
    use placement_rr::RoundRobin as R;
    let granted =
        |turn| pins!(placement_rr; grant_smxs = Mask::bit(1); turn_smxs = Mask::bit(turn));
    keeps::<R>(&[granted(1)]);
    breaks::<R>("rule 5", &[granted(0)]);
}

#[test]
fn the_kmu_names_a_full_slot_a_wrong_command_a_kernel_that_does_not_run_and_an_answer_to_nothing() {
    use kmu::Kmu as R;
    let host = |ready| pins!(kmu; host_valid = true, host_hwq = 1; hwq_ready = ready);
    keeps::<R>(&[host(Mask::bit(1))]);
    breaks::<R>("rule 1", &[host(Mask::bit(0))]);
    let command = |cmd_kind, cmd_desc| pins!(kmu; cmd_valid = true, cmd_kind = cmd_kind, cmd_desc = cmd_desc; cmd_ready = true);
    let leaves = pins!(kmu; ; disp_valid = true, disp_desc = 32);
    keeps::<R>(&[command(0, 64), command(1, 32), command(2, 32), leaves, command(1, 32)]);
    breaks::<R>("in the pool", &[command(0, 32), command(0, 32)]);
    breaks::<R>("in the pool", &[command(1, 32), command(2, 32), command(1, 32)]);
    let refused = pins!(kmu; ; overflow = true);
    keeps::<R>(&[command(0, 32), refused, command(0, 32)]);
    breaks::<R>("rule 3: a command is of kind 3", &[command(3, 32)]);
    breaks::<R>("no multiple of 32", &[command(0, 40)]);
    let launch = |cmd_level, cmd_cluster| pins!(kmu; cmd_valid = true, cmd_desc = 32, cmd_level = cmd_level, cmd_cluster = cmd_cluster; cmd_ready = true);
    keeps::<R>(&[launch(2, 2)]);
    keeps::<R>(&[launch(0, 3)]);
    breaks::<R>("rule 9: a command is for cluster 3", &[launch(1, 3)]);
    breaks::<R>("rule 9: a command is for level 3, and the highest is 2", &[launch(3, 0)]);
    breaks::<R>("is resumed", &[command(1, 32), command(2, 64)]);
    breaks::<R>("is suspended", &[command(1, 32), command(1, 32)]);
    let dispatched = |tag| pins!(kmu; disp_ready = true; disp_valid = true, disp_tag = tag);
    let done = pins!(kmu; done_valid = true, done_hwq = 1; );
    keeps::<R>(&[dispatched(0b10_0001), done]);
    breaks::<R>("rule 8", &[dispatched(0b00_0001), done]);
    breaks::<R>("rule 8", &[dispatched(0b10_0001), done, done]);
    let reads = pins!(kmu; mem_req_ready = true; mem_req_valid = true);
    let writes = pins!(kmu; mem_req_ready = true; mem_req_valid = true, mem_req_write = true);
    let answer = pins!(kmu; mem_resp_valid = true; );
    keeps::<R>(&[reads, answer]);
    breaks::<R>("rule 7", &[writes, answer]);
    breaks::<R>("rule 7", &[reads, answer, answer]);
    let link = pins!(kmu; mem_req_ready = true; mem_req_valid = true, mem_req_write = true, mem_req_addr = 60, mem_req_data = 96);
    let read = pins!(kmu; mem_req_ready = true; mem_req_valid = true, mem_req_addr = 60);
    let word = |data| pins!(kmu; mem_resp_valid = true, mem_resp_data = data; );
    keeps::<R>(&[link, read, word(96), read, word(32)]);
    breaks::<R>("rule 7: memory answers 0x20 for a link", &[link, read, word(32)]);
    let straps = |cfg_pending_limit| pins!(kmu; cfg_pending_limit = cfg_pending_limit; );
    breaks::<R>("configuration", &[straps(4), straps(5)]);
}

#[test]
fn the_kernel_distributor_names_work_that_is_not_owed_and_entries_that_do_not_live() {
    use kernel_distributor::KernelDistributor as R;
    let live = Mask::bit(2);
    let enters = pins!(kernel_distributor; enter_ready = true; enter_valid = true, enter_kdei = 2, live = live);
    let start = pins!(kernel_distributor; start_valid = true, start_kdei = 2; live = live);
    let spent = pins!(kernel_distributor; spent_valid = true, spent_kdei = 2; live = live);
    let end = pins!(kernel_distributor; end_valid = true, end_kdei = 2; live = live);
    let look = |entry| pins!(kernel_distributor; look_valid = true, look_kdei = entry; live = live);
    let groups = |count| pins!(kernel_distributor; match_valid = true, match_count = count; match_ready = true, live = live);
    let hit = pins!(kernel_distributor; ; match_done = true, match_hit = true, match_kdei = 2, live = live);
    keeps::<R>(&[enters, look(2), start, spent, end]);
    let more = [enters, groups(2), hit, spent, spent, spent];
    keeps::<R>(&more);
    breaks::<R>("rule 3", &[&more[..], std::slice::from_ref(&spent)].concat());
    breaks::<R>("rule 2", &[groups(0)]);
    breaks::<R>("rule 2", &[groups(33)]);
    breaks::<R>("rule 5", &[enters, look(1)]);
    breaks::<R>("rule 6: a TB of entry 2 starts", std::slice::from_ref(&start));
    breaks::<R>("rule 6: a TB of entry 2 starts", &[enters, spent, start]);
    breaks::<R>("rule 6: a TB of entry 2 ends", &[enters, start, end, end]);
    let nowhere = pins!(kernel_distributor; spent_valid = true, spent_kdei = 4; );
    breaks::<R>("of entry 4", &[enters, nowhere]);
}

#[test]
fn the_agt_names_groups_that_are_not_linked_done_twice_or_ended_too_often() {
    use agt::Agt as R;
    let link = |agei| pins!(agt; link_ready = true; link_valid = true, link_agei = agei);
    let take = |agei| pins!(agt; take_valid = true, take_agei = agei; take_ready = true);
    let next = |agei| pins!(agt; next_valid = true, next_prev = agei; next_ready = true);
    let done =
        |count| pins!(agt; done_valid = true, done_agei = 3, done_count = count; done_ready = true);
    let end = |agei| pins!(agt; end_valid = true, end_agei = agei; end_ready = true);
    keeps::<R>(&[link(3), next(3), take(3), end(3), done(2), end(3), link(3), take(3)]);
    breaks::<R>("rule 4", &[link(3), take(2)]);
    breaks::<R>("rule 3", &[link(3), next(2)]);
    breaks::<R>("rule 5: done", &[done(1)]);
    breaks::<R>("a second time", &[link(3), done(2), done(2)]);
    breaks::<R>("2 have ended", &[link(3), end(3), end(3), done(1)]);
    breaks::<R>("rule 5: an end", &[link(3), done(1), end(3), end(3)]);
    let spilled = 1 << 31 | 5;
    breaks::<R>("not in the table", &[link(spilled), take(spilled), end(spilled)]);
    let answer = pins!(agt; mem_resp_valid = true; );
    breaks::<R>("rule 7", &[answer]);
}

#[test]
fn fcfs_names_kernels_groups_graphs_and_grants_that_come_untimely() {
    use fcfs::Fcfs as R;
    let enter = pins!(fcfs; enter_valid = true, enter_kdei = 1; enter_ready = true);
    let spent = pins!(fcfs; ; spent_valid = true, spent_kdei = 1);
    let link = |entry| pins!(fcfs; link_valid = true, link_kdei = entry; link_ready = true);
    keeps::<R>(&[enter, spent, enter, link(1)]);
    breaks::<R>("rule 1", &[enter, enter]);
    breaks::<R>("rule 1", &[enter, link(1), spent, enter]);
    breaks::<R>("rule 2", &[enter, link(2)]);
    let both = Mask::first(2);
    breaks::<R>("rule 6: 2 SMXs", &[pins!(fcfs; grant_smxs = both; want_smxs = both)]);
    breaks::<R>("rule 6: an SMX", &[pins!(fcfs; grant_smxs = Mask::bit(0); )]);
    let take = pins!(fcfs; take_ready = true; take_valid = true);
    let group =
        |y: u32| pins!(fcfs; group_valid = true, group_grid_x = 1, group_grid_yz = 1 << 16 | y; );
    keeps::<R>(&[take, group(1)]);
    breaks::<R>("rule 8", &[take, group(1), group(1)]);
    breaks::<R>("rule 10: a group", &[take, group(0)]);
    let graph = pins!(fcfs; graph_ready = true; graph_valid = true);
    let over = pins!(fcfs; graph_done = true; );
    keeps::<R>(&[graph, over]);
    breaks::<R>("rule 7", &[graph, over, over]);
    let look = pins!(fcfs; ; look_valid = true);
    let kernel = |x| pins!(fcfs; kde_grid_x = x, kde_grid_yz = 1 << 16 | 1; );
    keeps::<R>(&[look, kernel(1)]);
    breaks::<R>("rule 10: a kernel", &[look, kernel(0)]);
}

#[test]
fn dats_names_headers_without_tbs_too_many_nodes_and_ends_of_what_does_not_run() {
    use dats::Dats as R;
    let graph = pins!(dats; graph_valid = true; graph_ready = true);
    let asks = pins!(dats; mem_req_ready = true; mem_req_valid = true);
    let answer = |data| pins!(dats; mem_resp_valid = true, mem_resp_data = data; );
    let mut header = vec![graph];
    header.extend((0..6).flat_map(|word| [asks, answer(word)]));
    header.push(asks);
    breaks::<R>("no node with a TB", &[&header[..], &[answer(0)]].concat());
    header.push(answer(1));
    header.push(pins!(dats; start_ready = true; start_valid = true));
    let node = |tb| pins!(dats; node_valid = true, node_tb = tb; node_ready = true);
    keeps::<R>(&[&header[..], &[node(0), node(u32::MAX)]].concat());
    breaks::<R>("rule 5", &[&header[..], &[node(0), node(1)]].concat());
    breaks::<R>("rule 11", &[&header[..], &[answer(0)]].concat());
    let free = |tail_level| pins!(dats; start_ready = true, tail_level = tail_level; );
    breaks::<R>("1 TBs have still to come", &[&header[..], &[free(0)]].concat());
    keeps::<R>(&[&header[..], &[node(0), free(0)]].concat());
    breaks::<R>("the tail's level is 2", &[free(2)]);
    let sent = pins!(dats; ; tb_valid = true, tb_item = 7);
    let end = pins!(dats; end_valid = true, end_item = 7; end_ready = true);
    keeps::<R>(&[sent, end]);
    breaks::<R>("rule 9", &[sent, end, end]);
    let tail = |tail_level| pins!(dats; tail_level = tail_level; );
    keeps::<R>(&[tail(1), tail(2), tail(0), tail(1)]);
    breaks::<R>("rule 4", &[tail(2), tail(1)]);
    breaks::<R>(
        "rule 6: an SMX",
        &[pins!(dats; grant_smxs = Mask::bit(1); want_smxs = Mask::bit(0))],
    );
    let both = Mask::first(2);
    breaks::<R>("rule 6: 2 SMXs", &[pins!(dats; grant_smxs = both; want_smxs = both)]);
}

#[test]
fn the_dgb_names_nodes_that_are_not_out_graphs_that_do_not_fit_and_a_limit_that_falls() {
    use dgb::Dgb as R;
    let out = pins!(dgb; node_ready = true; node_valid = true, node_id = 3);
    let done = pins!(dgb; done_valid = true, done_node = 3; done_ready = true);
    keeps::<R>(&[out, done]);
    breaks::<R>("rule 5", &[out, done, done]);
    let start = |nodes, base| pins!(dgb; start_valid = true, start_nodes = nodes, start_edge_base = base; start_ready = true);
    keeps::<R>(&[start(65_535, 128)]);
    breaks::<R>("65536 nodes", &[start(65_536, 128)]);
    breaks::<R>("0x40", &[start(1, 64)]);
    let limit = |limit_level, ready| pins!(dgb; limit_level = limit_level; start_ready = ready);
    keeps::<R>(&[limit(4, false), limit(4, true), limit(0, false), limit(1, false)]);
    breaks::<R>("rule 8", &[limit(4, false), limit(3, false)]);
    let chunk = pins!(dgb; mem_req_ready = true; mem_req_valid = true, mem_req_chunk = true);
    let answer = pins!(dgb; mem_resp_valid = true; );
    let mut answers = vec![chunk];
    answers.extend(std::iter::repeat_n(answer, 8));
    keeps::<R>(&answers);
    answers.push(answer);
    breaks::<R>("rule 2", &answers);
}
