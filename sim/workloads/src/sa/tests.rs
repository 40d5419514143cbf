use super::super::Way;
use super::*;

/// Letters of a text.
fn codes(text: &str) -> Vec<u8> {
    text.bytes()
        .map(|letter| b"ACGT".iter().position(|&known| known == letter).unwrap() as u8)
        .collect()
}

fn sequences(genome: &str, reads: &[&str]) -> Sequences {
    let mut offsets = vec![0];
    for read in reads {
        offsets.push(offsets[offsets.len() - 1] + read.len() as u32);
    }
    Sequences { genome: codes(genome), letters: codes(&reads.concat()), offsets }
}

/// Two seeds that have no k-mer in common, and a genome with the first of them twice.
const ONE: &str = "ACGTTGCAAGTCCATG";
const TWO: &str = "GGATCTTACCGAGTAC";

fn genome() -> String {
    format!("TT{ONE}{TWO}CCCCCCCCCCCCCCCC{ONE}AA")
}

fn aligned(reads: &[&str]) -> Vec<Alignment> {
    align(&sequences(&genome(), reads))
}

#[test]
fn a_read_is_where_its_seeds_occur_and_the_first_of_equal_places_counts() {
    let both = format!("{ONE}{TWO}");
    assert_eq!(aligned(&[&both]), [Alignment { candidates: 2, score: 64, start: 2 }]);
    assert_eq!(aligned(&[ONE]), [Alignment { candidates: 2, score: 32, start: 2 }]);
    assert_eq!(aligned(&["ACGT", &"A".repeat(20)]), [Alignment::default(); 2]);
}

#[test]
fn a_wrong_letter_costs_a_match_and_a_mismatch_and_a_missing_one_a_gap() {
    // The second seed finds the place; of the first one, its seventh letter is another or is missing.
    let changed = format!("{}T{}{TWO}", &ONE[..6], &ONE[7..]);
    assert_eq!(aligned(&[&changed]), [Alignment { candidates: 1, score: 64 - 4, start: 2 }]);
    let missing = format!("C{}{}{TWO}", &ONE[..6], &ONE[7..]);
    assert_eq!(aligned(&[&missing]), [Alignment { candidates: 1, score: 62 - 3, start: 2 }]);
}

#[test]
fn a_read_that_reaches_over_an_end_of_the_genome_is_scored_within_it() {
    let before = format!("{}{ONE}", "G".repeat(16));
    let found = aligned(&[&before])[0];
    assert_eq!((found.candidates, found.start), (2, -14));
    assert!(found.score >= 32);
    let after = format!("{ONE}{}", "G".repeat(16));
    assert_eq!(aligned(&[&after])[0].candidates, 2);
}

#[test]
fn a_kmer_that_occurs_too_often_is_not_looked_up_and_a_read_has_at_most_eight_candidates() {
    let row = |count: usize| {
        let spaced: Vec<String> = (0..count).map(|_| format!("{ONE}{TWO}")).collect();
        align(&sequences(&spaced.concat(), &[ONE]))[0].candidates
    };
    assert_eq!([1, 8, 9, 64, 65].map(row), [1, 8, 8, 8, 0]);
}

#[test]
fn most_drawn_reads_are_found_where_they_were_drawn() {
    let sequences = Sequences::load("genome:40000:200:100:20:1").unwrap();
    let alignments = align(&sequences);
    let good = alignments.iter().filter(|alignment| alignment.score >= 100).count();
    assert!(good >= 198, "{good} of 200");
}

fn sa(way: Way) -> Sa {
    Sa::new(sequences(&genome(), &[ONE, "ACGT", TWO]), way.into())
}

/// Runs the host program to its end; the device stores what the reference says, with its word `wrong` one too large.
fn run(sa: &mut Sa, memory: &mut GlobalMemory, wrong: fn(&Buffers) -> u64) {
    sa.setup(memory).unwrap();
    for kernel in ["sa_", "sa_barrier"] {
        let HostStep::Launch(launches) = sa.step(memory).unwrap() else { panic!("no launch") };
        assert!(launches[0].kernel.starts_with(kernel), "{}", launches[0].kernel);
        assert!(launches[0].grid[0] * launches[0].block[0] >= sa.sequences.reads());
    }
    let b = sa.buffers;
    memory.write_u32s(b.counts, &[2, 0, 1]).unwrap();
    memory.write_u32s(b.best_scores, &[32, 0, 32]).unwrap();
    memory.write_u32s(b.best_starts, &[2, 0, 18]).unwrap();
    memory.write_u32(b.aligned, 2).unwrap();
    if wrong(&b) != 0 {
        let value = memory.read_u32(wrong(&b)).unwrap();
        memory.write_u32(wrong(&b), value + 1).unwrap();
    }
    assert_eq!(sa.step(memory).unwrap(), HostStep::Done);
}

#[test]
fn the_host_scores_and_then_chooses() {
    for way in Way::ALL {
        let mut sa = sa(way);
        let mut memory = GlobalMemory::new(1 << 20);
        run(&mut sa, &mut memory, |_| 0);
        assert_eq!(sa.verify(&memory), Ok(()));
        let kernel = sa.align(&mut memory).unwrap().kernel;
        assert_eq!(kernel, format!("sa_{}", way.kernel_name()));
    }
}

#[test]
fn verify_names_what_is_wrong() {
    let verdict = |wrong| {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut sa = sa(Way::Cdp);
        run(&mut sa, &mut memory, wrong);
        sa.verify(&memory).unwrap_err()
    };
    assert_eq!(
        verdict(|buffers| buffers.best_starts + 8),
        "sa: read 2 is Alignment { candidates: 1, score: 32, start: 19 }, the CPU reference says \
         Alignment { candidates: 1, score: 32, start: 18 } (1 of 3 elements differ)"
    );
    assert_eq!(
        verdict(|buffers| buffers.aligned),
        "sa: 3 reads were counted as aligned, the CPU reference says 2"
    );
}

#[test]
fn a_verdict_before_setup_and_a_genome_beyond_the_memory_are_errors() {
    let mut sa = sa(Way::Flat);
    let error = sa.verify(&GlobalMemory::new(1 << 20)).unwrap_err();
    assert!(error.starts_with("sa: reading the result: address 0x"), "{error}");
    let fault = sa.setup(&mut GlobalMemory::new(1 << 10));
    assert!(matches!(fault, Err(MemoryFault::Exhausted { .. })));
}
