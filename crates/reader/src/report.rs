//! Measures a model that was trained and writes what the page ships of it, and `docs/READER.md`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use attention::load::{Archive, Family, metadata, params, save};
use attention::model::{Model, Tensors};
use flate2::{Compression, write::GzEncoder};
use lesson::lessons::models::measures::{Does, Pattern, Score};

use crate::plan::Plan;
use crate::rivals::{self, Rivals};
use crate::run::{model_at, weights_at};
use crate::text::{Texts, count};
use crate::windows::LENGTH;
use crate::{books, examples, heads, judge};

/// Moments of the training that come with the page, besides its end, each with how large the whole numbers of its
/// weights may be: coarser before anything is learned, so that all together have four million bytes.
const MOMENTS: [(u32, i8); 7] = [
    (0, 6),
    (100, 7),
    (300, 7),
    (600, 7),
    (1000, 7),
    (1600, 7),
    (2400, 7),
];

/// The same of the model itself.
const LEVELS: i8 = 127;

/// What was tried before, by hand.
const TRIED: &str = include_str!("tried.md");

/// All that a report is about.
pub struct Trained<'a> {
    /// How it was trained.
    pub plan: Plan,
    /// What was learned, in f32.
    pub model: &'a Model,
    /// Its `tokenizer.json`.
    pub words: &'a str,
    /// All chapters.
    pub texts: &'a Texts,
    /// Tokens that were learned from.
    pub tokens: usize,
    /// The held-out chapters as tokens.
    pub held_out: &'a [Vec<u32>],
    /// Where the run is kept.
    pub run: &'a Path,
}

/// What the page says of the model, each a key and a number.
type Facts = Vec<(String, String)>;

