//! Reads feature kernels from files: sources, tags and the PTX of each compiler.

use std::path::{Path, PathBuf};

/// The compilers, as the names of `.ptx` files contain them.
pub const COMPILERS: [&str; 2] = ["clang", "nvrtc"];

/// One `.cu` file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// Directory under `sim/features`.
    pub group: String,
    /// File name without its extension.
    pub name: String,
}

fn features() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("features")
}

impl Source {
    /// Names the kernel `sim/features/<group>/<name>.cu`.
    pub fn new(group: &str, name: &str) -> Self {
        Self { group: group.into(), name: name.into() }
    }

    /// Returns every kernel, in order.
    pub fn all() -> Vec<Source> {
        let entries = |directory: &Path| -> Vec<PathBuf> {
            let entries =
                std::fs::read_dir(directory).expect("the directory of kernels is readable");
            entries.map(|entry| entry.expect("a directory entry").path()).collect()
        };
        let groups = entries(&features()).into_iter().filter(|path| path.is_dir());
        let files = groups.flat_map(|group| entries(&group));
        let sources = files.filter(|path| path.extension().is_some_and(|end| end == "cu"));
        let text =
            |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
        let mut all: Vec<Source> = sources
            .filter_map(|path| {
                let group = text(path.parent()?.file_name())?;
                Some(Source { group, name: text(path.file_stem())? })
            })
            .collect();
        all.sort();
        all
    }

    /// Returns the CUDA C text.
    pub fn text(&self) -> String {
        self.read("cu")
    }

    /// Returns the compilers that compile it, with their PTX.
    pub fn ptx(&self) -> Vec<(&'static str, String)> {
        let text = self.text();
        let tags = text.lines().take_while(|line| line.starts_with("//"));
        let only = tags.filter_map(|line| line.strip_prefix("// only: ")).next();
        let compilers =
            COMPILERS.into_iter().filter(|compiler| only.is_none_or(|only| only == *compiler));
        compilers.map(|compiler| (compiler, self.read(&format!("{compiler}.ptx")))).collect()
    }

    fn read(&self, extension: &str) -> String {
        let path = features().join(&self.group).join(format!("{}.{extension}", self.name));
        std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; run scripts/kernels", path.display()))
    }
}
