//! Whether the bytes of a file are those that the hub lists, told while they come.

use lesson::lessons::models::hub::Hash;
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// A hash of bytes as they come.
pub struct Check {
    state: State,
    wanted: String,
}

enum State {
    Sha256(Sha256),
    Git(Sha1),
}

impl Check {
    /// Of a file of so many bytes.
    #[must_use]
    pub fn of(hash: &Hash, bytes: u64) -> Self {
        let (state, wanted) = match hash {
            Hash::Sha256(wanted) => (State::Sha256(Sha256::new()), wanted),
            Hash::Git(wanted) => {
                let head = format!("blob {bytes}\0");
                (State::Git(Sha1::new_with_prefix(head)), wanted)
            }
        };
        let wanted = wanted.to_ascii_lowercase();
        Self { state, wanted }
    }

    /// The next bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        match &mut self.state {
            State::Sha256(own) => own.update(bytes),
            State::Git(own) => own.update(bytes),
        }
    }

    /// All bytes came: are they the ones?
    #[must_use]
    pub fn is_met(self) -> bool {
        let found = match self.state {
            State::Sha256(own) => hexadecimal(&own.finalize()),
            State::Git(own) => hexadecimal(&own.finalize()),
        };
        found == self.wanted
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(hash: &Hash, bytes: &[u8]) -> bool {
        let mut check = Check::of(hash, bytes.len() as u64);
        bytes.chunks(3).for_each(|some| check.take(some));
        check.is_met()
    }

    #[test]
    fn a_large_file_is_checked_by_sha_256() {
        // `printf 'what is kept' | sha256sum`
        let hash =
            Hash::Sha256("94fc9198246f5eb0c83313705156010e85252abfc91036153880ec31bd27cf69".into());
        assert!(met(&hash, b"what is kept"));
        assert!(!met(&hash, b"what is keqt"));
    }

    #[test]
    fn a_small_file_is_checked_as_git_names_it() {
        // `printf 'what is up, doc?' | git hash-object --stdin` (Pro Git, §10.2)
        let hash = Hash::Git("bd9dbf5aae1a3862dd1526723246b20206e5fc37".into());
        assert!(met(&hash, b"what is up, doc?"));
        assert!(!met(&hash, b"what is up, doc!"));
    }
}
