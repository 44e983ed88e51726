//! A Subject and a text: which lines are commands, which are a comment, which get an answer.

use taflpost::command::{ComplaintKind, read};

use super::{catalogue, words};

#[test]
fn a_command_in_the_subject_makes_the_text_a_comment() {
    let reading = read("hnefatafl move 17 bob secret e5-e3#6 well", "Your turn now.\n\nresign\n", catalogue());
    assert_eq!(words(&reading), ["move 17 e5-e3#6"]);
    assert_eq!(reading.items[0].line, "hnefatafl move 17 bob **** e5-e3#6 well");
    assert_eq!((reading.items[0].beside.as_str(), reading.comment.as_str()), ("well", "Your turn now.\n\nresign"));
    assert!(reading.from_subject);
}

#[test]
fn a_wrong_command_in_the_subject_stops_everything() {
    let reading = read("challenge ann bob -smlal", "accept", catalogue());
    assert_eq!(words(&reading), ["? challenge ann bob -smlal"]);
    assert!(reading.from_subject && reading.comment.is_empty());
}

#[test]
fn a_subject_that_only_begins_a_command_leaves_the_rest_to_the_text() {
    assert_eq!(words(&read("move", "e5-e3", catalogue())), ["move e5-e3"]);
    assert_eq!(words(&read("Hnefatafl", "accept", catalogue())), ["accept"]);
    assert_eq!(words(&read("Signup", "Hello there", catalogue())), ["? Signup"]);
}

#[test]
fn a_subject_of_ours_is_no_command() {
    for subject in ["Hnefatafl board 12: ann v bob", "Brandubh board 12: ann v bob", "Your move"] {
        assert_eq!(words(&read(subject, "e5-e3", catalogue())), ["move e5-e3"]);
        assert!(read(subject, "", catalogue()).items.is_empty(), "{subject}");
    }
}

#[test]
fn lines_that_are_no_command_are_a_comment_when_one_is() {
    let reading = read("multiple", "Hello Bob,\n\ne5-e3 at last\nIt was late.\n\nshow 18\nYours, Ann", catalogue());
    assert_eq!(words(&reading), ["move e5-e3", "show 18"]);
    assert_eq!(reading.items[0].beside, "at last");
    assert_eq!(reading.comment, "Hello Bob,\n\nIt was late.\n\nYours, Ann");
    assert!(!reading.from_subject);
}

#[test]
fn where_no_command_was_understood_the_most_telling_line_is_answered() {
    let reading = read("", "Hello,\nwhat now?\nI would\nlike to play\nsoon", catalogue());
    assert_eq!(words(&reading), ["? what now?"]);
    assert_eq!(reading.comment, "Hello,\nwhat now?\nI would\nlike to play\nsoon", "which is kept");
    assert_eq!(words(&read("", "Hello,\nI would resgn\nresgn\nsoon", catalogue())), ["? resgn"]);
    assert_eq!(words(&read("resgn", "", catalogue())), ["? resgn"]);
    assert_eq!(words(&read("", "Hello,\nresgn\nmove e5-e99", catalogue())), ["? move e5-e99"]);
}

#[test]
fn a_command_gone_wrong_is_answered_beside_those_understood() {
    let reading = read("", "show 17\nchallenge\nnice weather", catalogue());
    assert_eq!(words(&reading), ["show 17", "? challenge"]);
    assert_eq!(reading.comment, "nice weather");
}

#[test]
fn a_play_among_words_is_asked_about_once() {
    let asked = |body: &str| {
        let reading = read("", body, catalogue());
        assert_eq!(reading.items.len(), 1, "{body}");
        reading.items[0].command.clone().unwrap_err().kind
    };
    let play = |play: &str| ComplaintKind::PlayInWords { play: Some(play.to_owned()) };
    assert_eq!(asked("Hi Bob,\n\nI might go d1 to d2 this time.\n\ncheers\nAnn"), play("d1-d2"));
    assert_eq!(asked("I have thought about it for 3 days and play d1-d2"), play("d1-d2"));
    assert_eq!(asked("I might play d1-d2\nPerhaps D1-D2"), play("d1-d2"));
    let none = ComplaintKind::PlayInWords { play: None };
    assert_eq!(asked("I thought of d1-d2 or d1-d3"), none);
    assert_eq!(asked("I thought of d1-d2\nbut now I play d1-d3"), none);
}

#[test]
fn below_a_move_a_sentence_about_games_is_a_comment() {
    for sentence in ["Games won: 3", "Games lost: 2", "History lost", "games drawn"] {
        let reading = read("", &format!("e5-e3\n{sentence}"), catalogue());
        assert_eq!(words(&reading), ["move e5-e3"], "{sentence}");
        assert_eq!(reading.comment, sentence);
    }
    for list in ["games all", "history", "games 12", "games ann won", "history ann lost"] {
        let reading = read("", &format!("e5-e3\n{list}"), catalogue());
        assert_eq!(reading.items.len(), 2, "{list}");
    }
}

