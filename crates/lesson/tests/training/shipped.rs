//! The models that come with the page are what their lines say.

use lesson::core::player::read;
use lesson::lessons::training::Training;
use lesson::lessons::training::file;
use lesson::lessons::training::link;
use lesson::lessons::training::look::At;
use lesson::lessons::training::session::Session;
use lesson::lessons::training::shipped::SHIPPED;

#[test]
fn every_shipped_model_is_trained_as_its_line_says() {
    for shipped in SHIPPED {
        assert!(read::<Training>(shipped.view).is_ok(), "{}", shipped.view);
        let settings = link::read_settings(shipped.settings).unwrap();
        let path = format!(
            "{}/../../assets/models/{}.safetensors",
            env!("CARGO_MANIFEST_DIR"),
            shipped.slug
        );
        let bytes = std::fs::read(&path).unwrap();
        let read = file::read(&bytes).unwrap();
        assert_eq!(
            (read.step, &read.settings),
            (shipped.steps, &settings),
            "{}",
            shipped.slug
        );
        let mut session = Session::new(settings).unwrap();
        for _ in 0..shipped.steps {
            session.step().unwrap();
        }
        // Another try must come to the same bytes; `cargo xtask train` writes them.
        assert!(
            file::write(&session, At::Now).unwrap()[0].1 == bytes,
            "{}: run cargo xtask train {0}",
            shipped.slug
        );
        // And what stands beside it for the lesson that opens any model.
        for (name, bytes) in file::write(&session, At::Now).unwrap() {
            if let "config.json" | "tokenizer.json" = name.as_str() {
                let path = path.replace("safetensors", &name);
                assert!(std::fs::read(&path).unwrap() == bytes, "{path}");
            }
        }
        let last = session.points().last().unwrap();
        assert!(last.accuracy >= 0.99, "{}: {last:?}", shipped.slug);
    }
}
