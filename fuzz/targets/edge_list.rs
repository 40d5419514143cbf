#![no_main]

heddle_fuzz::target!(readers::edge_list);
