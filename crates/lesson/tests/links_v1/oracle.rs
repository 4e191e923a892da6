//! All that this test asks of the lesson: the only file to be mended when a path of it is renamed or
//! moves. What is asked is answered in text, by name; no answer depends on `Debug`.

use std::collections::BTreeMap;

use lesson::core::fragment::Fragment;
use lesson::core::lesson::Lesson;
use lesson::core::opened::Opened;
use lesson::core::player::{self, Player};
use lesson::lessons::cost::Cost;
use lesson::lessons::flash::Flash;
use lesson::lessons::stepper;
use lesson::lessons::training::{self, Training, session::Session as Run, settings::Settings};
use lesson::share::embed::{self, EmbedOptions};
use lesson::share::host::{Event, event, link as host};
use lesson::share::quiz::{Ask, Session as Student, Setup, link as questions};
use lesson::{
    Cell, Document, Name, Problem, Stepper, Trace, View, core::number, lessons::flash, registry,
};

use crate::text::{matrix, number as exact, yes};

/// What a link shows: the name of each thing, and its text.
pub type Facts = BTreeMap<String, String>;

/// Everything that `link` shows.
pub fn facts(link: &str) -> Facts {
    let mut facts = Facts::new();
    let lesson = match registry::lesson_of(link) {
        "training" => training_facts(link, &mut facts),
        "cost" => cost_facts(link, &mut facts),
        "flash" => flash_facts(link, &mut facts),
        _ => stepper_facts(link, &mut facts),
    };
    let refused = lesson.err();
    same_door(link, refused.as_ref());
    let doors = [
        ("refused", refused),
        ("not admitted", admit(link).err().map(why)),
        ("not framed", framed(link).err().map(why)),
        ("not asked", Setup::of(link).err().map(why)),
    ];
    for (door, why) in doors {
        note_some(&mut facts, door, why);
    }
    note_some(&mut facts, "frame", Some(EmbedOptions::of(link).suffix()));
    note_some(&mut facts, "questions", Some(Setup::kept(link)));
    facts
}

/// Whether a link can be opened as far as a page knows that has only the code of the head: such a lesson is
/// there, and its head can be read. Everything else that a lesson refuses stands under `refused` alone.
fn admit(link: &str) -> Result<(), Problem> {
    match registry::named(link)?.computes {
        true => stepper::decode(&Fragment(link).only(|key| key != "lesson")).map(drop),
        false => Ok(()),
    }
}

/// Every lesson's own reader and the one door of all of them refuse the same.
fn same_door(link: &str, refused: Option<&String>) {
    let opened = registry::open(link).err().map(why);
    let refused = refused.filter(|why| *why != "numbers");
    assert_eq!(opened.as_ref(), refused, "{link}");
}

/// A link as its lesson writes it, with what it asks; without the frame. One that cannot be opened stays.
fn as_written(link: &str) -> String {
    let opened = registry::open(link);
    opened.map_or_else(
        |_| embed::without_frame(link),
        |opened| opened.link() + &Setup::kept(link),
    )
}

/// What the page around is told when a lesson goes from the link `before` to what `change` makes of it.
pub fn events(before: &str, change: &str) -> Vec<String> {
    let before = as_written(before);
    let after = as_written(&host::laid_over(&before, change));
    if registry::lesson_of(&before) != registry::lesson_of(&after) {
        return vec![];
    }
    let told = event::between(&before, &after);
    told.into_iter()
        .map(|event| told_as(event, &after))
        .collect()
}

fn told_as(event: Event, after: &str) -> String {
    let (told, fragment) = match event {
        Event::Stage { stage, fragment } => (format!("stage {stage}"), fragment),
        Event::Edit { changed, fragment } => (format!("edit {changed}"), fragment),
        _ => ("something else".to_owned(), after.to_owned()),
    };
    assert_eq!(fragment, after, "{told}");
    told
}

/// The link that a lesson writes of what it read.
pub fn again(link: &str) -> Option<String> {
    facts(link).remove("again")
}

