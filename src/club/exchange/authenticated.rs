//! A request whose sender is proven, with the view to decide it by.

use crate::club::exchange::request::Request;
use crate::club::exchange::view::View;
use crate::club::model::player::PlayerId;

/// What every act is decided from.
#[derive(Clone, Copy)]
pub struct Authenticated<'a> {
    /// What has been loaded.
    pub view: &'a View,
    /// What is asked.
    pub request: &'a Request,
    /// The player who asks, proven.
    pub sender: &'a PlayerId,
}
