//! State that functions, kernels and the system share in a module: shared memory, other names, memory from
//! `malloc`.

use super::kernels::Device;
use crate::host::Arg;
use crate::ptx::Program;

const HEAD: &str = ".version 8.0\n.target sm_90\n.address_size 64\n";

/// Runs one warp and returns the words of its buffer.
fn run(text: &str, words: usize) -> Vec<u32> {
    let mut device = Device::new(text);
    let out = device.words(&vec![0; words]);
    device.run("k", [1; 3], [32, 1, 1], 0, &[Arg::U64(out)]);
    device.memory.read_u32s(out, words as u64).unwrap()
}

/// Writes a kernel that runs `body` with the address of the buffer in `%out` and the thread's number in `%t`.
fn kernel(module: &str, body: &str) -> String {
    format!(
        "{HEAD}{module}\n.visible .entry k(.param .u64 out) {{ .reg .b64 %out; .reg .b32 %t; .reg .b32 %r<9>;\n\
        .reg .b64 %d<9>; .reg .pred %p<9>; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;\n{body}\nret; }}\n"
    )
}

/// Writes a function with its own shared variable, in which it stores its argument.
fn keeper(name: &str, bytes: u32) -> String {
    format!(
        ".func (.param .b32 o) {name}(.param .b32 i) {{ .reg .b32 %v, %w; .shared .align 4 .b8 own[{bytes}];\n\
        ld.param.u32 %v, [i]; ld.shared.u32 %w, [own]; st.shared.u32 [own], %v; st.param.u32 [o], %w; ret; }}\n"
    )
}

fn shared_bytes(program: &Program, kernel: &str) -> u32 {
    program.function_by_name(kernel).unwrap().1.shared_bytes
}

#[test]
fn the_shared_variables_of_a_function_and_of_its_caller_do_not_overlap() {
    let call = |name: &str| {
        format!(
            "{{ .param .b32 i; .param .b32 o; st.param.b32 [i], 5; call (o), {name}, (i); }}\n\
            {{ .param .b32 i; .param .b32 o; st.param.b32 [i], 6; call (o), {name}, (i); ld.param.b32 %r1, [o]; }}\n"
        )
    };
    let body = format!(
        ".shared .b32 mine; st.shared.u32 [mine], 77; {} st.global.u32 [%out], %r1;\n{}\
        ld.shared.u32 %r2, [mine]; st.global.u32 [%out+4], %r2;",
        call("f"),
        call("g")
    );
    let text = kernel(&(keeper("f", 40) + &keeper("g", 8)), &body);
    assert_eq!(run(&text, 2), [5, 77]);
    let program = Program::parse("k.ptx", &text).unwrap();
    assert_eq!(shared_bytes(&program, "k"), 40 + 8 + 4);
}

#[test]
fn a_kernel_takes_no_space_for_shared_memory_that_it_cannot_reach() {
    let others =
        ".shared .b8 far[9000];\n.visible .entry other() { .shared .b8 own[3000]; .reg .b32 %r;\n\
        ld.shared.u8 %r, [far]; { .param .b32 i; .param .b32 o; call (o), f, (i); } ret; }\n";
    let text = kernel(&(keeper("f", 40) + others), ".shared .b8 mine[8];");
    let program = Program::parse("k.ptx", &text).unwrap();
    assert_eq!(shared_bytes(&program, "k"), 8);
    assert_eq!(shared_bytes(&program, "other"), 9000 + 40 + 3000);
}

#[test]
fn a_function_called_by_its_address_has_its_shared_memory_too() {
    let module = keeper("f", 40) + ".global .u64 table[1] = { f };\n";
    let body = "ld.global.u64 %d1, [table]; { .param .b32 i; .param .b32 o; st.param.b32 [i], 5;\n\
        proto: .callprototype (.param .b32 _) _ (.param .b32 _); call (o), %d1, (i), proto; }";
    let program = Program::parse("k.ptx", &kernel(&module, body)).unwrap();
    assert_eq!(shared_bytes(&program, "k"), 40);
}

