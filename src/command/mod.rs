//! The language of commands: what players write, made sense of.
//!
//! ```text
//! Subject, new text --mail_parser, lines--> a line --lexer--> words --parser, arguments--> Command
//!                                                    |                                  or a Complaint with its place
//!                                                  table: every command as data, also for help and docs/players.md
//! ```
//!
//! Pure: a text and the catalogue of games go in, values come out. What is legal, who asks and whether board 17 exists is not known here.

#![deny(clippy::wildcard_enum_match_arm, reason = "a new command, or a new change, must be looked at in every match")]

// the table of commands
mod entry;
mod known_commands;
mod nearest;
pub mod table;

// values in commands
mod access;
mod account;
mod conditions;
mod foreign;
mod language;
mod player_id;
mod setting;
mod target;
mod terms;
mod topics;
mod typed_password;

// a line and its words
mod agreement_words;
mod broken_lines;
mod club_topic;
mod dates;
mod layout;
mod lexer;
mod likeness;
mod move_words;
mod phrase_lists;
mod phrasebook;
mod phrases;
mod polite_words;
mod rules_record;
mod yes_no;

// what is wrong with a line, and its passwords
mod complaint;
mod cursor;
mod login_places;
mod redact;

// a command
mod board_act;
mod board_first;
mod canonical;
#[allow(clippy::module_inception, reason = "a file is named after the one thing in it, and this one is the command")]
mod command;
mod game_options;
mod look;
mod manner;
mod player_act;
mod tournament;

// what people write beside commands, and instead of them
mod about_a_move;
mod acceptance_words;
mod agreement;
mod around_a_move;
mod club_questions;
mod concepts;
mod draw_refused;
mod draw_words;
mod everyday_phrases;
mod excuses;
mod likely;
mod move_in_sentence;
mod move_line;
mod old_forms;
mod rules_questions;
mod salutation;
mod scattered_move;
mod sentences;
mod side_words;
mod wish_phrases;

// from one line to one command
mod arguments;
mod certain_command;
mod parsed;
mod parser;
mod prefix;

// from a mail to its commands
mod acceptance;
mod addressed;
mod answer_in_a_sentence;
mod attempted_move;
mod behind_a_yes;
mod closing;
mod comment;
mod corrected;
mod days_away;
mod destination;
mod doubted_words;
mod draws;
mod forgetting;
mod gravity;
mod introduced;
mod items;
mod joining;
mod kings_square;
mod lines;
mod mail_parser;
mod meant;
mod move_back;
mod named_games;
mod other_terms;
mod played_after_all;
mod proposed_ids;
mod reading;
mod said_anywhere;
mod sides;
mod talk;
mod way;
mod where_to;
mod wishes;
mod withholding;

