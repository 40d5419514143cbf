//! Chapter 4 and section 7.7 of the thesis of DARSIE: what warps repeat, and what skipping it gains beside rivals.

use super::grid::{Column, Number, Rows};
use super::rule::{Bound, Form, Rule};
use super::{Sentence, Sentences};

const UV: Column = Column::Of("darsie-fig7.4-2d", "UV");
const DAC: Column = Column::Of("darsie-fig7.4-2d", "DAC-IDEAL");
const DARSIE: Column = Column::Of("darsie-fig7.4-2d", "DARSIE");
const IGNORE_STORE: Column = Column::Of("darsie-fig7.4-2d", "IGNORE-STORE");
const DARSIE_1D: Column = Column::Of("darsie-fig7.4-1d", "DARSIE");
const UV_REMOVES_1D: Column = Column::Of("darsie-fig7.5", "UV");
const REMOVES_1D: Column = Column::Of("darsie-fig7.5", "DARSIE");
const UV_REMOVES: Column = Column::Of("darsie-fig7.6", "UV");
const DAC_REMOVES: Column = Column::Of("darsie-fig7.6", "DAC-IDEAL");
const REMOVES: Column = Column::Of("darsie-fig7.6", "DARSIE");
const UV_SAVES: Column = Column::Of("darsie-fig7.7-2d", "UV");
const DAC_SAVES: Column = Column::Of("darsie-fig7.7-2d", "DAC-IDEAL");
const SAVES: Column = Column::Of("darsie-fig7.7-2d", "DARSIE");
const ALL: Column = Column::Of("darsie-fig4.1", "all");
const UNIFORM: Column = Column::Of("darsie-fig4.1", "uniform");
const COMPUTED: Column = Column::Of("darsie-fig7.10", "computation");
const SHARED: Column = Column::Of("darsie-fig7.10", "loads of shared memory");
const GLOBAL_1D: Column = Column::Of("darsie-fig7.9", "loads of global memory");
const NO_SYNC: Column = Column::Of("darsie-fig7.8-2d", "NO-CF-SYNC");
const NO_SYNC_1D: Column = Column::Of("darsie-fig7.8-1d", "NO-CF-SYNC");
const SYNC: Column = Column::Of("darsie-fig7.8-2d", "SILICON-SYNC");
const SYNC_1D: Column = Column::Of("darsie-fig7.8-1d", "SILICON-SYNC");

/// What is repeated and not uniform.
const OTHER: Column = Column::Minus(&ALL, &UNIFORM);
const FLAT: &[&str] = &["bin", "pt", "fw", "sr1", "lib"];

const KINDS: &str = "4, Figure 4.1";
const TYPES: &str = "7.7.2, Figures 7.9 and 7.10";
const SPEED: &str = "7.7.1, Figure 7.4";
const INSTRUCTIONS: &str = "7.7.1, Figures 7.5 and 7.6";
const ENERGY: &str = "7.7.1, Figure 7.7";
const BRANCHES: &str = "7.7.3, Figure 7.8";

