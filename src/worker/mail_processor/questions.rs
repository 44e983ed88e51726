//! What a letter of ours asked, and whether a mail answers it; what a mail may mean, and is asked about.

use crate::club;
use crate::club::{Change, Needs, OfferKind, Pending, PendingMark, PlayerId, Purpose, Reply, Stage};
use crate::command;
use crate::command::{
    About, Agreement, Answer, AskedLine, BoardAct, Command, Complaint, Does, Doubt, Gravity, Item, Manner, OfferedGame,
    PlainWords, Reading, Setting, Target, Verb, Weight,
};
use crate::store::{StoreError, Tx};
use crate::tafl::{ParsedPlay, Side, Square};
use crate::worker::mail_at_hand::Mail;
use crate::worker::mail_processor::moves_in_words::or_corrected;
use crate::worker::mail_processor::requests::{How, command_of, tell_of_password};
use crate::worker::mail_processor::seat::{first_name, probable_author, seat};
use crate::worker::mail_processor::{HandleError, MailProcessor};
use crate::worker::pending;

/// What stands behind the first sentence of a yes in the words of its author: `Yes, send it. About time, Felix!`, but not thanks and a name.
fn behind_the_yes(text: &str, names: &[String]) -> String {
    let text = text.trim();
    let first = text.lines().next().unwrap_or_default();
    let joins = [", and ", ", und ", ", og "];
    let sentence = first.find(['.', '!']).map(|at| at + 1);
    let clause = joins.iter().find_map(|join| first.find(join)).map(|at| at + 1);
    let end = [sentence, clause].into_iter().flatten().min().unwrap_or(first.len());
    let rest = text[end..].trim_start_matches(['.', '!', ' ', '\n', '\r']);
    let says_nothing = command::is_only_polite(rest) || command::says_nothing(rest, names);
    if says_nothing { String::new() } else { rest.trim().to_owned() }
}

