#![no_main]

heddle_fuzz::target!(recording::recording);
