//! The constructs that the front end refuses by name.

use super::refusal;

#[test]
fn families_that_the_machine_does_not_have_are_refused_as_a_whole() {
    for (body, what) in [
        ("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f4, %f5}];", "textures and surfaces"),
        ("tld4.r.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, s, {%f4, %f5}];", "textures and surfaces"),
        ("txq.width.b32 %r1, [t];", "textures and surfaces"),
        ("suld.b.1d.b32.trap %r1, [s, {%r2}];", "textures and surfaces"),
        ("sust.b.1d.b32.trap [s, {%r2}], %r1;", "textures and surfaces"),
        ("sured.b.add.1d.u32.trap [s, {%r2}], %r1;", "textures and surfaces"),
        ("mbarrier.init.shared.b64 [%r1], 1;", "barrier objects (mbarrier)"),
        ("cp.async.mbarrier.arrive.b64 [%r1];", "barrier objects (mbarrier)"),
        ("cp.async.bulk.commit_group;", "bulk and tensor copies"),
        ("st.bulk.weak [%rd1], 64, 0;", "bulk and tensor copies"),
        ("st.async.b32 [%r1], %r2, [%r3];", "bulk and tensor copies"),
        ("multimem.ld_reduce.global.add.u32 %r1, [%rd1];", "multimem addresses"),
        ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2];", "matrix instructions"),
        ("ld.shared::cluster.u32 %r1, [%r2];", "clusters of thread blocks"),
        ("atom.global.cluster.add.u32 %r1, [%rd0], 1;", "clusters of thread blocks"),
        ("alloca.u32 %r1, 4;", "stack allocations"),
    ] {
        let message = refusal("", body);
        let mnemonic = body.split(' ').next().unwrap().trim_end_matches(';');
        let expected = format!("k.ptx:10: {what} are not supported (at `{mnemonic}`)");
        assert_eq!(message, expected);
    }
}

#[test]
fn a_modifier_that_an_instruction_does_not_have_is_refused_by_name() {
    for (body, word) in [
        ("ld.shared.nc.u32 %r1, [%r2];", "nc"),
        ("ld.nc.u32 %r1, [%rd0];", "nc"),
        ("ld.global.nc.cv.u32 %r1, [%rd0];", "cv"),
        ("ld.global.wb.u32 %r1, [%rd0];", "wb"),
        ("ld.volatile.global.ca.u32 %r1, [%rd0];", "ca"),
        ("ld.global.gpu.u32 %r1, [%rd0];", "gpu"),
        ("ld.release.gpu.global.u32 %r1, [%rd0];", "release"),
        ("ld.shared.L1::evict_last.u32 %r1, [%r2];", "L1::evict_last"),
        ("ld.local.L2::128B.u32 %r1, [%rd1];", "L2::128B"),
        ("ld.global.add.u32 %r1, [%rd0];", "add"),
        ("ld.global.shared.u32 %r1, [%rd0];", "shared"),
        ("st.global.ca.u32 [%rd0], %r1;", "ca"),
        ("st.global.nc.u32 [%rd0], %r1;", "nc"),
        ("st.acquire.gpu.global.u32 [%rd0], %r1;", "acquire"),
        ("st.global.L2::128B.u32 [%rd0], %r1;", "L2::128B"),
        ("ldu.shared.u32 %r1, [%r2];", "shared"),
        ("ldu.global.ca.u32 %r1, [%rd0];", "ca"),
        ("red.global.add.noftz.f32 [%rd0], %f1;", "noftz"),
        ("membar.gl.cta;", "gl"),
        ("fence.sc.gpu.sys;", "sys"),
        ("prefetch.shared.L1 [%rd0];", "shared"),
        ("cp.async.ca.shared.global.L1::evict_last [%r1], [%rd0], 4;", "L1::evict_last"),
    ] {
        let message = refusal("", body);
        let expected = format!("the modifier `.{word}` is not supported here");
        assert!(message.contains(&expected), "{body}: {message}");
    }
}

#[test]
fn incomplete_and_overlong_memory_instructions_are_refused() {
    for (body, what) in [
        ("ld.relaxed.global.u32 %r1, [%rd0];", "`.relaxed` needs a scope"),
        ("st.release.u32 [%rd0], %r1;", "`.release` needs a scope"),
        ("ld.mmio.global.u32 %r1, [%rd0];", "`.mmio` needs `.relaxed.sys`"),
        ("ld.global.v8.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, [%rd0];", "needs sm_100"),
        ("ld.global.v4.u64 {%rd1, %rd2, %rd3, %rd4}, [%rd0];", "needs sm_100"),
        ("ld.global.v2.u32 {%r1, %r2, %r3}, [%rd0];", "wrong number of operands"),
        ("ld.global.v2.u32 %r1, [%rd0];", "wrong number of operands"),
        ("ld.global.u32 {%r1, %r2}, [%rd0];", "wrong number of operands"),
        ("st.global.u32 [%rd0], %h1;", "expected a register of 32 bits, found one of 16"),
        ("ld.global.v2.s8 {%r1, %h1}, [%rd0];", "must be equally wide"),
        ("ld.global.u32 %r1, %rd0;", "expected an address in brackets"),
        ("ld.global %r1, [%rd0];", "needs a type"),
        ("st.global.u32 [%rd0];", "wrong number of operands"),
        ("st.const.u32 [%rd0], %r1;", "this memory cannot be written"),
        ("st.param.u32 [buf], %r1;", "a kernel parameter cannot be written"),
        ("st.param.u32 [%rd1], %r1;", "expected the name of an argument"),
        ("ld.global.L2::cache_hint.u32 %r1, [%rd0];", "expected a register or a number here"),
        ("membar;", "supported are `membar.cta`"),
        ("fence.acq_rel.gl;", "supported are `membar.cta`"),
        ("membar.gl 5;", "takes no operands"),
        ("fence.acq_rel;", "supported are `membar.cta`"),
        ("prefetch.global [%rd0];", "expected a cache level: .L1, .L2"),
        ("discard.global.L2 [%rd0], 64;", "the size must be the constant 128"),
        ("cp.async.cg.shared.global [%r1], [%rd0], 8;", "`.cg` 16"),
        ("cp.async.ca.shared.global [%r1], [%rd0], 12;", "4, 8 or 16 bytes"),
        ("cp.async.ca.shared.global [%r1], [%rd0], %r2;", "the size must be a constant"),
        (
            "cp.async.ca.global.global [%r1], [%rd0], 4;",
            "supported are `cp.async.ca.shared.global`",
        ),
    ] {
        let message = refusal("", body);
        assert!(message.contains(what), "{body}: {message}");
    }
}
