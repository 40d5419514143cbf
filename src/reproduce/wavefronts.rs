//! The benchmarks of Wireframe: an application on one field, cut into few, more and many tiles.

use super::benchmarks::Benchmark;

/// Makes the applications on their fields, cut into a number of tiles.
macro_rules! tiled {
    ($suffix:literal $smoke:literal $nodes:literal) => {
        [
            tiled!("dtw" "9984" $suffix $smoke $nodes),
            tiled!("heat2d" "12288" $suffix $smoke $nodes),
            tiled!("hist" "3648" $suffix $smoke $nodes),
            tiled!("int_img" "3648" $suffix $smoke $nodes),
            tiled!("sor" "12288" $suffix $smoke $nodes),
            tiled!("sw" "8256" $suffix $smoke $nodes),
        ]
    };
    ($app:literal $side:literal $suffix:literal $smoke:literal $nodes:literal) => {
        Benchmark::new(
            concat!($app, "_", $suffix),
            $app,
            [concat!($smoke, ":96"), concat!($nodes, ":768"), concat!($nodes, ":", $side)],
        )
    };
}

/// All applications in the paper's order, the field of each cut into 1024, 4096 and 9216 tiles; at
/// smoke size into 16, 64 and 144. Its side is 96 at smoke and 768 at study size, the paper's at
/// full.
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
