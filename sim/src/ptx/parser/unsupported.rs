//! Families of instructions and declarations that are refused as a whole, whatever their operands.

/// Stem, a modifier that must be present (or none), and the name of the family.
const FAMILIES: &[(&str, Option<&str>, &str)] = &[
    ("tex", None, TEXTURES),
    ("tld4", None, TEXTURES),
    ("txq", None, TEXTURES),
    ("suld", None, TEXTURES),
    ("sust", None, TEXTURES),
    ("sured", None, TEXTURES),
    ("suq", None, TEXTURES),
    ("istypep", None, TEXTURES),
    ("mbarrier", None, BARRIER_OBJECTS),
    ("cp", Some("mbarrier"), BARRIER_OBJECTS),
    ("cp", Some("bulk"), BULK),
    ("cp", Some("reduce"), BULK),
    ("st", Some("async"), BULK),
    ("st", Some("bulk"), BULK),
    ("red", Some("async"), BULK),
    ("prefetch", Some("tensormap"), BULK),
    ("fence", Some("tensormap"), BULK),
    ("tensormap", None, BULK),
    ("multimem", None, "multimem addresses"),
    ("ldmatrix", None, MATRICES),
    ("stmatrix", None, MATRICES),
    ("movmatrix", None, MATRICES),
    ("mma", None, MATRICES),
    ("wmma", None, MATRICES),
    ("wgmma", None, MATRICES),
    ("tcgen05", None, MATRICES),
    ("mapa", None, CLUSTERS),
    ("getctarank", None, CLUSTERS),
    ("clusterlaunchcontrol", None, CLUSTERS),
    ("cvt", Some("e4m3x2"), NARROW),
    ("cvt", Some("e5m2x2"), NARROW),
    ("cvt", Some("e2m1x2"), NARROW),
    ("cvt", Some("e2m3x2"), NARROW),
    ("cvt", Some("e3m2x2"), NARROW),
    ("cvt", Some("ue8m0x2"), NARROW),
    ("alloca", None, STACK),
    ("stacksave", None, STACK),
    ("stackrestore", None, STACK),
];

const TEXTURES: &str = "textures and surfaces";
const BARRIER_OBJECTS: &str = "barrier objects (mbarrier)";
const BULK: &str = "bulk and tensor copies";
const MATRICES: &str = "matrix instructions";
const CLUSTERS: &str = "clusters of thread blocks";
const NARROW: &str =
    "floats of 8 bits and fewer (compiled for sm_80, CUDA's headers convert them with other instructions)";
const STACK: &str = "stack allocations";

/// Returns the name of the instruction's family, if it is not supported.
pub(super) fn unsupported(stem: &str, modifiers: &[String]) -> Option<&'static str> {
    // In `cp.async.bulk`, `st.shared::cluster` and similar, a modifier names the cluster.
    if modifiers.iter().any(|word| word.ends_with("::cluster") || word == "cluster") {
        return Some(CLUSTERS);
    }
    let has =
        |word: &str| modifiers.iter().any(|modifier| modifier.split("::").any(|part| part == word));
    let family =
        FAMILIES.iter().find(|(name, modifier, _)| *name == stem && modifier.is_none_or(has));
    family.map(|(.., what)| *what)
}

/// Returns the name of the family of a function with this directive, if it is not supported.
pub(super) fn unsupported_directive(word: &str) -> Option<&'static str> {
    match word {
        ".explicitcluster" | ".reqnctapercluster" | ".maxclusterrank" | ".blocksareclusters" => {
            Some(CLUSTERS)
        }
        _ => None,
    }
}

/// Returns the name of the family of a declaration of this type, if it is not supported.
pub(super) fn unsupported_type(word: &str) -> Option<&'static str> {
    match word {
        ".texref" | ".surfref" | ".samplerref" => Some(TEXTURES),
        ".b128" => Some("128-bit elements"),
        _ => None,
    }
}
