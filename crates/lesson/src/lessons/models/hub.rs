//! Models of a hub: Hugging Face's, or a mirror that answers as it does. What is here is known without a network:
//! how a model is named, where its files lie, what a list of files offers.
//!
//! Nothing of it is fetched before the reader has seen host, files and size and agreed; a link only names a model.

use serde::{Deserialize, Serialize};

/// The longest part of a name (huggingface_hub, `validate_repo_id`).
const LONGEST: usize = 96;

/// Where models are fetched: the hub, and the hosts it may send a browser on to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hub {
    /// `https://huggingface.co`, without a slash at its end.
    pub base: String,
    /// Origins; `https://*.hf.co` is every host below it.
    pub others: Vec<String>,
}

impl Hub {
    /// Reads a list of origins, the hub's own first; `None` where there is none.
    #[must_use]
    pub fn read(list: &str) -> Option<Self> {
        let mut all = list.split_whitespace().map(str::to_owned);
        let base = all.next()?;
        let others = all.collect();
        Some(Self { base, others })
    }

    /// Its host, as it is said.
    #[must_use]
    pub fn host(&self) -> &str {
        host(&self.base)
    }

    /// All hosts, as they are said.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        let others = self.others.iter().map(String::as_str);
        std::iter::once(self.base.as_str()).chain(others).map(host)
    }

    /// Whether files may come from that origin (`https://host`).
    #[must_use]
    pub fn allows(&self, origin: &str) -> bool {
        let others = self.others.iter().map(String::as_str);
        std::iter::once(self.base.as_str())
            .chain(others)
            .any(|own| match own.split_once("*.") {
                None => own == origin,
                Some((scheme, below)) => {
                    let rest = origin.strip_prefix(scheme);
                    let rest = rest.and_then(|host| host.strip_suffix(below)?.strip_suffix('.'));
                    rest.is_some_and(|own| !own.is_empty())
                }
            })
    }
}

fn host(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

/// What a model of the hub is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// `owner/name`; the oldest models have no owner.
    pub id: String,
    /// A branch, a tag or a commit; `None`: what is newest.
    pub revision: Option<String>,
}

impl Name {
    /// Reads `owner/name`, `owner/name@revision`, or the address of a model's page.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let path = match text.split_once("://") {
            Some((_, rest)) => rest.split_once('/')?.1,
            None => text,
        };
        let path = path.split(['?', '#']).next()?.trim_end_matches('/');
        let (id, revision) = match path.split_once('@').or_else(|| path.split_once("/tree/")) {
            Some((id, revision)) => (id, Some(revision)),
            None => (path, None),
        };
        let parts = || id.split('/');
        let fine = parts().count() <= 2 && parts().all(is_part);
        let revision = revision.map(str::to_owned);
        (fine && revision.as_deref().is_none_or(is_revision)).then(|| Self {
            id: id.to_owned(),
            revision,
        })
    }

    /// How it stands in a link and is typed.
    #[must_use]
    pub fn written(&self) -> String {
        match &self.revision {
            Some(revision) => format!("{}@{revision}", self.id),
            None => self.id.clone(),
        }
    }

    /// The same with a commit cut to as much as is said.
    #[must_use]
    pub fn short(&self) -> String {
        match &self.revision {
            Some(commit) if is_commit(commit) => format!("{}@{}", self.id, &commit[..7]),
            _ => self.written(),
        }
    }

    /// Whether a model of that name is what this one asks for: the same, of this or any revision.
    #[must_use]
    pub fn is_met_by(&self, other: &Self) -> bool {
        self.id == other.id && (self.revision.is_none() || self.revision == other.revision)
    }

    /// Where the hub lists its files.
    #[must_use]
    pub fn list(&self, hub: &Hub) -> String {
        let revision = self.revision.as_deref().unwrap_or("main");
        let (base, id, revision) = (&hub.base, &self.id, segment(revision));
        format!("{base}/api/models/{id}/revision/{revision}?blobs=true")
    }

    /// Where one of its files lies.
    #[must_use]
    pub fn file(&self, hub: &Hub, path: &str) -> String {
        let revision = self.revision.as_deref().unwrap_or("main");
        let (base, id, revision) = (&hub.base, &self.id, segment(revision));
        format!("{base}/{id}/resolve/{revision}/{path}")
    }
}

