//! Section 4.6.2 of the thesis: DTBL beside CDP and flat.

use super::grid::{Column, Number, Rows};
use super::rule::{Bound, Form, Rule};
use super::{Sentence, Sentences};

const FLAT_ACTIVITY: Column = Column::Of("dtbl-fig16", "flat");
const CDP_ACTIVITY: Column = Column::Of("dtbl-fig16", "CDP");
const DTBL_ACTIVITY: Column = Column::Of("dtbl-fig16", "DTBL");
const CDP_MORE_ACTIVE: Column = Column::Minus(&CDP_ACTIVITY, &FLAT_ACTIVITY);
const DTBL_MORE_ACTIVE: Column = Column::Of("dtbl-fig16", "DTBL - flat");
const FLAT_DRAM: Column = Column::Of("dtbl-fig17", "flat");
const CDP_DRAM_GAIN: Column = Column::Of("dtbl-fig17", "CDP - flat");
const DTBL_DRAM_GAIN: Column = Column::Of("dtbl-fig17", "DTBL - flat");
const CDP_DRAM: Column = Column::Plus(&FLAT_DRAM, &CDP_DRAM_GAIN);
const DTBL_DRAM: Column = Column::Plus(&FLAT_DRAM, &DTBL_DRAM_GAIN);
const CDPI_OCCUPANCY: Column = Column::Of("dtbl-fig18", "CDPI");
const DTBLI_OCCUPANCY: Column = Column::Of("dtbl-fig18", "DTBLI");
const CDP_OCCUPANCY: Column = Column::Of("dtbl-fig18", "CDP");
const DTBL_OCCUPANCY: Column = Column::Of("dtbl-fig18", "DTBL");
const IDEAL_GAP: Column = Column::Of("dtbl-fig18", "DTBLI - CDPI");
const GAP: Column = Column::Minus(&DTBL_OCCUPANCY, &CDP_OCCUPANCY);
const CDP_DROP: Column = Column::Minus(&CDP_OCCUPANCY, &CDPI_OCCUPANCY);
const DTBL_DROP: Column = Column::Minus(&DTBL_OCCUPANCY, &DTBLI_OCCUPANCY);
const IDEAL_WAIT: Column = Column::Of("dtbl-fig19", "DTBLI / CDPI");
const WAIT: Column = Column::Of("dtbl-fig19", "DTBL / CDP");
const PENDING_SAVED: Column = Column::Of("dtbl-fig20", "launches pending");
const BYTES_SAVED: Column = Column::Of("dtbl-fig20", "bytes");
const CDPI: Column = Column::Of("dtbl-fig21", "CDPI");
const DTBLI: Column = Column::Of("dtbl-fig21", "DTBLI");
const CDP: Column = Column::Of("dtbl-fig21", "CDP");
const DTBL: Column = Column::Of("dtbl-fig21", "DTBL");
const OVER_CDP: Column = Column::Of("dtbl-fig21", "DTBL over CDP");
const KDE_HITS: Column = Column::Of("dtbl-fig22", "KDE hit rate");
const HALF: Column = Column::Of("dtbl-fig23", "512");
const DOUBLE: Column = Column::Of("dtbl-fig23", "2048");
const HITS_HALF: Column = Column::Of("dtbl-fig23", "hits, 512");
const HITS: Column = Column::Of("dtbl-fig23", "hits, 1024");
const HITS_DOUBLE: Column = Column::Of("dtbl-fig23", "hits, 2048");
const THREADS: Column = Column::Of("cdp-fig10", "threads");
const CHILDREN: Column = Column::Of("cdp-fig10", "children");

const ACTIVITY: &str = "4.6.2.1, Figure 16";
const DRAM: &str = "4.6.2.1, Figure 17";
const OCCUPANCY: &str = "4.6.2.2, Figure 18";
const WAITING: &str = "4.6.2.2, Figure 19";
const MEMORY: &str = "4.6.2.2, Figure 20";
const SPEED: &str = "4.6.2.3, Figure 21";
const AGT: &str = "4.6.2.4, Figure 23";
const KDE: &str = "4.6.2.5, Figure 22";
const AGT_HITS: &str = "4.6.2.5, Figure 23";

const SLOW: &[&str] = &["clr_graph500", "regx_string"];
const UNCHANGED: &[&str] = &["bfs_usa_road", "sssp_flight"];