#[test]
fn below_a_move_a_sentence_that_begins_like_a_command_is_a_comment() {
    // Whether its author hears that nothing was done.
    let sentences = [
        ("Draw would be fair, I think.", 1),
        ("Show me what you have!", 0),
        ("resign?", 1),
        ("Resign! You have no chance.", 1),
        ("history repeats itself!", 0),
        ("accept my best wishes for you", 1),
        ("draw please", 1),
        ("take the poor dog out, i can wait 10 mins", 0),
    ];
    for (sentence, told) in sentences {
        let reading = read("", &format!("e5-e3\n{sentence}\nAnn"), catalogue());
        assert_eq!(words(&reading), ["move e5-e3"], "{sentence}");
        assert_eq!(reading.comment, format!("{sentence}\nAnn"));
        assert_eq!(reading.taken_as_words.len(), told, "{sentence}");
        // Above the move it is not yet a comment.
        let reading = read("", &format!("{sentence}\ne5-e3"), catalogue());
        assert_eq!(reading.items.len(), 2, "{sentence}");
        assert_eq!((reading.comment.as_str(), reading.taken_as_words.len()), ("", 0), "{sentence}");
    }
    for command in
        ["move 18 e5-e99", "e5-e", "resign 18?", "hnefatafl show 17x 18 -all", "if e6-e8 then", "queue 18 e5"]
    {
        let reading = read("", &format!("e5-e3\n{command}\nAnn"), catalogue());
        assert_eq!(words(&reading), ["move e5-e3".to_owned(), format!("? {command}")]);
        assert_eq!((reading.comment.as_str(), reading.taken_as_words.len()), ("Ann", 0), "{command}");
    }
    // What is whole is done, wherever it stands.
    assert_eq!(
        words(&read("", "e5-e3\nif e6-e8 then f4-f8", catalogue())),
        ["move e5-e3", "queue if e6-e8 then f4-f8"]
    );
    assert_eq!(words(&read("", "e5-e3\ndraw\nAnn", catalogue())), ["move e5-e3", "draw"]);
    // Words for somebody else never go to the opponent.
    let reading = read("", "e5-e3\nmessage b@b\nAnn plays badly.\nresign", catalogue());
    assert_eq!(words(&reading), ["move e5-e3", "? message b@b"]);
    assert_eq!(reading.comment, "");
    // Nor does what may be a password.
    let reading = read("", "e5-e3\nresign bob secret\nAnn", catalogue());
    assert_eq!(words(&reading), ["move e5-e3", "? resign bob ****"]);
    assert_eq!(reading.comment, "Ann");
}

#[test]
fn end_stops_the_reading() {
    let reading = read("", "show 17\nEnd.\nresign", catalogue());
    assert_eq!(words(&reading), ["show 17"]);
}

#[test]
fn a_chat_takes_the_rest_of_the_text() {
    let reading = read("", "show 17\nchat 17\nresign?\n\nnever\n", catalogue());
    assert_eq!(words(&reading), ["show 17", "chat 17: resign?\n\nnever"]);
    let reading = read("message ann bob", "see you\nend", catalogue());
    assert_eq!(words(&reading), ["message ann bob: see you"]);
    assert_eq!(reading.comment, "");
}

#[test]
fn end_stops_a_text_and_a_comment() {
    assert_eq!(words(&read("", "chat 17\nsee you\nend\nresign", catalogue())), ["chat 17: see you"]);
    assert_eq!(read("e5-e3", "see you\nend\nresign", catalogue()).comment, "see you");
}

#[test]
fn what_stands_below_a_chat_gone_wrong_is_not_read() {
    assert_eq!(words(&read("", "message b@b\nresign", catalogue())), ["? message b@b"]);
}

#[test]
fn a_record_may_begin_in_the_subject_and_what_follows_it_is_read_as_ever() {
    let whole = "challenge ann bob -rules=dim:7 ks:c start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let (first, second) = ("dim:7 ks:c", "start:/3t3/3t3/3T3/ttTKTtt/3T3/\n3t3/3t3/");
    let subject = format!("challenge ann bob -rules={first}");
    for (subject, body) in [
        (subject.as_str(), format!("{second}\n\nWell met.")),
        ("challenge ann bob -rules=", format!("{first}\n{second}\n\nWell met.")),
        ("", format!("{subject}\n{second}\n\nWell met.")),
        ("Re: Own rules 7x7 board 1: ann v bob", format!("{subject}\n{second}\nWell met.")),
    ] {
        let reading = read(subject, &body, catalogue());
        assert_eq!(words(&reading), [whole], "{body}");
        assert_eq!(reading.comment, "Well met.", "{body}");
    }
    let body = format!("{subject}\n{second}\ngames");
    assert_eq!(words(&read("", &body, catalogue())), [whole, "games active"]);
    let body = format!("{subject} start:/3t3/3t3/\nchat: well met\ngames");
    let reading = read("", &body, catalogue());
    assert_eq!(words(&reading), ["? challenge ann bob -rules=dim:7 ks:c start:/3t3/3t3/", "chat: well met\ngames"]);
}
