//! Sections 5.1.1 and 5.3 of the thesis: what children share with their parents, and what LaPerm gains.

use super::grid::{Column, Number, Rows};
use super::rule::{Bound, Form, Rule};
use super::{Sentence, Sentences};

const PARENT_CHILD: Column = Column::Of("laperm-fig24", "parent-child");
const CHILD_SIBLING: Column = Column::Of("laperm-fig24", "child-sibling");
const PARENT_PARENT: Column = Column::Of("laperm-fig24", "parent-parent");
const L2_TB_PRI: Column = Column::Of("laperm-fig29", "DTBL, TB-Pri");
const L2_SMX_BIND: Column = Column::Of("laperm-fig29", "DTBL, SMX-Bind");
const L2_ADAPTIVE: Column = Column::Of("laperm-fig29", "DTBL, Adaptive-Bind");
const L2_GAIN: Column = Column::Of("laperm-fig29", "DTBL, TB-Pri - RR");
const C_L2_GAIN: Column = Column::Of("laperm-fig29", "CDP, TB-Pri - RR");
const L1_RR: Column = Column::Of("laperm-fig30", "DTBL, RR");
const L1_TB_PRI: Column = Column::Of("laperm-fig30", "DTBL, TB-Pri");
const L1_SMX_BIND: Column = Column::Of("laperm-fig30", "DTBL, SMX-Bind");
const L1_ADAPTIVE: Column = Column::Of("laperm-fig30", "DTBL, Adaptive-Bind");
const L1_TB_PRI_GAIN: Column = Column::Of("laperm-fig30", "DTBL, TB-Pri - RR");
const L1_SMX_BIND_GAIN: Column = Column::Of("laperm-fig30", "DTBL, SMX-Bind - RR");
const L1_BOUND_MORE: Column = Column::Minus(&L1_SMX_BIND, &L1_TB_PRI);
const L1_ADAPTIVE_LOSS: Column = Column::Of("laperm-fig30", "DTBL, Adaptive-Bind - SMX-Bind");
const C_L1_TB_PRI_GAIN: Column = Column::Of("laperm-fig30", "CDP, TB-Pri - RR");
const C_L1_SMX_BIND_GAIN: Column = Column::Of("laperm-fig30", "CDP, SMX-Bind - RR");
const C_L1_ADAPTIVE_LOSS: Column = Column::Of("laperm-fig30", "CDP, Adaptive-Bind - SMX-Bind");
const TB_PRI: Column = Column::Of("laperm-fig31", "DTBL, TB-Pri");
const SMX_BIND: Column = Column::Of("laperm-fig31", "DTBL, SMX-Bind");
const ADAPTIVE: Column = Column::Of("laperm-fig31", "DTBL, Adaptive-Bind");
const C_TB_PRI: Column = Column::Of("laperm-fig31", "CDP, TB-Pri");
const C_SMX_BIND: Column = Column::Of("laperm-fig31", "CDP, SMX-Bind");
const C_ADAPTIVE: Column = Column::Of("laperm-fig31", "CDP, Adaptive-Bind");
const FURTHER: Column = Column::Over(&ADAPTIVE, &SMX_BIND);

const NEAR_AND_WIDE: &[&str] =
    &["bfs_citation", "clr_citation", "sssp_citation", "bfs_cage15", "clr_cage15", "sssp_cage15"];
const BALANCED: &[&str] = &["bfs_graph500", "clr_graph500", "sssp_graph500"];
const APART: &[&str] = &["amr", "join_uniform", "join_gaussian"];
const MOST_L2: &[&str] = &["pre_movielens", "bfs_cage15", "clr_cage15", "sssp_cage15"];
const MOST_L1: &[&str] = &["pre_movielens", "sssp_cage15", "regx_string"];
const SLOWER_BOUND: &[&str] = &["bfs_citation", "clr_citation", "join_uniform", "join_gaussian"];
const EVEN: &[&str] = &["amr", "pre_movielens"];

const SHARED: &str = "5.1.1, Figure 24";
const L2: &str = "5.3.2, Figure 29";
const L1: &str = "5.3.2, Figure 30";
const IPC: &str = "5.3.2, Figure 31";
const MODELS: &str = "5.3.3";
const INSIGHTS: &str = "5.3.4";
const NO_NUMBER: &str =
    "no number is published; only runs with other numbers of kernels could show it";

