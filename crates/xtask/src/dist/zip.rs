//! Files as an archive. The same files give the same bytes: names are in order, and there is no time.

use std::io::{Cursor, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::error::Error;
use crate::seal::folder::Files;

/// The archive's bytes.
pub fn pack(files: &Files) -> Result<Vec<u8>, Error> {
    written(files).map_err(|error| Error::Content(format!("the archive: {error}")))
}

fn written(files: &Files) -> Result<Vec<u8>, ZipError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use zip::ZipArchive;
    use zip::result::ZipError;

    use super::{Files, written};

    fn files() -> Files {
        let files = [
            ("index.html", "page"),
            ("models/a.bin", "weights"),
            (".nojekyll", ""),
        ];
        let owned = |(name, text): (&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
        files.map(owned).into()
    }

    #[test]
    fn what_goes_in_comes_out() -> Result<(), ZipError> {
        let mut archive = ZipArchive::new(Cursor::new(written(&files())?))?;
        let mut found = Files::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            found.insert(file.name()?.into_owned(), bytes);
        }
        assert_eq!(found, files());
        Ok(())
    }

    #[test]
    fn the_same_files_give_the_same_bytes() -> Result<(), ZipError> {
        assert_eq!(written(&files())?, written(&files())?);
        Ok(())
    }
}
