//! The machine that measures.

/// The processor as Linux names it, else its architecture; and how many of it there are.
pub fn processor() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim())
    });
    format!("{}, {cores} cores", name.unwrap_or(std::env::consts::ARCH))
}

/// How many programs wanted to run in the last five minutes, on average, where Linux says so.
pub fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().nth(1)?.parse().ok()
}
