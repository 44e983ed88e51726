//! The settings of a dialog, read as the program reads its settings file.

use crate::world::World;
use taflpost::cli::ServerSettings;

/// The club of a dialog has these settings from now on.
///
/// # Errors
/// The program's own words where it would not take the file; and where a setting means nothing in a dialog, since it
/// would be believed to hold.
pub(super) fn apply(world: &mut World, text: &str) -> Result<(), String> {
    let settings = ServerSettings::parse(text)?;
    let mut held = ServerSettings::default();
    held.club.language = settings.club.language;
    held.club.organizers.clone_from(&settings.club.organizers);
    held.club.observers_wait_plies = settings.club.observers_wait_plies;
    held.trust.authserv_id = settings.trust.authserv_id.clone();
    held.trust.level = settings.trust.level;
    held.clock = settings.clock.clone();
    if held != settings {
        return Err(
            "of [club] a dialog knows language, organizers and observers_wait_plies, of [trust] authserv_id and \
                    level, and all of [clock]"
                .to_owned(),
        );
    }
    world.organizers = held.club.organizers.iter().map(|id| id.as_str().to_owned()).collect();
    world.observers_wait_plies = held.club.observers_wait_plies;
    world.authserv = held.trust.authserv_id;
    world.trust = held.trust.level.into();
    world.rules = held.clock.rules(held.club.zone);
    if held.club.language != world.language {
        world.speak(held.club.language);
    }
    Ok(())
}
