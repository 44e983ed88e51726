//! Where the flow is joined: from a spooled mail to changes and letters, in one savepoint. No sockets.

pub mod desk;
