use super::*;

#[test]
fn every_preset_loads_and_bears_its_own_name() {
    for name in GpuConfig::preset_names() {
        assert_eq!(GpuConfig::preset(name).unwrap().name, name);
    }
}

#[test]
fn the_k20c_preset_has_the_papers_sizes() {
    let config = GpuConfig::preset("k20c").unwrap();
    assert_eq!((config.smx.count, config.smx.tbs, config.smx.threads), (13, 16, 2048));
    assert_eq!(config.l1.sets * config.l1.ways * 128, 16 * 1024);
    assert_eq!(config.l2.slices * config.l2.sets * config.l2.ways * 128, 1536 * 1024);
    let launch = &config.launch_latency;
    assert_eq!((launch.parameter_buffer_a, launch.parameter_buffer_b), (129, 8023));
    assert_eq!((launch.launch_device_a, launch.launch_device_b), (1592, 12187));
}

#[test]
fn every_integer_has_a_range() {
    for (key, value) in GpuConfig::preset("k20c").unwrap().entries() {
        if value.parse::<i64>().is_ok() {
            assert!(ranges::of(&key).is_some(), "{key} has no range");
        }
    }
}

#[test]
fn a_value_is_set_by_its_dotted_path() {
    let mut config = GpuConfig::preset("tiny").unwrap();
    config.set("kernel.launch", "dtbl").unwrap();
    config.set("latencies.int.latency", "9").unwrap();
    config.set("memory_bytes", "1_048_576").unwrap();
    config.set("l1.global_loads", "false").unwrap();
    assert_eq!(config.kernel.launch, LaunchMode::Dtbl);
    assert_eq!(config.latencies.int.latency, 9);
    assert_eq!(config.memory_bytes, 1 << 20);
    assert!(!config.l1.global_loads);
}

#[test]
fn setting_every_entry_to_its_own_value_changes_nothing() {
    let original = GpuConfig::preset("k20c").unwrap();
    let mut config = original.clone();
    for (key, value) in original.entries() {
        config.set(&key, value.trim_matches('"')).unwrap();
    }
    assert_eq!(config, original);
}

fn refusal(key: &str, value: &str) -> String {
    let mut config = GpuConfig::preset("k20c").unwrap();
    let before = config.clone();
    let message = config.set(key, value).unwrap_err().to_string();
    assert_eq!(config, before, "a refused value must leave the configuration as it was");
    message
}

#[test]
fn a_refusal_names_the_key_and_what_is_allowed() {
    assert_eq!(
        refusal("smx.count", "0"),
        "configuration key `smx.count` cannot be `0`: allowed are 1 to 144"
    );
    assert!(refusal("smx.tbs", "1000000000").contains("allowed are 1 to 64"));
    assert!(refusal("units.agt_entries", "1000").contains("power of two"));
    let organisations = refusal("units.agt_organisation", "three-way");
    assert!(organisations.contains("`hash`, `linear-probing`"), "{organisations}");
    assert!(refusal("units.agt_index", "warp").contains("`thread-and-smx`"));
    assert!(refusal("kernel.launch", "fast").contains("`flat`, `cdp`"));
    assert!(refusal("smx.count", "many").contains("integer"));
    assert!(refusal("smx.count", "-1").contains("1 to 144"));
    assert!(refusal("launch_latency.kmu_dispatch", "-1").contains("0 to"));
    assert!(refusal("l1.global_loads", "maybe").contains("true or false"));
    assert!(refusal("smx.warps", "16").contains("need 64 warps"));
    assert!(refusal("dram.channels", "7").contains("divide"));
}

#[test]
fn an_unknown_key_is_answered_with_the_likely_ones() {
    assert!(refusal("launch", "dtbl").contains("did you mean kernel.launch?"));
    assert!(refusal("kernel.lanch", "dtbl").contains("kernel.launch"));
    assert!(refusal("kernel", "dtbl").contains("kernel.pending_limit"));
    assert!(refusal("nonsense", "1").contains("sections are"));
    assert!(refusal("", "1").contains("sections are"));
    let unknown = GpuConfig::preset("k80").unwrap_err().to_string();
    assert_eq!(
        unknown,
        "unknown preset `k80`; presets are: k20c, titan, k40, gtx480, laser13, gtx1080ti, lax8, v100, a100, \
         gpgpusim-gtx480, gpgpusim-kepler, wide, tiny, and a file has a name that ends in .toml"
    );
}

#[test]
fn dram_timing_that_no_schedule_meets_is_refused() {
    assert!(refusal("dram.bank_groups", "32").contains("dram.banks = 16"));
    assert!(refusal("dram.ccd_long", "1").contains("at least dram.burst = 2"));
    assert!(refusal("dram.wtr", "60").contains("64 clocks together"));
    assert!(refusal("dram.wl", "40").contains("from a read to a write"));
    assert!(refusal("dram.refi", "100")
        .contains("more than dram.rfc + dram.rp + dram.rcd + dram.burst = 119"));
    let mut config = GpuConfig::preset("k20c").unwrap();
    config.set("dram.refi", "0").unwrap();
}

#[test]
fn a_hashed_l1_has_32_or_64_sets() {
    let mut config = GpuConfig::preset("gpgpusim-gtx480").unwrap();
    config.set("l1.sets", "64").unwrap();
    let refusal = config.set("l1.sets", "16").unwrap_err().to_string();
    assert!(refusal.contains("defined for 32 and 64"), "{refusal}");
    config.set("l1.set_index", "linear").unwrap();
    config.set("l1.sets", "16").unwrap();
}

#[test]
fn a_size_of_which_the_hardware_would_count_a_part_is_refused() {
    assert_eq!(
        refusal("smx.shared_bytes", "100"),
        "configuration key `smx.shared_bytes` cannot be `100`: it is counted in units of 256; choose a multiple, such as 256 or 512"
    );
    assert_eq!(
        refusal("smx.registers", "1100"),
        "configuration key `smx.registers` cannot be `1100`: it is counted in units of 256; choose a multiple, such as 1024 or 1280"
    );
    GpuConfig::preset("tiny").unwrap().set("smx.shared_bytes", "0").unwrap();
}
