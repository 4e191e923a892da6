# One head of attention, stage by stage, with the numbers of a figure of Attention Lab.
# Needs NumPy (pip install numpy). One token a row; n queries, m keys; everything in float32.
import numpy as np

np.seterr(all="ignore")  # a number that overflows is ∞ here, as in the figure

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
i, j = np.arange(n)[:, None], np.arange(m)[None, :]
@visible@
@mask@
mask = np.where(visible, np.float32(0), np.float32(-np.inf))

# masked = scaled + mask, n×m; −∞ hides every score, even one that has overflowed
masked = np.where(visible, scaled, mask)

# softmax of each row: a row that sees no key has the maximum −∞ and gives zeros
row_max = masked.max(axis=1, keepdims=True)
shifted = np.where(masked == row_max, np.float32(0), masked - row_max)
shifted[masked == -np.inf] = -np.inf
exp = np.exp(shifted)
row_sum = exp.sum(axis=1, keepdims=True)
weights = np.divide(exp, row_sum, out=np.zeros_like(exp), where=row_sum != 0)
@weights@

# output = weights · V, n×d_v
output = weights @ V

print("queries =", queries)
print("keys =", keys)
print("weights =", weights.tolist())
print("output =", output.tolist())