fn stepper_facts(link: &str, facts: &mut Facts) -> Result<(), String> {
    let (document, view) = stepper::decode(link).map_err(why)?;
    let again = stepper::encode(&document, &view);
    let trace = Trace::of(&document).map_err(|_| "numbers")?;
    opened(link, "stepper", &document, &view, facts);
    numbers("", &trace, facts);
    figures(&trace, facts);
    if !document.overrides.is_empty() {
        let unedited = Trace::of(&document.unedited()).map_err(|_| "numbers")?;
        numbers("unedited ", &unedited, facts);
    }
    asked(link, &document, &view, facts);
    note(facts, "again", again);
    Ok(())
}

/// What the lesson makes of where a link says one stands.
fn opened(link: &str, lesson: &str, document: &Document, view: &View, facts: &mut Facts) {
    let mut stepper = Stepper::new(document.clone(), view.clone());
    stepper.limit(EmbedOptions::of(link).limits());
    let written = |document: &Document, view: &View| {
        let own = stepper::encode(document, view);
        own.replace("lesson=stepper", &format!("lesson={lesson}"))
    };
    let link = written(stepper.document(), &stepper.view);
    if link != written(document, view) {
        note(facts, "opens as", link);
    }
    note(facts, "walk", stepper.walk().join(" "));
    note(facts, "places", stepper.places().len().to_string());
    note(facts, "in focus", address(stepper.selected()));
    let (row, digits) = (stepper.view.row, stepper.view.digits);
    if let Ok(trace) = Trace::of(document) {
        let weights = trace.get(Name::Weights);
        let shown = weights.row(row).iter().map(|w| number::shown(*w, digits));
        note(
            facts,
            "weights of the row",
            shown.collect::<Vec<_>>().join(" "),
        );
    }
}

/// All 18 matrices at full precision.
fn numbers(prefix: &str, trace: &Trace, facts: &mut Facts) {
    for name in Name::ALL {
        let text = matrix(trace.get(name));
        let known = facts.get(name.key()) == Some(&text);
        // Of the unedited run, what is other than in the edited one.
        if !known {
            note(facts, &format!("{prefix}{}", name.key()), text);
        }
    }
}

fn figures(trace: &Trace, facts: &mut Facts) {
    note(facts, "factor", exact(trace.factor));
    note(facts, "products", trace.mult_adds.to_string());
    let row = |row: &lesson::head::trace::RowStats| {
        let (sum, entropy, max) = (exact(row.sum), exact(row.entropy), exact(row.max));
        format!(
            "{sum},{entropy},{max},{},{}",
            row.argmax,
            yes(row.sees_nothing)
        )
    };
    let rows: Vec<_> = trace.rows.iter().map(row).collect();
    note(facts, "rows", rows.join(";"));
}

fn asked(link: &str, document: &Document, view: &View, facts: &mut Facts) {
    let Ok(setup) = Setup::of(link) else { return };
    let lesson = Stepper::new(document.clone(), view.clone());
    let student = Student::open(setup.clone(), &lesson);
    if let Some(ask) = student.ask(&lesson) {
        note(facts, "asked", questions::key(lesson.meta(), &ask));
        if let Ask::Choice { options, right } = ask {
            note(
                facts,
                "options",
                format!("{} | {right}", options.join(" | ")),
            );
        }
    }
    let words = setup.question.map(|question| question.text);
    note_some(facts, "in words", words);
    let cover = student.cover(&lesson);
    let cells = Name::ALL.into_iter().flat_map(|name| {
        let rows = 0..document.shape(name).0;
        rows.map(move |row| Cell::new(name, row, 0))
    });
    let covered = cells.filter(|cell| cover.hides(&lesson, *cell));
    let covered: Vec<_> = covered
        .map(|cell| format!("{}.{}", cell.name.key(), cell.row))
        .collect();
    note_some(facts, "covered", Some(covered.join(" ")));
}

