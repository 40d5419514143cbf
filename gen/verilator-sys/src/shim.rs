//! Prints the C++ between a Verilated class and plain functions over arrays of words.

use crate::Source;
use std::fmt::Write;

/// Returns the shim's text for a design.
pub fn text(source: &Source) -> String {
    let mut inputs = String::new();
    for (i, name) in source.inputs.iter().enumerate() {
        let _ = writeln!(inputs, "    top.{name} = in[{i}];");
    }
    let mut outputs = String::new();
    for (i, name) in source.outputs.iter().enumerate() {
        let _ = writeln!(outputs, "    out[{i}] = top.{name};");
    }
    let coverage = if source.coverage { COVERAGE } else { "" };
    TEMPLATE
        .replace("@COVERAGE@", coverage)
        .replace("@TOP@", &source.top)
        .replace("@INPUTS@", &inputs)
        .replace("@OUTPUTS@", &outputs)
}

const TEMPLATE: &str = r#"#include "V@TOP@.h"
#include "verilated.h"
#include <cstdint>

double sc_time_stamp() { return 0; }

namespace {
struct Model {
    VerilatedContext context;
    V@TOP@* top = nullptr;
    ~Model() {
        if (top) top->final();
        delete top;
    }
};

void set(V@TOP@& top, const uint32_t* in) {
    (void)in;
@INPUTS@}

void get(const V@TOP@& top, uint32_t* out) {
    (void)out;
@OUTPUTS@}
}

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT void* heddle_new(uint32_t seed) {
    Model* model = new Model;
    // 2: every register and memory word powers up random.
    model->context.randReset(2);
    model->context.randSeed(static_cast<int>(seed));
    model->top = new V@TOP@(&model->context, "top");
    model->top->clock = 0;
    model->top->reset = 0;
    model->top->eval();
    return model;
}

EXPORT void heddle_free(void* handle) { delete static_cast<Model*>(handle); }

// Inputs are set while the clock is low; the outputs are those after the rising edge.
EXPORT void heddle_step(void* handle, const uint32_t* in, uint32_t reset, uint32_t* out) {
    V@TOP@& top = *static_cast<Model*>(handle)->top;
    set(top, in);
    top.reset = reset & 1;
    top.clock = 0;
    top.eval();
    top.clock = 1;
    top.eval();
    get(top, out);
}

EXPORT void heddle_out(void* handle, uint32_t* out) {
    get(*static_cast<Model*>(handle)->top, out);
}
@COVERAGE@"#;

const COVERAGE: &str = r#"
EXPORT void heddle_coverage(void* handle, const char* path) {
    static_cast<Model*>(handle)->context.coveragep()->write(path);
}
"#;
