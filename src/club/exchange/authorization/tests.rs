//! Tests of every cell of the table, and of real mails on their way into it.

use crate::club::exchange::authorization::*;
use crate::club::exchange::request::Asked;
use crate::club::model::player::{Player, Presence, Settings};
use crate::command::{Account, BoardAct, Look, Manner, PlayerAct, Secret, Setting, Target};
use crate::tafl::Dialect;
use std::collections::HashSet;
use std::path::Path;

/// The table: a line for each harm and setting.
const CELLS: &str = "
harm     trust          P     T+A   T     A     T-far F     X+key   X
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

const HARMS: [(&str, Harm); 5] = [
    ("look", Harm::None),
    ("play", Harm::Play),
    ("resign", Harm::Resign),
    ("account", Harm::Account),
    ("join", Harm::Join),
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

fn cells() -> Vec<(Harm, Trust, Level, Effect)> {
    let mut lines = CELLS.trim().lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let effects = [("do", Effect::Do), ("hold", Effect::Hold), ("ask", Effect::Ask), ("silence", Effect::Silence)];
    let cells = lines.flat_map(|line| {
        let (harm, trust) = (named(&HARMS, line[0]), named(&TRUSTS, line[1]));
        let levels: Vec<Level> = head[2..].iter().map(|level| named(&LEVELS, level)).collect();
        levels.into_iter().zip(line[2..].to_vec()).map(move |(level, is)| (harm, trust, level, named(&effects, is)))
    });
    cells.collect()
}

#[test]
fn every_cell_of_the_table_is_as_designed() {
    let cells = cells();
    for (harm, trust, level, expected) in &cells {
        assert_eq!(effect(*harm, *trust, *level), *expected, "{harm:?} {trust:?} {level:?}");
    }
    let all: HashSet<String> =
        cells.iter().map(|(harm, trust, level, _)| format!("{harm:?}{trust:?}{level:?}")).collect();
    assert_eq!(all.len(), HARMS.len() * TRUSTS.len() * LEVELS.len());
}

/// Operators read the same table on their page.
#[test]
fn every_cell_of_the_operators_page_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operators.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut table = page.lines().skip_while(|line| !line.starts_with("| what the player wants to do | level |"));
    let head = cells_of(table.next().unwrap());
    let columns = [
        ("password", Level::Password),
        ("answer, genuine", Level::TokenAndGenuine),
        ("answer", Level::Token),
        ("genuine", Level::Genuine),
        ("other address", Level::TokenElsewhere),
        ("no proof", Level::From),
        ("forged, with password or answer", Level::ForgedWithKey),
        ("forged", Level::Forged),
    ];
    let levels: Vec<Level> = head[2..].iter().map(|column| named(&columns, column)).collect();
    let harms = [
        ("ask for information", Harm::None),
        ("make a move, or write to a player", Harm::Play),
        ("resign, signoff, signon", Harm::Resign),
        ("change an address or a password, delete", Harm::Account),
    ];
    let effects = [("done", Effect::Do), ("asked", Effect::Hold), ("silence", Effect::Silence)];
    let mut compared = HashSet::new();
    for row in table.skip(1).take_while(|line| line.starts_with('|')) {
        let cells = cells_of(row);
        assert_eq!(cells.len(), head.len(), "{row}");
        let harm = named(&harms, &cells[0]);
        for (_, trust) in TRUSTS.iter().filter(|(name, _)| ["any", name].contains(&cells[1].as_str())) {
            for (level, cell) in levels.iter().zip(&cells[2..]) {
                assert_eq!(effect(harm, *trust, *level), named(&effects, cell), "{row}: {level:?}");
                assert!(compared.insert(format!("{harm:?}{trust:?}{level:?}")), "{row}: {level:?} stands twice");
            }
        }
    }
    assert_eq!(compared.len(), harms.len() * TRUSTS.len() * LEVELS.len());
}

/// The cells of a row, without the marks of code.
fn cells_of(row: &str) -> Vec<String> {
    row.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
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
        vacations: Vec::new(),
        held: Vec::new(),
        reminded: None,
        auto_vacation_since: None,
        presence: Presence::Here,
        joined: "2026-11-21T10:00:00Z".parse().unwrap(),
    };
    let from = from.filter(|from| *from == "ann@fjord.test").map(|_| ann());
    View { from, players: [(ann(), player)].into(), ..View::default() }
}

