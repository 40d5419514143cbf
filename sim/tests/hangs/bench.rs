//! Runs programs that come to a stop, and reads the explanation.

use heddle_hw::chip::{Standard, UnitFactory};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run_on, Cause, Explanation, ModelUnits, RunError, RunOptions};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Functions that kernels of the tests call. `launch` launches one TB of one warp, `launch_alone` without a stream.
const LIBRARY: &str = "
.extern .func (.param .b64 r) cudaGetParameterBuffer(.param .b64 align, .param .b64 size);
.extern .func (.param .b32 r) cudaLaunchDevice(.param .b64 a, .param .b64 b, .param .align 4 .b8 c[12], .param .align 4 .b8 d[12], .param .b32 e, .param .b64 f);
.extern .func (.param .b32 r) cudaStreamCreateWithFlags(.param .b64 s, .param .b32 f);
.extern .func (.param .b32 r) cudaDeviceSynchronize();
.func launch(.param .b64 kernel, .param .b64 stream, .param .b64 a) {
.reg .b64 %rd<5>;
ld.param.b64 %rd1, [kernel]; ld.param.b64 %rd2, [stream]; ld.param.b64 %rd3, [a];
{ .param .b64 x; .param .b64 y; .param .b64 r; st.param.b64 [x], 8; st.param.b64 [y], 8;
call (r), cudaGetParameterBuffer, (x, y); ld.param.b64 %rd4, [r]; }
st.u64 [%rd4], %rd3;
{ .param .b64 p0; .param .b64 p1; .param .align 4 .b8 p2[12]; .param .align 4 .b8 p3[12]; .param .b32 p4; .param .b64 p5; .param .b32 r;
st.param.b64 [p0], %rd1; st.param.b64 [p1], %rd4;
st.param.b32 [p2], 1; st.param.b32 [p2+4], 1; st.param.b32 [p2+8], 1;
st.param.b32 [p3], 32; st.param.b32 [p3+4], 1; st.param.b32 [p3+8], 1;
st.param.b32 [p4], 0; st.param.b64 [p5], %rd2;
call (r), cudaLaunchDevice, (p0, p1, p2, p3, p4, p5); }
ret; }
.func (.param .b64 s) stream() {
.local .align 8 .b64 handle; .reg .b64 %rd<3>;
mov.u64 %rd1, handle; cvta.local.u64 %rd1, %rd1;
{ .param .b64 x; .param .b32 y; .param .b32 r; st.param.b64 [x], %rd1; st.param.b32 [y], 1;
call (r), cudaStreamCreateWithFlags, (x, y); }
ld.u64 %rd2, [%rd1]; st.param.b64 [s], %rd2; ret; }
.func synchronize() { .param .b32 r; call (r), cudaDeviceSynchronize, (); ret; }
";

/// Waits for the first word of the buffer to change.
pub const SPIN: &str =
    "LOOP: ld.volatile.global.u32 %r1, [%d];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra LOOP;";
/// Changes it.
pub const SET: &str = "st.volatile.global.u32 [%d], 1;";

/// A kernel by name, with a buffer of 256 bytes at `%d`, the thread in `%t`, the TB in `%b`, and the registers `%r`,
/// `%rd` and `%p`.
pub fn kernel(name: &str, body: &str) -> String {
    format!(
        ".visible .entry {name}(.param .u64 a) {{\n.reg .b64 %d, %rd<9>; .reg .b32 %t, %b, %r<9>; .reg .pred %p<5>;\n\
         ld.param.u64 %d, [a]; mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x;\n{body}\nret;\n}}\n"
    )
}

/// A launch by a thread of a kernel into the default stream of its TB.
pub fn launch(child: &str) -> String {
    format!("mov.u64 %rd1, {child}; mov.u64 %rd2, 0; call launch, (%rd1, %rd2, %d);\n")
}

/// The same into a stream of its own.
pub fn launch_apart(child: &str) -> String {
    format!("mov.u64 %rd1, {child}; call (%rd2), stream, (); call launch, (%rd1, %rd2, %d);\n")
}

/// A program and the machine that it runs on.
pub struct Case {
    kernels: String,
    launches: Vec<HostLaunch>,
    config: GpuConfig,
    max_cycles: u64,
    buffer: u64,
    waits_for: Option<u32>,
}

