//! What the “Share” dialog writes: read back by a parser of its own it is the link that was meant,
//! whatever stands in it; and every control of every lesson can be locked and hidden in it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod drafts;
mod hostile;

use lesson::core::steps::Steps;
use lesson::lessons::stepper;
use lesson::share::embed::{self, EmbedOptions};
use lesson::share::quiz::{Ask, Predict, Question, Setup};
use lesson::share::snippet::{self, Form, Freedom, Share, Short, Words, folder};
use lesson::{Stage, head::presets, registry};

const SITE: &str = "https://lab.example/course/index.html?v=\"2\"&<b>";

const WORDS: Words = Words {
    title: "Attention of “the \"cat\"” & `others` <{x}>\n",
    open: "Open the figure <by> itself",
    height: 900,
};

/// What an entity stands for, and the text after it.
fn entity(text: &str) -> (char, &str) {
    let (name, rest) = text.split_once(';').unwrap();
    let c = match name {
        "amp" => '&',
        "quot" => '"',
        "lt" => '<',
        "gt" => '>',
        code => char::from_u32(code.strip_prefix('#').unwrap().parse().unwrap()).unwrap(),
    };
    (c, rest)
}

fn unescaped(mut text: &str) -> String {
    let mut plain = String::new();
    while let Some((before, after)) = text.split_once('&') {
        let (c, rest) = entity(after);
        plain.push_str(before);
        plain.push(c);
        text = rest;
    }
    plain + text
}

/// The attributes of the first tag of that name, by a parser that knows only double quotes.
fn attributes(html: &str, tag: &str) -> Vec<(String, String)> {
    let (_, mut rest) = html.split_once(&format!("<{tag}")).unwrap();
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.starts_with('>') {
            return found;
        }
        let end = rest.find(['=', ' ', '>']).unwrap();
        let (name, after) = rest.split_at(end);
        rest = after;
        if let Some(quoted) = after.strip_prefix("=\"") {
            let (value, after) = quoted.split_once('"').unwrap();
            assert!(!value.contains(['<', '>', '`', '{', '}', '\n']), "{value}");
            found.push((name.to_owned(), unescaped(value)));
            rest = after;
        }
    }
}

fn value(all: &[(String, String)], name: &str) -> Option<String> {
    let found = all.iter().find(|(own, _)| own == name);
    found.map(|(_, value)| value.clone())
}

/// What the element makes of its attributes, as `attention-lab.js` does.
fn link_of(all: &[(String, String)]) -> String {
    let keys = [
        "lesson", "preset", "stage", "lock", "hide", "steps", "theme",
    ];
    let said = keys.iter().filter_map(|key| {
        let value = value(all, key)?;
        Some(format!("{key}={value}"))
    });
    let fragment = value(all, "fragment").into_iter();
    fragment.chain(said).collect::<Vec<_>>().join("&")
}

/// A Python string in triple quotes.
fn python(text: &str) -> String {
    let inside = text.split_once("HTML(\"\"\"").unwrap().1;
    let inside = inside.strip_suffix("\"\"\")").unwrap();
    assert!(!inside.contains("\"\"\""), "{inside}");
    inside.replace("\\\\", "\\")
}

/// The share that a form leads to, and what the figure is called there.
fn read_back(form: Form, text: &str) -> (Share, String) {
    let html = match form {
        Form::Jupyter => python(text),
        _ => text.to_owned(),
    };
    match form {
        Form::Link => {
            let fragment = html.strip_prefix(&format!("{SITE}#")).unwrap();
            (Share::read(fragment), WORDS.title.to_owned())
        }
        Form::Iframe => {
            let all = attributes(&html, "iframe");
            let src = value(&all, "src").unwrap();
            let fragment = src.strip_prefix(&format!("{SITE}#")).unwrap();
            assert!(EmbedOptions::of(fragment).embed, "{fragment}");
            (Share::read(fragment), value(&all, "title").unwrap())
        }
        _ => {
            let script = value(&attributes(&html, "script"), "src").unwrap();
            assert_eq!(script, "https://lab.example/course/attention-lab.js");
            let all = attributes(&html, "attention-lab");
            assert_eq!(value(&all, "height").as_deref(), Some("900"));
            (Share::read(&link_of(&all)), value(&all, "title").unwrap())
        }
    }
}

