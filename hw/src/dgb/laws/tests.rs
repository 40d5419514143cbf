//! Tests.

use super::super::Dgb;
use crate::kit::trial::{search, Judge, Plan};
use crate::kit::Room;

#[test]
fn model_only() {
    for (preset, params) in Dgb::presets() {
        let plan = Plan::from_env(64).unwrap();
        let r = search::<Dgb, _>(&params, plan, Judge::Laws, || Dgb::model(&params));
        if let Err(f) = r {
            panic!("{preset}: {} script {}", f.failure, f.script);
        }
        let scripts = plan.scripts::<Dgb>(&params).unwrap();
        let t = std::time::Instant::now();
        let cycles: Vec<usize> = scripts
            .iter()
            .map(|s| {
                crate::kit::law::check::<Dgb, _>(&mut Dgb::model(&params), &params, s)
                    .unwrap()
                    .inputs
                    .len()
            })
            .collect();
        println!(
            "{preset} ok, mean {} max {} {:?}",
            cycles.iter().sum::<usize>() / cycles.len(),
            cycles.iter().max().unwrap(),
            t.elapsed()
        );
    }
}
