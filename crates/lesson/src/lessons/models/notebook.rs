//! Attention that a notebook has written down, of any model on any machine.

/// What the file is called among those that are opened, whatever its name was on the disk.
pub const FILE: &str = "notebook.safetensors";

/// What writes it, with `transformers`. docs/NOTEBOOK.md has it too, and says what else the file may hold.
pub const SNIPPET: &str = include_str!("notebook.py");
