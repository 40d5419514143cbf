//! State spaces, vectors, cache operators, generic addresses, initialisers, structures.

use super::case::Case;
use super::inputs::{drawn, words};
use super::reference::{base64, day, Day};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("memory", name)
}

#[test]
fn a_transpose_through_shared_memory_moves_every_element_of_a_ragged_matrix() {
    let (width, height) = (37, 21);
    let matrix: Vec<f32> = drawn(1, width * height, |generator| generator.random());
    let transposed: Vec<f32> =
        (0..width * height).map(|i| matrix[i % height * width + i / height]).collect();
    case("transpose")
        .shows(&["ld.global.nc.f32", "st.shared.f32", "ld.shared.f32", "bar.sync"])
        .space([3, 2, 1], [16, 16, 1])
        .input(&matrix)
        .output(&transposed)
        .scalar(Arg::U32(width as u32))
        .scalar(Arg::U32(height as u32))
        .check();
}

#[test]
fn a_stencil_with_a_halo_weighs_nine_neighbours_with_a_constant_table() {
    let (width, height) = (19_i32, 13_i32);
    let cells: Vec<i32> =
        drawn(2, (width * height) as usize, |generator| generator.random_range(-1000..1000));
    let weights = [[1, 2, 1], [2, -11, 2], [1, 2, 1]];
    let at =
        |x: i32, y: i32| cells[(y.clamp(0, height - 1) * width + x.clamp(0, width - 1)) as usize];
    let weighed: Vec<i32> = (0..width * height)
        .map(|i| {
            let near = (0..9).map(|k| (k % 3, k / 3));
            near.map(|(dx, dy)| {
                weights[dy as usize][dx as usize] * at(i % width + dx - 1, i / width + dy - 1)
            })
            .sum()
        })
        .collect();
    case("stencil")
        .shows(&["ld.const.s16", "ld.shared.u32"])
        .space([3, 2, 1], [8, 8, 1])
        .input(&cells)
        .output(&weighed)
        .scalar(Arg::U32(width as u32))
        .scalar(Arg::U32(height as u32))
        .check();
}

/// Applies `change` to each group of `N` elements.
fn grouped<T: Copy + Default, const N: usize>(
    elements: &[T],
    change: fn([T; N]) -> [T; N],
) -> Vec<T> {
    elements.chunks_exact(N).flat_map(|group| change(std::array::from_fn(|i| group[i]))).collect()
}

#[test]
fn vectors_of_every_type_keep_their_elements_apart() {
    let count = 70;
    let bytes: Vec<u8> = drawn(3, 4 * count, |generator| generator.random());
    let pairs: Vec<i16> = drawn(4, 2 * count, |generator| generator.random());
    let quads: Vec<u16> = drawn(5, 4 * count, |generator| generator.random());
    let ints: Vec<i32> = drawn(6, 2 * count, |generator| generator.random());
    let wide: Vec<u32> = drawn(7, 4 * count, |generator| generator.random());
    let longs: Vec<i64> = drawn(8, 2 * count, |generator| generator.random());
    let floats: Vec<f32> = drawn(9, 4 * count, |generator| generator.random());
    let doubles: Vec<f64> = drawn(10, 2 * count, |generator| generator.random());
    case("vector_types")
        .shows(&["ld.global.v4.u8", "st.global.v4.u16", "ld.global.v4.u32", "st.global.v2.u64"])
        .shows(&["ld.global.v4.f32", "st.global.v2.f64", "ld.global.v2.u16", "ld.global.v2.u32"])
        .grid(3, 32)
        .updated(&bytes, &grouped(&bytes, |[x, y, z, w]| [w, z, y, x.wrapping_add(w)]))
        .updated(&pairs, &grouped(&pairs, |[x, y]| [y, x.wrapping_neg()]))
        .updated(&quads, &grouped(&quads, |[x, y, z, w]| [y, z, w, x]))
        .updated(&ints, &grouped(&ints, |[x, y]| [x.wrapping_sub(y), y]))
        .updated(&wide, &grouped(&wide, |[x, y, z, w]| [x ^ w, y.wrapping_add(z), y, x]))
        .updated(&longs, &grouped(&longs, |[x, y]| [y, x.wrapping_sub(y)]))
        .updated(&floats, &grouped(&floats, |[x, y, z, w]| [w, x * 0.5, y + 1.0, z]))
        .updated(&doubles, &grouped(&doubles, |[x, y]| [y * 3.0, x]))
        .scalar(Arg::U32(count as u32))
        .check();
}

