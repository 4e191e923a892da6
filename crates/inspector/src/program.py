# What Attention Lab computed with a model, computed again by transformers.
@link@
#
# Needs PyTorch and transformers:  pip install torch transformers  (tried with transformers 5.23)
# Run it with the folder of the model, or its name at Hugging Face:  python model.py FOLDER
@files@
import sys
from pathlib import Path

import torch
from safetensors import safe_open
from transformers import @auto@, AutoConfig

MODEL, REVISION = sys.argv[1] if len(sys.argv) > 1 else @model@, None
if "@" in MODEL and not Path(MODEL).is_dir():
    # A name at Hugging Face, and the commit that the page read.
    MODEL, REVISION = MODEL.split("@", 1)

# The tokens of the text, and of the second text where streams are taken from there.
@ids@
@other@
# The place that is looked at, from 0.
PLACE = @place@

# What is changed; layers, heads and places are counted from 0.
# Heads that are taken out: (layer, head), and what stands in for their output.
@off@
# Keys that are hidden: (layer, head, query, key).
@hidden@
# Rows of weights that are given: (layer, head, query), and the shares of keys.
@drawn@
# Streams from the second text: (layer that they enter, place).
@swapped@

# What the page said: token, how it is written, probability now, and with nothing changed.
@expected@


def load(name):
    """The model in float32. Weights that are whole numbers with a scale for each row are multiplied out."""
    file = Path(name) / "model.safetensors"
    if file.is_file():
        with safe_open(file, framework="pt") as tensors:
            names = set(tensors.keys())
            if any(own + "_scale" in names for own in names):
                state = {own: tensors.get_tensor(own).float() for own in names}
                for own in [own for own in names if own + "_scale" in names]:
                    state[own] *= state.pop(own + "_scale")
                model = @auto@.from_config(AutoConfig.from_pretrained(name, attn_implementation="eager"))
                model.load_state_dict(state)
                return model.float().eval()
    return @auto@.from_pretrained(name, revision=REVISION, attn_implementation="eager", dtype=torch.float32).eval()


model = load(MODEL)
config = model.config
is_block_list = lambda own: isinstance(own, torch.nn.ModuleList) and len(own) == config.num_hidden_layers
blocks = next(own for own in model.modules() if is_block_list(own))
for layer, block in enumerate(blocks):
    for module in block.modules():
        module.lab_layer = layer

changed = False  # is the pass with the changes
outputs = {}  # by layer: what its heads put out when nothing is changed, heads×n×d_head
streams = {}  # by layer: what enters it, and behind the last what leaves that, n×d_model
taken = {}  # the same of the second text


def mix(layer, scores, value):
    """Masked scores and values → outputs of all heads, and the weights, with what is changed."""
    # A mask may be the least number there is. Where all keys are hidden, softmax would find it as good as any.
    scores = scores.masked_fill(scores <= torch.finfo(scores.dtype).min / 2, float("-inf"))
    if changed:
        for own, head, query, key in HIDDEN:
            if own == layer:
                scores[0, head, query, key] = float("-inf")
    # Who sees nothing has no weights.
    blind = (scores == float("-inf")).all(dim=-1, keepdim=True)
    weights = torch.softmax(scores, dim=-1).masked_fill(blind, 0.0)
    if changed:
        for (own, head, query), shares in DRAWN.items():
            if own == layer:
                weights[0, head, query] = 0.0
                for key, share in shares.items():
                    weights[0, head, query, key] = share / sum(shares.values())
    output = weights @ value
    if not changed:
        outputs[layer] = output[0].clone()
    for (own, head), instead in OFF.items():
        if changed and own == layer:
            output[0, head] = outputs[layer][head].mean(dim=0) if instead == "mean" else 0.0
    return output, weights


def attend(module, query, key, value, attention_mask, scaling=None, dropout=0.0, **kwargs):
    groups = query.shape[1] // key.shape[1]
    key, value = (own.repeat_interleave(groups, dim=1) for own in (key, value))
    scaling = query.shape[-1] ** -0.5 if scaling is None else scaling
    scores = query @ key.transpose(-1, -2) * scaling
    if attention_mask is not None:
        scores = scores + attention_mask[..., : key.shape[-2]]
    output, weights = mix(module.lab_layer, scores, value)
    return output.transpose(1, 2).contiguous(), weights


def attend_neo(module):
    """GPT-Neo has a way of its own: scores are not scaled, and the mask is the module's."""

    def attend(query, key, value, attention_mask=None):
        scores = query.float() @ key.float().transpose(-1, -2)
        n, m = scores.shape[-2:]
        scores = scores.masked_fill(~module.bias[:, :, m - n : m, :m], torch.finfo(scores.dtype).min)
        scores = scores if attention_mask is None else scores + attention_mask
        return mix(module.lab_layer, scores, value)

    return attend


sys.modules[type(model).__module__].eager_attention_forward = attend
for module in model.modules():
    if hasattr(module, "_attn") and hasattr(module, "attention_type"):
        module._attn = attend_neo(module)


def pass_stream(layer, stream):
    """Keeps the stream that enters a layer, and puts in what is taken from the second text."""
    stream = stream.clone()
    for own, place in SWAPPED:
        if changed and taken and own == layer:
            stream[0, place] = taken[layer][place]
    streams[layer] = stream[0]
    return stream


def enters(layer):
    def hook(module, args, kwargs):
        if args:
            return (pass_stream(layer, args[0]), *args[1:]), kwargs
        return args, {**kwargs, "hidden_states": pass_stream(layer, kwargs["hidden_states"])}

    return hook


def leaves(module, args, output):
    if isinstance(output, tuple):
        return (pass_stream(len(blocks), output[0]), *output[1:])
    return pass_stream(len(blocks), output)


for layer, block in enumerate(blocks):
    block.register_forward_pre_hook(enters(layer), with_kwargs=True)
blocks[-1].register_forward_hook(leaves)


@torch.no_grad()
def probabilities(ids):
    return model(torch.tensor([ids])).logits[0, PLACE].float().softmax(dim=-1)


whole = probabilities(IDS)
changed = True
if OTHER:
    probabilities(OTHER)
    taken = dict(streams)
now = probabilities(IDS)

farthest = 0.0
print("token, probability now (the page), and with nothing changed (the page)")
for token, text, page_now, page_whole in EXPECTED:
    print(f"{text!r}: {now[token]:.4f} ({page_now:.4f}), {whole[token]:.4f} ({page_whole:.4f})")
    differences = [abs(now[token] - page_now), abs(whole[token] - page_whole)]
    # As torch has it, NaN is the largest.
    farthest = torch.tensor([farthest, *differences]).max().item()
print(f"the farthest from the page: {farthest:.1e}")
if not farthest <= @near@:
    sys.exit("that is more than @near@: is it the same model?")