/// Letters, digits, `-`, `_` and `.`, none of the last two at an end or twice (huggingface_hub, `validate_repo_id`).
fn is_part(part: &str) -> bool {
    let signs = part
        .bytes()
        .all(|sign| sign.is_ascii_alphanumeric() || b"-_.".contains(&sign));
    let ends = part.starts_with(['-', '.']) || part.ends_with(['-', '.']);
    let length = (1..=LONGEST).contains(&part.len());
    length && signs && !ends && !part.contains("..") && !part.contains("--")
}

fn is_revision(revision: &str) -> bool {
    let signs = revision
        .bytes()
        .all(|sign| sign.is_ascii_alphanumeric() || b"-_./".contains(&sign));
    (1..=LONGEST).contains(&revision.len()) && signs && !revision.contains("..")
}

/// A whole SHA-1 of git's.
#[must_use]
pub fn is_commit(revision: &str) -> bool {
    revision.len() == 40 && revision.bytes().all(|sign| sign.is_ascii_hexdigit())
}

/// A revision as one segment of a path: `refs/pr/1` has slashes.
fn segment(revision: &str) -> String {
    revision.replace('/', "%2F")
}

/// What the hub has of a model that can be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Its name, with the commit that the files are of.
    pub name: Name,
    /// The name that it was asked for by: a model may have moved.
    pub asked: String,
    /// What is to be fetched.
    pub files: Vec<Listed>,
    /// Numbers that were trained, where the hub says so.
    pub weights: Option<u64>,
}

impl Offer {
    /// Whether it is what somebody wants who says that name.
    #[must_use]
    pub fn meets(&self, wanted: &Name) -> bool {
        let id = self.asked.clone();
        let asked = Name {
            id,
            ..self.name.clone()
        };
        wanted.is_met_by(&self.name) || wanted.is_met_by(&asked)
    }

    /// Bytes of all files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let sum = |all: u64, own: &Listed| all.saturating_add(own.bytes);
        self.files.iter().fold(0, sum)
    }

    /// About how many bytes of memory the open model takes as f32: four for each weight.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        Some(self.weights?.saturating_mul(4))
    }

    /// About how many it takes as whole numbers: nine bits for each weight. Of files that do not say how many there are,
    /// as if they were f32.
    #[must_use]
    pub fn memory_of_int8(&self) -> u64 {
        let most = self.memory().unwrap_or(0).max(self.bytes());
        most.saturating_mul(9) / 32
    }

    /// Would it be too large as f32?
    #[must_use]
    pub fn only_int8(&self) -> bool {
        self.memory().unwrap_or(0).max(self.bytes()) > MOST_MEMORY
    }
}

/// The most bytes that the weights of a model in this page may take: WebAssembly has 4 GiB (WebAssembly core
/// specification 2.0, §2.5.5), and a text needs room beside them.
pub const MOST_MEMORY: u64 = 3_700_000_000;

/// A file that the hub lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Its name in the folder.
    pub path: String,
    /// How long it is.
    pub bytes: u64,
    /// What its bytes are checked against.
    pub hash: Hash,
}

/// A hash that the hub lists, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hash {
    /// Of a large file.
    Sha256(String),
    /// Of a small one, as git names it: SHA-1 of `blob`, its length and its bytes (Pro Git, §10.2).
    Git(String),
}

/// A model that is kept in this browser, whole or in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// What was fetched, or was to be.
    pub offer: Offer,
    /// Bytes that are there.
    pub bytes: u64,
    /// All of it is there, and was checked.
    pub whole: bool,
}

