//! Section 5 of Wireframe, and its Figure 4.

use super::grid::{Column, Number, Rows};
use super::rule::{Bound, Form, Rule};
use super::{Sentence, Sentences};

const CDP: Column = Column::Of("wireframe-fig9", "CDP");
const DEPLINKS: Column = Column::Of("wireframe-fig9", "DepLinks");
const LRR: Column = Column::Of("wireframe-fig9", "LRR");
const LVL: Column = Column::Of("wireframe-fig9", "LVL");
const REQUESTS: Column = Column::Of("wireframe-fig10-requests", "LVL");
const LRR_RANGE: Column = Column::Of("wireframe-fig10-range", "LRR");
const LVL_RANGE: Column = Column::Of("wireframe-fig10-range", "LVL");
const GLOBAL_MISSES: Column = Column::Of("wireframe-fig11", "Global");
const DEPLINKS_MISSES: Column = Column::Of("wireframe-fig11", "DepLinks");
const LRR_MISSES: Column = Column::Of("wireframe-fig11", "LRR");
const LVL_MISSES: Column = Column::Of("wireframe-fig11", "LVL");
const BY_NODES: Column = Column::Of("wireframe-fig12-speedup", "average");
const COMPUTE: Column = Column::Of("wireframe-fig12-ratio", "average");
const LRR_PUB: Column = Column::Of("wireframe-fig13-nodes-pub", "LRR");
const LVL_PUB: Column = Column::Of("wireframe-fig13-nodes-pub", "LVL");
const LVL_IPC: Column = Column::Of("wireframe-fig13-nodes-ipc", "LVL");
const LRR_EDGE_IPC: Column = Column::Of("wireframe-fig13-edges-ipc", "LRR");
const LVL_EDGE_IPC: Column = Column::Of("wireframe-fig13-edges-ipc", "LVL");
const OVERHEAD: Column = Column::Of("wireframe-overhead", "LVL");
const OVER_TIME: Column = Column::Of("wireframe-fig4", "LRR");

const LARGEST: &[Number] = &[
    Number::Last(Column::Of("wireframe-fig12-speedup", "dtw")),
    Number::Last(Column::Of("wireframe-fig12-speedup", "heat2d")),
    Number::Last(Column::Of("wireframe-fig12-speedup", "hist")),
    Number::Last(Column::Of("wireframe-fig12-speedup", "int_img")),
    Number::Last(Column::Of("wireframe-fig12-speedup", "sor")),
    Number::Last(Column::Of("wireframe-fig12-speedup", "sw")),
];

const SPEED: &str = "5.3, Figure 9";
const REQUEST: &str = "5.3, Figure 10 (left)";
const RANGE: &str = "5.3, Figure 10 (right)";
const MISSES: &str = "5.3, Figure 11";
const NODES: &str = "5.3, Figure 12 (left)";
const RATIO: &str = "5.3, Figure 12 (right)";
const NODE_ARRAY: &str = "5.4, Figure 13 (left)";
const EDGE_ARRAY: &str = "5.4, Figure 13 (right)";
const STORAGE: &str = "not a measurement: `heddle area` accounts it, figure `wireframe.dgb`";

