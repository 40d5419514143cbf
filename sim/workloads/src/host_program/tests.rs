use super::*;
use crate::inputs::npy::{Dtype, NpyArray};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunOptions, RunResult};
use heddle_sim::host::{Arg, HostLaunch, HostStep};
use tempfile::TempDir;

mod memory;
mod streams;
mod variables;

/// Kernels that do nothing.
const KERNELS: &str = "\
.version 6.4
.target sm_35
.address_size 64
.visible .entry work(.param .u64 work_0, .param .u32 work_1)
{
	ret;
}
.visible .entry rest()
{
	ret;
}
.visible .entry take(.param .align 8 .b8 take_0[24], .param .u8 take_1, .param .u64 take_2)
{
	ret;
}
.visible .entry spin(.param .u64 spin_0)
{
	.reg .pred %p<2>;
	.reg .b32 %r<2>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [spin_0];
LOOP:
	ld.volatile.global.u32 %r1, [%rd1];
	setp.eq.u32 %p1, %r1, 0;
	@%p1 bra LOOP;
	ret;
}
";

const BUFFERS: &str = "\
ptx = 'k.ptx'
buffer = [
    { name = 'a', kind = 'iota', count = 4 },
    { name = 'b', kind = 'fill', count = 4, value = -1 },
    { name = 'c', kind = 'zero', count = 2, dtype = 'f8' },
    { name = 'd', kind = 'zero', count = 1 },
]
";

/// Writes a host program of these steps, beside its kernels, in a directory that lives as long as the first part.
fn written(rest: &str) -> (TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("host.toml");
    std::fs::write(dir.path().join("k.ptx"), KERNELS).unwrap();
    std::fs::write(&file, format!("{BUFFERS}{rest}")).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (dir, file)
}

fn host_program(rest: &str) -> HostProgram {
    let (_dir, file) = written(rest);
    HostProgram::read(&file).unwrap()
}

/// Returns the error of a host program, without its directory.
fn message(rest: &str) -> String {
    let (dir, file) = written(rest);
    let error = HostProgram::read(&file).err().expect("refused").to_string();
    error.replace(&format!("{}/", dir.path().display()), "")
}

/// Runs a host program whose kernels do nothing. Returns the launches, each list started at one time.
fn launches(host_program: &mut HostProgram, memory: &mut GlobalMemory) -> Vec<Vec<HostLaunch>> {
    host_program.setup(memory).unwrap();
    let mut all = Vec::new();
    while let HostStep::Launch(batch) = host_program.step(memory).unwrap() {
        all.push(batch);
    }
    all
}

fn run(file: &str) -> (HostProgram, RunResult) {
    let mut host_program = HostProgram::read(file).unwrap();
    let config = GpuConfig::preset("tiny").unwrap();
    let result = gpu::run(&config, &mut host_program, &ModelUnits, RunOptions::default()).unwrap();
    (host_program, result)
}

#[test]
fn a_bfs_host_loop_in_a_host_program_finds_the_levels_that_were_expected() {
    let (_, result) = run(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/bfs.toml"));
    assert_eq!((result.verified, result.difference), (Some(true), None));
    assert_eq!(result.host_launches, 5, "levels 1 to 4 and one that finds no vertex");
}

#[test]
fn launches_that_read_nothing_start_together_and_those_that_do_wait() {
    let mut host_program = host_program(
        "step = [
            { launch = { kernel = 'rest', grid = [2, 3], block = 64, stream = 'side', shared = 16 } },
            { swap = ['a', 'b'] },
            { launch = { kernel = 'work', threads = 65, block = [8, 8], args = ['$a', 'u32:7'] } },
            { launch = { kernel = 'work', grid = 1, block = 1, args = ['$a', 'i32:$b[3]'] } },
            { launch = { kernel = 'rest', grid = 1, block = 1 } },
            { launch = { kernel = 'rest', threads = '$d', block = 1 } },
        ]",
    );
    let mut memory = GlobalMemory::new(1 << 20);
    let batches = launches(&mut host_program, &mut memory);
    assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2], "no threads, no launch");
    let [first, second] = [&batches[0][0], &batches[0][1]];
    assert_eq!((first.grid, first.block), ([2, 3, 1], [64, 1, 1]));
    assert_eq!((first.stream, first.shared_bytes), (1, 16));
    assert_eq!((second.grid, second.block), ([2, 1, 1], [8, 8, 1]));
    let Arg::U64(address) = second.args[0] else { panic!("{:?}", second.args) };
    assert_eq!(memory.read_u32(address), Ok(u32::MAX), "the names were swapped");
    assert_eq!(batches[1][0].args, [Arg::U64(address), Arg::U32(3)]);
}

