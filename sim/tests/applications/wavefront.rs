//! Fields computed tile by tile.

use super::bench::run;

const APPS: [&str; 6] = ["dtw", "heat2d", "hist", "int_img", "sor", "sw"];

#[test]
fn every_field_agrees_with_the_cpu_in_every_way_to_launch_its_levels() {
    for app in APPS {
        for preset in ["tiny", "gtx480"] {
            for (launch, by_device) in [("flat", 0), ("cdp", 7)] {
                let result = run(app, "16:64:2", preset, &[("kernel.launch", launch)]);
                let what = format!("{app} {launch} on {preset}");
                assert_eq!(result.difference, None, "{what}");
                assert_eq!(result.launches, by_device, "{what}");
                let host = if by_device > 0 { 1 } else { 7 };
                assert_eq!(result.host_launches, host, "{what}");
                assert_eq!(result.runtime_errors, 0, "{what}");
            }
        }
    }
}

#[test]
fn tiles_of_any_side_and_number_are_right() {
    // The cases are one tile; odd numbers of tiles; tiles of one element, of no whole warps, of several rounds of
    // threads.
    for app in APPS {
        for input in ["1:16", "9:48", "4:2", "49:7", "25:165", "4:80", "1:200"] {
            let result = run(app, input, "gtx480", &[("kernel.host_launch_cycles", "0")]);
            assert_eq!(result.difference, None, "{app} {input}");
        }
    }
}

#[test]
fn a_parent_pays_a_launch_and_a_parameter_buffer_for_every_level() {
    // One lane calls: 8023 + 129 cycles for the buffer and 12187 + 1592 for the launch.
    let cycles = |launch| run("sw", "16:64", "gtx480", &[("kernel.launch", launch)]).cycles;
    let by_level = (cycles("cdp") - cycles("flat")) as f64 / 7.0;
    assert!(by_level < 21_931.0, "{by_level}");
}
