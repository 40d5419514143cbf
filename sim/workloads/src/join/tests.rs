use super::super::Way;
use super::*;
use crate::inputs::Relation;

fn relation(tuples: &[(u32, u32)]) -> Relation {
    let (keys, values) = tuples.iter().copied().unzip();
    Relation { keys, values }
}

fn relations() -> Relations {
    Relations {
        left: relation(&[(7, 0), (2, 1), (5, 2), (7, 3)]),
        right: relation(&[(1, 10), (5, 11), (7, 12), (7, 13), (9, 14)]),
    }
}

const RESULT: [[u32; 3]; 5] = [[7, 0, 12], [7, 0, 13], [5, 2, 11], [7, 3, 12], [7, 3, 13]];

fn join(relations: Relations, way: Way) -> Join {
    Join::new(relations, way.into()).unwrap()
}

fn launched(join: &mut Join, memory: &mut GlobalMemory) -> HostLaunch {
    match join.step(memory).unwrap() {
        HostStep::Launch(launches) => launches[0].clone(),
        step => panic!("{step:?}"),
    }
}

/// Runs the host program to its end; `result` is what the device stores.
fn run(join: &mut Join, memory: &mut GlobalMemory, result: &[[u32; 3]]) {
    join.setup(memory).unwrap();
    assert_eq!(launched(join, memory).kernel, "join_count");
    assert_eq!(launched(join, memory).kernel, "join_offsets");
    memory.write_u32(join.found(), result.len() as u32).unwrap();
    let gather = launched(join, memory);
    assert!(gather.grid[0] * gather.block[0] >= join.relations.left.tuples());
    for (column, &address) in join.buffers.result.iter().enumerate() {
        let values: Vec<u32> = result.iter().map(|tuple| tuple[column]).collect();
        memory.write_u32s(address, &values).unwrap();
    }
    assert_eq!(join.step(memory).unwrap(), HostStep::Done);
}

#[test]
fn matches_are_in_the_order_of_the_left_relation_and_then_of_the_right() {
    assert_eq!(inner_join(&relations()), RESULT);
}

#[test]
fn relations_without_a_common_key_join_to_nothing() {
    let none = Relations { left: relation(&[(1, 1)]), right: relation(&[(2, 1)]) };
    assert!(inner_join(&none).is_empty());
    let mut join = join(none, Way::Cdp);
    let mut memory = GlobalMemory::new(1 << 20);
    run(&mut join, &mut memory, &[]);
    assert_eq!(join.verify(&memory), Ok(()));
}

#[test]
fn the_host_counts_then_scans_then_gathers() {
    for way in Way::ALL {
        let mut join = join(relations(), way);
        let mut memory = GlobalMemory::new(1 << 20);
        run(&mut join, &mut memory, &RESULT);
        assert_eq!(join.verify(&memory), Ok(()));
        let kernel = join.gather(&mut memory).unwrap().kernel;
        assert_eq!(kernel, format!("join_{}", way.kernel_name()));
    }
}

#[test]
fn verify_names_the_first_tuple_that_is_wrong() {
    let mut join = join(relations(), Way::Dtbl);
    let mut memory = GlobalMemory::new(1 << 20);
    let mut wrong = RESULT;
    wrong.swap(3, 4);
    run(&mut join, &mut memory, &wrong);
    assert_eq!(
        join.verify(&memory).unwrap_err(),
        "join: tuple 3 of the result is [7, 3, 13], the CPU reference says [7, 3, 12] \
         (key, left value, right value; 2 of 5 tuples differ)"
    );
}

#[test]
fn a_device_that_counts_wrongly_is_named_before_its_tuples() {
    let mut join = join(relations(), Way::Flat);
    let mut memory = GlobalMemory::new(1 << 20);
    run(&mut join, &mut memory, &RESULT[..4]);
    let expected = "join: 4 matches were counted, the CPU reference says 5";
    assert_eq!(join.verify(&memory).unwrap_err(), expected);
}

#[test]
fn a_result_that_no_device_memory_holds_is_refused() {
    let same =
        |count: u32| Relation { keys: vec![3; count as usize], values: (0..count).collect() };
    let relations = Relations { left: same(1 << 15), right: same((1 << 13) + 1) };
    assert_eq!(Join::new(relations, Way::Flat.into()).unwrap_err(), (1 << 28) + (1 << 15));
    let relations = Relations { left: same(1 << 15), right: same(1 << 13) };
    assert!(Join::new(relations, Way::Flat.into()).is_ok());
}

#[test]
fn a_step_or_a_verdict_before_setup_is_an_error() {
    let mut join = join(relations(), Way::Flat);
    let memory = &mut GlobalMemory::new(1 << 20);
    assert!(join.verify(memory).unwrap_err().starts_with("join: reading the result: address 0x"));
    join.phase = Phase::Gather;
    assert!(join.step(memory).is_err());
}
