#![no_main]

heddle_fuzz::target!(readers::ptx_run);
