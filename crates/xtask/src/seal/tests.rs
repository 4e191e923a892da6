//! The sealing of a small made-up build.

use super::digest::integrity;
use super::folder::{self, Files};
use super::{Error, INDEX, WORKER, is_hashed, seal};

const PAGE: &str = r#"<!doctype html>
<html><head>
    <meta charset="utf-8" />
    <link rel="stylesheet" href="./page-6a1b2c3d4e5f6071.css"/>
    <script type="module">
import init from './app-6a1b2c3d4e5f6071.js';
await init({ module_or_path: './app-6a1b2c3d4e5f6071_bg.wasm' });
</script>
</head><body><script src="./simd.js" defer></script><script>let second = 2;</script></body></html>"#;

/// What Trunk would leave.
fn built() -> Files {
    let worker = include_str!("../../../../assets/service-worker.js");
    let files: [(&str, &str); 15] = [
        (INDEX, PAGE),
        (WORKER, worker),
        ("attention-lab.js", "customElements"),
        ("manifest.webmanifest", "{}"),
        ("icons/icon-192.png", "png"),
        ("simd.js", "WebAssembly.validate()"),
        ("page-6a1b2c3d4e5f6071.css", "body {}"),
        (
            "app-6a1b2c3d4e5f6071.js",
            r#"export default init; const digests = {"digests.json":"digest of digests.json"}"#,
        ),
        (
            "digests.json",
            r#"{"models/small.safetensors":"digest of models/small.safetensors"}"#,
        ),
        ("app-6a1b2c3d4e5f6071_bg.wasm", "\0asm"),
        (
            "bundle_loader.js",
            "import init from './bundle.js';await init();",
        ),
        ("bundle.js", "new URL('bundle_bg.wasm', import.meta.url)"),
        ("bundle_bg.wasm", "\0asm bundle 'bundle.js'"),
        ("models/small.safetensors", "weights"),
        ("models/small.at-3.bin", "earlier weights"),
    ];
    let bytes = |(name, text): (&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
    files.into_iter().map(bytes).collect()
}

/// The only file whose name starts and ends so, and what it says.
fn one<'a>(files: &'a Files, start: &str, end: &str) -> (&'a str, &'a str) {
    let is_it = |name: &&String| name.starts_with(start) && name.ends_with(end);
    let found: Vec<_> = files.keys().filter(is_it).collect();
    assert_eq!(found.len(), 1, "{start}…{end}: {found:?}");
    let text = str::from_utf8(&files[found[0]]).unwrap_or_default();
    (found[0], text)
}

#[test]
fn every_name_follows_the_content_of_all_that_it_leads_to() -> Result<(), Error> {
    let sealed = seal(built())?;
    let (wasm, bytes) = one(&sealed, "bundle_bg-", ".wasm");
    assert!(bytes.ends_with("'bundle.js'"), "wasm stays as it is");
    let (script, text) = one(&sealed, "bundle-", ".js");
    assert!(text.contains(&format!("'{wasm}'")), "{text}");
    let (_, text) = one(&sealed, "bundle_loader-", ".js");
    assert!(text.contains(&format!("'./{script}'")), "{text}");

    let mut other = built();
    other.insert("bundle_bg.wasm".into(), b"\0asm other".to_vec());
    let other = seal(other)?;
    let loader = |files| one(files, "bundle_loader-", ".js").0.to_owned();
    assert_ne!(loader(&sealed), loader(&other));
    let (style, _) = one(&sealed, "page-", ".css");
    assert!(other.contains_key(style), "what is the same keeps its name");
    Ok(())
}

#[test]
fn the_page_names_what_is_there_and_tells_its_code_of_the_rest() -> Result<(), Error> {
    let sealed = seal(built())?;
    let (_, page) = one(&sealed, INDEX, "");
    for (start, end) in [("page-", ".css"), ("app_bg-", ".wasm"), ("simd-", ".js")] {
        let (name, _) = one(&sealed, start, end);
        assert!(page.contains(&format!("./{name}")), "{name} in {page}");
    }
    let (model, _) = one(&sealed, "models/small-", ".safetensors");
    let entry = format!("\"models/small.safetensors\":\"{model}\"");
    assert!(page.contains(&entry), "{entry} in {page}");
    assert!(!page.contains("6a1b2c3d4e5f6071"), "no old name in {page}");
    Ok(())
}

#[test]
fn what_only_its_authors_read_is_not_sent() -> Result<(), Error> {
    let noted = PAGE.replace("</head>", "<!-- for\n    us -->\n\n</head>");
    let mut files = built();
    files.insert(INDEX.into(), noted.into_bytes());
    let (sealed, plain) = (seal(files)?, seal(built())?);
    assert_eq!(one(&sealed, INDEX, "").1, one(&plain, INDEX, "").1);
    Ok(())
}

