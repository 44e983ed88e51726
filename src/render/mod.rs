//! Boards for eyes: a scene is drawn as text or as a table. No rules are known here, only where a square is special.

mod scene;

mod ascii;
mod html;
mod picture;

pub use crate::render::ascii::ascii;
pub use crate::render::html::html;
pub use crate::render::picture::{Picture, picture};
pub use crate::render::scene::{Scene, Signs};
