//! What the words of a mail wish for, and how it is granted: done at once where it can be taken back or has to be accepted, else asked about.

use crate::club::{Head, Pending, Reply, Stage};
use crate::command;
use crate::command::{
    BoardAct, ChallengeAsk, ClubTopic, Command, Complaint, Doubt, Manner, Named, PlainWords, PlayerAct, Reading,
    Setting, Situation, Talk, Target, Terms, Verb, Wishes,
};
use crate::store::Tx;
use crate::tafl::DEFAULT_GAME;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::scene::Scene;
use crate::worker::mail_processor::seat::{Seat, first_name, is_for_nobody, open_games, probable_author, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Grants what a mail wishes for although a line of it begins like another command: `Who plays here, please?`
    pub(super) fn wished_in_spite(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        if reading.items.is_empty() {
            return Ok(false);
        }
        let seat = seat(tx, mail)?;
        self.wished(tx, mail, reading, seat.as_ref(), waiting, words)
    }

    /// Asks about the one thing that the words of a mail wish for, and answers its questions. Returns false if there is nothing of that, or
    /// nothing that can be done now.
    pub(super) fn wished(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        seat: Option<&Seat>,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let text = in_words(mail, reading);
        let scene = self.scene(tx, mail, &text, seat, reading.talk)?;
        let opponent = seat.map(|seat| first_name(seat.opponent()));
        let below = command::below_a_question_to_the_club(&text, opponent);
        let situation = Situation { to_club: below.is_some(), ..scene.situation() };
        let Wishes { mut wants, mut looks, mut is_all, mut rest } =
            command::wishes(&text, &situation, &self.composer.catalogue);
        if let Some(below) = below {
            (is_all, rest) = (command::says_nothing(below, &mail.names()), below.to_owned());
        }
        is_all |= command::is_only_signed(&rest, &mail.names());
        if reading.talk == Talk::No {
            wants.retain(|want| !is_tried(want, reading));
            let is_sentence =
                reading.items.iter().filter_map(|item| item.command.as_ref().err()).all(Complaint::is_a_sentence);
            looks.retain(|look| is_sentence || !is_tried(look, reading));
        }
        if seat.is_some_and(|seat| seat.is_running() && seat.is_asked()) {
            // `All right then, a draw. But I want a rematch!`
            wants.retain(|want| want.verb() != Verb::Rematch);
        }
        if wants.is_empty() && seat.is_some_and(Seat::is_running) && command::begs_for_a_move_back(&text) {
            // Its `if` doubts other wishes.
            wants.extend(command::parse_line("undo", &self.composer.catalogue));
        }
        let is_open = command::leaves_the_answer_open(&text);
        let grants = || seat.is_some_and(Seat::is_asked_for_a_move_back) && command::grants_a_move_back(&text);
        if wants.is_empty() && !is_open && grants() {
            // `Fair is fair, Gus. You may have it back, and I shall hold you to the bun.`
            wants.extend(command::parse_line("accept", &self.composer.catalogue));
        }
        let proposes = || {
            let says = command::proposes_a_draw(&text, &self.composer.catalogue) || command::names_a_draw(&text);
            says && command::behind_a_draw_refused(&text).is_none() && !(is_open && seat.is_some_and(Seat::is_asked))
        };
        // `What does a draw do to my rating?` offers none.
        let asks_of_a_draw = looks.iter().any(|look| look.page() == Some(ClubTopic::Draw.word()));
        if wants.is_empty() && seat.is_some_and(Seat::is_running) && !asks_of_a_draw && proposes() {
            wants.extend(command::parse_line("draw", &self.composer.catalogue));
        }
        if (asks_of_a_draw || is_open) && seat.is_some_and(Seat::is_asked) {
            // `Does a draw count? If it costs me points, I would rather play on.`, `A draw? Why?`
            wants.retain(|want| !matches!(want.verb(), Verb::Accept | Verb::Decline | Verb::Draw));
        }
        // `Does the game between Theo and me count? We are only playing for pleasure.`
        let asks_of_a_game = looks.iter().any(is_page_of_a_game);
        if asks_of_a_game && !command::speaks_of_another_game(&text) {
            wants.retain(|want| want.challenge().is_none());
        }
        if let Some(seat) = seat {
            for want in wants.iter_mut().filter(|want| want.verb() == Verb::Rematch) {
                *want = self.rematch_on_other_terms(&text, seat).unwrap_or_else(|| want.clone());
            }
        }
        if let Some(line) = waiting.line.as_deref() {
            // It is the challenge about which the letter asks: `So do let us play, Felix!`
            for want in &mut wants {
                if let Some(asked) = self.challenge_asked_about(want, line, &text) {
                    *want = asked;
                }
            }
        }
        if seat.is_some() {
            drop_strangers(tx, &mut looks)?;
        }
        self.add_holiday(mail, &text, &mut wants, &mut looks);
        wants.iter_mut().chain(&mut looks).for_each(|wish| scene.aim(wish));
        let only_challenges = wants.iter().all(|want| want.challenge().is_some());
        let names_a_variant = command::names_a_variant(&text, &self.composer.catalogue);
        if !names_a_variant {
            self.play_the_same(tx, mail, &mut wants)?;
        }
        let names_another = command::names_a_game(&text) && !command::speaks_of_the_game_at_hand(&text);
        if seat.is_none() && only_challenges && !names_another && !names_a_variant {
            // `Bob, you rascal! I shall be back on Monday.`
            self.drop_those_who_play(tx, mail, &mut wants)?;
        }
        if seat.is_none() && only_challenges && (looks.is_empty() || !wants.is_empty()) {
            let of_board = self.wishes_on_the_only_board(tx, mail, &text, &scene)?;
            let is_about_it = !of_board.wants.is_empty() || !of_board.looks.is_empty();
            if is_about_it && !names_a_variant && !command::speaks_of_another_game(&text) {
                // `Is it my turn or Bob's?` challenges nobody.
                wants.retain(|want| want.challenge().is_none());
            }
            if wants.is_empty() && looks.is_empty() {
                (wants, looks) = (of_board.wants, of_board.looks);
            }
        }
        if reading.answer.is_some() {
            // What the first line says to a challenge or an offer says more than all the words below it.
            wants.retain(|want| !matches!(want.verb(), Verb::Accept | Verb::Decline));
        }
        let is_challenge = seat.is_some_and(|seat| seat.game.head.stage == Stage::Invited);
        if is_challenge && reading.answer.is_none() && command::puts_off(&text) {
            // `Dunno yet. Boss is on my back and I'm in a foul mood.`
            wants.retain(|want| want.verb() != Verb::Accept);
        }
        if is_challenge && command::has_a_hearty_yes(&text) {
            // `You would think a man who cannot catch a toddler thinks twice. You are on.`
            for want in wants.iter_mut().filter(|want| want.verb() == Verb::Decline) {
                *want = command::parse_line("accept", &self.composer.catalogue).unwrap_or_else(|_| want.clone());
            }
        }
        self.drop_what_is_beside(tx, &text, &mut wants, &mut looks)?;
        let mut wrong = reading.items.iter().filter_map(|item| item.command.as_ref().err());
        let is_sentence = reading.talk == Talk::Perhaps || wrong.any(Complaint::goes_on_as_a_sentence);
        // The line that begins like a command is a sentence, so it is kept with the others.
        let whole = || pending::joined(&waiting.words, &reading.in_words());
        let is_asked = match wants.len() {
            1 => {
                let agrees = reading.answer.as_ref().is_some_and(|answer| answer.agreement.yes);
                let want = self.accepted_instead(tx, mail, wants.remove(0), agrees)?;
                let how = how_to_grant(&want, seat, reading, &text);
                // Without a letter about the board, no words can wait behind it.
                let is_outside = seat.is_none() && matches!(want, Command::OnBoard { .. });
                let goes_at_once = is_done_at_once(how);
                if goes_at_once && is_sentence && seat.is_some() || is_outside {
                    *words = whole();
                }
                let mut greeting = greeting_beside(&want, &reading.said).filter(|_| seat.is_none());
                if greeting.is_some() {
                    // The rest of the mail is for the server.
                    let is_asked = self.grant(tx, mail, want, how, seat, &mut greeting)?;
                    if is_asked {
                        *words = greeting;
                    }
                    is_asked
                } else if goes_at_once || is_outside {
                    self.grant(tx, mail, want, how, seat, words)?
                } else {
                    // A question keeps them.
                    self.grant(tx, mail, want, how, seat, &mut None)?
                }
            }
            _ => false,
        };
        let is_told = words.is_none() && !mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_)));
        if is_asked && is_sentence && seat.is_some() && !is_told {
            *words = whole();
        }
        looks.truncate(LOOKS_MAX);
        if seat.is_none() {
            self.look_at_what_waits(tx, mail, &mut looks)?;
        }
        let is_answered = !looks.is_empty();
        for look in looks {
            let look = self.of_only_variant(tx, mail, look, seat, waiting)?;
            self.answer_about(tx, mail, look, &mail.text.clone(), seat)?;
        }
        if is_answered && !is_asked {
            // A question that was answered is no word for the opponent.
            *words = pending::joined(&waiting.words, "");
            let waits = waiting.line.as_deref().filter(|line| self.words_of(line).is_none());
            if let Some(Ok(command)) = waits.map(|line| command::parse_line(line, &self.composer.catalogue)) {
                // What the letter asked is still open.
                self.ask_still(tx, mail, command, waiting, seat)?;
                return Ok(true);
            }
            // A yes or no beside the question is asked about, and the words go with it.
            let leans = reading.answer.as_ref().map(|answer| command::leans_to_yes(&answer.agreement, &reading.said));
            if self.lean(tx, mail, leans)? {
                *words = pending::joined(&waiting.words, &rest);
                return Ok(true);
            }
            if let Some(seat) = seat.filter(|seat| !is_all && seat.words != PlainWords::Off && seat.is_running()) {
                // A question that was answered need not be asked about with the rest.
                let rest = Reading { talk: Talk::Perhaps, items: Vec::new(), said: rest, ..reading.clone() };
                self.for_opponent(tx, mail, &rest, seat, waiting, words)?;
            }
        }
        Ok(is_asked || is_answered)
    }

    /// The challenge of a line, if a wish is a challenge to the same player, and no other game is named.
    fn challenge_asked_about(&self, want: &Command, line: &str, text: &str) -> Option<Command> {
        let other = want.challenge()?.other();
        if command::names_another_game(text, line, &self.composer.catalogue) {
            return None;
        }
        let asked = command::parse_line(line, &self.composer.catalogue).ok()?;
        let mut ask =
            asked.challenge().filter(|ask| [&ask.first, &ask.second].map(String::as_str).contains(&other))?.clone();
        let own = if ask.first == other { &mut ask.second } else { &mut ask.first };
        *own = command::ME.to_owned();
        Some(Command::AsPlayer { login: None, act: PlayerAct::Challenge(ask) })
    }

    /// Adds the holiday that a text wishes for. Only one thing is asked about, and what is said beside it must not get lost: so beside anything
    /// else it is the page that tells how to take one.
    pub(super) fn add_holiday(&self, mail: &Mail, text: &str, wants: &mut Vec<Command>, looks: &mut Vec<Command>) {
        let Some(holiday) = command::holiday_wished(text, mail.spool.received.date_naive()) else { return };
        let is_help = |look: &Command| matches!(look, Command::Look(command::Look::Help { .. }));
        looks.retain(|look| !is_help(look));
        let asks = mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::AskedBack(_)));
        match wants.is_empty() && !asks && command::only_wishes_for_a_holiday(text) {
            true => wants.push(holiday),
            false => looks.extend(command::parse_line("help vacation", &self.composer.catalogue)),
        }
    }

    /// Makes a challenge that names no game one to the game that the two play already: `Could Ann and I play a second one?` One to somebody whom
    /// its author waits for is there already.
    fn play_the_same(&self, tx: &Tx, mail: &Mail, wants: &mut Vec<Command>) -> Result<(), HandleError> {
        let author = probable_author(tx, mail)?;
        let awaited = author.map(|author| tx.awaited_by(&author)).transpose()?.unwrap_or_default();
        // `Has Ann written to you yet? I do not want to miss her.` changes nothing of what waits for her.
        let is_kept = |want: &Command| {
            awaited.iter().any(|(_, line)| self.challenge_asked_about(want, line, &mail.text).is_some())
        };
        wants.retain(|want| !is_kept(want));
        for want in wants.iter_mut() {
            let Command::AsPlayer { act: PlayerAct::Challenge(ask), .. } = want else { continue };
            let is_usual = matches!(&ask.terms, Terms::Variant(variant) if variant.name == DEFAULT_GAME);
            let other = ask.other().to_owned();
            let games = if is_usual { open_games(tx, mail)? } else { Vec::new() };
            let between = |head: &&Head| [head.attackers.as_str(), head.defenders.as_str()].contains(&other.as_str());
            let Some(game) = games.iter().find(between) else { continue };
            let line = format!("{} challenge {other}", game.variant.split(' ').next().unwrap_or_default());
            if let Some(same) =
                command::parse_line(&line, &self.composer.catalogue).ok().as_ref().and_then(Command::challenge)
            {
                ask.terms = same.terms.clone();
            }
        }
        Ok(())
    }

    /// Drops what is only beside the point: the page about friends who join, where it is asked who has; the page about a move back, where one is
    /// asked for; how games begin, beside a game that is played; and a challenge to somebody of whom it is asked how to join: `My friend Barbara
    /// would like to play as well. What does she have to do?`
    fn drop_what_is_beside(
        &self,
        tx: &Tx,
        text: &str,
        wants: &mut Vec<Command>,
        looks: &mut Vec<Command>,
    ) -> Result<(), HandleError> {
        let is_page = |topic: ClubTopic| move |look: &Command| look.page() == Some(topic.word());
        if wants.iter().any(|want| want.verb() == Verb::Undo) {
            looks.retain(|look| !is_page(ClubTopic::Undo)(look));
        }
        if command::speaks_of_the_game_at_hand(text) && looks.len() > 1 {
            looks.retain(|look| !is_page(ClubTopic::Start)(look));
        }
        if command::asks_who_is_here(text) && looks.iter().any(is_page(ClubTopic::Friend)) {
            looks.retain(|look| !is_page(ClubTopic::Friend)(look));
            looks.extend(command::parse_line("players", &self.composer.catalogue));
            looks.dedup();
        }
        if looks.iter().any(is_page(ClubTopic::Friend)) {
            let mut kept = Vec::new();
            for want in wants.drain(..) {
                let other = want.challenge().map(ChallengeAsk::other);
                let is_stranger = other.map(|other| tx.is_in_use(Named::Player(other))).transpose()? == Some(false);
                kept.extend((!is_stranger).then_some(want));
            }
            *wants = kept;
        }
        Ok(())
    }

    /// Drops challenges to players with whom the author of a mail has a game that is not over: a name alone is no wish for another.
    fn drop_those_who_play(&self, tx: &Tx, mail: &Mail, wants: &mut Vec<Command>) -> Result<(), HandleError> {
        if wants.is_empty() {
            return Ok(());
        }
        let games = open_games(tx, mail)?;
        let plays = |id: &str| games.iter().any(|head| head.attackers.as_str() == id || head.defenders.as_str() == id);
        wants.retain(|want| {
            let other = want.challenge().map(ChallengeAsk::other);
            !other.is_some_and(plays)
        });
        Ok(())
    }

    /// What a mail that answers no letter about a board wishes on the only board of its author: `Whose turn is it? Show me the board.`, `I give
    /// up, Bob. Well played!`
    fn wishes_on_the_only_board(&self, tx: &Tx, mail: &Mail, text: &str, scene: &Scene) -> Result<Wishes, HandleError> {
        let games = open_games(tx, mail)?;
        let [only] = &games[..] else { return Ok(Wishes::default()) };
        let mut wishes = command::wishes(text, &scene.on_a_board(), &self.composer.catalogue);
        // Rules are asked about the only game, too.
        let is_rules = |look: &Command| matches!(look, Command::Look(command::Look::Rules { .. }));
        wishes.looks.retain(|look| look.board() == Some(Target::OfLetter) || is_rules(look));
        wishes.wants.retain(|want| want.board() == Some(Target::OfLetter));
        if only.stage != Stage::Running {
            wishes.wants.clear();
        }
        wishes.looks.iter_mut().chain(&mut wishes.wants).for_each(|wish| wish.aim(only.number));
        Ok(wishes)
    }

    /// Whoever asks for a board without naming one, and plays none, means the only challenge that waits, or wants the list.
    fn look_at_what_waits(&self, tx: &Tx, mail: &Mail, looks: &mut [Command]) -> Result<(), HandleError> {
        for look in looks.iter_mut().filter(|look| look.verb() == Verb::Show && look.board() == Some(Target::OfLetter))
        {
            let games = open_games(tx, mail)?;
            if games.iter().any(|head| head.stage == Stage::Running) {
                continue;
            }
            match &games[..] {
                [only] => look.aim(only.number),
                _ => *look = command::parse_line("games", &self.composer.catalogue).unwrap_or_else(|_| look.clone()),
            }
        }
        Ok(())
    }

    /// The same for a challenge that was only shown and got a yes: it may have come late, and both want to play.
    pub(super) fn or_accepted(
        &self,
        tx: &Tx,
        mail: &Mail,
        command: Command,
        manner: Manner,
    ) -> Result<(Command, Manner), HandleError> {
        if !manner.shown || command.challenge().is_none() {
            return Ok((command, manner));
        }
        let accepted = self.accepted_instead(tx, mail, command.clone(), false)?;
        let wished = Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN };
        Ok(if accepted == command { (command, manner) } else { (accepted, wished) })
    }

    /// Who wants to play somebody whose challenge to the same game waits for a yes wants to accept it, whichever side it gives. So does who says
    /// yes and names that player.
    fn accepted_instead(&self, tx: &Tx, mail: &Mail, want: Command, agrees: bool) -> Result<Command, HandleError> {
        // One that takes its place is no wish for it.
        let Some(ChallengeAsk { first, second, terms: Terms::Variant(variant), instead: None, .. }) = want.challenge()
        else {
            return Ok(want);
        };
        let author = probable_author(tx, mail)?;
        let games = open_games(tx, mail)?;
        let is_it = |head: &&Head| {
            let challenger = head.player(head.challenger);
            head.stage == Stage::Invited
                && (agrees || head.variant == variant.name)
                && Some(challenger) != author.as_ref()
                && [first.as_str(), second.as_str()].contains(&challenger.as_str())
        };
        let mut waiting = games.iter().filter(is_it).map(|head| format!("accept {}", head.number));
        let line = waiting.next().filter(|_| waiting.next().is_none());
        let accepted = line.and_then(|line| command::parse_line(&line, &self.composer.catalogue).ok());
        Ok(accepted.unwrap_or(want))
    }

    /// Asks about the one thing that the words wish for. Returns false if it cannot be done now, and that need not be said.
    pub(super) fn grant(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        mut want: Command,
        mut how: How,
        seat: Option<&Seat>,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        if seat.is_some_and(|seat| seat.plays_already(&want)) {
            return Ok(false);
        }
        if let Command::OnBoard { act, .. } = &mut want
            && seat.is_some_and(|seat| seat.is_offered(act))
        {
            // `Can I please take that move back?` may cross the opponent's own request, and is no certain yes to it.
            *act = BoardAct::Accept;
            how = How::Wished;
        }
        self.decide(tx, mail, command_of(want), "", words, how)
    }
}

