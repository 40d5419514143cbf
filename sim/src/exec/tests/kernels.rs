//! Kernels from clang and NVRTC, run and compared with plain computations.

use super::super::{run_functional, Launch};
use crate::host::Arg;
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::params::{write_params, ParamError, ParameterHeap};

const VECADD: &str = include_str!("../../ptx/samples/vecadd.ptx");
const MATMUL: &str = include_str!("../../ptx/samples/matmul.ptx");
const LAT: &str = include_str!("../../ptx/samples/lat.ptx");
const CHILD: &str = include_str!("../../ptx/samples/child.ptx");

pub(super) struct Device {
    program: Program,
    pub memory: GlobalMemory,
    heap: ParameterHeap,
}

impl Device {
    pub fn new(text: &str) -> Self {
        let mut program = Program::parse("sample.ptx", text).unwrap();
        let mut memory = GlobalMemory::new(1 << 24);
        program.load_globals(&mut memory).unwrap();
        Self { program, memory, heap: ParameterHeap::new() }
    }

    pub fn words(&mut self, values: &[u32]) -> u64 {
        let address = self.memory.alloc(4 * values.len() as u64, 256).unwrap();
        self.memory.write_u32s(address, values).unwrap();
        address
    }

    pub fn run(
        &mut self,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        shared_bytes: u32,
        args: &[Arg],
    ) {
        let (function, kernel) = self.program.function_by_name(kernel).unwrap();
        let param_base = write_params(kernel, args, &mut self.heap, &mut self.memory).unwrap();
        let launch = Launch { function, param_base, grid, block, shared_bytes };
        run_functional(&self.program, &mut self.memory, &mut self.heap, launch)
            .unwrap_or_else(|fault| panic!("{fault}"));
    }
}

impl Device {
    /// Launches one warp and returns its fault.
    pub fn fault(&mut self, kernel: &str, args: &[Arg]) -> String {
        let (function, kernel) = self.program.function_by_name(kernel).unwrap();
        let param_base = write_params(kernel, args, &mut self.heap, &mut self.memory).unwrap();
        let launch =
            Launch { function, param_base, grid: [1; 3], block: [32, 1, 1], shared_bytes: 0 };
        let result = run_functional(&self.program, &mut self.memory, &mut self.heap, launch);
        result.unwrap_err().to_string()
    }
}

fn floats(values: impl Iterator<Item = f32>) -> Vec<u32> {
    values.map(f32::to_bits).collect()
}

#[test]
fn vecadd_adds_and_stops_at_the_bound() {
    let mut device = Device::new(VECADD);
    let a = device.words(&floats((0..100).map(|i| i as f32)));
    let b = device.words(&floats((0..100).map(|i| 0.5 * i as f32)));
    let c = device.words(&[7; 101]);
    device.run(
        "vecadd",
        [4, 1, 1],
        [32, 1, 1],
        0,
        &[Arg::U64(a), Arg::U64(b), Arg::U64(c), Arg::U32(100)],
    );
    let mut expected = floats((0..100).map(|i| 1.5 * i as f32));
    expected.push(7);
    assert_eq!(device.memory.read_u32s(c, 101).unwrap(), expected);
}

#[test]
fn tiled_matmul_equals_the_fused_sum_in_order() {
    let n = 32;
    let mut device = Device::new(MATMUL);
    let of = |k: usize| (k % 13) as f32 - 5.25;
    let a = device.words(&floats((0..n * n).map(of)));
    let b = device.words(&floats((0..n * n).map(|k| of(k + 3))));
    let c = device.words(&vec![0; n * n]);
    device.run(
        "matmul",
        [2, 2, 1],
        [16, 16, 1],
        0,
        &[Arg::U64(a), Arg::U64(b), Arg::U64(c), Arg::U32(n as u32)],
    );
    let sum =
        |at: usize| (0..n).fold(0f32, |s, k| of(at / n * n + k).mul_add(of(k * n + at % n + 3), s));
    assert_eq!(device.memory.read_u32s(c, (n * n) as u64).unwrap(), floats((0..n * n).map(sum)));
}

#[test]
fn the_latency_probe_runs() {
    let mut device = Device::new(LAT);
    let chain = device.memory.alloc(8, 8).unwrap();
    device.memory.slice_mut(chain, 8).unwrap().copy_from_slice(&chain.to_le_bytes());
    let (out, sink) = (device.words(&[1; 16]), device.words(&[0]));
    device.run(
        "lat",
        [1, 1, 1],
        [1, 1, 1],
        0,
        &[Arg::U64(chain), Arg::U64(0), Arg::U32(0), Arg::U64(out), Arg::U64(sink)],
    );
    assert_eq!(device.memory.read_u32(out).unwrap(), 65, "64 additions and the second clock read");
}

