//! What holds of every application: its TBs, and what is said of a wrong element. That the references are right is
//! tested beside them.

use super::*;

impl Buffer {
    /// Returns its floats; it must have some.
    pub(super) fn as_floats(&self) -> &[f32] {
        match &self.contents {
            Contents::Floats(values) => values,
            Contents::Integers(_) => panic!("{} has integers", self.name),
        }
    }

    /// Returns its integers; it must have some.
    pub(super) fn as_integers(&self) -> &[i32] {
        match &self.contents {
            Contents::Integers(values) => values,
            Contents::Floats(_) => panic!("{} has floats", self.name),
        }
    }
}

/// Device memory after the host program of `A` has run, without a device: its kernels have computed nothing.
fn stepped<A: Study>(size: u32, block: [u32; 2]) -> (Run<A>, GlobalMemory) {
    let mut memory = GlobalMemory::new(1 << 26);
    let mut program = Program::parse(A::NAME, A::ptx()).unwrap();
    program.load_globals(&mut memory).unwrap();
    let mut run = Run::<A>::new(size);
    run.loaded(&program);
    let constants: Vec<Buffer> = run.constants.iter().map(|constant| constant.1.clone()).collect();
    assert_eq!(constants, run.app.constants(), "{} has all of its constants", A::NAME);
    run.setup(&mut memory).unwrap();
    while let HostStep::Launch(launches) = run.step(&mut memory).unwrap() {
        for launch in launches {
            assert_eq!(launch.block, [block[0], block[1], 1], "{}", launch.kernel);
        }
    }
    (run, memory)
}

/// Writes the right results, then a wrong word into one of them.
fn verify_names<A: Study>(size: u32, block: [u32; 2], buffer: &str, word: u64, element: &str) {
    let (run, mut memory) = stepped::<A>(size, block);
    assert!(run.verify(&memory).is_err(), "{}: nothing has run yet", A::NAME);
    let mut words = 0;
    for result in run.app.results() {
        memory.write_u32s(run.device.find(result.name).0, &result.words()).unwrap();
        if result.name == buffer {
            words = result.words().len();
        }
    }
    assert_eq!(run.verify(&memory), Ok(()));
    let address = run.device.find(buffer).0 + 4 * word;
    let right = memory.read_u32(address).unwrap();
    memory.write_u32(address, right ^ 1).unwrap();
    let said = run.verify(&memory).unwrap_err();
    assert!(said.starts_with(&format!("{}: {element} is ", A::NAME)), "{said}");
    assert!(said.ends_with(&format!("(1 of {words} elements differ)")), "{said}");
}

#[test]
fn every_application_has_the_tbs_of_the_thesis_and_names_the_first_wrong_element() {
    verify_names::<Mm>(1, [32, 32], "c", 33, "c[1][1]");
    verify_names::<Bp>(2, [16, 16], "sums", 17, "sums[1][1]");
    verify_names::<Dct>(2, [8, 8], "back", 16, "back[1][0]");
    verify_names::<Hs>(13, [16, 16], "even", 15, "even[1][2]");
    verify_names::<Fws>(7, [16, 16], "distance", 9, "distance[1][2]");
    verify_names::<Cp>(1, [16, 8], "energy", 128, "energy[1][0]");
    verify_names::<Convtex>(5, [16, 16], "result", 7, "result[1][2]");
    verify_names::<Inlm>(5, [16, 16], "result", 7, "result[1][2]");
    verify_names::<Libor>(5, [256, 1], "slopes", 3, "slopes[3]");
    verify_names::<Bin>(2, [256, 1], "values", 1, "values[1]");
    verify_names::<Fw>(1, [256, 1], "data", 700, "data[700]");
    verify_names::<Pt>(50, [1024, 1], "even", 3, "even[3]");
    verify_names::<Sr1>(1, [512, 1], "image", 80, "image[80]");
}

#[test]
fn launches_go_out_together_unless_the_host_reads_what_those_before_computed() {
    let batches = |mut run: Box<dyn Workload>| {
        let mut memory = GlobalMemory::new(1 << 26);
        run.setup(&mut memory).unwrap();
        let mut batches = Vec::new();
        while let HostStep::Launch(launches) = run.step(&mut memory).unwrap() {
            batches.push(launches.len());
        }
        batches
    };
    assert_eq!(batches(Box::new(Run::<Fws>::new(7))), [7]);
    // Extract, prepare and two reductions; both steps of the diffusion and the same again; the rest.
    assert_eq!(batches(Box::new(Run::<Sr1>::new(2))), [4, 5, 3]);
}
