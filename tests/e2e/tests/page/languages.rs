//! Every lesson in every language: by link, by menu, by what the browser wishes; what is said when a
//! language cannot be had; and that nothing is lost, cut off or mute in any of them.

use std::fs;

use e2e::{Error, Input, Outcome, Page, Scheme, Server, Site, on_blank_page, on_server, workspace};
use lesson::core::lesson::Meta;
use serde_json::Value;

const Q00: Input = Input("q", 0, 0);
/// The arrow key, as WebDriver sends it.
const RIGHT: &str = "\u{e014}";

/// A file of translations, as the page has it.
struct Language {
    code: String,
    texts: Value,
}

impl Language {
    fn all() -> Result<Vec<Self>, Error> {
        let folder = workspace().join("assets/locales");
        let files = fs::read_dir(folder).map_err(Error::io("list the translations"))?;
        let mut all = Vec::new();
        for file in files {
            all.push(Self::read(
                &file.map_err(Error::io("list the translations"))?.path(),
            )?);
        }
        all.sort_by(|one, other| one.code.cmp(&other.code));
        Ok(all)
    }

    fn read(path: &std::path::Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(Error::io("read a translation"))?;
        let texts = serde_json::from_str(&text)
            .map_err(|error| Error::Setup(format!("{}: {error}", path.display())))?;
        let code = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self {
            code: code.into_owned(),
            texts,
        })
    }

    fn named(code: &str) -> Result<Self, Error> {
        Self::read(&workspace().join(format!("assets/locales/{code}.json")))
    }

    /// The text of a key, up to its first value.
    fn text(&self, key: &str) -> String {
        let pointer = format!("/{}", key.replace('.', "/"));
        let text = self.texts.pointer(&pointer).and_then(Value::as_str);
        let text = text.unwrap_or_default();
        text.split("{{").next().unwrap_or_default().to_owned()
    }

    /// The page is in this language: so it says to programs, and its button and its title say so too.
    async fn is_read(&self, page: &Page) -> Outcome {
        page.says("[data-action=next]", &self.text("walk.next"))
            .await?;
        let root = "const root = document.documentElement; return `${root.lang} ${root.dir}`";
        let wanted = format!("{} {}", self.code, self.text("language.direction"));
        assert_eq!(page.text_of(root).await?, wanted);
        let title = page.text_of("return document.title").await?;
        assert_eq!(title, self.text("site.title"));
        Ok(())
    }
}

#[test]
fn a_link_opens_in_its_language_and_stays_in_it() -> Outcome {
    on_blank_page(async |page| {
        for language in Language::all()? {
            page.open(&format!(
                "preset=worked&stage=weights&lang={}",
                language.code
            ))
            .await?;
            language.is_read(&page).await?;
            page.enter(Q00, "2").await?;
            let kept = format!("lang={}", language.code);
            assert!(page.settled_fragment().await?.contains(&kept));
        }
        Ok(())
    })
}

#[test]
fn the_menu_changes_the_language_and_nothing_else() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights").await?;
        page.enter(Q00, "1.5").await?;
        let before = page.matrix("weights").await?;
        for language in ["ar", "de"] {
            page.choose("language", language).await?;
            Language::named(language)?.is_read(&page).await?;
            assert_eq!(page.matrix("weights").await?, before);
        }
        page.says("table[data-matrix=weights] td", ",").await?;
        assert!(!page.settled_fragment().await?.contains("lang="));
        assert_eq!(page.shown(Q00).await?, "1,5");
        // As it is typed in that language.
        page.enter(Q00, "0,5").await?;
        page.open("preset=worked").await?;
        Language::named("de")?.is_read(&page).await?;
        page.choose("language", "en").await?;
        Language::named("en")?.is_read(&page).await
    })
}

