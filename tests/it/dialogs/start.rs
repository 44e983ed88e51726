//! How dialogs begin: players who have joined and games that have begun, without the letters that this takes. Those letters are checked by
//! the dialogs that write them out, such as `join.dialog` and `first-game.dialog`.

use super::mailbox::get;
use super::mails::{fresh_mail, reply};
use super::{Mailboxes, deliver};
use crate::world::{CLUB, World};

/// Where those write from who are named without an address.
const CAST: [&str; 7] = [
    "ann@fjord.test",
    "bob@sund.test",
    "cai@voe.test",
    "dag@nes.test",
    "eve@else.test",
    "fia@lund.test",
    "gro@dal.test",
];

/// A player id, and the address behind it.
struct Player<'a> {
    id: &'a str,
    address: &'a str,
}

impl<'a> Player<'a> {
    fn of(name: &'a str) -> Result<Player<'a>, String> {
        let known = CAST.iter().copied().find(|address| address.split('@').next() == Some(name));
        let address =
            known.or(Some(name).filter(|name| name.contains('@'))).ok_or("write the address: who is this?")?;
        Ok(Player { id: address.split('@').next().unwrap_or_default(), address })
    }

    fn welcome(&self) -> String {
        format!("Welcome to Taflpost, {}", self.id)
    }
}

/// The steps that stand for a beginning; `None` for every other step.
pub(super) fn play(world: &mut World, boxes: &mut Mailboxes, words: &str) -> Option<Result<(), String>> {
    if let Some(names) = words.strip_suffix(" have joined").or_else(|| words.strip_suffix(" has joined")) {
        let mut names = names.split(", ").flat_map(|names| names.split(" and "));
        return Some(names.try_for_each(|name| join(world, boxes, &Player::of(name)?, None)));
    }
    if let Some((name, password)) = words.split_once(" has joined with the password ") {
        return Some(Player::of(name).and_then(|player| join(world, boxes, &player, Some(password))));
    }
    let (players, game) = words.split_once(" play ")?;
    let (first, second) = players.split_once(" and ")?;
    Some(begin(world, boxes, [first, second], game))
}

fn send(world: &mut World, boxes: &mut Mailboxes, who: &str, line: &str) {
    let raw = fresh_mail(world, who, &[line.to_owned()]);
    deliver(world, boxes, raw, who, CLUB);
}

/// Answers the letter last got.
fn answer(world: &mut World, boxes: &mut Mailboxes, who: &str, line: &str) -> Result<(), String> {
    let letter = boxes.last.get(who).cloned().ok_or("this mailbox has got no letter yet")?;
    reply(world, boxes, who, &letter, &[line.to_owned()]);
    Ok(())
}

fn join(world: &mut World, boxes: &mut Mailboxes, player: &Player<'_>, password: Option<&str>) -> Result<(), String> {
    let signup = format!("signup {}", player.id);
    send(world, boxes, player.address, &format!("Subject: {signup}"));
    get(boxes, player.address, "Please confirm that you want to join Taflpost", &[])?;
    let yes = password.map(|password| format!("{signup} {password}")).unwrap_or_default();
    answer(world, boxes, player.address, &yes)?;
    let letter = get(boxes, player.address, &player.welcome(), &[])?;
    boxes.named.insert(format!("({})", player.id), letter);
    Ok(())
}

fn begin(world: &mut World, boxes: &mut Mailboxes, names: [&str; 2], game: &str) -> Result<(), String> {
    let players = [Player::of(names[0])?, Player::of(names[1])?];
    for player in &players {
        let has_joined = boxes.read.iter().any(|read| read.to == player.address && read.subject == player.welcome());
        if !has_joined {
            join(world, boxes, player, None)?;
        }
    }
    let [first, second] = &players;
    let (variant, options) = game.split_once(' ').unwrap_or((game, ""));
    answer(world, boxes, first.address, format!("{variant} challenge {} {} {options}", first.id, second.id).trim())?;
    let thread = boxes.unread.get(first.address).and_then(|unread| unread.front()).map(|letter| letter.subject.clone());
    let thread = thread.ok_or("the challenge was not answered")?;
    let title = thread.strip_suffix(&format!(": {} v {}", first.id, second.id));
    let (_, number) = title.and_then(|title| title.rsplit_once(" board ")).ok_or(format!("no challenge: {thread}"))?;
    for player in &players {
        get(boxes, player.address, &thread, &[])?;
    }
    answer(world, boxes, second.address, "accept")?;
    for player in &players {
        let letter = get(boxes, player.address, &thread, &["the game begins".to_owned()])?;
        boxes.named.insert(format!("({}-{number})", player.id), letter);
    }
    Ok(())
}