/// Whether a page of help may be about the game that is named beside it. A question to the club is about none: `Please challenge Bob. What does
/// it cost?`
fn is_page_of_a_game(look: &Command) -> bool {
    let of_a_game = [ClubTopic::Unrated, ClubTopic::Ratings, ClubTopic::Clocks, ClubTopic::Vacation, ClubTopic::Start];
    look.page().is_some_and(|page| ClubTopic::from_word(page).is_none_or(|topic| of_a_game.contains(&topic)))
}

/// The most questions of one mail that are answered.
const LOOKS_MAX: usize = 2;

/// Whether a line was meant as the command for the wish: what is wrong with `chllenge bob` or `draw?` says more than a question.
fn is_tried(wish: &Command, reading: &Reading) -> bool {
    let mut complaints = reading.items.iter().filter_map(|item| item.command.as_ref().err());
    complaints.any(|complaint| complaint.tries(wish.verb()) && !complaint.goes_on_as_a_sentence())
}

/// The most words of a mail that chooses a language without a question.
const LANGUAGE_WORDS_MAX: usize = 16;

/// A challenge that does not answer a letter about a board is no talk, so it is even said why it cannot be sent. Neither is the wish for a
/// move back, also where the opponent has moved. It is sent at once if it is said clearly: the opponent will be asked in any case, and could move
/// while its author is asked first.
fn how_to_grant(wish: &Command, seat: Option<&Seat>, reading: &Reading, text: &str) -> How {
    let is_challenge = seat.is_none() && wish.challenge().is_some() && !is_tried(wish, reading);
    let own_move = seat.filter(|_| wish.verb() == Verb::Undo).map(|seat| !seat.is_to_move());
    // What only changes the letters can be changed back. Whoever says much more may speak of somebody else: `My neighbour only has Danish.`
    let is_short = text.split_whitespace().count() <= LANGUAGE_WORDS_MAX;
    let is_of_letters = seat.is_none()
        && is_short
        && matches!(wish, Command::AsPlayer { act: PlayerAct::Set(Setting::Language(_)), .. });
    // The other one has to accept another game, and it can be taken back. The sides are swapped.
    let is_ended = |seat: &Seat| matches!(seat.game.head.stage, Stage::Ended(_));
    let other_sides = |seat: &Seat| {
        let side = command::wanted_side(text, first_name(seat.opponent()));
        side.is_none() || side != seat.game.head.side_of(&seat.player)
    };
    let is_rematch = wish.verb() == Verb::Rematch
        && command::orders_a_rematch(text)
        && seat.is_some_and(|seat| is_ended(seat) && other_sides(seat));
    match own_move {
        None if is_rematch => How::Written(Manner::PLAIN),
        None if is_of_letters => How::Written(Manner::PLAIN),
        Some(_) if reading.talk == Talk::Surely && command::begs_for_a_move_back(text) => How::Written(Manner::PLAIN),
        Some(false) => How::Written(Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN }),
        None if is_challenge => How::Written(Manner { doubt: Some(Doubt::Wished), ..Manner::PLAIN }),
        Some(true) | None => How::Wished,
    }
}

