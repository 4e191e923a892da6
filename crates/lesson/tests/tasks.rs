//! The examples of every task: right by a second opinion, on one side of the split only, and the
//! same for ever from the same seed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::{HashMap, HashSet};

use lesson::lessons::training::heads::HeadKind;
use lesson::lessons::training::task::{
    Example, Link, Objective, Split, Task, TextProblem, batch, english,
};
use oorandom::Rand32;

const BOTH: [Split; 2] = [Split::Train, Split::HeldOut];

/// So many examples of one side.
fn drawn(task: Task, split: Split, count: usize) -> Vec<Example> {
    let mut random = Rand32::new(7);
    (0..count)
        .map(|_| task.example(&mut random, split))
        .collect()
}

fn everywhere(mut check: impl FnMut(Task, &Example)) {
    for (task, split) in Task::ALL.iter().flat_map(|t| BOTH.map(|s| (*t, s))) {
        drawn(task, split, 500).iter().for_each(|e| check(task, e));
    }
}

fn words(task: Task, ids: &[u32]) -> Vec<&'static str> {
    ids.iter().map(|&id| task.words()[id as usize]).collect()
}

#[test]
fn every_sequence_is_n_known_tokens() {
    everywhere(|task, example| {
        assert_eq!(example.ids.len(), task.n());
        assert_eq!(example.targets.len(), task.n());
        let known = |id: &u32| (*id as usize) < task.words().len();
        assert!(example.ids.iter().all(known));
        assert!(example.targets.iter().flatten().all(known));
        assert!((1..=task.n()).contains(&example.prompt));
        assert!(example.targets.iter().any(Option::is_some));
    });
}

#[test]
fn targets_are_what_the_objective_says() {
    everywhere(|task, example| {
        let asked = (0..task.n()).filter(|&i| example.targets[i].is_some());
        match task.objective() {
            Objective::Next => {
                let first = asked.clone().next().unwrap();
                assert_eq!(first + 1, example.prompt);
                for i in asked {
                    assert_eq!(example.targets[i], Some(example.ids[i + 1]));
                }
            }
            Objective::Fill => {
                assert_eq!(asked.count(), 1);
                assert_eq!(example.prompt, task.n());
            }
        }
    });
}

/// What is asked for, one word after the other.
fn answer(task: Task, example: &Example) -> Vec<&'static str> {
    let asked: Vec<u32> = example.targets.iter().flatten().copied().collect();
    words(task, &asked)
}

fn question(task: Task, example: &Example) -> Vec<&'static str> {
    let words = words(task, &example.ids[..example.prompt]);
    words.into_iter().filter(|word| *word != "→").collect()
}

#[test]
fn copies_reversals_and_sorted_digits_are_right() {
    for (task, split) in [Task::Copy, Task::Reverse, Task::Sort]
        .into_iter()
        .flat_map(|t| BOTH.map(|s| (t, s)))
    {
        for example in drawn(task, split, 300) {
            let mut want = question(task, &example);
            match task {
                Task::Reverse => want.reverse(),
                Task::Sort => want.sort_by_key(|digit| digit.parse::<u8>().unwrap()),
                _ => {}
            }
            assert_eq!(want.len(), 8);
            assert_eq!(answer(task, &example), want);
        }
    }
}

#[test]
fn a_pattern_repeats_and_positions_do_not_tell() {
    let mut lengths = HashSet::new();
    for example in drawn(Task::Repeat, Split::Train, 500) {
        let ids = &example.ids;
        let length = (1..ids.len())
            .find(|&i| ids[..i].contains(&ids[i]))
            .unwrap();
        lengths.insert(length);
        let pattern = &ids[..length];
        for i in 0..ids.len() {
            // What always followed this letter, if anything always did.
            let follow = |j: &usize| ids[*j] == ids[i] && j + 1 < ids.len();
            let followers: HashSet<u32> = (0..i).filter(follow).map(|j| ids[j + 1]).collect();
            let target = example.targets[i];
            if i < length || i + 1 == ids.len() || Some(&ids[i]) == pattern.last() {
                assert_eq!(target, None);
            } else {
                assert_eq!(followers, target.into_iter().collect());
            }
        }
    }
    assert_eq!(lengths, (4..=9).collect());
}

