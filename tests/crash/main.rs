//! What a disk can do to a club: the power goes at any moment, or any call fails. A binary of its own, for it needs a C compiler and
//! LD_PRELOAD, and says "skipped" where they are not to be had.
//!
//! Without more it looks at a small part of what can happen. `TAFLPOST_CRASH` is the number of images of power cuts, each by
//! other lots; where it is set, nothing is skipped. A law that is broken prints the image's number, and the image is kept.
//! `TAFLPOST_FAULTS` is the number of calls of each command that fail, `all` for every one.
#![allow(clippy::unwrap_used, reason = "tests")]

mod diary;
mod disk;
mod faults;
mod images;
#[allow(dead_code, reason = "shared with the other tests")]
#[path = "../it/killed"]
mod killed {
    pub mod post;
    pub mod server;
}
#[path = "../simulation/year/office.rs"]
mod composer;
mod laws;
mod preload;
mod story;
mod told;
