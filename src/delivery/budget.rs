//! Which letters go first if not all may go: answers to players, but at most one letter in four while others wait; then reminders by
//! deadline, letters about boards by age, sign-ups, the rest.

use std::collections::VecDeque;

use crate::store::Class;
use crate::store::Waiting;

/// This many others go between two answers.
const OTHERS_BETWEEN: u32 = 3;

/// Which kind of letter is next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    /// Letters that were sent since the last answer.
    others: u32,
}

impl Default for Turns {
    fn default() -> Turns {
        Turns { others: OTHERS_BETWEEN }
    }
}

impl Turns {
    /// A letter was sent.
    pub(super) fn begun(&mut self, class: Class) {
        self.others = if class == Class::Answer { 0 } else { self.others.saturating_add(1) };
    }

    /// Sorts letters, which come in order of age, into the order in which they are sent.
    pub(super) fn in_order(self, letters: Vec<Waiting>) -> Vec<Waiting> {
        let (answers, mut others): (Vec<_>, Vec<_>) =
            letters.into_iter().partition(|letter| letter.class == Class::Answer);
        // A stable sort: by age within a class.
        others.sort_by_key(|letter| (letter.class, letter.deadline.is_none(), letter.deadline));
        let (mut answers, mut others, mut turns) = (VecDeque::from(answers), VecDeque::from(others), self);
        let mut order = Vec::with_capacity(answers.len() + others.len());
        loop {
            let is_answers_turn = turns.others >= OTHERS_BETWEEN || others.is_empty();
            let next = if is_answers_turn { answers.pop_front() } else { None };
            let Some(letter) = next.or_else(|| others.pop_front()) else {
                return order;
            };
            turns.begun(letter.class);
            order.push(letter);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use chrono::DateTime;
    use proptest::prelude::*;

    fn letter(id: i64, class: Class, deadline: Option<i64>) -> Waiting {
        Waiting {
            id,
            to: String::new(),
            attempts: 0,
            thread: None,
            class,
            deadline: deadline.map(|hour| DateTime::from_timestamp(hour * 3_600, 0).unwrap()),
        }
    }

    fn ids(letters: &[Waiting]) -> Vec<i64> {
        letters.iter().map(|letter| letter.id).collect()
    }

    #[test]
    fn answers_first_then_reminders_turns_sign_ups_and_the_rest() {
        let letters = vec![
            letter(1, Class::Rest, None),
            letter(2, Class::SignUp, None),
            letter(3, Class::Turn, None),
            letter(4, Class::Turn, None),
            letter(5, Class::Reminder, Some(9)),
            letter(6, Class::Reminder, Some(8)),
            letter(7, Class::Answer, None),
            letter(8, Class::Answer, None),
        ];
        assert_eq!(ids(&Turns::default().in_order(letters)), [7, 6, 5, 3, 8, 4, 2, 1]);
        let answers = (1..4).map(|id| letter(id, Class::Answer, None)).collect();
        assert_eq!(ids(&Turns::default().in_order(answers)), [1, 2, 3], "nobody else waits");
    }

    proptest! {
        /// However few letters may go each time: while others wait, at most one letter in four is an answer, and in the end all are sent.
        #[test]
        fn answers_take_a_quarter_at_most(rooms in prop::collection::vec(1usize..5, 1..40), answers in 0usize..60) {
            let classes = [Class::Reminder, Class::Turn, Class::SignUp, Class::Rest];
            let mut waiting: Vec<Waiting> = (0..answers).map(|id| letter(id as i64, Class::Answer, None)).collect();
            waiting.extend((100..160).map(|id| letter(id, classes[id as usize % 4], None)));
            let (mut turns, mut gone) = (Turns::default(), Vec::new());
            for room in rooms {
                let next: Vec<Waiting> = turns.in_order(waiting.clone()).into_iter().take(room).collect();
                for letter in next {
                    turns.begun(letter.class);
                    waiting.retain(|other| other.id != letter.id);
                    gone.push(letter.class);
                    if waiting.iter().all(|letter| letter.class == Class::Answer) { return Ok(()) }
                    let answered = gone.iter().filter(|class| **class == Class::Answer).count();
                    prop_assert!(answered <= gone.len().div_ceil(4), "{gone:?}");
                }
            }
        }
    }
}