#[test]
fn the_majority_is_one_and_counted() {
    let mut counts = HashSet::new();
    for example in BOTH.map(|split| drawn(Task::Majority, split, 500)).concat() {
        let mut tally = HashMap::new();
        for letter in question(Task::Majority, &example) {
            *tally.entry(letter).or_insert(0) += 1;
        }
        let most = *tally.values().max().unwrap();
        let leaders: Vec<&str> = tally
            .iter()
            .filter(|x| *x.1 == most)
            .map(|x| *x.0)
            .collect();
        assert_eq!(leaders.len(), 1);
        assert_eq!(
            answer(Task::Majority, &example),
            [leaders[0], &most.to_string()]
        );
        counts.insert(most);
    }
    assert_eq!(counts, (3..=8).collect());
}

#[test]
fn brackets_are_closed_and_nothing_is_left() {
    for example in BOTH.map(|split| drawn(Task::Brackets, split, 500)).concat() {
        let mut answer = answer(Task::Brackets, &example);
        assert_eq!(answer.pop(), Some("."));
        assert!((1..=6).contains(&answer.len()));
        let mut text = question(Task::Brackets, &example).concat() + &answer.concat();
        // A nested text is one from which adjacent pairs can be taken until nothing is left.
        while let Some(pair) = ["()", "[]", "{}"].iter().find(|pair| text.contains(**pair)) {
            text = text.replacen(pair, "", 1);
        }
        assert_eq!(text, "");
        let end = Task::Brackets.unpadded(&example.ids);
        assert_eq!(words(Task::Brackets, &example.ids)[end - 1], ".");
        assert!(example.targets[end - 1..].iter().all(Option::is_none));
    }
}

/// Of all tasks brackets alone say where writing ends; the others fill their sequence.
#[test]
fn writing_ends_where_the_answer_does() {
    everywhere(|task, example| {
        let end = task.unpadded(&example.ids);
        let ended = |places: &usize| task.is_ended_by(&example.ids[..*places]);
        let ends: Vec<usize> = (0..=end).filter(ended).collect();
        let wanted = vec![end; usize::from(task == Task::Brackets)];
        assert_eq!(ends, wanted, "{task:?}");
    });
}

#[test]
fn sums_are_right_modulo_a_prime() {
    let task = Task::Modular;
    for example in BOTH.map(|split| drawn(task, split, 500)).concat() {
        let sentence = words(task, &example.ids);
        let number = |i: usize| sentence[i].parse::<i32>().unwrap();
        assert_eq!((sentence[1], sentence[3]), ("+", "="));
        assert_eq!((number(0) + number(2) - number(4)).rem_euclid(23), 0);
        assert_eq!(answer(task, &example), [sentence[4]]);
    }
}

const ANIMALS: [&str; 6] = ["animal", "dog", "cat", "horse", "fox", "goat"];
const TRAITS: [&str; 6] = ["tired", "hungry", "scared", "ill", "lazy", "thirsty"];

#[test]
fn a_pronoun_refers_to_the_noun_its_adjective_fits() {
    let mut readings: HashMap<(u32, u32), HashSet<bool>> = HashMap::new();
    let mut orders = HashSet::new();
    for example in drawn(Task::English, Split::Train, 4000) {
        let Some(found) = english::referent(&example.ids) else {
            continue;
        };
        let sentence = words(Task::English, &example.ids);
        let animate = sentence.iter().any(|word| TRAITS.contains(word));
        assert_eq!(found.animate, animate);
        assert_eq!(ANIMALS.contains(&sentence[found.right]), animate);
        assert_eq!(ANIMALS.contains(&sentence[found.wrong]), !animate);
        assert_eq!(sentence[found.it], "it");
        assert_eq!(example.targets[found.it], Some(example.ids[found.right]));
        let (a, b) = (example.ids[found.right], example.ids[found.wrong]);
        readings
            .entry((a.min(b), a.max(b)))
            .or_default()
            .insert(animate);
        orders.insert((found.it, found.right, found.wrong, animate));
    }
    assert_eq!(readings.len(), 36);
    assert!(readings.values().all(|both| both.len() == 2));
    assert_eq!(orders.len(), 8, "four word orders, two readings each");
}

