//! One unit, driven by hand: the placement of TBs, as model and as circuit.
//! `cargo run --release -p heddle-hw --example unit_by_hand`

use heddle_hw::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};
use heddle_hw::placement_rr::pins::{In, Params};
use heddle_hw::placement_rr::RoundRobin;

fn main() {
    let params = Params { smxs: 4, consecutive: 1 };
    let mut model = RoundRobin::model(&params);
    let mut circuit = Rtl::new(RoundRobin::circuit(&params));
    model.reset();
    circuit.reset();
    // SMX 2 has no room in the first cycles. Whoever has the turn is granted a TB.
    for cycle in 0..8 {
        let out = model.out();
        assert_eq!(out, circuit.out(), "the promise: the same pins in the same cycle");
        let mut room: Mask = (0..4).collect();
        room.set(2, cycle >= 4);
        let granted = out.turn_smxs.iter().next();
        println!("cycle {cycle}: turn {}", granted.map_or("of none".into(), |smx| smx.to_string()));
        let input = In { room_smxs: room, grant_smxs: out.turn_smxs, mask_smxs: (0..4).collect() };
        model.step(&input);
        circuit.step(&input);
    }
}
