//! What sharing saves: the numbers that are learned, and those that a decoder keeps of each token.

use leptos::prelude::*;
use lesson::lessons::heads::Document;

use super::bench;
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::markup::{element, row, td, th};

/// The table: all heads with keys and values of their own, as it is now, one for all.
#[component]
pub fn Counts() -> impl IntoView {
    let bench = bench();
    let rows = derived(move || bench.document.with(|d| rows(d)));
    view! {
        <table class="plain-counts" data-counts="">
            <caption>{say!(heads.counts.title)}</caption>
            <thead><tr><td></td><th scope="col">{say!(heads.counts.parameters)}</th><th scope="col">{say!(heads.counts.cached)}</th></tr></thead>
            <tbody inner_html=rows></tbody>
        </table>
    }
}

fn rows(document: &Document) -> String {
    let divides = |groups: &usize| document.heads.is_multiple_of(*groups);
    let line = |groups: usize| {
        let shared = Document {
            groups,
            ..document.clone()
        };
        let (d, wide) = (shared.d_model(), groups * shared.d_k());
        let learned = format!("2·{d}·{d} + 2·{d}·{wide} = {}", shared.parameters());
        let cached = format!("2·{wide} = {}", shared.cached());
        let here = if groups == document.groups {
            "class=\"here\""
        } else {
            ""
        };
        let cells = [td(&learned), td(&cached)];
        row(here, th(&called(document.heads, groups)), cells.into_iter())
    };
    let all = (1..=document.heads).rev().filter(divides);
    let lines: String = all.map(line).collect();
    match document.heads {
        1 => lines + &element("tr", "", ""),
        _ => lines,
    }
}

/// MHA, GQA or MQA, with its groups.
pub fn called(heads: usize, groups: usize) -> String {
    match groups {
        1 if heads == 1 => tr!(heads.sharing_one),
        groups if groups == heads => tr!(heads.sharing_none, groups = groups),
        1 => tr!(heads.sharing_all),
        groups => tr!(heads.sharing_some, groups = groups),
    }
}
