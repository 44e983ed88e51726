//! How the operator ends the server: SIGTERM (systemd, `kill`) or SIGINT (Ctrl-C).

use std::io;

/// Waits for SIGTERM or SIGINT. A second one is not heard: closing is bounded in time, and SIGKILL does no harm.
///
/// # Errors
/// When the system does not let us listen.
pub fn wait_for_the_end() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(either())
}

#[cfg(unix)]
async fn either() -> io::Result<()> {
    use tokio::signal::unix::SignalKind;
    use tokio::signal::unix::signal;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn either() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