#[test]
fn a_kernel_launches_children_both_ways() {
    let mut device = Device::new(CHILD);
    let counts: Vec<u32> = (0..40).map(|i| i * 7 % 50).collect();
    let counted = device.words(&[&counts[..], &[0; 24]].concat());
    let out = device.words(&[0; 64 * 64]);
    device.run(
        "parent",
        [2, 1, 1],
        [32, 1, 1],
        0,
        &[Arg::U64(out), Arg::U64(counted), Arg::U32(64)],
    );
    for (parent, &count) in counts.iter().enumerate() {
        let base = parent as u32 * 64;
        let expected: Vec<u32> =
            (0..64).map(|i| if i < count { base * 1000 + i } else { 0 }).collect();
        assert_eq!(
            device.memory.read_u32s(out + u64::from(base) * 4, 64).unwrap(),
            expected,
            "children of {parent}"
        );
    }
}

#[test]
fn divergence_atomics_calls_local_and_dynamic_shared_memory_agree_with_the_cpu() {
    let mut device = Device::new(CHILD);
    let input: Vec<u32> = (0..64).map(|i| i * 5 % 23).collect();
    let (inp, out) = (device.words(&input), device.words(&[0; 64]));
    device.run("misc", [1, 1, 1], [64, 1, 1], 64 * 4, &[Arg::U64(out), Arg::U64(inp), Arg::U32(9)]);
    let table = [3, 1, 4, 1];
    let total: u32 = (0..64).map(|t| input[(t + 1) & 63] + table[t & 3]).sum();
    let counter = device.program.global_address("counter").unwrap();
    assert_eq!(device.memory.read_u32(counter).unwrap(), total);
    for t in 0..64u32 {
        let x = input[t as usize];
        let (mut f, scaled) = (1f32, x as f32 * 2.5);
        for _ in 0..x & 7 {
            f *= scaled;
            if f > 1e6 {
                break;
            }
        }
        let s: u32 = (0..9).map(|i| ((((x + i) & 15) + t) & 31) / (i + 1)).sum();
        let single = f.sqrt() + (f + s as f32 + 0.0);
        let mut o =
            (f64::from(x).mul_add(0.5, f64::from(single)) + f64::from(s.count_ones())) as f32;
        match s & 7 {
            0 => o += 1.0,
            1 => o += o,
            3 => o -= 5.0,
            4 => o /= 3.0,
            6 => o = 0.0,
            _ => {}
        }
        let found = f32::from_bits(device.memory.read_u32(out + 4 * u64::from(t)).unwrap());
        assert_eq!(found, o, "thread {t}");
    }
}

#[test]
fn a_stray_store_is_reported_with_kernel_line_thread_and_address() {
    let mut device = Device::new(VECADD);
    let (function, kernel) = device.program.function_by_name("vecadd").unwrap();
    let args = [Arg::U64(0), Arg::U64(0), Arg::U64(0), Arg::U32(9)];
    let param_base = write_params(kernel, &args, &mut device.heap, &mut device.memory).unwrap();
    let launch = Launch { function, param_base, grid: [1; 3], block: [32, 1, 1], shared_bytes: 0 };
    let fault =
        run_functional(&device.program, &mut device.memory, &mut device.heap, launch).unwrap_err();
    assert_eq!(fault.thread, [0, 0, 0]);
    assert!(fault.to_string().contains("address 0x0"), "{fault}");
}

#[test]
fn an_argument_of_the_wrong_width_names_kernel_and_parameter() {
    let mut device = Device::new(VECADD);
    let (_, kernel) = device.program.function_by_name("vecadd").unwrap();
    let args = [Arg::U64(0), Arg::U32(0), Arg::U64(0), Arg::U32(9)];
    let error = write_params(kernel, &args, &mut device.heap, &mut device.memory).unwrap_err();
    assert!(matches!(error, ParamError::Width { index: 1, expected: 8, found: 4, .. }), "{error}");
}

#[test]
fn approximate_functions_give_the_same_bits_on_every_machine() {
    let text =
        ".version 7.8\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
        .reg .f32 %f<5>; .reg .b64 %d;\nld.param.u64 %d, [out];\n\
        sin.approx.f32 %f0, 0f42C80000; cos.approx.f32 %f1, 0f42C80000;\n\
        ex2.approx.f32 %f2, 0f3DCCCCCD; lg2.approx.f32 %f3, 0f40400000;\n\
        st.global.v4.f32 [%d], {%f0, %f1, %f2, %f3};\nret;\n}\n";
    let mut device = Device::new(text);
    let out = device.words(&[0; 4]);
    device.run("k", [1, 1, 1], [1, 1, 1], 0, &[Arg::U64(out)]);
    // The expected values are rounded to nearest: sin 100, cos 100, 2^0.1, log2 3.
    let expected = [-0.506_365_66_f32, 0.862_318_9, 1.071_773_4, 1.584_962_5];
    assert_eq!(device.memory.read_u32s(out, 4).unwrap(), floats(expected.into_iter()));
}
