//! Records as JSON: an array of objects.
//!
//! ```json
//! [
//!   {
//!     "attackers": "ann", "defenders": "bob", "date": "2026-11-21T10:00:00Z", "variant": "brandubh",
//!     "rules": { "size": 7, "layout": "...", "first": "attackers" },
//!     "tags": { "board": "17" },
//!     "plays": ["a4-a3", "c4-c7", "b4-b7xc7"],
//!     "comments": [{ "after": 3, "text": "Got you." }],
//!     "result": "defenders", "termination": "resignation"
//!   }
//! ]
//! ```
//!
//! Only `plays` is required. The rules are all parameters of a rule record, or an OpenTafl rules record as a text. Any other name is an
//! error, so that a typing mistake loses nothing.

use crate::tafl::records::draft::{Draft, Known, add, read_claim, read_how, rules_fault};
use crate::tafl::records::end::result_word;
use crate::tafl::records::error::{Fault, ImportFault, quoted};
use crate::tafl::records::game_record::GameRecord;
use crate::tafl::records::limits::RECORDS_MAX;
use crate::tafl::records::{game_facts, one_move, ruletext};
use crate::tafl::rules_error::middle_cut;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::fmt;

/// A record in the form in which it is written.
#[derive(Serialize)]
struct Out<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    event: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    round: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    date: &'a str,
    #[serde(rename = "end-date", skip_serializing_if = "str::is_empty")]
    end_date: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    attackers: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    defenders: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    variant: &'a str,
    rules: Value,
    #[serde(skip_serializing_if = "Map::is_empty")]
    tags: Map<String, Value>,
    plays: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<OutComment<'a>>,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<String>,
}

#[derive(Serialize)]
struct OutComment<'a> {
    after: u32,
    text: &'a str,
}

/// Writes a record.
pub(in crate::tafl::records) fn write(record: &GameRecord) -> String {
    let about = record.about();
    let out = Out {
        event: &about.event,
        round: &about.round,
        date: &about.began,
        end_date: &about.ended,
        attackers: &about.attackers,
        defenders: &about.defenders,
        variant: &about.variant,
        rules: ruletext::json(record.state().rules()),
        tags: about.tags.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect(),
        plays: record.state().plays().iter().map(ToString::to_string).collect(),
        comments: record.comments().iter().map(|(ply, text)| OutComment { after: *ply, text }).collect(),
        result: result_word(record.end()),
        termination: record.end().map(|end| end.how.to_string()),
    };
    serde_json::to_string_pretty(&out).unwrap_or_default()
}

/// A record in the form in which it is read. Parts that need more than JSON to be understood keep their place in the text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct In<'a> {
    #[serde(default)]
    attackers: Text,
    #[serde(default)]
    defenders: Text,
    #[serde(default)]
    event: Text,
    #[serde(default)]
    round: Text,
    #[serde(default)]
    date: Text,
    #[serde(default, rename = "end-date")]
    end_date: Text,
    #[serde(default)]
    variant: Text,
    #[serde(default, borrow)]
    rules: Option<&'a RawValue>,
    #[serde(default)]
    tags: Tags,
    #[serde(borrow)]
    plays: Vec<&'a RawValue>,
    #[serde(default)]
    comments: Vec<InComment>,
    #[serde(default, borrow)]
    result: Option<&'a RawValue>,
    #[serde(default, borrow)]
    termination: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InComment {
    after: u32,
    text: String,
}

/// A text, or a number in its place.
#[derive(Default)]
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
        struct Plain;
        impl Visitor<'_> for Plain {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Text, E> {
                Ok(Text(number.to_string()))
            }
        }
        from.deserialize_any(Plain)
    }
}

/// Tags in their order.
#[derive(Default)]
struct Tags(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tags, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Tags;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose values are strings")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Vec::new();
                while let Some((name, Text(text))) = map.next_entry::<String, Text>()? {
                    tags.push((name, text));
                }
                Ok(Tags(tags))
            }
        }
        from.deserialize_map(Pairs)
    }
}

