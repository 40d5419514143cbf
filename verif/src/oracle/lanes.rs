//! Instructions across the lanes of a warp: the result of each named lane from the operands of all
//! named lanes.

use super::ops::Src;
use super::types::Ty;
use rand::seq::IndexedRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use std::rc::Rc;
use Ty::*;

/// Operands of the lanes taking part, by lane.
pub type Operands = [Option<[u64; 3]>; 32];
/// Results by lane; those of lanes not taking part have no meaning.
pub type Results = [[u64; 2]; 32];

/// An instruction without its operands; the member mask follows its sources.
#[derive(Clone)]
pub struct LaneOp {
    /// Mnemonic.
    pub text: String,
    /// Destinations, one or two, or none.
    pub dst: Vec<Ty>,
    /// Sources before the member mask.
    pub src: Vec<Src>,
    /// The function.
    pub eval: Rc<dyn Fn(&Operands) -> Results>,
}

impl LaneOp {
    fn new(
        text: String,
        dst: &[Ty],
        src: &[Src],
        eval: impl Fn(&Operands) -> Results + 'static,
    ) -> Self {
        Self { text, dst: dst.to_vec(), src: src.to_vec(), eval: Rc::new(eval) }
    }

    /// One result for all lanes.
    fn uniform(
        text: String,
        dst: &[Ty],
        src: &[Src],
        eval: impl Fn(&[(usize, [u64; 3])]) -> [u64; 2] + 'static,
    ) -> Self {
        Self::new(text, dst, src, move |lanes| [eval(&present(lanes)); 32])
    }
}

fn present(lanes: &Operands) -> Vec<(usize, [u64; 3])> {
    lanes.iter().enumerate().filter_map(|(lane, values)| Some((lane, (*values)?))).collect()
}

/// Returns the instruction that finds the members whose predicate holds.
pub fn ballot() -> LaneOp {
    LaneOp::uniform("vote.sync.ballot.b32".into(), &[B32], &[Src::Negatable], |lanes| {
        [lanes.iter().filter(|(_, v)| v[0] != 0).fold(0, |mask, (lane, _)| mask | 1 << lane), 0]
    })
}

/// An instruction for any members.
pub fn random(rng: &mut ChaCha8Rng) -> LaneOp {
    match rng.random_range(0..8) {
        0 => ballot(),
        1 => vote(rng),
        2 => match_lanes(rng),
        3 => reduce(rng),
        4 => LaneOp::new("bar.warp.sync".into(), &[], &[], |_| [[0; 2]; 32]),
        _ => shuffle(rng),
    }
}

fn vote(rng: &mut ChaCha8Rng) -> LaneOp {
    let mode = *["all", "any", "uni"].choose(rng).expect("modes");
    let text = format!("vote.sync.{mode}.pred");
    LaneOp::uniform(text, &[Pred], &[Src::Negatable], move |lanes| {
        let count = lanes.iter().filter(|(_, v)| v[0] != 0).count();
        let holds = match mode {
            "all" => count == lanes.len(),
            "any" => count > 0,
            _ => count == 0 || count == lanes.len(),
        };
        [u64::from(holds), 0]
    })
}

fn match_lanes(rng: &mut ChaCha8Rng) -> LaneOp {
    let t = *[B32, B64].choose(rng).expect("types");
    if rng.random() {
        return LaneOp::new(format!("match.any.sync.{t}"), &[B32], &[Src::Reg(t)], |lanes| {
            std::array::from_fn(|lane| {
                let like = present(lanes).into_iter().filter(|(_, v)| lanes[lane] == Some(*v));
                [like.fold(0, |mask, (other, _)| mask | 1 << other), 0]
            })
        });
    }
    let results = if rng.random() { &[B32, Pred][..] } else { &[B32] };
    LaneOp::uniform(format!("match.all.sync.{t}"), results, &[Src::Reg(t)], |lanes| {
        let alike = lanes.iter().all(|(_, v)| v[0] == lanes[0].1[0]);
        let members = lanes.iter().fold(0, |mask, (lane, _)| mask | 1 << lane);
        [if alike { members } else { 0 }, u64::from(alike)]
    })
}

fn reduce(rng: &mut ChaCha8Rng) -> LaneOp {
    let choices =
        [("add", U32), ("add", S32), ("min", U32), ("min", S32), ("max", U32), ("max", S32)];
    let logic = [("and", B32), ("or", B32), ("xor", B32)];
    let (name, t) =
        *if rng.random() { choices.choose(rng) } else { logic.choose(rng) }.expect("a reduction");
    LaneOp::uniform(format!("redux.sync.{name}.{t}"), &[t], &[Src::Reg(t)], move |lanes| {
        let values = lanes.iter().map(|(_, v)| t.integer(v[0]));
        let result = values.reduce(|a, b| match name {
            "add" => a + b,
            "min" => a.min(b),
            "max" => a.max(b),
            "and" => a & b,
            "or" => a | b,
            _ => a ^ b,
        });
        [result.unwrap_or(0) as u64 & t.mask(), 0]
    })
}

/// Makes a shuffle. A source lane that takes no part gives 0.
fn shuffle(rng: &mut ChaCha8Rng) -> LaneOp {
    let mode = *["up", "down", "bfly", "idx", "idx"].choose(rng).expect("modes");
    let results = if rng.random() { &[B32, Pred][..] } else { &[B32] };
    let text = format!("shfl.sync.{mode}.b32");
    // A clamp of 0 with a segment mask of 31 makes segments of one lane.
    let constants = match mode {
        "up" => [0, 0x1000, 0x1800, 0x1c02],
        _ => [0x1f, 0x101f, 0x181f, 0x1c03],
    };
    let control = *constants.choose(rng).expect("constants");
    let control =
        if rng.random_range(0..4) == 0 { Src::Any(B32) } else { Src::Fixed(control, U32) };
    LaneOp::new(text, results, &[Src::Reg(B32), Src::Small(B32, 32), control], move |lanes| {
        std::array::from_fn(|lane| {
            let Some([own, b, c]) = lanes[lane] else { return [0; 2] };
            let (source, inside) = source_lane(mode, lane as i64, b as i64, c as i64);
            let value = if inside { lanes[source as usize].map_or(0, |v| v[0]) } else { own };
            [value, u64::from(inside)]
        })
    })
}

/// Returns the lane read, and whether it is inside the segment and the clamp.
fn source_lane(mode: &str, lane: i64, b: i64, c: i64) -> (i64, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let limit = lane & segment | clamp & !segment;
    match mode {
        "up" => (lane - b, lane - b >= limit),
        "down" => (lane + b, lane + b <= limit),
        "bfly" => (lane ^ b, (lane ^ b) <= limit),
        _ => {
            let source = lane & segment | b & !segment;
            (source, source <= limit)
        }
    }
}
