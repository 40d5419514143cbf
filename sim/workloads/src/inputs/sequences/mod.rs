//! A genome, and reads of it that are to be aligned.

mod draw;
mod files;

use super::generator::Source;
use super::InputError;

/// The accepted forms for a genome and reads, as shown in errors and help.
pub const SEQUENCES: &str = "genome:BASES:READS:LENGTH:ERRORS_PER_MILLE[:SEED] or two files in \
    FASTA or FASTQ, GENOME,READS";

/// The form of the generator.
const GENERATOR: &str = "genome:BASES:READS:LENGTH:ERRORS_PER_MILLE[:SEED]";

/// Most letters of a genome, and of all reads. That of Arabidopsis thaliana has 119 million.
pub const MAX_BASES: u32 = 1 << 27;

/// Most reads.
pub const MAX_READS: u32 = 1 << 20;

/// A genome and reads of it. Letters are A, C, G and T, as 0 to 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequences {
    /// The genome, at least one letter.
    pub genome: Vec<u8>,
    /// The letters of all reads, of which there is at least one.
    pub letters: Vec<u8>,
    /// Read `r` is `offsets[r] .. offsets[r + 1]` of the letters.
    pub offsets: Vec<u32>,
}

impl Sequences {
    /// Returns the sequences that `text` names: the generator, as in genome:16384:512:100:30:1, or two files separated
    /// by a comma.
    pub fn load(text: &str) -> Result<Self, InputError> {
        match Source::of(text, &[(GENERATOR, ())], SEQUENCES)? {
            Source::Generator((), parameters) => {
                let names = ["bases", "reads", "length", "errors per mille"];
                parameters.make(names, draw::generate)
            }
            Source::File(paths) => match paths.split_once(',') {
                Some((genome, reads)) => files::read(genome, reads),
                None => Err(InputError::BadParameters {
                    spec: text.to_owned(),
                    what: "one file is a genome, and reads are needed too".to_owned(),
                    expected: SEQUENCES.to_owned(),
                }),
            },
        }
    }

    /// Returns the number of reads.
    pub fn reads(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Returns the letters of each read.
    pub fn by_read(&self) -> impl Iterator<Item = &[u8]> {
        self.offsets.windows(2).map(|ends| &self.letters[ends[0] as usize..ends[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_text_says_what_to_write() {
        let message = |text: &str| Sequences::load(text).unwrap_err().to_string();
        let expect = |text: &str, what: &str| {
            assert_eq!(message(text), format!("input `{text}`: {what}; write {GENERATOR}"));
        };
        expect("genome:5:6", "genome takes 4 or 5 parameters");
        expect("genome:0:1:1:1", "bases 0 is not in 1..=134217728");
        expect("genome:9:0:1:1", "reads 0 is not in 1..=1048576");
        expect("genome:9:1:10:1", "length 10 is not in 1..=9");
        expect("genome:9:1:1:501", "errors per mille 501 is not in 0..=500");
        let what = "4294967296 letters of reads are more than the limit of 134217728";
        expect("genome:4096:1048576:4096:1", what);
        assert_eq!(
            message("one.fa"),
            format!(
                "input `one.fa`: one file is a genome, and reads are needed too; write {SEQUENCES}"
            )
        );
        assert!(message("virus:1:2")
            .starts_with("no input generator is called `virus`; known: genome:"));
    }

    #[test]
    fn a_generator_without_a_seed_takes_seed_1() {
        let of = |text: &str| Sequences::load(text).unwrap();
        assert_eq!(of("genome:3000:20:50:30"), of("genome:3000:20:50:30:1"));
        assert_ne!(of("genome:3000:20:50:30:1"), of("genome:3000:20:50:30:2"));
    }
}
