use heddle_verif::oracle::{compare::difference, generate::program, print::print, shrink::shrink};

#[test]
fn random_programs_leave_the_same_memory_on_both_executors() {
    let count: u64 = std::env::var("HEDDLE_PROGRAMS").ok().and_then(|s| s.parse().ok()).unwrap_or(2000);
    let mut seen: std::collections::BTreeMap<String, (u64, usize)> = Default::default();
    for seed in 0..count {
        let p = program(seed);
        if let Some(d) = difference(&p) {
            let refused = d.starts_with("refused");
            if refused { let k = d.split(": ").skip(2).collect::<String>(); seen.entry(k).or_insert((seed,0)).1 += 1; continue }
            let small = shrink(&p, |c| difference(c).is_some_and(|x| x.starts_with("refused") == refused));
            let d = difference(&small).unwrap();
            let text = print(&small);
            let key: String = text.split("READY:").last().unwrap().split("DONE:").next().unwrap().to_string();
            let e = seen.entry(if refused {d.clone()} else {d + "\n" + &key}).or_insert((seed, 0));
            e.1 += 1;
            if seen.len() > 60 { break }
        }
    }
    for (k, v) in &seen { println!("== {v:?} {k}"); }
    assert!(seen.is_empty());
}