/// What is wrong with a model of the hub.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HubTrouble {
    /// What was typed names no model.
    NoName,
    /// This page fetches no models.
    Closed,
    /// The host does not answer.
    Unreachable(String),
    /// The hub has no such model, or no such revision.
    Unknown(String),
    /// Only who has asked its authors may fetch it.
    Gated(String),
    /// The host answers with a number that is no success.
    Status(String, u16),
    /// Something else came instead of the file.
    NoFile(String),
    /// The hub sent the browser on to a host that it may not go to.
    Foreign(String),
    /// The connection ended too early, several times: a file, and bytes of it that are kept.
    Ended(String, u64),
    /// The bytes of a file are not those that the hub lists.
    Altered(String),
    /// The list has no file of that name.
    Lacks(String),
    /// The open model would need so many bytes; a page can have so many.
    TooLarge(u64, u64),
    /// So many bytes are to be kept, and there is room for so many.
    NoRoom(u64, u64),
    /// The browser keeps no files for this page.
    NoStore,
    /// Another tab is fetching it.
    Busy,
    /// It was to be opened, and is not kept here.
    Wanted(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hub() -> Hub {
        Hub {
            base: "https://huggingface.co".into(),
            others: vec!["https://*.hf.co".into()],
        }
    }

    fn written(text: &str) -> Option<String> {
        Name::read(text).map(|own| own.written())
    }

    #[test]
    fn names_are_read_as_people_type_them() {
        for (typed, wanted) in [
            ("gpt2", "gpt2"),
            (" distilbert/distilgpt2 ", "distilbert/distilgpt2"),
            (
                "EleutherAI/pythia-14m@step3000",
                "EleutherAI/pythia-14m@step3000",
            ),
            (
                "https://huggingface.co/roneneldan/TinyStories-1M",
                "roneneldan/TinyStories-1M",
            ),
            (
                "https://huggingface.co/a/b/tree/refs/pr/1?x=1",
                "a/b@refs/pr/1",
            ),
            ("https://huggingface.co/a/b/#card", "a/b"),
        ] {
            assert_eq!(written(typed).as_deref(), Some(wanted), "{typed}");
        }
    }

    #[test]
    fn what_could_lead_elsewhere_is_no_name() {
        let long = "a".repeat(97);
        for wrong in [
            "",
            "/",
            "/b",
            "a/b/c",
            "../x",
            "a/..",
            "a b",
            "a/b@",
            "a/b@../main",
            "a/b@x y",
            "a%2Fb",
            "a\\b",
            "ü/b",
            "-a/b",
            "a--b/c",
            "https://huggingface.co",
            "https://huggingface.co/",
            "a/b@c@d",
            &long,
        ] {
            assert_eq!(written(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_lies_where_the_hub_has_it() {
        let name = Name {
            id: "a/b".into(),
            revision: Some("refs/pr/1".into()),
        };
        let file = name.file(&hub(), "config.json");
        assert_eq!(
            file,
            "https://huggingface.co/a/b/resolve/refs%2Fpr%2F1/config.json"
        );
        let name = Name {
            id: "gpt2".into(),
            revision: None,
        };
        let list = name.list(&hub());
        assert_eq!(
            list,
            "https://huggingface.co/api/models/gpt2/revision/main?blobs=true"
        );
    }

    #[test]
    fn no_host_is_allowed_but_the_hubs() {
        for right in [
            "https://huggingface.co",
            "https://cdn-lfs.hf.co",
            "https://a.b.hf.co",
        ] {
            assert!(hub().allows(right), "{right}");
        }
        for wrong in [
            "http://huggingface.co",
            "https://huggingface.co.evil.org",
            "https://evil.org",
            "https://hf.co",
            "https://.hf.co",
            "https://evilhf.co",
            "http://cdn.hf.co",
            "https://cdn.hf.co:8443",
            "null",
            "",
        ] {
            assert!(!hub().allows(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_link_without_a_revision_takes_any_that_is_kept() {
        let [any, one, other] = ["a/b", "a/b@1", "a/b@2"].map(Name::read);
        let met = |wants: &Option<Name>, has: &Option<Name>| {
            wants
                .as_ref()
                .zip(has.as_ref())
                .is_some_and(|(wants, has)| wants.is_met_by(has))
        };
        assert!(met(&any, &one) && met(&one, &one));
        assert!(!met(&one, &other) && !met(&one, &any));
    }

    #[test]
    fn an_empty_list_is_no_hub() {
        assert_eq!(Hub::read("  "), None);
        assert_eq!(
            Hub::read("https://huggingface.co https://*.hf.co"),
            Some(hub())
        );
        assert!(hub().hosts().eq(["huggingface.co", "*.hf.co"]));
    }
}
