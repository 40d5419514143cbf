//! Whether a kernel can launch others: what its code and the functions it calls contain.

use super::program::{CallTarget, Function, Program, Symbol};

impl Program {
    /// The function, the kernel itself or one that it may call, with a launch from the device. A function whose address
    /// is taken anywhere may be called by any call through a pointer.
    pub fn launching_function(&self, kernel: &str) -> Option<&Function> {
        let (first, _) = self.function_by_name(kernel)?;
        let mut seen = vec![false; self.functions.len()];
        let mut next = vec![first];
        while let Some(index) = next.pop() {
            if std::mem::replace(&mut seen[index as usize], true) {
                continue;
            }
            let function = &self.functions[index as usize];
            for call in &function.calls {
                match call.target {
                    CallTarget::Function(callee) => next.push(callee),
                    CallTarget::Indirect => next.extend(self.addressed_functions()),
                    CallTarget::Runtime(call) if call.launches() => return Some(function),
                    CallTarget::Runtime(_) | CallTarget::Library(_) => {}
                }
            }
        }
        None
    }

    /// Device functions whose addresses are taken, by index.
    fn addressed_functions(&self) -> impl Iterator<Item = u32> + '_ {
        let in_code = self.functions.iter().flat_map(|function| &function.relocations);
        let in_data = self.globals.iter().flat_map(|global| &global.pointers);
        let symbols = in_code.map(|(_, symbol, _)| *symbol).chain(in_data.map(|p| p.symbol));
        symbols.filter_map(|symbol| match symbol {
            Symbol::Function(index) => {
                Some(index).filter(|_| !self.functions[index as usize].is_entry)
            }
            Symbol::Global(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAUNCHES: &str = "
        .version 8.0\n.target sm_80\n.address_size 64
        .extern .func (.param .b32 result) cudaLaunchDeviceV2 (.param .b64 param, .param .b64 stream);
        .func launches ()
        {
            .reg .b64 %rd<2>;
            mov.u64 %rd0, 0;
            { .param .b64 p0; .param .b64 p1; .param .b32 r0;
              st.param.b64 [p0], %rd0; st.param.b64 [p1], %rd0;
              call.uni (r0), cudaLaunchDeviceV2, (p0, p1); }
            ret;
        }
        .func calls ()
        {
            call.uni launches;
            ret;
        }
        .visible .entry parent()
        {
            call.uni calls;
            ret;
        }
        .visible .entry through_a_pointer()
        {
            .reg .b64 %rd<2>;
            mov.u64 %rd0, launches;
            proto: .callprototype _ ();
            call %rd0, (), proto;
            ret;
        }
        .visible .entry alone()
        {
            ret;
        }";

    #[test]
    fn a_launch_is_found_in_a_function_that_a_kernel_calls_and_only_there() {
        let program = Program::parse("k.ptx", LAUNCHES).unwrap();
        let found = |kernel| program.launching_function(kernel).map(|found| found.name.as_str());
        assert_eq!(found("parent"), Some("launches"));
        assert_eq!(found("through_a_pointer"), Some("launches"));
        assert_eq!(found("alone"), None);
        assert_eq!(found("none"), None);
    }
}