/// The address behind says the language of the link. Where the page is loaded anew all is lost that no address holds: what
/// was trained, and measured, and opened from the disk.
#[test]
fn on_the_way_back_another_language_stays_and_nothing_is_lost() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights&lang=de&lock=mask")
            .await?;
        page.enter(Q00, "0,5").await?;
        page.script("window.stays = true", vec![]).await?;
        page.go_to_lesson("cost").await?;
        page.element_is_there("#cost [data-action=measure]").await?;
        page.choose("language", "en").await?;
        page.element_is_there(":root[lang=en]").await?;
        page.go_back().await?;
        page.at_stage("weights").await?;
        Language::named("en")?.is_read(&page).await?;
        let link = page.settled_fragment().await?;
        assert!(
            link.contains("lang=en") && link.contains("lock=mask"),
            "{link}"
        );
        assert!(page.holds("return window.stays === true").await?);
        assert_eq!(page.shown(Q00).await?, "0.5");
        page.console_is_clean().await
    })
}

/// A link that was pasted over the address is read in its language, and what was typed can still be taken back.
#[test]
fn a_link_in_another_language_is_followed_without_a_load() -> Outcome {
    on_blank_page(async |page| {
        // Also where the page had been opened in no language.
        page.open("preset=worked").await?;
        page.script("window.stays = true", vec![]).await?;
        for code in ["fr", "de"] {
            let follow = format!("location.hash = '#preset=cat&lang={code}'");
            page.script(&follow, vec![]).await?;
            Language::named(code)?.is_read(&page).await?;
            let kept = format!("lang={code}");
            assert!(page.settled_fragment().await?.contains(&kept));
        }
        page.script("location.hash = '#preset=cat&lang=tlh'", vec![])
            .await?;
        page.says("[data-problem]", "lang=tlh").await?;
        assert!(page.holds("return window.stays === true").await?);
        page.console_is_clean().await
    })
}

/// By the browser's own plural rules.
#[test]
fn a_noun_goes_by_the_number_beside_it() -> Outcome {
    on_blank_page(async |page| {
        for (code, layers, said) in [
            ("en", 1, "1 layer × 2 heads"),
            ("en", 3, "3 layers × 2 heads"),
            ("de", 1, "1 Schicht × 2 Köpfe"),
            ("ar", 1, "طبقة واحدة"),
            ("ar", 2, "طبقتان"),
            ("ar", 3, " طبقات"),
        ] {
            let run = format!("a=copy,layers:{layers},heads:2,d_model:16,batch:8");
            page.load(&format!("lesson=training&{run}&lang={code}"))
                .await?;
            page.says(".settings summary", said).await?;
        }
        Ok(())
    })
}

#[test]
fn a_language_that_nobody_speaks_is_said() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&lang=tlh").await?;
        page.says("[data-problem]", "lang=tlh").await?;
        Language::named("en")?.is_read(&page).await
    })
}

#[test]
fn a_language_that_cannot_be_fetched_leaves_the_page_as_it_is() -> Outcome {
    let mut site = Site::built()?;
    site.remove("locales/");
    on_server(Server::start(site)?, async |page: Page| {
        page.open("preset=worked&lang=fr").await?;
        page.says("[data-problem]", "Français").await?;
        Language::named("en")?.is_read(&page).await?;
        page.enter(Q00, "1.5").await?;
        page.choose("language", "de").await?;
        page.says("[data-problem]", "Deutsch").await?;
        Language::named("en")?.is_read(&page).await?;
        let menu = "return document.querySelector('[data-control=language]').value";
        assert_eq!(page.text_of(menu).await?, "en", "what the menu shows");
        assert_eq!(page.shown(Q00).await?, "1.5");
        Ok(())
    })
}

/// In a language: every lesson, light and dark, without a fault that axe-core sees, and no wider than a phone.
fn every_lesson_is_for_everyone(code: &'static str) -> Outcome {
    on_blank_page(async move |page| {
        for (lesson, level) in levels() {
            let slug = lesson.slug;
            open_whole(&page, slug, &format!("&lang={code}{level}")).await?;
            page.resize(1440, 900).await?;
            page.prefer(Scheme::Light).await?;
            none(
                &page.accessibility_faults().await?,
                code,
                slug,
                Scheme::Light,
            );
            page.prefer(Scheme::Dark).await?;
            none(&page.colour_faults().await?, code, slug, Scheme::Dark);
            for width in [320, 390] {
                page.resize(width, 800).await?;
                page.fits(&format!("{slug} in {code} at {width} px"))
                    .await?;
            }
        }
        Ok(())
    })
}

