//! The address of a door: a TCP port of this machine, or a unix socket.

use std::fmt;
use std::fs;
use std::io;
use std::net::Ipv4Addr;
use std::net::SocketAddr;
use std::net::TcpListener;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::path::PathBuf;
use std::str::FromStr;

/// An address to listen on. Written `127.0.0.1:2525`, `[::1]:2525`, `localhost:2525` or `unix:/run/taflpost/lmtp`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BindAddr {
    /// A TCP port. With port 0, the system chooses one.
    Tcp(SocketAddr),
    /// A socket in the file system.
    Unix(PathBuf),
}

/// The word is not an address to listen on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the server cannot listen at {0:?}: write 127.0.0.1:2525, [::1]:2525, localhost:2525 or unix:/path")]
pub struct BadAt(String);

impl FromStr for BindAddr {
    type Err = BadAt;

    fn from_str(text: &str) -> Result<BindAddr, BadAt> {
        let bad = || BadAt(text.to_owned());
        if let Some(path) = text.strip_prefix("unix:") {
            return if path.is_empty() { Err(bad()) } else { Ok(BindAddr::Unix(PathBuf::from(path))) };
        }
        if let Some(port) = text.strip_prefix("localhost:") {
            let port = port.parse().map_err(|_| bad())?;
            return Ok(BindAddr::Tcp(SocketAddr::from((Ipv4Addr::LOCALHOST, port))));
        }
        text.parse().map(BindAddr::Tcp).map_err(|_| bad())
    }
}

impl fmt::Display for BindAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BindAddr::Tcp(address) => write!(f, "{address}"),
            BindAddr::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// Why a door could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// The address can be reached from the network.
    #[error(
        "{0} is not a loopback address. The server accepts mail without a login, so other machines must not reach it: \
         let it listen at 127.0.0.1, and let a mail server such as Postfix deliver the mail there"
    )]
    NotLoopback(SocketAddr),
    /// Another server listens there.
    #[error("{0} is in use: another server is already listening there")]
    Taken(BindAddr),
    /// The operating system refused.
    #[error("cannot listen at {at}: {source}")]
    System {
        /// The address.
        at: BindAddr,
        /// The error.
        source: io::Error,
    },
    /// There are no threads or no memory for the doors.
    #[error("cannot start to listen for mail: {0}")]
    Start(io::Error),
}

/// An open socket that does not block.
pub(super) enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl BindAddr {
    /// Opens the socket. The address in the result has the port that the system chose.
    pub(super) fn open(&self) -> Result<(Socket, BindAddr), CannotOpen> {
        let system = |source: io::Error| match source.kind() {
            io::ErrorKind::AddrInUse => CannotOpen::Taken(self.clone()),
            _ => CannotOpen::System { at: self.clone(), source },
        };
        match self {
            BindAddr::Tcp(address) if !address.ip().is_loopback() => Err(CannotOpen::NotLoopback(*address)),
            BindAddr::Tcp(address) => {
                let listener = TcpListener::bind(address).map_err(system)?;
                listener.set_nonblocking(true).map_err(system)?;
                let at = BindAddr::Tcp(listener.local_addr().map_err(system)?);
                Ok((Socket::Tcp(listener), at))
            }
            BindAddr::Unix(path) => {
                let listener = bind_unix(path).map_err(system)?;
                listener.set_nonblocking(true).map_err(system)?;
                Ok((Socket::Unix(listener), self.clone()))
            }
        }
    }

    /// Opens the door for a moment, to check that it can be opened.
    ///
    /// # Errors
    /// If it cannot.
    pub fn probe(&self) -> Result<(), CannotOpen> {
        let (socket, at) = self.open()?;
        drop(socket);
        at.close();
        Ok(())
    }

    /// Removes the file of a unix socket, so that no dead one is left behind.
    pub(super) fn close(&self) {
        if let BindAddr::Unix(path) = self {
            // A file that stays is recognized as dead at the next start.
            let _ = fs::remove_file(path);
        }
    }
}

/// Binds a unix socket. The file of a crashed server is still there, so a dead one is replaced. Any user of this machine may write to it,
/// as to a loopback port. The folder that holds it can be closed to others.
fn bind_unix(path: &Path) -> io::Result<UnixListener> {
    let listener = match UnixListener::bind(path) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_dead(path) => {
            fs::remove_file(path)?;
            UnixListener::bind(path)?
        }
        other => other?,
    };
    fs::set_permissions(path, fs::Permissions::from_mode(0o666))?;
    Ok(listener)
}

fn is_dead(path: &Path) -> bool {
    let is_socket = fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    is_socket && UnixStream::connect(path).is_err_and(refused)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_as_they_are_read() {
        for text in ["127.0.0.1:2525", "[::1]:2525", "unix:/run/taflpost/lmtp"] {
            assert_eq!(text.parse::<BindAddr>().unwrap().to_string(), text);
        }
        assert_eq!("localhost:25".parse::<BindAddr>().unwrap().to_string(), "127.0.0.1:25");
        for text in ["", "2525", "unix:", "localhost", "mail.example.org:25"] {
            assert!(text.parse::<BindAddr>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_network_finds_no_door() {
        for text in ["0.0.0.0:0", "[::]:0", "192.0.2.1:25"] {
            let at: BindAddr = text.parse().unwrap();
            assert!(matches!(at.open(), Err(CannotOpen::NotLoopback(_))), "{text}");
        }
    }

    #[test]
    fn a_port_or_socket_in_use_is_left_alone_and_a_dead_one_replaced() {
        let (_socket, at) = "127.0.0.1:0".parse::<BindAddr>().unwrap().open().unwrap();
        assert!(matches!(at.open(), Err(CannotOpen::Taken(_))));

        let folder = tempfile::tempdir().unwrap();
        let at = BindAddr::Unix(folder.path().join("lmtp"));
        let (socket, _) = at.open().unwrap();
        assert!(matches!(at.open(), Err(CannotOpen::Taken(_))));
        drop(socket);
        drop(at.open().unwrap());
        at.close();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

        let file = BindAddr::Unix(folder.path().join("file"));
        fs::write(folder.path().join("file"), "precious").unwrap();
        assert!(matches!(file.open(), Err(CannotOpen::Taken(_))));
    }
}