#[test]
fn cache_operators_change_nothing_that_is_read_or_written() {
    let count = 90;
    let numbers = words(11, count);
    let sums: Vec<u32> = (0..count)
        .map(|i| {
            let weights = [1, 3, 5, 7, 11, 13_u32].into_iter().enumerate();
            weights.fold(0_u32, |sum, (k, weight)| {
                sum.wrapping_add(numbers[(i + k) % count].wrapping_mul(weight))
            })
        })
        .collect();
    let copies: Vec<u32> = sums
        .iter()
        .flat_map(|sum| [0, 1, 2, 3].map(|k| (sum ^ sum >> 7).wrapping_add(k)))
        .collect();
    case("cache_operators")
        .shows(&["ld.global.ca", "ld.global.cg", "ld.global.cs", "ld.global.lu", "ld.global.cv"])
        .shows(&["st.global.wb", "st.global.cg", "st.global.cs", "st.global.wt"])
        .shows(&["ld.global.nc", "ld.volatile.global", "st.volatile.global"])
        .grid(3, 32)
        .input(&numbers)
        .output(&copies)
        .output(&sums)
        .scalar(Arg::U32(count as u32))
        .check();
}

#[test]
fn a_generic_pointer_reaches_the_space_it_was_made_from_and_knows_which_it_is() {
    let numbers = words(12, 200);
    let mix = |space: u64, words: &[u32]| {
        let sum = words.iter().fold(0_u32, |sum, word| sum.wrapping_mul(31).wrapping_add(*word));
        space << 32 | u64::from(sum)
    };
    let (global, shared, local) = (1, 2, 4);
    let scattered = |seed: u32| {
        let mut words = [0; 8];
        (0..8).for_each(|i| words[((i * 3 + seed) % 8) as usize] = seed * 1000 + i);
        words
    };
    let sums: Vec<u64> = (0..128_u32)
        .flat_map(|i| {
            let t = i % 64;
            // Odd threads scatter a second time into shared memory, even ones into their own.
            let row = |t: u32| scattered(if t % 2 == 1 { t } else { 9 });
            let own = scattered(if t % 2 == 0 { t } else { 7 });
            let target = if t % 2 == 1 { shared } else { local };
            [
                mix(global, &numbers[i as usize..][..8]),
                mix(shared, &row(t ^ 1)),
                mix(local, &own),
                mix(target, &scattered(t)),
                mix(0, &[2, 3, 5, 7, 11, 13, 17, 19]),
            ]
        })
        .collect();
    case("generic_pointers")
        .shows(&["isspacep.shared", "isspacep.local", "isspacep.global", "ld.u32", "st.u32"])
        .shows(&["cvta.local.u64", "cvta.shared.u64", "cvta.const.u64"])
        .grid(2, 64)
        .input(&numbers)
        .output(&sums)
        .check();
}

#[test]
fn tables_with_initialisers_hold_strings_structures_and_addresses_of_other_tables() {
    let days: Vec<Day> = (0..365).map(day).collect();
    let texts: Vec<u8> = days.iter().flat_map(|day| day.text).collect();
    let numbers: Vec<f64> = days.iter().map(|day| day.number).collect();
    case("tables")
        .shows(&["ld.u8", "ld.global.f64", "st.global.u8"])
        .grid(6, 64)
        .output(&texts)
        .output(&numbers)
        .scalar(Arg::U32(365))
        .check();
}

#[test]
fn a_heap_in_local_memory_sorts_and_counts_each_threads_own_row() {
    let (rows, length) = (70, 20);
    let numbers = words(13, rows * length);
    let mut sorted = numbers.clone();
    sorted.chunks_exact_mut(length).for_each(<[u32]>::sort_unstable);
    let digits: Vec<u64> = numbers
        .chunks_exact(length)
        .map(|row| {
            let mut sums = [1, 2, 3, 4_u64];
            let mut counts = [0; 16];
            for value in row {
                counts[(value & 15) as usize] += 1;
                sums[(value >> 30) as usize] += u64::from(*value);
            }
            let digest = counts.iter().fold(0_u64, |sum, n| sum.wrapping_mul(21).wrapping_add(*n));
            digest ^ sums[(row[0] & 3) as usize]
        })
        .collect();
    case("local_arrays")
        .shows(&["ld.local.u32", "st.local.u16", "ld.local.u64"])
        .grid(3, 32)
        .input(&numbers)
        .output(&sorted)
        .output(&digits)
        .scalar(Arg::U32(rows as u32))
        .check();
}

