//! Words about a board that are for the club, as they say, and not for the opponent: `A question for the club, not for Gus: ...`, `No, no, that
//! was for you.`

use crate::club::{Pending, Reply};
use crate::command;
use crate::command::{Command, Look, PlainWords, Reading, RulesOf, Situation, Talk, Verb, Wishes};
use crate::mail::Message;
use crate::store::Tx;
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::questions::question;
use crate::worker::mail_processor::requests::{How, command_of};
use crate::worker::mail_processor::seat::{Seat, first_name, seat, seat_or_only};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

impl MailProcessor {
    /// Answers a mail that says of words before it that they were for the club: of those which its letter asks about, or of those that were
    /// sent. Returns false if it says nothing of that.
    pub(super) fn turned_to_the_club(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
    ) -> Result<bool, HandleError> {
        /// `No, no, that was for you`
        const PLAIN_WORDS_MAX: usize = 6;
        /// `No thank you, those were for the club.`
        const TO_THE_CLUB_WORDS_MAX: usize = 15;
        let said = reading.in_words();
        if reading.commands().next().is_some() || reading.names_a_play() || said.trim().is_empty() {
            return Ok(false);
        }
        let held = waiting.line.as_deref().and_then(|line| self.words_of(line));
        let turns = command::turns_to_the_club(&said);
        if !turns && held.is_none() {
            return Ok(false);
        }
        let Some(seat) = seat(tx, mail)?.filter(Seat::is_running) else { return Ok(false) };
        let below = command::below_a_question_to_the_club(&said, Some(first_name(seat.opponent())));
        let is_meant = match &held {
            // Another question may be in it, and then the words still wait.
            Some(_) => turns || below.is_some() && !said.contains('?') && command::rules_topics(&said).is_empty(),
            // `No, that was for you, I bought it on Saturday` is chat.
            None => {
                let says_no = command::begins_with_no(&said) && command::speaks_of_the_club(&said);
                let words_max = if says_no { TO_THE_CLUB_WORDS_MAX } else { PLAIN_WORDS_MAX };
                let is_plain = said.split_whitespace().count() <= words_max || !command::rules_topics(&said).is_empty();
                let is_said_back = || Ok::<_, HandleError>(command::begins_with_no(&said) && self.has_sent(tx, &seat)?);
                turns && is_plain && (command::speaks_of_the_club(&said) || is_said_back()?)
            }
        };
        if !is_meant {
            return Ok(false);
        }
        mail.notes.push("for the club".to_owned());
        pending::drop_it(tx, mail)?;
        let sent = held.is_none();
        let (ours, theirs) = command::behind_a_turn(&said, first_name(seat.opponent()));
        // Whoever gives thanks has the answer.
        let held = held.filter(|_| !command::has_thanks(ours)).unwrap_or_default();
        let both = pending::joined(ours, &held).unwrap_or_default();
        self.answer_as_club(tx, mail, &both, &seat, sent)?;
        mail.pending.0.words = waiting.words.clone();
        if !theirs.is_empty() && seat.words != PlainWords::Off {
            let rest = Reading { talk: Talk::Perhaps, items: Vec::new(), said: theirs.to_owned(), ..reading.clone() };
            self.for_opponent(tx, mail, &rest, &seat, waiting, &mut None)?;
        }
        Ok(true)
    }

    /// Answers a mail that only asks the club, although it names a move: `A question for the club: if I go a3-a4 now, have I lost?` Returns false
    /// if it is none.
    pub(super) fn asked_only_the_club(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        reading: &Reading,
        waiting: &Pending,
    ) -> Result<bool, HandleError> {
        let is_doubtful = reading.items.iter().all(|item| item.command.is_err() || item.manner.doubt.is_some());
        if !reading.names_a_play() && reading.commands().next().is_none() || !is_doubtful || !mail.text.contains('?') {
            return Ok(false);
        }
        let Some(seat) = seat(tx, mail)?.filter(Seat::is_running) else { return Ok(false) };
        let said = mail.text.clone();
        let below = command::below_a_question_to_the_club(&said, Some(first_name(seat.opponent())));
        if !below.is_some_and(|below| command::says_nothing(below, &mail.names())) {
            return Ok(false);
        }
        mail.notes.push("for the club".to_owned());
        self.answer_as_club(tx, mail, &said, &seat, false)?;
        mail.pending.0.words = waiting.words.clone();
        Ok(true)
    }

    /// Answers words for the club in which nothing was found that it does. What stands below them may be for the opponent.
    pub(super) fn answered_as_club(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
    ) -> Result<Option<String>, HandleError> {
        let Some(below) = command::below_a_question_to_the_club(said, Some(first_name(seat.opponent()))) else {
            return Ok(None);
        };
        mail.notes.push("for the club".to_owned());
        let first = said.trim().strip_suffix(below).unwrap_or(said);
        self.answer_as_club(tx, mail, first, seat, false)?;
        Ok(Some(below.to_owned()))
    }

