//! Reserved words of Verilog and of the tools.

/// Of Verilog, SystemVerilog and C++, into which Verilator translates.
const RESERVED: &str = "
    always and assign automatic begin bit break buf byte case cell checker class clocking config
    const constraint context continue cover default design disable dist do edge else end enum
    event expect export extends extern final for force foreach forever fork function generate
    global if iff import initial inout input inside instance int integer interface join large
    let library local logic longint matches medium module modport nand negedge new next nor not
    null or output package packed parameter posedge primitive priority program property
    protected pure rand real ref reg release repeat restrict return sequence signed small solve
    static string strong struct super supply table tagged task this time type typedef union
    unique unsigned until use var vectored virtual void wait weak while wire with within xnor
    xor alignas auto bool catch char delete double explicit false float free friend goto inline
    long malloc mutable namespace operator private public register short sizeof switch template
    throw true try using volatile
";

/// Returns whether a word is reserved.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.split_whitespace().any(|reserved| reserved == word)
}
