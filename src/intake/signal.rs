//! How the operator stops the server: SIGTERM (systemd, `kill`) or SIGINT (Ctrl-C).

use std::io;

use tokio::runtime::Runtime;

/// Listens for the signals from the moment it is made. A signal that comes while the server is still starting is kept until the server
/// waits for it, and does not kill the server in the middle.
pub struct StopSignal {
    runtime: Runtime,
    signals: Signals,
}

impl StopSignal {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn listen() -> io::Result<StopSignal> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let signals = runtime.block_on(async { Signals::listen() })?;
        Ok(StopSignal { runtime, signals })
    }

    /// Waits for SIGTERM or SIGINT. A second one is ignored: closing takes a limited time, and SIGKILL does no harm.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn wait(mut self) -> io::Result<()> {
        self.runtime.block_on(self.signals.either())
    }
}

#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::SignalKind;
        use tokio::signal::unix::signal;
        Ok(Signals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn either(&mut self) -> io::Result<()> {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        Ok(())
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn either(&mut self) -> io::Result<()> {
        tokio::signal::ctrl_c().await
    }
}