#[test]
fn an_inner_loop_starts_anew_with_every_turn_of_the_outer_one() {
    let mut host_program = host_program(
        "step = [
            { set = { buffer = 'a', index = 1, value = 3 } },
            { loop = { while = '$a[1]', max = 3, steps = [
                { add = { buffer = 'a', index = 1, value = -1 } },
                { set = { buffer = 'd', value = 0 } },
                { loop = { while = '$d', nonzero = false, max = 1, steps = [
                    { launch = { kernel = 'rest', grid = 1, block = 1 } },
                    { set = { buffer = 'd', value = 1.0 } },
                ] } },
            ] } },
        ]",
    );
    let mut memory = GlobalMemory::new(1 << 20);
    assert_eq!(launches(&mut host_program, &mut memory).len(), 3);
    assert_eq!((host_program.has_reference(), host_program.verify(&memory)), (false, Ok(())));
    assert_eq!(host_program.buffers[3].contents.array().unwrap().bytes, 1f32.to_le_bytes());
}

#[test]
fn a_loop_that_does_not_end_is_cut_off_and_said_so() {
    let mut host_program = host_program(
        "step = [
            { loop = { while = '$b', max = 4, steps = [
                { launch = { kernel = 'rest', grid = 1, block = 1 } },
            ] } },
            { launch = { kernel = 'rest', grid = 1, block = 1 } },
        ]",
    );
    let mut memory = GlobalMemory::new(1 << 20);
    assert_eq!(launches(&mut host_program, &mut memory).len(), 4);
    assert!(host_program.has_reference());
    let expected =
        "step[0].loop: the flag is still 4294967295 after 4 turns; raise max if that is too few";
    assert_eq!(host_program.verify(&memory), Err(expected.to_owned()));
}

#[test]
fn buffers_are_written_and_compared_after_the_run_beside_the_host_program() {
    let (dir, file) = written(
        "step = [{ set = { buffer = 'a', index = 2, value = 9 } }]
        dump = [{ buffer = 'a', path = 'a.npy' }, { buffer = 'c', path = 'c.bin' }]
        compare = [{ buffer = 'a', path = 'expected.npy' }]",
    );
    let words = [0_u32, 1, 9, 4].into_iter().flat_map(u32::to_le_bytes).collect();
    let expected = NpyArray::flat(Dtype::U4, words).encode();
    std::fs::write(dir.path().join("expected.npy"), expected).unwrap();
    let (host_program, result) = run(&file);
    assert_eq!(result.verified, Some(false));
    let difference = result.difference.unwrap();
    assert!(difference.starts_with("a: element 3 is 3, "), "{difference}");
    assert!(difference.ends_with("expected.npy says 4 (1 of 4 elements differ)"), "{difference}");

    host_program.write_dumps().unwrap();
    let dumped = NpyArray::read(dir.path().join("a.npy").to_str().unwrap()).unwrap();
    assert_eq!((dumped.dtype, &dumped.bytes[8..12]), (Dtype::U4, &9_u32.to_le_bytes()[..]));
    assert_eq!(std::fs::read(dir.path().join("c.bin")).unwrap(), [0; 16]);
}

