//! The tests that look at the whole, or at what crosses a boundary. One binary: it links once.
#![allow(clippy::unwrap_used, reason = "tests")]

mod bounds;
mod captures;
mod cli;
mod clients;
mod commands;
mod dialogs;
mod doors;
mod every_variant;
mod exchange;
mod games;
mod hostile;
mod killed;
mod lab;
mod laws;
mod legality;
mod letters;
mod licences;
mod links;
mod long_lists;
mod mails;
mod model;
mod operator;
mod otn;
mod otn_rounds;
mod perft;
mod ratings;
mod readme;
mod records;
mod settings;
mod silence;
mod store;
mod tidy;
mod variant_folder;
mod words;
mod world;
