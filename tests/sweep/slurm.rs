//! A study on a Slurm of one node, which the test starts: its own key, ports and directories.

use super::{csv, steady};
use crate::common::json;
use serde_json::Value;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::{tempdir, TempDir};

/// How long anything may take; Slurm looks at its queue once a minute if nothing else makes it.
const PATIENCE: Duration = Duration::from_secs(240);

/// Waits until something holds.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The daemons, which end with it.
struct Cluster {
    dir: TempDir,
    daemons: Vec<Child>,
}

impl Cluster {
    /// Starts them. An array has at most six tasks, and two tasks run at a time.
    fn start() -> Self {
        let dir = tempdir().expect("a directory");
        let mut cluster = Self { dir, daemons: Vec::new() };
        // Where there is no Slurm, this says so.
        cluster.say("sinfo", &["--version"]);
        let key = cluster.path("munge.key");
        fs::write(&key, [7; 1024]).expect("written");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o400)).expect("set");
        for name in ["state", "spool"] {
            fs::create_dir(cluster.path(name)).expect("a directory");
        }
        fs::write(cluster.path("slurm.conf"), cluster.config()).expect("written");
        let of_munge = ["key-file", "socket", "pid-file", "log-file", "seed-file"].map(|name| {
            let file = if name == "key-file" {
                key.clone()
            } else {
                cluster.path(&format!("munge.{name}"))
            };
            format!("--{name}={}", file.display())
        });
        cluster.daemon(
            "munged",
            &[&["--foreground".into(), "--force".into()], &of_munge[..]].concat(),
        );
        until("munged answers", || cluster.path("munge.socket").exists());
        let config = cluster.path("slurm.conf").display().to_string();
        for daemon in ["slurmctld", "slurmd"] {
            cluster.daemon(daemon, &["-D".into(), "-f".into(), config.clone()]);
        }
        until("the node is idle", || {
            cluster.say("sinfo", &["--noheader", "--format=%t"]).trim() == "idle"
        });
        cluster
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn config(&self) -> String {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("a name");
        let host = host.trim();
        let dir = self.dir.path().display();
        let port =
            || TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("one").port();
        let (controller, node) = (port(), port());
        format!(
            "ClusterName=heddle\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={dir}/munge.socket\nCredType=cred/munge\n\
             SlurmctldPort={controller}\nSlurmdPort={node}\n\
             StateSaveLocation={dir}/state\nSlurmdSpoolDir={dir}/spool\n\
             SlurmctldPidFile={dir}/slurmctld.pid\nSlurmdPidFile={dir}/slurmd.pid\n\
             SlurmctldLogFile={dir}/slurmctld.log\nSlurmdLogFile={dir}/slurmd.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\nMaxArraySize=6\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN\n\
             PartitionName=short Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
        )
    }

    fn daemon(&mut self, program: &str, words: &[String]) {
        // They are where only root looks for programs.
        let path = format!("{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("env");
        command.arg(format!("PATH={path}")).arg(program).args(words);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.daemons.push(command.spawn().expect("it starts"));
    }

    /// Runs a command of Slurm, or of heddle, and returns what it prints.
    fn say(&self, program: &str, words: &[&str]) -> String {
        let mut command = Command::new(program);
        let output = command.args(words).env("SLURM_CONF", self.path("slurm.conf")).output();
        let output = output.unwrap_or_else(|error| {
            panic!("{program}: {error}; scripts/setup --slurm installs Slurm")
        });
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn heddle(&self, words: &[&str]) -> Value {
        let said = self.say(env!("CARGO_BIN_EXE_heddle"), words);
        serde_json::from_str(&said).unwrap_or_else(|_| panic!("{words:?}: {said}"))
    }

    /// The state of a task in Slurm's words.
    fn state(&self, job: &str, task: usize) -> String {
        let said = self.say(
            "squeue",
            &["--array", "--states=all", "--noheader", "--format=%K %T", &format!("--jobs={job}")],
        );
        let of = said.lines().find_map(|line| line.strip_prefix(&format!("{task} ")));
        of.unwrap_or("unknown").to_owned()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            daemon.kill().ok();
            daemon.wait().ok();
        }
    }
}

/// A study of twelve points that run a moment, two for each of six tasks.
fn study() -> Vec<&'static str> {
    let words = ["sweep", "bfs", "--config", "tiny", "--vary", "kernel.launch=cdp,dtbl"];
    let axes = [
        "--vary",
        "input=graph500:9:16:1,graph500:9:16:2,graph500:9:16:3",
        "--vary",
        "smx.warps=16,24",
    ];
    [&words[..], &axes].concat()
}

