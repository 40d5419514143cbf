mod barriers;
mod bench;
mod front;
mod latency;
mod levels;
mod runs;
