//! A record while it is being read: what its text has said so far, each fact with its place. [`Draft::finish`] replays it.

use crate::tafl::made_play::compare;
use crate::tafl::records::end::{Claim, HOWS, How, RESULTS, claim, how, settle};
use crate::tafl::records::error::{Fault, ImportFault, Misfit, quoted};
use crate::tafl::records::game_facts::{About, KNOWN_TAGS, OWN_RULES, TAGS_MAX, is_tag_name};
use crate::tafl::records::game_record::GameRecord;
use crate::tafl::records::limits::{COMMENT_BYTES_MAX, PLIES_MAX, RECORDS_MAX};
use crate::tafl::records::one_move::{Written, fits};
use crate::tafl::records::ruletext;
use crate::tafl::rules_error::middle_cut;
use crate::tafl::{Catalogue, GameState, Piece, Play, RecordFault, Rules, Side, Variant};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a reader knows besides the text.
pub(in crate::tafl::records) struct Known<'a> {
    /// The variants that a record can name.
    pub catalogue: &'a Catalogue,
    /// The game of records that name none.
    pub variant: Option<&'a Variant>,
}

/// The part of a record that has been read.
#[derive(Default)]
pub(in crate::tafl::records) struct Draft {
    /// The place where it begins.
    start: usize,
    about: About,
    /// The tags that were read, in lower case.
    seen: Vec<String>,
    rules: Option<(usize, Rules)>,
    result: Option<(usize, Claim)>,
    how: Option<(usize, How)>,
    plays: Vec<(usize, Written)>,
    comments: BTreeMap<u32, String>,
    /// Whether a word at the end of the moves has closed it.
    pub closed: bool,
}

impl Draft {
    /// A record that begins at this place.
    pub(super) fn at(start: usize) -> Draft {
        Draft { start, ..Draft::default() }
    }

    /// Whether nothing has been read yet.
    pub(super) fn is_blank(&self) -> bool {
        self.seen.is_empty() && self.plays.is_empty() && self.comments.is_empty() && !self.closed
    }

    /// Whether the rules have been read.
    pub(super) fn has_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// The number of moves.
    pub(super) fn plies(&self) -> u32 {
        u32::try_from(self.plays.len()).unwrap_or(u32::MAX)
    }

    /// Adds one tag.
    pub(super) fn tag(&mut self, name: &str, text: &str, at: usize) -> Result<(), Fault> {
        let lower = name.to_ascii_lowercase();
        if lower == "position" {
            let what = format!("a game that begins with another position ({name})");
            return Err(Fault::new(at, ImportFault::NotPlayed { what }));
        }
        if matches!(lower.as_str(), "comment" | "start-comment") {
            return self.comment(0, text, at);
        }
        let one = if lower == "enddate" { "end-date".to_owned() } else { lower };
        if self.seen.len() >= KNOWN_TAGS.len() + TAGS_MAX {
            return Err(Fault::new(at, Misfit::TooManyTags { max: TAGS_MAX }));
        }
        if self.seen.contains(&one) {
            return Err(Fault::new(at, ImportFault::Twice { tag: name.to_owned() }));
        }
        match one.as_str() {
            "rules" | OWN_RULES => {
                let rules = ruletext::read(text);
                let rules = rules.map_err(|why| Fault::new(at, rules_fault(name, &why)))?;
                self.put_rules(rules, at)?;
            }
            "result" => self.result = Some((at, read_claim(text, at)?)),
            "termination" => self.how = read_how(text, at)?.map(|how| (at, how)),
            _ => match self.about.field(&one) {
                Some(field) => *field = text.to_owned(),
                None if is_tag_name(name) => self.about.tags.push((name.to_owned(), text.to_owned())),
                None => return Err(Fault::new(at, Misfit::TagName { name: quoted(name) })),
            },
        }
        self.seen.push(one);
        Ok(())
    }

    /// Sets the rules. Two tags may give them, and then both must be the same.
    pub(super) fn put_rules(&mut self, rules: Rules, at: usize) -> Result<(), Fault> {
        match &self.rules {
            Some((_, other)) if *other != rules => {
                Err(Fault::instead(at, "other rules than before", "one set of rules"))
            }
            _ => {
                self.rules = Some((at, rules));
                Ok(())
            }
        }
    }

    /// Sets the result, if no tag gives it.
    pub(super) fn put_result(&mut self, said: Claim, at: usize) -> Result<(), Fault> {
        match self.result {
            Some((_, Claim::Open)) | None => self.result = Some((at, said)),
            Some((_, other)) if said != Claim::Open && other != said => {
                return Err(Fault::instead(at, "another result than the tag says", "the same"));
            }
            Some(_) => {}
        }
        self.closed = true;
        Ok(())
    }

    /// Sets the reason of the end, if no tag gives it.
    pub(super) fn put_how(&mut self, said: How, at: usize) -> Result<(), Fault> {
        match self.how {
            Some((_, other)) if other != said => {
                return Err(Fault::unexpected(at, &said.to_string(), &format!("{other}, as the tag says")));
            }
            _ => self.how = Some((at, said)),
        }
        self.closed = true;
        Ok(())
    }