/// The sentences.
pub const SENTENCES: Sentences = Sentences {
    id: "sentences-dtbl",
    title: "section 4.6.2 of the thesis, sentence by sentence",
    heading: "Section 4.6.2 of the thesis",
    machine: "`k20c`",
    list: &[
        Sentence::new(ACTIVITY, "warp activity of CDP above flat, on average", Form::Points, Rule::Near(Number::At(CDP_MORE_ACTIVE, "average"), 0.107)).row(17),
        Sentence::new(ACTIVITY, "warp activity of DTBL above flat, on average", Form::Points, Rule::Near(Number::At(DTBL_MORE_ACTIVE, "average"), 0.107)).row(17),
        Sentence::new(ACTIVITY, "CDP and DTBL have the same warp activity (ratio within 15 %)", Form::Times, Rule::Each(Column::Over(&DTBL_ACTIVITY, &CDP_ACTIVITY), Rows::All, Bound::Near(1.0))),
        Sentence::new(ACTIVITY, "warp activity rises most on `amr` and `join_gaussian`", Form::Points, Rule::Highest(DTBL_MORE_ACTIVE, Rows::All, &["amr", "join_gaussian"])).row(17),
        Sentence::new(ACTIVITY, "by how much on `amr`", Form::Points, Rule::Near(Number::At(DTBL_MORE_ACTIVE, "amr"), 0.453)).row(17),
        Sentence::new(ACTIVITY, "by how much on `join_gaussian`", Form::Points, Rule::Near(Number::At(DTBL_MORE_ACTIVE, "join_gaussian"), 0.213)),
        Sentence::new(ACTIVITY, "warp activity rises on the `bfs` that launch, over a flat form that expands by warp and TB", Form::Points, Rule::Each(DTBL_MORE_ACTIVE, Rows::Only(&["bfs_citation", "bfs_cage15"]), Bound::Above(0.0))),
        Sentence::new(ACTIVITY, "warp activity of `clr_graph500` changes little (within 15 %)", Form::Times, Rule::Near(Number::At(Column::Over(&DTBL_ACTIVITY, &FLAT_ACTIVITY), "clr_graph500"), 1.0)).row(15),
        Sentence::new(ACTIVITY, "warp activity of `clr_cage15` falls, by", Form::Points, Rule::Near(Number::At(DTBL_MORE_ACTIVE, "clr_cage15"), -0.059)).row(17),
        Sentence::new(DRAM, "DRAM efficiency of CDP above flat, on average", Form::Points, Rule::Near(Number::At(CDP_DRAM_GAIN, "average"), 0.029)).row(18),
        Sentence::new(DRAM, "the same as a ratio", Form::Times, Rule::Near(Number::At(Column::Over(&CDP_DRAM, &FLAT_DRAM), "average"), 1.14)).row(18),
        Sentence::new(DRAM, "DRAM efficiency of DTBL above flat, on average", Form::Points, Rule::Near(Number::At(DTBL_DRAM_GAIN, "average"), 0.053)).row(18),
        Sentence::new(DRAM, "the same as a ratio", Form::Times, Rule::Near(Number::At(Column::Over(&DTBL_DRAM, &FLAT_DRAM), "average"), 1.27)).row(18),
        Sentence::new(DRAM, "DRAM efficiency rises most on `clr_cage15` and `sssp_cage15`", Form::Points, Rule::Highest(DTBL_DRAM_GAIN, Rows::All, &["clr_cage15", "sssp_cage15"])).row(18),
        Sentence::new(DRAM, "DRAM efficiency of DTBL is above that of CDP, on average", Form::Points, Rule::Is(Number::At(Column::Minus(&DTBL_DRAM, &CDP_DRAM), "average"), Bound::Above(0.0))).row(18),
        Sentence::new(DRAM, "by how much", Form::Points, Rule::Near(Number::At(Column::Minus(&DTBL_DRAM, &CDP_DRAM), "average"), 0.022)).row(18),
        Sentence::new(OCCUPANCY, "occupancy of DTBLI is above that of CDPI, on average", Form::Points, Rule::Is(Number::At(IDEAL_GAP, "average"), Bound::Above(0.0))),
        Sentence::new(OCCUPANCY, "by how much", Form::Points, Rule::Near(Number::At(IDEAL_GAP, "average"), 0.179)).row(20),
        Sentence::new(OCCUPANCY, "the same as a ratio", Form::Times, Rule::Near(Number::At(Column::Over(&DTBLI_OCCUPANCY, &CDPI_OCCUPANCY), "average"), 1.24)).row(20),
        Sentence::new(OCCUPANCY, "it rises most on `bht`", Form::Points, Rule::Highest(IDEAL_GAP, Rows::All, &["bht"])),
        Sentence::new(OCCUPANCY, "by how much on `bht`", Form::Points, Rule::Near(Number::At(IDEAL_GAP, "bht"), 0.246)),
        Sentence::new(OCCUPANCY, "the same as a ratio", Form::Times, Rule::Near(Number::At(Column::Over(&DTBLI_OCCUPANCY, &CDPI_OCCUPANCY), "bht"), 1.38)),
        Sentence::new(OCCUPANCY, "threads of a child of `bht`", Form::Tenth, Rule::Near(Number::At(THREADS, "bht"), 33.4)).row(24),
        Sentence::new(OCCUPANCY, "occupancy of `pre`, DTBLI over CDPI", Form::Times, Rule::Near(Number::At(Column::Over(&DTBLI_OCCUPANCY, &CDPI_OCCUPANCY), "pre_movielens"), 1.01)),
        Sentence::new(OCCUPANCY, "threads of a child of `pre`", Form::Tenth, Rule::Near(Number::At(THREADS, "pre_movielens"), 1527.9)),
        Sentence::new(OCCUPANCY, "latencies lower the occupancy of CDP, on average by", Form::Points, Rule::Near(Number::At(CDP_DROP, "average"), -0.107)),
        Sentence::new(OCCUPANCY, "what they leave, CDP over CDPI (-13.5 %)", Form::Times, Rule::Near(Number::At(Column::Over(&CDP_OCCUPANCY, &CDPI_OCCUPANCY), "average"), 0.865)),
        Sentence::new(OCCUPANCY, "latencies lower the occupancy of DTBL, on average by", Form::Points, Rule::Near(Number::At(DTBL_DROP, "average"), -0.052)),
        Sentence::new(OCCUPANCY, "what they leave, DTBL over DTBLI (-7.6 %)", Form::Times, Rule::Near(Number::At(Column::Over(&DTBL_OCCUPANCY, &DTBLI_OCCUPANCY), "average"), 0.924)),
        Sentence::new(OCCUPANCY, "they lower CDP more than DTBL", Form::Points, Rule::Falling(&[Number::At(DTBL_DROP, "average"), Number::At(CDP_DROP, "average")])),
        Sentence::new(OCCUPANCY, "occupancy of `regx_string`, DTBLI above CDPI", Form::Points, Rule::Near(Number::At(IDEAL_GAP, "regx_string"), 0.112)),
        Sentence::new(OCCUPANCY, "the same as a ratio", Form::Times, Rule::Near(Number::At(Column::Over(&DTBLI_OCCUPANCY, &CDPI_OCCUPANCY), "regx_string"), 1.14)),
        Sentence::new(OCCUPANCY, "latencies widen this gap: DTBL above CDP, then DTBLI above CDPI", Form::Points, Rule::Falling(&[Number::At(GAP, "regx_string"), Number::At(IDEAL_GAP, "regx_string")])),
        Sentence::new(OCCUPANCY, "the gap with latencies, DTBL above CDP", Form::Points, Rule::Near(Number::At(GAP, "regx_string"), 0.254)),
        Sentence::new(OCCUPANCY, "the same as a ratio", Form::Times, Rule::Near(Number::At(Column::Over(&DTBL_OCCUPANCY, &CDP_OCCUPANCY), "regx_string"), 1.48)),
        Sentence::new(OCCUPANCY, "latencies change the occupancy of `clr_graph500` significantly (DTBL over DTBLI below 0.85)", Form::Times, Rule::Is(Number::At(Column::Over(&DTBL_OCCUPANCY, &DTBLI_OCCUPANCY), "clr_graph500"), Bound::Below(0.85))),
        Sentence::new(WAITING, "DTBLI waits less than CDPI, on average", Form::Times, Rule::Is(Number::At(IDEAL_WAIT, "average"), Bound::Below(1.0))),
        Sentence::new(WAITING, "waiting of DTBLI over CDPI (-18.8 %)", Form::Times, Rule::Near(Number::At(IDEAL_WAIT, "average"), 0.812)).row(21),
        Sentence::new(WAITING, "DTBL waits less than CDP, on average", Form::Times, Rule::Is(Number::At(WAIT, "average"), Bound::Below(1.0))),
        Sentence::new(WAITING, "waiting of DTBL over CDP (-24.1 %)", Form::Times, Rule::Near(Number::At(WAIT, "average"), 0.759)).row(21),
        Sentence::new(WAITING, "waiting of `pre` and `join_uniform` changes little, DTBLI over CDPI (within 15 %)", Form::Times, Rule::Each(IDEAL_WAIT, Rows::Only(&["pre_movielens", "join_uniform"]), Bound::Near(1.0))).row(21),
        Sentence::new(WAITING, "waiting falls most on `regx_string`", Form::Times, Rule::Lowest(WAIT, Rows::All, &["regx_string"])).row(21),
        Sentence::new(WAITING, "waiting of `regx_string`, DTBL over CDP (-41.8 %)", Form::Times, Rule::Near(Number::At(WAIT, "regx_string"), 0.582)).row(21),
        Sentence::new(WAITING, "waiting of `clr_graph500` changes little, DTBL over CDP (within 15 %)", Form::Times, Rule::Near(Number::At(WAIT, "clr_graph500"), 1.0)).row(21),
        Sentence::new(MEMORY, "`regx_string` launches most (children)", Form::Count, Rule::Highest(CHILDREN, Rows::But(&["clr_usa_road", "sssp_usa_road"]), &["regx_string"])).row(24),
        Sentence::new(MEMORY, "launch memory of DTBL below CDP, on average, by launches pending", Form::Percent, Rule::Near(Number::At(PENDING_SAVED, "average"), 0.256)).row(19),
        Sentence::new(MEMORY, "the same, by bytes", Form::Percent, Rule::Near(Number::At(BYTES_SAVED, "average"), 0.256)).row(19),
        Sentence::new(MEMORY, "launch memory of `regx_string`, DTBL below CDP, by launches pending", Form::Percent, Rule::Near(Number::At(PENDING_SAVED, "regx_string"), 0.512)).row(19),
        Sentence::new(MEMORY, "`clr_graph500` saves nothing (launches pending, at most 1 %)", Form::Percent, Rule::Is(Number::At(PENDING_SAVED, "clr_graph500"), Bound::AtMost(0.01))).row(19),
        Sentence::new(SPEED, "speedup of CDPI on average", Form::Times, Rule::Near(Number::At(CDPI, "average"), 1.43)).row(15),
        Sentence::new(SPEED, "speedup of DTBLI on average", Form::Times, Rule::Near(Number::At(DTBLI, "average"), 1.63)).row(15),
        Sentence::new(SPEED, "DTBLI is ahead of CDPI, and CDPI of flat, on average", Form::Times, Rule::Falling(&[Number::At(DTBLI, "average"), Number::At(CDPI, "average"), Number::Is(1.0)])).row(6),
        Sentence::new(SPEED, "speedup of CDP on average, 1/1.16", Form::Times, Rule::Near(Number::At(CDP, "average"), 1.0 / 1.16)).row(15),
        Sentence::new(SPEED, "speedup of DTBL on average", Form::Times, Rule::Near(Number::At(DTBL, "average"), 1.21)).row(15),
        Sentence::new(SPEED, "speedup of DTBL over CDP on average", Form::Times, Rule::Near(Number::At(OVER_CDP, "average"), 1.40)).row(15),
        Sentence::new(SPEED, "DTBL is ahead of flat, and flat of CDP, on average", Form::Times, Rule::Falling(&[Number::At(DTBL, "average"), Number::Is(1.0), Number::At(CDP, "average")])).row(15),
        Sentence::new(SPEED, "`bfs_usa_road` and `sssp_flight` change little by DTBL (within 15 %)", Form::Times, Rule::Each(DTBL, Rows::Only(UNCHANGED), Bound::Near(1.0))).row(15),
        Sentence::new(SPEED, "DTBL is slower than flat on `clr_graph500` and `regx_string`", Form::Times, Rule::Each(DTBL, Rows::Only(SLOW), Bound::Below(1.0))).row(15),
        Sentence::new(SPEED, "DTBL is slower than flat on no other", Form::Times, Rule::Each(DTBL, Rows::But(SLOW), Bound::AtLeast(1.0))),
        Sentence::new(SPEED, "speedup of DTBL on `clr_graph500`", Form::Times, Rule::Near(Number::At(DTBL, "clr_graph500"), 0.97)).row(15),
        Sentence::new(SPEED, "speedup of DTBL on `regx_string`", Form::Times, Rule::Near(Number::At(DTBL, "regx_string"), 0.95)).row(15),
        Sentence::new(SPEED, "speedup of CDPI on `regx_string`", Form::Times, Rule::Near(Number::At(CDPI, "regx_string"), 2.73)).row(15),
        Sentence::new(SPEED, "speedup of DTBLI on `regx_string`", Form::Times, Rule::Near(Number::At(DTBLI, "regx_string"), 3.10)).row(15),
        Sentence::new(AGT, "512 entries are slower than 1024, and 2048 faster, on average", Form::Times, Rule::Falling(&[Number::At(DOUBLE, "average"), Number::Is(1.0), Number::At(HALF, "average")])).row(7),
        Sentence::new(AGT, "speed with 512 entries over 1024 on average, 1/1.31", Form::Times, Rule::Near(Number::At(HALF, "average"), 1.0 / 1.31)).row(7),
        Sentence::new(AGT, "speed with 2048 entries over 1024 on average", Form::Times, Rule::Near(Number::At(DOUBLE, "average"), 1.20)).row(7),
        Sentence::new(AGT, "`bht` and both `regx` lose most with 512 entries", Form::Times, Rule::Lowest(HALF, Rows::All, &["bht", "regx_darpa", "regx_string"])).row(7),
        Sentence::new(KDE, "KDE hit rate on average", Form::Percent, Rule::Near(Number::At(KDE_HITS, "average"), 0.818)),
        Sentence::new(AGT_HITS, "AGT hit rate rises with its size, on average (2048, 1024, 512)", Form::Percent, Rule::Falling(&[Number::At(HITS_DOUBLE, "average"), Number::At(HITS, "average"), Number::At(HITS_HALF, "average")])).row(7),
        Sentence::new(AGT_HITS, "AGT hit rate with 512 entries on average", Form::Percent, Rule::Near(Number::At(HITS_HALF, "average"), 0.622)).row(7),
        Sentence::new(AGT_HITS, "AGT hit rate with 1024 entries on average", Form::Percent, Rule::Near(Number::At(HITS, "average"), 0.816)).row(7),
        Sentence::new(AGT_HITS, "the hit rates of `clr_graph500` and `regx_string` are below the average (1024 entries)", Form::Percent, Rule::Falling(&[Number::At(HITS, "average"), Number::Greatest(HITS, Rows::Only(SLOW))])).row(7),
    ],
    contradictions: &[
        ("4.6.2.1", "the text speaks of \"two\" `bfs`; Table 6 has three, of which `bfs_usa_road` launches next to nothing"),
        ("4.6.2.1 and 4.6.2.2", "DRAM efficiency: 0.029 and 0.053 above flat make DTBL 0.024 above CDP, and 1.27 over 1.14 makes 1.11; the text has 0.022 and 1.08"),
        ("4.6.2.1", "0.029 as 1.14 times and 0.053 as 1.27 times are of two values of flat, 0.207 and 0.196"),
        ("4.6.2.2", "SMX occupancy: 17.9 points as 1.24 times put CDPI at 74.6 % and DTBLI at 92.5 %; -10.7 points as -13.5 % put CDPI at 79.3 %, and -5.2 as -7.6 % DTBLI at 68.4 %, below CDPI"),
        ("4.6.2.1 and 4.6.2.3", "`graph500` has a balanced degree, so that launching gains nothing; 4.6.2.5 has `clr_graph500` among those that launch many groups in a short time. Graphs of the Graph 500 generator are skewed"),
        ("4.3 and 4.6.2.5", "a group without a free AGT entry waits in global memory (4.3, and the first part of 4.6.2.5); the end of 4.6.2.5 has it launched as a device kernel"),
        ("4.6.2.5 and the ISCA 2015 paper", "a group finds an eligible kernel in 0.818 of the cases here, and in 0.98 there"),
    ],
};
