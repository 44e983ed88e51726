//! A square of pixels, and shapes painted on it with smooth edges.
//!
//! A shape is a function that returns how far a point is outside it (negative inside). Lengths are fractions of the tile's side, and its
//! middle is the origin. `max` cuts one shape out of another, subtracting a length makes one thicker, `abs` makes a ring of it.

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

impl Rgb {
    /// This colour with another on top, in quarters.
    fn under(self, other: Rgb, quarters: u32) -> Rgb {
        let mix = |low: u8, high: u8| {
            let sum = u32::from(low) * (4 - quarters) + u32::from(high) * quarters + 2;
            u8::try_from(sum / 4).unwrap_or(u8::MAX)
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

/// A place on a tile: from -0.5 to 0.5, `y` downwards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }

    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

/// The pixels, row by row.
pub(super) struct Tile {
    side: usize,
    pub(super) pixels: Vec<Rgb>,
}

impl Tile {
    pub(super) fn new(side: usize, ground: Rgb) -> Tile {
        Tile { side, pixels: vec![ground; side * side] }
    }

    /// Paints a shape. A pixel that its edge crosses is painted in part.
    pub(super) fn paint(&mut self, colour: Rgb, distance: impl Fn(Point) -> f64) {
        let side = self.side as f64;
        let place = |at: usize| (at as f64 + 0.5) / side - 0.5;
        for (at, pixel) in self.pixels.iter_mut().enumerate() {
            let point = Point { x: place(at % self.side), y: place(at / self.side) };
            let cover = (0.5 - distance(point) * side).clamp(0.0, 1.0);
            // A finer edge is not visible, and would make the file a quarter larger.
            match (cover * 4.0).round() as u32 {
                0 => {}
                quarters => *pixel = pixel.under(colour, quarters),
            }
        }
    }
}

/// A disc of this radius.
pub(super) fn disc(at: Point, radius: f64) -> f64 {
    at.dot(at).sqrt() - radius
}

/// A square that extends this far to each side.
pub(super) fn square(at: Point, half: f64) -> f64 {
    let out = Point { x: (at.x.abs() - half).max(0.0), y: (at.y.abs() - half).max(0.0) };
    out.dot(out).sqrt() + (at.x.abs() - half).max(at.y.abs() - half).min(0.0)
}

/// Lines from the lower left to the upper right at this distance, without thickness.
pub(super) fn stripes(at: Point, apart: f64) -> f64 {
    let along = (at.x + at.y) * std::f64::consts::FRAC_1_SQRT_2 / apart;
    (along - along.round()).abs() * apart
}

/// A line from point to point, without thickness.
pub(super) fn path(at: Point, points: &[Point]) -> f64 {
    points.windows(2).map(|ends| from_line(at, ends[0], ends[1])).fold(f64::INFINITY, f64::min)
}

/// The area inside the line from point to point and back to the first.
pub(super) fn polygon(at: Point, points: &[Point]) -> f64 {
    let ends = || points.iter().zip(points.iter().cycle().skip(1));
    let edge = ends().map(|(a, b)| from_line(at, *a, *b)).fold(f64::INFINITY, f64::min);
    // A ray to the right from a point inside crosses the edges an odd number of times.
    let crossed =
        |a: &Point, b: &Point| (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x;
    let within = ends().filter(|(a, b)| crossed(a, b)).count() % 2 == 1;
    if within { -edge } else { edge }
}

fn from_line(at: Point, a: Point, b: Point) -> f64 {
    let (way, line) = (at.minus(a), b.minus(a));
    let share = (way.dot(line) / line.dot(line).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let off = Point { x: way.x - line.x * share, y: way.y - line.y * share };
    off.dot(off).sqrt()
}
