//! Every lesson in somebody's page: alone, in its own size, fetched without the others.

use e2e::{Outcome, Page, Scheme, on_blank_page};
use lesson::registry::LESSONS;

use super::open;
use crate::wanted;

/// As the frames of course pages are, and as a desk and a hand show them.
const WIDTHS: [u32; 4] = [320, 390, 768, 1440];

#[test]
fn every_lesson_stands_alone_and_fits() -> Outcome {
    on_blank_page(async |page| {
        for lesson in wanted() {
            let slug = lesson.slug;
            open(&page, slug, "embed").await?;
            for around in [
                "header.site",
                ".skip",
                "nav.lessons",
                "[data-lesson].lessons",
            ] {
                assert_eq!(page.count(around).await?, 0, "{slug}: {around}");
            }
            for width in WIDTHS {
                page.resize(width, 800).await?;
                page.fits(&format!("{slug} in a frame {width} px wide"))
                    .await?;
            }
            page.console_is_clean().await?;
        }
        Ok(())
    })
}

#[test]
fn only_the_lessons_own_code_is_fetched() -> Outcome {
    on_blank_page(async |page| {
        let is_lesson = |part: &str| LESSONS.iter().any(|lesson| lesson.slug == part);
        for (index, lesson) in LESSONS.iter().enumerate() {
            let slug = lesson.slug;
            open(&page, slug, "embed").await?;
            let script = "return performance.getEntriesByType('resource').map(entry => entry.name)
                .map(name => /part_(\\w+)-/.exec(name)?.[1] ?? '').join(' ')";
            let parts = page.text_of(script).await?;
            let lessons: Vec<_> = parts.split(' ').filter(|part| is_lesson(part)).collect();
            // The first is in what the page opens with.
            let own = if index == 0 { vec![] } else { vec![slug] };
            assert_eq!(lessons, own, "{slug}");
        }
        Ok(())
    })
}

#[test]
fn the_way_to_its_own_page_leads_to_the_same_state() -> Outcome {
    on_blank_page(async |page| {
        open(&page, "stepper", "preset=worked&embed&lock=scale&digits=4").await?;
        page.choose("mask", "causal").await?;
        page.settled_fragment().await?;
        page.hover(".own-page a").await?;
        page.script("document.querySelector('.own-page a').focus()", vec![])
            .await?;
        let link = "const a = document.querySelector('.own-page a');
            return `${a.target} ${a.rel} ${new URL(a.href).hash}`";
        let link = page.text_of(link).await?;
        assert!(
            link.starts_with("_blank noopener #ver=1&lesson=stepper"),
            "{link}"
        );
        assert!(
            link.contains("mask=causal") && link.contains("&lock=scale"),
            "{link}"
        );
        assert!(!link.contains("embed"), "{link}");
        let fragment = page.fragment().await?;
        assert!(
            fragment.contains("&embed&lock=scale"),
            "kept in the address: {fragment}"
        );
        Ok(())
    })
}

#[test]
fn the_theme_of_the_link_counts_in_every_lesson() -> Outcome {
    on_blank_page(async |page| {
        for (scheme, theme, dark) in [
            (Scheme::Light, "dark", true),
            (Scheme::Dark, "light", false),
        ] {
            page.prefer(scheme).await?;
            for lesson in wanted() {
                let slug = lesson.slug;
                open(&page, slug, &format!("embed&theme={theme}")).await?;
                let shown = "return getComputedStyle(document.documentElement).colorScheme";
                assert_eq!(
                    page.text_of(shown).await?,
                    if dark { "dark" } else { "light" },
                    "{slug}"
                );
            }
        }
        Ok(())
    })
}

/// Much locked, so that every kind of control is looked at with its lock.
fn locked(slug: &str) -> &'static str {
    match slug {
        "training" => "embed&lock=settings,run,time,sequence,ablate,panel,files&hide=model",
        "cost" => "embed&lock=settings,run&hide=budget",
        "models" => "embed&lock=open,text,ablate,write,undo&hide=view",
        "geometry" => "embed&lock=turn,keys,undo,walk,k,menu&hide=digits",
        "scale" => "embed&lock=width,distribution,undo,walk,q,menu&hide=digits",
        "mlp" => "embed&lock=other,at,undo,walk,x,menu&hide=digits",
        "heads" => "embed&lock=heads,sharing,undo,walk,x,menu&hide=digits",
        "positions" => "embed&stage=rope&lock=order,clock,base,undo,walk,x,menu&hide=digits",
        "backward" => "embed&lock=loss,mask,undo,tokens,walk,k,menu&hide=digits",
        "flash" => "embed&lock=tile,mask,tokens,walk,q,menu&hide=digits",
        _ => "preset=worked&embed&lock=mask,undo,tokens,walk,k,query,menu,mode&hide=digits",
    }
}

async fn no_faults(page: &Page, scheme: Scheme, width: u32) -> Outcome {
    page.prefer(scheme).await?;
    for lesson in LESSONS {
        let slug = lesson.slug;
        open(page, slug, locked(slug)).await?;
        page.resize(width, 900).await?;
        let faults = page.accessibility_faults().await?;
        assert!(
            faults.is_empty(),
            "{slug}, {}, {width} px: {faults:#?}",
            scheme.name()
        );
        page.picture(&format!("framed-{slug}"), scheme, width)
            .await?;
    }
    Ok(())
}

#[test]
fn axe_finds_nothing_serious_at_locks_in_light() -> Outcome {
    on_blank_page(async |page| no_faults(&page, Scheme::Light, 1440).await)
}

#[test]
fn axe_finds_nothing_serious_at_locks_in_dark() -> Outcome {
    on_blank_page(async |page| no_faults(&page, Scheme::Dark, 390).await)
}
