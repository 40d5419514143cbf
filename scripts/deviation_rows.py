"""The experiments of scripts/deviations by row. Each yields what it measured, and the value."""

MODES = {
    "flat": ["kernel.launch=flat"],
    "flatI": ["kernel.launch=flat", "kernel.latency=ideal"],
    "CDP": ["kernel.launch=cdp"],
    "CDPI": ["kernel.launch=cdp", "kernel.latency=ideal"],
    "DTBL": ["kernel.launch=dtbl"],
    "DTBLI": ["kernel.launch=dtbl", "kernel.latency=ideal"],
}
# Flat under the same rule.
FLAT_OF = {"CDPI": "flatI", "DTBLI": "flatI", "CDP": "flat", "DTBL": "flat"}
LAUNCHED = ["CDPI", "DTBLI", "CDP", "DTBL"]

BARRIERS = ["units.lna_entries=512", "units.lea_entries=2048"]
SOURCES = {
    "Global": ["kernel.launch=flat"],
    "CDP": ["kernel.launch=cdp"],
    "LVL": ["tb.source=dats"],
    "LRR": ["tb.source=dats", "dats.policy=lrr", *BARRIERS],
    "DepLinks": ["tb.source=dats", "dats.policy=lrr", *BARRIERS, "graph.edges=barriers"],
}

# The benchmarks of the thesis's chapter 4 at study size; chapter 3 has two more.
STUDY = {
    "amr": ("amr", "combustion:32:2:1"),
    "bht": ("bht", "points:4096:1"),
    "bfs_citation": ("bfs", "citation-shuffled:65536:1"),
    "bfs_usa_road": ("bfs", "road:16384:1"),
    "bfs_cage15": ("bfs", "cage:65536:1"),
    "clr_citation": ("clr", "citation-shuffled:8192:1"),
    "clr_graph500": ("clr", "graph500:9:16:1"),
    "clr_cage15": ("clr", "cage:4096:1"),
    "regx_darpa": ("regx", "darpa:768:1"),
    "regx_string": ("regx", "strings:2048:32:1"),
    "pre_movielens": ("pre", "movielens:2048:1682:35:1"),
    "join_uniform": ("join", "uniform:4096:65536:128:1"),
    "join_gaussian": ("join", "gaussian:4096:65536:512:1"),
    "sssp_citation": ("sssp", "citation-shuffled:32768:1"),
    "sssp_flight": ("sssp", "flight-skewed:4096:1"),
    "sssp_cage15": ("sssp", "cage:8192:1"),
}
CHAPTER_3 = STUDY | {"clr_usa_road": ("clr", "road:16384:1"), "sssp_usa_road": ("sssp", "road:16384:1")}

# Inputs without long threads.
EVEN = {
    "clr_graph500": ("clr", "cage:512:1"),
    "sssp_flight": ("sssp", "road:4096:1"),
    "pre_movielens": ("pre", "movielens:2048:1682:20:1"),
    "join_uniform": ("join", "uniform:4096:65536:1024:1"),
    "join_gaussian": ("join", "gaussian:4096:65536:4096:1"),
}

# Four times the items of these.
LARGE = {
    "amr": ("amr", "combustion:64:2:1"),
    "bht": ("bht", "points:16384:1"),
    "clr_citation": ("clr", "citation-shuffled:32768:1"),
    "clr_cage15": ("clr", "cage:16384:1"),
    "regx_darpa": ("regx", "darpa:3072:1"),
    "regx_string": ("regx", "strings:8192:32:1"),
    "pre_movielens": ("pre", "movielens:8192:1682:35:1"),
    "join_uniform": ("join", "uniform:16384:262144:512:1"),
    "join_gaussian": ("join", "gaussian:16384:262144:2048:1"),
}
NINE = [STUDY[name] for name in LARGE]
NINE_LARGE = list(LARGE.values())
# Flat uses at least 1 % of DRAM's time in these.
IN_DRAM = ["amr", "bht", "bfs_citation", "bfs_cage15", "pre_movielens", "join_uniform", "join_gaussian", "sssp_citation"]

