//! The benchmarks of Wireframe: an application on one field, cut into few, more and many tiles.

use super::benchmarks::Benchmark;

/// Makes the applications on their fields, cut into a number of tiles.
macro_rules! tiled {
    ($suffix:literal $smoke:literal $nodes:literal) => {
        [
            tiled!("dtw" "6144" "9984" $suffix $smoke $nodes),
            tiled!("heat2d" "3840" "12288" $suffix $smoke $nodes),
            tiled!("hist" "2688" "3648" $suffix $smoke $nodes),
            tiled!("int_img" "3648" "3648" $suffix $smoke $nodes),
            tiled!("sor" "3840" "12288" $suffix $smoke $nodes),
            tiled!("sw" "6144" "8256" $suffix $smoke $nodes),
        ]
    };
    ($app:literal $study:literal $full:literal $suffix:literal $smoke:literal $nodes:literal) => {
        Benchmark::new(
            concat!($app, "_", $suffix),
            $app,
            [concat!($smoke, ":96"), concat!($nodes, ":", $study), concat!($nodes, ":", $full)],
        )
    };
}

/// All applications in the paper's order, the field of each cut into 1024, 4096 and 9216 tiles; at smoke size into 16, 64
/// and 144. Its side is 96 at smoke size and the paper's at full. At study size it is no larger than the paper's, and such
/// that launching takes about the paper's share of the time of Global Barriers: a fifth of the rest with 4096 tiles.
pub const WAVEFRONTS: &[[Benchmark; 6]; 3] =
    &[tiled!("1k" "16" "1024"), tiled!("4k" "64" "4096"), tiled!("9k" "144" "9216")];

/// Cut as for most figures.
pub fn usual() -> Vec<&'static Benchmark> {
    WAVEFRONTS[1].iter().collect()
}

/// Cut into most tiles.
pub fn most() -> Vec<&'static Benchmark> {
    WAVEFRONTS[2].iter().collect()
}