fn flash_facts(link: &str, facts: &mut Facts) -> Result<(), String> {
    let (document, view) = player::read::<Flash>(link).map_err(why)?;
    let walk = document.walk().map_err(|_| "numbers")?;
    let again = player::write::<Flash>(&document, &view);
    opened(link, "flash", &document.head, &view.head, facts);
    note(facts, "again", again);
    numbers("", &walk.plain, facts);
    figures(&walk.plain, facts);
    // As the page does: a step past the end is the last one.
    let explained = Flash::selected(&document, &view);
    let at = Player::<Flash>::new(document, view).view.at;
    for part in flash::Part::ALL {
        note(
            facts,
            &format!("at {}", part.key()),
            figure(&walk, at, part),
        );
    }
    let step = &walk.steps[at];
    let kind = step.kind.key();
    note(
        facts,
        "step",
        format!("{kind} {} {}", range(&step.queries), range(&step.keys)),
    );
    note(facts, "steps", walk.steps.len().to_string());
    note(facts, "tile", walk.tile.key());
    let held = walk.held(at);
    note(
        facts,
        "held",
        format!("{},{},{}", held.tile, held.running, held.aside),
    );
    note(facts, "written", matrix(&walk.output()));
    note(facts, "difference", exact(walk.difference()));
    note(facts, "left out", walk.left_out.to_string());
    let explained = explained.and_then(|cell| {
        let part = flash::Part::of_table(cell.name)?;
        walk.at(at, (part, cell.row, cell.col))
    });
    let explained = explained.map(|at| format!("{}.{}.{}", at.step, at.row, at.col));
    note_some(facts, "explained", explained);
    Ok(())
}

/// A matrix of the figure: each cell's number if it has one, what has become of it, and what it was.
fn figure(walk: &flash::Walk, at: usize, part: flash::Part) -> String {
    let cell = |row, col| {
        let shown = walk.shown(at, part, row, col);
        let value = shown.source.map(|source| exact(walk.value(source)));
        let old = shown.old.map(|old| format!("<{}", exact(old)));
        let (state, changed) = (
            &shown.state.key()[..1],
            if shown.changed { "!" } else { "" },
        );
        format!(
            "{state}{}{changed}{}",
            value.unwrap_or_default(),
            old.unwrap_or_default()
        )
    };
    let row = |row| {
        (0..walk.columns(part))
            .map(|col| cell(row, col))
            .collect::<Vec<_>>()
            .join(",")
    };
    (0..walk.n()).map(row).collect::<Vec<_>>().join(";")
}

fn training_facts(link: &str, facts: &mut Facts) -> Result<(), String> {
    let (document, view) = player::read::<Training>(link).map_err(why)?;
    note(facts, "again", player::write::<Training>(&document, &view));
    note_some(facts, "model", document.shipped.clone());
    note_some(facts, "text", document.text.clone());
    let pinned = view.pinned.map(|place| place.to_string());
    let look = [
        format!(
            "example={} head={}.{}",
            document.example, view.head.0, view.head.1
        ),
        format!(
            "pin={} lines={}",
            pinned.unwrap_or_default(),
            yes(view.lines)
        ),
        format!(
            "least={} panel={}",
            exact(view.threshold),
            view.panel.slug()
        ),
    ];
    note(facts, "look", look.join(" "));
    let shipped = document.shipped.as_deref().and_then(training::shipped::of);
    if let Some(shipped) = shipped {
        let own = training::link::read_settings(shipped.settings).map_err(why)?;
        note(facts, "its settings", settings(&own));
        note(facts, "its steps", shipped.steps.to_string());
    }
    for (side, run) in ["a", "b"].into_iter().zip(&document.runs) {
        if let Some(own) = run {
            note(facts, &format!("{side} settings"), settings(own));
            note(
                facts,
                &format!("{side} line"),
                training::link::settings(own),
            );
            note(facts, &format!("{side} curve"), curve(own));
        }
    }
    Ok(())
}

