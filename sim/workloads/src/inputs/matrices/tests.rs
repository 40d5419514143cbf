use super::*;

fn message(text: &str) -> String {
    Matrices::load(text).unwrap_err().to_string()
}

/// Writes a file and returns its path.
fn file(directory: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_same_parameters_give_the_same_matrices_and_another_seed_others() {
    let of = |text: &str| Matrices::load(text).unwrap();
    assert_eq!(of("sparse:30:40:50:100"), of("sparse:30:40:50:100:1"));
    assert_ne!(of("sparse:30:40:50:100:1"), of("sparse:30:40:50:100:2"));
}

#[test]
fn the_matrices_of_seed_1_are_pinned() {
    let Matrices { left, right } = Matrices::load("sparse:3:6:4:400:1").unwrap();
    assert_eq!((left.rows(), left.columns, right.rows(), right.columns), (3, 6, 6, 4));
    let elements = |matrix: &SparseMatrix| -> Vec<Vec<(u32, u32)>> {
        (0..matrix.rows()).map(|row| matrix.row(row).collect()).collect()
    };
    let expected = [vec![(0, 6), (4, 2)], vec![(0, 6), (1, 3), (3, 9)], vec![(3, 1)]];
    assert_eq!(elements(&left), expected);
    let last = [vec![(0, 6), (1, 3)], vec![(3, 5)], vec![(2, 6)]];
    assert_eq!(elements(&right)[3..], last);
}

#[test]
fn a_row_has_half_to_one_and_a_half_of_the_mean_in_ascending_columns() {
    let Matrices { left, right } = Matrices::load("sparse:400:512:2000:10:3").unwrap();
    for (matrix, counts) in [(&left, 2..=7), (&right, 10..=30)] {
        let mut seen = std::collections::BTreeSet::new();
        for row in 0..matrix.rows() {
            let elements: Vec<(u32, u32)> = matrix.row(row).collect();
            assert!(elements.windows(2).all(|pair| pair[0].0 < pair[1].0));
            assert!(elements.iter().all(|&(column, _)| column < matrix.columns));
            assert!(elements.iter().all(|(_, value)| (1..=9).contains(value)));
            seen.insert(elements.len());
        }
        assert_eq!(seen, counts.collect());
    }
}

#[test]
fn every_row_of_the_thinnest_matrix_has_an_element_and_of_the_fullest_at_most_all() {
    let Matrices { left, right } = Matrices::load("sparse:50:3:1:1").unwrap();
    assert!((0..50).all(|row| left.row(row).count() == 1));
    assert!((0..3).all(|row| right.row(row).eq([(0, right.values[row as usize])])));
    let full = Matrices::load("sparse:20:8:8:1000").unwrap().left;
    assert!((0..20).all(|row| (4..=8).contains(&full.row(row).count())));
}

#[test]
fn the_large_pair_of_the_paper_has_32_products_in_every_row_and_the_small_one_in_few() {
    let launched = |text: &str| {
        let matrices = Matrices::load(text).unwrap();
        matrices.products().filter(|&products| products >= 32).count()
    };
    assert_eq!(launched("sparse:5120:512:5120:10"), 5120);
    assert!((1..128).contains(&launched("sparse:512:512:512:10")));
}

#[test]
fn a_file_is_squared_and_two_are_multiplied() {
    let directory = tempfile::tempdir().unwrap();
    let banner = "%%MatrixMarket matrix coordinate integer general\n2 2 3\n";
    let one = file(&directory, "one.mtx", &format!("{banner}1 2 3\n2 1 -4\n1 2 5\n"));
    let two = file(
        &directory,
        "two.mtx",
        "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 2\n",
    );
    let squared = Matrices::load(&one).unwrap();
    assert_eq!(squared.left, squared.right);
    assert_eq!(squared.left.row(0).collect::<Vec<_>>(), [(1, 3), (1, 5)]);
    assert_eq!(squared.left.row(1).collect::<Vec<_>>(), [(0, (-4_i32) as u32)]);
    assert_eq!(squared.products().collect::<Vec<_>>(), [2, 2]);
    let both = Matrices::load(&format!("{one},{two}")).unwrap();
    assert_eq!(both.right.row(1).collect::<Vec<_>>(), [(1, 1)]);
    assert_eq!(both.products().collect::<Vec<_>>(), [2, 0]);
}

#[test]
fn files_that_cannot_be_multiplied_are_refused_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let broken = file(&directory, "broken", "0 1 0.5\n");
    let expected = format!(
        "input `{broken}`: {broken} has the value 0.5, and products are exact only of whole numbers up to \
         16777216; write {MATRICES}"
    );
    assert_eq!(message(&broken), expected);
    let (two, three) = (file(&directory, "two", "0 1\n"), file(&directory, "three", "0 2\n"));
    let what = "the left matrix has 2 columns and the right one 3 rows, which must be as many";
    assert!(message(&format!("{two},{three}")).contains(what));
    let large = file(&directory, "large", "0 16384\n");
    assert!(message(&large).contains("has 16385 rows, which are not in 1..=16384"));
    let missing = message("/no/such.mtx");
    assert!(missing.ends_with(
        "to generate an input instead, write sparse:ROWS:INNER:COLUMNS:PER_MILLE[:SEED]"
    ));
}

#[test]
fn a_row_of_more_products_than_a_word_counts_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = file(&directory, "crowded", &"0 0\n".repeat(1 << 16));
    let message = message(&path);
    assert!(message.contains("row 0 takes more products than a word counts"), "{message}");
}

#[test]
fn a_wrong_spec_says_what_to_write() {
    let expect = |text: &str, what: &str| {
        assert_eq!(message(text), format!("input `{text}`: {what}; write {GENERATOR}"));
    };
    expect("sparse", "the parameters are missing");
    expect("sparse:1:2:3", "sparse takes 4 or 5 parameters");
    expect("sparse:0:2:3:4", "rows 0 is not in 1..=16384");
    expect("sparse:1:2:16385:4", "columns 16385 is not in 1..=16384");
    expect("sparse:1:2:3:1001", "density per mille 1001 is not in 1..=1000");
    assert!(
        message("dense:1:2").starts_with("no input generator is called `dense`; known: sparse:")
    );
}