#[test]
fn a_verb_agrees_with_its_subject_past_attractors() {
    let (mut verbs, mut attracted, mut orders) = (HashMap::new(), 0, HashSet::new());
    for example in drawn(Task::English, Split::Train, 2000) {
        let Some(found) = english::agreement(&example.ids) else {
            assert!(english::referent(&example.ids).is_some());
            continue;
        };
        let sentence = words(Task::English, &example.ids);
        assert!(english::referent(&example.ids).is_none());
        let plural = sentence[found.subject].ends_with('s');
        assert_eq!(found.plural, plural);
        let now = sentence.contains(&"now");
        assert_ne!(now, sentence.contains(&"then"));
        let verb = answer(Task::English, &example)[0];
        assert_eq!(verb == "are" || verb == "were", plural);
        assert_eq!(verb == "is" || verb == "are", now);
        assert_eq!(sentence[found.gap], "_");
        *verbs.entry(verb).or_insert(0) += 1;
        let old = sentence.iter().position(|word| *word == "old").unwrap();
        attracted += usize::from(sentence[old + 1].ends_with('s') != plural);
        orders.insert((found.gap, found.subject));
    }
    let total: usize = verbs.values().sum();
    assert!(verbs.len() == 4 && verbs.values().all(|count| *count > total / 5));
    assert!(attracted > total / 3);
    assert_eq!(orders.len(), 4);
}

/// What must not be on both sides, read off the tokens.
fn content(task: Task, example: &Example) -> Vec<u32> {
    let ids = &example.ids;
    let mut asked = ids[..example.prompt].to_vec();
    if task == Task::Sort {
        asked.sort_unstable();
    }
    if let Some(found) = english::agreement(ids) {
        let sentence = words(task, ids);
        let at = |word| sentence.iter().position(|other| *other == word);
        let state = ["rusty", "dirty", "broken"]
            .into_iter()
            .find_map(at)
            .unwrap();
        let second = at("old").unwrap() + 1;
        let is_noun =
            |i: &usize| (49..61).contains(&ids[*i]) && ![found.subject, second].contains(i);
        let third = (0..ids.len()).find(is_noun).unwrap();
        asked = [found.subject, second, third, state]
            .map(|i| ids[i])
            .to_vec();
    } else if task == Task::English {
        asked.retain(|id| (18..42).contains(id));
        asked.sort_unstable();
    }
    asked
}

#[test]
fn no_content_is_on_both_sides() {
    for task in Task::ALL {
        let [train, held_out] = BOTH.map(|split| {
            let examples = drawn(task, split, 4000);
            let contents = examples.iter().map(|example| content(task, example));
            contents.collect::<HashSet<_>>()
        });
        assert!(train.is_disjoint(&held_out), "{task:?}");
        assert!(train.len() > 100 && held_out.len() > 50, "{task:?}");
    }
}

#[test]
fn about_one_content_in_five_is_held_out() {
    let pairs = drawn(Task::Modular, Split::HeldOut, 20_000);
    let held_out: HashSet<_> = pairs
        .iter()
        .map(|pair| content(Task::Modular, pair))
        .collect();
    assert!(
        (80..=132).contains(&held_out.len()),
        "{} of 529",
        held_out.len()
    );
}

/// FNV-1a over the tokens and targets of the first hundred examples.
fn fingerprint(task: Task) -> u64 {
    let mut random = Rand32::new(1);
    let examples = (0..100).map(|_| task.example(&mut random, Split::Train));
    let numbers = examples.flat_map(|example| {
        let targets = example.targets.into_iter().map(|t| t.unwrap_or(u32::MAX));
        let prompt = example.prompt as u32;
        example
            .ids
            .into_iter()
            .chain(targets)
            .chain([prompt])
            .collect::<Vec<_>>()
    });
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, x| {
        (hash ^ u64::from(x)).wrapping_mul(0x100_0000_01b3)
    })
}

