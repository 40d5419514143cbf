use super::super::Way;
use super::*;

fn matrix(columns: u32, rows: &[&[(u32, i32)]]) -> SparseMatrix {
    let mut matrix = SparseMatrix { columns, offsets: vec![0], column_of: vec![], values: vec![] };
    for row in rows {
        matrix.column_of.extend(row.iter().map(|&(column, _)| column));
        matrix.values.extend(row.iter().map(|&(_, value)| value as u32));
        matrix.offsets.push(matrix.column_of.len() as u32);
    }
    matrix
}

/// The left matrix has an element twice in a row; two products of the last row cancel out.
fn matrices() -> Matrices {
    Matrices {
        left: matrix(3, &[&[(0, 2), (2, 3), (2, 1)], &[], &[(0, 1), (1, -1)]]),
        right: matrix(4, &[&[(0, 5), (3, 1)], &[(3, 1)], &[(1, -7)]]),
    }
}

const RESULT: [[i32; 4]; 3] = [[10, -28, 0, 2], [0, 0, 0, 0], [5, 0, 0, 0]];
const ELEMENTS: [u32; 3] = [3, 0, 2];

fn spmm(way: Way) -> Spmm {
    Spmm::new(matrices(), way.into())
}

/// Runs the host program to its end; the device stores the result above, with its word `wrong` one too large.
fn run(spmm: &mut Spmm, memory: &mut GlobalMemory, wrong: Option<u64>) {
    spmm.setup(memory).unwrap();
    for kernel in ["spmm_", "spmm_barrier"] {
        let HostStep::Launch(launches) = spmm.step(memory).unwrap() else { panic!("no launch") };
        assert!(launches[0].kernel.starts_with(kernel), "{}", launches[0].kernel);
        assert!(launches[0].grid[0] * launches[0].block[0] >= spmm.rows());
    }
    let b = spmm.buffers;
    let result: Vec<u32> = RESULT.iter().flatten().map(|&value| value as u32).collect();
    memory.write_u32s(b.result, &result).unwrap();
    memory.write_u32s(b.row_elements, &ELEMENTS).unwrap();
    memory.write_u32(b.all_elements, ELEMENTS.iter().sum()).unwrap();
    if let Some(address) = wrong {
        let value = memory.read_u32(address).unwrap();
        memory.write_u32(address, value + 1).unwrap();
    }
    assert_eq!(spmm.step(memory).unwrap(), HostStep::Done);
}

#[test]
fn elements_of_one_place_add_up_and_sums_of_zero_are_elements() {
    let rows: Vec<ProductRow> = product_rows(&matrices()).collect();
    for (row, (values, elements)) in rows.iter().zip(RESULT.iter().zip(ELEMENTS)) {
        let expected: Vec<u32> = values.iter().map(|&value| value as u32).collect();
        assert_eq!((&row.values, row.elements), (&expected, elements));
    }
}

#[test]
fn the_host_multiplies_and_then_counts() {
    for way in Way::ALL {
        let mut spmm = spmm(way);
        let mut memory = GlobalMemory::new(1 << 20);
        run(&mut spmm, &mut memory, None);
        assert_eq!(spmm.verify(&memory), Ok(()));
        let kernel = spmm.multiply(&mut memory).unwrap().kernel;
        assert_eq!(kernel, format!("spmm_{}", way.kernel_name()));
    }
}

#[test]
fn a_warp_of_the_barrier_kernel_counts_each_row() {
    let launch = spmm(Way::Flat).barrier();
    assert_eq!((launch.grid, launch.block), ([1, 1, 1], [128, 1, 1]));
}

#[test]
fn verify_names_what_is_wrong() {
    let verdict = |address: fn(&Buffers) -> u64| {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut placed = spmm(Way::Dtbl);
        placed.setup(&mut memory).unwrap();
        let wrong = address(&placed.buffers);
        let mut memory = GlobalMemory::new(1 << 20);
        let mut spmm = spmm(Way::Dtbl);
        run(&mut spmm, &mut memory, Some(wrong));
        spmm.verify(&memory).unwrap_err()
    };
    assert_eq!(
        verdict(|buffers| buffers.result + 4),
        "spmm: row 0, column 1 is -27, the CPU reference says -28 (1 of 4 elements differ)"
    );
    assert_eq!(
        verdict(|buffers| buffers.row_elements + 8),
        "spmm: the length of row 2 is 3, the CPU reference says 2 (1 of 1 elements differ)"
    );
    assert_eq!(
        verdict(|buffers| buffers.all_elements),
        "spmm: 6 elements were counted in all, the CPU reference says 5"
    );
}

#[test]
fn a_step_or_a_verdict_before_setup_is_an_error() {
    let mut spmm = spmm(Way::GatherGrid);
    let memory = &mut GlobalMemory::new(1 << 20);
    assert!(spmm.verify(memory).unwrap_err().starts_with("spmm: reading the result: address 0x"));
    let fault = spmm.setup(&mut GlobalMemory::new(1 << 10));
    assert!(matches!(fault, Err(MemoryFault::Exhausted { .. })));
}
