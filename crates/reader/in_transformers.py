"""Opens the reader in transformers and holds what it says against what we say: `cargo xtask train reader` runs it.

python in_transformers.py FOLDER
"""

import json
import sys
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast

folder = Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text())
tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
ids = tokenizer(expected["text"], add_special_tokens=False)["input_ids"]
if ids != expected["ids"]:
    sys.exit("transformers cuts the text into other tokens")
model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
with torch.no_grad():
    logits = model(torch.tensor([ids])).logits[0]
farthest = (logits - torch.tensor(expected["logits"])).abs().max().item()
print(f"{len(ids)} tokens, {logits.numel()} logits: the farthest from ours by {farthest:.1e}")
if not farthest <= 1e-4:
    sys.exit("that is more than 1e-4")
