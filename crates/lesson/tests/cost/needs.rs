//! Bytes and multiply-adds, counted another way; and the guard over them.

use lesson::lessons::cost::guard::{self, LONGEST, Refusal};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::need;
use lesson::lessons::cost::plan;
use lesson::lessons::cost::problem::CostProblem;
use lesson::lessons::cost::settings::{SIZES, Settings, Setup};

use super::made_up;

fn setup(causal: bool) -> Setup {
    Setup {
        d: 64,
        causal,
        window: 256,
        seed: 1,
    }
}

#[test]
fn bytes_are_those_of_the_matrices() {
    let own = |method, n| need::bytes(method, &setup(false), n);
    let n = 2048_u64;
    let operands = 4 * (4 * n * 64);
    assert_eq!(own(Method::Textbook, 2048), operands + 4 * n * n);
    // Scores, weights, and K or V packed, which are as large.
    assert_eq!(
        own(Method::Staged, 2048),
        operands + 2 * 4 * n * n + 4 * n * 64
    );
    assert!(own(Method::Linear, 2048) < operands + 4 * 64 * 128);
    for method in [Method::Fused, Method::Scalar, Method::Window] {
        let grows = own(method, 8192) as f64 / own(method, 2048) as f64;
        assert!((3.8..=4.0).contains(&grows), "{method:?} grows by {grows}");
        assert!(own(method, 8192) < 16 << 20, "{method:?}");
    }
}

#[test]
fn multiply_adds_are_those_of_the_pairs_that_may_be_seen() {
    for causal in [false, true] {
        for (n, window) in [(64, 256), (512, 256), (512, 1), (1024, 1024)] {
            let setup = Setup {
                window,
                ..setup(causal)
            };
            for method in [
                Method::Textbook,
                Method::Fused,
                Method::Scalar,
                Method::Window,
            ] {
                let shape = need::shape(method, &setup, n);
                let counted: usize = (0..n).map(|i| shape.keys_of(i).len()).sum();
                let pairs = need::pairs(method, &setup, n);
                assert_eq!(pairs, counted as u64, "{method:?} {n} {window} {causal}");
                assert_eq!(need::multiply_adds(method, &setup, n), pairs * 128);
            }
        }
    }
    let full = need::multiply_adds(Method::Staged, &setup(true), 512);
    assert_eq!(full, 512 * 512 * 128, "what is masked was computed before");
    let linear = |n| need::multiply_adds(Method::Linear, &setup(false), n);
    assert_eq!(linear(1), 64 * 64 + 64 + 64 * 64);
    assert_eq!(linear(8192), 8192 * linear(1));
}

#[test]
fn what_exceeds_the_budget_is_refused_with_its_bytes() {
    let settings = Settings {
        budget: 512,
        ..Settings::default()
    };
    let judged = |place| guard::judge(&settings, &[], place, true);
    let bytes = need::bytes(Method::Staged, &settings.setup, 8192);
    assert!(bytes > 2 * 4 * 8192 * 8192);
    assert_eq!(
        judged((Method::Staged, 8192)),
        Err(Refusal::Memory(bytes, 512_000_000))
    );
    assert_eq!(judged((Method::Staged, 4096)), Ok(()));
    assert_eq!(judged((Method::Fused, 8192)), Ok(()));
}

#[test]
fn what_would_take_long_is_refused_with_its_prediction_unless_asked_for() {
    let settings = Settings::default();
    let points: Vec<_> = [(512, 1000.0), (1024, 4000.0), (2048, 16_000.0)]
        .map(|(n, ms)| made_up(Method::Textbook, n, ms))
        .into();
    let judge = |n, anyway| guard::judge(&settings, &points, (Method::Textbook, n), anyway);
    match judge(4096, false) {
        Err(Refusal::Time(ms)) => assert!((ms - 64_000.0).abs() < 1e-6 * ms, "{ms}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(judge(4096, true), Ok(()));
    assert_eq!(judge(2048, false), Ok(()), "16 s are below {LONGEST} ms");
    let others = guard::judge(&settings, &points, (Method::Fused, 8192), false);
    assert_eq!(others, Ok(()), "nothing is known of it");
}

#[test]
fn small_sizes_come_first_and_known_points_do_not_come_again() {
    let settings = Settings {
        methods: vec![Method::Textbook, Method::Fused],
        largest: 256,
        ..Settings::default()
    };
    let known = [made_up(Method::Fused, 128, 1.0)];
    assert_eq!(
        plan::missing(&settings, &known),
        [
            (Method::Textbook, 64),
            (Method::Fused, 64),
            (Method::Textbook, 128),
            (Method::Textbook, 256),
            (Method::Fused, 256),
        ]
    );
    let all = plan::missing(&Settings::default(), &[]);
    assert_eq!(all.len(), SIZES.len() * Method::ALL.len());
}

#[test]
fn settings_that_cannot_be_are_refused_by_name() {
    let refused = |change: fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        settings.check()
    };
    assert_eq!(refused(|_| {}), Ok(()));
    assert_eq!(refused(|s| s.setup.d = 0), Err(CostProblem::Width(0)));
    assert_eq!(refused(|s| s.setup.d = 65), Err(CostProblem::Width(65)));
    assert_eq!(
        refused(|s| s.setup.window = 0),
        Err(CostProblem::Window(0, 8192))
    );
    assert_eq!(
        refused(|s| s.largest = 16_384),
        Err(CostProblem::Largest(16_384))
    );
    assert_eq!(
        refused(|s| s.budget = usize::MAX),
        Err(CostProblem::Budget(usize::MAX, 3072))
    );
    assert_eq!(refused(|s| s.methods.clear()), Err(CostProblem::NoMethod));
}

#[test]
fn a_method_is_switched_out_and_in_at_its_place() {
    let mut settings = Settings::default();
    settings.switch(Method::Staged);
    assert!(!settings.methods.contains(&Method::Staged));
    assert_eq!(settings.methods.len(), Method::ALL.len() - 1);
    settings.switch(Method::Staged);
    assert_eq!(settings, Settings::default());
}