/// Reads all records of a text.
pub(in crate::tafl::records) fn read(text: &str, known: &Known<'_>) -> Result<Vec<GameRecord>, Fault> {
    let json = text.trim_start_matches('\u{feff}');
    let objects: Vec<&RawValue> = if json.trim_start().starts_with('[') {
        serde_json::from_str(json).map_err(|wrong| fault(&wrong, json, text))?
    } else {
        vec![serde_json::from_str(json).map_err(|wrong| fault(&wrong, json, text))?]
    };
    if objects.len() > RECORDS_MAX {
        return Err(Fault::new(0, ImportFault::TooMuch { what: "games in one text", max: RECORDS_MAX }));
    }
    let mut records = Vec::new();
    for object in objects {
        let inside: In<'_> = serde_json::from_str(object.get()).map_err(|wrong| fault(&wrong, object.get(), text))?;
        add(&mut records, draft(inside, text, place(object.get(), text))?, known)?;
    }
    Ok(records)
}

/// The mistake that serde_json found in a part of the text.
fn fault(wrong: &serde_json::Error, part: &str, text: &str) -> Fault {
    let before: usize = part.split_inclusive('\n').take(wrong.line().saturating_sub(1)).map(str::len).sum();
    let line = part[before..].split('\n').next().unwrap_or_default();
    // The column counts bytes, and may be one past the end.
    let mut column = wrong.column().saturating_sub(1).min(line.len());
    while !line.is_char_boundary(column) {
        column -= 1;
    }
    let message = wrong.to_string();
    let what = middle_cut(message.split(" at line ").next().unwrap_or_default());
    Fault::new(place(part, text) + before + column, ImportFault::Unreadable(what))
}

/// Where a part of the text begins in it.
fn place(part: &str, text: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

fn draft(inside: In<'_>, text: &str, at: usize) -> Result<Draft, Fault> {
    let mut draft = Draft::at(at);
    for (name, Text(value)) in [
        ("attackers", inside.attackers),
        ("defenders", inside.defenders),
        ("event", inside.event),
        ("round", inside.round),
        ("date", inside.date),
        ("end-date", inside.end_date),
        ("variant", inside.variant),
    ] {
        draft.tag(name, &value, at)?;
    }
    if let Some(raw) = inside.rules {
        let at = place(raw.get(), text);
        let value: Value = serde_json::from_str(raw.get()).map_err(|wrong| fault(&wrong, raw.get(), text))?;
        let rules = match value {
            Value::String(line) => ruletext::read(&line),
            value => ruletext::of_json(value),
        };
        draft.put_rules(rules.map_err(|why| Fault::new(at, rules_fault("rules", &why)))?, at)?;
    }
    for (name, value) in inside.tags.0 {
        if !game_facts::is_tag_name(&name) {
            return Err(Fault::new(at, crate::tafl::records::Misfit::TagName { name: quoted(&name) }));
        }
        draft.tag(&name, &value, at)?;
    }
    for raw in &inside.plays {
        let at = place(raw.get(), text);
        let play = string(raw, text)?;
        draft.play(one_move::read(&play, at, draft.plies() + 1)?, at)?;
    }
    for comment in inside.comments {
        draft.comment(comment.after, &comment.text, at)?;
    }
    if let Some(raw) = inside.result {
        let at = place(raw.get(), text);
        draft.put_result(read_claim(&string(raw, text)?, at)?, at)?;
    }
    if let Some(raw) = inside.termination {
        let at = place(raw.get(), text);
        if let Some(how) = read_how(&string(raw, text)?, at)? {
            draft.put_how(how, at)?;
        }
    }
    Ok(draft)
}

/// A text, or a number in its place.
fn string(raw: &RawValue, text: &str) -> Result<String, Fault> {
    let value: Text = serde_json::from_str(raw.get()).map_err(|wrong| fault(&wrong, raw.get(), text))?;
    Ok(value.0)
}
