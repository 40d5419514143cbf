//! A hang explains itself: programs and machines of many kinds that come to a stop, and whether the explanation names who
//! waits for whom and why.

mod barriers;
mod bench;
mod children;
mod faulty;
mod spins;
mod streams;
mod units;
