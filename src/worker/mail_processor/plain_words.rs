//! A mail without a command: what its author wishes in ordinary words is asked about, and all other words are for the opponent.

use crate::club;
use crate::club::{Pending, PlayerId, Reply, Stage};
use crate::command;
use crate::command::{ClubTopic, Command, Complaint, Look, Manner, PlainWords, Reading, RulesOf, Talk, Verb};
use crate::store::Tx;
use crate::tafl::ParsedPlay;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{
    Seat, first_name, is_for_nobody, only_running, open_games, probable_author, seat, seat_with_addressee,
};
use crate::worker::mail_processor::still_awaited;
use crate::worker::mail_processor::tried_moves::or_tried;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;
use std::collections::BTreeSet;

/// The mail as mere talk, if the only moves that its words name are of pieces of the opponent, and it asks or speaks of them: `Can they get him if
/// the man on c1 comes up to c3?`, `your d1-c1 surprised me`
fn without_moves_of_others(tx: &Tx, mail: &Mail, reading: &Reading) -> Result<Option<Reading>, HandleError> {
    let complaints = reading.items.iter().map(|item| item.command.as_ref().err().and_then(Complaint::play_in_words));
    let Some(plays) = complaints.collect::<Option<Vec<_>>>().filter(|plays| !plays.is_empty()) else {
        return Ok(None);
    };
    let Some(seat) = seat(tx, mail)?.filter(Seat::is_to_move) else { return Ok(None) };
    // Or it has been made: the piece has left that square.
    let is_of_others = |play: &ParsedPlay| {
        let is_made = !seat.has_piece_on(play.from) && seat.has_opponents_piece_on(play.to);
        seat.has_opponents_piece_on(play.from) || is_made
    };
    let are_of_others = plays.iter().all(is_of_others);
    let is_talk = are_of_others && command::speaks_of_the_others(&reading.said);
    Ok(is_talk.then(|| Reading { items: Vec::new(), ..reading.clone() }))
}

