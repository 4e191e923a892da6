//! Matrices, masks, and what is said when shapes do not fit.

use attention::{Backend, Keep, Mask, Matrix, ShapeError, masked, mix, project, scores, stages};

macro_rules! tests {
    ($($name:ident $body:block)*) => {
        $(
            #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
            #[cfg_attr(not(target_arch = "wasm32"), test)]
            fn $name() $body
        )*
    };
}

fn zeros(rows: usize, cols: usize) -> Matrix {
    Matrix::zeros(rows, cols)
}

tests! {
    a_matrix_is_row_major {
        let m = Matrix::new(2, 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert_eq!((m.rows(), m.cols(), m.shape()), (2, 3, (2, 3)));
        assert_eq!((m.at(0, 2), m.at(1, 0)), (3.0, 4.0));
        assert_eq!(m.row(1), [4.0, 5.0, 6.0]);
        assert_eq!(m.iter_rows().collect::<Vec<_>>(), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_eq!(m.transposed().data(), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(m, Matrix::from_fn(2, 3, |i, j| (3 * i + j + 1) as f32));
        assert_eq!(m, Matrix::from_rows(&[vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]]).unwrap());
        assert_eq!(Matrix::identity(2).data(), [1.0, 0.0, 0.0, 1.0]);
    }

    cells_outside_are_refused {
        let mut m = zeros(2, 3);
        assert!(m.set(1, 2, 7.0));
        assert_eq!(m.get(1, 2), Some(7.0));
        assert!(!m.set(0, 3, 9.0), "past the row, though the buffer goes on");
        assert!(!m.set(2, 0, 9.0));
        assert_eq!((m.get(0, 3), m.get(2, 0)), (None, None));
        assert_eq!(m.data(), [0.0, 0.0, 0.0, 0.0, 0.0, 7.0]);
        m.row_mut(0)[1] = 2.0;
        m.data_mut()[0] = 1.0;
        assert_eq!(m.row(0), [1.0, 2.0, 0.0]);
    }

    empty_matrices_have_their_shape {
        assert_eq!(Matrix::from_rows(&[]).unwrap().shape(), (0, 0));
        assert_eq!(Matrix::from_rows(&[vec![], vec![]]).unwrap().shape(), (2, 0));
        assert_eq!(zeros(3, 0).iter_rows().count(), 3);
        assert_eq!(zeros(3, 0).transposed().shape(), (0, 3));
    }

    bad_matrices_are_refused_in_words {
        let wrong = Matrix::new(2, 3, vec![0.0; 5]).unwrap_err();
        assert_eq!(wrong, ShapeError::Length { operation: "matrix", shape: (2, 3), found: 5 });
        assert_eq!(wrong.to_string(), "matrix: a 2×3 matrix does not hold 5 numbers");
        assert!(Matrix::new(usize::MAX, 2, vec![]).is_err(), "the product overflows");
        let ragged = Matrix::from_rows(&[vec![1.0, 2.0], vec![3.0]]).unwrap_err();
        let words = "matrix: every row must be as long as the first; row 0 has 2 entries, row 1 has 1";
        assert_eq!(ragged.to_string(), words);
        assert!(matches!(
            Keep::from_rows(&[vec![true], vec![]]),
            Err(ShapeError::Ragged { operation: "mask", row: 1, expected: 1, found: 0 })
        ));
    }

    every_stage_names_itself_and_both_shapes {
        let said = |e: Result<Matrix, ShapeError>| e.unwrap_err().to_string();
        let tail = "; got 2×3 and 4×5";
        for (message, operation) in [
            (said(project(&zeros(2, 3), &zeros(4, 5))), "project = X·W: "),
            (said(scores(&zeros(2, 3), &zeros(4, 5))), "scores = Q·Kᵀ: "),
            (said(masked(&zeros(2, 3), &zeros(4, 5))), "mask: "),
            (said(mix(&zeros(2, 3), &zeros(4, 5))), "output = weights·V: "),
        ] {
            assert!(message.starts_with(operation) && message.ends_with(tail), "{message}");
        }
        let best = Backend::best();
        assert!(best.shift(&zeros(2, 3), &zeros(1, 1)).is_err());
        assert!(best.divide(&zeros(2, 3), &zeros(2, 2)).is_err());
        let unpaired = stages(&zeros(2, 3), &zeros(4, 3), &zeros(5, 3), None, 1.0).unwrap_err();
        assert_eq!(unpaired.to_string(), "keys and values: every key needs exactly one value; got 4×3 and 5×3");
    }

    masks_do_what_they_say {
        let table = |mask: Mask, n, m| -> Vec<String> {
            let keep = mask.keep(n, m).unwrap();
            let cell = |i, j| if keep.get(i, j).unwrap() { '#' } else { '.' };
            (0..n).map(|i| (0..m).map(|j| cell(i, j)).collect()).collect()
        };
        assert_eq!(table(Mask::None, 2, 3), ["###", "###"]);
        assert_eq!(table(Mask::Causal, 3, 4), ["#...", "##..", "###."]);
        assert_eq!(table(Mask::Causal, 3, 2), ["#.", "##", "##"]);
        assert_eq!(table(Mask::Window(2), 4, 4), ["#...", "##..", ".##.", "..##"]);
        assert_eq!(table(Mask::Window(0), 2, 2), ["..", ".."]);
        assert_eq!(table(Mask::Prefix(2), 3, 4), ["##..", "##..", "###."]);
        assert_eq!(table(Mask::Prefix(9), 2, 3), ["###", "###"]);
        assert_eq!(table(Mask::Padding(1), 2, 3), ["##.", "##."]);
        assert_eq!(table(Mask::Padding(4), 2, 3), ["...", "..."]);
    }

    painted_masks_must_fit {
        let mut keep = Keep::all(2, 3);
        assert!(keep.set(1, 2, false));
        assert!(!keep.set(0, 3, false) && !keep.set(2, 0, false));
        assert_eq!((keep.get(1, 2), keep.get(0, 3)), (Some(false), None));
        assert_eq!(keep.additive().data(), [0.0, 0.0, 0.0, 0.0, 0.0, f32::NEG_INFINITY]);
        assert_eq!(Mask::Painted(keep.clone()).keep(2, 3).unwrap(), keep);
        let wrong = Mask::Painted(keep).keep(3, 2).unwrap_err().to_string();
        assert!(wrong.ends_with("got 2×3 and 3×2"), "{wrong}");
    }
}
