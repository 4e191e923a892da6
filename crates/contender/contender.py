"""PyTorch as a contender of `cargo xtask bench train`: transformers' GPT-2 on one thread.

    python contender.py FOLDER eager|sdpa

FOLDER holds the first weights of each size, `32.safetensors` for d_model 32. The questions that come
on standard input are those of src/lib.rs, and `versions`.
"""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

import torch
from safetensors import safe_open
from transformers import GPT2Config, GPT2LMHeadModel

STEPS = 10


class First:
    """The first weights of a size, the tokens and the settings, from a file."""

    def __init__(self, path):
        with safe_open(path, framework="pt") as file:
            self.settings = {key: float(value) for key, value in file.metadata().items()}
            self.tensors = {key: file.get_tensor(key) for key in file.keys()}
        self.ids = self.tensors.pop("ids")

    def config(self, attention):
        (vocab, d_model), (positions, _) = (
            self.tensors[f"{name}_embedding"].shape for name in ("token", "position"))
        _, d_mlp = self.tensors["blocks.0.mlp.up.weight"].shape
        layers = sum(name.endswith(".up.weight") for name in self.tensors)
        return GPT2Config(
            vocab_size=vocab, n_positions=positions, n_embd=d_model, n_inner=d_mlp, n_layer=layers,
            n_head=int(self.settings["heads"]), layer_norm_epsilon=self.settings["eps"],
            resid_pdrop=0, embd_pdrop=0, attn_pdrop=0, use_cache=False,
            attn_implementation=attention)

    def state(self):
        """The weights by GPT-2's names. Its matrices lie as ours do; queries, keys and values are one."""
        def linear(theirs, *ours):
            for part in ("weight", "bias"):
                joined = torch.cat([self.tensors[f"{name}.{part}"] for name in ours], dim=1)
                yield f"{theirs}.{part}", joined.squeeze(0) if part == "bias" else joined

        def norm(theirs, ours):
            yield f"{theirs}.weight", self.tensors[f"{ours}.gain"].squeeze(0)
            yield f"{theirs}.bias", self.tensors[f"{ours}.bias"].squeeze(0)

        for name in ("token", "position"):
            yield f"transformer.w{name[0]}e.weight", self.tensors[f"{name}_embedding"]
        yield "lm_head.weight", self.tensors["token_embedding"]
        yield from norm("transformer.ln_f", "final_norm")
        for layer in range(sum(name.endswith(".up.weight") for name in self.tensors)):
            theirs, ours = f"transformer.h.{layer}", f"blocks.{layer}"
            attention = f"{ours}.attention"
            yield from norm(f"{theirs}.ln_1", f"{ours}.attention_norm")
            yield from linear(f"{theirs}.attn.c_attn",
                              *(f"{attention}.{part}" for part in ("query", "key", "value")))
            yield from linear(f"{theirs}.attn.c_proj", f"{attention}.output")
            yield from norm(f"{theirs}.ln_2", f"{ours}.mlp.norm")
            yield from linear(f"{theirs}.mlp.c_fc", f"{ours}.mlp.up")
            yield from linear(f"{theirs}.mlp.c_proj", f"{ours}.mlp.down")


class Learner:
    """A model that learns one batch by heart."""

    def __init__(self, first, attention):
        self.ids = first.ids
        self.model = GPT2LMHeadModel(first.config(attention))
        self.model.load_state_dict(dict(first.state()), strict=True)
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), lr=first.settings["rate"], weight_decay=first.settings["decay"])

    def train(self):
        self.optimiser.zero_grad()
        loss = self.model(self.ids, labels=self.ids).loss
        loss.backward()
        self.optimiser.step()
        return loss

    @torch.no_grad()
    def forward(self):
        return self.model(self.ids).logits


class Contender:
    """Has a learner of each size ready."""

    def __init__(self, folder, attention):
        self.attention = attention
        self.first = {path.stem: First(path) for path in Path(folder).glob("*.safetensors")}
        self.learners = {size: self.learner(size) for size in self.first}

    def learner(self, size):
        return Learner(self.first[size], self.attention)

    def answer(self, question, *words):
        return {"versions": self.versions, "check": self.check, "time": self.time}[question](*words)

    def versions(self):
        vectors = torch.backends.cpu.get_cpu_capability()
        return f"PyTorch {torch.__version__} ({vectors}), transformers {version('transformers')}"

    def check(self, size):
        learner = self.learner(size)
        logits = learner.forward()[-1, -1].tolist()
        return {"logits": logits, "losses": [learner.train().item() for _ in range(STEPS)]}

    def time(self, work, size, least):
        learner, least = self.learners[size], float(least) / 1e3
        learner.model.train(work == "train")
        call = {"train": learner.train, "forward": learner.forward}[work]
        calls, elapsed, start = 0, 0.0, time.perf_counter()
        while elapsed < least:
            call()
            calls += 1
            elapsed = time.perf_counter() - start
        return elapsed / calls * 1e3


if __name__ == "__main__":
    torch.set_num_threads(1)
    contender = Contender(*sys.argv[1:])
    for line in sys.stdin:
        print(json.dumps(contender.answer(*line.split())), flush=True)