fn comes_back(share: &Share) {
    for form in Form::ALL {
        let text = form.text(share, SITE, WORDS);
        let (back, title) = read_back(form, &text);
        assert_eq!(title, WORDS.title, "{form:?}");
        assert_eq!(back.options, share.options, "{form:?}: {text}");
        assert_eq!(back.setup, share.setup, "{form:?}: {text}");
        let open = |link: &str| registry::open(link).map(|own| own.link());
        match (open(&back.link), open(&share.link)) {
            (Ok(there), Ok(here)) => assert_eq!(there, here, "{form:?}: {text}"),
            _ => assert_eq!(back.link, share.link, "{form:?}: {text}"),
        }
    }
}

fn question(text: &str, options: &[&str], right: usize) -> Setup {
    let options = options.iter().map(|&text| text.to_owned()).collect();
    let ask = Ask::Choice { options, right };
    let text = text.to_owned();
    Setup {
        question: Some(Question { text, ask }),
        predict: Predict::On,
    }
}

#[test]
fn every_lesson_comes_back_with_every_control_locked_and_hidden() {
    for lesson in registry::LESSONS {
        for control in lesson.controls {
            for freedom in Freedom::ALL {
                let mut share = Share::read(&format!("lesson={}", lesson.slug));
                snippet::set(&mut share.options, lesson.controls, control, freedom);
                assert_eq!(snippet::freedom(&share.options, control), freedom);
                assert_eq!(
                    EmbedOptions::parse(&share.fragment(false)),
                    Ok(share.options.clone())
                );
                comes_back(&share);
                snippet::set(&mut share.options, lesson.controls, control, Freedom::Free);
                assert_eq!(share.options, EmbedOptions::default());
            }
        }
    }
}

#[test]
fn the_list_of_controls_leaves_none_out() {
    for lesson in registry::LESSONS {
        let outline = snippet::outline(lesson.controls);
        let with_parts = outline
            .iter()
            .take_while(|entry| !entry.parts.is_empty())
            .count();
        assert!(
            outline[with_parts..]
                .iter()
                .all(|entry| entry.parts.is_empty()),
            "groups first"
        );
        for control in lesson.controls {
            let is_in =
                |entry: &snippet::Entry| entry.control == *control || entry.parts.contains(control);
            assert!(
                outline.iter().any(is_in),
                "{}: {}",
                lesson.slug,
                control.name
            );
        }
        let parts = outline.iter().flat_map(|entry| &entry.parts);
        let groups = outline.iter().map(|entry| &entry.control);
        let all: Vec<_> = parts.chain(groups).map(|control| control.name).collect();
        assert!(all.len() >= lesson.controls.len());
    }
}

#[test]
fn a_part_is_held_by_its_group() {
    let stepper = registry::lesson("stepper").controls;
    let named = |name: &str| stepper.iter().find(|own| own.name == name).unwrap();
    let mut options = EmbedOptions::default();
    assert_eq!(snippet::held_by(&options, named("redo")), None);
    snippet::set(&mut options, stepper, named("undo"), Freedom::Locked);
    let held = snippet::held_by(&options, named("redo"));
    assert_eq!(held, Some((*named("undo"), Freedom::Locked)));
    assert_eq!(snippet::held_by(&options, named("undo")), None);
    snippet::set(&mut options, stepper, named("undo"), Freedom::Hidden);
    let held = snippet::held_by(&options, named("redo"));
    assert_eq!(held, Some((*named("undo"), Freedom::Hidden)));
    assert_eq!(options.suffix(), "&hide=undo");
}

#[test]
fn every_example_is_said_by_its_name() {
    for preset in presets::PRESETS {
        let slug = preset.slug;
        let (document, view) = stepper::preset(slug).unwrap();
        for stage in Stage::walk(document.source, true) {
            let mut there = view.clone();
            (there.stage, there.row, there.digits) = (stage, 0, 3);
            let link = stepper::encode(&document, &there);
            let short = Short::of(&link).unwrap();
            assert_eq!(
                (short.preset, short.stage.as_deref()),
                (slug, Some(stage.key()))
            );
            assert_eq!(stepper::decode(&short.link()), stepper::decode(&link));
            let share = Share::read(&link);
            comes_back(&share);
            let text = Form::Element.text(&share, SITE, WORDS);
            assert!(text.contains(&format!("preset=\"{slug}\"")), "{text}");
        }
    }
    let changed = "t=a,b&q=1;2&k=1;2&v=1;2&stage=weights";
    assert_eq!(Short::of(changed), None);
    let text = Form::Element.text(&Share::read(changed), SITE, WORDS);
    assert!(text.contains("fragment=\"t=a,b&amp;q=1;2"), "{text}");
}