#[test]
fn the_policy_stands_first_and_allows_just_the_page_s_own_inline_scripts() -> Result<(), Error> {
    let sealed = seal(built())?;
    let (_, page) = one(&sealed, INDEX, "");
    let first = page.split('>').nth(4).unwrap_or_default();
    assert!(first.contains("Content-Security-Policy"), "{first}");
    let module = page.split("<script type=\"module\">").nth(1);
    let module = module.and_then(|rest| rest.split("</script>").next());
    for script in [module.unwrap_or_default(), "let second = 2;"] {
        let allowed = format!("'{}'", integrity(script.as_bytes()));
        assert!(first.contains(&allowed), "{allowed} in {first}");
    }
    assert_eq!(first.matches("'sha256-").count(), 2);
    Ok(())
}

#[test]
fn the_worker_lists_every_file_with_its_hash() -> Result<(), Error> {
    let sealed = seal(built())?;
    let (_, worker) = one(&sealed, WORKER, "");
    let (earlier, _) = one(&sealed, "models/small.at-3-", ".bin");
    assert!(
        !worker.contains(earlier),
        "what is fetched on request is not fetched with the rest"
    );
    let rest = sealed
        .iter()
        .filter(|(name, _)| ![WORKER, earlier].contains(&name.as_str()));
    for (name, bytes) in rest {
        let entry = format!("  \"{name}\": \"{}\"", integrity(bytes));
        assert!(worker.contains(&entry), "{entry} in {worker}");
    }
    assert!(!worker.contains("\"unsealed\""));
    Ok(())
}

#[test]
fn a_file_that_is_to_compare_others_has_their_digests() -> Result<(), Error> {
    let sealed = seal(built())?;
    let (model, weights) = one(&sealed, "models/small-", ".safetensors");
    let (name, list) = one(&sealed, "digests-", ".json");
    let digest = integrity(weights.as_bytes());
    assert_eq!(list, format!("{{\"{model}\":\"{digest}\"}}"));
    let (_, script) = one(&sealed, "app-", ".js");
    let entry = format!("{{\"{name}\":\"{}\"}}", integrity(list.as_bytes()));
    assert!(script.ends_with(&entry), "{entry} in {script}");
    Ok(())
}

/// A host may say of a file that is gzip that it was packed for the way; then the browser compares what was in it.
#[test]
fn what_is_gzip_may_come_unpacked() -> std::io::Result<()> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, b"weights")?;
    let packed = packed.finish()?;
    let both = format!("{} {}", integrity(&packed), integrity(b"weights"));
    assert_eq!(super::digest::fetched(&packed), both);
    assert_eq!(super::digest::fetched(b"weights"), integrity(b"weights"));
    Ok(())
}

#[test]
fn two_versions_share_a_name_only_where_they_share_the_content() -> Result<(), Error> {
    let mut next = built();
    next.insert(
        "page-6a1b2c3d4e5f6071.css".into(),
        b"body { margin: 0 }".to_vec(),
    );
    let (old, new) = (seal(built())?, seal(next)?);
    for (name, bytes) in old.iter().filter(|(name, _)| is_hashed(name)) {
        assert!(new.get(name).is_none_or(|other| other == bytes), "{name}");
    }
    assert_ne!(old[WORKER], new[WORKER]);
    Ok(())
}

#[test]
fn sealing_again_changes_nothing() -> Result<(), Error> {
    let sealed = seal(built())?;
    assert_eq!(seal(sealed.clone())?, sealed);
    Ok(())
}

#[test]
fn a_circle_of_names_and_a_page_without_its_parts_are_refused() {
    let mut circle = built();
    circle.insert("bundle.js".into(), b"import './bundle_loader.js'".to_vec());
    let words = seal(circle).err().map(|error| error.to_string());
    assert!(words.is_some_and(|words| words.contains("bundle_loader.js")));
    for part in [INDEX, WORKER] {
        let mut files = built();
        files.remove(part);
        assert!(seal(files).is_err(), "without {part}");
    }
}

#[test]
fn a_folder_is_sealed_in_place() -> Result<(), Error> {
    let folder = tempfile::tempdir().map_err(Error::file("create", "a folder"))?;
    folder::write(folder.path(), &built())?;
    super::seal_folder(folder.path(), |_| Ok(()))?;
    assert_eq!(folder::read(folder.path())?, seal(built())?);
    Ok(())
}
