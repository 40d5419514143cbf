mod barriers;
mod bench;
mod latency;
mod levels;
mod runs;
