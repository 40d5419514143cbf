mod barriers;
mod bench;
mod latency;
mod runs;