impl Case {
    /// A program of these kernels.
    pub fn new(kernels: &[(&str, &str)]) -> Self {
        let mut config = GpuConfig::preset("tiny").expect("a preset");
        config.set("smx.watchdog_cycles", "2000").expect("a key");
        let kernels = kernels.iter().map(|(name, body)| kernel(name, body)).collect();
        let (launches, buffer, waits_for) = (Vec::new(), 0, None);
        Self { kernels, launches, config, max_cycles: 3_000_000, buffer, waits_for }
    }

    /// Launches a kernel from the host.
    pub fn launch(mut self, kernel: &str, grid: u32, block: u32, stream: u32) -> Self {
        self.launches.push(HostLaunch {
            kernel: kernel.into(),
            grid: [grid, 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: Vec::new(),
            stream,
            mapping: None,
        });
        self
    }

    /// The last launch keeps the graph that a mapping function says.
    pub fn mapping(mut self, function: &str, body: &str) -> Self {
        self.kernels = format!(
            ".extern .func _ZN2WF13AddDependencyE4dim3(.param .align 4 .b8 p[12]);\n{}.visible .entry {function}() {{\n\
             .reg .b32 %b, %r<3>; .reg .pred %p1; mov.u32 %b, %ctaid.x;\n{body}\nret;\n}}\n",
            self.kernels
        );
        let last = self.launches.last_mut().expect("a launch");
        last.mapping = Some(function.into());
        self
    }

    pub fn set(mut self, key: &str, value: &str) -> Self {
        self.config.set(key, value).expect("a key");
        self
    }

    pub fn most_cycles(mut self, most: u64) -> Self {
        self.max_cycles = most;
        self
    }

    /// The host goes on when this stream is empty.
    pub fn until(mut self, stream: u32) -> Self {
        self.waits_for = Some(stream);
        self
    }

    /// Runs the program on the machine of these units. It must come to a stop.
    pub fn run_with(self, units: &impl UnitFactory) -> Stop {
        let config = self.config.clone();
        let options = RunOptions { max_cycles: Some(self.max_cycles), ..RunOptions::default() };
        let mut program = Program { text: self.text(), case: self };
        let error = run_on::<Standard>(&config, &mut program, units, options);
        Stop::of(&error.expect_err("it comes to a stop"))
    }

    pub fn run(self) -> Stop {
        self.run_with(&ModelUnits)
    }

    fn text(&self) -> String {
        format!(".version 8.0\n.target sm_80\n.address_size 64\n{LIBRARY}{}", self.kernels)
    }
}

struct Program {
    case: Case,
    text: String,
}

impl Workload for Program {
    fn name(&self) -> &str {
        "k.ptx"
    }

    fn ptx(&self) -> &str {
        &self.text
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.case.buffer = memory.alloc_named("the flags", 256, 256)?;
        Ok(())
    }

    fn step(&mut self, _: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        let mut launches = std::mem::take(&mut self.case.launches);
        if launches.is_empty() {
            return Ok(HostStep::Done);
        }
        for launch in &mut launches {
            launch.args = vec![Arg::U64(self.case.buffer)];
        }
        Ok(match self.case.waits_for {
            Some(stream) => HostStep::LaunchUntil { launches, stream },
            None => HostStep::Launch(launches),
        })
    }

    fn verify(&self, _: &GlobalMemory) -> Result<(), String> {
        Ok(())
    }
}

/// The end of a run that came to a stop.
pub struct Stop {
    /// The error in one line.
    pub error: String,
    pub explanation: Explanation,
    /// The explanation as it is shown.
    pub text: String,
}

impl Stop {
    fn of(error: &RunError) -> Self {
        let line = error.to_string();
        let explanation = error.explanation().unwrap_or_else(|| panic!("unexplained: {line}"));
        let text = explanation.to_string();
        println!("{line}\n{text}");
        assert!(text.lines().count() <= 20, "{text}");
        Self { error: line, explanation: explanation.clone(), text }
    }

    /// The cause is this, and all of these words are in the explanation.
    pub fn is(&self, cause: Cause, words: &[&str]) -> &Self {
        let (error, text) = (&self.error, &self.text);
        assert_eq!(self.explanation.cause, cause, "{error}\n{text}");
        for word in words {
            assert!(text.contains(word), "`{word}` is missing in:\n{error}\n{text}");
        }
        self
    }

    /// They wait in a circle.
    pub fn in_a_circle(&self) -> &Self {
        assert!(self.explanation.circle.is_some(), "{}", self.text);
        self
    }

    /// The chain has an end.
    pub fn not_in_a_circle(&self) -> &Self {
        assert_eq!(self.explanation.circle, None, "{}", self.text);
        self
    }
}