/// A request with the proof of one level.
fn request(level: Level, trust: Trust) -> (Request, Option<Login>) {
    let purpose = Purpose::Letter { player: ann() };
    let token = Token { hash: [0; 32], purpose, expires: "2027-01-21T10:00:00Z".parse().unwrap() };
    let (from, authenticity, has_token) = match level {
        Level::Password => ("eve@else.test", Authenticity::Unknown, false),
        Level::TokenAndGenuine => ("ann@fjord.test", Authenticity::Genuine, true),
        Level::Token => ("ann@fjord.test", Authenticity::Unknown, true),
        Level::Genuine => ("ann@fjord.test", Authenticity::Genuine, false),
        // Proof that Eve is Eve does not make her Ann.
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
        asked: Asked::Join { repeated: None, language: None, more: false },
        manner: Manner::PLAIN,
        comment: String::new(),
    };
    (request, Some(login).filter(|_| level == Level::Password))
}

fn on_board(act: BoardAct, login: Option<Login>) -> Command {
    Command::OnBoard { board: Target::Number(1), login, act }
}

fn as_player(act: PlayerAct, login: Option<Login>) -> Command {
    Command::AsPlayer { login, act }
}

fn standing(request: &Request, command: &Command) -> SenderStanding {
    weigh(&view(request.from.as_ref().map(|from| from.as_str())), request, command, None)
}

#[test]
fn evidence_amounts_to_what_the_table_says() {
    for (harm, trust, level, expected) in cells() {
        let (request, login) = request(level, trust);
        let command = match harm {
            Harm::Play => on_board(BoardAct::Accept, login),
            Harm::Resign => on_board(BoardAct::Resign, login),
            Harm::Account => as_player(PlayerAct::Account(Account::AddAddress("ann@work.test".to_owned())), login),
            Harm::None | Harm::Join => continue,
        };
        let found = match standing(&request, &command) {
            SenderStanding::Proven(player) => (Effect::Do, Some(player)),
            SenderStanding::Doubtful(player) => (Effect::Hold, Some(player)),
            SenderStanding::PassedOver => (Effect::Silence, None),
            other @ (SenderStanding::WrongPassword { .. }
            | SenderStanding::TooManyPasswords(_)
            | SenderStanding::UnknownPlayer(_)
            | SenderStanding::Stranger) => panic!("{harm:?} {trust:?} {level:?}: {other:?}"),
        };
        let player = (expected != Effect::Silence).then(ann);
        assert_eq!(found, (expected, player), "{harm:?} {trust:?} {level:?}");
    }
}

#[test]
fn a_forged_sender_gets_nowhere_even_with_the_password() {
    let (mut request, login) = request(Level::Password, Trust::ClosedNetwork);
    request.authenticity = Authenticity::Forged;
    let accept = on_board(BoardAct::Accept, login.clone());
    assert_eq!(standing(&request, &accept), SenderStanding::Doubtful(ann()));
    assert_eq!(standing(&request, &on_board(BoardAct::Resign, login)), SenderStanding::PassedOver);
    // A stranger, and a login that names no player.
    assert_eq!(standing(&request, &on_board(BoardAct::Accept, None)), SenderStanding::PassedOver);
    let nobody = Login { player: "nobody".to_owned(), password: Secret::new("x".to_owned()) };
    assert_eq!(standing(&request, &on_board(BoardAct::Accept, Some(nobody))), SenderStanding::PassedOver);
    for (command, passed_over) in [
        (Command::Look(Look::Commands), true),
        (Command::Look(Look::Whoami), true),
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
            let resign = on_board(BoardAct::Resign, None);
            assert_eq!(standing(&request, &resign), SenderStanding::Proven(ann()), "{level:?}");
        }
    }
}

#[test]
fn each_command_says_what_harm_it_could_do() {
    for (command, expected) in [
        (Command::Look(Look::Commands), Harm::None),
        (Command::Look(Look::Players), Harm::None),
        (Command::Look(Look::Settings), Harm::None),
        (as_player(PlayerAct::Set(Setting::Dialect(Dialect::default())), None), Harm::Play),
        (on_board(BoardAct::Undo, None), Harm::Play),
        (on_board(BoardAct::Draw, None), Harm::Play),
        (on_board(BoardAct::Resign, None), Harm::Resign),
        (as_player(PlayerAct::Account(Account::DropPassword), None), Harm::Account),
    ] {
        assert_eq!(command.access().harm, expected, "{command}");
    }
}