/// The sentences.
pub const SENTENCES: Sentences = Sentences {
    id: "sentences-laperm",
    title: "sections 5.1.1 and 5.3 of the thesis, sentence by sentence",
    heading: "Sections 5.1.1 and 5.3 of the thesis",
    machine: "`k20c`",
    list: &[
        Sentence::new(SHARED, "shared footprint of parents and children on average", Form::Percent, Rule::Near(Number::At(PARENT_CHILD, "average"), 0.384)).row(44),
        Sentence::new(SHARED, "shared footprint of siblings on average", Form::Percent, Rule::Near(Number::At(CHILD_SIBLING, "average"), 0.305)).row(44),
        Sentence::new(SHARED, "shared footprint of parents on average", Form::Percent, Rule::Near(Number::At(PARENT_PARENT, "average"), 0.093)).row(44),
        Sentence::new(SHARED, "parents and children share most, parents among themselves least, on average", Form::Percent, Rule::Falling(&[Number::At(PARENT_CHILD, "average"), Number::At(CHILD_SIBLING, "average"), Number::At(PARENT_PARENT, "average")])),
        Sentence::new(SHARED, "siblings of the graph benchmarks share more on citation and `cage15` than on graph500: the least of the former, the most of the latter", Form::Percent, Rule::Falling(&[Number::Least(CHILD_SIBLING, Rows::Only(NEAR_AND_WIDE)), Number::Greatest(CHILD_SIBLING, Rows::Only(BALANCED))])).row(44),
        Sentence::new(SHARED, "siblings of `amr` and `join` share least", Form::Percent, Rule::Lowest(CHILD_SIBLING, Rows::All, APART)).row(44),
        Sentence::new(L2, "L2 hit rate of TB-Pri above RR, on average", Form::Points, Rule::Near(Number::At(L2_GAIN, "average"), 0.087)).row(48),
        Sentence::new(L2, "the same of CDP", Form::Points, Rule::Near(Number::At(C_L2_GAIN, "average"), 0.067)).row(48),
        Sentence::new(L2, "`pre` and the graphs of `cage15` have the highest L2 hit rates by TB-Pri", Form::Percent, Rule::Highest(L2_TB_PRI, Rows::All, MOST_L2)).row(48),
        Sentence::new(L2, "SMX-Bind changes the L2 hit rate of TB-Pri little (ratio within 15 %)", Form::Times, Rule::Each(Column::Over(&L2_SMX_BIND, &L2_TB_PRI), Rows::All, Bound::Near(1.0))).row(48),
        Sentence::new(L2, "Adaptive-Bind changes that of TB-Pri little", Form::Times, Rule::Each(Column::Over(&L2_ADAPTIVE, &L2_TB_PRI), Rows::All, Bound::Near(1.0))).row(48),
        Sentence::new(L1, "L1 hit rate of TB-Pri above RR, on average", Form::Points, Rule::Near(Number::At(L1_TB_PRI_GAIN, "average"), 0.021)).row(48),
        Sentence::new(L1, "L1 hit rate of SMX-Bind above RR, on average", Form::Points, Rule::Near(Number::At(L1_SMX_BIND_GAIN, "average"), 0.136)).row(48),
        Sentence::new(L1, "of CDP: L1 hit rate of TB-Pri above RR, on average", Form::Points, Rule::Near(Number::At(C_L1_TB_PRI_GAIN, "average"), 0.011)).row(48),
        Sentence::new(L1, "of CDP: L1 hit rate of SMX-Bind above RR, on average", Form::Points, Rule::Near(Number::At(C_L1_SMX_BIND_GAIN, "average"), 0.066)).row(48),
        Sentence::new(L1, "SMX-Bind gains more in the L1 than TB-Pri, and that more than RR, on average", Form::Percent, Rule::Falling(&[Number::At(L1_SMX_BIND, "average"), Number::At(L1_TB_PRI, "average"), Number::At(L1_RR, "average")])).row(48),
        Sentence::new(L1, "`pre`, `sssp_cage15` and `regx_string` gain most in the L1 by SMX-Bind", Form::Points, Rule::Highest(L1_SMX_BIND_GAIN, Rows::All, MOST_L1)).row(48),
        Sentence::new(L1, "SMX-Bind changes the L1 hit rate of TB-Pri little on graph500 (ratio within 15 %)", Form::Times, Rule::Each(Column::Over(&L1_SMX_BIND, &L1_TB_PRI), Rows::Only(BALANCED), Bound::Near(1.0))),
        Sentence::new(L1, "L1 hit rate of Adaptive-Bind above SMX-Bind, on average", Form::Points, Rule::Near(Number::At(L1_ADAPTIVE_LOSS, "average"), -0.031)).row(48),
        Sentence::new(L1, "the same of CDP", Form::Points, Rule::Near(Number::At(C_L1_ADAPTIVE_LOSS, "average"), -0.023)).row(48),
        Sentence::new(IPC, "IPC of TB-Pri over RR on average", Form::Times, Rule::Near(Number::At(TB_PRI, "average"), 1.13)).row(48),
        Sentence::new(IPC, "IPC of SMX-Bind over RR on average, 5 points below TB-Pri", Form::Times, Rule::Near(Number::At(SMX_BIND, "average"), 1.08)).row(48),
        Sentence::new(IPC, "IPC of Adaptive-Bind over RR on average", Form::Times, Rule::Near(Number::At(ADAPTIVE, "average"), 1.27)).row(48),
        Sentence::new(IPC, "of CDP: IPC of TB-Pri over RR on average", Form::Times, Rule::Near(Number::At(C_TB_PRI, "average"), 1.04)).row(48),
        Sentence::new(IPC, "of CDP: IPC of SMX-Bind over RR on average, 9 points below TB-Pri", Form::Times, Rule::Near(Number::At(C_SMX_BIND, "average"), 0.95)).row(48),
        Sentence::new(IPC, "of CDP: IPC of Adaptive-Bind over RR on average", Form::Times, Rule::Near(Number::At(C_ADAPTIVE, "average"), 1.06)).row(48),
        Sentence::new(IPC, "Adaptive-Bind is ahead of TB-Pri, and that of SMX-Bind, on average", Form::Times, Rule::Falling(&[Number::At(ADAPTIVE, "average"), Number::At(TB_PRI, "average"), Number::At(SMX_BIND, "average")])).row(48),
        Sentence::new(IPC, "SMX-Bind is slower than RR on `bfs_citation`, `clr_citation` and `join`", Form::Times, Rule::Each(SMX_BIND, Rows::Only(SLOWER_BOUND), Bound::Below(1.0))).row(48),
        Sentence::new(IPC, "`sssp_cage15` gains most by Adaptive-Bind", Form::Times, Rule::Highest(ADAPTIVE, Rows::All, &["sssp_cage15"])).row(48),
        Sentence::new(IPC, "IPC of Adaptive-Bind over RR on `sssp_cage15`", Form::Times, Rule::Near(Number::At(ADAPTIVE, "sssp_cage15"), 1.51)).row(48),
        Sentence::new(IPC, "`amr` and `pre` gain by SMX-Bind", Form::Times, Rule::Each(SMX_BIND, Rows::Only(EVEN), Bound::Above(1.0))).row(48),
        Sentence::new(IPC, "and little more by Adaptive-Bind (ratio to SMX-Bind within 15 %)", Form::Times, Rule::Each(FURTHER, Rows::Only(EVEN), Bound::Near(1.0))),
        Sentence::new(MODELS, "LaPerm gains more for DTBL than for CDP, as launching takes less time: Adaptive-Bind of DTBL and of CDP, on average", Form::Times, Rule::Falling(&[Number::At(ADAPTIVE, "average"), Number::At(C_ADAPTIVE, "average")])).row(48),
        Sentence::new(MODELS, "the limit of 32 kernels leaves CDP too few TBs to choose from", Form::Count, Rule::Unknown(NO_NUMBER)),
        Sentence::new(INSIGHTS, "binding helps the L1 more the more parents and children share (SMX-Bind above TB-Pri)", Form::Points, Rule::Together(PARENT_CHILD, L1_BOUND_MORE, Rows::All)).row(48),
        Sentence::new(INSIGHTS, "Adaptive-Bind is faster than RR on most", Form::Times, Rule::Most(ADAPTIVE, Rows::All, Bound::Above(1.0))).row(48),
        Sentence::new(INSIGHTS, "Adaptive-Bind has an L1 hit rate between TB-Pri and SMX-Bind on average", Form::Percent, Rule::Falling(&[Number::At(L1_SMX_BIND, "average"), Number::At(L1_ADAPTIVE, "average"), Number::At(L1_TB_PRI, "average")])),
    ],
    contradictions: &[
        ("5.1.1", "the ratio of siblings is of what one child and its siblings share, over the lines of its siblings; the more siblings, the smaller it must be, but the text reasons from how close the data is"),
    ],
};
