use super::*;

/// Returns a base grid of 2 x 2 cells, with fresh gas on the left and burnt gas on the right.
fn step() -> Field {
    let row = [[300.0; 8], [2100.0; 8]].concat();
    Field { base: 2, levels: 1, finest: row.repeat(16) }
}

/// Returns the state after `setup`, with the mesh of the reference in memory.
fn made(field: &Field) -> (Amr, GlobalMemory) {
    let mut amr = Amr::new(field, Way::Flat.into());
    let mut memory = GlobalMemory::new(1 << 24);
    amr.setup(&mut memory).unwrap();
    let base = amr.mesh.side(0);
    let mut cells: Vec<(u32, u32, u32)> =
        (0..base * base).map(|cell| (0, cell / base, cell % base)).collect();
    let expected = amr.mesh.refine();
    let mut patches = 0;
    let mut number = 0;
    while number < cells.len() {
        let (level, row, column) = cells[number];
        let energy = expected[level as usize][(row * amr.mesh.side(level) + column) as usize];
        memory.write_u32(amr.buffers.energies + 4 * number as u64, energy.to_bits()).unwrap();
        if level < field.levels && energy > THRESHOLD {
            memory.write_u32(amr.buffers.links + 4 * number as u64, patches).unwrap();
            patches += 1;
            cells.extend((0..64).map(|i| (level + 1, 8 * row + i / 8, 8 * column + i % 8)));
        }
        number += 1;
    }
    memory.write_u32(amr.buffers.patch_count, patches).unwrap();
    (amr, memory)
}

#[test]
fn a_uniform_field_is_not_refined_and_a_step_is_refined_beside_it() {
    let uniform = Field { base: 2, levels: 1, finest: vec![900.0; 256] };
    let energies = Mesh::new(&uniform).refine();
    assert_eq!(energies[0], [0.0; 4]);
    assert!(energies[1].iter().all(|energy| energy.is_nan()));

    // (0.68 + 6.5e-5 T) T is 209.85 at 300 and 1714.65 at 2100.
    let energies = Mesh::new(&step()).refine();
    assert!(energies[0].iter().all(|energy| (energy - 1504.8).abs() < 0.001), "{:?}", energies[0]);
    for (cell, energy) in energies[1].iter().enumerate() {
        let expected = if [7, 8].contains(&(cell % 16)) { energies[0][0] } else { 0.0 };
        assert_eq!(*energy, expected, "cell {cell}");
    }
}

#[test]
fn the_energy_of_a_cell_counts_all_four_neighbours() {
    let mut field = Field { base: 8, levels: 1, finest: vec![300.0; 4096] };
    for row in 24..32 {
        field.finest[64 * row + 24..64 * row + 32].fill(2100.0);
    }
    let energies = &Mesh::new(&field).refine()[0];
    let one = energies[8 * 3 + 2];
    assert!((one - 1504.8).abs() < 0.001);
    assert!((energies[8 * 3 + 3] - 4.0 * one).abs() < 0.01);
    assert_eq!([2, 4].map(|row| energies[8 * row + 3]), [one; 2]);
    assert_eq!([2, 4].map(|column| energies[8 * 3 + column]), [one; 2]);
    assert_eq!(energies.iter().filter(|&&energy| energy > 0.0).count(), 5);
}

#[test]
fn coarser_temperatures_are_averages() {
    let field = Field { base: 1, levels: 2, finest: (0..4096).map(|i| (i % 64) as f32).collect() };
    let mesh = Mesh::new(&field);
    assert_eq!(mesh.temperatures[0], [31.5]);
    let row: Vec<f32> = (0..8).map(|column| 8.0 * column as f32 + 3.5).collect();
    assert_eq!(mesh.temperatures[1], row.repeat(8));
    assert_eq!(mesh.temperatures[2], field.finest);
}

