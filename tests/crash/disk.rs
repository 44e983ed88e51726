//! A disk as a power cut finds it: what was synced stands, what was not may be there, be gone, or be there in parts.
//!
//! - A write that was not synced is kept, dropped, or kept in some of its pages of 4 KiB or sectors of 512 bytes; where it made the
//!   file longer and is dropped, the file may be longer all the same, with zeros. What a sector was before or is after, it never is
//!   anything else. Or the disk has 4 KiB as they were at some moment since: several pages of the database stand in them, and a page
//!   that is kept or dropped takes its neighbours along.
//! - A name that was made, moved or removed stands when its folder was synced. Else of each folder's changes a first part stands. A
//!   move is one change of two folders, and stands with either.
//! - Two files do not know of each other: what was written later to one may stand when what was written earlier to another does not.
//!
//! SQLite's `-shm` is memory that is mapped: an image has noise in its place.

use crate::diary::Record;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use taflpost::chance::Chance;

const PAGE: usize = 4096;
const SECTOR: usize = 512;

/// A file's or a folder's number.
type Node = usize;

#[derive(Default)]
struct File {
    is_folder: bool,
    /// What stands on the disk for certain.
    synced: Vec<u8>,
    unsynced: Vec<Change>,
}

enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Cut(usize),
}

/// A change of names that was not synced.
enum Naming {
    Made(PathBuf, Node),
    Removed(PathBuf),
    Moved { from: PathBuf, to: PathBuf, node: Node },
}

impl Naming {
    fn folders(&self) -> Vec<&Path> {
        match self {
            Naming::Made(path, _) | Naming::Removed(path) => vec![folder_of(path)],
            Naming::Moved { from, to, .. } => vec![folder_of(from), folder_of(to)],
        }
    }

    fn apply(&self, names: &mut BTreeMap<PathBuf, Node>) {
        match self {
            Naming::Made(path, node) => {
                names.insert(path.clone(), *node);
            }
            Naming::Removed(path) => {
                names.remove(path);
            }
            Naming::Moved { from, to, node } => {
                names.remove(from);
                names.insert(to.clone(), *node);
            }
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().expect("a path has a folder")
}

/// How much of what was not synced an image keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    Nothing,
    Everything,
    /// Each write or none of it.
    Writes,
    Pages,
    Sectors,
    /// Each 4 KiB of the disk as they were at some moment.
    Moments,
    /// What came first, and of the last write some sectors.
    First,
}

impl Keeps {
    pub const ALL: [Keeps; 7] =
        [Keeps::Nothing, Keeps::Everything, Keeps::Writes, Keeps::Pages, Keeps::Sectors, Keeps::Moments, Keeps::First];
}

/// Files by their paths; folders have no bytes.
pub type Image = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// The disk below one folder, as the records tell it.
pub struct Disk {
    root: PathBuf,
    files: Vec<File>,
    open: HashMap<u64, Node>,
    /// As the processes see them.
    names: BTreeMap<PathBuf, Node>,
    synced: BTreeMap<PathBuf, Node>,
    unsynced: Vec<Naming>,
}

impl Disk {
    /// With the folder, which is empty.
    pub fn new(root: &Path) -> Disk {
        let folder = File { is_folder: true, ..File::default() };
        let names = BTreeMap::from([(root.to_owned(), 0)]);
        Disk {
            root: root.to_owned(),
            files: vec![folder],
            open: HashMap::new(),
            synced: names.clone(),
            names,
            unsynced: Vec::new(),
        }
    }

    pub fn happens(&mut self, record: &Record) {
        match record {
            Record::Opened { file, path, made, emptied } => {
                if *made {
                    self.make(path, false);
                }
                // Files that were there before the diary began are nobody's business.
                let Some(&node) = self.names.get(path) else { return };
                self.open.insert(*file, node);
                if *emptied {
                    self.files[node].unsynced.push(Change::Cut(0));
                }
            }
            Record::Written { file, at, bytes } => {
                if let Some(&node) = self.open.get(file) {
                    self.files[node].unsynced.push(Change::Write { at: *at, bytes: bytes.clone() });
                }
            }
            Record::Cut { file, length } => {
                if let Some(&node) = self.open.get(file) {
                    self.files[node].unsynced.push(Change::Cut(*length));
                }
            }
            Record::Synced { file } => {
                if let Some(&node) = self.open.get(file) {
                    self.sync(node);
                }
            }
            Record::Renamed { from, to } => {
                let node = self.names[from];
                self.name(Naming::Moved { from: from.clone(), to: to.clone(), node });
            }
            Record::Unlinked { path } | Record::FolderRemoved { path } => self.name(Naming::Removed(path.clone())),
            Record::FolderMade { path } => self.make(path, true),
            Record::Said { .. } | Record::Heard { .. } | Record::Ended { .. } => {}
            Record::Failed { .. } | Record::Counted { .. } => {}
        }
    }

