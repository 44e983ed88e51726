//! Every cell of the table, and real evidence on its way into it.

use crate::club::exchange::authorization::*;
use crate::club::exchange::request::Asked;
use crate::club::model::player::{Player, Presence, Settings};
use crate::command::{Account, Manner, Secret, Setting};
use crate::tafl::Dialect;
use std::collections::HashSet;
use std::path::Path;

/// The table: a line for each kind and setting.
const CELLS: &str = "
kind     trust          P     T+A   T     A     T-far F     X+key   X
look     strict         do    do    do    do    do    do    silence silence
look     normal         do    do    do    do    do    do    silence silence
look     closed-network do    do    do    do    do    do    silence silence
play     strict         do    do    hold  hold  hold  hold  hold    silence
play     normal         do    do    do    do    hold  hold  hold    silence
play     closed-network do    do    do    do    hold  do    hold    silence
resign   strict         do    do    hold  hold  hold  hold  silence silence
resign   normal         do    do    do    do    hold  hold  silence silence
resign   closed-network do    do    do    do    hold  hold  silence silence
account  strict         do    hold  hold  hold  hold  hold  silence silence
account  normal         do    hold  hold  hold  hold  hold  silence silence
account  closed-network do    hold  hold  hold  hold  hold  silence silence
join     strict         ask   ask   ask   ask   ask   ask   silence silence
join     normal         ask   ask   ask   ask   ask   ask   silence silence
join     closed-network ask   ask   ask   ask   ask   ask   silence silence
";

const KINDS: [(&str, Kind); 5] = [
    ("look", Kind::Look),
    ("play", Kind::Play),
    ("resign", Kind::Resign),
    ("account", Kind::Account),
    ("join", Kind::Join),
];

const TRUSTS: [(&str, Trust); 3] =
    [("strict", Trust::Strict), ("normal", Trust::Normal), ("closed-network", Trust::ClosedNetwork)];

const LEVELS: [(&str, Level); 8] = [
    ("P", Level::Password),
    ("T+A", Level::TokenAndGenuine),
    ("T", Level::Token),
    ("A", Level::Genuine),
    ("T-far", Level::TokenElsewhere),
    ("F", Level::From),
    ("X+key", Level::ForgedWithKey),
    ("X", Level::Forged),
];

fn named<T: Copy>(list: &[(&str, T)], name: &str) -> T {
    list.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name}")).1
}

fn cells() -> Vec<(Kind, Trust, Level, Effect)> {
    let mut lines = CELLS.trim().lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let effects = [("do", Effect::Do), ("hold", Effect::Hold), ("ask", Effect::Ask), ("silence", Effect::Silence)];
    let cells = lines.flat_map(|line| {
        let (kind, trust) = (named(&KINDS, line[0]), named(&TRUSTS, line[1]));
        let levels: Vec<Level> = head[2..].iter().map(|level| named(&LEVELS, level)).collect();
        levels.into_iter().zip(line[2..].to_vec()).map(move |(level, is)| (kind, trust, level, named(&effects, is)))
    });
    cells.collect()
}

#[test]
fn every_cell_of_the_table_is_as_designed() {
    let cells = cells();
    for (kind, trust, level, expected) in &cells {
        assert_eq!(effect(*kind, *trust, *level), *expected, "{kind:?} {trust:?} {level:?}");
    }
    let all: HashSet<String> =
        cells.iter().map(|(kind, trust, level, _)| format!("{kind:?}{trust:?}{level:?}")).collect();
    assert_eq!(all.len(), KINDS.len() * TRUSTS.len() * LEVELS.len());
}

