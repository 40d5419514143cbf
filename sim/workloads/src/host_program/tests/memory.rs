//! Buffers, fills, copies and arguments as stored in memory.

use super::{host_program, launches, message};
use heddle_sim::host::{Arg, Workload};
use heddle_sim::mem::GlobalMemory;
use tempfile::TempDir;

/// Returns the contents of one buffer with these fields.
fn contents(fields: &str) -> Vec<u8> {
    let dir: TempDir = tempfile::tempdir().unwrap();
    let file = dir.path().join("host.toml");
    std::fs::write(dir.path().join("k.ptx"), super::KERNELS).unwrap();
    let text = format!("ptx = 'k.ptx'\nstep = []\nbuffer = [{{ name = 'x', {fields} }}]\n");
    std::fs::write(&file, text).unwrap();
    let mut host_program = super::HostProgram::read(file.to_str().unwrap()).unwrap();
    let mut memory = GlobalMemory::new(1 << 20);
    host_program.setup(&mut memory).unwrap();
    host_program.step(&mut memory).unwrap();
    host_program.buffers[0].contents.array().unwrap().bytes.clone()
}

#[test]
fn every_kind_of_buffer_takes_every_type_of_element() {
    let f8 = |numbers: &[f64]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    assert_eq!(contents("kind = 'fill', count = 2, dtype = 'f8', value = 2"), f8(&[2.0, 2.0]));
    assert_eq!(contents("kind = 'fill', count = 2, dtype = 'u2', value = -1"), [255; 4]);
    assert_eq!(contents("kind = 'fill', count = 3, dtype = 'b1', value = true"), [1; 3]);
    assert_eq!(contents("kind = 'iota', count = 3, dtype = 'f8'"), f8(&[0.0, 1.0, 2.0]));
    assert_eq!(contents("kind = 'iota', count = 300, dtype = 'u1'")[255..258], [255, 0, 1]);
    assert_eq!(contents("kind = 'fill', count = 1, value = 0.5"), 0.5_f32.to_le_bytes());
    let halves = contents("kind = 'fill', count = 2, dtype = 'f2', value = -1.5");
    assert_eq!(halves, [0x00, 0xbe, 0x00, 0xbe]);
    assert_eq!(contents("kind = 'iota', count = 3, dtype = 'f2'"), [0, 0, 0x00, 0x3c, 0x00, 0x40]);
    let random =
        |seed: u64| contents(&format!("kind = 'random', count = 64, dtype = 'f8', seed = {seed}"));
    let numbers = random(1);
    let numbers = numbers.chunks(8).map(|b| f64::from_le_bytes(b.try_into().unwrap()));
    assert!(numbers.clone().all(|number| (0.0..1.0).contains(&number)));
    assert!(numbers.clone().any(|number| number > 0.5) && numbers.clone().any(|n| n < 0.5));
    let halves = contents("kind = 'random', count = 64, dtype = 'f2', seed = 1");
    let halves = halves.chunks(2).map(|b| half::f16::from_le_bytes([b[0], b[1]]).to_f64());
    assert!(halves.clone().all(|number| (0.0..1.0).contains(&number)));
    assert!(halves.clone().any(|number| number > 0.5) && halves.clone().any(|n| n < 0.5));
    assert_eq!(random(2), random(2));
    assert_ne!(random(1), random(2));
}

#[test]
fn a_buffer_of_addresses_holds_those_of_buffers_before_and_behind_it() {
    let (dir, file) = super::written("");
    let text = "ptx = 'k.ptx'\nbuffer = [
            { name = 'a', kind = 'iota', count = 4 },
            { name = 'both', kind = 'addresses', of = ['$b', '$a', '$both'] },
            { name = 'b', kind = 'fill', count = 4, value = 7 },
        ]
        step = [{ launch = { kernel = 'spin', grid = 1, block = 1, args = ['$both'] } }]";
    std::fs::write(&file, text).unwrap();
    let mut host_program = super::HostProgram::read(&file).unwrap();
    let mut memory = GlobalMemory::new(1 << 20);
    let batches = launches(&mut host_program, &mut memory);
    let Arg::U64(both) = batches[0][0].args[0] else { panic!("{:?}", batches[0][0].args) };
    let array = host_program.buffers[1].contents.array().unwrap();
    assert_eq!((array.dtype.name(), &array.shape[..]), ("<u8", &[3][..]));
    let found: Vec<u64> =
        array.bytes.chunks(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(memory.read_u32(found[0]), Ok(7));
    assert_eq!(memory.read_u32(found[1] + 12), Ok(3));
    assert_eq!(found[2], both);
    drop(dir);
}

