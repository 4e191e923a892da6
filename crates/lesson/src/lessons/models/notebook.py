import json, torch
from safetensors.torch import save_file
from transformers import AutoModel, AutoTokenizer

name, text = "gpt2", "The cat was afraid of the dog because it was angry"
tokenizer, model = AutoTokenizer.from_pretrained(name), AutoModel.from_pretrained(name, attn_implementation="eager")
ids = tokenizer(text, return_tensors="pt")["input_ids"]
with torch.no_grad():
    attentions = torch.stack(model(ids, output_attentions=True).attentions)[:, 0]
tokens = json.dumps([tokenizer.decode(own) for own in ids[0]])
save_file({"attentions": attentions.contiguous()}, "attention.safetensors", {"model": name, "tokens": tokens})
