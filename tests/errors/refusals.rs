//! What is refused before anything runs: PTX, launches, arrays.

use super::{kernel, module, said, said_with};
use crate::common::{assert_says, heddle, refusal};

#[test]
fn ptx_that_is_not_understood_is_refused_with_line_and_word() {
    for (body, expected) in [
        ("frobnicate.s32 %r1, %r2;",
            "unknown instruction, or one outside the supported subset of PTX (at `frobnicate.s32`)"),
        ("add.s32 %r1, %rd1, %r2;",
            "expected a register of 32 bits, found one of 64 (in `add.s32`) (at `%rd1`)"),
        ("add.b32 %r1, %r1, %r2;",
            "`add` does not exist for this type, only for s32 u32 u64 s64 u16 s16 u16x2 s16x2 f32 f64 f16 f16x2 bf16 bf16x2 (at `add.b32`)"),
        ("tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd1, {%r1, %r2}];",
            "textures and surfaces are not supported (at `tex.2d.v4.f32.f32`)"),
        ("add.s32 %r1, %r1, %r77;",
            "the name is not declared: not a register, variable, function or supported special register (at `%r77`)"),
        ("bra NOWHERE;", "the label is not defined in this function (at `NOWHERE`)"),
    ] {
        assert_eq!(said(&kernel(body)), format!("k.ptx:7: {expected}"));
    }
    let texture = kernel("").replace(".visible", ".global .texref t; .visible");
    assert_eq!(said(&texture), "k.ptx:4: textures and surfaces are not supported (at `.texref`)");
}

#[test]
fn a_function_without_a_body_is_refused_with_those_that_need_none() {
    let ptx = kernel("call helper, ();").replace(".visible", ".extern .func helper(); .visible");
    let line = said(&ptx);
    assert_says(&line, &["k.ptx:7: the function has no body in this file", "cudaLaunchDevice"]);
    assert!(line.ends_with("(at `helper`)"), "{line}");
}

#[test]
fn a_launch_that_does_not_fit_its_kernel_or_the_machine_is_refused_with_what_would() {
    let plain = kernel("");
    for (options, expected) in [
        (["--arg", "u32:1"], "kernel k takes 1 arguments, 2 were given"),
        (["--block", "2048"], "a TB of [2048, 1, 1] threads exceeds 1024 threads (z at most 64)"),
        (["--grid", "1,70000,1"], "grid [1, 70000, 1] is larger than 2147483647 x 65535 x 65535"),
        (
            ["--shared", "60000"],
            "a TB needs 60000 bytes of shared memory, an SMX has 49152 (smx.shared_bytes)",
        ),
    ] {
        let line = said_with(&plain, &options);
        assert_eq!(line, format!("cannot launch kernel `k`: {expected}"));
    }
    let narrow = module(".visible .entry k(.param .u32 a) { ret; }\n");
    assert_eq!(
        said(&narrow),
        "cannot launch kernel `k`: kernel k, parameter 0 (a): expected 4 bytes, the argument has 8"
    );
    for (declared, argument, expected) in [
        (".u32", "f32:1", "it is an integer, the argument is a float"),
        (".s64", "f64:1", "it is an integer, the argument is a float"),
        (".f32", "u32:1", "it is a float, the argument is an integer"),
        (".f64", "zero:8", "it is a float, the argument is an integer"),
        (".u64", "f32:1", "expected 8 bytes, the argument has 4"),
    ] {
        let text = format!(".visible .entry k(.param .u64 a, .param {declared} b) {{ ret; }}\n");
        let line = said_with(&module(&text), &["--arg", argument]);
        let place = "cannot launch kernel `k`: kernel k, parameter 1 (b)";
        assert_eq!(line, format!("{place}: {expected}"));
    }
    let other = plain.replace(" k(", " other(");
    let line = said(&other);
    assert!(
        line.ends_with("k.ptx: --kernel: there is no kernel `k`; kernels are: other"),
        "{line}"
    );
}

#[test]
fn an_unreadable_or_ill_formed_array_is_refused_with_what_to_do() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let array = dir.path().join("a.npy");
    let path = array.to_str().expect("text");
    let argument = format!("npy:{path}");
    let header = |descr: &str, order: &str| {
        let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': (2, 2), }}\n");
        [&b"\x93NUMPY\x01\x00"[..], &(text.len() as u16).to_le_bytes(), text.as_bytes()].concat()
    };
    for (contents, expected) in [
        (b"%!PS".to_vec(), "this is not a .npy file; write one with numpy.save"),
        (b"\x93NUMPY\x01\x00\xff\xff{".to_vec(), "the file ends inside its header"),
        (header("<c8", "False"), "dtype `<c8` is not supported; convert with astype to one of <f2, <f4, <f8, |i1, <i2, <i4, <i8, |u1, <u2, <u4, <u8, |b1"),
        (header("<f4", "True"), "the array is in Fortran order, C order is needed; save numpy.ascontiguousarray of it"),
        (header("<f4", "False"), "the header promises 16 bytes of data (shape [2, 2], dtype <f4), the file has 0"),
    ] {
        std::fs::write(&array, contents).expect("writable");
        let line = said_with(&kernel(""), &["--arg", &argument]);
        assert_eq!(line, format!("--arg 1 `{argument}`: {path}: {expected}"));
    }
    std::fs::remove_file(&array).expect("it was written");
    let line = said_with(&kernel(""), &["--arg", &argument]);
    assert_eq!(line, format!("--arg 1 `{argument}`: {path}: cannot read the file: No such file or directory (os error 2)"));
}

#[test]
fn a_grid_that_waits_for_itself_and_is_not_resident_at_once_is_refused() {
    let meet = ["run", "sim/features/launch/meet.nvrtc.ptx", "--config", "tiny", "--block", "64"];
    let arguments = [
        "--arg",
        "iota:64",
        "--arg",
        "zero:4096",
        "--arg",
        "zero:256",
        "--arg",
        "u32:64",
        "--grid",
    ];
    let launch = |grid: &'static str| [&meet[..], &arguments[..], &[grid]].concat();
    assert!(heddle(&launch("4")).status.success(), "two TBs on each of two SMXs");
    let line = refusal(&launch("5"));
    assert_says(&line, &["`meet`", "grid.sync()", "all 5 must be resident", "at most 4"]);
}

#[test]
fn a_device_asks_for_the_attributes_of_its_machine() {
    let limits = |settings: &[(&str, &str)]| {
        let mut config = heddle_sim::config::GpuConfig::preset("tiny").expect("a preset");
        settings.iter().for_each(|(key, value)| config.set(key, value).expect("a key"));
        heddle_sim::runtime::LaunchLimits::of(&config)
    };
    let [few, many] = ["2", "5"].map(|count| limits(&[("smx.count", count)]));
    assert_eq!((few.attribute(16), many.attribute(16)), (Some(2), Some(5)));
    assert_eq!(
        (few.attribute(39), few.attribute(106), few.attribute(5000)),
        (Some(512), Some(2), None)
    );
}
