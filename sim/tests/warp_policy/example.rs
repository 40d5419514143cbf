//! The example of the book's "Your own warp scheduler", as it stands there.

#[allow(dead_code, reason = "its main prints what is compared here")]
#[path = "../../examples/warp_scheduler.rs"]
mod warp_scheduler;

#[test]
fn the_example_runs_bfs_with_gto_and_with_a_policy_of_its_own_that_makes_a_difference() {
    let [gto, own] = warp_scheduler::compare().expect("both outputs are right");
    assert_ne!(gto, own);
}
