//! The HTML parts of the golden letters as a phone and a desktop show them, light and dark, for a person to look at.
//!
//! `LETTERS_SHOWN=FOLDER cargo test --test it letters` writes each letter as a page into the folder and, if there is a Chromium, two
//! pictures of it: NAME-light.png and NAME-dark.png, with the letter 420 pixels wide on the left and 800 on the right. The dark one is
//! Chromium's own dark mode, which inverts colours as mail programs do.

use crate::world::Received;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const WIDTHS_PX: [u32; 2] = [420, 800];

/// Writes the page and its pictures, if that was asked for.
pub fn show(name: &str, letter: &Received) {
    let Some(folder) = std::env::var_os("LETTERS_SHOWN").map(PathBuf::from) else {
        return;
    };
    std::fs::create_dir_all(&folder).unwrap();
    let mut page = letter.html.clone();
    for (id, png) in &letter.pictures {
        let id = id.trim_matches(['<', '>']);
        // The ids are drawn by lot, and every letter of the tests has the same lots.
        let file = format!("{name}-{}.png", id.split('.').next().unwrap());
        std::fs::write(folder.join(&file), png).unwrap();
        page = page.replace(&format!("cid:{id}"), &file);
    }
    std::fs::write(folder.join(format!("{name}.html")), page).unwrap();
    let frame =
        |width| format!("<iframe src=\"{name}.html\" width=\"{width}\" height=\"{}\"></iframe>\n", height_px(letter));
    let frames = format!("<!DOCTYPE html>\n<body style=\"margin:4px\">\n{}</body>\n", WIDTHS_PX.map(frame).concat());
    std::fs::write(folder.join(format!("{name}-frames.html")), frames).unwrap();
    for (mode, more) in [("light", None), ("dark", Some("--enable-features=WebContentsForceDark"))] {
        shoot(&folder, name, (mode, more), height_px(letter));
    }
}

/// About as high as the letter is on the phone.
fn height_px(letter: &Received) -> u32 {
    let lines = letter.text.lines().count() as u32;
    (lines * 28 + 350).min(4000)
}

fn shoot(folder: &Path, name: &str, (mode, more): (&str, Option<&str>), height: u32) {
    let Some(chromium) = chromium() else {
        return;
    };
    let page = folder.canonicalize().unwrap().join(format!("{name}-frames.html"));
    let scratch = crate::cli::here();
    let width = WIDTHS_PX.iter().sum::<u32>() + 30;
    let taken = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"])
        .arg("--hide-scrollbars")
        .arg(format!("--user-data-dir={}", scratch.path().display()))
        .arg(format!("--window-size={width},{}", height + 20))
        .arg(format!("--screenshot={}", folder.join(format!("{name}-{mode}.png")).display()))
        .args(more)
        .arg(format!("file://{}", page.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(taken.unwrap().success(), "no picture of {name}");
}

fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut places = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    places.find(|place| place.is_file())
}