/// The sentences.
pub const SENTENCES: Sentences = Sentences {
    id: "sentences-wireframe",
    title: "section 5 of Wireframe, sentence by sentence",
    heading: "Section 5 of Wireframe",
    machine: "`gtx480`",
    list: &[
        Sentence::new("3.2.1, Figure 4", "levels that running TBs of `heat2d` are apart, at most (LRR)", Form::Count, Rule::Near(Number::Greatest(OVER_TIME, Rows::All), 7.0)).row(36),
        Sentence::new(SPEED, "CDP is ahead of Global on every application", Form::Times, Rule::Each(CDP, Rows::All, Bound::Above(1.0))).row(33),
        Sentence::new(SPEED, "DepLinks is ahead of Global on every application", Form::Times, Rule::Each(DEPLINKS, Rows::All, Bound::Above(1.0))),
        Sentence::new(SPEED, "LRR is ahead of Global on every application", Form::Times, Rule::Each(LRR, Rows::All, Bound::Above(1.0))),
        Sentence::new(SPEED, "LVL is ahead of Global on every application", Form::Times, Rule::Each(LVL, Rows::All, Bound::Above(1.0))),
        Sentence::new(SPEED, "speedup of CDP on average", Form::Times, Rule::Near(Number::At(CDP, "average"), 1.0687)).row(33),
        Sentence::new(SPEED, "speedup of DepLinks on average", Form::Times, Rule::Near(Number::At(DEPLINKS, "average"), 1.2507)).row(34),
        Sentence::new(SPEED, "speedup of LRR on average", Form::Times, Rule::Near(Number::At(LRR, "average"), 1.2981)).row(34),
        Sentence::new(SPEED, "speedup of LVL on average", Form::Times, Rule::Near(Number::At(LVL, "average"), 1.3181)).row(34),
        Sentence::new(SPEED, "DepLinks is ahead of CDP on average", Form::Times, Rule::Falling(&[Number::At(DEPLINKS, "average"), Number::At(CDP, "average")])),
        Sentence::new(SPEED, "run-ahead adds to DepLinks: LRR is ahead of it on average", Form::Times, Rule::Falling(&[Number::At(LRR, "average"), Number::At(DEPLINKS, "average")])),
        Sentence::new(SPEED, "LVL is ahead of LRR on average", Form::Times, Rule::Falling(&[Number::At(LVL, "average"), Number::At(LRR, "average")])).row(35),
        Sentence::new(SPEED, "LVL is behind LRR on `hist`", Form::Times, Rule::Falling(&[Number::At(LRR, "hist_4k"), Number::At(LVL, "hist_4k")])),
        Sentence::new(SPEED, "slightly: LVL over LRR on `hist` (within 15 %)", Form::Times, Rule::Near(Number::At(Column::Over(&LVL, &LRR), "hist_4k"), 1.0)),
        Sentence::new(REQUEST, "requests of DATS over those of the SMXs, at most", Form::Percent, Rule::Near(Number::Greatest(REQUESTS, Rows::All), 0.0016)).row(37),
        Sentence::new(REQUEST, "the same on average", Form::Percent, Rule::Near(Number::At(REQUESTS, "average"), 0.0012)).row(37),
        Sentence::new(MISSES, "L2 misses of LVL are about those of Global, on average (ratio within 15 %)", Form::Times, Rule::Near(Number::At(Column::Over(&LVL_MISSES, &GLOBAL_MISSES), "average"), 1.0)),
        Sentence::new(MISSES, "LRR misses as often as DepLinks (ratio within 15 %)", Form::Times, Rule::Each(Column::Over(&LRR_MISSES, &DEPLINKS_MISSES), Rows::All, Bound::Near(1.0))),
        Sentence::new(MISSES, "LVL misses as often as DepLinks (ratio within 15 %)", Form::Times, Rule::Each(Column::Over(&LVL_MISSES, &DEPLINKS_MISSES), Rows::All, Bound::Near(1.0))),
        Sentence::new(RANGE, "the range of LVL is at most its bound of 3", Form::Count, Rule::Each(LVL_RANGE, Rows::All, Bound::AtMost(3.0))),
        Sentence::new(RANGE, "range of `dtw` by LRR", Form::Count, Rule::Near(Number::At(LRR_RANGE, "dtw_9k"), 7.0)).row(36),
        Sentence::new(RANGE, "range of `dtw` by LVL", Form::Count, Rule::Near(Number::At(LVL_RANGE, "dtw_9k"), 2.0)).row(36),
        Sentence::new(RANGE, "range of `sor` by LRR", Form::Count, Rule::Near(Number::At(LRR_RANGE, "sor_9k"), 6.0)).row(36),
        Sentence::new(RANGE, "range of `sor` by LVL", Form::Count, Rule::Near(Number::At(LVL_RANGE, "sor_9k"), 2.0)).row(36),
        Sentence::new(RANGE, "range on average by LRR", Form::Tenth, Rule::Near(Number::At(LRR_RANGE, "average"), 5.0)).row(36),
        Sentence::new(RANGE, "range on average by LVL", Form::Tenth, Rule::Near(Number::At(LVL_RANGE, "average"), 2.0)).row(36),
        Sentence::new(RANGE, "the bound lowers the range, on average", Form::Tenth, Rule::Falling(&[Number::At(LRR_RANGE, "average"), Number::At(LVL_RANGE, "average")])),
        Sentence::new(NODES, "LVL gains more on larger graphs (9K, 4K, 1K)", Form::Times, Rule::Falling(&[Number::Nth(BY_NODES, 2), Number::Nth(BY_NODES, 1), Number::Nth(BY_NODES, 0)])),
        Sentence::new(NODES, "speedup of LVL with 1K nodes", Form::Times, Rule::Near(Number::Nth(BY_NODES, 0), 1.1411)).row(34),
        Sentence::new(NODES, "speedup of LVL with 4K nodes", Form::Times, Rule::Near(Number::Nth(BY_NODES, 1), 1.3181)).row(34),
        Sentence::new(NODES, "speedup of LVL with 9K nodes", Form::Times, Rule::Near(Number::Nth(BY_NODES, 2), 1.4507)).row(34),
        Sentence::new(NODES, "speedup of LVL with 9K nodes, at most", Form::Times, Rule::Near(Number::Most(LARGEST), 1.6520)).row(34),
        Sentence::new(RATIO, "computation over launching falls as the graph grows (1K, 4K, 9K)", Form::Times, Rule::Falling(&[Number::Nth(COMPUTE, 0), Number::Nth(COMPUTE, 1), Number::Nth(COMPUTE, 2)])),
        Sentence::new(RATIO, "computation takes longer than launching at every size", Form::Times, Rule::Each(COMPUTE, Rows::All, Bound::Above(1.0))).row(34),
        Sentence::new(RATIO, "computation over launching with 1K nodes", Form::Tenth, Rule::Near(Number::Nth(COMPUTE, 0), 8.0)).row(34),
        Sentence::new(RATIO, "computation over launching with 4K nodes", Form::Tenth, Rule::Near(Number::Nth(COMPUTE, 1), 5.0)).row(34),
        Sentence::new(RATIO, "computation over launching with 9K nodes", Form::Tenth, Rule::Near(Number::Nth(COMPUTE, 2), 3.0)).row(34),
        Sentence::new("5.4", "`sor` has most pending updates of all applications", Form::Count, Rule::Unknown("the figure has `sor` alone, as the source's; [the table](../wireframe.md#beside-the-paper) has the others")).row(38),
        Sentence::new(NODE_ARRAY, "pending updates of `sor` by LVL with 128 nodes, at most", Form::Count, Rule::Near(Number::At(LVL_PUB, "128"), 32.0)).row(38),
        Sentence::new(NODE_ARRAY, "LVL needs fewer pending updates than LRR: LRR with 128 nodes, then LVL", Form::Count, Rule::Falling(&[Number::At(LRR_PUB, "128"), Number::At(LVL_PUB, "128")])).row(38),
        Sentence::new(NODE_ARRAY, "128 nodes give LVL a high IPC: over that with 1024 nodes", Form::Times, Rule::Near(Number::Ratio(&Number::At(LVL_IPC, "128"), &Number::At(LVL_IPC, "1024")), 1.0)),
        Sentence::new(NODE_ARRAY, "LRR needs 512 nodes for as few pending updates as LVL has with 128: LRR with 256, then with 512", Form::Count, Rule::Falling(&[Number::At(LRR_PUB, "256"), Number::At(LRR_PUB, "512")])).row(38),
        Sentence::new(EDGE_ARRAY, "IPC of LVL falls with fewer than 512 edges (512, then 256)", Form::Times, Rule::Falling(&[Number::At(LVL_EDGE_IPC, "512"), Number::At(LVL_EDGE_IPC, "256")])).row(38),
        Sentence::new(EDGE_ARRAY, "LRR needs more than 1K edges: IPC with 2048, then with 1024", Form::Times, Rule::Falling(&[Number::At(LRR_EDGE_IPC, "2048"), Number::At(LRR_EDGE_IPC, "1024")])).row(38),
        Sentence::new("5.4", "a node takes 58 bits, an edge 16; in all the DGB takes 2304 bytes", Form::Count, Rule::Unknown(STORAGE)),
        Sentence::new("5.4", "the DGB costs less than 1 % of the time on every application", Form::Percent, Rule::Each(OVERHEAD, Rows::All, Bound::Below(0.01))).row(39),
    ],
    contradictions: &[
        ("5.1 and 5.4", "the PUB has 64 entries in the set-up; 5.4 picks almost 32 as its best size and counts 32 entries of 2 bytes, but 256 bytes with the NIB need 64"),
        ("5.4", "2, 16, 16, 16 and 9 bits are 59, not 58"),
        ("5.4, Figure 13 (right)", "\"LRR\" needs at least 512 edges in one sentence and over 1K in the next; the first must be LVL, as in 5.1"),
        ("5.3", "speedup is defined as the ratio of time and launch overhead of a technique to Global, which is below 1 where a technique gains; the numbers are its inverse"),
    ],
};
