#![no_main]

heddle_fuzz::target!(readers::matrix_market);
