//! Sections 3, 4 and 7 of LASER: what kernels reuse, and what its scheduler gains.

use super::grid::{Column, Number, Rows};
use super::rule::{Bound, Form, Rule};
use super::{Sentence, Sentences};

const SELF: Column = Column::Of("laser-fig4", "self");
const PARENT_CHILD: Column = Column::Of("laser-fig4", "parent-child");
const SIBLING: Column = Column::Of("laser-fig4", "sibling");
const L1_BASE: Column = Column::Of("laser-fig13", "baseline");
const L1_LASER: Column = Column::Of("laser-fig13", "LASER");
const LASER: Column = Column::Of("laser-fig14", "LASER");
const LAPERM: Column = Column::Of("laser-fig14", "LaPerm");

const COMPUTE_BOUND: &[&str] = &["amr", "mandel"];
const WELL_PREDICTED: &[&str] = &["bfs_citation", "spmm_small", "spmm_large"];
const SLOW_TO_LEARN: &[&str] = &["bfs_small", "radixsort", "sa"];

const REUSE: &str = "4.1, Figure 4";
const RIVALS: &str = "7, Figure 14";
const L1: &str = "7, Figure 13";
const EVALUATION: &str = "7, Figure 12";

/// The sentences.
pub const SENTENCES: Sentences = Sentences {
    id: "sentences-laser",
    title: "sections 4 and 7 of LASER, sentence by sentence",
    heading: "Sections 4 and 7 of LASER",
    machine: "`laser13`",
    list: &[
        Sentence::new(REUSE, "accesses that reuse what the kernel itself accesses, on average", Form::Percent, Rule::Near(Number::At(SELF, "average"), 0.778)).row(51),
        Sentence::new(REUSE, "that reuse what its parent accesses, on average", Form::Percent, Rule::Near(Number::At(PARENT_CHILD, "average"), 0.322)).row(51),
        Sentence::new(REUSE, "that reuse what its siblings access, on average", Form::Percent, Rule::Near(Number::At(SIBLING, "average"), 0.411)).row(51),
        Sentence::new(REUSE, "kernels reuse most of their own, and more of their siblings' than of their parents', on average", Form::Percent, Rule::Falling(&[Number::At(SELF, "average"), Number::At(SIBLING, "average"), Number::At(PARENT_CHILD, "average")])).row(51),
        Sentence::new(REUSE, "`amr` and `mandel` reuse least of their own", Form::Percent, Rule::Lowest(SELF, Rows::All, COMPUTE_BOUND)).row(51),
        Sentence::new(REUSE, "children of `sssp` reuse more of their parents' on graph500 than on citation", Form::Percent, Rule::Falling(&[Number::At(PARENT_CHILD, "sssp_graph500"), Number::At(PARENT_CHILD, "sssp_citation")])),
        Sentence::new(REUSE, "and less of their own", Form::Percent, Rule::Falling(&[Number::At(SELF, "sssp_citation"), Number::At(SELF, "sssp_graph500")])),
        Sentence::new(EVALUATION, "IPC of LASER over the baseline, on average", Form::Times, Rule::Near(Number::At(LASER, "average"), 1.113)).row(57),
        Sentence::new(EVALUATION, "LASER is faster than the baseline on most", Form::Times, Rule::Most(LASER, Rows::All, Bound::Above(1.0))).row(57),
        Sentence::new(EVALUATION, "LASER gains on `bfs_citation` and both `spmm`", Form::Times, Rule::Each(LASER, Rows::Only(WELL_PREDICTED), Bound::Above(1.0))).row(57),
        Sentence::new(EVALUATION, "`bfs_small`, `radixsort` and `sa` lose about what they gain, while children are bound at first (ratio within 15 %)", Form::Times, Rule::Each(LASER, Rows::Only(SLOW_TO_LEARN), Bound::Near(1.0))),
        Sentence::new(L1, "LASER has a higher L1 hit rate than the baseline, on average", Form::Percent, Rule::Falling(&[Number::At(L1_LASER, "average"), Number::At(L1_BASE, "average")])).row(57),
        Sentence::new(RIVALS, "IPC of LaPerm over the baseline, on average", Form::Times, Rule::Near(Number::At(LAPERM, "average"), 1.057)),
        Sentence::new(RIVALS, "LASER is ahead of LaPerm on average", Form::Times, Rule::Falling(&[Number::At(LASER, "average"), Number::At(LAPERM, "average")])).row(57),
    ],
    contradictions: &[
        ("6, Algorithm 2", "the queues of the CUs hold the work-groups of children that have high reuse, and the scheduler sends a child to a CU on which its parent runs; where the parent has ended, nothing is said"),
    ],
};