/// A run that is described by its seed must be the same run next year. Whoever changes a task
/// changes what its links mean, and should know it.
#[test]
fn the_same_seed_gives_the_same_examples_for_ever() {
    let found = Task::ALL.map(|task| (task.slug(), fingerprint(task)));
    let want = [
        ("copy", 0xcbb6_a35d_abe5_c2fa),
        ("reverse", 0x45ac_97d6_42cd_171a),
        ("sort", 0xcd40_1fa0_7cec_89f6),
        ("repeat", 0x281a_b481_2688_d874),
        ("majority", 0x8432_6db4_43c6_cebc),
        ("brackets", 0x060f_21d7_e46b_43eb),
        ("modular", 0x8381_15c8_4839_5143),
        ("english", 0x336d_ae49_246d_1898),
    ];
    assert_eq!(found, want, "{found:#x?}");
}

#[test]
fn a_batch_depends_on_seed_step_and_split_alone() {
    for task in Task::ALL {
        let of = |seed, step, split| batch(task, seed, step, split, 6);
        let first = of(1, 5, Split::Train);
        assert_eq!(first, of(1, 5, Split::Train));
        assert_eq!((first.0.len(), first.1.len()), (6 * task.n(), 6 * task.n()));
        assert_eq!(
            batch(task, 1, 5, Split::Train, 2).0,
            first.0[..2 * task.n()]
        );
        for other in [
            of(1, 6, Split::Train),
            of(2, 5, Split::Train),
            of(1, 5, Split::HeldOut),
        ] {
            assert_ne!(first, other);
        }
    }
}

#[test]
fn slugs_and_words_are_names() {
    for task in Task::ALL {
        assert_eq!(Task::of(task.slug()), Some(task));
        let words: HashSet<_> = task.words().iter().collect();
        assert_eq!(words.len(), task.words().len(), "{task:?} has a word twice");
        assert!(words.len() <= 64 && task.n() <= 20);
        assert!(
            words
                .iter()
                .all(|w| !w.is_empty() && !w.contains(char::is_whitespace))
        );
        assert!(words.iter().all(|w| w.to_lowercase() == ***w));
    }
    assert_eq!(Task::of("nothing"), None);
}

#[test]
fn own_text_is_read_back() {
    everywhere(|task, example| {
        let words = words(task, &example.ids);
        assert_eq!(task.encode(&words.join(" ")), Ok(example.ids.clone()));
        assert_eq!(
            task.encode(&words.join("\n ").to_uppercase()),
            Ok(example.ids.clone())
        );
        if words.iter().all(|word| word.chars().count() == 1) && task != Task::Modular {
            assert_eq!(task.encode(&words.concat()), Ok(example.ids.clone()));
        }
    });
}

#[test]
fn own_text_is_read_leniently() {
    assert_eq!(Task::Copy.encode("abca->"), Ok(vec![0, 1, 2, 0, 10]));
    assert_eq!(Task::Modular.encode("12+5="), Ok(vec![12, 23, 5, 24]));
    // What ends the sequences of a task is a token also where nothing stands apart.
    let apart = Task::Brackets.encode("( → ) .").unwrap();
    assert_eq!(apart.len(), 4);
    assert_eq!(Task::Brackets.encode("(→)."), Ok(apart));
    let famous = "The animal didn’t cross the street because it was too tired.";
    let ids = Task::English.encode(famous).unwrap();
    let found = english::referent(&ids).unwrap();
    assert_eq!(
        (found.it, found.right, found.wrong, found.animate),
        (8, 1, 6, true)
    );
    let ids = Task::English
        .encode(&famous.replace("tired", "wide"))
        .unwrap();
    let found = english::referent(&ids).unwrap();
    assert_eq!((found.right, found.animate), (6, false));
    for nonsense in [
        "wide wide",
        "icy and ill",
        "it wide",
        "left the dog too tired",
    ] {
        let ids = Task::English.encode(&famous.replace("tired", nonsense));
        assert!(ids.is_err() || english::referent(&ids.unwrap()).is_none());
    }
    let short = Task::English
        .encode("the keys to the cabinet _ rusty now")
        .unwrap();
    let found = english::agreement(&short).unwrap();
    assert_eq!((found.gap, found.subject, found.plural), (5, 1, true));
}

