#![no_main]

heddle_fuzz::target!(readers::host_program);