impl MailProcessor {
    /// Asks whether a move is meant that stands among other words, or a command with a question mark, if it can be done. Returns false if
    /// it cannot.
    pub(super) fn ask_about(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        complaint: &Complaint,
        words: &mut Option<String>,
    ) -> Result<bool, HandleError> {
        let (command, how) = match (complaint.play_in_words(), complaint.asked_for()) {
            (Some(play), _) => {
                let play = or_corrected(tx, mail, play)?;
                (Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play) }, How::Supposed)
            }
            (None, Some(word)) => match command::parse_line(word, &self.composer.catalogue) {
                // `A draw? No, not yet.`
                Ok(asked) if asked.verb() == Verb::Draw && command::refuses_a_draw(&mail.text) => return Ok(false),
                Ok(command) => (command, How::Wished),
                Err(_) => return Ok(false),
            },
            (None, None) => return Ok(false),
        };
        let asked = self.decide(tx, mail, command_of(command), "", words, how)?;
        // Who has no password has not written one.
        if asked && complaint.masked && seat(tx, mail)?.is_none_or(|seat| seat.has_password) {
            tell_of_password(mail, None);
        }
        Ok(asked)
    }

    /// Asks whether an answer is meant that is not quite clear: `accept, but let us begin tomorrow`. Returns false if nothing was asked.
    pub(super) fn lean(&mut self, tx: &Tx, mail: &mut Mail, yes: Option<bool>) -> Result<bool, HandleError> {
        match yes.map(|yes| Ok::<_, StoreError>((yes, question(tx, mail)?))).transpose()? {
            Some((yes, Some(question))) => {
                // `Yes, dear Finn, and tomorrow we play on` is no wish to go on with another game instead.
                let yes = yes || question.is_challenge && command::begins_with_yes(&mail.text);
                self.decide(tx, mail, command_of(question.answer(yes)), "", &mut None, How::Wished)
            }
            Some((_, None)) | None => Ok(false),
        }
    }

    /// Reads a mail as the answer to what its letter asked, if it is one: about a line that waits, or about a challenge or an offer.
    pub(super) fn answer_question(
        &mut self,
        tx: &Tx,
        mail: &mut Mail,
        mut reading: Reading,
        mut waiting: Pending,
    ) -> Result<AnsweredQuestion, HandleError> {
        // Words that the letter asks about go with a move that answers it.
        let asked = waiting.line.as_deref().and_then(|line| self.words_of(line));
        if asked.is_some() && self.refuses_beside_a_move(mail, &mut reading) {
            pending::drop_it(tx, mail)?;
            waiting = Pending { words: waiting.words, ..Pending::default() };
            return Ok(AnsweredQuestion { reading, waiting, ..AnsweredQuestion::default() });
        }
        if asked.is_some() {
            for item in &mut reading.items {
                // No words can be declined, so it is said of the offer that waits for an answer.
                let declines = item.command.as_ref().is_ok_and(|said| said.verb() == Verb::Decline);
                item.manner.shown |= declines && item.manner.doubt.is_none();
            }
        }
        // The letter says that they go with a move, and nothing of `withdraw`.
        let unsent = asked.filter(|_| reading.commands().any(|command| command.played().is_some()));
        if unsent.is_some() {
            agree_beside_a_move(tx, mail, &mut reading)?;
        }
        // Who was asked whether to accept a challenge, may still accept it in other words.
        let accepts = |line: &str| {
            let asked = command::parse_line(line, &self.composer.catalogue);
            asked.is_ok_and(|asked| asked.verb() == Verb::Accept)
        };
        if waiting.line.as_deref().is_none_or(accepts)
            && let Some(reading) = self.accepted_in_words(tx, mail, &reading)?
        {
            if waiting.line.is_some() {
                pending::drop_it(tx, mail)?;
                waiting = Pending { words: waiting.words, ..Pending::default() };
            }
            return Ok(AnsweredQuestion { reading, waiting, unsent, ..AnsweredQuestion::default() });
        }
        let Some(line) = waiting.line.clone() else {
            let reading = match self.answer_to_opponent(tx, mail, &reading)? {
                // The opponent has asked, and may read how it is answered.
                Some((question, answer)) if answer.is_said => {
                    let words = reading.in_words();
                    answered(question.answer(answer.agreement.yes), Answer { words, ..answer })
                }
                Some((question, answer)) => answered(question.answer(answer.agreement.yes), answer),
                None => reading,
            };
            return Ok(AnsweredQuestion { reading, waiting, unsent, ..AnsweredQuestion::default() });
        };
        let certain = reading.answer.clone().filter(|answer| self.is_answer_to(&line, answer, &reading.said));
        let answer = match certain {
            Some(answer) => Some(answer),
            None => self.answer_about_line(tx, mail, &reading, &line)?,
        };
        // Thanks for the board do not make the move on it.
        let is_looked_at = waiting.mark == Some(PendingMark::LookedAt);
        let is_meant =
            |answer: &Answer| !is_looked_at || !answer.agreement.yes || command::plays_it_after_all(&mail.text);
        // `Yes, but I want the king`
        let author = probable_author(tx, mail)?;
        let other_terms = author.and_then(|author| self.on_other_terms(&mail.text, &line, &author));
        let answer = answer.filter(|answer| is_meant(answer) && other_terms.is_none());
        let Some(mut answer) = answer else {
            reading.comment = self.without_the_yes(&line, &reading);
            return Ok(AnsweredQuestion { reading, waiting, unsent, ..AnsweredQuestion::default() });
        };
        // A square in words that were asked about says nothing about the next move.
        let asked_move = if self.words_of(&line).is_some() { "" } else { line.as_str() };
        if !answer.agreement.yes && names_another_square(&reading.said, asked_move) {
            pending::drop_it(tx, mail)?;
            return Ok(AnsweredQuestion { reading, ..AnsweredQuestion::default() });
        }
        pending::drop_it(tx, mail)?;
        let asked = command::parse_line(&line, &self.composer.catalogue).ok().map(|asked| asked.verb());
        // `No, I do not want a draw` wishes for none, and `Yes, I resign` for nothing new.
        let said = if answer.agreement.yes { &answer.words } else { &mail.text };
        let wish = command::wish(said, true, &self.composer.catalogue);
        let refuses = |wish: &Command| wish.verb() == Verb::Draw && command::refuses_a_draw(said);
        let wish = wish.filter(|wish| Some(wish.verb()) != asked && !refuses(wish));
        let wish = wish.map(|wish| (wish, std::mem::take(&mut answer.words)));
        let says_declines = !answer.agreement.yes && command::declines(&mail.text);
        if says_declines && asked == Some(Verb::Decline) {
            // `No! I refuse her request` is a yes to whether the move shall stand.
            answer.agreement = Agreement::in_a_sentence(true);
        }
        let declines = says_declines && asked == Some(Verb::Accept);
        let declined = question(tx, mail)?.filter(|_| declines).map(|question| question.answer(false));
        if let Some(decline) = declined {
            let reading = command_with_words(decline, mail.text.trim().to_owned(), answer.withheld);
            return Ok(AnsweredQuestion { reading, refused: waiting.words, ..AnsweredQuestion::default() });
        }
        let mut line = line;
        if let (Some(asked), true, None) = (self.words_of(&line), answer.agreement.yes, &wish) {
            // `Yes, and tell her the car is mended` sends both.
            let more = pending::joined(&waiting.words, &answer.words).unwrap_or_default();
            let all = pending::joined(&asked, &more).map(|all| pending::as_one_letter(&all)).unwrap_or_default();
            let number = seat(tx, mail)?.map(|seat| seat.game.head.number);
            let is_more = !more.is_empty() && !command::is_only_signed(&more, &mail.names());
            if let Some(chat) =
                number.filter(|_| is_more).and_then(|number| pending::chat(number, &all, &self.composer.catalogue))
            {
                line = chat.to_string();
                answer.words.clear();
                waiting.words.clear();
            }
        }
        let reading = pending::answered(&line, &waiting.beside, answer, &self.composer.catalogue);
        if reading.items.is_empty() {
            mail.notes.push("not meant".to_owned());
            let is_move =
                command::parse_line(&line, &self.composer.catalogue).is_ok_and(|asked| asked.played().is_some());
            mail.replies.push((None, Reply::LeftAsItIs));
            if !is_move && !waiting.words.is_empty() {
                // The words that sounded like a wish may be no more than words.
                let words = std::mem::take(&mut waiting.words);
                self.ask_about_words(tx, mail, &words)?;
            }
        }
        Ok(AnsweredQuestion { reading, waiting, wish, ..AnsweredQuestion::default() })
    }

    /// The words beside a move without the sentence that says yes to it, where the letter has asked about that move: `Yes, please make the move
    /// d1-c1. It rains.` It is said to the club.
    fn without_the_yes(&self, line: &str, reading: &Reading) -> String {
        let asked = command::parse_line(line, &self.composer.catalogue).ok();
        let asked = asked.as_ref().and_then(Command::played);
        let is_asked = |made: &&ParsedPlay| asked.is_some_and(|asked| (asked.from, asked.to) == (made.from, made.to));
        match reading.commands().filter_map(Command::played).find(is_asked) {
            Some(made) => pending::without_yes(&reading.comment, made),
            None => reading.comment.clone(),
        }
    }

    /// Whether a mail says no to the words of the question and goes on with a move: `No! d1-c1` The no is no word for the opponent.
    fn refuses_beside_a_move(&self, mail: &Mail, reading: &mut Reading) -> bool {
        let moves = reading.commands().any(|command| command.played().is_some()) || reading.names_a_play();
        if !moves || command::behind_a_no(mail.text.trim_start()).is_none() {
            return false;
        }
        if let Some(rest) = command::behind_a_no(reading.comment.trim_start()) {
            let (first, below) = rest.split_once('\n').unwrap_or((rest, ""));
            let is_move = command::is_command(first, &self.composer.catalogue);
            reading.comment = if is_move { below.trim() } else { rest }.to_owned();
        }
        true
    }

    /// A mail that accepts the challenge of its letter in a sentence, as the command for it: `Yes, I would be delighted to play!` Where a
    /// yes stands alone, it is read as that.
    fn accepted_in_words(&self, tx: &Tx, mail: &Mail, reading: &Reading) -> Result<Option<Reading>, HandleError> {
        let said = &reading.comment;
        let denies = reading.answer.as_ref().is_some_and(|answer| !answer.agreement.yes);
        if reading.withheld || reading.cut || denies {
            return Ok(None);
        }
        if reading.commands().next().is_some() || reading.names_a_play() {
            return self.accepted_before_a_move(tx, mail, reading);
        }
        let is_plain = |question: &Question| {
            reading.answer.as_ref().is_some_and(|answer| question.is_answered_by(&answer.agreement))
        };
        let question = question_answered(tx, mail)?.filter(|question| question.is_challenge && !is_plain(question));
        let Some((question, seat)) = question.zip(seat(tx, mail)?) else {
            return Ok(None);
        };
        // What is asked about rules is answered, and leaves the yes as it is.
        let without = command::without_questions(said, &self.composer.catalogue);
        let side = seat.game.head.side_of(&seat.player).unwrap_or(Side::Defenders);
        let offered = OfferedGame { variant: &seat.game.head.variant, side };
        let accepts = command::accepts(&without, &offered, &self.composer.catalogue);
        Ok(accepts.then(|| command_with_words(question.answer(true), said.clone(), Vec::new())))
    }

    /// The same with a move behind the yes: `yes. and ill start then, d6 to f6` The move is asked about, if its author begins.
    fn accepted_before_a_move(&self, tx: &Tx, mail: &Mail, reading: &Reading) -> Result<Option<Reading>, HandleError> {
        /// `d1 to c1, please`
        const MOVE_WORDS_MAX: usize = 4;
        let [item] = &reading.items[..] else { return Ok(None) };
        let play = match &item.command {
            Ok(command) => command.played().cloned(),
            Err(complaint) => complaint.play_in_words(),
        };
        let question = question_answered(tx, mail)?.filter(|question| question.is_challenge);
        let (Some(play), Some(question)) = (play, question) else { return Ok(None) };
        let first = mail.text.trim_start().split_inclusive(['.', '!', ',', ';', '\n']).next().unwrap_or_default();
        let accepts = command::is_a_yes_to_a_game(first.trim_end_matches([',', ';', '\n']));
        if !accepts || command::squares(first).contains(&play.to) {
            return Ok(None);
        }
        let asked = Command::OnBoard { board: Target::OfLetter, login: None, act: BoardAct::Move(play.clone()) };
        let manner = Manner { doubt: Some(Doubt::MoreWords), ..Manner::PLAIN };
        let asked = Item { command: Ok(asked), manner, beside: String::new(), ..item.clone() };
        let said = mail.text.trim_start().strip_prefix(first).unwrap_or_default().trim();
        // The move alone is no word for the opponent, who may have to move first.
        let is_short = said.split_whitespace().count() <= MOVE_WORDS_MAX;
        let said = if is_short { pending::without_move(said, &play) } else { said.to_owned() };
        let mut accepted = command_with_words(question.answer(true), said, Vec::new());
        accepted.items.push(asked);
        Ok(Some(accepted))
    }

    /// The challenge or offer that a mail answers, and its answer.
    fn answer_to_opponent(
        &self,
        tx: &Tx,
        mail: &Mail,
        reading: &Reading,
    ) -> Result<Option<(Question, Answer)>, HandleError> {
        // Most mails bring a move, and need no look at the board for that.
        if reading.answer.is_none() && !may_be_a_sentence(reading) {
            return Ok(None);
        }
        let Some(question) = question_answered(tx, mail)? else {
            return Ok(None);
        };
        let seat = seat(tx, mail)?;
        // `Yes please, game on! I assume it's tablut.`
        let game = seat.as_ref().filter(|_| question.is_challenge).map(|seat| seat.game.head.variant.as_str());
        if game.is_some_and(|game| command::names_another_game(&mail.text, game, &self.composer.catalogue)) {
            return Ok(None);
        }
        if let Some(answer) = reading.answer.clone().filter(|answer| question.is_answered_by(&answer.agreement)) {
            return Ok(Some((question, answer)));
        }
        let Some(seat) = seat else {
            return Ok(None);
        };
        let gravity = if question.offer == Some(OfferKind::Draw) { Gravity::Draw } else { Gravity::Theirs };
        let line = format!("{} {}", seat.opponent(), seat.game.head.variant);
        let does = if question.offer == Some(OfferKind::Undo) { Does::TakesBack } else { Does::Else };
        let asked = AskedLine { line: &line, gravity, challenges: question.is_challenge, asks_another: false, does };
        // What is asked about the rules beside a yes to a game is answered, and leaves the yes as it is.
        let beside_questions = || {
            let without = command::without_questions(&mail.text, &self.composer.catalogue);
            let is_shorter = question.is_challenge && without != mail.text.trim();
            let answer = is_shorter.then(|| in_a_sentence(&without, reading, &asked)).flatten();
            // `Is it rated? I would rather not.` refuses what was asked about.
            answer.filter(|answer| answer.agreement.yes)
        };
        let grants = || {
            let is_plain = question.offer == Some(OfferKind::Undo)
                && may_be_a_sentence(reading)
                && command::plainly_grants_a_move_back(&mail.text);
            let agreement = Agreement::in_a_sentence(true);
            let words = reading.in_words();
            is_plain.then_some(Answer { agreement, words, is_said: true, withheld: Vec::new() })
        };
        let answer = in_a_sentence(&mail.text, reading, &asked).or_else(beside_questions).or_else(grants);
        Ok(answer.map(|answer| (question, answer)))
    }

    /// The answer of a sentence to the question whether this line is meant.
    pub(super) fn answer_about_line(
        &self,
        tx: &Tx,
        mail: &Mail,
        reading: &Reading,
        line: &str,
    ) -> Result<Option<Answer>, HandleError> {
        let Ok(command) = command::parse_line(line, &self.composer.catalogue) else {
            return Ok(None);
        };
        let mut asked = AskedLine::about(line, &command);
        if asked.does == Does::Accept
            && let Some(accepted) = question(tx, mail)?
        {
            asked.challenges |= accepted.is_challenge;
            if accepted.offer == Some(OfferKind::Undo) {
                asked.does = Does::TakesBack;
            }
        }
        if command.challenge().is_some() && command::names_another_game(&mail.text, line, &self.composer.catalogue) {
            // `Yes, tablut`
            return Ok(None);
        }
        let author = command.challenge().map(|_| probable_author(tx, mail)).transpose()?.flatten();
        // What is asked about rules beside a yes to a challenge is answered, and leaves the yes as it is. Beside one to a move it may be about
        // that move, unless it is announced as another thing: `Yes please. And may I ask you: ...`
        let beside_questions = || {
            let without = command::without_questions(&mail.text, &self.composer.catalogue);
            let is_move = asked.gravity == Gravity::Move && asked.does == Does::Else;
            let is_apart = command.challenge().is_some() || is_move && command::announces_a_question(&mail.text);
            let is_shorter = is_apart && without != mail.text.trim();
            is_shorter.then(|| in_a_sentence(&without, reading, &asked)).flatten()
        };
        let answer = in_a_sentence(&mail.text, reading, &asked)
            .or_else(beside_questions)
            .or_else(|| self.yes_beside_an_offer(mail, reading, &asked))
            .or_else(|| names_the_piece(mail, reading, &command))
            .or_else(|| self.yes_to_own_challenge(mail, reading, line, &command, author.as_ref()))
            .or_else(|| withheld(mail, reading, line, &asked).filter(|_| command.challenge().is_none()));
        let seat = seat(tx, mail)?;
        let is_called = seat.is_some_and(|seat| command::speaks_to(&mail.text, first_name(seat.opponent())));
        // `Moment noch, Felix, der Pizzabote ist da` is said to Felix.
        let answer = answer.map(|answer| match answer.agreement.yes || !answer.words.is_empty() || !is_called {
            true => answer,
            false => Answer { words: reading.in_words(), ..answer },
        });
        Ok(answer.map(|answer| Answer { is_said: false, ..answer }))
    }

    /// A yes to a move, behind which the mail offers a draw: `Yes, that is my move. And I offer Ann a draw.` It is asked about then.
    fn yes_beside_an_offer(&self, mail: &Mail, reading: &Reading, asked: &AskedLine<'_>) -> Option<Answer> {
        let (yes, offer) = mail.text.trim().split_once(['.', '!'])?;
        let agrees = asked.gravity == Gravity::Move
            && asked.does == Does::Else
            && may_be_a_sentence(reading)
            && matches!(command::answer_in_a_sentence(yes, asked), Some((true, _)));
        let is_offer = agrees && self.wished_draw(offer).is_some();
        let agreement = Agreement::in_a_sentence(true);
        is_offer.then(|| Answer { agreement, words: offer.trim().to_owned(), is_said: false, withheld: Vec::new() })
    }

    /// A yes to a challenge of the author's own, in the words with which people accept one: `aye go on then, attackers is fine by me`. The other
    /// player is only asked.
    fn yes_to_own_challenge(
        &self,
        mail: &Mail,
        reading: &Reading,
        line: &str,
        asked: &Command,
        author: Option<&PlayerId>,
    ) -> Option<Answer> {
        let ask = asked.challenge().filter(|_| may_be_a_sentence(reading))?;
        let denies = reading.answer.as_ref().is_some_and(|answer| !answer.agreement.yes);
        let is_second = author.is_some_and(|author| author.as_str() == ask.second);
        let side = if is_second { Side::Defenders } else { Side::Attackers };
        let accepts = command::accepts(&mail.text, &OfferedGame { variant: line, side }, &self.composer.catalogue);
        let orders = || command::orders_to_send(&mail.text);
        let words = match accepts {
            true => behind_the_yes(&mail.text, &mail.names()),
            false => command::without_consent_to_send(&mail.text),
        };
        let agreement = Agreement::in_a_sentence(true);
        ((accepts || orders()) && !denies).then_some(Answer { agreement, words, is_said: false, withheld: Vec::new() })
    }

    /// The offer of a draw that a mail wishes for beside its move, or beside its yes to one: `yes and offer the draw`, `shall we call it a
    /// draw?` So do the words that `waited` for that yes. Words beside a move go to the opponent in any case, who may take them for an offer;
    /// so it is asked whether they are one.
    pub(super) fn wishes_for_a_draw_beside(&self, mail: &Mail, reading: &Reading, waited: &str) -> Option<Command> {
        let mut commands = reading.commands();
        let (Some(only), None) = (commands.next(), commands.next()) else { return None };
        only.played().filter(|_| !command::refuses_a_draw(&mail.text) && !command::drops_a_draw(&mail.text))?;
        let asked = || {
            let offers = |text: &str| command::asks_for_a_draw(text) || command::names_a_draw(text);
            let is_asked = offers(&mail.text) || offers(waited);
            is_asked.then(|| command::parse_line("draw", &self.composer.catalogue).ok()).flatten()
        };
        self.wished_draw(&mail.text).or_else(|| self.wished_draw(waited)).or_else(asked)
    }

    /// Takes back a draw that the author of a move has offered, if the words beside the move drop it: `forget the draw, e3-c3`.
    pub(super) fn drop_own_offer(&mut self, tx: &Tx, mail: &mut Mail) -> Result<(), HandleError> {
        if !command::drops_a_draw(&mail.text) {
            return Ok(());
        }
        let own = seat(tx, mail)?.filter(|seat| seat.is_running() && !seat.is_asked());
        let offers = own.is_some_and(|seat| seat.game.head.offer.is_some_and(|offer| offer.kind == OfferKind::Draw));
        match command::parse_line("withdraw", &self.composer.catalogue).ok().filter(|_| offers) {
            Some(withdraw) => {
                self.decide(tx, mail, command_of(withdraw), "", &mut None, How::Written(Manner::PLAIN))?;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The offer of a draw that these words wish for.
    pub(super) fn wished_draw(&self, said: &str) -> Option<Command> {
        command::wish(said, true, &self.composer.catalogue).filter(|wish| wish.verb() == Verb::Draw)
    }

    /// The words that were kept are not sent any more. A move that was asked about beside them is asked about without them; nothing else that
    /// was asked is meant.
    pub(super) fn forget(&mut self, tx: &Tx, mail: &mut Mail, waiting: &Pending) -> Result<(), HandleError> {
        pending::drop_it(tx, mail)?;
        mail.notes.push("words forgotten".to_owned());
        mail.replies.push((None, Reply::WordsForgotten { any: !waiting.is_empty() }));
        let line = waiting.line.as_deref().filter(|_| !waiting.words.is_empty());
        let asked = line.and_then(|line| command::parse_line(line, &self.composer.catalogue).ok());
        if let Some(command) = asked.filter(|asked| asked.played().is_some()) {
            let seat = seat(tx, mail)?;
            let waits = Pending { mark: waiting.mark, ..Pending::default() };
            self.ask_still(tx, mail, command, &waits, seat.as_ref())?;
        }
        Ok(())
    }

    /// Whether a mail that begins with a yes or no answers the question about this line. Who says yes and wishes for the very thing does,
    /// if it can be undone.
    pub(super) fn is_answer_to(&self, line: &str, answer: &Answer, said: &str) -> bool {
        let Ok(asked) = command::parse_line(line, &self.composer.catalogue) else {
            return true;
        };
        let weight = asked.weight();
        let about = if matches!(asked.verb(), Verb::Challenge | Verb::Rematch) {
            About::LineThatChallenges
        } else if asked.verb() == Verb::Accept {
            About::LineThatAccepts
        } else {
            About::Line
        };
        let wishes_it = || {
            let wish = command::wish(said, true, &self.composer.catalogue);
            wish.is_some_and(|wish| wish.verb() == asked.verb() && asked.board().is_some())
        };
        answer.agreement.is_certain(weight, about)
            || (weight != Weight::Heavy && answer.agreement.yes && !said.contains('?') && wishes_it())
    }

    /// The words in the line that a letter asks about, if it only sends them.
    pub(super) fn words_of(&self, line: &str) -> Option<String> {
        let command = command::parse_line(line, &self.composer.catalogue).ok()?;
        command.text().map(str::to_owned)
    }
}

/// A mail that was compared with the question of its letter.
#[derive(Default)]
pub(super) struct AnsweredQuestion {
    /// What the mail asks for.
    pub(super) reading: Reading,
    /// What still waits.
    pub(super) waiting: Pending,
    /// The words that the letter asked about, if the mail answers with something else that takes them along.
    pub(super) unsent: Option<String>,
    /// What the words behind a yes wish for, and these words: `Yes, do send them, please, and note that I resign`.
    pub(super) wish: Option<(Command, String)>,
    /// Words that waited for a yes, if the mail says no and declines the offer. Whether they are to be sent is asked.
    pub(super) refused: String,
}

/// Whether a no goes on with a move of its own, and not only with the one that was asked about: `no, the king to d5`.
fn names_another_square(said: &str, line: &str) -> bool {
    let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    command::destination(first).is_some_and(|named| !line.contains(&named.square.to_string()))
        || command::names_another_play(said, line)
}

/// A yes beside a move that takes along the words of the question is a yes to such words. It is no word for the opponent.
fn agree_beside_a_move(tx: &Tx, mail: &Mail, reading: &mut Reading) -> Result<(), HandleError> {
    let Some((yes, rest)) = reading.comment.split_once('\n').or(Some((reading.comment.as_str(), ""))) else {
        return Ok(());
    };
    if !command::is_friendly_yes(yes) {
        return Ok(());
    }
    reading.comment = rest.trim().to_owned();
    if let Some(seat) = seat(tx, mail)? {
        tx.apply(&[Change::SettingChanged { player: seat.player, setting: Setting::Words(PlainWords::On) }])?;
    }
    Ok(())
}

/// A yes to a move by the square of its piece and nothing else, where the words around the move were doubted: `the one on c4`
fn names_the_piece(mail: &Mail, reading: &Reading, asked: &Command) -> Option<Answer> {
    const WORDS_MAX: usize = 6;
    let play = asked.played().filter(|_| may_be_a_sentence(reading))?;
    let is_short = mail.text.split_whitespace().count() <= WORDS_MAX && !mail.text.contains('?');
    let is_it = command::squares(&mail.text) == [play.from] && !command::begins_with_no(&mail.text);
    let agreement = Agreement::in_a_sentence(true);
    let answer = Answer { agreement, words: String::new(), is_said: false, withheld: Vec::new() };
    (is_short && is_it && !command::hesitates(&mail.text)).then_some(answer)
}

/// A mail that leaves all as it is, and names no other move: `Hold off, I am on the motorway`. What the opponent has offered needs a clear no.
fn withheld(mail: &Mail, reading: &Reading, line: &str, asked: &AskedLine<'_>) -> Option<Answer> {
    let is_ours = asked.does == Does::Else;
    let is_other = |square: &Square| !line.contains(&square.to_string());
    let names_another =
        command::squares(&mail.text).iter().any(is_other) || command::names_another_play(&mail.text, line);
    let is_it = is_ours && may_be_a_sentence(reading) && !names_another;
    let agreement = Agreement::in_a_sentence(false);
    let answer = Answer { agreement, words: String::new(), is_said: false, withheld: Vec::new() };
    (is_it && command::withholds(&mail.text)).then_some(answer)
}

/// Whether a mail has no commands, so that its words may be an answer.
fn may_be_a_sentence(reading: &Reading) -> bool {
    reading.commands().next().is_none() && !reading.withheld && !reading.cut && !reading.from_subject
}

/// The yes or no of a mail without commands, if the first line of this text of it says it in a sentence.
fn in_a_sentence(text: &str, reading: &Reading, asked: &AskedLine<'_>) -> Option<Answer> {
    if !may_be_a_sentence(reading) {
        return None;
    }
    let (yes, line) = command::answer_in_a_sentence(text, asked)?;
    let mut words = command::without_answer(&reading.in_words(), command::mere_answer(line, asked));
    let is_move = asked.gravity == Gravity::Move && asked.does == Does::Else;
    if is_move && command::only_turns_to_the_club(&words) {
        words.clear();
    }
    Some(Answer {
        agreement: Agreement::in_a_sentence(yes),
        words,
        is_said: command::says_more(line),
        withheld: Vec::new(),
    })
}

/// The command that answers what waits on this board.
pub(super) fn answering(number: u32, yes: bool) -> Command {
    let act = if yes { BoardAct::Accept } else { BoardAct::Decline };
    Command::OnBoard { board: Target::Number(number), login: None, act }
}

/// A challenge or an offer in the letter that is answered.
pub(super) struct Question {
    number: u32,
    /// Whether it is a challenge.
    is_challenge: bool,
    /// `None` for a challenge, and for an offer that is gone.
    offer: Option<OfferKind>,
}

impl Question {
    /// The command that answers it.
    pub(super) fn answer(&self, yes: bool) -> Command {
        answering(self.number, yes)
    }

    /// Whether a yes agrees to a draw.
    pub(super) fn is_of_a_draw(&self) -> bool {
        self.offer == Some(OfferKind::Draw)
    }

    /// Whether the answer is certain. A draw ends the game.
    pub(super) fn is_answered_by(&self, said: &Agreement) -> bool {
        let is_grave = said.yes && self.offer == Some(OfferKind::Draw);
        let about = if self.is_challenge { About::Challenge } else { About::Offer };
        said.is_certain(if is_grave { Weight::Heavy } else { Weight::Light }, about)
    }
}

/// The question in the letter that is answered. Only the key says so.
pub(super) fn question(tx: &Tx, mail: &Mail) -> Result<Option<Question>, StoreError> {
    let Some(Purpose::Game { player, number, offer, .. }) = mail.token.as_ref().map(|token| &token.purpose) else {
        return Ok(None);
    };
    let view = tx.view(&Needs { games: [*number].into(), ..Needs::default() }, mail.spool.received)?;
    let asking = view.games.get(number).filter(|game| club::asks(game, player, *offer));
    Ok(asking.map(|game| Question {
        number: game.head.number,
        is_challenge: game.head.stage == Stage::Invited,
        offer: game.head.offer.map(|offer| offer.kind),
    }))
}

/// The same, unless a mail that answers a challenge speaks of one of its author's own, which another letter has asked about.
fn question_answered(tx: &Tx, mail: &Mail) -> Result<Option<Question>, StoreError> {
    Ok(question(tx, mail)?.filter(|question| !(question.is_challenge && command::speaks_of_own_challenge(&mail.text))))
}

/// The commands of a mail that says yes or no to a question.
pub(super) fn answered(command: Command, answer: Answer) -> Reading {
    command_with_words(command, answer.words, answer.withheld)
}

fn command_with_words(command: Command, words: String, withheld: Vec<Item>) -> Reading {
    let manner = Manner { numbered: true, ..Manner::PLAIN };
    let first = Item {
        line: command.to_string(),
        command: Ok(command),
        beside: String::new(),
        lead: String::new(),
        above: String::new(),
        manner,
    };
    let items = std::iter::once(first).chain(withheld).collect();
    Reading { items, comment: words, ..Reading::default() }
}