#[test]
fn bad_text_is_refused_by_name() {
    for task in Task::ALL {
        assert_eq!(task.encode(""), Err(TextProblem::Empty));
        assert_eq!(task.encode(" \n\t"), Err(TextProblem::Empty));
        let word = task.words()[1];
        let (found, most) = (task.n() + 1, task.n());
        let long = [word].repeat(found).join(" ");
        assert_eq!(
            task.encode(&long),
            Err(TextProblem::TooLong { found, most })
        );
        let unknown = |word: &str, place| {
            let word = word.to_owned();
            Err(TextProblem::Unknown { word, place })
        };
        assert_eq!(task.encode(&format!("{word} {word} ü")), unknown("ü", 2));
    }
    let unknown = |word: String, place| Err(TextProblem::Unknown { word, place });
    assert_eq!(Task::Copy.encode("abz"), unknown("z".to_owned(), 2));
    assert_eq!(
        Task::Modular.encode("1 + 123"),
        unknown("123".to_owned(), 2)
    );
    let long = "x".repeat(1000);
    assert_eq!(
        Task::English.encode(&long),
        unknown("x".repeat(40) + "…", 0)
    );
}

/// From where to where, without the kind.
fn pairs(links: &[Link]) -> Vec<(usize, usize)> {
    links.iter().map(|link| (link.from, link.to)).collect()
}

#[test]
fn links_lead_to_the_answer() {
    let links = |task: Task, text| pairs(&task.links(&task.encode(text).unwrap()));
    assert_eq!(links(Task::Copy, "abc→abc"), [(3, 0), (4, 1), (5, 2)]);
    assert_eq!(links(Task::Reverse, "abc→c"), [(3, 2), (4, 1)]);
    let sorted = [(4, 1), (4, 3), (5, 1), (5, 3), (6, 2), (7, 0)];
    assert_eq!(links(Task::Sort, "7131→1137"), sorted);
    assert_eq!(links(Task::Brackets, "([]{→})."), [(4, 3), (5, 0)]);
    assert_eq!(links(Task::Brackets, ")(→)."), [(2, 1)]);
    assert_eq!(links(Task::Modular, "3 + 4 ="), [(3, 0), (3, 2)]);
    assert_eq!(links(Task::English, "the dog was avoided"), []);
    let keys = "near the door the keys to the old cabinet _ rusty now";
    assert_eq!(links(Task::English, keys), [(9, 4)]);
    let famous = "the animal did not cross the street because it was too wide";
    assert_eq!(links(Task::English, famous), [(8, 6), (8, 11)]);
    for (task, nothing) in [
        (Task::Copy, "abc"),
        (Task::Modular, "= 3"),
        (Task::Brackets, "("),
    ] {
        assert_eq!(links(task, nothing), []);
    }
}

/// The token a link of these kinds leads to is, or names, the one that is asked for.
#[test]
fn links_of_examples_hold_the_target() {
    everywhere(|task, example| {
        for link in task.links(&example.ids) {
            assert!(example.targets[link.from].is_some());
            let (asked, held) = (example.targets[link.from], example.ids[link.to]);
            match link.kind {
                HeadKind::Source | HeadKind::Pronoun => assert_eq!(asked, Some(held)),
                HeadKind::MatchingBracket => assert_eq!(asked, Some(held + 1)),
                HeadKind::Operand => assert!(held < 23),
                HeadKind::Clue => assert!((30..42).contains(&held)),

                kind => assert_eq!(kind, HeadKind::Subject),
            }
        }
    });
}