fn settings(own: &Settings) -> String {
    let Settings {
        task,
        n_layers,
        n_heads,
        d_model,
        batch,
        seed,
        ..
    } = own;
    [
        format!(
            "task={} layers={n_layers} heads={n_heads} d_model={d_model}",
            task.slug()
        ),
        format!("mlp={} family={}", yes(own.mlp), own.family.slug()),
        format!(
            "positions={} scaled={}",
            own.positions.slug(),
            yes(own.scaled)
        ),
        format!(
            "causal={} optimiser={}",
            yes(own.causal),
            own.optimiser.slug()
        ),
        format!("rate={} decay={}", exact(own.rate), exact(own.weight_decay)),
        format!("batch={batch} seed={seed}"),
    ]
    .join(" ")
}

/// How a run begins: step, loss in training and held out, accuracy; five steps from its seed.
fn curve(own: &Settings) -> String {
    let Ok(mut run) = Run::new(own.clone()) else {
        return "no model".to_owned();
    };
    for _ in 0..5 {
        if run.step().is_err() {
            return "stopped".to_owned();
        }
    }
    let point = |point: &training::curve::Point| {
        let train = point.train.map(exact).unwrap_or_default();
        let (held_out, accuracy) = (exact(point.held_out), exact(point.accuracy));
        format!("{},{train},{held_out},{accuracy}", point.step)
    };
    run.points().iter().map(point).collect::<Vec<_>>().join(";")
}

fn cost_facts(link: &str, facts: &mut Facts) -> Result<(), String> {
    let (own, view) = player::read::<Cost>(link).map_err(why)?;
    note(facts, "again", player::write::<Cost>(&own, &view));
    let setup = own.setup;
    let methods: Vec<_> = own.methods.iter().map(|method| method.slug()).collect();
    let at = view.at.map(|(method, n)| format!("{}.{n}", method.slug()));
    let lines = [
        format!(
            "d={} causal={} window={}",
            setup.d,
            yes(setup.causal),
            setup.window
        ),
        format!("seed={} methods={}", setup.seed, methods.join(".")),
        format!("to={} budget={}", own.largest, own.budget),
        format!("show={} at={}", view.show.slug(), at.unwrap_or_default()),
    ];
    note(facts, "settings", lines.join(" "));
    Ok(())
}

fn address(cell: Cell) -> String {
    format!("{}.{}.{}", cell.name.key(), cell.row, cell.col)
}

fn range(range: &std::ops::Range<usize>) -> String {
    format!("{}..{}", range.start, range.end)
}

fn note(facts: &mut Facts, name: &str, text: String) {
    facts.insert(name.to_owned(), text);
}

/// The same, where there is something to note.
fn note_some(facts: &mut Facts, name: &str, text: Option<String>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        note(facts, name, text);
    }
}

/// The key of a link that is refused, or what of it is.
fn why(problem: Problem) -> String {
    match problem {
        Problem::LinkEntry(key, _)
        | Problem::LinkShape(key, ..)
        | Problem::LinkUnknown(key, ..) => key,
        Problem::LinkControl(name, _) => format!("control {name}"),
        Problem::LinkRange(key, ..) => key.into(),
        Problem::LinkNewer(..) => "ver".into(),
        Problem::LinkTooLong(..) => "length".into(),
        Problem::TooMany(..) => "size".into(),
        Problem::LinkSteps(..) | Problem::LinkNoStages(_) => "steps".into(),
        Problem::LinkNoQuestions(_) | Problem::LinkAsk(..) => "ask".into(),
        Problem::LinkChanged => "right".into(),
        _ => "something else".into(),
    }
}

/// Whether a figure is shown in somebody's page: the frame says so at once, a lesson but the first when it is there.
fn framed(link: &str) -> Result<EmbedOptions, Problem> {
    let options = embed::check(link)?;
    if options.embed {
        registry::check(link)?;
    }
    Ok(options)
}
