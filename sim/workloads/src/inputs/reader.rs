//! Reads a graph file of any supported format. Format and compression are recognized by content, never by name.
//!
//! A first line starting with `%%MatrixMarket` is Matrix Market. One starting with the word `c`, `p` or `a` is
//! DIMACS, `digraph` is DOT, and anything else is an edge list. Files are taken as written: directed (a symmetric
//! matrix gives both directions), self loops and duplicates included.

use std::io::Read;
use std::path::Path;

use super::lines::Lines;
use super::{dimacs, dot, edge_list, matrix_market, Graph, InputError};

/// Reads the graph in the file `path`.
pub fn read_graph(path: &Path) -> Result<Graph, InputError> {
    let name = path.display().to_string();
    match heddle_files::open(path) {
        Ok(file) => read_graph_from(&name, file),
        Err(reason) => Err(InputError::Open { path: name, known: super::spec::forms(), reason }),
    }
}

/// Reads a graph from `source`; `name` is the file's name in errors.
pub fn read_graph_from(name: &str, source: impl Read) -> Result<Graph, InputError> {
    let lines = Lines::new(name, source)?;
    let keyword = lines.current().split_whitespace().next().unwrap_or_default();
    if keyword.eq_ignore_ascii_case("%%MatrixMarket") {
        matrix_market::read(lines)
    } else if matches!(keyword, "c" | "p" | "a") {
        dimacs::read(lines)
    } else if dot::begins(lines.current()) {
        dot::read(lines)
    } else {
        edge_list::read(lines)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::GzEncoder;
    use flate2::Compression;
    use proptest::prelude::*;

    use super::*;

    fn message(bytes: &[u8]) -> String {
        read_graph_from("g.txt", bytes).unwrap_err().to_string()
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_gzipped_file_reads_as_its_text_whatever_its_name() {
        for text in [
            "0 1\n1 2\n",
            "p sp 2 1\na 1 2 7\n",
            "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
        ] {
            let plain = read_graph_from("g.txt", text.as_bytes()).unwrap();
            assert_eq!(plain, read_graph_from("g.txt", &gzip(text.as_bytes())[..]).unwrap());
        }
    }

    #[test]
    fn a_truncated_gzip_is_an_error_at_the_line_it_breaks_off() {
        let text: String = (0..20_000u32)
            .map(|i| format!("{} {}\n", i, i.wrapping_mul(2_654_435_761) >> 8))
            .collect();
        let whole = gzip(text.as_bytes());
        let error = message(&whole[..whole.len() / 2]);
        let (place, what) = error.split_once(": ").unwrap();
        let line: u64 = place.strip_prefix("g.txt:").unwrap().parse().unwrap();
        assert!((2..20_000).contains(&line), "line {line}");
        assert_eq!(what, "the gzip stream is truncated; fetch or compress the file again");
        assert_eq!(
            message(&whole[..5]),
            "g.txt:1: the gzip stream is truncated; fetch or compress the file again"
        );
    }

    #[test]
    fn a_corrupt_gzip_says_so() {
        assert!(message(&[0x1f, 0x8b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            .starts_with("g.txt:1: the gzip stream is corrupt ("));
    }

    #[test]
    fn empty_binary_and_endless_files_are_refused() {
        assert_eq!(message(b""), "g.txt:1: the file is empty");
        assert_eq!(message(b"0 1\n\xff\xfe\n"), "g.txt:2: the line is not text (invalid UTF-8)");
        assert_eq!(
            message(&[b' '; 70_000]),
            "g.txt:1: the line is longer than 65536 bytes; this is no file of the kind"
        );
        let bomb = gzip(&vec![b'1'; 10_000_000]);
        assert_eq!(
            message(&bomb),
            "g.txt:1: the line is longer than 65536 bytes; this is no file of the kind"
        );
    }

    #[test]
    fn a_short_file_that_claims_millions_of_vertices_is_refused() {
        let complaint = "67108864 vertices and only 1 edges; number the vertices without gaps";
        for (text, line) in [
            ("0 67108863\n", 2),
            ("p sp 67108864 1\na 1 2 7\n", 3),
            ("%%MatrixMarket matrix coordinate pattern general\n67108864 67108864 1\n1 2\n", 4),
        ] {
            assert_eq!(message(text.as_bytes()), format!("g.txt:{line}: {complaint}"));
        }
        let sparse = read_graph_from("g.txt", "0 1048575\n".as_bytes()).unwrap();
        assert_eq!(sparse.vertices(), 1 << 20);
    }

    #[test]
    fn a_missing_file_says_what_could_be_written_instead() {
        let error = read_graph(Path::new("/no/such/graph.mtx")).unwrap_err().to_string();
        assert!(error.starts_with("cannot open input file /no/such/graph.mtx: "), "{error}");
        let instead = "to generate an input instead, write graph500:SCALE:EDGE_FACTOR[:SEED], ";
        assert!(error.contains(instead), "{error}");
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = read_graph_from("g.txt", &bytes[..]);
            let _ = read_graph_from("g.txt", &[&[0x1f, 0x8b, 8][..], &bytes[..]].concat()[..]);
        }

        #[test]
        fn arbitrary_text_in_every_format_never_panics(
            head in prop_oneof![
                Just("%%MatrixMarket matrix coordinate real symmetric\n"),
                Just("%%MatrixMarket matrix coordinate pattern general\n"),
                Just("%%MatrixMarket "),
                Just("c\n"), Just("p sp "), Just("p sp 3 2\n"), Just(""),
            ],
            body in "[0-9 .\\-+ecpa%#\n]{0,80}",
        ) {
            let text = format!("{head}{body}");
            if let Ok(graph) = read_graph_from("g.txt", text.as_bytes()) {
                prop_assert!(graph.columns().iter().all(|&to| to < graph.vertices()));
            }
        }
    }
}