#[test]
fn in_flat_mode_the_host_launches_level_after_level() {
    let field = Field::load("combustion:2:3").unwrap();
    let mut memory = GlobalMemory::new(1 << 25);
    let mut amr = Amr::new(&field, Way::Flat.into());
    amr.setup(&mut memory).unwrap();
    let mut launched = |patches: u32| {
        memory.write_u32(amr.buffers.patch_count, patches).unwrap();
        let HostStep::Launch(launches) = amr.step(&mut memory).unwrap() else { return None };
        let [HostLaunch { kernel, grid, args, .. }] = &launches[..] else { panic!("{launches:?}") };
        assert_eq!(kernel, "amr_flat");
        let Arg::Bytes(cells) = &args[0] else { panic!("{args:?}") };
        let word = |at: usize| u32::from_le_bytes(cells[at..at + 4].try_into().unwrap());
        // The words are side, finer levels, whether the cells have been examined, first patch, items.
        Some((grid[0], [44, 48, 64, 68, 72].map(word)))
    };
    assert_eq!(launched(0), Some((1, [2, 3, 0, 0, 4])));
    assert_eq!(launched(3), Some((2, [16, 2, 1, 0, 3 * 64])));
    assert_eq!(launched(133), Some((65, [128, 1, 1, 3, 130 * 64])));
    assert_eq!(launched(134), None, "cells of the finest level are not refined");
}

#[test]
fn elsewhere_one_launch_makes_the_whole_mesh() {
    let mut memory = GlobalMemory::new(1 << 24);
    let mut amr = Amr::new(&step(), Way::Dtbl.into());
    amr.setup(&mut memory).unwrap();
    assert!(matches!(amr.step(&mut memory), Ok(HostStep::Launch(_))));
    memory.write_u32(amr.buffers.patch_count, 4).unwrap();
    assert_eq!(amr.step(&mut memory), Ok(HostStep::Done));
}

#[test]
fn a_device_that_takes_more_patches_than_there_can_be_is_stopped() {
    let mut memory = GlobalMemory::new(1 << 24);
    let mut amr = Amr::new(&step(), Way::Dtbl.into());
    amr.setup(&mut memory).unwrap();
    amr.step(&mut memory).unwrap();
    memory.write_u32(amr.buffers.patch_count, 5).unwrap();
    assert!(matches!(amr.step(&mut memory), Err(MemoryFault::OutOfBounds { bytes: 20, .. })));
}

#[test]
fn verify_names_the_first_cell_that_is_wrong() {
    let (amr, mut memory) = made(&step());
    assert_eq!(amr.verify(&memory), Ok(()));
    let b = amr.buffers;
    let mut with = |address: u64, value: u32| {
        let before = memory.read_u32(address).unwrap();
        memory.write_u32(address, value).unwrap();
        let found = amr.verify(&memory).unwrap_err();
        memory.write_u32(address, before).unwrap();
        found
    };
    // This is cell 2 of the third patch, that of the base cell in row 1, column 0.
    let third = 4 + 2 * 64;
    assert_eq!(
        with(b.energies + 4 * (third + 10), 1f32.to_bits()),
        "amr: the cell in row 9, column 2 of level 1 has the energy 1.0, the CPU reference says 0.0"
    );
    assert_eq!(
        with(b.links + 4 * 2, NONE),
        "amr: the cell in row 1, column 0 of level 0 is not refined, the CPU reference says it is refined"
    );
    assert_eq!(
        with(b.links + 4 * third, 1),
        "amr: the cell in row 8, column 0 of level 1 is refined, the CPU reference says it is not refined"
    );
    assert_eq!(
        with(b.links + 4 * 3, 9),
        "amr: the cell in row 1, column 1 of level 0 links to patch 9, never taken"
    );
    assert!(with(b.patch_count, 5).starts_with("amr: reading the energies: "));
    assert_eq!(
        with(b.patch_count, 3),
        "amr: the cell in row 1, column 1 of level 0 links to patch 3, never taken"
    );
}

#[test]
fn a_patch_that_no_cell_links_to_is_found() {
    let mut field = step();
    field.finest = vec![300.0; 256];
    let (amr, mut memory) = made(&field);
    assert_eq!(amr.verify(&memory), Ok(()));
    memory.write_u32(amr.buffers.patch_count, 1).unwrap();
    assert_eq!(
        amr.verify(&memory).unwrap_err(),
        "amr: the device made 68 cells, 4 are linked to the base grid"
    );
}

#[test]
fn a_verdict_before_setup_is_an_error() {
    let amr = Amr::new(&step(), Way::Flat.into());
    let error = amr.verify(&GlobalMemory::new(1 << 20)).unwrap_err();
    assert!(error.starts_with("amr: reading the patch count: address 0x0"), "{error}");
}

#[test]
fn cells_beside_a_flame_are_counted_as_refined_and_those_of_even_gas_are_not() {
    assert_eq!(refined_cells(&step()), [4]);
    let even = Field { finest: vec![300.0; 256], ..step() };
    assert_eq!(refined_cells(&even), [0]);
}