/// What a mail that wishes to challenge somebody says to that player: `Please challenge Pete to Brandubh. Hi Pete, I hope you are ready!`
fn greeting_beside(wish: &Command, said: &str) -> Option<String> {
    let other = wish.challenge()?.other();
    command::words_to(said, other).or_else(|| command::words_to_pass_on(said)).map(str::to_owned)
}

/// Whether something is not asked about first.
fn is_done_at_once(how: How) -> bool {
    matches!(how, How::Written(Manner { doubt: None, .. }))
}

/// All that a mail says, to find a wish in it. Where it answers no letter, its Subject belongs to it. A line that was meant as a command is
/// read as it was written: in `play brandubh against my friend Tom`, no word is a password.
fn in_words(mail: &Mail, reading: &Reading) -> String {
    let is_new = mail.token.is_none() && mail.subject_board.is_none() && is_for_nobody(mail);
    let subject = if is_new { mail.subject.as_str() } else { "" };
    let text = if reading.talk == Talk::No || reading.withheld { mail.text.clone() } else { reading.in_words() };
    format!("{subject}\n\n{text}")
}

/// Drops what shows somebody who is no player: beside a board the opponent is asked, `Have you heard from Alison since she moved?`
fn drop_strangers(tx: &Tx, looks: &mut Vec<Command>) -> Result<(), HandleError> {
    let mut kept = Vec::new();
    for look in looks.drain(..) {
        let mut is_stranger = false;
        for player in look.players_shown() {
            is_stranger |= !tx.is_in_use(Named::Player(player))?;
        }
        kept.extend((!is_stranger).then_some(look));
    }
    *looks = kept;
    Ok(())
}
