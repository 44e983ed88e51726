//! One binary for all tests that look at the house from outside.

mod mails;
