//! The way to an IMAP server: connection, encryption, greeting.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use async_imap::Client;
use async_imap::imap_proto::Response;
use async_imap::imap_proto::Status;
use tokio::io::AsyncRead;
use tokio::io::AsyncWrite;
use tokio::io::BufWriter;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::RootCertStore;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::pki_types::pem::PemObject;

use crate::intake::imap::account::MailboxAccount;
use crate::intake::imap::bounded_stream::Bounded;
use crate::intake::imap::setback::Setback;
use crate::intake::imap::setback::cut;
use crate::mail::Tls;

/// A connection, encrypted or not.
pub(super) trait Wire: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}

impl<W: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Wire for W {}

/// A connection as the client uses it: writes go out in one piece, reads are limited.
pub(super) type Line = Bounded<BufWriter<Box<dyn Wire>>>;

fn line(wire: impl Wire + 'static) -> Line {
    Bounded::new(BufWriter::new(Box::new(wire)))
}

/// Connects, encrypts and reads the greeting. Also returns the server's address. Nothing about us has been sent when this returns.
pub(super) async fn connect(account: &MailboxAccount, wait: Duration) -> Result<(Client<Line>, IpAddr), Setback> {
    if account.tls == Tls::None && !account.is_on_this_machine() {
        let why =
            format!("the server sends no password to {} without TLS: set tls to implicit or starttls", account.host);
        return Err(Setback::Ours(why));
    }
    let encryption = match account.tls {
        Tls::None => None,
        Tls::Starttls | Tls::Implicit => Some(encryption(account)?),
    };
    let host = account.host.trim_start_matches('[').trim_end_matches(']');
    let stream = in_time("connection", wait, TcpStream::connect((host, account.port))).await?;
    // A command is one write. It must not wait for the acknowledgement of the previous one.
    let _ = stream.set_nodelay(true);
    let peer = stream.peer_addr().map_err(|error| Setback::of_io("connection", &error))?.ip();
    let client = match (account.tls, encryption) {
        (Tls::Implicit, Some((connector, name))) => {
            let stream = encrypt(&connector, name, stream, wait, account).await?;
            greeted(Client::new(line(stream)), wait).await?
        }
        (Tls::Starttls, Some((connector, name))) => {
            let mut client = greeted(Client::new(Bounded::new(BufWriter::new(stream))), wait).await?;
            let asked = timeout(wait, client.run_command_and_check_ok("STARTTLS", None)).await;
            let asked = asked.map_err(|_| Setback::silence("STARTTLS", wait.as_secs()))?;
            asked.map_err(|error| Setback::of("STARTTLS", &error))?;
            // Anything that came unencrypted after the server's OK is dropped together with the old client: anybody may have sent it.
            let stream = client.into_inner().into_inner().into_inner();
            Client::new(line(encrypt(&connector, name, stream, wait, account).await?))
        }
        _ => greeted(Client::new(line(stream)), wait).await?,
    };
    Ok((client, peer))
}

async fn in_time<T>(step: &str, wait: Duration, doing: impl Future<Output = io::Result<T>>) -> Result<T, Setback> {
    match timeout(wait, doing).await {
        Ok(done) => done.map_err(|error| Setback::of_io(step, &error)),
        Err(_) => Err(Setback::silence(step, wait.as_secs())),
    }
}

async fn encrypt(
    connector: &TlsConnector,
    name: ServerName<'static>,
    stream: TcpStream,
    wait: Duration,
    account: &MailboxAccount,
) -> Result<impl Wire + use<>, Setback> {
    match timeout(wait, connector.connect(name, stream)).await {
        Err(_) => Err(Setback::silence("TLS", wait.as_secs())),
        Ok(Ok(stream)) => Ok(stream),
        // This error means that the other side does not use TLS, or that its certificate is not trusted.
        Ok(Err(error)) if error.kind() == io::ErrorKind::InvalidData => Err(Setback::Ours(format!(
            "TLS: {error}; check that the setting tls matches port {} (implicit: 993, starttls: 143), and that the certificate is for \
             {}; if you use your own certificate authority, name it with ca_file",
            account.port, account.host
        ))),
        Ok(Err(error)) => Err(Setback::of_io("TLS", &error)),
    }
}

async fn greeted<W: Wire>(mut client: Client<W>, wait: Duration) -> Result<Client<W>, Setback> {
    let greeting = in_time("greeting", wait, client.read_response()).await.map_err(|setback| match setback {
        // This also happens if the other side waits for TLS.
        Setback::NoWay(why) => {
            Setback::NoWay(format!("{why}; check that the setting tls matches the port (implicit: 993, starttls: 143)"))
        }
        other => other,
    })?;
    let greeting = greeting.ok_or_else(|| Setback::closed("greeting"))?;
    match greeting.parsed() {
        Response::Data { status: Status::Ok, .. } => Ok(client),
        Response::Data { status: Status::Bye, outcome } => {
            let words = outcome.information.as_deref().unwrap_or("no reason given");
            Err(Setback::NoWay(cut(format!("greeting: the mail server ended the connection: {words}"))))
        }
        // A server that accepts us without a login is not the one that we know. With STARTTLS, somebody in between may have sent this.
        _ => Err(Setback::Garbled("greeting: this is not the greeting of an IMAP server".to_owned())),
    }
}

fn encryption(account: &MailboxAccount) -> Result<(TlsConnector, ServerName<'static>), Setback> {
    let ours = |why: String| Setback::Ours(format!("TLS: {why}"));
    let mut roots = RootCertStore::empty();
    // A machine without its own certificates may use only the given ones.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(pem) = &account.roots_pem {
        let mut any = false;
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|error| ours(format!("ca_file is not in PEM format: {error}")))?;
            roots.add(certificate).map_err(|error| ours(format!("ca_file: {error}")))?;
            any = true;
        }
        if !any {
            return Err(ours("ca_file contains no certificate".to_owned()));
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| ours(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let host = account.host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let name = ServerName::try_from(host).map_err(|error| ours(format!("{:?}: {error}", account.host)))?;
    Ok((TlsConnector::from(Arc::new(config)), name))
}
