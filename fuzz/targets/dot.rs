#![no_main]

heddle_fuzz::target!(readers::dot);
