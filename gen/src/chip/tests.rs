//! The chip as text; that it runs is tested where workloads are.

use super::*;
use heddle_hw::agt::Agt;
use heddle_hw::chip::Standard;
use heddle_hw::dgb::Dgb;
use heddle_hw::laperm::{pins::Params as LapermParams, Laperm};
use heddle_hw::rename::Rename;
use heddle_hw::residency::Residency;
use heddle_hw::reuse_monitor::ReuseMonitor;
use heddle_hw::skip_table::SkipTable;

fn tiny(graphs: bool) -> Sizes {
    let smx = Residency::tiny();
    let dgb = graphs.then(Dgb::tiny);
    Sizes {
        smxs: smx.smxs,
        hwqs: 2,
        kdes: 4,
        consecutive: 1,
        smx,
        agt: Some(Agt::tiny()),
        dgb,
        laperm: None,
        pool_by_priority: false,
        monitor: None,
        skip_table: None,
        rename: None,
    }
}

/// The same with LaPerm's queues, LASER's pools and a reuse monitor, a skip table and a rename unit in each SMX, and what
/// they are there in place of is not.
fn bound() -> Sizes {
    let sizes = tiny(false);
    let laperm = Some(LapermParams { smxs: sizes.smxs, kdes: sizes.kdes, ..Laperm::tiny() });
    let (monitor, skip_table) = (Some(ReuseMonitor::tiny()), Some(SkipTable::tiny()));
    let rename = Some(Rename::tiny());
    Sizes { agt: None, laperm, pool_by_priority: true, monitor, skip_table, rename, ..sizes }
}

#[test]
fn the_top_module_has_an_instance_per_unit_and_a_port_per_pin_of_the_boundary() {
    let chip = emit_chip::<Standard>(&tiny(true), Outputs::Boundary).unwrap();
    let top = &chip.verilog.modules[0].text;
    let other = emit_chip::<Standard>(&bound(), Outputs::Boundary).unwrap();
    for unit in heddle_hw::chip::standard::INSTANCES {
        let instance = format!("heddle_{unit} u_{unit} (");
        let told = [top, &other.verilog.modules[0].text].iter().any(|top| top.contains(&instance));
        assert!(told, "{unit}\n{top}");
    }
    for port in &chip.inputs {
        assert!(top.contains(&format!(" {}", port.pin.name)), "{}", port.pin.name);
    }
    assert!(top.contains(".disp_pc(kmu_disp_pc)"), "{top}");
    assert!(top.contains(".disp_ready(kmu_disp_valid & kernel_distributor_disp_ready)"), "{top}");
    let meet = "(fcfs_want_smxs | dats_want_smxs) & residency_room_smxs & placement_rr_turn_smxs";
    assert_eq!(top.matches(meet).count(), 2, "{top}");
}

#[test]
fn a_unit_that_the_machine_does_not_have_is_neither_printed_nor_wired() {
    let chip = emit_chip::<Standard>(&tiny(false), Outputs::Boundary).unwrap();
    assert!(chip.verilog.modules.iter().all(|module| !module.name.contains("dgb")));
    let top = &chip.verilog.modules[0].text;
    assert!(top.contains(".told_dats_ready(1'd0)") && top.contains(".graph_header()"), "{top}");
}

#[test]
fn the_picture_names_every_unit_and_group_of_the_boundary() {
    let [svg, bound] = [tiny(true), bound()].map(|sizes| picture::svg::<Standard>(&sizes).unwrap());
    for name in heddle_hw::chip::standard::INSTANCES.iter().chain(&["host", "memory", "smxs"]) {
        let named = format!(">{name}<");
        assert!(svg.contains(&named) || bound.contains(&named), "{name}");
    }
    assert!(svg.trim_start().starts_with("<") && svg.contains("</svg>"));
}
