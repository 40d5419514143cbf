//! Finds kernels by the names that people write: as in the text, or as in the C++ source.

use super::{Function, Program};
use cpp_demangle::{DemangleOptions, Symbol};

impl Program {
    /// Returns the kernel `name`: its name in the text or in C++, there with or without the parameters. The error says
    /// which kernels there are.
    pub fn kernel(&self, name: &str) -> Result<&Function, String> {
        if let Some(kernel) = self.kernels().find(|kernel| kernel.name == name) {
            return Ok(kernel);
        }
        let wanted = without_spaces(name);
        let mut found = self.kernels().filter(|kernel| kernel.is_called(&wanted));
        match (found.next(), found.next()) {
            (Some(kernel), None) => Ok(kernel),
            (Some(_), Some(_)) => Err(format!(
                "`{name}` is the name of several kernels; name one of: {}",
                self.known(|kernel| kernel.is_called(&wanted))
            )),
            (None, _) => {
                Err(format!("there is no kernel `{name}`; kernels are: {}", self.known(|_| true)))
            }
        }
    }

    /// Returns the kernel of a text that has one. The error says which kernels there are.
    pub fn only_kernel(&self) -> Result<&Function, String> {
        let mut kernels = self.kernels();
        match (kernels.next(), kernels.next()) {
            (Some(kernel), None) => Ok(kernel),
            (Some(_), Some(_)) => {
                Err(format!("it has several kernels; name one of: {}", self.known(|_| true)))
            }
            (None, _) => Err("it has no kernel (`.entry`)".to_owned()),
        }
    }

    /// Lists the kernels that `which` selects.
    fn known(&self, which: impl Fn(&Function) -> bool) -> String {
        let names: Vec<String> = self
            .kernels()
            .filter(|kernel| which(kernel))
            .map(|kernel| match demangled(&kernel.name, DemangleOptions::new()) {
                Some(readable) => format!("{} ({readable})", kernel.name),
                None => kernel.name.clone(),
            })
            .collect();
        if names.is_empty() {
            return "none".to_owned();
        }
        names.join(", ")
    }
}

impl Function {
    /// Whether C++ calls it `wanted`, a name without spaces.
    fn is_called(&self, wanted: &str) -> bool {
        let plain = DemangleOptions::new().no_return_type();
        let forms = [DemangleOptions::new(), plain, plain.no_params()];
        let names = forms.into_iter().filter_map(|options| demangled(&self.name, options));
        names.map(|name| without_spaces(&name)).any(|name| name == wanted)
    }
}

/// Returns the C++ name behind a mangled one; `None` if it is not mangled.
fn demangled(name: &str, options: DemangleOptions) -> Option<String> {
    let is_mangled = name.starts_with("_Z");
    let symbol = Symbol::new(name).ok().filter(|_| is_mangled)?;
    symbol.demangle_with_options(&options).ok()
}

fn without_spaces(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(kernels: &[&str]) -> Program {
        let mut text = ".version 8.0\n.target sm_80\n.address_size 64\n".to_owned();
        for kernel in kernels {
            text += &format!(".visible .entry {kernel}() {{ ret; }}\n");
        }
        text += ".visible .func helper() { ret; }\n";
        Program::parse("k.ptx", &text).unwrap()
    }

    #[test]
    fn a_kernel_is_found_by_its_name_in_the_text_and_by_its_names_in_cpp() {
        let mangled = ["_ZN3sim5saxpyEfPKfPf", "_Z5scaleIfEvPT_i", "plain"];
        let program = program(&mangled);
        for (name, expected) in [
            ("_ZN3sim5saxpyEfPKfPf", 0),
            ("sim::saxpy", 0),
            ("sim::saxpy(float, float const*, float*)", 0),
            ("sim::saxpy(float,float const*,float*)", 0),
            ("scale<float>", 1),
            ("scale<float>(float*, int)", 1),
            ("void scale<float>(float*, int)", 1),
            ("plain", 2),
        ] {
            let found = program.kernel(name).map(|kernel| kernel.name.as_str());
            assert_eq!(found, Ok(mangled[expected]), "{name}");
        }
    }

    #[test]
    fn a_name_of_none_or_of_several_kernels_is_refused_with_those_there_are() {
        let program = program(&["_Z5twicePf", "_Z5twicePi", "plain"]);
        let refusal = |name| program.kernel(name).map(|kernel| &kernel.name).unwrap_err();
        assert_eq!(
            refusal("twice"),
            "`twice` is the name of several kernels; name one of: _Z5twicePf (twice(float*)), _Z5twicePi (twice(int*))"
        );
        assert_eq!(
            refusal("helper"),
            "there is no kernel `helper`; kernels are: _Z5twicePf (twice(float*)), _Z5twicePi (twice(int*)), plain"
        );
    }

    #[test]
    fn only_a_text_with_one_kernel_has_an_only_kernel() {
        let only =
            |kernels: &[&str]| program(kernels).only_kernel().map(|found| found.name.clone());
        assert_eq!(only(&["a"]), Ok("a".to_owned()));
        assert_eq!(only(&[]), Err("it has no kernel (`.entry`)".to_owned()));
        let several = "it has several kernels; name one of: a, b";
        assert_eq!(only(&["a", "b"]), Err(several.to_owned()));
    }

    #[test]
    fn a_kernel_of_the_device_runtime_is_not_a_kernel_of_the_text() {
        let text = ".version 8.0\n.target sm_80\n.address_size 64
            .extern .func (.param .b32 r) cudaMemsetAsync
                (.param .b64 a, .param .b32 b, .param .b64 c, .param .b64 d);
            .visible .entry a() { ret; }\n";
        let program = Program::parse("k.ptx", text).unwrap();
        assert_eq!(program.only_kernel().map(|found| found.name.as_str()), Ok("a"));
        assert!(program.kernel("cudaMemsetAsync$kernel").is_err());
    }

    #[test]
    fn a_long_or_broken_name_is_no_trouble() {
        let long = format!("_Z{}", "N1a".repeat(2000));
        let pointers = format!("_Z1f{}i", "P".repeat(50_000));
        let program = program(&[&long, "_Z", "_ZN", &pointers]);
        assert!(program.kernel("nothing").is_err());
    }
}
