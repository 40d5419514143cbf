//! Section 3.4 of the thesis: what launching from the device gains and costs.

use super::grid::{Column, Number, Rows};
use super::rule::{Bound, Form, Rule};
use super::{Sentence, Sentences};

const FLAT_WEE: Column = Column::Of("cdp-fig3", "WEE, flat");
const CDP_WEE: Column = Column::Of("cdp-fig3", "WEE, CDP");
const WEEI: Column = Column::Of("cdp-fig3", "WEEI, CDP");
const WEEI_GAIN: Column = Column::Minus(&WEEI, &FLAT_WEE);
const WEE_LOSS: Column = Column::Minus(&FLAT_WEE, &CDP_WEE);
const LSRP_LEFT: Column =
    Column::Over(&Column::Of("cdp-fig4", "CDP"), &Column::Of("cdp-fig4", "flat"));
const L2_GAIN: Column = Column::Of("cdp-fig5", "CDP - flat");
const IDEAL: Column = Column::Of("cdp-fig6", "CDP ideal");
const CDP: Column = Column::Of("cdp-fig6", "CDP");
const LAUNCHING: Column = Column::Of("cdp-fig6-launching", "launching");
const K20C_TIME: Column = Column::Of("cdp-fig7", "CDP, K20c");
const TITAN_TIME: Column = Column::Of("cdp-fig7", "CDP, Titan");
const K40_TIME: Column = Column::Of("cdp-fig7", "CDP, K40");
const K20C_CYCLES: Column = Column::Of("cdp-fig7-cycles", "CDP, K20c");
const POOL: Column = Column::Of("cdp-fig8-pending", "launches and levels");
const K20C_LEVELS: Column = Column::Of("cdp-fig8-depth", "K20c");
const TITAN_LEVELS: Column = Column::Of("cdp-fig8-depth", "Titan");
const K40_LEVELS: Column = Column::Of("cdp-fig8-depth", "K40");
const PENDING: Column = Column::Of("cdp-fig9", "pending");
const CHILDREN: Column = Column::Of("cdp-fig10", "children");
const THREADS: Column = Column::Of("cdp-fig10", "threads");

const CALLED: Column = Column::Of("cdp-fig11", "called");
const STARTED: Column = Column::Of("cdp-fig11", "started");
const COMPLETED: Column = Column::Of("cdp-fig11", "completed");
const EXECUTING: Column = Column::Of("cdp-fig11", "executing");

/// Megabytes of the K20c's memory.
const K20C_MEGABYTES: f64 = 5000.0;
const SMALL_COUNTS: &[&str] = &["32", "64", "128", "256", "512"];
const ROADS: &[&str] = &["bfs_usa_road", "clr_usa_road", "sssp_usa_road"];
const REGX: &[&str] = &["regx_darpa", "regx_string"];
const CAGES_AND_REGX: &[&str] =
    &["bfs_cage15", "clr_cage15", "sssp_cage15", "regx_darpa", "regx_string"];
const CLOSE_NEIGHBOURS: &[&str] = &[
    "bfs_citation",
    "clr_citation",
    "sssp_citation",
    "bfs_usa_road",
    "clr_usa_road",
    "sssp_usa_road",
    "pre_movielens",
];
const IRREGULAR: &[&str] = &[
    "amr",
    "bfs_citation",
    "clr_citation",
    "sssp_citation",
    "pre_movielens",
    "regx_darpa",
    "regx_string",
    "join_uniform",
    "join_gaussian",
];

const CONTROL: &str = "3.4.2.1, Figure 3";
const REPLAYS: &str = "3.4.2.2, Figure 4";
const L2: &str = "3.4.2.2, Figure 5";
const SPEED: &str = "3.4.2.3, Figure 6";
const LAUNCH: &str = "3.4.2.4, Figure 7";
const POOL_SIZE: &str = "3.4.2.4, Figure 8(a)";
const NEEDED: &str = "3.4.2.4, Figure 9";
const DEPTH: &str = "3.4.2.4, Figure 8(b)";
const COUNTS: &str = "3.4.2.5, Figure 10";
const TRACE: &str = "3.4.2.5, Figure 11";