/// Operators read the same table on their page.
#[test]
fn every_cell_of_the_operators_page_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operators.md");
    let page = std::fs::read_to_string(page).unwrap();
    let table = page.lines().skip_while(|line| !line.starts_with("| what the mail wants | level |")).skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    let kinds = [
        ("to see something", Kind::Look),
        ("to move or write to a player", Kind::Play),
        ("to resign", Kind::Resign),
        ("to change an address or a password", Kind::Account),
    ];
    let effects = [("done", Effect::Do), ("asked", Effect::Hold), ("silence", Effect::Silence)];
    let mut compared = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        assert_eq!(cells.len(), 2 + LEVELS.len(), "{row}");
        let kind = named(&kinds, cells[0]);
        for (_, trust) in TRUSTS.iter().filter(|(name, _)| ["any", name].contains(&cells[1])) {
            for ((_, level), cell) in LEVELS.iter().zip(&cells[2..]) {
                assert_eq!(effect(kind, *trust, *level), named(&effects, cell), "{row}: {level:?}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, kinds.len() * TRUSTS.len() * LEVELS.len());
}

fn ann() -> PlayerId {
    "ann".parse().unwrap()
}

fn view(from: Option<&str>) -> View {
    let player = Player {
        id: ann(),
        suspensions: Vec::new(),
        addresses: vec!["ann@fjord.test".parse().unwrap()],
        addresses_since: vec!["2026-11-21T10:00:00Z".parse().unwrap()],
        password_hash: Some("never compared here".to_owned()),
        limit: None,
        settings: Settings::default(),
        leave: Vec::new(),
        held: Vec::new(),
        reminded: None,
        rescued: None,
        presence: Presence::Here,
        joined: "2026-11-21T10:00:00Z".parse().unwrap(),
    };
    let from = from.filter(|from| *from == "ann@fjord.test").map(|_| ann());
    View { from, players: [(ann(), player)].into(), ..View::default() }
}

/// A request with the evidence of a level.
fn request(level: Level, trust: Trust) -> (Request, Option<Login>) {
    let token = Token { hash: [0; 32], purpose: Purpose::Letter { player: ann() } };
    let (from, authenticity, has_token) = match level {
        Level::Password => ("eve@else.test", Authenticity::Unknown, false),
        Level::TokenAndGenuine => ("ann@fjord.test", Authenticity::Genuine, true),
        Level::Token => ("ann@fjord.test", Authenticity::Unknown, true),
        Level::Genuine => ("ann@fjord.test", Authenticity::Genuine, false),
        // That Eve is who she says does not make her Ann.
        Level::TokenElsewhere => ("eve@else.test", Authenticity::Genuine, true),
        Level::From => ("ann@fjord.test", Authenticity::Unknown, false),
        Level::ForgedWithKey => ("ann@fjord.test", Authenticity::Forged, true),
        Level::Forged => ("ann@fjord.test", Authenticity::Forged, false),
    };
    let login = Login { player: "ann".to_owned(), password: Secret::new("sesame".to_owned()) };
    let request = Request {
        organizers: Default::default(),
        names: Default::default(),
        received: "2026-11-21T10:00:00Z".parse().unwrap(),
        earliest: "2026-11-21T10:00:00Z".parse().unwrap(),
        day_is_certain: true,
        from: Some(from.parse().unwrap()),
        authenticity,
        trust,
        rules: Default::default(),
        token: Some(token).filter(|_| has_token),
        board: None,
        subject_board: None,
        confirmed: false,
        password_is_right: level == Level::Password,
        asked: Asked::Join { repeated: None },
        manner: Manner::PLAIN,
        comment: String::new(),
    };
    (request, Some(login).filter(|_| level == Level::Password))
}

fn standing(request: &Request, command: &Command) -> SenderStanding {
    weigh(&view(request.from.as_ref().map(|from| from.as_str())), request, command, None)
}

#[test]
fn evidence_amounts_to_what_the_table_says() {
    for (kind, trust, level, expected) in cells() {
        let (request, login) = request(level, trust);
        let command = match kind {
            Kind::Play => Command::Accept { number: Some(1), login },
            Kind::Resign => Command::Resign { number: Some(1), login },
            Kind::Account => Command::Account { act: Account::AddAddress("ann@work.test".to_owned()), login },
            _ => continue,
        };
        let found = match standing(&request, &command) {
            SenderStanding::Proven(player) => (Effect::Do, Some(player)),
            SenderStanding::Doubtful(player) => (Effect::Hold, Some(player)),
            SenderStanding::PassedOver => (Effect::Silence, None),
            other => panic!("{kind:?} {trust:?} {level:?}: {other:?}"),
        };
        let player = (expected != Effect::Silence).then(ann);
        assert_eq!(found, (expected, player), "{kind:?} {trust:?} {level:?}");
    }
}

#[test]
fn a_forged_sender_gets_nowhere_even_with_the_password() {
    let (mut request, login) = request(Level::Password, Trust::ClosedNetwork);
    request.authenticity = Authenticity::Forged;
    let accept = Command::Accept { number: Some(1), login: login.clone() };
    assert_eq!(standing(&request, &accept), SenderStanding::Doubtful(ann()));
    assert_eq!(standing(&request, &Command::Resign { number: Some(1), login }), SenderStanding::PassedOver);
    // A stranger, and a login that names nobody.
    assert_eq!(standing(&request, &Command::Accept { number: Some(1), login: None }), SenderStanding::PassedOver);
    let nobody = Login { player: "nobody".to_owned(), password: Secret::new("x".to_owned()) };
    assert_eq!(
        standing(&request, &Command::Accept { number: Some(1), login: Some(nobody) }),
        SenderStanding::PassedOver
    );
    for (command, passed_over) in [
        (Command::Commands, true),
        (Command::Whoami, true),
        (Command::Signup { player: "eve".to_owned(), password: None, addresses: Vec::new() }, true),
        (accept, false),
    ] {
        assert_eq!(is_passed_over(&request, &command), passed_over, "{command}");
        assert!(!is_passed_over(&Request { authenticity: Authenticity::Unknown, ..request.clone() }, &command));
    }
}

#[test]
fn what_the_mailbox_has_confirmed_is_done_at_every_level() {
    for (_, trust) in TRUSTS {
        for level in [Level::Token, Level::TokenElsewhere, Level::ForgedWithKey] {
            let request = Request { confirmed: true, ..request(level, trust).0 };
            let resign = Command::Resign { number: Some(1), login: None };
            assert_eq!(standing(&request, &resign), SenderStanding::Proven(ann()), "{level:?}");
        }
    }
}

#[test]
fn commands_are_of_the_kind_that_their_harm_is() {
    let set = |setting| Command::Set { setting };
    for (command, expected) in [
        (Command::Commands, Kind::Look),
        (Command::Players, Kind::Look),
        (set(None), Kind::Look),
        (set(Some(Setting::Dialect(Dialect::default()))), Kind::Play),
        (Command::Undo { number: None, login: None }, Kind::Play),
        (Command::Draw { number: None, login: None }, Kind::Play),
        (Command::Resign { number: None, login: None }, Kind::Resign),
        (Command::Account { act: Account::DropPassword, login: None }, Kind::Account),
    ] {
        assert_eq!(kind(&command), expected, "{command}");
    }
}
