//! What host, SMXs, Kernel Distributor and memory promise the KMU.

use super::pins::{In, Out, Params, LAUNCH, RESUME, SUSPEND};
use crate::kit::neighbours::{promised, Asked, Neighbours};
use crate::kit::{width, Class};
use std::collections::{HashMap, HashSet, VecDeque};

/// What the neighbours have done so far.
pub(super) struct Promises {
    params: Params,
    /// Bit of a tag that marks a kernel from the host.
    from_host: u32,
    /// Descriptors of suspended kernels.
    held: HashSet<u32>,
    /// Descriptors of kernels in the pool, and of the command taken last.
    pool: HashSet<u32>,
    commanded: Option<u32>,
    /// Links that the KMU wrote and has not read back, by address; what the next answers must be, where it is known.
    links: HashMap<u32, u32>,
    answers: VecDeque<Option<u32>>,
    /// Queues whose kernel has been dispatched and is not done.
    running: HashSet<u32>,
    /// Dispatch cycles and pending limit in the first cycle.
    straps: Option<(u32, u32)>,
    asked: Asked,
}

impl Promises {
    pub fn new(params: &Params, class: Class) -> Self {
        Self {
            params: params.clone(),
            from_host: 1 << (width::TAG.of(class) - 1),
            held: HashSet::new(),
            pool: HashSet::new(),
            commanded: None,
            links: HashMap::new(),
            answers: VecDeque::new(),
            running: HashSet::new(),
            straps: None,
            asked: Asked::default(),
        }
    }

    fn command(&mut self, input: &In) -> Result<(), String> {
        let (kind, descriptor) = (input.cmd_kind, input.cmd_desc);
        let (level, cluster, sizes) = (input.cmd_level, input.cmd_cluster, &self.params);
        promised(sizes.clusters == 0 || level == 0 || cluster < sizes.clusters, || {
            format!("rule 9: a command is for cluster {cluster}, which is not there")
        })?;
        promised(sizes.clusters == 0 || level <= sizes.levels, || {
            format!("rule 9: a command is for level {level}, and the highest is {}", sizes.levels)
        })?;
        promised(kind <= RESUME, || format!("rule 3: a command is of kind {kind}"))?;
        promised(descriptor.is_multiple_of(32), || {
            format!("the descriptor of a command is at {descriptor:#x}, which is no multiple of 32")
        })?;
        promised(!self.pool.contains(&descriptor), || {
            format!("rule 3: a command of kind {kind} is for the kernel at {descriptor:#x}, which is in the pool")
        })?;
        self.commanded = (kind != SUSPEND).then_some(descriptor);
        self.pool.extend(self.commanded);
        match kind {
            LAUNCH => {}
            SUSPEND => promised(self.held.insert(descriptor), || {
                format!("rule 3: the kernel at {descriptor:#x} is suspended, and has been")
            })?,
            _ => promised(self.held.remove(&descriptor), || {
                format!("rule 3: the kernel at {descriptor:#x} is resumed, and is not held")
            })?,
        }
        Ok(())
    }

    /// Holds memory to the links that were written: a link is read back once, when its kernel leaves the pool.
    fn memory(&mut self, input: &In, output: &Out) -> Result<(), String> {
        if input.mem_resp_valid {
            if let Some(link) = self.answers.pop_front().flatten() {
                let data = input.mem_resp_data;
                promised(data == link, || {
                    format!(
                        "rule 7: memory answers {data:#x} for a link, and {link:#x} was written"
                    )
                })?;
            }
        }
        if output.mem_req_valid && input.mem_req_ready {
            let address = output.mem_req_addr;
            if output.mem_req_write {
                self.links.insert(address, output.mem_req_data);
            } else {
                self.answers.push_back(self.links.remove(&address));
            }
        }
        Ok(())
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        let straps = (input.cfg_dispatch_cycles, input.cfg_pending_limit);
        promised(*self.straps.get_or_insert(straps) == straps, || {
            "the configuration changes while the unit runs".into()
        })?;
        if input.host_valid {
            let queue = input.host_hwq;
            promised(queue < self.params.hwqs && output.hwq_ready.has(queue), || {
                format!("rule 1: the host offers a kernel to queue {queue}, which is not ready")
            })?;
        }
        if output.overflow {
            if let Some(refused) = self.commanded.take() {
                self.pool.remove(&refused);
            }
        }
        if output.disp_valid {
            self.pool.remove(&output.disp_desc);
        }
        if input.cmd_valid && output.cmd_ready {
            self.command(input)?;
        }
        if input.done_valid {
            let queue = input.done_hwq;
            promised(self.running.remove(&queue), || {
                format!("rule 8: a kernel of queue {queue} is done, and none runs")
            })?;
        }
        if output.disp_valid && input.disp_ready && output.disp_tag & self.from_host != 0 {
            self.running.insert(output.disp_tag & !self.from_host);
        }
        let asks = output.mem_req_valid && input.mem_req_ready && !output.mem_req_write;
        self.memory(input, output)?;
        self.asked.cycle(7, asks.into(), input.mem_resp_valid)
    }
}
