# One head of attention, stage by stage, with the numbers of a figure of Attention Lab.
# Needs PyTorch (pip install torch). One token a row; n queries, m keys; everything in float32.
import math

import torch

@tokens@

@inputs@
n, m = len(Q), len(K)

# scores = Q · Kᵀ, n×m
scores = Q @ K.T
@scores@

# scaled = scores times the scale factor, n×m
@scale@
@scaled@

# mask, n×m: 0 where query i may see key j, −∞ where not
i, j = torch.arange(n)[:, None], torch.arange(m)[None, :]
@visible@
@mask@
mask = torch.zeros(n, m).masked_fill(~visible, -math.inf)

# masked = scaled + mask, n×m; −∞ hides every score, even one that has overflowed
masked = torch.where(visible, scaled, mask)

# softmax of each row: a row that sees no key has the maximum −∞ and gives zeros
row_max = masked.max(dim=1, keepdim=True).values
shifted = (masked - row_max).masked_fill(masked == row_max, 0)
shifted = shifted.masked_fill(masked == -math.inf, -math.inf)
exp = shifted.exp()
row_sum = exp.sum(dim=1, keepdim=True)
weights = (exp / row_sum).masked_fill(row_sum == 0, 0)
@weights@

# output = weights · V, n×d_v
output = weights @ V

print("queries =", queries)
print("keys =", keys)
print("weights =", weights.tolist())
print("output =", output.tolist())