BFS = ("bfs", "graph500:12:16:1")
WITH_SMX = "units.agt_index=thread-and-smx"
LARGEST = "units.agt_entries=4096"
# What the calls of both take, and `cudaLaunchDevice`, which DTBL does not make.
NO_OTHER_CALLS = [
    f"launch_latency.{key}=1" for key in ("stream_create", "parameter_buffer_a", "parameter_buffer_b")
]
NO_CALLS = NO_OTHER_CALLS + [f"launch_latency.{key}=1" for key in ("launch_device_a", "launch_device_b")]
DISPATCH = "launch_latency.kmu_dispatch"
NO_DISPATCH = f"{DISPATCH}=1"
GRAPHS = ["dtw", "heat2d", "hist", "int_img", "sor", "sw"]


def row_6(bench):
    near = ["l2.latency=1", "interconnect.latency=1"]
    for mode in ("DTBLI", "CDPI"):
        yield f"{mode}, cycles", bench.k20c(*BFS, mode)["cycles"]
        yield f"{mode}, memory without latency, cycles", bench.k20c(*BFS, mode, *near)["cycles"]
    for settings in (["units.agt_entries=2048"], [WITH_SMX], [WITH_SMX, "units.agt_entries=2048"]):
        result = bench.k20c(*BFS, "DTBLI", *settings)
        yield f"DTBLI, {' '.join(settings)}, cycles", result["cycles"]


def row_7(bench):
    for index in ("units.agt_index=thread", WITH_SMX):
        for entries in (512, 1024, 2048):
            result = bench.k20c(*BFS, "DTBLI", index, f"units.agt_entries={entries}")
            yield f"hit rate, {index}, {entries} entries", result["agt_hit_rate"]


def row_15(bench):
    for what, benchmarks in (("study", NINE), ("four times", NINE_LARGE)):
        for benchmark in benchmarks:
            for mode, speedup in bench.speedups([benchmark], LAUNCHED):
                yield f"{' '.join(benchmark)}, {mode}", speedup
        for mode, speedup in bench.speedups(benchmarks, LAUNCHED):
            yield f"average of the nine, {what}, {mode}", speedup
    for name in ("regx_darpa", "regx_string"):
        small, large = (bench.k20c(*of[name], "flat")["cycles"] for of in (STUDY, LARGE))
        yield f"{name}: flat's time, four times over study", large / small
        result = bench.k20c(*LARGE[name], "DTBL")
        yield f"{name}, four times: cycles of DTBL per launch", result["cycles"] / result["launches"]
        yield f"{name}, four times: share of groups that spill", 1 - result["agt_hit_rate"]
        yield f"{name}, four times: launches", result["launches"]


def row_17(bench):
    def activity(name, *options):
        return bench.k20c(*STUDY[name], "DTBL", options=options)["warp_activity"]

    yield "amr, each thread with all patches below, warp activity", activity("amr", "--app", "child_min_items=1000000")
    yield "amr, DTBL, warp activity", activity("amr")
    for least in (32, 24, 16):
        yield f"clr_cage15, children of {least} and more, warp activity", activity(
            "clr_cage15", "--app", f"child_min_items={least}")


def row_18(bench):
    used = [STUDY[name] for name in IN_DRAM]
    others = [benchmark for name, benchmark in STUDY.items() if name not in IN_DRAM]
    for what, benchmarks, settings in (
        ("eight with DRAM in use", used, []),
        ("eight in the L2", others, []),
        ("these in an L2 of 48 KiB", others, ["l2.sets=1"]),
    ):
        for mode in ("flat", "CDP", "DTBL"):
            yield f"{what}: DRAM efficiency, {mode}", bench.mean(benchmarks, mode, "dram_efficiency", *settings)
    for mode in ("flat", "DTBL"):
        for settings in ([], ["l2.sets=1"]):
            result = bench.k20c(*STUDY["clr_cage15"], mode, *settings)
            what = " ".join(["clr_cage15", mode, *settings])
            yield f"{what}: DRAM efficiency", result["dram_efficiency"]
            yield f"{what}: share of the time with data", result["dram_utilisation"]
            yield f"{what}: bursts", result["dram_reads"] + result["dram_writes"]