#[test]
fn what_a_link_said_is_read_back() {
    let fragment = "preset=cat&lock=mask,scale&ask=scores.0.2&q.text=Why%3F&embed&predict=q&hide=menu&steps=scores..weights&theme=dark";
    let share = Share::read(fragment);
    assert_eq!(share.link, "preset=cat");
    assert_eq!(
        share.options.suffix(),
        "&theme=dark&lock=mask,scale&hide=menu&steps=scores..weights"
    );
    assert_eq!(
        share.setup.suffix(share.lesson()),
        "&ask=scores.0.2&q.text=Why%3F&predict=q"
    );
    assert!(!share.fragment(false).contains("embed"));
    assert_eq!(
        embed::check(&share.fragment(true)).unwrap().steps,
        share.options.steps
    );
    comes_back(&share);
    // Whoever is asked would find the numbers where its author came from.
    let led = Share::read("lesson=geometry&preset=angles&from=preset%3Dangles&ask=dot.0.0");
    assert_eq!(led.link, "lesson=geometry&preset=angles");
    assert_eq!(Share::read("").fragment(false), "");
    assert_eq!(
        Share::read("ask=choice&lock=nonsense").fragment(true),
        "embed"
    );
    assert_eq!(
        Share::read("lesson=cost&ask=scores.0.0").fragment(false),
        "lesson=cost"
    );
}

#[test]
fn the_start_is_a_stage_of_the_walk() {
    let share = Share::read("preset=cat&softmax=folded&stage=weights&lock=q");
    let (stage, stages) = share.steps().unwrap().unwrap();
    assert_eq!(stage, Stage::Weights.key());
    assert!(!stages.contains(&Stage::Max.key()) && !stages.contains(&Stage::Project.key()));
    let link = share.starting_at(Stage::Scaled.key()).unwrap();
    let (before, after) = (
        stepper::decode(&share.link).unwrap(),
        stepper::decode(&link).unwrap(),
    );
    assert_eq!((before.0, after.1.stage), (after.0, Stage::Scaled));
    assert_eq!(Share::read("lesson=cost&to=64").steps(), Ok(None));
    let cost = Share::read("lesson=cost&to=64").starting_at(Stage::Mask.key());
    assert_eq!(cost.as_deref(), Ok("lesson=cost&to=64"));
    assert!(Share::read("preset=dog").steps().is_err());
}

#[test]
fn the_script_lies_beside_the_page() {
    for (site, beside) in [
        ("https://lab.example/", "https://lab.example/"),
        ("https://lab.example/a/index.html", "https://lab.example/a/"),
        ("https://lab.example/a/?x=/b/c", "https://lab.example/a/"),
        ("", ""),
    ] {
        assert_eq!(folder(site), beside);
    }
}

#[test]
fn a_share_as_people_write_it() {
    let mut share = Share::read("preset=cat&stage=weights&lock=mask&hide=menu");
    share.options.steps = Steps::from_key(share.lesson().steps, "scores..weights");
    let words = Words {
        title: "The cat",
        open: "Open it",
        height: 700,
    };
    assert_eq!(
        Form::Markdown.text(&share, "https://lab.example/", words),
        "<script src=\"https://lab.example/attention-lab.js\" async></script>\n\n\
         <attention-lab lesson=\"stepper\" preset=\"cat\" stage=\"weights\" lock=\"mask\" hide=\"menu\" \
         steps=\"scores..weights\" height=\"700\" title=\"The cat\">\n\
         <a href=\"https://lab.example/#preset=cat&amp;stage=weights&amp;lock=mask&amp;hide=menu&amp;steps=scores..weights\">Open it</a>\n\
         </attention-lab>"
    );
    let jupyter = Form::Jupyter.text(&share, "https://lab.example/", words);
    assert!(
        jupyter.starts_with("from IPython.display import HTML\n\nHTML(\"\"\"<script src="),
        "{jupyter}"
    );
    assert!(jupyter.ends_with("</attention-lab>\"\"\")"), "{jupyter}");
}

mod made;
