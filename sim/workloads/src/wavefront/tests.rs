//! Tests of what all wavefront applications have in common.

use super::*;
use heddle_sim::exec::{run_functional, Launch};
use heddle_sim::ptx::Program;
use heddle_sim::runtime::params::{write_params, ParameterHeap};

fn tiling(tiles: u32, tile: u32) -> Tiling {
    Tiling { tiles, tile, seed: 1 }
}

fn machine(source: TbSource, launch: LaunchMode) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").unwrap();
    (config.tb.source, config.kernel.launch) = (source, launch);
    config
}

fn flat() -> GpuConfig {
    machine(TbSource::Fcfs, LaunchMode::Flat)
}

fn launches<A: Algorithm>(tiling: Tiling, mode: LaunchMode) -> Vec<HostLaunch> {
    let mut memory = GlobalMemory::new(1 << 20);
    let mut app = Wavefront::<A>::new(tiling, &machine(TbSource::Fcfs, mode)).unwrap();
    app.setup(&mut memory).unwrap();
    let mut all = Vec::new();
    while let HostStep::Launch(launches) = app.step(&mut memory).unwrap() {
        all.extend(launches);
    }
    all
}

#[test]
fn the_host_launches_one_grid_per_level_or_one_thread_that_does() {
    let global = launches::<Sw>(tiling(3, 8), LaunchMode::Flat);
    assert_eq!(global.iter().map(|launch| launch.grid[0]).collect::<Vec<_>>(), [1, 2, 3, 2, 1]);
    assert!(global.iter().all(|launch| launch.kernel == "sw_wave" && launch.block == [8, 1, 1]));
    let nested = launches::<Sw>(tiling(3, 8), LaunchMode::Cdp);
    assert_eq!((nested[0].grid, nested[0].block), ([1, 1, 1], [1, 1, 1]));
    assert_eq!((nested.len(), nested[0].kernel.as_str()), (1, "sw_parent"));
}

#[test]
fn other_modes_are_refused() {
    for mode in LaunchMode::ALL {
        for source in [TbSource::Fcfs, TbSource::Dats, TbSource::Laperm] {
            let known =
                mode == LaunchMode::Flat || mode == LaunchMode::Cdp && source != TbSource::Dats;
            let app = Wavefront::<Sw>::new(tiling(3, 8), &machine(source, mode));
            assert_eq!(app.is_some(), known, "{source:?} {mode}");
        }
    }
}

/// Runs the TBs of the grid of all tiles one after another, in order of their numbers.
fn graph_is_right<A: Algorithm>() {
    let mut memory = GlobalMemory::new(1 << 22);
    let mut app =
        Wavefront::<A>::new(tiling(3, 40), &machine(TbSource::Dats, LaunchMode::Flat)).unwrap();
    app.setup(&mut memory).unwrap();
    let HostStep::Launch(launches) = app.step(&mut memory).unwrap() else { panic!("no launch") };
    let HostLaunch { kernel, grid, block, shared_bytes, args, mapping, .. } = launches[0].clone();
    assert_eq!((grid, mapping), ([3, 3, 1], Some(format!("{}_deplink", A::NAME))));
    let program = Program::parse(A::NAME, A::ptx()).unwrap();
    let function = program.functions.iter().position(|f| f.name == kernel).expect(&kernel);
    let mut heap = ParameterHeap::new();
    let param_base =
        write_params(&program.functions[function], &args, &mut heap, &mut memory).unwrap();
    let launch = Launch { function: function as u32, param_base, grid, block, shared_bytes };
    run_functional(&program, &mut memory, &mut heap, launch).unwrap();
    assert_eq!(app.verify(&memory), Ok(()));
}

#[test]
fn the_grid_of_all_tiles_is_right_if_tiles_come_after_their_west_and_north() {
    graph_is_right::<Dtw>();
    graph_is_right::<Heat2d>();
    graph_is_right::<Hist>();
    graph_is_right::<IntImg>();
    graph_is_right::<Sor>();
    graph_is_right::<Sw>();
}

#[test]
fn eight_teams_fill_an_smx_and_no_thread_does_more_elements_of_a_diagonal_than_it_must() {
    for (tile, threads) in [(1, 1), (16, 16), (192, 192), (193, 97), (384, 192), (512, 171)] {
        assert_eq!(Sor::team(tile).threads, threads, "tiles of side {tile}");
    }
    assert_eq!(8 * Sor::team(192).shared_bytes, 48 << 10);
    for (tile, threads) in [(1, 32), (5, 160), (6, 192), (512, 192)] {
        assert_eq!(IntImg::team(tile).threads, threads, "tiles of side {tile}");
    }
}

#[test]
fn verify_names_the_first_element_that_is_wrong() {
    let mut memory = GlobalMemory::new(1 << 20);
    let mut app = Wavefront::<Hist>::new(tiling(1, 2), &flat()).unwrap();
    app.setup(&mut memory).unwrap();
    let error = app.verify(&memory).unwrap_err();
    assert!(error.starts_with("hist: plane "), "{error}");
    let mut app = Wavefront::<Sor>::new(tiling(2, 2), &flat()).unwrap();
    app.setup(&mut memory).unwrap();
    let error = app.verify(&memory).unwrap_err();
    assert!(error.starts_with("sor: row 0, column 0 is "), "{error}");
    assert!(error.ends_with("(16 of 16 elements differ)"), "{error}");
}
