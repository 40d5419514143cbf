//! What all applications of this kind do.

use super::*;
use crate::ptx::Program;

fn tiling(tiles: u32, tile: u32) -> Tiling {
    Tiling { tiles, tile, seed: 1 }
}

fn launches<A: Algorithm>(tiling: Tiling, mode: LaunchMode) -> Vec<HostLaunch> {
    let mut memory = GlobalMemory::new(1 << 20);
    let mut app = Wavefront::<A>::new(tiling, mode).unwrap();
    app.setup(&mut memory).unwrap();
    let mut all = Vec::new();
    while let HostStep::Launch(launches) = app.step(&mut memory).unwrap() {
        all.extend(launches);
    }
    all
}

#[test]
fn the_host_launches_a_grid_a_level_or_one_thread_that_does() {
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
        let known = matches!(mode, LaunchMode::Flat | LaunchMode::Cdp);
        assert_eq!(Wavefront::<Sw>::new(tiling(3, 8), mode).is_some(), known, "{mode}");
    }
}

fn graph_fits_its_kernel<A: Algorithm>() {
    let mut app = Wavefront::<A>::new(tiling(3, 8), LaunchMode::Flat).unwrap();
    app.setup(&mut GlobalMemory::new(1 << 20)).unwrap();
    let launch = app.graph_launch();
    let program = Program::parse(A::NAME, A::PTX).unwrap();
    let kernel = program.functions.iter().find(|f| f.name == launch.kernel);
    let kernel = kernel.expect(&launch.kernel);
    assert_eq!(launch.grid, [3, 3, 1], "{}", launch.kernel);
    assert_eq!(kernel.params.len(), 1);
    assert_eq!(launch.args[0].image().len(), kernel.params[0].bytes as usize, "{}", launch.kernel);
    assert_eq!(app.mapping(), format!("{}_deplink", A::NAME));
}

#[test]
fn the_grid_of_all_tiles_is_launched_as_its_kernel_takes_it() {
    graph_fits_its_kernel::<Dtw>();
    graph_fits_its_kernel::<Heat2d>();
    graph_fits_its_kernel::<Hist>();
    graph_fits_its_kernel::<IntImg>();
    graph_fits_its_kernel::<Sor>();
    graph_fits_its_kernel::<Sw>();
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
    let mut app = Wavefront::<Hist>::new(tiling(1, 2), LaunchMode::Flat).unwrap();
    app.setup(&mut memory).unwrap();
    let error = app.verify(&memory).unwrap_err();
    assert!(error.starts_with("hist: plane "), "{error}");
    let mut app = Wavefront::<Sor>::new(tiling(2, 2), LaunchMode::Flat).unwrap();
    app.setup(&mut memory).unwrap();
    let error = app.verify(&memory).unwrap_err();
    assert!(error.starts_with("sor: row 0, column 0 is "), "{error}");
    assert!(error.ends_with("(16 of 16 elements differ)"), "{error}");
}
