//! Delivery under simulation: the real [`Plan`](taflpost::delivery::dispatch::Plan), with sockets, store and clocks handed in.

mod club;
mod law;
mod suspicion;