impl MailProcessor {
    /// Does what can be done with a mail that has no command. `words` is what it and earlier mails have for the opponent. Returns false if
    /// its author must be told that it was not understood.
    pub(super) fn plain_words(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        if self.completed_a_move(tx, mail, waiting, words)? {
            return Ok(true);
        }
        let talk = without_moves_of_others(tx, mail, reading)?;
        let reading = talk.as_ref().unwrap_or(reading);
        if let Some(seat) = seat(tx, mail)?
            && let Some(square) = command::asks_where_it_may_go(&mail.text)
            && self.asked_about_a_piece(tx, mail, square, &seat)?
        {
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        if self.asks_on_other_terms(tx, mail, waiting)? {
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        if let (Some(seat), Some(square)) = (seat(tx, mail)?, reading.piece)
            && self.told_of_a_square(tx, mail, square, &seat)?
        {
            *words = pending::joined(&waiting.words, &reading.comment);
            return Ok(true);
        }
        if waiting.line.is_none() && self.changes_awaited(tx, mail)? {
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        if self.drops_awaited(tx, mail, reading)? {
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        if waiting.line.is_none() && self.offers_other_terms(tx, mail, reading, words)? {
            return Ok(true);
        }
        // An offer of which the letter tells is answered first.
        let tells_of_offer = seat(tx, mail)?.is_some_and(|seat| seat.is_asked()) && question(tx, mail)?.is_some();
        if waiting.line.is_none() && !tells_of_offer && self.asks_once_more(tx, mail, reading, None, words)? {
            return Ok(true);
        }
        let asks = waiting.line.is_some() || tells_of_offer || question(tx, mail)?.is_some();
        if !asks && reading.answer.is_some() && self.is_thanked(tx, mail, &mail.text)? {
            // `ok thanks` to a letter that asked nothing is no yes.
            mail.notes.push("thanks".to_owned());
            mail.replies.push((None, Reply::Thanked));
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        let is_done = match reading.talk {
            Talk::No => self.wished_in_spite(tx, mail, reading, waiting, words)?,
            Talk::Perhaps | Talk::Surely => self.talked(tx, mail, reading, waiting, words)?,
        };
        if let Some(answer) = reading.answer.as_ref().filter(|_| !is_done) {
            // The yes that answers nothing was meant for the server.
            *words = pending::joined(&waiting.words, &answer.words);
        } else if reading.talk == Talk::No && !is_done {
            // So was a line that is not understood.
            let wrong = reading.items.iter().filter_map(|item| item.command.as_ref().err());
            let rest = wrong.fold(reading.comment.clone(), |rest, complaint| {
                if complaint.may_say_more() {
                    pending::with_whole_line(&rest, &complaint.line)
                } else {
                    pending::without_line(&rest, &complaint.line).unwrap_or_default()
                }
            });
            *words = pending::joined(&waiting.words, &rest);
        }
        let is_done = is_done
            || self.asks_as_unclear(tx, mail, reading, waiting, words)?
            || self.leans_elsewhere(tx, mail, reading, waiting, words)?
            || !asks && self.answers_the_opponent(tx, mail, reading, waiting, words)?
            || (reading.talk != Talk::No || reading.answer.is_some()) && self.still_awaits(tx, mail, reading)?;
        if command::is_to_the_server(&reading.in_words()) && words.is_some() {
            *words = pending::joined(&waiting.words, "");
        }
        Ok(is_done)
    }

    /// Asks whether a yes or no with more words is for the opponent, where nothing was asked: `yes I did`. Returns false if it says no more.
    fn answers_the_opponent(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        const WORDS_MIN: usize = 3;
        let said = reading.in_words();
        let seat = seat(tx, mail)?.filter(|seat| seat.is_running() && seat.words != PlainWords::Off);
        let Some(seat) = seat.filter(|_| reading.answer.is_some() && !command::is_only_polite(&said)) else {
            return Ok(false);
        };
        // `confirm 1 ann secret` is a form of another server.
        let is_form = reading.items.iter().filter_map(|item| item.command.as_ref().err()).any(Complaint::wants_a_board);
        if said.split_whitespace().count() < WORDS_MIN || is_form {
            return Ok(false);
        }
        let asked = Reading { talk: Talk::Perhaps, items: Vec::new(), answer: None, said, ..reading.clone() };
        self.for_opponent(tx, mail, &asked, &seat, waiting, words)
    }

    fn talked(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        if let Some(seat) = seat(tx, mail)?
            && self.moved_the_king(tx, mail, &reading.said, &seat, waiting, words)?
        {
            return Ok(true);
        }
        // `Tell Felix that I will move tomorrow.`
        let is_for_another = command::passes_on(&reading.said) && seat(tx, mail)?.is_none();
        if is_for_another && self.for_the_only_opponent(tx, mail, &reading.said)? {
            *words = None;
            return Ok(true);
        }
        let complaint = reading.items.iter().find_map(|item| item.command.as_ref().err());
        if let Some(play) = complaint.and_then(Complaint::play_in_words)
            && command::looks_first(&reading.said)
            && let Ok(preview) =
                command::parse_line(&format!("preview {}-{}", play.from, play.to), &self.composer.catalogue)
        {
            // What is only asked of us is no word for the opponent, but what calls the opponent by name is.
            let rest = pending::without_move(&reading.said, &play);
            let opponent = seat(tx, mail)?.map(|seat| first_name(seat.opponent()).to_owned());
            let is_theirs = opponent.is_some_and(|opponent| command::speaks_to(&rest, &opponent));
            let (command, manner) = or_tried(tx, mail, preview, Manner::PLAIN)?;
            self.decide(tx, mail, command_of(command), "", &mut None, How::Written(manner))?;
            *words = pending::joined(&waiting.words, if is_theirs { rest.as_str() } else { "" });
            return Ok(true);
        }
        // `May I have that move back? I ought to have gone d1-c1.`
        let begs = command::begs_for_a_move_back(&reading.said);
        if let Some(complaint) = complaint.filter(|_| !begs) {
            let beside = pending::beside_line(&reading.said, &complaint.line);
            // Behind the letter they wait, and a line that a new mail wants confirmed takes them along.
            let mut held = beside.clone().filter(|_| mail.token.is_none());
            if self.ask_about(tx, mail, complaint, &mut held)? {
                *words = pending::joined(&self.all_words(waiting), beside.as_deref().unwrap_or_default());
                return Ok(true);
            }
        }
        let seat = seat(tx, mail)?;
        // Whoever thinks aloud has words in which a wish may be found, and then says where the piece goes.
        let concludes = command::concluded_destination(&reading.said).is_some();
        if !concludes && self.wished(tx, mail, reading, seat.as_ref(), waiting, words)? {
            return Ok(true);
        }
        if let Some(seat) = &seat
            && self.sent_to_a_square(tx, mail, &reading.said, seat)?
        {
            let line = reading.said.lines().find(|line| command::destination(line).is_some()).unwrap_or_default();
            let beside = pending::beside_line(&reading.said, line).unwrap_or_default();
            *words = pending::joined(&self.all_words(waiting), &beside);
            return Ok(true);
        }
        if concludes && self.wished(tx, mail, reading, seat.as_ref(), waiting, words)? {
            return Ok(true);
        }
        if let Some(seat) = &seat
            && self.named_a_move(tx, mail, &reading.said, seat)?
        {
            *words = pending::joined(&self.all_words(waiting), reading.said.trim());
            return Ok(true);
        }
        if let Some(seat) = &seat
            && self.told_a_way(tx, mail, &reading.said, seat, waiting, words)?
        {
            return Ok(true);
        }
        if let Some(seat) = &seat
            && self.asked_which_piece(mail, &reading.said, seat)
        {
            *words = pending::joined(&self.all_words(waiting), reading.said.trim());
            return Ok(true);
        }
        if let Some(seat) = seat.as_ref().filter(|seat| seat.is_to_move() && waiting.line.is_none())
            && let Some(beside) = self.told_why_not(tx, mail, &reading.said, seat)?
        {
            *words = pending::joined(&waiting.words, &beside);
            return Ok(true);
        }
        let answer = reading.answer.as_ref().filter(|_| waiting.line.is_none());
        let leans = answer.map(|answer| command::leans_to_yes(&answer.agreement, &reading.said));
        if self.lean(tx, mail, leans)? || self.leans_to_offer(tx, mail, leans, seat.as_ref())? {
            return Ok(true);
        }
        if let Some(seat) = seat.as_ref().filter(|seat| seat.is_running())
            && let Some(below) = self.answered_as_club(tx, mail, &reading.said, seat)?
        {
            *words = pending::joined(&waiting.words, "");
            if !command::says_nothing(&below, &mail.names()) && seat.words != PlainWords::Off {
                let rest = Reading { talk: Talk::Perhaps, items: Vec::new(), said: below, ..reading.clone() };
                self.for_opponent(tx, mail, &rest, seat, waiting, words)?;
            }
            return Ok(true);
        }
        let more_words = self.more_words(reading, waiting);
        if waiting.line.is_some() && more_words.is_none() {
            *words = pending::joined(&waiting.words, &beside_an_answer(reading));
            return self.ask_again(tx, mail, waiting, complaint, seat.as_ref(), words);
        }
        let addressee = if seat.is_none() { seat_with_addressee(tx, mail, &reading.said)? } else { None };
        if let Some(seat) = addressee.filter(|seat| seat.words != PlainWords::Off) {
            // The letter that is answered is not about that board, so it is asked whatever was said before.
            let asked = Reading { talk: Talk::Perhaps, items: Vec::new(), ..reading.clone() };
            return self.for_opponent(tx, mail, &asked, &seat, waiting, words);
        }
        if seat.is_none() && self.for_the_only_opponent(tx, mail, &reading.said)? {
            *words = None;
            return Ok(true);
        }
        if self.is_thanked(tx, mail, &reading.said)? {
            mail.notes.push("thanks".to_owned());
            mail.replies.push((None, Reply::Thanked));
            *words = pending::joined(&waiting.words, "").filter(|_| seat.is_some());
            return Ok(true);
        }
        if let Some(seat) = seat.as_ref().filter(|seat| seat.has_challenged())
            && command::asks_about_the_other(&reading.said)
            && !command::speaks_to(&reading.said, first_name(seat.opponent()))
        {
            // `Has she seen it yet?`
            self.tell_how_the_challenge_stands(tx, mail, seat, false)?;
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        let is_to_the_server = command::is_to_the_server(&reading.said);
        let thanks = command::is_only_polite(&reading.said);
        match seat {
            Some(seat) if seat.words != PlainWords::Off && !is_to_the_server => {
                let waiting = more_words.as_ref().unwrap_or(waiting);
                self.for_opponent(tx, mail, reading, &seat, waiting, words)
            }
            Some(_) if !is_to_the_server => {
                *words = pending::joined(&waiting.words, "");
                Ok(false)
            }
            seat if (seat.is_some() || is_for_nobody(mail))
                && (thanks || complaint.is_some_and(Complaint::resembles_nothing)) =>
            {
                let thanks = (thanks || command::thanks_or_waits(&reading.said)) && seat.is_none();
                mail.notes.push("only words, and for nobody".to_owned());
                if thanks {
                    mail.replies.push((None, Reply::Thanked));
                } else if !self.still_awaits(tx, mail, reading)? {
                    mail.replies.push((None, Reply::NoCommand { open: open_games(tx, mail)? }));
                }
                *words = pending::joined(&waiting.words, "").filter(|_| seat.is_some());
                Ok(true)
            }
            Some(_) | None => Ok(false),
        }
    }

    /// The words that wait, with those that the letter asks about: they go with a move in an answer to it.
    pub(super) fn all_words(&self, waiting: &Pending) -> String {
        let asked = waiting.line.as_deref().and_then(|line| self.words_of(line)).unwrap_or_default();
        pending::joined(&waiting.words, &asked).unwrap_or_default()
    }

    /// What waits, if the letter asks about words and the mail has only more of them: both are asked about together.
    fn more_words(&self, reading: &Reading, waiting: &Pending) -> Option<Pending> {
        waiting.line.as_deref().and_then(|line| self.words_of(line))?;
        let is_more = reading.talk == Talk::Surely && reading.answer.is_none() && !reading.said.trim().is_empty();
        is_more.then(|| Pending { words: self.all_words(waiting), ..Pending::default() })
    }

    /// Where somebody asks for rules and answers no letter about a board: the rules of the challenge that they are asked about, or of the only
    /// variant that they play.
    pub(super) fn of_only_variant(
        &self,
        tx: &Tx,
        mail: &Mail,
        look: Command,
        seat: Option<&Seat>,
        waiting: &Pending,
    ) -> Result<Command, HandleError> {
        if seat.is_some() || look != Command::Look(Look::Rules { of: RulesOf::Default }) {
            return Ok(look);
        }
        let games = open_games(tx, mail)?;
        let awaited =
            if games.is_empty() { still_awaited::variants(tx, mail, &self.composer.catalogue)? } else { Vec::new() };
        let variants: BTreeSet<&str> =
            games.iter().map(|head| head.variant.as_str()).chain(awaited.iter().map(String::as_str)).collect();
        let asked = self.variant_asked_about(mail, waiting);
        let variants = asked.as_deref().map_or(variants, |asked| BTreeSet::from([asked]));
        let only = variants.first().filter(|_| variants.len() == 1);
        let rules = only.and_then(|name| command::parse_line(&format!("rules {name}"), &self.composer.catalogue).ok());
        Ok(rules.unwrap_or(look))
    }

    /// The variant of the challenge that a mail is asked about, or that its letter asked about.
    fn variant_asked_about(&self, mail: &Mail, waiting: &Pending) -> Option<String> {
        let now = mail.replies.iter().filter_map(|(_, reply)| match reply {
            Reply::AskedBack(asked) => Some(&asked.line),
            _ => None,
        });
        now.chain(&waiting.line).find_map(|line| still_awaited::variant_of(line, &self.composer.catalogue))
    }

    /// Whether a text only thanks the club. Where an offer waits for an answer, that must be said in so many words.
    fn is_thanked(&self, tx: &Tx, mail: &Mail, text: &str) -> Result<bool, HandleError> {
        if command::thanks_the_club(text) {
            return Ok(true);
        }
        let seat = seat(tx, mail)?;
        if seat.is_none() && command::only_waits_for_a_challenge(text) {
            return Ok(true);
        }
        if seat.as_ref().is_some_and(Seat::has_challenged) && command::is_only_polite(text) {
            return Ok(true);
        }
        let is_offered = seat.as_ref().is_some_and(Seat::is_asked);
        Ok(!is_offered && command::probably_thanks_the_club(text, seat.is_none()))
    }

    /// Answers a question that was asked in ordinary words.
    pub(super) fn answer_briefly(&mut self, tx: &Tx, mail: &mut Mail, look: Command) -> Result<(), HandleError> {
        self.answer_about(tx, mail, look, &mail.text.clone(), None)
    }

    /// Answers a question that was asked in these words, at the board of this seat.
    pub(super) fn answer_about(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        mut look: Command,
        text: &str,
        seat: Option<&Seat>,
    ) -> Result<(), HandleError> {
        let before = mail.replies.len();
        let is_page = |name: &str| look.page() == Some(name);
        if is_page(ARRIVED)
            && let Some(seat) = seat
            && self.answered_whether_sent(tx, mail, text, seat)?
        {
            return Ok(());
        }
        let (is_about_time, is_about_rating) = (is_page(CLOCKS), is_page(UNRATED));
        let is_about_waiting = look.verb() == Verb::Show || OF_A_CHALLENGE.iter().any(|page| is_page(page));
        if let Some(seat) = seat.filter(|seat| is_about_waiting && seat.game.head.stage == Stage::Invited) {
            return self.tell_how_the_challenge_stands(tx, mail, seat, is_about_time);
        }
        // What is asked about the one game that somebody plays is answered for that game, and not by a page about all.
        let about = match seat {
            Some(seat) => Some((seat.player.clone(), seat.game.head.clone())),
            None if is_about_time || is_about_rating => only_running(tx, mail)?,
            None => None,
        };
        if let Some((player, head)) = about.as_ref().filter(|_| is_about_rating) {
            let (rated, changeable) = (head.is_rated(), club::may_become_unrated(head));
            mail.replies.push((Some(player.clone()), Reply::WhetherRated { number: head.number, rated, changeable }));
            return Ok(());
        }
        let player = probable_author(tx, mail)?;
        if let Some(control) = self.usual_control()
            && is_about_time
            && about.is_none()
            && player.is_some()
        {
            // Whoever asks for days wants a number.
            mail.replies.push((player, Reply::WhenNobodyMoves { control: Some(control), usual: true }));
            return Ok(());
        }
        if let Some((player, head)) = about.filter(|(_, head)| is_about_time && head.stage == Stage::Running) {
            let control = head.clock.map(|clock| clock.control);
            mail.replies.push((Some(player), Reply::WhenNobodyMoves { control, usual: false }));
            look = self.show(head.number).unwrap_or(look);
        }
        let names_a_player = look.verb() == Verb::Show && look.board().is_none();
        let asks_for_friend = look.verb() == Verb::Players && still_awaited::names_one(tx, mail, text)?;
        let is_list = is_about_waiting || look.verb() == Verb::Games || asks_for_friend;
        if seat.is_none() && !names_a_player && self.still_awaits_below(tx, mail, text, is_list)? && is_list {
            return Ok(());
        }
        self.decide(tx, mail, command_of(look), "", &mut None, How::Written(Manner::PLAIN))?;
        still_awaited::instead_of_unknown(tx, mail, before)?;
        for (_, reply) in &mut mail.replies[before..] {
            match reply {
                Reply::Rules { brief, asked, .. } => (*brief, *asked) = (true, command::rules_asked(text)),
                Reply::RulesOfGame { asked, .. } => *asked = command::rules_asked(text),
                Reply::Help { in_words, .. } => *in_words = true,
                _ => {}
            }
        }
        Ok(())
    }

    /// Tells what becomes of a challenge that nobody has answered yet, and shows its board.
    fn tell_how_the_challenge_stands(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        seat: &Seat,
        is_about_time: bool,
    ) -> Result<(), HandleError> {
        let head = &seat.game.head;
        let control = head.clock.as_ref().map(|clock| clock.control).filter(|_| is_about_time);
        let (opponent, is_own) = (seat.opponent().clone(), seat.has_challenged());
        mail.replies.push((Some(seat.player.clone()), Reply::ChallengeStands { opponent, is_own, control }));
        if let Some(show) = self.show(head.number) {
            self.decide(tx, mail, command_of(show), "", &mut None, How::Written(Manner::PLAIN))?;
        }
        Ok(())
    }

    /// The command that shows a board.
    fn show(&self, number: u32) -> Option<Command> {
        command::parse_line(&format!("show {number}"), &self.composer.catalogue).ok()
    }

    /// Answers a question about rules, or one that a page of help answers, that stands beside a move or a yes. The opponent gets it too, because
    /// it may be meant for both.
    pub(super) fn answer_questions_beside(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        waiting: &Pending,
    ) -> Result<(), HandleError> {
        let is_answered =
            mail.replies.iter().any(|(_, reply)| matches!(reply, Reply::Rules { .. } | Reply::RulesOfGame { .. }));
        let asks = !is_answered
            && !command::rules_topics(&mail.text).is_empty()
            && command::asks_about_rules(&mail.text, &self.composer.catalogue);
        let seat = seat(tx, mail)?;
        if asks {
            let rules = Command::Look(Look::Rules { of: RulesOf::Default });
            let rules = self.of_only_variant(tx, mail, rules, seat.as_ref(), waiting)?;
            return self.answer_briefly(tx, mail, rules);
        }
        for page in command::asked_pages(&mail.text, &self.composer.catalogue) {
            self.answer_about(tx, mail, page, &mail.text.clone(), seat.as_ref())?;
        }
        Ok(())
    }

    /// The pages of help that answer what a mail asks the club, which only the club reads.
    pub(super) fn pages_asked_for(&self, mail: &Mail) -> Vec<Command> {
        let looks = self.wishes_to_the_club(&mail.text).looks;
        looks.into_iter().filter(|look| look.page().is_some()).take(ANSWERS_MAX).collect()
    }

    /// Answers what is asked below the word help, instead of with the page of all commands: the Subject of many a mail is only `Help`.
    pub(super) fn answer_instead_of_help(&mut self, tx: &Tx, mail: &mut Mail) -> Result<(), HandleError> {
        let is_help = |(_, reply): &(Option<PlayerId>, Reply)| matches!(reply, Reply::Help { topic: None, .. });
        let Some(at) = mail.replies.iter().position(is_help) else { return Ok(()) };
        let pages = self.pages_asked_for(mail);
        if pages.is_empty() {
            return Ok(());
        }
        mail.replies.remove(at);
        let seat = seat(tx, mail)?;
        for page in pages {
            self.answer_about(tx, mail, page, &mail.text.clone(), seat.as_ref())?;
        }
        Ok(())
    }
}

/// The most answers to what is asked below the word help.
const ANSWERS_MAX: usize = 2;

/// What an answer that is neither yes nor no may say to the other player. A few words are only for us: `hm, not sure`.
fn beside_an_answer(reading: &Reading) -> String {
    match &reading.answer {
        Some(answer) => answer.words.clone(),
        None if reading.talk != Talk::No && command::says_more(&reading.said) => reading.said.clone(),
        None => String::new(),
    }
}

/// The pages of help that answer what is asked about a challenge which nobody has answered yet.
const OF_A_CHALLENGE: [&str; 5] =
    [ClubTopic::Offer.word(), ClubTopic::Waiting.word(), ARRIVED, CLOCKS, ClubTopic::Reminder.word()];
/// The page of help about the time of a game.
const CLOCKS: &str = ClubTopic::Clocks.word();
/// The page of help about what has arrived.
const ARRIVED: &str = "arrived";
/// The page of help about games that do not count.
const UNRATED: &str = "unrated";