pub use crate::command::about_a_move::asks_for_a_draw;
pub use crate::command::acceptance::{
    OfferedGame, accepts, has_a_hearty_yes, names_a_variant, names_another_game, speaks_of_own_challenge,
};
pub use crate::command::access::{Access, Harm, Who};
pub use crate::command::account::{ADDRESSES_MAX, Account};
pub use crate::command::addressed::{
    asks_about_the_other, asks_briefly_about, asks_whether_sent, begins_with_no, behind_a_turn,
    below_a_question_to_the_club, has_thanks, is_letter_to_the_club, is_plain_chat, may_be_for_the_club,
    only_turns_to_the_club, refuses_at_first, speaks_of_the_club, speaks_to, turns_to_the_club, words_to,
};
pub use crate::command::agreement::{
    About, Agreement, begins_with_yes, behind_a_no, declines, is_a_yes_to_a_game, is_friendly_yes, is_only_polite,
    leans_to_yes, says_yes, speaks_of_another_game,
};
pub use crate::command::answer_in_a_sentence::{AskedLine, answer_in_a_sentence, is_only_no, mere_answer};
pub use crate::command::attempted_move::{Attempt, AttemptedMove, attempted_move, concluded_destination};
pub use crate::command::board_act::{BoardAct, QUEUE_PLAYS_MAX, Queued};
pub use crate::command::broken_lines::unbroken;
pub use crate::command::certain_command::{InUse, Named};
pub use crate::command::closing::{closes, is_only_signed, only_takes_leave, says_nothing};
pub use crate::command::club_topic::ClubTopic;
pub use crate::command::command::{Command, TEXT_CHARS_MAX, TEXT_LINES_MAX};
pub use crate::command::complaint::{Complaint, ComplaintKind, Misfit, Thing, Withholding, has_two_sentences, short};
pub use crate::command::concepts::Context;
pub use crate::command::conditions::Conditions;
pub use crate::command::corrected::corrected_destination;
pub use crate::command::days_away::{holiday_wished, only_wishes_for_a_holiday};
pub use crate::command::destination::{
    Destination, brief_destination, destination, lone_square, names_another_play, names_from_behind,
    only_points_at_a_piece, own_destination, square_of_the_king, squares, weighs_moves, with_throne, word_for_the_king,
};
pub use crate::command::doubted_words::doubted_words;
pub use crate::command::draw_refused::behind_a_draw_refused;
pub use crate::command::draws::{
    drops_a_draw, leaves_the_answer_open, names_a_draw, offers_a_draw_outright, orders_a_draw, proposes_a_draw,
    refuses_a_draw,
};
pub use crate::command::entry::{Verb, Weight};
pub use crate::command::excuses::without_excuses;
pub use crate::command::foreign::{Instead, OwnBoards};
pub use crate::command::forgetting::{orders_to_send, wants_a_part_sent, without_consent_to_send, without_forgetting};
pub use crate::command::game_options::{is_name_for_a_game, nearest_games, nearest_options, usual_options};
pub use crate::command::gravity::{Does, Gravity};
pub use crate::command::joining::{Joining, joining};
pub use crate::command::kings_square::{KingsSquare, kings_squares, with_kings_origin};
pub use crate::command::language::{BadLanguage, Language};
pub use crate::command::layout::may_begin_with;
pub use crate::command::likely::{probably_thanks_the_club, rules_asked, without_asides_to_the_club};
pub use crate::command::lines::{begins_with_a_play, says_more, without_answer};
pub use crate::command::login_places::{may_be_login, without_logins_of, without_passwords, without_signature};
pub use crate::command::look::{
    Filter, Look, Moment, PLAYERS_MAX, PREVIEW_PLAYS_MAX, PreviewOf, RatingsOf, RulesOf, SHOW_ITEMS_MAX, ShowItem,
};
pub use crate::command::mail_parser::{board_of_subject, is_command, parse_line, read, read_among};
pub use crate::command::manner::{Doubt, Manner};
pub use crate::command::move_back::{grants_a_move_back, plainly_grants_a_move_back};
pub use crate::command::nearest::{Place, nearest};
pub use crate::command::other_terms::{Bargain, OtherTerms, is_yes_with_a_side, other_terms};
pub use crate::command::phrases::folded;
pub use crate::command::played_after_all::plays_it_after_all;
pub use crate::command::player_act::{
    ChallengeAsk, LIMIT_MAX, ME, MessageAsk, OpenChallengeAsk, PlayerAct, VacationAsk,
};
pub use crate::command::player_id::{ID_CHARS_MAX, ID_CHARS_MIN, is_player_id, is_reserved};
pub use crate::command::proposed_ids::{given_name, proposed_ids};
pub use crate::command::reading::{Answer, COMMANDS_MAX, COMPLAINTS_MAX, Item, Reading};
pub use crate::command::redact::{STARS, own_login};
pub use crate::command::rules_questions::{may_ask_about_rules, rules_topics};
pub use crate::command::said_anywhere::{
    asks_who_is_here, hesitates, is_human, is_not_now, looks_first, names_a_game, passes_on, possible_names, puts_off,
    speaks_of_the_game_at_hand, speaks_of_the_others, thanks_or_waits, thanks_the_club, words_to_pass_on,
};
pub use crate::command::salutation::{called_at_first, greets, has_only_frames, is_only_a_frame, is_to_the_server};
pub use crate::command::setting::{BoardStyle, Hour, Key, LetterStyle, Mailing, PlainWords, Setting, Wanted, keys};
pub use crate::command::sides::wanted_side;
pub use crate::command::talk::{Talk, leaning};
pub use crate::command::target::Target;
pub use crate::command::terms::{Terms, Timing};
pub use crate::command::topics::{Topic, topics};
pub use crate::command::tournament::{
    Act, ExportFormat, ExtendTo, TIE_BREAKS, TOURNAMENT_GROUPS_MAX, TOURNAMENT_GROUPS_MIN, TOURNAMENT_LOAD_MAX,
    TOURNAMENT_PLAYERS_MAX, TournamentAsk, TournamentCommand, TournamentFormat, TournamentSeed, TournamentTerm,
    TournamentVacation, acts, is_tournament_name,
};
pub use crate::command::typed_password::{Login, Secret};
pub use crate::command::way::{Direction, Steps, Way, Whither, around_a_way, way};
pub use crate::command::where_to::asks_where_it_may_go;
pub use crate::command::wishes::{
    FirstWishes, Situation, Wishes, announces_a_question, are_our_wishes, asked_pages, asks_about_rules,
    begs_for_a_move_back, challenges, drops, first_wishes, foreign_language, forgets, only_waits_for_a_challenge,
    only_wishes, orders_a_rematch, wish, wishes, without_questions,
};
pub use crate::command::withholding::withholds;
pub use crate::command::yes_no::{is_clear_yes, is_no, is_yes, says_no_apart};