    /// Reads a mail again without the paragraphs that say that they are for the club, if more than a greeting is left. What they ask then puts
    /// no move in doubt, and does not go to the opponent. So are sentences that only ask the club something, if a move, an answer or words that
    /// call the opponent by name stand beside them. Beside other words they may belong to these: `I shall be in hospital. Can the clock be
    /// stopped?`
    pub(super) fn without_what_is_for_us(
        &self,
        tx: &Tx,
        mail: &mut Mail,
        message: &Message,
        reading: Reading,
    ) -> Result<Reading, HandleError> {
        // Most mails are one line.
        let is_one_line = !mail.text.trim().contains('\n');
        let (theirs, mut ours) = if is_one_line { Default::default() } else { self.apart(tx, mail, &mail.text)? };
        let mut rest = None;
        if !ours.is_empty() {
            let again = self.read_again(tx, mail, message, &theirs)?;
            if again.commands().next().is_none() && command::says_nothing(&theirs, &mail.names()) {
                return Ok(reading);
            }
            rest = Some((theirs, again));
        }
        let text = rest.as_ref().map_or(&mail.text, |(text, _)| text);
        let (without, asked) = self.without_asides_to_the_club(tx, mail, text)?;
        if !asked.is_empty() {
            let again = self.read_again(tx, mail, message, &without)?;
            let seat = seat_or_only(tx, mail)?;
            let calls = || seat.is_some_and(|seat| command::speaks_to(&without, first_name(seat.opponent())));
            if again.commands().next().is_some() || again.answer.is_some() || again.names_a_play() || calls() {
                ours.extend(asked);
                rest = Some((without, again));
            }
        }
        let Some((text, rest)) = rest else { return Ok(reading) };
        (mail.text, mail.for_us) = (text, ours);
        Ok(rest)
    }

    /// Takes the sentences out of a text that only ask the club something. A yes that is grave is not certain beside any question.
    fn without_asides_to_the_club(
        &self,
        tx: &Tx,
        mail: &Mail,
        text: &str,
    ) -> Result<(String, Vec<String>), HandleError> {
        let has_more = text.trim().contains(['.', '!', '\n', '?', ';', ':']);
        let Some(seat) = has_more.then(|| seat_or_only(tx, mail)).transpose()?.flatten() else {
            return Ok(Default::default());
        };
        let (rest, asked) = command::without_asides_to_the_club(text, first_name(seat.opponent()));
        let is_doubted = !asked.is_empty() && !command::begins_with_no(&rest) && self.asks_gravely(tx, mail)?;
        Ok(if is_doubted { Default::default() } else { (rest, asked) })
    }

    /// Whether a yes to the letter ends the game.
    fn asks_gravely(&self, tx: &Tx, mail: &Mail) -> Result<bool, HandleError> {
        let waiting = pending::of(tx, mail)?;
        let asked = waiting.line.and_then(|line| command::parse_line(&line, &self.composer.catalogue).ok());
        let is_grave = asked.is_some_and(|asked| matches!(asked.verb(), Verb::Resign | Verb::Accept));
        Ok(is_grave || question(tx, mail)?.is_some_and(|question| question.is_of_a_draw()))
    }

    /// Takes the paragraphs that say that they are for the club out of a text, and returns the two apart. One may begin on any line.
    pub(super) fn apart(&self, tx: &Tx, mail: &Mail, words: &str) -> Result<(String, Vec<String>), HandleError> {
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        if let Some(seat) = seat_or_only(tx, mail)? {
            let opponent = first_name(seat.opponent());
            if command::is_letter_to_the_club(words, Some(opponent)) {
                return Ok((String::new(), vec![words.to_owned()]));
            }
            let is_ours = |text: &str| command::below_a_question_to_the_club(text, Some(opponent)).is_some();
            for paragraph in words.split("\n\n") {
                let lines = || paragraph.match_indices('\n').map(|(end, _)| end + 1);
                let begins = [0].into_iter().chain(lines()).find(|at| {
                    let line = paragraph[*at..].lines().next().unwrap_or_default();
                    // The end of the line may call the opponent.
                    let first = || first_sentence(line, &is_ours);
                    is_ours(line) || first().is_some_and(|at| !command::speaks_to(&line[..at], opponent))
                });
                let begins = begins.or_else(|| is_ours(paragraph).then_some(0));
                // `The cake is safe. By the way, club, how does the king win?`
                let within = begins.map(|begins| begins + first_sentence(&paragraph[begins..], &is_ours).unwrap_or(0));
                let (above, below) = paragraph.split_at(within.unwrap_or(paragraph.len()));
                // `Club, how does the king win? Gus, see you on Friday!`
                let calls = |sentence: &str| command::speaks_to(sentence, opponent) && !is_ours(sentence);
                let (below, behind) = below.split_at(first_sentence(below, &calls).unwrap_or(below.len()));
                if within.is_none() || !without_postscript(above).is_empty() {
                    theirs.push(without_postscript(above));
                }
                if !behind.trim().is_empty() {
                    theirs.push(behind);
                }
                if !below.is_empty() {
                    ours.push(below.trim_end().to_owned());
                }
            }
        }
        Ok(if ours.is_empty() { (words.to_owned(), ours) } else { (theirs.join("\n\n"), ours) })
    }

