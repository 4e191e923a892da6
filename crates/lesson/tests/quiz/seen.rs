//! A link with a question opens where its reader sees what is asked, in every lesson.

use lesson::core::cover::{Cover, Covered};
use lesson::core::opened::Opened;
use lesson::core::steps::Place;
use lesson::core::table::{Cell, TableId};
use lesson::registry::{self, LESSONS};
use lesson::share::quiz::{Ask, Session, Setup};
use lesson::share::snippet::{askable, default_cell};

/// The lesson of a link as the page opens it.
fn opened(link: &str) -> Box<dyn Opened> {
    let mut opened = registry::open(link).unwrap();
    Setup::of(link).unwrap().show_in(&mut *opened);
    opened
}

/// Every lesson that can ask, at every place of its first examples.
fn lessons() -> impl Iterator<Item = Box<dyn Opened>> {
    let asks = LESSONS.iter().filter(|lesson| lesson.computes);
    let links = asks.flat_map(|lesson| {
        let presets = lesson.presets.iter().take(3);
        presets.map(|preset| format!("lesson={}&preset={}", lesson.slug, preset.slug))
    });
    links.map(|link| registry::open(&link).unwrap())
}

fn standing_at(lesson: &dyn Opened, place: Place) -> Box<dyn Opened> {
    let index = lesson.all_places().iter().position(|own| *own == place);
    let mut there = lesson.boxed();
    let scrub = lesson::core::command::Command::Scrub(index.unwrap_or_default());
    there.host_applies(scrub).unwrap();
    there
}

#[test]
fn whatever_the_dialog_offers_is_seen_and_has_its_number_there() {
    for lesson in lessons() {
        let meta = lesson.meta();
        let all = lesson.all_places();
        for place in all.iter().step_by(1 + all.len() / 12) {
            let here = standing_at(&*lesson, *place);
            for table in askable(&*here) {
                let cell = Cell::new(table, 0, 0);
                let mut there = here.boxed();
                there.show(cell);
                let key = meta.of(table).unwrap().key;
                let from = format!("{} {key} from {place:?}", meta.slug);
                assert!(Ask::Cell(cell).fits(&*there), "{from}");
                assert_eq!(
                    there.shown_at(cell),
                    Some(there.place()),
                    "{from}: it stays"
                );
                assert_eq!(there.numbers_link(), here.numbers_link(), "{from}");
            }
            let offered = default_cell(&*here);
            assert!(
                askable(&*here).contains(&offered.name),
                "{} at {place:?}",
                meta.slug
            );
            assert!(
                Ask::Cell(offered).fits_where_seen(&*here),
                "{} at {place:?}",
                meta.slug
            );
        }
    }
}

#[test]
fn who_stands_where_it_is_seen_stays() {
    for (link, step) in [
        ("preset=cat&stage=scores&ask=weights.1", "weights"),
        ("preset=cat&stage=output&ask=weights.1", "output"),
        (
            "preset=cat&level=walk&stage=project&ask=weights.1",
            "weights",
        ),
        ("lesson=geometry&stage=dot&ask=weights.0", "weights"),
        ("lesson=geometry&stage=repel&ask=weights.0", "repel"),
        ("lesson=heads&stage=project&ask=weights_2.0", "maps"),
        (
            "lesson=positions&stage=order&ask=output_shuffled.0.0",
            "order",
        ),
        // What no step shows leaves the reader where the link says.
        ("lesson=geometry&stage=angle&ask=masked.0.0", "angle"),
    ] {
        let place = opened(link).place().step;
        assert_eq!(registry::meta_of(link).steps[place], step, "{link}");
    }
}

/// The first number that the reader of flash attention sees is one of the tile, scaled as it stands there.
#[test]
fn flash_asks_about_its_tile() {
    let lesson = registry::open("lesson=flash&preset=tiles").unwrap();
    let cell = default_cell(&*lesson);
    assert_eq!(lesson.meta().of(cell.name).unwrap().key, "tile");
    assert!(
        !askable(&*lesson).contains(&TableId(8)),
        "no scores in the figure"
    );
    for (link, least) in [
        ("ask=tile.0.0", 1),
        ("ask=written.7.1", 2),
        ("ask=running_sum.5.0", 2),
    ] {
        let there = opened(&format!("lesson=flash&preset=tiles&{link}"));
        assert!(there.place().step >= least, "{link}");
        let setup = Setup::of(&format!("lesson=flash&{link}")).unwrap();
        assert!(setup.question.unwrap().ask.fits(&*there), "{link}");
    }
    let last = opened("lesson=flash&preset=tiles&at=9999&ask=written.1.0");
    assert_eq!(Some(last.place()), last.all_places().last().copied());
}

/// A token that stands twice has its row twice: the other one must not give the answer away.
#[test]
fn a_row_that_stands_twice_is_covered_twice() {
    for (link, twin) in [
        ("lesson=flash&preset=tiles&at=2&ask=tile.0.0", Some(0)),
        (
            "t=a,b,a&q=1,0;0,1;1,0&k=1,0;0,1;1,0&v=1;2;3&ask=weights.0",
            Some(2),
        ),
        ("preset=worked&ask=weights.0", None),
    ] {
        let lesson = opened(link);
        let session = Session::open(Setup::of(link).unwrap(), &*lesson);
        let cover = session.cover(&*lesson);
        let Some(table) = session.ask(&*lesson).unwrap().table() else {
            continue;
        };
        match twin {
            Some(row) => assert!(cover.hides(&*lesson, Cell::new(table, row, 0)), "{link}"),
            None => assert_eq!(cover, Cover::Row(table, 0), "{link}"),
        }
        let numbers = Covered::of(&*lesson, cover, lesson.numbers().unwrap());
        let asked = lesson.numbers().unwrap();
        let asked = asked.matrix(table).unwrap();
        let seen = numbers.matrix(table).unwrap();
        let gives_away = |row: usize| seen.row(row) == asked.row(0);
        assert!(!(0..seen.rows()).any(gives_away), "{link}");
    }
}
