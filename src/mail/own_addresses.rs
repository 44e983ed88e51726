//! Our own addresses.

use crate::mail::address::Address;

/// Our own addresses. They are needed to recognize our own letters when they come back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Own {
    addresses: Vec<Address>,
}

impl Own {
    /// The addresses that mail for us is sent to, without extensions.
    pub fn new(addresses: Vec<Address>) -> Own {
        Own { addresses }
    }

    /// Whether an address is one of ours, with or without an extension (`club+12.TOKEN@host`).
    pub fn includes(&self, address: &Address) -> bool {
        self.addresses.iter().any(|own| {
            let Some(rest) = address.key().strip_suffix(own.domain()).and_then(|rest| rest.strip_suffix('@')) else {
                return false;
            };
            match rest.strip_prefix(own.local().to_ascii_lowercase().as_str()) {
                Some("") => true,
                Some(extension) => extension.starts_with('+'),
                None => false,
            }
        })
    }
}
