mod bench;
mod latency;
mod runs;