    fn make(&mut self, path: &Path, is_folder: bool) {
        self.files.push(File { is_folder, ..File::default() });
        self.name(Naming::Made(path.to_owned(), self.files.len() - 1));
    }

    fn name(&mut self, naming: Naming) {
        naming.apply(&mut self.names);
        self.unsynced.push(naming);
    }

    fn sync(&mut self, node: Node) {
        let file = &mut self.files[node];
        for change in std::mem::take(&mut file.unsynced) {
            change.apply(&mut file.synced);
        }
        if file.is_folder {
            let folder = self.names.iter().find(|(_, named)| **named == node).map(|(path, _)| path.clone());
            let Some(folder) = folder else { return };
            let (stands, waits) = std::mem::take(&mut self.unsynced)
                .into_iter()
                .partition(|naming: &Naming| naming.folders().contains(&folder.as_path()));
            self.unsynced = waits;
            for naming in stands {
                naming.apply(&mut self.synced);
            }
        }
    }

    /// The bytes of a file as the processes see it.
    pub fn content(&self, path: &Path) -> Option<Vec<u8>> {
        let file = &self.files[*self.names.get(path)?];
        let mut bytes = file.synced.clone();
        file.unsynced.iter().for_each(|change| change.apply(&mut bytes));
        Some(bytes)
    }

    /// What is found if the power goes now.
    pub fn image(&self, keeps: Keeps, lots: &mut Chance) -> Image {
        let mut image = Image::new();
        for (path, node) in self.names_kept(keeps, lots) {
            let file = &self.files[node];
            image.insert(path, (!file.is_folder).then(|| file.kept(keeps, lots)));
        }
        // What stands in a folder that does not stand is gone with it.
        let folders: BTreeSet<PathBuf> =
            image.iter().filter(|(_, bytes)| bytes.is_none()).map(|(path, _)| path.clone()).collect();
        let stands = |path: &Path| {
            path.ancestors()
                .skip(1)
                .take_while(|above| above.starts_with(&self.root))
                .all(|above| folders.contains(above))
        };
        image.retain(|path, _| stands(path));
        for (path, bytes) in &mut image {
            if let (true, Some(bytes)) = (path.to_string_lossy().ends_with("-shm"), bytes) {
                *bytes = (0..8 * PAGE / 32).flat_map(|_| lots.bytes::<32>()).collect();
            }
        }
        image
    }

    fn names_kept(&self, keeps: Keeps, lots: &mut Chance) -> BTreeMap<PathBuf, Node> {
        let mut names = self.synced.clone();
        let mut closed: BTreeSet<&Path> = BTreeSet::new();
        for naming in &self.unsynced {
            for folder in naming.folders() {
                let ends = match keeps {
                    Keeps::Nothing => true,
                    Keeps::Everything => false,
                    _ => lots.below(3) == 0,
                };
                if ends {
                    closed.insert(folder);
                }
            }
            if naming.folders().iter().any(|folder| !closed.contains(folder)) {
                naming.apply(&mut names);
            }
        }
        names
    }
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Change::Write { at, bytes } => put(file, *at, bytes),
            Change::Cut(length) => file.resize(*length, 0),
        }
    }
}

fn put(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[at..end].copy_from_slice(bytes);
}