/// The sentences.
pub const SENTENCES: Sentences = Sentences {
    id: "sentences-cdp",
    title: "section 3.4 of the thesis, sentence by sentence",
    heading: "Section 3.4 of the thesis",
    machine: "`k20c`, and for Figure 7 `titan` and `k40`",
    list: &[
        Sentence::new(CONTROL, "WEE of flat, least to greatest", Form::Percent, Rule::Span(FLAT_WEE, Rows::All, 0.219, 0.988)),
        Sentence::new(CONTROL, "WEEI of CDP is above WEE of flat on `amr`, the citation graphs, `pre`, `regx` and `join`", Form::Points, Rule::Each(WEEI_GAIN, Rows::Only(IRREGULAR), Bound::Above(0.0))),
        Sentence::new(CONTROL, "by how much, least to greatest", Form::Points, Rule::Span(WEEI_GAIN, Rows::Only(IRREGULAR), 0.022, 0.653)),
        Sentence::new(CONTROL, "on the road graphs WEEI is WEE of flat, since nothing is launched (ratio within 15 %)", Form::Times, Rule::Each(Column::Over(&WEEI, &FLAT_WEE), Rows::Only(ROADS), Bound::Near(1.0))),
        Sentence::new(CONTROL, "flat has a high WEE on the road graphs (above its average)", Form::Percent, Rule::Falling(&[Number::Least(FLAT_WEE, Rows::Only(ROADS)), Number::At(FLAT_WEE, "average")])),
        Sentence::new(CONTROL, "on `bfs_cage15` and `clr_cage15` WEEI is below WEE of flat", Form::Points, Rule::Each(WEEI_GAIN, Rows::Only(&["bfs_cage15", "clr_cage15"]), Bound::Below(0.0))),
        Sentence::new(CONTROL, "WEE of CDP is below that of flat wherever something is launched", Form::Points, Rule::Each(WEE_LOSS, Rows::But(ROADS), Bound::Above(0.0))),
        Sentence::new(CONTROL, "by how much, least to greatest", Form::Points, Rule::Span(WEE_LOSS, Rows::But(ROADS), 0.035, 0.202)),
        Sentence::new(CONTROL, "the more children, the more WEE of CDP is below WEEI", Form::Points, Rule::Together(CHILDREN, Column::Minus(&WEEI, &CDP_WEE), Rows::All)),
        Sentence::new(REPLAYS, "CDP lowers LSRP on all benchmarks (CDP over flat)", Form::Times, Rule::Each(LSRP_LEFT, Rows::All, Bound::AtMost(1.0))),
        Sentence::new(REPLAYS, "what the largest fall of LSRP, 58.8 %, leaves", Form::Times, Rule::Near(Number::Least(LSRP_LEFT, Rows::All), 0.412)),
        Sentence::new(REPLAYS, "LSRP falls most on the three `cage15` and both `regx`", Form::Times, Rule::Lowest(LSRP_LEFT, Rows::All, CAGES_AND_REGX)),
        Sentence::new(REPLAYS, "LSRP changes little on the citation and road graphs and on `pre` (within 15 %)", Form::Times, Rule::Each(LSRP_LEFT, Rows::Only(CLOSE_NEIGHBOURS), Bound::Near(1.0))),
        Sentence::new(REPLAYS, "LSRP gains nothing from CDP on `amr` and `join` (within 15 %)", Form::Times, Rule::Each(LSRP_LEFT, Rows::Only(&["amr", "join_uniform", "join_gaussian"]), Bound::Near(1.0))),
        Sentence::new(REPLAYS, "the loads and stores of launching are a very small share of all", Form::Percent, Rule::Unknown("the runs do not count the loads and stores of the device runtime apart")),
        Sentence::new(L2, "most benchmarks have an L2 hit rate by CDP that is unchanged or lower", Form::Points, Rule::Most(L2_GAIN, Rows::All, Bound::AtMost(0.0))),
        Sentence::new(L2, "L2 hit rate of `regx_darpa`, CDP less flat", Form::Points, Rule::Near(Number::At(L2_GAIN, "regx_darpa"), 0.132)).row(25),
        Sentence::new(L2, "L2 hit rate of `regx_string`, CDP less flat", Form::Points, Rule::Near(Number::At(L2_GAIN, "regx_string"), 0.201)).row(25),
        Sentence::new(L2, "both `regx` are the exceptions: only they rise", Form::Points, Rule::Highest(L2_GAIN, Rows::All, REGX)).row(25),
        Sentence::new(SPEED, "on the road graphs ideal CDP is as fast as flat", Form::Times, Rule::Each(IDEAL, Rows::Only(ROADS), Bound::Near(1.0))),
        Sentence::new(SPEED, "on the road graphs CDP is as fast as flat", Form::Times, Rule::Each(CDP, Rows::Only(ROADS), Bound::Near(1.0))),
        Sentence::new(SPEED, "speedup of ideal CDP on the others, least to greatest", Form::Times, Rule::Span(IDEAL, Rows::But(ROADS), 1.13, 2.73)).row(22),
        Sentence::new(SPEED, "ideal CDP gains most on both `regx`", Form::Times, Rule::Highest(IDEAL, Rows::All, REGX)).row(22),
        Sentence::new(SPEED, "speedup of ideal CDP on `regx_darpa`", Form::Times, Rule::Near(Number::At(IDEAL, "regx_darpa"), 1.96)).row(22),
        Sentence::new(SPEED, "speedup of ideal CDP on `regx_string`", Form::Times, Rule::Near(Number::At(IDEAL, "regx_string"), 2.73)).row(22),
        Sentence::new(SPEED, "CDP is faster than flat on no benchmark", Form::Times, Rule::Each(CDP, Rows::All, Bound::AtMost(1.0))).row(22),
        Sentence::new(SPEED, "CDP is slower than flat on average", Form::Times, Rule::Is(Number::At(CDP, "average"), Bound::Below(1.0))),
        Sentence::new(SPEED, "speedup of CDP on average, 1/1.21", Form::Times, Rule::Near(Number::At(CDP, "average"), 1.0 / 1.21)).row(22),
        Sentence::new(SPEED, "the more ideal CDP gains, the slower CDP is", Form::Times, Rule::Opposed(IDEAL, CDP, Rows::But(ROADS))).row(22),
        Sentence::new(LAUNCH, "launching takes the same time from 32 to 512 children (within 15 %)", Form::Times, Rule::Near(Number::Ratio(&Number::At(K20C_TIME, "512"), &Number::At(K20C_TIME, "32")), 1.0)).row(26),
        Sentence::new(LAUNCH, "that time, on the K20c", Form::Milliseconds, Rule::Near(Number::Mean(K20C_TIME, Rows::Only(SMALL_COUNTS)), 1.0)).row(26),
        Sentence::new(LAUNCH, "above, it grows with the children: cycles per child at the most measured over those at a half", Form::Times, Rule::Near(Number::Ratio(&Number::Last(K20C_CYCLES), &Number::Nth(K20C_CYCLES, 9)), 1.0)),
        Sentence::new(LAUNCH, "256K children, K20c", Form::Milliseconds, Rule::Near(Number::At(K20C_TIME, "262144"), 143.3)).row(26),
        Sentence::new(LAUNCH, "256K children, Titan", Form::Milliseconds, Rule::Near(Number::At(TITAN_TIME, "262144"), 115.5)).row(26),
        Sentence::new(LAUNCH, "256K children, K40", Form::Milliseconds, Rule::Near(Number::At(K40_TIME, "262144"), 98.57)).row(26),
        Sentence::new(LAUNCH, "many children take longest on the K20c, then on the Titan, then on the K40", Form::Milliseconds, Rule::Falling(&[Number::Last(K20C_TIME), Number::Last(TITAN_TIME), Number::Last(K40_TIME)])).row(26),
        Sentence::new(LAUNCH, "a kernel of the flat `bfs_citation` takes 3.27 ms", Form::Milliseconds, Rule::Unknown("no figure has the time of one kernel; those of the whole flat run take 1.16 ms on a graph of the source's size")),
        Sentence::new(SPEED, "share of launching in the time of CDP on average", Form::Percent, Rule::Near(Number::At(LAUNCHING, "average"), 0.361)).row(23),
        Sentence::new(SPEED, "share of launching at most", Form::Percent, Rule::Near(Number::Greatest(LAUNCHING, Rows::All), 0.806)).row(23),
        Sentence::new(POOL_SIZE, "limits up to 32 pending launches reserve the same (16 over 1)", Form::Times, Rule::Near(Number::Ratio(&Number::At(POOL, "16"), &Number::At(POOL, "1")), 1.0)),
        Sentence::new(POOL_SIZE, "what they reserve on the K20c", Form::Megabytes, Rule::Near(Number::At(POOL, "1"), 172.0)).row(27),
        Sentence::new(POOL_SIZE, "186 MB on the Titan, 202 MB on the K40", Form::Megabytes, Rule::Unknown("the figure has the K20c; ours has nothing that the device runtime reserves once per run")).row(27),
        Sentence::new(POOL_SIZE, "limits up to 32K reserve less than 10 % of the K20c's memory", Form::Megabytes, Rule::Is(Number::At(POOL, "32768"), Bound::Below(0.1 * K20C_MEGABYTES))),
        Sentence::new(NEEDED, "pending launches that `regx_string` needs", Form::Count, Rule::Near(Number::At(PENDING, "regx_string"), 127_000.0)).row(24),
        Sentence::new(NEEDED, "`regx_string` needs most", Form::Count, Rule::Highest(PENDING, Rows::All, &["regx_string"])).row(24),
        Sentence::new(NEEDED, "what this limit reserves", Form::Megabytes, Rule::Near(Number::At(POOL, "127000"), 1200.0)).row(27),
        Sentence::new(NEEDED, "the road graphs need no pending launch", Form::Count, Rule::Each(PENDING, Rows::Only(ROADS), Bound::AtMost(0.0))),
        Sentence::new(DEPTH, "memory for synchronization grows linearly with the depth (24 levels over one)", Form::Times, Rule::Near(Number::Ratio(&Number::At(K20C_LEVELS, "24"), &Number::At(K20C_LEVELS, "1")), 24.0)),
        Sentence::new(DEPTH, "24 levels on the K20c", Form::Megabytes, Rule::Near(Number::At(K20C_LEVELS, "24"), 2200.0)).row(28),
        Sentence::new(DEPTH, "a level on the K20c", Form::Megabytes, Rule::Near(Number::At(K20C_LEVELS, "1"), 95.0)).row(28),
        Sentence::new(DEPTH, "a level on the Titan", Form::Megabytes, Rule::Near(Number::At(TITAN_LEVELS, "1"), 102.0)).row(28),
        Sentence::new(DEPTH, "a level on the K40", Form::Megabytes, Rule::Near(Number::At(K40_LEVELS, "1"), 109.0)).row(28),
        Sentence::new(DEPTH, "levels are in proportion to the SMXs: Titan over K20c, 14/13", Form::Times, Rule::Near(Number::Ratio(&Number::At(TITAN_LEVELS, "1"), &Number::At(K20C_LEVELS, "1")), 14.0 / 13.0)),
        Sentence::new(DEPTH, "the same, K40 over K20c, 15/13", Form::Times, Rule::Near(Number::Ratio(&Number::At(K40_LEVELS, "1"), &Number::At(K20C_LEVELS, "1")), 15.0 / 13.0)),
        Sentence::new("3.4.2.4", "the CDP form of `join` needs two prefix sums, flat one", Form::Count, Rule::Unknown("a property of the program; [ours](../apps/join.md) needs one in every form")),
        Sentence::new(COUNTS, "children of `regx_string`", Form::Count, Rule::Near(Number::At(CHILDREN, "regx_string"), 156_000.0)).row(24),
        Sentence::new(COUNTS, "`regx_string` has most children", Form::Count, Rule::Highest(CHILDREN, Rows::All, &["regx_string"])).row(24),
        Sentence::new(COUNTS, "threads of a child on average", Form::Tenth, Rule::Near(Number::At(THREADS, "average"), 44.0)).row(24),
        Sentence::new(COUNTS, "children over pending launches on average", Form::Times, Rule::Near(Number::Mean(Column::Over(&CHILDREN, &PENDING), Rows::All), 1.3)),
        Sentence::new(TRACE, "children start before their parent has completed: its completion, then the first start", Form::Milliseconds, Rule::Falling(&[Number::At(COMPLETED, "0"), Number::Least(STARTED, Rows::But(&["0"]))])),
        Sentence::new(TRACE, "children execute concurrently, so many at once", Form::Count, Rule::Near(Number::Greatest(EXECUTING, Rows::All), 31.0)),
        Sentence::new(TRACE, "kernels start in the order of their calls, as a trend", Form::Milliseconds, Rule::Together(CALLED, STARTED, Rows::All)),
    ],
    contradictions: &[
        ("3.4.1 and Table 2", "the text gives CLR and SSSP the three graphs of BFS; the table has four each, with `graph500` for CLR and `flight` for SSSP"),
        ("3.4.2.2", "LSRP falls \"for all\" benchmarks, but nothing is launched on the road graphs, and the next paragraph says that they, `citation` and `pre` do not change much"),
        ("3.4.2.2", "REGX is among those whose LSRP falls most (Figure 4); the discussion of Figure 5 reasons from LSRP of REGX having risen"),
        ("3.4.2.3 and 4.6.2.3", "CDP takes 1.21 times as long as flat on the K20c, and 1.16 times in the simulator; ideal CDP on `regx_string` is 2.73 in both, although the two define ideal differently"),
        ("3.4.2.4", "24 levels of 95 MB are 2.28 GB, and 2.45 GB with the 172 MB that are always reserved; the text has 2.2 GB"),
    ],
};
