//! Every counter of the SMX and of the memory system, counted again from the event log.

use super::*;
use crate::log::recount;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_counter_of_smx_and_memory_is_what_the_event_log_says(config in machine(), body in body()) {
        let run = Run::new(&config, &body);
        let (smx, memory) = run.counts;
        prop_assert_eq!(smx, recount::smx(&run.log, &run.program, 0, smx.cycles));
        prop_assert_eq!(memory, recount::memory(&run.log, &config));
    }
}
