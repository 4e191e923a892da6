//! Numbers as text that reads back bit for bit: two texts are the same where the numbers are.

use attention::Matrix;

/// The shortest text that reads back as the same number; −0 is `-0`, −∞ is `-inf`.
pub fn number(value: f32) -> String {
    let (plain, power) = (format!("{value}"), format!("{value:e}"));
    if power.len() < plain.len() {
        power
    } else {
        plain
    }
}

/// Rows joined by `;`, numbers by `,`.
pub fn matrix(matrix: &Matrix) -> String {
    let row = |row: &[f32]| {
        row.iter()
            .copied()
            .map(number)
            .collect::<Vec<_>>()
            .join(",")
    };
    matrix.iter_rows().map(row).collect::<Vec<_>>().join(";")
}

/// `1` or `0`.
pub fn yes(yes: bool) -> &'static str {
    if yes { "1" } else { "0" }
}

#[test]
fn another_bit_is_another_text() {
    for value in [0.1_f32, -0.0, 1e30, 3.4e38, 1e-40, f32::NEG_INFINITY] {
        assert_eq!(number(value).parse().map(f32::to_bits), Ok(value.to_bits()));
        assert_ne!(number(value), number(f32::from_bits(value.to_bits() ^ 1)));
    }
}
