"""The experiments of scripts/deviations by row. Each yields what it measured, and the value."""

MODES = {
    "flat": ["kernel.launch=flat"],
    "CDP": ["kernel.launch=cdp"],
    "CDPI": ["kernel.launch=cdp", "kernel.latency=ideal"],
    "DTBL": ["kernel.launch=dtbl"],
    "DTBLI": ["kernel.launch=dtbl", "kernel.latency=ideal"],
}
BARRIERS = ["units.lna_entries=512", "units.lea_entries=2048"]
SOURCES = {
    "Global": ["kernel.launch=flat"],
    "CDP": ["kernel.launch=cdp"],
    "LVL": ["tb.source=dats"],
    "LRR": ["tb.source=dats", "dats.policy=lrr", *BARRIERS],
    "DepLinks": ["tb.source=dats", "dats.policy=lrr", *BARRIERS, "graph.edges=barriers"],
}

# Smaller than at study size, so that many variants of them run within minutes.
CLR_CAGE15 = ("clr", "cage:4096:1")
REGX = {"regx_darpa": (("regx", "darpa:768:1"), ("regx", "darpa:3072:1")),
        "regx_string": (("regx", "strings:2048:32:1"), ("regx", "strings:8192:32:1"))}

BFS = ("bfs", "graph500:12:16:1")
# As large as the source's.
BFS_CITATION = ("bfs", "citation:268495:1")
# The benchmarks at study size in which CDP has least beside flat.
FEWEST_BY_CDP = {
    "amr": ("amr", "combustion:48:2:1"),
    "bht": ("bht", "points:16384:1"),
    "bfs_citation": BFS_CITATION,
    "clr_graph500": ("clr", "balanced:12:48:1"),
    "regx_darpa": ("regx", "darpa:16384:1"),
    "regx_string": ("regx", "strings:37000:32:1"),
    "join_uniform": ("join", "uniform:16384:65536:256:1"),
    "join_gaussian": ("join", "gaussian:16384:65536:4096:1"),
}
SSSP_FLIGHT = ("sssp", "flight:32768:1")
REGX_STRING = FEWEST_BY_CDP["regx_string"]
# The benchmarks at study size of which flat keeps more than 0.4 of the machine busy.
FULL_BY_FLAT = [
    *(FEWEST_BY_CDP[name] for name in ("amr", "bht", "bfs_citation", "regx_string", "join_uniform", "join_gaussian")),
    ("bfs", "cage:262144:1"),
    ("clr", "cage:24576:1"),
    ("sssp", "citation:65536:1"),
    SSSP_FLIGHT,
    ("sssp", "cage:49152:1"),
]
WITH_SMX = "units.agt_index=thread-and-smx"
NO_DISPATCH = "launch_latency.kmu_dispatch=1"
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
        for entries in (512, 1024, 2048, 4096):
            result = bench.k20c(*BFS_CITATION, "DTBL", index, f"units.agt_entries={entries}")
            yield f"bfs_citation, {index}, {entries} entries: hit rate", result["agt_hit_rate"]
            yield f"bfs_citation, {index}, {entries} entries: cycles", result["cycles"]


def row_15(bench):
    free = "kernel.latency=modelled-free-memory"
    for name, benchmark in FEWEST_BY_CDP.items():
        for what, settings in (("with the dispatch", [free]), ("without it", [free, NO_DISPATCH])):
            flat, cdp = (bench.k20c(*benchmark, mode, *settings)["cycles"] for mode in ("flat", "CDP"))
            yield f"{name}, free memory, {what}: CDP over flat", flat / cdp


def row_16(bench):
    for mode in ("CDP", "DTBL"):
        result = bench.k20c(*SSSP_FLIGHT, mode)
        rounds = result["host_launches"]
        yield f"sssp_flight, {mode}: launches of the host", rounds
        yield f"sssp_flight, {mode}: cycles for each", result["cycles"] / rounds


def row_17(bench):
    for least in (32, 24, 16):
        result = bench.k20c(*CLR_CAGE15, "DTBL", options=("--app", f"child_min_items={least}"))
        yield f"clr_cage15, children of {least} and more, warp activity", result["warp_activity"]


def row_19(bench):
    for latency in ("modelled", "modelled-free-memory", "ideal-free-memory"):
        for mode in ("CDP", "DTBL"):
            result = bench.k20c(*REGX_STRING, mode, f"kernel.latency={latency}")
            yield f"regx_string, {mode}, {latency}: launches that wait at most", result["waiting_peak"]
            yield f"regx_string, {mode}, {latency}: cycles", result["cycles"]


def row_20(bench):
    free = "kernel.latency=ideal-free-memory"
    for mode in ("CDP", "DTBL"):
        kept = [bench.k20c(*benchmark, mode, free)["occupancy"] for benchmark in FULL_BY_FLAT]
        yield f"{mode}I, free memory, where flat has more than 0.4: occupancy", sum(kept) / len(kept)


def row_25(bench):
    for name, (small, large) in REGX.items():
        for what, benchmark, settings in (
            ("small", small, []),
            ("input in the L2", small, ["l2.host_preload=true"]),
            ("L2 of four times the size", small, ["l2.sets=128"]),
            ("no L1 for loads", small, ["l1.global_loads=false"]),
            ("four times the input", large, []),
        ):
            flat, cdp = (bench.k20c(*benchmark, mode, *settings)["l2_hit_rate"] for mode in ("flat", "CDP"))
            yield f"{name}, {what}: L2 hit rate, CDP less flat", cdp - flat


def over_global(bench, app, size, mode, *settings):
    return bench.gtx480(app, size, "Global", *settings)["cycles"] / bench.gtx480(app, size, mode, *settings)["cycles"]


def row_33(bench):
    yield "heat2d, CDP over Global, ideal latencies", over_global(bench, "heat2d", "4096:3840", "CDP", "kernel.latency=ideal")


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