#[test]
fn dynamic_shared_memory_holds_arrays_of_three_types_behind_the_static_ones() {
    let threads = 64;
    let numbers: Vec<u32> = drawn(14, 2 * threads, |generator| generator.random_range(0..100));
    let medians: Vec<u32> = numbers
        .chunks_exact(threads)
        .flat_map(|row| {
            let mut sorted = row.to_vec();
            sorted.sort_unstable();
            sorted.rotate_left(threads / 2);
            sorted
        })
        .collect();
    let means: Vec<f64> = numbers
        .chunks_exact(threads)
        .map(|row| f64::from(row.iter().sum::<u32>()) * 0.25 / threads as f64)
        .collect();
    let bytes = threads as u32 * 13;
    case("dynamic_shared")
        .shows(&["ld.shared.f64", "st.shared.u8", "ld.shared.u8"])
        .grid(2, threads as u32)
        .shared(bytes)
        .input(&numbers)
        .output(&medians)
        .output(&means)
        .output(&[bytes, 1, bytes, 1])
        .check();
}

#[test]
fn structures_travel_by_value_into_kernels_and_through_functions() {
    let (count, offset, key) = (50_u32, -300_i16, 0x0123_4567_89ab_cdef_u64);
    // The views are whole numbers, so neither order nor fusion of the operations shows.
    let views: Vec<f32> = drawn(15, 24, |generator| generator.random_range(-20_i8..20).into());
    let palette = [3, 200, 77, 0, 255, 9_u8];
    let points: Vec<f32> =
        drawn(16, 3 * count as usize, |generator| generator.random_range(-50_i8..50).into());
    let mut scene: Vec<u8> = views.iter().flat_map(|value| value.to_le_bytes()).collect();
    scene.extend(palette);
    scene.extend(offset.to_le_bytes());
    scene.extend(key.to_le_bytes());

    struct Digest(u8, u8, i16, [u32; 3], f64);
    let digest = |p: [f32; 3], tag: u8, offset: i16, key: u64| {
        let words = [p[0] as i32 as u32, p[1] as i32 as u32 ^ key as u32, (key >> 32) as u32];
        let delta = offset.wrapping_sub(tag.into());
        Digest(tag.wrapping_add(1), (key % 7) as u8, delta, words, f64::from(p[2]) * 0.5)
    };
    let digests: Vec<u8> = (0..count)
        .flat_map(|i| {
            let p: [f32; 3] = std::array::from_fn(|k| points[3 * i as usize + k]);
            let view = &views[12 * (i as usize % 2)..];
            let seen = std::array::from_fn(|row| {
                let m = &view[4 * row..];
                m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]
            });
            let mut a = digest(seen, palette[i as usize % 6], offset, key);
            let b = digest(p, i as u8, offset * 2, key.wrapping_mul(i.into()));
            let slot = &mut a.3[usize::from(a.0 % 3)];
            *slot = slot.wrapping_add(b.3[usize::from(b.0 % 3)]);
            let mut bytes = vec![a.0, a.1];
            bytes.extend(a.2.wrapping_add(b.2).to_le_bytes());
            a.3.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
            bytes.extend((a.4 + b.4).to_le_bytes());
            bytes
        })
        .collect();
    case("structures")
        .shows(&["st.param.b8", "ld.param.f64", "ld.param.u8"])
        .grid(2, 32)
        .scalar(Arg::Bytes(scene))
        .input(&points)
        .output(&digests)
        .scalar(Arg::U32(count))
        .check();
}

