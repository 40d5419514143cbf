//! Kernels as users compile them (CUDA C through clang 14 or NVRTC), compared with plain Rust. Each `.ptx` in
//! `tests/ptx` is beside its source. Floating-point contraction was off, so results are exact.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunOptions};
use heddle_sim::ptx::Program;
use heddle_workloads::PtxFile;

/// A kernel launch: PTX text, kernel, TBs, threads per TB, bytes of dynamic shared memory.
struct Launch(&'static str, &'static str, u32, u32, u32);

/// Runs the kernel with arguments as on the command line. Returns the bytes of buffer `output`.
fn run(launch: &Launch, arguments: &[&str], output: usize) -> Vec<u8> {
    let Launch(text, kernel, blocks, threads, shared_bytes) = *launch;
    let mut file = PtxFile::new("kernel.ptx", text.to_string(), kernel.to_string());
    (file.grid, file.block, file.shared_bytes) = ([blocks, 1, 1], [threads, 1, 1], shared_bytes);
    for argument in arguments {
        file.push_argument(argument).expect(argument);
    }
    let config = GpuConfig::preset("tiny").expect("a preset");
    let options = RunOptions { max_cycles: Some(10_000_000), ..RunOptions::default() };
    gpu::run(&config, &mut file, &ModelUnits, options).expect(kernel);
    file.output(output).expect("a buffer").to_vec()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

const SHARED: &str = include_str!("ptx/shared.ptx");
const CONTROL: &str = include_str!("ptx/control.ptx");
const CALLS: &str = include_str!("ptx/calls.ptx");
const MANDELBROT: &str = include_str!("ptx/mandelbrot.ptx");

#[test]
fn a_scan_in_dynamic_shared_memory_sums_within_each_block() {
    let launch = Launch(SHARED, "scan", 8, 128, 1024);
    let found = words(&run(&launch, &["iota:1000", "zero:4000", "u32:1000"], 1));
    let expected = (0..1000_u32).map(|i| (i / 128 * 128..=i).sum::<u32>());
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn a_histogram_with_shared_and_global_atomics_counts_every_byte_once_per_block() {
    let launch = Launch(SHARED, "histogram", 3, 96, 0);
    let found = words(&run(&launch, &["iota:1000", "zero:1024", "u32:4000"], 1));
    let mut expected = vec![0; 256];
    (0..1000_u32).flat_map(u32::to_le_bytes).for_each(|byte| expected[usize::from(byte)] += 3);
    assert_eq!(found, expected);
}

fn switched(i: u32) -> i32 {
    let mut r = i.wrapping_mul(2_654_435_761) as i32;
    for k in 0..20 {
        match (r ^ k) & 7 {
            0 => r = r.wrapping_add(7),
            1 => r /= 3,
            2 => r %= 1717,
            3 => r = ((r as u32) << 2) as i32 ^ 0x55,
            4 => r ^= 0x55,
            5 => r >>= 1,
            6 => {
                r = r.wrapping_add(k);
                continue;
            }
            _ => r = r.count_ones() as i32,
        }
        r = r.wrapping_add(3);
    }
    r
}

#[test]
fn switches_with_fall_through_in_a_loop_take_every_lane_where_it_belongs() {
    let launch = Launch(CONTROL, "switches", 4, 128, 0);
    let found = words(&run(&launch, &["iota:500", "zero:2000", "u32:500"], 1));
    assert_eq!(found, (0..500).map(|i| switched(i) as u32).collect::<Vec<_>>());
}

#[test]
fn an_insertion_sort_in_local_memory_sorts_each_threads_own_array() {
    let launch = Launch(CONTROL, "local_sort", 4, 64, 0);
    let found = words(&run(&launch, &["iota:200", "zero:800", "u32:200"], 1));
    let expected = (0..200_u32).map(|i| {
        let mut values: Vec<u32> = (0..24).map(|k| (i + k) % 200 * 40_503 % 4099).collect();
        values.sort_unstable();
        values.into_iter().fold(0_u32, |s, value| s.wrapping_mul(31).wrapping_add(value))
    });
    assert_eq!(found, expected.collect::<Vec<_>>());
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

fn called(i: u64) -> u64 {
    let fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21][(i % 9) as usize];
    let c = i64::from((i as i8).wrapping_neg());
    let s = i64::from(((i * 5) as i16).wrapping_mul(3));
    let sum = (i as i64 + s) as u64;
    let u = i.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(sum);
    let d = (i as f64 * 0.5 * 1.25) as u64;
    (gcd(i * 12, i * i + 18) * 1000 + fibonacci + d)
        .wrapping_add_signed(c)
        .wrapping_add_signed(s)
        .wrapping_add(u)
}

#[test]
fn device_functions_loop_recurse_and_pass_structures_by_value() {
    let launch = Launch(CALLS, "calls", 4, 32, 0);
    let found = words(&run(&launch, &["zero:800", "u32:100"], 0));
    let expected = (0..100).map(called).flat_map(|value| [value as u32, (value >> 32) as u32]);
    assert_eq!(found, expected.collect::<Vec<_>>());
}

fn mandelbrot(x: u32, y: u32) -> u32 {
    let (cr, ci) = (-2.0 + f64::from(x) * 0.1, -1.0 + f64::from(y) * 0.1);
    let (mut zr, mut zi, mut k) = (0.0_f64, 0.0_f64, 0);
    while k < 100 && zr * zr + zi * zi < 4.0 {
        (zr, zi) = (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci);
        k += 1;
    }
    k * 1000 + ((zr / (1.0 + zi * zi)) as f32 * 10.0).abs() as u32
}

#[test]
fn double_precision_from_nvrtc_is_exact_to_the_last_iteration() {
    let launch = Launch(MANDELBROT, "mandelbrot", 8, 64, 0);
    let arguments = ["zero:1920", "i32:24", "i32:20", "f64:-2", "f64:0.1"];
    let found = words(&run(&launch, &arguments, 0));
    assert_eq!(found, (0..480).map(|i| mandelbrot(i % 24, i / 24)).collect::<Vec<_>>());
}

#[test]
fn a_kernel_has_up_to_32764_bytes_of_parameters() {
    let text = |bytes: u32| {
        format!(
            ".version 8.1\n.target sm_70\n.address_size 64\n\
             .visible .entry k(.param .u64 out, .param .align 4 .b8 table[{bytes}])\n{{\n\
             .reg .b64 %rd; .reg .b32 %r<3>;\nld.param.u64 %rd, [out];\n\
             ld.param.u32 %r0, [table]; ld.param.u32 %r1, [table+{}];\n\
             st.global.v2.u32 [%rd], {{%r0, %r1}};\nret;\n}}\n",
            bytes - 4
        )
    };
    let most = 32_764 - 8;
    let bytes: String =
        (0..most / 4).map(|word: u32| format!("{:08x}", word.swap_bytes())).collect();
    let launch = Launch(text(most).leak(), "k", 1, 1, 0);
    let found = words(&run(&launch, &["zero:8", &format!("bytes:{bytes}")], 0));
    assert_eq!(found, [0, most / 4 - 1]);
    let error = Program::parse("k.ptx", &text(most + 4)).map(drop).expect_err("it is too large");
    let expected = "k.ptx:4: the kernel's parameters take 32768 bytes; at most 32764 are supported (at `table`)";
    assert_eq!(error.to_string(), expected);
}
