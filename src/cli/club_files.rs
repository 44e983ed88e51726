//! What every command may need: the settings, the files and folders that they name, and what is made from them.

use crate::cli::exit::Trouble;
use crate::cli::settings::{EnvelopeSetting, ServerSettings, SettingsError};
use crate::cli::{clock, letters_folder, variant_folder};
use crate::delivery;
use crate::intake::Witness;
use crate::letters::{self, Composer};
use crate::mail::Own;
use crate::store;
use crate::store::Store;
use crate::tafl::Catalogue;
use crate::wording::{ClubIdentity, Wordings};
use crate::worker::{EnvelopeSender, MailProcessor, MailReader};
use std::path::PathBuf;
use std::sync::Arc;

/// The settings, and the places that they name.
#[derive(Clone)]
pub(in crate::cli) struct Place {
    pub(in crate::cli) settings: ServerSettings,
}

impl Place {
    pub(in crate::cli) fn new(config: Option<&std::path::Path>, data: Option<PathBuf>) -> Result<Place, SettingsError> {
        let mut settings = ServerSettings::read(config)?;
        if let Some(data) = data {
            settings.store.folder = data;
        }
        Ok(Place { settings })
    }

    pub(in crate::cli) fn database(&self) -> PathBuf {
        self.settings.store.folder.join("taflpost.db")
    }

    pub(in crate::cli) fn letters(&self) -> PathBuf {
        self.settings.store.folder.join("letters")
    }

    /// Creates the folder of the database if it is missing, so that it survives a power failure: it holds mails that were accepted.
    pub(in crate::cli) fn make_folder(&self) -> Result<(), Trouble> {
        let folder = &self.settings.store.folder;
        store::make_folder(folder)
            .map_err(|error| Trouble::Failed(format!("cannot create the folder {}: {error}", folder.display())))
    }

    /// Opens the database. Creates the folder if it is missing.
    pub(in crate::cli) fn open(&self) -> Result<Store, Trouble> {
        self.make_folder()?;
        Ok(Store::open(&self.database(), clock::now())?)
    }

    /// Opens the database for writing. It must exist.
    pub(in crate::cli) fn write(&self) -> Result<Store, Trouble> {
        self.is_there()?;
        self.open()
    }

    /// Opens the database for reading. It must exist.
    pub(in crate::cli) fn read(&self) -> Result<crate::store::Reader, Trouble> {
        self.is_there()?;
        Ok(crate::store::Reader::open(&self.database())?)
    }

    pub(in crate::cli) fn is_there(&self) -> Result<(), Trouble> {
        let path = self.database();
        if path.exists() {
            return Ok(());
        }
        let remedy =
            "name the folder of an existing database with --data, or create a new database with: taflpost serve";
        Err(Trouble::Failed(format!("the database {} does not exist; {remedy}", path.display())))
    }

    pub(in crate::cli) fn own(&self) -> Own {
        let club = &self.settings.club;
        Own::new([&club.address].into_iter().chain(&club.aliases).cloned().collect())
    }

    /// Reads from mails when our mail server received them.
    pub(in crate::cli) fn witness(&self) -> Witness {
        Witness::new(self.settings.trust.server(self.own_names()))
    }

    /// What is after "by" in the Received lines of this machine: its name, or the name of the club's own doors.
    pub(in crate::cli) fn own_names(&self) -> Vec<String> {
        delivery::this_host().into_iter().chain([self.settings.club.address.domain().to_owned()]).collect()
    }

    /// All variants: the built-in ones and those in the operator's folder.
    pub(in crate::cli) fn catalogue(&self) -> Result<Catalogue, Trouble> {
        variant_folder::catalogue(self.settings.variants.folder.as_deref())
            .map_err(|mistakes| Trouble::Failed(mistakes.join("\n")))
    }

    /// Letters and variants.
    pub(in crate::cli) fn composer(&self) -> Result<Composer, Trouble> {
        let composer = self.composer_with(self.catalogue()?)?;
        composer.check_variants().map_err(|error| Trouble::Failed(error.to_string()))?;
        Ok(composer)
    }

    pub(in crate::cli) fn composer_with(&self, catalogue: Catalogue) -> Result<Composer, Trouble> {
        let failed = |error: &dyn std::fmt::Display| Trouble::Failed(error.to_string());
        let club = &self.settings.club;
        let composer = Composer {
            club: ClubIdentity {
                name: club.name.clone(),
                address: club.address.clone(),
                plus: club.plus_addresses,
                zone: club.zone,
            },
            words: self.words()?,
            catalogue,
            pictures: Default::default(),
        };
        composer.check_name().map_err(|error| failed(&error))?;
        letters::prove(&composer, &composer.words.changed()).map_err(|error| failed(&error))?;
        composer.words.fall_back_on_ours();
        Ok(composer)
    }

    /// The words of letters: the built-in ones, with those in the operator's folder over them.
    fn words(&self) -> Result<Wordings, Trouble> {
        let language = self.settings.club.language;
        match &self.settings.letters.folder {
            Some(folder) => letters_folder::words(folder, language),
            None => Wordings::embedded(language).map_err(|error| vec![error.to_string()]),
        }
        .map_err(|mistakes| Trouble::Failed(mistakes.join("\n")))
    }

    pub(in crate::cli) fn incoming(&self) -> Result<MailProcessor, Trouble> {
        self.incoming_with(self.composer()?)
    }

    pub(in crate::cli) fn incoming_with(&self, composer: Composer) -> Result<MailProcessor, Trouble> {
        Ok(MailProcessor {
            reader: Arc::new(MailReader::new(self.own(), composer.catalogue.clone())),
            composer,
            authserv: self.settings.trust.server(self.own_names()),
            trust: self.settings.trust.level.into(),
            rules: self.settings.clock.rules(self.settings.club.zone),
            organizers: Arc::new(self.settings.club.organizers.iter().cloned().collect()),
            observers_wait_plies: self.settings.club.observers_wait_plies,
            envelope: match self.settings.relay.envelope {
                EnvelopeSetting::Bounce if self.settings.club.plus_addresses => EnvelopeSender::Bounce,
                EnvelopeSetting::Bounce | EnvelopeSetting::Fixed => EnvelopeSender::Fixed,
            },
            chance: clock::chance()
                .map_err(|error| Trouble::Failed(format!("the operating system gives no random numbers: {error}")))?,
            recomputation: None,
            desk: Default::default(),
        })
    }
}
