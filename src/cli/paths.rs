//! Refuses outputs that would overwrite an input or each other, before anything runs.

use super::args::{RunArgs, WorkloadArgs};
use anyhow::bail;
use std::path::{Path, PathBuf};

/// The files of a command.
#[derive(Default)]
pub struct Paths {
    inputs: Vec<PathBuf>,
    /// What asks for an output, and where to.
    outputs: Vec<(String, PathBuf)>,
}

impl Paths {
    /// The files that name a workload and its machine, without those of a kernel or host program.
    pub fn of_workload(args: &WorkloadArgs) -> Self {
        let mut paths = Self::default();
        paths.input(&args.what);
        paths.input(&args.machine.config);
        args.input.iter().for_each(|input| paths.input(input));
        paths
    }

    /// The same, and the files that the options of `heddle run` name.
    pub fn of_run(args: &RunArgs) -> Self {
        let mut paths = Self::of_workload(&args.workload);
        for (option, path) in [
            ("--timeline", &args.timeline),
            ("--occupancy", &args.occupancy),
            ("--wavefront", &args.wavefront),
            ("--children", &args.children),
        ] {
            path.iter().for_each(|path| paths.output(option, path));
        }
        paths
    }

    /// Adds a file that is read. It need not be one: names of presets and generators are ignored.
    pub fn input(&mut self, path: impl AsRef<Path>) {
        self.inputs.push(path.as_ref().to_owned());
    }

    /// Adds a file that is written because `option` says so.
    pub fn output(&mut self, option: &str, path: impl AsRef<Path>) {
        self.outputs.push((option.to_owned(), path.as_ref().to_owned()));
    }

    /// Checks the files added. An output that is no file, such as /dev/null, may be named twice.
    pub fn check(&self) -> anyhow::Result<()> {
        for (index, (option, path)) in self.outputs.iter().enumerate() {
            let Some(place) = place(path) else { continue };
            let shown = path.display();
            if let Some(input) = self.inputs.iter().find(|input| is_at(input, &place)) {
                let input = input.display();
                bail!("{option} {shown} would overwrite the input {input}; name another file");
            }
            let before = &self.outputs[..index];
            if let Some((other, _)) = before.iter().find(|(_, earlier)| is_at(earlier, &place)) {
                bail!("{option} {shown} is also the output of {other}; name another file");
            }
        }
        Ok(())
    }
}

/// Returns the absolute path of a file, or of one that could be made; `None` if it is something else.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = path.canonicalize() {
        return found.is_file().then_some(found);
    }
    let name = path.file_name()?;
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(dir.canonicalize().ok()?.join(name))
}

fn is_at(path: &Path, wanted: &Path) -> bool {
    place(path).is_some_and(|found| found == wanted)
}
