//! Delivery under simulation: the real [`Plan`](taflpost::delivery::dispatch::Plan), with simulated sockets, store and clocks.

mod club;
mod law;
mod suspicion;