    /// Answers what such paragraphs ask.
    pub(super) fn answer_apart(&mut self, tx: &Tx, mail: &mut Mail, ours: &[String]) -> Result<(), HandleError> {
        // Thanks need no answer.
        let today = mail.spool.received.date_naive();
        let asks = |paragraph: &&String| {
            paragraph.contains('?')
                || command::wish(paragraph, true, &self.composer.catalogue).is_some()
                || command::holiday_wished(paragraph, today).is_some()
        };
        let ours: Vec<&str> = ours.iter().filter(asks).map(String::as_str).collect();
        if ours.is_empty() {
            return Ok(());
        }
        let Some(seat) = seat_or_only(tx, mail)? else { return Ok(()) };
        mail.notes.push("for the club".to_owned());
        self.answer_as_club(tx, mail, &ours.join("\n\n"), &seat, false)
    }

    /// The nearest answer to words for the club, or that there is none. `sent` if they speak of words that the opponent has already.
    fn answer_as_club(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
        sent: bool,
    ) -> Result<(), HandleError> {
        const LOOKS_MAX: usize = 2;
        if self.answered_whether_sent(tx, mail, said, seat)? {
            return Ok(());
        }
        let scene = self.scene(tx, mail, said, Some(seat), command::Talk::Surely)?;
        let situation = Situation { to_club: true, ..scene.situation() };
        let Wishes { mut wants, mut looks, .. } = command::wishes(said, &situation, &self.composer.catalogue);
        self.add_holiday(mail, said, &mut wants, &mut looks);
        wants.iter_mut().chain(&mut looks).for_each(|wish| scene.aim(wish));
        if wants.len() == 1 && self.decide(tx, mail, command_of(wants.remove(0)), "", &mut None, How::Wished)? {
            return Ok(());
        }
        if looks.is_empty() && !command::rules_topics(said).is_empty() {
            looks.push(Command::Look(Look::Rules { of: RulesOf::Default }));
        }
        // A page of all commands is no answer.
        looks.retain(|look| !matches!(look, Command::Look(Look::Help { topic: None })));
        looks.truncate(LOOKS_MAX);
        let answered = !looks.is_empty();
        if sent || !answered {
            let (opponent, number, asked) = (seat.opponent().clone(), seat.game.head.number, said.contains('?'));
            mail.replies
                .push((Some(seat.player.clone()), Reply::MeantForUs { opponent, number, sent, answered, asked }));
        }
        for look in looks {
            self.answer_about(tx, mail, look, said, Some(seat))?;
        }
        Ok(())
    }

    /// Answers whether words have gone to the opponent, if a text asks that: `Did you pass it on to Gus?`
    pub(super) fn answered_whether_sent(
        &self,
        tx: &Tx,
        mail: &mut Mail,
        said: &str,
        seat: &Seat,
    ) -> Result<bool, HandleError> {
        if !command::asks_whether_sent(said, first_name(seat.opponent())) {
            return Ok(false);
        }
        let waiting = !pending::of(tx, mail)?.words.is_empty();
        let reply = Reply::WhetherSent { opponent: seat.opponent().clone(), waiting };
        mail.replies.push((Some(seat.player.clone()), reply));
        Ok(true)
    }

    /// Whether the player has sent words to the opponent since the last move.
    fn has_sent(&self, tx: &Tx, seat: &Seat) -> Result<bool, HandleError> {
        let head = &seat.game.head;
        Ok(tx.only_words(head.number, &seat.player, head.plies, "")?.since_move > 0)
    }
}

/// A text without the `P.S.` of what followed it.
fn without_postscript(text: &str) -> &str {
    let text = text.trim_end();
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let letters: String = last.chars().filter(|c| c.is_alphanumeric()).collect();
    if letters.eq_ignore_ascii_case("ps") { text[..text.len() - last.len()].trim_end() } else { text }
}

/// Where the first sentence of a text begins of which this is true.
fn first_sentence(text: &str, is_it: &dyn Fn(&str) -> bool) -> Option<usize> {
    let mut at = 0;
    text.split_inclusive(['.', '!', '?', '\n']).find_map(|sentence| {
        let begins = at;
        at += sentence.len();
        is_it(sentence.trim()).then(|| begins + sentence.len() - sentence.trim_start().len())
    })
}
