# How what attention costs grows with n, from a figure of Attention Lab: on axes that are both logarithmic,
# the slope of the straight line through the last points of each curve, by least squares.
# The page tells one from three sizes on, and one of times only where the largest n is 512 or more and the points lie on
# a line: smaller sizes tell of overheads, and a busy machine of others' work.
# Needs PyTorch (pip install torch).
import torch

# method, every n, and what was measured there
@measured@

@last@


def slope(n, values):
    """Σ(x − x̄)(y − ȳ) / Σ(x − x̄)² of x = log₂ n and y = log₂ value: the value grows as n to this power."""
    x, y = (torch.tensor(own[-LAST:], dtype=torch.float64).log2() for own in (n, values))
    x, y = x - x.mean(), y - y.mean()
    return ((x @ y) / (x @ x)).item()


for method, n, quantities in measured:
    for quantity, values in quantities.items():
        if len(n) > 1 and min(values[-LAST:]) > 0:
            print(f"{method}: {quantity} ~ n^{slope(n, values)}, from n = {n[-LAST:][0]} to {n[-1]}")