#[test]
fn prototypes_in_blocks_of_their_own_may_share_a_label() {
    let module = ".func (.param .b32 o) f(.param .b32 i) { .reg .b32 %v; ld.param.u32 %v, [i]; add.u32 %v, %v, 1;\n\
        st.param.b32 [o], %v; ret; }\n\
        .func (.param .b64 o) g(.param .b64 i) { .reg .b64 %v; ld.param.u64 %v, [i]; add.u64 %v, %v, 2;\n\
        st.param.b64 [o], %v; ret; }\n.alias h, g;";
    let call = |name: &str, ty: &str| {
        format!(
            "{{ .reg .b64 %f; .param .{ty} i; .param .{ty} o; st.param.{ty} [i], 5; mov.u64 %f, {name};\n\
            proto: .callprototype (.param .{ty} _) _ (.param .{ty} _); call (o), %f, (i), proto;\n"
        )
    };
    let body = format!(
        "{} ld.param.b32 %r1, [o]; }}\n{} ld.param.b64 %d1, [o]; }}\n\
        st.global.u32 [%out], %r1; st.global.u32 [%out+4], %d1;",
        call("f", "b32"),
        call("h", "b64")
    );
    assert_eq!(run(&kernel(module, &body), 2), [6, 7]);
}

#[test]
fn what_the_toolkit_reserves_in_shared_memory_is_there_for_kernels_that_name_it() {
    let body =
        "mov.u32 %r1, %reserved_smem_offset_1; st.shared.u32 [%r1], 9; ld.shared.u32 %r2, [%r1];\n\
        st.global.u32 [%out], %r2;";
    assert_eq!(run(&kernel("", body), 1), [9]);
    let program = Program::parse("k.ptx", &kernel("", "")).unwrap();
    assert_eq!(shared_bytes(&program, "k"), 0);
}

#[test]
fn without_clusters_every_tb_is_a_cluster_of_its_own() {
    let body = "mov.u32 %r1, %cluster_nctarank; mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %nclusterid.x;\n\
        mov.pred %p1, %is_explicit_cluster; selp.u32 %r4, 1, 0, %p1; griddepcontrol.wait; pmevent 3;\n\
        st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};";
    assert_eq!(run(&kernel("", body), 4), [1, 0, 1, 0]);
}

const MALLOC: &str =
    ".extern .func (.param .b64 p) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n";

/// Writes a call of `malloc` with `bytes` bytes in each lane; the address is in `%d1`.
fn malloc(bytes: &str) -> String {
    format!("{{ .param .b64 n; .param .b64 p; st.param.b64 [n], {bytes}; call (p), malloc, (n); ld.param.b64 %d1, [p]; }}\n")
}

const FREE: &str = "{ .param .b64 p; st.param.b64 [p], %d1; call free, (p); }\n";

#[test]
fn lanes_allocate_memory_of_their_own_and_give_it_back() {
    let body = format!(
        "{0} st.u32 [%d1], %t; mov.u64 %d2, %d1; bar.warp.sync -1; ld.u32 %r1, [%d1]; mad.wide.u32 %d3, %t, 8, %out;\n\
        st.global.u32 [%d3], %r1; {FREE} {0} setp.eq.u64 %p1, %d1, %d2; selp.u32 %r2, 1, 0, %p1;\n\
        st.global.u32 [%d3+4], %r2; mov.u64 %d1, 0; {FREE}",
        malloc("20")
    );
    // The address freed last is the first to be allocated again.
    let expected: Vec<u32> = (0..32).flat_map(|lane| [lane, 0]).collect();
    assert_eq!(run(&kernel(MALLOC, &body), 64), expected);
}

#[test]
fn a_full_heap_gives_a_null_pointer() {
    let body = format!("{} st.global.u32 [%out], %d1;", malloc("9000000"));
    assert_eq!(run(&kernel(MALLOC, &body), 1), [0]);
}

#[test]
fn memory_given_back_twice_is_a_fault_that_names_the_line() {
    let mut device = Device::new(&kernel(MALLOC, &format!("{}{FREE}{FREE}", malloc("8"))));
    let out = device.words(&[0]);
    let fault = device.fault("k", &[Arg::U64(out)]);
    assert!(fault.contains("free: no memory from malloc"), "{fault}");
    assert!(fault.contains("sample.ptx:11"), "{fault}");
}

#[test]
fn a_table_may_hold_a_function_that_a_class_leaves_to_others() {
    let module =
        ".extern .func __cxa_pure_virtual();\n.global .u64 table[2] = { 5, __cxa_pure_virtual };";
    let body = "ld.global.u32 %r1, [table]; ld.global.u32 %r2, [table+8]; st.global.v2.u32 [%out], {%r1, %r2};";
    assert_eq!(run(&kernel(module, body), 2), [5, 0]);
}