def row_20(bench):
    all_of_them = list(STUDY.values())
    yield "occupancy, CDPI", bench.mean(all_of_them, "CDPI", "occupancy")
    yield "occupancy, DTBLI with the SMX number and 4096 entries", bench.mean(
        all_of_them, "DTBLI", "occupancy", WITH_SMX, LARGEST)
    for what, benchmarks in (("study", NINE), ("four times", NINE_LARGE)):
        for mode in ("flat", "CDPI"):
            yield f"occupancy of the nine, {what}, {mode}", bench.mean(benchmarks, mode, "occupancy")


def row_21(bench):
    all_of_them = list(STUDY.values())
    yield "waiting, DTBLI with the SMX number and 4096 entries over CDPI", bench.ratio(
        all_of_them, "waiting_cycles", ("DTBLI", WITH_SMX, LARGEST), ("CDPI",))
    yield "waiting, DTBL over CDP, calls of 1 cycle", bench.ratio(
        all_of_them, "waiting_cycles", ("DTBL", *NO_OTHER_CALLS), ("CDP", *NO_CALLS))
    for what, benchmarks in (
        ("the nine, study", NINE),
        ("the nine, four times", NINE_LARGE),
        ("regx_string, study", [STUDY["regx_string"]]),
        ("regx_string, four times", [LARGE["regx_string"]]),
    ):
        yield f"waiting, DTBL over CDP, {what}", bench.ratio(benchmarks, "waiting_cycles", ("DTBL",), ("CDP",))


def row_22(bench):
    for mode, speedup in bench.speedups((CHAPTER_3 | EVEN).values(), ["CDP"]):
        yield "CDP over flat, five inputs without long threads", speedup
    for mode, speedup in bench.speedups([LARGE["regx_darpa"]], ["CDPI"]):
        yield "regx_darpa with four times the packets, CDPI over flat", speedup


def row_23(bench):
    yield "share of launching, five inputs without long threads", bench.launching((CHAPTER_3 | EVEN).values())
    for what, settings in (
        ("all", []),
        ("without the dispatch", [NO_DISPATCH]),
        ("without the calls' times", NO_CALLS),
    ):
        yield f"share of launching, chapter 4, {what}", bench.launching(STUDY.values(), *settings)


def row_24(bench):
    def children(benchmarks):
        runs = (bench.k20c(*benchmark, "CDP") for benchmark in benchmarks)
        return [(run["child_threads"], run["launches"]) for run in runs if run["launches"]]

    for what, benchmarks in (("study", CHAPTER_3), ("without long threads", CHAPTER_3 | EVEN)):
        counted = children(benchmarks.values())
        yield f"threads per child, {what}", sum(threads for threads, _ in counted) / len(counted)
        weighted = sum(threads * launches for threads, launches in counted)
        yield f"threads per child, {what}, every child once", weighted / sum(launches for _, launches in counted)
    result = bench.k20c(*LARGE["regx_string"], "CDP")
    yield "regx_string with four times the strings, launches", result["launches"]
    yield "regx_string with four times the strings, waiting at most", result["waiting_peak"]


def row_25(bench):
    for name in ("regx_darpa", "regx_string"):
        for what, benchmark, settings in (
            ("study", STUDY[name], []),
            ("input in the L2", STUDY[name], ["l2.host_preload=true"]),
            ("L2 of four times the size", STUDY[name], ["l2.sets=128"]),
            ("no L1 for loads", STUDY[name], ["l1.global_loads=false"]),
            ("four times the input", LARGE[name], []),
        ):
            flat, cdp = (bench.k20c(*benchmark, mode, *settings)["l2_hit_rate"] for mode in ("flat", "CDP"))
            yield f"{name}, {what}: L2 hit rate, CDP less flat", cdp - flat