#[test]
fn what_toml_refuses_is_reported_with_its_line_in_one_line() {
    for (rest, expected) in [
        ("stop = []", "host.toml:8: unknown field `stop`"),
        ("step = [{ jump = {} }]", "host.toml:8: unknown variant `jump`"),
        (
            "step = [{ set = { buffer = 'a', at = 1, value = 1 } }]",
            "host.toml:8: unknown field `at`",
        ),
        ("step = [{ set = { buffer = 'a', index = 'x', value = 1 } }]", "expected u64, in `step ="),
        ("step = [{ set = { buffer = 'a' } }]", "missing field `value`"),
        ("step = [{ loop = { while = '$d', steps = [] } }]", "missing field `max`"),
        ("step = [", "host.toml:8: "),
        ("", "missing field `step`"),
    ] {
        let message = message(rest);
        assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn what_makes_no_sense_is_reported_with_file_and_key() {
    let launch = |fields: &str| format!("step = [{{ launch = {{ {fields} }} }}]");
    for (rest, expected) in [
        (launch("kernel = 'rust', grid = 1, block = 1"),
            "step[0].launch.kernel: there is no kernel `rust`; kernels are: work, rest, take, spin"),
        (launch("kernel = 'work', grid = 1, block = 1"),
            "step[0].launch.args: kernel `work` takes 2 arguments, not 0"),
        (launch("kernel = 'work', grid = 1, block = 1, args = ['$a', '$b']"),
            "step[0].launch.args[1]: `$b` has 8 bytes, parameter work_1 of kernel `work` has 4"),
        (launch("kernel = 'work', grid = 1, block = 1, args = ['$e', 'u32:1']"),
            "step[0].launch.args[0]: there is no buffer `e`; buffers are: a, b, c, d"),
        (launch("kernel = 'work', grid = 1, block = 1, args = ['u64:$a', 'u32:1']"),
            "step[0].launch.args[0]: `u64:$a`: only u32, i32 and f32 can be read from device memory"),
        (launch("kernel = 'work', grid = 1, block = 1, args = ['$a', 'f32:1']"),
            "step[0].launch.args[1]: `f32:1` is a float, parameter work_1 of kernel `work` is an integer"),
        (launch("kernel = 'work', grid = 1, block = 1, args = ['$a', 'f32:$d']"),
            "step[0].launch.args[1]: `f32:$d` is a float, parameter work_1 of kernel `work` is an integer"),
        (launch("kernel = 'work', grid = 1, block = 1, args = ['f64:1', 'u32:1']"),
            "step[0].launch.args[0]: `f64:1` is a float, parameter work_0 of kernel `work` is an integer"),
        (launch("kernel = 'rest', grid = [1, 0], block = 1"),
            "step[0].launch.grid: [1, 0] is neither a positive 32-bit number nor a list of up to three"),
        (launch("kernel = 'rest', block = 1"),
            "step[0].launch: it needs either `grid` or `threads`"),
        (launch("kernel = 'rest', threads = 0, block = 1"),
            "step[0].launch.threads: 0 is neither a positive number nor a word such as \"$count\""),
        ("step = [{ swap = ['a', 'd'] }]".into(),
            "step[0].swap: `a` has 16 bytes, `d` 4; only buffers of one size can be swapped"),
        ("step = [{ set = { buffer = 'a', index = 4, value = 1 } }]".into(),
            "step[0].set: buffer `a` has 4 32-bit words, 4 is none of them"),
        ("step = [{ set = { buffer = 'a', value = 4294967296 } }]".into(),
            "step[0].set: value: 4294967296 is not a 32-bit number"),
        ("step = [{ add = { buffer = 'a', value = 0.5 } }]".into(),
            "step[0].add.value: only integers can be added"),
        ("step = [{ loop = { while = 'd', max = 1, steps = [] } }]".into(),
            "step[0].loop.while: `d` is not a word of a buffer; write \"$BUFFER\" or \"$BUFFER[INDEX]\""),
        ("step = [{ loop = { while = '$d', max = 1, steps = [{ swap = ['a', 'x'] }] } }]".into(),
            "step[0].loop.steps[0].swap: there is no buffer `x`; buffers are: a, b, c, d"),
        ("step = []\ndump = [{ buffer = 'x', path = 'x' }]".into(),
            "dump[0].buffer: there is no buffer `x`; buffers are: a, b, c, d"),
        ("step = []\ncompare = [{ buffer = 'a', path = 'x.npy' }]".into(),
            "compare[0]: x.npy: cannot read the file: No such file or directory (os error 2)"),
    ] {
        assert_eq!(message(&rest), format!("host.toml: {expected}"));
    }
}

#[test]
fn a_buffer_has_the_keys_of_its_kind_and_no_others() {
    for (fields, expected) in [
        ("'x', kind = 'iota'", "needs `count`"),
        ("'x', kind = 'iota', count = 1, seed = 1", "has no `seed`"),
        ("'x', kind = 'npy', path = 'a.npy', dtype = 'f4'", "kind npy has no `dtype`"),
        (
            "'x', kind = 'fill', count = 1, dtype = 'u1', value = 256",
            "value: 256 is not a number of type u1",
        ),
        (
            "'x', kind = 'fill', count = 1, dtype = 'i8', value = 0.5",
            "value: 0.5 is not a number of type i8",
        ),
        (
            "'x', kind = 'fill', count = 1, dtype = 'f2', value = 65520.0",
            "value: 65520.0 is not a number of type f2",
        ),
        ("'x', kind = 'fill', count = 1, dtype = 'f4', value = 1e39", "is not a number of type f4"),
        (
            "'x', kind = 'zero', count = 1, dtype = 'c8'",
            "dtype `c8` is not known; known: f2, f4, f8, i1",
        ),
        ("'x', kind = 'zero', count = 9223372036854775807", "at most 2147483648 bytes"),
        ("'x', kind = 'npy', path = 'none.npy'", "none.npy: cannot read the file"),
        ("'x', kind = 'fill', count = 1, value = 'y'", "value: \"y\" is not a number of type u4"),
        ("'x y', kind = 'zero', count = 1", "letters, digits and underscores"),
        ("'x', kind = 'addresses'", "kind addresses needs `of`"),
        ("'x', kind = 'zero', count = 1, of = ['$d']", "kind zero has no `of`"),
        (
            "'x', kind = 'addresses', of = ['d']",
            "buffer[1] `x`: of: `d` is not a buffer; write \"$NAME\" with the name of one",
        ),
        (
            "'x', kind = 'addresses', of = ['$y']",
            "buffer[1] `x`: of: there is no buffer `y`; buffers are: d, x",
        ),
        ("'x', kind = 'cloud'", "unknown variant `cloud`"),
    ] {
        let (dir, file) = written("");
        let text = format!("ptx = 'k.ptx'\nstep = []\n[[buffer]]\nname = 'd'\nkind = 'zero'\ncount = 1\n[[buffer]]\nname = {}\n", fields.replace(", ", "\n"));
        std::fs::write(&file, text).unwrap();
        let message = HostProgram::read(&file).err().expect(fields).to_string();
        assert!(message.contains("host.toml") && message.contains(expected), "{message}");
        drop(dir);
    }
}