#[test]
fn bytes_and_bit_fields_are_put_together_and_taken_apart() {
    let count = 75;
    let bytes: Vec<u8> = drawn(17, 3 * count, |generator| generator.random());
    let groups = || bytes.chunks_exact(3).map(|b| [b[0], b[1], b[2]]);
    let texts: Vec<u8> = groups().flat_map(base64).collect();
    let fields: Vec<u32> = groups()
        .map(|[a, b, c]| {
            let length = (u16::from(b) << 8 | u16::from(c)).wrapping_add(a.into());
            u32::from(4 ^ (c & 15)) | 5 << 4 | u32::from(b) << 8 | u32::from(length) << 16
        })
        .collect();
    let records: Vec<u8> = groups()
        .flat_map(|[a, b, c]| {
            let value = u32::from_be_bytes([0, a, b, c]).wrapping_mul(2_654_435_761);
            let text = base64([a, b, c]);
            let halves = [0, 2].map(|at| u16::from_le_bytes([text[at], text[at + 1]]));
            let sum = halves[0].wrapping_add(halves[1]);
            let parts = [vec![a], value.to_le_bytes().to_vec(), sum.to_le_bytes().to_vec()];
            parts.concat()
        })
        .collect();
    case("packing")
        .shows(&["ld.global.u8", "st.global.u8", "st.global.u32"])
        .grid(3, 32)
        .input(&bytes)
        .output(&texts)
        .output(&fields)
        .output(&records)
        .scalar(Arg::U32(count as u32))
        .check();
}

#[test]
fn a_string_search_finds_every_overlapping_occurrence_once() {
    let (length, piece, threads) = (4000, 47, 96);
    let text: Vec<u8> = drawn(18, length, |generator| generator.random_range(b'a'..=b'b'));
    let pattern = b"abaabab";
    let counts: Vec<u32> = (0..threads)
        .map(|thread| {
            let starts = (thread * piece..(thread + 1) * piece).filter(|start| *start < length);
            starts.filter(|start| text[*start..].starts_with(pattern)).count() as u32
        })
        .collect();
    case("string_search")
        .shows(&["ld.global.nc.u8", "ld.shared.u8", "st.shared.u16"])
        .grid(3, 32)
        .input(&text)
        .scalar(Arg::U32(length as u32))
        .input(pattern)
        .scalar(Arg::U32(pattern.len() as u32))
        .scalar(Arg::U32(piece as u32))
        .output(&counts)
        .check();
}

#[test]
fn a_sparse_product_adds_the_entries_of_a_row_in_their_order() {
    let (rows, columns) = (80, 60);
    let lengths = drawn(19, rows, |generator| generator.random_range(0..9));
    let mut offsets = vec![0_i32];
    lengths.iter().for_each(|length| offsets.push(offsets[offsets.len() - 1] + length));
    let entries = offsets[rows] as usize;
    let places: Vec<i32> = drawn(20, entries, |generator| generator.random_range(0..columns));
    let values: Vec<f64> = drawn(21, entries, |generator| generator.random());
    let vector: Vec<f64> = drawn(22, columns as usize, |generator| generator.random());
    let product: Vec<f64> = (0..rows)
        .map(|row| {
            let row = offsets[row] as usize..offsets[row + 1] as usize;
            row.fold(0.0, |sum, at| sum + values[at] * vector[places[at] as usize])
        })
        .collect();
    case("sparse_product")
        .shows(&["ld.global.nc.f64", "ld.global.nc.s32"])
        .grid(3, 32)
        .input(&offsets)
        .input(&places)
        .input(&values)
        .input(&vector)
        .output(&product)
        .scalar(Arg::U32(rows as u32))
        .check();
}

#[test]
fn a_product_of_matrices_takes_its_operands_through_shared_memory_four_at_a_time() {
    let size = 64;
    let matrix = |seed| -> Vec<f32> {
        drawn(seed, size * size, |generator| generator.random_range(-9_i8..=9).into())
    };
    let (a, b) = (matrix(23), matrix(24));
    let product: Vec<f32> = (0..size * size)
        .map(|i| (0..size).map(|k| a[i / size * size + k] * b[k * size + i % size]).sum())
        .collect();
    case("tiled_product")
        .shows(&["ld.shared.v4.f32", "ld.global.nc.v2.f32", "st.global.v4.f32"])
        .space([2, 2, 1], [64, 1, 1])
        .input(&a)
        .input(&b)
        .output(&product)
        .scalar(Arg::U32(size as u32))
        .check();
}
