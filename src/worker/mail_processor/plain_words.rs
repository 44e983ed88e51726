//! A mail without a command: what its author wishes in ordinary words is asked about, and all other words are for the opponent.

use crate::club;
use crate::club::{Head, Pending, Reply, Stage};
use crate::command;
use crate::command::{
    BoardAct, ChallengeAsk, Command, Complaint, Doubt, Look, Manner, PlainWords, PlayerAct, Reading, RulesOf, Setting,
    Talk, Target, Terms, Verb, Wishes,
};
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::scene::Scene;
use crate::worker::mail_processor::seat::{
    Seat, first_name, is_for_nobody, open_games, probable_author, seat, seat_with_addressee,
};
use crate::worker::mail_processor::still_awaited;
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;
use std::collections::BTreeSet;

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
        if let (Some(seat), Some(square)) = (seat(tx, mail)?, reading.piece)
            && self.told_of_a_square(tx, mail, square, &seat)?
        {
            *words = pending::joined(&waiting.words, &reading.comment);
            return Ok(true);
        }
        if self.drops_awaited(tx, mail, reading)? {
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        // An offer of which the letter tells is answered first.
        let tells_of_offer = seat(tx, mail)?.is_some_and(|seat| seat.is_asked()) && question(tx, mail)?.is_some();
        if waiting.line.is_none() && !tells_of_offer && self.asks_once_more(tx, mail, reading, None, words)? {
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
            || (reading.talk != Talk::No || reading.answer.is_some()) && self.still_awaits(tx, mail, reading)?;
        if command::is_to_the_server(&reading.in_words()) && words.is_some() {
            *words = pending::joined(&waiting.words, "");
        }
        Ok(is_done)
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
        let complaint = reading.items.iter().find_map(|item| item.command.as_ref().err());
        if let Some(play) = complaint.and_then(Complaint::play_in_words)
            && command::looks_first(&reading.said)
            && let Ok(preview) =
                command::parse_line(&format!("preview {}-{}", play.from, play.to), &self.composer.catalogue)
        {
            // What is only asked of us is no word for the opponent.
            self.decide(tx, mail, command_of(preview), "", &mut None, How::Written(Manner::PLAIN))?;
            *words = pending::joined(&waiting.words, "");
            return Ok(true);
        }
        // `May I have that move back? I ought to have gone d1-c1.`
        let begs = command::begs_for_a_move_back(&reading.said);
        if let Some(complaint) = complaint.filter(|_| !begs)
            && self.ask_about(tx, mail, complaint)?
        {
            let beside = pending::beside_line(&reading.said, &complaint.line);
            *words = pending::joined(&self.all_words(waiting), beside.as_deref().unwrap_or_default());
            return Ok(true);
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
            && let Some(attempt) = command::attempted_move(&reading.said)
        {
            self.tell_why_not(tx, mail, attempt.says, seat)?;
            let beside = pending::without_line(&reading.said, attempt.line).unwrap_or_default();
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
            let is_all = command::only_takes_leave(&below) || command::is_only_a_frame(&below);
            if !is_all && seat.words != PlainWords::Off {
                let rest = Reading { talk: Talk::Perhaps, items: Vec::new(), said: below, ..reading.clone() };
                self.for_opponent(tx, mail, &rest, seat, waiting, words)?;
            }
            return Ok(true);
        }
        let more_words = self.more_words(reading, waiting);
        if let (Some(line), None) = (&waiting.line, &more_words) {
            *words = pending::joined(&waiting.words, &beside_an_answer(reading));
            return self.ask_again(tx, mail, line, &waiting.beside, complaint, seat.as_ref());
        }
        let addressee = if seat.is_none() { seat_with_addressee(tx, mail, &reading.said)? } else { None };
        if let Some(seat) = addressee.filter(|seat| seat.words != PlainWords::Off) {
            // The letter that is answered is not about that board, so it is asked whatever was said before.
            let asked = Reading { talk: Talk::Perhaps, items: Vec::new(), ..reading.clone() };
            return self.for_opponent(tx, mail, &asked, &seat, waiting, words);
        }
        if command::thanks_the_club(&reading.said) {
            mail.notes.push("thanks".to_owned());
            mail.replies.push((None, Reply::Thanked));
            *words = pending::joined(&waiting.words, "").filter(|_| seat.is_some());
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
                let thanks = thanks && seat.is_none();
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

    /// Grants what a mail wishes for although a line of it begins like another command: `Who plays here, please?`
    fn wished_in_spite(
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
    fn wished(
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
        let Wishes { mut wants, mut looks, mut is_all, mut rest } =
            command::wishes(&text, &scene.situation(), &self.composer.catalogue);
        let opponent = seat.map(|seat| first_name(seat.opponent()));
        if let Some(below) = command::below_a_question_to_the_club(&text, opponent) {
            (is_all, rest) = (command::only_takes_leave(below) || command::is_only_a_frame(below), below.to_owned());
        }
        is_all |= command::is_only_signed(&rest, &mail.names());
        if reading.talk == Talk::No {
            wants.retain(|want| !is_tried(want, reading));
            looks.retain(|look| !is_tried(look, reading));
        }
        if wants.is_empty() && seat.is_some_and(Seat::is_running) && command::begs_for_a_move_back(&text) {
            // Its `if` doubts other wishes.
            wants.extend(command::parse_line("undo", &self.composer.catalogue));
        }
        if wants.is_empty() && seat.is_some_and(Seat::is_asked_for_a_move_back) && command::grants_a_move_back(&text) {
            // `Fair is fair, Gus. You may have it back, and I shall hold you to the bun.`
            wants.extend(command::parse_line("accept", &self.composer.catalogue));
        }
        let proposes = || command::proposes_a_draw(&text, &self.composer.catalogue);
        if wants.is_empty() && seat.is_some_and(Seat::is_running) && proposes() {
            wants.extend(command::parse_line("draw", &self.composer.catalogue));
        }
        wants.iter_mut().chain(&mut looks).for_each(|wish| scene.aim(wish));
        let only_challenges = wants.iter().all(|want| want.challenge().is_some());
        if seat.is_none() && only_challenges && !command::names_a_game(&text) {
            // `Bob, you rascal! I shall be back on Monday.`
            self.drop_those_who_play(tx, mail, &mut wants)?;
        }
        if seat.is_none() && only_challenges && (looks.is_empty() || !wants.is_empty()) {
            let of_board = self.looks_at_the_only_board(tx, mail, &text, &scene)?;
            if !of_board.is_empty() && !command::speaks_of_another_game(&text) {
                // `Is it my turn or Bob's?` challenges nobody.
                wants.retain(|want| want.challenge().is_none());
            }
            if wants.is_empty() && looks.is_empty() {
                looks = of_board;
            }
        }
        if reading.answer.is_some() {
            // What the first line says to a challenge or an offer says more than all the words below it.
            wants.retain(|want| !matches!(want.verb(), Verb::Accept | Verb::Decline));
        }
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
                self.ask_still(tx, mail, command, &waiting.beside, seat)?;
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

    /// What a mail that answers no letter about a board asks about the only game that its author plays: `Whose turn is it? Show me the board.`
    fn looks_at_the_only_board(
        &self,
        tx: &Tx,
        mail: &Mail,
        text: &str,
        scene: &Scene,
    ) -> Result<Vec<Command>, HandleError> {
        let games = open_games(tx, mail)?;
        let [only] = &games[..] else { return Ok(Vec::new()) };
        let mut looks = command::wishes(text, &scene.on_a_board(), &self.composer.catalogue).looks;
        looks.retain(|look| look.board() == Some(Target::OfLetter));
        looks.iter_mut().for_each(|look| look.aim(only.number));
        Ok(looks)
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
        let Some(ChallengeAsk { first, second, terms: Terms::Variant(variant), .. }) = want.challenge() else {
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
        let is_page = |name: &str| matches!(&look, Command::Look(Look::Help { topic: Some(topic) }) if topic == name);
        let (is_about_time, is_about_rating) = (is_page(CLOCKS), is_page(UNRATED));
        if let Some(seat) = seat.filter(|_| is_about_rating) {
            let head = &seat.game.head;
            let (rated, changeable) = (head.is_rated(), club::may_become_unrated(head));
            let reply = Reply::WhetherRated { number: head.number, rated, changeable };
            mail.replies.push((Some(seat.player.clone()), reply));
            return Ok(());
        }
        if let Some(seat) = seat.filter(|seat| is_about_time && seat.is_running()) {
            // How long the other player may wait is what is asked, and no page about all clocks.
            let clock = seat.game.head.clock.is_some();
            mail.replies.push((Some(seat.player.clone()), Reply::WhenNobodyMoves { clock }));
            look = command::parse_line("show", &self.composer.catalogue).unwrap_or(look);
        }
        self.decide(tx, mail, command_of(look), "", &mut None, How::Written(Manner::PLAIN))?;
        still_awaited::instead_of_unknown(tx, mail, before)?;
        for (_, reply) in &mut mail.replies[before..] {
            match reply {
                Reply::Rules { brief, asked, .. } => (*brief, *asked) = (true, command::rules_topics(text)),
                Reply::RulesOfGame { asked, .. } => *asked = command::rules_topics(text),
                _ => {}
            }
        }
        Ok(())
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
        match asks {
            true => {
                let seat = seat(tx, mail)?;
                let rules = Command::Look(Look::Rules { of: RulesOf::Default });
                let rules = self.of_only_variant(tx, mail, rules, seat.as_ref(), waiting)?;
                self.answer_briefly(tx, mail, rules)
            }
            false => match command::asked_page(&mail.text, &self.composer.catalogue) {
                Some(page) => {
                    let seat = seat(tx, mail)?;
                    self.answer_about(tx, mail, page, &mail.text.clone(), seat.as_ref())
                }
                None => Ok(()),
            },
        }
    }
}

/// What an answer that is neither yes nor no may say to the other player. A few words are only for us: `hm, not sure`.
fn beside_an_answer(reading: &Reading) -> String {
    match &reading.answer {
        Some(answer) => answer.words.clone(),
        None if reading.talk != Talk::No && command::says_more(&reading.said) => reading.said.clone(),
        None => String::new(),
    }
}

/// The page of help about the time of a game.
const CLOCKS: &str = "clocks";
/// The page of help about games that do not count.
const UNRATED: &str = "unrated";

/// The most questions of one mail that are answered.
const LOOKS_MAX: usize = 2;

/// Whether a line was meant as the command for the wish: what is wrong with `chllenge bob` or `draw?` says more than a question.
fn is_tried(wish: &Command, reading: &Reading) -> bool {
    let mut complaints = reading.items.iter().filter_map(|item| item.command.as_ref().err());
    complaints.any(|complaint| complaint.tries(wish.verb()) && !complaint.goes_on_as_a_sentence())
}

/// A challenge that does not answer a letter about a board is no talk, so it is even said why it cannot be sent. Neither is the wish for a
/// move back, also where the opponent has moved. It is sent at once if it is said clearly: the opponent will be asked in any case, and could move
/// while its author is asked first.
fn how_to_grant(wish: &Command, seat: Option<&Seat>, reading: &Reading, text: &str) -> How {
    let is_challenge = seat.is_none() && wish.challenge().is_some() && !is_tried(wish, reading);
    let own_move = seat.filter(|_| wish.verb() == Verb::Undo).map(|seat| !seat.is_to_move());
    // What only changes the letters can be changed back.
    let is_of_letters =
        seat.is_none() && matches!(wish, Command::AsPlayer { act: PlayerAct::Set(Setting::Language(_)), .. });
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
    command::words_to(said, wish.challenge()?.other()).map(str::to_owned)
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
    let text = if reading.talk == Talk::No { mail.text.clone() } else { reading.in_words() };
    format!("{subject}\n\n{text}")
}
