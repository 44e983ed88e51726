//! Draws boards: a scene becomes text, a table or a picture. It knows no rules except which squares are special.

mod scene;

mod ascii;
mod html;
mod picture;

pub use crate::render::ascii::{ascii, has_room_for_both_marks};
pub use crate::render::html::html;
pub use crate::render::picture::{Picture, Pictures};
pub use crate::render::scene::{Reach, Scene, Signs};