#[test]
fn a_fill_writes_elements_of_the_buffers_type_and_a_copy_all_of_them() {
    let mut host_program = host_program(
        "step = [
            { fill = { buffer = 'c', value = 1.5 } },
            { fill = { buffer = 'b', value = 7 } },
            { copy = { from = 'a', to = 'b' } },
            { fill = { buffer = 'a', value = -2 } },
        ]",
    );
    let mut memory = GlobalMemory::new(1 << 20);
    assert!(launches(&mut host_program, &mut memory).is_empty());
    let bytes =
        |buffer: usize| host_program.buffers[buffer].contents.array().unwrap().bytes.clone();
    let words = |words: [u32; 4]| words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>();
    assert_eq!(bytes(0), words([u32::MAX - 1; 4]));
    assert_eq!(bytes(1), words([0, 1, 2, 3]));
    assert_eq!(bytes(2), [1.5_f64.to_le_bytes(); 2].concat());
}

#[test]
fn a_structure_is_laid_out_as_c_does_and_small_numbers_keep_their_size() {
    let mut host_program = host_program(
        "step = [{ launch = { kernel = 'take', grid = 1, block = 1, args = [
            ['u8:1', 'i16:-2', 'u32:$a[3]', '$a', 'f32:0.5'], 'i8:-1', 'bytes:00ff10000000000a',
        ] } }]",
    );
    let mut memory = GlobalMemory::new(1 << 20);
    let batches = launches(&mut host_program, &mut memory);
    let [Arg::Bytes(image), small, bare] = &batches[0][0].args[..] else {
        panic!("{:?}", batches[0][0].args)
    };
    assert_eq!((image.len(), &image[..8]), (24, &[1, 0, 0xfe, 0xff, 3, 0, 0, 0][..]));
    let pointer = u64::from_le_bytes(image[8..16].try_into().unwrap());
    assert_eq!(memory.read_u32(pointer + 4), Ok(1), "the address of `a`");
    assert_eq!(image[16..], [0, 0, 0, 0x3f, 0, 0, 0, 0]);
    assert_eq!(*small, Arg::Bytes(vec![255]));
    assert_eq!(*bare, Arg::Bytes(vec![0, 255, 16, 0, 0, 0, 0, 10]));
}

#[test]
fn an_argument_or_a_fill_that_does_not_fit_is_refused_with_its_key() {
    let take = |args: &str| {
        format!(
            "step = [{{ launch = {{ kernel = 'take', grid = 1, block = 1, args = [{args}] }} }}]"
        )
    };
    for (rest, expected) in [
        (take("['u8:1'], 'u8:1', '$a'"),
            "step[0].launch.args[0]: `[\"u8:1\"]` has 1 bytes, parameter take_0 of kernel `take` has 24"),
        (take("'bytes:0', 'u8:1', '$a'"),
            "step[0].launch.args[0]: `0` is not bytes in hexadecimal, two digits each, such as 0a00ff"),
        (take("['u8:1', ['u8:1']], 'u8:1', '$a'"),
            "step[0].launch.args[0]: [\"u8:1\"] cannot be a field of a structure; write \"KIND:NUMBER\""),
        (take("5, 'u8:1', '$a'"),
            "step[0].launch.args[0]: 5 is no argument; write \"KIND:NUMBER\", with quotes"),
        (take("['u8:256'], 'u8:1', '$a'"), "step[0].launch.args[0]: `256` is not an 8-bit number"),
        ("step = [{ copy = { from = 'a', to = 'd' } }]".into(),
            "step[0].copy: `a` has 16 bytes, `d` 4; only buffers of one size can be copied"),
        ("step = [{ fill = { buffer = 'a', value = 1.5 } }]".into(),
            "step[0].fill: value: 1.5 is not a number of type u4"),
    ] {
        assert_eq!(message(&rest), format!("host.toml: {expected}"));
    }
}

#[test]
fn a_loop_that_launches_nothing_is_cut_off_too() {
    let mut host_program =
        host_program("step = [{ loop = { while = '$b', max = 4000000000, steps = [] } }]");
    let mut memory = GlobalMemory::new(1 << 20);
    assert!(launches(&mut host_program, &mut memory).is_empty());
    let expected = "step[0].loop: 1048576 turns without a launch; nothing will change the flag";
    assert_eq!(host_program.verify(&memory), Err(expected.to_owned()));
}
