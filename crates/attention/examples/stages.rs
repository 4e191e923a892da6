//! Attention on the command line: Q, K, V as JSON on stdin, every stage as JSON on stdout.
//!
//! ```text
//! echo '{"q": [[1, 0]], "k": [[1, 0], [0, 1]], "v": [[2], [3]]}' | cargo run -q -p attention --example stages
//! ```
//!
//! Input: `q` n×d_k, `k` m×d_k, `v` m×d_v as lists of rows; optionally `keep` n×m (`true` or 1 =
//! may look, `false` or 0 = may not; `null` = all may) and `scale` (a number; `null` or missing =
//! 1/√d_k). Other fields are ignored, so a test fixture can be piped in as it is.
//!
//! Output: `scores`, `scaled`, `masked`, `weights`, `output`, each number with all the digits
//! that its f32 needs. JSON has no infinity: −∞ (hidden, or overflow) is `null`, +∞ (overflow) is
//! the string `"Infinity"`.
//!
//! Exit code 0; 1 for input that is not as above; 2 for arguments, of which there are none.

use attention::{Keep, Matrix, Scale, Stages, stages};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::io::{Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().len() > 1 {
        eprintln!("usage: stages < input.json (it takes no arguments)");
        return ExitCode::from(2);
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("stages: {message}");
            ExitCode::from(1)
        }
    }
}

fn run() -> Result<(), String> {
    let mut text = Vec::new();
    std::io::stdin()
        .read_to_end(&mut text)
        .map_err(|error| format!("cannot read stdin: {error}"))?;
    let input =
        serde_json::from_slice(&text).map_err(|error| format!("not valid JSON: {error}"))?;
    let answer = serde_json::to_string(&Answer::from(&attend(&input)?));
    let answer = answer.map_err(|error| format!("cannot write the answer: {error}"))?;
    let written = writeln!(std::io::stdout(), "{answer}");
    written.map_err(|error| format!("cannot write to stdout: {error}"))
}

fn attend(input: &Value) -> Result<Stages, String> {
    let fields = input
        .as_object()
        .ok_or("expected an object with the fields q, k and v")?;
    let [q, k, v] = [
        matrix(fields, "q")?,
        matrix(fields, "k")?,
        matrix(fields, "v")?,
    ];
    let keep = keep(fields)?;
    let factor = scale(fields)?.factor(q.cols());
    stages(&q, &k, &v, keep.as_ref(), factor).map_err(|error| error.to_string())
}

fn matrix(fields: &Map<String, Value>, name: &str) -> Result<Matrix, String> {
    let value = fields
        .get(name)
        .ok_or(format!("the field {name} is missing"))?;
    let matrix = Matrix::from_rows(&table(name, value, number)?);
    let matrix = matrix.map_err(|error| format!("{name}: {error}"))?;
    match matrix.shape() {
        (rows, cols) if rows * cols == 0 => {
            Err(format!("{name} is empty: its shape is {rows}×{cols}"))
        }
        _ => Ok(matrix),
    }
}

fn keep(fields: &Map<String, Value>) -> Result<Option<Keep>, String> {
    match fields.get("keep") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let keep = Keep::from_rows(&table("keep", value, permission)?);
            keep.map(Some).map_err(|error| format!("keep: {error}"))
        }
    }
}

fn scale(fields: &Map<String, Value>) -> Result<Scale, String> {
    match fields.get("scale") {
        None | Some(Value::Null) => Ok(Scale::SqrtDk),
        Some(value) => number(value)
            .map(Scale::By)
            .map_err(|what| format!("scale {what}")),
    }
}

/// A list of lists, each entry read by `read`, whose complaint is prefixed with the place.
fn table<T>(
    name: &str,
    value: &Value,
    read: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<Vec<T>>, String> {
    let rows = value.as_array().ok_or(format!(
        "{name} must be a list of rows, it is {}",
        kind(value)
    ))?;
    rows.iter()
        .enumerate()
        .map(|(i, row)| entries(name, i, row, &read))
        .collect()
}

fn entries<T>(
    name: &str,
    i: usize,
    row: &Value,
    read: &impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let cells = row.as_array().ok_or(format!(
        "{name}, row {i} must be a list, it is {}",
        kind(row)
    ))?;
    let entry =
        |(j, cell)| read(cell).map_err(|what| format!("{name}, row {i}, column {j} {what}"));
    cells.iter().enumerate().map(entry).collect()
}

fn number(value: &Value) -> Result<f32, String> {
    let number = value
        .as_f64()
        .ok_or(format!("must be a number, it is {}", kind(value)))?;
    let single = number as f32;
    if single.is_finite() {
        Ok(single)
    } else {
        Err(format!("is {number:e}, too large for an f32"))
    }
}

fn permission(value: &Value) -> Result<bool, String> {
    match (value.as_bool(), value.as_f64()) {
        (Some(may), _) => Ok(may),
        (_, Some(0.0)) => Ok(false),
        (_, Some(1.0)) => Ok(true),
        (_, Some(number)) => Err(format!("must be true, false, 1 or 0, it is {number}")),
        _ => Err(format!(
            "must be true, false, 1 or 0, it is {}",
            kind(value)
        )),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[derive(Serialize)]
struct Answer {
    scores: Table,
    scaled: Table,
    masked: Table,
    weights: Table,
    output: Table,
}

impl From<&Stages> for Answer {
    fn from(all: &Stages) -> Self {
        Self {
            scores: cells(&all.scores),
            scaled: cells(&all.scaled),
            masked: cells(&all.masked),
            weights: cells(&all.softmax.weights),
            output: cells(&all.output),
        }
    }
}

type Table = Vec<Vec<Cell>>;

fn cells(matrix: &Matrix) -> Table {
    matrix
        .iter_rows()
        .map(|row| row.iter().map(|&x| Cell(x)).collect())
        .collect()
}

/// A number as JSON can say it.
struct Cell(f32);

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            f32::INFINITY => serializer.serialize_str("Infinity"),
            f32::NEG_INFINITY => serializer.serialize_none(),
            x => serializer.serialize_f32(x),
        }
    }
}