    /// Adds one move.
    pub(super) fn play(&mut self, written: Written, at: usize) -> Result<(), Fault> {
        if self.closed {
            return Err(Fault::instead(at, "a move", "nothing more, because the game has ended"));
        }
        if self.plies() >= PLIES_MAX {
            let why = ImportFault::TooMuch { what: "moves in one game", max: PLIES_MAX as usize };
            return Err(Fault::new(at, why));
        }
        if !written.praise.is_empty() {
            self.comment(self.plies() + 1, &written.praise, at)?;
        }
        let resigns = written.resigns;
        self.plays.push((at, written));
        if resigns { self.put_how(How::Resignation, at) } else { Ok(()) }
    }

    /// Adds a comment after this ply to those that are already there.
    pub(super) fn comment(&mut self, ply: u32, text: &str, at: usize) -> Result<(), Fault> {
        let text = text.replace("\r\n", "\n");
        let comment = self.comments.entry(ply).or_default();
        if comment.len() + text.len() > COMMENT_BYTES_MAX {
            let why = ImportFault::TooMuch { what: "bytes of comments on one move", max: COMMENT_BYTES_MAX };
            return Err(Fault::new(at, why));
        }
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&text);
        Ok(())
    }

    /// Replays the game and closes the record.
    pub(super) fn finish(mut self, known: &Known<'_>) -> Result<GameRecord, Fault> {
        // Checked before a name is looked up: a long one has many words.
        let misfit = |misfit: Misfit| Fault::new(self.start, misfit);
        self.about = std::mem::take(&mut self.about).cleaned().map_err(misfit)?;
        let rules = self.which_rules(known)?;
        let mut state = GameState::new(Arc::new(rules));
        for (at, written) in &self.plays {
            make(&mut state, written, *at)?;
        }
        let (at, claim) = self.result.unwrap_or((self.start, Claim::Open));
        let said = self.how.map(|(_, how)| how);
        let place = self.how.map_or(at, |(at, _)| at);
        let settled = settle(claim, said, state.status(), state.to_move());
        let end = settled.map_err(|misfit| Fault::new(place, misfit))?;
        GameRecord::new(self.about, state, end, self.comments).map_err(|misfit| Fault::new(self.start, misfit))
    }

    fn which_rules(&mut self, known: &Known<'_>) -> Result<Rules, Fault> {
        if let Some((_, rules)) = self.rules.take() {
            return Ok(rules);
        }
        let name = self.about.variant.trim();
        if let (false, Ok(variant)) = (name.is_empty(), known.catalogue.parse_choice(name)) {
            return Ok(variant.rules);
        }
        if let Some(variant) = known.variant {
            if name.is_empty() {
                self.about.variant = variant.name.clone();
            }
            return Ok(variant.rules.clone());
        }
        let found = match name {
            "" => "a game without rules".to_owned(),
            name => format!("the variant {}, and no rules", quoted(name)),
        };
        let expected = "a rules tag, or a variant that is known here; or name the rules yourself".to_owned();
        Err(Fault::new(self.start, ImportFault::Unexpected { found, expected }))
    }
}

/// Adds a record to a list, up to a limit.
pub(in crate::tafl::records) fn add(
    records: &mut Vec<GameRecord>,
    draft: Draft,
    known: &Known<'_>,
) -> Result<(), Fault> {
    if records.len() >= RECORDS_MAX {
        return Err(Fault::new(draft.start, ImportFault::TooMuch { what: "games in one text", max: RECORDS_MAX }));
    }
    records.push(draft.finish(known)?);
    Ok(())
}

/// The error for rules that are wrong.
pub(in crate::tafl::records) fn rules_fault(name: &str, why: &str) -> ImportFault {
    ImportFault::Unreadable(format!("the {name} cannot be read: {}", middle_cut(why)))
}

/// The result that a word means.
pub(in crate::tafl::records) fn read_claim(word: &str, at: usize) -> Result<Claim, Fault> {
    claim(word.trim()).ok_or_else(|| Fault::unexpected(at, word.trim(), RESULTS))
}

/// The reason of the end that a word means.
pub(in crate::tafl::records) fn read_how(word: &str, at: usize) -> Result<Option<How>, Fault> {
    how(word.trim()).ok_or_else(|| Fault::unexpected(at, word.trim(), HOWS))
}

/// Makes one move, if everything that was written with it is right.
fn make(state: &mut GameState, written: &Written, at: usize) -> Result<(), Fault> {
    let ply = state.ply() + 1;
    let parsed = &written.play;
    let fault = |why: RecordFault| Fault::new(at, ImportFault::Play { ply, why });
    if let Some(number) = parsed.ply.filter(|number| *number != ply) {
        return Err(fault(RecordFault::Misnumbered(number)));
    }
    for (square, letter) in &written.pieces {
        let stands = state.position().piece_at(*square);
        if !stands.is_some_and(|piece| fits(*letter, piece)) {
            let stands = match stands {
                None => "nothing",
                Some(Piece::King) => "the king",
                Some(piece) if piece.side() == Side::Attackers => "an attacker",
                Some(_) => "a defender",
            };
            let why = ImportFault::Piece { ply, named: *letter, square: square.to_string(), stands };
            return Err(Fault::new(at, why));
        }
    }
    let played = state.play(Play { from: parsed.from, to: parsed.to }).map_err(|why| fault(why.into()))?;
    if !parsed.captures.is_empty() {
        compare(&parsed.captures, &played.captured).map_err(|why| fault(why.into()))?;
    }
    Ok(())
}