def over_global(bench, app, size, mode, *settings):
    return bench.gtx480(app, size, "Global", *settings)["cycles"] / bench.gtx480(app, size, mode, *settings)["cycles"]


def row_33(bench):
    yield "heat2d, CDP over Global, ideal latencies", over_global(bench, "heat2d", "4096:768", "CDP", "kernel.latency=ideal")


def row_34(bench):
    for mode in ("LVL", "LRR", "DepLinks"):
        ratios = [over_global(bench, app, "4096:768", mode, "kernel.host_launch_cycles=2900") for app in GRAPHS]
        yield f"{mode} over Global, a launch of 2900 cycles", sum(ratios) / len(ratios)
    for side in (192, 384, 768, 1536):
        yield f"heat2d, LVL over Global, side {side}", over_global(bench, "heat2d", f"1024:{side}", "LVL")


def row_35(bench):
    for what, mode, settings in (("LVL", "LVL", []), ("LVL, arrays of LRR", "LVL", BARRIERS), ("LRR", "LRR", [])):
        result = bench.gtx480("hist", "4096:768", mode, *settings)
        yield f"hist, {what}: cycles", result["cycles"]
        yield f"hist, {what}: L2 miss rate", 1 - result["l2_hit_rate"]


def row_36(bench):
    for settings in ([], ["smx.tbs=1"]):
        result = bench.gtx480("sor", "4096:768", "LRR", *settings)
        yield f"{' '.join(['sor with 4K nodes', *settings])}: levels apart at most", result["level_range_max"]


def row_37(bench):
    for side in (192, 384, 768, 1536):
        result = bench.gtx480("heat2d", f"1024:{side}", "LVL")
        yield f"heat2d, side {side}: requests over those of the SMXs", result["memory_request_overhead"]


def row_39(bench):
    for app in GRAPHS:
        small, large = (
            bench.gtx480(app, "4096:768", "LVL", *settings)
            for settings in ([], ["units.lna_entries=1024", "units.lea_entries=8192"])
        )
        yield f"{app}: time over that with large arrays, less 1", small["cycles"] / large["cycles"] - 1
        yield f"{app}: entries of the PUB at most", small["pub_peak"]


# Calls that take as long as the host's launch.
CALLS_OF_HOST = [
    *(f"launch_latency.{key}=0" for key in ("parameter_buffer_a", "parameter_buffer_b", "launch_device_a")),
    "launch_latency.launch_device_b=21000",
]
NO_SWAP = ["launch_latency.swap_base=1", "launch_latency.swap_bytes_per_cycle=1000000"]


def row_40(bench):
    # What is set in both, and what in CDP alone: Global refuses a key that it does not use.
    parts = (
        ("as configured", [], []),
        ("calls of 21,000 cycles", [], CALLS_OF_HOST),
        ("a larger instruction cache", ["fetch.icache_sets=64"], []),
        ("no swap", [], NO_SWAP),
        ("no dispatch", [NO_DISPATCH], []),
        ("ideal", ["kernel.latency=ideal"], []),
        ("ideal, free memory", ["kernel.latency=ideal-free-memory"], []),
        ("no parameter buffer", [], CALLS_OF_HOST[:2]),
        ("no launch call", [], [CALLS_OF_HOST[2], "launch_latency.launch_device_b=0"]),
    )
    for what, both, device in parts:
        runs = [
            (bench.gtx480(app, "4096:768", "Global", *both), bench.gtx480(app, "4096:768", "CDP", *both, *device))
            for app in GRAPHS
        ]
        excess = [(device["cycles"] - host["cycles"]) / device["launches"] for host, device in runs]
        ratios = [host["cycles"] / device["cycles"] for host, device in runs]
        yield f"{what}: cycles per level above Global", sum(excess) / len(excess)
        yield f"{what}: CDP over Global", sum(ratios) / len(ratios)


ROWS = {name.removeprefix("row_"): row for name, row in list(globals().items()) if name.startswith("row_")}