impl File {
    fn kept(&self, keeps: Keeps, lots: &mut Chance) -> Vec<u8> {
        let mut file = self.synced.clone();
        let count = u32::try_from(self.unsynced.len()).unwrap();
        let first = lots.below(count + 1) as usize;
        let mut moments: HashMap<usize, usize> = HashMap::new();
        for (index, change) in self.unsynced.iter().enumerate() {
            let grain = match keeps {
                Keeps::Nothing => return file,
                Keeps::Everything => usize::MAX,
                Keeps::Writes => usize::MAX,
                Keeps::Pages | Keeps::Moments => PAGE,
                Keeps::Sectors => SECTOR,
                Keeps::First if index < first => usize::MAX,
                Keeps::First if index == first => SECTOR,
                Keeps::First => return file,
            };
            let is_certain = keeps == Keeps::Everything || (keeps == Keeps::First && index < first);
            match change {
                Change::Cut(length) if is_certain || lots.below(2) == 0 => file.resize(*length, 0),
                Change::Cut(_) => {}
                Change::Write { at, bytes } => {
                    for (at, piece) in pieces(*at, bytes, grain) {
                        let stays = match keeps {
                            Keeps::Moments => {
                                index < *moments.entry(at / PAGE).or_insert_with(|| lots.below(count + 1) as usize)
                            }
                            _ => is_certain || lots.below(2) == 0,
                        };
                        if stays {
                            put(&mut file, at, piece);
                        } else if file.len() < at + piece.len() && lots.below(2) == 0 {
                            file.resize(at + piece.len(), 0);
                        }
                    }
                }
            }
        }
        file
    }
}

/// A write in pieces that end where the disk's do.
fn pieces(at: usize, bytes: &[u8], grain: usize) -> Vec<(usize, &[u8])> {
    let mut pieces = Vec::new();
    let (mut at, mut rest) = (at, bytes);
    while !rest.is_empty() {
        let length = (grain - at % grain).min(rest.len());
        let (piece, others) = rest.split_at(length);
        pieces.push((at, piece));
        (at, rest) = (at + length, others);
    }
    pieces
}

/// Writes an image below another folder.
pub fn write(image: &Image, root: &Path, to: &Path) {
    for (path, bytes) in image {
        let path = to.join(path.strip_prefix(root).unwrap());
        match bytes {
            None => std::fs::create_dir_all(path).unwrap(),
            Some(bytes) => std::fs::write(path, bytes).unwrap(),
        }
    }
}

#[test]
fn what_was_synced_stands_and_the_rest_may_be_torn() {
    let root = Path::new("/r");
    let path = root.join("f");
    let mut disk = Disk::new(root);
    let write = |byte: u8| Record::Written { file: 1, at: 0, bytes: vec![byte; 2 * PAGE] };
    disk.happens(&Record::Opened { file: 1, path: path.clone(), made: true, emptied: false });
    disk.happens(&write(b'a'));
    disk.happens(&Record::Synced { file: 1 });
    let lots = &mut Chance::from_seed([1; 32]);
    assert!(!disk.image(Keeps::Nothing, lots).contains_key(&path), "its folder was not synced");
    disk.happens(&Record::Opened { file: 2, path: root.to_owned(), made: false, emptied: false });
    disk.happens(&Record::Synced { file: 2 });
    disk.happens(&write(b'b'));
    let bytes = |image: Image| image[&path].clone().unwrap();
    assert_eq!(bytes(disk.image(Keeps::Nothing, lots)), vec![b'a'; 2 * PAGE]);
    assert_eq!(bytes(disk.image(Keeps::Everything, lots)), vec![b'b'; 2 * PAGE]);
    let torn = bytes(disk.image(Keeps::Sectors, lots));
    let sectors: BTreeSet<&[u8]> = torn.chunks(SECTOR).collect();
    assert_eq!(sectors, BTreeSet::from([&[b'a'; SECTOR][..], &[b'b'; SECTOR][..]]));
    let half = |at: usize, byte: u8| Record::Written { file: 1, at, bytes: vec![byte; PAGE / 2] };
    disk.happens(&half(0, b'c'));
    disk.happens(&half(PAGE / 2, b'd'));
    for _ in 0..20 {
        let moment = bytes(disk.image(Keeps::Moments, lots));
        let (left, right) = moment[..PAGE].split_at(PAGE / 2);
        let halves = [left[0], right[0]];
        assert!([*b"aa", *b"bb", *b"cb", *b"cd"].contains(&halves), "what was never there at once: {halves:?}");
    }
    disk.happens(&Record::Synced { file: 1 });
    disk.happens(&write(b'b'));
    disk.happens(&Record::Renamed { from: path.clone(), to: root.join("g") });
    assert!(disk.image(Keeps::Nothing, lots).contains_key(&path));
    assert!(disk.image(Keeps::Everything, lots).contains_key(&root.join("g")));
    assert_eq!(disk.content(&root.join("g")), Some(vec![b'b'; 2 * PAGE]));
}
