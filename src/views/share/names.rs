//! What controls are called, in the words that stand on them in the page.

use crate::text::tr;

/// The key of a control's name: `-` is no part of a key, and one name is a word of Rust.
fn key(name: &str) -> String {
    match name {
        "override" => "override_cell".to_owned(),
        name => name.replace('-', "_"),
    }
}

macro_rules! names {
    ($($key:ident)*) => {
        /// What a control is called; its name in links where nobody has given it one, which a test finds.
        pub fn called(name: &str) -> String {
            match &*key(name) {
                $(stringify!($key) => tr!(share.control.$key),)*
                _ => name.to_owned(),
            }
        }

        /// The keys there are.
        #[cfg(test)]
        const KEYS: &[&str] = &[$(stringify!($key)),*];
    };
}

names! {
    examples preset restore source kind mask mask_size scale scale_factor mode digits undo redo tokens shape
    add_token overrides override_cell toggle_mask clear clear_all difference walk reset back play next scrub
    speed goto fold query cells q k v x x_kv w_q w_k w_v menu tile tile_queries tile_keys to_stepper model
    experiment one_run settings task layers heads d_model mlp scaled causal family positions optimiser rate
    decay batch seed run train step time now sequence text another side head ablate all_heads panel combine
    view threshold token open_head write temperature temperature_slider top_k top_p draws new_draws cache
    write_start write_draw write_likely write_all write_back all_candidates take place all_numbers files
    export import save_figure method d to budget window measure cancel anyway show predict question answer bar
    divide option check reveal next_question new_numbers forget level loss loss_query loss_key descend descend_many check_gradient target grad_output
    elsewhere sharing draw_weights w_o turn lengthen keys add_key remove_key repel
    distribution width another_draw count order summing base pairing clock asks asked slopes slope_head map_length map_width
    trained far
    open open_folder open_files stop_opening
    hub hub_name look_up fetch decline pause_fetching cancel_fetching open_kept delete_kept write_on hide_key own_model moment watch follow draw_row other_text swap save_run save_program notebook copy_snippet guess int8
    preset_note full progress beside row map statistics
    other at between count_n train_on train_all untrain keep_new new w_in b_in w_out b_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use lesson::registry::LESSONS;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn every_control_of_every_lesson_has_a_name() {
        for lesson in LESSONS {
            for control in lesson.controls {
                let key = key(control.name);
                assert!(
                    KEYS.contains(&&*key),
                    "{}: {key} in share.control",
                    lesson.slug
                );
            }
        }
    }

    #[test]
    fn no_name_is_left_over() {
        let mut controls = LESSONS.iter().flat_map(|lesson| lesson.controls);
        for own in KEYS {
            assert!(
                controls.clone().any(|control| key(control.name) == *own),
                "{own}"
            );
        }
        assert!(controls.next().is_some());
    }
}
