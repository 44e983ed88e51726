//! The passwords of one mail. Comparing one takes a fiftieth of a second on purpose, and nothing else can be written during that time. So
//! each is compared once, however many lines contain it, and only a few are compared at all.

use crate::command::Login;

/// The most different passwords or players in one mail. A person gives one, a household that shares a mailbox two, and each may make one
/// mistake.
const PASSWORDS_MAX: usize = 4;

/// The results for the passwords of the current mail.
#[derive(Default)]
pub(super) struct Passwords {
    compared: Vec<(Login, bool)>,
}

/// The mail has too many different passwords, so this one was not compared.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl Passwords {
    /// Whether the password of this login is right, by `compare` or from an earlier result.
    pub(super) fn is_right(&mut self, login: &Login, compare: impl FnOnce(&str) -> bool) -> Result<bool, TooMany> {
        if let Some((_, is_right)) = self.compared.iter().find(|(known, _)| known == login) {
            return Ok(*is_right);
        }
        if self.compared.len() == PASSWORDS_MAX {
            return Err(TooMany);
        }
        let is_right = compare(login.password.expose());
        self.compared.push((login.clone(), is_right));
        Ok(is_right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Secret;

    #[test]
    fn each_password_is_compared_once_and_the_fifth_is_not() {
        let mut passwords = Passwords::default();
        let mut compared = Vec::new();
        let mut ask = |player: &str, password: &str| {
            let login = Login { player: player.to_owned(), password: Secret::new(password) };
            passwords.is_right(&login, |typed| {
                compared.push(format!("{player} {typed}"));
                typed == "right"
            })
        };
        for _ in 0..20 {
            assert_eq!(ask("ann", "right"), Ok(true));
            assert_eq!(ask("ann", "wrong"), Ok(false));
            assert_eq!(ask("bob", "right"), Ok(true));
            assert_eq!(ask("bob", "wrong"), Ok(false));
            assert_eq!(ask("carl", "right"), Err(TooMany));
        }
        assert_eq!(compared, ["ann right", "ann wrong", "bob right", "bob wrong"]);
    }
}
