//! Mutants that are the room: proved by Yosys, within bounds.

use super::mutant::Mutant;
use super::netlist::{read, run, PREPARED, TOP};
use super::stimulus::Stimulus;
use std::path::Path;

const ROOM: &str = "as_it_is.il";
const BOTH: &str = "both.il";
/// Which pairs of room and mutant are proved.
const STATUS: &str = "status.txt";

/// Pairs that may be left to induction, none of them an output. Where it fails it tries them one
/// by one, for seconds each.
const INDUCED: usize = 128;

/// The room as gates, without what no output depends on. Only registers and pins keep their names, so
/// that only they are paired.
fn gates(change: &str, name: &str) -> String {
    format!(
        "read_rtlil {PREPARED}\n{change}memory_map\nopt_expr\nopt_clean\ntechmap\nopt_expr\n\
         opt_dff\nopt_clean -purge\nrename -hide w:* t:$_*DFF* %co1:+[Q] %d\n\
         rename {TOP} {name}\n"
    )
}

/// Prepares [`proves`].
pub fn prepare(dir: &Path) -> Result<(), String> {
    run(dir, &format!("{}write_rtlil {ROOM}\n", gates("", "room")))
}

/// Whether the mutant's outputs are those of the room in every cycle, whatever the
/// inputs: both are reduced to what their outputs depend on, and every register that is left
/// follows from the same registers in the same way. `false` says nothing.
pub fn proves(dir: &Path, room: &Stimulus, mutant: &Mutant) -> Result<bool, String> {
    let change = format!("mutate {}\n", mutant.arguments);
    let script = format!(
        "{}read_rtlil {ROOM}\nequiv_make room changed both\nhierarchy -top both\nopt_merge\n\
         opt_clean\nequiv_struct\nequiv_simple\ntee -q -o {STATUS} equiv_status\nwrite_rtlil {BOTH}\n",
        gates(&change, "changed")
    );
    run(dir, &script)?;
    let said = read(dir, STATUS)?;
    let Some(left) = unproved(&said)? else { return Ok(false) };
    let unproved: Vec<&str> =
        said.lines().filter(|line| line.contains("Unproven $equiv")).collect();
    let pair = |name: &str| unproved.iter().any(|line| line.contains(&format!("\\{name}_gold")));
    let hopeless = left > INDUCED || room.outputs.iter().any(|pin| pair(pin.name));
    Ok(left == 0 || (!hopeless && induced(dir)?))
}

/// Whether the pairs that are left follow from all pairs two cycles before.
fn induced(dir: &Path) -> Result<bool, String> {
    let script =
        format!("read_rtlil {BOTH}\nequiv_induct -seq 2\ntee -q -o {STATUS} equiv_status\n");
    run(dir, &script)?;
    Ok(unproved(&read(dir, STATUS)?)? == Some(0))
}

/// How many pairs `equiv_status` says are unproved; nothing, if room and mutant have no pairs.
fn unproved(said: &str) -> Result<Option<usize>, String> {
    let status = said.lines().rev().find_map(|line| line.trim().strip_prefix("Of those cells "));
    let Some(status) = status else { return Ok(None) };
    let count = status.split_whitespace().rev().nth(2).and_then(|word| word.parse().ok());
    count.map(Some).ok_or_else(|| format!("equiv_status of Yosys has a new form: {status}"))
}
