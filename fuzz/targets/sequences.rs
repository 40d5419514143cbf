#![no_main]

heddle_fuzz::target!(inputs::sequences);
