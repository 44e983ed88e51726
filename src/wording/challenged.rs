//! Who would have which side, as the line of a challenge says it.

/// The players with the attackers and with the defenders in a line such as `brandubh challenge ann bob -unrated`. `None` for each that it does not
/// name.
pub(crate) fn challenged(line: &str) -> (Option<&str>, Option<&str>) {
    let mut ids = line.split(' ').skip_while(|word| *word != "challenge").skip(1).take_while(|id| !id.starts_with('-'));
    (ids.next(), ids.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_names_two_players() {
        assert_eq!(challenged("brandubh challenge ann bob -unrated"), (Some("ann"), Some("bob")));
        assert_eq!(challenged("challenge ann -small"), (Some("ann"), None));
        assert_eq!(challenged("rematch 1"), (None, None));
    }
}
