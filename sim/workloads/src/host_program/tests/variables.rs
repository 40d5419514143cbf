//! Variables of the module as buffers.

use super::{run, HostProgram};
use crate::inputs::npy::{Dtype, NpyArray};
use heddle_sim::gpu::RunResult;
use tempfile::TempDir;

/// Adds constant `factors[t]` to `sums[t]`.
const MODULE: &str = "\
.version 6.4
.target sm_35
.address_size 64
.const .align 4 .u32 factors[4] = {1, 2, 3, 4};
.global .align 4 .u32 sums[4] = {10, 20, 30, 40};
.global .align 1 .b8 text[3];
.visible .entry add()
{
	.reg .b32 %r<4>;
	.reg .b64 %rd<6>;
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd1, %r1, 4;
	mov.u64 %rd2, factors;
	add.u64 %rd2, %rd2, %rd1;
	ld.const.u32 %r2, [%rd2];
	mov.u64 %rd3, sums;
	add.u64 %rd3, %rd3, %rd1;
	ld.global.u32 %r3, [%rd3];
	add.u32 %r3, %r3, %r2;
	st.global.u32 [%rd3], %r3;
	ret;
}
";

const ADD: &str = "{ launch = { kernel = 'add', grid = 1, block = 4 } }";

/// Writes the host program with these buffers and what follows them.
fn written(buffers: &str, rest: &str) -> (TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("host.toml");
    std::fs::write(dir.path().join("k.ptx"), MODULE).unwrap();
    std::fs::write(dir.path().join("two.bin"), [7; 8]).unwrap();
    std::fs::write(&file, format!("ptx = 'k.ptx'\nbuffer = [{buffers}]\n{rest}")).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (dir, file)
}

/// Runs a host program that dumps `sums`. Returns what they are.
fn sums(buffers: &str, steps: &str) -> (Vec<u32>, RunResult) {
    let rest = format!(
        "step = [{steps}]\ndump = [{{ buffer = 'sums', path = 'sums.npy' }}]\n\
         compare = [{{ buffer = 'sums', path = 'expected.npy' }}]"
    );
    let (dir, file) = written(buffers, &rest);
    let expected = NpyArray::flat(Dtype::U4, [10_u32, 21, 32, 43].map(u32::to_le_bytes).concat());
    std::fs::write(dir.path().join("expected.npy"), expected.encode()).unwrap();
    let (host_program, result) = run(&file);
    host_program.write_dumps().unwrap();
    let dumped = NpyArray::read(dir.path().join("sums.npy").to_str().unwrap()).unwrap();
    assert_eq!(dumped.dtype, Dtype::U4);
    let words = dumped.bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
    (words.collect(), result)
}

#[test]
fn a_variable_that_is_only_named_keeps_what_the_module_says_and_can_be_dumped() {
    let (found, result) = sums("{ name = 'sums', kind = 'symbol' }", ADD);
    assert_eq!(found, [11, 22, 33, 44]);
    assert_eq!(result.verified, Some(false));
    assert!(result.difference.unwrap().starts_with("sums: element 0 is 11, "));
}

#[test]
fn a_variable_is_set_from_every_source_before_the_first_launch() {
    let buffers = "{ name = 'c', kind = 'symbol', symbol = 'factors', from = 'iota' }, { name = 'sums', kind = 'symbol' }";
    let (found, result) = sums(buffers, ADD);
    assert_eq!((found, result.verified), (vec![10, 21, 32, 43], Some(true)));
    let buffers = "{ name = 'c', kind = 'symbol', symbol = 'factors', from = 'zero' }, \
        { name = 'sums', kind = 'symbol', from = 'fill', value = -1, dtype = 'u4', count = 4 }";
    assert_eq!(sums(buffers, ADD).0, [u32::MAX; 4]);
}

#[test]
fn a_variable_holds_the_addresses_of_buffers() {
    let buffers = "{ name = 'sums', kind = 'symbol', from = 'addresses', of = ['$b', '$b'] }, \
        { name = 'b', kind = 'zero', count = 1 }";
    let (_dir, file) = written(buffers, "step = []");
    let (host_program, _) = run(&file);
    let found = &host_program.buffers[0].contents.array().unwrap().bytes;
    assert_eq!(found[..8], found[8..]);
    assert_ne!(found[..8], [0; 8]);
}

#[test]
fn steps_set_fill_and_copy_variables_also_constant_ones() {
    let buffers = "{ name = 'factors', kind = 'symbol' }, { name = 'sums', kind = 'symbol' }, { name = 'b', kind = 'iota', count = 4 }";
    let steps = format!(
        "{{ fill = {{ buffer = 'factors', value = 5 }} }}, {{ copy = {{ from = 'b', to = 'sums' }} }},
         {{ set = {{ buffer = 'factors', index = 3, value = 100 }} }}, {ADD},
         {{ add = {{ buffer = 'factors', index = 0, value = 1 }} }}, {ADD}"
    );
    assert_eq!(sums(buffers, &steps).0, [11, 11, 12, 203]);
}

#[test]
fn a_variable_that_does_not_exist_or_does_not_fit_is_refused_in_one_line() {
    for (buffers, steps, expected) in [
        (
            "{ name = 'x', kind = 'symbol' }",
            "",
            "buffer[0] `x`: the module has no variable `x` in .const or .global; its variables are: factors, sums, text",
        ),
        (
            "{ name = 'x', kind = 'symbol', symbol = 'sums', count = 5 }",
            "",
            "buffer[0] `x`: variable `sums` has 16 bytes, 4 elements of type u4, not 5; leave `count` out",
        ),
        (
            "{ name = 'text', kind = 'symbol', dtype = 'u2' }",
            "",
            "buffer[0] `text`: variable `text` has 3 bytes, which is no multiple of the 2 of u2; choose another `dtype`",
        ),
        (
            "{ name = 'sums', kind = 'symbol', from = 'bin', path = 'two.bin' }",
            "",
            "buffer[0] `sums`: the file has 8 bytes, variable `sums` of the module 16; give a file of that size",
        ),
        (
            "{ name = 'sums', kind = 'symbol', from = 'fill' }",
            "",
            "buffer[0] `sums`: a buffer of kind fill needs `value`",
        ),
        (
            "{ name = 'sums', kind = 'symbol', from = 'symbol' }",
            "",
            "buffer[0] `sums`: `from` is one of zero, fill, iota, random, npy, bin and addresses",
        ),
        (
            "{ name = 'sums', kind = 'symbol', from = 'addresses', of = ['$sums'] }",
            "",
            "buffer[0] `sums`: variable `sums` has 16 bytes, which 1 addresses do not fill",
        ),
        (
            "{ name = 'sums', kind = 'symbol', seed = 1 }",
            "",
            "buffer[0] `sums`: a buffer of kind symbol has no `seed`",
        ),
        (
            "{ name = 'sums', kind = 'zero', count = 4, symbol = 'sums' }",
            "",
            "buffer[0] `sums`: a buffer of kind zero has no `symbol`",
        ),
        (
            "{ name = 'sums', kind = 'symbol' }, { name = 'b', kind = 'zero', count = 4 }",
            "{ swap = ['b', 'sums'] }",
            "step[0].swap: `sums` is a variable of the module, which kernels find by its name; copy it instead of swapping it",
        ),
    ] {
        let (dir, file) = written(buffers, &format!("step = [{steps}]"));
        let message = HostProgram::read(&file).err().expect(expected).to_string();
        let message = message.replace(&format!("{}/", dir.path().display()), "");
        assert_eq!(message, format!("host.toml: {expected}"));
    }
}