/// Opens a lesson and waits until it can be used and nothing is under way.
async fn open_whole(page: &Page, slug: &str, entries: &str) -> Outcome {
    page.load(&format!("lesson={slug}{entries}")).await?;
    let usable = ":is([data-control], [data-action=next])";
    page.element_is_there(&format!("#{slug} {usable}")).await?;
    page.nothing_is_busy().await
}

fn none(faults: &[String], code: &str, slug: &str, scheme: Scheme) {
    let scheme = scheme.name();
    assert!(faults.is_empty(), "{slug} in {code}, {scheme}: {faults:#?}");
}

/// A test a language, so that they run side by side.
macro_rules! for_everyone {
    ($($name:ident: $code:literal),* $(,)?) => {
        /// The languages that are tested.
        const TESTED: &[&str] = &[$($code),*];
        $(
            #[test]
            fn $name() -> Outcome {
                every_lesson_is_for_everyone($code)
            }
        )*
    };
}

for_everyone! {
    every_lesson_is_for_everyone_in_arabic: "ar",
    every_lesson_is_for_everyone_in_german: "de",
    every_lesson_is_for_everyone_in_english: "en",
    every_lesson_is_for_everyone_in_spanish: "es",
    every_lesson_is_for_everyone_in_french: "fr",
    every_lesson_is_for_everyone_in_chinese: "zh",
}

#[test]
fn no_language_is_left_out() -> Outcome {
    let all = Language::all()?;
    let codes: Vec<&str> = all.iter().map(|language| &*language.code).collect();
    assert_eq!(codes, TESTED);
    Ok(())
}

/// What depends on no colour can differ, too: one drawn in the dark may be drawn otherwise, and say less.
#[test]
fn every_rule_of_axe_holds_in_the_dark() -> Outcome {
    on_blank_page(async |page| {
        page.prefer(Scheme::Dark).await?;
        for (lesson, level) in levels() {
            open_whole(&page, lesson.slug, &format!("&lang=en{level}")).await?;
            let faults = page.accessibility_faults().await?;
            none(&faults, "en", lesson.slug, Scheme::Dark);
        }
        Ok(())
    })
}

/// Every lesson as its plain link opens it, and at its other levels where it has some.
pub fn levels() -> impl Iterator<Item = (&'static Meta, &'static str)> {
    crate::wanted().flat_map(|lesson| {
        let has_levels = lesson.keys.iter().any(|key| key.name == "level");
        let others = ["&level=queries", "&level=explore"].into_iter();
        let others = others.filter(move |_| has_levels);
        let all = std::iter::once("").chain(others);
        all.map(move |level| (lesson, level))
    })
}

/// Tokens stand from left to right in every language, so the key that points right leads right.
#[test]
fn arrow_keys_lead_where_they_point() -> Outcome {
    on_blank_page(async |page| {
        page.load("lesson=training&preset=induction&lang=ar")
            .await?;
        page.element_is_there("#training .head-tokens button[data-token='1']")
            .await?;
        page.nothing_is_busy().await?;
        page.send_keys_to(".head-tokens button[data-token='0']", RIGHT)
            .await?;
        let second = "return document.activeElement.dataset.token === '1'";
        assert!(page.holds(second).await?);
        Ok(())
    })
}

/// Numbers are read from left to right in every language, and so are the tables they stand in.
#[test]
fn matrices_and_formulas_go_from_left_to_right() -> Outcome {
    on_blank_page(async |page| {
        page.open("preset=worked&stage=weights&lang=ar").await?;
        let direction = "return [...document.querySelectorAll('#stepper table, #stepper math')]
            .filter(element => getComputedStyle(element).direction !== 'ltr')
            .map(element => element.outerHTML.slice(0, 80)).join(' | ')";
        assert_eq!(page.text_of(direction).await?, "");
        let order = "const cells = [...document.querySelectorAll('input[data-matrix=q]')]
            .filter(cell => cell.dataset.row === '0')
            .map(cell => cell.getBoundingClientRect().left);
            return cells.length > 1 && cells.every((left, at) => at === 0 || left > cells[at - 1])";
        assert!(page.holds(order).await?, "columns go to the right");
        Ok(())
    })
}