/// The process that runs a task of the study in `dir`.
fn process_of(dir: &Path, task: usize) -> Option<String> {
    let pids = fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.file_name());
    let pids = pids.filter_map(|name| name.into_string().ok());
    let mut pids = pids.filter(|pid| pid.bytes().all(|byte| byte.is_ascii_digit()));
    pids.find(|pid| {
        let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words: Vec<&str> = line.split('\0').collect();
        let (dir, task) = (dir.display().to_string(), task.to_string());
        words.get(1..6) == Some(&["sweep", "task", &dir, "--index", &task][..])
    })
}

/// When each finished point was written.
fn written(dir: &Path) -> Vec<(PathBuf, std::time::SystemTime)> {
    let files =
        fs::read_dir(dir.join("points")).into_iter().flatten().flatten().map(|file| file.path());
    let done = files.filter(|path| path.extension().is_some_and(|kind| kind == "json"));
    done.map(|path| (path.clone(), path.metadata().and_then(|of| of.modified()).expect("a time")))
        .collect()
}

#[test]
#[ignore = "needs Slurm and root; scripts/check --full installs it and runs this"]
fn a_study_of_tasks_that_are_killed_and_requeued_has_the_results_of_a_local_one() {
    let (dir, local) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    let cluster = Cluster::start();
    let out = dir.path().to_str().expect("text");
    let submit = [
        "--out",
        out,
        "--on",
        "slurm",
        "--sbatch",
        "partition=short",
        "--sbatch",
        "time=10:00",
        "--json",
    ];
    let submitted = cluster.heddle(&[&study()[..], &submit].concat());
    assert_eq!((&submitted["tasks"], &submitted["points_per_task"]), (&6.into(), &2.into()));
    let job = submitted["job"].as_str().expect("a job").to_owned();
    let status = || cluster.heddle(&["sweep", "status", out, "--json"]);
    // A second submission would run points twice.
    let again = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args([&study()[..], &submit].concat())
        .env("SLURM_CONF", cluster.path("slurm.conf"))
        .output()
        .expect("it runs");
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("scancel"));
    let here = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args([&study()[..], &["--out", out]].concat())
        .env("SLURM_CONF", cluster.path("slurm.conf"))
        .output()
        .expect("it runs");
    assert!(!here.status.success() && String::from_utf8_lossy(&here.stderr).contains("scancel"));

    // The process of one task is killed; another task is requeued while it runs.
    // Each has done one of its points by then.
    let plan = fs::read_to_string(dir.path().join("study.json")).expect("a plan");
    let plan: Value = serde_json::from_str(&plan).expect("JSON");
    let first_of = |task: usize| {
        let id = plan["points"][2 * task]["id"].as_str().expect("a name");
        dir.path().join(format!("points/{id}.json"))
    };
    until("task 0 has done a point", || first_of(0).exists());
    let pid = process_of(dir.path(), 0).expect("it runs its other point");
    assert!(Command::new("kill").args(["-9", &pid]).status().expect("it is sent").success());
    until("task 0 has failed", || cluster.state(&job, 0) == "FAILED");
    until("a later task has done a point", || first_of(4).exists());
    cluster.say("scontrol", &["requeue", &format!("{job}_4")]);
    cluster.say("scontrol", &["requeue", &format!("{job}_0")]);
    let kept = written(dir.path());
    assert!(kept.iter().any(|(path, _)| *path == first_of(0)), "{kept:?}");
    assert!(status()["pending"].as_u64() > Some(0), "{}", status());
    for task in [4, 0] {
        let name = format!("{job}_{task}");
        // Slurm would let it wait for two minutes.
        until("the requeued task waits", || cluster.state(&job, task) == "PENDING");
        cluster.say("scontrol", &["update", &format!("JobId={name}"), "StartTime=now"]);
    }
    until("all points are done", || status()["done"] == 12);
    until("the tasks have ended", || status()["tasks"] == serde_json::json!({"COMPLETED": 6}));
    let now = written(dir.path());
    assert!(kept.iter().all(|file| now.contains(file)), "a finished point has run again");
    assert!(
        fs::read_dir(dir.path().join("points")).expect("points").count() == 12,
        "something is left"
    );
    cluster.heddle(&["sweep", "merge", out, "--json"]);
    json(&[&study()[..], &["--out", local.path().to_str().expect("text"), "--json"]].concat());
    assert_eq!(steady(dir.path()), steady(local.path()));
    assert_eq!(csv(dir.path()).len(), 13);
}
