use heddle_verif::oracle::{compare::difference, generate::program, print::print, shrink::shrink, program::*};

fn strip(body: &mut Vec<Stmt>, word: &str) {
    body.retain(|s| match s {
        Stmt::Insts(i) => !i.iter().any(|i| match &i.kind { Kind::Compute{op,..} => op.text == word, Kind::Lanes{op,..} => op.text == word,
            Kind::Barrier(Barrier::Reduce(n,..)) => word.starts_with("bar.red") && word.ends_with(n), Kind::Memory(_) => word.starts_with("atom") || word.starts_with("red"), _ => false }),
        _ => true,
    });
    for s in body { match s {
        Stmt::If{then, otherwise,..} => { strip(then, word); strip(otherwise, word); }
        Stmt::Loop{body,..} => strip(body, word),
        Stmt::Tangle(b) => for x in b { strip(&mut x.0, word) },
        _ => {}
    } }
}

#[test]
fn random_programs_leave_the_same_memory_on_both_executors() {
    let count: u64 = std::env::var("HEDDLE_PROGRAMS").ok().and_then(|s| s.parse().ok()).unwrap_or(2000);
    let mut seen: std::collections::BTreeMap<String, (u64, usize)> = Default::default();
    let mut words: std::collections::BTreeMap<String, usize> = Default::default();
    for seed in 0..count {
        let mut p = program(seed);
        let mut d = difference(&p);
        let mut i = 0;
        while let Some(x) = d.clone().filter(|d| d.starts_with("refused")) {
            let w = x.split("(at `").nth(1).unwrap().trim_end_matches("`)").to_string();
            strip(&mut p.body, &w);
            for f in &mut p.functions { strip(&mut f.body, &w); }
            if i == 0 { *words.entry(x.split(": ").last().unwrap().to_string()).or_default() += 1; }
            d = difference(&p);
            i += 1;
            if i > 100 { break }
        }
        if let Some(d) = d {
            let refused = d.starts_with("refused");
            let small = shrink(&p, |c| difference(c).is_some_and(|x| x.starts_with("refused") == refused));
            let d = difference(&small).unwrap();
            let text = print(&small);
            let funs = text.split(".func").skip(1).map(|f| f.split("%p3, %t1, 0;").last().unwrap().to_string()).collect::<String>();
            let key: String = funs + text.split("READY:").last().unwrap().split("DONE:").next().unwrap();
            let e = seen.entry(if refused {d.clone()} else {key + "\n" + &d}).or_insert((seed, 0));
            e.1 += 1;
            if seen.len() > 40 { break }
        }
    }
    println!("{}", words.len());
    if count > 100000 { println!("{words:#?}"); }
    for (k, v) in &seen { println!("== {v:?} {k}"); }
    assert!(seen.is_empty());
}
