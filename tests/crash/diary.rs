//! What the library `disk.c` wrote down: which calls a process made on the files of a folder, and what it said to whom.

use std::path::PathBuf;

/// One record, in the order in which things happened.
#[derive(Debug)]
pub enum Record {
    /// A file or folder was opened; `made` where it was not there before, `emptied` where its bytes went.
    Opened {
        file: u64,
        path: PathBuf,
        made: bool,
        emptied: bool,
    },
    Written {
        file: u64,
        at: usize,
        bytes: Vec<u8>,
    },
    Cut {
        file: u64,
        length: usize,
    },
    Synced {
        file: u64,
    },
    Renamed {
        from: PathBuf,
        to: PathBuf,
    },
    Unlinked {
        path: PathBuf,
    },
    FolderMade {
        path: PathBuf,
    },
    FolderRemoved {
        path: PathBuf,
    },
    /// To whoever had come to the door.
    Said {
        talk: u64,
        bytes: Vec<u8>,
    },
    Heard {
        talk: u64,
        bytes: Vec<u8>,
    },
    /// A process was over by its own will; `calls` are those that were counted.
    Ended {
        tag: u64,
        status: u32,
        calls: u64,
    },
    /// A call was made to fail.
    Failed {
        call: String,
        path: String,
    },
    /// A call that could have been.
    Counted {
        call: String,
        path: String,
    },
}

const HEAD: usize = 32;

/// Reads a whole diary. A process that was killed may have left half a record at the end.
pub fn read(mut diary: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while let Some((head, rest)) = diary.split_at_checked(HEAD) {
        let short = |at: usize| u32::from_ne_bytes(head[at..at + 4].try_into().unwrap());
        let long = |at: usize| u64::from_ne_bytes(head[at..at + 8].try_into().unwrap());
        let (kind, flags, file, at) = (short(0), short(4), long(8), long(16));
        let (first, second) = (short(24) as usize, short(28) as usize);
        let Some((bytes, rest)) = rest.split_at_checked(first + second) else {
            break;
        };
        diary = rest;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let path = || PathBuf::from(text(&bytes[..first]));
        let to = || PathBuf::from(text(&bytes[first..]));
        let bytes = || bytes.to_vec();
        let length = usize::try_from(at).unwrap();
        records.push(match kind {
            1 => Record::Opened { file, path: path(), made: flags & 1 != 0, emptied: flags & 2 != 0 },
            2 => Record::Written { file, at: length, bytes: bytes() },
            3 => Record::Cut { file, length },
            4 => Record::Synced { file },
            5 => Record::Renamed { from: path(), to: to() },
            6 => Record::Unlinked { path: path() },
            7 => Record::FolderMade { path: path() },
            8 => Record::Said { talk: file, bytes: bytes() },
            9 => Record::Heard { talk: file, bytes: bytes() },
            10 => Record::Ended { tag: file, status: flags, calls: at },
            12 => Record::Failed { call: path().display().to_string(), path: to().display().to_string() },
            14 => Record::Counted { call: path().display().to_string(), path: to().display().to_string() },
            13 => Record::FolderRemoved { path: path() },
            kind => panic!("a record of kind {kind}"),
        });
    }
    records
}