impl Trained<'_> {
    /// Measures everything, and writes everything below `root`, this project's folder.
    ///
    /// # Errors
    /// In words.
    pub fn write(&self, root: &Path) -> Result<(), String> {
        let rivals = rivals::measured(&self.texts.train, &self.texts.held_out)?;
        let rounded = self.rounded(self.model, LEVELS, &[])?;
        let facts = self.facts(&rivals, &rounded)?;
        let weights = packed(self.model, LEVELS, &facts)?;
        let config = save::config_json(self.model.config()).map_err(|error| error.to_string())?;
        let folder = root.join("assets/models");
        put(&folder.join("reader.config.json"), config.as_bytes())?;
        put(&folder.join("reader.tokenizer.json"), self.words.as_bytes())?;
        put(&folder.join("reader.safetensors"), &weights)?;
        let mut moments = String::new();
        for (step, levels) in MOMENTS {
            let model = model_at(self.plan, &weights_at(self.run, step))?;
            let bits = self.bits(&self.rounded(&model, levels, &[])?)?;
            let bytes = zipped(&packed(&model, levels, &[])?)?;
            put(&folder.join(format!("reader.at-{step}.bin")), &bytes)?;
            let line = format!("moment({step}, {bits:.4}, {}),", bytes.len());
            println!("{line}");
            let exact = self.bits(&model)?;
            let [induction, same, previous, ..] = heads::best(&heads::on(&model, &heads::probe())?);
            let _ = writeln!(
                moments,
                "| {step} | {exact:.4} | {bits:.4} | {} | {induction:.2} | {previous:.2} | {same:.2} |",
                bytes.len()
            );
        }
        println!(
            "moment({}, {}, {}),",
            self.plan.steps,
            fact(&facts, "bits"),
            weights.len()
        );
        crate::folder::write(
            &rounded,
            self.words,
            &self.texts.held_out,
            &root.join(".tools/reader/folder"),
        )?;
        let page = self.page(&facts, &rivals, &moments, weights.len(), &rounded)?;
        put(&root.join("docs/READER.md"), page.as_bytes())
    }

    /// Bits that a character of the held-out chapters takes a model.
    fn bits(&self, model: &Model) -> Result<f64, String> {
        Ok(judge::bits(model, self.held_out)? / count(&self.texts.held_out) as f64)
    }

    fn facts(&self, rivals: &Rivals, rounded: &Model) -> Result<Facts, String> {
        let bits = self.bits(rounded)?;
        let facts = [
            ("characters", count(&self.texts.train) as f64, 0),
            ("tokens", self.tokens as f64, 0),
            ("held_out", count(&self.texts.held_out) as f64, 0),
            ("steps", f64::from(self.plan.steps), 0),
            ("bits", bits, 4),
            ("bits_exact", self.bits(self.model)?, 4),
            ("unigram", rivals.unigram, 4),
            ("xz", rivals.xz, 4),
            ("ppm", rivals.ppm, 4),
        ];
        let written =
            facts.map(|(key, number, digits)| (key.to_owned(), format!("{number:.digits$}")));
        for (key, number) in &written {
            println!("{key}: {number}");
        }
        Ok(written.to_vec())
    }

    /// The model as it is once its weights were written and read again.
    fn rounded(
        &self,
        model: &Model,
        levels: i8,
        facts: &[(String, String)],
    ) -> Result<Model, String> {
        let bytes = packed(model, levels, facts)?;
        let words = |error: attention::load::LoadError| error.to_string();
        let archive = Archive::new(&[("model.safetensors", &bytes)]).map_err(words)?;
        let params = params(model.config(), Family::Llama, &archive).map_err(words)?;
        Model::new(model.config().clone(), params).map_err(|error| error.to_string())
    }

    fn page(
        &self,
        facts: &Facts,
        rivals: &Rivals,
        moments: &str,
        length: usize,
        rounded: &Model,
    ) -> Result<String, String> {
        let books: String = books::BOOKS.iter().fold(String::new(), |mut all, book| {
            let _ = writeln!(
                all,
                "- {}, *{}*: `{}`",
                book.author, book.title, book.package.address
            );
            all
        });
        let fact = |key: &str| fact(facts, key);
        let log = std::fs::read_to_string(self.run.join("log.txt")).unwrap_or_default();
        let every_fifth: String = log
            .lines()
            .skip(4)
            .step_by(5)
            .map(|line| format!("{line}\n"))
            .collect();
        let probed = heads_table(&heads::on(rounded, &heads::probe())?, self.plan.heads);
        let read = heads_table(&self.on_held_out(rounded, false)?, self.plan.heads);
        let twice = heads_table(&self.on_held_out(rounded, true)?, self.plan.heads);
        let examples = examples::found(rounded, self.words, self.held_out)?;
        let [characters, tokens, held_out, steps] =
            ["characters", "tokens", "held_out", "steps"].map(fact);
        let [bits, exact, unigram, xz, ppm] =
            ["bits", "bits_exact", "unigram", "xz", "ppm"].map(fact);
        let order = rivals.order;
        let mut count = 0;
        rounded
            .params()
            .each("", &mut |_, matrix| count += matrix.data().len());
        Ok(format!(
            "# The reader\n\n\
             The small model that comes with the page, made and measured by `cargo xtask train reader`, which wrote \
             this file.\n\n\
             ## What it read\n\n{books}\n\
             {characters} characters, {tokens} tokens of {} kinds (byte pairs learned from the same text). Held out, \
             whole chapters: {held_out} characters. Used to choose between settings: {} characters (`tried_on` in \
             `crates/reader/src/books.rs`).\n\n\
             ## What it is\n\n\
             A decoder of Llama's kind: {count} weights, `{:?}`. {steps} steps. Its file has {length} bytes, whole \
             numbers of 8 bits with a scale (f32) a row.\n\n\
             ## Bits a character of the held-out chapters\n\n\
             | | bits |\n|---|---|\n\
             | the model, as it ships (8 bits) | {bits} |\n| with weights of 32 bits | {exact} |\n\
             | PPMd of order {order} after the same text | {ppm} |\n| `xz` after the same text | {xz} |\n\
             | frequencies of characters | {unigram} |\n\n\
             ## Moments\n\n\
             | steps | bits (32-bit weights) | bits as stored | bytes | induction | previous | same |\n\
             |---|---|---|---|---|---|---|\n{moments}\n\
             The last three: the strongest head on 24 random tokens, twice.\n\n\
             ## What its heads do\n\n\
             Share of a head's weight on the keys of a pattern, beside what a head would have that looks everywhere \
             alike. On 24 random tokens, twice:\n\n{probed}\n\
             On the held-out chapters, windows of 256 tokens:\n\n{read}\n\
             On the first quarter of each of these windows, twice:\n\n{twice}\n\
             ## Where an induction head is seen in held-out text\n\n\
             What follows came before, the head looks there (weight above 0.2), and without the head it is far less \
             likely.\n\n{examples}\n\
             ## What was tried\n\n{TRIED}\n\
             ## Log\n\n```text\n{every_fifth}```\n",
            self.model.config().vocab,
            crate::text::count(&self.texts.tried_on),
            self.plan
        ))
    }

    /// The mean over windows of the held-out chapters, or over the beginning of each, twice.
    fn on_held_out(&self, model: &Model, twice: bool) -> Result<Vec<Does>, String> {
        let chapters = self.held_out.iter();
        let windows = chapters.flat_map(|chapter| chapter.chunks_exact(LENGTH));
        let read = |ids: &[u32]| match twice {
            true => heads::on(model, &ids[..LENGTH / 4].repeat(2)),
            false => heads::on(model, ids),
        };
        let all: Vec<_> = windows.map(read).collect::<Result<_, _>>()?;
        Ok(heads::mean(&all))
    }
}

fn fact(facts: &Facts, key: &str) -> String {
    let found = facts.iter().find(|(own, _)| own == key);
    found.map(|(_, number)| number.clone()).unwrap_or_default()
}

fn packed(model: &Model, levels: i8, facts: &[(String, String)]) -> Result<Vec<u8>, String> {
    let bytes = save::whole_numbers(model, Some(Family::Llama), facts, levels);
    let bytes = bytes.map_err(|error| error.to_string())?;
    // What was written is read again before anybody ships it.
    metadata(&bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn zipped(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).map_err(|error| error.to_string())?;
    packed.finish().map_err(|error| error.to_string())
}

pub fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    println!("{} bytes in {}", bytes.len(), path.display());
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn heads_table(does: &[Does], of_a_layer: usize) -> String {
    let names = Pattern::ALL[..heads::REPORTED].iter();
    let names: Vec<&str> = names.map(|own| own.slug()).collect();
    let names = names.join(" | ");
    let mut table = format!(
        "| head | {names} |\n|---|{}\n",
        "---|".repeat(heads::REPORTED)
    );
    for (place, own) in does.iter().enumerate() {
        let scores = own.0[..heads::REPORTED].iter();
        let score = |own: &Score| format!("{:.2} ({:.2})", own.found, own.chance);
        let scores: Vec<String> = scores.map(score).collect();
        let scores = scores.join(" | ");
        let _ = writeln!(
            table,
            "| {}.{} | {scores} |",
            place / of_a_layer + 1,
            place % of_a_layer + 1
        );
    }
    table
}
