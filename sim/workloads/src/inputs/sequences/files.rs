//! Reads sequences in FASTA or FASTQ. The sequences of a genome, such as chromosomes, are joined. Letters other than A, C, G and
//! T, such as N, are taken as A: long runs of them then occur too often to be looked up.

use std::io::Read;

use super::{Sequences, MAX_BASES, MAX_READS, SEQUENCES};
use crate::inputs::lines::{shorten, Lines};
use crate::inputs::InputError;

/// Reads both files.
pub(super) fn read(genome_path: &str, reads_path: &str) -> Result<Sequences, InputError> {
    let open = |path: &str| {
        heddle_files::open(path).map_err(|reason| InputError::Open {
            path: path.to_owned(),
            known: SEQUENCES.to_owned(),
            reason,
        })
    };
    Sequences::read((genome_path, open(genome_path)?), (reads_path, open(reads_path)?))
}

impl Sequences {
    /// Reads two texts, gzipped or not, each with its name in errors.
    pub fn read(
        (genome_name, genome): (&str, impl Read),
        (reads_name, reads): (&str, impl Read),
    ) -> Result<Self, InputError> {
        let (genome, _) = sequences(Lines::new(genome_name, genome)?)?;
        let (letters, offsets) = sequences(Lines::new(reads_name, reads)?)?;
        Ok(Self { genome, letters, offsets })
    }
}

/// Reads the letters of all sequences, and where each begins and ends. None is empty.
fn sequences(mut lines: Lines) -> Result<(Vec<u8>, Vec<u32>), InputError> {
    let fastq = lines.current().starts_with('@');
    let (mut letters, mut offsets) = (Vec::new(), vec![0]);
    loop {
        header(&lines, if fastq { '@' } else { '>' })?;
        if offsets.len() > MAX_READS as usize {
            return Err(lines.malformed(format!("more than {MAX_READS} sequences")));
        }
        let more = if fastq {
            record(&mut lines, &mut letters)?
        } else {
            wrapped(&mut lines, &mut letters)?
        };
        if offsets.ends_with(&[letters.len() as u32]) {
            return Err(lines.malformed("the sequence before this line has no letters"));
        }
        offsets.push(letters.len() as u32);
        if !more {
            return Ok((letters, offsets));
        }
    }
}

fn header(lines: &Lines, mark: char) -> Result<(), InputError> {
    if lines.current().starts_with(mark) {
        return Ok(());
    }
    let found = shorten(lines.current());
    Err(lines.malformed(format!(
        "a sequence begins with a line of `>` (FASTA) or, in all the file, of `@` (FASTQ), not `{found}`"
    )))
}

/// Reads the lines of a FASTA sequence. Returns whether there is a line after them.
fn wrapped(lines: &mut Lines, letters: &mut Vec<u8>) -> Result<bool, InputError> {
    while lines.next()?.is_some() {
        if lines.current().starts_with('>') {
            return Ok(true);
        }
        append(lines, letters)?;
    }
    Ok(false)
}

/// Reads the letters of a FASTQ record and skips its qualities. Returns whether there is a line after it.
fn record(lines: &mut Lines, letters: &mut Vec<u8>) -> Result<bool, InputError> {
    let first = letters.len();
    if lines.next()?.is_some() {
        append(lines, letters)?;
    }
    if !lines.next()?.is_some_and(|line| line.starts_with('+')) {
        return Err(lines.malformed("the line of `+` after the letters is missing"));
    }
    let expected = letters.len() - first;
    if lines.next()?.is_none_or(|line| line.len() != expected) {
        return Err(lines.malformed(format!("the {expected} qualities of the letters are missing")));
    }
    while let Some(line) = lines.next()? {
        if !line.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Appends the letters of the current line.
fn append(lines: &Lines, letters: &mut Vec<u8>) -> Result<(), InputError> {
    for letter in lines.current().bytes() {
        letters.push(match letter.to_ascii_uppercase() {
            b'C' => 1,
            b'G' => 2,
            b'T' => 3,
            b'A'..=b'Z' => 0,
            _ => {
                let what = format!("`{}` is no letter of a sequence", letter.escape_ascii());
                return Err(lines.malformed(what));
            }
        });
    }
    if letters.len() > MAX_BASES as usize {
        return Err(lines.malformed(format!("more than {MAX_BASES} letters")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_texts(genome: &str, reads: &str) -> Result<Sequences, String> {
        let read = Sequences::read(("g.fa", genome.as_bytes()), ("r.fq", reads.as_bytes()));
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn sequences_of_a_genome_are_joined_and_reads_are_apart() {
        let fasta = ">one\nACGT\nac\n\n>two\nGN\n";
        let fastq = "@r1\nTTA\n+\nIII\n@r2\nC\n+r2\n@\n\n";
        let sequences = read_texts(fasta, fastq).unwrap();
        assert_eq!(sequences.genome, [0, 1, 2, 3, 0, 1, 2, 0]);
        assert_eq!(sequences.by_read().collect::<Vec<_>>(), [&[3, 3, 0][..], &[1]]);
        let swapped = read_texts(fastq, fasta).unwrap();
        assert_eq!((swapped.genome.len(), swapped.reads()), (4, 2));
    }

    #[test]
    fn what_is_no_sequence_is_refused_with_its_line() {
        let error = |reads: &str| read_texts(">g\nA\n", reads).unwrap_err();
        assert!(error("ACGT\n").starts_with("r.fq:1: a sequence begins with a line of `>` (FASTA)"));
        assert_eq!(error(">r\nAC-T\n"), "r.fq:2: `-` is no letter of a sequence");
        assert_eq!(error(">r\n>s\nA\n"), "r.fq:2: the sequence before this line has no letters");
        assert_eq!(error("@r\nAC\n"), "r.fq:3: the line of `+` after the letters is missing");
        assert_eq!(error("@r\nAC\n+\nI\n"), "r.fq:4: the 2 qualities of the letters are missing");
        assert!(error("@r\nA\n+\nI\n>s\nA\n").starts_with("r.fq:5: a sequence begins with"));
        assert_eq!(error(""), "r.fq:1: the file is empty");
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read("/no/genome", "/no/reads").unwrap_err().to_string();
        assert!(error.starts_with("cannot open input file /no/genome: "), "{error}");
    }
}