/// The sentences.
pub const SENTENCES: Sentences = Sentences {
    id: "sentences-darsie",
    title: "chapter 4 and section 7.7 of the thesis of DARSIE, sentence by sentence",
    heading: "Chapter 4 and section 7.7 of the thesis of DARSIE",
    machine: "`gtx1080ti`",
    list: &[
        Sentence::new("1.3.1, Figure 1.4", "instructions that need only be executed once per TB, on average", Form::Percent, Rule::Near(Number::At(ALL, "average"), 0.33)),
        Sentence::new(KINDS, "something is repeated uniformly by every benchmark, with TBs of one or of two dimensions", Form::Percent, Rule::Each(UNIFORM, Rows::All, Bound::Above(0.0))),
        Sentence::new(KINDS, "of what is not uniform, those with TBs of one dimension repeat little to none (at most 5 %)", Form::Percent, Rule::Each(OTHER, Rows::Only(FLAT), Bound::AtMost(0.05))),
        Sentence::new(KINDS, "of most with TBs of two dimensions it is a significant part (more than 5 %)", Form::Percent, Rule::Most(OTHER, Rows::But(FLAT), Bound::Above(0.05))),
        Sentence::new(SPEED, "DARSIE's speedup over the base on TBs of two dimensions, on average", Form::Times, Rule::Near(Number::At(DARSIE, "average"), 1.30)).row(64),
        Sentence::new(SPEED, "that of DAC-IDEAL", Form::Times, Rule::Near(Number::At(DAC, "average"), 1.11)),
        Sentence::new(SPEED, "that of UV", Form::Times, Rule::Near(Number::At(UV, "average"), 1.02)),
        Sentence::new(SPEED, "DARSIE is ahead of DAC-IDEAL, and that of UV, on average", Form::Times, Rule::Falling(&[Number::At(DARSIE, "average"), Number::At(DAC, "average"), Number::At(UV, "average")])).row(64),
        Sentence::new(SPEED, "stores cost DARSIE little: its speedup on average, if they do not count (within 15 % of 1.30)", Form::Times, Rule::Near(Number::At(IGNORE_STORE, "average"), 1.30)).row(64),
        Sentence::new(SPEED, "`fws` gains 13 % by DARSIE", Form::Times, Rule::Near(Number::At(DARSIE, "fws"), 1.13)),
        Sentence::new(INSTRUCTIONS, "instructions that DARSIE removes on TBs of two dimensions, on average", Form::Percent, Rule::Near(Number::At(REMOVES, "average"), 0.17)).row(64),
        Sentence::new(INSTRUCTIONS, "that DAC-IDEAL removes", Form::Percent, Rule::Near(Number::At(DAC_REMOVES, "average"), 0.11)),
        Sentence::new(INSTRUCTIONS, "DARSIE removes more than DAC-IDEAL, and that more than UV, on average", Form::Percent, Rule::Falling(&[Number::At(REMOVES, "average"), Number::At(DAC_REMOVES, "average"), Number::At(UV_REMOVES, "average")])),
        Sentence::new(INSTRUCTIONS, "of `fws` DARSIE skips 21 %", Form::Percent, Rule::Near(Number::At(REMOVES, "fws"), 0.21)),
        Sentence::new(INSTRUCTIONS, "of `mm` DARSIE removes more than of the others, most of them loads of shared memory", Form::Percent, Rule::Highest(REMOVES, Rows::All, &["mm"])),
        Sentence::new("7.7.3", "of `lib` DARSIE removes 75 %", Form::Percent, Rule::Near(Number::At(REMOVES_1D, "lib"), 0.75)).row(69),
        Sentence::new(INSTRUCTIONS, "UV removes something of every benchmark with TBs of one dimension", Form::Percent, Rule::Each(UV_REMOVES_1D, Rows::All, Bound::Above(0.0))),
        Sentence::new(TYPES, "DARSIE removes 45 to 90 % of the loads of shared memory on TBs of two dimensions", Form::Percent, Rule::Span(SHARED, Rows::All, 0.45, 0.90)).row(69),
        Sentence::new(TYPES, "of `mm` over 90 %", Form::Percent, Rule::Is(Number::At(SHARED, "mm"), Bound::Above(0.90))).row(69),
        Sentence::new(TYPES, "of `lib` over 98 % of the loads of global memory", Form::Percent, Rule::Is(Number::At(GLOBAL_1D, "lib"), Bound::Above(0.98))).row(69),
        Sentence::new(TYPES, "of what is computed 12 to 19 % on TBs of two dimensions", Form::Percent, Rule::Span(COMPUTED, Rows::All, 0.12, 0.19)),
        Sentence::new(ENERGY, "energy that DARSIE saves on TBs of two dimensions, on average", Form::Percent, Rule::Near(Number::At(SAVES, "average"), 0.25)).row(66),
        Sentence::new(ENERGY, "that DAC-IDEAL saves", Form::Percent, Rule::Near(Number::At(DAC_SAVES, "average"), 0.20)).row(66),
        Sentence::new(ENERGY, "that UV saves", Form::Percent, Rule::Near(Number::At(UV_SAVES, "average"), 0.07)).row(66),
        Sentence::new(ENERGY, "DARSIE saves more than DAC-IDEAL, and that more than UV, on average", Form::Percent, Rule::Falling(&[Number::At(SAVES, "average"), Number::At(DAC_SAVES, "average"), Number::At(UV_SAVES, "average")])),
        Sentence::new(BRANCHES, "without waiting at branches DARSIE is faster, on average, on TBs of two dimensions", Form::Times, Rule::Falling(&[Number::At(NO_SYNC, "average"), Number::At(DARSIE, "average")])),
        Sentence::new(BRANCHES, "and of one", Form::Times, Rule::Falling(&[Number::At(NO_SYNC_1D, "average"), Number::At(DARSIE_1D, "average")])),
        Sentence::new(BRANCHES, "waiting at branches alone costs most benchmarks with TBs of two dimensions little (at most 15 %)", Form::Times, Rule::Most(SYNC, Rows::All, Bound::Near(1.0))),
        Sentence::new(BRANCHES, "`lib` is half as fast with waiting alone", Form::Times, Rule::Near(Number::At(SYNC_1D, "lib"), 0.5)),
    ],
    contradictions: &[
        ("7.6 and 7.7.4", "the skip table has 1 entry per TB, and 8; the storage is that of 8"),
        ("7.7.4", "256 entries of 82 bits are \"20092 bits (2624 bytes)\"; they are 20992"),
        ("7.7.1", "the added tables are 82 bytes for the mask and 84 per bank of a TB; 7.7.4 has 128 bytes for all masks, and 82 for the skip table's bank of a TB"),
    ],
};
